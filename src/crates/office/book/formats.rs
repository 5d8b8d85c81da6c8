//! What the cells of a workbook are formatted as.

use std::collections::BTreeMap;

use crate::package::OfficeError;
use crate::tree::{self, Element, Node};

/// How a cell shows a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Number,
    Date,
    /// Everything is text to it.
    Text,
}

/// Formats by the number of a cell's style.
#[derive(Debug, Clone, Default)]
pub struct Formats(Vec<Shown>);

impl Formats {
    /// Reads the part of styles.
    pub fn read(text: &str) -> Result<Self, OfficeError> {
        let nodes = tree::parse(text)?;
        let Some(root) = nodes.iter().find_map(Node::element) else { return Ok(Self::default()) };
        let own: BTreeMap<String, Shown> = elements(root, "numFmts")
            .filter_map(|format| Some((format.attribute("numFmtId")?, shown(&format.attribute("formatCode")?))))
            .collect();
        let of = |style: &Element| {
            let number = style.attribute("numFmtId").unwrap_or_default();
            own.get(&number).copied().unwrap_or_else(|| built_in(number.parse().unwrap_or(0)))
        };
        Ok(Self(elements(root, "cellXfs").map(of).collect()))
    }

    /// The format of a style.
    pub fn of(&self, style: Option<&str>) -> Shown {
        let number: usize = style.and_then(|style| style.parse().ok()).unwrap_or(0);
        self.0.get(number).copied().unwrap_or(Shown::Number)
    }
}

fn elements<'e>(root: &'e Element, list: &str) -> impl Iterator<Item = &'e Element> {
    root.child(list).into_iter().flat_map(|list| list.children.iter().filter_map(Node::element))
}

/// Formats that every office has, those of Chinese ones included.
fn built_in(number: u32) -> Shown {
    match number {
        14..=22 | 27..=36 | 45..=47 | 50..=58 => Shown::Date,
        49 => Shown::Text,
        _ => Shown::Number,
    }
}

/// What a code says, its texts, colours and escaped signs left out.
fn shown(code: &str) -> Shown {
    if code.trim() == "@" {
        return Shown::Text;
    }
    let (mut signs, mut plain) = (code.chars(), String::new());
    while let Some(sign) = signs.next() {
        match sign {
            '"' => signs.by_ref().take_while(|sign| *sign != '"').for_each(drop),
            '[' => signs.by_ref().take_while(|sign| *sign != ']').for_each(drop),
            '\\' | '_' | '*' => drop(signs.next()),
            ';' => break,
            sign => plain.push(sign.to_ascii_lowercase()),
        }
    }
    let is_date = plain.contains(['y', 'd', 'h', 's']) || plain.replace("general", "").contains(['m', 'e', 'a']);
    if is_date && !plain.contains(['0', '#', '?']) { Shown::Date } else { Shown::Number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_known_by_their_codes() {
        let table = [
            ("yyyy\"年\"m\"月\"d\"日\";@", Shown::Date),
            ("[$-804]yyyy/m/d", Shown::Date),
            ("#,##0.00\"元\"", Shown::Number),
            ("[Red]0.00;\"days\"0", Shown::Number),
            ("General", Shown::Number),
            ("0.00E+00", Shown::Number),
            ("@", Shown::Text),
        ];
        for (code, wanted) in table {
            assert_eq!(shown(code), wanted, "{code}");
        }
    }
}
