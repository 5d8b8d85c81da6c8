//! Several sheets as one register: which columns are one, of which kind they are together. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::SheetRead;
use super::wire::{ColumnSaid, Reading};
use crate::features::registers::infer::{ColumnGuess, Grade, Kind, What, compared, spellings};
use crate::kernel::order::Order as _;

/// Number of the column made of the lines that part the data.
pub const SECTION: u32 = 900_001;
/// Number of the column with the names of the sheets.
pub const ORIGIN: u32 = 900_002;
/// Numbers of the columns that later sheets add.
const STEP: u32 = 1_000;
/// Entries up to which choices of several sheets stay choices.
const ENTRIES: usize = 60;
/// Misfits that are told of a column.
const MISFITS: usize = 20;

/// A column of the register.
#[derive(Debug, Clone)]
pub struct Merged {
    /// What was understood; its number is that of the register's column.
    pub guess: ColumnGuess,
    /// Sheets that have it.
    pub sheets: Vec<usize>,
    /// What a person said.
    pub said: ColumnSaid,
}

impl Merged {
    /// Whether it is left out.
    pub fn is_off(&self) -> bool {
        self.said.off.unwrap_or(self.guess.is_off)
    }
}

/// By which columns of different sheets are the same: the path without blanks and units.
pub fn name_of(column: &ColumnGuess) -> String {
    let path = if column.path.is_empty() { column.label.clone() } else { column.path.join("-") };
    compared(&path).split('(').next().unwrap_or_default().to_owned()
}

/// Gives the columns of all sheets their numbers.
pub fn number(sheets: &mut [SheetRead]) {
    let mut known: Vec<(String, u32)> = Vec::new();
    for (at, sheet) in (0_u32..).zip(sheets) {
        let mut taken: BTreeSet<u32> = BTreeSet::new();
        for column in &sheet.guess.columns {
            let name = name_of(column);
            let found = known.iter().find(|(own, key)| *own == name && !taken.contains(key)).map(|(_, key)| *key);
            let key = found.unwrap_or_else(|| {
                let key = at * STEP + column.column;
                known.push((name, key));
                key
            });
            taken.insert(key);
            sheet.keys.insert(column.column, key);
        }
    }
}

fn by_key(sheets: &[SheetRead]) -> BTreeMap<u32, Vec<(&SheetRead, &ColumnGuess)>> {
    let mut all: BTreeMap<u32, Vec<(&SheetRead, &ColumnGuess)>> = BTreeMap::new();
    for sheet in sheets {
        for column in &sheet.guess.columns {
            if let Some(key) = sheet.keys.get(&column.column) {
                all.entry(*key).or_default().push((sheet, column));
            }
        }
    }
    all
}

/// Kinds that columns have to be read as, so that they are one; those that a person has said stay. `is_tried`: what they are
/// read as now was decided here, so one that does not fit becomes text.
pub fn decisions(sheets: &[SheetRead], said: &[u32], is_tried: bool) -> Vec<(u32, Kind, Option<String>)> {
    let mut decided = Vec::new();
    for (key, columns) in by_key(sheets) {
        let filled: Vec<&ColumnGuess> = columns.iter().map(|(_, guess)| *guess).filter(|one| one.filled > 0).collect();
        if said.contains(&key) || filled.len() < 2 {
            continue;
        }
        if let Some((kind, link)) = kind_of(&filled, is_tried) {
            decided.push((key, kind, link));
        }
    }
    decided
}

/// The kind of columns that are one; `None` when they are of it already.
fn kind_of(columns: &[&ColumnGuess], is_tried: bool) -> Option<(Kind, Option<String>)> {
    let first = columns.first()?;
    let all: u32 = columns.iter().map(|one| one.filled).sum();
    if columns.iter().all(|one| one.kind == first.kind && one.link == first.link) {
        let misfits: u32 = columns.iter().map(|one| one.misfit_count).sum();
        let entries: BTreeSet<&str> =
            columns.iter().flat_map(|one| &one.choices).map(|(text, _)| text.as_str()).collect();
        let is_wild = first.kind == Kind::Choice && (entries.len() > ENTRIES || entries.len() * 2 > all as usize);
        let is_bad = is_tried && misfits * 10 > all;
        return (is_wild || is_bad).then_some((Kind::Text, None));
    }
    let has = |kind: Kind| columns.iter().any(|one| one.kind == kind);
    let only = |kinds: &[Kind]| columns.iter().all(|one| kinds.contains(&one.kind));
    let weight = |kind: Kind| columns.iter().filter(|one| one.kind == kind).map(|one| one.filled).sum::<u32>();
    let kind = if only(&[Kind::Whole, Kind::Decimal]) {
        Kind::Decimal
    } else if only(&[Kind::Whole, Kind::Decimal, Kind::Money]) {
        Kind::Money
    } else if only(&[Kind::Whole, Kind::Decimal, Kind::Area]) {
        Kind::Area
    } else if only(&[Kind::Text, Kind::Code, Kind::Long, Kind::Choice, Kind::Choices]) {
        match weight(Kind::Choice) * 2 >= all && !is_tried {
            true => Kind::Choice,
            false if has(Kind::Long) => Kind::Long,
            false => Kind::Text,
        }
    } else {
        columns.iter().map(|one| one.kind).max_by_key(|kind| weight(*kind))?
    };
    let link = columns.iter().filter(|one| one.kind == kind).find_map(|one| one.link);
    Some((kind, link.map(str::to_owned)))
}

