//! Asking for an operation on a row: tried by the rules of its own route, with the rights of who asks, and sent.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Binding, Doc};
use crate::features::approvals::instance::gate::{self, WAITS, form_as};
use crate::op::{Op, View};
use crate::records::owned;
use crate::route::{SUCCESS, Said};

use super::super::convert;
use super::super::kind::Nature;
use super::super::links;
use super::super::memory::Registers;
use super::super::published::{Dictionaries, Published, permission};
use super::super::record::RegRow;
use super::super::rows::ops::{self, ManyRows, RowInput};
use super::super::rows::read;
use super::super::rows::write::{Change, Writer};
use super::asked::RowRequest;
use super::{PREFIX, RowAction, kinds, must_not_wait};

/// Rows of one operation at most: each becomes a process.
const MOST: usize = 50;

/// What became of an operation on rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowsFiled {
    /// Processes that decide; none when it was done at once.
    pub instance_ids: Vec<u64>,
}

impl RowsFiled {
    /// With the sentence that says what became of it.
    pub fn said(self) -> Said<Self> {
        Said(if self.instance_ids.is_empty() { SUCCESS } else { WAITS }, self)
    }
}

/// The right to ask for what a form says.
///
/// # Errors
/// A sentence for a form that says nothing, or nothing known.
pub fn right(view: &View, binding: &Binding, payload: &Value) -> Result<Option<&'static str>> {
    let (deed, _) = deed_of(payload)?;
    let code = binding.key.strip_prefix(PREFIX).unwrap_or_default();
    Ok(Some(view.app.state::<Registers>()?.interned(permission(code, deed.act()))))
}

fn deed_of(payload: &Value) -> Result<(RowAction, &Value)> {
    let deeds = [
        ("create", RowAction::Create),
        ("change", RowAction::Change),
        ("remove", RowAction::Remove),
        ("restore", RowAction::Restore),
    ];
    let found = deeds.into_iter().find_map(|(name, deed)| payload.get(name).map(|form| (deed, form)));
    found.ok_or_else(|| AppError::refused("请求参数不正确，请检查后重试"))
}

/// What a form sends, tried and ready to be sent on; done at once where nobody decides about it.
///
/// # Errors
/// What the rules of its route say.
pub fn enter(op: &mut Op, binding: &'static Binding, (_, payload): (u64, Value)) -> Result<Option<Doc>> {
    let (deed, form) = deed_of(&payload)?;
    // Whose form it is says the process, not what is sent.
    let code = binding.key.strip_prefix(PREFIX).unwrap_or_default();
    let mut form = form.clone();
    if let Value::Object(form) = &mut form {
        form.insert("code".to_owned(), code.into());
    }
    let published = Published::of(&op.view(), code)?;
    let is_free = !deed.needs(published.definition.approval);
    let asked = match deed {
        RowAction::Create | RowAction::Change => {
            let input: RowInput = form_as(form)?;
            if is_free {
                let filed = if deed == RowAction::Create {
                    ops::create(op, input).map(drop)
                } else {
                    ops::update(op, input).map(drop)
                };
                return filed.map(|()| None);
            }
            tried(op, published, deed, &input)?
        }
        RowAction::Remove | RowAction::Restore => {
            let input: ManyRows = form_as(form)?;
            if is_free {
                let done = if deed == RowAction::Remove { ops::remove(op, input) } else { ops::restore(op, input) };
                return done.map(|_| None);
            }
            let &[row_id] = input.ids.as_slice() else {
                return Err(AppError::refused("须经审批，请逐行提交"));
            };
            moved(op, published, deed, row_id)?
        }
    };
    op.discard()?;
    gate::document(op, binding, asked.row_id, &asked).map(Some)
}

/// Sends what was tried, each by its own process.
///
/// # Errors
/// R10 to R12.
pub fn file(op: &mut Op, published: &Published, all: Vec<RowRequest>) -> Result<RowsFiled> {
    op.discard()?;
    if all.len() > MOST {
        return Err(AppError::refused(format!("须经审批的数据一次最多提交 {MOST} 行")));
    }
    let binding = kinds::binding(&op.view(), &published.register, Some(&published.definition))?;
    let mut filed = RowsFiled::default();
    for asked in all {
        filed.instance_ids.extend(gate::file(op, binding, asked.row_id, &asked)?.instance_id);
    }
    Ok(filed)
}

/// A form, tried: what it would make of the row. Nothing of the trial may stay.
///
/// # Errors
/// What the rules of rows say; a sentence when nothing would change.
pub fn tried(op: &mut Op, published: Published, deed: RowAction, input: &RowInput) -> Result<RowRequest> {
    let old = match deed {
        RowAction::Create => None,
        _ => {
            let old = read::find(&op.view(), &published, input.id.unwrap_or(0))?;
            owned::check_version(&op.view(), &old, input.version)?;
            must_not_wait(&op.view(), &published, old.row_id, &old.title)?;
            Some(old)
        }
    };
    let change = ops::change(&op.view(), &published, input, old.as_ref())?;
    asked_of(op, published, old, change)
}

