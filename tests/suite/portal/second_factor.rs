//! The second factor 动态口令: signing in with it, setting it up, losing it, and proving oneself before dangerous operations.

use crate::support;
use gx_portal::clock::Clock;
use gx_portal::features::portal::otp::record::{Otp, OtpRecovery};
use gx_portal::features::portal::otp::{enter, tokens};
use gx_portal::kernel::dates::Stamp;
use gx_portal::kernel::otp::{self, Kind};
use gx_portal::platform::identity::user::{BY_NAME, User};
use gx_portal::store::{Reads, id, key};
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;

pub(crate) fn set(portal: &Portal, setting: &'static str, value: &'static str) {
    support::act(&portal.app, move |op| gx_portal::features::system::config::ops::set(op, setting, value).map(drop));
}

/// An app with a key.
#[derive(Clone)]
pub(crate) struct Phone {
    key: Vec<u8>,
    pub recovery: Vec<String>,
}

impl Phone {
    /// One that was given a key in Base32.
    pub fn with(secret: &str) -> Self {
        Self { key: otp::from_base32(secret).expect("Base32"), recovery: Vec::new() }
    }

    /// What it shows so many steps from now.
    pub fn shows(&self, portal: &Portal, steps: i64) -> String {
        let step = otp::step_at(Kind::APP, portal.app.clock.now().0) + steps;
        otp::code(&self.key, step.cast_unsigned(), Kind::APP)
    }
}

/// Sets up a second factor with a session; answers the phone and the session that goes on, if another one does.
pub(crate) fn enrol(portal: &Portal, token: &str) -> (Phone, String) {
    let shown = portal.post("/portal/factor/begin", token, json!({"password": PASSWORD}));
    let secret = shown["data"]["secret"].as_str().unwrap_or_else(|| panic!("{shown}")).to_owned();
    let again = portal.post("/portal/factor/begin", token, json!({"password": PASSWORD}));
    assert_eq!(again["data"]["secret"], secret, "two windows of one session show one key");
    let phone = Phone::with(&secret);
    let wrong = portal.post("/portal/factor/confirm", token, json!({"code": "000000"}));
    assert_eq!((&wrong["code"], &wrong["field"]), (&json!(500), &json!("code")), "{wrong}");
    let done = portal.post("/portal/factor/confirm", token, json!({"code": phone.shows(portal, 0)}));
    let codes = done["codes"].as_array().unwrap_or_else(|| panic!("{done}"));
    let recovery: Vec<String> = codes.iter().map(|code| code.as_str().expect("text").to_owned()).collect();
    assert_eq!(recovery.len(), 10);
    // Its first code is used up.
    portal.app.clock.advance(30_000);
    (Phone { recovery, ..phone }, done["token"].as_str().unwrap_or_default().to_owned())
}

/// A person with a factor who is not signed in.
pub(crate) fn with_factor(portal: &Portal, name: &str, roles: &[u64]) -> (u64, Phone) {
    let user_id = portal.person(name, 110, roles);
    let (phone, token) = enrol(portal, &portal.token(name));
    assert_eq!(token, "", "the session goes on");
    (user_id, phone)
}

