//! The accountant's table: money that was put, claimed or settled wrongly, and the operation that puts it right.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, room, with};
use serde_json::json;

#[test]
fn a1_money_on_the_wrong_bill_or_of_another_lease_is_moved() {
    let town = Town::on("2024-11-20");
    let one = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let two = town.lease(plain(2, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let (first, second) = (town.bill_due(one, "2024-10-05"), town.bill_due(one, "2024-11-05"));
    let paid = town.receipt(one, 1, 100_000, "2024-10-05", json!({"designated": [second]}));
    town.done(&town.clerk, "/fin/receipt/reallocate", json!({"id": paid, "designated": [first]}));
    let open = |bill: u64| town.get(&format!("/fin/bill/{bill}"))["data"]["outstandingFen"].clone();
    assert_eq!((open(first), open(second)), (json!(0), json!(100_000)));
    let fees = town.get("/fin/lateFee/list?pageSize=50");
    assert!(fees["rows"].as_array().unwrap().iter().all(|row| row["billId"] != first), "paid in time after all");
    town.receipt(one, 1, 50_000, "2024-11-20", json!({"keepAsCredit": true}));
    let bill = town.bill_due(two, "2024-10-05");
    let parts = json!([{"billId": bill, "amountFen": 50_000}]);
    town.done(&town.clerk, "/fin/credit/apply", json!({"partyAId": 1, "tenantId": 1, "parts": parts}));
    assert_eq!((open(bill), town.credit(1)), (json!(50_000), 0));
    let more = json!([{"billId": bill, "amountFen": 1}]);
    town.refuses("/fin/credit/apply", json!({"partyAId": 1, "tenantId": 1, "parts": more}), "预收余额 0.00 元");
    town.is_whole();
}

#[test]
fn a2_an_unknown_transfer_may_be_a_deposit_and_a_closed_month_stays_as_it_was() {
    let mut town = Town::on("2024-10-31");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    let unknown = json!({"partyAId": 1, "tenantId": 0, "payerName": "某公司", "amountFen": 200_000, "method": 1, "valueDate": "2024-10-30"});
    let paid = town.make("/fin/receipt", unknown);
    town.move_to("2024-11-05");
    town.done(&town.clerk, "/fin/close", json!({"partyAId": 1, "month": "2024-10-01"}));
    let october = |town: &Town| town.figures("year=2024&asOf=2024-10-31")["cashFlow"][9].clone();
    let before = october(&town);
    town.refuses("/fin/receipt/claim", json!({"id": paid, "tenantId": 1, "purpose": 2}), "收取押金请选择合同");
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": paid, "tenantId": 1, "leaseId": lease, "purpose": 2}));
    assert_eq!((town.deposit(lease), october(&town)), (200_000, before));
    let november = town.figures("year=2024&asOf=2024-11-05")["cashFlow"][10].clone();
    assert_eq!((&november["receiptsFen"], &november["depositsFen"]), (&json!(-200_000), &json!(200_000)));
    town.is_whole();
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": paid, "kind": 1, "reason": "退票"}));
    assert_eq!(town.deposit(lease), 0);
    town.is_whole();
}

#[test]
fn a3_money_that_bounces_after_the_settlement_opens_the_lease_again() {
    let mut town = Town::on("2024-11-05");
    let form = with(plain(1, 1, "2024-10-01", "2024-11-10"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    let deposit = town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    let rent = town.receipt(lease, 1, 100_000, "2024-10-05", json!({}));
    town.move_to("2024-11-20");
    town.returned(lease, "2024-11-10");
    town.bill();
    let form = json!({"leaseId": lease, "penaltyFen": 50_000});
    let id = town.make("/fin/settlement", form.clone());
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    let state = |town: &Town| town.get(&format!("/lease/lease/{lease}"))["data"]["state"].clone();
    // 333.33 of rent and 500.00 of penalty came out of the deposit
    let refunds = town.get("/fin/refund/list?state=2");
    assert_eq!(refunds["rows"][0]["amountFen"], 116_667, "{refunds}");
    town.refuses("/fin/settlement", form, "已有结算单");
    town.move_to("2024-11-25");
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": rent, "kind": 1, "reason": "退票"}));
    assert_eq!((state(&town), town.owed(lease)), (json!(5), 100_000));
    town.is_whole();
    // the deposit's own money bounces: it is fetched from the bill and out of what was kept
    let back = json!({"id": deposit, "kind": 1, "reason": "退票"});
    town.done(&town.boss, "/fin/receipt/reverse", back);
    assert_eq!((town.deposit(lease), town.owed(lease)), (0, 100_000 + 33_333 + 50_000));
    town.is_whole();
    assert_eq!(town.get("/fin/refund/list?state=2")["total"], 0, "its refund was withdrawn with it");
    let sheet = town.get(&format!("/fin/settlement/{lease}"))["data"].clone();
    assert_eq!((&sheet["hindrance"], &sheet["sheet"]["stillOwedFen"]), (&json!(""), &json!(183_333)), "{sheet}");
    let again = town.make("/fin/settlement", json!({"leaseId": lease}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": again, "approve": true}));
    town.receipt(lease, 1, 183_333, "2024-11-25", json!({"notYetDue": true}));
    town.bill();
    assert_eq!((state(&town), town.balance(1)), (json!(7), 0));
    town.is_whole();
}

#[test]
fn m1_amounts_are_bounded_where_they_enter() {
    let town = Town::on("2024-11-20");
    let largest = i64::MAX;
    for (fields, part) in [
        (json!({"rentFen": largest}), "1000亿元"),
        (json!({"depositFen": largest}), "1000亿元"),
        (json!({"extraCharges": [{"kind": 2, "monthFen": largest}]}), "1000亿元"),
        (json!({"extraCharges": [{"kind": 2, "priceE4": largest}]}), "1000亿元"),
        (json!({"rooms": [with(room(1, "100"), json!({"priceE4": largest}))]}), "1000亿元"),
        (json!({"extraCharges": [{"kind": 2, "monthFen": 10_000_000_000_001_i64}]}), "1000亿元"),
        (json!({"escalation": {"everyMonths": 12, "mode": "ADD", "value": largest}}), "1000亿元"),
        (json!({"rooms": [room(1, "100"), room(1, "100")]}), "只能选择一次，请删除重复的房间 R1"),
        (json!({"coTenants": [1]}), "不能重复，请删除重复的 禾川包装制品有限公司"),
        (json!({"endDate": "9999-12-31"}), "须在 1990-01-01 与"),
        (json!({"startDate": "1900-01-01"}), "须在 1990-01-01 与"),
    ] {
        let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), fields.clone());
        town.refuses("/lease/lease", form.clone(), part);
        let told = town.portal.post("/lease/lease/preview", &town.clerk, form);
        assert!(
            told["code"] != 500 || told["msg"].as_str().is_some_and(|text| !text.contains("系统")),
            "{fields}: {told}"
        );
    }
    // the largest that fits passes, one year of it does not
    let form =
        with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"rentFen": 10_000_000_000_000_i64, "billingCycle": 12}));
    let id = town.make("/lease/lease", form);
    town.refuses("/lease/lease/submit", json!({"id": id}), "账单超过1000亿元");
    let money = json!({"partyAId": 1, "tenantId": 1, "amountFen": 10_000_000_000_000_i64, "method": 1, "valueDate": "2024-11-20"});
    for _ in 0..24 {
        town.make("/fin/receipt", money.clone());
    }
    let answer = (0..100)
        .map(|_| town.portal.post("/fin/receipt", &town.clerk, money.clone()))
        .find(|answer| answer["code"] != 200);
    let answer = answer.expect("the sum is bounded too");
    assert!(answer["msg"].as_str().unwrap().contains("10万亿元"), "{answer}");
    town.is_whole();
}

#[test]
fn of_two_people_at_once_one_acts_and_the_other_is_told() {
    let town = Town::on("2024-11-20");
    for tenant in [1, 2] {
        town.lease(plain(tenant, tenant, "2024-10-01", "2025-09-30"), "2024-09-20");
    }
    let money =
        json!({"partyAId": 1, "payerName": "付款人", "amountFen": 100_000, "method": 1, "valueDate": "2024-11-19"});
    let paid = town.make("/fin/receipt", money);
    let answers: Vec<serde_json::Value> = std::thread::scope(|scope| {
        let people = [(&town.clerk, 1), (&town.boss, 2)];
        let claims = people.map(|(who, tenant)| {
            let portal = &town.portal;
            scope.spawn(move || portal.post("/fin/receipt/claim", who, json!({"id": paid, "tenantId": tenant})))
        });
        claims.into_iter().map(|claim| claim.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|answer| answer["code"] == 200).count(), 1, "{answers:?}");
    let told = answers.iter().find(|answer| answer["code"] != 200).unwrap();
    assert!(told["msg"].as_str().unwrap().contains("不能认领"), "{told}");
    town.is_whole();
    // what somebody saw before the other acted is not acted upon
    let stale = town.get(&format!("/fin/receipt/{paid}"))["data"]["version"].clone();
    town.done(&town.boss, "/fin/receipt/reallocate", json!({"id": paid, "version": stale, "keepAsCredit": true}));
    let again = town.portal.post("/fin/receipt/reallocate", &town.clerk, json!({"id": paid, "version": stale}));
    assert!(again["code"] == 409 && again["msg"].as_str().unwrap().contains("boss"), "{again}");
    town.is_whole();
}
