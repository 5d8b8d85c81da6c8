//! Renewals 续租: a lease that follows another one, and what links the two.

use schemars::JsonSchema;
use serde::Serialize;

use super::guards::Findings;
use super::record::{BY_PREV, Lease, LeaseFacts, LeaseKind, LeaseState};
use crate::error::Result;
use crate::op::View;
use crate::records::owned;
use crate::store::{Reads, id};

/// A lease before or after another one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedLease {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// State that it is in today.
    pub state: LeaseState,
}

fn link(view: &View, lease: &Lease) -> LinkedLease {
    let state = lease.state_on(view.now.date());
    LinkedLease { lease_id: lease.lease_id, lease_no: lease.lease_no.clone(), state }
}

/// A lease that the caller may see, whatever page asks for it.
pub(super) fn seen(view: &View, lease_id: u64) -> Option<Lease> {
    owned::find_through(view, lease_id, "lease:lease:query").ok()
}

/// The lease that this one renews, when the caller may see it.
pub fn renewed(view: &View, facts: &LeaseFacts) -> Option<LinkedLease> {
    if facts.prev_lease_id == 0 {
        return None;
    }
    seen(view, facts.prev_lease_id).map(|lease| link(view, &lease))
}

/// All leases that renew this one.
pub fn of_lease(view: &View, lease_id: u64) -> Result<Vec<Lease>> {
    Ok(view.tx.by(&BY_PREV, &id(lease_id), false, 0, usize::MAX)?)
}

/// The leases that renew this one and that the caller may see.
pub fn renewals(view: &View, lease_id: u64) -> Result<Vec<LinkedLease>> {
    let all = of_lease(view, lease_id)?;
    Ok(all.iter().filter(|lease| seen(view, lease.lease_id).is_some()).map(|lease| link(view, lease)).collect())
}

/// What stands against a renewal: the lease before it must have been agreed, with the same party A, and be over by
/// the first day of the new one.
pub fn check(view: &View, facts: &LeaseFacts, lease_id: u64, found: &mut Findings) {
    const FIELD: &str = "prevLeaseId";
    if facts.prev_lease_id == 0 {
        return;
    }
    if facts.kind != LeaseKind::Renewal {
        return found.stop(FIELD, "只有“续签”的合同才能关联原合同");
    }
    let Some(old) = seen(view, facts.prev_lease_id).filter(|old| old.lease_id != lease_id) else {
        return found.stop(FIELD, "所续的原合同不存在，可能已被删除，请重新选择");
    };
    if matches!(old.state, LeaseState::Draft | LeaseState::Submitted | LeaseState::Void) {
        found.stop(FIELD, format!("原合同 {} 当前为“{}”，不能续租", old.lease_no, old.state.label()));
    }
    if old.facts.party_a_id != facts.party_a_id {
        found.stop(FIELD, format!("续租须与原合同 {} 为同一甲方", old.lease_no));
    }
    let end = old.effective_end();
    if facts.start_date <= end {
        found.stop("startDate", format!("续租的起租日须晚于原合同 {} 的终止日（{end}）", old.lease_no));
    }
    if old.facts.tenant_id != facts.tenant_id {
        found.warn(FIELD, format!("续租的乙方与原合同 {} 不同，请核对", old.lease_no));
    }
}
