//! 到期提醒 of registers: who is told of which rows, on which day, until when.

use gx_portal::features::registers::memory::forbid;
use gx_portal::kernel::span::add_days;
use jiff::civil::{Date, date};
use serde_json::{Value, json};

use super::made::{field, fine, is_whole, listed, publish, refused, row, with};
use crate::support::Portal;

/// Today of a portal for tests.
const TODAY: Date = date(2024, 9, 30);

fn definition(remind: Value) -> Value {
    let entries = json!([{"value": "open", "label": "在用"}, {"value": "done", "label": "已续保"}]);
    json!({"name": "车辆台账", "title": 1, "formColumns": 2, "fields": [
        with(field("bianhao", "编号", "code"), json!({"no": 1})),
        with(field("daoqi", "保险到期", "day"), json!({"no": 2, "remind": remind})),
        with(field("zhuangtai", "状态", "choice"), json!({"no": 3, "entries": entries})),
    ]})
}

fn thirty_days() -> Value {
    json!({"ahead": 30, "field": 3, "values": ["done"]})
}

/// The lines of registers in somebody's to-do block.
fn lines(portal: &Portal, token: &str) -> Vec<Value> {
    let block = fine(portal.get("/stat/daiBan", token))["data"]["reminders"].clone();
    let all = block.as_array().expect("reminders").iter();
    all.filter(|line| line["kind"].as_str().is_some_and(|kind| kind.starts_with("reg:"))).cloned().collect()
}

fn label(portal: &Portal, token: &str) -> String {
    lines(portal, token).first().map_or_else(String::new, |line| line["label"].as_str().expect("a label").to_owned())
}

fn insured(portal: &Portal, token: &str, number: usize, days: Option<i64>, state: &str) -> u64 {
    let day = days.map(|days| add_days(TODAY, days).to_string());
    row(portal, token, "cheliang", json!({"bianhao": format!("C{number}"), "daoqi": day, "zhuangtai": state}))
}

#[test]
fn days_are_inclusive_and_what_is_done_or_has_no_day_is_not_reminded_of() {
    let portal = Portal::new();
    let token = portal.admin();
    publish(&portal, &token, "cheliang", definition(thirty_days()));
    assert_eq!(lines(&portal, &token), Vec::<Value>::new(), "an empty register reminds of nothing");
    let cases = [
        (Some(0), "open", "1 条将于 30 日内到期"),
        (Some(30), "", "2 条将于 30 日内到期"),
        (Some(31), "open", "2 条将于 30 日内到期"),
        (None, "open", "2 条将于 30 日内到期"),
        (Some(1), "done", "2 条将于 30 日内到期"),
        (Some(-1), "open", "2 条将于 30 日内到期，1 条已到期"),
        (Some(-400), "open", "2 条将于 30 日内到期，2 条已到期"),
        (Some(-1), "done", "2 条将于 30 日内到期，2 条已到期"),
    ];
    let mut ids = Vec::new();
    for (number, (days, state, said)) in cases.into_iter().enumerate() {
        ids.push(insured(&portal, &token, number, days, state));
        assert_eq!(label(&portal, &token), format!("车辆台账：{said}"), "row {number}");
    }
    let line = lines(&portal, &token)[0].clone();
    assert_eq!((&line["count"], &line["path"]), (&json!(4), &json!("/reg/cheliang?due=daoqi")));
    assert_eq!(listed(&portal, &token, "cheliang", "due=daoqi")["total"], 4);
    for code in ["bianhao", "nothing"] {
        let answer = portal.get(&format!("/reg/cheliang/list?due={code}"), &token);
        assert_eq!(refused(answer), "参数不符合规范，不能进行查询", "{code} reminds of nothing");
    }
    // done, its day moved or emptied, gone and back again
    let change = |number: usize, version: u64, values: Value| {
        fine(portal.put("/reg/cheliang", &token, json!({"id": ids[number], "version": version, "values": values})));
    };
    change(0, 1, json!({"zhuangtai": "done"}));
    change(6, 1, json!({"daoqi": null}));
    assert_eq!(label(&portal, &token), "车辆台账：1 条将于 30 日内到期，1 条已到期");
    change(2, 1, json!({"daoqi": "2024-10-30"}));
    fine(portal.delete(&format!("/reg/cheliang/{}", ids[5]), &token));
    assert_eq!(label(&portal, &token), "车辆台账：2 条将于 30 日内到期");
    fine(portal.put("/reg/cheliang/restore", &token, json!({"ids": [ids[5]]})));
    assert_eq!(label(&portal, &token), "车辆台账：2 条将于 30 日内到期，1 条已到期");
    forbid(&portal.app);
    assert_eq!(listed(&portal, &token, "cheliang", "due=daoqi")["total"], 3, "row by row it is the same");
    is_whole(&portal);
}

