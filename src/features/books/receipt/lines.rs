//! Lines of a statement: what is one, which way the money went, when, and by which column it is known.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime, Time};

use super::exchange::{AMOUNT, DAY, PARTY, PAYER, REF, REMARK, TAIL};
use super::mapping::{Mapping, Part, bare, header_of, references};
use crate::kernel::money::{parse_yuan, yuan};
use crate::kernel::text::folded;
use crate::records::exchange::day_of;
use crate::sheet::{Grid, GridRow, Row};

/// Words that begin a row of sums.
const SUMS: [&str; 10] =
    ["合计", "总计", "小计", "本页", "累计", "承前页", "过次页", "期初余额", "期末余额", "上期余额"];

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// Money that came in, as text for the template.
    In(String),
    /// No receipt, and why.
    Skipped(&'static str),
}

/// An amount as banks write it.
fn amount_of(text: &str) -> Option<i64> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.trim_start_matches("CNY").trim_start_matches("RMB").trim_end_matches('元');
    parse_yuan(text.strip_prefix('+').unwrap_or(text))
}

/// Why a row is left out whose money went out.
pub(super) const WENT_OUT: &str = "支出";

fn cell<'r>(row: &'r GridRow, mapping: &Mapping, part: Part) -> &'r str {
    mapping.column(part).map_or("", |column| row.get(column).trim())
}

/// Which way the flag of a line points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
    Unsaid,
}

fn way(direction: &str) -> Way {
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

fn line_of(row: &GridRow, mapping: &Mapping) -> Line {
    let text = |part| cell(row, mapping, part);
    let parsed = |part| amount_of(text(part));
    if mapping.inflow.is_some() {
        let went_out = parsed(Part::Outflow).is_some_and(|fen| fen != 0);
        return match parsed(Part::Inflow) {
            Some(fen) if fen > 0 => Line::In(yuan(fen)),
            Some(fen) if fen < 0 => Line::Skipped("负数金额（冲正或退汇）"),
            _ if went_out => Line::Skipped(WENT_OUT),
            None if !text(Part::Inflow).is_empty() => Line::In(text(Part::Inflow).to_owned()),
            _ => Line::Skipped("没有收入金额"),
        };
    }
    let direction = text(Part::Direction);
    let way = way(direction);
    match parsed(Part::Amount) {
        _ if way == Way::Out => Line::Skipped(WENT_OUT),
        Some(fen) if fen < 0 && way == Way::In => Line::Skipped("负数金额（冲正或退汇）"),
        Some(fen) if fen < 0 => Line::Skipped(WENT_OUT),
        Some(0) => Line::Skipped("金额为0"),
        Some(_) if !direction.is_empty() && way == Way::Unsaid => {
            Line::In(format!("{}（借贷标志“{direction}”无法识别）", text(Part::Amount)))
        }
        Some(fen) => Line::In(yuan(fen)),
        None => Line::In(text(Part::Amount).to_owned()),
    }
}

/// Why a row is no line at all; empty when it is one.
fn no_line(row: &GridRow, mapping: &Mapping, header: &[(u32, String)]) -> &'static str {
    let starts = |text: &&String| SUMS.iter().any(|word| text.trim_start().starts_with(word));
    let value_date = cell(row, mapping, Part::ValueDate);
    let repeats = !value_date.is_empty()
        && header.iter().any(|(column, title)| Some(*column) == mapping.value_date && *title == bare(value_date));
    // a remark may begin with such a word; a row of sums has no day
    if row.cells.values().any(|text| starts(&text)) && day(value_date).is_none() {
        "合计行"
    } else if row.is_merged {
        "合并单元格"
    } else if repeats {
        "重复的表头"
    } else if value_date.is_empty() && matches!(line_of(row, mapping), Line::In(text) if text.is_empty()) {
        "没有日期和金额"
    } else {
        ""
    }
}

/// The day of a cell; some banks write `20240902101112`.
fn day(text: &str) -> Option<Date> {
    let digits = text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.get(..8).and_then(day_of) } else { day_of(text) }
}

