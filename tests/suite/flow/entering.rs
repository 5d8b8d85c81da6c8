//! Forms that make and send at once: their way is shown by a trial that leaves nothing, then one commit enters and sends.

use crate::e1::{self, with};
use crate::office::{Office, codes};
use serde_json::{Value, json};

/// What nobody may see a trace of after a look.
fn traces(office: &Office) -> (Value, Value, u64) {
    let admin = &office.town.clerk;
    let portal = office.portal();
    let waivers = portal.get("/fin/waiver/list", admin)["total"].clone();
    let processes = portal.get("/appr/manage/list", admin)["total"].clone();
    let logged = portal.get("/monitor/operlog/list?pageSize=1", admin)["total"].as_u64().unwrap();
    (waivers, processes, logged)
}

#[test]
fn a_look_leaves_nothing_and_tells_what_then_comes() {
    let office = Office::new();
    office.standard("waiver");
    let bill = office.bill_of("看路", 8_000_000);
    let form =
        json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 100_000}], "effectiveDate": "2024-09-30"});
    let (portal, writer) = (office.portal(), office.token("writer"));
    let before = traces(&office);
    let asked = json!({"key": "waiver", "payload": form});
    let told = portal.post("/appr/new/preview", writer, asked.clone());
    assert_eq!(
        (&told["code"], &told["data"]["refused"], &told["data"]["direct"]),
        (&json!(200), &json!(null), &json!(false))
    );
    assert_eq!(traces(&office), before, "a look leaves no waiver, no process and no row of the log");
    let numbers = |answer: &Value| answer["data"]["instanceId"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    let sent = with(asked, json!({"comment": "请尽快", "cc": [office.number("chief")]}));
    let instance = numbers(&portal.post("/appr/new", writer, sent));
    let ahead: Vec<String> = office.path(writer, instance).into_iter().filter(|code| code != "b").collect();
    assert_eq!(codes(&told["data"]["path"]), ahead, "what was shown is what comes");
    let shown = portal.get(&format!("/appr/instance/{instance}"), writer)["data"].clone();
    assert_eq!(shown["history"][0]["comment"], "请尽快", "{shown}");
    assert_eq!(portal.get("/appr/cc/list", office.token("chief"))["total"], 1);
    office.to_the_end(writer, instance);
    let (waivers, ..) = traces(&office);
    assert_eq!(waivers.as_u64(), before.0.as_u64().map(|had| had + 1));
    office.town.is_whole();
}

#[test]
fn a_form_is_refused_as_by_its_own_route() {
    let office = Office::new();
    let bill = office.bill_of("同样", 1_000_000);
    let form = |fen: i64| json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": fen}], "effectiveDate": "2024-09-30"});
    let stranger =
        office.portal().person("stranger", 110, &[office.portal().role("sees", &["fin:waiver:list"], 1, &[])]);
    assert!(stranger > 0);
    let (portal, writer, none) = (office.portal(), office.token("writer"), office.portal().token("stranger"));
    let own = portal.post("/fin/waiver", writer, form(9_000_000_000));
    for path in ["/appr/new", "/appr/new/preview"] {
        let answer = portal.post(path, writer, json!({"key": "waiver", "payload": form(9_000_000_000)}));
        assert_eq!((&answer["code"], &answer["msg"]), (&own["code"], &own["msg"]), "{path}");
        let answer = portal.post(path, &none, json!({"key": "waiver", "payload": form(1)}));
        assert_eq!(answer["code"], 403, "{path}: {answer}");
        let refused = |asked: Value, said: &str| office.town.refused(writer, path, asked, said);
        refused(json!({"key": "lease_sign", "payload": {}}), "请先保存再提交");
        refused(json!({"key": "nothing", "payload": {}}), "不存在");
        refused(json!({"key": "waiver", "payload": {"scope": 1}}), "请求参数不正确");
        refused(
            json!({"key": "expense", "payload": {"kind": 1, "partyAId": 1, "amountFen": 1, "payee": "甲"}}),
            "单据类型不正确",
        );
    }
    assert_eq!(portal.get("/fin/waiver/list", writer)["total"], 0, "nothing was entered");
}

#[test]
fn a_deed_without_a_process_is_done_and_one_with_it_waits() {
    let office = Office::new();
    let (portal, admin) = (office.portal(), &office.town.clerk);
    let paid = json!({"partyAId": 1, "tenantId": office.tenant("付款"), "amountFen": 5_000, "method": 1, "valueDate": "2024-09-20"});
    portal.person("reverser", 110, &[portal.role("reverses", &["fin:receipt:reverse", "fin:receipt:query"], 1, &[])]);
    let clerk = &portal.token("reverser");
    let receipt = |token: &str| e1::Town::made(&portal.post("/fin/receipt", token, paid.clone()));
    let deed =
        |id: u64| json!({"key": "receipt_reversal", "bizId": id, "payload": {"id": id, "kind": 1, "reason": "退票"}});
    let state = |id: u64| portal.get(&format!("/fin/receipt/{id}"), admin)["data"]["state"].clone();
    let first = receipt(admin);
    let told = portal.post("/appr/new/preview", clerk, deed(first));
    assert_eq!(told["data"]["direct"], true, "{told}");
    let before = state(first);
    let done = portal.post("/appr/new", clerk, deed(first));
    assert_eq!((&done["code"], &done["data"]["instanceId"]), (&json!(200), &json!(null)), "{done}");
    assert_ne!(state(first), before, "it was done at once");
    office.standard("receipt_reversal");
    let second = receipt(admin);
    let told = portal.post("/appr/new/preview", clerk, deed(second));
    assert_eq!(
        (&told["data"]["direct"], told["data"]["path"].as_array().unwrap().is_empty()),
        (&json!(false), false),
        "{told}"
    );
    let sent = portal.post("/appr/new", clerk, deed(second));
    assert!(sent["data"]["instanceId"].as_u64().is_some(), "{sent}");
    assert_eq!(state(second), before, "it waits");
    office.town.refused(clerk, "/appr/new", deed(second), "已在审批中");
    office.town.is_whole();
}
