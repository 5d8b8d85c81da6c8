//! Backups: one directory with database, blobs, keys and configuration at one point in time.
//!
//! ```text
//! gx-backup-20260301-083000/
//!   gx.redb  blobs/ab/cdef…  keys/session.key  archive/audit-1-9.zip  gx-portal.toml  manifest.json
//! ```
//!
//! Invariants: made beside a running server from one snapshot (writers never wait); under its final
//! name only when every file was synced, the database pages were checked and everything was read
//! again; a backup of damaged records is refused. Files are copied, never linked.
//!
//! Deliberately absent: incremental backups, compression, encryption (the operator's storage does
//! that); schedules.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::files::{self, Scratch, failed};
use super::manifest::{self, AuditEnd, FileEntry, Manifest};
use super::{leftovers, referenced_blobs, room};
use crate::app::App;
use crate::blobs::Blobs;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::op::Caller;
use crate::platform::audit;
use crate::platform::audit::AuditHead;
use crate::product::Product;
use crate::store::directory::DataPaths;
use crate::store::migrate::{self, MIN_READER, known_number};
use crate::store::{Reader, Reads, Store, StoreOptions, backup as copy, key, options};

/// Name of the configuration file in a data directory.
const CONFIG_FILE: &str = "gx-portal.toml";
const PREFIX: &str = "gx-backup-";

/// Makes a backup below `to_dir`; answers its path, counts and size.
///
/// # Errors
/// A sentence: damaged records (nothing is kept), a disk without room, a directory that cannot be written.
pub fn create(app: &Arc<App>, os_user: &str, to_dir: &Path) -> Result<Value> {
    create_by(app, &Arc::new(Caller::console(os_user, "backup create")), to_dir)
}

/// The same for any caller (scheduled jobs).
///
/// # Errors
/// As [`create`].
pub fn create_by(app: &Arc<App>, caller: &Arc<Caller>, to_dir: &Path) -> Result<Value> {
    files::make_folder(to_dir).map_err(failed("创建备份目录", to_dir))?;
    // Whole copies that killed ones left: a retry adds none to them.
    if let Err(fault) = leftovers::remove(&leftovers::in_folder(to_dir)) {
        tracing::warn!(cause = fault.cause, message = %fault.message, "copies of killed backups stay");
    }
    if let Some(why) = room::lacking(app, room::Use::Backup, to_dir, room::needed(app)?) {
        return Err(AppError::refused(why));
    }
    let scratch = Scratch::new(to_dir, leftovers::UNFINISHED).map_err(failed("写入备份目录", to_dir))?;
    let now = app.clock.now();
    let (manifest, found) = fill(app, scratch.path(), now)?;
    let (tables, count) = (manifest.tables.clone(), manifest.files.len());
    let bytes: u64 = manifest.files.values().map(|file| file.size).sum();
    let expected = manifest.files.clone();
    write_manifest(scratch.path(), manifest)?;
    files::sync_tree(scratch.path()).map_err(failed("写入备份", scratch.path()))?;
    let faults = changed_files(scratch.path(), &expected);
    if let Some(fault) = faults.first() {
        return Err(AppError::refused(format!(
            "备份写完后复核未通过：{fault}。请检查磁盘 {} 后重试",
            to_dir.display()
        )));
    }
    let target = free_name(to_dir, now);
    scratch.keep(&target).map_err(failed("写入备份", &target))?;
    let not_logged = super::noted(app, caller, "备份");
    Ok(json!({"backup": target, "madeAt": now.to_text(), "files": count, "bytes": bytes, "tables": tables,
              "mending": found.mending, "notes": found.notes, "notLogged": not_logged}))
}

