//! The calls of the approval centre. Who takes part decides, not a permission: each function looks for himself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::binding;
use super::cc::{Cc, UNREAD};
use super::constants::{MessageKind, TaskKind};
use super::engine::Act;
use super::instance::act::{Saying, act};
use super::instance::alias::running;
use super::instance::enter;
use super::instance::record::{Minutes, Task};
use super::instance::submit::{Sending, submit};
use super::offers::{Copying, copying};
use super::{
    archive, calendar, cc, deputy, detail, list, manage, message, pace, path, preview, print, related, rows, signature,
};
use crate::error::{AppError, Kind, Result};
use crate::op::Op;
use crate::route::{AuditAction, Data, Done, Method, Route, read, read_by, write};
use crate::store::{Reads, id};

/// What the audit calls a submission.
const SUBMIT: &str = "审批提交";
/// What it calls a decision.
const DECIDE: &str = "审批办理";

/// A submission.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitInput {
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// Number of the document that is submitted.
    pub biz_id: u64,
    /// The version of the document that was looked at.
    #[serde(default)]
    pub version: Option<u64>,
    /// What the submitter says.
    #[serde(default)]
    pub comment: String,
    /// Attachments, by the numbers that their upload answered.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Whom he picked, by node.
    #[serde(default)]
    pub picks: BTreeMap<String, Vec<u64>>,
    /// Who gets a copy.
    #[serde(default)]
    pub cc: Vec<u64>,
}

/// The process that began.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submitted {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
}

/// POST /appr/submit: a draft, or a document that came back.
fn send(op: &mut Op, input: SubmitInput) -> Result<Data<Submitted>> {
    let binding = binding::of(&op.view(), &input.key)?;
    if !op.caller.rights.holds(binding.edit) {
        return Err(AppError::forbidden());
    }
    let doc = super::instance::submit::returned(&op.view(), binding, input.biz_id)?;
    // Foreign documents are invisible here as everywhere.
    let head = (binding.head)(&op.view(), &doc)?;
    if input.version.is_some_and(|version| version != head.version) {
        return Err(AppError::of(Kind::Stale, format!("“{}”的内容已被修改，请重新核对后提交", head.title)));
    }
    // What came back is brought under decision again with the eyes of its process, whatever its writer reaches now.
    if running(&op.view(), binding, doc.id)?.is_none() {
        (binding.begin)(op, &doc)?;
    }
    let sending = Sending { comment: input.comment, files: input.files, picks: input.picks, copies: input.cc };
    let instance_id = submit(op, binding, &doc, sending)?;
    Ok(Data(Submitted { instance_id }))
}

/// A decision on a task.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskInput {
    /// The task of a process that it is about, by number.
    pub task_id: u64,
    /// The version of the process that was read.
    pub version: Option<u64>,
    /// Said together with others of the same node.
    pub batch: bool,
    /// Opinion on the document, in words.
    pub comment: String,
    /// Attachments, by the numbers that their upload answered.
    pub files: Vec<u64>,
    /// Who gets a copy.
    pub cc: Vec<u64>,
    /// Fields that are changed with a yes.
    pub edits: Map<String, Value>,
    /// Return: to which node; none to the initiator.
    pub to: Option<String>,
    /// Return: a resubmission comes straight back here.
    pub straight: bool,
    /// Transfer, delegate, add: whom.
    pub people: Vec<u64>,
    /// Add: before the own decision.
    pub before: bool,
    /// Approve: the decision of a meeting, where the node is one.
    pub minutes: Option<Minutes>,
    /// Puts the caller's 手写签名 beside it, for which he must just have proved who he is (604 else).
    pub sign: bool,
}

fn on_task(op: &mut Op, input: TaskInput, deed: fn(&TaskInput) -> Result<Act>) -> Result<Done> {
    let task: Option<Task> = op.view().tx.get(&id(input.task_id))?;
    let task = task.ok_or_else(|| AppError::refused("该流程不存在或无权查看"))?;
    let what = deed(&input)?;
    let signature = signature::sign(op, input.sign)?;
    let TaskInput { version, comment, files, edits, cc, minutes, batch, .. } = input;
    act(op, task.instance_id, what, Saying { comment, files, version, edits, copies: cc, minutes, batch, signature })?;
    Ok(Done)
}

fn only(people: &[u64]) -> Result<u64> {
    match people {
        &[person] => Ok(person),
        _ => Err(AppError::refused("请选择一名接收人").at("people")),
    }
}

fn approve(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Approve { task: input.task_id }))
}

fn reject(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Reject { task: input.task_id }))
}

fn give_back(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Return { task: input.task_id, to: input.to.clone(), straight: input.straight }))
}

