//! Money that an approved refund promises (I20): nothing else takes it, and a refund whose money is gone is
//! withdrawn.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, with};
use gx_portal::features::approvals::binding::{self, Doc};
use gx_portal::features::approvals::condition::Val;
use gx_portal::features::finance::invariants::{self, Check};
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::features::finance::settlement::record::Settlement;
use gx_portal::op::{Caller, View};
use gx_portal::store::{Reads, Record};
use serde_json::{Value, json};

/// A lease from October on, of 1,000.00 a month, paid until November with 300.00 too much; its tenant has that as credit.
fn with_credit(town: &Town) -> (u64, u64) {
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    town.receipt(lease, 1, 100_000, "2024-10-05", json!({}));
    town.receipt(lease, 1, 100_000, "2024-11-05", json!({}));
    let receipt = town.receipt(0, 1, 30_000, "2024-11-06", json!({"keepAsCredit": true}));
    assert_eq!(town.credit(1), 30_000);
    (lease, receipt)
}

fn refund_form(lease: u64, fen: i64) -> Value {
    json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "payee": "云川帆兴"})
}

/// A refund of credit that was approved and waits to be paid.
fn approved(town: &Town, lease: u64, fen: i64) -> u64 {
    let id = town.make("/fin/refund", refund_form(lease, fen));
    town.done(&town.boss, "/fin/refund/decide", json!({"id": id, "approve": true, "comment": "同意"}));
    id
}

fn waiting(town: &Town) -> Value {
    town.get("/fin/refund/list?state=2")["total"].clone()
}

fn all<R: Record>(town: &Town) -> Vec<R> {
    town.portal.app.store.read().unwrap().all().unwrap()
}

fn i20(town: &Town) -> Check {
    let checks = town.portal.app.read(&Caller::console("test", "test"), invariants::run).unwrap();
    checks.into_iter().find(|check| check.code == "I20").unwrap()
}

#[test]
fn credit_that_a_refund_promises_is_left_by_the_bill_run_and_paid() {
    let mut town = Town::on("2024-11-20");
    let (lease, _) = with_credit(&town);
    let refund = approved(&town, 0, 20_000);
    let shown = town.get("/fin/refund/available?partyAId=1&tenantId=1&leaseId=0");
    assert_eq!(shown["data"]["creditFen"], 10_000, "the form offers what is free");
    // December falls due: the run takes the 100.00 that nobody promised.
    town.move_to("2024-12-06");
    town.bill();
    assert_eq!(
        (town.credit(1), town.owed(lease), town.balance(1)),
        (0, 90_000, 70_000),
        "free, owed, owed less credit"
    );
    town.is_whole();
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-12-06"}));
    assert_eq!((town.credit(1), town.owed(lease), town.balance(1)), (0, 90_000, 90_000));
    town.is_whole();
}

#[test]
fn who_divides_a_refund_into_two_is_decided_about_by_their_sum() {
    let town = Town::on("2024-11-20");
    with_credit(&town);
    town.make("/fin/refund", refund_form(0, 10_000));
    let second = town.make("/fin/refund", refund_form(0, 15_000));
    let sum = town
        .portal
        .app
        .read(&Caller::console("test", "test"), |view: &View<'_>| {
            (binding::of(view, "refund")?.value)(view, &Doc::stored(second), "cumulative_refund_fen")
        })
        .unwrap();
    assert_eq!(sum, Val::Int(25_000), "what waits for its decision counts");
}

#[test]
fn promised_money_is_neither_promised_again_nor_put_on_bills_by_hand() {
    let mut town = Town::on("2024-11-20");
    let (lease, _) = with_credit(&town);
    approved(&town, 0, 20_000);
    town.refuses("/fin/refund", refund_form(0, 10_001), "退款单 TK-202411-000001 中等待付款，还差 0.01 元");
    town.refuses("/fin/refund", refund_form(lease, 30_000), "还差 200.00 元");
    // Two that were entered before either was approved: the second is refused by who decides.
    let (first, second) =
        (town.make("/fin/refund", refund_form(0, 6_000)), town.make("/fin/refund", refund_form(0, 6_000)));
    town.done(&town.boss, "/fin/refund/decide", json!({"id": first, "approve": true, "comment": "同意"}));
    let decide = json!({"id": second, "approve": true, "comment": "同意"});
    town.refused(&town.boss, "/fin/refund/decide", decide, "等待付款");
    town.move_to("2024-12-06");
    town.bill();
    let december = town.bill_due(lease, "2024-12-05");
    let parts = |fen: i64| json!({"partyAId": 1, "tenantId": 1, "parts": [{"billId": december, "amountFen": fen}]});
    // The run has put on it what was free; by hand nothing more goes.
    assert_eq!(town.owed(lease), 96_000);
    town.refuses("/fin/credit/apply", parts(1), "另有 260.00 元已在退款单中等待付款");
    town.is_whole();
}

