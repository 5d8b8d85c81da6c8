//! A cell read as a kind: the one place that decides what a value is, for the guess and for the conversion.

use std::borrow::Cow;
use std::cell::OnceCell;

use jiff::Span;
use jiff::civil::{Date, date};

use crate::kernel::money::MOST_FEN;
use crate::kernel::uscc;
use crate::sheet::{Format, Number, RawCell, RawValue, cell_picture};

use super::amount::{Amount, Beside, amount, is_dash, scaled};
use super::day::{self, DayOrder, Said, Writing, ordered, said};
use super::kind::Kind;
use super::known::{Known, Match};
use super::plain::{digits, narrow, seen, tight};
pub use super::value::{Bare, Value};

/// Characters of a text, a code and a long text.
pub(super) const TEXT: usize = 500;
const CODE: usize = 64;
const LONG: usize = 10_000;

/// Decimal places at most.
pub(super) const DECIMALS: u8 = 6;

/// Largest area, in 1/100 ㎡: a hundred square kilometres.
const MOST_AREA: i64 = 10_000_000_000;

/// What a cell is, read as a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Read {
    Value(Value),
    /// A value that has fewer digits than the cell.
    Rounded(Value),
    /// Of the kind, but not certainly this value; kept as it stands.
    Near(Cow<'static, str>),
    /// Not of the kind.
    No(Cow<'static, str>),
}

/// What is said about a column besides its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Terms {
    /// Power of ten of bare amounts.
    pub power: u8,
    pub places: u8,
    pub order: Option<DayOrder>,
    pub bare: Option<Bare>,
    /// Whether numbers are days.
    pub serials: bool,
    pub is_1904: bool,
    /// Unit of land when that is what the numbers count.
    pub land: Option<&'static str>,
    /// Which of [`PAIRS`].
    pub pair: Option<usize>,
    pub link: Option<usize>,
    /// Words of the header that let bare numbers be what they alone are not.
    pub has_word: HasWord,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct HasWord {
    pub flag: bool,
    pub month: bool,
    pub year: bool,
    pub phone: bool,
}

/// Words for yes and no.
pub(super) const PAIRS: [(&[&str], &[&str]); 7] = [
    (&["是"], &["否"]),
    (&["有"], &["无"]),
    (&["已"], &["未"]),
    (&["√", "✓", "✔", "☑"], &["×", "✗", "✘", "X", "x", "☒"]),
    (&["Y", "y", "Yes", "YES"], &["N", "n", "No", "NO"]),
    (&["1"], &["0"]),
    (&["TRUE"], &["FALSE"]),
];

/// The pair of 1 and 0, which counts only where the header asks whether.
pub(super) const NUMBERS: usize = 5;

fn no<T: Into<Cow<'static, str>>>(why: T) -> Read {
    Read::No(why.into())
}

fn near<T: Into<Cow<'static, str>>>(why: T) -> Read {
    Read::Near(why.into())
}

/// What is worked out once of a cell that is read as many kinds.
#[derive(Default)]
pub(super) struct Once {
    amount: OnceCell<Option<Amount>>,
    said: OnceCell<Option<Said>>,
}

impl Once {
    fn said(&self, text: &str) -> Option<Said> {
        *self.said.get_or_init(|| said(text))
    }

    fn number(&self, cell: &RawCell) -> Option<Amount> {
        self.amount.get_or_init(|| number(cell)).clone()
    }
}

/// Reads a cell as a kind. `department` is that of the row, where it is known.
pub(super) fn read(kind: Kind, cell: &RawCell, terms: &Terms, known: &dyn Known, department: Option<u64>) -> Read {
    read_once(kind, cell, terms, known, department, &Once::default())
}

