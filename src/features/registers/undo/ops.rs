//! What can be undone, what undoing would do, and doing it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::log::drop_rows;
use super::record::{BatchKind, OF_BATCH, OF_REGISTER, RegBatch, RowBefore};
use crate::app::App;
use crate::error::{AppError, Kind, Result};
use crate::features::registers::approval::must_not_wait;
use crate::features::registers::published::Published;
use crate::features::registers::record::{RegRow, row_id};
use crate::features::registers::rows::meta::OfRegister;
use crate::features::registers::rows::ops::may_remove;
use crate::features::registers::rows::write::Writer;
use crate::features::registers::rows::{ops as rows, read};
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::records::names::person_name;
use crate::records::owned::Owned;
use crate::route::{Data, Text};
use crate::store::{Reads, Record as _, id};

/// Operations that are listed.
const LISTED: usize = 20;
/// Rows that are named of those that stay.
const NAMED: usize = 50;
/// Days for which an operation can be undone.
const KEPT_DAYS: i64 = 30;
const DAY: i64 = 86_400_000;
/// Operations of one commit of the sweep.
const PORTION: usize = 20;

/// An operation on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterBatch")]
pub struct BatchOut {
    /// Number of the operation that may be undone.
    pub batch_id: u64,
    /// 导入 粘贴 批量修改 表格编辑
    pub kind: BatchKind,
    /// When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub at: String,
    /// Real name of who did it.
    pub by: String,
    /// Rows it made.
    pub made: u64,
    /// Rows it changed.
    pub changed: u64,
    /// When it was undone; empty when it was not.
    pub undone_at: String,
    /// Real name of who undid it.
    pub undone_by: String,
}

/// An operation of one's own may be undone by who may edit; that of another by who may also remove rows.
fn may_undo(view: &View, published: &Published, batch: &RegBatch) -> bool {
    batch.user_id == view.caller.user_id() || published.holds(view, "remove")
}

/// GET /reg/{code}/batches: the last operations that the caller may undo, the newest first.
///
/// # Errors
/// A sentence for a register that there is not.
pub fn list(view: &View, input: OfRegister) -> Result<Data<Vec<BatchOut>>> {
    let published = Published::of(view, &input.code)?;
    let mut all: Vec<RegBatch> = view.tx.by(&OF_REGISTER, &id(published.id()), true, 0, usize::MAX)?;
    all.retain(|batch| may_undo(view, &published, batch));
    all.truncate(LISTED);
    let out = |batch: RegBatch| {
        Ok(BatchOut {
            by: person_name(view, &batch.by)?,
            made: batch.made_rows(),
            undone_at: batch.undone.as_ref().map(|(at, _)| at.to_text()).unwrap_or_default(),
            undone_by: batch.undone.as_ref().map_or(Ok(String::new()), |(_, by)| person_name(view, by))?,
            at: batch.at.to_text(),
            batch_id: batch.batch_id,
            kind: batch.kind,
            changed: batch.changed,
        })
    };
    Ok(Data(all.into_iter().map(out).collect::<Result<_>>()?))
}

/// An operation of a register.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneBatch {
    /// Code of the register.
    pub code: String,
    /// Number of the operation.
    pub id: u64,
}

/// A row that stays as it is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StayingRow {
    /// Its number within the register.
    pub no: u64,
    /// What sentences call it.
    pub title: String,
    /// Why it stays.
    pub why: String,
}

/// What undoing would do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoPreview {
    /// Rows that go into the recycle bin.
    pub removed: usize,
    /// Rows that are written again as they were.
    pub put_back: usize,
    /// Rows that stay as they are.
    pub stays: usize,
    /// The first of them.
    pub staying: Vec<StayingRow>,
}

/// What undoing an operation does.
struct Plan {
    remove: Vec<RegRow>,
    /// What a row is now, and what it was.
    put_back: Vec<(RegRow, RegRow)>,
    staying: Vec<StayingRow>,
}

fn staying(row: &RegRow, why: String) -> StayingRow {
    StayingRow { no: row.no(), title: row.title.clone(), why }
}

/// Why a row stays; `None` when nobody touched it since.
fn touched(view: &View, published: &Published, row: &RegRow, version: u64) -> Result<Option<StayingRow>> {
    if !read::is_visible(view, published, row) {
        // Nothing is told of a row that the caller may not see.
        return Ok(Some(StayingRow {
            no: row.no(), title: String::new(), why: "不在可见的数据范围内".into()
        }));
    }
    if let Some((at, by)) = &row.deleted {
        return Ok(Some(staying(row, format!("{} 由{}删除", at.to_text(), person_name(view, by)?))));
    }
    if row.owned.version != version {
        let Owned { base, .. } = &row.owned;
        let at = base.update_time.map(|at| at.to_text()).unwrap_or_default();
        return Ok(Some(staying(row, format!("{at} 由{}修改", person_name(view, &base.update_by)?))));
    }
    Ok(must_not_wait(view, published, row.row_id, &row.title)
        .err()
        .map(|fault| staying(row, fault.message.to_string())))
}

