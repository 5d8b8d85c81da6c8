//! What a template asks for, held against what there is.

use crate::places::Place;
use crate::token::Format;

/// Kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Money,
    Date,
    Number,
    Flag,
    Rows,
}

impl Kind {
    /// Whether a value of this kind can be said so.
    pub fn takes(self, format: Format) -> bool {
        match format {
            Format::Usual => true,
            Format::Capitals => matches!(self, Self::Money | Self::Date),
            Format::LongDate | Format::Year | Format::Month | Format::Day => self == Self::Date,
            Format::Ungrouped | Format::TenThousands => self == Self::Money,
        }
    }
}

/// A field that documents of a kind have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// As a paper could show it, for the table of fields.
    pub example: &'static str,
    /// The fields of a row; empty for what is no list.
    pub rows: &'static [Field],
}

/// What is wrong with a place of a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    #[error("不认识的字段“{name}”{}", .nearest.as_ref().map(|near| format!("，是否为“{near}”？")).unwrap_or_default())]
    Unknown { name: String, nearest: Option<String> },
    #[error("字段“{name}”不能用格式“{format}”")]
    Format { name: String, format: String },
    #[error("“{name}”是列表，请写成“{{{{#{name}}}}}…{{{{/{name}}}}}”，把每一行的字段写在中间")]
    List { name: String },
    #[error("“{name}”是列表“{list}”中的字段，请写在“{{{{#{list}}}}}…{{{{/{list}}}}}”中间")]
    OutsideOfList { name: String, list: String },
}

/// Holds the places of a template against the fields of its kind; each finding once.
pub fn check(places: &[Place], fields: &[Field]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for place in places {
        if let Some(finding) = look(place, fields)
            && !findings.contains(&finding)
        {
            findings.push(finding);
        }
    }
    findings
}

/// A field by name: of the innermost list first, then of what is around it.
fn known<'f>(name: &str, within: &[String], fields: &'f [Field]) -> Option<&'f Field> {
    let mut scopes = vec![fields];
    for list in within {
        let inner = scopes.last().and_then(|scope| scope.iter().find(|field| field.name == list));
        scopes.extend(inner.filter(|field| field.kind == Kind::Rows).map(|field| field.rows));
    }
    scopes.iter().rev().find_map(|scope| scope.iter().find(|field| field.name == name))
}

fn look(place: &Place, fields: &[Field]) -> Option<Finding> {
    let name = place.name.clone();
    let Some(field) = known(&name, &place.within, fields) else {
        let list = fields.iter().find(|list| list.rows.iter().any(|field| field.name == name));
        return Some(match list {
            Some(list) => Finding::OutsideOfList { name, list: list.name.to_owned() },
            None => Finding::Unknown { nearest: nearest(&name, fields), name },
        });
    };
    if place.is_section {
        return None;
    }
    if field.kind == Kind::Rows {
        return Some(Finding::List { name });
    }
    let fits = Format::named(place.format.as_deref()).is_some_and(|format| field.kind.takes(format));
    (!fits).then(|| Finding::Format { name, format: place.format.clone().unwrap_or_default() })
}

/// The known name that is most like it.
fn nearest(name: &str, fields: &[Field]) -> Option<String> {
    let names = fields.iter().flat_map(|field| [field].into_iter().chain(field.rows)).map(|field| field.name);
    gx_kernel::likeness::nearest(name, names, str::to_owned).map(str::to_owned)
}
