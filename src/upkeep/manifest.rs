//! What a backup says about itself: `manifest.json`.
//!
//! Invariant: the manifest carries a seal (SHA-256 over itself without the seal), so a changed
//! manifest is told apart from changed files.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::store::migrate::{known_number, must_be_readable};

/// Name of the file.
pub(super) const NAME: &str = "manifest.json";
/// Value of `format`.
pub(super) const FORMAT: &str = "gx-portal backup 1";
/// No honest manifest is larger (a file takes about 150 bytes).
const LIMIT: u64 = 256 << 20;

/// A file of the backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileEntry {
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// The end of the audit chain at the moment of the backup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AuditEnd {
    /// Id of the newest row.
    pub last: u64,
    /// Its hash.
    pub hash: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// Product version that made the backup.
    pub product: String,
    /// Schema number of the store.
    pub schema: u64,
    /// The oldest version that may open it; empty in manifests from before it was noted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub min_reader: String,
    /// Identity of the installation.
    pub installation: String,
    /// When, in epoch milliseconds.
    pub made_at: Stamp,
    /// When, for people.
    pub made_at_text: String,
    /// Rows of each table, index tables included.
    pub tables: BTreeMap<String, u64>,
    /// End of the audit chain.
    pub audit: AuditEnd,
    /// Every file but this one.
    pub files: BTreeMap<String, FileEntry>,
    /// SHA-256 over all of the above.
    #[serde(default)]
    pub seal: String,
}

impl Manifest {
    fn computed_seal(&self) -> Result<String> {
        let open = Self { seal: String::new(), ..self.clone() };
        Ok(hex::encode(Sha256::digest(serde_json::to_vec(&open).map_err(AppError::internal)?)))
    }

    /// The bytes to write, with the seal.
    pub(super) fn sealed_bytes(mut self) -> Result<Vec<u8>> {
        self.seal = self.computed_seal()?;
        let mut bytes = serde_json::to_vec_pretty(&self).map_err(AppError::internal)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Whether the manifest is as it was written.
    pub(super) fn is_whole(&self) -> bool {
        self.computed_seal().is_ok_and(|seal| seal == self.seal)
    }

    /// Reads the manifest of a backup directory.
    ///
    /// # Errors
    /// A sentence for a directory that is missing, foreign, unfinished, or of a newer program.
    pub(super) fn read(dir: &Path) -> Result<Self> {
        let shown = dir.display();
        if !dir.is_dir() {
            return Err(AppError::refused(format!("没有备份目录 {shown}，请检查路径")));
        }
        let path = dir.join(NAME);
        let size = match std::fs::metadata(&path) {
            Ok(metadata) => metadata.len(),
            Err(_) => {
                return Err(AppError::refused(format!(
                    "目录 {shown} 中没有备份清单 {NAME}：它不是 gx-portal 的备份，或备份没有完成，请换一份备份"
                )));
            }
        };
        let foreign =
            || AppError::refused(format!("备份清单 {} 已损坏或不是 gx-portal 的备份，请换一份备份", path.display()));
        if size > LIMIT {
            return Err(foreign());
        }
        let bytes = std::fs::read(&path).map_err(super::files::failed("读取", &path))?;
        let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(|error| foreign().because(error))?;
        if value.get("format").and_then(serde_json::Value::as_str) != Some(FORMAT) {
            return Err(foreign());
        }
        let found = value.get("schema").and_then(serde_json::Value::as_u64).unwrap_or(0);
        let text = |name| value.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let known = known_number();
        must_be_readable(found, text("product"), text("min_reader")).map_err(|error| {
            AppError::refused(format!(
                "备份 {shown} 由更新版本的程序制作（数据结构 {found}，本程序为 {known}），请使用相同或更新版本的 gx-portal"
            ))
            .because(error)
        })?;
        gx_decode::from_json(value).map_err(|error| foreign().because(error))
    }
}
