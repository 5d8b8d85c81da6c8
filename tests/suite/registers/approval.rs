//! Rows that somebody else decides about: asked for, seen by who decides, given back, put right, agreed to, or not.

use serde_json::{Value, json};

use gx_portal::features::approvals::instance::record::Instance;
use gx_portal::store::{Reads as _, id};

use super::made::{every_kind, fine, is_whole, listed, refused};
use crate::support::Portal;

const NEW: &str = "/appr/new";

/// A register whose rows are decided about, a clerk who asks and a head who decides, both of department 110.
struct Scene {
    portal: Portal,
    admin: String,
    clerk: String,
    head: String,
    register: u64,
}

fn values(code: &str) -> Value {
    json!({"bianhao": code, "shixiang": "路灯不亮", "jine": 123_456, "zhuangtai": "open", "dianhua": "13800000001"})
}

fn definition(approval: Value) -> Value {
    json!({"name": "信访台账", "fields": every_kind(), "title": 1, "once": [[1]], "formColumns": 2, "attachments": true,
        "approval": approval})
}

fn number(answer: &Value, name: &str) -> u64 {
    answer["data"][name].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

impl Scene {
    fn new(approval: Value) -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let input = json!({"code": "xfang", "definition": definition(approval)});
        let register = number(&fine(portal.post("/reg/design", &admin, input)), "id");
        let open = refused(portal.put(&format!("/reg/design/{register}/publish"), &admin, json!({})));
        assert!(open.contains("须经审批") && open.contains("“审批”权限"), "{open}");
        let publish = json!({"confirm": ["approval"]});
        fine(portal.put(&format!("/reg/design/{register}/publish"), &admin, publish));
        let all = ["list", "query", "add", "edit", "remove", "import"].map(|act| format!("reg:xfang:{act}"));
        let enters = portal.role("enters", &all.each_ref().map(String::as_str), 3, &[]);
        let decides = portal.role("decides", &["reg:xfang:list", "reg:xfang:query", "reg:xfang:approve"], 3, &[]);
        portal.person("clerk9", 110, &[enters]);
        portal.person("head9", 110, &[decides]);
        let [clerk, head] = ["clerk9", "head9"].map(|name| portal.token(name));
        Self { portal, admin, clerk, head, register }
    }

    fn all() -> Self {
        Self::new(json!({"create": true, "change": true, "remove": true}))
    }

    fn waits(&self) -> Vec<Value> {
        self.portal.get("/appr/task/todo", &self.head)["rows"].as_array().expect("rows").clone()
    }

    fn decide(&self, deed: &str) -> Value {
        let row = self.waits().first().cloned().expect("something waits");
        let said = json!({"taskId": row["taskId"], "version": row["version"], "comment": "看过"});
        self.portal.post(&format!("/appr/task/{deed}"), &self.head, said)
    }

    fn ask(&self, payload: Value) -> Value {
        self.portal.post(NEW, &self.clerk, json!({"key": "reg:xfang", "payload": payload}))
    }

    fn rows(&self) -> Value {
        listed(&self.portal, &self.clerk, "xfang", "")
    }

    fn shown(&self, id: u64) -> Value {
        fine(self.portal.get(&format!("/reg/xfang/{id}"), &self.clerk))["data"].clone()
    }

    /// A row that somebody agreed to.
    fn row(&self, code: &str) -> u64 {
        fine(self.portal.post("/reg/xfang", &self.clerk, json!({"values": values(code)})));
        fine(self.decide("approve"));
        let found = listed(&self.portal, &self.clerk, "xfang", &format!("keyWord={code}"));
        found["rows"][0]["id"].as_u64().expect("a row")
    }
}

