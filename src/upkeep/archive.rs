//! The portable archive: everything of the business in one `.zip` of text, readable without this
//! program and importable into a fresh installation.
//!
//! ```text
//! tables/user.jsonl   one record a line, in id order      blobs/<sha-256>   uploaded files
//! keys/personal.key   what personal data is sealed with, when there is any
//! manifest.json       format, schema, counts, size and SHA-256 of every file
//! ```
//!
//! Invariants: equal stores give equal archives, byte for byte (sorted, fixed time stamps, nothing
//! about the machine); taken from one snapshot, before the export's own audit row; password hashes
//! are part of it, so the file is made with mode 0600.
//!
//! Deliberately absent: sessions, wrong tries, set-up codes ([`Keeping::Passing`]), the session key and the
//! configuration file (a backup has those), the schema record (it belongs to the installation). The key of
//! personal data is there, because without it identity numbers and accounts would be lost for ever.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::doctor::guarded;
use super::files::{failed, pump};
use super::manifest::FileEntry;
use super::{referenced_blobs, salvage};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::key_file;
use crate::kernel::order::Order;
use crate::kernel::seal::KEY_BYTES;
use crate::op::Caller;
use crate::platform::seal_check::{PERSONAL_KEY, SealCheck};
use crate::product::Product;
use crate::store::migrate::{MIN_READER, Schema, known_number};
use crate::store::{Keeping, Reader, Reads, Record, TableInfo};

pub use super::import::import;

/// Value of `format`.
pub(super) const FORMAT: &str = "gx-portal archive 1";
/// Name of the manifest.
pub(super) const MANIFEST: &str = "manifest.json";

/// The key of personal data.
pub(super) const KEY_FILE: &str = "keys/personal.key";

/// What an archive says about itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Contents {
    /// [`FORMAT`].
    pub format: String,
    /// Product version that wrote it.
    pub product: String,
    /// Schema number of the records.
    pub schema: u64,
    /// The oldest version that may read it; empty in archives from before it was noted.
    #[serde(default)]
    pub min_reader: String,
    /// Records of each table.
    pub tables: BTreeMap<String, u64>,
    /// Every file but the manifest.
    pub files: BTreeMap<String, FileEntry>,
    /// What was damaged and left out, a sentence each: an archive made with `--skip-damaged`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// What is done about damage.
enum Damage<'a> {
    /// Nothing is written.
    Refuse,
    /// It is left out and noted here.
    Skip(&'a mut Vec<String>),
}

impl Damage<'_> {
    /// A damaged part: its sentence is noted, or is the refusal.
    fn meet(&mut self, what: String) -> Result<()> {
        match self {
            Self::Refuse => Err(AppError::refused(format!(
                "{what}，归档已取消；请运行 gx-portal doctor 检查，或加 --skip-damaged 归档其余数据"
            ))),
            Self::Skip(missing) => {
                missing.push(what);
                Ok(())
            }
        }
    }
}

/// The tables that leave the house.
pub(super) fn lasting(product: &Product) -> impl Iterator<Item = TableInfo> + use<> {
    let mut infos: Vec<TableInfo> = product
        .tables()
        .into_iter()
        .filter(|info| info.keeping == Keeping::Lasting && info.name != Schema::TABLE)
        .collect();
    infos.order_by_key(|info| info.name);
    infos.into_iter()
}

/// Path of a table inside the archive.
pub(super) fn table_file(name: &str) -> String {
    format!("tables/{name}.jsonl")
}

type Zip = ZipWriter<BufWriter<File>>;

/// Writes the archive to `file`, replacing what is there only when the new one is whole; answers
/// `{file, tables, blobs, bytes, missing, notLogged}`.
///
/// # Errors
/// A sentence: damaged records or files, a full disk, a place that cannot be written.
pub fn export(app: &Arc<App>, os_user: &str, file: &Path) -> Result<Value> {
    written(app, os_user, file, false)
}

/// The same without what is damaged, which `missing` lists: for who has no backup that is whole.
///
/// # Errors
/// A sentence: a full disk, a place that cannot be written.
pub fn export_undamaged(app: &Arc<App>, os_user: &str, file: &Path) -> Result<Value> {
    written(app, os_user, file, true)
}

