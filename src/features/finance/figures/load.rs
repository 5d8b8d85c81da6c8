//! The rows that figures are computed from: what the asker sees, of the plates and parties A he asks for.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::blocks::Figures;
use super::{Ageing, CashMonth, Collection, Received, Remitted, RollForward};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{Allocation, CreditMove};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::payout::record::Payout;
use crate::features::finance::receipt::record::Receipt;
use crate::features::finance::waiver::record::Waiver;
use crate::features::system::dept::ops as dept;
use crate::kernel::dates::DateText;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::owned::{Business, Owned, is_visible};
use crate::route::Data;
use crate::store::Reads;

/// Rows of the books with the ways between them.
#[derive(Default)]
pub struct Books {
    /// Bills, void ones too.
    pub bills: Vec<Bill>,
    /// Rows on those bills.
    pub allocations: Vec<Allocation>,
    /// Receipts, reversed ones too.
    pub receipts: Vec<Receipt>,
    /// Waivers of those bills.
    pub waivers: Vec<Waiver>,
    /// Movements of tenants' credit.
    pub credit: Vec<CreditMove>,
    /// Money that went out.
    pub payouts: Vec<Payout>,
    pub parties: Vec<PartyA>,
    /// What takes something off these bills, whoever may see it.
    pub adjustments: Vec<Bill>,
    pub(super) by_bill: HashMap<u64, Vec<usize>>,
    pub(super) adjusting: HashMap<u64, Vec<usize>>,
    pub(super) waiving: HashMap<u64, Vec<(Date, i64)>>,
}

impl Books {
    /// Builds the ways between rows.
    #[must_use]
    pub fn linked(mut self) -> Self {
        for (place, row) in self.allocations.iter().enumerate() {
            self.by_bill.entry(row.bill_id).or_default().push(place);
        }
        for (place, bill) in self.adjustments.iter().enumerate() {
            self.adjusting.entry(bill.adjusts_bill_id).or_default().push(place);
        }
        for moved in self.waivers.iter().flat_map(Waiver::movements) {
            self.waiving.entry(moved.part.bill_id).or_default().push((moved.day, moved.fen));
        }
        self
    }

    /// Money on a bill.
    pub(super) fn allocations_of(&self, bill_id: u64) -> impl Iterator<Item = &Allocation> {
        self.by_bill.get(&bill_id).into_iter().flatten().filter_map(|place| self.allocations.get(*place))
    }

    /// Bills that take something off a bill.
    pub(super) fn adjustments_of(&self, bill_id: u64) -> impl Iterator<Item = &Bill> {
        self.adjusting.get(&bill_id).into_iter().flatten().filter_map(|place| self.adjustments.get(*place))
    }

    /// What is waived of a bill more or less, with the days.
    pub(super) fn waivers_of(&self, bill_id: u64) -> impl Iterator<Item = &(Date, i64)> {
        self.waiving.get(&bill_id).into_iter().flatten()
    }
}

/// The question behind every figure (domain.md 4.0).
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChartQuery {
    /// Year; the current one when absent.
    pub year: Option<i16>,
    /// Month 1-12; 0 for the whole year.
    pub month: i8,
    /// Plates; empty for all.
    pub plate_id: Vec<u64>,
    /// Parties A; empty for all the asker sees.
    pub party_a_id: Vec<u64>,
    /// A department with everything below it; none or 0 for all the asker sees.
    pub dept_id: Option<u64>,
    /// The day of the figures; today when absent.
    #[schemars(with = "Option<DateText>", title = "统计日期")]
    pub as_of: Option<Date>,
}

impl ChartQuery {
    /// Day of the figures.
    pub fn day(&self, view: &View) -> Date {
        self.as_of.unwrap_or_else(|| view.now.date())
    }

    /// Year of the figures.
    pub fn year(&self, view: &View) -> i16 {
        self.year.unwrap_or_else(|| self.day(view).year())
    }

    /// The period asked for, cut at nothing.
    ///
    /// # Errors
    /// A sentence for a month or year that does not exist.
    pub fn span(&self, view: &View) -> Result<DateSpan> {
        let year = self.year(view);
        let wrong = || AppError::refused("统计年份或月份不正确");
        if !(1990..=2200).contains(&year) || !(0..=12).contains(&self.month) {
            return Err(wrong());
        }
        let first = Date::new(year, self.month.max(1), 1).map_err(|_| wrong())?;
        let last = if self.month == 0 { jiff::civil::date(year, 12, 31) } else { first.last_of_month() };
        Ok(DateSpan::new(first, last))
    }
}

/// Departments asked for with everything below them, in order; none for all.
pub fn departments(view: &View, query: &ChartQuery) -> Result<Option<Vec<u64>>> {
    let Some(dept_id) = query.dept_id.filter(|dept_id| *dept_id > 0) else { return Ok(None) };
    let mut below: Vec<u64> = dept::with_descendants(view, dept_id)?.into_iter().collect();
    below.sort_unstable();
    Ok(Some(below))
}

