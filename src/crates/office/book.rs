//! A workbook as a template: fields in its cells, rows that a list repeats, and what follows its cells to their new places.
//!
//! Invariants: only cells are filled. Rows are added and never taken away: a list without items, and a condition that doesn't hold,
//! leave their row blank, so that whatever names rows keeps something to name. What names cells by their places (formulas, merged
//! cells, names, conditional formats, checks of input, page breaks) follows them; what can't is refused when the template is read.
//! Results of formulas that the file brought are taken out: the office computes them when it opens the file.

pub mod cells;
pub mod form;
mod formats;
mod formula;
mod parts;
mod place;
pub mod plain;
mod rest;
mod sheet;

use std::collections::BTreeMap;

pub use form::Form;

use self::cells::{Cell, Writing};
use self::formats::Formats;
use self::place::{Home, Moved, Moves, follow};
use self::rest::Shift;
use self::sheet::{Repeat, Row, Sheet};
use crate::package::{OfficeError, Package};
use crate::places::{Place, collect};
use crate::render::Scope;
use crate::tree::{self, Element, Node};
use crate::value::{Fields, Value};

/// A workbook that was read and opened for filling.
#[derive(Debug, Clone)]
pub struct Book {
    package: Package,
    parts: parts::Parts,
    sheets: Vec<Sheet>,
    /// The texts that cells share.
    shared: Vec<Element>,
    formats: Formats,
    is_1904: bool,
}

/// What a repeated row is written with, once.
#[derive(Clone, Copy)]
enum Turn<'v> {
    /// As it is, with the values of the whole.
    Plain,
    /// Without what it says.
    Blank,
    /// With those of an item of its list too.
    Item(&'v Fields),
}

impl Book {
    /// Opens an unpacked file.
    ///
    /// # Errors
    /// A list without its other end in its row; what can't be filled or moved.
    pub fn open(package: Package) -> Result<Self, OfficeError> {
        let parts = parts::Parts::of(&package)?;
        let text = |part: &Option<String>| part.as_ref().and_then(|part| package.texts.get(part));
        let shared = text(&parts.strings).map_or(Ok(Vec::new()), |text| parts::strings(text))?;
        let formats = text(&parts.styles).map_or(Ok(Formats::default()), |text| Formats::read(text))?;
        let mut sheets = Vec::new();
        for (name, part) in &parts.sheets {
            let text = package.texts.get(part).ok_or_else(|| OfficeError::Damaged(format!("没有工作表“{name}”")))?;
            sheets.push(Sheet::open(name.clone(), part.clone(), text, &shared)?);
        }
        let book = Self { is_1904: parts.is_1904, package, parts, sheets, shared, formats };
        book.check()?;
        Ok(book)
    }

    /// # Errors
    /// What can't be filled or moved.
    fn check(&self) -> Result<(), OfficeError> {
        for sheet in &self.sheets {
            sheet.check(&self.sheets)?;
            self.parts.check_around(&self.package, sheet)?;
        }
        parts::check_outside(&self.package, &self.sheets)
    }

    /// All fields in the order of reading.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for row in self.sheets.iter().flat_map(|sheet| &sheet.rows) {
            let mut within = Vec::new();
            if let Some(repeat) = &row.repeat {
                let name = repeat.name.clone();
                places.push(Place { name, format: None, within: Vec::new(), is_section: true, is_in_margin: false });
                within.push(repeat.name.clone());
            }
            for text in row.cells.iter().filter_map(|cell| cell.text.as_ref()) {
                collect(text, &mut within, false, &mut places);
            }
        }
        places
    }

    /// One workbook.
    ///
    /// # Errors
    /// A field that the values don't have; a text that no cell holds.
    pub fn fill(&self, fields: &Fields) -> Result<Vec<u8>, OfficeError> {
        let mut moves = Moves::new();
        for sheet in &self.sheets {
            let mut moved = Moved::default();
            for row in sheet.rows.iter().filter(|row| row.is_many()) {
                let times = u32::try_from(turns(row, fields)?.len()).unwrap_or(place::MOST_ROWS);
                moved.0.push((row.number, times));
            }
            moves.insert(sheet.name.to_lowercase(), moved);
        }
        let has_formulas = self.sheets.iter().any(Sheet::has_formulas);
        let mut changed = BTreeMap::new();
        for sheet in self.sheets.iter().filter(|sheet| sheet.has_fields() || sheet.has_formulas()) {
            changed.insert(sheet.part.clone(), Filling { book: self, sheet, fields, moves: &moves }.written()?);
        }
        self.parts.follow(&self.package, &moves, has_formulas, &mut changed)?;
        self.package.with(&changed, false)
    }
}

