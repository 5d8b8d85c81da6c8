//! Processes as an authority draws them: drafts, publication, files, test runs, presets, and a meeting's decision.

use crate::e1;
use crate::support;
use e1::{Town, c1};
use gx_portal::features::approvals::definition::standard;
use gx_portal::op::{Caller, View};
use serde_json::{Value, json};

const FIRST: &str = "/appr/definition";

/// A town with a bill to waive, its people, and an administrator who draws.
struct Scene {
    town: Town,
    admin: String,
    writer: String,
    bill: u64,
}

fn scene() -> Scene {
    let town = Town::new();
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let bill = town.bills(lease)[0].0;
    let rights = ["fin:waiver:add", "fin:waiver:query", "fin:waiver:list", "fin:bill:query"];
    let writes = town.portal.role("writes", &rights, 1, &[]);
    let decides = town.portal.role("decides", &["fin:waiver:approve", "fin:waiver:query"], 1, &[]);
    town.portal.person("writer", 110, &[writes]);
    town.portal.person("one", 110, &[decides]);
    let (admin, writer) = (town.portal.admin(), town.portal.token("writer"));
    Scene { town, admin, writer, bill }
}

impl Scene {
    fn waiver(&self, fen: i64) -> u64 {
        let form =
            json!({"reasonKind": 3, "scope": [{"billId": self.bill, "amountFen": fen}], "effectiveDate": "2024-09-30"});
        Town::made(&self.town.portal.post("/fin/waiver", &self.writer, form))
    }

    fn shown(&self, id: u64) -> Value {
        self.town.portal.get(&format!("{FIRST}/{id}"), &self.admin)["data"].clone()
    }

    fn versions(&self) -> Vec<(u64, u64, u64)> {
        let usage = self.town.portal.get(&format!("{FIRST}/usage?key=waiver"), &self.admin);
        let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
        let rows = usage["data"].as_array().unwrap_or_else(|| panic!("{usage}"));
        rows.iter()
            .map(|row| (number(row, "definitionVersion"), number(row, "state"), number(row, "running")))
            .collect()
    }

    fn todo(&self, who: &str) -> Vec<Value> {
        self.town.portal.get("/appr/task/todo", &self.town.portal.token(who))["rows"].as_array().unwrap().clone()
    }

    /// Leaders on the way up, and a person in each role that standard processes ask for.
    fn staffed(&self) {
        let portal = &self.town.portal;
        self.town.done(&self.admin, "/appr/definition/roles", json!({}));
        self.town.refused(&self.admin, "/appr/definition/roles", json!({}), "都已存在");
        let roles = portal.get("/system/role/list?pageSize=100", &self.admin);
        for (key, name) in
            [("finance", "money1"), ("office_meeting", "office1"), ("legal", "law1"), ("finance_head", "head1")]
        {
            let role = roles["rows"].as_array().unwrap().iter().find(|row| row["roleKey"] == key);
            portal.person(name, 110, &[role.unwrap_or_else(|| panic!("{key}"))["roleId"].as_u64().unwrap()]);
        }
        let (leader, deputy) = (portal.person("leader1", 110, &[]), portal.person("deputy1", 100, &[]));
        for dept in portal.get("/system/dept/list", &self.admin)["data"].as_array().unwrap() {
            let is_root = dept["parentId"] == 0;
            let mut form = json!({"deptId": dept["deptId"], "parentId": dept["parentId"], "deptName": dept["deptName"],
                "orderNum": dept["orderNum"], "status": "0"});
            form["leaderId"] = json!(if is_root { deputy } else { leader });
            form["inChargeId"] = json!(deputy);
            let answer = portal.put("/system/dept", &self.admin, form);
            assert_eq!(answer["code"], 200, "{answer}");
        }
    }
}

fn task(code: &str, name: &str) -> Value {
    json!({"code": code, "type": 1, "name": name, "assign": [{"kind": "RIGHT", "name": "fin:waiver:approve"}]})
}

fn line(nodes: &[Value]) -> Value {
    let mut all = vec![json!({"code": "b", "type": 0, "name": "发起"})];
    all.extend_from_slice(nodes);
    let edges: Vec<Value> = (0..all.len())
        .map(|at| match all.get(at + 1) {
            Some(next) => json!({"from": all[at]["code"], "to": next["code"]}),
            None => json!({"from": all[at]["code"]}),
        })
        .collect();
    json!({"key": "waiver", "name": "减免两级", "nodes": all, "edges": edges, "options": {}})
}

