//! Operations that are done at once unless a process of them was drawn and published: a reversal, a manual bill, a disposal.
//!
//! Invariants: what would be refused at once is refused when it is filed, by a trial that leaves nothing; the input stays in
//! the process as it was sent, and the very operation of the route runs with it when the last one agrees.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::record::Instance;
use super::submit::{Sending, submit};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Adopted, Binding, Doc};
use crate::features::approvals::definition::record::{Definition, PUBLISHED};
use crate::op::{Caller, Op, View};
use crate::store::{Reads, key};

/// What is new has no number of its own; that of its process stands for it, above all numbers of records.
pub const NEW: u64 = 1 << 52;

/// What becomes of an operation.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Filed {
    /// The process that decides about it; none when it was done at once.
    pub instance_id: Option<u64>,
}

/// What is said of an operation that waits for a decision.
pub const WAITS: &str = "已提交审批，批准后生效";

/// The sentence of an answer.
pub fn sentence(filed: &Filed) -> &'static str {
    if filed.instance_id.is_some() { WAITS } else { crate::route::SUCCESS }
}

/// Whether an operation needs a process now.
///
/// # Errors
/// Records that can't be read.
pub fn needs_process(view: &View, binding: &Binding) -> Result<bool> {
    Ok(view.tx.one::<Definition>(&PUBLISHED, &key().str(binding.key))?.is_some())
}

/// Tries an operation, leaves nothing of it, and makes a document of its input; `about` is the record that it is about, 0 for
/// something new.
///
/// # Errors
/// What the operation would be refused for; R12.
pub fn tried(
    op: &mut Op,
    binding: &'static Binding,
    about: u64,
    input: &impl Serialize,
    trial: impl FnOnce(&mut Op<'_, '_>) -> Result<()>,
) -> Result<Doc> {
    // Somebody else decides, so nobody's own operations stand against it yet.
    let nobody = Caller::job("trial");
    op.acting(&nobody, op.now, trial)?;
    op.discard()?;
    document(op, binding, about, input)
}

/// Sends an operation that was tried; one that was done at once has no document.
///
/// # Errors
/// R10 to R12.
pub fn filed(op: &mut Op, binding: &'static Binding, doc: Option<Doc>) -> Result<Filed> {
    let send = |doc: Doc| submit(op, binding, &doc, Sending::default());
    Ok(Filed { instance_id: doc.map(send).transpose()? })
}

/// Files an input without a trial.
///
/// # Errors
/// R10 to R12.
pub fn file(op: &mut Op, binding: &'static Binding, about: u64, input: &impl Serialize) -> Result<Filed> {
    let doc = document(op, binding, about, input)?;
    filed(op, binding, Some(doc))
}

/// The document of an operation about a record.
///
/// # Errors
/// R12.
pub fn document(op: &Op, binding: &Binding, about: u64, input: &impl Serialize) -> Result<Doc> {
    let payload = Some(serde_json::to_value(input).map_err(AppError::internal)?);
    let running = key().str(binding.biz_type).u64(about);
    let waits: Option<Instance> = op.view().tx.one(&super::record::RUNNING, &running)?;
    if let Some(waits) = waits {
        let said = format!("{}已在审批中（{}），不能重复提交", waits.title, waits.instance_no);
        return Err(AppError::refused(said));
    }
    Ok(Doc { id: about, payload })
}

/// The input of an operation that is decided about.
///
/// # Errors
/// One that this version of the program can't read.
pub fn input_of<T: DeserializeOwned>(doc: &Doc) -> Result<T> {
    let payload = doc.payload.clone().ok_or_else(|| AppError::internal("a deed under decision without its input"))?;
    gx_decode::from_json(payload)
        .map_err(|error| AppError::refused("单据内容已无法识别，请驳回后重新提交").because(error))
}

/// A form as the engine was given it, in the shape of its kind.
///
/// # Errors
/// A sentence for one that has another shape.
pub fn form_as<T: DeserializeOwned>(payload: Value) -> Result<T> {
    gx_decode::from_json(payload).map_err(|error| AppError::refused("请求参数不正确，请检查后重试").because(error))
}

/// An operation that is sent, given back or refused: its record knows nothing of it.
///
/// # Errors
/// None.
pub fn leave(_: &mut Op<'_, '_>, _: &Doc) -> Result<()> {
    Ok(())
}

/// The same with a reason.
///
/// # Errors
/// None.
pub fn leave_because(_: &mut Op<'_, '_>, _: &Doc, _: &str) -> Result<()> {
    Ok(())
}

/// Nothing of it waits anywhere but in its process.
///
/// # Errors
/// None.
pub fn none_waits(_: &View<'_>) -> Result<Vec<Adopted>> {
    Ok(Vec::new())
}
