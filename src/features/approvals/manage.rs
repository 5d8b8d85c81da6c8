//! 流程监控: all processes within somebody's reach, and what those who look after them may do. They never decide.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::binding;
use super::constants::{EndReason, InstanceState, TaskKind, TaskState};
use super::context::DocumentContext;
use super::definition::record::{Definition, FieldRights};
use super::detail::{MANAGE, seen_by_manager, strictest};
use super::engine::{Act, Receivers, receivers};
use super::groups::{Groups, NAMED};
use super::instance::act::{Saying, act};
use super::instance::record::{DEPT, INITIATOR, Instance, KEY, NO, Principal, STARTED, STATE, TITLE, Task, WAITING};
use super::instance::state::{Loaded, load};
use super::people::{living, name_of};
use super::preview::Candidate;
use super::rights::hides_amount;
use crate::error::{AppError, Result};
use crate::features::approvals::ASSIGN;
use crate::kernel::check;
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place, Scoped, reached};
use crate::route::{AuditAction, Data, Done, Method, Route, read, write};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The right to end a process from outside.
const TERMINATE: &str = "appr:manage:terminate";
const TITLE_OF: &str = "审批管理";

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListProcesses {
    /// Part of title or number.
    pub key_word: Option<String>,
    /// Only these kinds of document, by the key of their process; absent: all.
    pub key: Vec<String>,
    /// Only in these states; absent: all.
    pub state: Vec<InstanceState>,
    /// Only processes that these people began, by numbers; absent: all.
    pub initiator: Vec<u64>,
    /// Submitted within these days.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A process in the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessRow {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// What people call that.
    pub label: String,
    /// What it is about.
    pub title: String,
    /// What it is worth.
    pub amount_fen: Option<i64>,
    /// State that it is in now.
    pub state: InstanceState,
    /// How it ended.
    pub end_reason: Option<EndReason>,
    /// Who submitted it.
    pub initiator_name: String,
    /// The department of the document.
    pub dept_name: String,
    /// When it was submitted.
    pub started_at: String,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Who is asked now.
    pub waits_for: Vec<String>,
    /// Nobody can do what waits.
    pub stuck: bool,
    /// Why its effect was refused.
    pub blocked: Option<String>,
}

/// 流程监控
pub struct Processes;

impl Scoped for Instance {
    fn restrict_to_visible(view: &View, ask: &mut FilterBuilder<Self>) -> Result<()> {
        let scope = view.caller.scope();
        ask.must(reached(ask, &scope, &DEPT, (&INITIATOR, view.caller.user_id()))?);
        Ok(())
    }
}

impl List for Processes {
    type Record = Instance;
    type Query = ListProcesses;
    type Row = ProcessRow;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/appr/manage/list",
        permission: MANAGE,
        export: Some(("/appr/manage/export", MANAGE)),
        title: TITLE_OF,
    };
    const SHEET: &'static str = "审批流程";
    const COLUMNS: &'static [Column<ProcessRow>] = COLUMNS;
    const NEWEST: bool = true;

    fn paging(query: &ListProcesses) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListProcesses, ask: &mut FilterBuilder<Instance>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&TITLE, &NO])?;
        ask.named(&KEY, &query.key)?;
        ask.several(&STATE, &query.state)?;
        ask.several(&INITIATOR, &query.initiator)?;
        ask.moments(&STARTED, query.range.bounds()?)
    }

    fn row(names: &mut NameCache<'_>, one: &Instance) -> Result<ProcessRow> {
        let map = hidden(names.view(), one.definition_id)?;
        process_row(names, &mut Groups::new(*names.view()), one, &map)
    }

    // A page has few kinds of processes, and a definition is a large record.
    fn rows(view: &View, records: &[Instance]) -> Result<Vec<ProcessRow>> {
        let (mut names, mut groups, mut known) = (NameCache::new(view), Groups::new(*view), BTreeMap::new());
        let mut row = |one: &Instance| {
            let map = match known.entry(one.definition_id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(fresh) => fresh.insert(hidden(view, one.definition_id)?),
            };
            process_row(&mut names, &mut groups, one, map)
        };
        records.iter().map(&mut row).collect()
    }
}

/// What a definition hides at any of its nodes.
fn hidden(view: &View, definition_id: u64) -> Result<FieldRights> {
    let definition: Option<Definition> = view.tx.get(&id(definition_id))?;
    Ok(definition.as_ref().map_or_else(FieldRights::new, strictest))
}

fn process_row(
    names: &mut NameCache<'_>,
    groups: &mut Groups,
    one: &Instance,
    map: &FieldRights,
) -> Result<ProcessRow> {
    let view = *names.view();
    let (waits_for, stuck) = groups.waits_for(one)?;
    let binding = binding::of(&view, &one.key)?;
    Ok(ProcessRow {
        instance_id: one.instance_id,
        instance_no: one.instance_no.clone(),
        key: one.key.clone(),
        label: binding.label.to_owned(),
        title: one.title.clone(),
        amount_fen: one.amount_fen.filter(|_| !hides_amount(binding, map)),
        state: one.state,
        end_reason: one.end_reason,
        initiator_name: name_of(&view, one.initiator),
        dept_name: names.dept(one.biz_dept)?,
        started_at: one.started_at.to_text(),
        ended_at: one.ended_at.map(Stamp::to_text),
        waits_for,
        stuck,
        blocked: blocked(&view, one)?,
    })
}

