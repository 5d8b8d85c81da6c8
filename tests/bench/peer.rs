//! The same small record written and listed over HTTP here and in PocketBase, on the same disk, one after the other and again:
//! `packaging/bench peer` (it installs PocketBase from the package index of Python). Both check two unique texts and log who
//! did what: the portal with an audit row and a frame of its journal, flushed before the answer; PocketBase in a log of requests that
//! it writes later, and it flushes only when it moves its write-ahead log into its file (SQLite, `synchronous=NORMAL`).
//!
//! States requests a second, which this process and its neighbours change, and processor time a request, which they do not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::cast_precision_loss)]

#[path = "../suite/support/http.rs"]
mod http;
#[path = "support/process.rs"]
mod process;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::{PASSWORD, Server};
use process::{cpu, status};
use serde_json::{Value, json};

const EMAIL: &str = "admin@example.org";
/// Rows that are there when lists are measured.
const ROWS: usize = 10_000;
const SECONDS: f64 = 3.0;
/// How often each side is asked, in turns.
const TURNS: usize = 3;
const CLIENTS: [usize; 2] = [1, 8];

/// What is measured, and how each side is asked for it.
struct Side {
    name: &'static str,
    address: String,
    pid: u32,
    token: String,
    create: fn(&str) -> (String, String),
    page: fn(usize) -> String,
    is_done: fn(u16, &Value) -> bool,
}

/// A kept connection that reads answers with a length or in chunks.
struct Connection(BufReader<TcpStream>);

