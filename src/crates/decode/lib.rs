//! Reads records and inputs: MessagePack as rmp_serde writes it with names of fields, and JSON values. serde compiles a reader
//! for each type and each format, so there is one format: tokens. What does not depend on the type is compiled once, and what
//! depends on it is a few instructions around its visitor (decisions/0250).
//!
//! What is read is what `rmp_serde::from_slice` and `serde_json::from_value` read; `tests.rs` compares them, and names the few
//! payloads that no encoder writes and that only they accept.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod decoder;
mod error;
mod packed;
#[cfg(test)]
mod tests;
mod tree;
mod visit;

use serde::de::{DeserializeOwned, Error as _};

use decoder::{Decoder, Source};
pub use error::Error;
use tree::Tree;

type Res<T> = Result<T, Error>;

/// A value from MessagePack. Bytes behind it are not looked at.
///
/// # Errors
/// Bytes that end too early or are no value of the type.
pub fn from_packed<T: DeserializeOwned>(bytes: &[u8]) -> Res<T> {
    read(Source::Packed(bytes))
}

/// A value from JSON.
///
/// # Errors
/// A value of another shape.
pub fn from_json<T: DeserializeOwned>(value: serde_json::Value) -> Res<T> {
    read(Source::Tree(Tree::new(value)))
}

/// A value from JSON as text: over [`serde_json::Value`], so that its type has one reader.
///
/// # Errors
/// Text that is no JSON, or a value of another shape.
pub fn from_json_text<T: DeserializeOwned>(text: &[u8]) -> Res<T> {
    from_json(parsed(text)?)
}

fn parsed(text: &[u8]) -> Res<serde_json::Value> {
    serde_json::from_slice(text).map_err(Error::custom)
}

fn read<T: DeserializeOwned>(source: Source<'_>) -> Res<T> {
    let mut decoder = Decoder::new(source);
    let read = T::deserialize(&mut decoder);
    if read.is_ok() {
        decoder.ended_well()?;
    }
    read
}
