//! The books through the HTTP surface. Case E1 of domain.md 3.16 with every figure of its table. Clock: 2024-09-30.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, c2, room, with};
use gx_portal::features::finance::close::{self, CloseMonth};
use gx_portal::op::Caller;
use gx_portal::platform::audit::AuditAction;
use jiff::civil::date;
use serde_json::{Value, json};

#[test]
fn e1_gives_every_figure_of_the_design() {
    let (town, [l1, ..]) = Town::e1();
    let figures = town.figures("year=2024&asOf=2024-09-30");
    let collection = &figures["collection"];
    assert_eq!(collection["dueFen"], 21_143_226);
    assert_eq!((&collection["waivedFen"], &collection["netDueFen"]), (&json!(120_000), &json!(21_023_226)));
    assert_eq!(collection["collectedFen"], 13_583_226);
    assert_eq!(collection["rate"], 6_461);
    let received = &figures["received"];
    assert_eq!(received["totalFen"], 14_383_226);
    assert_eq!((&received["currentFen"], &received["earlierFen"]), (&json!(13_583_226), &json!(800_000)));
    let ageing = &figures["ageing"];
    assert_eq!(ageing["arrearsFen"], 7_440_000);
    // not yet due, 1-30, 31-60, 61-90, 91-180, 181-365, more
    assert_eq!(ageing["bucketsFen"], json!([480_000, 5_280_000, 360_000, 0, 1_800_000, 0, 0]));
    let roll = &figures["rollForward"];
    assert_eq!((&roll["openingFen"], &roll["closingFen"]), (&json!(800_000), &json!(7_440_000)));
    assert_eq!(roll["earlierRate"], 10_000);
    assert_eq!(roll["netDueFen"].as_i64().unwrap() + 800_000 - roll["collectedFen"].as_i64().unwrap(), 7_440_000);
    let rates: Vec<Value> =
        figures["months"].as_array().unwrap().iter().take(9).map(|month| month["rate"].clone()).collect();
    assert_eq!(json!(rates), json!([null, null, 10_000, 10_000, 10_000, 7_973, 10_000, 0, 0]));
    let cash = figures["cashFlow"].as_array().unwrap();
    let column = |name: &str| -> Vec<i64> { cash.iter().take(9).map(|month| month[name].as_i64().unwrap()).collect() };
    assert_eq!(column("receiptsFen"), [800_000, 0, 5_063_226, 480_000, 480_000, 4_080_000, 3_000_000, 0, 480_000]);
    assert_eq!(column("depositsFen")[5], 1_440_000);
    assert_eq!((column("expensesFen")[7], column("runningFen")[8]), (350_000, 15_473_226));
    let remitted = &figures["remitted"];
    assert_eq!((&remitted["shouldFen"], &remitted["handedFen"]), (&json!(13_903_226), &json!(10_903_226)));
    assert_eq!((&remitted["owedFen"], &remitted["rate"]), (&json!(3_000_000), &json!(7_842)));
    // the list behind the arrears adds up to them
    let overdue = town.get("/fin/bill/list?overdue=true&pageSize=50");
    assert_eq!((&overdue["total"], &overdue["sums"]["outstandingFen"]), (&json!(4), &json!(7_440_000)));
    let days = overdue["rows"].as_array().unwrap().iter().map(|row| row["overdueDays"].as_i64().unwrap());
    assert_eq!(days.collect::<Vec<_>>(), [9, 25, 56, 101]);
    assert_eq!(town.get("/fin/deposit/list")["rows"][0]["heldFen"], 1_440_000);
    // ledger by issue basis: arrears and C2's October
    let all = town.get("/fin/bill/list?payState=0&pageSize=50")["sums"]["outstandingFen"].as_i64().unwrap()
        + town.get("/fin/bill/list?payState=1&pageSize=50")["sums"]["outstandingFen"].as_i64().unwrap();
    assert_eq!(all, 7_920_000);
    town.is_whole();
    accounts_of_the_tenants(&town);
    // a run again changes nothing
    let again = town.portal.post("/fin/bill/generate", &town.clerk, json!({}));
    assert_eq!(again["data"], json!({"issued": 0, "adjusted": 0, "amountFen": 0}), "{again}");
    // as of the end of June nothing of July is known
    let june = town.figures("year=2024&asOf=2024-06-30");
    assert_eq!(june["ageing"]["arrearsFen"], 4_800_000);
    let bill = town.bill_due(l1, "2024-06-21");
    let shown = town.get(&format!("/fin/bill/{bill}"));
    assert_eq!((&shown["data"]["outstandingFen"], &shown["data"]["overdueDays"]), (&json!(1_800_000), &json!(101)));
    let explained = town.get(&format!("/fin/bill/{bill}/explain"));
    assert_eq!(explained["code"], 200, "{explained}");
}

