//! Publishing: a version is checked, frozen by its hash, and takes the place of the one before. Instances keep theirs.

use sha2::{Digest, Sha256};

use super::record::{BY_KEY, Definition, PUBLISHED};
use super::seed;
use super::validate::{Known, Problem, problems};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::condition::Threshold;
use crate::features::approvals::constants::DefinitionState;
use crate::features::approvals::form::bind::BIZ_TYPE;
use crate::features::approvals::people::system_role_keys;
use crate::op::{Op, View};
use crate::store::{Reads, key};

/// Hash of what a publication freezes.
///
/// # Errors
/// A definition that can't be written as JSON.
pub fn hash(definition: &Definition) -> Result<String> {
    let frozen = serde_json::to_vec(&(&definition.nodes, &definition.edges, &definition.options));
    Ok(hex::encode(Sha256::digest(frozen.map_err(AppError::internal)?)))
}

/// Everything wrong with it.
///
/// # Errors
/// Records that can't be read.
pub fn check(view: &View, binding: &Binding, definition: &Definition) -> Result<Vec<Problem>> {
    Ok(DrawingCheck::load(view)?.problems(binding, definition))
}

/// What drawings are held against, whatever their kind.
pub struct DrawingCheck {
    thresholds: Vec<Threshold>,
    rights: Vec<&'static str>,
    system_roles: Vec<String>,
}

impl DrawingCheck {
    /// Reads all menus and roles: once for a page of drawings.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn load(view: &View) -> Result<Self> {
        let (thresholds, rights) = (binding::thresholds(view), binding::rights(view)?);
        Ok(Self { thresholds, rights, system_roles: system_role_keys(view)? })
    }

    /// None where no version is a draft: what was published is not checked again.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn of_drafts(view: &View, definitions: &[Definition]) -> Result<Option<Self>> {
        let has_draft = definitions.iter().any(|definition| definition.state == DefinitionState::Draft);
        has_draft.then(|| Self::load(view)).transpose()
    }

    /// Everything wrong with a drawing.
    pub fn problems(&self, binding: &Binding, definition: &Definition) -> Vec<Problem> {
        let Self { thresholds, rights, system_roles } = self;
        let (vars, fields) = (binding.variables(), binding.known_fields());
        let known = Known { vars: &vars, thresholds, fields: &fields, rights, system_roles };
        let mut found = problems(definition, &known);
        found.extend(begin_fields(binding, definition));
        found
    }
}

/// Rights of fields at the beginning: a document of the business is written on its own page, where they do nothing.
fn begin_fields(binding: &Binding, definition: &Definition) -> Option<Problem> {
    let begin = definition.begin().filter(|begin| !begin.fields.is_empty() && binding.biz_type != BIZ_TYPE)?;
    let message = format!("“{}”的字段权限对业务单据不起作用，保存后不再保留", begin.name);
    Some(Problem { node: Some(begin.code.clone()), message, warning: true })
}

/// Puts a version in force that was checked before: the one before it steps down, instances keep theirs.
///
/// # Errors
/// Records that can't be written.
pub fn publish(op: &mut Op, definition: &Definition) -> Result<Definition> {
    let before: Option<Definition> = op.view().tx.one(&PUBLISHED, &key().str(&definition.key))?;
    if let Some(before) = before {
        op.put(&Definition { state: DefinitionState::Disabled, lock: before.lock + 1, ..before })?;
    }
    let published = Definition {
        state: DefinitionState::Published,
        sha256: hash(definition)?,
        published_at: Some(op.now),
        published_by: op.caller.name(),
        lock: definition.lock + 1,
        ..definition.clone()
    };
    op.put(&published)?;
    Ok(published)
}

/// The version that a submission would go by now; nothing is written.
///
/// # Errors
/// R11 when it is disabled or was never published.
pub fn in_force(view: &View, binding: &'static Binding) -> Result<Definition> {
    if let Some(found) = view.tx.one(&PUBLISHED, &key().str(binding.key))? {
        return Ok(found);
    }
    let versions: Vec<Definition> = view.tx.by(&BY_KEY, &key().str(binding.key), false, 0, usize::MAX)?;
    let was_in_force = versions.iter().any(|version| version.state != DefinitionState::Draft);
    if was_in_force || binding.approve.is_none() {
        return Err(AppError::refused(format!("{}尚未发布，暂不能提交", binding.label)));
    }
    Ok(seed::simple_drawing(binding).draft(view, binding))
}

/// The published version of a process. One of which nothing was ever published starts as the simple preset, whatever drafts
/// lie there: what every installation did before there were processes.
///
/// # Errors
/// R11 when it is disabled, or has no simple preset.
pub fn current(op: &mut Op, binding: &'static Binding) -> Result<Definition> {
    let found = in_force(&op.view(), binding)?;
    if found.definition_id != 0 {
        return Ok(found);
    }
    let definition = seed::simple(op, binding)?;
    publish(op, &definition)
}