/// How often a row is written, and with what.
fn turns<'v>(row: &Row, fields: &'v Fields) -> Result<Vec<Turn<'v>>, OfficeError> {
    let Some(Repeat { name, inverted, skipped, only_one, .. }) = &row.repeat else { return Ok(vec![Turn::Plain]) };
    let value = fields.get(name).ok_or_else(|| OfficeError::NoField(name.clone()))?;
    let turns = match value {
        Value::Rows(items) if !inverted => {
            let most = if *only_one { 1 } else { usize::MAX };
            items.iter().skip(*skipped).take(most).map(Turn::Item).collect()
        }
        value if value.is_something() != *inverted => vec![Turn::Plain],
        _ => Vec::new(),
    };
    Ok(if turns.is_empty() { vec![Turn::Blank] } else { turns })
}

/// A sheet that is being written.
struct Filling<'b> {
    book: &'b Book,
    sheet: &'b Sheet,
    fields: &'b Fields,
    moves: &'b Moves,
}

impl Filling<'_> {
    fn written(&self) -> Result<String, OfficeError> {
        let sheet = self.sheet;
        let still = Moved::default();
        let own = self.moves.get(&sheet.name.to_lowercase()).unwrap_or(&still);
        let shift = Shift { sheet, own, moves: self.moves };
        let is_still = self.moves.values().all(Moved::is_still) && sheet.rows.iter().all(|row| row.repeat.is_none());
        let around = |nodes: &[Node]| if is_still { nodes.to_vec() } else { shift.nodes(nodes) };
        let mut out = String::new();
        tree::write(&sheet.prolog, &mut out);
        tree::open(&sheet.root, &mut out);
        tree::write(&around(&sheet.before), &mut out);
        out.push_str(&format!("<{}>", sheet.data.tag));
        for row in &sheet.rows {
            for (place, turn) in turns(row, self.fields)?.into_iter().enumerate() {
                let number = own.first(row.number).saturating_add(u32::try_from(place).unwrap_or(u32::MAX));
                if number > place::MOST_ROWS {
                    return Err(OfficeError::sheet(&sheet.name, "填写后的行数超过 Excel 的上限，请减少记录"));
                }
                self.row(row, number, turn, &mut out)?;
            }
        }
        tree::close(&sheet.data, &mut out);
        tree::write(&around(&sheet.after), &mut out);
        tree::close(&sheet.root, &mut out);
        Ok(out)
    }

    fn row(&self, row: &Row, number: u32, turn: Turn<'_>, out: &mut String) -> Result<(), OfficeError> {
        let tag = if number == row.number {
            row.tag.clone()
        } else {
            tree::with_attribute(&row.tag, "r", &number.to_string())
        };
        if row.cells.is_empty() && row.rest.is_empty() {
            out.push_str(&format!("<{tag}/>"));
            return Ok(());
        }
        out.push_str(&format!("<{tag}>"));
        for cell in &row.cells {
            self.cell(row, cell, number, turn, out)?;
        }
        tree::write(&row.rest, out);
        out.push_str("</row>");
        Ok(())
    }

    fn cell(&self, row: &Row, cell: &Cell, number: u32, turn: Turn<'_>, out: &mut String) -> Result<(), OfficeError> {
        let at = format!("{}{number}", place::letters(cell.column));
        let tag = |is_changed: bool| {
            let tag = tree::with_attribute(&cell.element.tag, "r", &at);
            if is_changed { tree::without_attribute(&tag, "t") } else { tag }
        };
        let keeps = row.repeat.as_ref().is_some_and(|repeat| repeat.of_form) && cell.text.is_none();
        if matches!(turn, Turn::Blank) && !keeps {
            out.push_str(&format!("<{}/>", tag(true)));
            return Ok(());
        }
        if cell.text.is_some() {
            let scope = match turn {
                Turn::Item(item) => Scope::in_row(self.fields, item),
                _ => Scope::new(self.fields),
            };
            let writing = Writing { formats: &self.book.formats, is_1904: self.book.is_1904 };
            return writing.cell(cell, &tag(true), scope, out);
        }
        if cell.formula().is_some() {
            let home = Home { sheet: &self.sheet.name, row: row.is_many().then_some((row.number, number)) };
            out.push_str(&format!("<{}>", tag(true)));
            self.formula(cell, home, out);
            out.push_str("</c>");
            return Ok(());
        }
        let mut element = cell.element.clone();
        if number != row.number || element.attribute("r").is_none() {
            element.tag = tag(false);
        }
        tree::write(&[Node::Element(element)], out);
        Ok(())
    }

    /// A formula that names its cells where they are now, without its old result.
    fn formula(&self, cell: &Cell, home: Home<'_>, out: &mut String) {
        for child in &cell.element.children {
            match child {
                Node::Element(element) if element.name() == "f" => {
                    let text = formula::rewrite(&element.text(), |one| follow(one, home, self.moves));
                    let mut moved = element.clone();
                    moved.children = vec![Node::Raw(tree::escaped(&text))];
                    if let (Some(area), Some(own)) = (
                        element.attribute("ref").and_then(|area| place::Block::read(&area)),
                        self.moves.get(&home.sheet.to_lowercase()),
                    ) {
                        moved.set("ref", &own.area(area).text());
                    }
                    tree::write(&[Node::Element(moved)], out);
                }
                Node::Element(element) if element.name() == "v" => {}
                other => tree::write(std::slice::from_ref(other), out),
            }
        }
    }
}
