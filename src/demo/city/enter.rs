//! Enters planned leases by the operations of the pages, in the names of the people who would have done it and at
//! the moments they would have.

use super::leases::{Fate, LeasePlan};
use super::persons::Persons;
use super::recipe::Calendar;
use crate::error::{AppError, Result};
use crate::features::lease::contract::change::{self, BY_LEASE, ChangeInput, ChangeKind, LeaseChange};
use crate::features::lease::contract::change_approval::{self, DecideChange};
use crate::features::lease::contract::decide::{DecideLease, Decision, decide_lease};
use crate::features::lease::contract::handover::{Handover, HandoverItem, hand_over};
use crate::features::lease::contract::ops::{self, LeaseInput, SignLease, Which};
use crate::features::lease::contract::record::LeaseFacts;
use crate::features::system::file;
use crate::kernel::dates::Stamp;
use crate::kernel::span::add_days;
use crate::op::Op;
use crate::store::{Reads, id};

/// Content of the signed scan: blob and size.
#[derive(Debug, Clone)]
pub(super) struct Scan {
    pub(super) blob: String,
    pub(super) size: u64,
}

/// A one-page document that says what it is.
pub(super) const SCAN: &[u8] = include_bytes!("../../../data/demo-scan.pdf");

/// What entering a lease needs.
pub(super) struct Desk<'a> {
    pub(super) persons: &'a Persons,
    pub(super) calendar: Calendar,
    pub(super) scan: &'a Scan,
}

pub(super) fn which(lease_id: u64) -> Which {
    Which { id: lease_id, version: None, comment: String::new() }
}

impl Desk<'_> {
    /// Enters a lease and everything that happened to it; answers its number. One that waits for a decision is only drafted:
    /// it is sent when the city runs its standard processes ([`super::waiting`]).
    pub(super) fn enter(&self, op: &mut Op, place: usize, plan: &LeasePlan) -> Result<u64> {
        let (clerk, approver) = (self.persons.clerk(place), self.persons.approver(place));
        let minute = i64::try_from(place % 60).unwrap_or(0);
        let drafted = self.calendar.at(plan.drafted(), 9, minute)?;
        let facts = plan.facts.clone();
        let lease_id = op.acting(clerk, drafted, |op| {
            let input = LeaseInput { lease_id: None, version: None, files: Vec::new(), remark: String::new(), facts };
            Ok(ops::create(op, input)?.0.id)
        })?;
        if matches!(plan.fate, Fate::Draft | Fate::Submitted) {
            return Ok(lease_id);
        }
        op.acting(clerk, self.calendar.at(plan.drafted(), 14, minute)?, |op| ops::submit(op, which(lease_id)))?;
        let day = add_days(plan.drafted(), 5);
        op.acting(approver, self.calendar.at(day, 10, minute)?, |op| approve(op, lease_id))?;
        if plan.fate == Fate::Approved {
            return Ok(lease_id);
        }
        let signed = add_days(plan.drafted(), 9).min(add_days(self.calendar.today, -1));
        op.acting(clerk, self.calendar.at(signed, 15, minute)?, |op| self.sign(op, lease_id, signed))?;
        self.live(op, place, plan, lease_id, minute)?;
        Ok(lease_id)
    }

    fn sign(&self, op: &mut Op, lease_id: u64, sign_date: jiff::civil::Date) -> Result<()> {
        let scan = file::ops::deposit(op, "合同扫描件（演示）.pdf", &self.scan.blob, self.scan.size)?;
        ops::sign(op, SignLease { id: lease_id, version: None, sign_date, scans: vec![scan] })?;
        Ok(())
    }

    /// From delivery to return.
    fn live(&self, op: &mut Op, place: usize, plan: &LeasePlan, lease_id: u64, minute: i64) -> Result<()> {
        let (clerk, approver) = (self.persons.clerk(place), self.persons.approver(place));
        let (calendar, facts) = (self.calendar, &plan.facts);
        if facts.start_date >= calendar.today {
            return Ok(());
        }
        let handover = |delivered_date, returned_date| Handover {
            id: lease_id,
            delivered_date,
            returned_date,
            items: keys(),
            ..Handover::default()
        };
        op.acting(clerk, calendar.at(facts.start_date, 16, minute)?, |op| {
            hand_over(op, handover(Some(facts.start_date), None))
        })?;
        let changed = match &plan.fate {
            Fate::Raised(day, per_mille) => Some((ChangeKind::Rent, *day, Some(raised(facts, *per_mille)))),
            Fate::RoomReturned(day) => Some((ChangeKind::Rooms, *day, Some(smaller(facts)))),
            Fate::Terminated(last) => Some((ChangeKind::Termination, *last, None)),
            _ => None,
        };
        if let Some((kind, effective_date, changed)) = changed {
            let at = |days, hour| -> Result<Stamp> {
                calendar.at(add_days(effective_date, days).max(facts.start_date), hour, minute)
            };
            let (submitted, decided) = (at(-12, 9)?, at(-8, 11)?);
            let reason = reason(kind).to_owned();
            let input = ChangeInput {
                lease_id,
                version: None,
                kind,
                effective_date,
                reason,
                facts: changed,
                deposit_moves: false,
            };
            op.acting(clerk, submitted, |op| change::submit(op, input))?;
            op.acting(approver, decided, |op| approve_change(op, lease_id))?;
        }
        let last = match &plan.fate {
            Fate::Terminated(last) => *last,
            _ => facts.end_date,
        };
        if last < calendar.today && plan.fate != Fate::Holdover {
            op.acting(clerk, calendar.at(last, 17, minute)?, |op| hand_over(op, handover(None, Some(last))))?;
        }
        Ok(())
    }
}

