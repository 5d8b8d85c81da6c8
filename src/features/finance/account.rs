//! A tenant's account: what he owes by lease, what he has paid ahead and what is held of him. Read from open bills, lots and
//! movements of deposits at once; a statement says how it came to this.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::bill::record::{Bill, OPEN_BY_TENANT};
use super::credit::{CreditLot, LOTS};
use super::deposit::held_of;
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::record::{BY_TENANT, Lease, LeaseState};
use crate::features::lease::hooks::Owes;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::View;
use crate::records::list::{NameCache, One};
use crate::records::owned;
use crate::records::owned::is_visible;
use crate::route::Data;
use crate::store::{Reads, id};

/// The right through which bills, and so debts, are seen.
const RIGHT: &str = "fin:bill:list";

impl Owes {
    fn add(&mut self, view: &View, bill: &Bill) {
        let today = view.now.date();
        self.open_fen += bill.outstanding_fen();
        if bill.is_overdue(today) {
            self.overdue_fen += bill.outstanding_fen();
            self.overdue_days = self.overdue_days.max(days_between(bill.due_date, today));
        }
    }
}

/// Open bills of a tenant that the caller may see through the list of bills.
fn open_bills(view: &View, tenant_id: u64) -> Result<Vec<Bill>> {
    let scope = view.caller.rights.scope(Some(RIGHT));
    let mut bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    bills.retain(|bill| is_visible(view, &scope, bill));
    Ok(bills)
}

/// What a tenant owes, for who may see bills.
pub fn owes(view: &View, tenant_id: u64) -> Result<Option<Owes>> {
    if !view.caller.rights.holds(RIGHT) {
        return Ok(None);
    }
    let mut owes = Owes::default();
    open_bills(view, tenant_id)?.iter().for_each(|bill| owes.add(view, bill));
    Ok(Some(owes))
}

/// A lease of a tenant with what he owes of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseAccount {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// Number that people use.
    pub lease_no: String,
    /// State that it is in today.
    pub state: LeaseState,
    /// First day and last day it runs.
    pub term: DateSpan,
    /// Codes of its rooms 房号, with 、 between.
    pub rooms: String,
    /// Name of the party A 甲方 that lets.
    pub party_a_name: String,
    /// Owed.
    #[serde(flatten)]
    pub owes: Owes,
    /// Held of this tenant as a deposit, fen.
    pub held_fen: i64,
}

/// Money paid ahead.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidAhead {
    /// The party A 甲方 that holds the money, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Fen that lie on no bill.
    pub credit_fen: i64,
}

/// The account.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantAccount {
    /// Owed of all leases.
    #[serde(flatten)]
    pub owes: Owes,
    /// Due date of the oldest overdue bill.
    #[schemars(with = "Option<DateText>")]
    pub oldest_due: Option<jiff::civil::Date>,
    /// Paid ahead, by party A.
    pub paid_ahead: Vec<PaidAhead>,
    /// Deposits held, fen.
    pub held_fen: i64,
    /// His leases, the newest first.
    pub leases: Vec<LeaseAccount>,
}

/// GET /fin/tenant/{id}
///
/// # Errors
/// A tenant that the caller may not see, a record that cannot be read.
pub fn show(view: &View, input: One) -> Result<Data<TenantAccount>> {
    let tenant: Tenant = owned::find(view, input.id)?;
    let (bills, mut names) = (open_bills(view, tenant.tenant_id)?, NameCache::new(view));
    let (mut total, mut by_lease): (Owes, BTreeMap<u64, Owes>) = (Owes::default(), BTreeMap::new());
    for bill in &bills {
        total.add(view, bill);
        by_lease.entry(bill.lease_id).or_default().add(view, bill);
    }
    let mut leases: Vec<Lease> = view.tx.by(&BY_TENANT, &id(tenant.tenant_id), false, 0, usize::MAX)?;
    let known: Vec<u64> = leases.iter().map(|lease| lease.lease_id).collect();
    for lease_id in by_lease.keys().filter(|number| !known.contains(number)) {
        // a lease that another tenant has taken over
        leases.extend(view.tx.get::<Lease>(&id(*lease_id))?);
    }
    let scope = view.caller.scope();
    leases.retain(|lease| is_visible(view, &scope, lease));
    leases.order_by_key(|lease| std::cmp::Reverse(lease.lease_id));
    let mut rows = Vec::with_capacity(leases.len());
    for lease in leases {
        let owes = by_lease.remove(&lease.lease_id).unwrap_or_default();
        rows.push(lease_account(view, &mut names, &lease, owes, tenant.tenant_id)?);
    }
    let today = view.now.date();
    Ok(Data(TenantAccount {
        owes: total,
        oldest_due: bills.iter().filter(|bill| bill.is_overdue(today)).map(|bill| bill.due_date).min(),
        paid_ahead: paid_ahead(view, &mut names, tenant.tenant_id)?,
        held_fen: rows.iter().map(|row| row.held_fen).sum(),
        leases: rows,
    }))
}

fn lease_account(
    view: &View,
    names: &mut NameCache<'_>,
    lease: &Lease,
    owes: Owes,
    tenant_id: u64,
) -> Result<LeaseAccount> {
    let rooms: Vec<String> =
        lease.facts.rooms.iter().map(|room| names.of::<Room>(room.room_id)).collect::<Result<_>>()?;
    Ok(LeaseAccount {
        lease_id: lease.lease_id,
        lease_no: lease.lease_no.clone(),
        state: lease.state_on(view.now.date()),
        term: DateSpan::new(lease.facts.start_date, lease.effective_end()),
        rooms: rooms.join("、"),
        party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
        owes,
        held_fen: held_of(view, lease, tenant_id)?,
    })
}

fn paid_ahead(view: &View, names: &mut NameCache<'_>, tenant_id: u64) -> Result<Vec<PaidAhead>> {
    let scope = view.caller.scope();
    let lots: Vec<CreditLot> = view.tx.by(&LOTS, &id(tenant_id), false, 0, usize::MAX)?;
    let mut sums: BTreeMap<u64, i64> = BTreeMap::new();
    for lot in lots.iter().filter(|lot| scope.has_dept(lot.dept_id)) {
        *sums.entry(lot.party_a_id).or_default() += lot.left_fen;
    }
    let row = |(party_a_id, credit_fen): (u64, i64)| -> Result<PaidAhead> {
        Ok(PaidAhead { party_a_id, party_a_name: names.of::<PartyA>(party_a_id)?, credit_fen })
    };
    sums.into_iter().map(row).collect()
}
