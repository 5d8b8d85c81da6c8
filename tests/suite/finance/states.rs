//! Every state of a lease meets every operation, and after each the bill run changes nothing the second time: nothing
//! that is owed may hang on a state where the rule asks a day.
//!
//! An operation may be refused, then with a sentence that says why, and the lease is as it was. The gate walks every seventh pair and
//! every state; `packaging/test all` walks them all.

use std::fmt::Debug;

use crate::support::scale;
use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Still, Town, with};
use gx_portal::features::finance::bill::record::{Bill, BillState};
use gx_portal::features::finance::credit::CreditLot;
use gx_portal::features::finance::deposit::DepositMove;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::store::{Reads, Record, id};
use serde_json::{Value, json};

/// The lease that the operations are done to: the first, of room 1, from October 2024 to September 2025 unless the state says so.
const LEASE: u64 = 1;

fn form() -> Value {
    let terms = json!({"depositFen": 200_000, "lateFeePpm": 500});
    with(plain(1, 1, "2024-10-01", "2025-09-30"), terms)
}

fn short() -> Value {
    with(form(), json!({"endDate": "2024-11-10"}))
}

/// Signed on a day in September, with its deposit, October paid and 300.00 too much.
fn running() -> Town {
    let town = Town::on("2024-11-20");
    town.lease(form(), "2024-09-20");
    paid(&town);
    town
}

fn paid(town: &Town) {
    town.receipt(LEASE, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.receipt(LEASE, 1, 100_000, "2024-10-05", json!({}));
    town.receipt(0, 1, 30_000, "2024-11-04", json!({"keepAsCredit": true}));
}

fn over() -> Town {
    let mut town = Town::on("2024-11-05");
    town.lease(short(), "2024-09-20");
    paid(&town);
    town.move_to("2024-11-20");
    town.bill();
    town
}

fn given_back() -> Town {
    let town = over();
    town.returned(LEASE, "2024-11-15");
    town.bill();
    town
}

fn settling() -> (Town, u64) {
    let town = given_back();
    let id = town.make("/fin/settlement", json!({"leaseId": LEASE, "penaltyFen": 10_000}));
    (town, id)
}

fn settled() -> Town {
    let (town, id) = settling();
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    town
}

type Make = fn() -> Town;

/// Every state that a lease may stand in, and the ways the books may have got there.
const STATES: [(&str, Make); 17] = [
    ("draft", || {
        let town = Town::on("2024-11-20");
        town.make("/lease/lease", form());
        town
    }),
    ("submitted", || {
        let town = Town::on("2024-11-20");
        town.make("/lease/lease", form());
        town.done(&town.clerk, "/lease/lease/submit", json!({"id": LEASE}));
        town
    }),
    ("approved", || {
        let town = Town::on("2024-11-20");
        town.make("/lease/lease", form());
        town.done(&town.clerk, "/lease/lease/submit", json!({"id": LEASE}));
        town.done(&town.boss, "/lease/lease/decide", json!({"id": LEASE, "decision": "approve"}));
        town
    }),
    ("signed, not begun", || {
        let town = Town::on("2024-11-20");
        town.lease(with(form(), json!({"startDate": "2024-12-01"})), "2024-11-10");
        town
    }),
    ("running, nothing paid", || {
        let town = Town::on("2024-11-20");
        town.lease(form(), "2024-09-20");
        town
    }),
    ("running, paid", running),
    ("running, late fee billed", || {
        let town = Town::on("2024-11-20");
        town.lease(form(), "2024-09-20");
        let october = town.bill_due(LEASE, "2024-10-05");
        town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [october]}));
        town
    }),
    ("running, rent changed", || {
        let town = running();
        town.change(LEASE, 1, "2024-11-11", json!({"rentFen": 120_000}));
        town
    }),
    ("running, tenant changed", || {
        let town = running();
        town.change(LEASE, 4, "2024-11-11", json!({"tenantId": 2, "depositMoves": true}));
        town
    }),
    ("running since before the books", || {
        let town = Town::on("2024-11-20");
        assert_eq!(super::events_openings::Openings::sets(&town, "2024-10-16")["code"], 200);
        town.lease(form(), "2024-09-20");
        town
    }),
    ("ended early", || {
        let town = running();
        town.end(LEASE, "2024-11-15");
        town
    }),
    ("over, the tenant stays", over),
    ("over, given back", given_back),
    ("settlement waits", || settling().0),
    ("settlement approved, refund waits", settled),
    ("settled, refunds paid", || {
        let town = settled();
        for row in town.get("/fin/refund/list?state=2")["rows"].as_array().unwrap() {
            town.done(&town.boss, "/fin/refund/pay", json!({"id": row["payoutId"], "paidDate": "2024-11-20"}));
        }
        town
    }),
    ("cancelled", || {
        let town = Town::on("2024-11-20");
        town.lease(with(form(), json!({"startDate": "2024-12-01"})), "2024-11-10");
        town.receipt(LEASE, 1, 120_000, "2024-11-20", json!({"notYetDue": true}));
        town.done(&town.clerk, "/lease/lease/cancel", json!({"id": LEASE, "comment": "重签"}));
        town
    }),
];