/// Columns of the register, from left to right.
pub fn columns(sheets: &[SheetRead], reading: &Reading) -> Vec<Merged> {
    let said = |key: u32| reading.columns.iter().find(|one| one.column == key).cloned();
    let said_of = |key: u32| said(key).unwrap_or_else(|| ColumnSaid { column: key, ..ColumnSaid::default() });
    let mut all: Vec<Merged> = by_key(sheets)
        .into_iter()
        .filter_map(|(key, columns)| {
            let mut guess = joined(&columns)?;
            guess.column = key;
            Some(Merged { guess, sheets: columns.iter().map(|(sheet, _)| sheet.no).collect(), said: said_of(key) })
        })
        .collect();
    if reading.sections != Some(false)
        && let Some(column) = sections(sheets)
    {
        all.push(Merged { guess: column, sheets: Vec::new(), said: said_of(SECTION) });
    }
    if reading.origin != Some(false) && sheets.len() > 1 {
        let names = sheets.iter().map(|sheet| (sheet.name(), sheet.guess.rows)).collect();
        let evidence = format!("{} 个工作表的名称", sheets.len());
        if let Some(guess) = made(sheets, ORIGIN, "来源表", names, evidence) {
            all.push(Merged { guess, sheets: Vec::new(), said: said_of(ORIGIN) });
        }
    }
    all
}

/// What is understood of columns that are one.
fn joined(columns: &[(&SheetRead, &ColumnGuess)]) -> Option<ColumnGuess> {
    let (lead_sheet, lead) = columns.iter().find(|(_, guess)| guess.filled > 0).or_else(|| columns.first())?;
    let mut whole = (*lead).clone();
    if columns.len() < 2 {
        return Some(whole);
    }
    let sum = |count: fn(&ColumnGuess) -> u32| columns.iter().map(|(_, guess)| count(guess)).sum();
    (whole.filled, whole.misfit_count) = (sum(|one| one.filled), sum(|one| one.misfit_count));
    whole.places = columns.iter().map(|(_, guess)| guess.places).max().unwrap_or_default();
    whole.is_distinct = columns.iter().all(|(_, guess)| guess.is_distinct);
    whole.is_open = columns.iter().any(|(_, guess)| guess.is_open);
    whole.is_off = columns.iter().all(|(_, guess)| guess.is_off);
    whole.may_fill = columns.iter().any(|(_, guess)| guess.may_fill);
    whole.confidence = columns.iter().map(|(_, guess)| guess.confidence).min().unwrap_or_default();
    whole.grade = match whole.confidence {
        90.. => Grade::High,
        70.. => Grade::Medium,
        _ => Grade::Low,
    };
    whole.misfits.clear();
    whole.warnings.clear();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for (sheet, guess) in columns {
        for misfit in &guess.misfits {
            let why = format!("工作表“{}”：{}", sheet.name(), misfit.why);
            whole.misfits.push(crate::features::registers::infer::Misfit { why, ..misfit.clone() });
        }
        for warning in &guess.warnings {
            whole.warnings.push(format!("工作表“{}”：{warning}", sheet.name()));
        }
        for (text, count) in &guess.choices {
            *counts.entry(text.clone()).or_default() += count;
        }
    }
    whole.misfits.truncate(MISFITS);
    whole.choices = counts.into_iter().collect();
    whole.choices.order_by_key(|(_, count)| std::cmp::Reverse(*count));
    whole.spellings = spellings(&whole.choices);
    let shared = columns.iter().map(|(_, guess)| guess.dictionary).reduce(|one, other| one.filter(|_| one == other));
    whole.dictionary = shared.flatten();
    whole.evidence = format!(
        "{} 个工作表共 {} 行有内容，{} 行保留原值；“{}”：{}",
        columns.len(),
        whole.filled,
        whole.misfit_count,
        lead_sheet.name(),
        lead.evidence
    );
    Some(whole)
}

/// The column that the lines between the data make.
fn sections(sheets: &[SheetRead]) -> Option<ColumnGuess> {
    if !sheets.iter().any(|sheet| sheet.guess.has_sections) {
        return None;
    }
    let mut texts: Vec<(String, u32)> = Vec::new();
    for sheet in sheets {
        for left in sheet.guess.left_out.iter().filter(|left| left.what == What::Section) {
            match texts.iter_mut().find(|(text, _)| *text == left.text) {
                Some((_, count)) => *count += 1,
                None => texts.push((left.text.clone(), 1)),
            }
        }
    }
    let evidence = format!("数据之间有 {} 个分组行，每行数据记下它所在的分组", texts.len());
    made(sheets, SECTION, "分组", texts, evidence)
}

/// A column that no sheet has: choices while they are few and short, else text.
fn made(
    sheets: &[SheetRead],
    key: u32,
    label: &str,
    choices: Vec<(String, u32)>,
    evidence: String,
) -> Option<ColumnGuess> {
    let mut column = sheets.iter().find_map(|sheet| sheet.guess.columns.first())?.renamed(key, label);
    let is_few = choices.len() <= 30 && choices.iter().all(|(text, _)| !text.contains('…'));
    column.kind = if is_few { Kind::Choice } else { Kind::Text };
    column.filled = sheets.iter().map(|sheet| sheet.guess.rows).sum();
    column.is_open = is_few;
    column.choices = if is_few { choices } else { Vec::new() };
    column.evidence = evidence;
    Some(column)
}