fn seen<R: Business>(view: &View, keep: impl Fn(&R) -> bool) -> Result<Vec<R>> {
    let scope = view.caller.scope();
    let mut rows = Vec::new();
    view.tx.each::<R>(|record| {
        if is_visible(view, &scope, &record) && keep(&record) {
            rows.push(record);
        }
        true
    })?;
    Ok(rows)
}

/// Parties A that a question is about.
pub fn parties(view: &View, query: &ChartQuery) -> Result<Vec<PartyA>> {
    let below = departments(view, query)?;
    seen(view, |party: &PartyA| {
        (query.party_a_id.is_empty() || query.party_a_id.contains(&party.party_a_id))
            && below.as_ref().is_none_or(|below| below.binary_search(&party.owned.dept_id).is_ok())
    })
}

/// Reads every row that a question is about: the plain way, which figures from sums are compared with.
pub fn books(view: &View, query: &ChartQuery) -> Result<Books> {
    let of_party = |party: u64| query.party_a_id.is_empty() || query.party_a_id.contains(&party);
    let of_plate = |plate: u64| query.plate_id.is_empty() || query.plate_id.contains(&plate);
    let below = departments(view, query)?;
    let of_dept = |owned: &Owned| below.as_ref().is_none_or(|below| below.binary_search(&owned.dept_id).is_ok());
    let asked = |bill: &Bill| of_party(bill.party_a_id) && of_plate(bill.plate_id) && of_dept(&bill.owned);
    let bills: Vec<Bill> = seen(view, asked)?;
    let known: std::collections::HashSet<u64> = bills.iter().map(|bill| bill.bill_id).collect();
    let mut allocations: Vec<Allocation> = Vec::new();
    view.tx.each::<Allocation>(|row| {
        if known.contains(&row.bill_id) {
            allocations.push(row);
        }
        true
    })?;
    let mut adjustments: Vec<Bill> = Vec::new();
    view.tx.each::<Bill>(|bill| {
        if bill.amount_fen < 0 && known.contains(&bill.adjusts_bill_id) {
            adjustments.push(bill);
        }
        true
    })?;
    // What was waived counts for whoever sees the bill, as money on it does.
    let mut waivers: Vec<Waiver> = Vec::new();
    view.tx.each::<Waiver>(|mut waiver| {
        waiver.scope.retain(|part| known.contains(&part.bill_id));
        if !waiver.scope.is_empty() {
            waivers.push(waiver);
        }
        true
    })?;
    let receipts = seen(view, |receipt: &Receipt| of_party(receipt.party_a_id) && of_dept(&receipt.owned))?;
    let parties = parties(view, query)?;
    let seen_parties: std::collections::HashSet<u64> = parties.iter().map(|party| party.party_a_id).collect();
    let mut credit: Vec<CreditMove> = Vec::new();
    view.tx.each::<CreditMove>(|movement| {
        if seen_parties.contains(&movement.party_a_id) {
            credit.push(movement);
        }
        true
    })?;
    Ok(Books {
        payouts: seen(view, |payout: &Payout| {
            of_party(payout.facts.party_a_id) && of_plate(payout.facts.plate_id) && of_dept(&payout.owned)
        })?,
        waivers,
        adjustments,
        bills,
        allocations,
        receipts,
        credit,
        parties,
        ..Books::default()
    }
    .linked())
}

/// The figures of the books on one page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Day up to which the figures count.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// 应收与收缴率 of the period.
    pub collection: Collection,
    /// 实收 of the period up to the day.
    pub received: Received,
    /// What is overdue, by age 账龄.
    pub ageing: Ageing,
    /// 欠缴滚动 from the first day of the period.
    pub roll_forward: RollForward,
    /// By month of the due date.
    pub months: Vec<Collection>,
    /// 现金流 by month.
    pub cash_flow: Vec<CashMonth>,
    /// What was handed over to the treasury 上缴.
    pub remitted: Remitted,
}

pub fn overview(view: &View, query: ChartQuery) -> Result<Data<Overview>> {
    let (span, as_of, year) = (query.span(view)?, query.day(view), query.year(view));
    let figures = Figures::of(view, &query)?;
    let to_day = DateSpan::new(span.from, span.to.min(as_of));
    Ok(Data(Overview {
        as_of,
        collection: figures.collection(span, as_of, false)?,
        received: figures.received(to_day)?,
        ageing: figures.ageing(as_of)?,
        roll_forward: figures.roll_forward(span.from, to_day.to)?,
        months: figures.months(year, as_of, false)?,
        cash_flow: figures.cash_flow(year, as_of)?,
        remitted: figures.remitted(year, as_of)?,
    }))
}
