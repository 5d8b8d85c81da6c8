//! One process: who may look at it, the document by the rights of his node, its history and its path.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::binding::Binding;
use super::cc::Cc;
use super::constants::{Action, Allow, EndReason, InstanceState, NodeType, RunEnd, RunState, TaskKind, TaskState};
use super::definition::record::{Definition, FieldRights, Node};
use super::definition::validate::branch_name;
use super::engine::{State, predict};
use super::instance::record::{Instance, Minutes, Moved, NodeRun, OF_DOCUMENT, Task};
use super::instance::state::{Loaded, events, load};
use super::instance::submit::may_send_again;
use super::look::{Asked, stands_for};
use super::people::{name_of, persons};
use super::rights::{HIDDEN, hides_amount, lines_seen, masked, right};
use crate::fault::{Fault, Outcome};
use crate::kernel::dates::Stamp;
use crate::op::View;
use crate::records::list::{Names, One};
use crate::route::Data;
use crate::store::{Reads, id, key};

/// The right of those who look after all processes.
pub const MANAGE: &str = "appr:manage:list";

/// How somebody comes to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    /// He is asked now.
    Asked(usize),
    /// He took part, submitted it, got a copy, or may read such documents anyway.
    Part,
    /// He looks after processes: no personal data.
    Manager,
}

fn stranger() -> Fault {
    Fault::refused("该流程不存在或无权查看")
}

/// How the caller comes to look at it; the task of his that waits first.
pub(super) fn eyes(view: &View, loaded: &Loaded) -> Outcome<Eyes> {
    let user = view.caller.user_id();
    let state = &loaded.state;
    for (place, task) in state.tasks.iter().enumerate().filter(|(_, task)| task.state == TaskState::Open) {
        let may = task.kind == TaskKind::Resubmit || !state.instance.barred.contains(&user);
        if may && !stands_for(view, user, task)?.is_empty() {
            return Ok(Eyes::Asked(place));
        }
    }
    let instance = &state.instance;
    let took_part = state.tasks.iter().any(|task| task.done_by == user || task.on_behalf_of == user);
    let has_copy = || view.tx.get::<Cc>(&id(instance.instance_id).u64(user));
    let submitted = instance.initiator == user || instance.submitters.contains(&user);
    if user != 0 && (took_part || submitted || has_copy()?.is_some()) {
        return Ok(Eyes::Part);
    }
    if view.caller.rights.holds(loaded.binding.query) && (loaded.binding.head)(view, &loaded.doc).is_ok() {
        return Ok(Eyes::Part);
    }
    let scope = view.caller.rights.scope(Some(MANAGE));
    if view.caller.rights.holds(MANAGE) && scope.has_dept(instance.biz_dept) {
        return Ok(Eyes::Manager);
    }
    Err(stranger())
}

/// The map by which the caller sees the document: of the node that asks him, else of the one he last acted at.
fn map_of(loaded: &Loaded, eyes: Eyes, user: u64) -> Option<&Node> {
    let task = match eyes {
        Eyes::Asked(place) => loaded.state.tasks.get(place),
        _ => loaded.state.tasks.iter().rev().find(|task| task.done_by == user || task.on_behalf_of == user),
    };
    task.and_then(|task| loaded.definition.node(&task.node))
}

/// What any of the nodes hides stays hidden for who only has a copy or looks after processes.
pub(super) fn strictest(definition: &Definition) -> FieldRights {
    let mut map = FieldRights::new();
    for node in definition.nodes.iter().filter(|node| node.kind == NodeType::Task) {
        map.extend(
            node.fields.iter().filter(|(_, right)| **right == HIDDEN).map(|(path, right)| (path.clone(), *right)),
        );
    }
    map
}

pub(super) fn rights_of(loaded: &Loaded, eyes: Eyes, user: u64) -> FieldRights {
    let mut map = match (eyes, map_of(loaded, eyes, user)) {
        (Eyes::Manager, _) => strictest(&loaded.definition),
        (_, Some(node)) => node.fields.clone(),
        (Eyes::Part, None) if loaded.state.instance.submitters.contains(&user) => FieldRights::new(),
        (_, None) => strictest(&loaded.definition),
    };
    if eyes == Eyes::Manager {
        for field in loaded.binding.fields.iter().filter(|field| field.sensitive) {
            map.insert(field.path.to_owned(), HIDDEN);
        }
    }
    map
}

