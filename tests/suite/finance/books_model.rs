//! The books against a plain model: whatever people do in whatever order, every invariant holds after every step, a
//! refusal changes nothing, and the money of the model is the money of the books.

use crate::support::scale;
use crate::{figures, support};
use std::sync::Arc;

use gx_portal::error::Result;
use gx_portal::features::finance::allocation::CreditLot;
use gx_portal::features::finance::bill::ops::{ManualBill, VoidBill, create, void};
use gx_portal::features::finance::bill::record::{Bill, BillState};
use gx_portal::features::finance::bill::run::manual::{self, GenerateBills, ManualRun};
use gx_portal::features::finance::close::{self, CloseMonth, ReopenMonth};
use gx_portal::features::finance::decision::Decide;
use gx_portal::features::finance::figures::load::ChartQuery;
use gx_portal::features::finance::invariants;
use gx_portal::features::finance::payout::ops::{self as payout, PayPayout, PayoutInput};
use gx_portal::features::finance::payout::record::PayoutKind;
use gx_portal::features::finance::receipt::ops::{self as receipt, Claim, ReceiptInput, Which};
use gx_portal::features::finance::receipt::record::ReceiptState;
use gx_portal::features::finance::receipt::reverse::{ReverseReceipt, reverse};
use gx_portal::features::finance::waiver::{self, WaiverInput};
use gx_portal::features::lease::contract::decide::{DecideLease, Decision, decide_lease};
use gx_portal::features::lease::contract::ops::{self as lease, LeaseInput, SignLease};
use gx_portal::kernel::span::DateSpan;
use gx_portal::op::{Caller, Op, View};
use gx_portal::platform::audit::AuditAction;
use gx_portal::store::Reads;
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use support::Portal;

const DAY: i64 = 86_400_000;

/// What a receipt is in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Paid {
    receipt: u64,
    fen: i64,
    state: ReceiptState,
}

struct World {
    portal: Portal,
    clerk: Arc<Caller>,
    boss: Arc<Caller>,
    leases: Vec<u64>,
    receipts: Vec<Paid>,
    waivers: Vec<u64>,
    refunds: Vec<(u64, i64)>,
    refunded: i64,
    done: usize,
    refused: usize,
    /// What figures said of a day, once nothing could be booked on it any more.
    remembered: Vec<(Date, String)>,
    /// Whether everything is dated on the day it is done.
    prompt: bool,
}

fn form<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

impl World {
    fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let made = |path: &str, form: Value| {
            let answer = portal.post(path, &admin, form);
            answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{path}: {answer}"))
        };
        made("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
        made(
            "/asset/partyA",
            json!({"partyACode": "A", "partyAName": "资产中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110}),
        );
        made("/asset/asset", json!({"assetName": "产业园", "plateId": 1, "partyAId": 1, "titleState": 1}));
        made("/asset/building", json!({"assetId": 1, "buildingCode": "B", "buildingName": "一号楼"}));
        for no in 1..=3 {
            made(
                "/asset/room",
                json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "buildingAreaM2": "100", "rentAreaM2": "100"}),
            );
            made("/lease/tenant", json!({"tenantName": format!("乙方{no}"), "kind": 1, "deptId": 110}));
        }
        portal.app.clock.advance(-270 * DAY);
        let (clerk, boss) = (Caller::demonstration(1, "clerk"), portal.judge("boss"));
        let mut world = Self {
            portal,
            clerk: Arc::new(clerk),
            boss,
            leases: Vec::new(),
            receipts: Vec::new(),
            waivers: Vec::new(),
            refunds: Vec::new(),
            refunded: 0,
            done: 0,
            refused: 0,
            remembered: Vec::new(),
            prompt: false,
        };
        for no in 1..=3_u64 {
            let input = world.lease(no);
            world.leases.push(input);
        }
        world
    }

