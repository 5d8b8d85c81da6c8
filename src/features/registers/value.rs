//! Values on the wire and for people: cells to JSON, JSON to cells, cells to text.
//!
//! Pure but for names, which the caller looks up. Money goes as whole fen, percentages as millionths, areas and decimals as
//! texts, days as `yyyy-MM-dd`, months as `yyyy-MM`, links as numbers, choices as the values of their dictionary.

use jiff::civil::{Date, DateTime, date};
use serde_json::{Value as Json, json};

use crate::columns::field::{day, second};
use crate::kernel::dates::{Stamp, parse_moment};
use crate::kernel::money::{decimal, grouped};
use crate::kernel::text::{chars, mask_id, mask_phone};
use crate::records::html;
use crate::sheet::{Format, RawCell, RawValue};

use super::cell::{Cell, DayCell};
use super::definition::{Field, PATTERNS};
use super::formula::MOST_WHOLE;
use super::infer::{self, FieldType, Nobody};
use super::kind::{FieldKind, Nature};
use super::links;

/// A value that was read but not yet sealed: the text of a sealed field is the operation's to seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    Cell(Cell),
    /// The text of a sealed field.
    Secret(String),
}

/// Days that registers hold.
fn day_in_bounds(day: Date) -> bool {
    (date(1800, 1, 1)..=date(2299, 12, 31)).contains(&day)
}

/// The number of what a field's links point to.
pub fn link_no(field: &Field) -> u8 {
    match field.kind {
        FieldKind::Person | FieldKind::Persons => links::PERSON,
        FieldKind::Dept => links::DEPT,
        FieldKind::Files | FieldKind::Pictures => links::FILES,
        _ => links::kind(&field.link).map_or(links::ROW, |kind| kind.no),
    }
}

/// A value as a form sends it; `None` when it is empty.
///
/// # Errors
/// A sentence that begins with the field's label.
pub fn from_wire(field: &Field, value: &Json) -> Result<Option<Given>, String> {
    let wrong = |what: &str| format!("{}应为{what}", field.label);
    let empty = match value {
        Json::Null => true,
        Json::String(text) => text.trim().is_empty(),
        Json::Array(items) => items.is_empty(),
        _ => false,
    };
    if empty {
        return Ok(None);
    }
    let given = match field.kind {
        kind if kind.nature() == Nature::Sealed => Given::Secret(text_of(value).ok_or_else(|| wrong("文字"))?),
        FieldKind::Text | FieldKind::Long | FieldKind::Code | FieldKind::Choice => {
            Given::Cell(Cell::Text(text_of(value).ok_or_else(|| wrong("文字"))?))
        }
        FieldKind::Rich => Given::Cell(Cell::Text(html::clean(value.as_str().ok_or_else(|| wrong("文字"))?))),
        FieldKind::Choices => Given::Cell(Cell::Many(texts(value).ok_or_else(|| wrong("多个选项"))?)),
        FieldKind::Flag => Given::Cell(Cell::Flag(flag(value).ok_or_else(|| wrong("是或否"))?)),
        FieldKind::Decimal => {
            let units = text_of(value).and_then(|text| decimal(&text, u32::from(field.places)));
            Given::Cell(Cell::Whole(units.ok_or_else(|| decimals(field))?))
        }
        FieldKind::Area => {
            let units = text_of(value).and_then(|text| decimal(&text, 2));
            Given::Cell(Cell::Whole(units.ok_or_else(|| wrong("数字，最多 2 位小数"))?))
        }
        FieldKind::Whole | FieldKind::Money | FieldKind::Percent | FieldKind::Year => {
            Given::Cell(Cell::Whole(whole(value).ok_or_else(|| wrong("整数"))?))
        }
        FieldKind::Day => Given::Cell(Cell::Day(DayCell(day_of(value).ok_or_else(|| wrong("日期，如 2024-03-05"))?))),
        FieldKind::Month => Given::Cell(Cell::Day(DayCell(month_of(value).ok_or_else(|| wrong("年月，如 2024-03"))?))),
        FieldKind::Moment => {
            let moment = value.as_str().and_then(parse_moment).map(|(stamp, _)| stamp);
            Given::Cell(Cell::Moment(moment.ok_or_else(|| wrong("时间，如 2024-03-05 14:30:00"))?))
        }
        _ => {
            let numbers = numbers(value).ok_or_else(|| wrong("选择的项"))?;
            if numbers.len() > 1 && !field.kind.is_several() {
                return Err(format!("{}只能选择一项", field.label));
            }
            if numbers.len() > 100 {
                return Err(format!("{}最多 100 项", field.label));
            }
            Given::Cell(Cell::Links(link_no(field), numbers))
        }
    };
    checked(field, &given)?;
    Ok(Some(given))
}

