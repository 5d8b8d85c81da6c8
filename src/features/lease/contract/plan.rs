//! The bills a lease will produce: of a draft before it is submitted, of a version afterwards.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change::ChangeKind;
use super::guards::{Guard, guards, out_of_bounds, refuse_stops};
use super::ops::LeaseInput;
use super::record::{Lease, LeaseFacts, LeaseVersion, VERSIONS, version_key};
use super::terms::rent_terms;
use crate::error::{AppError, Result};
use crate::features::lease::schedule::explain::{Explanation, explain};
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::{RentTerms, Stage, TenantFrom};
use crate::kernel::dates::DateText;
use crate::op::View;
use crate::records::list::One;
use crate::records::names::person_name;
use crate::records::owned;
use crate::route::Data;
use crate::store::{Reads, id};

/// What a creation answers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeLease {
    /// Number of the record that was made.
    pub id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
}

/// Sum of the bills that are due in a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct YearSum {
    /// Calendar year that is summed up.
    pub year: i16,
    /// How many bills it counts.
    pub bills: usize,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// Every bill of a contract.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// By period, then charge.
    pub bills: Vec<PlannedBill>,
    /// Stages of the rent with their days and prices 租金阶段.
    pub stages: Vec<Stage>,
    /// By year of the due date.
    pub years: Vec<YearSum>,
    /// Sum of all bills of the plan, in whole fen.
    pub total_fen: i64,
    /// What stands against it, or should make one think; empty for a version.
    pub guards: Vec<Guard>,
}

fn of_terms(terms: &RentTerms, guards: Vec<Guard>) -> Result<Plan> {
    let bills = plan(terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    let mut years: BTreeMap<i16, YearSum> = BTreeMap::new();
    for bill in &bills {
        let year = bill.due_date.year();
        let sum = years.entry(year).or_insert(YearSum { year, bills: 0, amount_fen: 0 });
        sum.bills += 1;
        sum.amount_fen += bill.amount_fen;
    }
    let total_fen = bills.iter().map(|bill| bill.amount_fen).sum();
    Ok(Plan { bills, stages: terms.charged_stages(), years: years.into_values().collect(), total_fen, guards })
}

/// POST /lease/lease/preview: writes nothing.
pub fn preview(view: &View, input: LeaseInput) -> Result<Data<Plan>> {
    if let Some((_, sentence)) = out_of_bounds(&input.facts, view.now.date()) {
        return Err(AppError::refused(sentence));
    }
    let found = guards(view, &input.facts, input.lease_id.unwrap_or(0))?;
    // Terms that cannot be computed are refused with the sentence of the form, not with the engine's.
    let stop = refuse_stops(&found).err();
    of_terms(&rent_terms(&input.facts), found).map(Data).map_err(|fault| stop.unwrap_or(fault))
}

/// The terms that count: of the version, ended early where the lease did; of the draft before approval.
pub fn current_terms(view: &View, lease: &Lease) -> Result<RentTerms> {
    let version: Option<LeaseVersion> = match lease.version_no {
        0 => None,
        number => view.tx.get(&version_key(lease.lease_id, number))?,
    };
    let mut terms = version.map_or_else(|| rent_terms(&lease.facts), |version| version.terms);
    terms.last_chargeable_day = lease.last_day;
    Ok(terms)
}

/// The terms of an earlier version, as they counted when it was the newest.
pub fn terms_of(view: &View, lease: &Lease, version_no: u32) -> Result<RentTerms> {
    let version: Option<LeaseVersion> = view.tx.get(&version_key(lease.lease_id, version_no))?;
    version.map_or_else(|| current_terms(view, lease), |version| Ok(counted(version)))
}

/// The terms of a version as it counted: a termination ends them with its day.
fn counted(version: LeaseVersion) -> RentTerms {
    let ended = version.reason == ChangeKind::Termination.label();
    let last_chargeable_day = if ended { Some(version.effective_date) } else { None };
    RentTerms { last_chargeable_day, ..version.terms }
}

/// Versions of a lease, the first one first.
pub fn all_versions(view: &View, lease_id: u64) -> Result<Vec<LeaseVersion>> {
    Ok(view.tx.by(&VERSIONS, &id(lease_id), false, 0, usize::MAX)?)
}

/// The tenants a lease has had, in order, with the first day of each; one while it never changed hands.
pub fn tenants(view: &View, lease: &Lease) -> Result<Vec<TenantFrom>> {
    let terms = current_terms(view, lease)?;
    if !terms.tenants.is_empty() {
        return Ok(terms.tenants);
    }
    Ok(vec![TenantFrom { from: lease.facts.start_date, tenant_id: lease.facts.tenant_id, with_deposit: false }])
}

/// The tenant of a lease on a day: of the first one before he begins, of the last one after he ended.
pub fn tenant_on(view: &View, lease: &Lease, day: Date) -> Result<u64> {
    Ok(tenant_of(&tenants(view, lease)?, day))
}

/// The tenant of a day among those of a lease; 0 when there are none.
pub fn tenant_of(tenants: &[TenantFrom], day: Date) -> u64 {
    let known = tenants.iter().rev().find(|tenant| tenant.from <= day).or(tenants.first());
    known.map_or(0, |tenant| tenant.tenant_id)
}

/// Whether somebody is, or has been, the tenant of a lease.
pub fn is_tenant(view: &View, lease: &Lease, tenant_id: u64) -> Result<bool> {
    Ok(lease.facts.tenant_id == tenant_id || tenants(view, lease)?.iter().any(|known| known.tenant_id == tenant_id))
}

pub fn of_lease(view: &View, input: One) -> Result<Data<Plan>> {
    let lease: Lease = owned::find(view, input.id)?;
    of_terms(&current_terms(view, &lease)?, Vec::new()).map(Data)
}

/// Which bill.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplainBill {
    /// Number of the lease 合同 that is meant.
    pub id: u64,
    /// Which charge of the lease: 0 the rent, 1, 2, … its further charges.
    #[serde(default)]
    pub charge_line: u16,
    /// First day of the period.
    #[schemars(with = "DateText", title = "账期开始日")]
    pub from: Date,
}

