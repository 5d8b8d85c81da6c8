//! Putting rows in order, stable, with the sorting itself compiled once.
//!
//! The library's sort is made again for every type of row and of comparison, some seven kilobytes each; a hundred of them were
//! a megabyte of the program. Here the places of the rows are sorted and the rows moved afterwards: two walks more, for lists
//! of what a page, a report or a form holds. What sorts numbers, or a million rows, sorts them itself
//! (`sort_unstable`, `columns/select.rs`); `.clippy.toml` says so where it is forgotten.

use std::cmp::Ordering;

/// Rows that can be put in order.
pub trait Order<T> {
    /// By a comparison; equal ones keep their order.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
    /// By what a key says of each, asked again for every comparison.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
    /// The places of the first so many rows in the order of a comparison; equal ones keep their order, and the others are
    /// not put in order at all.
    fn front(&self, end: usize, compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize>;
}

impl<T> Order<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let places = sorted(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        moved(places, &mut |a, b| self.swap(a, b));
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }

    fn front(&self, end: usize, mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
        front(self.len(), end, &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        })
    }
}

/// Rows that are looked at before those behind the front are thrown out.
const ROOM: usize = 1024;

fn front(many: usize, end: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut whole = |a: &usize, b: &usize| compare(*a, *b).then(a.cmp(b));
    if end == 0 {
        return Vec::new();
    }
    let room = end.saturating_mul(2).max(ROOM).min(many);
    let mut places: Vec<usize> = (0..room).collect();
    // The last one of the front so far: what comes behind it is not kept.
    let mut last = None;
    for at in room..many {
        if places.len() >= room {
            let (_, border, _) = places.select_nth_unstable_by(end - 1, &mut whole);
            last = Some(*border);
            places.truncate(end);
        }
        if last.is_none_or(|last| whole(&at, &last).is_lt()) {
            places.push(at);
        }
    }
    places.sort_unstable_by(&mut whole);
    places.truncate(end);
    places
}

fn sorted(many: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..many).collect();
    #[expect(clippy::disallowed_methods, reason = "the one place that the others go through")]
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Brings to each place what stood at the place named there, along the rings that places make.
fn moved(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut at = start;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_the_library_and_equal_rows_stay() {
        let mut dice = 7_u64;
        for many in (0..200_usize).chain([3_000, 5_000]) {
            let mut rows = Vec::new();
            for at in 0..many {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                rows.push((dice >> 60, at.to_string()));
            }
            let mut expected = rows.clone();
            #[expect(clippy::disallowed_methods, reason = "the judge")]
            expected.sort_by_key(|row| row.0);
            let mut by_comparison = rows.clone();
            by_comparison.order_by(|a, b| b.0.cmp(&a.0));
            for end in [0, 1, many / 2, many, many + 5] {
                let front = rows.front(end, |a, b| a.0.cmp(&b.0));
                assert!(front.iter().map(|at| &rows[*at]).eq(expected.iter().take(end)));
            }
            rows.order_by_key(|row| row.0);
            assert_eq!(rows, expected);
            assert!(
                by_comparison.is_sorted_by(|a, b| a.0 > b.0 || a.0 == b.0 && (a.1.len(), &a.1) < (b.1.len(), &b.1))
            );
        }
    }
}