/// The same beside other kinds: `once` is of this cell.
pub(super) fn read_once(
    kind: Kind,
    cell: &RawCell,
    terms: &Terms,
    known: &dyn Known,
    department: Option<u64>,
    once: &Once,
) -> Read {
    match &cell.value {
        RawValue::Error(error) => return no(format!("错误值 {error}")),
        RawValue::Unsaved => return no("公式没有保存计算结果"),
        RawValue::Odd(_) if !matches!(kind, Kind::Idno | Kind::Account) => return near("位数已丢失，须按原件补录"),
        RawValue::Text(text) if is_dash(text) && has_dashes(kind) => return Read::Value(Value::Nothing),
        _ => {}
    }
    match kind {
        Kind::Serial | Kind::Whole => whole(cell, once),
        Kind::Idno => idno(&cell.value),
        Kind::Account => account(&cell.value),
        Kind::Phone => phone(&cell.value, terms.has_word.phone),
        Kind::Day => day(cell, terms, once),
        Kind::Moment => moment(&cell.value, once),
        Kind::Month => month(&cell.value, terms.has_word.month, once),
        Kind::Year => year(&cell.value, terms.has_word.year),
        Kind::Percent => percent(cell, terms.bare, once),
        Kind::Money => money(cell, terms.power, once),
        Kind::Area => area(cell, once),
        Kind::Decimal => decimal(cell, terms, once),
        Kind::Flag => flag(&cell.value, terms),
        Kind::Dept => found(known.department(&trimmed(&cell.value)), "没有这个部门", "同名部门有多个，请写完整路径"),
        Kind::Person => person(&cell.value, known, department),
        Kind::Persons => persons(&cell.value, known, department),
        Kind::Link => match terms.link {
            Some(kind) => found(known.link(kind, &trimmed(&cell.value)), "没有找到", "同名的有多个"),
            None => no("没有指定关联什么"),
        },
        Kind::Choice => text(&cell.value, CODE, Value::Choice),
        Kind::Choices => match text(&cell.value, TEXT, Value::Text) {
            Read::Value(Value::Text(whole)) => {
                Read::Value(Value::Choices(parts(&whole).into_iter().map(str::to_owned).collect()))
            }
            other => other,
        },
        Kind::Code => text(&cell.value, CODE, Value::Text),
        Kind::Text => text(&cell.value, TEXT, Value::Text),
        Kind::Long => text(&cell.value, LONG, Value::Text),
        Kind::Pictures => match cell_picture(&cell.value.text()) {
            Some(id) => Read::Value(Value::Picture(id.to_owned())),
            None => no("不是图片"),
        },
        Kind::Files => no("不是附件"),
    }
}

const fn has_dashes(kind: Kind) -> bool {
    kind.is_number() || matches!(kind, Kind::Serial | Kind::Day | Kind::Moment | Kind::Month | Kind::Year)
}

fn trimmed(value: &RawValue) -> String {
    narrow(&value.text()).into_owned()
}

fn text(value: &RawValue, most: usize, made: fn(String) -> Value) -> Read {
    let text = seen(value.text().into_owned());
    if text.chars().count() > most { no(format!("超过 {most} 个字")) } else { Read::Value(made(text)) }
}

/// Parts of a cell that names several.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let cut = |c: char| matches!(c, '、' | '，' | ',' | ';' | '；' | '/' | '\n');
    text.split(cut).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// A number that a cell holds, typed or written.
pub(super) fn number(cell: &RawCell) -> Option<Amount> {
    match &cell.value {
        RawValue::Number(number) => Some(Amount { number: *number, power: 0, unit: Beside::Nothing }),
        RawValue::Text(text) => amount(text),
        _ => None,
    }
}

fn whole(cell: &RawCell, once: &Once) -> Read {
    if let RawValue::Text(text) = &cell.value
        && is_padded(text)
    {
        return no("以 0 开头，可能是编号");
    }
    match once.number(cell) {
        Some(Amount { number: Number { units, places: 0 }, power: 0, unit: Beside::Nothing }) => {
            Read::Value(Value::Whole(units))
        }
        Some(_) => no("不是整数"),
        None => no("不是数字"),
    }
}

