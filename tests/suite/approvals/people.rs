//! Who acts for whom: deputies, messages, reminders, tasks that nobody can do, and those who look after processes.

use crate::e1;
use crate::support;
use e1::Town;
use gx_portal::features::approvals::overdue_job;
use serde_json::{Value, json};

const HOUR: i64 = 3_600_000;

struct Scene {
    town: Town,
    manager: String,
    one: u64,
    two: u64,
    boss: String,
    first: String,
    second: String,
}

/// One who decides by his role, and two others.
fn scene() -> Scene {
    let town = Town::new();
    let manages =
        town.portal.role("manages", &["appr:manage:list", "appr:manage:assign", "appr:manage:terminate"], 1, &[]);
    town.portal.person("manager", 110, &[manages]);
    let manager = town.portal.token("manager");
    let [one, two] = ["one", "two"].map(|name| town.portal.person(name, 110, &[]));
    let [first, second] = ["one", "two"].map(|name| town.portal.token(name));
    let boss = town.boss.clone();
    Scene { town, manager, one, two, boss, first, second }
}

impl Scene {
    fn expense(&self) -> u64 {
        let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
        self.town.make("/fin/expense", form)
    }

    fn todo(&self, who: &str) -> Vec<Value> {
        let answer = self.town.portal.get("/appr/task/todo", who);
        answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    fn number(&self, name: &str) -> u64 {
        let rows = self.town.get(&format!("/system/user/list?keyWord={name}"))["rows"].clone();
        rows[0]["userId"].as_u64().unwrap()
    }

    fn describe(&self, who: &str) -> Vec<String> {
        let answer = self.town.portal.get("/appr/message", who);
        answer["data"]["rows"].as_array().unwrap().iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
    }

    fn watch(&self) {
        (overdue_job::RUN.run)(&self.town.portal.app, overdue_job::RUN.key).unwrap();
    }

    fn form(row: &Value, more: Value) -> Value {
        e1::with(json!({"taskId": row["taskId"], "version": row["version"]}), more)
    }
}

#[test]
fn a_deputy_acts_while_it_lasts_and_both_names_stand_in_the_history() {
    let s = scene();
    s.expense();
    let boss = s.number("boss");
    let enter = |who: &str, form: Value| s.town.portal.post("/appr/deputy", who, form);
    let days = |from: &str, to: &str| json!({"deputy": s.one, "from": from, "to": to});
    for (form, field, part) in [
        (json!({"deputy": boss, "from": "2024-09-30", "to": "2024-10-01"}), "deputy", "代理人不能是本人"),
        (days("2024-10-02", "2024-10-01"), "to", "结束日期不能早于开始日期"),
        (days("2024-09-01", "2024-10-01"), "from", "开始日期不能早于今天"),
        (days("2024-10-01", "2029-10-01"), "to", "366天"),
        (json!({"deputy": 99_999, "from": "2024-09-30", "to": "2024-10-01"}), "deputy", "不存在或已停用"),
        (json!({"user": s.two, "deputy": s.one, "from": "2024-09-30", "to": "2024-10-01"}), "user", "只能为本人"),
        (e1::with(days("2024-09-30", "2024-10-01"), json!({"keys": ["nothing"]})), "keys", "不存在"),
    ] {
        let answer = enter(&s.boss, form);
        assert_eq!(answer["field"], field, "{answer}");
        assert!(answer["msg"].as_str().unwrap().contains(part), "{answer}");
    }
    assert_eq!(enter(&s.boss, days("2024-09-30", "2024-10-02"))["code"], 200);
    let again = json!({"deputy": s.two, "from": "2024-10-01", "to": "2024-10-05"});
    assert!(enter(&s.boss, again)["msg"].as_str().unwrap().contains("该期间已有代理人"));
    // Nobody stands for anybody in a circle: a deputy isn't away himself, and who is away is no deputy.
    let circle = json!({"deputy": boss, "from": "2024-09-30", "to": "2024-09-30"});
    assert!(enter(&s.first, circle)["msg"].as_str().unwrap().contains("已委托他人代理"));
    let away = json!({"deputy": s.two, "from": "2024-09-30", "to": "2024-09-30"});
    assert!(enter(&s.first, away)["msg"].as_str().unwrap().contains("请先撤销该代理"));

    let row = s.todo(&s.first)[0].clone();
    assert!(row["forName"].as_str().unwrap().contains("boss"), "{row}");
    s.town.done(&s.first, "/appr/task/approve", Scene::form(&row, json!({})));
    let shown = s.town.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &s.town.clerk);
    let last = shown["data"]["history"].as_array().unwrap().iter().find(|one| one["action"] == 2).unwrap().clone();
    assert!(
        last["actorName"].as_str().unwrap().contains("one") && last["onBehalfName"].as_str().unwrap().contains("boss")
    );

