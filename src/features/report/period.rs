//! What every block of the report says about its question (domain.md 4.0), and the periods it is compared with.

use jiff::civil::{Date, date};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Result};
use crate::features::finance::figures::load::{ChartQuery, parties};
use crate::features::finance::period::{CLOSED, MonthClose};
use crate::kernel::dates::DateText;
use crate::kernel::exact::{exact, half_up};
use crate::kernel::span::{DateSpan, add_months, before};
use crate::op::View;
use crate::store::{Reads, key};

/// The question as it was understood.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// Day up to which the figures count.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// Calendar year, in digits.
    pub year: i16,
    /// Month; 0 for the whole year.
    pub month: i8,
    /// Whether every month of the period is closed for every party A that counts.
    pub closed: bool,
}

/// A question with its days.
#[derive(Debug, Clone, Copy)]
pub struct Period {
    /// What is answered with the figures.
    pub facts: Facts,
    /// The period asked for.
    pub span: DateSpan,
}

impl Period {
    /// Understands a question.
    ///
    /// # Errors
    /// A sentence for a month, year or day that makes no sense.
    pub fn of(view: &View, query: &ChartQuery) -> Result<Self> {
        let (span, as_of, year) = (query.span(view)?, query.day(view), query.year(view));
        if as_of > view.now.date() {
            return Err(AppError::refused("截至日期不能晚于今天"));
        }
        let closed = is_closed(view, query, span)?;
        Ok(Self { facts: Facts { as_of, year, month: query.month, closed }, span })
    }

    /// The period up to the day of the figures.
    pub fn so_far(&self) -> DateSpan {
        DateSpan::new(self.span.from, self.span.to.min(self.facts.as_of))
    }

    /// The year up to the end of the period and the day of the figures.
    pub fn year_so_far(&self) -> DateSpan {
        DateSpan::new(self.year().from, self.so_far().to)
    }

    /// The whole year.
    pub fn year(&self) -> DateSpan {
        DateSpan::new(date(self.facts.year, 1, 1), date(self.facts.year, 12, 31))
    }

    /// The same period some months earlier, cut as this one is.
    fn earlier(&self, months: i64) -> DateSpan {
        let so_far = self.so_far();
        let from = add_months(so_far.from, -months);
        let whole = so_far.to == self.span.to;
        let to = if whole { before(add_months(after(self.span.to), -months)) } else { add_months(so_far.to, -months) };
        DateSpan::new(from, to)
    }

    /// The month before, or the year before.
    pub fn previous(&self) -> DateSpan {
        self.earlier(if self.facts.month == 0 { 12 } else { 1 })
    }

    /// The same days a year ago.
    pub fn last_year(&self) -> DateSpan {
        self.earlier(12)
    }

    /// Whether a month of the year (1-12) lies wholly behind the day of the figures.
    pub fn is_future(&self, month: i8) -> bool {
        date(self.facts.year, month, 1) > self.facts.as_of
    }
}

fn after(day: Date) -> Date {
    crate::kernel::span::after(day)
}

/// A change in parts of ten thousand; none when there was nothing before.
pub fn change(now: i64, before: i64) -> Option<i64> {
    (before > 0).then(|| half_up(exact(now - before, 1) * exact(10_000, before)))
}

fn is_closed(view: &View, query: &ChartQuery, span: DateSpan) -> Result<bool> {
    let last = span.to.first_of_month();
    let parties = parties(view, query)?;
    for party in &parties {
        let columns = key().u64(party.party_a_id).str(&last.to_string());
        let closes: Vec<MonthClose> = view.tx.by(&CLOSED, &columns, false, 0, 1)?;
        if closes.is_empty() {
            return Ok(false);
        }
    }
    Ok(!parties.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(month: i8, span: DateSpan, as_of: Date) -> Period {
        Period { facts: Facts { as_of, year: span.from.year(), month, closed: false }, span }
    }

    #[test]
    fn a_period_is_compared_with_one_as_long() {
        let september = DateSpan::new(date(2024, 9, 1), date(2024, 9, 30));
        let whole = period(9, september, date(2024, 12, 31));
        assert_eq!(whole.previous(), DateSpan::new(date(2024, 8, 1), date(2024, 8, 31)));
        assert_eq!(whole.last_year(), DateSpan::new(date(2023, 9, 1), date(2023, 9, 30)));
        let cut = period(9, september, date(2024, 9, 12));
        assert_eq!(cut.so_far().to, date(2024, 9, 12));
        assert_eq!(cut.previous(), DateSpan::new(date(2024, 8, 1), date(2024, 8, 12)));
        let march = period(3, DateSpan::new(date(2024, 3, 1), date(2024, 3, 31)), date(2024, 3, 31));
        assert_eq!(march.previous(), DateSpan::new(date(2024, 2, 1), date(2024, 2, 29)), "29 February");
        let year = period(0, DateSpan::new(date(2024, 1, 1), date(2024, 12, 31)), date(2024, 9, 30));
        assert_eq!(year.previous(), DateSpan::new(date(2023, 1, 1), date(2023, 9, 30)));
        assert_eq!(year.year_so_far(), DateSpan::new(date(2024, 1, 1), date(2024, 9, 30)));
    }

    #[test]
    fn a_change_needs_something_to_compare_with() {
        assert_eq!(change(108_170, 100_000), Some(817));
        assert_eq!(change(95_000, 100_000), Some(-500));
        assert_eq!(change(95_000, 0), None);
    }
}
