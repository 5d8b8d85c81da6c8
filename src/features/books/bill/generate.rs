//! From the plan of a lease to its bills (domain.md 2.7, 3.6): what is to be issued by a day, and the adjustments of what
//! was issued before a change.
//!
//! Invariant: running it again changes nothing. Planned bills are compared with what stands in the books (I4): a period
//! that is missing is issued when its issue date has come, a period whose sum differs is adjusted by a signed bill.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;

use super::post::{NewBill, issue};
use super::record::{BY_LEASE, Bill, BillSource, BillState, RoomShare};
use crate::fault::{Fault, Outcome};
use crate::features::books::close;
use crate::features::books::deposit::demand::{self, Demand};
use crate::features::business::owned;
use crate::features::estate::room::record::Room;
use crate::features::lease::contract::forecast;
use crate::features::lease::contract::holdover::owed;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::change::{Delta, Issued, deltas};
use crate::features::lease::schedule::plan::{PlannedBill, plan, uncovered};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::area::Area;
use crate::kernel::exact::split;
use crate::kernel::span::add_days;
use crate::op::{Op, View};
use crate::store::{Reads, id};

/// Setting with the first day of the books 账务启用日: what was to be issued before it came in as opening balances.
pub const BOOKS_FROM: &str = "fin.booksFrom";

/// The first day of the books, when one is set.
pub fn books_from(view: &View) -> Option<Date> {
    crate::kernel::dates::parse_date(view.app.settings.text(BOOKS_FROM).trim())
}

/// The charge line of deposits and of holdover, beyond those of contracts.
pub const DEPOSIT_LINE: u16 = u16::MAX;
/// Holdover bills.
pub const HOLDOVER_LINE: u16 = u16::MAX - 1;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Generated {
    /// Bills issued.
    pub issued: usize,
    /// Adjustments issued.
    pub adjusted: usize,
    /// Their sum, fen.
    pub amount_fen: i64,
}

impl std::ops::AddAssign for Generated {
    fn add_assign(&mut self, other: Self) {
        self.issued += other.issued;
        self.adjusted += other.adjusted;
        self.amount_fen += other.amount_fen;
    }
}

/// Whether a lease has bills: signed and what followed, never drafts and void ones.
pub fn has_bills(lease: &Lease) -> bool {
    matches!(lease.state, LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled)
}

/// Bills of a lease that count.
///
/// # Errors
/// A record that cannot be read.
pub fn living(view: &View, lease_id: u64) -> Outcome<Vec<Bill>> {
    let mut bills: Vec<Bill> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    bills.retain(|bill| bill.state == BillState::Issued);
    Ok(bills)
}

/// What a lease lacks in the books on a day.
#[derive(Debug, Clone)]
pub struct Missing {
    /// Corrections of issued periods.
    pub deltas: Vec<Delta>,
    /// Bills whose issue date has come.
    pub due: Vec<PlannedBill>,
    /// First day at which the plan has a gap or bills twice.
    pub uncovered: Option<Date>,
    /// The whole plan.
    pub planned: Vec<PlannedBill>,
}

/// Compares plan and books of a lease.
///
/// # Errors
/// A record that cannot be read; terms that contradict themselves.
pub fn missing(view: &View, lease: &Lease, day: Date) -> Outcome<Missing> {
    compared(view, lease, &living(view, lease.lease_id)?, day)
}

fn compared(view: &View, lease: &Lease, bills: &[Bill], day: Date) -> Outcome<Missing> {
    let terms = current_terms(view, lease)?;
    let planned = plan(&terms).map_err(|(_, sentence)| Fault::refused(sentence))?;
    let uncovered = uncovered(&planned, terms.chargeable());
    let by_contract = |bill: &&Bill| {
        matches!(bill.source, BillSource::Contract | BillSource::Adjustment) && bill.charge_line < HOLDOVER_LINE
    };
    let issued: Vec<Issued> = bills
        .iter()
        .filter(by_contract)
        .filter_map(|bill| {
            let (charge_line, kind, amount_fen) = (bill.charge_line, bill.kind, bill.amount_fen);
            Some(Issued { charge_line, kind, period: bill.period?, amount_fen })
        })
        .collect();
    let (deltas, to_come) = deltas(&issued, &planned);
    let from = books_from(view);
    let is_due = |bill: &PlannedBill| bill.issue_date <= day && from.is_none_or(|from| bill.issue_date >= from);
    Ok(Missing { deltas, due: to_come.into_iter().filter(is_due).collect(), uncovered, planned })
}

