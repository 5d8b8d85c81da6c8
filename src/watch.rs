//! Progress of a piece of work that takes long, and the wish that it end early.
//!
//! Whoever does the work reports to a [`Watch`] and stops where it says so; whoever waits looks at it
//! from another thread. A watch with a limit only measures: work that turns out longer is refused
//! before it begins, so that the caller can do it in the background instead.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::{AppError, Result};

/// Tests look at work that is half done: it waits at this row while its watch is held.
#[cfg(feature = "testing")]
const HELD_AT: u64 = 5;

/// What is shared by the one who works and those who wait.
#[derive(Debug, Default)]
pub struct Watch {
    limit: Option<u64>,
    long: AtomicBool,
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    title: OnceLock<String>,
    /// What holds the work half way.
    #[cfg(feature = "testing")]
    held: std::sync::Arc<AtomicBool>,
}

impl Watch {
    /// A watch that refuses work of more than so many rows.
    pub fn up_to(rows: u64) -> Self {
        Self { limit: Some(rows), ..Self::default() }
    }

    /// A watch that lets work wait half way while `held` is set.
    #[cfg(feature = "testing")]
    pub fn held_by(held: std::sync::Arc<AtomicBool>) -> Self {
        Self { held, ..Self::default() }
    }

    /// What the work is and its number of rows are known; the work starts over when it was begun before.
    ///
    /// # Errors
    /// When it is more than the limit, or nobody wants it any more.
    pub fn begin(&self, title: &str, rows: u64) -> Result<()> {
        self.title.get_or_init(|| title.to_owned());
        self.total.store(rows, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        if self.limit.is_some_and(|limit| rows > limit) {
            self.long.store(true, Ordering::Relaxed);
            return Err(AppError::refused("数据较多，请在后台导出"));
        }
        self.go_on()
    }

    /// One row is done.
    ///
    /// # Errors
    /// When nobody wants the rest.
    pub fn step(&self) -> Result<()> {
        let _done = self.done.fetch_add(1, Ordering::Relaxed);
        #[cfg(feature = "testing")]
        while _done == HELD_AT && self.held.load(Ordering::Relaxed) && self.limit.is_none() && !self.is_cancelled() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        self.go_on()
    }

    /// # Errors
    /// When nobody wants the rest.
    pub fn go_on(&self) -> Result<()> {
        if self.is_cancelled() { Err(AppError::refused("任务已取消")) } else { Ok(()) }
    }

    /// Whether the work was refused for its length; `begin` has said so.
    pub fn was_long(&self) -> bool {
        self.long.load(Ordering::Relaxed)
    }

    /// What the work is, once it was begun.
    pub fn title(&self) -> Option<&str> {
        self.title.get().map(String::as_str)
    }

    /// Asks for the end.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked for the end.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Rows done, and how many there are; 0 while that is not known.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_longer_than_the_limit_is_refused() {
        let watch = Watch::up_to(3);
        assert!(watch.begin("表", 3).is_ok() && !watch.was_long());
        assert!(watch.begin("表", 4).is_err() && watch.was_long());
        let free = Watch::default();
        assert!(free.begin("表", u64::MAX).is_ok() && !free.was_long());
        assert!(free.step().is_ok() && free.step().is_ok());
        assert_eq!(free.progress(), (2, u64::MAX));
        free.cancel();
        assert!(free.step().is_err() && free.go_on().is_err(), "a cancelled work ends at its next row");
    }
}
