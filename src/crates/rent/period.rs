//! Periods, month cells and due dates (domain.md 3.1).

use jiff::civil::{Date, date};

use super::terms::{DueKind, PeriodMode, RentTerms};
use gx_kernel::span::{DateSpan, add_days, add_months, before, months_to};

/// Periods of the chargeable term, in order, each from the anchor.
pub fn periods(terms: &RentTerms) -> Vec<DateSpan> {
    let charged = terms.chargeable();
    let months = i64::from(terms.billing_cycle);
    if charged.is_empty() {
        return Vec::new();
    }
    if months == 0 {
        return vec![charged];
    }
    let anchor = match terms.period_mode {
        PeriodMode::Anchored => charged.from,
        PeriodMode::Calendar => block_start(charged.from, months),
    };
    let mut periods = Vec::new();
    for index in 0.. {
        let whole = cell_span(anchor, index, months);
        if whole.from > charged.to {
            break;
        }
        periods.extend(whole.meet(&charged));
    }
    periods
}

/// First day of the calendar block of `months` months that holds a day, counted from January.
fn block_start(day: Date, months: i64) -> Date {
    let index = (i64::from(day.month()) - 1) / months;
    add_months(date(day.year(), 1, 1), index * months)
}

/// The `index`-th span of `months` months from an anchor.
pub fn cell_span(anchor: Date, index: i64, months: i64) -> DateSpan {
    DateSpan::new(add_months(anchor, index * months), before(add_months(anchor, (index + 1) * months)))
}

/// The month cells that an interval touches 计租月, whole.
pub fn cells(mode: PeriodMode, start: Date, interval: DateSpan) -> Vec<DateSpan> {
    let anchor = match mode {
        PeriodMode::Anchored => start,
        PeriodMode::Calendar => date(start.year(), start.month(), 1),
    };
    let first = months_to(anchor, interval.from);
    (first..).map(|index| cell_span(anchor, index, 1)).take_while(|cell| cell.from <= interval.to).collect()
}

/// Last day to pay a period by the contract's rule.
pub fn due_date(terms: &RentTerms, period: DateSpan) -> Date {
    let n = i64::from(terms.due_rule.n);
    match terms.due_rule.kind {
        DueKind::Advance => add_days(period.from, -n),
        DueKind::Arrears => add_days(period.to, n),
        DueKind::Day => {
            let first = period.from;
            let day = n.min(i64::from(first.days_in_month()));
            add_days(date(first.year(), first.month(), 1), day - 1).max(first)
        }
    }
}
