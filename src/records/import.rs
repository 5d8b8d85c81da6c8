//! Workbooks that come in (contract 7): what the imports of all lists have in common.
//!
//! An import is all or nothing, in one transaction; a dry run is the same work with its changes dropped,
//! so what it promises is what happens. Rows are taken in their order, each seeing what the rows before
//! it have written. A row that changes nothing is left alone, so importing a file twice is harmless.

mod columns;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use crate::error::{AppError, Kind, Result};
use crate::kernel::order::Order;
use crate::op::Op;
use crate::records::clashes::Clashes;
use crate::records::exchange::Column;
use crate::records::export;
use crate::records::personal;
use crate::route::{Answer, Data, Reply, UploadedFile};
use crate::sheet::{self, ColumnSpec, Grid, Known, Limits, Row, SheetError, Source, Table};

/// How an import is to run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportFile {
    /// The workbook.
    pub file: UploadedFile,
    /// Known rows are updated instead of refused.
    #[serde(default)]
    pub update_support: bool,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// A workbook that was read.
pub struct Book {
    table: Table,
    source: Source,
    /// Known rows are updated instead of refused.
    pub update_support: bool,
    dry_run: bool,
}

/// Largest workbook in bytes.
pub const LARGEST: u64 = 20 << 20;

fn unreadable(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}

/// Reads the workbook outside of the transaction; `known` are the columns it may have, `needed` those it must have.
///
/// # Errors
/// A sentence for a file that is no workbook, too large, with columns that would be lost without a word, without those
/// it needs, or empty (`nothing`).
pub fn prepare<L, C>(
    input: &ImportFile,
    known: &[Column<L, C>],
    needed: &[&str],
    nothing: &'static str,
) -> Result<Book> {
    let known: Vec<Known<'_>> =
        known.iter().map(|column| Known { header: column.header, has_lines: column.has_lines }).collect();
    let wanted = ColumnSpec { known: &known, needed, passed: &PASSED };
    let (table, source) = sheet::read_as(&input.file.path, Limits::default(), &wanted).map_err(unreadable)?;
    if let Some(sentence) = columns::misfit(&table.headers, &wanted) {
        return Err(AppError::refused(sentence + &read_from(&source)));
    }
    if table.rows.is_empty() {
        return Err(AppError::refused(nothing.to_owned() + &read_from(&source)));
    }
    Ok(Book { table, source, update_support: input.update_support, dry_run: input.dry_run })
}

/// Where the columns were looked for, when that may not be where a person thinks.
fn read_from(source: &Source) -> String {
    match (source.sheet.as_str(), source.others.is_empty() && source.header_row <= 1) {
        (_, true) => String::new(),
        ("", _) => format!("（以第 {} 行为列名）", source.header_row),
        (sheet, _) => format!("（读取的是工作表“{sheet}”，以第 {} 行为列名）", source.header_row),
    }
}

/// Rows that are named in a sentence at most.
const NAMED_ROWS: usize = 10;

/// What a person should know of the file, whatever its rows came to.
fn remarks_of(source: &Source) -> Vec<String> {
    let mut remarks = Vec::new();
    if !source.sheet.is_empty() {
        remarks.push(format!("读取的是工作表“{}”，以第 {} 行为列名", source.sheet, source.header_row));
    }
    if !source.others.is_empty() {
        remarks.push(format!("没有读取的工作表：{}", source.others.join("、")));
    }
    if !source.hidden.is_empty() {
        let named: Vec<String> = source.hidden.iter().take(NAMED_ROWS).map(u32::to_string).collect();
        let more = if source.hidden.len() > NAMED_ROWS { "等" } else { "" };
        let count = source.hidden.len();
        remarks.push(format!("含隐藏行 {count} 行（第 {}{more} 行），与其他行一样读取", named.join("、")));
    }
    if !source.unnamed.is_empty() {
        remarks.push(format!("{} 列没有列名，其中的内容不导入", source.unnamed.join("、")));
    }
    remarks
}

/// A workbook of a single form: a grid whose rows were put under the columns of a template.
pub fn book_of(table: Table, dry_run: bool) -> Book {
    Book { table, source: Source::default(), update_support: false, dry_run }
}

