//! 表格编辑: cells of many rows saved as one operation, or each cell that can't be is told and none is.

use super::made::{every_kind, field, fine, is_whole, listed, of_every_kind, publish, refused, row, with};
use crate::support::Portal;
use serde_json::{Value, json};

fn save(portal: &Portal, token: &str, rows: Value) -> Value {
    portal.put("/reg/xfang/cells", token, json!({"rows": rows}))
}

/// Field and sentence of each problem.
fn problems(answer: Value) -> Vec<(String, String)> {
    let answer = fine(answer);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let each = |problem: &Value| (text(&problem["field"]), text(&problem["message"]));
    answer["data"]["problems"].as_array().expect("problems").iter().map(each).collect()
}

fn shown(portal: &Portal, token: &str, id: u64) -> Value {
    fine(portal.get(&format!("/reg/xfang/{id}"), token))["data"].clone()
}

fn three(portal: &Portal, token: &str) -> [u64; 3] {
    ["A-1", "A-2", "A-3"].map(|code| row(portal, token, "xfang", json!({"bianhao": code, "shixiang": "修路"})))
}

/// Every kind that a grid takes, as a spreadsheet has it and as it is stored.
#[test]
fn texts_of_every_kind_are_read_as_an_import_reads_them() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let [id, ..] = three(&portal, &token);
    let cases = [
        ("bianhao", "0071", json!("0071")),
        ("shixiang", " 路灯\u{3000}不亮 ", json!("路灯\u{3000}不亮")),
        ("neirong", "第一行\n第二行", json!("第一行\n第二行")),
        ("shuliang", "1,278", json!(1278)),
        ("danjia", "0.1250", json!("0.1250")),
        ("jine", "￥1,278.50", json!(127_850)),
        ("bili", "12.5%", json!(125_000)),
        ("mianji", "88.5", json!("88.50")),
        ("niandu", "2024年", json!(2024)),
        ("riqi", "2024年3月5日", json!("2024-03-05")),
        ("yuefen", "2024.3", json!("2024-03")),
        ("shifou", "是", json!(true)),
        ("zhuangtai", "办结", json!("done")),
        ("biaoqian", "在办、办结", json!(["open", "done"])),
    ];
    for (code, text, stored) in cases {
        let version = shown(&portal, &token, id)["version"].clone();
        let saved = fine(save(&portal, &token, json!([{"id": id, "version": version, "texts": {code: text}}])));
        assert_eq!((&saved["data"]["problems"], &saved["data"]["changed"]), (&json!([]), &json!(1)), "{code}: {saved}");
        assert_eq!(shown(&portal, &token, id)["values"][code], stored, "{code} {text}");
        // What is there already changes nothing.
        let version = shown(&portal, &token, id)["version"].clone();
        let again = fine(save(&portal, &token, json!([{"id": id, "version": version, "texts": {code: text}}])));
        assert_eq!(again["data"]["changed"], 0, "{code}");
        assert_eq!(shown(&portal, &token, id)["version"], version, "{code}");
    }
    // Sealed: the mask is what it was, a number is a new one.
    let sealed = |text: &str| {
        let version = shown(&portal, &token, id)["version"].clone();
        fine(save(&portal, &token, json!([{"id": id, "version": version, "texts": {"dianhua": text}}])))
    };
    assert_eq!(sealed("13800000001")["data"]["changed"], 1);
    assert_eq!(sealed("138****0001")["data"]["changed"], 0);
    assert_eq!(problems(sealed("139****0002")).len(), 1, "a foreign mask is no number");
    // An empty text empties; what must be there stays.
    let version = shown(&portal, &token, id)["version"].clone();
    let empty = json!([{"id": id, "version": version, "texts": {"jine": "", "bianhao": ""}}]);
    assert_eq!(problems(save(&portal, &token, empty)), [("bianhao".into(), "编号不能为空".into())]);
    let empty = json!([{"id": id, "version": version, "texts": {"jine": ""}}]);
    fine(save(&portal, &token, empty));
    assert_eq!(shown(&portal, &token, id)["values"]["jine"], Value::Null);
    is_whole(&portal);
}

#[test]
fn cells_are_one_deed_that_can_be_undone() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let [first, second, third] = three(&portal, &token);
    let rows = json!([
        {"id": first, "version": 1, "values": {"jine": 100, "zhuangtai": "open"}},
        {"id": second, "version": 1, "texts": {"shixiang": "修桥", "jine": "2.00"}},
        {"id": third, "version": 1, "values": {"shixiang": "修路"}},
    ]);
    let saved = fine(save(&portal, &token, rows));
    assert_eq!(saved["data"]["changed"], 2, "the third is like that already");
    assert_eq!(shown(&portal, &token, second)["values"]["jine"], 200);
    let history = fine(portal.get(&format!("/portal/history?kind=register&id={second}"), &token)).to_string();
    assert!(history.contains("表格编辑"), "{history}");
    let batches = fine(portal.get("/reg/xfang/batches", &token))["data"].clone();
    assert_eq!((&batches[0]["kind"], &batches[0]["changed"]), (&json!(4), &json!(2)), "{batches}");
    fine(portal.put("/reg/xfang/undo", &token, json!({"batchId": batches[0]["batchId"]})));
    let values = shown(&portal, &token, second)["values"].clone();
    assert_eq!((&values["shixiang"], &values["jine"]), (&json!("修路"), &Value::Null));
    // The audit keeps which fields, not what stood in them.
    let log = fine(portal.get("/monitor/operlog/list?pageSize=50", &token)).to_string();
    assert!(log.contains("/reg/xfang/cells") && !log.contains("2.00"), "{log}");
    is_whole(&portal);
}

