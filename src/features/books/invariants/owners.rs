//! Whose money it is (I13, I14): the statement of every tenant at every party A is his open bills less his credit, and credit
//! lies with the tenant and lease that its receipt has now. Sums over the rows, each table read once.

use std::collections::HashMap;

use super::{Check, check, tell};
use crate::fault::Outcome;
use crate::features::books::allocation::{
    Allocation, AllocationMode, CreditCause, CreditLot, CreditMove, MOVES, MoneySource,
};
use crate::features::books::bill::record::{Bill, BillState};
use crate::features::books::opening::record::{Opening, OpeningKind};
use crate::features::books::payout::record::{Payout, PayoutKind, PayoutState};
use crate::features::books::receipt::record::{Purpose, Receipt, ReceiptState};
use crate::features::books::waiver::Waiver;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::store::{RawRead, Reads, id};

/// Fen by tenant and party A.
type Accounts = HashMap<(u64, u64), Account>;

/// What a tenant's documents say he owes, and what his bills and credit say.
#[derive(Default)]
struct Account {
    stated: i64,
    standing: i64,
}

fn of(accounts: &mut Accounts, tenant_id: u64, party_a_id: u64) -> &mut Account {
    accounts.entry((tenant_id, party_a_id)).or_default()
}

fn documents(tx: &dyn RawRead, accounts: &mut Accounts) -> Outcome<()> {
    tx.each::<Bill>(|bill| {
        if bill.state == BillState::Issued && bill.kind != BillKind::Deposit {
            let account = of(accounts, bill.tenant_id, bill.party_a_id);
            account.stated += bill.amount_fen;
            account.standing += bill.outstanding_fen();
        }
        true
    })?;
    tx.each::<Waiver>(|waiver| {
        for moved in waiver.movements() {
            of(accounts, moved.part.of.tenant_id, moved.part.of.party_a_id).stated -= moved.fen;
        }
        true
    })?;
    tx.each::<Receipt>(|receipt| {
        if receipt.state == ReceiptState::Posted && receipt.purpose == Purpose::Bills {
            of(accounts, receipt.tenant_id, receipt.party_a_id).stated -= receipt.amount_fen;
        }
        true
    })?;
    tx.each::<Payout>(|payout| {
        if payout.state == PayoutState::Paid && payout.kind == PayoutKind::CreditRefund {
            of(accounts, payout.facts.tenant_id, payout.facts.party_a_id).stated += payout.facts.amount_fen;
        }
        true
    })?;
    Ok(())
}

fn other_money(tx: &dyn RawRead, accounts: &mut Accounts) -> Outcome<()> {
    tx.each::<Allocation>(|row| {
        let came = row.source == MoneySource::Deposit && row.mode != AllocationMode::Release;
        if came && row.kind != BillKind::Deposit {
            of(accounts, row.tenant_id, row.party_a_id).stated -= row.amount_fen;
        }
        true
    })?;
    tx.each::<Opening>(|opening| {
        if opening.facts.kind == OpeningKind::Credit && opening.revoked.is_none() {
            of(accounts, opening.facts.tenant_id, opening.facts.party_a_id).stated -= opening.facts.amount_fen;
        }
        true
    })?;
    tx.each::<CreditLot>(|lot| {
        of(accounts, lot.tenant_id, lot.party_a_id).standing -= lot.left_fen;
        true
    })?;
    tx.each::<CreditMove>(|movement| {
        if movement.cause == CreditCause::HandedOver {
            of(accounts, movement.tenant_id, movement.party_a_id).stated -= movement.amount_fen;
        }
        true
    })?;
    Ok(())
}

/// I13: by tenant and party A, what the documents say is what is open less what is credit.
pub(super) fn statements_agree(tx: &dyn RawRead) -> Outcome<Check> {
    let mut accounts = Accounts::new();
    documents(tx, &mut accounts)?;
    other_money(tx, &mut accounts)?;
    let mut wrong: Vec<((u64, u64), &Account)> = accounts
        .iter()
        .filter(|(_, account)| account.stated != account.standing)
        .map(|(place, account)| (*place, account))
        .collect();
    wrong.order_by_key(|(place, _)| *place);
    let mut faults = Vec::new();
    for ((tenant_id, party_a_id), account) in wrong {
        let tenant: Option<Tenant> = tx.get(&id(tenant_id))?;
        let name = tenant.map_or_else(|| format!("编号 {tenant_id}"), |tenant| tenant.facts.tenant_name);
        let (stated, standing) = (yuan_grouped(account.stated), yuan_grouped(account.standing));
        tell(&mut faults, || {
            format!("乙方“{name}”在甲方（编号 {party_a_id}）的对账余额 {stated} 元，未缴减预收为 {standing} 元")
        });
    }
    Ok(check("I13", "每个乙方：对账余额 = 未缴账单 − 预收", accounts.len(), faults))
}

/// Whether a lot came to another party A with its lease.
fn went_over(tx: &dyn RawRead, lot: &CreditLot, receipt: &Receipt) -> Outcome<bool> {
    let moves: Vec<CreditMove> = tx.by(&MOVES, &id(lot.lot_id), false, 0, usize::MAX)?;
    let same = (lot.tenant_id, lot.lease_id) == (receipt.tenant_id, receipt.lease_id);
    Ok(same && moves.iter().any(|movement| movement.cause == CreditCause::HandedOver))
}

/// I14: credit belongs to the tenant and lease of its receipt.
pub(super) fn credit_has_one_owner(tx: &dyn RawRead) -> Outcome<Check> {
    let (mut count, mut strays) = (0, Vec::new());
    tx.each::<CreditLot>(|lot| {
        count += 1;
        if lot.left_fen > 0 && lot.receipt_id > 0 {
            strays.push(lot);
        }
        true
    })?;
    let mut faults = Vec::new();
    for lot in strays {
        let receipt: Option<Receipt> = tx.get(&id(lot.receipt_id))?;
        let Some(receipt) = receipt else { continue };
        if receipt.state != ReceiptState::Posted || !(lot.is_of(&receipt) || went_over(tx, &lot, &receipt)?) {
            let (no, fen) = (&receipt.receipt_no, yuan_grouped(lot.left_fen));
            tell(&mut faults, || format!("收款单 {no} 的预收 {fen} 元不在该收款现在的乙方和合同名下"));
        }
    }
    Ok(check("I14", "预收余额属于收款单现在的乙方和合同", count, faults))
}