/// What bills of a lease have in common.
struct Context {
    lease: Lease,
    tenant: (u64, String),
    place: (u64, u64),
    room_text: String,
}

fn context(view: &View, lease: &Lease) -> Outcome<Context> {
    let tenant: Tenant = owned::linked(view, lease.facts.tenant_id)?;
    let mut codes = Vec::new();
    let mut place = (0, 0);
    for chosen in &lease.facts.rooms {
        let room: Room = owned::linked(view, chosen.room_id)?;
        if place.1 == 0 {
            let asset: crate::features::estate::asset::record::Asset = owned::linked(view, room.asset_id)?;
            place = (asset.facts.plate_id, asset.asset_id);
        }
        codes.push(room.facts.room_code);
    }
    let mut room_text = codes.iter().take(5).cloned().collect::<Vec<_>>().join("、");
    if codes.len() > 5 {
        room_text += &format!("等{}间", codes.len());
    }
    Ok(Context { lease: lease.clone(), tenant: (tenant.tenant_id, tenant.facts.tenant_name), place, room_text })
}

impl Context {
    fn bill(&self, kind: BillKind, charge_line: u16, source: BillSource, issue_date: Date, due_date: Date) -> NewBill {
        NewBill {
            lease_id: self.lease.lease_id,
            version_no: self.lease.version_no,
            tenant: self.tenant.clone(),
            party_a_id: self.lease.facts.party_a_id,
            place: self.place,
            room_text: self.room_text.clone(),
            kind,
            charge_line,
            period: None,
            issue_date,
            due_date,
            amount_fen: 0,
            lines: Vec::new(),
            split: Vec::new(),
            adjusts_bill_id: 0,
            source,
            dept_id: self.lease.owned.dept_id,
            remark: String::new(),
        }
    }

    fn shares(&self, parts: &[i64]) -> Vec<RoomShare> {
        let rooms = self.lease.facts.rooms.iter().zip(parts);
        rooms.map(|(room, amount_fen)| RoomShare { room_id: room.room_id, amount_fen: *amount_fen }).collect()
    }

    /// Shares by area of an amount that the plan does not split.
    fn by_area(&self, amount_fen: i64) -> Vec<RoomShare> {
        let areas: Vec<Area> = self.lease.facts.rooms.iter().map(|room| room.rent_area_m2).collect();
        let weights: Vec<i64> = areas.iter().map(|area| area.0).collect();
        self.shares(&split(amount_fen, &weights))
    }
}

/// A bill of a lease without an amount yet, for what no plan asks for.
///
/// # Errors
/// A linked record that is missing.
pub fn draft(view: &View, lease: &Lease, kind: BillKind, source: BillSource, day: Date) -> Outcome<NewBill> {
    Ok(context(view, lease)?.bill(kind, 0, source, day, day))
}

/// Issues what a lease lacks by a day: bills, adjustments, deposits, holdover.
///
/// # Errors
/// A record that cannot be written; terms that contradict themselves.
pub fn generate(op: &mut Op, lease: &Lease, day: Date) -> Outcome<Generated> {
    if !has_bills(lease) {
        return Ok(Generated::default());
    }
    let bills = living(&op.view(), lease.lease_id)?;
    let missing = compared(&op.view(), lease, &bills, day)?;
    if let Some(hole) = missing.uncovered {
        let no = &lease.lease_no;
        return Err(Fault::refused(format!("合同 {no} 的账单计划在 {hole} 处有空缺或重叠，不能出账，请核对租金条款")));
    }
    let stays = lease.effective_end() < day;
    forecast::keep(op, lease, &missing.planned)?;
    demand::carry(op, lease, &bills, day)?;
    let deposits = demand::wanted(&op.view(), lease, &bills, day)?;
    let mut done = Generated::default();
    if missing.due.is_empty() && missing.deltas.is_empty() && !stays && deposits.is_empty() {
        return Ok(done);
    }
    let context = context(&op.view(), lease)?;
    for planned in missing.due {
        let new =
            context.bill(planned.kind, planned.charge_line, BillSource::Contract, planned.issue_date, planned.due_date);
        let (amount_fen, split) = (planned.amount_fen, context.shares(&planned.split));
        let new = NewBill { period: Some(planned.period), amount_fen, lines: planned.lines, split, ..new };
        issue(op, new)?;
        done += Generated { issued: 1, adjusted: 0, amount_fen };
    }
    for delta in missing.deltas {
        done += adjust(op, &context, &bills, &delta, day)?;
    }
    for demand in deposits {
        done += deposit_bill(op, &context, demand)?;
    }
    if stays {
        done += holdover_bills(op, &context, &bills, day)?;
    }
    Ok(done)
}

