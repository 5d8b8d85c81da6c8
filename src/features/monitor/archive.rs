//! Archiving the old part of the audit log: into a file, then out of the store.
//!
//! Invariants:
//! * rows younger than the retention (at least 180 days) stay, whatever is asked;
//! * only the beginning of the chain is archived, so what stays is one unbroken chain; its anchor (number
//!   and hash of the last archived row) stays in the store and the chain check goes on from it;
//! * the file is synced, read again and its chain checked before one row is removed; the removal checks
//!   the anchor again, so two archivings at once cannot lose a row.
//!
//! The file is `archive/audit-<first>-<last>.zip` with one text file, a JSON row a line.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::platform::audit::{AuditAnchor, AuditRow, anchor};
use crate::platform::settings::Setting;
use crate::store::directory::sync_directory;
use crate::store::{Reads, StoreError, id};

/// Days that audit rows stay in the store; the law wants 180 (spec 13).
pub const RETENTION: Setting<u64> = Setting::number(40, "monitor.log.retentionDays", 180, 180, 36500)
    .called("日志-保留天数", "操作日志与登录日志在库中至少保留的天数，不少于 180；更早的可归档到文件");

/// Least days of retention: the six months of the Cybersecurity Law, article 21.
pub const LEAST_DAYS: u64 = 180;
/// Rows of one file: their removal holds the writer for less than a second.
const MOST_ROWS: u64 = 20_000;
/// How files begin that are not whole yet; a crash may leave one, the sweep removes it.
pub const UNFINISHED: &str = ".part-";
const DAY: i64 = 86_400_000;

/// Days that rows are kept.
pub fn retention_days(app: &App) -> u64 {
    app.settings.get(&RETENTION).max(LEAST_DAYS)
}

/// Folder of the archives.
pub fn folder(app: &App) -> PathBuf {
    app.paths.root.join("archive")
}

/// An archive that was written and checked, and whose rows are still in the store.
pub struct Part {
    before: AuditAnchor,
    first: u64,
    last: u64,
    hash: String,
    file: TempPath,
    /// Whether old rows remain for another file.
    pub more: bool,
}

fn failed(error: impl ToString) -> AppError {
    AppError::refused("写入日志归档文件失败，请检查数据目录的磁盘空间后重试").because(error)
}

/// Writes rows that are old enough, up to row `up_to`, into a file; `None` = there are none.
pub fn write(view: &View, up_to: u64) -> Result<Option<Part>> {
    let days = i64::try_from(retention_days(view.app)).unwrap_or(i64::MAX / DAY);
    let limit = Stamp(view.now.0.saturating_sub(days.saturating_mul(DAY)));
    let before = anchor(view.tx)?;
    let first = before.last + 1;
    let old = |row: &AuditRow| row.audit_id <= up_to && row.at < limit;
    if !view.tx.get::<AuditRow>(&id(first))?.is_some_and(|row| old(&row)) {
        return Ok(None);
    }
    let folder = folder(view.app);
    fs::create_dir_all(&folder).map_err(|error| AppError::from(StoreError::from(error)))?;
    let file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&folder).map_err(failed)?;
    let mut zip = ZipWriter::new(BufWriter::new(file.as_file()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file(format!("audit-{first}.ndjson"), options).map_err(failed)?;
    let (mut last, mut hash, mut more) = (before.last, String::new(), false);
    // By number, so that a gap ends the part instead of being archived as if nothing were missing.
    while let Some(row) = view.tx.get::<AuditRow>(&id(last + 1))?.filter(old) {
        more = last + 1 - before.last > MOST_ROWS;
        if more {
            break;
        }
        serde_json::to_writer(&mut zip, &row).map_err(failed)?;
        zip.write_all(b"\n").map_err(failed)?;
        (last, hash) = (row.audit_id, row.hash);
    }
    zip.finish().map_err(failed)?.into_inner().map_err(failed)?.sync_all().map_err(failed)?;
    let file = file.into_temp_path();
    check(&file, &before, last, &hash)?;
    Ok(Some(Part { before, first, last, hash, file, more }))
}

/// Reads an archive again and follows its chain from the anchor to its last row.
fn check(path: &Path, before: &AuditAnchor, last: u64, hash: &str) -> Result<()> {
    let broken = |why: String| AppError::refused("日志链不完整，已停止归档，请先核对操作日志").because(why);
    let mut zip = ZipArchive::new(File::open(path).map_err(failed)?).map_err(failed)?;
    let entry = zip.by_index(0).map_err(failed)?;
    let mut at = (before.last, before.hash.clone());
    for line in BufReader::new(entry).lines() {
        let row: AuditRow = gx_decode::from_json_text(line.map_err(failed)?.as_bytes()).map_err(failed)?;
        if row.audit_id != at.0 + 1 || row.previous != at.1 || !row.is_sealed()? {
            return Err(broken(format!("row {} does not follow {}", row.audit_id, at.0)));
        }
        at = (row.audit_id, row.hash);
    }
    if (at.0, at.1.as_str()) == (last, hash) { Ok(()) } else { Err(broken(format!("the archive ends at {}", at.0))) }
}

/// Removes the rows of a written part from the store; answers what was done.
pub fn commit(op: &mut Op, part: Option<Part>) -> Result<String> {
    let days = retention_days(op.app);
    let Some(part) = part else {
        return Ok(format!("已归档 0 条日志；{days} 天内的日志不能删除"));
    };
    let name = format!("audit-{}-{}.zip", part.first, part.last);
    let count = part.last - part.before.last;
    let more = part.more;
    remove(op, part, &name)?;
    let rest = if more { "；还有更早的日志，请再次执行" } else { "" };
    Ok(format!("已归档 {count} 条日志到 archive/{name}；{days} 天内的日志不能删除{rest}"))
}

fn remove(op: &mut Op, part: Part, name: &str) -> Result<()> {
    if anchor(op.view().tx)? != part.before {
        return Err(AppError::refused("日志正在归档，请稍后重试"));
    }
    for audit_id in part.first..=part.last {
        op.delete_quietly::<AuditRow>(&id(audit_id))?;
    }
    op.put(&AuditAnchor { last: part.last, hash: part.hash, at: op.now, file: name.to_owned() })?;
    let target = folder(op.app).join(name);
    part.file.persist(&target).map_err(failed)?;
    sync_directory(&target)?;
    Ok(())
}