#[test]
fn promised_deposit_is_not_put_on_bills_and_does_not_go_over_to_a_renewal() {
    let mut town = Town::on("2024-11-20");
    let form = with(plain(1, 1, "2024-10-01", "2024-11-10"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.receipt(lease, 1, 133_333, "2024-10-05", json!({"notYetDue": true}));
    town.returned(lease, "2024-11-10");
    town.bill();
    let id = town.make("/fin/settlement", json!({"leaseId": lease}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    let water = json!({"leaseId": lease, "kind": 3, "dueDate": "2024-11-20", "amountFen": 5_000, "remark": "补收水费"});
    let water = town.make("/fin/bill", water);
    let parts = json!({"leaseId": lease, "reason": "抵水费", "parts": [{"billId": water, "amountFen": 5_000}]});
    town.refuses("/fin/deposit/apply", parts, "押金已在退款单");
    let renewal = json!({"depositFen": 200_000, "kind": 2, "lettingMode": 3, "prevLeaseId": lease});
    town.lease(with(plain(1, 1, "2024-11-11", "2025-10-31"), renewal), "2024-11-20");
    town.move_to("2024-11-21");
    town.bill();
    assert_eq!((town.deposit(lease), waiting(&town)), (200_000, json!(1)));
    town.is_whole();
}

#[test]
fn a_refund_whose_money_went_away_is_withdrawn() {
    for (path, form) in [
        ("/fin/receipt/reverse", json!({"kind": 1, "reason": "退票"})),
        ("/fin/receipt/unclaim", json!({})),
        ("/fin/receipt/reallocate", json!({"notYetDue": true})),
    ] {
        let town = Town::on("2024-11-20");
        let (lease, receipt) = with_credit(&town);
        approved(&town, 0, 30_000);
        // The bill that the moved money goes to.
        let water = json!({"leaseId": lease, "kind": 3, "dueDate": "2024-11-30", "amountFen": 5_000, "remark": "水费"});
        town.make("/fin/bill", water);
        town.done(&town.boss, path, with(form, json!({"id": receipt})));
        let rows = town.get("/fin/refund/list")["rows"].clone();
        assert_eq!(rows[0]["state"], 9, "{path}: {rows}");
        assert!(rows[0]["comment"].as_str().unwrap().contains("系统已撤回该退款单"), "{path}: {rows}");
        town.is_whole();
    }
}

/// What earlier versions could leave behind is named, with the operation; and a sheet that is not what was done.
#[test]
fn books_that_promise_more_than_they_hold_are_named() {
    let town = Town::on("2024-11-20");
    with_credit(&town);
    let refund = approved(&town, 0, 30_000);
    let mut second = all::<Payout>(&town).into_iter().find(|out| out.payout_id == refund).unwrap();
    (second.payout_id, second.payout_no) = (900, "TK-202411-000900".into());
    town.portal.app.store.write(move |tx| tx.put(&second)).unwrap();
    let check = i20(&town);
    assert_eq!(check.faults, ["退预收单 TK-202411-000900 等待付款 300.00 元，乙方余额还差 300.00 元"]);
    assert!(check.advice.contains("冲销（取消）"), "{check:?}");
    town.done(&town.boss, "/fin/refund/reverse", json!({"id": 900, "approve": true, "comment": "重复"}));
    assert_eq!(i20(&town).faults, [""; 0]);
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-11-20"}));
    town.is_whole();
}

#[test]
fn a_settlement_that_was_not_done_as_its_sheet_says_is_named() {
    let town = Town::on("2024-11-20");
    let form = with(plain(1, 1, "2024-10-01", "2024-11-10"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.returned(lease, "2024-11-10");
    town.bill();
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "penaltyFen": 10_000}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    assert_eq!(i20(&town).faults, [""; 0]);
    type Damage = fn(&mut Settlement);
    let damages: [(&str, Damage); 4] = [
        ("应退押金", |sheet| sheet.sheet.refund_deposit_fen += 1),
        ("押金没收", |sheet| (sheet.sheet.forfeit_fen, sheet.sheet.penalty_fen) = (9_999, 9_999)),
        ("押金抵扣", |sheet| sheet.sheet.bills[0].from_deposit_fen -= 1),
        ("违约金和赔偿", |sheet| sheet.sheet.damage_fen += 1),
    ];
    let whole = all::<Settlement>(&town).remove(0);
    for (what, damage) in damages {
        let mut damaged = whole.clone();
        damage(&mut damaged);
        town.portal.app.store.write(move |tx| tx.put(&damaged)).unwrap();
        let faults = i20(&town).faults;
        assert!(faults.len() == 1 && faults[0].contains(what), "{what}: {faults:?}");
    }
    let again = whole;
    town.portal.app.store.write(move |tx| tx.put(&again)).unwrap();
    town.is_whole();
}
