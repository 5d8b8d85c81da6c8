//! From the plan of a lease to its bills (domain.md 2.7, 3.6): what is to be issued by a day, and the adjustments of what
//! was issued before a change.
//!
//! Invariant: running it again changes nothing. Planned bills are compared with what stands in the books ([`super::plan`]):
//! a period that is missing is issued when its issue date has come, a period whose sum differs is adjusted by signed bills.

use jiff::civil::Date;
use serde::Serialize;

use super::plan::{Missing, compared};
use super::post::{NewBill, drop_demand, issue, take_off};
use super::record::{BY_LEASE, Bill, BillSource, BillState, RoomShare};
use super::standing::{is_of_before, record_paid_before};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::room::record::Room;
use crate::features::finance::deposit::demand::{self, Demand};
use crate::features::finance::upgrade::waits_for_a_person;
use crate::features::finance::{between, period};
use crate::features::lease::contract::effect::agreed_on;
use crate::features::lease::contract::forecast;
use crate::features::lease::contract::plan::{all_versions, tenant_on};
use crate::features::lease::contract::record::{Lease, LeaseRoom, LeaseVersion};
use crate::features::lease::schedule::change::{Delta, Overstay};
use crate::features::lease::schedule::plan::PlannedBill;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::area::Area;
use crate::kernel::exact::split;
use crate::kernel::order::Order;
use crate::kernel::span::add_days;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id};

pub use super::plan::{against, missing};

/// The charge line of deposits and of holdover, beyond those of contracts.
pub const DEPOSIT_LINE: u16 = u16::MAX;
pub const HOLDOVER_LINE: u16 = u16::MAX - 1;

/// Days to pay what no contract gives a day for.
const DAYS_TO_PAY: i64 = 10;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Generated {
    /// How many bills were issued.
    pub issued: usize,
    /// How many adjustments of earlier bills were issued.
    pub adjusted: usize,
    /// Sum of these bills and adjustments, in whole fen.
    pub amount_fen: i64,
}

impl std::ops::AddAssign for Generated {
    fn add_assign(&mut self, other: Self) {
        self.issued += other.issued;
        self.adjusted += other.adjusted;
        self.amount_fen += other.amount_fen;
    }
}

/// Bills of a lease that count.
pub fn living(view: &View, lease_id: u64) -> Result<Vec<Bill>> {
    let mut bills: Vec<Bill> = view.tx.by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?;
    bills.retain(|bill| bill.state == BillState::Issued);
    Ok(bills)
}

/// What bills of a lease have in common, and what its versions said of the rooms.
struct Context {
    lease: Lease,
    versions: Vec<LeaseVersion>,
    place: (u64, u64),
    room_text: String,
}

fn context(view: &View, lease: &Lease) -> Result<Context> {
    let mut codes = Vec::new();
    let mut place = (0, 0);
    for chosen in &lease.facts.rooms {
        let room: Room = owned::linked(view, chosen.room_id)?;
        if place.1 == 0 {
            let asset: Asset = owned::linked(view, room.asset_id)?;
            place = (asset.facts.plate_id, asset.asset_id);
        }
        codes.push(room.facts.room_code);
    }
    let mut room_text = codes.iter().take(5).cloned().collect::<Vec<_>>().join("、");
    if codes.len() > 5 {
        room_text += &format!("等{}间", codes.len());
    }
    let versions = all_versions(view, lease.lease_id)?;
    Ok(Context { lease: lease.clone(), versions, place, room_text })
}

fn named(view: &View, tenant_id: u64) -> Result<(u64, String)> {
    let tenant: Tenant = owned::linked(view, tenant_id)?;
    Ok((tenant.tenant_id, tenant.facts.tenant_name))
}

/// What a bill is for and when it is asked for.
struct BillRequest {
    kind: BillKind,
    charge_line: u16,
    source: BillSource,
    issue_date: Date,
    due_date: Date,
}

impl Context {
    fn bill(&self, asked: &BillRequest, tenant: (u64, String)) -> NewBill {
        NewBill {
            lease_id: self.lease.lease_id,
            version_no: self.lease.version_no,
            tenant,
            party_a_id: self.lease.facts.party_a_id,
            place: self.place,
            room_text: self.room_text.clone(),
            kind: asked.kind,
            charge_line: asked.charge_line,
            period: None,
            issue_date: asked.issue_date,
            due_date: asked.due_date,
            amount_fen: 0,
            lines: Vec::new(),
            split: Vec::new(),
            adjusts_bill_id: 0,
            source: asked.source,
            dept_id: self.lease.owned.dept_id,
            remark: String::new(),
        }
    }

    /// A bill of the party A that let the lease on a day.
    fn of_day(&self, new: NewBill, day: Date) -> NewBill {
        let (party_a_id, dept_id) = self.lease.party_on(day);
        NewBill { party_a_id, dept_id, ..new }
    }

