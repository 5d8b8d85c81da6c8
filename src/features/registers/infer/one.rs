//! One cell of a known field, as imports, pasted lines and forms bring it: the same reading as for a surveyed column, with
//! what the definition says instead of what a whole column tells.

use crate::sheet::RawCell;

use super::convert::CellOutcome;
use super::day::DayOrder;
use super::kind::Kind;
use super::known::Known;
use super::read::{Bare, HasWord, Read, Terms, Value, read};

/// What is known of the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldType {
    /// What it holds.
    pub kind: Kind,
    /// Decimal places of a decimal.
    pub places: u8,
    /// Power of ten of bare amounts: 4 for 万元.
    pub power: u8,
    /// What it links to, as its place among [`Known::links`].
    pub link: Option<usize>,
    /// Order of days like `3/5/2024`.
    pub order: Option<DayOrder>,
    /// What bare numbers among percentages are.
    pub bare: Option<Bare>,
    /// Whether the workbook counts days from 1904.
    pub is_1904: bool,
}

impl FieldType {
    /// A kind of which nothing else is known.
    pub const fn of(kind: Kind) -> Self {
        Self { kind, places: 0, power: 0, link: None, order: None, bare: None, is_1904: false }
    }

    /// Reads a cell; `None` for one without content, or with a sign that stands for none.
    pub fn read(&self, cell: &RawCell, known: &dyn Known, department: Option<u64>) -> Option<CellOutcome> {
        let has_word = HasWord { flag: true, month: true, year: true, phone: true };
        let terms = Terms {
            power: self.power,
            places: self.places,
            order: self.order,
            bare: self.bare.or(Some(Bare::Hundredths)),
            serials: true,
            is_1904: self.is_1904,
            land: None,
            pair: None,
            link: self.link,
            has_word,
        };
        if cell.value.to_string().trim().is_empty() {
            return None;
        }
        match read(self.kind, cell, &terms, known, department) {
            Read::Value(Value::Nothing) => None,
            Read::Value(value) => Some(CellOutcome::Value(value)),
            Read::Rounded(value) => Some(CellOutcome::Rounded(value)),
            Read::Near(why) | Read::No(why) => Some(CellOutcome::Kept(why.into_owned())),
        }
    }
}
