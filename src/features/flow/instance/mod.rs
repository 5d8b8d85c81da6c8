//! Processes under way: what is stored, and the operations that move them. One operation is one transaction: the document,
//! the process, its history and the audit row stand or fall together.

pub mod act;
pub mod adopt;
pub mod alias;
pub mod gate;
pub mod record;
pub mod state;
pub mod submit;

use crate::records::files::ReferenceKind;
use crate::store::Reads as _;

/// Files of opinions: seen by whoever takes part in the process.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "flow",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        let user = view.caller.user_id();
        let tasks: Vec<record::Task> =
            view.tx.by(&record::OF_INSTANCE, &crate::store::id(to.id), false, 0, usize::MAX)?;
        let took_part = tasks.iter().any(|task| task.done_by == user || task.on_behalf_of == user);
        if took_part {
            return Ok(true);
        }
        for task in tasks.iter().filter(|task| task.waits()) {
            if crate::features::flow::look::stands_for(view, user, task)?.contains(&user) {
                return Ok(true);
            }
        }
        let instance: Option<record::Instance> = view.tx.get(&crate::store::id(to.id))?;
        Ok(instance.is_some_and(|instance| instance.submitters.contains(&user)))
    },
};
