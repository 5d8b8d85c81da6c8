//! 当年现金流统计 (domain.md 4.9): in, out, net and running total by month, and what the leases will bring.

use schemars::JsonSchema;
use serde::Serialize;

use super::period::{Facts, Period};
use super::planned::by_month;
use crate::error::Result;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::op::View;
use crate::route::Data;

/// A month.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CashFlowMonth")]
pub struct CashMonth {
    /// 1-12
    pub month: i8,
    /// Rent in, with money of known payers that lies on no bill yet, fen.
    pub rent_fen: i64,
    /// 待认领 in: nobody knows yet who paid, and what for, fen.
    pub unclaimed_fen: i64,
    /// Other income in, fen.
    pub other_fen: i64,
    /// Paid straight to the treasury 财政直缴, less what it paid back: no money of the unit's bank, not in the net, fen.
    pub treasury_fen: i64,
    /// Deposits in, fen.
    pub deposit_fen: i64,
    /// Credit paid back, fen.
    pub refund_fen: i64,
    /// Deposits paid back, fen.
    pub deposit_refund_fen: i64,
    /// Expenses, fen.
    pub expense_fen: i64,
    /// Remitted to the treasury; not in the net, fen.
    pub remitted_fen: i64,
    /// In less out, fen.
    pub net_fen: i64,
    /// Sum of the nets since January, fen.
    pub running_fen: i64,
    /// What the leases ask for in a month to come, fen.
    pub planned_fen: i64,
    /// It has not begun on the day of the figures.
    pub future: bool,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashFlowBlock {
    /// The question.
    #[serde(flatten)]
    pub facts: Facts,
    /// The twelve months of the year.
    pub months: Vec<CashMonth>,
    /// Expenses of the year without a plate 未分摊, fen.
    pub unassigned_fen: i64,
}

/// GET /stat/xianJinLiu
///
/// # Errors
/// A sentence for a question that makes no sense; a sum that cannot be read.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<CashFlowBlock>> {
    let period = Period::of(view, &query)?;
    let figures = Figures::of(view, &query)?;
    let (year, as_of) = (period.facts.year, period.facts.as_of);
    let rents = figures.received_rent_by_month(year, as_of)?;
    let planned = by_month(view, &query, jiff::civil::date(year, 1, 1))?;
    let flows = figures.cash_flow(year, as_of)?;
    let direct = figures.treasury_rent_by_month(year, as_of)?;
    let rents = rents.into_iter().zip(direct).map(|(all, direct)| all - direct);
    // Of plates only their bills are read: money of nobody lies on none.
    let in_rent = |unclaimed| if figures.is_of_all_plates() { unclaimed } else { 0 };
    let rents = rents.zip(&flows).map(|(rent, cash)| rent - in_rent(cash.unclaimed_fen)).collect::<Vec<_>>();
    let months = (1..=12).zip(flows).zip(rents.into_iter().zip(planned)).map(|((month, cash), (rent_fen, plan))| {
        let future = period.is_future(month);
        CashMonth {
            month,
            rent_fen,
            unclaimed_fen: cash.unclaimed_fen,
            other_fen: cash.receipts_fen - cash.unclaimed_fen - rent_fen,
            treasury_fen: cash.treasury_fen,
            deposit_fen: cash.deposits_fen,
            refund_fen: cash.refunds_fen,
            deposit_refund_fen: cash.deposit_refunds_fen,
            expense_fen: cash.expenses_fen,
            remitted_fen: cash.remitted_fen,
            net_fen: cash.net_fen,
            running_fen: cash.running_fen,
            planned_fen: if future { plan.rent_fen + plan.other_fen } else { 0 },
            future,
        }
    });
    let months = months.collect();
    let unassigned_fen = figures.unassigned_expenses(year, as_of)?;
    Ok(Data(CashFlowBlock { facts: period.facts, months, unassigned_fen }))
}
