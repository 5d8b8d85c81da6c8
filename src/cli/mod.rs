//! The command line.
pub mod verb;
