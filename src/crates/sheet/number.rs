//! Numbers as spreadsheets show them: fifteen digits, and a format.

use std::fmt;

/// A decimal number: `units` of 10^-`places`, without zeros at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// At most fifteen digits.
    pub units: i64,
    pub places: u8,
}

/// How a number is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `15%`
    Percent,
    /// With the sign of a currency, or in the manner of accounts.
    Currency,
    /// As it comes.
    General,
    Text,
    /// Any other way.
    Other,
}

/// What a number format puts around the digits of whole numbers: zeros in front, words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mask {
    before: String,
    /// Digits at least.
    digits: usize,
    after: String,
}

/// Digits that a format asks for at most.
const MOST_DIGITS: usize = 30;

impl Mask {
    /// The mask of a format code; `None` for one that shows numbers as they are, or that is more than a mask.
    pub(super) fn of(code: &str) -> Option<Self> {
        let mut mask = Self::default();
        let (mut is_begun, mut is_over) = (false, false);
        let mut chars = code.split(';').next().unwrap_or_default().chars();
        while let Some(c) = chars.next() {
            let mut literal = String::new();
            match c {
                '[' => drop(chars.by_ref().find(|c| *c == ']')),
                '_' | '*' => drop(chars.next()),
                '"' => literal.extend(chars.by_ref().take_while(|c| *c != '"')),
                '\\' | '!' => literal.extend(chars.next()),
                '0' | '#' | '?' if is_over => return None,
                '0' => {
                    is_begun = true;
                    mask.digits += 1;
                }
                '#' | '?' => is_begun = true,
                '-' | ' ' | '(' | ')' => literal.push(c),
                // years and the like are no words
                c if c >= '\u{2e80}' => literal.push(c),
                _ => return None,
            }
            if !literal.is_empty() {
                is_over = is_begun;
                if is_begun { &mut mask.after } else { &mut mask.before }.push_str(&literal);
            }
        }
        let says = mask.digits > 1 || !mask.before.is_empty() || !mask.after.trim().is_empty();
        (is_begun && says && mask.digits <= MOST_DIGITS).then_some(mask)
    }

    /// The number as it is shown; `None` for one with decimals or a sign, which a mask of whole numbers rounds or words otherwise.
    pub(super) fn shown(&self, number: Number) -> Option<String> {
        let Self { before, digits, after } = self;
        (number.places == 0 && number.units >= 0).then(|| format!("{before}{:0>digits$}{after}", number.units))
    }
}

impl Number {
    /// The fifteen digits of a number; `None` for what has more, or too many decimals.
    pub fn of(value: f64) -> Option<Self> {
        if !value.is_finite() || value.abs() >= 1e15 {
            return None;
        }
        if value.fract() == 0.0 {
            return Some(Self { units: value as i64, places: 0 });
        }
        let shown = format!("{value:.14e}");
        let (digits, power) = shown.split_once('e')?;
        let units: i64 = digits.replace('.', "").parse().ok()?;
        let places = 14 - power.parse::<i32>().ok()?;
        Self::plain(units, places)
    }

    /// Without zeros at its end.
    fn plain(mut units: i64, mut places: i32) -> Option<Self> {
        while places > 0 && units % 10 == 0 {
            units /= 10;
            places -= 1;
        }
        u8::try_from(places).ok().filter(|places| *places <= 30).map(|places| Self { units, places })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::from(self.places);
        if places == 0 {
            return write!(f, "{}", self.units);
        }
        let sign = if self.units < 0 { "-" } else { "" };
        let digits = format!("{:0>width$}", self.units.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

/// How a number format shows numbers.
pub(super) fn format_of(code: &str) -> Format {
    let code = code.trim();
    let mut quoted = false;
    let bare: String = code
        .chars()
        .filter(|c| {
            quoted ^= *c == '"';
            !quoted && *c != '"'
        })
        .collect();
    if bare.is_empty() || bare.eq_ignore_ascii_case("general") || bare.contains("通用格式") {
        Format::General
    } else if bare.contains('%') {
        Format::Percent
    } else if code.contains(['￥', '¥', '$', '€']) || bare.contains("_(") || bare.contains("_ *") {
        Format::Currency
    } else if bare == "@" {
        Format::Text
    } else {
        Format::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_digits() {
        for (value, shown) in [
            (0.1 + 0.2, Some("0.3")),
            (1234.5, Some("1234.5")),
            (-0.05, Some("-0.05")),
            (1e-7, Some("0.0000001")),
            (33.333333333333336, Some("33.3333333333333")),
            (999_999_999_999_999.0, Some("999999999999999")),
            (1e15, None),
            (f64::NAN, None),
            (1e-40, None),
        ] {
            assert_eq!(Number::of(value).map(|number| number.to_string()).as_deref(), shown, "{value}");
        }
    }

    #[test]
    fn masks_show_zeros_and_words() {
        for (code, shown) in [
            ("0000", Some("0301")),
            ("0000;-0000", Some("0301")),
            ("[$-804]0000", Some("0301")),
            ("\"A-\"0000", Some("A-0301")),
            ("A\\-000", None),
            ("#\"号\"", Some("301号")),
            ("000室", Some("301室")),
            ("0", None),
            ("General", None),
            ("#,##0.00", None),
            ("yyyy-mm-dd", None),
            ("000-0000", None),
            ("0.0000", None),
            ("0%", None),
            ("@", None),
        ] {
            let number = Number { units: 301, places: 0 };
            assert_eq!(Mask::of(code).and_then(|mask| mask.shown(number)).as_deref(), shown, "{code}");
        }
        assert_eq!(Mask::of("000").and_then(|mask| mask.shown(Number { units: 15, places: 1 })), None);
        assert_eq!(Mask::of("000").and_then(|mask| mask.shown(Number { units: -1, places: 0 })), None);
    }

    #[test]
    fn formats() {
        for (code, format) in [
            ("General", Format::General),
            ("0.00%", Format::Percent),
            ("0\"%\"", Format::Other),
            ("@", Format::Text),
            ("_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * \"-\"??_ ;_ @_ ", Format::Currency),
            ("\"￥\"#,##0.00", Format::Currency),
            ("#,##0.00", Format::Other),
            ("yyyy-mm-dd", Format::Other),
        ] {
            assert_eq!(format_of(code), format, "{code}");
        }
    }
}
