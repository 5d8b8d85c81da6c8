//! Workbooks as banks make them 网银流水: a person says once which column is what, and the account remembers it.
//!
//! Every line is put under the columns of the template and entered as [`super::exchange`] enters it. Money that went out,
//! totals, merged cells and repeated headers are no receipts: they are left out, counted and named by row.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::exchange::{AMOUNT, DAY, Import, KIND, PARTY, PAYER, REF, REMARK, TAIL, shown_key};
use super::mapping::{BankMapping, Mapping, Part, guess, recall, remember, titles};
use crate::fault::{Fault, Outcome};
use crate::features::business::exchange::day_of;
use crate::features::business::owned;
use crate::features::estate::party_a::record::PartyA;
use crate::features::system::import::{self, Book, ImportAnswer, book_of, read_grid};
use crate::kernel::check;
use crate::kernel::money::{parse_yuan, yuan};
use crate::op::{Op, View};
use crate::route::{Data, UploadedFile};
use crate::sheet::{Grid, GridRow, Row, Table};
use crate::store::Reads;

/// Rows that a person sees while he says which column is what.
const SHOWN: usize = 30;

/// Whose accounts.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskAccounts {
    /// Party A.
    pub party_a_id: u64,
}

/// An account that statements come from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountOut {
    /// Holder.
    pub name: String,
    /// Bank.
    pub bank: String,
    /// Its last four digits.
    pub tail: String,
    /// Whether its columns are known.
    pub remembered: bool,
}

fn party_of(view: &View, party_a_id: u64) -> Outcome<PartyA> {
    owned::find(view, party_a_id).map_err(|_| Fault::refused("请选择收款单位"))
}

fn known(view: &View, party_a_id: u64, tail: &str) -> Outcome<Option<BankMapping>> {
    Ok(view.tx.get(&BankMapping::key(party_a_id, tail))?)
}

/// GET /fin/receipt/bank/accounts
pub fn accounts(view: &View, input: AskAccounts) -> Outcome<Data<Vec<AccountOut>>> {
    let party = party_of(view, input.party_a_id)?;
    let mut accounts = Vec::with_capacity(party.accounts.len());
    for account in party.accounts {
        let remembered = known(view, input.party_a_id, &account.tail)?.is_some();
        accounts.push(AccountOut { name: account.name, bank: account.bank, tail: account.tail, remembered });
    }
    Ok(Data(accounts))
}

/// A workbook of an account.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookFile {
    /// The workbook.
    pub file: UploadedFile,
    /// Whose account.
    #[serde(default)]
    pub party_a_id: u64,
    /// Its last four digits; empty when the party A has entered none.
    #[serde(default)]
    pub tail: String,
}

/// A row as it lies in the workbook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownRow {
    /// The number the spreadsheet program shows.
    pub number: u32,
    /// Texts from the first column on.
    pub cells: Vec<String>,
}

/// What a workbook looks like, and which column is taken for what.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The first rows.
    pub rows: Vec<ShownRow>,
    /// Rows with content.
    pub total: usize,
    /// The proposal.
    pub mapping: Mapping,
    /// Whether it is that of last time.
    pub remembered: bool,
    /// Whether this account had one that does not fit this workbook.
    pub changed: bool,
}

/// POST /fin/receipt/bank/look
pub fn look(view: &View, input: LookFile) -> Outcome<Data<Look>> {
    party_of(view, input.party_a_id)?;
    let grid = read_grid(&input.file)?;
    let before = known(view, input.party_a_id, input.tail.trim())?;
    let recalled = before.as_ref().and_then(|before| recall(&grid, before));
    let width = grid.rows.iter().take(SHOWN).filter_map(|row| row.cells.keys().max()).max().map_or(0, |last| last + 1);
    let shown = |row: &GridRow| ShownRow {
        number: row.number,
        cells: (0..width).map(|column| row.get(column).to_owned()).collect(),
    };
    Ok(Data(Look {
        rows: grid.rows.iter().take(SHOWN).map(shown).collect(),
        total: grid.rows.len(),
        remembered: recalled.is_some(),
        changed: before.is_some() && recalled.is_none(),
        mapping: recalled.unwrap_or_else(|| guess(&grid)),
    }))
}

/// A workbook with its columns.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankFile {
    /// The workbook.
    pub file: UploadedFile,
    /// Whose account.
    #[serde(default)]
    pub party_a_id: u64,
    /// Its last four digits.
    #[serde(default)]
    pub tail: String,
    /// The columns, as JSON.
    #[serde(default)]
    pub mapping: String,
    /// Lines that are in the books already are left alone instead of refused.
    #[serde(default)]
    pub skip_known: bool,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// A statement that was read.
pub struct Prepared {
    book: Book,
    skipped: Vec<(u32, String)>,
    mapping: BankMapping,
    skip_known: bool,
}

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

const WENT_OUT: &str = "支出";

fn line_of(row: &GridRow, mapping: &Mapping) -> Line {
    let text = |part| mapping.column(part).map_or("", |column| row.get(column).trim());
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
    let is_one_of = |words: &[&str]| words.iter().any(|word| direction.eq_ignore_ascii_case(word));
    let came_in = is_one_of(&["贷", "贷方", "收", "收入", "转入", "存入", "入", "C", "CR", "+"]);
    let went_out = is_one_of(&["借", "借方", "支", "支出", "付", "转出", "支取", "出", "D", "DR", "-"]);
    match parsed(Part::Amount) {
        _ if went_out => Line::Skipped(WENT_OUT),
        Some(fen) if fen < 0 && came_in => Line::Skipped("负数金额（冲正或退汇）"),
        Some(fen) if fen < 0 => Line::Skipped(WENT_OUT),
        Some(0) => Line::Skipped("金额为0"),
        Some(_) if !direction.is_empty() && !came_in => {
            Line::In(format!("{}（借贷标志“{direction}”无法识别）", text(Part::Amount)))
        }
        Some(fen) => Line::In(yuan(fen)),
        None => Line::In(text(Part::Amount).to_owned()),
    }
}

