//! Where two events meet: each defect that was found as a cell of the table in src/features/finance/EVENTS.md,
//! walked through the HTTP surface with its numbers; after each the books prove themselves.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, with};
use serde_json::{Value, json};

#[test]
fn e01_a_correction_goes_over_as_many_bills_as_it_needs_and_the_rest_is_credit() {
    let mut town = Town::on("2024-11-01");
    let lease = town.lease(plain(1, 1, "2024-11-01", "2025-10-31"), "2024-10-20");
    let unpaid = town.lease(plain(2, 2, "2024-11-01", "2025-10-31"), "2024-10-20");
    town.receipt(lease, 1, 100_000, "2024-11-01", json!({"notYetDue": true}));
    for lease in [lease, unpaid] {
        town.change(lease, 1, "2024-11-01", json!({"rentFen": 150_000}));
    }
    assert_eq!((town.asked(lease), town.owed(unpaid)), (150_000, 150_000));
    town.move_to("2024-11-20");
    for lease in [lease, unpaid] {
        town.end(lease, "2024-11-06");
        assert_eq!(town.asked(lease), 30_000, "six days of thirty");
    }
    assert_eq!((town.owed(lease), town.credit(1), town.balance(1)), (0, 70_000, -70_000));
    assert_eq!((town.owed(unpaid), town.balance(2)), (30_000, 30_000));
    assert!(town.rows(lease).iter().all(|row| row["outstandingFen"].as_i64().unwrap() >= 0));
    town.returned(lease, "2024-11-20");
    town.bill();
    let sheet = town.get(&format!("/fin/settlement/{lease}"))["data"].clone();
    // the two weeks he stayed on are asked for, and the credit pays them
    assert_eq!((&sheet["hindrance"], sheet["sheet"]["refundCreditFen"].as_i64()), (&json!(""), Some(0)), "{sheet}");
    assert_eq!(town.balance(1), 0);
    town.is_whole();
}

#[test]
fn e02_a_waiver_shrinks_before_a_correction_takes_the_bill_away() {
    let mut town = Town::on("2024-12-01");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let december = town.bill_due(lease, "2024-12-05");
    let november = town.bill_due(lease, "2024-11-05");
    town.waive(december, 100_000, "2024-12-01");
    let half = town.waive(november, 50_000, "2024-12-01");
    town.move_to("2024-12-10");
    town.end(lease, "2024-11-10");
    town.returned(lease, "2024-11-10");
    town.bill();
    assert_eq!(town.asked(lease), 100_000 + 33_333);
    let open: Vec<i64> = town.rows(lease).iter().map(|row| row["outstandingFen"].as_i64().unwrap()).collect();
    assert!(open.iter().all(|fen| *fen >= 0), "{open:?}");
    assert_eq!(town.owed(lease), 100_000, "October; ten days of November are within what was waived");
    town.is_whole();
    // what is left of the waiver goes when it is revoked
    town.done(&town.boss, "/fin/waiver/revoke", json!({"id": half, "approve": true, "comment": "撤销"}));
    assert_eq!(town.owed(lease), 133_333);
    town.is_whole();
}

#[test]
fn e03_money_that_was_one_tenants_is_never_left_with_him() {
    let town = Town::on("2024-11-10");
    let of_a = town.lease(plain(1, 1, "2024-11-01", "2025-10-31"), "2024-10-20");
    let of_b = town.lease(plain(2, 2, "2024-11-01", "2025-10-31"), "2024-10-20");
    let paid = town.make(
        "/fin/receipt",
        json!({"partyAId": 1, "tenantId": 0, "payerName": "某公司", "amountFen": 1_100_000, "method": 1, "valueDate": "2024-11-08"}),
    );
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": paid, "tenantId": 1, "keepAsCredit": true}));
    assert_eq!((town.credit(1), town.balance(1)), (1_100_000, -1_000_000));
    town.done(&town.clerk, "/fin/receipt/unclaim", json!({"id": paid}));
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": paid, "tenantId": 2, "leaseId": of_b}));
    assert_eq!((town.credit(1), town.credit(2)), (0, 1_000_000));
    town.bill();
    assert_eq!((town.owed(of_a), town.balance(1), town.balance(2)), (100_000, 100_000, -1_000_000));
    town.is_whole();
}

