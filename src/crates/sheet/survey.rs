//! Reading a sheet of which nothing is known yet: row by row, each value with its number format.
//!
//! Invariants: a row is handed over and forgotten; rows come in ascending order, cells of a row from left to right, each with
//! something in it; numbers are the fifteen digits that a spreadsheet shows, as an integer and its decimal places; what has
//! lost digits already, or was never computed, says so. Guard, limits and panics are those of [`super::read`].
//!
//! The parts that the library would believe the file about are not asked for: Excel tables are read from their own parts,
//! and formulas without being written out for each cell (`shared index` may be any number).
//!
//! Deliberately absent: hidden columns.

mod xlsx;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use calamine::{ExcelDateTime, Reader, Xlsx};
use jiff::civil::DateTime;

use super::archive::Form;
use super::biff::{self, Book, Found, Taker};
use super::extras::{self, Extras};
use super::laying::CELL_COST;
use super::markup::Laid;
use super::number::{Format, Mask, Number};
use super::parts::{Scan, scan, tables};
use super::read::{self, INTERRUPTED, damaged, whole};
use super::value::{Grid, Limits, SheetError};
use super::{archive, cell, markup};

/// What a workbook that becomes a register may hold.
pub const SURVEY: Limits = Limits { bytes: 20 << 20, rows: 200_000, columns: 200, unpacked: 200 << 20, ratio: 100 };

/// Rows whose formulas are looked at.
pub const FORMULA_ROWS: u32 = 200;
/// Merged areas of a sheet that are kept.
const MOST_MERGED: usize = 100_000;

/// How a formula whose result was not saved stands in a table of texts.
pub(super) const UNSAVED: &str = "（公式没有保存结果）";

/// A workbook that was opened to be looked at.
pub struct Survey {
    path: PathBuf,
    limits: Limits,
    form: Opened,
    sheets: Vec<Sheet>,
    masks: Vec<Mask>,
    /// What the part of a sheet was found to say.
    scanned: Option<(usize, Option<Scan>)>,
}

enum Opened {
    Xlsx(Box<Xlsx<BufReader<File>>>),
    Biff(Vec<u8>, Box<Book>),
    /// The rows of each sheet, and what is said besides.
    Laid(Vec<Laid>),
}

/// A sheet as the workbook lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// From 1, in the order of the workbook.
    pub no: usize,
    /// Its name; empty in text files.
    pub name: String,
    /// Whether it can be read.
    pub state: SheetState,
    /// Rows and columns as the file says; 0 when it doesn't.
    pub size: (u32, u32),
}

/// Whether a sheet can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetState {
    /// It has cells.
    Offered,
    /// It has none.
    Empty,
    /// People do not see it.
    Hidden,
    /// A chart, a dialogue or macros.
    Chart,
}

/// What a sheet says of itself besides its cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Name of the sheet.
    pub sheet: String,
    /// Whether numbers of days count from 1904.
    pub is_1904: bool,
    pub merged: Vec<Area>,
    /// Rows that are hidden, by hand or by a filter, from 0.
    pub hidden: Vec<u32>,
    /// What lies on the cells.
    pub extras: Extras,
    /// Excel tables: the area with its header, and the number of rows of totals within.
    pub tables: Vec<(Area, u32)>,
    /// Short formulas of the first two hundred rows, by row and column from 0; of workbooks of today's form alone.
    pub formulas: HashMap<(u32, u32), Written>,
}

/// What a sheet has that its rows do not tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Unseen {
    /// Rows that are hidden, by hand or by a filter, from 0.
    pub hidden: Vec<u32>,
    pub merged: Vec<Area>,
    /// Formulas with an empty result, or without one: files of the old form do not tell.
    pub blank: Vec<(u32, u32)>,
}

/// A formula as it is written somewhere; cells that share it stand in other places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub text: Arc<str>,
    /// Row and column of the cell it is written in, from 0.
    pub at: (u32, u32),
}

/// Cells from one corner to the other, rows and columns from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// Row and column of the upper left cell.
    pub first: (u32, u32),
    /// Row and column of the lower right cell.
    pub last: (u32, u32),
}

