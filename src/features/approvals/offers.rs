//! What the page of a process needs to offer every act of the engine: where a document may go back to, which opinions and
//! signatures may be taken back, whether copies may be sent; and who has it now.

use schemars::JsonSchema;
use serde::Serialize;

use super::constants::{Action, Allow, InstanceState, NodeType, RunEnd, TaskKind, TaskState};
use super::context::stands_for;
use super::definition::record::Node;
use super::engine::State;
use super::groups::{Groups, NAMED};
use super::instance::act::may_copy;
use super::instance::record::{Event, Instance, OF_INSTANCE, Task};
use super::instance::state::Loaded;
use super::people::name_of;
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::View;
use crate::store::{Reads, id};

/// An earlier node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnNode {
    /// Short code that programs use, unique of its kind.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Who acted there, by real names.
    pub people: Vec<String>,
}

/// An opinion or a signature that was asked for and not given yet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedTask {
    /// The task of a process that it is about, by number.
    pub task_id: u64,
    /// What is asked.
    pub kind: TaskKind,
    /// Of whom, by real name.
    pub people: Vec<String>,
}

/// Who has it now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holder {
    /// Name of the step that it waits at.
    pub node_name: String,
    /// Of whom, by real names; the first few of many.
    pub people: Vec<String>,
    /// Since when, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub since: String,
    /// Nobody can do it: somebody has to be named first.
    pub assigns: bool,
}

/// What the page offers beside the decision itself.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offers {
    /// Nodes that the caller may give it back to, besides its initiator; the first of the way first.
    pub return_to: Vec<ReturnNode>,
    /// Opinions and signatures that he asked for and may take back.
    pub asked: Vec<AskedTask>,
    /// Whether he may send copies now.
    pub may_copy: bool,
    /// Who has it now.
    pub waits: Vec<Holder>,
}

impl Offers {
    /// What is offered to the caller, by the task that asks him.
    ///
    /// # Errors
    /// Records that can't be read.
    pub(super) fn of(view: &View, loaded: &Loaded, place: Option<usize>) -> Result<Self> {
        let task = place.and_then(|place| loaded.state.tasks.get(place));
        let return_to = match task {
            Some(task) if allows_return(loaded, task) => earlier(view, loaded),
            _ => Vec::new(),
        };
        let (user, mut groups) = (view.caller.user_id(), Groups::new(*view));
        let mut asked = Vec::new();
        for one in loaded.state.tasks.iter().filter(|one| may_take_back(&loaded.state, one, user)) {
            asked.push(AskedTask { task_id: one.task_id, kind: one.kind, people: names(view, &mut groups, one)? });
        }
        let mut waits = Vec::new();
        for one in loaded.state.tasks.iter().filter(|one| one.waits()) {
            waits.push(holder(view, &mut groups, loaded, one)?);
        }
        Ok(Self { return_to, asked, may_copy: copying(view, loaded)? == Copying::Allowed, waits })
    }
}

fn allows_return(loaded: &Loaded, task: &Task) -> bool {
    let decides = matches!(task.kind, TaskKind::Approve | TaskKind::Before | TaskKind::After);
    let node = loaded.definition.node(&task.node);
    decides && !task.parked && node.is_some_and(|node| node.actions.contains(&Allow::Return))
}

/// Nodes of this round that were passed by people: those alone can be opened again.
fn earlier(view: &View, loaded: &Loaded) -> Vec<ReturnNode> {
    let mut found: Vec<ReturnNode> = Vec::new();
    for run in loaded.state.counting().filter(|run| run.end == Some(RunEnd::Passed)) {
        let Some(node) = loaded.definition.node(&run.node).filter(|node| node.kind == NodeType::Task) else { continue };
        if found.iter().any(|known| known.code == node.code) {
            continue;
        }
        let acted = loaded.state.tasks.iter().filter(|task| task.run == run.seq && task.done_by != 0);
        let mut people: Vec<String> = acted.map(|task| name_of(view, task.done_by)).collect();
        people.dedup();
        found.push(ReturnNode { code: node.code.clone(), name: node.name.clone(), people });
    }
    found
}

/// Whether somebody asked for a task himself, or a deputy did for him, and nobody did it yet.
fn may_take_back(state: &State, task: &Task, user: u64) -> bool {
    let is_sign = matches!(task.kind, TaskKind::Before | TaskKind::After | TaskKind::Opinion);
    is_sign && task.state == TaskState::Open && task.asked_by.contains(&user) && !state.instance.barred.contains(&user)
}

fn names(view: &View, groups: &mut Groups, task: &Task) -> Result<Vec<String>> {
    Ok(groups.able(task)?.into_iter().take(NAMED).map(|person| name_of(view, person)).collect())
}

fn holder(view: &View, groups: &mut Groups, loaded: &Loaded, task: &Task) -> Result<Holder> {
    let node: Option<&Node> = loaded.definition.node(&task.node);
    Ok(Holder {
        node_name: node.map_or_else(String::new, |node| node.name.clone()),
        people: names(view, groups, task)?,
        since: Stamp::to_text(task.arrived),
        assigns: task.kind == TaskKind::Assign,
    })
}

/// Whether somebody may send copies of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copying {
    Allowed,
    /// He is asked at a node that doesn't let him.
    NotHere,
    /// It is none of his.
    Stranger,
}

/// Whether the caller may send copies: who submitted it, and who is asked where his node lets him.
///
/// # Errors
/// Records that can't be read.
pub(super) fn copying(view: &View, loaded: &Loaded) -> Result<Copying> {
    let user = view.caller.user_id();
    let mut found = if loaded.state.instance.initiator == user { Copying::Allowed } else { Copying::Stranger };
    for task in loaded.state.tasks.iter().filter(|task| task.waits()) {
        if found != Copying::Allowed && !stands_for(view, user, task)?.is_empty() {
            found = if may_copy(&loaded.definition, task) { Copying::Allowed } else { Copying::NotHere };
        }
    }
    Ok(found)
}

/// Where a process lies, for a row of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lies {
    /// With whom, by real names; the first few of many.
    pub with: Vec<String>,
    /// Since when.
    pub since: Option<Stamp>,
    /// What was said when it was returned to its initiator; none of what wasn't.
    pub returned_with: Option<String>,
}

/// With whom a process lies now, and what was said when it came back.
///
/// # Errors
/// Records that can't be read.
pub(super) fn lies(view: &View, groups: &mut Groups, instance: &Instance) -> Result<Lies> {
    if instance.state != InstanceState::Started {
        return Ok(Lies::default());
    }
    let tasks: Vec<Task> = view.tx.by(&OF_INSTANCE, &id(instance.instance_id), false, 0, usize::MAX)?;
    let mut found = Lies::default();
    for task in tasks.iter().filter(|task| task.waits()) {
        found.with.extend(names(view, groups, task)?);
        found.since = Some(found.since.map_or(task.arrived, |since| since.min(task.arrived)));
    }
    found.with.truncate(NAMED);
    if tasks.iter().any(|task| task.waits() && task.kind == TaskKind::Resubmit) {
        let last: Option<Event> = view.tx.get(&id(instance.instance_id).u24(u64::from(instance.events)))?;
        let last = last.filter(|event| matches!(event.action, Action::Return | Action::Back));
        found.returned_with = last.map(|event| event.comment);
    }
    Ok(found)
}
