//! The built front end. A package of its own because it alone is built with debug assertions where the rest is built quickly:
//! by them `rust-embed` decides to read the folder at run time and to work without it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use rust_embed::{EmbeddedFile, RustEmbed};

/// What `npm run build` made, packed as brotli only. Browsers take brotli over TLS alone: an intranet without TLS gets gzip,
/// packed when the first of them asks and kept (2 MB in all); who takes neither gets the plain text.
#[derive(RustEmbed)]
#[folder = "../../../ui/dist"]
#[exclude = "*.js"]
#[exclude = "*.css"]
#[exclude = "*.html"]
#[exclude = "*.svg"]
#[exclude = "*.json"]
#[exclude = "*.ico"]
#[exclude = "*.wasm"]
#[allow_missing = true]
pub struct Front;
