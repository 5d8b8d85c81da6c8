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
pub struct Follower {
    /// For the log.
    pub name: &'static str,
    /// Takes a commit in.
    pub hear: Box<dyn Fn(&[Change]) + Send + Sync>,
    /// Replaces everything it knows by what a snapshot says.
    pub renew: Box<dyn Fn(&Reader) -> Res<()> + Send + Sync>,
}

struct Followed {
    follower: Follower,
    // What it knows cannot be relied on.
    doubtful: AtomicBool,
}

/// All followers, in the order in which they hear.
#[derive(Default)]
pub(super) struct Followers(RwLock<Vec<Followed>>);

impl Followers {
    pub fn add(&self, follower: Follower) {
        self.0.write().push(Followed { follower, doubtful: AtomicBool::new(false) });
    }

    /// Tells everybody; `read` opens a snapshot that holds these changes.
    pub fn tell(&self, changes: &[Change], read: &dyn Fn() -> Res<Reader>) {
        for followed in &*self.0.read() {
            let heard = catch_unwind(AssertUnwindSafe(|| (followed.follower.hear)(changes)));
            if let Err(panic) = heard {
                let (follower, why) = (followed.follower.name, panic_text(panic.as_ref()));
                tracing::error!(follower, why, "a follower of the store panicked; it is read anew");
                followed.doubtful.store(true, Ordering::Release);
            }
            if followed.doubtful.load(Ordering::Acquire) {
                followed.mend(read);
            }
        }
    }

    /// Reads everything anew, as after a panic; for tests, by name.
    #[cfg(feature = "testing")]
    pub fn names(&self) -> Vec<&'static str> {
        self.0.read().iter().map(|followed| followed.follower.name).collect()
    }

    /// The next commit finds this follower panicking; for tests.
    #[cfg(feature = "testing")]
    pub fn trip(&self, name: &str) {
        let mut all = self.0.write();
        let Some(followed) = all.iter_mut().find(|followed| followed.follower.name == name) else { return };
        let hear = std::mem::replace(&mut followed.follower.hear, Box::new(|_| {}));
        let tripped = AtomicBool::new(true);
        followed.follower.hear = Box::new(move |changes| {
            assert!(!tripped.swap(false, Ordering::AcqRel), "a follower panics for a test");
            hear(changes);
        });
    }
}

impl Followed {
    fn mend(&self, read: &dyn Fn() -> Res<Reader>) {
        let renewed = catch_unwind(AssertUnwindSafe(|| (self.follower.renew)(&read()?)));
        match renewed {
            Ok(Ok(())) => self.doubtful.store(false, Ordering::Release),
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