/// Why a row is no line at all; empty when it is one.
fn no_line(row: &GridRow, mapping: &Mapping, header: &[(u32, String)]) -> &'static str {
    let starts = |text: &&String| SUMS.iter().any(|word| text.trim_start().starts_with(word));
    let value_date = mapping.value_date.map_or("", |column| row.get(column).trim());
    let repeats = !value_date.is_empty()
        && header.iter().any(|(column, title)| Some(*column) == mapping.value_date && title == value_date);
    // a remark may begin with such a word; a row of sums has no day
    if row.cells.values().any(|text| starts(&text)) && day_of(value_date).is_none() && digits_of(value_date).is_none() {
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

/// The day of `20240902101112`, which some banks write.
fn digits_of(text: &str) -> Option<&str> {
    (text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.get(..8)).flatten()
}

/// The row under the columns of the template.
fn row_of(row: &GridRow, mapping: &Mapping, amount: String, party: &str, tail: &str) -> Row {
    let text = |part| mapping.column(part).map_or("", |column| row.get(column).trim());
    let value_date = text(Part::ValueDate);
    let account: Vec<char> = text(Part::PayerAccount).chars().filter(char::is_ascii_alphanumeric).collect();
    let last: String = account.iter().skip(account.len().saturating_sub(4)).collect();
    let mut remark: String = text(Part::Remark).chars().take(300).collect();
    if !last.is_empty() {
        let gap = if remark.is_empty() { "" } else { "；" };
        remark += &format!("{gap}付款账号尾号 {last}");
    }
    let cells = [
        (PARTY, party.to_owned()),
        (DAY, digits_of(value_date).unwrap_or(value_date).to_owned()),
        (PAYER, text(Part::Payer).to_owned()),
        (AMOUNT, amount),
        (REF, text(Part::BankRef).to_owned()),
        (TAIL, tail.to_owned()),
        (REMARK, remark),
    ];
    let filled = cells.into_iter().filter(|(_, text)| !text.is_empty());
    let cells: HashMap<String, String> = filled.map(|(header, text)| (header.to_owned(), text)).collect();
    Row { number: row.number, cells, refused: Vec::new() }
}

/// Lines and what is left out.
fn lines(grid: &Grid, mapping: &Mapping, party: &str, tail: &str) -> (Vec<Row>, Vec<(u32, String)>) {
    let header = grid.rows.iter().rposition(|row| row.number < mapping.first_row);
    let header = header.map(|place| titles(grid, place)).unwrap_or_default();
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for row in grid.rows.iter().filter(|row| row.number >= mapping.first_row) {
        let reason = no_line(row, mapping, &header);
        if !reason.is_empty() {
            skipped.push((row.number, reason.to_owned()));
            continue;
        }
        match line_of(row, mapping) {
            Line::In(amount) => rows.push(row_of(row, mapping, amount, party, tail)),
            Line::Skipped(reason) => skipped.push((row.number, reason.to_owned())),
        }
    }
    (rows, skipped)
}

/// Reads the workbook outside the transaction.
///
/// # Errors
/// A sentence for a file that cannot be taken, or for columns that are missing.
pub fn prepare_import(view: &View, input: BankFile) -> Outcome<Prepared> {
    let party = party_of(view, input.party_a_id)?;
    let tail = input.tail.trim().to_owned();
    check::at_most(&tail, 8, "收款账号尾号不能超过8个字符")?;
    let mapping: Mapping =
        serde_json::from_str(&input.mapping).map_err(|error| Fault::refused("请指定各列的含义").because(error))?;
    if !mapping.lacks().is_empty() {
        return Err(Fault::refused(mapping.lacks()));
    }
    let grid = read_grid(&input.file)?;
    let (rows, skipped) = lines(&grid, &mapping, &party.facts.party_a_code, &tail);
    if rows.is_empty() {
        let skipped = skipped.len();
        return Err(Fault::refused(format!("没有可以入账的收入流水（跳过 {skipped} 行），请核对列的含义和起始行")));
    }
    let headers = [PARTY, DAY, PAYER, AMOUNT, REF, TAIL, REMARK].map(str::to_owned).to_vec();
    let columns = remember(&grid, &mapping);
    Ok(Prepared {
        book: book_of(Table { headers, rows }, input.dry_run),
        skipped,
        mapping: BankMapping { party_a_id: input.party_a_id, tail, columns },
        skip_known: input.skip_known,
    })
}

/// POST /fin/receipt/bank/importData
///
/// # Errors
/// A record that cannot be read or written.
pub fn import(op: &mut Op, prepared: Prepared) -> Outcome<ImportAnswer> {
    let mut import = Import::load(&op.view())?;
    import.skip_known = prepared.skip_known;
    let worked = import::work(op, prepared.book, &KIND, |op, row| import.take(op, row))?;
    // a dry run and a refused file drop it with everything else
    if !prepared.mapping.columns.is_empty() {
        op.put_quietly(&prepared.mapping)?;
    }
    worked.showing(shown_key).skipping(prepared.skipped).finish(op, None)
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
