//! The person's own part of the portal: layout settings, own sessions, related applications.

mod support;

use serde_json::{Value, json};
use support::Portal;

#[test]
fn layout_settings_follow_the_person_and_nobody_else() {
    let portal = Portal::new();
    portal.person("layout1", 110, &[]);
    let (admin, other) = (portal.admin(), portal.token("layout1"));
    assert_eq!(portal.get("/getInfo", &admin)["layoutSetting"], Value::Null);

    let setting = json!({
        "theme": "#11a983", "sideTheme": "theme-light", "topNav": true, "yingShouBlock": false,
        "blockOrder": ["noticeBlock", "yingShouBlock"],
    });
    assert_eq!(portal.put("/system/user/profile/layout", &admin, setting.clone())["code"], 200);
    for stored in [
        portal.get("/getInfo", &admin)["layoutSetting"].clone(),
        portal.get("/system/user/profile/layout", &portal.admin())["data"].clone(),
    ] {
        for (name, value) in setting.as_object().unwrap() {
            assert_eq!(&stored[name], value, "{name}: {stored}");
        }
        assert_eq!(stored["shiShouBlock"], Value::Null, "what was not saved stays the browser's default");
    }
    assert_eq!(portal.get("/getInfo", &other)["layoutSetting"], Value::Null);

    assert_eq!(portal.delete("/system/user/profile/layout", &admin)["code"], 200);
    assert_eq!(portal.delete("/system/user/profile/layout", &admin)["code"], 200, "resetting twice is no error");
    assert_eq!(portal.get("/getInfo", &admin)["layoutSetting"], Value::Null);
}

#[test]
fn a_layout_is_no_store_for_anything_else() {
    let portal = Portal::new();
    let token = portal.admin();
    for bad in [json!({"theme": "x".repeat(33)}), json!({"blockOrder": vec!["a"; 33]})] {
        let answer = portal.put("/system/user/profile/layout", &token, bad);
        assert_eq!(answer, json!({"code": 500, "msg": "布局设置内容过长，请重置后再保存"}));
    }
    assert_eq!(portal.get("/getInfo", &token)["layoutSetting"], Value::Null);
}

#[test]
fn a_person_sees_and_ends_his_own_other_sessions_only() {
    let portal = Portal::new();
    portal.person("mine1", 110, &[]);
    let (here, there, third) = (portal.token("mine1"), portal.token("mine1"), portal.token("mine1"));
    let stranger = portal.admin();
    let sessions = portal.get("/system/user/profile/sessions", &here)["data"].clone();
    let rows = sessions.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows.iter().filter(|row| row["current"] == true).count(), 1);
    let key = |row: &Value| row["sessionKey"].as_str().unwrap().to_owned();
    let own = rows.iter().find(|row| row["current"] == true).map(key).unwrap();
    let path = |key: &str| format!("/system/user/profile/sessions/{key}");

    assert_eq!(portal.delete(&path(&own), &here)["msg"], "不能在此结束当前登录，请使用“退出登录”");
    let gone = "该登录已结束，请刷新后查看";
    assert_eq!(portal.delete(&path(&own), &stranger)["msg"], gone, "somebody else's session is not there");
    assert_eq!(portal.get("/getInfo", &here)["code"], 200);

    let theirs = portal.get("/system/user/profile/sessions", &there)["data"].clone();
    let there_key = theirs.as_array().unwrap().iter().find(|row| row["current"] == true).map(key).unwrap();
    assert_eq!(portal.delete(&path(&there_key), &here)["code"], 200);
    assert_eq!(portal.get("/getInfo", &there)["code"], 401, "dead on the next request");
    assert_eq!(portal.get("/getInfo", &third)["code"], 200);

    assert_eq!(portal.delete("/system/user/profile/sessions", &here)["code"], 200);
    assert_eq!(portal.get("/getInfo", &third)["code"], 401);
    assert_eq!(portal.get("/getInfo", &here)["code"], 200, "the own session stays");
    assert_eq!(portal.get("/getInfo", &stranger)["code"], 200);
}

#[test]
fn applications_are_edited_and_reach_everybody() {
    let portal = Portal::new();
    portal.person("tiles1", 110, &[]);
    let (admin, other) = (portal.admin(), portal.token("tiles1"));
    let form = |code: &str, url: &str, sort: i64| json!({"moduleCode": code, "moduleName": "租赁", "url": url, "icon": "solution", "sort": sort});
    assert_eq!(portal.post("/system/module", &admin, form("lease", "/lease/", 2))["code"], 200);
    assert_eq!(portal.post("/system/module", &admin, form("oa", "https://oa.example/", 1))["code"], 200);
    for (bad, sentence) in [
        (form("lease", "/x", 1), "新增应用'租赁'失败，应用编码已存在"),
        (form("evil", "javascript:alert(1)", 1), "应用地址必须以 / 或 http(s):// 开头，且不含空格"),
        (form("", "/x", 1), "应用编码不能为空"),
        (form("坏", "/x", 1), "应用编码只能包含字母、数字、横线和下划线"),
        (json!({"moduleCode": "a", "moduleName": "a", "url": "/a"}), "显示顺序不能为空"),
    ] {
        assert_eq!(portal.post("/system/module", &admin, bad)["msg"], sentence);
    }
    let modules = portal.get("/getInfo", &other)["modules"].clone();
    let codes: Vec<&str> = modules.as_array().unwrap().iter().map(|row| row["moduleCode"].as_str().unwrap()).collect();
    assert_eq!(codes, ["oa", "lease"], "in their order");

    let mut changed = modules[1].clone();
    changed["moduleName"] = json!("租赁管理");
    assert_eq!(portal.put("/system/module", &admin, changed)["code"], 200);
    let list = portal.get("/system/module/list?moduleName=租赁管理", &admin);
    assert_eq!((list["total"].clone(), list["rows"][0]["moduleCode"].clone()), (json!(1), json!("lease")));
    let ids = format!("{},{}", modules[0]["moduleId"], modules[1]["moduleId"]);
    assert_eq!(portal.delete(&format!("/system/module/{ids}"), &admin)["code"], 200);
    assert_eq!(portal.get("/getInfo", &other)["modules"], json!([]));
}