/// `007`: a number would lose the zeros.
pub(super) fn is_padded(text: &str) -> bool {
    let text = narrow(text);
    text.len() > 1 && text.starts_with('0') && digits(&text)
}

fn decimal(cell: &RawCell, terms: &Terms, once: &Once) -> Read {
    if let RawValue::Text(text) = &cell.value
        && is_padded(text)
    {
        return no("以 0 开头，可能是编号");
    }
    let Some(found) = once.number(cell) else { return no("不是数字") };
    match found.unit {
        Beside::Nothing => {}
        Beside::Land(unit) if terms.land.is_none_or(|land| land == unit) => {}
        _ => return no("带有其他单位"),
    }
    // as many digits as fit with all six decimals, however many the column turns out to have
    let fits = scaled(found.number, found.power, DECIMALS).is_some();
    match scaled(found.number, found.power, terms.places).filter(|_| fits) {
        Some(units) => Read::Value(Value::Whole(units)),
        None => no(format!("超过 {} 位小数", terms.places)),
    }
}

fn money(cell: &RawCell, power: u8, once: &Once) -> Read {
    let Some(found) = once.number(cell) else { return no("不是金额") };
    let power = match found.unit {
        Beside::Nothing if found.power == 0 => power,
        Beside::Nothing | Beside::Money => found.power,
        _ => return no("不是金额"),
    };
    match scaled(found.number, power, 2) {
        Some(fen) if fen.abs() <= MOST_FEN => Read::Value(Value::Whole(fen)),
        Some(_) => no("金额过大"),
        None => no("不足一分的零头"),
    }
}

fn area(cell: &RawCell, once: &Once) -> Read {
    let Some(found) = once.number(cell) else { return no("不是面积") };
    if !matches!(found.unit, Beside::Nothing | Beside::Square) {
        return no("带有其他单位");
    }
    match scaled(found.number, found.power, 2) {
        Some(area) if (0..=MOST_AREA).contains(&area) => Read::Value(Value::Whole(area)),
        Some(_) => no("面积超出范围"),
        None => no("超过两位小数"),
    }
}

/// Whether a cell has no sign of percent and would be a percentage without one.
pub(super) fn is_bare(cell: &RawCell, once: &Once) -> bool {
    let is_plain = match &cell.value {
        RawValue::Number(_) => cell.format != Format::Percent,
        RawValue::Text(text) => !is_dash(text),
        _ => false,
    };
    is_plain
        && once.number(cell).is_some_and(|found| {
            found.power == 0 && found.unit == Beside::Nothing && scaled(found.number, 0, 4).is_some()
        })
}

fn percent(cell: &RawCell, bare: Option<Bare>, once: &Once) -> Read {
    let Some(found) = once.number(cell) else { return no("不是百分比") };
    let is_shown = cell.format == Format::Percent && matches!(cell.value, RawValue::Number(_));
    let places = match (found.unit, bare) {
        _ if found.power > 0 => return no("不是百分比"),
        (Beside::Percent, _) => 4,
        (Beside::Nothing, _) if is_shown => 6,
        (Beside::Nothing, Some(Bare::Hundredths)) => 4,
        (Beside::Nothing, Some(Bare::Fraction)) => 6,
        (Beside::Nothing, None) => return near("没有百分号，须确认是百分数还是小数"),
        _ => return no("不是百分比"),
    };
    match scaled(found.number, 0, places) {
        Some(ppm) => Read::Value(Value::Whole(ppm)),
        // shown with a few digits by the workbook: what is cut off was never seen
        None if is_shown => rounded(found.number, places).map_or_else(|| no("百分比过大"), Read::Rounded),
        None => no("小数位数过多"),
    }
}

