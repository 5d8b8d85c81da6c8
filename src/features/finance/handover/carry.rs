//! Carrying a plan out: the register, the leases, and the books of both units in one commit (business.md 2.8).

use std::collections::BTreeMap;

use super::plan::{BillMove, CreditShift, Plan};
use super::record::{AssetHandoverKind, Handover, SplitPolicy};
use crate::error::{AppError, Result};
use crate::features::assets::asset::handing::{give, held_from};
use crate::features::assets::asset::record::{AssetState, Holding};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::between;
use crate::features::finance::bill::generate::generate;
use crate::features::finance::bill::post::{NewBill, issue};
use crate::features::finance::bill::record::{Bill, BillSource, RoomShare};
use crate::features::finance::credit::{CreditLot, LOTS_BY_RECEIPT};
use crate::features::finance::hooks::bills_passed;
use crate::features::finance::late_fee;
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::lease::contract::passing::pass;
use crate::features::lease::contract::record::Lease;
use crate::kernel::exact::split;
use crate::kernel::span::{DateSpan, FOREVER};
use crate::op::Op;
use crate::records::owned;
use crate::records::owned::Business;
use crate::store::{Reads, id};

/// Does what a plan says.
///
/// # Errors
/// A closed month; a record that cannot be read or written.
pub fn carry_out(op: &mut Op, handover: &Handover, plan: &Plan) -> Result<()> {
    register(op, handover, plan)?;
    if handover.facts.kind != AssetHandoverKind::Between {
        return Ok(());
    }
    let to: PartyA = owned::linked(&op.view(), handover.facts.to_party_a_id)?;
    let receiver = (to.party_a_id, to.owned.dept_id);
    let by_days = handover.facts.split_policy == SplitPolicy::ByDays;
    let mut leases = Vec::with_capacity(plan.leases.len());
    for lease in &plan.leases {
        leases.push(pass(op, lease, receiver, handover.facts.handover_date, by_days)?);
    }
    for shift in &plan.deposits {
        let owner = (shift.tenant_id, shift.lease_id);
        let parties = (handover.facts.from_party_a_id, receiver.0);
        let document = (Document::Handover, handover.handover_id);
        between::shift(op, (Account::DepositHeld, shift.fen), owner, parties, document, shift.day)?;
    }
    for shift in &plan.credits {
        credit(op, handover, shift, receiver)?;
    }
    incomes(op, handover, plan)?;
    bills(op, handover, plan, &leases, receiver)?;
    let today = op.now.date();
    for lease in leases {
        // What the day's run has not issued yet is the receiver's from here on.
        generate(op, &lease, today)?;
    }
    Ok(())
}

/// Who holds the assets.
fn register(op: &mut Op, handover: &Handover, plan: &Plan) -> Result<()> {
    let (facts, deed) = (&handover.facts, format!("移交单 {}", handover.handover_no));
    let day = facts.handover_date;
    for asset in &plan.assets {
        match facts.kind {
            AssetHandoverKind::Leave => give(op, asset, held_from(asset, None, day), None, &deed)?,
            AssetHandoverKind::Receive | AssetHandoverKind::Between => {
                let to: PartyA = owned::linked(&op.view(), facts.to_party_a_id)?;
                let is_new = facts.kind == AssetHandoverKind::Receive && asset.state != AssetState::HandedOver;
                let holdings = if is_new {
                    vec![Holding { party_a_id: to.party_a_id, span: DateSpan::new(day, FOREVER) }]
                } else {
                    held_from(asset, Some(to.party_a_id), day)
                };
                give(op, asset, holdings, Some(to.owned.dept_id), &deed)?;
            }
        }
    }
    Ok(())
}

