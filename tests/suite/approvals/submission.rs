//! The way that a document would go, shown before it is sent: people, what is asked of the submitter, where it gets stuck.

use crate::e1;
use e1::{Town, c2, with};
use serde_json::{Value, json};

fn way(town: &Town, asked: Value) -> Value {
    let answer = town.portal.post("/appr/preview", &town.clerk, asked);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

fn names(way: &Value) -> Vec<String> {
    way["path"].as_array().unwrap().iter().map(|node| node["name"].as_str().unwrap().to_owned()).collect()
}

/// A process of these nodes, one after the other, takes the place of the one in force.
fn publish(town: &Town, key: &str, nodes: &[Value]) {
    let mut all = vec![json!({"code": "b", "type": 0, "name": "发起"})];
    all.extend_from_slice(nodes);
    let edges: Vec<Value> = (0..all.len())
        .map(|at| match all.get(at + 1) {
            Some(next) => json!({"from": all[at]["code"], "to": next["code"]}),
            None => json!({"from": all[at]["code"]}),
        })
        .collect();
    let drawing = json!({"key": key, "name": key, "nodes": all, "edges": edges, "options": {}});
    let id = town.make("/appr/definition", drawing);
    town.done(&town.portal.admin(), "/appr/definition/publish", json!({"id": id}));
}

#[test]
fn a_draft_is_sent_as_it_was_looked_at() {
    let town = Town::new();
    let lease = town.make("/lease/lease", c2());
    let told = way(&town, json!({"key": "lease_sign", "bizId": lease}));
    assert_eq!((names(&told).len(), &told["refused"], &told["picks"]), (1, &json!(null), &json!([])), "{told}");
    assert!(!told["path"][0]["people"].as_array().unwrap().is_empty(), "{told}");
    assert_eq!(told["path"][0]["assigns"], false);
    let sent = json!({"key": "lease_sign", "bizId": lease, "version": told["version"]});
    let version = town.get(&format!("/lease/lease/{lease}"))["data"]["version"].clone();
    let change = with(c2(), json!({"leaseId": lease, "version": version, "purpose": "经营"}));
    assert_eq!(town.portal.put("/lease/lease", &town.clerk, change)["code"], 200);
    let stale = town.portal.post("/appr/submit", &town.clerk, sent.clone());
    assert!(stale["code"] == 409 && stale["msg"].as_str().unwrap().contains("已被修改"), "{stale}");
    let told = way(&town, json!({"key": "lease_sign", "bizId": lease}));
    town.done(&town.clerk, "/appr/submit", with(sent, json!({"version": told["version"], "comment": "请审批"})));
    let again = town.portal.post("/appr/preview", &town.clerk, json!({"key": "lease_sign", "bizId": lease}));
    assert!(again["msg"].as_str().unwrap().contains("已在审批中"), "{again}");
    let foreign = town.portal.post("/appr/preview", &town.boss, json!({"key": "lease_sign", "bizId": lease}));
    assert_ne!(foreign["code"], 200, "who may not submit it is shown nothing: {foreign}");
}

#[test]
fn whom_the_submitter_names_stands_on_the_way_and_a_node_without_anybody_ends_it() {
    let town = Town::new();
    let judge = town.portal.person("judge", 110, &[]);
    let lease = town.make("/lease/lease", c2());
    let asked =
        json!({"code": "t1", "type": 1, "name": "主办", "assign": [{"kind": "INITIATOR_PICK", "users": [judge]}]});
    let empty = json!({"code": "t2", "type": 1, "name": "复核", "onEmpty": "REFUSE",
        "assign": [{"kind": "POST", "name": "nobody"}]});
    publish(&town, "lease_sign", &[asked.clone(), empty]);
    let picks = json!({"t1": [judge]});
    let question = json!({"key": "lease_sign", "bizId": lease, "picks": picks});
    let told = way(&town, question.clone());
    assert_eq!(told["picks"][0]["from"][0]["userId"], judge);
    assert_eq!(names(&told), ["主办"], "as far as it would get");
    assert!(told["refused"].as_str().unwrap().contains("环节“复核”没有可以办理的人"), "{told}");
    let sent = json!({"key": "lease_sign", "bizId": lease, "picks": picks});
    town.refused(&town.clerk, "/appr/submit", sent.clone(), "环节“复核”没有可以办理的人");
    publish(&town, "lease_sign", &[asked]);
    let told = way(&town, question);
    assert_eq!((&told["refused"], told["path"][0]["people"].as_array().unwrap().len()), (&json!(null), 1), "{told}");
    town.done(&town.clerk, "/appr/submit", sent);
    let todo = town.portal.get("/appr/task/todo", &town.portal.token("judge"));
    assert_eq!(todo["total"], 1, "{todo}");
}

#[test]
fn a_deed_that_nobody_decides_about_goes_no_way() {
    let town = Town::new();
    let told = way(&town, json!({"key": "bill_adjust", "bizId": 0, "payload": {}}));
    assert_eq!((&told["direct"], &told["path"]), (&json!(true), &json!([])));
}
