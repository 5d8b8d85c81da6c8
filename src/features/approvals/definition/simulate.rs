//! A test run: the way that a process would go for somebody with a document, or with values that are typed. The engine walks
//! as it does for a submission; nothing is written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::limits::bounded;
use super::publish::check;
use super::record::FieldRights;
use super::wire::Drawing;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding, Doc, Head};
use crate::features::approvals::condition::Val;
use crate::features::approvals::constants::RunState;
use crate::features::approvals::context::DocumentContext;
use crate::features::approvals::engine::{State, predict};
use crate::features::approvals::instance::state::Loaded;
use crate::features::approvals::instance::submit::begun;
use crate::features::approvals::path::{PathNode, node_out};
use crate::features::approvals::people::living;
use crate::op::View;
use crate::route::Data;

/// What is tried.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SimulateInput {
    /// The process as it is drawn, saved or not.
    #[serde(flatten)]
    pub drawing: Drawing,
    /// Who would submit.
    pub initiator: u64,
    /// With which document; absent: with the values.
    pub document: Option<u64>,
    /// The department of a document that doesn't exist; absent: the initiator's.
    pub dept: Option<u64>,
    /// Values of variables by their names.
    pub values: Map<String, Value>,
}

/// How it would go.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Simulated {
    /// Nodes in order, with people and what choices saw.
    pub path: Vec<PathNode>,
    /// Why a submission would be refused.
    pub refused: Option<String>,
}

/// POST /appr/definition/simulate
///
/// # Errors
/// Sentences for a drawing that could not be published, an unknown person, document or variable.
pub fn simulate(view: &View, input: SimulateInput) -> Result<Data<Simulated>> {
    let binding = binding::of(view, &input.drawing.key)?;
    bounded(&input.drawing)?;
    let definition = input.drawing.draft(view, binding);
    let problems = check(view, binding, &definition)?;
    if let Some(first) = problems.iter().find(|problem| !problem.warning) {
        return Err(AppError::refused(format!("流程图还有问题，不能试运行：{}", first.message)));
    }
    let who = living(view, input.initiator)?;
    let who = who.ok_or_else(|| AppError::refused("请选择一名在用的人员作为发起人").at("initiator"))?;
    let (doc, head) = match input.document {
        Some(number) => (Doc { id: number, payload: None }, real_head(view, binding, number)?),
        None => {
            let dept_id = input.dept.unwrap_or(who.dept_id);
            (Doc { id: 0, payload: None }, Head { dept_id, party_a_dept: dept_id, ..Head::default() })
        }
    };
    let supposed = match input.document {
        Some(_) => None,
        None => Some(typed(binding, input.values)?),
    };
    let instance = begun(binding, &doc, &head, (who.user_id, who.dept_id, view.now));
    let through = view.caller.through_task();
    let look = DocumentContext::of(view, &through, binding, &doc, &head, &instance)?;
    let look = match supposed {
        Some(values) => look.supposing(values),
        None => look,
    };
    let state = State { instance: instance.clone(), runs: Vec::new(), tasks: Vec::new() };
    let foreseen = match predict(&definition, &state, &look, view.now) {
        Ok(foreseen) => foreseen,
        Err(refusal) if refusal.kind == crate::error::Kind::Refused => {
            return Ok(Data(Simulated { path: Vec::new(), refused: Some(refusal.message.to_string()) }));
        }
        Err(failure) => return Err(failure),
    };
    let loaded = Loaded { state, definition, binding, doc };
    let mut path = Vec::new();
    for one in foreseen {
        let mut node = node_out(view, &loaded, &one.run, &one.tasks, &FieldRights::new())?;
        (node.predicted, node.state, node.at, node.minutes) = (true, RunState::NotStarted, None, None);
        path.push(node);
    }
    Ok(Data(Simulated { path, refused: None }))
}

/// A document that the caller himself may see: what choices saw of it is shown to him.
fn real_head(view: &View, binding: &Binding, number: u64) -> Result<Head> {
    if !view.caller.rights.holds(binding.query) {
        return Err(
            AppError::refused(format!("您没有查看{}单据的权限，请改用填写数值试运行", binding.label)).at("document")
        );
    }
    (binding.head)(view, &Doc { id: number, payload: None }).map_err(|fault| fault.at("document"))
}

fn typed(binding: &Binding, values: Map<String, Value>) -> Result<BTreeMap<String, Val>> {
    let mut typed = BTreeMap::new();
    for var in binding.variables() {
        // The initiator and his departments are those of the person that was chosen.
        let given = matches!(var.name, "initiator_dept" | "biz_dept" | "initiator_role");
        if !given {
            typed.insert(var.name.to_owned(), Val::Nothing);
        }
    }
    for (name, value) in values {
        let wrong = || AppError::refused(format!("变量“{name}”的值不正确")).at("values");
        let value = match &value {
            Value::Null => Val::Nothing,
            Value::Bool(flag) => Val::Bool(*flag),
            Value::String(text) if text.chars().count() <= 500 => Val::Text(text.clone()),
            Value::Number(number) => Val::Int(number.as_i64().ok_or_else(wrong)?),
            _ => return Err(wrong()),
        };
        if !binding.variables().iter().any(|var| var.name == name) {
            return Err(AppError::refused(format!("未知变量“{name}”")).at("values"));
        }
        typed.insert(name, value);
    }
    Ok(typed)
}
