//! The store of this program: `gx-store`, and the schema steps of the program's records.

pub mod migrate;

pub use gx_store::*;

/// Who opens the data.
pub const PROGRAM: Program =
    Program { version: env!("CARGO_PKG_VERSION"), min_reader: migrate::MIN_READER, steps: migrate::MIGRATIONS };

/// How this program opens its store, in sizes that fit a tool or a test.
pub fn options() -> StoreOptions {
    StoreOptions { program: PROGRAM, ..StoreOptions::default() }
}
