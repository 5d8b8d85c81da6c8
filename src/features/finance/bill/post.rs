//! The ways a bill changes the books: issued, taken off, made void. Each moves the bill's caches and the ledger in the
//! same commit; nothing else writes a bill.

use jiff::civil::Date;

use super::record::{Bill, BillSource, BillState};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::{self, Allocation, CreditCause, release};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::sums::OfBill;
use crate::features::finance::waiver::book::shrink;
use crate::features::finance::waiver::record::{BY_BILL as WAIVERS, Waiver};
use crate::features::finance::{between, period, settlement};
use crate::features::lease::schedule::plan::BillLine;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::exact::split;
use crate::kernel::money::{MOST_FEN, yuan_grouped};
use crate::kernel::span::DateSpan;
use crate::op::Op;
use crate::records::base::Base;
use crate::records::number;
use crate::records::owned::{Business, Owned};
use crate::store::{Reads, id};

use super::record::RoomShare;

/// A bill before it has a number.
#[derive(Debug, Clone)]
pub struct NewBill {
    /// Lease and version; 0 for none.
    pub lease_id: u64,
    /// Version of the lease.
    pub version_no: u32,
    /// Tenant and his name.
    pub tenant: (u64, String),
    pub party_a_id: u64,
    /// Plate and asset.
    pub place: (u64, u64),
    /// Codes of the rooms.
    pub room_text: String,
    pub kind: BillKind,
    /// 0 the rent.
    pub charge_line: u16,
    /// The days it is for.
    pub period: Option<DateSpan>,
    /// By the contract.
    pub issue_date: Date,
    /// By the contract.
    pub due_date: Date,
    /// Fen.
    pub amount_fen: i64,
    pub lines: Vec<BillLine>,
    /// Shares of the rooms.
    pub split: Vec<RoomShare>,
    /// The bill it adjusts.
    pub adjusts_bill_id: u64,
    /// Where it comes from.
    pub source: BillSource,
    /// Department that keeps it.
    pub dept_id: u64,
    pub remark: String,
}

/// A new record of the books: maker and department, version 1.
pub fn owned(op: &Op, dept_id: u64, remark: String) -> Owned {
    Owned { dept_id, version: 1, creator: op.caller.user_id(), base: Base::made(op, remark) }
}

/// The same record after a writing.
pub fn touched(op: &Op, owned: &Owned) -> Owned {
    Owned { version: owned.version + 1, base: owned.base.clone().changed(op), ..owned.clone() }
}

/// The journal of a bill on a day.
fn about(bill: &Bill, book_date: Date) -> About {
    About { book_date, document: Document::Bill, document_id: bill.bill_id, party_a_id: bill.party_a_id }
}

/// Lines that move an amount between two accounts in the name of a bill.
pub fn lines(
    bill: &Bill,
    to: Account,
    from: Account,
    amount_fen: i64,
) -> [crate::features::finance::ledger::EntryLine; 2] {
    moved(to, from, amount_fen, bill.plate_id, bill.tenant_id, bill.lease_id)
}

