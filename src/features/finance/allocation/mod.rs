//! Allocations 核销 and the tenant's credit 预收 (domain.md 2.8, 3.7): which money lies on which bill.
//!
//! Invariants: rows are only added; a mirror row names the row it takes back, and no more is taken back than is left;
//! what lies on a bill never exceeds it (I2); every fen of a receipt lies on a bill, in a credit lot, or went back (I1).
//! A lot is the money of one receipt (or deposit) that lies on no bill yet; it keeps its origin, so that taking back a
//! receipt finds every row that its money paid. Money has one owner: a lot belongs to the tenant and lease of its receipt,
//! and a receipt that is claimed again gets a new one. Nothing lies on a bill on a day on which the bill had no room for it.

pub mod columns;
pub mod record;

use jiff::civil::Date;

pub use self::record::{Allocation, AllocationMode, BY_BILL, BY_RECEIPT, MoneySource};
use super::between;
use super::bill::post::{lines, touched};
use super::bill::record::Bill;
pub use super::credit::{
    CreditCause, CreditLot, CreditMove, LOTS, LOTS_BY_RECEIPT, MOVES, MOVES_BY_TENANT, lot_moves, lot_of_receipt,
    lot_without_receipt, move_lot,
};
use super::ledger::record::{Account, Document};
use super::ledger::{About, EntryLine, post};
use super::receipt::record::{Purpose, Receipt};
use super::timeline;
use crate::error::{AppError, Result};
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// Money to put on a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    pub source: MoneySource,
    /// The receipt it came with.
    pub receipt_id: u64,
    /// The lot it is taken from.
    pub lot_id: u64,
    /// When it counts.
    pub book_date: Date,
    /// When the bank had it.
    pub value_date: Date,
    pub mode: AllocationMode,
    /// The account it is taken from.
    pub account: Account,
    /// The document of the journal.
    pub document: (Document, u64),
}

/// Puts money on a bill: row, bill and ledger.
///
/// # Errors
/// A sentence when the bill is void or has less open.
pub fn put_on(op: &mut Op, bill_id: u64, amount_fen: i64, money: Money) -> Result<Bill> {
    let bill: Option<Bill> = op.view().tx.get(&id(bill_id))?;
    let bill = bill.ok_or_else(|| AppError::refused("账单不存在，可能已被删除，请刷新后重试"))?;
    must_take(&bill, amount_fen)?;
    record_row(op, &bill, amount_fen, money, None)?;
    let bill = Bill { allocated_fen: bill.allocated_fen + amount_fen, owned: touched(op, &bill.owned), ..bill };
    op.put(&bill)?;
    Ok(bill)
}

/// Refuses an amount that is none, or more than is open on a bill.
fn must_take(bill: &Bill, amount_fen: i64) -> Result<()> {
    if amount_fen <= 0 || amount_fen > bill.outstanding_fen() {
        return Err(AppError::refused(format!(
            "账单 {} 未缴 {} 元，不能核销 {} 元",
            bill.bill_no,
            crate::kernel::money::yuan_grouped(bill.outstanding_fen()),
            crate::kernel::money::yuan_grouped(amount_fen)
        )));
    }
    Ok(())
}

/// The receipt for bills that money came with.
fn brought_by(op: &Op, receipt_id: u64) -> Result<Option<Receipt>> {
    let receipt: Option<Receipt> = if receipt_id > 0 { op.view().tx.get(&id(receipt_id))? } else { None };
    Ok(receipt.filter(|receipt| receipt.purpose == Purpose::Bills))
}

