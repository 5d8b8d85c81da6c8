//! Terms as ledgers write them: «2024.3–2027.2», «每季首月10日前», «押一付三», «每三年递增5%». Pure.
//!
//! Invariant: what can't be read for certain is none; a month that stands for a day is marked, so that a person sees it.

use jiff::civil::Date;

use crate::features::lease::contract::wording;
use crate::features::lease::schedule::terms::{DueKind, DueRule, Escalation, RentBasis};
use crate::kernel::span::{add_months, before};
use crate::kernel::text::narrow;

/// A day, and whether only its month was written.
pub type Said = (Date, bool);

fn packed(text: &str) -> String {
    text.chars().map(narrow).filter(|c| !c.is_whitespace()).collect()
}

/// Chinese figures up to ninety-nine.
fn chinese(text: &str) -> Option<u16> {
    let digit = |c: char| "零一二三四五六七八九".chars().position(|d| d == c).or((c == '两').then_some(2));
    let small = |n: usize| u16::try_from(n).ok();
    match text.split_once('十') {
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1 } else { digit(only(tens)?)? };
            let ones = if ones.is_empty() { 0 } else { digit(only(ones)?)? };
            small(tens * 10 + ones)
        }
        None => small(digit(only(text)?)?),
    }
}

fn only(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// A number of figures of either kind.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().or_else(|| chinese(text))
}

/// Chinese figures before 年, 个月, 月, 日, 号 and 天 as Arabic ones.
fn arabic(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_figure = |c: char| "一二三四五六七八九十两".contains(c);
    let (mut made, mut at) = (String::with_capacity(text.len()), 0);
    while at < chars.len() {
        let end = (at..chars.len()).find(|end| !is_figure(chars[*end])).unwrap_or(chars.len());
        let run: String = chars[at..end].iter().collect();
        let counts = chars.get(end).is_some_and(|next| "年个月日号天".contains(*next));
        match chinese(&run).filter(|_| end > at && counts) {
            Some(number) => made += &number.to_string(),
            None => made += &run,
        }
        if end > at {
            at = end;
        } else {
            made.push(chars[at]);
            at += 1;
        }
    }
    made
}

/// Year, month and day of each date in a text: a group of four figures begins one.
fn dates(text: &str) -> Vec<[Option<i16>; 3]> {
    let mut found: Vec<[Option<i16>; 3]> = Vec::new();
    for group in text.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()) {
        let part = |from: usize, to: usize| group.get(from..to).and_then(|part| part.parse().ok());
        match group.len() {
            8 => found.push([part(0, 4), part(4, 6), part(6, 8)]),
            4 => found.push([part(0, 4), None, None]),
            1 | 2 => {
                if let Some(open) = found.last_mut().and_then(|date| date.iter_mut().find(|part| part.is_none())) {
                    *open = group.parse().ok();
                }
            }
            _ => return Vec::new(),
        }
    }
    found
}

fn day_of([year, month, day]: [Option<i16>; 3], is_end: bool) -> Option<Said> {
    let small = |number: i16| i8::try_from(number).ok();
    let (year, month) = (year.filter(|year| (1900..=2200).contains(year))?, small(month?)?);
    match day {
        Some(day) => Some((Date::new(year, month, small(day)?).ok()?, false)),
        None => {
            let first = Date::new(year, month, 1).ok()?;
            Some((if is_end { first.last_of_month() } else { first }, true))
        }
    }
}

/// A day or, for a month, its first or last day.
pub fn day(text: &str, is_end: bool) -> Option<Said> {
    let text = packed(text);
    match dates(&text).as_slice() {
        [one] => day_of(*one, is_end),
        _ => None,
    }
}

/// First and last day of a term: «2024-03-01至2027-02-28», «2024.3–2027.2», «2024年3月1日起三年».
pub fn term(text: &str) -> Option<(Said, Said)> {
    let text = arabic(&packed(text));
    match dates(&text).as_slice() {
        [from, to] => Some((day_of(*from, false)?, day_of(*to, true)?)),
        [from] => {
            let (from, (_, rest)) = (day_of(*from, false)?, text.split_once('起')?);
            let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
            let count: i64 = digits.parse().ok()?;
            let months = if rest.contains('年') { count * 12 } else { Some(count).filter(|_| rest.contains('月'))? };
            (1..=1_200).contains(&months).then(|| (from, (before(add_months(from.0, months)), false)))
        }
        _ => None,
    }
}

