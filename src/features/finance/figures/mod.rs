//! The figures of the books (domain.md 3.11-3.15): what each one is, as plain functions over rows ([`load::Books`]). Pages
//! ask [`blocks::Figures`], which answers the same from sums that the store keeps; tests and the doctor compare the two.
//!
//! Invariants: every figure takes `as_of` and counts only what was in the books by that day; receivable goes by due
//! date, received by book date; a rate without anything due is none, never zero. Deposits are outside all of it but cash
//! flow. Caches of bills are not read.

pub mod ages;
pub mod blocks;
pub mod cells;
pub mod centre;
pub mod compare;
pub mod load;
pub mod open;
pub mod rankings;
mod read_cells;
pub mod remitted;
pub mod report;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use self::load::Books;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::payout::record::{Payout, PayoutKind};
use crate::features::finance::receipt::record::{Moved, Purpose, Receipt};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::exact::{exact, half_up};
use crate::kernel::span::{DateSpan, add_months, days_between};

/// A share in parts of ten thousand (two decimals of a percentage), half up; none when the whole is not positive.
pub fn rate(part: i64, whole: i64) -> Option<i64> {
    (whole > 0).then(|| half_up(exact(part, 1) * exact(10_000, whole)))
}

/// What bills due in a span asked for and got 应收与收缴.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Collection {
    /// 应收: amounts, adjustments included, fen.
    pub due_fen: i64,
    /// 减免, fen.
    pub waived_fen: i64,
    /// 净应收, fen.
    pub net_due_fen: i64,
    /// 已收: on these bills, fen.
    pub collected_fen: i64,
    /// 收缴率 in parts of ten thousand; none when nothing was due.
    pub rate: Option<i64>,
    /// Collected in time (value date not after the due date), fen.
    pub in_time_fen: i64,
}

/// Bills whose money counts as income: no deposits; `rent_only` leaves out everything but rent.
fn counts(bill: &Bill, rent_only: bool) -> bool {
    bill.kind == BillKind::Rent || !rent_only && bill.kind != BillKind::Deposit
}

/// Whether a bill was in the books on a day.
pub fn in_books(bill: &Bill, as_of: Date) -> bool {
    bill.book_date <= as_of && bill.void_date.is_none_or(|void| void > as_of)
}

impl Books {
    /// Bills due in a span that counted on a day.
    fn due_in(&self, span: DateSpan, as_of: Date, rent_only: bool) -> impl Iterator<Item = &Bill> {
        self.bills.iter().filter(move |bill| {
            span.contains(bill.due_date) && bill.due_date <= as_of && in_books(bill, as_of) && counts(bill, rent_only)
        })
    }

    /// Fen on a bill by a day.
    fn allocated(&self, bill_id: u64, as_of: Date) -> i64 {
        self.allocations_of(bill_id).filter(|row| row.book_date <= as_of).map(|row| row.amount_fen).sum()
    }

    /// Fen waived of a bill by a day.
    fn waived(&self, bill_id: u64, as_of: Date) -> i64 {
        self.waivers_of(bill_id).filter(|(day, _)| *day <= as_of).map(|(_, fen)| fen).sum()
    }

    /// Fen open on a bill on a day: negative adjustments are taken off the bill they adjust.
    pub fn open_on(&self, bill: &Bill, as_of: Date) -> i64 {
        if !in_books(bill, as_of) || bill.amount_fen < 0 {
            return 0;
        }
        let off: i64 = self
            .adjustments_of(bill.bill_id)
            .filter(|other| other.amount_fen < 0 && in_books(other, as_of))
            .map(|other| other.amount_fen)
            .sum();
        bill.amount_fen + off - self.waived(bill.bill_id, as_of) - self.allocated(bill.bill_id, as_of)
    }

    /// 应收, 减免, 已收 and 收缴率 of bills due in a span.
    pub fn collection(&self, span: DateSpan, as_of: Date, rent_only: bool) -> Collection {
        let mut sum = Collection::default();
        for bill in self.due_in(span, as_of, rent_only) {
            sum.due_fen += bill.amount_fen;
            sum.waived_fen += self.waived(bill.bill_id, as_of);
            for row in self.allocations_of(bill.bill_id).filter(|row| row.book_date <= as_of) {
                sum.collected_fen += row.amount_fen;
                sum.in_time_fen += if row.value_date <= bill.due_date { row.amount_fen } else { 0 };
            }
        }
        sum.net_due_fen = sum.due_fen - sum.waived_fen;
        sum.rate = rate(sum.collected_fen, sum.net_due_fen);
        sum
    }
}

