//! Figures that only the statistics report asks for: rent apart from other income, rates in groups, months of the second
//! leg.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::blocks::{ByNumbers, Figures, Numbers, year_of};
use super::cells::{Cell, until};
use super::rankings::Households;
use super::{Collection, Received, rate};
use crate::error::Result;
use crate::features::finance::payout::record::PayoutKind;
use crate::features::finance::receipt::record::Purpose;
use crate::features::finance::sums::{
    ALLOCATIONS, BILLS, DIRECT, PAYOUTS, RECEIPTS, TO_TREASURY, UNKNOWN_PAYER, WAIVERS,
};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{LAST, month_no};
use crate::kernel::span::{DateSpan, before, days_between};

const RENT: u8 = BillKind::Rent as u8;

/// Rent of a plate.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlateRent {
    /// Of bills due in the span.
    pub collection: Collection,
    /// Received in the span, of what lies on bills of the plate, fen.
    pub received_fen: i64,
    /// Owed at its end, fen.
    pub arrears_fen: i64,
}

impl Figures<'_> {
    /// 实收租金 of a span in its four parts: all money that came for bills less what lies on other kinds. Who asks for
    /// plates gets what lies on bills of these plates; money on no bill belongs to none.
    pub fn received_rent(&self, span: DateSpan) -> Result<Received> {
        let mut sum = Received::default();
        let (mut other, mut ahead) = (0, 0);
        let mut put = |cell: &Cell, fen: i64, part: Part| match (cell.kind == RENT, part) {
            (false, _) => other += fen,
            (true, Part::Current) => sum.current_fen += fen,
            (true, Part::Earlier) => sum.earlier_fen += fen,
            (true, Part::Ahead) => ahead += fen,
        };
        let dues = [
            (span, Part::Current),
            (until(before(span.from)), Part::Earlier),
            (super::cells::after(span.to), Part::Ahead),
        ];
        for (due, part) in dues {
            let mut add = |cell: &Cell, values: &crate::store::Values| {
                if cell.came_since(span.from) {
                    put(cell, values[0], part);
                }
            };
            // Cells by months cannot tell on which day of its first month money came.
            if span.from.day() == 1 {
                self.cells.walk(ALLOCATIONS, due, span, &mut add)?;
            } else {
                self.cells.by_day(ALLOCATIONS, due, span, &mut add)?;
            }
        }
        if self.is_of_all_plates() {
            sum.total_fen = self.receipts(span, Purpose::Bills)? - other;
            sum.unclaimed_fen = self.unclaimed(span)?;
        } else {
            sum.total_fen = sum.current_fen + sum.earlier_fen + ahead;
        }
        Ok(sum.divided())
    }

    /// Rent of a span of whole months up to a day, plate by plate: each pass over the sums is for all plates.
    pub fn rent_by_plate(&self, span: DateSpan, as_of: Date) -> Result<BTreeMap<u64, PlateRent>> {
        let mut plates: BTreeMap<u64, PlateRent> = BTreeMap::new();
        for (plate_id, collection) in self.collections(span, as_of, true, |cell| cell.plate_id)? {
            plates.entry(plate_id).or_default().collection = collection;
        }
        if !span.is_empty() {
            self.cells.walk(ALLOCATIONS, until(LAST), span, &mut |cell, values| {
                if cell.kind == RENT && cell.came_since(span.from) {
                    plates.entry(cell.plate_id).or_default().received_fen += values[0];
                }
            })?;
        }
        self.open_fen(until(before(as_of)), as_of, &mut |cell, fen| {
            plates.entry(cell.plate_id).or_default().arrears_fen += fen;
        })?;
        Ok(plates)
    }

    /// The same for each month of a year up to a day, fen.
    pub fn received_rent_by_month(&self, year: i16, as_of: Date) -> Result<[i64; 12]> {
        let all = year_of(year);
        let span = DateSpan::new(all.from, all.to.min(as_of));
        let first = month_no(all.from);
        let place = |month: u32| usize::try_from(month.wrapping_sub(first)).unwrap_or(usize::MAX);
        let (mut rent, mut other) = ([0; 12], [0; 12]);
        if !span.is_empty() {
            self.cells.walk(ALLOCATIONS, until(LAST), span, &mut |cell, values| {
                // Credit of an earlier month was received then.
                if cell.came_in_its_month()
                    && let Some(fen) =
                        (if cell.kind == RENT { &mut rent } else { &mut other }).get_mut(place(cell.at_month()))
                {
                    *fen += values[0];
                }
            })?;
        }
        if !self.is_of_all_plates() {
            return Ok(rent);
        }
        let mut months = self.received_by_month(year, as_of)?;
        for (month, other) in months.iter_mut().zip(other) {
            *month -= other;
        }
        Ok(months)
    }

    /// Of [`Self::received_rent_by_month`] what nobody knows the payer of 待认领, fen.
    pub fn unclaimed_rent_by_month(&self, year: i16, as_of: Date) -> Result<[i64; 12]> {
        let all = year_of(year);
        let (mut months, first) = ([0; 12], month_no(all.from));
        let span = DateSpan::new(all.from, all.to.min(as_of));
        if span.is_empty() || !self.is_of_all_plates() {
            return Ok(months);
        }
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            let counts = moved.kind == Purpose::Bills as u8 && moved.extra & UNKNOWN_PAYER > 0;
            let place = usize::try_from(moved.month.wrapping_sub(first)).unwrap_or(usize::MAX);
            if let Some(fen) = months.get_mut(place).filter(|_| counts) {
                *fen += moved.forth_fen - moved.back_fen;
            }
        })?;
        Ok(months)
    }

    /// Of [`Self::received_rent_by_month`] what was paid straight to the treasury 财政直缴, with what lies on no bill, fen.
    pub fn treasury_rent_by_month(&self, year: i16, as_of: Date) -> Result<[i64; 12]> {
        let all = year_of(year);
        let (span, first) = (DateSpan::new(all.from, all.to.min(as_of)), month_no(all.from));
        let at = |month: u32| usize::try_from(month.wrapping_sub(first)).unwrap_or(usize::MAX);
        let (mut rent, mut other, mut came) = ([0; 12], [0; 12], [0; 12]);
        if span.is_empty() {
            return Ok(rent);
        }
        self.cells.flows(DIRECT, span, &mut |moved| {
            let months = if moved.kind == RENT { &mut rent } else { &mut other };
            if let Some(fen) = months.get_mut(at(moved.month)).filter(|_| moved.extra > 0) {
                *fen += moved.forth_fen - moved.back_fen;
            }
        })?;
        if !self.is_of_all_plates() {
            return Ok(rent);
        }
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            let counts = moved.kind == Purpose::Bills as u8 && moved.extra & TO_TREASURY > 0;
            if let Some(fen) = came.get_mut(at(moved.month)).filter(|_| counts) {
                *fen += moved.forth_fen - moved.back_fen;
            }
        })?;
        for (month, other) in came.iter_mut().zip(other) {
            *month -= other;
        }
        Ok(came)
    }

    /// Expenses of a year up to a day that belong to no plate 未分摊, fen.
    pub fn unassigned_expenses(&self, year: i16, as_of: Date) -> Result<i64> {
        let all = year_of(year);
        let mut fen = 0;
        self.cells.flows(PAYOUTS, DateSpan::new(all.from, all.to.min(as_of)), &mut |moved| {
            if moved.kind == PayoutKind::Expense as u8 && moved.plate_id == 0 {
                fen += moved.forth_fen - moved.back_fen;
            }
        })?;
        Ok(fen)
    }

    /// The roll-forward of rent alone over a span, by plate and party A; they can be added up. What is due in it counts as
    /// it stands on `as_of`.
    pub fn rent_rolls(&self, span: DateSpan, as_of: Date) -> Result<BTreeMap<(u64, u64), RentRoll>> {
        let (eve, place) = (before(span.from), |cell: &Cell| (cell.plate_id, cell.party_a_id));
        let mut rolls: BTreeMap<(u64, u64), RentRoll> = BTreeMap::new();
        for (key, sum) in self.collections(span, as_of, true, place)? {
            let roll = rolls.entry(key).or_default();
            (roll.net_due_fen, roll.on_due_fen) = (sum.net_due_fen, sum.collected_fen);
        }
        self.open_fen(until(eve), eve, &mut |cell, fen| {
            if cell.kind == RENT {
                rolls.entry(place(cell)).or_default().opening_fen += fen;
            }
        })?;
        self.cells.walk(ALLOCATIONS, until(eve), span, &mut |cell, values| {
            if cell.kind == RENT {
                let roll = rolls.entry(place(cell)).or_default();
                roll.on_earlier_fen += values[0];
                roll.opening_fen += values[0] - values[1];
            }
        })?;
        for (family, value, sign) in [(BILLS, 1, 1), (WAIVERS, 0, -1)] {
            self.cells.walk(family, until(eve), span, &mut |cell, values| {
                if cell.kind == RENT {
                    rolls.entry(place(cell)).or_default().opening_fen += sign * values[value];
                }
            })?;
        }
        Ok(rolls)
    }

    /// 按户收缴率 of rent due in a span, in all and by plate and party A. A tenant counts wherever something was due of him.
    pub fn household_groups(&self, span: DateSpan, as_of: Date) -> Result<HouseholdGroups> {
        let due = DateSpan::new(span.from, span.to.min(as_of));
        let mut asked: ByNumbers<Household, i64> = ByNumbers::default();
        let mut add = |cell: &Cell, fen: i64| {
            if cell.kind == RENT {
                *asked.entry(Household::of(cell)).or_default() += fen;
            }
        };
        let year = year_of(due.from.year());
        let nearer_end = days_between(due.to, year.to) <= days_between(year.from, due.to);
        if (nearer_end || self.is_recent(as_of)) && due.from == year.from && due.to == year.to.min(as_of) {
            // The year's tenants less the bills that are due or booked later: fewer than those of the year so far.
            self.cells.of_year(due.from.year(), &mut |cell, values| add(cell, values[0]))?;
            let later = DateSpan::new(crate::kernel::span::after(due.to), year.to);
            self.cells.by_due(BILLS, later, until(LAST), &mut |cell, values| add(cell, -values[0]))?;
            self.cells.by_day(BILLS, due, super::cells::after(as_of), &mut |cell, values| add(cell, -values[0]))?;
        } else {
            self.cells.by_due(BILLS, due, until(as_of), &mut |cell, values| add(cell, values[0]))?;
        }
        let mut owing: Numbers<Household> = Numbers::default();
        self.debts(due, as_of, &mut |debt| {
            if debt.open_fen > 0 && debt.cell.kind == RENT {
                owing.insert(Household::of(&debt.cell));
            }
        })?;
        Ok(HouseholdGroups {
            whole: counted(&asked, &owing, |_| ()).remove(&()).unwrap_or_default(),
            plates: counted(&asked, &owing, |place| place.plate_id),
            parties: counted(&asked, &owing, |place| place.party_a_id),
        })
    }
}

