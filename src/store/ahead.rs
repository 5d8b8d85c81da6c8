//! Long work done ahead of its transaction: on a snapshot, beside the writer, and laid in when nothing it looked at has
//! changed since.
//!
//! Invariants: what is laid in is exactly what the work would have written inside the transaction, because every key and
//! every range it read is as it was (checked against the commits since, which are remembered only while somebody works
//! ahead); work that was overtaken writes nothing and is done again by its caller.
//!
//! Deliberately absent: waiting, retries, and any opinion on how often to try (`app.rs`).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use super::error::{Res, StoreError};
use super::tx::{RawRead, Reader, Visit};
use super::writer::{Change, Overlay, Writer, panic_text};

/// Keys of commits that are remembered for those who work ahead; who works while more than that changes is overtaken.
const REMEMBERED: usize = 100_000;
/// Ranges of one table that are told apart; beyond this the whole table counts as read.
const RANGES: usize = 4_096;

/// What was committed while somebody works ahead.
#[derive(Default)]
pub(super) struct Recent(Mutex<Remembered>);

#[derive(Default)]
struct Remembered {
    workers: usize,
    // Commits that were forgotten again; places in `keys` count from the first worker on.
    overflowed: bool,
    keys: Vec<(&'static str, Vec<u8>)>,
}

impl Recent {
    /// Called after each commit, before its operations are answered.
    pub fn remember(&self, changes: &[Change]) {
        let mut recent = self.0.lock();
        if recent.workers == 0 {
            return;
        }
        if recent.keys.len() + changes.len() > REMEMBERED {
            recent.overflowed = true;
            recent.keys = Vec::new();
        }
        if !recent.overflowed {
            recent.keys.extend(changes.iter().map(|change| (change.table, change.key.clone())));
        }
    }
}

/// Keeps commits remembered for as long as it lives.
struct Working {
    recent: Arc<Recent>,
    since: usize,
}

impl Working {
    fn begin(recent: &Arc<Recent>) -> Self {
        let mut remembered = recent.0.lock();
        remembered.workers += 1;
        Self { recent: recent.clone(), since: remembered.keys.len() }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let mut remembered = self.recent.0.lock();
        remembered.workers -= 1;
        if remembered.workers == 0 {
            *remembered = Remembered::default();
        }
    }
}

type Range = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// What was read of one table.
#[derive(Default)]
struct Looked {
    // Hashes: two keys of one hash only mean that the work is done again for nothing.
    keys: HashSet<u64>,
    ranges: Vec<Range>,
    whole: bool,
}

impl Looked {
    fn at(&self, key: &[u8]) -> bool {
        let within = |(low, high): &Range| {
            let above = match low {
                Bound::Included(low) => key >= low.as_slice(),
                Bound::Excluded(low) => key > low.as_slice(),
                Bound::Unbounded => true,
            };
            let below = match high {
                Bound::Included(high) => key <= high.as_slice(),
                Bound::Excluded(high) => key < high.as_slice(),
                Bound::Unbounded => true,
            };
            above && below
        };
        self.whole || self.keys.contains(&xxh3_64(key)) || self.ranges.iter().any(within)
    }
}

/// A snapshot that notes what is read from it.
struct Watched<'r> {
    reader: &'r Reader,
    looked: RefCell<HashMap<&'static str, Looked>>,
}

impl RawRead for Watched<'_> {
    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>> {
        self.looked.borrow_mut().entry(table).or_default().keys.insert(xxh3_64(key));
        self.reader.raw_get(table, key)
    }

    fn raw_range(
        &self,
        table: &'static str,
        low: Bound<&[u8]>,
        high: Bound<&[u8]>,
        reverse: bool,
        visit: Visit<'_>,
    ) -> Res<()> {
        let mut looked = self.looked.borrow_mut();
        let looked_at = looked.entry(table).or_default();
        if !looked_at.whole {
            if looked_at.ranges.len() < RANGES {
                looked_at.ranges.push((low.map(<[u8]>::to_vec), high.map(<[u8]>::to_vec)));
            } else {
                *looked_at = Looked { whole: true, ..Looked::default() };
            }
        }
        drop(looked);
        self.reader.raw_range(table, low, high, reverse, visit)
    }

    fn raw_len(&self, table: &'static str) -> Res<u64> {
        self.looked.borrow_mut().entry(table).or_default().whole = true;
        self.reader.raw_len(table)
    }
}

/// Work that was done ahead, to be laid in by [`super::Batch::lay_in_ahead`].
pub struct Ahead {
    pub(super) overlay: Overlay,
    looked: HashMap<&'static str, Looked>,
    working: Working,
}

impl Ahead {
    /// Runs `work` over a snapshot that `read` opens.
    pub(super) fn run<T, E: From<StoreError>>(
        recent: &Arc<Recent>,
        read: impl FnOnce() -> Res<Reader>,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>,
    ) -> Result<(T, Self), E> {
        // Before the snapshot: what is committed in between counts as a change that the snapshot lacks, never as none.
        let working = Working::begin(recent);
        let reader = read()?;
        let watched = Watched { reader: &reader, looked: RefCell::default() };
        let mut writer = Writer::over(&watched);
        let answer = catch_unwind(AssertUnwindSafe(|| work(&mut writer)))
            .unwrap_or_else(|panic| Err(StoreError::Panicked(panic_text(panic.as_ref())).into()))?;
        let overlay = writer.into_overlay()?;
        Ok((answer, Self { overlay, looked: watched.looked.into_inner(), working }))
    }

    /// Whether something it read has changed since: in commits, or in the open batch. Who writes nothing is not overtaken.
    pub(super) fn is_overtaken(&self, open: &[Change]) -> bool {
        if self.overlay.is_empty() {
            return false;
        }
        let hit = |table: &str, key: &[u8]| self.looked.get(table).is_some_and(|looked| looked.at(key));
        let remembered = self.working.recent.0.lock();
        remembered.overflowed
            || remembered.keys.iter().skip(self.working.since).any(|(table, key)| hit(table, key))
            || open.iter().any(|change| hit(change.table, &change.key))
    }
}
