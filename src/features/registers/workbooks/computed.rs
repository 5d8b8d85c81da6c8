//! Columns of formulas as computed fields: suggested where the formulas are arithmetic of their own row, and where what
//! would be computed is what the workbook has, in every row.
//!
//! Invariant: a suggestion changes no value: one row in which they differ, and the column stays values.

use std::collections::BTreeMap;

use super::load::Typing;
use super::merged::Merged;
use super::reading::Read;
use super::understood::Proposed;
use crate::error::Result;
use crate::features::registers::cell::Cells;
use crate::features::registers::definition::Definition;
use crate::features::registers::formula::{self, Formula, FormulaSign, Operand};
use crate::features::registers::infer::{Known, Part, Shape};
use crate::features::registers::published::Dictionaries;
use crate::features::registers::value::Given;

/// What is told of a column of formulas.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// The formula in words.
    pub text: String,
    /// Whether a computed field changes no value.
    pub may_compute: bool,
    /// Whether it becomes one, and why.
    pub note: String,
}

/// A column that may be computed.
struct Candidate {
    column: u32,
    no: u16,
    formula: Formula,
    text: String,
    /// Lines in which the workbook has something else.
    other: u32,
    first: u32,
}

/// Shapes by the register's columns: those that all sheets agree on.
fn shapes(read: &Read) -> BTreeMap<u32, Option<Shape>> {
    let mut all: BTreeMap<u32, Option<Shape>> = BTreeMap::new();
    for sheet in &read.sheets {
        for guess in sheet.guess.columns.iter().filter(|guess| guess.filled > 0) {
            let Some(key) = sheet.keys.get(&guess.column) else { continue };
            let key_of = |(sign, part): &(char, Part)| match part {
                Part::Column(column) => sheet.keys.get(column).map(|key| (*sign, Part::Column(*key))),
                number => Some((*sign, number.clone())),
            };
            let own = guess.formula.as_ref().and_then(|shape| {
                let parts = shape.parts.iter().map(key_of).collect::<Option<_>>()?;
                Some(Shape { parts, round: shape.round })
            });
            let known = all.entry(*key).or_insert_with(|| own.clone());
            if *known != own {
                *known = None;
            }
        }
    }
    all
}

fn formula_of(shape: &Shape, proposed: &Proposed) -> Option<Formula> {
    let operand = |(sign, part): &(char, Part)| {
        let sign = match sign {
            '-' => FormulaSign::Minus,
            '*' => FormulaSign::Times,
            '/' => FormulaSign::Over,
            _ => FormulaSign::Plus,
        };
        match part {
            Part::Number(number) => Some(Operand { sign, field: 0, number: number.clone() }),
            Part::Column(column) => {
                let field = Some(proposed.field_of(*column)).filter(|field| *field != 0)?;
                Some(Operand { sign, field, number: String::new() })
            }
        }
    };
    let operands = shape.parts.iter().map(operand).collect::<Option<_>>()?;
    Some(Formula { operands, round: shape.round, ..Formula::default() })
}

/// 面积 × 单价 − 12，四舍五入到 2 位小数
fn words(definition: &Definition, formula: &Formula) -> String {
    let mut text = String::new();
    for (at, operand) in formula.operands.iter().enumerate() {
        if at > 0 {
            text.push_str(match operand.sign {
                FormulaSign::Plus => " + ",
                FormulaSign::Minus => " − ",
                FormulaSign::Times => " × ",
                FormulaSign::Over => " ÷ ",
            });
        }
        text.push_str(definition.field(operand.field).map_or(&operand.number, |field| &field.label));
    }
    if let Some(places) = formula.round {
        text.push_str(&format!("，四舍五入到 {places} 位小数"));
    }
    text
}

