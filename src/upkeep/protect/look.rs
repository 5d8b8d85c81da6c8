//! How the repositories stand, asked for by the page and by the command line.
//!
//! Invariants: each target is looked at on a thread of its own, one at a time, and nobody waits longer than [`PATIENCE`]: a
//! network drive that hangs holds that thread alone, and what was seen before is answered; what never changes (bases, full
//! files of the journal) is read once.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::{Condvar, Mutex};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::drill::{self, DrillReport};
use super::repository::Repository;
use super::vault::Vault;
use super::windows::{Run, runs_of, windows};
use super::{base, frames, paused, targets, vault};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::product::{Memory, Start};
use crate::store::RawRead;
use crate::store::journal::{self, Mark, Place};
use crate::store::medium::free_bytes;
use crate::upkeep::files::files_below;

/// Who asks waits so long.
const PATIENCE: Duration = Duration::from_secs(3);
/// The files of a repository are counted again after this.
const MEASURED: Duration = Duration::from_secs(300);
/// Growth is that of so many days.
const DAYS: u64 = 7;
const DAY: Duration = Duration::from_secs(86_400);
/// Reports of drills that are shown.
const REPORTS: usize = 20;

/// Each operation between two moments can be returned to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachOut {
    /// `yyyy-MM-dd HH:mm:ss`
    pub from: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub to: String,
}

/// How a target stands.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepositoryOut {
    /// Its folder.
    pub path: String,
    /// Whether it can be restored from.
    pub ok: bool,
    /// What is wrong with it.
    pub message: Option<String>,
    /// Name of the repository, of its installation.
    pub repository: String,
    /// The installation whose data are in it.
    pub installation: String,
    /// Whether it lies on the disk of the data.
    pub same_disk: bool,
    /// Place in the journal of the newest full copy.
    pub base: Option<String>,
    /// When the newest full copy was made.
    pub base_at: Option<String>,
    /// How many full copies there are.
    pub bases: usize,
    /// Full copies that lead to one moment each, the journal around them being gone.
    pub single_bases: usize,
    /// Time of the newest operation in it.
    pub newest_at: Option<String>,
    /// Commits that it lacks.
    pub behind: u64,
    /// What can be returned to, newest first.
    pub windows: Vec<ReachOut>,
    /// Size of its files.
    pub bytes: u64,
    /// Bytes a day in the last week; absent while it is younger than that.
    pub growth: Option<u64>,
    /// Free bytes on its disk.
    pub free: Option<u64>,
    /// Days until the disk is full at that growth.
    pub days_left: Option<u64>,
    /// When it was looked at: `yyyy-MM-dd HH:mm:ss`
    pub looked_at: String,
    /// Reports of drills, newest first.
    pub reports: Vec<DrillReport>,
}

/// What never changes, and what is counted now and then.
#[derive(Debug, Default)]
struct Known {
    segments: BTreeMap<Place, (u64, Vec<Run>)>,
    bases: BTreeMap<String, (Mark, i64)>,
    measured: Option<(Instant, u64, Option<u64>)>,
}

#[derive(Debug, Default)]
struct Seen {
    /// Absent while a thread works with it.
    known: Option<Known>,
    is_busy: bool,
    last: Option<RepositoryOut>,
}

/// What was seen of the targets.
#[derive(Debug, Default)]
pub struct Looks {
    seen: Mutex<BTreeMap<PathBuf, Seen>>,
    changed: Condvar,
}

impl Memory for Looks {
    const NAME: &'static str = "repositories";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// What a look needs, without the store: it may outlive its asker.
#[derive(Clone)]
struct Asked {
    path: PathBuf,
    vault: Arc<Vault>,
    device: Option<u64>,
    head: Option<Mark>,
    now: Stamp,
}

fn device(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|found| found.dev())
}

/// How the targets stand.
///
/// # Errors
/// No repository yet; what is wrong with one is in the answer.
pub fn look(app: &App, reads: &dyn RawRead) -> Result<Vec<RepositoryOut>> {
    let (vault, _) = vault(app)?;
    let head = journal::head(reads)?.map(|head| head.mark);
    let (looks, paths) = (app.state::<Looks>()?, targets(app));
    let asked = |path: &PathBuf| Asked {
        path: path.clone(),
        vault: vault.clone(),
        device: device(&app.paths.root),
        head,
        now: app.clock.now(),
    };
    for path in &paths {
        Looks::begin(&looks, asked(path))?;
    }
    let until = Instant::now() + PATIENCE;
    let mut seen = looks.seen.lock();
    while paths.iter().any(|path| seen.get(path).is_some_and(|seen| seen.is_busy)) {
        if looks.changed.wait_until(&mut seen, until).timed_out() {
            break;
        }
    }
    Ok(paths.iter().map(|path| answer(path, seen.get(path))).collect())
}

fn answer(path: &Path, seen: Option<&Seen>) -> RepositoryOut {
    let last = seen.and_then(|seen| seen.last.clone());
    if seen.is_some_and(|seen| !seen.is_busy)
        && let Some(last) = last
    {
        return last;
    }
    let seconds = PATIENCE.as_secs();
    let then = last.as_ref().map_or_else(String::new, |last| format!("；以下是 {} 的情况", last.looked_at));
    let message =
        format!("目标在 {seconds} 秒内没有应答：{}（网络存储断开，或内容很多、正在第一次读取）{then}", path.display());
    let last = last.unwrap_or_else(|| RepositoryOut { path: path.display().to_string(), ..RepositoryOut::default() });
    RepositoryOut { ok: false, message: Some(message), ..last }
}

