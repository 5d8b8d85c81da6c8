//! Sign-in, sessions, set-up: contract 2.1 and 5.

use crate::support;
use gx_portal::features::portal::captcha::Captchas;
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

fn set(portal: &Portal, key: &'static str, value: &'static str) {
    support::act(&portal.app, move |op| gx_portal::features::system::config::ops::set(op, key, value).map(|_| ()));
}

#[test]
fn unknown_wrong_and_disabled_get_one_sentence_and_cost_one_hash() {
    let portal = Portal::new();
    portal.person("disabled1", 110, &[]);
    let token = portal.admin();
    let id = portal.get("/system/user/list?userName=disabled1", &token)["rows"][0]["userId"].clone();
    assert_eq!(portal.put("/system/user/changeStatus", &token, json!({"userId": id, "status": "1"}))["code"], 200);
    for (name, password) in [("admin", "wrong-one"), ("ghost", PASSWORD), ("disabled1", PASSWORD), ("disabled1", "no")]
    {
        let before = portal.app.hasher.runs();
        let answer = portal.sign_in(name, password);
        assert_eq!(answer, json!({"code": 500, "msg": "用户不存在/密码错误"}), "{name}");
        assert_eq!(portal.app.hasher.runs() - before, 1, "{name}: one hash");
        let row = portal.last_audit();
        assert_eq!((row.actor.as_str(), row.code, row.message.as_str()), (name, 500, "用户不存在/密码错误"));
    }
    let answer = portal.sign_in("  Admin ", PASSWORD);
    assert_eq!(answer["msg"], "操作成功", "the name is trimmed and compared without case");
    assert_eq!(portal.last_audit().message, "登录成功");
}

#[test]
fn five_wrong_tries_lock_for_ten_minutes_even_for_the_right_password() {
    let portal = Portal::new();
    for name in ["admin", "ghost"] {
        for round in 1..=5 {
            let expected = if round < 5 {
                "用户不存在/密码错误"
            } else {
                "密码输入错误5次，帐户锁定10分钟"
            };
            assert_eq!(portal.sign_in(name, "wrong")["msg"], expected, "{name} try {round}");
        }
        assert_eq!(portal.sign_in(name, PASSWORD)["msg"], "密码输入错误5次，帐户锁定10分钟");
    }
    portal.app.clock.advance(10 * 60_000 + 1);
    let token = portal.admin();
    for _ in 0..5 {
        portal.sign_in("ghost", "wrong");
    }
    assert_eq!(portal.get("/monitor/logininfor/unlock/ghost", &token)["code"], 200);
    assert_eq!(portal.sign_in("ghost", "wrong")["msg"], "用户不存在/密码错误", "unlocked");
}

/// What somebody at this address is told.
fn sign_in_from(portal: &Portal, ip: &str, name: &str, password: &str) -> String {
    use gx_portal::app::Running;
    use gx_portal::op::{Caller, Origin};
    let route = portal.routes.iter().find(|route| route.name() == "POST /login").expect("in the table");
    let origin = Origin { ip: ip.into(), ..Origin::default() };
    let caller = std::sync::Arc::new(Caller { origin, ..Caller::anonymous() });
    let input = json!({"username": name, "password": password, "code": "", "uuid": ""});
    match portal.app.run(route, &caller, input) {
        Ok(Running::Committing(pending)) => {
            pending.wait().map_or_else(|fault| fault.message.to_string(), |_| "操作成功".to_owned())
        }
        Ok(Running::Done(_)) => panic!("a sign-in is a write"),
        Err(fault) => fault.message.to_string(),
    }
}