/// The nearest with fewer decimals, halves away from zero.
fn rounded(number: Number, places: u8) -> Option<Value> {
    let Some(factor) = 10_i64.checked_pow(u32::from(number.places.checked_sub(places)?)) else {
        return Some(Value::Whole(0));
    };
    let (whole, rest) = (number.units / factor, number.units % factor);
    let is_half = rest.unsigned_abs().saturating_mul(2) >= factor.unsigned_abs();
    Some(Value::Whole(whole + i64::from(is_half) * number.units.signum()))
}

/// Whether a number is `2023.1`, of which nobody knows whether it is January or October.
fn is_month_like(number: Number) -> bool {
    let factor = match number.places {
        1 => 10,
        2 => 100,
        _ => return false,
    };
    (1900..=2100).contains(&(number.units / factor)) && (1..=12).contains(&(number.units % factor))
}

const UNSURE: &str = "数字形式的年月分不清 1 月与 10 月";

fn day(cell: &RawCell, terms: &Terms, once: &Once) -> Read {
    match day_of(cell, terms, once) {
        Ok((day, _)) => Read::Value(Value::Day(day)),
        Err(read) => read,
    }
}

/// A day and how it was written.
pub(super) fn day_of(cell: &RawCell, terms: &Terms, once: &Once) -> Result<(Date, Writing), Read> {
    match &cell.value {
        RawValue::Moment(moment) if moment.time() == jiff::civil::Time::midnight() => {
            Ok((moment.date(), Writing::Excel))
        }
        RawValue::Moment(_) => Err(no("带有时刻")),
        RawValue::Number(Number { units, places: 0 }) if (19_000_101..=22_001_231).contains(units) => {
            let part = |number: i64| i16::try_from(number).ok();
            let (year, month, day) = (units / 10_000, units / 100 % 100, units % 100);
            let made = part(year).zip(part(month)).zip(part(day)).and_then(|((y, m), d)| day::date(y, m, d));
            made.map(|day| (day, Writing::Plain)).ok_or_else(|| no("不是日期"))
        }
        RawValue::Number(Number { units, places: 0 }) if is_serial(cell) && terms.serials => {
            let from = if terms.is_1904 { date(1904, 1, 1) } else { date(1899, 12, 30) };
            from.checked_add(Span::new().days(*units)).map(|day| (day, Writing::Serial)).map_err(|_| no("不是日期"))
        }
        RawValue::Number(number) if is_month_like(*number) => Err(near(UNSURE)),
        RawValue::Text(text) => match once.said(text) {
            Some(Said::Day(day, writing)) => Ok((day, writing)),
            Some(Said::Month(..)) => Err(near("只有年月，没有日")),
            Some(Said::Unordered(numbers)) => match terms.order {
                Some(order) => {
                    ordered(numbers, order).map(|day| (day, Writing::Ordered)).ok_or_else(|| no("按指定次序不是日期"))
                }
                None => Err(near("年月日的次序不明确")),
            },
            Some(Said::Moment(_)) => Err(no("带有时刻")),
            None => Err(no("不是日期")),
        },
        _ => Err(no("不是日期")),
    }
}

/// A plain number that could be a day as spreadsheets count them: 1954 to 2064.
pub(super) fn is_serial(cell: &RawCell) -> bool {
    let plain = matches!(cell.format, Format::General);
    matches!(cell.value, RawValue::Number(Number { units: 20_000..=60_000, places: 0 }) if plain)
}

fn moment(value: &RawValue, once: &Once) -> Read {
    match value {
        RawValue::Moment(moment) => Read::Value(Value::Moment(*moment)),
        RawValue::Text(text) => match once.said(text) {
            Some(Said::Moment(moment)) => Read::Value(Value::Moment(moment)),
            Some(Said::Day(day, _)) => Read::Value(Value::Moment(day.at(0, 0, 0, 0))),
            _ => no("不是时间"),
        },
        _ => no("不是时间"),
    }
}

