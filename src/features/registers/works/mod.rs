//! Work on rows that goes on in the background: asked for in the operation that makes it necessary, done in portions, gone on
//! with after a restart.
//!
//! Invariants: one thread does one work at a time; how far it is stands in the same commit as what it did; rows it writes
//! keep their lock and the time of their last change; what it can't do it says in `trouble`, and lets go of the register.

pub mod run;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::store::{Reads, id};

use super::convert;
use super::published::Published;
use super::record::{RegWork, Register, WorkKind};

/// Work as pages see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterWork")]
pub struct WorkOut {
    /// What is done.
    pub kind: WorkKind,
    /// Field it is done to; 0 for none.
    pub field: u16,
    /// Rows done.
    pub done: u64,
    /// Rows there are.
    pub total: u64,
    /// Login name of who asked for it.
    pub by: String,
    /// When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub at: String,
    /// Why it ended early; empty while it goes on.
    pub trouble: String,
}

/// Work on a register.
///
/// # Errors
/// A store that can't be read.
pub fn open(view: &View, register_id: u64) -> Result<Vec<RegWork>> {
    let mut works = Vec::new();
    view.tx.each(|work: RegWork| {
        if work.register_id == register_id {
            works.push(work);
        }
        true
    })?;
    Ok(works)
}

/// The same on the wire.
///
/// # Errors
/// A store that can't be read.
pub fn of_register(view: &View, register_id: u64) -> Result<Vec<WorkOut>> {
    let out = |work: RegWork| WorkOut {
        kind: work.kind,
        field: work.field,
        done: work.done,
        total: work.total,
        by: work.by,
        at: work.at.to_text(),
        trouble: work.trouble,
    };
    Ok(open(view, register_id)?.into_iter().map(out).collect())
}

fn share(work: &RegWork) -> String {
    match work.total {
        0 => "0%".to_owned(),
        total => format!("{}%", work.done.min(total).saturating_mul(100) / total),
    }
}

/// How far work of a kind is, as a sentence has it: `43%`.
///
/// # Errors
/// A store that can't be read.
pub fn progress(view: &View, register_id: u64, kind: WorkKind) -> Result<String> {
    let work: Option<RegWork> = view.tx.get(&RegWork::key_of(register_id, kind, 0))?;
    Ok(work.as_ref().map_or_else(|| "0%".to_owned(), share))
}

/// How far a conversion is that nobody may write rows beside, because only the work has the names.
///
/// # Errors
/// A store that can't be read.
pub fn waits_for_names(view: &View, published: &Published) -> Result<Option<String>> {
    let definition = &published.definition;
    let waiting = definition.active().filter(|field| convert::waits_for_names(definition, field));
    for field in waiting {
        let work: Option<RegWork> = view.tx.get(&RegWork::key_of(published.id(), WorkKind::Convert, field.no))?;
        if let Some(work) = work.filter(|work| work.trouble.is_empty()) {
            return Ok(Some(share(&work)));
        }
    }
    Ok(None)
}

/// Asks for work on a register that the operation is about to store.
///
/// # Errors
/// A sentence when other work goes on that nobody may work beside.
pub fn ask(op: &mut Op, register: &mut Register, kind: WorkKind, field: u16, plan: String) -> Result<()> {
    if let Some(lock) = register.lock {
        return Err(AppError::refused(format!("登记表“{}”正在{}，请稍后再试", register.name, lock.label())));
    }
    let total = super::rows::write::living(&op.view(), register.register_id)?;
    let work = RegWork {
        register_id: register.register_id,
        kind,
        field,
        version: register.current,
        cursor: 0,
        done: 0,
        total,
        plan,
        user_id: op.caller.user_id(),
        by: op.caller.name(),
        at: op.now,
        trouble: String::new(),
    };
    op.put_quietly(&work)?;
    if kind.locks() {
        register.lock = Some(kind);
    }
    Ok(())
}

/// Forgets work that ended in trouble, once somebody has read of it.
///
/// # Errors
/// A store that can't be written.
pub fn forget_troubles(op: &mut Op, register_id: u64) -> Result<usize> {
    let works = open(&op.view(), register_id)?;
    let troubled: Vec<RegWork> = works.into_iter().filter(|work| !work.trouble.is_empty()).collect();
    for work in &troubled {
        op.delete_quietly::<RegWork>(&RegWork::key_of(register_id, work.kind, work.field))?;
    }
    Ok(troubled.len())
}

/// The register of a work, if it is still there.
pub(super) fn register_of(view: &View, work: &RegWork) -> Result<Option<Register>> {
    Ok(view.tx.get(&id(work.register_id))?)
}