impl Connection {
    fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self(BufReader::new(stream))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.0.read_line(&mut line).unwrap() > 0, "the connection was closed");
        line.trim_end().to_ascii_lowercase()
    }

    fn exactly(&mut self, length: usize, into: &mut Vec<u8>) {
        let from = into.len();
        into.resize(from + length, 0);
        self.0.read_exact(&mut into[from..]).unwrap();
    }

    fn ask(&mut self, (method, path): (&str, &str), token: &str, body: &str) -> (u16, Vec<u8>) {
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
        let code = self.line().split(' ').nth(1).unwrap().parse().unwrap();
        let (mut length, mut chunked, mut bytes) = (0, false, Vec::new());
        loop {
            let line = self.line();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            chunked |= line == "transfer-encoding: chunked";
        }
        while chunked {
            let size = usize::from_str_radix(&self.line(), 16).unwrap();
            self.exactly(size, &mut bytes);
            self.line();
            chunked = size > 0;
        }
        self.exactly(length, &mut bytes);
        (code, bytes)
    }

    fn json(&mut self, asked: (&str, &str), token: &str, body: &Value) -> (u16, Value) {
        let (code, bytes) = self.ask(asked, token, &body.to_string());
        (code, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}

/// Asks with some clients for a while; requests a second and ms of the server's processor a request.
fn measured(side: &Side, clients: usize, ask: impl Fn(&mut Connection) + Sync) -> (f64, f64) {
    let (before, began, count) = (cpu(side.pid), Instant::now(), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let mut connection = Connection::open(&side.address);
                while began.elapsed().as_secs_f64() < SECONDS {
                    ask(&mut connection);
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let count = count.into_inner() as f64;
    (count / began.elapsed().as_secs_f64(), (cpu(side.pid) - before) * 1_000.0 / count)
}

fn create(side: &Side, connection: &mut Connection, code: &str) {
    let (path, body) = (side.create)(code);
    let (status, bytes) = connection.ask(("POST", &path), &side.token, &body);
    let answer = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    assert!((side.is_done)(status, &answer), "{}: {status} {answer}", side.name);
}

/// Both in turns; the middle of what each reached.
fn compare(what: &str, sides: &[Side; 2], clients: usize, ask: impl Fn(&Side, &mut Connection) + Sync) {
    let mut all = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        for (side, all) in sides.iter().zip(&mut all) {
            all.push(measured(side, clients, |connection| ask(side, connection)));
        }
    }
    let [(ours, our_ms), (theirs, their_ms)] = all.map(|mut all| {
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all[TURNS / 2]
    });
    println!(
        "{what:<34} {clients} clients  {} {ours:>6.0}/s {our_ms:.3} ms   {} {theirs:>6.0}/s {their_ms:.3} ms   {:.2} times",
        sides[0].name,
        sides[1].name,
        ours / theirs
    );
}

fn portal(binary: &str, data: &Path) -> (Server, Side) {
    http::initialise(binary, data);
    let server = Server::start(binary, data);
    let token = http::Client::signed_in(&server.address).token;
    let side = Side {
        name: "portal",
        address: server.address.clone(),
        pid: server.process.id(),
        token,
        create: |code| {
            let body = json!({ "postCode": code, "postName": format!("岗位{code}"), "postSort": 7, "status": "0", "remark": "比较" });
            ("/gx_portal/prod-api/system/post".into(), body.to_string())
        },
        page: |page| format!("/gx_portal/prod-api/system/post/list?status=0&pageNum={page}&pageSize=20"),
        is_done: |status, answer| status == 200 && answer["code"] == 200,
    };
    (server, side)
}

/// PocketBase; ended when dropped.
struct Peer(Child);

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn peer(binary: &str, data: &Path) -> (Peer, Side) {
    // Beside its data it would write, and find, what collections it made.
    let folder = [format!("--dir={}/data", data.display()), "--automigrate=0".into()];
    let made = Command::new(binary).args(&folder).args(["superuser", "upsert", EMAIL, PASSWORD]).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut served = Command::new(binary);
    served.args(&folder).args(["serve", &format!("--http={address}")]).stdout(Stdio::null()).stderr(Stdio::null());
    let process = Peer(served.spawn().unwrap());
    while TcpStream::connect(&address).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut connection = Connection::open(&address);
    let signed = json!({ "identity": EMAIL, "password": PASSWORD });
    let signing = ("POST", "/api/collections/_superusers/auth-with-password");
    let token = connection.json(signing, "", &signed).1["token"].as_str().unwrap().to_owned();
    let text = |name: &str| json!({ "name": name, "type": "text" });
    let unique = |name: &str| format!("CREATE UNIQUE INDEX post_{name} ON post ({name})");
    let collection = json!({
        "name": "post",
        "type": "base",
        "fields": [
            text("code"), text("name"), { "name": "sort", "type": "number" }, text("status"), text("remark"),
            { "name": "created", "type": "autodate", "onCreate": true },
        ],
        "indexes": [unique("code"), unique("name"), "CREATE INDEX post_sort ON post (sort)"],
    });
    let (code, answer) = connection.json(("POST", "/api/collections"), &token, &collection);
    assert_eq!(code, 200, "{answer}");
    let side = Side {
        name: "PocketBase",
        pid: process.0.id(),
        address,
        token,
        create: |code| {
            let body =
                json!({ "code": code, "name": format!("岗位{code}"), "sort": 7, "status": "0", "remark": "比较" });
            ("/api/collections/post/records".into(), body.to_string())
        },
        page: |page| format!("/api/collections/post/records?filter=(status='0')&sort=sort&page={page}&perPage=20"),
        is_done: |status, _| status == 200,
    };
    (process, side)
}

fn main() {
    let (binary, other) = (std::env::var("GX_BIN").unwrap(), std::env::var("GX_PEER").unwrap());
    let folder = std::env::var("GX_BENCH_DATA").unwrap_or_else(|_| std::env::temp_dir().display().to_string());
    let folder = tempfile::tempdir_in(folder).unwrap();
    let (_server, ours) = portal(&binary, &folder.path().join("portal"));
    let (_peer, theirs) = peer(&other, &folder.path().join("peer"));
    let sides = [ours, theirs];
    let number = AtomicUsize::new(0);
    let next = || format!("N{:07}", number.fetch_add(1, Ordering::Relaxed));
    for clients in CLIENTS {
        compare("a record created", &sides, clients, |side, connection| create(side, connection, &next()));
    }
    drop(sides);
    let (_server, ours) = portal(&binary, &folder.path().join("portal2"));
    let (_peer, theirs) = peer(&other, &folder.path().join("peer2"));
    let sides = [ours, theirs];
    for side in &sides {
        let mut connection = Connection::open(&side.address);
        for _ in 0..ROWS {
            create(side, &mut connection, &next());
        }
    }
    for clients in CLIENTS {
        let round = AtomicUsize::new(0);
        compare("a page of 20 of 10,000, filtered", &sides, clients, |side, connection| {
            let path = (side.page)(round.fetch_add(1, Ordering::Relaxed) % 400 + 1);
            let (code, bytes) = connection.ask(("GET", &path), &side.token, "");
            assert!(code == 200 && bytes.len() > 2_000, "{}: {code} {}", side.name, String::from_utf8_lossy(&bytes));
        });
    }
    for side in &sides {
        println!("memory of {:<10} with {ROWS} rows: {:.0} MiB", side.name, status(side.pid, "VmRSS"));
    }
}