fn month(value: &RawValue, has_word: bool, once: &Once) -> Read {
    let first = |year: i16, month: i16| match day::date(year, month, 1) {
        Some(first) => Read::Value(Value::Month(first)),
        None => no("不是年月"),
    };
    match value {
        RawValue::Text(text) => match once.said(text) {
            Some(Said::Month(..)) if !has_word && digits(&narrow(text)) => no("不是年月"),
            Some(Said::Month(year, month)) => first(year, i16::from(month)),
            Some(Said::Day(..)) => no("是日期，不是年月"),
            _ => no("不是年月"),
        },
        RawValue::Moment(moment) if has_word && moment.day() == 1 => first(moment.year(), i16::from(moment.month())),
        RawValue::Number(Number { units, places: 0 }) if has_word && (190_001..=220_012).contains(units) => {
            match (i16::try_from(units / 100), i16::try_from(units % 100)) {
                (Ok(year), Ok(month)) => first(year, month),
                _ => no("不是年月"),
            }
        }
        RawValue::Number(number) if is_month_like(*number) => near(UNSURE),
        _ => no("不是年月"),
    }
}

fn year(value: &RawValue, has_word: bool) -> Read {
    let text = value.text();
    let text = narrow(&text);
    let marked = text.strip_suffix("年度").or_else(|| text.strip_suffix('年'));
    let year = marked.or(has_word.then_some(text.as_ref())).filter(|text| text.len() == 4 && digits(text));
    match year.and_then(|year| year.parse::<i64>().ok()) {
        Some(year) if (1900..=2100).contains(&year) => Read::Value(Value::Whole(year)),
        _ => no("不是年度"),
    }
}

fn flag(value: &RawValue, terms: &Terms) -> Read {
    if let RawValue::Flag(flag) = value {
        return Read::Value(Value::Flag(*flag));
    }
    let text = value.text();
    let text = tight(&text);
    let text = text.as_ref();
    let wanted =
        |place: &usize| terms.pair.is_none_or(|pair| pair == *place) && (*place != NUMBERS || terms.has_word.flag);
    for place in (0..PAIRS.len()).filter(wanted) {
        let (yes, not) = PAIRS[place];
        if yes.contains(&text) || not.contains(&text) {
            return Read::Value(Value::Flag(yes.contains(&text)));
        }
    }
    no("不是是与否")
}

/// Which pair of words a text belongs to.
pub(super) fn pair_of(text: &str) -> Option<usize> {
    let text = tight(text);
    let text = text.as_ref();
    PAIRS.iter().position(|(yes, not)| yes.contains(&text) || not.contains(&text))
}

/// Whether the last of eighteen characters follows from the others (GB 11643).
fn is_checked(letters: &[u8]) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let sum: u32 =
        letters.iter().zip(WEIGHTS).map(|(letter, weight)| u32::from(letter.saturating_sub(b'0')) * weight).sum();
    letters.get(17) == b"10X98765432".get(usize::try_from(sum % 11).unwrap_or(0))
}

fn is_born(year: &str, rest: &str) -> bool {
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
    match (number(Some(year)), number(rest.get(..2)), number(rest.get(2..4))) {
        (Some(year), Some(month), Some(day)) => day::date(year, month, day).is_some(),
        _ => false,
    }
}