    fn act<T: Send + 'static>(
        &self,
        caller: &Arc<Caller>,
        run: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.portal.app.act(caller, "测试", AuditAction::Other, run)
    }

    fn lease(&self, no: u64) -> u64 {
        let input: LeaseInput = form(json!({
            "partyAId": 1, "tenantId": no, "rooms": [{"roomId": no, "rentAreaM2": "100"}], "startDate": "2024-01-01",
            "endDate": "2024-12-31", "rentBasis": 1, "rentFen": 100_000 * no, "billingCycle": 1,
            "dueRule": {"kind": "DAY", "n": 5}, "issueLeadDays": 10,
        }));
        let id = self.act(&self.clerk, |op| Ok(lease::create(op, input)?.0.id)).unwrap();
        self.act(&self.clerk, move |op| lease::submit(op, form(json!({"id": id})))).unwrap();
        let yes = DecideLease { id, version: None, decision: Decision::Approve, comment: String::new() };
        self.act(&self.boss, |op| decide_lease(op, yes)).unwrap();
        self.act(&self.clerk, move |op| {
            let scan = gx_portal::features::system::file::ops::deposit(op, "合同.pdf", "0", 1)?;
            let sign_date = op.now.date();
            lease::sign(op, SignLease { id, version: None, sign_date, scans: vec![scan] })
        })
        .unwrap();
        id
    }

    fn today(&self) -> String {
        self.portal.app.clock.today().to_string()
    }

    fn tally<T>(&mut self, done: Result<T>) -> Option<T> {
        match done {
            Ok(value) => {
                self.done += 1;
                Some(value)
            }
            Err(fault) => {
                assert_eq!(fault.kind, gx_portal::error::Kind::Refused, "{fault:?}");
                self.refused += 1;
                None
            }
        }
    }

    fn bills(&self) -> Vec<Bill> {
        self.portal.app.store.read().unwrap().all().unwrap()
    }

    fn some_bill(&self, rng: &mut StdRng) -> Option<Bill> {
        let bills = self.bills();
        (!bills.is_empty()).then(|| bills[rng.random_range(0..bills.len())].clone())
    }

    fn pay(&mut self, rng: &mut StdRng) {
        let tenant = rng.random_range(0..=3_u64);
        let fen = rng.random_range(1..400_000_i64);
        let designated: Vec<u64> = if rng.random_bool(0.3) {
            self.some_bill(rng).iter().map(|bill| bill.bill_id).collect()
        } else {
            Vec::new()
        };
        let days = if self.prompt { 0 } else { rng.random_range(0..40) };
        let value_date = gx_portal::kernel::span::add_days(self.portal.app.clock.today(), -days).to_string();
        let input: ReceiptInput = form(json!({
            "partyAId": 1, "tenantId": tenant, "payerName": "付款人", "amountFen": fen, "method": 1, "valueDate": value_date,
            "designated": designated, "notYetDue": rng.random_bool(0.3), "keepAsCredit": rng.random_bool(0.1),
            "bankRef": if rng.random_bool(0.2) { rng.random_range(0..5).to_string() } else { String::new() },
        }));
        let done = self.act(&self.clerk, |op| Ok(receipt::create(op, input)?.0.id));
        if let Some(receipt) = self.tally(done) {
            let state = if tenant == 0 { ReceiptState::Unclaimed } else { ReceiptState::Posted };
            self.receipts.push(Paid { receipt, fen, state });
        }
    }

    fn some_receipt(&self, rng: &mut StdRng) -> Option<usize> {
        (!self.receipts.is_empty()).then(|| rng.random_range(0..self.receipts.len()))
    }

    fn claim(&mut self, rng: &mut StdRng) {
        let Some(place) = self.some_receipt(rng) else { return };
        let id = self.receipts[place].receipt;
        let done = if rng.random_bool(0.7) {
            let input: Claim = form(json!({"id": id, "tenantId": rng.random_range(1..=3)}));
            self.act(&self.clerk, |op| receipt::claim(op, input).map(|_| ReceiptState::Posted))
        } else {
            self.act(&self.clerk, move |op| {
                receipt::unclaim(op, Which { id, version: None }).map(|_| ReceiptState::Unclaimed)
            })
        };
        if let Some(state) = self.tally(done) {
            self.receipts[place].state = state;
        }
    }

    fn reverse(&mut self, rng: &mut StdRng) {
        let Some(place) = self.some_receipt(rng) else { return };
        let input: ReverseReceipt =
            form(json!({"id": self.receipts[place].receipt, "kind": rng.random_range(1..=3), "reason": "冲销"}));
        let done = self.act(&self.boss, |op| reverse(op, input));
        if self.tally(done).is_some() {
            self.receipts[place].state = ReceiptState::Reversed;
        }
    }

    fn waive(&mut self, rng: &mut StdRng) {
        if !self.waivers.is_empty() && rng.random_bool(0.4) {
            let id = self.waivers[rng.random_range(0..self.waivers.len())];
            let no = Decide { id, version: None, approve: true, comment: "撤销".into() };
            let done = self.act(&self.boss, |op| waiver::revoke(op, no));
            self.tally(done);
            return;
        }
        let Some(bill) = self.some_bill(rng) else { return };
        let fen = rng.random_range(1..=bill.amount_fen.abs().max(1));
        let input: WaiverInput = form(json!({
            "reasonKind": 3, "scope": [{"billId": bill.bill_id, "amountFen": fen}], "effectiveDate": self.today(),
        }));
        let done = self.act(&self.clerk, |op| Ok(waiver::submit(op, input)?.0.id));
        if let Some(id) = self.tally(done) {
            let yes = Decide { id, version: None, approve: true, comment: String::new() };
            let done = self.act(&self.boss, |op| waiver::decide(op, yes));
            if self.tally(done).is_some() {
                self.waivers.push(id);
            }
        }
    }

    fn refund(&mut self, rng: &mut StdRng) {
        if !self.refunds.is_empty() && rng.random_bool(0.3) {
            let place = rng.random_range(0..self.refunds.len());
            let (id, fen) = self.refunds[place];
            let back = Decide { id, version: None, approve: true, comment: "退回".into() };
            let done = self.act(&self.boss, move |op| payout::reverse(op, &back, &[PayoutKind::CreditRefund]));
            if self.tally(done).is_some() {
                self.refunds.swap_remove(place);
                self.refunded -= fen;
            }
            return;
        }
        let fen = rng.random_range(1..200_000_i64);
        let input: PayoutInput = form(json!({
            "kind": 1, "partyAId": 1, "tenantId": rng.random_range(1..=3), "amountFen": fen, "payee": "收款人",
        }));
        let done = self.act(&self.clerk, |op| Ok(payout::submit(op, input)?.0.id));
        let Some(id) = self.tally(done) else { return };
        let yes = Decide { id, version: None, approve: true, comment: String::new() };
        self.act(&self.boss, move |op| {
            gx_portal::features::finance::payout::approval::decide(op, &yes, &[PayoutKind::CreditRefund])
        })
        .unwrap();
        let pay = PayPayout { id, version: None, paid_date: self.portal.app.clock.today() };
        let done = self.act(&self.boss, move |op| payout::pay(op, &pay, &[PayoutKind::CreditRefund]));
        if self.tally(done).is_some() {
            self.refunds.push((id, fen));
            self.refunded += fen;
        }
    }

    fn bill(&mut self, rng: &mut StdRng) {
        // A bill is void from its issue on, so the days since then change.
        if !self.prompt && rng.random_bool(0.3) {
            let Some(bill) = self.some_bill(rng) else { return };
            let input = VoidBill { id: bill.bill_id, version: None, reason: "作废".into() };
            let done = self.act(&self.clerk, |op| void(op, input));
            self.tally(done);
            return;
        }
        let lease_id = self.leases[rng.random_range(0..self.leases.len())];
        let kind = [3, 4, 7][rng.random_range(0..3)];
        let input: ManualBill = form(json!({
            "leaseId": lease_id, "kind": kind, "dueDate": self.today(),
            "amountFen": rng.random_range(1..50_000), "remark": "事由",
        }));
        let done = self.act(&self.clerk, |op| create(op, input));
        self.tally(done);
    }

    fn next_day(&mut self, rng: &mut StdRng) {
        if self.prompt {
            self.remember(self.portal.app.clock.today());
        }
        self.portal.app.clock.advance(if self.prompt { 1 } else { rng.random_range(1..12) } * DAY);
        let asked = manual::work(&self.portal.app, &self.clerk, GenerateBills::default()).unwrap();
        assert!(matches!(asked, ManualRun::Now(billed) if billed.refused.is_none()));
    }

    fn close(&mut self, rng: &mut StdRng) {
        let today = self.portal.app.clock.today();
        let month = gx_portal::kernel::span::add_months(today.first_of_month(), -rng.random_range(1..3));
        let closes = rng.random_bool(0.7);
        let done = if closes {
            self.act(&self.clerk, move |op| {
                let looked = close::look(&op.view(), CloseMonth { party_a_id: 1, month })?;
                close::close(op, looked).map(drop)
            })
        } else {
            let input = ReopenMonth { party_a_id: 1, month, reason: "补录".into() };
            self.act(&self.boss, |op| close::reopen(op, input).map(drop))
        };
        if self.tally(done).is_none() {
        } else if closes {
            self.remember(month.last_of_month());
        } else {
            self.remembered.retain(|(day, _)| *day < month);
        }
    }

    fn describe(&self, day: Date) -> String {
        let reader = self.portal.app.store.read().unwrap();
        let caller = Caller::console("test", "test");
        let view = View::new(&self.portal.app, &reader, &caller);
        let span = DateSpan::new(day.first_of_year(), day);
        figures::describe(&view, &ChartQuery::default(), span, day)
    }

    fn remember(&mut self, day: Date) {
        self.remembered.push((day, self.describe(day)));
    }

    /// Figures say of past days what they said then, and of any day what the rows say.
    fn check_figures(&self, rng: &mut StdRng, seed: u64) {
        for (day, then) in &self.remembered {
            figures::same(then, &self.describe(*day), &format!("seed {seed}: figures as of {day}"));
        }
        let caller = Caller::console("test", "test");
        let (first, last) = (date(2023, 12, 1), date(2025, 2, 1));
        for _ in 0..12 {
            let reader = self.portal.app.store.read().unwrap();
            let view = View::new(&self.portal.app, &reader, &caller);
            let (span, day) = (figures::some_span(rng, first, last), figures::some_day(rng, first, last));
            figures::agree(&view, &ChartQuery::default(), span, day);
        }
        let reader = self.portal.app.store.read().unwrap();
        for info in gx_portal::features::PRODUCT.tables() {
            let report = info.verify(&reader).unwrap();
            assert!(report.is_clean(), "seed {seed}: {report:?}");
        }
    }

    /// Every invariant, and the model's money.
    fn check(&self, what: &str) {
        let caller = Caller::console("test", "test");
        // All of them every fifth time: figures are compared at length elsewhere.
        let all = (self.done + self.refused).is_multiple_of(5);
        let checks = if all {
            self.portal.app.read(&caller, invariants::run).unwrap()
        } else {
            invariants::recorded(&self.portal.app.store.read().unwrap()).unwrap()
        };
        for check in checks {
            assert_eq!(check.faults, Vec::<String>::new(), "{} after {what}", check.code);
        }
        let bills = self.bills();
        let on_bills: i64 = bills.iter().map(|bill| bill.allocated_fen).sum();
        let lots: Vec<CreditLot> = self.portal.app.store.read().unwrap().all().unwrap();
        let in_credit: i64 = lots.iter().map(|lot| lot.left_fen).sum();
        let of = |state| self.receipts.iter().filter(|paid| paid.state == state).map(|paid| paid.fen).sum::<i64>();
        assert_eq!(on_bills + in_credit + self.refunded, of(ReceiptState::Posted), "money after {what}");
        let void = bills.iter().filter(|bill| bill.state == BillState::Void);
        assert!(void.clone().all(|bill| bill.allocated_fen == 0), "money on a void bill");
    }
}