/// The token of somebody whose password was right.
pub(crate) fn half_in(portal: &Portal, name: &str) -> String {
    let answer = portal.sign_in(name, PASSWORD);
    assert_eq!(answer["stage"], "code", "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

pub(crate) fn enter(portal: &Portal, token: &str, code: &str) -> Value {
    portal.post("/portal/factor/code", token, json!({"code": code}))
}

pub(crate) fn alive(portal: &Portal, token: &str) -> bool {
    portal.get("/getInfo", token)["code"] == 200
}

fn stored(portal: &Portal, user_id: u64) -> Otp {
    portal.app.store.read().unwrap().get(&id(user_id)).unwrap().expect("a factor")
}

#[test]
fn a_code_lets_one_session_in_and_is_good_once() {
    let portal = Portal::new();
    let (_, phone) = with_factor(&portal, "worker1", &[3]);
    let half = half_in(&portal, "worker1");
    assert_eq!(portal.last_audit().message, "登录·待输入动态口令", "a password alone is no success");
    let shown = portal.get("/portal/factor", &half);
    assert_eq!((&shown["data"]["stage"], &shown["data"]["recoveryLeft"]), (&json!("code"), &Value::Null), "{shown}");
    let answer = portal.get("/getInfo", &half);
    assert_eq!(answer, json!({"code": 603, "msg": "请先输入动态口令，完成登录"}));
    let code = phone.shows(&portal, 0);
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let post = || portal.post("/portal/factor/code", &half, json!({"code": code}));
        let threads: Vec<_> = (0..50).map(|_| scope.spawn(post)).collect();
        threads.into_iter().map(|thread| thread.join().expect("answers")).collect()
    });
    let good: Vec<&Value> = answers.iter().filter(|answer| answer["code"] == 200).collect();
    assert_eq!(good.len(), 1, "{answers:?}");
    assert!(answers.iter().all(|answer| [200, 401].map(Value::from).contains(&answer["code"])), "{answers:?}");
    let token = good[0]["token"].as_str().expect("a token");
    assert!(alive(&portal, token) && !alive(&portal, &half) && token != half);
    assert_eq!(enter(&portal, token, &code)["msg"], "这一步已在其他窗口完成，请刷新页面");

    let second = half_in(&portal, "worker1");
    let again = enter(&portal, &second, &code);
    let said = again["msg"].as_str().expect("a sentence");
    assert!(said.starts_with("动态口令不正确或已使用，请等待下一个口令（服务器时间 2024-09-30"), "{said}");
    assert_eq!(enter(&portal, &second, &phone.shows(&portal, 1))["code"], 200, "the next one");
    assert!(!portal.last_audit().input.contains(&phone.shows(&portal, 1)), "no code in the audit row");
    support::chain_is_whole(&portal.app);
}

#[test]
fn codes_of_other_times_count_for_one_step_and_never_again_when_the_clock_goes_back() {
    let portal = Portal::new();
    let (_, phone) = with_factor(&portal, "worker1", &[]);
    portal.app.clock.advance(10 * MINUTE);
    for (steps, good) in [(-2, false), (2, false), (-1, true), (1, true)] {
        let half = half_in(&portal, "worker1");
        assert_eq!(enter(&portal, &half, &phone.shows(&portal, steps))["code"] == 200, good, "{steps}");
    }
    let used = phone.shows(&portal, 1);
    portal.app.clock.advance(-5 * MINUTE);
    let half = half_in(&portal, "worker1");
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 0))["code"], 500, "the clock was set back");
    portal.app.clock.advance(5 * MINUTE);
    let half = half_in(&portal, "worker1");
    assert_eq!(enter(&portal, &half, &used)["code"], 500, "used before the clock was set");
    portal.app.clock.advance(MINUTE);
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 0))["code"], 200);
}

/// Data that were taken from a box come to life in a new one, whose clock shows what is given; its folder.
type Bring<'a> = &'a dyn Fn(Stamp) -> tempfile::TempDir;

