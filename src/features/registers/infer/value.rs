//! What a cell of a surveyed sheet becomes.

use jiff::civil::{Date, DateTime};

/// A value as a register keeps it. What a number counts follows from the kind and [`super::ColumnGuess`]: fen, 1/100 ㎡,
/// millionths, or 10^-places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Texts of every length, codes, and what is sealed.
    Text(String),
    /// Numbers of every kind.
    Whole(i64),
    /// A day.
    Day(Date),
    /// A month, as its first day.
    Month(Date),
    /// A day with a time.
    Moment(DateTime),
    /// Yes or no.
    Flag(bool),
    /// What people read of an entry of a dictionary.
    Choice(String),
    /// Several of them.
    Choices(Vec<String>),
    /// People, departments, things.
    Links(Vec<u64>),
    /// What a cell calls its picture.
    Picture(String),
    /// A sign that stands for no value: `-` among numbers.
    Nothing,
}

/// How a bare number among percentages is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[schemars(rename = "SurveyBare")]
pub enum Bare {
    /// 15.5 is 15.5 %.
    Hundredths,
    /// 0.155 is 15.5 %.
    Fraction,
}
