//! The rows of a register in columns: what its lists filter, sort, add up and count by.
//!
//! Every field that can be asked for is a column: nothing has to be built when somebody adds a filter. Fields that say
//! something of a person are private: nobody sorts or counts by them. What is not searched (long texts, files) stays on
//! disk alone.

use std::sync::Arc;

use jiff::civil::Date;

use crate::columns::field::{day, link, second, whole};
use crate::columns::{self, Info, Kind, Means, NONE, Schema, Value};
use crate::platform::identity::dept::Dept;
use crate::store::record::decode;
use crate::store::{Key, Record, Res, id};

use super::cell::{Cell, DayCell};
use super::convert;
use super::definition::{Definition, Field};
use super::kind::{FieldKind, Nature, QueryWay};
use super::links;
use super::published::Published;
use super::record::{RegRow, row_id};
use super::value;

/// Columns that every register has, before those of its fields.
pub const FIXED: [&str; 6] = ["deptId", "creator", "createTime", "updateTime", "deleted", "misfit"];
/// Place of the department.
pub const DEPT: usize = 0;
/// Place of the maker.
pub const CREATOR: usize = 1;
/// Place of whether it lies in the recycle bin.
pub const DELETED: usize = 4;
/// Place of whether it has original texts that fit nothing: [`FITS`], or one of the others.
pub const MISFIT: usize = 5;
/// No original text.
pub const FITS: i64 = 0;
/// One in a field that everybody sees.
pub const MISFIT_SEEN: i64 = 1;
/// Only in fields that are hidden without the right to personal data.
pub const MISFIT_HIDDEN: i64 = 2;

/// How a field is kept in columns; `None` for one that is not.
pub fn kind_of(field: &Field) -> Option<Kind> {
    match field.kind {
        FieldKind::Text | FieldKind::Code => Some(match field.query && field.query_way != QueryWay::Like {
            true => Kind::Name(None),
            false => Kind::Text,
        }),
        FieldKind::Long | FieldKind::Rich => (field.query || field.searched).then_some(Kind::Text),
        FieldKind::Choice => Some(Kind::Name(None)),
        FieldKind::Choices | FieldKind::Persons => Some(Kind::Numbers),
        kind if kind.nature() == Nature::Files => None,
        _ => Some(Kind::Number),
    }
}

/// The columns of a definition.
pub fn schema(definition: &Definition) -> Schema {
    let fixed = FIXED.iter().map(|name| Info {
        name: (*name).to_owned(),
        kind: Kind::Number,
        link: (*name == "deptId").then_some(link::<Dept>("deptName")),
        means: if *name == "deleted" { Means::Flag } else { Means::Number },
        private: matches!(*name, "creator" | "misfit"),
    });
    let fields = definition.active().filter_map(|field| {
        kind_of(field).map(|kind| Info {
            name: field.code.clone(),
            kind,
            link: links::kind(&field.link).filter(|_| field.kind == FieldKind::Link).map(|kind| kind.column),
            means: if field.kind == FieldKind::Flag { Means::Flag } else { Means::Number },
            private: definition.is_personal(field),
        })
    });
    Schema::new(fixed.chain(fields).collect())
}

/// The place of a field's column.
pub fn place(definition: &Definition, no: u16) -> Option<usize> {
    let kept = definition.active().filter(|field| kind_of(field).is_some());
    kept.into_iter().position(|field| field.no == no).map(|at| at + FIXED.len())
}

/// The values of a row, in the order of [`schema`].
pub fn values(definition: &Definition, row: &RegRow) -> Vec<Value> {
    let owned = &row.owned;
    let moment = |at: Option<crate::kernel::dates::Stamp>| Value::Number(at.map_or(NONE, second));
    let mut all = Vec::with_capacity(FIXED.len() + definition.fields.len());
    all.extend([
        Value::Number(whole(owned.dept_id)),
        Value::Number(whole(owned.creator)),
        moment(Some(owned.base.create_time)),
        moment(owned.base.update_time),
        Value::Number(i64::from(row.deleted.is_some())),
        Value::Number(FITS),
    ]);
    let mut misfit = FITS;
    for field in definition.active() {
        let (cell, kept) = convert::read(definition, row, field, None);
        if kept.is_some() && misfit != MISFIT_SEEN {
            misfit = if definition.hides(field) { MISFIT_HIDDEN } else { MISFIT_SEEN };
        }
        if let Some(kind) = kind_of(field) {
            all.push(one(&kind, cell.as_deref()));
        }
    }
    all[MISFIT] = Value::Number(misfit);
    all
}

fn one(kind: &Kind, cell: Option<&Cell>) -> Value {
    let text = |cell: Option<&Cell>| match cell {
        Some(Cell::Text(text)) => text.clone(),
        _ => String::new(),
    };
    match kind {
        Kind::Name(_) => Value::Name(text(cell)),
        Kind::Text => Value::Text(text(cell)),
        Kind::Numbers => Value::Numbers(match cell {
            Some(Cell::Many(all)) => all.iter().map(|value| value::hashed(value)).collect(),
            Some(Cell::Links(_, all)) => all.iter().map(|target| whole(*target)).collect(),
            _ => Vec::new(),
        }),
        Kind::Number | Kind::Computed(_) => Value::Number(cell.and_then(value::number).unwrap_or(NONE)),
    }
}

/// The rows of one register as columns see them.
pub struct Origin {
    register_id: u64,
    definition: Arc<Definition>,
    /// Places of [`schema`] that are kept; all of them when none is named.
    picked: Vec<usize>,
}

impl Origin {
    /// Those of a published register.
    pub fn of(published: &Published) -> Self {
        Self { register_id: published.id(), definition: published.definition.clone(), picked: Vec::new() }
    }

    /// Some columns of a register, by their places.
    pub const fn picked(register_id: u64, definition: Arc<Definition>, picked: Vec<usize>) -> Self {
        Self { register_id, definition, picked }
    }

    pub const fn register_id(&self) -> u64 {
        self.register_id
    }
}

impl columns::Origin for Origin {
    fn table(&self) -> &'static str {
        RegRow::TABLE
    }

    fn bounds(&self) -> (Option<Key>, Option<Key>) {
        (Some(id(row_id(self.register_id, 0))), Some(id(row_id(self.register_id + 1, 0))))
    }

    fn schema(&self) -> Schema {
        let all = schema(&self.definition);
        if self.picked.is_empty() {
            return all;
        }
        Schema::new(self.picked.iter().filter_map(|at| all.columns.get(*at)).cloned().collect())
    }

    fn values(&self, key: &[u8], bytes: &[u8], _: Date) -> Res<Vec<Value>> {
        let mut all = decode::<RegRow>(key, bytes).map(|row| values(&self.definition, &row))?;
        if self.picked.is_empty() {
            return Ok(all);
        }
        let take = |at: &usize| all.get_mut(*at).map(|value| std::mem::replace(value, Value::Nothing));
        Ok(self.picked.iter().filter_map(take).collect())
    }
}

/// A day as columns hold it, for bounds of queries.
pub fn day_number(cell: &DayCell) -> i64 {
    day(Some(cell.0))
}
