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

    /// The value of a number, 0 for none.
    pub fn get(&self, number: u64) -> u64 {
        match number.checked_sub(self.first).filter(|at| *at < NEAR) {
            Some(at) => usize::try_from(at).ok().and_then(|at| self.near.get(at)).copied().unwrap_or(0),
            None => self.far.get(&number).copied().unwrap_or(0),
        }
    }

    /// The place of a number's value.
    pub fn at(&mut self, number: u64) -> &mut u64 {
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
    }
}
