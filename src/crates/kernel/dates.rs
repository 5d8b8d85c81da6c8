//! Moments and calendar days as people write them. Zone: Asia/Shanghai, which has no daylight saving
//! since 1991, so its offset is fixed.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A moment in epoch milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Stamp(pub i64);

/// Names of the bounds in the shape of a day: the first one, and years after today.
pub const BOUNDS: (&str, &str) = ("x-first", "x-yearsAhead");

/// Shape of a calendar day on the wire, for `#[schemars(with = …)]`: the input glue reads every writing of
/// [`parse_date`] where this shape stands, takes an empty text for «not given», and refuses a day that no document can
/// mean ([`crate::check::day`]). What narrower rule holds is the matter of the operation.
pub struct DateText;

/// [`DateText`] of what is older than the books or ends after them: buildings, certificates, rights of use.
pub struct RegisterDateText;

impl JsonSchema for DateText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        date_shape("1990-01-01", 60)
    }

    fn inline_schema() -> bool {
        true
    }
}

impl JsonSchema for RegisterDateText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RegisterDate".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        date_shape("1900-01-01", 100)
    }

    fn inline_schema() -> bool {
        true
    }
}

fn date_shape(first: &str, years_ahead: u16) -> schemars::Schema {
    schemars::json_schema!({ "type": "string", "format": "date", (BOUNDS.0): first, (BOUNDS.1): years_ahead })
}

/// Beijing time as it has been since September 1991. No moment of the product is older (days of old contracts are calendar
/// dates), so the table of zones, 200 KB of the binary, is left out, and a box without one or with another counts alike.
pub const ZONE: TimeZone = TimeZone::fixed(jiff::tz::offset(8));

impl Stamp {
    /// `yyyy-MM-dd HH:mm:ss` in local time.
    pub fn to_text(self) -> String {
        self.local().strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The local calendar day.
    pub fn date(self) -> Date {
        self.local().date()
    }

    /// Local date and time.
    pub fn local(self) -> DateTime {
        let moment = jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        moment.to_zoned(ZONE).datetime()
    }

    /// The moment of a local date and time.
    pub fn of(local: DateTime) -> Option<Self> {
        local.to_zoned(ZONE).ok().map(|zoned| Self(zoned.timestamp().as_millisecond()))
    }
}

/// A day in any accepted writing (contract 1.4): `2024-01-31`, `2024/1/31`,
/// `2024.1.31`, `2024年1月31日`, `20240131`, `2024-01` (its first day). Nothing else: a sign, a separator too many or a
/// mixture of them is a slip, and what was meant is not ours to guess.
pub fn parse_date(text: &str) -> Option<Date> {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return date(text.get(..4)?, text.get(4..6)?, text.get(6..)?);
    }
    if let Some((year, rest)) = text.split_once('年') {
        let (month, day) = rest.split_once('月')?;
        return date(year, month, if day.is_empty() { "1" } else { day.strip_suffix('日').unwrap_or(day) });
    }
    let separator = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| ['-', '/', '.'].contains(c))?;
    let parts: Vec<&str> = text.split(separator).collect();
    match parts.as_slice() {
        [year, month] => date(year, month, "1"),
        [year, month, day] => date(year, month, day),
        _ => None,
    }
}

fn date(year: &str, month: &str, day: &str) -> Option<Date> {
    if year.len() != 4 {
        return None;
    }
    let year = two_digits(year.get(..2)?)? * 100 + two_digits(year.get(2..)?)?;
    let (month, day) = (two_digits(month)?, two_digits(day)?);
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok().filter(|date| date.year() >= 1900)
}

/// A number of one or two digits and nothing else.
fn two_digits(text: &str) -> Option<i16> {
    let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// A moment: a day with or without a time of day.
pub fn parse_moment(text: &str) -> Option<(Stamp, bool)> {
    let text = text.trim();
    let (day, time) = match text.split_once([' ', 'T']) {
        Some((day, time)) => (day, Some(time.trim())),
        None => (text, None),
    };
    let day = parse_date(day)?;
    let Some(time) = time.filter(|time| !time.is_empty()) else {
        return Some((Stamp::of(day.at(0, 0, 0, 0))?, false));
    };
    let parts: Vec<i16> = time.split(':').map(two_digits).collect::<Option<_>>()?;
    let (hour, minute, second) = match parts.as_slice() {
        [hour, minute] => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return None,
    };
    let small = |number: i16| i8::try_from(number).ok();
    let time = jiff::civil::Time::new(small(hour)?, small(minute)?, small(second)?, 0).ok()?;
    Some((Stamp::of(day.to_datetime(time))?, true))
}

/// Start of a range, inclusive; `None` for an empty or unreadable text.
pub fn range_begin(text: &str) -> Option<Stamp> {
    parse_moment(text).map(|(moment, _)| moment)
}

/// End of a range, inclusive: a bare day means its last millisecond, a time of day its second.
pub fn range_end(text: &str) -> Option<Stamp> {
    let (moment, with_time) = parse_moment(text)?;
    Some(Stamp(moment.0 + if with_time { 999 } else { 86_400_000 - 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_writings() {
        for text in ["2024-01-31", "2024/1/31", "2024.01.31", "2024年1月31日", "20240131", " 2024-1-31 "] {
            assert_eq!(parse_date(text).map(|day| day.to_string()).as_deref(), Some("2024-01-31"), "{text}");
        }
        assert_eq!(parse_date("2024-02").map(|day| day.to_string()).as_deref(), Some("2024-02-01"));
        assert_eq!(parse_date("2024年2月").map(|day| day.to_string()).as_deref(), Some("2024-02-01"));
        for text in [
            "",
            "2024-02-30",
            "2024-13-01",
            "abc",
            "1-2-3-4",
            "99999999999",
            "２０２４-01-01",
            "-2026-01-01",
            "+2026-01-01",
            "2026--01-01",
            "2026-01-01-",
            "-2026-01",
            "2026-01/01",
            "2026.01-01",
            "2026-1-001",
            "26-01-01",
            "02026-01-01",
            "2026-01-01日",
            "2026年1-1",
            "2026年1月1日日",
            "2026年",
            "年1月1日",
            "2026-+1-01",
            "2026-",
            "2026- 1-01",
            "202601011",
            "-0260101",
            "1899-12-31",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        for text in ["2024-01-31 +9:00", "2024-01-31 9:-1", "2024-01-31 009:00", "2024-01-31 24:00", "2024-01-31 9"] {
            assert_eq!(parse_moment(text), None, "{text}");
        }
    }

    #[test]
    fn local_time_and_ranges() {
        let begin = range_begin("2024-01-31").expect("a day");
        assert_eq!(begin.to_text(), "2024-01-31 00:00:00");
        assert_eq!(range_end("2024-01-31").expect("a day").to_text(), "2024-01-31 23:59:59");
        assert_eq!(range_end("2024-01-31 12:30").expect("a moment").to_text(), "2024-01-31 12:30:00");
        assert_eq!(begin.0, 1_706_630_400_000);
        assert_eq!(range_begin("x"), None);
    }
}
