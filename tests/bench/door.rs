//! Measures the listener: memory of ten thousand connections, what others notice of five thousand that hang, TLS handshakes,
//! a list over HTTP/2. Run by hand (`packaging/bench door`). The goals stand in trust.md 5 and 12.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "../suite/support/http.rs"]
mod http;

use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Client, PASSWORD, Server};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const MANY: usize = 10_000;
const HANGING: usize = 5_000;
const HANDSHAKES: usize = 1_000;
const PAGES: usize = 2_000;
/// Requests under way at once over one connection of HTTP/2.
const ABREAST: usize = 8;
const ASKING: &[u8] = b"GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n\r\n";
const LIST: &str = "/prod-api/system/user/list?pageNum=1&pageSize=20";

type Sealed = StreamOwned<ClientConnection, TcpStream>;

/// MiB of memory that a process has in use.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

/// Seconds that a process has worked.
fn worked(server: &Server) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.process.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()) as f64 / 100.0
}

fn start(binary: &str, folder: &Path, tls: bool) -> Server {
    let data = folder.join(if tls { "tls" } else { "plain" });
    http::initialise(binary, &data);
    if tls {
        let (code, text) = http::run(binary, &["init", "--tls", "--data", data.to_str().unwrap()], "");
        assert_eq!(code, 0, "{text}");
    }
    let file = data.join("gx-portal.toml");
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    let config = format!("{known}trusted_proxies = \"127.0.0.1\"\nmax_connections = 12000\n");
    std::fs::write(file, config).unwrap();
    Server::start(binary, &data)
}

/// A client that trusts the authority of a data directory and begins each time again; what it would like best comes first.
fn trusting(data: &Path, protocols: &[&[u8]]) -> Arc<ClientConfig> {
    let mut config = http::trusting_site(data);
    config.resumption = rustls::client::Resumption::disabled();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    Arc::new(config)
}

fn sealed(address: &str, config: &Arc<ClientConfig>) -> Sealed {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut connection = ClientConnection::new(config.clone(), ServerName::try_from("localhost").unwrap()).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut stream).unwrap();
    }
    StreamOwned::new(connection, stream)
}

fn ask(stream: &mut (impl std::io::Read + std::io::Write)) {
    stream.write_all(ASKING).unwrap();
    let mut bytes = [0; 1_024];
    assert!(stream.read(&mut bytes).unwrap() > 0, "the server ended a connection");
}

fn hold<S: std::io::Read + std::io::Write>(what: &str, server: &Server, open: impl Fn() -> S) {
    let before = memory(server);
    let mut held: Vec<S> = (0..MANY).map(|_| open()).collect();
    let silent = memory(server);
    held.iter_mut().for_each(ask);
    let asked = memory(server);
    // A connection lays its buffers down a second or two after its answer.
    std::thread::sleep(Duration::from_secs(4));
    println!(
        "{MANY} connections {what}: {before} MiB before, {silent} MiB silent, {asked} MiB after a request each, {} MiB at rest",
        memory(server)
    );
    held.iter_mut().for_each(ask);
}

fn hanging(server: &Server) {
    let held: Vec<TcpStream> = (0..HANGING)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(b"GET /gx_portal/ HTTP/1.1\r\nx: ").unwrap();
            stream
        })
        .collect();
    let mut client = Client::signed_in(&server.address);
    let (began, before) = (Instant::now(), worked(server));
    let mut taken: Vec<Duration> = (0..1_000)
        .map(|_| {
            let since = Instant::now();
            client.call("GET", "/prod-api/getInfo", "").unwrap();
            let taken = since.elapsed();
            std::thread::sleep(Duration::from_millis(2));
            taken
        })
        .collect();
    taken.sort_unstable();
    let load = (worked(server) - before) / began.elapsed().as_secs_f64();
    println!(
        "getInfo beside {} half-sent heads: p50 {:.2?}, p99 {:.2?}; server at {:.0} % of a core; {} MiB",
        held.len(),
        taken[500],
        taken[990],
        load * 100.0,
        memory(server)
    );
}

fn handshakes(server: &Server, config: &Arc<ClientConfig>) {
    let (began, before) = (Instant::now(), worked(server));
    (0..HANDSHAKES).for_each(|_| drop(sealed(&server.address, config)));
    let (lasted, worked) = (began.elapsed().as_secs_f64(), worked(server) - before);
    println!(
        "full TLS handshakes: {:.0} a second of a core of the server ({:.0} a second beside their client)",
        HANDSHAKES as f64 / worked,
        HANDSHAKES as f64 / lasted
    );
}

