//! Money that came, with what it paid.

use gx_office::Value;

use super::bills::period;
use super::{Sheet, parties, rows, text, values};
use crate::error::{AppError, Result};
use crate::features::finance::receipt::record::{Receipt, ReceiptState};
use crate::features::finance::slip::lines::{PaidLine, paid_lines};
use crate::features::finance::slip::record::{STANDING, Slip};
use crate::op::View;
use crate::records::owned;
use crate::store::{Reads, id};

/// A receipt that counts.
pub fn sheet(view: &View, receipt_id: u64) -> Result<Sheet> {
    let receipt: Receipt = owned::find(view, receipt_id)?;
    if receipt.state == ReceiptState::Reversed {
        return Err(AppError::refused(format!("收款 {} 已冲销，不能开具收据", receipt.receipt_no)));
    }
    let slip: Option<Slip> = view.tx.one(&STANDING, &id(receipt_id))?;
    let none = || AppError::refused(format!("收款 {} 还没有收据编号，请先开收据", receipt.receipt_no));
    let slip = slip.ok_or_else(none)?;
    let mut made = parties::of(view, receipt.party_a_id, receipt.tenant_id)?;
    let paid = paid_lines(view, &receipt)?;
    let on_bills: i64 = paid.iter().map(|line| line.amount_fen).sum();
    let line = |line: PaidLine| {
        values([
            ("账单编号", text(line.bill_no)),
            ("费用", text(line.kind.label())),
            ("账期", text(period(line.period))),
            ("应缴日", Value::Date(line.due_date)),
            ("金额", Value::Money(line.amount_fen)),
        ])
    };
    made.extend(values([
        ("收据编号", text(slip.slip_no)),
        ("收款编号", text(&receipt.receipt_no)),
        ("付款户名", text(&receipt.payer_name)),
        ("收款用途", text(receipt.purpose.label())),
        ("收款方式", text(receipt.method.label())),
        ("银行流水号", text(&receipt.bank_ref)),
        ("到账日期", Value::Date(receipt.value_date)),
        ("收款金额", Value::Money(receipt.amount_fen)),
        ("明细", rows(paid.into_iter().map(line).collect())),
        ("转入预收", Value::Money(receipt.amount_fen - on_bills)),
    ]));
    Ok(Sheet {
        subject_id: receipt_id,
        subject_no: receipt.receipt_no,
        tenant_id: receipt.tenant_id,
        party_a_id: receipt.party_a_id,
        dept_id: receipt.owned.dept_id,
        values: made,
    })
}
