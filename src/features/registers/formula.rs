//! Computed fields: arithmetic of at most eight operands of the same row, typed and exact.
//!
//! A formula is data, never text that somebody parses: operands with their signs, × and ÷ before + and −. Days count as
//! days: the difference of two is a number of days, a day and a number give a day. Invariants: what has an empty operand,
//! divides by nothing or grows beyond what the field holds is empty; it is rounded once, half up, at the end.

use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::field::{date_of, day};
use crate::kernel::enumeration::worded;
use crate::kernel::exact::Exact;
use crate::kernel::money::decimal;

use super::cell::{Cell, Cells, DayCell};
use super::definition::{Definition, Field};
use super::infer::power_of;
use super::kind::FieldKind;

/// Operands of a formula at most.
pub const MOST: usize = 8;
/// Decimal places of a written number.
const PLACES: u32 = 6;

worded! {
    /// How an operand is taken.
    #[derive(Default)]
    pub enum FormulaSign {
        #[default]
        Plus = "+" => "加",
        Minus = "-" => "减",
        Times = "*" => "乘",
        Over = "/" => "除以",
    }
}

/// A part of a formula.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "FormulaOperand")]
pub struct Operand {
    /// How it is taken; the first one is added.
    pub sign: FormulaSign,
    /// Field of the same row; 0 for a number.
    pub field: u16,
    /// The number, when it is no field.
    pub number: String,
}

/// What a field is computed from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterFormula")]
pub struct Formula {
    /// From left to right.
    pub operands: Vec<Operand>,
    /// 公开计算结果: shown to everybody, although an operand is 敏感.
    // left out where it is not, as reminders are
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_open: bool,
    /// Decimal places of its field's unit that the result is rounded to; without it, to those of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
}

/// What is wrong with a formula, as a sentence without its field.
pub fn problem(definition: &Definition, of: &Field, formula: &Formula) -> Option<String> {
    if formula.operands.is_empty() || formula.operands.len() > MOST {
        return Some(format!("计算式应有 1 到 {MOST} 项"));
    }
    let mut days = 0_i32;
    let mut signs_of_days = true;
    for (at, operand) in formula.operands.iter().enumerate() {
        if at == 0 && operand.sign != FormulaSign::Plus {
            return Some("计算式的第一项不能减、乘、除".into());
        }
        if operand.field == 0 {
            match decimal(&operand.number, PLACES) {
                None => return Some(format!("“{}”不是数字（最多 {PLACES} 位小数）", operand.number)),
                Some(0) if operand.sign == FormulaSign::Over => return Some("不能除以 0".into()),
                Some(_) => continue,
            }
        }
        let Some(field) = definition.active_field(operand.field) else {
            return Some("计算式引用的字段不存在".into());
        };
        if field.no == of.no || field.formula.is_some() {
            return Some(format!("计算式不能引用计算字段“{}”", field.label));
        }
        match field.kind {
            FieldKind::Day => {
                let step = if operand.sign == FormulaSign::Minus { -1 } else { 1 };
                signs_of_days &= matches!(operand.sign, FormulaSign::Plus | FormulaSign::Minus);
                days += step;
            }
            kind if kind.is_summed() || kind == FieldKind::Percent => {}
            _ => return Some(format!("字段“{}”不是数字或日期，不能参与计算", field.label)),
        }
    }
    if formula.round.is_some_and(|places| u32::from(places) > PLACES) {
        return Some(format!("四舍五入最多到 {PLACES} 位小数"));
    }
    let has_days = uses_days(definition, formula);
    if has_days && formula.round.is_some() {
        return Some("日期不能四舍五入".into());
    }
    if has_days
        && (!signs_of_days
            || formula.operands.iter().any(|one| matches!(one.sign, FormulaSign::Times | FormulaSign::Over)))
    {
        return Some("日期只能相减，或加减天数".into());
    }
    match (has_days, days, of.kind) {
        (true, 0, FieldKind::Whole | FieldKind::Decimal) | (true, 1, FieldKind::Day) => None,
        (true, 0, _) => Some("两个日期相差的天数应存为整数".into()),
        (true, 1, _) => Some("日期加减天数得到日期，字段类型应为日期".into()),
        (true, ..) => Some("日期不能相加".into()),
        (false, _, kind) if kind.is_summed() || kind == FieldKind::Percent => None,
        (false, ..) => Some("计算结果应存为数字类型的字段".into()),
    }
}

fn uses_days(definition: &Definition, formula: &Formula) -> bool {
    let kinds = formula.operands.iter().filter_map(|operand| definition.field(operand.field));
    kinds.into_iter().any(|field| field.kind == FieldKind::Day)
}

