//! Saved views of lists: own, shared with a role, one the default; and the queries that people saved for reports before.

use crate::support;
use gx_portal::features::portal::views::SavedView;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};
use support::{Portal, act};

const PAGE: &str = "fin-bill";

fn state(search: &str) -> String {
    json!({"search": search, "columns": ["billNo", "state"], "widths": {"billNo": 180}}).to_string()
}

fn list(portal: &Portal, token: &str, page: &str) -> Vec<Value> {
    portal.get(&format!("/list/view/list?page={page}"), token)["data"].as_array().unwrap().clone()
}

fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["name"].as_str().unwrap()).collect()
}

fn form(name: &str, search: &str, role_id: u64) -> Value {
    json!({"page": PAGE, "name": name, "state": state(search), "roleId": role_id})
}

/// A role that may nothing, held by a new person.
fn colleague(portal: &Portal, name: &str) -> (u64, String) {
    let role_id = portal.role(name, &[], 3, &[]);
    portal.person(name, 110, &[role_id]);
    (role_id, portal.token(name))
}

#[test]
fn a_view_is_its_owners_and_the_same_name_is_the_same_view() {
    let portal = Portal::new();
    let admin = portal.admin();
    portal.person("views1", 110, &[]);
    let (own, save) = (portal.token("views1"), |token: &str, body: Value| portal.post("/list/view", token, body));
    let made = save(&own, form("逾期", "overdue=true", 0))["data"]["id"].as_u64().unwrap();
    assert_eq!(save(&own, form(" 逾期 ", "overdue=true&kind=1", 0))["data"]["id"], made);
    let rows = list(&portal, &own, PAGE);
    assert_eq!(names(&rows), ["逾期"]);
    assert_eq!(rows[0]["state"], state("overdue=true&kind=1"));
    assert_eq!(
        (&rows[0]["own"], &rows[0]["changeable"], &rows[0]["isDefault"]),
        (&json!(true), &json!(true), &json!(false))
    );
    assert!(list(&portal, &own, "fin-receipt").is_empty() && list(&portal, &admin, PAGE).is_empty());

    let gone = "视图不存在，可能已被删除，请刷新后重试";
    let path = format!("/list/view/{made}");
    assert_eq!(portal.delete(&path, &admin)["msg"], gone, "not even who may share sees what is nobody else's");
    assert_eq!(portal.delete("/list/view/999999", &admin)["msg"], gone);
    assert_eq!(portal.delete(&path, &own)["code"], 200);
    assert!(list(&portal, &own, PAGE).is_empty());
}

#[test]
fn what_is_no_view_is_refused_with_a_sentence() {
    let portal = Portal::new();
    let token = portal.admin();
    let refused = |body: Value| portal.post("/list/view", &token, body)["msg"].as_str().unwrap().to_owned();
    assert_eq!(refused(form("  ", "", 0)), "请输入视图名称");
    assert_eq!(refused(form(&"长".repeat(31), "", 0)), "视图名称不能超过30个字符");
    for bad in ["", "[]", "1", "{", "null"] {
        assert_eq!(refused(json!({"page": PAGE, "name": "x", "state": bad})), "视图内容不符合规范，请刷新页面后重试");
    }
    let long = json!({"search": "x".repeat(4_000)}).to_string();
    assert_eq!(refused(json!({"page": PAGE, "name": "x", "state": long})), "视图内容过长，请减少查询条件或列后重试");
    for at in 0..50 {
        assert_eq!(portal.post("/list/view", &token, form(&format!("第{at}个"), "", 0))["code"], 200);
    }
    assert_eq!(refused(form("再一个", "", 0)), "每个列表最多保存50个视图，请先删除不用的");
    let two = list(&portal, &token, PAGE);
    let rename = json!({"viewId": two[0]["viewId"], "page": PAGE, "name": two[1]["name"], "state": state("")});
    assert!(refused(rename).starts_with("已有名为"));
}

