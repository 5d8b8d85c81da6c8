//! Single sign-on against a provider that may be away, slow or strange; accounts, trips, tickets and
//! settings. Forged tokens are in `sso_tokens.rs`, the flows with a certified provider in
//! `ui/e2e/sso.spec.ts`.

use super::second_factor::{enrol, enter, set};
use crate::{idp, scene, support};
use gx_portal::store::Reads;
use idp::{CLIENT, Mood, Provider, SECRET};
use poem::Request;
use scene::{Scene, config, part, scene, user_id, with};
use serde_json::{Value, json};
use support::{PASSWORD, Portal, act};

const STATE: &str = "单点登录失败，请重新登录（登录请求已过期，或不是由本浏览器发起）";
const SPENT: &str = "单点登录失败，请重新登录（登录凭证已使用或已过期）";
const WRONG: &str = "单点登录失败，请重新登录；多次失败请联系管理员检查统一身份认证的配置";
const AWAY: &str = "统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录";
const UNKNOWN: &str = "用户不存在或未绑定，请联系管理员";
#[test]
fn a_whole_trip_signs_in_and_out() {
    let scene = scene("");
    let portal = &scene.portal;
    assert_eq!(portal.get("/portal/info", "")["data"]["ssoEnabled"], true);
    let answer = scene.led("%2Fgx_portal%2Fsystem%2Fuser%3Fa%3D1");
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.ends_with("; Path=/gx_portal/prod-api/loginIdaas; Max-Age=600; HttpOnly; SameSite=Lax; Secure"));
    let location = answer.headers["location"].to_str().unwrap();
    assert_eq!((part(location, "response_type"), part(location, "scope")), ("code".into(), "openid profile".into()));
    assert_eq!(part(location, "code_challenge_method"), "S256");
    assert_eq!(part(location, "prompt"), "");
    let other = portal.request("GET", "/loginIdaas/start?otherAccount=true", "", None);
    assert_eq!(part(other.headers["location"].to_str().unwrap(), "prompt"), "login");
    assert_eq!(part(location, "redirect_uri"), "https://portal.example/gx_portal/loginIdaas");

    let trip = scene.start("%2Fgx_portal%2Fsystem%2Fuser%3Fa%3D1");
    scene.grant("good.code", &trip, scene.honest_token(&trip, "ZHANG1"));
    let answer = scene.answer(&trip.cookie, &json!({"loginCode": "good.code", "state": trip.state}));
    let gone = answer.headers["set-cookie"].to_str().unwrap();
    assert!(gone.starts_with("ssoFlow=; Path=/gx_portal/prod-api/loginIdaas; Max-Age=0;"), "{gone}");
    let answer = answer.json();
    assert_eq!((&answer["code"], &answer["redirect"]), (&json!(200), &json!("/system/user?a=1")), "{answer}");
    let token = answer["token"].as_str().unwrap();
    assert_eq!(portal.get("/getInfo", token)["user"]["userName"], "zhang1");
    let row = portal.last_audit();
    assert_eq!((row.actor.as_str(), row.code, row.message.as_str()), ("zhang1", 200, "单点登录成功"));
    let shown = format!("{row:?}");
    for secret in ["good.code", "eyJhbGciOi", trip.cookie.as_str()] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
    let log = portal.get("/monitor/logininfor/list?pageSize=1", &portal.admin());
    assert_eq!(log["code"], 200);

    let out = portal.post("/logout", token, json!({}));
    assert_eq!((&out["msg"], &out["code"]), (&json!("退出成功"), &json!(200)));
    let url = out["logoutUrl"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/end?lang=zh&", scene.provider.issuer)), "{url}");
    assert_eq!(part(url, "post_logout_redirect_uri"), "https://portal.example/gx_portal/login");
    assert!(part(url, "id_token_hint").starts_with("eyJ") && part(url, "client_id") == CLIENT);
    assert!(!portal.last_audit().changes.contains("eyJ"), "no ID token in the audit row");
    assert_eq!(portal.get("/getInfo", token)["code"], 401);
    assert_eq!(portal.post("/logout", token, json!({})), json!({"code": 200, "msg": "退出成功"}), "a dead token");
    let by_password = portal.token("zhang1");
    assert_eq!(portal.post("/logout", &by_password, json!({})), json!({"code": 200, "msg": "退出成功"}));
    support::chain_is_whole(&portal.app);
    let report = gx_portal::upkeep::doctor::run(&portal.app, "test", false).unwrap();
    assert_eq!(report["ok"], true, "{report}");
}

