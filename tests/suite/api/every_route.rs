//! Every route of the table: nobody without a session, nobody without the right, an audit row for
//! every change and refusal, body limit, unknown and misspelt input. The lists of exceptions may only
//! shrink.

use std::collections::BTreeSet;

use crate::support;
use gx_portal::features::approvals::binding::Binding;
use gx_portal::route::{Access, Method, Route};
use serde_json::{Value, json};
use support::Portal;

/// A path with parameters filled in.
fn path(route: &Route) -> String {
    let mut text = String::new();
    let mut rest = route.path;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("closed");
        text.push_str(before);
        text.push_str(match name {
            "configKey" => "sys.index.skinName",
            "dictType" => "sys_user_sex",
            "userName" => "admin",
            "uuid" | "name" => "x",
            _ => "1",
        });
        rest = after;
    }
    text + rest
}

fn call(portal: &Portal, route: &Route, token: &str) -> Value {
    if route.upload.is_some() && !token.is_empty() {
        return portal.upload(&path(route), token, "other", "x", b"x");
    }
    let body = (route.method != Method::Get).then_some("{}");
    portal.request(route.method.as_str(), &path(route), token, body).json()
}

#[test]
fn anonymous_is_refused_everywhere_but_on_the_short_list() {
    let portal = Portal::new();
    let mut public = Vec::new();
    for route in portal.routes.iter() {
        if matches!(route.access, Access::Public { .. }) {
            public.push(route.name());
            continue;
        }
        let answer = call(&portal, route, "");
        assert_eq!(answer["code"], 401, "{}: {answer}", route.name());
        let sentence = format!("请求访问：{}，认证失败，无法访问系统资源", path(route));
        assert_eq!(answer["msg"], sentence, "{}", route.name());
        assert_eq!(call(&portal, route, "forged.token.here")["code"], 401, "{}", route.name());
    }
    public.retain(|name| !name.contains("/testing/"));
    assert_eq!(
        public,
        [
            "GET /portal/info",
            "GET /captchaImage",
            "POST /login",
            "POST /setup",
            "POST /register",
            "POST /logout",
            "GET /profile/avatar/{name}",
            "GET /loginIdaas/start",
            "POST /loginIdaas"
        ]
    );
    let before = portal.audit_rows().len();
    assert_eq!(portal.get("/system/user/list", "")["code"], 401);
    assert_eq!(portal.audit_rows().len(), before, "anonymous refusals are counted, not audited one by one");
}

#[test]
fn without_the_right_every_route_refuses_and_leaves_a_row() {
    let portal = Portal::new();
    portal.person("nobody1", 110, &[]);
    let token = portal.token("nobody1");
    let mut checked = 0;
    for route in portal.routes.iter() {
        let Access::Perm(_) = route.access else { continue };
        let before = portal.last_audit().audit_id;
        let answer = call(&portal, route, &token);
        assert_eq!(answer, json!({"code": 403, "msg": "没有权限，请联系管理员授权"}), "{}", route.name());
        let row = portal.last_audit();
        assert!(row.audit_id > before, "{} left no row", route.name());
        assert_eq!((row.code, row.actor.as_str()), (403, "nobody1"), "{}", route.name());
        checked += 1;
    }
    assert!(checked > 60, "{checked}");
    support::chain_is_whole(&portal.app);
}

#[test]
fn every_write_leaves_a_row_whether_it_succeeds_or_not() {
    let portal = Portal::new();
    for route in portal.routes.iter() {
        let Some((title, deed)) = route.audit else { continue };
        let token = portal.admin();
        let before = portal.last_audit().audit_id;
        let answer = call(&portal, route, &token);
        if route.upload.is_some() {
            // Refused while the body is read: no operation was begun.
            assert_eq!(answer["msg"], "请选择要上传的文件", "{}", route.name());
            continue;
        }
        let rows = portal.audit_rows();
        let new: Vec<_> = rows.iter().filter(|row| row.audit_id > before).collect();
        assert_eq!(new.len(), 1, "{}: {answer}", route.name());
        assert_eq!((new[0].title.as_str(), new[0].deed), (title, deed as u8), "{}", route.name());
        let answered = answer["code"].as_u64().unwrap_or(200);
        assert_eq!(u64::from(new[0].code), answered, "{}: {answer}", route.name());
    }
    support::chain_is_whole(&portal.app);
}

