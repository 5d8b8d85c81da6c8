//! Whether a process finds people today (体检): node by node, for a submission from each department. It changes without the
//! definition, so it never stands in the way of a publication by hand; the wizard asks it.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::publish::check;
use super::record::{Assign, Definition, Node};
use super::validate::Problem;
use super::wire::found;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding, Doc, Head};
use crate::features::approvals::constants::{AssignKind, NodeType, OnEmpty, OnSelf};
use crate::features::approvals::context::DocumentContext;
use crate::features::approvals::engine::{Assignees, EngineContext};
use crate::features::approvals::groups::persons;
use crate::features::approvals::instance::record::Principal;
use crate::features::approvals::instance::submit::begun;
use crate::features::approvals::people::name_of;
use crate::kernel::enumeration::numbered;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::route::Data;
use crate::store::Reads;

numbered! {
    /// 体检结果
    pub enum Finding {
        Fine = 1 => "正常",
        ByRule = 2 => "按规则转交",
        Nobody = 3 => "无人可办",
    }
}

/// Everything wrong with it, and which nodes find nobody today.
///
/// # Errors
/// Records that can't be read.
pub fn everything(view: &View, binding: &Binding, definition: &Definition) -> Result<Vec<Problem>> {
    let mut problems = check(view, binding, definition)?;
    for node in definition.nodes.iter().filter(|node| node.kind == NodeType::Task && !node.assign.is_empty()) {
        let mut finds = false;
        for line in &node.assign {
            finds |= finds_anybody(view, line)?;
        }
        if !finds {
            let message = format!("“{}”目前找不到人", node.name);
            problems.push(Problem { node: Some(node.code.clone()), message, warning: true });
        }
    }
    Ok(problems)
}

/// Whether a line finds somebody in any department.
fn finds_anybody(view: &View, line: &Assign) -> Result<bool> {
    let groups = match line.kind {
        AssignKind::User | AssignKind::Pick => line.users.iter().map(|user| Principal::User(*user)).collect(),
        AssignKind::Role => vec![Principal::Role(line.name.clone(), 0)],
        AssignKind::Post => vec![Principal::Post(line.name.clone(), 0)],
        AssignKind::Leader => view.tx.all::<Dept>()?.iter().map(|dept| Principal::User(dept.leader_id)).collect(),
        AssignKind::InCharge => view.tx.all::<Dept>()?.iter().map(|dept| Principal::User(dept.in_charge_id)).collect(),
        // Whom these find the document says.
        AssignKind::Right | AssignKind::FormUser => return Ok(true),
    };
    Ok(!persons(view, &groups)?.is_empty())
}

/// Which version is looked at.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CheckInput {
    /// Which process: what the product brings as its standard.
    pub key: Option<String>,
    /// Which version; goes before the process.
    pub definition: Option<u64>,
}

/// What a node finds.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthCell {
    /// Code of the node.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Whom it finds.
    pub people: Vec<String>,
    /// How good that is.
    pub finding: Finding,
    /// What happens otherwise.
    pub note: String,
}

/// What a submission from a department finds.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthRow {
    /// The department 部门, by number.
    pub dept_id: u64,
    /// Name of the department 部门.
    pub dept_name: String,
    /// Persons who may sign in.
    pub members: u64,
    /// Task nodes.
    pub nodes: Vec<HealthCell>,
    /// Who could decide at several nodes of one document that no rule keeps apart: name and nodes.
    pub several: Vec<String>,
}

/// GET /appr/definition/check
///
/// # Errors
/// A sentence for an unknown process or version.
pub fn health(view: &View, input: CheckInput) -> Result<Data<Vec<HealthRow>>> {
    let definition = match input.definition {
        Some(number) => found(view, number)?,
        None => {
            let key = input.key.unwrap_or_default();
            let binding = binding::of(view, &key)?;
            let standard = super::standard::drawing(binding)?;
            let standard = standard.ok_or_else(|| AppError::refused("该流程没有标准流程").at("key"))?;
            standard.draft(view, binding)
        }
    };
    let binding = binding::of(view, &definition.key)?;
    rows(view, binding, &definition).map(Data)
}

