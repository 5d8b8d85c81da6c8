//! Writing workbooks: exports, templates, and read tables with one more column.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::Date;
use rust_xlsxwriter::{
    Color, DataValidation, DataValidationErrorStyle, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, Note,
    Workbook, Worksheet,
};

use super::value::{Cell, Column, EXAMPLE, SheetError, Table};

/// Rows of data a sheet holds below its header.
pub(super) const MOST_ROWS: u32 = 1_048_575;

/// Rows a template prepares with drop-downs.
pub(super) const TEMPLATE_ROWS: u32 = 50_000;

/// The longest text of a cell, in UTF-16 units.
const LONGEST: usize = 32_767;

/// The longest list of choices that may stand within a drop-down itself.
const LONGEST_LIST: usize = 255;

/// The sheet that holds longer lists.
pub(super) const CHOICES: &str = "选项";

/// Writes rows as they come, on as many sheets as they need, and tells how many there were.
///
/// # Errors
/// The first failing row, or what writing ran into; the file is then unusable.
pub fn export<T, E: From<SheetError>>(
    path: &Path,
    columns: &[Column<T>],
    sheet_name: &str,
    rows: impl Iterator<Item = Result<T, E>>,
) -> Result<u64, E> {
    export_paged(path, columns, sheet_name, rows, MOST_ROWS)
}

