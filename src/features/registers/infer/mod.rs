//! Understanding a workbook that nobody prepared: where its table is, what each column holds, and why.
//!
//! Pure: lines of cells in, a [`Guess`] out; what the office knows comes as [`Known`]. [`guess`] and [`rows`] walk the same
//! way, so nothing is understood differently when it is converted.
//!
//! Invariants: every cell with content ends as a value, as its original text (原值) with the reason, in a line or column that
//! is named as left out, or in the header; nothing is rounded or completed without a warning; memory does not grow with the
//! number of rows, but for the marks by which double keys are found.
//!
//! Deliberately absent: writing anything, and questions to people (they are warnings, and [`Options`] answers them). Of
//! formulas the saved results count; their shapes are told for who may compute them.

mod above;
mod amount;
mod choose;
mod column;
mod convert;
mod day;
mod doubts;
mod gather;
mod kind;
mod known;
mod marks;
mod one;
mod place;
mod plain;
mod raw;
mod read;
mod shapes;
mod together;
mod told;
mod totals;
mod value;
mod walk;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sheet::{Facts, SheetRow};

pub use column::Misfit;
pub use convert::{CellOutcome, Converted, Out, Row, rows};
pub use day::DayOrder;
pub use kind::Kind;
pub use known::{Dictionary, Known, LinkKind, Match, Nobody};
pub use one::FieldType;
pub use raw::{Expected, Laid, LaidColumn, Layout, RawRow, lay};
pub use read::{Bare, Value};
pub use shapes::{Part, Shape};
pub use together::together;
pub use told::FORMULAS;
pub use totals::TotalCheck;
pub use walk::What;

use choose::Chosen;
use gather::Reader;
use place::Place;
use walk::Said;

/// What a person said about a sheet after seeing a guess; rows from 1, columns from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "SurveyOptions")]
pub struct Options {
    /// First and last row of the header.
    pub header: Option<(u32, u32)>,
    /// Last row of the data.
    pub end: Option<u32>,
    /// Lines that are data all the same.
    pub data: Vec<u32>,
    /// Lines that are not wanted.
    pub skipped: Vec<u32>,
    /// Unit of amounts whose column names none.
    pub unit: Option<String>,
    /// Said about columns.
    pub columns: BTreeMap<u32, ColumnOptions>,
}

/// What a person said about a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "SurveyColumnOptions")]
pub struct ColumnOptions {
    /// Which kind it is, one of the values of its type.
    pub kind: Option<Kind>,
    /// Unit of its amounts: 元, 万元 …
    pub unit: Option<String>,
    /// Order of days like `3/5/2024`.
    pub order: Option<DayOrder>,
    /// What bare numbers among percentages are.
    pub bare: Option<Bare>,
    /// What it links to, when its kind is a link.
    pub link: Option<String>,
    /// Empty cells hold what stands above them: 空白沿用上一行.
    pub fill: bool,
}

/// What was understood of a sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyGuess")]
pub struct Guess {
    /// Name of the sheet.
    pub sheet: String,
    /// The title above the table.
    pub title: Option<String>,
    /// Units that a line above names.
    pub units: Vec<String>,
    /// Unit of amounts whose column names none: that which was said, else that which a line above names.
    pub unit: Option<String>,
    /// What about the unit has to be decided by a person before amounts may be stored.
    pub doubts: Vec<String>,
    /// First and last row of the header, from 1.
    pub header: Option<(u32, u32)>,
    /// First and last row of the data, from 1.
    pub data: Option<(u32, u32)>,
    /// Rows of data.
    pub rows: u32,
    /// Whether lines between the data part it: a column 分组 is offered.
    pub has_sections: bool,
    /// Columns of the table, from left to right.
    pub columns: Vec<ColumnGuess>,
    /// Lines and columns that are not read, in their order.
    pub left_out: Vec<LeftOut>,
    /// How many more there are.
    pub more_left_out: u32,
    /// Lines of totals compared with their rows.
    pub totals: Vec<TotalCheck>,
    /// About the sheet as a whole.
    pub warnings: Vec<String>,
    /// Columns that tell rows apart; empty when none do.
    pub key: Vec<u32>,
    /// The column of departments that every row has.
    pub owner: Option<u32>,
    /// The first lines, to be shown.
    pub head: Vec<Shown>,
    /// The last lines.
    pub tail: Vec<Shown>,
    #[serde(skip)]
    place: Place,
    #[serde(skip)]
    said: Said,
}

/// A line as it lies there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyLine")]
pub struct Shown {
    /// From 1.
    pub row: u32,
    /// Why it is left out; absent for data.
    pub what: Option<What>,
    /// Texts by column.
    pub cells: BTreeMap<u32, String>,
}