    /// The rooms by the contract of a day.
    fn rooms_on(&self, day: Date) -> Vec<LeaseRoom> {
        agreed_on(&self.versions, day, |facts| facts.rooms.clone()).unwrap_or_else(|| self.lease.facts.rooms.clone())
    }

    /// Shares of a planned bill; by area when the rooms are not those it was planned for.
    fn shares(&self, planned: &PlannedBill) -> Vec<RoomShare> {
        let rooms = self.rooms_on(planned.period.from);
        if rooms.len() != planned.split.len() {
            return self.by_area(planned.amount_fen, planned.period.from);
        }
        let shares = rooms.iter().zip(&planned.split);
        shares.map(|(room, amount_fen)| RoomShare { room_id: room.room_id, amount_fen: *amount_fen }).collect()
    }

    /// Shares by area of an amount that the plan does not split.
    fn by_area(&self, amount_fen: i64, day: Date) -> Vec<RoomShare> {
        let rooms = self.rooms_on(day);
        let areas: Vec<Area> = rooms.iter().map(|room| room.rent_area_m2).collect();
        let weights: Vec<i64> = areas.iter().map(|area| area.0).collect();
        let shares = rooms.iter().zip(split(amount_fen, &weights));
        shares.map(|(room, amount_fen)| RoomShare { room_id: room.room_id, amount_fen }).collect()
    }
}

/// A bill of a lease without an amount yet, for what no plan asks for; of the tenant of that day.
///
/// # Errors
/// A linked record that is missing.
pub fn draft(view: &View, lease: &Lease, kind: BillKind, source: BillSource, day: Date) -> Result<NewBill> {
    let tenant = named(view, tenant_on(view, lease, day)?)?;
    let asked = BillRequest { kind, charge_line: 0, source, issue_date: day, due_date: day };
    Ok(context(view, lease)?.bill(&asked, tenant))
}

/// Issues what a lease lacks by a day: bills, adjustments, deposits, holdover.
///
/// # Errors
/// A record that cannot be written; terms that contradict themselves.
pub fn generate(op: &mut Op, lease: &Lease, day: Date) -> Result<Generated> {
    if !lease.has_bills() {
        return Ok(Generated::default());
    }
    let bills = living(&op.view(), lease.lease_id)?;
    let bills = record_paid_before(op, lease, bills, day)?;
    let mut missing = compared(&op.view(), lease, &bills, day)?;
    if let Some(hole) = missing.uncovered {
        let no = &lease.lease_no;
        return Err(AppError::refused(format!(
            "合同 {no} 的账单计划在 {hole} 处有空缺或重叠，不能出账，请核对租金条款"
        )));
    }
    forecast::keep(op, lease, &missing.planned)?;
    let mut done = Generated::default();
    let bills = carried(op, lease, bills, day, &mut done)?;
    if waits_for_a_person(&op.view(), lease)? {
        let opening = |period| bills.iter().any(|bill| is_of_before(bill) && bill.period == Some(period));
        missing.deltas.retain(|delta| delta.charge_line != HOLDOVER_LINE && !opening(delta.period));
        let first_day = period::books_from_of(&op.view(), lease)?;
        missing.due.retain(|planned| first_day.is_none_or(|first| planned.issue_date >= first));
    }
    let deposits = demand::wanted(&op.view(), lease, &bills, day)?;
    if missing.is_nothing() && deposits.is_empty() {
        return Ok(done);
    }
    let context = context(&op.view(), lease)?;
    done += settle_periods(op, &context, &bills, missing, day)?;
    for demand in deposits {
        done += deposit_bill(op, &context, demand)?;
    }
    Ok(done)
}

/// Deposit that comes over from before, and demands that nobody has to pay any more: what comes over may leave a demand
/// without a reason, and a demand that goes may leave room for what comes over. Answers the living bills.
fn carried(op: &mut Op, lease: &Lease, bills: Vec<Bill>, day: Date, done: &mut Generated) -> Result<Vec<Bill>> {
    if waits_for_a_person(&op.view(), lease)? {
        demand::carry(op, lease, &bills, day)?;
        return Ok(bills);
    }
    let mut bills = bills;
    // One drop, one movement and one drop after it are all that can follow from each other.
    for _ in 0..2 {
        let dropped = drop_demands(op, lease, &bills, day)?;
        let fresh = if dropped.adjusted > 0 { living(&op.view(), lease.lease_id)? } else { bills };
        *done += dropped;
        let moved = demand::carry(op, lease, &fresh, day)?;
        bills = if moved > 0 { living(&op.view(), lease.lease_id)? } else { fresh };
        if moved == 0 {
            break;
        }
    }
    Ok(bills)
}

