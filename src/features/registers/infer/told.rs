//! What was understood, in sentences made of the counters: evidence, warnings, samples.

use crate::kernel::text::{mask_id, mask_phone};

use super::choose::Chosen;
use super::column::{Collector, Misfit};
use super::day::Writing;
use super::kind::Kind;
use super::known::{Dictionary, Known};
use super::plain::{narrow, shown, tight};
use super::read::{Read, Value, read};

/// Spellings that a clerk confuses, and that a reader overlooks.
const ALIKE: [&str; 14] = [
    "已己巳",
    "末未",
    "土士",
    "日曰",
    "人入",
    "戊戍戌",
    "帐账",
    "贷货",
    "象像",
    "做作",
    "候侯",
    "治冶",
    "拔拨",
    "折拆",
];

/// Characters that make a difference on purpose.
const CONTRAST: &str =
    "一二三四五六七八九十甲乙丙丁戊己大中小高低上下左右前后东西南北内外有无是否不正副男女已未新旧好坏优良差";

/// What is told of a column of formulas.
pub const FORMULAS: &str = "由公式计算，保存的是计算结果";

/// Rows that a word must have at least as often as its seeming misspelling.
const OFTENER: u32 = 5;

/// Identity numbers in free texts from which on that is told.
const IDS: u32 = 5;

pub(super) fn misfits(column: &Collector, chosen: &Chosen) -> Vec<Misfit> {
    let mut all = match chosen.kind {
        Kind::Link => {
            chosen.terms.link.and_then(|at| column.links.get(at)).map_or_else(Vec::new, |t| t.misfits.clone())
        }
        Kind::Serial => column.tally(Kind::Whole).map_or_else(Vec::new, |tally| tally.misfits.clone()),
        Kind::Pictures | Kind::Files => column.no_pictures.clone(),
        kind => column.tally(kind).map_or_else(|| column.bad.misfits.clone(), |tally| tally.misfits.clone()),
    };
    if chosen.kind == Kind::Day && !chosen.terms.serials {
        all.extend(column.serial_days.misfits.iter().cloned());
    }
    if chosen.kind == Kind::Percent && chosen.asks_percent {
        all.extend(column.bare.misfits.iter().cloned());
    }
    all.sort_unstable_by_key(|misfit| misfit.row);
    all.truncate(20);
    all
}

/// Why a column is what it is taken for.
pub(super) fn evidence(column: &Collector, chosen: &Chosen, misfits: &[Misfit], known: &dyn Known) -> String {
    let (all, hits) = (column.filled, chosen.hits);
    let misfit_count = all.saturating_sub(hits + chosen.dashes);
    let told = match chosen.kind {
        kind if all == 0 => return format!("整列为空，按字段名作为{}，留待以后填写", kind.label()),
        Kind::Text if column.bad.near == all => return format!("{all} 行都没有可用的值"),
        Kind::Serial => return format!("{all} 行中 {} 行从 1 起连续编号，不保存", column.in_order),
        Kind::Choice => {
            let choices = column.choices();
            let first: Vec<String> =
                choices.iter().take(4).map(|(text, count)| format!("{} {count}", shown(text))).collect();
            return format!(
                "{all} 行只有 {} 种写法（{}{}）",
                choices.len(),
                first.join("、"),
                if choices.len() > 4 { "…" } else { "" }
            );
        }
        Kind::Pictures => return format!("{hits} 个单元格中有图片，{} 张图片放在这一列上", column.anchored),
        Kind::Choices => return format!("{all} 行多由少数几个词组成，以顿号等分隔"),
        Kind::Code => return format!("{all} 行各不相同，可作查重列"),
        Kind::Text | Kind::Long if chosen.lost_zeros => return format!("{all} 行长度一致的数字中有的较短，按文本保存"),
        Kind::Text | Kind::Long if column.texts * 2 < all => {
            return format!("{all} 行中 {} 行是数字，作为名称按文本保存，不求和", column.numbers);
        }
        Kind::Text | Kind::Long => {
            let mean = column.chars / u64::from(column.texts.max(1));
            return format!("{all} 行文字，平均 {mean} 字，最长 {} 字", column.longest);
        }
        Kind::Link => chosen.terms.link.and_then(|at| known.links().get(at)).map_or("关联", |link| link.label),
        kind => kind.label(),
    };
    let detail = details(column, chosen);
    let detail = if detail.is_empty() { String::new() } else { format!("（{detail}）") };
    let verb =
        if matches!(chosen.kind, Kind::Dept | Kind::Person | Kind::Persons | Kind::Link) { "对应到" } else { "是" };
    let mut text = format!("{all} 行中 {hits} 行{verb}{told}{detail}");
    if misfit_count > 0 {
        let some: Vec<String> = misfits.iter().take(3).map(|one| format!("第 {} 行“{}”", one.row, one.text)).collect();
        let more = if misfit_count > 3 { "…" } else { "" };
        text.push_str(&format!("；{misfit_count} 行不是：{}{more}", some.join("、")));
    }
    text
}