#[test]
fn reads_answer_and_leave_no_row() {
    let portal = Portal::new();
    let token = portal.admin();
    let before = portal.audit_rows().len();
    for route in portal.routes.iter().filter(|route| route.audit.is_none()) {
        let answer = call(&portal, route, &token);
        let code = answer["code"].as_u64();
        // A file that is not there answers 404 in the body (contract 2.7); the one stream, its greeting.
        let absent = code == Some(404) && route.path.starts_with("/common/") && route.path.contains("{id}");
        let fine = absent
            || (answer["bytes"] == 13 && route.path == "/portal/events")
            // The browser navigates here: it is led on, whatever is wrong.
            || (answer["bytes"] == 0 && route.path == "/loginIdaas/start")
            || code == Some(200)
            || (code == Some(500) && answer["msg"].as_str().is_some_and(|msg| !msg.is_empty()));
        assert!(fine, "{}: {answer}", route.name());
        assert!(!answer.to_string().contains("argon2"), "{} shows a hash", route.name());
    }
    assert_eq!(portal.audit_rows().len(), before);
}

#[test]
fn bodies_have_a_limit_and_wrong_ones_get_a_sentence() {
    let portal = Portal::new();
    let token = portal.admin();
    let large = format!("{{\"remark\":\"{}\"}}", "x".repeat(3 << 20));
    for route in portal.routes.iter().filter(|route| route.method != Method::Get && route.upload.is_none()) {
        if matches!(route.access, Access::Public { .. }) {
            continue;
        }
        let send = |body: &str| portal.request(route.method.as_str(), &path(route), &token, Some(body)).json();
        assert_eq!(send(&large)["msg"], "请求内容超过 2 MB，请减少后重试", "{}", route.name());
        assert_eq!(send("{not json")["msg"], "请求内容不是有效的 JSON，请检查后重试", "{}", route.name());
        assert_eq!(send("\"text\"")["code"], 500, "{}", route.name());
    }
}

#[test]
fn unknown_paths_methods_and_trailing_slashes() {
    let portal = Portal::new();
    let token = portal.admin();
    assert_eq!(portal.get("/no/such/path", &token), json!({"code": 404, "msg": "路径不存在，请检查路径是否正确"}));
    for (path, token) in [("/system/user/%ff", &token), ("/%ff%fe", &String::new())] {
        assert_eq!(portal.get(path, token), portal.get("/no/such/path", token), "{path} is no text");
    }
    let patch = portal.request("PATCH", "/system/user", &token, None).json();
    assert_eq!(patch, json!({"code": 500, "msg": "不支持的请求方式：PATCH"}));
    for path in ["/system/dept/list/", "/getInfo/", "/system/role/list/?pageNum=1"] {
        assert_eq!(portal.get(path, &token)["code"], 200, "{path}");
    }
    assert!(portal.get("/system/user/", &token)["posts"].is_array(), "slash without id opens the form");
}

/// The front end is built from the committed document, so what differs is told by name.
#[test]
fn the_committed_contract_is_the_servers() {
    let routes = gx_portal::features::PRODUCT.routes();
    let ours = gx_portal::web::openapi::document(&routes, "/gx_portal/prod-api");
    let text = include_str!("../../../ui/src/api/generated/openapi.json");
    let committed: Value = serde_json::from_str(text).expect("JSON");
    let mut old = Vec::new();
    for part in ["/paths", "/components/schemas"] {
        let of = |document: &Value| document.pointer(part).and_then(Value::as_object).cloned().expect("a map");
        let (ours, committed) = (of(&ours), of(&committed));
        let names: BTreeSet<&String> = ours.keys().chain(committed.keys()).collect();
        old.extend(names.into_iter().filter(|name| ours.get(*name) != committed.get(*name)).cloned());
    }
    assert!(old.is_empty(), "packaging/contract makes these anew: {old:?}");
    assert_eq!(ours, committed, "packaging/contract makes it anew");
}