/// The time of day in a cell: `10:11:12`, `101112`, or behind a day.
fn time(text: &str) -> Option<Time> {
    let digits: Vec<i8> = match text.split_once([' ', 'T']) {
        Some((_, time)) => return self::time(time.trim()),
        None if text.contains(':') => {
            text.split(':').map(|part| part.get(..2).unwrap_or(part).parse().ok()).collect::<Option<_>>()?
        }
        None => {
            let text = if text.len() == 14 { text.get(8..)? } else { text };
            if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            [0, 2, 4].iter().map(|at| text.get(*at..at + 2)?.parse().ok()).collect::<Option<_>>()?
        }
    };
    match digits.as_slice() {
        [hour, minute] => Time::new(*hour, *minute, 0, 0).ok(),
        [hour, minute, second] => Time::new(*hour, *minute, *second, 0).ok(),
        _ => None,
    }
}

/// When a line was booked, as well as the statement says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment {
    /// Midnight when only the day is known.
    pub(super) at: DateTime,
    /// Whether the time of day is known.
    pub(super) to_the_minute: bool,
}

fn moment(row: &GridRow, mapping: &Mapping) -> Option<Moment> {
    let (date, clock) = (cell(row, mapping, Part::ValueDate), cell(row, mapping, Part::Time));
    let day = day(clock).or_else(|| day(date))?;
    let time = time(clock).or_else(|| time(date));
    Some(Moment { at: day.to_datetime(time.unwrap_or_default()), to_the_minute: time.is_some() })
}

/// Money that moved, whichever way, with the balance after it.
#[derive(Debug, Clone)]
pub(super) struct Flow {
    /// When.
    pub(super) moment: Option<Moment>,
    /// Fen; negative when it went out.
    pub(super) fen: i64,
    /// Fen after it.
    pub(super) balance_fen: i64,
}

/// What moved, negative when it went out. `out_is_negative`: the column of money that went out has a sign itself.
fn signed(row: &GridRow, mapping: &Mapping, out_is_negative: bool) -> Option<i64> {
    let parsed = |part| amount_of(cell(row, mapping, part));
    if mapping.inflow.is_some() {
        let (came, went) = (parsed(Part::Inflow), parsed(Part::Outflow));
        came.or(went)?;
        let went = went.unwrap_or_default();
        return Some(came.unwrap_or_default() + if out_is_negative { went } else { -went });
    }
    let fen = parsed(Part::Amount)?;
    Some(if way(cell(row, mapping, Part::Direction)) == Way::Out { -fen.abs() } else { fen })
}

/// A line of money that came in.
pub(super) struct BankLine {
    /// Under the columns of the template.
    pub(super) row: Row,
    /// The bank's day.
    pub(super) day: Option<Date>,
    /// Fen.
    pub(super) fen: Option<i64>,
    /// When, for people.
    pub(super) when: String,
    /// The payer's account in full; empty when it is not.
    pub(super) account: String,
    /// Everything that was written for the receiver.
    pub(super) memo: String,
    /// What makes it this line and no other of this account.
    pub(super) content: String,
}

/// A workbook of a bank, read.
pub(super) struct Statement {
    /// Money that came in.
    pub(super) lines: Vec<BankLine>,
    /// Rows that are left out: number and why.
    pub(super) skipped: Vec<(u32, String)>,
    /// Every movement, in the order of the file; none when a balance is missing.
    pub(super) flows: Vec<Flow>,
    /// Whether the column of references can be relied on; none counts as yes.
    pub(super) has_good_references: bool,
}

fn account_of(text: &str) -> String {
    let account: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    if account.len() < 8 || text.contains('*') { String::new() } else { account.to_ascii_uppercase() }
}

/// The row under the columns of the template.
fn row_of(row: &GridRow, mapping: &Mapping, amount: &str, party: &str, tail: &str) -> Row {
    let text = |part| cell(row, mapping, part);
    let account: Vec<char> = text(Part::PayerAccount).chars().filter(char::is_ascii_alphanumeric).collect();
    let last: String = account.iter().skip(account.len().saturating_sub(4)).collect();
    let mut remark: String = text(Part::Remark).chars().take(300).collect();
    if !last.is_empty() {
        let gap = if remark.is_empty() { "" } else { "；" };
        remark += &format!("{gap}付款账号尾号 {last}");
    }
    let value_date = text(Part::ValueDate);
    let cells = [
        (PARTY, party.to_owned()),
        (DAY, day(value_date).map_or_else(|| value_date.to_owned(), |day| day.to_string())),
        (PAYER, text(Part::Payer).to_owned()),
        (AMOUNT, amount.to_owned()),
        (REF, text(Part::BankRef).to_owned()),
        (TAIL, tail.to_owned()),
        (REMARK, remark),
    ];
    let filled = cells.into_iter().filter(|(_, text)| !text.is_empty());
    let cells: HashMap<String, String> = filled.map(|(header, text)| (header.to_owned(), text)).collect();
    Row { number: row.number, cells, ..Row::default() }
}

