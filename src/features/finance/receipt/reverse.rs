//! Receipts that are taken back: reversed by another person, or undone by who entered them, within the minute.
//!
//! Both leave the receipt with its number and mirror rows in the books. A slip of the hand that is seen at once is no decision
//! about money: it needs nobody else and no process, as long as it is the same person, the same minute, and nobody has claimed
//! or changed the receipt since (decision 0257).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::BINDING;
use super::ops::{deposit_move, found, journal};
use super::reallocate::reopen_leases;
use super::record::{Purpose, Receipt, ReceiptState, Reversal, ReversalKind};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::gate::{Filed, filed, needs_process, sentence, tried};
use crate::features::finance::allocation::{living_of_receipt, take_back_receipt};
use crate::features::finance::bill::generate::drop_all_demands;
use crate::features::finance::bill::post::touched;
use crate::features::finance::deposit::{self, DepositKind};
use crate::features::finance::hooks::{money_went, receipt_gone};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::payout::promised::withdraw_uncovered;
use crate::features::finance::{between, period};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::kernel::check;
use crate::op::Op;
use crate::records::owned::Business;
use crate::records::{authors, owned};
use crate::route::{Done, Said};

/// A reversal as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReverseReceipt {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Why: one of the values of its type.
    #[schemars(title = "冲销类型")]
    pub kind: ReversalKind,
    /// Reason in words, for the record.
    pub reason: String,
}

/// POST /fin/receipt/reverse: at once, or filed where a process of reversals is published.
pub fn reverse(op: &mut Op, input: ReverseReceipt) -> Result<Said<Filed>> {
    let doc = enter_reversal(op, input)?;
    let filed = filed(op, &BINDING, doc)?;
    Ok(Said(sentence(&filed), filed))
}

/// Done at once, or tried and ready to be sent.
pub(super) fn enter_reversal(op: &mut Op, input: ReverseReceipt) -> Result<Option<Doc>> {
    let receipt = found(op, input.id, input.version)?;
    if !needs_process(&op.view(), &BINDING)? {
        return reverse_now(op, input).map(|()| None);
    }
    let again = input.clone();
    tried(op, &BINDING, receipt.receipt_id, &input, |op| reverse_now(op, again)).map(Some)
}

/// Mirror rows on the first open day from today, by another person than who entered it.
pub(super) fn reverse_now(op: &mut Op, input: ReverseReceipt) -> Result<()> {
    let receipt = found(op, input.id, input.version)?;
    check::required("reason", &input.reason, "请填写冲销原因")?;
    check::at_most("reason", &input.reason, 200, "冲销原因不能超过200个字符")?;
    if receipt.state == ReceiptState::Reversed {
        return Err(AppError::refused(format!("收款单 {} 已冲销，不能再次冲销", receipt.title())));
    }
    if authors::wrote(&op.caller.name(), &receipt.authors, &receipt.owned.base) {
        return Err(AppError::refused("录入人和认领人不能冲销自己经手的收款，请由其他有冲销权限的人员办理"));
    }
    take_back(op, receipt, input.kind, input.reason.trim().to_owned())
}

/// Which receipt is undone.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UndoReceipt {
    /// Number of the receipt 收款 that was just entered.
    pub id: u64,
}

/// How long who entered a receipt, or a record of asking, may undo it.
pub const UNDO_MILLISECONDS: i64 = 60_000;

/// POST /fin/receipt/undo 撤销: what its own maker has entered within the last minute.
pub fn undo(op: &mut Op, input: UndoReceipt) -> Result<Done> {
    let receipt = found(op, input.id, None)?;
    let base = &receipt.owned.base;
    let own = op.caller.name();
    if base.create_by != own || receipt.authors.iter().any(|author| *author != own) {
        return Err(AppError::refused("只有录入人可以撤销刚登记的收款，请改用冲销"));
    }
    if receipt.state == ReceiptState::Reversed {
        return Err(AppError::refused(format!("收款单 {} 已冲销，不能再次撤销", receipt.title())));
    }
    if op.now.0 - base.create_time.0 > UNDO_MILLISECONDS || base.update_time.is_some() {
        let sentence = format!("收款单 {} 登记已超过一分钟或已有后续办理，请由其他人员冲销", receipt.title());
        return Err(AppError::refused(sentence));
    }
    take_back(op, receipt, ReversalKind::Keyed, "登记后一分钟内由录入人撤销".to_owned())?;
    Ok(Done)
}

/// The receipt as if it had never come, on the first open day from today.
fn take_back(op: &mut Op, receipt: Receipt, kind: ReversalKind, reason: String) -> Result<()> {
    let book_date = period::open_day(&op.view(), receipt.party_a_id, op.now.date())?;
    let (fen, claimed) = (receipt.amount_fen, receipt.state == ReceiptState::Posted);
    let from = match (claimed, receipt.purpose) {
        (false, _) => Account::Unclaimed,
        (true, Purpose::Bills) => Account::TenantCredit,
        (true, Purpose::Deposit) => Account::DepositHeld,
    };
    if claimed {
        let on_bills: i64 = living_of_receipt(&op.view(), receipt.receipt_id)?
            .iter()
            .filter(|(row, _)| row.lot_id == 0)
            .map(|(_, left)| left)
            .sum();
        let emptied = take_back_receipt(op, receipt.receipt_id, book_date)?;
        if on_bills + emptied != fen {
            return Err(AppError::refused(format!("收款单 {} 的款项已有退款，请先冲销退款", receipt.title())));
        }
        if receipt.purpose == Purpose::Deposit {
            deposit_back(op, &receipt, book_date)?;
        }
        reopen_leases(op, &receipt)?;
    }
    journal(op, &receipt, book_date, from, receipt.came_to(), fen)?;
    receipt_gone(op, receipt.receipt_id, &format!("收款单 {} 已冲销：{reason}", receipt.receipt_no))?;
    let reversal = Reversal { kind, book_date, reason, by: op.caller.name(), at: op.now };
    let owned = touched(op, &receipt.owned);
    let (tenant_id, party_a_id, receipt_no) = (receipt.tenant_id, receipt.party_a_id, receipt.receipt_no.clone());
    op.put(&Receipt { state: ReceiptState::Reversed, reversal: Some(reversal), owned, ..receipt })?;
    if claimed {
        withdraw_uncovered(op, tenant_id, &format!("收款单 {receipt_no} 已冲销"))?;
        money_went(op, tenant_id, party_a_id)?;
    }
    Ok(())
}

/// The deposit that a receipt brought is gone again.
fn deposit_back(op: &mut Op, receipt: &Receipt, book_date: Date) -> Result<()> {
    let fen = receipt.amount_fen;
    let lease: Lease = owned::linked(&op.view(), receipt.lease_id)?;
    deposit::back::gather(op, &lease, receipt, book_date)?;
    deposit::add(op, &lease, deposit_move(receipt, DepositKind::Reversal, -fen, book_date))?;
    let (held, document) = ((Account::DepositHeld, fen), (Document::Receipt, receipt.receipt_id));
    let parties = (lease.facts.party_a_id, receipt.party_a_id);
    between::shift(op, held, (receipt.tenant_id, lease.lease_id), parties, document, book_date)?;
    if lease.state == LeaseState::Void {
        // Its demand is open again, and nobody may ask for it.
        drop_all_demands(op, &lease, 0)?;
    }
    Ok(())
}
