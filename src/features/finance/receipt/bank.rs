//! Workbooks as banks make them 网银流水: a person says once which column is what, and the account remembers it.
//!
//! Every line is put under the columns of the template and entered as [`super::exchange`] enters it. Money that went out,
//! totals, merged cells and repeated headers are no receipts: they are left out, counted and named by row. What is in the
//! books already is found by [`known`], whose money it is by [`super::claimer`], and whether a line is missing by
//! [`continuity`].

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::unquoted;
use super::claimer::Claimer;
use super::continuity::{self, Continuity, LastBalance};
use super::exchange::{AMOUNT, BETWEEN, DAY, PARTY, PAYER, REF, REMARK, TAIL, shown_key};
use super::known::{self, Account, Found};
use super::left_out;
use super::lines::{self, BankLine, Statement};
use super::mapping::{BankMapping, Mapping, guess, recall, remember};
use super::reversals;
use super::rows::WENT_OUT;
use super::taking::{BankAnswer, LineOut, LineState, Taking};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::period::books_from;
use crate::kernel::check;
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::records::import::{Book, ImportKind, book_of, read_grid};
use crate::records::{import, owned};
use crate::route::{Data, UploadedFile};
use crate::sheet::{GridRow, Row, Table};
use crate::store::Reads;

/// Rows that a person sees while he says which column is what.
const SHOWN: usize = 30;

/// Whose accounts.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskAccounts {
    /// The party A 甲方 that it is asked for, by number.
    pub party_a_id: u64,
}

/// An account that statements come from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BankAccount")]
pub struct AccountOut {
    /// Holder of the bank account 户名.
    pub name: String,
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// Its last four digits.
    pub tail: String,
    /// Whether its columns are known.
    pub remembered: bool,
}

pub(super) fn party_of(view: &View, party_a_id: u64) -> Result<PartyA> {
    owned::find(view, party_a_id).map_err(|_| AppError::refused("请选择收款单位").at("partyAId"))
}

fn known(view: &View, party_a_id: u64, tail: &str) -> Result<Option<BankMapping>> {
    Ok(view.tx.get(&BankMapping::key(party_a_id, tail))?)
}

pub fn accounts(view: &View, input: AskAccounts) -> Result<Data<Vec<AccountOut>>> {
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
    /// The party A 甲方 whose bank account it is, by number.
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
    /// First rows of the sheet, to choose columns by.
    pub rows: Vec<ShownRow>,
    /// Rows with content.
    pub total: usize,
    /// Which columns hold what, as far as it was found out.
    pub mapping: Mapping,
    /// Whether it is that of last time.
    pub remembered: bool,
    /// Whether this account had one that does not fit this workbook.
    pub changed: bool,
}

pub fn look(view: &View, input: LookFile) -> Result<Data<Look>> {
    party_of(view, input.party_a_id)?;
    let grid = unquoted(read_grid(&input.file)?);
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
    /// The party A 甲方 whose bank account it is, by number.
    #[serde(default)]
    pub party_a_id: u64,
    /// Its last four digits.
    #[serde(default)]
    pub tail: String,
    /// Which columns hold what: the text of a JSON object as `mapping` of the look.
    #[serde(default)]
    pub mapping: String,
    /// What was said about single lines, as JSON by row number ([`Choice`]).
    #[serde(default)]
    pub choices: String,
    /// Lines that are in the books already are left alone instead of refused.
    #[serde(default)]
    pub skip_known: bool,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// What a person has said about a line.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// Whose it is; 0 for what is proposed.
    pub tenant_id: u64,
    /// Nobody's yet, whatever is proposed.
    pub unclaimed: bool,
    /// From now on the payer is that tenant's.
    pub remember: bool,
    /// 关联: the receipt that looks like it is this line.
    pub link: bool,
    /// 仍然入账: it is another one.
    pub anyway: bool,
    /// 不导入, and why; empty when it is not left out.
    pub leave_out: String,
}

/// A statement that was read.
pub struct Prepared {
    book: Book,
    statement: Statement,
    mapping: BankMapping,
    choices: HashMap<u32, Choice>,
    skip_known: bool,
}

/// Reads the workbook outside the transaction.
///
/// # Errors
/// A sentence for a file that cannot be taken, or for columns that are missing.
pub fn prepare_import(view: &View, input: BankFile) -> Result<Prepared> {
    let party = party_of(view, input.party_a_id)?;
    let tail = input.tail.trim().to_owned();
    check::at_most("tail", &tail, 8, "收款账号尾号不能超过8个字符")?;
    let mapping: Mapping = gx_decode::from_json_text(input.mapping.as_bytes())
        .map_err(|error| AppError::refused("请指定各列的含义").because(error))?;
    if !mapping.lacks().is_empty() {
        return Err(AppError::refused(mapping.lacks()));
    }
    let choices = choices_of(&input.choices)?;
    let grid = unquoted(read_grid(&input.file)?);
    let account = (party.facts.party_a_code.as_str(), tail.as_str());
    let statement = lines::statement(&grid, &mapping, account, books_from(view, input.party_a_id)?);
    if statement.lines.is_empty() && statement.back.is_empty() {
        return Err(AppError::refused(nothing(&statement)));
    }
    let headers = [PARTY, DAY, PAYER, AMOUNT, REF, TAIL, REMARK].map(str::to_owned).to_vec();
    let is_taken = |line: &&BankLine| choices.get(&line.row.number).is_none_or(|choice| choice.leave_out.is_empty());
    let rows = statement.lines.iter().filter(is_taken).map(|line| line.row.clone()).collect();
    let columns = remember(&grid, &mapping);
    Ok(Prepared {
        book: book_of(Table { headers, rows }, input.dry_run),
        statement,
        mapping: BankMapping { party_a_id: input.party_a_id, tail, columns },
        choices,
        skip_known: input.skip_known,
    })
}