/// A backup in a folder where the newest `keep` stay; answers what [`create`] answers and how many were removed. What is
/// surplus goes before it, so that a backup never fails for want of room that older ones take; when that isn't enough, the
/// one that it is to replace goes too, never the last.
///
/// # Errors
/// As [`create`] and [`prune`].
pub fn create_kept(app: &Arc<App>, caller: &Arc<Caller>, dir: &Path, keep: usize) -> Result<(Value, usize)> {
    files::make_folder(dir).map_err(failed("创建备份目录", dir))?;
    let mut removed = 0;
    let mut prune_to = |keep: usize| -> Result<()> {
        removed += prune(dir, keep)?["removed"].as_array().map_or(0, Vec::len);
        Ok(())
    };
    prune_to(keep)?;
    if room::lacking(app, room::Use::Backup, dir, room::needed(app)?).is_some() {
        prune_to(keep.saturating_sub(1).max(1))?;
    }
    let made = create_by(app, caller, dir)?;
    prune_to(keep)?;
    Ok((made, removed))
}

/// Writes every file but the manifest, and reads the records again as a restore does.
fn fill(app: &App, dir: &Path, now: Stamp) -> Result<(Manifest, Contents)> {
    let reader = app.store.read()?;
    let database = dir.join("gx.redb");
    let mut tables = copy::copy_snapshot(&reader, &app.product.tables(), &database)?;
    // Opening the copy for the check may write to it, so it comes before the hash.
    copy::check_pages(&database).map_err(|error| {
        AppError::refused("备份的数据库副本未通过页面校验，备份已取消，请检查磁盘后重试").because(error)
    })?;
    let head: AuditHead = reader.get(&key().str("head"))?.unwrap_or_default();
    let audit = AuditEnd { last: head.last, hash: head.hash };
    let found = contents(app.product, &database, &tables, &audit);
    if let Some(fault) = found.faults.first() {
        return Err(AppError::refused(format!(
            "数据有损坏，备份已取消，没有留下不能恢复的备份：{fault}。请运行 gx-portal doctor 查看全部"
        )));
    }
    set_private(&database)?;
    tables.retain(|_, rows| *rows > 0);
    for hash in referenced_blobs(app.product, &reader)? {
        copy_blob(&app.blobs, &hash, dir)?;
    }
    copy_keys(&app.paths, dir)?;
    if let Some(fault) = super::keys::faults(app.product, &dir.join("keys"), &reader)?.first() {
        return Err(AppError::refused(format!("备份已取消，没有留下不能恢复的备份：{fault}")));
    }
    copy_audit_archives(&app.paths, dir)?;
    let config = app.paths.root.join(CONFIG_FILE);
    if config.exists() {
        files::copy_file(&config, &dir.join(CONFIG_FILE)).map_err(failed("备份文件", &config))?;
    }
    let mut entries = BTreeMap::new();
    for name in files::files_below(dir).map_err(failed("读取", dir))? {
        let path = dir.join(&name);
        let (size, sha256) = files::hash_file(&path).map_err(failed("读取", &path))?;
        entries.insert(name, FileEntry { size, sha256 });
    }
    let schema = migrate::schema(&reader)?;
    let manifest = Manifest {
        format: manifest::FORMAT.to_owned(),
        product: env!("CARGO_PKG_VERSION").to_owned(),
        schema: schema.as_ref().map_or_else(known_number, |schema| schema.number),
        min_reader: schema.as_ref().map_or_else(|| MIN_READER.to_owned(), |schema| schema.min_reader.clone()),
        installation: schema.map(|schema| schema.installation).unwrap_or_default(),
        made_at: now,
        made_at_text: now.to_text(),
        tables,
        audit,
        files: entries,
        seal: String::new(),
    };
    Ok((manifest, found))
}

fn set_private(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed("写入", path))
}

fn copy_blob(blobs: &Blobs, hash: &str, dir: &Path) -> Result<()> {
    let from = blobs.path(hash).map_err(AppError::internal)?;
    let (folder, rest) = hash.split_at(2);
    let to = dir.join("blobs").join(folder).join(rest);
    let (_, found) = files::copy_file(&from, &to).map_err(failed("备份上传的文件", &from))?;
    if found != hash {
        return Err(AppError::refused(format!(
            "上传的文件 {} 已损坏，备份已取消；请运行 gx-portal doctor 检查，从以前的备份恢复该文件后重试",
            from.display()
        )));
    }
    Ok(())
}