/// Puts a bill into the books.
///
/// # Errors
/// A record that cannot be written; a bill of the same period that is there already.
pub fn issue(op: &mut Op, new: NewBill) -> Result<Bill> {
    let book_date = period::open_day(&op.view(), new.party_a_id, new.issue_date)?;
    if new.amount_fen.checked_abs().is_none_or(|fen| fen > MOST_FEN) {
        let most = yuan_grouped(MOST_FEN);
        return Err(AppError::refused(format!("单张账单不能超过 {most} 元，请核对合同的租金和费用")));
    }
    let adjusted: Option<Bill> = if new.amount_fen < 0 { op.view().tx.get(&id(new.adjusts_bill_id))? } else { None };
    let adjusts = adjusted.as_ref().map(OfBill::from);
    let bill = Bill {
        bill_id: op.next_id::<Bill>()?,
        bill_no: number::draw(op, "ZD")?,
        lease_id: new.lease_id,
        version_no: new.version_no,
        tenant_id: new.tenant.0,
        tenant_name: new.tenant.1,
        party_a_id: new.party_a_id,
        plate_id: new.place.0,
        asset_id: new.place.1,
        room_text: new.room_text,
        kind: new.kind,
        charge_line: new.charge_line,
        period: new.period,
        issue_date: new.issue_date,
        book_date,
        due_date: new.due_date,
        amount_fen: new.amount_fen,
        lines: new.lines,
        split: new.split,
        waived_fen: 0,
        allocated_fen: 0,
        credited_fen: 0,
        adjusts_bill_id: new.adjusts_bill_id,
        adjusts,
        source: new.source,
        state: BillState::Issued,
        void_date: None,
        owned: owned(op, new.dept_id, new.remark),
    };
    if let Some(receivable) = bill.receivable() {
        post(op, about(&bill, book_date), lines(&bill, receivable, bill.income(), bill.amount_fen))?;
    }
    op.put(&bill)?;
    if bill.amount_fen < 0 && bill.source == BillSource::Adjustment {
        between::income_of(op, &bill)?;
    }
    if bill.amount_fen > 0 && bill.lease_id > 0 && bill.kind != BillKind::Deposit {
        settlement::ops::reopen(op, bill.lease_id, "结清后又出账单")?;
    }
    if bill.amount_fen < 0 && bill.adjusts_bill_id > 0 { passed_on(op, bill) } else { Ok(bill) }
}

/// Takes an amount off bills, newest first, each by a negative bill of its own and none below nothing. Where a bill was
/// waived, the waiver shrinks once all of them ask for nothing else. What then is left was paid before these books began:
/// it becomes the tenant's credit. Answers the number of bills it took.
///
/// # Errors
/// A record that cannot be written; an internal fault without bills.
pub fn take_off(op: &mut Op, targets: &[Bill], fen: i64, make: &dyn Fn(&Bill) -> NewBill) -> Result<usize> {
    let mut left = fen;
    let mut take = |most: i64| {
        let part = most.clamp(0, left);
        left -= part;
        part
    };
    let mut parts: Vec<i64> = targets.iter().map(|bill| take(bill.net_fen())).collect();
    let waived: Vec<i64> = targets.iter().map(|bill| take(bill.waived_fen)).collect();
    let mut made = 0;
    for ((bill, part), waived) in targets.iter().zip(&mut parts).zip(waived) {
        *part += waived;
        if *part == 0 {
            continue;
        }
        let new = make(bill);
        shrink(op, bill, waived, new.issue_date)?;
        let weights: Vec<i64> = bill.split.iter().map(|share| share.amount_fen.max(0)).collect();
        let shares = bill.split.iter().zip(split(-*part, &weights));
        let split = shares.map(|(share, amount_fen)| RoomShare { room_id: share.room_id, amount_fen }).collect();
        issue(op, NewBill { amount_fen: -*part, split, adjusts_bill_id: bill.bill_id, ..new })?;
        made += 1;
    }
    if left > 0 {
        let first = targets.last().ok_or_else(|| AppError::internal("a correction without a bill"))?;
        give_back(op, NewBill { amount_fen: -left, adjusts_bill_id: 0, ..make(first) })?;
        made += 1;
    }
    Ok(made)
}

/// A negative bill that takes nothing off another one: its amount was paid before these books began.
fn give_back(op: &mut Op, new: NewBill) -> Result<()> {
    let bill = issue(op, new)?;
    let fen = -bill.amount_fen;
    let receivable = bill.receivable().ok_or_else(|| AppError::internal("a deposit cannot become credit"))?;
    post(op, about(&bill, bill.book_date), lines(&bill, receivable, Account::TenantCredit, fen))?;
    let bill = Bill { credited_fen: bill.amount_fen, ..bill };
    op.put(&bill)?;
    let lot = allocation::lot_without_receipt(op, &bill, bill.book_date)?;
    allocation::move_lot(op, lot, fen, bill.book_date, CreditCause::Released, bill.bill_id)?;
    Ok(())
}