/// Its value in a row; `None` when there is none.
pub fn value(definition: &Definition, of: &Field, formula: &Formula, cells: &Cells) -> Option<Cell> {
    let mut sum = Exact::from_integer(0);
    let mut product: Option<(bool, Exact)> = None;
    for operand in &formula.operands {
        let next = number(definition, operand, cells)?;
        match operand.sign {
            FormulaSign::Times => product = Some((product?.0, product?.1.checked_mul(&next)?)),
            FormulaSign::Over => product = Some((product?.0, product?.1.checked_div(&next)?)),
            FormulaSign::Plus | FormulaSign::Minus => {
                sum = settled(sum, product)?;
                product = Some((operand.sign == FormulaSign::Minus, next));
            }
        }
    }
    let result = settled(sum, product)?;
    if of.kind == FieldKind::Day {
        let number = i64::try_from(result.to_integer()).ok()?;
        let date = date_of(number).filter(|date| (1900..=2200).contains(&date.year()))?;
        return Some(Cell::Day(DayCell(date)));
    }
    let result = match formula.round {
        Some(places) => rounded(result, i32::from(places) - i32::from(power(of)))?,
        None => result,
    };
    let scale = Exact::from_integer(10_i128.pow(scale(of)));
    let whole = result.checked_mul(&scale)?.round().to_integer();
    i64::try_from(whole)
        .ok()
        .filter(|whole| whole.checked_abs().is_some_and(|size| size <= MOST_WHOLE))
        .map(Cell::Whole)
}

/// Powers of ten between what arithmetic counts and what a field's unit does: 1.5 of 万元 are 15,000.
fn power(field: &Field) -> u8 {
    if field.kind == FieldKind::Money { power_of(&field.unit).unwrap_or(0) } else { 0 }
}

/// Rounded to 10^-places, half away from zero, as spreadsheets do.
fn rounded(number: Exact, places: i32) -> Option<Exact> {
    let factor = Exact::from_integer(10_i128.checked_pow(places.unsigned_abs())?);
    let (there, back) =
        if places < 0 { (number / factor, factor) } else { (number.checked_mul(&factor)?, factor.recip()) };
    there.round().checked_mul(&back)
}

/// The largest number that browsers count exactly.
pub const MOST_WHOLE: i64 = 9_007_199_254_740_991;

/// Decimal places of a field's whole numbers as arithmetic takes them: 15.5 % is 0.155.
fn scale(field: &Field) -> u32 {
    if field.kind == FieldKind::Percent { 6 } else { u32::from(field.decimals()) }
}

fn settled(sum: Exact, product: Option<(bool, Exact)>) -> Option<Exact> {
    match product {
        None => Some(sum),
        Some((true, product)) => sum.checked_sub(&product),
        Some((false, product)) => sum.checked_add(&product),
    }
}

