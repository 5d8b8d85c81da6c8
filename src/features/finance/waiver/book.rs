//! What waivers do to bills and the ledger, apart from who decides about them.

use jiff::civil::Date;

use super::record::{BY_BILL, Waiver, WaiverCut, WaiverState};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::release;
use crate::features::finance::bill::post::{lines, touched};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, post};
use crate::features::finance::settlement;
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::store::{Reads, id};

fn of_bill(view: &View, bill_id: u64) -> Result<Vec<Waiver>> {
    Ok(view.tx.by(&BY_BILL, &id(bill_id), false, 0, usize::MAX)?)
}

/// Moves every bill and the ledger by what is waived more, or less.
pub(super) fn book(op: &mut Op, waiver_id: u64, parts: &[(u64, i64)], day: Date) -> Result<()> {
    for (bill_id, fen) in parts.iter().filter(|(_, fen)| *fen != 0) {
        let bill: Option<Bill> = op.view().tx.get(&id(*bill_id))?;
        let bill = bill.ok_or_else(|| AppError::internal(format!("bill {bill_id} of a waiver is missing")))?;
        let waived_fen = bill.waived_fen + fen;
        let (receivable, party_a_id) = (bill.receivable().unwrap_or(Account::ReceivableOther), bill.party_a_id);
        let about = About { book_date: day, document: Document::Waiver, document_id: waiver_id, party_a_id };
        post(op, about, lines(&bill, Account::Waiver, receivable, *fen))?;
        let lease_id = bill.lease_id;
        op.put(&Bill { waived_fen, owned: touched(op, &bill.owned), ..bill })?;
        release(op, *bill_id, day)?;
        if *fen < 0 && lease_id > 0 {
            settlement::ops::reopen(op, lease_id, "减免撤销或减少")?;
        }
    }
    Ok(())
}

/// Cuts the waivers of a bill, the newest first, before a correction takes away what they waived.
///
/// # Errors
/// A record that cannot be written; a closed month.
pub fn shrink(op: &mut Op, bill: &Bill, fen: i64, day: Date) -> Result<()> {
    let mut left = fen;
    let mut waivers = of_bill(&op.view(), bill.bill_id)?;
    waivers.retain(|waiver| waiver.state == WaiverState::Effective);
    waivers.order_by_key(|waiver| std::cmp::Reverse(waiver.waiver_id));
    for mut waiver in waivers {
        let part = waiver.scope.iter().find(|part| part.bill_id == bill.bill_id).copied();
        let amount_fen = part.map_or(0, |part| waiver.left_of(&part)).min(left);
        if amount_fen <= 0 {
            continue;
        }
        left -= amount_fen;
        let day = day.max(waiver.effective_date);
        book(op, waiver.waiver_id, &[(bill.bill_id, -amount_fen)], day)?;
        waiver.cuts.push(WaiverCut { bill_id: bill.bill_id, amount_fen, day });
        waiver.owned = touched(op, &waiver.owned);
        op.put(&waiver)?;
    }
    Ok(())
}
