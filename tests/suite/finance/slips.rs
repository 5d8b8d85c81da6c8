//! 收据 through the HTTP surface, over the demonstration city: numbers of a unit and year, prints, void ones, money taken back.

use crate::support;
use serde_json::{Value, json};
use support::Portal;

struct Till {
    portal: Portal,
    admin: String,
}

impl Till {
    fn new() -> Self {
        let portal = Portal::city();
        let admin = portal.admin();
        Self { portal, admin }
    }

    fn receipts(&self) -> Vec<Value> {
        let list = self.portal.get("/fin/receipt/list?state=1&pageSize=200", &self.admin);
        list["rows"].as_array().unwrap_or_else(|| panic!("{list}")).clone()
    }

    fn issue(&self, ids: &[u64]) -> Value {
        self.portal.post("/fin/slip", &self.admin, json!({"receiptIds": ids}))
    }

    fn slip(&self, id: u64) -> Value {
        self.portal.get(&format!("/fin/slip/{id}"), &self.admin)["data"].clone()
    }
}

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_else(|| panic!("{name} in {value}"))
}

#[test]
fn slips_of_a_unit_are_numbered_through_the_year_and_money_has_one_that_counts() {
    let till = Till::new();
    let receipts = till.receipts();
    let unit = number(&receipts[0], "partyAId");
    let ids: Vec<u64> = receipts
        .iter()
        .filter(|receipt| number(receipt, "partyAId") == unit)
        .map(|receipt| number(receipt, "receiptId"))
        .take(3)
        .collect();
    let other = receipts.iter().find(|receipt| number(receipt, "partyAId") != unit).expect("a second unit");
    let numbers = |answer: &Value| -> Vec<String> {
        let slips = answer["data"].as_array().unwrap_or_else(|| panic!("{answer}"));
        slips.iter().map(|slip| slip["slipNo"].as_str().unwrap().rsplit('-').next().unwrap().to_owned()).collect()
    };
    let issued = till.issue(&ids);
    assert_eq!(numbers(&issued), ["000001", "000002", "000003"]);
    assert_eq!(numbers(&till.issue(&[number(other, "receiptId")])), ["000001"], "each unit counts by itself");

    let slip = &issued["data"][0];
    assert_eq!(slip["amountFen"], receipts.iter().find(|one| one["receiptId"] == ids[0]).unwrap()["amountFen"]);
    let lines: i64 = slip["lines"].as_array().unwrap().iter().map(|line| line["amountFen"].as_i64().unwrap()).sum();
    assert_eq!(lines + slip["restFen"].as_i64().unwrap(), slip["amountFen"].as_i64().unwrap(), "parts add up: {slip}");
    assert!(slip["capitals"].as_str().unwrap().ends_with(['整', '角', '分']), "{slip}");

    // the same money again is the same slip, printed once more; one that fails among many gives no number away
    let again = till.issue(&ids[..1]);
    assert_eq!((&again["data"][0]["slipNo"], number(&again["data"][0], "prints")), (&slip["slipNo"], 2));
    let fresh = receipts
        .iter()
        .map(|receipt| number(receipt, "receiptId"))
        .find(|id| !ids.contains(id) && *id != number(other, "receiptId"));
    assert_eq!(till.issue(&[fresh.unwrap(), 999_999])["code"], 500);
    let list = till.portal.get("/fin/slip/list?pageSize=100", &till.admin);
    assert_eq!(list["total"], 4);

    let of =
        |receipt: u64| till.portal.get(&format!("/fin/slip/list?receiptId={receipt}"), &till.admin)["total"].clone();
    assert_eq!((of(ids[0]), of(999_999)), (json!(1), json!(0)), "slips of one receipt");

    // made void it stays, with its reason; the next one has the next number
    let id = number(slip, "slipId");
    let shown = till.slip(id);
    let void = |version: &Value, reason: &str| {
        till.portal.post("/fin/slip/void", &till.admin, json!({"id": id, "version": version, "reason": reason}))
    };
    assert_eq!(void(&shown["version"], " ")["msg"], "请填写作废原因");
    assert_eq!(void(&json!(0), "写错")["code"], 409);
    assert_eq!(void(&shown["version"], "抬头有误")["code"], 200);
    assert_eq!(till.slip(id)["voidReason"], "抬头有误");
    assert_eq!(numbers(&till.issue(&ids[..1])), ["000004"]);
    let printed = till.portal.post("/fin/slip/print", &till.admin, json!({"ids": [id]}));
    assert_eq!(
        (&printed["data"][0]["state"], number(&printed["data"][0], "prints")),
        (&json!(2), 3),
        "a void sheet is printed too"
    );
}

#[test]
fn money_that_is_taken_back_takes_its_slip_with_it() {
    let till = Till::new();
    let known = till.receipts()[0].clone();
    let form = json!({"partyAId": known["partyAId"], "tenantId": known["tenantId"], "amountFen": 12_345, "method": 3,
                      "valueDate": till.portal.app.clock.today().to_string(), "purpose": 1, "keepAsCredit": true});
    let made = till.portal.post("/fin/receipt", &till.admin, form);
    let receipt = made["data"]["id"].as_u64().unwrap_or_else(|| panic!("{made}"));
    let issued = till.issue(&[receipt])["data"][0].clone();
    assert_eq!((&issued["restFen"], &issued["lines"]), (&json!(12_345), &json!([])), "all of it is credit: {issued}");
    let undone = till.portal.post("/fin/receipt/undo", &till.admin, json!({"id": receipt}));
    assert_eq!(undone["code"], 200, "{undone}");
    let slip = till.slip(number(&issued, "slipId"));
    assert_eq!(slip["state"], 2, "{slip}");
    assert!(slip["voidReason"].as_str().unwrap().ends_with("已冲销：登记后一分钟内由录入人撤销"), "{slip}");
    let refused = till.issue(&[receipt]);
    assert!(refused["msg"].as_str().unwrap().ends_with("已冲销，不能开具收据"), "{refused}");

    let unclaimed = till.portal.get("/fin/receipt/list?state=0&pageSize=1", &till.admin)["rows"][0].clone();
    let refused = till.issue(&[number(&unclaimed, "receiptId")]);
    assert!(refused["msg"].as_str().unwrap().ends_with("尚未认领，认领后才能开具收据"), "{refused}");
}

#[test]
fn who_sees_money_of_his_department_alone_gives_slips_of_that_alone() {
    let till = Till::new();
    let receipt = number(&till.receipts()[0], "receiptId");
    let own = till.portal.role("own", &["fin:slip:add", "fin:slip:list", "fin:receipt:query"], 5, &[]);
    till.portal.person("own", 110, &[own]);
    let refused = till.portal.post("/fin/slip", &till.portal.token("own"), json!({"receiptIds": [receipt]}));
    assert_eq!(refused["code"], 500, "{refused}");
    assert_eq!(till.portal.get("/fin/slip/list", &till.admin)["total"], 0);
}