fn copy_keys(paths: &DataPaths, dir: &Path) -> Result<()> {
    let keys = paths.keys();
    for name in files::files_below(&keys).map_err(failed("读取", &keys))? {
        let from = keys.join(&name);
        files::copy_file(&from, &dir.join("keys").join(&name)).map_err(failed("备份密钥", &from))?;
    }
    Ok(())
}

/// Archived parts of the audit log: what the store no longer has.
fn copy_audit_archives(paths: &DataPaths, dir: &Path) -> Result<()> {
    let archive = paths.root.join("archive");
    if !archive.exists() {
        return Ok(());
    }
    for name in files::files_below(&archive).map_err(failed("读取", &archive))? {
        // Parts under way have hidden names.
        if !name.starts_with('.') {
            let from = archive.join(&name);
            files::copy_file(&from, &dir.join("archive").join(&name)).map_err(failed("备份日志归档", &from))?;
        }
    }
    Ok(())
}

fn write_manifest(dir: &Path, manifest: Manifest) -> Result<()> {
    let path = dir.join(manifest::NAME);
    let bytes = manifest.sealed_bytes()?;
    let mut file = files::new_file(&path).map_err(failed("写入", &path))?;
    file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(failed("写入", &path))
}

/// `gx-backup-YYYYMMDD-HHMMSS`, with `-2`, `-3` … when the name is taken.
fn free_name(to_dir: &Path, now: Stamp) -> PathBuf {
    let digits: String = now.to_text().chars().filter(char::is_ascii_digit).collect();
    let (date, time) = digits.split_at_checked(8).unwrap_or((&digits, ""));
    let name = format!("{PREFIX}{date}-{time}");
    let plain = to_dir.join(&name);
    if !plain.exists() {
        return plain;
    }
    (2_u32..).map(|number| to_dir.join(format!("{name}-{number}"))).find(|path| !path.exists()).unwrap_or(plain)
}

/// Reads every file again; one sentence for each that is not as the manifest says.
fn changed_files(dir: &Path, expected: &BTreeMap<String, FileEntry>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, entry) in expected {
        let Some(path) = files::inside(dir, name) else {
            faults.push(format!("清单中的路径不正确：{name}"));
            continue;
        };
        match files::hash_file(&path) {
            Ok((size, sha256)) if size == entry.size && sha256 == entry.sha256 => {}
            Ok((size, _)) if size != entry.size => {
                faults.push(format!("文件 {name} 的大小不符：应为 {} 字节，实际为 {size} 字节", entry.size));
            }
            Ok(_) => faults.push(format!("文件 {name} 的内容已损坏（校验值不符）")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => faults.push(format!("缺少文件 {name}")),
            Err(error) => faults.push(format!("文件 {name} 读取失败：{error}")),
        }
    }
    faults
}

/// What [`verify`] found.
#[derive(Debug, Clone)]
pub struct Report {
    /// Sentences that name what is hurt; empty = a good backup.
    pub faults: Vec<String>,
    /// Indexes and sums that do not agree with the records, which are whole: a restore puts them right.
    pub mending: Vec<String>,
    /// What was wrong with the installation itself and stays so after a restore.
    pub notes: Vec<String>,
    /// Files that do not belong to the backup; harmless.
    pub extra: Vec<String>,
    manifest: Manifest,
}

impl Report {
    /// Whether the backup can be restored.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }

    /// The report for `--json`: `{ok, madeAt, product, schema, installation, files, bytes, tables,
    /// faults, mending, notes, extraFiles}`.
    pub fn to_json(&self) -> Value {
        let manifest = &self.manifest;
        json!({
            "ok": self.is_good(),
            "madeAt": manifest.made_at_text,
            "product": manifest.product,
            "schema": manifest.schema,
            "installation": manifest.installation,
            "files": manifest.files.len(),
            "bytes": manifest.files.values().map(|file| file.size).sum::<u64>(),
            "tables": manifest.tables,
            "faults": self.faults,
            "mending": self.mending,
            "notes": self.notes,
            "extraFiles": self.extra,
        })
    }

    /// Relative paths of the files, for [`super::restore`].
    pub(super) fn files(&self) -> &BTreeMap<String, FileEntry> {
        &self.manifest.files
    }
}

