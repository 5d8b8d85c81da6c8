//! 登记台账: registers that an office defines for itself.
//!
//! So far: understanding the workbook that one begins with ([`infer`]), and asking for that from the command line.

pub mod console;
pub mod infer;
mod known;