#[test]
fn a_new_row_is_no_row_before_somebody_agrees() {
    let s = Scene::all();
    let made = fine(s.portal.post("/reg/xfang", &s.clerk, json!({"values": values("XF-1")})));
    assert_eq!(made["data"]["id"], Value::Null);
    let instance = number(&made, "instanceId");
    assert_eq!(s.rows()["total"], 0);
    assert_eq!(fine(s.portal.get("/reg/xfang/meta", &s.clerk))["data"]["waiting"], 1);
    let row = s.waits()[0].clone();
    assert_eq!((&row["title"], &row["amountFen"]), (&json!("信访台账新增“XF-1”"), &json!(123_456)));
    let shown = fine(s.portal.get(&format!("/appr/instance/{instance}"), &s.head))["data"].clone();
    let data = &shown["data"];
    assert_eq!(
        (&data["row_deed"], &data["shixiang"], &data["zhuangtai"], &data["dianhua"], &data["jine"]),
        (&json!(1), &json!("路灯不亮"), &json!("在办"), &json!("138****0001"), &json!("1,234.56 元"))
    );
    let own = s.portal.get("/appr/task/todo", &s.clerk);
    assert_eq!(own["rows"], json!([]), "who asks never decides");
    fine(s.decide("approve"));
    let rows = s.rows();
    assert_eq!(rows["total"], 1);
    let row = s.shown(rows["rows"][0]["id"].as_u64().expect("a number"));
    assert_eq!((&row["createBy"], &row["deptId"], &row["no"]), (&json!("clerk9"), &json!(110), &json!(1)));
    let full = s.portal.post("/reg/xfang/personal", &s.admin, json!({"id": row["id"]}));
    assert_eq!(full["data"]["values"]["dianhua"], "13800000001");
    let history = fine(s.portal.get(&format!("/portal/history?kind=register&id={}", row["id"]), &s.clerk));
    assert!(history["rows"][0]["deed"].as_str().is_some_and(|deed| deed.starts_with("新增（")), "{history}");
    is_whole(&s.portal);
}

#[test]
fn a_change_is_seen_beside_what_it_was_and_locks_the_row() {
    let s = Scene::all();
    let id = s.row("XF-1");
    let change =
        json!({"change": {"id": id, "version": 1, "values": {"shixiang": "已修复", "dianhua": "13911112222"}}});
    let asked = fine(s.ask(change.clone()));
    let instance = number(&asked, "instanceId");
    assert_eq!(s.shown(id)["values"]["shixiang"], "路灯不亮");
    assert_eq!(s.shown(id)["waitsIn"].as_u64(), Some(instance));
    let data = fine(s.portal.get(&format!("/appr/instance/{instance}"), &s.head))["data"]["data"].clone();
    assert_eq!(
        (&data["shixiang"], &data["dianhua"], &data["bianhao"]),
        (&json!("路灯不亮 → 已修复"), &json!("138****0001 → 139****2222"), &json!("XF-1"))
    );
    let again = refused(s.ask(change));
    assert!(again.contains("正在审批") && again.contains("SP-"), "{again}");
    assert!(refused(s.portal.delete(&format!("/reg/xfang/{id}"), &s.clerk)).contains("正在审批"));
    let same = json!({"change": {"id": id, "version": 1, "values": {"shixiang": "路灯不亮"}}});
    fine(s.decide("reject"));
    assert_eq!(s.shown(id)["values"]["shixiang"], "路灯不亮", "refused: nothing changed");
    assert_eq!(refused(s.ask(same)), "内容没有变化，无需提交审批");
    let change = json!({"id": id, "version": 1, "values": {"shixiang": "已修复"}});
    fine(s.portal.put("/reg/xfang", &s.clerk, change));
    fine(s.decide("approve"));
    let row = s.shown(id);
    assert_eq!((&row["values"]["shixiang"], &row["version"]), (&json!("已修复"), &json!(2)));
    is_whole(&s.portal);
}

#[test]
fn rows_go_and_come_back_by_decision_each_by_its_own() {
    let s = Scene::all();
    let ids = [s.row("XF-1"), s.row("XF-2")];
    let path = format!("/reg/xfang/{},{}", ids[0], ids[1]);
    let filed = fine(s.portal.delete(&path, &s.clerk));
    assert_eq!(
        (filed["instanceIds"].as_array().map(Vec::len), &filed["msg"]),
        (Some(2), &json!("已提交审批，批准后生效"))
    );
    assert_eq!(s.rows()["total"], 2);
    fine(s.decide("approve"));
    fine(s.decide("reject"));
    assert_eq!(s.rows()["total"], 1);
    let bin = fine(s.portal.get("/reg/xfang/deleted", &s.clerk));
    assert_eq!((&bin["total"], &bin["rows"][0]["deletedBy"]), (&json!(1), &json!("clerk9姓名")));
    let gone = bin["rows"][0]["id"].clone();
    fine(s.ask(json!({"restore": {"ids": [gone]}})));
    fine(s.decide("approve"));
    assert_eq!(s.rows()["total"], 2);
    is_whole(&s.portal);
}