/// A row of the history as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventOut {
    /// When.
    pub at: String,
    /// At which node.
    pub node_name: String,
    /// By whom; empty the portal itself.
    pub actor_name: String,
    /// For whom, or empty.
    pub on_behalf_name: String,
    /// What.
    pub action: Action,
    /// What he said.
    pub comment: String,
    /// What he attached.
    pub files: Vec<u64>,
    /// What he changed.
    pub changes: Vec<Moved>,
    /// What the portal adds.
    pub note: String,
    /// The decision of a meeting.
    pub minutes: Option<Minutes>,
}

/// What the caller may do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnTask {
    /// Which task.
    pub task_id: u64,
    /// What is asked.
    pub kind: TaskKind,
    /// Where.
    pub node_name: String,
    /// For whom, when a deputy is asked.
    pub for_name: Option<String>,
    /// Whether an opinion is needed for a yes, too.
    pub comment_needed: bool,
    /// Whether a yes is the decision of a meeting, entered with its minutes.
    pub minutes_needed: bool,
    /// What else he may do.
    pub actions: Vec<Allow>,
    /// It waits behind an opinion or a signature.
    pub parked: bool,
}

/// A process.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceOut {
    /// Which.
    pub instance_id: u64,
    /// Its number.
    pub instance_no: String,
    /// Which kind.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// Kind of the document.
    pub biz_type: String,
    /// Its number.
    pub biz_id: u64,
    /// Where its page is; none for who may not open it.
    pub biz_path: Option<String>,
    /// The record on whose page it stands, where that is another; 0 for itself, or for who may not open it.
    pub biz_parent: u64,
    /// What it is about.
    pub title: String,
    /// Labels and texts.
    pub lines: Vec<(String, String)>,
    /// What it is worth.
    pub amount_fen: Option<i64>,
    /// State.
    pub state: InstanceState,
    /// How it ended.
    pub end_reason: Option<EndReason>,
    /// Send it back with a decision.
    pub version: u64,
    /// Version of the process.
    pub definition_version: u32,
    /// Who submitted it.
    pub initiator_name: String,
    /// His department then.
    pub dept_name: String,
    /// When.
    pub started_at: String,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Whether the caller may withdraw it now.
    pub may_withdraw: bool,
    /// Whether he may submit it again now.
    pub may_resubmit: bool,
    /// Whether he may urge those who are asked.
    pub may_urge: bool,
    /// The task of the caller.
    pub task: Option<OwnTask>,
    /// A decision of his that he may still take back.
    pub take_back: Option<u64>,
    /// The page that shows the document.
    pub form_ref: String,
    /// 1 new, 2 change, 3 read.
    pub dialog_type: u8,
    /// What he may see and change, by path.
    pub rights: FieldRights,
    /// Paths and titles of the fields.
    pub fields: Vec<FormField>,
    /// The document, without what is hidden.
    pub data: Value,
    /// Rows of the tables of which only the first are in the data, by path.
    pub totals: BTreeMap<String, u64>,
    /// Why a yes would be refused now.
    pub stops: Vec<String>,
    /// Why the last yes was refused.
    pub blocked: Option<String>,
    /// What happened.
    pub history: Vec<EventOut>,
}

/// A field of the document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Its path.
    pub path: String,
    /// As people read it.
    pub title: String,
    /// How it is read and written: text, money, area, date, count, rate, bool, choice, table, files, html.
    pub kind: &'static str,
    /// Unit of a count, or empty.
    pub unit: &'static str,
    /// Values of a choice with what people call them.
    pub options: &'static [(i64, &'static str)],
    /// Whether the caller may change it now.
    pub may_edit: bool,
}

