//! Which bills bear a late fee today: kept by bill, because the past of a bill changes only with its books.
//!
//! Invariants: a bill that is not kept here bears nothing; what is settled is a fixed amount, what still runs follows from
//! its last border and the day alone. A commit that touches a bill's money, waivers, billed fees, its lease or the
//! versions of it marks it, and marked bills are looked at anew in a snapshot that is opened after they were taken off the marks.
//! Until every bill was looked at once ([`fill`]) the list looks at each bill itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;
use parking_lot::Mutex;

use super::{BilledFee, accrued, agreed, allocations, billed, is_settled, makes_less, may_bear, payments};
use crate::app::App;
use crate::columns::field::whole;
use crate::error::Result;
use crate::features::finance::allocation::{Allocation, columns as of_money};
use crate::features::finance::bill::columns as of_bills;
use crate::features::finance::bill::record::{BY_LEASE, Bill};
use crate::features::finance::waiver::record::Waiver;
use crate::features::lease::contract::record::{Lease, LeaseVersion};
use crate::features::lease::schedule::late_fee::{Rule, fee_of, late_fee};
use crate::kernel::span::{add_days, days_between};
use crate::op::{Caller, View};
use crate::product::{Memory, Start};
use crate::records::list::{self, Wish};
use crate::store::record::decode;
use crate::store::{Change, Key, Reader, Reads, Record, Res, id};

/// What is known of a bill that bears a fee or will.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// It is paid: what is due stays.
    Settled,
    /// Money or a waiver is dated ahead, or amounts and days are beyond 64 bits: it is looked at anew whenever somebody asks.
    Ahead,
    /// Something is open, and every day makes it more.
    Running {
        /// The first day on which it bears something.
        from: Date,
        /// Fen times days up to the last border.
        weight: i64,
        /// The last border.
        last: Date,
        /// Fen open since.
        open_fen: i64,
        principal_fen: i64,
        /// Its place in [`Known::rules`].
        rule: u32,
        billed_fen: i64,
        /// Whether money of a billed fee went back: then less than nothing may be due.
        taken_back: bool,
    },
}

impl Kept {
    fn bears(&self, rules: &[Rule], today: Date) -> bool {
        match *self {
            Self::Settled | Self::Ahead => true,
            Self::Running { from, weight, last, open_fen, principal_fen, rule, billed_fen, taken_back } => {
                let days = days_between(last, today).max(0);
                let weight = i128::from(weight) + i128::from(open_fen) * i128::from(days);
                let rule = rules.get(rule as usize).filter(|_| today >= from);
                let fee_fen = rule.map_or(0, |rule| fee_of(weight, principal_fen, *rule).1);
                let due = fee_fen - billed_fen;
                due > 0 || due < 0 && taken_back
            }
        }
    }
}

/// All bills that bear something or will. Some 200,000 of a big city, so it is an array, and rules, of which there are as
/// many as kinds of contracts, are kept once.
#[derive(Default)]
struct Known {
    /// By their numbers, ascending.
    bills: Vec<(u64, Kept)>,
    rules: Vec<Rule>,
}

impl Known {
    fn rule(&mut self, rule: Rule) -> u32 {
        let place = self.rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        u32::try_from(place).unwrap_or(u32::MAX)
    }

    /// Looks at bills that are not there, or not any more.
    fn look_at(&mut self, view: &View, bills: &BTreeSet<u64>) -> Result<()> {
        let mut looked = Vec::new();
        for bill_id in bills {
            if let Some(bill) = view.tx.get::<Bill>(&id(*bill_id))?
                && let Some(kept) = look(view, &bill, self)?
            {
                looked.push((*bill_id, kept));
            }
        }
        self.bills.retain(|(bill_id, _)| !bills.contains(bill_id));
        self.bills.extend(looked);
        self.bills.sort_unstable_by_key(|(bill_id, _)| *bill_id);
        self.bills.shrink_to_fit();
        Ok(())
    }
}

