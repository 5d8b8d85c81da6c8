//! What is known of a tenant who takes over a lease, for who asks for the change and who decides about it: what he owes, what
//! he rents already, whether he is exposed. Each as far as the caller may see it.

use super::guards::Findings;
use super::record::{BY_TENANT, Lease, LeaseState};
use crate::error::Result;
use crate::features::lease::hooks;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::owned;
use crate::records::owned::{Business, is_visible};
use crate::store::{Reads, id};

const FIELD: &str = "tenantId";
const LEASES: &str = "lease:lease:list";

/// Adds what should make one think about the new tenant of a lease.
///
/// # Errors
/// A record that cannot be read.
pub fn check(view: &View, lease_id: u64, tenant_id: u64, found: &mut Findings) -> Result<()> {
    // Who may not see him is refused by the guards of the contract.
    let Ok(tenant) = owned::find_through::<Tenant>(view, tenant_id, "lease:lease:query") else { return Ok(()) };
    let name = tenant.title();
    let owes = hooks::owes(view, tenant_id)?.unwrap_or_default();
    if owes.open_fen > 0 {
        let late = match owes.overdue_fen {
            0 => "均未到期".to_owned(),
            fen => format!("其中逾期 {} 元，最长 {} 天", yuan_grouped(fen), owes.overdue_days),
        };
        found.warn(FIELD, format!("新乙方“{name}”目前未缴 {} 元，{late}", yuan_grouped(owes.open_fen)));
    }
    let exposed = hooks::exposed(view, tenant_id)?;
    if exposed > 0 {
        found.warn(FIELD, format!("新乙方“{name}”正在曝光台上（{exposed} 条）"));
    }
    let others = others_of(view, lease_id, tenant_id)?;
    if let [first, ..] = others.as_slice() {
        let etc = if others.len() > 1 { " 等" } else { "" };
        found.warn(FIELD, format!("新乙方“{name}”另有 {} 份未结清的合同：{}{etc}", others.len(), first.lease_no));
    }
    Ok(())
}

/// Leases of a tenant that are agreed and not settled, this one left out.
fn others_of(view: &View, lease_id: u64, tenant_id: u64) -> Result<Vec<Lease>> {
    let scope = view.caller.rights.scope(Some(LEASES));
    let mut leases: Vec<Lease> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    leases.retain(|lease| {
        let lives = matches!(lease.state, LeaseState::Approved | LeaseState::Signed | LeaseState::Terminated);
        lease.lease_id != lease_id && lives && view.caller.rights.holds(LEASES) && is_visible(view, &scope, lease)
    });
    Ok(leases)
}