#[test]
fn a_stranger_locks_himself_out_and_not_the_person() {
    let portal = Portal::new();
    // Else three wrong ones ask for a captcha first.
    set(&portal, "sys.login.addressPerMinute", "0");
    let locked = "密码输入错误5次，帐户锁定10分钟";
    for _ in 0..5 {
        sign_in_from(&portal, "192.0.2.66", "admin", "wrong");
    }
    assert_eq!(sign_in_from(&portal, "192.0.2.66", "admin", PASSWORD), locked);
    assert_eq!(sign_in_from(&portal, "192.0.2.67", "admin", PASSWORD), "操作成功", "at his own desk he gets in");
    assert_eq!(sign_in_from(&portal, "192.0.2.66", "admin", PASSWORD), locked, "that helps the stranger nothing");
    let token = portal.admin();
    let rows = portal.get("/system/user/list?userName=admin", &token);
    assert_eq!(rows["rows"][0]["lockMinutes"], 10, "the list shows that there is a lock: {rows}");
    // One machine has a whole /64.
    for host in 1..=5 {
        sign_in_from(&portal, &format!("2001:db8::{host}"), "admin", "wrong");
    }
    assert_eq!(sign_in_from(&portal, "2001:db8::9", "admin", PASSWORD), locked);
    // Many addresses together lock nobody either: new ones answer a captcha then, his own desk is as ever.
    for address in 1..=12 {
        for _ in 0..5 {
            sign_in_from(&portal, &format!("198.51.100.{address}"), "admin", "wrong");
        }
    }
    assert_eq!(sign_in_from(&portal, "192.0.2.68", "admin", PASSWORD), "请填写验证码");
    assert_eq!(sign_in_from(&portal, "192.0.2.67", "admin", PASSWORD), "操作成功");
    assert_eq!(sign_in_from(&portal, "192.0.2.66", "admin", PASSWORD), "请填写验证码", "his own lock stands behind it");
    assert_eq!(portal.get("/monitor/logininfor/unlock/admin", &token)["code"], 200);
    for address in ["192.0.2.66", "192.0.2.67", "2001:db8::9"] {
        assert_eq!(sign_in_from(&portal, address, "admin", PASSWORD), "操作成功", "{address}: unlocked for everybody");
    }
}

#[test]
fn the_lock_shows_in_the_list_and_survives_a_restart() {
    let portal = Portal::new();
    portal.person("locked1", 110, &[]);
    for _ in 0..5 {
        portal.sign_in("locked1", "wrong");
    }
    let portal = portal.restarted();
    assert_eq!(portal.sign_in("locked1", PASSWORD)["msg"], "密码输入错误5次，帐户锁定10分钟");
    let rows = portal.get("/system/user/list?keyWord=locked1", &portal.admin());
    assert_eq!(rows["rows"][0]["lockMinutes"], 10, "{rows}");
}

#[test]
fn captchas_are_for_one_use_and_two_minutes() {
    let portal = Portal::new();
    set(&portal, "sys.account.captchaEnabled", "true");
    let picture = || portal.get("/captchaImage", "");
    let login = |captcha: &Value, code: &str| {
        let body = json!({"username": "admin", "password": PASSWORD, "code": code, "uuid": captcha["uuid"]});
        portal.post("/login", "", body)["msg"].as_str().unwrap().to_owned()
    };
    let answer =
        |captcha: &Value| portal.app.state::<Captchas>().unwrap().answer(captcha["uuid"].as_str().unwrap()).unwrap();
    let captcha = picture();
    assert_eq!((captcha["captchaEnabled"].clone(), captcha["captchaOnOff"].clone()), (json!(true), json!(true)));
    assert_eq!(login(&captcha, "wrong"), "验证码错误");
    assert_eq!(login(&captcha, "9"), "验证码已失效", "spent by the wrong answer");
    let captcha = picture();
    let right = answer(&captcha);
    assert_eq!(login(&captcha, &right), "操作成功");
    assert_eq!(login(&captcha, &right), "验证码已失效", "spent by the right answer");
    let captcha = picture();
    let right = answer(&captcha);
    portal.app.clock.advance(120_001);
    assert_eq!(login(&captcha, &right), "验证码已失效");
    set(&portal, "sys.account.captchaType", "char");
    let captcha = picture();
    assert_eq!(login(&captcha, &answer(&captcha).to_lowercase()), "操作成功", "letters without case");
    assert_eq!(login(&json!({"uuid": ""}), ""), "验证码已失效");
}

