//! What `gx-portal register …` asks for.
//!
//! Invariant: nothing is written; a workbook is read where the verb is performed, by the server when one runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::infer::{Guess, Known, Options, Out, Outcome as Cell, guess, rows, together};
use super::known::Directory;
use crate::app::App;
use crate::fault::{Fault, Outcome};
use crate::op::Caller;
use crate::sheet::{SURVEY, Sheet, SheetError, SheetState, Survey};

/// What can be asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegisterVerb {
    /// `register survey`
    Survey {
        /// Workbook.
        file: PathBuf,
        /// A sheet of it, from 1; all when absent.
        sheet: Option<usize>,
    },
}

/// Performs a verb.
///
/// # Errors
/// A sentence for a file that can't be read.
pub fn perform(app: &Arc<App>, os_user: &str, verb: &RegisterVerb) -> Outcome<Value> {
    let RegisterVerb::Survey { file, sheet } = verb;
    let known = app.read(&Caller::console(os_user, "register survey"), Directory::load)?;
    survey(file, *sheet, &known)
}

fn refused(error: SheetError) -> Fault {
    Fault::refused(error.to_string())
}

/// What is understood of a workbook.
///
/// # Errors
/// A sentence for a file that can't be read, or has no such sheet.
pub fn survey(file: &Path, sheet: Option<usize>, known: &dyn Known) -> Outcome<Value> {
    let mut survey = Survey::open(file, SURVEY).map_err(refused)?;
    let listed: Vec<Sheet> = survey.sheets().to_vec();
    let wanted: Vec<usize> = match sheet {
        Some(no) => vec![no],
        None => listed.iter().filter(|one| one.state == SheetState::Offered).map(|one| one.no).collect(),
    };
    if wanted.is_empty() {
        return Err(Fault::refused("文件中没有可读取的工作表"));
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
