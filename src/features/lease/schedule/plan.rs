//! From terms to bills.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amount;
use super::period::{due_date, periods};
use super::terms::{BillKind, ExtraCharge, FreeScope, RentBasis, RentTerms, Stage};
use crate::kernel::dates::DateText;
use crate::kernel::exact::{Cumulative, Exact, exact, half_up, split};
use crate::kernel::span::{DateSpan, add_days, add_months, after, before, months_to};

/// A part of a bill with one rent, or free 账单明细.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillLine {
    /// Its days.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Rent of the stage, in the stage's unit.
    pub stage_rent: i64,
    /// Whether nothing is charged.
    pub free: bool,
    /// Fen.
    pub amount_fen: i64,
}

/// A bill as the contract foresees it 计划账单.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedBill {
    /// What for.
    pub kind: BillKind,
    /// 0 the rent, 1, 2, … the other charges in the contract's order.
    pub charge_line: u16,
    /// The days it is for.
    pub period: DateSpan,
    /// When it enters the books.
    #[schemars(with = "DateText")]
    pub issue_date: Date,
    /// Last day to pay.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen.
    pub amount_fen: i64,
    /// Its parts; they add up to the amount.
    pub lines: Vec<BillLine>,
    /// Shares of the rooms, in the lease's order; they add up to the amount.
    pub split: Vec<i64>,
}

/// The first day at which the rent bills of a plan do not cover a term day by day, free parts included: a day of a gap,
/// or one that is billed twice (invariant I3).
pub fn uncovered(bills: &[PlannedBill], term: DateSpan) -> Option<Date> {
    let mut lines: Vec<DateSpan> =
        bills.iter().filter(|bill| bill.charge_line == 0).flat_map(|bill| &bill.lines).map(|line| line.span).collect();
    lines.sort_by_key(|span| span.from);
    let mut next = term.from;
    for span in lines {
        if span.from != next {
            return Some(next.min(span.from));
        }
        next = after(span.to);
    }
    (next != after(term.to)).then(|| next.min(after(term.to)))
}

/// Every bill of the contract, by period, then charge.
///
/// # Errors
/// Field and Chinese sentence when the terms contradict themselves.
pub fn plan(terms: &RentTerms) -> Result<Vec<PlannedBill>, (&'static str, String)> {
    if let Some(problem) = terms.problem() {
        return Err(problem);
    }
    let spans = periods(terms);
    let mut bills = charge(terms, &Charge::rent(terms), &spans);
    for (index, extra) in terms.extra_charges.iter().enumerate() {
        let line = u16::try_from(index + 1).unwrap_or(u16::MAX);
        bills.extend(charge(terms, &Charge::extra(terms, extra, line), &spans));
    }
    bills.sort_by_key(|bill| (bill.period.from, bill.charge_line));
    Ok(bills)
}

/// One stream of bills.
pub(super) struct Charge {
    pub kind: BillKind,
    pub line: u16,
    pub stages: Vec<Stage>,
    pub free: Vec<DateSpan>,
    basis: RentBasis,
}

impl Charge {
    pub fn rent(terms: &RentTerms) -> Self {
        let free = terms.rent_free.iter().map(|free| free.span).collect();
        Self { kind: BillKind::Rent, line: 0, stages: terms.stages.clone(), free, basis: terms.rent_basis }
    }

    pub fn extra(terms: &RentTerms, extra: &ExtraCharge, line: u16) -> Self {
        let area: i64 = terms.areas.iter().map(|area| area.0).sum();
        let rent = match extra.month_fen {
            0 => half_up(exact(extra.price_e4, 10_000) * exact(area, 1)),
            fen => fen,
        };
        let free = terms.rent_free.iter().filter(|free| free.scope == FreeScope::All).map(|free| free.span).collect();
        let stages = vec![Stage { span: terms.term, rent }];
        Self { kind: extra.kind, line, stages, free, basis: RentBasis::MonthTotal }
    }

    /// Exact fen of an interval at one of its rents.
    pub fn amount(&self, terms: &RentTerms, interval: DateSpan, rent: i64) -> Exact {
        if self.basis == terms.rent_basis {
            amount::rent(terms, interval, rent)
        } else {
            amount::months(terms, interval) * exact(rent, 1)
        }
    }

    /// A period cut at every change of rent and every border of a free interval.
    pub fn pieces(&self, terms: &RentTerms, period: DateSpan) -> Vec<(DateSpan, i64, bool)> {
        let mut pieces = Vec::new();
        for stage in &self.stages {
            let Some(interval) = stage.span.meet(&period) else { continue };
            let mut from = interval.from;
            while from <= interval.to {
                let (to, free) = self.run(from, interval.to);
                let to = self.year_end(terms, from).map_or(to, |end| end.min(to));
                pieces.push((DateSpan::new(from, to), stage.rent, free));
                from = crate::kernel::span::after(to);
            }
        }
        pieces
    }

    /// Where the run of free or charged days that begins at `from` ends.
    fn run(&self, from: Date, end: Date) -> (Date, bool) {
        if let Some(free) = self.free.iter().find(|free| free.contains(from)) {
            return (free.to.min(end), true);
        }
        let next = self.free.iter().map(|free| free.from).filter(|start| *start > from).min();
        (next.map_or(end, |start| before(start).min(end)), false)
    }

    /// With a rent by the year, lines end with the lease year, which is the rounding group.
    fn year_end(&self, terms: &RentTerms, day: Date) -> Option<Date> {
        let start = terms.term.from;
        (self.basis == RentBasis::YearTotal)
            .then(|| before(add_months(start, (months_to(start, day).div_euclid(12) + 1) * 12)))
    }
}

fn charge(terms: &RentTerms, charge: &Charge, spans: &[DateSpan]) -> Vec<PlannedBill> {
    let weights: Vec<i64> = terms.areas.iter().map(|area| area.0).collect();
    let mut first_due = terms.first_due_date;
    let mut year: Option<(Date, Cumulative)> = None;
    let mut bills = Vec::with_capacity(spans.len());
    for period in spans {
        let mut group = Cumulative::default();
        let mut lines = Vec::new();
        for (span, rent, free) in charge.pieces(terms, *period) {
            let part = if free { exact(0, 1) } else { charge.amount(terms, span, rent) };
            let amount_fen = match charge.year_end(terms, span.from) {
                None => group.next(part),
                Some(end) => match &mut year {
                    Some((of, sum)) if *of == end => sum.next(part),
                    slot => slot.insert((end, Cumulative::default())).1.next(part),
                },
            };
            lines.push(BillLine { span, stage_rent: rent, free, amount_fen });
        }
        let amount_fen = lines.iter().map(|line| line.amount_fen).sum();
        let rule = due_date(terms, *period);
        let due_date = if amount_fen == 0 { rule } else { first_due.take().unwrap_or(rule) };
        bills.push(PlannedBill {
            kind: charge.kind,
            charge_line: charge.line,
            period: *period,
            issue_date: add_days(due_date, -i64::from(terms.issue_lead_days)),
            due_date,
            amount_fen,
            lines,
            split: split(amount_fen, &weights),
        });
    }
    bills
}
