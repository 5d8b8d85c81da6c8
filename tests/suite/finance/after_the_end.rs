//! What happens after a settlement, a renewal and a correction that comes late.

use crate::support::act;
use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, with};
use gx_portal::features::system::config;
use serde_json::{Value, json};

fn state(town: &Town, lease: u64) -> Value {
    town.get(&format!("/lease/lease/{lease}"))["data"]["state"].clone()
}

fn settle(town: &Town, lease: u64) {
    let id = town.make("/fin/settlement", json!({"leaseId": lease}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
}

/// Days of occupation, and what was billed beyond the day of the return, are in the books as soon as that day is known.
#[test]
fn rooms_that_come_back_bring_the_last_bills_with_them() {
    let began = |town: &Town| act(&town.portal.app, |op| config::ops::set(op, "fin.booksFrom", "2023-01-01"));
    let bills = |town: &Town, lease: u64| -> Vec<(Value, i64)> {
        let rows = town.rows(lease);
        let told = |row: &Value| (row["period"]["from"].clone(), row["amountFen"].as_i64().unwrap());
        let mut told: Vec<_> = rows.iter().map(told).collect();
        told.sort_by_key(|(from, fen)| (from.to_string(), *fen));
        told
    };
    let give_back = |town: &Town, lease: u64, day: &str| {
        let form = json!({"id": lease, "returnedDate": day});
        town.portal.post("/lease/lease/handover", &town.clerk, form)["data"].clone()
    };
    let billed_step = |town: &Town, lease: u64| {
        let steps = town.get(&format!("/fin/settlement/steps/{lease}"))["data"].clone();
        (steps[2]["state"].clone(), steps[2]["doers"].clone())
    };
    let (october, november, stayed) =
        ((json!("2024-10-01"), 100_000), (json!("2024-11-01"), 33_333), (json!("2024-11-11"), 66_667));

    let town = Town::on("2024-12-10");
    began(&town);
    let form = plain(1, 1, "2024-10-01", "2024-11-10");
    let lease = town.signed(form.clone(), "2024-09-20");
    let before = vec![october.clone(), november.clone(), stayed.clone()];
    assert_eq!(bills(&town, lease), before, "December isn't over");
    let told = give_back(&town, lease, "2024-12-05");
    assert_eq!(told, json!({"issued": 1, "adjusted": 0, "amountFen": 16_129}), "five of 31 days");
    let after = [before.clone(), vec![(json!("2024-12-01"), 16_129)]].concat();
    assert_eq!(bills(&town, lease), after);
    assert_eq!(billed_step(&town, lease).0, 1, "nobody has to issue them");
    town.bill();
    assert_eq!(bills(&town, lease), after, "the nightly run finds nothing to do");
    town.is_whole();

    // The day that is entered late takes off what was billed beyond it.
    let town = Town::on("2024-12-10");
    began(&town);
    let lease = town.signed(form.clone(), "2024-09-20");
    let told = give_back(&town, lease, "2024-11-20");
    assert_eq!(told, json!({"issued": 0, "adjusted": 1, "amountFen": -33_334}), "ten of 30 days are left");
    assert_eq!(town.owed(lease), 100_000 + 33_333 + 33_333);
    town.is_whole();

    // While the books have not begun nothing is issued, and the head of the lease says who does it.
    let town = Town::on("2024-12-10");
    let lease = town.signed(form, "2024-09-20");
    assert_eq!(give_back(&town, lease, "2024-12-05"), json!({"issued": 0, "adjusted": 0, "amountFen": 0}));
    let (state, doers) = billed_step(&town, lease);
    assert_eq!(state, 2, "it waits for a person");
    assert!(doers.is_array());
}

/// October and ten days of November, with a deposit of 2,000.00: all paid, the room given back, settled. Answers the lease and
/// the receipt of the deposit.
fn settled(town: &mut Town) -> (u64, u64) {
    let form = with(plain(1, 1, "2024-10-01", "2024-11-10"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    let deposit = town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.receipt(lease, 1, 133_333, "2024-10-05", json!({"notYetDue": true}));
    town.move_to("2024-11-20");
    town.returned(lease, "2024-11-10");
    town.bill();
    settle(town, lease);
    assert_ne!(state(town, lease), 7, "the deposit waits to be paid back");
    (lease, deposit)
}

#[test]
fn a_deposit_that_came_after_the_first_day_of_the_renewal_goes_over() {
    let town = Town::on("2024-11-27");
    let form = with(plain(1, 1, "2024-05-01", "2024-10-31"), json!({"depositFen": 200_000}));
    let old = town.lease(form, "2024-04-20");
    town.receipt(old, 1, 200_000, "2024-11-27", json!({"purpose": 2}));
    let renewal = json!({"depositFen": 200_000, "kind": 2, "lettingMode": 3, "prevLeaseId": old});
    let new = town.lease(with(plain(1, 1, "2024-11-01", "2025-10-31"), renewal), "2024-11-27");
    assert_eq!((town.deposit(old), town.deposit(new)), (0, 200_000));
    assert!(town.asked(new) > 0, "the renewal is billed");
    town.bill();
    town.is_whole();
}

#[test]
fn money_that_the_bank_had_in_time_takes_a_billed_late_fee_back() {
    let mut town = Town::on("2024-10-31");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let rent = town.bill_due(lease, "2024-10-05");
    let form =
        json!({"partyAId": 1, "amountFen": 100_000, "method": 1, "valueDate": "2024-10-05", "payerName": "不明"});
    let unclaimed = town.make("/fin/receipt", form);
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [rent]}));
    let fee = |town: &Town| -> i64 {
        let rows = town.rows(lease);
        rows.iter().filter(|row| row["kind"] == 5).map(|row| row["amountFen"].as_i64().unwrap()).sum()
    };
    assert_eq!(fee(&town), 1_300, "26 days of 0.05 % of 1,000.00");
    let claim = json!({"id": unclaimed, "tenantId": 1, "leaseId": lease, "designated": [rent]});
    town.done(&town.clerk, "/fin/receipt/claim", claim);
    let listed = town.get("/fin/lateFee/list?pageSize=50");
    assert_eq!(listed["rows"][0]["dueFen"], -1_300, "{listed}");
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [rent]}));
    assert_eq!(fee(&town), 0);
    assert_eq!(town.get("/fin/lateFee/list?pageSize=50")["total"], 0);
    town.is_whole();
    town.move_to("2024-11-01");
}