#[test]
fn a_trip_is_for_one_browser_one_try_and_ten_minutes() {
    let scene = scene("");
    let refused = |cookie: &str, body: Value, sentence: &str, why: &str| {
        let asked = scene.provider.asked();
        assert_eq!(scene.come_back(cookie, &body)["msg"], sentence, "{why}");
        assert_eq!(scene.portal.last_audit().message, sentence, "{why}");
        scene.provider.asked() - asked
    };
    let trip = scene.start("");
    scene.grant("first.code", &trip, scene.honest_token(&trip, "zhang1"));
    let body = json!({"loginCode": "first.code", "state": trip.state});
    let other = scene.start("");
    for (cookie, body, why) in [
        (trip.cookie.as_str(), json!({"loginCode": "first.code", "state": other.state}), "another trip's state"),
        (other.cookie.as_str(), body.clone(), "another browser's cookie"),
        (trip.cookie.as_str(), json!({"loginCode": "first.code", "state": ""}), "empty state"),
        (trip.cookie.as_str(), json!({"loginCode": "first.code"}), "no state"),
        ("", body.clone(), "no cookie"),
        ("ssoFlow=eyJhbGciOiJub25lIn0.e30.", body.clone(), "a forged cookie"),
    ] {
        assert_eq!(refused(cookie, body, STATE, why), 0, "{why}: the provider is not even asked");
    }
    let in_body =
        json!({"loginCode": "first.code", "state": trip.state, "ssoFlow": trip.cookie.split_once('=').unwrap().1});
    assert_eq!(refused("", in_body, STATE, "the cookie's content in the body"), 0);
    for code in ["", "  ", "a\u{0}b", &"x".repeat(5_000)] {
        let body = json!({"loginCode": code, "state": trip.state});
        assert_eq!(refused(&trip.cookie, body, "单点登录失败，请重新登录（没有收到登录凭证）", code), 0);
    }
    assert_eq!(scene.come_back(&trip.cookie, &body)["code"], 200, "what was refused did not use the trip up");
    assert_eq!(refused(&trip.cookie, body, STATE, "the same again"), 0);

    let trip = scene.start("");
    let replayed = json!({"loginCode": "first.code", "state": trip.state});
    assert_eq!(refused(&trip.cookie, replayed, SPENT, "a used code in a new trip"), 1);

    let trip = scene.start("");
    scene.provider.grant("c2", "another challenge", &trip.callback, scene.honest_token(&trip, "zhang1"));
    refused(&trip.cookie, json!({"loginCode": "c2", "state": trip.state}), SPENT, "a code of another verifier");

    let trip = scene.start("");
    scene.grant("c3", &trip, scene.honest_token(&trip, "zhang1"));
    scene.portal.app.clock.advance(600_000);
    refused(&trip.cookie, json!({"loginCode": "c3", "state": trip.state}), STATE, "ten minutes are the end");
    assert!(scene.portal.audit_rows().iter().all(|row| !row.input.contains("first.code")), "no code in a row");
}

/// Short only where nothing is to come: an honest answer may take its time.
fn patience(mood: &Mood) -> &'static str {
    if matches!(mood, Mood::Silent) { "timeout_seconds = 2\n" } else { "" }
}

