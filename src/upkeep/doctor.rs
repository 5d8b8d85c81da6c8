//! The doctor: reads everything once and says what is hurt; mends what can be computed again.
//!
//! Indexes, sequences and orphaned files can be repaired; damaged records cannot (they come back from
//! a backup). Invariant: a panic while damaged pages are read is a finding, never a crash.
//!
//! Deliberately absent: guessing. A record that fails its checksum is named and left alone.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use super::files::failed;
use super::{leftovers, referenced_blobs, upgrade};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::op::{Caller, Op};
use crate::platform::audit;
use crate::platform::audit::{AuditAction, Entry};
use crate::platform::files::FileInfo;
use crate::product::{Check, Product};
use crate::records::list::run::allowed;
use crate::records::loose_files as file_sweep;
use crate::store::directory::DataPaths;
use crate::store::doctor::TableReport;
use crate::store::journal::is_own;
use crate::store::key::first_u64;
use crate::store::{RawRead, Reader, Reads, TableInfo, Urgency};
use crate::tls;

/// Files that nothing names are removed only when they are older: an upload under way stores its
/// file before the record that names it.
const ORPHAN_AGE: Duration = Duration::from_secs(3_600);

/// What the program does by itself every hour: files that belong to nothing for a day go, then the
/// content that nobody names.
///
/// # Errors
/// A record or a directory that cannot be read; nothing is removed then.
pub fn sweep_files(app: &Arc<App>) -> Result<u64> {
    let caller = Arc::new(Caller::job("file-sweep"));
    while app.read(&caller, file_sweep::is_due)? {
        app.act(&caller, "文件清理", AuditAction::Delete, file_sweep::run)?;
    }
    let used = guarded(|| Ok(referenced_blobs(app.product, &app.store.read()?)?)).map_err(AppError::internal)?;
    sweep(app, used)
}

/// Runs a check; what it refuses and what it panics with become a sentence.
pub(super) fn guarded<T>(check: impl FnOnce() -> Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(fault)) => Err(fault.cause.unwrap_or_else(|| fault.message.into_owned())),
        Err(_) => Err("数据库页面已损坏，读取中断".to_owned()),
    }
}

/// What was found in one table.
pub(super) struct Checked {
    pub info: TableInfo,
    pub report: TableReport,
}

/// Checks every known table.
pub(super) fn tables(product: &Product, tx: &dyn RawRead) -> Vec<Checked> {
    let check = |info: TableInfo| {
        let report = guarded(|| Ok(info.verify(tx)?)).unwrap_or_else(|why| TableReport {
            table: info.name.to_owned(),
            damaged: vec![why],
            ..TableReport::default()
        });
        Checked { info, report }
    };
    product.tables().into_iter().map(check).collect()
}

/// Sequences that would hand out a number that exists: `(name, last, largest)`.
fn late_sequences(product: &Product, tx: &dyn RawRead) -> Result<Vec<(&'static str, u64, u64)>> {
    let mut late = Vec::new();
    for info in product.tables().into_iter().filter(|info| info.numbered) {
        let name = info.name;
        let mut largest = 0;
        tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, true, &mut |id, _| {
            largest = first_u64(id).unwrap_or(0);
            false
        })?;
        let last = tx.sequence(name)?;
        if last < largest {
            late.push((name, last, largest));
        }
    }
    Ok(late)
}

/// What was found among the uploaded files.
struct BlobFindings {
    files: usize,
    damaged: Vec<String>,
    missing: Vec<String>,
    orphans: Vec<String>,
    /// Uploaded files that are hurt: number, name, owner, what is wrong.
    hurt: Vec<Value>,
}

fn blobs(app: &App, tx: &Reader, used: &BTreeSet<String>, is_quick: bool) -> Result<BlobFindings> {
    let present = app.blobs.all().map_err(AppError::internal)?;
    let is_damaged = |hash: &&String| !is_quick && app.blobs.verify(hash).is_err();
    let damaged: Vec<String> = present.iter().filter(is_damaged).cloned().collect();
    let known: HashSet<&String> = present.iter().collect();
    let bad: HashSet<&String> = damaged.iter().collect();
    let mut hurt = Vec::new();
    tx.each::<FileInfo>(|file| {
        let why = |hash: &String| {
            if known.contains(hash) { bad.contains(hash).then_some("damaged") } else { Some("missing") }
        };
        if let Some(why) = file.blobs().find_map(why) {
            hurt.push(json!({"id": file.file_id, "name": file.name, "createBy": file.create_by, "error": why}));
        }
        true
    })?;
    Ok(BlobFindings {
        files: present.len(),
        hurt,
        missing: used.iter().filter(|hash| !known.contains(hash)).cloned().collect(),
        orphans: present.iter().filter(|hash| !used.contains(*hash)).cloned().collect(),
        damaged,
    })
}

