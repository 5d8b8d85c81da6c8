//! In whose hands each planned period of a lease lies: one decision for the generator, the opening import, changes of every
//! kind and the checks (domain.md 3.6).
//!
//! Invariants: every planned period has exactly one [`Standing`]. A period that reaches into the time of the books is asked
//! for or recorded as paid, whatever its issue date says; it is never left out. A period that began before the first day of
//! the books and runs over it is taken as paid in the time before unless an opening balance says otherwise: a bill of nothing
//! ([`BillSource::PaidBefore`]) stands for it, with the version that asked for it, so that an early end, another rent or
//! another tenant corrects it like any other. Who makes that bill void says that it was not paid, and the contract asks.

use jiff::civil::Date;

use super::generate::{draft, living};
use super::post::{NewBill, issue, make_void};
use super::record::{BY_LEASE, Bill, BillSource, BillState};
use crate::error::{AppError, Result};
use crate::features::finance::opening::record::paid_until;
use crate::features::finance::period::books_from_of;
use crate::features::lease::contract::plan::{all_versions, terms_of};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// In whose hands a planned period lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Paid in the time before the books, recorded or over before they began.
    PaidBefore,
    /// Came in as an opening balance.
    Opening,
    /// Asked for by a bill of the contract.
    Billed,
    /// The contract asks for it once its issue date has come.
    ToCome,
}

/// Whose a bill is, as far as a lease tells its tenants apart.
fn same_tenant(bill: &Bill, planned: &PlannedBill) -> bool {
    planned.tenant_id == 0 || bill.tenant_id == planned.tenant_id
}

/// Whether a bill stands for periods of the time before the books.
pub fn is_of_before(bill: &Bill) -> bool {
    matches!(bill.source, BillSource::Opening | BillSource::PaidBefore)
}

/// Where a planned period lies, by the living bills of its lease and the first day of the books.
pub fn standing(planned: &PlannedBill, bills: &[Bill], first_day: Option<Date>) -> Standing {
    let covers =
        |bill: &&Bill| bill.kind == planned.kind && bill.period.is_some_and(|of| of.contains(planned.period.from));
    let before: Vec<&Bill> = bills.iter().filter(|bill| is_of_before(bill)).filter(covers).collect();
    if let Some(bill) = before.iter().find(|bill| same_tenant(bill, planned)) {
        return if bill.source == BillSource::Opening { Standing::Opening } else { Standing::PaidBefore };
    }
    let asked = |bill: &&Bill| {
        bill.source == BillSource::Contract
            && bill.charge_line == planned.charge_line
            && bill.period.is_some_and(|of| of.from == planned.period.from)
            && same_tenant(bill, planned)
    };
    if bills.iter().any(|bill| asked(&bill)) {
        return Standing::Billed;
    }
    // A part of a period that came in, which has passed to another tenant, is asked of him.
    let divided = !before.is_empty();
    match first_day {
        Some(first) if !divided && planned.issue_date < first && planned.period.to < first => Standing::PaidBefore,
        _ => Standing::ToCome,
    }
}

