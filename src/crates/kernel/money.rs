//! Money: integer fen inside, yuan with two decimals for people (domain.md D1).

use crate::text::{narrow, trimmed};

/// Most that one amount may be, in fen: a hundred billion yuan (decisions/0073).
pub const MOST_FEN: i64 = 10_000_000_000_000;
/// Most that amounts may add up to, in fen: a hundredfold. Thousands of such sums still fit 64 bits.
pub const MOST_SUM_FEN: i64 = 100 * MOST_FEN;

/// The sum of amounts; none when it is more than may be.
pub fn sum(amounts: impl IntoIterator<Item = i64>) -> Option<i64> {
    let sum = amounts.into_iter().try_fold(0_i64, i64::checked_add)?;
    (-MOST_SUM_FEN..=MOST_SUM_FEN).contains(&sum).then_some(sum)
}

/// `1234567` → `12345.67`; for workbooks and the wire of old calls.
pub fn yuan(fen: i64) -> String {
    let sign = if fen < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", fen.unsigned_abs() / 100, fen.unsigned_abs() % 100)
}

/// `1234567` → `12,345.67`; for sentences.
pub fn yuan_grouped(fen: i64) -> String {
    grouped(&yuan(fen))
}

/// A plain number with thousands marks: `-1234.5` → `-1,234.5`.
pub fn grouped(plain: &str) -> String {
    let (whole, fraction) = plain.split_once('.').map_or((plain, None), |(whole, rest)| (whole, Some(rest)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut marked = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            marked.push(',');
        }
        marked.push(digit);
    }
    if let Some(fraction) = fraction {
        marked.push('.');
        marked.push_str(fraction);
    }
    marked
}

/// Reads what people write: `12,345.6`, `￥12345.67`, `１００元`, `-3`. More than two decimals are refused, never cut.
pub fn parse_yuan(text: &str) -> Option<i64> {
    decimal(without_yuan(text), 2).filter(|fen| fen.abs() <= MOST_FEN)
}

/// An amount without the word for its unit.
pub fn without_yuan(text: &str) -> &str {
    trimmed(text).trim_end_matches(['元', '圆']).trim_end()
}

/// Reads a decimal number with at most `places` decimals as an integer of its smallest unit.
pub fn decimal(text: &str, places: u32) -> Option<i64> {
    let plain: String = trimmed(text).trim_start_matches(['￥', '¥']).trim_start().chars().map(narrow).collect();
    let text = plain.replace(',', "");
    let (sign, text) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || whole.len() > 12 {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let places = usize::try_from(places).ok()?;
    if fraction.len() > places {
        return None;
    }
    format!("{whole}{fraction:0<places$}").parse::<i64>().ok().map(|value| sign * value)
}

/// A price or percentage in 1/10,000 without useless zeros: `355_000` → `35.5`.
pub fn price(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:04}", value.unsigned_abs() / 10_000, value.unsigned_abs() % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

const DIGITS: [&str; 10] = ["零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"];
const SMALL: [&str; 4] = ["", "拾", "佰", "仟"];
const LARGE: [&str; 4] = ["", "万", "亿", "万亿"];

/// An amount in capitals 人民币大写 (支付结算办法, annex 1): `-12345.60` → `负壹万贰仟叁佰肆拾伍元陆角整`.
pub fn capitals(fen: i64) -> String {
    let (sign, fen) = (if fen < 0 { "负" } else { "" }, fen.unsigned_abs());
    let (whole, jiao, cents) = (fen / 100, fen / 10 % 10, fen % 10);
    if fen == 0 {
        return "零元整".to_owned();
    }
    let digit = |value: u64| DIGITS[usize::try_from(value % 10).unwrap_or(0)];
    let mut text = format!("{sign}{}", whole_capitals(whole));
    if whole > 0 {
        text.push('元');
    }
    if jiao > 0 {
        text.push_str(digit(jiao));
        text.push('角');
    } else if whole > 0 && cents > 0 {
        text.push('零');
    }
    if cents > 0 {
        text.push_str(digit(cents));
        text.push('分');
    } else {
        text.push('整');
    }
    text
}

fn whole_capitals(whole: u64) -> String {
    let mut text = String::new();
    let mut gap = false;
    for place in (0..16_u32).rev() {
        let value = whole / 10_u64.pow(place) % 10;
        let small = usize::try_from(place % 4).unwrap_or(0);
        if value > 0 {
            if gap && !text.is_empty() {
                text.push('零');
            }
            gap = false;
            text.push_str(DIGITS[usize::try_from(value).unwrap_or(0)]);
            text.push_str(SMALL[small]);
        } else {
            gap = true;
        }
        let group = whole / 10_u64.pow(place) % 10_000;
        if small == 0 && group > 0 {
            text.push_str(LARGE[usize::try_from(place / 4).unwrap_or(0)]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing() {
        for (fen, plain, grouped) in [
            (0, "0.00", "0.00"),
            (5, "0.05", "0.05"),
            (-3_387_097, "-33870.97", "-33,870.97"),
            (123_456_789, "1234567.89", "1,234,567.89"),
        ] {
            assert_eq!((yuan(fen).as_str(), yuan_grouped(fen).as_str()), (plain, grouped));
        }
    }

    #[test]
    fn reading() {
        for (text, fen) in [
            ("12,345.6", Some(1_234_560)),
            (" ￥3 ", Some(300)),
            ("-0.05", Some(-5)),
            ("1.500", Some(150)),
            ("1.005", None),
            ("1e3", None),
            ("", None),
            (".5", None),
            ("99999999999", Some(9_999_999_999_900)),
            ("100000000001", None),
        ] {
            assert_eq!(parse_yuan(text), fen, "{text}");
        }
    }

    #[test]
    fn prices() {
        for (value, text) in [(355_000, "35.5"), (12_345, "1.2345"), (0, "0"), (-5_000, "-0.5"), (100_000, "10")] {
            assert_eq!(price(value), text);
        }
    }

    #[test]
    fn in_capitals() {
        for (fen, text) in [
            (0, "零元整"),
            (5, "伍分"),
            (50, "伍角整"),
            (105, "壹元零伍分"),
            (100_000, "壹仟元整"),
            (1_234_560, "壹万贰仟叁佰肆拾伍元陆角整"),
            (10_050_000, "壹拾万零伍佰元整"),
            (10_000_000_000, "壹亿元整"),
            (1_000_000_100, "壹仟万零壹元整"),
            (107_000_053, "壹佰零柒万元伍角叁分"),
            (-5_759_047, "负伍万柒仟伍佰玖拾元肆角柒分"),
            (164_090_002, "壹佰陆拾肆万零玖佰元零贰分"),
        ] {
            assert_eq!(capitals(fen), text);
        }
    }
}
