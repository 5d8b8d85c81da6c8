//! The operations on versions of a process. Only drafts change; what was published stays as instances know it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::limits::bounded;
use super::people::everything;
use super::publish::{check, publish as put_in_force};
use super::record::{BY_KEY, Definition, KEY, NAME, Node, PUBLISHED, STATE};
use super::seed::{edge, next_version};
use super::validate::Problem;
use super::wire::{DefinitionOut, DefinitionRow, Drawing, found, out, rows, single};
use crate::columns::ByNumber;
use crate::columns::field::whole;
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::constants::{DefinitionState, InstanceState, NodeType};
use crate::features::approvals::form::bind::BIZ_TYPE;
use crate::features::approvals::instance::record as instance;
use crate::features::approvals::instance::record::{Instance, RUNNING_ON};
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::list::{Filter, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, blocks};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// What the audit calls it.
pub const TITLE: &str = "流程设计";
/// Who looks at definitions.
pub const LIST: &str = "appr:definition:list";

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDefinitions {
    /// Key of the process: the kind of document that it decides about.
    pub key: Option<String>,
    /// Part of the name.
    pub name: Option<String>,
    /// Only in these states; absent: all.
    pub state: Vec<DefinitionState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 流程设计
pub struct Definitions;

impl List for Definitions {
    type Record = Definition;
    type Query = ListDefinitions;
    type Row = DefinitionRow;
    type Sums = NoSums;

    const PLACE: Place = Place { list: "/appr/definition/list", permission: LIST, export: None, title: TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("name", false), ("definitionVersion", true)];

    fn paging(query: &ListDefinitions) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListDefinitions, ask: &mut FilterBuilder<Definition>) -> Result<()> {
        ask.word(query.name.as_deref(), &[&NAME])?;
        ask.named(&KEY, query.key.iter())?;
        ask.several(&STATE, &query.state)
    }

    fn row(names: &mut NameCache<'_>, definition: &Definition) -> Result<DefinitionRow> {
        single(names.view(), definition)
    }

    // Thousands run by a version: they are counted for all rows of the page in one go.
    fn rows(view: &View, records: &[Definition]) -> Result<Vec<DefinitionRow>> {
        let mut ask = FilterBuilder::<Instance>::default();
        ask.given(&instance::STATE, Some(InstanceState::Started))?;
        let shown = records.iter().map(|definition| whole(definition.definition_id));
        ask.must(Filter::among(ask.place(&instance::DEFINITION)?, shown));
        let mut running = ByNumber::default();
        blocks(view, &ask, &[instance::DEFINITION], &[], |block| {
            block.bits.each(|at| running.add(block.number(0, at).cast_unsigned(), 1, false));
        })?;
        rows(view, records, |definition_id| running.get(definition_id))
    }
}

/// GET /appr/definition/{id}
///
/// # Errors
/// A sentence when there is none.
pub fn show(view: &View, input: One) -> Result<Data<DefinitionOut>> {
    out(view, &found(view, input.id)?).map(Data)
}

/// A process by its key.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfKey {
    /// Name of the kind of document, `lease`, `waiver` …
    pub key: String,
}

/// A version among its siblings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionUse {
    /// Number of the process definition 流程.
    pub definition_id: u64,
    /// Version of the definition, from 1.
    pub definition_version: u32,
    /// State that it is in now.
    pub state: DefinitionState,
    /// Processes under way by it.
    pub running: u64,
}

/// GET /appr/definition/usage: the versions of a process, the newest first, with what runs by them.
///
/// # Errors
/// Records that can't be read.
pub fn usage(view: &View, input: OfKey) -> Result<Data<Vec<VersionUse>>> {
    let versions: Vec<Definition> = view.tx.by(&BY_KEY, &key().str(&input.key), true, 0, 200)?;
    let used = |one: Definition| -> Result<VersionUse> {
        Ok(VersionUse {
            definition_id: one.definition_id,
            definition_version: one.version,
            state: one.state,
            running: view.tx.count_by(&RUNNING_ON, &id(one.definition_id))?,
        })
    };
    Ok(Data(versions.into_iter().map(used).collect::<Result<_>>()?))
}

/// A version as a designer sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DefinitionInput {
    /// Which; absent for a new one.
    pub definition_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// What a person draws.
    #[serde(flatten)]
    pub drawing: Drawing,
}

/// Stores a drawing as the next version of its process.
///
/// # Errors
/// A sentence for an unknown process or a drawing that is too large; records that can't be written.
pub fn insert(op: &mut Op, mut drawing: Drawing) -> Result<u64> {
    let binding = binding::of(&op.view(), drawing.key.trim())?;
    drawing.name = drawing.name.trim().to_owned();
    if drawing.nodes.is_empty() {
        drawing.nodes = vec![super::record::Node::new(NodeType::Begin, "b", "发起")];
        drawing.edges = vec![edge("b", None)];
    }
    bounded(&drawing)?;
    without_begin_fields(binding, &mut drawing.nodes);
    let version = next_version(&op.view(), binding.key)?;
    let definition_id = op.next_id::<Definition>()?;
    let draft = drawing.draft(&op.view(), binding);
    op.put(&Definition { definition_id, version, ..draft })?;
    Ok(definition_id)
}

/// Rights of fields at the beginning do nothing for a document of the business: its own page writes it.
fn without_begin_fields(binding: &Binding, nodes: &mut [Node]) {
    let begins = |node: &&mut Node| node.kind == NodeType::Begin && binding.biz_type != BIZ_TYPE;
    nodes.iter_mut().filter(begins).for_each(|node| node.fields.clear());
}

/// POST /appr/definition
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn create(op: &mut Op, input: DefinitionInput) -> Result<Data<Made>> {
    insert(op, input.drawing).map(|id| Data(Made { id }))
}