/// A tenant at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Household {
    tenant_id: u64,
    plate_id: u64,
    party_a_id: u64,
}

impl Household {
    fn of(cell: &Cell) -> Self {
        Self { tenant_id: cell.tenant_id, plate_id: cell.plate_id, party_a_id: cell.party_a_id }
    }
}

/// Households in all, by plate and by party A.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseholdGroups {
    /// All together; a tenant at two places counts once.
    pub whole: Households,
    pub plates: BTreeMap<u64, Households>,
    /// By party A.
    pub parties: BTreeMap<u64, Households>,
}

fn counted<K: Ord + Copy + std::hash::Hash>(
    asked: &ByNumbers<Household, i64>,
    owing: &Numbers<Household>,
    group: impl Fn(&Household) -> K,
) -> BTreeMap<K, Households> {
    let mut tenants: ByNumbers<(K, u64), (i64, bool)> = ByNumbers::default();
    for (place, fen) in asked {
        let tenant = tenants.entry((group(place), place.tenant_id)).or_default();
        *tenant = (tenant.0 + fen, tenant.1 || owing.contains(place));
    }
    let mut groups: BTreeMap<K, Households> = BTreeMap::new();
    for ((key, _), (_, owes)) in tenants.iter().filter(|(_, (fen, _))| *fen > 0) {
        let count = groups.entry(*key).or_default();
        count.due += 1;
        count.paid += usize::from(!owes);
    }
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    for count in groups.values_mut() {
        count.rate = rate(number(count.paid), number(count.due));
    }
    groups
}

