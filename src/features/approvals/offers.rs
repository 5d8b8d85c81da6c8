//! What the page of a process offers beside the decision itself: nodes it may go back to, signatures and opinions that may be
//! taken back, copies. The engine asks each rule again when the act comes.

use schemars::JsonSchema;
use serde::Serialize;

use super::constants::{InstanceState, NodeType, RunEnd, TaskKind, TaskState};
use super::context::stands_for;
use super::instance::act::may_copy;
use super::instance::record::Task;
use super::instance::state::Loaded;
use super::people::{name_of, persons};
use crate::error::Result;
use crate::op::View;

/// A node that a process may be returned to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnNode {
    /// Code of the node: what a return names.
    pub code: String,
    /// What people call it.
    pub name: String,
}

/// A signature or an opinion that the caller asked for and may still do without.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedSign {
    /// The task that is waited for, by number.
    pub task_id: u64,
    /// What was asked: a signature before or after, or an opinion.
    pub kind: TaskKind,
    /// Who was asked.
    pub name: String,
    /// Since when, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub since: String,
}

/// Nodes that said yes in this round, in their order, before the one of the task.
pub(super) fn return_nodes(loaded: &Loaded, task: &Task) -> Vec<ReturnNode> {
    let mut nodes: Vec<ReturnNode> = Vec::new();
    for run in loaded.state.counting().filter(|run| run.end == Some(RunEnd::Passed) && run.node != task.node) {
        let Some(node) = loaded.definition.node(&run.node).filter(|node| node.kind == NodeType::Task) else { continue };
        if nodes.iter().all(|known| known.code != node.code) {
            nodes.push(ReturnNode { code: node.code.clone(), name: node.name.clone() });
        }
    }
    nodes
}

/// What the caller asked others for and nobody answered yet.
pub(super) fn asked_signs(view: &View, loaded: &Loaded) -> Result<Vec<AskedSign>> {
    let user = view.caller.user_id();
    let is_sign = |task: &&Task| matches!(task.kind, TaskKind::Before | TaskKind::After | TaskKind::Opinion);
    let own = |task: &&Task| task.state == TaskState::Open && task.asked_by.contains(&user);
    let mut signs = Vec::new();
    for task in loaded.state.tasks.iter().filter(is_sign).filter(own) {
        let names: Vec<String> =
            persons(view, &task.principals)?.into_iter().map(|person| name_of(view, person)).collect();
        let (name, since) = (names.join("、"), task.arrived.to_text());
        signs.push(AskedSign { task_id: task.task_id, kind: task.kind, name, since });
    }
    Ok(signs)
}

/// Whether the caller may send copies now: the initiator, and whoever is asked at a node that allows it.
pub(super) fn sends_copies(view: &View, loaded: &Loaded) -> Result<bool> {
    let user = view.caller.user_id();
    if loaded.state.instance.initiator == user && user != 0 {
        return Ok(true);
    }
    if loaded.state.instance.state != InstanceState::Started {
        return Ok(false);
    }
    for task in loaded.state.tasks.iter().filter(|task| task.waits()) {
        if may_copy(&loaded.definition, task) && !stands_for(view, user, task)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