#[derive(Default)]
struct Inner {
    /// Whether marks are kept: from the moment before the first snapshot on.
    marks: bool,
    /// None until every bill was looked at.
    bearing: Option<Known>,
    bills: BTreeSet<u64>,
    leases: BTreeSet<u64>,
}

/// The memory.
#[derive(Default)]
pub struct Bearing {
    inner: Mutex<Inner>,
    turn: Mutex<()>,
}

impl Memory for Bearing {
    const NAME: &'static str = "late_fees";

    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }

    fn observe(&self, changes: &[Change]) {
        let mut inner = self.inner.lock();
        if !inner.marks {
            return;
        }
        for change in changes {
            let number = Key::from_bytes(&change.key).first_u64();
            match (change.table, &change.value) {
                (Bill::TABLE | BilledFee::TABLE, _) => inner.bills.extend(number),
                (LeaseVersion::TABLE | Lease::TABLE, _) => inner.leases.extend(number),
                (Allocation::TABLE, Some(bytes)) => {
                    inner.bills.extend(decode::<Allocation>(&change.key, bytes).map(|row| row.bill_id));
                }
                (Waiver::TABLE, Some(bytes)) => {
                    let waiver = decode::<Waiver>(&change.key, bytes);
                    inner.bills.extend(waiver.iter().flat_map(|waiver| &waiver.scope).map(|part| part.bill_id));
                }
                _ => {}
            }
        }
    }

    fn renew(&self, _: &Reader) -> Res<()> {
        *self.inner.lock() = Inner::default();
        Ok(())
    }
}

/// Looks at one bill.
fn look(view: &View, bill: &Bill, known: &mut Known) -> Result<Option<Kept>> {
    let today = view.now.date();
    if !may_bear(bill, Date::MAX) || is_settled(view, bill)? {
        return Ok(None);
    }
    let Some(rule) = agreed(view, bill)? else { return Ok(None) };
    let (rows, billed) = (allocations(view, bill)?, billed(view, bill.bill_id)?);
    let taken_back = billed.as_ref().is_some_and(|(billed, _)| rows.iter().any(|row| makes_less(row, billed)));
    let billed_fen = billed.as_ref().map_or(0, |(billed, _)| billed.fee_fen);
    let principal_fen = bill.amount_fen - bill.credited_fen;
    let from = add_days(bill.due_date, rule.grace_days + 1);
    let paid = payments(view, bill, rows)?;
    if paid.iter().any(|payment| payment.value_date > today) {
        return Ok(Some(Kept::Ahead));
    }
    let on = today.max(from);
    let fee = late_fee(principal_fen, bill.due_date, &paid, rule, on);
    let open_fen = principal_fen - paid.iter().map(|payment| payment.amount_fen).sum::<i64>();
    let weight: i128 = fee.segments.iter().map(|part| i128::from(part.base_fen) * i128::from(part.days)).sum();
    if open_fen > 0 && !fee.segments.is_empty() {
        let running = fee.segments.last().filter(|part| part.span.to == on);
        let (since, last) = running.map_or((0, on), |part| (part.days, add_days(on, -part.days)));
        let weight = weight - i128::from(open_fen) * i128::from(since);
        let Ok(weight) = i64::try_from(weight) else { return Ok(Some(Kept::Ahead)) };
        let rule = known.rule(rule);
        let kept = Kept::Running { from, weight, last, open_fen, principal_fen, rule, billed_fen, taken_back };
        return Ok(Some(kept));
    }
    let due = fee.fee_fen - billed_fen;
    Ok((due > 0 || due < 0 && taken_back).then_some(Kept::Settled))
}

