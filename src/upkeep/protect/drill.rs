//! A drill: the newest base and the log behind it are replayed into a scratch store and compared with the live rows, table by table.
//!
//! Invariant: both sides stand at the same frame, so nothing but equality is right; writers go on meanwhile.

use std::collections::BTreeMap;
use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::base;
use super::point::{INFLATED, replay};
use super::repository::Repository;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::store::journal::{self, Mark, State};
use crate::store::{Reader, Store};
use crate::upkeep::backup::open_alone;
use crate::upkeep::files::failed;
use crate::upkeep::{referenced_blobs, room};

/// Rows of a table with the hash of all of them.
type Roots = BTreeMap<String, (u64, [u8; 32])>;

fn roots(app: &App, reader: &Reader) -> Result<Roots> {
    let left_out = journal::left_out(&app.product.tables());
    let mut roots = Roots::new();
    for name in reader.table_names()?.into_iter().filter(|name| !left_out.contains(name.as_str())) {
        let (mut rows, mut hasher) = (0, Sha256::new());
        reader.walk_named(&name, |key, value| {
            rows += 1;
            for part in [key, value] {
                hasher.update((part.len() as u64).to_be_bytes());
                hasher.update(part);
            }
            Ok(())
        })?;
        if rows > 0 {
            roots.insert(name, (rows, hasher.finalize().into()));
        }
    }
    Ok(roots)
}

/// Restores a repository's state at the frame of a live snapshot and compares both; `ship` lets the repository reach that frame.
///
/// # Errors
/// A sentence: no room, no base; what differs is in the answer.
pub(super) fn drill(
    app: &App,
    repository: &Repository,
    by: &str,
    ship: &mut dyn FnMut() -> Result<()>,
) -> Result<Value> {
    let began = Instant::now();
    let reader = app.store.read()?;
    let head =
        journal::head(&reader)?.ok_or_else(|| AppError::refused("变更日志没有启用（protect_journal = off）"))?.mark;
    ship()?;
    let base = base::places(repository)?.into_iter().rev().filter(|(place, _)| *place <= head.place);
    let base = base.map(|(_, name)| base::read(repository, &name)).find_map(Result::ok);
    let base =
        base.ok_or_else(|| AppError::refused("备份仓库中没有可用的完整备份，请先运行 gx-portal protect base"))?;
    let temporary = app.paths.temporary();
    if let Some(why) = room::lacking(app, room::Use::Drill, &temporary, base.bytes.saturating_mul(INFLATED)) {
        return Err(AppError::refused(why));
    }
    let folder = tempfile::Builder::new().prefix("drill-").tempdir_in(&temporary);
    let folder = folder.map_err(failed("创建临时目录", &temporary))?;
    let copy = open_alone(app.product, &folder.path().join("gx.redb"))?;
    let mut faults = Vec::new();
    let compared = rebuilt(repository, &base, &copy, &head, &mut faults)
        .and_then(|()| differences(app, &reader, &copy.read()?, &mut faults));
    copy.close();
    let rows = compared.unwrap_or_else(|fault| {
        faults.push(fault.message.into_owned());
        0
    });
    let mut files = 0_u64;
    for hash in referenced_blobs(app.product, &reader)? {
        files += 1;
        if !repository.read_object(&hash, &mut std::io::sink())? {
            faults.push(format!("文件 {hash} 缺失或已损坏"));
        }
    }
    let now = app.clock.now();
    let report = json!({"path": repository.root, "ok": faults.is_empty(), "faults": faults, "madeAt": now.to_text(),
        "at": Stamp(head.at).to_text(), "frame": head.place.to_string(), "base": base.place().to_string(), "rows": rows, "files": files, "by": by,
        "milliseconds": u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)});
    let bytes = serde_json::to_vec_pretty(&report).map_err(AppError::internal)?;
    repository.put(&format!("reports/drill-{}.json", now.0), &mut |to| std::io::Write::write_all(to, &bytes))?;
    Ok(report)
}

/// Brings an empty store to a frame.
fn rebuilt(
    repository: &Repository,
    base: &base::Manifest,
    copy: &Store,
    head: &Mark,
    faults: &mut Vec<String>,
) -> Result<()> {
    base::load(repository, base, copy, &|_| true)?;
    copy.set_mark(base.mark(), State::Restored)?;
    let end = replay(repository, copy, (base.mark(), Some(head.place)), &|_| true)?;
    if end != *head {
        faults.push(format!("变更日志只能重放到 {}，没有到 {}", end.place, head.place));
    }
    Ok(())
}

/// Tables that differ; answers how many rows were compared.
fn differences(app: &App, live: &Reader, copy: &Reader, faults: &mut Vec<String>) -> Result<u64> {
    let (live, copy) = (roots(app, live)?, roots(app, copy)?);
    let names: std::collections::BTreeSet<&String> = live.keys().chain(copy.keys()).collect();
    for name in names {
        let rows = |side: &Roots| side.get(name).map_or(0, |(rows, _)| *rows);
        if live.get(name) != copy.get(name) {
            faults.push(format!("数据表 {name} 与现用数据不符（{} 条，现用 {} 条）", rows(&copy), rows(&live)));
        }
    }
    Ok(live.values().map(|(rows, _)| rows).sum())
}

/// A report of a drill, as it lies in a repository.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DrillReport {
    /// When it was made: `yyyy-MM-dd HH:mm:ss`
    pub made_at: String,
    /// Whether all was equal.
    pub ok: bool,
    /// The moment that was restored: `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// The operation that was restored to, by its place in the journal.
    pub frame: String,
    /// The full copy that it began with.
    pub base: String,
    /// Rows that were compared.
    pub rows: u64,
    /// Uploaded files that were read.
    pub files: u64,
    /// How long it took.
    pub milliseconds: u64,
    /// Who asked for it; empty in reports of earlier versions.
    pub by: String,
    /// What differs, as sentences.
    pub faults: Vec<String>,
}

/// The newest reports, newest first.
///
/// # Errors
/// The disk.
pub(super) fn reports(repository: &Repository, most: usize) -> Result<Vec<DrillReport>> {
    if !repository.root.join("reports").exists() {
        return Ok(Vec::new());
    }
    let names = repository.names("reports", ".json")?;
    let read = |name: &String| -> Option<DrillReport> {
        let value: Value =
            serde_json::from_slice(&std::fs::read(repository.root.join("reports").join(name)).ok()?).ok()?;
        gx_decode::from_json(value).ok()
    };
    Ok(names.iter().rev().filter_map(read).take(most).collect())
}
