//! Figures from sums against figures from rows (I10): today and a year back, of the whole books.
//!
//! Every figure is a sum over bills, receipts or payouts, so rows are read part by part and what the parts give is added
//! up: the books of a big city need not fit the memory. Shares are computed from what was added up.

use std::collections::HashSet;
use std::fmt::Debug;

use jiff::civil::Date;

use super::blocks::Figures;
use super::load::{Books, ChartQuery, parties};
use super::{Ageing, CashMonth, Collection, Received, Remitted, RollForward, rate};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{Allocation, BY_BILL, CreditMove};
use crate::features::finance::bill::record::{ADJUSTMENTS, Bill};
use crate::features::finance::payout::record::Payout;
use crate::features::finance::receipt::record::Receipt;
use crate::features::finance::waiver::record::Waiver;
use crate::kernel::span::{DateSpan, add_months};
use crate::op::View;
use crate::store::{Reads, Record, id};

/// Bills or receipts in memory at a time.
const PART: usize = 20_000;

/// How many figures were compared, and those that differ, as sentences. The caller must see everything.
///
/// # Errors
/// A record or sum that cannot be read.
pub fn with_rows(view: &View) -> Result<(usize, Vec<String>)> {
    let today = view.now.date();
    let mut days = [today, add_months(today, -12)].map(OfDay::new);
    let rows = Parts { view, parties: parties(view, &ChartQuery::default())?, waivers: view.tx.all()? };
    rows.each(&mut |part| days.iter_mut().for_each(|day| day.add(part)))?;
    let query = ChartQuery::default();
    let figures = Figures::of(view, &query)?;
    let mut comparison = Comparison::default();
    for day in days {
        comparison.of_day(&figures, &day.finished())?;
    }
    Ok((comparison.count, comparison.faults))
}

/// The rows of the books, part by part.
struct Parts<'a> {
    view: &'a View<'a>,
    parties: Vec<PartyA>,
    waivers: Vec<Waiver>,
}

impl Parts<'_> {
    fn each(&self, visit: &mut dyn FnMut(&Books)) -> Result<()> {
        self.records(&mut |bills| {
            visit(&self.of_bills(bills)?);
            Ok(())
        })?;
        self.records(&mut |receipts: Vec<Receipt>| {
            visit(&Books { receipts, ..Books::default() });
            Ok(())
        })?;
        let (payouts, credit): (Vec<Payout>, Vec<CreditMove>) = (self.view.tx.all()?, self.view.tx.all()?);
        visit(&Books { payouts, credit, parties: self.parties.clone(), ..Books::default() });
        Ok(())
    }

    fn records<R: Record>(&self, take: &mut dyn FnMut(Vec<R>) -> Result<()>) -> Result<()> {
        let (mut part, mut taken) = (Vec::new(), Ok(()));
        self.view.tx.each::<R>(|record| {
            part.push(record);
            if part.len() >= PART {
                taken = take(std::mem::take(&mut part));
            }
            taken.is_ok()
        })?;
        taken?;
        take(part)
    }

    /// Bills with everything that lies on them.
    fn of_bills(&self, bills: Vec<Bill>) -> Result<Books> {
        let known: HashSet<u64> = bills.iter().map(|bill| bill.bill_id).collect();
        let mut books = Books { parties: self.parties.clone(), ..Books::default() };
        for bill_id in &known {
            books.allocations.extend(self.view.tx.by::<Allocation>(&BY_BILL, &id(*bill_id), false, 0, usize::MAX)?);
            let adjusting: Vec<Bill> = self.view.tx.by(&ADJUSTMENTS, &id(*bill_id), false, 0, usize::MAX)?;
            books.adjustments.extend(adjusting.into_iter().filter(|bill| bill.amount_fen < 0));
        }
        for waiver in &self.waivers {
            let scope: Vec<_> = waiver.scope.iter().filter(|part| known.contains(&part.bill_id)).cloned().collect();
            if !scope.is_empty() {
                books.waivers.push(Waiver { scope, ..waiver.clone() });
            }
        }
        Ok(Books { bills, ..books }.linked())
    }
}

/// Figures of a day, added up from parts.
struct OfDay {
    day: Date,
    collection: Collection,
    months: Vec<Collection>,
    received: Received,
    ageing: Ageing,
    debtors: HashSet<u64>,
    arrears: i64,
    roll: RollForward,
    cash: Vec<CashMonth>,
    remitted: Remitted,
}

impl OfDay {
    fn new(day: Date) -> Self {
        Self {
            day,
            collection: Collection::default(),
            months: vec![Collection::default(); 12],
            received: Received::default(),
            ageing: Ageing::default(),
            debtors: HashSet::new(),
            arrears: 0,
            roll: RollForward::default(),
            cash: vec![CashMonth::default(); 12],
            remitted: Remitted::default(),
        }
    }

    /// From the first of the year.
    fn span(&self) -> DateSpan {
        DateSpan::new(self.day.first_of_year(), self.day)
    }

