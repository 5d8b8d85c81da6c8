//! Cells: their texts laid open for fields, and written with values.
//!
//! A cell that is one field and nothing else becomes a number or a date, where the value is one and the cell's format shows it; any
//! other field stands in a text.

use jiff::civil::{Date, date};

use super::formats::{Formats, Shown};
use crate::cell_text::escaped;
use crate::compile::compile_cell;
use crate::package::OfficeError;
use crate::paragraph::opened;
use crate::render::{Rendering, Scope, Surface};
use crate::token::{self, Format};
use crate::tree::{self, Element, Node, Spot};
use crate::value::Value;

/// Signs that a cell holds, at most.
const MOST_SIGNS: usize = 32_767;
/// Digits that a number of a workbook keeps.
const MOST_DIGITS: usize = 15;

/// A cell of a sheet.
#[derive(Debug, Clone)]
pub struct Cell {
    /// From 1.
    pub column: u32,
    pub element: Element,
    /// Its text with fields laid open; none has none.
    pub text: Option<Vec<Node>>,
    /// Whether its text has looks of its own.
    pub is_rich: bool,
}

impl Cell {
    pub fn style(&self) -> Option<String> {
        self.element.attribute("s")
    }

    pub fn formula(&self) -> Option<&Element> {
        self.element.child("f")
    }

    /// Whether it says or computes something.
    pub fn is_used(&self) -> bool {
        self.text.is_some() || ["v", "f", "is"].iter().any(|name| self.element.child(name).is_some())
    }

    /// The field that is all it says.
    pub fn only_field(&self) -> Option<&Spot> {
        let mut said = self.text.as_ref()?.iter().filter(|node| !says_nothing(node));
        match (said.next(), said.next()) {
            (Some(Node::Field(spot)), None) => Some(spot),
            _ => None,
        }
    }
}

fn says_nothing(node: &Node) -> bool {
    match node {
        Node::Raw(raw) => raw.trim().is_empty(),
        Node::Element(element) => element.child("t").is_none_or(|text| text.text().trim().is_empty()),
        _ => false,
    }
}

/// What a text (`si`, `is`) says, without its readings.
pub fn said(text: &Element) -> String {
    runs(text).into_iter().map(|(_, said)| said).collect()
}

/// The runs of a text with their looks.
fn runs(text: &Element) -> Vec<(Option<Box<Node>>, String)> {
    let run = |child: &Element| match child.name() {
        "t" => Some((None, child.text())),
        "r" => {
            let look = child.child("rPr").cloned().map(|look| Box::new(Node::Element(look)));
            Some((look, child.child("t").map(Element::text).unwrap_or_default()))
        }
        _ => None,
    };
    text.children.iter().filter_map(Node::element).filter_map(run).collect()
}

/// A text with its fields laid open, and whether it has looks of its own; none without fields.
///
/// # Errors
/// Lists that cross.
pub fn open(text: &Element) -> Result<Option<(Vec<Node>, bool)>, OfficeError> {
    let runs = runs(text);
    let signs: Vec<char> = runs.iter().flat_map(|(_, said)| said.chars()).collect();
    let tokens = token::find(&signs);
    if tokens.is_empty() {
        return Ok(None);
    }
    let is_rich = runs.iter().any(|(look, _)| look.is_some());
    let (mut nodes, mut at) = (Vec::new(), 0);
    for (look, said) in &runs {
        let mut plain = String::new();
        for sign in said.chars() {
            match tokens.iter().find(|token| token.start <= at && at < token.end) {
                None => plain.push(sign),
                Some(token) if token.start == at => {
                    nodes.extend(constant(&std::mem::take(&mut plain), look.as_deref(), is_rich));
                    nodes.push(opened(token, look.clone()));
                }
                Some(_) => {}
            }
            at += 1;
        }
        nodes.extend(constant(&plain, look.as_deref(), is_rich));
    }
    compile_cell(&mut nodes)?;
    Ok(Some((nodes, is_rich)))
}

