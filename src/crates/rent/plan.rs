//! From terms to bills.

use std::collections::BTreeSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amount;
use super::period::{due_date, periods};
use super::terms::{BillKind, ExtraCharge, FreeScope, RentBasis, RentTerms, Stage};
use gx_kernel::dates::DateText;
use gx_kernel::exact::{Cumulative, Exact, exact, half_up, split};
use gx_kernel::order::Order;
use gx_kernel::span::{DateSpan, add_days, add_months, after, before, months_to};

/// A part of a bill with one rent, or free 账单明细.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillLine {
    /// Days that the step counts for, both included.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Rent of the stage, in the stage's unit.
    pub stage_rent: i64,
    /// Whether nothing is charged.
    pub free: bool,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_none(tenant_id: &u64) -> bool {
    *tenant_id == 0
}

/// A bill as the contract foresees it 计划账单.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedBill {
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// 0 the rent, else the key of the other charge.
    pub charge_line: u16,
    /// Whose days these are; 0 while the lease has had one tenant only.
    #[serde(default, skip_serializing_if = "is_none")]
    pub tenant_id: u64,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: DateSpan,
    /// When it enters the books.
    #[schemars(with = "DateText")]
    pub issue_date: Date,
    /// Last day to pay.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Amount in whole fen.
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
    lines.order_by_key(|span| span.from);
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
    let (spans, eras) = (periods(terms), terms.eras());
    let mut lines: BTreeSet<u16> = BTreeSet::from([0]);
    lines.extend(eras.iter().flat_map(|(_, era)| &era.extra_charges).map(|extra| extra.key));
    let mut bills = Vec::new();
    for line in lines {
        let of_era = |(span, era)| Some(Part { span, terms: era, charge: Charge::of(era, line)? });
        let parts: Vec<Part<'_>> = eras.iter().map(|(span, era)| (*span, era)).filter_map(of_era).collect();
        bills.extend(charge(terms, &parts, &spans));
    }
    bills.order_by_key(|bill| (bill.period.from, bill.charge_line));
    Ok(bills)
}

/// A charge as it is agreed for a stretch of days.
struct Part<'a> {
    span: DateSpan,
    terms: &'a RentTerms,
    charge: Charge,
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
    /// The charge of a line, 0 for the rent; none when these terms do not know it.
    pub fn of(terms: &RentTerms, line: u16) -> Option<Self> {
        let extra = || terms.extra_charges.iter().find(|extra| extra.key == line);
        if line == 0 { Some(Self::rent(terms)) } else { extra().map(|extra| Self::extra(terms, extra)) }
    }

    pub fn rent(terms: &RentTerms) -> Self {
        let free = terms.rent_free.iter().map(|free| free.span).collect();
        Self { kind: BillKind::Rent, line: 0, stages: terms.stages.clone(), free, basis: terms.rent_basis }
    }

    fn extra(terms: &RentTerms, extra: &ExtraCharge) -> Self {
        let area: i64 = terms.areas.iter().map(|area| area.0).sum();
        let rent = match extra.month_fen {
            0 => half_up(exact(extra.price_e4, 10_000) * exact(area, 1)),
            fen => fen,
        };
        let free = terms.rent_free.iter().filter(|free| free.scope == FreeScope::All).map(|free| free.span).collect();
        let stages = vec![Stage { span: terms.term, rent }];
        Self { kind: extra.kind, line: extra.key, stages, free, basis: RentBasis::MonthTotal }
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
                from = gx_kernel::span::after(to);
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

/// The pieces of a period in the order of its days, cut at changes of the terms and of the tenant too.
fn pieces<'p>(
    terms: &RentTerms,
    parts: &'p [Part<'p>],
    period: DateSpan,
) -> Vec<(&'p Part<'p>, (DateSpan, i64, bool))> {
    let mut cuts: Vec<Date> = vec![period.from];
    cuts.extend(terms.tenants.iter().map(|tenant| tenant.from).filter(|day| *day > period.from && *day <= period.to));
    let ends = cuts.iter().skip(1).map(|day| before(*day)).chain([period.to]);
    let mut pieces = Vec::new();
    for span in cuts.iter().zip(ends).map(|(from, to)| DateSpan::new(*from, to)) {
        for part in parts {
            let met = part.span.meet(&span);
            let of_part = met.map(|span| part.charge.pieces(part.terms, span)).unwrap_or_default();
            pieces.extend(of_part.into_iter().map(|piece| (part, piece)));
        }
    }
    pieces
}

/// The bills of a charge: one a period, or one for each tenant where a period has two.
fn charge(terms: &RentTerms, parts: &[Part<'_>], spans: &[DateSpan]) -> Vec<PlannedBill> {
    let mut first_due = terms.first_due_date;
    let mut year: Option<(Date, Cumulative)> = None;
    let mut bills = Vec::with_capacity(spans.len());
    for period in spans {
        let mut group = Cumulative::default();
        let mut lines: Vec<BillLine> = Vec::new();
        for (Part { terms, charge, .. }, (span, rent, free)) in pieces(terms, parts, *period) {
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
        for (tenant_id, span, lines) in by_tenant(terms, *period, lines) {
            let Some(part) = parts.iter().find(|part| part.span.overlaps(&span)) else { continue };
            bills.push(bill(part, &mut first_due, tenant_id, span, lines));
        }
    }
    bills
}

/// The lines of a period tenant by tenant, with the days of each.
fn by_tenant(terms: &RentTerms, period: DateSpan, lines: Vec<BillLine>) -> Vec<(u64, DateSpan, Vec<BillLine>)> {
    let mut parts: Vec<(u64, DateSpan, Vec<BillLine>)> = Vec::new();
    for line in lines {
        let tenant_id = terms.tenant_on(line.span.from);
        match parts.last_mut() {
            Some((of, _, lines)) if *of == tenant_id => lines.push(line),
            last => {
                let from = terms.tenants.iter().map(|tenant| tenant.from).filter(|from| *from <= line.span.from).max();
                let from = from.map_or(period.from, |from| from.max(period.from));
                if let Some((_, span, _)) = last {
                    span.to = before(from);
                }
                parts.push((tenant_id, DateSpan::new(from, period.to), vec![line]));
            }
        }
    }
    if let Some((tenant, span, _)) = parts.last_mut() {
        // A charge that ends before the tenant does leaves his days as they are.
        let next = terms.tenants.iter().filter(|next| next.from > span.from && next.tenant_id != *tenant);
        span.to = next.map(|next| before(next.from)).fold(span.to, Date::min);
    }
    parts
}

fn bill(
    part: &Part<'_>,
    first_due: &mut Option<Date>,
    tenant_id: u64,
    period: DateSpan,
    lines: Vec<BillLine>,
) -> PlannedBill {
    let weights: Vec<i64> = part.terms.areas.iter().map(|area| area.0).collect();
    let amount_fen = lines.iter().map(|line| line.amount_fen).sum();
    let rule = due_date(part.terms, period);
    let due_date = if amount_fen == 0 { rule } else { first_due.take().unwrap_or(rule) };
    PlannedBill {
        kind: part.charge.kind,
        charge_line: part.charge.line,
        tenant_id,
        period,
        issue_date: add_days(due_date, -i64::from(part.terms.issue_lead_days)),
        due_date,
        amount_fen,
        lines,
        split: split(amount_fen, &weights),
    }
}