/// Reads the whole installation and reports
/// `{ok, tables:[{table, records, damaged, indexFaults, doubled}], audit:{rows, faults}, blobs:{files, damaged,
/// missing, orphans, hurtFiles}, sequences:[…], columns:[{table, differ}], unknownTables, hints, freeBytes, faults, fixed}`.
///
/// With `fix`, indexes and sums are put right, sequences raised, orphaned files and what killed backups and restores left
/// removed and columns filled again first.
///
/// # Errors
/// Only what keeps the doctor from looking at all; whatever is found is in the report.
pub fn run(app: &Arc<App>, os_user: &str, fix: bool) -> Result<Value> {
    examine(app, os_user, fix, false)
}

/// The same, but uploaded files are only counted, not read: what an upgrade can afford while everybody waits.
///
/// # Errors
/// As [`run`].
pub fn quick(app: &Arc<App>, os_user: &str, fix: bool) -> Result<Value> {
    examine(app, os_user, fix, true)
}

fn examine(app: &Arc<App>, os_user: &str, fix: bool, is_quick: bool) -> Result<Value> {
    let fixed = if fix { Some(repair(app, os_user)?) } else { None };
    let reader = app.store.read()?;
    let (mut faults, mut advice): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let checked = tables(app.product, &reader);
    let clean = checked.iter().all(|table| table.report.is_clean());
    let chain = guarded(|| Ok(audit::verify_chain(&reader)?));
    let (rows, chain_faults) = chain.unwrap_or_else(|why| (0, vec![format!("审计链无法核对：{why}")]));
    let late = guarded(|| late_sequences(app.product, &reader)).unwrap_or_else(|why| {
        faults.push(format!("编号序列无法核对：{why}"));
        Vec::new()
    });
    let used = guarded(|| Ok(referenced_blobs(app.product, &reader)?));
    let found = match &used {
        Ok(used) => guarded(|| blobs(app, &reader, used, is_quick)),
        Err(why) => Err(why.clone()),
    };
    let blobs = found.as_ref().map_or(Value::Null, |found| {
        json!({"files": found.files, "damaged": found.damaged, "missing": found.missing, "orphans": found.orphans, "hurtFiles": found.hurt})
    });
    if let Err(why) = &found {
        faults.push(format!("上传的文件无法核对：{why}"));
    }
    for check in app.product.checks() {
        let Check::Faults(what, look) = check else { continue };
        match guarded(|| look(&reader)) {
            Ok(found) => {
                faults.extend(found.faults);
                advice.extend(found.advice);
            }
            Err(why) => faults.push(format!("{what}无法核对：{why}")),
        }
    }
    match guarded(|| super::keys::faults(app.product, &app.paths.keys(), &reader)) {
        Ok(found) => faults.extend(found),
        Err(why) => faults.push(format!("密钥文件无法核对：{why}")),
    }
    match guarded(|| super::journal::faults(app)) {
        Ok(found) => faults.extend(found),
        Err(why) => faults.push(format!("变更日志无法核对：{why}")),
    }
    let columns = guarded(|| columns(app)).unwrap_or_else(|why| {
        faults.push(format!("列表的列数据无法核对：{why}"));
        Vec::new()
    });
    faults.extend(columns.iter().map(Differing::sentence));
    let unknown = guarded(|| unknown_tables(app.product, &reader)).unwrap_or_else(|why| {
        faults.push(format!("数据表目录无法读取：{why}"));
        Vec::new()
    });
    let files_whole = found.is_ok_and(|found| found.damaged.is_empty() && found.missing.is_empty());
    let ok = clean && chain_faults.is_empty() && late.is_empty() && files_whole && faults.is_empty();
    Ok(json!({
        "ok": ok,
        "tables": checked.iter().map(|table| table_json(&table.report)).collect::<Vec<_>>(),
        "audit": {"rows": rows, "faults": chain_faults},
        "blobs": blobs,
        "sequences": late.iter().map(|(name, last, largest)| json!({"name": name, "last": last, "largestId": largest})).collect::<Vec<_>>(),
        "unknownTables": unknown,
        "columns": columns.iter().map(|found| json!({"table": found.table, "differ": found.ids})).collect::<Vec<_>>(),
        "hints": guarded(|| hints(app, &reader)).unwrap_or_default(),
        "freeBytes": app.store.free_bytes(),
        "faults": faults,
        "advice": advice,
        "fixed": fixed,
    }))
}

/// Records of a table whose columns are not as the store has them.
struct Differing {
    table: &'static str,
    ids: Vec<u64>,
}

