//! Who rents a room: what the grid and the card of a room say about the lease behind it.
//!
//! A lease is told to whoever reaches it through the list of leases, what it owes and what is held for it to whoever
//! reaches those through the lists of bills and deposits. A lease is read once, however many rooms it has.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::fault::Outcome;
use crate::features::books::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::books::deposit;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::contract::terms::{month_equivalent, rent_terms};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::op::View;
use crate::records::list::Names;
use crate::records::owned::is_visible;
use crate::store::{Reads, id, key};

const LEASES: &str = "lease:lease:list";
const BILLS: &str = "fin:bill:list";
const DEPOSITS: &str = "fin:deposit:list";

/// A lease as the room grid shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenancy {
    /// Number of the lease.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// The state today.
    pub state: LeaseState,
    /// Number of the tenant.
    pub tenant_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// 起租日
    #[schemars(with = "DateText")]
    pub start_date: Date,
    /// The last day that is charged.
    #[schemars(with = "DateText")]
    pub effective_end: Date,
    /// Rent of the month of the day that was asked for, all rooms of the lease together.
    pub month_rent_fen: i64,
    /// How many rooms the rent is for.
    pub rooms: usize,
    /// What is overdue today; absent for people who do not see bills.
    pub arrears_fen: Option<i64>,
    /// Number of the overdue bills.
    pub overdue_bills: usize,
    /// 优先承租权
    pub renew_priority: bool,
    /// Days before the end by which the tenant must have asked for a renewal.
    pub renew_notice_days: u16,
}

/// Leases of one request.
pub struct Tenancies<'a> {
    view: View<'a>,
    day: Date,
    names: Names<'a>,
    known: HashMap<u64, Option<Tenancy>>,
}

impl<'a> Tenancies<'a> {
    /// An empty memory; rents are those of the day.
    pub fn on(view: &View<'a>, day: Date) -> Self {
        Self { view: *view, day, names: Names::new(view), known: HashMap::new() }
    }

    /// The lease with this number, when the caller may see it.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn of(&mut self, lease_id: u64) -> Outcome<Option<Tenancy>> {
        if lease_id == 0 || !self.view.caller.rights.holds(LEASES) {
            return Ok(None);
        }
        if let Some(known) = self.known.get(&lease_id) {
            return Ok(known.clone());
        }
        let scope = self.view.caller.rights.scope(Some(LEASES));
        let lease: Option<Lease> = self.view.tx.get(&id(lease_id))?;
        let told = match lease {
            Some(lease) if is_visible(&self.view, &scope, &lease) => Some(self.told(&lease)?),
            _ => None,
        };
        self.known.insert(lease_id, told.clone());
        Ok(told)
    }

    fn told(&mut self, lease: &Lease) -> Outcome<Tenancy> {
        let (facts, today) = (&lease.facts, self.view.now.date());
        let stages = rent_terms(facts).stages;
        let stage = stages.iter().find(|stage| stage.span.contains(self.day)).or(stages.first());
        let overdue = self.overdue(lease, today)?;
        Ok(Tenancy {
            lease_id: lease.lease_id,
            lease_no: lease.lease_no.clone(),
            state: lease.state_on(today),
            tenant_id: facts.tenant_id,
            tenant_name: self.names.of::<Tenant>(facts.tenant_id)?,
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
    fn overdue(&self, lease: &Lease, today: Date) -> Outcome<Option<Vec<Bill>>> {
        let rights = &self.view.caller.rights;
        if !rights.holds(BILLS) {
            return Ok(None);
        }
        let scope = rights.scope(Some(BILLS));
        let of_tenant = key().u64(lease.facts.tenant_id).u64(lease.facts.party_a_id);
        let mut bills: Vec<Bill> = self.view.tx.by(&OPEN_BY_TENANT, &of_tenant, false, 0, usize::MAX)?;
        bills.retain(|bill| {
            bill.lease_id == lease.lease_id && bill.is_overdue(today) && is_visible(&self.view, &scope, bill)
        });
        Ok(Some(bills))
    }
}

/// Fen held as deposit for a lease that was told; none for people who do not see deposits.
///
/// # Errors
/// A record that cannot be read.
pub fn deposit_of(view: &View, told: Option<&Tenancy>) -> Outcome<Option<i64>> {
    match told {
        Some(told) if view.caller.rights.holds(DEPOSITS) => deposit::held(view, told.lease_id).map(Some),
        _ => Ok(None),
    }
}
