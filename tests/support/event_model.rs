//! The world of the event model: three rooms, three tenants, the deeds of a clerk, and what each tenant must owe.

#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::sync::Arc;

use gx_portal::fault::{Kind, Outcome};
use gx_portal::features::books::allocation::{Allocation, AllocationMode};
use gx_portal::features::books::bill::generate::BOOKS_FROM;
use gx_portal::features::books::bill::ops::{ManualBill, create};
use gx_portal::features::books::bill::record::{Bill, BillSource, BillState};
use gx_portal::features::books::bill::run;
use gx_portal::features::books::close::{self, CloseMonth};
use gx_portal::features::books::deposit::apply as deposit_apply;
use gx_portal::features::books::figures::load::ChartQuery;
use gx_portal::features::books::invariants;
use gx_portal::features::books::late_fee;
use gx_portal::features::books::payout::ops::{self as payout, PayPayout, PayoutInput};
use gx_portal::features::books::payout::record::PayoutKind;
use gx_portal::features::books::person::Decide;
use gx_portal::features::books::receipt::ops::{self as receipt, ReceiptInput, ReverseReceipt, Which};
use gx_portal::features::books::receipt::reallocate;
use gx_portal::features::books::receipt::record::{Purpose, Receipt, ReceiptState};
use gx_portal::features::books::statement;
use gx_portal::features::books::waiver::{self, Waiver};
use gx_portal::features::lease::contract::change::{self, ChangeInput, DecideChange, LeaseChange};
use gx_portal::features::lease::contract::decide::{DecideLease, Decision, decide_lease};
use gx_portal::features::lease::contract::handover;
use gx_portal::features::lease::contract::ops::{self as lease, LeaseInput, SignLease};
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::features::monitor::audit::Deed;
use gx_portal::features::system::config;
use gx_portal::kernel::span::{DateSpan, add_days, add_months, after, before, days_between};
use gx_portal::op::{Caller, Op, View};
use gx_portal::store::{Reads, id};
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::figures;
use super::support::Portal;

const DAY: i64 = 86_400_000;
const LEAD: i64 = 10;

/// What a day of a lease costs and whom: monthly amounts, told day by day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Agreed {
    rent: i64,
    fee: i64,
    free: bool,
    tenant: u64,
}

/// A lease as the model knows it.
struct Contract {
    lease_id: u64,
    room: u64,
    start: Date,
    end: Date,
    last: Option<Date>,
    days: BTreeMap<Date, Agreed>,
    returned: Option<Date>,
    /// The last day of whoever stays on, for the room is let again.
    taken: Option<Date>,
    void: bool,
    /// Parts that were issued once: charge (0 rent, 1 fee, 2 occupation), first day, tenant.
    known: BTreeMap<(u8, Date, u64), ()>,
    waived: BTreeMap<(u8, Date, u64), i64>,
}

/// Half up of a fraction.
fn rounded(numerator: i128, denominator: i128) -> i64 {
    i64::try_from((2 * numerator + denominator).div_euclid(2 * denominator)).unwrap()
}

/// What is asked for a part, and by when it is issued.
#[derive(Debug, Clone, Copy)]
struct Part {
    fen: i64,
    issue: Date,
}

impl Contract {
    fn charged(&self) -> Date {
        self.last.map_or(self.end, |day| day.min(self.end))
    }

    fn on(&self, day: Date) -> Agreed {
        *self.days.get(&day).or_else(|| self.days.values().next_back()).unwrap()
    }

    /// Every part of every calendar month, from the days alone.
    fn parts(&self) -> BTreeMap<(u8, Date, u64), Part> {
        let mut parts = BTreeMap::new();
        if self.void {
            return parts;
        }
        let mut month = self.start.first_of_month();
        while month <= self.charged() {
            let span = DateSpan::new(month.max(self.start), month.last_of_month().min(self.charged()));
            for charge in [0_u8, 1] {
                self.of_month(charge, month, span, &mut parts);
            }
            month = add_months(month, 1);
        }
        parts
    }

    fn of_month(&self, charge: u8, month: Date, span: DateSpan, parts: &mut BTreeMap<(u8, Date, u64), Part>) {
        let length = i128::from(month.days_in_month());
        let (mut sum, mut told) = (0_i128, 0);
        let mut day = span.from;
        while day <= span.to {
            let (from, tenant) = (day, self.on(day).tenant);
            while day <= span.to && self.on(day).tenant == tenant {
                let agreed = self.on(day);
                let of_day = if charge == 0 { if agreed.free { 0 } else { agreed.rent } } else { agreed.fee };
                sum += i128::from(of_day);
                day = after(day);
            }
            let until = rounded(sum, length);
            let due = date(from.year(), from.month(), 5).max(from);
            parts.insert((charge, from, tenant), Part { fen: until - told, issue: add_days(due, -LEAD) });
            told = until;
        }
    }