/// Columns with words for the receiver.
fn memo_columns(mapping: &Mapping, header: &[(u32, String)]) -> Vec<u32> {
    let taken =
        [mapping.payer, mapping.payer_account, mapping.value_date, mapping.time, mapping.balance, mapping.direction];
    let told = |title: &str| ["摘要", "附言", "用途", "备注", "说明"].iter().any(|word| title.contains(word));
    let named = header.iter().filter(|(column, title)| told(title) && !taken.contains(&Some(*column)));
    let mut columns: Vec<u32> = named.map(|(column, _)| *column).chain(mapping.remark).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Reads the lines of a workbook.
pub(super) fn statement(grid: &Grid, mapping: &Mapping, party: &str, tail: &str) -> Statement {
    let header = header_of(grid, mapping);
    let memos = memo_columns(mapping, &header);
    let good = mapping.bank_ref.is_none_or(|column| is_reference(&inflows(grid, mapping), column, 1));
    let known = Mapping { bank_ref: mapping.bank_ref.filter(|_| good), ..mapping.clone() };
    let negative = negative_out(grid, mapping);
    let mut statement =
        Statement { lines: Vec::new(), skipped: Vec::new(), flows: Vec::new(), has_good_references: good };
    let mut equal: HashMap<String, u32> = HashMap::new();
    let mut moved = 0;
    for row in grid.rows.iter().filter(|row| row.number >= mapping.first_row) {
        let reason = no_line(row, mapping, &header);
        if !reason.is_empty() {
            statement.skipped.push((row.number, reason.to_owned()));
            continue;
        }
        let (fen, moment) = (signed(row, mapping, negative), moment(row, mapping));
        if let Some(fen) = fen.filter(|fen| *fen != 0) {
            moved += 1;
            if let Some(balance_fen) = amount_of(cell(row, mapping, Part::Balance)) {
                statement.flows.push(Flow { moment, fen, balance_fen });
            }
        }
        let amount = match line_of(row, mapping) {
            Line::In(amount) => amount,
            Line::Skipped(reason) => {
                statement.skipped.push((row.number, reason.to_owned()));
                continue;
            }
        };
        let memo: Vec<&str> =
            memos.iter().map(|column| row.get(*column).trim()).filter(|text| !text.is_empty()).collect();
        let mut content = content(row, mapping, moment, &amount);
        let before = equal.entry(content.clone()).or_default();
        content += &format!("\u{1f}{before}");
        *before += 1;
        statement.lines.push(BankLine {
            row: row_of(row, &known, &amount, party, tail),
            day: day(cell(row, mapping, Part::ValueDate)),
            fen: parse_yuan(&amount),
            when: moment.map_or_else(String::new, shown),
            account: account_of(cell(row, mapping, Part::PayerAccount)),
            memo: memo.join(" "),
            content,
        });
    }
    // balances of some lines only say nothing
    if statement.flows.len() < moved {
        statement.flows.clear();
    }
    statement
}

/// `11-20 18:22`
pub(super) fn shown(moment: Moment) -> String {
    moment.at.strftime(if moment.to_the_minute { "%m-%d %H:%M" } else { "%m-%d" }).to_string()
}

/// What a line says, in whatever form its file is: time, amount, account, payer, remark, balance.
fn content(row: &GridRow, mapping: &Mapping, moment: Option<Moment>, amount: &str) -> String {
    let text = |part| folded(cell(row, mapping, part));
    let when = moment.map_or_else(|| text(Part::ValueDate), |moment| moment.at.to_string());
    let balance = amount_of(cell(row, mapping, Part::Balance)).map(yuan).unwrap_or_default();
    let parts = [when, amount.to_owned(), text(Part::PayerAccount), text(Part::Payer), text(Part::Remark), balance];
    parts.join("\u{1f}")
}

/// Whether money that went out has a minus in its own column.
fn negative_out(grid: &Grid, mapping: &Mapping) -> bool {
    let amounts = || {
        let rows = grid.rows.iter().filter(|row| row.number >= mapping.first_row);
        rows.filter_map(|row| amount_of(cell(row, mapping, Part::Outflow)))
    };
    amounts().any(|fen| fen < 0) && !amounts().any(|fen| fen > 0)
}

/// Rows of money that came in.
fn inflows<'g>(grid: &'g Grid, mapping: &Mapping) -> Vec<&'g GridRow> {
    let header = header_of(grid, mapping);
    let lines = grid.rows.iter().filter(|row| row.number >= mapping.first_row);
    lines
        .filter(|row| no_line(row, mapping, &header).is_empty())
        .filter(|row| matches!(line_of(row, mapping), Line::In(_)))
        .collect()
}

