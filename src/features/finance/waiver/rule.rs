//! A batch by rule, with a preview of its effect.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::MOST_BILLS;
use super::record::WaivedBill;
use crate::error::{AppError, Result};
use crate::features::finance::bill::record::{BY_DUE, Bill, BillState, day_key};
use crate::features::finance::figures::rate;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::exact::{Cumulative, exact};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::route::Data;
use crate::store::Reads;

/// A rule for a batch.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WaiverRule {
    /// Only bills of this party A 甲方, by number.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Of these leases; empty for all.
    pub lease_ids: Vec<u64>,
    /// Of this plate; 0 for all.
    pub plate_id: u64,
    /// Rent due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// Due on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// How much of it, parts per million.
    #[schemars(title = "减免比例")]
    pub ppm: u32,
}

/// A waived bill as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaivedBillOut {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Number of the lease.
    pub lease_no: String,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// What the bill asks for now, fen.
    pub net_fen: i64,
    /// Fen open now.
    pub outstanding_fen: i64,
    /// What is waived of the bill 减免金额, in whole fen.
    pub amount_fen: i64,
}

pub(super) fn waived(names: &mut NameCache<'_>, bill: &Bill, amount_fen: i64) -> Result<WaivedBillOut> {
    Ok(WaivedBillOut {
        bill_id: bill.bill_id,
        bill_no: bill.bill_no.clone(),
        lease_no: names.of::<Lease>(bill.lease_id)?,
        tenant_id: bill.tenant_id,
        tenant_name: bill.tenant_name.clone(),
        kind: bill.kind,
        due_date: bill.due_date,
        net_fen: bill.net_fen(),
        outstanding_fen: bill.outstanding_fen(),
        amount_fen,
    })
}

/// What a rule would waive.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverPreview {
    /// Bills and amounts, to be sent back as the scope.
    pub scope: Vec<WaivedBill>,
    /// The same bills with their names.
    pub bills: Vec<WaivedBillOut>,
    /// Sum of what is waived, in whole fen.
    pub total_fen: i64,
    /// How many tenants something is waived for.
    pub tenants: usize,
    /// Asked for by those bills before.
    pub net_before_fen: i64,
    /// Paid on them.
    pub collected_fen: i64,
    /// What would turn into credit because it is paid already.
    pub to_credit_fen: i64,
    /// 收缴率 of those bills before, in parts of ten thousand.
    pub rate_before: Option<i64>,
    /// Rate of collection after the waiver, in millionths.
    pub rate_after: Option<i64>,
}

/// GET /fin/waiver/preview: the parts of each bill by cumulative rounding over the batch (V24).
pub fn preview(view: &View, rule: WaiverRule) -> Result<Data<WaiverPreview>> {
    let bills = under_rule(view, &rule)?;
    let mut parts = Cumulative::default();
    let mut amounts = Vec::with_capacity(bills.len());
    for bill in &bills {
        let part = parts.next(exact(bill.net_fen(), 1) * exact(i64::from(rule.ppm), 1_000_000));
        if part > 0 {
            amounts.push((bill, part));
        }
    }
    let mut tenants: Vec<u64> = amounts.iter().map(|(bill, _)| bill.tenant_id).collect();
    tenants.sort_unstable();
    tenants.dedup();
    let total_fen: i64 = amounts.iter().map(|(_, part)| part).sum();
    let net_before_fen: i64 = bills.iter().map(Bill::net_fen).sum();
    let collected_fen: i64 = bills.iter().map(|bill| bill.allocated_fen).sum();
    let to_credit_fen: i64 = amounts.iter().map(|(bill, part)| (part - bill.outstanding_fen()).max(0)).sum();
    let mut names = NameCache::new(view);
    Ok(Data(WaiverPreview {
        scope: amounts.iter().map(|(bill, part)| WaivedBill { bill_id: bill.bill_id, amount_fen: *part }).collect(),
        bills: amounts.iter().map(|(bill, part)| waived(&mut names, bill, *part)).collect::<Result<_>>()?,
        total_fen,
        tenants: tenants.len(),
        net_before_fen,
        collected_fen,
        to_credit_fen,
        rate_before: rate(collected_fen, net_before_fen),
        rate_after: rate(collected_fen - to_credit_fen, net_before_fen - total_fen),
    }))
}

/// The rent bills that a rule is about.
fn under_rule(view: &View, rule: &WaiverRule) -> Result<Vec<Bill>> {
    let (Some(from), Some(to)) = (rule.due_from, rule.due_to) else {
        return Err(AppError::refused("请填写应缴日的起止日期").at("dueFrom"));
    };
    if from > to {
        return Err(AppError::refused("应缴日的结束日期不能早于开始日期").at("dueTo"));
    }
    if !(1..=1_000_000).contains(&rule.ppm) {
        return Err(AppError::refused("减免比例须大于0且不超过100%").at("ppm"));
    }
    let mut bills: Vec<Bill> = view.tx.within(&BY_DUE, &day_key(from), &day_key(to))?;
    let scope = view.caller.scope();
    bills.retain(|bill| {
        owned::is_visible(view, &scope, bill)
            && bill.state == BillState::Issued
            && bill.kind == BillKind::Rent
            && bill.amount_fen > 0
            && bill.net_fen() > 0
            && bill.party_a_id == rule.party_a_id
            && (rule.plate_id == 0 || bill.plate_id == rule.plate_id)
            && (rule.lease_ids.is_empty() || rule.lease_ids.contains(&bill.lease_id))
    });
    if bills.len() > MOST_BILLS {
        return Err(AppError::refused(format!("符合条件的账单超过{MOST_BILLS}张，请缩小范围")));
    }
    Ok(bills)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v24_half_of_three_bills() {
        let mut parts = Cumulative::default();
        let halves: Vec<i64> = (0..3).map(|_| parts.next(exact(833_333, 1) * exact(500_000, 1_000_000))).collect();
        assert_eq!(halves, [416_667, 416_666, 416_667]);
    }
}