/// Codes that were used on the old box after the data were taken are not good for the new one.
fn used_codes_stay_used(portal: &Portal, phone: &Phone, bring: Bring<'_>) {
    portal.app.clock.advance(5 * MINUTE);
    let (used, ahead) = (phone.shows(portal, 0), phone.shows(portal, 1));
    let mut token = String::new();
    for code in [&used, &ahead, &phone.recovery[0]] {
        let answer = enter(portal, &half_in(portal, "worker1"), code);
        token = answer["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    }
    let now = portal.app.clock.now();
    let restored = |at: i64| {
        let portal = Portal::on(bring(Stamp(now.0 + at)));
        portal.app.clock.advance(now.0 - portal.app.clock.now().0);
        portal
    };
    let again = restored(0);
    assert!(again.app.sessions.count() == 0 && !alive(&again, &token), "everybody signs in anew");
    let half = half_in(&again, "worker1");
    assert_eq!(enter(&again, &half, &used)["code"], 500, "used after the backup was made");
    assert_eq!(enter(&again, &half, &ahead)["code"], 500, "this one too, while it is shown");
    again.app.clock.advance(30_000);
    assert_eq!(enter(&again, &half, &ahead)["code"], 500);
    assert_eq!(enter(&again, &half, &phone.shows(&again, 1))["code"], 200, "one that nobody can have used");
    // A restore knows nothing of recovery codes used since: they count once more, or who lost his phone would be shut out.
    let half = half_in(&again, "worker1");
    assert_eq!(enter(&again, &half, &phone.recovery[0])["recoveryLeft"], 9);
    assert_eq!(enter(&again, &half_in(&again, "worker1"), &phone.recovery[0])["code"], 500);
    again.app.clock.advance(2 * MINUTE);
    assert_eq!(enter(&again, &half_in(&again, "worker1"), &phone.shows(&again, 0))["code"], 200, "as ever");
    // The clock of a new box is often wrong: put right, it locks nobody out.
    for at in [DAY, 8 * 60 * MINUTE, -DAY] {
        let again = restored(at);
        let half = half_in(&again, "worker1");
        assert_eq!(enter(&again, &half, &phone.shows(&again, 0))["code"], 200, "restored {at} ms from now");
    }
    let again = restored(0);
    again.app.clock.advance(90_000);
    let half = half_in(&again, "worker1");
    assert_eq!(enter(&again, &half, &ahead)["code"], 500, "too old by itself");
    assert_eq!(enter(&again, &half, &phone.shows(&again, 0))["code"], 200);
}

#[test]
fn a_backup_brings_no_used_code_and_no_session_back() {
    use gx_portal::upkeep::{backup, restore};
    let portal = Portal::new();
    let (_, phone) = with_factor(&portal, "worker1", &[3]);
    let place = tempfile::tempdir().expect("a place");
    let made = backup::create(&portal.app, "root", place.path()).expect("a backup");
    let from = std::path::PathBuf::from(made["backup"].as_str().expect("its path"));
    used_codes_stay_used(&portal, &phone, &|at| {
        let target = tempfile::tempdir().expect("a place");
        restore::restore(&gx_portal::features::PRODUCT, &from, target.path(), &Clock::fixed(at)).expect("restored");
        target
    });
}

#[test]
fn an_archive_brings_no_used_code_and_no_session_back() {
    use gx_portal::upkeep::archive;
    let portal = Portal::new();
    let (_, phone) = with_factor(&portal, "worker1", &[3]);
    let place = tempfile::tempdir().expect("a place");
    let file = place.path().join("gx.zip");
    archive::export(&portal.app, "root", &file).expect("exported");
    used_codes_stay_used(&portal, &phone, &|at| {
        let target = tempfile::tempdir().expect("a place");
        support::initialise_without_people(target.path());
        let fresh = support::on_disk(target.path());
        fresh.clock.advance(at.0 - fresh.clock.now().0);
        archive::import(&fresh, "root", &file).expect("imported");
        fresh.store.close();
        target
    });
}

/// What an archive keeps of a person's way in: former passwords, that he is shut out, that he has to choose a new one. The
/// wrong tries of the old box are left behind with its sessions: nobody is locked in the new one by what he tried there.
#[test]
fn an_archive_keeps_former_passwords_and_who_is_shut_out_but_no_wrong_try() {
    use gx_portal::upkeep::archive;
    let portal = Portal::new();
    set(&portal, "sys.account.passwordProfile", "mlps3");
    for name in ["worker1", "worker2", "worker3", "worker4"] {
        portal.person(name, 110, &[3]);
    }
    portal.app.clock.advance(2 * DAY);
    let next = "Lanzhou-8864";
    let change = |portal: &Portal, from: &str, to: &str| {
        let token = portal.sign_in("worker1", from)["token"].as_str().expect("in").to_owned();
        portal.put("/system/user/profile/updatePwd", &token, json!({"oldPassword": from, "newPassword": to}))
    };
    assert_eq!(change(&portal, PASSWORD, next)["code"], 200);
    support::act(&portal.app, |op| {
        let all: Vec<User> = op.view().tx.all()?;
        for user in all {
            match user.user_name.as_str() {
                "worker2" => op.put(&User { enabled: false, ..user }).map(drop)?,
                "worker3" => op.put(&User { must_change_password: true, ..user }).map(drop)?,
                _ => {}
            }
        }
        Ok(())
    });
    for _ in 0..5 {
        portal.sign_in("worker4", "Wrong#123456");
    }
    assert!(portal.sign_in("worker4", PASSWORD)["msg"].as_str().expect("a sentence").contains("锁定"));
    let place = tempfile::tempdir().expect("a place");
    let file = place.path().join("gx.zip");
    archive::export(&portal.app, "root", &file).expect("exported");

    let target = tempfile::tempdir().expect("a place");
    support::initialise_without_people(target.path());
    let fresh = support::on_disk(target.path());
    archive::import(&fresh, "root", &file).expect("imported");
    assert_eq!(fresh.sessions.count(), 0);
    drop(fresh);
    let again = Portal::on(target);
    again.app.clock.advance(3 * DAY);
    let refused = change(&again, next, PASSWORD);
    assert!(refused["msg"].as_str().expect("a sentence").contains("用过的密码"), "{refused}");
    assert_eq!(again.sign_in("worker2", PASSWORD)["code"], 500, "disabled there, disabled here");
    assert_eq!(again.sign_in("worker3", PASSWORD)["stage"], "password");
    assert_eq!(again.sign_in("worker4", PASSWORD)["code"], 200, "the lock of the old box stays there");
}

#[test]
fn five_wrong_codes_end_the_session_and_lock_as_wrong_passwords_do() {
    let portal = Portal::new();
    let (user_id, phone) = with_factor(&portal, "worker1", &[]);
    let half = half_in(&portal, "worker1");
    for _ in 0..4 {
        assert_eq!(enter(&portal, &half, "123456")["code"], 500);
    }
    let second = half_in(&portal, "worker1");
    let fifth = enter(&portal, &second, "123456");
    assert_eq!(fifth["msg"], "密码输入错误5次，帐户锁定10分钟", "a right password in between forgave nothing");
    assert!(portal.sign_in("worker1", PASSWORD)["msg"].as_str().unwrap().contains("锁定"));
    let refused = enter(&portal, &half, &phone.shows(&portal, 0));
    assert!(refused["msg"].as_str().unwrap().contains("锁定"), "{refused}");
    portal.app.clock.advance(10 * MINUTE + 1);

    set(&portal, "sys.account.maxRetryCount", "100");
    let half = half_in(&portal, "worker1");
    for wrong in 1..=5 {
        assert_eq!(enter(&portal, &half, "123456")["code"], 500, "{wrong}");
    }
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 0))["code"], 401, "five end the session");

    let half = half_in(&portal, "worker1");
    let caller = portal.admin();
    portal.put("/system/user/changeStatus", &caller, json!({"userId": user_id, "status": "1"}));
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 0))["code"], 401, "disabled meanwhile");
}

