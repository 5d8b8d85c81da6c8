//! What parties A owe each other since leases passed from one to the other 单位往来 (business.md 2.8).
//!
//! Invariants: whatever leaves the books of one party A arrives in those of the other in the same commit, so both accounts
//! add up to nothing over all of them (I19); income belongs to who let the days it is for. Claims and income go through one
//! account, the tenants' own money (credit, deposits) through another: the first moves what counts as collected, the second
//! doesn't.

use jiff::civil::Date;

use super::bill::record::{Bill, BillSource};
use super::credit::{CreditCause, CreditLot, LOTS_BY_RECEIPT, lot_of_receipt, move_lot};
use super::ledger::record::{Account, Document};
use super::ledger::{About, moved, post};
use super::period;
use super::receipt::record::Receipt;
use crate::error::Result;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::{BillKind, RentTerms};
use crate::kernel::exact::{exact, half_up};
use crate::kernel::span::{DateSpan, after};
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// Moves what one party A holds of a tenant and lease (a credit balance of an account, fen) to another. Nothing when they are
/// the same.
///
/// # Errors
/// A closed month; a record that cannot be written.
pub fn shift(
    op: &mut Op,
    (account, fen): (Account, i64),
    (tenant_id, lease_id): (u64, u64),
    (from, to): (u64, u64),
    (document, document_id): (Document, u64),
    day: Date,
) -> Result<()> {
    if from == to || fen == 0 {
        return Ok(());
    }
    let between = Account::BetweenMoney;
    for (party_a_id, debit, credit) in [(from, account, between), (to, between, account)] {
        let book_date = period::open_day(&op.view(), party_a_id, day)?;
        let about = About { book_date, document, document_id, party_a_id };
        post(op, about, moved(debit, credit, fen, 0, tenant_id, lease_id))?;
    }
    Ok(())
}

/// Brings deposit that goes on a bill (positive), or comes off it, to where the bill is: the deposit itself is held by who
/// lets the lease.
pub(super) fn deposit(op: &mut Op, bill: &Bill, fen: i64, day: Date) -> Result<()> {
    if bill.kind == BillKind::Deposit || bill.lease_id == 0 {
        return Ok(());
    }
    let lease: Option<Lease> = op.view().tx.get(&id(bill.lease_id))?;
    let holder = lease.map_or(bill.party_a_id, |lease| lease.facts.party_a_id);
    let (owner, document) = ((bill.tenant_id, bill.lease_id), (Document::Deposit, bill.bill_id));
    let parties = if fen > 0 { (holder, bill.party_a_id) } else { (bill.party_a_id, holder) };
    shift(op, (Account::DepositHeld, fen.abs()), owner, parties, document, day)
}

/// Moves credit of a lot to the lot of the same money at another party A.
///
/// # Errors
/// A closed month; a record that cannot be written.
pub fn move_credit(
    op: &mut Op,
    lot: CreditLot,
    fen: i64,
    to: CreditLot,
    document: (Document, u64),
    day: Date,
) -> Result<()> {
    let (owner, parties) = ((lot.tenant_id, lot.lease_id), (lot.party_a_id, to.party_a_id));
    shift(op, (Account::TenantCredit, fen), owner, parties, document, day)?;
    move_lot(op, lot, -fen, day, CreditCause::HandedOver, 0)?;
    move_lot(op, to, fen, day, CreditCause::HandedOver, 0)?;
    Ok(())
}