/// GET /lease/lease/{id}/explain: 算账说明
pub fn explain_bill(view: &View, input: ExplainBill) -> Result<Data<Explanation>> {
    let lease: Lease = owned::find(view, input.id)?;
    let terms = current_terms(view, &lease)?;
    let bills = plan(&terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    bills
        .iter()
        .find(|bill| bill.charge_line == input.charge_line && bill.period.from == input.from)
        .map(|bill| Data(explain(&terms, bill)))
        .ok_or_else(|| AppError::refused("该账期不在合同的账单计划中"))
}

/// A version on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionOut {
    /// 1, 2, …
    pub version_no: u32,
    /// First day it counts.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// Why it was made.
    pub reason: String,
    /// What the contract says.
    pub facts: LeaseFacts,
    /// Stages of the rent with their days and prices 租金阶段.
    pub stages: Vec<Stage>,
    /// Real name of the person who agreed.
    pub approved_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub approved_at: String,
}

/// GET /lease/lease/{id}/versions: newest first.
pub fn versions(view: &View, input: One) -> Result<Data<Vec<VersionOut>>> {
    let lease: Lease = owned::find(view, input.id)?;
    let rows: Vec<LeaseVersion> = view.tx.by(&VERSIONS, &id(lease.lease_id), true, 0, usize::MAX)?;
    let shown = |version: LeaseVersion| {
        Ok(VersionOut {
            version_no: version.version_no,
            effective_date: version.effective_date,
            reason: version.reason.clone(),
            facts: version.facts.clone(),
            approved_by: person_name(view, &version.approved_by)?,
            approved_at: version.approved_at.to_text(),
            stages: counted(version).charged_stages(),
        })
    };
    rows.into_iter().map(shown).collect::<Result<_>>().map(Data)
}