/// Why the effect was refused, as far as who looks after processes sees the document.
fn blocked(view: &View, one: &Instance) -> Result<Option<String>> {
    let Some(blocked) = &one.blocked else { return Ok(None) };
    let through = view.caller.through_task();
    let told = seen_by_manager(view, &through, &load(view, one.instance_id)?, vec![blocked.sentence.clone()])?;
    Ok(told.into_iter().next())
}

const COLUMNS: &[Column<ProcessRow>] = &[
    Column::new("流程编号", 20.0, |row: &ProcessRow| Cell::Text(row.instance_no.clone())),
    Column::new("流程", 16.0, |row| Cell::Text(row.label.clone())),
    Column::new("单据", 40.0, |row| Cell::Text(row.title.clone())),
    Column::new("金额（元）", 16.0, |row| row.amount_fen.map_or(Cell::Empty, Cell::Decimal)),
    Column::new("状态", 10.0, |row| Cell::Text(row.end_reason.map_or(row.state.label(), EndReason::label).into())),
    Column::new("发起人", 12.0, |row| Cell::Text(row.initiator_name.clone())),
    Column::new("部门", 20.0, |row| Cell::Text(row.dept_name.clone())),
    Column::new("发起时间", 20.0, |row| Cell::Text(row.started_at.clone())),
    Column::new("办结时间", 20.0, |row| Cell::Text(row.ended_at.clone().unwrap_or_default())),
    Column::new("等待", 30.0, |row| Cell::Text(row.waits_for.join("、"))),
];

/// An operation of who looks after processes.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManageInput {
    /// Number of the process 审批 that is meant.
    pub id: u64,
    /// The version that was read.
    pub version: Option<u64>,
    /// Reason in words, for the record.
    pub comment: String,
}

/// A task that is given to somebody.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GiveTask {
    /// The task of a process that it is about, by number.
    pub task_id: u64,
    /// The version of the process that was read.
    pub version: Option<u64>,
    /// To whom.
    pub user_id: u64,
    /// Reason in words, for the record.
    pub comment: String,
}

/// An open task, and who may get it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedTask {
    /// The task of a process that it is about, by number.
    pub task_id: u64,
    /// Version of the process: send it back with the operation.
    pub version: u64,
    /// Where it waits.
    pub node_name: String,
    /// What is asked.
    pub kind: TaskKind,
    /// Who can do it now; nobody means that it is stuck. Taking it from them needs a reason.
    pub able: Vec<String>,
    /// Whether only the candidates may get it.
    pub narrow: bool,
    /// Who may get it by the rules of its node.
    pub candidates: Vec<Candidate>,
}

/// Everything of somebody that is given to somebody else.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct HandOverInput {
    /// The person whose tasks they are, by number.
    pub from: u64,
    /// To whom.
    pub to: u64,
    /// Reason in words, for the record.
    pub comment: String,
}

/// How many tasks went over, and what stayed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOver {
    /// Tasks that went over.
    pub count: usize,
    /// What stayed, with the reason.
    pub stayed: Vec<String>,
}

/// A process within the caller's reach through a right, or it isn't there.
fn within_reach(view: &View, instance_id: u64, right: &'static str) -> Result<Instance> {
    let gone = || AppError::refused("该流程不存在或无权查看");
    let instance: Instance = view.tx.get(&id(instance_id))?.ok_or_else(gone)?;
    if reaches(view, &instance, right) { Ok(instance) } else { Err(gone()) }
}

/// Whether a process lies within the caller's reach through a right: by the department of its document, or as his own.
pub(super) fn reaches(view: &View, instance: &Instance, right: &'static str) -> bool {
    let scope = view.caller.rights.scope(Some(right));
    scope.has_dept(instance.biz_dept) || (scope.own && instance.initiator == view.caller.user_id())
}

fn terminate(op: &mut Op, input: ManageInput) -> Result<Done> {
    within_reach(&op.view(), input.id, TERMINATE)?;
    let saying = Saying { comment: input.comment, version: input.version, ..Saying::default() };
    act(op, input.id, Act::Terminate, saying)?;
    Ok(Done)
}

fn back(op: &mut Op, input: ManageInput) -> Result<Done> {
    within_reach(&op.view(), input.id, ASSIGN)?;
    let saying = Saying { comment: input.comment, version: input.version, ..Saying::default() };
    act(op, input.id, Act::Back, saying)?;
    Ok(Done)
}