#[test]
fn recovery_codes_let_in_once_each_and_their_use_is_told() {
    let portal = Portal::new();
    let (user_id, phone) = with_factor(&portal, "worker1", &[]);
    set(&portal, "sys.login.addressPerMinute", "0");
    let mut token = String::new();
    for (number, code) in phone.recovery.iter().enumerate() {
        let half = half_in(&portal, "worker1");
        let typed = if number % 2 == 0 { code.to_lowercase() } else { code.replace('-', " ") };
        let answer = enter(&portal, &half, &typed);
        assert_eq!(answer["recoveryLeft"], 9 - number, "{answer}");
        token = answer["token"].as_str().expect("a token").to_owned();
        if number == 0 {
            let half = half_in(&portal, "worker1");
            assert_eq!(enter(&portal, &half, code)["msg"], "恢复码不正确或已使用，每个恢复码只能使用一次");
            assert_eq!(portal.audit_rows().iter().filter(|row| row.title == "动态口令·使用恢复码").count(), 1);
        }
    }
    let half = half_in(&portal, "worker1");
    assert_eq!(enter(&portal, &half, &phone.recovery[3])["msg"], "恢复码已全部用完，请联系管理员重置动态口令");
    let told = portal.get("/system/notice/listMy", &token).to_string();
    let notices: Vec<gx_portal::features::system::notice::record::Notice> =
        portal.app.store.read().unwrap().all().unwrap();
    assert_eq!(notices.len(), 10, "{told}");
    assert!(notices.iter().all(|notice| notice.title == "您的账号使用了恢复码"));

    let fresh = portal.post("/portal/factor/codes", &token, json!({}));
    assert_eq!(fresh["codes"].as_array().map(Vec::len), Some(10), "{fresh}");
    assert_eq!(portal.get("/portal/factor", &token)["data"]["recoveryLeft"], 10);
    let rows: Vec<OtpRecovery> = portal.app.store.read().unwrap().all().unwrap();
    let known = fresh["codes"][0].as_str().expect("a code").replace('-', "");
    assert!(rows.iter().all(|row| row.user_id == user_id && !row.hash.contains(&known)), "hashed");
    let other = gx_portal::kernel::seal::Sealer::new(&[9; 64]).expect("a key");
    let opens = |sealer: &gx_portal::kernel::seal::Sealer| {
        gx_portal::features::portal::otp::record::try_seals(&portal.app.store.read().unwrap(), sealer).unwrap().shut
            == 0
    };
    assert!(opens(&portal.app.sealer()) && !opens(&other), "an archive with another key is refused");
    let otp = format!("{:?}", stored(&portal, user_id));
    assert!(otp.contains("Sealed(***)"), "{otp}");
    assert!(portal.audit_rows().iter().all(|row| !row.input.contains(&known)));
}

