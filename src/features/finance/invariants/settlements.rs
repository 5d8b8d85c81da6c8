//! Settlements, their bills and the refunds that follow (I20): a settlement that was approved did what its sheet says, and the
//! money that approved refunds promise is there.
//!
//! What happens to those bills and deposits later (a bounced receipt, a correction) is in rows of its own and is not looked at.

use std::collections::BTreeSet;

use super::{Check, check, tell};
use crate::error::Result;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::deposit::{self, DepositKind, DepositMove};
use crate::features::finance::payout::promised::uncovered;
use crate::features::finance::payout::record::{Payout, PayoutKind, PayoutState};
use crate::features::finance::settlement::record::{Settlement, SettlementState};
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::store::{Reads, id};

/// I20.
pub(super) fn settlements_are_done(view: &View) -> Result<Check> {
    let (mut count, mut faults, mut read) = (0, Vec::new(), Ok(()));
    view.tx.each::<Settlement>(|settlement| {
        if settlement.state == SettlementState::Approved {
            count += 1;
            read = of_settlement(view, &settlement, &mut faults);
        }
        read.is_ok()
    })?;
    read?;
    let mut tenants = BTreeSet::new();
    view.tx.each::<Payout>(|out| {
        let is_refund = matches!(out.kind, PayoutKind::CreditRefund | PayoutKind::DepositRefund);
        if is_refund && out.state == PayoutState::Approved {
            tenants.insert(out.facts.tenant_id);
        }
        true
    })?;
    count += tenants.len();
    for tenant_id in tenants {
        for (out, lacking) in uncovered(view, tenant_id)? {
            let (noun, no) = (out.kind.label(), &out.payout_no);
            let (fen, lacking) = (yuan_grouped(out.facts.amount_fen), yuan_grouped(lacking));
            tell(&mut faults, || format!("{noun}单 {no} 等待付款 {fen} 元，乙方余额还差 {lacking} 元"));
        }
    }
    Ok(check("I20", "结算单 = 账单抵扣 + 没收 + 退款单；待付退款有款可付", count, faults))
}

/// Each part of a sheet with what was done for it.
fn of_settlement(view: &View, settlement: &Settlement, faults: &mut Vec<String>) -> Result<()> {
    let sheet = &settlement.sheet;
    let mut differ = |what: &str, wanted: i64, found: i64| {
        if wanted != found {
            let (no, wanted, found) = (&settlement.settlement_no, yuan_grouped(wanted), yuan_grouped(found));
            tell(faults, || format!("结算单 {no} 的{what}为 {wanted} 元，实际办理 {found} 元"));
        }
    };
    let (mut credit, mut deposit) = (0, 0);
    for payout_id in &settlement.payouts {
        let out: Option<Payout> = view.tx.get(&id(*payout_id))?;
        match out.map(|out| (out.kind, out.facts.amount_fen)) {
            Some((PayoutKind::CreditRefund, fen)) => credit += fen,
            Some((PayoutKind::DepositRefund, fen)) => deposit += fen,
            _ => {}
        }
    }
    differ("应退预收", sheet.refund_credit_fen, credit);
    differ("应退押金", sheet.refund_deposit_fen, deposit);
    let bill: Option<Bill> = if settlement.bill_id > 0 { view.tx.get(&id(settlement.bill_id))? } else { None };
    let charged = sheet.penalty_fen + sheet.damage_fen - sheet.forfeit_fen;
    differ("违约金和赔偿", charged, bill.map_or(0, |bill| bill.amount_fen));
    let moves: Vec<DepositMove> = view.tx.by(&deposit::BY_LEASE, &id(settlement.lease_id), false, 0, usize::MAX)?;
    let kept = moves.iter().filter(|movement| {
        movement.kind == DepositKind::Forfeit
            && movement.document_id == settlement.settlement_id
            && movement.amount_fen < 0
    });
    differ("押金没收", sheet.forfeit_fen, kept.map(|movement| -movement.amount_fen).sum());
    let bills: Vec<u64> = sheet.bills.iter().map(|bill| bill.bill_id).collect();
    let applied = moves.iter().filter(|movement| {
        movement.kind == DepositKind::Apply
            && movement.amount_fen < 0
            && bills.contains(&movement.document_id)
            && movement.note.starts_with(&settlement.settlement_no)
    });
    let wanted = sheet.bills.iter().map(|bill| bill.from_deposit_fen).sum();
    differ("押金抵扣", wanted, applied.map(|movement| -movement.amount_fen).sum());
    Ok(())
}