#[test]
fn sessions_end_when_they_should() {
    let portal = Portal::new();
    portal.person("worker1", 110, &[3]);
    let admin = portal.admin();
    let alive = |token: &str| portal.get("/getInfo", token)["code"] == 200;
    let id = portal.get("/system/user/list?userName=worker1", &admin)["rows"][0]["userId"].clone();

    let token = portal.token("worker1");
    assert!(alive(&token));
    assert_eq!(portal.post("/logout", &token, json!({})), json!({"code": 200, "msg": "退出成功"}));
    assert!(!alive(&token), "signed out");
    assert_eq!(portal.post("/logout", &token, json!({}))["msg"], "退出成功", "with a dead token too");
    assert_eq!(portal.post("/logout", "", json!({}))["msg"], "退出成功", "and without one");

    let token = portal.token("worker1");
    portal.put("/system/user/changeStatus", &admin, json!({"userId": id, "status": "1"}));
    assert!(!alive(&token), "disabled");
    portal.put("/system/user/changeStatus", &admin, json!({"userId": id, "status": 0}));
    assert!(!alive(&token), "enabling does not bring a session back");

    let token = portal.token("worker1");
    let reset = portal.put("/system/user/resetPwd", &admin, json!({"userId": id}));
    assert!(!alive(&token), "password reset");
    let once = reset["data"]["password"].as_str().expect("shown once").to_owned();
    let token = portal.sign_in("worker1", &once)["token"].as_str().expect("signs in").to_owned();
    assert_eq!(portal.get("/getInfo", &token)["isDefaultModifyPwd"], true);
    assert_eq!(portal.get("/system/user/list", &token), json!({"code": 602, "msg": "请先修改初始密码"}));
    let change = json!({"oldPassword": once, "newPassword": PASSWORD});
    let changed = portal.put("/system/user/profile/updatePwd", &token, change.clone());
    assert_eq!((&changed["code"], &changed["stage"]), (&json!(200), &Value::Null), "{changed}");
    assert_eq!(portal.put("/system/user/profile/updatePwd", &token, change)["code"], 401, "sent twice");
    assert!(!alive(&token), "the session that waited for the change is no full one");
    let token = changed["token"].as_str().expect("a new session").to_owned();
    assert_eq!(portal.get("/system/user/list", &token)["code"], 200, "whoever changed it goes on");

    let other = portal.token("worker1");
    let change = format!("oldPassword={PASSWORD}&newPassword=Another-9527");
    let answer = portal.request("PUT", &format!("/system/user/profile/updatePwd?{change}"), &token, None).json();
    assert_eq!(answer["code"], 200, "the old spelling in the query: {answer}");
    assert!(alive(&token) && !alive(&other), "other sessions end with a new password");
    assert!(!portal.last_audit().input.contains("Another"), "no password in the audit row");

    assert_eq!(portal.delete(&format!("/system/user/{id}"), &admin)["code"], 200);
    assert!(!alive(&token), "deleted");
}

#[test]
fn sessions_slide_thirty_minutes_and_end_after_twelve_hours() {
    let portal = Portal::new();
    let token = portal.admin();
    let check = |token: &str| portal.post("/system/user/profile/checkToken", token, json!({}));
    portal.app.clock.advance(29 * 60_000);
    assert_eq!(portal.get("/getInfo", &token)["code"], 200);
    portal.app.clock.advance(29 * 60_000);
    let state = check(&token);
    assert_eq!(state["data"]["valid"], true, "slid by the request before");
    portal.app.clock.advance(2 * 60_000);
    assert_eq!(check(&token)["code"], 401, "looking at the token does not prolong it");

    let token = portal.admin();
    for _ in 0..31 {
        portal.app.clock.advance(24 * 60_000);
        portal.get("/getInfo", &token);
    }
    assert_eq!(portal.get("/getInfo", &token)["code"], 401, "twelve hours are the end");
    portal.app.flush_sessions().unwrap();
    assert_eq!(portal.app.sessions.count(), 0, "sessions that are over are removed");
}

#[test]
fn sessions_survive_a_restart_and_are_limited_by_setting() {
    let portal = Portal::new();
    set(&portal, "sys.session.maxPerUser", "2");
    let first = portal.admin();
    portal.app.clock.advance(1_000);
    let second = portal.admin();
    portal.app.clock.advance(1_000);
    let third = portal.admin();
    assert_eq!(portal.get("/getInfo", &first)["code"], 401, "the oldest went");
    portal.app.flush_sessions().unwrap();
    let portal = portal.restarted();
    for token in [second, third] {
        assert_eq!(portal.get("/getInfo", &token)["code"], 200);
    }
}