/// Words of the template between fields.
fn constant(text: &str, look: Option<&Node>, is_rich: bool) -> Option<Node> {
    if text.is_empty() {
        return None;
    }
    let text = Node::Raw(tree::escaped(text));
    if !is_rich {
        return Some(text);
    }
    let text = Node::Element(Element::new("t xml:space=\"preserve\"", vec![text]));
    Some(Node::Element(Element::new("r", look.cloned().into_iter().chain([text]).collect())))
}

/// How values are written into cells of a workbook.
#[derive(Debug, Clone, Copy)]
pub struct Writing<'b> {
    pub formats: &'b Formats,
    /// Whether its days count from 1904.
    pub is_1904: bool,
}

/// What a value is in a cell that it has for itself.
enum Typed {
    /// A number, in the words of the file.
    Number(String),
    Text(String),
}

impl Writing<'_> {
    /// Writes the text of a cell, with the values of a place; `tag` is the cell's without its kind.
    ///
    /// # Errors
    /// A field that the values don't have, a text that is too long.
    pub fn cell(&self, cell: &Cell, tag: &str, scope: Scope<'_>, out: &mut String) -> Result<(), OfficeError> {
        let mut text = String::new();
        if let Some(spot) = cell.only_field() {
            let (value, _) = scope.value(&spot.name).ok_or_else(|| OfficeError::NoField(spot.name.clone()))?;
            let format = Format::named(spot.format.as_deref()).unwrap_or(Format::Usual);
            match self.typed(value, format, self.formats.of(cell.style().as_deref())) {
                Some(Typed::Number(number)) => {
                    out.push_str(&format!("<{tag}><v>{number}</v></c>"));
                    return Ok(());
                }
                Some(Typed::Text(plain)) => return written(tag, &escaped(&plain), false, out),
                None => {}
            }
        }
        let surface = if cell.is_rich { Surface::RichCell } else { Surface::Cell };
        let nodes = cell.text.as_deref().unwrap_or_default();
        Rendering { scope, surface }.nodes(nodes, &mut text)?;
        written(tag, &text, cell.is_rich, out)
    }

    fn typed(&self, value: &Value, format: Format, shown: Shown) -> Option<Typed> {
        let number = match (value, format) {
            (Value::Money(fen), Format::Usual | Format::Ungrouped) => gx_kernel::money::yuan(*fen),
            (Value::Money(_), Format::TenThousands) => value.said(format),
            (Value::Number(said), Format::Usual) => said.replace(',', ""),
            (Value::Date(day), Format::Usual) if shown == Shown::Date => serial(*day, self.is_1904)?.to_string(),
            _ => return None,
        };
        if !is_number(&number) {
            return None;
        }
        Some(if shown == Shown::Text { Typed::Text(number) } else { Typed::Number(number) })
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    all(whole) && all(fraction) && whole.len() + fraction.len() <= MOST_DIGITS + 1
}

/// The number of a day; none before those that every office counts alike.
fn serial(day: Date, is_1904: bool) -> Option<i32> {
    let from = if is_1904 { date(1904, 1, 1) } else { date(1899, 12, 30) };
    let days = day.since(from).ok()?.get_days();
    (day >= date(1900, 3, 1) && days >= 0).then_some(days)
}

fn written(tag: &str, text: &str, is_rich: bool, out: &mut String) -> Result<(), OfficeError> {
    if text.chars().count() > MOST_SIGNS {
        return Err(OfficeError::LongCell);
    }
    out.push_str(&match (text.is_empty(), is_rich) {
        (true, _) => format!("<{tag}/>"),
        (_, true) => format!("<{tag} t=\"inlineStr\"><is>{text}</is></c>"),
        _ => format!("<{tag} t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>"),
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_days_are_what_workbooks_count() {
        for (text, is) in
            [("15550.00", true), ("-0.5", true), ("1e5", false), ("", false), ("1234567890123456789", false)]
        {
            assert_eq!(is_number(text), is, "{text}");
        }
        assert_eq!(serial(date(2026, 11, 29), false), Some(46_355));
        assert_eq!(serial(date(2026, 11, 29), true), Some(44_893));
        assert_eq!(serial(date(1899, 1, 1), false), None);
    }
}
