//! A compiled part with values: written straight into the text of the part.

use crate::cell_text;
use crate::controls;
use crate::package::OfficeError;
use crate::token::Format;
use crate::tree::{self, Element, Node, Spot, escaped};
use crate::value::{Fields, Value};

/// What is known where a field stands: the row of each list around it, the innermost last.
pub struct Scope<'v> {
    levels: Vec<(&'v Fields, String)>,
}

impl<'v> Scope<'v> {
    pub fn new(fields: &'v Fields) -> Self {
        Self { levels: vec![(fields, String::new())] }
    }

    /// The same with a row of a list.
    pub fn in_row(fields: &'v Fields, row: &'v Fields) -> Self {
        Self { levels: vec![(fields, String::new()), (row, String::new())] }
    }

    /// A value with the path of its list: `账单[2].`.
    pub fn value(&self, name: &str) -> Option<(&'v Value, &str)> {
        self.levels.iter().rev().find_map(|(fields, path)| Some((fields.get(name)?, path.as_str())))
    }
}

/// Numbers of content controls: in one document no two are alike.
pub struct Numbers(pub u32);

/// What values are written into.
pub enum Surface<'n> {
    /// A document: each stands in a content control.
    Document(&'n mut Numbers),
    /// A cell of one look: text alone.
    Cell,
    /// A cell of several looks: a run for each.
    RichCell,
}

pub struct Rendering<'v, 'n> {
    pub scope: Scope<'v>,
    pub surface: Surface<'n>,
}

impl<'v> Rendering<'v, '_> {
    /// # Errors
    /// A field that the values don't have.
    pub fn nodes(&mut self, nodes: &[Node], out: &mut String) -> Result<(), OfficeError> {
        for node in nodes {
            match node {
                Node::Raw(raw) => out.push_str(raw),
                Node::Element(element) => self.element(element, out)?,
                Node::Field(spot) => self.field(spot, out)?,
                Node::Section { name, inverted, body } => self.section(name, *inverted, body, out)?,
                // `compile` leaves none
                Node::Open { .. } | Node::Close(_) => {}
            }
        }
        Ok(())
    }

    fn element(&mut self, element: &Element, out: &mut String) -> Result<(), OfficeError> {
        let start = out.len();
        if !tree::open(element, out) {
            return Ok(());
        }
        self.nodes(&element.children, out)?;
        match element.name() {
            // a cell ends with a paragraph, or the file can't be opened
            "w:tc" if !ends_with_paragraph(out) => out.push_str("<w:p/>"),
            "w:tbl" if !out.get(start..).is_some_and(|table| table.contains("<w:tr")) => {
                out.truncate(start);
                return Ok(());
            }
            _ => {}
        }
        tree::close(element, out);
        Ok(())
    }

    fn field(&mut self, spot: &Spot, out: &mut String) -> Result<(), OfficeError> {
        let (value, path) = self.scope.value(&spot.name).ok_or_else(|| OfficeError::NoField(spot.name.clone()))?;
        let format = Format::named(spot.format.as_deref()).unwrap_or(Format::Usual);
        let said = value.said(format);
        match &mut self.surface {
            Surface::Document(numbers) => {
                numbers.0 += 1;
                let tag = controls::tag(path, spot);
                controls::write(&tag, &spot.name, numbers.0, &said, spot.properties.as_deref(), out);
            }
            Surface::Cell => out.push_str(&cell_text::escaped(&said)),
            Surface::RichCell => cell_text::run(&said, spot.properties.as_deref(), out),
        }
        Ok(())
    }

    fn section(&mut self, name: &str, inverted: bool, body: &[Node], out: &mut String) -> Result<(), OfficeError> {
        let (value, path) = self.scope.value(name).ok_or_else(|| OfficeError::NoField(name.to_owned()))?;
        if inverted {
            return if value.is_something() { Ok(()) } else { self.nodes(body, out) };
        }
        let Value::Rows(rows) = value else {
            return if value.is_something() { self.nodes(body, out) } else { Ok(()) };
        };
        let path = path.to_owned();
        for (place, row) in rows.iter().enumerate() {
            self.scope.levels.push((row, format!("{path}{name}[{}].", place + 1)));
            self.nodes(body, out)?;
            self.scope.levels.pop();
        }
        Ok(())
    }
}

fn ends_with_paragraph(out: &str) -> bool {
    let out = out.trim_end();
    out.ends_with("</w:p>") || out.ends_with("<w:p/>") || (out.ends_with("/>") && last_is_paragraph(out))
}

/// An empty paragraph with attributes: `<w:p w:rsidR="…"/>`.
fn last_is_paragraph(out: &str) -> bool {
    out.rfind('<').and_then(|at| out.get(at..)).is_some_and(|tag| tag.starts_with("<w:p "))
}

/// Runs of a text: lines and tabs become what they are in a document.
pub fn runs(text: &str, properties: Option<&Node>, out: &mut String) {
    out.push_str("<w:r>");
    if let Some(properties) = properties {
        tree::write(std::slice::from_ref(properties), out);
    }
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            out.push_str("<w:br/>");
        }
        for (place, part) in line.split('\t').enumerate() {
            if place > 0 {
                out.push_str("<w:tab/>");
            }
            out.push_str("<w:t xml:space=\"preserve\">");
            out.push_str(&escaped(part.trim_end_matches('\r')));
            out.push_str("</w:t>");
        }
    }
    out.push_str("</w:r>");
}
