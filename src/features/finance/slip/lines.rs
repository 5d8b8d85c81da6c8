//! What money paid, line by line, as papers say it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::features::finance::allocation::{Allocation, BY_RECEIPT};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::store::{Reads, id};

/// A bill that money paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidLine {
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: Option<DateSpan>,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen of the money that went to it.
    pub amount_fen: i64,
}

/// What a receipt pays now, by due date: what was moved away again is not among it.
///
/// # Errors
/// Records that can't be read.
pub fn paid_lines(view: &View, receipt: &Receipt) -> Result<Vec<PaidLine>> {
    let all: Vec<Allocation> = view.tx.by(&BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    let mut by_bill: BTreeMap<(Date, u64), (BillKind, i64)> = BTreeMap::new();
    for allocation in &all {
        by_bill.entry((allocation.due_date, allocation.bill_id)).or_insert((allocation.kind, 0)).1 +=
            allocation.amount_fen;
    }
    let mut lines = Vec::new();
    for ((due_date, bill_id), (kind, amount_fen)) in by_bill.into_iter().filter(|(_, (_, fen))| *fen != 0) {
        let bill: Option<Bill> = view.tx.get(&id(bill_id))?;
        let (bill_no, period) = bill.map_or_else(Default::default, |bill| (bill.bill_no, bill.period));
        lines.push(PaidLine { bill_no, kind, period, due_date, amount_fen });
    }
    Ok(lines)
}