#[test]
fn a_provider_in_trouble_gets_a_sentence() {
    for (place, mood, sentence) in [
        ("token", Mood::Silent, AWAY),
        ("token", Mood::Says(503, b"{}".to_vec()), AWAY),
        ("token", Mood::Says(200, vec![b'x'; 4 << 20]), WRONG),
        ("token", Mood::Says(200, b"<html>".to_vec()), WRONG),
        ("token", Mood::Says(200, b"{}".to_vec()), WRONG),
        ("token", Mood::Says(400, br#"{"error":"invalid_grant"}"#.to_vec()), SPENT),
        ("token", Mood::Says(401, br#"{"error":"invalid_client"}"#.to_vec()), WRONG),
        ("token", Mood::Redirects("http://127.0.0.1:1/".into()), WRONG),
    ] {
        let scene = scene(patience(&mood));
        let trip = scene.start("");
        scene.grant("c", &trip, scene.honest_token(&trip, "zhang1"));
        scene.provider.be(place, mood);
        let answer = scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}));
        assert_eq!(answer, json!({"code": 500, "msg": sentence}));
        assert_eq!(scene.portal.last_audit().message, sentence);
    }
}

#[test]
fn a_provider_that_cannot_be_asked_leads_back_to_the_page() {
    let led = |scene: &Scene| scene.led("%2Fsystem%2Fuser").headers["location"].to_str().unwrap().to_owned();
    let sorry = "/gx_portal/loginIdaas?error=unavailable&redirect=%2Fsystem%2Fuser";
    let document = |fields: Value| {
        let scene = scene("");
        scene.provider.discovery(fields);
        led(&scene)
    };
    assert_eq!(document(json!({"issuer": "https://evil.example"})), sorry, "another issuer");
    assert_eq!(document(json!({"token_endpoint": "http://id.example/token"})), sorry, "a secret in the clear");
    assert_eq!(document(json!({"authorization_endpoint": "javascript:alert(1)"})), sorry);
    assert_eq!(document(json!({"jwks_uri": "file:///etc/passwd"})), sorry);
    let places = ["openid-configuration", "jwks"];
    for (place, mood) in places.iter().flat_map(|place| {
        let huge = Mood::Says(200, vec![b' '; 1 << 20]);
        [Mood::Silent, Mood::Says(500, Vec::new()), huge, Mood::Redirects("/".into())].map(|mood| (*place, mood))
    }) {
        let scene = scene(patience(&mood));
        scene.provider.be(place, mood);
        assert_eq!(led(&scene), sorry, "{place}");
        scene.provider.be(place, Mood::Honest);
        let asked = scene.provider.asked();
        assert_eq!(led(&scene), sorry, "it is left alone for a moment");
        assert_eq!(scene.provider.asked(), asked);
        scene.portal.app.clock.advance(5_001);
        assert!(led(&scene).contains("/id/auth?"), "and works again");
    }
    let gone = config(
        "[idaas]\nissuer = \"http://127.0.0.1:1\"\nclient_id = \"x\"\nclaim = \"sub\"\npublic_url = \"http://127.0.0.1\"\n",
    );
    let answer = gone.request("GET", "/loginIdaas/start?redirect=//evil.example", "", None);
    assert_eq!(answer.headers["location"], "/gx_portal/loginIdaas?error=unavailable");
    assert_eq!(answer.status, 302);
}

#[test]
fn old_knowledge_serves_while_the_provider_is_away_and_sign_out_never_fails() {
    let scene = scene("");
    let token = scene.sign_in("zhang1")["token"].as_str().unwrap().to_owned();
    for place in ["openid-configuration", "jwks", "token", "end"] {
        scene.provider.be(place, Mood::Says(500, Vec::new()));
    }
    scene.portal.app.clock.advance(60 * 60 * 1000 / 4);
    let asked = scene.provider.asked();
    let out = scene.portal.post("/logout", &token, json!({}));
    assert!(out["code"] == 200 && out["logoutUrl"].as_str().is_some_and(|url| url.contains("/end?")));
    assert_eq!(scene.provider.asked(), asked, "signing out asks nobody");
    scene.portal.app.clock.advance(60 * 60 * 1000);
    assert!(scene.led("").headers["location"].to_str().unwrap().contains("/id/auth?"));
}

#[test]
fn accounts_are_found_by_link_then_by_claim_and_never_taken_over() {
    let scene = scene("");
    let portal = &scene.portal;
    let admin = portal.admin();
    assert_eq!(scene.sign_in("nobody9"), json!({"code": 500, "msg": UNKNOWN}));
    assert_eq!(portal.last_audit().actor, "nobody9", "the log says who tried");
    let own = "超级管理员不能使用统一身份认证，请使用账号密码登录";
    assert_eq!(scene.sign_in("admin")["msg"], own, "whoever runs the provider may not become user 1");
    assert_eq!(scene.sign_in("zhang1")["code"], 200);
    assert_eq!(scene.links().len(), 1);

    let sign_in_as = |subject: &str, name: Value| {
        let trip = scene.start("");
        let claims = with(&with(&scene.claims(&trip, "x"), "sub", json!(subject)), "preferred_username", name);
        scene.grant("c", &trip, scene.provider.signer.token(&json!({"alg": "ES256", "kid": "k1"}), &claims));
        scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}))
    };
    portal.person("li1", 110, &[3]);
    let taken = "该账号已绑定另一个统一身份，请联系管理员解除绑定";
    assert_eq!(sign_in_as("sub-other", json!("zhang1"))["msg"], taken);
    assert_eq!(portal.last_audit().actor, "zhang1");
    let renamed = sign_in_as("sub-zhang1", json!("li1"));
    let whose = portal.get("/getInfo", renamed["token"].as_str().unwrap());
    assert_eq!(whose["user"]["userName"], "zhang1", "the link counts, not the claim");
    assert_eq!(sign_in_as("sub-zhang1", Value::Null)["code"], 200, "a linked person needs no claim");
    assert_eq!(sign_in_as("sub-new", Value::Null)["msg"], UNKNOWN);

    let id = user_id(portal, "zhang1");
    portal.put("/system/user/changeStatus", &admin, json!({"userId": id, "status": "1"}));
    assert_eq!(scene.sign_in("zhang1")["msg"], "用户已封禁，请联系管理员");
    assert_eq!((portal.last_audit().actor.as_str(), portal.last_audit().code), ("zhang1", 500));
    let li = user_id(portal, "li1");
    portal.put("/system/user/changeStatus", &admin, json!({"userId": li, "status": "1"}));
    assert_eq!(scene.sign_in("li1")["msg"], "用户已封禁，请联系管理员", "without a link too");
    assert_eq!(scene.links().len(), 1, "no link for somebody who may not sign in");
    portal.put("/system/user/changeStatus", &admin, json!({"userId": id, "status": "0"}));

    let unlink = gx_portal::verb::Verb::UserUnlink { user_name: "zhang1".into() };
    let done = gx_portal::verb::perform(&portal.app, "test", unlink).unwrap();
    assert_eq!(done, json!({"userName": "zhang1", "links": 1}));
    assert_eq!(sign_in_as("sub-other", json!("zhang1"))["code"], 200, "free for the new identity");
    assert_eq!(portal.delete(&format!("/system/user/{id}"), &admin)["code"], 200);
    assert!(scene.links().is_empty(), "a deleted account keeps no link");
    assert_eq!(sign_in_as("sub-other", json!("zhang1"))["msg"], UNKNOWN);
    portal.person("zhang1", 110, &[3]);
    assert_eq!(sign_in_as("sub-other", json!("zhang1"))["code"], 200, "a new account of that name");
    let report = gx_portal::upkeep::doctor::run(&portal.app, "test", false).unwrap();
    assert_eq!(report["ok"], true, "{report}");
    support::chain_is_whole(&portal.app);
}

