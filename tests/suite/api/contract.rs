//! Where old clients of the family would notice a difference (contract 1.1, 1.6, 2.1, 2.7, 3.14, 4.4, 7.1).

use crate::support;
use std::collections::HashSet;

use gx_portal::sheet::{Limits, grid};
use serde_json::{Value, json};
use support::{PASSWORD, Portal, act};

#[test]
fn a_picture_always_comes_with_its_number_and_both_spellings_of_the_switch() {
    let portal = Portal::new();
    for on in ["true", "false"] {
        act(&portal.app, move |op| gx_portal::features::system::config::ops::set(op, "sys.account.captchaEnabled", on));
        let answer = portal.get("/captchaImage", "");
        let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["msg", "code", "captchaEnabled", "captchaOnOff", "uuid", "img"], "{on}");
        let switch = json!(on == "true");
        assert_eq!((&answer["captchaEnabled"], &answer["captchaOnOff"]), (&switch, &switch));
        assert_eq!(answer["uuid"].as_str().unwrap().len(), 32);
        assert!(answer["img"].as_str().unwrap().len() > 500);
    }
    assert_eq!(portal.sign_in("admin", PASSWORD)["msg"], "操作成功", "off: no answer is asked for");
}

#[test]
fn paths_answer_with_and_without_a_slash_and_strangers_learn_nothing_from_methods() {
    let portal = Portal::new();
    let token = portal.admin();
    let form = portal.get("/system/user/", &token);
    assert!(form["roles"].is_array() && form["posts"].is_array() && form.get("data").is_none(), "{form}");
    assert_eq!(portal.get("/system/user", &token), form);
    for (method, path) in
        [("PATCH", "/system/user"), ("DELETE", "/getInfo"), ("POST", "/system/role/list"), ("PUT", "/portal/events")]
    {
        let stranger = portal.request(method, path, "", None).json();
        let expected = json!({"msg": format!("请求访问：{path}，认证失败，无法访问系统资源"), "code": 401});
        assert_eq!(stranger, expected, "{method} {path}");
        assert_eq!(portal.request(method, path, "forged.token.here", None).json(), expected, "{method} {path}");
        let known = portal.request(method, path, &token, None).json();
        assert_eq!(known, json!({"msg": format!("不支持的请求方式：{method}"), "code": 500}), "{method} {path}");
    }
    let public = portal.request("GET", "/login", "", None).json();
    assert_eq!(public["msg"], "不支持的请求方式：GET", "what everybody may call needs no session");
}

#[test]
fn calls_that_are_off_or_new_answer_as_the_family_does() {
    let portal = Portal::new();
    let body = json!({"username": "neu", "password": "x", "code": "", "uuid": ""});
    assert_eq!(portal.post("/register", "", body), json!({"msg": "当前系统没有开启注册功能！", "code": 500}));
    portal.person("screen1", 110, &[]);
    let token = portal.token("screen1");
    let unlock = |password: &str| portal.post("/unlockscreen", &token, json!({"password": password}))["msg"].clone();
    assert_eq!(unlock(""), "密码不能为空");
    assert_eq!(unlock("wrong"), "密码错误，请重新输入");
    assert_eq!(unlock(PASSWORD), "解锁成功");
    assert!(!portal.last_audit().input.contains(PASSWORD));
    for _ in 0..4 {
        unlock("wrong");
    }
    assert_eq!(unlock("wrong"), "密码输入错误5次，帐户锁定10分钟", "no way to guess a password of an open session");
    assert_eq!(unlock(PASSWORD), "密码输入错误5次，帐户锁定10分钟");
    assert_eq!(portal.post("/unlockscreen", "", json!({}))["code"], 401);
}

/// A body with several files of one field.
fn upload(portal: &Portal, token: &str, files: &[(&str, &str)]) -> Value {
    let part = |(name, text): &(&str, &str)| {
        format!("--gx\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n{text}\r\n")
    };
    let body = files.iter().map(part).collect::<String>() + "--gx--\r\n";
    let request = poem::Request::builder()
        .method(poem::http::Method::POST)
        .uri("/gx_portal/prod-api/common/uploads".parse().unwrap())
        .header("authorization", format!("Bearer {token}"))
        .content_type("multipart/form-data; boundary=gx")
        .body(body);
    portal.send(request).json()
}