#[test]
fn any_order_of_deeds_keeps_the_books_right() {
    for seed in 0..scale::rounds("GX_SEEDS", 2, 8) {
        let mut world = World::new();
        let mut rng = StdRng::seed_from_u64(seed);
        world.next_day(&mut rng);
        for step in 0..150 {
            let deed = rng.random_range(0..20);
            match deed {
                0..3 => world.next_day(&mut rng),
                3..9 => world.pay(&mut rng),
                9..11 => world.claim(&mut rng),
                11..13 => world.reverse(&mut rng),
                13..15 => world.waive(&mut rng),
                15..17 => world.refund(&mut rng),
                17..19 => world.bill(&mut rng),
                _ => world.close(&mut rng),
            }
            world.check(&format!("seed {seed} step {step} deed {deed}"));
            if step % 50 == 49 {
                world.check_figures(&mut rng, seed);
            }
        }
        assert!(world.done > 50 && world.refused > 8, "{} done, {} refused", world.done, world.refused);
    }
}

#[test]
fn a_day_keeps_its_figures() {
    for seed in (100..).take(scale::size(1, 3)) {
        let mut world = World::new();
        let mut rng = StdRng::seed_from_u64(seed);
        // The first run issues what the leases owe since they began.
        world.next_day(&mut rng);
        world.prompt = true;
        for _ in 0..240 {
            match rng.random_range(0..20) {
                0..9 => world.next_day(&mut rng),
                9..13 => world.pay(&mut rng),
                13..14 => world.claim(&mut rng),
                14..16 => world.reverse(&mut rng),
                16..18 => world.waive(&mut rng),
                18..19 => world.refund(&mut rng),
                _ => world.bill(&mut rng),
            }
        }
        assert!(world.remembered.len() > 80 && world.done > 60, "{} done", world.done);
        world.check_figures(&mut rng, seed);
    }
}
