//! Brings a repository up to date: changed keys and configuration, objects, then the frames that name them, then a base when one
//! is due.
//!
//! Invariants: frames are appended in the order of the chain and nothing is appended that doesn't follow, but behind a gap or a break,
//! after which a base is made; a repository that another history wrote to is not touched, until `protect init` takes it over in a later epoch.
//! Whoever looks where a repository ends cuts a torn block there, so it is looked at only while it is locked; who gets the lock
//! later looks again, when somebody else has written meanwhile.

use std::collections::BTreeSet;

use super::base;
use super::frames::{self, Open};
use super::repository::{Repository, RepositoryLock};
use super::retention;
use super::sides::Watched;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::store::journal::{self, Body, Mark, Place, State, log};

/// Frames that are sealed together.
const PORTION: usize = 4 << 20;
/// A base is due when the log since the last one exceeds this share of it, in percent, and this size.
const SHARE: u64 = 25;
const LEAST: u64 = 8 << 20;
/// And after this time anyway, in milliseconds.
const WEEK: i64 = 7 * 86_400_000;

/// What is known of a repository's end.
pub(super) struct Shipper {
    repository: Repository,
    last: Option<Mark>,
    open: Option<Open>,
    /// Frames at and before this one can't be replayed across.
    gap: Option<Place>,
    base: Option<LastBase>,
    /// Bytes of frames behind the base.
    since: u64,
    sides: Watched,
}

struct LastBase {
    place: Place,
    made_at: i64,
    bytes: u64,
}

impl LastBase {
    fn of(manifest: &base::Manifest) -> Self {
        Self { place: manifest.place(), made_at: manifest.made_at, bytes: manifest.bytes }
    }
}

