//! What rows add up to in spans of one of their numbers, and by the numbers in other columns: open bills by age, and by who owes
//! them.

use std::ops::Range;

use super::by_number::ByNumber;
use super::packed::NONE;
use super::query::{Columns, Query};
use super::scan::walk;

/// What is asked of rows.
pub struct Spans<'q> {
    /// The column that the spans are of, and where they begin, ascending: one more lies before the first.
    pub of: (usize, &'q [i64]),
    /// The column that is added up.
    pub amount: usize,
    /// Columns by whose numbers it is added up, too, and in which spans.
    pub groups: &'q [(usize, Range<usize>)],
}

/// What rows add up to.
#[derive(Debug)]
pub struct SpanSums {
    /// Of each span: the sum, and of how many rows.
    pub spans: Vec<(i64, usize)>,
    /// Of each group the sums by number, in two's complement.
    pub groups: Vec<ByNumber>,
}

impl SpanSums {
    /// Nothing yet, of a number of spans and groups.
    pub fn new(spans: usize, groups: usize) -> Self {
        Self { spans: vec![(0, 0); spans], groups: (0..groups).map(|_| ByNumber::anywhere()).collect() }
    }
}

/// The span that a number lies in.
pub fn span_of(limits: &[i64], number: i64) -> usize {
    // Limits are few: comparing with all of them takes no branch.
    limits.iter().map(|limit| usize::from(*limit <= number)).sum()
}

/// Adds the rows of a question up; «none» counts as nothing.
pub fn add_up(columns: &Columns, query: &Query, asked: &Spans<'_>) -> SpanSums {
    let (of, limits) = asked.of;
    let mut sums = SpanSums::new(limits.len() + 1, asked.groups.len());
    let mut loaded = vec![of, asked.amount];
    loaded.extend(asked.groups.iter().map(|(by, _)| *by));
    loaded.sort_unstable();
    loaded.dedup();
    walk(columns, query, |lens, bits| {
        lens.load(&loaded, bits);
        let (of, amounts) = (lens.known(of), lens.known(asked.amount));
        let mut spans = [0_u8; super::rows::ROWS];
        bits.each(|row| {
            let (Some(of), Some(amount), Some(span)) = (of.get(row), amounts.get(row), spans.get_mut(row)) else {
                return;
            };
            let place = span_of(limits, *of);
            *span = u8::try_from(place).unwrap_or(u8::MAX);
            if let Some((sum, rows)) = sums.spans.get_mut(place) {
                *sum = sum.wrapping_add(if *amount == NONE { 0 } else { *amount });
                *rows += 1;
            }
        });
        for ((by, wanted), group) in asked.groups.iter().zip(&mut sums.groups) {
            let keys = lens.known(*by);
            bits.each(|row| {
                let (Some(key), Some(amount), Some(span)) = (keys.get(row), amounts.get(row), spans.get(row)) else {
                    return;
                };
                if wanted.contains(&usize::from(*span)) {
                    // who owes comes in no order: no page is kept at hand
                    group.add(key.cast_unsigned(), if *amount == NONE { 0 } else { *amount }, false);
                }
            });
        }
    });
    sums
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::query::Predicate;
    use super::super::{Kind, Rows, Value};
    use super::*;

    #[test]
    fn sums_of_spans_and_groups_are_those_of_the_rows() {
        let kinds: Arc<[Kind]> = Arc::new([Kind::Number, Kind::Number, Kind::Number]);
        let row = |id: i64| [id * 37 % 211, id % 900 - 50, id * 7_919 % 61];
        let mut rows = Rows::new(&kinds);
        for id in 1..9_000 {
            rows.put(&kinds, id, row(id).map(Value::Number).to_vec());
        }
        let columns = Columns { kinds, rows: Arc::new(rows), today: 0 };
        let limits = [10, 50, 51, 200];
        for predicate in [Predicate::Always(true), Predicate::Between(1, 0, 40), Predicate::Between(0, 51, 60)] {
            let query = Query { filters: vec![(None, predicate.clone())], ..Query::default() };
            let groups = [(2, 0..5), (2, 1..3), (0, 4..5)];
            let sums = add_up(&columns, &query, &Spans { of: (0, &limits), amount: 1, groups: &groups });
            let mut plain = SpanSums::new(5, 3);
            for id in 1..9_000 {
                let [of, amount, by] = row(id);
                if match predicate {
                    Predicate::Between(0, low, high) => (low..=high).contains(&of),
                    Predicate::Between(_, low, high) => (low..=high).contains(&amount),
                    _ => true,
                } {
                    let span = limits.iter().position(|limit| of < *limit).unwrap_or(4);
                    plain.spans[span] = (plain.spans[span].0 + amount, plain.spans[span].1 + 1);
                    for ((column, wanted), group) in groups.iter().zip(&mut plain.groups) {
                        if wanted.contains(&span) {
                            group.add([of, amount, by][*column].cast_unsigned(), amount, false);
                        }
                    }
                }
            }
            assert_eq!(sums.spans, plain.spans);
            for (group, plain) in sums.groups.iter().zip(&plain.groups) {
                assert_eq!(group.pairs(), plain.pairs());
            }
        }
    }
}