#[test]
fn whoever_lost_his_phone_is_helped_and_told_by_whom() {
    let portal = Portal::new();
    let (user_id, phone) = with_factor(&portal, "worker1", &[]);
    let half = half_in(&portal, "worker1");
    let token = enter(&portal, &half, &phone.shows(&portal, 0))["token"].as_str().expect("in").to_owned();
    let half = half_in(&portal, "worker1");
    let admin = portal.admin();
    let helper = portal.role("helper", &["system:user:resetOtp"], 1, &[]);
    portal.person("helper1", 110, &[helper]);
    let body = json!({"userId": user_id});
    assert_eq!(portal.put("/system/user/resetOtp", &token, body.clone())["code"], 403, "not by himself");
    assert_eq!(portal.put("/system/user/resetOtp", &portal.token("helper1"), body.clone())["code"], 200);
    assert!(!alive(&portal, &token), "all his sessions end");
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 1))["code"], 401, "the one on its way too");
    let twice = portal.put("/system/user/resetOtp", &admin, body);
    assert_eq!(twice["msg"], "用户 worker1 没有设置动态口令，不需要重置");

    let token = portal.token("worker1");
    let reset = &portal.get("/getInfo", &token)["lastSignIn"]["factorReset"];
    assert_eq!((&reset["by"], &reset["time"]), (&json!("helper1姓名（helper1）"), &json!("2024-09-30 09:00:30")));
    assert_eq!(portal.get("/getInfo", &portal.token("worker1"))["lastSignIn"]["factorReset"], Value::Null, "once");

    enrol(&portal, &token);
    let found: User = portal.app.store.read().unwrap().one(&BY_NAME, &key().str("worker1")).unwrap().unwrap();
    support::act(&portal.app, move |op| enter::reset_by_console(op, found.user_id));
    let token = portal.token("worker1");
    assert_eq!(portal.get("/getInfo", &token)["lastSignIn"]["factorReset"]["by"], "命令行（console:test）");
    assert_eq!(portal.delete(&format!("/system/user/{user_id}"), &admin)["code"], 200);
    assert_eq!(portal.app.store.read().unwrap().count::<Otp>().unwrap(), 0, "nothing is kept of who was removed");
}

