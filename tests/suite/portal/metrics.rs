//! The counters as text, who may read them, what `health` says, and requests that took long.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use gx_portal::config::{Config, Flags};
use gx_portal::features::monitor::metrics::text;
use gx_portal::platform::slow::{SlowOp, Times, Trace};
use serde_json::{Value, json};

use crate::http::run;
use crate::support::Portal;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const MOST: usize = 600;

/// Every series with its value; panics on anything that is no exposition text.
fn parsed(text: &str) -> BTreeMap<String, f64> {
    let (mut kinds, mut helped, mut series) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
    let name_is_fine = |name: &str| {
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_lowercase())
    };
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a help");
            assert!(name_is_fine(name) && help.ends_with('.') && helped.insert(name.to_owned()), "{line}");
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a kind");
            assert!(["counter", "gauge", "histogram"].contains(&kind) && helped.contains(name), "{line}");
            assert!(kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "{line}");
        } else {
            let (what, value) = line.rsplit_once(' ').expect("a value");
            let value: f64 = value.parse().expect("a number");
            assert!(value.is_finite() && value >= 0.0, "{line}");
            let (name, labels) = what.split_once('{').map_or((what, ""), |(name, labels)| (name, labels));
            let family = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            let family = family.filter(|family| kinds.get(*family).is_some_and(|kind| kind == "histogram"));
            assert!(name_is_fine(name) && kinds.contains_key(family.unwrap_or(name)), "{line}");
            if !labels.is_empty() {
                for label in labels.strip_suffix('}').expect("closed").split("\",") {
                    let (label, text) = label.split_once("=\"").expect("a label");
                    assert!(name_is_fine(label) && !text.trim_end_matches('"').contains('"'), "{line}");
                }
            }
            assert!(series.insert(what.to_owned(), value).is_none(), "twice: {line}");
        }
    }
    series
}

fn now(portal: &Portal) -> BTreeMap<String, f64> {
    parsed(&text(&portal.app).expect("told"))
}

