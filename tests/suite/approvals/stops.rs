//! What stands against a yes: it refuses it whatever the document is, it is told as far as its reader sees the document, and
//! what a yes would change by itself is told to who decides and to who wrote.

use std::fs;

use crate::e1;
use e1::{Town, c1, with};
use serde_json::{Value, json};

/// The town with credit of 15,000 yuan for tenant 1: a waiver of what was paid.
fn with_credit() -> (Town, u64) {
    let town = Town::on("2024-03-31");
    let lease = town.signed(with(c1(), json!({"billingCycle": 1, "rentFen": 1_000_000})), "2023-12-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    town.receipt(lease, 1, 3_000_000, "2024-03-06", json!({}));
    let shown = town.get("/fin/waiver/preview?partyAId=1&dueFrom=2023-12-01&dueTo=2024-03-31&ppm=500000");
    let scope = shown["data"]["scope"].clone();
    let form = json!({"reasonKind": 1, "policyDoc": "云财〔2024〕8号", "scope": scope, "effectiveDate": "2024-03-31"});
    let waiver = town.make("/fin/waiver", form);
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    (town, lease)
}

fn refund(town: &Town, fen: i64) -> u64 {
    let form = json!({"kind": 1, "partyAId": 1, "tenantId": 1, "amountFen": fen, "payee": "禾川包装"});
    town.make("/fin/refund", form)
}

fn todo(town: &Town, who: &str) -> Value {
    town.portal.get("/appr/task/todo", who)["rows"].clone()
}

#[test]
fn a_refund_without_credit_is_not_approved_and_what_was_approved_can_be_ended() {
    let (town, _) = with_credit();
    let credit = town.get("/fin/refund/available?partyAId=1&tenantId=1")["data"]["creditFen"].as_i64().unwrap();
    assert!(credit >= 1_000_000, "{credit}");
    let most = credit * 2 / 3;
    let [first, second, third] = [most, most, most].map(|fen| refund(&town, fen));
    let state = |id: u64| town.get(&format!("/fin/refund/{id}"))["data"]["state"].clone();
    let yes = |id: u64| json!({"id": id, "approve": true});
    town.done(&town.boss, "/fin/refund/decide", yes(first));
    // What the first one takes is promised: the third is not approved before it is paid, nor afterwards.
    town.refused(&town.boss, "/fin/refund/decide", yes(third), "中等待付款");
    town.done(&town.boss, "/fin/refund/pay", json!({"id": first, "paidDate": "2024-03-31"}));
    town.refused(&town.boss, "/fin/refund/decide", yes(third), "预收余额");
    town.done(&town.boss, "/fin/refund/decide", json!({"id": third, "approve": false, "comment": "预收不足"}));
    assert_eq!(state(third), 9);
    let ended = refund(&town, 1_000);
    town.done(&town.boss, "/fin/refund/decide", yes(ended));
    town.done(&town.boss, "/fin/refund/reverse", json!({"id": ended, "approve": true, "comment": "不再退"}));
    assert_eq!(state(ended), 9);
    let row = todo(&town, &town.boss)[0].clone();
    let shown = town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &town.boss)["data"].clone();
    let said = shown["stops"][0].as_str().unwrap().to_owned();
    assert!(said.contains("预收余额"), "{shown}");
    let yes = json!({"taskId": row["taskId"], "version": row["version"]});
    town.refused(&town.boss, "/appr/task/approve", yes, &said);
    assert_eq!(state(second), 1, "it waits still");
    let managed = town.get("/appr/manage/list?state=1")["rows"][0].clone();
    // Who looks after processes sees no personal data, so no sentence names the tenant to him either.
    let (blocked, name) = (managed["blocked"].as_str().unwrap(), "禾川包装制品有限公司");
    assert_eq!(blocked, said.replace(name, "（不可见）"));
    let no = json!({"taskId": row["taskId"], "comment": "预收不足"});
    town.done(&town.boss, "/appr/task/reject", no);
    assert_eq!(state(second), 9);
    town.is_whole();
}

