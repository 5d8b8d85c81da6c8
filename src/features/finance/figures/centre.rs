//! Figures that the lists of the report centre are held against, and what moved since a day.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;

use super::blocks::{Figures, year_of};
use super::cells::{after, until};
use crate::error::Result;
use crate::features::finance::payout::record::PayoutKind;
use crate::features::finance::sums::{ALLOCATIONS, BILLS, PAYOUTS, WAIVERS};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{LAST, month_no};
use crate::kernel::span::{DateSpan, add_months};

/// What a party A should hand in of a month, and did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemittedPlace {
    /// Which party A.
    pub party_a_id: u64,
    /// First day of the month in which the money was collected.
    pub month: Date,
    /// By when it must be handed in.
    pub by: Date,
    /// Should, fen; nothing before that day.
    pub should_fen: i64,
    /// Was, fen.
    pub handed_fen: i64,
}

impl Figures<'_> {
    /// Bills due in a span on which anything changed after a day: what lies on all others is what their caches say.
    pub fn moved_since(&self, due: DateSpan, as_of: Date) -> Result<HashSet<u64>> {
        let mut moved = HashSet::new();
        for family in [BILLS, WAIVERS, ALLOCATIONS] {
            self.cells.by_day(family, due, after(as_of), &mut |cell, _| {
                moved.insert(cell.bill_id);
            })?;
        }
        Ok(moved)
    }

    /// Fen put on bills due in a span, within another span; what was taken back is less.
    pub fn settled(&self, due: DateSpan, booked: DateSpan) -> Result<i64> {
        let mut fen = 0;
        self.cells.walk(ALLOCATIONS, due, booked, &mut |_, values| fen += values[0])?;
        Ok(fen)
    }

    /// Fen open on a day of bills due in a span, of one tenant or all.
    pub fn open_within(&self, due: DateSpan, as_of: Date, tenant_id: Option<u64>) -> Result<i64> {
        let mut fen = 0;
        match tenant_id {
            None => self.open_fen(due, as_of, &mut |_, open| fen += open)?,
            Some(tenant_id) => self.open_bills(due, as_of)?.each(&[tenant_id], &mut |debt| fen += debt.open_fen)?,
        }
        Ok(fen)
    }

    /// Fen open on a day of bills due in a span, party A by party A.
    pub fn open_by_party(&self, due: DateSpan, as_of: Date) -> Result<BTreeMap<u64, i64>> {
        let mut parties: BTreeMap<u64, i64> = BTreeMap::new();
        self.open_fen(due, as_of, &mut |cell, open| *parties.entry(cell.party_a_id).or_default() += open)?;
        Ok(parties)
    }

    /// 上缴 by party A and month of the collection, for a year.
    pub fn remitted_places(&self, year: i16, as_of: Date) -> Result<Vec<RemittedPlace>> {
        let mut sums: HashMap<(u64, u32), (i64, i64)> = HashMap::new();
        self.cells.walk(ALLOCATIONS, until(LAST), year_of(year), &mut |cell, values| {
            if [BillKind::Rent as u8, BillKind::LateFee as u8].contains(&cell.kind) {
                sums.entry((cell.party_a_id, cell.at_month())).or_default().0 += values[0];
            }
        })?;
        self.cells.flows(PAYOUTS, until(as_of), &mut |moved| {
            if moved.kind == PayoutKind::Remittance as u8 {
                let month = u32::try_from(moved.extra).unwrap_or_default();
                sums.entry((moved.party_a_id, month)).or_default().1 += moved.forth_fen - moved.back_fen;
            }
        })?;
        let direct = self.direct(year)?;
        let mut places = Vec::new();
        for party in &self.parties()? {
            for month in (0..12).map(|month| add_months(year_of(year).from, month)) {
                let Some(by) = party.remit_by(month) else { continue };
                let place = (party.party_a_id, month_no(month));
                let (should, handed) = sums.get(&place).copied().unwrap_or_default();
                let (should_fen, direct) = if by < as_of { (should, direct.of(place)) } else { (0, 0) };
                let handed_fen = handed + direct;
                if should_fen != 0 || handed_fen != 0 {
                    places.push(RemittedPlace { party_a_id: party.party_a_id, month, by, should_fen, handed_fen });
                }
            }
        }
        Ok(places)
    }
}
