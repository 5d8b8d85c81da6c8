//! Token buckets by network: who comes too often waits, and nobody else notices.
//!
//! Invariants: memory is bounded, whoever asks; a clock that goes back takes nothing away; what is given back never
//! exceeds what was there at first.

use std::collections::HashMap;

use parking_lot::Mutex;

/// Most networks that are remembered. One that is full again need not be.
const MOST: usize = 10_000;

/// A token in parts, so that a millisecond brings whole ones: whoever asks every millisecond must not lose fractions.
const TOKEN: i64 = 60_000;

/// How much a network may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub burst: u32,
    /// In the long run.
    pub per_minute: u32,
}

impl Allowance {
    /// What there is after some time.
    fn refilled(self, left: i64, milliseconds: i64) -> i64 {
        let more = milliseconds.clamp(0, 86_400_000).saturating_mul(self.per_minute.into());
        left.saturating_add(more).min(self.full())
    }

    fn full(self) -> i64 {
        i64::from(self.burst) * TOKEN
    }
}

#[derive(Clone, Copy, Debug)]
struct Level {
    left: i64,
    at: i64,
}

/// The buckets of one kind of request.
#[derive(Debug, Default)]
pub struct Buckets {
    levels: Mutex<HashMap<String, Level>>,
}

impl Buckets {
    /// Takes one token.
    ///
    /// # Errors
    /// Milliseconds until there is one again.
    pub fn take(&self, network: &str, now_ms: i64, allowance: Allowance) -> Result<(), i64> {
        self.take_many(network, now_ms, allowance, 1)
    }

    /// Takes several tokens, or none.
    ///
    /// # Errors
    /// Milliseconds until there are as many again.
    pub fn take_many(&self, network: &str, now_ms: i64, allowance: Allowance, many: u32) -> Result<(), i64> {
        let wanted = i64::from(many) * TOKEN;
        let mut levels = self.levels.lock();
        if levels.len() >= MOST && !levels.contains_key(network) {
            make_room(&mut levels, now_ms, allowance);
        }
        let level = levels.entry(network.to_owned()).or_insert(Level { left: allowance.full(), at: now_ms });
        level.left = allowance.refilled(level.left, now_ms.saturating_sub(level.at));
        level.at = now_ms;
        if level.left >= wanted {
            level.left -= wanted;
            return Ok(());
        }
        let missing = (wanted - level.left).cast_unsigned();
        Err(missing.div_ceil(allowance.per_minute.max(1).into()).cast_signed())
    }

    /// Gives back what [`Buckets::take`] took.
    pub fn give_back(&self, network: &str, allowance: Allowance) {
        if let Some(level) = self.levels.lock().get_mut(network) {
            level.left = level.left.saturating_add(TOKEN).min(allowance.full());
        }
    }
}

/// Forgets those that are full again; if nobody is, the half that took least.
fn make_room(levels: &mut HashMap<String, Level>, now_ms: i64, allowance: Allowance) {
    let left = |level: &Level| allowance.refilled(level.left, now_ms.saturating_sub(level.at));
    levels.retain(|_, level| left(level) < allowance.full());
    if levels.len() < MOST {
        return;
    }
    let mut all: Vec<i64> = levels.values().map(left).collect();
    let (_, middle, _) = all.select_nth_unstable(MOST / 2);
    let middle = *middle;
    let mut to_go = MOST / 2;
    levels.retain(|_, level| {
        let goes = to_go > 0 && left(level) >= middle;
        to_go -= usize::from(goes);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Allowance = Allowance { burst: 3, per_minute: 6 };

    #[test]
    fn whoever_comes_too_often_waits_and_nobody_else() {
        let buckets = Buckets::default();
        for _ in 0..3 {
            assert_eq!(buckets.take("a", 0, SOME), Ok(()));
        }
        let wait = buckets.take("a", 0, SOME).unwrap_err();
        assert_eq!(wait, 10_000, "one in ten seconds");
        assert_eq!(buckets.take("b", 0, SOME), Ok(()));
        for now in 1..wait {
            assert_eq!(buckets.take("a", now, SOME), Err(wait - now), "asking often costs nothing");
        }
        assert_eq!(buckets.take("a", wait, SOME), Ok(()));
        assert!(buckets.take("a", -5_000, SOME).is_err(), "a clock that goes back");
        assert_eq!(buckets.take("a", 60_000, SOME), Ok(()));
    }

    #[test]
    fn what_is_given_back_never_exceeds_the_burst() {
        let buckets = Buckets::default();
        for _ in 0..50 {
            assert_eq!(buckets.take("a", 0, SOME), Ok(()));
            buckets.give_back("a", SOME);
        }
        buckets.give_back("a", SOME);
        let taken = (0..10).filter(|_| buckets.take("a", 0, SOME).is_ok()).count();
        assert_eq!(taken, 3);
    }

    #[test]
    fn memory_is_bounded_and_the_greedy_are_remembered() {
        let buckets = Buckets::default();
        while buckets.take("greedy", 0, SOME).is_ok() {}
        for network in 0..3 * MOST {
            assert_eq!(buckets.take(&network.to_string(), 0, SOME), Ok(()));
        }
        assert!(buckets.levels.lock().len() <= MOST);
        assert!(buckets.take("greedy", 0, SOME).is_err(), "still waits");
        make_room(&mut buckets.levels.lock(), 3_600_000, SOME);
        assert!(buckets.levels.lock().is_empty(), "those that are full again are forgotten");
    }
}
