//! A table in an office's own layout: title, unit, header of several lines, rows, totals.
//!
//! Invariant: what is written here is read back by a survey as the same header and rows.

use std::collections::BTreeSet;
use std::path::Path;

use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Worksheet};

use super::rows::sheet_name;
use super::value::{Cell, SheetError};
use super::write::{beside, cut, number_format, on_paper, put, scaled, units_text};

/// Lines of a header at most.
const HIGHEST: usize = 4;

/// What is laid out.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// Above the table.
    pub title: String,
    /// Below the title, at the right; empty for none.
    pub unit: String,
    /// Labels of each column from top to bottom, and its width.
    pub heads: Vec<(Vec<String>, f64)>,
    pub rows: Vec<Vec<Cell>>,
    /// Sums by column, below; none where nothing is added up.
    pub totals: Vec<Option<Cell>>,
}

/// Lays it out.
///
/// # Errors
/// What writing ran into.
pub fn paper(path: &Path, paper: &Paper) -> Result<(), SheetError> {
    let mut workbook = beside(path)?;
    let sheet = workbook.add_worksheet();
    sheet.set_name(sheet_name(&paper.title))?;
    on_paper(sheet, "")?;
    let last = u16::try_from(paper.heads.len().saturating_sub(1)).unwrap_or(u16::MAX);
    let title = Format::new().set_bold().set_font_size(16).set_align(FormatAlign::Center);
    across(sheet, (0, 0), (0, last), &paper.title, &title)?;
    let mut row = 1;
    if !paper.unit.is_empty() {
        let right = Format::new().set_align(FormatAlign::Right);
        across(sheet, (row, 0), (row, last), &paper.unit, &right)?;
        row += 1;
    }
    for (column, (_, width)) in (0..).zip(&paper.heads) {
        sheet.set_column_width(column, *width)?;
    }
    let paths: Vec<&[String]> = paper.heads.iter().map(|(path, _)| path.as_slice()).collect();
    let height = header(sheet, row, &paths)?;
    sheet.set_freeze_panes(row + height, 0)?;
    sheet.set_repeat_rows(row, row + height - 1)?;
    row += height;
    for cells in &paper.rows {
        for (column, cell) in (0..).zip(cells) {
            put(sheet, row, column, cell.clone())?;
        }
        row += 1;
    }
    // without a place for the word it would look like a row
    if paper.totals.iter().any(Option::is_some) && paper.totals.iter().any(Option::is_none) {
        totals(sheet, row, &paper.totals)?;
    }
    Ok(workbook.save(path)?)
}

fn across(
    sheet: &mut Worksheet,
    first: (u32, u16),
    last: (u32, u16),
    text: &str,
    format: &Format,
) -> Result<(), SheetError> {
    if first == last {
        sheet.write_string_with_format(first.0, first.1, cut(text), format)?;
    } else {
        sheet.merge_range(first.0, first.1, last.0, last.1, cut(text), format)?;
    }
    Ok(())
}

/// The header, merged where labels are the same; how many lines it has.
fn header(sheet: &mut Worksheet, top: u32, paths: &[&[String]]) -> Result<u32, SheetError> {
    let style = Format::new()
        .set_bold()
        .set_border(FormatBorder::Thin)
        .set_align(FormatAlign::Center)
        .set_align(FormatAlign::VerticalCenter)
        .set_text_wrap();
    let height = paths.iter().map(|path| path.len()).max().unwrap_or(1).clamp(1, HIGHEST);
    // Deeper paths keep their end, which names the column.
    let paths: Vec<&[String]> =
        paths.iter().map(|path| path.get(path.len().saturating_sub(height)..).unwrap_or(path)).collect();
    let mut done: BTreeSet<(usize, usize)> = BTreeSet::new();
    for depth in 0..height {
        for (column, path) in paths.iter().enumerate() {
            let Some(text) = path.get(depth).filter(|_| !done.contains(&(depth, column))) else { continue };
            let is_leaf = depth + 1 == path.len();
            let mut right = column;
            while !is_leaf
                && paths
                    .get(right + 1)
                    .is_some_and(|next| next.len() > depth + 1 && next.get(..=depth) == path.get(..=depth))
            {
                right += 1;
            }
            let bottom = if is_leaf { height - 1 } else { depth };
            for line in depth..=bottom {
                done.extend((column..=right).map(|column| (line, column)));
            }
            let at = |line: usize, column: usize| {
                (top + u32::try_from(line).unwrap_or(0), u16::try_from(column).unwrap_or(u16::MAX))
            };
            across(sheet, at(depth, column), at(bottom, right), text, &style)?;
        }
    }
    Ok(u32::try_from(height).unwrap_or(1))
}

fn totals(sheet: &mut Worksheet, row: u32, totals: &[Option<Cell>]) -> Result<(), SheetError> {
    let bold = Format::new().set_bold().set_border_top(FormatBorder::Thin);
    let named = totals.iter().position(Option::is_none);
    for (column, total) in (0..).zip(totals) {
        match total {
            Some(Cell::Units(value, places)) if value.unsigned_abs() < 1_000_000_000_000_000 => {
                let format = bold.clone().set_num_format(number_format(*places));
                sheet.write_number_with_format(row, column, scaled(*value, *places), &format)?;
            }
            Some(Cell::Units(value, places)) => {
                sheet.write_string_with_format(row, column, units_text(*value, *places), &bold)?;
            }
            Some(other) => put(sheet, row, column, other.clone())?,
            None if named == Some(usize::from(column)) => {
                sheet.write_string_with_format(row, column, "合计", &bold)?;
            }
            None => {
                sheet.write_blank(row, column, &bold)?;
            }
        }
    }
    Ok(())
}
