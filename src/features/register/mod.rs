//! 登记台账: registers that an office defines for itself.
//!
//! So far: understanding the workbook that one begins with ([`infer`]), and asking for that from the command line.

pub mod cell;
pub mod console;
pub mod definition;
pub mod formula;
pub mod infer;
pub mod kind;
mod known;
pub mod links;
pub mod record;
pub mod value;
