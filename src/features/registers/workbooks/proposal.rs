//! POST /reg/design/book/{id}/guess: a workbook understood once more, with what a person said, and the register it would be.

use std::collections::{BTreeMap, HashSet};

use super::computed::{self, Told};
use super::merged::{Merged, ORIGIN, SECTION};
use super::ops::find;
use super::path_of;
use super::reading::{Read, RowRead, SheetRead};
use super::understood::{Book, Proposed, propose};
use super::wire::{BookGuess, CellOut, ColumnOut, GuessInput, Reading, RowOut, SheetGuess};
use crate::error::{AppError, Result};
use crate::features::registers::design::drafts::free_code;
use crate::features::registers::infer::{
    CellOutcome as Became, ColumnGuess, Dictionary, FORMULAS, Kind, Known, Value, compared,
};
use crate::features::registers::known::Directory;
use crate::features::registers::record::Register;
use crate::kernel::text::mask_id;
use crate::op::View;
use crate::route::Data;
use crate::store::Reads as _;

/// Rows that are shown.
const PREVIEW: usize = 50;
/// Letters of a name that gets a number behind it.
const NAME: usize = 30;
/// Entries that are named one by one.
const STRANGE: usize = 50;

/// # Errors
/// A sentence for a book that is not the caller's, and for what cannot be read.
pub fn guess(view: &View, input: GuessInput) -> Result<Data<BookGuess>> {
    let book = find(view, input.id)?;
    let known = Directory::load(view)?;
    let mut read = Read::of(&path_of(view, &book)?, &input.reading, &known)?;
    let key = keys(&mut read, &input, &known)?;
    let owner = owner(&read, &input)?;
    let stem = book.name.rsplit_once('.').map_or(book.name.as_str(), |(stem, _)| stem);
    let name = free_name(view, name_of(&read, stem))?;
    let office = known.dictionaries();
    let code = free_code(view, &name)?;
    let about = Book { name, rows: read.count(), key: &key, owner, dictionaries: office };
    let mut proposed = propose(&read.columns, &about);
    add_up(&read, &mut proposed);
    let computed = computed::suggest(&mut read, &mut proposed, &known)?;
    let preview = read.first_rows(PREVIEW, &known)?;
    let preview = preview.into_iter().map(|row| shown(row, &read.columns, &proposed)).collect();
    let (rows, doubts) = (read.count(), read.doubts());
    let Proposed { definition, fields, notes } = proposed;
    let no_of = |column: u32| fields.iter().find(|(own, _)| *own == column).map_or(0, |(_, no)| *no);
    let columns = read.columns.iter().map(|column| ColumnOut {
        field: no_of(column.guess.column),
        strange: strange(
            column,
            office,
            definition.field(no_of(column.guess.column)).map_or(0, |field| field.dictionary),
        ),
        sheets: column.sheets.clone(),
        may_remind: column.may_remind(),
        formula: computed.get(&column.guess.column).map(|told| told.text.clone()).unwrap_or_default(),
        may_compute: computed.get(&column.guess.column).is_some_and(|told| told.may_compute),
        guess: guess_of(column, computed.get(&column.guess.column)),
    });
    Ok(Data(BookGuess {
        columns: columns.collect(),
        together: read.together.clone(),
        sheets: read.sheets.into_iter().map(sheet_shown).collect(),
        rows,
        key,
        owner,
        code,
        definition,
        warnings: notes,
        doubts,
        preview,
    }))
}

/// What the sheet itself adds up, rightly, is added up, whatever its head says: 价格 of what was bought.
fn add_up(read: &Read, proposed: &mut Proposed) {
    for sheet in &read.sheets {
        let right = sheet.guess.totals.iter().filter(|check| check.difference.is_empty());
        for key in right.filter_map(|check| sheet.keys.get(&check.column)) {
            let no = proposed.field_of(*key);
            let field = proposed.definition.fields.iter_mut().find(|field| field.no == no && no != 0);
            field.into_iter().for_each(|field| field.unsummed = false);
        }
    }
}

/// Refuses a workbook as a register while the unit of its amounts is in doubt.
///
/// # Errors
/// A sentence for that, for a book that is not the caller's, and for what cannot be read.
pub fn is_decided(view: &View, book_id: u64, reading: &Reading) -> Result<()> {
    let book = find(view, book_id)?;
    Read::of(&path_of(view, &book)?, reading, &Directory::load(view)?)?.is_decided()
}

/// A column with what is told of its formulas, in place of what the sheet alone tells.
fn guess_of(column: &Merged, told: Option<&Told>) -> ColumnGuess {
    let mut guess = column.guess.clone();
    if let Some(told) = told {
        guess.warnings.retain(|warning| !warning.ends_with(FORMULAS));
        guess.warnings.push(told.note.clone());
    }
    guess
}

/// A sheet with its first and last lines; what becomes sealed is masked there too.
fn sheet_shown(sheet: SheetRead) -> SheetGuess {
    let mut guess = sheet.guess;
    let sealed: Vec<u32> = guess.columns.iter().filter(|one| one.kind.is_sealed()).map(|one| one.column).collect();
    for line in guess.head.iter_mut().chain(&mut guess.tail).filter(|line| line.what.is_none()) {
        for column in &sealed {
            if let Some(text) = line.cells.get_mut(column) {
                *text = mask_id(text);
            }
        }
    }
    SheetGuess { no: sheet.no, guess }
}