/// Whether a column tells lines apart: it has a text in each, at least so long, and the same one only for the same line.
fn is_reference(rows: &[&GridRow], column: u32, shortest: usize) -> bool {
    let mut seen: HashMap<String, &GridRow> = HashMap::new();
    rows.iter().all(|row| {
        let text = folded(row.get(column));
        let is_number = text.chars().count() >= shortest && text.chars().any(|c| c != '0');
        is_number && seen.insert(text, row).is_none_or(|before| before.cells == row.cells)
    })
}

/// Shortest reference that is believed without a person's word.
const SHORTEST: usize = 6;

/// The columns as the values say: which one is the reference, and whether the flag is one.
pub(super) fn by_values(grid: &Grid, mut mapping: Mapping) -> Mapping {
    if !mapping.lacks().is_empty() {
        return mapping;
    }
    let header = header_of(grid, &mapping);
    let lines = grid.rows.iter().filter(|row| row.number >= mapping.first_row);
    let flags = lines.filter(|row| way(cell(row, &mapping, Part::Direction)) != Way::Unsaid).count();
    if flags == 0 {
        mapping.direction = None;
    }
    mapping.bank_ref = None;
    let rows = inflows(grid, &mapping);
    let good = |column: &u32| !rows.is_empty() && is_reference(&rows, *column, SHORTEST);
    let column = references(&header, &mapping).into_iter().find(good);
    mapping.set(Part::BankRef, column);
    mapping
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
        let came = |text: &str| Line::In(text.to_owned());
        let both =
            Mapping { first_row: 2, value_date: Some(0), inflow: Some(1), outflow: Some(2), ..Mapping::default() };
        for (cells, expected) in [
            (["20240902", "1,234.50", ""], came("1234.50")),
            (["20240902", "1234.5", "0.00"], came("1234.50")),
            (["20240902", "0.00", "88"], Line::Skipped(WENT_OUT)),
            (["20240902", "", "88"], Line::Skipped(WENT_OUT)),
            (["20240902", "-5", ""], Line::Skipped("负数金额（冲正或退汇）")),
            (["20240902", "", ""], Line::Skipped("没有收入金额")),
            (["20240902", "五元", ""], came("五元")),
        ] {
            assert_eq!(line_of(&row(&cells), &both), expected, "{cells:?}");
        }
        let one =
            Mapping { first_row: 2, value_date: Some(0), amount: Some(1), direction: Some(2), ..Mapping::default() };
        for (cells, expected) in [
            (["20240902", "+100.00", ""], came("100.00")),
            (["20240902", "-100.00", ""], Line::Skipped(WENT_OUT)),
            (["20240902", "100", "贷"], came("100.00")),
            (["20240902", "100", "借方"], Line::Skipped(WENT_OUT)),
            (["20240902", "CNY 100", "cr"], came("100.00")),
            (["20240902", "100", "转"], came("100（借贷标志“转”无法识别）")),
            (["20240902", "0", ""], Line::Skipped("金额为0")),
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
            (["", "5", ""], ""),
        ] {
            assert_eq!(no_line(&row(&cells), &mapping, &header), reason, "{cells:?}");
        }
        assert_eq!(
            no_line(&GridRow { is_merged: true, ..row(&["20240902", "5", ""]) }, &mapping, &header),
            "合并单元格"
        );
    }
}
