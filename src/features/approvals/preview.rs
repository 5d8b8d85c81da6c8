//! The way that a document would go if the caller submitted it now: shown before he does, with the people he may pick.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::binding::{self, Binding, Doc, Head};
use super::constants::{AssignKind, NodeType, RunEnd, RunState};
use super::context::DocumentContext;
use super::definition::publish::in_force;
use super::definition::record::Definition;
use super::engine::{Act, ActRequest, State, comes_straight, foresee};
use super::instance::alias::running;
use super::instance::gate::needs_process;
use super::instance::record::Instance;
use super::instance::state::{Loaded, load};
use super::instance::submit::{as_set, begun, is_bound_by_old, returned};
use super::path::{PathNode, node_out};
use super::people::{living, name_of};
use super::rights::unseen;
use crate::error::{AppError, Result};
use crate::op::View;
use crate::route::Data;

/// What is asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviewInput {
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// Which document; 0 with an input of something new.
    pub biz_id: u64,
    /// Input of an operation that isn't filed yet, as its route takes it.
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    pub payload: Option<Value>,
    /// Whom the submitter picks, by node.
    pub picks: BTreeMap<String, Vec<u64>>,
}

/// Somebody who may be picked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Number of the person 用户.
    pub user_id: u64,
    /// Real name of the person.
    pub name: String,
}

/// A node that asks the submitter whom he wants.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickNode {
    /// Short code that programs use, unique of its kind.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// From whom.
    pub from: Vec<Candidate>,
}

/// How it would go.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// What people call the process.
    pub label: String,
    /// What the document is called in lists.
    pub title: String,
    /// The document as it was looked at; send it back with the submission.
    pub version: u64,
    /// Nobody is asked: it is done at once.
    pub direct: bool,
    /// Nodes in order, with people and what choices saw; as far as it would get.
    pub path: Vec<PathNode>,
    /// Nodes that ask whom the submitter wants.
    pub picks: Vec<PickNode>,
    /// Why a submission would be refused.
    pub refused: Option<String>,
}

/// POST /appr/preview
///
/// # Errors
/// R11; a document that the caller can't see; records that can't be read.
pub fn preview(view: &View, input: PreviewInput) -> Result<Data<Preview>> {
    let binding = binding::of(view, &input.key)?;
    if !view.caller.rights.holds(binding.edit) {
        return Err(AppError::forbidden());
    }
    let doc = match input.payload {
        Some(payload) => Doc { id: input.biz_id, payload: Some(payload) },
        None => returned(view, binding, input.biz_id)?,
    };
    if binding.approve.is_none() && doc.payload.is_some() && !needs_process(view, binding)? {
        return Ok(Data(Preview { label: binding.label.to_owned(), direct: true, ..Preview::default() }));
    }
    Ok(Data(way(view, binding, doc, input.picks)?))
}

/// The way of a document, with those who are picked.
///
/// # Errors
/// R11; records that can't be read.
pub fn way(view: &View, binding: &'static Binding, doc: Doc, chosen: BTreeMap<String, Vec<u64>>) -> Result<Preview> {
    let label = binding.label.to_owned();
    let head = (binding.head)(view, &doc)?;
    let (mut state, definition) = as_sent(view, binding, &doc, &head)?;
    if !chosen.is_empty() {
        state.instance.picks = chosen;
    }
    let through = view.caller.through_task();
    let instance = state.instance.clone();
    let look = DocumentContext::of(view, &through, binding, &doc, &head, &instance)?;
    let (foreseen, refusal) = foresee(&definition, &state, &look, view.now)?;
    let picks = picks(view, &definition, &instance)?;
    let loaded = Loaded { state, definition, binding, doc };
    let unseen = unseen(view, binding);
    let mut path = Vec::new();
    for one in foreseen {
        let mut node = node_out(view, &loaded, &one.run, &one.tasks, &unseen)?;
        if node.kind == NodeType::Begin {
            continue;
        }
        if one.run.end == Some(RunEnd::Passed) {
            node.end_label = String::new();
        }
        (node.predicted, node.state, node.at, node.minutes) = (true, RunState::NotStarted, None, None);
        path.push(node);
    }
    let refused = refusal.map(|refusal| refusal.message.to_string());
    Ok(Preview { label, title: head.title, version: head.version, direct: false, path, picks, refused })
}

/// The process as a submission would find it, and the version that it would go by.
fn as_sent(view: &View, binding: &'static Binding, doc: &Doc, head: &Head) -> Result<(State, Definition)> {
    let actor = view.caller.user_id();
    let barred = |instance: &Instance| -> Vec<u64> {
        as_set(instance.barred.iter().chain(&head.barred).copied().chain([actor]).collect())
    };
    let fresh = |instance| State { instance, runs: Vec::new(), tasks: Vec::new() };
    let (mut state, definition) = match running(view, binding, doc.id)?.filter(|_| doc.id != 0) {
        None => {
            let dept_id = living(view, actor)?.map_or(0, |user| user.dept_id);
            (fresh(begun(binding, doc, head, (actor, dept_id, view.now))), in_force(view, binding)?)
        }
        Some(back) => {
            let Loaded { mut state, definition, .. } = load(view, back.instance_id)?;
            state.instance.barred = barred(&state.instance);
            let begin = definition.begin().map(|node| &node.code);
            if state.current().is_some_and(|run| Some(&run.node) != begin) {
                let said = format!("{}已在审批中（{}），不能重复提交", back.title, back.instance_no);
                return Err(AppError::refused(said));
            }
            let straight = {
                let through = view.caller.through_task();
                let look = DocumentContext::of(view, &through, binding, doc, head, &state.instance)?;
                let deed = ActRequest { actor, act: Act::Submit, comment: String::new(), now: view.now };
                comes_straight(&definition, &state, &deed, &look)?
            };
            if straight {
                (state, definition)
            } else {
                let newest = in_force(view, binding)?;
                let is_bound = is_bound_by_old(view, &definition, &newest, &state.instance.barred)?;
                (fresh(state.instance), if is_bound { definition } else { newest })
            }
        }
    };
    state.instance.barred = barred(&state.instance);
    Ok((state, definition))
}

/// Nodes that ask the submitter, with those whom they may name.
fn picks(view: &View, definition: &Definition, instance: &Instance) -> Result<Vec<PickNode>> {
    let mut picks = Vec::new();
    for node in &definition.nodes {
        for line in node.assign.iter().filter(|line| line.kind == AssignKind::Pick) {
            let mut from = Vec::new();
            for user_id in &line.users {
                if living(view, *user_id)?.is_some() && !instance.barred.contains(user_id) {
                    from.push(Candidate { user_id: *user_id, name: name_of(view, *user_id) });
                }
            }
            picks.push(PickNode { code: node.code.clone(), name: node.name.clone(), from });
        }
    }
    Ok(picks)
}
