//! 上缴, the second leg: what units that must remit should hand in of the money that they collected in the months of a year, and
//! did. Read once, and added up by party A, by month and in all.

use std::collections::HashMap;

use jiff::civil::Date;

use super::blocks::{Figures, year_of};
use super::cells::until;
use super::{Remitted, rate};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::payout::record::PayoutKind;
use crate::features::finance::sums::{ALLOCATIONS, DIRECT, PAYOUTS};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{LAST, month_no};
use crate::kernel::span::{add_months, days_between};

/// Fen by party A and number of the month.
#[derive(Debug, Default)]
pub(super) struct ByPartyMonth(HashMap<(u64, u32), i64>);

impl ByPartyMonth {
    /// Of a place; nothing for one that was never met.
    pub(super) fn of(&self, place: (u64, u32)) -> i64 {
        self.0.get(&place).copied().unwrap_or_default()
    }

    fn add(&mut self, place: (u64, u32), fen: i64) {
        *self.0.entry(place).or_default() += fen;
    }
}

/// The second leg of one party A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyRemitted {
    pub party_a_id: u64,
    /// Should, handed in, owed.
    pub remitted: Remitted,
    /// Days since the remittance day of the oldest month that is not wholly handed in; 0 when none is.
    pub late_days: i64,
}

/// A month of the second leg.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemittedMonth {
    /// Collected in it by parties A whose remittance day has passed, fen.
    pub should_fen: i64,
    /// Handed in of it, fen.
    pub handed_fen: i64,
    /// Whether the remittance day of any party A has passed.
    pub due: bool,
}

/// Whether money on a bill of a kind is handed in.
fn is_handed_in(kind: u8) -> bool {
    [BillKind::Rent as u8, BillKind::LateFee as u8].contains(&kind)
}

/// What was read of a year.
pub struct RemittedSums {
    parties: Vec<PartyA>,
    year: i16,
    as_of: Date,
    collected: ByPartyMonth,
    handed: ByPartyMonth,
    direct: ByPartyMonth,
}

impl Figures<'_> {
    /// What parties A that are seen collected in the months of a year, and handed in of it by a day.
    pub fn remitted_sums(&self, year: i16, as_of: Date) -> Result<RemittedSums> {
        let (mut collected, mut handed) = (ByPartyMonth::default(), ByPartyMonth::default());
        self.cells.walk(ALLOCATIONS, until(LAST), year_of(year), &mut |cell, values| {
            if is_handed_in(cell.kind) {
                collected.add((cell.party_a_id, cell.at_month()), values[0]);
            }
        })?;
        self.cells.flows(PAYOUTS, until(as_of), &mut |moved| {
            if moved.kind == PayoutKind::Remittance as u8 {
                let month = u32::try_from(moved.extra).unwrap_or_default();
                handed.add((moved.party_a_id, month), moved.forth_fen - moved.back_fen);
            }
        })?;
        let (parties, direct) = (self.parties()?, self.direct(year)?);
        Ok(RemittedSums { parties, year, as_of, collected, handed, direct })
    }

    /// What units that must remit owed the treasury on a day, of money collected in a year.
    pub fn remitted(&self, year: i16, as_of: Date) -> Result<Remitted> {
        Ok(self.remitted_sums(year, as_of)?.whole())
    }

    /// Rent and late fees of a year that were paid straight to the treasury: they count as handed in for the month in which
    /// they pay a bill, when that month's money is due.
    pub(super) fn direct(&self, year: i16) -> Result<ByPartyMonth> {
        let mut sums = ByPartyMonth::default();
        self.cells.flows(DIRECT, year_of(year), &mut |moved| {
            if is_handed_in(moved.kind) {
                sums.add((moved.party_a_id, moved.month), moved.forth_fen - moved.back_fen);
            }
        })?;
        Ok(sums)
    }
}

impl RemittedSums {
    fn months(&self) -> impl Iterator<Item = Date> + use<> {
        let first = year_of(self.year).from;
        (0..12).map(move |month| add_months(first, month))
    }

    /// By when money of a month must be handed in, whether that has passed, and what should be and was; none where nothing must.
    fn place(&self, party: &PartyA, month: Date) -> Option<(Date, RemittedMonth)> {
        let (by, place) = (party.remit_by(month)?, (party.party_a_id, month_no(month)));
        let due = by < self.as_of;
        let (should_fen, direct) = if due { (self.collected.of(place), self.direct.of(place)) } else { (0, 0) };
        Some((by, RemittedMonth { should_fen, handed_fen: self.handed.of(place) + direct, due }))
    }

    /// Each party A that must remit.
    pub fn by_party(&self) -> Vec<PartyRemitted> {
        let mut parties = Vec::new();
        for party in &self.parties {
            let (mut remitted, mut dues) = (Remitted::default(), Vec::with_capacity(12));
            for (by, month) in self.months().filter_map(|month| self.place(party, month)) {
                remitted.should_fen += month.should_fen;
                remitted.handed_fen += month.handed_fen;
                dues.push((by, remitted.should_fen));
            }
            if dues.is_empty() {
                continue;
            }
            // What is handed in settles the oldest month first, whatever month it is entered for.
            let open = dues.iter().find(|(_, until_then)| *until_then > remitted.handed_fen);
            let late_days = open.map_or(0, |(by, _)| days_between(*by, self.as_of));
            parties.push(PartyRemitted { party_a_id: party.party_a_id, remitted: in_all(remitted), late_days });
        }
        parties
    }

    /// By month of the collection.
    pub fn by_month(&self) -> [RemittedMonth; 12] {
        let mut months = [RemittedMonth::default(); 12];
        for (month, sum) in self.months().zip(&mut months) {
            for (_, of) in self.parties.iter().filter_map(|party| self.place(party, month)) {
                sum.should_fen += of.should_fen;
                sum.handed_fen += of.handed_fen;
                sum.due |= of.due;
            }
        }
        months
    }

    /// All together.
    pub fn whole(&self) -> Remitted {
        in_all(self.by_month().iter().fold(Remitted::default(), |sum, month| Remitted {
            should_fen: sum.should_fen + month.should_fen,
            handed_fen: sum.handed_fen + month.handed_fen,
            ..sum
        }))
    }
}

/// What is still owed of sums, and the rate.
fn in_all(sums: Remitted) -> Remitted {
    let Remitted { should_fen, handed_fen, .. } = sums;
    Remitted { owed_fen: should_fen - handed_fen, rate: rate(handed_fen, should_fen), ..sums }
}