/// A row with content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetRow {
    /// From 0.
    pub row: u32,
    /// Cells with content, from left to right.
    pub cells: Vec<RawCell>,
}

/// A cell with content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawCell {
    /// From 0.
    pub column: u32,
    /// What it holds.
    pub value: RawValue,
    /// How numbers are shown.
    pub format: Format,
    pub is_bold: bool,
    /// A coloured ground.
    pub is_filled: bool,
    /// Computed, as far as looked at: the first two hundred rows.
    pub is_formula: bool,
    /// Which of the workbook's masks its format is, from 1; 0 for none.
    pub mask: u16,
}

/// The value of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RawValue {
    /// Text, without blanks around.
    Text(String),
    Number(Number),
    /// A number that has lost digits, as far as they are known.
    Odd(String),
    /// A day, or a moment of it.
    Moment(DateTime),
    /// A time of day or a duration.
    Time(String),
    /// TRUE or FALSE.
    Flag(bool),
    /// `#REF!` and the like.
    Error(String),
    /// A formula whose result was not saved.
    Unsaved,
}

impl RawValue {
    /// What it shows, without a copy of what is text already.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Odd(text) | Self::Time(text) | Self::Error(text) => Cow::Borrowed(text),
            other => Cow::Owned(other.to_string()),
        }
    }
}

impl fmt::Display for RawValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Odd(text) | Self::Time(text) | Self::Error(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Moment(moment) if moment.time() == jiff::civil::Time::midnight() => moment.date().fmt(f),
            Self::Moment(moment) => f.write_str(&moment.strftime("%Y-%m-%d %H:%M:%S").to_string()),
            Self::Flag(true) => f.write_str("TRUE"),
            Self::Flag(false) => f.write_str("FALSE"),
            Self::Unsaved => f.write_str(UNSAVED),
        }
    }
}

impl Survey {
    /// Opens a workbook or text file, whatever its name, and lists its sheets.
    ///
    /// # Errors
    /// Everything about the file as a whole.
    pub fn open(path: &Path, limits: Limits) -> Result<Self, SheetError> {
        let mut file = File::open(path)?;
        let form = archive::form(&mut file, &limits)?;
        guarded(|| {
            let (form, sheets) = match form {
                Form::Xlsx => {
                    let mut workbook = Box::new(Xlsx::new(BufReader::new(file)).map_err(damaged)?);
                    let sheets = xlsx::listed(&mut workbook);
                    (Opened::Xlsx(workbook), sheets)
                }
                Form::Compound => {
                    let stream = biff::stream(&whole(file)?)?;
                    let book = Box::new(Book::read(&stream)?);
                    let sheets = listed_in(&stream, &book, limits);
                    (Opened::Biff(stream, book), sheets)
                }
                Form::Ods => laid(markup::sheets(&archive::office_content(&mut file, &limits)?, &limits)?),
                Form::Text => laid(read::sheets(&whole(file)?, &limits)?),
            };
            Ok(Self { path: path.to_owned(), limits, form, sheets, masks: Vec::new(), scanned: None })
        })
    }

    /// All sheets of the workbook.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// Sheets with a table that can be read: neither hidden nor empty nor a chart.
    pub fn offered(&self) -> Vec<Sheet> {
        self.sheets.iter().filter(|sheet| sheet.state == SheetState::Offered).cloned().collect()
    }

    fn sheet(&self, no: usize) -> Result<&Sheet, SheetError> {
        self.sheets
            .iter()
            .find(|sheet| sheet.no == no && sheet.state != SheetState::Chart)
            .ok_or(SheetError::NoSheet(no))
    }