    s.expense();
    let mine = s.town.portal.get("/appr/deputy", &s.first)["data"][0].clone();
    assert_eq!(mine["isOn"], true, "from his side, too");
    assert!(
        s.town.portal.delete(&format!("/appr/deputy/{}", mine["deputyId"]), &s.first)["msg"]
            .as_str()
            .unwrap()
            .contains("不存在")
    );
    assert_eq!(s.town.portal.delete(&format!("/appr/deputy/{}", mine["deputyId"]), &s.boss)["code"], 200);
    assert!(s.todo(&s.first).is_empty(), "taken back");
}

#[test]
fn the_initiator_is_no_deputy_for_his_own_document() {
    let s = scene();
    s.expense();
    let form = json!({"deputy": 1, "from": "2024-09-30", "to": "2024-10-02"});
    s.town.done(&s.boss, "/appr/deputy", form);
    let waits = s.todo(&s.boss)[0].clone();
    assert!(s.todo(&s.town.clerk).is_empty());
    s.town.refused(&s.town.clerk, "/appr/task/approve", Scene::form(&waits, json!({})), "不能审批");
}

#[test]
fn people_are_told_what_happened_to_their_documents() {
    let s = scene();
    s.expense();
    let row = s.todo(&s.boss)[0].clone();
    s.town.done(&s.boss, "/appr/task/return", Scene::form(&row, json!({"comment": "缺票据"})));
    assert!(s.describe(&s.town.clerk)[0].contains("退回：缺票据"), "{:?}", s.describe(&s.town.clerk));
    assert_eq!(s.town.portal.get("/appr/count", &s.town.clerk)["data"]["messages"], 1);
    s.town.done(&s.town.clerk, "/appr/message/read", json!({}));
    assert_eq!(s.town.portal.get("/appr/count", &s.town.clerk)["data"]["messages"], 0);
    let instance = row["instanceId"].clone();
    s.town.done(&s.town.clerk, "/appr/submit", json!({"key": "expense", "bizId": 1}));
    s.town.refused(&s.town.clerk, "/appr/instance/urge", json!({"id": instance}), "未满 4 小时");
    s.town.portal.app.clock.advance(5 * HOUR);
    let (clerk, boss) = (s.town.portal.admin(), s.town.portal.token("boss"));
    s.town.done(&clerk, "/appr/instance/urge", json!({"id": instance}));
    s.town.refused(&clerk, "/appr/instance/urge", json!({"id": instance}), "内已催办过");
    assert!(s.describe(&boss)[0].contains("催办"));
    let row = s.todo(&boss)[0].clone();
    assert_eq!(row["urged"], 1);
    s.town.done(&boss, "/appr/task/transfer", Scene::form(&row, json!({"people": [s.two]})));
    let two = s.town.portal.token("two");
    assert!(s.describe(&two)[0].contains("请您办理"), "{:?}", s.describe(&two));
    let row = s.todo(&two)[0].clone();
    s.town.done(&two, "/appr/task/approve", Scene::form(&row, json!({"cc": [s.one]})));
    assert!(s.describe(&clerk)[0].contains("已通过"));
    assert!(s.describe(&s.town.portal.token("one"))[0].contains("抄送"));
}

