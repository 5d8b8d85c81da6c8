//! What a line of a statement is, beside what it is called: its number may lose digits on the way, its content does not.

use jiff::civil::Time;
use serde::{Deserialize, Serialize};

/// What a statement says of a line, beside day, amount, payer and the payer's account, which its receipt has itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineFacts {
    /// Time of day.
    pub time: Option<Time>,
    /// Fen on the account after it.
    pub balance_fen: Option<i64>,
}

/// How a part of a line compares with that of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    Equal,
    /// One of the two does not say it, or not in full.
    Unsaid,
    Different,
}

impl Likeness {
    /// Compares what both may say; `fits` is asked for what differs.
    pub(super) fn of<T: PartialEq>(one: Option<T>, other: Option<T>, fits: impl FnOnce(&T, &T) -> bool) -> Self {
        match (one, other) {
            (Some(one), Some(other)) if one == other => Self::Equal,
            (Some(one), Some(other)) if !fits(&one, &other) => Self::Different,
            _ => Self::Unsaid,
        }
    }

    /// Times of day; one without seconds fits every second of its minute.
    pub(super) fn of_times(one: Option<Time>, other: Option<Time>) -> Self {
        let minute = |time: &Time| (time.hour(), time.minute());
        Self::of(one, other, |one, other| minute(one) == minute(other) && (one.second() == 0 || other.second() == 0))
    }
}

/// A line and a receipt of the same day and amount, part by part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comparison {
    pub(super) time: Likeness,
    pub(super) balance: Likeness,
    pub(super) payer: Likeness,
    pub(super) account: Likeness,
    pub(super) number: Likeness,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The receipt is this line.
    Same,
    /// It may be, and a person is asked.
    Perhaps,
    /// It is another one.
    Other,
}

impl Comparison {
    /// The balance after a line and the time of it make it one that cannot come twice; a number that is the same up to what a
    /// spreadsheet program takes stands for a time or account that is missing. Numbers that differ decide nothing.
    pub(super) fn verdict(self) -> Verdict {
        use Likeness::{Different, Equal};
        if self.time == Different || self.balance == Different {
            return Verdict::Other;
        }
        let has_balance = self.balance == Equal;
        if self.payer == Different || self.account == Different {
            return if has_balance { Verdict::Perhaps } else { Verdict::Other };
        }
        let is_reported = (self.time == Equal && self.account == Equal) || self.number == Equal;
        if has_balance && self.payer == Equal && is_reported { Verdict::Same } else { Verdict::Perhaps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Likeness::{Different, Equal, Unsaid};

    #[test]
    fn what_is_the_same_line_what_is_asked_and_what_is_another() {
        let all = Comparison { time: Equal, balance: Equal, payer: Equal, account: Equal, number: Different };
        for (comparison, verdict) in [
            (all, Verdict::Same),
            (Comparison { number: Unsaid, ..all }, Verdict::Same),
            (Comparison { balance: Unsaid, ..all }, Verdict::Perhaps),
            (Comparison { balance: Unsaid, number: Equal, ..all }, Verdict::Perhaps),
            (Comparison { time: Unsaid, ..all }, Verdict::Perhaps),
            (Comparison { time: Unsaid, number: Equal, ..all }, Verdict::Same),
            (Comparison { account: Unsaid, ..all }, Verdict::Perhaps),
            (Comparison { payer: Unsaid, ..all }, Verdict::Perhaps),
            (Comparison { payer: Different, ..all }, Verdict::Perhaps),
            (Comparison { payer: Different, balance: Unsaid, ..all }, Verdict::Other),
            (Comparison { account: Different, balance: Unsaid, ..all }, Verdict::Other),
            (Comparison { time: Different, ..all }, Verdict::Other),
            (Comparison { balance: Different, number: Equal, ..all }, Verdict::Other),
        ] {
            assert_eq!(comparison.verdict(), verdict, "{comparison:?}");
        }
    }

    #[test]
    fn a_time_without_seconds_fits_its_minute() {
        let time = |hour, minute, second| Some(Time::constant(hour, minute, second, 0));
        assert_eq!(Likeness::of_times(time(9, 10, 11), time(9, 10, 11)), Equal);
        assert_eq!(Likeness::of_times(time(9, 10, 11), time(9, 10, 0)), Unsaid);
        assert_eq!(Likeness::of_times(time(9, 10, 11), time(9, 10, 12)), Different);
        assert_eq!(Likeness::of_times(time(9, 10, 11), time(9, 11, 0)), Different);
        assert_eq!(Likeness::of_times(None, None), Unsaid);
    }
}