    /// What a sheet says of itself besides its cells.
    ///
    /// # Errors
    /// A sentence for a sheet that is not there, or cannot be read.
    pub fn facts(&mut self, no: usize) -> Result<Facts, SheetError> {
        let name = self.sheet(no)?.name.clone();
        let scanned = self.scan(no)?;
        guarded(|| match &mut self.form {
            Opened::Xlsx(workbook) => {
                let hidden = scanned.as_ref().map(|scan| scan.hidden.clone()).unwrap_or_default();
                let merged = xlsx::merged(workbook, &name, scanned)?;
                // damaged parts of tables cost the certainty, not the sheet
                let is_reported = guarded(|| workbook.load_tables().map_err(damaged)).is_ok();
                let names = if is_reported { workbook.table_names_in_sheet(&name) } else { Vec::new() };
                let tables = if names.is_empty() { Vec::new() } else { tables(&self.path, &names)? };
                let extras = extras::of(&self.path, &name);
                let formulas =
                    xlsx::formulas(workbook, &name)?.into_iter().filter_map(|(at, of)| Some((at, of?))).collect();
                Ok(Facts { sheet: name, is_1904: workbook.has_1904_epoch(), merged, hidden, extras, tables, formulas })
            }
            Opened::Biff(stream, book) => {
                let mut taker = Lines::new(self.limits);
                book.cells(stream, listed_at(book, no)?, &mut taker)?;
                let (merged, hidden) = (taker.merged, taker.hidden);
                Ok(Facts { sheet: name, is_1904: book.is_1904, merged, hidden, ..Facts::default() })
            }
            Opened::Laid(all) => {
                let Laid { grid, aside, .. } = laid_at(all, no)?;
                let merged = if aside.merged.is_empty() { merged_rows(grid) } else { aside.merged.clone() };
                let (hidden, extras) = (aside.hidden.clone(), aside.extras.clone());
                Ok(Facts { sheet: name, merged, hidden, extras, ..Facts::default() })
            }
        })
    }

    /// What people do not see of a sheet, or see in more cells than one.
    ///
    /// # Errors
    /// A sentence for a sheet that is not there, or cannot be read.
    pub(super) fn unseen(&mut self, no: usize) -> Result<Unseen, SheetError> {
        let name = self.sheet(no)?.name.clone();
        let scanned = self.scan(no)?;
        guarded(|| match &mut self.form {
            Opened::Xlsx(workbook) => {
                let hidden = scanned.as_ref().map(|scan| scan.hidden.clone()).unwrap_or_default();
                Ok(Unseen { hidden, merged: xlsx::merged(workbook, &name, scanned)?, blank: Vec::new() })
            }
            Opened::Biff(stream, book) => {
                let mut taker = Lines::new(self.limits);
                book.cells(stream, listed_at(book, no)?, &mut taker)?;
                Ok(Unseen { hidden: taker.hidden, merged: taker.merged, blank: taker.blank })
            }
            Opened::Laid(all) => {
                let aside = &laid_at(all, no)?.aside;
                Ok(Unseen { hidden: aside.hidden.clone(), merged: aside.merged.clone(), blank: Vec::new() })
            }
        })
    }

    /// The masks that cells name; known once rows were read.
    pub(super) fn masks(&self) -> Vec<Mask> {
        self.masks.clone()
    }

    /// What the part of a sheet says; nothing where there is none.
    fn scan(&mut self, no: usize) -> Result<Option<Scan>, SheetError> {
        let name = self.sheet(no)?.name.clone();
        if !matches!(self.form, Opened::Xlsx(_)) {
            return Ok(None);
        }
        let path = &self.path;
        let known = self.scanned.take().filter(|(known, _)| *known == no);
        let (_, found) = self.scanned.insert(known.unwrap_or_else(|| (no, scan(path, &name, MOST_MERGED))));
        Ok(found.clone())
    }

    /// The first rows of a sheet.
    ///
    /// # Errors
    /// Everything about the sheet as a whole.
    pub fn head(&mut self, no: usize, rows: usize) -> Result<Vec<SheetRow>, SheetError> {
        let name = self.sheet(no)?.name.clone();
        let mut head = Vec::new();
        if let Opened::Xlsx(workbook) = &mut self.form {
            let (limits, masks) = (self.limits, &mut self.masks);
            guarded(|| {
                xlsx::stream(workbook, (&name, &HashSet::new()), limits, masks, &mut |line| {
                    head.push(line);
                    head.len() < rows
                })
            })?;
            return Ok(head);
        }
        self.lines(no, &mut |line| {
            if head.len() < rows {
                head.push(line);
            }
        })?;
        Ok(head)
    }