#[test]
fn a_change_of_rights_acts_on_the_next_request() {
    let portal = Portal::new();
    let role = portal.role("lister", &["system:user:list"], 1, &[]);
    portal.person("viewer1", 110, &[role]);
    let (admin, token) = (portal.admin(), portal.token("viewer1"));
    assert_eq!(portal.get("/system/user/list", &token)["code"], 200);
    portal.put("/system/role/changeStatus", &admin, json!({"roleId": role, "status": "1"}));
    assert_eq!(portal.get("/system/user/list", &token)["code"], 403);
    assert_eq!(portal.get("/getInfo", &token)["roles"], json!([]), "disabled roles do not count");
    portal.put("/system/role/changeStatus", &admin, json!({"roleId": role, "status": "0"}));
    assert_eq!(portal.get("/getInfo", &token)["roles"], json!(["lister"]));
    assert_eq!(portal.get("/getInfo", &portal.admin())["permissions"], json!(["*:*:*"]));
}

#[test]
fn imported_bcrypt_hashes_are_verified_and_replaced() {
    use gx_portal::platform::identity::user::BY_NAME;
    use gx_portal::platform::identity::user::User;
    use gx_portal::store::{Reads, key};
    let portal = Portal::new();
    portal.person("imported1", 110, &[]);
    let old = bcrypt::hash("Old-secret-1", 4).unwrap();
    let read = || -> User { portal.app.store.read().unwrap().one(&BY_NAME, &key().str("imported1")).unwrap().unwrap() };
    let user = User { password_hash: old.clone(), ..read() };
    support::act(&portal.app, move |op| op.put(&user).map(|_| ()));
    assert_eq!(portal.sign_in("imported1", "Old-secret-1")["code"], 200);
    assert!(read().password_hash.starts_with("$argon2id$"), "replaced at sign-in");
    assert_eq!(portal.sign_in("imported1", "Old-secret-1")["code"], 200);
}

#[test]
fn a_fresh_box_is_set_up_once_with_the_code() {
    use gx_portal::features::{self, portal::sign_in::setup, system::seed};
    use gx_portal::store::{FileMedium, Reads as _, Store, directory::DataPaths};
    let folder = tempfile::tempdir().unwrap();
    let paths = DataPaths::new(folder.path());
    paths.create_folders().unwrap();
    Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
    let app = support::open(folder.path(), Box::new(FileMedium::new(&paths.database())));
    let code = support::act(&app, |op| {
        seed::fresh(op)?;
        setup::issue(op)
    });
    app.store.close();
    drop(app);
    let portal = Portal::on(folder);
    assert_eq!(portal.get("/portal/info", "")["data"]["setupNeeded"], true);
    let body = |code: &str| json!({"setupCode": code, "userName": "root1", "realName": "管理员", "password": PASSWORD});
    let void = "初始化代码不正确或已失效，请在服务器上运行 gx-portal init 重新获取";
    assert_eq!(portal.post("/setup", "", body("XXXX-XXXX-XXXX"))["msg"], void);
    let weak = json!({"setupCode": code, "userName": "root1", "realName": "管理员", "password": "12345678"});
    assert_eq!(portal.post("/setup", "", weak)["msg"], "该密码过于常见，容易被猜到，请换一个");
    // As `init` leaves it: the first administrator reads in his first session until when he may put a factor off, and
    // his session is an administrator's.
    for (setting, value) in [("sys.account.otp", "administrators"), ("sys.account.passwordProfile", "mlps3")] {
        super::second_factor::set(&portal, setting, value);
    }
    let token = portal.post("/setup", "", body(&code.to_lowercase()));
    let token = token["token"].as_str().expect("signed in").to_owned();
    let info = portal.get("/getInfo", &token);
    assert_eq!((&info["user"]["userId"], &info["factorDue"]), (&json!(1), &json!("2024-10-07 09:00:00")));
    let first: Vec<gx_portal::platform::session::Session> = portal.app.store.read().unwrap().all().unwrap();
    assert!(first.len() == 1 && first[0].idle_minutes == Some(15), "{first:?}");
    assert_eq!(portal.get("/portal/info", "")["data"]["setupNeeded"], false);
    assert_eq!(portal.post("/setup", "", body(&code))["msg"], "系统已完成初始化，请直接登录");
    assert!(portal.audit_rows().iter().all(|row| !row.input.contains(&code)), "the code is no audit text");
}

