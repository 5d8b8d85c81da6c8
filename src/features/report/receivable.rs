//! 应收 (domain.md 4.1): what fell due in the period less what was waived, and what the leases still will ask for.

use schemars::JsonSchema;
use serde::Serialize;

use super::period::{Facts, Period, change};
use super::planned::by_month;
use crate::error::Result;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::lease::schedule::terms::BillKind;
use crate::op::View;
use crate::route::Data;

/// Net receivable of a kind.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct KindSum {
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Sum in whole fen.
    pub fen: i64,
}

/// A column of the chart.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivableMonth {
    /// 1-12
    pub month: i8,
    /// Rent, fen.
    pub rent_fen: i64,
    /// Other income, fen.
    pub other_fen: i64,
    /// Only planned by the leases.
    pub planned: bool,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivableBlock {
    /// The question.
    #[serde(flatten)]
    pub facts: Facts,
    /// Net receivable rent of the period, fen.
    pub rent_fen: i64,
    /// Against the period before, parts of ten thousand.
    pub on_previous: Option<i64>,
    /// Against the same days a year ago.
    pub on_last_year: Option<i64>,
    /// Net receivable rent of the year up to the end of the period, fen.
    pub year_to_date_fen: i64,
    /// All kinds of income, fen.
    pub all_kinds_fen: i64,
    /// Waived of them, fen.
    pub waived_fen: i64,
    /// By kind.
    pub by_kind: Vec<KindSum>,
    /// The twelve months of the year.
    pub months: Vec<ReceivableMonth>,
}

/// GET /stat/yingShou
///
/// # Errors
/// A sentence for a question that makes no sense; a sum that cannot be read.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<ReceivableBlock>> {
    let period = Period::of(view, &query)?;
    let figures = Figures::of(view, &query)?;
    let as_of = period.facts.as_of;
    let rent = |span| Ok::<i64, crate::error::AppError>(figures.collection(span, as_of, true)?.net_due_fen);
    let by_kind = figures.by_kind(period.span, as_of)?;
    let rent_fen = by_kind.iter().find(|(kind, _)| *kind == BillKind::Rent).map_or(0, |(_, sum)| sum.net_due_fen);
    Ok(Data(ReceivableBlock {
        facts: period.facts,
        rent_fen,
        on_previous: change(rent_fen, rent(period.previous())?),
        on_last_year: change(rent_fen, rent(period.last_year())?),
        year_to_date_fen: rent(period.year_so_far())?,
        all_kinds_fen: by_kind.iter().map(|(_, sum)| sum.net_due_fen).sum(),
        waived_fen: by_kind.iter().map(|(_, sum)| sum.waived_fen).sum(),
        by_kind: by_kind.iter().map(|(kind, sum)| KindSum { kind: *kind, fen: sum.net_due_fen }).collect(),
        months: months(view, &query, &period, &figures)?,
    }))
}

fn months(view: &View, query: &ChartQuery, period: &Period, figures: &Figures<'_>) -> Result<Vec<ReceivableMonth>> {
    let (year, as_of) = (period.facts.year, period.facts.as_of);
    let rents = figures.months(year, as_of, true)?;
    let alls = figures.months(year, as_of, false)?;
    let planned = by_month(view, query, jiff::civil::date(year, 1, 1))?;
    let months = (1..=12).zip(rents.into_iter().zip(alls)).zip(planned);
    Ok(months
        .map(|((month, (rent, all)), plan)| {
            if period.is_future(month) {
                ReceivableMonth { month, rent_fen: plan.rent_fen, other_fen: plan.other_fen, planned: true }
            } else {
                let rent_fen = rent.net_due_fen;
                ReceivableMonth { month, rent_fen, other_fen: all.net_due_fen - rent_fen, planned: false }
            }
        })
        .collect())
}
