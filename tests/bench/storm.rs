//! Measures what others notice of a storm: getInfo and a small write beside 200 wrong sign-ins from 200 addresses, beside
//! 10,000 guesses or half a minute of them (one name; 10,000 names from one address, from 500), beside a dry run and an
//! import of 20,000 rows, beside the nightly run; and how long a good sign-in takes beside the guesses. Run by hand
//! (`packaging/bench storm`).
//!
//! Only drives a binary, so it may be built without optimisation; this process takes part of the same processors.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "../suite/support/http.rs"]
mod http;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::{Client, PASSWORD, Server, Upload};
use serde_json::Value;

const ROWS: u32 = 20_000;
const STORM: usize = 200;
/// Guesses of one attack, and how many guess at once.
const GUESSES: usize = 10_000;
const GUESSERS: usize = 8;
/// The brakes make guessers wait, so an attack is given up after so long.
const ATTACK: Duration = Duration::from_secs(30);

/// Pause between two calls.
const PAUSE: Duration = Duration::from_millis(2);

/// Latencies of a call that is made again and again until `done`. Who waits long makes few calls, so each long wait also
/// counts for those that would have been made meanwhile.
fn beside(server: &Server, token: &str, done: &AtomicBool, call: impl Fn(&mut Client)) -> Vec<Duration> {
    let mut client = Client::new(&server.address);
    client.token = token.to_owned();
    let mut taken = Vec::new();
    while !done.load(Ordering::Relaxed) {
        let since = Instant::now();
        call(&mut client);
        let mut waited = since.elapsed();
        taken.push(waited);
        while waited > PAUSE {
            waited -= PAUSE;
            taken.push(waited);
        }
        std::thread::sleep(PAUSE);
    }
    taken
}

fn show(what: &str, mut taken: Vec<Duration>, total: Duration) {
    taken.sort_unstable();
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
    println!(
        "{what:<52} {:>6} calls in {total:>8.2?}  p50 {:>9.2?}  p99 {:>9.2?}  worst {:>9.2?}",
        taken.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn get_info(client: &mut Client) {
    let answer = client.json("GET", "/prod-api/getInfo", "").expect("answered");
    assert_eq!(answer["code"], 200, "{answer}");
}

fn write_layout(client: &mut Client) {
    let answer =
        client.json("PUT", "/prod-api/system/user/profile/layout", r##"{"theme":"#409EFF"}"##).expect("answered");
    assert_eq!(answer["code"], 200, "{answer}");
}

/// Runs `work` and measures both calls beside it.
fn measure(what: &str, server: &Server, token: &str, work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reads = scope.spawn(|| beside(server, token, &done, get_info));
        let writes = scope.spawn(|| beside(server, token, &done, write_layout));
        let began = Instant::now();
        work();
        let total = began.elapsed();
        done.store(true, Ordering::Relaxed);
        show(&format!("getInfo beside {what}"), reads.join().unwrap(), total);
        show(&format!("a small write beside {what}"), writes.join().unwrap(), total);
    });
}

/// Counts answers, however many seconds they name.
fn count(refused: &mut Vec<(String, usize)>, message: &str, times: usize) {
    let message: String = message.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    match refused.iter_mut().find(|(known, _)| *known == message) {
        Some((_, count)) => *count += times,
        None => refused.push((message, times)),
    }
}

fn try_password(client: &mut Client, name: &str, password: &str) -> String {
    let body = format!(r#"{{"username":"{name}","password":"{password}"}}"#);
    client.json("POST", "/prod-api/login", &body).expect("answered")["msg"].to_string()
}

/// Guesses as fast as answers come; `of` gives name and address of each. Beside it somebody signs in every half second.
fn guess(server: &Server, of: impl Fn(usize) -> (String, String) + Sync) {
    let (next, done, began) = (AtomicUsize::new(0), AtomicBool::new(false), Instant::now());
    let attack = || {
        let (mut client, mut refused) = (Client::new(&server.address), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= GUESSES || began.elapsed() > ATTACK {
                return refused;
            }
            let (name, address) = of(number);
            client.forwarded = address;
            count(&mut refused, &try_password(&mut client, &name, "Sommer-2026"), 1);
        }
    };
    let signs_in = || {
        let (mut client, mut taken) = (Client::from(&server.address, "10.200.0.1"), Vec::new());
        while !done.load(Ordering::Relaxed) {
            let since = Instant::now();
            let said = try_password(&mut client, "admin", PASSWORD);
            assert!(said.contains("操作成功"), "{said}");
            taken.push(since.elapsed());
            std::thread::sleep(Duration::from_millis(500));
        }
        taken
    };
    let mut refused = Vec::new();
    std::thread::scope(|scope| {
        let good = scope.spawn(signs_in);
        let all: Vec<_> = (0..GUESSERS).map(|_| scope.spawn(attack)).collect();
        for (message, times) in all.into_iter().flat_map(|one| one.join().unwrap()) {
            count(&mut refused, &message, times);
        }
        done.store(true, Ordering::Relaxed);
        show("  a good sign-in beside them", good.join().unwrap(), began.elapsed());
    });
    println!("  {refused:?}");
}

fn storm(server: &Server) {
    let mut refused: Vec<(String, usize)> = Vec::new();
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..STORM)
            .map(|number| {
                scope.spawn(move || {
                    let mut client = Client::new(&server.address);
                    client.forwarded = format!("10.1.{}.{}", number / 200, number % 200 + 1);
                    try_password(&mut client, &format!("nobody{number}"), "wrong-one")
                })
            })
            .collect();
        for one in all {
            count(&mut refused, &one.join().unwrap(), 1);
        }
    });
    println!("  {refused:?}");
}