#[test]
fn e04_a_change_of_tenant_divides_bills_deposit_and_credit() {
    let mut town = Town::on("2024-11-01");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-11-01", json!({"purpose": 2}));
    town.receipt(lease, 1, 250_000, "2024-11-01", json!({"notYetDue": true}));
    assert_eq!((town.owed(lease), town.credit(1)), (0, 50_000));
    town.move_to("2024-11-20");
    town.change(lease, 4, "2024-11-11", json!({"tenantId": 2}));
    // A owes October and ten days of November, B the rest
    assert_eq!((town.balance(1), town.credit(1)), (-250_000 + 133_333, 250_000 - 133_333));
    assert_eq!(town.balance(2), 66_667);
    assert_eq!(
        (
            town.deposit(lease),
            town.get("/fin/refund/available?partyAId=1&tenantId=1&leaseId=1")["data"]["depositFen"].clone()
        ),
        (200_000, json!(200_000))
    );
    town.is_whole();
    town.move_to("2024-12-06");
    town.bill();
    assert_eq!((town.balance(1), town.balance(2)), (-116_667, 166_667), "December is B's");
    // his own deposit is asked of B, A's goes back to A alone
    let open = town.get("/fin/bill/list?leaseId=1&kind=6&pageSize=50");
    let asked: Vec<_> = open["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["tenantId"].clone(), row["outstandingFen"].clone()))
        .collect();
    assert_eq!(asked.iter().find(|(tenant, _)| *tenant == 2).map(|asked| &asked.1), Some(&json!(200_000)), "{asked:?}");
    let back = json!({"kind": 2, "partyAId": 1, "tenantId": 2, "leaseId": lease, "amountFen": 1, "payee": "乙方"});
    town.refuses("/fin/refund", back, "押金余额 0.00 元");
    let sheet = town.get(&format!("/fin/settlement/{lease}?tenantId=1"))["data"].clone();
    assert_eq!((&sheet["hindrance"], &sheet["sheet"]["balanceFen"]), (&json!(""), &json!(316_667)), "{sheet}");
    let id = town.make("/fin/settlement", json!({"leaseId": lease, "tenantId": 1}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    assert_eq!(town.get(&format!("/lease/lease/{lease}"))["data"]["state"], 4, "the lease goes on with B");
    town.is_whole();
}

#[test]
fn e04b_the_deposit_goes_over_when_it_was_agreed() {
    let mut town = Town::on("2024-11-01");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-11-01", json!({"purpose": 2}));
    town.change(lease, 4, "2024-12-01", json!({"tenantId": 2, "depositMoves": true}));
    town.move_to("2024-12-02");
    town.bill();
    let of = |tenant: u64| {
        town.get(&format!("/fin/refund/available?partyAId=1&tenantId={tenant}&leaseId=1"))["data"]["depositFen"].clone()
    };
    assert_eq!((of(1), of(2)), (json!(0), json!(200_000)));
    town.is_whole();
}

#[test]
fn e05_a_cancelled_lease_asks_for_nothing() {
    let town = Town::on("2024-11-25");
    let form = with(plain(1, 1, "2024-12-01", "2025-11-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-11-20");
    town.receipt(lease, 1, 60_000, "2024-11-25", json!({"notYetDue": true}));
    town.receipt(lease, 1, 200_000, "2024-11-25", json!({"purpose": 2}));
    assert_eq!(town.owed(lease), 40_000);
    town.done(&town.boss, "/lease/lease/cancel", json!({"id": lease, "comment": "双方协商"}));
    assert_eq!((town.asked(lease), town.owed(lease), town.credit(1)), (0, 0, 60_000));
    let back =
        json!({"kind": 2, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 200_000, "payee": "乙方"});
    town.make("/fin/refund", back);
    town.is_whole();
}

#[test]
fn e06_every_change_counts_from_its_day_charge_by_charge() {
    let town = Town::on("2024-12-10");
    let charges = json!([{"kind": 2, "monthFen": 10_000}, {"kind": 2, "monthFen": 3_000}]);
    let lease =
        town.lease(with(plain(1, 1, "2024-09-01", "2025-08-31"), json!({"extraCharges": charges})), "2024-08-20");
    assert_eq!(town.asked(lease), 4 * 113_000);
    let shown = town.get(&format!("/lease/lease/{lease}"))["data"]["extraCharges"].clone();
    let dearer = json!([{"key": shown[0]["key"], "kind": 2, "monthFen": 15_000}, shown[1]]);
    town.change(lease, 9, "2024-12-01", json!({"extraCharges": dearer}));
    assert_eq!(town.asked(lease), 4 * 113_000 + 5_000, "December alone");
    town.change(lease, 9, "2024-12-16", json!({"extraCharges": [shown[1]]}));
    assert_eq!(town.asked(lease), 4 * 113_000 + 5_000 - 7_742, "sixteen days of the first charge are gone");
    // days that were free before stay so, free days of the future count
    town.change(
        lease,
        9,
        "2024-12-01",
        json!({"rentFree": [{"from": "2024-09-01", "to": "2024-12-31", "reason": "装修"}]}),
    );
    assert_eq!(town.asked(lease), 4 * 113_000 + 5_000 - 7_742 - 100_000);
    town.is_whole();
}

#[test]
fn e07_e08_e21_late_fees_follow_the_terms_of_their_day_and_every_day_once() {
    let mut town = Town::on("2024-11-08");
    let lease = town.lease(plain(1, 1, "2024-11-01", "2025-10-31"), "2024-10-20");
    let bill = town.bill_due(lease, "2024-11-05");
    let fee = |town: &Town| {
        let fees = town.get("/fin/lateFee/list?pageSize=50");
        let row = fees["rows"].as_array().unwrap().iter().find(|row| row["billId"] == bill).cloned();
        row.map_or(0, |row| row["dueFen"].as_i64().unwrap())
    };
    assert_eq!(fee(&town), 0, "days of grace");
    town.refuses("/fin/lateFee/bill", json!({"billIds": [bill]}), "没有应计的滞纳金");
    town.move_to("2024-11-15");
    assert_eq!(fee(&town), 500, "ten days at 0.05 %");
    town.change(lease, 5, "2024-11-15", json!({"lateFeePpm": 100}));
    assert_eq!(fee(&town), 500, "the bill fell due under the old rate");
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [bill]}));
    assert_eq!(fee(&town), 0);
    town.move_to("2024-11-25");
    assert_eq!(fee(&town), 500, "ten more days, once");
    town.done(&town.clerk, "/fin/lateFee/bill", json!({"billIds": [bill]}));
    let fees: i64 =
        town.rows(lease).iter().filter(|row| row["kind"] == 5).map(|row| row["amountFen"].as_i64().unwrap()).sum();
    assert_eq!(fees, 1_000);
    // money put on a wrong bill never paid it
    town.receipt(lease, 1, 100_000, "2024-11-09", json!({"designated": [bill]}));
    town.bill();
    town.is_whole();
}

#[test]
fn e09_a_month_that_is_closed_again_owes_the_treasury_once() {
    let mut town = Town::on("2024-11-10");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    town.receipt(lease, 1, 100_000, "2024-10-05", json!({}));
    let close = json!({"partyAId": 1, "month": "2024-10-01", "reason": "补录"});
    for more in [30_000, 20_000] {
        town.done(&town.clerk, "/fin/close", close.clone());
        town.is_whole();
        town.done(&town.boss, "/fin/close/reopen", close.clone());
        town.receipt(lease, 1, more, "2024-10-20", json!({"notYetDue": true}));
    }
    town.done(&town.clerk, "/fin/close", close);
    town.is_whole();
    town.move_to("2024-11-11");
}

#[test]
fn e10_a_return_entered_late_corrects_the_months_of_occupation() {
    let mut town = Town::on("2024-11-05");
    let lease = town.lease(plain(1, 1, "2024-01-01", "2024-09-30"), "2023-12-20");
    let occupied = |town: &Town| -> i64 {
        town.rows(lease)
            .iter()
            .filter(|row| row["period"]["from"] == "2024-10-01")
            .map(|row| row["amountFen"].as_i64().unwrap())
            .sum()
    };
    assert_eq!(occupied(&town), 100_000);
    town.returned(lease, "2024-10-10");
    town.bill();
    assert_eq!(occupied(&town), 32_258);
    // a return that was wrong is corrected by another protocol
    town.returned(lease, "2024-10-20");
    town.bill();
    assert_eq!(occupied(&town), 64_516);
    town.is_whole();
    town.move_to("2024-12-01");
    town.bill();
    town.is_whole();
}

#[test]
fn e11_e12_e26_a_room_is_let_once_a_day() {
    let mut town = Town::on("2024-11-05");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    town.refuses(
        "/lease/lease/handover",
        json!({"id": lease, "returnedDate": "2020-01-01"}),
        "最早为起租日 2024-10-01",
    );
    let let_area = |town: &Town, day: &str| town.get(&format!("/stat/plateAssetArea?asOf={day}"))["data"].to_string();
    let before = let_area(&town, "2024-10-20");
    town.refuses(
        "/lease/lease/handover",
        json!({"id": lease, "returnedDate": "2024-10-15"}),
        "提前退房请先办理提前终止",
    );
    town.end(lease, "2024-11-30");
    town.returned(lease, "2024-10-15");
    assert_eq!(let_area(&town, "2024-10-20"), before, "the lease goes on to its last day, so the room is let");
    let other = town.make("/lease/lease", plain(1, 2, "2024-11-06", "2025-05-05"));
    town.refuses("/lease/lease/submit", json!({"id": other}), "占用");
    // who stays on after the end holds the room until he returns it
    let old = town.lease(plain(2, 3, "2024-01-01", "2024-10-31"), "2023-12-20");
    let next = town.make("/lease/lease", plain(2, 2, "2024-11-01", "2025-10-31"));
    town.refuses("/lease/lease/submit", json!({"id": next}), "占用");
    town.returned(old, "2024-11-04");
    town.bill();
    town.refuses("/lease/lease/submit", json!({"id": next}), "占用");
    let later = town.signed(plain(2, 2, "2024-11-05", "2025-10-31"), "2024-11-05");
    town.bill();
    assert!(later > 0);
    town.is_whole();
    // a lease signed ahead: from its day on nobody else pays for the room
    let ahead = town.signed(plain(3, 1, "2024-11-05", "2024-11-30"), "2024-11-05");
    let follows = town.signed(plain(3, 2, "2024-12-11", "2025-12-10"), "2024-11-05");
    town.move_to("2025-02-01");
    town.bill();
    let stayed: i64 = town
        .rows(ahead)
        .iter()
        .filter(|row| row["dueDate"].as_str().unwrap() > "2024-12-06")
        .map(|row| row["amountFen"].as_i64().unwrap())
        .sum();
    assert_eq!(stayed, 32_258, "ten days of December until the next lease begins");
    town.refuses("/lease/lease/handover", json!({"id": follows, "deliveredDate": "2025-02-01"}), "尚未退房");
    town.is_whole();
}

#[test]
fn e15_e17_e18_e29_documents_have_days_that_can_be_meant() {
    let mut town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let bill = town.bill_due(lease, "2024-10-05");
    let scope = json!([{"billId": bill, "amountFen": 40_000}]);
    let waiver = |day: &str| json!({"reasonKind": 3, "scope": scope, "effectiveDate": day});
    town.refuses("/fin/waiver", waiver("9999-12-31"), "生效日期须在 1990-01-01 与 2084-11-20 之间");
    town.refuses("/fin/waiver", waiver("2024-11-21"), "不能晚于今天");
    let money = |day: &str| json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 100_000, "method": 1, "valueDate": day});
    town.refuses("/fin/receipt", money("1926-11-20"), "须在 1990-01-01 与 ");
    town.refuses("/fin/receipt", money("2024-11-21"), "不能晚于今天");
    // paid on the tenth, waived as of the eighth: nothing is negative on the ninth
    town.receipt(lease, 1, 100_000, "2024-10-10", json!({"designated": [bill]}));
    town.waive(bill, 40_000, "2024-10-08");
    for day in ["2024-10-08", "2024-10-09", "2024-10-10", "2024-10-31"] {
        let figures = town.figures(&format!("year=2024&asOf={day}"));
        let rate = figures["collection"]["rate"].as_i64().unwrap_or_default();
        assert!((0..=10_000).contains(&rate), "{day}: {}", figures["collection"]);
        assert!(figures["ageing"]["creditFen"].as_i64().unwrap() >= 0, "{day}");
    }
    assert_eq!(town.credit(1), 40_000);
    let refund =
        json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 40_000, "payee": "乙方"});
    let refund = town.make("/fin/refund", refund);
    town.done(&town.boss, "/fin/refund/decide", json!({"id": refund, "approve": true}));
    town.refused(
        &town.boss,
        "/fin/refund/pay",
        json!({"id": refund, "paidDate": "2019-01-01"}),
        "付款日期最早为 2024-10-10",
    );
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-10-11"}));
    town.is_whole();
    town.move_to("2024-11-21");
}