#[test]
fn drafts_change_and_published_versions_do_not() {
    let s = scene();
    let (portal, admin) = (&s.town.portal, &s.admin);
    s.town.refused(admin, FIRST, json!({"key": "nothing", "name": "甲"}), "流程“nothing”不存在");
    let nameless = portal.post(FIRST, admin, json!({"key": "waiver", "name": " "}));
    assert_eq!((&nameless["msg"], &nameless["field"]), (&json!("流程名称不能为空"), &json!("name")));
    let many: Vec<Value> = (0..61).map(|at| task(&format!("t{at}"), "审批")).collect();
    s.town.refused(admin, FIRST, line(&many), "环节不能超过60个");
    let id = Town::made(&portal.post(FIRST, admin, json!({"key": "waiver", "name": "空白"})));
    let shown = s.shown(id);
    assert_eq!((&shown["definitionVersion"], &shown["nodes"][0]["name"]), (&json!(1), &json!("发起")));
    assert_eq!(shown["problems"][0]["message"], "经“发起”结束的路径没有审批环节");
    s.town.refused(admin, "/appr/definition/publish", json!({"id": id}), "流程图有 1 处问题，不能发布");
    let change = |version: u64| {
        e1::with(line(&[task("t1", "一级"), task("t2", "二级")]), json!({"definitionId": id, "version": version}))
    };
    assert_eq!(portal.put(FIRST, admin, change(0))["code"], 200);
    let stale = portal.put(FIRST, admin, change(0));
    assert!(stale["code"] == 409 && stale["msg"].as_str().unwrap().contains("已被"), "{stale}");
    assert_eq!(portal.post("/appr/definition/publish", admin, json!({"id": id, "version": 0}))["code"], 409);
    s.town.done(admin, "/appr/definition/publish", json!({"id": id, "version": 1}));
    s.town.refused(admin, "/appr/definition/publish", json!({"id": id}), "已是发布状态");
    let sentence = "已发布的流程不能修改，请先另存为新版本";
    assert_eq!(portal.put(FIRST, admin, change(2))["msg"], sentence);
    assert_eq!(portal.delete(&format!("{FIRST}/{id}"), admin)["msg"], "已发布的流程不能删除，请先另存为新版本");
    let copy = Town::made(&portal.post("/appr/definition/copy", admin, json!({"id": id})));
    assert_eq!(
        (s.shown(copy)["definitionVersion"].clone(), s.shown(copy)["nodes"][2]["name"].clone()),
        (json!(2), json!("二级"))
    );
    assert_eq!(portal.delete(&format!("{FIRST}/{copy}"), admin)["code"], 200);
    assert_eq!(portal.get(&format!("{FIRST}/{copy}"), admin)["msg"], "该流程版本不存在，可能已被删除，请刷新后查看");
    let listed = portal.get(&format!("{FIRST}/list?key=waiver&state=1"), admin);
    assert_eq!((&listed["total"], &listed["rows"][0]["taskCount"]), (&json!(1), &json!(2)));
}

#[test]
fn what_runs_keeps_its_version() {
    let s = scene();
    s.waiver(1_000);
    assert_eq!(s.versions(), [(1, 1, 1)], "the simple preset was made when it was needed");
    let id = Town::made(&s.town.portal.post(FIRST, &s.admin, line(&[task("t1", "一级"), task("t2", "二级")])));
    s.town.done(&s.admin, "/appr/definition/publish", json!({"id": id}));
    assert_eq!(s.versions(), [(2, 1, 0), (1, 2, 1)]);
    s.waiver(2_000);
    assert_eq!(s.versions(), [(2, 1, 1), (1, 2, 1)]);
    let names: Vec<Value> = s.todo("one").iter().map(|row| row["nodeName"].clone()).collect();
    assert!(names.contains(&json!("审批")) && names.contains(&json!("一级")), "{names:?}");
    s.town.refused(&s.admin, "/appr/definition/disable", json!({"id": id, "version": 99}), "已被");
    s.town.done(&s.admin, "/appr/definition/disable", json!({"id": id}));
    s.town.refused(&s.admin, "/appr/definition/disable", json!({"id": id}), "未发布，无需停用");
    let form = json!({"reasonKind": 3, "scope": [{"billId": s.bill, "amountFen": 10}], "effectiveDate": "2024-09-30"});
    s.town.refused(&s.writer, "/fin/waiver", form, "减免审批尚未发布，暂不能提交");
    for row in s.todo("one") {
        let one = s.town.portal.token("one");
        s.town.done(&one, "/appr/task/approve", json!({"taskId": row["taskId"], "version": row["version"]}));
    }
    assert_eq!(s.versions(), [(2, 2, 1), (1, 2, 0)], "what ran by it went on");
    s.town.done(&s.admin, "/appr/definition/publish", json!({"id": id}));
    assert_eq!(s.versions()[0], (2, 1, 1), "a version that was in force comes back");
    s.town.is_whole();
}

