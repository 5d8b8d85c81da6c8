//! Closed for maintenance and read-only: who is told what, what goes on, and how it ends.

use gx_portal::jobs;
use gx_portal::platform::identity::user::User;
use gx_portal::store::{Reads, id};
use poem::Request;
use serde_json::{Value, json};

use super::second_factor;
use crate::http::{Client, Server, run};
use crate::support::{PASSWORD, Portal, act};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const MINUTE: i64 = 60_000;

fn set(portal: &Portal, token: &str, mode: &str, text: &str, until: &str) -> Value {
    portal.put("/monitor/mode", token, json!({"mode": mode, "text": text, "until": until}))
}

fn post(portal: &Portal, token: &str, name: &str) -> Value {
    portal.post("/system/post", token, json!({"postCode": name, "postName": name, "postSort": 1}))
}

/// An administrator, somebody with a role of posts, and somebody who may enter a closed portal.
fn people(portal: &Portal) -> (String, String, String) {
    let perms = ["system:post:list", "system:post:add", "monitor:job:list"];
    let clerk = portal.role("poster", &perms, 1, &[]);
    let keeper = portal.role("keeper", &["system:post:list", "system:post:add", "monitor:mode:enter"], 1, &[]);
    portal.person("zhangsan", 100, &[clerk]);
    portal.person("lisi", 100, &[keeper]);
    (portal.admin(), portal.token("zhangsan"), portal.token("lisi"))
}

#[test]
fn a_closed_portal_tells_its_sentence_and_lets_administrators_in() {
    let portal = Portal::new();
    let (admin, clerk, keeper) = people(&portal);
    let told = set(&portal, &admin, "closed", " 22:00–22:30\n升级 ", "");
    assert_eq!(told["msg"], "已进入维护状态：只有管理员可以使用", "{told}");
    let row = portal.last_audit();
    assert_eq!((row.title.as_str(), row.actor.as_str(), row.code), ("运行模式", "admin", 200));
    assert!(row.input.contains("升级"), "{}", row.input);
    for path in ["/getInfo", "/system/post/list", "/system/user/profile"] {
        let answer = portal.get(path, &clerk);
        assert_eq!(
            (answer["code"].clone(), answer["msg"].clone()),
            (json!(605), json!("系统维护中：22:00–22:30 升级"))
        );
        assert_ne!(portal.get(path, &keeper)["code"], 605, "{path}");
    }
    assert_eq!(post(&portal, &clerk, "a")["code"], 605);
    assert_eq!(post(&portal, &keeper, "a")["code"], 200, "who may enter works as ever");
    assert_eq!(portal.get("/monitor/mode", &clerk)["code"], 605, "told the sentence, not that a right is missing");
    // Everybody learns of it without a session, gets in to learn it, and gets out.
    let info = portal.get("/portal/info", "");
    assert_eq!(
        (&info["data"]["mode"]["mode"], &info["data"]["mode"]["text"]),
        (&json!("closed"), &json!("22:00–22:30 升级"))
    );
    assert_eq!(portal.sign_in("zhangsan", PASSWORD)["code"], 200);
    assert_eq!(portal.post("/logout", &clerk, json!({}))["code"], 200);
    assert_eq!(set(&portal, &keeper, "open", "", "")["code"], 403, "to enter is not to open");
    assert_eq!(set(&portal, &admin, "open", "", "")["msg"], "已恢复正常使用");
    let twice = set(&portal, &admin, "open", "", "");
    assert_eq!(twice["msg"], "系统没有处于维护或只读状态，没有改动", "{twice}");
    assert_eq!(portal.get("/system/post/list", &portal.token("zhangsan"))["code"], 200);
    assert!(portal.get("/portal/info", "")["data"].get("mode").is_none());
}

