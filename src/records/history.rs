//! The history of a record: every change with its fields before and after, kept as long as the record's books.
//!
//! Beside the audit log on purpose: that one is about operations and is archived after its retention; this one is about
//! records, holds imports row by row, and is found by record.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Page, Paging};
use crate::op::{Op, View, lifted};
use crate::records::history_labels::{COMMON, Field, HistoryLabels, KEPT, SECRET, describe};
use crate::records::list::NameCache;
use crate::records::owned::{Business, find_through};
use crate::store::{Codec, Index, Key, Reads, Record, id, key};

/// One change of one record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Number of the change.
    pub change_id: u64,
    /// Table of the record.
    pub table: String,
    /// Number of the record.
    pub record_id: u64,
    pub at: Stamp,
    pub by: String,
    /// What was done, e.g. 修改.
    pub deed: String,
    /// Changed fields before, as JSON.
    pub before: String,
    /// Changed fields after, as JSON.
    pub after: String,
}

/// Changes of a record, oldest first.
pub const BY_RECORD: Index<Change> =
    Index { name: "change/record", unique: false, keys: |change| vec![key().str(&change.table).u64(change.record_id)] };

impl Record for Change {
    const TABLE: &'static str = "change";
    const NUMBERED: bool = true;
    const CODEC: Codec = Codec::Compact;
    const INDEXES: &'static [Index<Self>] = &[BY_RECORD];
    fn id(&self) -> Key {
        id(self.change_id)
    }
}

/// Fields that change with every writing and tell nothing.
const DULL: [&str; 7] = ["version", "authors", "create_by", "create_time", "update_by", "update_time", "creator"];

/// Fields of a record as its history keeps them; a test holds each to a name for people.
pub fn fields<R: Record>(record: Option<&R>) -> Map<String, Value> {
    let mut map = match record.map(serde_json::to_value) {
        Some(Ok(Value::Object(map))) => lifted(map),
        _ => Map::new(),
    };
    map.retain(|name, _| !DULL.contains(&name.as_str()));
    map
}

/// Writes the change of a record; nothing when no field differs, or when it would be discarded anyway: it is half of
/// the work of an import.
pub fn note<R: Business>(op: &mut Op, deed: &str, old: Option<&R>, new: Option<&R>) -> Result<()> {
    if op.is_trial() {
        return Ok(());
    }
    let Some(record_id) = new.or(old).map(Business::number) else { return Ok(()) };
    let (mut before, mut after) = (fields(old), fields(new));
    if old.is_some() && new.is_some() {
        let was = before.clone();
        before.retain(|name, value| after.get(name) != Some(value));
        after.retain(|name, value| was.get(name) != Some(value));
        if before.is_empty() && after.is_empty() {
            return Ok(());
        }
    }
    R::hide(&mut before);
    R::hide(&mut after);
    for name in R::SECRET_FIELDS {
        for side in [&mut before, &mut after] {
            if let Some(value) = side.get_mut(*name) {
                *value = json!(SECRET);
            }
        }
    }
    let change = Change {
        change_id: op.next_id::<Change>()?,
        table: R::TABLE.to_owned(),
        record_id,
        at: op.now,
        by: op.caller.name(),
        deed: deed.to_owned(),
        before: Value::Object(before).to_string(),
        after: Value::Object(after).to_string(),
    };
    op.put_quietly(&change)?;
    Ok(())
}

/// Whose history.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListHistory {
    /// Kind of record: one that a feature brings.
    pub kind: String,
    /// Number of the record, as its list gives it.
    pub id: u64,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// One changed field, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "HistoryField")]