/// [`export`] with a size of sheets that tests can reach.
pub(super) fn export_paged<T, E: From<SheetError>>(
    path: &Path,
    columns: &[Column<T>],
    sheet_name: &str,
    rows: impl Iterator<Item = Result<T, E>>,
    most_rows: u32,
) -> Result<u64, E> {
    let heads: Vec<Head<'_>> =
        columns.iter().map(|c| Head { title: c.header, width: c.width, summed: c.summed }).collect();
    let (mut rows, mut failure) = (rows, None);
    let total = export_cells(path, &heads, sheet_name, most_rows, &mut |cells| match rows.next()? {
        Ok(row) => {
            cells.extend(columns.iter().map(|column| (column.value)(&row)));
            Some(())
        }
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    failure.map_or_else(|| total.map_err(E::from), Err)
}

/// What a column of cells is called.
pub(super) struct Head<'h> {
    pub title: &'h str,
    pub width: f64,
    pub summed: bool,
}

/// Writes cells as they come; `next` puts those of a row into the empty vector that it is handed, or says that there are no
/// more. Compiled once for all kinds of rows.
pub(super) fn export_cells(
    path: &Path,
    heads: &[Head<'_>],
    sheet_name: &str,
    most_rows: u32,
    next: &mut dyn FnMut(&mut Vec<Cell>) -> Option<()>,
) -> Result<u64, SheetError> {
    let mut workbook = beside(path)?;
    let (mut total, mut page) = (0, 0u32);
    let mut sums: Vec<i128> = vec![0; heads.len()];
    let mut cells = Vec::with_capacity(heads.len());
    let mut more = next(&mut cells).is_some();
    while page == 0 || more {
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        let name = if page == 0 { sheet_name.to_owned() } else { format!("{sheet_name}{page}") };
        head(sheet, &name, heads.iter().map(|head| (head.title, head.width)))?;
        let mut count = 0;
        while count < most_rows && more {
            count += 1;
            for ((index, cell), sum) in (0..).zip(cells.drain(..)).zip(&mut sums) {
                if let Cell::Decimal(value) = &cell {
                    *sum += i128::from(*value);
                }
                put(sheet, count, index, cell)?;
            }
            more = next(&mut cells).is_some();
        }
        filter(sheet, count, heads.len())?;
        if count > 0 && !more {
            put_sums(sheet, count + 1, heads, &sums)?;
        }
        total += u64::from(count);
        page += 1;
    }
    workbook.save(path)?;
    Ok(total)
}

/// Writes a template: header with notes, drop-downs, and an example row that [`super::read`] skips.
pub fn template<T>(path: &Path, columns: &[Column<T>], sheet_name: &str, example: &T) -> Result<(), SheetError> {
    let mut workbook = beside(path)?;
    let sheet = workbook.add_worksheet();
    let text = Format::new().set_num_format("@");
    let filled = || columns.iter().filter(|column| !column.derived);
    head(sheet, sheet_name, filled().map(|c| (c.header, c.width)))?;
    let mut long_lists = Vec::new();
    for (index, column) in (0..).zip(filled()) {
        let value = (column.value)(example);
        if !matches!(value, Cell::Number(_) | Cell::Decimal(_) | Cell::Price(_)) {
            sheet.set_column_format(index, &text)?;
        }
        put(sheet, 1, index, if index == 0 { as_example(value) } else { value })?;
        if !column.note.is_empty() {
            // About thirteen characters a line; what does not fit would be cut off.
            let lines = u32::try_from(column.note.chars().count() / 13 + 2).unwrap_or(u32::MAX);
            let note = Note::new(column.note).set_author("").add_author_prefix(false);
            sheet.insert_note(0, index, &note.set_width(180).set_height(lines.clamp(4, 20) * 18))?;
        }
        if !column.choices.is_empty() {
            let list = drop_down(column.choices, long_lists.len())?;
            sheet.add_data_validation(1, index, TEMPLATE_ROWS, index, &list.rule)?;
            if list.long {
                long_lists.push(column.choices);
            }
        }
    }
    if !long_lists.is_empty() {
        let sheet = workbook.add_worksheet();
        sheet.set_name(CHOICES)?.set_hidden(true);
        for (index, choices) in (0..).zip(long_lists) {
            for (row, choice) in (0..).zip(choices) {
                sheet.write_string(row, index, *choice)?;
            }
        }
    }
    Ok(workbook.save(path)?)
}

/// Writes all rows of a table again, with one more column: why a row failed, or what came of it.
/// Rows without a reason have an empty cell there; refused cells are written as they were.
pub fn with_reasons(
    path: &Path,
    source: &Table,
    reasons: &BTreeMap<u32, String>,
    extra_header: &str,
) -> Result<(), SheetError> {
    let mut workbook = beside(path)?;
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    let kept: Vec<&str> = source.headers.iter().map(String::as_str).filter(|h| *h != extra_header).collect();
    let widths = kept.iter().map(|header| (*header, 18.0)).chain([(extra_header, 48.0)]);
    head(sheet, "Sheet1", widths)?;
    let text = Format::new().set_num_format("@");
    let red = Format::new().set_num_format("@").set_font_color(Color::RGB(0x00C0_0000));
    let mut line = 0;
    for row in &source.rows {
        line += 1;
        let mut column = 0;
        for header in &kept {
            let refused = row.refused.iter().find(|refused| refused.header == *header);
            let shown = refused.map_or(row.get(header), |refused| &refused.text);
            if !shown.is_empty() {
                sheet.write_string_with_format(line, column, cut(shown), &text)?;
            }
            column += 1;
        }
        if let Some(reason) = reasons.get(&row.number) {
            sheet.write_string_with_format(line, column, cut(reason), &red)?;
        }
    }
    filter(sheet, line, kept.len() + 1)?;
    Ok(workbook.save(path)?)
}

/// A workbook whose working files lie beside the result, where there is room for it.
pub(super) fn beside(path: &Path) -> Result<Workbook, SheetError> {
    let mut workbook = Workbook::new();
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => workbook.set_tempdir(parent)?,
        _ => workbook.set_tempdir(".")?,
    };
    Ok(workbook)
}

/// Names a sheet and writes its first row, which stays in view.
pub(super) fn head<'a>(
    sheet: &mut Worksheet,
    name: &str,
    headers: impl Iterator<Item = (&'a str, f64)>,
) -> Result<(), SheetError> {
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    on_paper(sheet, name)?;
    let style = Format::new()
        .set_font_name("Arial")
        .set_font_size(10)
        .set_bold()
        .set_font_color(Color::White)
        .set_background_color(Color::RGB(0x0080_8080))
        .set_border(FormatBorder::Thin)
        .set_align(FormatAlign::Center)
        .set_align(FormatAlign::VerticalCenter);
    for (index, (header, width)) in (0..).zip(headers) {
        sheet.set_column_width(index, width)?;
        sheet.write_string_with_format(0, index, header, &style)?;
    }
    Ok(())
}

/// Millimetres of a sheet's edge, in the inches of workbooks.
const EDGE: f64 = 12.0 / 25.4;
/// A4 in the numbers of workbooks.
const A4: u8 = 9;

/// Lying A4, as wide as the columns; the head on every sheet, the name above it, page and day of printing below.
pub(super) fn on_paper(sheet: &mut Worksheet, name: &str) -> Result<(), SheetError> {
    // in heads and feet & begins a code
    let title = name.replace('&', "&&");
    sheet
        .set_landscape()
        .set_paper_size(A4)
        .set_print_fit_to_pages(1, 0)
        .set_repeat_rows(0, 0)?
        .set_margins(EDGE, EDGE, 1.6 * EDGE, 1.6 * EDGE, EDGE / 2.0, EDGE / 2.0)
        .set_header(format!("&C&\"-,Bold\"&14{title}"))
        .set_footer("&L打印日期 &D&R第 &P 页，共 &N 页");
    Ok(())
}

pub(super) fn filter(sheet: &mut Worksheet, last_row: u32, columns: usize) -> Result<(), SheetError> {
    if let Some(last) = columns.checked_sub(1).and_then(|last| u16::try_from(last).ok()) {
        sheet.autofilter(0, 0, last_row, last)?;
    }
    Ok(())
}

pub(super) fn put(sheet: &mut Worksheet, row: u32, column: u16, cell: Cell) -> Result<(), SheetError> {
    match cell {
        Cell::Text(text) if !text.is_empty() => sheet.write_string(row, column, cut(&text))?,
        // f64 holds every whole number below this, and spreadsheets show 15 digits.
        Cell::Number(number) if number.unsigned_abs() < 1_000_000_000_000_000 => {
            sheet.write_number(row, column, number as f64)?
        }
        Cell::Number(number) => sheet.write_string(row, column, number.to_string())?,
        // Fifteen digits again; the file holds the nearest double, which shows and sums as the decimal.
        Cell::Decimal(value) if value.unsigned_abs() < 1_000_000_000_000_000 => {
            let format = Format::new().set_num_format("#,##0.00");
            sheet.write_number_with_format(row, column, value as f64 / 100.0, &format)?
        }
        Cell::Decimal(value) => sheet.write_string(row, column, gx_kernel::money::yuan(value))?,
        Cell::Price(value) => {
            let format = Format::new().set_num_format("#,##0.00##");
            sheet.write_number_with_format(row, column, value as f64 / 10_000.0, &format)?
        }
        Cell::Units(value, places) if value.unsigned_abs() < 1_000_000_000_000_000 => {
            let format = Format::new().set_num_format(number_format(places));
            sheet.write_number_with_format(row, column, scaled(value, places), &format)?
        }
        Cell::Units(value, places) => sheet.write_string(row, column, units_text(value, places))?,
        Cell::Percent(value) if value.unsigned_abs() < 1_000_000_000_000_000 => {
            let format = Format::new().set_num_format("0.00##%");
            sheet.write_number_with_format(row, column, scaled(value, 6), &format)?
        }
        Cell::Percent(value) => sheet.write_string(row, column, format!("{}%", units_text(value, 4)))?,
        Cell::Date(day) => return put_day(sheet, row, column, day),
        Cell::Text(_) | Cell::Empty => sheet,
    };
    Ok(())
}

/// Two decimals, and as many more as there are.
pub(super) fn number_format(places: u8) -> String {
    match places {
        0 => "#,##0".to_owned(),
        1 => "#,##0.0".to_owned(),
        places => format!("#,##0.00{}", "#".repeat(usize::from(places) - 2)),
    }
}

/// The nearest double, which a spreadsheet shows as the decimal it is.
pub(super) fn scaled(value: i64, places: u8) -> f64 {
    value as f64 / 10_f64.powi(i32::from(places))
}

/// `12.50`: what no double holds.
pub(super) fn units_text(value: i64, places: u8) -> String {
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = usize::from(places) + 1);
    let (whole, rest) = digits.split_at(digits.len() - usize::from(places));
    let sign = if value < 0 { "-" } else { "" };
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// The sums of all sheets below the last row, outside of the filter.
fn put_sums(sheet: &mut Worksheet, row: u32, heads: &[Head<'_>], sums: &[i128]) -> Result<(), SheetError> {
    if heads.iter().all(|head| !head.summed) {
        return Ok(());
    }
    let bold = Format::new().set_bold().set_border_top(FormatBorder::Thin);
    let amount = bold.clone().set_num_format("#,##0.00");
    for ((index, head), sum) in (0..).zip(heads).zip(sums) {
        if head.summed {
            sheet.write_number_with_format(row, index, *sum as f64 / 100.0, &amount)?;
        } else {
            sheet.write_string_with_format(row, index, if index == 0 { "合计" } else { "" }, &bold)?;
        }
    }
    Ok(())
}

/// Spreadsheets count days from 1900 on, and wrongly before March of it: earlier ones stay text.
fn put_day(sheet: &mut Worksheet, row: u32, column: u16, day: Date) -> Result<(), SheetError> {
    match (u16::try_from(day.year()), u8::try_from(day.month()), u8::try_from(day.day())) {
        (Ok(year), Ok(month), Ok(number)) if year > 1900 => {
            let format = Format::new().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Left);
            sheet.write_datetime_with_format(row, column, ExcelDateTime::from_ymd(year, month, number)?, &format)?
        }
        _ => sheet.write_string(row, column, day.to_string())?,
    };
    Ok(())
}

/// As much of a text as a cell can hold.
pub(super) fn cut(text: &str) -> &str {
    let mut units = 0;
    let fits = |c: char| {
        units += c.len_utf16();
        units > LONGEST
    };
    text.find(fits).map_or(text, |end| text.split_at(end).0)
}

pub(super) fn as_example(cell: Cell) -> Cell {
    Cell::Text(match cell {
        Cell::Text(text) => format!("{EXAMPLE}：{text}"),
        Cell::Number(number) => format!("{EXAMPLE}：{number}"),
        Cell::Date(day) => format!("{EXAMPLE}：{day}"),
        Cell::Decimal(value) => format!("{EXAMPLE}：{}", gx_kernel::money::yuan(value)),
        Cell::Price(value) => format!("{EXAMPLE}：{}", gx_kernel::money::price(value)),
        Cell::Units(value, places) => format!("{EXAMPLE}：{}", units_text(value, places)),
        Cell::Percent(value) => format!("{EXAMPLE}：{}%", units_text(value, 4)),
        Cell::Empty => EXAMPLE.to_owned(),
    })
}

pub(super) struct DropDown {
    pub rule: DataValidation,
    pub long: bool,
}

/// A drop-down, by reference to the sheet of choices when the list is long or holds commas.
pub(super) fn drop_down(choices: &[&str], long_lists: usize) -> Result<DropDown, SheetError> {
    let units: usize = choices.iter().map(|choice| choice.encode_utf16().count() + 1).sum();
    let long = units > LONGEST_LIST || choices.iter().any(|choice| choice.contains(','));
    let rule = if long {
        let column = rust_xlsxwriter::utility::column_number_to_name(u16::try_from(long_lists).unwrap_or(u16::MAX));
        let list = format!("='{CHOICES}'!${column}$1:${column}${}", choices.len());
        DataValidation::new().allow_list_formula(Formula::new(list))
    } else {
        DataValidation::new().allow_list_strings(choices)?
    };
    let rule = rule.set_error_style(DataValidationErrorStyle::Stop).set_error_message("请从下拉列表中选择")?;
    Ok(DropDown { rule, long })
}
