//! Secrets of the installation: files that are made at the first start and never again.
//!
//! Invariant: a key that is not the one of the data is never used. The file proves itself by its checksum, the key of personal
//! data by a sealed text in the store ([`SealCheck`]), or, where that is older, by the records themselves.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::error::{AppError, Result};
use crate::kernel::key_file;
use crate::kernel::seal::{KEY_BYTES, Sealer, TriedSeals};
use crate::platform::seal_check::{PERSONAL_KEY, SESSION_KEY, SESSION_KEY_BYTES, SealCheck};
use crate::product::Product;
use crate::store::directory::{DataPaths, replace_file};
use crate::store::{Reads as _, Store};

/// A key as its file has it.
struct KeyFile {
    key: Vec<u8>,
    has_checksum: bool,
}

/// A key file of the installation, made at the first start (0600).
fn read_or_make(path: &Path, length: usize) -> Result<KeyFile> {
    let failed = |error: std::io::Error| AppError::internal(format!("{}: {error}", path.display()));
    match OpenOptions::new().read(true).open(path) {
        Ok(mut file) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(failed)?;
            let damaged = || AppError::refused(format!("密钥文件 {} 已损坏，请从备份恢复", path.display()));
            let key = key_file::key_of(&bytes, length).ok_or_else(damaged)?.to_vec();
            Ok(KeyFile { key, has_checksum: key_file::has_checksum(&bytes, length) })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut key = vec![0; length];
            rand::fill(&mut key[..]);
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
            file.write_all(&key_file::with_checksum(&key)).and_then(|()| file.sync_all()).map_err(failed)?;
            crate::store::directory::sync_directory(path)?;
            Ok(KeyFile { key, has_checksum: true })
        }
        Err(error) => Err(failed(error)),
    }
}

/// Writes a checksum behind a key of before; where that can't be written it is tried at the next start.
fn add_checksum(path: &Path, file: &KeyFile) {
    if !file.has_checksum
        && let Err(error) = replace_file(path, &key_file::with_checksum(&file.key))
    {
        tracing::warn!(%error, path = %path.display(), "no checksum was added to a key file");
    }
}

/// The key that signs tokens.
pub(super) fn session_key(paths: &DataPaths) -> Result<Vec<u8>> {
    let path = paths.keys().join(SESSION_KEY);
    let file = read_or_make(&path, SESSION_KEY_BYTES)?;
    add_checksum(&path, &file);
    Ok(file.key)
}

/// The sealer of personal data. A key that is missing or not the one the records were sealed with is refused:
/// a new one would make every sealed value unreadable for ever.
pub(super) fn sealer(product: &Product, paths: &DataPaths, store: &Store) -> Result<Sealer> {
    let path = paths.keys().join(PERSONAL_KEY);
    let wrong = || {
        let shown = path.display();
        AppError::refused(format!(
            "个人信息密钥 {shown} 缺失或与数据不符，请从备份恢复该文件（备份目录的 keys 文件夹中）"
        ))
    };
    let reader = store.read()?;
    let known: Option<SealCheck> = reader.get(&SealCheck::key())?;
    if known.is_some() && !path.exists() {
        return Err(wrong());
    }
    let file = read_or_make(&path, KEY_BYTES)?;
    let sealer = Sealer::new(&file.key).map_err(AppError::internal)?;
    let Some(known) = known else {
        add_checksum(&path, &file);
        return Ok(sealer);
    };
    if !known.fits(&sealer) {
        return Err(wrong());
    }
    if known.seals_nothing() {
        // A mark of before says nothing of the half that seals: the records do.
        match product.try_seals(&reader, &sealer)? {
            TriedSeals { shut: 0, .. } => {
                let check = SealCheck::of(&sealer).map_err(AppError::internal)?;
                // A disk that is full or read-only is no reason not to start: it is tried again at the next one.
                if let Err(error) = store.write(move |tx| -> Result<()> { Ok(tx.put(&check).map(drop)?) }) {
                    tracing::warn!(error = %error.message, "the proof of the key of personal data was not written");
                }
            }
            TriedSeals { open: 0, .. } => return Err(wrong()),
            TriedSeals { shut, .. } => {
                tracing::error!(shut, "some personal data does not open with the key file; run doctor");
                return Ok(sealer);
            }
        }
    }
    add_checksum(&path, &file);
    Ok(sealer)
}
