//! Submitting a form, and putting one right that came back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::bind::{Entered, START, binding, existing};
use super::data::{checked, files_in};
use super::record::{FieldDef, FlowForm};
use super::{draft, ops};
use crate::error::{AppError, Result};
use crate::features::approvals::definition::record::{Definition, PUBLISHED};
use crate::features::approvals::instance::FILES_KIND;
use crate::features::approvals::instance::gate::{file, input_of};
use crate::features::approvals::instance::returned;
use crate::features::approvals::instance::state::Loaded;
use crate::features::approvals::routes::Submitted;
use crate::op::{Op, View};
use crate::records::files;
use crate::records::list::{self, One};
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::store::{Reads, key};

/// A form that can be submitted.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartForm {
    /// Key of its process.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What people fill in, in their order.
    pub fields: Vec<FieldDef>,
    /// Remark in free text; empty: none.
    pub remark: String,
}

/// GET /appr/form/start: forms whose process is published.
fn choices(view: &View, _: Nothing) -> Result<Data<Vec<StartForm>>> {
    let mut found = Vec::new();
    for form in view.tx.all::<FlowForm>()? {
        if view.tx.one::<Definition>(&PUBLISHED, &key().str(&form.key))?.is_some() {
            let FlowForm { key, name, fields, remark, .. } = form;
            found.push(StartForm { key, name, fields, remark });
        }
    }
    Ok(Data(found))
}

/// A form as it is submitted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StartInput {
    /// Key of the form.
    pub key: String,
    /// What was entered.
    pub data: Map<String, Value>,
    /// The draft that it was; it goes with the submission.
    pub draft_id: Option<u64>,
}

fn start(op: &mut Op, input: StartInput) -> Result<Data<Submitted>> {
    let form = existing(&op.view(), &input.key).map_err(|fault| fault.at("key"))?;
    let data = checked(&op.view(), &form, &input.data)?;
    let attached = files_in(&form, &data);
    let binding = binding(&op.view(), &form)?;
    let entered = Entered { form: form.key.clone(), dept_id: op.caller.rights.dept_id, data };
    let filed = file(op, binding, 0, &entered)?;
    let instance_id = filed.instance_id.ok_or_else(|| AppError::internal("a form without its process"))?;
    files::attach(op, &attached, FILES_KIND, instance_id)?;
    if let Some(number) = input.draft_id {
        draft::remove(op, list::Many { ids: vec![draft::own(&op.view(), number)?.draft_id] })?;
    }
    Ok(Data(Submitted { instance_id }))
}

/// A form that its initiator has before him again.
fn own_returned(view: &View, instance_id: u64) -> Result<(Loaded, Entered)> {
    let loaded = returned::own(view, instance_id, super::bind::BIZ_TYPE)?;
    let entered: Entered = input_of(&loaded.doc)?;
    Ok((loaded, entered))
}

/// A returned form with what was entered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnedForm {
    /// The form as it is now.
    pub form: StartForm,
    /// What was entered.
    pub data: Map<String, Value>,
    /// Send it back with a change.
    pub version: u64,
}

fn show_returned(view: &View, input: One) -> Result<Data<ReturnedForm>> {
    let (loaded, entered) = own_returned(view, input.id)?;
    let FlowForm { key, name, fields, remark, .. } = existing(view, &entered.form)?;
    let form = StartForm { key, name, fields, remark };
    Ok(Data(ReturnedForm { form, data: entered.data, version: loaded.state.instance.version }))
}

/// A returned form as it is put right.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReturnedInput {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// The version that was read.
    pub version: Option<u64>,
    /// What was entered.
    pub data: Map<String, Value>,
}

/// PUT /appr/form/data: it is submitted again by `/appr/submit`.
fn put_right(op: &mut Op, input: ReturnedInput) -> Result<Done> {
    let (loaded, entered) = own_returned(&op.view(), input.instance_id)?;
    returned::same_as_read(&loaded, input.version)?;
    let form = existing(&op.view(), &entered.form)?;
    let data = checked(&op.view(), &form, &input.data)?;
    files::attach(op, &files_in(&form, &data), FILES_KIND, loaded.state.instance.instance_id)?;
    returned::put_right(op, loaded, &Entered { data, ..entered })?;
    Ok(Done)
}

/// Rows of the route table.
pub(in crate::features::approvals) fn routes() -> Vec<Route> {
    const TITLE: &str = ops::TITLE;
    const SUBMIT: &str = "审批提交";
    let mut routes = list::routes::<ops::Forms>();
    routes.extend(vec![
        read("/appr/form/start", choices).perm(START).titled("可发起的申请"),
        write(Method::Post, "/appr/form/start", start)
            .perm(START)
            .audit(SUBMIT, AuditAction::Insert)
            .idempotent()
            .titled("发起申请"),
        read("/appr/form/data/{id}", show_returned).perm(START).titled("被退回的申请内容"),
        write(Method::Put, "/appr/form/data", put_right)
            .perm(START)
            .audit(SUBMIT, AuditAction::Update)
            .idempotent()
            .titled("修改被退回的申请"),
        read("/appr/form/{id}", ops::show).perm("appr:form:list").titled("表单详情"),
        write(Method::Post, "/appr/form", ops::create)
            .perm("appr:form:edit")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/appr/form", ops::update)
            .perm("appr:form:edit")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Delete, "/appr/form/{ids}", ops::remove).perm("appr:form:edit").audit(TITLE, AuditAction::Delete),
        read("/appr/draft/list", draft::list).perm(START).titled("我的申请草稿"),
        write(Method::Post, "/appr/draft", draft::save)
            .perm(START)
            .audit(SUBMIT, AuditAction::Other)
            .idempotent()
            .titled("申请草稿：新增"),
        write(Method::Put, "/appr/draft", draft::save)
            .perm(START)
            .audit(SUBMIT, AuditAction::Other)
            .idempotent()
            .titled("申请草稿：修改"),
        write(Method::Delete, "/appr/draft/{ids}", draft::remove)
            .perm(START)
            .audit(SUBMIT, AuditAction::Other)
            .titled("申请草稿：删除"),
    ]);
    routes
}