impl Shipper {
    /// Waits for the right to write and looks where a repository ends.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn new(repository: Repository) -> Result<Self> {
        let held = repository.lock()?;
        Self::at_end(repository, &held)
    }

    fn at_end(repository: Repository, held: &RepositoryLock) -> Result<Self> {
        let base = base::newest(&repository)?.as_ref().map(LastBase::of);
        let mut shipper =
            Self { repository, last: None, open: None, gap: None, base, since: 0, sides: Watched::default() };
        let segments = frames::segments(&shipper.repository)?;
        let from = shipper
            .base
            .as_ref()
            .map_or(0, |base| segments.iter().rposition(|segment| segment.first <= base.place).unwrap_or(0));
        for (at, segment) in segments.iter().enumerate().skip(from) {
            let walked = frames::walk(&shipper.repository, segment, &mut |raw| {
                let follows = shipper.last.is_some_and(|last| raw.follows(&last));
                if raw.is_break() || (!follows && shipper.last.is_some()) {
                    shipper.gap = Some(raw.mark.place);
                }
                shipper.last = Some(raw.mark);
                Ok(true)
            })?;
            shipper.since += walked.whole;
            // Behind a block that rots a new file begins with what the journal still holds: blocks after it stay as they are.
            let is_usable = walked.blocks > 0 && (!walked.is_damaged || walked.is_torn);
            if at + 1 == segments.len() && is_usable {
                shipper.open = Some(Open::go_on(segment, &walked, held)?);
            } else if walked.is_damaged && at + 1 < segments.len() {
                shipper.gap = shipper.last.map(|last| Place { seq: last.place.seq + 1, ..last.place });
            }
        }
        Ok(shipper)
    }

    /// Ships what is committed; answers the newest frame that the repository holds.
    ///
    /// # Errors
    /// The disk; another history's repository is reported once, and work goes on at the next step.
    pub(super) fn step(&mut self, app: &App) -> Result<Option<Mark>> {
        let held = self.lock()?;
        let shipped = self.ship(app, &held);
        if shipped.is_err() {
            // What was half written is cut when the file is opened again.
            self.open = None;
            self.last = None;
        }
        shipped?;
        if self.is_base_due(app) {
            self.make_base(app, false, &held)?;
        }
        self.tell_journal(app)?;
        Ok(self.last)
    }

    /// Waits for the right to write, and looks again where the repository ends if somebody else has written to it since.
    fn lock(&mut self) -> Result<RepositoryLock> {
        let held = self.repository.lock()?;
        if self.is_stale()? {
            self.look_again(&held)?;
        }
        Ok(held)
    }

    fn look_again(&mut self, held: &RepositoryLock) -> Result<()> {
        *self = Self::at_end(Repository::open(&self.repository.root, self.repository.vault.clone())?, held)?;
        Ok(())
    }

    /// When the newest base was made.
    pub(super) fn base_at(&self) -> Option<Stamp> {
        self.base.as_ref().map(|base| Stamp(base.made_at))
    }

    /// Whether somebody else has written to the repository since.
    fn is_stale(&self) -> Result<bool> {
        let newest = frames::segments(&self.repository)?.pop();
        let is_other = match (&self.open, &newest) {
            (Some(open), Some(newest)) => !open.is_at(newest.first),
            (None, None) => false,
            _ => true,
        };
        let base = base::places(&self.repository)?.pop().map(|(place, _)| place);
        Ok(is_other || base > self.base.as_ref().map(|base| base.place))
    }

    /// Takes a repository over that holds frames which this history doesn't have.
    ///
    /// # Errors
    /// The disk.
    pub(super) fn claim(&mut self, app: &App) -> Result<()> {
        let _held = self.lock()?;
        app.store.ship_journal()?;
        let head = journal::head(&app.store.read()?)?.map(|head| head.mark);
        match (head, self.last) {
            (Some(head), Some(last)) if head != last && head.place <= last.place => take_over(app, &head, &last),
            _ => Ok(()),
        }
    }

    /// Makes a base now, a thorough one.
    ///
    /// # Errors
    /// As [`base::make`].
    pub(super) fn base_now(&mut self, app: &App) -> Result<base::Manifest> {
        let held = self.lock()?;
        self.ship(app, &held)?;
        let manifest = self.make_base(app, true, &held)?;
        self.tell_journal(app)?;
        Ok(manifest)
    }

    /// Lets the journal's own files go that this repository holds, when they need room.
    fn tell_journal(&self, app: &App) -> Result<()> {
        Ok(self.last.map_or(Ok(()), |last| app.store.journal_held(last.place))?)
    }

    fn make_base(&mut self, app: &App, is_thorough: bool, held: &RepositoryLock) -> Result<base::Manifest> {
        let manifest = base::make(app, &self.repository, is_thorough)?;
        self.base = Some(LastBase::of(&manifest));
        self.since = 0;
        retention::prune(&self.repository, app.clock.now().0)?;
        // Frames up to the base's, for a restore to a moment just after it.
        self.ship(app, held)?;
        Ok(manifest)
    }

    fn is_base_due(&self, app: &App) -> bool {
        let Some(base) = &self.base else { return true };
        let is_grown = self.since > LEAST && self.since * 100 > base.bytes * SHARE;
        self.gap.is_some_and(|gap| gap > base.place) || is_grown || app.clock.now().0 - base.made_at >= WEEK
    }

    fn ship(&mut self, app: &App, held: &RepositoryLock) -> Result<()> {
        app.store.ship_journal()?;
        if self.last.is_none() && !frames::segments(&self.repository)?.is_empty() {
            self.look_again(held)?;
        }
        let head = journal::head(&app.store.read()?)?;
        if head.is_some_and(|head| self.last.is_some_and(|last| last.place <= head.mark.place)) {
            self.sides.look(app, &self.repository, self.last)?;
        }
        let Some(head) = head.map(|head| head.mark).filter(|head| self.last != Some(*head)) else { return Ok(()) };
        if let Some(last) = self.last.filter(|last| head.place <= last.place) {
            return Err(AppError::refused(format!(
                "备份仓库已由另一段历史写到第 {} 任期第 {} 号，本机没有写入；确认没有别的服务使用这个仓库后，运行 gx-portal protect init 接续",
                last.place.epoch, last.place.seq
            )));
        }
        let mut waiting = Portion::default();
        let mut failure = None;
        log::walk_all(&app.paths.journal(), self.last.map(|last| last.place), &mut |raw| {
            let last = waiting.last.or(self.last);
            let follows = last.is_none_or(|last| raw.follows(&last));
            let is_new_epoch = last.is_some_and(|last| last.place.epoch != raw.mark.place.epoch);
            if (!follows || is_new_epoch || waiting.bytes.len() >= PORTION)
                && let Err(fault) = self.append(app, std::mem::take(&mut waiting))
            {
                failure = Some(fault);
                return Ok(false);
            }
            if !follows || is_new_epoch {
                self.open = None;
            }
            if !follows || raw.is_break() {
                self.gap = Some(raw.mark.place);
            }
            if let Body::Rows { files, .. } = raw.read()?.body {
                waiting.files.extend(files);
            }
            waiting.first.get_or_insert(raw.mark.place);
            waiting.last = Some(raw.mark);
            waiting.bytes.extend_from_slice(raw.bytes);
            Ok(true)
        })?;
        failure.map_or(Ok(()), Err)?;
        self.append(app, waiting)
    }

    fn append(&mut self, app: &App, portion: Portion) -> Result<()> {
        let (Some(first), Some(last)) = (portion.first, portion.last) else { return Ok(()) };
        for hash in &portion.files {
            let path = app.blobs.path(hash).map_err(AppError::internal)?;
            // A file may be gone again by now, with the record that named it.
            if path.exists() {
                self.repository.put_object(hash, &path, false)?;
            }
        }
        let open = match self.open.take().filter(|open| !open.is_full()) {
            Some(open) => open,
            None => Open::begin(&self.repository, first)?,
        };
        let bytes = self.open.insert(open).append(&self.repository, &portion.bytes)?;
        self.since += bytes;
        self.last = Some(last);
        Ok(())
    }
}

/// Frames on their way into one block.
#[derive(Default)]
struct Portion {
    first: Option<Place>,
    last: Option<Mark>,
    files: BTreeSet<String>,
    bytes: Vec<u8>,
}

/// The repository holds frames that this history doesn't have: data that were brought back, or another box with the same key. Goes
/// on in an epoch after both.
fn take_over(app: &App, head: &Mark, last: &Mark) -> Result<()> {
    let place = Place { epoch: head.place.epoch.max(last.place.epoch) + 1, seq: head.place.seq.max(last.place.seq) };
    tracing::warn!(
        epoch = place.epoch,
        "the repository holds a later history; this one goes on in an epoch of its own"
    );
    app.store.set_mark(Mark { place, ..*head }, State::Restored)?;
    Ok(())
}
