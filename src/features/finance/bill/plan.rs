//! What a lease should have been asked for against what stands in the books (I4): contract periods tenant by tenant,
//! periods that came in as opening balances, and months of occupation after the end.

use jiff::civil::Date;

use super::generate::{HOLDOVER_LINE, living};
use super::record::{Bill, BillSource};
use super::standing::{Standing, is_of_before, standing, unrecorded};
use crate::error::{AppError, Result};
use crate::features::finance::period::books_from_of;
use crate::features::lease::contract::holdover::owed;
use crate::features::lease::contract::plan::{current_terms, terms_of};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::change::{Delta, Issued, Overstay, deltas};
use crate::features::lease::schedule::plan::{PlannedBill, plan, uncovered};
use crate::features::lease::schedule::terms::RentTerms;
use crate::kernel::span::DateSpan;
use crate::op::View;

/// What a lease lacks in the books on a day.
#[derive(Debug, Clone)]
pub struct Missing {
    /// Corrections of issued periods.
    pub deltas: Vec<Delta>,
    /// Bills whose issue date has come.
    pub due: Vec<PlannedBill>,
    /// Periods that run over the first day of the books and were not recorded as paid before it.
    pub paid_before: usize,
    /// Months of occupation that are over and not billed.
    pub holdover: Vec<Overstay>,
    /// First day at which the plan has a gap or bills twice.
    pub uncovered: Option<Date>,
    /// The whole plan.
    pub planned: Vec<PlannedBill>,
}

impl Missing {
    /// Whether the books are complete.
    pub fn is_nothing(&self) -> bool {
        self.deltas.is_empty() && self.due.is_empty() && self.holdover.is_empty() && self.paid_before == 0
    }
}

/// Compares plan and books of a lease.
///
/// # Errors
/// A record that cannot be read; terms that contradict themselves.
pub fn missing(view: &View, lease: &Lease, day: Date) -> Result<Missing> {
    compared(view, lease, &living(view, lease.lease_id)?, day)
}

/// The same with the bills at hand.
///
/// # Errors
/// A record that cannot be read; terms that contradict themselves.
pub(super) fn compared(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Result<Missing> {
    let terms = current_terms(view, lease)?;
    let books = OfLease { view, lease, terms: &terms, bills };
    let planned = books.planned()?;
    let uncovered = if planned.is_empty() { None } else { uncovered(&planned, terms.chargeable()) };
    let (mut deltas, to_come) = books.by_period(&planned)?;
    let (corrected, holdover) = books.holdover(day)?;
    deltas.extend(corrected);
    let first_day = books_from_of(view, lease)?;
    let recorded = unrecorded(view, lease, bills, day)?;
    let is_due = |bill: &PlannedBill| {
        let to_record =
            recorded.iter().any(|(_, other)| other.kind == bill.kind && other.period.contains(bill.period.from));
        bill.issue_date <= day
            && first_day.is_none_or(|first| first <= day)
            && !to_record
            && standing(bill, bills, first_day) == Standing::ToCome
    };
    let due = to_come.into_iter().filter(is_due).collect();
    Ok(Missing { deltas, due, paid_before: recorded.len(), holdover, uncovered, planned })
}

/// Corrections and bills to come of a lease under other terms; none while it has no bills.
///
/// # Errors
/// A record that cannot be read; terms that contradict themselves.
pub fn against(
    view: &View,
    lease: &Lease,
    terms: &RentTerms,
    day: Date,
) -> Result<Option<(Vec<Delta>, Vec<PlannedBill>)>> {
    let bills = living(view, lease.lease_id)?;
    if bills.is_empty() {
        return Ok(None);
    }
    let books = OfLease { view, lease, terms, bills: &bills };
    let planned = books.planned()?;
    let (deltas, to_come) = books.by_period(&planned)?;
    let first_day = books_from_of(view, lease)?;
    let counts = |bill: &PlannedBill| bill.issue_date > day || standing(bill, &bills, first_day) == Standing::ToCome;
    Ok(Some((deltas, to_come.into_iter().filter(counts).collect())))
}

/// A lease, the terms it is asked by, and its bills.
struct OfLease<'a> {
    view: &'a View<'a>,
    lease: &'a Lease,
    terms: &'a RentTerms,
    bills: &'a [Bill],
}