/// One door: nothing takes effect past it, so that what stands against a yes refuses it for each kind of document.
#[test]
fn every_kind_takes_effect_through_the_one_door_that_asks_what_stands_against_it() {
    fn files(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                files(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut sources = Vec::new();
    files(std::path::Path::new("src"), &mut sources);
    let doors: Vec<&str> =
        sources.iter().filter(|(_, text)| text.contains(".approved)(")).map(|(path, _)| path.as_str()).collect();
    assert_eq!(doors, ["src/features/approvals/instance/act.rs"]);
    let door = &sources.iter().find(|(path, _)| path == doors[0]).unwrap().1;
    let (asks, does) = (door.find(".stops)(").expect("it asks"), door.find(".approved)(").unwrap());
    assert!(asks < does && door.matches(".approved)(").count() == 1, "it asks first");
}

#[test]
fn a_sentence_tells_nothing_that_its_reader_does_not_see() {
    let town = Town::new();
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let node = json!({"code": "t1", "type": 1, "name": "审批", "fields": {"bills": 3},
        "assign": [{"kind": "RIGHT", "name": "fin:waiver:approve"}]});
    let drawing = json!({"key": "waiver", "name": "明细保密", "options": {},
        "nodes": [{"code": "b", "type": 0, "name": "发起"}, node], "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
    let drawn = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    let (bill, _, open) = town.bills(lease)[0].clone();
    let scope = json!([{"billId": bill, "amountFen": open - 100}]);
    let form = json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-09-30"});
    town.make("/fin/waiver", form.clone());
    town.make("/fin/waiver", form);
    let row = todo(&town, &town.boss)[0].clone();
    town.done(&town.boss, "/appr/task/approve", json!({"taskId": row["taskId"]}));
    let row = todo(&town, &town.boss)[0].clone();
    let yes = town.portal.post("/appr/task/approve", &town.boss, json!({"taskId": row["taskId"]}));
    let shown = town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &town.boss)["data"].clone();
    let managed = town.get("/appr/manage/list?state=1")["rows"][0]["blocked"].clone();
    for said in [&yes["msg"], &shown["stops"][0], &shown["blocked"], &managed] {
        assert_eq!(said, "账单 （不可见） 最多可减免 （不可见） 元，不能减免 （不可见） 元", "{yes}");
    }
    // An edit of what one may not see is refused before it is compared, right or wrong, by row or as a whole; and it is logged.
    let before = town.portal.audit_rows().len();
    let edits = [
        ("bills.0.amountFen", json!(open - 100)),
        ("bills.0.amountFen", json!(1)),
        ("bills", json!([])),
        ("nothing", Value::Null),
    ];
    for (path, value) in edits {
        let form = json!({"taskId": row["taskId"], "edits": {path: value}});
        let answer = town.portal.post("/appr/task/approve", &town.boss, form);
        assert_eq!(answer["msg"], format!("“{path}”在本环节不能修改"), "{answer}");
    }
    assert_eq!(town.portal.audit_rows().len(), before + 4);
}

#[test]
fn a_day_that_moves_because_its_month_was_closed_is_told() {
    let town = Town::on("2024-04-05");
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let bill = town.bills(lease)[0].0;
    let form = json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 100}], "effectiveDate": "2024-01-20"});
    let waiver = town.make("/fin/waiver", form);
    let row = todo(&town, &town.boss)[0].clone();
    let shown = || town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &town.boss)["data"].clone();
    assert_eq!(shown()["adjusts"], json!([]));
    town.done(&town.clerk, "/fin/close/until", json!({"partyAId": 1, "month": "2024-02-01"}));
    let said = shown()["adjusts"][0].as_str().unwrap().to_owned();
    assert_eq!(said, "生效日期 2024-01-20 所在月份已月结，批准后按 2024-03-01 生效");
    town.done(&town.boss, "/appr/task/approve", json!({"taskId": row["taskId"]}));
    assert_eq!(town.get(&format!("/fin/waiver/{waiver}"))["data"]["effectiveDate"], "2024-03-01");
    let told = town.get("/appr/message")["data"]["rows"].to_string();
    assert!(told.contains(&said), "who wrote it is told: {told}");
    let history = shown()["history"].to_string();
    assert!(history.contains(&said), "{history}");
}
