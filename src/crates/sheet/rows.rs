//! Workbooks whose columns are data: exports and templates of registers, and what came in with one more column.

use std::collections::BTreeMap;
use std::path::Path;

use rust_xlsxwriter::{Color, Format, Note};

use super::survey::SheetRow;
use super::value::{Cell, SheetError};
use super::write::{CHOICES, MOST_ROWS, TEMPLATE_ROWS, as_example, beside, cut, drop_down, export_cells, head, put};

/// A column whose name is data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Head {
    /// The text in the first row.
    pub title: String,
    /// The width in characters.
    pub width: f64,
    /// What to fill in, shown as a note in templates; may be empty.
    pub note: String,
    /// The only values allowed, as a drop-down in templates; none for free text.
    pub choices: Vec<String>,
    /// Whether templates keep what is typed as text.
    pub is_text: bool,
}

/// A name that a sheet may have.
pub(super) fn sheet_name(name: &str) -> String {
    let fits = |c: &char| !"[]:*?/\\'".contains(*c) && !c.is_control();
    let name: String = name.chars().filter(fits).take(25).collect();
    let name = name.trim();
    if name.is_empty() || name.eq_ignore_ascii_case("history") { "数据".to_owned() } else { name.to_owned() }
}

/// Writes rows as they come; `next` puts the cells of a row into the empty vector that it is handed, or says that there are
/// no more.
///
/// # Errors
/// The first failing row, or what writing ran into; the file is then unusable.
pub fn export_rows<E: From<SheetError>>(
    path: &Path,
    heads: &[Head],
    name: &str,
    next: &mut dyn FnMut(&mut Vec<Cell>) -> Result<bool, E>,
) -> Result<u64, E> {
    let mut failure = None;
    let own: Vec<super::write::Head<'_>> =
        heads.iter().map(|head| super::write::Head { title: &head.title, width: head.width, summed: false }).collect();
    let total = export_cells(path, &own, &sheet_name(name), MOST_ROWS - 10, &mut |cells| match next(cells) {
        Ok(true) => Some(()),
        Ok(false) => None,
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    failure.map_or_else(|| total.map_err(E::from), Err)
}

/// Writes a template: header with notes, drop-downs, and an example row that imports skip.
///
/// # Errors
/// What writing ran into.
pub fn template_rows(path: &Path, heads: &[Head], name: &str, example: Vec<Cell>) -> Result<(), SheetError> {
    let mut workbook = beside(path)?;
    let sheet = workbook.add_worksheet();
    let text = Format::new().set_num_format("@");
    head(sheet, &sheet_name(name), heads.iter().map(|head| (head.title.as_str(), head.width)))?;
    let mut long_lists: Vec<&[String]> = Vec::new();
    for (index, (own, value)) in (0..).zip(heads.iter().zip(example)) {
        if own.is_text {
            sheet.set_column_format(index, &text)?;
        }
        put(sheet, 1, index, if index == 0 { as_example(value) } else { value })?;
        if !own.note.is_empty() {
            let lines = u32::try_from(own.note.chars().count() / 13 + 2).unwrap_or(u32::MAX);
            let note = Note::new(own.note.as_str()).set_author("").add_author_prefix(false);
            sheet.insert_note(0, index, &note.set_width(180).set_height(lines.clamp(4, 20) * 18))?;
        }
        if !own.choices.is_empty() {
            let choices: Vec<&str> = own.choices.iter().map(String::as_str).collect();
            let list = drop_down(&choices, long_lists.len())?;
            sheet.add_data_validation(1, index, TEMPLATE_ROWS, index, &list.rule)?;
            if list.long {
                long_lists.push(&own.choices);
            }
        }
    }
    if !long_lists.is_empty() {
        let sheet = workbook.add_worksheet();
        sheet.set_name(CHOICES)?.set_hidden(true);
        for (index, choices) in (0..).zip(long_lists) {
            for (row, choice) in (0..).zip(choices) {
                sheet.write_string(row, index, choice.as_str())?;
            }
        }
    }
    Ok(workbook.save(path)?)
}

/// Writes lines of a sheet again as texts, with one more column behind them: why a row failed. `header` is the row, from 1,
/// that gets the column's name.
///
/// # Errors
/// What reading or writing ran into.
pub fn with_reasons_beside(
    path: &Path,
    (header, title): (u32, &str),
    reasons: &BTreeMap<u32, String>,
    feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), SheetError>,
) -> Result<(), SheetError> {
    let mut lines = Vec::new();
    feed(&mut |line| lines.push(line))?;
    let own = |line: &SheetRow| line.cells.iter().find(|cell| cell.value.to_string() == title).map(|cell| cell.column);
    let known = lines.iter().find_map(own);
    let last = lines.iter().filter_map(|line| line.cells.last()).map(|cell| cell.column).max();
    let place = known.unwrap_or_else(|| last.map_or(0, |last| last.saturating_add(1)));
    let place = u16::try_from(place).unwrap_or(u16::MAX);
    let mut workbook = beside(path)?;
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name("Sheet1")?;
    let (text, bold) = (Format::new().set_num_format("@"), Format::new().set_bold());
    let red = Format::new().set_num_format("@").set_font_color(Color::RGB(0x00C0_0000));
    sheet.set_column_width(place, 48)?;
    for line in lines {
        let row = line.row.saturating_add(1);
        for cell in line.cells {
            let column = u16::try_from(cell.column).unwrap_or(u16::MAX);
            if column != place {
                sheet.write_string_with_format(line.row, column, cut(&cell.value.to_string()), &text)?;
            }
        }
        if row == header {
            sheet.write_string_with_format(line.row, place, title, &bold)?;
        } else if let Some(reason) = reasons.get(&row) {
            sheet.write_string_with_format(line.row, place, cut(reason), &red)?;
        }
    }
    Ok(workbook.save(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sheets() {
        assert_eq!(sheet_name("台账[2024]/一:二*"), "台账2024一二");
        assert_eq!(sheet_name("::"), "数据");
        assert_eq!(sheet_name(&"长".repeat(60)).chars().count(), 25);
    }
}
