//! The figures of the books from sums: each costs what it shows, not what the books hold. What a figure means is said by
//! the row functions of the same name in [`super`]; a past day is today's state less what counted after it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use jiff::civil::{Date, date};

use super::cells::{Cell, CellFilter, Reading, Source, after, until};
use super::load::{ChartQuery, books, departments, parties};
use super::{CashMonth, Collection, Received, RollForward, rate};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::payout::record::PayoutKind;
use crate::features::finance::receipt::record::Purpose;
use crate::features::finance::sums::{
    ALLOCATIONS, BILLS, CREDIT, Family, PAYOUTS, RECEIPTS, TO_TREASURY, UNKNOWN_PAYER, WAIVERS,
};
use crate::features::finance::sums_memory;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::month_no;
use crate::kernel::span::{DateSpan, before};
use crate::op::View;
use crate::store::Values;

/// Figures for one asker and one question.
pub struct Figures<'a> {
    view: &'a View<'a>,
    query: &'a ChartQuery,
    pub(super) cells: Reading<'a>,
}

/// Hashes numbers of records, which nobody chooses: rewinding a year meets hundreds of thousands of them.
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }
    fn write_u64(&mut self, number: u64) {
        // The golden ratio spreads consecutive numbers; the map takes both ends of the word.
        let spread = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = spread ^ spread >> 32;
    }
}

/// A map by what is made of numbers of records.
pub(super) type ByNumbers<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;
/// A map by numbers of records.
pub(super) type ByNumber<V> = ByNumbers<u64, V>;
/// A set of what is made of numbers of records.
pub(super) type Numbers<K = u64> = HashSet<K, BuildHasherDefault<NumberHasher>>;

impl<'a> Figures<'a> {
    /// Figures of what the caller sees and asks for. Whoever sees rows because he entered them gets sums of those rows.
    pub fn of(view: &'a View<'a>, query: &'a ChartQuery) -> Result<Self> {
        let scope = view.caller.scope();
        let cells = if scope.own && !scope.all {
            Reading::of(Source::of_rows(&books(view, query)?), CellFilter::default())
        } else {
            let mut depts = departments(view, query)?;
            if !scope.all {
                let mut seen: Vec<u64> = scope.dept_ids.iter().copied().collect();
                seen.retain(|dept| depts.as_ref().is_none_or(|depts| depts.binary_search(dept).is_ok()));
                seen.sort_unstable();
                depts = Some(seen);
            }
            let (parties, plates) = (query.party_a_id.clone(), query.plate_id.clone());
            Reading::of(Source::Store(view.tx, sums_memory::of(view)?), CellFilter { depts, parties, plates })
        };
        Ok(Self { view, query, cells })
    }

    /// 应收, 减免, 已收 and 收缴率 of bills due in a span, in groups; groups without anything are left out.
    pub fn collections<K: Ord>(
        &self,
        span: DateSpan,
        as_of: Date,
        rent_only: bool,
        group: impl Fn(&Cell) -> K,
    ) -> Result<BTreeMap<K, Collection>> {
        let (due, at) = (DateSpan::new(span.from, span.to.min(as_of)), until(as_of));
        let mut groups: BTreeMap<K, Collection> = BTreeMap::new();
        let mut put = |cell: &Cell, values: [i64; 4]| {
            if !rent_only || cell.kind == BillKind::Rent as u8 {
                let sum = groups.entry(group(cell)).or_default();
                sum.due_fen += values[0];
                sum.waived_fen += values[1];
                sum.collected_fen += values[2];
                sum.in_time_fen += values[3];
            }
        };
        self.cells.walk(BILLS, due, at, &mut |cell, values| put(cell, [values[0], 0, 0, 0]))?;
        self.cells.walk(WAIVERS, due, at, &mut |cell, values| put(cell, [0, values[0], 0, 0]))?;
        self.cells.walk(ALLOCATIONS, due, at, &mut |cell, values| put(cell, [0, 0, values[1], values[2]]))?;
        groups.retain(|_, sum| *sum != Collection::default());
        for sum in groups.values_mut() {
            sum.net_due_fen = sum.due_fen - sum.waived_fen;
            sum.rate = rate(sum.collected_fen, sum.net_due_fen);
        }
        Ok(groups)
    }

    /// 应收, 减免, 已收 and 收缴率 of bills due in a span.
    pub fn collection(&self, span: DateSpan, as_of: Date, rent_only: bool) -> Result<Collection> {
        Ok(self.collections(span, as_of, rent_only, |_| ())?.into_values().next().unwrap_or_default())
    }

