//! Figures of the report that break others down: by kind, method, plate, party A, tenant, and over the months of a year.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::blocks::{ByNumber, Figures, Numbers, year_of};
use super::cells::{Cell, until};
use super::open::Debt;
use super::{Collection, rate};
use crate::error::Result;
use crate::features::finance::receipt::record::{Method, Purpose};
use crate::features::finance::sums::{BILLS, METHOD, RECEIPTS};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{FIRST, month_no};
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, add_days, add_months};

/// A tenant that owes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Debtor {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// What is overdue, in whole fen.
    pub open_fen: i64,
    /// How many bills are overdue.
    pub bills: usize,
    /// Due date of the oldest of them.
    #[schemars(with = "crate::kernel::dates::DateText")]
    pub oldest_due: Date,
}

/// What a tenant owes while open bills are read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Owing {
    fen: i64,
    bills: usize,
    /// Number of the oldest due day; 0 before the first bill.
    oldest: u32,
}

impl Owing {
    pub(super) fn add(&mut self, debt: &Debt) {
        let due = debt.cell.due_day();
        self.oldest = if self.oldest == 0 { due } else { self.oldest.min(due) };
        (self.fen, self.bills) = (self.fen + debt.open_fen, self.bills + 1);
    }
}

/// Those that owe most, the largest first.
pub(super) fn debtors_of(owing: ByNumber<Owing>, most: usize) -> Vec<Debtor> {
    let mut ranked: Vec<(u64, Owing)> = owing.into_iter().collect();
    ranked.order_by_key(|(tenant, owing)| (std::cmp::Reverse(owing.fen), *tenant));
    ranked.truncate(most);
    let debtor = |(tenant_id, owing): (u64, Owing)| Debtor {
        tenant_id,
        open_fen: owing.fen,
        bills: owing.bills,
        oldest_due: add_days(FIRST, i64::from(owing.oldest) - 1),
    };
    ranked.into_iter().map(debtor).collect()
}

/// Households 户数: tenants of whom something was due, and those that owe nothing of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Households {
    /// Tenants with something due.
    pub due: usize,
    /// Those of them with nothing open.
    pub paid: usize,
    /// 按户收缴率 in parts of ten thousand.
    pub rate: Option<i64>,
}

/// A month's 收缴率 now and as it was when the month ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthRate {
    /// As of the day asked for, in parts of ten thousand.
    pub now: Option<i64>,
    /// As of the last day of the month; none for months that have not ended.
    pub then: Option<i64>,
}

impl Figures<'_> {
    /// 应收与收缴 of a span by kind of bill.
    pub fn by_kind(&self, span: DateSpan, as_of: Date) -> Result<Vec<(BillKind, Collection)>> {
        const KINDS: [BillKind; 7] = [
            BillKind::Rent,
            BillKind::Property,
            BillKind::Water,
            BillKind::Power,
            BillKind::LateFee,
            BillKind::Penalty,
            BillKind::Other,
        ];
        let groups = self.collections(span, as_of, false, |cell| cell.kind)?;
        Ok(KINDS.into_iter().filter_map(|kind| Some((kind, *groups.get(&(kind as u8))?))).collect())
    }

    /// 应收与收缴 of a span by plate, the largest due first.
    pub fn by_plate(&self, span: DateSpan, as_of: Date, rent_only: bool) -> Result<Vec<(u64, Collection)>> {
        self.collections(span, as_of, rent_only, |cell| cell.plate_id).map(ranked)
    }

    /// The same by party A.
    pub fn by_party(&self, span: DateSpan, as_of: Date, rent_only: bool) -> Result<Vec<(u64, Collection)>> {
        self.collections(span, as_of, rent_only, |cell| cell.party_a_id).map(ranked)
    }

    /// 收缴率 of each month of a year, as of a day and as of the month's own end.
    pub fn month_rates(&self, year: i16, as_of: Date, rent_only: bool) -> Result<Vec<MonthRate>> {
        let now = self.months(year, as_of, rent_only)?;
        let mut rates = Vec::with_capacity(12);
        for (month, now) in (0..).zip(now) {
            let first = add_months(year_of(year).from, month);
            let span = DateSpan::new(first, first.last_of_month());
            let ended = span.to <= as_of;
            let then = if ended { self.collection(span, span.to, rent_only)?.rate } else { None };
            rates.push(MonthRate { now: now.rate, then });
        }
        Ok(rates)
    }

    /// 实收 by month for a year up to a day: receipts for bills less reversals, fen.
    pub fn received_by_month(&self, year: i16, as_of: Date) -> Result<[i64; 12]> {
        let all = year_of(year);
        let (mut months, first) = ([0; 12], month_no(all.from));
        self.cells.flows(RECEIPTS, DateSpan::new(all.from, all.to.min(as_of)), &mut |moved| {
            let place = usize::try_from(moved.month - first).unwrap_or_default();
            if let Some(fen) = months.get_mut(place).filter(|_| moved.kind == Purpose::Bills as u8) {
                *fen += moved.forth_fen - moved.back_fen;
            }
        })?;
        Ok(months)
    }

    /// 实收 of a span by method, fen; methods without money are left out.
    pub fn received_by_method(&self, span: DateSpan) -> Result<Vec<(Method, i64)>> {
        let mut methods: BTreeMap<u64, i64> = BTreeMap::new();
        self.cells.flows(RECEIPTS, span, &mut |moved| {
            if moved.kind == Purpose::Bills as u8 {
                *methods.entry(moved.extra & METHOD).or_default() += moved.forth_fen - moved.back_fen;
            }
        })?;
        let fen = |method: Method| Some((method, *methods.get(&(method as u64))?)).filter(|(_, fen)| *fen != 0);
        Ok(Method::ALL.into_iter().filter_map(fen).collect())
    }

    /// 按户收缴率: tenants of whose bills due in a span something was asked for, and those with nothing of it open.
    pub fn households(&self, span: DateSpan, as_of: Date, rent_only: bool) -> Result<Households> {
        let counts = |cell: &Cell| !rent_only || cell.kind == BillKind::Rent as u8;
        let due = DateSpan::new(span.from, span.to.min(as_of));
        let mut tenants: ByNumber<i64> = ByNumber::default();
        self.cells.by_due(BILLS, due, until(as_of), &mut |cell, values| {
            if counts(cell) {
                *tenants.entry(cell.tenant_id).or_default() += values[0];
            }
        })?;
        tenants.retain(|_, fen| *fen > 0);
        let mut owing = Numbers::default();
        self.debts(due, as_of, &mut |debt| {
            if debt.open_fen > 0 && counts(&debt.cell) {
                owing.insert(debt.cell.tenant_id);
            }
        })?;
        let whole = tenants.len();
        let paid = tenants.keys().filter(|tenant| !owing.contains(tenant)).count();
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Ok(Households { due: whole, paid, rate: rate(number(paid), number(whole)) })
    }
}

fn ranked(groups: BTreeMap<u64, Collection>) -> Vec<(u64, Collection)> {
    let mut ranked: Vec<(u64, Collection)> = groups.into_iter().collect();
    ranked.order_by_key(|(id, sum)| (std::cmp::Reverse(sum.net_due_fen), *id));
    ranked
}