/// Bills and corrections of the periods.
fn settle_periods(op: &mut Op, context: &Context, bills: &[Bill], missing: Missing, day: Date) -> Result<Generated> {
    let mut done = Generated::default();
    // What is taken off becomes credit before it is needed elsewhere.
    let (less, more): (Vec<Delta>, Vec<Delta>) = missing.deltas.into_iter().partition(|delta| delta.delta_fen < 0);
    for delta in less.iter().chain(&more) {
        done += adjust(op, context, bills, delta, day)?;
    }
    for planned in missing.due {
        done += issue_planned(op, context, planned, day)?;
    }
    for month in missing.holdover {
        done += holdover_bill(op, context, &month, day)?;
    }
    Ok(done)
}

fn issue_planned(op: &mut Op, context: &Context, planned: PlannedBill, day: Date) -> Result<Generated> {
    let facts = &context.lease.facts;
    let tenant = named(&op.view(), if planned.tenant_id > 0 { planned.tenant_id } else { facts.tenant_id })?;
    let (issue_date, mut due_date) = (planned.issue_date, planned.due_date);
    // Who took over learns of his bills when the change is decided, which may be after the contract's day.
    let took_over = planned.tenant_id > 0 && planned.period.from > facts.start_date;
    if took_over && due_date < day && context.versions.last().is_some_and(|last| last.approved_at.date() > issue_date) {
        due_date = add_days(day, i64::from(facts.issue_lead_days));
    }
    // Nobody is late with what he had not signed yet.
    due_date = context.lease.sign_date.map_or(due_date, |signed| due_date.max(signed));
    let asked = BillRequest {
        kind: planned.kind,
        charge_line: planned.charge_line,
        source: BillSource::Contract,
        issue_date,
        due_date,
    };
    let (amount_fen, split) = (planned.amount_fen, context.shares(&planned));
    let new = context.of_day(context.bill(&asked, tenant), planned.period.from);
    let bill = issue(op, NewBill { period: Some(planned.period), amount_fen, lines: planned.lines, split, ..new })?;
    between::income(op, &context.lease, &bill)?;
    Ok(Generated { issued: 1, adjusted: 0, amount_fen })
}

/// The bills that a correction is about, the newest first.
fn of_delta<'b>(bills: &'b [Bill], delta: &Delta) -> Vec<&'b Bill> {
    let mut targets: Vec<&Bill> = bills
        .iter()
        .filter(|bill| {
            bill.amount_fen >= 0
                && (bill.charge_line, bill.kind) == (delta.charge_line, delta.kind)
                && !matches!(bill.source, BillSource::Manual | BillSource::LateFee)
                && (delta.tenant_id == 0 || bill.tenant_id == delta.tenant_id)
                && bill.period.is_some_and(|period| period.from == delta.period.from)
        })
        .collect();
    targets.order_by_key(|bill| std::cmp::Reverse(bill.bill_id));
    targets
}

/// Signed adjustments of a period: of plate, rooms and tenant of the bills they correct.
fn adjust(op: &mut Op, context: &Context, bills: &[Bill], delta: &Delta, day: Date) -> Result<Generated> {
    let targets = of_delta(bills, delta);
    let Some(first) = targets.last() else { return Ok(Generated::default()) };
    let issue_date = period::open_day(&op.view(), first.party_a_id, day)?;
    let remark = |bill: &Bill| {
        format!("调整 {}：原 {} 元，应为 {} 元", bill.bill_no, yuan(delta.issued_fen), yuan(delta.new_fen))
    };
    let correcting = |bill: &Bill| NewBill { remark: remark(bill), ..correction(context, bill, issue_date) };
    if delta.delta_fen < 0 {
        let targets: Vec<Bill> = targets.into_iter().cloned().collect();
        let adjusted = take_off(op, &targets, -delta.delta_fen, &correcting)?;
        return Ok(Generated { issued: 0, adjusted, amount_fen: delta.delta_fen });
    }
    // What is asked for later may be paid later; what is taken off belongs to the bill it corrects.
    let lead = i64::from(context.lease.facts.issue_lead_days);
    let due_date = first.due_date.max(add_days(issue_date, lead));
    let (amount_fen, split) = (delta.delta_fen, context.by_area(delta.delta_fen, delta.period.from));
    let new = context.of_day(correcting(first), delta.period.from);
    let bill = issue(op, NewBill { amount_fen, due_date, split, ..new })?;
    between::income(op, &context.lease, &bill)?;
    Ok(Generated { issued: 0, adjusted: 1, amount_fen })
}

