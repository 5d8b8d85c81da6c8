//! Whose money it is (I13, I14): the statement of every tenant at every party A is his open bills less his credit, and credit
//! lies with the tenant and lease that its receipt has now. Sums over the rows, each table read once.

use std::collections::{BTreeSet, HashMap};

use super::{Check, check, tell};
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, CreditCause, CreditLot, CreditMove, MOVES, MoneySource};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::opening::record::Opening;
use crate::features::finance::payout::record::Payout;
use crate::features::finance::receipt::record::{Receipt, ReceiptState};
use crate::features::finance::statement::{self, Entry};
use crate::features::finance::waiver::record::Waiver;
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

/// Rows by the bill that they are about.
type OfBills<T> = HashMap<u64, Vec<T>>;

/// What is waived of bills, and deposit that was put on them, with what became of it. Few bills have either.
fn on_bills(tx: &dyn RawRead) -> Result<(OfBills<Waiver>, OfBills<Allocation>)> {
    let (mut waivers, mut deposits) = (OfBills::<Waiver>::new(), OfBills::<Allocation>::new());
    tx.each::<Waiver>(|waiver| {
        let bills: BTreeSet<u64> = waiver.movements().iter().map(|moved| moved.part.bill_id).collect();
        for bill_id in bills {
            waivers.entry(bill_id).or_default().push(waiver.clone());
        }
        true
    })?;
    tx.each::<Allocation>(|row| {
        if row.source == MoneySource::Deposit {
            deposits.entry(row.bill_id).or_default().push(row);
        }
        true
    })?;
    Ok((waivers, deposits))
}

/// What the statements say: the same entries, for whoever they are of.
fn stated(tx: &dyn RawRead, accounts: &mut Accounts) -> Result<()> {
    let mut put = |tenant_id: u64, party_a_id: u64, entries: Vec<Entry>| {
        of(accounts, tenant_id, party_a_id).stated += entries.iter().map(|entry| entry.amount_fen).sum::<i64>();
    };
    let (waivers, deposits) = on_bills(tx)?;
    tx.each::<Bill>(|bill| {
        let waivers = waivers.get(&bill.bill_id).map_or(&[][..], Vec::as_slice);
        let rows = deposits.get(&bill.bill_id).map_or(&[][..], Vec::as_slice);
        put(bill.tenant_id, bill.party_a_id, statement::of_bill(&bill, waivers, rows));
        true
    })?;
    tx.each::<Receipt>(|receipt| {
        put(receipt.tenant_id, receipt.party_a_id, statement::of_receipt(&receipt));
        true
    })?;
    tx.each::<Payout>(|payout| {
        put(payout.facts.tenant_id, payout.facts.party_a_id, statement::of_payout(&payout));
        true
    })?;
    tx.each::<Opening>(|opening| {
        put(opening.facts.tenant_id, opening.facts.party_a_id, statement::of_opening(&opening));
        true
    })?;
    tx.each::<CreditMove>(|movement| {
        put(movement.tenant_id, movement.party_a_id, statement::of_credit(&movement).into_iter().collect());
        true
    })?;
    Ok(())
}

/// What is open less what is credit.
fn standing(tx: &dyn RawRead, accounts: &mut Accounts) -> Result<()> {
    tx.each::<Bill>(|bill| {
        if bill.kind != BillKind::Deposit {
            of(accounts, bill.tenant_id, bill.party_a_id).standing += bill.outstanding_fen();
        }
        true
    })?;
    tx.each::<CreditLot>(|lot| {
        of(accounts, lot.tenant_id, lot.party_a_id).standing -= lot.left_fen;
        true
    })?;
    Ok(())
}

/// I13: by tenant and party A, what the statement says in the end is what is open less what is credit.
pub(super) fn statements_agree(tx: &dyn RawRead) -> Result<Check> {
    let mut accounts = Accounts::new();
    stated(tx, &mut accounts)?;
    standing(tx, &mut accounts)?;
    // Money that nobody has claimed is in nobody's statement.
    accounts.retain(|(tenant_id, _), _| *tenant_id > 0);
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
fn went_over(tx: &dyn RawRead, lot: &CreditLot, receipt: &Receipt) -> Result<bool> {
    let moves: Vec<CreditMove> = tx.by(&MOVES, &id(lot.lot_id), false, 0, usize::MAX)?;
    let same = (lot.tenant_id, lot.lease_id) == (receipt.tenant_id, receipt.lease_id);
    Ok(same && moves.iter().any(|movement| movement.cause == CreditCause::HandedOver))
}

/// I14: credit belongs to the tenant and lease of its receipt.
pub(super) fn credit_has_one_owner(tx: &dyn RawRead) -> Result<Check> {
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