/// 实收 in its four parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    /// Receipts less reversals, deposits left out, fen.
    pub total_fen: i64,
    /// 本期: on bills due in the span.
    pub current_fen: i64,
    /// 追缴往期: on bills due before it.
    pub earlier_fen: i64,
    /// 预收: on bills due later, or as credit of whoever paid.
    pub ahead_fen: i64,
    /// 待认领: nobody knows who paid.
    pub unclaimed_fen: i64,
}

impl Received {
    /// Makes 预收 of what is in no other part.
    pub(super) fn divided(mut self) -> Self {
        self.ahead_fen = self.total_fen - self.current_fen - self.earlier_fen - self.unclaimed_fen;
        self
    }
}

impl Books {
    /// Money of receipts for a purpose in a span: it came, and went back, on days of the span.
    fn came(&self, span: DateSpan, keep: impl Fn(&Receipt, &Moved) -> bool) -> i64 {
        let moved = self.receipts.iter().flat_map(|receipt| receipt.flows().into_iter().map(move |one| (receipt, one)));
        let kept = moved.filter(|(receipt, one)| span.contains(one.day) && keep(receipt, one));
        kept.map(|(_, one)| one.forth_fen - one.back_fen).sum()
    }

    /// 实收 of a span.
    pub fn received(&self, span: DateSpan) -> Received {
        let mut sum = Received {
            total_fen: self.came(span, |_, one| one.purpose == Purpose::Bills),
            unclaimed_fen: self.came(span, |_, one| one.purpose == Purpose::Bills && one.of_nobody),
            ..Received::default()
        };
        for row in self.allocations.iter().filter(|row| row.kind != BillKind::Deposit) {
            // Money lies on a bill at the earliest when its receipt counts. Mirror rows of earlier money count with the reversal that is in the total.
            let mirrored =
                row.amount_fen < 0 && row.mode == crate::features::finance::allocation::AllocationMode::Reversal;
            if !span.contains(row.book_date) || !(row.receipt_date.is_some_and(|day| day >= span.from) || mirrored) {
                continue;
            }
            if span.contains(row.due_date) {
                sum.current_fen += row.amount_fen;
            } else if row.due_date < span.from {
                sum.earlier_fen += row.amount_fen;
            }
        }
        sum.divided()
    }
}

/// Limits of the ageing buckets 账龄, in days; beyond the last one there is one more.
pub const AGES: [i64; 5] = [30, 60, 90, 180, 365];

/// Which bucket an age falls into: 0 not yet due, 1 for 1-30 days … 6 for more than 365.
pub fn bucket(age: i64) -> usize {
    if age <= 0 { 0 } else { AGES.iter().position(|limit| age <= *limit).map_or(AGES.len() + 1, |place| place + 1) }
}

/// Open money by age.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ageing {
    /// 未到期, 1-30, 31-60, 61-90, 91-180, 181-365, > 365 days, fen.
    pub buckets_fen: [i64; 7],
    /// Bills with something open in each bucket.
    pub bucket_bills: [usize; 7],
    /// More than three years, fen: within the last bucket.
    pub over_three_years_fen: i64,
    /// Unapplied credit, a column of its own, fen.
    pub credit_fen: i64,
    /// Arrears: everything overdue, fen.
    pub arrears_fen: i64,
    /// How many bills are overdue.
    pub bills: usize,
    /// How many tenants owe something overdue.
    pub tenants: usize,
}

impl Books {
    /// Open money by age on a day; a bill due on that very day is not yet arrears.
    pub fn ageing(&self, as_of: Date) -> Ageing {
        let mut debtors = HashSet::new();
        let sum = self.ageing_with(as_of, &mut debtors);
        Ageing { tenants: debtors.len(), ..sum }
    }

    /// The same without counting tenants: those that owe are added to a set.
    pub(super) fn ageing_with(&self, as_of: Date, debtors: &mut HashSet<u64>) -> Ageing {
        let mut sum = Ageing { credit_fen: self.credit_on(as_of), ..Ageing::default() };
        for bill in self.bills.iter().filter(|bill| counts(bill, false)) {
            let open = self.open_on(bill, as_of);
            let age = days_between(bill.due_date, as_of);
            sum.buckets_fen[bucket(age)] += open;
            sum.bucket_bills[bucket(age)] += usize::from(open > 0);
            if open > 0 && age > 0 {
                sum.arrears_fen += open;
                sum.bills += 1;
                debtors.insert(bill.tenant_id);
                sum.over_three_years_fen += if age > 3 * 365 { open } else { 0 };
            }
        }
        sum
    }

