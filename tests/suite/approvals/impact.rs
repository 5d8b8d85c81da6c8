//! 影响的金额 of what pays money out, takes it back and makes or voids bills, worked by hand to the fen.

use crate::{deeds, e1};
use deeds::{Deeds as _, plain};
use e1::{Town, with};
use serde_json::{Value, json};

const BEFORE: u64 = 1;
const AFTER: u64 = 2;
const GIVEN_UP: u64 = 3;
const DUE: u64 = 4;

/// The process that waits for the boss, as he sees it.
fn waiting(town: &Town) -> Value {
    let rows = town.portal.get("/appr/task/todo", &town.boss)["rows"].clone();
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "{rows}");
    town.portal.get(&format!("/appr/instance/{}", rows[0]["instanceId"]), &town.boss)["data"].clone()
}

/// Part, label and fen of each sum that he is told.
fn told(shown: &Value) -> Vec<(u64, String, i64)> {
    let lines = shown["impact"]["lines"].as_array().unwrap_or_else(|| panic!("{shown}"));
    let sums = lines.iter().filter_map(|line| Some((line, line["amountFen"].as_i64()?)));
    sums.map(|(line, fen)| (line["part"].as_u64().unwrap(), line["label"].as_str().unwrap().to_owned(), fen)).collect()
}

fn tells(town: &Town, expected: &[(u64, &str, i64)]) {
    let shown = waiting(town);
    let expected: Vec<_> = expected.iter().map(|(part, label, fen)| (*part, (*label).to_owned(), *fen)).collect();
    assert_eq!(told(&shown), expected);
}

fn agree(town: &Town) {
    let shown = waiting(town);
    town.done(&town.boss, "/appr/task/approve", json!({"taskId": shown["task"]["taskId"]}));
    assert_eq!(town.get(&format!("/appr/instance/{}", shown["instanceId"]))["data"]["impact"], json!(null));
}

