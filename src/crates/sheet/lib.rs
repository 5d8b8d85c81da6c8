//! Spreadsheets (.xlsx): streaming export, import templates, guarded reading, results by row.
//!
//! Invariants: a row is never held longer than it takes to write it; text is written as text,
//! whatever it looks like; a file is unpacked and counted before any of it is parsed; nothing in a
//! file is ever computed; every [`SheetError`] prints a sentence for the person at the screen.
//!
//! Files are told by their content, whatever their name: .xlsx, .xls, .ods, text with separators, web pages. [`Survey`] reads
//! any sheet row by row, values with their number formats: what becomes a register, and through [`read_as`] what follows a
//! template. [`grid`] is for what others make (bank statements).
//!
//! Deliberately absent: charts, and any notion of what the columns mean.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

mod archive;
mod biff;
mod cell;
mod compound;
mod extras;
mod laying;
mod markup;
mod number;
mod paper;
mod parts;
mod plain;
mod read;
mod rows;
mod survey;
mod table;
mod value;
mod write;

pub use extras::{Extras, Picture, Pictures, cell_picture};
pub use number::{Format, Number};
pub use paper::{Paper, paper};
pub use read::grid;
pub use rows::{Head, export_rows, template_rows, with_reasons_beside};
pub use survey::{Area, FORMULA_ROWS, Facts, RawCell, RawValue, SURVEY, Sheet, SheetRow, SheetState, Survey, Written};
pub use table::{ColumnSpec, Known, Source, head_key, letters, read, read_as};
pub use value::{Cell, Column, EXAMPLE, Grid, GridRow, Limits, Refused, Row, SheetError, Table};
pub use write::{export, template, with_reasons};

#[cfg(test)]
mod tests;