fn workbook(path: &Path, prefix: &str) {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(["登录名称", "用户名称", "部门", "手机号码"]) {
        sheet.write_string(0, column, header).unwrap();
    }
    for row in 1..=ROWS {
        sheet.write_string(row, 0, format!("{prefix}{row:05}")).unwrap();
        sheet.write_string(row, 1, format!("员工{row}")).unwrap();
        sheet.write_string(row, 2, "办公室").unwrap();
    }
    book.save(path).unwrap();
}

fn import(server: &Server, token: &str, book: &Path, dry_run: bool) {
    let bytes = std::fs::read(book).unwrap();
    let path = format!("/system/user/importData?dryRun={dry_run}");
    let mut upload = Upload::begin_to(&path, &server.address, token, "users.xlsx", bytes.len() as u64);
    upload.send(&bytes);
    let answer = upload.finish();
    assert_eq!((&answer["code"], &answer["data"]["failed"]), (&200.into(), &0.into()), "{}", answer["msg"]);
}

/// Starts every job by hand and waits until none runs.
fn night(server: &Server, token: &str) {
    let mut client = Client::new(&server.address);
    client.token = token.to_owned();
    let jobs = client.json("GET", "/prod-api/monitor/job/list?pageNum=1&pageSize=100", "").unwrap();
    for job in jobs["rows"].as_array().unwrap() {
        let body = format!(r#"{{"jobId":{},"jobGroup":"DEFAULT"}}"#, job["jobId"]);
        let answer = client.json("PUT", "/prod-api/monitor/job/run", &body).unwrap();
        assert_eq!(answer["code"], 200, "{answer}");
    }
    let expected = jobs["rows"].as_array().unwrap().len();
    loop {
        let logs = client.json("GET", "/prod-api/monitor/jobLog/list?pageNum=1&pageSize=100", "").unwrap();
        let logs = logs["rows"].as_array().unwrap();
        let ended =
            |log: &&Value| !log["endTime"].is_null() || log["jobMessage"].as_str().is_some_and(|text| text != "执行中");
        if logs.len() >= expected && logs.iter().all(|log| ended(&log)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn main() {
    let binary = std::env::var("GX_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_gx-portal").to_owned());
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    http::initialise(&binary, &data);
    let (code, text) = http::run(&binary, &["seed", "--demo", "standard", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    std::fs::write(data.join("gx-portal.toml"), "trusted_proxies = \"127.0.0.1/32\"\n").unwrap();
    let server = Server::start(&binary, &data);
    let token = Client::signed_in(&server.address).token;
    measure("nothing", &server, &token, || std::thread::sleep(Duration::from_secs(3)));
    measure("200 wrong sign-ins at once", &server, &token, || storm(&server));
    let one = |_: usize| ("admin".to_owned(), "10.66.0.1".to_owned());
    measure("10,000 guesses of one name", &server, &token, || guess(&server, one));
    let spray = |number: usize| (format!("name{number}"), "10.66.0.2".to_owned());
    measure("10,000 names from one address", &server, &token, || guess(&server, spray));
    let house = |number: usize| (format!("other{number}"), format!("10.67.{}.{}", number % 2, number / 2 % 250 + 1));
    measure("10,000 names from 500 addresses", &server, &token, || guess(&server, house));
    let book = folder.path().join("users.xlsx");
    workbook(&book, "wu");
    measure("a dry run of 20,000 rows", &server, &token, || import(&server, &token, &book, true));
    measure("an import of 20,000 rows", &server, &token, || import(&server, &token, &book, false));
    measure("the nightly run", &server, &token, || night(&server, &token));
}
