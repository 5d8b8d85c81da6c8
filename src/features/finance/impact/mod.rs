//! 影响的金额 of documents about money, and what an early end of a lease makes fall due: by the rules that carry them out.
//!
//! Deliberately absent: reopening a month 反月结, which moves no money.

mod booked;
mod paid;

use super::bill::record::Bill;
use super::settlement::record::{Settlement, Sheet};
use super::settlement::sheet::{computed, settler};
use super::waiver::Waiver;
use crate::error::Result;
use crate::features::approvals::binding::Doc;
use crate::features::approvals::constants::ImpactPart::{After, Before, Due, GivenUp};
use crate::features::approvals::impact::{Impact, ImpactOf, Line, Worth};
use crate::features::lease::contract::impact::early_end;
use crate::op::View;
use crate::records::owned;

/// What each kind of document about money does.
pub static IMPACTS: [ImpactOf; 7] = [
    ImpactOf { keys: &["waiver"], of: of_waiver },
    ImpactOf { keys: &["settlement"], of: |view, doc| Ok(of_sheet(&owned::find::<Settlement>(view, doc.id)?.sheet)) },
    ImpactOf { keys: &["lease_terminate"], of: of_end },
    ImpactOf { keys: &["refund", "expense", "remittance"], of: paid::of_payout },
    ImpactOf { keys: &["receipt_reversal"], of: booked::of_reversal },
    ImpactOf { keys: &["bill_adjust"], of: booked::of_bill },
    ImpactOf { keys: &["handover"], of: booked::of_handover },
];

const WAIVED: &[&str] = &["totalFen", "bills"];

/// What is waived beyond what is open was paid already and becomes credit.
fn of_waiver(view: &View, doc: &Doc) -> Result<Impact> {
    let waiver: Waiver = owned::find(view, doc.id)?;
    let (mut open, mut credit) = (0_i64, 0_i64);
    for part in &waiver.scope {
        let bill: Bill = owned::linked(view, part.bill_id)?;
        open = open.saturating_add(bill.outstanding_fen());
        credit = credit.saturating_add((part.amount_fen - bill.outstanding_fen()).max(0));
    }
    let left = open.saturating_sub(waiver.total_fen.saturating_sub(credit));
    let mut lines = vec![
        Line::fen(Before, "所选账单未缴", open, WAIVED),
        Line::fen(After, "所选账单未缴", left, WAIVED),
        Line::fen(GivenUp, "减免", waiver.total_fen, WAIVED),
    ];
    if credit > 0 {
        lines.push(Line::fen(Due, "已缴部分转预收", credit, WAIVED));
    }
    Ok(Impact { sentence: None, lines })
}

/// Fen open on the bills of a sheet.
fn open_of(sheet: &Sheet) -> i64 {
    sheet.bills.iter().map(|bill| bill.open_fen).fold(0, i64::saturating_add)
}

fn of_sheet(sheet: &Sheet) -> Impact {
    let all = [
        Line::fen(Before, "未缴账单", open_of(sheet), &["bills"]),
        Line::fen(Before, "预收余额", sheet.credit_fen, &["creditFen"]),
        Line::fen(Before, "押金余额", sheet.deposit_fen, &["depositFen"]),
        Line::fen(GivenUp, "没收押金", sheet.forfeit_fen, &["forfeitFen"]),
        Line::fen(Due, "退预收", sheet.refund_credit_fen, &["refundCreditFen"]),
        Line::fen(Due, "退押金", sheet.refund_deposit_fen, &["refundDepositFen"]),
        Line::fen(After, "结算后仍欠", sheet.still_owed_fen, &["stillOwedFen"]),
    ];
    Impact { sentence: None, lines: worth_saying(all) }
}

/// Lines without those that say nothing is there.
fn worth_saying(lines: impl IntoIterator<Item = Line>) -> Vec<Line> {
    lines.into_iter().filter(|line| line.worth != Worth::Fen(0)).collect()
}

const HELD: &[&str] = &["depositFen", "deltaSumFen"];

/// What a settlement on the last day would find as things are; penalty and damage are not known yet.
fn of_end(view: &View, doc: &Doc) -> Result<Impact> {
    let Some((lease, delta_fen)) = early_end(view, doc.id)? else { return Ok(Impact::default()) };
    let sheet = computed(view, &lease, settler(view, &lease, 0)?, 0)?;
    Ok(Impact { sentence: None, lines: dues(&sheet, delta_fen) })
}

/// Deposit and credit fall due; corrected bills first lower what is open.
fn dues(sheet: &Sheet, delta_fen: i64) -> Vec<Line> {
    let open = open_of(sheet);
    let held = sheet.deposit_fen.saturating_add(sheet.credit_fen);
    let net = held.saturating_sub(open).saturating_sub(delta_fen);
    let mut lines = vec![
        Line::fen(Before, "未缴账单", open, HELD),
        Line::fen(Due, "押金", sheet.deposit_fen, HELD),
        Line::fen(Due, "预收", sheet.credit_fen, HELD),
    ];
    let label = if net < 0 {
        "预计仍欠（未计违约金、赔偿金）"
    } else {
        "预计退款（未计违约金、赔偿金）"
    };
    lines.push(Line::fen(Due, label, net.saturating_abs(), HELD));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::finance::settlement::record::SheetBill;
    use crate::features::lease::schedule::terms::BillKind;

    fn sheet(credit_fen: i64, deposit_fen: i64, open_fen: i64) -> Sheet {
        let bill = SheetBill {
            bill_id: 1,
            bill_no: "ZD-1".into(),
            kind: BillKind::Rent,
            due_date: jiff::civil::date(2024, 9, 1),
            open_fen,
            from_credit_fen: 0,
            from_deposit_fen: 0,
        };
        Sheet {
            credit_fen,
            deposit_fen,
            bills: vec![bill],
            penalty_fen: 0,
            damage_fen: 0,
            forfeit_fen: 0,
            penalty_from_credit_fen: 0,
            refund_credit_fen: 0,
            refund_deposit_fen: 0,
            still_owed_fen: 0,
            balance_fen: 0,
        }
    }

    #[test]
    fn an_early_end_tells_what_is_paid_back_or_still_owed() {
        let refund = "预计退款（未计违约金、赔偿金）";
        let owed = "预计仍欠（未计违约金、赔偿金）";
        for (credit, deposit, open, delta, label, expected) in [
            (10_000, 300_000, 0, 0, refund, 310_000),
            (10_000, 300_000, 250_000, 0, refund, 60_000),
            (0, 300_000, 350_000, -100_000, refund, 50_000),
            (0, 100_000, 350_000, -100_000, owed, 150_000),
            (0, 0, 0, 0, refund, 0),
        ] {
            let lines = dues(&sheet(credit, deposit, open), delta);
            let last = lines.last().unwrap();
            assert_eq!((last.label, &last.worth), (label, &Worth::Fen(expected)), "{credit} {deposit} {open} {delta}");
        }
    }
}
