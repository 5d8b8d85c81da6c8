//! What came back to who submitted it: seen by him, and put right before he sends it again.

use serde::Serialize;

use super::record::{Instance, Principal, RETURNED, Task};
use super::state::{Loaded, load};
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::binding::{self, Doc};
use crate::features::approvals::constants::InstanceState;
use crate::features::approvals::deputy;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// Whether a record of a table lies with the caller, or with one for whom he stands, to be put right: it is the document of a
/// process that came back, or the record that shows it.
///
/// # Errors
/// Records that can't be read.
pub fn lies_with_caller(view: &View, table: &str, number: u64) -> Result<bool> {
    let (user, today) = (view.caller.user_id(), view.now.date());
    if user == 0 {
        return Ok(false);
    }
    let mut back: Vec<Task> = view.tx.by(&RETURNED, &Principal::User(user).key(), false, 0, usize::MAX)?;
    for one in deputy::stands_for(view, user)? {
        let owned: Vec<Task> = view.tx.by(&RETURNED, &Principal::User(one.user).key(), false, 0, usize::MAX)?;
        back.extend(owned.into_iter().filter(|task| one.counts_for(today, task)));
    }
    for task in back {
        let instance: Option<Instance> = view.tx.get(&id(task.instance_id))?;
        let Some(instance) = instance else { continue };
        match binding::of(view, &instance.key)?.tables {
            [own, ..] if *own == table && instance.biz_id == number => return Ok(true),
            [_, shows] if *shows == table => {
                let Loaded { binding, doc, .. } = load(view, instance.instance_id)?;
                let through = view.caller.through_task();
                if (binding.head)(&View { caller: &through, ..*view }, &doc)?.parent == number {
                    return Ok(true);
                }
            }
            _ => {}
        }
    }
    Ok(false)
}

/// A document of a kind that its initiator has before him again.
///
/// # Errors
/// R21 for strangers and other kinds; a sentence while somebody decides about it.
pub fn own(view: &View, instance_id: u64, biz_type: &str) -> Result<Loaded> {
    let stranger = || AppError::refused("该流程不存在或无权查看");
    let loaded = load(view, instance_id)?;
    let instance = &loaded.state.instance;
    if instance.biz_type != biz_type || instance.initiator != view.caller.user_id() {
        return Err(stranger());
    }
    let begin = loaded.definition.begin().map(|node| node.code.as_str());
    let at_begin = loaded.state.current().is_some_and(|run| Some(run.node.as_str()) == begin);
    if instance.state != InstanceState::Started || !at_begin {
        return Err(AppError::refused(format!("流程 {} 不在发起人处，不能修改", instance.instance_no)));
    }
    Ok(loaded)
}

/// Refuses a form that was filled from an older version.
///
/// # Errors
/// A sentence.
pub fn same_as_read(loaded: &Loaded, version: Option<u64>) -> Result<()> {
    match version.is_none_or(|version| version == loaded.state.instance.version) {
        true => Ok(()),
        false => Err(AppError::of(Kind::Stale, "内容已被修改，请重新查看后办理")),
    }
}

/// Keeps a new input in the process, and what lists say of it.
///
/// # Errors
/// What the head of such a document says; records that can't be written.
pub fn put_right(op: &mut Op, loaded: Loaded, input: &impl Serialize) -> Result<()> {
    let Loaded { state, binding, doc, .. } = loaded;
    let payload = serde_json::to_value(input).map_err(AppError::internal)?;
    let doc = Doc { payload: Some(payload.clone()), ..doc };
    let head = (binding.head)(&op.view(), &doc)?;
    op.put_quietly(&Instance {
        form_data: Some(payload.to_string()),
        version: state.instance.version + 1,
        title: head.title,
        lines: head.lines,
        amount_fen: head.amount_fen,
        ..state.instance
    })?;
    Ok(())
}
