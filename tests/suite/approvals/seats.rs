//! Who sits where: process managers give no seat to themselves nor to whom they like, administration of the system is no seat,
//! and all of it is told and stands in the trail.

use crate::e1;
use crate::support;
use e1::Town;
use gx_portal::features::approvals::binding::Binding;
use gx_portal::features::approvals::definition::standard::{STANDARD, drawing};
use gx_portal::features::approvals::groups::persons;
use gx_portal::features::approvals::instance::record::{Principal, Task};
use gx_portal::features::approvals::overdue_job;
use gx_portal::features::approvals::people::system_role_keys;
use gx_portal::op::{Caller, View};
use gx_portal::platform::identity::role::Role;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

const MANAGES: &[&str] = &["appr:manage:list", "appr:manage:assign", "appr:manage:terminate"];

/// The town with two more who may decide about expenses, and two process managers; user 1 writes.
struct Scene {
    town: Town,
    other: u64,
    stranger: u64,
    manager: u64,
}

fn scene() -> Scene {
    let town = Town::new();
    let decides = town.portal.role("decides", &["fin:expense:approve", "fin:expense:query"], 1, &[]);
    let manages = town.portal.role("manages", MANAGES, 1, &[]);
    let other = town.portal.person("other", 110, &[decides]);
    let stranger = town.portal.person("stranger", 110, &[]);
    let manager = town.portal.person("manager", 110, &[manages]);
    Scene { town, other, stranger, manager }
}

impl Scene {
    fn expense(&self) -> u64 {
        let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 350_000});
        self.town.make("/fin/expense", form);
        let mine = self.town.get("/appr/instance/mine");
        mine["rows"][0]["instanceId"].as_u64().unwrap()
    }

    fn task(&self, who: &str) -> Value {
        let rows = self.town.portal.get("/appr/task/todo", &self.town.portal.token(who))["rows"].clone();
        rows[0].clone()
    }

    fn describe(&self, who: &str) -> Vec<String> {
        let answer = self.town.portal.get("/appr/message", &self.town.portal.token(who));
        answer["data"]["rows"].as_array().unwrap().iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
    }

    fn open(&self, instance: u64) -> Task {
        let tx = self.town.portal.app.store.read().unwrap();
        let tasks: Vec<Task> = tx.all().unwrap();
        tasks.into_iter().find(|task| task.instance_id == instance && task.waits()).unwrap()
    }

    fn give(&self, who: &str, instance: u64, to: u64, comment: &str) -> Value {
        let form = json!({"taskId": self.open(instance).task_id, "userId": to, "comment": comment});
        self.town.portal.post("/appr/manage/assign", &self.town.portal.token(who), form)
    }

    fn refuses(&self, who: &str, instance: u64, to: u64, comment: &str, part: &str) {
        let answer = self.give(who, instance, to, comment);
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{answer}");
    }
}