#[test]
fn several_files_come_in_at_once_or_not_at_all() {
    let portal = Portal::new();
    let token = portal.admin();
    let answer = upload(&portal, &token, &[("一.txt", "eins"), ("二.csv", "a,b"), ("三.txt", "drei")]);
    assert_eq!(
        answer,
        json!({"msg": "操作成功", "code": 200,
               "urls": "/gx_portal/prod-api/common/download/1,/gx_portal/prod-api/common/download/2,/gx_portal/prod-api/common/download/3",
               "fileNames": "/common/download/1,/common/download/2,/common/download/3",
               "newFileNames": "1,2,3", "originalFilenames": "一.txt,二.csv,三.txt"})
    );
    let got = portal.request("GET", "/common/download/3", &token, None);
    assert_eq!(got.bytes, b"drei");
    let one = upload(&portal, &token, &[("四.txt", "vier")]);
    assert_eq!(one["newFileNames"], "4");
    let bad = upload(&portal, &token, &[("五.txt", "x"), ("六.exe", "x")]);
    assert!(bad["msg"].as_str().unwrap().starts_with("文件[六.exe]后缀[exe]不正确，请上传[jpg、"), "{bad}");
    assert_eq!(portal.get("/system/fileInfo/list/5", &token)["data"], json!([]), "all or none");
    assert_eq!(upload(&portal, &token, &[])["msg"], "请选择要上传的文件");
    let many: Vec<(&str, &str)> = vec![("x.txt", "x"); 101];
    assert_eq!(upload(&portal, &token, &many)["msg"], "一次最多上传 100 个文件");
    act(&portal.app, |op| gx_portal::features::system::config::ops::set(op, "sys.file.maxSizeMb", "1"));
    let large = "x".repeat(1 << 20);
    let five: Vec<(&str, &str)> = vec![("x.txt", &large); 5];
    assert_eq!(upload(&portal, &token, &five)["msg"], "一次上传的文件合计不能超过 4 MB，请分批上传");
    // A text field of that name names no file of the server.
    let posted =
        portal.post("/common/uploads", &token, json!({"files": [{"path": "/etc/passwd", "name": "x.txt", "size": 1}]}));
    assert_eq!(posted["msg"], "请以表单方式上传文件");
}

fn names(rows: &Value, found: &mut Vec<String>) {
    for row in rows.as_array().into_iter().flatten() {
        found.extend(row["name"].as_str().map(str::to_owned));
        names(&row["children"], found);
    }
}

#[test]
fn no_two_routes_have_one_name() {
    let portal = Portal::new();
    let token = portal.admin();
    for parent in [1, 2] {
        let menu = json!({"menuName": format!("重名{parent}"), "parentId": parent, "orderNum": 9, "path": "same", "menuType": "C",
                          "component": "system/user/index", "visible": "0", "status": "0", "isFrame": "1", "isCache": "0"});
        let answer = portal.post("/system/menu", &token, menu);
        assert_eq!(answer["code"], 200, "{answer}");
    }
    let mut found = Vec::new();
    names(&portal.get("/getRouters", &portal.admin())["data"], &mut found);
    let distinct: HashSet<&String> = found.iter().collect();
    assert_eq!(distinct.len(), found.len(), "{found:?}");
    assert!(found.iter().any(|name| name == "Same") && found.iter().filter(|name| name.ends_with("Same")).count() == 2);
}

#[test]
fn sheets_have_the_familys_columns_first() {
    let portal = Portal::new();
    let token = portal.admin();
    for (path, columns, more) in [
        (
            "/monitor/operlog/export",
            "操作序号,操作模块,业务类型,请求方法,请求方式,操作类别,操作人员,部门名称,请求地址,操作地址,操作地点,请求参数,返回参数,状态,错误消息,操作时间,消耗时间",
            "变更内容",
        ),
        (
            "/monitor/logininfor/export",
            "序号,用户账号,登录状态,登录地址,登录地点,浏览器,操作系统,提示消息,访问时间",
            "",
        ),
        (
            "/monitor/job/export",
            "任务序号,任务名称,任务组名,调用目标字符串,执行表达式,计划策略,并发执行,任务状态",
            "下次执行时间",
        ),
        (
            "/monitor/jobLog/export",
            "日志序号,任务名称,任务组名,调用目标字符串,日志信息,执行状态,异常信息",
            "触发,开始时间,结束时间",
        ),
        ("/system/config/export", "参数主键,参数名称,参数键名,参数键值,系统内置", "*"),
    ] {
        let book = portal.request("POST", path, &token, Some("{}"));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &book.bytes).unwrap();
        let sheet = grid(file.path(), Limits::default()).unwrap();
        let header = sheet.rows[0].cells.values().cloned().collect::<Vec<_>>().join(",");
        assert!(header.starts_with(columns), "{path}: {header}");
        let rest = header[columns.len()..].trim_start_matches(',');
        assert!(more == "*" || rest == more, "{path}: ours come after: {rest}");
    }
}

#[test]
fn a_setting_that_is_not_built_in_can_be_deleted() {
    let portal = Portal::new();
    let token = portal.admin();
    let form = json!({"configName": "自用", "configKey": "my.own", "configValue": "1", "configType": "N"});
    assert_eq!(portal.post("/system/config", &token, form)["code"], 200);
    let list = portal.get("/system/config/list?configKey=my.own", &token);
    let id = list["rows"][0]["configId"].clone();
    let answer = portal.delete(&format!("/system/config/{id}"), &token);
    assert_eq!(answer, json!({"msg": "操作成功", "code": 200}));
    assert_eq!(portal.get("/system/config/list?configKey=my.own", &token)["total"], 0);
    let answer = portal.delete("/system/config/1", &token);
    assert_eq!(answer["msg"], "内置参数【sys.index.skinName】不能删除 ");
}
