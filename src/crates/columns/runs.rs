//! Lists of the same value at equal steps, in a few numbers: what a plan asks for in each month of years.
//!
//! A list holds several series, told apart by a tag. Added up here and not by who asks: that is a look at every list of a
//! table.

/// The same value at equal steps; two numbers of a list.
struct Run {
    first: u32,
    // From one place to the next; 0 while there is but one.
    step: u8,
    many: u16,
    tag: u8,
    value: i64,
}

/// Places that are asked for: so many (32 at most) from one on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The first.
    pub from: u32,
    /// How many; more than 32 are 32.
    pub many: u32,
}

impl Window {
    fn end(self) -> u32 {
        self.from.saturating_add(self.many.min(u32::BITS))
    }
}

impl Run {
    /// Whether a later place goes on with it; then it does.
    fn takes(&mut self, place: u32, value: i64) -> bool {
        let far = place.saturating_sub(self.first);
        let step = if self.many == 1 { u8::try_from(far).unwrap_or(0) } else { self.step };
        if value != self.value || step == 0 || self.many == u16::MAX || far != u32::from(step) * u32::from(self.many) {
            return false;
        }
        (self.step, self.many) = (step, self.many + 1);
        true
    }

    fn numbers(&self) -> [i64; 2] {
        let head = i64::from(self.first) << 32 | i64::from(self.step) << 24 | i64::from(self.many) << 8;
        [head | i64::from(self.tag), self.value]
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the fields of a head, cut out of it")]
    fn of(head: i64, value: i64) -> Self {
        let (first, step, many) = ((head >> 32) as u32, (head >> 24) as u8, (head >> 8) as u16);
        Self { first, step, many, tag: head as u8, value }
    }

    /// Which places of a window it has: a bit each, the first the lowest.
    fn places(&self, window: Window) -> u32 {
        let (step, many, end) = (u32::from(self.step).max(1), u32::from(self.many), window.end());
        let last = u64::from(self.first) + u64::from(step) * u64::from(many.saturating_sub(1));
        if many == 0 || self.first >= end || last < u64::from(window.from) {
            return 0;
        }
        // The first of its places that is not before the window, and how many of the window's lie behind it.
        let before = window.from.saturating_sub(self.first);
        let passed = if step == 1 { before } else { before.div_ceil(step) };
        let first = self.first.saturating_add(passed.saturating_mul(step));
        if first >= end {
            return 0;
        }
        let room = end - first;
        let seen = (many - passed).min(if step == 1 { room } else { room.div_ceil(step) });
        let bits = match step {
            1 => u32::MAX >> (u32::BITS - seen),
            _ => (0..seen).fold(0, |bits, at| bits | 1 << (at * step)),
        };
        bits << (first - window.from)
    }
}

/// Values with their places and tags, in the order of the places, as a list keeps them.
pub fn pack(entries: impl IntoIterator<Item = (u32, u8, i64)>) -> Vec<i64> {
    let mut runs: Vec<Run> = Vec::new();
    for (place, tag, value) in entries {
        let last = runs.iter_mut().rev().find(|run| run.tag == tag);
        if !last.is_some_and(|run| run.takes(place, value)) {
            runs.push(Run { first: place, step: 0, many: 1, tag, value });
        }
    }
    runs.iter().flat_map(Run::numbers).collect()
}

/// Sums at the places of a window.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    // What is added from a place on: many places in a row are two changes.
    changes: [i64; u32::BITS as usize + 1],
    // What is added at a place alone.
    alone: [i64; u32::BITS as usize],
}

impl Default for Steps {
    fn default() -> Self {
        Self { changes: [0; u32::BITS as usize + 1], alone: [0; u32::BITS as usize] }
    }
}

impl Steps {
    /// Adds to some places, a bit each.
    fn add(&mut self, mut places: u32, value: i64) {
        while places != 0 {
            let first = places.trailing_zeros();
            let many = (places >> first).trailing_ones();
            if many == 1 {
                self.alone.get_mut(first as usize).into_iter().for_each(|to| *to += value);
            } else {
                for (at, change) in [(first, value), (first + many, -value)] {
                    self.changes.get_mut(at as usize).into_iter().for_each(|to| *to += change);
                }
            }
            places &= u32::MAX.checked_shl(first + many).unwrap_or(0);
        }
    }

