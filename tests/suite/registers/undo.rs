//! Undoing what was done to many rows at once: imports, pastes and batches, whole or but for what was touched since.

use super::made::{field, fine, is_whole, listed, publish, refused, row, with};
use crate::support::{Portal, run_job};
use gx_portal::features::registers::undo::record::{RegBatch, RowBefore};
use gx_portal::store::{Reads, Record};
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;

/// A register of matters: number (told apart by it), matter, amount, telephone.
fn ledger(portal: &Portal, token: &str) {
    let fields = vec![
        with(field("bianhao", "编号", "code"), json!({"required": true})),
        field("shixiang", "事项", "text"),
        field("jine", "金额", "money"),
        field("dianhua", "电话", "phone"),
    ];
    publish(portal, token, "xfang", json!({"name": "信访台账", "fields": fields, "title": 2, "once": [[1]]}));
}

fn paste(portal: &Portal, token: &str, text: &str) -> Value {
    let form = json!({"text": text, "updateSupport": true});
    fine(portal.post("/reg/xfang/paste", token, form))
}

fn batches(portal: &Portal, token: &str) -> Vec<Value> {
    fine(portal.get("/reg/xfang/batches", token))["data"].as_array().expect("a list").clone()
}

fn undo(portal: &Portal, token: &str, batch: &Value, rest: bool) -> Value {
    portal.put("/reg/xfang/undo", token, json!({"batchId": batch["batchId"], "rest": rest}))
}

/// Matter, amount and telephone by number.
fn rows(portal: &Portal, token: &str) -> Vec<(String, String, i64, String)> {
    let all = listed(portal, token, "xfang", "pageSize=50&orderByColumn=bianhao&isAsc=asc");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| {
        let values = &row["values"];
        let fen = values["jine"].as_i64().unwrap_or_default();
        (text(&values["bianhao"]), text(&values["shixiang"]), fen, text(&values["dianhua"]))
    };
    all["rows"].as_array().expect("rows").iter().map(row).collect()
}

fn count<R: Record>(portal: &Portal) -> u64 {
    portal.app.store.read().unwrap().count::<R>().unwrap()
}

const BEFORE: &str = "编号\t事项\t金额\t电话\nA-1\t修路\t100\t13800000001\nA-2\t供水\t200\t13800000002\n";
const AFTER: &str =
    "编号\t事项\t金额\t电话\nA-1\t修桥\t150\t13900000009\nA-3\t供电\t300\t13800000003\nA-4\t供气\t400\t\n";

#[test]
fn an_import_is_undone_row_by_row_as_it_was() {
    let portal = Portal::new();
    let token = portal.admin();
    ledger(&portal, &token);
    paste(&portal, &token, BEFORE);
    let before = rows(&portal, &token);
    assert_eq!(before.len(), 2);
    paste(&portal, &token, AFTER);
    assert_eq!(rows(&portal, &token).len(), 4);
    let known = batches(&portal, &token);
    assert_eq!((known.len(), &known[0]["made"], &known[0]["changed"]), (2, &json!(2), &json!(1)), "{known:?}");
    let shown = fine(portal.get(&format!("/reg/xfang/batches/{}", known[0]["batchId"]), &token))["data"].clone();
    assert_eq!((&shown["removed"], &shown["putBack"], &shown["stays"]), (&json!(2), &json!(1), &json!(0)));
    let said = fine(undo(&portal, &token, &known[0], false));
    assert_eq!(said["msg"], "已撤销：2 行移入回收站，1 行恢复原来的内容");
    assert_eq!(rows(&portal, &token), before, "the sealed telephone too");
    assert_eq!(fine(portal.get("/reg/xfang/deleted", &token))["total"], 2);
    // The row's history says so.
    let first = listed(&portal, &token, "xfang", "q[bianhao]=A-1")["rows"][0]["id"].clone();
    let history = fine(portal.get(&format!("/portal/history?kind=register&id={first}"), &token)).to_string();
    assert!(history.contains("撤销粘贴"), "{history}");
    assert!(refused(undo(&portal, &token, &known[0], false)).contains("撤销"), "once");
    // What it freed may be taken again, and nothing of the rows as they were is kept.
    paste(&portal, &token, "编号\t事项\nA-3\t又一件\n");
    assert_eq!(count::<RowBefore>(&portal), 0);
    is_whole(&portal);
}

