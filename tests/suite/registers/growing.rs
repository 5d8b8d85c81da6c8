//! Rows of tomorrow: words that nobody has used yet, texts that were, names of rows, and what is added up.

use serde_json::{Value, json};

use super::made::{field, fine, is_whole, listed, publish, refused, row, with};
use super::workbooks::list;
use crate::support::Portal;

fn definition() -> Value {
    let entries = json!([{"value": "1", "label": "购置"}, {"value": "2", "label": "调拨"}]);
    let fields = json!([
        with(field("bianhao", "编号", "code"), json!({"required": true})),
        field("mingcheng", "名称", "text"),
        with(field("laiyuan", "来源", "choice"), json!({"entries": entries, "open": true})),
        with(field("zhuangtai", "状态", "choice"), json!({"entries": entries})),
        with(field("biaoqian", "标签", "choices"), json!({"entries": entries, "open": true})),
        field("jine", "金额", "money"),
        with(field("danjia", "单价", "money"), json!({"unsummed": true})),
        with(field("mimi", "底价", "text"), json!({"sensitive": true})),
    ]);
    json!({"name": "设备台账", "fields": fields, "title": 1, "titleMore": 2})
}

fn entries(portal: &Portal, who: &str, code: &str) -> Vec<String> {
    let meta = fine(portal.get("/reg/sbtz/meta", who))["data"].clone();
    let field = list(&meta["fields"]).iter().find(|field| field["code"] == code).cloned().expect("a field");
    let all = &meta["dictionaries"][field["dictionary"].to_string()];
    list(all).iter().map(|entry| entry["label"].as_str().expect("a label").to_owned()).collect()
}

#[test]
fn an_open_choice_takes_a_new_word() {
    let portal = Portal::new();
    let admin = portal.admin();
    publish(&portal, &admin, "sbtz", definition());
    row(&portal, &admin, "sbtz", json!({"bianhao": "A1", "laiyuan": "1", "biaoqian": ["1", "急用"]}));
    row(&portal, &admin, "sbtz", json!({"bianhao": "A2", "laiyuan": "捐赠"}));
    row(&portal, &admin, "sbtz", json!({"bianhao": "A3", "laiyuan": " 捐 赠"}));
    row(&portal, &admin, "sbtz", json!({"bianhao": "A4", "laiyuan": "调拨"}));
    assert_eq!(entries(&portal, &admin, "laiyuan"), ["购置", "调拨", "捐赠"]);
    assert_eq!(entries(&portal, &admin, "biaoqian"), ["购置", "调拨", "急用"]);
    let all = listed(&portal, &admin, "sbtz", "orderByColumn=no&isAsc=ascending");
    let values: Vec<&Value> = list(&all["rows"]).iter().map(|row| &row["values"]["laiyuan"]).collect();
    assert_eq!(values, [&json!("1"), &json!("3"), &json!("3"), &json!("2")]);
    // a closed one does not, and a word that is too long is refused
    let closed = portal.post("/reg/sbtz", &admin, json!({"values": {"bianhao": "A5", "zhuangtai": "新词"}}));
    assert_eq!(refused(closed), "状态没有选项“新词”");
    let long = portal.post("/reg/sbtz", &admin, json!({"values": {"bianhao": "A5", "laiyuan": "字".repeat(65)}}));
    assert_eq!(refused(long), "来源的选项不能超过 64 个字");
    // an import brings new words as well, and a trial leaves nothing
    let text = "编号,来源\nB1,租赁\nB2,租赁\n";
    let tried = portal.upload("/reg/sbtz/importData?dryRun=true", &admin, "file", "a.csv", text.as_bytes());
    assert_eq!((&fine(tried.clone())["data"]["created"], &tried["data"]["failed"]), (&json!(2), &json!(0)), "{tried}");
    assert_eq!(entries(&portal, &admin, "laiyuan").len(), 3);
    fine(portal.upload("/reg/sbtz/importData", &admin, "file", "a.csv", text.as_bytes()));
    assert_eq!(entries(&portal, &admin, "laiyuan"), ["购置", "调拨", "捐赠", "租赁"]);
    is_whole(&portal);
}

#[test]
fn texts_that_were_written_are_suggested_and_rows_have_names() {
    let portal = Portal::new();
    let admin = portal.admin();
    publish(&portal, &admin, "sbtz", definition());
    for (code, name) in [("A1", "碎纸机"), ("A2", "打印机"), ("A3", "打印机"), ("A4", "办公桌")] {
        let values = json!({"bianhao": code, "mingcheng": name, "jine": 100, "danjia": 50, "mimi": "x"});
        row(&portal, &admin, "sbtz", values);
    }
    let suggested = |query: &str| fine(portal.get(&format!("/reg/sbtz/suggest?{query}"), &admin))["data"].clone();
    assert_eq!(suggested("field=mingcheng"), json!(["打印机", "办公桌", "碎纸机"]));
    assert_eq!(suggested("field=mingcheng&keyWord=机"), json!(["打印机", "碎纸机"]));
    for wrong in ["field=jine", "field=nix", "field=zhuangtai"] {
        assert_eq!(refused(portal.get(&format!("/reg/sbtz/suggest?{wrong}"), &admin)), "这个字段没有可参考的内容");
    }
    let all = listed(&portal, &admin, "sbtz", "");
    assert_eq!((&all["sums"]["jine"], &all["sums"]["danjia"]), (&json!(400), &Value::Null), "{}", all["sums"]);
    let options = fine(portal.get("/reg/sbtz/options?keyWord=A2", &admin))["data"].clone();
    assert_eq!(options[0]["label"], "A2 打印机");
}

/// What is tried says which lines hold nothing and which cells keep their text, before anything is written.
#[test]
fn a_trial_names_empty_lines_and_cells_that_keep_their_text() {
    let portal = Portal::new();
    let admin = portal.admin();
    let mut lines = vec!["序号,编号,合同金额（元）,签订日期".to_owned()];
    lines.extend((1..=20).map(|at| match at {
        5 => "5,A-05,约3万,2024-03-05".to_owned(),
        9 => "9,A-09,90,待定".to_owned(),
        16.. => format!("{at},,,"),
        at => format!("{at},A-{at:02},{at}0,2024-03-{at:02}"),
    }));
    let upload = portal.upload("/reg/design/book", &admin, "file", "合同.csv", lines.join("\n").as_bytes());
    let number = fine(upload)["data"]["bookId"].as_u64().expect("a number");
    let told = super::workbooks::guess(&portal, &admin, number, json!({}));
    let form = json!({"bookId": number, "code": "httz", "definition": told["definition"]});
    let id = fine(portal.post("/reg/design", &admin, form))["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &admin, json!({"note": "初版"})));
    let path = format!("/reg/design/{id}/load");
    let tried = fine(portal.put(&path, &admin, json!({"bookId": number, "dryRun": true})))["data"].clone();
    assert_eq!((&tried["created"], &tried["failed"]), (&json!(15), &json!(0)), "{tried}");
    let remarks: Vec<&str> = list(&tried["remarks"]).iter().filter_map(Value::as_str).collect();
    assert_eq!(
        remarks,
        [
            "5 行没有内容，不导入：第 17、18、19、20、21 行",
            "“合同金额”有 1 个单元格不是这种类型，保留原值，导入后可逐个核对：第 6 行",
            "“签订日期”有 1 个单元格不是这种类型，保留原值，导入后可逐个核对：第 10 行",
        ]
    );
    let kept = list(&tried["rows"]).iter().find(|row| row["row"] == 6).expect("the row");
    assert_eq!(kept["reason"], "保留原值：合同金额“约3万”", "{kept}");
}
