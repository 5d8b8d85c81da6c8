//! Workbooks of today's form: sheets, merged cells, rows with the looks of their cells.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;

use calamine::{DataRef, Dimensions, Reader, SheetType, SheetVisible, Style, Xlsx, XlsxFormulaMetadata};
use jiff::civil::DateTime;

use super::{
    Area, FORMULA_ROWS, MOST_MERGED, RawCell, RawValue, Sheet, SheetRow, SheetState, Written, guarded, is_area,
    moment_of, number_of, text_of,
};
use crate::laying::CELL_COST;
use crate::number::{Format, Mask, Number, format_of};
use crate::parts::Scan;
use crate::read::damaged;
use crate::value::{Limits, SheetError};

/// Longest formula that is kept, in bytes.
const MOST_FORMULA: usize = 200;

/// Cells without content that are passed over to tell whether a sheet is empty.
const PASSED: usize = 10_000;

/// Merged cells of a sheet, from its part where that says so.
pub(super) fn merged(
    workbook: &mut Xlsx<BufReader<File>>,
    name: &str,
    scan: Option<Scan>,
) -> Result<Vec<Area>, SheetError> {
    let mut merged = match scan {
        Some(Scan { merged: Some(merged), .. }) => merged,
        _ => merged_as_read(workbook, name)?,
    };
    merged.retain(is_area);
    Ok(merged)
}

/// Merged cells as the library tells them, after it has read all cells.
fn merged_as_read(workbook: &mut Xlsx<BufReader<File>>, name: &str) -> Result<Vec<Area>, SheetError> {
    let area = |d: Dimensions| Area { first: d.start, last: d.end };
    let merged = workbook.merge_cells_by_sheet_name(name).map_err(damaged)?;
    Ok(merged.into_iter().take(MOST_MERGED).map(area).collect())
}

pub(super) fn listed(workbook: &mut Xlsx<BufReader<File>>) -> Vec<Sheet> {
    let known = workbook.sheets_metadata().to_vec();
    let mut sheets = Vec::with_capacity(known.len());
    for (no, sheet) in (1..).zip(known) {
        let is_table = sheet.typ == SheetType::WorkSheet;
        let size = if is_table { guarded(|| size_of(workbook, &sheet.name)).unwrap_or(Some((0, 0))) } else { None };
        let state = match size {
            _ if !is_table => SheetState::Chart,
            _ if sheet.visible != SheetVisible::Visible => SheetState::Hidden,
            None => SheetState::Empty,
            Some(_) => SheetState::Offered,
        };
        sheets.push(Sheet { no, name: sheet.name, state, size: size.unwrap_or_default() });
    }
    sheets
}

/// Rows and columns of a sheet; `None` when it has no cell with content.
fn size_of(workbook: &mut Xlsx<BufReader<File>>, name: &str) -> Result<Option<(u32, u32)>, SheetError> {
    let mut cells = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    let end = cells.dimensions().end;
    for _ in 0..PASSED {
        match cells.next_cell().map_err(damaged)? {
            None => return Ok(None),
            Some(cell) if *cell.get_value() != DataRef::Empty => break,
            Some(_) => {}
        }
    }
    Ok(Some((end.0.saturating_add(1), end.1.saturating_add(1))))
}

/// Cells with formulas among the first rows, with those that are short.
pub(super) fn formulas(
    workbook: &mut Xlsx<BufReader<File>>,
    name: &str,
) -> Result<HashMap<(u32, u32), Option<Written>>, SheetError> {
    let (mut found, mut shared) = (HashMap::new(), HashMap::new());
    let mut cells = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    let written = |text: String, at| (text.len() <= MOST_FORMULA).then(|| Written { text: text.into(), at });
    // not the method that writes shared formulas out: it makes room for whatever index the file names
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(damaged)? {
        if cell.pos.0 >= FORMULA_ROWS {
            break;
        }
        let of = match cell.formula {
            None => continue,
            Some(XlsxFormulaMetadata::Normal { formula }) => written(formula, cell.pos),
            Some(XlsxFormulaMetadata::Shared { shared_index, formula, .. }) => {
                let of = written(formula, cell.pos);
                shared.insert(shared_index, of.clone());
                of
            }
            Some(XlsxFormulaMetadata::SharedDerived { shared_index }) => shared.get(&shared_index).cloned().flatten(),
            Some(_) => None,
        };
        found.insert(cell.pos, of);
    }
    Ok(found)
}

/// Places of formulas that have no value.
///
/// # Errors
/// A sentence for a sheet that has more of them than cells that may be read.
pub(super) fn unsaved(
    workbook: &mut Xlsx<BufReader<File>>,
    name: &str,
    limits: Limits,
) -> Result<HashSet<(u32, u32)>, SheetError> {
    let most = usize::try_from(limits.unpacked / CELL_COST).unwrap_or(usize::MAX);
    let mut found = HashSet::new();
    let mut cells = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(damaged)? {
        if cell.formula.is_some() && cell.value == DataRef::Empty {
            if found.len() >= most {
                return Err(SheetError::TooMuch);
            }
            found.insert(cell.pos);
        }
    }
    Ok(found)
}

