//! Submitting a settlement, and what its approval does to the books.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::BINDING;
use super::record::{Settlement, SettlementState, SheetBill};
use super::sheet::{
    Settler, computed, credit_for, done_already, hindrance, newest_of, refuse_second, settler, waiting_refunds,
};
use crate::error::{AppError, Result};
use crate::features::approvals::instance::alias;
use crate::features::finance::allocation::{
    AllocationMode, CreditCause, money_of_lot, move_lot, put_deposit_on, put_on,
};
use crate::features::finance::bill::generate::{draft, drop_all_demands, living};
use crate::features::finance::bill::post::{NewBill, issue, owned as fresh};
use crate::features::finance::bill::record::{Bill, BillSource};
use crate::features::finance::credit::is_of_treasury;
use crate::features::finance::deposit::{self, DepositKind, NewMove};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::payout::record::{Payout, PayoutFacts, PayoutKind, PayoutState};
use crate::features::finance::period;
use crate::features::lease::contract::ops::stepped;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::op::Op;
use crate::records::list::{Made, NameCache};
use crate::records::{number, owned};
use crate::route::Data;
use crate::store::{Reads, id};

/// A settlement as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementInput {
    /// The lease 合同 that it is about, by number.
    #[schemars(title = "合同")]
    pub lease_id: u64,
    /// Which of its tenants; 0 for the one it has in the end.
    #[serde(default)]
    pub tenant_id: u64,
    /// Penalty by the contract, fen.
    #[serde(default)]
    #[schemars(title = "违约金")]
    pub penalty_fen: i64,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// POST /fin/settlement: waits for another person.
pub fn submit(op: &mut Op, input: SettlementInput) -> Result<Data<Made>> {
    let id = enter(op, input)?;
    alias::send(op, &BINDING, id, "")?;
    Ok(Data(Made { id }))
}

/// Made, ready to be sent.
pub(super) fn enter(op: &mut Op, input: SettlementInput) -> Result<u64> {
    check::remark(&input.remark)?;
    let lease: Lease =
        owned::find(&op.view(), input.lease_id).map_err(|_| AppError::refused("请选择合同").at("leaseId"))?;
    let settler = settler(&op.view(), &lease, input.tenant_id)?;
    let sheet = computed(&op.view(), &lease, settler, input.penalty_fen)?;
    for sentence in [done_already(&op.view(), &lease, settler, &sheet)?, hindrance(&op.view(), &lease, settler)?] {
        if !sentence.is_empty() {
            return Err(AppError::refused(sentence));
        }
    }
    refuse_second(&op.view(), &lease)?;
    let settlement_id = op.next_id::<Settlement>()?;
    let settlement = Settlement {
        settlement_id,
        settlement_no: number::draw(op, "JS")?,
        lease_id: lease.lease_id,
        tenant_id: settler.tenant_id,
        sheet,
        state: SettlementState::Submitted,
        book_date: None,
        payouts: Vec::new(),
        bill_id: 0,
        decided_by: String::new(),
        comment: String::new(),
        authors: Vec::new(),
        owned: fresh(op, lease.owned.dept_id, input.remark),
    };
    op.put(&settlement)?;
    Ok(settlement_id)
}

/// Credit and deposit on bills, deposit kept, a bill for what it does not cover, refunds, and the end of the lease.
pub(super) fn book(op: &mut Op, lease: &Lease, settler: Settler, mut settlement: Settlement) -> Result<Settlement> {
    let day = period::open_day(&op.view(), lease.facts.party_a_id, op.now.date())?;
    let sheet = settlement.sheet.clone();
    settlement.book_date = Some(day);
    settlement.tenant_id = settler.tenant_id;
    for bill in &sheet.bills {
        from_credit(op, lease, settler, (bill.bill_id, bill.from_credit_fen), day)?;
        from_deposit(op, lease, &settlement, bill, day)?;
    }
    forfeit(op, lease, &settlement, day)?;
    settlement.bill_id = bill_rest(op, lease, settler, &settlement, day)?;
    for (kind, fen) in refunds(op, &settlement, lease, settler)? {
        let payout_id = refund(op, lease, &settlement, kind, fen)?;
        settlement.payouts.push(payout_id);
    }
    drop_all_demands(op, lease, if settler.is_last { 0 } else { settler.tenant_id })?;
    if settler.is_last {
        finish(op, lease)?;
    }
    Ok(settlement)
}

