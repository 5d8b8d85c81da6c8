//! One process: who may look at it, the document by the rights of his node, its history and its path.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::binding::Binding;
use super::cc::Cc;
use super::constants::{Action, Allow, EndReason, InstanceState, NodeType, RunEnd, RunState, TaskKind, TaskState};
use super::context::stands_for;
use super::definition::record::{Definition, FieldRights, Node};
use super::engine::{State, administers};
use super::impact::{self, ImpactOut};
use super::instance::record::{Instance, Minutes, Moved, OF_DOCUMENT};
use super::instance::state::{Loaded, events, load};
use super::instance::submit::may_send_again;
use super::masking;
use super::offers::Offers;
use super::people::name_of;
use super::rights::{HIDDEN, hides_amount, lines_seen, masked, right, unseen};
use crate::error::{AppError, Result};
use crate::features::approvals::ASSIGN;
use crate::kernel::dates::Stamp;
use crate::op::{Caller, View};
use crate::records::list::{NameCache, One};
use crate::route::Data;
use crate::store::{Reads, id, key};

/// The right of those who look after all processes.
pub const MANAGE: &str = "appr:manage:list";

/// How somebody comes to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ViewerRole {
    /// He is asked now.
    Asked(usize),
    /// He took part, submitted it, got a copy, or may read such documents anyway.
    Part,
    /// He looks after processes: no personal data.
    Manager,
}

impl ViewerRole {
    /// The task that asks him.
    const fn place(self) -> Option<usize> {
        match self {
            Self::Asked(place) => Some(place),
            Self::Part | Self::Manager => None,
        }
    }
}

fn stranger() -> AppError {
    AppError::refused("该流程不存在或无权查看")
}

/// How the caller comes to look at it; the task of his that waits first.
pub(super) fn viewer_role(view: &View, loaded: &Loaded) -> Result<ViewerRole> {
    let user = view.caller.user_id();
    let state = &loaded.state;
    for (place, task) in state.tasks.iter().enumerate().filter(|(_, task)| task.state == TaskState::Open) {
        let may = match task.kind {
            TaskKind::Resubmit => true,
            // Who walks a part of it assigns nothing of it.
            TaskKind::Assign => !task.barred.contains(&user),
            _ => !state.instance.barred.contains(&user),
        };
        if may && !stands_for(view, user, task)?.is_empty() {
            return Ok(ViewerRole::Asked(place));
        }
    }
    let instance = &state.instance;
    let took_part = state.tasks.iter().any(|task| task.done_by == user || task.on_behalf_of == user);
    let has_copy = || view.tx.get::<Cc>(&id(instance.instance_id).u64(user));
    let submitted = instance.initiator == user || instance.submitters.contains(&user);
    if user != 0 && (took_part || submitted || has_copy()?.is_some()) {
        return Ok(ViewerRole::Part);
    }
    if view.caller.rights.holds(loaded.binding.query) && (loaded.binding.head)(view, &loaded.doc).is_ok() {
        return Ok(ViewerRole::Part);
    }
    let scope = view.caller.rights.scope(Some(MANAGE));
    if view.caller.rights.holds(MANAGE) && scope.has_dept(instance.biz_dept) {
        return Ok(ViewerRole::Manager);
    }
    Err(stranger())
}

