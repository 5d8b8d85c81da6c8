//! The way that a document would go if the caller submitted it now: shown before he does, with the people he may pick.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::binding::{self, Doc};
use super::constants::{AssignKind, RunState};
use super::definition::publish::in_force;
use super::definition::record::FieldRights;
use super::engine::{State, predict};
use super::instance::alias::running;
use super::instance::state::{Loaded, load};
use super::instance::submit::begun;
use super::look::Asked;
use super::people::{living, name_of};
use super::show::{PathNode, node_out};
use crate::fault::{Fault, Kind, Outcome};
use crate::op::View;
use crate::route::Data;

/// What is asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviewInput {
    /// Which process.
    pub key: String,
    /// Which document.
    pub biz_id: u64,
    /// Whom the submitter picks, by node.
    pub picks: BTreeMap<String, Vec<u64>>,
}

/// Somebody who may be picked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// His number.
    pub user_id: u64,
    /// His name.
    pub name: String,
}

/// A node that asks the submitter whom he wants.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickNode {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// From whom.
    pub from: Vec<Candidate>,
}

/// How it would go.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// What people call the process.
    pub label: String,
    /// What the document is called in lists.
    pub title: String,
    /// Nodes in order, with people and what choices saw.
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
pub fn preview(view: &View, input: PreviewInput) -> Outcome<Data<Preview>> {
    let binding = binding::of(view, &input.key)?;
    if !view.caller.rights.holds(binding.edit) {
        return Err(Fault::forbidden());
    }
    let doc = Doc::stored(input.biz_id);
    let head = (binding.head)(view, &doc)?;
    let definition = in_force(view, binding)?;
    let back = running(view, binding, input.biz_id)?;
    let mut instance = match back {
        Some(instance) => load(view, instance.instance_id)?.state.instance,
        None => {
            let who = living(view, view.caller.user_id())?;
            let dept_id = who.map_or(0, |user| user.dept_id);
            begun(binding, &doc, &head, (view.caller.user_id(), dept_id, view.now))
        }
    };
    if !input.picks.is_empty() {
        instance.picks = input.picks;
    }
    let through = view.caller.through_task();
    let look = Asked::of(view, &through, binding, &doc, &head, &instance)?;
    let state = State { instance: instance.clone(), runs: Vec::new(), tasks: Vec::new() };
    let (foreseen, refused) = match predict(&definition, &state, &look, view.now) {
        Ok(foreseen) => (foreseen, None),
        Err(refusal) if refusal.kind == Kind::Refused => (Vec::new(), Some(refusal.message.to_string())),
        Err(failure) => return Err(failure),
    };
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
    let loaded = Loaded { state, definition, binding, doc };
    let mut path = Vec::new();
    for one in foreseen {
        let mut node = node_out(view, &loaded, &one.run, &one.tasks, &FieldRights::new())?;
        (node.predicted, node.state, node.at, node.minutes) = (true, RunState::NotStarted, None, None);
        path.push(node);
    }
    let label = binding.label.to_owned();
    Ok(Data(Preview { label, title: head.title, path, picks, refused }))
}