    /// Hands the rows of a sheet over.
    ///
    /// # Errors
    /// Everything about the sheet as a whole; what was handed over before counts for nothing then.
    pub fn lines(&mut self, no: usize, each: &mut dyn FnMut(SheetRow)) -> Result<(), SheetError> {
        let name = self.sheet(no)?.name.clone();
        let limits = self.limits;
        let may_compute = self.scan(no)?.is_none_or(|scan| scan.has_formulas);
        let masks = &mut self.masks;
        guarded(|| match &mut self.form {
            Opened::Xlsx(workbook) => {
                let unsaved = if may_compute { xlsx::unsaved(workbook, &name, limits)? } else { HashSet::new() };
                xlsx::stream(workbook, (&name, &unsaved), limits, masks, &mut |line| {
                    each(line);
                    true
                })
            }
            Opened::Biff(bytes, book) => {
                let mut taker = Lines::new(limits);
                book.cells(bytes, listed_at(book, no)?, &mut taker)?;
                taker.hand_over(each);
                Ok(())
            }
            Opened::Laid(all) => {
                for row in &laid_at(all, no)?.grid.rows {
                    let cells = row.cells.iter().map(|(column, text)| plain(*column, laid_value(text)));
                    each(SheetRow { row: row.number.saturating_sub(1), cells: cells.collect() });
                }
                Ok(())
            }
        })
    }
}

/// The libraries panic on some damaged parts; the sheet is then refused, no more.
fn guarded<T>(work: impl FnOnce() -> Result<T, SheetError>) -> Result<T, SheetError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(SheetError::Damaged(INTERRUPTED.into())))
}

/// What a text that was laid into a grid stands for.
fn laid_value(text: &str) -> RawValue {
    if text == UNSAVED { RawValue::Unsaved } else { RawValue::Text(text.to_owned()) }
}

fn is_area(area: &Area) -> bool {
    area.first.0 <= area.last.0 && area.first.1 <= area.last.1 && area.first != area.last
}

fn plain(column: u32, value: RawValue) -> RawCell {
    RawCell { column, value, format: Format::General, is_bold: false, is_filled: false, is_formula: false, mask: 0 }
}

fn laid(all: Vec<Laid>) -> (Opened, Vec<Sheet>) {
    let size = |grid: &Grid| {
        let last = grid.rows.iter().filter_map(|row| row.cells.keys().next_back()).max();
        (grid.rows.last().map_or(0, |row| row.number), last.map_or(0, |last| last + 1))
    };
    let one = |(no, sheet): (usize, &Laid)| {
        let state = match sheet {
            sheet if sheet.is_hidden => SheetState::Hidden,
            sheet if sheet.grid.rows.is_empty() => SheetState::Empty,
            _ => SheetState::Offered,
        };
        Sheet { no, name: sheet.name.clone(), state, size: size(&sheet.grid) }
    };
    let sheets = (1..).zip(&all).map(one).collect();
    (Opened::Laid(all), sheets)
}

fn laid_at(all: &[Laid], no: usize) -> Result<&Laid, SheetError> {
    no.checked_sub(1).and_then(|at| all.get(at)).ok_or(SheetError::NoSheet(no))
}

/// What a grid still knows of merged cells: that the first column of some rows goes on from the row above.
fn merged_rows(grid: &Grid) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for row in grid.rows.iter().filter(|row| row.is_merged) {
        let at = row.number.saturating_sub(1);
        let first = row.cells.keys().next().copied().unwrap_or_default();
        match areas.last_mut() {
            Some(area) if area.last.0 + 1 == at && first > 0 => area.last.0 = at,
            _ => areas.push(Area { first: (at, 0), last: (at, 0) }),
        }
    }
    areas.retain(is_area);
    areas
}

fn listed_at(book: &Book, no: usize) -> Result<&biff::Listed, SheetError> {
    no.checked_sub(1).and_then(|at| book.sheets.get(at)).ok_or(SheetError::NoSheet(no))
}

fn listed_in(stream: &[u8], book: &Book, limits: Limits) -> Vec<Sheet> {
    let one = |(no, sheet): (usize, &biff::Listed)| {
        let mut taker = Lines::new(limits);
        let is_empty = sheet.is_sheet && book.cells(stream, sheet, &mut taker).is_ok() && taker.rows.is_empty();
        let state = match sheet {
            sheet if !sheet.is_sheet => SheetState::Chart,
            sheet if !sheet.is_shown => SheetState::Hidden,
            _ if is_empty => SheetState::Empty,
            _ => SheetState::Offered,
        };
        Sheet { no, name: sheet.name.clone(), state, size: taker.size() }
    };
    (1..).zip(&book.sheets).map(one).collect()
}

