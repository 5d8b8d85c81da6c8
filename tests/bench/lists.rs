//! Measures every list of the product on the city of the design load and on its tenth: CPU time of the server a request,
//! median and 99th percentile, alone and beside eight readers and one writer; the export of all bills; getInfo while people
//! page. Run by hand (`packaging/bench lists`; `--tenth`, `--full`, `--rooms`, `--tenRooms` or `--ten` for some sizes alone, where
//! the last three are left out otherwise; `--build` only builds the cities; `--only=PART,PART` measures lists whose path has a part).
//!
//! `GX_BENCH_DATA` is where the cities are kept (target/bench-data), `GX_BENCH_SECONDS` the most that one list is measured
//! for (20): what is left out then is counted. `--alone` leaves out what is measured beside others, `--homes` everything but the
//! page that people begin with. The tables at the end are that of lists.md, section 3, and how each list grows with the size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "support/city.rs"]
mod city;
#[path = "../suite/support/growth.rs"]
mod growth;
#[path = "../suite/support/http.rs"]
mod http;
#[path = "../suite/support/lists.rs"]
mod lists;
#[path = "support/process.rs"]
mod process;
#[path = "support/readings.rs"]
mod readings;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use http::{Client, Server};
use lists::{List, Question};
use process::{cpu, forget_peak, status};
use readings::{Kind, Measured, Readings};
use serde_json::Value;

/// How long one question is asked again and again.
const SPAN: Duration = Duration::from_millis(150);
/// What is answered slower than this is asked once.
const SLOW: Duration = Duration::from_millis(500);
/// What a person takes to look at a page.
const LOOK: Duration = Duration::from_millis(250);

