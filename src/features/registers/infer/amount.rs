//! Numbers as people write them: signs, thousands, brackets for less than nothing, percent, units, 万 and 亿.
//!
//! Invariant: nothing is rounded. What does not fit the smallest unit of its kind is not of that kind.

use crate::sheet::Number;

use super::plain::narrow;

/// A number with what stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amount {
    /// Digits, of 10^-`places`.
    pub number: Number,
    /// Power of ten by which words multiply it: 万 4, 亿 8.
    pub power: u8,
    pub unit: Beside,
}

/// What stands beside a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    Nothing,
    Percent,
    /// ￥ or 元.
    Money,
    /// ㎡
    Square,
    /// 亩 or 公顷.
    Land(&'static str),
}

/// Words for a power of ten in front of a unit, the longer first.
const POWERS: [(&str, u8); 6] = [("百万", 6), ("千万", 7), ("万", 4), ("亿", 8), ("千", 3), ("百", 2)];

const SQUARES: [&str; 5] = ["㎡", "m²", "m2", "平方米", "平米"];

/// Writings of «nothing» among numbers.
pub(super) fn is_dash(text: &str) -> bool {
    matches!(text.trim(), "-" | "/" | "—" | "——" | "--" | "－" | "／" | "–")
}

/// Reads a number with its unit.
pub(super) fn amount(text: &str) -> Option<Amount> {
    let text = narrow(text);
    let mut rest = text.trim();
    let mut unit = Beside::Nothing;
    let is_bracketed = rest.starts_with('(') && rest.ends_with(')');
    if is_bracketed {
        rest = rest.get(1..rest.len() - 1)?.trim();
    }
    let mut is_negative = is_bracketed;
    for _ in 0..2 {
        if let Some(after) = ["￥", "¥", "人民币", "RMB"].iter().find_map(|sign| rest.strip_prefix(sign)) {
            (rest, unit) = (after.trim_start(), Beside::Money);
        } else if let Some(after) = rest.strip_prefix(['-', '−']) {
            if is_negative {
                return None;
            }
            (rest, is_negative) = (after.trim_start(), true);
        }
    }
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(rest.len());
    let (digits, tail) = rest.split_at(end);
    let number = number(digits)?;
    let (power, beside) = tail_of(tail.trim())?;
    let unit = match (unit, beside) {
        (unit, Beside::Nothing) => unit,
        (Beside::Nothing | Beside::Money, Beside::Money) => Beside::Money,
        (Beside::Nothing, beside) => beside,
        _ => return None,
    };
    let units = if is_negative { -number.units } else { number.units };
    Some(Amount { number: Number { units, ..number }, power, unit })
}

/// What may follow the digits.
fn tail_of(tail: &str) -> Option<(u8, Beside)> {
    let plain = match tail {
        "" => Some(Beside::Nothing),
        "%" => Some(Beside::Percent),
        "元" | "元整" | "圆" => Some(Beside::Money),
        "亩" => Some(Beside::Land("亩")),
        "公顷" => Some(Beside::Land("公顷")),
        other => SQUARES.contains(&other).then_some(Beside::Square),
    };
    if let Some(beside) = plain {
        return Some((0, beside));
    }
    let (rest, power) = POWERS.iter().find_map(|(word, power)| Some((tail.strip_prefix(word)?, *power)))?;
    match tail_of(rest.trim())? {
        (0, Beside::Percent) => None,
        (0, beside) => Some((power, beside)),
        _ => None,
    }
}

/// Digits with decimals, thousands in groups of three.
fn number(text: &str) -> Option<Number> {
    let (whole, fraction) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction),
        None => (text, ""),
    };
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_grouped = whole.contains(',');
    if first.is_empty() || (is_grouped && first.len() > 3) || groups.clone().any(|group| group.len() != 3) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let digits: String = std::iter::once(first).chain(groups).chain([fraction]).collect();
    if digits.len() > 18 || fraction.len() > 18 || !super::plain::digits(&digits) {
        return None;
    }
    Some(Number { units: digits.parse().ok()?, places: u8::try_from(fraction.len()).ok()? })
}

/// A number as an integer of 10^-`places` after multiplying with 10^`power`; `None` when that leaves something over.
pub(super) fn scaled(number: Number, power: u8, places: u8) -> Option<i64> {
    let shift = i32::from(power) + i32::from(places) - i32::from(number.places);
    if shift >= 0 {
        10_i64.checked_pow(shift.unsigned_abs()).and_then(|factor| number.units.checked_mul(factor))
    } else {
        let factor = 10_i64.checked_pow(shift.unsigned_abs())?;
        (number.units % factor == 0).then_some(number.units / factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writings_of_numbers() {
        for (text, told) in [
            ("1,234.50", Some((12_345, 1, 0, Beside::Nothing))),
            ("(1,200.00)", Some((-1_200, 0, 0, Beside::Nothing))),
            ("（1200）", Some((-1_200, 0, 0, Beside::Nothing))),
            ("-1，200", Some((-1_200, 0, 0, Beside::Nothing))),
            ("￥12.5万", Some((125, 1, 4, Beside::Money))),
            ("3亿元", Some((3, 0, 8, Beside::Money))),
            ("15.5％", Some((155, 1, 0, Beside::Percent))),
            ("120㎡", Some((120, 0, 0, Beside::Square))),
            ("1.2万平方米", Some((12, 1, 4, Beside::Square))),
            ("3.5亩", Some((35, 1, 0, Beside::Land("亩")))),
            ("约3万", None),
            ("1,23", None),
            ("12,34,567", None),
            ("1.", None),
            (".5", None),
            ("--1", None),
            ("(-1)", None),
            ("￥5%", None),
            ("1e5", None),
            ("", None),
            ("1234567890123456789", None),
        ] {
            let found = amount(text).map(|a| (a.number.units, a.number.places, a.power, a.unit));
            assert_eq!(found, told, "{text}");
        }
    }

    #[test]
    fn nothing_is_rounded() {
        let number = |units, places| Number { units, places };
        assert_eq!(scaled(number(12_345_678, 6), 4, 2), Some(12_345_678));
        assert_eq!(scaled(number(12_345_678, 7), 4, 2), None);
        assert_eq!(scaled(number(15, 1), 0, 2), Some(150));
        assert_eq!(scaled(number(i64::MAX, 0), 8, 2), None);
    }
}
