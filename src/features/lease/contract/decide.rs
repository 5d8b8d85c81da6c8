//! The one function that approves or rejects: a right decides for now, the approval process will call it later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::guards::{guards, refuse_stops};
use super::ops::stepped;
use super::record::{Lease, LeaseState, LeaseVersion};
use super::terms::rent_terms;
use crate::fault::{Fault, Outcome};
use crate::features::estate::occupancy::{confirm, of_lease, release};
use crate::kernel::check;
use crate::op::{Caller, Op};
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// 同意
    Approve,
    /// 退回: back to the draft, rooms are free again.
    Return,
    /// 驳回: void.
    Reject,
}

/// A decision about a lease.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DecideLease {
    /// Which lease.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Yes or no.
    pub decision: Decision,
    /// Opinion; needed for a no.
    #[serde(default)]
    pub comment: String,
}

/// Whether it was this person who submitted something.
pub fn is_submitter(caller: &Caller, submitted_by: &str) -> bool {
    caller.name() == submitted_by
}

/// Separation of duties: by person, whatever his rights, so it binds the super administrator too. Used for leases and
/// their changes alike; `is_own` says whether he wrote or submitted it.
///
/// # Errors
/// A sentence for such a person.
pub fn refuse_own(is_own: bool) -> Outcome<()> {
    if is_own {
        return Err(Fault::refused("起草、修改或提交过的人不能审批自己经手的合同或变更，请由其他有审批权限的人员审批"));
    }
    Ok(())
}

/// POST /lease/lease/decide
pub fn decide_lease(op: &mut Op, input: DecideLease) -> Outcome<Done> {
    let lease: Lease = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &lease, input.version)?;
    decide(op, &lease, input.decision, input.comment.trim())?;
    Ok(Done)
}

/// Approves a submitted lease as its first version, gives it back, or makes it void.
///
/// # Errors
/// A lease that is not submitted, one of its authors, a no without opinion, something that stands against it by now.
pub fn decide(op: &mut Op, lease: &Lease, decision: Decision, comment: &str) -> Outcome<Lease> {
    if lease.state != LeaseState::Submitted {
        return Err(Fault::refused(format!("合同 {} 当前为“{}”，不在审批中", lease.title(), lease.state.label())));
    }
    refuse_own(lease.is_written_by(&op.caller.name()))?;
    check::at_most("comment", comment, 500, "审批意见不能超过500个字符")?;
    match decision {
        Decision::Approve => approve(op, lease, comment),
        Decision::Return | Decision::Reject => {
            check::required("comment", comment, "请填写意见")?;
            for row in of_lease(&op.view(), lease.lease_id)? {
                release(op, row)?;
            }
            let (state, deed) = match decision {
                Decision::Return => (LeaseState::Draft, "退回"),
                _ => (LeaseState::Void, "驳回"),
            };
            let next = stepped(op, lease, state, comment);
            owned::update(op, lease, next, deed)
        }
    }
}

fn approve(op: &mut Op, lease: &Lease, comment: &str) -> Outcome<Lease> {
    // Master data may have changed since it was submitted.
    refuse_stops(&guards(&op.view(), &lease.facts, lease.lease_id)?)?;
    confirm(op, lease.lease_id)?;
    let mut next = stepped(op, lease, LeaseState::Approved, comment);
    next.version_no = 1;
    let version = LeaseVersion {
        lease_id: lease.lease_id,
        version_no: 1,
        effective_date: lease.facts.start_date,
        reason: lease.facts.kind.label().to_owned(),
        facts: lease.facts.clone(),
        terms: rent_terms(&lease.facts),
        approved_by: op.caller.name(),
        approved_at: op.now,
    };
    op.put(&version)?;
    owned::update(op, lease, next, "审批通过")
}