/// Refuses what somebody else changed since it was read.
fn must_be_as_read(view: &View, old: &Definition, given: Option<u64>) -> Result<()> {
    if given.is_none_or(|version| version == old.lock) {
        return Ok(());
    }
    let name = crate::records::names::person_name(view, &old.changed_by)?;
    let at = old.changed_at.to_text();
    let sentence = format!("流程“{}”已被 {name} 于 {at} 修改，请刷新后在最新内容上重新修改", old.name);
    Err(AppError::of(Kind::Stale, sentence))
}

fn must_be_draft(definition: &Definition, deed: &str) -> Result<()> {
    match definition.state {
        DefinitionState::Draft => Ok(()),
        _ => Err(AppError::refused(format!("已发布的流程不能{deed}，请先另存为新版本"))),
    }
}

/// PUT /appr/definition
///
/// # Errors
/// 409 for a stale version; sentences for what isn't a draft or breaks a rule.
pub fn update(op: &mut Op, input: DefinitionInput) -> Result<Done> {
    let old = found(&op.view(), input.definition_id.unwrap_or(0))?;
    must_be_draft(&old, "修改")?;
    must_be_as_read(&op.view(), &old, input.version)?;
    bounded(&input.drawing)?;
    let Drawing { name, mut nodes, edges, options, remark, .. } = input.drawing;
    without_begin_fields(binding::of(&op.view(), &old.key)?, &mut nodes);
    let changed = Definition {
        name: name.trim().to_owned(),
        nodes,
        edges,
        options,
        remark,
        lock: old.lock + 1,
        changed_at: op.now,
        changed_by: op.caller.name(),
        ..old
    };
    op.put(&changed)?;
    Ok(Done)
}

/// DELETE /appr/definition/{ids}
///
/// # Errors
/// A sentence for what isn't a draft.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for definition_id in input.ids {
        let definition = found(&op.view(), definition_id)?;
        must_be_draft(&definition, "删除")?;
        op.delete::<Definition>(&id(definition_id))?;
    }
    Ok(Done)
}

/// POST /appr/definition/copy: the next version begins as a copy of this one.
///
/// # Errors
/// Records that can't be read or written.
pub fn copy(op: &mut Op, input: One) -> Result<Data<Made>> {
    let old = found(&op.view(), input.id)?;
    insert(op, Drawing::of(&old)).map(|id| Data(Made { id }))
}

/// POST /appr/definition/validate
///
/// # Errors
/// A sentence for an unknown process or a drawing that is too large.
pub fn validate(view: &View, input: Drawing) -> Result<Data<Vec<Problem>>> {
    let binding = binding::of(view, &input.key)?;
    bounded(&input)?;
    everything(view, binding, &input.draft(view, binding)).map(Data)
}

/// A version with what was read of it.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct VersionInput {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    pub version: Option<u64>,
}

/// POST /appr/definition/publish: a draft, or a version that was in force before.
///
/// # Errors
/// R22; 409 for a stale version.
pub fn publish(op: &mut Op, input: VersionInput) -> Result<Done> {
    let definition = found(&op.view(), input.id)?;
    must_be_as_read(&op.view(), &definition, input.version)?;
    if definition.state == DefinitionState::Published {
        return Err(AppError::refused(format!("流程“{}”版本 {} 已是发布状态", definition.name, definition.version)));
    }
    let binding = binding::of(&op.view(), &definition.key)?;
    let wrong: Vec<Problem> = check(&op.view(), binding, &definition)?.into_iter().filter(|one| !one.warning).collect();
    if let Some(first) = wrong.first() {
        return Err(AppError::refused(format!("流程图有 {} 处问题，不能发布：{}", wrong.len(), first.message)));
    }
    must_not_name_himself(op, &definition)?;
    put_in_force(op, &definition)?;
    Ok(Done)
}

/// Nobody gives himself a seat: who is named as a person, and wasn't in the version before, doesn't put it in force himself.
fn must_not_name_himself(op: &Op, definition: &Definition) -> Result<()> {
    let own = op.caller.user_id();
    let names = |definition: &Definition| -> Vec<String> {
        let named = |node: &&Node| node.assign.iter().any(|line| line.users.contains(&own));
        definition.nodes.iter().filter(named).map(|node| node.name.clone()).collect()
    };
    let before: Option<Definition> = op.view().tx.one(&PUBLISHED, &key().str(&definition.key))?;
    let known = before.as_ref().map(names).unwrap_or_default();
    match names(definition).into_iter().find(|name| own != 0 && !known.contains(name)) {
        Some(name) => {
            let said = format!("环节“{name}”指定了您本人为办理人，须由其他有发布权限的人员发布");
            Err(AppError::refused(said))
        }
        None => Ok(()),
    }
}

/// POST /appr/definition/disable: no new submissions; what runs goes on.
///
/// # Errors
/// A sentence for what isn't published; 409 for a stale version.
pub fn disable(op: &mut Op, input: VersionInput) -> Result<Done> {
    let definition = found(&op.view(), input.id)?;
    must_be_as_read(&op.view(), &definition, input.version)?;
    if definition.state != DefinitionState::Published {
        return Err(AppError::refused(format!(
            "流程“{}”版本 {} 未发布，无需停用",
            definition.name, definition.version
        )));
    }
    disabled(op, definition)?;
    Ok(Done)
}

/// Takes a version out of force.
///
/// # Errors
/// A record that can't be written.
pub fn disabled(op: &mut Op, definition: Definition) -> Result<()> {
    let (lock, changed_at, changed_by) = (definition.lock + 1, op.now, op.caller.name());
    op.put(&Definition { state: DefinitionState::Disabled, lock, changed_at, changed_by, ..definition })?;
    Ok(())
}
