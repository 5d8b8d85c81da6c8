//! What rooms show of a lease: who rents, for how much, what is overdue.

use jiff::civil::Date;

use super::bill::record::{Bill, OPEN_BY_TENANT};
use crate::error::Result;
use crate::features::assets::room::tenancy::Tenancy;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::contract::terms::{month_equivalent, rent_terms};
use crate::features::lease::tenant::record::Tenant;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::store::{Reads, id, key};

const LEASES: &str = "lease:lease:list";
const BILLS: &str = "fin:bill:list";

/// The lease with this number as it is on a day, when the caller may see it.
pub(super) fn of(view: &View, lease_id: u64, day: Date) -> Result<Option<Tenancy>> {
    let scope = view.caller.rights.scope(Some(LEASES));
    let lease: Option<Lease> = view.tx.get(&id(lease_id))?;
    lease.filter(|lease| is_visible(view, &scope, lease)).map(|lease| describe(view, &lease, day)).transpose()
}

fn describe(view: &View, lease: &Lease, day: Date) -> Result<Tenancy> {
    let (facts, today) = (&lease.facts, view.now.date());
    let stages = rent_terms(facts).stages;
    let stage = stages.iter().find(|stage| stage.span.contains(day)).or(stages.first());
    let overdue = overdue(view, lease, today)?;
    Ok(Tenancy {
        lease_id: lease.lease_id,
        lease_no: lease.lease_no.clone(),
        state: lease.state_on(today),
        tenant_id: facts.tenant_id,
        tenant_name: NameCache::new(view).of::<Tenant>(facts.tenant_id)?,
        start_date: facts.start_date,
        effective_end: lease.effective_end(),
        month_rent_fen: stage.map_or(0, |stage| month_equivalent(facts.rent_basis, stage.rent)),
        rooms: facts.rooms.len(),
        arrears_fen: overdue.as_ref().map(|bills| bills.iter().map(Bill::outstanding_fen).sum()),
        overdue_bills: overdue.map_or(0, |bills| bills.len()),
        renew_priority: facts.renew_priority,
        renew_notice_days: facts.renew_notice_days,
    })
}

/// Bills of the lease's tenant that should have been paid; none for people who do not see bills. The index holds open
/// bills only, so it costs what is open and not what was ever billed.
fn overdue(view: &View, lease: &Lease, today: Date) -> Result<Option<Vec<Bill>>> {
    let rights = &view.caller.rights;
    if !rights.holds(BILLS) {
        return Ok(None);
    }
    let scope = rights.scope(Some(BILLS));
    let of_tenant = key().u64(lease.facts.tenant_id).u64(lease.facts.party_a_id);
    let mut bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &of_tenant, false, 0, usize::MAX)?;
    bills.retain(|bill| bill.lease_id == lease.lease_id && bill.is_overdue(today) && is_visible(view, &scope, bill));
    Ok(Some(bills))
}
