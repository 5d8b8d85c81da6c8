//! Continuous protection: full copies and the journal, sealed, on other disks, never more than a few seconds behind.
//!
//! Each target is a [`repository`]; a thread of its own keeps it up to date ([`shipper`]), so a network drive that hangs keeps nobody
//! else waiting. Where a target is missing or full the journal's own files keep what it lacks.
//!
//! Deliberately absent: a repository without sealing, algorithms of SM2 to SM4, a new data key for an old repository.

mod base;
mod drill;
mod frames;
mod goal;
pub mod point;
mod repository;
mod retention;
mod shipper;
mod vault;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::{Value, json};

pub use self::goal::Goal;
use self::repository::Repository;
use self::shipper::Shipper;
use self::vault::{Slot, Vault};
use super::noted;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::store::directory::DataPaths;
use crate::store::journal::{self, Mark};
use crate::store::migrate;

/// How often targets are brought up to date.
const PACE: Duration = Duration::from_secs(2);
/// After a failure.
const AGAIN: Duration = Duration::from_secs(10);
/// A stop waits so long for targets.
const STOP: Duration = Duration::from_secs(5);
const PAUSED: &str = "本数据目录由恢复得来，还没有接续备份仓库；确认原来的服务已停用后，运行 gx-portal protect init";
const TITLE: &str = "数据保护";

/// Folders of the targets: those of the configuration, or else the one beside the backups.
fn targets(app: &App) -> Vec<PathBuf> {
    let named: Vec<PathBuf> = app.config.protect.targets();
    if named.is_empty() { vec![app.paths.backups().join("repo")] } else { named }
}

fn vault(app: &App) -> Result<(Arc<Vault>, Vec<Slot>)> {
    let found = Vault::of_installation(&app.paths)?;
    let found = found.ok_or_else(|| AppError::refused("还没有建立备份仓库，请先运行 gx-portal protect init"))?;
    Ok((Arc::new(found.0), found.1))
}

/// The same, for writers.
fn writing(app: &App) -> Result<Arc<Vault>> {
    let (vault, _) = vault(app)?;
    if vault::is_paused(&app.paths) {
        return Err(AppError::refused(PAUSED));
    }
    Ok(vault)
}

/// Whether an installation has repositories.
pub fn is_set_up(paths: &DataPaths) -> bool {
    vault::is_there(paths)
}

/// Keeps data that were brought back from writing to the repositories of the service that they came from, which may run still.
///
/// # Errors
/// The disk.
pub fn pause(paths: &DataPaths) -> Result<()> {
    vault::pause(paths)
}

/// Makes the repositories of targets that have none, and takes over those that another history of these data wrote to; with the first the data key and its recovery codes. Answers
/// `{targets: [{path, made}], codes}`; codes are there this once.
///
/// # Errors
/// A sentence: a folder with something else in it, the disk.
pub fn init(app: &Arc<App>, os_user: &str) -> Result<Value> {
    let installation = migrate::schema(&app.store.read()?)?.map(|schema| schema.installation).unwrap_or_default();
    let (vault, slots, codes) = match Vault::of_installation(&app.paths)? {
        Some((vault, slots)) => (vault, slots, Vec::new()),
        None => Vault::create(&app.paths)?,
    };
    let vault = Arc::new(vault);
    let mut made = Vec::new();
    for path in targets(app) {
        let is_new = !Repository::is_there(&path);
        if is_new {
            Repository::create(&path, vault.clone(), &installation, &slots)?;
        } else {
            Shipper::new(Repository::open(&path, vault.clone())?)?.claim(app)?;
        }
        made.push(json!({"path": path, "made": is_new, "sameDisk": is_same_disk(app, &path)}));
    }
    vault::resume(&app.paths)?;
    let not_logged = noted(app, &Arc::new(Caller::console(os_user, "protect init")), TITLE);
    Ok(json!({"targets": made, "codes": codes, "notLogged": not_logged}))
}

/// Brings every target up to date and makes a full copy in it: `{targets: [{path, base, at, bytes}]}`.
///
/// # Errors
/// A sentence of the first target that fails.
pub fn base(app: &Arc<App>, os_user: &str) -> Result<Value> {
    let vault = writing(app)?;
    let mut done = Vec::new();
    for path in targets(app) {
        let mut shipper = Shipper::new(Repository::open(&path, vault.clone())?)?;
        let manifest = shipper.base_now(app)?;
        done.push(json!({"path": path, "base": manifest.place().to_string(), "at": Stamp(manifest.at).to_text(),
                         "bytes": manifest.bytes, "files": manifest.files.len()}));
    }
    let not_logged = noted(app, &Arc::new(Caller::console(os_user, "protect base")), TITLE);
    Ok(json!({"targets": done, "notLogged": not_logged}))
}

