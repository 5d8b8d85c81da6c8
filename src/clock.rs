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
    // Added to the wall's time alone: somebody set the clock (tests).
    set: AtomicI64,
    began: Instant,
    // What the wall said then, epoch milliseconds.
    began_at: i64,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self {
            fixed: AtomicI64::new(0),
            shift: AtomicI64::new(0),
            set: AtomicI64::new(0),
            began: Instant::now(),
            began_at: wall(),
        }
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

    /// Sets the clock of the wall forward (or back) by milliseconds, as a person or a time server does: the one that nobody
    /// sets goes on.
    pub fn set_off(&self, milliseconds: i64) {
        self.set.fetch_add(milliseconds, Ordering::Relaxed);
    }

    pub fn now(&self) -> Stamp {
        let moment = match self.fixed.load(Ordering::Relaxed) {
            0 => wall() + self.shift.load(Ordering::Relaxed),
            fixed => fixed,
        };
        Stamp(moment + self.set.load(Ordering::Relaxed))
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

    /// This moment by the clock that nobody sets: what the wall said when the program started, and the time since. Sessions
    /// and locks count by it. Whoever is shown such a moment gets it through [`Clock::shown`].
    pub fn steady(&self) -> Stamp {
        match self.fixed.load(Ordering::Relaxed) {
            0 => Stamp(self.began_at.saturating_add(self.monotonic())),
            fixed => Stamp(fixed),
        }
    }

    /// What the wall says, or said, at a steady moment.
    pub fn shown(&self, steady: Stamp) -> Stamp {
        Stamp(steady.0.saturating_add(self.now().0.saturating_sub(self.steady().0)))
    }

    /// The local calendar date.
    pub fn today(&self) -> Date {
        self.now().date()
    }
}

/// Epoch milliseconds as the machine has them.
fn wall() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
