//! In-memory index of the bills that bear a late fee, so that the list needn't recompute each bill.
//!
//! Invariants: a bill that isn't in the index bears none. What is settled is a fixed amount; what accrues follows from its
//! last border and the day alone. A commit that changes a bill's money, waivers, billed fees or its lease's versions marks
//! the bill; marked bills are classified again on a snapshot opened after the marks were taken. Until the index is complete
//! ([`fill`]) the list computes each bill.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;
use parking_lot::Mutex;

use super::{BilledFee, accrued, agreed, allocations, billed, is_settled, makes_less, may_bear, payments};
use crate::app::App;
use crate::columns::Set;
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
use crate::records::list::{self, Filter};
use crate::store::record::decode;
use crate::store::{Change, Key, Reader, Reads, Record, Res, id};

/// What the index says of a bill that bears a fee or will.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FeeState {
    /// It is paid: what is due stays.
    Settled,
    /// Money or a waiver is dated in the future, or amounts and days exceed 64 bits: computed for each query.
    Recompute,
    /// Something is open, and every day makes it more.
    Accruing {
        /// The first day on which it bears something.
        from: Date,
        /// Fen times days up to the last border.
        amount_days: i64,
        /// The last border.
        last: Date,
        /// Fen open since.
        open_fen: i64,
        principal_fen: i64,
        /// Its place in [`FeeTable::rules`].
        rule: u32,
        billed_fen: i64,
        /// Whether money of a billed fee went back: then less than nothing may be due.
        taken_back: bool,
    },
}

impl FeeState {
    fn bears(&self, rules: &[Rule], today: Date) -> bool {
        match *self {
            Self::Settled | Self::Recompute => true,
            Self::Accruing { from, amount_days, last, open_fen, principal_fen, rule, billed_fen, taken_back } => {
                let days = days_between(last, today).max(0);
                let amount_days = i128::from(amount_days) + i128::from(open_fen) * i128::from(days);
                let rule = rules.get(rule as usize).filter(|_| today >= from);
                let fee_fen = rule.map_or(0, |rule| fee_of(amount_days, principal_fen, *rule).1);
                let due = fee_fen - billed_fen;
                due > 0 || due < 0 && taken_back
            }
        }
    }
}

/// The bills that bear a fee or will. Some 200,000 of a big city, so it is an array, and rules, of which there are as
/// many as kinds of contracts, are state once.
#[derive(Default)]
struct FeeTable {
    /// By their numbers, ascending.
    bills: Vec<(u64, FeeState)>,
    rules: Vec<Rule>,
}

impl FeeTable {
    fn rule(&mut self, rule: Rule) -> u32 {
        let place = self.rules.iter().position(|table| *table == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        u32::try_from(place).unwrap_or(u32::MAX)
    }

    /// Classifies bills that are not in the table, or changed.
    fn refresh(&mut self, view: &View, bills: &BTreeSet<u64>) -> Result<()> {
        let mut found = Vec::new();
        for bill_id in bills {
            if let Some(bill) = view.tx.get::<Bill>(&id(*bill_id))?
                && let Some(state) = classify(view, &bill, self)?
            {
                found.push((*bill_id, state));
            }
        }
        self.bills.retain(|(bill_id, _)| !bills.contains(bill_id));
        self.bills.extend(found);
        self.bills.sort_unstable_by_key(|(bill_id, _)| *bill_id);
        self.bills.shrink_to_fit();
        Ok(())
    }
}

#[derive(Default)]
struct Inner {
    /// Whether commits mark bills: from the moment before the first snapshot on.
    tracking: bool,
    /// None until every bill was classified.
    table: Option<FeeTable>,
    /// The bills of the table that bear a fee on a day; none when the table changed since, or it has to be asked each time.
    bearing: Option<(Date, Arc<Set>)>,
    bills: BTreeSet<u64>,
    leases: BTreeSet<u64>,
}

/// The index; `turn` lets one query at a time bring it up to date.
#[derive(Default)]
pub struct LateFeeIndex {
    inner: Mutex<Inner>,
    turn: Mutex<()>,
}

impl Memory for LateFeeIndex {
    const NAME: &'static str = "late_fees";

    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }

