//! A register that is taken away: everything of it in one file, then out of the store; and back again.
//!
//! ```text
//! archive/register-<code>-<day>.zip
//!   register.json  versions.jsonl  dictionaries.json     as the store has them
//!   definitions/<n>.json                                 each version as a definition file, for other installations
//!   rows.jsonl  names.jsonl                              rows in their order; what their links point to is called
//!   history.jsonl  files.jsonl  files/<sha-256>          changes of the rows; their files
//!   manifest.json                                        format, counts, size and SHA-256 of every part, signature
//! ```
//!
//! Invariants: the file is synced, read again and compared part by part before one row goes; it shows no more of personal
//! data than the store does (sealed values stay sealed, the key stays at home), so with sealed values it comes back only where
//! that key is; what comes back comes as a whole or not at all. The manifest is signed with the installation's key: what was
//! changed since is refused, what another installation wrote, or nobody signed, is foreign (`foreign.rs`).

pub mod back;
pub mod deeds;
mod foreign;
pub mod reading;
pub mod work;
mod writing;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::platform::seal_check::SealCheck;
use crate::store::Reads;

use super::file::FileDictionary;
use super::record::sequence;

/// What the manifest says it is.
const FORMAT: &str = "gx-register-package 1";
/// How it begins in any format.
const ANY_FORMAT: &str = "gx-register-package ";
const MANIFEST: &str = "manifest.json";
const REGISTER: &str = "register.json";
const VERSIONS: &str = "versions.jsonl";
const DICTIONARIES: &str = "dictionaries.json";
const ROWS: &str = "rows.jsonl";
const NAMES: &str = "names.jsonl";
const HISTORY: &str = "history.jsonl";
const FILES: &str = "files.jsonl";
/// Folder of the content of files, by hash.
const BLOBS: &str = "files/";
/// Folder of definition files.
const DEFINITIONS: &str = "definitions/";
/// Bytes of a package that comes in at most.
pub const LARGEST: u64 = 2 << 30;

/// What a package says about itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Manifest {
    /// [`FORMAT`].
    format: String,
    /// Program that wrote it.
    product: String,
    /// By what its personal data was sealed: the mark of the key.
    key: String,
    /// When, for people.
    made_at: String,
    /// Code of the register.
    code: String,
    name: String,
    version: u32,
    /// The last row number ever given.
    last: u64,
    /// Rows, those in the recycle bin too.
    rows: u64,
    /// Changes of rows.
    changes: u64,
    /// Files of rows.
    files: u64,
    /// Every part but this one.
    parts: BTreeMap<String, Part>,
    /// Of all that with this field empty, by the key of the installation that wrote it; empty before there were signatures.
    #[serde(default)]
    signature: String,
}

impl Manifest {
    /// What is signed.
    fn signed(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(&Self { signature: String::new(), ..self.clone() }).map_err(AppError::internal)
    }
}

/// Where a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// This installation wrote it, and nobody changed it since.
    Own,
    /// It names this installation and bears no signature: one of before there were any, or one without it.
    Unsigned,
    /// Another installation wrote it.
    Elsewhere,
}

/// A part of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    /// Bytes.
    size: u64,
    /// Hexadecimal.
    sha256: String,
}

/// A dictionary with the number that the definitions know it by.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Numbered {
    dict_id: u64,
    dictionary: FileDictionary,
}

/// What a link's target was called.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    kind: u8,
    id: u64,
    name: String,
}

/// By what personal data is sealed here.
fn key_mark(app: &App) -> String {
    SealCheck::mark_of(&app.sealer())
}

/// The largest row number of a register that was ever given; an archive brings rows without their sequence.
fn last_given(view: &crate::op::View, register_id: u64) -> crate::error::Result<u64> {
    let last = super::rows::read::last_no(view, register_id)?;
    Ok(view.tx.sequence(&sequence(register_id))?.max(last))
}
