//! Where passwords are hashed: a few threads of low priority, and a queue in front of them.
//!
//! Invariants: at most as many hashes run at once as there are threads (19 MiB of memory each); who waits holds nothing
//! that others need ([`Hasher::turn`] is awaited before a place among the parallel operations is taken); the queue is
//! bounded in all and for one address, so that a storm of sign-ins is refused instead of making everybody wait.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{NOBODY, Verdict};
use crate::error::{AppError, Kind, Result};

/// Longest wait for a turn before the caller is told to try again.
const PATIENCE: Duration = Duration::from_secs(10);
/// Sign-ins that may wait; at 25 ms a hash and two threads the last of them waits three seconds.
const QUEUE: usize = 256;
/// Sign-ins of one address that may wait: an office behind one address signs in at half past eight.
const QUEUE_OF_ONE: usize = 96;
/// How much the threads stand back when the processors are busy (`nice`).
const STAND_BACK: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

/// Hashes passwords on threads of its own.
pub struct Hasher {
    jobs: Mutex<Sender<Job>>,
    turns: Arc<Semaphore>,
    waiting: Arc<Mutex<HashMap<String, usize>>>,
    runs: AtomicU64,
}

/// The right to hash now; given back when dropped.
pub struct Turn(#[allow(dead_code, reason = "held, never read")] OwnedSemaphorePermit);

/// A place in the queue.
struct Waiting {
    all: Arc<Mutex<HashMap<String, usize>>>,
    address: String,
}

impl Waiting {
    fn take(all: &Arc<Mutex<HashMap<String, usize>>>, address: &str) -> Result<Self> {
        let mut waiting = all.lock();
        let total: usize = waiting.values().sum();
        let own = waiting.get(address).copied().unwrap_or(0);
        if total >= QUEUE || own >= QUEUE_OF_ONE {
            return Err(busy());
        }
        *waiting.entry(address.to_owned()).or_default() += 1;
        Ok(Self { all: all.clone(), address: address.to_owned() })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waiting = self.all.lock();
        if let Some(count) = waiting.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                waiting.remove(&self.address);
            }
        }
    }
}

fn busy() -> AppError {
    AppError::of(Kind::Busy, "登录人数较多，请稍后再试")
}

fn work_off(jobs: &Mutex<Receiver<Job>>) {
    // Other calls come first when the processors are busy. Who may not stand back works at the usual pace.
    let _ = rustix::process::nice(STAND_BACK);
    loop {
        let next = jobs.lock().recv();
        let Ok(job) = next else { return };
        // The asker sees that no answer came.
        drop(catch_unwind(AssertUnwindSafe(job)));
    }
}

impl Hasher {
    /// A hasher with this many threads.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn new(threads: usize) -> Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 1..=threads {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name(format!("hasher-{number}"));
            thread.spawn(move || work_off(&queue)).map_err(AppError::internal)?;
        }
        let turns = Arc::new(Semaphore::new(threads));
        Ok(Self { jobs: Mutex::new(jobs), turns, waiting: Arc::default(), runs: AtomicU64::new(0) })
    }

    /// Waits until it is the caller's turn to hash.
    ///
    /// # Errors
    /// Too many wait already, in all or from this address, or the turn did not come in time.
    pub async fn turn(&self, address: &str) -> Result<Turn> {
        let _waiting = Waiting::take(&self.waiting, address)?;
        let turn = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned()).await.map_err(|_| busy())?;
        turn.map(Turn).map_err(AppError::internal)
    }

    fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let (answer, wait) = sync_channel(1);
        let job = Box::new(move || drop(answer.send(work())));
        self.jobs.lock().send(job).map_err(|_| AppError::internal("no hashing thread is left"))?;
        wait.recv().map_err(|_| AppError::internal("hashing panicked"))
    }

    /// How many costly hashes were run; tests compare the work for known and unknown names by it.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// The PHC text of a password.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub fn hash(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.run(move || super::hash(&password))?
    }

    /// Compares a password with a stored hash; one costly run whatever the kind of hash.
    ///
    /// # Errors
    /// Only our own failures.
    pub fn verify(&self, password: &str, stored: &str) -> Result<Verdict> {
        let (password, stored) = (password.to_owned(), stored.to_owned());
        self.run(move || super::verify(&password, &stored))
    }

    /// The same work for a name that does not exist.
    ///
    /// # Errors
    /// As [`Hasher::verify`].
    pub fn verify_nobody(&self, password: &str) -> Result<Verdict> {
        self.verify(password, NOBODY).map(|_| Verdict { matches: false, outdated: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_fill_the_queue_and_nobody_waits_for_ever() {
        let hasher = Hasher::new(1).expect("threads");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("runtime").block_on(async {
            let held = hasher.turn("10.0.0.1").await.expect("the first has its turn");
            let storm: Vec<_> = (0..QUEUE_OF_ONE).map(|_| Waiting::take(&hasher.waiting, "10.0.0.1")).collect();
            assert!(storm.iter().all(Result::is_ok));
            assert!(hasher.turn("10.0.0.1").await.is_err(), "one address has its share and no more");
            let mut other = Box::pin(hasher.turn("10.0.0.2"));
            assert!(tokio::time::timeout(Duration::ZERO, &mut other).await.is_err(), "another waits");
            drop(held);
            assert!(other.await.is_ok(), "and has its turn when it is free");
            drop(storm);
            assert!(hasher.waiting.lock().is_empty(), "nothing is remembered of those who left");
        });
    }
}
