//! The table of all fields that templates of a kind may name.

use gx_office::{Field, Format, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::PaperKind;
use crate::error::Result;
use crate::op::View;
use crate::route::Data;

/// Which kind.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct OfKind {
    /// What papers 文书种类.
    #[schemars(title = "文书种类")]
    pub kind: PaperKind,
    /// Whether its workbook is meant, of a kind that has a ready document too.
    #[serde(default)]
    pub excel: bool,
}

/// A field to write into a template.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFieldOut {
    /// What stands between the braces.
    pub name: String,
    /// The list it is in; empty: none.
    pub list: String,
    /// What it is: 文字, 金额, 日期, 数字, 是否, 列表.
    pub kind: &'static str,
    /// As it is to be written.
    pub written: String,
    /// Formats that may follow a bar, with what the example becomes.
    pub formats: Vec<&'static str>,
    /// As a paper could show it.
    pub example: &'static str,
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "文字",
        Kind::Money => "金额",
        Kind::Date => "日期",
        Kind::Number => "数字",
        Kind::Flag => "是否",
        Kind::Rows => "列表",
    }
}

fn out(field: &Field, list: &str) -> TemplateFieldOut {
    let name = field.name;
    let written = match field.kind {
        Kind::Rows | Kind::Flag => format!("{{{{#{name}}}}}…{{{{/{name}}}}}"),
        _ => format!("{{{{{name}}}}}"),
    };
    let formats = Format::NAMES.iter().filter(|(_, format)| field.kind.takes(*format)).map(|(name, _)| *name);
    TemplateFieldOut {
        name: name.to_owned(),
        list: list.to_owned(),
        kind: word(field.kind),
        written,
        formats: formats.collect(),
        example: field.example,
    }
}

/// GET /paper/template/fields/{kind}
///
/// # Errors
/// None.
pub fn of_kind(_: &View, input: OfKind) -> Result<Data<Vec<TemplateFieldOut>>> {
    let mut all = Vec::new();
    for field in input.kind.subject().fields() {
        all.push(out(&field, ""));
        all.extend(field.rows.iter().map(|row| out(row, field.name)));
    }
    Ok(Data(all))
}