/// What is paid back, by whom: credit that came straight to the treasury goes back from there.
fn refunds(
    op: &Op,
    settlement: &Settlement,
    lease: &Lease,
    settler: Settler,
) -> Result<Vec<((PayoutKind, bool), i64)>> {
    let sheet = &settlement.sheet;
    let mut direct = 0;
    for (lot, fen) in credit_for(&op.view(), lease, settler)? {
        direct += if is_of_treasury(&op.view(), &lot)? { fen } else { 0 };
    }
    let direct = direct.min(sheet.refund_credit_fen);
    let parts = [
        ((PayoutKind::CreditRefund, false), sheet.refund_credit_fen - direct),
        ((PayoutKind::CreditRefund, true), direct),
        ((PayoutKind::DepositRefund, false), sheet.refund_deposit_fen),
    ];
    Ok(parts.into_iter().filter(|(_, fen)| *fen > 0).collect())
}

/// Puts the tenant's credit on a bill, due or not, the oldest money first.
fn from_credit(
    op: &mut Op,
    lease: &Lease,
    settler: Settler,
    (bill_id, amount_fen): (u64, i64),
    book_date: Date,
) -> Result<()> {
    let mut left = amount_fen;
    for (lot, free) in credit_for(&op.view(), lease, settler)? {
        let part = free.min(left);
        if part <= 0 {
            continue;
        }
        put_on(op, bill_id, part, money_of_lot(&lot, book_date, AllocationMode::Manual))?;
        move_lot(op, lot, -part, book_date, CreditCause::Applied, bill_id)?;
        left -= part;
    }
    if left > 0 {
        return Err(AppError::internal(format!("{left} fen of credit are missing in a settlement")));
    }
    Ok(())
}

/// Puts deposit on a bill 押金抵扣.
fn from_deposit(op: &mut Op, lease: &Lease, settlement: &Settlement, bill: &SheetBill, day: Date) -> Result<()> {
    if bill.from_deposit_fen == 0 {
        return Ok(());
    }
    put_deposit_on(op, bill.bill_id, bill.from_deposit_fen, day, settlement.settlement_id)?;
    let note = format!("{}：账单 {}", settlement.settlement_no, bill.bill_no);
    let (kind, amount_fen, document_id) = (DepositKind::Apply, -bill.from_deposit_fen, bill.bill_id);
    let tenant_id = settlement.tenant_id;
    deposit::add(op, lease, NewMove { tenant_id, kind, amount_fen, book_date: day, document_id, note })
}

/// Keeps deposit for penalty and damage 没收.
fn forfeit(op: &mut Op, lease: &Lease, settlement: &Settlement, book_date: Date) -> Result<()> {
    let fen = settlement.sheet.forfeit_fen;
    if fen == 0 {
        return Ok(());
    }
    let (tenant_id, document_id, note) =
        (settlement.tenant_id, settlement.settlement_id, settlement.settlement_no.clone());
    let kind = DepositKind::Forfeit;
    deposit::add(op, lease, NewMove { tenant_id, kind, amount_fen: -fen, book_date, document_id, note })?;
    let about = About { book_date, document: Document::Deposit, document_id, party_a_id: lease.facts.party_a_id };
    let lines = moved(Account::DepositHeld, Account::IncomeOther, fen, 0, tenant_id, lease.lease_id);
    post(op, about, lines)
}

/// A bill for what the deposit does not cover of penalty and damage, due at once; credit goes on it first.
fn bill_rest(op: &mut Op, lease: &Lease, settler: Settler, settlement: &Settlement, day: Date) -> Result<u64> {
    let (sheet, no) = (&settlement.sheet, &settlement.settlement_no);
    let amount_fen = sheet.penalty_fen + sheet.damage_fen - sheet.forfeit_fen;
    if amount_fen == 0 {
        return Ok(0);
    }
    let mut new = draft(&op.view(), lease, BillKind::Penalty, BillSource::Manual, day)?;
    new.tenant = (settler.tenant_id, NameCache::new(&op.view()).of::<Tenant>(settler.tenant_id)?);
    let bill = issue(op, NewBill { amount_fen, remark: format!("退租结算单 {no} 的违约金和赔偿"), ..new })?;
    from_credit(op, lease, settler, (bill.bill_id, sheet.penalty_from_credit_fen), day)?;
    Ok(bill.bill_id)
}

