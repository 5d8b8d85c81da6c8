//! Refunds that are approved and not paid yet 待付款退款: the money they promise goes to nothing else.
//!
//! Invariants (I20): the credit and the deposit of a tenant cover every approved refund. What people and runs take of them is
//! what no refund takes; a refund whose money went away (it bounced, or was claimed again) is withdrawn in the same operation.
//! Deliberately absent: refunds that wait for a decision promise nothing, approval looks again.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{BY_TENANT, Payout, PayoutFacts, PayoutKind, PayoutState};
use crate::error::{AppError, Result};
use crate::features::finance::bill::post::touched;
use crate::features::finance::credit::{CreditLot, is_of_treasury, lots_of_tenant};
use crate::features::finance::deposit::held_of;
use crate::features::lease::contract::record::Lease;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// What the approved refunds of credit of a tenant at a party A take of each lot.
#[derive(Debug, Default)]
pub struct Promised {
    /// Fen by lot and refund, in the order in which they take.
    parts: Vec<(u64, u64, i64)>,
    /// Numbers of the refunds as people read them.
    numbers: BTreeMap<u64, String>,
    /// Refunds with the fen that no lot has, the newest last.
    pub lacking: Vec<(Payout, i64)>,
}

impl Promised {
    /// Fen of a lot that refunds take, those in `apart` excepted.
    pub fn of_lot(&self, lot_id: u64, apart: &[u64]) -> i64 {
        self.parts.iter().filter(|(lot, out, _)| *lot == lot_id && !apart.contains(out)).map(|(_, _, fen)| fen).sum()
    }

    /// Numbers of the refunds that take something of a lot.
    pub fn numbers_of_lot(&self, lot_id: u64) -> impl Iterator<Item = &String> {
        let outs = self.parts.iter().filter(move |(lot, _, _)| *lot == lot_id).map(|(_, out, _)| out);
        outs.filter_map(|out| self.numbers.get(out))
    }

    /// The lots that a refund takes, with fen.
    pub fn of_refund(&self, payout_id: u64) -> Vec<(u64, i64)> {
        self.parts.iter().filter(|(_, out, _)| *out == payout_id).map(|(lot, _, fen)| (*lot, *fen)).collect()
    }
}

/// Approved refunds of a kind that a tenant waits for, the oldest first.
fn waiting(view: &View, tenant_id: u64, party_a_id: u64, kind: PayoutKind) -> Result<Vec<Payout>> {
    let mut all: Vec<Payout> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    all.retain(|out| {
        (out.state, out.kind, out.facts.party_a_id) == (PayoutState::Approved, kind, party_a_id) && tenant_id > 0
    });
    Ok(all)
}

/// Divides the credit of a tenant among his approved refunds and `another` one. A refund of a lease takes its own money before
/// money of any lease, and one of no lease comes last: so all are covered whenever it is possible.
pub fn promised(view: &View, tenant_id: u64, party_a_id: u64, another: Option<&Payout>) -> Result<Promised> {
    let mut refunds = waiting(view, tenant_id, party_a_id, PayoutKind::CreditRefund)?;
    if let Some(another) = another.filter(|another| refunds.iter().all(|known| known.payout_id != another.payout_id)) {
        refunds.push(another.clone());
    }
    if refunds.is_empty() {
        return Ok(Promised::default());
    }
    refunds.order_by_key(|out| (out.facts.lease_id == 0, out.payout_id));
    let mut left: Vec<(CreditLot, bool)> = Vec::new();
    for lot in lots_of_tenant(view, tenant_id, party_a_id, 0)? {
        let treasury = is_of_treasury(view, &lot)?;
        left.push((lot, treasury));
    }
    let mut found = Promised::default();
    for out in refunds {
        let (lease_id, mut wanted) = (out.facts.lease_id, out.facts.amount_fen);
        found.numbers.insert(out.payout_id, out.payout_no.clone());
        for own in [true, false] {
            for (lot, treasury) in &mut left {
                let fits = if own { lot.lease_id == lease_id } else { lease_id == 0 || lot.lease_id == 0 };
                let part = lot.left_fen.min(wanted);
                if *treasury == out.facts.by_treasury && fits && part > 0 {
                    found.parts.push((lot.lot_id, out.payout_id, part));
                    lot.left_fen -= part;
                    wanted -= part;
                }
            }
        }
        if wanted > 0 {
            found.lacking.push((out, wanted));
        }
    }
    Ok(found)
}

/// Fen of a tenant's deposit that no refund takes.
pub fn free_deposit(view: &View, lease: &Lease, tenant_id: u64) -> Result<i64> {
    Ok((held_of(view, lease, tenant_id)? - promised_deposit(view, lease, tenant_id, 0)?).max(0))
}

