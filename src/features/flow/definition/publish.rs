//! Publishing: a version is checked, frozen by its hash, and takes the place of the one before. Instances keep theirs.

use sha2::{Digest, Sha256};

use super::record::{BY_KEY, Definition, PUBLISHED};
use super::seed;
use super::validate::{Known, Problem, problems};
use crate::fault::{Fault, Outcome};
use crate::features::flow::binding::{self, Binding};
use crate::features::flow::constants::DefinitionState;
use crate::op::{Op, View};
use crate::store::{Reads, key};

/// Hash of what a publication freezes.
///
/// # Errors
/// A definition that can't be written as JSON.
pub fn hash(definition: &Definition) -> Outcome<String> {
    let frozen = serde_json::to_vec(&(&definition.nodes, &definition.edges, &definition.options));
    Ok(hex::encode(Sha256::digest(frozen.map_err(Fault::internal)?)))
}

/// Everything wrong with it.
pub fn check(view: &View, binding: &Binding, definition: &Definition) -> Vec<Problem> {
    let (vars, thresholds) = (binding.variables(), binding::thresholds(view));
    let (fields, rights) = (binding.known_fields(), binding::rights(view));
    problems(definition, &Known { vars: &vars, thresholds: &thresholds, fields: &fields, rights: &rights })
}

/// Publishes a version.
///
/// # Errors
/// R22 with the first problem; records that can't be written.
pub fn publish(op: &mut Op, definition: &Definition) -> Outcome<Definition> {
    let binding = binding::of(&op.view(), &definition.key)?;
    let found: Vec<Problem> = check(&op.view(), binding, definition);
    let wrong: Vec<&Problem> = found.iter().filter(|problem| !problem.warning).collect();
    if let Some(first) = wrong.first() {
        return Err(Fault::refused(format!("流程图有 {} 处问题，不能发布：{}", wrong.len(), first.message)));
    }
    let before: Option<Definition> = op.view().tx.one(&PUBLISHED, &key().str(&definition.key))?;
    if let Some(before) = before {
        op.put(&Definition { state: DefinitionState::Disabled, ..before })?;
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

/// The published version of a process. One that was never drawn starts as the simple preset: what every installation did
/// before there were processes.
///
/// # Errors
/// R11 when it is disabled or was never published.
pub fn current(op: &mut Op, binding: &'static Binding) -> Outcome<Definition> {
    if let Some(found) = op.view().tx.one(&PUBLISHED, &key().str(binding.key))? {
        return Ok(found);
    }
    let versions = op.view().tx.count_by::<Definition>(&BY_KEY, &key().str(binding.key))?;
    if versions > 0 || binding.approve.is_none() {
        return Err(Fault::refused(format!("{}尚未发布，暂不能提交", binding.label)));
    }
    let definition = seed::simple(op, binding)?;
    publish(op, &definition)
}
