//! A deposit receipt that is taken back after the deposit was used 押金退票: it is fetched from wherever it went.
//!
//! First from the lease that renewed this one, then off the bills it paid, then out of what was kept for penalty and damage,
//! which becomes a bill due at once. What was paid back to the tenant is not fetched: that refund is taken back first.

use jiff::civil::Date;

use super::demand::fetch_back;
use super::{DepositKind, DepositMove, NewMove, add, held_of, moves_by_owner};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::{MoneySource, lift_deposit, living_of_bill};
use crate::features::finance::bill::generate::{draft, living};
use crate::features::finance::bill::post::{NewBill, issue};
use crate::features::finance::bill::record::BillSource;
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::contract::renewal;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::money::yuan_grouped;
use crate::op::Op;
use crate::records::owned::Business as _;

/// What is still missing of a deposit that is to be taken back.
fn lacking(op: &Op, lease: &Lease, receipt: &Receipt) -> Result<i64> {
    Ok((receipt.amount_fen - held_of(&op.view(), lease, receipt.tenant_id)?).max(0))
}

/// Brings the deposit of a receipt together again before the receipt is taken back.
///
/// # Errors
/// A sentence when some of it was paid back; a record that cannot be written.
pub fn gather(op: &mut Op, lease: &Lease, receipt: &Receipt, day: Date) -> Result<()> {
    let tenant_id = receipt.tenant_id;
    for renewal in renewal::of_lease(&op.view(), lease.lease_id)? {
        let most = lacking(op, lease, receipt)?;
        if most > 0 {
            fetch_back(op, lease, &renewal, tenant_id, most, day)?;
        }
    }
    let moves: Vec<DepositMove> = moves_by_owner(&op.view(), lease)?
        .into_iter()
        .rev()
        .filter(|(owner, _)| *owner == tenant_id)
        .map(|(_, movement)| movement)
        .collect();
    for movement in moves.iter().filter(|movement| movement.kind == DepositKind::Apply && movement.amount_fen < 0) {
        off_bill(op, lease, receipt, movement, day)?;
    }
    for movement in moves.iter().filter(|movement| movement.kind == DepositKind::Forfeit && movement.amount_fen < 0) {
        out_of_forfeit(op, lease, receipt, movement, day)?;
    }
    let left = lacking(op, lease, receipt)?;
    if left > 0 {
        let (no, fen) = (receipt.title(), yuan_grouped(left));
        return Err(AppError::refused(format!("收款单 {no} 的押金已退还 {fen} 元，请先冲销退押金单，再冲销收款")));
    }
    Ok(())
}

/// Off a bill that it pays; what the bill gave back since lies in the tenant's credit and stays there.
fn off_bill(op: &mut Op, lease: &Lease, receipt: &Receipt, movement: &DepositMove, day: Date) -> Result<()> {
    for (row, left) in living_of_bill(&op.view(), movement.document_id)? {
        let fen = left.min(lacking(op, lease, receipt)?);
        if row.source != MoneySource::Deposit || fen <= 0 {
            continue;
        }
        let bill = lift_deposit(op, &row, fen, day, receipt.receipt_id)?;
        let back = NewMove {
            tenant_id: receipt.tenant_id,
            kind: DepositKind::Apply,
            amount_fen: fen,
            book_date: day,
            document_id: bill.bill_id,
            note: format!("收款单 {} 冲销，退回抵扣账单 {} 的押金", receipt.receipt_no, bill.bill_no),
        };
        add(op, lease, back)?;
    }
    Ok(())
}

/// Out of what was kept: the penalty it covered is asked for by a bill instead.
fn out_of_forfeit(op: &mut Op, lease: &Lease, receipt: &Receipt, movement: &DepositMove, day: Date) -> Result<()> {
    let given: i64 = moves_by_owner(&op.view(), lease)?
        .iter()
        .filter(|(_, other)| other.kind == DepositKind::Forfeit && other.document_id == movement.document_id)
        .map(|(_, other)| -other.amount_fen)
        .sum();
    let fen = given.min(lacking(op, lease, receipt)?);
    if fen <= 0 {
        return Ok(());
    }
    let (party_a_id, tenant_id, no) = (lease.facts.party_a_id, receipt.tenant_id, &receipt.receipt_no);
    let about = About { book_date: day, document: Document::Deposit, document_id: movement.document_id, party_a_id };
    post(op, about, moved(Account::IncomeOther, Account::DepositHeld, fen, 0, tenant_id, lease.lease_id))?;
    let (kind, document_id, note) = (DepositKind::Forfeit, movement.document_id, format!("收款单 {no} 冲销，撤销没收"));
    add(op, lease, NewMove { tenant_id, kind, amount_fen: fen, book_date: day, document_id, note })?;
    let new = draft(&op.view(), lease, BillKind::Penalty, BillSource::Manual, day)?;
    let remark = format!("押金收款单 {no} 冲销后，原由押金抵付的违约金和赔偿");
    issue(op, NewBill { amount_fen: fen, remark, ..new })?;
    Ok(())
}

/// Takes an opening deposit off the demand that it had settled, so that the demand is open again.
pub fn lift_opening(op: &mut Op, lease: &Lease, opening_id: u64, fen: i64, day: Date) -> Result<()> {
    let mut left = fen;
    for bill in living(&op.view(), lease.lease_id)?.iter().filter(|bill| bill.kind == BillKind::Deposit) {
        for (row, on_it) in living_of_bill(&op.view(), bill.bill_id)? {
            let part = on_it.min(left);
            if row.source == MoneySource::Opening && part > 0 {
                lift_deposit(op, &row, part, day, opening_id)?;
                left -= part;
            }
        }
    }
    Ok(())
}
