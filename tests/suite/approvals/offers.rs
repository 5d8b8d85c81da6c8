//! What the page of a process is told: every act of the engine with what it needs, who has it now, and what a yes does to the
//! money, to the fen.

use crate::e1;
use e1::{Town, c1, c2, with};
use serde_json::{Value, json};

/// Two nodes, one after the other, by two people who were named; user 1 submits.
struct Scene {
    town: Town,
    first: String,
    second: String,
    helpers: [u64; 3],
    instance: u64,
}

fn scene() -> Scene {
    let town = Town::new();
    let [first, second] = ["first", "second"].map(|name| town.portal.person(name, 110, &[]));
    let helpers = ["help1", "help2", "help3"].map(|name| town.portal.person(name, 110, &[]));
    let node = |code: &str, name: &str, user: u64| {
        json!({"code": code, "type": 1, "name": name, "actions": ["return", "addSign", "cc"],
            "assign": [{"kind": "USER", "users": [user]}]})
    };
    let nodes =
        json!([{"code": "b", "type": 0, "name": "发起"}, node("t1", "初审", first), node("t2", "复审", second)]);
    let edges = json!([{"from": "b", "to": "t1"}, {"from": "t1", "to": "t2"}, {"from": "t2"}]);
    let drawing =
        json!({"key": "expense", "name": "两级", "options": {"repeat": "ASK"}, "nodes": nodes, "edges": edges});
    let drawn = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
    town.make("/fin/expense", form);
    let instance = town.get("/appr/instance/mine")["rows"][0]["instanceId"].as_u64().unwrap();
    let [first, second] = ["first", "second"].map(|name| town.portal.token(name));
    Scene { town, first, second, helpers, instance }
}

impl Scene {
    fn shown(&self, who: &str) -> Value {
        self.town.portal.get(&format!("/appr/instance/{}", self.instance), who)["data"].clone()
    }

    fn act(&self, who: &str, act: &str, more: Value) {
        let task = self.shown(who)["task"]["taskId"].clone();
        self.town.done(who, &format!("/appr/task/{act}"), with(json!({"taskId": task}), more));
    }

    fn mine(&self) -> Value {
        self.town.get("/appr/instance/mine")["rows"][0].clone()
    }
}

#[test]
fn a_person_is_told_whereto_he_may_return_and_whom_he_asked() {
    let s = scene();
    assert_eq!(s.shown(&s.first)["offers"]["returnTo"], json!([]), "nothing lies before the first node");
    s.act(&s.first, "approve", json!({}));
    let offers = s.shown(&s.second)["offers"].clone();
    assert_eq!(offers["returnTo"], json!([{"code": "t1", "name": "初审", "people": ["first姓名"]}]));
    assert_eq!((&offers["mayCopy"], &offers["asked"]), (&json!(true), &json!([])));
    // Several before, and one after; whom he asked he may let go again.
    let [one, two, three] = s.helpers;
    s.act(&s.second, "addSign", json!({"people": [one, two], "before": true}));
    let asked = s.shown(&s.second)["offers"]["asked"].clone();
    let names: Vec<&Value> = asked.as_array().unwrap().iter().map(|one| &one["people"][0]).collect();
    assert_eq!(names, ["help1姓名", "help2姓名"]);
    assert_eq!(s.shown(&s.second)["offers"]["returnTo"], json!([]), "he waits for a signature himself");
    for one in asked.as_array().unwrap() {
        s.town.done(&s.second, "/appr/task/removeSign", json!({"taskId": one["taskId"]}));
    }
    assert_eq!(s.shown(&s.second)["offers"]["asked"], json!([]));
    s.act(&s.second, "addSign", json!({"people": [three], "before": false}));
    assert_eq!(s.shown(&s.second)["offers"]["asked"][0]["people"], json!(["help3姓名"]));
    assert_eq!(s.shown(&s.first)["offers"]["asked"], json!([]), "another one's signatures are his own");
    s.act(&s.second, "return", json!({"to": "t1", "comment": "初审意见不全"}));
    assert_eq!(s.shown(&s.first)["task"]["nodeName"], "初审");
}

