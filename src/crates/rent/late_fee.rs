//! Late fee 滞纳金 by the balance of each day (domain.md 3.5). Simple, never compounded, with grace and cap.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use gx_kernel::exact::parts_per_million;
use gx_kernel::order::Order;
use gx_kernel::span::{DateSpan, add_days, after, days_between};

/// The contract's rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Parts per million a day.
    pub rate_ppm: i64,
    /// Days after the due date on which settling the whole bill costs nothing.
    pub grace_days: i64,
    /// Most of the principal, in parts per million.
    pub cap_ppm: Option<i64>,
}

/// Money that came (positive) or went back (negative) on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// The bank's day.
    pub value_date: Date,
    /// Fen.
    pub amount_fen: i64,
}

/// Days on which the same amount was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// The overdue days.
    #[serde(flatten)]
    pub span: DateSpan,
    /// Fen open on them.
    pub base_fen: i64,
    /// How many days.
    pub days: i64,
}

/// A fee with its computation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LateFee {
    /// Parts of the fee, each with the amount that was open then.
    pub segments: Vec<Segment>,
    /// Before the cap, rounded.
    pub raw_fen: i64,
    /// Whether the cap was reached.
    pub capped: bool,
    /// Late fee 滞纳金 up to now, in whole fen.
    pub fee_fen: i64,
}

/// The fee of a bill as of a day. Payments that never came (bounced) are left out by the caller.
pub fn late_fee(principal_fen: i64, due: Date, payments: &[Payment], rule: Rule, as_of: Date) -> LateFee {
    let mut events: Vec<Payment> = payments.iter().filter(|payment| payment.value_date <= as_of).copied().collect();
    events.order_by_key(|payment| payment.value_date);
    let paid_by = |day: Date| -> i64 {
        events.iter().filter(|payment| payment.value_date <= day).map(|payment| payment.amount_fen).sum()
    };
    let end_of_grace = add_days(due, rule.grace_days);
    // Until the grace is over nobody knows whether the bill will be settled in time.
    if as_of <= end_of_grace || paid_by(end_of_grace) >= principal_fen {
        return LateFee { segments: Vec::new(), raw_fen: 0, capped: false, fee_fen: 0 };
    }
    // A payment on day p is p − due days late, so the day of payment still counts with the old balance.
    let mut borders: Vec<Date> = events.iter().map(|event| event.value_date).filter(|day| *day > due).collect();
    borders.push(as_of);
    borders.dedup();
    let (mut segments, mut last, mut open) = (Vec::new(), due, principal_fen - paid_by(due));
    for border in borders {
        let days = days_between(last, border);
        if days > 0 && open > 0 {
            segments.push(Segment { span: DateSpan::new(after(last), border), base_fen: open, days });
        }
        last = border;
        open = principal_fen - paid_by(border);
    }
    let weight: i128 = segments.iter().map(|part| i128::from(part.base_fen) * i128::from(part.days)).sum();
    let (raw_fen, fee_fen) = fee_of(weight, principal_fen, rule);
    LateFee { segments, raw_fen, capped: fee_fen < raw_fen, fee_fen }
}

/// The fee of so many fen times days: rounded, and under the cap.
pub fn fee_of(weight: i128, principal_fen: i64, rule: Rule) -> (i64, i64) {
    let raw_fen = parts_per_million(weight, rule.rate_ppm);
    let cap = rule.cap_ppm.map(|ppm| parts_per_million(i128::from(principal_fen), ppm));
    (raw_fen, cap.map_or(raw_fen, |cap| raw_fen.min(cap)))
}