impl Looks {
    /// Looks at a target on a thread of its own, unless one is at it.
    fn begin(looks: &Arc<Self>, asked: Asked) -> Result<()> {
        let mut known = {
            let mut seen = looks.seen.lock();
            let seen = seen.entry(asked.path.clone()).or_default();
            if seen.is_busy {
                return Ok(());
            }
            seen.is_busy = true;
            seen.known.take().unwrap_or_default()
        };
        let (own, path) = (looks.clone(), asked.path.clone());
        let run = move || {
            let stands = stands(&asked, &mut known);
            let mut seen = own.seen.lock();
            if let Some(seen) = seen.get_mut(&asked.path) {
                *seen = Seen { known: Some(known), is_busy: false, last: Some(stands) };
            }
            own.changed.notify_all();
        };
        let spawned = std::thread::Builder::new().name("protect-look".into()).spawn(run);
        if spawned.is_err()
            && let Some(seen) = looks.seen.lock().get_mut(&path)
        {
            seen.is_busy = false;
        }
        spawned.map(drop).map_err(AppError::internal)
    }
}

fn stands(asked: &Asked, known: &mut Known) -> RepositoryOut {
    let path = asked.path.display().to_string();
    let looked_at = asked.now.to_text();
    match of_repository(asked, known) {
        Ok(stands) => RepositoryOut { path, looked_at, ..stands },
        Err(fault) => {
            *known = Known::default();
            RepositoryOut { path, looked_at, message: Some(fault.message.into_owned()), ..RepositoryOut::default() }
        }
    }
}

fn of_repository(asked: &Asked, known: &mut Known) -> Result<RepositoryOut> {
    let about = Repository::about(&asked.path)?;
    let repository = Repository::open(&asked.path, asked.vault.clone())?;
    known.read(&repository)?;
    let bases: Vec<(Mark, i64)> = known.bases.values().copied().collect();
    let marks: Vec<Mark> = bases.iter().map(|(mark, _)| *mark).collect();
    let (windows, single_bases) = windows(known.segments.values().flat_map(|(_, runs)| runs).copied(), &marks);
    let newest = known.segments.values().flat_map(|(_, runs)| runs).next_back().map(|run| run.last);
    let (bytes, growth) = known.measure(&asked.path);
    let free = free_bytes(&asked.path);
    let seq = |mark: Option<Mark>| mark.map_or(0, |mark| mark.place.seq);
    let text = |at: i64| Stamp(at).to_text();
    let reach = windows.iter().rev().map(|window| ReachOut { from: text(window.from), to: text(window.to) });
    Ok(RepositoryOut {
        ok: !bases.is_empty(),
        repository: about.repository,
        installation: about.installation,
        same_disk: device(&asked.path) == asked.device,
        base: marks.last().map(|mark| mark.place.to_string()),
        base_at: bases.last().map(|(_, made_at)| text(*made_at)),
        bases: bases.len(),
        single_bases,
        newest_at: newest.map(|mark| text(mark.at)),
        behind: seq(asked.head).saturating_sub(seq(newest)),
        windows: reach.collect(),
        bytes,
        growth,
        free,
        days_left: free.zip(growth.filter(|growth| *growth > 0)).map(|(free, growth)| free / growth),
        reports: drill::reports(&repository, REPORTS)?,
        ..RepositoryOut::default()
    })
}

impl Known {
    /// Reads what came since.
    fn read(&mut self, repository: &Repository) -> Result<()> {
        let names: Vec<String> = base::places(repository)?.into_iter().map(|(_, name)| name).collect();
        self.bases.retain(|name, _| names.contains(name));
        for name in names {
            if self.bases.contains_key(&name) {
                continue;
            }
            // One that can't be read is named by a verification.
            if let Ok(manifest) = base::read(repository, &name) {
                self.bases.insert(name, (manifest.mark(), manifest.made_at));
                self.measured = None;
            }
        }
        let segments = frames::segments(repository)?;
        self.segments.retain(|place, _| segments.iter().any(|segment| segment.first == *place));
        for segment in segments {
            let length = fs::metadata(&segment.path).map_or(0, |found| found.len());
            if self.segments.get(&segment.first).is_none_or(|(known, _)| *known != length) {
                self.segments.insert(segment.first, (length, runs_of(repository, &segment)?));
            }
        }
        Ok(())
    }

    /// Size of all files, and how much of it came in a day.
    fn measure(&mut self, root: &Path) -> (u64, Option<u64>) {
        if let Some((at, bytes, growth)) = self.measured
            && at.elapsed() < MEASURED
        {
            return (bytes, growth);
        }
        let week = SystemTime::now().checked_sub(DAY * u32::try_from(DAYS).unwrap_or(7));
        let (mut bytes, mut fresh, mut oldest) = (0_u64, 0_u64, None);
        for name in files_below(root).unwrap_or_default() {
            let Ok(found) = fs::metadata(root.join(name)) else { continue };
            let changed = found.modified().ok();
            bytes += found.len();
            fresh += if changed > week { found.len() } else { 0 };
            oldest = oldest.min(changed).or(changed);
        }
        let growth = (oldest.is_some() && oldest < week).then_some(fresh / DAYS);
        self.measured = Some((Instant::now(), bytes, growth));
        (bytes, growth)
    }
}

/// How the targets stand, for the command line: `{ok, journal, targets, paused}`.
///
/// # Errors
/// A store that can't be read, no repository yet.
pub fn status(app: &App) -> Result<Value> {
    let reader = app.store.read()?;
    let head = journal::head(&reader)?.map(|head| head.mark.place.to_string());
    let (found, paused) = (look(app, &reader)?, paused(app));
    let is_well = head.is_some() && paused.is_none() && found.iter().all(|target| target.ok);
    Ok(json!({"ok": is_well, "journal": head, "targets": found, "paused": paused}))
}
