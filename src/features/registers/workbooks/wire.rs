//! Workbooks and what was understood of them, on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::registers::definition::Definition;
use crate::features::registers::infer::{Bare, ColumnGuess, DayOrder, Guess, Kind};
use crate::features::registers::record::{BookSheet, RegBook};

/// An uploaded workbook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterBook")]
pub struct BookOut {
    /// Number of the uploaded workbook.
    pub book_id: u64,
    /// Name of the file, with its ending.
    pub name: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// Register that began from it; 0 while there is none.
    pub register_id: u64,
    /// How far its wizard is, as its page wrote it (JSON).
    pub wizard: String,
    /// Its sheets; those with a note can't be read.
    pub sheets: Vec<BookSheet>,
}

impl BookOut {
    /// Of a record.
    pub fn of(book: &RegBook) -> Self {
        Self {
            book_id: book.book_id,
            name: book.name.clone(),
            at: book.at.to_text(),
            register_id: book.register_id,
            wizard: book.wizard.clone(),
            sheets: book.sheets.clone(),
        }
    }
}

/// An upload that waits to be finished.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterBookRow")]
pub struct BookRow {
    /// Number of the uploaded workbook.
    pub book_id: u64,
    /// Name of the file, with its ending.
    pub name: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// How far its wizard is, as its page wrote it (JSON).
    pub wizard: String,
}

impl BookRow {
    /// Of a record.
    pub fn of(book: &RegBook) -> Self {
        let RegBook { book_id, name, wizard, .. } = book.clone();
        Self { book_id, name, at: book.at.to_text(), wizard }
    }
}

/// One workbook.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OneBook")]
pub struct OneBook {
    /// Number of the record, as its list gives it.
    pub id: u64,
}

/// How far a wizard is.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RegisterWizard")]
pub struct WizardInput {
    /// Number of the uploaded workbook.
    pub id: u64,
    /// JSON of the page, at most 256 KB.
    pub wizard: String,
}

/// What a person said about a sheet; rows from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "SheetSaid")]
pub struct SheetSaid {
    /// Place of the sheet in the workbook, from 1.
    pub no: usize,
    /// First row of the header; 0 for what was found.
    pub header_from: u32,
    /// Last row of the header.
    pub header_to: u32,
    /// Last row of the data; 0 for what was found.
    pub end: u32,
    /// Lines that are data all the same.
    pub data: Vec<u32>,
    /// Lines that are not wanted.
    pub skipped: Vec<u32>,
    /// Unit of amounts whose column names none: one of 元, 千元, 万元, 百万元, 亿元; empty for what was found.
    pub unit: String,
}

/// Two spellings of one word.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SpellingMerge")]
pub struct Merge {
    /// What the sheet has.
    pub from: String,
    /// What it counts as.
    pub to: String,
}

/// What a person said about a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ColumnSaid")]
pub struct ColumnSaid {
    /// Which: its number in the answer.
    pub column: u32,
    /// Which kind it is, one of the values of its type.
    pub kind: Option<Kind>,
    /// Name of the field.
    pub label: Option<String>,
    /// Unit of its amounts: 元, 万元 …
    pub unit: Option<String>,
    /// Order of days like `3/5/2024`.
    pub order: Option<DayOrder>,
    /// What bare numbers among percentages are.
    pub bare: Option<Bare>,
    /// What it links to: `asset`, `room` …
    pub link: Option<String>,
    /// Dictionary to use; 0 for a new one.
    pub dictionary: Option<u64>,
    /// Whether who fills in a row may add to its entries; as its name says when absent.
    pub open: Option<bool>,
    /// Empty cells hold what stands above them.
    pub fill: bool,
    /// 不导入, or wanted although it would be left out.
    pub off: Option<bool>,
    /// Spellings that count as others.
    pub merge: Vec<Merge>,
    /// 到期提醒: people are told that its day comes near.
    pub remind: bool,
    /// 计算字段: whether a column of formulas is computed; it is where that changes no value, unless somebody says no.
    pub formula: Option<bool>,
}

/// How a workbook is to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "BookReading")]
pub struct Reading {
    /// Sheets that become one register; the first ones that fit together when none is named.
    pub sheets: Vec<usize>,
    /// Said about sheets.
    pub options: Vec<SheetSaid>,
    /// Said about columns.
    pub columns: Vec<ColumnSaid>,
    /// Whether lines between the data become a column 分组; they do unless somebody says no.
    pub sections: Option<bool>,
    /// Whether several sheets leave a column 来源表; they do unless somebody says no.
    pub origin: Option<bool>,
}

/// What is to be understood.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "GuessInput")]
pub struct GuessInput {
    /// Number of the uploaded workbook.
    pub id: u64,
    /// How it is to be read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Column of the departments that rows belong to; -1 for the writer's own department.
    pub owner: Option<i64>,
    /// Columns that tell rows apart; none when empty, those found when absent.
    pub key: Option<Vec<u32>>,
}

/// What was understood of a sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SheetGuess")]
pub struct SheetGuess {
    /// Place of the sheet in the workbook, from 1.
    pub no: usize,
    /// The sheet by itself.
    pub guess: Guess,
}

/// A column of the register to be.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BookColumn")]
pub struct ColumnOut {
    /// What was understood; `column` is its number here, which is that in the first sheet where that has it.
    #[serde(flatten)]
    pub guess: ColumnGuess,
    /// Sheets that have it.
    pub sheets: Vec<usize>,
    /// Field that it becomes; 0 for a column that is left out.
    pub field: u16,
    /// Whether its name speaks of a day that something ends on: a reminder is offered.
    pub may_remind: bool,
    /// What its formulas compute, in words; empty where they do not compute one thing.
    pub formula: String,
    /// Whether they become a computed field, or could.
    pub may_compute: bool,
    /// Entries that the chosen dictionary does not have: they keep their original text.
    pub strange: Vec<String>,
}

/// A cell of a row as it will be.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PreviewCell")]
pub struct CellOut {
    /// Place of the column, from 0.
    pub column: u32,
    /// What the sheet shows, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it becomes.
    pub value: String,
    /// Why it keeps its original text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A row as it will be.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PreviewRow")]
pub struct RowOut {
    /// Number of its sheet.
    pub sheet: usize,
    /// Its line there.
    pub line: u32,
    /// Cells with content.
    pub cells: Vec<CellOut>,
}

/// What was understood of a workbook, and the register that it would be.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BookGuess")]
pub struct BookGuess {
    /// Sheets that were read, in their order.
    pub sheets: Vec<SheetGuess>,
    /// Groups of sheets that have the same columns; those alone too.
    pub together: Vec<Vec<usize>>,
    /// Rows of all of them.
    pub rows: u32,
    /// Columns of all of them.
    pub columns: Vec<ColumnOut>,
    /// Columns that tell rows apart.
    pub key: Vec<u32>,
    /// Column of the departments that rows belong to, where there is one.
    pub owner: Option<u32>,
    /// A code for the register that is free.
    pub code: String,
    /// The register as proposed, with the entries of the dictionaries that would be made with it.
    pub definition: Definition,
    /// About the workbook as a whole.
    pub warnings: Vec<String>,
    /// What about the unit of amounts has to be decided before this can be published: [`SheetSaid::unit`] answers it.
    pub doubts: Vec<String>,
    /// The first rows as they will be.
    pub preview: Vec<RowOut>,
}
