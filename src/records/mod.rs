//! What records of every kind have in common (domain.md 2.0): who made and changed them, a department that decides who
//! sees them, an optimistic lock, a history, files that hang on them, human numbers, sealed personal data, workbooks in
//! and out. Above `op`, below every feature.
//!
//! Invariants: a business record is written only through [`owned::insert`], [`owned::update`] and [`owned::remove`], which
//! keep lock and history; a record of a department out of the caller's scope answers like one that is missing.

pub mod authors;
pub mod base;
pub mod exchange;
pub mod export;
pub mod files;
pub mod history;
pub mod import;
pub mod list;
pub mod names;
pub mod number;
pub mod owned;
pub mod people;
pub mod personal;
pub mod sessions;
pub mod status;
pub mod telling;