#[test]
fn a_submitter_is_told_with_whom_it_lies_and_what_was_said() {
    let s = scene();
    let waits = s.shown(&s.town.clerk)["offers"]["waits"].clone();
    assert_eq!((&waits[0]["nodeName"], &waits[0]["people"]), (&json!("初审"), &json!(["first姓名"])), "{waits}");
    assert_eq!(s.mine()["waitsFor"], json!(["first姓名"]));
    assert!(s.mine()["waitsSince"].is_string() && s.mine()["returnedWith"].is_null(), "{}", s.mine());
    s.act(&s.first, "approve", json!({}));
    assert_eq!(s.mine()["waitsFor"], json!(["second姓名"]));
    s.act(&s.second, "return", json!({"straight": true, "comment": "发票不清"}));
    assert_eq!(s.mine()["returnedWith"], "发票不清");
    let todo = s.town.get("/appr/task/todo?returned=true")["rows"][0].clone();
    assert_eq!(todo["returnedWith"], "发票不清", "{todo}");
    let shown = s.shown(&s.town.clerk);
    s.town.done(&s.town.clerk, "/appr/submit", json!({"key": "expense", "bizId": shown["bizId"]}));
    assert_eq!(s.mine()["waitsFor"], json!(["second姓名"]), "straight back to who returned it");
    assert_eq!(s.mine()["returnedWith"], json!(null));
    // What he takes back himself was returned by nobody.
    let s = scene();
    s.town.done(&s.town.clerk, "/appr/instance/withdraw", json!({"id": s.instance}));
    assert_eq!(s.mine()["returnedWith"], json!(null));
}

/// Part, label and fen or words of each line.
fn lines(shown: &Value) -> Vec<(u64, String, Value)> {
    let line = |line: &Value| {
        let worth = if line["amountFen"].is_null() { &line["text"] } else { &line["amountFen"] };
        (line["part"].as_u64().unwrap(), line["label"].as_str().unwrap().to_owned(), worth.clone())
    };
    shown["impact"]["lines"].as_array().unwrap_or_else(|| panic!("{shown}")).iter().map(line).collect()
}

fn expected(lines: &[(u64, &str, Value)]) -> Vec<(u64, String, Value)> {
    lines.iter().map(|(part, label, worth)| (*part, (*label).to_owned(), worth.clone())).collect()
}

/// The process that waits for the boss, as he sees it.
fn waiting(town: &Town) -> Value {
    let row = town.portal.get("/appr/task/todo", &town.boss)["rows"][0].clone();
    town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &town.boss)["data"].clone()
}