/// Records that a finding names at most.
const NAMED: usize = 20;

impl Differing {
    fn sentence(&self) -> String {
        let ids: Vec<String> = self.ids.iter().map(u64::to_string).collect();
        let more = if ids.len() == NAMED { " 等" } else { "" };
        let (table, ids) = (self.table, ids.join("、"));
        format!("数据表 {table} 的列数据与存储不一致（编号 {ids}{more}），列表可能显示有误；doctor --fix 会重新装载")
    }
}

/// Compares what lists keep in memory with the store; a program that has nothing in memory has nothing to compare.
fn columns(app: &App) -> Result<Vec<Differing>> {
    let mut found = Vec::new();
    for table in app.columns.names() {
        let ids = app.columns.compare(table, NAMED, || app.store.read())?;
        if !ids.is_empty() {
            found.push(Differing { table, ids });
        }
    }
    Ok(found)
}

/// Fills the columns that differ again; answers of which tables.
fn refill(app: &Arc<App>) -> Result<Vec<&'static str>> {
    let tables: Vec<&'static str> = columns(app)?.into_iter().map(|found| found.table).collect();
    for table in &tables {
        app.columns.refill(table);
        let (today, allowed) = (app.clock.now().date(), allowed(app, table));
        app.columns.fill(table, today, allowed, || app.store.read())?;
    }
    Ok(tables)
}

/// What no check calls a fault and somebody should still look at.
fn hints(app: &App, tx: &Reader) -> Result<Vec<String>> {
    let mut hints = leftovers::sentences(&leftovers::around(&app.paths));
    hints.extend(upgrade::hint(&app.paths));
    hints.extend(leftovers::unfinished_demo(&app.paths));
    hints.extend(tls::hints(&app.config, app.tls.get().map(AsRef::as_ref), app.clock.now()));
    for check in app.product.checks() {
        if let Check::Hints(look) = check {
            hints.extend(look(tx)?);
        }
    }
    Ok(hints)
}

fn table_json(report: &TableReport) -> Value {
    json!({"table": report.table, "records": report.records, "damaged": report.damaged,
           "indexFaults": report.index_faults, "doubled": report.doubled})
}

/// Tables in the file that this program does not know (another version's).
fn unknown_tables(product: &Product, reader: &Reader) -> Result<Vec<String>> {
    let known: HashSet<&str> =
        product.tables().iter().flat_map(|info| (info.indexes)().into_iter().chain([info.name])).collect();
    Ok(reader.table_names()?.into_iter().filter(|name| !known.contains(name.as_str()) && !is_own(name)).collect())
}

/// Entries that one operation of `--fix` puts right: others write in between.
pub(super) const PORTION: usize = 20_000;

/// Indexes, sums, sequences and orphaned files; tables with damaged records are left as they are.
fn repair(app: &Arc<App>, os_user: &str) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "doctor --fix"));
    let (mut skipped, mut corrected) = (Vec::new(), 0);
    for table in tables(app.product, &app.store.read()?) {
        let info = table.info;
        if !table.report.damaged.is_empty() {
            skipped.push(info.name);
        } else if !table.report.index_faults.is_empty() {
            corrected += repair_table(app, &caller, info)?;
        }
    }
    if !late_sequences(app.product, &app.store.read()?)?.is_empty() {
        app.act(&caller, "系统维护", AuditAction::Other, |op| {
            for (name, _, largest) in late_sequences(op.app.product, op.view().tx)? {
                op.raise_of(name, largest)?;
            }
            Ok(())
        })?;
    }
    let removed = match guarded(|| Ok(referenced_blobs(app.product, &app.store.read()?)?)) {
        Ok(used) => sweep(app, used)?,
        Err(_) => 0,
    };
    let refilled = refill(app)?;
    let leftovers = leftovers::remove(&leftovers::around(&app.paths))?;
    Ok(json!({"entriesCorrected": corrected, "tablesLeftAlone": skipped, "orphansRemoved": removed,
              "columnsRefilled": refilled, "leftoversRemoved": leftovers}))
}

/// Puts the indexes and sums of one table right, in portions that are looked for beside the writer.
fn repair_table(app: &Arc<App>, caller: &Arc<Caller>, info: TableInfo) -> Result<usize> {
    let mut corrected = 0;
    loop {
        let done = app.act_ahead(caller, "系统维护", AuditAction::Other, || {
            Ok(move |op: &mut Op<'_, '_>| op.repair(&info, PORTION))
        })?;
        corrected += done;
        if done < PORTION {
            return Ok(corrected);
        }
    }
}