/// GET /appr/instance/{id}
///
/// # Errors
/// R21 for strangers; records that can't be read.
pub fn show(view: &View, input: One) -> Outcome<Data<InstanceOut>> {
    let loaded = load(view, input.id)?;
    let eyes = eyes(view, &loaded)?;
    let user = view.caller.user_id();
    let map = rights_of(&loaded, eyes, user);
    let through = view.caller.through_task();
    let wide = View { caller: &through, ..*view };
    let Loaded { state, definition, binding, doc } = &loaded;
    let instance = &state.instance;
    let data = masked(binding, &map, (binding.form)(&wide, doc)?);
    let is_asked = matches!(eyes, Eyes::Asked(_));
    let runs = instance.state == InstanceState::Started;
    let stops = if is_asked && runs { (binding.stops)(&wide, doc)? } else { Vec::new() };
    let begin = definition.begin().map(|node| node.code.as_str());
    let at_begin = state.current().is_some_and(|run| Some(run.node.as_str()) == begin);
    let own = instance.initiator == user;
    let acted = state.counting().any(|run| {
        state.tasks.iter().any(|task| task.run == run.seq && task.done_at.is_some() && task.kind != TaskKind::Resubmit)
    });
    let anytime = definition.options.withdraw == super::constants::WithdrawRule::Anytime;
    let own_eyes = if view.caller.rights.holds(binding.query) { (binding.head)(view, doc).ok() } else { None };
    let task = own_task(view, &loaded, eyes)?;
    let edits = task.as_ref().is_some_and(|task| task.kind == TaskKind::Approve && !task.parked);
    Ok(Data(InstanceOut {
        instance_id: instance.instance_id,
        instance_no: instance.instance_no.clone(),
        key: instance.key.clone(),
        label: binding.label.to_owned(),
        biz_type: instance.biz_type.clone(),
        biz_id: instance.biz_id,
        biz_parent: own_eyes.as_ref().map_or(0, |head| head.parent),
        biz_path: own_eyes.filter(|_| !binding.query.is_empty()).map(|head| binding.page(instance.biz_id, head.parent)),
        title: instance.title.clone(),
        lines: lines_seen(binding, &map, &instance.lines),
        amount_fen: instance.amount_fen.filter(|_| !hides_amount(binding, &map)),
        state: instance.state,
        end_reason: instance.end_reason,
        version: instance.version,
        definition_version: definition.version,
        initiator_name: name_of(view, instance.initiator),
        dept_name: Names::new(view).dept(instance.dept_id)?,
        started_at: instance.started_at.to_text(),
        ended_at: instance.ended_at.map(Stamp::to_text),
        may_urge: runs && own && !at_begin,
        may_withdraw: runs && own && !at_begin && (anytime || !acted),
        may_resubmit: runs && at_begin && may_send_again(view, instance, binding)?,
        take_back: may_take_back(state, user),
        form_ref: binding.form_ref.to_owned(),
        dialog_type: if at_begin && own || edits && fields(binding, &map, edits).iter().any(|one| one.may_edit) {
            2
        } else {
            3
        },
        fields: fields(binding, &map, edits),
        rights: map.clone(),
        data,
        totals: BTreeMap::new(),
        stops,
        blocked: instance.blocked.as_ref().map(|blocked| blocked.sentence.clone()),
        history: history(view, &loaded, &map)?,
        task,
    }))
}

fn fields(binding: &Binding, map: &FieldRights, edits: bool) -> Vec<FormField> {
    let seen = binding.fields.iter().filter(|field| right(map, field.path, super::rights::READ) != HIDDEN);
    let out = |field: &super::binding::Field| FormField {
        path: field.path.to_owned(),
        title: field.title.to_owned(),
        kind: field.kind.word(),
        unit: field.kind.unit(),
        options: field.kind.options(),
        may_edit: edits && field.may_edit && right(map, field.path, super::rights::READ) == super::rights::EDIT,
    };
    seen.map(out).collect()
}

fn own_task(view: &View, loaded: &Loaded, eyes: Eyes) -> Outcome<Option<OwnTask>> {
    let Eyes::Asked(place) = eyes else { return Ok(None) };
    let Some(task) = loaded.state.tasks.get(place) else { return Ok(None) };
    let node = loaded.definition.node(&task.node);
    let stands = stands_for(view, view.caller.user_id(), task)?;
    let owner = stands.first().copied().filter(|owner| *owner != view.caller.user_id());
    Ok(Some(OwnTask {
        task_id: task.task_id,
        kind: task.kind,
        node_name: node.map_or_else(String::new, |node| node.name.clone()),
        for_name: owner.map(|owner| name_of(view, owner)),
        comment_needed: node.is_some_and(|node| node.comment),
        minutes_needed: task.kind == TaskKind::Approve && node.is_some_and(|node| node.minutes),
        actions: node.map_or_else(Vec::new, |node| node.actions.clone()),
        parked: task.parked,
    }))
}