fn number_of(value: f64) -> RawValue {
    match Number::of(value) {
        Some(number) => RawValue::Number(number),
        None if value.is_finite() && value.abs() >= 1.0 => RawValue::Odd(format!("{value:.0}")),
        None => RawValue::Odd(format!("{value:e}")),
    }
}

fn text_of(text: &str) -> Option<RawValue> {
    let text = cell::trim(text);
    match text {
        "" => None,
        text if cell::scientific(text) => Some(RawValue::Odd(text.to_owned())),
        text => Some(RawValue::Text(text.to_owned())),
    }
}

fn moment_of(moment: &ExcelDateTime) -> RawValue {
    let days = moment.as_f64();
    if !(1.0..2_958_466.0).contains(&days) || moment.is_duration() {
        return match cell::moment_text(moment) {
            Ok(text) => RawValue::Time(text),
            Err(_) => number_of(days),
        };
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let part = |number: u8| i8::try_from(number).unwrap_or(-1);
    let year = i16::try_from(year).unwrap_or_default();
    let made = DateTime::new(year, part(month), part(day), part(hour), part(minute), part(second), 0);
    made.map_or_else(|_| number_of(days), RawValue::Moment)
}

/// Cells that come in any order, kept until the sheet is whole.
struct Lines {
    limits: Limits,
    left: u64,
    rows: BTreeMap<u32, BTreeMap<u32, RawCell>>,
    merged: Vec<Area>,
    hidden: Vec<u32>,
    blank: Vec<(u32, u32)>,
}

impl Lines {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            left: limits.unpacked,
            rows: BTreeMap::new(),
            merged: Vec::new(),
            hidden: Vec::new(),
            blank: Vec::new(),
        }
    }

    fn size(&self) -> (u32, u32) {
        let last = self.rows.values().filter_map(|row| row.keys().next_back()).max();
        (self.rows.keys().next_back().map_or(0, |row| row + 1), last.map_or(0, |column| column + 1))
    }

    fn hand_over(self, each: &mut dyn FnMut(SheetRow)) {
        for (row, cells) in self.rows {
            each(SheetRow { row, cells: cells.into_values().collect() });
        }
    }
}

impl Taker for Lines {
    fn put(
        &mut self,
        (row, column): (u32, u32),
        found: Found,
        format: Format,
        is_formula: bool,
    ) -> Result<(), SheetError> {
        let value = match found {
            Found::Text(text) => text_of(&text),
            Found::Number(number) => Some(number_of(number)),
            Found::Day(moment) => Some(moment_of(&moment)),
            Found::Flag(flag) => Some(RawValue::Flag(flag)),
            Found::Error(error) => Some(RawValue::Error(error.to_owned())),
            Found::Blank => {
                if self.blank.len() < MOST_MERGED {
                    self.blank.push((row, column));
                }
                None
            }
        };
        let Some(value) = value else { return Ok(()) };
        if column as usize >= self.limits.columns {
            return Err(SheetError::TooWide(self.limits.columns));
        }
        if self.rows.len() >= self.limits.rows && !self.rows.contains_key(&row) {
            return Err(SheetError::TooManyRows(self.limits.rows));
        }
        let text = if let RawValue::Text(text) = &value { text.len() as u64 } else { 0 };
        self.left = self.left.checked_sub(text + 2 * CELL_COST).ok_or(SheetError::TooMuch)?;
        let cell = RawCell { format, is_formula, ..plain(column, value) };
        self.rows.entry(row).or_default().insert(column, cell);
        Ok(())
    }

    fn merge(&mut self, area: Area) {
        if self.merged.len() < MOST_MERGED && is_area(&area) {
            self.merged.push(area);
        }
    }

    fn hide(&mut self, row: u32) {
        if self.hidden.len() < MOST_MERGED {
            self.hidden.push(row);
        }
    }
}