pub struct FieldChange {
    /// What people call it.
    pub label: Cow<'static, str>,
    /// Before, empty for no value; absent for a new record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// After, empty for no value; absent for a removed record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// One change as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HistoryRow")]
pub struct ChangeOut {
    /// Number of the change 合同变更.
    pub change_id: u64,
    /// `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// Login name.
    pub by: String,
    /// Real name of the person who did it.
    pub by_name: String,
    /// What was done.
    pub deed: String,
    /// What changed, field by field.
    pub fields: Vec<FieldChange>,
}

/// A kind of record whose history can be asked for: name on the wire, right that is needed, table, and whether the
/// caller may see the record.
pub struct HistoryKind {
    /// Name on the wire.
    pub name: &'static str,
    /// Right that is needed.
    pub permission: &'static str,
    /// Table of the records.
    pub table: &'static str,
    /// Refuses a record that the caller may not see through the right.
    pub visible: fn(&View<'_>, u64, &'static str) -> Result<()>,
    /// Its fields in words, in the order of the form; [`COMMON`] beside.
    pub fields: &'static [Field],
}

impl HistoryKind {
    /// Of business records, seen as in their list.
    pub const fn of<R: Business>(name: &'static str, permission: &'static str, fields: &'static [Field]) -> Self {
        let visible = |view: &View<'_>, id, permission| find_through::<R>(view, id, permission).map(drop);
        Self { name, permission, table: R::TABLE, visible, fields }
    }
}

/// The same for kinds whose right and fields are known only with the record.
pub struct HistoryOf {
    /// Name on the wire.
    pub name: &'static str,
    /// Table of the records.
    pub table: &'static str,
    /// Refuses who may not open the list of the record, and a record that he may not see.
    pub visible: fn(&View<'_>, u64) -> Result<()>,
    /// Fields of a change in words.
    pub told: fn(&mut HistoryLabels<'_>, &Map<String, Value>, &Map<String, Value>) -> Result<Vec<FieldChange>>,
    /// The first line of a record that was made without an entry.
    pub first: Option<fn(&View<'_>, u64) -> Result<Option<ChangeOut>>>,
}

/// Notes an operation without its fields: where the record holds them all the same.
///
/// # Errors
/// A store that can't be written.
pub fn note_bare(op: &mut Op, table: &'static str, record_id: u64, deed: &str) -> Result<()> {
    if op.is_trial() {
        return Ok(());
    }
    let change = Change {
        change_id: op.next_id::<Change>()?,
        table: table.to_owned(),
        record_id,
        at: op.now,
        by: op.caller.name(),
        deed: deed.to_owned(),
        before: "{}".to_owned(),
        after: "{}".to_owned(),
    };
    op.put_quietly(&change)?;
    Ok(())
}

/// GET /portal/history: newest first.
///
/// # Errors
/// An unknown kind, a missing right, a record out of scope.
pub fn list(view: &View, query: ListHistory) -> Result<Page<ChangeOut>> {
    let unknown = || AppError::refused("没有这种记录的变更历史");
    let mut kinds = view.app.product.extensions::<HistoryKind>();
    let Some(kind) = kinds.find(|kind| kind.name == query.kind) else {
        let mut kinds = view.app.product.extensions::<HistoryOf>();
        return list_of(view, kinds.find(|kind| kind.name == query.kind).ok_or_else(unknown)?, &query);
    };
    if !view.caller.rights.holds(kind.permission) {
        return Err(AppError::forbidden());
    }
    (kind.visible)(view, query.id, kind.permission)?;
    let (rows, total) = changes(view, kind.table, &query)?;
    let mut labels = HistoryLabels { view: *view, names: NameCache::new(view), record_id: query.id };
    let rows = rows.into_iter().map(|change| shown(&mut labels, kind, change)).collect::<Result<_>>()?;
    Ok(Page { rows, total })
}

/// A page of the changes of a record, newest first, and how many there are.
fn changes(view: &View, table: &str, query: &ListHistory) -> Result<(Vec<Change>, u64)> {
    let prefix = key().str(table).u64(query.id);
    let total = view.tx.count_by(&BY_RECORD, &prefix)?;
    let skip = usize::try_from(query.paging.offset(total)).unwrap_or(usize::MAX);
    let take = usize::try_from(query.paging.size()).unwrap_or(usize::MAX);
    Ok((view.tx.by(&BY_RECORD, &prefix, true, skip, take)?, total))
}

fn list_of(view: &View, kind: &HistoryOf, query: &ListHistory) -> Result<Page<ChangeOut>> {
    (kind.visible)(view, query.id)?;
    let (changes, total) = changes(view, kind.table, query)?;
    let mut labels = HistoryLabels { view: *view, names: NameCache::new(view), record_id: query.id };
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let side = |text: &str| -> Map<String, Value> { serde_json::from_str(text).unwrap_or_default() };
        let fields = (kind.told)(&mut labels, &side(&change.before), &side(&change.after))?;
        rows.push(out(&mut labels, change, fields)?);
    }
    let first = kind.first.map_or(Ok(None), |first| first(view, query.id))?;
    let is_last = query.paging.offset(total) + rows.len() as u64 >= total;
    let total = total + u64::from(first.is_some());
    rows.extend(first.filter(|_| is_last));
    Ok(Page { rows, total })
}

fn out(labels: &mut HistoryLabels<'_>, change: Change, fields: Vec<FieldChange>) -> Result<ChangeOut> {
    Ok(ChangeOut {
        change_id: change.change_id,
        at: change.at.to_text(),
        by_name: labels.names.person(&change.by)?,
        by: change.by,
        deed: change.deed,
        fields,
    })
}

fn shown(labels: &mut HistoryLabels<'_>, kind: &HistoryKind, change: Change) -> Result<ChangeOut> {
    let side = |text: &str| -> Map<String, Value> { serde_json::from_str(text).unwrap_or_default() };
    let (before, after) = (side(&change.before), side(&change.after));
    let mut fields = Vec::new();
    for field in kind.fields.iter().chain(&COMMON) {
        let Some(label) = field.label else { continue };
        let (before, after) = (describe(labels, field, &before)?, describe(labels, field, &after)?);
        // what a new record does not have, and what differs in no word, tells nothing; a secret says that it changed
        let words = |side: &Option<String>| side.clone().unwrap_or_default();
        if words(&before) != words(&after) || words(&after) == KEPT {
            fields.push(FieldChange { label: label.into(), before, after });
        }
    }
    out(labels, change, fields)
}
