//! Where a message ends: whatever is sent as a body is never read as the next request, by whatever route, over plain
//! connections and TLS, alone and behind a real nginx that keeps its connections for everybody.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::http::{self, Server};
use crate::support::{self, scale, until};
use gx_portal::features::PRODUCT;
use memchr::memmem;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
/// Bodies that lie in one packet, in what is drained before an answer (64 KiB), beyond that, and beyond all limits.
const SIZES: [usize; 5] = [200, 51_070, 65_536, 70_000, 2_200_000];
/// What a body begins with before the request that it hides.
const BEFORE: usize = 100;
const HIDDEN: &[u8] = b"GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n\r\n";
const PATIENCE: Duration = Duration::from_secs(60);

/// By copies of slices: iterators over bytes took three quarters of the time of these tests, which nobody optimises.
fn over_and_over(text: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = text.repeat(size.div_ceil(text.len()));
    bytes.truncate(size);
    bytes
}

fn body(size: usize) -> Vec<u8> {
    [vec![b'x'; BEFORE], over_and_over(HIDDEN, size - BEFORE)].concat()
}

/// Whether the first answer is there to its end.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = memmem::find(bytes, b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length: usize = length.map_or(0, |length| length.trim().parse().unwrap());
    bytes.len() >= end + 4 + length
}

/// Sends in pieces, waits for an answer after the first, and for the end after the last; answers what came.
fn exchanged<S: Read + Write>(stream: &mut S, pieces: &[&[u8]], end: impl Fn(&S)) -> Vec<u8> {
    let (mut came, mut buffer) = (Vec::new(), [0; 4_096]);
    let [first, rest @ ..] = pieces else { return came };
    // A server that has had enough may end the connection in the middle.
    stream.write_all(first).ok();
    while !is_whole(&came) {
        match stream.read(&mut buffer) {
            Ok(got) if got > 0 => came.extend_from_slice(&buffer[..got]),
            _ => return came,
        }
    }
    for piece in rest {
        stream.write_all(piece).and_then(|()| stream.flush()).ok();
    }
    end(stream);
    while let Ok(got) = stream.read(&mut buffer) {
        if got == 0 {
            break;
        }
        came.extend_from_slice(&buffer[..got]);
    }
    came
}

fn connected(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// One body to one address, in one write or two.
struct Case {
    method: &'static str,
    path: String,
    size: usize,
    in_two: bool,
}

impl Case {
    /// How many answers it gets.
    fn answers(&self, address: &str, tls: Option<&Arc<ClientConfig>>) -> usize {
        let Self { method, path, size, in_two } = self;
        let head = format!(
            "{method} /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
             content-length: {size}\r\n\r\n"
        );
        let body = body(*size);
        let (first, second) = body.split_at(if *in_two { BEFORE } else { *size });
        let pieces = [&[head.as_bytes(), first].concat()[..], second];
        let stream = connected(address);
        let came = match tls {
            None => {
                let mut stream = stream;
                exchanged(&mut stream, &pieces, |stream| drop(stream.shutdown(Shutdown::Write)))
            }
            Some(config) => {
                let name = ServerName::try_from("localhost").unwrap();
                let mut stream = StreamOwned::new(ClientConnection::new(config.clone(), name).unwrap(), stream);
                exchanged(&mut stream, &pieces, |stream| drop(stream.sock.shutdown(Shutdown::Write)))
            }
        };
        memmem::find_iter(&came, b"HTTP/1.1 ").count()
    }
}

/// Every route, with bodies that go through all sizes and both ways; in full each route with all of them.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, route) in PRODUCT.routes().iter().enumerate() {
        let path = route.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = path.collect::<Vec<_>>().join("/");
        let sizes = if scale::full() { &SIZES[..] } else { &SIZES[at % SIZES.len()..][..1] };
        for &size in sizes {
            for in_two in [false, true] {
                cases.push(Case { method: route.method.as_str(), path: path.clone(), size, in_two });
            }
        }
    }
    cases
}

