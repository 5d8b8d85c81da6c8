//! What stands above a table besides its title: who reports, when, in which unit its amounts are. Pure.
//!
//! Law: a line with a cell of the form `填报单位：某局`, with a day, or with a unit is never a line of a header; a unit that
//! stands anywhere above the data is the unit of the amounts, and words that could be one and are none are told.

use crate::sheet::{RawCell, RawValue, SheetRow};

use super::day;
use super::kind::money_power;
use super::plain::{narrow, tight, visible};

/// Units that a line may name, the longer first.
const UNITS: [&str; 12] = ["百万元", "万元", "千元", "亿元", "平方米", "公顷", "㎡", "m²", "元", "亩", "万", "亿"];

/// Words beside a unit of money below a label.
const COUNTED: [&str; 16] =
    ["%", "个", "台", "套", "户", "人", "件", "间", "辆", "处", "宗", "年", "月", "天", "-", "—"];

/// Words in front of 单位 that make it a unit, not an office.
const OF_UNIT: [&str; 5] = ["金额", "货币", "计量", "数值", "资金"];

/// Words in front of a colon that lines above a table have, and headers don't.
const FILING: [&str; 22] = [
    "单位",
    "日期",
    "时间",
    "填报",
    "填表",
    "编制",
    "编报",
    "制表",
    "报送",
    "上报",
    "审核",
    "复核",
    "负责人",
    "表号",
    "机关",
    "文号",
    "年度",
    "期间",
    "部门",
    "电话",
    "盖章",
    "经办",
];

/// Words in front of a colon that labels have.
const WITHIN: [&str; 8] = ["其中", "其", "含", "包括", "注", "备注", "说明", "附"];

/// A unit that a line outside of the table speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// From 0.
    pub row: u32,
    /// As it stands there.
    pub text: String,
    /// The unit, where it is one.
    pub unit: Option<&'static str>,
}

impl Named {
    pub(super) fn power(&self) -> Option<u8> {
        self.unit.and_then(money_power)
    }
}

/// Whether a cell holds a day and no more.
fn is_day(cell: &RawCell) -> bool {
    match &cell.value {
        RawValue::Moment(_) => true,
        RawValue::Text(text) => {
            let text = tight(text);
            let text = ["截至", "截止", "至"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text);
            let text = text.strip_suffix('止').unwrap_or(text);
            let is_parted = text.contains(['年', '-', '.', '/']);
            is_parted && matches!(day::said(text), Some(day::Said::Day(..) | day::Said::Moment(_)))
        }
        _ => false,
    }
}

/// Whether a cell is of the form `label：value`.
fn is_reported(cell: &RawCell) -> bool {
    let RawValue::Text(text) = &cell.value else { return false };
    let text = tight(text);
    let text = text.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(&text);
    let Some((label, value)) = text.split_once(':') else { return false };
    let bare = label.split('(').next().unwrap_or_default();
    let is_label = !bare.is_empty() && bare.chars().count() <= 12 && !label.ends_with(|c: char| c.is_ascii_digit());
    // a colon within brackets, and `金额：万元`, belong to a label
    let is_open = label.contains('(') && !label.contains(')');
    if !is_label || is_open || WITHIN.contains(&bare) || value.starts_with("//") {
        return false;
    }
    let is_filing = FILING.iter().any(|word| label.contains(word));
    if value.is_empty() { is_filing } else { is_filing || !is_unit(value) }
}

/// Whether a line says who reports, when, or in which unit: never a line of a header.
pub(super) fn is_filing(line: &SheetRow) -> bool {
    let days = line.cells.iter().filter(|cell| is_day(cell)).count();
    // a column for each of several days is no filing line
    let has_day = days > 0 && (days < 3 || days * 2 <= line.cells.len());
    let is_few = line.cells.len() <= 2;
    let says = |named: &Said| named.unit.is_some() && (named.form == Form::Told || is_few && named.form == Form::Alone);
    has_day || line.cells.iter().any(is_reported) || said_in(line).iter().any(says)
}

/// Whether a word is a unit and no more.
pub(super) fn is_unit(word: &str) -> bool {
    let word = tight(word);
    let word = word.trim_matches(['(', ')', '【', '】', '[', ']']);
    taken(word).is_some_and(|(_, rest)| rest.is_empty())
}

