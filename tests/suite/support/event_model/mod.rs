//! The world of the event model: three rooms, three tenants, the operations of a clerk, and what each tenant must owe.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

mod checks;
mod contract;
mod deeds;

use gx_portal::error::{Kind, Result};
use gx_portal::features::assets::asset::record::Asset;
use gx_portal::features::finance::bill::record::{Bill, BillState};
use gx_portal::features::finance::bill::run;
use gx_portal::features::finance::deposit::DepositMove;
use gx_portal::features::finance::period::BOOKS_FROM;
use gx_portal::features::lease::contract::decide::{DecideLease, Decision, decide_lease};
use gx_portal::features::lease::contract::ops::{self as lease, LeaseInput, SignLease};
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::features::system::config;
use gx_portal::kernel::span::{add_days, add_months, after, before};
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::AuditAction;
use gx_portal::store::Reads;
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

use self::contract::*;
use super::support::Portal;

const DAY: i64 = 86_400_000;
const LEAD: i64 = 10;

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
    waivers: Vec<u64>,
    /// Waivers that wait for a decision.
    waiting: Vec<u64>,
    closed: Vec<(Date, String)>,
    /// The property passes between two units.
    units: bool,
    /// The first day of the books.
    first_day: Date,
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
        Self::of(seed, false, date(2023, 1, 1))
    }

    /// A world whose books begin in the middle of running leases, and of a month.
    pub fn of_first_days(seed: u64) -> Self {
        Self::of(seed, false, date(2024, 9, 1 + i8::try_from(seed % 28).unwrap()))
    }

    /// A world of two units that hand the property over to each other.
    pub fn of_two_units(seed: u64) -> Self {
        Self::of(seed, true, date(2023, 1, 1))
    }

    fn of(seed: u64, units: bool, first_day: Date) -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let made = |path: &str, form: Value| {
            let answer = portal.post(path, &admin, form);
            assert_eq!(answer["code"], 200, "{path}: {answer}");
        };
        made("/asset/plate", json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB"}));
        let party = json!({"partyACode": "A", "partyAName": "资产中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
        made("/asset/partyA", party);
        if units {
            let other = json!({"partyACode": "B", "partyAName": "留守处", "unitKind": 4, "remitRequired": false, "remitDay": 10, "deptId": 120});
            made("/asset/partyA", other);
        }
        made("/asset/asset", json!({"assetName": "产业园", "plateId": 1, "partyAId": 1, "titleState": 1}));
        made("/asset/building", json!({"assetId": 1, "buildingCode": "B", "buildingName": "一号楼"}));
        for no in 1..=3 {
            let room = json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "buildingAreaM2": "100", "rentAreaM2": "100"});
            made("/asset/room", room);
            made("/lease/tenant", json!({"tenantName": format!("乙方{no}"), "kind": 1, "deptId": 110}));
        }
        let boss = portal.judge("boss");
        let mut world = Self {
            portal,
            clerk: Arc::new(Caller::demonstration(1, "clerk")),
            boss,
            rng: StdRng::seed_from_u64(seed),
            seed,
            leases: Vec::new(),
            by_hand: BTreeMap::new(),
            receipts: BTreeMap::new(),
            refunds: BTreeMap::new(),
            waivers: Vec::new(),
            waiting: Vec::new(),
            closed: Vec::new(),
            units,
            first_day,
            done: 0,
            log: Vec::new(),
        };
        let begin =
            move |op: &mut Op<'_, '_>| config::ops::set(op, BOOKS_FROM.info.key, &first_day.to_string()).map(drop);
        world.act(&world.boss.clone(), begin).unwrap();
        for room in 1..=3 {
            world.sign(room);
        }
        world.run();
        world
    }

    /// Operations until so many were tried; answers how many were done.
    pub fn live(mut self, deeds: u64) -> u64 {
        println!("GX_SEED={}", self.seed);
        for step in 0..deeds {
            let deed = self.rng.random_range(0..if self.units { 35 } else { 32 });
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
                25 => self.reclaim(),
                26 => self.settle(),
                27 => self.pay_back(),
                28 => self.renew(),
                29..32 => self.bring_in(),
                _ => self.pass(),
            }
            self.log.push(format!("{step}: deed {deed} on {}: {}", self.today(), self.done - before));
            if self.done > before {
                self.run();
                if step % 3 == 0 {
                    self.runs_again(step);
                }
            }
            self.check(step);
        }
        self.done
    }

    pub(super) fn act<T: Send + 'static>(
        &self,
        caller: &Arc<Caller>,
        run: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.portal.app.act(caller, "测试", AuditAction::Other, run)
    }

    pub(super) fn accepted<T>(&mut self, done: Result<T>) -> Option<T> {
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

    pub(super) fn tail(&self) -> String {
        self.log[self.log.len().saturating_sub(12)..].join("\n")
    }

    pub(super) fn today(&self) -> Date {
        self.portal.app.clock.today()
    }

    pub(super) fn all<R: gx_portal::store::Record>(&self) -> Vec<R> {
        self.portal.app.store.read().unwrap().all().unwrap()
    }

    /// Bills of every lease, as a night makes them.
    pub(super) fn run(&mut self) {
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
        self.cap();
    }

    /// Of days that came in no more is waived than their bills still ask for, each by itself.
    pub(super) fn cap(&mut self) {
        let mut left: BTreeMap<(usize, (u8, Date, u64)), i64> = BTreeMap::new();
        for bill in
            self.all::<Bill>().iter().filter(|bill| bill.state == BillState::Issued && bill.kind != BillKind::Deposit)
        {
            if let Some(place) = self.place_of(bill) {
                *left.entry(place).or_default() += (bill.amount_fen - bill.credited_fen).max(0);
            }
        }
        for (place, lease) in self.leases.iter_mut().enumerate() {
            for (key, waived) in lease.waived.iter_mut().filter(|(key, _)| lease.before.contains_key(key)) {
                *waived = (*waived).min(left.get(&(place, *key)).copied().unwrap_or(0));
            }
        }
    }

    /// A second run of the night makes and corrects nothing.
    fn runs_again(&mut self, step: u64) {
        let before = self.all::<Bill>();
        run::nightly(&self.portal.app).unwrap();
        let mut more = self.all::<Bill>().split_off(before.len());
        more.retain(|bill| !before.contains(bill));
        let leases: Vec<u64> = more.iter().map(|bill| bill.lease_id).collect();
        let of = |bill: &&Bill| leases.contains(&bill.lease_id) && bill.kind == BillKind::Deposit;
        let (asked, moves) = (before.iter().filter(of), self.all::<DepositMove>());
        let told: Vec<String> = asked
            .map(|bill| {
                format!(
                    "{} of {} for {}: {} open {}",
                    bill.bill_no,
                    bill.tenant_id,
                    bill.lease_id,
                    bill.amount_fen,
                    bill.outstanding_fen()
                )
            })
            .chain(moves.iter().map(|moved| {
                format!("{:?} of {} {}: {}", moved.kind, moved.lease_id, moved.book_date, moved.amount_fen)
            }))
            .collect();
        let (seed, told) = (self.seed, told.join("\n"));
        assert!(more.is_empty(), "seed {seed} step {step}: a second run makes {more:?}\n{told}\n{}", self.tail());
    }

    /// Nobody stays in a room that another lease has begun in.
    pub(super) fn let_again(&mut self) {
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

    /// The unit that holds the property.
    pub(super) fn holder(&self) -> u64 {
        self.all::<Asset>()[0].holdings.last().map_or(1, |held| held.party_a_id)
    }

    /// One of the units.
    pub(super) fn some_unit(&mut self) -> u64 {
        if self.units { self.rng.random_range(1..=2) } else { 1 }
    }

    pub(super) fn some_lease(&mut self) -> Option<usize> {
        let living: Vec<usize> = (0..self.leases.len()).filter(|place| !self.leases[*place].void).collect();
        (!living.is_empty()).then(|| living[self.rng.random_range(0..living.len())])
    }

    pub(super) fn sign(&mut self, room: u64) {
        let tenant = self.rng.random_range(1..=3_u64);
        let start = add_days(self.today(), self.rng.random_range(-100..20));
        self.sign_from(room, tenant, start, json!({}));
    }

    /// A lease of a room from a day on, with more fields of its form.
    pub(super) fn sign_from(&mut self, room: u64, tenant: u64, start: Date, more: Value) {
        let months = self.rng.random_range(4..12);
        let end = before(add_months(start, months));
        let rent = self.rng.random_range(1..9) * 50_000 + self.rng.random_range(0..3);
        let input: LeaseInput = form(with(
            json!({
                "partyAId": self.holder(), "tenantId": tenant, "rooms": [{"roomId": room, "rentAreaM2": "100"}], "startDate": start.to_string(),
                "endDate": end.to_string(), "rentBasis": 1, "rentFen": rent, "billingCycle": 1, "periodMode": "CALENDAR",
                "dueRule": {"kind": "DAY", "n": 5}, "issueLeadDays": LEAD, "depositFen": 2 * rent,
                "extraCharges": [{"kind": 2, "monthFen": 7_000}],
            }),
            more,
        ));
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
        let mut contract = Contract {
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
            before: BTreeMap::new(),
            first_day: self.first_day,
        };
        contract.was_before();
        self.leases.push(contract);
        self.done += 1;
    }

    pub(super) fn days_pass(&mut self) {
        let days = self.rng.random_range(1..25);
        self.portal.app.clock.advance(days * DAY);
        if self.rng.random_bool(0.2) && self.leases.len() < 8 {
            let room = self.rng.random_range(1..=3);
            self.sign(room);
        }
        self.done += 1;
    }

    pub(super) fn some_bill(&mut self, keep: impl Fn(&Bill) -> bool) -> Option<Bill> {
        let mut bills: Vec<Bill> = self.all();
        bills.retain(|bill| bill.state == BillState::Issued && keep(bill));
        (!bills.is_empty()).then(|| bills.swap_remove(self.rng.random_range(0..bills.len())))
    }
}
