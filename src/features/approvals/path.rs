//! The way of a process: what happened, and what will as things are, by the rights of fields of who looks.

use schemars::JsonSchema;
use serde::Serialize;

use super::binding::Binding;
use super::constants::{InstanceState, NodeType, RunState, TaskKind, TaskState};
use super::context::DocumentContext;
use super::definition::record::FieldRights;
use super::definition::validate::branch_name;
use super::detail::{rights_of, viewer_role};
use super::engine::predict;
use super::groups::persons;
use super::instance::record::{NodeRun, Task};
use super::instance::state::{Loaded, load};
use super::people::name_of;
use super::rights::{HIDDEN, READ, hides_amount, right};
use crate::error::Result;
use crate::op::View;
use crate::records::list::One;
use crate::route::Data;

/// A node of the path.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathNode {
    /// Short code that programs use, unique of its kind.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Begin, task, choice.
    #[serde(rename = "type")]
    pub kind: NodeType,
    /// 0 not started, 1 started, 2 completed.
    pub state: RunState,
    /// How it ended, or empty.
    pub end_label: String,
    /// Whether it still counts.
    pub force: bool,
    /// Who acted, or who is asked.
    pub people: Vec<String>,
    /// Nobody was found: those people only give it to somebody.
    pub assigns: bool,
    /// When it began.
    pub at: Option<String>,
    /// Minutes it took, or takes.
    pub minutes: Option<i64>,
    /// It has not happened yet.
    pub predicted: bool,
    /// Which branch a choice took, or empty.
    pub branch: String,
    /// What a choice saw: name, value.
    pub trace: Vec<(String, String)>,
}

/// The people of a task, at most so many by name.
const NAMED: usize = 8;

/// GET /appr/instance/{id}/path: what happened, and what will as things are.
///
/// # Errors
/// R21 for strangers; records that can't be read.
pub fn path(view: &View, input: One) -> Result<Data<Vec<PathNode>>> {
    let loaded = load(view, input.id)?;
    let map = rights_of(view, &loaded, viewer_role(view, &loaded)?, view.caller.user_id());
    let through = view.caller.through_task();
    let wide = View { caller: &through, ..*view };
    let Loaded { state, definition, binding, doc } = &loaded;
    let mut nodes = Vec::new();
    for run in &state.runs {
        nodes.push(node_out(view, &loaded, run, &state.tasks, &map)?);
    }
    if state.instance.state == InstanceState::Started {
        let head = (binding.head)(&wide, doc)?;
        let look = DocumentContext::of(view, &through, binding, doc, &head, &state.instance)?;
        // What is foreseen may be refused (a node that finds nobody): then only what happened is shown.
        for one in predict(definition, state, &look, view.now).unwrap_or_default() {
            let known = nodes.iter().any(|node: &PathNode| node.predicted && node.code == one.run.node);
            if !known {
                let mut node = node_out(view, &loaded, &one.run, &one.tasks, &map)?;
                (node.predicted, node.state, node.at, node.minutes) = (true, RunState::NotStarted, None, None);
                node.end_label = String::new();
                nodes.push(node);
            }
        }
    }
    Ok(Data(nodes))
}

/// A run as people see it, by the rights of fields of who looks.
///
/// # Errors
/// Records that can't be read.
pub(super) fn node_out(
    view: &View,
    loaded: &Loaded,
    run: &NodeRun,
    tasks: &[Task],
    map: &FieldRights,
) -> Result<PathNode> {
    let node = loaded.definition.node(&run.node);
    let mut people = Vec::new();
    for task in tasks.iter().filter(|task| task.run == run.seq) {
        let asked = match (task.done_by, task.state) {
            (0, TaskState::Cancelled) => Vec::new(),
            (0, _) => persons(view, &task.principals)?,
            (by, _) => vec![by],
        };
        let free = asked.into_iter().filter(|person| task.kind == TaskKind::Resubmit || !task.barred.contains(person));
        people.extend(free.take(NAMED).map(|person| name_of(view, person)));
    }
    people.dedup();
    let until = run.closed.unwrap_or(view.now);
    Ok(PathNode {
        code: run.node.clone(),
        name: node.map_or_else(|| run.node.clone(), |node| node.name.clone()),
        kind: node.map_or(NodeType::Task, |node| node.kind),
        state: run.state,
        end_label: run.end.map_or_else(String::new, |end| end.label().to_owned()),
        force: run.force,
        people,
        assigns: tasks.iter().any(|task| {
            task.run == run.seq
                && task.kind == TaskKind::Assign
                && task.state != TaskState::Cancelled
                && task.done_by == 0
        }),
        at: Some(run.opened.to_text()),
        minutes: Some((until.0 - run.opened.0) / 60_000),
        predicted: false,
        branch: branch(loaded, run),
        trace: trace(view, loaded.binding, run, map),
    })
}

/// What people call the branch that a choice took.
fn branch(loaded: &Loaded, run: &NodeRun) -> String {
    let taken = run.trace.as_ref().and_then(|trace| trace.tried.last()).map(|tried| tried.order);
    let edges = loaded.definition.out_of(&run.node);
    let to = run.trace.as_ref().and_then(|trace| trace.to.as_deref());
    let edge = edges.iter().find(|edge| Some(edge.order) == taken && edge.to.as_deref() == to);
    edge.map_or_else(String::new, |edge| branch_name(edge))
}

/// What a choice saw, without variables made of fields that are hidden.
fn trace(view: &View, binding: &Binding, run: &NodeRun, map: &FieldRights) -> Vec<(String, String)> {
    let Some(trace) = &run.trace else { return Vec::new() };
    let vars = binding.variables();
    let mut told = Vec::new();
    for (name, value) in &trace.seen.values {
        let Some(var) = vars.iter().find(|var| var.name == name) else { continue };
        let hidden = var.fields.iter().any(|path| right(map, path, READ) == HIDDEN)
            || (name == "amount_fen" && hides_amount(binding, map));
        if !hidden {
            told.push((var.title.to_owned(), var.kind.text(value)));
        }
    }
    for limit in super::binding::thresholds(view) {
        if let Some(value) = trace.seen.thresholds.get(limit.key) {
            let unit = if limit.unit == 1 { value.to_string() } else { (value / limit.unit).to_string() };
            told.push((format!("参数“{}”", limit.title), unit));
        }
    }
    told
}