    /// The sum at each place of the window, and none beyond its 32.
    pub fn sums(&self) -> impl Iterator<Item = i64> + '_ {
        let mut now = 0;
        self.changes.iter().zip(&self.alone).map(move |(change, alone)| {
            now += change;
            now + alone
        })
    }
}

/// Many lists added up, place by place.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    /// How many lists have something at a place.
    pub lists: Steps,
    /// Values of the series with the tag that is asked for.
    pub tagged: Steps,
    /// Values of all others.
    pub others: Steps,
}

impl Sums {
    /// Adds a list: its runs in a window, those with a tag apart from all others.
    pub fn add(&mut self, list: &[i64], window: Window, tag: u8) {
        let mut all = 0;
        for pair in list.chunks_exact(2) {
            let [head, value] = *pair else { continue };
            let run = Run::of(head, value);
            let places = run.places(window);
            if places != 0 {
                all |= places;
                (if run.tag == tag { &mut self.tagged } else { &mut self.others }).add(places, value);
            }
        }
        self.lists.add(all, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const APART: u8 = 1;

    /// Lists, what is told apart and all others at each place, entry by entry.
    fn plain(lists: &[Vec<(u32, u8, i64)>], window: Window) -> Vec<[i64; 3]> {
        let at = |place: u32| {
            let of = |fits: fn(u8) -> bool| {
                let all = lists.iter().flatten().filter(|entry| entry.0 == place && fits(entry.1));
                all.map(|entry| entry.2).sum::<i64>()
            };
            let lists = lists.iter().filter(|list| list.iter().any(|entry| entry.0 == place)).count();
            [i64::try_from(lists).expect("few"), of(|tag| tag == APART), of(|tag| tag != APART)]
        };
        (window.from..window.from + window.many).map(at).collect()
    }

    fn summed(lists: &[Vec<(u32, u8, i64)>], window: Window) -> Vec<[i64; 3]> {
        let mut sums = Sums::default();
        for list in lists {
            sums.add(&pack(list.iter().copied()), window, APART);
        }
        let all = sums.lists.sums().zip(sums.tagged.sums().zip(sums.others.sums()));
        all.take(window.many as usize).map(|(lists, (apart, others))| [lists, apart, others]).collect()
    }

    #[test]
    fn sums_of_runs_are_those_of_their_entries() {
        let mut dice = 5_u64;
        let mut roll = |sides: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((dice >> 33) % sides).expect("small")
        };
        for _ in 0..2_000 {
            let mut lists = Vec::new();
            for _ in 0..roll(4) {
                let (mut place, mut list) = (1_400, Vec::new());
                for _ in 0..roll(30) {
                    place += 1 + roll(3);
                    for tag in [APART, 2, 8] {
                        if roll(3) > 0 {
                            list.push((place, tag, [100, 100, 100, -7, i64::MAX >> 8][roll(5) as usize]));
                        }
                    }
                }
                lists.push(list);
            }
            let window = Window { from: 1_380 + roll(90), many: 1 + roll(32) };
            assert_eq!(summed(&lists, window), plain(&lists, window), "{window:?} of {lists:?}");
        }
    }

    #[test]
    fn equal_values_at_equal_steps_are_one_run() {
        for (step, many, expected) in [(1, 36, 1), (3, 12, 1), (12, 20, 1), (300, 3, 3), (255, 2, 1)] {
            let list: Vec<_> = (0..many).map(|at| (1_489 + at * step, APART, 100)).collect();
            assert_eq!(pack(list.iter().copied()).len(), 2 * expected, "{step} {many}");
            for from in 1_484..2_484 {
                let (lists, window) = ([list.clone()], Window { from, many: 12 });
                assert_eq!(summed(&lists, window), plain(&lists, window), "{step} {many} from {from}");
            }
        }
    }

    #[test]
    fn what_no_list_holds_adds_nothing() {
        for list in [&[0, 5][..], &[-1, 5], &[i64::MAX, 5], &[i64::MIN, 5], &[7]] {
            let mut sums = Sums::default();
            sums.add(list, Window { from: 1_500, many: 12 }, APART);
            assert!(sums.others.sums().chain(sums.tagged.sums()).all(|sum| sum == 0), "{list:?}");
        }
        let mut sums = Sums::default();
        sums.add(&pack([(u32::MAX - 1, APART, 3)]), Window { from: u32::MAX - 1, many: 40 }, APART);
        assert_eq!(sums.tagged.sums().next(), Some(3), "a window at the end of all numbers");
    }
}