#[test]
fn a_deposit_that_bounces_after_the_settlement_is_asked_for_no_more() {
    let mut town = Town::on("2024-11-05");
    let (lease, deposit) = settled(&mut town);
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": deposit, "kind": 1, "reason": "退票"}));
    assert_eq!(town.deposit(lease), 0);
    town.is_whole();
    let open: i64 = town.open(lease).iter().sum();
    assert_eq!(open, 0, "no demand is left");
    // The refund that waited for this money is withdrawn with the reason.
    assert_eq!(town.get("/fin/refund/list?state=2")["total"], 0);
    let withdrawn = town.get("/fin/refund/list?state=9")["rows"][0].clone();
    assert!(withdrawn["comment"].as_str().unwrap().contains("已冲销"), "{withdrawn}");
    town.bill();
    assert_eq!(state(&town, lease), 7);
    town.is_whole();
}

/// The refunds that wait are paid.
fn pay_back(town: &Town, day: &str) {
    for row in town.get("/fin/refund/list?state=2")["rows"].as_array().unwrap() {
        town.done(&town.boss, "/fin/refund/pay", json!({"id": row["payoutId"], "paidDate": day}));
    }
}

#[test]
fn a_settled_lease_that_owes_again_is_settled_no_more() {
    let mut town = Town::on("2024-11-05");
    let (lease, _) = settled(&mut town);
    pay_back(&town, "2024-11-20");
    assert_eq!(state(&town, lease), 7);
    let water = json!({"leaseId": lease, "kind": 3, "dueDate": "2024-11-20", "amountFen": 5_000, "remark": "补收水费"});
    town.make("/fin/bill", water);
    assert_ne!(state(&town, lease), 7);
    town.is_whole();
    town.receipt(lease, 1, 5_000, "2024-11-20", json!({}));
    town.bill();
    assert_eq!(state(&town, lease), 7, "it is settled again once the bill is paid");
    town.is_whole();
}

