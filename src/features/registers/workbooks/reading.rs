//! A workbook read as often as somebody corrects something: its sheets one by one, then as the one register they become.
//!
//! Invariant: what is shown as a preview and what is loaded later go through [`Read::rows`] alike.

use std::collections::BTreeMap;
use std::path::Path;

use super::merged::{self, Merged, ORIGIN, SECTION};
use super::wire::{ColumnSaid, Reading, SheetSaid};
use crate::error::{AppError, Result};
use crate::features::registers::infer::{
    self, CellOutcome as Became, ColumnOptions, Converted, Guess, Kind, Known, Options, Out, Value, compared, guess,
    together,
};
use crate::sheet::{Facts, SURVEY, SheetError, SheetRow, Survey};

/// Lines of a sheet that are kept for the preview.
const HEAD: usize = 200;
/// Sheets that become one register at most.
const MOST_SHEETS: usize = 50;

/// Units of amounts that a person may choose.
pub const UNITS: [&str; 5] = ["元", "千元", "万元", "百万元", "亿元"];

/// A sheet as understood.
pub struct SheetRead {
    pub no: usize,
    /// What it says of itself.
    pub facts: Facts,
    /// What was understood.
    pub guess: Guess,
    /// Numbers of the register's columns by its own.
    pub keys: BTreeMap<u32, u32>,
    head: Vec<SheetRow>,
}

impl SheetRead {
    /// What people call it.
    pub fn name(&self) -> String {
        if self.facts.sheet.is_empty() { format!("工作表{}", self.no) } else { self.facts.sheet.clone() }
    }
}

/// A workbook as understood.
pub struct Read {
    /// Sheets that become the register.
    pub sheets: Vec<SheetRead>,
    /// Columns of the register.
    pub columns: Vec<Merged>,
    /// Groups of sheets with the same columns.
    pub together: Vec<Vec<usize>>,
    survey: Survey,
}

/// A row on its way.
pub struct RowRead {
    /// Number of its sheet.
    pub sheet: usize,
    /// Its line there.
    pub line: u32,
    /// Cells by the numbers of the register's columns.
    pub cells: Vec<Converted>,
    /// Parts of the workbook that are its pictures, by the column that takes them.
    pub pictures: Vec<(u32, String)>,
}

fn refused(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}

fn options_of(reading: &Reading, no: usize, columns: BTreeMap<u32, ColumnOptions>) -> Options {
    let none = SheetSaid::default();
    let said = reading.options.iter().find(|said| said.no == no).unwrap_or(&none);
    let header = (said.header_from > 0).then(|| (said.header_from, said.header_to.max(said.header_from)));
    let end = (said.end > 0).then_some(said.end);
    let unit = Some(said.unit.clone()).filter(|unit| !unit.is_empty());
    Options { header, end, data: said.data.clone(), skipped: said.skipped.clone(), unit, columns }
}

fn understand(survey: &mut Survey, no: usize, options: &Options, known: &dyn Known) -> Result<SheetRead> {
    let facts = survey.facts(no).map_err(refused)?;
    let mut head = Vec::new();
    let guess = guess(&facts, options, known, |each| {
        survey.lines(no, &mut |line| {
            if head.len() < HEAD {
                head.push(line.clone());
            }
            each(line);
        })
    });
    Ok(SheetRead { no, facts, guess: guess.map_err(refused)?, keys: BTreeMap::new(), head })
}

/// What is said about a column, for the survey.
pub fn said(said: &ColumnSaid) -> ColumnOptions {
    ColumnOptions {
        kind: said.kind,
        unit: said.unit.clone().filter(|unit| !unit.is_empty()),
        order: said.order,
        bare: said.bare,
        link: said.link.clone().filter(|link| !link.is_empty()),
        fill: said.fill,
    }
}

impl Read {
    /// Reads a workbook.
    ///
    /// # Errors
    /// A sentence for a file or sheet that cannot be read.
    pub fn of(path: &Path, reading: &Reading, known: &dyn Known) -> Result<Self> {
        let mut survey = Survey::open(path, SURVEY).map_err(refused)?;
        let offered: Vec<usize> = survey.offered().iter().map(|sheet| sheet.no).collect();
        let wanted = if reading.sheets.is_empty() { offered.clone() } else { reading.sheets.clone() };
        if wanted.is_empty() || wanted.len() > MOST_SHEETS {
            return Err(AppError::refused(format!("请选择 1 到 {MOST_SHEETS} 个工作表")));
        }
        if let Some(no) = wanted.iter().find(|no| !offered.contains(no)) {
            return Err(refused(SheetError::NoSheet(*no)));
        }
        if reading.options.iter().any(|said| !said.unit.is_empty() && !UNITS.contains(&said.unit.as_str())) {
            return Err(AppError::refused(format!("金额单位应为{}", UNITS.join("、"))));
        }
        let is_single = wanted.len() == 1;
        let mut all = Vec::with_capacity(wanted.len());
        for no in &wanted {
            let columns = reading.columns.iter().filter(|_| is_single).map(|one| (one.column, said(one))).collect();
            all.push(understand(&mut survey, *no, &options_of(reading, *no, columns), known)?);
        }
        let guesses: Vec<Guess> = all.iter().map(|sheet| sheet.guess.clone()).collect();
        let groups = together(&guesses);
        let told =
            groups.iter().map(|group| group.iter().filter_map(|at| wanted.get(*at)).copied().collect()).collect();
        let sheets = if reading.sheets.is_empty() { largest(all, &groups) } else { all };
        let mut read = Self { sheets, columns: Vec::new(), together: told, survey };
        read.join(reading, is_single, known)?;
        Ok(read)
    }

