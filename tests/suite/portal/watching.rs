//! What the program looks at once a minute: the machine's clock, the end of the certificate.

use crate::support;
use gx_portal::features::monitor::watching;
use gx_portal::tls::{Live, Source, authority};
use serde_json::Value;
use support::Portal;

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;

fn warnings(portal: &Portal) -> Vec<String> {
    let answer = portal.get("/monitor/server", &portal.admin());
    let said: Vec<String> = serde_json::from_value(answer["data"]["warnings"].clone()).expect("sentences");
    said.into_iter().filter(|text| text.contains("时钟") || text.contains("证书")).collect()
}

/// Newest first.
fn noted(portal: &Portal, title: &str) -> Vec<Value> {
    let answer = portal.get(&format!("/monitor/operlog/list?title={title}&pageSize=100"), &portal.admin());
    answer["rows"].as_array().expect("rows").clone()
}

fn alarms(portal: &Portal, about: &str) -> Vec<String> {
    let answer = portal.get("/system/notice/list?pageSize=100", &portal.admin());
    let titles = answer["rows"].as_array().expect("rows").iter().map(|row| row["noticeTitle"].as_str().unwrap());
    titles.filter(|title| title.contains(about)).map(str::to_owned).collect()
}

#[test]
fn a_clock_that_jumps_is_noted_and_shown_and_nobody_is_thrown_out() {
    let portal = Portal::new();
    let worker = {
        portal.person("worker1", 110, &[]);
        portal.token("worker1")
    };
    let clock = &portal.app.clock;
    let look = || watching::look(&portal.app).expect("noted");
    look();
    clock.advance(MINUTE);
    look();
    assert!(warnings(&portal).is_empty() && noted(&portal, "服务器时钟").is_empty(), "time went on");
    for _ in 0..5 {
        portal.sign_in("worker1", "wrong");
    }
    let locked = portal.sign_in("worker1", support::PASSWORD);
    let online = portal.get("/monitor/online/list", &portal.admin())["total"].clone();
    clock.set_off(90 * DAY);
    assert_eq!(portal.sign_in("worker1", support::PASSWORD), locked, "who sets the clock opens no lock");
    look();
    look();
    let rows = noted(&portal, "服务器时钟");
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(rows[0]["operName"], "job:watch.clock");
    assert!(rows[0]["operParam"].as_str().unwrap().contains("2024-12-29 09:01:00"), "{}", rows[0]);
    assert!(warnings(&portal)[0].starts_with("服务器时钟被拨快了90天（由 2024-09-30 09:01:00 变为"));
    assert_eq!(portal.get("/getInfo", &worker)["code"], 200, "sessions count by the clock that nobody sets");
    let sessions = portal.get("/monitor/online/list", &portal.admin());
    assert!(sessions["total"].as_u64() > online.as_u64(), "{sessions}");
    let shown = sessions["rows"][0]["lastAccessTime"].as_i64().unwrap();
    assert_eq!(shown, clock.now().0, "shown by the clock on the wall");
    // Noted while nobody may write, too.
    let mode = serde_json::json!({"mode": "readonly", "text": "盘点"});
    assert_eq!(portal.put("/monitor/mode", &portal.admin(), mode)["code"], 200);
    clock.set_off(-90 * DAY);
    look();
    let rows = noted(&portal, "服务器时钟");
    assert!(rows.len() == 2, "{rows:?}");
    assert!(warnings(&portal).iter().any(|text| text.starts_with("服务器时钟被拨慢了90天")));
    assert_eq!(portal.get("/getInfo", &worker)["code"], 200);
    // The next start with a clock that is behind its log.
    support::act(&portal.app, |_| Ok(()));
    let portal = portal.restarted();
    portal.app.clock.advance(-30 * DAY);
    watching::look(&portal.app).expect("noted");
    assert!(warnings(&portal)[0].starts_with("服务器时钟被拨慢了30天"), "{:?}", warnings(&portal));
    // What was written in days to come lives no longer than it should.
    assert_eq!(portal.get("/getInfo", &worker)["code"], 401);
    assert_eq!(portal.sign_in("worker1", support::PASSWORD)["code"], 200, "a lock until days to come is none");
}

#[test]
fn a_name_that_people_come_by_and_that_is_not_in_the_certificate_is_told_once() {
    let portal = Portal::new();
    authority::found(&portal.app.paths, &["gx.example.cn".into()], None, portal.app.clock.now()).unwrap();
    let open = |portal: &Portal, names: &[String]| {
        let app = &portal.app;
        authority::renew(&app.paths, Some(names), app.clock.now()).unwrap();
        let [chain, key] = [authority::CHAIN, authority::KEY]
            .map(|name| authority::folder(&app.paths).join(name).display().to_string());
        let source = Source::of(gx_portal::config::network::TlsMode::Files, &chain, &key, &app.paths).unwrap();
        drop(app.tls.set(Live::open(source, &app.paths, app.clock.now()).unwrap()));
    };
    let told = |portal: &Portal| {
        watching::look(&portal.app).expect("told");
        (warnings(portal).len(), alarms(portal, "证书与访问地址").len())
    };
    open(&portal, &["localhost".into()]);
    for person in 1..=3 {
        assert_eq!(told(&portal), (0, 0), "{person}");
        portal.app.tls.get().unwrap().reached("gx.example.cn:8443", person, portal.app.clock.now());
    }
    assert_eq!(told(&portal), (1, 1));
    assert!(warnings(&portal)[0].contains("https://gx.example.cn"), "{:?}", warnings(&portal));
    let again = portal.restarted();
    open(&again, &["localhost".into()]);
    assert_eq!(told(&again), (1, 1), "a restart is no news");
    let better = again.restarted();
    open(&better, &["gx.example.cn".into()]);
    assert_eq!(told(&better), (0, 2), "and its end is");
}

#[test]
fn the_end_of_a_certificate_is_told_at_each_step_once_even_after_a_restart() {
    let portal = Portal::new();
    let app = &portal.app;
    authority::found(&app.paths, &[], None, app.clock.now()).unwrap();
    let chain = authority::folder(&app.paths).join(authority::CHAIN).display().to_string();
    let key = authority::folder(&app.paths).join(authority::KEY).display().to_string();
    let open = |portal: &Portal| {
        let app = &portal.app;
        let source = Source::of(gx_portal::config::network::TlsMode::Files, &chain, &key, &app.paths).unwrap();
        drop(app.tls.set(Live::open(source, &app.paths, app.clock.now()).unwrap()));
    };
    open(&portal);
    let until = app.tls.get().unwrap().facts().not_after;
    let at_days = |portal: &Portal, left: i64| {
        portal.app.clock.advance(until.0 - left * DAY - portal.app.clock.now().0);
        watching::look(&portal.app).expect("told");
        watching::look(&portal.app).expect("told");
        alarms(portal, "证书").len()
    };
    let steps = [(40, 0), (31, 0), (30, 1), (20, 1), (7, 2), (3, 2), (1, 3), (0, 3), (-1, 4), (-300, 4)];
    for (left, told) in steps {
        assert_eq!(at_days(&portal, left), told, "{left} days before the end");
    }
    let said = alarms(&portal, "证书已于");
    assert!(said.len() == 1 && said[0].starts_with("告警：证书已于 "), "{said:?}");
    let again = portal.restarted();
    open(&again);
    assert_eq!(at_days(&again, 5), 4, "told before the restart");
    assert_eq!(at_days(&again, -5), 4);
    assert!(warnings(&again).iter().any(|text| text.contains("已于")), "and it stands on 服务监控");
}