#[test]
fn the_claim_may_come_from_the_user_information_and_be_a_phone() {
    let provider = Provider::start();
    let portal = config(&format!(
        "[idaas]\nissuer = \"{}\"\nclient_id = \"{CLIENT}\"\nclient_secret = \"{SECRET}\"\n\
         public_url = \"http://portal.example:8080/\"\nclaim = \"phone_number\"\nmatch = \"phone\"\n",
        provider.issuer
    ));
    let id = portal.person("wang1", 110, &[3]);
    act(&portal.app, move |op| {
        use gx_portal::platform::identity::user::User;
        let user: User = op.view().tx.get(&gx_portal::store::id(id))?.unwrap();
        op.put(&User { phonenumber: "13800138000".into(), ..user }).map(|_| ())
    });
    let scene = Scene { portal, provider };
    let sign_in = |more: Value| {
        scene.provider.userinfo(more);
        scene.sign_in("x")
    };
    assert_eq!(sign_in(json!({"sub": "sub-other", "phone_number": "13800138000"}))["msg"], UNKNOWN, "another's data");
    let unverified = json!({"sub": "sub-x", "phone_number": "13800138000", "phone_number_verified": false});
    assert_eq!(sign_in(unverified)["msg"], UNKNOWN);
    assert_eq!(sign_in(json!({"sub": "sub-x", "phone_number": "13900139000"}))["msg"], UNKNOWN);
    let actor = scene.portal.last_audit().actor;
    assert!(actor.contains('*') && !actor.contains("13900139000"), "{actor}");
    assert_eq!(sign_in(json!({"sub": "sub-x", "phone_number": "+86 138-0013-8000"}))["code"], 200);
    let cookie = scene.led("").headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(!cookie.contains("Secure"), "over plain HTTP such a cookie would be lost");
}