#[test]
fn e16_deposit_on_a_bill_that_shrinks_is_the_tenants_credit_and_stands_in_his_statement() {
    let town = Town::on("2024-11-20");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form, "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    let bill = town.bill_due(lease, "2024-10-05");
    let part = json!([{"billId": bill, "amountFen": 100_000}]);
    town.done(&town.clerk, "/fin/deposit/apply", json!({"leaseId": lease, "parts": part, "reason": "抵租"}));
    town.waive(bill, 30_000, "2024-11-20");
    assert_eq!((town.deposit(lease), town.credit(1)), (100_000, 30_000));
    assert_eq!(town.balance(1), town.owed(lease) - town.credit(1));
    town.bill();
    let made_up = town.get(&format!("/fin/bill/list?leaseId={lease}&kind=6&pageSize=50"));
    let open: i64 = made_up["rows"].as_array().unwrap().iter().map(|row| row["outstandingFen"].as_i64().unwrap()).sum();
    assert_eq!(open, 100_000, "what was taken is asked for again");
    town.is_whole();
}

#[test]
fn e19_e22_e25_deposits_stay_while_the_lease_runs_and_are_asked_for_no_more_once_it_is_settled() {
    let mut town = Town::on("2024-11-05");
    let unpaid =
        town.lease(with(plain(2, 2, "2024-10-01", "2024-11-10"), json!({"depositFen": 200_000})), "2024-09-20");
    town.move_to("2024-11-20");
    let form = with(plain(1, 1, "2024-10-01", "2025-09-30"), json!({"depositFen": 200_000}));
    let lease = town.lease(form.clone(), "2024-09-20");
    town.receipt(lease, 1, 200_000, "2024-10-01", json!({"purpose": 2}));
    let back = |fen: i64| json!({"kind": 2, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": fen, "payee": "乙方"});
    town.refuses("/fin/refund", back(1), "未缴，押金须先抵扣或结算后再退");
    town.receipt(lease, 1, 200_000, "2024-11-20", json!({}));
    town.refuses("/fin/refund", back(1), "押金须在退租结算后退还");
    town.change(lease, 6, "2024-11-20", json!({"depositFen": 150_000}));
    town.refuses("/fin/refund", back(50_001), "可退超出约定的 500.00 元");
    town.make("/fin/refund", back(50_000));
    // what nobody has paid is taken back with the settlement
    let asked = |town: &Town| -> i64 {
        let rows = town.get(&format!("/fin/bill/list?leaseId={unpaid}&kind=6&pageSize=50"));
        rows["rows"].as_array().unwrap().iter().map(|row| row["outstandingFen"].as_i64().unwrap()).sum()
    };
    assert_eq!(asked(&town), 200_000);
    town.returned(unpaid, "2024-11-10");
    town.receipt(unpaid, 2, 133_333, "2024-11-20", json!({"notYetDue": true}));
    town.bill();
    let id = town.make("/fin/settlement", json!({"leaseId": unpaid}));
    town.done(&town.boss, "/fin/settlement/decide", json!({"id": id, "approve": true}));
    assert_eq!((asked(&town), town.get(&format!("/lease/lease/{unpaid}"))["data"]["state"].clone()), (0, json!(7)));
    let late = json!({"partyAId": 1, "tenantId": 2, "leaseId": unpaid, "amountFen": 100, "method": 1, "valueDate": "2024-11-20", "purpose": 2});
    town.refuses("/fin/receipt", late, "超过应收押金");
    town.is_whole();
    town.move_to("2024-11-21");
}

#[test]
fn e20_money_entered_late_lies_in_credit_until_the_bill_had_room_for_it() {
    let mut town = Town::on("2024-09-10");
    let lease = town.lease(plain(1, 1, "2024-09-01", "2025-08-31"), "2024-08-20");
    let bill = town.bill_due(lease, "2024-09-05");
    let waiver = town.waive(bill, 40_000, "2024-09-10");
    town.move_to("2024-09-20");
    town.done(&town.boss, "/fin/waiver/revoke", json!({"id": waiver, "approve": true, "comment": "撤销"}));
    town.receipt(lease, 1, 100_000, "2024-09-15", json!({"designated": [bill]}));
    assert_eq!(town.owed(lease), 0);
    for day in ["2024-09-14", "2024-09-15", "2024-09-19", "2024-09-20"] {
        let arrears = town.get(&format!("/report/arrears/list?asOf={day}&pageSize=50"));
        let checks = arrears["sums"]["checks"].as_array().cloned().unwrap_or_else(|| panic!("{arrears}"));
        assert!(checks.iter().all(|check| check["listed"] == check["figure"]), "{day}: {arrears}");
        let figures = town.figures(&format!("year=2024&asOf={day}"));
        assert!(
            figures["ageing"]["bucketsFen"].as_array().unwrap().iter().all(|fen| fen.as_i64().unwrap() >= 0),
            "{day}"
        );
    }
    // a waiver dated into days on which less was left says from which day on it may count
    let again = town.waive(bill, 40_000, "2024-09-20");
    assert!(again > 0);
    let scope = json!([{"billId": bill, "amountFen": 61_000}]);
    town.refuses("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-09-20"}), "最多可减免");
    town.is_whole();
}