    /// Makes one register of the sheets: columns of one label are one, of one kind.
    fn join(&mut self, reading: &Reading, is_single: bool, known: &dyn Known) -> Result<()> {
        merged::number(&mut self.sheets);
        if self.sheets.len() > 1 || !is_single {
            let mut forced: BTreeMap<u32, ColumnOptions> = reading
                .columns
                .iter()
                .map(|one| (one.column, said(one)))
                .filter(|(_, said)| *said != ColumnOptions::default())
                .collect();
            let said: Vec<u32> = forced.iter().filter(|(_, said)| said.kind.is_some()).map(|(key, _)| *key).collect();
            self.again(reading, &forced, known)?;
            for round in 0..3 {
                let decided = merged::decisions(&self.sheets, &said, round > 0);
                if decided.is_empty() {
                    break;
                }
                for (key, kind, link) in decided {
                    let column = forced.entry(key).or_default();
                    (column.kind, column.link) = (Some(kind), link);
                }
                self.again(reading, &forced, known)?;
            }
        }
        self.columns = merged::columns(&self.sheets, reading);
        Ok(())
    }

    /// Reads sheets again for which something is said that they were not read with.
    fn again(&mut self, reading: &Reading, forced: &BTreeMap<u32, ColumnOptions>, known: &dyn Known) -> Result<()> {
        for at in 0..self.sheets.len() {
            let sheet = &self.sheets[at];
            let columns: BTreeMap<u32, ColumnOptions> = sheet
                .keys
                .iter()
                .filter_map(|(column, key)| forced.get(key).map(|said| (*column, said.clone())))
                .collect();
            let is_new = columns.iter().any(|(column, said)| {
                let guess = sheet.guess.columns.iter().find(|one| one.column == *column);
                *said != ColumnOptions { kind: said.kind, link: said.link.clone(), ..ColumnOptions::default() }
                    || said.kind.is_some_and(|kind| guess.is_some_and(|guess| guess.kind != kind))
            });
            if is_new {
                let fresh = understand(&mut self.survey, sheet.no, &options_of(reading, sheet.no, columns), known)?;
                let keys = self.sheets[at].keys.clone();
                self.sheets[at] = SheetRead { keys, ..fresh };
            }
        }
        Ok(())
    }

    /// What about the unit of amounts a person has not decided yet.
    pub fn doubts(&self) -> Vec<String> {
        let several = self.sheets.len() > 1;
        let name = |sheet: &SheetRead| if several { format!("工作表“{}”", sheet.name()) } else { String::new() };
        let of = |sheet: &SheetRead| {
            let name = name(sheet);
            sheet.guess.doubts.iter().map(|doubt| format!("{name}{doubt}")).collect::<Vec<_>>()
        };
        self.sheets.iter().flat_map(of).collect()
    }

    /// Refuses amounts whose unit is in doubt.
    ///
    /// # Errors
    /// A sentence with the first doubt.
    pub fn is_decided(&self) -> Result<()> {
        match self.doubts().first() {
            Some(doubt) => Err(AppError::refused(format!("{doubt}；请在“表格位置”中选定金额单位"))),
            None => Ok(()),
        }
    }

    /// Rows of all sheets.
    pub fn count(&self) -> u32 {
        self.sheets.iter().map(|sheet| sheet.guess.rows).sum()
    }

    /// Hands over the first rows, from what is remembered of each sheet.
    pub fn first_rows(&self, most: usize, known: &dyn Known) -> Result<Vec<RowRead>> {
        let mut rows = Vec::new();
        for sheet in &self.sheets {
            let feed = |each: &mut dyn FnMut(SheetRow)| {
                sheet.head.iter().cloned().for_each(each);
                Ok(())
            };
            convert(sheet, &self.columns, known, feed, &mut |row| {
                if rows.len() < most {
                    rows.push(row);
                }
            })?;
        }
        Ok(rows)
    }

    /// Hands over all rows, reading the workbook once more.
    ///
    /// # Errors
    /// A sheet that cannot be read any more.
    pub fn rows(&mut self, known: &dyn Known, each: &mut dyn FnMut(RowRead)) -> Result<()> {
        for sheet in &self.sheets {
            let survey = &mut self.survey;
            convert(sheet, &self.columns, known, |take| survey.lines(sheet.no, take), each)?;
        }
        Ok(())
    }
}

