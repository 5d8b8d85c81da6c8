//! The processes that the product brings (domain.md 5.4): «standard» as files, «simple» from the binding. Each standard one
//! is brought once as a draft; an authority publishes it by the wizard, or draws its own.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{disabled, insert};
use super::people::{Finding, rows};
use super::publish::{check, hash, publish};
use super::record::{BY_KEY, Definition, PUBLISHED};
use super::seed::simple_drawing;
use super::wire::Drawing;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::constants::DefinitionState;
use crate::features::approvals::rights::{EDIT, HIDDEN};
use crate::features::system::seed_later::Seeded;
use crate::kernel::enumeration::worded;
use crate::op::{Caller, Op, View};
use crate::route::{AuditAction, Data, Done, Nothing};
use crate::store::{Reads, key};

/// Key and drawing of each. Their places are their numbers among what an installation has received: new ones go to the end.
pub const STANDARD: &[(&str, &str)] = &[
    ("lease_sign", include_str!("../../../../data/processes/standard/lease_sign.json")),
    ("lease_change", include_str!("../../../../data/processes/standard/lease_change.json")),
    ("lease_terminate", include_str!("../../../../data/processes/standard/lease_terminate.json")),
    ("settlement", include_str!("../../../../data/processes/standard/settlement.json")),
    ("waiver", include_str!("../../../../data/processes/standard/waiver.json")),
    ("refund", include_str!("../../../../data/processes/standard/refund.json")),
    ("expense", include_str!("../../../../data/processes/standard/expense.json")),
    ("remittance", include_str!("../../../../data/processes/standard/remittance.json")),
    ("receipt_reversal", include_str!("../../../../data/processes/standard/receipt_reversal.json")),
    ("bill_adjust", include_str!("../../../../data/processes/standard/bill_adjust.json")),
    ("handover", include_str!("../../../../data/processes/standard/handover.json")),
    ("asset_dispose", include_str!("../../../../data/processes/standard/asset_dispose.json")),
    ("exposure", include_str!("../../../../data/processes/standard/exposure.json")),
    ("period_reopen", include_str!("../../../../data/processes/standard/period_reopen.json")),
    ("notice", include_str!("../../../../data/processes/standard/notice.json")),
    ("takeover", include_str!("../../../../data/processes/standard/takeover.json")),
];

worded! {
    /// 流程样式
    #[derive(Default)]
    pub enum Preset {
        #[default]
        Simple = "simple" => "简易",
        Standard = "standard" => "标准",
        Own = "own" => "自行设计",
        None = "none" => "未启用",
    }
}

/// The standard drawing of a kind of document; rights of fields that its form doesn't have are left out.
///
/// # Errors
/// A file that isn't one: a fault of the build.
pub fn drawing(binding: &Binding) -> Result<Option<Drawing>> {
    let Some((_, text)) = STANDARD.iter().find(|(key, _)| *key == binding.key) else { return Ok(None) };
    let read = gx_decode::from_json_text::<Drawing>(text.as_bytes());
    let mut drawing = read.map_err(|error| AppError::internal(format!("standard/{}.json: {error}", binding.key)))?;
    binding.key.clone_into(&mut drawing.key);
    let fields = binding.known_fields();
    for node in &mut drawing.nodes {
        node.fields.retain(|path, right| {
            let field = fields.iter().find(|field| field.path == path);
            match *right {
                EDIT => field.is_some_and(|field| field.may_edit),
                HIDDEN => field.is_some_and(|field| !field.in_title),
                _ => path == "*" || field.is_some(),
            }
        });
    }
    Ok(Some(drawing))
}

const RECEIVED: &str = "wf_definition/standard";

fn received(view: &View) -> Result<Vec<u64>> {
    let seeded: Option<Seeded> = view.tx.get(&key().str(RECEIVED))?;
    Ok(seeded.map_or_else(Vec::new, |seeded| seeded.ids))
}