fn details(column: &Collector, chosen: &Chosen) -> String {
    let mut parts = Vec::new();
    match chosen.kind {
        Kind::Day => {
            for writing in Writing::ALL {
                let count = match writing {
                    Writing::Serial if chosen.terms.serials => column.serial_days.hits,
                    writing => column.writings.get(&writing).copied().unwrap_or_default(),
                };
                if count > 0 {
                    parts.push(format!("{} {count}", writing.label()));
                }
            }
        }
        Kind::Money | Kind::Whole | Kind::Decimal | Kind::Area => {
            parts.extend(chosen.unit.as_ref().map(|unit| format!("单位：{unit}")));
            if chosen.kind == Kind::Decimal {
                parts.push(format!("{} 位小数", chosen.terms.places));
            }
        }
        _ => {}
    }
    if chosen.dashes > 0 {
        parts.push(format!("“-”等 {} 处视为空", chosen.dashes));
    }
    parts.join("、")
}

/// What somebody should look at.
pub(super) fn warnings(column: &Collector, chosen: &Chosen, all_rows: u32) -> Vec<String> {
    let mut told = Vec::new();
    if column.head.is_unnamed && column.filled > 0 {
        told.push("这一列没有表头，请填写字段名".to_owned());
    }
    let kind = chosen.kind;
    if let Some(tally) = column.tally(kind) {
        told.extend(tally.reasons.iter().map(|(why, count)| format!("{count} 个单元格{why}，保留原值")));
        if tally.rounded > 0 {
            told.push(format!("{} 个单元格的百分比超过 4 位小数，四舍五入到 4 位", tally.rounded));
        }
    } else if column.bad.near > 0 {
        told.push(format!("{} 个单元格是错误值、没有保存结果的公式，或位数已丢失", column.bad.near));
    }
    if kind == Kind::Day {
        ordered(column, &mut told);
        if chosen.terms.is_1904
            && column.serial_days.hits + column.writings.get(&Writing::Excel).copied().unwrap_or_default() > 0
        {
            told.push("工作簿使用 1904 日期系统，已按此换算".to_owned());
        }
    }
    if chosen.asks_percent {
        told.push("数值都不超过 1 且没有百分号：请指明 0.155 是 15.5% 还是 0.155%".to_owned());
    }
    if kind == Kind::Money && column.moneys + column.powers > 0 && column.powers > 0 && column.powers < column.filled {
        told.push(format!("{} 个单元格自带“万”“亿”等单位，已按各自单位换算", column.powers));
    }
    if chosen.lost_zeros {
        told.push("有的数字比其他短，前面的 0 可能已丢失".to_owned());
    }
    if kind.is_number() && column.merged_figures > 0 {
        told.push(format!("{} 个合并单元格的数字填到了每一行，合计会重复计算", column.merged_figures));
    }
    if column.formulas > 0 && column.formulas * 2 >= column.filled.min(200) && kind != Kind::Serial {
        told.push(FORMULAS.to_owned());
    }
    texts(column, chosen, all_rows, &mut told);
    told
}

fn ordered(column: &Collector, told: &mut Vec<String>) {
    let open =
        column.tally(Kind::Day).and_then(|tally| tally.reasons.get("年月日的次序不明确")).copied().unwrap_or_default();
    if open > 0 {
        let hint = match (column.first_over_12, column.second_over_12) {
            (first, 0) if first > 0 => "，从数字看第一个像是日或年",
            (0, second) if second > 0 => "，从数字看第一个像是月",
            _ => "",
        };
        told.push(format!("请指定 3/5/2024、24.3.5 这类写法的年月日次序{hint}"));
    }
}

fn texts(column: &Collector, chosen: &Chosen, all_rows: u32, told: &mut Vec<String>) {
    if matches!(chosen.kind, Kind::Text | Kind::Long) && column.ids >= IDS {
        told.push(format!("文字中有 {} 个身份证号码，请考虑单独成列并密封", column.ids));
    }
    let choices = column.choices();
    if let ([(text, count)], false) = (choices.as_slice(), column.has_more)
        && *count == column.filled
        && column.filled == all_rows
        && all_rows > 2
    {
        told.push(format!("整列都是“{}”", shown(text)));
    }
    if let Some(several) = column.tally(Kind::Phone).filter(|_| matches!(chosen.kind, Kind::Text | Kind::Phone)) {
        let count = several.misfits.iter().filter(|one| one.why.contains("多个号码")).count();
        if count > 0 {
            told.push(format!("{count} 个单元格写了多个号码"));
        }
    }
    if matches!(chosen.kind, Kind::Code) && column.numbers > 0 && column.texts > 0 {
        told.push("编号有的是数字有的是文本，前面的 0 可能已丢失".to_owned());
    }
}