fn is_same_disk(app: &App, path: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|found| found.dev());
    device(path) == device(&app.paths.root)
}

/// The newest frame of a repository.
fn end_of(repository: &Repository) -> Result<Option<Mark>> {
    let mut last = None;
    for segment in frames::segments(repository)?.iter().rev() {
        frames::walk(repository, segment, &mut |raw| {
            last = Some(raw.mark);
            Ok(true)
        })?;
        if last.is_some() {
            break;
        }
    }
    Ok(last)
}

/// How the targets stand: `{journal, targets: [{path, ok, message, base, baseAt, newestAt, behind, sameDisk}]}`; `behind` are
/// frames that a target lacks.
///
/// # Errors
/// A store that can't be read, no repository yet.
pub fn status(app: &App) -> Result<Value> {
    let (vault, _) = vault(app)?;
    let head = journal::head(&app.store.read()?)?.map(|head| head.mark);
    let mut found = Vec::new();
    let is_paused = vault::is_paused(&app.paths);
    let mut is_well = head.is_some() && !is_paused;
    for path in targets(app) {
        let stands = Repository::open(&path, vault.clone()).and_then(|repository| {
            let (base, last) = (base::newest(&repository)?, end_of(&repository)?);
            let drill = drill::newest(&repository)?;
            let behind = head.map_or(0, |head| head.place.seq.saturating_sub(last.map_or(0, |last| last.place.seq)));
            let text = |at: Option<i64>| at.map(|at| Stamp(at).to_text());
            Ok(json!({"path": path, "ok": base.is_some(), "base": base.as_ref().map(|base| base.place().to_string()),
                      "baseAt": text(base.as_ref().map(|base| base.made_at)), "newestAt": text(last.map(|last| last.at)),
                      "drill": drill.as_ref().map(|(at, _)| at), "drillOk": drill.as_ref().map(|(_, ok)| ok),
                      "behind": behind, "sameDisk": is_same_disk(app, &path)}))
        });
        let stands = stands.unwrap_or_else(|fault| json!({"path": path, "ok": false, "message": fault.message}));
        is_well &= stands["ok"] == true;
        found.push(stands);
    }
    Ok(json!({"ok": is_well, "journal": head.map(|head| head.place.to_string()), "targets": found,
             "paused": is_paused.then_some(PAUSED)}))
}

/// Reads everything in every target again: `{ok, targets: [{path, ok, faults, bases, chunks, files, frames}]}`.
///
/// # Errors
/// No repository yet; what is wrong with one is in the answer.
pub fn verify(app: &App) -> Result<Value> {
    let (vault, _) = vault(app)?;
    let mut found = Vec::new();
    for path in targets(app) {
        let looked = Repository::open(&path, vault.clone()).and_then(|repository| examine(&repository));
        found.push(looked.unwrap_or_else(|fault| json!({"path": path, "ok": false, "faults": [fault.message]})));
    }
    let is_well = found.iter().all(|target| target["ok"] == true);
    Ok(json!({"ok": is_well, "targets": found}))
}

/// Restores the newest state of every target into scratch space and compares it with the live rows:
/// `{ok, targets: [{path, ok, faults, at, rows, files, milliseconds}]}`. A report stays in the repository.
///
/// # Errors
/// No repository yet; what is wrong with one is in the answer.
pub fn drill(app: &Arc<App>, os_user: &str) -> Result<Value> {
    let vault = writing(app)?;
    let mut found = Vec::new();
    for path in targets(app) {
        let drilled = Repository::open(&path, vault.clone()).and_then(|repository| {
            let again = Repository::open(&path, vault.clone())?;
            let mut shipper = Shipper::new(again)?;
            drill::drill(app, &repository, &mut || shipper.step(app).map(drop))
        });
        found.push(drilled.unwrap_or_else(|fault| json!({"path": path, "ok": false, "faults": [fault.message]})));
    }
    let is_well = found.iter().all(|target| target["ok"] == true);
    let not_logged = noted(app, &Arc::new(Caller::console(os_user, "protect drill")), "恢复演练");
    Ok(json!({"ok": is_well, "targets": found, "notLogged": not_logged}))
}