fn decimals(field: &Field) -> String {
    format!("{}应为数字，最多 {} 位小数", field.label, field.places)
}

fn text_of(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn texts(value: &Json) -> Option<Vec<String>> {
    match value {
        Json::Array(items) => items.iter().map(text_of).collect(),
        other => Some(text_of(other)?.split(',').map(|part| part.trim().to_owned()).collect()),
    }
}

fn flag(value: &Json) -> Option<bool> {
    match value {
        Json::Bool(flag) => Some(*flag),
        Json::String(text) => match text.as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn numbers(value: &Json) -> Option<Vec<u64>> {
    let one = |value: &Json| match value {
        Json::Number(number) => number.as_u64(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let mut all: Vec<u64> = match value {
        Json::Array(items) => items.iter().map(one).collect::<Option<_>>()?,
        Json::String(text) if text.contains(',') => {
            text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?
        }
        other => vec![one(other)?],
    };
    let mut seen = std::collections::HashSet::new();
    all.retain(|number| *number != 0 && seen.insert(*number));
    Some(all)
}

fn day_of(value: &Json) -> Option<Date> {
    let text = value.as_str()?.trim();
    let text = text.get(..10).filter(|_| text.len() > 10 && text.as_bytes().get(10) == Some(&b' ')).unwrap_or(text);
    text.parse().ok().filter(|day| day_in_bounds(*day))
}

fn month_of(value: &Json) -> Option<Date> {
    let (year, month) = value.as_str()?.trim().split_once('-')?;
    let month = month.split('-').next().unwrap_or(month);
    if year.len() != 4 || month.len() != 2 {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok().filter(|day| day_in_bounds(*day))
}

/// Whether a value keeps the rules of its field.
///
/// # Errors
/// A sentence that begins with the field's label.
pub fn checked(field: &Field, given: &Given) -> Result<(), String> {
    let label = &field.label;
    match given {
        Given::Secret(text) => secret(field, text),
        Given::Cell(Cell::Text(text)) => {
            let most = field.length.map_or(field.kind.most_chars(), |most| most as usize).min(field.kind.most_chars());
            if chars(text) > most {
                return Err(format!("{label}不能超过 {most} 个字"));
            }
            match follows(&field.pattern, text) {
                Some(rule) => Err(format!("{label}格式不正确：{rule}")),
                None => Ok(()),
            }
        }
        Given::Cell(Cell::Whole(number)) => {
            let bounds = match field.kind {
                FieldKind::Year => (1800, 2299),
                FieldKind::Area => (0, MOST_WHOLE),
                _ => (-MOST_WHOLE, MOST_WHOLE),
            };
            let (least, most) =
                (field.min.unwrap_or(bounds.0).max(bounds.0), field.max.unwrap_or(bounds.1).min(bounds.1));
            if *number < least {
                return Err(format!("{label}不能小于 {}", number_text(field, least)));
            }
            if *number > most {
                return Err(format!("{label}不能大于 {}", number_text(field, most)));
            }
            Ok(())
        }
        Given::Cell(Cell::Many(values)) if values.len() > 50 => Err(format!("{label}最多选择 50 项")),
        Given::Cell(Cell::Day(DayCell(day))) if !day_in_bounds(*day) => Err(format!("{label}超出 1800 至 2299 年")),
        Given::Cell(_) => Ok(()),
    }
}

/// The rule that a text breaks.
fn follows(pattern: &str, text: &str) -> Option<&'static str> {
    let rule = PATTERNS.iter().find(|(name, _)| *name == pattern)?.1;
    let all = |fits: fn(char) -> bool| text.chars().all(fits);
    let fits = match pattern {
        "digits" => all(|c| c.is_ascii_digit()),
        "letters" => all(|c| c.is_ascii_alphanumeric()),
        "postcode" => text.len() == 6 && all(|c| c.is_ascii_digit()),
        "chinese" => all(|c| ('\u{3400}'..='\u{9fff}').contains(&c) || c == '·' || c > '\u{1ffff}'),
        "email" => crate::kernel::check::is_email(text),
        "plate" => is_plate(text),
        _ => true,
    };
    (!fits).then_some(rule)
}

/// A number plate of a car: province, letter, five or six letters and digits, the last one also 学警港澳挂.
fn is_plate(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| !matches!(c, '·' | ' ' | '-')).collect();
    let (head, rest) = letters.split_at_checked(2).unwrap_or((&[], &[]));
    let is_body = |(at, c): (usize, &char)| {
        c.is_ascii_uppercase() || c.is_ascii_digit() || (at + 1 == rest.len() && "学警港澳挂".contains(*c))
    };
    matches!(head, [province, letter] if !province.is_ascii() && letter.is_ascii_uppercase())
        && matches!(rest.len(), 5 | 6)
        && rest.iter().enumerate().all(is_body)
}

fn secret(field: &Field, text: &str) -> Result<(), String> {
    let Some(kind) = field.kind.reader() else { return Ok(()) };
    match FieldType::of(kind).read(&typed(text), &Nobody, None) {
        Some(infer::CellOutcome::Kept(why)) => Err(format!("{}格式不正确：{why}", field.label)),
        _ => Ok(()),
    }
}

/// A text as a cell of a sheet, for the readers of the survey.
pub fn typed(text: &str) -> RawCell {
    RawCell {
        column: 0,
        value: RawValue::Text(text.trim().to_owned()),
        format: Format::General,
        is_bold: false,
        is_filled: false,
        mask: 0,
        is_formula: false,
    }
}

/// What the readers of the survey made of a cell, as a value of a field; choices still hold what people read.
pub fn from_reading(field: &Field, value: infer::Value) -> Option<Given> {
    Some(match value {
        infer::Value::Text(text) if field.kind.is_sealed() => Given::Secret(text),
        infer::Value::Text(text) | infer::Value::Choice(text) => Given::Cell(Cell::Text(text)),
        infer::Value::Whole(number) => Given::Cell(Cell::Whole(number)),
        infer::Value::Day(day) | infer::Value::Month(day) => Given::Cell(Cell::Day(DayCell(day))),
        infer::Value::Moment(moment) => Given::Cell(Cell::Moment(Stamp::of(moment)?)),
        infer::Value::Flag(flag) => Given::Cell(Cell::Flag(flag)),
        infer::Value::Choices(all) => Given::Cell(Cell::Many(all)),
        infer::Value::Links(all) => Given::Cell(Cell::Links(link_no(field), all)),
        infer::Value::Nothing | infer::Value::Picture(_) => return None,
    })
}

/// A sealed text as everybody sees it.
pub fn masked(kind: FieldKind, text: &str) -> String {
    if kind == FieldKind::Phone { mask_phone(text) } else { mask_id(text) }
}

/// A value as the wire writes it; a sealed one masked.
pub fn to_wire(field: &Field, cell: &Cell) -> Json {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Whole(units) if matches!(field.kind, FieldKind::Decimal | FieldKind::Area) => {
            json!(units_text(*units, field.decimals()))
        }
        Cell::Whole(number) => json!(number),
        Cell::Day(DayCell(day)) if field.kind == FieldKind::Month => json!(day.strftime("%Y-%m").to_string()),
        Cell::Day(DayCell(day)) => json!(day.to_string()),
        Cell::Moment(stamp) => json!(stamp.to_text()),
        Cell::Flag(flag) => json!(flag),
        Cell::Many(all) => json!(all),
        Cell::Links(_, all) if field.kind.is_several() => json!(all),
        Cell::Links(_, all) => json!(all.first()),
        Cell::Sealed(sealed) => json!(sealed.shown),
    }
}

/// `12.50`: units of 10^-places, without a loss.
pub fn units_text(units: i64, places: u8) -> String {
    if places == 0 {
        return units.to_string();
    }
    let scale = 10_u64.pow(u32::from(places.min(18)));
    let (sign, units) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    format!("{sign}{}.{:0width$}", units / scale, units % scale, width = usize::from(places))
}

/// A number of a field as people read it, without its unit; the page says the same (`values.ts`). Numbers that nobody adds
/// up may be names and have no thousands marks.
pub fn number_text(field: &Field, number: i64) -> String {
    match field.kind {
        FieldKind::Money => {
            let power = infer::power_of(&field.unit).unwrap_or(0);
            grouped(&trimmed(&units_text(number, power + 2)))
        }
        FieldKind::Percent => format!("{}%", grouped(&trimmed(&units_text(number, 4)))),
        FieldKind::Year => number.to_string(),
        FieldKind::Whole if field.unsummed => number.to_string(),
        _ => grouped(&units_text(number, field.decimals())),
    }
}

/// What a number of a field counts.
pub fn unit_of(field: &Field) -> &str {
    match field.kind {
        FieldKind::Percent | FieldKind::Year => "",
        FieldKind::Money if field.unit.is_empty() => "元",
        FieldKind::Area if field.unit.is_empty() => "㎡",
        _ => &field.unit,
    }
}

/// Without zeros behind the second place.
fn trimmed(text: &str) -> String {
    let Some((whole, rest)) = text.split_once('.') else { return text.to_owned() };
    let keep = rest.trim_end_matches('0').len().max(2);
    format!("{whole}.{}", rest.get(..keep).unwrap_or(rest))
}

/// A value as people read it; `label` finds what a choice is called, `name` what a link points to.
pub fn to_text<E>(
    field: &Field,
    cell: &Cell,
    label: &dyn Fn(&str) -> String,
    name: &mut dyn FnMut(u8, u64) -> Result<String, E>,
) -> Result<String, E> {
    Ok(match cell {
        Cell::Text(text) if field.kind.has_dictionary() => label(text),
        Cell::Text(text) if field.kind == FieldKind::Rich => html::plain(text),
        Cell::Text(text) => text.clone(),
        Cell::Whole(number) => number_text(field, *number),
        Cell::Day(DayCell(day)) if field.kind == FieldKind::Month => day.strftime("%Y-%m").to_string(),
        Cell::Day(DayCell(day)) => day.to_string(),
        Cell::Moment(stamp) => stamp.to_text(),
        Cell::Flag(flag) => if *flag { "是" } else { "否" }.to_owned(),
        Cell::Many(all) => all.iter().map(|value| label(value)).collect::<Vec<_>>().join("、"),
        Cell::Links(links::FILES, all) => format!("{} 个文件", all.len()),
        Cell::Links(kind, all) => {
            let names: Result<Vec<String>, E> = all.iter().map(|target| name(*kind, *target)).collect();
            names?.join("、")
        }
        Cell::Sealed(sealed) => sealed.shown.clone(),
    })
}

/// A number as columns hold it; [`crate::columns::NONE`] is theirs to put where there is none.
pub fn number(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Whole(number) => Some(*number),
        Cell::Day(DayCell(date)) => Some(day(Some(*date))),
        Cell::Moment(stamp) => Some(second(*stamp)),
        Cell::Flag(flag) => Some(i64::from(*flag)),
        Cell::Links(_, all) => all.first().and_then(|target| i64::try_from(*target).ok()),
        Cell::Sealed(sealed) => Some(marked(&sealed.mark)),
        Cell::Text(_) | Cell::Many(_) => None,
    }
}

/// The value behind a number of a column, of kinds whose columns hold their value.
pub fn of_number(field: &Field, number: i64) -> Option<Cell> {
    match field.kind {
        FieldKind::Day | FieldKind::Month => crate::columns::field::date_of(number).map(|day| Cell::Day(DayCell(day))),
        FieldKind::Moment => Some(Cell::Moment(Stamp(number.saturating_mul(1000)))),
        FieldKind::Flag => Some(Cell::Flag(number != 0)),
        _ => Some(Cell::Whole(number)),
    }
}

/// A keyed hash as a number: its first 62 bits.
pub fn marked(mark: &str) -> i64 {
    let bytes = mark.get(..16).and_then(|head| u64::from_str_radix(head, 16).ok()).unwrap_or(0);
    (bytes >> 2).cast_signed()
}

/// A value of a dictionary as a number, where a cell may hold several of them.
pub fn hashed(value: &str) -> i64 {
    (xxhash_rust::xxh3::xxh3_64(value.as_bytes()) >> 2).cast_signed()
}

/// A moment for readers of workbooks.
pub fn local(stamp: Stamp) -> DateTime {
    stamp.local()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: FieldKind) -> Field {
        Field { places: 4, ..Field::of("x", "栏", kind) }
    }

    #[test]
    fn the_wire_goes_there_and_back() {
        for (kind, wire) in [
            (FieldKind::Text, json!("甲")),
            (FieldKind::Money, json!(-125_050)),
            (FieldKind::Percent, json!(155_000)),
            (FieldKind::Decimal, json!("12.5000")),
            (FieldKind::Decimal, json!("-0.0001")),
            (FieldKind::Area, json!("268.45")),
            (FieldKind::Day, json!("2024-02-29")),
            (FieldKind::Month, json!("2024-02")),
            (FieldKind::Moment, json!("2024-02-29 13:05:09")),
            (FieldKind::Flag, json!(false)),
            (FieldKind::Choices, json!(["1", "2"])),
            (FieldKind::Persons, json!([5, 3])),
            (FieldKind::Dept, json!(103)),
        ] {
            let given = from_wire(&field(kind), &wire).expect("fine").expect("not empty");
            let Given::Cell(cell) = given else { panic!("{kind:?} is no secret") };
            assert_eq!(to_wire(&field(kind), &cell), wire, "{kind:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_label() {
        for (kind, wire, told) in [
            (FieldKind::Day, json!("2024-02-30"), "日期"),
            (FieldKind::Day, json!(20_240_301), "日期"),
            (FieldKind::Month, json!("2024"), "年月"),
            (FieldKind::Money, json!("1.5"), "整数"),
            (FieldKind::Decimal, json!("1.00001"), "4 位小数"),
            (FieldKind::Area, json!("-1"), "不能小于"),
            (FieldKind::Whole, json!(9_007_199_254_740_992_i64), "不能大于"),
            (FieldKind::Year, json!(24), "不能小于"),
            (FieldKind::Flag, json!("也许"), "是或否"),
            (FieldKind::Dept, json!([1, 2]), "只能选择一项"),
            (FieldKind::Code, json!("x".repeat(65)), "不能超过 64"),
            (FieldKind::Idno, json!("530102199001011235"), "格式不正确"),
            (FieldKind::Phone, json!("12345"), "格式不正确"),
        ] {
            let sentence = from_wire(&field(kind), &wire).expect_err("refused");
            assert!(sentence.starts_with('栏') && sentence.contains(told), "{kind:?} {wire}: {sentence}");
        }
        assert_eq!(from_wire(&field(FieldKind::Text), &json!("  ")), Ok(None));
    }

    #[test]
    fn patterns() {
        for (pattern, text, fits) in [
            ("plate", "云A12345", true),
            ("plate", "云A·D12345", true),
            ("plate", "A12345", false),
            ("digits", "００１", false),
            ("postcode", "650000", true),
            ("chinese", "欧阳·娜", true),
            ("nothing known", "x", true),
        ] {
            assert_eq!(follows(pattern, text).is_none(), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn people_read_numbers_with_their_unit() {
        let of = |kind, unit: &str| Field { unit: unit.to_owned(), ..field(kind) };
        for (field, number, text) in [
            (of(FieldKind::Money, "元"), 123_456_789, "1,234,567.89"),
            (of(FieldKind::Money, "万元"), 125_000_000, "125.00"),
            (of(FieldKind::Money, "万元"), -127_800_000_000, "-127,800.00"),
            (of(FieldKind::Area, ""), 123_456_789, "1,234,567.89"),
            (of(FieldKind::Whole, "台"), 12_345, "12,345"),
            (Field { unsummed: true, ..of(FieldKind::Whole, "") }, 12_345, "12345"),
            (of(FieldKind::Decimal, ""), 12_345_000, "1,234.5000"),
            (of(FieldKind::Money, "万元"), 125_000_100, "125.0001"),
            (of(FieldKind::Percent, ""), 155_000, "15.50%"),
            (of(FieldKind::Decimal, ""), -5, "-0.0005"),
            (of(FieldKind::Year, ""), 2024, "2024"),
        ] {
            assert_eq!(number_text(&field, number), text);
        }
    }
}
