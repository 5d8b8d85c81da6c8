//! What lies in memory and follows the store: told of every commit before its operations are answered.
//!
//! Invariants: a follower that panics neither changes the answer of a write that was made nor keeps the others from
//! hearing of it; what it knows is then thrown away and read again from the store, at once or with the next commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;

use super::error::Res;
use super::tx::Reader;
use super::writer::{Change, panic_text};

/// Something in memory that is computed from records.
pub struct CommitObserver {
    /// For the log.
    pub name: &'static str,
    /// Takes a commit in.
    pub on_commit: Box<dyn Fn(&[Change]) + Send + Sync>,
    /// Replaces everything it knows by what a snapshot says.
    pub reload: Box<dyn Fn(&Reader) -> Res<()> + Send + Sync>,
}

struct Followed {
    follower: CommitObserver,
    // What it knows cannot be relied on.
    stale: AtomicBool,
}

/// All followers, in the order in which they hear.
#[derive(Default)]
pub(super) struct CommitObservers(RwLock<Vec<Followed>>);

impl CommitObservers {
    pub fn add(&self, follower: CommitObserver) {
        self.0.write().push(Followed { follower, stale: AtomicBool::new(false) });
    }

    /// Tells everybody; `read` opens a snapshot that holds these changes.
    pub fn tell(&self, changes: &[Change], read: &dyn Fn() -> Res<Reader>) {
        for followed in &*self.0.read() {
            let heard = catch_unwind(AssertUnwindSafe(|| (followed.follower.on_commit)(changes)));
            if let Err(panic) = heard {
                let (follower, why) = (followed.follower.name, panic_text(panic.as_ref()));
                tracing::error!(follower, why, "a follower of the store panicked; it is read anew");
                followed.stale.store(true, Ordering::Release);
            }
            if followed.stale.load(Ordering::Acquire) {
                followed.repair(read);
            }
        }
    }

    /// Reads everything again, as after a panic; for tests, by name.
    #[cfg(feature = "testing")]
    pub fn names(&self) -> Vec<&'static str> {
        self.0.read().iter().map(|followed| followed.follower.name).collect()
    }

    /// The next commit finds this follower panicking; for tests.
    #[cfg(feature = "testing")]
    pub fn trip(&self, name: &str) {
        let mut all = self.0.write();
        let Some(followed) = all.iter_mut().find(|followed| followed.follower.name == name) else { return };
        let on_commit = std::mem::replace(&mut followed.follower.on_commit, Box::new(|_| {}));
        let tripped = AtomicBool::new(true);
        followed.follower.on_commit = Box::new(move |changes| {
            assert!(!tripped.swap(false, Ordering::AcqRel), "a follower panics for a test");
            on_commit(changes);
        });
    }
}

impl Followed {
    fn repair(&self, read: &dyn Fn() -> Res<Reader>) {
        let renewed = catch_unwind(AssertUnwindSafe(|| (self.follower.reload)(&read()?)));
        match renewed {
            Ok(Ok(())) => self.stale.store(false, Ordering::Release),
            Ok(Err(error)) => {
                tracing::error!(follower = self.follower.name, %error, "a follower could not be read anew")
            }
            Err(panic) => {
                let why = panic_text(panic.as_ref());
                tracing::error!(follower = self.follower.name, why, "a follower could not be read anew");
            }
        }
    }
}
