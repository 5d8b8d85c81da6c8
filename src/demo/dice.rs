//! The die of the demonstration data: deterministic, without floats.
//!
//! Each thing has a stream of its own, seeded by its kind and place, so that one more room does not change a lease
//! (domain.md section 9).

use crate::error::{AppError, Result};

/// Seed of the city (domain.md section 9).
const SEED: u64 = 20_240_601;

/// A linear congruential generator (Knuth's constants); only its high bits are used.
pub(super) struct Dice(u64);

/// Quantiles of a log-normal distribution with sigma 0.6, in per mille of its median.
const LOG_NORMAL: [(usize, i64); 9] =
    [(0, 250), (5, 373), (10, 464), (25, 667), (50, 1_000), (75, 1_499), (90, 2_157), (95, 2_683), (100, 4_040)];

impl Dice {
    /// A stream from a fixed seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The stream of one thing: FNV-1a of `seed:kind:place`, mixed (`SplitMix64`) so that neighbours differ in every bit.
    pub(super) fn of(kind: &str, place: usize) -> Self {
        let hash = format!("{SEED}:{kind}:{place}")
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(mixed ^ (mixed >> 31))
    }

    /// A number from 0 to `limit` − 1.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(self.0 >> 33).unwrap_or(0);
        high % limit.max(1)
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(width)).unwrap_or(0)
    }

    /// True in so many of a hundred falls.
    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of a list.
    pub(super) fn pick<'l, T>(&mut self, list: &'l [T]) -> Result<&'l T> {
        let at = self.below(list.len());
        list.get(at).ok_or_else(|| AppError::internal("nothing to pick from"))
    }

    /// One of a list by weight.
    pub(super) fn weighed<T: Copy>(&mut self, list: &[(usize, T)]) -> Result<T> {
        let mut fall = self.below(list.iter().map(|(weight, _)| weight).sum());
        for (weight, item) in list {
            if fall < *weight {
                return Ok(*item);
            }
            fall -= weight;
        }
        Err(AppError::internal("nothing to pick from"))
    }

    /// A value around `median`, as sizes of rooms are spread.
    pub(super) fn log_normal(&mut self, median: i64) -> i64 {
        let fall = i64::try_from(self.below(10_000)).unwrap_or(0);
        let share = LOG_NORMAL.windows(2).find_map(|pair| {
            let (low, high) = (i64::try_from(pair[0].0).ok()? * 100, i64::try_from(pair[1].0).ok()? * 100);
            (fall < high).then(|| pair[0].1 + (pair[1].1 - pair[0].1) * (fall - low) / (high - low))
        });
        median * share.unwrap_or(1_000) / 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_fall_the_same_way_every_time() {
        let (mut a, mut b) = (Dice::of("room", 7), Dice::of("room", 7));
        let falls: Vec<usize> = (0..1_000).map(|_| a.below(20)).collect();
        assert!(falls.iter().all(|fall| *fall == b.below(20)));
        assert!((0..20).all(|side| falls.iter().filter(|fall| **fall == side).count() > 20), "a loaded die");
    }

    #[test]
    fn neighbours_have_streams_of_their_own() {
        for draw in 0..4 {
            let mut counts = [0; 10];
            for place in 0..10_000 {
                let mut dice = Dice::of("lease", place);
                (0..draw).for_each(|_| {
                    dice.below(10);
                });
                counts[dice.below(10)] += 1;
            }
            assert!(counts.iter().all(|count| (850..1_150).contains(count)), "draw {draw}: {counts:?}");
        }
    }

    #[test]
    fn half_of_the_sizes_lie_below_the_median() {
        let mut dice = Dice::new(1);
        let below = (0..10_000).filter(|_| dice.log_normal(100_000) < 100_000).count();
        assert!((4_700..5_300).contains(&below), "{below}");
    }
}
