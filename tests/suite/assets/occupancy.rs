//! Rooms against a plain model: a table of days. Whatever clerks do in whatever order, no room is let twice, a refusal
//! changes nothing, and the rows say exactly what the days say (I7).

use crate::support::{self, scale};
use std::collections::BTreeMap;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::error::Result;
use gx_portal::features::assets::occupancy::{Occupancy, OccupancyKind, faults, of_room};
use gx_portal::features::assets::room::ops::{BlockRoom, block, unblock};
use gx_portal::features::lease::contract::change::{self, BY_LEASE, ChangeInput, ChangeKind, LeaseChange};
use gx_portal::features::lease::contract::change_approval::{self, DecideChange};
use gx_portal::features::lease::contract::decide::{DecideLease, Decision, decide_lease};
use gx_portal::features::lease::contract::ops::{self, LeaseInput, Which};
use gx_portal::kernel::span::{add_days, days_between};
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::AuditAction;
use gx_portal::records::list::One;
use gx_portal::store::{Reads, id};
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use support::Portal;

const ROOMS: u64 = 4;
const FIRST: Date = date(2024, 10, 1);
const DAYS: i64 = 240;

/// Who holds a room on a day: the lease's number, or minus the number of a block.
type Model = BTreeMap<(u64, i64), i64>;

struct World {
    app: Arc<App>,
    clerk: Arc<Caller>,
    approver: Arc<Caller>,
    model: Model,
    submitted: Vec<u64>,
    approved: Vec<(u64, i64, i64)>,
    blocks: Vec<u64>,
    refused: usize,
}

fn world() -> (Portal, World) {
    let portal = Portal::new();
    let admin = portal.admin();
    let made = |path: &str, form: serde_json::Value| {
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
    for no in 1..=ROOMS {
        let form = json!({"buildingId": 1, "floorNo": 1, "roomNo": no.to_string(), "buildingAreaM2": "100", "rentAreaM2": "100"});
        made("/asset/room", form);
    }
    made("/lease/tenant", json!({"tenantName": "禾川包装制品有限公司", "kind": 1, "deptId": 110}));
    let approver = portal.judge("approver");
    let world = World {
        app: portal.app.clone(),
        clerk: Arc::new(Caller::demonstration(1, "clerk")),
        approver,
        model: Model::new(),
        submitted: Vec::new(),
        approved: Vec::new(),
        blocks: Vec::new(),
        refused: 0,
    };
    (portal, world)
}

fn day(offset: i64) -> Date {
    add_days(FIRST, offset)
}

fn which(id: u64) -> Which {
    Which { id, version: None, comment: "原因".into() }
}

impl World {
    fn act<T: Send + 'static>(
        &self,
        caller: &Arc<Caller>,
        run: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.app.act(caller, "测试", AuditAction::Other, run)
    }

    fn free(&self, rooms: &[u64], from: i64, to: i64) -> bool {
        rooms.iter().all(|room| (from..=to).all(|day| !self.model.contains_key(&(*room, day))))
    }

    fn hold(&mut self, rooms: &[u64], from: i64, to: i64, who: i64) {
        for room in rooms {
            (from..=to).for_each(|day| {
                self.model.insert((*room, day), who);
            });
        }
    }

    fn drop_from(&mut self, who: i64, first: i64) {
        self.model.retain(|(_, day), holder| *holder != who || *day < first);
    }

    fn submit(&mut self, rng: &mut StdRng) {
        let mut rooms: Vec<u64> = (1..=ROOMS).filter(|_| rng.random_bool(0.4)).collect();
        if rooms.is_empty() {
            rooms.push(rng.random_range(1..=ROOMS));
        }
        let from = rng.random_range(0..DAYS);
        let to = from + rng.random_range(0..60);
        let listed: Vec<_> = rooms.iter().map(|room| json!({"roomId": room, "rentAreaM2": "100"})).collect();
        let input: LeaseInput = serde_json::from_value(json!({
            "partyAId": 1, "tenantId": 1, "rooms": listed, "startDate": day(from).to_string(), "endDate": day(to).to_string(),
            "rentBasis": 1, "rentFen": 100_000, "billingCycle": 1, "dueRule": {"kind": "ADVANCE", "n": 10},
        }))
        .unwrap();
        let lease = self.act(&self.clerk, |op| Ok(ops::create(op, input)?.0.id)).unwrap();
        let done = self.act(&self.clerk, move |op| ops::submit(op, which(lease)));
        let free = self.free(&rooms, from, to);
        assert_eq!(done.is_ok(), free, "rooms {rooms:?} {} to {}: {done:?}", day(from), day(to));
        if free {
            self.hold(&rooms, from, to, lease.cast_signed());
            self.submitted.push(lease);
        } else {
            self.refused += 1;
        }
    }

    fn decide(&mut self, rng: &mut StdRng) {
        if self.submitted.is_empty() {
            return;
        }
        let lease = self.submitted.swap_remove(rng.random_range(0..self.submitted.len()));
        let withdrawn = rng.random_bool(0.3);
        let decision = if rng.random_bool(0.7) { Decision::Approve } else { Decision::Return };
        let done = if withdrawn {
            self.act(&self.clerk, move |op| ops::withdraw(op, which(lease)).map(drop))
        } else {
            let input = DecideLease { id: lease, version: None, decision, comment: "意见".into() };
            self.act(&self.approver, |op| decide_lease(op, input).map(drop))
        };
        done.unwrap();
        if withdrawn || decision == Decision::Return {
            self.drop_from(lease.cast_signed(), i64::MIN);
        } else {
            let held: Vec<i64> =
                self.model.iter().filter(|(_, who)| **who == lease.cast_signed()).map(|((_, day), _)| *day).collect();
            self.approved.push((lease, *held.iter().min().unwrap(), *held.iter().max().unwrap()));
        }
    }

    /// Ends an approved lease: as if it had never been, or on a day inside its term.
    fn end(&mut self, rng: &mut StdRng) {
        if self.approved.is_empty() {
            return;
        }
        let (lease, from, to) = self.approved.swap_remove(rng.random_range(0..self.approved.len()));
        if from == to || rng.random_bool(0.3) {
            self.act(&self.approver, move |op| ops::cancel(op, which(lease))).unwrap();
            return self.drop_from(lease.cast_signed(), i64::MIN);
        }
        let last = rng.random_range(from..to);
        let input = ChangeInput {
            lease_id: lease,
            version: None,
            kind: ChangeKind::Termination,
            effective_date: day(last),
            reason: "协商终止".into(),
            facts: None,
            deposit_moves: false,
        };
        // What was never signed is made void, not ended.
        self.act(&self.clerk, move |op| {
            let scan = gx_portal::features::system::file::ops::deposit(op, "合同.pdf", "0", 1)?;
            let sign_date = op.now.date();
            ops::sign(op, ops::SignLease { id: lease, version: None, sign_date, scans: vec![scan] })
        })
        .unwrap();
        self.act(&self.clerk, |op| change::submit(op, input)).unwrap();
        self.act(&self.approver, move |op| {
            let changes: Vec<LeaseChange> = op.view().tx.by(&BY_LEASE, &id(lease), true, 0, 1)?;
            let change_id = changes[0].change_id;
            change_approval::decide(op, DecideChange { change_id, decision: Decision::Approve, comment: String::new() })
        })
        .unwrap();
        self.drop_from(lease.cast_signed(), last + 1);
    }

    fn block(&mut self, rng: &mut StdRng) {
        let room = rng.random_range(1..=ROOMS);
        let from = rng.random_range(0..DAYS);
        let to = from + rng.random_range(0..20);
        let kind = OccupancyKind::Repair;
        let input = BlockRoom { room_id: room, kind, from: day(from), to: day(to), reason: "检修".into() };
        let done = self.act(&self.clerk, |op| Ok(block(op, input)?.0.id));
        assert_eq!(done.is_ok(), self.free(&[room], from, to), "{done:?}");
        if let Ok(row) = done {
            self.hold(&[room], from, to, -row.cast_signed());
            self.blocks.push(row);
        }
    }

    fn unblock(&mut self, rng: &mut StdRng) {
        if self.blocks.is_empty() {
            return;
        }
        let row = self.blocks.swap_remove(rng.random_range(0..self.blocks.len()));
        self.act(&self.clerk, move |op| unblock(op, One { id: row })).unwrap();
        self.drop_from(-row.cast_signed(), i64::MIN);
    }

    /// The rows, day by day.
    fn rows(&self) -> Model {
        let caller = Caller::console("test", "test");
        let rows = |view: &gx_portal::op::View<'_>| -> Result<Vec<Occupancy>> {
            Ok((1..=ROOMS).map(|room| of_room(view, room)).collect::<Result<Vec<_>>>()?.concat())
        };
        let mut found = Model::new();
        for row in self.app.read(&caller, rows).unwrap() {
            let who = if row.lease_id > 0 { row.lease_id.cast_signed() } else { -row.occupancy_id.cast_signed() };
            for day in days_between(FIRST, row.span.from)..=days_between(FIRST, row.span.to) {
                assert_eq!(found.insert((row.room_id, day), who), None, "room {} let twice", row.room_id);
            }
        }
        found
    }
}

