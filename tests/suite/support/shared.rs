//! A world that tests only ask, made once while any of them runs: it ends with the last, so that its folder goes.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A place for such a world, for a `static`.
pub struct Shared<T>(Mutex<Weak<T>>);

impl<T> Shared<T> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self(Mutex::new(Weak::new()))
    }

    /// The world as it is, or a new one; others wait meanwhile.
    pub fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.upgrade().unwrap_or_else(|| {
            let made = Arc::new(make());
            *place = Arc::downgrade(&made);
            made
        })
    }
}
