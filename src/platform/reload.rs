//! What is read again when the program is told so (SIGHUP, `systemctl reload`): each part brings its own.
//!
//! Invariants: each is tried, whatever became of the others; one that fails says why in the log and leaves what is in force.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parking_lot::RwLock;

use crate::error::Result;

type Again = Box<dyn Fn() -> Result<()> + Send + Sync>;

/// The parts, with their names for the log.
#[derive(Default)]
pub struct Reloads(RwLock<Vec<(&'static str, Again)>>);

impl Reloads {
    /// Adds a part.
    pub fn add(&self, name: &'static str, again: impl Fn() -> Result<()> + Send + Sync + 'static) {
        self.0.write().push((name, Box::new(again)));
    }

    /// Reads everything again.
    pub fn run(&self) {
        for (name, again) in &*self.0.read() {
            match catch_unwind(AssertUnwindSafe(again)) {
                Ok(Ok(())) => tracing::info!(name, "reloaded"),
                Ok(Err(fault)) => tracing::error!(name, cause = fault.cause, message = %fault.message, "not reloaded"),
                Err(_) => tracing::error!(name, "not reloaded: a panic"),
            }
        }
    }
}

impl std::fmt::Debug for Reloads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.read().iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::error::AppError;

    #[test]
    fn one_that_fails_stops_no_other() {
        let (reloads, count) = (Reloads::default(), Arc::new(AtomicU32::new(0)));
        reloads.add("fails", || Err(AppError::refused("x")));
        let counted = count.clone();
        reloads.add("counts", move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        reloads.run();
        reloads.run();
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }
}
