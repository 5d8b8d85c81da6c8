//! Opening balances that were wrong 撤销期初: credit and deposits are taken back by a mirror, as long as they lie where they
//! came in. A bill of an opening balance is made void like any other bill.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_TENANT, Opening, OpeningFacts, OpeningKind, Revoked};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::{CreditCause, CreditLot, move_lot};
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::post::make_void;
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::deposit::{self, DepositKind, NewMove};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::payout::promised::withdraw_uncovered;
use crate::features::finance::{between, period};
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::records::owned::{Owned, linked};
use crate::route::{Data, Done};
use crate::store::{Reads, id};

/// Whose opening balances.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfTenant {
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
}

/// An opening balance on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpeningOut {
    /// Number of the opening balance, by which its revocation names it.
    pub opening_id: u64,
    /// Its number in the system before.
    pub origin_no: String,
    /// Kind of opening balance 期初类别, in Chinese.
    pub kind: &'static str,
    /// The days that it is for: what is owed or was paid; none for credit and deposits.
    pub period: Option<DateSpan>,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: jiff::civil::Date,
    /// Whether it can be taken back here: credit and deposits that were not.
    pub revocable: bool,
    /// Why it was taken back; empty when it counts.
    pub revoked: String,
}

fn is_seen(view: &View, owned: &Owned) -> bool {
    let scope = view.caller.scope();
    scope.has_dept(owned.dept_id) || (scope.own && owned.creator == view.caller.user_id())
}

/// GET /fin/opening/list: opening balances of a tenant.
pub fn list(view: &View, input: OfTenant) -> Result<Data<Vec<OpeningOut>>> {
    let rows: Vec<Opening> = view.tx.by(&BY_TENANT, &id(input.tenant_id), false, 0, usize::MAX)?;
    let shown = |opening: Opening| OpeningOut {
        opening_id: opening.opening_id,
        kind: opening.facts.kind.label(),
        period: opening.facts.period,
        amount_fen: opening.facts.amount_fen - opening.facts.paid_fen,
        book_date: opening.book_date,
        revocable: opening.facts.kind != OpeningKind::Bill && opening.revoked.is_none(),
        revoked: opening.revoked.map(|revoked| revoked.reason).unwrap_or_default(),
        origin_no: opening.origin_no,
    };
    Ok(Data(rows.into_iter().filter(|opening| is_seen(view, &opening.owned)).map(shown).collect()))
}

/// A balance that is wrong.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeOpening {
    /// Number of the record that is meant.
    pub id: u64,
    /// Reason in words, for the record.
    pub reason: String,
}

/// POST /fin/opening/revoke: by another person than who brought it in.
pub fn revoke(op: &mut Op, input: RevokeOpening) -> Result<Done> {
    let found: Option<Opening> = op.view().tx.get(&id(input.id))?;
    let found = found.filter(|opening| is_seen(&op.view(), &opening.owned));
    let opening = found.ok_or_else(|| AppError::refused("期初余额不存在，可能已被删除，请刷新后重试"))?;
    check::required("reason", &input.reason, "请填写撤销原因")?;
    check::at_most("reason", &input.reason, 200, "撤销原因不能超过200个字符")?;
    let no = &opening.origin_no;
    if opening.revoked.is_some() {
        return Err(AppError::refused(format!("期初余额 {no} 已撤销")));
    }
    if opening.owned.creator == op.caller.user_id() {
        return Err(AppError::refused("导入人不能撤销自己导入的期初余额，请由其他有冲销权限的人员办理"));
    }
    if opening.facts.kind == OpeningKind::Bill {
        return Err(AppError::refused(format!("期初欠缴 {no} 请在账单管理中作废对应的账单")));
    }
    take_back(op, opening, input.reason.trim())?;
    Ok(Done)
}

