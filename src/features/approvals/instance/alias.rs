//! The routes of before approvals (`…/decide`, `…/withdraw`): they find the process of the document and act on it (D12).
//!
//! A document that waited when approvals came and has no process yet gets one here as well as at the start of the program
//! (`adopt.rs`): a process made of the published definition, as if its submitter had sent it then.

use super::act::{Saying, act, end_without_document};
use super::adopt::adopt_one;
use super::record::{Instance, OF_DOCUMENT, RUNNING, Task};
use super::state::{Loaded, load};
use super::submit::{Sending, submit};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Adopted, Binding, Doc};
use crate::features::approvals::constants::{Action, TaskKind};
use crate::features::approvals::context::stands_for;
use crate::features::approvals::engine::Act;
use crate::op::{Op, View};
use crate::store::{Reads, key};

/// What a decision of before says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// 同意
    Approve,
    /// 退回
    Return,
    /// 驳回
    Reject,
}

impl Verdict {
    /// Of a yes or no.
    pub fn of(approve: bool) -> Self {
        if approve { Self::Approve } else { Self::Reject }
    }
}

/// The process of a document that runs now.
///
/// # Errors
/// Records that can't be read.
pub fn running(view: &View, binding: &Binding, doc_id: u64) -> Result<Option<Instance>> {
    Ok(view.tx.one(&RUNNING, &key().str(binding.biz_type).u64(doc_id))?)
}

/// Whether somebody said yes to a document, himself or through a deputy, in the round that counts.
///
/// # Errors
/// Records that can't be read.
pub fn agreed_to(view: &View, binding: &Binding, doc_id: u64, user_id: u64) -> Result<bool> {
    let newest: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &key().str(binding.biz_type).u64(doc_id), true, 0, 1)?;
    let Some(instance) = newest.first() else { return Ok(false) };
    let state = load(view, instance.instance_id)?.state;
    let counts: Vec<u16> = state.counting().map(|run| run.seq).collect();
    let said_yes = |task: &Task| {
        counts.contains(&task.run)
            && task.action == Some(Action::Approve)
            && [task.done_by, task.on_behalf_of].contains(&user_id)
    };
    Ok(user_id != 0 && state.tasks.iter().any(said_yes))
}

/// Whether a process came back to who submitted it: nobody decides about it now.
///
/// # Errors
/// Records that can't be read.
pub fn lies_with_submitter(view: &View, instance: &Instance) -> Result<bool> {
    let Loaded { state, definition, .. } = load(view, instance.instance_id)?;
    let begin = definition.begin().map(|node| &node.code);
    Ok(state.current().is_some_and(|run| Some(&run.node) == begin))
}

/// Brings a document to those who decide; its own operation has moved it already.
///
/// # Errors
/// R10 to R12.
pub fn send(op: &mut Op, binding: &'static Binding, doc_id: u64, comment: &str) -> Result<()> {
    let sending = Sending { comment: comment.trim().to_owned(), ..Sending::default() };
    submit(op, binding, &Doc::stored(doc_id), sending).map(drop)
}

fn found(op: &mut Op, binding: &'static Binding, waits: &Adopted) -> Result<u64> {
    match running(&op.view(), binding, waits.id)? {
        Some(instance) => Ok(instance.instance_id),
        None => adopt_one(op, binding, waits),
    }
}

/// Decides about a document by the caller's task.
///
/// # Errors
/// The sentences of the engine.
pub fn decide(op: &mut Op, binding: &'static Binding, waits: &Adopted, verdict: Verdict, comment: &str) -> Result<()> {
    let instance_id = found(op, binding, waits)?;
    let state = load(&op.view(), instance_id)?.state;
    let actor = op.caller.user_id();
    let mut own = None;
    for task in state.tasks.iter().filter(|task| task.waits() && task.kind != TaskKind::Resubmit) {
        if !stands_for(&op.view(), actor, task)?.is_empty() {
            own = Some(task.task_id);
            break;
        }
    }
    let task = own.ok_or_else(|| AppError::refused("您不是该任务的办理人，或已不具备办理资格"))?;
    let deed = match verdict {
        Verdict::Approve => Act::Approve { task },
        Verdict::Reject => Act::Reject { task },
        Verdict::Return => Act::Return { task, to: None, straight: false },
    };
    act(op, instance_id, deed, Saying { comment: comment.to_owned(), ..Saying::default() })
}

/// Takes a document back to who wrote it; the route has looked whether the caller may.
///
/// # Errors
/// R15 when somebody has decided already; what the document's rules say.
pub fn withdraw(op: &mut Op, binding: &'static Binding, waits: &Adopted, comment: &str) -> Result<()> {
    let instance_id = found(op, binding, waits)?;
    act(op, instance_id, Act::Withdraw, Saying { comment: comment.to_owned(), ..Saying::default() })
}

/// The process of a document that lies with its writer and is deleted or given up ends; nothing is asked of the document.
///
/// # Errors
/// Records that can't be read or written.
pub fn give_up(op: &mut Op, binding: &'static Binding, doc_id: u64, why: &str) -> Result<()> {
    match running(&op.view(), binding, doc_id)? {
        Some(instance) => end_without_document(op, instance.instance_id, why),
        None => Ok(()),
    }
}
