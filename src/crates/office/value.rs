//! What is laid into fields, and how it is said.

use std::collections::BTreeMap;

use gx_kernel::money;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::check::Kind;
use crate::token::Format;

/// The values of one document, or of one row of it, by name.
pub type Fields = BTreeMap<String, Value>;

/// A value of a document. Made documents keep theirs: names of variants and their order in the file are never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    Text(String),
    /// Fen.
    Money(i64),
    Date(Date),
    /// A number as people read it: «1,203.45».
    Number(String),
    Flag(bool),
    Rows(Vec<Fields>),
    /// Known, and empty here.
    Nothing,
}

impl Value {
    /// What it is called in the list of fields; `Nothing` is of any kind.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Self::Text(_) => Kind::Text,
            Self::Money(_) => Kind::Money,
            Self::Date(_) => Kind::Date,
            Self::Number(_) => Kind::Number,
            Self::Flag(_) => Kind::Flag,
            Self::Rows(_) => Kind::Rows,
            Self::Nothing => return None,
        })
    }

    /// Whether a condition with its name holds.
    pub fn is_something(&self) -> bool {
        match self {
            Self::Text(text) | Self::Number(text) => !text.is_empty(),
            Self::Money(fen) => *fen != 0,
            Self::Date(_) => true,
            Self::Flag(is) => *is,
            Self::Rows(rows) => !rows.is_empty(),
            Self::Nothing => false,
        }
    }

    /// The value in words. A format that doesn't fit its kind says it as usual: the check at the upload refuses those.
    pub fn said(&self, format: Format) -> String {
        match (self, format) {
            (Self::Text(text) | Self::Number(text), _) => text.clone(),
            (Self::Money(fen), Format::Capitals) => money::capitals(*fen),
            (Self::Money(fen), Format::Ungrouped) => money::yuan(*fen),
            (Self::Money(fen), Format::TenThousands) => ten_thousands(*fen),
            (Self::Money(fen), _) => money::yuan_grouped(*fen),
            (Self::Date(date), Format::Capitals) => long_date_in_words(*date),
            (Self::Date(date), Format::LongDate) => format!("{}年{}月{}日", date.year(), date.month(), date.day()),
            (Self::Date(date), Format::Year) => date.year().to_string(),
            (Self::Date(date), Format::Month) => date.month().to_string(),
            (Self::Date(date), Format::Day) => date.day().to_string(),
            (Self::Date(date), _) => date.to_string(),
            (Self::Flag(is), _) => if *is { "是" } else { "否" }.to_owned(),
            (Self::Rows(rows), _) => rows.len().to_string(),
            (Self::Nothing, _) => String::new(),
        }
    }
}

/// Ten thousands of yuan without zeros at the end: 1.555.
fn ten_thousands(fen: i64) -> String {
    let (sign, fen) = (if fen < 0 { "-" } else { "" }, fen.unsigned_abs());
    let fraction = format!("{:06}", fen % 1_000_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", fen / 1_000_000)
}

/// 二〇二六年十一月二十七日.
fn long_date_in_words(date: Date) -> String {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let digit = |value: i8| DIGITS.get(usize::from(value.unsigned_abs())).copied().unwrap_or('〇');
    let year: String = date.year().to_string().bytes().map(|b| digit(i8::try_from(b - b'0').unwrap_or(0))).collect();
    let small = |value: i8| {
        let tens = match value / 10 {
            0 => String::new(),
            1 => "十".to_owned(),
            tens => format!("{}十", digit(tens)),
        };
        if value % 10 == 0 { tens } else { format!("{tens}{}", digit(value % 10)) }
    };
    format!("{year}年{}月{}日", small(date.month()), small(date.day()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn values_are_said_as_papers_say_them() {
        let table: [(Value, Format, &str); 12] = [
            (Value::Money(1_555_000), Format::Usual, "15,550.00"),
            (Value::Money(1_555_000), Format::Capitals, "壹万伍仟伍佰伍拾元整"),
            (Value::Money(1_555_000), Format::Ungrouped, "15550.00"),
            (Value::Money(1_555_000), Format::TenThousands, "1.555"),
            (Value::Money(-50_000_000), Format::TenThousands, "-50"),
            (Value::Date(date(2026, 11, 27)), Format::Usual, "2026-11-27"),
            (Value::Date(date(2026, 11, 27)), Format::LongDate, "2026年11月27日"),
            (Value::Date(date(2026, 11, 27)), Format::Capitals, "二〇二六年十一月二十七日"),
            (Value::Date(date(2030, 10, 20)), Format::Capitals, "二〇三〇年十月二十日"),
            (Value::Date(date(2026, 1, 5)), Format::Month, "1"),
            (Value::Flag(true), Format::Usual, "是"),
            (Value::Nothing, Format::Capitals, ""),
        ];
        for (value, format, said) in table {
            assert_eq!(value.said(format), said, "{value:?} {format:?}");
        }
    }
}
