//! Rows as answers: who sees one, its values on the wire, the names beside them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::owned::{self, Business, OwnedOut};
use crate::records::personal;
use crate::route::Data;
use crate::store::record::decode;
use crate::store::{Reads, Record as _, id};

use super::super::cell::{Cell, KeptText};
use super::super::definition::Field;
use super::super::published::{Dictionaries, Published};
use super::super::record::{RegRow, no_of, register_of, row_id};
use super::super::{convert, links, value};
use super::write;

/// Whether the caller may see a row, through the permission being used.
pub fn is_visible(view: &View, published: &Published, row: &RegRow) -> bool {
    register_of(row.row_id) == published.id()
        && (published.is_common() || owned::is_visible(view, &view.caller.scope(), row))
}

/// A living row that the caller may see.
///
/// # Errors
/// The same sentence for a missing one, a deleted one and one out of scope.
pub fn find(view: &View, published: &Published, row_id: u64) -> Result<RegRow> {
    find_any(view, published, row_id).and_then(|row| if row.deleted.is_none() { Ok(row) } else { Err(missing()) })
}

/// The same, in the recycle bin or not.
///
/// # Errors
/// The same sentence for a missing one and one out of scope.
pub fn find_any(view: &View, published: &Published, row_id: u64) -> Result<RegRow> {
    let row: Option<RegRow> = view.tx.get(&id(row_id))?;
    row.filter(|row| is_visible(view, published, row)).ok_or_else(missing)
}

/// The sentence for a row that is not there, for the caller.
pub fn missing() -> AppError {
    AppError::refused(format!("{}不存在，可能已被删除，请刷新后重试", RegRow::NOUN))
}

/// The largest number of a row of a register; 0 for none.
pub fn last_no(view: &View, register_id: u64) -> Result<u64> {
    let (low, high) = (id(row_id(register_id, 0)), id(row_id(register_id + 1, 0)));
    let mut last = 0;
    view.tx.raw_range(
        RegRow::TABLE,
        Bound::Included(low.bytes()),
        Bound::Excluded(high.bytes()),
        true,
        &mut |key, _| {
            last = no_of(crate::columns::field::number_of(key));
            false
        },
    )?;
    Ok(last)
}

/// Visits the rows of a register with larger numbers than one, deleted ones too, in their order, until `visit` has enough.
///
/// # Errors
/// A row that can't be read.
pub fn each(view: &View, register_id: u64, after: u64, mut visit: impl FnMut(RegRow) -> Result<bool>) -> Result<()> {
    let (low, high) = (id(row_id(register_id, after + 1)), id(row_id(register_id + 1, 0)));
    let mut failure: Option<AppError> = None;
    view.tx.raw_range(
        RegRow::TABLE,
        Bound::Included(low.bytes()),
        Bound::Excluded(high.bytes()),
        false,
        &mut |key, bytes| match decode::<RegRow>(key, bytes).map_err(AppError::from).and_then(&mut visit) {
            Ok(go_on) => go_on,
            Err(fault) => {
                failure = Some(fault);
                false
            }
        },
    )?;
    failure.map_or(Ok(()), Err)
}

/// A value as people read it.
pub fn text(view: &View, dictionaries: &Dictionaries, field: &Field, cell: &Cell) -> Result<String> {
    let label = |value: &str| dictionaries.label(field.dictionary, value);
    value::to_text(field, cell, &label, &mut |kind, target| links::title(view, kind, target))
}

/// The same where no head of a column says what its numbers count.
///
/// # Errors
/// A record that can't be read.
pub fn text_with_unit(view: &View, dictionaries: &Dictionaries, field: &Field, cell: &Cell) -> Result<String> {
    let text = text(view, dictionaries, field, cell)?;
    Ok(match (cell, value::unit_of(field)) {
        (Cell::Whole(_), unit) if !unit.is_empty() => format!("{text} {unit}"),
        _ => text,
    })
}

/// A row on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRow {
    /// Number that other records name it by.
    pub id: u64,
    /// 行号: number within the register.
    pub no: u64,
    /// What sentences call it.
    pub title: String,
    /// Department that keeps it.
    pub dept_name: String,
    /// Values by code of their field; empty fields are left out.
    pub values: BTreeMap<String, Json>,
    /// What links point to, in the order of their numbers.
    pub names: BTreeMap<String, Vec<String>>,
    /// 原值: texts that do not fit their fields.
    pub misfits: BTreeMap<String, String>,
    /// Attachments of the row itself.
    pub files: Vec<u64>,
    /// Number of the process in which it waits for a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_in: Option<u64>,
    /// Workbook and line that it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// When it went into the recycle bin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<String>,
    /// Who put it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_by: Option<String>,
    /// Lock, department and maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Names of a page of rows, each looked up once.
pub struct Shower<'v> {
    view: View<'v>,
    published: Published,
    fields: Arc<[Field]>,
    names: HashMap<(u8, u64), String>,
    people: HashMap<String, String>,
}

/// Names kept at once: an export of everything needs no more memory than a page.
const MOST_NAMES: usize = 50_000;

impl<'v> Shower<'v> {
    /// For rows of a register, with what the caller may see.
    pub fn new(view: &View<'v>, published: &Published) -> Self {
        let fields = published.seen(view).iter().cloned().collect();
        Self { view: *view, published: published.clone(), fields, names: HashMap::new(), people: HashMap::new() }
    }