/// GET /appr/manage/tasks/{id}: open tasks of a process, with those who may get them.
fn tasks(view: &View, input: One) -> Result<Data<Vec<ManagedTask>>> {
    within_reach(view, input.id, ASSIGN)?;
    let Loaded { state, definition, binding, doc } = load(view, input.id)?;
    if state.instance.state != InstanceState::Started {
        return Ok(Data(Vec::new()));
    }
    let through = view.caller.through_task();
    let head = (binding.head)(&View { caller: &through, ..*view }, &doc)?;
    let look = DocumentContext::of(view, &through, binding, &doc, &head, &state.instance)?;
    let open = |task: &&Task| task.state == TaskState::Open && task.kind != TaskKind::Resubmit;
    let mut found = Vec::new();
    for task in state.tasks.iter().filter(open) {
        let Receivers { lost, to } = receivers(&definition, &state, &look, (view.caller.user_id(), task.task_id))?;
        let (narrow, to) = (to.is_some(), to.unwrap_or_default());
        let candidate = |user_id: u64| Candidate { user_id, name: name_of(view, user_id) };
        found.push(ManagedTask {
            task_id: task.task_id,
            version: state.instance.version,
            node_name: definition.node(&task.node).map_or_else(String::new, |node| node.name.clone()),
            kind: task.kind,
            able: lost.into_iter().take(NAMED).map(|person| name_of(view, person)).collect(),
            narrow,
            candidates: to.into_iter().map(candidate).collect(),
        });
    }
    Ok(Data(found))
}

fn assign(op: &mut Op, input: GiveTask) -> Result<Done> {
    let gone = || AppError::refused("该流程不存在或无权查看");
    let task: Task = op.view().tx.get(&id(input.task_id))?.ok_or_else(gone)?;
    within_reach(&op.view(), task.instance_id, ASSIGN)?;
    if input.user_id == 0 {
        return Err(AppError::refused("请选择一名接收人").at("userId"));
    }
    let saying = Saying { comment: input.comment, version: input.version, ..Saying::default() };
    act(op, task.instance_id, Act::Assign { task: input.task_id, to: input.user_id }, saying)?;
    Ok(Done)
}

/// POST /appr/manage/handover: tasks that wait for one person by name. What can't go over stays, and is told.
fn hand_over(op: &mut Op, input: HandOverInput) -> Result<Data<HandedOver>> {
    for (field, person, sentence) in [("from", input.from, "请选择原办理人"), ("to", input.to, "请选择接收人")]
    {
        if person == 0 {
            return Err(AppError::refused(sentence).at(field));
        }
    }
    if input.from == input.to {
        return Err(AppError::refused("接收人不能是原办理人").at("to"));
    }
    if living(&op.view(), input.to)?.is_none() {
        return Err(AppError::refused("接收人不存在或已停用").at("to"));
    }
    check::required("comment", &input.comment, "请填写移交原因")?;
    check::at_most("comment", &input.comment, 500, "移交原因不能超过500个字符")?;
    if input.to == op.caller.user_id() {
        return Err(AppError::refused("不能移交给本人").at("to"));
    }
    let prefix = Principal::User(input.from).key();
    let tasks: Vec<Task> = op.view().tx.by(&WAITING, &prefix, false, 0, usize::MAX)?;
    let mut answer = HandedOver { count: 0, stayed: Vec::new() };
    for task in tasks.iter().filter(|task| task.principals == [Principal::User(input.from)]) {
        if task.kind == TaskKind::Resubmit || within_reach(&op.view(), task.instance_id, ASSIGN).is_err() {
            continue;
        }
        // Asked before it is done: a refusal half way would leave its traces in this operation.
        let loaded = load(&op.view(), task.instance_id)?;
        let title = loaded.state.instance.title.clone();
        let seated = loaded.state.instance.barred.contains(&input.to) || task.barred.contains(&input.to);
        if seated {
            let name = name_of(&op.view(), input.to);
            answer.stayed.push(format!("“{title}”：{name} 不能审批该单据"));
            continue;
        }
        let saying = Saying { comment: input.comment.clone(), ..Saying::default() };
        match act(op, task.instance_id, Act::Assign { task: task.task_id, to: input.to }, saying) {
            Ok(()) => answer.count += 1,
            Err(fault) if fault.kind == crate::error::Kind::Refused => {
                answer.stayed.push(format!("“{title}”：{}", fault.message));
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(Data(answer))
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    let mut routes = crate::records::list::routes::<Processes>();
    let deed = |path, run: fn(&mut Op<'_, '_>, ManageInput) -> Result<Done>, right| {
        write(Method::Post, path, run).perm(right).audit(TITLE_OF, AuditAction::Update).idempotent()
    };
    routes.extend(vec![
        read("/appr/manage/tasks/{id}", tasks).perm(ASSIGN).titled("审批的在办任务"),
        deed("/appr/manage/terminate", terminate, TERMINATE).titled("终止审批"),
        deed("/appr/manage/back", back, ASSIGN).titled("退回审批（审批管理）"),
        write(Method::Post, "/appr/manage/assign", assign)
            .perm(ASSIGN)
            .audit(TITLE_OF, AuditAction::Update)
            .idempotent()
            .titled("指派审批任务"),
        write(Method::Post, "/appr/manage/handover", hand_over)
            .perm(ASSIGN)
            .audit(TITLE_OF, AuditAction::Update)
            .idempotent()
            .titled("移交某人的审批任务"),
    ]);
    routes
}