fn look(style: &Style) -> (Format, bool, bool) {
    let format = style.number_format.as_ref().map_or(Format::General, |format| format_of(&format.format_code));
    let is_bold = style.font.as_ref().is_some_and(calamine::Font::is_bold);
    (format, is_bold, style.fill.as_ref().is_some_and(calamine::Fill::is_visible))
}

pub(super) fn stream(
    workbook: &mut Xlsx<BufReader<File>>,
    (name, unsaved): (&str, &HashSet<(u32, u32)>),
    limits: Limits,
    masks: &mut Vec<Mask>,
    each: &mut dyn FnMut(SheetRow) -> bool,
) -> Result<(), SheetError> {
    let formulas = formulas(workbook, name)?;
    let mut cells = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    let looks: Vec<(Format, bool, bool)> = cells.styles().iter().map(look).collect();
    let masked = masks_of(cells.styles(), masks);
    let mut line = SheetRow::default();
    let mut rows = 0;
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let is_formula = row < FORMULA_ROWS && formulas.contains_key(&(row, column));
        let is_unsaved = is_formula || unsaved.contains(&(row, column));
        let Some(value) = value_of(cell.get_value(), is_unsaved) else { continue };
        if row != line.row {
            if row < line.row {
                return Err(SheetError::Damaged("行号次序错误".into()));
            }
            match finish(&mut line, row, each) {
                None => return Ok(()),
                Some(handed) => rows += handed,
            }
            if rows >= limits.rows {
                return Err(SheetError::TooManyRows(limits.rows));
            }
        }
        if column as usize >= limits.columns {
            return Err(SheetError::TooWide(limits.columns));
        }
        let (format, is_bold, is_filled) = looks.get(style).copied().unwrap_or((Format::General, false, false));
        let mask = masked.get(style).copied().unwrap_or(0);
        line.cells.push(RawCell { column, value, format, is_bold, is_filled, is_formula, mask });
    }
    finish(&mut line, 0, each);
    Ok(())
}

/// For each style the place of its mask from 1, or 0.
fn masks_of(styles: &[Style], masks: &mut Vec<Mask>) -> Vec<u16> {
    masks.clear();
    let mut masked = Vec::with_capacity(styles.len());
    for style in styles {
        let mask = style.number_format.as_ref().and_then(|format| Mask::of(&format.format_code));
        let place = u16::try_from(masks.len() + 1).ok();
        masked.push(match mask.zip(place) {
            Some((mask, place)) => {
                masks.push(mask);
                place
            }
            None => 0,
        });
    }
    masked
}

/// Hands a row over and begins the next: how many rows that were, or that no more are wanted.
fn finish(line: &mut SheetRow, next: u32, each: &mut dyn FnMut(SheetRow) -> bool) -> Option<usize> {
    let mut full = std::mem::replace(line, SheetRow { row: next, cells: Vec::new() });
    if full.cells.is_empty() {
        return Some(0);
    }
    if !full.cells.is_sorted_by(|a, b| a.column < b.column) {
        // a cell that is named twice is what stands there last
        let cells: BTreeMap<u32, RawCell> = full.cells.into_iter().map(|cell| (cell.column, cell)).collect();
        full.cells = cells.into_values().collect();
    }
    each(full).then_some(1)
}

/// The value of a cell; `None` for one without content.
fn value_of(value: &DataRef<'_>, is_formula: bool) -> Option<RawValue> {
    match value {
        DataRef::Empty => is_formula.then_some(RawValue::Unsaved),
        DataRef::String(text) => text_of(text),
        DataRef::SharedString(text) => text_of(text),
        DataRef::Int(number) if number.unsigned_abs() < 1_000_000_000_000_000 => {
            Some(RawValue::Number(Number { units: *number, places: 0 }))
        }
        DataRef::Int(number) => Some(RawValue::Odd(number.to_string())),
        DataRef::Float(number) => Some(number_of(*number)),
        DataRef::Bool(flag) => Some(RawValue::Flag(*flag)),
        DataRef::DateTime(moment) => Some(moment_of(moment)),
        DataRef::DateTimeIso(text) => {
            let moment: Option<DateTime> = text.trim_end_matches('Z').parse().ok();
            moment.map(RawValue::Moment).or_else(|| text_of(text))
        }
        DataRef::DurationIso(text) => Some(RawValue::Time(text.clone())),
        DataRef::Error(error) => Some(RawValue::Error(error.to_string())),
    }
}
