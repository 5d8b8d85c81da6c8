//! The only place that asks the machine for the time; fixed or moved in tests.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use jiff::civil::Date;

use crate::kernel::dates::Stamp;

/// now() and today() in Asia/Shanghai.
#[derive(Debug)]
pub struct Clock {
    // 0 = the machine's time; otherwise a fixed moment in epoch milliseconds.
    fixed: AtomicI64,
    // Added to the machine's time (test hook of the `testing` feature).
    shift: AtomicI64,
    began: Instant,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self { fixed: AtomicI64::new(0), shift: AtomicI64::new(0), began: Instant::now() }
    }

    /// A clock that stands at `at` until it is moved.
    pub fn fixed(at: Stamp) -> Self {
        let clock = Self::system();
        clock.fixed.store(at.0, Ordering::Relaxed);
        clock
    }

    /// Moves the clock forward (or back) by milliseconds.
    pub fn advance(&self, milliseconds: i64) {
        let moved = if self.fixed.load(Ordering::Relaxed) == 0 { &self.shift } else { &self.fixed };
        moved.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// This moment.
    pub fn now(&self) -> Stamp {
        match self.fixed.load(Ordering::Relaxed) {
            0 => Stamp(jiff::Timestamp::now().as_millisecond() + self.shift.load(Ordering::Relaxed)),
            fixed => Stamp(fixed),
        }
    }

    /// Milliseconds of a clock that nobody sets, since some moment: for differences within a run. It follows a moved clock.
    pub fn monotonic(&self) -> i64 {
        match self.fixed.load(Ordering::Relaxed) {
            0 => {
                let run = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
                run.saturating_add(self.shift.load(Ordering::Relaxed))
            }
            fixed => fixed,
        }
    }

    /// The local calendar date.
    pub fn today(&self) -> Date {
        self.now().date()
    }
}
