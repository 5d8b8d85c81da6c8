//! Rows of a sheet whose columns are known already: where its header is, what each line is, the cells as they lie there. For
//! imports, which know from the definition what a column holds; nothing is guessed but the place of the table.

use std::collections::BTreeMap;

use crate::sheet::{EXAMPLE, Facts, RawCell, RawValue, SheetRow};

use super::place::{self, HEAD, Place};
use super::plain::{letters, narrow, tight};
use super::walk::{Class, Said, Walk, What};

/// A column as the header has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidColumn {
    /// From 0.
    pub column: u32,
    /// As the spreadsheet calls it.
    pub letter: String,
    /// Labels from top to bottom; empty for a column without header.
    pub path: Vec<String>,
    /// Its name, unlike all others.
    pub label: String,
}

/// Where the table is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// The title above it.
    pub title: Option<String>,
    /// Units that a line above names.
    pub units: Vec<String>,
    /// First and last row of the header, from 1.
    pub header: Option<(u32, u32)>,
    /// Its columns, from left to right.
    pub columns: Vec<LaidColumn>,
    /// Whether every line below the header is a row: the program's own workbooks.
    pub is_ours: bool,
}

/// A row as it lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRow {
    /// Its line, from 1.
    pub line: u32,
    /// The line that opened its part of the sheet.
    pub section: Option<String>,
    /// Cells with content, those merged from above too.
    pub cells: Vec<RawCell>,
}

/// What comes, in this order: where the table is, then its lines.
#[derive(Debug)]
pub enum Laid<'l> {
    /// Once, before all lines.
    Layout(&'l Layout),
    Row(RawRow),
    /// A line that is none; its number from 1.
    Left(u32, What),
}

/// What is known of the columns.
pub struct Expected<'e> {
    /// Whether a label is one of a column that is looked for; labels of several lines are joined by `-`.
    pub is_label: &'e dyn Fn(&str) -> bool,
    /// The label of the column by which the program's own workbooks are known.
    pub own: &'e str,
    /// Whether the first line is known to be the header, and all others rows.
    pub is_bare: bool,
}

/// Hands over the rows of a sheet. `feed` hands its lines over.
///
/// # Errors
/// Only those of `feed`.
pub fn lay<E>(
    facts: &Facts,
    expected: &Expected<'_>,
    feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), E>,
    each: &mut dyn FnMut(Laid<'_>),
) -> Result<(), E> {
    let mut laying = Laying { facts, expected, waiting: Vec::new(), going: None, section: None, each };
    feed(&mut |line| laying.take(line))?;
    if laying.going.is_none() {
        laying.begin();
    }
    Ok(())
}

enum Going {
    /// A table somewhere in the sheet, and the column of the program's row numbers.
    Found(Box<Walk>, Option<u32>),
    /// A header in the first line, this one, rows below.
    Ours(u32),
}

struct Laying<'l> {
    facts: &'l Facts,
    expected: &'l Expected<'l>,
    waiting: Vec<SheetRow>,
    going: Option<Going>,
    section: Option<String>,
    each: &'l mut dyn FnMut(Laid<'_>),
}

impl Laying<'_> {
    fn take(&mut self, line: SheetRow) {
        if self.going.is_some() {
            self.pass(line);
            return;
        }
        self.waiting.push(line);
        if self.waiting.len() >= HEAD {
            self.begin();
        }
    }

    fn begin(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let first = waiting.first().filter(|line| self.expected.is_bare || self.is_ours(line)).map(|line| line.row);
        let header = match first {
            Some(row) => Some((row, row)),
            None => place::by_labels(&waiting, self.facts, self.expected.is_label),
        };
        let place = place::find(&waiting, self.facts, header);
        let layout = layout(&place, first.is_some());
        (self.each)(Laid::Layout(&layout));
        let own = layout.columns.iter().find(|column| column.label == self.expected.own).map(|column| column.column);
        self.going = Some(match first {
            Some(row) => Going::Ours(row),
            None => Going::Found(Box::new(Walk::new(place, &self.facts.merged, Said::default())), own),
        });
        for line in waiting {
            self.pass(line);
        }
    }

    /// Whether a first line is a header that the program has written: its row numbers first.
    fn is_ours(&self, line: &SheetRow) -> bool {
        let first = line.cells.first().map(|cell| tight(&cell.value.text()).into_owned());
        let labels = line.cells.iter().filter(|cell| (self.expected.is_label)(&cell.value.text())).count();
        first.as_deref() == Some(self.expected.own) || (labels == line.cells.len() && labels > 0)
    }

    fn pass(&mut self, line: SheetRow) {
        let row = line.row.saturating_add(1);
        match &mut self.going {
            None => {}
            Some(Going::Ours(header)) if line.row == *header => {}
            Some(Going::Ours(_)) => {
                let is_example = line
                    .cells
                    .first()
                    .is_some_and(|cell| matches!(&cell.value, RawValue::Text(text) if text.starts_with(EXAMPLE)));
                let laid = match is_example {
                    true => Laid::Left(row, What::Chosen),
                    false => Laid::Row(RawRow { line: row, section: None, cells: line.cells }),
                };
                (self.each)(laid);
            }
            Some(Going::Found(walk, own)) => {
                let is_numbered = own.is_some_and(|own| {
                    line.cells.iter().any(|cell| cell.column == own && matches!(cell.value, RawValue::Number(_)))
                });
                match walk.class(&line) {
                    Class::Data => self.row(line),
                    // whatever it looks like, the program has numbered it
                    Class::Left(what) if is_numbered && !matches!(what, What::Title | What::Header) => self.row(line),
                    Class::Left(what) => {
                        if what == What::Section {
                            self.section = line.cells.first().map(|cell| narrow(&cell.value.to_string()).into_owned());
                        }
                        (self.each)(Laid::Left(row, what));
                    }
                    Class::Outside => (self.each)(Laid::Left(row, What::Other)),
                }
            }
        }
    }

    fn row(&mut self, line: SheetRow) {
        let Some(Going::Found(walk, _)) = &mut self.going else { return };
        let mut added = walk.filled(&line);
        let mut cells: BTreeMap<u32, RawCell> = added.drain(..).map(|cell| (cell.column, cell)).collect();
        let own = line.cells.into_iter().filter(|cell| walk.holds(cell.column));
        cells.extend(own.map(|cell| (cell.column, cell)));
        let cells = cells.into_values().collect();
        (self.each)(Laid::Row(RawRow { line: line.row.saturating_add(1), section: self.section.clone(), cells }));
    }
}

fn layout(place: &Place, is_ours: bool) -> Layout {
    let one = |head: &place::Head| LaidColumn {
        column: head.column,
        letter: letters(head.column),
        path: head.path.clone(),
        label: head.label.clone(),
    };
    let from_one = |(first, last): (u32, u32)| (first.saturating_add(1), last.saturating_add(1));
    Layout {
        title: place.title.clone(),
        units: place.units(),
        header: place.header.map(from_one),
        columns: place.columns.iter().map(one).collect(),
        is_ours,
    }
}
