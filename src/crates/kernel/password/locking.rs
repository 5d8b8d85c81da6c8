//! How wrong passwords lock a name: after how many, for how long, and longer each time. Pure.

/// A way of locking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Locking {
    /// Wrong passwords in a row that lock.
    pub tries: u64,
    /// Minutes of the first lock, and of the window in which wrong ones count.
    pub first: u64,
    /// Minutes of the longest: each lock lasts twice as long as the one before it.
    pub longest: u64,
}

impl Locking {
    /// That of a profile; `tries` and `minutes` are the settings that `custom` goes by, whose locks do not grow.
    pub fn of(profile: &str, tries: u64, minutes: u64) -> Self {
        match profile {
            "mlps3" => Self { tries: 5, first: 10, longest: 1_440 },
            "asvs" => Self { tries: 10, first: 1, longest: 60 },
            _ => Self { tries: tries.max(1), first: minutes.max(1), longest: minutes.max(1) },
        }
    }

    /// Minutes of a lock after so many.
    pub fn minutes(self, before: u32) -> u64 {
        let doubled = 1_u64.checked_shl(before).and_then(|times| self.first.checked_mul(times));
        doubled.unwrap_or(self.longest).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_double_up_to_the_longest() {
        let minutes =
            |profile: &str| -> Vec<u64> { (0..10).map(|before| Locking::of(profile, 5, 7).minutes(before)).collect() };
        assert_eq!(minutes("mlps3"), [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]);
        assert_eq!(minutes("asvs"), [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        assert_eq!(minutes("custom"), [7; 10]);
        assert_eq!(Locking::of("mlps3", 5, 7).minutes(u32::MAX), 1_440);
        assert_eq!(Locking::of("custom", 0, 0), Locking { tries: 1, first: 1, longest: 1 });
    }
}
