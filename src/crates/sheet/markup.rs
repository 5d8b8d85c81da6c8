//! Tables written as markup: web pages that call themselves .xls, XML workbooks, the content of .ods.
//!
//! No tree is built: tags are read one after the other, rows and cells are laid into the grid as they come, and a table
//! inside of a cell continues the rows. Repetitions are written out within the limits, because equal lines are lines.

mod sheets;

use std::collections::BTreeMap;

use super::cell;
use super::extras::{Extras, Picture};
use super::laying::{Aside, Laying};
use super::survey::{Area, UNSAVED};
use super::value::{Grid, Limits, SheetError};

pub(super) use sheets::{Laid, sheets};

/// Cells that one may span, or that an empty one may stand for, at most.
const WIDEST: u32 = 20_000;

/// Comments, links and pictures that are told one by one.
const MOST_EXTRAS: usize = 20_000;

/// Columns that a cell keeps for the rows below it, at most.
const REACHING: u32 = 256;

pub(super) enum Piece<'t> {
    Text(&'t str),
    Open { name: String, attributes: &'t str, is_closed: bool },
    Close(String),
}

/// Tags and the texts between them; comments, scripts and styles are none.
pub(super) struct Pieces<'t>(pub(super) &'t str);

/// A name without its namespace, in lower case.
fn local(name: &str) -> String {
    name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase()
}

/// Where a tag ends; a sign inside of quotes does not end it.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    text.char_indices().find_map(|(at, c)| match (quote, c) {
        (None, '>') => Some(at),
        (None, '"' | '\'') => {
            quote = Some(c);
            None
        }
        (Some(open), c) if open == c => {
            quote = None;
            None
        }
        _ => None,
    })
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;
    fn next(&mut self) -> Option<Piece<'t>> {
        loop {
            let text = self.0;
            if text.is_empty() {
                return None;
            }
            let Some(inside) = text.strip_prefix('<') else {
                let (plain, rest) = text.split_at(text.find('<').unwrap_or(text.len()));
                self.0 = rest;
                return Some(Piece::Text(plain));
            };
            if let Some(comment) = inside.strip_prefix("!--") {
                self.0 = comment.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let Some(end) = tag_end(inside).or_else(|| inside.find('>')) else {
                self.0 = "";
                return Some(Piece::Text(text));
            };
            let (tag, rest) = inside.split_at(end);
            self.0 = rest.strip_prefix('>').unwrap_or(rest);
            if tag.starts_with(['!', '?']) {
                continue;
            }
            if let Some(name) = tag.strip_prefix('/') {
                return Some(Piece::Close(local(name.trim())));
            }
            let (name, attributes) = tag.split_once(|c: char| c.is_whitespace()).unwrap_or((tag, ""));
            let name = local(name.trim_end_matches('/'));
            let is_page_style = name == "style" && !tag.contains(':');
            if (is_page_style || matches!(name.as_str(), "script" | "annotation")) && !tag.ends_with('/') {
                self.0 = self.0.find("</").map_or("", |_| after_close(self.0, &name));
                if name == "annotation" {
                    return Some(Piece::Open { name, attributes, is_closed: true });
                }
                continue;
            }
            return Some(Piece::Open { name, attributes, is_closed: tag.ends_with('/') });
        }
    }
}

/// What follows the tag that closes a name.
fn after_close<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once("</") {
        // names are short: what never ends is not run through for each of its beginnings
        let end = inside.char_indices().take(64).find(|(_, c)| *c == '>').map(|(end, _)| end);
        if let Some((tag, after)) = end.map(|end| inside.split_at(end))
            && local(tag.trim()) == name
        {
            return after.strip_prefix('>').unwrap_or(after);
        }
        rest = inside;
    }
    ""
}

/// The value of an attribute, whatever its namespace.
pub(super) fn attribute(attributes: &str, wanted: &str) -> Option<String> {
    let mut rest = attributes.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quoted = ['"', '\''].into_iter().find_map(|quote| Some((quote, after.strip_prefix(quote)?)));
        let (value, next) = match quoted {
            Some((quote, inside)) => inside.split_once(quote).unwrap_or((inside, "")),
            None => after.split_once(|c: char| c.is_whitespace()).unwrap_or((after, "")),
        };
        let name = name.split_whitespace().next_back().unwrap_or_default();
        if local(name) == wanted {
            return Some(plain(value));
        }
        rest = next.trim_start();
    }
    None
}