/// Reads everything in one repository.
fn examine(repository: &Repository) -> Result<Value> {
    let (mut faults, mut bases, mut chunks) = (Vec::new(), 0_u64, BTreeSet::new());
    let mut hashes = BTreeSet::new();
    for (_, name) in base::places(repository)? {
        let looked = base::read(repository, &name).and_then(|manifest| {
            hashes.extend(manifest.files.iter().map(|file| file.hash.clone()));
            let mut rows = 0;
            base::each_chunk(repository, &manifest, &|_| true, &mut |table, bytes| {
                rows += 1;
                let id = repository.vault.id("chunk", &[table.name.as_bytes(), &[0], bytes].concat());
                chunks.insert(id);
                if table.chunks.iter().any(|chunk| chunk.id == id) {
                    return Ok(());
                }
                Err(AppError::refused(format!("{name}：数据表 {} 的内容不符", table.name)))
            })
        });
        bases += 1;
        faults.extend(looked.err().map(|fault| format!("完整备份 {name}：{}", fault.message)));
    }
    let (mut count, mut last): (u64, Option<Mark>) = (0, None);
    let mut doubtful: Option<String> = None;
    // A block that a server is appending is no torn one; a repository that can't be written to has nobody who appends.
    let held = repository.lock().ok();
    for segment in frames::segments(repository)? {
        let walked = frames::walk(repository, &segment, &mut |raw| {
            // A file that goes on where the one before it rots has made up for it.
            if let Some(fault) = doubtful.take().filter(|_| !last.is_some_and(|last| raw.follows(&last))) {
                faults.push(fault);
            }
            if let journal::Body::Rows { files, .. } = raw.read()?.body {
                hashes.extend(files);
            }
            (count, last) = (count + 1, Some(raw.mark));
            Ok(true)
        })?;
        if walked.is_damaged {
            let place = last.map_or_else(String::new, |last| format!("（{} 之后）", last.place));
            faults.extend(doubtful.replace(format!("变更日志 {} 有损坏的内容{place}", segment.path.display())));
        }
    }
    drop(held);
    faults.extend(doubtful);
    for hash in &hashes {
        if !repository.read_object(hash, &mut std::io::sink())? {
            faults.push(format!("文件 {hash} 缺失或已损坏"));
        }
    }
    Ok(
        json!({"path": repository.root, "ok": faults.is_empty(), "faults": faults, "bases": bases, "chunks": chunks.len(),
              "files": hashes.len(), "frames": count}),
    )
}

/// Brings every target up to date now.
///
/// # Errors
/// A sentence of the first target that fails.
pub fn ship(app: &App) -> Result<()> {
    let vault = writing(app)?;
    for path in targets(app) {
        Shipper::new(Repository::open(&path, vault.clone())?)?.step(app)?;
    }
    Ok(())
}

/// Lets a server that stops bring its targets up to date, for as long as a stop may take.
pub fn finish(app: &Arc<App>) {
    let (done, shipped) = std::sync::mpsc::channel();
    let app = app.clone();
    let run = move || {
        if writing(&app).is_ok()
            && let Err(fault) = ship(&app)
        {
            tracing::error!(cause = fault.cause, message = %fault.message, "a target stays behind");
        }
        drop(app);
        // Whoever waited may have given up.
        let _ = done.send(());
    };
    if std::thread::Builder::new().name("protect-end".into()).spawn(run).is_ok() {
        let _ = shipped.recv_timeout(STOP);
    }
}

/// Starts a thread for each target of a server.
///
/// # Errors
/// The system gives no thread.
pub fn start(app: &Arc<App>) -> Result<()> {
    for path in targets(app) {
        let app = Arc::downgrade(app);
        let run = move || attend(&app, &path);
        std::thread::Builder::new().name("protect".into()).spawn(run).map_err(AppError::internal)?;
    }
    Ok(())
}

/// Brings a target up to date for as long as the program lives.
fn attend(app: &Weak<App>, path: &Path) {
    let mut shipper: Option<Shipper> = None;
    let mut reported = String::new();
    while let Some(app) = app.upgrade() {
        let stepped = Vault::of_installation(&app.paths).and_then(|found| {
            let Some((vault, _)) = found.filter(|_| !vault::is_paused(&app.paths)) else { return Ok(()) };
            let mut now = match shipper.take() {
                Some(shipper) => shipper,
                None => Shipper::new(Repository::open(path, Arc::new(vault))?)?,
            };
            now.step(&app)?;
            shipper = Some(now);
            Ok(())
        });
        match &stepped {
            Ok(()) => app.protection.is_well(path),
            Err(fault) => app.protection.failed(path, app.clock.now(), &fault.message),
        }
        drop(app);
        let pause = if stepped.is_ok() { PACE } else { AGAIN };
        match stepped {
            Ok(()) if !reported.is_empty() => {
                tracing::info!(target = %path.display(), "the target is brought up to date again");
                reported.clear();
            }
            Err(fault) if fault.message != reported => {
                tracing::error!(target = %path.display(), cause = fault.cause, message = %fault.message, "the target stays behind");
                reported = fault.message.into_owned();
            }
            _ => {}
        }
        std::thread::sleep(pause);
    }
}