#[test]
fn read_only_refuses_writes_keeps_the_door_and_the_log_and_ends_by_itself() {
    let portal = Portal::new();
    let (admin, clerk, _) = people(&portal);
    for (mode, text, until) in [
        ("readonly", "", ""),
        ("readonly", "x", "昨天"),
        ("readonly", "x", "2024-09-30 08:59"),
        ("readonly", "x", "2024-11-01"),
        ("half", "x", ""),
    ] {
        assert_eq!(set(&portal, &admin, mode, text, until)["code"], 500, "{mode} {text} {until}");
    }
    let told = set(&portal, &admin, "readonly", "年终盘点", "09:30");
    assert_eq!(told["msg"], "已进入只读状态，2024-09-30 09:30:00 自动恢复：可以查看，不能保存", "{told}");
    assert_eq!(portal.get("/system/post/list", &clerk)["code"], 200);
    for token in [&clerk, &admin] {
        let refused = post(&portal, token, "b");
        assert_eq!((&refused["code"], &refused["msg"]), (&json!(605), &json!("系统只读，暂时不能保存：年终盘点")));
    }
    let rows = portal.audit_rows().len();
    assert_eq!(portal.sign_in("zhangsan", "wrong")["code"], 500);
    let again = portal.token("zhangsan");
    assert_eq!(portal.post("/logout", &again, json!({}))["code"], 200);
    assert_eq!(portal.audit_rows().len(), rows + 3, "what comes and goes is written down");
    let left = portal.get("/portal/info", "")["data"]["mode"]["left"].clone();
    assert_eq!(left, json!(30 * MINUTE));
    // The record outlives the program.
    let portal = portal.restarted();
    assert_eq!(post(&portal, &clerk, "b")["code"], 605);
    portal.app.clock.advance(30 * MINUTE - 1);
    assert_eq!(post(&portal, &clerk, "b")["code"], 605);
    portal.app.clock.advance(1);
    assert_eq!(post(&portal, &clerk, "b")["code"], 200, "over without anybody doing anything");
    portal.app.clock.advance(-MINUTE);
    assert_eq!(post(&portal, &clerk, "c")["code"], 605, "a clock that goes back is believed");
    let replaced = set(&portal, &admin, "closed", "另有安排", "");
    assert_eq!(replaced["code"], 200, "{replaced}");
    assert_eq!(portal.get("/portal/info", "")["data"]["mode"]["until"], "");
}

/// Somebody who may enter a closed portal, and somebody who may not; both have to do something before they are in: `made`
/// changes what is stored of them.
fn halfway(portal: &Portal, made: fn(User) -> User) {
    let keeper = portal.role("keeper", &["system:post:list", "system:post:add", "monitor:mode:enter"], 1, &[]);
    let clerk = portal.role("poster", &["system:post:list", "system:post:add"], 1, &[]);
    for (name, role) in [("lisi", keeper), ("zhangsan", clerk)] {
        let user_id = portal.person(name, 100, &[role]);
        act(&portal.app, move |op| {
            let user: Option<User> = op.view().tx.get(&id(user_id))?;
            op.put(&made(user.expect("the person")))
        });
    }
}

/// Signs in with the usual password; answers the session, which is at this step.
fn at_step(portal: &Portal, name: &str, stage: &str) -> String {
    let answer = portal.sign_in(name, PASSWORD);
    assert_eq!((&answer["code"], &answer["stage"]), (&json!(200), &json!(stage)), "{answer}");
    answer["token"].as_str().expect("a session").to_owned()
}

fn put(portal: &Portal, token: &str, mode: &str, text: &str, until: &str) {
    let told = set(portal, token, mode, text, until);
    assert_eq!(told["code"], 200, "{mode}: {told}");
}

fn describe(answer: &Value) -> (u64, &str) {
    (answer["code"].as_u64().expect("a code"), answer["msg"].as_str().unwrap_or_default())
}

const CLOSED: (u64, &str) = (605, "系统维护中：22:00–22:30 升级");
const READ_ONLY: (u64, &str) = (605, "系统只读，暂时不能保存：年终盘点");

