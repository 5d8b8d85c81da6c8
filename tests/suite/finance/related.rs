//! Money for a unit that the tenant has nothing with is asked about at every door, and booked there only when that was
//! confirmed, or left to be claimed.

use crate::e1::{Town, with};
use crate::wide::of_texts;
use serde_json::{Value, json};

/// A second unit, with which nobody has a lease.
fn town() -> Town {
    let (town, _) = Town::e1();
    let party = json!({"partyACode": "B", "partyAName": "云川市商业资产管理处", "unitKind": 2, "remitRequired": false, "remitDay": 10, "deptId": 110});
    town.make("/asset/partyA", party);
    town
}

fn money(tenant: u64, party: u64) -> Value {
    json!({"partyAId": party, "tenantId": tenant, "payerName": "付款人", "amountFen": 715_478, "method": 3, "valueDate": "2024-09-20"})
}

const QUESTION: &str = "该乙方与本单位没有合同，在 云川市工业资产经营中心 欠缴 66,000.00 元";

#[test]
fn money_for_a_unit_without_a_lease_is_asked_about() {
    let town = town();
    let credit = |tenant: u64| {
        let shown =
            town.portal.post("/fin/receipt/preview", &town.clerk, with(money(tenant, 2), json!({"amountFen": 0})));
        shown["data"]["heldCreditFen"].as_i64().unwrap_or_else(|| panic!("{shown}"))
    };
    let shown = town.portal.post("/fin/receipt/preview", &town.clerk, money(1, 2))["data"].clone();
    assert_eq!(shown["question"], QUESTION);
    let units = json!([{"partyAId": 1, "partyAName": "云川市工业资产经营中心", "overdueFen": 6_600_000}]);
    assert_eq!(shown["units"], units, "the unit follows from the leases");
    assert_eq!(town.portal.post("/fin/receipt/preview", &town.clerk, money(1, 0))["data"]["units"], units);
    assert_eq!(town.portal.post("/fin/receipt/preview", &town.clerk, money(1, 1))["data"]["question"], Value::Null);
    town.refused(&town.clerk, "/fin/receipt", money(1, 2), QUESTION);
    // Who owes nothing has his lease named.
    town.refused(&town.clerk, "/fin/receipt", money(3, 2), "该乙方与本单位没有合同，合同在 云川市工业资产经营中心");
    assert_eq!(credit(1), 0, "nothing was booked");
    let unknown = town.make("/fin/receipt", with(money(0, 2), json!({})));
    town.refused(&town.clerk, "/fin/receipt/claim", json!({"id": unknown, "tenantId": 1}), QUESTION);
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": unknown, "tenantId": 1, "anyway": true}));
    assert_eq!(credit(1), 715_478, "confirmed");
    town.make("/fin/receipt", with(money(2, 2), json!({"anyway": true})));
    assert_eq!(credit(2), 715_478);
    town.is_whole();
}

#[test]
fn a_workbook_books_no_money_for_a_unit_without_a_lease() {
    let town = town();
    let import = |tenant: &str, payer: &str| {
        let head = vec!["收款单位", "乙方", "付款户名", "到账日期", "金额（元）"];
        let bytes = of_texts(&[&head, &["B", tenant, payer, "2024-09-20", "7154.78"]]);
        town.portal.upload("/fin/receipt/importData", &town.clerk, "file", "流水.xlsx", &bytes)
    };
    let named = import("禾川包装制品有限公司", "");
    assert!(named.to_string().contains(QUESTION), "whom a row names is asked about: {named}");
    assert_eq!(town.get("/fin/receipt/list?partyAId=2")["total"], 0, "{named}");
    let found = import("", "禾川包装制品有限公司");
    assert!(found.to_string().contains(QUESTION), "who is only found waits: {found}");
    let row = town.get("/fin/receipt/list?partyAId=2")["rows"][0].clone();
    assert_eq!((&row["state"], &row["tenantId"]), (&json!(0), &json!(0)), "{row}");
}
