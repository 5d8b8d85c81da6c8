//! Content controls: each value of a made document stands in one that is named like its field, and is read back from it.

use std::fmt::Write as _;

use crate::package::{Medium, OfficeError, Package};
use crate::render;
use crate::tree::{self, Element, Node, Spot, escaped};

/// The longest tag that Word keeps, in signs.
const LONGEST_TAG: usize = 64;

/// A control of a returned document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// The field with its list and format: `账单[2].金额`, `租金|大写`.
    pub tag: String,
    /// What stands in it now, changes that were tracked taken as accepted.
    pub text: String,
}

/// The tag of a field: where it stands, what it is called and how it is said.
pub fn tag(path: &str, spot: &Spot) -> String {
    let format = spot.format.as_ref().map(|format| format!("|{format}")).unwrap_or_default();
    format!("{path}{}{format}", spot.name).chars().take(LONGEST_TAG).collect()
}

/// Writes a value in its control.
pub fn write(tag: &str, title: &str, number: u32, text: &str, properties: Option<&Node>, out: &mut String) {
    out.push_str("<w:sdt><w:sdtPr>");
    if let Some(properties) = properties {
        tree::write(std::slice::from_ref(properties), out);
    }
    let lines = if text.contains('\n') { " w:multiLine=\"1\"" } else { "" };
    let (title, tag) = (escaped(title), escaped(tag));
    let _ = write!(
        out,
        "<w:alias w:val=\"{title}\"/><w:tag w:val=\"{tag}\"/><w:id w:val=\"{number}\"/><w:text{lines}/></w:sdtPr><w:sdtContent>"
    );
    render::runs(text, properties, out);
    out.push_str("</w:sdtContent></w:sdt>");
}

/// All controls of a document in the order of reading.
///
/// # Errors
/// A file that can't be read, and a workbook.
pub fn controls(bytes: &[u8]) -> Result<Vec<Control>, OfficeError> {
    let package = Package::read(bytes)?;
    if package.medium == Medium::Excel {
        return Err(OfficeError::NotText);
    }
    let text = package.texts.get(&package.document).ok_or(OfficeError::NotDocument)?;
    let mut found = Vec::new();
    collect(&tree::parse(text)?, &mut found);
    Ok(found)
}

fn collect(nodes: &[Node], found: &mut Vec<Control>) {
    for element in nodes.iter().filter_map(Node::element) {
        let tag = (element.name() == "w:sdt")
            .then(|| element.child("w:sdtPr")?.child("w:tag")?.attribute("w:val"))
            .flatten()
            .filter(|tag| !tag.is_empty());
        if let (Some(tag), Some(content)) = (tag, element.child("w:sdtContent")) {
            let mut text = String::new();
            said(content, &mut text);
            found.push(Control { tag, text });
        }
        // the same text stands twice in a drawing: once for editors that know no more
        if element.name() != "mc:Fallback" {
            collect(&element.children, found);
        }
    }
}

/// What an element says as a person reads it with all changes accepted.
fn said(element: &Element, text: &mut String) {
    for child in element.children.iter().filter_map(Node::element) {
        match child.name() {
            "w:t" => text.push_str(&child.text()),
            "w:br" | "w:cr" => text.push('\n'),
            "w:tab" => text.push('\t'),
            "w:del" | "w:moveFrom" | "w:rPr" | "w:pPr" | "w:sdtPr" | "mc:Fallback" => {}
            _ => said(child, text),
        }
    }
}
