//! Counting how long and how many, from many threads at once: a few atomic additions, no lock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often values fell below each of a few bounds, with their sum. The unit is the caller's.
#[derive(Debug)]
pub struct Tally {
    bounds: &'static [u64],
    // One a bound, and one for what is above all of them.
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

impl Tally {
    /// An empty one; the bounds ascend and count as below.
    pub fn new(bounds: &'static [u64]) -> Self {
        Self { bounds, counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(), sum: AtomicU64::new(0) }
    }

    /// Takes a value in.
    pub fn note(&self, value: u64) {
        let place = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        if let Some(count) = self.counts.get(place) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// Takes a time in, in microseconds.
    pub fn took(&self, time: Duration) {
        self.note(micros(time));
    }

    /// The bounds with how many values were at most as large, how many there were, and their sum.
    pub fn read(&self) -> Counted {
        let counts: Vec<u64> = self.counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let mut below = 0;
        let up_to = self.bounds.iter().zip(&counts).map(|(bound, count)| {
            below += count;
            (*bound, below)
        });
        let up_to = up_to.collect();
        Counted { up_to, count: counts.iter().sum(), sum: self.sum.load(Ordering::Relaxed) }
    }
}

/// What a tally holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Each bound with the number of values up to it.
    pub up_to: Vec<(u64, u64)>,
    pub count: u64,
    pub sum: u64,
}

impl Counted {
    /// The same bounds with nothing counted.
    pub fn nothing(bounds: &[u64]) -> Self {
        Self { up_to: bounds.iter().map(|bound| (*bound, 0)).collect(), count: 0, sum: 0 }
    }

    /// Adds another one of the same bounds.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.up_to.iter_mut().zip(&other.up_to) {
            mine.1 += theirs.1;
        }
        self.count += other.count;
        self.sum += other.sum;
    }
}

/// A time in whole microseconds.
pub fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_up_to_their_bounds() {
        let tally = Tally::new(&[10, 100]);
        for value in [0, 10, 11, 100, 101, 5_000] {
            tally.note(value);
        }
        let mut read = tally.read();
        assert_eq!(read, Counted { up_to: vec![(10, 2), (100, 4)], count: 6, sum: 5_222 });
        read.add(&tally.read());
        assert_eq!((read.up_to[1].1, read.count), (8, 12));
    }
}
