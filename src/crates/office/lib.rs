//! The authority's own Word and Excel files as templates: what they ask for, filled with data, and what a returned text says.
//!
//! Invariants: a file is unpacked within limits before anything of it is read, and what its parts hold besides fields stays byte
//! for byte; the same template with the same data gives the same file, in any version of the program; a text is never markup,
//! whatever it holds; every [`OfficeError`] prints a sentence for the person at the screen.
//!
//! A field is `{{name}}` or `{{name|format}}`, a list or a condition `{{#name}}…{{/name}}`, its opposite `{{^name}}…{{/name}}`;
//! full-width braces and Word's merge fields are the same. In a document each value is laid into a content control named like
//! its field, so that the file can be compared with the data when it comes back ([`controls`]). In a workbook fields stand in
//! cells, a list repeats a row ([`Book`]), and a form of rows under a head is filled by the words of its head ([`Form`]).
//!
//! Deliberately absent: layout, page numbers, conversion to PDF, and any notion of what the fields mean.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

mod batch;
mod book;
mod cell_text;
mod check;
mod compile;
mod controls;
mod document;
mod merge_fields;
mod numbering;
mod package;
mod paragraph;
mod places;
mod plain;
mod render;
mod template;
mod token;
mod tree;
mod value;

pub use book::plain::plain_workbook;
pub use book::{Book, Form};
pub use check::{Field, Finding, Kind, check};
pub use controls::{Control, controls};
pub use document::Document;
pub use package::{MOST_BYTES, OfficeError};
pub use places::Place;
pub use plain::plain_document;
pub use template::{Template, expected};
pub use token::Format;
pub use value::{Fields, Value};

#[cfg(test)]
mod tests;
