//! A waiver through the approval centre: asked, given back, put right, sent again, decided; and who may not. Case E1.

use crate::{e1, support};
use e1::{Town, c1};
use gx_portal::features::approvals::binding::{self, Doc};
use gx_portal::features::approvals::condition::Val;
use gx_portal::features::approvals::instance::record::Task;
use gx_portal::features::finance::waiver::{Waiver, WaiverState};
use gx_portal::kernel::dates::Stamp;
use gx_portal::op::{Caller, View};
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

/// A town with a bill to waive, a writer and two who decide.
struct Scene {
    town: Town,
    writer: String,
    one: String,
    two: String,
    bill: u64,
}

fn scene() -> Scene {
    let town = Town::new();
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let bill = town.bills(lease)[0].0;
    let role = |name: &str, rights: &[&str]| town.portal.role(name, rights, 1, &[]);
    let writes = role("writes", &["fin:waiver:add", "fin:waiver:query", "fin:waiver:list", "fin:bill:query"]);
    let decides = role("decides", &["fin:waiver:approve", "fin:waiver:query", "fin:waiver:list"]);
    town.portal.person("writer", 110, &[writes, decides]);
    for name in ["one", "two"] {
        town.portal.person(name, 110, &[decides]);
    }
    let [writer, one, two] = ["writer", "one", "two"].map(|name| town.portal.token(name));
    Scene { town, writer, one, two, bill }
}

impl Scene {
    fn form(&self, fen: i64) -> Value {
        json!({"reasonKind": 3, "scope": [{"billId": self.bill, "amountFen": fen}], "effectiveDate": "2024-09-30"})
    }

    fn submitted(&self, fen: i64) -> u64 {
        Town::made(&self.town.portal.post("/fin/waiver", &self.writer, self.form(fen)))
    }

