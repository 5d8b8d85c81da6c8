//! How the writer fares: what waits, how long a commit takes, whether it gets on. For metrics and the watchdog.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

use gx_kernel::tally::Tally;

/// Bounds of times in microseconds.
pub const TIMES: &[u64] = &[1_000, 10_000, 100_000, 1_000_000];
/// Bounds of numbers of operations in a batch.
pub const SIZES: &[u64] = &[1, 4, 16, 64];

/// Counters since the start.
#[derive(Debug)]
pub struct Pulse {
    /// From being handed in to being begun, in microseconds.
    pub queue: Tally,
    /// Commits with their synchronisation, in microseconds.
    pub commit: Tally,
    /// Operations in each batch.
    pub batch: Tally,
    // When the batch under way began.
    began: Mutex<Option<Instant>>,
}

impl Default for Pulse {
    fn default() -> Self {
        Self { queue: Tally::new(TIMES), commit: Tally::new(TIMES), batch: Tally::new(SIZES), began: Mutex::new(None) }
    }
}

impl Pulse {
    /// A batch begins.
    pub fn begin(&self, operations: usize) {
        self.batch.note(operations as u64);
        *self.began.lock() = Some(Instant::now());
    }

    /// It ended, well or not.
    pub fn end(&self) {
        *self.began.lock() = None;
    }

    /// How long the batch under way has taken; `None` between batches.
    pub fn busy_for(&self) -> Option<Duration> {
        self.began.lock().map(|began| began.elapsed())
    }
}