/// What this installation hasn't received yet, by place.
fn due(view: &View) -> Result<Vec<(u64, &'static Binding)>> {
    let known = received(view)?;
    let places = (1_u64..).zip(STANDARD).filter(|(place, _)| !known.contains(place));
    Ok(places.filter_map(|(place, (key, _))| Some((place, binding::all(view).find(|one| one.key == *key)?))).collect())
}

/// Brings what is new as drafts, once: what an administrator deleted doesn't come back.
///
/// # Errors
/// Records that can't be written.
pub fn bring(op: &mut Op) -> Result<()> {
    let mut ids = received(&op.view())?;
    for (place, binding) in due(&op.view())? {
        if let Some(drawing) = drawing(binding)? {
            insert(op, drawing)?;
            ids.push(place);
        }
    }
    op.put_quietly(&Seeded { kind: RECEIVED.to_owned(), ids })?;
    Ok(())
}

/// When the program starts.
///
/// # Errors
/// A store that can't be written.
pub fn at_start(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("upgrade"));
    if app.read(&caller, |view| Ok(!due(view)?.is_empty()))? {
        app.act(&caller, super::ops::TITLE, AuditAction::Insert, bring)?;
    }
    Ok(())
}

/// A process and what it goes by now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PresetRow {
    /// Name of the kind of document, `lease`, `waiver` …
    pub key: String,
    /// What people call it.
    pub label: String,
    /// What it goes by now.
    pub preset: Preset,
    /// Number of the version in force.
    pub in_force: Option<u64>,
    /// Version of the definition, from 1.
    pub definition_version: Option<u32>,
    /// Whether there is a simple preset.
    pub has_simple: bool,
    /// Whether there is a standard one.
    pub has_standard: bool,
    /// Whether its operation is done at once while no process of it is published.
    pub direct: bool,
    /// Departments from which a node of the standard process finds nobody.
    pub red: u64,
    /// Why the standard process can't be published, or empty.
    pub problem: String,
}

fn same(one: &Definition, drawing: Option<&Drawing>, view: &View, binding: &Binding) -> Result<bool> {
    match drawing {
        Some(drawing) => Ok(hash(one)? == hash(&drawing.clone().draft(view, binding))?),
        None => Ok(false),
    }
}

/// GET /appr/definition/presets
///
/// # Errors
/// Records that can't be read.
pub fn presets(view: &View, _: Nothing) -> Result<Data<Vec<PresetRow>>> {
    let mut found = Vec::new();
    for binding in binding::all(view) {
        let (simple, standard) = (simple_of(binding), drawing(binding)?);
        let in_force: Option<Definition> = view.tx.one(&PUBLISHED, &key().str(binding.key))?;
        let versions: Vec<Definition> = view.tx.by(&BY_KEY, &key().str(binding.key), false, 0, usize::MAX)?;
        let untouched = versions.iter().all(|version| version.state == DefinitionState::Draft);
        let preset = match &in_force {
            Some(one) if same(one, standard.as_ref(), view, binding)? => Preset::Standard,
            Some(one) if same(one, simple.as_ref(), view, binding)? => Preset::Simple,
            Some(_) => Preset::Own,
            None if untouched && simple.is_some() => Preset::Simple,
            None => Preset::None,
        };
        let (problem, red) = match &standard {
            Some(standard) => obstacles(view, binding, &standard.clone().draft(view, binding))?,
            None => (String::new(), 0),
        };
        found.push(PresetRow {
            key: binding.key.to_owned(),
            label: binding.label.to_owned(),
            preset,
            in_force: in_force.as_ref().map(|one| one.definition_id),
            definition_version: in_force.as_ref().map(|one| one.version),
            has_simple: simple.is_some(),
            has_standard: standard.is_some(),
            direct: is_direct(binding),
            red,
            problem,
        });
    }
    Ok(Data(found))
}

