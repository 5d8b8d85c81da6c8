//! A unit's own ledger, read by the survey of the registers, its columns given their meaning.
//!
//! Invariants: nothing is stored of what was understood, every answer is made from the file; a cell that can't be read is a
//! fault of its row with the text that stands there; an amount in a cell merged over several rows counts once.

use std::collections::BTreeMap;
use std::path::Path;

use super::field::{Speaks, TakeoverField as Field, proposed};
use super::record::{TakeoverColumns, TakeoverReading};
use super::wire::{TakeoverColumn, TakeoverOrigin, TakeoverSheet};
use crate::error::{AppError, Result};
use crate::features::registers::infer::{
    CellOutcome, ColumnGuess, ColumnOptions, Converted, Guess, Kind, Nobody, Options, Out, Row, Value, compared, guess,
    rows,
};
use crate::kernel::area::Area;
use crate::sheet::{SURVEY, SheetError, SheetState, Survey};

/// A ledger as read.
pub struct Ledger {
    pub sheets: Vec<TakeoverSheet>,
    /// The sheet that was read.
    pub sheet: usize,
    pub guess: Guess,
    pub columns: Vec<TakeoverColumn>,
    pub rows: Vec<LedgerRow>,
}

/// A line of it.
#[derive(Debug, Clone, Default)]
pub struct LedgerRow {
    /// From 1.
    pub line: u32,
    /// The line that opened its part of the sheet: a street, a building.
    pub section: String,
    /// What stands in its cells.
    pub texts: BTreeMap<Field, String>,
    /// Fen of cells with amounts.
    pub amounts: BTreeMap<Field, i64>,
    pub area: Option<Area>,
    /// Whether its tenant stands in a cell merged from above: it goes on with the contract there.
    pub goes_on: bool,
    /// What can't be read.
    pub faults: Vec<(Field, String)>,
}

impl LedgerRow {
    /// What stands in a cell, without blanks around; empty for signs that stand for nothing.
    pub fn text(&self, field: Field) -> &str {
        let text = self.texts.get(&field).map_or("", |text| text.trim());
        if matches!(text, "-" | "—" | "/" | "--" | "无" | "／") { "" } else { text }
    }
}

fn refused(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}

fn listed(survey: &Survey) -> Vec<TakeoverSheet> {
    let note = |state: &SheetState| match state {
        SheetState::Offered => "",
        SheetState::Empty => "空白工作表",
        SheetState::Hidden => "隐藏的工作表，取消隐藏并重新上传后才能读取",
        SheetState::Chart => "图表或宏工作表",
    };
    let one = |sheet: &crate::sheet::Sheet| TakeoverSheet {
        no: sheet.no,
        name: sheet.name.clone(),
        note: note(&sheet.state).to_owned(),
    };
    survey.sheets().iter().map(one).collect()
}

/// Reads a ledger.
///
/// # Errors
/// A sentence for a file or sheet that can't be read.
pub fn read(path: &Path, reading: &TakeoverReading, memory: Option<&TakeoverColumns>) -> Result<Ledger> {
    let mut survey = Survey::open(path, SURVEY).map_err(refused)?;
    let (sheets, offered) = (listed(&survey), survey.offered());
    let sheet = match reading.sheet {
        0 => offered.first().map(|sheet| sheet.no),
        no => offered.iter().find(|sheet| sheet.no == no).map(|sheet| sheet.no),
    };
    let sheet = sheet.ok_or_else(|| AppError::refused("文件中没有可读取的工作表：隐藏、空白和图表工作表不能读取"))?;
    let facts = survey.facts(sheet).map_err(refused)?;
    let plain = options(reading, BTreeMap::new());
    let first = guess(&facts, &plain, &Nobody, |each| survey.lines(sheet, each)).map_err(refused)?;
    let meanings = meanings(&first, reading, memory);
    let forced = options(reading, kinds(&meanings));
    let understood = guess(&facts, &forced, &Nobody, |each| survey.lines(sheet, each)).map_err(refused)?;
    let fields: BTreeMap<u32, Field> =
        meanings.iter().filter_map(|(column, (field, _))| Some((*column, (*field)?))).collect();
    let mut lines = Vec::new();
    let take = &mut |out: Out| {
        if let Out::Row(row) = out {
            lines.push(line(row, &fields));
        }
    };
    rows(&understood, &facts, &Nobody, |each| survey.lines(sheet, each), take).map_err(refused)?;
    let columns = understood.columns.iter().map(|column| shown(column, &meanings)).collect();
    Ok(Ledger { sheets, sheet, guess: understood, columns, rows: lines })
}

