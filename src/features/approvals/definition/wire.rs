//! Definitions on the wire: what a designer draws, and what is known about a version.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::publish::DrawingCheck;
use super::record::{Definition, Edge, Node, Options};
use super::validate::Problem;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::constants::{DefinitionState, FormType};
use crate::features::approvals::form::bind::BIZ_TYPE;
use crate::features::approvals::instance::record::RUNNING_ON;
use crate::features::approvals::people::changer;
use crate::op::View;
use crate::store::{Reads, id};

/// What a person draws.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Drawing {
    /// Which process: the key of its binding.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What the process consists of: start, tasks, gateways, end.
    pub nodes: Vec<Node>,
    /// How its nodes follow each other, with conditions.
    pub edges: Vec<Edge>,
    /// Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
    pub options: Options,
    /// Remark in free text; empty: none.
    pub remark: String,
}

impl Drawing {
    /// What a version holds of it.
    pub fn of(definition: &Definition) -> Self {
        Self {
            key: definition.key.clone(),
            name: definition.name.clone(),
            nodes: definition.nodes.clone(),
            edges: definition.edges.clone(),
            options: definition.options.clone(),
            remark: definition.remark.clone(),
        }
    }

    /// A version that isn't stored, to be looked at; `ops` gives it a number.
    pub fn draft(self, view: &View, binding: &Binding) -> Definition {
        Definition {
            definition_id: 0,
            key: binding.key.to_owned(),
            version: 0,
            name: self.name,
            form_type: if binding.biz_type == BIZ_TYPE { FormType::Engine } else { FormType::Custom },
            form_ref: binding.form_ref.to_owned(),
            state: DefinitionState::Draft,
            nodes: self.nodes,
            edges: self.edges,
            options: self.options,
            sha256: String::new(),
            published_at: None,
            published_by: String::new(),
            lock: 0,
            changed_at: view.now,
            changed_by: view.caller.name(),
            remark: self.remark,
        }
    }
}

/// A version in the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinitionRow {
    /// Number of the process definition 流程.
    pub definition_id: u64,
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// What the product calls that kind of document.
    pub label: String,
    /// Version of the definition, from 1.
    pub definition_version: u32,
    /// What people call it.
    pub name: String,
    /// State that it is in now.
    pub state: DefinitionState,
    /// Task nodes.
    pub task_count: u64,
    /// Problems that stand in the way of its publication.
    pub problem_count: u64,
    /// Processes under way by this version.
    pub running: u64,
    /// When it was published.
    pub published_at: Option<String>,
    /// By whom.
    pub published_by: String,
    /// When it was last changed.
    pub changed_at: String,
    /// By whom.
    pub changed_by: String,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// Send it back with a change.
    pub version: u64,
}

/// A version with its drawing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinitionOut {
    /// What the list says.
    #[serde(flatten)]
    pub row: DefinitionRow,
    /// What the process consists of: start, tasks, gateways, end.
    pub nodes: Vec<Node>,
    /// How its nodes follow each other, with conditions.
    pub edges: Vec<Edge>,
    /// Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
    pub options: Options,
    /// Everything wrong with it, by node.
    pub problems: Vec<Problem>,
}

fn counted(many: usize) -> u64 {
    u64::try_from(many).unwrap_or(u64::MAX)
}

/// Versions as the list shows them, with how many processes are under way by each.
///
/// # Errors
/// Records that can't be read.
pub fn rows(view: &View, versions: &[Definition], running: impl Fn(u64) -> u64) -> Result<Vec<DefinitionRow>> {
    let check = DrawingCheck::of_drafts(view, versions)?;
    versions.iter().map(|version| row(view, version, running(version.definition_id), check.as_ref())).collect()
}

fn row(view: &View, definition: &Definition, running: u64, check: Option<&DrawingCheck>) -> Result<DefinitionRow> {
    let binding = binding::of(view, &definition.key).ok();
    let problems = match (binding, check) {
        (Some(binding), Some(check)) if definition.state == DefinitionState::Draft => {
            check.problems(binding, definition)
        }
        _ => Vec::new(),
    };
    let tasks = definition
        .nodes
        .iter()
        .filter(|node| node.kind == crate::features::approvals::constants::NodeType::Task)
        .count();
    Ok(DefinitionRow {
        definition_id: definition.definition_id,
        key: definition.key.clone(),
        label: binding.map_or_else(|| definition.key.clone(), |binding| binding.label.to_owned()),
        definition_version: definition.version,
        name: definition.name.clone(),
        state: definition.state,
        task_count: counted(tasks),
        problem_count: counted(problems.iter().filter(|problem| !problem.warning).count()),
        running,
        published_at: definition.published_at.map(crate::kernel::dates::Stamp::to_text),
        published_by: definition.published_by.clone(),
        changed_at: definition.changed_at.to_text(),
        changed_by: changer(view, &definition.changed_by)?,
        remark: definition.remark.clone(),
        version: definition.lock,
    })
}

/// How many processes are under way by a version.
///
/// # Errors
/// Records that can't be read.
fn running(view: &View, definition_id: u64) -> Result<u64> {
    Ok(view.tx.count_by(&RUNNING_ON, &id(definition_id))?)
}

/// A version as the list shows it.
///
/// # Errors
/// Records that can't be read.
pub fn single(view: &View, definition: &Definition) -> Result<DefinitionRow> {
    let check = DrawingCheck::of_drafts(view, std::slice::from_ref(definition))?;
    row(view, definition, running(view, definition.definition_id)?, check.as_ref())
}

/// A version with its drawing and what is wrong with it.
///
/// # Errors
/// Records that can't be read.
pub fn out(view: &View, definition: &Definition) -> Result<DefinitionOut> {
    let binding = binding::of(view, &definition.key).ok();
    let problems = match binding {
        Some(binding) => super::people::everything(view, binding, definition)?,
        None => Vec::new(),
    };
    Ok(DefinitionOut {
        row: single(view, definition)?,
        nodes: definition.nodes.clone(),
        edges: definition.edges.clone(),
        options: definition.options.clone(),
        problems,
    })
}

/// The version of a number.
///
/// # Errors
/// A sentence when there is none.
pub fn found(view: &View, definition_id: u64) -> Result<Definition> {
    let found: Option<Definition> = view.tx.get(&id(definition_id))?;
    found.ok_or_else(|| AppError::refused("该流程版本不存在，可能已被删除，请刷新后查看"))
}