#[test]
fn e23_an_early_end_for_a_day_to_come_leaves_the_lease_running_and_may_be_corrected() {
    let mut town = Town::on("2024-11-10");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let state = |town: &Town| town.get(&format!("/lease/lease/{lease}"))["data"]["state"].clone();
    town.end(lease, "2024-11-20");
    assert_eq!(state(&town), 4);
    assert_eq!(town.asked(lease), 100_000 + 66_667);
    town.change(lease, 1, "2024-11-11", json!({"rentFen": 120_000}));
    assert_eq!(town.asked(lease), 100_000 + 73_333, "ten days at each rent");
    town.move_to("2024-12-02");
    assert_eq!(state(&town), 6);
    town.returned(lease, "2024-11-15");
    // the day was wrong: it is corrected, forth and back, until the lease is settled
    town.end(lease, "2024-11-30");
    assert_eq!(town.asked(lease), 100_000 + 113_333);
    town.end(lease, "2024-11-15");
    assert_eq!(town.asked(lease), 100_000 + 53_333);
    town.lease(plain(1, 2, "2024-12-02", "2025-09-30"), "2024-12-02");
    town.is_whole();
    let form = json!({"leaseId": lease, "kind": 8, "effectiveDate": "2024-12-31", "reason": "更正"});
    town.done(&town.clerk, "/lease/lease/change", form);
    let changes = town.get(&format!("/lease/lease/{lease}/changes"));
    let yes = json!({"changeId": changes["data"][0]["changeId"], "decision": "approve"});
    town.refused(&town.boss, "/lease/lease/change/decide", yes, "占用");
}

