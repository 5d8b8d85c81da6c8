//! Days and months as people write them.
//!
//! Invariants: a month is never made a day; a writing whose order could be another is told, not guessed; two digits are no
//! year. Unlike `kernel::dates` nothing is lenient here: these are other people's cells, not fields of a form.

use jiff::civil::{Date, DateTime};

use super::plain::{digits, narrow};

/// In which order a day with ambiguous parts is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[schemars(rename = "SurveyDayOrder")]
pub enum DayOrder {
    /// `24.3.5` is 2024-03-05.
    YearMonthDay,
    /// `3/5/2024` is 2024-03-05.
    MonthDayYear,
    /// `3/5/2024` is 2024-05-03.
    DayMonthYear,
}

/// What a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Day(Date, Writing),
    Moment(DateTime),
    /// Year and month.
    Month(i16, i8),
    /// Three numbers of which none is surely the year, or whose order could be another.
    Unordered([i16; 3]),
}

/// How a day was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Writing {
    Excel,
    Dotted,
    Dashed,
    Slashed,
    Chinese,
    Numerals,
    Plain,
    Serial,
    Ordered,
}

impl Writing {
    pub(super) const ALL: [Self; 9] = [
        Self::Excel,
        Self::Dotted,
        Self::Dashed,
        Self::Slashed,
        Self::Chinese,
        Self::Numerals,
        Self::Plain,
        Self::Serial,
        Self::Ordered,
    ];

    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Excel => "Excel 日期",
            Self::Dotted => "2024.3.5 写法",
            Self::Dashed => "2024-3-5 写法",
            Self::Slashed => "2024/3/5 写法",
            Self::Chinese => "2024年3月5日 写法",
            Self::Numerals => "二〇二四年三月五日 写法",
            Self::Plain => "20240305 写法",
            Self::Serial => "日期序列号",
            Self::Ordered => "按指定的年月日次序",
        }
    }
}

pub(super) fn date(year: i16, month: i16, day: i16) -> Option<Date> {
    let small = |number: i16| i8::try_from(number).ok();
    Date::new(year, small(month)?, small(day)?).ok().filter(|date| (1900..=2200).contains(&date.year()))
}

fn month(year: i16, month: i16) -> Option<Said> {
    date(year, month, 1).map(|first| Said::Month(first.year(), first.month()))
}

/// Reads a day, a moment or a month.
pub(super) fn said(text: &str) -> Option<Said> {
    let text = narrow(text);
    let text = text.trim();
    if text.len() > 60 || text.is_empty() {
        return None;
    }
    if let Some((year, rest)) = text.split_once('年') {
        return in_chinese(year.trim(), rest.trim());
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if digits(text) {
        let part = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse().ok());
        return match text.len() {
            8 => Some(Said::Day(date(part(0, 4)?, part(4, 6)?, part(6, 8)?)?, Writing::Plain)),
            6 => month(part(0, 4)?, part(4, 6)?),
            _ => None,
        };
    }
    if let Some((day, time)) = text.split_once([' ', 'T']) {
        let Said::Day(date, _) = said(day)? else { return None };
        return moment(date, time.trim());
    }
    parted(text)
}

/// `2024.3.5`, `2024-03`, `3/5/2024`, `24.3.5`.
fn parted(text: &str) -> Option<Said> {
    let separator = text.chars().find(|c| !c.is_ascii_digit())?;
    let writing = match separator {
        '.' => Writing::Dotted,
        '-' => Writing::Dashed,
        '/' => Writing::Slashed,
        _ => return None,
    };
    let mut numbers = [0_i16; 3];
    let mut lengths = [0; 3];
    let mut count = 0;
    for part in text.split(separator) {
        if count == 3 || !digits(part) || part.len() > 4 {
            return None;
        }
        numbers[count] = part.parse().ok()?;
        lengths[count] = part.len();
        count += 1;
    }
    match (count, lengths) {
        (2, [4, 1 | 2, _]) => month(numbers[0], numbers[1]),
        (3, [4, 1 | 2, 1 | 2]) => Some(Said::Day(date(numbers[0], numbers[1], numbers[2])?, writing)),
        (3, [1 | 2, 1 | 2, 4]) if date(numbers[2], 1, 1).is_some() => unordered(numbers),
        (3, [2, 1 | 2, 1 | 2]) => unordered(numbers),
        _ => None,
    }
}

fn unordered(numbers: [i16; 3]) -> Option<Said> {
    let orders = [DayOrder::YearMonthDay, DayOrder::MonthDayYear, DayOrder::DayMonthYear];
    orders.iter().any(|order| ordered(numbers, *order).is_some()).then_some(Said::Unordered(numbers))
}

/// The day that three numbers mean in an order; years of two digits are those of 1950 to 2049.
pub(super) fn ordered([first, second, third]: [i16; 3], order: DayOrder) -> Option<Date> {
    let (year, month, day) = match order {
        DayOrder::YearMonthDay => (first, second, third),
        DayOrder::MonthDayYear => (third, first, second),
        DayOrder::DayMonthYear => (third, second, first),
    };
    let year = match year {
        0..=49 => 2000 + year,
        50..=99 => 1900 + year,
        year => year,
    };
    date(year, month, day)
}