#[test]
fn who_administers_the_way_never_walks_it() {
    let s = scene();
    let instance = s.expense();
    let boss = s.open(instance);
    // The initiator is user 1, who may assign everything but his own.
    for to in [s.other, s.stranger] {
        s.refuses("admin", instance, to, "换人", "您是该单据的发起人");
    }
    let admin = s.town.portal.admin();
    for path in ["back", "terminate"] {
        let form = json!({"id": instance, "comment": "不办了"});
        s.town.refused(&admin, &format!("/appr/manage/{path}"), form, "您是该单据的发起人");
    }
    assert_eq!(s.town.get(&format!("/appr/instance/{instance}"))["data"]["mayAssign"], false);
    // Another one: never to himself, never without a reason, never to whom the node doesn't mean.
    s.refuses("manager", instance, s.manager, "换人", "不能分派给本人");
    s.refuses("manager", instance, s.other, "", "须填写原因");
    s.refuses("manager", instance, s.stranger, "换人", "不在环节“审批”的办理人范围内");
    s.refuses("manager", instance, 1, "换人", "发起人");
    let manager = s.town.portal.token("manager");
    let listed = s.town.portal.get(&format!("/appr/manage/tasks/{instance}"), &manager)["data"][0].clone();
    let named: Vec<u64> =
        listed["candidates"].as_array().unwrap().iter().map(|one| one["userId"].as_u64().unwrap()).collect();
    assert!(listed["narrow"] == true && named.contains(&s.other) && !named.contains(&s.stranger), "{listed}");
    let done = s.give("manager", instance, s.other, "原办理人休假");
    assert_eq!(done["code"], 200, "{done}");
    assert_eq!(s.open(instance).principals, [Principal::User(s.other)]);
    assert!(
        s.describe("boss").iter().any(|text| text.contains("改派给 other姓名：原办理人休假")),
        "{:?}",
        s.describe("boss")
    );
    assert!(s.describe("admin").iter().any(|text| text.contains("分派给 other姓名 办理")), "{:?}", s.describe("admin"));
    assert!(s.describe("other").iter().any(|text| text.contains("请您办理")));
    // It stands on the sheet, with the decision too, and those who look at the house are told.
    let row = s.task("other");
    let other = s.town.portal.token("other");
    s.town.done(&other, "/appr/task/approve", json!({"taskId": row["taskId"], "version": row["version"]}));
    let sheet = s.town.get(&format!("/appr/instance/{instance}/print"))["data"]["process"]["history"].to_string();
    for part in ["改由 other姓名 办理", "由 manager姓名 分派办理", "原办理人休假"] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let found = s.town.get("/appr/definition/seats")["data"]["assigned"][0].clone();
    assert_eq!((&found["decidedBy"], &found["assignedBy"]), (&json!("other姓名"), &json!("manager姓名")), "{found}");
    let app = &s.town.portal.app;
    let hints = gx_portal::features::approvals::definition::seats::hints(&app.store.read().unwrap()).unwrap();
    assert!(hints[0].contains("由 manager姓名 分派的 other姓名"), "{hints:?}");
    assert_ne!(boss.principals, [Principal::User(s.other)]);
}