/// Words that differ by one character, of which one is likely a slip of the other: the rare one first.
pub(super) fn spellings(choices: &[(String, u32)]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, (often, count)) in choices.iter().enumerate().take(60) {
        for (rare, less) in choices.iter().skip(at + 1).take(200) {
            if is_slip(often, *count, rare, *less) && found.len() < 20 {
                found.push((rare.clone(), often.clone()));
            }
        }
    }
    found
}

fn is_slip(often: &str, count: u32, rare: &str, less: u32) -> bool {
    if tight(often) == tight(rare) {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (often.chars().collect(), rare.chars().collect());
    let is_rare = less * OFTENER <= count && a.len().min(b.len()) >= 3;
    if a.len() == b.len() {
        let other: Vec<(char, char)> = a.iter().zip(&b).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect();
        let [(one, two)] = other.as_slice() else { return false };
        let is_alike = ALIKE.iter().any(|alike| alike.contains(*one) && alike.contains(*two));
        let on_purpose = |c: &char| c.is_ascii() || CONTRAST.contains(*c);
        return is_alike || (is_rare && a.len() >= 3 && !(on_purpose(one) && on_purpose(two)));
    }
    let (long, short) = if a.len() > b.len() { (&a, &b) } else { (&b, &a) };
    let one_more = long.len() == short.len() + 1;
    let prefix = long.iter().zip(short.iter()).take_while(|(a, b)| a == b).count();
    let is_slip = one_more && long.get(prefix + 1..) == short.get(prefix..);
    let added = long.get(prefix).copied().unwrap_or('未');
    is_rare && is_slip && !"未不非无半".contains(added) && short.len() >= 3
}

/// The dictionary that has nine in ten of the values.
pub(super) fn dictionary<'k>(choices: &[(String, u32)], known: &'k dyn Known) -> Option<&'k Dictionary> {
    let all: u32 = choices.iter().map(|(_, count)| count).sum();
    let within = |dictionary: &&Dictionary| -> u32 {
        let has = |text: &str| dictionary.values.contains_key(narrow(text).as_ref());
        choices.iter().filter(|(text, _)| has(text)).map(|(_, count)| count).sum()
    };
    let best = known.dictionaries().iter().max_by_key(within)?;
    (all > 0 && within(&best) * 10 >= all * 9 && choices.len() > 1).then_some(best)
}

/// The first values, before and after.
pub(super) fn samples(column: &Collector, chosen: &Chosen, known: &dyn Known) -> Vec<(String, String)> {
    let one = |(cell, department): &(crate::sheet::RawCell, Option<u64>)| {
        let before = cell.value.to_string();
        let after = match read(chosen.kind, cell, &chosen.terms, known, *department) {
            Read::Value(value) | Read::Rounded(value) => show(&value, chosen),
            Read::Near(why) | Read::No(why) => format!("原值（{why}）"),
        };
        let before = if chosen.kind.is_sealed() { masked(&before) } else { shown(&before) };
        (before, after)
    };
    column.samples.iter().map(one).collect()
}

fn masked(text: &str) -> String {
    if text.chars().count() > 12 { mask_id(text) } else { mask_phone(text) }
}

/// A value for people.
pub(super) fn show(value: &Value, chosen: &Chosen) -> String {
    match value {
        Value::Text(text) if chosen.kind.is_sealed() => masked(text),
        Value::Text(text) | Value::Choice(text) => shown(text),
        Value::Whole(units) => match chosen.kind {
            Kind::Money => format!("{} 元", crate::kernel::money::yuan_grouped(*units)),
            Kind::Area => format!("{} ㎡", decimal(*units, 2)),
            Kind::Percent => format!("{}%", decimal(*units, 4)),
            Kind::Decimal => decimal(*units, chosen.terms.places),
            _ => units.to_string(),
        },
        Value::Day(day) => day.to_string(),
        Value::Month(day) => day.strftime("%Y-%m").to_string(),
        Value::Moment(moment) => moment.strftime("%Y-%m-%d %H:%M:%S").to_string(),
        Value::Flag(true) => "是".to_owned(),
        Value::Flag(false) => "否".to_owned(),
        Value::Choices(all) => all.join("、"),
        Value::Links(ids) => ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join("、"),
        Value::Picture(_) => "［图片］".to_owned(),
        Value::Nothing => "（空）".to_owned(),
    }
}

fn decimal(units: i64, places: u8) -> String {
    let number = crate::sheet::Number { units, places };
    let text = number.to_string();
    if places > 0 { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_words() {
        for (often, rare, is) in [
            ("已整改", "己整改", true),
            ("一级隐患", "二级隐患", false),
            ("已整改", "未整改", false),
            ("办结", "在办", false),
            ("正在办理", "正在力理", true),
            ("已 办结", "已办结", true),
            ("有效", "无效", false),
            ("合格产品", "不合格产品", false),
            ("整改完成", "整改完成了", true),
        ] {
            assert_eq!(is_slip(often, 40, rare, 2), is, "{often} {rare}");
        }
    }
}