/// Checks a backup completely: seal, every file's hash, pages of the database, every record of every
/// table, the audit chain. The backup itself is only read.
///
/// # Errors
/// A sentence when there is no backup to check (missing, foreign, newer); damage is in the report.
pub fn verify(product: &Product, dir: &Path) -> Result<Report> {
    let manifest = Manifest::read(dir)?;
    let mut faults = Vec::new();
    if !manifest.is_whole() {
        faults.push("备份清单 manifest.json 的内容已被改动（校验值不符）".to_owned());
    }
    if !manifest.files.contains_key("gx.redb") {
        faults.push("清单中没有数据库文件 gx.redb".to_owned());
    }
    faults.extend(changed_files(dir, &manifest.files));
    let present = files::files_below(dir).map_err(failed("读取备份目录", dir))?;
    let extra =
        present.into_iter().filter(|name| name != manifest::NAME && !manifest.files.contains_key(name)).collect();
    let found =
        if dir.join("gx.redb").exists() { copied_contents(product, dir, &manifest)? } else { Contents::default() };
    faults.extend(found.faults);
    Ok(Report { faults, mending: found.mending, notes: found.notes, extra, manifest })
}

/// What the records of a backup are like.
#[derive(Default)]
struct Contents {
    faults: Vec<String>,
    mending: Vec<String>,
    notes: Vec<String>,
}

/// The contents of a backup's database, read in a copy.
fn copied_contents(product: &Product, dir: &Path, manifest: &Manifest) -> Result<Contents> {
    let elsewhere = std::env::temp_dir();
    let scratch = Scratch::new(dir.parent().unwrap_or(dir), leftovers::VERIFYING)
        .or_else(|_| Scratch::new(&elsewhere, leftovers::VERIFYING))
        .map_err(failed("创建临时目录", &elsewhere))?;
    let database = scratch.path().join("gx.redb");
    let from = dir.join("gx.redb");
    files::copy_file(&from, &database).map_err(failed("读取", &from))?;
    if let Err(error) = copy::check_pages(&database) {
        let faults = vec![format!("数据库文件 gx.redb 的页面校验未通过：{error}")];
        return Ok(Contents { faults, ..Contents::default() });
    }
    let mut found = contents(product, &database, &manifest.tables, &manifest.audit);
    if found.faults.is_empty() {
        let keys = super::doctor::guarded(|| {
            let store = open_alone(product, &database)?;
            let faults = super::keys::faults(product, &dir.join("keys"), &store.read()?);
            store.close();
            faults
        });
        found.faults.extend(keys.unwrap_or_else(|why| vec![format!("密钥文件无法核对：{why}")]));
    }
    Ok(found)
}

/// Opens a database that nobody else has open and reads everything in it: the one check that `create`, `verify` and
/// `restore` make.
fn contents(product: &Product, database: &Path, expected: &BTreeMap<String, u64>, audit: &AuditEnd) -> Contents {
    let opened = super::doctor::guarded(|| {
        let store = open_alone(product, database)?;
        let found = record_faults(product, &store.read()?, expected, audit);
        store.close();
        found
    });
    opened.unwrap_or_else(|why| Contents {
        faults: vec![format!("数据库文件 gx.redb 无法打开：{why}")],
        ..Contents::default()
    })
}

/// A database file that belongs to no running program.
pub(super) fn open_alone(product: &Product, database: &Path) -> Result<Store> {
    let medium = Box::new(crate::store::FileMedium::new(database));
    Ok(Store::open(medium, StoreOptions { reserve_bytes: 0, ..options() }, &product.tables())?)
}

