//! What a changed, ended or overstayed lease owes (domain.md 3.6).

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::amount::share;
use super::period::cells;
use super::plan::PlannedBill;
use super::terms::{BillKind, RentBasis, RentTerms, Stage};
use gx_kernel::exact::{Exact, exact, half_up};
use gx_kernel::span::{DateSpan, after};

/// What was issued for one period of one charge, adjustments included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued {
    /// Which charge; see [`PlannedBill::charge_line`].
    pub charge_line: u16,
    /// Whom it was asked of; 0 while the lease has had one tenant only.
    pub tenant_id: u64,
    pub kind: BillKind,
    /// The period as it was issued.
    pub period: DateSpan,
    /// Fen, signed.
    pub amount_fen: i64,
}

/// A signed correction of an issued period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delta {
    /// Which charge of the lease: 0 the rent, 1, 2, … its further charges.
    pub charge_line: u16,
    /// Of whom; 0 while the lease has had one tenant only.
    pub tenant_id: u64,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// The issued period that is corrected.
    pub period: DateSpan,
    /// Fen issued so far.
    pub issued_fen: i64,
    /// Fen by the new version.
    pub new_fen: i64,
    /// What is missing (positive) or too much (negative), never zero.
    pub delta_fen: i64,
}

/// Corrections of issued bills and the bills still to come under a new version.
///
/// A period is known by its first day, which the anchor fixes, and by whom it is asked of. A period issued under the old
/// version that the new one does not know is taken back whole.
pub fn deltas(issued: &[Issued], new_plan: &[PlannedBill]) -> (Vec<Delta>, Vec<PlannedBill>) {
    type Key = (u16, Date, u64);
    let mut known: BTreeMap<Key, Issued> = BTreeMap::new();
    for bill in issued {
        let entry = known.entry((bill.charge_line, bill.period.from, bill.tenant_id));
        entry.and_modify(|sum| sum.amount_fen += bill.amount_fen).or_insert(*bill);
    }
    let planned: BTreeMap<Key, &PlannedBill> =
        new_plan.iter().map(|bill| ((bill.charge_line, bill.period.from, bill.tenant_id), bill)).collect();
    let changed = known
        .iter()
        .filter_map(|(key, bill)| Delta::between(bill, planned.get(key).map_or(0, |new| new.amount_fen)))
        .collect();
    let to_come = planned.iter().filter(|(key, _)| !known.contains_key(key)).map(|(_, bill)| (*bill).clone()).collect();
    (changed, to_come)
}

impl Delta {
    /// What brings an issued period to another amount; none when it is that already.
    pub fn between(issued: &Issued, new_fen: i64) -> Option<Self> {
        let delta_fen = new_fen - issued.amount_fen;
        (delta_fen != 0).then_some(Self {
            charge_line: issued.charge_line,
            tenant_id: issued.tenant_id,
            kind: issued.kind,
            period: issued.period,
            issued_fen: issued.amount_fen,
            new_fen,
            delta_fen,
        })
    }
}

/// The occupation charge 占用费 of one month cell after the end of a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overstay {
    /// The days that are owed.
    pub owed: DateSpan,
    /// The month cell they lie in.
    pub cell: DateSpan,
    /// Share of the month; none when the rent is agreed by the day.
    pub share: Option<Exact>,
    /// Fen of the rent of these days, before the contract's rate.
    pub rent: Exact,
    /// Fen.
    pub amount_fen: i64,
}

/// The stage whose rent a tenant who stays on goes on paying: the one of the last chargeable day.
pub fn last_stage(terms: &RentTerms) -> Option<&Stage> {
    let end = terms.chargeable().to;
    terms.stages.iter().find(|stage| stage.span.contains(end)).or(terms.stages.last())
}

