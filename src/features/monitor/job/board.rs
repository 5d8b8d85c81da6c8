//! What is running, and the bell that wakes the scheduler.
//!
//! Invariants: a job is claimed by at most one run; the bell rings for every committed change of jobs,
//! of their times and of requests, so the scheduler sleeps until something is due and misses nothing.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::record::{Job, JobDue, JobRequest};
use crate::error::Result;
use crate::platform::mode::Running;
use crate::product::{Memory, Start};
use crate::store::{Change, Reader, Record, Res};

#[derive(Debug, Default)]
struct State {
    running: HashSet<u64>,
    rings: u64,
    stopping: bool,
    // The scheduler's thread is there.
    lives: bool,
}

/// Shared by the scheduler, the runs and the routes.
#[derive(Debug, Default)]
pub struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

impl Memory for Board {
    const NAME: &'static str = "jobs";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    fn observe(&self, changes: &[Change]) {
        if changes
            .iter()
            .any(|change| [Job::TABLE, JobDue::TABLE, JobRequest::TABLE, Running::TABLE].contains(&change.table))
        {
            self.ring();
        }
    }
    fn reload(&self, _: &Reader) -> Res<()> {
        self.ring();
        Ok(())
    }
}

/// The scheduler's thread.
#[derive(Debug)]
pub struct Life(Arc<Board>);

impl Drop for Life {
    fn drop(&mut self) {
        self.0.state.lock().lives = false;
    }
}

impl Board {
    /// Lets the scheduler look at the jobs again.
    pub fn ring(&self) {
        self.state.lock().rings += 1;
        self.changed.notify_all();
    }

    /// How often the bell rang; taken before looking at the store, given to [`Board::wait`] after.
    pub fn rings(&self) -> u64 {
        self.state.lock().rings
    }

    /// Sleeps until the bell rings again, the time is over or the program stops.
    pub fn wait(&self, seen: u64, most: Duration) {
        let until = Instant::now() + most;
        let mut state = self.state.lock();
        while state.rings == seen && !state.stopping {
            if self.changed.wait_until(&mut state, until).timed_out() {
                break;
            }
        }
    }

    /// Takes a job for a run; `false` when it runs already or the program stops.
    pub fn claim(&self, job_id: u64) -> bool {
        let mut state = self.state.lock();
        !state.stopping && state.running.insert(job_id)
    }

    /// Gives a job back.
    pub fn release(&self, job_id: u64) {
        self.state.lock().running.remove(&job_id);
        self.ring();
    }

    /// Whether a job runs.
    pub fn is_running(&self, job_id: u64) -> bool {
        self.state.lock().running.contains(&job_id)
    }

    /// Whether the scheduler's thread is there.
    pub fn lives(&self) -> bool {
        self.state.lock().lives
    }

    /// Notes that the scheduler's thread begins; it ends when the answer is dropped, also by a panic.
    pub fn begin(self: &Arc<Self>) -> Life {
        self.state.lock().lives = true;
        Life(self.clone())
    }

    /// Whether the program stops.
    pub fn is_stopping(&self) -> bool {
        self.state.lock().stopping
    }

    /// Starts nothing more and waits for the runs under way, at most so long; answers how many are left.
    pub fn stop(&self, patience: Duration) -> usize {
        let until = Instant::now() + patience;
        let mut state = self.state.lock();
        state.stopping = true;
        self.changed.notify_all();
        while !state.running.is_empty() && !self.changed.wait_until(&mut state, until).timed_out() {}
        state.running.len()
    }
}
