//! Columns in memory: what lists filter, sort, add up, count and search by, one dense array a field, following the store.
//!
//! Invariants:
//! * a commit is in the columns before its operations are answered;
//! * truth stays in the store: who shows a row reads its record, and columns that are not there yet, switched off or
//!   in doubt are missed by nobody but the clock ([`Tables::columns`] answers `None` and the list reads the old way).
//!
//! The arrays themselves, and everything that runs over millions of values, are the package in `engine/`. Schemas are
//! values, so that fields known only when the program runs (registers) use the same engine. Deliberately absent: any
//! knowledge of what records mean, of people and their rights.

use std::sync::Arc;

pub mod field;
pub mod tables;

pub use field::{Field, Link, Listed, Means, Origin, Source, Where};
pub use gx_columns::formula::Compute;
pub use gx_columns::{
    Answer, By, ByNumber, Columns, Formula, Front, Kind, NONE, Order, Predicate, Query, Rows, Set, Value, bits,
    chunk_reader, front, runs, scan, select, spans, texts,
};
pub use tables::{State, Tables};

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

/// The columns of a table.
#[derive(Debug, Clone)]
pub struct Schema {
    /// In their order.
    pub columns: Vec<Info>,
    /// How they are kept.
    pub kinds: Arc<[Kind]>,
}

impl Schema {
    /// Columns in their order.
    pub fn new(columns: Vec<Info>) -> Self {
        let kinds = columns.iter().map(|info| info.kind.clone()).collect();
        Self { columns, kinds }
    }

    /// The place of a column.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|info| info.name == name)
    }
}

/// A table at one moment, with what its columns are called.
#[derive(Debug, Clone)]
pub struct Snapshot {
    pub schema: Arc<Schema>,
    /// Its rows and the day.
    pub columns: Columns,
}