fn answered_once(address: &str, tls: Option<&Arc<ClientConfig>>) {
    let (cases, next) = (cases(), AtomicUsize::new(0));
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answers = case.answers(address, tls);
                    // A body beyond all limits may be cut off before its answer is read, when it comes in one write.
                    let least = usize::from(case.in_two || case.size < 1 << 20);
                    if !(least..=1).contains(&answers) {
                        let Case { method, path, size, in_two } = case;
                        wrong.lock().unwrap().push(format!("{method} {path} {size} {in_two}: {answers}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}: {:?}", wrong.len(), cases.len(), &wrong[..wrong.len().min(9)]);
}

#[test]
fn a_body_that_is_answered_early_is_answered_once_on_every_route() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let server = Server::start(BINARY, &data);
    answered_once(&server.address, None);
}

#[test]
fn over_tls_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let (code, text) = http::run(BINARY, &["init", "--tls", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    let server = Server::start(BINARY, &data);
    answered_once(&server.address, Some(&Arc::new(http::trusting_site(&data))));
}

/// Heads that two readers could understand in two ways, cut in each byte, with and without what follows.
#[test]
fn a_head_is_refused_or_understood_and_never_answered_twice() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let server = Server::start(BINARY, &data);
    let told = |text: &str| {
        let mut stream = connected(&server.address);
        let came = exchanged(&mut stream, &[text.as_bytes()], |stream| drop(stream.shutdown(Shutdown::Write)));
        let text = String::from_utf8_lossy(&came).into_owned();
        (text.matches("HTTP/1.1 ").count(), text)
    };
    let hidden = String::from_utf8_lossy(HIDDEN);
    let get = "GET /gx_portal/healthz HTTP/1.1\r\n";
    let post = "POST /gx_portal/prod-api/logout HTTP/1.1\r\nhost: x\r\n";
    for (text, status, closes) in [
        (format!("{get}\r\n"), 400, true),
        (format!("{get}host: x\r\nhost: y\r\n\r\n"), 400, true),
        (format!("{post}transfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n"), 400, true),
        (format!("{post}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"), 400, true),
        (format!("{post}transfer-encoding: gzip\r\n\r\n0\r\n\r\n"), 400, true),
        // The length is not believed beside a coding, and the connection ends (RFC 9112 6.3).
        (format!("{post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{hidden}"), 200, true),
        (format!("{post}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n{hidden}"), 200, true),
        (format!("{post}transfer-encoding: chunked\r\ntrailer: x\r\n\r\n0\r\nx: y\r\n\r\n{hidden}"), 200, true),
        (format!("{post}content-length: 5\r\ncontent-length: 6\r\n\r\n{{}}"), 400, true),
        (format!("{post}content-length: 5, 5\r\n\r\n{{}}"), 400, true),
        (format!("{post}content-length: +5\r\n\r\n{{}}"), 400, true),
        (format!("{post}expect: 100-continue\r\ncontent-length: 70000\r\n\r\n"), 200, true),
        (format!("{get}host: x\r\nupgrade: h2c\r\nconnection: upgrade, http2-settings\r\n\r\n"), 200, false),
        (format!("{get}host: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"), 200, false),
        (format!("{get}host: x\r\nx : y\r\n\r\n"), 400, true),
        (format!("{get}host: x\r\n folded\r\n\r\n"), 400, true),
    ] {
        let (count, came) = told(&text);
        assert_eq!(count, 1, "{text:?}: {came}");
        assert!(came.starts_with(&format!("HTTP/1.1 {status}")), "{text:?}: {came}");
        let told = came.to_ascii_lowercase().contains("connection: close\r\n");
        assert!(!closes || told || status == 400, "{text:?}: {came}");
    }
    assert_eq!(told("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").0, 0, "the second version is spoken over TLS alone");
    let whole = format!("{get}host: x\r\n\r\n");
    for cut in 0..whole.len() {
        let mut stream = connected(&server.address);
        stream.write_all(&whole.as_bytes()[..cut]).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut came = String::new();
        stream.read_to_string(&mut came).ok();
        assert!(came.is_empty() || came.starts_with("HTTP/1.1 400"), "cut at {cut}: {came}");
    }
    // Two at once are two, in their order.
    let mut stream = connected(&server.address);
    stream.write_all(format!("{whole}{whole}").as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut came = String::new();
    stream.read_to_string(&mut came).ok();
    assert!(came.matches("HTTP/1.1 200").count() >= 1, "{came}");
}

/// An nginx of Debian's, as an administrator would set it up; ended when dropped.
struct Nginx(Child);

impl Nginx {
    /// In front of a server, listening on two ports: bodies are passed on when they are whole, and as they come.
    fn start(folder: &Path, server: &str) -> (Self, [String; 2]) {
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let addresses = [free(), free()];
        let sites = addresses.iter().zip(["on", "off"]).map(|(address, buffering)| {
            format!(
                "server {{ listen {address}; client_max_body_size 0; location / {{ proxy_pass http://gx; \
                 proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_set_header Host $host; \
                 proxy_request_buffering {buffering}; }} }}"
            )
        });
        let temporary =
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|name| format!("{name}_temp_path {name};"));
        let config = format!(
            "daemon off; master_process off; pid nginx.pid; error_log stderr crit; events {{ worker_connections 1024; }} \
             http {{ access_log off; {} upstream gx {{ server {server}; keepalive 2; }} {} }}",
            temporary.concat(),
            sites.collect::<String>()
        );
        std::fs::write(folder.join("nginx.conf"), config).unwrap();
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin";
        let process = Command::new("nginx")
            .env("PATH", path)
            .args(["-p", folder.to_str().unwrap(), "-c", "nginx.conf", "-e", "stderr"])
            .stderr(Stdio::inherit())
            .spawn()
            .expect("nginx is there: packaging/install-test-tools");
        let nginx = Self(process);
        until(|| addresses.iter().all(|address| TcpStream::connect(address).is_ok()));
        (nginx, addresses)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn behind_a_proxy_that_keeps_connections_nobody_receives_an_answer_that_is_not_his() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let server = Server::start(BINARY, &data);
    let (_nginx, addresses) = Nginx::start(folder.path(), &server.address);
    let (is_over, attacks) = (AtomicBool::new(false), AtomicUsize::new(0));
    let rounds = scale::rounds("GX_PROXY_ROUNDS", 600, 3_000);
    std::thread::scope(|scope| {
        // More than is drained before an answer, less than what the system takes for a proxy at once.
        for (attacker, size) in [70_000, 51_070, 80_000, 300_000, 110_000, 150_000].into_iter().enumerate() {
            let (addresses, is_over, attacks) = (&addresses, &is_over, &attacks);
            scope.spawn(move || {
                let hidden = b"GET /gx_portal/prod-api/system/post/666 HTTP/1.1\r\nhost: x\r\n\r\n";
                let body = over_and_over(hidden, size);
                let head = format!(
                    "POST /gx_portal/prod-api/system/post HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n"
                );
                while !is_over.load(Ordering::Relaxed) {
                    let mut stream = connected(&addresses[attacker % 2]);
                    // What waits for the whole body is given it at once; else the rest follows the answer.
                    let cut = if attacker % 2 == 0 { body.len() } else { BEFORE };
                    let first = [head.as_bytes(), &body[..cut]].concat();
                    let end = |stream: &TcpStream| drop(stream.shutdown(Shutdown::Both));
                    exchanged(&mut stream, &[&first, &body[cut..]], end);
                    attacks.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let people: Vec<_> = (0..20_u64)
            .map(|person| {
                let address = &addresses[usize::try_from(person).unwrap() % 2];
                scope.spawn(move || {
                    (0..rounds).find_map(|round| {
                        let path = format!("/system/post/{}", 1_000_000 + person * 10_000 + round);
                        let mut stream = connected(address);
                        let text =
                            format!("GET /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
                        stream.write_all(text.as_bytes()).unwrap();
                        let mut came = String::new();
                        stream.read_to_string(&mut came).unwrap();
                        let is_his = came.contains(&format!("{path}，")) && came.matches("\"msg\"").count() == 1;
                        (!is_his).then_some((path, came))
                    })
                })
            })
            .collect();
        let wrong: Vec<_> = people.into_iter().filter_map(|person| person.join().unwrap()).collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(wrong.is_empty(), "{} of 20: {:?}", wrong.len(), wrong.first());
    });
    assert!(attacks.load(Ordering::Relaxed) > 8, "{attacks:?}");
}