#[test]
fn what_is_demanded_acts_at_the_next_sign_in_when_the_grace_is_over() {
    let portal = Portal::new();
    portal.person("worker1", 110, &[]);
    let before = portal.token("worker1");
    set(&portal, "sys.account.otp", "all");
    assert!(alive(&portal, &before), "sessions go on");
    assert_eq!(portal.get("/getInfo", &before)["factorDue"], Value::Null, "he was not asked yet");
    let token = portal.token("worker1");
    assert_eq!(portal.get("/getInfo", &token)["factorDue"], "2024-10-07 09:00:00");
    portal.app.clock.advance(7 * DAY - 1);
    assert!(portal.sign_in("worker1", PASSWORD)["stage"].is_null(), "the last moment");
    portal.app.clock.advance(1);
    let answer = portal.sign_in("worker1", PASSWORD);
    assert_eq!(answer["stage"], "enrol", "{answer}");
    let half = answer["token"].as_str().expect("a token").to_owned();
    assert_eq!(portal.get("/getInfo", &half), json!({"code": 603, "msg": "请先设置动态口令，完成登录"}));
    let (phone, token) = enrol(&portal, &half);
    assert!(alive(&portal, &token) && !alive(&portal, &half));
    assert_eq!(portal.delete("/portal/factor", &token)["code"], 500, "what is demanded stays");

    // A new phone: the old one works until the new one has shown its first code.
    let (new, same) = enrol(&portal, &token);
    assert_eq!(same, "");
    let half = half_in(&portal, "worker1");
    assert_eq!(enter(&portal, &half, &phone.shows(&portal, 0))["code"], 500);
    assert_eq!(enter(&portal, &half, &new.shows(&portal, 0))["code"], 200);

    set(&portal, "sys.account.otp", "administrators");
    portal.app.clock.advance(MINUTE);
    assert!(portal.delete("/portal/factor", &token)["code"] == 200, "no longer demanded of him");
    set(&portal, "sys.account.otpGraceDays", "0");
    assert_eq!(portal.sign_in("admin", PASSWORD)["stage"], "enrol", "no grace");
    assert!(portal.sign_in("worker1", PASSWORD)["stage"].is_null());
    let role = portal.role("vault", &[], 5, &[]);
    support::act(&portal.app, move |op| {
        let found: Option<gx_portal::platform::identity::role::Role> = op.view().tx.get(&id(role))?;
        op.put(&gx_portal::platform::identity::role::Role { second_factor: true, ..found.unwrap() }).map(drop)
    });
    portal.person("keeper1", 110, &[role]);
    set(&portal, "sys.account.otp", "roles");
    assert_eq!(portal.sign_in("keeper1", PASSWORD)["stage"], "enrol");
    assert!(portal.sign_in("admin", PASSWORD)["stage"].is_null());
}

#[test]
fn a_known_factor_comes_before_a_new_password() {
    let portal = Portal::new();
    let (user_id, phone) = with_factor(&portal, "worker1", &[]);
    let once = portal.put("/system/user/resetPwd", &portal.admin(), json!({"userId": user_id}));
    let once = once["data"]["password"].as_str().expect("shown").to_owned();
    let answer = portal.sign_in("worker1", &once);
    let half = answer["token"].as_str().expect("a token").to_owned();
    let change = json!({"oldPassword": once, "newPassword": PASSWORD});
    assert_eq!(portal.put("/system/user/profile/updatePwd", &half, change.clone())["code"], 603);
    let next = enter(&portal, &half, &phone.shows(&portal, 0));
    assert_eq!(next["stage"], "password", "{next}");
    let waits = next["token"].as_str().expect("a token").to_owned();
    assert_eq!(portal.get("/system/user/profile/layout", &waits)["code"], 602);
    let changed = portal.put("/system/user/profile/updatePwd", &waits, change);
    assert!(alive(&portal, changed["token"].as_str().expect("a token")), "{changed}");
}

#[test]
fn dangerous_deeds_ask_for_a_proof_of_the_last_ten_minutes() {
    let portal = Portal::new();
    let user_id = portal.person("victim1", 110, &[]);
    let (_, phone) = with_factor(&portal, "boss1", &[3]);
    let half = half_in(&portal, "boss1");
    let token = enter(&portal, &half, &phone.shows(&portal, 0))["token"].as_str().expect("in").to_owned();
    let deed = || portal.put("/system/user/authRole", &token, json!({"userId": user_id, "roleIds": []}));
    assert_eq!(deed()["code"], 200, "he has just signed in");
    portal.app.clock.advance(10 * MINUTE);
    assert_eq!(deed(), json!({"code": 604, "msg": "此操作需要再次验证身份，请输入动态口令"}));
    assert_eq!(portal.get("/system/user/list", &token)["code"], 200, "reading asks for none");
    let prove = |body: Value| portal.post("/portal/confirm", &token, body);
    assert_eq!(prove(json!({"password": PASSWORD}))["code"], 500, "a password is no code");
    assert_eq!(prove(json!({"code": "123456"}))["field"], "code");
    assert_eq!(deed()["code"], 604);
    let code = phone.shows(&portal, 0);
    assert_eq!(prove(json!({"code": code}))["code"], 200);
    assert_eq!(deed()["code"], 200);
    assert_eq!(prove(json!({"code": code}))["code"], 500, "used");

    let plain = portal.admin();
    portal.app.clock.advance(11 * MINUTE);
    let deed = || portal.put("/system/user/authRole", &plain, json!({"userId": user_id, "roleIds": []}));
    assert_eq!(deed()["code"], 200, "without a factor nothing is asked");
    set(&portal, "sys.account.stepUp", "all");
    assert_eq!(deed()["msg"], "此操作需要再次验证身份，请输入登录密码");
    for _ in 0..4 {
        assert_eq!(portal.post("/portal/confirm", &plain, json!({"password": "wrong"}))["msg"], "密码不正确");
    }
    assert_eq!(portal.post("/portal/confirm", &plain, json!({"password": PASSWORD}))["code"], 200);
    assert_eq!(deed()["code"], 200);
    portal.app.clock.advance(11 * MINUTE);
    for _ in 0..5 {
        portal.post("/portal/confirm", &plain, json!({"password": "wrong"}));
    }
    let locked = portal.post("/portal/confirm", &plain, json!({"password": PASSWORD}));
    assert!(locked["msg"].as_str().unwrap().contains("锁定"), "{locked}");
    set(&portal, "sys.account.stepUp", "off");
    assert_eq!(deed()["code"], 200);
}

