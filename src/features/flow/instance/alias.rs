//! The routes of before approvals (`…/decide`): they find the caller's task of the document and act on it (D12).
//!
//! A document that waited when approvals came and has no process yet gets one here as well as at the start of the program
//! (`adopt`): a process made of the simple preset, as if its submitter had sent it then.

use super::act::{Saying, act};
use super::record::{Instance, RUNNING};
use super::state::load;
use super::submit::adopt;
use crate::fault::{Fault, Outcome};
use crate::features::flow::binding::{Binding, Doc};
use crate::features::flow::constants::TaskKind;
use crate::features::flow::engine::Act;
use crate::features::flow::look::stands_for;
use crate::kernel::dates::Stamp;
use crate::op::Op;
use crate::store::{Reads, key};

/// Decides about a document by the caller's task.
///
/// # Errors
/// The sentences of the engine.
pub fn decide(
    op: &mut Op,
    binding: &'static Binding,
    doc: &Doc,
    submitted: (u64, Stamp),
    approve: bool,
    comment: &str,
) -> Outcome<()> {
    let running = key().str(binding.biz_type).u64(doc.id);
    let found: Option<Instance> = op.view().tx.one(&RUNNING, &running)?;
    let instance_id = match found {
        Some(instance) => instance.instance_id,
        None => adopt(op, binding, doc, submitted)?,
    };
    let state = load(&op.view(), instance_id)?.state;
    let actor = op.caller.user_id();
    let mut own = None;
    for task in state.tasks.iter().filter(|task| task.waits() && task.kind != TaskKind::Resubmit) {
        if !stands_for(&op.view(), actor, task)?.is_empty() {
            own = Some(task.task_id);
            break;
        }
    }
    let task = own.ok_or_else(|| Fault::refused("您不是该任务的办理人，或已不具备办理资格"))?;
    let deed = if approve { Act::Approve { task } } else { Act::Reject { task } };
    act(op, instance_id, deed, Saying { comment: comment.to_owned(), ..Saying::default() })
}
