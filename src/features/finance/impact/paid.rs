//! What money that goes out takes, and what is left where it comes from.

use super::worth_saying;
use crate::error::Result;
use crate::features::approvals::binding::Doc;
use crate::features::approvals::constants::ImpactPart::{After, Before, Due};
use crate::features::approvals::impact::{Impact, Line};
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::finance::deposit::held_of;
use crate::features::finance::payout::approval::{EXPENSE_DAYS, paid_to};
use crate::features::finance::payout::ops::payable;
use crate::features::finance::payout::promised::{promised, promised_deposit};
use crate::features::finance::payout::record::{Payout, PayoutKind};
use crate::features::finance::payout::{between, in_hand};
use crate::features::lease::contract::record::Lease;
use crate::op::View;
use crate::records::owned;
use crate::store::{Reads, key};

const AMOUNT: &[&str] = &["amountFen"];
const OF_TENANT: &[&str] = &["amountFen", "tenantName"];
const TO_PAYEE: &[&str] = &["amountFen", "payee"];

/// Each kind by the balance that its payment is refused by.
pub(super) fn of_payout(view: &View, doc: &Doc) -> Result<Impact> {
    let payout: Payout = owned::find(view, doc.id)?;
    let lines = match payout.kind {
        PayoutKind::CreditRefund | PayoutKind::DepositRefund => of_refund(view, &payout)?,
        PayoutKind::Expense => of_expense(view, &payout)?,
        PayoutKind::Between => of_between(view, &payout)?,
        PayoutKind::Remittance => of_remittance(view, &payout)?,
    };
    Ok(Impact { sentence: None, lines })
}

/// The balance that it is paid from, what other refunds take of it before they are paid, and what the tenant still owes.
fn of_refund(view: &View, payout: &Payout) -> Result<Vec<Line>> {
    let facts = &payout.facts;
    let (balance, name, due, others) = if payout.kind == PayoutKind::DepositRefund {
        let lease: Lease = owned::linked(view, facts.lease_id)?;
        let others = promised_deposit(view, &lease, facts.tenant_id, payout.payout_id)?;
        (held_of(view, &lease, facts.tenant_id)?, "押金余额", "退押金", others)
    } else {
        let known = promised(view, facts.tenant_id, facts.party_a_id, None)?;
        let (mut left, mut others) = (0_i64, 0_i64);
        for lot in payable(view, facts)? {
            left = left.saturating_add(lot.left_fen);
            others = others.saturating_add(known.of_lot(lot.lot_id, &[payout.payout_id]));
        }
        let name = if facts.by_treasury { "财政直缴预收余额" } else { "预收余额" };
        (left, name, "退预收", others)
    };
    let after = balance.saturating_sub(others).saturating_sub(facts.amount_fen);
    let mut lines = vec![Line::fen(Before, name, balance, OF_TENANT)];
    lines.extend(worth_saying([
        Line::fen(Before, "其他退款单待付", others, OF_TENANT),
        Line::fen(Before, "乙方未缴账单", owed(view, payout)?, OF_TENANT),
    ]));
    lines.extend([Line::fen(After, name, after, OF_TENANT), Line::fen(Due, due, facts.amount_fen, AMOUNT)]);
    Ok(lines)
}

/// Fen open on bills of the tenant at the unit that pays.
fn owed(view: &View, payout: &Payout) -> Result<i64> {
    let of = key().u64(payout.facts.tenant_id).u64(payout.facts.party_a_id);
    let open: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &of, false, 0, usize::MAX)?;
    Ok(open.iter().map(Bill::outstanding_fen).fold(0, i64::saturating_add))
}

/// What the same payee gets beside it: who splits a bill is seen.
fn of_expense(view: &View, payout: &Payout) -> Result<Vec<Line>> {
    let whole = paid_to(view, payout)?;
    let days = view.app.settings.get(&EXPENSE_DAYS);
    Ok(vec![
        Line::fen(Before, "该收款人近期支出", whole.saturating_sub(payout.facts.amount_fen), TO_PAYEE),
        Line::fen(After, "该收款人近期支出", whole, TO_PAYEE),
        Line::fen(Due, "支出", payout.facts.amount_fen, AMOUNT),
        Line::said("近期", format!("最近 {days} 天，含审批中"), TO_PAYEE),
    ])
}

/// What the unit owes others since assets passed between them.
fn of_between(view: &View, payout: &Payout) -> Result<Vec<Line>> {
    let facts = &payout.facts;
    let owes = between::balance(view, facts.party_a_id)?.saturating_neg().max(0);
    Ok(vec![
        Line::fen(Before, "付款单位应付单位往来", owes, TO_PAYEE),
        Line::fen(After, "付款单位应付单位往来", owes.saturating_sub(facts.amount_fen), TO_PAYEE),
        Line::fen(Due, "支付单位往来", facts.amount_fen, AMOUNT),
    ])
}

/// What was collected and not handed in, where the books know it.
fn of_remittance(view: &View, payout: &Payout) -> Result<Vec<Line>> {
    let fen = payout.facts.amount_fen;
    let mut lines = Vec::new();
    if let Some(held) = in_hand::known(view, payout)? {
        lines.push(Line::fen(Before, "已收未上缴", held, AMOUNT));
        lines.push(Line::fen(After, "已收未上缴", held.saturating_sub(fen), AMOUNT));
    }
    lines.push(Line::fen(Due, "上缴", fen, AMOUNT));
    Ok(lines)
}