fn idno(value: &RawValue) -> Read {
    let text = match value {
        RawValue::Text(text) => tight(text).to_ascii_uppercase(),
        RawValue::Odd(text) if (15..=19).contains(&text.len()) && digits(text) => {
            return near("末三位已丢失，须按原件补录");
        }
        RawValue::Number(Number { units, places: 0 }) if *units >= 100_000_000_000_000 => units.to_string(),
        _ => return no("不是证件号"),
    };
    let is_number = text.get(..17).is_some_and(digits);
    match text.len() {
        18 if is_number && is_born(text.get(6..10).unwrap_or_default(), text.get(10..14).unwrap_or_default()) => {
            if is_checked(text.as_bytes()) {
                Read::Value(Value::Text(text))
            } else if text.ends_with("000") {
                near("末三位是 000 且校验位不符，疑为位数丢失")
            } else if text.ends_with(|c: char| c.is_ascii_digit() || c == 'X') {
                near("校验位不符")
            } else {
                no("不是证件号")
            }
        }
        18 if uscc::is_valid(&text) => Read::Value(Value::Text(text)),
        15 if digits(&text) => {
            let year = format!("19{}", text.get(6..8).unwrap_or_default());
            if is_born(&year, text.get(8..12).unwrap_or_default()) {
                Read::Value(Value::Text(text))
            } else {
                no("不是证件号")
            }
        }
        _ => no("不是证件号"),
    }
}

fn account(value: &RawValue) -> Read {
    let text = match value {
        RawValue::Text(text) => tight(text).replace('-', ""),
        RawValue::Number(Number { units, places: 0 }) if *units > 0 => units.to_string(),
        RawValue::Odd(text) if digits(text) => return near("末几位已丢失，须按原件补录"),
        _ => return no("不是账号"),
    };
    if (12..=25).contains(&text.len()) && digits(&text) { Read::Value(Value::Text(text)) } else { no("不是账号") }
}

fn phone(value: &RawValue, has_word: bool) -> Read {
    let text = match value {
        RawValue::Text(text) => tight(text),
        RawValue::Number(Number { units, places: 0 }) if *units > 0 => units.to_string().into(),
        _ => return no("不是电话号码"),
    };
    if is_phone(&text, has_word) {
        return Read::Value(Value::Text(text.into_owned()));
    }
    let several = parts(&text);
    let is_several = several.len() > 1 && several.iter().all(|part| is_phone(part, has_word));
    no(if is_several { "一格中有多个号码" } else { "不是电话号码" })
}

/// Mobile numbers and those with an area code; without one where the header says that it is a telephone.
fn is_phone(text: &str, has_word: bool) -> bool {
    let text = text.trim_start_matches("+86");
    let is_sign = |byte: u8| matches!(byte, b'-' | b'(' | b')' | b' ');
    if !text.bytes().all(|byte| byte.is_ascii_digit() || is_sign(byte)) {
        return false;
    }
    let plain: String = text.chars().filter(char::is_ascii_digit).collect();
    match plain.as_bytes() {
        [b'1', b'3'..=b'9', ..] if plain.len() == 11 => true,
        [b'0', ..] => (10..=12).contains(&plain.len()),
        [b'2'..=b'8', ..] => has_word && (7..=8).contains(&plain.len()),
        _ => false,
    }
}

fn found(found: Match, none: &'static str, several: &'static str) -> Read {
    match found {
        Match::One(id) => Read::Value(Value::Links(vec![id])),
        Match::Several => near(several),
        Match::None => no(none),
    }
}

fn one_person(name: &str, known: &dyn Known, department: Option<u64>) -> Match {
    match known.person(name, None) {
        Match::Several if department.is_some() => match known.person(name, department) {
            Match::One(id) => Match::One(id),
            _ => Match::Several,
        },
        other => other,
    }
}

fn person(value: &RawValue, known: &dyn Known, department: Option<u64>) -> Read {
    found(one_person(&trimmed(value), known, department), "没有这个人", "同名的有多人")
}

fn persons(value: &RawValue, known: &dyn Known, department: Option<u64>) -> Read {
    let text = trimmed(value);
    let mut people = Vec::new();
    for name in parts(&text) {
        match one_person(name, known, department) {
            Match::One(id) => people.push(id),
            Match::Several => return near(format!("“{name}”有多人同名")),
            Match::None => return no(format!("没有“{name}”这个人")),
        }
    }
    if people.is_empty() { no("没有人名") } else { Read::Value(Value::Links(people)) }
}

#[cfg(test)]
mod tests;