#[test]
fn what_was_touched_since_stays_and_is_named() {
    let portal = Portal::new();
    let token = portal.admin();
    ledger(&portal, &token);
    paste(&portal, &token, BEFORE);
    paste(&portal, &token, AFTER);
    let id = |number: &str| listed(&portal, &token, "xfang", &format!("q[bianhao]={number}"))["rows"][0]["id"].clone();
    let (first, third) = (id("A-1"), id("A-3"));
    fine(portal.put("/reg/xfang", &token, json!({"id": first, "version": 2, "values": {"shixiang": "修桥补路"}})));
    fine(portal.delete(&format!("/reg/xfang/{third}"), &token));
    let batch = batches(&portal, &token)[0].clone();
    let shown = fine(portal.get(&format!("/reg/xfang/batches/{}", batch["batchId"]), &token))["data"].clone();
    assert_eq!((&shown["removed"], &shown["putBack"], &shown["stays"]), (&json!(1), &json!(0), &json!(2)), "{shown}");
    let why = |at: usize| shown["staying"][at]["why"].as_str().unwrap().to_owned();
    assert!(why(0).contains("删除") && why(1).contains("修改"), "{shown}");
    let stopped = refused(undo(&portal, &token, &batch, false));
    assert!(stopped.contains("2 行在此之后有变化"), "{stopped}");
    assert_eq!(rows(&portal, &token).len(), 3, "nothing was done");
    let said = fine(undo(&portal, &token, &batch, true));
    assert_eq!(said["msg"], "已撤销：1 行移入回收站，0 行恢复原来的内容，2 行保持不变");
    let left: Vec<String> = rows(&portal, &token).into_iter().map(|row| format!("{} {}", row.0, row.1)).collect();
    assert_eq!(left, ["A-1 修桥补路", "A-2 供水"]);
    is_whole(&portal);
}

#[test]
fn a_batch_is_undone_and_what_another_row_has_taken_is_refused_by_name() {
    let portal = Portal::new();
    let token = portal.admin();
    ledger(&portal, &token);
    paste(&portal, &token, BEFORE);
    let all = listed(&portal, &token, "xfang", "orderByColumn=bianhao&isAsc=asc")["rows"].clone();
    let ids = json!([all[0]["id"], all[1]["id"]]);
    fine(portal.put("/reg/xfang/batch", &token, json!({"ids": ids, "field": "shixiang", "value": "合并"})));
    let batch = batches(&portal, &token)[0].clone();
    assert_eq!((&batch["kind"], &batch["changed"]), (&json!(3), &json!(2)));
    fine(undo(&portal, &token, &batch, false));
    let matters: Vec<String> = rows(&portal, &token).into_iter().map(|row| row.1).collect();
    assert_eq!(matters, ["修路", "供水"]);
    // A number that was changed in one operation and taken by another row since.
    let one = json!({"ids": [all[0]["id"]], "field": "bianhao", "value": "B-1"});
    fine(portal.put("/reg/xfang/batch", &token, one));
    let renamed = batches(&portal, &token)[0].clone();
    row(&portal, &token, "xfang", json!({"bianhao": "A-1", "shixiang": "另一件"}));
    let stopped = refused(undo(&portal, &token, &renamed, false));
    assert!(stopped.contains("第 1 行不能恢复原来的内容") && stopped.contains("“A-1”已存在"), "{stopped}");
    assert_eq!(rows(&portal, &token).len(), 3);
    is_whole(&portal);
}

#[test]
fn others_undo_with_the_right_to_remove_and_see_nothing_of_foreign_rows() {
    let portal = Portal::new();
    let token = portal.admin();
    ledger(&portal, &token);
    paste(&portal, &token, BEFORE);
    let batch = batches(&portal, &token)[0].clone();
    let role = portal.role("editor", &["reg:xfang:list", "reg:xfang:edit"], 3, &[]);
    portal.person("editor", 110, &[role]);
    let role = portal.role("remover", &["reg:xfang:list", "reg:xfang:edit", "reg:xfang:remove"], 3, &[]);
    portal.person("remover", 110, &[role]);
    let (editor, remover) = (portal.token("editor"), portal.token("remover"));
    assert_eq!(batches(&portal, &editor).len(), 0, "not one's own");
    assert!(refused(undo(&portal, &editor, &batch, false)).contains("不存在"));
    // The rows are the administrator's department's: the remover may undo, and there is nothing that he could.
    let shown = fine(portal.get(&format!("/reg/xfang/batches/{}", batch["batchId"]), &remover))["data"].clone();
    assert_eq!((&shown["removed"], &shown["stays"]), (&json!(0), &json!(2)), "{shown}");
    assert!(!shown.to_string().contains("修路") && !shown.to_string().contains("A-1"), "{shown}");
    assert!(refused(undo(&portal, &remover, &batch, true)).contains("没有可以撤销的行"));
    assert_eq!(rows(&portal, &token).len(), 2);
}

#[test]
fn a_deed_is_forgotten_after_thirty_days_and_a_trial_leaves_none() {
    let portal = Portal::new();
    let mut token = portal.admin();
    ledger(&portal, &token);
    let trial = json!({"text": BEFORE, "dryRun": true});
    fine(portal.post("/reg/xfang/paste", &token, trial));
    assert_eq!(batches(&portal, &token).len(), 0);
    paste(&portal, &token, BEFORE);
    paste(&portal, &token, AFTER);
    assert_eq!((count::<RegBatch>(&portal), count::<RowBefore>(&portal)), (2, 1));
    paste(&portal, &token, AFTER);
    assert_eq!(count::<RegBatch>(&portal), 2, "nothing changed, nothing to undo");
    portal.app.clock.advance(31 * DAY);
    run_job(&portal.app, "register.sweep").expect("swept");
    assert_eq!((count::<RegBatch>(&portal), count::<RowBefore>(&portal)), (0, 0));
    token = portal.admin();
    assert_eq!(rows(&portal, &token).len(), 4);
}
