//! The history of a row: its changes field by field, in the words of the definition.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::history::{self, ChangeOut, FieldChange, HistoryOf};
use crate::records::history_labels::{HistoryLabels, KEPT, SECRET};
use crate::store::{Reads, Record as _, id};

use super::super::cell::{Cell, KeptText, field_of};
use super::super::definition::Field;
use super::super::published::{Dictionaries, Published};
use super::super::record::{RegRow, Register, register_of};
use super::read;

/// Rows of registers as things with a history.
pub const HISTORY: HistoryOf =
    HistoryOf { name: "register", table: RegRow::TABLE, visible, told: describe, first: Some(first) };

/// Notes that a row was made. The entry holds no fields: the row does, and an import would write everything twice.
///
/// # Errors
/// A store that can't be written.
pub fn note_made(op: &mut Op, row: &RegRow) -> Result<()> {
    history::note_bare(op, RegRow::TABLE, row.row_id, "新增")
}

fn published(view: &View, row_id: u64) -> Result<Published> {
    let register: Option<Register> = view.tx.get(&id(register_of(row_id)))?;
    Published::whatever_state(view, register.ok_or_else(read::missing)?)
}

/// Whether the caller may see the row; the right is that of its own register's list.
fn visible(view: &View, row_id: u64) -> Result<()> {
    let published = published(view, row_id)?;
    let name = super::super::published::permission(&published.register.code, "list");
    if !view.caller.rights.holds(&name) {
        return Err(AppError::forbidden());
    }
    let row: Option<RegRow> = view.tx.get(&id(row_id))?;
    let Some(row) = row else { return Ok(()) };
    let scope = view.caller.rights.scope(Some(&name));
    let seen = published.is_common() || crate::records::owned::is_visible(view, &scope, &row);
    if seen { Ok(()) } else { Err(read::missing()) }
}

fn first(view: &View, row_id: u64) -> Result<Option<ChangeOut>> {
    let row: Option<RegRow> = view.tx.get(&id(row_id))?;
    let Some(row) = row else { return Ok(None) };
    let Some(deed) = read::origin(view, &row)? else { return Ok(None) };
    let base = &row.owned.base;
    Ok(Some(ChangeOut {
        change_id: 0,
        at: base.create_time.to_text(),
        by: base.create_by.clone(),
        by_name: crate::records::names::person_name(view, &base.create_by)?,
        deed,
        fields: Vec::new(),
    }))
}

/// The changed fields in words: cells, original texts, the department, attachments.
fn describe(
    labels: &mut HistoryLabels<'_>,
    before: &Map<String, Json>,
    after: &Map<String, Json>,
) -> Result<Vec<FieldChange>> {
    let published = published(&labels.view, labels.record_id)?;
    let dictionaries = Dictionaries::ever(&labels.view, &published)?;
    let seen = published.seen(&labels.view);
    let keys: BTreeSet<&str> = before.keys().chain(after.keys()).map(String::as_str).collect();
    let mut fields = Vec::new();
    for key in keys {
        let (number, is_kept) = key.strip_suffix('*').map_or((key, false), |number| (number, true));
        let Some(field) = field_of(number).and_then(|no| seen.ever(no)) else { continue };
        let side = |map: &Map<String, Json>| -> Result<Option<String>> {
            map.get(key).map(|value| words(&labels.view, &dictionaries, field, value, is_kept)).transpose()
        };
        let (was, now) = (side(before)?, side(after)?);
        let label = if is_kept { format!("{}（原值）", field.label) } else { field.label.clone() };
        fields.push(FieldChange {
            label: label.into(),
            before: was.or(Some(String::new())),
            after: now.or(Some(String::new())),
        });
    }
    Ok(fields)
}

fn words(view: &View, dictionaries: &Dictionaries, field: &Field, value: &Json, is_kept: bool) -> Result<String> {
    if value.as_str() == Some(SECRET) {
        return Ok(KEPT.to_owned());
    }
    if is_kept {
        let kept: Option<KeptText> = gx_decode::from_json(value.clone()).ok();
        return Ok(kept.map(|kept| kept.shown().to_owned()).unwrap_or_default());
    }
    match gx_decode::from_json::<Cell>(value.clone()) {
        Ok(cell) => read::text_with_unit(view, dictionaries, field, &cell),
        Err(_) => Ok("（旧格式，无法显示）".to_owned()),
    }
}
