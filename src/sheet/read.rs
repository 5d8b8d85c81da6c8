//! Reading the first visible sheet of a workbook, cell by cell, within limits.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use super::{EXAMPLE, Grid, GridRow, Limits, Refused, Row, SheetError, Table, archive, cell};

/// What a cell costs of the limit on unpacked bytes, besides its text: small cells add up, too.
const CELL_COST: u64 = 64;

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

/// Reads a workbook that is nobody's template: every row with content as it lies there, header or not.
///
/// # Errors
/// Everything about the file as a whole.
pub fn grid(path: &Path, limits: Limits) -> Result<Grid, SheetError> {
    let mut file = File::open(path)?;
    archive::check(&mut file, &limits)?;
    catch_unwind(AssertUnwindSafe(|| lie(file, &limits)))
        .unwrap_or_else(|_| Err(SheetError::Damaged(INTERRUPTED.into())))
}

fn lie(file: File, limits: &Limits) -> Result<Grid, SheetError> {
    let mut workbook = Xlsx::new(BufReader::new(file)).map_err(damaged)?;
    let name = first_shown(&workbook)?;
    let merged = workbook.merge_cells_by_sheet_name(&name).map_err(damaged)?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(damaged)?;
    let mut grid = Grid::default();
    let mut left = limits.unpacked;
    while let Some(cell) = cells.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let (Ok(text) | Err((text, _))) = cell::meaning(cell.get_value());
        if text.is_empty() {
            continue;
        }
        if column as usize >= limits.columns {
            return Err(SheetError::TooManyColumns(limits.columns));
        }
        left = left.checked_sub(text.len() as u64 + CELL_COST).ok_or(SheetError::TooMuch)?;
        let number = row.saturating_add(1);
        if grid.rows.last().is_none_or(|last| last.number != number) {
            if grid.rows.last().is_some_and(|last| last.number > number) {
                return Err(SheetError::Damaged("行号次序错误".into()));
            }
            if grid.rows.len() >= limits.rows {
                return Err(SheetError::TooManyRows(limits.rows));
            }
            let is_merged = merged.iter().any(|area| (area.start.0..=area.end.0).contains(&row));
            grid.rows.push(GridRow { number, cells: BTreeMap::new(), is_merged });
        }
        if let Some(last) = grid.rows.last_mut() {
            last.cells.insert(column, text);
        }
    }
    if grid.rows.is_empty() { Err(SheetError::NoHeader) } else { Ok(grid) }
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

fn damaged(error: XlsxError) -> SheetError {
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