/// Looks at bills that were touched since; false while nobody has looked at all of them.
fn catch_up(view: &View, memory: &Bearing) -> Result<bool> {
    let (mut bills, leases) = {
        let mut inner = memory.inner.lock();
        if inner.bearing.is_none() {
            return Ok(false);
        }
        (std::mem::take(&mut inner.bills), std::mem::take(&mut inner.leases))
    };
    if bills.is_empty() && leases.is_empty() {
        return Ok(true);
    }
    let reader = view.app.store.read()?;
    for lease_id in leases {
        bills.extend(reader.ids_by(&BY_LEASE, &id(lease_id), false, 0, usize::MAX)?.iter().filter_map(Key::first_u64));
    }
    // Marks come in while bills are looked at, so what is known is taken out and put back.
    let Some(mut known) = memory.inner.lock().bearing.take() else { return Ok(false) };
    let looked = known.look_at(&View { tx: &reader, ..*view }, &bills);
    let mut inner = memory.inner.lock();
    if let Err(fault) = looked {
        // Nobody knows them yet: they are looked at by the next one who asks.
        inner.bills.extend(bills);
        inner.bearing = Some(known);
        return Err(fault);
    }
    if !inner.marks {
        return Ok(false);
    }
    inner.bearing = Some(known);
    Ok(true)
}

/// Numbers of the bills that bear a fee today, ascending; `None` until all bills were looked at.
pub fn numbers(view: &View) -> Result<Option<Vec<u64>>> {
    let memory = view.app.state::<Bearing>()?;
    let _turn = memory.turn.lock();
    if !view.tx.is_snapshot() || !catch_up(view, &memory)? {
        return Ok(None);
    }
    let (today, inner) = (view.now.date(), memory.inner.lock());
    let mut numbers = Vec::new();
    let Some(known) = &inner.bearing else { return Ok(None) };
    for (bill_id, kept) in known.bills.iter().filter(|(_, kept)| kept.bears(&known.rules, today)) {
        if *kept == Kept::Ahead {
            let bill: Option<Bill> = view.tx.get(&id(*bill_id))?;
            if bill.map_or(Ok(None), |bill| accrued(view, &bill, today))?.is_none() {
                continue;
            }
        }
        numbers.push(*bill_id);
    }
    Ok(Some(numbers))
}

/// Bills that may bear something: open ones, those whose money came late or went back, those of which something was waived
/// or whose fee was billed. All others were paid in time.
fn candidates(view: &View) -> Result<BTreeSet<u64>> {
    let mut bills = BTreeSet::new();
    let place = list::Ask::<Bill>::default();
    let open = Wish::Not(Box::new(Wish::among(place.place(&of_bills::OPEN)?, vec![0])));
    let waived = Wish::Not(Box::new(Wish::among(place.place(&of_bills::WAIVED)?, vec![0])));
    let wishes = [(None, Wish::Any(vec![open, waived]))];
    list::gather::<Bill>(view, &wishes, &[], |bill_id, _| bills.extend([bill_id]))?;
    let place = list::Ask::<Allocation>::default();
    let late = [(None, Wish::among(place.place(&of_money::LATE)?, vec![whole(1)]))];
    list::gather::<Allocation>(view, &late, &[of_money::BILL], |_, row| {
        bills.extend(row.first().map(|bill_id| bill_id.cast_unsigned()));
    })?;
    view.tx.each::<BilledFee>(|billed| {
        bills.insert(billed.principal_id);
        true
    })?;
    Ok(bills)
}

/// Looks at all bills once; after the columns are filled.
///
/// # Errors
/// A record that can't be read: lists go on looking at each bill.
pub fn fill(app: &Arc<App>) -> Result<()> {
    let memory = app.state::<Bearing>()?;
    let _turn = memory.turn.lock();
    memory.inner.lock().marks = true;
    let caller = Caller::console("columns", "late fees");
    let known = app.read(&caller, |view| {
        let mut known = Known::default();
        known.look_at(view, &candidates(view)?)?;
        Ok(known)
    })?;
    memory.inner.lock().bearing = Some(known);
    Ok(())
}
