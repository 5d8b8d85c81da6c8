//! Putting a backup back: into a directory that is absent or empty, nowhere else.
//!
//! Invariants: the backup is verified first; the new directory is built beside its place, read
//! again, synced and renamed, so it is there as a whole or not at all. Indexes and sums that do not agree with records that
//! are whole are written again: they can be computed, so they are no reason to refuse a backup. Sessions are not restored: who
//! was signed out or disabled since the backup would be in again, so everybody signs in again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::backup::{open_alone, verify};
use super::doctor::PORTION;
use super::files::{self, Scratch, failed};
use super::{leftovers, noting, protect, room};
use crate::clock::Clock;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::platform::session::Session;
use crate::product::Product;
use crate::records::number;
use crate::store::directory::DataPaths;
use crate::store::{Reads as _, Record as _};

/// How many findings the sentence of a refusal names.
const NAMED: usize = 5;

/// Restores the backup `from` into `data_dir`; answers `{data, madeAt, files, repaired, numbers}`.
///
/// # Errors
/// A sentence: too little room, a damaged backup (named), a directory that holds something, a full disk. The data
/// directory is then as it was.
pub fn restore(product: &Product, from: &Path, data_dir: &Path, clock: &Clock) -> Result<Value> {
    must_be_empty(data_dir)?;
    room::must_fit(parent_of(data_dir), room::folder_size(from))?;
    let report = verify(product, from)?;
    if !report.is_good() {
        let named: Vec<&str> = report.faults.iter().take(NAMED).map(String::as_str).collect();
        return Err(AppError::refused(format!(
            "备份 {} 已损坏，没有恢复任何内容：{}。请换一份备份，可用 gx-portal backup verify 逐份检查",
            from.display(),
            named.join("；")
        )));
    }
    let parent = parent_of(data_dir);
    files::make_folder(parent).map_err(failed("创建目录", parent))?;
    let scratch = Scratch::new(parent, leftovers::RESTORING).map_err(failed("写入目录", parent))?;
    DataPaths::new(scratch.path()).create_folders()?;
    for (name, entry) in report.files() {
        let (Some(source), Some(target)) = (files::inside(from, name), files::inside(scratch.path(), name)) else {
            return Err(AppError::refused(format!("备份清单中的路径不正确：{name}")));
        };
        files::copy_file(&source, &target).map_err(failed("恢复文件", &target))?;
        let (_, found) = files::hash_file(&target).map_err(failed("复核文件", &target))?;
        if found != entry.sha256 {
            return Err(AppError::refused(format!("恢复的文件 {name} 复核未通过，请检查磁盘后重试")));
        }
    }
    protect::pause(&DataPaths::new(scratch.path()))?;
    let now = clock.now();
    let mended = settle(product, &scratch.path().join("gx.redb"), !report.mending.is_empty(), now)?;
    files::sync_tree(scratch.path()).map_err(failed("写入目录", scratch.path()))?;
    must_be_empty(data_dir)?;
    // Renaming a directory over an empty one replaces it in one step.
    scratch.keep(data_dir).map_err(failed("写入目录", data_dir))?;
    let summary = report.to_json();
    let numbers = number::sentence_after_restore(now);
    tracing::warn!(data = %data_dir.display(), %numbers, "restored");
    Ok(json!({"data": data_dir, "madeAt": summary["madeAt"], "files": summary["files"], "mended": mended,
              "numbers": numbers}))
}

/// Ends all sessions, raises the numbers of documents, lets features note what a restore means to them, and when asked to writes indexes and sums as the records ask for; answers how many entries were wrong.
pub(super) fn settle(product: &Product, database: &Path, repair: bool, now: Stamp) -> Result<usize> {
    let store = open_alone(product, database)?;
    let note = noting(product, now);
    store.write(move |tx| -> Result<()> {
        for session in tx.all::<Session>()? {
            tx.delete::<Session>(&session.id())?;
        }
        note(tx)
    })?;
    let mut mended = 0;
    for info in product.tables().into_iter().filter(|_| repair) {
        loop {
            let done = store.write(move |tx| info.repair(tx, PORTION))?;
            mended += done;
            if done < PORTION {
                break;
            }
        }
    }
    store.close();
    Ok(mended)
}

/// The folder around a data directory.
pub(super) fn parent_of(data_dir: &Path) -> &Path {
    data_dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub(super) fn must_be_empty(data_dir: &Path) -> Result<()> {
    let shown = data_dir.display();
    if !data_dir.exists() {
        return Ok(());
    }
    let mut entries = fs::read_dir(data_dir).map_err(failed("读取目录", data_dir))?;
    if entries.next().is_some() {
        return Err(AppError::refused(format!(
            "目录 {shown} 不是空目录，没有恢复任何内容；请指定一个空目录或不存在的目录"
        )));
    }
    Ok(())
}
