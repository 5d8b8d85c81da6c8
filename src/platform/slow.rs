//! Requests that took long, with where their time went.
//!
//! Invariants: the newest [`KEPT`] since the start, in memory; no input, no name of a person: his number, the route's name.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Serialize;

use crate::kernel::dates::Stamp;
use crate::kernel::tally::micros;

/// So many are kept.
pub const KEPT: usize = 200;

/// Steps of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Waiting for a place among the parallel operations.
    Gate,
    /// Work beside the writer: checks, hashes, files, a read.
    Prepare,
    /// Waiting for the writer.
    Queue,
    /// Work inside the writer.
    Run,
    /// Commit with its synchronisation.
    Commit,
}

/// How long each step of one request took; shared by its halves.
#[derive(Debug, Clone, Default)]
pub struct Trace(Arc<Steps>);

#[derive(Debug, Default)]
struct Steps {
    micros: [AtomicU64; 5],
    rows: AtomicU64,
}

impl Trace {
    /// Adds to a step.
    pub fn took(&self, step: Step, time: Duration) {
        self.0.micros[step as usize].fetch_add(micros(time), Ordering::Relaxed);
    }

    /// Milliseconds of a step.
    pub fn milliseconds(&self, step: Step) -> u64 {
        self.0.micros[step as usize].load(Ordering::Relaxed) / 1_000
    }

    /// Notes how many records were changed.
    pub fn rows(&self, rows: usize) {
        self.0.rows.store(rows as u64, Ordering::Relaxed);
    }
}

/// Where the time of a request went, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Times {
    /// From the first byte to the answer.
    pub total: u64,
    /// Waiting for a place among the parallel operations.
    pub gate: u64,
    /// Work beside the writer.
    pub prepare: u64,
    /// Waiting for the writer.
    pub queue: u64,
    /// Work inside the writer.
    pub run: u64,
    /// Commit to the disk.
    pub commit: u64,
    /// Records that were changed, as far as they were counted.
    pub rows: u64,
}

impl Times {
    /// Of a request that took so long in all.
    pub fn of(trace: &Trace, took: Duration) -> Self {
        Self {
            total: micros(took) / 1_000,
            gate: trace.milliseconds(Step::Gate),
            prepare: trace.milliseconds(Step::Prepare),
            queue: trace.milliseconds(Step::Queue),
            run: trace.milliseconds(Step::Run),
            commit: trace.milliseconds(Step::Commit),
            rows: trace.0.rows.load(Ordering::Relaxed),
        }
    }
}

/// A request that took long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowOp {
    /// When it was answered.
    pub at: Stamp,
    /// Name of the route.
    pub route: String,
    /// Whose; 0 = nobody's.
    pub user_id: u64,
    /// Its number in the log.
    pub request_id: String,
    /// Body code of the answer.
    pub code: u16,
    /// Where its time went.
    pub times: Times,
}

/// The newest of them.
#[derive(Debug, Default)]
pub struct Slow(Mutex<VecDeque<SlowOp>>);

impl Slow {
    /// Remembers one, and says so in the log.
    pub fn note(&self, one: SlowOp) {
        tracing::warn!(
            request_id = one.request_id,
            operation = one.route,
            user_id = one.user_id,
            milliseconds = one.times.total,
            gate = one.times.gate,
            prepare = one.times.prepare,
            queue = one.times.queue,
            run = one.times.run,
            commit = one.times.commit,
            rows = one.times.rows,
            "slow request"
        );
        let mut kept = self.0.lock();
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back(one);
    }

    /// The newest first.
    pub fn newest(&self) -> Vec<SlowOp> {
        self.0.lock().iter().rev().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept_with_their_steps() {
        let slow = Slow::default();
        let trace = Trace::default();
        trace.clone().took(Step::Queue, Duration::from_millis(7));
        trace.took(Step::Queue, Duration::from_millis(5));
        for number in 0..KEPT as i64 + 3 {
            slow.note(SlowOp {
                at: Stamp(number),
                route: "GET /x".into(),
                user_id: 1,
                request_id: "a".into(),
                code: 200,
                times: Times::of(&trace, Duration::from_secs(1)),
            });
        }
        let kept = slow.newest();
        assert_eq!(
            (kept.len(), kept[0].at, kept[0].times.queue, kept[0].times.total),
            (KEPT, Stamp(KEPT as i64 + 2), 12, 1_000)
        );
    }
}