    /// The same by month of the due date, for the twelve months of a year.
    pub fn months(&self, year: i16, as_of: Date, rent_only: bool) -> Result<Vec<Collection>> {
        let span = year_of(year);
        let groups = self.collections(span, as_of, rent_only, Cell::due_month)?;
        let first = month_no(span.from);
        Ok((first..first + 12).map(|month| groups.get(&month).copied().unwrap_or_default()).collect())
    }

    /// 实收 of a span in its four parts.
    pub fn received(&self, span: DateSpan) -> Result<Received> {
        let mut sum = Received {
            total_fen: self.receipts(span, Purpose::Bills)?,
            unclaimed_fen: self.unclaimed(span)?,
            ..Received::default()
        };
        let (on_time, earlier) = (span, until(before(span.from)));
        let came = |cell: &Cell, values: &Values| if cell.came_since(span.from) { values[0] } else { 0 };
        // Cells by months cannot tell on which day of its first month money came.
        let whole = span.from.day() == 1;
        for (due, part) in [(on_time, &mut sum.current_fen), (earlier, &mut sum.earlier_fen)] {
            let mut add = |cell: &Cell, values: &Values| *part += came(cell, values);
            if whole {
                self.cells.walk(ALLOCATIONS, due, span, &mut add)?;
            } else {
                self.cells.by_day(ALLOCATIONS, due, span, &mut add)?;
            }
        }
        Ok(sum.divided())
    }