#[test]
fn a_settled_lease_bears_no_late_fee_and_a_waiver_that_is_revoked_opens_it() {
    let mut town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2024-11-10"), "2024-09-20");
    let rent = town.bill_due(lease, "2024-10-05");
    let waiver = town.waive(rent, 20_000, "2024-11-20");
    town.receipt(lease, 1, 113_333, "2024-11-20", json!({"notYetDue": true}));
    assert_eq!(town.get("/fin/lateFee/list?pageSize=50")["total"], 2);
    town.returned(lease, "2024-11-10");
    town.bill();
    settle(&town, lease);
    assert_eq!((state(&town, lease), town.get("/fin/lateFee/list?pageSize=50")["total"].clone()), (json!(7), json!(0)));
    town.move_to("2024-11-22");
    town.done(&town.boss, "/fin/waiver/revoke", json!({"id": waiver, "approve": true, "comment": "有误"}));
    assert_ne!(state(&town, lease), 7);
    town.is_whole();
}

#[test]
fn deposit_that_lay_on_a_bill_that_is_void_stands_in_the_statement() {
    let town = Town::on("2024-11-20");
    let form = with(plain(1, 1, "2024-11-01", "2025-10-31"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-10-20");
    town.receipt(lease, 1, 200_000, "2024-11-01", json!({"purpose": 2}));
    let water = json!({"leaseId": lease, "kind": 3, "dueDate": "2024-11-20", "amountFen": 50_000, "remark": "水费"});
    let bill = town.make("/fin/bill", water);
    let parts = json!([{"billId": bill, "amountFen": 50_000}]);
    town.done(&town.clerk, "/fin/deposit/apply", json!({"leaseId": lease, "parts": parts, "reason": "抵水费"}));
    let waiver = town.waive(bill, 50_000, "2024-11-20");
    town.done(&town.boss, "/fin/waiver/revoke", json!({"id": waiver, "approve": true, "comment": "有误"}));
    town.done(&town.clerk, "/fin/bill/void", json!({"id": bill, "reason": "重复"}));
    assert_eq!(town.credit(1), 50_000);
    assert_eq!(town.balance(1), town.owed(lease) - 50_000);
    town.is_whole();
}

#[test]
fn excess_deposit_that_was_paid_back_is_no_fault_when_the_rest_pays_rent_later() {
    let mut town = Town::on("2024-11-20");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    town.receipt(lease, 1, 200_000, "2024-11-20", json!({}));
    town.change(lease, 6, "2024-11-20", json!({"depositFen": 150_000}));
    let back = json!({"kind": 2, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 50_000, "payee": "乙方"});
    let refund = town.make("/fin/refund", back);
    town.done(&town.boss, "/fin/refund/decide", json!({"id": refund, "approve": true}));
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-11-20"}));
    town.move_to("2025-01-20");
    town.bill();
    let owed = town.bill_due(lease, "2024-12-05");
    let parts = json!([{"billId": owed, "amountFen": 100_000}]);
    town.done(&town.clerk, "/fin/deposit/apply", json!({"leaseId": lease, "parts": parts, "reason": "抵租"}));
    town.bill();
    town.is_whole();
}

#[test]
fn a_room_that_would_have_joined_after_an_early_end_is_no_empty_room_that_is_charged() {
    let town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let rooms = json!([e1::room(1, "100"), e1::room(2, "100")]);
    town.change(lease, 2, "2025-02-01", json!({"rooms": rooms, "rentFen": 200_000}));
    town.end(lease, "2024-12-31");
    town.is_whole();
}

#[test]
fn what_leaves_the_register_stays_in_it_for_the_days_before() {
    let mut town = Town::on("2024-11-20");
    let area = |town: &Town, day: &str| {
        town.get(&format!("/stat/plateAssetArea?asOf={day}"))["data"]["total"]["lettableM2"].clone()
    };
    let listed = |town: &Town, day: &str| town.get(&format!("/report/occupancy/list?asOf={day}"))["total"].clone();
    let (before, rows) = (area(&town, "2024-10-01"), listed(&town, "2024-10-01"));
    for state in [4, 5] {
        let asset = town.get("/asset/asset/2")["data"].clone();
        let form = json!({"assetId": 2, "version": asset["version"], "state": state, "reason": "拍卖"});
        let answer = town.portal.put("/asset/asset/state", &town.clerk, form);
        assert_eq!(answer["code"], 200, "{answer}");
    }
    town.move_to("2024-11-22");
    assert_eq!((area(&town, "2024-10-01"), listed(&town, "2024-10-01")), (before.clone(), rows.clone()));
    assert_eq!(area(&town, "2024-11-19"), before, "the day before it left");
    assert_ne!((area(&town, "2024-11-22"), listed(&town, "2024-11-22")), (before, rows));
}

#[test]
fn occupation_is_counted_to_today_and_the_rest_of_the_month_foreseen() {
    let town = Town::on("2024-11-10");
    let lease = town.lease(plain(1, 1, "2024-05-01", "2024-10-31"), "2024-04-20");
    let told = town.get(&format!("/lease/lease/{lease}/holdover"))["data"].clone();
    // ten of thirty days of 1,000.00
    assert_eq!((&told["totalFen"], &told["foreseenFen"]), (&json!(33_333), &json!(66_667)), "{told}");
    assert_eq!(told["months"][0]["span"], json!({"from": "2024-11-01", "to": "2024-11-10"}), "{told}");
}

#[test]
fn lists_behind_figures_take_the_year_and_month_that_they_document() {
    let town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-09-01", "2025-08-31"), "2024-08-20");
    town.receipt(lease, 1, 100_000, "2024-10-05", json!({}));
    for (list, in_october) in
        [("receivable", 1), ("received", 1), ("cashFlow", 1), ("settled", 1), ("waivers", 0), ("adjusted", 0)]
    {
        let total = |query: &str| town.get(&format!("/report/{list}/list?{query}"))["total"].clone();
        assert_eq!(total("year=2023"), 0, "{list}");
        assert_eq!(total("year=2024&month=10"), in_october, "{list}");
        assert_eq!(total("year=2024&month=8"), 0, "{list}");
    }
}

#[test]
fn terms_that_nobody_means_are_told_and_short_last_periods_named() {
    let town = Town::on("2024-11-20");
    let said = |fields: Value| {
        town.portal.post("/lease/lease/preview", &town.clerk, with(plain(1, 1, "2024-08-31", "2025-02-28"), fields))
    };
    let rise = |value: i64, compound: bool, every: u8| {
        json!({"escalation": {"everyMonths": every, "mode": "PCT", "value": value, "compound": compound},
               "endDate": "2034-08-30"})
    };
    for (fields, part) in [(rise(4_294_967_295, false, 12), "-100%到1000%"), (rise(10_000_000, true, 1), "1000亿元")]
    {
        let answer = said(fields);
        assert!(answer.to_string().contains(part), "{answer}");
        assert!(!answer.to_string().contains("系统内部错误"), "{answer}");
    }
    let answer = said(json!({"periodMode": "ANCHORED"}));
    assert!(answer.to_string().contains("只有 1 天；到期日改为 2025-02-27"), "{answer}");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let shown = town.get(&format!("/lease/lease/{lease}"))["data"].clone();
    let form = json!({"leaseId": lease, "kind": 5, "effectiveDate": "2024-12-01", "reason": "协议",
                      "facts": with(shown, json!({"firstDueDate": "2024-12-10"}))});
    town.refuses("/lease/lease/change", form, "首期应缴日只用于第一期账单");
}
