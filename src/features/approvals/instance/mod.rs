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

use crate::records::files::ReferenceKind;

/// Files of opinions: seen by whoever takes part in the process.
pub const FILES: ReferenceKind =
    ReferenceKind { name: "flow", may_see: crate::features::approvals::file_access::may_read_instance_file };
