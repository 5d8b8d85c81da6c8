//! The operations on forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::sum_name;
use super::record::{BY_KEY, FieldDef, FlowForm, FormKind, NAME};
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::binding;
use crate::features::approvals::constants::{DefinitionState, InstanceState};
use crate::features::approvals::definition::record::{BY_KEY as VERSIONS, Definition};
use crate::features::approvals::instance::record::{BY_STATE, Instance};
use crate::features::approvals::people::changer;
use crate::kernel::check;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::list::{FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// What the audit calls it.
pub const TITLE: &str = "表单设计";
/// Most fields of a form.
const MOST_FIELDS: usize = 60;
/// Most words of a choice.
const MOST_OPTIONS: usize = 50;
/// Most columns of a table.
const MOST_COLUMNS: usize = 10;

/// What a person draws.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FormFacts {
    /// Key of its process: small letters, digits and underscores.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What people fill in, in their order.
    pub fields: Vec<FieldDef>,
    /// Remark in free text; empty: none.
    pub remark: String,
}

/// A form as a designer sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FormInput {
    /// Which; absent for a new one.
    pub form_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// What a person draws.
    #[serde(flatten)]
    pub facts: FormFacts,
}

/// A form on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormOut {
    /// Number of the form 表单.
    pub form_id: u64,
    /// What a person drew.
    #[serde(flatten)]
    pub facts: FormFacts,
    /// Whether its process is published, so that it can be submitted.
    pub published: bool,
    /// Processes that it was submitted in.
    pub used: u64,
    /// When it was last changed.
    pub changed_at: String,
    /// By whom.
    pub changed_by: String,
    /// Send it back with a change.
    pub version: u64,
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListForms {
    /// Part of the name.
    pub name: Option<String>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 表单设计
pub struct Forms;

impl List for Forms {
    type Record = FlowForm;
    type Query = ListForms;
    type Row = FormOut;
    type Sums = NoSums;

    const PLACE: Place = Place { list: "/appr/form/list", permission: "appr:form:list", export: None, title: TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("name", false)];

    fn paging(query: &ListForms) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListForms, ask: &mut FilterBuilder<FlowForm>) -> Result<()> {
        ask.word(query.name.as_deref(), &[&NAME])
    }

    fn row(names: &mut NameCache<'_>, form: &FlowForm) -> Result<FormOut> {
        out(names.view(), form)
    }
}

fn versions(view: &View, form_key: &str) -> Result<Vec<Definition>> {
    Ok(view.tx.by(&VERSIONS, &key().str(form_key), false, 0, usize::MAX)?)
}

/// Processes of a form, running and ended.
fn used(view: &View, form_key: &str) -> Result<u64> {
    let mut used = 0;
    for state in InstanceState::ALL {
        used += view.tx.count_by::<Instance>(&BY_STATE, &key().u8(state as u8).str(form_key))?;
    }
    Ok(used)
}

fn out(view: &View, form: &FlowForm) -> Result<FormOut> {
    let published = versions(view, &form.key)?.iter().any(|one| one.state == DefinitionState::Published);
    Ok(FormOut {
        form_id: form.form_id,
        facts: FormFacts {
            key: form.key.clone(),
            name: form.name.clone(),
            fields: form.fields.clone(),
            remark: form.remark.clone(),
        },
        published,
        used: used(view, &form.key)?,
        changed_at: form.changed_at.to_text(),
        changed_by: changer(view, &form.changed_by)?,
        version: form.lock,
    })
}

fn found(view: &View, form_id: u64) -> Result<FlowForm> {
    let found: Option<FlowForm> = view.tx.get(&id(form_id))?;
    found.ok_or_else(|| AppError::refused("该表单不存在，可能已被删除，请刷新后查看"))
}

/// GET /appr/form/{id}
///
/// # Errors
/// A sentence when there is none.
pub fn show(view: &View, input: One) -> Result<Data<FormOut>> {
    out(view, &found(view, input.id)?).map(Data)
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|one| one.is_ascii_alphanumeric() || one == '_')
        && text.len() <= 30
}

fn checked(facts: &FormFacts) -> Result<FormFacts> {
    let mut facts = facts.clone();
    facts.name = facts.name.trim().to_owned();
    check::required("name", &facts.name, "表单名称不能为空")?;
    check::at_most("name", &facts.name, 50, "表单名称长度不能超过50个字符")?;
    check::remark(&facts.remark)?;
    if facts.fields.len() > MOST_FIELDS {
        return Err(AppError::refused(format!("表单不能超过{MOST_FIELDS}个字段")).at("fields"));
    }
    if !facts.fields.iter().any(|field| field.kind != FormKind::Note) {
        return Err(AppError::refused("请至少添加一个填写的字段").at("fields"));
    }
    checked_fields(&mut facts.fields, true).map_err(|fault| fault.at("fields"))?;
    let sums = facts.fields.iter().flat_map(|table| table.columns.iter().map(|column| sum_name(table, column)));
    if let Some(taken) = sums.into_iter().find(|sum| facts.fields.iter().any(|field| field.name == *sum)) {
        let said = format!("字段名称“{taken}”与明细表的合计同名，请改用别的名称");
        return Err(AppError::refused(said).at("fields"));
    }
    Ok(facts)
}