#[test]
fn no_order_of_deeds_lets_a_room_twice() {
    for seed in 0..scale::rounds("GX_SEEDS", 2, 6) {
        let (_portal, mut world) = world();
        let mut rng = StdRng::seed_from_u64(seed);
        for step in 0..scale::size(60, 120) {
            match rng.random_range(0..10) {
                0..4 => world.submit(&mut rng),
                4..7 => world.decide(&mut rng),
                7 => world.end(&mut rng),
                8 => world.block(&mut rng),
                _ => world.unblock(&mut rng),
            }
            assert_eq!(world.rows(), world.model, "seed {seed}, step {step}");
        }
        assert!(world.refused > 3, "only {} windows were taken already", world.refused);
        assert_eq!(faults(&world.app.store.read().unwrap()).unwrap(), Vec::<String>::new());
    }
}

#[test]
fn the_doctor_names_a_room_that_is_let_twice() {
    let (_portal, world) = world();
    let twice = |from: i64, to: i64, number: u64| Occupancy {
        occupancy_id: number,
        room_id: 2,
        span: gx_portal::kernel::span::DateSpan::new(day(from), day(to)),
        kind: OccupancyKind::Repair,
        lease_id: 0,
        reason: String::new(),
        active: true,
    };
    // Behind the back of `occupy`, as a damaged file or a careless migration would leave it.
    world
        .act(&world.clerk, move |op| {
            op.next_id::<Occupancy>()?;
            op.next_id::<Occupancy>()?;
            op.put(&twice(0, 9, 1))?;
            op.put(&twice(9, 12, 2))
        })
        .unwrap();
    let report = gx_portal::upkeep::doctor::run(&world.app, "test", false).unwrap();
    assert_eq!(report["ok"], false);
    assert!(report["faults"].to_string().contains("编号 2"), "{}", report["faults"]);
}
