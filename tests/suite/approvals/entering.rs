//! Forms that make and send at once: their way is shown by a trial that leaves nothing, then one commit enters and sends.

use crate::e1::{self, with};
use crate::office::{Office, codes};
use gx_portal::features::PRODUCT;
use gx_portal::features::approvals::binding::{Binding, Form};
use gx_portal::route::Route;
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
        refused(
            json!({"key": "expense", "payload": {"kind": 1, "partyAId": 1, "amountFen": 1, "payee": "甲"}}),
            "单据类型不正确",
        );
    }
    assert_eq!(portal.get("/fin/waiver/list", writer)["total"], 0, "nothing was entered");
}

#[test]
fn a_form_is_read_in_the_shape_of_its_own_route() {
    let office = Office::new();
    let (portal, writer) = (office.portal(), office.token("writer"));
    let bill = office.bill_of("形状", 1_000_000);
    let form = |bill: Value, fen: Value, day: &str| json!({"reasonKind": "3", "scope": [{"billId": bill, "amountFen": fen}], "effectiveDate": day, "stranger": 1});
    let wrong = [
        form(bill.into(), "十".into(), "2024-09-30"),
        form((-1).into(), 100.into(), "2024-09-30"),
        form(bill.into(), 100.into(), "2024-02-30"),
        form(bill.into(), 100.into(), "1024-09-30"),
        json!({"scope": 1}),
    ];
    for form in wrong {
        let own = portal.post("/fin/waiver", writer, form.clone());
        assert!(own["field"].is_string() && own["code"] != 200, "{own}");
        for path in ["/appr/new", "/appr/new/preview"] {
            let answer = portal.post(path, writer, json!({"key": "waiver", "payload": form}));
            assert_eq!(answer, own, "{path}: {form}");
        }
    }
    let text = form(bill.to_string().into(), "12345".into(), "2024-09-30");
    let told = portal.post("/appr/new/preview", writer, json!({"key": "waiver", "payload": text}));
    assert_eq!((&told["code"], &told["data"]["refused"]), (&json!(200), &json!(null)), "{told}");
    let sent = portal.post("/appr/new", writer, json!({"key": "waiver", "payload": text}));
    assert!(sent["data"]["instanceId"].as_u64().is_some(), "{sent}");
    let waiver = &portal.get("/fin/waiver/list", writer)["rows"][0];
    assert_eq!(waiver["totalFen"], 12_345, "{waiver}");
    // A form that lies in a field of its own is named as by its own route, too.
    let void = json!({"id": "eins", "reason": "错录"});
    let own = portal.post("/fin/bill/void", &office.town.clerk, void.clone());
    let answer = portal.post("/appr/new", &office.town.clerk, json!({"key": "bill_adjust", "payload": {"void": void}}));
    assert_eq!((&answer, &answer["field"]), (&own, &json!("id")));
    office.town.is_whole();
}

#[test]
fn every_form_that_is_sent_at_once_has_a_route_of_its_own() {
    let routes: Vec<String> = PRODUCT.routes().iter().map(Route::name).collect();
    for binding in PRODUCT.extensions::<Binding>() {
        let enter = binding.enter.as_ref();
        for Form(_, route) in enter.map_or(&[][..], |enter| enter.forms) {
            assert!(routes.iter().any(|name| name == route), "{}: {route}", binding.key);
        }
        assert!(enter.is_none_or(|enter| !enter.forms.is_empty()), "{}", binding.key);
    }
}

#[test]
fn a_deed_without_a_process_is_done_and_one_with_it_waits() {
    let office = Office::new();
    let (portal, admin) = (office.portal(), &office.town.clerk);
    let paid = json!({"partyAId": 1, "tenantId": office.tenant("付款"), "amountFen": 5_000, "method": 1, "valueDate": "2024-09-20", "anyway": true});
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

#[test]
fn a_notice_is_saved_and_sent_in_one_and_a_look_saves_nothing() {
    let office = Office::new();
    let (portal, admin) = (office.portal(), &office.town.clerk);
    office.standard("notice");
    portal.person("onlyEdits", 110, &[portal.role("editsNotices", &["system:notice:edit"], 1, &[])]);
    let form = |title: &str| json!({"noticeTitle": title, "noticeType": "1", "noticeContent": "<p>内容</p>", "state": 1, "scope": "0"});
    let asked = |form: Value| json!({"key": "notice", "payload": form});
    let rows = || portal.get("/system/notice/list?orderByColumn=noticeId&isAsc=asc", admin)["rows"].clone();
    let told = portal.post("/appr/new/preview", admin, asked(form("停电")));
    assert_eq!(told["data"]["direct"], false, "{told}");
    assert_eq!(rows(), json!([]), "a look saves nothing");
    office.town.refused(admin, "/appr/new", asked(form("")), "公告标题不能为空");
    let stranger = portal.post("/appr/new", &portal.token("onlyEdits"), asked(form("越权")));
    assert_eq!(stranger["code"], 403, "who may only change notices makes none: {stranger}");
    let sent = portal.post("/appr/new", admin, asked(form("停电")));
    let instance = sent["data"]["instanceId"].as_u64().unwrap_or_else(|| panic!("{sent}"));
    let row = rows()[0].clone();
    assert_eq!((&row["noticeTitle"], &row["state"]), (&json!("停电"), &json!(0)), "it waits as a draft");
    let number = row["noticeId"].clone();
    let again = with(form("停电两天"), json!({"noticeId": number}));
    office.town.refused(admin, "/appr/new", asked(again.clone()), "正在审批");
    // It came back: it is put right in its own form, and goes on in its process.
    office.town.done(admin, "/appr/instance/withdraw", json!({"id": instance}));
    // Somebody else was first.
    let read = portal.get(&format!("/system/notice/{number}"), admin)["data"].clone();
    portal.app.clock.advance(60_000);
    portal.put("/system/notice", admin, with(form("停电一天"), json!({"noticeId": number, "state": 0})));
    let stale = with(again.clone(), json!({"filledFrom": read["updateTime"].as_str().unwrap_or("never")}));
    office.town.refused(admin, "/appr/new", asked(stale), "已被");
    let told = portal.post("/appr/new/preview", admin, asked(again.clone()));
    assert_eq!((&told["code"], &told["data"]["refused"]), (&json!(200), &json!(null)), "{told}");
    let sent = portal.post("/appr/new", admin, asked(again));
    assert_eq!(sent["data"]["instanceId"], instance, "{sent}");
    office.to_the_end(admin, sent["data"]["instanceId"].as_u64().unwrap_or_else(|| panic!("{sent}")));
    let row = rows()[0].clone();
    assert_eq!((&row["noticeTitle"], &row["state"]), (&json!("停电两天"), &json!(1)), "{row}");
    office.town.is_whole();
}
