//! Four figures of a month of a party A: read before it is closed, said when it is, and printed of a month that was.
//!
//! Invariants: of a closed month they stay what they are, as nothing is booked into it any more; what is due and open is that of
//! the figures of the books for the same days, what was waived that of the ledger of the month.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::totals;
use crate::error::Result;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::finance::ledger::record::Account;
use crate::features::finance::period::end_of;
use crate::kernel::dates::DateText;
use crate::kernel::span::DateSpan;
use crate::op::View;

/// What a month of a party A came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthFigures {
    /// First day of the month.
    #[schemars(with = "DateText")]
    pub month: Date,
    /// 应收: bills due in the month, deposits left out, in whole fen.
    pub due_fen: i64,
    /// 实收: money for bills that came in the month, in whole fen.
    pub received_fen: i64,
    /// 减免 booked in the month, what was taken back deducted, in whole fen.
    pub waived_fen: i64,
    /// 欠缴: overdue when the month ended, in whole fen.
    pub arrears_fen: i64,
}

/// The figures of some months, in their order.
///
/// # Errors
/// A sum that can't be read.
pub(super) fn of_months(view: &View, party_a_id: u64, months: &[Date]) -> Result<Vec<MonthFigures>> {
    let query = ChartQuery { party_a_id: vec![party_a_id], ..ChartQuery::default() };
    let figures = Figures::of(view, &query)?;
    let mut told = Vec::with_capacity(months.len());
    for month in months {
        let end = end_of(*month);
        let span = DateSpan::new(*month, end);
        let booked = totals(view, party_a_id, *month)?;
        let waived = booked.iter().filter(|(account, _)| *account == Account::Waiver);
        told.push(MonthFigures {
            month: *month,
            due_fen: figures.collection(span, end, false)?.due_fen,
            received_fen: figures.received(span)?.total_fen,
            waived_fen: waived.map(|(_, fen)| fen).sum(),
            arrears_fen: figures.arrears(end)?,
        });
    }
    Ok(told)
}
