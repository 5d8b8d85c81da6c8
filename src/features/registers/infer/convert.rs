//! Rows of a sheet as typed values, by what was guessed of it.

use std::collections::BTreeMap;

use crate::sheet::{Facts, RawCell, SheetRow};

use super::known::{Known, Match};
use super::plain::narrow;
use super::read::{Read, Value, read};
use super::walk::{Class, Walk, What};
use super::{ColumnGuess, Guess, Kind};

/// A line of the sheet, converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    /// A row of the register.
    Row(Row),
    /// A line that is none; its number from 1.
    Left(u32, What),
}

/// A row of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line it came from, from 1.
    pub line: u32,
    /// The line that opened its part of the sheet.
    pub section: Option<String>,
    /// Cells with content, from left to right; those merged from above at their place.
    pub cells: Vec<Converted>,
    /// Columns that belong to another table and are left out.
    pub outside: Vec<u32>,
}

/// A cell, converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// From 0.
    pub column: u32,
    /// What the sheet shows.
    pub text: String,
    /// What became of it.
    pub outcome: CellOutcome,
    /// Whether a merged cell above put it there.
    pub is_merged: bool,
}

/// What became of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellOutcome {
    Value(Value),
    /// A value with fewer digits than the cell, which its column warns of.
    Rounded(Value),
    /// 原值: the text is kept, for this reason.
    Kept(String),
}

/// Converts a sheet that was guessed. `feed` hands the same lines over again.
///
/// # Errors
/// Only those of `feed`.
pub fn rows<E>(
    guess: &Guess,
    facts: &Facts,
    known: &dyn Known,
    feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), E>,
    each: &mut dyn FnMut(Out),
) -> Result<(), E> {
    let columns: BTreeMap<u32, &ColumnGuess> = guess.columns.iter().map(|column| (column.column, column)).collect();
    let department = guess.columns.iter().find(|column| column.kind == Kind::Dept).map(|column| column.column);
    let mut walk = Walk::new(guess.place.clone(), &facts.merged, guess.said.clone());
    let mut section: Option<String> = None;
    feed(&mut |line| {
        let row = line.row.saturating_add(1);
        match walk.class(&line) {
            Class::Left(what) => {
                if what == What::Section {
                    section = line.cells.first().map(|cell| narrow(&cell.value.to_string()).into_owned());
                }
                each(Out::Left(row, what));
            }
            Class::Outside => each(Out::Left(row, What::Other)),
            Class::Data => {
                let added = walk.filled(&line);
                let mut row = Row { line: row, section: section.clone(), cells: Vec::new(), outside: Vec::new() };
                let all = || line.cells.iter().map(|cell| (cell, false)).chain(added.iter().map(|cell| (cell, true)));
                let of_row = all().find(|(cell, _)| Some(cell.column) == department);
                let of_row = of_row.and_then(|(cell, _)| match known.department(&cell.value.to_string()) {
                    Match::One(id) => Some(id),
                    _ => None,
                });
                for (cell, is_merged) in all() {
                    match columns.get(&cell.column).filter(|_| guess.place.holds(cell.column)) {
                        Some(column) => row.cells.push(converted(cell, column, known, of_row, is_merged)),
                        None => row.outside.push(cell.column),
                    }
                }
                row.cells.sort_unstable_by_key(|cell| cell.column);
                each(Out::Row(row));
            }
        }
    })
}

fn converted(
    cell: &RawCell,
    column: &ColumnGuess,
    known: &dyn Known,
    department: Option<u64>,
    is_merged: bool,
) -> Converted {
    let outcome = match read(column.kind, cell, &column.chosen.terms, known, department) {
        Read::Value(value) => CellOutcome::Value(value),
        Read::Rounded(value) => CellOutcome::Rounded(value),
        Read::Near(why) | Read::No(why) => CellOutcome::Kept(why.into_owned()),
    };
    Converted { column: cell.column, text: cell.value.to_string(), outcome, is_merged }
}
