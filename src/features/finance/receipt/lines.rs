//! Lines of a statement: when, whose, and by which column each is known.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime, Time};

use super::cells::{amount_of, foreign_in, is_scientific, is_yuan};
use super::exchange::{AMOUNT, DAY, PARTY, PAYER, REF, REMARK, TAIL};
use super::facts::LineFacts;
use super::mapping::{Mapping, Part, currency_above, currency_column, header_of, references};
use super::rows::{BankRowResult, Way, cell, is_page_break, line_of, no_line, takes_back, way};
use crate::kernel::money::{parse_yuan, yuan};
use crate::kernel::text::folded;
use crate::records::exchange::day_of;
use crate::sheet::{Grid, GridRow, Row};

/// The day of a cell; some banks write `20240902101112`.
pub(super) fn day(text: &str) -> Option<Date> {
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
    /// Whether the line has an account, in full or not.
    pub(super) has_account: bool,
    /// Everything that was written for the receiver.
    pub(super) memo: String,
    /// What makes it this line and no other of this account.
    pub(super) content: String,
    /// Time of day and balance.
    pub(super) facts: LineFacts,
    /// A row before it that is equal with time and balance, or that stands on the other side of a page break with nothing that
    /// tells the two apart.
    pub(super) twin: Option<u32>,
}

impl BankLine {
    /// Whether it says something that no other line of the account says.
    pub(super) fn is_unique(&self) -> bool {
        self.facts.balance_fen.is_some() || !self.row.get(REF).is_empty()
    }
}

/// A line that undoes another one.
pub(super) struct BackLine {
    /// Row number as the spreadsheet program shows it.
    pub(super) number: u32,
    /// The bank's day.
    pub(super) day: Option<Date>,
    /// When, for people.
    pub(super) when: String,
    /// Fen, more than 0.
    pub(super) fen: i64,
    /// The other side's name.
    pub(super) payer: String,
    /// The other side's account in full; empty when it is not.
    pub(super) account: String,
    /// What was written.
    pub(super) memo: String,
}

/// A workbook of a bank, read.
pub(super) struct Statement {
    /// Money that came in.
    pub(super) lines: Vec<BankLine>,
    /// Lines that undo others; they are among `skipped`, too.
    pub(super) back: Vec<BackLine>,
    /// Rows that are left out: number and why.
    pub(super) skipped: Vec<(u32, String)>,
    /// Every movement, in the order of the file; none when a balance is missing.
    pub(super) flows: Vec<Flow>,
    /// Whether the column of references can be relied on; none counts as yes.
    pub(super) has_good_references: bool,
    /// Lines in another currency than yuan.
    pub(super) foreign: usize,
    /// Lines from before the first day of the books.
    pub(super) early: usize,
}

fn account_of(text: &str) -> String {
    let account: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let is_whole = account.len() >= 8 && !text.contains('*') && !is_scientific(text);
    if is_whole { account.to_ascii_uppercase() } else { String::new() }
}

/// The number of a line; none where a spreadsheet program kept its first digits only.
fn reference<'r>(row: &'r GridRow, mapping: &Mapping) -> &'r str {
    Some(cell(row, mapping, Part::BankRef)).filter(|text| !is_scientific(text)).unwrap_or_default()
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
        (REF, reference(row, mapping).to_owned()),
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

/// Reads the lines of a workbook; `first_day` is that of the books.
pub(super) fn statement(
    grid: &Grid,
    mapping: &Mapping,
    (party, tail): (&str, &str),
    first_day: Option<Date>,
) -> Statement {
    let good = mapping.bank_ref.is_none_or(|column| is_reference(&inflows(grid, mapping), column, 1));
    let mut reading = Reading::new(grid, mapping, (party, tail), good);
    for row in grid.rows.iter().filter(|row| row.number >= mapping.first_row) {
        if let Some(reason) = reading.take(row, first_day) {
            reading.statement.skipped.push((row.number, reason));
        }
    }
    let Reading { mut statement, moved, .. } = reading;
    // balances of some lines only say nothing
    if statement.flows.len() < moved {
        statement.flows.clear();
    }
    statement
}

/// A workbook while it is read, row by row.
struct Reading<'g> {
    header: Vec<(u32, String)>,
    memos: Vec<u32>,
    /// As it was given.
    mapping: &'g Mapping,
    /// Without a column of references that can't be relied on.
    known: Mapping,
    currency: Option<u32>,
    /// The currency of the whole file, when it is no yuan.
    foreign: Option<String>,
    has_negative_outflow: bool,
    party: &'g str,
    tail: &'g str,
    statement: Statement,
    moved: usize,
    page: u32,
    /// How often a content came, where last, and on which page.
    equal: HashMap<String, (u32, u32, u32)>,
}

impl<'g> Reading<'g> {
    fn new(grid: &Grid, mapping: &'g Mapping, (party, tail): (&'g str, &'g str), good: bool) -> Self {
        let header = header_of(grid, mapping);
        Self {
            memos: memo_columns(mapping, &header),
            known: Mapping { bank_ref: mapping.bank_ref.filter(|_| good), ..mapping.clone() },
            currency: currency_column(&header, mapping),
            foreign: currency_above(grid, mapping).and_then(|text| foreign_in(&text)),
            has_negative_outflow: negative_out(grid, mapping),
            statement: Statement {
                lines: Vec::new(),
                back: Vec::new(),
                skipped: Vec::new(),
                flows: Vec::new(),
                has_good_references: good,
                foreign: 0,
                early: 0,
            },
            header,
            mapping,
            party,
            tail,
            moved: 0,
            page: 0,
            equal: HashMap::new(),
        }
    }

