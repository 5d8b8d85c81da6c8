//! Totals that the sheet states, compared with the rows above them (or below, where they stand on top).
//!
//! Invariant: sums are exact in 10^-12; fractions that a spreadsheet cut to fifteen digits may leave less than half a cent.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::sheet::{Format, RawCell};

use super::place::is_figure;
use super::read::number;

const PLACES: i32 = 12;
const HALF_CENT: i128 = 5_000_000_000;

/// Lines of totals that are checked.
const MOST: usize = 500;

/// A figure of a line of totals beside what its rows add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SurveyTotal")]
pub struct TotalCheck {
    /// The line, from 1.
    pub row: u32,
    /// 合计, 小计 …
    pub word: String,
    /// The column, from 0.
    pub column: u32,
    /// What the sheet states.
    pub stated: String,
    /// What the rows add up to.
    pub counted: String,
    /// By how much the sheet states more; empty when the two agree.
    pub difference: String,
    /// How many rows were added up.
    pub rows: u32,
}

#[derive(Debug, Clone, Default)]
struct Sum {
    rows: u32,
    /// By column: the sum, and whether a part of it had more decimals than people write.
    figures: Vec<Option<(i128, bool)>>,
}

impl Sum {
    fn add(&mut self, column: u32, (value, is_fine): (i128, bool)) {
        let at = column as usize;
        if self.figures.len() <= at {
            self.figures.resize(at + 1, None);
        }
        let (sum, was_fine) = self.figures[at].unwrap_or_default();
        self.figures[at] = Some((sum.saturating_add(value), was_fine || is_fine));
    }

    fn of(&self, column: u32) -> Option<(i128, bool)> {
        self.figures.get(column as usize).copied().flatten()
    }

    fn agrees(&self, column: u32, stated: i128) -> bool {
        let (sum, is_fine) = self.of(column).unwrap_or_default();
        let difference = stated.saturating_sub(sum).abs();
        difference == 0 || (is_fine && difference < HALF_CENT)
    }
}

#[derive(Debug, Clone)]
struct Stated {
    row: u32,
    word: String,
    figures: BTreeMap<u32, i128>,
}

/// Adds up while rows pass.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Power of ten of bare amounts, by column.
    powers: BTreeMap<u32, u8>,
    all: Sum,
    since_part: Sum,
    since_whole: Sum,
    /// Totals above their rows: of everything, and of the part that is being read.
    on_top: Vec<Stated>,
    above: Option<Stated>,
    checks: Vec<TotalCheck>,
}

impl Totals {
    pub(super) fn new(powers: BTreeMap<u32, u8>) -> Self {
        Self { powers, ..Self::default() }
    }

    /// A number in 10^-12 of what the column counts, and whether it has more decimals than people write.
    fn figure(&self, cell: &RawCell) -> Option<(i128, bool)> {
        if cell.format == Format::Percent || !is_figure(&cell.value) {
            return None;
        }
        let found = number(cell)?;
        let own =
            if found.power > 0 { i32::from(self.powers.get(&cell.column).copied().unwrap_or_default()) } else { 0 };
        let shift = PLACES + i32::from(found.power) - own - i32::from(found.number.places);
        let units = i128::from(found.number.units);
        let factor = 10_i128.checked_pow(shift.unsigned_abs())?;
        let value = if shift >= 0 { units.checked_mul(factor)? } else { units / factor };
        Some((value, found.number.places > 4))
    }

    /// A row of data.
    pub(super) fn row<'c>(&mut self, cells: impl Iterator<Item = &'c RawCell>) {
        for sum in [&mut self.all, &mut self.since_part, &mut self.since_whole] {
            sum.rows += 1;
        }
        for cell in cells {
            if let Some(figure) = self.figure(cell) {
                for sum in [&mut self.all, &mut self.since_part, &mut self.since_whole] {
                    sum.add(cell.column, figure);
                }
            }
        }
    }

    /// A line of totals; `row` from 0.
    pub(super) fn line(&mut self, row: u32, word: &str, cells: &[RawCell]) {
        let figures = cells.iter().filter_map(|cell| Some((cell.column, self.figure(cell)?.0))).collect();
        let stated = Stated { row, word: word.to_owned(), figures };
        let is_part = ["小计", "本页", "本月"].iter().any(|part| word.contains(part));
        if !is_part {
            if self.all.rows == 0 {
                self.on_top.push(stated);
                return;
            }
            self.close_above();
            let since = std::mem::take(&mut self.since_whole);
            let agreeing =
                |sum: &Sum| stated.figures.iter().filter(|(column, value)| sum.agrees(**column, **value)).count();
            let sum = if agreeing(&since) > agreeing(&self.all) { since } else { self.all.clone() };
            self.check(&stated, &sum);
            self.since_part = Sum::default();
        } else if self.since_part.rows == 0 || self.above.is_some() {
            self.close_above();
            self.since_part = Sum::default();
            self.above = Some(stated);
        } else {
            let sum = std::mem::take(&mut self.since_part);
            self.check(&stated, &sum);
        }
    }

    fn close_above(&mut self) {
        if let Some(stated) = self.above.take() {
            let sum = std::mem::take(&mut self.since_part);
            self.check(&stated, &sum);
        }
    }

    fn check(&mut self, stated: &Stated, sum: &Sum) {
        for (column, value) in &stated.figures {
            let Some((counted, _)) = sum.of(*column) else { continue };
            if self.checks.len() >= MOST {
                return;
            }
            let is_equal = sum.agrees(*column, *value);
            self.checks.push(TotalCheck {
                row: stated.row.saturating_add(1),
                word: stated.word.clone(),
                column: *column,
                stated: grouped(*value),
                counted: grouped(counted),
                difference: if is_equal { String::new() } else { grouped(value.saturating_sub(counted)) },
                rows: sum.rows,
            });
        }
    }

    pub(super) fn finish(mut self) -> Vec<TotalCheck> {
        self.close_above();
        let all = self.all.clone();
        for stated in std::mem::take(&mut self.on_top) {
            self.check(&stated, &all);
        }
        self.checks.sort_unstable_by_key(|check| (check.row, check.column));
        self.checks
    }
}

/// `1,204,500.00`: two decimals at least.
fn grouped(value: i128) -> String {
    let digits = format!("{:013}", value.unsigned_abs());
    let (whole, fraction) = digits.split_at(digits.len() - 12);
    let fraction = fraction.trim_end_matches('0');
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{}{text}.{fraction:0<2}", if value < 0 { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_for_sentences() {
        for (value, text) in [
            (1_204_500_000_000_000_000, "1,204,500.00"),
            (-1_500_000_000_000, "-1.50"),
            (123_450_000_000, "0.12345"),
            (0, "0.00"),
        ] {
            assert_eq!(grouped(value), text);
        }
    }
}
