//! A column of a workbook both ways: what stands in its cell, and what a cell that comes in sets.

use jiff::civil::Date;

use super::{FreshCell, area, day, money, text};
use crate::error::Result;
use crate::kernel::area::Area;
use crate::records::import::STATES;
use crate::sheet::{Cell, Head};

/// A column of rows `L`; `C` is what an import looks things up in.
pub struct Column<L, C = ()> {
    /// The text in the first row, by which an import finds the column again.
    pub header: &'static str,
    width: f64,
    note: &'static str,
    choices: &'static [&'static str],
    /// Whether it only goes out: computed, so templates leave it away.
    pub(super) derived: bool,
    /// Whether a cell may hold several lines.
    pub has_lines: bool,
    value: Value<L>,
    sets: Option<Set<L, C>>,
}

type Set<L, C> = fn(&FreshCell<'_>, &mut L, &C) -> Result<()>;

/// What stands in a cell. A place is said once for both ways, so it is handed out to be changed even when it is only read.
enum Value<L> {
    Shown(fn(&L) -> Cell),
    Text(fn(&mut L) -> &mut String),
    Number(fn(&mut L) -> &mut i64),
    Area(fn(&mut L) -> &mut Option<Area>),
    Fen(fn(&mut L) -> &mut Option<i64>),
    Day(fn(&mut L) -> &mut Option<Date>),
    /// By two labels; which of them means true.
    Flag(fn(&mut L) -> &mut bool, usize),
}

impl<L, C> Column<L, C> {
    /// A column that shows something; what a cell of it sets, if anything, is said by [`Column::sets`].
    pub const fn new(header: &'static str, width: f64, shown: fn(&L) -> Cell) -> Self {
        Self::of(header, width, Value::Shown(shown))
    }

    const fn of(header: &'static str, width: f64, value: Value<L>) -> Self {
        Self { header, width, note: "", choices: &[], derived: false, has_lines: false, value, sets: None }
    }

    pub const fn text(header: &'static str, width: f64, place: fn(&mut L) -> &mut String) -> Self {
        Self::of(header, width, Value::Text(place))
    }

    /// A whole number of any size.
    pub const fn number(header: &'static str, width: f64, place: fn(&mut L) -> &mut i64) -> Self {
        Self::of(header, width, Value::Number(place))
    }

    pub const fn area(header: &'static str, width: f64, place: fn(&mut L) -> &mut Option<Area>) -> Self {
        Self::of(header, width, Value::Area(place))
    }

    /// An amount in yuan, kept as fen.
    pub const fn fen(header: &'static str, width: f64, place: fn(&mut L) -> &mut Option<i64>) -> Self {
        Self::of(header, width, Value::Fen(place))
    }

    pub const fn day(header: &'static str, width: f64, place: fn(&mut L) -> &mut Option<Date>) -> Self {
        Self::of(header, width, Value::Day(place))
    }

    /// 正常 or 停用.
    pub const fn enabled(header: &'static str, width: f64, place: fn(&mut L) -> &mut bool) -> Self {
        Self::of(header, width, Value::Flag(place, 0)).choices(&STATES)
    }

    /// One of two labels, of which the second means true.
    pub const fn flag(
        header: &'static str,
        width: f64,
        labels: &'static [&'static str; 2],
        place: fn(&mut L) -> &mut bool,
    ) -> Self {
        Self::of(header, width, Value::Flag(place, 1)).choices(labels)
    }

    /// What a cell that says something new puts into the row, where that isn't what the place takes by itself. A refusal is
    /// one of the row's complaints.
    #[must_use]
    pub const fn sets(self, sets: Set<L, C>) -> Self {
        Self { sets: Some(sets), ..self }
    }

    /// What a template says beside the header.
    #[must_use]
    pub const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// A column that only goes out.
    #[must_use]
    pub const fn derived(self) -> Self {
        Self { derived: true, ..self }
    }

    /// A column whose cells may hold several lines; of others the lines are joined.
    #[must_use]
    pub const fn lines(self) -> Self {
        Self { has_lines: true, ..self }
    }

    /// The drop-down of a template.
    #[must_use]
    pub const fn choices(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }

    /// The cell of a row.
    pub(super) fn cell(&self, row: &mut L) -> Cell {
        match self.value {
            Value::Shown(shown) => shown(row),
            Value::Text(place) => text(place(row)),
            Value::Number(place) => Cell::Number(*place(row)),
            Value::Area(place) => area(*place(row)),
            Value::Fen(place) => money(*place(row)),
            Value::Day(place) => day(*place(row)),
            Value::Flag(place, yes) => {
                let at = if *place(row) { yes } else { 1 - yes };
                text(self.choices.get(at).copied().unwrap_or_default())
            }
        }
    }

    /// Puts what a cell says into a row.
    pub(super) fn set(&self, cell: &FreshCell<'_>, row: &mut L, context: &C) -> Result<()> {
        if let Some(sets) = self.sets {
            return sets(cell, row, context);
        }
        match self.value {
            Value::Shown(_) => {}
            Value::Text(place) => cell.text().clone_into(place(row)),
            Value::Number(place) => *place(row) = cell.integer()?,
            Value::Area(place) => *place(row) = Some(cell.area()?),
            Value::Fen(place) => *place(row) = Some(cell.fen()?),
            Value::Day(place) => *place(row) = Some(cell.day()?),
            Value::Flag(place, yes) => *place(row) = cell.place(self.choices)? == yes,
        }
        Ok(())
    }

    /// Its head; templates keep as text what is no number.
    pub(super) fn head(&self, example: &Cell) -> Head {
        Head {
            title: self.header.to_owned(),
            width: self.width,
            note: self.note.to_owned(),
            choices: self.choices.iter().map(|choice| (*choice).to_owned()).collect(),
            is_text: !matches!(example, Cell::Number(_) | Cell::Decimal(_) | Cell::Price(_)),
        }
    }
}
