//! Records as workbooks: one declaration of columns says what an export and a template write, what an import reads, and what
//! is said of a wrong cell.
//!
//! Invariants: a cell that says what an export would write changes nothing, and neither does an empty one; all wrong
//! cells of a row are told at once, each with its column; links are found by code or name among what the caller sees.

mod cells;
mod column;

use jiff::civil::Date;

use super::export::{self, Broken, Workbook, scratch};
use super::import::{self, Book, ImportAnswer, ImportFile, ImportKind, LARGEST, Taken, Worked};
use super::list::{List, found};
use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::kernel::dates::parse_moment;
use crate::kernel::text::narrow;
use crate::op::{Op, View};
use crate::records::owned::{Business, is_visible};
use crate::route::{AuditAction, Method, Nothing, Route, prepared};
use crate::sheet::{self, Cell, Head, Row};
use crate::watch::Watch;

pub use cells::{Cells, Dictionary, Finder, FreshCell};
pub use column::Column;

/// Labels of a flag.
pub const YES_NO: [&str; 2] = ["否", "是"];

/// Records `L` as a workbook; `C` is what its import looks things up in.
pub struct Exchange<L: 'static, C: 'static = ()> {
    /// What sheet and files are called.
    pub sheet: &'static str,
    pub columns: &'static [Column<L, C>],
    /// Columns that a workbook must have when it comes in.
    pub needed: &'static [&'static str],
    /// What is said of one without rows.
    pub empty: &'static str,
    /// How its rows are named and told apart.
    pub rows: ImportKind,
    /// The example row of the template.
    pub example: fn(&View<'_>) -> L,
    pub import: fn(&mut Op<'_, '_>, Book) -> Result<ImportAnswer>,
}

impl<L, C> Exchange<L, C> {
    /// Template, by ticket and as a file, and import; `paths` are those of template and import.
    pub fn routes(
        &'static self,
        paths: [&'static str; 2],
        permission: &'static str,
        title: &'static str,
    ) -> [Route; 3] {
        let [template, import] = paths;
        let written = |view: &View<'_>, _: Nothing| self.template(view);
        let read = |_: &View<'_>, input: ImportFile| self.read(&input);
        let templates = [
            prepared(Method::Get, template, written, export::ticket),
            prepared(Method::Post, template, written, export::file),
        ];
        let [ticket, file] = templates.map(|draft| draft.perm(permission).audit(title, AuditAction::Export));
        let import = prepared(Method::Post, import, read, self.import).upload("file", LARGEST);
        [ticket, file, import.perm(permission).audit(title, AuditAction::Import)]
    }

    /// Writes the template with its example row.
    pub fn template(&self, view: &View) -> Result<Workbook> {
        let mut example = (self.example)(view);
        let typed = self.columns.iter().filter(|column| !column.derived);
        let (heads, cells): (Vec<Head>, Vec<Cell>) = typed
            .map(|column| {
                let cell = column.cell(&mut example);
                (column.head(&cell), cell)
            })
            .unzip();
        let path = scratch(view)?;
        sheet::template_rows(&path, &heads, self.sheet, cells).map_err(export::failed)?;
        Ok(Workbook { path, name: format!("{}导入模板.xlsx", self.sheet) })
    }

    /// Writes the records of a list.
    pub fn export<Q: List>(
        &self,
        view: &View,
        query: &Q::Query,
        mut row: impl FnMut(&Q::Record) -> Result<L>,
    ) -> Result<Workbook> {
        let (total, records) = found::<Q>(view, query)?;
        self.write(view, total, records.map(|record| row(&record?)))
    }

    /// Writes rows.
    pub fn write(&self, view: &View, total: usize, mut rows: impl Iterator<Item = Result<L>>) -> Result<Workbook> {
        view.watch.map_or(Ok(()), |watch| watch.begin(self.sheet, total as u64))?;
        let path = scratch(view)?;
        let heads: Vec<Head> = self.columns.iter().map(|column| column.head(&Cell::Empty)).collect();
        let mut next = |cells: &mut Vec<Cell>| -> Result<bool> {
            let Some(row) = rows.next() else { return Ok(false) };
            view.watch.map_or(Ok(()), Watch::step)?;
            let mut row = row?;
            cells.extend(self.columns.iter().map(|column| column.cell(&mut row)));
            Ok(true)
        };
        sheet::export_rows(&path, &heads, self.sheet, &mut |cells| next(cells).map_err(Broken::Ended))
            .map_err(Broken::fault)?;
        Ok(Workbook { path, name: format!("{}.xlsx", self.sheet) })
    }

    /// Reads a workbook outside of the transaction.
    pub fn read(&self, input: &ImportFile) -> Result<Book> {
        import::prepare(input, self.columns, self.needed, self.empty)
    }

    /// The cells of a row that say something new about what is known; `None` for a new record.
    pub fn cells<'r>(&self, row: &'r Row, known: Option<&mut L>) -> Cells<'r> {
        Cells::of(row, self.columns, known)
    }

    /// Takes every row ([`import::work`]).
    pub fn work(&self, op: &mut Op, book: Book, take: impl FnMut(&mut Op, &Row) -> Result<Taken>) -> Result<Worked> {
        import::work(op, book, &self.rows, take)
    }
}

