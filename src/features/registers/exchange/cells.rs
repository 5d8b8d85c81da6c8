//! 表格编辑: cells of many rows as they stand in a grid, saved as one operation.
//!
//! Invariants: a cell follows the rules of the form (values) or of the import (texts), with the same sentences; every cell
//! that can't be saved is told, and then nothing is; a row that somebody else changed meanwhile is told as such.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::reading::{Reader, Said};
use crate::error::{AppError, Kind, Result};
use crate::features::registers::approval::{RowAction, filing, must_not_wait};
use crate::features::registers::convert;
use crate::features::registers::published::Published;
use crate::features::registers::record::RegRow;
use crate::features::registers::rows::ops::{self, RowInput};
use crate::features::registers::rows::read;
use crate::features::registers::rows::write::{Change, Writer};
use crate::features::registers::undo::record::BatchKind;
use crate::features::registers::value::Given;
use crate::op::{Op, View};
use crate::records::owned;
use crate::route::Data;

/// Rows of one operation at most.
const MOST_ROWS: usize = 500;
/// Cells of one operation at most.
const MOST_CELLS: usize = 10_000;
/// What the row's history calls it.
const DEED: &str = "表格编辑";

/// Cells of one row.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RowCells {
    /// Number of the row.
    pub id: u64,
    /// The version that was read.
    pub version: u64,
    /// Values by code of their field, as a form sends them; null empties.
    pub values: Map<String, Json>,
    /// Texts by code of their field, as a workbook has them («1,278.00», «是», the name of a person); empty empties.
    pub texts: BTreeMap<String, String>,
}

/// Cells of many rows.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CellsInput {
    /// Code of the register.
    pub code: String,
    /// The rows with what is to stand in them.
    pub rows: Vec<RowCells>,
}

/// Why a cell can't be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CellProblem {
    /// Number of the row.
    pub id: u64,
    /// Code of the field; empty where the whole row is meant.
    pub field: String,
    /// What is wrong, as a sentence for people.
    pub message: String,
    /// Whether somebody else changed the row since it was read.
    pub is_stale: bool,
}

/// What became of the cells: saved, sent to who decides, or nothing with the reasons.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CellsSaved {
    /// Rows that changed.
    pub changed: u64,
    /// Processes that decide; none where it was done at once.
    pub instance_ids: Vec<u64>,
    /// Why nothing was saved; empty when everything was.
    pub problems: Vec<CellProblem>,
}