/// Until when something was paid: a day, a month, a quarter or half of a year, a year.
pub fn paid_until(text: &str) -> Option<Said> {
    let text = packed(text);
    // 2024年3季度 is no March.
    if let Some(found) = day(&text, true).filter(|_| !text.contains('季')) {
        return Some(found);
    }
    let found = dates(&text);
    let [[Some(year), ..]] = found.as_slice() else { return None };
    let quarter = [("一", "1"), ("二", "2"), ("三", "3"), ("四", "4")]
        .iter()
        .position(|(word, digit)| text.contains(&format!("{word}季")) || text.contains(&format!("{digit}季")));
    let month = match quarter {
        Some(place) => i8::try_from(place * 3 + 3).ok()?,
        None if text.contains("上半年") => 6,
        None if ["下半年", "年底", "年末", "全年", "年度"].iter().any(|word| text.contains(word)) => 12,
        None => return None,
    };
    Date::new(*year, month, 1).ok().map(|first| (first.last_of_month(), true))
}

/// Months between bills: 季付, 按半年, 押一付三, 每2个月, 一次性.
pub fn cycle(text: &str) -> Option<u8> {
    let text = arabic(&packed(text));
    if let Some(months) = text.parse().ok().filter(|months| [1, 2, 3, 4, 6, 12].contains(months)) {
        return Some(months);
    }
    let is_said = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if let Some((_, rest)) = text.split_once('押').and_then(|(_, rest)| rest.split_once('付')) {
        let figures: String =
            rest.chars().take_while(|c| c.is_ascii_digit() || "一二三四五六七八九十两".contains(*c)).collect();
        return number(&figures).and_then(|n| u8::try_from(n).ok()).filter(|n| [1, 2, 3, 4, 6, 12].contains(n));
    }
    if let Some((head, _)) = text.split_once("个月") {
        let digits: String = head.chars().rev().take_while(char::is_ascii_digit).collect();
        let digits: String = digits.chars().rev().collect();
        return digits.parse().ok().filter(|months| [1, 2, 3, 4, 6, 12].contains(months));
    }
    [(&["一次"] as &[&str], 0), (&["半年"], 6), (&["季"], 3), (&["双月", "隔月"], 2), (&["年"], 12), (&["月"], 1)]
        .into_iter()
        .find(|(words, _)| is_said(words))
        .map(|(_, months)| months)
}

/// When a period is to be paid: «每季首月10日前», «每月5号前», «提前10天», «账期结束后15天».
pub fn due(text: &str) -> Option<DueRule> {
    let text = arabic(&packed(text));
    if let Some(rule) = wording::due_rule(&text) {
        return Some(rule);
    }
    let after = |word: &str| -> Option<u16> {
        let (_, rest) = text.split_once(word)?;
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let (digits, unit) = rest.split_at(end);
        digits.parse().ok().filter(|n| *n <= 366 && unit.starts_with(['日', '号', '天']))
    };
    let rule = |kind, n| Some(DueRule { kind, n });
    for (words, kind) in [
        (&["提前", "开始前", "期前", "届满前", "到期前"] as &[&str], DueKind::Advance),
        (&["结束后", "期满后", "期后"], DueKind::Arrears),
    ] {
        if let Some(n) = words.iter().find_map(|word| after(word)) {
            return rule(kind, n);
        }
    }
    let of_month = ["首月", "第1个月", "每月", "当月", "月的", "季度前", "季前", "年前", "月前", "前"];
    of_month.iter().find_map(|word| after(word)).filter(|n| (1..=31).contains(n)).and_then(|n| rule(DueKind::Day, n))
}

/// An escalation as people write it; nothing for «无» and signs that stand for nothing.
pub fn rise(text: &str, basis: RentBasis) -> Option<Option<Escalation>> {
    let text = arabic(&packed(text));
    if matches!(text.as_str(), "" | "-" | "/" | "—" | "无" | "不递增" | "固定" | "不变") {
        return Some(None);
    }
    let text = match text.split_once("起每") {
        Some((head, tail)) if !head.contains('%') => format!("每{tail}"),
        _ => text,
    };
    let text = match text.strip_prefix("逐年").or_else(|| text.strip_prefix('年')) {
        Some(rest) => format!("每年{rest}"),
        None => text,
    };
    wording::rise(&text, basis)
}

/// Floor of a text like 3层, B1, 负一层; or of a room number like 301.
pub fn floor(text: &str) -> Option<i16> {
    let text = arabic(&packed(text).replace('层', "天")).to_uppercase();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let floor: i16 = digits.parse().ok().filter(|floor| (1..=199).contains(floor))?;
    let is_below = text.starts_with(['-', '负', 'B']) || text.contains("地下");
    Some(if is_below { -floor } else { floor })
}