    /// Arrears on a day: open money of bills due before it.
    pub fn arrears(&self, as_of: Date) -> i64 {
        self.bills
            .iter()
            .filter(|bill| counts(bill, false) && bill.due_date < as_of)
            .map(|bill| self.open_on(bill, as_of))
            .sum()
    }

    fn credit_on(&self, as_of: Date) -> i64 {
        self.credit.iter().filter(|movement| movement.book_date <= as_of).map(|movement| movement.amount_fen).sum()
    }
}

/// How arrears came from the opening to the closing 欠缴滚动: the three middle terms end at the last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollForward {
    /// Arrears when the span begins, fen.
    pub opening_fen: i64,
    /// What older bills ask for more or less since: booked late, adjusted, waived, brought in as opening balances, fen.
    pub adjusted_fen: i64,
    /// Net due in the span, fen.
    pub net_due_fen: i64,
    /// Collected in the span on everything due by its end, fen.
    pub collected_fen: i64,
    /// Paid before the span on bills due in it, fen.
    pub paid_ahead_fen: i64,
    /// Arrears when it ends, what is due on the very day included, fen.
    pub closing_fen: i64,
    /// 陈欠清收率 in parts of ten thousand.
    pub earlier_rate: Option<i64>,
    /// 综合收缴率 in parts of ten thousand.
    pub overall_rate: Option<i64>,
}

impl Books {
    /// The roll-forward of a span that ends on `as_of`.
    pub fn roll_forward(&self, from: Date, as_of: Date) -> RollForward {
        let span = DateSpan::new(from, as_of);
        let eve = crate::kernel::span::before(from);
        let collection = self.collection(span, as_of, false);
        let mut roll = RollForward { net_due_fen: collection.net_due_fen, ..RollForward::default() };
        let mut on_earlier = 0;
        for bill in self.bills.iter().filter(|bill| counts(bill, false) && bill.due_date <= as_of) {
            if bill.due_date < from {
                // What lies on it by the end, less what lay on it before: what remains is a change of what it asks for.
                let on_it = self.allocated(bill.bill_id, as_of) - self.allocated(bill.bill_id, eve);
                let (opened, closed) = (self.open_on(bill, eve), self.open_on(bill, as_of));
                roll.opening_fen += opened;
                roll.adjusted_fen += if span.is_empty() { 0 } else { closed - opened + on_it };
            }
            for row in self.allocations_of(bill.bill_id).filter(|row| row.book_date <= as_of) {
                if row.book_date >= from {
                    roll.collected_fen += row.amount_fen;
                    on_earlier += if bill.due_date < from { row.amount_fen } else { 0 };
                } else if bill.due_date >= from {
                    roll.paid_ahead_fen += row.amount_fen;
                }
            }
            roll.closing_fen += self.open_on(bill, as_of);
        }
        let opening = roll.opening_fen + roll.adjusted_fen;
        roll.earlier_rate = rate(on_earlier, opening);
        roll.overall_rate = rate(collection.collected_fen + on_earlier, opening + roll.net_due_fen);
        roll
    }
}

/// Money in and out of a month 现金流.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashMonth {
    /// Receipts for bills less reversals, paid to the unit, fen.
    pub receipts_fen: i64,
    /// Of them 待认领: nobody knows who paid, fen.
    pub unclaimed_fen: i64,
    /// Paid straight to the treasury 财政直缴: no money of the unit's bank, not in the net, fen.
    pub treasury_fen: i64,
    /// Deposits received less reversals, fen.
    pub deposits_fen: i64,
    /// Credit paid back, fen.
    pub refunds_fen: i64,
    /// Deposits paid back, fen.
    pub deposit_refunds_fen: i64,
    /// Expenses 支出 of the month, in whole fen.
    pub expenses_fen: i64,
    /// Remitted to the treasury: a transfer of the unit's own money, not in the net, fen.
    pub remitted_fen: i64,
    /// In less out, fen.
    pub net_fen: i64,
    /// Sum of the nets since January, fen.
    pub running_fen: i64,
}

impl Books {
    /// Fen of credit that the treasury paid back in a span.
    fn paid_by_treasury(&self, span: DateSpan) -> i64 {
        let direct = self.payouts.iter().filter(|payout| payout.facts.by_treasury);
        let on = |day: Option<Date>, fen: i64| if day.is_some_and(|day| span.contains(day)) { fen } else { 0 };
        let net = |payout: &Payout| {
            let fen = payout.facts.amount_fen;
            on(payout.book_date, fen) - on(payout.reversed_date, fen)
        };
        direct.map(net).sum()
    }