#[test]
fn what_came_back_is_put_right_and_keeps_what_was_sealed_and_attached() {
    let s = Scene::all();
    let file = |name: &str| {
        let sent = s.portal.upload("/common/upload2Minio", &s.clerk, "file", name, b"%PDF-1.4\n%%EOF\n");
        sent["fileInfo"]["id"].as_u64().expect("a file")
    };
    let (first, second) = (file("一.pdf"), file("二.pdf"));
    let mut form = values("XF-1");
    form["fujian"] = json!([first]);
    let asked = fine(s.ask(json!({"create": {"values": form, "files": [second]}})));
    let instance = number(&asked, "instanceId");
    assert_ne!(s.portal.get(&format!("/common/file/{first}"), &s.head)["code"], 401, "lent to who decides");
    fine(s.decide("return"));
    let path = format!("/reg/xfang/returned/{instance}");
    assert_eq!(refused(s.portal.get(&path, &s.head)), "该流程不存在或无权查看");
    let back = fine(s.portal.get(&path, &s.clerk))["data"].clone();
    assert_eq!((&back["deed"], &back["row"]["values"]["dianhua"]), (&json!(1), &json!("138****0001")));
    assert_eq!(back["row"]["files"], json!([second]));
    let mut form = back["row"]["values"].clone();
    form["shixiang"] = json!("路灯两盏不亮");
    let put = |values: &Value, version: &Value| {
        let input = json!({"id": instance, "version": version, "values": values, "files": []});
        s.portal.put("/reg/xfang/returned", &s.clerk, input)
    };
    let mut wrong = form.clone();
    wrong["riqi"] = json!("昨天");
    assert!(refused(put(&wrong, &back["version"])).contains("受理日期"));
    fine(put(&form, &back["version"]));
    assert_eq!(put(&form, &back["version"])["code"], 409, "two pages");
    let biz = fine(s.portal.get(&format!("/appr/instance/{instance}"), &s.clerk))["data"]["bizId"].clone();
    fine(s.portal.post("/appr/submit", &s.clerk, json!({"key": "reg:xfang", "bizId": biz})));
    assert!(refused(put(&form, &Value::Null)).contains("不在发起人处"));
    fine(s.decide("approve"));
    let row = s.rows()["rows"][0].clone();
    assert_eq!(
        (&row["values"]["shixiang"], &row["values"]["fujian"], &row["files"]),
        (&json!("路灯两盏不亮"), &json!([first]), &json!([]))
    );
    let full = s.portal.post("/reg/xfang/personal", &s.admin, json!({"id": row["id"]}));
    assert_eq!(full["data"]["values"]["dianhua"], "13800000001");
    is_whole(&s.portal);
}

#[test]
fn no_other_way_leads_past_a_decision() {
    let s = Scene::new(json!({"create": true}));
    let text = "编号\t事项\nXF-9\t井盖";
    let pasted = refused(s.portal.post("/reg/xfang/paste", &s.clerk, json!({"text": text})));
    assert_eq!(pasted, "登记表“信访台账”的新增须经审批，不能批量导入或粘贴，请在页面上逐行提交");
    let id = s.row("XF-1");
    // Only new rows are decided about here: changes are done at once, and imports may change.
    fine(s.portal.put("/reg/xfang", &s.clerk, json!({"id": id, "version": 1, "values": {"shixiang": "改"}})));
    let text = "编号\t事项\nXF-1\t又改";
    fine(s.portal.post("/reg/xfang/paste", &s.clerk, json!({"text": text, "updateSupport": true})));
    assert_eq!(s.shown(id)["values"]["shixiang"], "又改");
    let both = "编号\t事项\nXF-1\t再改\nXF-2\t新的";
    let report = s.portal.post("/reg/xfang/paste", &s.clerk, json!({"text": both, "updateSupport": true}));
    assert!(report.to_string().contains("新增须经审批"), "{report}");
    assert_eq!(s.rows()["total"], 1);
    // The form of another register does not go through this one's process.
    let mut drawn = definition(json!({}));
    drawn["name"] = json!("来访台账");
    let other = json!({"code": "yfang", "definition": drawn});
    let other = number(&fine(s.portal.post("/reg/design", &s.admin, other)), "id");
    fine(s.portal.put(&format!("/reg/design/{other}/publish"), &s.admin, json!({})));
    fine(s.ask(json!({"create": {"code": "yfang", "values": values("XF-3")}})));
    fine(s.decide("approve"));
    assert_eq!(listed(&s.portal, &s.admin, "yfang", "")["total"], 0);
    assert_eq!(s.rows()["total"], 2);
    is_whole(&s.portal);
}

