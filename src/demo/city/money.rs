//! The money of the city (domain.md section 9): what was billed, who paid when, what was waived, spent and remitted.
//!
//! Each lease is played day by day through the operations of the pages; then come the things that look across leases.
//! Deliberately absent: closed months, and in the largest size the money of more than the last year.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::persons::Persons;
use super::recipe::Calendar;
use crate::demo::dice::Dice;
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::Allocation;
use crate::features::finance::bill::generate::{generate, living};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::decision::Decide;
use crate::features::finance::payout::approval as payout_approval;
use crate::features::finance::payout::ops::{self as payout, PayPayout, PayoutInput};
use crate::features::finance::payout::record::{PayoutFacts, PayoutKind};
use crate::features::finance::receipt::ops::{self as receipt, ReceiptInput, Spread, apply_credit, open_bills};
use crate::features::finance::receipt::record::{Method, Purpose, ReversalKind};
use crate::features::finance::receipt::reverse::{ReverseReceipt, reverse};
use crate::features::finance::waiver::{self, WaivedBill, WaiverInput, WaiverReason};
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::span::{add_days, add_months};
use crate::op::Op;
use crate::store::{Reads, id};

/// Days after which the bank says that money did not come, and after which it comes again.
const BOUNCES_AFTER: i64 = 10;
const AGAIN_AFTER: i64 = 15;

/// How somebody pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Payer {
    /// A few days before or after the due date.
    Prompt,
    Slow,
    /// Months late, in two parts.
    Late,
    /// Not at all after some bill.
    Bad,
    /// Two periods at once.
    Ahead,
    Never,
}

/// What happens on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Payment {
    /// Bills are issued.
    Issue,
    /// Money comes: fen, and whether it pays bills not yet due.
    Pay(i64, bool),
    /// Money comes, bounces after ten days and comes again.
    Bounce(i64),
    /// The deposit comes.
    Deposit,
}

/// Plays the money of leases from their first bill to the reference day.
pub(super) struct Till<'a> {
    pub(super) persons: &'a Persons,
    pub(super) calendar: Calendar,
}