type Act = fn(&mut Town) -> Value;

fn bills(town: &Town) -> Vec<Bill> {
    let mut bills: Vec<Bill> = town.portal.app.store.read().unwrap().all().unwrap();
    bills.retain(|bill| bill.lease_id == LEASE && bill.state == BillState::Issued);
    bills
}

/// The number of an open bill, or one that there is not.
fn open_bill(town: &Town) -> u64 {
    bills(town).iter().find(|bill| bill.outstanding_fen() > 0 && bill.period.is_some()).map_or(999, |bill| bill.bill_id)
}

/// The newest document of a list that fits, or one that there is not.
fn newest(town: &Town, path: &str, number: &str) -> Value {
    town.get(path)["rows"].as_array().and_then(|rows| rows.first()).map_or(json!(999), |row| row[number].clone())
}

fn change(town: &Town, kind: u8, day: &str, fields: Value) -> Value {
    let shown = town.get(&format!("/lease/lease/{LEASE}"))["data"].clone();
    let form =
        json!({"leaseId": LEASE, "kind": kind, "effectiveDate": day, "reason": "协议", "facts": with(shown, fields)});
    let sent = town.portal.post("/lease/lease/change", &town.clerk, form);
    if sent["code"] != 200 {
        return sent;
    }
    let changes = town.get(&format!("/lease/lease/{LEASE}/changes"));
    let decided = json!({"changeId": changes["data"][0]["changeId"], "decision": "approve"});
    town.portal.post("/lease/lease/change/decide", &town.boss, decided)
}

fn refund(town: &Town, kind: u8, fen: i64) -> Value {
    let form =
        json!({"kind": kind, "partyAId": 1, "tenantId": 1, "leaseId": LEASE, "amountFen": fen, "payee": "收款人"});
    let sent = town.portal.post("/fin/refund", &town.clerk, form);
    if sent["code"] != 200 {
        return sent;
    }
    let yes = json!({"id": sent["data"]["id"], "approve": true, "comment": "同意"});
    town.portal.post("/fin/refund/decide", &town.boss, yes)
}

