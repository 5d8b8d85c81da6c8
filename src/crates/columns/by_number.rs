//! A value for each number of a record: pages of an array where numbers lie near each other, as records are numbered, and a
//! map for what lies far out. Nothing (0) is the value of a number that has none.

use std::collections::HashMap;

/// Values of so many numbers are kept together: 8 KiB, which the allocator hands out again without asking the system.
const PAGE: usize = 1 << 10;
/// Pages this far from the first have a place in the array: sixteen million numbers, twice what ten times the design load has of
/// any table (128 MiB at most, as far as they are used).
const NEAR: u64 = 1 << 14;

type Page = Box<[u64; PAGE]>;

/// Values by number.
#[derive(Debug, Default)]
pub struct ByNumber {
    // Number of the first page.
    first: u64,
    near: Vec<Option<Page>>,
    far: HashMap<u64, u64>,
}

/// Page of a number, and its place there.
#[allow(clippy::cast_possible_truncation, reason = "a rest of 10 bits")]
fn place(number: u64) -> (u64, usize) {
    (number / PAGE as u64, (number % PAGE as u64) as usize)
}

impl ByNumber {
    /// No values yet; most numbers are this one or larger.
    pub fn from(first: u64) -> Self {
        Self { first: place(first).0, ..Self::default() }
    }

    /// No values yet; the numbers lie near each other, wherever that is.
    pub fn anywhere() -> Self {
        Self::from(u64::MAX)
    }

    /// The place of a page in the array, when it lies near.
    fn near(&self, page: u64) -> Option<usize> {
        let at = page.checked_sub(self.first).filter(|at| *at < NEAR)?;
        usize::try_from(at).ok()
    }

    /// The value of a number, 0 for none.
    pub fn get(&self, number: u64) -> u64 {
        let (page, at) = place(number);
        let value = match self.near(page) {
            Some(page) => self.near.get(page).and_then(Option::as_ref).and_then(|page| page.get(at)),
            None => self.far.get(&number),
        };
        value.copied().unwrap_or(0)
    }

    /// Numbers that have a value, with it: those near the first ascending, then the others.
    // A list, because an iterator would be built where it is used, and that is built small.
    pub fn pairs(&self) -> Vec<(u64, u64)> {
        let mut pairs = Vec::new();
        for (number, page) in (self.first..).zip(&self.near) {
            let values = page.iter().flat_map(|page| page.iter());
            for (number, value) in (number * PAGE as u64..).zip(values) {
                if *value != 0 {
                    pairs.push((number, *value));
                }
            }
        }
        pairs.extend(self.far.iter().map(|(number, value)| (*number, *value)).filter(|(_, value)| *value != 0));
        pairs
    }

    /// How many numbers have a value.
    pub fn many(&self) -> usize {
        self.pairs().len()
    }

    /// The largest sums, at most so many, the largest first and of equal ones the least number first.
    pub fn largest(&self, most: usize) -> Vec<(u64, i64)> {
        let mut all: Vec<(u64, i64)> =
            self.pairs().into_iter().map(|(number, sum)| (number, sum.cast_signed())).collect();
        let key = |(number, sum): &(u64, i64)| (std::cmp::Reverse(*sum), *number);
        if most < all.len() {
            all.select_nth_unstable_by_key(most, key);
            all.truncate(most);
        }
        all.sort_unstable_by_key(key);
        all
    }

    /// The place of a number's value.
    pub fn at(&mut self, number: u64) -> &mut u64 {
        let (page, at) = place(number);
        if page < self.first {
            self.grow_down(page);
        }
        let Some(page) = self.near(page) else { return self.far.entry(number).or_default() };
        if page >= self.near.len() {
            self.near.resize_with(page + 1, || None);
        }
        let page = self.near.get_mut(page).map(|page| page.get_or_insert_with(|| Box::new([0; PAGE])));
        match page.and_then(|page| page.get_mut(at)) {
            Some(value) => value,
            None => self.far.entry(number).or_default(),
        }
    }

    /// Adds to the sums of many numbers, or takes off; neighbours mostly lie on one page.
    pub fn adding(&mut self, minus: bool) -> Adding<'_> {
        Adding { sums: self, minus, number: 0, page: None }
    }

    /// Adds to the sum of a number, or takes off.
    pub fn add(&mut self, number: u64, amount: i64, minus: bool) {
        let sum = self.at(number);
        *sum = if minus { sum.wrapping_sub(amount.cast_unsigned()) } else { sum.wrapping_add(amount.cast_unsigned()) };
    }

    /// Makes a place in the array for a page before the first, if it lies near.
    fn grow_down(&mut self, page: u64) {
        if self.near.is_empty() {
            self.first = page;
            return;
        }
        let more = self.first - page;
        if more + self.near.len() as u64 <= NEAR
            && let Ok(more) = usize::try_from(more)
        {
            self.near.splice(0..0, std::iter::repeat_with(|| None).take(more));
            self.first = page;
        }
    }
}