/// The lease of V13: 10,000.00 a month, due on the fifth, from January to March.
fn v13() -> Value {
    with(
        c2(),
        json!({"tenantId": 1, "startDate": "2024-01-01", "endDate": "2024-03-31", "rentFen": 1_000_000, "firstDueDate": null,
               "issueLeadDays": 10}),
    )
}

#[test]
fn v13_a_receipt_is_spread_its_credit_applied_and_a_bounce_takes_all_back() {
    let mut town = Town::on("2024-03-01");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    // A has 4,000.00 left
    town.receipt(lease, 1, 600_000, "2024-01-10", json!({}));
    assert_eq!(town.open(lease), [400_000, 1_000_000, 1_000_000]);
    let receipt =
        town.receipt(lease, 1, 1_850_000, "2024-03-01", json!({"bankRef": "20240301-7", "accountTail": "0001"}));
    assert_eq!(town.open(lease), [0, 0, 1_000_000], "what is not yet due stays open");
    let shown = town.get(&format!("/fin/receipt/{receipt}"));
    assert_eq!(shown["data"]["creditFen"], 450_000);
    // the same line of the statement
    let again = json!({"partyAId": 1, "tenantId": 1, "amountFen": 1_850_000, "method": 1, "valueDate": "2024-03-01", "bankRef": "20240301-7", "accountTail": "0001"});
    town.refused(&town.clerk, "/fin/receipt", again.clone(), "该银行流水已入账（收款单 SK-202403-");
    for (reference, tail) in
        [(" 20240301-7", "0001"), ("20240301\u{200b}-7", "0001"), ("２０２４0301-7", "0001"), ("20240301-7", "")]
    {
        let same = with(again.clone(), json!({"bankRef": reference, "accountTail": tail}));
        town.refused(&town.clerk, "/fin/receipt", same, "该银行流水已入账");
    }
    town.is_whole();

    // on the due date the credit goes to the next bill of the lease
    town.move_to("2024-03-05");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    assert_eq!(town.open(lease), [0, 0, 550_000]);
    let march = town.figures("year=2024&month=3&asOf=2024-03-31");
    assert_eq!(march["received"]["totalFen"], 1_850_000);

    // it bounces: dated 04-02, nothing before changes
    town.move_to("2024-04-02");
    let reverse = json!({"id": receipt, "kind": 1, "reason": "银行退票"});
    town.refused(&town.clerk, "/fin/receipt/reverse", reverse.clone(), "不能冲销自己经手的收款");
    town.done(&town.boss, "/fin/receipt/reverse", reverse.clone());
    assert_eq!(town.open(lease), [400_000, 1_000_000, 1_000_000]);
    town.refused(&town.boss, "/fin/receipt/reverse", reverse, "已冲销");
    assert_eq!(town.figures("year=2024&month=3&asOf=2024-03-31"), march, "March stays as it was");
    let april = town.figures("year=2024&month=4&asOf=2024-04-30");
    assert_eq!(april["received"]["totalFen"], -1_850_000);
    town.refused(&town.clerk, "/fin/receipt", again.clone(), "该银行流水已入账");
    town.is_whole();
}