fn record_faults(
    product: &Product,
    reader: &Reader,
    expected: &BTreeMap<String, u64>,
    audit: &AuditEnd,
) -> Result<Contents> {
    let mut contents = Contents::default();
    for table in super::doctor::tables(product, reader) {
        let (name, report) = (table.report.table.as_str(), &table.report);
        contents.faults.extend(report.damaged.iter().map(|why| format!("数据表 {name} 有损坏的记录：{why}")));
        if let Some(first) = report.index_faults.first() {
            let count = report.index_faults.len();
            contents.mending.push(format!("数据表 {name} 的索引或汇总与记录不符（{count} 处，如 {first}）"));
        }
        let expected = expected.get(name).copied().unwrap_or(0);
        if report.records != expected && report.damaged.is_empty() {
            contents.faults.push(format!("数据表 {name} 应有 {expected} 条记录，实际为 {} 条", report.records));
        }
    }
    match super::doctor::guarded(|| Ok(audit::verify_chain(reader)?)) {
        // A log that somebody meddled with is no reason to have no backup; it is named, and stays as it is.
        Ok((_, chain)) => contents.notes.extend(chain),
        Err(why) => contents.faults.push(format!("审计链无法核对：{why}")),
    }
    let head: AuditHead = reader.get(&key().str("head"))?.unwrap_or_default();
    if (AuditEnd { last: head.last, hash: head.hash }) != *audit {
        contents.faults.push("审计链末尾与备份清单不一致".to_owned());
    }
    Ok(contents)
}

/// A finished backup as `list` and `prune` see it.
struct Found {
    path: PathBuf,
    manifest: Manifest,
}

/// Finished backups below `dir`, oldest first; and names of those that cannot be read.
fn finished(dir: &Path) -> Result<(Vec<Found>, Vec<PathBuf>)> {
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    let entries = fs::read_dir(dir).map_err(failed("读取备份目录", dir))?;
    for entry in entries {
        let entry = entry.map_err(failed("读取备份目录", dir))?;
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) || !entry.path().is_dir() {
            continue;
        }
        match Manifest::read(&entry.path()) {
            Ok(manifest) => found.push(Found { path: entry.path(), manifest }),
            Err(_) => broken.push(entry.path()),
        }
    }
    found.order_by(|a, b| (a.manifest.made_at, &a.path).cmp(&(b.manifest.made_at, &b.path)));
    broken.sort_unstable();
    Ok((found, broken))
}

/// Lists the backups below a directory, oldest first: `[{path, madeAt, product, bytes, files, readable}]`, then what killed
/// backups and checks left: `{path, bytes, leftover}`.
///
/// # Errors
/// A sentence when the directory cannot be read.
pub fn list(dir: &Path) -> Result<Value> {
    let (found, broken) = finished(dir)?;
    let good = found.iter().map(|found| {
        let bytes: u64 = found.manifest.files.values().map(|file| file.size).sum();
        json!({"path": found.path, "madeAt": found.manifest.made_at_text, "product": found.manifest.product,
               "bytes": bytes, "files": found.manifest.files.len(), "readable": true})
    });
    let broken = broken.iter().map(|path| json!({"path": path, "readable": false}));
    let left = leftovers::in_folder(dir);
    let left = left.iter().map(|left| json!({"path": left.path, "bytes": left.bytes, "leftover": left.what}));
    Ok(good.chain(broken).chain(left).collect())
}

/// Removes all but the newest `keep` backups, and what killed backups, checks and restores left there. Backups without a readable manifest are left alone and do not count.
///
/// # Errors
/// `keep` of 0 (the last backup is removed by hand or not at all); an unreadable directory.
pub fn prune(dir: &Path, keep: usize) -> Result<Value> {
    if keep == 0 {
        return Err(AppError::refused("至少要保留 1 份备份，请把 --keep 设为 1 或更大"));
    }
    let (found, _) = finished(dir)?;
    let surplus = found.len().saturating_sub(keep);
    let mut removed: Vec<PathBuf> = found.iter().take(surplus).map(|found| found.path.clone()).collect();
    for path in &removed {
        // First out of sight, so that a half-removed backup is never taken for a whole one; locked, so that nobody who
        // sweeps takes the rest of it away meanwhile.
        let _lock = files::locked(path).map_err(failed("删除备份", path))?;
        let doomed = dir.join(format!("{}{}", leftovers::UNFINISHED, hex::encode(rand::random::<[u8; 8]>())));
        fs::rename(path, &doomed).and_then(|()| fs::remove_dir_all(&doomed)).map_err(failed("删除备份", path))?;
    }
    removed.extend(leftovers::remove(&leftovers::in_folder(dir))?);
    Ok(json!({"removed": removed, "kept": found.len() - surplus}))
}
