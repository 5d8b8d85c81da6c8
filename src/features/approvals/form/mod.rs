//! Forms that an authority draws itself (引擎表单), for what has no page of the business: the use of a seal, a journey.
//!
//! Invariants: what a form says is checked field by field by the server; a field that data was entered for keeps its name and
//! kind; nothing of a form is executed.
//! Deliberately absent: a second table within a form, tables in tables, edits while somebody decides.

pub mod bind;
pub mod data;
pub mod draft;
pub mod ops;
pub mod record;
pub mod register;
pub mod start;