#[test]
fn a_waiver_tells_arrears_before_and_after_and_hides_them_with_its_bills() {
    let town = Town::new();
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let (bill, _, open) = town.bills(lease)[0].clone();
    let form =
        json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 100_000}], "effectiveDate": "2024-09-30"});
    town.make("/fin/waiver", form);
    let shown = waiting(&town);
    let all =
        [(1, "所选账单未缴", json!(open)), (2, "所选账单未缴", json!(open - 100_000)), (3, "减免", json!(100_000))];
    assert_eq!(lines(&shown), expected(&all));
    town.done(&town.boss, "/appr/task/approve", json!({"taskId": shown["task"]["taskId"]}));
    let path = format!("/appr/instance/{}", shown["instanceId"]);
    assert_eq!(town.get(&path)["data"]["impact"], json!(null), "nothing is decided any more");
    // A node that hides the bills hides what is made of them.
    let node = json!({"code": "t1", "type": 1, "name": "审批", "fields": {"bills": 3},
        "assign": [{"kind": "RIGHT", "name": "fin:waiver:approve"}]});
    let drawing = json!({"key": "waiver", "name": "不看明细", "options": {},
        "nodes": [{"code": "b", "type": 0, "name": "发起"}, node], "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
    let drawn = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    let form = json!({"reasonKind": 3, "scope": [{"billId": bill, "amountFen": 5_000}], "effectiveDate": "2024-09-30"});
    town.make("/fin/waiver", form);
    assert_eq!(waiting(&town)["impact"]["lines"], json!([]));
}

#[test]
fn a_lease_tells_its_basis_and_a_renewal_the_rent_of_before() {
    let town = Town::new();
    let lease = town.make("/lease/lease", c2());
    town.done(&town.clerk, "/appr/submit", json!({"key": "lease_sign", "bizId": lease}));
    let shown = waiting(&town);
    let told = lines(&shown);
    assert!(told.contains(&(2, "月租金".into(), json!(480_000))), "{told:?}");
    assert!(told.contains(&(0, "单价".into(), json!("60.00 元/㎡·月"))), "{told:?}");
    let sentence = shown["impact"]["sentence"].as_str().unwrap();
    assert!(sentence.contains("承租") && sentence.contains("月租 4,800.00"), "{sentence}");

    let town = Town::new();
    let old = town.signed(c2(), "2024-03-10");
    let next = json!({"kind": 2, "prevLeaseId": old, "startDate": "2025-03-15", "endDate": "2026-03-14",
        "rentFen": 503_000, "firstDueDate": "2025-03-15"});
    let lease = town.make("/lease/lease", with(c2(), next));
    town.done(&town.clerk, "/appr/submit", json!({"key": "lease_sign", "bizId": lease}));
    let shown = waiting(&town);
    let told = lines(&shown);
    for line in [(1, "上期月租金", json!(480_000)), (2, "月租金", json!(503_000)), (0, "较上期", json!("+4.8%"))]
    {
        assert!(told.contains(&expected(std::slice::from_ref(&line))[0]), "{line:?}: {told:?}");
    }
    let sentence = shown["impact"]["sentence"].as_str().unwrap();
    assert!(sentence.contains("续租") && sentence.contains("月租 5,030.00，较上期 +4.8%"), "{sentence}");
}

#[test]
fn an_early_end_tells_what_is_given_up_and_what_falls_due() {
    let town = Town::new();
    let terms = json!({"startDate": "2024-03-01", "endDate": "2027-02-28", "rentFen": 2_500_000, "firstDueDate": null,
                       "dueRule": {"kind": "ADVANCE", "n": 15},
                       "escalation": {"everyMonths": 12, "mode": "PCT", "value": 50_000, "compound": true}});
    let id = town.signed(with(c1(), terms), "2024-02-20");
    let whole: i64 = 94_575_000;
    let left: i64 = 19_112_903;
    let end = json!({"leaseId": id, "kind": 8, "effectiveDate": "2024-10-20", "reason": "乙方申请"});
    town.done(&town.clerk, "/lease/lease/change", end);
    let told = lines(&waiting(&town));
    for line in [
        (1, "月租金", json!(2_500_000)),
        (3, "不再收取的租金", json!(whole - left)),
        (3, "已出账期差额", json!(-3_387_097)),
        (4, "押金", json!(0)),
        (4, "预收", json!(0)),
    ] {
        assert!(told.contains(&expected(std::slice::from_ref(&line))[0]), "{line:?}: {told:?}");
    }
}

#[test]
fn a_change_of_rent_tells_the_month_before_and_after() {
    let town = Town::new();
    let id = town.signed(c2(), "2024-03-10");
    let change = json!({"leaseId": id, "kind": 1, "effectiveDate": "2024-11-16", "reason": "补充协议",
        "facts": with(c2(), json!({"rentFen": 600_000}))});
    town.done(&town.clerk, "/lease/lease/change", change);
    let told = lines(&waiting(&town));
    for line in [(1, "月租金", json!(480_000)), (2, "月租金", json!(600_000)), (0, "租金变化", json!("+25.0%"))]
    {
        assert!(told.contains(&expected(std::slice::from_ref(&line))[0]), "{line:?}: {told:?}");
    }
}