/// One signed adjustment of the period's bill.
fn adjust(op: &mut Op, context: &Context, bills: &[Bill], delta: &Delta, day: Date) -> Outcome<Generated> {
    let of_period = |bill: &&Bill| {
        bill.charge_line == delta.charge_line
            && bill.source == BillSource::Contract
            && bill.period.is_some_and(|period| period.from == delta.period.from)
    };
    let Some(bill) = bills.iter().find(of_period) else { return Ok(Generated::default()) };
    let issue_date = close::open_day(&op.view(), bill.party_a_id, day)?;
    // What is asked for later may be paid later; what is taken off belongs to the bill it corrects.
    let lead = i64::from(context.lease.facts.issue_lead_days);
    let due_date = if delta.delta_fen > 0 { bill.due_date.max(add_days(issue_date, lead)) } else { bill.due_date };
    let (period, amount_fen) = (Some(bill.period.unwrap_or(delta.period)), delta.delta_fen);
    let new = NewBill {
        period,
        amount_fen,
        split: context.by_area(amount_fen),
        adjusts_bill_id: bill.bill_id,
        remark: format!("调整 {}：原 {} 元，应为 {} 元", bill.bill_no, yuan(delta.issued_fen), yuan(delta.new_fen)),
        ..context.bill(bill.kind, delta.charge_line, BillSource::Adjustment, issue_date, due_date)
    };
    issue(op, new)?;
    Ok(Generated { issued: 0, adjusted: 1, amount_fen })
}

fn yuan(fen: i64) -> String {
    crate::kernel::money::yuan_grouped(fen)
}

/// A deposit bill, or the addition to one.
fn deposit_bill(op: &mut Op, context: &Context, demand: Demand) -> Outcome<Generated> {
    let Demand { period, issue_date, due_date, amount_fen, adjusts_bill_id } = demand;
    let (source, adjusted) = if adjusts_bill_id > 0 { (BillSource::Adjustment, 1) } else { (BillSource::Contract, 0) };
    let new = context.bill(BillKind::Deposit, DEPOSIT_LINE, source, issue_date, due_date);
    issue(op, NewBill { period, amount_fen, split: context.by_area(amount_fen), adjusts_bill_id, ..new })?;
    Ok(Generated { issued: 1 - adjusted, adjusted, amount_fen })
}

/// A month of occupation after the end is issued when the month is over, or the rooms came back.
fn holdover_bills(op: &mut Op, context: &Context, bills: &[Bill], day: Date) -> Outcome<Generated> {
    let lease = &context.lease;
    let mut done = Generated::default();
    let (months, until) = owed(&op.view(), lease, day)?;
    let known: BTreeSet<Date> = bills
        .iter()
        .filter(|bill| bill.source == BillSource::Holdover)
        .filter_map(|bill| bill.period.map(|period| period.from))
        .collect();
    for month in months {
        let (period, amount_fen) = (month.owed, month.amount_fen);
        let over = period.to < day || until.is_some();
        if !over || amount_fen == 0 || known.contains(&period.from) {
            continue;
        }
        let issue_date = period.to.min(day);
        if books_from(&op.view()).is_some_and(|from| issue_date < from) {
            continue;
        }
        let new =
            context.bill(BillKind::Rent, HOLDOVER_LINE, BillSource::Holdover, issue_date, add_days(issue_date, 10));
        issue(op, NewBill { period: Some(period), amount_fen, split: context.by_area(amount_fen), ..new })?;
        done += Generated { issued: 1, adjusted: 0, amount_fen };
    }
    Ok(done)
}