    /// The fields shown.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What a link points to is called.
    ///
    /// # Errors
    /// A record that can't be read.
    pub fn name(&mut self, kind: u8, target: u64) -> Result<String> {
        if let Some(known) = self.names.get(&(kind, target)) {
            return Ok(known.clone());
        }
        let name = links::title(&self.view, kind, target)?;
        if self.names.len() >= MOST_NAMES {
            self.names.clear();
        }
        self.names.insert((kind, target), name.clone());
        Ok(name)
    }

    /// A value as people read it.
    ///
    /// # Errors
    /// A record that can't be read.
    pub fn text(&mut self, dictionaries: &Dictionaries, field: &Field, cell: &Cell) -> Result<String> {
        let label = |value: &str| dictionaries.label(field.dictionary, value);
        value::to_text(field, cell, &label, &mut |kind, target| self.name(kind, target))
    }

    fn person(&mut self, login: &str) -> Result<String> {
        if let Some(known) = self.people.get(login) {
            return Ok(known.clone());
        }
        let name = crate::records::names::person_name(&self.view, login)?;
        self.people.insert(login.to_owned(), name.clone());
        Ok(name)
    }

    /// A row.
    ///
    /// # Errors
    /// A record that can't be read.
    pub fn row(&mut self, row: &RegRow) -> Result<RegisterRow> {
        let (mut values, mut names, mut misfits) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let definition = self.published.definition.clone();
        let fields = self.fields.clone();
        for field in fields.iter() {
            if let Some(cell) = convert::cell(&definition, row, field) {
                if let Cell::Links(kind, all) = &*cell
                    && *kind != links::FILES
                {
                    let called: Vec<String> =
                        all.iter().map(|target| self.name(*kind, *target)).collect::<Result<_>>()?;
                    names.insert(field.code.clone(), called);
                }
                values.insert(field.code.clone(), value::to_wire(field, &cell));
            }
            if let Some(kept) = convert::misfit(&definition, row, field) {
                misfits.insert(field.code.clone(), kept.shown().to_owned());
            }
        }
        let owned = OwnedOut {
            dept_id: row.owned.dept_id,
            version: row.owned.version,
            create_by_name: self.person(&row.owned.base.create_by)?,
            base: crate::records::base::BaseOut::from(&row.owned.base),
        };
        Ok(RegisterRow {
            id: row.row_id,
            no: row.no(),
            title: row.title.clone(),
            dept_name: self.name(links::DEPT, row.owned.dept_id)?,
            values,
            names,
            misfits,
            files: write::own_files(&definition, row),
            waits_in: None,
            origin: None,
            deleted_at: row.deleted.as_ref().map(|(at, _)| at.to_text()),
            deleted_by: match &row.deleted {
                Some((_, by)) => Some(self.person(by)?),
                None => None,
            },
            owned,
        })
    }
}

/// A row of a register by the parts of its path.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneRow {
    /// Code of the register.
    pub code: String,
    /// Number of the row.
    pub id: u64,
}

/// The process in which a row waits for a decision.
///
/// # Errors
/// Records that can't be read.
pub fn waits_in(view: &View, published: &Published, row_id: u64) -> Result<Option<u64>> {
    Ok(super::super::approval::waits_in(view, published, row_id)?.map(|instance| instance.instance_id))
}

pub fn show(view: &View, input: OneRow) -> Result<Data<RegisterRow>> {
    let published = Published::of(view, &input.code)?;
    let row = find(view, &published, input.id)?;
    let mut shown = Shower::new(view, &published).row(&row)?;
    shown.origin = origin(view, &row)?;
    shown.waits_in = waits_in(view, &published, row.row_id)?;
    Ok(Data(shown))
}

/// `由工作簿“x.xlsx”第 37 行导入`
pub fn origin(view: &View, row: &RegRow) -> Result<Option<String>> {
    let Some((book_id, line)) = row.source else { return Ok(None) };
    let book: Option<super::super::record::RegBook> = view.tx.get(&id(book_id))?;
    let register: Option<super::super::record::Register> = view.tx.get(&id(register_of(row.row_id)))?;
    let of_register = register.and_then(|register| register.source).filter(|source| source.book_id == book_id);
    let name = book.map(|book| book.name).or(of_register.map(|source| source.name));
    Ok(Some(match name {
        Some(name) => format!("由工作簿“{name}”第 {line} 行导入"),
        None => format!("由工作簿第 {line} 行导入"),
    }))
}

/// Sealed values in full.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PersonalValues {
    /// Texts by code of their field.
    pub values: BTreeMap<String, String>,
}

/// POST /reg/{code}/personal: what is sealed, in full; the audit row tells who saw it.
pub fn personal(op: &mut Op, input: OneRow) -> Result<Data<PersonalValues>> {
    let view = op.view();
    let published = Published::of(&view, &input.code)?;
    let row = find(&view, &published, input.id)?;
    let mut values = BTreeMap::new();
    for field in published.seen(&view).iter().filter(|field| field.kind.is_sealed()) {
        let sealed = match (row.cells.get(field.no), row.kept.get(field.no)) {
            (Some(Cell::Sealed(sealed)), _) => &**sealed,
            (None, Some(KeptText::Sealed(sealed))) => sealed,
            _ => continue,
        };
        values.insert(field.code.clone(), personal::open(&view, &sealed.sealed)?);
    }
    let title = format!("登记表·{}", published.register.name);
    op.titled(title);
    Ok(Data(PersonalValues { values }))
}