    /// Months of occupation by a day: first day and fen.
    fn stayed(&self, today: Date) -> BTreeMap<(u8, Date, u64), i64> {
        let mut months = BTreeMap::new();
        let mut from = after(self.charged());
        if self.void {
            return months;
        }
        let agreed = self.on(self.charged());
        let until = [self.returned, self.taken].into_iter().flatten().min();
        while from <= today && until.is_none_or(|day| day >= from) {
            let to = from.last_of_month();
            let to = until.map_or(to, |day| day.min(to));
            let over = to < today || until.is_some();
            let length = i128::from(from.days_in_month());
            let fen = rounded(i128::from(agreed.rent) * i128::from(days_between(from, to) + 1), length);
            if (over || self.known.contains_key(&(2, from, agreed.tenant))) && fen != 0 {
                months.insert((2, from, agreed.tenant), fen);
            }
            from = add_months(from.first_of_month(), 1);
        }
        months
    }

    /// A run of bills on a day.
    fn issue(&mut self, today: Date) {
        for (key, part) in self.parts() {
            if part.issue <= today {
                self.known.insert(key, ());
            }
        }
        let stayed: Vec<_> = self.stayed(today).into_keys().collect();
        self.known.extend(stayed.into_iter().map(|key| (key, ())));
        let asked = self.asked(today);
        for (key, waived) in &mut self.waived {
            *waived = (*waived).min(asked.get(key).copied().unwrap_or(0));
        }
    }

    /// What has been asked for, part by part.
    fn asked(&self, today: Date) -> BTreeMap<(u8, Date, u64), i64> {
        let (parts, stayed) = (self.parts(), self.stayed(today));
        let fen = |key: &(u8, Date, u64)| match key.0 {
            2 => stayed.get(key).copied().unwrap_or(0),
            _ => parts.get(key).map_or(0, |part| part.fen),
        };
        self.known.keys().map(|key| (*key, fen(key))).collect()
    }
}

pub struct World {
    portal: Portal,
    clerk: Arc<Caller>,
    boss: Arc<Caller>,
    rng: StdRng,
    seed: u64,
    leases: Vec<Contract>,
    /// By tenant: bills by hand and late fees, money in, money back, deposit put on bills.
    by_hand: BTreeMap<u64, i64>,
    receipts: BTreeMap<u64, (u64, i64, bool)>,
    refunds: BTreeMap<u64, (u64, i64)>,
    applied: BTreeMap<u64, i64>,
    waivers: Vec<u64>,
    closed: Vec<(Date, String)>,
    done: u64,
    log: Vec<String>,
}

fn form<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn with(mut one: Value, more: Value) -> Value {
    one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    one
}

impl World {
    pub fn new(seed: u64) -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let made = |path: &str, form: Value| {
            let answer = portal.post(path, &admin, form);
            assert_eq!(answer["code"], 200, "{path}: {answer}");
        };
        made("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
        let party = json!({"partyACode": "A", "partyAName": "资产中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
        made("/asset/partyA", party);
        made("/asset/asset", json!({"assetName": "产业园", "plateId": 1, "partyAId": 1, "titleState": 1}));
        made("/asset/building", json!({"assetId": 1, "buildingCode": "B", "buildingName": "一号楼"}));
        for no in 1..=3 {
            let room = json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "buildingAreaM2": "100", "rentAreaM2": "100"});
            made("/asset/room", room);
            made("/lease/tenant", json!({"tenantName": format!("乙方{no}"), "kind": 1, "deptId": 110}));
        }
        let mut world = Self {
            portal,
            clerk: Arc::new(Caller::demonstration(1, "clerk")),
            boss: Arc::new(Caller::demonstration(2, "boss")),
            rng: StdRng::seed_from_u64(seed),
            seed,
            leases: Vec::new(),
            by_hand: BTreeMap::new(),
            receipts: BTreeMap::new(),
            refunds: BTreeMap::new(),
            applied: BTreeMap::new(),
            waivers: Vec::new(),
            closed: Vec::new(),
            done: 0,
            log: Vec::new(),
        };
        let begin = |op: &mut Op<'_, '_>| config::ops::set(op, BOOKS_FROM, "2023-01-01").map(drop);
        world.act(&world.boss.clone(), begin).unwrap();
        for room in 1..=3 {
            world.sign(room);
        }
        world.run();
        world
    }