#[test]
fn what_can_not_take_effect_says_why_and_waits() {
    let s = Scene::all();
    fine(s.portal.post("/reg/xfang", &s.clerk, json!({"values": values("XF-1")})));
    fine(s.portal.post("/reg/xfang", &s.clerk, json!({"values": values("XF-1")})));
    fine(s.decide("approve"));
    let waits = s.waits()[0].clone();
    let shown = fine(s.portal.get(&format!("/appr/instance/{}", waits["instanceId"]), &s.head))["data"].clone();
    assert_eq!(shown["stops"][0], "编号与第 1 行重复");
    assert_eq!(refused(s.decide("approve")), "编号与第 1 行重复");
    assert_eq!(s.rows()["total"], 1);
    fine(s.portal.put(&format!("/reg/design/{}/stop", s.register), &s.admin, json!({})));
    assert_eq!(s.waits(), Vec::<Value>::new(), "nobody holds rights of what is stopped");
    let archive = s.portal.put(&format!("/reg/design/{}/archive", s.register), &s.admin, json!({}));
    assert_eq!(refused(archive), "登记表“信访台账”有 1 件正在审批，请办结后再归档");
    let end = json!({"id": waits["instanceId"], "comment": "登记表停用"});
    fine(s.portal.post("/appr/manage/terminate", &s.admin, end));
    fine(s.portal.put(&format!("/reg/design/{}/archive", s.register), &s.admin, json!({})));
    is_whole(&s.portal);
}

#[test]
fn a_batch_asks_row_by_row_and_a_field_that_went_meanwhile_is_told() {
    let s = Scene::all();
    let ids = [s.row("XF-1"), s.row("XF-2")];
    let batch = json!({"ids": ids, "field": "shixiang", "value": "路灯不亮"});
    let same = fine(s.portal.put("/reg/xfang/batch", &s.clerk, batch));
    assert_eq!(same["instanceIds"], json!([]), "nothing would change");
    let batch = json!({"ids": ids, "field": "shixiang", "value": "已修复"});
    let filed = fine(s.portal.put("/reg/xfang/batch", &s.clerk, batch));
    assert_eq!(filed["instanceIds"].as_array().map(Vec::len), Some(2));
    fine(s.decide("approve"));
    assert_eq!(listed(&s.portal, &s.clerk, "xfang", "q[shixiang]=已修复")["total"], 1);
    let design = fine(s.portal.get(&format!("/reg/design/{}", s.register), &s.admin))["data"].clone();
    let archive = json!({"id": s.register, "no": 2, "draftLock": design["draftLock"]});
    fine(s.portal.put(&format!("/reg/design/{}/field/archive", s.register), &s.admin, archive));
    fine(s.portal.put(&format!("/reg/design/{}/publish", s.register), &s.admin, json!({"confirm": ["approval"]})));
    let why = refused(s.decide("approve"));
    assert_eq!(why, "登记表的设计已更新，字段“事项”不再填写，请退回或驳回后由申请人重新提交");
    fine(s.decide("reject"));
    assert_eq!(s.rows()["total"], 2);
    is_whole(&s.portal);
}