#[test]
fn a_payer_says_what_he_pays_and_unknown_money_waits_to_be_claimed() {
    let town = Town::on("2024-03-01");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let bills = town.bills(lease);
    // V13c: C and B
    let designated = json!([bills[2].0, bills[1].0]);
    town.receipt(lease, 1, 1_850_000, "2024-03-01", json!({"designated": designated}));
    assert_eq!(town.open(lease), [1_000_000, 150_000, 0]);
    let foreign = json!({"partyAId": 1, "tenantId": 2, "amountFen": 100, "method": 3, "valueDate": "2024-03-01", "designated": [bills[0].0], "anyway": true});
    town.refused(&town.clerk, "/fin/receipt", foreign, "指定的账单不属于该乙方");

    let unknown =
        json!({"partyAId": 1, "payerName": "不明付款人", "amountFen": 120_000, "method": 1, "valueDate": "2024-02-28"});
    let receipt = town.make("/fin/receipt", unknown);
    assert_eq!(town.open(lease), [1_000_000, 150_000, 0]);
    town.is_whole();
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": receipt, "tenantId": 1, "leaseId": lease}));
    assert_eq!(town.open(lease), [880_000, 150_000, 0]);
    town.refused(&town.clerk, "/fin/receipt/claim", json!({"id": receipt, "tenantId": 1}), "不能认领");
    town.refused(&town.clerk, "/fin/receipt/unclaim", json!({"id": receipt}), "已有核销");
    town.is_whole();
}

#[test]
fn bad_money_gets_a_sentence_and_writes_nothing() {
    let town = Town::on("2024-03-01");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let good = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 100, "method": 1, "valueDate": "2024-03-01"});
    for (change, part) in [
        (json!({"amountFen": -100}), "须大于0"),
        (json!({"amountFen": 0}), "须大于0"),
        (json!({"valueDate": "2024-03-02"}), "不能晚于今天"),
        (json!({"valueDate": "2024-02-30"}), "日期"),
        (json!({"tenantId": 0, "leaseId": 0}), "付款户名"),
        (json!({"tenantId": 2}), "不符"),
        (json!({"purpose": 2}), "超过应收押金"),
        (json!({"partyAId": 9}), "不符"),
    ] {
        town.refused(&town.clerk, "/fin/receipt", with(good.clone(), change), part);
    }
    assert_eq!(town.get("/fin/receipt/list")["total"], 0);
    let bill = town.bills(lease)[0].0;
    for (scope, part) in [
        (json!([]), "请选择"),
        (json!([{"billId": bill, "amountFen": 1_000_001}]), "最多可减免"),
        (json!([{"billId": bill, "amountFen": -1}]), "最多可减免"),
        (json!([{"billId": bill, "amountFen": 1}, {"billId": bill, "amountFen": 1}]), "重复"),
        (json!([{"billId": 999, "amountFen": 1}]), "不存在"),
    ] {
        let form = json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-03-01"});
        town.refused(&town.clerk, "/fin/waiver", form, part);
    }
    let manual =
        json!({"leaseId": lease, "kind": 3, "dueDate": "2024-03-31", "amountFen": 5_000, "remark": "二月水费"});
    town.refused(&town.clerk, "/fin/bill", with(manual.clone(), json!({"kind": 1})), "不能手工开具");
    town.refused(&town.clerk, "/fin/bill", with(manual.clone(), json!({"remark": ""})), "请填写事由");
    let water = town.make("/fin/bill", manual);
    town.refused(&town.clerk, "/fin/bill/void", json!({"id": bill, "reason": "试"}), "由合同生成");
    town.done(&town.clerk, "/fin/bill/void", json!({"id": water, "reason": "重复开具"}));
    town.refused(&town.clerk, "/fin/bill/void", json!({"id": water, "reason": "重复开具"}), "已作废");
    town.is_whole();
}