/// The map by which the caller sees the document: of the node that asks him, else of the one he last acted at.
fn map_of(loaded: &Loaded, viewer_role: ViewerRole, user: u64) -> Option<&Node> {
    let task = match viewer_role {
        ViewerRole::Asked(place) => loaded.state.tasks.get(place),
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

pub(super) fn rights_of(view: &View, loaded: &Loaded, viewer_role: ViewerRole, user: u64) -> FieldRights {
    let mut map = match (viewer_role, map_of(loaded, viewer_role, user)) {
        (ViewerRole::Manager, _) => strictest(&loaded.definition),
        (_, Some(node)) => node.fields.clone(),
        (ViewerRole::Part, None) if loaded.state.instance.submitters.contains(&user) => FieldRights::new(),
        (_, None) => strictest(&loaded.definition),
    };
    if viewer_role == ViewerRole::Manager {
        for field in loaded.binding.fields.iter().filter(|field| field.sensitive) {
            map.insert(field.path.to_owned(), HIDDEN);
        }
    }
    map.extend(unseen(view, loaded.binding));
    map
}

/// Sentences about the document as the caller may read them; a stranger reads none.
///
/// # Errors
/// Records that can't be read.
pub(super) fn seen_by_caller(
    view: &View,
    through: &Caller,
    loaded: &Loaded,
    sentences: Vec<String>,
) -> Result<Vec<String>> {
    let map = rights_of(view, loaded, viewer_role(view, loaded)?, view.caller.user_id());
    let form = (loaded.binding.form)(&View { caller: through, ..*view }, &loaded.doc)?;
    Ok(masking::mask_sentences(loaded.binding, &map, &form, sentences))
}

/// The same as who looks after processes may read them.
///
/// # Errors
/// Records that can't be read.
pub(super) fn seen_by_manager(
    view: &View,
    through: &Caller,
    loaded: &Loaded,
    sentences: Vec<String>,
) -> Result<Vec<String>> {
    let map = rights_of(view, loaded, ViewerRole::Manager, view.caller.user_id());
    let form = (loaded.binding.form)(&View { caller: through, ..*view }, &loaded.doc)?;
    Ok(masking::mask_sentences(loaded.binding, &map, &form, sentences))
}

/// A row of the history as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventOut {
    /// When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time.
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
    /// The picture that he signed with, by number; 0 for none. The paper brings it.
    pub signature: u64,
}

/// What the caller may do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnTask {
    /// The task of a process that it is about, by number.
    pub task_id: u64,
    /// What is asked.
    pub kind: TaskKind,
    /// Name of the step that it waits at.
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
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// Kind of the document.
    pub biz_type: String,
    /// Number of the document that is decided about.
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
    /// State that it is in now.
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
    /// When it began, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub started_at: String,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Whether the caller may withdraw it now.
    pub may_withdraw: bool,
    /// Whether he may submit it again now.
    pub may_resubmit: bool,
    /// Whether he may urge those who are asked.
    pub may_urge: bool,
    /// Whether he may give its tasks to somebody.
    pub may_assign: bool,
    /// The task of the caller.
    pub task: Option<OwnTask>,
    /// A decision of his that he may still take back.
    pub take_back: Option<u64>,
    /// What else he may do with it now, and who has it.
    pub offers: Offers,
    /// What a yes would do to the money; none where nothing is decided any more, or the kind of document says nothing.
    pub impact: Option<ImpactOut>,
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
    /// What a yes would set otherwise than the document says.
    pub adjusts: Vec<String>,
    /// Why the last yes was refused.
    pub blocked: Option<String>,
    /// What happened.
    pub history: Vec<EventOut>,
}

