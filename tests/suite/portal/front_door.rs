//! The person's own part of the portal: layout settings, own sessions, related applications.

use crate::support;
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
fn phrases_of_a_person_survive_the_reset_of_his_layout() {
    let portal = Portal::new();
    let token = portal.admin();
    let path = "/system/user/profile/layout";
    let setting = json!({"theme": "#f5222d", "phrases": ["请核对面积"]});
    assert_eq!(portal.put(path, &token, setting)["code"], 200);
    assert_eq!(portal.delete(path, &token)["code"], 200);
    let left = portal.get(path, &token)["data"].clone();
    assert_eq!((&left["phrases"], &left["theme"]), (&json!(["请核对面积"]), &Value::Null));
    for bad in [json!({"phrases": vec!["x"; 21]}), json!({"phrases": ["长".repeat(101)]})] {
        let answer = portal.put(path, &token, bad);
        assert!(answer["msg"].as_str().unwrap().contains("常用语最多20条"), "{answer}");
    }
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

/// Administered records: list, key, path of one, path of a change.
const ADMINISTERED: [(&str, &str, &str, &str); 11] = [
    ("/system/user/list", "userId", "/system/user/", "/system/user"),
    ("/system/role/list", "roleId", "/system/role/", "/system/role"),
    ("/system/dept/list", "deptId", "/system/dept/", "/system/dept"),
    ("/system/menu/list", "menuId", "/system/menu/", "/system/menu"),
    ("/system/post/list", "postId", "/system/post/", "/system/post"),
    ("/system/dict/type/list", "dictId", "/system/dict/type/", "/system/dict/type"),
    ("/system/dict/data/list?dictType=sys_user_sex", "dictCode", "/system/dict/data/", "/system/dict/data"),
    ("/system/config/list", "configId", "/system/config/", "/system/config"),
    ("/system/notice/list", "noticeId", "/system/notice/", "/system/notice"),
    ("/system/module/list", "moduleId", "/system/module/", "/system/module"),
    ("/monitor/job/list", "jobId", "/monitor/job/", "/monitor/job"),
];

#[test]
fn the_second_of_two_forms_hears_who_was_first() {
    let portal = Portal::new();
    portal.person("second1", 110, &[]);
    let admin = portal.admin();
    let tile = json!({"moduleCode": "oa", "moduleName": "办公", "url": "/oa/", "sort": 1});
    assert_eq!(portal.post("/system/module", &admin, tile)["code"], 200);
    let role = json!({"roleName": "两人", "roleKey": "two", "roleSort": 9, "status": "0", "menuIds": []});
    assert_eq!(portal.post("/system/role", &admin, role)["code"], 200);
    let notice = json!({"noticeTitle": "两人", "noticeType": "1", "noticeContent": "<p>两人</p>", "status": "0"});
    assert_eq!(portal.post("/system/notice", &admin, notice)["code"], 200);
    let cron = "0 0 10 * * ?";
    let job =
        json!({"jobName": "两人", "invokeTarget": "search.rebuild", "cronExpression": cron, "misfirePolicy": "3"});
    assert_eq!(portal.post("/monitor/job", &admin, job)["code"], 200);
    for (list, key, one, change) in ADMINISTERED {
        let answer = portal.get(list, &admin);
        let rows = answer["rows"]
            .as_array()
            .or_else(|| answer["data"].as_array())
            .unwrap_or_else(|| panic!("{list}: {answer}"));
        // what was added last is nobody's who may not be changed
        let number =
            rows.iter().filter_map(|row| row[key].as_u64()).max().unwrap_or_else(|| panic!("{list}: {answer}"));
        let read = || {
            let answer = portal.get(&format!("{one}{number}"), &admin);
            let mut form = answer["data"].clone();
            for beside in ["roleIds", "postIds"] {
                if !answer[beside].is_null() {
                    form[beside] = answer[beside].clone();
                }
            }
            form
        };
        let send = |form: &Value| {
            let since = form["updateTime"].as_str().filter(|text| !text.is_empty()).unwrap_or("never").to_owned();
            let request = poem::Request::builder()
                .method(poem::http::Method::PUT)
                .uri(format!("/gx_portal/prod-api{change}").parse().unwrap())
                .header("authorization", format!("Bearer {admin}"))
                .header("x-form-since", since)
                .content_type("application/json")
                .body(form.to_string());
            portal.send(request).json()
        };
        let (first, second) = (read(), read());
        assert!(first.get("updateTime").is_some(), "{one}: the browser is not told when it was changed: {first}");
        assert_eq!(send(&first)["code"], 200, "{change} {first}");
        let refused = send(&second);
        assert_ne!(refused["code"], 200, "{change}");
        let sentence = refused["msg"].as_str().unwrap_or_default();
        assert!(sentence.contains("已被 ") && sentence.contains("重新修改"), "{change}: {sentence}");
        assert_eq!(send(&read())["code"], 200, "{change}: on what is there now");
    }
}
