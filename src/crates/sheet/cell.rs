//! From the value of a cell to the text a person meant, or a sentence on why that is unknown.

use calamine::{DataRef, ExcelDateTime};

/// The text of a cell, or the text as found with the reason for refusing it.
pub(super) type Meaning = Result<String, (String, String)>;

/// Whole numbers from here on have lost digits in the spreadsheet.
const LOSSY: f64 = 1e15;

/// What a cell means.
pub(super) fn meaning(value: &DataRef<'_>) -> Meaning {
    match value {
        DataRef::Empty => Ok(String::new()),
        DataRef::String(text) => written(text),
        DataRef::SharedString(text) => written(text),
        DataRef::Int(number) => Ok(number.to_string()),
        DataRef::Float(number) => number_text(*number),
        DataRef::Bool(true) => Ok("TRUE".into()),
        DataRef::Bool(false) => Ok("FALSE".into()),
        DataRef::DateTime(moment) => moment_text(moment),
        DataRef::DateTimeIso(text) => {
            let text = text.trim_end_matches('Z').replacen('T', " ", 1);
            Ok(text.strip_suffix(" 00:00:00").unwrap_or(&text).to_owned())
        }
        DataRef::DurationIso(text) => Ok(text.clone()),
        DataRef::Error(error) => Err((error.to_string(), "是错误值，请改为正确的内容".into())),
    }
}

/// Text without what cannot be seen: one tab or apostrophe in front, blanks around.
pub(super) fn trim(text: &str) -> &str {
    let invisible = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}');
    let text = text.trim_matches(invisible);
    text.strip_prefix('\'').unwrap_or(text).trim_matches(invisible)
}

fn written(text: &str) -> Meaning {
    let text = trim(text);
    if scientific(text) {
        return Err((text.to_owned(), "是科学计数法，位数已丢失，请把单元格设为文本格式后重新填写".into()));
    }
    Ok(text.to_owned())
}

/// Whether a text is a number as spreadsheets abbreviate it, e.g. `1.38E+10`.
pub(super) fn scientific(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let Some((digits, power)) = text.split_once(['E', 'e']) else { return false };
    let Some(power) = power.strip_prefix(['+', '-']) else { return false };
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    number(power) && number(whole) && number(fraction)
}

fn number_text(number: f64) -> Meaning {
    if !number.is_finite() || number.abs() >= LOSSY {
        return Err((format!("{number}"), "超过 15 位，位数已丢失，请把单元格设为文本格式后重新填写".into()));
    }
    if number.fract() == 0.0 {
        return Ok(format!("{}", number as i64));
    }
    // A spreadsheet shows 15 digits: 0.1+0.2 is 0.3 there.
    let shown = format!("{number:.14e}").parse().unwrap_or(number);
    Ok(format!("{shown}"))
}

pub(super) fn moment_text(moment: &ExcelDateTime) -> Meaning {
    let days = moment.as_f64();
    if !(0.0..2_958_466.0).contains(&days) {
        return Err((format!("{days}"), "不是有效的日期，请按 2026-01-31 的格式填写".into()));
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let time = match (hour, minute, second, milli) {
        (0, 0, 0, 0) => String::new(),
        _ => format!("{hour:02}:{minute:02}:{second:02}"),
    };
    if days < 1.0 || moment.is_duration() {
        let seconds = (days * 86_400.0).round() as i64;
        return Ok(format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
    }
    Ok(format!("{year:04}-{month:02}-{day:02} {time}").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use calamine::{CellErrorType, ExcelDateTimeType};

    use super::*;

    #[test]
    fn meanings() {
        let day = |days| DataRef::DateTime(ExcelDateTime::new(days, ExcelDateTimeType::DateTime, false));
        let day_1904 = |days| DataRef::DateTime(ExcelDateTime::new(days, ExcelDateTimeType::DateTime, true));
        let span = |days| DataRef::DateTime(ExcelDateTime::new(days, ExcelDateTimeType::TimeDelta, false));
        for (value, text) in [
            (DataRef::Empty, Some("")),
            (DataRef::SharedString("\u{3000}张 三\u{a0}\n"), Some("张 三")),
            (DataRef::SharedString("\t-5"), Some("-5")),
            (DataRef::SharedString("'0571"), Some("0571")),
            (DataRef::SharedString("''x"), Some("'x")),
            (DataRef::SharedString("=1+1"), Some("=1+1")),
            (DataRef::SharedString("1.38E+10"), None),
            (DataRef::SharedString("-3e-05"), None),
            (DataRef::SharedString("3E12"), Some("3E12")),
            (DataRef::SharedString("E+1"), Some("E+1")),
            (DataRef::SharedString("1.E+1"), Some("1.E+1")),
            (DataRef::Float(13_800_000_000.0), Some("13800000000")),
            (DataRef::Float(-0.0), Some("0")),
            (DataRef::Float(0.1 + 0.2), Some("0.3")),
            (DataRef::Float(1234.5), Some("1234.5")),
            (DataRef::Float(0.000_000_1), Some("0.0000001")),
            (DataRef::Float(330_106_199_001_011_234.0), None),
            (DataRef::Float(f64::NAN), None),
            (DataRef::Int(i64::MIN), Some("-9223372036854775808")),
            (DataRef::Bool(true), Some("TRUE")),
            (day(45_943.0), Some("2025-10-13")),
            (day(45_943.5), Some("2025-10-13 12:00:00")),
            (day_1904(44_481.0), Some("2025-10-13")),
            (day(0.25), Some("06:00:00")),
            (span(1.5), Some("36:00:00")),
            (day(-1.0), None),
            (day(1e18), None),
            (day(f64::NAN), None),
            (DataRef::DateTimeIso("2025-10-13T00:00:00".into()), Some("2025-10-13")),
            (DataRef::DateTimeIso("2025-10-13T08:30:00".into()), Some("2025-10-13 08:30:00")),
            (DataRef::Error(CellErrorType::NA), None),
        ] {
            let meaning = meaning(&value);
            assert_eq!(meaning.as_deref().ok(), text, "{value:?}: {meaning:?}");
        }
    }
}
