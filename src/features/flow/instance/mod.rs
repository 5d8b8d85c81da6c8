//! Processes under way: what is stored, and the operations that move them. One operation is one transaction: the document,
//! the process, its history and the audit row stand or fall together.

pub mod act;
pub mod record;
pub mod state;
pub mod submit;