/// What the audit row keeps: how many rows, and which fields; never what of them.
pub fn fields_only(input: &Json) -> Json {
    let rows = input["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut fields: Vec<&String> = Vec::new();
    for row in rows {
        for named in [&row["values"], &row["texts"]] {
            fields.extend(named.as_object().into_iter().flat_map(|named| named.keys()));
        }
    }
    fields.sort_unstable();
    fields.dedup();
    json!({"code": input["code"], "rows": rows.len(), "fields": fields})
}

/// PUT /reg/{code}/cells
///
/// # Errors
/// A sentence for none or too many, and where nobody may write the register's rows now.
pub fn save(op: &mut Op, input: CellsInput) -> Result<Data<CellsSaved>> {
    few(&input)?;
    let published = Published::of(&op.view(), &input.code)?;
    op.titled(format!("登记表·{}", published.register.name));
    // Whether the register is free is said before anything of its rows.
    let writer = Writer::open(&op.view(), published)?;
    let (rows, problems) = understood(op, &writer.published, &input.rows)?;
    if !problems.is_empty() {
        return nothing(op, problems);
    }
    if RowAction::Change.needs(writer.published.definition.approval) {
        return ask(op, &writer.published, rows);
    }
    let typed: Vec<Vec<u16>> =
        rows.iter().map(|(_, change)| change.values.iter().map(|(no, _)| *no).collect()).collect();
    let mut writer = writer.logged(op)?.of_import(op, typed.into_iter())?;
    let (changed, problems) = write(op, &mut writer, &rows)?;
    if !problems.is_empty() {
        return nothing(op, problems);
    }
    writer.answer_clashes(op)?;
    writer.end(op, BatchKind::Cells)?;
    Ok(Data(CellsSaved { changed, ..CellsSaved::default() }))
}

fn few(input: &CellsInput) -> Result<()> {
    let cells: usize = input.rows.iter().map(|row| row.values.len() + row.texts.len()).sum();
    if cells == 0 {
        return Err(AppError::refused("没有要保存的修改"));
    }
    if input.rows.len() > MOST_ROWS || cells > MOST_CELLS {
        return Err(AppError::refused(format!("一次最多保存 {MOST_ROWS} 行、{MOST_CELLS} 个单元格，请分次保存")));
    }
    let mut ids: Vec<u64> = input.rows.iter().map(|row| row.id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() < input.rows.len() {
        return Err(AppError::refused("同一行出现了两次，请刷新后重试"));
    }
    Ok(())
}

/// Nothing is saved, for reasons; the audit keeps that it was tried, as of an import.
fn nothing(op: &mut Op, problems: Vec<CellProblem>) -> Result<Data<CellsSaved>> {
    op.discard()?;
    Ok(Data(CellsSaved { problems, ..CellsSaved::default() }))
}

/// A refusal as a problem of a row; anything else ends the operation, also a refusal that the audit has to keep under its own
/// title, because it says something of a value that the caller does not see.
fn as_problem(row_id: u64, field: &str, fault: AppError) -> Result<CellProblem> {
    match fault.kind {
        Kind::Refused | Kind::Stale if fault.title.is_none() => Ok(CellProblem {
            id: row_id,
            field: fault.field.as_deref().unwrap_or(field).to_owned(),
            is_stale: fault.kind == Kind::Stale,
            message: fault.message.into_owned(),
        }),
        _ => Err(fault),
    }
}

/// Rows with what is to stand in them, and what of that can't be.
fn understood(op: &Op, published: &Published, rows: &[RowCells]) -> Result<(Vec<(RegRow, Change)>, Vec<CellProblem>)> {
    let view = op.view();
    let reader = Reader::new(&view, published.clone(), BTreeMap::new())?;
    let (mut changes, mut problems) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let found = read::find(&view, published, row.id)
            .and_then(|old| owned::check_version(&view, &old, Some(row.version)).map(|()| old));
        let old = match found {
            Ok(old) => old,
            Err(fault) => {
                problems.push(as_problem(row.id, "", fault)?);
                continue;
            }
        };
        let mut change = Change::default();
        let texts = row.texts.iter().map(|(code, text)| (code, Json::String(text.clone()), true));
        let values = row.values.iter().map(|(code, value)| (code, value.clone(), false));
        for (code, value, is_text) in values.chain(texts) {
            match of_cell(&view, &reader, published, (&old, code, &value, is_text)) {
                Ok(more) => {
                    change.values.extend(more.values);
                    change.kept.extend(more.kept);
                }
                Err(fault) => problems.push(as_problem(row.id, code, fault)?),
            }
        }
        changes.push((old, change));
    }
    Ok((changes, problems))
}

/// What one cell changes of a row.
fn of_cell(
    view: &View,
    reader: &Reader,
    published: &Published,
    (old, code, value, is_text): (&RegRow, &str, &Json, bool),
) -> Result<Change> {
    let Some(field) = published.field(view, code) else {
        return Err(AppError::refused(format!("登记表“{}”没有字段“{code}”", published.register.name)));
    };
    let is_empty = value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    if is_empty && field.edit && convert::misfit(&published.definition, old, field).is_some() {
        return Ok(Change { kept: vec![(field.no, None)], ..Change::default() });
    }
    let text = value.as_str().filter(|_| is_text && !is_empty && !field.kind.is_sealed());
    let Some(text) = text else {
        let form = RowInput { values: Map::from_iter([(code.to_owned(), value.clone())]), ..RowInput::default() };
        return ops::change(view, published, &form, Some(old));
    };
    let refused = |sentence: String| Err(AppError::refused(sentence).at(code.to_owned()));
    if !field.edit {
        return refused(format!("{}不能在此修改", field.label));
    }
    let before = convert::cell(&published.definition, old, field);
    match reader.text(code, text)? {
        Some(Said::Given(Given::Cell(cell))) if before.as_deref() == Some(&cell) => Ok(Change::default()),
        Some(Said::Given(given)) => Ok(Change { values: vec![(field.no, Some(given))], ..Change::default() }),
        Some(Said::Misfit(why)) => refused(format!("{}“{text}”：{why}", field.label)),
        Some(Said::Masked) | None => refused(format!("{}不能这样填写", field.label)),
    }
}

/// Writes them. What can't be written as the rows stand is tried again from the last to the first: numbers that move up or
/// down by one make room for each other.
fn write(op: &mut Op, writer: &mut Writer, rows: &[(RegRow, Change)]) -> Result<(u64, Vec<CellProblem>)> {
    let (mut changed, mut again) = (0, Vec::new());
    for (old, change) in rows {
        match writer.update(op, old, change.clone(), DEED) {
            Ok(row) => changed += u64::from(row.is_some()),
            Err(fault) => {
                as_problem(old.row_id, "", fault)?;
                again.push((old, change));
            }
        }
    }
    let mut problems = Vec::new();
    for (old, change) in again.into_iter().rev() {
        match writer.update(op, old, change.clone(), DEED) {
            Ok(row) => changed += u64::from(row.is_some()),
            Err(fault) => problems.push(as_problem(old.row_id, "", fault)?),
        }
    }
    problems.reverse();
    Ok((changed, problems))
}

/// Sends them to who decides, a process a row.
fn ask(op: &mut Op, published: &Published, rows: Vec<(RegRow, Change)>) -> Result<Data<CellsSaved>> {
    let (mut asked, mut problems) = (Vec::new(), Vec::new());
    for (old, change) in rows {
        if change.values.is_empty() && change.kept.is_empty() {
            continue;
        }
        let row_id = old.row_id;
        let free = must_not_wait(&op.view(), published, row_id, &old.title);
        match free.and_then(|()| filing::asked_of(op, published.clone(), Some(old), change)) {
            Ok(one) => asked.push(one),
            Err(fault) => problems.push(as_problem(row_id, "", fault)?),
        }
    }
    if !problems.is_empty() {
        return nothing(op, problems);
    }
    let changed = u64::try_from(asked.len()).unwrap_or(u64::MAX);
    let filed = filing::file(op, published, asked)?;
    Ok(Data(CellsSaved { changed, instance_ids: filed.instance_ids, problems: Vec::new() }))
}