/// Reads a workbook that follows no template.
///
/// # Errors
/// A sentence for a file that is no workbook or too large.
pub fn read_grid(file: &UploadedFile) -> Result<Grid> {
    sheet::grid(&file.path, Limits::default()).map_err(unreadable)
}

/// Header of the reasons in the workbook of failed rows.
const REASON: &str = "失败原因";

/// The column of a result workbook and a column of row numbers may stay.
const PASSED: [&str; 3] = [REASON, "序号", ""];

/// What a row came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// A new record.
    Created,
    /// A new record, and something else that the person should know of.
    CreatedWith(String),
    /// A changed record.
    Updated,
    /// A changed record, and what became of it.
    UpdatedWith(String),
    /// The record is like that already.
    Unchanged,
    /// The same, and the person should know why.
    UnchangedWith(String),
}

/// What happened, or would happen, to a row.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowReport {
    /// Row number as the spreadsheet program shows it.
    pub row: u32,
    /// What the row is found by: login name, code, path.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// created, updated, unchanged, skipped or failed.
    pub outcome: &'static str,
    /// Why it failed.
    pub reason: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// What happened, or would happen, to a workbook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Rows with content.
    pub total: usize,
    /// New records.
    pub created: usize,
    /// Changed records.
    pub updated: usize,
    /// Records that are like that already.
    pub unchanged: usize,
    /// Rows that are no data: totals, money that went out.
    #[serde(skip_serializing_if = "is_none")]
    pub skipped: usize,
    /// Rows that cannot be taken; one is enough to refuse all.
    pub failed: usize,
    /// Row by row; at most 1,000, failed ones first.
    pub rows: Vec<RowReport>,
    /// What a person should know of the file: the sheet that was read, hidden rows, what was left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Ticket of the result workbook: reasons, or one-time passwords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_file: Option<String>,
}

/// The report under `data`; `msg` is the family's sentence for clients that show nothing else.
#[derive(Debug)]
pub struct ImportAnswer {
    pub data: ImportReport,
    /// 恭喜您… or 很抱歉…, with the first reasons; markup in them is escaped, old clients show it as HTML.
    pub message: String,
}

impl Answer for ImportAnswer {
    fn reply(self) -> Result<Reply> {
        let envelope = serde_json::json!({"msg": self.message, "code": 200, "data": self.data});
        serde_json::to_vec(&envelope).map(Reply::Json).map_err(AppError::internal)
    }
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Data::<ImportReport>::shape(generator)
    }
}

/// Reasons that go into the sentence.
const REASONS: usize = 10;
/// Rows told one by one at most.
const TOLD: usize = 1_000;