/// What submissions from each department that has people find.
///
/// # Errors
/// Records that can't be read.
pub fn rows(view: &View, binding: &'static Binding, definition: &Definition) -> Result<Vec<HealthRow>> {
    let mut members: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    view.tx.each(|user: User| {
        if user.enabled && !user.deleted {
            members.entry(user.dept_id).or_default().insert(user.user_id);
        }
        true
    })?;
    let mut depts: Vec<Dept> = view.tx.all()?;
    depts.retain(|dept| members.contains_key(&dept.dept_id));
    let through = view.caller.through_task();
    let doc = Doc { id: 0, payload: None };
    let mut rows = Vec::new();
    for dept in depts {
        let (dept_id, own) = (dept.dept_id, members.remove(&dept.dept_id).unwrap_or_default());
        let head = Head { dept_id, party_a_dept: dept_id, ..Head::default() };
        let instance = begun(binding, &doc, &head, (0, dept_id, view.now));
        let look = DocumentContext::of(view, &through, binding, &doc, &head, &instance)?.supposing(BTreeMap::new());
        let tasks = definition.nodes.iter().filter(|node| node.kind == NodeType::Task);
        let several = several(view, &look, definition)?;
        let nodes = tasks.map(|node| cell(view, &look, node, &own)).collect::<Result<_>>()?;
        let count = u64::try_from(own.len()).unwrap_or(u64::MAX);
        rows.push(HealthRow { dept_id, dept_name: dept.dept_name, members: count, nodes, several });
    }
    Ok(rows)
}

/// Names shown of a node.
const NAMED: usize = 5;

/// Whom a node means for a submission from a department.
fn meant(view: &View, look: &DocumentContext<'_>, node: &Node) -> Result<Vec<u64>> {
    let mut people: Vec<u64> = Vec::new();
    for line in &node.assign {
        let found = match line.kind {
            AssignKind::Pick => persons(view, &line.users.iter().map(|one| Principal::User(*one)).collect::<Vec<_>>())?,
            _ => look.people(line, &node.code)?.persons,
        };
        people.extend(found);
    }
    people.sort_unstable();
    people.dedup();
    Ok(people)
}

/// Who could decide at several nodes that no rule keeps apart.
fn several(view: &View, look: &DocumentContext<'_>, definition: &Definition) -> Result<Vec<String>> {
    let mut sits: BTreeMap<u64, Vec<&Node>> = BTreeMap::new();
    for node in definition.nodes.iter().filter(|node| node.kind == NodeType::Task) {
        for person in meant(view, look, node)? {
            sits.entry(person).or_default().push(node);
        }
    }
    let mut told = Vec::new();
    for (person, nodes) in sits {
        let is_free = |node: &&&Node| {
            nodes.iter().any(|other| {
                other.code != node.code && !other.apart.contains(&node.code) && !node.apart.contains(&other.code)
            })
        };
        let free: Vec<&str> = nodes.iter().filter(is_free).map(|node| node.name.as_str()).collect();
        if free.len() > 1 {
            told.push(format!("{}：{}", name_of(view, person), free.join("、")));
        }
    }
    Ok(told)
}

fn cell(view: &View, look: &DocumentContext<'_>, node: &Node, own: &BTreeSet<u64>) -> Result<HealthCell> {
    let people = meant(view, look, node)?;
    let later = node.assign.iter().any(|line| matches!(line.kind, AssignKind::FormUser | AssignKind::Pick));
    let (finding, note) = match people.as_slice() {
        _ if later => (Finding::Fine, "发起时选定".to_owned()),
        [] => otherwise(look, node.on_empty, &BTreeSet::new())?,
        [only] if own.contains(only) => {
            let rule = if node.on_self == OnSelf::Skip { OnEmpty::Skip } else { OnEmpty::Up };
            match otherwise(look, rule, &BTreeSet::from([*only]))? {
                (Finding::Nobody, _) if look.managers()?.persons.is_empty() => {
                    (Finding::Nobody, "本人发起时没有其他人可以办理".to_owned())
                }
                (Finding::Nobody, note) => (Finding::ByRule, format!("本人发起时{note}")),
                (_, note) => (Finding::Fine, format!("本人发起时{note}")),
            }
        }
        _ => (Finding::Fine, String::new()),
    };
    let people = people.into_iter().take(NAMED).map(|person| name_of(view, person)).collect();
    Ok(HealthCell { code: node.code.clone(), name: node.name.clone(), people, finding, note })
}

/// What a rule leads to when nobody is found, or only who submits.
fn otherwise(look: &DocumentContext<'_>, rule: OnEmpty, not: &BTreeSet<u64>) -> Result<(Finding, String)> {
    match rule {
        OnEmpty::Skip => return Ok((Finding::ByRule, "跳过".into())),
        OnEmpty::Refuse => return Ok((Finding::Nobody, "不能提交".into())),
        OnEmpty::Up => {
            if let Some(Assignees { persons, .. }) = look.superior(not)? {
                let names: Vec<String> = persons.iter().map(|person| look.name(*person)).collect();
                return Ok((Finding::ByRule, format!("转上级 {}", names.join("、"))));
            }
        }
        OnEmpty::Admin => {}
    }
    // Those who assign would have to find somebody each time: no way for a process to begin with.
    let managers = look.managers()?.persons;
    Ok((Finding::Nobody, if managers.is_empty() { "也没有流程管理员" } else { "将转流程管理员分派" }.into()))
}