/// Takes an unpaid part off a demand for deposit: deposits are in no account until they are paid.
pub fn drop_demand(op: &mut Op, bill: &Bill, fen: i64, new: NewBill) -> Result<Bill> {
    let fen = fen.min(bill.outstanding_fen());
    issue(op, NewBill { amount_fen: -fen, adjusts_bill_id: bill.bill_id, ..new })
}

/// A negative adjustment takes its amount off the bill it adjusts; what was paid too much becomes the tenant's credit.
fn passed_on(op: &mut Op, bill: Bill) -> Result<Bill> {
    let adjusted: Option<Bill> = op.view().tx.get(&id(bill.adjusts_bill_id))?;
    let adjusted = adjusted.ok_or_else(|| AppError::internal("a negative bill adjusts nothing"))?;
    let adjusted =
        Bill { credited_fen: adjusted.credited_fen - bill.amount_fen, owned: touched(op, &adjusted.owned), ..adjusted };
    op.put(&adjusted)?;
    let bill = Bill { credited_fen: bill.amount_fen, ..bill };
    op.put(&bill)?;
    release(op, adjusted.bill_id, bill.book_date)?;
    Ok(bill)
}

/// The last day on which something was put on a bill or taken off it; as long it was in the books.
fn last_moved(op: &Op, bill: &Bill) -> Result<Date> {
    let rows: Vec<Allocation> = op.view().tx.by(&allocation::BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
    let waivers: Vec<Waiver> = op.view().tx.by(&WAIVERS, &id(bill.bill_id), false, 0, usize::MAX)?;
    let waived = waivers.iter().flat_map(Waiver::movements).filter(|moved| moved.part.bill_id == bill.bill_id);
    let waived = waived.map(|moved| moved.day);
    let days = rows.iter().map(|row| row.book_date).chain(waived);
    Ok(days.fold(bill.book_date, Date::max))
}

/// Takes a bill out of the books: nothing is on it, and the month of its issue is open. It counts as void from its issue,
/// or from the day the last thing was taken off it.
///
/// # Errors
/// A sentence that says why not.
pub fn make_void(op: &mut Op, bill: &Bill, reason: &str) -> Result<()> {
    let no = bill.title();
    if bill.state == BillState::Void {
        return Err(AppError::refused(format!("账单 {no} 已作废")));
    }
    let excess = excess_of(op, bill)?;
    let untouched = bill.allocated_fen == 0 && bill.waived_fen == 0 && bill.credited_fen == 0 && bill.amount_fen >= 0;
    if !untouched && excess.is_none() {
        return Err(AppError::refused(format!("账单 {no} 已有核销、减免或调整，不能作废，请开调整账单")));
    }
    period::require_open(&op.view(), bill.party_a_id, bill.book_date)?;
    let last = last_moved(op, bill)?;
    let day = period::open_day(&op.view(), bill.party_a_id, last)?;
    if let Some(receivable) = bill.receivable() {
        post(op, about(bill, day), lines(bill, bill.income(), receivable, bill.amount_fen))?;
    }
    let mut void = Bill { state: BillState::Void, void_date: Some(day), ..bill.clone() };
    void.owned = touched(op, &bill.owned);
    void.owned.base.remark = reason.to_owned();
    if excess.is_some() {
        void.credited_fen = 0;
    }
    op.put(&void)?;
    if let Some(base) = excess {
        let (credited_fen, owned) = (base.credited_fen + bill.amount_fen, touched(op, &base.owned));
        op.put(&Bill { credited_fen, owned, ..base })?;
    }
    Ok(())
}

/// The bill that a correction took more from than there was. Books of earlier versions have such corrections; once they are
/// void, the next run corrects over as many bills as it needs.
fn excess_of(op: &Op, correction: &Bill) -> Result<Option<Bill>> {
    if correction.amount_fen >= 0 || correction.adjusts_bill_id == 0 {
        return Ok(None);
    }
    let base: Option<Bill> = op.view().tx.get(&id(correction.adjusts_bill_id))?;
    Ok(base.filter(|base| base.state == BillState::Issued && base.outstanding_fen() < 0))
}