#[test]
fn a_shared_view_is_seen_by_holders_of_the_role_and_changed_by_who_may_share() {
    let portal = Portal::new();
    let admin = portal.admin();
    let (cashiers, cashier) = colleague(&portal, "viewcash");
    let (_, clerk) = colleague(&portal, "viewclerk");
    let made = portal.post("/list/view", &admin, form("本月未缴", "payState=0", cashiers))["data"]["id"].clone();
    let seen = list(&portal, &cashier, PAGE);
    assert_eq!(names(&seen), ["本月未缴"]);
    assert_eq!(
        (&seen[0]["own"], &seen[0]["changeable"], &seen[0]["roleName"]),
        (&json!(false), &json!(false), &json!("viewcash"))
    );
    assert!(list(&portal, &clerk, PAGE).is_empty());

    let other = json!({"viewId": made, "page": PAGE, "name": "改名", "state": state(""), "roleId": cashiers});
    assert_eq!(portal.post("/list/view", &cashier, other.clone())["msg"], "只能修改自己保存的视图，可以另存为新的视图");
    assert_eq!(portal.delete(&format!("/list/view/{made}"), &cashier)["msg"], "只能删除自己保存的视图");
    assert_eq!(portal.post("/list/view", &clerk, other)["msg"], "视图不存在，可能已被删除，请刷新后重试");
    let shared = portal.post("/list/view", &cashier, form("我的", "", cashiers));
    assert_eq!(shared["msg"], "没有共享视图的权限，请联系系统管理员");
    assert_eq!(portal.get("/list/view/roles", &cashier)["code"], 403);
    let offered = portal.get("/list/view/roles", &admin)["data"].clone();
    assert!(offered.as_array().unwrap().iter().any(|role| role["roleId"] == cashiers), "{offered}");

    assert_eq!(portal.put("/list/view/default", &cashier, json!({"page": PAGE, "viewId": made}))["code"], 200);
    assert_eq!(list(&portal, &cashier, PAGE)[0]["isDefault"], true);
    let defaults = |token: &str| portal.get("/list/view/defaults", token)["data"].clone();
    assert_eq!(defaults(&cashier), json!([{"page": PAGE, "viewId": made, "state": state("payState=0")}]));
    assert_eq!(list(&portal, &admin, PAGE)[0]["isDefault"], false, "each person begins as he likes");
    let wrong = portal.put("/list/view/default", &cashier, json!({"page": "fin-receipt", "viewId": made}));
    assert_eq!(wrong["msg"], "视图不存在，可能已被删除，请刷新后重试");
    assert_eq!(portal.delete(&format!("/list/view/{made}"), &admin)["code"], 200);
    assert!(list(&portal, &cashier, PAGE).is_empty());
    assert_eq!(defaults(&cashier), json!([]), "a view that went is no default");
    assert_eq!(portal.put("/list/view/default", &cashier, json!({"page": PAGE, "viewId": 0}))["code"], 200);
    assert_eq!(defaults(&cashier), json!([]));
}

#[test]
fn queries_that_were_saved_before_lists_had_views_are_views() {
    let portal = Portal::new();
    let admin = portal.admin();
    let old = json!({"page": "arrears", "name": "一年以上", "search": "daysFrom=365"});
    let made = portal.post("/report/saved", &admin, old)["data"]["id"].as_u64().unwrap();
    // as it was stored by the version that had no state
    let stored: SavedView = portal.app.store.read().unwrap().get(&id(made)).unwrap().unwrap();
    let before = SavedView { search: "daysFrom=365".into(), state: String::new(), ..stored };
    act(&portal.app, move |op| op.put(&before).map(drop));
    assert_eq!(list(&portal, &admin, "arrears")[0]["state"], r#"{"search":"daysFrom=365"}"#);
    let of = |page: &str| portal.get(&format!("/report/saved/list?page={page}"), &admin)["data"].clone();
    assert_eq!(of("arrears"), json!([{"savedId": made, "name": "一年以上", "search": "daysFrom=365"}]));

    // a client that knows filters alone reads what is saved now, too
    let new = json!({"page": "arrears", "name": "一年以上", "state": state("daysFrom=400")});
    assert_eq!(portal.post("/list/view", &admin, new)["data"]["id"], made);
    assert_eq!(of("arrears")[0]["search"], "daysFrom=400");
}