    /// Fen of payouts of the unit of a kind in a span, those taken back in it deducted.
    fn paid_out(&self, kind: PayoutKind, span: DateSpan) -> i64 {
        self.payouts
            .iter()
            .filter(|payout| payout.kind == kind && !payout.facts.by_treasury)
            .map(|payout| {
                let fen = payout.facts.amount_fen;
                let out = payout.book_date.is_some_and(|day| span.contains(day));
                let back = payout.reversed_date.is_some_and(|day| span.contains(day));
                if out { fen } else { 0 }.saturating_sub(if back { fen } else { 0 })
            })
            .sum()
    }

    /// The twelve months of a year up to a day.
    pub fn cash_flow(&self, year: i16, as_of: Date) -> Vec<CashMonth> {
        let mut months = Vec::with_capacity(12);
        let mut running = 0;
        for month in 0..12 {
            let first = add_months(jiff::civil::date(year, 1, 1), month);
            let last = first.last_of_month().min(as_of);
            let span = DateSpan::new(first, last);
            let mut cash = CashMonth::default();
            if !span.is_empty() {
                let is_own = |receipt: &Receipt, one: &Moved| one.purpose == Purpose::Bills && !receipt.to_treasury;
                cash.receipts_fen = self.came(span, is_own);
                cash.unclaimed_fen = self.came(span, |receipt, one| is_own(receipt, one) && one.of_nobody);
                let direct = |receipt: &Receipt, one: &Moved| one.purpose == Purpose::Bills && receipt.to_treasury;
                cash.treasury_fen = self.came(span, direct) - self.paid_by_treasury(span);
                cash.deposits_fen = self.came(span, |_, one| one.purpose == Purpose::Deposit);
                cash.refunds_fen = self.paid_out(PayoutKind::CreditRefund, span);
                cash.deposit_refunds_fen = self.paid_out(PayoutKind::DepositRefund, span);
                cash.expenses_fen = self.paid_out(PayoutKind::Expense, span);
                cash.remitted_fen = self.paid_out(PayoutKind::Remittance, span);
            }
            cash.net_fen =
                cash.receipts_fen + cash.deposits_fen - cash.refunds_fen - cash.deposit_refunds_fen - cash.expenses_fen;
            running += cash.net_fen;
            cash.running_fen = running;
            months.push(cash);
        }
        months
    }
}

/// The second leg: unit to treasury 上缴.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remitted {
    /// Collected in months whose remittance day has passed, fen.
    pub should_fen: i64,
    /// Handed in and confirmed, fen.
    pub handed_fen: i64,
    /// Still owed (negative: handed in ahead), fen.
    pub owed_fen: i64,
    /// 上缴率 in parts of ten thousand.
    pub rate: Option<i64>,
}

impl Books {
    /// What units that must remit owed the treasury on a day, of money collected in a year.
    pub fn remitted(&self, year: i16, as_of: Date) -> Remitted {
        let mut sum = Remitted::default();
        for party in &self.parties {
            let due_by = |month: Date| party.remit_by(month).filter(|by| *by < as_of);
            let of_year =
                self.allocations.iter().filter(|row| row.party_a_id == party.party_a_id && row.is_remittable());
            for row in of_year.filter(|row| row.book_date.year() == year && due_by(row.book_date).is_some()) {
                sum.should_fen += row.amount_fen;
                // What the treasury has already is handed in with the month in which it pays a bill.
                sum.handed_fen += if row.to_treasury { row.amount_fen } else { 0 };
            }
            let of_year = |payout: &&Payout| {
                payout.kind == PayoutKind::Remittance
                    && payout.facts.party_a_id == party.party_a_id
                    && payout.facts.month.is_some_and(|month| month.year() == year && party.remits_in(month).is_some())
                    && payout.counts_on(as_of)
            };
            sum.handed_fen += self.payouts.iter().filter(of_year).map(|payout| payout.facts.amount_fen).sum::<i64>();
        }
        sum.owed_fen = sum.should_fen - sum.handed_fen;
        sum.rate = rate(sum.handed_fen, sum.should_fen);
        sum
    }

    /// 应收 by month of the due date, for a year up to a day.
    pub fn months(&self, year: i16, as_of: Date, rent_only: bool) -> Vec<Collection> {
        (0..12)
            .map(|month| {
                let first = add_months(jiff::civil::date(year, 1, 1), month);
                self.collection(DateSpan::new(first, first.last_of_month()), as_of, rent_only)
            })
            .collect()
    }
}