/// Lines that are not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyLeftOut")]
pub struct LeftOut {
    /// First line, from 1.
    pub row: u32,
    /// Last line.
    pub last: u32,
    /// First and last column where only a part of the lines is meant.
    pub columns: Option<(u32, u32)>,
    /// Why.
    pub what: What,
    /// What stands there.
    pub text: String,
}

/// How sure a kind is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SurveyGrade")]
pub enum Grade {
    /// 0.90 and more.
    #[serde(rename = "高")]
    High,
    /// 0.70 and more.
    #[serde(rename = "中")]
    Medium,
    /// Less: kept as text, or what people said.
    #[serde(rename = "低")]
    Low,
}

/// What was understood of a column.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyColumn")]
pub struct ColumnGuess {
    /// From 0.
    pub column: u32,
    /// As the spreadsheet calls it.
    pub letter: String,
    /// Labels from top to bottom.
    pub path: Vec<String>,
    /// Name of the field.
    pub label: String,
    /// Which kind it is, one of the values of its type.
    pub kind: Kind,
    /// What it links to.
    pub link: Option<&'static str>,
    /// In hundredths.
    pub confidence: u8,
    /// The same in three grades.
    pub grade: Grade,
    /// Unit of its numbers; amounts are kept in fen all the same.
    pub unit: Option<String>,
    /// Decimal places of its numbers.
    pub places: u8,
    /// Why, as a sentence.
    pub evidence: String,
    /// What somebody should look at.
    pub warnings: Vec<String>,
    /// Cells with content.
    pub filled: u32,
    /// Cells that are not of the kind: they keep their original text.
    pub misfit_count: u32,
    /// The first of them.
    pub misfits: Vec<Misfit>,
    /// The first values, before and after.
    pub samples: Vec<(String, String)>,
    /// Entries of its dictionary, the commonest first.
    pub choices: Vec<(String, u32)>,
    /// A dictionary that the office has and that holds them.
    pub dictionary: Option<u64>,
    /// Entries that may be the same: the rare one, the common one.
    pub spellings: Vec<(String, String)>,
    /// Whether it is left out unless somebody wants it: numbers the rows, or is empty.
    pub is_off: bool,
    /// Whether who fills in a row may add to its entries: they are closed only where the header says so.
    pub is_open: bool,
    /// Whether nearly every row has another value.
    #[serde(skip)]
    pub is_distinct: bool,
    /// Whether its empty cells look as if they went on from above.
    pub may_fill: bool,
    /// The shape of all its formulas, where every cell that was looked at has one.
    #[serde(skip)]
    pub formula: Option<Shape>,
    #[serde(skip)]
    chosen: Chosen,
}

impl ColumnGuess {
    /// A column of another number and name of which nothing is known yet: one that no sheet has.
    #[must_use]
    pub fn renamed(&self, column: u32, label: &str) -> Self {
        Self {
            column,
            letter: String::new(),
            path: vec![label.to_owned()],
            label: label.to_owned(),
            kind: Kind::Text,
            link: None,
            confidence: 100,
            grade: Grade::High,
            unit: None,
            places: 0,
            evidence: String::new(),
            warnings: Vec::new(),
            filled: 0,
            misfit_count: 0,
            misfits: Vec::new(),
            samples: Vec::new(),
            choices: Vec::new(),
            dictionary: None,
            spellings: Vec::new(),
            is_off: false,
            is_open: false,
            is_distinct: false,
            may_fill: false,
            formula: None,
            chosen: self.chosen.clone(),
        }
    }

    /// A value of the column for people.
    pub fn show(&self, value: &Value) -> String {
        told::show(value, &self.chosen)
    }
}

/// A text as labels and words are compared: narrow, without blanks.
pub fn compared(text: &str) -> String {
    plain::tight(text).into_owned()
}

/// The unit in a label, from its last brackets.
pub fn unit_in(label: &str) -> Option<String> {
    kind::unit_of(label)
}

/// The power of ten of a unit of money; none for other units.
pub fn power_of(unit: &str) -> Option<u8> {
    kind::money_power(unit)
}

/// Words that differ by one character, of which one is likely a slip of the other: the rare one first.
pub fn spellings(choices: &[(String, u32)]) -> Vec<(String, String)> {
    told::spellings(choices)
}

/// Understands a sheet. `feed` hands the lines over, in order.
///
/// # Errors
/// Only those of `feed`.
pub fn guess<E>(
    facts: &Facts,
    options: &Options,
    known: &dyn Known,
    feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), E>,
) -> Result<Guess, E> {
    let mut reader = Reader::new(facts, options, known);
    feed(&mut |line| reader.take(line))?;
    Ok(reader.finish())
}