/// A release checks input by the committed file.
#[test]
fn the_committed_inputs_are_the_servers() {
    let ours = gx_portal::web::contract::inputs(&gx_portal::features::PRODUCT.routes()).expect("computed");
    let committed: serde_json::Map<String, Value> =
        serde_json::from_str(include_str!("../../../data/inputs.json")).expect("JSON");
    let names: BTreeSet<&String> = ours.keys().chain(committed.keys()).collect();
    let old: Vec<&String> = names.into_iter().filter(|name| ours.get(*name) != committed.get(*name)).collect();
    assert!(old.is_empty(), "packaging/contract makes these anew: {old:?}");
}

#[test]
fn the_table_is_documented() {
    let portal = Portal::new();
    let document = gx_portal::web::openapi::document(&portal.routes, "/gx_portal/prod-api");
    for route in portal.routes.iter() {
        let method = route.method.as_str().to_lowercase();
        assert!(document["paths"][route.path][&method].is_object(), "{}", route.name());
    }
    let types = document["components"]["schemas"].as_object().expect("types");
    let twice: Vec<&String> = types.keys().filter(|name| name.ends_with(|last: char| last.is_ascii_digit())).collect();
    assert!(twice.is_empty(), "types of one name, give one another by #[schemars(rename)]: {twice:?}");
    // Every permission of the menus is used by a route, and every permission of a route is in a menu.
    let mut used: Vec<&str> = gx_portal::features::PRODUCT.permissions().into_keys().collect();
    // whoever decides about a kind of document may have no route of his own beside the approval centre's
    used.extend(gx_portal::features::PRODUCT.extensions::<Binding>().filter_map(|binding| binding.approve));
    let menus = portal.get("/system/menu/list", &portal.admin());
    let granted: Vec<&str> =
        menus["data"].as_array().expect("menus").iter().filter_map(|m| m["perms"].as_str()).collect();
    for permission in &used {
        assert!(granted.contains(permission), "{permission} can be granted to nobody");
    }
    for permission in granted.iter().filter(|permission| !permission.is_empty()) {
        assert!(used.contains(permission), "{permission} is granted for nothing");
    }
}

#[test]
fn a_slash_at_the_end_changes_nothing() {
    let portal = Portal::new();
    let paths: std::collections::BTreeSet<&str> = portal.routes.iter().map(|route| route.path).collect();
    let admin = portal.admin();
    for path in paths.into_iter().filter(|path| !path.ends_with('/')) {
        let path =
            path.split('/').map(|part| if part.starts_with('{') { "7" } else { part }).collect::<Vec<_>>().join("/");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let body = (method != "GET").then_some("[\"not a body\"");
            let ask = |asked: &str, token: &str| {
                let answer = portal.request(method, asked, token, body).json();
                // The sentence names the address, and sometimes the seconds to wait.
                let said = answer["msg"].to_string().replace(asked, "");
                (answer["code"].clone(), said.replace(|c: char| c.is_ascii_digit(), ""))
            };
            assert_eq!(ask(&path, ""), ask(&format!("{path}/"), ""), "{method} {path}, to a stranger");
            // What acts without a body is asked by strangers alone; methods that there aren't are refused to everybody.
            let is_there = portal.routes.iter().any(|route| route.method.as_str() == method);
            if !is_there {
                assert_eq!(ask(&path, &admin), ask(&format!("{path}/"), &admin), "{method} {path}");
            }
        }
    }
    for path in ["/system/user", "/system/user/"] {
        for method in ["POST", "PUT"] {
            let answer = portal.request(method, path, &admin, Some("{}")).json();
            assert_ne!(answer["msg"], format!("不支持的请求方式：{method}"), "{method} {path}");
        }
        assert!(portal.get(path, &admin)["roles"].is_array(), "GET {path}");
    }
}
