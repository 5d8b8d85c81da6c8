//! What taking back a receipt, a bill by hand, voiding one and a handover between units do to what is open.

use std::collections::BTreeSet;

use super::worth_saying;
use crate::error::Result;
use crate::features::approvals::binding::Doc;
use crate::features::approvals::constants::ImpactPart::{After, Before, Due, GivenUp};
use crate::features::approvals::impact::{Impact, Line};
use crate::features::finance::allocation::living_of_receipt;
use crate::features::finance::bill::approval::{BillAction, describe};
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::credit::{CreditLot, LOTS_BY_RECEIPT};
use crate::features::finance::deposit::held_of;
use crate::features::finance::handover::plan::plan;
use crate::features::finance::handover::record::{Handover, Totals};
use crate::features::finance::receipt::record::{Purpose, Receipt, ReceiptState};
use crate::features::lease::contract::record::Lease;
use crate::op::View;
use crate::records::owned;
use crate::store::{Reads, id};

const MONEY: &[&str] = &["amountFen"];
const ON_BILLS: &[&str] = &["amountFen", "allocatedFen"];

/// Bills that it paid are open again, what was left of it is gone.
pub(super) fn of_reversal(view: &View, doc: &Doc) -> Result<Impact> {
    let receipt: Receipt = owned::find(view, doc.id)?;
    let mut lines = match (receipt.state, receipt.purpose) {
        (ReceiptState::Posted, Purpose::Bills) => of_spread(view, &receipt)?,
        (ReceiptState::Posted, Purpose::Deposit) => of_deposit(view, &receipt)?,
        _ => Vec::new(),
    };
    lines.push(Line::fen(GivenUp, "冲回收款", receipt.amount_fen, MONEY));
    Ok(Impact { sentence: None, lines })
}

fn of_spread(view: &View, receipt: &Receipt) -> Result<Vec<Line>> {
    let rows = living_of_receipt(view, receipt.receipt_id)?;
    let paid = rows.iter().map(|(_, left)| *left).fold(0, i64::saturating_add);
    let bills: BTreeSet<u64> = rows.iter().map(|(row, _)| row.bill_id).collect();
    let mut open = 0_i64;
    for bill_id in &bills {
        let bill: Bill = owned::linked(view, *bill_id)?;
        open = open.saturating_add(bill.outstanding_fen());
    }
    let lots: Vec<CreditLot> = view.tx.by(&LOTS_BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    let credit = lots.iter().map(|lot| lot.left_fen).fold(0, i64::saturating_add);
    let mut lines = Vec::new();
    if !bills.is_empty() {
        lines.push(Line::fen(Before, "所缴账单未缴", open, ON_BILLS));
        lines.push(Line::fen(After, "所缴账单未缴", open.saturating_add(paid), ON_BILLS));
    }
    lines.extend(worth_saying([Line::fen(GivenUp, "冲回预收", credit, ON_BILLS)]));
    Ok(lines)
}

fn of_deposit(view: &View, receipt: &Receipt) -> Result<Vec<Line>> {
    let lease: Lease = owned::linked(view, receipt.lease_id)?;
    let held = held_of(view, &lease, receipt.tenant_id)?;
    Ok(vec![
        Line::fen(Before, "押金余额", held, MONEY),
        Line::fen(After, "押金余额", held.saturating_sub(receipt.amount_fen), MONEY),
    ])
}

/// What the lease owes, with one bill more or less. Voiding a correction gives back what it took off its bill.
pub(super) fn of_bill(view: &View, doc: &Doc) -> Result<Impact> {
    let told = describe(view, doc)?;
    let fen = told.amount_fen;
    let all = living(view, told.lease.lease_id)?;
    let open = all.iter().map(Bill::outstanding_fen).fold(0, i64::saturating_add);
    let (after, last) = match told.deed {
        BillAction::New => (open.saturating_add(fen), Line::fen(Due, "新开账单", fen, MONEY)),
        BillAction::Void => (open.saturating_sub(fen), Line::fen(GivenUp, "作废账单", fen, MONEY)),
    };
    let lines =
        vec![Line::fen(Before, "合同未缴账单", open, MONEY), Line::fen(After, "合同未缴账单", after, MONEY), last];
    Ok(Impact { sentence: None, lines })
}

/// What goes over, as the books are today; a handover from outside or to it moves no money.
pub(super) fn of_handover(view: &View, doc: &Doc) -> Result<Impact> {
    let handover: Handover = owned::find(view, doc.id)?;
    let totals = plan(view, &handover)?.totals(view.now.date());
    Ok(Impact { sentence: None, lines: passing(&totals) })
}

fn passing(totals: &Totals) -> Vec<Line> {
    let owed = totals.owed_fen;
    let due = if owed < 0 { "接收单位应付移出单位" } else { "移出单位应付接收单位" };
    worth_saying([
        Line::fen(Before, "合同欠缴", totals.arrears_fen, &["arrearsFen"]),
        Line::fen(After, "转给接收单位的未缴账单", totals.passed_fen, &["passedFen"]),
        Line::fen(After, "随转押金", totals.deposit_fen, &["depositFen"]),
        Line::fen(After, "随转预收", totals.credit_fen, &["creditFen"]),
        Line::fen(Due, due, owed.saturating_abs(), &["owedFen"]),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::approvals::impact::Worth;

    #[test]
    fn a_handover_tells_who_owes_whom_and_leaves_out_what_is_nothing() {
        let told = |owed_fen| passing(&Totals { passed_fen: 100_000, owed_fen, ..Totals::default() });
        for (owed, label, fen) in
            [(30_000, "移出单位应付接收单位", 30_000), (-100_000, "接收单位应付移出单位", 100_000)]
        {
            let lines = told(owed);
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert_eq!(lines.last().map(|line| (line.label, &line.worth)), Some((label, &Worth::Fen(fen))));
        }
        assert_eq!(told(0).len(), 1);
    }
}
