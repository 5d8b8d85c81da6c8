//! Optimistic transactions. A long operation runs on a snapshot and records each key and range that it reads; the writer
//! applies it only if no later commit touched any of them (backward validation, Kung and Robinson 1981). On conflict nothing
//! is written and the caller decides whether to run it again.
//!
//! Invariants: what is applied is exactly what the work would have written inside the transaction, because every key and every
//! range that it read is unchanged. Commits are logged only while an optimistic transaction is open.
//!
//! Deliberately absent: waiting, retries, and a policy how often to try (`app.rs`).

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

/// Keys of commits that are logged for open transactions; one that is open while more than that changes is in conflict.
const MAX_LOGGED_KEYS: usize = 100_000;
/// Ranges of one table that are recorded; beyond this the whole table counts as read.
const MAX_RANGES_PER_TABLE: usize = 4_096;

/// Keys that were committed while optimistic transactions are open.
#[derive(Default)]
pub(super) struct CommitLog(Mutex<CommitLogState>);

#[derive(Default)]
struct CommitLogState {
    active: usize,
    // The log was cut; places in `keys` count from the first open transaction on.
    overflowed: bool,
    keys: Vec<(&'static str, Vec<u8>)>,
}

impl CommitLog {
    /// Called after each commit, before its operations are answered.
    pub fn append(&self, changes: &[Change]) {
        let mut log = self.0.lock();
        if log.active == 0 {
            return;
        }
        if log.keys.len() + changes.len() > MAX_LOGGED_KEYS {
            log.overflowed = true;
            log.keys = Vec::new();
        }
        if !log.overflowed {
            log.keys.extend(changes.iter().map(|change| (change.table, change.key.clone())));
        }
    }
}

/// Keeps the log for as long as it lives.
struct Registration {
    log: Arc<CommitLog>,
    since: usize,
}

impl Registration {
    fn begin(log: &Arc<CommitLog>) -> Self {
        let mut state = log.0.lock();
        state.active += 1;
        Self { log: log.clone(), since: state.keys.len() }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut log = self.log.0.lock();
        log.active -= 1;
        if log.active == 0 {
            *log = CommitLogState::default();
        }
    }
}

type Range = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// What was read of one table.
#[derive(Default)]
struct ReadSet {
    // Hashes: two keys of one hash only mean that the work is done again for nothing.
    keys: HashSet<u64>,
    ranges: Vec<Range>,
    whole: bool,
}

impl ReadSet {
    fn contains(&self, key: &[u8]) -> bool {
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
struct RecordingReader<'r> {
    reader: &'r Reader,
    read_set: RefCell<HashMap<&'static str, ReadSet>>,
}

impl RawRead for RecordingReader<'_> {
    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>> {
        self.read_set.borrow_mut().entry(table).or_default().keys.insert(xxh3_64(key));
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
        let mut read_set = self.read_set.borrow_mut();
        let reads = read_set.entry(table).or_default();
        if !reads.whole {
            if reads.ranges.len() < MAX_RANGES_PER_TABLE {
                reads.ranges.push((low.map(<[u8]>::to_vec), high.map(<[u8]>::to_vec)));
            } else {
                *reads = ReadSet { whole: true, ..ReadSet::default() };
            }
        }
        drop(read_set);
        self.reader.raw_range(table, low, high, reverse, visit)
    }

    fn raw_len(&self, table: &'static str) -> Res<u64> {
        self.read_set.borrow_mut().entry(table).or_default().whole = true;
        self.reader.raw_len(table)
    }

    fn shows(&self, tables: &[&'static str]) -> Option<u64> {
        let mut read_set = self.read_set.borrow_mut();
        tables.iter().for_each(|table| read_set.entry(table).or_default().whole = true);
        self.reader.shows(tables)
    }
}

/// An optimistic transaction whose work is done, to be applied by [`super::Batch::apply`].
pub struct Optimistic {
    pub(super) overlay: Overlay,
    read_set: HashMap<&'static str, ReadSet>,
    registration: Registration,
}

impl Optimistic {
    /// Runs `work` over a snapshot that `read` opens.
    pub(super) fn run<T, E: From<StoreError>>(
        log: &Arc<CommitLog>,
        read: impl FnOnce() -> Res<Reader>,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>,
    ) -> Result<(T, Self), E> {
        // Before the snapshot: what is committed in between counts as a change that the snapshot lacks, never as none.
        let registration = Registration::begin(log);
        let reader = read()?;
        let recording = RecordingReader { reader: &reader, read_set: RefCell::default() };
        let mut writer = Writer::over(&recording);
        let answer = catch_unwind(AssertUnwindSafe(|| work(&mut writer)))
            .unwrap_or_else(|panic| Err(StoreError::Panicked(panic_text(panic.as_ref())).into()))?;
        let overlay = writer.into_overlay()?;
        Ok((answer, Self { overlay, read_set: recording.read_set.into_inner(), registration }))
    }

    /// Whether something that it read has changed since: in commits, or in the open batch. One that writes nothing has no conflict.
    pub(super) fn is_in_conflict(&self, open: &[Change]) -> bool {
        if self.overlay.is_empty() {
            return false;
        }
        let hit = |table: &str, key: &[u8]| self.read_set.get(table).is_some_and(|read_set| read_set.contains(key));
        let log = self.registration.log.0.lock();
        log.overflowed
            || log.keys.iter().skip(self.registration.since).any(|(table, key)| hit(table, key))
            || open.iter().any(|change| hit(change.table, &change.key))
    }
}