fn transfer(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Transfer { task: input.task_id, to: only(&input.people)? }))
}

fn delegate(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Delegate { task: input.task_id, to: only(&input.people)? }))
}

fn answer(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::Answer { task: input.task_id }))
}

fn add_sign(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| {
        Ok(Act::AddSign { task: input.task_id, people: input.people.clone(), before: input.before })
    })
}

fn remove_sign(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::RemoveSign { task: input.task_id }))
}

fn take_back(op: &mut Op, input: TaskInput) -> Result<Done> {
    on_task(op, input, |input| Ok(Act::TakeBack { task: input.task_id }))
}

/// An operation on a process.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InstanceInput {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    pub version: Option<u64>,
    /// Reason in words, for the record.
    pub comment: String,
    /// Copies: for whom.
    pub people: Vec<u64>,
}

fn must_be_own(op: &Op, instance_id: u64) -> Result<()> {
    let found = super::instance::state::load(&op.view(), instance_id)?;
    let instance = &found.state.instance;
    let own = instance.initiator == op.caller.user_id() && instance.initiator != 0;
    let shared = found.binding.shared_withdraw && op.caller.rights.holds(found.binding.edit);
    if !own && !shared {
        return Err(AppError::refused("该流程不存在或无权查看"));
    }
    // A colleague with the right to edit sees the document, or it isn't there for him.
    if !own {
        (found.binding.head)(&op.view(), &found.doc)?;
    }
    Ok(())
}

fn withdraw(op: &mut Op, input: InstanceInput) -> Result<Done> {
    must_be_own(op, input.id)?;
    let saying = Saying { comment: input.comment, version: input.version, ..Saying::default() };
    act(op, input.id, Act::Withdraw, saying)?;
    Ok(Done)
}

fn abandon(op: &mut Op, input: InstanceInput) -> Result<Done> {
    must_be_own(op, input.id)?;
    let saying = Saying { comment: input.comment, version: input.version, ..Saying::default() };
    act(op, input.id, Act::Abandon, saying)?;
    Ok(Done)
}

/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// POST /appr/instance/urge: marks the open tasks, once in some hours.
fn urge(op: &mut Op, input: InstanceInput) -> Result<Done> {
    let found = super::instance::state::load(&op.view(), input.id)?;
    if found.state.instance.initiator != op.caller.user_id() {
        return Err(AppError::refused("该流程不存在或无权查看"));
    }
    let hours = op.app.settings.get(&super::URGE_HOURS);
    let least = i64::try_from(hours).unwrap_or(i64::MAX / HOUR).saturating_mul(HOUR);
    let waiting: Vec<Task> = found.state.tasks.into_iter().filter(|task| task.waits()).collect();
    let open: Vec<&Task> = waiting.iter().filter(|task| task.kind != TaskKind::Resubmit).collect();
    if open.is_empty() {
        return Err(AppError::refused("该流程没有等待他人办理的任务，无需催办"));
    }
    if open.iter().all(|task| op.now.0 - task.arrived.0 < least) {
        return Err(AppError::refused(format!("任务到达未满 {hours} 小时，暂不能催办")));
    }
    if open.iter().any(|task| task.urged_at.is_some_and(|at| op.now.0 - at.0 < least)) {
        return Err(AppError::refused(format!("{hours} 小时内已催办过")));
    }
    let people = message::asked(&op.view(), &waiting)?;
    let text = format!("{} 催办：“{}”", op.caller.rights.real_name, found.state.instance.title);
    for task in &open {
        op.put_quietly(&Task { urged: task.urged.saturating_add(1), urged_at: Some(op.now), ..(*task).clone() })?;
    }
    message::tell(op, people, input.id, MessageKind::Urged, &text)?;
    Ok(Done)
}

/// POST /appr/instance/cc: by who submitted it or is asked.
fn copy(op: &mut Op, input: InstanceInput) -> Result<Done> {
    let found = super::instance::state::load(&op.view(), input.id)?;
    match copying(&op.view(), &found)? {
        Copying::Allowed => {}
        Copying::NotHere => return Err(AppError::refused("本环节不允许抄送")),
        Copying::Stranger => return Err(AppError::refused("该流程不存在或无权查看")),
    }
    if input.people.is_empty() {
        return Err(AppError::refused("请选择抄送的人员").at("people"));
    }
    cc::send(op, input.id, input.people)?;
    Ok(Done)
}

