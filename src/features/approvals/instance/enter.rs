//! What a form sends while its document doesn't stand in the books yet: it is entered and sent in one commit, with whom the
//! sender picks and what he says; before that its way is shown by a trial that leaves nothing, not even a row of the audit.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::submit::{Sending, submit};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding, Doc, Form, defined, of_product};
use crate::features::approvals::preview::{Preview, way};
use crate::op::{Caller, Op};
use crate::product::Product;
use crate::route::{Carried, Data};

/// A document or an operation as its form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NewInput {
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// The record that an operation is about; 0 for a new document.
    pub biz_id: u64,
    /// The form, as the route of its kind takes it.
    pub payload: Map<String, Value>,
    /// What the sender says.
    pub comment: String,
    /// Attachments, by the numbers that their upload answered.
    pub files: Vec<u64>,
    /// Whom he picked, by node.
    pub picks: BTreeMap<String, Vec<u64>>,
    /// Who gets a copy.
    pub cc: Vec<u64>,
}

/// What became of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSent {
    /// The process that decides; none when nobody is asked and it was done at once.
    pub instance_id: Option<u64>,
}

/// Which route of its kind takes the same form, and where the form lies in the input.
pub fn carried(product: &Product, input: &Map<String, Value>) -> Option<Carried> {
    let key = input.get("key")?.as_str()?;
    let forms = match of_product(product).find(|binding| binding.key == key) {
        Some(binding) => binding.enter.as_ref()?.forms,
        None => defined(product).find(|kinds| key.starts_with(kinds.prefix))?.forms,
    };
    let payload = input.get("payload")?;
    let lies = |Form(field, _): &&Form| field.is_empty() || payload.get(field).is_some();
    let Form(field, route) = forms.iter().find(lies)?;
    let inner = Some(*field).filter(|field| !field.is_empty());
    Some(Carried { within: std::iter::once("payload").chain(inner).collect(), route })
}

/// What the audit row keeps: of values that a form has by free names, only the names. What they are is seen in the process,
/// by who may see it.
pub fn names_only(input: &Value) -> Value {
    let mut input = input.clone();
    let forms = input.get_mut("payload").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
    for values in forms.filter_map(|form| form.get_mut("values")) {
        if let Value::Object(map) = values {
            *values = map.keys().cloned().collect::<Vec<_>>().into();
        }
    }
    input
}

/// Enters it with the rights by which such documents are submitted; none when it was done at once.
fn entered(op: &mut Op, input: &NewInput) -> Result<(&'static Binding, Option<Doc>)> {
    let binding = binding::of(&op.view(), &input.key)?;
    let payload = Value::Object(input.payload.clone());
    let enter = binding.enter.as_ref();
    let right = match enter {
        Some(enter) => (enter.right)(&op.view(), binding, &payload)?,
        None => None,
    };
    let right = right.unwrap_or(binding.edit);
    if !op.caller.rights.holds(right) {
        return Err(AppError::forbidden());
    }
    let enter = enter.ok_or_else(|| AppError::refused(format!("“{}”请先保存再提交", binding.label)).at("key"))?;
    let own = Caller { exercised: Some(right), ..op.caller.clone() };
    let doc = op.acting(&own, op.now, |op| (enter.run)(op, binding, (input.biz_id, payload)))?;
    Ok((binding, doc))
}

/// POST /appr/new
///
/// # Errors
/// What the document's rules say; R10 to R12.
pub fn enter(op: &mut Op, input: NewInput) -> Result<Data<NewSent>> {
    let (binding, doc) = entered(op, &input)?;
    let NewInput { comment, files, picks, cc: copies, .. } = input;
    let send = |doc: Doc| submit(op, binding, &doc, Sending { comment, files, picks, copies });
    Ok(Data(NewSent { instance_id: doc.map(send).transpose()? }))
}

/// POST /appr/new/preview: the way of what would be entered.
///
/// # Errors
/// The same; but whom a node doesn't find is said in the answer.
pub fn preview(op: &mut Op, input: NewInput) -> Result<Data<Preview>> {
    op.only_try();
    let (binding, doc) = entered(op, &input)?;
    let told = match doc {
        Some(doc) => way(&op.view(), binding, doc, input.picks)?,
        None => Preview { label: binding.label.to_owned(), direct: true, ..Preview::default() },
    };
    op.discard()?;
    op.leaves_nothing();
    Ok(Data(told))
}
