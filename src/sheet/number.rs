//! Numbers as spreadsheets show them: fifteen digits, and a format.

use std::fmt;

/// A decimal number: `units` of 10^-`places`, without zeros at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// At most fifteen digits.
    pub units: i64,
    /// Decimal places.
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
    /// As text.
    Text,
    /// Any other way.
    Other,
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