/// A refund that waits to be paid: the approval of the settlement is its approval.
fn refund(
    op: &mut Op,
    lease: &Lease,
    settlement: &Settlement,
    (kind, by_treasury): (PayoutKind, bool),
    fen: i64,
) -> Result<u64> {
    let payee = NameCache::new(&op.view()).of::<Tenant>(settlement.tenant_id)?;
    let payout_id = op.next_id::<Payout>()?;
    let mut owned = fresh(op, lease.owned.dept_id, format!("退租结算单 {}", settlement.settlement_no));
    owned.creator = settlement.owned.creator;
    owned.base.create_by.clone_from(&settlement.owned.base.create_by);
    let payout = Payout {
        payout_id,
        payout_no: number::draw(op, kind.prefix())?,
        kind,
        facts: PayoutFacts {
            party_a_id: lease.facts.party_a_id,
            tenant_id: settlement.tenant_id,
            lease_id: lease.lease_id,
            amount_fen: fen,
            payee,
            by_treasury,
            ..PayoutFacts::default()
        },
        state: PayoutState::Approved,
        paid_date: None,
        book_date: None,
        reversed_date: None,
        lots: Vec::new(),
        decided_by: op.caller.name(),
        comment: settlement.comment.clone(),
        files: Vec::new(),
        authors: Vec::new(),
        owned,
    };
    op.put(&payout)?;
    Ok(payout_id)
}

/// Whether something of a lease is open at the party A that lets it now.
fn owes(op: &Op, lease: &Lease) -> Result<bool> {
    let open = |bill: &Bill| bill.outstanding_fen() > 0 && bill.kind != BillKind::Deposit;
    let ours = |bill: &Bill| bill.party_a_id == lease.facts.party_a_id;
    Ok(living(&op.view(), lease.lease_id)?.iter().any(|bill| open(bill) && ours(bill)))
}

/// A settled lease is over 已结清 once no bill is open and no refund waits to be paid; asked again by the bill run and with
/// each refund that is paid.
pub fn finish(op: &mut Op, lease: &Lease) -> Result<()> {
    let last = settler(&op.view(), lease, 0)?;
    if owes(op, lease)? || !waiting_refunds(&op.view(), lease, last)?.is_empty() {
        return Ok(());
    }
    let next = stepped(op, lease, LeaseState::Settled, "退租结算");
    owned::update(op, lease, next, "结清")?;
    Ok(())
}

/// Closes a lease whose settlement was approved earlier and whose last bill has been paid since.
pub fn finish_later(op: &mut Op, lease: &Lease) -> Result<()> {
    if !matches!(lease.state, LeaseState::Signed | LeaseState::Terminated) {
        return Ok(());
    }
    let last = settler(&op.view(), lease, 0)?;
    match newest_of(&op.view(), lease, last.tenant_id)? {
        Some(settlement) if settlement.state == SettlementState::Approved => finish(op, lease),
        _ => Ok(()),
    }
}

/// A settled lease that is owed money again, by `cause`, goes back to where it was: it may be settled once more. A deposit
/// that is missing again is not owed any more: its demand is dropped.
pub fn reopen(op: &mut Op, lease_id: u64, cause: &str) -> Result<()> {
    let lease: Option<Lease> = op.view().tx.get(&id(lease_id))?;
    let Some(lease) = lease else { return Ok(()) };
    let today = op.now.date();
    if lease.state != LeaseState::Void && deposit::demand::is_over(&op.view(), &lease, today)? {
        drop_all_demands(op, &lease, 0)?;
    }
    if lease.state != LeaseState::Settled || !owes(op, &lease)? {
        return Ok(());
    }
    let state = if lease.last_day.is_some() { LeaseState::Terminated } else { LeaseState::Signed };
    let next = stepped(op, &lease, state, &format!("{cause}后重新有欠缴，须再次结算"));
    owned::update(op, &lease, next, "恢复未结清")?;
    Ok(())
}
