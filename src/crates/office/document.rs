//! A Word file as a template: its fields are known, and it is filled as often as wanted.

use std::collections::BTreeMap;

use crate::batch;
use crate::compile::compile;
use crate::numbering::Lists;
use crate::package::{OfficeError, Package};
use crate::places::{Place, collect};
use crate::render::{Numbers, Rendering, Scope, Surface};
use crate::tree::{self, Node};
use crate::value::Fields;

/// Numbers of our content controls begin here: those of an editor are random, and ours are looked at to be free.
const FIRST_NUMBER: u32 = 730_000_000;

/// A document that was read and opened for filling.
#[derive(Debug, Clone)]
pub struct Document {
    package: Package,
    /// The document and the heads and feet that have fields, compiled.
    parts: BTreeMap<String, Vec<Node>>,
}

impl Document {
    /// Opens an unpacked file.
    ///
    /// # Errors
    /// A list or condition without its other end.
    pub fn open(package: Package) -> Result<Self, OfficeError> {
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
            Rendering { scope: Scope::new(fields), surface: Surface::Document(&mut numbers) }.nodes(nodes, &mut out)?;
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