#[test]
fn a_drawn_process_asks_fields_and_takes_the_place_of_the_right() {
    let s = Scene::all();
    let catalogue = fine(s.portal.get("/appr/binding/list", &s.admin))["data"].clone();
    let all = catalogue["bindings"].as_array().expect("bindings");
    let own = all.iter().find(|one| one["key"] == "reg:xfang").expect("the register can be drawn for");
    assert_eq!(own["label"], "登记表·信访台账");
    let offered = fine(s.portal.get("/appr/process/options", &s.clerk))["data"].to_string();
    assert!(offered.contains("reg:xfang"), "lists and deputyships can name it: {offered}");
    assert!(own["fields"].to_string().contains("dianhua") && own["vars"].to_string().contains("jine"), "{own}");
    let leader = s.portal.person("leader9", 110, &[]);
    let nodes = json!([
        {"code": "b", "type": 0, "name": "发起"},
        {"code": "c", "type": 2, "name": "金额"},
        {"code": "t1", "type": 1, "name": "科室", "assign": [{"kind": "RIGHT", "name": "reg:xfang:approve"}]},
        {"code": "t2", "type": 1, "name": "领导", "assign": [{"kind": "USER", "users": [leader]}], "fields": {"dianhua": 3}},
    ]);
    let edges = json!([
        {"from": "b", "to": "c"}, {"from": "c", "to": "t2", "order": 1, "if": {"gt": ["jine", 100_000]}},
        {"from": "c", "to": "t1", "default": true}, {"from": "t1"}, {"from": "t2"},
    ]);
    let drawing = json!({"key": "reg:xfang", "name": "信访审批", "nodes": nodes, "edges": edges, "options": {}});
    let process = number(&fine(s.portal.post("/appr/definition", &s.admin, drawing)), "id");
    fine(s.portal.post("/appr/definition/publish", &s.admin, json!({"id": process})));
    let preview = json!({"key": "reg:xfang", "payload": {"create": {"values": values("XF-1")}}});
    let way = fine(s.portal.post("/appr/new/preview", &s.clerk, preview))["data"].clone();
    assert!(way["path"].to_string().contains("领导"), "{way}");
    assert_eq!(fine(s.portal.get("/reg/xfang/meta", &s.clerk))["data"]["waiting"], 0, "a look leaves nothing");
    let instance = number(&fine(s.ask(json!({"create": {"values": values("XF-1")}}))), "instanceId");
    assert_eq!(s.waits(), Vec::<Value>::new());
    let leader = s.portal.token("leader9");
    let shown = fine(s.portal.get(&format!("/appr/instance/{instance}"), &leader))["data"].clone();
    assert!(shown["data"].get("dianhua").is_none() && shown["bizPath"].is_null(), "{shown}");
    let mut small = values("XF-2");
    small["jine"] = json!(100_000);
    fine(s.ask(json!({"create": {"values": small}})));
    assert_eq!(s.waits().len(), 1);
    // Disabled, nothing can be asked for any more: it is not done without a decision.
    let version = fine(s.portal.get(&format!("/appr/definition/{process}"), &s.admin))["data"]["version"].clone();
    fine(s.portal.post("/appr/definition/disable", &s.admin, json!({"id": process, "version": version})));
    let closed = refused(s.portal.post("/reg/xfang", &s.clerk, json!({"values": values("XF-3")})));
    assert_eq!(closed, "登记表·信访台账尚未发布，暂不能提交");
}

#[test]
fn nothing_sealed_leaves_a_process() {
    let s = Scene::all();
    let asked = fine(s.ask(json!({"create": {"values": values("XF-1")}})));
    fine(s.portal.post("/reg/xfang", &s.clerk, json!({"values": values("XF-2")})));
    let instance = number(&asked, "instanceId");
    let audit = format!("{:?}", s.portal.audit_rows());
    assert!(!audit.contains("13800000001"), "stands in the audit");
    for path in
        [format!("/appr/instance/{instance}"), format!("/appr/instance/{instance}/print"), "/appr/manage/list".into()]
    {
        let told = s.portal.get(&path, &s.admin).to_string();
        assert!(!told.contains("13800000001"), "{path}");
    }
    let reader = s.portal.app.store.read().expect("a reader");
    let stored: Option<Instance> = reader.get(&id(instance)).expect("read");
    assert!(!format!("{stored:?}").contains("13800000001"), "stands in the store");
}