impl Till<'_> {
    /// Plays one lease.
    pub(super) fn play(&self, op: &mut Op, place: usize, lease_id: u64) -> Result<()> {
        let lease: Option<Lease> = op.view().tx.get(&id(lease_id))?;
        let Some(lease) = lease.filter(Lease::has_bills) else { return Ok(()) };
        let mut dice = Dice::of("payer", place);
        for (day, deed) in self.deeds(op, &mut dice, place, &lease)? {
            self.act(op, place, &lease, day, deed)?;
        }
        // What is to be issued on the reference day itself, and what a stay after the end costs.
        self.act(op, place, &lease, self.calendar.today, Payment::Issue)?;
        if lease.returned_date.is_some() && lease.state == LeaseState::Signed && dice.percent(80) {
            self.give_back(op, place, &lease)?;
        }
        Ok(())
    }

    /// Everything that happens, by day.
    fn deeds(&self, op: &Op, dice: &mut Dice, place: usize, lease: &Lease) -> Result<Vec<(Date, Payment)>> {
        let today = self.calendar.today;
        let terms = current_terms(&op.view(), lease)?;
        let planned = plan(&terms).map_err(|(_, sentence)| crate::error::AppError::refused(sentence))?;
        let mut dues: BTreeMap<Date, (Date, i64)> = BTreeMap::new();
        for bill in planned.iter().filter(|bill| bill.issue_date <= today && bill.issue_date >= self.calendar.books) {
            let sum = dues.entry(bill.due_date).or_insert((bill.issue_date, 0));
            sum.1 += bill.amount_fen;
        }
        let mut deeds: Vec<(Date, Payment)> = dues.values().map(|(issue, _)| (*issue, Payment::Issue)).collect();
        let signed = lease.sign_date.unwrap_or(lease.facts.start_date);
        if lease.facts.deposit_fen > 0 && lease.state == LeaseState::Signed {
            deeds.push((signed, Payment::Issue));
            deeds.push((add_days(signed, dice.between(0, 5)), Payment::Deposit));
        }
        let payer = dice.weighed(&[
            (692, Payer::Prompt),
            (188, Payer::Slow),
            (78, Payer::Late),
            (21, Payer::Bad),
            (20, Payer::Ahead),
            (1, Payer::Never),
        ])?;
        deeds.extend(payments(dice, payer, &dues, place % 230 == 7));
        deeds.retain(|(day, _)| *day < today && *day >= self.calendar.books);
        deeds.sort();
        deeds.dedup();
        Ok(deeds)
    }

    fn act(&self, op: &mut Op, place: usize, lease: &Lease, day: Date, deed: Payment) -> Result<()> {
        let minute = i64::try_from(place % 60).unwrap_or(0);
        let at = |day: Date, hour: i8| self.calendar.at(day, hour, minute);
        let (cashier, head) = (self.persons.cashier(place), self.persons.treasurer(place));
        match deed {
            Payment::Issue => op.acting(head, at(day, 8)?, |op| {
                generate(op, lease, day)?;
                apply_credit(op, lease.facts.tenant_id, lease.facts.party_a_id, day).map(drop)
            }),
            Payment::Pay(fen, not_yet_due) => {
                let input = money(op, lease, day, fen, Purpose::Bills, not_yet_due)?;
                op.acting(cashier, at(day, 11)?, |op| receipt::create(op, input).map(drop))
            }
            Payment::Deposit => {
                let open = open_bills(&op.view(), lease.facts.tenant_id, lease.facts.party_a_id, lease.lease_id)?;
                let asked = open.iter().filter(|bill| bill.kind == BillKind::Deposit);
                let fen: i64 = asked.map(|bill| bill.open_fen).sum();
                if fen == 0 {
                    return Ok(());
                }
                let input = money(op, lease, day, fen, Purpose::Deposit, false)?;
                op.acting(cashier, at(day, 11)?, |op| receipt::create(op, input).map(drop))
            }
            // What would bounce and come again after today is paid like the rest.
            Payment::Bounce(fen) if add_days(day, AGAIN_AFTER) >= self.calendar.today => {
                self.act(op, place, lease, day, Payment::Pay(fen, true))
            }
            Payment::Bounce(fen) => {
                let input = money(op, lease, day, fen, Purpose::Bills, false)?;
                let made = op.acting(cashier, at(day, 11)?, |op| Ok(receipt::create(op, input)?.0.id))?;
                let (kind, reason) = (ReversalKind::Bounced, "银行退票".to_owned());
                let back = ReverseReceipt { id: made, version: None, kind, reason };
                op.acting(head, at(add_days(day, BOUNCES_AFTER), 15)?, |op| reverse(op, back).map(drop))?;
                let again = add_days(day, AGAIN_AFTER);
                let input = money(op, lease, again, fen, Purpose::Bills, false)?;
                op.acting(cashier, at(again, 11)?, |op| receipt::create(op, input).map(drop))
            }
        }
    }

    /// The deposit goes back some days after the rooms did, but not to a tenant who still owes.
    fn give_back(&self, op: &mut Op, place: usize, lease: &Lease) -> Result<()> {
        let held = crate::features::finance::deposit::held(&op.view(), lease.lease_id)?;
        let day = add_days(lease.returned_date.unwrap_or(lease.facts.end_date), 12);
        let bills = living(&op.view(), lease.lease_id)?;
        let owes = bills.iter().any(|bill| bill.kind != BillKind::Deposit && bill.outstanding_fen() > 0);
        if held == 0 || owes || day >= self.calendar.today {
            return Ok(());
        }
        let tenant: Option<Tenant> = op.view().tx.get(&id(lease.facts.tenant_id))?;
        let facts = PayoutFacts {
            party_a_id: lease.facts.party_a_id,
            tenant_id: lease.facts.tenant_id,
            lease_id: lease.lease_id,
            amount_fen: held,
            payee: tenant.map(|tenant| tenant.facts.tenant_name).unwrap_or_default(),
            ..PayoutFacts::default()
        };
        self.pay_out(op, place, PayoutKind::DepositRefund, facts, day)
    }

    /// Entered, approved by another person, paid by a third three days later (remittances are confirmed at once).
    fn pay_out(&self, op: &mut Op, place: usize, kind: PayoutKind, facts: PayoutFacts, day: Date) -> Result<()> {
        let minute = i64::try_from(place % 60).unwrap_or(0);
        let remark = String::new();
        let input = PayoutInput { kind, paid_date: Some(day), files: Vec::new(), remark, facts };
        let (cashier, head) = (self.persons.cashier(place), self.persons.treasurer(place));
        let maker = if kind == PayoutKind::Remittance { cashier } else { self.persons.clerk(place) };
        let number = op.acting(maker, self.calendar.at(day, 9, minute)?, |op| Ok(payout::submit(op, input)?.0.id))?;
        let yes = Decide { id: number, version: None, approve: true, comment: "同意".into() };
        op.acting(head, self.calendar.at(day, 14, minute)?, |op| payout_approval::decide(op, &yes, &[kind]).map(drop))?;
        if kind == PayoutKind::Remittance {
            return Ok(());
        }
        let paid_date = add_days(day, 3).min(add_days(self.calendar.today, -1));
        let pay = PayPayout { id: number, version: None, paid_date };
        op.acting(cashier, self.calendar.at(paid_date, 10, minute)?, |op| payout::pay(op, &pay, &[kind]).map(drop))
    }

    /// An expense for an asset.
    pub(super) fn spend(&self, op: &mut Op, place: usize, asset: (u64, u64)) -> Result<()> {
        let mut dice = Dice::of("expense", place);
        let span = crate::kernel::span::days_between(self.calendar.books, self.calendar.today) - 5;
        let day = add_days(self.calendar.books, dice.between(0, span.max(1)));
        let category =
            dice.weighed(&[(45, "维修"), (25, "物业水电"), (12, "税费"), (6, "保险"), (12, "其他")])?.to_owned();
        let facts = PayoutFacts {
            party_a_id: asset.1,
            asset_id: asset.0,
            amount_fen: dice.log_normal(380_000) / 100 * 100,
            payee: format!("云川{category}服务商{:02}", dice.between(1, 20)),
            voucher_no: format!("FP{place:08}"),
            category,
            ..PayoutFacts::default()
        };
        self.pay_out(op, place, PayoutKind::Expense, facts, day)
    }

    /// Months that a party A handed in: most in time, some late, a few short.
    pub(super) fn remit(&self, op: &mut Op, party: &PartyA) -> Result<()> {
        let mut months: BTreeMap<Date, i64> = BTreeMap::new();
        op.view().tx.each::<Allocation>(|row| {
            if row.party_a_id == party.party_a_id && matches!(row.kind, BillKind::Rent | BillKind::LateFee) {
                *months.entry(row.book_date.first_of_month()).or_insert(0) += row.amount_fen;
            }
            true
        })?;
        for (month, collected) in months {
            let place = usize::try_from(party.party_a_id * 1_000).unwrap_or(0)
                + usize::try_from(crate::kernel::span::months_to(self.calendar.begin, month).max(0)).unwrap_or(0);
            let mut dice = Dice::of("remittance", place);
            let due = add_days(add_months(month, 1), i64::from(party.facts.remit_day) - 1);
            let (day, share) = match dice.below(100) {
                0..84 => (add_days(due, -dice.between(1, 6)), 1_000),
                84..93 => (add_days(due, dice.between(5, 30)), 1_000),
                _ => (add_days(due, -1), dice.between(400, 700)),
            };
            let amount_fen = collected * share / 1_000;
            if day >= self.calendar.today || amount_fen <= 0 {
                continue;
            }
            let facts = PayoutFacts {
                party_a_id: party.party_a_id,
                month: Some(month),
                amount_fen,
                payee: "云川市财政局".into(),
                voucher_no: format!("JKS{place:08}"),
                ..PayoutFacts::default()
            };
            self.pay_out(op, place, PayoutKind::Remittance, facts, day)?;
        }
        Ok(())
    }

    /// One policy: half of the rent due in three months for forty bills of a party A.
    pub(super) fn waive(&self, op: &mut Op, party_a_id: u64) -> Result<()> {
        let from = add_months(self.calendar.books, if self.calendar.books > self.calendar.begin { 3 } else { 15 });
        let to = crate::kernel::span::before(add_months(from, 3));
        let mut scope = Vec::new();
        let mut tenants = Vec::new();
        op.view().tx.each::<Bill>(|bill| {
            let fits = bill.party_a_id == party_a_id
                && bill.kind == BillKind::Rent
                && bill.due_date >= from
                && bill.due_date <= to
                && bill.amount_fen > 1;
            if fits {
                scope.push(WaivedBill { bill_id: bill.bill_id, amount_fen: bill.amount_fen / 2 });
                tenants.push(bill.tenant_id);
            }
            scope.len() < 40
        })?;
        if scope.is_empty() {
            return Ok(());
        }
        let input = WaiverInput {
            reason_kind: WaiverReason::Policy,
            policy_doc: format!("云财资〔{}〕8号", from.year()),
            scope,
            effective_date: to,
            remark: "小微企业租金减半".into(),
        };
        let (cashier, head) = (self.persons.cashier(0), self.persons.treasurer(0));
        let made = op.acting(cashier, self.calendar.at(to, 9, 0)?, |op| Ok(waiver::submit(op, input)?.0.id))?;
        let yes = Decide { id: made, version: None, approve: true, comment: "同意".into() };
        op.acting(head, self.calendar.at(to, 15, 0)?, |op| waiver::decide(op, yes).map(drop))?;
        let yesterday = add_days(self.calendar.today, -1);
        for tenant_id in tenants {
            op.acting(head, self.calendar.at(yesterday, 16, 0)?, |op| {
                apply_credit(op, tenant_id, party_a_id, yesterday).map(drop)
            })?;
        }
        Ok(())
    }

    /// Money of somebody unknown.
    pub(super) fn wonder(&self, op: &mut Op, place: usize, party_a_id: u64) -> Result<()> {
        let mut dice = Dice::of("unclaimed", place);
        let value_date = add_days(self.calendar.today, -dice.between(3, 60));
        let input = ReceiptInput {
            party_a_id,
            tenant_id: 0,
            lease_id: 0,
            payer_name: format!("云川来款户{:02}", place + 1),
            amount_fen: dice.between(500, 9_000) * 100,
            method: Method::Transfer,
            account_tail: String::new(),
            bank_ref: format!("WRL{place:06}"),
            value_date,
            purpose: Purpose::Bills,
            spread: Spread::default(),
            anyway: false,
            files: Vec::new(),
            remark: String::new(),
        };
        let at = self.calendar.at(value_date, 10, 0)?;
        op.acting(self.persons.cashier(place), at, |op| receipt::create(op, input).map(drop))
    }
}

