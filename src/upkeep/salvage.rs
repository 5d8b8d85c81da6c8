//! Reads a table around its damaged pages: from the front up to the first of them, from the back down to the last; what lies
//! between is halved by its keys and read in the same way, so that only rows on damaged pages are lost.

use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::store::RawRead;

/// Ranges that are tried in one table: halving the keys of a damaged page finds nothing.
const TRIES: u32 = 2_000;

type Visit<'a> = &'a mut dyn FnMut(&[u8], &[u8]) -> bool;
type End = Bound<Vec<u8>>;

struct Walk<'a> {
    tx: &'a dyn RawRead,
    table: &'static str,
    each: Visit<'a>,
    reached: u64,
    tries: u32,
    // `each` wanted no more.
    is_over: bool,
}

/// Walks a table in the order of its keys; `each` answers whether to go on. Answers how many rows could not be reached, by the
/// table's own number of rows: at least one when a page is damaged.
pub(super) fn walk(tx: &dyn RawRead, table: &'static str, each: Visit<'_>) -> u64 {
    let mut walk = Walk { tx, table, each, reached: 0, tries: TRIES, is_over: false };
    if walk.part(Bound::Unbounded, Bound::Unbounded) || walk.is_over {
        return 0;
    }
    let rows = catch_unwind(AssertUnwindSafe(|| tx.raw_len(table))).ok().and_then(Result::ok);
    rows.map_or(1, |rows| rows.saturating_sub(walk.reached)).max(1)
}

/// A key's place among all keys: its first eight bytes.
fn place(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(key).for_each(|(byte, of_key)| *byte = *of_key);
    u64::from_be_bytes(bytes)
}

impl Walk<'_> {
    /// Reads a range; whether it was whole.
    fn part(&mut self, low: End, high: End) -> bool {
        self.tries = self.tries.saturating_sub(1);
        let mut front = None;
        if self.visited(&low, &high, &mut front) || self.is_over {
            return true;
        }
        let low = front.map_or(low, Bound::Excluded);
        let beyond = self.nearest_readable(&low, &high);
        let end = beyond.clone().map_or_else(|| high.clone(), Bound::Excluded);
        let middle = match (&low, &end) {
            (Bound::Unbounded, end) => middle(0, end),
            (Bound::Included(key) | Bound::Excluded(key), end) => middle(place(key), end),
        };
        if let Some(middle) = middle.filter(|_| self.tries > 0) {
            self.part(low, Bound::Excluded(middle.clone()));
            self.part(Bound::Included(middle), end);
        }
        if let Some(first) = beyond.filter(|_| !self.is_over) {
            self.visited(&Bound::Included(first), &high, &mut None);
        }
        false
    }

    /// Hands the rows of a range to `each` up to a damaged page; `last` is the last of them. Whether the range is whole.
    fn visited(&mut self, low: &End, high: &End, last: &mut Option<Vec<u8>>) -> bool {
        let (each, reached, is_over) = (&mut *self.each, &mut self.reached, &mut self.is_over);
        is_read(self.tx, self.table, (low, high), false, &mut |key, bytes| {
            *reached += 1;
            *last = Some(key.to_vec());
            *is_over = !each(key, bytes);
            !*is_over
        })
    }

    /// The first key behind the last damaged page of a range.
    fn nearest_readable(&self, low: &End, high: &End) -> Option<Vec<u8>> {
        let mut nearest = None;
        is_read(self.tx, self.table, (low, high), true, &mut |key, _| {
            nearest = Some(key.to_vec());
            true
        });
        nearest
    }
}

/// A key between a place and the end of a range.
fn middle(from: u64, end: &End) -> Option<Vec<u8>> {
    let to = match end {
        Bound::Included(key) | Bound::Excluded(key) => place(key),
        Bound::Unbounded => u64::MAX,
    };
    let middle = from.checked_add(to.checked_sub(from)? / 2)?;
    (from < middle && middle < to).then(|| middle.to_be_bytes().to_vec())
}

fn bound(end: &End) -> Bound<&[u8]> {
    end.as_ref().map(Vec::as_slice)
}

/// Whether a range was read to its end, or to where `visit` ended it. redb panics at pages whose content makes no sense.
fn is_read(tx: &dyn RawRead, table: &'static str, (low, high): (&End, &End), reverse: bool, visit: Visit<'_>) -> bool {
    let read = catch_unwind(AssertUnwindSafe(|| tx.raw_range(table, bound(low), bound(high), reverse, visit)));
    matches!(read, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::store::{RawRead, Res};

    use super::{Bound, Visit, walk};

    const ROWS: u64 = 1_000;

    /// Rows 0, 7, 14 … on leaves of ten; a range that comes to a damaged leaf ends there, every other time by a panic.
    struct Leaves(BTreeSet<u64>);

    impl RawRead for Leaves {
        fn raw_get(&self, _: &'static str, _: &[u8]) -> Res<Option<Vec<u8>>> {
            Ok(None)
        }

        fn raw_range(
            &self,
            _: &'static str,
            low: Bound<&[u8]>,
            high: Bound<&[u8]>,
            reverse: bool,
            visit: Visit<'_>,
        ) -> Res<()> {
            let key = |row: u64| (row * 7).to_be_bytes();
            let within = |row: &u64| {
                let above = match low {
                    Bound::Included(low) => key(*row)[..] >= *low,
                    Bound::Excluded(low) => key(*row)[..] > *low,
                    Bound::Unbounded => true,
                };
                let below = match high {
                    Bound::Included(high) => key(*row)[..] <= *high,
                    Bound::Excluded(high) => key(*row)[..] < *high,
                    Bound::Unbounded => true,
                };
                above && below
            };
            let rows: Vec<u64> = (0..ROWS).filter(within).collect();
            let rows: Vec<u64> = if reverse { rows.into_iter().rev().collect() } else { rows };
            for row in rows {
                if self.0.contains(&(row / 10)) {
                    assert!(row % 2 == 0, "a page without sense");
                    return Err(crate::store::StoreError::Io("damaged".into()));
                }
                if !visit(&key(row), b"row") {
                    break;
                }
            }
            Ok(())
        }

        fn raw_len(&self, _: &'static str) -> Res<u64> {
            Ok(ROWS)
        }
    }

    #[test]
    fn only_rows_of_damaged_leaves_are_lost() {
        for damaged in [&[][..], &[0], &[99], &[0, 99], &[50, 51], &[3, 20, 21, 22, 70, 99], &[1, 3, 5, 7, 9, 11, 13]] {
            let leaves = Leaves(damaged.iter().copied().collect());
            let mut found = Vec::new();
            let lost = walk(&leaves, "t", &mut |key, _| {
                found.push(super::place(key) / 7);
                true
            });
            let wanted: Vec<u64> = (0..ROWS).filter(|row| !leaves.0.contains(&(row / 10))).collect();
            assert_eq!(found, wanted, "{damaged:?}: in order, each once");
            assert_eq!(lost, ROWS - wanted.len() as u64, "{damaged:?}");
        }
        let all = Leaves((0..100).collect());
        assert_eq!(walk(&all, "t", &mut |_, _| true), ROWS);
        let mut first = 0;
        assert_eq!(walk(&Leaves(BTreeSet::new()), "t", &mut |_, _| (first += 1, false).1), 0, "ended by who asked");
        assert_eq!(first, 1);
    }
}
