//! 实收 (domain.md 4.2): what came in, by the day it entered the books, in its four parts.

use schemars::JsonSchema;
use serde::Serialize;

use super::period::{Facts, Period, change};
use crate::error::Result;
use crate::features::finance::figures::Collection;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::finance::receipt::record::Method;
use crate::op::View;
use crate::route::Data;

/// Money of a method.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct MethodSum {
    /// How it came.
    pub method: Method,
    /// Sum in whole fen.
    pub fen: i64,
}

/// A column of the chart with the point of the line over it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedMonth {
    /// 1-12
    pub month: i8,
    /// Rent received, fen.
    pub fen: i64,
    /// Of it 待认领, fen.
    pub unclaimed_fen: i64,
    /// Net receivable rent, fen.
    pub due_fen: i64,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedBlock {
    /// The question.
    #[serde(flatten)]
    pub facts: Facts,
    /// Rent received, with money that lies on no bill yet, fen.
    pub rent_fen: i64,
    /// Against the period before, parts of ten thousand.
    pub on_previous: Option<i64>,
    /// Against the same days a year ago.
    pub on_last_year: Option<i64>,
    /// Of the year up to the end of the period, fen.
    pub year_to_date_fen: i64,
    /// All kinds of income, fen.
    pub all_kinds_fen: i64,
    /// Net receivable rent of the period, fen.
    pub due_fen: i64,
    /// 本期, fen.
    pub current_fen: i64,
    /// 追缴往期, fen.
    pub earlier_fen: i64,
    /// 预收, fen.
    pub ahead_fen: i64,
    /// 待认领: nobody knows yet who paid, and what for, fen.
    pub unclaimed_fen: i64,
    /// By method.
    pub by_method: Vec<MethodSum>,
    /// The twelve months of the year.
    pub months: Vec<ReceivedMonth>,
}

/// GET /stat/shiShou
///
/// # Errors
/// A sentence for a question that makes no sense; a sum that cannot be read.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<ReceivedBlock>> {
    let period = Period::of(view, &query)?;
    let figures = Figures::of(view, &query)?;
    let (year, as_of) = (period.facts.year, period.facts.as_of);
    let rent = |span| Ok::<i64, crate::error::AppError>(figures.received_rent(span)?.total_fen);
    let of_period = figures.received_rent(period.so_far())?;
    let dues = figures.months(year, as_of, true)?;
    let rents = figures.received_rent_by_month(year, as_of)?;
    let unclaimed = figures.unclaimed_rent_by_month(year, as_of)?;
    let column = |(((month, fen), unclaimed_fen), due): (((i8, i64), i64), Collection)| ReceivedMonth {
        month,
        fen,
        unclaimed_fen,
        due_fen: due.net_due_fen,
    };
    Ok(Data(ReceivedBlock {
        facts: period.facts,
        rent_fen: of_period.total_fen,
        on_previous: change(of_period.total_fen, rent(period.previous())?),
        on_last_year: change(of_period.total_fen, rent(period.last_year())?),
        year_to_date_fen: rent(period.year_so_far())?,
        all_kinds_fen: figures.received(period.so_far())?.total_fen,
        due_fen: figures.collection(period.span, as_of, true)?.net_due_fen,
        current_fen: of_period.current_fen,
        earlier_fen: of_period.earlier_fen,
        ahead_fen: of_period.ahead_fen,
        unclaimed_fen: of_period.unclaimed_fen,
        by_method: figures
            .received_by_method(period.so_far())?
            .into_iter()
            .map(|(method, fen)| MethodSum { method, fen })
            .collect(),
        months: (1..=12).zip(rents).zip(unclaimed).zip(dues).map(column).collect(),
    }))
}
