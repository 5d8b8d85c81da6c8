//! What a decision about a lease does to it; called by its approval process ([`super::approval`]), and the route of before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::{BINDING, waits};
use super::guards::{guards, refuse_stops};
use super::ops::stepped;
use super::record::{Lease, LeaseState, LeaseVersion};
use super::terms::rent_terms;
use crate::error::{AppError, Result};
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::assets::occupancy::{confirm, of_lease, release};
use crate::op::Op;
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

impl Decision {
    /// In the words of the process.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Approve => Verdict::Approve,
            Self::Return => Verdict::Return,
            Self::Reject => Verdict::Reject,
        }
    }
}

/// A decision about a lease.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DecideLease {
    /// Number of the lease 合同 that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Whether it is agreed to.
    pub decision: Decision,
    /// Opinion; needed for a no.
    #[serde(default)]
    pub comment: String,
}

/// Separation of duties: by person, whatever his rights, so it binds the super administrator too. Used for leases and
/// their changes alike; `is_own` says whether he wrote or submitted it.
///
/// # Errors
/// A sentence for such a person.
pub fn refuse_own(is_own: bool) -> Result<()> {
    if is_own {
        return Err(AppError::refused(
            "起草、修改或提交过的人不能审批自己经手的合同或变更，请由其他有审批权限的人员审批",
        ));
    }
    Ok(())
}

/// POST /lease/lease/decide: finds the caller's task of the process and acts on it.
pub fn decide_lease(op: &mut Op, input: DecideLease) -> Result<Done> {
    let lease: Lease = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &lease, input.version)?;
    under_decision(&lease)?;
    refuse_own(lease.is_written_by(&op.caller.name()))?;
    alias::decide(op, &BINDING, &waits(&lease), input.decision.verdict(), &input.comment)?;
    Ok(Done)
}

/// Refuses a lease that nobody decides about now.
pub(super) fn under_decision(lease: &Lease) -> Result<()> {
    if lease.state == LeaseState::Submitted {
        return Ok(());
    }
    Err(AppError::refused(format!("合同 {} 当前为“{}”，不在审批中", lease.title(), lease.state.label())))
}

/// Back to the draft, or void; rooms are free again.
///
/// # Errors
/// A lease that is neither submitted nor, when it becomes void, a draft.
pub(super) fn give_back(op: &mut Op, lease_id: u64, state: LeaseState, comment: &str) -> Result<()> {
    let lease: Lease = owned::find(&op.view(), lease_id)?;
    // What came back and is abandoned then is a draft already.
    if lease.state != LeaseState::Draft || state != LeaseState::Void {
        under_decision(&lease)?;
    }
    for row in of_lease(&op.view(), lease.lease_id)? {
        release(op, row)?;
    }
    let deed = match state {
        LeaseState::Void => "驳回",
        _ if lease.submitted_by() == op.caller.name() => "撤回",
        _ => "退回",
    };
    let next = stepped(op, &lease, state, comment);
    owned::update(op, &lease, next, deed).map(drop)
}

/// Makes a submitted lease its first version.
///
/// # Errors
/// A lease that isn't submitted, one of its authors, something that stands against it by now.
pub(super) fn approve(op: &mut Op, lease_id: u64, comment: &str) -> Result<()> {
    let lease: Lease = owned::find(&op.view(), lease_id)?;
    under_decision(&lease)?;
    refuse_own(lease.is_written_by(&op.caller.name()))?;
    // Master data may have changed since it was submitted.
    refuse_stops(&guards(&op.view(), &lease.facts, lease.lease_id)?)?;
    confirm(op, lease.lease_id)?;
    let mut next = stepped(op, &lease, LeaseState::Approved, comment);
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
    owned::update(op, &lease, next, "审批通过").map(drop)
}
