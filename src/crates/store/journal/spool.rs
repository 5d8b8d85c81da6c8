//! Room that the journal's own files may take, and what happens when it is used up while targets are away.
//!
//! Invariants: the two newest files stay; of the others those go first whose frames a repository holds, the oldest before younger
//! ones. Frames that no repository holds go too, or else ordinary writes stop until one has taken them
//! ([`JournalOptions::stops`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::log::{Segment, segments};
use super::{JournalOptions, Place};
use crate::error::Res;

/// A file is followed by the next at this size, and never at less than the least.
const FILE_BYTES: u64 = 16 << 20;
const LEAST: u64 = 64 << 10;
/// So many files fit into the room.
const FILES: u64 = 8;

/// The room of the journal's files.
pub struct Spool {
    pub folder: PathBuf,
    bytes: Arc<dyn Fn() -> u64 + Send + Sync>,
    stops: Arc<dyn Fn() -> bool + Send + Sync>,
    /// The newest frame up to which a repository holds all.
    held: Mutex<Option<Place>>,
    is_full: AtomicBool,
}

impl Spool {
    pub fn of(options: &JournalOptions) -> Self {
        Self {
            folder: options.folder.clone(),
            bytes: options.spool_bytes.clone(),
            stops: options.stops.clone(),
            held: Mutex::default(),
            is_full: AtomicBool::new(false),
        }
    }

    /// Bytes that the files may take now. However much is allowed, the disk belongs to the data.
    pub fn limit(&self) -> u64 {
        let bytes = (self.bytes)();
        gx_kernel::machine::room(&self.folder).map_or(bytes, |(all, _)| bytes.min(all / 10))
    }

    /// Size at which a file is followed by the next.
    pub fn file_bytes(&self) -> u64 {
        ((self.bytes)() / FILES).clamp(LEAST, FILE_BYTES)
    }

    /// Whether ordinary writes have to wait.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// A repository holds everything up to this frame.
    ///
    /// # Errors
    /// The disk.
    pub fn hold(&self, place: Place) -> Res<()> {
        let mut held = self.held.lock();
        *held = (*held).max(Some(place));
        drop(held);
        if self.is_full() { self.settle() } else { Ok(()) }
    }

    /// Makes room.
    ///
    /// # Errors
    /// The disk.
    pub fn settle(&self) -> Res<()> {
        // Held meanwhile: two threads don't remove the same file.
        let held = self.held.lock();
        let (segments, limit) = (segments(&self.folder)?, self.limit());
        let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        let mut total: u64 = segments.iter().map(|segment| size(&segment.path)).sum();
        let mut waits = false;
        for pair in segments.windows(2).take(segments.len().saturating_sub(2)) {
            if total <= limit {
                break;
            }
            let [segment, next] = pair else { break };
            let is_held = held.is_some_and(|held| covers(held, segment, next));
            if !is_held && (self.stops)() {
                waits = true;
                break;
            }
            total = total.saturating_sub(size(&segment.path));
            fs::remove_file(&segment.path)?;
            if !is_held {
                tracing::warn!(file = %segment.path.display(), "journal file removed that no repository holds: the spool is full");
            }
        }
        if waits != self.is_full.swap(waits, Ordering::Relaxed) {
            tracing::error!(waits, "ordinary writes wait for a repository that takes the journal");
        }
        Ok(())
    }
}

/// Whether all frames of a file lie at or before a place.
fn covers(held: Place, segment: &Segment, next: &Segment) -> bool {
    held.epoch >= segment.first.epoch && held.seq + 1 >= next.first.seq
}

#[cfg(test)]
mod tests {
    use super::super::log::name_of;
    use super::*;

    fn spool(folder: &Path, stops: bool) -> Spool {
        Spool::of(&JournalOptions {
            folder: folder.to_path_buf(),
            now: Arc::new(|| 0),
            spool_bytes: Arc::new(|| 500),
            stops: Arc::new(move || stops),
        })
    }

    fn fill(folder: &Path, count: u64) {
        for number in 0..count {
            fs::write(folder.join(name_of(Place { epoch: 1, seq: number * 10 + 1 })), [0; 100]).unwrap();
        }
    }

    fn left(folder: &Path) -> Vec<u64> {
        segments(folder).unwrap().into_iter().map(|segment| segment.first.seq).collect()
    }

    #[test]
    fn the_oldest_go_unless_writes_have_to_stop_for_what_no_repository_holds() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fill(folder, 8);
        let goes_on = spool(folder, false);
        goes_on.settle().unwrap();
        assert_eq!((left(folder), goes_on.is_full()), (vec![31, 41, 51, 61, 71], false));
        fill(folder, 8);
        let stops = spool(folder, true);
        stops.settle().unwrap();
        assert_eq!((left(folder).len(), stops.is_full()), (8, true));
        // The first file ends with 10, the second with 20: one that is held in part stays.
        stops.hold(Place { epoch: 1, seq: 19 }).unwrap();
        assert_eq!((left(folder), stops.is_full()), (vec![11, 21, 31, 41, 51, 61, 71], true));
        stops.hold(Place { epoch: 1, seq: 5 }).unwrap();
        stops.hold(Place { epoch: 1, seq: 75 }).unwrap();
        assert_eq!((left(folder), stops.is_full()), (vec![31, 41, 51, 61, 71], false));
        // The newest two stay, however little room there is.
        let tight = Spool { bytes: Arc::new(|| 50), ..spool(folder, false) };
        tight.settle().unwrap();
        assert_eq!(left(folder), [61, 71]);
    }
}