#[test]
fn each_cell_that_cant_be_saved_is_told_and_none_is() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let [first, second, third] = three(&portal, &token);
    fine(portal.put("/reg/xfang", &token, json!({"id": third, "version": 1, "values": {"shixiang": "修桥"}})));
    let rows = json!([
        {"id": first, "version": 1, "texts": {"jine": "一百多", "riqi": "2024-02-30", "shixiang": "好的"}},
        {"id": second, "version": 1, "values": {"zhuangtai": "gone", "nichts": 1}},
        {"id": third, "version": 1, "texts": {"shixiang": "修路"}},
        {"id": third + 100, "version": 1, "texts": {"shixiang": "修路"}},
    ]);
    let answer = fine(save(&portal, &token, rows));
    let stale: Vec<&Value> = answer["data"]["problems"].as_array().unwrap().iter().map(|one| &one["isStale"]).collect();
    let told = problems(answer.clone());
    let fields: Vec<&str> = told.iter().map(|(field, _)| field.as_str()).collect();
    // What a choice has is looked at when rows are written, after everything else is right.
    assert_eq!(fields, ["jine", "riqi", "nichts", "", ""], "{told:?}");
    assert_eq!(stale, [&json!(false), &json!(false), &json!(false), &json!(true), &json!(false)], "{answer}");
    assert!(
        told[0].1.contains("金额“一百多”") && told[3].1.contains("已被") && told[4].1.contains("不存在"),
        "{told:?}"
    );
    assert_eq!(shown(&portal, &token, first)["values"]["shixiang"], "修路", "nothing is saved");
    let log = fine(portal.get("/monitor/operlog/list?pageSize=50", &token)).to_string();
    assert_eq!(log.matches("/reg/xfang/cells").count(), 1, "that it was tried is kept: {log}");
    let choice = json!([{"id": second, "version": 1, "values": {"zhuangtai": "gone"}}]);
    assert_eq!(problems(save(&portal, &token, choice)), [("zhuangtai".into(), "状态没有选项“gone”".into())]);
    // Whole requests that can't be.
    assert!(refused(save(&portal, &token, json!([]))).contains("没有要保存的修改"));
    let twice = json!([{"id": first, "version": 1, "texts": {"jine": "1"}}, {"id": first, "version": 1, "texts": {"bili": "1%"}}]);
    assert!(refused(save(&portal, &token, twice)).contains("两次"));
    let many: Vec<Value> = (0..501).map(|id| json!({"id": id, "version": 1, "texts": {"jine": "1"}})).collect();
    assert!(refused(save(&portal, &token, json!(many))).contains("500 行"));
    is_whole(&portal);
}

#[test]
fn numbers_that_move_by_one_make_room_for_each_other() {
    let portal = Portal::new();
    let token = portal.admin();
    of_every_kind(&portal, &token);
    let ids = three(&portal, &token);
    let renumbered = |to: [&str; 3]| {
        let row = |(id, code): (&u64, &str)| json!({"id": id, "version": shown(&portal, &token, *id)["version"], "texts": {"bianhao": code}});
        let rows: Vec<Value> = ids.iter().zip(to).map(row).collect();
        save(&portal, &token, json!(rows))
    };
    fine(renumbered(["A-2", "A-3", "A-4"]));
    fine(renumbered(["A-1", "A-2", "A-3"]));
    assert_eq!(shown(&portal, &token, ids[1])["values"]["bianhao"], "A-2");
    let told = problems(renumbered(["A-9", "A-9", "A-3"]));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0 == "bianhao" && told[0].1.contains("“A-9”已存在"), "{told:?}");
    is_whole(&portal);
}

