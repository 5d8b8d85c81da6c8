//! Terms of a lease as one line of text each, as workbooks carry them: written and read by the same grammar.

use crate::features::lease::schedule::terms::{
    DueKind, DueRule, Escalation, EscalationMode, FreeScope, RentBasis, RentFree, RentStep,
};
use crate::kernel::money::{decimal, parse_yuan, price, yuan};
use crate::kernel::span::DateSpan;
use crate::records::exchange::{day_of, several};

/// Nothing, said on purpose.
pub const NONE: &str = "无";

/// `账期开始前10天`, `账期首月5日`, `账期结束后15天`.
pub fn due_text(rule: DueRule) -> String {
    match rule.kind {
        DueKind::Advance => format!("账期开始前{}天", rule.n),
        DueKind::Day => format!("账期首月{}日", rule.n),
        DueKind::Arrears => format!("账期结束后{}天", rule.n),
    }
}

/// Reads a due rule.
pub fn due_rule(text: &str) -> Option<DueRule> {
    let text = packed(text);
    let begins = [
        ("账期开始前", DueKind::Advance),
        ("账期前", DueKind::Advance),
        ("提前", DueKind::Advance),
        ("账期首月", DueKind::Day),
        ("每期首月", DueKind::Day),
        ("首月", DueKind::Day),
        ("账期结束后", DueKind::Arrears),
        ("账期后", DueKind::Arrears),
    ];
    let (rest, kind) = begins.iter().find_map(|(begin, kind)| text.strip_prefix(begin).map(|rest| (rest, *kind)))?;
    let n = rest.trim_end_matches(['天', '日', '号', '前', '内']).parse().ok()?;
    Some(DueRule { kind, n })
}