fn simple_of(binding: &Binding) -> Option<Drawing> {
    binding.approve.map(|_| simple_drawing(binding))
}

/// Whether an operation is done at once while no process of it is published. Forms that an authority drew are no operations.
fn is_direct(binding: &Binding) -> bool {
    binding.approve.is_none() && STANDARD.iter().any(|(key, _)| *key == binding.key)
}

/// Why a definition shouldn't be published: the first problem, and the departments from which a node finds nobody. Where no
/// department has people, nothing can be said in its favour.
fn obstacles(view: &View, binding: &'static Binding, definition: &Definition) -> Result<(String, u64)> {
    let problem = check(view, binding, definition)?.into_iter().find(|problem| !problem.warning);
    let rows = rows(view, binding, definition)?;
    let red = rows.iter().filter(|row| row.nodes.iter().any(|cell| cell.finding == Finding::Nobody)).count();
    let nobody = rows.is_empty().then(|| "还没有部门有在用的人员，无法体检".to_owned());
    let problem = problem.map(|problem| problem.message).or(nobody);
    Ok((problem.unwrap_or_default(), u64::try_from(red).unwrap_or(u64::MAX)))
}

fn do_at_once(op: &mut Op, binding: &Binding) -> Result<Done> {
    if !is_direct(binding) {
        return Err(AppError::refused(format!("{}必须经过审批，不能改为直接办理", binding.label)).at("preset"));
    }
    let in_force: Option<Definition> = op.view().tx.one(&PUBLISHED, &key().str(binding.key))?;
    let in_force =
        in_force.ok_or_else(|| AppError::refused(format!("{}没有启用审批，本来就直接办理", binding.label)))?;
    disabled(op, in_force)?;
    Ok(Done)
}

/// Which preset a process shall go by.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PresetInput {
    /// Key of the process: the kind of document that it decides about.
    pub key: String,
    /// Which preset is published.
    pub preset: Preset,
}

/// POST /appr/definition/preset: publishes a preset; the standard one only when every department finds its people. «None»
/// takes an operation out of approval: it is done at once again.
///
/// # Errors
/// Sentences for what isn't there, is in force already, or finds nobody.
pub fn switch(op: &mut Op, input: PresetInput) -> Result<Done> {
    let binding = binding::of(&op.view(), &input.key)?;
    if input.preset == Preset::None {
        return do_at_once(op, binding);
    }
    let wanted = match input.preset {
        Preset::Simple => simple_of(binding),
        Preset::Standard => drawing(binding)?,
        Preset::Own | Preset::None => None,
    };
    let missing = || AppError::refused(format!("{}没有{}流程", binding.label, input.preset.label())).at("preset");
    let wanted = wanted.ok_or_else(missing)?;
    let definition = wanted.clone().draft(&op.view(), binding);
    if input.preset == Preset::Standard {
        let (problem, red) = obstacles(&op.view(), binding, &definition)?;
        if !problem.is_empty() {
            return Err(AppError::refused(format!("标准流程暂不能启用：{problem}")));
        }
        if red > 0 {
            let said = format!("标准流程暂不能启用：有 {red} 个部门的环节找不到办理人，请先查看体检结果");
            return Err(AppError::refused(said));
        }
    }
    let versions: Vec<Definition> = op.view().tx.by(&BY_KEY, &key().str(binding.key), true, 0, usize::MAX)?;
    let mut there = None;
    for version in versions {
        if same(&version, Some(&wanted), &op.view(), binding)? {
            there = Some(version);
            break;
        }
    }
    let version = match there {
        Some(version) if version.state == DefinitionState::Published => {
            return Err(AppError::refused(format!("{}已在使用{}流程", binding.label, input.preset.label())));
        }
        Some(version) => version,
        None => {
            let number = insert(op, wanted)?;
            super::wire::found(&op.view(), number)?
        }
    };
    publish(op, &version)?;
    Ok(Done)
}
