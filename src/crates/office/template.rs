//! A template: a file of the authority whose fields are known, filled as often as wanted.

use crate::book::Book;
use crate::document::Document;
use crate::package::{Medium, OfficeError, Package};
use crate::places::Place;
use crate::token::Format;
use crate::value::{Fields, Value};

/// A file that was read and opened for filling.
#[derive(Debug, Clone)]
pub enum Template {
    Word(Document),
    Excel(Book),
}

impl Template {
    /// Reads a file.
    ///
    /// # Errors
    /// What is no document and no workbook or not taken, and a list or condition without its other end.
    pub fn read(bytes: &[u8]) -> Result<Self, OfficeError> {
        let package = Package::read(bytes)?;
        Ok(match package.medium {
            Medium::Word => Self::Word(Document::open(package)?),
            Medium::Excel => Self::Excel(Book::open(package)?),
        })
    }

    /// All fields in the order of reading, those of the document first.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Self::Word(document) => document.places(),
            Self::Excel(book) => book.places(),
        }
    }

    /// One file.
    ///
    /// # Errors
    /// A field that the values don't have.
    pub fn fill(&self, fields: &Fields) -> Result<Vec<u8>, OfficeError> {
        match self {
            Self::Word(document) => document.fill(fields),
            Self::Excel(book) => book.fill(fields),
        }
    }

    /// What names of its files end with.
    pub fn ending(&self) -> &'static str {
        match self {
            Self::Word(_) => "docx",
            Self::Excel(_) => "xlsx",
        }
    }

    /// Whether a head or foot has fields: many documents in one file have these only once.
    pub fn has_fields_in_margins(&self) -> bool {
        matches!(self, Self::Word(document) if document.has_fields_in_margins())
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
        let Value::Rows(rows) = scope.get(list)? else { return None };
        scope = rows.get(place.parse::<usize>().ok()?.checked_sub(1)?)?;
    }
    None
}
