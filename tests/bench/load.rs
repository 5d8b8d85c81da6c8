//! Measures a release binary over HTTP on this machine: `packaging/bench`, never part of the tests.
//!
//! States requests a second, the server's CPU time a request (from /proc, so a neighbour's load does
//! not count) and its memory. Compare with quality.md; take several runs, these machines are
//! noisy.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "../suite/support/http.rs"]
mod http;
#[path = "support/process.rs"]
mod process;

use std::time::{Duration, Instant};

use http::{Client, PASSWORD, Server};
use process::{cpu, status};

struct Measured {
    rate: f64,
    cpu_ms: f64,
    p50: Duration,
    p99: Duration,
}

fn load(
    server: &Server,
    token: &str,
    clients: usize,
    seconds: f64,
    call: impl Fn(&mut Client, usize) + Sync,
) -> Measured {
    let pid = server.process.id();
    let (before, began) = (cpu(pid), Instant::now());
    let mut latencies: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|number| {
                let call = &call;
                scope.spawn(move || {
                    let mut client = Client::new(&server.address);
                    client.token = token.to_owned();
                    let mut taken = Vec::new();
                    let mut round = number;
                    while began.elapsed().as_secs_f64() < seconds {
                        let since = Instant::now();
                        call(&mut client, round);
                        taken.push(since.elapsed());
                        round += clients;
                    }
                    taken
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let elapsed = began.elapsed().as_secs_f64();
    latencies.sort_unstable();
    let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    let count = latencies.len() as f64;
    Measured { rate: count / elapsed, cpu_ms: (cpu(pid) - before) * 1000.0 / count, p50: at(0.5), p99: at(0.99) }
}

fn show(what: &str, measured: &Measured) {
    println!(
        "{what:<44} {:>8.0}/s  {:>7.3} ms CPU  p50 {:>9.3?}  p99 {:>9.3?}",
        measured.rate, measured.cpu_ms, measured.p50, measured.p99
    );
}

fn get(path: &'static str) -> impl Fn(&mut Client, usize) + Sync {
    move |client, _| {
        let bytes = client.call("GET", path, "").unwrap();
        assert!(bytes.windows(10).any(|part| part == b"\"code\":200"), "{path}: {}", String::from_utf8_lossy(&bytes));
    }
}

fn main() {
    let binary = std::env::var("GX_BIN").expect("GX_BIN names a release binary");
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    http::initialise(&binary, &empty);
    let starts = |data: &std::path::Path| {
        let mut all: Vec<Duration> = (0..7).map(|_| Server::start(&binary, data).ready_after).collect();
        all.sort_unstable();
        all[3]
    };
    println!("start to first answer, empty store           {:?} (median of 7)", starts(&empty));
    let data = folder.path().join("design");
    http::initialise(&binary, &data);
    let (code, text) = http::run(&binary, &["seed", "--demo", "stress", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    println!("start to first answer, 10,000 users          {:?} (after kill -9, median of 7)", starts(&data));
    let server = Server::start(&binary, &data);
    let token = Client::signed_in(&server.address).token;
    let mut client = Client::new(&server.address);
    client.token.clone_from(&token);
    // The person index answers once it is filled.
    while client.json("GET", "/prod-api/system/user/getRealUserList?keyWord=wang&pageSize=1", "").unwrap()["total"] == 0
    {
    }
    println!("memory idle, 10,000 users                    {:.1} MiB", status(server.process.id(), "VmRSS"));
    for (what, path) in [
        ("list page, 20 of 10,000", "/prod-api/system/user/list?pageNum=7&pageSize=20"),
        ("list page, filtered by status (scan)", "/prod-api/system/user/list?status=1"),
        ("record by id", "/prod-api/system/user/105"),
        ("getInfo", "/prod-api/getInfo"),
        ("getRouters", "/prod-api/getRouters"),
        ("dictionary", "/prod-api/system/dict/data/type/sys_user_sex"),
        ("person search, name part", "/prod-api/system/user/getRealUserList?keyWord=%E5%BC%A0&pageSize=20"),
        ("person search, pinyin", "/prod-api/system/user/getRealUserList?keyWord=zhang&pageSize=20"),
        ("person search, initials", "/prod-api/system/user/getRealUserList?keyWord=zw&pageSize=20"),
        ("person search, phone part", "/prod-api/system/user/getRealUserList?keyWord=0123&pageSize=20"),
    ] {
        show(what, &load(&server, &token, 8, 3.0, get(path)));
    }
    let write = |client: &mut Client, round: usize| {
        let body = format!(
            r#"{{"configId":11,"configName":"平台名称","configKey":"portal.title","configValue":"平台{round}"}}"#
        );
        let answer = client.json("PUT", "/prod-api/system/config", &body).unwrap();
        assert!(answer["code"] == 200 || answer["code"] == 500, "{answer}");
    };
    let alone = load(&server, &token, 1, 3.0, write);
    show("durable small write, 1 client", &alone);
    let together = load(&server, &token, 64, 3.0, write);
    show("durable small write, 64 clients", &together);
    println!("    64 clients against one: {:.1} times", together.rate / alone.rate);
    let sign_in = |client: &mut Client, _: usize| {
        let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
        assert_eq!(client.json("POST", "/prod-api/login", &body).unwrap()["code"], 200);
    };
    show("sign-in, 1 client", &load(&server, "", 1, 3.0, sign_in));
    let beside = std::thread::scope(|scope| {
        let signing = scope.spawn(|| load(&server, "", 16, 4.0, sign_in));
        let beside = load(&server, &token, 1, 3.0, get("/prod-api/getInfo"));
        show("sign-in, 16 clients", &signing.join().unwrap());
        beside
    });
    show("getInfo beside 16 sign-ins", &beside);
    println!("memory under load                            {:.1} MiB", status(server.process.id(), "VmRSS"));
}