/// A unit at the beginning of a text, and what follows.
fn taken(text: &str) -> Option<(&'static str, &str)> {
    let text = text.strip_prefix("人民币").unwrap_or(text).trim_start_matches(['(', ':']);
    let (unit, rest) = UNITS.iter().find_map(|unit| Some((*unit, text.strip_prefix(unit)?)))?;
    let rest = rest.trim_start_matches(')');
    let rest = rest.strip_prefix("(人民币)").or_else(|| rest.strip_prefix("人民币")).unwrap_or(rest);
    // 万美元 is none
    let goes_on = rest.starts_with(|c: char| c.is_alphabetic() && !matches!(c, '和' | '及' | '或'));
    (!goes_on).then_some((unit, rest))
}

/// Units that a text names one after the other: `万元、平方米`.
fn listed(text: &str) -> Vec<&'static str> {
    let (mut rest, mut found) = (text, Vec::new());
    while let Some((unit, after)) = taken(rest) {
        found.push(unit);
        let Some(next) = after.strip_prefix(['、', ',', ';', '/', '和', '及', '或']) else { break };
        rest = next;
    }
    found
}

/// How a cell speaks of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// 单位：万元
    Told,
    /// 万元
    Alone,
    /// 台账（万元）: a title may, and a label of a column does.
    Within,
}

struct Said {
    unit: Option<&'static str>,
    text: String,
    form: Form,
}

/// The units that a line outside of the table speaks of.
pub(super) fn named_in(line: &SheetRow) -> Vec<Named> {
    let is_few = line.cells.len() <= 2;
    let counts = |said: &Said| said.form == Form::Told || is_few;
    let all = said_in(line).into_iter().filter(counts);
    all.map(|Said { unit, text, .. }| Named { row: line.row, text, unit }).collect()
}

fn said_in(line: &SheetRow) -> Vec<Said> {
    let texts: Vec<String> = line.cells.iter().map(|cell| narrow(&cell.value.text()).into_owned()).collect();
    let next = |at: usize| texts.get(at + 1).map_or("", String::as_str);
    let mut all: Vec<Said> = Vec::new();
    for said in texts.iter().enumerate().flat_map(|(at, text)| in_text(text, next(at))) {
        // the value beside its word is no other one
        let is_same = said.form == Form::Alone && all.last().is_some_and(|last| last.unit == said.unit);
        if !is_same {
            all.push(said);
        }
    }
    all
}

/// The same of one cell; `next` is the one beside it.
fn in_text(text: &str, next: &str) -> Vec<Said> {
    let mut found = Vec::new();
    let mut told = |text: String, value: &str, form: Form| match listed(value) {
        units if units.is_empty() => found.push(Said { unit: None, text, form }),
        units => found.extend(units.into_iter().map(|unit| Said { unit: Some(unit), text: text.clone(), form })),
    };
    let spaced: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    // blanks part one statement from the next, and stand within a word too
    let whole = if spaced.starts_with("单位") || spaced.starts_with("(单位") { spaced.as_str() } else { text };
    let mut before = "";
    for (at, part) in whole.split("单位").enumerate() {
        if at > 0 {
            let office = before.chars().next_back().is_some_and(char::is_alphabetic);
            let is_unit = !office || OF_UNIT.iter().any(|word| before.ends_with(word));
            let has_mark = part.starts_with([':', '(']);
            let part = part.trim_start().trim_start_matches([':', '(']).trim_start();
            let value = if part.is_empty() && has_mark { tight(next).into_owned() } else { tight(part).into_owned() };
            let is_known = taken(&value).is_some();
            if is_known || (is_unit && has_mark && !value.is_empty()) {
                let is_within = before.strip_suffix('(').is_some_and(|label| !label.trim().is_empty());
                let form = if is_within { Form::Within } else { Form::Told };
                let text = value.chars().take(12).collect::<String>();
                told(format!("单位：{}", text.trim_end_matches(')')), &value, form);
            }
        }
        before = part.trim_end();
    }
    if found.is_empty() && is_unit(&spaced) && money_power(listed(&spaced).first().unwrap_or(&"")).is_some() {
        found.push(Said { unit: listed(&spaced).first().copied(), text: spaced.clone(), form: Form::Alone });
    } else if found.is_empty()
        && let Some((_, inside)) = spaced.strip_suffix(')').and_then(|text| text.rsplit_once('('))
        && is_unit(inside)
    {
        let unit = listed(inside).first().copied();
        found.push(Said { unit, text: format!("（{inside}）"), form: Form::Within });
    }
    found
}