/// What a change would make of a row.
///
/// # Errors
/// What the rules of rows say; a sentence when nothing would change.
pub fn asked_of(op: &mut Op, published: Published, old: Option<RegRow>, change: Change) -> Result<RowRequest> {
    let named: Vec<u16> = change.values.iter().map(|(no, _)| *no).collect();
    let dropped: Vec<u16> = change.kept.iter().map(|(no, _)| *no).filter(|no| !named.contains(no)).collect();
    let files = change.files.clone();
    let mut writer = Writer::open(&op.view(), published)?.decided();
    let row = match &old {
        None => writer.create(op, change)?,
        Some(old) => writer
            .update(op, old, change, RowAction::Change.label())?
            .ok_or_else(|| AppError::refused("内容没有变化，无需提交审批"))?,
    };
    let published = writer.published;
    let mut asked = bare(op, &published, if old.is_some() { RowAction::Change } else { RowAction::Create }, &row);
    asked.row_id = old.as_ref().map_or(0, |old| old.row_id);
    if old.is_none() && row.title == format!("第 {} 行", row.no()) {
        // The number is of the trial; the row will have another one.
        asked.title = "新行".to_owned();
    }
    for no in named {
        match row.cells.get(no) {
            Some(cell) => asked.cells.set(no, Some(cell.clone())),
            None if old.is_some() => asked.emptied.push(no),
            None => {}
        }
    }
    (asked.dropped, asked.files) = (dropped, files);
    if let Some(old) = &old {
        asked.before = before(&op.view(), &published, old, &row)?;
    }
    let known = old.map_or_else(Vec::new, |old| old.files);
    asked.holds = row.files.iter().copied().filter(|file| !known.contains(file)).collect();
    Ok(asked)
}

fn bare(op: &Op, published: &Published, deed: RowAction, row: &RegRow) -> RowRequest {
    RowRequest {
        register_id: published.id(),
        deed,
        row_id: row.row_id,
        title: row.title.clone(),
        dept_id: row.owned.dept_id,
        cells: Default::default(),
        emptied: Vec::new(),
        dropped: Vec::new(),
        before: Vec::new(),
        files: None,
        holds: Vec::new(),
        user_id: op.caller.user_id(),
        by: op.caller.name(),
    }
}

/// What fields say now that would say something else, sealed ones masked.
fn before(view: &View, published: &Published, old: &RegRow, new: &RegRow) -> Result<Vec<(u16, String)>> {
    let definition = &published.definition;
    let dictionaries = Dictionaries::of(view, definition.active())?;
    let mut moved = Vec::new();
    if old.owned.dept_id != new.owned.dept_id {
        moved.push((0, links::title(view, links::DEPT, old.owned.dept_id)?));
    }
    for field in definition.active().filter(|field| field.kind.nature() != Nature::Files) {
        let (was, is) = (convert::cell(definition, old, field), convert::cell(definition, new, field));
        let misfit = convert::misfit(definition, old, field).map(|kept| kept.shown().to_owned());
        if was == is && misfit == convert::misfit(definition, new, field).map(|kept| kept.shown().to_owned()) {
            continue;
        }
        let text = was.map(|cell| read::text_with_unit(view, &dictionaries, field, &cell)).transpose()?;
        moved.push((field.no, text.or(misfit).unwrap_or_default()));
    }
    Ok(moved)
}

/// A row that would go into the recycle bin, or come back, by the rules of the operation.
///
/// # Errors
/// What the rules of rows say.
pub fn moved(op: &mut Op, published: Published, deed: RowAction, row_id: u64) -> Result<RowRequest> {
    let view = op.view();
    let mut writer = Writer::open(&view, published)?.decided();
    let find = if deed == RowAction::Remove { read::find } else { read::find_any };
    let old = find(&view, &writer.published, row_id)?;
    must_not_wait(&view, &writer.published, row_id, &old.title)?;
    match deed {
        RowAction::Remove => ops::may_remove(&view, &old)?,
        _ if old.deleted.is_none() => {
            return Err(AppError::refused(format!("“{}”不在回收站中，请刷新后重试", old.title)));
        }
        _ => drop(writer.restore(op, &old)?),
    }
    Ok(bare(op, &writer.published, deed, &old))
}

/// A form over what was asked for already: fields that it doesn't name, and masked ones, stay as they were asked for.
///
/// # Errors
/// What the rules of rows say.
pub fn asked_again(op: &mut Op, published: Published, asked: &RowRequest, input: &RowInput) -> Result<RowRequest> {
    let view = op.view();
    let old = match asked.deed {
        RowAction::Create => None,
        _ => Some(read::find(&view, &published, asked.row_id)?),
    };
    let laid = asked.laid(&view, &published)?;
    let over = ops::change_over(&view, &published, input, (&laid, old.is_none()))?;
    let mut change = asked.change(&published)?;
    change.values.retain(|(no, _)| over.values.iter().all(|(named, _)| named != no));
    change.values.extend(over.values);
    change.kept.extend(over.kept);
    change.dept_id = over.dept_id.or(change.dept_id);
    change.files = over.files.or(change.files);
    asked_of(op, published, old, change)
}
