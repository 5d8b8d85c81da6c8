//! Tasks that waited for all process managers, whatever they reach, are addressed to those whose scope holds the document;
//! who walks a part of it doesn't see them.

use std::sync::Arc;

use super::record::{Principal, Task, WAITING};
use super::state::load;
use crate::app::App;
use crate::error::Result;
use crate::op::{Caller, Op, View};
use crate::route::AuditAction;
use crate::store::{Reads, id};

fn of_before(view: &View) -> Result<Vec<Task>> {
    Ok(view.tx.by(&WAITING, &Principal::Admin.key(), false, 0, usize::MAX)?)
}

fn readdress(op: &mut Op, task_id: u64) -> Result<()> {
    let task: Option<Task> = op.view().tx.get(&id(task_id))?;
    let Some(task) = task.filter(|task| task.principals.contains(&Principal::Admin)) else { return Ok(()) };
    let state = load(&op.view(), task.instance_id)?.state;
    let barred = state.walkers().into_iter().collect();
    let principals = vec![Principal::managers(state.instance.biz_dept)];
    op.put_quietly(&Task { principals, barred, ..task })?;
    Ok(())
}

/// When the program starts; what is addressed already is left alone.
///
/// # Errors
/// A store that can't be read or written.
pub fn at_start(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("upgrade"));
    let waiting = app.read(&caller, of_before)?;
    if waiting.is_empty() {
        return Ok(());
    }
    app.act(&caller, "待分派任务转给有权管理的流程管理员", AuditAction::Update, move |op| {
        waiting.iter().try_for_each(|task| readdress(op, task.task_id))
    })
}
