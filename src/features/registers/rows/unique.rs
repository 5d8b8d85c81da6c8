//! What no two living rows may have: looked for when a row is written, told to who sees the fields, and as a number to others
//! (`records/clashes.rs`).

use super::super::cell::{Cell, Cells};
use super::super::convert;
use super::super::definition::{Definition, Field};
use super::super::published::Published;
use super::super::record::{ONCE, RegRow, once_key};
use super::super::value;
use super::read;
use super::write::{Writer, normal};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::clashes::Clashes;
use crate::store::Reads;

impl Writer {
    /// The same for a workbook; `typed` are the fields of each of its rows.
    ///
    /// # Errors
    /// More values of fields that he doesn't see than he may type.
    pub fn of_import<'t>(mut self, op: &Op, typed: impl Iterator<Item = Vec<u16>> + 't) -> Result<Self> {
        let unseen = self.unseen_constraints();
        if unseen.is_empty() {
            return Ok(self);
        }
        let is_typed = |typed: &Vec<u16>| unseen.iter().any(|fields| fields.iter().any(|no| typed.contains(no)));
        self.clashes = Clashes::of_import(op, typed.filter(is_typed).count(), &self.unseen_label())?;
        Ok(self)
    }

    /// Constraints with a field that the caller doesn't see.
    fn unseen_constraints(&self) -> Vec<Vec<u16>> {
        let definition = &self.published.definition;
        let is_unseen = |fields: &Vec<&Field>| !self.sees && fields.iter().any(|field| definition.is_personal(field));
        let all = definition.constraints().map(|(_, fields)| fields).filter(is_unseen);
        all.map(|fields| fields.iter().map(|field| field.no).collect()).collect()
    }

    /// What they are called, as far as he sees their fields.
    fn unseen_label(&self) -> String {
        let labels =
            self.unseen_constraints().into_iter().flatten().filter_map(|no| self.published.definition.active_field(no));
        let labels: Vec<&str> =
            labels.filter(|field| !self.published.definition.hides(field)).map(|field| &*field.label).collect();
        if labels.is_empty() { "查重字段".to_owned() } else { labels.join("、") }
    }

    /// Refuses a workbook with values that are taken, where they are told as a number.
    ///
    /// # Errors
    /// The refusal.
    pub fn answer_clashes(&self, op: &Op) -> Result<()> {
        self.clashes.answer(op, &format!("登记表·{}", self.published.register.name), &self.unseen_label())
    }

    /// What no other living row may have: by constraint, normalised.
    pub(super) fn unique_values(&mut self, op: &mut Op, row: &RegRow, typed: &[u16]) -> Result<Vec<(u8, String)>> {
        let mut all = Vec::new();
        let definition = self.published.definition.clone();
        for (at, fields) in definition.constraints() {
            let parts: Vec<String> = fields.iter().map(|field| part(row.cells.get(field.no))).collect();
            if parts.iter().all(String::is_empty) {
                continue;
            }
            let value = parts.join("\u{1f}");
            let is_reported = self.sees || !fields.iter().any(|field| definition.is_personal(field));
            let is_typed =
                fields.iter().any(|field| typed.contains(&field.no)) || !row.once.contains(&(at, value.clone()));
            if !is_reported && !self.agrees && is_typed && !self.clashes.asks(op, &self.unseen_label())? {
                continue;
            }
            let other: Option<RegRow> = op.view().tx.one(&ONCE, &once_key(self.published.id(), at, &value))?;
            match other.filter(|other| other.row_id != row.row_id) {
                Some(other) if is_reported => return Err(self.taken(&op.view(), &fields, row, &other)?),
                Some(_) => {
                    let (title, label) = (format!("登记表·{}", self.published.register.name), self.unseen_label());
                    self.clashes.note(&title, &label).map_err(|fault| match fields.first() {
                        Some(field) if !definition.hides(field) => fault.at(field.code.clone()),
                        _ => fault,
                    })?;
                }
                None => all.push((at, value)),
            }
        }
        Ok(all)
    }

    fn taken(&self, view: &View, fields: &[&Field], row: &RegRow, other: &RegRow) -> Result<AppError> {
        let labels: Vec<&str> = fields.iter().map(|field| field.label.as_str()).collect();
        let mut texts = Vec::new();
        for field in fields {
            let cell = row.cells.get(field.no);
            texts.push(cell.map_or(Ok(String::new()), |cell| read::text(view, &self.dictionaries, field, cell))?);
        }
        // A foreign row is not told of: that it is there must be, or nobody could enter his own.
        let seen = read::is_visible(view, &self.published, other);
        let where_at = if seen { format!("（第 {} 行）", other.no()) } else { String::new() };
        let sentence = format!("{}“{}”已存在{where_at}", labels.join("、"), texts.join("、"));
        let code = fields.first().map_or_else(String::new, |field| field.code.clone());
        Ok(AppError::refused(sentence).at(code))
    }
}

/// A value as a part of a constraint; empty for none.
fn part(cell: Option<&Cell>) -> String {
    match cell {
        None => String::new(),
        Some(Cell::Text(text)) => normal(text),
        Some(Cell::Sealed(sealed)) => sealed.mark.clone(),
        Some(Cell::Many(all)) => all.join(","),
        Some(cell) => value::number(cell).map(|number| number.to_string()).unwrap_or_default(),
    }
}

/// A key by which rows are found again, for imports: the first constraint's value of typed cells.
pub fn key_of(definition: &Definition, cells: &Cells) -> Option<(u8, String)> {
    let (at, fields) = definition.constraints().next()?;
    let parts: Vec<String> = fields.iter().map(|field| part(cells.get(field.no))).collect();
    (!parts.iter().all(String::is_empty)).then(|| (at, parts.join("\u{1f}")))
}

/// What a row has in a constraint; none where all parts are empty.
pub fn constraint_value(definition: &Definition, constraint: u8, row: &RegRow) -> Option<String> {
    let (_, fields) = definition.constraints().find(|(at, _)| *at == constraint)?;
    let parts: Vec<String> =
        fields.iter().map(|field| part(convert::cell(definition, row, field).as_deref())).collect();
    (!parts.iter().all(String::is_empty)).then(|| parts.join("\u{1f}"))
}

/// What a row has in each constraint.
pub fn constraint_values(definition: &Definition, row: &RegRow) -> Vec<(u8, String)> {
    let places: Vec<u8> = definition.constraints().map(|(at, _)| at).collect();
    places.into_iter().filter_map(|at| constraint_value(definition, at, row).map(|value| (at, value))).collect()
}

/// The living row that a constraint's value belongs to.
pub fn by_key(view: &View, published: &Published, (at, value): &(u8, String)) -> Result<Option<RegRow>> {
    Ok(view.tx.one(&ONCE, &once_key(published.id(), *at, value))?)
}