fn options(reading: &TakeoverReading, columns: BTreeMap<u32, ColumnOptions>) -> Options {
    let header = (reading.header_from > 0).then(|| (reading.header_from, reading.header_to.max(reading.header_from)));
    let unit = Some(reading.unit.clone()).filter(|unit| !unit.is_empty());
    Options { header, end: None, data: Vec::new(), skipped: reading.left.clone(), unit, columns }
}

type Meanings = BTreeMap<u32, (Option<Field>, TakeoverOrigin)>;

/// How a column is known the next time.
pub fn label_of(path: &[String]) -> String {
    compared(&path.join("-"))
}

/// What the columns mean: as somebody said, as they meant last time, as their headers say. A field is given to one column.
fn meanings(guess: &Guess, reading: &TakeoverReading, memory: Option<&TakeoverColumns>) -> Meanings {
    let mut found: Meanings = BTreeMap::new();
    let is_free = |found: &Meanings, field: Field| !found.values().any(|(known, _)| *known == Some(field));
    for column in &guess.columns {
        if let Some(said) = reading.fields.get(&column.column.to_string()) {
            found.insert(column.column, (*said, TakeoverOrigin::Said));
        }
    }
    let open = |found: &Meanings| -> Vec<&ColumnGuess> {
        guess.columns.iter().filter(|column| !found.contains_key(&column.column)).collect()
    };
    for column in open(&found) {
        let known = memory.and_then(|memory| memory.fields.get(&label_of(&column.path)));
        if let Some(field) = known.filter(|field| is_free(&found, **field)) {
            found.insert(column.column, (Some(*field), TakeoverOrigin::Remembered));
        }
    }
    for how in [Speaks::Whole, Speaks::Part] {
        for column in open(&found).into_iter().filter(|column| !column.is_off) {
            if let Some(field) = proposed(&column.path, how, &|field| is_free(&found, field)) {
                found.insert(column.column, (Some(field), TakeoverOrigin::Header));
            }
        }
    }
    for column in open(&found) {
        found.insert(column.column, (None, TakeoverOrigin::Nothing));
    }
    found
}

fn kinds(meanings: &Meanings) -> BTreeMap<u32, ColumnOptions> {
    let of = |field: Field| ColumnOptions { kind: Some(field.reads()), ..ColumnOptions::default() };
    meanings.iter().filter_map(|(column, (field, _))| Some((*column, of((*field)?)))).collect()
}

fn shown(column: &ColumnGuess, meanings: &Meanings) -> TakeoverColumn {
    let (field, origin) = meanings.get(&column.column).copied().unwrap_or((None, TakeoverOrigin::Nothing));
    TakeoverColumn {
        column: column.column,
        letter: column.letter.clone(),
        label: column.path.join("-"),
        field,
        origin,
        samples: column.samples.iter().take(3).map(|(before, _)| before.clone()).collect(),
        evidence: column.evidence.clone(),
        misfits: if field.is_some() { column.misfit_count } else { 0 },
    }
}

fn line(row: Row, fields: &BTreeMap<u32, Field>) -> LedgerRow {
    let mut read = LedgerRow { line: row.line, section: row.section.unwrap_or_default(), ..LedgerRow::default() };
    for cell in row.cells {
        let Some(field) = fields.get(&cell.column).copied() else { continue };
        match field.reads() {
            Kind::Money => amount(&mut read, field, &cell),
            Kind::Area => area(&mut read, &cell),
            _ => {}
        }
        if field == Field::Tenant && cell.is_merged {
            read.goes_on = true;
        }
        read.texts.insert(field, cell.text);
    }
    read
}

fn amount(read: &mut LedgerRow, field: Field, cell: &Converted) {
    match &cell.outcome {
        // It stands for the whole contract and was counted where it began.
        _ if cell.is_merged => {}
        CellOutcome::Value(Value::Whole(fen)) => drop(read.amounts.insert(field, *fen)),
        CellOutcome::Value(_) => {}
        CellOutcome::Rounded(_) => read.faults.push((field, format!("“{}”不足一分，请写到分", cell.text))),
        CellOutcome::Kept(why) => read.faults.push((field, format!("“{}”：{why}", cell.text))),
    }
}

fn area(read: &mut LedgerRow, cell: &Converted) {
    match &cell.outcome {
        _ if cell.is_merged => {}
        CellOutcome::Value(Value::Whole(hundredths)) | CellOutcome::Rounded(Value::Whole(hundredths)) => {
            read.area = Some(Area(*hundredths));
        }
        CellOutcome::Value(_) | CellOutcome::Rounded(_) => {}
        CellOutcome::Kept(why) => read.faults.push((Field::Area, format!("“{}”：{why}", cell.text))),
    }
}
