//! Rows of registers as workbooks: what goes out comes in again unchanged, in the program's layout and in the office's own.
//!
//! Invariants: what an export writes is read back as what it was; sealed values leave masked; nothing of what comes in is
//! lost in silence; all rows or none.

pub mod cells;
pub mod heads;
mod office;
mod pasted;
pub mod reading;
pub mod taking;
pub mod writing;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::published::Published;
use super::rows::ops::names_only;
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::export;
use crate::records::import::{ImportAnswer, LARGEST};
use crate::route::{AuditAction, Data, Method, Route, UploadedFile, prepared, read_by, write};
use crate::sheet::{SURVEY, Sheet, Survey};
use heads::Target;
use pasted::pasted_lines;
use reading::{Mapping, Reader, Typed};
use taking::How;

const TITLE: &str = "登记表数据";
/// Largest pasted text in bytes.
const MOST_PASTED: usize = 1 << 20;
/// Rows of a paste.
const MOST_LINES: usize = 2_000;

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/reg/{code}/export", writing::prepare_export, export::file)
            .perm_of("reg:{code}:export")
            .audit(TITLE, AuditAction::Export),
        export::offered("/reg/{code}/export", writing::prepare_export)
            .perm_of("reg:{code}:export")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Get, "/reg/{code}/importTemplate", writing::prepare_template, export::ticket)
            .perm_of("reg:{code}:import")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/reg/{code}/importTemplate", writing::prepare_template, export::file)
            .perm_of("reg:{code}:import")
            .audit(TITLE, AuditAction::Export),
        read_by(Method::Post, "/reg/{code}/importData/columns", columns)
            .upload("file", LARGEST)
            .perm_of("reg:{code}:import")
            .titled("登记表导入文件的列"),
        prepared(Method::Post, "/reg/{code}/importData", prepare_import, take)
            .upload("file", LARGEST)
            .perm_of("reg:{code}:import")
            .audit(TITLE, AuditAction::Import),
        prepared(Method::Post, "/reg/{code}/paste", prepare_paste, take)
            .perm_of("reg:{code}:import")
            .audit(TITLE, AuditAction::Import)
            .audit_input(names_only)
            .titled("粘贴登记表数据"),
        write(Method::Put, "/reg/{code}/cells", cells::save)
            .perm_of("reg:{code}:edit")
            .audit(TITLE, AuditAction::Update)
            .audit_input(cells::fields_only)
            .titled("修改登记表单元格"),
    ]
}

/// A workbook of rows.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRows {
    /// Code of the register.
    #[serde(default)]
    pub code: String,
    /// The workbook.
    pub file: UploadedFile,
    /// Known rows are updated instead of refused.
    #[serde(default)]
    pub update_support: bool,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
    /// What does not fit an optional field stays as its original text.
    #[serde(default)]
    pub keep: bool,
    /// Number of the sheet, when several fit.
    #[serde(default)]
    pub sheet: Option<usize>,
    /// Columns by header as JSON: code of a field, or empty for one that is left out.
    #[serde(default)]
    pub mapping: String,
}

/// Pasted rows.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PasteRows {
    /// Code of the register.
    pub code: String,
    /// Lines with cells parted by tabs, as spreadsheets copy them; with a header, or in the order of the form.
    pub text: String,
    /// Known rows are updated instead of refused.
    pub update_support: bool,
    /// Only tell what would happen.
    pub dry_run: bool,
    /// What does not fit an optional field stays as its original text.
    pub keep: bool,
    /// Columns by header as JSON: code of a field, or empty for one that is left out.
    pub mapping: String,
}

fn mapping(text: &str) -> Result<Mapping> {
    if text.trim().is_empty() {
        return Ok(Mapping::new());
    }
    gx_decode::from_json_text(text.as_bytes())
        .map_err(|error| AppError::refused("列的对应关系不正确，请重新选择").because(error))
}

fn prepare_import(view: &View, input: ImportRows) -> Result<(Typed, How)> {
    let published = Published::of(view, &input.code)?;
    let how = How { update: input.update_support, dry_run: input.dry_run, keep: input.keep };
    let reader = Reader::new(view, published, mapping(&input.mapping)?)?;
    Ok((reader.sheet(&input.file.path, input.sheet)?, how))
}

fn prepare_paste(view: &View, input: PasteRows) -> Result<(Typed, How)> {
    let published = Published::of(view, &input.code)?;
    if input.text.len() > MOST_PASTED {
        return Err(AppError::refused("粘贴的内容过多，请改用导入"));
    }
    let lines = pasted_lines(&input.text);
    if lines.len() > MOST_LINES {
        return Err(AppError::refused(format!("一次最多粘贴 {MOST_LINES} 行，请改用导入")));
    }
    let how = How { update: input.update_support, dry_run: input.dry_run, keep: input.keep };
    let reader = Reader::new(view, published, mapping(&input.mapping)?)?;
    Ok((reader.pasted(lines)?, how))
}

fn take(op: &mut Op, (typed, how): (Typed, How)) -> Result<ImportAnswer> {
    taking::take(op, typed, how)
}

/// A column of a workbook, and where it would go.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportColumn")]
pub struct ColumnOut {
    /// As the spreadsheet calls it.
    pub letter: String,
    /// Its header, by which a mapping names it.
    pub label: String,
    /// Code of the field it goes into; empty when it goes into none.
    pub field: String,
    /// Whether somebody has to say where it goes.
    pub is_strange: bool,
}

/// A sheet of a workbook that may come in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportSheet")]
pub struct SheetOut {
    /// Place of the sheet in the workbook, from 1.
    pub no: usize,
    /// What it is called.
    pub name: String,
    /// First and last line of its header, from 1.
    pub header: Option<(u32, u32)>,
    /// Columns, from the left.
    pub columns: Vec<ColumnOut>,
}

/// POST /reg/{code}/importData/columns: where the columns of a workbook would go.
///
/// # Errors
/// A sentence for a file that can't be read.
pub fn columns(view: &View, input: ImportRows) -> Result<Data<Vec<SheetOut>>> {
    let published = Published::of(view, &input.code)?;
    let reader = Reader::new(view, published, mapping(&input.mapping)?)?;
    let mut survey = Survey::open(&input.file.path, SURVEY).map_err(|error| AppError::refused(error.to_string()))?;
    let mut sheets = Vec::new();
    for Sheet { no, name, .. } in survey.offered() {
        let layout = reader.layout(&mut survey, no)?;
        let targets = reader.targets(&layout.columns);
        let field = |target: &Option<Target>| match target {
            Some(Target::Field(at)) => reader.fields().get(*at).map(|field| field.code.clone()),
            _ => None,
        };
        let columns = layout.columns.iter().zip(&targets).map(|(column, target)| ColumnOut {
            letter: column.letter.clone(),
            label: column.label.clone(),
            field: field(target).unwrap_or_default(),
            is_strange: target.is_none(),
        });
        sheets.push(SheetOut { no, name, header: layout.header, columns: columns.collect() });
    }
    Ok(Data(sheets))
}