/// Takes an opening balance out of the books, whatever it became.
///
/// # Errors
/// Money that has moved since, a month that was closed.
pub fn take_back(op: &mut Op, opening: Opening, reason: &str) -> Result<()> {
    let day = period::open_day(&op.view(), opening.facts.party_a_id, op.now.date().max(opening.book_date))?;
    let from = match opening.facts.kind {
        OpeningKind::Paid => return take_paid(op, opening, day, reason),
        OpeningKind::Bill => return take_bill(op, &opening, reason),
        OpeningKind::Credit => take_credit(op, &opening, day)?,
        OpeningKind::Deposit => take_deposit(op, &opening, day)?,
    };
    let OpeningFacts { party_a_id, plate_id, tenant_id, lease_id, amount_fen, .. } = opening.facts.clone();
    let about = About { book_date: day, document: Document::Opening, document_id: opening.opening_id, party_a_id };
    post(op, about, moved(from, Account::Opening, amount_fen, plate_id, tenant_id, lease_id))?;
    let revoked = Some(Revoked { day, reason: reason.to_owned(), by: op.caller.name() });
    let cause = format!("期初余额 {} 已撤销", opening.origin_no);
    op.put(&Opening { revoked, ..opening })?;
    withdraw_uncovered(op, tenant_id, &cause)
}

/// The bill of an opening balance becomes void like any other.
fn take_bill(op: &mut Op, opening: &Opening, reason: &str) -> Result<()> {
    let bill: Option<Bill> = op.view().tx.get(&id(opening.document_id))?;
    match bill.filter(|bill| bill.state != BillState::Void) {
        Some(bill) => make_void(op, &bill, reason),
        None => Ok(()),
    }
}

/// What was declared as paid was not: its records become void, and the contract asks for their periods.
fn take_paid(op: &mut Op, opening: Opening, day: jiff::civil::Date, reason: &str) -> Result<()> {
    let OpeningFacts { lease_id, bill_kind, period, .. } = opening.facts.clone();
    let until = period.map(|period| period.to);
    let declared = |bill: &Bill| {
        bill.source == BillSource::PaidBefore
            && bill_kind.is_none_or(|kind| kind == bill.kind)
            && bill.period.zip(until).is_some_and(|(of, until)| of.to <= until)
    };
    let why = format!("撤销已缴账期 {}：{reason}", opening.origin_no);
    for bill in living(&op.view(), lease_id)?.iter().filter(|bill| declared(bill)) {
        make_void(op, bill, &why)?;
    }
    let revoked = Some(Revoked { day, reason: reason.to_owned(), by: op.caller.name() });
    op.put(&Opening { revoked, ..opening })?;
    Ok(())
}

fn take_credit(op: &mut Op, opening: &Opening, day: jiff::civil::Date) -> Result<Account> {
    let lot: Option<CreditLot> = op.view().tx.get(&id(opening.document_id))?;
    let lot = lot.ok_or_else(|| AppError::internal(format!("credit lot {} is missing", opening.document_id)))?;
    let fen = opening.facts.amount_fen;
    if lot.left_fen < fen {
        let tenant: Tenant = linked(&op.view(), opening.facts.tenant_id)?;
        let (name, left) = (tenant.facts.tenant_name, yuan_grouped(lot.left_fen));
        return Err(AppError::refused(format!(
            "乙方“{name}”的该笔期初预收已抵扣或退还，只剩 {left} 元，不能撤销；请开具相应的手工账单收回差额"
        )));
    }
    move_lot(op, lot, -fen, day, CreditCause::Reversed, 0)?;
    Ok(Account::TenantCredit)
}

fn take_deposit(op: &mut Op, opening: &Opening, day: jiff::civil::Date) -> Result<Account> {
    let lease: Lease = linked(&op.view(), opening.facts.lease_id)?;
    deposit::back::lift_opening(op, &lease, opening.opening_id, opening.facts.amount_fen, day)?;
    let note = format!("撤销期初押金 {}", opening.origin_no);
    let (tenant_id, amount_fen, document_id) = (opening.facts.tenant_id, -opening.facts.amount_fen, opening.opening_id);
    let kind = DepositKind::Reversal;
    deposit::add(op, &lease, NewMove { tenant_id, kind, amount_fen, book_date: day, document_id, note })?;
    let (held, owner) = ((Account::DepositHeld, -amount_fen), (tenant_id, lease.lease_id));
    let parties = (lease.facts.party_a_id, opening.facts.party_a_id);
    between::shift(op, held, owner, parties, (Document::Opening, document_id), day)?;
    Ok(Account::DepositHeld)
}
