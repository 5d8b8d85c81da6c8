//! Whether a tenant has anything with the unit that got the money. Money of one who has not is asked about: it would lie
//! there as credit 预收 while he is dunned where he owes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::lease::contract::record::{BY_TENANT as LEASES, Lease};
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::store::{Reads, id, key};

/// A unit that a tenant has leases or open bills with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantUnit {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Overdue there, fen.
    pub overdue_fen: i64,
}

/// Units of a tenant, as far as the caller sees his leases and bills; where he owes most first.
pub(super) fn units(view: &View, tenant_id: u64) -> Result<Vec<TenantUnit>> {
    let (scope, today) = (view.caller.scope(), view.now.date());
    let mut owed: BTreeMap<u64, i64> = BTreeMap::new();
    let leases: Vec<Lease> = view.tx.by(&LEASES, &id(tenant_id), false, 0, usize::MAX)?;
    for lease in leases.iter().filter(|lease| lease.has_bills() && is_visible(view, &scope, *lease)) {
        owed.entry(lease.facts.party_a_id).or_default();
    }
    let bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    for bill in bills.iter().filter(|bill| is_visible(view, &scope, *bill)) {
        *owed.entry(bill.party_a_id).or_default() += if bill.is_overdue(today) { bill.outstanding_fen() } else { 0 };
    }
    let mut names = NameCache::new(view);
    let mut units = Vec::with_capacity(owed.len());
    for (party_a_id, overdue_fen) in owed {
        units.push(TenantUnit { party_a_id, party_a_name: names.of::<PartyA>(party_a_id)?, overdue_fen });
    }
    units.order_by_key(|unit| (std::cmp::Reverse(unit.overdue_fen), unit.party_a_id));
    Ok(units)
}

/// Whether the tenant has or had a lease with the unit, or owes it something.
fn is_related(view: &View, tenant_id: u64, party_a_id: u64) -> Result<bool> {
    let bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &key().u64(tenant_id).u64(party_a_id), false, 0, 1)?;
    if !bills.is_empty() {
        return Ok(true);
    }
    let leases: Vec<Lease> = view.tx.by(&LEASES, &id(tenant_id), false, 0, usize::MAX)?;
    Ok(leases.iter().any(|lease| lease.is_let_by(party_a_id)))
}

/// What is asked when a tenant has nothing with a unit; none when he has.
pub(super) fn question(view: &View, tenant_id: u64, party_a_id: u64) -> Result<Option<String>> {
    if tenant_id == 0 || party_a_id == 0 || is_related(view, tenant_id, party_a_id)? {
        return Ok(None);
    }
    let units = units(view, tenant_id)?;
    let owing = units.iter().filter(|unit| unit.overdue_fen > 0);
    let mut told: Vec<String> =
        owing.map(|unit| format!("在 {} 欠缴 {} 元", unit.party_a_name, yuan_grouped(unit.overdue_fen))).collect();
    if told.is_empty() {
        told.extend(units.iter().map(|unit| format!("合同在 {}", unit.party_a_name)));
    }
    told.insert(0, "该乙方与本单位没有合同".to_owned());
    Ok(Some(told.join("，")))
}

/// The same for a line of a bank or a workbook, whose payer the line itself names: it is doubted only where the money may be
/// missing, at another unit of the tenant.
pub(super) fn doubt(view: &View, tenant_id: u64, party_a_id: u64) -> Result<Option<String>> {
    let question = question(view, tenant_id, party_a_id)?;
    Ok(if question.is_some() && units(view, tenant_id)?.is_empty() { None } else { question })
}

/// Refuses money of a tenant who has nothing with the unit, unless that was confirmed.
///
/// # Errors
/// The question.
pub(super) fn must_be_related(view: &View, tenant_id: u64, party_a_id: u64, anyway: bool) -> Result<()> {
    if anyway {
        return Ok(());
    }
    match question(view, tenant_id, party_a_id)? {
        Some(question) => Err(AppError::refused(format!("{question}；确由本单位收款的，请确认后再提交")).at("anyway")),
        None => Ok(()),
    }
}
