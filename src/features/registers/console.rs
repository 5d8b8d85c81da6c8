//! What `gx-portal register …` asks for.
//!
//! Files are read and written where the verb is performed, by the server when one runs. A survey writes nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::design::drafts::{problems, published_of};
use super::design::publish::{PublishInput, publish};
use super::file;
use super::infer::{CellOutcome as Cell, Guess, Known, Options, Out, guess, rows, together};
use super::known::Directory;
use super::record::{BY_CODE, Register};
use super::rows::write::living;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::sheet::{SURVEY, Sheet, SheetError, SheetState, Survey};
use crate::store::{Reads, key};

/// What can be asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegisterVerb {
    /// `register survey`
    Survey {
        file: PathBuf,
        /// A sheet of it, from 1; all when absent.
        sheet: Option<usize>,
    },
    /// `register list`
    List,
    /// `register export`
    Export {
        code: String,
        /// Definition file to write.
        file: PathBuf,
    },
    /// `register import`
    Import {
        /// Definition file, or package of an archived register.
        file: PathBuf,
        /// Another code than the file's.
        code: Option<String>,
        dry_run: bool,
    },
    /// `register publish`
    Publish {
        code: String,
        /// Why; stays with the version.
        note: String,
        /// Whether what it means is agreed to: it is told, and done.
        #[serde(default)]
        confirm: bool,
    },
}

/// Performs a verb.
///
/// # Errors
/// A sentence for a file that can't be read.
pub fn perform(app: &Arc<App>, os_user: &str, verb: &RegisterVerb) -> Result<Value> {
    match verb {
        RegisterVerb::Survey { file, sheet } => {
            let known = app.read(&Caller::console(os_user, "register survey"), Directory::load)?;
            survey(file, *sheet, &known)
        }
        RegisterVerb::List => app.read(&Caller::console(os_user, "register list"), list),
        RegisterVerb::Export { code, file } => {
            let text = app.read(&Caller::console(os_user, "register export"), |view| definition(view, code))?;
            std::fs::write(file, text).map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
            Ok(json!({"code": code, "file": file}))
        }
        RegisterVerb::Import { file, code, dry_run } => import(app, os_user, file, code.as_deref(), *dry_run),
        RegisterVerb::Publish { code, note, confirm } => {
            published(app, os_user, (code.clone(), note.clone()), *confirm)
        }
    }
}

fn by_code(view: &View, code: &str) -> Result<Register> {
    let register: Option<Register> = view.tx.one(&BY_CODE, &key().str(code))?;
    register.ok_or_else(|| AppError::refused(format!("登记表“{code}”不存在")))
}

/// Every register: code, name, state, version, rows.
fn list(view: &View) -> Result<Value> {
    let mut rows = Vec::new();
    for register in view.tx.all::<Register>()? {
        let many = living(view, register.register_id)?;
        rows.push(json!({"code": register.code, "name": register.name, "state": register.state.label(),
            "version": register.current, "rows": many}));
    }
    Ok(json!({"registers": rows}))
}

fn definition(view: &View, code: &str) -> Result<Vec<u8>> {
    let register = by_code(view, code)?;
    let definition = published_of(view, &register)?.unwrap_or_else(|| register.draft.clone());
    serde_json::to_vec_pretty(&file::of(view, &register, &definition)?).map_err(AppError::internal)
}

fn import(app: &Arc<App>, os_user: &str, file: &Path, code: Option<&str>, dry_run: bool) -> Result<Value> {
    std::fs::metadata(file).map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    let caller = Arc::new(Caller::console(os_user, "register import"));
    let report = app.act_ahead(&caller, super::design::TITLE, AuditAction::Import, || {
        let opened = app.read(&caller, |view| file::Opened::of(view, file, code, dry_run))?;
        Ok(move |op: &mut Op<'_, '_>| opened.take(op))
    })?;
    serde_json::to_value(report).map_err(AppError::internal)
}

fn published(app: &Arc<App>, os_user: &str, (code, note): (String, String), confirm: bool) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "register publish"));
    let (done, told) = app.act(&caller, super::design::TITLE, AuditAction::Grant, move |op| {
        let register = by_code(&op.view(), &code)?;
        let (mut confirmed, mut told) = (Vec::new(), Vec::new());
        for problem in problems(&op.view(), &register)?.into_iter().filter(|_| confirm) {
            if let Some(name) = problem.confirm {
                confirmed.push(name);
                told.push(problem.message);
            }
        }
        let input = PublishInput { id: register.register_id, note, confirm: confirmed, ..PublishInput::default() };
        Ok((publish(op, input)?.0, told))
    })?;
    let mut answer = serde_json::to_value(done).map_err(AppError::internal)?;
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("confirmed".to_owned(), json!(told));
    }
    Ok(answer)
}

fn refused(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}

/// What is understood of a workbook.
///
/// # Errors
/// A sentence for a file that can't be read, or has no such sheet.
pub fn survey(file: &Path, sheet: Option<usize>, known: &dyn Known) -> Result<Value> {
    let mut survey = Survey::open(file, SURVEY).map_err(refused)?;
    let listed: Vec<Sheet> = survey.sheets().to_vec();
    let wanted: Vec<usize> = match sheet {
        Some(no) => vec![no],
        None => survey.offered().iter().map(|sheet| sheet.no).collect(),
    };
    if wanted.is_empty() {
        return Err(AppError::refused("文件中没有可读取的工作表"));
    }
    let (mut guesses, mut told) = (Vec::new(), Vec::new());
    for no in &wanted {
        let (guess, counts) = one(&mut survey, *no, known).map_err(refused)?;
        told.push(json!({"sheet": no, "guess": guess, "converted": counts}));
        guesses.push(guess);
    }
    let groups = together(&guesses).into_iter().filter(|group| group.len() > 1);
    let groups: Vec<Vec<usize>> =
        groups.map(|group| group.iter().filter_map(|at| wanted.get(*at)).copied().collect()).collect();
    let sheets: Vec<Value> = listed.iter().map(shown).collect();
    Ok(json!({"file": file, "sheets": sheets, "surveys": told, "together": groups}))
}

fn shown(sheet: &Sheet) -> Value {
    let state = match sheet.state {
        SheetState::Offered => "可读取",
        SheetState::Empty => "空表",
        SheetState::Hidden => "隐藏",
        SheetState::Chart => "图表",
    };
    json!({"no": sheet.no, "name": sheet.name, "state": state, "rows": sheet.size.0, "columns": sheet.size.1})
}

/// A guess, and what becomes of the cells by it.
fn one(survey: &mut Survey, no: usize, known: &dyn Known) -> Result<(Guess, Value), SheetError> {
    let facts = survey.facts(no)?;
    let guess = guess(&facts, &Options::default(), known, |each| survey.lines(no, each))?;
    let (mut values, mut kept, mut lines, mut whole) = (0_u64, 0_u64, 0_u64, 0_u64);
    rows(&guess, &facts, known, |each| survey.lines(no, each), &mut |out| {
        let Out::Row(row) = out else { return };
        let bad = row.cells.iter().filter(|cell| matches!(cell.outcome, Cell::Kept(_))).count() as u64;
        lines += 1;
        whole += u64::from(bad == 0);
        kept += bad;
        values += row.cells.len() as u64 - bad;
    })?;
    Ok((guess, json!({"rows": lines, "wholeRows": whole, "values": values, "kept": kept})))
}
