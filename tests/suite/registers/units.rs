//! The unit of amounts from the sheet to the export: what is in doubt is decided by a person before anything is published.

use gx_portal::features::registers::works::run;
use gx_portal::sheet::{Limits, grid};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use super::made::{fine, refused};
use super::workbooks::{guess, list};
use crate::support::Portal;

/// A ledger with two units above it.
fn ledger(units: &[&str]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "项目台账").expect("written");
    for (column, unit) in (0..).step_by(3).zip(units) {
        sheet.write(1, column, *unit).expect("written");
    }
    for (column, label) in (0..).zip(["项目编号", "项目名称", "合同金额", "罚款（元）"]) {
        sheet.write(2, column, label).expect("written");
    }
    for row in 0..6_u32 {
        sheet.write(3 + row, 0, format!("XM-{row}")).expect("written");
        sheet.write(3 + row, 1, format!("项目{row}")).expect("written");
        sheet.write(3 + row, 2, f64::from(row) + 100.5).expect("written");
        sheet.write(3 + row, 3, 200).expect("written");
    }
    book.save_to_buffer().expect("saved")
}

fn uploaded(portal: &Portal, who: &str, units: &[&str]) -> u64 {
    let answer = fine(portal.upload("/reg/design/book", who, "file", "台账.xlsx", &ledger(units)));
    answer["data"]["bookId"].as_u64().expect("a number")
}

#[test]
fn a_unit_in_doubt_is_decided_before_anything_is_published() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = uploaded(&portal, &admin, &["单位：万元", "单位：元"]);
    let told = guess(&portal, &admin, number, json!({}));
    assert!(told["doubts"][0].as_str().expect("a doubt").contains("不同的金额单位"), "{}", told["doubts"]);
    let form = |reading: Value| json!({"bookId": number, "code": "xmtz", "definition": told["definition"], "reading": reading});
    let sentence = refused(portal.post("/reg/design", &admin, form(Value::Null)));
    assert!(sentence.contains("请在“表格位置”中选定金额单位"), "{sentence}");
    let tables = format!("/tool/gen/importTable?tables=wb_{number}_1");
    assert!(refused(portal.post(&tables, &admin, json!({}))).contains("选定金额单位"));
    let wrong = json!({"options": [{"no": 1, "unit": "块"}]});
    let path = format!("/reg/design/book/{number}/guess");
    assert_eq!(refused(portal.post(&path, &admin, wrong)), "金额单位应为元、千元、万元、百万元、亿元");
    let said = json!({"options": [{"no": 1, "unit": "万元"}]});
    let told = guess(&portal, &admin, number, said.clone());
    assert_eq!(told["doubts"], json!([]));
    let id = fine(portal.post("/reg/design", &admin, form(said.clone())))["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &admin, json!({"note": "初版"})));
    let load = format!("/reg/design/{id}/load");
    let sentence = refused(portal.put(&load, &admin, json!({"bookId": number, "dryRun": true})));
    assert!(sentence.contains("选定金额单位"), "what was said goes with the rows: {sentence}");
    let mut input = said;
    input["bookId"] = json!(number);
    fine(portal.put(&load, &admin, input));
    run::all(&portal.app).expect("done");
    let listed = fine(portal.get("/reg/xmtz/list?orderByColumn=no&isAsc=ascending", &admin));
    let values = listed["rows"][0]["values"].as_object().expect("values");
    let mut amounts: Vec<i64> = values.values().filter_map(Value::as_i64).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [20_000, 100_500_000], "fen: 200 元 and 100.5 万元");
    assert_eq!(heads(&portal, &admin), ["行号", "项目编号", "项目名称", "合同金额（万元）", "罚款（元）"]);
}

/// The first columns of an export.
fn heads(portal: &Portal, who: &str) -> Vec<String> {
    let answer = portal.request("POST", "/reg/xmtz/export", who, Some("{}"));
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &answer.bytes).expect("written");
    let rows = grid(file.path(), Limits::default()).expect("a workbook").rows;
    rows[0].cells.values().take(5).cloned().collect()
}

#[test]
fn a_unit_that_is_clear_asks_nobody() {
    let portal = Portal::new();
    let admin = portal.admin();
    let number = uploaded(&portal, &admin, &["填报单位：某局", "单位：万元"]);
    let told = guess(&portal, &admin, number, json!({}));
    assert_eq!((&told["doubts"], &told["sheets"][0]["guess"]["unit"]), (&json!([]), &json!("万元")));
    let form = json!({"bookId": number, "code": "xmtz", "definition": told["definition"]});
    fine(portal.post("/reg/design", &admin, form));
    let amount = list(&told["columns"]).iter().find(|one| one["label"] == "合同金额").expect("the column");
    assert_eq!((&amount["unit"], &amount["samples"][0]), (&json!("万元"), &json!(["100.5", "1,005,000.00 元"])));
}