/// A correction of a bill, without its amount: it is what that bill is.
fn correction(context: &Context, bill: &Bill, issue_date: Date) -> NewBill {
    NewBill {
        lease_id: bill.lease_id,
        version_no: context.lease.version_no,
        tenant: (bill.tenant_id, bill.tenant_name.clone()),
        party_a_id: bill.party_a_id,
        place: (bill.plate_id, bill.asset_id),
        room_text: bill.room_text.clone(),
        kind: bill.kind,
        charge_line: bill.charge_line,
        period: bill.period,
        issue_date,
        due_date: bill.due_date,
        amount_fen: 0,
        lines: Vec::new(),
        split: Vec::new(),
        adjusts_bill_id: bill.bill_id,
        source: BillSource::Adjustment,
        dept_id: bill.owned.dept_id,
        remark: String::new(),
    }
}

fn yuan(fen: i64) -> String {
    crate::kernel::money::yuan_grouped(fen)
}

/// A deposit bill, or the addition to one.
fn deposit_bill(op: &mut Op, context: &Context, demand: Demand) -> Result<Generated> {
    let Demand { tenant_id, period, issue_date, due_date, amount_fen, adjusts_bill_id } = demand;
    let (source, adjusted) = if adjusts_bill_id > 0 { (BillSource::Adjustment, 1) } else { (BillSource::Contract, 0) };
    let asked = BillRequest { kind: BillKind::Deposit, charge_line: DEPOSIT_LINE, source, issue_date, due_date };
    let new = context.bill(&asked, named(&op.view(), tenant_id)?);
    let split = context.by_area(amount_fen, due_date);
    issue(op, NewBill { period, amount_fen, split, adjusts_bill_id, ..new })?;
    Ok(Generated { issued: 1 - adjusted, adjusted, amount_fen })
}

/// Deposit that is asked for and no longer agreed: taken back as far as nobody has paid it.
fn drop_demands(op: &mut Op, lease: &Lease, bills: &[Bill], day: Date) -> Result<Generated> {
    let mut done = Generated::default();
    for (bill_id, fen) in demand::too_much(&op.view(), lease, bills, day)? {
        let Some(bill) = bills.iter().find(|bill| bill.bill_id == bill_id) else { continue };
        done += drop_one(op, lease, bill, fen, day)?;
    }
    Ok(done)
}

fn drop_one(op: &mut Op, lease: &Lease, bill: &Bill, fen: i64, day: Date) -> Result<Generated> {
    let issue_date = period::open_day(&op.view(), bill.party_a_id, day)?;
    let context = Context { lease: lease.clone(), versions: Vec::new(), place: (0, 0), room_text: String::new() };
    let remark = format!("约定押金减少，不再收取 {} 元", yuan(fen));
    drop_demand(op, bill, fen, NewBill { remark, ..correction(&context, bill, issue_date) })?;
    Ok(Generated { issued: 0, adjusted: 1, amount_fen: -fen })
}

/// Takes back every unpaid demand for deposit of a lease that is over; of one tenant, or of all (0).
pub fn drop_all_demands(op: &mut Op, lease: &Lease, tenant_id: u64) -> Result<()> {
    let day = op.now.date();
    for bill in living(&op.view(), lease.lease_id)? {
        let of_him = tenant_id == 0 || bill.tenant_id == tenant_id;
        if bill.kind == BillKind::Deposit && of_him && bill.outstanding_fen() > 0 {
            drop_one(op, lease, &bill, bill.outstanding_fen(), day)?;
        }
    }
    Ok(())
}

/// Takes back all bills of a lease that will never begin: what was paid becomes credit, deposits wait to be paid back.
pub fn withdraw(op: &mut Op, void: &Lease) -> Result<()> {
    let (day, bills) = (op.now.date(), living(&op.view(), void.lease_id)?);
    if bills.is_empty() {
        return Ok(());
    }
    let missing = compared(&op.view(), void, &bills, day)?;
    let context = context(&op.view(), void)?;
    for delta in &missing.deltas {
        adjust(op, &context, &bills, delta, day)?;
    }
    drop_all_demands(op, void, 0)
}

/// A month of occupation after the end: issued when the month is over, or the rooms came back.
fn holdover_bill(op: &mut Op, context: &Context, month: &Overstay, day: Date) -> Result<Generated> {
    let (period, amount_fen) = (month.owed, month.amount_fen);
    let issue_date = period.to.min(day);
    let asked = BillRequest {
        kind: BillKind::Rent,
        charge_line: HOLDOVER_LINE,
        source: BillSource::Holdover,
        issue_date,
        due_date: add_days(issue_date, DAYS_TO_PAY),
    };
    let new = context.bill(&asked, named(&op.view(), context.lease.facts.tenant_id)?);
    let new = context.of_day(new, period.from);
    let split = context.by_area(amount_fen, period.from);
    issue(op, NewBill { period: Some(period), amount_fen, split, ..new })?;
    Ok(Generated { issued: 1, adjusted: 0, amount_fen })
}