#[test]
fn as_a_file_and_back() {
    let s = scene();
    let (portal, admin) = (&s.town.portal, &s.admin);
    let mut drawing = line(&[task("t1", "一级")]);
    drawing["nodes"][1]["fields"] = json!({"policyDoc": 2, "bills.tenantName": 3});
    let id = Town::made(&portal.post(FIRST, admin, drawing));
    let file = portal.get(&format!("{FIRST}/{id}/export"), admin)["data"].clone();
    assert_eq!((&file["format"], &file["formatVersion"]), (&json!("gx-portal-process"), &json!(1)));
    let import = |file: &Value| portal.post("/appr/definition/import", admin, json!({"content": file.to_string()}));
    let back = Town::made(&import(&file));
    for part in ["nodes", "edges", "options", "name"] {
        assert_eq!(s.shown(back)[part], s.shown(id)[part], "{part}");
    }
    assert_eq!(s.shown(back)["definitionVersion"], 2);
    let refused = |file: Value, part: &str| {
        let answer = import(&file);
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{part}: {answer}");
        assert_eq!(answer["field"], "content", "{answer}");
    };
    refused(e1::with(file.clone(), json!({"formatVersion": 2})), "流程文件来自更新的版本（格式 2）");
    refused(e1::with(file.clone(), json!({"format": "bpmn"})), "文件不是流程文件");
    refused(e1::with(file.clone(), json!({"gateway": 1})), "本系统不认识的内容：gateway");
    let mut strange = file.clone();
    strange["nodes"][1]["script"] = json!("rm");
    refused(strange, "nodes[1].script");
    let mut wrong = file.clone();
    wrong["nodes"][1]["multi"] = json!("SOME");
    refused(wrong, "流程文件内容不正确");
    refused(e1::with(file, json!({"key": "unheard"})), "流程“unheard”不存在");
    let text = portal.post("/appr/definition/import", admin, json!({"content": "<xml/>"}));
    assert!(text["msg"].as_str().unwrap().contains("JSON 格式不正确"), "{text}");
}

