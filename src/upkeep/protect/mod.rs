//! Continuous protection: full copies and the journal, sealed, on other disks, never more than a few seconds behind.
//!
//! Each target is a [`repository`]; a thread of its own keeps it up to date ([`shipper`]), so a network drive that hangs keeps nobody
//! else waiting. Where a target is missing or full the journal's own files keep what it lacks.
//!
//! Deliberately absent: a repository without sealing, algorithms of SM2 to SM4, a new data key for an old repository.

pub mod acts;
mod base;
mod drill;
mod examine;
mod frames;
mod goal;
pub mod look;
pub mod point;
mod repository;
mod retention;
mod shipper;
mod sides;
mod vault;
mod windows;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::{Value, json};

use self::acts::RepositoryAct;
pub use self::drill::DrillReport;
pub use self::examine::Extent;
pub use self::goal::Goal;
pub use self::look::status;
use self::repository::Repository;
use self::shipper::Shipper;
use self::vault::{Slot, Vault};
use super::noted_with;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::op::Caller;
use crate::platform::protection::Kept;
use crate::store::directory::DataPaths;
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
pub fn targets(app: &App) -> Vec<PathBuf> {
    let named: Vec<PathBuf> = app.config.protect.targets();
    if named.is_empty() { vec![app.paths.backups().join("repo")] } else { named }
}

fn vault(app: &App) -> Result<(Arc<Vault>, Vec<Slot>)> {
    let found = Vault::of_installation(&app.paths)?;
    let found = found.ok_or_else(|| AppError::refused("还没有建立备份仓库，请先运行 gx-portal protect init"))?;
    Ok((Arc::new(found.0), found.1))
}

/// Whether an installation has a repository, or had one.
pub fn is_made(paths: &DataPaths) -> bool {
    vault::is_made(paths)
}

/// What to do about data that were brought back and write to no repository yet.
pub fn paused(app: &App) -> Option<&'static str> {
    vault::is_paused(&app.paths).then_some(PAUSED)
}

/// The same, for writers.
fn writing(app: &App) -> Result<Arc<Vault>> {
    let (vault, _) = vault(app)?;
    if vault::is_paused(&app.paths) {
        return Err(AppError::refused(PAUSED));
    }
    Ok(vault)
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
    let caller = Arc::new(Caller::console(os_user, "protect init"));
    let expected = targets(app);
    let not_logged = noted_with(app, &caller, TITLE, move |op| acts::expect_drills(op, &expected));
    Ok(json!({"targets": made, "codes": codes, "notLogged": not_logged}))
}

fn is_same_disk(app: &App, path: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|found| found.dev());
    device(path) == device(&app.paths.root)
}

/// Makes a full copy in every target, as the command line asks for it: [`acts::perform`].
///
/// # Errors
/// No repository yet, another one at work; what is wrong with a target is in the answer.
pub fn base(app: &Arc<App>, os_user: &str) -> Result<Value> {
    acts::perform(app, &Arc::new(Caller::console(os_user, "protect base")), RepositoryAct::Base, Extent::All)
}

/// Reads everything in every target again.
///
/// # Errors
/// No repository yet, another one at work; what is wrong with a target is in the answer.
pub fn verify(app: &Arc<App>, os_user: &str) -> Result<Value> {
    acts::perform(app, &Arc::new(Caller::console(os_user, "protect verify")), RepositoryAct::Verify, Extent::All)
}

/// Restores the newest state of every target into scratch space and compares it with the live rows. A report stays in the
/// repository.
///
/// # Errors
/// No repository yet, another one at work; what is wrong with a target is in the answer.
pub fn drill(app: &Arc<App>, os_user: &str) -> Result<Value> {
    acts::perform(app, &Arc::new(Caller::console(os_user, "protect drill")), RepositoryAct::Drill, Extent::All)
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
            app.protection.kept(path, Kept { at: app.clock.now(), base: now.base_at() });
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
