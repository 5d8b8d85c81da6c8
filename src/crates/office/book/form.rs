//! Forms that a superior sends: rows under a head, filled by the words of the head and never by their places.
//!
//! A form is opened by laying fields into its blank lines, as if somebody had written them there: all that fills, checks and moves
//! rows is the same. Lines that the form already has are used in their order; the last of them is repeated for what is left.

use std::collections::BTreeMap;

use super::cells::{self, Cell};
use super::place::{self, Block};
use super::sheet::{Repeat, Row, Sheet};
use super::{Book, formula};
use crate::package::OfficeError;
use crate::token;
use crate::tree::{Element, Node, Spot};

/// Rows that are looked at for a head.
const HEAD_ROWS: usize = 60;
/// Columns that must be known for a row to be a head.
const FEWEST: usize = 2;
/// Blank lines that are used as they are.
const MOST_LINES: u32 = 3_000;

/// The head of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub sheet: String,
    /// The last row of the head.
    pub row: u32,
    /// What each column is called, from the left: its number and its words, no two alike.
    pub heads: Vec<(u32, String)>,
}

impl Book {
    /// The head of a form: the row with most words that are known. None where fewer than two are.
    pub fn form(&self, is_known: impl Fn(&str) -> bool) -> Option<Form> {
        let mut best: Option<(usize, Form)> = None;
        for sheet in &self.sheets {
            let merged = sheet.merged();
            for row in sheet.rows.iter().take(HEAD_ROWS) {
                let heads = self.heads(sheet, row.number, &merged);
                let known = heads.iter().filter(|(_, text)| is_known(text)).count();
                // of two rows that know as much the lower: the words of a head are often merged over both
                let is_better = best.as_ref().is_none_or(|(most, form)| {
                    known > *most || (known == *most && form.sheet == sheet.name && !form.heads.is_empty())
                });
                if known >= FEWEST && is_better {
                    best = Some((known, Form { sheet: sheet.name.clone(), row: row.number, heads }));
                }
            }
        }
        let (_, mut form) = best?;
        let sheet = self.sheets.iter().find(|sheet| sheet.name == form.sheet)?;
        self.tell_apart(sheet, &mut form);
        if sheet.row(form.row + 1).is_some_and(|row| self.is_numbering(row)) {
            form.row += 1;
        }
        Some(form)
    }

    /// Opens the blank lines under a head for the items of a list: columns by number, and the field of each.
    ///
    /// # Errors
    /// A head without a blank line; lines that can't be repeated.
    pub fn with_form(mut self, form: (&str, u32), list: &str, columns: &[(u32, String)]) -> Result<Self, OfficeError> {
        let (name, head) = form;
        let gone = || OfficeError::Damaged(format!("没有工作表“{name}”"));
        let sheet = self.sheets.iter().find(|sheet| sheet.name == name).ok_or_else(gone)?;
        let used = sheet.rows.iter().filter(|row| row.number > head);
        let next = used.filter(|row| !self.is_line(row, row.number - head)).map(|row| row.number).next();
        if next == Some(head + 1) {
            return Err(OfficeError::sheet(
                name,
                format!("的表头（第 {head} 行）下面没有空白行，请在表头下留一行空白行"),
            ));
        }
        let end = next.map_or_else(|| sheet.rows.last().map_or(0, |row| row.number), |next| next - 1);
        let end = end.clamp(head + 1, head + MOST_LINES);
        let styles = column_styles(sheet);
        let Some(sheet) = self.sheets.iter_mut().find(|sheet| sheet.name == name) else { return Err(gone()) };
        for number in head + 1..=end {
            let repeat = Repeat {
                name: list.to_owned(),
                inverted: false,
                skipped: usize::try_from(number - head - 1).unwrap_or(0),
                only_one: number < end,
                of_form: true,
            };
            let row = line(sheet, number);
            row.repeat = Some(repeat);
            for (column, field) in columns {
                lay(row, *column, field, &styles);
            }
        }
        self.check()?;
        Ok(self)
    }

    /// The words over each column that end in a row; those that are merged over several rows end with the last.
    fn heads(&self, sheet: &Sheet, row: u32, merged: &[Block]) -> Vec<(u32, String)> {
        let mut heads = BTreeMap::new();
        for area in merged.iter().filter(|area| area.bottom == row && area.top < row) {
            heads.insert(area.left, self.text_at(sheet, area.left, area.top));
        }
        for cell in sheet.row(row).into_iter().flat_map(|row| &row.cells) {
            let is_below = merged.iter().any(|area| area.has(cell.column, row) && area.top < row);
            if !is_below {
                heads.insert(cell.column, self.text(cell));
            }
        }
        let plain = |text: String| text.split_whitespace().collect::<String>();
        heads.into_iter().map(|(column, text)| (column, plain(text))).filter(|(_, text)| !text.is_empty()).collect()
    }

    fn text_at(&self, sheet: &Sheet, column: u32, row: u32) -> String {
        let cell = sheet.row(row).and_then(|row| row.cells.iter().find(|cell| cell.column == column));
        cell.map(|cell| self.text(cell)).unwrap_or_default()
    }