fn number(definition: &Definition, operand: &Operand, cells: &Cells) -> Option<Exact> {
    if operand.field == 0 {
        return decimal(&operand.number, PLACES).map(|units| Exact::new(i128::from(units), 10_i128.pow(PLACES)));
    }
    let field = definition.field(operand.field)?;
    match cells.get(operand.field)? {
        Cell::Whole(units) => Some(Exact::new(i128::from(*units), 10_i128.pow(scale(field)))),
        Cell::Day(DayCell(date)) => Some(Exact::from_integer(i128::from(day(Some(*date))))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn definition() -> Definition {
        let mut definition = Definition {
            fields: vec![
                Field::of("rent", "月租", FieldKind::Money),
                Field::of("months", "月数", FieldKind::Whole),
                Field::of("rate", "折扣", FieldKind::Percent),
                Field::of("from", "起", FieldKind::Day),
                Field::of("to", "止", FieldKind::Day),
                Field::of("name", "名称", FieldKind::Text),
            ],
            ..Definition::default()
        };
        definition.number_fields();
        definition
    }

    fn cells() -> Cells {
        [
            (1, Cell::Whole(125_050)),
            (2, Cell::Whole(7)),
            (3, Cell::Whole(150_000)),
            (4, Cell::Day(DayCell(date(2024, 2, 28)))),
            (5, Cell::Day(DayCell(date(2024, 3, 1)))),
        ]
        .into_iter()
        .collect()
    }

    fn formula(parts: &[(&str, &str)]) -> Formula {
        let operand = |(sign, of): &(&str, &str)| Operand {
            sign: FormulaSign::ALL
                .into_iter()
                .zip(FormulaSign::WORDS)
                .find(|(_, word)| *word == sign)
                .map_or(FormulaSign::Plus, |found| found.0),
            field: of.strip_prefix('f').and_then(|no| no.parse().ok()).unwrap_or(0),
            number: if of.starts_with('f') { String::new() } else { (*of).to_owned() },
        };
        Formula { operands: parts.iter().map(operand).collect(), ..Formula::default() }
    }

    #[test]
    fn what_formulas_come_to() {
        let definition = definition();
        let of = |kind| Field { no: 9, places: 2, ..Field::of("x", "结果", kind) };
        for (parts, kind, result) in [
            (&[("+", "f1"), ("*", "f2")][..], FieldKind::Money, Some(Cell::Whole(875_350))),
            (&[("+", "f1"), ("*", "f2"), ("-", "f1"), ("*", "f3")], FieldKind::Money, Some(Cell::Whole(856_593))),
            (&[("+", "f1"), ("/", "f2")], FieldKind::Money, Some(Cell::Whole(17_864))),
            (&[("+", "f5"), ("-", "f4")], FieldKind::Whole, Some(Cell::Whole(2))),
            (&[("+", "f4"), ("+", "2")], FieldKind::Day, Some(Cell::Day(DayCell(date(2024, 3, 1))))),
            (&[("+", "1"), ("/", "3")], FieldKind::Decimal, Some(Cell::Whole(33))),
            (&[("+", "0.005")], FieldKind::Money, Some(Cell::Whole(1))),
            (&[("+", "f1"), ("/", "f6")], FieldKind::Money, None),
            (&[("+", "9000000000000000"), ("*", "9000000000000000")], FieldKind::Money, None),
        ] {
            assert_eq!(value(&definition, &of(kind), &formula(parts), &cells()), result, "{parts:?}");
        }
        // halves go away from zero; a rounding counts in the unit of the field
        let rounds = |kind, unit: &str, round, parts: &[(&str, &str)]| {
            let of = Field { unit: unit.to_owned(), ..of(kind) };
            value(&definition, &of, &Formula { round: Some(round), ..formula(parts) }, &cells())
        };
        let third = &[("+", "f1"), ("/", "f2")][..];
        for (kind, unit, round, parts, result) in [
            (FieldKind::Money, "", 2, third, 17_864),
            (FieldKind::Money, "", 0, third, 17_900),
            (FieldKind::Money, "万元", 2, third, 20_000),
            (FieldKind::Money, "", 1, &[("+", "0.25")], 30),
            (FieldKind::Money, "", 1, &[("+", "0"), ("-", "0.25")], -30),
            (FieldKind::Decimal, "", 1, &[("+", "1"), ("/", "3")], 30),
        ] {
            assert_eq!(rounds(kind, unit, round, parts), Some(Cell::Whole(result)), "{unit} {round} {parts:?}");
        }
        let empty = formula(&[("+", "f1"), ("*", "f2")]);
        assert_eq!(value(&definition, &of(FieldKind::Money), &empty, &Cells::default()), None);
    }

    #[test]
    fn what_formulas_are_refused() {
        let definition = definition();
        let of = |kind| Field { no: 9, ..Field::of("x", "结果", kind) };
        for (parts, kind, sentence) in [
            (&[][..], FieldKind::Money, "1 到 8 项"),
            (&[("-", "f1")], FieldKind::Money, "第一项"),
            (&[("+", "f1"), ("/", "0")], FieldKind::Money, "不能除以 0"),
            (&[("+", "一")], FieldKind::Money, "不是数字"),
            (&[("+", "f6")], FieldKind::Money, "不是数字或日期"),
            (&[("+", "f9")], FieldKind::Money, "不存在"),
            (&[("+", "f4"), ("+", "f5")], FieldKind::Whole, "不能相加"),
            (&[("+", "f4"), ("*", "2")], FieldKind::Day, "只能相减"),
            (&[("+", "f5"), ("-", "f4")], FieldKind::Money, "存为整数"),
            (&[("+", "f4"), ("+", "2")], FieldKind::Whole, "应为日期"),
            (&[("+", "f1")], FieldKind::Text, "数字类型"),
        ] {
            let told = problem(&definition, &of(kind), &formula(parts)).unwrap_or_default();
            assert!(told.contains(sentence), "{parts:?}: {told}");
        }
        assert_eq!(problem(&definition, &of(FieldKind::Money), &formula(&[("+", "f1"), ("*", "f3")])), None);
        let rounded = |round, parts| Formula { round: Some(round), ..formula(parts) };
        for (formula, kind, sentence) in [
            (rounded(7, &[("+", "f1")]), FieldKind::Money, Some("最多到 6 位")),
            (rounded(0, &[("+", "f5"), ("-", "f4")]), FieldKind::Whole, Some("日期不能")),
            (rounded(2, &[("+", "f1")]), FieldKind::Money, None),
        ] {
            let told = problem(&definition, &of(kind), &formula);
            assert_eq!(told.is_some(), sentence.is_some(), "{told:?}");
            assert!(told.unwrap_or_default().contains(sentence.unwrap_or_default()));
        }
    }
}