fn in_the_clear(server: &Server) -> f64 {
    let token = Client::signed_in(&server.address).token;
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..ABREAST {
            scope.spawn(|| {
                let mut client = Client::new(&server.address);
                client.token.clone_from(&token);
                for _ in 0..PAGES / ABREAST {
                    client.call("GET", LIST, "").unwrap();
                }
            });
        }
    });
    PAGES as f64 / began.elapsed().as_secs_f64()
}

/// The same pages as streams of one connection.
fn framed(server: &Server, config: Arc<ClientConfig>) -> f64 {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let stream = tokio_rustls::TlsConnector::from(config).connect(name, stream).await.unwrap();
        let (mut sender, connection) = h2::client::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        let address = server.address.clone();
        let uri = |path: &str| format!("https://{address}/gx_portal{path}");
        let login = ::http::Request::post(uri("/prod-api/login")).header("content-type", "application/json");
        let (answer, mut body) = sender.send_request(login.body(()).unwrap(), false).unwrap();
        let text = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
        body.send_data(text.into(), true).unwrap();
        let token = read(answer.await.unwrap()).await["token"].as_str().unwrap().to_owned();
        let began = Instant::now();
        let mut tasks = Vec::new();
        for _ in 0..ABREAST {
            let (mut sender, uri, token) = (sender.clone(), uri(LIST), token.clone());
            tasks.push(tokio::spawn(async move {
                for _ in 0..PAGES / ABREAST {
                    let request = ::http::Request::get(&uri).header("authorization", format!("Bearer {token}"));
                    sender = sender.ready().await.unwrap();
                    let (answer, _) = sender.send_request(request.body(()).unwrap(), true).unwrap();
                    assert_eq!(read(answer.await.unwrap()).await["code"], 200);
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        PAGES as f64 / began.elapsed().as_secs_f64()
    })
}

/// [`hold`] for browsers: each would like HTTP/2 and takes HTTP/1.1 where that is offered.
fn hold_framed(server: &Server, config: &Arc<ClientConfig>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let before = memory(server);
    let address = server.address.clone();
    let held = runtime.block_on(async {
        let (mut framed, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..MANY {
            let stream = tokio::net::TcpStream::connect(&address).await.unwrap();
            let name = ServerName::try_from("localhost").unwrap();
            let mut stream = tokio_rustls::TlsConnector::from(config.clone()).connect(name, stream).await.unwrap();
            if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
                stream.write_all(ASKING).await.unwrap();
                assert!(stream.read(&mut [0; 1_024]).await.unwrap() > 0, "the server ended a connection");
                plain.push(stream);
                continue;
            }
            let (mut sender, connection) = h2::client::handshake(stream).await.unwrap();
            tokio::spawn(connection);
            let request = ::http::Request::get(format!("https://{address}/gx_portal/healthz")).body(()).unwrap();
            let (answer, _) = sender.send_request(request, true).unwrap();
            assert_eq!(answer.await.unwrap().status(), 200);
            framed.push(sender);
        }
        (framed, plain)
    });
    println!(
        "{} connections over HTTP/2 and {} over HTTP/1.1: {before} MiB before, {} MiB after a request each",
        held.0.len(),
        held.1.len(),
        memory(server)
    );
}

async fn read(answer: ::http::Response<h2::RecvStream>) -> serde_json::Value {
    let (mut body, mut bytes) = (answer.into_body(), Vec::new());
    while let Some(piece) = body.data().await {
        let piece = piece.unwrap();
        body.flow_control().release_capacity(piece.len()).unwrap();
        bytes.extend_from_slice(&piece);
    }
    serde_json::from_slice(&bytes).unwrap()
}

fn main() {
    let binary = std::env::var("GX_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_gx-portal").to_owned());
    let folder = tempfile::tempdir().unwrap();
    let plain = start(&binary, folder.path(), false);
    let clear = in_the_clear(&plain);
    hanging(&plain);
    hold("in the clear", &plain, || TcpStream::connect(&plain.address).unwrap());
    drop(plain);
    let tls = start(&binary, folder.path(), true);
    let data = folder.path().join("tls");
    handshakes(&tls, &trusting(&data, &[b"http/1.1"]));
    let pages = framed(&tls, trusting(&data, &[b"h2"]));
    println!(
        "pages a second, {ABREAST} abreast: {clear:.0} in the clear, {pages:.0} over HTTP/2 ({:.0} %)",
        pages / clear * 100.0
    );
    let config = trusting(&data, &[b"http/1.1"]);
    hold("over TLS", &tls, || sealed(&tls.address, &config));
    drop(tls);
    hold_framed(&Server::start(&binary, &data), &trusting(&data, &[b"h2", b"http/1.1"]));
}