#[test]
fn a_test_run_goes_as_the_process_does() {
    let s = scene();
    s.staffed();
    let portal = &s.town.portal;
    let preset = || {
        let rows = portal.get("/appr/definition/presets", &s.admin)["data"].clone();
        rows.as_array().unwrap().iter().find(|row| row["key"] == "waiver").unwrap().clone()
    };
    let before = preset();
    assert_eq!(
        (&before["preset"], &before["red"], &before["problem"]),
        (&json!("simple"), &json!(0), &json!("")),
        "{before}"
    );
    s.town.done(&s.admin, "/appr/definition/preset", json!({"key": "waiver", "preset": "standard"}));
    s.town.refused(
        &s.admin,
        "/appr/definition/preset",
        json!({"key": "waiver", "preset": "standard"}),
        "已在使用标准流程",
    );
    s.town.refused(&s.admin, "/appr/definition/preset", json!({"key": "waiver", "preset": "own"}), "没有自行设计流程");
    assert_eq!(preset()["preset"], "standard");
    let id =
        portal.get("/appr/definition/list?key=waiver&state=1", &s.admin)["rows"][0]["definitionId"].as_u64().unwrap();
    let drawing = s.shown(id);
    let me = portal.get("/getInfo", &s.writer)["user"]["userId"].clone();
    for fen in [800_000, 1_000_100, 3_000_000] {
        let waiver = s.waiver(fen);
        let run = e1::with(drawing.clone(), json!({"initiator": me, "document": waiver, "values": {}}));
        let tried = portal.post("/appr/definition/simulate", &s.admin, run)["data"].clone();
        let tried: Vec<Value> = tried["path"]
            .as_array()
            .unwrap_or_else(|| panic!("{tried}"))
            .iter()
            .map(|node| node["code"].clone())
            .collect();
        let instance = portal.get("/appr/instance/mine", &s.writer)["rows"][0]["instanceId"].clone();
        let path = portal.get(&format!("/appr/instance/{instance}/path"), &s.writer);
        let gone: Vec<Value> = path["data"].as_array().unwrap().iter().map(|node| node["code"].clone()).collect();
        assert_eq!(tried, gone, "{fen}");
    }
    let typed = |values: Value| {
        portal.post(
            "/appr/definition/simulate",
            &s.admin,
            e1::with(drawing.clone(), json!({"initiator": me, "values": values})),
        )
    };
    let codes = |answer: &Value| -> Vec<String> {
        let path = answer["data"]["path"].as_array().unwrap_or_else(|| panic!("{answer}"));
        path.iter().map(|node| node["code"].as_str().unwrap().to_owned()).collect()
    };
    let small = typed(json!({"cumulative_waived_fen": 1_000_000, "has_policy_doc": true}));
    assert_eq!(codes(&small), ["b", "t1", "t2", "c1"], "{small}");
    let large = typed(json!({"cumulative_waived_fen": 10_000_001, "has_policy_doc": true}));
    assert_eq!(codes(&large), ["b", "t1", "t2", "c1", "t3", "c2", "t4"]);
    let choice = &large["data"]["path"][3];
    assert_eq!(
        (&choice["branch"], choice["trace"].to_string().contains("100,000.01")),
        (&json!("金额大或无文号"), true),
        "{choice}"
    );
    for (fields, part) in [
        (json!({"initiator": 0, "values": {}}), "请选择一名在用的人员作为发起人"),
        (json!({"initiator": me, "values": {"weather": 1}}), "未知变量“weather”"),
        (json!({"initiator": me, "values": {}, "nodes": []}), "流程图还有问题"),
    ] {
        s.town.refused(&s.admin, "/appr/definition/simulate", e1::with(drawing.clone(), fields), part);
    }
}

#[test]
fn a_meeting_decides_with_its_minutes() {
    let s = scene();
    let portal = &s.town.portal;
    let mut meeting = task("t1", "局长办公会");
    meeting["minutes"] = json!(true);
    let id = Town::made(&portal.post(FIRST, &s.admin, line(std::slice::from_ref(&meeting))));
    s.town.refused(&s.admin, "/appr/definition/publish", json!({"id": id}), "须录入会议纪要，不能批量办理");
    meeting["actions"] = json!(["return"]);
    let change = e1::with(line(&[meeting]), json!({"definitionId": id, "version": 0}));
    assert_eq!(portal.put(FIRST, &s.admin, change)["code"], 200);
    s.town.done(&s.admin, "/appr/definition/publish", json!({"id": id}));
    s.waiver(1_000);
    let (one, row) = (portal.token("one"), s.todo("one")[0].clone());
    let shown = portal.get(&format!("/appr/instance/{}", row["instanceId"]), &one);
    assert_eq!(shown["data"]["task"]["minutesNeeded"], true);
    let file = portal.upload("/common/upload2Minio", &one, "file", "纪要.pdf", b"%PDF-1.4\n%%EOF\n");
    let file = file["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{file}"));
    let whole = json!({"minutesNo": "云办纪〔2024〕12号", "heldOn": "2024-09-27", "participants": "全体局领导", "minutesFile": file});
    let approve =
        |minutes: Value| portal.post("/appr/task/approve", &one, json!({"taskId": row["taskId"], "minutes": minutes}));
    for (left_out, field, sentence) in [
        (json!({"minutesNo": ""}), "minutes.minutesNo", "请填写会议纪要编号"),
        (json!({"heldOn": "2030-01-01"}), "minutes.heldOn", "会议日期不能晚于今天"),
        (json!({"participants": " "}), "minutes.participants", "请填写参会人员"),
        (json!({"minutesFile": 0}), "minutes.minutesFile", "请上传签字的会议纪要"),
        (json!({"minutesFile": 999_999}), "minutes.minutesFile", "附件不存在"),
    ] {
        let answer = approve(e1::with(whole.clone(), left_out));
        assert!(answer["msg"].as_str().unwrap().starts_with(sentence), "{answer}");
        assert_eq!(answer["field"], field, "{answer}");
    }
    let without = portal.post("/appr/task/approve", &one, json!({"taskId": row["taskId"]}));
    assert_eq!(without["msg"], "请填写会议纪要编号");
    assert_eq!(approve(whole.clone())["code"], 200);
    let shown = portal.get(&format!("/appr/instance/{}", row["instanceId"]), &s.writer)["data"]["history"].clone();
    assert_eq!(shown[1]["minutes"], whole, "{shown}");
    s.town.is_whole();
}

