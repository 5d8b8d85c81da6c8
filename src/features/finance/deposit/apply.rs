//! Deposit put on bills while the lease runs 押金抵租: what is taken is asked for again, so that the deposit is made up.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DepositKind, NewMove, add};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::{put_deposit_on, room_from};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::hooks::money_came;
use crate::features::finance::payout::promised::refuse_promised_deposit;
use crate::features::finance::period;
use crate::features::finance::settlement::sheet::refuse_settling;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::check;
use crate::op::Op;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;

/// What a bill is to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillPart {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Amount in whole fen.
    #[schemars(title = "金额")]
    pub amount_fen: i64,
}

/// Deposit that is put on bills.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyDeposit {
    /// The lease 合同 whose deposit is used, by number.
    #[schemars(title = "合同")]
    pub lease_id: u64,
    /// Bills of the same lease and tenant.
    pub parts: Vec<BillPart>,
    /// Reason in words, for the record.
    pub reason: String,
}

pub fn apply(op: &mut Op, input: ApplyDeposit) -> Result<Done> {
    let lease: Lease = owned::find(&op.view(), input.lease_id).map_err(|_| AppError::refused("请选择合同"))?;
    check::required("reason", &input.reason, "请填写押金抵扣的原因")?;
    check::at_most("reason", &input.reason, 200, "原因不能超过200个字符")?;
    if input.parts.is_empty() || input.parts.len() > 100 {
        return Err(AppError::refused("请选择1到100张账单"));
    }
    refuse_settling(&op.view(), &lease)?;
    let today = period::open_day(&op.view(), lease.facts.party_a_id, op.now.date())?;
    let mut tenant_id = 0;
    for part in &input.parts {
        tenant_id = apply_one(op, &lease, *part, today, input.reason.trim())?;
    }
    money_came(op, tenant_id, lease.facts.party_a_id)?;
    Ok(Done)
}

fn apply_one(op: &mut Op, lease: &Lease, part: BillPart, today: Date, reason: &str) -> Result<u64> {
    let bill: Bill = owned::find(&op.view(), part.bill_id)?;
    if bill.lease_id != lease.lease_id || bill.kind == BillKind::Deposit {
        return Err(AppError::refused(format!("账单 {} 不属于合同 {} 或为押金账单", bill.bill_no, lease.title())));
    }
    // Checked again where it is put: this only finds the day.
    let from = if part.amount_fen > 0 && part.amount_fen <= bill.outstanding_fen() {
        room_from(op, part.bill_id, part.amount_fen)?
    } else {
        today
    };
    let day = today.max(from);
    put_deposit_on(op, part.bill_id, part.amount_fen, day, lease.lease_id)?;
    let movement = NewMove {
        tenant_id: bill.tenant_id,
        kind: DepositKind::Apply,
        amount_fen: -part.amount_fen,
        book_date: day,
        document_id: bill.bill_id,
        note: format!("账单 {}：{reason}", bill.bill_no),
    };
    add(op, lease, movement)?;
    refuse_promised_deposit(&op.view(), lease, bill.tenant_id)?;
    Ok(bill.tenant_id)
}