/// POST /appr/cc/read: all copies of the caller, or one.
fn mark_read(op: &mut Op, input: InstanceInput) -> Result<Done> {
    let user = op.caller.user_id();
    let unread: Vec<Cc> = op.view().tx.by(&UNREAD, &id(user), false, 0, usize::MAX)?;
    for copy in unread.into_iter().filter(|copy| input.id == 0 || copy.instance_id == input.id) {
        op.put_quietly(&Cc { read_at: Some(op.now), ..copy })?;
    }
    Ok(Done)
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    let deed = |path, run: fn(&mut Op<'_, '_>, TaskInput) -> Result<Done>| {
        write(Method::Post, path, run).signed_in().audit(DECIDE, AuditAction::Grant).idempotent()
    };
    let own = |path, run: fn(&mut Op<'_, '_>, InstanceInput) -> Result<Done>| {
        write(Method::Post, path, run).signed_in().audit(SUBMIT, AuditAction::Update).idempotent()
    };
    let mut routes = super::definition::routes::routes();
    routes.extend(super::form::start::routes());
    routes.extend(manage::routes());
    routes.extend(pace::routes());
    routes.extend(calendar::routes());
    routes.extend(signature::routes());
    routes.extend(archive::routes());
    routes.extend(vec![
        read("/appr/process/options", binding::options).signed_in().titled("可选的审批流程"),
        read("/appr/message", message::newest).signed_in().titled("最新审批消息"),
        write(Method::Post, "/appr/message/read", message::mark_read)
            .signed_in()
            .audit("审批消息", AuditAction::Update)
            .titled("审批消息标记为已读"),
        read("/appr/deputy", deputy::show).signed_in().titled("我的代理设置"),
        read("/appr/deputy/all", deputy::show_all).perm(deputy::FOR_OTHERS).titled("全部代理设置"),
        write(Method::Post, "/appr/deputy", deputy::enter)
            .signed_in()
            .audit("代理设置", AuditAction::Insert)
            .idempotent(),
        write(Method::Delete, "/appr/deputy/{ids}", deputy::revoke).signed_in().audit("代理设置", AuditAction::Update),
        read_by(Method::Post, "/appr/preview", preview::preview).signed_in().titled("审批路径预览"),
        read("/appr/count", list::count).signed_in().titled("审批中心各列表的条数"),
        read("/appr/task/todo", list::todo).signed_in().titled("待办任务"),
        read("/appr/task/done", list::done).signed_in().titled("已办任务"),
        read("/appr/instance/mine", list::mine).signed_in().titled("我发起的审批"),
        read("/appr/cc/list", list::copies).signed_in().titled("抄送我的审批"),
        read("/appr/instance/of", detail::of_document).signed_in().titled("单据的审批"),
        read("/appr/instance/{id}", rows::first).signed_in().titled("审批详情"),
        read("/appr/instance/{id}/path", path::path).signed_in().titled("审批路径"),
        read("/appr/instance/{id}/rows", rows::rows).signed_in().titled("审批单据的明细"),
        read("/appr/instance/{id}/related", related::related).signed_in().titled("审批的相关单据"),
        read("/appr/instance/{id}/print", print::print).signed_in().titled("审批单打印内容"),
        write(Method::Post, "/appr/new", enter::enter)
            .signed_in()
            .audit(SUBMIT, AuditAction::Insert)
            .audit_input(enter::names_only)
            .idempotent()
            .carrying(enter::carried)
            .titled("保存单据并提交审批"),
        write(Method::Post, "/appr/new/preview", enter::preview)
            .signed_in()
            .audit("审批路径预览", AuditAction::Update)
            .carrying(enter::carried)
            .titled("新单据的审批路径预览"),
        write(Method::Post, "/appr/submit", send)
            .signed_in()
            .audit(SUBMIT, AuditAction::Update)
            .idempotent()
            .titled("提交审批"),
        deed("/appr/task/approve", approve).titled("同意"),
        deed("/appr/task/reject", reject).titled("不同意"),
        deed("/appr/task/return", give_back).titled("退回"),
        deed("/appr/task/transfer", transfer).titled("转办"),
        deed("/appr/task/delegate", delegate).titled("征求意见"),
        deed("/appr/task/answer", answer).titled("答复征求的意见"),
        deed("/appr/task/addSign", add_sign).titled("加签"),
        deed("/appr/task/removeSign", remove_sign).titled("减签"),
        deed("/appr/task/takeBack", take_back).titled("收回已办的任务"),
        own("/appr/instance/withdraw", withdraw).titled("撤回审批"),
        own("/appr/instance/abandon", abandon).titled("放弃被退回的审批"),
        own("/appr/instance/urge", urge).titled("催办"),
        own("/appr/instance/cc", copy).titled("抄送审批"),
        own("/appr/cc/read", mark_read).titled("抄送标记为已读"),
    ]);
    routes
}
