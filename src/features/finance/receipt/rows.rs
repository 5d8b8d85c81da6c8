//! Rows of a statement: which is a line, which way its money went, and why others are left out.

use super::cells::amount_of;
use super::lines::day;
use super::mapping::{Mapping, Part, bare};
use crate::kernel::money::yuan;
use crate::sheet::GridRow;

/// Words that begin a row of sums.
const SUMS: [&str; 10] =
    ["合计", "总计", "小计", "本页", "累计", "承前页", "过次页", "期初余额", "期末余额", "上期余额"];
/// Words of sums wherever they stand: 贷方交易笔数, 本月合计, 总收入金额.
const SUM_WORDS: [&str; 12] =
    ["合计", "总计", "小计", "累计", "共计", "汇总", "笔数", "单数", "总额", "总金额", "总收入", "总支出"];
/// Rows that stand where a printed statement goes on on the next page.
const PAGE_BREAKS: [&str; 4] = ["本页", "承前页", "过次页", "小计"];

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BankRowResult {
    /// Money that came in, as text for the template.
    In(String),
    /// No receipt, and why.
    Skipped(&'static str),
}

/// Why a row is left out whose money went out.
pub(super) const WENT_OUT: &str = "支出";
/// Why a row is left out that says no amount where money comes in.
const NO_INFLOW: &str = "没有收入金额";
/// Why a row is left out whose money was taken back from where it had come in.
pub(super) const NEGATIVE: &str = "负数金额（冲正或退汇）";

pub(super) fn cell<'r>(row: &'r GridRow, mapping: &Mapping, part: Part) -> &'r str {
    mapping.column(part).map_or("", |column| row.get(column).trim())
}

/// Which way the flag of a line points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
    Unsaid,
}

pub(super) fn way(direction: &str) -> Way {
    let is_one_of = |words: &[&str]| words.iter().any(|word| direction.eq_ignore_ascii_case(word));
    if is_one_of(&["贷", "贷方", "收", "收入", "转入", "存入", "入", "来账", "C", "CR", "+"]) {
        Way::In
    } else if is_one_of(&["借", "借方", "支", "支出", "付", "转出", "支取", "出", "往账", "D", "DR", "-"])
    {
        Way::Out
    } else {
        Way::Unsaid
    }
}

pub(super) fn line_of(row: &GridRow, mapping: &Mapping) -> BankRowResult {
    let text = |part| cell(row, mapping, part);
    let parsed = |part| amount_of(text(part));
    if mapping.inflow.is_some() {
        let went_out = parsed(Part::Outflow).is_some_and(|fen| fen != 0);
        return match parsed(Part::Inflow) {
            Some(fen) if fen > 0 => BankRowResult::In(yuan(fen)),
            Some(fen) if fen < 0 => BankRowResult::Skipped(NEGATIVE),
            _ if went_out => BankRowResult::Skipped(WENT_OUT),
            None if !text(Part::Inflow).is_empty() => BankRowResult::In(text(Part::Inflow).to_owned()),
            _ => BankRowResult::Skipped(NO_INFLOW),
        };
    }
    let direction = text(Part::Direction);
    let way = way(direction);
    match parsed(Part::Amount) {
        _ if way == Way::Out => BankRowResult::Skipped(WENT_OUT),
        Some(fen) if fen < 0 && way == Way::In => BankRowResult::Skipped(NEGATIVE),
        Some(fen) if fen < 0 => BankRowResult::Skipped(WENT_OUT),
        Some(0) => BankRowResult::Skipped("金额为0"),
        Some(_) if !direction.is_empty() && way == Way::Unsaid => {
            BankRowResult::In(format!("{}（借贷标志“{direction}”无法识别）", text(Part::Amount)))
        }
        Some(fen) => BankRowResult::In(yuan(fen)),
        None => BankRowResult::In(text(Part::Amount).to_owned()),
    }
}

/// What a row without a line is left out as.
pub(super) const SUM_ROW: &str = "合计行";
pub(super) const REPEATED: &str = "重复的表头";

/// Whether a row adds lines up: it has no day and no payer, and some cell says so.
fn is_sum(row: &GridRow, mapping: &Mapping) -> bool {
    if row.cells.values().any(|text| SUMS.iter().any(|word| text.trim_start().starts_with(word))) {
        return true;
    }
    let says = |text: &str| SUM_WORDS.iter().any(|word| text.contains(word));
    let is_nobody = |text: &str| says(text) || text.chars().all(|c| c.is_ascii_digit() || ".,-".contains(c));
    [Part::Payer, Part::PayerAccount].into_iter().all(|part| is_nobody(cell(row, mapping, part)))
        && row.cells.values().any(|text| says(text))
}

/// Why a row is no line at all; empty when it is one.
pub(super) fn no_line(row: &GridRow, mapping: &Mapping, header: &[(u32, String)]) -> &'static str {
    let value_date = cell(row, mapping, Part::ValueDate);
    let repeats = !value_date.is_empty()
        && header.iter().any(|(column, title)| Some(*column) == mapping.value_date && *title == bare(value_date));
    // a remark may begin with such a word; a row of sums has no day
    let has_day = day(value_date).is_some();
    if repeats {
        REPEATED
    } else if !has_day && is_sum(row, mapping) {
        SUM_ROW
    } else if row.is_merged {
        "合并单元格"
    } else if !has_day && says_no_amount(&line_of(row, mapping)) {
        "没有日期和金额"
    } else {
        ""
    }
}