#[test]
fn an_initial_password_is_no_business_of_single_sign_on() {
    use gx_portal::platform::identity::user::BY_NAME;
    use gx_portal::platform::identity::user::User;
    let scene = scene("");
    let portal = &scene.portal;
    act(&portal.app, |op| {
        let user: Option<User> = op.view().tx.one(&BY_NAME, &gx_portal::store::key().str("zhang1"))?;
        op.put(&User { must_change_password: true, ..user.unwrap() }).map(|_| ())
    });
    let token = scene.sign_in("zhang1")["token"].as_str().unwrap().to_owned();
    let info = portal.get("/getInfo", &token);
    assert_eq!((&info["isDefaultModifyPwd"], &info["isPasswordExpired"]), (&json!(false), &json!(false)));
    assert_eq!(portal.get("/system/user/list", &token)["code"], 200);
    let by_password = portal.token("zhang1");
    assert_eq!(portal.get("/getInfo", &by_password)["isDefaultModifyPwd"], true, "the mark stays for passwords");
    assert_eq!(portal.get("/system/user/list", &by_password)["code"], 602);
    for _ in 0..5 {
        portal.sign_in("zhang1", "wrong");
    }
    assert!(portal.sign_in("zhang1", PASSWORD)["msg"].as_str().unwrap().contains("锁定"));
    assert_eq!(scene.sign_in("zhang1")["code"], 200, "wrong passwords lock no one out of single sign-on");
    let sessions = portal.get("/system/user/profile/sessions", &token);
    assert!(!sessions.to_string().contains("eyJ") && !sessions.to_string().contains("/end"), "{sessions}");
}

const MINUTE: i64 = 60_000;

/// A whole sign-in after the clock was moved.
fn sign_in_now(scene: &Scene, name: &str) -> Value {
    let trip = scene.start("");
    let now = scene.portal.app.clock.now().0 / 1_000;
    let claims = with(&with(&scene.claims(&trip, name), "iat", json!(now)), "exp", json!(now + 300));
    scene.grant("c", &trip, scene.provider.signer.token(&json!({"alg": "ES256", "kid": "k1"}), &claims));
    scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}))
}