#[test]
fn standard_processes_are_brought_once_and_find_their_people() {
    let s = scene();
    let caller = std::sync::Arc::new(Caller::console("test", "look"));
    let keys = s.town.portal.app.read(&caller, |view: &View<'_>| {
        let mut keys = Vec::new();
        for binding in gx_portal::features::approvals::binding::all(view) {
            let drawing = standard::drawing(binding)?;
            let drawing = drawing.unwrap_or_else(|| panic!("{} has no standard process", binding.key));
            let found = gx_portal::features::approvals::definition::publish::check(
                view,
                binding,
                &drawing.draft(view, binding),
            )
            .expect("checked");
            assert!(found.is_empty(), "{}: {found:?}", binding.key);
            keys.push(binding.key);
        }
        Ok(keys)
    });
    let keys = keys.unwrap();
    assert!(keys.contains(&"waiver"), "{keys:?}");
    let list = |s: &Scene| {
        s.town.portal.get("/appr/definition/list?pageSize=100", &s.admin)["rows"].as_array().unwrap().clone()
    };
    let drafts = |s: &Scene| list(s).iter().filter(|row| row["state"] == 0).count();
    assert_eq!(drafts(&s), 0);
    standard::at_start(&s.town.portal.app).unwrap();
    assert_eq!(drafts(&s), keys.len());
    for row in list(&s).iter().filter(|row| row["state"] == 0) {
        assert_eq!(s.town.portal.delete(&format!("{FIRST}/{}", row["definitionId"]), &s.admin)["code"], 200);
    }
    standard::at_start(&s.town.portal.app).unwrap();
    assert_eq!(drafts(&s), 0, "what was deleted does not come back");
    let red = s.town.portal.get("/appr/definition/presets", &s.admin)["data"].clone();
    assert!(
        red.as_array().unwrap().iter().any(|row| row["red"].as_u64() > Some(0)),
        "nobody leads anything yet: {red}"
    );
    s.town.refused(&s.admin, "/appr/definition/preset", json!({"key": "waiver", "preset": "standard"}), "找不到办理人");
    s.staffed();
    for row in s.town.portal.get("/appr/definition/presets", &s.admin)["data"].as_array().unwrap() {
        let health =
            s.town.portal.get(&format!("/appr/definition/check?key={}", row["key"].as_str().unwrap()), &s.admin);
        assert_eq!((&row["red"], &row["problem"]), (&json!(0), &json!("")), "{row} {health}");
    }
}

#[test]
fn drafts_lie_there_and_the_simple_way_goes_on() {
    let s = scene();
    standard::at_start(&s.town.portal.app).unwrap();
    s.waiver(1_000);
    assert_eq!(s.versions(), [(2, 1, 1), (1, 0, 0)], "a draft is no publication");
    support::chain_is_whole(&s.town.portal.app);
}

#[test]
fn every_standard_process_finds_somebody_in_the_demonstration_city() {
    let portal = support::Portal::city();
    let admin = portal.admin();
    let presets = portal.get("/appr/definition/presets", &admin)["data"].clone();
    let rows = presets.as_array().unwrap();
    assert!(rows.len() >= 13, "{}", rows.len());
    for row in rows {
        let key = row["key"].as_str().unwrap();
        let health = portal.get(&format!("{FIRST}/check?key={key}"), &admin);
        assert_eq!((&row["red"], &row["problem"]), (&json!(0), &json!("")), "{key}: {health}");
    }
    let drafts = portal.get(&format!("{FIRST}/list?pageSize=100&state=0"), &admin);
    for row in drafts["rows"].as_array().unwrap() {
        let shown = portal.get(&format!("{FIRST}/{}", row["definitionId"]), &admin)["data"].clone();
        assert_eq!(shown["problems"], json!([]), "{shown}");
    }
    let users = portal.get("/system/user/list?pageSize=8", &admin)["rows"].clone();
    let person = |row: &Value| (row["userId"].as_u64().unwrap(), row["realName"].as_str().unwrap_or("").to_owned());
    let people: Vec<(u64, String)> = users.as_array().unwrap().iter().map(person).collect();
    super::samples::ends(&portal, &admin, &people);
}