    /// 待认领: what came for bills in a span from nobody knows whom, less what of it went back, fen.
    pub fn unclaimed(&self, span: DateSpan) -> Result<i64> {
        let mut fen = 0;
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            let counts = moved.kind == Purpose::Bills as u8 && moved.extra & UNKNOWN_PAYER > 0;
            fen += if counts { moved.forth_fen - moved.back_fen } else { 0 };
        })?;
        Ok(fen)
    }

    pub(super) fn receipts(&self, span: DateSpan, purpose: Purpose) -> Result<i64> {
        let mut fen = 0;
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            fen += if moved.kind == purpose as u8 { moved.forth_fen - moved.back_fen } else { 0 };
        })?;
        Ok(fen)
    }

    /// Fen open on a day of bills due in a span, bill by bill nowhere: today's less what counted since.
    pub(super) fn open_fen(&self, due: DateSpan, as_of: Date, visit: &mut dyn FnMut(&Cell, i64)) -> Result<()> {
        self.cells.open_money(due, visit)?;
        self.since(due, as_of, visit)
    }

    /// What counted after a day on bills due in a span, the other way round.
    fn since(&self, due: DateSpan, as_of: Date, visit: &mut dyn FnMut(&Cell, i64)) -> Result<()> {
        let later = after(as_of);
        self.cells.walk(BILLS, due, later, &mut |cell, values| visit(cell, -values[1]))?;
        self.cells.walk(WAIVERS, due, later, &mut |cell, values| visit(cell, values[0]))?;
        self.cells.walk(ALLOCATIONS, due, later, &mut |cell, values| visit(cell, values[1]))
    }

    fn open_sum(&self, due: DateSpan, as_of: Date) -> Result<i64> {
        let mut fen = 0;
        self.open_fen(due, as_of, &mut |_, open| fen += open)?;
        Ok(fen)
    }

    /// Arrears on a day.
    pub fn arrears(&self, as_of: Date) -> Result<i64> {
        self.open_sum(until(before(as_of)), as_of)
    }

    /// Unapplied credit on a day, of the parties A that are seen.
    pub fn credit(&self, as_of: Date) -> Result<i64> {
        let seen: Numbers = self.parties()?.iter().map(|party| party.party_a_id).collect();
        let mut fen = 0;
        self.cells.flows(CREDIT, until(as_of), &mut |moved| {
            fen += if seen.contains(&moved.party_a_id) { moved.forth_fen } else { 0 };
        })?;
        Ok(fen)
    }

    pub(super) fn view(&self) -> &View<'_> {
        self.view
    }

    pub(super) fn today(&self) -> Date {
        self.view.now.date()
    }

    /// Whether no plate was asked for.
    pub fn is_of_all_plates(&self) -> bool {
        self.query.plate_id.is_empty()
    }

    pub(super) fn parties(&self) -> Result<Vec<PartyA>> {
        parties(self.view, self.query)
    }

    /// The roll-forward of a span that ends on `as_of`.
    pub fn roll_forward(&self, from: Date, as_of: Date) -> Result<RollForward> {
        let (span, eve) = (DateSpan::new(from, as_of), before(from));
        let collection = self.collection(span, as_of, false)?;
        let mut roll = RollForward { net_due_fen: collection.net_due_fen, ..RollForward::default() };
        let earlier = until(eve.min(as_of));
        roll.closing_fen = self.open_sum(until(as_of), as_of)?;
        roll.opening_fen = self.open_sum(earlier, eve)?;
        roll.adjusted_fen = self.adjusted(span)?;
        let mut on_earlier = 0;
        self.cells.walk(ALLOCATIONS, earlier, span, &mut |_, values| on_earlier += values[0])?;
        let mut in_span = 0;
        self.cells.walk(ALLOCATIONS, span, span, &mut |_, values| in_span += values[0])?;
        self.cells.walk(ALLOCATIONS, span, earlier, &mut |_, values| roll.paid_ahead_fen += values[0])?;
        roll.collected_fen = on_earlier + in_span;
        let opening = roll.opening_fen + roll.adjusted_fen;
        roll.earlier_rate = rate(on_earlier, opening);
        roll.overall_rate = rate(collection.collected_fen + on_earlier, opening + roll.net_due_fen);
        Ok(roll)
    }

    /// What bills due before a span came to ask for within it, more or less 往期补记与调整, fen.
    pub fn adjusted(&self, span: DateSpan) -> Result<i64> {
        let (earlier, mut fen) = (until(before(span.from)), 0);
        for (family, change) in ADJUSTING {
            self.cells.walk(family, earlier, span, &mut |_, values| fen += change(values))?;
        }
        Ok(fen)
    }

    /// The twelve months of a year up to a day 现金流.
    pub fn cash_flow(&self, year: i16, as_of: Date) -> Result<Vec<CashMonth>> {
        let all = year_of(year);
        let (span, first) = (DateSpan::new(all.from, all.to.min(as_of)), month_no(all.from));
        let mut months = vec![CashMonth::default(); 12];
        let at = |month: u32| usize::try_from(month - first).unwrap_or_default();
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            let fen = moved.forth_fen - moved.back_fen;
            if let Some(month) = months.get_mut(at(moved.month)) {
                let place = match (moved.kind == Purpose::Deposit as u8, moved.extra & TO_TREASURY > 0) {
                    (true, _) => &mut month.deposits_fen,
                    (false, true) => &mut month.treasury_fen,
                    (false, false) => &mut month.receipts_fen,
                };
                *place += fen;
                if (moved.kind, moved.extra & (TO_TREASURY | UNKNOWN_PAYER)) == (Purpose::Bills as u8, UNKNOWN_PAYER) {
                    month.unclaimed_fen += fen;
                }
            }
        })?;
        self.cells.flows(PAYOUTS, span, &mut |moved| {
            let fen = moved.forth_fen - moved.back_fen;
            let Some(month) = months.get_mut(at(moved.month)) else { return };
            match moved.kind {
                // The extra column of a refund says that the treasury paid it.
                kind if kind == PayoutKind::CreditRefund as u8 && moved.extra > 0 => month.treasury_fen -= fen,
                kind if kind == PayoutKind::CreditRefund as u8 => month.refunds_fen += fen,
                kind if kind == PayoutKind::DepositRefund as u8 => month.deposit_refunds_fen += fen,
                kind if kind == PayoutKind::Expense as u8 => month.expenses_fen += fen,
                kind if kind == PayoutKind::Remittance as u8 => month.remitted_fen += fen,
                // Between units: what one pays the other has.
                _ => {}
            }
        })?;
        let mut running = 0;
        for cash in &mut months {
            cash.net_fen =
                cash.receipts_fen + cash.deposits_fen - cash.refunds_fen - cash.deposit_refunds_fen - cash.expenses_fen;
            running += cash.net_fen;
            cash.running_fen = running;
        }
        Ok(months)
    }
}

/// What each family of cells changes of what older bills ask for. Money that lay on a bill before the bill was booked was no
/// part of the opening.
const ADJUSTING: [(Family, fn(&Values) -> i64); 3] =
    [(BILLS, |values| values[1]), (WAIVERS, |values| -values[0]), (ALLOCATIONS, |values| values[0] - values[1])];

/// The days of a year.
pub(super) fn year_of(year: i16) -> DateSpan {
    DateSpan::new(date(year, 1, 1), date(year, 12, 31))
}
