//! What moved on which day, and whether there was room for it then. Documents may be dated back; a sum that is right today
//! must be right on every day since, or figures of the past show money nobody had.
//!
//! Pure, but for the three functions that read what happened to a bill.

use jiff::civil::Date;

use super::allocation::record::{Allocation, BY_BILL};
use super::bill::record::{ADJUSTMENTS, Bill, BillState};
use super::waiver::record::{BY_BILL as WAIVERS, Waiver};
use crate::error::Result;
use crate::kernel::order::Order;
use crate::op::View;
use crate::store::{Reads, id};

/// Fen that came or went on days, in any order.
pub type Moves = Vec<(Date, i64)>;

/// The first day from which on a running sum is never below an amount; none when it is below in the end.
pub fn first_day_with(moves: &[(Date, i64)], amount_fen: i64) -> Option<Date> {
    let mut days: Moves = moves.to_vec();
    days.order_by_key(|(day, _)| *day);
    let mut left: i64 = days.iter().map(|(_, fen)| fen).sum();
    if left < amount_fen {
        return None;
    }
    let mut first = None;
    let mut rest = days.as_slice();
    while let Some((day, _)) = rest.last() {
        first = Some(*day);
        let start = rest.partition_point(|(other, _)| other < day);
        left -= rest[start..].iter().map(|(_, fen)| fen).sum::<i64>();
        if left < amount_fen {
            break;
        }
        rest = &rest[..start];
    }
    first.or(Some(Date::MIN))
}

/// What is waived of a bill more or less, day by day, from the waivers alone.
pub fn waived(view: &View, bill_id: u64) -> Result<Moves> {
    let waivers: Vec<Waiver> = view.tx.by(&WAIVERS, &id(bill_id), false, 0, usize::MAX)?;
    let moved = waivers.iter().flat_map(Waiver::movements).filter(|moved| moved.part.bill_id == bill_id);
    Ok(moved.map(|moved| (moved.day, moved.fen)).collect())
}

/// What a bill asks for, day by day: its amount, corrections, waivers.
pub fn asked(view: &View, bill: &Bill) -> Result<Moves> {
    let mut moves = vec![(bill.book_date, bill.amount_fen)];
    let off: Vec<Bill> = view.tx.by(&ADJUSTMENTS, &id(bill.bill_id), false, 0, usize::MAX)?;
    let off = off.iter().filter(|other| other.amount_fen < 0 && other.state == BillState::Issued);
    moves.extend(off.map(|other| (other.book_date.max(bill.book_date), other.amount_fen)));
    for (day, fen) in waived(view, bill.bill_id)? {
        moves.push((day.max(bill.book_date), -fen));
    }
    Ok(moves)
}

/// What is open of a bill, day by day.
pub fn open(view: &View, bill: &Bill) -> Result<Moves> {
    let mut moves = asked(view, bill)?;
    let rows: Vec<Allocation> = view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
    moves.extend(rows.iter().map(|row| (row.book_date.max(bill.book_date), -row.amount_fen)));
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_first_day_is_the_one_after_the_last_shortage() {
        let day = |number| date(2024, 9, number);
        let waived_and_revoked = [(day(1), 1_000), (day(10), -400), (day(20), 400)];
        for (amount, first) in [(600, Some(day(1))), (601, Some(day(20))), (1_000, Some(day(20))), (1_001, None)] {
            assert_eq!(first_day_with(&waived_and_revoked, amount), first, "{amount}");
        }
        assert_eq!(first_day_with(&[(day(5), 7), (day(5), -7)], 0), Some(day(5)));
        assert_eq!(first_day_with(&[(day(5), 7), (day(5), -7)], 1), None);
        assert_eq!(first_day_with(&[], 0), Some(Date::MIN));
        assert_eq!(first_day_with(&[(day(3), 5), (day(8), 5)], 6), Some(day(8)));
    }
}