/// Fetches what is left of a receipt's money at other parties A back to the one that received it: it bounced, or is to be
/// spread again.
pub(super) fn fetch_credit(op: &mut Op, receipt: &Receipt, day: Date) -> Result<()> {
    let lots: Vec<CreditLot> = op.view().tx.by(&LOTS_BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    let away = |lot: &CreditLot| {
        (lot.tenant_id, lot.lease_id) == (receipt.tenant_id, receipt.lease_id) && lot.party_a_id != receipt.party_a_id
    };
    for lot in lots.into_iter().filter(|lot| lot.left_fen > 0 && away(lot)) {
        let (fen, home) = (lot.left_fen, lot_of_receipt(op, receipt)?);
        move_credit(op, lot, fen, home, (Document::Receipt, receipt.receipt_id), day)?;
    }
    Ok(())
}

/// Fen of a bill that are for days before a border inside of its period: what the terms ask for those days.
fn before_fen(view: &View, lease: &Lease, bill: &Bill, period: DateSpan, last: Date) -> Result<i64> {
    let terms = current_terms(view, lease)?;
    let cut = RentTerms { last_chargeable_day: Some(last), ..terms.clone() };
    let fen = |terms: &RentTerms| -> i64 {
        let bills = plan(terms).unwrap_or_default();
        let same = bills.iter().filter(|one| {
            let of_tenant = one.tenant_id == 0 || one.tenant_id == bill.tenant_id;
            (one.kind, one.charge_line, one.period.from) == (bill.kind, bill.charge_line, period.from) && of_tenant
        });
        same.map(|one| one.amount_fen).sum()
    };
    let (part, whole) = match (fen(&cut), fen(&terms)) {
        (part, whole) if whole != 0 => (part, whole),
        // No plan asks for it: by days.
        _ => (DateSpan::new(period.from, last).days(), period.days()),
    };
    Ok(half_up(exact(bill.amount_fen, 1) * exact(part, whole)))
}

/// Whose income a bill is, with the fen of each: of who let its first day, or, where that was agreed, of each by his days.
///
/// # Errors
/// A record that cannot be read.
pub fn owners(view: &View, lease: &Lease, bill: &Bill) -> Result<Vec<(u64, i64)>> {
    let Some(period) = bill.period else { return Ok(vec![(bill.party_a_id, bill.amount_fen)]) };
    let mut shares = Vec::new();
    let (mut party, mut known) = (lease.party_on(period.from).0, 0);
    for held in lease.held_before.iter().filter(|held| held.by_days) {
        let border = after(held.to);
        if period.from < border && border <= period.to {
            let reached = before_fen(view, lease, bill, period, held.to)?;
            shares.push((party, reached - known));
            (party, known) = (lease.party_on(border).0, reached);
        }
    }
    shares.push((party, bill.amount_fen - known));
    Ok(shares)
}

/// The account whose sum a bill's issue has moved, by what it is for.
pub fn income_account(bill: &Bill) -> Option<Account> {
    bill.receivable().filter(|_| bill.source != BillSource::HandedOver).map(|_| bill.income())
}

/// Gives the income of a bill to whose it is.
///
/// # Errors
/// A closed month; a record that cannot be read or written.
pub fn income(op: &mut Op, lease: &Lease, bill: &Bill) -> Result<()> {
    let Some(account) = income_account(bill).filter(|_| !lease.held_before.is_empty()) else { return Ok(()) };
    for (party, fen) in owners(&op.view(), lease, bill)? {
        give_income(op, bill, account, (bill.party_a_id, party), fen, bill.book_date)?;
    }
    Ok(())
}

/// Moves income of a bill from one party A to another; nothing when they are the same.
///
/// # Errors
/// A closed month; a record that cannot be written.
pub fn give_income(
    op: &mut Op,
    bill: &Bill,
    account: Account,
    (from, to): (u64, u64),
    fen: i64,
    day: Date,
) -> Result<()> {
    if to == from || fen == 0 {
        return Ok(());
    }
    let between = Account::BetweenClaims;
    for (party_a_id, debit, credit) in [(from, account, between), (to, between, account)] {
        let book_date = period::open_day(&op.view(), party_a_id, day)?;
        let about = About { book_date, document: Document::Bill, document_id: bill.bill_id, party_a_id };
        post(op, about, moved(debit, credit, fen, bill.plate_id, bill.tenant_id, bill.lease_id))?;
    }
    Ok(())
}

/// The same for a correction, whose lease is looked up.
pub(super) fn income_of(op: &mut Op, bill: &Bill) -> Result<()> {
    let lease: Option<Lease> = if bill.lease_id > 0 { op.view().tx.get(&id(bill.lease_id))? } else { None };
    lease.map_or(Ok(()), |lease| income(op, &lease, bill))
}
