//! Work on rows that goes on in the background: what is under way, how far it is.

use schemars::JsonSchema;
use serde::Serialize;

use crate::fault::Outcome;
use crate::op::View;
use crate::store::{Reads, id};

use super::record::{RegWork, WorkKind};

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
    /// When.
    pub at: String,
    /// Why it ended early; empty while it goes on.
    pub trouble: String,
}

/// Work on a register.
///
/// # Errors
/// A store that can't be read.
pub fn open(view: &View, register_id: u64) -> Outcome<Vec<RegWork>> {
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
pub fn of_register(view: &View, register_id: u64) -> Outcome<Vec<WorkOut>> {
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

/// How far work of a kind is, as a sentence has it: `43%`.
///
/// # Errors
/// A store that can't be read.
pub fn progress(view: &View, register_id: u64, kind: WorkKind) -> Outcome<String> {
    let work: Option<RegWork> = view.tx.get(&id(register_id).u8(kind as u8).u16(0))?;
    let share = |work: RegWork| match work.total {
        0 => "0%".to_owned(),
        total => format!("{}%", work.done.saturating_mul(100) / total),
    };
    Ok(work.map_or_else(|| "0%".to_owned(), share))
}
