//! What features above the books are told of, in the transaction of the money.

use crate::error::Result;
use crate::op::Op;

/// A tenant (first number) paid what he owed a party A (second number).
pub struct MoneyCame(pub fn(&mut Op, u64, u64) -> Result<()>);

/// What a tenant had paid a party A went back: it bounced, or somebody else had paid it.
pub struct MoneyWent(pub fn(&mut Op, u64, u64) -> Result<()>);

/// What a tenant owes on some bills (first numbers) is owed on others (second numbers) at another party A from now on.
pub struct BillsPassed(pub fn(&mut Op, &[(u64, u64)]) -> Result<()>);

/// A receipt (by number) no longer stands for money of somebody known, and why.
pub struct ReceiptGone(pub fn(&mut Op, u64, &str) -> Result<()>);

pub(super) fn receipt_gone(op: &mut Op, receipt_id: u64, reason: &str) -> Result<()> {
    let mut hooks = op.app.product.extensions::<ReceiptGone>();
    hooks.try_for_each(|ReceiptGone(tell)| tell(op, receipt_id, reason))
}

pub(super) fn bills_passed(op: &mut Op, bills: &[(u64, u64)]) -> Result<()> {
    let mut hooks = op.app.product.extensions::<BillsPassed>();
    hooks.try_for_each(|BillsPassed(tell)| tell(op, bills))
}

pub(super) fn money_came(op: &mut Op, tenant_id: u64, party_a_id: u64) -> Result<()> {
    let mut hooks = op.app.product.extensions::<MoneyCame>();
    hooks.try_for_each(|MoneyCame(tell)| tell(op, tenant_id, party_a_id))
}

pub(super) fn money_went(op: &mut Op, tenant_id: u64, party_a_id: u64) -> Result<()> {
    let mut hooks = op.app.product.extensions::<MoneyWent>();
    hooks.try_for_each(|MoneyWent(tell)| tell(op, tenant_id, party_a_id))
}