/// The task of the caller that led to the present node, when nobody acted there.
fn may_take_back(state: &State, user: u64) -> Option<u64> {
    let current = state.current()?;
    let touched = state.tasks.iter().any(|task| task.run == current.seq && (task.done_at.is_some() || task.parked));
    let own =
        state.tasks.iter().rev().find(|task| {
            task.done_by == user && task.state == TaskState::Done && task.action == Some(Action::Approve)
        })?;
    let between =
        state.runs.iter().any(|run| run.seq > own.run && run.seq < current.seq && run.end != Some(RunEnd::Chosen));
    let counts = state.counting().any(|run| run.seq == own.run && run.state == RunState::Completed);
    (!touched && !between && counts && current.seq > own.run).then_some(own.task_id)
}

fn history(view: &View, loaded: &Loaded, map: &FieldRights) -> Outcome<Vec<EventOut>> {
    let hides_files = right(map, "files", super::rights::READ) == HIDDEN;
    let out = |event: super::instance::record::Event| {
        let mut changes = event.changes;
        changes.retain(|change| right(map, &change.path, super::rights::READ) != HIDDEN);
        EventOut {
            at: event.at.to_text(),
            node_name: loaded.definition.node(&event.node).map_or(event.node, |node| node.name.clone()),
            actor_name: event.actor_name,
            on_behalf_name: event.on_behalf_name,
            action: event.action,
            comment: event.comment,
            files: if hides_files { Vec::new() } else { event.files },
            changes,
            note: event.note,
            minutes: event.minutes,
        }
    };
    Ok(events(view, &loaded.state.instance)?.into_iter().map(out).collect())
}

/// A node of the path.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathNode {
    /// Its code.
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
pub fn path(view: &View, input: One) -> Outcome<Data<Vec<PathNode>>> {
    let loaded = load(view, input.id)?;
    let map = rights_of(&loaded, eyes(view, &loaded)?, view.caller.user_id());
    let through = view.caller.through_task();
    let wide = View { caller: &through, ..*view };
    let Loaded { state, definition, binding, doc } = &loaded;
    let mut nodes = Vec::new();
    for run in &state.runs {
        nodes.push(node_out(view, &loaded, run, &state.tasks, &map)?);
    }
    if state.instance.state == InstanceState::Started {
        let head = (binding.head)(&wide, doc)?;
        let look = Asked::of(view, &through, binding, doc, &head, &state.instance)?;
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
) -> Outcome<PathNode> {
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
        let hidden = var.fields.iter().any(|path| right(map, path, super::rights::READ) == HIDDEN)
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

/// Which document.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfDocument {
    /// Kind of the document.
    pub biz_type: String,
    /// Its number.
    pub biz_id: u64,
}

/// A process of a document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceBrief {
    /// Which.
    pub instance_id: u64,
    /// Its number.
    pub instance_no: String,
    /// What people call its kind.
    pub label: &'static str,
    /// State.
    pub state: InstanceState,
    /// How it ended.
    pub end_reason: Option<EndReason>,
    /// When it was submitted.
    pub started_at: String,
}

/// GET /appr/instance/of: the processes of a document that the caller may look at, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn of_document(view: &View, input: OfDocument) -> Outcome<Data<Vec<InstanceBrief>>> {
    let document = key().str(&input.biz_type).u64(input.biz_id);
    let all: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, 100)?;
    let mut rows = Vec::new();
    for instance in all {
        let loaded = load(view, instance.instance_id)?;
        if eyes(view, &loaded).is_ok() {
            rows.push(InstanceBrief {
                instance_id: instance.instance_id,
                instance_no: instance.instance_no,
                label: loaded.binding.label,
                state: instance.state,
                end_reason: instance.end_reason,
                started_at: instance.started_at.to_text(),
            });
        }
    }
    Ok(Data(rows))
}