/// What was said about single lines, by row number.
fn choices_of(text: &str) -> Result<HashMap<u32, Choice>> {
    let mut choices: HashMap<u32, Choice> = match text.trim() {
        "" => HashMap::new(),
        text => gx_decode::from_json_text(text.as_bytes())
            .map_err(|error| AppError::refused("逐行选择无法识别").because(error))?,
    };
    for choice in choices.values_mut() {
        choice.leave_out = choice.leave_out.trim().to_owned();
        check::at_most("choices", &choice.leave_out, 200, "不导入的原因不能超过200个字符")?;
    }
    Ok(choices)
}

/// Why a file has no line to take, in words.
fn nothing(statement: &Statement) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (_, reason) in &statement.skipped {
        match counts.iter_mut().find(|(known, _)| *known == reason.as_str()) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason, 1)),
        }
    }
    counts.order_by_key(|(_, count)| std::cmp::Reverse(*count));
    let told: Vec<String> = counts.iter().take(4).map(|(reason, count)| format!("{reason} {count} 行")).collect();
    let told = if told.is_empty() { String::new() } else { format!("：{}", told.join("、")) };
    let skipped = statement.skipped.len();
    format!("没有可以入账的收入流水（跳过 {skipped} 行{told}），请核对列的含义和起始行")
}

/// A line is told apart by its row: whether its reference came before is asked when it is taken, so that it can be left out.
fn row_key(row: &Row) -> String {
    format!("{}{BETWEEN}{}", row.get(REF).trim(), row.number)
}

const KIND: ImportKind = ImportKind { noun: "银行流水", key: Some(row_key), key_name: REF, name: PAYER };

pub fn import(op: &mut Op, prepared: Prepared) -> Result<BankAnswer> {
    let Prepared { book, mut statement, mapping, choices, skip_known } = prepared;
    let account = Account { party_a_id: mapping.party_a_id, tail: &mapping.tail };
    let found = known::look(&op.view(), &account, &statement.lines)?;
    let claimer = Claimer::load(&op.view())?;
    let left = leave_out(op, &account, &statement.lines, &found, &choices)?;
    let lines = statement.lines.iter().map(|line| (line.row.number, line)).collect();
    let mut taking = Taking::new(account, lines, found, choices, claimer, skip_known);
    let worked = import::work(op, book, &KIND, |op, row| taking.take(op, row))?;
    let (mut told, entered) = (taking.told, taking.entered);
    let account = Account { party_a_id: mapping.party_a_id, tail: &mapping.tail };
    let entered = if op.is_trial() { entered } else { HashSet::new() };
    let reversals = reversals::propose(&op.view(), &account, &statement.back, &entered)?;
    let continuity = keep(op, &statement, &mapping)?;
    told.counts.went_out = statement.skipped.iter().filter(|(_, reason)| reason == WENT_OUT).count();
    (told.counts.foreign, told.counts.early) = (statement.foreign, statement.early);
    for line in left {
        statement.skipped.push((line.row, format!("不导入：{}", line.reason)));
        told.add(line);
    }
    let answer = worked.showing(shown_key).skipping(statement.skipped).finish(op, None)?;
    Ok(told.answer(answer, continuity, statement.has_good_references, reversals))
}

/// Keeps what a person said is not to come in, with the reason.
fn leave_out(
    op: &mut Op,
    account: &Account,
    lines: &[BankLine],
    found: &HashMap<u32, Found>,
    choices: &HashMap<u32, Choice>,
) -> Result<Vec<LineOut>> {
    let mut left = Vec::new();
    for line in lines {
        let reason = choices.get(&line.row.number).map_or("", |choice| choice.leave_out.as_str());
        if reason.is_empty() {
            continue;
        }
        // what is in the books is known by its receipt
        if !matches!(found.get(&line.row.number), Some(Found::Known(_))) {
            left_out::keep(op, account, line, reason)?;
        }
        left.push(LineOut { state: LineState::LeftOut, reason: reason.to_owned(), ..LineOut::of(line) });
    }
    Ok(left)
}

/// Keeps columns and balance of an account; a dry run and a refused file drop them with everything else.
fn keep(op: &mut Op, statement: &Statement, mapping: &BankMapping) -> Result<Continuity> {
    let last: Option<LastBalance> = op.view().tx.get(&LastBalance::key(mapping.party_a_id, &mapping.tail))?;
    let (continuity, kept) = continuity::look(&statement.flows, last.as_ref());
    if !mapping.columns.is_empty() {
        op.put_quietly(mapping)?;
    }
    // without a tail it may be any account, and there is nothing to follow
    if let Some((moment, balance_fen)) = kept.filter(|_| !mapping.tail.is_empty()) {
        let (at, to_the_minute) = (moment.at, moment.to_the_minute);
        let (party_a_id, tail) = (mapping.party_a_id, mapping.tail.clone());
        op.put_quietly(&LastBalance { party_a_id, tail, balance_fen, at, to_the_minute })?;
    }
    Ok(continuity)
}
