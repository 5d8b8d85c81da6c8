//! What the portal does by itself about processes, every ten minutes: reminders of what is late, tasks that nobody can do any
//! more, and messages that were read long ago.
//!
//! Invariants: time never decides; each delay is told once; a run that is cut off goes on where it was, because what is done
//! is marked in the operation that does it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cc;
use super::constants::{Action, MessageKind, OnTimeout, TaskKind, TaskState};
use super::deputy;
use super::engine::Act;
use super::groups::{persons, superiors};
use super::instance::act::{Saying, act};
use super::instance::record::{BY_STATE, Instance, Principal, Task};
use super::instance::state::{load, note};
use super::message::{asked, clear, tell};
use crate::app::App;
use crate::error::{Kind, Result};
use crate::features::approvals::constants::InstanceState;
use crate::op::{Caller, Op, View};
use crate::product::{Job, JobSeed};
use crate::route::AuditAction;
use crate::store::{Reads, id, key};

/// Tasks an operation.
const PORTION: usize = 100;
/// What the audit calls it.
const TITLE: &str = "审批督办";

pub const RUN: Job = Job {
    key: "flow.run",
    title: "审批督办",
    about: "提醒超过时限的审批任务，按设置抄送上级督办；办理人离职、停用或失去权限的任务转代理人或流程管理员分派；清理半年前已读的审批消息",
    run,
    protects: false,
    seed: Some(JobSeed { id: 10, name: "审批督办", cron: "0 0/10 * * * ?", active: true, remark: "每 10 分钟" }),
};

fn run(app: &Arc<App>, key: &'static str) -> Result<String> {
    let caller = Arc::new(Caller::job(key));
    let late = app.read(&caller, overdue)?;
    let mut reminded = 0;
    for portion in late.chunks(PORTION) {
        let portion = portion.to_vec();
        reminded += app.act(&caller, TITLE, AuditAction::Update, move |op| remind_all(op, &portion))?;
    }
    let orphans = app.read(&caller, orphans)?;
    let mut moved = 0;
    for (instance_id, task_id) in orphans {
        // One at a time: a process that can't be moved (no one manages processes) keeps none of the others waiting.
        let done = app.act(&caller, TITLE, AuditAction::Update, move |op| give_on(op, instance_id, task_id));
        match done {
            Ok(done) => moved += usize::from(done),
            Err(fault) if fault.kind == Kind::Refused => {
                tracing::warn!(instance_id, task_id, reason = %fault.message, "a task that nobody can do");
            }
            Err(fault) => return Err(fault),
        }
    }
    let cleared = app.act(&caller, TITLE, AuditAction::Delete, |op| clear(op, 1_000))?;
    Ok(format!("提醒超时任务 {reminded} 个，转派无人可办的任务 {moved} 个，清理消息 {cleared} 条"))
}

fn running(view: &View) -> Result<Vec<Instance>> {
    Ok(view.tx.by(&BY_STATE, &key().u8(InstanceState::Started as u8), false, 0, usize::MAX)?)
}

/// Open tasks whose time is over and whose delay was not told yet.
fn overdue(view: &View) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    let due: Vec<Task> = view.tx.by(&super::instance::record::DUE, &key(), false, 0, usize::MAX)?;
    for task in due {
        let late = task.due.is_some_and(|due| due < view.now);
        if late && task.waits() && !task.reminded && task.kind != TaskKind::Resubmit {
            found.push(task.task_id);
        }
    }
    Ok(found)
}

fn remind_all(op: &mut Op, tasks: &[u64]) -> Result<usize> {
    let mut told = 0;
    for task_id in tasks {
        let task: Option<Task> = op.view().tx.get(&id(*task_id))?;
        let waits = |task: &Task| task.waits() && !task.reminded;
        if let Some(task) = task.filter(waits) {
            told += usize::from(remind(op, task)?);
        }
    }
    Ok(told)
}