/// The group of sheets with the most rows.
fn largest(all: Vec<SheetRead>, groups: &[Vec<usize>]) -> Vec<SheetRead> {
    let rows = |group: &&Vec<usize>| {
        group.iter().filter_map(|at| all.get(*at)).map(|sheet| u64::from(sheet.guess.rows)).sum::<u64>()
    };
    // of equal ones the first
    let best = groups.iter().rev().max_by_key(rows).cloned().unwrap_or_default();
    (0..).zip(all).filter(|(at, _)| best.contains(at)).map(|(_, sheet)| sheet).collect()
}

fn convert(
    sheet: &SheetRead,
    columns: &[Merged],
    known: &dyn Known,
    feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), SheetError>,
    each: &mut dyn FnMut(RowRead),
) -> Result<()> {
    let mut of: BTreeMap<u32, &Merged> = BTreeMap::new();
    for (own, key) in &sheet.keys {
        of.extend(columns.iter().find(|column| column.guess.column == *key).map(|column| (*own, column)));
    }
    let places: BTreeMap<u32, u8> = sheet.guess.columns.iter().map(|one| (one.column, one.places)).collect();
    let has = |wanted: u32| columns.iter().any(|column| column.guess.column == wanted);
    let (has_sections, has_origin, name) = (has(SECTION), has(ORIGIN), sheet.name());
    let added = |column: u32, text: &str| Converted {
        column,
        text: text.to_owned(),
        outcome: Became::Value(Value::Choice(text.to_owned())),
        is_merged: true,
    };
    infer::rows(&sheet.guess, &sheet.facts, known, feed, &mut |out| {
        let Out::Row(row) = out else { return };
        let mut cells: Vec<Converted> = Vec::with_capacity(row.cells.len() + 2);
        for cell in row.cells {
            let Some(column) = of.get(&cell.column) else { continue };
            let more = column.guess.places.saturating_sub(places.get(&cell.column).copied().unwrap_or_default());
            cells.push(settled(cell, column, more));
        }
        cells.extend(row.section.as_deref().filter(|_| has_sections).map(|text| added(SECTION, text)));
        cells.extend(has_origin.then(|| added(ORIGIN, &name)));
        let pictures = pictures(sheet, &of, row.line, &mut cells);
        each(RowRead { sheet: sheet.no, line: row.line, cells, pictures });
    })
    .map_err(refused)
}

/// The pictures of a row: those that its cells name, and those that lie on it, in their own column or in the only one of
/// pictures.
fn pictures(
    sheet: &SheetRead,
    of: &BTreeMap<u32, &Merged>,
    line: u32,
    cells: &mut Vec<Converted>,
) -> Vec<(u32, String)> {
    let extras = &sheet.facts.extras;
    let mut found: Vec<(u32, String)> = Vec::new();
    for cell in cells.iter_mut() {
        let Became::Value(Value::Picture(id)) = &cell.outcome else { continue };
        match extras.cell_pictures.get(id) {
            Some(part) => found.push((cell.column, part.clone())),
            None => cell.outcome = Became::Kept("工作簿中没有这张图片".to_owned()),
        }
    }
    cells.retain(|cell| !matches!(cell.outcome, Became::Value(Value::Picture(_))));
    let takes = |column: &&Merged| column.guess.kind == Kind::Pictures && !column.is_off();
    let all: Vec<&Merged> = of.values().copied().filter(takes).collect();
    let only = if let [one] = all.as_slice() { Some(*one) } else { None };
    let from = extras.pictures.partition_point(|picture| picture.at.0 + 1 < line);
    for picture in extras.pictures.iter().skip(from).take_while(|picture| picture.at.0 + 1 == line) {
        let own = of.get(&picture.at.1).copied().filter(takes).or(only);
        found.extend(own.map(|column| (column.guess.column, picture.part.clone())));
    }
    found
}

/// A cell under the number of the register's column, with its decimal places and spellings.
fn settled(cell: Converted, column: &Merged, more_places: u8) -> Converted {
    let is_scaled = column.guess.kind == Kind::Decimal && more_places > 0;
    let spelt = |text: String| {
        let tight = compared(&text);
        let merge = column.said.merge.iter().find(|merge| compared(&merge.from) == tight);
        merge.map_or(text, |merge| merge.to.clone())
    };
    let value = |value: Value| match value {
        Value::Whole(units) if is_scaled => {
            let scaled = 10_i64.checked_pow(u32::from(more_places)).and_then(|factor| units.checked_mul(factor));
            scaled.map(Value::Whole).ok_or("数字过大")
        }
        Value::Choice(text) => Ok(Value::Choice(spelt(text))),
        Value::Choices(all) => {
            let mut words: Vec<String> = Vec::new();
            for word in all.into_iter().map(spelt) {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            Ok(Value::Choices(words))
        }
        other => Ok(other),
    };
    let outcome = match cell.outcome {
        Became::Value(own) => value(own).map(Became::Value),
        Became::Rounded(own) => value(own).map(Became::Rounded),
        kept @ Became::Kept(_) => Ok(kept),
    };
    let outcome = outcome.unwrap_or_else(|why| Became::Kept(why.to_owned()));
    Converted { column: column.guess.column, outcome, ..cell }
}