#[test]
fn hardware_tokens_come_in_whole_and_go_to_one_person() {
    let portal = Portal::new();
    let key = b"12345678901234567890".to_vec();
    let file = format!("serial,seed\nFT-1,{}\nFT-2,{},60,8,SHA256", hex::encode(&key), hex::encode([7; 32]));
    let import = |text: String, dry: bool| {
        portal.app.act(
            &std::sync::Arc::new(gx_portal::op::Caller::console("test", "test")),
            "测试",
            gx_portal::platform::audit::AuditAction::Other,
            move |op| tokens::import(op, &text, dry),
        )
    };
    assert_eq!(import(file.clone(), true).unwrap(), 2);
    let bad = import(format!("{file}\nFT-3,{},30,6,SM3", hex::encode(&key)), false).unwrap_err();
    assert!(bad.message.contains("第 4 行：本程序不含国密算法套件"), "{bad}");
    let stock =
        || portal.app.store.read().unwrap().count::<gx_portal::features::portal::otp::record::OtpToken>().unwrap();
    assert_eq!(stock(), 0, "nothing came in");
    assert_eq!(import(file.clone(), false).unwrap(), 2);

    let user_id = portal.person("worker1", 110, &[]);
    let session = portal.token("worker1");
    let device = Phone { key, recovery: Vec::new() };
    let take = |serial: &str, code: String, next: String| {
        portal.post(
            "/portal/factor/token",
            &session,
            json!({"serial": serial, "code": code, "next": next, "password": PASSWORD}),
        )
    };
    let wrong = take("FT-9", device.shows(&portal, 0), String::new())["msg"].clone();
    assert_eq!(take("FT-1", "000000".into(), String::new())["msg"], wrong, "nobody learns which there are");
    assert_eq!(
        take("FT-1", device.shows(&portal, -2), device.shows(&portal, 0))["msg"],
        wrong,
        "not one after the other"
    );
    let done = take(" ft-1", device.shows(&portal, -1), device.shows(&portal, 0));
    assert_eq!(done["codes"].as_array().map(Vec::len), Some(10), "{done}");
    assert_eq!(portal.get("/portal/factor", &session)["data"]["label"], "FT-1");
    assert!(import(file, false).unwrap_err().message.contains("已分配"), "a token in use is not replaced");

    let half = half_in(&portal, "worker1");
    assert_eq!(enter(&portal, &half, &device.shows(&portal, 0))["code"], 500, "used when it was taken");
    portal.app.clock.advance(30_000);
    let used = device.shows(&portal, 0);
    assert_eq!(enter(&portal, &half, &used)["code"], 200);
    let other = portal.person("worker2", 110, &[]);
    let people = |user_id: u64| -> User { portal.app.store.read().unwrap().get(&id(user_id)).unwrap().unwrap() };
    support::act(&portal.app, move |op| enter::reset_by_console(op, user_id));
    let user = people(other);
    support::act(&portal.app, move |op| tokens::assign(op, &user, "ft-1"));
    let half = half_in(&portal, "worker2");
    assert_eq!(enter(&portal, &half, &used)["code"], 500, "the last code of its former holder is nobody's");
    portal.app.clock.advance(30_000);
    assert_eq!(enter(&portal, &half, &device.shows(&portal, 0))["code"], 200);
}
