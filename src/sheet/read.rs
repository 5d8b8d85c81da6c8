//! Reading the first visible sheet of a workbook, cell by cell, within limits.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use super::archive::Form;
use super::laying::{CELL_COST, Laying};
use super::{EXAMPLE, Grid, Limits, Refused, Row, SheetError, Table, archive, biff, cell, markup, plain};

/// What an error says when the parser panicked.
pub(super) const INTERRUPTED: &str = "解析中断";

/// Reads a workbook. The first row with content names the columns; rows whose first cell begins
/// with [`EXAMPLE`] are skipped, and so are blank ones. Formulas count as the value last saved.
///
/// # Errors
/// Everything about the file as a whole; single cells are told of in [`Row::refused`].
pub fn read(path: &Path, limits: Limits) -> Result<Table, SheetError> {
    let mut file = File::open(path)?;
    archive::check(&mut file, &limits)?;
    // calamine 0.38 panics on some cell references out of range; the file is then refused, no more.
    // This needs the unwinding kind of panic, the default of every profile here.
    catch_unwind(AssertUnwindSafe(|| parse(file, &limits)))
        .unwrap_or_else(|_| Err(SheetError::Damaged(INTERRUPTED.into())))
}

/// Reads a table that is nobody's template, whatever kind of file it is in: every row with content as it lies there,
/// header or not.
///
/// # Errors
/// Everything about the file as a whole.
pub fn grid(path: &Path, limits: Limits) -> Result<Grid, SheetError> {
    let mut file = File::open(path)?;
    let form = archive::form(&mut file, &limits)?;
    catch_unwind(AssertUnwindSafe(|| match form {
        Form::Xlsx => lie(file, &limits),
        Form::Ods => markup::grid(&archive::office_content(&mut file, &limits)?, &limits),
        Form::Compound => biff::grid(&whole(file)?, &limits),
        Form::Text => text(&whole(file)?, &limits),
    }))
    .unwrap_or_else(|_| Err(SheetError::Damaged(INTERRUPTED.into())))
}

/// The size was looked at before.
pub(super) fn whole(mut file: File) -> Result<Vec<u8>, SheetError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn text(bytes: &[u8], limits: &Limits) -> Result<Grid, SheetError> {
    let text = plain::decode(bytes)?;
    if text.trim_start().starts_with('<') { markup::grid(&text, limits) } else { plain::grid(&text, limits) }
}

fn lie(file: File, limits: &Limits) -> Result<Grid, SheetError> {
    let mut workbook = Xlsx::new(BufReader::new(file)).map_err(damaged)?;
    let name = first_shown(&workbook)?;
    let merged = workbook.merge_cells_by_sheet_name(&name).map_err(damaged)?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(damaged)?;
    let mut laying = Laying::new(*limits);
    for area in merged {
        laying.merge(area.start.0, area.end.0);
    }
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let (Ok(text) | Err((text, _))) = cell::meaning(cell.get_value());
        laying.put(row, column, &text)?;
    }
    laying.finish()
}

/// The first visible sheet.
fn first_shown(workbook: &Xlsx<BufReader<File>>) -> Result<String, SheetError> {
    let sheets = workbook.sheets_metadata();
    let shown = |sheet: &&calamine::Sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible;
    Ok(sheets.iter().find(shown).or(sheets.first()).ok_or(SheetError::NoHeader)?.name.clone())
}

fn parse(file: File, limits: &Limits) -> Result<Table, SheetError> {
    let mut workbook = Xlsx::new(BufReader::new(file)).map_err(damaged)?;
    let name = first_shown(&workbook)?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(damaged)?;
    let mut table = Builder::new(*limits);
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        table.add(cell.get_position(), cell.get_value())?;
    }
    table.finish()
}

pub(super) fn damaged(error: XlsxError) -> SheetError {
    SheetError::Damaged(error.to_string())
}

/// A table in the making.
struct Builder {
    limits: Limits,
    /// Bytes still allowed.
    left: u64,
    /// Names of columns, once the header is complete.
    headers: Option<BTreeMap<u32, String>>,
    /// The row being read, counted from 0, and its cells so far.
    at: u32,
    row: BTreeMap<u32, cell::Meaning>,
    rows: Vec<Row>,
}

impl Builder {
    fn new(limits: Limits) -> Self {
        Self { limits, left: limits.unpacked, headers: None, at: 0, row: BTreeMap::new(), rows: Vec::new() }
    }

    fn add(&mut self, (row, column): (u32, u32), value: &DataRef<'_>) -> Result<(), SheetError> {
        if row < self.at {
            return Err(SheetError::Damaged("行号次序错误".into()));
        }
        if row > self.at {
            self.end_row()?;
            self.at = row;
        }
        let meaning = cell::meaning(value);
        let size = match &meaning {
            Ok(text) if text.is_empty() => return Ok(()),
            Ok(text) | Err((text, _)) => text.len() as u64,
        };
        if column as usize >= self.limits.columns {
            return Err(SheetError::TooManyColumns(self.limits.columns));
        }
        self.left = self.left.checked_sub(size + CELL_COST).ok_or(SheetError::TooMuch)?;
        self.row.insert(column, meaning);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), SheetError> {
        let cells = std::mem::take(&mut self.row);
        if cells.is_empty() {
            return Ok(());
        }
        let Some(headers) = &self.headers else {
            self.headers = Some(header_names(cells)?);
            return Ok(());
        };
        let first = headers.keys().next().and_then(|column| cells.get(column));
        if matches!(first, Some(Ok(text)) if text.starts_with(EXAMPLE)) {
            return Ok(());
        }
        let mut row = Row { number: self.at.saturating_add(1), ..Row::default() };
        for (column, meaning) in cells {
            let Some(header) = headers.get(&column).cloned() else { continue };
            match meaning {
                Ok(text) => {
                    row.cells.insert(header, text);
                }
                Err((text, reason)) => row.refused.push(Refused { header, text, reason }),
            }
        }
        if row.cells.is_empty() && row.refused.is_empty() {
            return Ok(());
        }
        if self.rows.len() >= self.limits.rows {
            return Err(SheetError::TooManyRows(self.limits.rows));
        }
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self) -> Result<Table, SheetError> {
        self.end_row()?;
        let headers = self.headers.ok_or(SheetError::NoHeader)?;
        Ok(Table { headers: headers.into_values().collect(), rows: self.rows })
    }
}

/// Column names without line breaks and the like; each may stand once.
fn header_names(cells: BTreeMap<u32, cell::Meaning>) -> Result<BTreeMap<u32, String>, SheetError> {
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    for (column, meaning) in cells {
        let (Ok(text) | Err((text, _))) = meaning;
        let name: String = text.chars().filter(|c| !c.is_control()).collect();
        if names.values().any(|known| *known == name) {
            return Err(SheetError::DuplicateHeader(name));
        }
        names.insert(column, name);
    }
    Ok(names)
}
