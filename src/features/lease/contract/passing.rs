//! Leases that pass to another party A with their assets: a new version from the day of the handover, everything else as it
//! was agreed. Which bills, credit and deposits go with them is told in the books.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::change::{BY_LEASE as CHANGES, ChangeState, LeaseChange};
use super::forecast;
use super::plan::current_terms;
use super::record::{BY_PAPER, BY_ROOM, HeldBefore, Lease, LeaseState, LeaseVersion};
use crate::error::{AppError, Result};
use crate::features::assets::occupancy::of_room;
use crate::features::lease::hooks;
use crate::features::lease::schedule::terms::RentTerms;
use crate::kernel::span::before;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id, key};

/// What the new version is made for.
pub const REASON: &str = "移交";

/// Whether a lease has something to say of a day: it runs then, its tenant is still there, or it is yet to begin.
fn lives_on(lease: &Lease, day: Date) -> bool {
    match lease.state {
        LeaseState::Submitted | LeaseState::Approved => true,
        LeaseState::Signed | LeaseState::Terminated => lease.effective_end() >= day || lease.is_open(),
        _ => false,
    }
}

/// Leases that rooms have on a day or later, by their numbers.
///
/// # Errors
/// A record that cannot be read.
pub fn of_rooms(view: &View, rooms: &BTreeSet<u64>, day: Date) -> Result<Vec<Lease>> {
    let mut found = BTreeSet::new();
    let mut leases = Vec::new();
    for room_id in rooms {
        let named: Vec<Lease> = view.tx.by(&BY_ROOM, &id(*room_id), false, 0, usize::MAX)?;
        leases.extend(named.into_iter().filter(|lease| found.insert(lease.lease_id)));
        for row in of_room(view, *room_id)?.iter().filter(|row| row.lease_id > 0 && row.span.to >= day) {
            if found.insert(row.lease_id) {
                leases.extend(view.tx.get::<Lease>(&id(row.lease_id))?);
            }
        }
    }
    leases.retain(|lease| lives_on(lease, day));
    leases.sort_unstable_by_key(|lease| lease.lease_id);
    Ok(leases)
}

/// Why a lease can't pass to a party A now, as sentences.
///
/// # Errors
/// A record that cannot be read.
pub fn obstacles(view: &View, lease: &Lease, to: u64) -> Result<Vec<String>> {
    let (no, mut found) = (&lease.lease_no, Vec::new());
    if lease.state == LeaseState::Submitted {
        found.push(format!("合同 {no} 正在审批，请先审批或撤回"));
    }
    let changes: Vec<LeaseChange> = view.tx.by(&CHANGES, &id(lease.lease_id), false, 0, usize::MAX)?;
    if changes.iter().any(|change| change.state == ChangeState::Submitted) {
        found.push(format!("合同 {no} 有变更在审批中，请先审批或撤回"));
    }
    if let Err(refusal) = hooks::refuse_unfit(view, lease) {
        found.push(refusal.message.to_string());
    }
    let paper = lease.facts.paper_no.as_str();
    let other: Option<Lease> =
        if paper.is_empty() { None } else { view.tx.one(&BY_PAPER, &key().u64(to).str(paper))? };
    if let Some(other) = other.filter(|other| other.lease_id != lease.lease_id) {
        let used = &other.lease_no;
        found.push(format!("合同 {no} 的纸质编号 {paper} 在接收单位已用于合同 {used}，请先更正"));
    }
    Ok(found)
}

/// Lets a lease pass to a party A (its number and department) from a day on.
///
/// # Errors
/// An internal fault for a lease without a version; a record that cannot be written.
pub fn pass(op: &mut Op, lease: &Lease, to: (u64, u64), day: Date, by_days: bool) -> Result<Lease> {
    if lease.version_no == 0 {
        return Err(AppError::internal(format!("lease {} passes on before it was approved", lease.lease_id)));
    }
    let terms = current_terms(&op.view(), lease)?;
    let mut next = lease.clone();
    let (party_a_id, dept_id) = (lease.facts.party_a_id, lease.owned.dept_id);
    next.held_before.push(HeldBefore { to: before(day), party_a_id, dept_id, by_days });
    (next.facts.party_a_id, next.owned.dept_id) = to;
    next.version_no += 1;
    let version = LeaseVersion {
        lease_id: lease.lease_id,
        version_no: next.version_no,
        effective_date: day.max(lease.facts.start_date),
        reason: REASON.to_owned(),
        facts: next.facts.clone(),
        terms: RentTerms { last_chargeable_day: None, ..terms },
        approved_by: op.caller.name(),
        approved_at: op.now,
    };
    op.put(&version)?;
    let passed = owned::update(op, lease, next, REASON)?;
    forecast::refresh(op, lease.lease_id)?;
    Ok(passed)
}