#[test]
fn who_has_an_initial_password_changes_it_as_the_portal_allows() {
    let portal = Portal::new();
    halfway(&portal, |user| User { must_change_password: true, ..user });
    // who has to change his password cannot set the mode either
    let role = portal.role("modes", &["monitor:mode:edit"], 1, &[]);
    portal.person("wangwu", 100, &[role]);
    let keeper = portal.token("wangwu");
    act(&portal.app, |op| {
        let first: Option<User> = op.view().tx.get(&id(1))?;
        op.put(&User { must_change_password: true, ..first.expect("the first administrator") })
    });
    let change = |token: &str| {
        let passwords = json!({"oldPassword": PASSWORD, "newPassword": "Gansu-7753-pass"});
        portal.put("/system/user/profile/updatePwd", token, passwords)
    };
    let list = |token: &str| portal.get("/system/post/list", token);
    put(&portal, &keeper, "readonly", "年终盘点", "09:30");
    for name in ["admin", "lisi", "zhangsan"] {
        let token = at_step(&portal, name, "password");
        assert_eq!(describe(&change(&token)), READ_ONLY, "{name}");
        assert_eq!(describe(&list(&token)).0, 602, "{name}: the step is still to be done");
        let mode = portal.get("/portal/info", &token)["data"]["mode"].clone();
        assert_eq!((&mode["until"], &mode["left"]), (&json!("2024-09-30 09:30:00"), &json!(30 * MINUTE)), "how long");
    }
    put(&portal, &keeper, "closed", "22:00–22:30 升级", "");
    let waits = at_step(&portal, "zhangsan", "password");
    assert_eq!(describe(&change(&waits)), CLOSED);
    assert_eq!(describe(&portal.get("/getInfo", &waits)), CLOSED, "the sentence, not that a password is to be changed");
    for name in ["admin", "lisi"] {
        let token = at_step(&portal, name, "password");
        assert_eq!(describe(&list(&token)).0, 602, "{name}: first the password");
        let changed = change(&token);
        assert_eq!((&changed["code"], &changed["stage"]), (&json!(200), &Value::Null), "{name}: {changed}");
        let full = changed["token"].as_str().expect("a whole session").to_owned();
        assert_eq!(describe(&list(&full)).0, 200, "{name}: in the closed portal");
    }
    put(&portal, &keeper, "open", "", "");
    assert_eq!(change(&waits)["code"], 200, "the session that waited goes on where it was");
}

#[test]
fn who_has_to_set_up_a_second_factor_does_so_as_the_portal_allows() {
    let portal = Portal::new();
    halfway(&portal, |user| user);
    let admin = portal.admin();
    for (setting, value) in [("sys.account.otp", "all"), ("sys.account.otpGraceDays", "0")] {
        second_factor::set(&portal, setting, value);
    }
    let begin = |token: &str| portal.post("/portal/factor/begin", token, json!({}));
    put(&portal, &admin, "readonly", "年终盘点", "09:30");
    for name in ["lisi", "zhangsan"] {
        let token = at_step(&portal, name, "enrol");
        assert_eq!(describe(&begin(&token)), READ_ONLY, "{name}");
        assert_eq!(describe(&portal.get("/system/post/list", &token)).0, 603, "{name}");
    }
    put(&portal, &admin, "closed", "22:00–22:30 升级", "");
    let waits = at_step(&portal, "zhangsan", "enrol");
    assert_eq!(describe(&begin(&waits)), CLOSED);
    let (phone, full) = second_factor::enrol(&portal, &at_step(&portal, "lisi", "enrol"));
    assert_eq!(describe(&portal.get("/system/post/list", &full)).0, 200, "in the closed portal");
    // Who has a factor enters its code whatever the portal is.
    for mode in ["closed", "readonly"] {
        put(&portal, &admin, mode, "年终盘点", "");
        portal.app.clock.advance(MINUTE);
        let half = at_step(&portal, "lisi", "code");
        let entered = second_factor::enter(&portal, &half, &phone.shows(&portal, 0));
        let full = entered["token"].as_str().unwrap_or_else(|| panic!("{mode}: {entered}"));
        assert_eq!(describe(&portal.get("/system/post/list", full)).0, 200, "{mode}");
    }
}

#[test]
fn a_right_that_went_while_the_portal_is_closed_closes_it_at_the_next_request() {
    let portal = Portal::new();
    let (admin, _, keeper) = people(&portal);
    set(&portal, &admin, "closed", "升级", "");
    assert_eq!(portal.get("/system/post/list", &keeper)["code"], 200);
    let rows = portal.get("/system/role/list?roleKey=keeper", &admin);
    let role_id = rows["rows"][0]["roleId"].as_u64().expect("a role");
    let stopped = portal.put("/system/role/changeStatus", &admin, json!({"roleId": role_id, "status": "1"}));
    assert_eq!(stopped["code"], 200, "{stopped}");
    assert_eq!(portal.get("/system/post/list", &keeper)["code"], 605);
}