fn number(attributes: &str, wanted: &str) -> Option<u32> {
    attribute(attributes, wanted).and_then(|text| text.trim().parse().ok())
}

/// Text with its references dissolved.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // names are short: a text of ampersands alone is not run through for each of them
        let end = after.char_indices().take(9).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let named = end.map(|end| after.split_at(end));
        let found = named.and_then(|(name, rest)| Some((referred(name)?, rest.strip_prefix(';')?)));
        let (c, after) = found.unwrap_or(('&', after));
        plain.push(c);
        rest = after;
    }
    plain + rest
}

fn referred(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => {
            let digits = name.strip_prefix('#')?;
            let hex = digits.strip_prefix(['x', 'X']);
            hex.map_or_else(|| digits.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32)
        }
    }
}

/// A cell being read.
struct Open {
    text: String,
    /// What it means, when it says so apart from its text.
    value: Option<String>,
    columns: u32,
    rows: u32,
    /// How often it stands beside itself.
    copies: u32,
    /// A formula of which no result is told.
    is_unsaved: bool,
    /// Rows and columns that it covers when it is merged.
    covers: (u32, u32),
}

struct Table {
    laying: Laying,
    next_row: u32,
    column: u32,
    /// How often the row stands below itself, and its cells for that.
    copies: u32,
    cells: Vec<(u32, String)>,
    in_row: bool,
    open: Option<Open>,
    /// Columns that cells from above take, and how many rows more.
    reaching: BTreeMap<u32, u32>,
    rows: usize,
    /// Rows with and without content.
    most_rows: usize,
    extras: Extras,
}

/// # Errors
/// A sentence for markup without a table or one that is too large.
pub(super) fn grid(text: &str, limits: &Limits) -> Result<Grid, SheetError> {
    grid_with_aside(text, limits).map(|(grid, _)| grid)
}

/// The first sheet that is shown and has content, with what is said besides.
///
/// # Errors
/// Those of [`grid`].
pub(super) fn grid_with_aside(text: &str, limits: &Limits) -> Result<(Grid, Aside), SheetError> {
    let all = sheets(text, limits)?;
    let first = all.into_iter().find(|sheet| !sheet.is_hidden && !sheet.grid.rows.is_empty());
    first.map(|sheet| (sheet.grid, sheet.aside)).ok_or(SheetError::NoTable)
}

impl Table {
    fn new(limits: Limits) -> Self {
        Self {
            laying: Laying::new(limits),
            next_row: 0,
            column: 0,
            copies: 1,
            cells: Vec::new(),
            in_row: false,
            open: None,
            reaching: BTreeMap::new(),
            rows: 0,
            most_rows: limits.rows.saturating_mul(4),
            extras: Extras::default(),
        }
    }