    fn observe(&self, changes: &[Change]) {
        let mut inner = self.inner.lock();
        if !inner.tracking {
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

    fn reload(&self, _: &Reader) -> Res<()> {
        *self.inner.lock() = Inner::default();
        Ok(())
    }
}

/// Classifies one bill; `None` bears nothing.
fn classify(view: &View, bill: &Bill, table: &mut FeeTable) -> Result<Option<FeeState>> {
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
        return Ok(Some(FeeState::Recompute));
    }
    let on = today.max(from);
    let fee = late_fee(principal_fen, bill.due_date, &paid, rule, on);
    let open_fen = principal_fen - paid.iter().map(|payment| payment.amount_fen).sum::<i64>();
    let amount_days: i128 = fee.segments.iter().map(|part| i128::from(part.base_fen) * i128::from(part.days)).sum();
    if open_fen > 0 && !fee.segments.is_empty() {
        let running = fee.segments.last().filter(|part| part.span.to == on);
        let (since, last) = running.map_or((0, on), |part| (part.days, add_days(on, -part.days)));
        let amount_days = amount_days - i128::from(open_fen) * i128::from(since);
        let Ok(amount_days) = i64::try_from(amount_days) else { return Ok(Some(FeeState::Recompute)) };
        let rule = table.rule(rule);
        let state =
            FeeState::Accruing { from, amount_days, last, open_fen, principal_fen, rule, billed_fen, taken_back };
        return Ok(Some(state));
    }
    let due = fee.fee_fen - billed_fen;
    Ok((due > 0 || due < 0 && taken_back).then_some(FeeState::Settled))
}

/// Classifies the marked bills; false until the index is complete.
fn catch_up(view: &View, memory: &LateFeeIndex) -> Result<bool> {
    let (mut bills, leases) = {
        let mut inner = memory.inner.lock();
        if inner.table.is_none() {
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
    // Commits go on marking meanwhile, so the table is taken out and put back.
    let Some(mut table) = memory.inner.lock().table.take() else { return Ok(false) };
    let refreshed = table.refresh(&View { tx: &reader, ..*view }, &bills);
    let mut inner = memory.inner.lock();
    if let Err(fault) = refreshed {
        // They stay marked for the next query.
        inner.bills.extend(bills);
        (inner.table, inner.bearing) = (Some(table), None);
        return Err(fault);
    }
    if !inner.tracking {
        return Ok(false);
    }
    (inner.table, inner.bearing) = (Some(table), None);
    Ok(true)
}

/// The bills that bear a fee today; `None` until the index is complete.
pub fn bearing(view: &View) -> Result<Option<Arc<Set>>> {
    let memory = view.app.state::<LateFeeIndex>()?;
    let _turn = memory.turn.lock();
    if !view.tx.is_snapshot() || !catch_up(view, &memory)? {
        return Ok(None);
    }
    let (today, mut inner) = (view.now.date(), memory.inner.lock());
    if let Some((_, set)) = inner.bearing.as_ref().filter(|(day, _)| *day == today) {
        return Ok(Some(set.clone()));
    }
    let Some(table) = &inner.table else { return Ok(None) };
    let (mut numbers, mut lasts) = (Vec::new(), true);
    for (bill_id, state) in table.bills.iter().filter(|(_, state)| state.bears(&table.rules, today)) {
        if *state == FeeState::Recompute {
            lasts = false;
            let bill: Option<Bill> = view.tx.get(&id(*bill_id))?;
            if bill.map_or(Ok(None), |bill| accrued(view, &bill, today))?.is_none() {
                continue;
            }
        }
        numbers.push(whole(*bill_id));
    }
    let set = Arc::new(Set::of(numbers));
    inner.bearing = lasts.then(|| (today, set.clone()));
    Ok(Some(set))
}

/// Bills that may bear something: open ones, those whose money came late or went back, those of which something was waived
/// or whose fee was billed. All others were paid in time.
fn candidates(view: &View) -> Result<BTreeSet<u64>> {
    let mut bills = BTreeSet::new();
    let place = list::FilterBuilder::<Bill>::default();
    let open = Filter::Not(Box::new(Filter::among(place.place(&of_bills::OPEN)?, vec![0])));
    let waived = Filter::Not(Box::new(Filter::among(place.place(&of_bills::WAIVED)?, vec![0])));
    let filters = [(None, Filter::Any(vec![open, waived]))];
    list::gather::<Bill>(view, &filters, &[], |bill_id, _| bills.extend([bill_id]))?;
    let place = list::FilterBuilder::<Allocation>::default();
    let late = [(None, Filter::among(place.place(&of_money::LATE)?, vec![whole(1)]))];
    list::gather::<Allocation>(view, &late, &[of_money::BILL], |_, row| {
        bills.extend(row.first().map(|bill_id| bill_id.cast_unsigned()));
    })?;
    view.tx.each::<BilledFee>(|billed| {
        bills.insert(billed.principal_id);
        true
    })?;
    Ok(bills)
}

/// Builds the index; after the columns are filled.
///
/// # Errors
/// A record that can't be read: lists go on computing each bill.
pub fn fill(app: &Arc<App>) -> Result<()> {
    let memory = app.state::<LateFeeIndex>()?;
    let _turn = memory.turn.lock();
    memory.inner.lock().tracking = true;
    let caller = Caller::console("columns", "late fees");
    let table = app.read(&caller, |view| {
        let mut table = FeeTable::default();
        table.refresh(view, &candidates(view)?)?;
        Ok(table)
    })?;
    let mut inner = memory.inner.lock();
    (inner.table, inner.bearing) = (Some(table), None);
    Ok(())
}
