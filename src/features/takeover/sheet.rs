//! The comparison of a batch as a workbook 核对表, tenant by tenant.

use super::check::check;
use super::record::TakeoverBatch;
use super::wire::TakeoverTenant;
use crate::error::Result;
use crate::op::View;
use crate::records::export::{self, Workbook};
use crate::records::list::One;
use crate::records::owned;
use crate::sheet::{Cell, Column};

/// POST /lease/takeover/{id}/export
///
/// # Errors
/// A batch whose file is gone; a workbook that can't be written.
pub fn compared(view: &View, input: One) -> Result<Workbook> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    let found = check(view, &batch)?;
    let columns: [Column<TakeoverTenant>; 9] = [
        Column::new("乙方", 28.0, |row: &TakeoverTenant| Cell::Text(row.name.clone())),
        Column::new("台账行", 16.0, |row| {
            Cell::Text(row.rows.iter().map(u32::to_string).collect::<Vec<_>>().join("、"))
        }),
        Column::new("合同数", 10.0, |row| Cell::Number(i64::from(row.leases))),
        Column::new("月租金（元）", 16.0, |row| Cell::Decimal(row.month_rent_fen)),
        Column::new("系统算出欠缴（元）", 18.0, |row| Cell::Decimal(row.arrears_fen)),
        Column::new("原台账欠缴（元）", 18.0, |row| row.ledger_fen.map_or(Cell::Empty, Cell::Decimal)),
        Column::new("差额（元）", 14.0, |row| Cell::Decimal(row.difference_fen)),
        Column::new("押金（元）", 14.0, |row| Cell::Decimal(row.deposit_fen)),
        Column::new("差额说明", 30.0, |row| Cell::Text(row.note.clone())),
    ];
    let title = format!("{}核对表", batch.batch_no);
    export::write(view, &title, &columns, found.shown.tenants.into_iter())
}