/// Whether a line below a header gives the units of its columns and no more.
pub(super) fn is_unit_line(line: &SheetRow) -> bool {
    let words: Vec<String> = line.cells.iter().map(|cell| tight(&cell.value.text()).into_owned()).collect();
    let bare = |word: &str| word.trim_matches(['(', ')', '【', '】', '[', ']']).to_owned();
    let is_word = |word: &String| is_unit(word) || COUNTED.contains(&bare(word).as_str());
    words.iter().all(is_word) && words.iter().any(|word| is_unit(word))
}

/// 附件3, 附表1：
fn is_attachment(text: &str) -> bool {
    let rest = text.strip_prefix("附件").or_else(|| text.strip_prefix("附表"));
    rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || "一二三四五六七八九十:：-－".contains(c)))
}

/// What lines above a table say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Above {
    pub title: Option<String>,
    pub texts: Vec<String>,
    pub named: Vec<Named>,
}

impl Above {
    pub(super) fn take(&mut self, line: &SheetRow) {
        let texts: Vec<String> = line.cells.iter().map(|cell| narrow(&cell.value.to_string()).into_owned()).collect();
        let named = named_in(line);
        let first = texts.first().map(|text| text.split_whitespace().collect::<String>()).unwrap_or_default();
        let is_said = first.contains('。') || ["填报", "报送", "日期"].iter().any(|word| first.starts_with(word));
        let is_bare = texts.len() <= 2 && named.is_empty() && !is_filing(line) && !is_attachment(&first) && !is_said;
        if self.title.is_none() && is_bare {
            self.title = Some(visible(&first).chars().take(100).collect());
        } else if let (None, [text]) = (&self.title, texts.as_slice()) {
            // 信访事项台账（单位：万元）
            let name = tight(text);
            let name = name.split('(').next().unwrap_or_default().to_owned();
            let is_name = !named.is_empty() && !name.is_empty() && !name.contains("单位") && !is_unit(&name);
            self.title = is_name.then(|| visible(&name));
        }
        self.named.extend(named);
        self.texts.extend(texts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Format;

    fn line(texts: &[&str]) -> SheetRow {
        let cell = |(column, text): (u32, &&str)| RawCell {
            column,
            value: RawValue::Text((*text).to_owned()),
            format: Format::General,
            is_bold: false,
            is_filled: false,
            is_formula: false,
            mask: 0,
        };
        SheetRow { row: 0, cells: (0..).zip(texts).map(cell).collect() }
    }

    #[test]
    fn filing_lines_are_told_from_headers() {
        for (texts, is) in [
            (&["填报单位：某局", "单位：万元"][..], true),
            (&["填报单位（盖章）：", "某局"], true),
            (&["某局", "2024年12月31日"], true),
            (&["截至2024-12-31"], true),
            (&["表号：国资01表"], true),
            (&["单位（万元）"], true),
            (&["金额（单位：万元）", "名称"], false),
            (&["其中：房屋", "其中：土地"], false),
            (&["金额：万元", "名称"], false),
            (&["备注：如有", "名称"], false),
            (&["2024年1月", "2024年2月", "2024年3月"], false),
            (&["姓名", "2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"], false),
            (&["08:30", "名称"], false),
            (&["截至2024年12月31日余额", "名称"], false),
            (&["施工单位", "名称", "计量单位"], false),
        ] {
            assert_eq!(is_filing(&line(texts)), is, "{texts:?}");
        }
    }

    #[test]
    fn units_are_told_from_offices() {
        for (texts, wanted) in [
            (&["填报单位：某局", "单位：万元"][..], &[Some("万元")][..]),
            (&["填报单位：某局  单位：万元"], &[Some("万元")]),
            (&["单位：万元、平方米"], &[Some("万元"), Some("平方米")]),
            (&["单位：", "万元"], &[Some("万元")]),
            (&["单 位： 万 元"], &[Some("万元")]),
            (&["单位：人民币万元"], &[Some("万元")]),
            (&["单位：万元（人民币）"], &[Some("万元")]),
            (&["台账（万元）"], &[Some("万元")]),
            (&["人民币：元"], &[Some("元")]),
            (&["单位：元/平方米"], &[Some("元"), Some("平方米")]),
            (&["单位：万美元"], &[None]),
            (&["单位：某局"], &[None]),
            (&["填报单位：某局"], &[]),
            (&["填报单位：", "某局"], &[]),
            (&["单位负责人：张三"], &[]),
        ] {
            let found: Vec<Option<&str>> = named_in(&line(texts)).into_iter().map(|named| named.unit).collect();
            assert_eq!(found, wanted, "{texts:?}");
        }
    }
}
