//! Bills as they stood on a day, from their own rows: caches where nothing changed since, else what lay on them then.

use std::collections::HashSet;

use jiff::civil::Date;

use crate::error::Result;
use crate::features::finance::allocation::{Allocation, BY_BILL};
use crate::features::finance::bill::record::{ADJUSTMENTS, Bill};
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::in_books;
use crate::features::finance::waiver::{self, Waiver};
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::store::{Reads, id};

/// Fen of a bill on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    pub waived_fen: i64,
    pub collected_fen: i64,
    pub open_fen: i64,
}

impl Standing {
    /// How a bill stands by what its record keeps.
    pub fn today(bill: &Bill) -> Self {
        let open_fen = if bill.amount_fen < 0 { 0 } else { bill.outstanding_fen() };
        Self { waived_fen: bill.waived_fen, collected_fen: bill.allocated_fen, open_fen }
    }
}

/// Tells how bills stood.
pub struct Standings<'a> {
    view: &'a View<'a>,
    as_of: Date,
    moved: HashSet<u64>,
}

impl<'a> Standings<'a> {
    /// For bills due in a span.
    pub fn of(view: &'a View<'a>, figures: &Figures<'_>, due: DateSpan, as_of: Date) -> Result<Self> {
        Ok(Self { view, as_of, moved: figures.moved_since(due, as_of)? })
    }

    /// Bills on which something changed after the day.
    pub fn moved(&self) -> &HashSet<u64> {
        &self.moved
    }

    /// How a bill that was in the books stood.
    pub fn on(&self, bill: &Bill) -> Result<Standing> {
        if !self.moved.contains(&bill.bill_id) {
            return Ok(Standing::today(bill));
        }
        let (tx, number) = (self.view.tx, id(bill.bill_id));
        let rows: Vec<Allocation> = tx.by(&BY_BILL, &number, false, 0, usize::MAX)?;
        let collected_fen = rows.iter().filter(|row| row.book_date <= self.as_of).map(|row| row.amount_fen).sum();
        let waivers: Vec<Waiver> = tx.by(&waiver::BY_BILL, &number, false, 0, usize::MAX)?;
        let waived_fen = waivers.iter().map(|waiver| waiver.waives_on(bill.bill_id, self.as_of)).sum();
        let adjusting: Vec<Bill> = tx.by(&ADJUSTMENTS, &number, false, 0, usize::MAX)?;
        let off = adjusting.iter().filter(|other| other.amount_fen < 0 && in_books(other, self.as_of));
        let off_fen: i64 = off.map(|other| other.amount_fen).sum();
        let open_fen = if bill.amount_fen < 0 { 0 } else { bill.amount_fen + off_fen - waived_fen - collected_fen };
        Ok(Standing { waived_fen, collected_fen, open_fen })
    }
}