#[test]
fn e24_corrections_are_of_the_plate_of_their_bill() {
    let town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    let asset = town.get("/asset/asset/1")["data"].clone();
    let answer = town.portal.put("/asset/asset", &town.clerk, with(asset, json!({"plateId": 2})));
    assert_eq!(answer["code"], 200, "{answer}");
    town.change(lease, 1, "2024-10-01", json!({"rentFen": 80_000}));
    let plates: Vec<Value> = town.rows(lease).iter().map(|row| row["plateName"].clone()).collect();
    assert!(plates.iter().all(|plate| *plate == plates[0]), "{plates:?}");
    let figures = town.figures("year=2024&asOf=2024-11-20&plateId=2");
    assert_eq!(figures["collection"]["netDueFen"], 0);
    town.is_whole();
}

#[test]
fn e28_d4_months_keep_their_rule_of_remittance_and_direct_money_is_handed_in() {
    let mut town = Town::on("2024-11-20");
    let lease = town.lease(plain(1, 1, "2024-10-01", "2025-09-30"), "2024-09-20");
    town.receipt(lease, 1, 60_000, "2024-10-05", json!({}));
    town.receipt(lease, 1, 140_000, "2024-10-20", json!({"method": 6, "notYetDue": true}));
    let remitted = |town: &Town, day: &str| {
        let sums = town.figures(&format!("year=2024&asOf={day}"))["remitted"].clone();
        (sums["shouldFen"].as_i64().unwrap(), sums["handedFen"].as_i64().unwrap(), sums["owedFen"].as_i64().unwrap())
    };
    // October: 600.00 through the bank, 400.00 straight; the rest of the direct money pays November's bill, issued on 10-26
    assert_eq!(remitted(&town, "2024-11-20"), (200_000, 140_000, 60_000));
    let cash = town.figures("year=2024&asOf=2024-11-20")["cashFlow"][9].clone();
    assert_eq!(
        (&cash["receiptsFen"], &cash["treasuryFen"], &cash["netFen"]),
        (&json!(60_000), &json!(140_000), &json!(60_000))
    );
    let form = json!({"kind": 4, "partyAId": 1, "amountFen": 60_000, "month": "2024-10-01", "paidDate": "2024-11-08", "payee": "财政局"});
    let id = town.make("/fin/remittance", form);
    town.done(&town.boss, "/fin/remittance/decide", json!({"id": id, "approve": true}));
    town.is_whole();
    let party = town.get("/asset/partyA/1")["data"].clone();
    let answer =
        town.portal.put("/asset/partyA", &town.clerk, with(party, json!({"remitRequired": false, "accounts": []})));
    assert_eq!(answer["code"], 200, "{answer}");
    assert_eq!(remitted(&town, "2024-11-20"), (200_000, 200_000, 0), "October keeps its rule");
    town.is_whole();
    // credit that the treasury has goes back from there only
    let direct = town.receipt(lease, 1, 50_000, "2024-11-20", json!({"method": 6, "keepAsCredit": true}));
    assert!(direct > 0);
    let refund = |by: bool| json!({"kind": 1, "partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 50_000, "payee": "乙方", "byTreasury": by});
    town.refuses("/fin/refund", refund(false), "须由财政退付");
    let id = town.make("/fin/refund", refund(true));
    town.done(&town.boss, "/fin/refund/decide", json!({"id": id, "approve": true}));
    town.done(&town.boss, "/fin/refund/pay", json!({"id": id, "paidDate": "2024-11-20"}));
    let deposit = json!({"partyAId": 1, "tenantId": 1, "leaseId": lease, "amountFen": 1, "method": 6, "valueDate": "2024-11-20", "purpose": 2});
    town.refuses("/fin/receipt", deposit, "不能由财政直缴");
    town.is_whole();
    town.move_to("2024-11-21");
}