#[test]
fn rows_in_a_state_that_waits_are_counted_until_it_changes() {
    let portal = Portal::new();
    let token = portal.admin();
    let mut drawn = definition(Value::Null);
    drawn["fields"][2]["waits"] = json!(["open"]);
    publish(&portal, &token, "cheliang", drawn.clone());
    let ids: Vec<u64> = ["open", "done", "open", ""]
        .iter()
        .enumerate()
        .map(|(at, state)| insured(&portal, &token, at, None, state))
        .collect();
    assert_eq!(label(&portal, &token), "车辆台账：2 条待办");
    let line = lines(&portal, &token)[0].clone();
    assert_eq!((&line["count"], &line["path"]), (&json!(2), &json!("/reg/cheliang?due=zhuangtai")));
    assert_eq!(listed(&portal, &token, "cheliang", "due=zhuangtai")["total"], 2);
    let today = fine(portal.get("/portal/today", &token))["data"]["cards"].clone();
    let card = today.as_array().expect("cards").iter().find(|card| card["key"] == "registers").expect("a card");
    assert!(card.to_string().contains("2 条待办"), "{card}");
    fine(portal.put("/reg/cheliang", &token, json!({"id": ids[0], "version": 1, "values": {"zhuangtai": "done"}})));
    assert_eq!(label(&portal, &token), "车辆台账：1 条待办");
    forbid(&portal.app);
    assert_eq!(listed(&portal, &token, "cheliang", "due=zhuangtai")["total"], 1, "row by row it is the same");
    // both marks in one register: each says which field it is about
    drawn["fields"][1]["remind"] = thirty_days();
    drawn["name"] = json!("电梯台账");
    publish(&portal, &token, "dianti", drawn);
    row(&portal, &token, "dianti", json!({"bianhao": "D1", "daoqi": TODAY.to_string(), "zhuangtai": "open"}));
    let labels: Vec<String> =
        lines(&portal, &token).iter().map(|line| line["label"].as_str().unwrap().to_owned()).collect();
    assert!(labels.contains(&"电梯台账（状态）：1 条待办".to_owned()), "{labels:?}");
    is_whole(&portal);
}

#[test]
fn reminders_follow_scope_right_day_and_publication() {
    let portal = Portal::new();
    let token = portal.admin();
    let register = publish(&portal, &token, "cheliang", definition(thirty_days()));
    insured(&portal, &token, 1, Some(30), "open");
    let role = |name: &str, right: &str, scope: u8| portal.role(name, &[right], scope, &[]);
    let (all, own, none) = (
        role("all", "reg:cheliang:list", 1),
        role("own", "reg:cheliang:list", 5),
        role("none", "reg:cheliang:query", 1),
    );
    for (name, role, seen) in [("all", all, 1), ("own", own, 0), ("none", none, 0)] {
        portal.person(name, 110, &[role]);
        assert_eq!(lines(&portal, &portal.token(name)).len(), seen, "{name}");
    }
    portal.app.clock.advance(31 * 86_400_000);
    let token = portal.admin();
    assert_eq!(label(&portal, &token), "车辆台账：1 条已到期");
    fine(portal.put(&format!("/reg/design/{register}/stop"), &token, json!({})));
    assert_eq!(lines(&portal, &token), Vec::<Value>::new(), "a stopped register reminds of nothing");
    fine(portal.put(&format!("/reg/design/{register}/resume"), &token, json!({})));
    assert_eq!(lines(&portal, &token).len(), 1);
    let mut design = fine(portal.get(&format!("/reg/design/{register}"), &token))["data"].clone();
    let ended = json!({"id": register, "draftLock": design["draftLock"], "no": 3});
    let sentence = refused(portal.put(&format!("/reg/design/{register}/field/archive"), &token, ended));
    assert_eq!(sentence, "字段“保险到期”的到期提醒用“状态”办结，不能归档");
    design["draft"]["fields"][1]["remind"] = Value::Null;
    let draft = json!({"registerId": register, "draftLock": design["draftLock"], "definition": design["draft"]});
    fine(portal.put("/reg/design", &token, draft));
    assert_eq!(lines(&portal, &token).len(), 1, "a draft changes nothing");
    fine(portal.put(&format!("/reg/design/{register}/publish"), &token, json!({})));
    assert_eq!(lines(&portal, &token), Vec::<Value>::new());
    let versions = fine(portal.get(&format!("/reg/design/{register}/versions"), &token))["data"].clone();
    assert_eq!(versions[0]["changes"], json!(["字段“保险到期”的到期提醒已修改"]));
}
