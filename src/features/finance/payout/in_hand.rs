//! What a unit has collected and not handed in: no more than that can be handed in. Read from sums, so it costs months and
//! not bills.
//!
//! Months before the books began are not asked about: what was collected then is not in them.

use jiff::civil::Date;

use super::record::{Payout, PayoutKind};
use crate::error::{AppError, Result};
use crate::features::finance::figures::cells::{CellFilter, Reading, Source, until};
use crate::features::finance::period;
use crate::features::finance::period::books_from;
use crate::features::finance::receipt::record::{Purpose, Receipt, UNCLAIMED};
use crate::features::finance::sums::{ALLOCATIONS, CREDIT, PAYOUTS, RECEIPTS, TO_TREASURY};
use crate::features::finance::sums_memory;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{LAST, month_no};
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::store::{Reads, id};

/// The first month of which the books of a party A know what was collected.
fn first_known(view: &View, party_a_id: u64) -> Result<Option<Date>> {
    let begin = books_from(view, party_a_id)?.map(period::month_of);
    let first = period::first_month(view, party_a_id)?;
    Ok(begin.into_iter().chain(first).min())
}

/// Fen that tenants have paid a party A, deposits apart, less what the treasury got of it and what was handed in for
/// months from `first` on.
fn in_hand(view: &View, party_a_id: u64, first: Option<Date>) -> Result<i64> {
    let lens = CellFilter { parties: vec![party_a_id], ..CellFilter::default() };
    let reading = Reading::of(Source::Store(view.tx, sums_memory::of(view)?), lens);
    let (all, mut fen) = (until(LAST), 0);
    reading.walk(ALLOCATIONS, all, all, &mut |cell, values| {
        if cell.kind != BillKind::Deposit as u8 {
            fen += values[0];
        }
    })?;
    reading.flows(CREDIT, all, &mut |moved| {
        if moved.party_a_id == party_a_id {
            fen += moved.forth_fen - moved.back_fen;
        }
    })?;
    reading.flows(RECEIPTS, all, &mut |moved| {
        if moved.kind == Purpose::Bills as u8 && moved.extra & TO_TREASURY != 0 {
            fen -= moved.forth_fen - moved.back_fen;
        }
    })?;
    let first = first.map(|month| u64::from(month_no(month)));
    reading.flows(PAYOUTS, all, &mut |moved| {
        let paid = moved.forth_fen - moved.back_fen;
        if moved.kind == PayoutKind::Remittance as u8 {
            fen -= if first.is_none_or(|first| moved.extra >= first) { paid } else { 0 };
        } else if moved.kind == PayoutKind::CreditRefund as u8 && moved.extra == 1 {
            // The treasury gave it back; the credit has lost it.
            fen += paid;
        }
    })?;
    let waiting: Vec<Receipt> = view.tx.by(&UNCLAIMED, &id(party_a_id), false, 0, usize::MAX)?;
    let waiting = waiting.iter().filter(|receipt| !receipt.to_treasury);
    Ok(fen + waiting.map(|receipt| receipt.amount_fen).sum::<i64>())
}

/// What a unit has to hand in when a remittance is decided about; none for a month before its books know what was collected.
///
/// # Errors
/// A sum that can't be read.
pub fn known(view: &View, payout: &Payout) -> Result<Option<i64>> {
    let facts = &payout.facts;
    let first = first_known(view, facts.party_a_id)?;
    if first.zip(facts.month).is_some_and(|(first, month)| month < first) {
        return Ok(None);
    }
    in_hand(view, facts.party_a_id, first).map(Some)
}

/// Refuses to hand in more than was collected (finding F10).
///
/// # Errors
/// A sentence that says how much can be handed in; a sum that cannot be read.
pub(super) fn refuse_more(view: &View, payout: &Payout) -> Result<()> {
    let facts = &payout.facts;
    let Some(most) = known(view, payout)? else { return Ok(()) };
    if facts.amount_fen <= most {
        return Ok(());
    }
    let (most, wanted) = (yuan_grouped(most.max(0)), yuan_grouped(facts.amount_fen));
    Err(AppError::refused(format!(
        "已收款项（不含押金，减去退款、财政直缴和已上缴）还有 {most} 元，不能上缴 {wanted} 元；请核对金额和收款登记后驳回或改正"
    )))
}