/// A lot goes to the lot that the same money has at the receiver; its receipt stays what it was, so that a bounce finds it.
fn credit(op: &mut Op, handover: &Handover, shift: &CreditShift, (to, dept_id): (u64, u64)) -> Result<()> {
    let lot: Option<CreditLot> = op.view().tx.get(&id(shift.lot_id))?;
    let lot = lot.ok_or_else(|| AppError::internal(format!("credit lot {} is missing", shift.lot_id)))?;
    let mut known = None;
    if lot.receipt_id > 0 {
        let lots: Vec<CreditLot> = op.view().tx.by(&LOTS_BY_RECEIPT, &id(lot.receipt_id), false, 0, usize::MAX)?;
        let same = |one: &CreditLot| (one.tenant_id, one.lease_id, one.party_a_id) == (lot.tenant_id, lot.lease_id, to);
        known = lots.into_iter().find(same);
    }
    let there = match known {
        Some(known) => known,
        None => CreditLot { lot_id: op.next_id::<CreditLot>()?, party_a_id: to, dept_id, left_fen: 0, ..lot.clone() },
    };
    between::move_credit(op, lot, shift.fen, there, (Document::Handover, handover.handover_id), shift.day)
}

fn incomes(op: &mut Op, handover: &Handover, plan: &Plan) -> Result<()> {
    let parties = (handover.facts.from_party_a_id, handover.facts.to_party_a_id);
    for share in &plan.incomes {
        let Some(bill) = plan.bills.iter().find(|bill| bill.bill_id == share.bill_id) else { continue };
        if let Some(account) = between::income_account(bill) {
            between::give_income(op, bill, account, parties, share.fen, share.day)?;
        }
    }
    Ok(())
}

/// Open parts of bills are taken off at the giver and asked for by the receiver, with the same days.
fn bills(op: &mut Op, handover: &Handover, plan: &Plan, leases: &[Lease], to: (u64, u64)) -> Result<()> {
    let mut pairs: BTreeMap<u64, Bill> = BTreeMap::new();
    for one in &plan.moves {
        let Some(old) = plan.bills.iter().find(|bill| bill.bill_id == one.bill_id) else { continue };
        let version_no = leases.iter().find(|lease| lease.lease_id == old.lease_id).map_or(0, |lease| lease.version_no);
        pairs.insert(old.bill_id, passed(op, handover, old, one, to, version_no)?);
    }
    for (old, new) in &pairs {
        let stands_for = |bill_id: u64| pairs.get(&bill_id).map_or(bill_id, |bill| bill.bill_id);
        late_fee::pass_on(op, *old, new, stands_for)?;
    }
    let pairs: Vec<(u64, u64)> = pairs.iter().map(|(old, new)| (*old, new.bill_id)).collect();
    if pairs.is_empty() { Ok(()) } else { bills_passed(op, &pairs) }
}

fn passed(
    op: &mut Op,
    handover: &Handover,
    old: &Bill,
    one: &BillMove,
    (to, dept_id): (u64, u64),
    version_no: u32,
) -> Result<Bill> {
    let (no, bill_no) = (&handover.handover_no, old.title());
    let weights: Vec<i64> = old.split.iter().map(|share| share.amount_fen.max(0)).collect();
    let shares = |fen: i64| -> Vec<RoomShare> {
        let parts = old.split.iter().zip(split(fen, &weights));
        parts.map(|(share, amount_fen)| RoomShare { room_id: share.room_id, amount_fen }).collect()
    };
    let mirror = NewBill {
        lease_id: old.lease_id,
        version_no,
        tenant: (old.tenant_id, old.tenant_name.clone()),
        party_a_id: old.party_a_id,
        place: (old.plate_id, old.asset_id),
        room_text: old.room_text.clone(),
        kind: old.kind,
        charge_line: old.charge_line,
        period: old.period,
        issue_date: one.day,
        due_date: old.due_date,
        amount_fen: -one.fen,
        lines: Vec::new(),
        split: shares(-one.fen),
        adjusts_bill_id: old.bill_id,
        source: BillSource::HandedOver,
        dept_id: old.owned.dept_id,
        remark: format!("移交单 {no}：账单 {bill_no} 的未缴部分转出"),
    };
    let remark = format!("移交单 {no}：由账单 {bill_no} 转入");
    let new =
        NewBill { party_a_id: to, dept_id, amount_fen: one.fen, split: shares(one.fen), remark, ..mirror.clone() };
    issue(op, mirror)?;
    issue(op, new)
}