/// Row and journal of money that lies on a bill (positive) or is taken off it (negative).
fn record_row(op: &mut Op, bill: &Bill, amount_fen: i64, money: Money, mirrored: Option<&Allocation>) -> Result<()> {
    let receipt = brought_by(op, money.receipt_id)?;
    let row = Allocation {
        allocation_id: op.next_id::<Allocation>()?,
        bill_id: bill.bill_id,
        source: money.source,
        receipt_id: money.receipt_id,
        lot_id: money.lot_id,
        amount_fen,
        book_date: money.book_date,
        value_date: money.value_date,
        mode: money.mode,
        reverses_id: mirrored.map_or(0, |row| row.allocation_id),
        party_a_id: bill.party_a_id,
        plate_id: bill.plate_id,
        kind: bill.kind,
        due_date: bill.due_date,
        bill_date: bill.book_date,
        dept_id: bill.owned.dept_id,
        tenant_id: bill.tenant_id,
        receipt_date: receipt.as_ref().map(Receipt::known_since),
        to_treasury: mirrored.map_or_else(|| receipt.is_some_and(|receipt| receipt.to_treasury), |row| row.to_treasury),
    };
    op.put_quietly(&row)?;
    let Some(receivable) = bill.receivable() else { return Ok(()) };
    let (document, document_id) = money.document;
    let about = About { book_date: money.book_date, document, document_id, party_a_id: bill.party_a_id };
    post(op, about, lines(bill, money.account, receivable, amount_fen))
}

/// Rows of a bill or receipt with what is left of each, newest first; mirror rows left out.
fn living(rows: Vec<Allocation>) -> Vec<(Allocation, i64)> {
    let taken = |row: &Allocation| -> i64 {
        rows.iter().filter(|mirror| mirror.reverses_id == row.allocation_id).map(|mirror| mirror.amount_fen).sum()
    };
    let mut living: Vec<(Allocation, i64)> = rows
        .iter()
        .filter(|row| row.reverses_id == 0)
        .map(|row| (row.clone(), row.amount_fen + taken(row)))
        .filter(|(_, left)| *left > 0)
        .collect();
    living.order_by_key(|(row, _)| std::cmp::Reverse(row.allocation_id));
    living
}

/// What a receipt's money still pays, newest first.
pub fn living_of_receipt(view: &View, receipt_id: u64) -> Result<Vec<(Allocation, i64)>> {
    Ok(living(view.tx.by(&BY_RECEIPT, &id(receipt_id), false, 0, usize::MAX)?))
}

/// What lies on a bill, newest first.
pub fn living_of_bill(view: &View, bill_id: u64) -> Result<Vec<(Allocation, i64)>> {
    Ok(living(view.tx.by(&BY_BILL, &id(bill_id), false, 0, usize::MAX)?))
}

/// Takes money off a bill by a mirror row; the money is then in `to`.
fn take_off(
    op: &mut Op,
    row: &Allocation,
    amount_fen: i64,
    book_date: Date,
    mode: AllocationMode,
    to: Account,
    document: (Document, u64),
) -> Result<Bill> {
    let bill: Option<Bill> = op.view().tx.get(&id(row.bill_id))?;
    let bill = bill.ok_or_else(|| AppError::internal(format!("bill {} of an allocation is missing", row.bill_id)))?;
    let money = Money {
        source: row.source,
        receipt_id: row.receipt_id,
        lot_id: row.lot_id,
        book_date,
        value_date: row.value_date,
        mode,
        account: to,
        document,
    };
    record_row(op, &bill, -amount_fen, money, Some(row))?;
    let bill = Bill { allocated_fen: bill.allocated_fen - amount_fen, owned: touched(op, &bill.owned), ..bill };
    op.put(&bill)?;
    Ok(bill)
}

/// Gives back to the tenant's credit what lies on a bill beyond what it asks for, the newest money first.
///
/// # Errors
/// A record that cannot be written; a closed month.
pub fn release(op: &mut Op, bill_id: u64, book_date: Date) -> Result<()> {
    let bill: Option<Bill> = op.view().tx.get(&id(bill_id))?;
    let Some(bill) = bill else { return Ok(()) };
    let mut over = -bill.outstanding_fen();
    for (row, left) in living_of_bill(&op.view(), bill_id)? {
        if over <= 0 {
            break;
        }
        let part = left.min(over);
        over -= part;
        let document = (Document::Credit, row.allocation_id);
        // Money that came later than what made the bill smaller is given back when it came.
        let day = book_date.max(row.book_date);
        take_off(op, &row, part, day, AllocationMode::Release, Account::TenantCredit, document)?;
        let lot = lot_of(op, &bill, &row)?;
        move_lot(op, lot, part, day, CreditCause::Released, bill_id)?;
    }
    Ok(())
}