/// Every operation that moves money or days of a lease; each answers what the last call of it did.
const DEEDS: [(&str, Act); 26] = [
    ("money comes", |town| {
        let form = json!({"partyAId": 1, "tenantId": 1, "leaseId": LEASE, "amountFen": 70_000, "method": 1, "valueDate": "2024-11-19"});
        town.portal.post("/fin/receipt", &town.clerk, form)
    }),
    ("money ahead", |town| {
        let form = json!({"partyAId": 1, "tenantId": 1, "leaseId": LEASE, "amountFen": 500_000, "method": 1,
                          "valueDate": "2024-11-19", "notYetDue": true});
        town.portal.post("/fin/receipt", &town.clerk, form)
    }),
    ("deposit comes", |town| {
        let form = json!({"partyAId": 1, "tenantId": 1, "leaseId": LEASE, "amountFen": 50_000, "method": 1,
                          "valueDate": "2024-11-19", "purpose": 2});
        town.portal.post("/fin/receipt", &town.clerk, form)
    }),
    ("money bounces", |town| {
        let receipt = newest(town, "/fin/receipt/list?purpose=1&orderByColumn=receiptNo&isAsc=asc", "receiptId");
        town.portal.post("/fin/receipt/reverse", &town.boss, json!({"id": receipt, "kind": 1, "reason": "退票"}))
    }),
    ("deposit bounces", |town| {
        let receipt = newest(town, "/fin/receipt/list?purpose=2", "receiptId");
        town.portal.post("/fin/receipt/reverse", &town.boss, json!({"id": receipt, "kind": 1, "reason": "退票"}))
    }),
    ("money is spread anew", |town| {
        let receipt = newest(town, "/fin/receipt/list?purpose=1&orderByColumn=receiptNo&isAsc=asc", "receiptId");
        town.portal.post("/fin/receipt/reallocate", &town.clerk, json!({"id": receipt, "notYetDue": true}))
    }),
    ("credit is unclaimed", |town| {
        let receipt = newest(town, "/fin/receipt/list?purpose=1&orderByColumn=receiptNo&isAsc=desc", "receiptId");
        town.portal.post("/fin/receipt/unclaim", &town.clerk, json!({"id": receipt}))
    }),
    ("credit is put on a bill", |town| {
        let parts = json!([{"billId": open_bill(town), "amountFen": 10_000}]);
        town.portal.post("/fin/credit/apply", &town.clerk, json!({"partyAId": 1, "tenantId": 1, "parts": parts}))
    }),
    ("deposit is put on a bill", |town| {
        let parts = json!([{"billId": open_bill(town), "amountFen": 10_000}]);
        let form = json!({"leaseId": LEASE, "reason": "抵租", "parts": parts});
        town.portal.post("/fin/deposit/apply", &town.clerk, form)
    }),
    ("rent is waived", |town| {
        let scope = json!([{"billId": open_bill(town), "amountFen": 5_000}]);
        let form = json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-11-20"});
        let sent = town.portal.post("/fin/waiver", &town.clerk, form);
        if sent["code"] != 200 {
            return sent;
        }
        let yes = json!({"id": sent["data"]["id"], "approve": true});
        town.portal.post("/fin/waiver/decide", &town.boss, yes)
    }),
    ("a bill by hand", |town| {
        let form = json!({"leaseId": LEASE, "kind": 3, "dueDate": "2024-11-20", "amountFen": 5_000, "remark": "水费"});
        town.portal.post("/fin/bill", &town.clerk, form)
    }),
    ("a bill becomes void", |town| {
        town.portal.post("/fin/bill/void", &town.clerk, json!({"id": open_bill(town), "reason": "协商免收"}))
    }),
    ("late fee is billed", |town| {
        town.portal.post("/fin/lateFee/bill", &town.clerk, json!({"billIds": [open_bill(town)]}))
    }),
    ("credit is refunded", |town| refund(town, 1, 10_000)),
    ("deposit is refunded", |town| refund(town, 2, 10_000)),
    ("a refund is paid", |town| {
        let waits = newest(town, "/fin/refund/list?state=2", "payoutId");
        town.portal.post("/fin/refund/pay", &town.boss, json!({"id": waits, "paidDate": "2024-11-20"}))
    }),
    ("a refund is cancelled", |town| {
        let waits = newest(town, "/fin/refund/list?state=2", "payoutId");
        town.portal.post("/fin/refund/reverse", &town.boss, json!({"id": waits, "approve": true, "comment": "取消"}))
    }),
    ("the rent changes", |town| change(town, 1, "2024-10-16", json!({"rentFen": 80_000}))),
    ("the tenant changes", |town| change(town, 4, "2024-11-16", json!({"tenantId": 3}))),
    ("the deposit changes", |town| change(town, 6, "2024-11-16", json!({"depositFen": 150_000}))),
    ("it ends early", |town| change(town, 8, "2024-11-05", json!({}))),
    ("the room is given back", |town| {
        let form = json!({"id": LEASE, "returnedDate": "2024-11-18"});
        town.portal.post("/lease/lease/handover", &town.clerk, form)
    }),
    ("it is settled", |town| {
        let sent = town.portal.post("/fin/settlement", &town.clerk, json!({"leaseId": LEASE}));
        if sent["code"] != 200 {
            return sent;
        }
        let yes = json!({"id": sent["data"]["id"], "approve": true});
        town.portal.post("/fin/settlement/decide", &town.boss, yes)
    }),
    ("it is cancelled", |town| {
        town.portal.post("/lease/lease/cancel", &town.clerk, json!({"id": LEASE, "comment": "重签"}))
    }),
    ("a month is closed", |town| {
        town.portal.post("/fin/close/until", &town.clerk, json!({"partyAId": 1, "month": "2024-10-01"}))
    }),
    ("two months pass", |town| {
        town.move_to("2025-01-20");
        json!({"code": 200})
    }),
];

