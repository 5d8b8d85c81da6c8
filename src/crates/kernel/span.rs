//! Spans of calendar days, both ends inclusive, as Chinese contracts say 自…起至…止 (domain.md D5), and the
//! month arithmetic of domain.md 3.1.

use jiff::civil::Date;
use jiff::{Span, ToSpan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates::DateText;
use crate::day_number::days_of;

/// The last day that is counted: an open end is stored as this day.
pub const FOREVER: Date = jiff::civil::date(9999, 12, 31);

/// Days from … to, both included. `from` after `to` is an empty span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct DateSpan {
    /// First day, included.
    #[schemars(with = "DateText")]
    pub from: Date,
    /// Last day, included.
    #[schemars(with = "DateText")]
    pub to: Date,
}

impl DateSpan {
    pub const fn new(from: Date, to: Date) -> Self {
        Self { from, to }
    }

    /// Whether it holds no day.
    pub fn is_empty(&self) -> bool {
        self.from > self.to
    }

    /// Number of days.
    pub fn days(&self) -> i64 {
        if self.is_empty() { 0 } else { days_between(self.from, self.to) + 1 }
    }

    /// Whether a day lies in it.
    pub fn contains(&self, day: Date) -> bool {
        self.from <= day && day <= self.to
    }

    /// Whether every day of another lies in it.
    pub fn covers(&self, other: &Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }

    /// Whether the two share a day.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    /// The days both hold.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let both = Self::new(self.from.max(other.from), self.to.min(other.to));
        (!both.is_empty()).then_some(both)
    }
}

impl std::fmt::Display for DateSpan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.to == FOREVER { write!(f, "{} 起", self.from) } else { write!(f, "{} 至 {}", self.from, self.to) }
    }
}

/// Days from one day to another; 0 for the same day.
pub fn days_between(from: Date, to: Date) -> i64 {
    days_of(to) - days_of(from)
}

/// The day before.
pub fn before(day: Date) -> Date {
    day.saturating_sub(1.day())
}

/// The day after.
pub fn after(day: Date) -> Date {
    day.saturating_add(1.day())
}

/// A day moved by a number of days.
pub fn add_days(day: Date, days: i64) -> Date {
    Span::new().try_days(days).map_or(day, |span| day.saturating_add(span))
}

/// A day moved by whole months; the day of the month is kept or becomes the month's last (domain.md 3.1).
/// Always apply it to the original anchor: chained, it drifts.
pub fn add_months(anchor: Date, months: i64) -> Date {
    Span::new().try_months(months).map_or(anchor, |span| anchor.saturating_add(span))
}

/// Whole months from an anchor to the contract month that holds `day` (negative before the anchor).
pub fn months_to(anchor: Date, day: Date) -> i64 {
    let count =
        (i64::from(day.year()) - i64::from(anchor.year())) * 12 + i64::from(day.month()) - i64::from(anchor.month());
    if add_months(anchor, count) > day { count - 1 } else { count }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn months_do_not_drift() {
        let anchor = date(2024, 1, 31);
        let starts: Vec<_> = (0..4).map(|k| add_months(anchor, k)).collect();
        assert_eq!(starts, [date(2024, 1, 31), date(2024, 2, 29), date(2024, 3, 31), date(2024, 4, 30)]);
        for (day, months) in
            [(date(2024, 2, 28), 0), (date(2024, 2, 29), 1), (date(2024, 3, 30), 1), (date(2024, 1, 30), -1)]
        {
            assert_eq!(months_to(anchor, day), months, "{day}");
        }
    }

    #[test]
    fn both_ends_count() {
        let may = DateSpan::new(date(2024, 5, 20), date(2024, 8, 19));
        assert_eq!(may.days(), 92);
        assert_eq!(DateSpan::new(date(2024, 1, 1), date(2024, 1, 1)).days(), 1);
        let (june, july) =
            (DateSpan::new(date(2024, 1, 1), date(2024, 6, 30)), DateSpan::new(date(2024, 7, 1), FOREVER));
        assert!(!june.overlaps(&july), "adjacent spans do not clash");
        assert_eq!(june.meet(&may), Some(DateSpan::new(date(2024, 5, 20), date(2024, 6, 30))));
        assert_eq!(june.meet(&july), None);
        assert!(june.covers(&june) && !may.covers(&june));
    }
}