fn says_no_amount(line: &BankRowResult) -> bool {
    match line {
        BankRowResult::In(text) => text.is_empty(),
        BankRowResult::Skipped(reason) => *reason == NO_INFLOW,
    }
}

/// Whether a row that is no line stands between two pages.
pub(super) fn is_page_break(row: &GridRow, reason: &str) -> bool {
    let says = |text: &String| PAGE_BREAKS.iter().any(|word| text.trim_start().starts_with(word));
    reason == REPEATED || (reason == SUM_ROW && row.cells.values().any(says))
}

/// Words of banks for money that goes back where it came from.
const TAKEN_BACK: [&str; 8] = ["冲正", "红字", "冲销", "抹账", "冲账", "退汇", "退票", "撤销"];

/// Whether a row undoes a line: its money is negative where money comes in, or went out and some cell says so.
pub(super) fn takes_back(row: &GridRow, reason: &str) -> bool {
    let says = |text: &String| TAKEN_BACK.iter().any(|word| text.contains(word));
    reason == NEGATIVE || (reason == WENT_OUT && row.cells.values().any(says))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> GridRow {
        let cells = (0..).zip(cells).filter(|(_, text)| !text.is_empty()).map(|(c, t)| (c, (*t).to_owned()));
        GridRow { number: 5, cells: cells.collect(), is_merged: false }
    }

    #[test]
    fn money_that_came_in_is_told_from_what_went_out() {
        let came = |text: &str| BankRowResult::In(text.to_owned());
        let both =
            Mapping { first_row: 2, value_date: Some(0), inflow: Some(1), outflow: Some(2), ..Mapping::default() };
        for (cells, expected) in [
            (["20240902", "1,234.50", ""], came("1234.50")),
            (["20240902", "1234.5", "0.00"], came("1234.50")),
            (["20240902", "0.00", "88"], BankRowResult::Skipped(WENT_OUT)),
            (["20240902", "", "88"], BankRowResult::Skipped(WENT_OUT)),
            (["20240902", "-5", ""], BankRowResult::Skipped(NEGATIVE)),
            (["20240902", "", ""], BankRowResult::Skipped("没有收入金额")),
            (["20240902", "五元", ""], came("五元")),
        ] {
            assert_eq!(line_of(&row(&cells), &both), expected, "{cells:?}");
        }
        let one =
            Mapping { first_row: 2, value_date: Some(0), amount: Some(1), direction: Some(2), ..Mapping::default() };
        for (cells, expected) in [
            (["20240902", "+100.00", ""], came("100.00")),
            (["20240902", "-100.00", ""], BankRowResult::Skipped(WENT_OUT)),
            (["20240902", "100", "贷"], came("100.00")),
            (["20240902", "100", "借方"], BankRowResult::Skipped(WENT_OUT)),
            (["20240902", "CNY 100", "cr"], came("100.00")),
            (["20240902", "100", "转"], came("100（借贷标志“转”无法识别）")),
            (["20240902", "0", ""], BankRowResult::Skipped("金额为0")),
        ] {
            assert_eq!(line_of(&row(&cells), &one), expected, "{cells:?}");
        }
    }

    #[test]
    fn rows_that_are_no_lines_are_named() {
        let mapping =
            Mapping { first_row: 2, value_date: Some(0), amount: Some(1), remark: Some(2), ..Mapping::default() };
        let header = [(0, "日期".to_owned())];
        for (cells, reason) in [
            (["合计", "500", ""], "合计行"),
            (["", "500", "本页小计"], "合计行"),
            (["20240902", "5", "合计付两个月"], ""),
            (["20240902101112", "5", "累计"], ""),
            (["日期", "金额", "备注"], "重复的表头"),
            (["", "", "打印时间 9:00"], "没有日期和金额"),
            (["贷方交易笔数：3", "", "贷方交易金额：500"], "合计行"),
            (["本月合计", "500", ""], "合计行"),
            (["", "500", "本年累计"], "合计行"),
            (["总收入笔数", "3", ""], "合计行"),
            (["总交易单数", "总金额", ""], "合计行"),
            (["3", "", "300.00"], "没有日期和金额"),
            (["", "5", ""], ""),
        ] {
            assert_eq!(no_line(&row(&cells), &mapping, &header), reason, "{cells:?}");
        }
        assert_eq!(
            no_line(&GridRow { is_merged: true, ..row(&["20240902", "5", ""]) }, &mapping, &header),
            "合并单元格"
        );
    }

    #[test]
    fn a_line_without_a_day_that_has_a_payer_is_no_sum() {
        let mapping = Mapping {
            first_row: 2,
            value_date: Some(0),
            amount: Some(1),
            remark: Some(2),
            payer: Some(3),
            ..Mapping::default()
        };
        assert_eq!(no_line(&row(&["", "500", "房租合计", "张三"]), &mapping, &[]), "");
        assert_eq!(no_line(&row(&["", "500", "房租合计", ""]), &mapping, &[]), SUM_ROW);
        assert_eq!(no_line(&row(&["贷方交易笔数", "12", "贷方交易金额", "500.00"]), &mapping, &[]), SUM_ROW);
    }

    #[test]
    fn money_that_is_taken_back_is_told_from_money_that_went_out() {
        let one = row(&["20240902", "-5", "冲正 租金"]);
        assert!(takes_back(&one, WENT_OUT) && takes_back(&row(&["20240902", "-5"]), NEGATIVE));
        assert!(!takes_back(&row(&["20240902", "-5", "水费"]), WENT_OUT) && !takes_back(&one, SUM_ROW));
    }
}
