//! Entries that put themselves right: the linked bills are paid, the money is handed in, the room is let. Looked at every
//! night, and at once when a tenant's money comes in; undone when that money goes back.
//!
//! Invariant: an entry is put right on the day of what put it right (the bank's day of the last money), not on the day it
//! was noticed, so that a tenant who paid in time counts as in time.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::candidates;
use super::record::{BY_TENANT, EntryFacts, EntryState, ExposureEntry, OPEN, Rectified, SubjectKind};
use super::subject::{idle_since, late_units};
use crate::error::Result;
use crate::features::assets::occupancy::of_room;
use crate::features::assets::room::grid::{RoomState, state_of};
use crate::features::assets::room::record::Room;
use crate::features::finance::allocation::living_of_bill;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::payout::record::{BY_KIND, Payout, PayoutKind};
use crate::features::finance::waiver::{BY_BILL, Waiver};
use crate::kernel::span::days_between;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id, key};

/// What has become of a published case.
enum News {
    Same,
    /// Put right on a day.
    Over(Date, &'static str),
    /// Other numbers: fen, days.
    Numbers(i64, i64),
}

/// The day on which the last of these bills was settled.
fn settled_on(view: &View, bills: &[Bill]) -> Result<Option<Date>> {
    let mut last: Option<Date> = None;
    let mut see = |day: Date| last = Some(last.map_or(day, |known| known.max(day)));
    for bill in bills {
        living_of_bill(view, bill.bill_id)?.iter().for_each(|(row, _)| see(row.value_date));
        let waivers: Vec<Waiver> = view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
        waivers.iter().filter(|waiver| waiver.counts_on(view.now.date())).for_each(|waiver| see(waiver.effective_date));
        bill.void_date.into_iter().for_each(&mut see);
    }
    Ok(last)
}

fn linked_bills(view: &View, entry: &ExposureEntry) -> Result<Vec<Bill>> {
    let mut bills = Vec::with_capacity(entry.bills.len());
    for bill_id in &entry.bills {
        bills.extend(view.tx.get::<Bill>(&id(*bill_id))?);
    }
    Ok(bills)
}

/// Fen still owed on these bills and the days the oldest is late; none when all are settled.
fn still_owed(bills: &[Bill], today: Date) -> Option<(i64, i64)> {
    let open = bills.iter().filter(|bill| bill.outstanding_fen() > 0);
    let oldest = open.clone().map(|bill| bill.due_date).min()?;
    Some((open.map(Bill::outstanding_fen).sum(), days_between(oldest, today)))
}

fn of_arrears(view: &View, entry: &ExposureEntry) -> Result<News> {
    let (today, bills) = (view.now.date(), linked_bills(view, entry)?);
    match still_owed(&bills, today) {
        None => Ok(News::Over(settled_on(view, &bills)?.unwrap_or(today), "关联的逾期账单已全部结清")),
        Some((fen, _)) if entry.facts.amount_fen == Some(fen) => Ok(News::Same),
        Some((fen, days)) => Ok(News::Numbers(fen, days)),
    }
}

fn of_unit(view: &View, entry: &ExposureEntry) -> Result<News> {
    let party_a_id = entry.facts.subject.party_a_id;
    match late_units(view, Some(party_a_id))?.first() {
        Some((_, fen, _)) if entry.facts.amount_fen == Some(*fen) => Ok(News::Same),
        Some((_, fen, days)) => Ok(News::Numbers(*fen, *days)),
        None => {
            let kind = key().u8(PayoutKind::Remittance as u8);
            let payouts: Vec<Payout> = view.tx.by(&BY_KIND, &kind, false, 0, usize::MAX)?;
            let today = view.now.date();
            let mine = payouts.iter().filter(|payout| payout.facts.party_a_id == party_a_id && payout.counts_on(today));
            let last = mine.filter_map(|payout| payout.paid_date).max();
            Ok(News::Over(last.unwrap_or(today), "逾期未上缴的款项已全部上缴"))
        }
    }
}

fn of_room_let(view: &View, entry: &ExposureEntry) -> Result<News> {
    let today = view.now.date();
    let Some(room) = view.tx.get::<Room>(&id(entry.facts.subject.room_id))? else { return Ok(News::Same) };
    if idle_since(view, &room, today)?.is_some() || !room.valid.contains(today) {
        return Ok(News::Same);
    }
    let rows = of_room(view, room.room_id)?;
    match state_of(view, &room, &rows, today)? {
        (RoomState::Reserved | RoomState::Submitted, _) => Ok(News::Same),
        (_, row) => Ok(News::Over(row.map_or(today, |row| row.span.from), "房间已不再空置")),
    }
}

/// Looks at one published entry; answers whether it was put right.
fn look(op: &mut Op, entry: &ExposureEntry) -> Result<bool> {
    let (view, today) = (op.view(), op.now.date());
    let subject = entry.facts.subject;
    let news = match subject.subject_kind {
        SubjectKind::Arrears if !entry.bills.is_empty() => of_arrears(&view, entry)?,
        SubjectKind::Remittance => of_unit(&view, entry)?,
        SubjectKind::Idle if subject.room_id > 0 => of_room_let(&view, entry)?,
        _ => News::Same,
    };
    match news {
        News::Same => Ok(false),
        News::Numbers(fen, days) => {
            let facts = EntryFacts { amount_fen: Some(fen), overdue_days: Some(days), ..entry.facts.clone() };
            owned::update(op, entry, ExposureEntry { facts, as_of: today, ..entry.clone() }, "金额更新")?;
            Ok(false)
        }
        News::Over(day, note) => {
            let from = entry.facts.publish_from.unwrap_or(today).min(today);
            let rectified = Some(Rectified { day: day.clamp(from, today), automatic: true, note: note.to_owned() });
            let next = ExposureEntry { state: EntryState::Rectified, rectified, ended: None, ..entry.clone() };
            owned::update(op, entry, next, "自动整改")?;
            Ok(true)
        }
    }
}

/// A tenant's money came in: looks at his entries with this party A.
pub fn money_came(op: &mut Op, tenant_id: u64, party_a_id: u64) -> Result<()> {
    let side = key().u64(tenant_id).u64(party_a_id);
    let entries: Vec<ExposureEntry> = op.view().tx.by(&BY_TENANT, &side, false, 0, usize::MAX)?;
    for entry in entries.iter().filter(|entry| entry.is_open()) {
        look(op, entry)?;
    }
    Ok(())
}

/// A tenant's money went back (bounced, mis-keyed): what only that money had put right is on the board again, unless
/// another case of his has taken its place.
pub fn money_went(op: &mut Op, tenant_id: u64, party_a_id: u64) -> Result<()> {
    let (side, today) = (key().u64(tenant_id).u64(party_a_id), op.now.date());
    let entries: Vec<ExposureEntry> = op.view().tx.by(&BY_TENANT, &side, false, 0, usize::MAX)?;
    let replaced = entries.iter().any(|entry| entry.is_living(today));
    for entry in &entries {
        if entry.is_open() {
            look(op, entry)?;
        }
        if replaced || entry.bills.is_empty() || !entry.rectified.as_ref().is_some_and(|rectified| rectified.automatic)
        {
            continue;
        }
        let Some((fen, days)) = still_owed(&linked_bills(&op.view(), entry)?, today) else { continue };
        let facts = EntryFacts { amount_fen: Some(fen), overdue_days: Some(days), ..entry.facts.clone() };
        let state = EntryState::Published;
        let next = ExposureEntry { state, facts, as_of: today, rectified: None, ended: None, ..entry.clone() };
        owned::update(op, entry, next, "收款冲销，恢复曝光")?;
    }
    Ok(())
}

/// Bills passed to another party A: what somebody owes is not put right by that. A case goes along when all that is open of
/// it did; of what else it is about it loses what went.
pub fn bills_passed(op: &mut Op, pairs: &[(u64, u64)]) -> Result<()> {
    let today = op.now.date();
    let mut sides = BTreeSet::new();
    for (old, _) in pairs {
        let bill: Option<Bill> = op.view().tx.get(&id(*old))?;
        sides.extend(bill.map(|bill| (bill.tenant_id, bill.party_a_id)));
    }
    for (tenant_id, party_a_id) in sides {
        let side = key().u64(tenant_id).u64(party_a_id);
        let entries: Vec<ExposureEntry> = op.view().tx.by(&BY_TENANT, &side, false, 0, usize::MAX)?;
        for entry in entries.iter().filter(|entry| entry.is_living(today)) {
            follow(op, entry, pairs)?;
        }
    }
    Ok(())
}

fn follow(op: &mut Op, entry: &ExposureEntry, pairs: &[(u64, u64)]) -> Result<()> {
    let new_of = |bill_id: u64| pairs.iter().find(|(old, _)| *old == bill_id).map(|(_, new)| *new);
    if !entry.bills.iter().any(|bill_id| new_of(*bill_id).is_some()) {
        return Ok(());
    }
    let open = linked_bills(&op.view(), entry)?.iter().any(|bill| bill.outstanding_fen() > 0);
    let mut next = entry.clone();
    if open {
        next.bills.retain(|bill_id| new_of(*bill_id).is_none());
    } else {
        next.bills.iter_mut().for_each(|bill_id| *bill_id = new_of(*bill_id).unwrap_or(*bill_id));
        let first = next.bills.iter().find(|bill_id| pairs.iter().any(|(_, new)| new == *bill_id));
        let bill: Option<Bill> = first.map_or(Ok(None), |bill_id| op.view().tx.get(&id(*bill_id)))?;
        if let Some(bill) = bill {
            next.facts.subject.party_a_id = bill.party_a_id;
            next.owned.dept_id = bill.owned.dept_id;
        }
    }
    owned::update(op, entry, next, "账单随资产移交")?;
    Ok(())
}

/// What a night brought.
#[derive(Debug, Clone, Copy, Default)]
pub struct Night {
    /// Entries put right.
    pub rectified: usize,
    pub made: usize,
    /// Candidates whose case is over.
    pub closed: usize,
}

/// The nightly run: what is put right first, then what the rules find.
pub fn nightly(op: &mut Op) -> Result<Night> {
    let mut night = Night::default();
    let open: Vec<ExposureEntry> = op.view().tx.by(&OPEN, &key(), false, 0, usize::MAX)?;
    for entry in &open {
        night.rectified += usize::from(look(op, entry)?);
    }
    let generated = candidates::run(op)?;
    (night.made, night.closed) = (generated.made, generated.closed);
    Ok(night)
}
