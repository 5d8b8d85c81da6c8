//! The figures of a handover lease by lease and account by account: what both sides sign. Before and after are the same sums,
//! only the books differ in which they stand.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::plan::Plan;
use super::record::{AccountEffect, AssetHandoverKind, Handover, PassedLease, Statement};
use crate::error::Result;
use crate::features::assets::room::record::Room;
use crate::features::finance::between;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::ledger::record::Account;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::contract::terms::{month_equivalent, rent_terms};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::span::days_between;
use crate::op::View;
use crate::records::list::NameCache;

/// The rent of a month on a day, fen.
pub fn month_rent(lease: &Lease, day: Date) -> i64 {
    let stages = rent_terms(&lease.facts).stages;
    let stage = stages.iter().find(|stage| stage.span.contains(day)).or(stages.first());
    stage.map_or(0, |stage| month_equivalent(lease.facts.rent_basis, stage.rent))
}

/// The last days of the columns of ages; the last column has none.
const AGES: [i64; 5] = [30, 60, 90, 180, 365];

fn ageing(plan: &Plan, from: u64, day: Date) -> Vec<i64> {
    let mut columns = vec![0; AGES.len() + 1];
    let ours = |bill: &&Bill| bill.party_a_id == from && bill.kind != BillKind::Deposit && bill.is_overdue(day);
    for bill in plan.bills.iter().filter(ours) {
        let age = days_between(bill.due_date, day);
        let place = AGES.iter().position(|last| age <= *last).unwrap_or(AGES.len());
        if let Some(sum) = columns.get_mut(place) {
            *sum += bill.outstanding_fen();
        }
    }
    columns
}

/// The statement of a plan today.
///
/// # Errors
/// A record that cannot be read.
pub fn statement(view: &View, handover: &Handover, plan: &Plan) -> Result<Statement> {
    if handover.facts.kind != AssetHandoverKind::Between {
        return Ok(Statement::default());
    }
    let (mut names, from, today) = (NameCache::new(view), handover.facts.from_party_a_id, view.now.date());
    let leases = plan.leases.iter().map(|lease| line(&mut names, plan, lease, from, today)).collect::<Result<_>>()?;
    Ok(Statement { leases, ageing_fen: ageing(plan, from, today), effects: effects(handover, plan) })
}

fn line(names: &mut NameCache<'_>, plan: &Plan, lease: &Lease, from: u64, today: Date) -> Result<PassedLease> {
    let rooms: Vec<String> =
        lease.facts.rooms.iter().map(|room| names.of::<Room>(room.room_id)).collect::<Result<_>>()?;
    let of =
        |bill: &&Bill| bill.lease_id == lease.lease_id && bill.party_a_id == from && bill.kind != BillKind::Deposit;
    let bills: Vec<&Bill> = plan.bills.iter().filter(of).collect();
    let passed = plan.moves.iter().filter(|one| bills.iter().any(|bill| bill.bill_id == one.bill_id));
    let deposits = plan.deposits.iter().filter(|one| one.lease_id == lease.lease_id);
    let credits = plan.credits.iter().filter(|one| one.lease_id == lease.lease_id);
    Ok(PassedLease {
        lease_id: lease.lease_id,
        lease_no: lease.lease_no.clone(),
        tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
        rooms: rooms.join("、"),
        area_m2: lease.facts.rooms.iter().map(|room| room.rent_area_m2).sum(),
        month_rent_fen: month_rent(lease, today),
        effective_end: Some(lease.effective_end()),
        arrears_fen: bills.iter().filter(|bill| bill.is_overdue(today)).map(|bill| bill.outstanding_fen()).sum(),
        open_fen: bills.iter().map(|bill| bill.outstanding_fen()).sum(),
        passed_fen: passed.map(|one| one.fen).sum(),
        deposit_fen: deposits.map(|one| one.fen).sum(),
        credit_fen: credits.map(|one| one.fen).sum(),
    })
}

/// What every account of both units moves by.
fn effects(handover: &Handover, plan: &Plan) -> Vec<AccountEffect> {
    let (from, to) = (handover.facts.from_party_a_id, handover.facts.to_party_a_id);
    let mut sums: BTreeMap<(bool, Account), i64> = BTreeMap::new();
    let mut both = |account: Account, other: Account, fen: i64| {
        for (receives, sign) in [(false, 1), (true, -1)] {
            *sums.entry((receives, account)).or_default() += sign * fen;
            *sums.entry((receives, other)).or_default() -= sign * fen;
        }
    };
    let bill_of = |number: u64| plan.bills.iter().find(|bill| bill.bill_id == number);
    for one in &plan.moves {
        if let Some(account) = bill_of(one.bill_id).and_then(Bill::receivable) {
            both(account, Account::BetweenClaims, -one.fen);
        }
    }
    for share in &plan.incomes {
        if let Some(account) = bill_of(share.bill_id).and_then(between::income_account) {
            both(account, Account::BetweenClaims, share.fen);
        }
    }
    plan.deposits.iter().for_each(|one| both(Account::DepositHeld, Account::BetweenMoney, one.fen));
    plan.credits.iter().for_each(|one| both(Account::TenantCredit, Account::BetweenMoney, one.fen));
    let effect = |((receives, account), amount_fen): ((bool, Account), i64)| AccountEffect {
        party_a_id: if receives { to } else { from },
        account,
        amount_fen,
    };
    sums.into_iter().filter(|(_, fen)| *fen != 0).map(effect).collect()
}