/// `2024-06-01至2024-06-30（装修期）`, several with a semicolon between; `（全部费用：装修期）` frees other charges too.
pub fn free_text(free: &[RentFree]) -> String {
    let one = |free: &RentFree| {
        let scope = if free.scope == FreeScope::All { "全部费用" } else { "" };
        let more = [scope, free.reason.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let more = if more.is_empty() { String::new() } else { format!("（{}）", more.join("：")) };
        format!("{}至{}{more}", free.span.from, free.span.to)
    };
    free.iter().map(one).collect::<Vec<_>>().join("；")
}

/// Reads rent-free intervals; `无` is none.
pub fn rent_free(text: &str) -> Option<Vec<RentFree>> {
    if text.trim() == NONE {
        return Some(Vec::new());
    }
    several(text, &['；', ';', '\n']).map(one_free).collect()
}

fn one_free(text: &str) -> Option<RentFree> {
    let (days, more) = match text.split_once(['（', '(']) {
        Some((days, more)) => (days, more.trim_end().strip_suffix(['）', ')'])?),
        None => (text, ""),
    };
    let (from, to) = days.split_once(['至', '到', '~'])?;
    let span = DateSpan::new(day_of(from.trim())?, day_of(to.trim())?);
    let (scope, reason) = match more.trim().strip_prefix("全部费用") {
        Some(rest) => (FreeScope::All, rest.trim_start_matches(['：', ':', '，', ','])),
        None => (FreeScope::Rent, more),
    };
    Some(RentFree { span, scope, reason: reason.trim().to_owned() })
}

/// `每12月递增5%`, `每12月递增500元`, `每12月调整为5000元、5500元`; then `（逐期累进）` and `，自2024-01-01起算`.
pub fn rise_text(rise: Option<&Escalation>, basis: RentBasis) -> String {
    let Some(rise) = rise else { return String::new() };
    let amount = |value: i64| if basis == RentBasis::AreaDay { price(value) } else { yuan(value) };
    if rise.mode == EscalationMode::Set && !rise.steps.is_empty() {
        let steps: Vec<String> =
            rise.steps.iter().map(|step| format!("{}起{}元", step.from, amount(step.rent))).collect();
        return steps.join("、");
    }
    let by = match rise.mode {
        EscalationMode::Pct => format!("递增{}%", price(rise.value)),
        EscalationMode::Add => format!("递增{}元", amount(rise.value)),
        EscalationMode::Set => {
            let steps: Vec<String> = rise.list.iter().map(|value| format!("{}元", amount(*value))).collect();
            format!("调整为{}", steps.join("、"))
        }
    };
    let compound = if rise.compound && rise.mode == EscalationMode::Pct { "（逐期累进）" } else { "" };
    let base = rise.base_date.map(|day| format!("，自{day}起算")).unwrap_or_default();
    format!("每{}月{by}{compound}{base}", rise.every_months)
}

/// Reads an escalation; `无` and `不递增` are none.
pub fn rise(text: &str, basis: RentBasis) -> Option<Option<Escalation>> {
    let text = packed(text);
    if text == NONE || text == "不递增" {
        return Some(None);
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return steps(&text, basis).map(Some);
    }
    let (text, base_date) = match text.split_once('自') {
        Some((head, tail)) => {
            let tail = tail.trim_end_matches("起算").trim_end_matches('起');
            (head.trim_end_matches([',', '，']).to_owned(), Some(day_of(tail)?))
        }
        None => (text, None),
    };
    let ending = |words: [&str; 2]| words.into_iter().find_map(|end| text.strip_suffix(end));
    let (text, compound) =
        match (ending(["（逐期累进）", "(逐期累进)"]), ending(["（按首期租金计）", "(按首期租金计)"]))
        {
            (Some(head), _) => (head, true),
            (None, Some(head)) => (head, false),
            (None, None) => (text.as_str(), false),
        };
    let rest = text.strip_prefix('每')?;
    let (digits, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
    let number: u16 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    let (every_months, rest) = match rest.strip_prefix('年') {
        Some(rest) => (number.checked_mul(12)?, rest),
        None => (number, rest.strip_prefix("个月").or_else(|| rest.strip_prefix('月'))?),
    };
    let amount = |text: &str| amount_of(text, basis);
    let plain = Escalation { every_months, compound, base_date, ..Escalation::default() };
    let rise = if let Some(steps) = rest.strip_prefix("调整为") {
        let list = several(steps, &['、']).map(amount).collect::<Option<Vec<_>>>()?;
        Escalation { mode: EscalationMode::Set, list, ..plain }
    } else {
        let by = ["递增", "增长", "增加", "上涨", "涨"].iter().find_map(|verb| rest.strip_prefix(verb))?;
        match by.strip_suffix(['%', '％']) {
            Some(percent) => Escalation { value: decimal(percent, 4)?, ..plain },
            None => Escalation { mode: EscalationMode::Add, value: amount(by.strip_suffix('元')?)?, ..plain },
        }
    };
    let fine = every_months > 0 && rise.value >= 0 && (rise.mode != EscalationMode::Set || !rise.list.is_empty());
    fine.then_some(Some(rise))
}

fn amount_of(text: &str, basis: RentBasis) -> Option<i64> {
    let text = text.strip_suffix('元').unwrap_or(text);
    if basis == RentBasis::AreaDay { decimal(text, 4) } else { parse_yuan(text) }
}

/// `2025-01-01起5000元、2026-01-01起5500元`: the days on which the rent changes.
fn steps(text: &str, basis: RentBasis) -> Option<Escalation> {
    let one = |text: &str| {
        let (day, rent) = text.split_once('起')?;
        Some(RentStep { from: day_of(day)?, rent: amount_of(rent, basis).filter(|rent| *rent >= 0)? })
    };
    let steps: Vec<RentStep> = several(text, &['、']).map(one).collect::<Option<_>>()?;
    (!steps.is_empty()).then(|| Escalation { mode: EscalationMode::Set, steps, ..Escalation::default() })
}

fn packed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (text, basis) in [
            ("每12月递增5%", RentBasis::MonthTotal),
            ("每24月递增3.5%（逐期累进）", RentBasis::AreaMonth),
            ("每12月递增500.00元，自2023-01-01起算", RentBasis::YearTotal),
            ("每6月递增0.05元", RentBasis::AreaDay),
            ("每12月调整为5000.00元、5500.50元", RentBasis::MonthTotal),
            ("2025-01-01起5000.00元、2026-03-15起5500.50元", RentBasis::MonthTotal),
        ] {
            let read = rise(text, basis).flatten();
            assert_eq!(rise_text(read.as_ref(), basis), text, "{read:?}");
        }
        for rule in ["账期开始前10天", "账期首月5日", "账期结束后15天"] {
            assert_eq!(due_rule(rule).map(due_text).as_deref(), Some(rule));
        }
        for free in
            ["2024-06-01至2024-06-30（装修期）；2025-01-01至2025-01-31（全部费用：停产）", "2024-06-01至2024-06-30"]
        {
            assert_eq!(rent_free(free).map(|free| free_text(&free)).as_deref(), Some(free));
        }
    }

    #[test]
    fn people_write_it_in_other_ways_too() {
        let pct = |every_months, value| Some(Some(Escalation { every_months, value, ..Escalation::default() }));
        assert_eq!(rise("每 12 个月 递增 5 %", RentBasis::MonthTotal), pct(12, 50_000));
        assert_eq!(rise("每年上涨3%", RentBasis::MonthTotal), pct(12, 30_000));
        assert_eq!(rise("每2年递增10％", RentBasis::MonthTotal), pct(24, 100_000));
        assert_eq!(rise("每12月递增5%（按首期租金计）", RentBasis::MonthTotal), pct(12, 50_000));
        assert_eq!(rise("不递增", RentBasis::MonthTotal), Some(None));
        for bad in
            ["5%", "每12月", "每0月递增5%", "每12月递增五%", "每12月递增5", "每12月递增-5%", "每12月递增5%，自二月起"]
        {
            assert_eq!(rise(bad, RentBasis::MonthTotal), None, "{bad}");
        }
        assert_eq!(due_rule("提前 10 天"), Some(DueRule { kind: DueKind::Advance, n: 10 }));
        assert_eq!(due_rule("每期首月5日前"), Some(DueRule { kind: DueKind::Day, n: 5 }));
        for bad in ["10天", "账期首月", "账期开始前十天"] {
            assert_eq!(due_rule(bad), None, "{bad}");
        }
        let free = rent_free("2024年6月1日 至 2024年6月30日").unwrap_or_default();
        assert_eq!(free[0].span, DateSpan::new(date(2024, 6, 1), date(2024, 6, 30)));
        assert_eq!(rent_free("2024-02-01至2024-02-31"), None);
        assert_eq!(rent_free("无"), Some(Vec::new()));
    }
}
