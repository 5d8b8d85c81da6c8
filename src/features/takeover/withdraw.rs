//! Taking a received batch back 撤销接收: as long as nothing refers to what it brought.
//!
//! Invariants: all of it or nothing; contracts become void and give their rooms back, opening balances leave the books by
//! mirrors and void bills; masters stay, since the next batch finds them.

use super::record::{BY_BATCH, TakeoverBatch, TakeoverLine, TakeoverState};
use crate::error::{AppError, Result};
use crate::features::assets::occupancy::{of_lease, release};
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::post::make_void;
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::opening::record::{BY_TENANT, Opening, OpeningKind};
use crate::features::finance::opening::revoke::take_back;
use crate::features::finance::period;
use crate::features::finance::receipt::continuity::LastBalance;
use crate::features::lease::contract::forecast;
use crate::features::lease::contract::record::{BY_PREV, Lease, LeaseState, Step};
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::before;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id};

/// Reasons that are told at most.
const TOLD: usize = 20;

/// The lines of a batch, in the order of the ledger.
///
/// # Errors
/// Records that can't be read.
pub fn lines(view: &View, batch_id: u64) -> Result<Vec<TakeoverLine>> {
    Ok(view.tx.by(&BY_BATCH, &id(batch_id), false, 0, usize::MAX)?)
}

/// Why a received batch can't be taken back.
///
/// # Errors
/// Records that can't be read.
pub fn holds(view: &View, batch: &TakeoverBatch) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let day = batch.books_from.min(batch.received_at.map_or(batch.books_from, |at| at.date()));
    if let Err(fault) = period::require_open(view, batch.party_a_id, day) {
        found.push(fault.message.to_string());
    }
    for line in lines(view, batch.batch_id)? {
        if found.len() >= TOLD {
            break;
        }
        let lease: Lease = owned::linked(view, line.lease_id)?;
        found.extend(of_contract(view, &lease)?);
    }
    Ok(found)
}

fn of_contract(view: &View, lease: &Lease) -> Result<Option<String>> {
    let no = &lease.lease_no;
    if lease.state != LeaseState::Signed {
        return Ok(Some(format!("合同 {no} 已{}", lease.state.label())));
    }
    if lease.version_no > 1 {
        return Ok(Some(format!("合同 {no} 已变更")));
    }
    if view.tx.count_by(&BY_PREV, &id(lease.lease_id))? > 0 {
        return Ok(Some(format!("合同 {no} 已续签")));
    }
    for bill in living(view, lease.lease_id)? {
        if let Some(text) = of_bill(&bill) {
            return Ok(Some(format!("合同 {no} 的{text}")));
        }
    }
    Ok(None)
}

fn of_bill(bill: &Bill) -> Option<String> {
    let no = &bill.bill_no;
    match bill.source {
        BillSource::Opening | BillSource::PaidBefore => {}
        _ => return Some(format!("账单 {no} 已于 {} 开出", bill.issue_date)),
    }
    if bill.allocated_fen != 0 {
        return Some(format!("期初账单 {no} 已收 {} 元", yuan_grouped(bill.allocated_fen)));
    }
    let is_moved = bill.waived_fen != 0 || bill.credited_fen != 0;
    is_moved.then(|| format!("期初账单 {no} 已有减免或调整"))
}

/// Takes a batch back.
///
/// # Errors
/// What refers to it by now.
pub fn withdraw(op: &mut Op, batch: &TakeoverBatch, reason: &str) -> Result<()> {
    if let Some(text) = holds(&op.view(), batch)?.first() {
        return Err(AppError::refused(format!("接收批次 {} 不能撤销：{text}", batch.batch_no)));
    }
    let through = op.caller.through_task();
    let now = op.now;
    op.acting(&through, now, |op| {
        for line in lines(&op.view(), batch.batch_id)? {
            take_lease(op, batch, &line, reason)?;
        }
        Ok(())
    })?;
    let at = before(batch.books_from).at(23, 59, 59, 0);
    for tail in batch.reading.balances.keys() {
        let key = LastBalance::key(batch.party_a_id, tail);
        // A statement that came in since knows better.
        if op.view().tx.get::<LastBalance>(&key)?.is_some_and(|known| known.at == at) {
            op.delete::<LastBalance>(&key)?;
        }
    }
    let next = TakeoverBatch { state: TakeoverState::Withdrawn, comment: reason.to_owned(), ..batch.clone() };
    owned::update(op, batch, next, "撤销接收").map(drop)
}

fn take_lease(op: &mut Op, batch: &TakeoverBatch, line: &TakeoverLine, reason: &str) -> Result<()> {
    let lease: Lease = owned::linked(&op.view(), line.lease_id)?;
    let openings: Vec<Opening> = op.view().tx.by(&BY_TENANT, &id(line.tenant_id), false, 0, usize::MAX)?;
    let prefix = format!("{}-", batch.batch_no);
    let is_own = |opening: &Opening| {
        opening.facts.lease_id == line.lease_id && opening.revoked.is_none() && opening.origin_no.starts_with(&prefix)
    };
    let why = format!("撤销接收批次 {}：{reason}", batch.batch_no);
    for opening in openings.into_iter().filter(is_own) {
        let is_money = opening.facts.kind != OpeningKind::Bill;
        take_back(op, opening, if is_money { reason } else { &why })?;
    }
    for bill in living(&op.view(), lease.lease_id)?.iter().filter(|bill| bill.state == BillState::Issued) {
        make_void(op, bill, &why)?;
    }
    for row in of_lease(&op.view(), lease.lease_id)? {
        release(op, row)?;
    }
    let mut void = Lease { state: LeaseState::Void, ..lease.clone() };
    void.steps.push(Step { state: LeaseState::Void, at: op.now, by: op.caller.name(), comment: why });
    owned::update(op, &lease, void, "作废")?;
    forecast::refresh(op, lease.lease_id)
}