#[test]
fn jobs_rest_but_for_those_that_protect_the_data_and_are_met_afterwards() {
    let portal = Portal::new();
    jobs::prepare(&portal.app).expect("jobs");
    let admin = portal.admin();
    let names = |portal: &Portal| -> Vec<String> {
        let logs: Vec<gx_portal::features::monitor::job::record::JobLog> =
            portal.app.store.read().expect("read").all().expect("logs");
        logs.into_iter().map(|log| log.invoke_target).collect()
    };
    let tick = |portal: &Portal| {
        let ticked = jobs::tick(&portal.app).expect("ticks");
        ticked.runs.into_iter().for_each(|run| run.join().expect("ends"));
        ticked.next
    };
    tick(&portal);
    // Until two in the morning: the backup is due at half past one, much else before it.
    set(&portal, &admin, "readonly", "换机", "2024-10-01 02:00");
    portal.app.clock.advance((16 * 60 + 31) * MINUTE);
    let next = tick(&portal);
    assert_eq!(names(&portal), ["backup.run"]);
    assert_eq!(next.map(|next| next.to_text()).as_deref(), Some("2024-10-01 02:00:00"), "looked at when it ends");
    portal.app.clock.advance(29 * MINUTE);
    tick(&portal);
    assert!(names(&portal).len() > 1, "what rested is met: {:?}", names(&portal));
    let state: Vec<Value> =
        portal.get("/monitor/jobLog/list", &portal.admin())["rows"].as_array().cloned().unwrap_or_default();
    assert!(state.iter().all(|row| row["status"] == "0"), "{state:?}");
}

#[test]
fn the_command_line_sets_it_with_the_server_stopped_and_running() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let place = data.to_str().expect("a path");
    let ran = |arguments: &[&str]| run(BINARY, &[arguments, &["--data", place]].concat(), "");
    run(BINARY, &["init", "--data", place, "--admin-password-stdin"], "Yunchuan-9527\n");
    ran(&["settings", "set", "sys.account.captchaEnabled", "false"]);
    assert!(ran(&["maintenance", "show"]).1.contains("正常使用"));
    let (code, told) = ran(&["maintenance", "on", "22:00 升级", "--until", "昨天"]);
    assert!(code == 1 && told.contains("结束时间不正确"), "{told}");
    let (code, told) = ran(&["maintenance", "on", "22:00 升级"]);
    assert!(code == 0 && told.contains("已进入维护状态"), "{told}");
    let server = Server::start(BINARY, &data);
    let here = || Client::new(&server.address).json("GET", "/readyz", "").expect("an answer");
    assert_eq!((&here()["ready"], &here()["mode"]), (&json!(true), &json!("closed")));
    let (_, shown) = ran(&["maintenance", "show"]);
    assert!(
        shown.contains("维护：只有管理员可以使用") && shown.contains("22:00 升级") && shown.contains("console:"),
        "{shown}"
    );
    let (code, told) = ran(&["maintenance", "readonly", "盘点"]);
    assert!(code == 0 && told.contains("已进入只读状态"), "{told}");
    let mut client = Client::signed_in(&server.address);
    let body = r#"{"postCode":"x","postName":"x","postSort":1}"#;
    assert_eq!(client.json("POST", "/prod-api/system/post", body).expect("an answer")["code"], 605);
    assert!(ran(&["maintenance", "off"]).1.contains("已恢复正常使用"));
    assert_eq!(client.json("POST", "/prod-api/system/post", body).expect("an answer")["code"], 200);
}

#[test]
fn everybody_is_told_by_a_signal() {
    let portal = Portal::new();
    let admin = portal.admin();
    let mut heard = portal.app.events.listen("somebody").expect("a stream");
    set(&portal, &admin, "closed", "升级", "");
    assert_eq!(heard.signals.try_recv().map(|signal| signal.name()).ok(), Some("mode"));
    let answer = portal.send(Request::builder().uri("/readyz".parse().expect("a path")).finish());
    assert_eq!((answer.status, answer.bytes), (200, b"ready".to_vec()), "a balancer sends on: the page is shown here");
}