/// Removes uploaded files that no record names; answers how many.
///
/// # Errors
/// A record that cannot be read: then nobody knows which files are in use.
pub fn sweep_orphans(app: &App) -> Result<u64> {
    let used = guarded(|| Ok(referenced_blobs(app.product, &app.store.read()?)?)).map_err(AppError::internal)?;
    sweep(app, used)
}

/// What [`scrub`] looked at and found.
#[derive(Debug, Clone, Default)]
pub struct Scrubbed {
    pub records: u64,
    pub files: usize,
    pub faults: Vec<String>,
}

/// Reads all records, indexes and the audit chain, and one of `slices` parts of the files.
///
/// # Errors
/// When the store cannot be read at all.
pub fn scrub(app: &App, slice: u8, slices: u8) -> Result<Scrubbed> {
    let reader = app.store.read()?;
    let mut found = Scrubbed::default();
    for table in tables(app.product, &reader) {
        found.records += table.report.records;
        let name = &table.report.table;
        found.faults.extend(table.report.damaged.iter().map(|why| format!("数据表 {name} 有损坏的记录：{why}")));
        found
            .faults
            .extend(table.report.index_faults.iter().map(|why| format!("数据表 {name} 的索引或汇总有误：{why}")));
    }
    match guarded(|| Ok(audit::verify_chain(&reader)?)) {
        Ok((_, chain)) => found.faults.extend(chain),
        Err(why) => found.faults.push(format!("审计链无法核对：{why}")),
    }
    match guarded(|| super::keys::faults(app.product, &app.paths.keys(), &reader)) {
        Ok(keys) => found.faults.extend(keys),
        Err(why) => found.faults.push(format!("密钥文件无法核对：{why}")),
    }
    for hash in app.blobs.all().map_err(AppError::internal)? {
        let first = hash.get(..2).and_then(|two| u8::from_str_radix(two, 16).ok()).unwrap_or(0);
        if first % slices.max(1) == slice {
            found.files += 1;
            if app.blobs.verify(&hash).is_err() {
                found.faults.push(format!("上传的文件 {hash} 已损坏"));
            }
        }
    }
    Ok(found)
}

fn sweep(app: &App, used: BTreeSet<String>) -> Result<u64> {
    let mut keep: HashSet<String> = used.into_iter().collect();
    let limit = SystemTime::now().checked_sub(ORPHAN_AGE);
    for hash in app.blobs.all().map_err(AppError::internal)? {
        let path = app.blobs.path(&hash).map_err(AppError::internal)?;
        let changed = fs::metadata(&path).and_then(|metadata| metadata.modified()).map_err(failed("读取", &path))?;
        if limit.is_none_or(|limit| changed > limit) {
            keep.insert(hash);
        }
    }
    app.blobs.sweep(&keep).map_err(AppError::internal)
}

/// Writes indexes and sums of all tables again, in one commit with its audit row; answers how many
/// records were read.
///
/// # Errors
/// A damaged record: then nothing is changed and `doctor` names it.
pub fn rebuild_indexes(app: &Arc<App>, os_user: &str) -> Result<u64> {
    rebuild(app, os_user, "reindex", app.product.tables())
}

fn rebuild(app: &Arc<App>, os_user: &str, verb: &str, infos: Vec<TableInfo>) -> Result<u64> {
    let caller = Caller::console(os_user, verb);
    let entry = Entry {
        title: "系统维护",
        deed: AuditAction::Other,
        method: format!("CLI {verb}"),
        input: Value::Null,
        began: Instant::now(),
    };
    let worker = app.clone();
    let pending = app.store.submit(Urgency::Essential, move |batch| -> Result<u64> {
        let mut records = 0;
        for info in &infos {
            records += info.rebuild(batch)?;
        }
        // The rebuild goes below the overlay; this row is also what makes the batch commit.
        batch.attempt(|tx| Op::new(&worker, tx, &caller).append_audit(&entry, None))?;
        Ok(records)
    })?;
    pending.wait()
}

/// Checks the pages of a stopped installation's database on a copy, before anything is opened for
/// writing; `Some` = what is wrong.
///
/// # Errors
/// No room for the copy in the data directory's scratch space.
pub fn page_fault(paths: &DataPaths) -> Result<Option<String>> {
    let copy = tempfile::Builder::new().prefix("pages-").tempdir_in(temporary(paths)?);
    let copy = copy.map_err(failed("创建临时目录", &paths.temporary()))?;
    let database = copy.path().join("gx.redb");
    super::files::copy_file(&paths.database(), &database).map_err(failed("复制数据库", &database))?;
    Ok(crate::store::backup::check_pages(&database).err().map(|error| error.to_string()))
}

fn temporary(paths: &DataPaths) -> Result<impl AsRef<Path> + use<>> {
    paths.create_folders()?;
    Ok(paths.temporary())
}
