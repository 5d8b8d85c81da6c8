//! What must hold of processes, whatever happened (F2 to F8 of approvals.md section 2); asked by the doctor. F1, that a
//! document is under decision exactly while its process is, is asked of its binding ([`documents`]).

use std::collections::BTreeMap;

use super::binding;
use super::condition::{Seen, Val, Values};
use super::constants::{Action, DefinitionState, InstanceState, NodeType, RunEnd, RunState, TaskKind, TaskState};
use super::definition::publish::hash;
use super::definition::record::Definition;
use super::instance::record::{Event, Instance, NodeRun, OF_INSTANCE, RUNNING, Task, Trace};
use crate::error::{AppError, Result};
use crate::op::View;
use crate::product::Found;
use crate::store::{Reader, Reads, id, key};

/// Faults that are told; more are counted.
const TOLD: usize = 50;

/// F2 to F8.
///
/// # Errors
/// Records that can't be read.
pub fn check(tx: &Reader) -> Result<Found> {
    let mut found = Found::default();
    let mut definitions: BTreeMap<u64, Definition> = BTreeMap::new();
    tx.each(|definition: Definition| {
        definitions.insert(definition.definition_id, definition);
        true
    })?;
    for definition in definitions.values().filter(|one| one.state != DefinitionState::Draft) {
        if !definition.sha256.is_empty() && hash(definition)? != definition.sha256 {
            let (name, version) = (&definition.name, definition.version);
            found.faults.push(format!("流程“{name}”第 {version} 版发布后内容被改动"));
        }
    }
    let mut instances: Vec<Instance> = Vec::new();
    tx.each(|instance: Instance| {
        instances.push(instance);
        true
    })?;
    for instance in &instances {
        for fault in of_instance(tx, instance, &definitions)? {
            found.faults.push(format!("流程 {}：{fault}", instance.instance_no));
        }
        if found.faults.len() > TOLD {
            found.faults.truncate(TOLD);
            found.faults.push("还有更多审批问题未列出".into());
            break;
        }
    }
    Ok(found)
}

fn of_instance(tx: &Reader, instance: &Instance, all: &BTreeMap<u64, Definition>) -> Result<Vec<String>> {
    let Some(own) = all.get(&instance.definition_id) else { return Ok(vec!["流程定义不存在".into()]) };
    let tasks: Vec<Task> = tx.by(&OF_INSTANCE, &id(instance.instance_id), false, 0, usize::MAX)?;
    let mut runs = Vec::new();
    while let Some(run) = tx.get::<NodeRun>(&id(instance.instance_id).u16(runs.len() as u64 + 1))? {
        runs.push(run);
    }
    let mut faults = state_faults(instance, &runs, &tasks);
    for task in &tasks {
        if task.principals.is_empty() {
            faults.push(format!("任务 {} 没有办理人", task.task_id));
        }
        let decides = matches!(task.kind, TaskKind::Approve | TaskKind::Before | TaskKind::After);
        // Barred then: who agreed in one round may submit in the next.
        let barred = [task.done_by, task.on_behalf_of].iter().any(|one| *one != 0 && task.barred.contains(one));
        if decides && task.state == TaskState::Done && barred {
            faults.push(format!("任务 {} 由不能审批该单据的人办理", task.task_id));
        }
    }
    faults.extend(history_faults(tx, instance, &tasks)?);
    for run in &runs {
        let Some(trace) = &run.trace else { continue };
        // Rounds before this one may have gone by an earlier version of the process.
        let mut versions: Vec<&Definition> = vec![own];
        if run.round != instance.round {
            versions.extend(all.values().filter(|one| one.key == own.key));
        }
        let mut holds = false;
        for version in versions {
            holds |= recomputes(version, &run.node, trace)?;
        }
        if !holds {
            faults.push(format!("条件“{}”的走向与记录的数值不符", run.node));
        }
    }
    Ok(faults)
}

fn state_faults(instance: &Instance, runs: &[NodeRun], tasks: &[Task]) -> Vec<String> {
    let mut faults = Vec::new();
    let started: Vec<&NodeRun> = runs.iter().filter(|run| run.state == RunState::Started).collect();
    let open = tasks.iter().filter(|task| task.state == TaskState::Open).count();
    if instance.state == InstanceState::Started {
        let here = started.first().map(|run| run.seq);
        let of_run = tasks.iter().any(|task| task.state == TaskState::Open && Some(task.run) == here);
        if started.len() != 1 || here != Some(instance.at) {
            faults.push(format!("办理中的环节有 {} 个", started.len()));
        }
        if !of_run {
            faults.push("办理中但没有待办任务".into());
        }
    } else {
        if open > 0 {
            faults.push(format!("已结束但有 {open} 个待办任务"));
        }
        let approved = runs.iter().any(|run| run.end == Some(RunEnd::Passed));
        if instance.state == InstanceState::Completed && !approved {
            faults.push("已通过但没有人同意过".into());
        }
    }
    faults
}

/// F6: no gap, and one event an operation.
fn history_faults(tx: &Reader, instance: &Instance, tasks: &[Task]) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut told: BTreeMap<u64, usize> = BTreeMap::new();
    for seq in 1..=u64::from(instance.events) {
        match tx.get::<Event>(&id(instance.instance_id).u24(seq))? {
            None => faults.push(format!("办理记录缺第 {seq} 条")),
            Some(event) => {
                let is_deed = matches!(
                    event.action,
                    Action::Approve | Action::Reject | Action::Return | Action::Answer | Action::Submit
                );
                if is_deed && event.task_id != 0 {
                    *told.entry(event.task_id).or_default() += 1;
                }
            }
        }
    }
    for task in tasks.iter().filter(|task| task.state == TaskState::Done) {
        let many = told.get(&task.task_id).copied().unwrap_or(0);
        if many != 1 {
            faults.push(format!("任务 {} 的办理记录有 {many} 条", task.task_id));
        }
    }
    Ok(faults)
}

/// What a choice saw, as it saw it.
struct Remembered<'t>(&'t Seen);

impl Values for Remembered<'_> {
    fn value(&self, name: &str) -> Result<Val> {
        let found = self.0.values.get(name).cloned();
        found.ok_or_else(|| AppError::internal(format!("the trace lacks {name}")))
    }
    fn threshold(&self, key: &str) -> Result<i64> {
        let found = self.0.thresholds.get(key).copied();
        found.ok_or_else(|| AppError::internal(format!("the trace lacks {key}")))
    }
}

/// F4: the same values lead the same way.
fn recomputes(definition: &Definition, node: &str, trace: &Trace) -> Result<bool> {
    if definition.node(node).is_none_or(|node| node.kind != NodeType::Choice) {
        return Ok(true); // of an earlier version of the process
    }
    for edge in definition.out_of(node) {
        let held = match &edge.condition {
            Some(condition) => match condition.holds(&Remembered(&trace.seen), &mut Seen::default()) {
                Ok(held) => held,
                Err(_) => return Ok(false),
            },
            None => true,
        };
        if held {
            return Ok(edge.to == trace.to);
        }
    }
    Ok(false)
}

/// F1: documents that wait without a process. What came back is no less under its process than what waits.
///
/// # Errors
/// Records that can't be read.
pub fn documents(view: &View) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for binding in binding::all(view) {
        for waits in (binding.adopt)(view)? {
            let running: Option<Instance> = view.tx.one(&RUNNING, &key().str(binding.biz_type).u64(waits.id))?;
            if running.is_none() {
                faults.push(format!("{} {} 在审批中但没有流程", binding.label, waits.id));
            }
        }
    }
    Ok(faults)
}
