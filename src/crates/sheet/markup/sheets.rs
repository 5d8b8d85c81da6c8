//! The sheets of a workbook that is written as markup, one after the other, hidden ones too.

use super::super::laying::Aside;
use super::super::value::{Grid, Limits, SheetError};
use super::{Piece, Pieces, Table, attribute, plain};

/// Sheets of a workbook at most.
const MOST_SHEETS: usize = 500;

/// A sheet of a workbook that is written as markup, or the tables of a page.
pub struct Laid {
    pub name: String,
    pub is_hidden: bool,
    pub grid: Grid,
    pub aside: Aside,
}

/// All sheets of a workbook in their order, those without content too; of a page all tables as one.
///
/// # Errors
/// A sentence for markup without a table, and for one that is too large.
pub fn sheets(text: &str, limits: &Limits) -> Result<Vec<Laid>, SheetError> {
    let is_book = text.contains("table:table") || text.contains("urn:schemas-microsoft-com:office:spreadsheet");
    let mut reading = Reading { is_book, left: limits.unpacked, limits, ..Reading::begun(limits) };
    for piece in Pieces(text) {
        reading.take(piece)?;
    }
    reading.end()?;
    if reading.is_found { Ok(reading.sheets) } else { Err(SheetError::NoTable) }
}

/// Sheets as they come.
struct Reading<'l> {
    limits: &'l Limits,
    is_book: bool,
    /// What all sheets together may still hold.
    left: u64,
    sheets: Vec<Laid>,
    is_found: bool,
    table: Table,
    /// Tables within tables.
    depth: u32,
    name: String,
    is_hidden: bool,
    hidden: Hidden,
    /// Whether the text that comes says how a sheet is shown.
    is_visible: bool,
    /// Whether it is a comment of a workbook of 2003.
    is_comment: bool,
}

impl<'l> Reading<'l> {
    fn begun(limits: &'l Limits) -> Self {
        Self {
            limits,
            is_book: false,
            left: limits.unpacked,
            sheets: Vec::new(),
            is_found: false,
            table: Table::new(*limits),
            depth: 0,
            name: String::new(),
            is_hidden: false,
            hidden: Hidden::default(),
            is_visible: false,
            is_comment: false,
        }
    }

    fn take(&mut self, piece: Piece<'_>) -> Result<(), SheetError> {
        if self.is_book {
            self.hidden.look(&piece);
        }
        match piece {
            Piece::Text(text) => {
                // of a workbook of 2003, behind its table
                if self.is_visible
                    && let Some(last) = self.sheets.last_mut()
                {
                    last.is_hidden |= matches!(text.trim(), "SheetHidden" | "SheetVeryHidden");
                }
                if let Some(open) = self.table.open.as_mut().filter(|_| !self.is_comment) {
                    open.text.push_str(&plain(text));
                }
            }
            Piece::Open { name, attributes, is_closed } => {
                match name.as_str() {
                    "comment" if self.is_book => {
                        self.is_comment = !is_closed;
                        self.table.comment();
                    }
                    "worksheet" => self.name = attribute(attributes, "name").unwrap_or_default(),
                    "visible" => self.is_visible = !is_closed,
                    "table" if self.is_book && !is_closed => self.begin(attributes)?,
                    _ => self.table.open(&name, attributes)?,
                }
                if is_closed {
                    self.table.close(&name)?;
                }
            }
            Piece::Close(name) => {
                self.table.close(&name)?;
                match name.as_str() {
                    "visible" => self.is_visible = false,
                    "comment" => self.is_comment = false,
                    "table" if self.is_book => {
                        self.depth = self.depth.saturating_sub(1);
                        if self.depth == 0 {
                            self.finish()?;
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A table of a workbook begins: a sheet, or a table within a cell, whose rows go on below.
    fn begin(&mut self, attributes: &str) -> Result<(), SheetError> {
        self.depth += 1;
        if self.depth > 1 {
            return Ok(());
        }
        if self.sheets.len() >= MOST_SHEETS {
            return Err(SheetError::TooMuch);
        }
        if let Some(name) = attribute(attributes, "name") {
            self.name = name;
        }
        self.is_hidden = self.hidden.is_table(attributes);
        let limits = Limits { unpacked: self.left, ..*self.limits };
        self.table = Table::new(limits);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), SheetError> {
        let mut table = std::mem::replace(&mut self.table, Table::new(*self.limits));
        table.end_row()?;
        self.is_found |= table.rows > 0;
        self.left = table.laying.left();
        let (grid, aside) = table.laying.finish_even_empty();
        let aside = Aside { extras: table.extras, ..aside };
        let (name, is_hidden) = (std::mem::take(&mut self.name), self.is_hidden);
        self.sheets.push(Laid { name, is_hidden, grid, aside });
        Ok(())
    }

    /// The end of the text: of a page all of it, of a workbook a sheet that was not closed.
    fn end(&mut self) -> Result<(), SheetError> {
        self.table.end_row()?;
        if self.table.rows > 0 { self.finish() } else { Ok(()) }
    }
}

/// Looks of sheets that an office program does not show.
#[derive(Default)]
struct Hidden {
    style: String,
    styles: Vec<String>,
}

impl Hidden {
    fn look(&mut self, piece: &Piece<'_>) {
        let Piece::Open { name, attributes, .. } = piece else { return };
        if name == "style" {
            self.style = attribute(attributes, "name").unwrap_or_default();
        } else if name == "table-properties" && attribute(attributes, "display").as_deref() == Some("false") {
            self.styles.push(self.style.clone());
        }
    }

    /// Whether a table has such a look.
    fn is_table(&self, attributes: &str) -> bool {
        attribute(attributes, "style-name").is_some_and(|style| self.styles.contains(&style))
    }
}
