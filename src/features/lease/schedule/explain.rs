//! The computation of a bill in words 算账说明 (domain.md I12): version, stage, month, days, share, rounding.

use schemars::JsonSchema;
use serde::Serialize;

use super::amount::{CellPart, parts};
use super::plan::{Charge, PlannedBill};
use super::terms::{BillKind, PeriodMode, Proration, RentBasis, RentTerms};
use crate::kernel::exact::Exact;
use crate::kernel::money::{yuan, yuan_grouped};

/// One line of a bill with the steps that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedLine {
    /// `2024-01-15 至 2024-01-31`
    pub span: String,
    /// The rent and what it is of.
    pub rent: String,
    /// One sentence a month cell, or the one for days or free days.
    pub steps: Vec<String>,
    /// Fen.
    pub amount_fen: i64,
}

/// The computation of a bill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// How periods and short months are counted.
    pub rules: String,
    /// The lines.
    pub lines: Vec<ExplainedLine>,
    /// Where it was rounded.
    pub rounding: String,
    /// Fen.
    pub amount_fen: i64,
}

/// Explains a bill of the plan of these terms.
pub fn explain(terms: &RentTerms, bill: &PlannedBill) -> Explanation {
    let charge = match bill.charge_line.checked_sub(1).and_then(|index| terms.extra_charges.get(usize::from(index))) {
        Some(extra) => Charge::extra(terms, extra, bill.charge_line),
        None => Charge::rent(terms),
    };
    let lines = bill
        .lines
        .iter()
        .map(|line| ExplainedLine {
            span: line.span.to_string(),
            rent: rent_text(terms, bill.kind, line.stage_rent),
            steps: if line.free {
                vec![format!("免租 {} 天，金额 0.00 元", line.span.days())]
            } else if bill.kind == BillKind::Rent && terms.rent_basis == RentBasis::AreaDay {
                let sum = charge.amount(terms, line.span, line.stage_rent);
                vec![format!("{} 天 × 日租金 = {} 元", line.span.days(), exact_yuan(sum))]
            } else {
                let month = month_rent(terms, bill.kind, line.stage_rent);
                parts(terms, line.span).iter().map(|part| cell_step(terms, part, month)).collect()
            },
            amount_fen: line.amount_fen,
        })
        .collect();
    Explanation { rules: rules_text(terms), lines, rounding: rounding_text(terms, bill), amount_fen: bill.amount_fen }
}

fn month_rent(terms: &RentTerms, kind: BillKind, rent: i64) -> Exact {
    let months = if kind == BillKind::Rent && terms.rent_basis == RentBasis::YearTotal { 12 } else { 1 };
    crate::kernel::exact::exact(rent, months)
}

fn rent_text(terms: &RentTerms, kind: BillKind, rent: i64) -> String {
    match terms.rent_basis {
        RentBasis::YearTotal if kind == BillKind::Rent => format!("年租金 {} 元", yuan_grouped(rent)),
        RentBasis::AreaDay if kind == BillKind::Rent => {
            format!("日租金 {} 元", exact_yuan(crate::kernel::exact::exact(rent, 10_000)))
        }
        _ => format!("月{} {} 元", kind.label(), yuan_grouped(rent)),
    }
}

fn rules_text(terms: &RentTerms) -> String {
    let mode = match terms.period_mode {
        PeriodMode::Anchored => "对月计租（按起租日）",
        PeriodMode::Calendar => "按自然月计租",
    };
    let short = match terms.proration {
        Proration::Actual => "不足月按当月实际天数",
        Proration::D30 => "不足月按30天",
        Proration::D365 => "不足月按年租金÷365天",
    };
    format!("{mode}，{short}")
}

fn cell_step(terms: &RentTerms, part: &CellPart, month: Exact) -> String {
    let (days, length) = (part.part.days(), part.cell.days());
    let amount = exact_yuan(part.share * month);
    if days == length {
        return format!("{}：整月，{amount} 元", part.part);
    }
    let fraction = match (part.cut, terms.proration) {
        (true, Proration::D30) => format!("{days}/30"),
        (true, Proration::D365) => format!("{days}×12/365"),
        _ => format!("{days}/{length}"),
    };
    format!("{}：计租月 {length} 天中的 {days} 天，月租金 × {fraction} = {amount} 元", part.part)
}

fn rounding_text(terms: &RentTerms, bill: &PlannedBill) -> String {
    if bill.kind == BillKind::Rent && terms.rent_basis == RentBasis::YearTotal {
        return format!("按租约年度累计四舍五入到分，本期 {} 元", yuan_grouped(bill.amount_fen));
    }
    format!("各段精确金额相加后一次四舍五入到分，合计 {} 元", yuan_grouped(bill.amount_fen))
}

/// An exact amount of fen in yuan: as it is when the fen are whole, otherwise with six decimals.
fn exact_yuan(fen: Exact) -> String {
    if fen.is_integer() {
        return yuan(i64::try_from(fen.to_integer()).unwrap_or(i64::MAX));
    }
    let micro = (fen * Exact::from_integer(10_000)).round().to_integer();
    let (whole, rest) = (micro / 1_000_000, micro % 1_000_000);
    format!("≈{whole}.{:06}", rest.unsigned_abs())
}
