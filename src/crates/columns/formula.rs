//! Columns that follow from others and from the day: a few shapes that are computed a chunk at a time, and any function a
//! row at a time.

use super::packed::NONE;

/// What a column is made of in any other way: the numbers of its sources (at most eight), and the number of today's day.
pub type Compute = fn(&[i64], i64) -> i64;

/// Days between what is past and what is to come in [`Formula::PastFirst`].
pub const AHEAD: i64 = 1_000_000;

/// A condition on one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct When {
    /// The column.
    pub column: usize,
    /// The least number that fits.
    pub low: i64,
    /// The largest; «none» never fits.
    pub high: i64,
    /// Whether it is the others that fit, «none» among them.
    pub not: bool,
}

impl When {
    /// Whether a number fits.
    pub fn holds(&self, value: i64) -> bool {
        (value != NONE && self.low <= value && value <= self.high) != self.not
    }
}

/// How a column follows from columns that stand before it.
#[derive(Debug, Clone)]
pub enum Formula {
    /// What some columns add up to less others where a condition holds, else nothing (0); «none» counts as nothing.
    Sum {
        /// The condition, if there is one.
        when: Option<When>,
        /// What is added.
        plus: Vec<usize>,
        /// What is taken off.
        minus: Vec<usize>,
    },
    /// 1 where a condition holds, else 0.
    Is(When),
    /// Days since a day, while a number is more than 0; 0 when the day is not over or there is none.
    DaysPast {
        /// The day.
        day: usize,
        /// The number.
        open: usize,
    },
    /// An order of days: what is past, newest first, then what is to come, nearest first.
    PastFirst {
        /// The day.
        day: usize,
    },
    /// Anything else.
    Rows {
        /// Its sources, at most eight.
        from: Vec<usize>,
        /// How.
        of: Compute,
    },
}

/// Days since a day while something is open.
pub fn days_past(day: i64, open: i64, today: i64) -> i64 {
    if open > 0 && day != NONE && day < today { today - day } else { 0 }
}

/// The place of a day in the order of [`Formula::PastFirst`].
pub fn past_first(day: i64, today: i64) -> i64 {
    match day {
        NONE => NONE,
        day if day <= today => today - day,
        day => AHEAD + (day - today),
    }
}

/// The number, or nothing.
pub fn or_nothing(value: i64) -> i64 {
    if value == NONE { 0 } else { value }
}

impl Formula {
    /// The columns that it follows from.
    pub fn sources(&self) -> Vec<usize> {
        match self {
            Self::Sum { when, plus, minus } => {
                when.iter().map(|when| when.column).chain(plus.iter().chain(minus).copied()).collect()
            }
            Self::Is(when) => vec![when.column],
            Self::DaysPast { day, open } => vec![*day, *open],
            Self::PastFirst { day } => vec![*day],
            Self::Rows { from, .. } => from.clone(),
        }
    }

    /// Its value in one row whose other columns `number` tells.
    pub fn of_row(&self, number: &dyn Fn(usize) -> i64, today: i64) -> i64 {
        match self {
            Self::Sum { when, plus, minus } => {
                if when.is_some_and(|when| !when.holds(number(when.column))) {
                    return 0;
                }
                let all = |columns: &[usize]| columns.iter().map(|at| or_nothing(number(*at))).sum::<i64>();
                all(plus) - all(minus)
            }
            Self::Is(when) => i64::from(when.holds(number(when.column))),
            Self::DaysPast { day, open } => days_past(number(*day), number(*open), today),
            Self::PastFirst { day } => past_first(number(*day), today),
            Self::Rows { from, of } => {
                let sources: Vec<i64> = from.iter().map(|at| number(*at)).collect();
                of(&sources, today)
            }
        }
    }
}
