//! Columns in memory: what lists filter, sort, add up, count and search by, one dense array a field, following the store.
//!
//! Invariants:
//! * nobody waits for anybody: a reader holds the rows of one moment, a commit copies a chunk only while somebody holds it;
//! * a commit is in the columns before its operations are answered;
//! * truth stays in the store: who shows a row reads its record, and columns that are not there yet, switched off or
//!   in doubt are missed by nobody but the clock ([`Tables::rows`] answers `None` and the list reads the old way).
//!
//! Schemas are values, so that fields known only when the program runs (registers) use the same engine. Deliberately
//! absent: any knowledge of what records mean, of people and their rights.

pub mod field;
pub mod packed;
pub mod query;
pub mod rows;
pub mod scan;
pub mod select;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod texts;

pub use field::{Field, Link, Listed, Means, Source};
pub use packed::NONE;
pub use query::{Answer, By, Columns, Predicate, Query, Set};
pub use rows::Rows;
pub use tables::{State, Tables};

/// What a computed column is made of: the numbers of its sources, and the number of today's day.
pub type Compute = fn(&[i64], i64) -> i64;

/// How the values of a column are kept.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Numbers, codes, days, seconds, money, areas, flags.
    Number,
    /// Texts that repeat.
    Name {
        /// Whether people look for it by pinyin.
        by_pinyin: bool,
    },
    /// Texts that mostly differ.
    Text,
    /// Several numbers a row.
    Numbers,
    /// Nothing is kept: it follows from other columns and the day.
    Computed {
        /// Columns that it follows from; numbers, names or computed ones before it.
        from: Vec<usize>,
        /// How.
        of: Compute,
    },
}

/// A column.
#[derive(Debug, Clone)]
pub struct Info {
    /// Its name on the wire.
    pub name: String,
    /// How it is kept.
    pub kind: Kind,
    /// What it points to.
    pub link: Option<Link>,
    /// What its numbers mean.
    pub means: Means,
    /// Whether nobody sorts or counts by it.
    pub private: bool,
}

impl Info {
    /// A column that points nowhere and means what it holds.
    pub fn new(name: &str, kind: Kind) -> Self {
        Self { name: name.to_owned(), kind, link: None, means: Means::Number, private: false }
    }
}

/// The columns of a table.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// In their order.
    pub columns: Vec<Info>,
}

impl Schema {
    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|info| info.name == name)
    }
}

/// A value of a record on its way into a column.
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