fn token_of(answer: &Value) -> String {
    answer["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[test]
fn who_comes_by_single_sign_on_types_a_code_where_the_configuration_says_so() {
    let scene = scene("second_factor = \"here\"\n");
    let portal = &scene.portal;
    let (phone, _) = enrol(portal, &portal.token("zhang1"));
    let answer = sign_in_now(&scene, "zhang1");
    assert_eq!((&answer["code"], &answer["stage"]), (&json!(200), &json!("code")), "{answer}");
    let row = portal.last_audit();
    assert_eq!((row.title.as_str(), row.message.as_str()), ("单点登录·待输入动态口令", "单点登录·待输入动态口令"));
    let half = token_of(&answer);
    assert_eq!(portal.get("/getInfo", &half), json!({"code": 603, "msg": "请先输入动态口令，完成登录"}));
    let used = phone.shows(portal, 0);
    let token = token_of(&enter(portal, &half, &used));
    assert_eq!(portal.get("/getInfo", &token)["user"]["userName"], "zhang1");
    assert_eq!(portal.get("/getInfo", &half)["code"], 401);
    let codes = || portal.post("/portal/factor/codes", &token, json!({}));
    assert_eq!(codes()["code"], 200, "the code is a proof for dangerous deeds");
    portal.app.clock.advance(10 * MINUTE);
    assert_eq!(codes(), json!({"code": 604, "msg": "此操作需要再次验证身份，请输入动态口令"}));
    assert!(portal.post("/logout", &token, json!({}))["logoutUrl"].is_string(), "it still knows the provider");

    // Codes can be guessed: each sign-in at the provider gives no five new tries.
    let half = token_of(&sign_in_now(&scene, "zhang1"));
    for _ in 0..4 {
        assert_eq!(enter(portal, &half, "123456")["code"], 500);
    }
    let half = token_of(&sign_in_now(&scene, "zhang1"));
    assert_eq!(enter(portal, &half, "123456")["msg"], "密码输入错误5次，帐户锁定10分钟");
    let half = token_of(&sign_in_now(&scene, "zhang1"));
    assert!(enter(portal, &half, &phone.shows(portal, 0))["msg"].as_str().unwrap().contains("锁定"));

    // Who must have one sets it up first; the initial password is still no business of his.
    portal.person("wang1", 110, &[3]);
    must_change(portal, "wang1");
    set(portal, "sys.account.otp", "all");
    let token = token_of(&sign_in_now(&scene, "wang1"));
    let due = portal.get("/getInfo", &token)["factorDue"].clone();
    assert!(due.is_string(), "{due}");
    set(portal, "sys.account.otpGraceDays", "0");
    let answer = sign_in_now(&scene, "wang1");
    assert_eq!(answer["stage"], "enrol", "{answer}");
    let half = token_of(&answer);
    let (_, token) = enrol(portal, &half);
    assert_eq!(portal.get("/getInfo", &token)["isDefaultModifyPwd"], false);
    assert_eq!(portal.post("/portal/factor/codes", &token, json!({}))["code"], 200, "its first code is a proof");
    assert_eq!(sign_in_now(&scene, "wang1")["stage"], "code");
    support::chain_is_whole(&portal.app);
}

fn must_change(portal: &Portal, name: &'static str) {
    use gx_portal::platform::identity::user::{BY_NAME, User};
    act(&portal.app, move |op| {
        let user: Option<User> = op.view().tx.one(&BY_NAME, &gx_portal::store::key().str(name))?;
        op.put(&User { must_change_password: true, ..user.unwrap() }).map(drop)
    });
}

#[test]
fn dangerous_deeds_ask_who_came_by_single_sign_on_for_what_he_has() {
    let scene = scene("");
    let portal = &scene.portal;
    set(portal, "sys.account.otp", "all");
    set(portal, "sys.account.otpGraceDays", "0");
    let answer = sign_in_now(&scene, "zhang1");
    assert_eq!((&answer["code"], &answer["stage"]), (&json!(200), &Value::Null), "the provider's matter: {answer}");
    let token = token_of(&answer);
    assert_eq!(portal.get("/getInfo", &token)["factorDue"], Value::Null, "no reminder of what is not asked for");
    let deed = |token: &str| portal.delete("/portal/factor", token)["msg"].as_str().unwrap_or_default().to_owned();
    set(portal, "sys.account.otp", "off");
    let none = "您没有设置动态口令";
    assert_eq!(deed(&token), none, "without a factor nothing is asked by default");

    // `all`: a password of one's own is one; that others gave the account is none.
    set(portal, "sys.account.stepUp", "all");
    let prove = |token: &str, body: Value| portal.post("/portal/confirm", token, body);
    assert_eq!(deed(&token), "此操作需要再次验证身份，请输入登录密码");
    assert_eq!(prove(&token, json!({"password": PASSWORD}))["code"], 200);
    assert_eq!(deed(&token), none);
    portal.person("wang1", 110, &[3]);
    must_change(portal, "wang1");
    let token = token_of(&sign_in_now(&scene, "wang1"));
    assert!(deed(&token).contains("在本系统没有自己的密码：请退出后重新登录，10 分钟内在个人中心设置动态口令"));
    assert!(prove(&token, json!({"password": PASSWORD}))["msg"].as_str().unwrap().contains("没有自己的密码"));
    portal.app.clock.advance(10 * MINUTE);
    let late = portal.post("/portal/factor/begin", &token, json!({}));
    assert!(late["msg"].as_str().unwrap().contains("请退出后重新登录"), "whoever finds the desk left: {late}");
    let token = token_of(&sign_in_now(&scene, "wang1"));
    let (_, same) = enrol(portal, &token);
    assert_eq!((same.as_str(), portal.delete("/portal/factor", &token)["code"].clone()), ("", json!(200)), "a proof");

    // Coming back from the provider proves nothing to who has a factor: it may have asked nobody.
    let token = token_of(&sign_in_now(&scene, "wang1"));
    let (phone, _) = enrol(portal, &token);
    for how in ["factor", "all"] {
        set(portal, "sys.account.stepUp", how);
        let answer = sign_in_now(&scene, "wang1");
        assert_eq!(answer["stage"], Value::Null, "{answer}");
        let token = token_of(&answer);
        let codes = || portal.post("/portal/factor/codes", &token, json!({}))["code"].clone();
        assert_eq!(codes(), 604);
        assert_eq!(prove(&token, json!({"code": phone.shows(portal, 0)}))["code"], 200);
        assert_eq!(codes(), 200);
        portal.app.clock.advance(MINUTE);
    }
}

#[test]
fn a_trip_and_its_session_survive_a_restart() {
    let scene = scene("");
    let trip = scene.start("%2Fsystem%2Fdept");
    let token = scene.sign_in("zhang1")["token"].as_str().unwrap().to_owned();
    let Scene { portal, provider } = scene;
    let scene = Scene { portal: portal.restarted(), provider };
    scene.grant("c", &trip, scene.honest_token(&trip, "zhang1"));
    let answer = scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}));
    assert_eq!(answer["redirect"], "/system/dept", "{answer}");
    assert!(scene.portal.post("/logout", &token, json!({}))["logoutUrl"].is_string());
}