fn escaped(line: &str) -> String {
    format!("<br/>{}", line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}

fn sentence(report: &ImportReport, noun: &str, dry_run: bool) -> String {
    let mut text = match (report.failed, dry_run) {
        (0, true) => format!("检查通过，共 {} 条数据可以导入", report.total),
        (0, false) => format!("恭喜您，数据已全部导入成功！共 {} 条", report.total),
        (failed, true) => format!("共 {} 条数据，其中 {failed} 条不正确，请修改后再导入：", report.total),
        (failed, false) => format!("很抱歉，导入失败！共 {failed} 条数据格式不正确，没有导入任何数据，错误如下："),
    };
    let failed = report.rows.iter().filter(|row| row.outcome == "failed");
    for (number, row) in (1..).zip(failed.take(REASONS)) {
        let key = if row.key.is_empty() { String::new() } else { format!(" {}", row.key) };
        text += &escaped(&format!("{number}、第 {} 行{noun}{key}：{}", row.row, row.reason));
    }
    for remark in &report.remarks {
        text += &escaped(remark);
    }
    text
}

/// What an import of one kind of record is.
pub struct ImportKind {
    /// What a row is called in the sentence: 账号, 岗位.
    pub noun: &'static str,
    /// What finds the record, where that isn't one column alone; empty when the row doesn't say it.
    pub key: Option<fn(&Row) -> String>,
    /// Its name, for the sentence about a repetition; the column that finds the record.
    pub key_name: &'static str,
    /// Column with its name.
    pub name: &'static str,
}

/// Rows worked off one by one, whatever they are.
#[derive(Default)]
pub struct Tally {
    rows: Vec<RowReport>,
    reasons: BTreeMap<u32, String>,
    created: usize,
    updated: usize,
    unchanged: usize,
}

impl Tally {
    /// Notes what became of a row: its number in the sheet, what it is found by, its name.
    ///
    /// # Errors
    /// What is no refusal of the row: it ends the import.
    pub fn note(&mut self, op: &mut Op, row: u32, key: String, name: String, taken: Result<Taken>) -> Result<()> {
        let mut none = 0;
        let ((outcome, count), reason) = match taken {
            Ok(Taken::Created) => (("created", &mut self.created), String::new()),
            Ok(Taken::CreatedWith(remark)) => (("created", &mut self.created), remark),
            Ok(Taken::Updated) => (("updated", &mut self.updated), String::new()),
            Ok(Taken::UpdatedWith(remark)) => (("updated", &mut self.updated), remark),
            Ok(Taken::Unchanged) => (("unchanged", &mut self.unchanged), String::new()),
            Ok(Taken::UnchangedWith(remark)) => (("unchanged", &mut self.unchanged), remark),
            Err(fault) if fault.kind != Kind::Refused => return Err(fault),
            Err(fault) => {
                // The answer drops everything when one row has failed.
                op.only_try();
                self.reasons.insert(row, fault.message.to_string());
                (("failed", &mut none), fault.message.to_string())
            }
        };
        *count += 1;
        self.rows.push(RowReport { row, key, name, outcome, reason });
        Ok(())
    }

    /// Rows so far.
    pub fn total(&self) -> usize {
        self.rows.len()
    }

    /// The report, and why rows failed.
    fn report(mut self) -> (ImportReport, BTreeMap<u32, String>) {
        let total = self.rows.len();
        self.rows.order_by_key(|row| (row.outcome != "failed", row.row));
        self.rows.truncate(TOLD);
        let Self { rows, reasons, created, updated, unchanged } = self;
        let failed = reasons.len();
        (
            ImportReport {
                total,
                created,
                updated,
                unchanged,
                skipped: 0,
                failed,
                rows,
                remarks: Vec::new(),
                result_file: None,
            },
            reasons,
        )
    }

    /// Keeps or drops what the rows wrote, and answers. `write` makes the workbook of the rows with the reasons of those that
    /// failed; `skipped` are lines that are no data.
    ///
    /// # Errors
    /// A workbook that can't be written.
    pub fn answer(
        self,
        op: &mut Op,
        (noun, dry_run): (&str, bool),
        skipped: Vec<(u32, String)>,
        write: impl FnOnce(&Path, &str, &BTreeMap<u32, String>) -> Result<(), SheetError>,
    ) -> Result<ImportAnswer> {
        let (mut report, reasons) = self.report();
        skip(&mut report, skipped);
        if !reasons.is_empty() {
            let path = result_path(op)?;
            write(&path, REASON, &reasons).map_err(export::failed)?;
            report.result_file = Some(op.app.tickets.issue(op.caller.user_id(), op.now, FAILURES, path));
        }
        answered(op, report, noun, dry_run)
    }
}

/// Name of the workbook of rows that failed.
const FAILURES: &str = "导入失败原因.xlsx";

fn result_path(op: &Op) -> Result<TempPath> {
    tempfile::Builder::new()
        .prefix("result-")
        .suffix(".xlsx")
        .tempfile_in(op.app.paths.temporary())
        .map(tempfile::NamedTempFile::into_temp_path)
        .map_err(|error| AppError::from(crate::store::StoreError::from(error)))
}

fn skip(report: &mut ImportReport, rows: Vec<(u32, String)>) {
    report.skipped += rows.len();
    report.rows.extend(rows.into_iter().map(|(row, reason)| RowReport {
        row,
        key: String::new(),
        name: String::new(),
        outcome: "skipped",
        reason,
    }));
    report.rows.order_by_key(|row| (row.outcome != "failed", row.row));
    report.rows.truncate(TOLD);
}

fn answered(op: &mut Op, report: ImportReport, noun: &str, dry_run: bool) -> Result<ImportAnswer> {
    let message = sentence(&report, noun, dry_run);
    if report.failed > 0 || dry_run {
        // All or nothing: what the rows wrote is dropped, the report is kept.
        op.discard()?;
    }
    Ok(ImportAnswer { data: report, message })
}

impl Book {
    /// How the values of a column are looked for of which no two records may have the same; `sees` is whether who imports
    /// sees those that there are.
    ///
    /// # Errors
    /// More values than somebody may type who doesn't.
    pub fn clashes(&self, op: &mut Op, header: &str, sees: bool) -> Result<Clashes> {
        if self.dry_run {
            op.only_try();
        }
        let is_typed = |row: &&Row| {
            let text = row.get(header).trim();
            !text.is_empty() && !personal::is_masked(text)
        };
        let typed = if sees { 0 } else { self.table.rows.iter().filter(is_typed).count() };
        Clashes::of_import(op, typed, header)
    }
}

/// Rows worked off, before the answer is made.
pub struct Worked {
    book: Book,
    noun: &'static str,
    report: ImportReport,
    reasons: BTreeMap<u32, String>,
}

/// Takes every row. What is wrong with a row fails the row; a failing disk ends the import.
pub fn work(
    op: &mut Op,
    book: Book,
    kind: &ImportKind,
    mut take: impl FnMut(&mut Op, &Row) -> Result<Taken>,
) -> Result<Worked> {
    let (mut seen, mut tally) = (HashMap::new(), Tally::default());
    if book.dry_run {
        op.only_try();
    }
    for row in &book.table.rows {
        let key = kind.key.map_or_else(|| row.get(kind.key_name).trim().to_owned(), |key| key(row));
        // rows that don't say what finds them are not the same
        let before = if key.is_empty() { None } else { Some(*seen.entry(key.to_lowercase()).or_insert(row.number)) };
        let taken = match (row.problem(), before.filter(|before| *before != row.number)) {
            (Some(problem), _) => Err(AppError::refused(problem)),
            (None, Some(before)) => {
                Err(AppError::refused(format!("{}在文件中重复（与第 {before} 行相同）", kind.key_name)))
            }
            (None, None) => take(op, row),
        };
        tally.note(op, row.number, key, row.get(kind.name).to_owned(), taken)?;
    }
    let (mut report, reasons) = tally.report();
    report.remarks = remarks_of(&book.source);
    skip(&mut report, book.source.left_out.clone());
    Ok(Worked { book, noun: kind.noun, report, reasons })
}

impl Worked {
    /// Shows keys in another form than the one that tells rows apart (masked).
    #[must_use]
    pub fn showing(mut self, shown: fn(&str) -> String) -> Self {
        for row in &mut self.report.rows {
            row.key = shown(&row.key);
        }
        self
    }

    /// Tells of rows that were left out because they are no data: row number and why.
    #[must_use]
    pub fn skipping(mut self, rows: Vec<(u32, String)>) -> Self {
        skip(&mut self.report, rows);
        self
    }

    fn result(&mut self, op: &Op, name: &str, texts: &BTreeMap<u32, String>, header: &'static str) -> Result<()> {
        let path = result_path(op)?;
        sheet::with_reasons(&path, &self.book.table, texts, header).map_err(export::failed)?;
        self.report.result_file = Some(op.app.tickets.issue(op.caller.user_id(), op.now, name, path));
        Ok(())
    }

    /// Keeps or drops what the rows wrote, and answers. `told` goes into a workbook of its own when
    /// everything was imported (one-time passwords): file name, header, text by row.
    pub fn finish(
        mut self,
        op: &mut Op,
        told: Option<(&str, &'static str, BTreeMap<u32, String>)>,
    ) -> Result<ImportAnswer> {
        let reasons = std::mem::take(&mut self.reasons);
        if !reasons.is_empty() {
            self.result(op, FAILURES, &reasons, REASON)?;
        } else if let Some((name, header, texts)) = told.filter(|told| !self.book.dry_run && !told.2.is_empty()) {
            self.result(op, name, &texts, header)?;
        }
        answered(op, self.report, self.noun, self.book.dry_run)
    }
}

/// Labels of the two states, by «disabled».
pub const STATES: [&str; 2] = ["正常", "停用"];