/// One node that the boss decides at.
fn publish(town: &Town, key: &str) {
    let node = json!({"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "ROLE", "name": "boss"}]});
    let drawing = json!({"key": key, "name": key, "options": {}, "nodes": [{"code": "b", "type": 0, "name": "发起"}, node],
        "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
    let id = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": id}));
}

#[test]
fn a_refund_tells_the_balance_what_others_take_of_it_and_what_is_still_owed() {
    let town = Town::on("2024-11-25");
    let form = with(plain(1, 1, "2024-12-01", "2025-11-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-11-20");
    town.receipt(lease, 1, 60_000, "2024-11-25", json!({"notYetDue": true}));
    town.receipt(lease, 1, 200_000, "2024-11-25", json!({"purpose": 2}));
    town.done(&town.boss, "/lease/lease/cancel", json!({"id": lease, "comment": "双方协商"}));
    let refund = |kind: u8, fen: i64| {
        let form =
            json!({"kind": kind, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "payee": "乙方"});
        town.make("/fin/refund", form)
    };
    let first = refund(1, 40_000);
    tells(&town, &[(BEFORE, "预收余额", 60_000), (AFTER, "预收余额", 20_000), (DUE, "退预收", 40_000)]);
    agree(&town);
    refund(1, 15_000);
    tells(
        &town,
        &[
            (BEFORE, "预收余额", 60_000),
            (BEFORE, "其他退款单待付", 40_000),
            (AFTER, "预收余额", 5_000),
            (DUE, "退预收", 15_000),
        ],
    );
    agree(&town);
    town.done(&town.boss, "/fin/refund/pay", json!({"id": first, "paidDate": "2024-11-25"}));
    // He owes elsewhere at the same unit: October to December of another lease.
    let other = town.lease(plain(2, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    assert_eq!(town.open(other).iter().sum::<i64>(), 300_000);
    refund(2, 150_000);
    tells(
        &town,
        &[
            (BEFORE, "押金余额", 200_000),
            (BEFORE, "乙方未缴账单", 300_000),
            (AFTER, "押金余额", 50_000),
            (DUE, "退押金", 150_000),
        ],
    );
    agree(&town);
    town.is_whole();
}

#[test]
fn an_expense_tells_what_its_payee_got_lately() {
    let town = Town::new();
    let expense = |fen: i64| {
        let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": fen});
        town.make("/fin/expense", form);
    };
    expense(350_000);
    agree(&town);
    expense(120_000);
    tells(
        &town,
        &[(BEFORE, "该收款人近期支出", 350_000), (AFTER, "该收款人近期支出", 470_000), (DUE, "支出", 120_000)],
    );
    let days = waiting(&town)["impact"]["lines"][3].clone();
    assert_eq!((&days["label"], &days["text"]), (&json!("近期"), &json!("最近 30 天，含审批中")));
}

#[test]
fn a_remittance_tells_what_is_collected_and_not_handed_in() {
    let town = Town::new();
    let lease = town.lease(plain(1, 1, "2024-03-01", "2025-02-28"), "2024-02-20");
    town.receipt(lease, 1, 250_000, "2024-05-06", json!({}));
    let remit = |month: &str, fen: i64| {
        let form = json!({"kind": 4, "partyAId": 1, "amountFen": fen, "month": month, "paidDate": "2024-09-30",
            "payee": "云川市财政局"});
        town.make("/fin/remittance", form);
    };
    remit("2024-05-01", 100_000);
    tells(&town, &[(BEFORE, "已收未上缴", 250_000), (AFTER, "已收未上缴", 150_000), (DUE, "上缴", 100_000)]);
    agree(&town);
    // Of months before the books nothing is known.
    remit("2023-12-01", 77);
    tells(&town, &[(DUE, "上缴", 77)]);
}

#[test]
fn a_reversal_tells_the_bills_that_are_open_again_and_the_credit_that_is_gone() {
    let town = Town::new();
    publish(&town, "receipt_reversal");
    let form = with(plain(1, 1, "2024-03-01", "2025-02-28"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-02-20");
    let paid = town.receipt(lease, 1, 250_000, "2024-05-06", json!({}));
    let deposit = town.receipt(lease, 1, 150_000, "2024-05-06", json!({"purpose": 2}));
    let ahead = town.receipt(lease, 1, 30_000, "2024-05-07", json!({"keepAsCredit": true}));
    let back = |receipt: u64| {
        town.done(&town.clerk, "/fin/receipt/reverse", json!({"id": receipt, "kind": 2, "reason": "录错"}));
    };
    back(paid);
    tells(
        &town,
        &[(BEFORE, "所缴账单未缴", 50_000), (AFTER, "所缴账单未缴", 300_000), (GIVEN_UP, "冲回收款", 250_000)],
    );
    agree(&town);
    back(deposit);
    tells(&town, &[(BEFORE, "押金余额", 150_000), (AFTER, "押金余额", 0), (GIVEN_UP, "冲回收款", 150_000)]);
    agree(&town);
    back(ahead);
    tells(&town, &[(GIVEN_UP, "冲回预收", 30_000), (GIVEN_UP, "冲回收款", 30_000)]);
    agree(&town);
    town.is_whole();
}

#[test]
fn a_bill_by_hand_and_a_void_one_tell_what_the_lease_owes_then() {
    let town = Town::new();
    publish(&town, "bill_adjust");
    let lease = town.lease(plain(1, 1, "2024-03-01", "2025-02-28"), "2024-02-20");
    let open: i64 = town.open(lease).iter().sum();
    assert_eq!(open, 800_000);
    let bill = json!({"leaseId": lease, "kind": 8, "dueDate": "2024-10-31", "amountFen": 12_300, "remark": "门锁更换"});
    town.done(&town.clerk, "/fin/bill", bill);
    tells(&town, &[(BEFORE, "合同未缴账单", 800_000), (AFTER, "合同未缴账单", 812_300), (DUE, "新开账单", 12_300)]);
    agree(&town);
    let made = town.bill_due(lease, "2024-10-31");
    town.done(&town.clerk, "/fin/bill/void", json!({"id": made, "reason": "开错"}));
    tells(
        &town,
        &[(BEFORE, "合同未缴账单", 812_300), (AFTER, "合同未缴账单", 800_000), (GIVEN_UP, "作废账单", 12_300)],
    );
    agree(&town);
    assert_eq!(town.open(lease).iter().sum::<i64>(), 800_000);
    town.is_whole();
}
