//! Columns that went wrong are seen and filled again: by the doctor, on the monitor page, by hand.

use gx_portal::columns::State;
use gx_portal::records::list::filling;
use gx_portal::upkeep::doctor;
use serde_json::{Value, json};

use crate::registers::made::{listed, of_every_kind, row};
use crate::support::Portal;

fn city() -> (Portal, Vec<u64>) {
    let portal = Portal::new();
    let people = ["one", "two", "three"].map(|name| portal.person(name, 110, &[])).to_vec();
    filling::fill_all(&portal.app).expect("filled");
    (portal, people)
}

fn logins(portal: &Portal, token: &str) -> Vec<String> {
    let list = portal.get("/system/user/list?orderByColumn=userName&isAsc=asc", token);
    let rows = list["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["userName"].as_str().expect("a name").to_owned()).collect()
}

fn table(portal: &Portal, token: &str, name: &str) -> Value {
    let all = portal.get("/monitor/cache/columns", token)["data"]["tables"].as_array().expect("tables").clone();
    all.into_iter().find(|table| table["table"] == name).unwrap_or_else(|| panic!("no table {name}"))
}

#[test]
fn the_doctor_names_rows_that_differ_and_fills_them_again() {
    let (portal, people) = city();
    let token = portal.admin();
    let right = logins(&portal, &token);
    let healthy = doctor::run(&portal.app, "test", false).expect("a report");
    assert_eq!((&healthy["columns"], &healthy["ok"]), (&json!([]), &json!(true)), "{healthy}");
    portal.app.columns.damage("user", (people[0], people[1], people[2]));
    assert_ne!(logins(&portal, &token), right, "the damage is seen in a list");
    let report = doctor::run(&portal.app, "test", false).expect("a report");
    assert_eq!(report["columns"], json!([{"table": "user", "differ": [people[0], people[2]]}]));
    assert_eq!(report["ok"], false);
    let said = report["faults"].as_array().expect("faults").iter().filter_map(Value::as_str).collect::<String>();
    assert!(said.contains("user") && said.contains(&people[2].to_string()), "{said}");
    let fixed = doctor::run(&portal.app, "test", true).expect("a report");
    assert_eq!((&fixed["fixed"]["columnsRefilled"], &fixed["columns"]), (&json!(["user"]), &json!([])));
    assert_eq!(fixed["ok"], true, "{fixed}");
    assert_eq!(logins(&portal, &token), right);
}

#[test]
fn the_monitor_tells_what_is_in_memory_and_fills_a_table_again() {
    let (portal, people) = city();
    let token = portal.admin();
    let all = portal.get("/monitor/cache/columns", &token)["data"].clone();
    assert_eq!((&all["settled"], &all["allowedBytes"]), (&json!(true), &json!(256 << 20)), "{all}");
    let user = table(&portal, &token, "user");
    assert_eq!((&user["state"], &user["rows"], &user["unreadable"]), (&json!(1), &json!(4), &json!(0)), "{user}");
    assert!(user["bytes"].as_u64().expect("bytes") > 0 && user["fillMillis"].is_u64() && user["ageSeconds"].is_u64());

    portal.app.columns.damage("user", (people[0], people[1], people[2]));
    let said = portal.post("/monitor/cache/columns/user", &token, json!({}));
    assert!(said["msg"].as_str().is_some_and(|said| said.contains("user")), "{said}");
    assert_eq!(portal.last_audit().title, "存储与索引", "it is in the log");
    assert_eq!(logins(&portal, &token).len(), 4, "and the list is right at once");
    assert_eq!(portal.app.columns.table("user").expect("a table").state(), State::Ready);
    let unknown = portal.post("/monitor/cache/columns/nothing", &token, json!({}));
    assert_eq!(unknown["msg"], "没有名为 nothing 的列数据，请刷新后重试");

    let plain = portal.token("one");
    assert_eq!(portal.get("/monitor/cache/columns", &plain)["code"], 403);
    assert_eq!(portal.post("/monitor/cache/columns/user", &plain, json!({}))["code"], 403);

    // Registers keep theirs for themselves, by name, once their list was asked for.
    of_every_kind(&portal, &token);
    row(&portal, &token, "xfang", json!({"bianhao": "A-1"}));
    let others = || portal.get("/monitor/cache/columns", &token)["data"]["others"].clone();
    assert_eq!((&others()[0]["title"], &others()[0]["tables"]), (&json!("登记表"), &json!([])));
    listed(&portal, &token, "xfang", "");
    let told = others()[0].clone();
    assert_eq!((&told["tables"][0]["table"], &told["tables"][0]["rows"]), (&json!("信访台账"), &json!(1)), "{told}");
    assert_eq!((&told["bytes"], &told["allowedBytes"]), (&told["tables"][0]["bytes"], &json!(48 << 20)), "{told}");
}

#[test]
fn without_memory_the_page_says_so_and_lists_answer_the_old_way() {
    let (portal, _) = city();
    let token = portal.admin();
    let right = logins(&portal, &token);
    let found = portal.get("/system/config/list?configKey=sys.list.memoryMiB", &token)["rows"][0].clone();
    let off = json!({"configId": found["configId"], "configName": found["configName"], "configKey": found["configKey"],
                     "configValue": "0", "configType": "Y"});
    assert_eq!(portal.put("/system/config", &token, off)["code"], 200);
    portal.post("/monitor/cache/columns/user", &token, json!({}));
    assert_eq!(logins(&portal, &token), right);
    assert_eq!(table(&portal, &token, "user")["state"], 3);
    assert_eq!(portal.get("/monitor/cache/columns", &token)["data"]["allowedBytes"], 0);
}