    fn text(&self, cell: &Cell) -> String {
        let value = || cell.element.child("v").map(Element::text).unwrap_or_default();
        match cell.element.attribute("t").as_deref() {
            Some("s") => value()
                .trim()
                .parse::<usize>()
                .ok()
                .and_then(|at| self.shared.get(at))
                .map(cells::said)
                .unwrap_or_default(),
            Some("inlineStr") => cell.element.child("is").map(cells::said).unwrap_or_default(),
            _ => value(),
        }
    }

    /// Gives words that stand over several columns the group that they are in, or their column.
    fn tell_apart(&self, sheet: &Sheet, form: &mut Form) {
        let merged = sheet.merged();
        let group = |column: u32| {
            let over = (1..form.row).rev().take(2).find_map(|row| {
                let area = merged.iter().find(|area| area.has(column, row) && area.left < area.right);
                let text = area.map(|area| self.text_at(sheet, area.left, area.top)).unwrap_or_default();
                (!text.trim().is_empty()).then(|| text.split_whitespace().collect::<String>())
            });
            over.map(|over| format!("{over}/")).unwrap_or_default()
        };
        let are_alike =
            |heads: &[(u32, String)], text: &str| heads.iter().filter(|(_, other)| other == text).count() > 1;
        let grouped: Vec<(u32, String)> = form
            .heads
            .iter()
            .map(|(column, text)| {
                let prefix = if are_alike(&form.heads, text) { group(*column) } else { String::new() };
                (*column, format!("{prefix}{text}"))
            })
            .collect();
        let heads = grouped.iter().map(|(column, text)| {
            let place =
                if are_alike(&grouped, text) { format!("（{}列）", place::letters(*column)) } else { String::new() };
            (*column, format!("{text}{place}"))
        });
        form.heads = heads.collect();
    }

    /// A row of signs that number the columns: 1 2 3, 甲 乙 1 2, 栏次.
    fn is_numbering(&self, row: &Row) -> bool {
        const SIGNS: &str = "甲乙丙丁戊己庚辛壬癸ABCDEFG栏次①②③④⑤⑥⑦⑧⑨⑩";
        let is_sign = |cell: &&Cell| {
            let text = self.text(cell);
            let text = text.trim();
            let is_short = (1..=3).contains(&text.chars().count()) && cell.formula().is_none();
            is_short && text.chars().all(|sign| sign.is_ascii_digit() || SIGNS.contains(sign))
        };
        let (signs, others): (Vec<&Cell>, Vec<&Cell>) =
            row.cells.iter().filter(|cell| cell.is_used()).partition(is_sign);
        signs.len() > 1 && others.is_empty()
    }

    /// Whether a row is a line to be filled: it says nothing but its number, and computes from itself alone.
    fn is_line(&self, row: &Row, number: u32) -> bool {
        let mut said = row.cells.iter().filter(|cell| cell.is_used() && cell.formula().is_none());
        let is_numbered = said.all(|cell| cell.text.is_none() && self.text(cell).trim() == number.to_string());
        let computes = |cell: &Cell| {
            let text = cell.formula().map(Element::text).unwrap_or_default();
            formula::references(&text).into_iter().all(|one| {
                let mut ends = [Some(one.from), one.to].into_iter().flatten().filter_map(|end| end.row);
                one.sheet.is_some() || ends.all(|(is_fixed, at)| is_fixed || at == row.number)
            })
        };
        is_numbered && row.repeat.is_none() && row.cells.iter().all(computes)
    }
}

/// The row of a number, made where there is none.
fn line(sheet: &mut Sheet, number: u32) -> &mut Row {
    let at = sheet.rows.partition_point(|row| row.number < number);
    if sheet.rows.get(at).is_none_or(|row| row.number != number) {
        let tag = format!("row r=\"{number}\"");
        sheet.rows.insert(at, Row { number, tag, cells: Vec::new(), rest: Vec::new(), repeat: None });
    }
    &mut sheet.rows[at]
}

/// Styles that cells have by their column: from, to, style.
fn column_styles(sheet: &Sheet) -> Vec<(u32, u32, String)> {
    let list = sheet.before.iter().filter_map(Node::element).find(|element| element.name() == "cols");
    let number = |column: &Element, name: &str| column.attribute(name)?.parse().ok();
    let style = |column: &Element| Some((number(column, "min")?, number(column, "max")?, column.attribute("style")?));
    list.into_iter().flat_map(|list| list.children.iter().filter_map(Node::element)).filter_map(style).collect()
}

/// Lays a field into a cell; one that computes keeps its formula.
fn lay(row: &mut Row, column: u32, field: &str, styles: &[(u32, u32, String)]) {
    let Some((_, name, format)) = token::token(field) else { return };
    let text = Some(vec![Node::Field(Spot { name, format, properties: None })]);
    let at = row.cells.partition_point(|cell| cell.column < column);
    match row.cells.get_mut(at).filter(|cell| cell.column == column) {
        Some(cell) if cell.formula().is_some() => {}
        Some(cell) => {
            cell.element.children.clear();
            cell.text = text;
            cell.is_rich = false;
        }
        None => {
            let mut element = Element::new("c", Vec::new());
            let of_row = Element::new(row.tag.clone(), Vec::new()).attribute("s");
            let of_column = || styles.iter().find(|(from, to, _)| (*from..=*to).contains(&column));
            if let Some(style) = of_row.or_else(|| of_column().map(|(.., style)| style.clone())) {
                element.set("s", &style);
            }
            row.cells.insert(at, Cell { column, element, text, is_rich: false });
        }
    }
}