#[test]
fn who_decided_a_part_administers_nothing_and_the_superior_of_who_loses_a_task_is_told() {
    let s = scene();
    let town = &s.town;
    let both = town.portal.role("both", &[MANAGES, &["fin:expense:approve"][..]].concat(), 1, &[]);
    let walker = town.portal.person("walker", 110, &[both]);
    let head = town.portal.person("head", 110, &[]);
    let dept = town.get("/system/dept/list")["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["deptId"] == 110)
        .unwrap()
        .clone();
    let form = json!({"deptId": 110, "parentId": dept["parentId"], "deptName": dept["deptName"], "orderNum": 1,
        "status": "0", "leaderId": head});
    assert_eq!(town.portal.put("/system/dept", &town.clerk, form)["code"], 200);
    let nodes = json!([{"code": "b", "type": 0, "name": "发起"},
        {"code": "t1", "type": 1, "name": "初审", "assign": [{"kind": "USER", "users": [walker]}]},
        {"code": "t2", "type": 1, "name": "复审", "assign": [{"kind": "USER", "users": [s.other]}, {"kind": "USER", "users": [s.stranger]}], "multi": "SEQ"}]);
    let edges = json!([{"from": "b", "to": "t1"}, {"from": "t1", "to": "t2"}, {"from": "t2"}]);
    let drawn = town.make(
        "/appr/definition",
        json!({"key": "expense", "name": "两级", "options": {}, "nodes": nodes, "edges": edges}),
    );
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    let instance = s.expense();
    let row = s.task("walker");
    town.done(&town.portal.token("walker"), "/appr/task/approve", json!({"taskId": row["taskId"]}));
    s.refuses("walker", instance, s.stranger, "换人", "您已在该流程中办理过");
    assert_eq!(s.give("manager", instance, s.stranger, "出差")["code"], 200);
    let told = s.describe("head");
    assert!(told.iter().any(|text| text.contains("您的下属办理") && text.contains("出差")), "{told:?}");
    // All tasks of somebody: a reason, never to the one who hands over, and only where the receiver is meant.
    let manager = town.portal.token("manager");
    let over = |form: Value| town.portal.post("/appr/manage/handover", &manager, form);
    assert!(over(json!({"from": s.stranger, "to": s.other})).to_string().contains("请填写移交原因"));
    assert!(
        over(json!({"from": s.stranger, "to": s.manager, "comment": "调岗"})).to_string().contains("不能移交给本人")
    );
    let stays = over(json!({"from": s.stranger, "to": head, "comment": "调岗"}));
    assert_eq!(stays["data"]["count"], 0, "{stays}");
    assert!(stays["data"]["stayed"][0].as_str().unwrap().contains("不在环节“复审”的办理人范围内"), "{stays}");
    assert_eq!(over(json!({"from": s.stranger, "to": s.other, "comment": "调岗"}))["data"]["count"], 1);
}

#[test]
fn a_stuck_task_goes_to_managers_of_its_department_who_assign_and_see_nothing_else_to_do() {
    let s = scene();
    let town = &s.town;
    let near = town.portal.role("near", MANAGES, 3, &[]);
    town.portal.person("here", 110, &[near]);
    town.portal.person("far", 120, &[near]);
    let instance = s.expense();
    for who in ["boss", "other"] {
        let rows = town.get(&format!("/system/user/list?keyWord={who}"))["rows"].clone();
        let leaves = json!({"userId": rows[0]["userId"], "status": "1"});
        assert_eq!(town.portal.put("/system/user/changeStatus", &town.clerk, leaves)["code"], 200);
    }
    assert_eq!(town.get("/appr/manage/list")["rows"][0]["stuck"], true, "seen at once");
    assert_eq!(town.get("/appr/definition/seats")["data"]["stuck"][0]["instanceId"], instance);
    (overdue_job::RUN.run)(&town.portal.app, overdue_job::RUN.key).unwrap();
    let row = s.task("here");
    assert_eq!((&row["kind"], &row["instanceId"]), (&json!(6), &json!(instance)));
    assert!(s.task("far").is_null(), "its scope doesn't hold the document");
    assert!(s.task("admin").is_null(), "he started it");
    let here = town.portal.token("here");
    let shown = town.portal.get(&format!("/appr/instance/{instance}"), &here)["data"].clone();
    assert_eq!((&shown["task"]["actions"], &shown["mayAssign"]), (&json!([]), &json!(true)));
    assert!(town.portal.get(&format!("/appr/instance/{instance}"), &town.portal.token("far"))["code"] != 200);
    // Nobody is meant: anybody but who administers the system, and no reason is asked for.
    s.refuses("here", instance, 1, "", "发起人");
    assert_eq!(s.give("here", instance, s.stranger, "")["code"], 200);
    assert_eq!(s.task("stranger")["instanceId"], instance);
}

#[test]
fn only_who_asked_takes_a_signature_back_and_copies_are_bound_by_the_node() {
    let s = scene();
    let town = &s.town;
    let node = json!({"code": "t1", "type": 1, "name": "审批", "actions": ["addSign"],
        "assign": [{"kind": "RIGHT", "name": "fin:expense:approve"}]});
    let drawing = json!({"key": "expense", "name": "加签", "options": {},
        "nodes": [{"code": "b", "type": 0, "name": "发起"}, node], "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]});
    let drawn = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": drawn}));
    let instance = s.expense();
    let (boss, other) = (town.portal.token("boss"), town.portal.token("other"));
    let task = s.open(instance).task_id;
    town.done(&boss, "/appr/task/addSign", json!({"taskId": task, "people": [s.stranger], "before": true}));
    let sign = s.open(instance).task_id;
    town.refused(&other, "/appr/task/removeSign", json!({"taskId": sign}), "只有提出加签或委派的人能撤销");
    town.done(&boss, "/appr/task/removeSign", json!({"taskId": sign}));
    town.refused(&boss, "/appr/instance/cc", json!({"id": instance, "people": [s.stranger]}), "本环节不允许抄送");
    let yes = json!({"taskId": task, "cc": [s.stranger]});
    town.refused(&boss, "/appr/task/approve", yes, "本环节不允许抄送");
    town.done(&town.clerk, "/appr/instance/cc", json!({"id": instance, "people": [s.stranger]}));
    // A signature that somebody can give stays with him.
    town.done(&boss, "/appr/task/addSign", json!({"taskId": task, "people": [s.stranger], "before": true}));
    s.refuses("manager", instance, s.other, "换人", "由提出的人撤销");
}

/// Seeds and presets: nobody decides because he administers the system.
#[test]
fn administration_of_the_system_is_no_seat() {
    let town = Town::new();
    let portal = &town.portal;
    let shipped: Vec<(u64, String)> = {
        let roles: Vec<Role> = portal.app.store.read().unwrap().all().unwrap();
        roles.into_iter().filter(|role| role.role_id < 100).map(|role| (role.role_id, role.role_name)).collect()
    };
    let system = portal.person("sysadmin1", 110, &[3]);
    let holders: Vec<u64> = shipped
        .iter()
        .map(|(role, _)| *role)
        .filter(|role| *role != 1 && *role != 3)
        .map(|role| portal.person(&format!("holder{role}"), 110, &[role]))
        .collect();
    let caller = Caller::console("test", "look");
    portal
        .app
        .read(&caller, |view: &View<'_>| {
            assert_eq!(system_role_keys(view)?, ["admin", "sysadmin"]);
            let mut decided = 0;
            for binding in portal.app.product.extensions::<Binding>() {
                let mut groups: Vec<Principal> =
                    binding.approve.iter().map(|right| Principal::Right((*right).into(), 110)).collect();
                let standard = drawing(binding)?.expect("each kind has a standard process");
                for line in standard.nodes.iter().flat_map(|node| &node.assign).filter(|line| !line.name.is_empty()) {
                    groups.push(Principal::Role(line.name.clone(), 0));
                }
                for group in &groups {
                    let found = persons(view, std::slice::from_ref(group))?;
                    assert!(
                        !found.contains(&1) && !found.contains(&system),
                        "{}: {group:?} means {found:?}",
                        binding.key
                    );
                    decided += usize::from(found.iter().any(|one| holders.contains(one)));
                }
            }
            assert!(decided >= 8, "roles of the business decide: {decided}");
            Ok(())
        })
        .unwrap();
    assert_eq!(STANDARD.len(), 16);
    // He who administers sees nothing to decide, and he is told by whom else.
    town.make(
        "/fin/expense",
        json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": "云川电梯维保", "amountFen": 100}),
    );
    let rows = portal.get("/appr/task/todo", &portal.token("sysadmin1"))["rows"].clone();
    assert_eq!(rows, json!([]));
    let found = town.get("/appr/definition/seats")["data"]["seatless"].clone();
    assert!(found.to_string().contains("sysadmin1姓名") && found.to_string().contains("减免"), "{found}");
    // No process names such a role; a person of it may be named.
    let drawing = |line: Value| {
        json!({"key": "expense", "name": "系统", "options": {},
        "nodes": [{"code": "b", "type": 0, "name": "发起"}, {"code": "t1", "type": 1, "name": "审批", "assign": [line]}],
        "edges": [{"from": "b", "to": "t1"}, {"from": "t1"}]})
    };
    let drawn = town.make("/appr/definition", drawing(json!({"kind": "ROLE", "name": "sysadmin"})));
    town.refused(&town.clerk, "/appr/definition/publish", json!({"id": drawn}), "不占审批席位");
    let named = town.make("/appr/definition", drawing(json!({"kind": "USER", "users": [system]})));
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": named}));
    let own = town.make("/appr/definition", drawing(json!({"kind": "USER", "users": [1]})));
    town.refused(&town.clerk, "/appr/definition/publish", json!({"id": own}), "指定了您本人为办理人");
}

/// What waited for an administrators' role before lies stuck for everybody to see, and goes to process managers.
#[test]
fn open_tasks_of_administrators_roles_are_not_lost() {
    let s = scene();
    let town = &s.town;
    town.portal.person("sysadmin1", 110, &[3]);
    let instance = s.expense();
    let task = s.open(instance);
    // As an installation of before: its node named the administrators' role, and a task lay with all managers.
    support::act(&town.portal.app, move |op| {
        op.put(&Task { principals: vec![Principal::Role("sysadmin".into(), 0)], ..task }).map(drop)
    });
    assert_eq!(town.get("/appr/manage/list")["rows"][0]["stuck"], true);
    (overdue_job::RUN.run)(&town.portal.app, overdue_job::RUN.key).unwrap();
    assert!(s.describe("manager").iter().any(|text| text.contains("没有可以办理的人，请分派")));
    assert_eq!(s.task("manager")["kind"], 6);
    let task = s.open(instance);
    let number = task.task_id;
    support::act(&town.portal.app, move |op| {
        op.put(&Task { principals: vec![Principal::Admin], barred: Vec::new(), ..task }).map(drop)
    });
    gx_portal::features::approvals::instance::readdress::at_start(&town.portal.app).unwrap();
    let tx = town.portal.app.store.read().unwrap();
    let task: Task = tx.get(&id(number)).unwrap().unwrap();
    assert_eq!((task.principals, task.barred), (vec![Principal::managers(110)], vec![1]));
    assert_eq!(s.give("manager", instance, s.other, "")["code"], 200, "whom the right means");
}