fn remind(op: &mut Op, task: Task) -> Result<bool> {
    let loaded = load(&op.view(), task.instance_id)?;
    let node = loaded.definition.node(&task.node);
    let rule = node.map_or(OnTimeout::Remind, |node| node.on_timeout);
    op.put_quietly(&Task { reminded: true, ..task.clone() })?;
    if rule == OnTimeout::None {
        return Ok(false);
    }
    let title = &loaded.state.instance.title;
    let node_name = node.map_or("", |node| node.name.as_str());
    let people = asked(&op.view(), std::slice::from_ref(&task))?;
    let text = format!("“{title}”在环节“{node_name}”已超过办理时限，请尽快办理");
    tell(op, people.clone(), task.instance_id, MessageKind::Late, &text)?;
    note(op, task.instance_id, &task, Action::Remind, "已超过办理时限，提醒办理人")?;
    if rule == OnTimeout::Escalate {
        let superiors = superiors(&op.view(), &people)?;
        cc::send(op, task.instance_id, superiors.clone())?;
        let text = format!("督办：“{title}”在环节“{node_name}”已超过办理时限");
        tell(op, superiors, task.instance_id, MessageKind::Watched, &text)?;
    }
    Ok(true)
}

/// Open tasks that nobody can do now: who was asked is gone, disabled or has lost what made him be asked.
fn orphans(view: &View) -> Result<Vec<(u64, u64)>> {
    let mut known: BTreeMap<Principal, Vec<u64>> = BTreeMap::new();
    let mut found = Vec::new();
    for instance in running(view)? {
        let tasks: Vec<Task> =
            view.tx.by(&super::instance::record::OF_INSTANCE, &id(instance.instance_id), false, 0, usize::MAX)?;
        for task in tasks.iter().filter(|task| task.state == TaskState::Open) {
            if matches!(task.kind, TaskKind::Resubmit | TaskKind::Assign) || task.parked {
                continue;
            }
            let mut free = false;
            for principal in &task.principals {
                if !known.contains_key(principal) {
                    known.insert(principal.clone(), persons(view, std::slice::from_ref(principal))?);
                }
                free |= known.get(principal).is_some_and(|all| all.iter().any(|one| !task.barred.contains(one)));
            }
            if !free {
                found.push((instance.instance_id, task.task_id));
            }
        }
    }
    Ok(found)
}

/// Gives a task on: to the deputy of the one person who was asked, else to those who assign.
fn give_on(op: &mut Op, instance_id: u64, task_id: u64) -> Result<bool> {
    let task: Option<Task> = op.view().tx.get(&id(task_id))?;
    let Some(task) = task.filter(|task| task.state == TaskState::Open) else { return Ok(false) };
    let mut to = None;
    if let [Principal::User(owner)] = &*task.principals {
        let today = op.now.date();
        let deputies: Vec<deputy::Deputy> = op.view().tx.by(&deputy::OF_USER, &id(*owner), false, 0, usize::MAX)?;
        let free = |one: &&deputy::Deputy| one.counts_for(today, &task) && !task.barred.contains(&one.deputy);
        for one in deputies.iter().filter(free) {
            if super::people::living(&op.view(), one.deputy)?.is_some() {
                to = Some(one.deputy);
                break;
            }
        }
    }
    act(op, instance_id, Act::Orphan { task: task_id, to }, Saying::default())?;
    let left: Option<Task> = op.view().tx.get(&id(task_id))?;
    let Some(left) = left else { return Ok(true) };
    let title = load(&op.view(), instance_id)?.state.instance.title;
    match (to, left.kind) {
        (Some(_), _) => {}
        (None, TaskKind::Assign) => {
            let mut managers = persons(&op.view(), &left.principals)?;
            managers.retain(|person| !left.barred.contains(person));
            tell(op, managers, instance_id, MessageKind::Orphaned, &format!("“{title}”没有可以办理的人，请分派"))?;
        }
        // Nothing is to be assigned: it lies with who asked for the opinion again.
        (None, _) => {
            let text = format!("您为“{title}”请求的意见已无人可以反馈，请继续办理");
            tell(op, left.asked_by, instance_id, MessageKind::Asked, &text)?;
        }
    }
    Ok(true)
}