/// When and how much somebody pays.
fn payments(dice: &mut Dice, payer: Payer, dues: &BTreeMap<Date, (Date, i64)>, bounces: bool) -> Vec<(Date, Payment)> {
    // Who stops paying does so in the second half of his time.
    let stops = dues.len() / 2 + dice.below(dues.len().div_ceil(2));
    let mut paid = Vec::new();
    let list: Vec<(Date, Date, i64)> = dues.iter().map(|(due, (issue, fen))| (*due, *issue, *fen)).collect();
    for (place, (due, issue, fen)) in list.iter().copied().enumerate().filter(|(_, (_, _, fen))| *fen > 0) {
        let prompt = add_days(due, dice.between(-5, 2)).max(issue);
        match payer {
            Payer::Never => {}
            Payer::Bad if place >= stops => {}
            Payer::Prompt if bounces && place == stops => {
                paid.push((add_days(due, 1).max(issue), Payment::Bounce(fen)))
            }
            Payer::Prompt | Payer::Bad => paid.push((prompt, Payment::Pay(fen, true))),
            Payer::Slow => paid.push((add_days(due, dice.between(3, 25)), Payment::Pay(fen, false))),
            Payer::Late => {
                let part = fen / 2;
                paid.push((add_days(due, dice.between(26, 60)), Payment::Pay(part.max(1), false)));
                paid.push((add_days(due, dice.between(61, 120)), Payment::Pay((fen - part).max(1), false)));
            }
            Payer::Ahead if place % 2 == 0 => {
                let next = list.get(place + 1).map_or(0, |next| next.2);
                paid.push((prompt, Payment::Pay(fen + next, true)));
            }
            Payer::Ahead => {}
        }
    }
    paid
}

fn money(op: &Op, lease: &Lease, day: Date, fen: i64, purpose: Purpose, not_yet_due: bool) -> Result<ReceiptInput> {
    let tenant: Option<Tenant> = op.view().tx.get(&id(lease.facts.tenant_id))?;
    Ok(ReceiptInput {
        party_a_id: lease.facts.party_a_id,
        tenant_id: lease.facts.tenant_id,
        lease_id: lease.lease_id,
        payer_name: tenant.map(|tenant| tenant.facts.tenant_name).unwrap_or_default(),
        amount_fen: fen,
        method: Method::Transfer,
        account_tail: String::new(),
        bank_ref: String::new(),
        value_date: day,
        purpose,
        spread: Spread { not_yet_due, ..Spread::default() },
        anyway: false,
        files: Vec::new(),
        remark: String::new(),
    })
}