    /// Deeds until so many were tried; answers how many were done.
    pub fn live(mut self, deeds: u64) -> u64 {
        for step in 0..deeds {
            let deed = self.rng.random_range(0..26);
            let before = self.done;
            match deed {
                0..4 => self.days_pass(),
                4..8 => self.pay(),
                8..10 => self.waive(),
                10..12 => self.reverse(),
                12 => self.refund(),
                13..15 => self.terms(),
                15 => self.tenant(),
                16 => self.terminate(),
                17 => self.give_back(),
                18 => self.cancel(),
                19 => self.by_hand(),
                20 => self.fee(),
                21 => self.move_money(),
                22 => self.deposit(),
                23 => self.claim(),
                24 => self.close(),
                _ => self.reclaim(),
            }
            self.log.push(format!("{step}: deed {deed} on {}: {}", self.today(), self.done - before));
            if self.done > before {
                self.run();
            }
            self.check(step);
        }
        self.done
    }

    fn act<T: Send + 'static>(
        &self,
        caller: &Arc<Caller>,
        run: impl FnOnce(&mut Op<'_, '_>) -> Outcome<T> + Send + 'static,
    ) -> Outcome<T> {
        self.portal.app.act(caller, "测试", Deed::Other, run)
    }

    fn told<T>(&mut self, done: Outcome<T>) -> Option<T> {
        match done {
            Ok(value) => {
                self.done += 1;
                Some(value)
            }
            Err(fault) => {
                assert_eq!(fault.kind, Kind::Refused, "seed {}: {fault:?}\n{}", self.seed, self.tail());
                None
            }
        }
    }

    fn tail(&self) -> String {
        self.log[self.log.len().saturating_sub(12)..].join("\n")
    }

    fn today(&self) -> Date {
        self.portal.app.clock.today()
    }

    fn all<R: gx_portal::store::Record>(&self) -> Vec<R> {
        self.portal.app.store.read().unwrap().all().unwrap()
    }

    /// Bills of every lease, as a night makes them.
    fn run(&mut self) {
        let ended = run::nightly(&self.portal.app).unwrap();
        assert!(
            ended.run.problem.is_empty() && ended.refusals.is_empty(),
            "seed {}: {}",
            self.seed,
            run::sentence(&ended)
        );
        self.let_again();
        let today = self.today();
        self.leases.iter_mut().for_each(|lease| lease.issue(today));
    }

    /// Nobody stays in a room that another lease has begun in.
    fn let_again(&mut self) {
        let letting: Vec<_> = self
            .leases
            .iter()
            .filter(|lease| !lease.void)
            .map(|lease| (lease.room, lease.start, lease.charged()))
            .collect();
        for lease in &mut self.leases {
            let end = lease.charged();
            let later = letting.iter().filter(|(room, _, last)| *room == lease.room && *last > end);
            lease.taken = later.map(|(_, start, _)| before(*start).max(end)).min();
        }
    }

    fn some_lease(&mut self) -> Option<usize> {
        let living: Vec<usize> = (0..self.leases.len()).filter(|place| !self.leases[*place].void).collect();
        (!living.is_empty()).then(|| living[self.rng.random_range(0..living.len())])
    }

    fn sign(&mut self, room: u64) {
        let tenant = self.rng.random_range(1..=3_u64);
        let (today, months) = (self.today(), self.rng.random_range(4..12));
        let start = add_days(today, self.rng.random_range(-100..20));
        let end = before(add_months(start, months));
        let rent = self.rng.random_range(1..9) * 50_000 + self.rng.random_range(0..3);
        let input: LeaseInput = form(json!({
            "partyAId": 1, "tenantId": tenant, "rooms": [{"roomId": room, "rentAreaM2": "100"}], "startDate": start.to_string(),
            "endDate": end.to_string(), "rentBasis": 1, "rentFen": rent, "billingCycle": 1, "periodMode": "CALENDAR",
            "dueRule": {"kind": "DAY", "n": 5}, "issueLeadDays": LEAD, "depositFen": 2 * rent,
            "extraCharges": [{"kind": 2, "monthFen": 7_000}],
        }));
        let Ok(id) = self.act(&self.clerk.clone(), |op| Ok(lease::create(op, input)?.0.id)) else { return };
        if self.act(&self.clerk.clone(), move |op| lease::submit(op, form(json!({"id": id})))).is_err() {
            return;
        }
        let yes = DecideLease { id, version: None, decision: Decision::Approve, comment: String::new() };
        self.act(&self.boss.clone(), |op| decide_lease(op, yes)).unwrap();
        self.act(&self.clerk.clone(), move |op| {
            let scan = gx_portal::features::system::file::ops::deposit(op, "合同.pdf", "0", 1)?;
            let sign_date = op.now.date();
            lease::sign(op, SignLease { id, version: None, sign_date, scans: vec![scan] })
        })
        .unwrap();
        let agreed = Agreed { rent, fee: 7_000, free: false, tenant };
        let mut days = BTreeMap::new();
        let mut day = start;
        while day <= end {
            days.insert(day, agreed);
            day = after(day);
        }
        let (known, waived) = (BTreeMap::new(), BTreeMap::new());
        let contract = Contract {
            lease_id: id,
            room,
            start,
            end,
            last: None,
            days,
            returned: None,
            taken: None,
            void: false,
            known,
            waived,
        };
        self.leases.push(contract);
        self.done += 1;
    }

    fn days_pass(&mut self) {
        let days = self.rng.random_range(1..25);
        self.portal.app.clock.advance(days * DAY);
        if self.rng.random_bool(0.2) && self.leases.len() < 8 {
            let room = self.rng.random_range(1..=3);
            self.sign(room);
        }
        self.done += 1;
    }

    fn some_bill(&mut self, keep: impl Fn(&Bill) -> bool) -> Option<Bill> {
        let mut bills: Vec<Bill> = self.all();
        bills.retain(|bill| bill.state == BillState::Issued && keep(bill));
        (!bills.is_empty()).then(|| bills.swap_remove(self.rng.random_range(0..bills.len())))
    }

    fn pay(&mut self) {
        let tenant = self.rng.random_range(0..=3_u64);
        let fen = self.rng.random_range(1..900_000_i64);
        let designated: Vec<u64> = if self.rng.random_bool(0.3) {
            self.some_bill(|bill| bill.tenant_id == tenant).iter().map(|bill| bill.bill_id).collect()
        } else {
            Vec::new()
        };
        let lease_id = if tenant > 0 && self.rng.random_bool(0.3) {
            self.some_lease().map_or(0, |place| self.leases[place].lease_id)
        } else {
            0
        };
        let day = add_days(self.today(), -self.rng.random_range(0..60));
        let method = if self.rng.random_bool(0.15) { 6 } else { 1 };
        let input: ReceiptInput = form(json!({
            "partyAId": 1, "tenantId": tenant, "leaseId": lease_id, "payerName": "付款人", "amountFen": fen, "method": method,
            "valueDate": day.to_string(), "designated": designated, "notYetDue": self.rng.random_bool(0.3),
            "keepAsCredit": self.rng.random_bool(0.2),
        }));
        let done = self.act(&self.clerk.clone(), |op| Ok(receipt::create(op, input)?.0.id));
        if let Some(made) = self.told(done) {
            self.receipts.insert(made, (tenant, fen, tenant > 0));
        }
    }

    fn some_receipt(&mut self) -> Option<u64> {
        let known: Vec<u64> = self.receipts.keys().copied().collect();
        (!known.is_empty()).then(|| known[self.rng.random_range(0..known.len())])
    }

    fn reverse(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let input: ReverseReceipt = form(json!({"id": id, "kind": self.rng.random_range(1..=3), "reason": "冲销"}));
        let done = self.act(&self.boss.clone(), |op| receipt::reverse(op, input));
        if self.told(done).is_some() {
            self.receipts.remove(&id);
        }
    }

    fn claim(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let tenant = self.rng.random_range(1..=3_u64);
        let purpose = if self.rng.random_bool(0.2) { 2 } else { 1 };
        let lease_id = if purpose == 2 { self.some_lease().map_or(0, |place| self.leases[place].lease_id) } else { 0 };
        let input = form(json!({"id": id, "tenantId": tenant, "leaseId": lease_id, "purpose": purpose}));
        let done = self.act(&self.clerk.clone(), |op| receipt::claim(op, input));
        if self.told(done).is_some() {
            let entry = self.receipts.get_mut(&id).unwrap();
            (entry.0, entry.2) = (tenant, purpose == 1);
        }
    }

    /// Taken back and claimed by somebody else.
    fn reclaim(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let done = self.act(&self.clerk.clone(), move |op| receipt::unclaim(op, Which { id, version: None }));
        if self.told(done).is_some() {
            let entry = self.receipts.get_mut(&id).unwrap();
            (entry.0, entry.2) = (0, false);
            self.claim();
        }
    }

    fn move_money(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let bills: Vec<u64> = self.some_bill(|_| true).map(|bill| bill.bill_id).into_iter().collect();
        let input = form(json!({"id": id, "designated": bills, "keepAsCredit": self.rng.random_bool(0.2)}));
        let done = self.act(&self.clerk.clone(), |op| reallocate::reallocate(op, input));
        self.told(done);
    }

    fn waive(&mut self) {
        if !self.waivers.is_empty() && self.rng.random_bool(0.4) {
            return self.revoke();
        }
        let Some(bill) = self.some_bill(|bill| bill.amount_fen > 0) else { return };
        let fen = self.rng.random_range(1..=bill.amount_fen);
        let day = add_days(self.today(), -self.rng.random_range(0..40));
        let scope = json!([{"billId": bill.bill_id, "amountFen": fen}]);
        let input = form(json!({"reasonKind": 3, "scope": scope, "effectiveDate": day.to_string()}));
        let done = self.act(&self.clerk.clone(), |op| Ok(waiver::submit(op, input)?.0.id));
        let Some(id) = self.told(done) else { return };
        let yes = Decide { id, version: None, approve: true, comment: String::new() };
        let done = self.act(&self.boss.clone(), |op| waiver::decide(op, yes));
        if self.told(done).is_some() {
            self.waivers.push(id);
            self.note_waived(&bill, fen);
        }
    }

    fn note_waived(&mut self, bill: &Bill, fen: i64) {
        match self.place_of(bill) {
            Some((place, key)) => *self.leases[place].waived.entry(key).or_default() += fen,
            None => *self.by_hand.entry(bill.tenant_id).or_default() -= fen,
        }
    }

    /// The part of a lease that a bill, or an addition to one, asks for.
    fn place_of(&self, bill: &Bill) -> Option<(usize, (u8, Date, u64))> {
        let place = self.leases.iter().position(|lease| lease.lease_id == bill.lease_id)?;
        let contract = !matches!(bill.source, BillSource::Manual | BillSource::LateFee);
        let period = bill.period.filter(|_| contract && bill.kind != BillKind::LateFee)?;
        let charge = match (bill.kind, bill.charge_line > 60_000) {
            (_, true) => 2,
            (BillKind::Rent, false) => 0,
            _ => 1,
        };
        Some((place, (charge, period.from, bill.tenant_id)))
    }

    fn revoke(&mut self) {
        let place = self.rng.random_range(0..self.waivers.len());
        let id = self.waivers[place];
        let known: Waiver = self.portal.app.store.read().unwrap().get(&gx_portal::store::id(id)).unwrap().unwrap();
        let no = Decide { id, version: None, approve: true, comment: "撤销".into() };
        let done = self.act(&self.boss.clone(), |op| waiver::revoke(op, no));
        if self.told(done).is_some() {
            self.waivers.swap_remove(place);
            let part = known.scope[0];
            let bill: Bill =
                self.portal.app.store.read().unwrap().get(&gx_portal::store::id(part.bill_id)).unwrap().unwrap();
            self.note_waived(&bill, -known.left_of(&part));
        }
    }

    fn refund(&mut self) {
        let tenant = self.rng.random_range(1..=3_u64);
        let input: PayoutInput = form(json!({
            "kind": 1, "partyAId": 1, "tenantId": tenant, "amountFen": self.rng.random_range(1..300_000), "payee": "收款人",
            "byTreasury": self.rng.random_bool(0.2),
        }));
        let fen = input.facts.amount_fen;
        let done = self.act(&self.clerk.clone(), |op| Ok(payout::submit(op, input)?.0.id));
        let Some(id) = self.told(done) else { return };
        let yes = Decide { id, version: None, approve: true, comment: String::new() };
        self.act(&self.boss.clone(), move |op| payout::decide(op, &yes, &[PayoutKind::CreditRefund])).unwrap();
        let paid_date = add_days(self.today(), -self.rng.random_range(0..60));
        let pay = PayPayout { id, version: None, paid_date };
        let done = self.act(&self.clerk.clone(), move |op| payout::pay(op, &pay, &[PayoutKind::CreditRefund]));
        if self.told(done).is_some() {
            self.refunds.insert(id, (tenant, fen));
        }
    }

    /// A change of the lease that the boss approves; answers whether it was.
    fn changed(&mut self, lease_id: u64, kind: u8, day: Date, facts: Value) -> bool {
        let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
        let shown = serde_json::to_value(&lease.facts).unwrap();
        let input: ChangeInput = form(json!({
            "leaseId": lease_id, "kind": kind, "effectiveDate": day.to_string(), "reason": "协议", "facts": with(shown, facts),
            "depositMoves": self.rng.random_bool(0.5),
        }));
        let done = self.act(&self.clerk.clone(), |op| change::submit(op, input));
        if self.told(done).is_none() {
            return false;
        }
        let done = self.act(&self.boss.clone(), move |op| {
            let changes: Vec<LeaseChange> = op.view().tx.by(&change::BY_LEASE, &id(lease_id), true, 0, 1)?;
            let change_id = changes[0].change_id;
            change::decide_change(op, DecideChange { change_id, decision: Decision::Approve, comment: String::new() })
        });
        if self.told(done).is_some() {
            return true;
        }
        self.act(&self.boss.clone(), move |op| {
            let changes: Vec<LeaseChange> = op.view().tx.by(&change::BY_LEASE, &id(lease_id), true, 0, 1)?;
            let (change_id, comment) = (changes[0].change_id, "不同意".to_owned());
            change::decide_change(op, DecideChange { change_id, decision: Decision::Reject, comment })
        })
        .unwrap();
        false
    }

    fn some_day(&mut self, place: usize) -> Date {
        let lease = &self.leases[place];
        add_days(lease.start, self.rng.random_range(0..=days_between(lease.start, lease.end)))
    }

    fn terms(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        let end = self.leases[place].end;
        if self.rng.random_bool(0.5) {
            let rent = self.rng.random_range(1..9) * 60_000;
            if self.changed(lease_id, 1, day, json!({"rentFen": rent})) {
                self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.rent = rent);
            }
        } else if self.rng.random_bool(0.5) {
            let fee = self.rng.random_range(0..4) * 5_000;
            let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
            let charges: Vec<Value> = match lease.facts.extra_charges.first() {
                Some(charge) if fee > 0 => vec![json!({"key": charge.key, "kind": 2, "monthFen": fee})],
                _ => Vec::new(),
            };
            if fee > 0 && charges.is_empty() {
                return;
            }
            if self.changed(lease_id, 9, day, json!({"extraCharges": charges})) {
                self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.fee = fee);
            }
        } else {
            let from = day.min(before(end));
            let free = json!([{"from": from.to_string(), "to": add_days(from, 20).min(end).to_string()}]);
            if self.changed(lease_id, 9, day, json!({"rentFree": free})) {
                let span = DateSpan::new(from, add_days(from, 20).min(end));
                for (on, agreed) in self.leases[place].days.range_mut(day..) {
                    agreed.free = span.contains(*on);
                }
            }
        }
    }

    fn tenant(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
        let tenant = self.rng.random_range(1..=3_u64);
        if tenant != lease.facts.tenant_id && self.changed(lease_id, 4, day, json!({"tenantId": tenant})) {
            self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.tenant = tenant);
        }
    }

    fn terminate(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        if self.changed(lease_id, 8, day, json!({})) {
            let lease = &mut self.leases[place];
            lease.last = (day != lease.end).then_some(day);
        }
    }

    fn give_back(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let day = add_days(self.today(), -self.rng.random_range(0..30));
        let form = form(json!({"id": self.leases[place].lease_id, "returnedDate": day.to_string()}));
        let done = self.act(&self.clerk.clone(), |op| handover::hand_over(op, form));
        if self.told(done).is_some() {
            self.leases[place].returned = Some(day);
        }
    }

    fn cancel(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let form = form(json!({"id": self.leases[place].lease_id, "comment": "作废"}));
        let done = self.act(&self.clerk.clone(), |op| lease::cancel(op, form));
        if self.told(done).is_some() {
            let today = self.today();
            self.leases[place].void = true;
            self.leases[place].issue(today);
        }
    }

    fn by_hand(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (lease_id, fen) = (self.leases[place].lease_id, self.rng.random_range(1..60_000));
        let input: ManualBill = form(json!({
            "leaseId": lease_id, "kind": 3, "dueDate": self.today().to_string(), "amountFen": fen, "remark": "水费",
        }));
        let done = self.act(&self.clerk.clone(), |op| Ok(create(op, input)?.0.id));
        if let Some(made) = self.told(done) {
            let bill: Bill = self.portal.app.store.read().unwrap().get(&id(made)).unwrap().unwrap();
            *self.by_hand.entry(bill.tenant_id).or_default() += fen;
        }
    }

    /// Late fees day by day, as the list shows them, then billed.
    fn fee(&mut self) {
        let today = self.today();
        let caller = Caller::console("test", "test");
        let query = || late_fee::ListLateFees { paging: form(json!({"pageSize": 200})), ..Default::default() };
        let listed = self.portal.app.read(&caller, |view| late_fee::list(view, query())).unwrap();
        for row in &listed.rows {
            assert_eq!(
                row.fee.fee_fen,
                self.fee_by_days(row.bill_id, today),
                "seed {}: bill {}",
                self.seed,
                row.bill_no
            );
        }
        if listed.rows.is_empty() {
            return;
        }
        let row = &listed.rows[self.rng.random_range(0..listed.rows.len())];
        let (bill_id, due) = (row.bill_id, row.due_fen);
        let bill: Bill = self.portal.app.store.read().unwrap().get(&id(bill_id)).unwrap().unwrap();
        let input = late_fee::BillLateFees { bill_ids: vec![bill_id] };
        let done = self.act(&self.clerk.clone(), |op| late_fee::bill(op, input).map(|done| done.0.amount_fen));
        if let Some(fen) = self.told(done) {
            assert_eq!(fen, due);
            *self.by_hand.entry(bill.tenant_id).or_default() += fen;
        }
    }

    /// The fee of a bill at 0.05 % a day, five days of grace and a fifth at most, from the balance of every day.
    fn fee_by_days(&self, bill_id: u64, today: Date) -> i64 {
        let reader = self.portal.app.store.read().unwrap();
        let bill: Bill = reader.get(&id(bill_id)).unwrap().unwrap();
        let principal = bill.amount_fen - bill.credited_fen;
        let mut moves: BTreeMap<Date, i64> = BTreeMap::new();
        for row in self.all::<Allocation>().iter().filter(|row| row.bill_id == bill_id) {
            let receipt: Option<Receipt> = reader.get(&id(row.receipt_id)).unwrap();
            let chargeback = receipt.and_then(|receipt| receipt.reversal).is_some_and(|back| back.kind as u8 == 3);
            let day = match row.mode {
                AllocationMode::Release => row.book_date,
                AllocationMode::Reversal if chargeback => row.book_date,
                _ => row.value_date,
            };
            *moves.entry(day).or_default() += row.amount_fen;
        }
        for moved in
            self.all::<Waiver>().iter().flat_map(Waiver::movements).filter(|moved| moved.part.bill_id == bill_id)
        {
            *moves.entry(moved.day).or_default() += moved.fen;
        }
        let paid = |day: Date| moves.range(..=day).map(|(_, fen)| fen).sum::<i64>();
        let grace = add_days(bill.due_date, 5);
        if today <= grace || paid(grace) >= principal {
            return 0;
        }
        let (mut day, mut sum) = (bill.due_date, 0_i128);
        while day < today {
            sum += i128::from((principal - paid(day)).max(0));
            day = after(day);
        }
        rounded(sum * 500, 1_000_000).min(rounded(i128::from(principal) * 200_000, 1_000_000))
    }

    fn deposit(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let lease_id = self.leases[place].lease_id;
        let open = self.some_bill(|bill| {
            bill.lease_id == lease_id && bill.kind == BillKind::Deposit && bill.outstanding_fen() > 0
        });
        if let Some(bill) = open {
            let fen = self.rng.random_range(1..=bill.outstanding_fen());
            let input: ReceiptInput = form(json!({
                "partyAId": 1, "tenantId": bill.tenant_id, "leaseId": lease_id, "amountFen": fen, "method": 1,
                "valueDate": self.today().to_string(), "purpose": 2,
            }));
            let done = self.act(&self.clerk.clone(), |op| Ok(receipt::create(op, input)?.0.id));
            if let Some(made) = self.told(done) {
                self.receipts.insert(made, (bill.tenant_id, fen, false));
            }
            return;
        }
        let owing = self.some_bill(|bill| {
            bill.lease_id == lease_id && bill.kind != BillKind::Deposit && bill.outstanding_fen() > 0
        });
        let Some(bill) = owing else { return };
        let fen = self.rng.random_range(1..=bill.outstanding_fen());
        let parts = json!([{"billId": bill.bill_id, "amountFen": fen}]);
        let input = form(json!({"leaseId": lease_id, "parts": parts, "reason": "抵租"}));
        let done = self.act(&self.clerk.clone(), |op| deposit_apply::apply(op, input));
        self.told(done);
    }

    fn close(&mut self) {
        let month = add_months(self.today().first_of_month(), -self.rng.random_range(1..3));
        let input = CloseMonth { party_a_id: 1, month, reason: "补录".into() };
        let closes = self.rng.random_bool(0.7);
        let done = if closes {
            self.act(&self.clerk.clone(), |op| {
                let looked = close::look(&op.view(), input)?;
                close::close(op, looked).map(drop)
            })
        } else {
            self.act(&self.boss.clone(), |op| close::reopen(op, input).map(drop))
        };
        if self.told(done).is_none() {
        } else if closes {
            let day = month.last_of_month();
            let told = self.figures(day);
            self.closed.push((day, told));
        } else {
            self.closed.retain(|(day, _)| *day < month);
        }
    }

    fn figures(&self, day: Date) -> String {
        let reader = self.portal.app.store.read().unwrap();
        let caller = Caller::console("test", "test");
        let view = View::new(&self.portal.app, &reader, &caller);
        figures::told(&view, &ChartQuery::default(), DateSpan::new(day.first_of_year(), day), day)
    }

    /// What the model says a tenant owes.
    fn balance(&self, tenant: u64) -> i64 {
        let today = self.today();
        let mut owed = self.by_hand.get(&tenant).copied().unwrap_or_default();
        for lease in &self.leases {
            owed += lease.asked(today).iter().filter(|(key, _)| key.2 == tenant).map(|(_, fen)| fen).sum::<i64>();
            owed -= lease.waived.iter().filter(|(key, _)| key.2 == tenant).map(|(_, fen)| fen).sum::<i64>();
        }
        let paid = self.receipts.values().filter(|(of, _, bills)| *of == tenant && *bills);
        owed -= paid.map(|(_, fen, _)| fen).sum::<i64>();
        let back = self.refunds.values().filter(|(of, _)| *of == tenant);
        owed + back.map(|(_, fen)| fen).sum::<i64>() - self.applied(tenant)
    }

    /// Deposit that bills of a tenant took, and did not give back as deposit.
    fn applied(&self, tenant: u64) -> i64 {
        let rows: Vec<Allocation> = self.all();
        let from_deposit = rows.iter().filter(|row| {
            row.tenant_id == tenant
                && row.source == gx_portal::features::books::allocation::MoneySource::Deposit
                && row.mode != AllocationMode::Release
        });
        from_deposit.map(|row| row.amount_fen).sum()
    }

    fn check(&mut self, step: u64) {
        let place = || format!("seed {} step {step}\n{}", self.seed, self.tail());
        let caller = Caller::console("test", "test");
        for check in self.portal.app.read(&caller, invariants::run).unwrap() {
            assert_eq!(check.faults, Vec::<String>::new(), "{} at {}", check.code, place());
        }
        for (number, lease) in self.leases.iter().enumerate() {
            let mut asked: BTreeMap<(u8, Date, u64), i64> = BTreeMap::new();
            for bill in self
                .all::<Bill>()
                .iter()
                .filter(|bill| bill.state == BillState::Issued && bill.kind != BillKind::Deposit)
            {
                if let Some((place, key)) = self.place_of(bill).filter(|(place, _)| *place == number) {
                    *asked.entry(key).or_default() += bill.amount_fen;
                    assert_eq!(place, number);
                }
            }
            asked.retain(|_, fen| *fen != 0);
            let mut wanted = lease.asked(self.today());
            wanted.retain(|_, fen| *fen != 0);
            assert_eq!(asked, wanted, "lease {} at {}", lease.lease_id, place());
        }
        for tenant in 1..=3 {
            let query = json!({"tenantId": tenant, "partyAId": 1, "from": "2000-01-01", "to": "2099-12-31"});
            let stated = self.portal.app.read(&caller, |view| statement::show(view, form(query.clone()))).unwrap();
            assert_eq!(stated.0.account.closing_fen, self.balance(tenant), "tenant {tenant} at {}", place());
        }
        if step % 20 == 19 {
            self.past_days(step);
        }
    }

    /// Ten past days: figures from sums are those from rows, closed months say what they said, nothing is below nothing.
    fn past_days(&mut self, step: u64) {
        for (day, told) in &self.closed {
            figures::same(told, &self.figures(*day), &format!("seed {} step {step}: closed {day}", self.seed));
        }
        let caller = Caller::console("test", "test");
        for _ in 0..10 {
            let day = add_days(self.today(), -self.rng.random_range(0..200));
            let reader = self.portal.app.store.read().unwrap();
            let view = View::new(&self.portal.app, &reader, &caller);
            figures::agree(&view, &ChartQuery::default(), DateSpan::new(day.first_of_year(), day), day);
            let query = ChartQuery::default();
            let known = gx_portal::features::books::figures::blocks::Figures::of(&view, &query).unwrap();
            let ageing = known.ageing(day).unwrap();
            assert!(
                ageing.buckets_fen.iter().all(|fen| *fen >= 0),
                "seed {} step {step} as of {day}: {ageing:?}",
                self.seed
            );
            assert!(ageing.credit_fen >= 0, "seed {} step {step} as of {day}: {ageing:?}", self.seed);
        }
        let posted = |receipt: &Receipt| receipt.state == ReceiptState::Posted && receipt.purpose == Purpose::Bills;
        let sum: i64 =
            self.all::<Receipt>().iter().filter(|receipt| posted(receipt)).map(|receipt| receipt.amount_fen).sum();
        let model: i64 = self.receipts.values().filter(|(_, _, bills)| *bills).map(|(_, fen, _)| fen).sum();
        assert_eq!(sum, model);
    }
}