/// A field of the document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Where its value lies, names with dots between.
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
pub fn show(view: &View, input: One) -> Result<Data<InstanceOut>> {
    let loaded = load(view, input.id)?;
    let viewer_role = viewer_role(view, &loaded)?;
    let user = view.caller.user_id();
    let map = rights_of(view, &loaded, viewer_role, user);
    let through = view.caller.through_task();
    let wide = View { caller: &through, ..*view };
    let Loaded { state, definition, binding, doc } = &loaded;
    let instance = &state.instance;
    let form = (binding.form)(&wide, doc)?;
    let is_asked = matches!(viewer_role, ViewerRole::Asked(_));
    let runs = instance.state == InstanceState::Started;
    let told = |sentences| masking::mask_sentences(binding, &map, &form, sentences);
    let (stops, adjusts) = match is_asked && runs {
        true => (told((binding.stops)(&wide, doc)?), told((binding.adjusts)(&wide, doc)?)),
        false => (Vec::new(), Vec::new()),
    };
    let blocked = instance.blocked.iter().flat_map(|blocked| told(vec![blocked.sentence.clone()])).next();
    let begin = definition.begin().map(|node| node.code.as_str());
    let at_begin = state.current().is_some_and(|run| Some(run.node.as_str()) == begin);
    let own = instance.initiator == user;
    let acted = state.counting().any(|run| {
        state.tasks.iter().any(|task| task.run == run.seq && task.done_at.is_some() && task.kind != TaskKind::Resubmit)
    });
    let anytime = definition.options.withdraw == super::constants::WithdrawRule::Anytime;
    let own_eyes = if view.caller.rights.holds(binding.query) { (binding.head)(view, doc).ok() } else { None };
    let task = own_task(view, &loaded, viewer_role)?;
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
        dept_name: NameCache::new(view).dept(instance.dept_id)?,
        started_at: instance.started_at.to_text(),
        ended_at: instance.ended_at.map(Stamp::to_text),
        may_urge: runs && own && !at_begin,
        may_assign: runs && !at_begin && assigns(view, state),
        may_withdraw: runs && own && !at_begin && (anytime || !acted),
        may_resubmit: runs && at_begin && may_send_again(view, instance, binding)?,
        take_back: may_take_back(state, user),
        offers: Offers::of(view, &loaded, viewer_role.place())?,
        impact: if runs { impact::seen(&wide, binding, doc, &map)? } else { None },
        form_ref: binding.form_ref.to_owned(),
        dialog_type: if at_begin && own || edits && fields(binding, &map, edits).iter().any(|one| one.may_edit) {
            2
        } else {
            3
        },
        fields: fields(binding, &map, edits),
        rights: map.clone(),
        data: masked(binding, &map, form),
        totals: BTreeMap::new(),
        stops,
        adjusts,
        blocked,
        history: history(view, &loaded, &map)?,
        task,
    }))
}

/// Whether the caller gives tasks of a process to people: its department is his to manage, and he walks no part of it.
fn assigns(view: &View, state: &State) -> bool {
    let (rights, dept) = (&view.caller.rights, state.instance.biz_dept);
    rights.holds(ASSIGN) && rights.scope(Some(ASSIGN)).has_dept(dept) && administers(state, view.caller.user_id())
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

fn own_task(view: &View, loaded: &Loaded, viewer_role: ViewerRole) -> Result<Option<OwnTask>> {
    let ViewerRole::Asked(place) = viewer_role else { return Ok(None) };
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
        actions: match task.kind {
            TaskKind::Approve | TaskKind::Before | TaskKind::After => {
                node.map_or_else(Vec::new, |node| node.actions.clone())
            }
            // Who assigns, submits again or gives an opinion does that alone.
            TaskKind::Assign | TaskKind::Resubmit | TaskKind::Opinion => Vec::new(),
        },
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

fn history(view: &View, loaded: &Loaded, map: &FieldRights) -> Result<Vec<EventOut>> {
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
            signature: event.signature,
        }
    };
    Ok(events(view, &loaded.state.instance)?.into_iter().map(out).collect())
}

/// Which document.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfDocument {
    /// Kind of the document.
    pub biz_type: String,
    /// Number of the document that is decided about.
    pub biz_id: u64,
}

/// A process of a document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceBrief {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// What people call its kind.
    pub label: &'static str,
    /// State that it is in now.
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
pub fn of_document(view: &View, input: OfDocument) -> Result<Data<Vec<InstanceBrief>>> {
    let document = key().str(&input.biz_type).u64(input.biz_id);
    let all: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, 100)?;
    let mut rows = Vec::new();
    for instance in all {
        let loaded = load(view, instance.instance_id)?;
        if viewer_role(view, &loaded).is_ok() {
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