    fn todo(&self, who: &str) -> Vec<Value> {
        let answer = self.town.portal.get("/appr/task/todo", who);
        answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    fn count(&self, who: &str, what: &str) -> Value {
        self.town.portal.get("/appr/count", who)["data"][what].clone()
    }

    fn shown(&self, who: &str, instance: &Value) -> Value {
        self.town.portal.get(&format!("/appr/instance/{instance}"), who)["data"].clone()
    }

    fn state(&self, waiver: u64) -> WaiverState {
        let app = &self.town.portal.app;
        let read = |view: &View<'_>| Ok(view.tx.get::<Waiver>(&id(waiver))?.unwrap().state);
        app.read(&Caller::console("test", "look"), read).unwrap()
    }
}

#[test]
fn given_back_put_right_and_decided() {
    let s = scene();
    let waiver = s.submitted(100_000);
    assert_eq!((s.todo(&s.one).len(), s.todo(&s.two).len(), s.todo(&s.writer).len()), (1, 1, 0));
    assert_eq!(s.count(&s.one, "todo"), 1);
    let row = s.todo(&s.one)[0].clone();
    assert_eq!(
        (&row["label"], &row["amountFen"], &row["nodeName"]),
        (&json!("减免审批"), &json!(100_000), &json!("审批"))
    );
    let instance = &row["instanceId"];
    let shown = s.shown(&s.one, instance);
    assert_eq!(shown["data"]["bills"][0]["amountFen"], 100_000, "the approver reads the document itself");
    assert_eq!((&shown["task"]["taskId"], &shown["stops"]), (&row["taskId"], &json!([])));
    let back = json!({"taskId": row["taskId"], "version": row["version"]});
    s.town.refused(&s.one, "/appr/task/return", back.clone(), "请填写意见");
    s.town.done(&s.one, "/appr/task/return", e1::with(back, json!({"comment": "金额有误"})));
    assert_eq!((s.state(waiver), s.count(&s.writer, "returned")), (WaiverState::Returned, json!(1)));
    assert_eq!((s.todo(&s.one).len(), s.todo(&s.writer).len()), (0, 1));
    let listed = s.town.portal.get("/fin/waiver/list?state=0", &s.writer);
    assert_eq!((&listed["total"], &listed["rows"][0]["comment"]), (&json!(1), &json!("金额有误")));
    let version = listed["rows"][0]["version"].clone();
    let change = e1::with(s.form(90_000), json!({"waiverId": waiver, "version": version}));
    assert_eq!(s.town.portal.put("/fin/waiver", &s.writer, change.clone())["code"], 200);
    let stale = s.town.portal.put("/fin/waiver", &s.writer, change);
    assert_eq!(stale["code"], 409, "{stale}");
    s.town.done(&s.writer, "/appr/submit", json!({"key": "waiver", "bizId": waiver}));
    s.town.refused(&s.writer, "/appr/submit", json!({"key": "waiver", "bizId": waiver}), "不能重复提交");
    let row = s.todo(&s.two)[0].clone();
    assert_eq!((&row["instanceId"], &row["amountFen"]), (instance, &json!(90_000)));
    s.town.done(&s.two, "/appr/task/approve", json!({"taskId": row["taskId"], "version": row["version"]}));
    assert_eq!(s.state(waiver), WaiverState::Effective);
    let shown = s.shown(&s.writer, instance);
    let told: Vec<&Value> = shown["history"].as_array().unwrap().iter().map(|row| &row["action"]).collect();
    assert_eq!(told, [1, 4, 1, 2], "submitted, returned, submitted, approved");
    let path = s.town.portal.get(&format!("/appr/instance/{instance}/path"), &s.writer);
    let nodes: Vec<&Value> = path["data"].as_array().unwrap().iter().map(|node| &node["name"]).collect();
    assert_eq!(nodes, ["发起", "审批", "发起", "审批"]);
    assert_eq!(s.town.portal.get("/appr/task/done", &s.two)["total"], 1);
    assert_eq!(s.town.portal.get("/appr/instance/mine", &s.writer)["rows"][0]["state"], 2);
    s.town.is_whole();
}

#[test]
fn nobody_decides_his_own() {
    let s = scene();
    let waiver = s.submitted(1_000);
    let task = s.todo(&s.one)[0]["taskId"].clone();
    let own = "您是该单据的发起人、录入人或编写人";
    for deed in ["approve", "reject", "return"] {
        let form = json!({"taskId": task, "comment": "意见"});
        s.town.refused(&s.writer, &format!("/appr/task/{deed}"), form, own);
    }
    let me = s.town.portal.get("/getInfo", &s.writer)["user"]["userId"].clone();
    for deed in ["transfer", "delegate", "addSign"] {
        let form = json!({"taskId": task, "people": [me]});
        s.town.refused(&s.one, &format!("/appr/task/{deed}"), form, "发起人、录入人或编写人不能审批自己的单据");
    }
    s.town.refused(&s.writer, "/fin/waiver/decide", json!({"id": waiver, "approve": true}), "不能审批自己");
    assert_eq!(s.state(waiver), WaiverState::Submitted);
}

#[test]
fn strangers_and_late_comers() {
    let s = scene();
    s.submitted(1_000);
    let row = s.todo(&s.one)[0].clone();
    let nobody = s.town.portal.role("nobody", &["asset:plate:list"], 1, &[]);
    s.town.portal.person("stranger", 110, &[nobody]);
    let stranger = s.town.portal.token("stranger");
    for path in [format!("/appr/instance/{}", row["instanceId"]), format!("/appr/instance/{}/path", row["instanceId"])]
    {
        assert_eq!(s.town.portal.get(&path, &stranger)["msg"], "该流程不存在或无权查看");
    }
    let form = json!({"taskId": row["taskId"], "version": row["version"], "comment": "意见"});
    for deed in ["approve", "reject", "return", "takeBack"] {
        let answer = s.town.portal.post(&format!("/appr/task/{deed}"), &stranger, form.clone());
        assert_ne!(answer["code"], 200, "{deed}: {answer}");
    }
    s.town.done(&s.one, "/appr/task/approve", form.clone());
    let late = s.town.portal.post("/appr/task/approve", &s.two, form);
    assert_ne!(late["code"], 200, "{late}");
}

#[test]
fn an_effect_that_is_refused_keeps_the_task_and_says_why() {
    let s = scene();
    let (first, second) = (s.submitted(4_000_000), s.submitted(4_000_000));
    let rows = s.todo(&s.one);
    let approve = |row: &Value| json!({"taskId": row["taskId"], "version": row["version"]});
    s.town.done(&s.one, "/appr/task/approve", approve(&rows[0]));
    assert_eq!(s.state(first), WaiverState::Effective);
    let shown = s.shown(&s.one, &rows[1]["instanceId"]);
    assert!(shown["stops"][0].as_str().unwrap().contains("最多可减免"), "told before he presses: {}", shown["stops"]);
    s.town.refused(&s.one, "/appr/task/approve", approve(&rows[1]), "最多可减免");
    assert_eq!(s.state(second), WaiverState::Submitted);
    let shown = s.shown(&s.two, &rows[1]["instanceId"]);
    assert!(shown["blocked"].as_str().unwrap().contains("最多可减免"));
    let reject = json!({"taskId": rows[1]["taskId"], "version": rows[1]["version"], "comment": "超出账单"});
    s.town.done(&s.two, "/appr/task/reject", reject);
    assert_eq!(s.state(second), WaiverState::Rejected);
    s.town.is_whole();
}

#[test]
fn withdrawn_by_who_sent_it_and_by_nobody_else() {
    let s = scene();
    let waiver = s.submitted(1_000);
    let instance = s.todo(&s.one)[0]["instanceId"].clone();
    s.town.refused(&s.two, "/appr/instance/withdraw", json!({"id": instance}), "该流程不存在或无权查看");
    s.town.refused(&s.writer, "/appr/instance/abandon", json!({"id": instance, "comment": "不办了"}), "须先撤回");
    s.town.done(&s.writer, "/appr/instance/withdraw", json!({"id": instance}));
    assert_eq!((s.state(waiver), s.todo(&s.one).len()), (WaiverState::Returned, 0));
    s.town.done(&s.writer, "/appr/instance/abandon", json!({"id": instance, "comment": "不办了"}));
    assert_eq!((s.state(waiver), s.count(&s.writer, "returned")), (WaiverState::Rejected, json!(0)));
    s.town.is_whole();
}

#[test]
fn transfers_opinions_and_signs() {
    let s = scene();
    s.submitted(1_000);
    let row = s.todo(&s.one)[0].clone();
    let number = |who: &str| s.town.portal.get("/getInfo", who)["user"]["userId"].clone();
    let (one, two) = (number(&s.one), number(&s.two));
    let task = json!({"taskId": row["taskId"], "people": [two]});
    s.town.done(&s.one, "/appr/task/transfer", task.clone());
    assert_eq!((s.todo(&s.one).len(), s.todo(&s.two).len()), (0, 1), "one has it now, for good");
    s.town.refused(&s.one, "/appr/task/approve", json!({"taskId": row["taskId"]}), "您不是该任务的办理人");
    s.town.done(
        &s.two,
        "/appr/task/delegate",
        json!({"taskId": row["taskId"], "people": [one], "comment": "请看金额"}),
    );
    let child = s.todo(&s.one)[0].clone();
    assert_eq!((&child["kind"], s.todo(&s.two).len()), (&json!(3), 0));
    s.town.done(&s.one, "/appr/task/answer", json!({"taskId": child["taskId"], "comment": "无误"}));
    s.town.done(&s.two, "/appr/task/approve", json!({"taskId": row["taskId"]}));
    assert_eq!(s.town.portal.get("/appr/instance/mine", &s.writer)["rows"][0]["endLabel"], "已通过");
}

#[test]
fn who_loses_the_right_sees_it_no_more_and_who_gets_it_does() {
    let s = scene();
    s.submitted(1_000);
    let decides = s.town.portal.role("later", &["fin:waiver:approve", "fin:waiver:query"], 1, &[]);
    s.town.portal.person("three", 110, &[decides]);
    let three = s.town.portal.token("three");
    assert_eq!(s.todo(&three).len(), 1, "a new holder sees what waited before");
    let task = s.todo(&three)[0]["taskId"].clone();
    let role = json!({"roleId": decides, "status": "1"});
    let off = s.town.portal.put("/system/role/changeStatus", &s.town.clerk, role);
    assert_eq!(off["code"], 200, "{off}");
    assert_eq!(s.todo(&three).len(), 0);
    s.town.refused(&three, "/appr/task/approve", json!({"taskId": task}), "您不是该任务的办理人");
}

#[test]
fn how_long_people_take_is_told_by_node_and_office_to_who_looks_after_processes() {
    let s = scene();
    const MINUTE: i64 = 60_000;
    // the first is done in the last moment that it was given, the second a minute too late
    for (who, minutes, given) in [(&s.one, 20, 20), (&s.two, 5, 4)] {
        s.submitted(100);
        let now = s.town.portal.app.clock.now();
        let tasks: Vec<Task> = s.town.portal.app.store.read().unwrap().all().unwrap();
        let task = tasks.into_iter().find(Task::waits).unwrap();
        support::act(&s.town.portal.app, move |op| {
            op.put(&Task { due: Some(Stamp(now.0 + given * MINUTE)), ..task }).map(drop)
        });
        s.town.portal.app.clock.advance(minutes * MINUTE);
        let row = s.todo(who)[0].clone();
        let yes = json!({"taskId": row["taskId"], "version": row["version"]});
        s.town.done(who, "/appr/task/approve", yes);
    }
    s.submitted(100);
    let pace = s.town.get("/appr/manage/pace?key=waiver")["data"].clone();
    let [node] = pace.as_array().unwrap().as_slice() else { panic!("{pace}") };
    assert_eq!((&node["label"], &node["nodeName"]), (&json!("减免审批"), &json!("审批")));
    assert_eq!((&node["count"], &node["waiting"]), (&json!(2), &json!(1)), "done, and waiting now");
    assert_eq!(
        (&node["medianMinutes"], &node["slowMinutes"], &node["longestMinutes"]),
        (&json!(5), &json!(20), &json!(20))
    );
    assert_eq!(node["late"], 1);
    assert_eq!(node["offices"].as_array().map(Vec::len), Some(1), "both sit in one: {node}");
    assert_eq!(node["offices"][0]["count"], 2);
    let before = s.town.get("/appr/manage/pace?key=waiver&endTime=2020-01-01")["data"].clone();
    assert_eq!(before[0]["count"], 0, "nothing was done by then, and one waits: {before}");
    let refused = s.town.portal.get("/appr/manage/pace", &s.one);
    assert_eq!(refused["code"], 403, "{refused}");
}

#[test]
fn who_divides_a_waiver_into_two_is_decided_about_by_their_sum() {
    let s = scene();
    s.submitted(10_000);
    let second = s.submitted(15_000);
    let sum = s
        .town
        .portal
        .app
        .read(&Caller::console("test", "test"), |view: &View<'_>| {
            (binding::of(view, "waiver")?.value)(view, &Doc::stored(second), "cumulative_waived_fen")
        })
        .unwrap();
    assert_eq!(sum, Val::Int(25_000), "what waits for its decision counts");
}