fn written(app: &Arc<App>, os_user: &str, file: &Path, skip_damaged: bool) -> Result<Value> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if file.is_dir() {
        return Err(AppError::refused(format!("{} 是目录，请指定归档文件名，例如 gx.zip", file.display())));
    }
    if file.exists() {
        return Err(AppError::refused(format!("{} 已存在，没有覆盖；请换一个文件名", file.display())));
    }
    let temporary =
        tempfile::Builder::new().prefix(".gx-export-").tempfile_in(folder).map_err(failed("写入目录", folder))?;
    let writing = failed("写入归档", file);
    let reader = app.store.read()?;
    let handle = temporary.as_file().try_clone().map_err(&writing)?;
    let mut zip = ZipWriter::new(BufWriter::new(handle));
    let mut contents = Contents {
        format: FORMAT.to_owned(),
        product: env!("CARGO_PKG_VERSION").to_owned(),
        schema: known_number(),
        min_reader: MIN_READER.to_owned(),
        tables: BTreeMap::new(),
        files: BTreeMap::new(),
        missing: Vec::new(),
    };
    let mut missing = Vec::new();
    let mut damage = if skip_damaged { Damage::Skip(&mut missing) } else { Damage::Refuse };
    for info in lasting(app.product) {
        write_table(&mut zip, &reader, &info, &mut contents, &mut damage)?;
    }
    let hashes = files_to_write(app, &reader, skip_damaged)?;
    for hash in &hashes {
        write_blob(&mut zip, app, hash, &mut contents, &mut damage)?;
    }
    let has_sealed = guarded(|| Ok(reader.get::<SealCheck>(&SealCheck::key())?.is_some()));
    if has_sealed.unwrap_or_else(|_| app.paths.keys().join(PERSONAL_KEY).exists()) {
        write_key(&mut zip, app, &mut contents)?;
    }
    contents.missing = missing;
    begin(&mut zip, MANIFEST)?;
    let mut manifest = serde_json::to_vec_pretty(&contents).map_err(AppError::internal)?;
    manifest.push(b'\n');
    zip.write_all(&manifest).map_err(&writing)?;
    let mut inner = zip.finish().map_err(|error| writing(error.into()))?;
    inner.flush().map_err(&writing)?;
    temporary.as_file().sync_all().map_err(&writing)?;
    let bytes = temporary.as_file().metadata().map_err(&writing)?.len();
    temporary.persist(file).map_err(|error| writing(error.error))?;
    crate::store::directory::sync_directory(file)?;
    let caller = Arc::new(Caller::console(os_user, "export"));
    let not_logged = super::noted(app, &caller, "数据归档");
    Ok(
        json!({"file": file, "bytes": bytes, "blobs": hashes.len(), "tables": contents.tables, "missing": contents.missing,
              "notLogged": not_logged}),
    )
}

/// Uploaded files that records name; all there are when records that may name some can't be read.
fn files_to_write(app: &App, reader: &Reader, skip_damaged: bool) -> Result<BTreeSet<String>> {
    match guarded(|| Ok(referenced_blobs(app.product, reader)?)) {
        Ok(hashes) => Ok(hashes),
        Err(_) if skip_damaged => Ok(app.blobs.all().map_err(AppError::internal)?.into_iter().collect()),
        Err(why) => Err(AppError::refused(format!("上传的文件无法核对：{why}；请运行 gx-portal doctor 检查"))),
    }
}

fn begin(zip: &mut Zip, name: &str) -> Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o600)
        .large_file(true);
    zip.start_file(name, options)
        .map_err(|error| AppError::refused(format!("写入归档失败：{error}，请检查磁盘空间后重试")).because(error))
}

fn write_table(
    zip: &mut Zip,
    reader: &Reader,
    info: &TableInfo,
    contents: &mut Contents,
    damage: &mut Damage<'_>,
) -> Result<()> {
    let name = table_file(info.name);
    begin(zip, &name)?;
    let mut hasher = Sha256::new();
    let (mut size, mut rows) = (0_u64, 0_u64);
    let mut write = |id: &[u8], bytes: &[u8]| -> Result<()> {
        let value = match (info.to_json)(id, bytes) {
            Ok(value) => value,
            Err(error) => return damage.meet(error.to_string()),
        };
        let mut line = serde_json::to_vec(&value).map_err(AppError::internal)?;
        line.push(b'\n');
        zip.write_all(&line).map_err(failed("写入归档", Path::new(&name)))?;
        hasher.update(&line);
        size += line.len() as u64;
        rows += 1;
        Ok(())
    };
    let mut failure: Option<AppError> = None;
    let lost = salvage::walk(reader, info.name, &mut |id, bytes| {
        failure = write(id, bytes).err();
        failure.is_none()
    });
    failure.map_or(Ok(()), Err)?;
    if lost > 0 {
        damage.meet(format!("数据表 {} 有损坏的页面，至少缺少 {lost} 条记录", info.name))?;
    }
    contents.tables.insert(info.name.to_owned(), rows);
    contents.files.insert(name, FileEntry { size, sha256: hex::encode(hasher.finalize()) });
    Ok(())
}

fn write_key(zip: &mut Zip, app: &App, contents: &mut Contents) -> Result<()> {
    let path = app.paths.keys().join(PERSONAL_KEY);
    let reading = failed("读取个人信息密钥", &path);
    begin(zip, KEY_FILE)?;
    let bytes = fs::read(&path).map_err(&reading)?;
    let damaged = || AppError::refused(format!("密钥文件 {} 已损坏，请从备份恢复", path.display()));
    let mut key = key_file::key_of(&bytes, KEY_BYTES).ok_or_else(damaged)?;
    let (size, sha256) = pump(&mut key, zip).map_err(&reading)?;
    contents.files.insert(KEY_FILE.to_owned(), FileEntry { size, sha256 });
    Ok(())
}

fn write_blob(zip: &mut Zip, app: &App, hash: &str, contents: &mut Contents, damage: &mut Damage<'_>) -> Result<()> {
    let path = app.blobs.path(hash).map_err(AppError::internal)?;
    // Looked at first: what was begun in the archive can't be taken back.
    if matches!(damage, Damage::Skip(_)) && app.blobs.verify(hash).is_err() {
        return damage.meet(format!("上传的文件 {hash} 缺失或已损坏"));
    }
    let reading = failed("读取上传的文件", &path);
    let name = format!("blobs/{hash}");
    begin(zip, &name)?;
    let mut source = File::open(&path).map_err(&reading)?;
    let (size, sha256) = pump(&mut source, zip).map_err(&reading)?;
    if sha256 != hash {
        return Damage::Refuse.meet(format!("上传的文件 {} 已损坏", path.display()));
    }
    contents.files.insert(name, FileEntry { size, sha256 });
    Ok(())
}