    fn open(&mut self, name: &str, attributes: &str) -> Result<(), SheetError> {
        match name {
            "tr" | "row" | "table-row" => {
                self.end_row()?;
                self.in_row = true;
                self.rows += 1;
                if self.rows > self.most_rows {
                    return Err(SheetError::TooMuch);
                }
                if let Some(index) = number(attributes, "index").filter(|index| *index > self.next_row) {
                    self.next_row = index - 1;
                }
                self.copies = number(attributes, "number-rows-repeated").unwrap_or(1).max(1);
                self.hide(attributes);
            }
            "td" | "th" | "cell" | "table-cell" | "covered-table-cell" if self.in_row => {
                self.end_cell()?;
                if let Some(index) = number(attributes, "index").filter(|index| *index > 0) {
                    self.column = index - 1;
                }
                self.open = Some(opened(name, attributes));
                // of a workbook of 2003
                self.link(attribute(attributes, "href"));
            }
            // an empty text is a result, an empty number is none
            "data" if attribute(attributes, "type").as_deref() == Some("String") => {
                if let Some(open) = &mut self.open {
                    open.is_unsaved = false;
                }
            }
            "annotation" => self.comment(),
            "a" => self.link(attribute(attributes, "href")),
            "image" => {
                let part = attribute(attributes, "href")
                    .filter(|part| self.extras.pictures.len() < MOST_EXTRAS && !part.is_empty());
                match part {
                    Some(part) if self.open.is_some() => {
                        self.extras.pictures.push(Picture { at: (self.next_row, self.column), part });
                    }
                    Some(_) => self.extras.loose += 1,
                    None => {}
                }
            }
            "br" => {
                if let Some(open) = &mut self.open {
                    open.text.push(' ');
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes that the cell being read has a comment.
    fn comment(&mut self) {
        if self.open.is_some() && self.extras.comments.len() < MOST_EXTRAS {
            self.extras.comments.push((self.next_row, self.column));
        }
    }

    /// Notes where the cell being read leads outside.
    fn link(&mut self, address: Option<String>) {
        let outside = address.filter(|address| !address.is_empty() && !address.starts_with('#'));
        if let Some(address) = outside
            && self.open.is_some()
            && self.extras.links.len() < MOST_EXTRAS
        {
            self.extras.links.push(((self.next_row, self.column), address));
        }
    }

    /// Notes a row that its filter or a person has hidden.
    fn hide(&mut self, attributes: &str) {
        let visibility = attribute(attributes, "visibility");
        let is_filtered = matches!(visibility.as_deref(), Some("collapse" | "filter"));
        if is_filtered || attribute(attributes, "hidden").as_deref() == Some("1") {
            // empty rows go on to the end of the sheet
            for copy in 0..self.copies.min(REACHING) {
                self.laying.hide(self.next_row.saturating_add(copy));
            }
        }
    }

    fn close(&mut self, name: &str) -> Result<(), SheetError> {
        match name {
            "td" | "th" | "cell" | "table-cell" | "covered-table-cell" => self.end_cell(),
            "tr" | "row" | "table-row" | "table" => self.end_row(),
            _ => Ok(()),
        }
    }

    fn end_cell(&mut self) -> Result<(), SheetError> {
        let Some(open) = self.open.take() else { return Ok(()) };
        while self.reaching.contains_key(&self.column) {
            self.column = self.column.checked_add(1).ok_or_else(|| self.laying.too_wide())?;
        }
        let text = open.value.unwrap_or(open.text);
        let text = match cell::trim(&text) {
            "" if open.is_unsaved => UNSAVED,
            text => text,
        };
        let (rows, columns) = open.covers;
        if rows > 1 || columns > 1 {
            let (row, column) = (self.next_row, self.column);
            let last = (row.saturating_add(rows - 1), column.saturating_add(columns - 1));
            let area = Area { first: (row, column), last };
            if open.columns > 1 || open.rows > 1 { self.laying.merge(area) } else { self.laying.cover(area) }
        }
        if !text.is_empty() {
            for copy in 0..open.copies {
                self.laying.put(self.next_row, self.column.saturating_add(copy), text)?;
                self.cells.push((self.column.saturating_add(copy), text.to_owned()));
            }
        }
        if open.rows > 1 {
            for column in 0..open.columns.min(REACHING) {
                self.reaching.insert(self.column.saturating_add(column), open.rows);
            }
        }
        self.column = self.column.saturating_add(open.columns.max(open.copies));
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), SheetError> {
        self.end_cell()?;
        if !self.in_row {
            return Ok(());
        }
        if !self.cells.is_empty() {
            for copy in 1..self.copies {
                for (column, text) in &self.cells {
                    self.laying.put(self.next_row.saturating_add(copy), *column, text)?;
                }
            }
        }
        self.next_row = self.next_row.saturating_add(self.copies);
        self.reaching.retain(|_, rows| {
            *rows -= 1;
            *rows > 0
        });
        self.cells.clear();
        (self.column, self.copies, self.in_row) = (0, 1, false);
        Ok(())
    }
}

fn opened(name: &str, attributes: &str) -> Open {
    let span = |names: [&str; 2], more: &str| {
        let said = names.into_iter().find_map(|name| number(attributes, name));
        said.or_else(|| number(attributes, more).map(|more| more.saturating_add(1))).unwrap_or(1).clamp(1, WIDEST)
    };
    let is_office = name.ends_with("table-cell");
    let value = is_office
        .then(|| attribute(attributes, "date-value").or_else(|| attribute(attributes, "value")))
        .flatten()
        .map(|text| text.replacen('T', " ", 1));
    let is_unsaved = attribute(attributes, "formula").is_some() && attribute(attributes, "value-type").is_none();
    Open {
        text: String::new(),
        is_unsaved,
        covers: if is_office {
            (span(["number-rows-spanned"; 2], ""), span(["number-columns-spanned"; 2], ""))
        } else {
            (span(["rowspan"; 2], "mergedown"), span(["colspan"; 2], "mergeacross"))
        },
        value,
        // an office cell is followed by those that it covers
        columns: if is_office { 1 } else { span(["colspan", "colspan"], "mergeacross") },
        rows: if is_office { 1 } else { span(["rowspan", "rowspan"], "mergedown") },
        copies: if is_office { span(["number-columns-repeated"; 2], "") } else { 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u32, Vec<(u32, String)>)> {
        let grid = grid(text, &Limits::default()).unwrap();
        grid.rows.into_iter().map(|row| (row.number, row.cells.into_iter().collect())).collect()
    }

    fn row(number: u32, cells: &[(u32, &str)]) -> (u32, Vec<(u32, String)>) {
        (number, cells.iter().map(|(column, text)| (*column, (*text).to_owned())).collect())
    }

    #[test]
    fn a_web_page_is_read_with_its_spans() {
        let page = "<html><style>td{a:b}</style><!-- <td> --><table><TR><TD colspan=2>户名&nbsp;&amp;<br>号</td><td rowspan=\"2\">余额\
                    <tr><th>借</th><th>贷</th></tr><tr><td x=\"a>b\">1</td><td></td><td>&#x4e00;</td></tr></table>";
        assert_eq!(
            rows(page),
            [row(1, &[(0, "户名 & 号"), (2, "余额")]), row(2, &[(0, "借"), (1, "贷")]), row(3, &[(0, "1"), (2, "一")])]
        );
        assert!(grid("<html><p>请登录</p></html>", &Limits::default()).unwrap_err().to_string().contains("没有表格"));
    }

    #[test]
    fn equal_lines_of_an_office_table_are_written_out() {
        let content = "<table:table><table:table-row><table:table-cell office:value-type=\"float\" office:value=\"5\">\
            <text:p>5.00</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"2\"/>\
            <table:table-cell><text:p>x</text:p></table:table-cell></table:table-row><table:table-row \
            table:number-rows-repeated=\"2\"><table:table-cell office:date-value=\"2024-09-02T10:00:00\"/>\
            </table:table-row><table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell/>\
            </table:table-row></table:table><table:table><table:table-row/></table:table>";
        let day = [(0, "2024-09-02 10:00:00")];
        assert_eq!(rows(content), [row(1, &[(0, "5"), (3, "x")]), row(2, &day), row(3, &day)]);
        let many = "<table:table><table:table-row table:number-rows-repeated=\"4000000000\"><table:table-cell>x";
        assert!(grid(many, &Limits::default()).unwrap_err().to_string().contains("超过"));
    }

    #[test]
    fn what_refers_to_nothing_stays_and_costs_nothing() {
        assert_eq!(plain("a&amp;b&#x4e00;&nothing;&verylongname;&"), "a&b一&nothing;&verylongname;&");
        let many = "&".repeat(1 << 17);
        assert_eq!(plain(&many), many);
        let page = format!("<table><tr><td>1</td></tr><script>{}</script ><tr><td>2</table>", "</".repeat(1 << 15));
        assert_eq!(rows(&page), [row(1, &[(0, "1")]), row(2, &[(0, "2")])]);
        let open = format!("<table><tr><td>1</td></tr><script>{}", "</".repeat(1 << 15));
        assert_eq!(rows(&open), [row(1, &[(0, "1")])]);
    }

    #[test]
    fn a_cell_beyond_all_columns_is_refused_in_words() {
        let page = |after: &str| {
            format!(
                "<Table><Row><Cell ss:Index=\"4294967295\" ss:MergeDown=\"2\" ss:MergeAcross=\"4\"/>\
                 {after}<Cell>x</Cell></Row></Table>"
            )
        };
        for after in ["", "<Cell/>", "<Cell/><Cell/>"] {
            let told = grid(&page(after), &Limits::default()).unwrap_err().to_string();
            assert!(told.contains("列"), "{told}");
        }
    }
}
