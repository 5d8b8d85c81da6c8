//! Cells as banks and spreadsheet programs write them: amounts, currencies, and numbers that a spreadsheet program shortened.

use crate::kernel::money::parse_yuan;
use crate::kernel::text::folded;
use crate::sheet::Grid;

/// Digits that spreadsheet programs keep of a number.
const KEPT_DIGITS: usize = 15;

/// Names of currencies that are not the yuan.
const FOREIGN: [&str; 36] = [
    "USD",
    "US$",
    "HKD",
    "HK$",
    "EUR",
    "JPY",
    "GBP",
    "AUD",
    "CAD",
    "SGD",
    "CHF",
    "MOP",
    "TWD",
    "KRW",
    "THB",
    "RUB",
    "NZD",
    "SEK",
    "$",
    "€",
    "£",
    "美元",
    "美金",
    "港币",
    "港元",
    "欧元",
    "日元",
    "日币",
    "英镑",
    "澳元",
    "加元",
    "新加坡元",
    "瑞士法郎",
    "澳门元",
    "台币",
    "韩元",
];

/// The cells of a file without the back quote that WeChat's bill puts before each value.
pub(super) fn unquoted(mut grid: Grid) -> Grid {
    for row in &mut grid.rows {
        for text in row.cells.values_mut() {
            if let Some(value) = text.strip_prefix('`') {
                *text = value.trim().to_owned();
            }
        }
        row.cells.retain(|_, text| !text.is_empty());
    }
    grid.rows.retain(|row| !row.cells.is_empty());
    grid
}

/// An amount as banks write it: `1,000.00元`, `+5`, `CNY 5`, full-width digits; `(200.00)` and `200.00-` are negative.
pub(super) fn amount_of(text: &str) -> Option<i64> {
    let text = folded(text).replace('\u{2212}', "-");
    let text = text.trim_end_matches('元');
    let (is_negative, text) = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => (true, inner.trim_end_matches('元')),
        None => text.strip_suffix('-').map_or((false, text), |inner| (true, inner)),
    };
    let (has_minus, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let text = text.trim_start_matches("CNY").trim_start_matches("RMB").trim_start_matches("人民币");
    let fen = parse_yuan(text.strip_prefix('+').unwrap_or(text))?;
    match (is_negative, has_minus) {
        (true, true) => None,
        (false, false) => Some(fen),
        _ if text.starts_with(['-', '+']) => None,
        _ => Some(-fen),
    }
}

/// Whether a currency is the yuan; a cell that says nothing counts as it.
pub(super) fn is_yuan(text: &str) -> bool {
    let text = folded(text);
    let code = text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '￥' | '¥' | '$' | '€' | '£'));
    ["", "156", "01", "001", "元", "￥", "¥", "本币"].contains(&code)
        || ["人民币", "CNY", "RMB"].iter().any(|name| code.contains(name))
}

/// The foreign currency that a text names, alone or beside an amount.
pub(super) fn foreign_in(text: &str) -> Option<String> {
    let text = folded(text);
    let is_sign = |c: &char| c.is_alphabetic() || matches!(c, '$' | '€' | '£');
    let name: String = text.chars().filter(is_sign).collect();
    FOREIGN.contains(&name.as_str()).then_some(name)
}

/// `2.02409E+16`: a number of which a spreadsheet program kept the first digits only.
pub(super) fn is_scientific(text: &str) -> bool {
    let text = folded(text);
    let Some((mantissa, exponent)) = text.split_once("E+") else { return false };
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_number(mantissa) && is_number(exponent)
}

/// A number as a spreadsheet program keeps it: the digits after the fifteenth are zeros.
pub(super) fn rounded(number: &str) -> Option<String> {
    let is_long = number.len() > KEPT_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit());
    let kept = number.get(..KEPT_DIGITS).filter(|_| is_long)?;
    Some(format!("{kept:0<width$}", width = number.len()))
}

/// Whether two numbers are one of which a spreadsheet program lost leading zeros or the last digits.
pub(super) fn is_same_number(one: &str, other: &str) -> bool {
    let bare = |text: &str| folded(text).trim_start_matches('0').to_owned();
    let (one, other) = (bare(one), bare(other));
    let shortened = |one: &str, other: &str| rounded(one).is_some_and(|kept| kept == other);
    !one.is_empty() && (one == other || shortened(&one, &other) || shortened(&other, &one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_banks_write_them() {
        for (text, fen) in [
            ("(200.00)", Some(-20_000)),
            ("（２００．５０）", Some(-20_050)),
            ("1,000.00元", Some(100_000)),
            ("人民币1，000.00元", Some(100_000)),
            ("￥-5", Some(-500)),
            ("-￥5", Some(-500)),
            ("200.00-", Some(-20_000)),
            ("−3", Some(-300)),
            ("+ 267.10", Some(26_710)),
            ("CNY 100", Some(10_000)),
            ("100000000000.00", Some(10_000_000_000_000)),
            ("100000000000.01", None),
            ("(-5)", None),
            ("USD 5", None),
            ("--5", None),
            ("", None),
        ] {
            assert_eq!(amount_of(text), fen, "{text}");
        }
    }

    #[test]
    fn the_yuan_is_told_from_other_currencies() {
        for text in ["", "CNY", "人民币", "人民币元", "rmb", "156", "￥", "CNY-人民币", "ＣＮＹ", "-"] {
            assert!(is_yuan(text), "{text}");
        }
        for text in ["USD", "美元", "港币", "840", "$", "EUR"] {
            assert!(!is_yuan(text), "{text}");
        }
        assert_eq!(foreign_in("USD 1,000.00").as_deref(), Some("USD"));
        assert_eq!(foreign_in("100美元").as_deref(), Some("美元"));
        assert_eq!((foreign_in("五元"), foreign_in("100")), (None, None));
    }

    #[test]
    fn a_shortened_number_is_the_same() {
        for (one, other, is_same) in [
            ("0012345", "12345", true),
            ("202409027000013999", "202409027000013000", true),
            ("202409027000013999", "202409027000014000", false),
            ("AB0012345", "AB12345", false),
            ("12345", "12346", false),
            ("", "", false),
            ("000", "0", false),
        ] {
            assert_eq!(is_same_number(one, other), is_same, "{one} {other}");
        }
        assert!(is_scientific("2.02409E+16") && is_scientific("2e+5"));
        assert!(!is_scientific("2024E16") && !is_scientific("E+5") && !is_scientific("20240902"));
    }
}