    /// The currency of a row when it is no yuan.
    fn foreign_of(&self, row: &GridRow) -> Option<String> {
        let own = self.currency.map(|column| row.get(column).trim()).filter(|text| !text.is_empty());
        if let Some(text) = own {
            return (!is_yuan(text)).then(|| text.to_owned());
        }
        let beside = [Part::Amount, Part::Inflow, Part::Outflow].into_iter();
        self.foreign.clone().or_else(|| beside.filter_map(|part| foreign_in(cell(row, self.mapping, part))).next())
    }

    /// Reads a row; answers why it is left out.
    fn take(&mut self, row: &GridRow, first_day: Option<Date>) -> Option<String> {
        let mapping = self.mapping;
        let reason = no_line(row, mapping, &self.header);
        if !reason.is_empty() {
            self.page += u32::from(is_page_break(row, reason));
            return Some(reason.to_owned());
        }
        if let Some(currency) = self.foreign_of(row) {
            self.statement.foreign += 1;
            return Some(format!("币种为“{currency}”，不是人民币，没有入账"));
        }
        let (fen, moment) = (signed(row, mapping, self.has_negative_outflow), moment(row, mapping));
        let balance_fen = amount_of(cell(row, mapping, Part::Balance));
        if let Some(fen) = fen.filter(|fen| *fen != 0) {
            self.moved += 1;
            self.statement.flows.extend(balance_fen.map(|balance_fen| Flow { moment, fen, balance_fen }));
        }
        let day = day(cell(row, mapping, Part::ValueDate));
        let line = line_of(row, mapping);
        if let BankRowResult::Skipped(reason) = line {
            if let Some(fen) = fen.filter(|_| takes_back(row, reason)) {
                let back = self.back_line(row, moment, fen.saturating_abs());
                self.statement.back.push(back);
            }
            return Some(reason.to_owned());
        }
        if let Some(first) = first_day.filter(|first| day.is_some_and(|day| day < *first)) {
            self.statement.early += 1;
            return Some(format!("早于账务启用日 {first}，启用日以前的款项在期初余额中"));
        }
        if let BankRowResult::In(amount) = line {
            let line = self.line(row, moment, balance_fen, &amount);
            self.statement.lines.push(line);
        }
        None
    }

    fn memo(&self, row: &GridRow) -> String {
        let texts = self.memos.iter().map(|column| row.get(*column).trim());
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn back_line(&self, row: &GridRow, moment: Option<Moment>, fen: i64) -> BackLine {
        BackLine {
            number: row.number,
            day: day(cell(row, self.mapping, Part::ValueDate)),
            when: moment.map_or_else(String::new, shown),
            fen,
            payer: cell(row, self.mapping, Part::Payer).to_owned(),
            account: account_of(cell(row, self.mapping, Part::PayerAccount)),
            memo: self.memo(row),
        }
    }

    fn line(&mut self, row: &GridRow, moment: Option<Moment>, balance_fen: Option<i64>, amount: &str) -> BankLine {
        let account = cell(row, self.mapping, Part::PayerAccount);
        let time = moment.filter(|moment| moment.to_the_minute).map(|moment| moment.at.time());
        let bare = content(row, self.mapping, moment, amount);
        let (times, before, page) = self.equal.get(&bare).copied().unwrap_or((0, 0, self.page));
        self.equal.insert(bare.clone(), (times + 1, row.number, self.page));
        let has_number = !reference(row, &self.known).is_empty();
        // the balance after it makes a line one that a file can't have twice
        let is_same_line = time.is_some() && balance_fen.is_some() && !has_number;
        let is_nameless = time.is_none() && balance_fen.is_none() && !has_number;
        BankLine {
            row: row_of(row, &self.known, amount, self.party, self.tail),
            day: day(cell(row, self.mapping, Part::ValueDate)),
            fen: parse_yuan(amount),
            when: moment.map_or_else(String::new, shown),
            account: account_of(account),
            has_account: !account.is_empty(),
            memo: self.memo(row),
            content: format!("{bare}\u{1f}{times}"),
            facts: LineFacts { time, balance_fen },
            twin: Some(before).filter(|_| times > 0 && (is_same_line || (is_nameless && page != self.page))),
        }
    }
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
        .filter(|row| matches!(line_of(row, mapping), BankRowResult::In(_)))
        .collect()
}

/// Whether a column tells lines apart: it has a text in each, at least so long, and the same one only for the same line.
fn is_reference(rows: &[&GridRow], column: u32, shortest: usize) -> bool {
    let mut seen: HashMap<String, &GridRow> = HashMap::new();
    rows.iter().all(|row| {
        let text = folded(row.get(column));
        let is_number = text.chars().count() >= shortest && text.chars().any(|c| c != '0') && !is_scientific(&text);
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