#[test]
fn a_deed_moves_its_counter_and_there_are_never_too_many() {
    let portal = Portal::new();
    let admin = portal.admin();
    let before = now(&portal);
    assert_eq!(
        portal.post("/system/post", &admin, json!({"postCode": "x", "postName": "x", "postSort": 1}))["code"],
        200
    );
    portal.get("/system/post/list", "");
    portal.get("/no/such/路径-13800138000", "");
    portal.sign_in("admin", "wrong");
    let after = now(&portal);
    let moved = |name: &str| after.get(name).copied().unwrap_or(0.0) - before.get(name).copied().unwrap_or(0.0);
    for (name, by) in [
        (r#"gx_requests_total{group="system/post",code="200"}"#, 1.0),
        (r#"gx_requests_total{group="system/post",code="401"}"#, 1.0),
        (r#"gx_requests_total{group="unknown",code="404"}"#, 1.0),
        (r#"gx_request_seconds_count{group="system/post"}"#, 2.0),
        (r#"gx_signin_total{result="refused"}"#, 1.0),
        (r#"gx_signin_total{result="ok"}"#, 0.0),
        ("gx_audit_head", 2.0),
    ] {
        assert!((moved(name) - by).abs() < 1e-9, "{name} moved by {} and not by {by}", moved(name));
    }
    assert!(moved("gx_commit_seconds_count") >= 2.0 && moved("gx_commit_seconds_sum") > 0.0);
    assert!(moved("gx_batch_operations_count") >= 2.0 && moved("gx_queue_seconds_count") >= 2.0);
    assert!((after[r#"gx_mode{mode="open"}"#] - 1.0).abs() < 1e-9 && after["gx_sessions"] >= 1.0);
    assert!(after["process_resident_memory_bytes"] > 1e6 && after["gx_store_bytes"] > 1e5);
    let all = text(&portal.app).expect("told");
    assert!(!all.contains("13800138000") && !all.contains("admin"), "nothing that strangers type, nobody's name");
    // Every route with every code: the number of series stays below its bound.
    for route in 0..portal.routes.len() {
        for code in gx_portal::platform::metrics::CODES {
            portal.app.metrics.answered(Some(route), code, Duration::from_millis(1));
        }
    }
    portal.app.metrics.set("gx_tls_not_after_timestamp_seconds", "When the certificate ends.", 1.8e9);
    let full = now(&portal);
    assert!(full.len() <= MOST, "{} series", full.len());
    assert!((full["gx_tls_not_after_timestamp_seconds"] - 1.8e9).abs() < 1.0);
    portal.app.metrics.unset("gx_tls_not_after_timestamp_seconds");
    assert!(!now(&portal).contains_key("gx_tls_not_after_timestamp_seconds"));
}

#[test]
fn alert_rules_ask_for_counters_that_there_are() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file");
    let sources = read("src/features/monitor/metrics.rs") + &read("src/web/server.rs");
    let rules = read("packaging/alerts.yml");
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let names: BTreeSet<&str> = rules.split(|letter| !is_part(letter)).filter(|word| word.starts_with("gx_")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let family = name.trim_end_matches("_sum").trim_end_matches("_count");
        assert!(sources.contains(&format!("\"{family}\"")), "{name}");
    }
}

#[test]
fn a_sign_in_counts_when_it_is_complete() {
    use super::second_factor::{enter, half_in, set, with_factor};
    let portal = Portal::new();
    let (_, phone) = with_factor(&portal, "worker1", &[]);
    let counted = |portal: &Portal| {
        let now = now(portal);
        ["ok", "waits", "refused", "code_refused"].map(|result| now[&format!("gx_signin_total{{result=\"{result}\"}}")])
    };
    let moved = |before: [f64; 4], by: [f64; 4], what: &str| {
        let after = counted(&portal);
        let moved = [0, 1, 2, 3].map(|place| (after[place] - before[place]).to_bits());
        assert_eq!(moved, by.map(f64::to_bits), "{what}: {before:?} {after:?}");
        after
    };
    let mut at = counted(&portal);
    let half = half_in(&portal, "worker1");
    at = moved(at, [0.0, 1.0, 0.0, 0.0], "a right password that a code follows");
    enter(&portal, &half, "123456");
    at = moved(at, [0.0, 0.0, 0.0, 1.0], "a wrong code");
    let token = enter(&portal, &half, &phone.shows(&portal, 0))["token"].as_str().expect("in").to_owned();
    at = moved(at, [1.0, 0.0, 0.0, 0.0], "in");
    portal.sign_in("worker1", "wrong");
    at = moved(at, [0.0, 0.0, 1.0, 0.0], "a wrong password");
    portal.post("/portal/confirm", &token, json!({"code": "123456"}));
    portal.post("/logout", &token, json!({}));
    at = moved(at, [0.0; 4], "who proves himself again signs in no more than who leaves");
    portal.admin();
    at = moved(at, [1.0, 0.0, 0.0, 0.0], "a password alone");
    set(&portal, "sys.account.otp", "all");
    set(&portal, "sys.account.otpGraceDays", "0");
    portal.sign_in("admin", crate::support::PASSWORD);
    at = moved(at, [0.0, 1.0, 0.0, 0.0], "a factor is to be set up first");
    set(&portal, "sys.account.passwordProfile", "mlps3");
    portal.app.clock.advance(91 * 86_400_000);
    enter(&portal, &half_in(&portal, "worker1"), &phone.shows(&portal, 0));
    moved(at, [0.0, 2.0, 0.0, 0.0], "a code, then a password that is too old: each step counts");
    assert_eq!(text(&portal.app).expect("told").matches("gx_signin_total{").count(), 4);
}

#[test]
fn the_last_success_of_a_job_is_known_after_a_restart() {
    let portal = Portal::new();
    gx_portal::jobs::prepare(&portal.app).expect("jobs");
    let admin = portal.admin();
    let name = r#"gx_job_last_success_timestamp_seconds{job="search.rebuild"}"#;
    assert_eq!(now(&portal)[name], 0.0, "it never did");
    let job = portal.get("/monitor/job/list?jobName=重建", &admin)["rows"][0]["jobId"].clone();
    assert_eq!(portal.put("/monitor/job/run", &admin, json!({"jobId": job, "jobGroup": "DEFAULT"}))["code"], 200);
    for run in gx_portal::jobs::tick(&portal.app).expect("ticks").runs {
        run.join().expect("ends");
    }
    let at = now(&portal)[name];
    assert!((at - portal.app.clock.now().0 as f64 / 1e3).abs() < 1.0, "{at}");
    let portal = portal.restarted();
    assert!((now(&portal)[name] - at).abs() < 1.0);
}

#[test]
fn what_took_long_is_shown_with_where_its_time_went() {
    let portal = Portal::new();
    let admin = portal.admin();
    let slow = || portal.get("/monitor/server/slow", &admin)["data"].clone();
    assert_eq!(slow()["slowMs"], 500);
    let trace = Trace::default();
    trace.took(gx_portal::platform::slow::Step::Commit, Duration::from_millis(900));
    let one = SlowOp {
        at: portal.app.clock.now(),
        route: "POST /x".into(),
        user_id: 1,
        request_id: "abc".into(),
        code: 200,
        times: Times::of(&trace, Duration::from_secs(2)),
    };
    portal.app.slow.note(one);
    // On a busy machine signing in is slow too.
    let rows = slow()["rows"].clone();
    let shown = rows.as_array().expect("rows").iter().find(|row| row["route"] == "POST /x").expect("shown");
    assert_eq!(
        (&shown["route"], &shown["userName"], &shown["commit"], &shown["total"]),
        (&json!("POST /x"), &json!("admin"), &json!(900), &json!(2000))
    );
    // With a limit of nothing every request counts; its steps do not exceed the whole.
    let folder = portal.stopped();
    std::fs::write(folder.path().join("gx-portal.toml"), "slow_ms = 0\n").expect("written");
    let portal = Portal::on(folder);
    // A name that nobody has costs what the product's hashes cost; new hashes of tests are cheaper.
    portal.sign_in("nobody", "wrong");
    let kept = portal.app.slow.newest();
    let signed_in = kept.iter().find(|one| one.route == "POST /login").expect("a sign-in takes a while");
    let times = signed_in.times;
    let steps = times.gate + times.prepare + times.queue + times.run + times.commit;
    assert!(times.prepare > 0 && steps <= times.total + 5, "{signed_in:?}");
}

/// A server with settings; killed when dropped. Answers what it said first.
struct Running(Child, Vec<String>);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn serve(data: &std::path::Path, settings: &[(&str, &str)]) -> Running {
    let mut process = Command::new(BINARY)
        .args(["serve", "--json", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .envs(settings.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let (mut told, mut out) = (String::new(), BufReader::new(process.stdout.take().expect("piped")));
    while !told.ends_with("}\n") {
        assert!(out.read_line(&mut told).expect("readable") > 0, "it ended: {told}");
    }
    let told: Value = serde_json::from_str(&told).expect("json");
    let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
    let address = text("url").trim_start_matches("http://").split('/').next().expect("an address").to_owned();
    Running(process, vec![address, text("metrics")])
}

fn get(address: &str, path: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
    let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("read");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_port_answers_one_question_a_token_opens_the_path_and_health_says_it_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let place = data.to_str().expect("a path");
    run(BINARY, &["init", "--data", place, "--admin-password-stdin"], "Yunchuan-9527\n");
    let (code, told) = run(BINARY, &["health", "--data", place], "");
    assert!(code == 1 && told.contains("没有正在运行的服务"), "{told}");
    let token = "geheim-geheim-geheim";
    let server = serve(&data, &[("GX_METRICS_LISTEN", "127.0.0.1:0"), ("GX_METRICS_TOKEN", token)]);
    let [portal, port] = [&server.1[0], &server.1[1]];
    let answer = get(port, "/metrics", "");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("version=0.0.4"), "{head}");
    assert!(parsed(body).len() <= MOST);
    assert!(get(port, "/gx_portal/", "").starts_with("HTTP/1.1 404"));
    for path in ["/metrics", "/gx_portal/metrics"] {
        assert!(get(portal, path, token).contains("gx_build_info"), "{path}");
        for wrong in ["", "geheim", "geheim-geheim-geheim1"] {
            let answer = get(portal, path, wrong);
            assert!(answer.starts_with("HTTP/1.1 404") && !answer.contains("gx_"), "{answer}");
        }
    }
    let (code, told) = run(BINARY, &["health", "--data", place], "");
    assert!(code == 0 || code == 4, "{told}");
    assert!(
        told.contains("读取数据正常") && told.contains("正常使用") && told.contains("还没有做过定时备份"),
        "{told}"
    );
    let (_, shown) = run(BINARY, &["config", "print", "--data", place], "");
    assert!(shown.contains("metrics_token"), "{shown}");
    drop(server);
    // A port that somebody else has is no reason not to serve.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let server = serve(&data, &[("GX_METRICS_LISTEN", address.as_str())]);
    assert_eq!(server.1[1], "");
    assert!(get(&server.1[0], "/healthz", "").contains("ok"));
    assert!(get(&server.1[0], "/metrics", "").starts_with("HTTP/1.1 404"), "no token, no path");
}

#[test]
fn settings_of_the_operation_are_checked_and_the_token_is_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let load = |text: &str| {
        std::fs::write(folder.path().join("gx-portal.toml"), text).expect("written");
        Config::load(folder.path(), &Flags::default())
    };
    for (text, wrong) in [
        ("metrics_token = \"short\"", "metrics_token 太短"),
        ("metrics_listen = \"everywhere\"", "metrics_listen"),
        ("log_format = \"xml\"", "log_format"),
        ("log_to = \"printer\"", "log_to"),
        ("slow_ms = -1", "slow_ms"),
    ] {
        let refused = load(text).expect_err(wrong).message.into_owned();
        assert!(refused.contains(wrong) && !refused.contains("short"), "{refused}");
    }
    let config = load("metrics_token = \"geheim-geheim-geheim\"\nmetrics_listen = \"off\"").expect("fine");
    let lines = config.lines();
    let shown = lines.iter().find(|(key, ..)| *key == "metrics_token").map(|(_, value, _)| value.as_str());
    assert_eq!(shown, Some("***"));
}