/// Sums that are being added to: the page of the last number lies at hand.
pub struct Adding<'s> {
    sums: &'s mut ByNumber,
    minus: bool,
    number: u64,
    page: Option<Page>,
}

impl Adding<'_> {
    /// To one of them.
    pub fn add(&mut self, number: u64, amount: i64) {
        let (page, at) = place(number);
        if self.page.is_none() || self.number != page {
            self.put_back();
            self.number = page;
            // makes the page where there is none
            self.sums.at(number);
            self.page = self.sums.near(page).and_then(|page| self.sums.near.get_mut(page)).and_then(Option::take);
        }
        let amount = if self.minus { amount.wrapping_neg() } else { amount }.cast_unsigned();
        match self.page.as_mut().and_then(|page| page.get_mut(at)) {
            Some(sum) => *sum = sum.wrapping_add(amount),
            None => {
                let sum = self.sums.at(number);
                *sum = sum.wrapping_add(amount);
            }
        }
    }

    fn put_back(&mut self) {
        if let Some(page) = self.page.take()
            && let Some(place) = self.sums.near(self.number).and_then(|page| self.sums.near.get_mut(page))
        {
            *place = Some(page);
        }
    }
}

impl Drop for Adding<'_> {
    fn drop(&mut self) {
        self.put_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that have places in the array.
    const FAR: u64 = NEAR * PAGE as u64;

    #[test]
    fn near_and_far_numbers_keep_their_values() {
        let mut values = ByNumber::from(100);
        for number in [0, 99, 100, 101, 5_000, 100 + FAR - 1, 100 + FAR, u64::MAX] {
            assert_eq!(values.get(number), 0);
            *values.at(number) = number ^ 7;
        }
        for number in [0, 99, 100, 101, 5_000, 100 + FAR - 1, 100 + FAR, u64::MAX] {
            assert_eq!(values.get(number), number ^ 7);
        }
        assert_eq!((values.get(102), values.get(98)), (0, 0));
        values.add(102, -5, false);
        values.add(102, -6, true);
        assert_eq!(std::mem::take(values.at(102)).cast_signed(), 1);
        let mut all: Vec<(u64, u64)> = values.pairs();
        all.sort_unstable();
        let numbers = [0, 99, 100, 101, 5_000, 100 + FAR - 1, 100 + FAR, u64::MAX];
        assert_eq!(all, numbers.map(|number| (number, number ^ 7)));
    }

    #[test]
    fn the_largest_stand_in_order() {
        let mut values = ByNumber::anywhere();
        for (number, amount) in [(7, 5), (9, -4), (3, 5), (1 << 40, 12), (8, 0), (6, 2)] {
            values.add(number, amount, false);
        }
        let all = [(1 << 40, 12), (3, 5), (7, 5), (6, 2), (9, -4)];
        for most in 0..8 {
            assert_eq!(values.largest(most), all[..most.min(5)]);
        }
    }

    #[test]
    fn numbers_may_come_from_anywhere_in_any_order() {
        let mut values = ByNumber::anywhere();
        let numbers = [700_000, 700_001, 699_990, 690_000, 700_000 + FAR, 3, 12, 5_000_000_000];
        for number in numbers {
            *values.at(number) = number ^ 9;
        }
        let mut all: Vec<(u64, u64)> = values.pairs();
        all.sort_unstable();
        let mut expected = numbers.map(|number| (number, number ^ 9));
        expected.sort_unstable();
        assert_eq!(all, expected);
        assert!(numbers.iter().all(|number| values.get(*number) == number ^ 9) && values.get(13) == 0);
    }

    #[test]
    fn many_are_added_as_one_by_one() {
        let numbers = [700_000, 700_001, 3, 700_001, 3 + FAR, 5_000_000_000, 700_500, 3, 5_000_000_000, 699_000];
        for minus in [false, true] {
            let (mut one, mut many) = (ByNumber::anywhere(), ByNumber::anywhere());
            let mut adding = many.adding(minus);
            for (number, amount) in numbers.into_iter().zip(-4_i64..) {
                one.add(number, amount, minus);
                adding.add(number, amount);
            }
            drop(adding);
            let sorted = |values: &ByNumber| {
                let mut all = values.pairs();
                all.sort_unstable();
                all
            };
            assert_eq!(sorted(&many), sorted(&one));
            assert_eq!(many.get(3).cast_signed(), if minus { -1 } else { 1 });
        }
    }
}