fn refused((_, sentence): (&'static str, String)) -> AppError {
    AppError::refused(sentence)
}

impl OfLease<'_> {
    /// A void lease asks for nothing.
    fn planned(&self) -> Result<Vec<PlannedBill>> {
        if self.lease.state == LeaseState::Void { Ok(Vec::new()) } else { plan(self.terms).map_err(refused) }
    }

    /// Whose a bill is, as far as the lease tells tenants apart.
    fn tenant(&self, bill: &Bill) -> u64 {
        if self.terms.tenants.is_empty() { 0 } else { bill.tenant_id }
    }

    fn openings(&self) -> impl Iterator<Item = (&Bill, DateSpan)> {
        let bills = self.bills.iter().filter(|bill| is_of_before(bill));
        bills.filter_map(|bill| Some((bill, bill.period?)))
    }

    /// Whether a period came in as an opening balance, and is therefore not asked for by the contract.
    fn came_in(&self, planned: &PlannedBill) -> bool {
        self.openings().any(|(bill, period)| self.stands_for(bill, period, planned))
    }

    fn stands_for(&self, bill: &Bill, period: DateSpan, planned: &PlannedBill) -> bool {
        bill.kind == planned.kind && period.contains(planned.period.from) && self.tenant(bill) == planned.tenant_id
    }

    fn by_period(&self, planned: &[PlannedBill]) -> Result<(Vec<Delta>, Vec<PlannedBill>)> {
        let opening = |bill: &Bill, period: DateSpan| {
            self.openings()
                .any(|(other, of)| other.kind == bill.kind && of == period && self.tenant(other) == self.tenant(bill))
        };
        let issued = |bill: &Bill| {
            let by_contract = matches!(bill.source, BillSource::Contract | BillSource::Adjustment);
            let period = bill.period.filter(|_| by_contract && bill.charge_line < HOLDOVER_LINE)?;
            let (charge_line, kind, amount_fen) = (bill.charge_line, bill.kind, bill.amount_fen);
            let adjusts_opening = bill.source == BillSource::Adjustment && opening(bill, period);
            let issued = Issued { charge_line, tenant_id: self.tenant(bill), kind, period, amount_fen };
            (!adjusts_opening).then_some(issued)
        };
        let issued: Vec<Issued> = self.bills.iter().filter_map(issued).collect();
        let own: Vec<PlannedBill> = planned.iter().filter(|bill| !self.came_in(bill)).cloned().collect();
        let (mut changed, to_come) = deltas(&issued, &own);
        // What was billed although it had come in is a fault that the checks name; no run touches it.
        let came_in = |delta: &Delta, (bill, of): (&Bill, DateSpan)| {
            (bill.kind, self.tenant(bill)) == (delta.kind, delta.tenant_id) && of.contains(delta.period.from)
        };
        changed.retain(|delta| !self.openings().any(|opening| came_in(delta, opening)));
        changed.extend(self.of_openings(planned)?);
        Ok((changed, to_come))
    }

    /// Corrections of opening balances: what the contract asks for their days now, less what it asked when they came in.
    fn of_openings(&self, planned: &[PlannedBill]) -> Result<Vec<Delta>> {
        let openings: Vec<(&Bill, DateSpan)> = self.openings().collect();
        let mut changed = Vec::new();
        for (place, (bill, period)) in openings.iter().enumerate() {
            let earlier = &openings[..place];
            let sum = |plan: &[PlannedBill]| -> i64 {
                let first = |bill: &&PlannedBill| !earlier.iter().any(|(other, of)| self.stands_for(other, *of, bill));
                let stood = plan.iter().filter(|planned| {
                    let by = PlannedBill { tenant_id: self.tenant(bill), ..(*planned).clone() };
                    self.stands_for(bill, *period, if planned.tenant_id == 0 { &by } else { planned })
                });
                stood.filter(first).map(|planned| planned.amount_fen).sum()
            };
            let then = plan(&terms_of(self.view, self.lease, bill.version_no)?).map_err(refused)?;
            let corrected = self.bills.iter().filter(|other| {
                let same = other.kind == bill.kind && other.period == Some(*period);
                // A month of occupation may have the same days.
                let of_contract = other.source == BillSource::Adjustment && other.charge_line < HOLDOVER_LINE;
                same && of_contract && self.tenant(other) == self.tenant(bill)
            });
            // What came in twice for the same days is corrected once: a record of a paid period, and what was owed of it.
            let again = earlier
                .iter()
                .any(|(other, of)| (other.kind, of, self.tenant(other)) == (bill.kind, period, self.tenant(bill)));
            let corrected: i64 = if again { 0 } else { corrected.map(|other| other.amount_fen).sum() };
            let issued = Issued {
                charge_line: bill.charge_line,
                tenant_id: self.tenant(bill),
                kind: bill.kind,
                period: *period,
                amount_fen: sum(&then) + corrected,
            };
            changed.extend(Delta::between(&issued, sum(planned)));
        }
        Ok(changed)
    }

    /// Corrections of the occupation charges that were billed, and months that are over and were not.
    fn holdover(&self, day: Date) -> Result<(Vec<Delta>, Vec<Overstay>)> {
        let billed: Vec<(&Bill, DateSpan)> = self
            .bills
            .iter()
            .filter(|bill| bill.charge_line == HOLDOVER_LINE)
            .filter_map(|bill| Some((bill, bill.period?)))
            .collect();
        if billed.is_empty() && self.lease.effective_end() >= day {
            return Ok((Vec::new(), Vec::new()));
        }
        let last = billed.iter().map(|(_, period)| period.to).fold(day, Date::max);
        let (months, until) =
            if self.lease.state == LeaseState::Void { (Vec::new(), None) } else { owed(self.view, self.lease, last)? };
        let mut changed = Vec::new();
        for (bill, period) in billed.iter().filter(|(bill, _)| bill.source == BillSource::Holdover) {
            let same = |other: &&(&Bill, DateSpan)| other.1.from == period.from;
            let amount_fen = billed.iter().filter(same).map(|(bill, _)| bill.amount_fen).sum();
            let (charge_line, kind, period) = (bill.charge_line, bill.kind, *period);
            let issued = Issued { charge_line, tenant_id: 0, kind, period, amount_fen };
            let now = months.iter().find(|month| month.owed.from == period.from);
            changed.extend(Delta::between(&issued, now.map_or(0, |month| month.amount_fen)));
        }
        let from = books_from_of(self.view, self.lease)?;
        let lacks = |month: &Overstay| {
            let over = month.owed.to < day || until.is_some_and(|(until, _)| until <= day && month.owed.to <= day);
            let known = billed.iter().any(|(_, period)| period.from == month.owed.from);
            over && month.amount_fen != 0 && !known && from.is_none_or(|from| month.owed.to.min(day) >= from)
        };
        Ok((changed, months.into_iter().filter(lacks).collect()))
    }
}
