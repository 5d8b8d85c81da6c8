//! What the records of the business (estate, leases, books) have in common (domain.md 2.0): a department that
//! decides who sees them, an optimistic lock, a history of changes, human numbers, sealed personal data.
//!
//! Invariants: a record is written only through [`owned::insert`], [`owned::update`] and [`owned::remove`], which
//! keep lock and history; a record of a department out of the caller's scope answers like one that is missing.

pub mod authors;
pub mod exchange;
pub mod history;
pub mod list;
pub mod number;
pub mod owned;
pub mod personal;
pub mod seal_check;
pub mod status;
pub mod telling;

use crate::route::{Route, read};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    // Which record kinds may be asked for, and through which right, is decided inside.
    vec![read("/portal/history", history::list).signed_in()]
}