/// A name that no other register has: two workbooks may have one title.
fn free_name(view: &View, name: String) -> Result<String> {
    let mut taken = HashSet::new();
    view.tx.each(|register: Register| {
        taken.insert(register.name);
        true
    })?;
    let stem: String = name.chars().take(NAME).collect();
    let numbered = (2..1_000).map(|number| format!("{stem}（{number}）")).find(|name| !taken.contains(name));
    Ok(if taken.contains(&name) { numbered.unwrap_or(name) } else { name })
}

/// The title of the sheets, or what the file or the sheet is called.
fn name_of(read: &Read, stem: &str) -> String {
    let title = read.sheets.iter().find_map(|sheet| sheet.guess.title.clone()).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| match read.sheets.as_slice() {
        [sheet] if !sheet.facts.sheet.is_empty() && !sheet.facts.sheet.to_lowercase().starts_with("sheet") => {
            sheet.facts.sheet.clone()
        }
        _ => stem.to_owned(),
    })
}

/// Columns that tell rows apart: those said, else those found, where no two rows of all sheets have the same.
fn keys(read: &mut Read, input: &GuessInput, known: &dyn Known) -> Result<Vec<u32>> {
    let is_there = |read: &Read, key: &u32| read.columns.iter().any(|one| one.guess.column == *key && !one.is_off());
    if let Some(said) = &input.key {
        if said.len() > 3 || !said.iter().all(|key| is_there(read, key)) {
            return Err(AppError::refused("查重列应为 1 到 3 个要导入的列"));
        }
        return Ok(said.clone());
    }
    let found = |sheet: &SheetRead| -> Vec<u32> {
        sheet.guess.key.iter().filter_map(|column| sheet.keys.get(column).copied()).collect()
    };
    let Some(key) = read.sheets.iter().map(found).find(|key| !key.is_empty()) else { return Ok(Vec::new()) };
    // what keeps its original text tells nothing apart
    let is_whole =
        |one: &u32| read.columns.iter().any(|column| column.guess.column == *one && column.guess.misfit_count == 0);
    if !key.iter().all(|one| is_there(read, one) && is_whole(one)) {
        return Ok(Vec::new());
    }
    if read.sheets.len() == 1 {
        return Ok(key);
    }
    let (mut seen, mut is_unique) = (HashSet::new(), true);
    read.rows(known, &mut |row: RowRead| {
        let part = |wanted: &u32| {
            row.cells.iter().find(|cell| cell.column == *wanted).map_or_else(String::new, |cell| compared(&cell.text))
        };
        is_unique &= seen.insert(key.iter().map(part).collect::<Vec<_>>().join("\u{1f}"));
    })?;
    Ok(if is_unique { key } else { Vec::new() })
}

/// The column of the departments that rows belong to.
fn owner(read: &Read, input: &GuessInput) -> Result<Option<u32>> {
    let dept = |key: u32| {
        read.columns.iter().find(|one| one.guess.column == key && one.guess.kind == Kind::Dept && !one.is_off())
    };
    match input.owner {
        Some(said) if said < 0 => Ok(None),
        Some(said) => {
            let column = u32::try_from(said).ok().and_then(dept);
            let column = column.ok_or_else(|| AppError::refused("归属字段应为类型是“部门”的列"))?;
            Ok(Some(column.guess.column))
        }
        None => {
            let rows = read.count();
            let is_whole = |one: &&Merged| one.guess.filled == rows && one.guess.misfit_count == 0 && rows > 0;
            let column = read.columns.iter().filter(|one| dept(one.guess.column).is_some()).find(is_whole);
            Ok(column.map(|one| one.guess.column))
        }
    }
}

/// Entries that a dictionary of the office does not have.
fn strange(column: &Merged, office: &[Dictionary], dictionary: u64) -> Vec<String> {
    let Some(known) = office.iter().find(|one| one.id == dictionary && dictionary != 0) else { return Vec::new() };
    let labels: HashSet<String> = known.values.keys().map(|label| compared(label)).collect();
    column.entries().into_iter().filter(|entry| !labels.contains(&compared(entry))).take(STRANGE).collect()
}

fn shown(row: RowRead, columns: &[Merged], proposed: &Proposed) -> RowOut {
    let mut cells = Vec::with_capacity(row.cells.len());
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for (column, _) in row.pictures.iter().filter(|(column, _)| proposed.field_of(*column) != 0) {
        *counts.entry(*column).or_default() += 1;
    }
    for (column, count) in counts {
        cells.push(CellOut { column, text: None, value: format!("{count} 张图片"), why: None });
    }
    for cell in row.cells {
        let Some(column) = columns.iter().find(|one| one.guess.column == cell.column) else { continue };
        if proposed.field_of(cell.column) == 0 {
            continue;
        }
        let is_made = matches!(cell.column, SECTION | ORIGIN);
        let is_sealed = column.guess.kind.is_sealed();
        let (value, why) = match &cell.outcome {
            Became::Kept(why) if is_sealed => (mask_id(&cell.text), Some(why.clone())),
            Became::Kept(why) => (cell.text.clone(), Some(why.clone())),
            // names are those of the sheet
            Became::Value(Value::Links(_)) | Became::Rounded(Value::Links(_)) => (cell.text.clone(), None),
            Became::Value(value) | Became::Rounded(value) => (column.guess.show(value), None),
        };
        let text = (value != cell.text && !is_made && !is_sealed).then_some(cell.text);
        cells.push(CellOut { column: cell.column, text, value, why });
    }
    RowOut { sheet: row.sheet, line: row.line, cells }
}