fn seconds() -> f64 {
    std::env::var("GX_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20.0)
}

fn signed_in(server: &Server) -> Client {
    let mut client = Client::signed_in(&server.address);
    client.patience = Duration::from_secs(1_200);
    client
}

/// Waits until the columns of all tables are there, and says what they take.
fn filled(client: &mut Client) {
    let began = Instant::now();
    let columns = loop {
        let answer = ask(client, "/monitor/cache/columns");
        if answer["data"]["settled"] == true {
            break answer["data"].clone();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let mib = |of: &Value| of.as_f64().unwrap_or(0.0) / f64::from(1 << 20);
    println!(
        "columns: {} rows in {:.1} of {:.0} MiB, waited for {:?}",
        columns["rows"],
        mib(&columns["bytes"]),
        mib(&columns["allowedBytes"]),
        began.elapsed()
    );
    for table in columns["tables"].as_array().into_iter().flatten().filter(|table| table["state"] != 1) {
        println!("{} is not in columns: {}", table["table"], table["state"]);
    }
}

/// Waits until what follows from the columns is there too: the server rests for three seconds.
fn rested(server: &Server) -> Duration {
    let (pid, began) = (server.process.id(), Instant::now());
    let mut rest = 0;
    while rest < 3 {
        let before = cpu(pid);
        std::thread::sleep(Duration::from_secs(1));
        rest = if cpu(pid) - before < 0.05 { rest + 1 } else { 0 };
    }
    began.elapsed()
}

fn ask(client: &mut Client, address: &str) -> Value {
    client.json("GET", &format!("/prod-api{address}"), "").unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// Asks one question for a while; `None` when the list refuses it (a field that is no column) or does not count.
fn measure(server: &Server, client: &mut Client, kind: Kind, address: &str) -> Option<Measured> {
    let pid = server.process.id();
    // The first answer brings pages of the file into memory, as it would on any working day; a slow one has to do.
    let (spent, first) = (cpu(pid), Instant::now());
    let answer = ask(client, address);
    let took = first.elapsed();
    if answer["code"] != 200 || (kind == Kind::Facets && !answer["facets"].is_object()) {
        return None;
    }
    if took > SLOW {
        return Some(Measured::of((cpu(pid) - spent) * 1_000.0, vec![took]));
    }
    let (spent, began) = (cpu(pid), Instant::now());
    let mut taken = Vec::new();
    let path = format!("/prod-api{address}");
    while taken.is_empty() || began.elapsed() < SPAN {
        let since = Instant::now();
        client.call("GET", &path, "").unwrap();
        taken.push(since.elapsed());
    }
    let cpu_ms = (cpu(pid) - spent) * 1_000.0 / taken.len() as f64;
    Some(Measured::of(cpu_ms, taken))
}

/// Everything about one list, alone.
fn measure_list(server: &Server, client: &mut Client, list: &List, into: &mut Readings) {
    let (pid, began) = (server.process.id(), Instant::now());
    let plain = list.plain();
    let answer = ask(client, &list.address(&plain));
    let first = answer["rows"][0].clone();
    into.begin(list.path, answer["total"].as_u64().unwrap_or(0), &answer);
    let mut questions: Vec<(Kind, Question)> = vec![(Kind::Plain, plain)];
    questions.extend(list.far().map(|question| (Kind::Far, question)));
    questions.extend(list.facets(&first).map(|question| (Kind::Facets, question)));
    questions.extend(list.words(&first).into_iter().map(|question| (Kind::Word, question)));
    questions.extend(list.filters(&first).into_iter().map(|question| (Kind::Filter, question)));
    questions.extend(list.orders().into_iter().map(|question| (Kind::Order, question)));
    let mut dearest: Option<(f64, String)> = None;
    for (kind, question) in questions {
        let address = list.address(&question);
        if kind != Kind::Plain && began.elapsed().as_secs_f64() > seconds() {
            into.left_out();
        } else if let Some(measured) = measure(server, client, kind, &address) {
            into.add(kind, &question.what, measured);
            if dearest.as_ref().is_none_or(|(most, _)| *most < measured.cpu_ms) {
                dearest = Some((measured.cpu_ms, address));
            }
        }
    }
    // What one request adds when the caches are warm.
    forget_peak(pid);
    let before = status(pid, "VmRSS");
    dearest.into_iter().for_each(|(_, address)| drop(ask(client, &address)));
    into.end(status(pid, "VmHWM") - before);
}

/// Pages through bills without looking at them, or as a person does.
fn page_through(address: &str, token: &str, number: u64, look: Duration, done: &AtomicBool) -> u64 {
    let mut client = Client::new(address);
    client.token = token.to_owned();
    client.patience = Duration::from_secs(1_200);
    let mut pages = 0;
    while !done.load(Ordering::Relaxed) {
        let page = (number * 37 + pages * 11) % 500 + 1;
        let filter = ["", "&payState=1", "&kind=1", "&overdue=true"][usize::try_from((number + pages) % 4).unwrap()];
        let path = format!("/prod-api/fin/bill/list?pageNum={page}&pageSize=20{filter}");
        client.call("GET", &path, "").unwrap();
        pages += 1;
        std::thread::sleep(look);
    }
    pages
}

/// Changes tenants, one after the other: each change goes through every column that shows his name.
fn write_on(address: &str, token: &str, done: &AtomicBool) -> u64 {
    let mut client = Client::new(address);
    client.token = token.to_owned();
    client.patience = Duration::from_secs(1_200);
    let mut written = 0;
    while !done.load(Ordering::Relaxed) {
        let mut tenant = ask(&mut client, &format!("/lease/tenant/{}", written % 30 + 1))["data"].clone();
        tenant["remark"] = format!("第{written}次").into();
        let answer = client.json("PUT", "/prod-api/lease/tenant", &tenant.to_string()).unwrap();
        assert_eq!(answer["code"], 200, "{answer}");
        written += 1;
    }
    written
}

/// Runs something while eight people page and, when asked, one writes.
fn beside<T>(server: &Server, token: &str, look: Duration, writes: bool, run: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let (pages, written, began) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    let answer = std::thread::scope(|scope| {
        for number in 0..8 {
            let (done, pages, address) = (&done, &pages, &server.address);
            scope.spawn(move || pages.fetch_add(page_through(address, token, number, look, done), Ordering::Relaxed));
        }
        if writes {
            scope.spawn(|| written.store(write_on(&server.address, token, &done), Ordering::Relaxed));
        }
        let answer = run();
        done.store(true, Ordering::Relaxed);
        answer
    });
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "  (beside it {:.0} pages of bills and {:.0} changes a second)",
        pages.load(Ordering::Relaxed) as f64 / seconds,
        written.load(Ordering::Relaxed) as f64 / seconds
    );
    answer
}

/// getInfo again and again for ten seconds.
fn get_info(server: &Server, client: &mut Client) -> Measured {
    let (pid, spent, began) = (server.process.id(), cpu(server.process.id()), Instant::now());
    let mut taken = Vec::new();
    while began.elapsed() < Duration::from_secs(10) {
        let since = Instant::now();
        client.call("GET", "/prod-api/getInfo", "").unwrap();
        taken.push(since.elapsed());
        std::thread::sleep(Duration::from_millis(5));
    }
    Measured::of((cpu(pid) - spent) * 1_000.0 / taken.len() as f64, taken)
}

/// The export of all bills: seconds, seconds of CPU, MiB of the workbook, MiB by which memory grew.
fn export(server: &Server, client: &mut Client) -> [f64; 4] {
    let pid = server.process.id();
    forget_peak(pid);
    let (before, spent, began) = (status(pid, "VmRSS"), cpu(pid), Instant::now());
    let bytes = client.call("POST", "/prod-api/fin/bill/export", "{}").unwrap();
    assert!(bytes.starts_with(b"PK"), "{}", String::from_utf8_lossy(&bytes[..bytes.len().min(300)]));
    let grown = status(pid, "VmHWM") - before;
    [began.elapsed().as_secs_f64(), cpu(pid) - spent, bytes.len() as f64 / 1_048_576.0, grown]
}

/// Filtered pages of people a second, eight clients.
fn people(server: &Server, token: &str) -> f64 {
    let began = Instant::now();
    let asked: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let mut client = Client::new(&server.address);
                    client.token = token.to_owned();
                    let mut asked = 0;
                    while began.elapsed() < Duration::from_secs(3) {
                        client.call("GET", "/prod-api/system/user/list?status=1", "").unwrap();
                        asked += 1;
                    }
                    asked
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    });
    asked as f64 / began.elapsed().as_secs_f64()
}

/// What people wait for while others work.
fn measure_beside(server: &Server, client: &mut Client, lists: &[List], into: &mut Readings) {
    let token = client.token.clone();
    println!("beside eight readers and one writer, first pages:");
    beside(server, &token, Duration::ZERO, true, || {
        for list in lists {
            if let Some(measured) = measure(server, client, Kind::Plain, &list.address(&list.plain())) {
                into.beside(list.path, &measured);
            }
        }
    });
    into.get_info_looking = Some(beside(server, &token, LOOK, false, || get_info(server, client)));
    into.get_info_hammering = Some(beside(server, &token, Duration::ZERO, false, || get_info(server, client)));
}

/// What people meet first: the cards of 我的工作 (wanted at the design load: 10 ms) and the leader's figures.
const HOMES: [&str; 3] = ["/portal/today", "/stat/overview", "/stat/daiBan"];

fn homes(server: &Server, client: &mut Client) {
    for address in HOMES {
        let Some(measured) = measure(server, client, Kind::Plain, address) else { continue };
        println!("{address:<24} {:>7.2} ms of processor", measured.cpu_ms);
    }
}

fn run(binary: &str, size: &city::Size, lists: &[List], alone: bool, whole: bool) -> Readings {
    let data = city::ready(binary, size);
    let server = Server::start(binary, &data);
    let pid = server.process.id();
    let mut client = signed_in(&server);
    filled(&mut client);
    println!("first answer after {:?}, rest after {:?} more", server.ready_after, rested(&server));
    let token = client.token.clone();
    let mut into = Readings::new(size.name, size.limit_ms, status(pid, "VmRSS"));
    homes(&server, &mut client);
    println!("{}", Readings::HEAD);
    for list in lists {
        measure_list(&server, &mut client, list, &mut into);
    }
    if !alone {
        measure_beside(&server, &mut client, lists, &mut into);
    }
    if whole {
        into.people = people(&server, &token);
        into.export = export(&server, &mut client);
    }
    into.memory_after = status(pid, "VmRSS");
    into
}

fn main() {
    let binary = std::env::var("GX_BIN").expect("GX_BIN names a release binary");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let wants = |flag: &str| asked.iter().any(|asked| asked == flag);
    let sizes = [
        (&city::TENTH, "--tenth"),
        (&city::FULL, "--full"),
        (&city::TEN, "--ten"),
        (&city::ROOMS, "--rooms"),
        (&city::TEN_ROOMS, "--tenRooms"),
    ];
    let one = sizes.iter().any(|(_, flag)| wants(flag));
    let routes = gx_portal::features::PRODUCT.routes();
    let mut lists = lists::all(&routes);
    let parts: Vec<&str> =
        asked.iter().filter_map(|asked| asked.strip_prefix("--only=")).flat_map(|parts| parts.split(',')).collect();
    lists.retain(|list| parts.is_empty() || parts.iter().any(|part| list.path.contains(part)));
    let usual = ["--tenth", "--full"];
    let mut all = Vec::new();
    for (size, _) in sizes.into_iter().filter(|(_, flag)| wants(flag) || !one && usual.contains(flag)) {
        if wants("--build") {
            city::ready(&binary, size);
        } else if wants("--homes") {
            let server = Server::start(&binary, &city::ready(&binary, size));
            let mut client = signed_in(&server);
            filled(&mut client);
            homes(&server, &mut client);
        } else {
            all.push(run(&binary, size, &lists, wants("--alone"), parts.is_empty()));
        }
    }
    if !all.is_empty() {
        readings::table(&all);
        readings::growth(&all);
    }
}