fn moment(date: Date, time: &str) -> Option<Said> {
    let mut parts = [0_i8; 3];
    let mut count = 0;
    for part in time.split(':') {
        if count == 3 || !digits(part) || part.len() > 2 {
            return None;
        }
        parts[count] = part.parse().ok()?;
        count += 1;
    }
    let time = jiff::civil::Time::new(parts[0], parts[1], parts[2], 0).ok()?;
    (count >= 2).then(|| Said::Moment(date.to_datetime(time)))
}

/// What stands before and after 年.
fn in_chinese(year: &str, rest: &str) -> Option<Said> {
    let (month_text, rest) = rest.split_once('月')?;
    let day_text = rest.trim().strip_suffix(['日', '号']).unwrap_or(rest).trim();
    let is_numeral = !digits(year);
    let year = if is_numeral { numeral_year(year)? } else { four(year)? };
    let part = |text: &str| {
        let text = text.trim();
        if digits(text) && text.len() <= 2 { text.parse().ok() } else { numeral(text) }
    };
    let month_no = part(month_text)?;
    if rest.trim().is_empty() {
        return month(year, month_no);
    }
    let writing = if is_numeral { Writing::Numerals } else { Writing::Chinese };
    Some(Said::Day(date(year, month_no, part(day_text)?)?, writing))
}

fn four(text: &str) -> Option<i16> {
    (text.len() == 4 && digits(text)).then(|| text.parse().ok()).flatten()
}

fn digit(c: char) -> Option<i16> {
    Some(match c {
        '〇' | '○' | '◯' | '零' | 'O' | 'o' | '0' => 0,
        '一' | '壹' => 1,
        '二' | '贰' => 2,
        '三' | '叁' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

/// `二〇二四` → 2024
fn numeral_year(text: &str) -> Option<i16> {
    let digits: Vec<i16> = text.chars().map(digit).collect::<Option<_>>()?;
    (digits.len() == 4).then(|| digits.iter().fold(0, |sum, digit| sum * 10 + digit))
}

/// `十二` → 12, `廿一` → 21, `三` → 3; up to 39.
fn numeral(text: &str) -> Option<i16> {
    let letters: Vec<char> = text.chars().collect();
    match letters.as_slice() {
        ['十' | '拾'] => Some(10),
        ['廿'] => Some(20),
        ['卅'] => Some(30),
        ['十' | '拾', one] => Some(10 + digit(*one)?),
        ['廿', one] => Some(20 + digit(*one)?),
        ['卅', one] => Some(30 + digit(*one)?),
        [tens, '十' | '拾'] => digit(*tens).filter(|tens| (1..4).contains(tens)).map(|tens| tens * 10),
        [tens, '十' | '拾', one] => Some(digit(*tens).filter(|tens| (1..4).contains(tens))? * 10 + digit(*one)?),
        ['〇' | '○' | '零' | '初', one] => digit(*one),
        [one] => digit(*one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writings_of_days_and_months() {
        let told = |text: &str| match said(text) {
            Some(Said::Day(day, _)) => day.to_string(),
            Some(Said::Moment(moment)) => moment.to_string(),
            Some(Said::Month(year, month)) => format!("{year}-{month:02}"),
            Some(Said::Unordered([a, b, c])) => format!("{a}?{b}?{c}"),
            None => "-".into(),
        };
        for (text, day) in [
            ("2024-3-5", "2024-03-05"),
            ("2024/3/5", "2024-03-05"),
            ("2024.3.5", "2024-03-05"),
            ("20240305", "2024-03-05"),
            ("２０２４．３．５", "2024-03-05"),
            ("2024年3月5日", "2024-03-05"),
            ("2024 年 3 月 5 日", "2024-03-05"),
            ("二〇二四年三月五日", "2024-03-05"),
            ("二○二四年十二月廿一日", "2024-12-21"),
            ("二零二四年十月三十一日", "2024-10-31"),
            ("二O二四年三月二十日", "2024-03-20"),
            ("2024-03-05 08:30", "2024-03-05T08:30:00"),
            ("2024年3月", "2024-03"),
            ("2024-03", "2024-03"),
            ("202403", "2024-03"),
            ("二〇二四年三月", "2024-03"),
            ("3/5/2024", "3?5?2024"),
            ("24.3.5", "24?3?5"),
            ("2024.13.5", "-"),
            ("2023-02-29", "-"),
            ("99.99.99", "-"),
            ("待定", "-"),
            ("长期", "-"),
            ("2024年", "-"),
            ("年月日", "-"),
            ("2024-3/5", "-"),
            ("20241305", "-"),
            ("12:30", "-"),
            ("", "-"),
        ] {
            assert_eq!(told(text), day, "{text}");
        }
        assert_eq!(
            ordered([24, 3, 5], DayOrder::YearMonthDay).map(|day| day.to_string()).as_deref(),
            Some("2024-03-05")
        );
        assert_eq!(
            ordered([3, 5, 2024], DayOrder::DayMonthYear).map(|day| day.to_string()).as_deref(),
            Some("2024-05-03")
        );
    }
}
