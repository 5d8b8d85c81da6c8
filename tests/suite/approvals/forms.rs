//! A form of an authority's own, from its drawing to its decision: the use of a seal.

use crate::e1;
use crate::support::Portal;
use serde_json::{Value, json};

const FORM: &str = "/appr/form";

/// A portal with a form, somebody who fills it in, and somebody who decides.
struct Scene {
    portal: Portal,
    admin: String,
    clerk: String,
    boss: String,
    form: u64,
}

fn field(name: &str, title: &str, kind: &str, more: Value) -> Value {
    e1::with(json!({"name": name, "title": title, "kind": kind}), more)
}

fn fields() -> Vec<Value> {
    vec![
        field("reason", "用印事由", "text", json!({"required": true, "most": 20})),
        field("copies", "份数", "int", json!({"required": true, "least": 1, "most": 50})),
        field("fee", "金额", "money", json!({})),
        field("seal", "印章", "choice", json!({"options": ["公章", "合同章"], "required": true})),
        field("day", "用印日期", "date", json!({})),
        field("handler", "经手人", "person", json!({})),
        field("scans", "材料", "files", json!({})),
        field("note", "请附原件", "note", json!({})),
    ]
}

fn drawing() -> Value {
    json!({"key": "seal_use", "name": "用印申请", "fields": fields()})
}

impl Scene {
    fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let starts = portal.role("starts", &["appr:form:start"], 5, &[]);
        portal.person("clerk9", 110, &[starts]);
        let boss_id = portal.person("boss9", 110, &[starts]);
        let form = made(&portal.post(FORM, &admin, drawing()));
        let nodes = json!([
            {"code": "b", "type": 0, "name": "发起"},
            {"code": "c", "type": 2, "name": "份数"},
            {"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "USER", "users": [boss_id]}],
             "fields": {"fee": 3}},
            {"code": "t2", "type": 1, "name": "复核", "assign": [{"kind": "FORM_USER", "name": "handler"}], "onEmpty": "ADMIN"},
        ]);
        let edges = json!([
            {"from": "b", "to": "c"}, {"from": "c", "to": "t1", "order": 1, "if": {"lt": ["copies", 10]}},
            {"from": "c", "to": "t2", "default": true}, {"from": "t1"}, {"from": "t2"},
        ]);
        let process = json!({"key": "seal_use", "name": "用印审批", "nodes": nodes, "edges": edges, "options": {}});
        let process = made(&portal.post("/appr/definition", &admin, process));
        let [clerk, boss] = ["clerk9", "boss9"].map(|name| portal.token(name));
        assert_eq!(portal.get("/appr/form/start", &clerk)["data"], json!([]), "not published yet");
        let early = portal.post("/appr/form/start", &clerk, json!({"key": "seal_use", "data": entered()}));
        assert_eq!(early["msg"], "用印申请尚未发布，暂不能提交");
        let published = portal.post("/appr/definition/publish", &admin, json!({"id": process}));
        assert_eq!(published["code"], 200, "{published}");
        Self { portal, admin, clerk, boss, form }
    }

    fn start(&self, data: Value) -> Value {
        self.portal.post("/appr/form/start", &self.clerk, json!({"key": "seal_use", "data": data}))
    }

    fn todo(&self, who: &str) -> Vec<Value> {
        self.portal.get("/appr/task/todo", who)["rows"].as_array().unwrap().clone()
    }
}