#[test]
fn tokens_carry_nothing_but_the_session() {
    use base64::Engine;
    let portal = Portal::new();
    let token = portal.admin();
    let payload = token.split('.').nth(1).expect("a JWT");
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(payload).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims.as_object().unwrap().keys().collect::<Vec<_>>(), ["login_user_key", "sub"]);
    let none = format!("{}.{payload}.", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#));
    assert_eq!(portal.get("/getInfo", &none)["code"], 401);
    let bare = poem::Request::builder()
        .uri("/gx_portal/prod-api/getInfo".parse().unwrap())
        .header("authorization", &token)
        .finish();
    assert_eq!(portal.send(bare).json()["code"], 200, "the token without its prefix");
    let by_cookie = |path: &str| {
        poem::Request::builder()
            .uri(format!("/gx_portal/prod-api{path}").parse().unwrap())
            .header("cookie", format!("x=1; Admin-Token-Portal={token}"))
            .finish()
    };
    assert_eq!(portal.send(by_cookie("/getInfo")).json()["code"], 401, "cookies sign in downloads only");
    assert_eq!(portal.send(by_cookie("/common/download?fileName=x")).json()["code"], 500);
}

const DAY: i64 = 86_400_000;

/// What changing the password from one to another is answered with.
fn change(portal: &Portal, token: &str, from: &str, to: &str) -> String {
    let body = json!({"oldPassword": from, "newPassword": to});
    portal.put("/system/user/profile/updatePwd", token, body)["msg"].as_str().expect("a sentence").to_owned()
}

#[test]
fn a_profile_asks_for_kinds_history_and_age() {
    let portal = Portal::new();
    set(&portal, "sys.account.passwordProfile", "mlps3");
    portal.person("zhouqi", 110, &[]);
    let token = portal.token("zhouqi");
    let info = portal.get("/getInfo", &token);
    assert_eq!(info["isDefaultModifyPwd"], false);
    portal.app.clock.advance(2 * DAY);
    let token = portal.token("zhouqi");
    for (weak, why) in
        [("Ab3456", "10到64"), ("gouqixiaomi", "至少3种"), ("Lanzhou-1234", "连续或相同"), ("Zhouqi-8864", "用户账号")]
    {
        let said = change(&portal, &token, PASSWORD, weak);
        assert!(said.contains(why), "{weak}: {said}");
    }
    let words = ["Lanzhou-8864", "Xining-7753", "Yinchuan-2846"];
    assert_eq!(change(&portal, &token, PASSWORD, words[0]), "操作成功");
    assert!(
        change(&portal, &token, words[0], words[1]).contains("1 天内不能再次修改"),
        "else the history is run through"
    );
    portal.app.clock.advance(2 * DAY);
    let next = |from: &str, to: &str| {
        let token = portal.sign_in("zhouqi", from)["token"].as_str().expect("a token").to_owned();
        change(&portal, &token, from, to)
    };
    assert_eq!(next(words[0], words[1]), "操作成功");
    portal.app.clock.advance(2 * DAY);
    for former in [PASSWORD, words[0]] {
        assert!(next(words[1], former).contains("最近 5 次用过的密码"), "{former}");
    }

    portal.app.clock.advance(76 * DAY);
    let token = portal.sign_in("zhouqi", words[1])["token"].as_str().expect("a token").to_owned();
    let info = portal.get("/getInfo", &token);
    assert_eq!((&info["isPasswordExpired"], &info["isDefaultModifyPwd"]), (&true.into(), &false.into()), "reminded");
    portal.app.clock.advance(15 * DAY);
    let token = portal.sign_in("zhouqi", words[1])["token"].as_str().expect("a token").to_owned();
    assert_eq!(portal.get("/getInfo", &token)["isDefaultModifyPwd"], true);
    let closed = portal.get("/system/user/profile/layout", &token);
    assert_eq!((&closed["code"], &closed["msg"]), (&602.into(), &"密码已超过规定的使用期限，请先修改密码".into()));
    assert_eq!(change(&portal, &token, words[1], words[2]), "操作成功");
    assert_eq!(portal.get("/system/user/profile/layout", &token)["code"], 401, "its session was one for the change");
    let token = portal.sign_in("zhouqi", words[2])["token"].as_str().expect("a token").to_owned();
    assert_eq!(portal.get("/system/user/profile/layout", &token)["code"], 200);

    set(&portal, "sys.account.passwordProfile", "custom");
    assert_eq!(
        change(&portal, &token, words[2], "gouqixiaomi"),
        "操作成功",
        "an installation from before the profiles"
    );
}