#[test]
fn a_task_that_is_late_is_told_once_to_who_is_asked() {
    let s = scene();
    let node = json!({"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "ROLE", "name": "boss"}],
                      "dueHours": 24});
    let drawing = json!({"key": "expense", "name": "支出审批", "options": {},
        "nodes": [{"code": "b", "type": 0, "name": "发起"}, node], "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
    let id = s.town.make("/appr/definition", drawing);
    s.town.done(&s.town.clerk, "/appr/definition/publish", json!({"id": id}));
    let tasks = [s.expense(), s.expense()];
    let late = |who: &str| {
        let messages = s.describe(&s.town.portal.token(who));
        messages.iter().filter(|text| text.contains("在环节“审批”已超过办理时限")).count()
    };
    // Working hours of the calendar: a day and an hour after the holidays of October.
    s.watch();
    assert_eq!(late("boss"), 0, "nothing is late yet");
    s.town.portal.app.clock.advance(15 * 24 * HOUR);
    s.watch();
    assert_eq!(late("boss"), tasks.len());
    s.watch();
    assert_eq!(late("boss"), tasks.len(), "once");
    assert_eq!(late("one"), 0, "nobody else");
}

#[test]
fn a_task_of_who_left_goes_to_who_assigns_and_he_never_decides() {
    let s = scene();
    s.expense();
    let row = s.todo(&s.boss)[0].clone();
    s.town.done(&s.boss, "/appr/task/transfer", Scene::form(&row, json!({"people": [s.two]})));
    let leaves = json!({"userId": s.two, "status": "1"});
    assert_eq!(s.town.portal.put("/system/user/changeStatus", &s.town.clerk, leaves)["code"], 200);
    let managed = || s.town.get("/appr/manage/list")["rows"][0].clone();
    assert_eq!((&managed()["stuck"], &managed()["waitsFor"]), (&json!(true), &json!([])), "seen at once");
    s.watch();
    assert!(s.todo(&s.town.clerk).is_empty(), "he started it, so he assigns nothing of it");
    let row = s.todo(&s.manager)[0].clone();
    assert_eq!(row["kind"], 6, "to assign: {row}");
    s.town.refused(&s.manager, "/appr/task/approve", Scene::form(&row, json!({})), "不能代替审批");
    let give = |who: u64| json!({"taskId": row["taskId"], "version": row["version"], "userId": who});
    s.town.refused(&s.town.clerk, "/appr/manage/assign", give(s.one), "您是该单据的发起人");
    s.town.refused(&s.manager, "/appr/manage/assign", give(1), "不能审批自己的单据");
    s.town.refused(&s.manager, "/appr/manage/assign", give(s.two), "已停用");
    s.town.refused(&s.boss, "/appr/manage/assign", give(s.one), "没有权限");
    s.town.refused(&s.manager, "/appr/manage/assign", give(s.one), "不在环节“审批”的办理人范围内");
    s.town.done(&s.manager, "/appr/manage/assign", give(s.number("boss")));
    let row = s.todo(&s.boss)[0].clone();
    s.town.done(&s.boss, "/appr/task/approve", Scene::form(&row, json!({})));
    assert_eq!(managed()["state"], 2);
}

#[test]
fn all_tasks_of_somebody_go_over_and_processes_are_ended_or_sent_back_from_outside() {
    let s = scene();
    let decides = s.town.portal.role("decides", &["fin:expense:approve"], 1, &[]);
    let members = format!("/system/role/authUser/selectAll?roleId={decides}&userIds={}", s.two);
    assert_eq!(s.town.portal.put(&members, &s.town.clerk, json!({}))["code"], 200);
    for _ in 0..3 {
        s.expense();
        let row = s.todo(&s.boss)[0].clone();
        s.town.done(&s.boss, "/appr/task/transfer", Scene::form(&row, json!({"people": [s.one]})));
    }
    let form = json!({"from": s.one, "to": s.two, "comment": "调岗"});
    s.town.refused(&s.manager, "/appr/manage/handover", json!({"from": s.one, "to": s.one}), "不能是原办理人");
    let own = s.town.portal.post("/appr/manage/handover", &s.town.clerk, form.clone());
    assert_eq!(
        (&own["data"]["count"], own["data"]["stayed"].as_array().unwrap().len()),
        (&json!(0), 3),
        "his own: {own}"
    );
    let answer = s.town.portal.post("/appr/manage/handover", &s.manager, form);
    assert_eq!((&answer["data"]["count"], &answer["data"]["stayed"]), (&json!(3), &json!([])), "{answer}");
    assert_eq!((s.todo(&s.first).len(), s.todo(&s.second).len()), (0, 3));
    let rows = s.todo(&s.second);
    let [first, second] = [0, 1].map(|at: usize| rows[at]["instanceId"].clone());
    s.town.refused(&s.manager, "/appr/manage/terminate", json!({"id": first}), "请填写意见");
    s.town.done(&s.manager, "/appr/manage/terminate", json!({"id": first, "comment": "重复"}));
    s.town.refused(&s.manager, "/appr/manage/terminate", json!({"id": first, "comment": "重复"}), "已结束");
    s.town.done(&s.manager, "/appr/manage/back", json!({"id": second, "comment": "补材料"}));
    assert_eq!(s.todo(&s.second).len(), 1);
    let far = s.town.portal.role("far", &["appr:manage:terminate", "appr:manage:list"], 3, &[]);
    s.town.portal.person("far", 120, &[far]);
    let far = s.town.portal.token("far");
    assert_eq!(s.town.portal.get("/appr/manage/list", &far)["total"], 0);
    s.town.refused(&far, "/appr/manage/terminate", json!({"id": second, "comment": "x"}), "该流程不存在或无权查看");
}

#[test]
fn small_ones_are_agreed_to_together_and_large_ones_are_not() {
    let s = scene();
    s.expense();
    let row = s.todo(&s.boss)[0].clone();
    assert_eq!(row["batch"], true);
    support::act(&s.town.portal.app, |op| {
        gx_portal::features::system::config::ops::set(op, "flow.batchMostYuan", "1000").map(drop)
    });
    assert_eq!(s.todo(&s.boss)[0]["batch"], false);
    s.town.refused(&s.boss, "/appr/task/approve", Scene::form(&row, json!({"batch": true})), "须逐件审阅");
    s.town.done(&s.boss, "/appr/task/approve", Scene::form(&row, json!({})));
}

#[test]
fn the_calendar_is_entered_loaded_and_imported() {
    let s = scene();
    let year = |year: u16| s.town.get(&format!("/appr/calendar?year={year}"))["data"].clone();
    assert_eq!((&year(2026)["days"], &year(2026)["countsToday"]), (&json!([]), &json!(false)));
    s.town.done(&s.town.clerk, "/appr/calendar/example", json!({}));
    assert!(year(2026)["days"].as_array().unwrap().iter().all(|day| day["example"] == true));
    let day = json!({"day": "2026-10-01", "works": true, "name": "加班"});
    assert_eq!(s.town.portal.put("/appr/calendar", &s.town.clerk, day)["code"], 200);
    s.town.done(&s.town.clerk, "/appr/calendar/example", json!({}));
    let kept = year(2026)["days"].as_array().unwrap().iter().find(|one| one["day"] == "2026-10-01").unwrap().clone();
    assert_eq!((&kept["works"], &kept["example"]), (&json!(true), &json!(false)), "what was entered stays");
    assert_eq!(s.town.portal.delete("/appr/calendar/2026-10-01", &s.town.clerk)["code"], 200);
    let gone = s.town.portal.delete("/appr/calendar/2026-10-01", &s.town.clerk);
    assert!(gone["msg"].as_str().unwrap().contains("请刷新"), "{gone}");
}
