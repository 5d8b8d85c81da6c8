//! What a profile of account security guards beside passwords: locks that grow, idle time, the rules told.

use crate::support;
use serde_json::{Value, json};
use support::{PASSWORD, Portal};

const MINUTE: i64 = 60_000;

fn set(portal: &Portal, setting: &'static str, value: &'static str) {
    support::act(&portal.app, move |op| gx_portal::features::system::config::ops::set(op, setting, value).map(drop));
}

fn said(portal: &Portal, password: &str) -> String {
    portal.sign_in("worker1", password)["msg"].as_str().expect("a sentence").to_owned()
}

/// Wrong passwords until the name is locked; what is said then.
fn lock(portal: &Portal, tries: usize) -> String {
    for _ in 1..tries {
        assert_eq!(said(portal, "wrong"), "用户不存在/密码错误");
    }
    said(portal, "wrong")
}

#[test]
fn each_lock_of_a_day_is_twice_as_long_as_the_one_before() {
    let portal = Portal::new();
    portal.person("worker1", 110, &[]);
    set(&portal, "sys.account.passwordProfile", "mlps3");
    set(&portal, "sys.account.maxRetryCount", "50");
    for minutes in [10, 20, 40] {
        let text = format!("密码输入错误5次，帐户锁定{minutes}分钟");
        assert_eq!(lock(&portal, 5), text);
        portal.app.clock.advance((minutes - 1) * MINUTE);
        assert_eq!(said(&portal, PASSWORD), text, "still locked");
        let row = &portal.get("/system/user/list?userName=worker1", &portal.admin())["rows"][0];
        assert_eq!(row["lockMinutes"], 1, "{row}");
        portal.app.clock.advance(MINUTE);
    }
    assert_eq!(said(&portal, PASSWORD), "操作成功");
    assert_eq!(lock(&portal, 5), "密码输入错误5次，帐户锁定10分钟", "whoever got in begins anew");
    portal.app.clock.advance(10 * MINUTE);
    assert!(lock(&portal, 5).contains("20分钟"));
    portal.app.clock.advance(20 * MINUTE + 24 * 60 * MINUTE);
    assert!(lock(&portal, 5).contains("10分钟"), "a day is enough");
    portal.app.clock.advance(-30 * MINUTE);
    assert!(said(&portal, PASSWORD).contains("锁定"), "the clock was set back");
    support::act(&portal.app, |op| gx_portal::records::lock::clear(op, "worker1"));
    set(&portal, "sys.account.passwordProfile", "asvs");
    assert_eq!(lock(&portal, 10), "密码输入错误10次，帐户锁定1分钟");
    support::act(&portal.app, |op| gx_portal::records::lock::clear(op, "worker1"));
    set(&portal, "sys.account.passwordProfile", "custom");
    set(&portal, "sys.account.maxRetryCount", "3");
    set(&portal, "sys.account.lockMinutes", "7");
    for _ in 0..2 {
        assert_eq!(lock(&portal, 3), "密码输入错误3次，帐户锁定7分钟");
        portal.app.clock.advance(7 * MINUTE);
    }
}

#[test]
fn an_administrator_who_went_away_is_signed_out_sooner() {
    let portal = Portal::new();
    portal.person("worker1", 110, &[]);
    set(&portal, "sys.account.passwordProfile", "mlps3");
    let (admin, worker) = (portal.admin(), portal.token("worker1"));
    let code = |token: &str| portal.get("/getInfo", token)["code"].clone();
    let ends = portal.post("/system/user/profile/checkToken", &admin, json!({}))["data"]["expireTime"].clone();
    assert_eq!(ends, portal.app.clock.now().0 + 15 * MINUTE);
    portal.app.clock.advance(15 * MINUTE);
    assert_eq!((code(&admin), code(&worker)), (json!(200), json!(200)));
    portal.app.clock.advance(15 * MINUTE + 1);
    assert_eq!((code(&admin), code(&worker)), (json!(401), json!(200)));
    set(&portal, "sys.session.idleMinutes", "5");
    let admin = portal.admin();
    portal.app.clock.advance(5 * MINUTE + 1);
    assert_eq!(code(&admin), 401, "the settings may say less");
}

#[test]
fn what_is_checked_of_a_password_is_what_is_told() {
    let portal = Portal::new();
    let rules = || portal.get("/portal/passwordRules", &portal.admin())["data"].clone();
    assert_eq!(rules()["least"], 8);
    set(&portal, "sys.account.chrtype", "4");
    assert_eq!(rules()["chrtype"], "4");
    set(&portal, "sys.account.passwordProfile", "mlps3");
    let told: Value = rules();
    assert_eq!((&told["least"], &told["chrtype"]), (&json!(10), &json!("0")));
    assert!(
        told["rules"].to_string().contains("10 到 64 个字符") && told["rules"].to_string().contains("90 天"),
        "{told}"
    );
}
