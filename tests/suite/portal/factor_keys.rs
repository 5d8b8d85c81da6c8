//! Setting up a second factor: whose key it is that waits, and that a desk which was left unlocked sets up nothing.

use crate::support;
use gx_portal::features::portal::otp::record::Otp;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

use super::second_factor::{Phone, alive, enrol, set};

const MINUTE: i64 = 60_000;

#[test]
fn a_waiting_key_belongs_to_the_session_that_began_it() {
    let portal = Portal::new();
    let user_id = portal.person("worker1", 110, &[]);
    let (thief, owner) = (portal.token("worker1"), portal.token("worker1"));
    let begin = |token: &str| portal.post("/portal/factor/begin", token, json!({"password": PASSWORD}));
    let first = begin(&thief)["data"].clone();
    assert!(first["another"].is_null(), "{first}");
    portal.app.clock.advance(MINUTE);
    let second = begin(&owner)["data"].clone();
    assert_ne!(first["secret"], second["secret"], "nobody is shown a key that another session has seen");
    assert!(second["another"].as_str().expect("said").contains("那次显示的密钥已作废"), "{second}");
    let told: Vec<gx_portal::features::system::notice::record::Notice> =
        portal.app.store.read().unwrap().all().unwrap();
    assert_eq!(told.iter().filter(|notice| notice.title == "您的账号有另一处在设置动态口令").count(), 1);
    let phone_of = |shown: &Value| Phone::with(shown["secret"].as_str().expect("a key"));
    let confirm = |token: &str, shown: &Value| {
        portal.post("/portal/factor/confirm", token, json!({"code": phone_of(shown).shows(&portal, 0)}))
    };
    for shown in [&first, &second] {
        let refused = confirm(&thief, shown);
        assert!(refused["msg"].as_str().unwrap().contains("已在另一处重新开始设置动态口令"), "{refused}");
    }
    assert_eq!(confirm(&owner, &first)["field"], "code", "a key that is void proves nothing");
    assert!(confirm(&owner, &second)["codes"].is_array());
    assert!(!alive(&portal, &thief), "sessions that began without it end");
    let stored: Otp = portal.app.store.read().unwrap().get(&id(user_id)).unwrap().expect("a factor");
    assert_eq!(stored.pending_session, "", "nothing waits any more");

    // Two at once: one key waits, and it is that of the session which was told it last.
    portal.person("worker2", 110, &[]);
    let sessions: Vec<String> = (0..4).map(|_| portal.token("worker2")).collect();
    let shown: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = sessions.iter().map(|token| scope.spawn(|| begin(token)["data"].clone())).collect();
        threads.into_iter().map(|thread| thread.join().expect("answers")).collect()
    });
    let keys: std::collections::HashSet<&str> = shown.iter().map(|one| one["secret"].as_str().expect("key")).collect();
    assert_eq!(keys.len(), 4);
    let good = sessions.iter().zip(&shown).filter(|(token, shown)| confirm(token, shown)["codes"].is_array());
    assert_eq!(good.count(), 1);
}

#[test]
fn a_desk_that_was_left_unlocked_sets_up_nothing() {
    let portal = Portal::new();
    for setting in ["off", "factor", "all"] {
        set(&portal, "sys.account.stepUp", setting);
        let name = format!("worker-{setting}");
        portal.person(&name, 110, &[]);
        let token = portal.token(&name);
        assert_eq!(portal.get("/portal/factor", &token)["data"]["asksPassword"], true);
        for path in ["/portal/factor/begin", "/portal/factor/token"] {
            let empty = portal.post(path, &token, json!({}));
            assert_eq!((&empty["msg"], &empty["field"]), (&json!("密码不能为空"), &json!("password")), "{setting}");
            let wrong = portal.post(path, &token, json!({"password": "Sommer-2026"}));
            assert_eq!((&wrong["msg"], &wrong["field"]), (&json!("密码不正确"), &json!("password")), "{setting}");
        }
        assert_eq!(portal.post("/portal/confirm", &token, json!({"password": PASSWORD}))["code"], 200);
        assert_eq!(
            portal.post("/portal/factor/begin", &token, json!({}))["field"],
            "password",
            "a proof of before is not enough"
        );
        enrol(&portal, &token);
        // One in force is replaced by who holds it.
        assert_eq!(portal.get("/portal/factor", &token)["data"]["asksPassword"], false);
        portal.app.clock.advance(11 * MINUTE);
        let replaced = portal.post("/portal/factor/begin", &token, json!({"password": PASSWORD}));
        assert_eq!(replaced["msg"], "此操作需要再次验证身份，请输入动态口令", "{setting}");
    }
}
