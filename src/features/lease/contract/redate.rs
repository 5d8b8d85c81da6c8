//! Changes that were approved before terms were kept day by day 按变更重新划分: their newest version says for all days what was
//! agreed from a day on. The checks name such leases; a person has their terms divided by this operation, and the next bills
//! correct what was asked of whom.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change::ChangeKind;
use super::effect::{Changed, recognised};
use super::forecast;
use super::ops::found;
use super::plan::{all_versions, current_terms};
use super::record::{Lease, LeaseFacts, LeaseVersion};
use super::terms::rent_terms;
use crate::error::{AppError, Result};
use crate::features::lease::hooks;
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::{RentTerms, keyed};
use crate::op::{Op, View};
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Done;

/// The terms that the versions of a lease make, each counting from its day.
fn divided(versions: &[LeaseVersion]) -> Option<(RentTerms, LeaseFacts)> {
    let (first, later) = versions.split_first()?;
    let mut facts = LeaseFacts { extra_charges: keyed(&first.facts.extra_charges), ..first.facts.clone() };
    let mut terms = rent_terms(&facts);
    for version in later.iter().filter(|version| version.reason != ChangeKind::Termination.label()) {
        let mut new = version.facts.clone();
        new.extra_charges = recognised(&terms, &new.extra_charges);
        let with_deposit = version.terms.tenants.last().is_some_and(|tenant| tenant.with_deposit);
        let changed = Changed { old: &facts, new: &new, from: version.effective_date, with_deposit };
        terms = changed.terms(&terms);
        facts = new;
    }
    Some((terms, facts))
}

/// What a plan asks for, whom, by charge and first day of the period; the kind stands for the charge, whose number may differ.
fn asked(plan: &[PlannedBill], facts: &LeaseFacts) -> Vec<(u8, Date, u64, i64)> {
    let whom = |bill: &PlannedBill| if bill.tenant_id > 0 { bill.tenant_id } else { facts.tenant_id };
    let mut asked: Vec<_> = plan
        .iter()
        .filter(|bill| bill.amount_fen != 0)
        .map(|bill| (bill.kind as u8, bill.period.from, whom(bill), bill.amount_fen))
        .collect();
    asked.sort_unstable();
    asked
}

/// The day of the oldest change that counts for days before it too; none when all count from their days.
pub fn differs_before(view: &View, lease: &Lease, versions: &[LeaseVersion]) -> Result<Option<Date>> {
    let changes = versions.iter().skip(1).filter(|version| version.reason != ChangeKind::Termination.label());
    let Some(first) = changes.clone().map(|version| version.effective_date).min() else { return Ok(None) };
    let current = current_terms(view, lease)?;
    let Some((mut terms, facts)) = divided(versions) else { return Ok(None) };
    terms.last_chargeable_day = current.last_chargeable_day;
    let plans = plan(&current).ok().zip(plan(&terms).ok());
    let same = plans.is_none_or(|(now, then)| asked(&now, &lease.facts) == asked(&then, &facts));
    Ok((!same).then_some(first))
}

/// Which lease.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Redate {
    /// Number that other records name it by.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
}

/// POST /lease/lease/redate: a new version whose terms count day by day; bills follow with the next run.
pub fn redate(op: &mut Op, input: Redate) -> Result<Done> {
    let lease = found(op, input.id, input.version)?;
    hooks::refuse_unfit(&op.view(), &lease)?;
    let versions = all_versions(&op.view(), lease.lease_id)?;
    if !lease.has_bills() || differs_before(&op.view(), &lease, &versions)?.is_none() {
        return Err(AppError::refused(format!("合同 {} 的变更都已按生效日计算，不需要重新划分", lease.title())));
    }
    let Some((terms, facts)) = divided(&versions) else { return Err(AppError::internal("a lease without versions")) };
    let version_no = lease.version_no + 1;
    let next = Lease { version_no, facts: facts.clone(), ..lease.clone() };
    let version = LeaseVersion {
        lease_id: lease.lease_id,
        version_no,
        effective_date: versions.last().map_or(lease.facts.start_date, |last| last.effective_date),
        reason: "按变更重新划分".to_owned(),
        facts,
        terms,
        approved_by: op.caller.name(),
        approved_at: op.now,
    };
    op.put(&version)?;
    owned::update(op, &lease, next, "按变更重新划分")?;
    forecast::refresh(op, lease.lease_id)?;
    Ok(Done)
}