#[test]
fn a_waiver_on_a_paid_bill_becomes_credit_that_can_be_paid_back() {
    let town = Town::on("2024-03-31");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.receipt(lease, 1, 3_000_000, "2024-03-06", json!({}));
    assert_eq!(town.open(lease), [0, 0, 0]);
    let preview = town.get("/fin/waiver/preview?partyAId=1&dueFrom=2024-01-01&dueTo=2024-03-31&ppm=500000");
    let data = &preview["data"];
    assert_eq!(
        (&data["totalFen"], &data["toCreditFen"], &data["tenants"]),
        (&json!(1_500_000), &json!(1_500_000), &json!(1))
    );
    let form =
        json!({"reasonKind": 1, "policyDoc": "云财〔2024〕8号", "scope": data["scope"], "effectiveDate": "2024-03-31"});
    let waiver = town.make("/fin/waiver", form);
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    town.is_whole();
    let too_much = json!({"kind": 1, "partyAId": 1, "tenantId": 1, "amountFen": 1_500_001, "payee": "禾川"});
    town.refused(&town.clerk, "/fin/refund", too_much, "预收余额 15,000.00 元，不足 15,000.01 元");
    let refund = json!({"kind": 1, "partyAId": 1, "tenantId": 1, "amountFen": 1_000_000, "payee": "禾川包装"});
    let refund = town.make("/fin/refund", refund);
    town.refused(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-03-31"}), "审批中");
    town.done(&town.boss, "/fin/refund/decide", json!({"id": refund, "approve": true}));
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-03-31"}));
    town.is_whole();
    // a receipt whose money went back cannot be taken back before the refund is
    let reverse = json!({"id": 1, "kind": 1, "reason": "退票"});
    town.refused(&town.boss, "/fin/receipt/reverse", reverse.clone(), "请先冲销退款");
    assert_eq!(town.open(lease), [0, 0, 0], "the refusal changed nothing");
    let cash = &town.figures("year=2024&asOf=2024-03-31")["cashFlow"][2];
    assert_eq!((&cash["refundsFen"], &cash["netFen"]), (&json!(1_000_000), &json!(2_000_000)));
    town.done(&town.boss, "/fin/refund/reverse", json!({"id": refund, "approve": true, "comment": "退款被退回"}));
    town.done(&town.boss, "/fin/receipt/reverse", reverse);
    assert_eq!(town.open(lease), [500_000, 500_000, 500_000]);
    town.is_whole();
}

#[test]
fn an_early_end_takes_issued_rent_back_as_credit() {
    // V11a: a quarter paid 75,000.00 ahead, last chargeable day 2024-10-20
    let mut town = Town::on("2024-08-25");
    let form = json!({"partyAId": 1, "tenantId": 1, "rooms": [room(1, "500")], "startDate": "2024-03-01", "endDate": "2027-02-28",
                      "rentBasis": 1, "rentFen": 2_500_000, "billingCycle": 3, "dueRule": {"kind": "ADVANCE", "n": 10}, "depositFen": 5_000_000});
    let lease = town.signed(form, "2024-02-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.receipt(lease, 1, 22_500_000, "2024-08-15", json!({"notYetDue": true}));
    town.receipt(lease, 1, 5_000_000, "2024-08-15", json!({"purpose": 2}));
    town.move_to("2024-10-08");
    let change = json!({"leaseId": lease, "kind": 8, "effectiveDate": "2024-10-20", "reason": "协商终止"});
    town.done(&town.clerk, "/lease/lease/change", change);
    let changes = town.get(&format!("/lease/lease/{lease}/changes"));
    let change_id = &changes["data"][0]["changeId"];
    town.done(&town.boss, "/lease/lease/change/decide", json!({"changeId": change_id, "decision": "approve"}));
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let receipts = town.get("/fin/receipt/list?purpose=1");
    assert_eq!(receipts["rows"][0]["creditFen"], 3_387_097, "{receipts}");
    let deposit =
        json!({"kind": 2, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 5_000_001, "payee": "禾川"});
    town.refused(&town.clerk, "/fin/refund", deposit, "押金余额 50,000.00 元");
    town.is_whole();
    let again = town.portal.post("/fin/bill/generate", &town.clerk, json!({}));
    assert_eq!(again["data"]["adjusted"], 0);
}

/// Before a close, and of what was closed, each month says the same four figures.
#[test]
fn a_month_says_its_figures_before_it_is_closed_and_afterwards() {
    let town = Town::new();
    let lease = town.lease(plain(1, 1, "2024-03-01", "2025-02-28"), "2024-02-20");
    town.receipt(lease, 1, 250_000, "2024-05-06", json!({}));
    town.waive(town.bill_due(lease, "2024-06-05"), 40_000, "2024-06-20");
    let month = |month: &str, due: i64, received: i64, waived: i64, arrears: i64| json!({"month": month, "dueFen": due, "receivedFen": received, "waivedFen": waived, "arrearsFen": arrears});
    let expected = [
        month("2024-02-01", 0, 0, 0, 0),
        month("2024-03-01", 100_000, 0, 0, 100_000),
        month("2024-04-01", 100_000, 0, 0, 200_000),
        month("2024-05-01", 100_000, 250_000, 0, 50_000),
        month("2024-06-01", 100_000, 0, 40_000, 110_000),
    ];
    let check = town.get("/fin/close/check?partyAId=1&month=2024-06-01");
    assert_eq!(check["data"]["figures"], json!(expected), "{check}");
    let until = json!({"partyAId": 1, "month": "2024-06-01"});
    let closed = town.portal.post("/fin/close/until", &town.clerk, until);
    assert_eq!(closed["data"]["months"].as_array().map(Vec::len), Some(5), "all in order: {closed}");
    // money that comes late counts later
    town.receipt(lease, 1, 10_000, "2024-06-10", json!({}));
    let months = town.get("/fin/close/list?partyAId=1")["data"].clone();
    let told: Vec<Value> = months.as_array().unwrap().iter().rev().map(|row| row["figures"].clone()).collect();
    assert_eq!(told, expected);
    let all = town.get("/fin/close/list")["data"][0].clone();
    assert_eq!(all["figures"], json!(null), "of one party A alone");
}

#[test]
fn a_closed_month_takes_nothing_and_opens_only_for_another_person() {
    let mut town = Town::on("2024-03-31");
    let lease = town.signed(v13(), "2023-12-20");
    let close = |month: &str| json!({"partyAId": 1, "month": month});
    town.refused(&town.clerk, "/fin/close", close("2024-03-01"), "尚未结束");
    town.refused(&town.clerk, "/fin/close", close("2024-01-01"), "请先出账");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.receipt(lease, 1, 1_000_000, "2024-01-05", json!({}));
    town.done(&town.clerk, "/fin/close", close("2024-01-01"));
    town.refused(&town.clerk, "/fin/close", close("2024-03-01"), "尚未结束");
    town.move_to("2024-04-10");
    town.refused(&town.clerk, "/fin/close", close("2024-03-01"), "2024年02月");
    town.done(&town.clerk, "/fin/close", close("2024-02-01"));
    // late money counts on the first open day and keeps its value date
    let late = town.receipt(lease, 1, 400_000, "2024-02-28", json!({}));
    let shown = town.get(&format!("/fin/receipt/{late}"));
    assert_eq!((&shown["data"]["valueDate"], &shown["data"]["bookDate"]), (&json!("2024-02-28"), &json!("2024-03-01")));
    let february = town.figures("year=2024&month=2&asOf=2024-02-29");
    assert_eq!(february["received"]["totalFen"], 0);
    let reopen = |month: &str| json!({"partyAId": 1, "month": month, "reason": "补录凭证"});
    town.refused(&town.clerk, "/fin/close/reopen", reopen("2024-02-01"), "月结人不能自己反月结");
    town.refused(&town.boss, "/fin/close/reopen", reopen("2024-01-01"), "2024年02月");
    town.refused(&town.boss, "/fin/close/reopen", json!({"partyAId": 1, "month": "2024-02-01"}), "原因");
    town.done(&town.boss, "/fin/close/reopen", reopen("2024-02-01"));
    town.receipt(lease, 1, 100_000, "2024-02-28", json!({}));
    town.done(&town.clerk, "/fin/close", close("2024-02-01"));
    town.is_whole();
}

#[test]
fn months_are_closed_up_to_one_as_far_as_they_can_be_and_the_list_says_what_is_open() {
    let mut town = Town::on("2024-02-05");
    let lease = town.signed(v13(), "2023-12-20");
    let until = |month: &str| json!({"partyAId": 1, "month": month});
    let check = |town: &Town, month: &str| town.get(&format!("/fin/close/check?partyAId=1&month={month}"));
    let count = |told: &Value, kind: &str| {
        let items = told["data"]["items"].as_array().cloned().unwrap_or_default();
        items.into_iter().find(|item| item["kind"] == kind).map(|item| (item["count"].clone(), item["forbids"].clone()))
    };
    town.refused(&town.clerk, "/fin/close/until", until("2024-01-01"), "还没有账目，不需要月结");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.move_to("2024-05-10");
    // bills of later months are not issued yet: the first months are closed, and the answer says where it ended
    let told = check(&town, "2024-04-01");
    assert_eq!(count(&told, "unbilled"), Some((json!(1), json!(true))), "{told}");
    assert_eq!(told["data"]["leases"][0]["leaseId"], json!(lease), "{told}");
    let first_open = told["data"]["leases"][0]["month"].clone();
    assert!(told["data"]["closable"].as_u64().unwrap() >= 1, "{told}");
    town.refused(&town.clerk, "/fin/close/until", until("2024-05-01"), "2024年05月尚未结束");
    let answer = town.portal.post("/fin/close/until", &town.clerk, until("2024-04-01"));
    assert_eq!(answer["data"]["stoppedAt"], first_open, "{answer}");
    assert!(answer["data"]["reason"].as_str().unwrap().contains("请先出账"), "{answer}");
    // nothing more can be closed: the refusal names the month and the reason
    town.refused(&town.clerk, "/fin/close/until", until("2024-04-01"), "不能月结：合同");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let unclaimed =
        json!({"partyAId": 1, "amountFen": 100, "method": 1, "valueDate": "2024-04-09", "payerName": "不详"});
    town.done(&town.clerk, "/fin/receipt", unclaimed);
    let told = check(&town, "2024-04-01");
    assert_eq!(count(&told, "unbilled"), Some((json!(0), json!(true))), "{told}");
    assert_eq!(count(&told, "unclaimed"), Some((json!(1), json!(false))), "{told}");
    let answer = town.portal.post("/fin/close/until", &town.clerk, until("2024-04-01"));
    assert_eq!(answer["data"]["stoppedAt"], Value::Null, "{answer}");
    let list = town.get("/fin/close/list?partyAId=1");
    let months: Vec<&str> = list["data"].as_array().unwrap().iter().filter_map(|row| row["month"].as_str()).collect();
    assert_eq!(months, ["2024-04-01", "2024-03-01", "2024-02-01", "2024-01-01", "2023-12-01"]);
    town.refused(&town.clerk, "/fin/close/until", until("2024-02-01"), "下一个应月结的月份是2024年05月");
    town.is_whole();
}

#[test]
fn what_changes_while_a_close_looks_through_the_leases_is_looked_at_again() {
    let (town, [_, l2, _]) = Town::e1();
    let clerk = Caller::console("test", "test");
    let august = || CloseMonth { party_a_id: 1, month: date(2024, 8, 1) };
    let look = || town.portal.app.read(&clerk, |view| close::look(view, august())).unwrap();
    let finish = |looked| {
        let caller = std::sync::Arc::new(Caller::console("test", "test"));
        town.portal.app.act(&caller, "月结", AuditAction::Insert, move |op| close::close(op, looked).map(drop))
    };
    let looked = look();
    let form = json!({"rooms": [room(3, "200")], "tenantId": 3, "startDate": "2024-03-15", "endDate": "2025-03-14"});
    let new = town.signed(with(c2(), form), "2024-03-10");
    let refused = finish(looked).unwrap_err().message;
    let no = town.get(&format!("/lease/lease/{new}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    assert_eq!(refused, format!("合同 {no} 的账单与合同不一致或尚未出账，请先出账"));
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let looked = look();
    town.receipt(l2, 2, 480_000, "2024-09-25", json!({}));
    finish(looked).unwrap();
    assert!(town.portal.app.read(&clerk, |view| close::look(view, august())).is_err(), "closed once");
    town.is_whole();
}

#[test]
fn two_cashiers_on_one_bill_and_the_bill_is_paid_once() {
    let town = Town::on("2024-01-10");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let bill = town.bills(lease)[0].0;
    let town = std::sync::Arc::new(town);
    let cashiers: Vec<_> = (0..8)
        .map(|place| {
            let town = town.clone();
            std::thread::spawn(move || {
                let form = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 1_000_000, "method": 1, "valueDate": "2024-01-10",
                                  "bankRef": if place % 2 == 0 { "SAME" } else { "" }, "designated": [bill]});
                town.portal.post("/fin/receipt", &town.clerk, form)["code"] == 200
            })
        })
        .collect();
    let done = cashiers.into_iter().map(|cashier| cashier.join().unwrap()).filter(|done| *done).count();
    assert_eq!(done, 1, "the bill is paid, so the others name a bill that is no longer open");
    assert_eq!(town.open(lease)[0], 0);
    town.is_whole();
}

/// Statements of account of E1; together they owe what the ledger says by issue basis.
fn accounts_of_the_tenants(town: &Town) {
    let account = |tenant: u64, from: &str, to: &str| {
        let answer = town.get(&format!("/fin/statement?tenantId={tenant}&partyAId=1&from={from}&to={to}"));
        assert_eq!(answer["code"], 200, "{answer}");
        let of = |name: &str| answer["data"][name].as_i64().unwrap();
        let figures = ["openingFen", "chargedFen", "waivedFen", "receivedFen", "refundedFen", "closingFen"].map(of);
        (figures, answer["data"]["lines"].as_array().unwrap().len(), answer["data"]["capitals"].clone())
    };
    let c1 = account(1, "2024-01-01", "2024-09-30");
    assert_eq!(c1, ([800_000, 14_400_000, 0, 8_600_000, 0, 6_600_000], 6, json!("陆万陆仟元整")));
    let c2 = account(2, "2024-08-01", "2024-09-30");
    // August's bill was issued in July; C2's October is issued and not yet due
    assert_eq!(c2.0[5], 1_320_000);
    assert_eq!((c2.0[2], c2.0[3]), (120_000, 480_000));
    // the deposit is in its own register
    assert_eq!(account(3, "2024-01-01", "2024-09-30").0, [0, 3_600_000, 0, 3_600_000, 0, 0]);
    assert_eq!(c1.0[5] + c2.0[5], 7_920_000);
    let none = town.get("/fin/statement?tenantId=1&from=2024-09-30&to=2024-01-01");
    assert!(none["msg"].as_str().unwrap().contains("不能早于"), "{none}");
}

#[test]
fn a_preview_pays_as_the_receipt_does_and_notices_name_what_is_owed() {
    let town = Town::on("2024-03-01");
    let account = json!({"name": "经营中心", "bank": "云川银行", "accountNo": "6222000011112222", "isDefault": true});
    let party = json!({"partyAId": 1, "partyACode": "A", "partyAName": "云川市工业资产经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110, "accounts": [account]});
    assert_eq!(town.portal.put("/asset/partyA", &town.clerk, party)["code"], 200);
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let ids: Vec<u64> = town.bills(lease).into_iter().map(|(bill, ..)| bill).collect();
    let form = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 1_850_000, "method": 1, "valueDate": "2024-03-01"});
    for (spread, wanted, credit) in [
        (json!({}), [1_000_000, 850_000, 0], 0),
        (json!({"designated": [ids[2], ids[1]]}), [0, 850_000, 1_000_000], 0),
        (json!({"keepAsCredit": true}), [0, 0, 0], 1_850_000),
        (json!({"amountFen": 3_100_000, "notYetDue": true}), [1_000_000; 3], 100_000),
    ] {
        let shown = town.portal.post("/fin/receipt/preview", &town.clerk, with(form.clone(), spread));
        let bills = shown["data"]["bills"].as_array().unwrap_or_else(|| panic!("{shown}"));
        let pays: Vec<i64> = bills.iter().map(|bill| bill["paysFen"].as_i64().unwrap()).collect();
        assert_eq!((pays, &shown["data"]["creditFen"]), (wanted.to_vec(), &json!(credit)), "{shown}");
    }
    let shown = town.portal.post("/fin/receipt/preview", &town.clerk, form.clone());
    assert_eq!(shown["data"]["capitals"], "壹万捌仟伍佰元整");
    town.make("/fin/receipt", form);
    assert_eq!(town.open(lease), [0, 150_000, 1_000_000]);

    // March asked for, February brought forward; paid January is left out
    let notice = town.get(&format!("/fin/bill/notice?ids={},{}", ids[0], ids[2]));
    let sheet = &notice["data"][0];
    assert_eq!(sheet["lines"].as_array().unwrap_or_else(|| panic!("{notice}")).len(), 1);
    assert_eq!((&sheet["broughtFen"], &sheet["totalFen"]), (&json!(150_000), &json!(1_150_000)));
    assert_eq!(sheet["capitals"], "壹万壹仟伍佰元整");
    let number = sheet["noticeNo"].as_str().unwrap();
    assert!(number.starts_with("JFTZ-24") && number.ends_with("-1-1"), "{number}: unit and tenant");
    assert_eq!(sheet["account"]["accountNo"], "6222000011112222", "the tenant has to know where to pay");
    let row = town.portal.last_audit();
    assert_eq!((row.title.as_str(), row.code), ("打印缴费通知单", 200));
    let letter = town.get(&format!("/fin/bill/notice?dunning=true&ids={}", ids[2]));
    assert_eq!((&letter["data"][0]["totalFen"], &letter["data"][0]["broughtFen"]), (&json!(150_000), &json!(0)));
    assert_eq!((&letter["data"][0]["creditFen"], &letter["data"][0]["payFen"]), (&json!(0), &json!(150_000)));
    // credit that lies on no bill yet is not asked for again, and no more than the sheet asks for is taken off
    let more = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 200_000, "method": 1, "valueDate": "2024-03-01", "keepAsCredit": true});
    town.make("/fin/receipt", more);
    let both = town.get(&format!("/fin/bill/notice?ids={},{}", ids[0], ids[2]));
    let sheet = &both["data"][0];
    assert_eq!((&sheet["totalFen"], &sheet["creditFen"]), (&json!(1_150_000), &json!(200_000)));
    assert_eq!((&sheet["payFen"], &sheet["payCapitals"]), (&json!(950_000), &json!("玖仟伍佰元整")));
    let letter = town.get(&format!("/fin/bill/notice?dunning=true&ids={}", ids[2]));
    assert_eq!((&letter["data"][0]["creditFen"], &letter["data"][0]["payFen"]), (&json!(150_000), &json!(0)));
    let shown = town.portal.post("/fin/receipt/preview", &town.clerk, json!({"partyAId": 1, "tenantId": 1}));
    assert_eq!(shown["data"]["heldCreditFen"], 200_000, "{shown}");
    let paid = town.get(&format!("/fin/bill/notice?ids={}", ids[0]));
    assert_eq!(paid["msg"], "所选账单没有未缴金额");
    assert_eq!(town.get(&format!("/fin/receipt/list?leaseId={lease}"))["total"], 2);
    assert_eq!(town.get("/fin/receipt/list?leaseId=99")["total"], 0);
}

