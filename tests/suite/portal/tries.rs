//! Every route that takes a password or a code counts wrong ones on one counter, and is closed by it.

use crate::support;
use gx_portal::platform::identity::user::LastSignIn;
use gx_portal::route::{Meter, Route};
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::{PASSWORD, Portal};

use super::second_factor::{half_in, with_factor};

/// What a wrong try of a route is made with, by the person's name: his token, and the body.
type Wrong = fn(&Portal, &str) -> (String, Value);

/// Routes that take a password or a code of who uses them, with a wrong try of each; several kinds of one route apart.
const TAKEN: &[(&str, Wrong)] = &[
    ("POST /login", |_, name| (String::new(), json!({"username": name, "password": "wrong"}))),
    ("POST /unlockscreen", |portal, name| (portal.token(name), json!({"password": "wrong"}))),
    ("PUT /system/user/profile/updatePwd", |portal, name| {
        (portal.token(name), json!({"oldPassword": "wrong", "newPassword": "Lanzhou-8864"}))
    }),
    ("POST /portal/confirm", |portal, name| (portal.token(name), json!({"password": "wrong"}))),
    ("POST /portal/factor/begin", |portal, name| (portal.token(name), json!({"password": "wrong"}))),
    ("POST /portal/factor/token", |portal, name| (portal.token(name), json!({"password": "wrong", "serial": "A"}))),
    ("POST /portal/factor/token", |portal, name| {
        (portal.token(name), json!({"password": PASSWORD, "serial": "A", "code": "000000"}))
    }),
    ("POST /portal/factor/confirm", |portal, name| {
        let token = portal.token(name);
        assert_eq!(portal.post("/portal/factor/begin", &token, json!({"password": PASSWORD}))["code"], 200);
        (token, json!({"code": "000000"}))
    }),
    ("POST /portal/factor/code", |portal, name| (half_in(portal, name), json!({"code": "000000"}))),
];

/// Routes with such a field that is no secret of who uses them.
const NOT_TRIED: &[(&str, &str)] = &[
    ("POST /system/user", "a first password that is made for somebody else"),
    ("PUT /system/user", "the family's field, which is not read"),
    ("PUT /system/user/resetPwd", "a password that is made for somebody else"),
    ("POST /setup", "has no name yet: five wrong codes make the code void"),
    ("POST /register", "says that it is off"),
];

/// Fields by which passwords and codes come in.
fn takes_secret(route: &Route) -> bool {
    let schema = serde_json::to_value(route.input()).expect("JSON");
    let fields = schema["properties"].as_object().cloned().unwrap_or_default();
    let names: BTreeSet<String> = fields.keys().map(|name| name.to_lowercase()).collect();
    let password = names.iter().any(|name| name.contains("password") || name == "pwd" || name == "setupcode");
    let code = names.contains("code") && (route.path.starts_with("/portal/factor") || route.path == "/portal/confirm");
    password || code || route.meter == Some(Meter::SignIn)
}

#[test]
fn each_route_that_takes_a_secret_is_in_the_table() {
    let portal = Portal::new();
    let mut found: BTreeSet<String> = portal.routes.iter().filter(|r| takes_secret(r)).map(Route::name).collect();
    // Tickets and codes of identity providers are spent by the first use.
    found.retain(|name| !name.to_lowercase().contains("idaas"));
    let known: BTreeSet<String> =
        TAKEN.iter().map(|(name, _)| *name).chain(NOT_TRIED.iter().map(|(name, _)| *name)).map(str::to_owned).collect();
    let there: BTreeSet<String> =
        known.iter().filter(|name| portal.routes.iter().any(|r| r.name() == **name)).cloned().collect();
    assert_eq!(there, known, "no longer a route");
    let strange: Vec<&String> = found.difference(&known).collect();
    assert!(strange.is_empty(), "{strange:?} take a password or a code, and nobody says that wrong ones are counted");
}

#[test]
fn wrong_ones_count_and_lock_whichever_route_took_them() {
    let portal = Portal::new();
    for (place, (name, wrong)) in TAKEN.iter().enumerate() {
        let person = format!("person{place}");
        let with_a_factor = *name == "POST /portal/factor/code";
        let user_id = match with_a_factor {
            true => with_factor(&portal, &person, &[]).0,
            false => portal.person(&person, 110, &[]),
        };
        let failures = || {
            let last: Option<LastSignIn> = portal.app.store.read().unwrap().get(&id(user_id)).unwrap();
            last.map_or(0, |last| last.failures)
        };
        if !with_a_factor {
            portal.token(&person);
        }
        let before = failures();
        let (token, body) = wrong(&portal, &person);
        let (method, path) = name.split_once(' ').expect("a name");
        let mut said = Vec::new();
        for _ in 0..5 {
            let answer = portal.request(method, path, &token, Some(&body.to_string())).json();
            assert_eq!(answer["code"], 500, "{name}: {answer}");
            said.push(answer["msg"].as_str().expect("a sentence").to_owned());
        }
        let locked = "密码输入错误5次，帐户锁定10分钟";
        assert!(said[..4].iter().all(|one| !one.contains("锁定")) && said[4] == locked, "{name}: {said:?}");
        // A right password signs in between and is told so to nobody: what was counted before stays.
        assert!(failures() >= 5 - u64::from(before > 0) && failures() <= before + 5, "{name}: {}", failures());
        assert_eq!(portal.sign_in(&person, PASSWORD)["msg"], locked, "{name}: one counter for all");
        if !token.is_empty() && !with_a_factor {
            let other = portal.post("/unlockscreen", &token, json!({"password": PASSWORD}));
            assert_eq!(other["msg"], locked, "{name}: also for who is signed in");
        }
        assert_eq!(portal.get("/getInfo", &portal.admin())["code"], 200, "{name}: nobody else is locked");
    }
}

#[test]
fn the_code_of_the_first_set_up_is_void_after_five() {
    let folder = tempfile::tempdir().unwrap();
    support::initialise_without_people(folder.path());
    let portal = Portal::on(folder);
    let code = support::act(&portal.app, gx_portal::features::portal::sign_in::setup::issue);
    let set_up = |code: &str| {
        let body = json!({"setupCode": code, "userName": "admin", "realName": "管理员", "password": PASSWORD});
        portal.post("/setup", "", body)
    };
    for _ in 0..5 {
        assert_eq!(set_up("AAAA-BBBB-CCCC")["code"], 500);
    }
    assert!(set_up(&code)["msg"].as_str().unwrap().contains("不正确或已失效"));
}
