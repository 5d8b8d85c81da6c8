//! Totals that the sheet states, compared with the rows above them (or below, where they stand on top).
//!
//! Invariant: sums are exact in 10^-12; fractions that a spreadsheet cut to fifteen digits may leave less than half a cent.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::sheet::{Format, RawCell};

use super::choose::money_unit;
use super::kind::money_power;
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
    /// Unit of the three amounts: that which the line itself names, else that of its column; none for other numbers.
    pub unit: Option<String>,
    /// Whether the line names a unit, and it is not that of the column.
    #[serde(skip)]
    pub is_other_unit: bool,
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
    /// Power of ten of the unit that the line names.
    unit: Option<u8>,
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
    checks: Vec<Check>,
}

/// A comparison before it is known which columns are amounts.
#[derive(Debug)]
struct Check {
    row: u32,
    word: String,
    column: u32,
    unit: Option<u8>,
    stated: i128,
    sum: (i128, bool),
    rows: u32,
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

    /// A line of totals with its word and the unit of money beside that; `row` from 0.
    pub(super) fn line(&mut self, row: u32, (word, unit): (&str, Option<&str>), cells: &[RawCell]) {
        let figures = cells.iter().filter_map(|cell| Some((cell.column, self.figure(cell)?.0))).collect();
        let told = unit.map_or_else(|| word.to_owned(), |unit| format!("{word}（{unit}）"));
        let stated = Stated { row, word: told, unit: unit.and_then(money_power), figures };
        let is_part = ["小计", "本页", "本月"].iter().any(|part| word.contains(part));
        if !is_part {
            if self.all.rows == 0 {
                self.on_top.push(stated);
                return;
            }
            self.close_above();
            let since = std::mem::take(&mut self.since_whole);
            let power = |column: &u32| self.powers.get(column).copied().unwrap_or_default();
            let agrees = |sum: &Sum, column: &u32, value: i128| {
                let scaled = stated.unit.and_then(|unit| shifted(value, unit, power(column)));
                sum.agrees(*column, value) || scaled.is_some_and(|value| sum.agrees(*column, value))
            };
            let agreeing =
                |sum: &Sum| stated.figures.iter().filter(|(column, value)| agrees(sum, column, **value)).count();
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
            let Some(sum_of) = sum.of(*column) else { continue };
            if self.checks.len() >= MOST {
                return;
            }
            self.checks.push(Check {
                row: stated.row.saturating_add(1),
                word: stated.word.clone(),
                column: *column,
                unit: stated.unit,
                stated: *value,
                sum: sum_of,
                rows: sum.rows,
            });
        }
    }

    /// What was compared, once it is known which columns are amounts.
    pub(super) fn finish(mut self, is_money: &dyn Fn(u32) -> bool) -> Vec<TotalCheck> {
        self.close_above();
        let all = self.all.clone();
        for stated in std::mem::take(&mut self.on_top) {
            self.check(&stated, &all);
        }
        let power = |column: u32| self.powers.get(&column).copied().unwrap_or_default();
        let told = |check: Check| {
            let own = is_money(check.column).then(|| power(check.column));
            describe(check, own)
        };
        let mut checks: Vec<TotalCheck> = self.checks.drain(..).map(told).collect();
        checks.sort_unstable_by_key(|check| (check.row, check.column));
        checks
    }
}

/// A comparison in the words of the sheet; `own` is the power of ten of an amount's column.
fn describe(check: Check, own: Option<u8>) -> TotalCheck {
    let unit = own.map(|own| check.unit.unwrap_or(own));
    let (counted, is_fine) = check.sum;
    let counted = own.zip(unit).and_then(|(own, unit)| shifted(counted, own, unit)).unwrap_or(counted);
    let difference = check.stated.saturating_sub(counted);
    let is_equal = difference == 0 || (is_fine && difference.abs() < HALF_CENT);
    TotalCheck {
        row: check.row,
        word: check.word,
        unit: unit.map(|unit| money_unit(unit).to_owned()),
        is_other_unit: unit != own,
        column: check.column,
        stated: grouped(check.stated),
        counted: grouped(counted),
        difference: if is_equal { String::new() } else { grouped(difference) },
        rows: check.rows,
    }
}

/// An amount of one unit in another.
fn shifted(value: i128, from: u8, to: u8) -> Option<i128> {
    let factor = 10_i128.checked_pow(u32::from(from.abs_diff(to)))?;
    if from >= to { value.checked_mul(factor) } else { Some(value / factor) }
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