/// What is handed over with every unit.
fn keys() -> Vec<HandoverItem> {
    let item = |kind: &str, name: &str, quantity| HandoverItem {
        kind: kind.into(),
        name: name.into(),
        quantity,
        reading: String::new(),
        condition: "完好".into(),
    };
    vec![item("钥匙", "入户门钥匙", 2), item("电表", "电表", 1)]
}

fn reason(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Rent => "按评估结果调整租金",
        ChangeKind::Rooms => "承租方退还部分房间",
        ChangeKind::Termination => "承租方经营调整，双方协商提前终止",
        _ => "合同变更",
    }
}

fn approve(op: &mut Op, lease_id: u64) -> Result<()> {
    let comment = "同意".to_owned();
    decide_lease(op, DecideLease { id: lease_id, version: None, decision: Decision::Approve, comment })?;
    Ok(())
}

fn approve_change(op: &mut Op, lease_id: u64) -> Result<()> {
    let changes: Vec<LeaseChange> = op.view().tx.by(&BY_LEASE, &id(lease_id), true, 0, 1)?;
    let change = changes.first().ok_or_else(|| AppError::internal("the change just submitted is missing"))?;
    let (change_id, comment) = (change.change_id, "同意".to_owned());
    change_approval::decide(op, DecideChange { change_id, decision: Decision::Approve, comment })?;
    Ok(())
}

pub(super) fn raised(facts: &LeaseFacts, per_mille: i64) -> LeaseFacts {
    let more = |value: i64| value * (1_000 + per_mille) / 1_000;
    let mut facts = facts.clone();
    facts.rent_fen = more(facts.rent_fen) / 100 * 100;
    facts.rooms.iter_mut().for_each(|room| room.price_e4 = more(room.price_e4));
    facts
}

/// Without the last room; a rent agreed in total falls in proportion.
fn smaller(facts: &LeaseFacts) -> LeaseFacts {
    let mut facts = facts.clone();
    let whole: i64 = facts.rooms.iter().map(|room| room.rent_area_m2.0).sum();
    if let Some(gone) = facts.rooms.pop() {
        facts.rent_fen = facts.rent_fen * (whole - gone.rent_area_m2.0) / whole.max(1) / 100 * 100;
    }
    facts
}