impl<L: Clone + PartialEq> Exchange<L> {
    /// Imports records of which all columns are fields of their own. `known` finds the record of a row, `exists` says that it
    /// isn't to be updated, `save` takes a changed or (`true`) a new one.
    pub fn take_all(
        &self,
        op: &mut Op,
        book: Book,
        blank: fn() -> L,
        known: impl Fn(&View, &Row) -> Result<Option<L>>,
        exists: fn(&Row) -> String,
        save: fn(&mut Op<'_, '_>, L, bool) -> Result<()>,
    ) -> Result<ImportAnswer> {
        let update = book.update_support;
        let take = |op: &mut Op, row: &Row| {
            let known = known(&op.view(), row)?;
            let Some(record) = self.changed(row, known.clone(), blank)? else { return Ok(Taken::Unchanged) };
            match known {
                None => save(op, record, true).map(|()| Taken::Created),
                Some(_) if !update => Err(AppError::refused(exists(row))),
                Some(_) => save(op, record, false).map(|()| Taken::Updated),
            }
        };
        self.work(op, book, take)?.finish(op, None)
    }

    /// The record with what is new in a row; `None` where nothing is.
    pub fn changed(&self, row: &Row, mut known: Option<L>, blank: impl FnOnce() -> L) -> Result<Option<L>> {
        let mut record = known.clone().unwrap_or_else(blank);
        let mut cells = self.cells(row, known.as_mut());
        cells.fill(self.columns, &mut record, &())?;
        cells.done()?;
        Ok(Some(record).filter(|record| known.as_ref() != Some(record)))
    }
}

/// A text cell.
pub fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// An area, or nothing.
pub fn area(area: Option<Area>) -> Cell {
    area.map_or(Cell::Empty, |area| Cell::Decimal(area.0))
}

/// An amount, or nothing.
pub fn money(fen: Option<i64>) -> Cell {
    fen.map_or(Cell::Empty, Cell::Decimal)
}

/// A day, or nothing.
pub fn day(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

/// A whole number, or nothing.
pub fn whole<N: Into<i64>>(number: Option<N>) -> Cell {
    number.map_or(Cell::Empty, |number| Cell::Number(number.into()))
}

/// A record that the caller may see; another one counts as unknown, and the operation then says what a form would.
pub fn if_visible<R: Business>(view: &View, found: Option<R>) -> Option<R> {
    found.filter(|record| is_visible(view, &view.caller.scope(), record))
}

/// Texts of a cell that holds several.
pub fn several<'t>(text: &'t str, separators: &'t [char]) -> impl Iterator<Item = &'t str> {
    text.split(separators).map(str::trim).filter(|part| !part.is_empty())
}

/// A calendar day as people write it; a month alone is none, because a term would silently begin or end elsewhere.
pub fn day_of(text: &str) -> Option<Date> {
    let text: String = text.chars().map(narrow).collect();
    let date = text.split([' ', 'T']).next().unwrap_or_default();
    let groups = date.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    if groups < 3 && date.len() != 8 {
        return None;
    }
    parse_moment(&text).map(|(moment, _)| moment.date())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_whole_days() {
        for (text, day) in [
            ("2024-01-31", Some("2024-01-31")),
            ("2024年1月31日", Some("2024-01-31")),
            ("2024/1/31 08:30:00", Some("2024-01-31")),
            ("20240131", Some("2024-01-31")),
            ("２０２４－０１－３１", Some("2024-01-31")),
            ("2024-02-31", None),
            ("2024-02", None),
            ("2024年2月", None),
            ("45323", None),
            ("明天", None),
            ("-2024-01-31", None),
            ("2024--01-31", None),
        ] {
            assert_eq!(day_of(text).map(|day| day.to_string()).as_deref(), day, "{text}");
        }
    }
}