#[test]
fn a_ticket_alone_is_exchanged_by_the_server() {
    let provider = Provider::start();
    let begin = |login_url: &str| {
        let portal = config(&format!(
            "[idaas]\nexchange_url = \"{0}/exchange\"\nlogin_url = \"{0}/{login_url}\"\nclient_id = \"{CLIENT}\"\n\
             client_secret = \"{SECRET}\"\npublic_url = \"https://portal.example\"\nclaim = \"data.loginName\"\n\
             success_field = \"code\"\n",
            provider.issuer
        ));
        portal.person("zhang1", 110, &[3]);
        portal
    };
    let ticket = |code: &str, answer: Value| provider.grant(code, "", "", answer.to_string());
    let good = json!({"code": 200, "data": {"userId": 7001, "loginName": "zhang1"}});
    let portal = begin("login?service={redirect}");
    let led = portal.request("GET", "/loginIdaas/start?redirect=/system/user", "", None);
    let wanted = format!("{}/login?service=https%3A%2F%2Fportal.example%2Fgx_portal%2FloginIdaas", provider.issuer);
    assert_eq!(led.headers["location"].to_str().unwrap(), wanted);
    let cookie = led.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let post = |portal: &Portal, cookie: &str, body: Value| {
        let request = Request::builder()
            .method(poem::http::Method::POST)
            .uri("/gx_portal/prod-api/loginIdaas".parse().unwrap())
            .header("cookie", cookie)
            .content_type("application/json")
            .body(body.to_string());
        portal.send(request).json()
    };
    ticket("t1", good.clone());
    let answer = post(&portal, &cookie, json!({"loginCode": "t1"}));
    assert_eq!((&answer["code"], &answer["redirect"]), (&json!(200), &json!("/system/user")), "{answer}");
    assert_eq!(post(&portal, "", json!({"loginCode": "t1"}))["msg"], SPENT, "a ticket is good once");
    ticket("t2", good.clone());
    assert_eq!(post(&portal, "", json!({"loginCode": "t2"}))["code"], 200, "begun at the provider");
    ticket("t3", json!({"code": 200, "data": {"loginName": "zhang1"}}));
    assert_eq!(post(&portal, "", json!({"loginCode": "t3"}))["msg"], WRONG, "no subject");
    ticket("t4", json!({"code": 200, "data": {"userId": "7002", "loginName": "ghost"}}));
    assert_eq!(post(&portal, "", json!({"loginCode": "t4"}))["msg"], UNKNOWN);
    provider.be("exchange", Mood::Says(502, Vec::new()));
    assert_eq!(post(&portal, "", json!({"loginCode": "t5"}))["msg"], AWAY);
    provider.be("exchange", Mood::Honest);

    let portal = begin("login?service={redirect}&state={state}");
    let led = portal.request("GET", "/loginIdaas/start", "", None);
    let state = part(led.headers["location"].to_str().unwrap(), "state");
    let cookie = led.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    ticket("t6", good);
    assert_eq!(post(&portal, &cookie, json!({"loginCode": "t6"}))["msg"], STATE, "where the flow has a state");
    assert_eq!(post(&portal, &cookie, json!({"loginCode": "t6", "state": state}))["code"], 200);
}

#[test]
fn the_administrator_can_try_the_configuration() {
    let scene = scene("");
    let check = |scene: &Scene| {
        let app = &scene.portal.app;
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let settings = app.config.idaas.as_ref().unwrap();
        let run = gx_portal::features::portal::idaas::check::run(settings, app.clock.now());
        runtime.block_on(run).unwrap()
    };
    let found = check(&scene);
    assert_eq!(found["ok"], true, "{found}");
    let lines = found["lines"].to_string();
    for part in ["https://portal.example/gx_portal/loginIdaas", "1 个可用（k1 ES256）", "时钟：相差 5 秒"] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
    scene.provider.publish(vec![json!({"kty": "oct", "kid": "o1", "k": "c2hhcmVk"})]);
    scene.portal.app.clock.advance(-120_000);
    let found = check(&scene);
    let faults = found["faults"].to_string();
    assert!(faults.contains("没有可用的公钥") && faults.contains("慢 125 秒"), "{faults}");
    scene.provider.be("openid-configuration", Mood::Says(404, Vec::new()));
    assert!(check(&scene)["faults"].to_string().contains("答复不符合要求"));
    let other = scene.portal.request("GET", "/loginIdaas/start?otherAccount=true", "", None);
    assert_eq!(other.headers["location"], "/gx_portal/loginIdaas?error=unavailable");
}