#[test]
fn who_changes_the_tenant_is_told_what_is_known_of_the_new_one() {
    let (mut town, [_, l2, _]) = Town::e1();
    let renewal = json!({"kind": 2, "prevLeaseId": l2, "startDate": "2025-03-15", "endDate": "2026-03-14", "firstDueDate": "2025-03-15"});
    let renewal = town.signed(with(c2(), renewal), "2024-09-30");
    town.move_to("2024-10-08");
    let told = town.change(renewal, 4, "2025-06-01", json!({"tenantId": 1}));
    let guards: Vec<&str> =
        told["data"]["guards"].as_array().unwrap().iter().filter_map(|guard| guard["message"].as_str()).collect();
    let said = |part: &str| guards.iter().any(|guard| guard.contains(part));
    assert!(said("新乙方“禾川包装制品有限公司”目前未缴") && said("其中逾期"), "{guards:?}");
    assert!(said("另有 1 份未结清的合同"), "{guards:?}");
    assert!(!said("续租的乙方与原合同"), "that is what was asked for: {guards:?}");
}

#[test]
fn a_rule_takes_the_bills_of_its_last_day() {
    let town = Town::on("2024-03-01");
    let lease = town.signed(v13(), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let dues: Vec<String> = town.bills(lease).into_iter().map(|(_, due, _)| due).collect();
    let found = |from: &str, to: &str| {
        let path = format!("/fin/waiver/preview?partyAId=1&dueFrom={from}&dueTo={to}&ppm=500000");
        let answer = town.get(&path);
        answer["data"]["bills"].as_array().unwrap_or_else(|| panic!("{path}: {answer}")).len()
    };
    let day = |due: &str, days: i64| gx_portal::kernel::span::add_days(due.parse().unwrap(), days).to_string();
    assert_eq!(found(&dues[0], &dues[0]), 1);
    assert_eq!(found(&dues[0], &dues[1]), 2);
    assert_eq!(found(&dues[0], &day(&dues[1], -1)), 1);
    assert_eq!(found(&day(&dues[0], 1), &dues[1]), 1);
}
