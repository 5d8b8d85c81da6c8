//! What is handed in to the treasury against what was collected.

use crate::{deeds, e1};
use deeds::{Deeds as _, plain};
use e1::Town;
use gx_portal::features::finance::invariants;
use gx_portal::op::Caller;
use serde_json::{Value, json};

fn remittance(town: &Town, month: &str, fen: i64) -> u64 {
    let form = json!({"kind": 4, "partyAId": 1, "amountFen": fen, "month": month, "paidDate": "2024-09-30", "payee": "财政局"});
    town.make("/fin/remittance", form)
}

fn confirm(town: &Town, id: u64) -> Value {
    town.portal.post("/fin/remittance/decide", &town.boss, json!({"id": id, "approve": true}))
}

/// What I11 says, and the operation it names.
fn i11(town: &Town) -> (String, String) {
    let checks = town.portal.app.read(&Caller::console("test", "test"), invariants::run).unwrap();
    let check = checks.into_iter().find(|check| check.code == "I11").unwrap();
    (check.faults.join("；"), check.advice)
}

#[test]
fn no_more_is_handed_in_than_was_collected() {
    let town = Town::new();
    let lease = town.lease(plain(1, 1, "2024-03-01", "2025-02-28"), "2024-02-20");
    let receipt = town.receipt(lease, 1, 250_000, "2024-05-06", json!({}));
    town.receipt(lease, 1, 40_000, "2024-05-07", json!({"method": 6}));
    let all = remittance(&town, "2024-05-01", 1_000_000_000_000);
    let answer = confirm(&town, all);
    assert!(answer["msg"].as_str().unwrap().contains("还有 2,500.00 元，不能上缴 10,000,000,000.00 元"), "{answer}");
    town.is_whole();
    let most = remittance(&town, "2024-05-01", 250_000);
    assert_eq!(confirm(&town, most)["code"], 200);
    assert!(confirm(&town, remittance(&town, "2024-06-01", 1))["msg"].as_str().unwrap().contains("还有 0.00 元"));
    // Of months before the books nothing is known.
    let before = remittance(&town, "2023-12-01", 77);
    assert_eq!(confirm(&town, before)["code"], 200);
    town.is_whole();

    // The bank takes money back that was handed in: shown with the operation, and gone once it is done.
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": receipt, "kind": 1, "reason": "退票"}));
    let (faults, advice) = i11(&town);
    assert!(faults.contains("已上缴 2,900.00 元，多于已收的 400.00 元"), "{faults}");
    assert!(advice.contains("冲销多缴的上缴单"), "{advice}");
    let reverse = json!({"id": most, "approve": true, "comment": "退票"});
    town.done(&town.boss, "/fin/remittance/reverse", reverse);
    town.is_whole();
}