/// Fields of a form, or columns of a table.
fn checked_fields(fields: &mut [FieldDef], may_be_tables: bool) -> Result<()> {
    for place in 0..fields.len() {
        let (before, rest) = fields.split_at_mut(place);
        let Some(field) = rest.first_mut() else { break };
        field.title = field.title.trim().to_owned();
        let most = if field.kind == FormKind::Note { 500 } else { 30 };
        if field.title.is_empty() || field.title.chars().count() > most {
            let sentence = format!("第 {} 个字段的标题不能为空，且不能超过{most}个字符", place + 1);
            return Err(AppError::refused(sentence));
        }
        let refuse = |sentence: String| Err(AppError::refused(format!("字段“{}”{sentence}", field.title)));
        if !is_name(&field.name) || binding::COMMON.iter().any(|var| var.name == field.name) {
            return refuse("的名称须以小写字母开头，只含字母、数字和下划线".into());
        }
        if before.iter().any(|other| other.name == field.name || other.title == field.title) {
            return refuse("的名称或标题与其他字段重复".into());
        }
        let words = field.options.iter().all(|word| !word.trim().is_empty() && word.chars().count() <= 30);
        if field.kind.is_choice() && (field.options.len() < 2 || field.options.len() > MOST_OPTIONS || !words) {
            return refuse(format!("须有2到{MOST_OPTIONS}个选项，每个不超过30个字符"));
        }
        if field.least.zip(field.most).is_some_and(|(least, most)| least > most) || field.hint.chars().count() > 100 {
            return refuse("的最小值、最大值或提示不正确".into());
        }
        if !may_be_tables && !field.kind.is_cell() {
            return refuse(format!("是{}，不能作为明细表的列", field.kind.label()));
        }
        if field.kind == FormKind::Table {
            checked_table(field, before)?;
        } else if !field.columns.is_empty() {
            return refuse("不是明细表，不能有列".into());
        }
    }
    Ok(())
}

/// Columns of a table; the sums of its columns are variables, whose names nobody else has.
fn checked_table(field: &mut FieldDef, before: &[FieldDef]) -> Result<()> {
    let refuse = |sentence: &str| Err(AppError::refused(format!("字段“{}”{sentence}", field.title)));
    if before.iter().any(|other| other.kind == FormKind::Table) {
        return refuse("是第二个明细表，一个表单只能有一个");
    }
    if field.columns.is_empty() || field.columns.len() > MOST_COLUMNS {
        return refuse("须有1到10列");
    }
    let title = field.title.clone();
    checked_fields(&mut field.columns, false)
        .map_err(|fault| AppError { message: format!("明细表“{title}”：{}", fault.message).into(), ..fault })
}

/// POST /appr/form
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn create(op: &mut Op, input: FormInput) -> Result<Data<Made>> {
    let facts = checked(&input.facts)?;
    let form_key = facts.key.trim().to_owned();
    if !is_name(&form_key) {
        return Err(AppError::refused("流程标识须以小写字母开头，只含字母、数字和下划线，不超过30个字符").at("key"));
    }
    let taken: Option<FlowForm> = op.view().tx.one(&BY_KEY, &key().str(&form_key))?;
    if taken.is_some() || binding::all(&op.view()).any(|binding| binding.key == form_key) {
        return Err(AppError::refused(format!("流程标识“{form_key}”已被使用")).at("key"));
    }
    let form_id = op.next_id::<FlowForm>()?;
    op.put(&FlowForm {
        form_id,
        key: form_key,
        name: facts.name,
        fields: facts.fields,
        remark: facts.remark,
        lock: 0,
        changed_at: op.now,
        changed_by: op.caller.name(),
    })?;
    Ok(Data(Made { id: form_id }))
}

/// Whether every column that data was entered for is still there as it was.
fn keeps_columns(now: &FieldDef, before: &FieldDef) -> bool {
    before.columns.iter().all(|column| {
        let kept = now.columns.iter().find(|one| one.name == column.name && one.kind == column.kind);
        kept.is_some_and(|kept| kept.options.starts_with(&column.options))
    })
}

/// PUT /appr/form: a field that data was entered for keeps its name and kind.
///
/// # Errors
/// 409 for a stale version; a sentence for a field that breaks a rule.
pub fn update(op: &mut Op, input: FormInput) -> Result<Done> {
    let old = found(&op.view(), input.form_id.unwrap_or(0))?;
    if input.version.is_some_and(|version| version != old.lock) {
        let name = crate::records::names::person_name(&op.view(), &old.changed_by)?;
        let at = old.changed_at.to_text();
        let said = format!("表单“{}”已被 {name} 于 {at} 修改，请刷新后在最新内容上重新修改", old.name);
        return Err(AppError::of(Kind::Stale, said));
    }
    let facts = checked(&input.facts)?;
    if used(&op.view(), &old.key)? > 0 {
        for field in &old.fields {
            let kept = facts.fields.iter().find(|one| one.name == field.name && one.kind == field.kind);
            let words = kept.is_some_and(|kept| kept.options.starts_with(&field.options) && keeps_columns(kept, field));
            if !words && field.kind != FormKind::Note {
                let said = format!("字段“{}”已有单据使用，不能删除、改变类型或改动已有选项", field.title);
                return Err(AppError::refused(said).at("fields"));
            }
        }
    }
    let (lock, changed_at, changed_by) = (old.lock + 1, op.now, op.caller.name());
    let FormFacts { name, fields, remark, .. } = facts;
    op.put(&FlowForm { name, fields, remark, lock, changed_at, changed_by, ..old })?;
    Ok(Done)
}

/// DELETE /appr/form/{ids}
///
/// # Errors
/// A sentence for a form that a process goes by.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for form_id in input.ids {
        let form = found(&op.view(), form_id)?;
        if let Some(version) = versions(&op.view(), &form.key)?.first() {
            return Err(AppError::refused(format!("表单已被流程“{}”使用，不能删除", version.name)));
        }
        op.delete::<FlowForm>(&id(form_id))?;
    }
    Ok(Done)
}