/// The monthly occupation charge after the end of a lease 占用费: cells after the last day, the last one cut at the
/// day of return. `ppm` is the contract's rate, times the share of the rooms that are still held.
pub fn holdover(terms: &RentTerms, ppm: Exact, until: Date, returned: Option<Date>) -> Vec<Overstay> {
    let end = terms.chargeable().to;
    let last = returned.map_or(until, |day| day.min(until));
    if last <= end {
        return Vec::new();
    }
    let Some(stage) = last_stage(terms) else { return Vec::new() };
    cells(terms.period_mode, terms.term.from, DateSpan::new(after(end), last))
        .into_iter()
        .filter_map(|cell| {
            let owed = cell.meet(&DateSpan::new(after(end), returned.unwrap_or(cell.to)))?;
            let cut = returned.is_some_and(|day| day < cell.to) || owed.from > cell.from;
            let (share, rent) = match terms.rent_basis {
                RentBasis::AreaDay => (None, exact(stage.rent, 10_000) * exact(owed.days(), 1)),
                basis => {
                    let months = if basis == RentBasis::YearTotal { 12 } else { 1 };
                    let share = share(terms.proration, cut, owed.days(), cell.days());
                    (Some(share), exact(stage.rent, months) * share)
                }
            };
            let amount_fen = half_up(rent * ppm * exact(1, 1_000_000));
            Some(Overstay { owed, cell, share, rent, amount_fen })
        })
        .collect()
}

/// What is netted when a lease ends 退租结算 (domain.md 3.6), all in fen and not negative.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The tenant's credit, negative adjustments included.
    pub credit_fen: i64,
    pub deposit_fen: i64,
    /// Open bills, oldest first.
    pub open_bills: Vec<i64>,
    /// Penalty kept by the contract.
    pub penalty_fen: i64,
    /// Damage found at the return.
    pub damage_fen: i64,
}

/// How a lease is settled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settlement {
    /// Credit put on each open bill, in the order given.
    pub from_credit: Vec<i64>,
    /// Deposit put on each open bill, in the order given.
    pub from_deposit: Vec<i64>,
    /// Deposit kept for penalty and damage.
    pub forfeit_fen: i64,
    /// Credit used for penalty and damage.
    pub penalty_from_credit_fen: i64,
    /// Credit paid back.
    pub refund_credit_fen: i64,
    /// Deposit paid back.
    pub refund_deposit_fen: i64,
    /// Still owed by the tenant.
    pub still_owed_fen: i64,
}

impl Settlement {
    /// What is paid back (positive) or still owed (negative).
    pub fn balance_fen(&self) -> i64 {
        self.refund_credit_fen + self.refund_deposit_fen - self.still_owed_fen
    }
}

/// Order of netting: credit on open bills, deposit on what is left, deposit kept for penalty and damage, then
/// credit for them; the rest is refunded, what is missing is owed.
pub fn settle(claims: &Claims) -> Settlement {
    let mut take = claims.credit_fen;
    let draw = |purse: &mut i64, need: i64| {
        let taken = need.min(*purse).max(0);
        *purse -= taken;
        taken
    };
    let from_credit: Vec<i64> = claims.open_bills.iter().map(|open| draw(&mut take, *open)).collect();
    let mut deposit = claims.deposit_fen;
    let from_deposit: Vec<i64> =
        claims.open_bills.iter().zip(&from_credit).map(|(open, paid)| draw(&mut deposit, open - paid)).collect();
    let penalty = claims.penalty_fen + claims.damage_fen;
    let forfeit_fen = draw(&mut deposit, penalty);
    let penalty_from_credit_fen = draw(&mut take, penalty - forfeit_fen);
    let open: i64 = claims.open_bills.iter().sum::<i64>();
    let paid: i64 = from_credit.iter().chain(&from_deposit).sum();
    Settlement {
        from_credit,
        from_deposit,
        forfeit_fen,
        penalty_from_credit_fen,
        refund_credit_fen: take,
        refund_deposit_fen: deposit,
        still_owed_fen: open - paid + penalty - forfeit_fen - penalty_from_credit_fen,
    }
}