    fn add(&mut self, part: &Books) {
        let (day, span) = (self.day, self.span());
        add_collection(&mut self.collection, &part.collection(span, day, false));
        for (month, more) in self.months.iter_mut().zip(part.months(day.year(), day, false)) {
            add_collection(month, &more);
        }
        add_received(&mut self.received, &part.received(span));
        add_ageing(&mut self.ageing, &part.ageing_with(day, &mut self.debtors));
        self.arrears += part.arrears(day);
        add_roll(&mut self.roll, &part.roll_forward(span.from, day));
        for (month, more) in self.cash.iter_mut().zip(part.cash_flow(day.year(), day)) {
            add_cash(month, &more);
        }
        let more = part.remitted(day.year(), day);
        self.remitted.should_fen += more.should_fen;
        self.remitted.handed_fen += more.handed_fen;
        self.remitted.owed_fen += more.owed_fen;
    }

    fn finished(mut self) -> Self {
        for sum in self.months.iter_mut().chain([&mut self.collection]) {
            sum.rate = rate(sum.collected_fen, sum.net_due_fen);
        }
        self.ageing.tenants = self.debtors.len();
        let (roll, collected) = (&mut self.roll, self.collection.collected_fen);
        let opening = roll.opening_fen + roll.adjusted_fen;
        let on_earlier = roll.collected_fen + roll.paid_ahead_fen - collected;
        roll.earlier_rate = rate(on_earlier, opening);
        roll.overall_rate = rate(collected + on_earlier, opening + roll.net_due_fen);
        self.remitted.rate = rate(self.remitted.handed_fen, self.remitted.should_fen);
        self
    }
}

fn add_collection(to: &mut Collection, more: &Collection) {
    to.due_fen += more.due_fen;
    to.waived_fen += more.waived_fen;
    to.net_due_fen += more.net_due_fen;
    to.collected_fen += more.collected_fen;
    to.in_time_fen += more.in_time_fen;
}

fn add_received(to: &mut Received, more: &Received) {
    to.total_fen += more.total_fen;
    to.current_fen += more.current_fen;
    to.earlier_fen += more.earlier_fen;
    to.ahead_fen += more.ahead_fen;
    to.unclaimed_fen += more.unclaimed_fen;
}

fn add_ageing(to: &mut Ageing, more: &Ageing) {
    to.buckets_fen.iter_mut().zip(more.buckets_fen).for_each(|(to, fen)| *to += fen);
    to.bucket_bills.iter_mut().zip(more.bucket_bills).for_each(|(to, bills)| *to += bills);
    to.over_three_years_fen += more.over_three_years_fen;
    to.credit_fen += more.credit_fen;
    to.arrears_fen += more.arrears_fen;
    to.bills += more.bills;
}

fn add_roll(to: &mut RollForward, more: &RollForward) {
    to.opening_fen += more.opening_fen;
    to.adjusted_fen += more.adjusted_fen;
    to.net_due_fen += more.net_due_fen;
    to.collected_fen += more.collected_fen;
    to.paid_ahead_fen += more.paid_ahead_fen;
    to.closing_fen += more.closing_fen;
}

fn add_cash(to: &mut CashMonth, more: &CashMonth) {
    to.receipts_fen += more.receipts_fen;
    to.unclaimed_fen += more.unclaimed_fen;
    to.treasury_fen += more.treasury_fen;
    to.deposits_fen += more.deposits_fen;
    to.refunds_fen += more.refunds_fen;
    to.deposit_refunds_fen += more.deposit_refunds_fen;
    to.expenses_fen += more.expenses_fen;
    to.remitted_fen += more.remitted_fen;
    to.net_fen += more.net_fen;
    to.running_fen += more.running_fen;
}

#[derive(Default)]
struct Comparison {
    count: usize,
    faults: Vec<String>,
}

impl Comparison {
    fn same<T: PartialEq + Debug>(&mut self, day: Date, name: &str, from_sums: &T, from_rows: &T) {
        self.count += 1;
        if from_sums != from_rows {
            tracing::error!(%day, name, ?from_sums, ?from_rows, "a figure differs from its rows");
            self.faults.push(format!("统计日 {day} 的{name}与明细不符，请运行 gx-portal doctor --fix 重建汇总"));
        }
    }

    fn of_day(&mut self, figures: &Figures<'_>, rows: &OfDay) -> Result<()> {
        let (day, span, year) = (rows.day, rows.span(), rows.day.year());
        self.same(day, "应收与收缴", &figures.collection(span, day, false)?, &rows.collection);
        self.same(day, "各月应收", &figures.months(year, day, false)?, &rows.months);
        self.same(day, "实收", &figures.received(span)?, &rows.received);
        self.same(day, "账龄", &figures.ageing(day)?, &rows.ageing);
        self.same(day, "欠缴", &figures.arrears(day)?, &rows.arrears);
        self.same(day, "欠缴滚动", &figures.roll_forward(span.from, day)?, &rows.roll);
        self.same(day, "现金流", &figures.cash_flow(year, day)?, &rows.cash);
        self.same(day, "上缴", &figures.remitted(year, day)?, &rows.remitted);
        Ok(())
    }
}