/// What rent asked for and got over a span, older arrears included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RentRoll {
    /// Arrears when it begins, with what older bills ask for more or less since, fen.
    pub opening_fen: i64,
    /// Net due in it, fen.
    pub net_due_fen: i64,
    /// Collected on what is due in it, fen.
    pub on_due_fen: i64,
    /// Collected in it on older bills, fen.
    pub on_earlier_fen: i64,
}

impl RentRoll {
    /// 陈欠清收率 in parts of ten thousand.
    pub fn earlier_rate(&self) -> Option<i64> {
        rate(self.on_earlier_fen, self.opening_fen)
    }

    /// 综合收缴率 in parts of ten thousand.
    pub fn overall_rate(&self) -> Option<i64> {
        rate(self.on_due_fen + self.on_earlier_fen, self.opening_fen + self.net_due_fen)
    }
}

impl std::iter::Sum for RentRoll {
    fn sum<I: Iterator<Item = Self>>(rolls: I) -> Self {
        rolls.fold(Self::default(), |sum, roll| Self {
            opening_fen: sum.opening_fen + roll.opening_fen,
            net_due_fen: sum.net_due_fen + roll.net_due_fen,
            on_due_fen: sum.on_due_fen + roll.on_due_fen,
            on_earlier_fen: sum.on_earlier_fen + roll.on_earlier_fen,
        })
    }
}

/// Which part of 实收 money is.
#[derive(Debug, Clone, Copy)]
enum Part {
    Current,
    Earlier,
    Ahead,
}
