//! Splitting an amount over calendar months by days 权责口径 (domain.md 3.8).

use jiff::civil::date;

use super::period::cell_span;
use gx_kernel::exact::split;
use gx_kernel::span::{DateSpan, months_to};

/// Each calendar month that a span touches, with its days of the span and its part of the amount.
pub fn by_calendar_month(total_fen: i64, span: DateSpan) -> Vec<(DateSpan, i64)> {
    if span.is_empty() {
        return Vec::new();
    }
    let anchor = date(span.from.year(), span.from.month(), 1);
    let months: Vec<DateSpan> =
        (0..=months_to(anchor, span.to)).filter_map(|index| cell_span(anchor, index, 1).meet(&span)).collect();
    let weights: Vec<i64> = months.iter().map(DateSpan::days).collect();
    months.into_iter().zip(split(total_fen, &weights)).collect()
}
