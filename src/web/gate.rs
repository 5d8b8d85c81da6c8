//! How many operations run at once on blocking threads.
//!
//! Invariants: a place is held for exactly as long as the work runs, also when the client has gone away and nobody waits
//! for its answer; long operations (imports, exports, runs) have places of their own, so they are in nobody's way.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::error::{AppError, Result};

/// Usual operations at once.
const PARALLEL: usize = 64;
/// Long operations at once.
const LONG: usize = 8;

/// Threads for work that blocks: those of all places, and some for files that come and go. Without a limit the runtime makes up
/// to 512, because a place is free a moment before its thread is, and each keeps up to a megabyte of the allocator's: 1,000
/// clients that ask for the menus at once took 580 MiB (`tests/bench/strangers.rs`).
pub const THREADS: usize = PARALLEL + LONG + 16;
/// Whoever has nothing to do for so long goes, and gives back what its allocator kept.
pub const THREAD_IDLE: Duration = Duration::from_secs(2);

pub struct Gate {
    usual: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

impl Default for Gate {
    fn default() -> Self {
        Self::with(PARALLEL, LONG)
    }
}

impl Gate {
    fn with(usual: usize, long: usize) -> Self {
        Self { usual: Arc::new(Semaphore::new(usual)), long: Arc::new(Semaphore::new(long)) }
    }

    /// Runs work on a blocking thread, when there is a place.
    ///
    /// # Errors
    /// A panic that nothing below caught.
    pub async fn run<T: Send + 'static>(&self, is_long: bool, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let places = if is_long { &self.long } else { &self.usual };
        let place = places.clone().acquire_owned().await.map_err(AppError::internal)?;
        let held = move || {
            let _place = place;
            work()
        };
        tokio::task::spawn_blocking(held).await.map_err(AppError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn who_goes_away_leaves_his_place_taken_until_the_work_is_done() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("runtime");
        runtime.block_on(async {
            let gate = Arc::new(Gate::with(1, 1));
            let (go_on, told) = channel::<()>();
            let (begun, is_begun) = tokio::sync::oneshot::channel();
            let theirs = gate.clone();
            let client = tokio::spawn(async move {
                let work = move || {
                    begun.send(()).expect("heard");
                    told.recv().expect("told to go on");
                };
                theirs.run(false, work).await
            });
            is_begun.await.expect("begun");
            client.abort();
            assert!(client.await.expect_err("gone").is_cancelled());
            assert_eq!(gate.usual.available_permits(), 0, "the work goes on, so the place is taken");
            assert_eq!(gate.run(true, || 1).await.expect("runs"), 1, "long work has places of its own");
            go_on.send(()).expect("heard");
            assert_eq!(gate.run(false, || 2).await.expect("runs"), 2, "and is free when it is done");
        });
    }
}