/// The lot that a row's money goes back to: the one it came from, the receipt's, or a new one.
fn lot_of(op: &mut Op, bill: &Bill, row: &Allocation) -> Result<CreditLot> {
    if row.lot_id > 0
        && let Some(lot) = op.view().tx.get::<CreditLot>(&id(row.lot_id))?
    {
        return Ok(lot);
    }
    if row.receipt_id > 0 {
        let receipt: Option<Receipt> = op.view().tx.get(&id(row.receipt_id))?;
        let receipt = receipt.ok_or_else(|| AppError::internal(format!("receipt {} is missing", row.receipt_id)))?;
        return lot_of_receipt(op, &receipt);
    }
    lot_without_receipt(op, bill, row.value_date)
}

/// The first day from which on a bill has room for an amount.
///
/// # Errors
/// A record that cannot be read; an internal fault when it has not.
pub fn room_from(op: &Op, bill_id: u64, amount_fen: i64) -> Result<Date> {
    let bill: Option<Bill> = op.view().tx.get(&id(bill_id))?;
    let bill = bill.ok_or_else(|| AppError::internal(format!("bill {bill_id} is missing")))?;
    let first = timeline::first_day_with(&timeline::open(&op.view(), &bill)?, amount_fen);
    first.ok_or_else(|| AppError::internal(format!("bill {bill_id} has no room for {amount_fen} fen")))
}

/// Puts a claimed receipt's money on a bill. Where the bill had no room for it on the day it counts, it lies in credit until
/// the bill had.
///
/// # Errors
/// A record that cannot be written; a bill that has less open.
pub fn put_receipt_on(op: &mut Op, receipt: &Receipt, bill_id: u64, fen: i64, money: Money) -> Result<()> {
    let from = room_from(op, bill_id, fen)?;
    if from <= money.book_date {
        put_on(op, bill_id, fen, money)?;
        return Ok(());
    }
    let lot = lot_of_receipt(op, receipt)?;
    let lot = move_lot(op, lot, fen, money.book_date, CreditCause::Received, 0)?;
    let money = Money {
        source: MoneySource::Credit,
        lot_id: lot.lot_id,
        book_date: from,
        document: (Document::Credit, lot.lot_id),
        ..money
    };
    put_on(op, bill_id, fen, money)?;
    move_lot(op, lot, -fen, from, CreditCause::Applied, bill_id)?;
    Ok(())
}

/// Takes everything that a receipt's money pays off again and leaves it in the receipt's lots, as money put on the wrong
/// bills.
///
/// # Errors
/// A record that cannot be written; a closed month.
pub fn lift_receipt(op: &mut Op, receipt: &Receipt, book_date: Date) -> Result<()> {
    let document = (Document::Receipt, receipt.receipt_id);
    for (row, left) in living_of_receipt(&op.view(), receipt.receipt_id)? {
        let bill = take_off(op, &row, left, book_date, AllocationMode::Moved, Account::TenantCredit, document)?;
        let lot = lot_of(op, &bill, &row)?;
        move_lot(op, lot, left, book_date, CreditCause::Moved, row.bill_id)?;
    }
    bring_home(op, receipt, book_date)
}