/// What a run could change of the lease, and of the money of its tenants.
fn standing(town: &Town) -> impl PartialEq + Debug {
    fn all<R: Record>(town: &Town) -> Vec<R> {
        town.portal.app.store.read().unwrap().all().unwrap()
    }
    let lease: Option<Lease> = town.portal.app.store.read().unwrap().get(&id(LEASE)).unwrap();
    let lease = lease.map(|lease| (lease.state, lease.last_day, lease.version_no));
    (all::<Bill>(town), all::<CreditLot>(town), all::<DepositMove>(town), lease)
}

fn runs_twice(town: &Town, what: &str) {
    town.bill();
    let once = standing(town);
    town.bill();
    assert_eq!(standing(town), once, "{what}: a second run");
    town.is_whole();
}

/// Walks the operations of a state; a town is used until an operation is done in it.
fn walk(place: usize, (state, make): (&str, Make), step: usize) -> usize {
    let town = make();
    runs_twice(&town, state);
    let still = Still::of(town);
    // The clock of a copy begins where that of every test does.
    let copied = || {
        let mut town = still.town();
        town.move_to("2024-11-20");
        town
    };
    let (mut fresh, mut done) = (copied(), 0);
    for (_, (deed, act)) in DEEDS.iter().enumerate().filter(|(at, _)| (at + place).is_multiple_of(step)) {
        let answer = act(&mut fresh);
        let message = answer["msg"].as_str().unwrap_or_default();
        assert!(!message.contains("系统内部错误"), "{state}, {deed}: {answer}");
        if answer["code"] != 200 {
            assert!(message.chars().any(|sign| sign > '\u{2e80}'), "{state}, {deed}: {answer}");
            continue;
        }
        runs_twice(&fresh, &format!("{state}, {deed}"));
        fresh = copied();
        done += 1;
    }
    done
}

/// A part of the states, so that the parts go side by side.
fn part(of: usize) {
    let step = scale::size(7, 1);
    let mut done = 0;
    for (place, state) in STATES.into_iter().enumerate().filter(|(place, _)| place % 3 == of) {
        done += walk(place, state, step);
    }
    println!("{done} deeds were done");
    assert!(done > STATES.len() / 3, "{done} deeds were done");
}

#[test]
fn of_the_first_third_of_the_states() {
    part(0);
}

#[test]
fn of_the_second_third_of_the_states() {
    part(1);
}

#[test]
fn of_the_third_third_of_the_states() {
    part(2);
}
