//! Which documents are asked about because they are past a limit of the house: the settings that conditions of processes name.

use super::definition::record::Definition;
use super::instance::record::Instance;
use super::instance::state::runs;
use crate::error::Result;
use crate::op::View;
use crate::store::{Reads, id};

/// Whether a choice of the way that a document went, since it was last submitted, led on by a comparison with a setting. What
/// was compared then counts, whatever the setting says today.
///
/// # Errors
/// Records that can't be read.
pub fn is_past_limit(view: &View, instance: &Instance) -> Result<bool> {
    let definition: Option<Definition> = view.tx.get(&id(instance.definition_id))?;
    let Some(definition) = definition else { return Ok(false) };
    for run in runs(view, instance.instance_id)?.iter().filter(|run| run.force && run.round == instance.round) {
        let Some(trace) = &run.trace else { continue };
        // branches are tried in order, the last one was taken
        let branches = definition.out_of(&run.node);
        let taken = trace.tried.len().checked_sub(1).and_then(|place| branches.get(place));
        if let Some(condition) = taken.and_then(|edge| edge.condition.as_ref())
            && condition.past_setting(&trace.seen)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
