//! Money that is in the books and belongs elsewhere: on another bill, on a bill of another lease, or in the treasury.
//!
//! Invariants: rows are mirrored, never edited; everything is dated today; the day the bank had the money stays what it was.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{Spread, Which, check_designated, found, journal, open_bills, parts};
use super::record::{Purpose, Receipt, ReceiptState};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::{
    Allocation, AllocationMode, BY_RECEIPT, CreditCause, CreditLot, LOTS, lift_receipt, living_of_receipt,
    lot_of_receipt, money_of_lot, move_lot, put_on,
};
use crate::features::finance::bill::post::touched;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::deposit::apply::BillPart;
use crate::features::finance::hooks::money_came;
use crate::features::finance::ledger::record::Account;
use crate::features::finance::payout::promised::{promised, withdraw_uncovered};
use crate::features::finance::{period, settlement};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::yuan_grouped;
use crate::op::Op;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;
use crate::store::{Reads, id, key};

/// Money on the wrong bills, as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reallocate {
    /// Number of the receipt 收款 that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// How it is to be spread; by the legal order when nothing is named.
    #[serde(flatten)]
    pub spread: Spread,
}

/// POST /fin/receipt/reallocate 改核销: mirror rows take the receipt's money off what it pays, and it is spread again, dated
/// today; for late fees it lies on its new bills from the day the bank had it.
pub fn reallocate(op: &mut Op, input: Reallocate) -> Result<Done> {
    let receipt = found(op, input.id, input.version)?;
    if receipt.state != ReceiptState::Posted || receipt.purpose == Purpose::Deposit {
        return Err(AppError::refused(format!("收款单 {} 不能改核销", receipt.title())));
    }
    let book_date = period::open_day(&op.view(), receipt.party_a_id, op.now.date())?;
    lift_receipt(op, &receipt, book_date)?;
    let bills = open_bills(&op.view(), receipt.tenant_id, receipt.party_a_id, receipt.lease_id)?;
    check_designated(&bills, &input.spread.designated)?;
    let lot = lot_of_receipt(op, &receipt)?;
    let mode = if input.spread.designated.is_empty() { AllocationMode::Auto } else { AllocationMode::Manual };
    for (bill_id, part) in parts(&op.view(), &bills, lot.left_fen, receipt.value_date, &input.spread) {
        let lot = lot_of_receipt(op, &receipt)?;
        put_on(op, bill_id, part, money_of_lot(&lot, book_date, mode))?;
        move_lot(op, lot, -part, book_date, CreditCause::Applied, bill_id)?;
    }
    reopen_leases(op, &receipt)?;
    let cause = format!("收款单 {} 已改核销", receipt.title());
    withdraw_uncovered(op, receipt.tenant_id, &cause)?;
    op.put(&Receipt { owned: touched(op, &receipt.owned), ..receipt })?;
    Ok(Done)
}

/// Leases that were settled with money which is gone are open again, to be settled once more.
pub(super) fn reopen_leases(op: &mut Op, receipt: &Receipt) -> Result<()> {
    let mut leases: BTreeSet<u64> = BTreeSet::new();
    let rows: Vec<Allocation> = op.view().tx.by(&BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    for row in rows {
        let bill: Option<Bill> = op.view().tx.get(&id(row.bill_id))?;
        leases.extend(bill.map(|bill| bill.lease_id));
    }
    leases.insert(receipt.lease_id);
    for lease_id in leases.into_iter().filter(|lease_id| *lease_id > 0) {
        settlement::ops::reopen(op, lease_id, "收款冲销")?;
    }
    Ok(())
}

/// Credit for bills of any lease of the same tenant, as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UseCredit {
    /// The party A 甲方 that holds the credit, by number.
    #[schemars(title = "收款单位")]
    pub party_a_id: u64,
    /// The tenant 乙方 whose credit is used, by number.
    #[schemars(title = "乙方")]
    pub tenant_id: u64,
    /// Bills and amounts, whatever lease they are of.
    pub parts: Vec<BillPart>,
}

/// POST /fin/credit/apply 预收抵缴: the tenant's credit, that of other leases too, on the bills he names. It stays his, so a bill
/// that gives it back gives it back to where it came from.
pub fn use_credit(op: &mut Op, input: UseCredit) -> Result<Done> {
    let _: Tenant =
        owned::find(&op.view(), input.tenant_id).map_err(|_| AppError::refused("请选择乙方").at("tenantId"))?;
    if input.parts.is_empty() || input.parts.len() > 100 {
        return Err(AppError::refused("请选择1到100张账单"));
    }
    let book_date = period::open_day(&op.view(), input.party_a_id, op.now.date())?;
    for part in input.parts {
        let bill: Bill = owned::find(&op.view(), part.bill_id)?;
        if (bill.tenant_id, bill.party_a_id) != (input.tenant_id, input.party_a_id) || bill.kind == BillKind::Deposit {
            let no = &bill.bill_no;
            return Err(AppError::refused(format!("账单 {no} 不属于该乙方和收款单位，或为押金账单")));
        }
        let mut left = part.amount_fen;
        let columns = key().u64(input.tenant_id).u64(input.party_a_id);
        let lots: Vec<CreditLot> = op.view().tx.by(&LOTS, &columns, false, 0, usize::MAX)?;
        let promised = promised(&op.view(), input.tenant_id, input.party_a_id, None)?;
        let mut waits = 0;
        for lot in lots {
            let reserved = promised.of_lot(lot.lot_id, &[]);
            let fen = (lot.left_fen - reserved).min(left);
            waits += reserved;
            if fen > 0 {
                put_on(op, bill.bill_id, fen, money_of_lot(&lot, book_date, AllocationMode::Manual))?;
                move_lot(op, lot, -fen, book_date, CreditCause::Applied, bill.bill_id)?;
                left -= fen;
            }
        }
        if left != 0 || part.amount_fen <= 0 {
            let (has, wanted) = (yuan_grouped(part.amount_fen - left), yuan_grouped(part.amount_fen));
            let waits = if waits > 0 {
                format!("（另有 {} 元已在退款单中等待付款）", yuan_grouped(waits))
            } else {
                String::new()
            };
            return Err(AppError::refused(format!("预收余额 {has} 元，不足 {wanted} 元{waits}")));
        }
    }
    money_came(op, input.tenant_id, input.party_a_id)?;
    Ok(Done)
}

/// POST /fin/receipt/toTreasury 更正为财政直缴: money that was entered as paid to the treasury before the books told it from the
/// unit's own. What it pays is taken off and put on again, so that it counts as handed in from today.
pub fn to_treasury(op: &mut Op, input: Which) -> Result<Done> {
    let receipt = found(op, input.id, input.version)?;
    if !receipt.is_misplaced() {
        return Err(AppError::refused(format!("收款单 {} 不需要更正", receipt.title())));
    }
    let book_date = period::open_day(&op.view(), receipt.party_a_id, op.now.date())?;
    journal(op, &receipt, book_date, Account::TreasuryDue, Account::Bank, receipt.amount_fen)?;
    let mut rows = living_of_receipt(&op.view(), receipt.receipt_id)?;
    rows.reverse();
    lift_receipt(op, &receipt, book_date)?;
    let receipt = Receipt { to_treasury: true, owned: touched(op, &receipt.owned), ..receipt };
    op.put(&receipt)?;
    for (row, left) in rows {
        let lot = lot_of_receipt(op, &receipt)?;
        put_on(op, row.bill_id, left, money_of_lot(&lot, book_date, row.mode))?;
        move_lot(op, lot, -left, book_date, CreditCause::Applied, row.bill_id)?;
    }
    Ok(Done)
}
