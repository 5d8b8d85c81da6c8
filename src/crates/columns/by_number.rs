//! A value for each number of a record: an array where numbers lie near each other, as records are numbered, and a map for
//! what lies far out. Nothing (0) is the value of a number that has none.

use std::collections::HashMap;

/// Numbers this far from the first lie in the array (32 MiB at most, as far as it is used).
const NEAR: u64 = 1 << 22;

/// Values by number.
#[derive(Debug, Default)]
pub struct ByNumber {
    first: u64,
    near: Vec<u64>,
    far: HashMap<u64, u64>,
}

impl ByNumber {
    /// No values yet; most numbers are this one or larger.
    pub fn from(first: u64) -> Self {
        Self { first, ..Self::default() }
    }

    /// No values yet; the numbers lie near each other, wherever that is.
    pub fn anywhere() -> Self {
        Self::from(u64::MAX)
    }

    /// The value of a number, 0 for none.
    pub fn get(&self, number: u64) -> u64 {
        match number.checked_sub(self.first).filter(|at| *at < NEAR) {
            Some(at) => usize::try_from(at).ok().and_then(|at| self.near.get(at)).copied().unwrap_or(0),
            None => self.far.get(&number).copied().unwrap_or(0),
        }
    }

    /// Numbers that have a value, with it: those near the first ascending, then the others.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let near = self.near.iter().enumerate().map(|(at, value)| (self.first + at as u64, *value));
        near.chain(self.far.iter().map(|(number, value)| (*number, *value))).filter(|(_, value)| *value != 0)
    }

    /// The place of a number's value.
    pub fn at(&mut self, number: u64) -> &mut u64 {
        if number < self.first {
            self.grow_down(number);
        }
        let near = number.checked_sub(self.first).filter(|at| *at < NEAR).and_then(|at| usize::try_from(at).ok());
        let Some(at) = near else { return self.far.entry(number).or_default() };
        if at >= self.near.len() {
            self.near.resize((at + 1).next_power_of_two(), 0);
        }
        match self.near.get_mut(at) {
            Some(value) => value,
            None => self.far.entry(number).or_default(),
        }
    }

    /// Adds to the sum of a number, or takes off.
    pub fn add(&mut self, number: u64, amount: i64, minus: bool) {
        let sum = self.at(number);
        *sum = if minus { sum.wrapping_sub(amount.cast_unsigned()) } else { sum.wrapping_add(amount.cast_unsigned()) };
    }

    /// Makes room in the array for a number before the first, if it lies near.
    fn grow_down(&mut self, number: u64) {
        if self.near.is_empty() {
            self.first = number;
            return;
        }
        let many = self.near.len() as u64;
        // Half as much again: numbers that come downwards move the array seldom.
        let more = (self.first - number).max(many / 2).min(self.first);
        if more + many <= NEAR
            && let Ok(more) = usize::try_from(more)
        {
            self.near.splice(0..0, std::iter::repeat_n(0, more));
            self.first -= more as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_numbers_keep_their_values() {
        let mut values = ByNumber::from(100);
        for number in [0, 99, 100, 101, 5_000, 100 + NEAR - 1, 100 + NEAR, u64::MAX] {
            assert_eq!(values.get(number), 0);
            *values.at(number) = number ^ 7;
        }
        for number in [0, 99, 100, 101, 5_000, 100 + NEAR - 1, 100 + NEAR, u64::MAX] {
            assert_eq!(values.get(number), number ^ 7);
        }
        assert_eq!((values.get(102), values.get(98)), (0, 0));
        values.add(102, -5, false);
        values.add(102, -6, true);
        assert_eq!(std::mem::take(values.at(102)).cast_signed(), 1);
        let mut all: Vec<(u64, u64)> = values.iter().collect();
        all.sort_unstable();
        let numbers = [0, 99, 100, 101, 5_000, 100 + NEAR - 1, 100 + NEAR, u64::MAX];
        assert_eq!(all, numbers.map(|number| (number, number ^ 7)));
    }

    #[test]
    fn numbers_may_come_from_anywhere_in_any_order() {
        let mut values = ByNumber::anywhere();
        let numbers = [700_000, 700_001, 699_990, 690_000, 700_000 + NEAR, 3, 12, 5_000_000_000];
        for number in numbers {
            *values.at(number) = number ^ 9;
        }
        let mut all: Vec<(u64, u64)> = values.iter().collect();
        all.sort_unstable();
        let mut expected = numbers.map(|number| (number, number ^ 9));
        expected.sort_unstable();
        assert_eq!(all, expected);
        assert!(numbers.iter().all(|number| values.get(*number) == number ^ 9) && values.get(13) == 0);
    }
}