/// Fen of a tenant's deposit that approved refunds take, `apart` from one document.
///
/// # Errors
/// Records that can't be read.
pub fn promised_deposit(view: &View, lease: &Lease, tenant_id: u64, apart: u64) -> Result<i64> {
    let waiting = waiting(view, tenant_id, lease.facts.party_a_id, PayoutKind::DepositRefund)?;
    let of = |out: &&Payout| out.facts.lease_id == lease.lease_id && out.payout_id != apart;
    Ok(waiting.iter().filter(of).map(|out| out.facts.amount_fen).sum())
}

/// Refuses a refund of money that another one promises already.
///
/// # Errors
/// A sentence that names the other refund.
pub(super) fn refuse_twice(view: &View, out: &Payout) -> Result<()> {
    let facts = &out.facts;
    let lacking = match out.kind {
        PayoutKind::CreditRefund => {
            let found = promised(view, facts.tenant_id, facts.party_a_id, Some(out))?;
            found.lacking.iter().map(|(_, fen)| fen).sum()
        }
        PayoutKind::DepositRefund => {
            let lease: Option<Lease> = view.tx.get(&id(facts.lease_id))?;
            let Some(lease) = lease else { return Ok(()) };
            let others = promised_deposit(view, &lease, facts.tenant_id, out.payout_id)?;
            facts.amount_fen + others - held_of(view, &lease, facts.tenant_id)?
        }
        _ => 0,
    };
    if lacking <= 0 {
        return Ok(());
    }
    refuse_taken(view, facts, out.kind, out.payout_id, lacking)
}

/// Says that money waits to be paid back, and with which document.
fn refuse_taken(view: &View, facts: &PayoutFacts, kind: PayoutKind, apart: u64, lacking: i64) -> Result<()> {
    let others = waiting(view, facts.tenant_id, facts.party_a_id, kind)?;
    let what = if kind == PayoutKind::DepositRefund { "押金" } else { "预收" };
    let no = others.iter().rfind(|other| other.payout_id != apart).map(|other| other.payout_no.as_str());
    let no = no.unwrap_or("其他退款单");
    let lacking = yuan_grouped(lacking);
    Err(AppError::refused(format!(
        "该乙方的{what}已在退款单 {no} 中等待付款，还差 {lacking} 元，请先付款或冲销该退款单"
    )))
}

/// Refuses to put deposit elsewhere that a refund promises.
///
/// # Errors
/// A sentence that names the refund.
pub fn refuse_promised_deposit(view: &View, lease: &Lease, tenant_id: u64) -> Result<()> {
    let promised = promised_deposit(view, lease, tenant_id, 0)?;
    let lacking = promised - held_of(view, lease, tenant_id)?;
    if promised == 0 || lacking <= 0 {
        return Ok(());
    }
    let facts = PayoutFacts { party_a_id: lease.facts.party_a_id, tenant_id, ..PayoutFacts::default() };
    refuse_taken(view, &facts, PayoutKind::DepositRefund, 0, lacking)
}

/// Approved refunds of credit or deposit of a tenant that are not covered, each with the fen that are missing.
pub fn uncovered(view: &View, tenant_id: u64) -> Result<Vec<(Payout, i64)>> {
    let mut all: Vec<Payout> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    all.retain(|out| out.state == PayoutState::Approved && tenant_id > 0);
    let parties: BTreeSet<u64> = all.iter().map(|out| out.facts.party_a_id).collect();
    let mut found = Vec::new();
    for party_a_id in parties {
        found.extend(promised(view, tenant_id, party_a_id, None)?.lacking);
    }
    let mut taken: BTreeMap<u64, i64> = BTreeMap::new();
    for out in all.into_iter().filter(|out| out.kind == PayoutKind::DepositRefund) {
        let lease: Option<Lease> = view.tx.get(&id(out.facts.lease_id))?;
        let held = match lease.filter(|lease| lease.facts.party_a_id == out.facts.party_a_id) {
            Some(lease) => held_of(view, &lease, tenant_id)?,
            None => 0,
        };
        let sum = taken.entry(out.facts.lease_id).or_default();
        let lacking = out.facts.amount_fen.min(*sum + out.facts.amount_fen - held);
        if lacking > 0 {
            found.push((out, lacking));
        } else {
            *sum += out.facts.amount_fen;
        }
    }
    Ok(found)
}

/// Withdraws the approved refunds of a tenant whose money is gone, the newest first, until the others are covered.
pub fn withdraw_uncovered(op: &mut Op, tenant_id: u64, cause: &str) -> Result<()> {
    while let Some((out, lacking)) = uncovered(&op.view(), tenant_id)?.pop() {
        let fen = yuan_grouped(lacking);
        let comment = format!("{cause}，款项还差 {fen} 元，系统已撤回该退款单，请核对后重新办理");
        let owned = touched(op, &out.owned);
        op.put(&Payout { state: PayoutState::Rejected, comment, owned, ..out })?;
    }
    Ok(())
}
