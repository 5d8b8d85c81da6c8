//! A template: a Word file whose fields are known, filled as often as wanted.

use std::collections::BTreeMap;

use crate::batch;
use crate::compile::compile;
use crate::numbering::Lists;
use crate::package::{OfficeError, Package};
use crate::render::{Numbers, Rendering, Scope};
use crate::token::Format;
use crate::tree::{self, Node};
use crate::value::Fields;

/// Numbers of our content controls begin here: those of an editor are random, and ours are looked at to be free.
const FIRST_NUMBER: u32 = 730_000_000;

/// A field where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub format: Option<String>,
    /// The lists and conditions around it, the outermost first.
    pub within: Vec<String>,
    /// Whether it is a list or condition itself.
    pub is_section: bool,
    /// Whether it stands in a head or foot of pages.
    pub is_in_margin: bool,
}

/// A file that was read and opened for filling.
#[derive(Debug, Clone)]
pub struct Template {
    package: Package,
    /// The document and the heads and feet that have fields, compiled.
    parts: BTreeMap<String, Vec<Node>>,
}

impl Template {
    /// Reads a file.
    ///
    /// # Errors
    /// What is no document or not taken, and a list or condition without its other end.
    pub fn read(bytes: &[u8]) -> Result<Self, OfficeError> {
        let package = Package::read(bytes)?;
        let mut parts = BTreeMap::new();
        for (name, text) in &package.texts {
            if *name == package.document || is_margin(name) {
                let compiled = compile(tree::parse(text)?)?;
                let mut places = Vec::new();
                collect(&compiled, &mut Vec::new(), false, &mut places);
                if *name == package.document || !places.is_empty() {
                    parts.insert(name.clone(), compiled);
                }
            }
        }
        Ok(Self { package, parts })
    }

    /// All fields in the order of reading, those of the document first.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for is_in_margin in [false, true] {
            for (name, nodes) in &self.parts {
                if (*name != self.package.document) == is_in_margin {
                    collect(nodes, &mut Vec::new(), is_in_margin, &mut places);
                }
            }
        }
        places
    }

    /// Whether a head or foot has fields: many documents in one file have these only once.
    pub fn has_fields_in_margins(&self) -> bool {
        self.parts.len() > 1
    }

    /// One document.
    ///
    /// # Errors
    /// A field that the values don't have.
    pub fn fill(&self, fields: &Fields) -> Result<Vec<u8>, OfficeError> {
        let (mut numbers, mut changed) = (self.numbers(), BTreeMap::new());
        for (name, nodes) in &self.parts {
            let mut out = String::new();
            Rendering { scope: Scope::new(fields), numbers: &mut numbers }.nodes(nodes, &mut out)?;
            changed.insert(name.clone(), out);
        }
        self.package.with(&changed, false)
    }

    /// Many documents in one file, each on pages of its own with numbers of its own. `title` is what the template is called.
    ///
    /// # Errors
    /// Fields in heads or feet, and a field that the values don't have.
    pub fn fill_many(&self, title: &str, many: &[Fields]) -> Result<Vec<u8>, OfficeError> {
        if self.has_fields_in_margins() {
            return Err(OfficeError::HeaderInBatch(title.to_owned()));
        }
        let nodes = self.parts.get(&self.package.document).ok_or(OfficeError::NotDocument)?;
        let lists = Lists::of(&self.package, nodes)?;
        let mut changed = BTreeMap::new();
        changed.insert(self.package.document.clone(), batch::document(nodes, many, &mut self.numbers(), &lists)?);
        changed.extend(lists.continued(many.len()));
        self.package.with(&changed, true)
    }

    /// Numbers that no control of the file has.
    fn numbers(&self) -> Numbers {
        let text = self.package.texts.get(&self.package.document).map_or("", String::as_str);
        let taken =
            text.split("<w:id ").filter_map(|after| tree::attribute(&format!(" {after}"), "w:val")?.parse().ok());
        let last = taken.filter(|number: &u32| (FIRST_NUMBER..2_000_000_000).contains(number)).max();
        Numbers(last.unwrap_or(FIRST_NUMBER))
    }
}

/// Heads and feet by the names that all editors give them.
fn is_margin(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    !name.contains("_rels") && (file.starts_with("header") || file.starts_with("footer")) && file.ends_with(".xml")
}

fn collect(nodes: &[Node], within: &mut Vec<String>, is_in_margin: bool, places: &mut Vec<Place>) {
    for node in nodes {
        match node {
            Node::Element(element) => collect(&element.children, within, is_in_margin, places),
            Node::Field(spot) => places.push(Place {
                name: spot.name.clone(),
                format: spot.format.clone(),
                within: within.clone(),
                is_section: false,
                is_in_margin,
            }),
            Node::Section { name, body, .. } => {
                let (name, within_it) = (name.clone(), within.clone());
                let place =
                    Place { name: name.clone(), format: None, within: within_it, is_section: true, is_in_margin };
                places.push(place);
                within.push(name);
                collect(body, within, is_in_margin, places);
                within.pop();
            }
            Node::Raw(_) | Node::Open { .. } | Node::Close(_) => {}
        }
    }
}

/// What a control should say, by its tag: the same value in the same words.
///
/// `None` where the tag is of another template, or its list has become shorter.
pub fn expected(tag: &str, fields: &Fields) -> Option<String> {
    let (path, format) = match tag.split_once('|') {
        Some((path, format)) => (path, Some(format)),
        None => (tag, None),
    };
    let format = Format::named(format)?;
    let mut scope = fields;
    let mut steps = path.split('.').peekable();
    while let Some(step) = steps.next() {
        if steps.peek().is_none() {
            return scope.get(step).or_else(|| fields.get(step)).map(|value| value.said(format));
        }
        let (list, place) = step.strip_suffix(']')?.split_once('[')?;
        let crate::Value::Rows(rows) = scope.get(list)? else { return None };
        scope = rows.get(place.parse::<usize>().ok()?.checked_sub(1)?)?;
    }
    None
}
