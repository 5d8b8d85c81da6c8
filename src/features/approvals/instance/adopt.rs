//! Documents that waited for a decision, or had come back, when approvals came: each gets a process of the published
//! definition, as if its submitter had sent it then.
//!
//! A document has one running process (`wf_instance/running` is unique), so this may be cut off anywhere and begins again
//! where it was; what has one already is passed by. Deliberately absent: processes for what was decided before.

use std::sync::Arc;

use super::record::{Instance, RUNNING};
use super::submit::{adopt, adopt_returned};
use crate::app::App;
use crate::error::{Kind, Result};
use crate::features::approvals::binding::{Adopted, Binding, Doc, all};
use crate::op::{Caller, Op, View};
use crate::platform::identity::user::{BY_NAME, User};
use crate::route::AuditAction;
use crate::store::{Reads, key};

/// Documents an operation.
pub const PORTION: usize = if cfg!(feature = "testing") { 50 } else { 250 };

/// A process for one document.
///
/// # Errors
/// R10 and R11; records that can't be read or written.
pub fn adopt_one(op: &mut Op, binding: &'static Binding, waits: &Adopted) -> Result<u64> {
    let submitter: Option<User> = op.view().tx.one(&BY_NAME, &key().str(&waits.submitter.to_lowercase()))?;
    let by = (submitter.map_or(0, |user| user.user_id), waits.at);
    let doc = Doc::stored(waits.id);
    if waits.returned { adopt_returned(op, binding, &doc, by) } else { adopt(op, binding, &doc, by) }
}

fn without_process(view: &View) -> Result<Vec<(&'static Binding, Adopted)>> {
    let mut found = Vec::new();
    for binding in all(view) {
        for waits in (binding.adopt)(view)? {
            let running: Option<Instance> = view.tx.one(&RUNNING, &key().str(binding.biz_type).u64(waits.id))?;
            if running.is_none() {
                found.push((binding, waits));
            }
        }
    }
    Ok(found)
}

/// At the start of the program, before it listens. A document whose process finds nobody who could decide stays as it is: it
/// is said in the log, and the first who decides or submits it by its own route is told why.
///
/// # Errors
/// Records that can't be read or written.
pub fn all_waiting(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("upgrade"));
    let found = app.read(&caller, without_process)?;
    for portion in found.chunks(PORTION) {
        let portion = portion.to_vec();
        let alone = portion.clone();
        let together = app.act(&caller, "转入审批中心", AuditAction::Other, move |op| adopt_each(op, &portion));
        if together.as_ref().is_err_and(|fault| fault.kind == Kind::Refused) {
            for one in alone {
                let said = format!("{} {}", one.0.label, one.1.id);
                let done = app.act(&caller, "转入审批中心", AuditAction::Other, move |op| adopt_each(op, &[one]));
                if let Err(fault) = done {
                    tracing::warn!(document = said, reason = %fault.message, "not taken into approvals");
                }
            }
        } else {
            together?;
        }
    }
    Ok(())
}

fn adopt_each(op: &mut Op, portion: &[(&'static Binding, Adopted)]) -> Result<()> {
    for (binding, waits) in portion {
        adopt_one(op, binding, waits)?;
    }
    Ok(())
}
