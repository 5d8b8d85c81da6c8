//! A register for tests: published over HTTP, with a field of every kind.

use serde_json::{Value, json};

use crate::support::Portal;
use gx_portal::upkeep::doctor;

/// What a call answered, when it went well.
pub fn fine(answer: Value) -> Value {
    assert_eq!(answer["code"], 200, "{answer}");
    answer
}

/// The sentence of a refusal.
pub fn refused(answer: Value) -> String {
    assert_ne!(answer["code"], 200, "{answer}");
    answer["msg"].as_str().expect("a sentence").to_owned()
}

/// A field as a designer draws it.
pub fn field(code: &str, label: &str, kind: &str) -> Value {
    let (way, widget) = match kind {
        "text" | "code" => ("LIKE", "input"),
        "long" => ("LIKE", "textarea"),
        "rich" => ("LIKE", "editor"),
        "day" | "month" | "moment" => ("BETWEEN", "datetime"),
        "year" => ("EQ", "number"),
        "whole" | "decimal" | "money" | "percent" | "area" => ("BETWEEN", "number"),
        "flag" => ("EQ", "radio"),
        "choice" | "choices" => ("EQ", "select"),
        "person" | "persons" => ("EQ", "person"),
        "dept" => ("EQ", "dept"),
        "link" => ("EQ", "link"),
        "files" => ("EQ", "fileUpload"),
        "pictures" => ("EQ", "imageUpload"),
        _ => ("EQ", "input"),
    };
    json!({"code": code, "label": label, "kind": kind, "queryWay": way, "widget": widget, "insert": true, "edit": true,
        "list": true, "query": !matches!(kind, "files" | "pictures"), "searched": matches!(kind, "text" | "code" | "long")})
}

/// With more said about it.
pub fn with(mut field: Value, more: Value) -> Value {
    for (name, value) in more.as_object().expect("an object") {
        field[name] = value.clone();
    }
    field
}

/// A field of every kind; numbers follow their order.
pub fn every_kind() -> Vec<Value> {
    let entries = json!([{"value": "open", "label": "在办"}, {"value": "done", "label": "办结"}]);
    vec![
        with(field("bianhao", "编号", "code"), json!({"required": true})),
        field("shixiang", "事项", "text"),
        field("neirong", "内容", "long"),
        field("shuliang", "数量", "whole"),
        with(field("danjia", "单价", "decimal"), json!({"places": 4})),
        field("jine", "金额", "money"),
        field("bili", "比例", "percent"),
        field("mianji", "面积", "area"),
        field("niandu", "年度", "year"),
        field("riqi", "受理日期", "day"),
        field("yuefen", "月份", "month"),
        field("shijian", "时间", "moment"),
        field("shifou", "是否上报", "flag"),
        with(field("zhuangtai", "状态", "choice"), json!({"entries": entries})),
        with(field("biaoqian", "标签", "choices"), json!({"entries": entries})),
        field("jingban", "经办人", "person"),
        field("xieban", "协办人", "persons"),
        field("keshi", "责任科室", "dept"),
        with(field("fangjian", "房间", "link"), json!({"link": "room"})),
        field("dianhua", "电话", "phone"),
        field("shenfen", "身份证", "idno"),
        field("zhanghao", "账号", "account"),
        field("fujian", "材料", "files"),
        field("zhaopian", "照片", "pictures"),
        field("shuoming", "说明", "rich"),
    ]
}

/// Publishes a register; answers its number.
pub fn publish(portal: &Portal, token: &str, code: &str, definition: Value) -> u64 {
    let input = json!({"code": code, "definition": definition});
    let register = fine(portal.post("/reg/design", token, input))["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{register}/publish"), token, json!({"note": "首次发布"})));
    register
}

/// The register of [`every_kind`] under the code `xfang`, unique by its first field.
pub fn of_every_kind(portal: &Portal, token: &str) -> u64 {
    let definition = json!({"name": "信访台账", "fields": every_kind(), "title": 1, "once": [[1]], "formColumns": 2,
        "attachments": true});
    publish(portal, token, "xfang", definition)
}

/// Makes a row; answers its number.
pub fn row(portal: &Portal, token: &str, code: &str, values: Value) -> u64 {
    let answer = fine(portal.post(&format!("/reg/{code}"), token, json!({"values": values})));
    answer["data"]["id"].as_u64().expect("a number")
}

/// Rows of a list with a query.
pub fn listed(portal: &Portal, token: &str, code: &str, query: &str) -> Value {
    fine(portal.get(&format!("/reg/{code}/list?{query}"), token))
}

/// The first field's values of a list.
pub fn codes(answer: &Value) -> Vec<String> {
    let rows = answer["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["values"]["bianhao"].as_str().unwrap_or("-").to_owned()).collect()
}

/// The doctor finds nothing.
pub fn is_whole(portal: &Portal) {
    let report = doctor::run(&portal.app, "test", false).expect("examined");
    assert_eq!(report["faults"], json!([]), "{report}");
    assert_eq!(report["ok"], true, "{report}");
}