/// Credit of a receipt that lies with somebody else: with another party A since a handover, or, as books of earlier versions
/// have it, with another tenant or lease.
fn bring_home(op: &mut Op, receipt: &Receipt, book_date: Date) -> Result<()> {
    between::fetch_credit(op, receipt, book_date)?;
    let lots: Vec<CreditLot> = op.view().tx.by(&LOTS_BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    for lot in lots.into_iter().filter(|lot| !lot.is_of(receipt) && lot.left_fen > 0) {
        let (fen, party_a_id, document_id) = (lot.left_fen, receipt.party_a_id, receipt.receipt_id);
        let line = |tenant_id, lease_id, amount_fen| EntryLine {
            account: Account::TenantCredit,
            plate_id: 0,
            tenant_id,
            lease_id,
            amount_fen,
        };
        let lines = [line(lot.tenant_id, lot.lease_id, fen), line(receipt.tenant_id, receipt.lease_id, -fen)];
        post(op, About { book_date, document: Document::Receipt, document_id, party_a_id }, lines)?;
        move_lot(op, lot, -fen, book_date, CreditCause::Moved, 0)?;
        let own = lot_of_receipt(op, receipt)?;
        move_lot(op, own, fen, book_date, CreditCause::Moved, 0)?;
    }
    Ok(())
}

/// Puts deposit on a bill 押金抵扣: the row and the journal; the deposit's own movement is the caller's.
///
/// # Errors
/// A sentence when the bill has less open.
pub fn put_deposit_on(op: &mut Op, bill_id: u64, fen: i64, book_date: Date, document_id: u64) -> Result<Bill> {
    let money = Money {
        source: MoneySource::Deposit,
        receipt_id: 0,
        lot_id: 0,
        book_date,
        value_date: book_date,
        mode: AllocationMode::Manual,
        account: Account::DepositHeld,
        document: (Document::Deposit, document_id),
    };
    let bill: Option<Bill> = op.view().tx.get(&id(bill_id))?;
    if let Some(bill) = bill {
        must_take(&bill, fen)?;
        between::deposit(op, &bill, fen, book_date)?;
    }
    put_on(op, bill_id, fen, money)
}

/// Takes deposit off a bill again: the money is deposit then.
pub fn lift_deposit(op: &mut Op, row: &Allocation, fen: i64, book_date: Date, receipt_id: u64) -> Result<Bill> {
    let document = (Document::Receipt, receipt_id);
    let bill = take_off(op, row, fen, book_date, AllocationMode::Reversal, Account::DepositHeld, document)?;
    between::deposit(op, &bill, -fen, book_date)?;
    Ok(bill)
}

/// Money that a lot puts on a bill.
pub fn money_of_lot(lot: &CreditLot, book_date: Date, mode: AllocationMode) -> Money {
    Money {
        source: MoneySource::Credit,
        receipt_id: lot.receipt_id,
        lot_id: lot.lot_id,
        book_date,
        value_date: lot.value_date,
        mode,
        account: Account::TenantCredit,
        document: (Document::Credit, lot.lot_id),
    }
}

/// Takes back every row that a receipt's money paid, newest first, as if it had never come (V13b).
///
/// # Errors
/// A sentence when some of the money was refunded since; a closed month.
pub fn take_back_receipt(op: &mut Op, receipt_id: u64, book_date: Date) -> Result<i64> {
    let document = (Document::Receipt, receipt_id);
    for (row, left) in living_of_receipt(&op.view(), receipt_id)? {
        take_off(op, &row, left, book_date, AllocationMode::Reversal, Account::TenantCredit, document)?;
        if row.lot_id > 0 {
            let lot: Option<CreditLot> = op.view().tx.get(&id(row.lot_id))?;
            let lot = lot.ok_or_else(|| AppError::internal(format!("credit lot {} is missing", row.lot_id)))?;
            move_lot(op, lot, left, book_date, CreditCause::Reversed, row.bill_id)?;
        }
    }
    let receipt: Option<Receipt> = op.view().tx.get(&id(receipt_id))?;
    if let Some(receipt) = receipt {
        between::fetch_credit(op, &receipt, book_date)?;
    }
    let lots: Vec<CreditLot> = op.view().tx.by(&LOTS_BY_RECEIPT, &id(receipt_id), false, 0, usize::MAX)?;
    let mut emptied = 0;
    for lot in lots {
        let left = lot.left_fen;
        emptied += left;
        if left > 0 {
            move_lot(op, lot, -left, book_date, CreditCause::Reversed, 0)?;
        }
    }
    Ok(emptied)
}
