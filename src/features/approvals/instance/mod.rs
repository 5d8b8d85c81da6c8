//! Processes under way: what is stored, and the operations that move them. One operation is one transaction: the document,
//! the process, its history and the audit row stand or fall together.

pub mod act;
pub mod adopt;
pub mod alias;
pub mod enter;
pub mod gate;
pub mod readdress;
pub mod record;
pub mod returned;
pub mod state;
pub mod submit;

/// Kind of reference of the files of opinions and forms; stored.
pub const FILES_KIND: &str = "flow";