#[test]
fn off_says_so() {
    let portal = Portal::new();
    assert_eq!(portal.get("/portal/info", "")["data"]["ssoEnabled"], false);
    let led = portal.request("GET", "/loginIdaas/start?redirect=/system/user", "", None);
    assert_eq!(led.headers["location"], "/gx_portal/loginIdaas?error=not_configured&redirect=%2Fsystem%2Fuser");
    let answer = portal.post("/loginIdaas", "", json!({"loginCode": "x"}));
    assert_eq!(answer["msg"], "统一身份认证未开通，请使用账号密码登录");
}

#[test]
fn denied_addresses_are_denied_here_too() {
    let scene = scene("");
    let trip = scene.start("");
    scene.grant("c", &trip, scene.honest_token(&trip, "zhang1"));
    act(&scene.portal.app, |op| {
        gx_portal::features::system::config::ops::set(op, "sys.login.blackIPList", "*").map(|_| ())
    });
    let answer = scene.come_back(&trip.cookie, &json!({"loginCode": "c", "state": trip.state}));
    assert_eq!(answer["msg"], "很遗憾，访问IP已被列入系统黑名单");
}

#[test]
fn half_filled_sections_are_refused_at_start() {
    use gx_portal::config::{Config, Flags};
    let load = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("gx-portal.toml"), text).unwrap();
        Config::load(folder.path(), &Flags::default())
    };
    let whole = "[idaas]\nissuer = \"https://id.example\"\nclient_id = \"gx\"\nclient_secret = \"geheim\"\n\
                 public_url = \"https://portal.example\"\nclaim = \"sub\"\n";
    let config = load(whole).unwrap();
    let printed = format!("{config:?} {:?}", config.lines());
    assert!(!printed.contains("geheim") && printed.contains("***"), "{printed}");
    for (from, to, sentence) in [
        ("claim = \"sub\"\n", "", "使用单点登录（oidc）须填写配置项 idaas.claim"),
        ("client_id = \"gx\"\n", "", "使用单点登录（oidc）须填写配置项 idaas.client_id"),
        ("https://portal.example\"", "https://portal.example/x\"", "idaas.public_url 不应包含路径"),
        ("https://id.example", "http://id.example", "不在本机的地址须使用 https"),
        ("issuer = \"https://id.example\"\n", "", "没有填写 idaas.issuer 或 idaas.exchange_url"),
        ("[idaas]\n", "[idaas]\nscopes = \"profile\"\n", "必须包含 openid"),
        ("[idaas]\n", "[idaas]\nmatch = \"email\"\n", "应为 loginName 或 phone"),
        (
            "[idaas]\n",
            "[idaas]\nsecond_factor = \"both\"\n",
            "idaas.second_factor 的值“both”不正确：应为 provider（由提供方负责）或 here",
        ),
        ("[idaas]\n", "[idaas]\nstyle = \"saml\"\n", "应为 oidc、ticket 或 off"),
        ("[idaas]\n", "[idaas]\nclient_secret_file = \"/x\"\n", "只能填写一个"),
        ("client_secret = \"geheim\"", "client_secret_file = \"/no/such\"", "读不到应用密钥文件 /no/such"),
        ("[idaas]\n", "[idaas]\nallow_http = \"maybe\"\n", "配置项 idaas.allow_http 的值“maybe”不正确"),
        ("[idaas]\n", "[idaas]\nisuer = \"x\"\n", "不认识的配置项：idaas.isuer"),
    ] {
        let fault = load(&whole.replace(from, to)).unwrap_err();
        assert!(fault.message.contains(sentence), "{}", fault.message);
        assert!(!fault.message.contains("geheim"));
    }
    assert!(load(&whole.replace("[idaas]\n", "[idaas]\nstyle = \"off\"\n")).unwrap().idaas.is_none());
}