fn made(answer: &Value) -> u64 {
    answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

fn entered() -> Value {
    json!({"reason": "房屋租赁合同", "copies": 2, "fee": 12_345, "seal": 1, "day": "2024-09-30"})
}

#[test]
fn a_form_is_filled_in_given_back_put_right_and_decided() {
    let s = Scene::new();
    assert_eq!(s.portal.get("/appr/form/start", &s.clerk)["data"][0]["name"], "用印申请");
    let file = s.portal.upload("/common/upload2Minio", &s.clerk, "file", "原件.pdf", b"%PDF-1.4\n%%EOF\n");
    let file = file["fileInfo"]["id"].as_u64().unwrap();
    let started = s.start(e1::with(entered(), json!({"scans": [file]})));
    let instance = started["data"]["instanceId"].as_u64().unwrap_or_else(|| panic!("{started}"));
    let row = s.todo(&s.boss)[0].clone();
    assert_eq!(
        (&row["label"], &row["title"], &row["amountFen"]),
        (&json!("用印申请"), &json!("用印申请：房屋租赁合同"), &json!(null)),
        "the amount is the field that this node hides"
    );
    assert_eq!(s.portal.get("/appr/instance/mine", &s.clerk)["rows"][0]["amountFen"], 12_345);
    let shown = s.portal.get(&format!("/appr/instance/{instance}"), &s.boss)["data"].clone();
    assert_eq!(
        (&shown["data"]["seal"], &shown["data"]["copies"], &shown["formRef"]),
        (&json!(1), &json!(2), &json!("appr/form"))
    );
    assert!(shown["data"].get("fee").is_none(), "hidden at this node: {}", shown["data"]);
    let seal = shown["fields"].as_array().unwrap().iter().find(|field| field["path"] == "seal").unwrap();
    assert_eq!(seal["options"], json!([[0, "公章"], [1, "合同章"]]));
    let info = s.portal.get(&format!("/common/file/{file}"), &s.boss);
    assert_ne!(info["code"], 401, "{info}");
    let back = json!({"taskId": row["taskId"], "version": row["version"], "comment": "份数有误"});
    assert_eq!(s.portal.post("/appr/task/return", &s.boss, back)["code"], 200);
    let foreign = s.portal.get(&format!("/appr/form/data/{instance}"), &s.boss);
    assert_eq!(foreign["msg"], "该流程不存在或无权查看");
    let returned = s.portal.get(&format!("/appr/form/data/{instance}"), &s.clerk)["data"].clone();
    let put = |data: Value, version: &Value| {
        s.portal.put("/appr/form/data", &s.clerk, json!({"instanceId": instance, "version": version, "data": data}))
    };
    let right = e1::with(returned["data"].clone(), json!({"copies": 3}));
    assert_eq!(put(e1::with(right.clone(), json!({"copies": 99})), &returned["version"])["msg"], "份数超出允许的范围");
    assert_eq!(put(right.clone(), &returned["version"])["code"], 200);
    assert_eq!(put(right, &returned["version"])["code"], 409);
    let biz = s.portal.get(&format!("/appr/instance/{instance}"), &s.clerk)["data"]["bizId"].clone();
    let again = s.portal.post("/appr/submit", &s.clerk, json!({"key": "seal_use", "bizId": biz}));
    assert_eq!(again["code"], 200, "{again}");
    assert!(put(json!({}), &json!(null))["msg"].as_str().unwrap().contains("不在发起人处"));
    let row = s.todo(&s.boss)[0].clone();
    assert_eq!(
        s.portal.post("/appr/task/approve", &s.boss, json!({"taskId": row["taskId"], "version": row["version"]}))["code"],
        200
    );
    let ended = s.portal.get(&format!("/appr/instance/{instance}"), &s.clerk)["data"].clone();
    assert_eq!(
        (&ended["state"], &ended["data"]["copies"], &ended["data"]["fee"]),
        (&json!(2), &json!(3), &json!(12_345))
    );
}

#[test]
fn what_is_entered_is_checked_field_by_field() {
    let s = Scene::new();
    for (wrong, field, sentence) in [
        (json!({"reason": " "}), "data.reason", "请填写用印事由"),
        (json!({"reason": "长".repeat(21)}), "data.reason", "用印事由不能超过20个字符"),
        (json!({"copies": 0}), "data.copies", "份数超出允许的范围"),
        (json!({"copies": "二"}), "data.copies", "份数填写不正确"),
        (json!({"seal": 2}), "data.seal", "印章填写不正确"),
        (json!({"day": "2024-13-01"}), "data.day", "用印日期填写不正确"),
        (json!({"day": "1950-01-01"}), "data.day", "用印日期须在"),
        (json!({"fee": -1}), "data.fee", "金额超出允许的范围"),
        (json!({"handler": 99_999}), "data.handler", "经手人：该人员已停用或不存在"),
        (json!({"scans": ["x"]}), "data.scans", "材料填写不正确"),
    ] {
        let answer = s.start(e1::with(entered(), wrong));
        assert!(answer["msg"].as_str().unwrap().starts_with(sentence), "{sentence}: {answer}");
        assert_eq!(answer["field"], field, "{answer}");
    }
    let foreign = s.start(e1::with(entered(), json!({"scans": [999]})));
    assert_ne!(foreign["code"], 200, "{foreign}");
    let unknown = s.portal.post("/appr/form/start", &s.clerk, json!({"key": "none", "data": {}}));
    assert_eq!(unknown["field"], "key", "{unknown}");
    assert_eq!(s.todo(&s.boss).len(), 0, "nothing of a refused form stays");
}

#[test]
fn whom_the_form_names_decides_and_never_who_sent_it() {
    let s = Scene::new();
    let number = |who: &str| s.portal.get("/getInfo", who)["user"]["userId"].as_u64().unwrap();
    let named = s.start(e1::with(entered(), json!({"copies": 20, "handler": number(&s.boss)})));
    assert_eq!(named["code"], 200, "{named}");
    let row = s.todo(&s.boss)[0].clone();
    assert_eq!(row["nodeName"], "复核");
    let shown = s.portal.get(&format!("/appr/instance/{}", row["instanceId"]), &s.boss)["data"]["data"].clone();
    assert_eq!(shown["handler"], "boss9姓名");
    let own = s.start(e1::with(entered(), json!({"copies": 20, "handler": number(&s.clerk)})));
    assert_eq!(own["code"], 200, "{own}");
    assert_eq!(s.todo(&s.clerk).len(), 0, "he named himself and is asked all the same by nobody");
}

#[test]
fn drafts_are_their_owners_and_go_with_the_submission() {
    let s = Scene::new();
    let save = |who: &str, form: Value| s.portal.post("/appr/draft", who, form);
    let draft = made(&save(&s.clerk, json!({"key": "seal_use", "data": {"reason": "半"}})));
    let listed = s.portal.get("/appr/draft/list", &s.clerk)["data"].clone();
    assert_eq!(
        (&listed[0]["draftId"], &listed[0]["name"], &listed[0]["data"]["reason"]),
        (&json!(draft), &json!("用印申请"), &json!("半"))
    );
    assert_eq!(s.portal.get("/appr/draft/list", &s.boss)["data"], json!([]));
    let gone = "该草稿不存在，可能已提交或删除";
    let change = json!({"draftId": draft, "key": "seal_use", "data": {}});
    assert_eq!(s.portal.put("/appr/draft", &s.boss, change.clone())["msg"], gone);
    assert_eq!(s.portal.delete(&format!("/appr/draft/{draft}"), &s.boss)["msg"], gone);
    assert_eq!(s.portal.put("/appr/draft", &s.clerk, change)["code"], 200);
    let sent = json!({"key": "seal_use", "data": entered(), "draftId": draft});
    assert_eq!(s.portal.post("/appr/form/start", &s.boss, sent.clone())["msg"], gone, "and nothing is submitted");
    assert_eq!(s.portal.post("/appr/form/start", &s.clerk, sent)["code"], 200);
    assert_eq!(s.portal.get("/appr/draft/list", &s.clerk)["data"], json!([]));
    assert_eq!(save(&s.clerk, json!({"key": "none", "data": {}}))["field"], "key");
}

#[test]
fn a_form_is_drawn_with_care() {
    let s = Scene::new();
    let post = |form: Value| s.portal.post(FORM, &s.admin, form);
    let with_fields = |fields: Value| post(json!({"key": "trip", "name": "出差", "fields": fields}));
    assert_eq!(post(drawing())["msg"], "流程标识“seal_use”已被使用");
    assert_eq!(post(json!({"key": "waiver", "name": "甲", "fields": fields()}))["field"], "key");
    assert_eq!(post(json!({"key": "No", "name": "甲", "fields": fields()}))["field"], "key");
    assert_eq!(with_fields(json!([]))["msg"], "请至少添加一个填写的字段");
    for (wrong, part) in [
        (field("Bad", "甲", "text", json!({})), "名称须以小写字母开头"),
        (field("amount_fen", "甲", "money", json!({})), "名称须以小写字母开头"),
        (field("a", "", "text", json!({})), "标题不能为空"),
        (field("a", "甲", "choice", json!({"options": ["一"]})), "须有2到50个选项"),
        (field("a", "甲", "int", json!({"least": 5, "most": 1})), "最小值、最大值或提示不正确"),
    ] {
        let answer = with_fields(json!([wrong]));
        assert!(answer["msg"].as_str().unwrap().contains(part) && answer["field"] == "fields", "{part}: {answer}");
    }
    let twice = with_fields(json!([field("a", "甲", "text", json!({})), field("a", "乙", "text", json!({}))]));
    assert!(twice["msg"].as_str().unwrap().contains("重复"), "{twice}");
    let gone = s.portal.delete(&format!("{FORM}/{}", s.form), &s.admin);
    assert_eq!(gone["msg"], "表单已被流程“用印审批”使用，不能删除");
    assert_eq!(s.start(entered())["code"], 200);
    let change = |version: u64, fields: Vec<Value>| {
        let form = json!({"formId": s.form, "version": version, "name": "用印申请单", "fields": fields});
        s.portal.put(FORM, &s.admin, form)
    };
    let mut fewer = fields();
    fewer.remove(1);
    assert_eq!(change(0, fewer)["msg"], "字段“份数”已有单据使用，不能删除、改变类型或改动已有选项");
    let mut more = fields();
    more.push(field("urgent", "加急", "bool", json!({})));
    assert_eq!(change(0, more.clone())["code"], 200);
    assert_eq!(change(0, more)["code"], 409);
    assert_eq!(s.todo(&s.boss)[0]["label"], "用印申请单");
    let kinds = s.portal.get("/appr/binding/list", &s.admin)["data"]["bindings"].clone();
    let own = kinds.as_array().unwrap().iter().find(|kind| kind["key"] == "seal_use").unwrap().clone();
    assert!(own["vars"].to_string().contains("urgent"), "{own}");
}

/// A form with everything that needs more than a line: days, several words, records, pictures, text, rows.
fn rich_fields() -> Value {
    let columns = json!([
        field("item", "名称", "text", json!({"required": true, "most": 10})),
        field("amount", "金额", "money", json!({})),
        field("size", "面积", "area", json!({})),
        field("sort", "类别", "choice", json!({"options": ["维修", "购置"]})),
    ]);
    json!([
        field("reason", "事由", "text", json!({"required": true})),
        field("days", "起止", "daterange", json!({"required": true})),
        field("kinds", "用途", "choices", json!({"options": ["办公", "会议", "接待"]})),
        field("place", "资产", "asset", json!({})),
        field("room", "房间", "room", json!({})),
        field("payer", "乙方", "tenant", json!({})),
        field("photos", "照片", "pictures", json!({})),
        field("story", "说明", "html", json!({})),
        field("items", "明细", "table", json!({"columns": columns})),
    ])
}

#[test]
fn a_form_takes_days_words_records_pictures_text_and_rows() {
    let town = e1::Town::new();
    let (portal, admin) = (&town.portal, town.portal.admin());
    let boss_id = portal.person("boss9", 110, &[]);
    let form = json!({"key": "works", "name": "维修申请", "fields": rich_fields()});
    made(&portal.post(FORM, &admin, form.clone()));
    let kinds = portal.get("/appr/binding/list", &admin)["data"]["bindings"].clone();
    let own = kinds.as_array().unwrap().iter().find(|kind| kind["key"] == "works").unwrap().clone();
    let names: Vec<&str> = own["vars"].as_array().unwrap().iter().filter_map(|var| var["name"].as_str()).collect();
    assert!(
        names.contains(&"items_amount") && names.contains(&"items_size") && !names.contains(&"items_item"),
        "{names:?}"
    );
    let nodes = json!([
        {"code": "b", "type": 0, "name": "发起"},
        {"code": "c", "type": 2, "name": "合计"},
        {"code": "t1", "type": 1, "name": "审批", "assign": [{"kind": "USER", "users": [boss_id]}],
         "fields": {"items.amount": 3, "payer": 3}},
        {"code": "t2", "type": 1, "name": "大额", "assign": [{"kind": "USER", "users": [boss_id]}]},
    ]);
    let edges = json!([
        {"from": "b", "to": "c"}, {"from": "c", "to": "t2", "order": 1, "if": {"gt": ["items_amount", 100_000]}},
        {"from": "c", "to": "t1", "default": true}, {"from": "t1"}, {"from": "t2"},
    ]);
    let process = json!({"key": "works", "name": "维修审批", "nodes": nodes, "edges": edges, "options": {}});
    let process = made(&portal.post("/appr/definition", &admin, process));
    let published = portal.post("/appr/definition/publish", &admin, json!({"id": process}));
    assert_eq!(published["code"], 200, "{published}");

    let first = |path: &str, id: &str| portal.get(path, &admin)["data"][0][id].clone();
    let (asset, tenant) = (first("/asset/asset/options", "assetId"), first("/lease/tenant/options", "tenantId"));
    let room = portal.get("/asset/room/options", &admin)["data"][0].clone();
    let rows =
        json!([{"item": "屋面", "amount": 60_000, "size": 1_250, "sort": 0}, {"item": "门窗", "amount": 39_999}]);
    let entered = json!({
        "reason": "漏水", "days": ["2024-09-01", "2024-09-30"], "kinds": [2, 0, 2], "place": asset,
        "room": room["roomId"], "payer": tenant, "story": "<p onclick=\"x()\">屋面<script>1</script>漏水</p>", "items": rows,
    });
    let start = |data: Value| portal.post("/appr/form/start", &admin, json!({"key": "works", "data": data}));
    for (wrong, at, sentence) in [
        (json!({"days": ["2024-09-30", "2024-09-01"]}), "data.days", "起止的结束日期不能早于开始日期"),
        (json!({"days": ["2024-09-30"]}), "data.days", "起止填写不正确"),
        (json!({"days": ["2024-09-30", null]}), "data.days", "起止填写不正确"),
        (json!({"days": null}), "data.days", "请填写起止"),
        (json!({"kinds": [3]}), "data.kinds", "用途填写不正确"),
        (json!({"place": 99_999}), "data.place", "资产：资产不存在"),
        (json!({"room": 99_999}), "data.room", "房间：房间不存在"),
        (json!({"payer": "x"}), "data.payer", "乙方填写不正确"),
        (json!({"story": "长".repeat(50_001)}), "data.story", "说明不能超过50000个字符"),
        (json!({"items": [{"amount": 1}]}), "data.items", "明细第 1 行：请填写名称"),
        (
            json!({"items": [{"item": "一"}, {"item": "二", "amount": -1}]}),
            "data.items",
            "明细第 2 行：金额超出允许的范围",
        ),
        (json!({"items": vec![json!({"item": "一"}); 101]}), "data.items", "明细不能超过100行"),
        (json!({"items": 7}), "data.items", "明细填写不正确"),
    ] {
        let answer = start(e1::with(entered.clone(), wrong));
        assert!(answer["msg"].as_str().unwrap().starts_with(sentence), "{sentence}: {answer}");
        assert_eq!(answer["field"], at, "{answer}");
    }
    let text = portal.upload("/common/upload2Minio", &admin, "file", "不是图.pdf", b"%PDF-1.4\n%%EOF\n");
    let text = text["fileInfo"]["id"].as_u64().unwrap();
    assert_eq!(start(e1::with(entered.clone(), json!({"photos": [text]})))["msg"], "照片只能上传图片");

    let started = start(entered.clone());
    assert_eq!(started["code"], 200, "{started}");
    let boss = portal.token("boss9");
    let shown = |title: &str| {
        let rows = portal.get("/appr/task/todo", &boss)["rows"].as_array().unwrap().clone();
        let row = rows.into_iter().find(|row| row["nodeName"] == title).unwrap_or_else(|| panic!("nothing at {title}"));
        portal.get(&format!("/appr/instance/{}", row["instanceId"]), &boss)["data"].clone()
    };
    let data = shown("审批")["data"].clone();
    assert_eq!(data["days"], "2024-09-01 至 2024-09-30");
    assert_eq!(data["kinds"], "办公、接待");
    let called = data["room"].as_str().unwrap_or_else(|| panic!("{data}"));
    let parts = [&room["buildingName"], &room["roomCode"]].map(|part| part.as_str().unwrap());
    assert!(parts.iter().all(|part| !part.is_empty() && called.contains(part)), "{called}: {room}");
    assert_eq!(data["story"], "<p>屋面漏水</p>", "cleaned when it was stored");
    let process = portal.get("/appr/task/todo", &boss)["rows"][0]["instanceId"].clone();
    let rows = |who: &str, field: &str| {
        portal.get(&format!("/appr/instance/{process}/rows?field={field}&pageNum=2&pageSize=1"), who)
    };
    assert_eq!(
        rows(&boss, "items")["data"],
        json!({"rows": [{"item": "门窗"}], "total": 2}),
        "masked as the document is"
    );
    assert_eq!(rows(&boss, "payer")["msg"], "该明细不存在或无权查看");
    portal.person("nobody9", 110, &[]);
    assert_eq!(rows(&portal.token("nobody9"), "items")["msg"], "该流程不存在或无权查看");
    assert_eq!(
        data["items"],
        json!([{"item": "屋面", "size": "12.50", "sort": 0}, {"item": "门窗"}]),
        "a column is hidden"
    );
    assert!(data.get("payer").is_none() && !data.to_string().contains("payer"), "{data}");
    assert!(data["place"].as_str().is_some_and(|name| !name.is_empty()), "{data}");
    let dearer = json!([{"item": "屋面", "amount": 60_000}, {"item": "门窗", "amount": 40_001}]);
    assert_eq!(start(e1::with(entered, json!({"items": dearer})))["code"], 200);
    assert_eq!(shown("大额")["data"]["items"][1]["amount"], 40_001, "the sum of a column leads the way");

    let drawn = |fields: Value| portal.post(FORM, &admin, json!({"key": "other", "name": "其他", "fields": fields}));
    let column =
        |kind: &str| json!([field("t", "表", "table", json!({"columns": [field("a", "甲", kind, json!({}))]}))]);
    for (fields, sentence) in [
        (column("files"), "是附件，不能作为明细表的列"),
        (column("table"), "是明细表，不能作为明细表的列"),
        (json!([field("t", "表", "table", json!({}))]), "须有1到10列"),
        (json!([field("a", "甲", "text", json!({"columns": [field("b", "乙", "text", json!({}))]}))]), "不能有列"),
        (json!([column("int")[0].clone(), field("t_a", "合计", "int", json!({}))]), "与明细表的合计同名"),
        (
            json!([
                column("int")[0].clone(),
                field("u", "表二", "table", json!({"columns": [field("a", "甲", "int", json!({}))]}))
            ]),
            "只能有一个",
        ),
    ] {
        let answer = drawn(fields);
        assert!(
            answer["msg"].as_str().unwrap().contains(sentence) && answer["field"] == "fields",
            "{sentence}: {answer}"
        );
    }
    let listed = portal.get(&format!("{FORM}/list"), &admin);
    let form_id = listed["rows"][0]["formId"].clone();
    let mut fewer = rich_fields();
    fewer[8]["columns"].as_array_mut().unwrap().pop();
    let change = json!({"formId": form_id, "version": 0, "name": "维修申请", "fields": fewer});
    assert!(portal.put(FORM, &admin, change)["msg"].as_str().unwrap().contains("“明细”已有单据使用"));
}

#[test]
fn who_decides_changes_what_his_node_gives() {
    let s = Scene::new();
    let number = s.portal.get("/getInfo", &s.boss)["user"]["userId"].as_u64().unwrap();
    let nodes = json!([{"code": "b", "type": 0, "name": "发起"}, {"code": "t1", "type": 1, "name": "审批",
        "assign": [{"kind": "USER", "users": [number]}], "fields": {"copies": 2, "day": 2, "fee": 1}}]);
    let edges = json!([{"from": "b", "to": "t1"}, {"from": "t1"}]);
    let drawn = json!({"key": "seal_use", "name": "用印审批", "nodes": nodes, "edges": edges, "options": {}});
    let drawn = made(&s.portal.post("/appr/definition", &s.admin, drawn));
    let published = s.portal.post("/appr/definition/publish", &s.admin, json!({"id": drawn}));
    assert_eq!(published["code"], 200, "{published}");
    assert_eq!(s.start(entered())["code"], 200);
    let row = s.todo(&s.boss)[0].clone();
    let shown = |who: &str| s.portal.get(&format!("/appr/instance/{}", row["instanceId"]), who)["data"].clone();
    let before = shown(&s.boss);
    let may: Vec<&Value> =
        before["fields"].as_array().unwrap().iter().filter(|field| field["mayEdit"] == true).collect();
    assert_eq!(may.iter().map(|field| field["path"].as_str().unwrap()).collect::<Vec<_>>(), ["copies", "day"]);
    let say = |edits: Value| {
        let form = json!({"taskId": row["taskId"], "version": row["version"], "edits": edits});
        s.portal.post("/appr/task/approve", &s.boss, form)
    };
    for (edits, sentence) in [
        (json!({"copies": 99}), "份数超出允许的范围"),
        (json!({"copies": null}), "请填写份数"),
        (json!({"copies": "三"}), "份数填写不正确"),
        (json!({"fee": 1}), "“金额”在本环节不能修改"),
        (json!({"copies": 5, "reason": "别的"}), "“用印事由”在本环节不能修改"),
        (json!({"handler": number}), "“经手人”在本环节不能修改"),
    ] {
        assert_eq!(say(edits)["msg"], sentence);
    }
    assert_eq!(shown(&s.boss)["data"], before["data"], "what is refused changes nothing");
    let done = say(json!({"copies": 5, "day": ""}));
    assert_eq!(done["code"], 200, "{done}");
    let after = shown(&s.clerk);
    assert_eq!((&after["state"], &after["data"]["copies"]), (&json!(2), &json!(5)), "{after}");
    assert_eq!(after["data"].get("day"), None, "{}", after["data"]);
    assert_eq!((&after["data"]["reason"], &after["data"]["fee"]), (&json!("房屋租赁合同"), &json!(12_345)));
    let changes = &after["history"].as_array().unwrap().last().unwrap()["changes"];
    let said: Vec<(&str, &str, &str)> = changes
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["path"].as_str().unwrap(), one["before"].as_str().unwrap(), one["after"].as_str().unwrap()))
        .collect();
    assert_eq!(said, [("copies", "2", "5"), ("day", "\"2024-09-30\"", "\"\"")]);
}