/// The floor that a number on a door tells.
pub fn floor_of_room(room_no: &str) -> i16 {
    let digits: String = room_no.chars().filter(char::is_ascii_digit).collect();
    let is_plain = digits.len() == room_no.chars().count() && (3..=4).contains(&digits.len());
    let head = digits.get(..digits.len().saturating_sub(2)).and_then(|head| head.parse().ok());
    head.filter(|floor| is_plain && (1..=99).contains(floor)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn terms_in_words() {
        let exact = |day| (day, false);
        let month = |day| (day, true);
        for (text, term_of) in [
            ("2024-03-01至2027-02-28", Some((exact(date(2024, 3, 1)), exact(date(2027, 2, 28))))),
            ("2024.3–2027.2", Some((month(date(2024, 3, 1)), month(date(2027, 2, 28))))),
            ("2024.03.01-2027.02.28", Some((exact(date(2024, 3, 1)), exact(date(2027, 2, 28))))),
            ("2024年3月1日—2027年2月28日", Some((exact(date(2024, 3, 1)), exact(date(2027, 2, 28))))),
            ("20240301-20270228", Some((exact(date(2024, 3, 1)), exact(date(2027, 2, 28))))),
            ("2024年3月1日起三年", Some((exact(date(2024, 3, 1)), exact(date(2027, 2, 28))))),
            ("2024-3-1起18个月", Some((exact(date(2024, 3, 1)), exact(date(2025, 8, 31))))),
            ("长期", None),
            ("2024年", None),
            ("三年", None),
            ("2024-02-30至2025-02-28", None),
        ] {
            assert_eq!(term(text), term_of, "{text}");
        }
    }

    #[test]
    fn paid_until_in_words() {
        for (text, until) in [
            ("2024-06-30", Some((date(2024, 6, 30), false))),
            ("2024年6月", Some((date(2024, 6, 30), true))),
            ("2024年二季度", Some((date(2024, 6, 30), true))),
            ("2024年第3季度", Some((date(2024, 9, 30), true))),
            ("2023年上半年", Some((date(2023, 6, 30), true))),
            ("2023年底", Some((date(2023, 12, 31), true))),
            ("已清", None),
            ("6月", None),
        ] {
            assert_eq!(paid_until(text), until, "{text}");
        }
    }

    #[test]
    fn cycles_and_due_days_in_words() {
        let advance = |n| Some(DueRule { kind: DueKind::Advance, n });
        let day = |n| Some(DueRule { kind: DueKind::Day, n });
        for (text, months, rule) in [
            ("每季首月10日前", Some(3), day(10)),
            ("季付", Some(3), None),
            ("押一付三", Some(3), None),
            ("按月，每月5号前", Some(1), day(5)),
            ("半年付，提前15天", Some(6), advance(15)),
            ("每两个月", Some(2), None),
            ("年付", Some(12), None),
            ("一次性付清", Some(0), None),
            ("3", Some(3), None),
            ("每季度前10日内缴清", Some(3), day(10)),
            ("转账", None, None),
            ("每5个月", None, None),
        ] {
            assert_eq!((cycle(text), due(text)), (months, rule), "{text}");
        }
        assert_eq!(due("账期结束后15天"), Some(DueRule { kind: DueKind::Arrears, n: 15 }));
    }

    #[test]
    fn rises_and_floors() {
        let pct = |every_months, value| Some(Some(Escalation { every_months, value, ..Escalation::default() }));
        for (text, read) in [
            ("每年递增5%", pct(12, 50_000)),
            ("每三年递增10%", pct(36, 100_000)),
            ("年递增3%", pct(12, 30_000)),
            ("第二年起每年递增5%", pct(12, 50_000)),
            ("无", Some(None)),
            ("—", Some(None)),
            ("按市场价", None),
        ] {
            assert_eq!(rise(text, RentBasis::MonthTotal), read, "{text}");
        }
        for (text, read) in
            [("3层", Some(3)), ("三层", Some(3)), ("B1", Some(-1)), ("负一层", Some(-1)), ("顶层", None)]
        {
            assert_eq!(floor(text), read, "{text}");
        }
        assert_eq!(["301", "1203", "A12", "8号", "25"].map(floor_of_room), [3, 12, 1, 1, 1]);
    }
}