/// Makes computed fields of a proposal; answers what is to be told, by column.
///
/// # Errors
/// A workbook that can't be read any more.
pub fn suggest(read: &mut Read, proposed: &mut Proposed, known: &dyn Known) -> Result<BTreeMap<u32, Told>> {
    let mut told = BTreeMap::new();
    let mut candidates = Vec::new();
    for (column, shape) in shapes(read) {
        let no = proposed.field_of(column);
        let Some(formula) = shape.filter(|_| no != 0).and_then(|shape| formula_of(&shape, proposed)) else { continue };
        let Some(field) = proposed.definition.field(no) else { continue };
        let text = words(&proposed.definition, &formula);
        let is_key = proposed.definition.once.iter().flatten().any(|one| *one == no);
        let wrong = if is_key {
            Some("用于查重".to_owned())
        } else {
            formula::problem(&proposed.definition, field, &formula)
        };
        if let Some(wrong) = wrong {
            told.insert(
                column,
                Told { note: format!("公式都是 {text}；{wrong}，保存为数值"), text, may_compute: false },
            );
            continue;
        }
        candidates.push(Candidate { column, no, formula, text, other: 0, first: 0 });
    }
    if candidates.is_empty() {
        return Ok(told);
    }
    compare(read, proposed, &mut candidates, known)?;
    for Candidate { column, no, formula, text, other, first } in candidates {
        let said = read.columns.iter().find(|one| one.guess.column == column).and_then(|one| one.said.formula);
        let is_on = other == 0 && said != Some(false);
        let note = match (other, is_on) {
            (0, true) => format!("公式都是 {text}，{} 行的值都与计算结果一致：作为计算字段", read.count()),
            (0, false) => format!("公式都是 {text}；按您的选择保存为数值"),
            _ => format!("公式都是 {text}；第 {first} 行等 {other} 行的值与计算结果不同，保存为数值"),
        };
        let of = proposed.definition.fields.iter_mut().find(|field| field.no == no);
        if let Some(field) = of.filter(|_| is_on) {
            (field.formula, field.required) = (Some(formula), false);
        }
        told.insert(column, Told { text, may_compute: other == 0, note });
    }
    // computed fields are no operands: what is computed from one that became computed stays values
    let computed: Vec<u16> =
        proposed.definition.fields.iter().filter(|one| !one.is_written()).map(|one| one.no).collect();
    for (column, no) in proposed.fields.clone() {
        let Some(field) = proposed.definition.fields.iter_mut().find(|field| field.no == no) else { continue };
        let uses = |formula: &Formula| formula.operands.iter().any(|one| computed.contains(&one.field));
        if field.formula.as_ref().is_some_and(uses) {
            field.formula = None;
            if let Some(told) = told.get_mut(&column) {
                let text = &told.text;
                told.note = format!("公式都是 {text}，其中有计算字段：保存为数值");
                told.may_compute = false;
            }
        }
    }
    Ok(told)
}

/// Computes every row, as the register would, beside what the workbook has.
fn compare(read: &mut Read, proposed: &Proposed, candidates: &mut [Candidate], known: &dyn Known) -> Result<()> {
    let (merged, definition) = (read.columns.clone(), &proposed.definition);
    let is_asked = |no: u16| {
        candidates.iter().any(|one| one.no == no || one.formula.operands.iter().any(|operand| operand.field == no))
    };
    let mut columns: BTreeMap<u32, (usize, &Merged)> = BTreeMap::new();
    for (column, no) in proposed.fields.iter().filter(|(_, no)| is_asked(*no)) {
        let at = definition.fields.iter().position(|field| field.no == *no);
        columns.extend(
            merged.iter().find(|one| one.guess.column == *column).zip(at).map(|(one, at)| (*column, (at, one))),
        );
    }
    let dictionaries = Dictionaries::default();
    let typing = Typing { fields: &definition.fields, dictionaries: &dictionaries, columns, book_id: 0 };
    read.rows(known, &mut |row| {
        let row = typing.row(row);
        let cell = |(no, given)| match given {
            Some(Given::Cell(cell)) => Some((no, cell)),
            _ => None,
        };
        let cells: Cells = row.change.values.into_iter().filter_map(cell).collect();
        for one in candidates.iter_mut() {
            let Some(field) = definition.field(one.no) else { continue };
            let is_kept = row.change.kept.iter().any(|(no, _)| *no == one.no);
            if is_kept || formula::value(definition, field, &one.formula, &cells).as_ref() != cells.get(one.no) {
                one.other += 1;
                one.first = if one.first == 0 { row.line } else { one.first };
            }
        }
    })
}