/// Periods that run over the first day of the books and are in nobody's hands yet: what the contract said when they were
/// asked for, with the number of that version.
///
/// # Errors
/// A record that cannot be read; terms that contradict themselves.
pub fn unrecorded(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Result<Vec<(u32, PlannedBill)>> {
    let Some(first) = books_from_of(view, lease)?.filter(|first| *first <= day) else { return Ok(Vec::new()) };
    if lease.facts.start_date >= first || !lease.has_bills() {
        return Ok(Vec::new());
    }
    // Nearly always everything is known, and the plan of then need not be computed.
    let known = |kind: BillKind| {
        bills.iter().any(|bill| {
            let stands = is_of_before(bill) || bill.source == BillSource::Contract;
            stands && bill.kind == kind && bill.period.is_some_and(|of| of.contains(first))
        })
    };
    let charges = lease.facts.extra_charges.iter().map(|charge| charge.kind);
    if charges.chain([BillKind::Rent]).all(known) {
        return Ok(Vec::new());
    }
    let version_no = version_before(view, lease, first)?;
    let planned = plan(&terms_of(view, lease, version_no)?).map_err(|(_, sentence)| AppError::refused(sentence))?;
    let over = |bill: &PlannedBill| bill.issue_date < first && bill.period.from < first && bill.period.to >= first;
    let mut found: Vec<(u32, PlannedBill)> = Vec::new();
    for planned in planned.into_iter().filter(over) {
        // One record stands for all charges of a kind.
        let known = found.iter().any(|(_, other)| (other.kind, other.period) == (planned.kind, planned.period));
        let covers = |bill: &Bill| {
            let same = bill.source == BillSource::Contract && bill.charge_line == planned.charge_line;
            bill.period.is_some_and(|of| {
                same && of.from == planned.period.from
                    || is_of_before(bill) && bill.kind == planned.kind && of.contains(planned.period.from)
            })
        };
        if !known && !bills.iter().any(covers) && !was_taken_back(view, lease, &planned)? {
            found.push((version_no, planned));
        }
    }
    Ok(found)
}

/// The version that asked for what was issued before a day: the last one approved before it, else the first.
fn version_before(view: &View, lease: &Lease, day: Date) -> Result<u32> {
    let versions = all_versions(view, lease.lease_id)?;
    let before = versions.iter().rev().find(|version| version.approved_at.date() < day);
    Ok(before.or(versions.first()).map_or(lease.version_no, |version| version.version_no))
}

/// Whether somebody has said, by making its record void, that a period was not paid before.
fn was_taken_back(view: &View, lease: &Lease, planned: &PlannedBill) -> Result<bool> {
    let all: Vec<Bill> = view.tx.by(&BY_LEASE, &id(lease.lease_id), false, 0, usize::MAX)?;
    Ok(all.iter().any(|bill| {
        (bill.source, bill.state) == (BillSource::PaidBefore, BillState::Void)
            && bill.kind == planned.kind
            && bill.period.is_some_and(|of| of.from == planned.period.from)
    }))
}

/// Records what [`unrecorded`] finds, and takes back records of a first day that was moved since. Answers the living bills.
///
/// # Errors
/// A record that cannot be written.
pub fn record_paid_before(op: &mut Op, lease: &Lease, bills: Vec<Bill>, day: Date) -> Result<Vec<Bill>> {
    let mut changed = false;
    if let Some(first) = books_from_of(&op.view(), lease)? {
        let until = paid_until(&op.view(), lease)?;
        let outside = |bill: &&Bill| {
            let declared =
                |of: DateSpan| until.iter().any(|(kind, day)| kind.is_none_or(|k| k == bill.kind) && of.to <= *day);
            bill.source == BillSource::PaidBefore
                && bill.credited_fen == 0
                && bill.period.is_some_and(|of| of.from >= first && !declared(of))
        };
        for bill in bills.iter().filter(outside) {
            make_void(op, bill, "账务启用日已改动")?;
            changed = true;
        }
    }
    for (version_no, planned) in unrecorded(&op.view(), lease, &bills, day)? {
        record(op, lease, version_no, &planned, "启用日前的账期，按已缴登记")?;
        changed = true;
    }
    if changed { living(&op.view(), lease.lease_id) } else { Ok(bills) }
}

/// A bill of nothing that says of a period that it was paid before the books.
///
/// # Errors
/// A record that cannot be written.
pub fn record(op: &mut Op, lease: &Lease, version_no: u32, planned: &PlannedBill, remark: &str) -> Result<Bill> {
    let first_day = if planned.tenant_id > 0 { planned.period.from } else { lease.facts.start_date };
    let base = draft(&op.view(), lease, planned.kind, BillSource::PaidBefore, first_day)?;
    let party = lease.party_on(planned.period.from);
    issue(
        op,
        NewBill {
            version_no,
            party_a_id: party.0,
            dept_id: party.1,
            charge_line: planned.charge_line,
            period: Some(planned.period),
            issue_date: planned.issue_date,
            due_date: planned.due_date,
            remark: remark.to_owned(),
            ..base
        },
    )
}

/// Periods of a lease that a declaration «paid until» covers and that nothing stands for yet.
///
/// # Errors
/// A sentence when the day lies inside a period, or a period is in the books already.
pub fn declared(view: &View, lease: &Lease, kind: Option<BillKind>, until: Date) -> Result<Vec<PlannedBill>> {
    let Some(first) = books_from_of(view, lease)? else {
        return Err(AppError::refused("请先设置账务启用日：甲方管理中的甲方，或参数 fin.booksFrom"));
    };
    if lease.state == LeaseState::Void {
        return Ok(Vec::new());
    }
    let bills = living(view, lease.lease_id)?;
    let planned =
        plan(&terms_of(view, lease, lease.version_no)?).map_err(|(_, sentence)| AppError::refused(sentence))?;
    let covered = planned.into_iter().filter(|bill| {
        kind.is_none_or(|kind| kind == bill.kind) && bill.period.from <= until && bill.period.to >= first
    });
    let mut found: Vec<PlannedBill> = Vec::new();
    let mut any = false;
    for planned in covered {
        any = true;
        let (label, period) = (planned.kind.label(), planned.period);
        if period.to > until {
            return Err(AppError::refused(format!(
                "已缴至 {until} 在{label}账期 {period} 之内，请填写账期的最后一天；只缴了一部分的账期请作为欠缴账单录入"
            ))
            .at("period"));
        }
        match standing(&planned, &bills, Some(first)) {
            Standing::Billed => {
                return Err(AppError::refused(format!(
                    "{label}账期 {period} 已由合同出账，启用前已收的款请作为期初预收录入"
                )));
            }
            Standing::Opening => {
                return Err(AppError::refused(format!("{label}账期 {period} 已作为期初欠缴录入，不能再登记为已缴")));
            }
            Standing::PaidBefore => {}
            Standing::ToCome => {
                if !found.iter().any(|other| (other.kind, other.period) == (planned.kind, period)) {
                    found.push(planned);
                }
            }
        }
    }
    if any {
        return Ok(found);
    }
    Err(AppError::refused(format!(
        "合同在账务启用日 {first} 至已缴至 {until} 之间没有账期；启用日以前未缴的账期请作为欠缴账单录入"
    ))
    .at("period"))
}