fn plan(view: &View, published: &Published, batch: &RegBatch) -> Result<Plan> {
    let mut plan = Plan { remove: Vec::new(), put_back: Vec::new(), staying: Vec::new() };
    for no in batch.made.iter().flat_map(|(first, last)| *first..=*last) {
        let row: Option<RegRow> = view.tx.get(&id(row_id(batch.register_id, no)))?;
        let Some(row) = row else { continue };
        match touched(view, published, &row, 1)? {
            Some(stays) => plan.staying.push(stays),
            None => match may_remove(view, &row) {
                Ok(()) => plan.remove.push(row),
                Err(fault) => plan.staying.push(staying(&row, fault.message.to_string())),
            },
        }
    }
    for before in view.tx.by::<RowBefore>(&OF_BATCH, &id(batch.batch_id), false, 0, usize::MAX)? {
        let row: Option<RegRow> = view.tx.get(&id(before.row.row_id))?;
        let Some(row) = row else { continue };
        match touched(view, published, &row, before.version)? {
            Some(stays) => plan.staying.push(stays),
            None => plan.put_back.push((row, before.row)),
        }
    }
    Ok(plan)
}

/// An operation that can be undone by the caller.
fn found(view: &View, published: &Published, batch_id: u64) -> Result<RegBatch> {
    let batch: Option<RegBatch> = view.tx.get(&id(batch_id))?;
    let batch = batch.filter(|batch| batch.register_id == published.id() && may_undo(view, published, batch));
    let batch = batch.ok_or_else(|| AppError::refused("该操作不存在，或已超过可撤销的期限，请刷新后重试"))?;
    if let Some((at, by)) = &batch.undone {
        let (at, by) = (at.to_text(), person_name(view, by)?);
        return Err(AppError::refused(format!("该操作已于 {at} 由{by}撤销")));
    }
    Ok(batch)
}

/// GET /reg/{code}/batches/{id}: what undoing it would do.
///
/// # Errors
/// A sentence for an operation that is gone or undone.
pub fn preview(view: &View, input: OneBatch) -> Result<Data<UndoPreview>> {
    let published = Published::of(view, &input.code)?;
    let batch = found(view, &published, input.id)?;
    let Plan { remove, put_back, mut staying } = plan(view, &published, &batch)?;
    let stays = staying.len();
    staying.truncate(NAMED);
    Ok(Data(UndoPreview { removed: remove.len(), put_back: put_back.len(), stays, staying }))
}

/// An operation to undo.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UndoInput {
    /// Code of the register.
    pub code: String,
    /// Number of the operation.
    pub batch_id: u64,
    /// Rows that were touched since may stay as they are.
    pub rest: bool,
}

/// PUT /reg/{code}/undo: one operation.
///
/// # Errors
/// A sentence when rows were touched since and `rest` does not say that they may stay, or when a row may not be as it was.
pub fn undo(op: &mut Op, input: UndoInput) -> Result<Text> {
    let published = Published::of(&op.view(), &input.code)?;
    op.titled(format!("登记表·{}", published.register.name));
    let batch = found(&op.view(), &published, input.batch_id)?;
    let Plan { remove, put_back, staying } = plan(&op.view(), &published, &batch)?;
    if let (Some(first), false) = (staying.first(), input.rest) {
        let (count, no, why) = (staying.len(), first.no, &first.why);
        return Err(AppError::refused(format!("{count} 行在此之后有变化（第 {no} 行：{why}），请确认只撤销其余的行")));
    }
    if remove.is_empty() && put_back.is_empty() {
        return Err(AppError::refused("没有可以撤销的行：每一行在此之后都有变化"));
    }
    let mut writer = Writer::open(&op.view(), published)?;
    let deed = format!("撤销{}", batch.kind.label());
    let by = op.caller.name();
    for row in &remove {
        writer.may_remove(&op.view(), row)?;
        rows::put_away(op, row, &by, &deed)?;
    }
    for (now, before) in &put_back {
        let told = |fault: AppError| match fault.kind {
            Kind::Refused => {
                let message = format!("第 {} 行不能恢复原来的内容：{}", now.no(), fault.message);
                fault.with_message(message)
            }
            _ => fault,
        };
        writer.put_back(op, now, before, &deed).map_err(told)?;
    }
    drop_rows(op, batch.batch_id)?;
    op.put_quietly(&RegBatch { undone: Some((op.now, by)), ..batch })?;
    let stay = if staying.is_empty() { String::new() } else { format!("，{} 行保持不变", staying.len()) };
    Ok(Text(format!("已撤销：{} 行移入回收站，{} 行恢复原来的内容{stay}", remove.len(), put_back.len())))
}

/// Forgets operations that are too old to be undone; answers how many.
///
/// # Errors
/// A failing disk.
pub fn sweep(app: &Arc<App>, key: &'static str) -> Result<usize> {
    let caller = Arc::new(Caller::job(key));
    let overdue = |view: &View| -> Result<Vec<RegBatch>> {
        let before = view.now.0.saturating_sub(KEPT_DAYS * DAY);
        let mut old = Vec::new();
        view.tx.each::<RegBatch>(|batch| {
            if batch.at.0 < before {
                old.push(batch);
            }
            old.len() < PORTION
        })?;
        Ok(old)
    };
    let mut gone = 0;
    while !app.read(&caller, overdue)?.is_empty() {
        gone += app.act(&caller, "登记表撤销期限", AuditAction::Clean, move |op| {
            let old = overdue(&op.view())?;
            for batch in &old {
                drop_rows(op, batch.batch_id)?;
                op.delete_quietly::<RegBatch>(&batch.id())?;
            }
            Ok(old.len())
        })?;
    }
    Ok(gone)
}
