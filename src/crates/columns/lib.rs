//! Columns in memory: dense arrays, one a field, that are filtered, sorted, added up and counted.
//!
//! Invariants:
//! * nobody waits for anybody: a reader holds the rows of one moment, a writer copies a chunk only while somebody holds it;
//! * an answer of many rows costs no memory beside one bit a row and the page itself.
//!
//! A package of its own because it is the one part of the product that runs over millions of values a request: it is
//! built for speed, all else for size. Deliberately absent: records, links between tables, people and their rights, days
//! of a calendar.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bits;
pub mod by_number;
pub mod chunk_reader;
pub mod formula;
pub mod front;
pub mod packed;
pub mod query;
pub mod ranks;
pub mod rows;
pub mod runs;
pub mod scan;
pub mod select;
pub mod spans;
#[cfg(test)]
mod tests;
pub mod texts;

pub use by_number::ByNumber;
pub use formula::{Formula, When};
pub use front::Front;
pub use packed::NONE;
pub use query::{Answer, By, Columns, Order, Predicate, Query, Set};
pub use rows::Rows;

/// How texts of a column of names are also read: by pinyin, for one.
#[derive(Debug, Clone, Copy)]
pub struct Readings {
    /// All readings of a text.
    pub of: fn(&str) -> Vec<String>,
    /// Whether somebody who types this may mean a reading.
    pub meant: fn(&str) -> bool,
}

/// How the values of a column are kept.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Numbers, codes, days, seconds, money, areas, flags.
    Number,
    /// Texts that repeat.
    Name(Option<Readings>),
    /// Texts that mostly differ.
    Text,
    /// Several numbers a row.
    Numbers,
    /// Nothing is kept: it follows from columns before it and from the day.
    Computed(Formula),
}

/// A value on its way into a column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Also a code, a day, a moment; [`NONE`] for none.
    Number(i64),
    /// A text that repeats.
    Name(String),
    /// A text of its own.
    Text(String),
    /// Several numbers.
    Numbers(Vec<i64>),
    /// Of a computed column.
    Nothing,
}
