//! Background tasks: long exports that a person need not wait for, on a list of his own.
//!
//! Only the owner sees, ends and fetches a task. Fetching asks for the rights again: who has lost the
//! permission or reaches other rows by now does not get rows of yesterday.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::events::Signal;
use crate::op::{Op, View};
use crate::platform::tasks::{Task, TaskState};
use crate::records::export::XLSX;
use crate::route::{AuditAction, Data, Done, FileReply, Method, Nothing, Route, read, write};

const TITLE: &str = "后台任务";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/portal/tasks", list).signed_in().titled("我的后台任务"),
        read("/portal/tasks/{taskId}/file", file).by_cookie().signed_in().titled("下载后台任务的结果"),
        write(Method::Put, "/portal/tasks/{taskId}/cancel", cancel)
            .signed_in()
            .audit(TITLE, AuditAction::Other)
            .titled("取消后台任务"),
        write(Method::Delete, "/portal/tasks/{taskId}", remove).signed_in().audit(TITLE, AuditAction::Delete),
    ]
}

/// A task on the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskOut {
    /// Its name in the calls.
    pub task_id: String,
    /// What is exported: 操作日志.
    pub title: String,
    /// How far it is.
    pub state: TaskState,
    /// Rows written.
    pub written: u64,
    /// Rows there are; 0 while that is not known.
    pub total: u64,
    /// Why it failed, or that the owner ended it.
    pub message: String,
    /// Name of the file once it is there.
    pub file_name: Option<String>,
    /// Size in bytes.
    pub size: u64,
    /// When it was asked for.
    pub create_time: String,
    /// When it ended.
    pub end_time: Option<String>,
}

impl From<Task> for TaskOut {
    fn from(task: Task) -> Self {
        let (written, total) = task.watch.progress();
        Self {
            task_id: task.id,
            title: task.title,
            state: task.state,
            written,
            total,
            message: task.message,
            file_name: task.file.as_ref().map(|file| file.name.clone()),
            size: task.file.as_ref().map_or(0, |file| file.size),
            create_time: task.created.to_text(),
            end_time: task.ended.map(crate::kernel::dates::Stamp::to_text),
        }
    }
}

/// GET /portal/tasks: the caller's own, newest first.
pub fn list(view: &View, _: Nothing) -> Result<Data<Vec<TaskOut>>> {
    let own = view.app.tasks.of(view.caller.user_id(), view.now);
    Ok(Data(own.into_iter().map(TaskOut::from).collect()))
}

/// One task.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneTask {
    /// Its name from the list.
    pub task_id: String,
}

/// GET /portal/tasks/{taskId}/file: as often as wanted while it is kept.
pub fn file(view: &View, input: OneTask) -> Result<FileReply> {
    let task = view.app.tasks.one(view.caller.user_id(), &input.task_id, view.now)?;
    let rights = &view.caller.rights;
    if task.owner.permission.is_some_and(|permission| !rights.holds(permission)) {
        return Err(AppError::refused("您已没有导出这些数据的权限，不能下载"));
    }
    if rights.scope(task.owner.permission) != task.owner.scope {
        return Err(AppError::refused("您的数据权限在导出之后有变化，请重新导出"));
    }
    let file = task.file.ok_or_else(|| AppError::refused("任务没有完成，还没有可下载的文件"))?;
    Ok(FileReply {
        path: file.path.to_path_buf(),
        name: file.name,
        content_type: XLSX,
        inline: false,
        // Held until it is sent: the task may be removed meanwhile.
        delete_after: Some(file.path),
    })
}

pub fn cancel(op: &mut Op, input: OneTask) -> Result<Done> {
    op.app.tasks.cancel(op.caller.user_id(), &input.task_id, op.now)?;
    op.app.events.send(Signal::Task);
    Ok(Done)
}

/// DELETE /portal/tasks/{taskId}: the ended task with its file.
pub fn remove(op: &mut Op, input: OneTask) -> Result<Done> {
    op.app.tasks.remove(op.caller.user_id(), &input.task_id)?;
    op.app.events.send(Signal::Task);
    Ok(Done)
}

/// What tests want of the tasks.
#[cfg(feature = "testing")]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Hold {
    /// on or off.
    pub state: String,
}

/// GET /testing/tasks/hold/{state}: tasks wait half way; exists only in builds for tests.
#[cfg(feature = "testing")]
pub fn hold(view: &View, input: Hold) -> Result<Data<bool>> {
    let on = input.state == "on";
    view.app.tasks.held().store(on, std::sync::atomic::Ordering::Relaxed);
    Ok(Data(on))
}
