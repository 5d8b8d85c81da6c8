//! What must hold on every day, not only today (I16), and what no document may say.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;

use super::{Check, check, tell};
use crate::error::Result;
use crate::features::finance::allocation::{CreditCause, CreditLot, CreditMove, lot_moves};
use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::finance::receipt::record::Receipt;
use crate::features::finance::timeline::{self, first_day_with};
use crate::features::finance::waiver::record::{Waiver, WaiverState};
use crate::kernel::check::FIRST_DAY;
use crate::kernel::money::MOST_FEN;
use crate::op::View;
use crate::store::{RawRead, Reads, id};

const NAME: &str = "任何一天的未缴和预收都不为负，日期和金额合理";

/// Bills that a past day could show below nothing: those that were waived or made smaller.
fn suspects(view: &View, faults: &mut Vec<String>) -> Result<BTreeSet<u64>> {
    let (mut suspects, today) = (BTreeSet::new(), view.now.date());
    view.tx.each::<Waiver>(|waiver| {
        suspects.extend(waiver.scope.iter().map(|part| part.bill_id));
        if waiver.state == WaiverState::Effective && waiver.effective_date > today {
            let (no, day) = (&waiver.waiver_no, waiver.effective_date);
            tell(faults, || format!("减免单 {no} 的生效日 {day} 还未到，账单已按减免后计算"));
        }
        true
    })?;
    view.tx.each::<Bill>(|bill| {
        if bill.amount_fen < 0 && bill.adjusts_bill_id > 0 && bill.state == BillState::Issued {
            suspects.insert(bill.adjusts_bill_id);
        }
        true
    })?;
    Ok(suspects)
}

/// Amounts that no sum may take in: where there is one, every other check would add it up, and is not made.
pub(super) fn amounts_are_bounded(tx: &dyn RawRead) -> Result<Option<Check>> {
    let (mut count, mut faults) = (0, Vec::new());
    let is_bounded = |fen: i64| fen.checked_abs().is_some_and(|fen| fen <= MOST_FEN);
    tx.each::<Bill>(|bill| {
        count += 1;
        if !is_bounded(bill.amount_fen) {
            tell(&mut faults, || format!("账单 {} 的金额超出允许的范围，其余核对待更正后进行", bill.bill_no));
        }
        true
    })?;
    tx.each::<Receipt>(|receipt| {
        count += 1;
        if !is_bounded(receipt.amount_fen) {
            tell(&mut faults, || format!("收款单 {} 的金额超出允许的范围，其余核对待更正后进行", receipt.receipt_no));
        }
        true
    })?;
    Ok((!faults.is_empty()).then(|| check("I16", NAME, count, faults)))
}

fn never_below(moves: &[(Date, i64)]) -> bool {
    let first = moves.iter().map(|(day, _)| *day).min();
    first_day_with(moves, 0).is_some_and(|day| first.is_none_or(|first| day <= first))
}

/// I16: no bill and no credit is below nothing on any day; documents have days and amounts that can be meant.
pub(super) fn no_day_is_below_nothing(view: &View) -> Result<Check> {
    let mut faults = Vec::new();
    let bills = suspects(view, &mut faults)?;
    let mut count = bills.len();
    for bill_id in bills {
        let Some(bill) = view.tx.get::<Bill>(&id(bill_id))? else { continue };
        if bill.state == BillState::Issued && !never_below(&timeline::open(view, &bill)?) {
            tell(&mut faults, || format!("账单 {} 在以往某一天的未缴金额为负", bill.bill_no));
        }
    }
    let mut lots: HashMap<u64, ()> = HashMap::new();
    view.tx.each::<CreditMove>(|movement| {
        let moved = matches!(movement.cause, CreditCause::Moved | CreditCause::HandedOver);
        if movement.cause == CreditCause::Refunded || movement.amount_fen < 0 && moved {
            lots.insert(movement.lot_id, ());
        }
        true
    })?;
    count += lots.len();
    for lot_id in lots.into_keys() {
        let lot: Option<CreditLot> = view.tx.get(&id(lot_id))?;
        if let Some(lot) = lot.filter(|_| lot_moves(view, lot_id).is_ok_and(|moves| !never_below(&moves))) {
            tell(&mut faults, || format!("乙方（编号 {}）的预收在到账以前就已退款", lot.tenant_id));
        }
    }
    view.tx.each::<Receipt>(|receipt| {
        count += 1;
        if receipt.value_date < FIRST_DAY {
            tell(&mut faults, || format!("收款单 {} 的到账日期 {} 不合理", receipt.receipt_no, receipt.value_date));
        }
        true
    })?;
    Ok(check("I16", NAME, count, faults))
}