#[test]
fn who_may_not_learns_nothing_and_writes_nothing() {
    let portal = Portal::new();
    let admin = portal.admin();
    let mut fields = every_kind();
    fields[19] = with(fields[19].clone(), json!({"sensitive": true}));
    fields[5] = with(fields[5].clone(), json!({"edit": false}));
    fields[20] = with(field("shenfen", "身份证", "idno"), json!({}));
    let definition = json!({"name": "信访台账", "fields": fields, "title": 1, "once": [[1], [21]]});
    publish(&portal, &admin, "xfang", definition);
    let values = json!({"bianhao": "B-1", "shenfen": "11010519491231002X", "dianhua": "13800000001"});
    row(&portal, &admin, "xfang", values);
    let role = portal.role("editor", &["reg:xfang:list", "reg:xfang:query", "reg:xfang:add", "reg:xfang:edit"], 3, &[]);
    portal.person("editor", 110, &[role]);
    let reads = portal.role("reader", &["reg:xfang:list", "reg:xfang:query"], 3, &[]);
    portal.person("reader", 110, &[reads]);
    let (editor, reader) = (portal.token("editor"), portal.token("reader"));
    let own = row(&portal, &editor, "xfang", json!({"bianhao": "C-1"}));
    let foreign = listed(&portal, &admin, "xfang", "q[bianhao]=B-1")["rows"][0]["id"].as_u64().unwrap();
    let cell = |id: u64, code: &str, text: &str| json!([{"id": id, "version": 1, "texts": {code: text}}]);
    assert!(refused(save(&portal, &reader, cell(own, "shixiang", "改"))).contains("没有权限"));
    let told = problems(save(&portal, &editor, cell(foreign, "shixiang", "改")));
    assert!(told[0].1.contains("不存在"), "a foreign row is none: {told:?}");
    let told = problems(save(&portal, &editor, cell(own, "dianhua", "13800000001")));
    assert!(told[0].1.contains("没有字段"), "a hidden field is none: {told:?}");
    let told = problems(save(&portal, &editor, cell(own, "jine", "5")));
    assert!(told[0].1.contains("不能在此修改"), "{told:?}");
    // A sealed value that somebody has is told as a number, and never beside anything else.
    let mixed = json!([{"id": own, "version": 1, "texts": {"shenfen": "11010519491231002X", "riqi": "昨天"}}]);
    let told = problems(save(&portal, &editor, mixed));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0 == "riqi", "{told:?}");
    let taken = refused(save(&portal, &editor, cell(own, "shenfen", "11010519491231002X")));
    assert!(taken.contains("有 1 个“身份证”与已有数据重复") && !taken.contains("B-1"), "{taken}");
    assert_eq!(shown(&portal, &editor, own)["version"], 1);
    is_whole(&portal);
}

#[test]
fn cells_of_a_register_with_approval_are_asked_for() {
    let portal = Portal::new();
    let token = portal.admin();
    let definition = json!({"name": "信访台账", "fields": every_kind(), "title": 1, "once": [[1], [21]],
        "approval": {"change": true}});
    let input = json!({"code": "xfang", "definition": definition});
    let register = fine(portal.post("/reg/design", &token, input))["data"]["id"].as_u64().unwrap();
    fine(portal.put(&format!("/reg/design/{register}/publish"), &token, json!({"confirm": ["approval"]})));
    let all = ["list", "query", "add", "edit"].map(|act| format!("reg:xfang:{act}"));
    let role = portal.role("enters", &all.each_ref().map(String::as_str), 3, &[]);
    portal.person("clerk9", 110, &[role]);
    let role = portal.role("decides", &["reg:xfang:list", "reg:xfang:query", "reg:xfang:approve"], 3, &[]);
    portal.person("head9", 110, &[role]);
    let (clerk, head) = (portal.token("clerk9"), portal.token("head9"));
    let [first, second, _] = three(&portal, &clerk);
    let cell = |id: u64, text: &str| json!({"id": id, "version": 1, "texts": {"shixiang": text}});
    // What a sealed value tells by being taken is kept under its own title here too.
    row(&portal, &token, "xfang", json!({"bianhao": "B-1", "shenfen": "11010519491231002X"}));
    let sealed = json!([{"id": first, "version": 1, "texts": {"shenfen": "11010519491231002X"}}]);
    assert!(refused(save(&portal, &clerk, sealed)).contains("与已有数据重复"));
    let log = fine(portal.get("/monitor/operlog/list?pageSize=50", &token)).to_string();
    assert!(log.contains("查看敏感信息"), "{log}");
    let saved = fine(save(&portal, &clerk, json!([cell(first, "修桥"), cell(second, "修路")])));
    let asked = saved["data"]["instanceIds"].as_array().expect("processes").len();
    assert_eq!((asked, &saved["data"]["changed"]), (1, &json!(1)), "{saved}");
    assert_eq!(shown(&portal, &clerk, first)["values"]["shixiang"], "修路", "not before somebody agrees");
    let told = problems(save(&portal, &clerk, json!([cell(first, "修塔")])));
    assert!(told[0].1.contains("审批"), "what waits is not asked for again: {told:?}");
    let waits = portal.get("/appr/task/todo", &head)["rows"][0].clone();
    let said = json!({"taskId": waits["taskId"], "version": waits["version"], "comment": "看过"});
    fine(portal.post("/appr/task/approve", &head, said));
    assert_eq!(shown(&portal, &clerk, first)["values"]["shixiang"], "修桥");
    is_whole(&portal);
}
