//! Measures what strangers can take: memory and the wait of a newcomer while bodies come slowly, by the hundred and by the
//! thousand, and while answers are asked for that nobody reads. Run by hand (`packaging/bench strangers`); the goal is 200 MiB
//! and a newcomer within a second throughout.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice)]

#[path = "../suite/support/http.rs"]
mod http;

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Client, Server};
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};

const LARGE: usize = (2 << 20) - 1;
const STREAMS: usize = 128;
const WATCH: Duration = Duration::from_secs(15);

/// MiB of memory that a process has in use, now and at most.
fn memory(server: &Server) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    };
    (of("VmRSS:"), of("VmHWM:"))
}

fn start(binary: &str, data: &Path, tls: bool) -> Server {
    http::initialise(binary, data);
    if tls {
        let (code, text) = http::run(binary, &["init", "--tls", "--data", data.to_str().unwrap()], "");
        assert_eq!(code, 0, "{text}");
    }
    Server::start(binary, data)
}

/// From an address of this machine's loopback network.
async fn from(place: u8, server: &str) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, place), 0)))?;
    socket.connect(server.parse().unwrap()).await
}

fn head(method: &str, path: &str, token: &str, length: usize) -> String {
    format!(
        "{method} /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// Watches memory and the wait of newcomers from another address while something is held, and says the worst of both.
async fn watched(what: &str, server: &Server, tls: Option<&Arc<ClientConfig>>) {
    let (began, mut waits, mut refused) = (Instant::now(), Vec::new(), 0);
    while began.elapsed() < WATCH {
        let since = Instant::now();
        match newcomer(&server.address, tls).await {
            Ok(()) => waits.push(since.elapsed()),
            Err(_) => refused += 1,
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    waits.sort_unstable();
    let worst = waits.last().copied().unwrap_or_default();
    let middle = waits.get(waits.len() / 2).copied().unwrap_or_default();
    let (now, most) = memory(server);
    println!(
        "{what}: {now} MiB, {most} at most; newcomers {} served, {refused} refused, wait p50 {middle:.1?}, worst {worst:.1?}",
        waits.len()
    );
}

async fn newcomer(address: &str, tls: Option<&Arc<ClientConfig>>) -> std::io::Result<()> {
    use tokio::io::AsyncReadExt as _;
    let asked = b"GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let patience = Duration::from_secs(10);
    let ask = async {
        let stream = from(9, address).await?;
        let mut text = Vec::new();
        match tls {
            None => {
                let mut stream = stream;
                stream.write_all(asked).await?;
                stream.read_to_end(&mut text).await?;
            }
            Some(config) => {
                let name = ServerName::try_from("localhost").unwrap();
                let mut stream = tokio_rustls::TlsConnector::from(config.clone()).connect(name, stream).await?;
                stream.write_all(asked).await?;
                stream.read_to_end(&mut text).await.ok();
            }
        }
        if text.ends_with(b"ok") { Ok(()) } else { Err(std::io::ErrorKind::InvalidData.into()) }
    };
    tokio::time::timeout(patience, ask).await.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
}

/// Bodies that were almost sent.
async fn bodies(server: &Server, token: &str) {
    let part = vec![b' '; LARGE - 1];
    let mut held = Vec::new();
    for _ in 0..200 {
        let mut stream = from(2, &server.address).await.unwrap();
        let text = head("POST", "/system/notice", token, LARGE);
        drop(stream.write_all(&[text.as_bytes(), &part].concat()).await);
        held.push(stream);
    }
    watched("200 bodies of 2 MiB without their last byte", server, None).await;
}

async fn slow(server: &Server) {
    let mut held = Vec::new();
    for number in 0..4_096_u16 {
        let Ok(mut stream) = from(u8::try_from(number % 5).unwrap() + 2, &server.address).await else { continue };
        drop(stream.write_all(format!("{}{{", head("POST", "/logout", "", 10_000)).as_bytes()).await);
        held.push(stream);
    }
    watched("4,096 bodies of one byte from five addresses", server, None).await;
    drop(held);
}

/// Answers over HTTP/1 that nobody reads.
async fn unread(server: &Server, token: &str) {
    let mut held = Vec::new();
    for _ in 0..1_000 {
        let Ok(mut stream) = from(3, &server.address).await else { continue };
        drop(stream.write_all(head("GET", "/system/menu/list", token, 0).repeat(20).as_bytes()).await);
        held.push(stream);
    }
    watched("1,000 connections that ask for the menus and never read", server, None).await;
    drop(held);
}

type Requests = Vec<(h2::client::ResponseFuture, h2::SendStream<bytes::Bytes>)>;

/// Four connections of HTTP/2 with 128 requests each.
async fn framed(server: &Server, config: &Arc<ClientConfig>, window: u32, path: &str, body: usize) -> Vec<Requests> {
    let mut config = ClientConfig::clone(config);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
    let mut all = Vec::new();
    for _ in 0..4 {
        let stream = from(4, &server.address).await.unwrap();
        let stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
        let mut builder = h2::client::Builder::new();
        let (mut sender, connection) =
            builder.initial_window_size(window).handshake::<_, bytes::Bytes>(stream).await.unwrap();
        tokio::spawn(connection);
        let mut requests = Vec::new();
        for _ in 0..STREAMS {
            let method = if body > 0 { "POST" } else { "GET" };
            let uri = format!("https://{}/gx_portal{path}", server.address);
            let request = ::http::Request::builder().method(method).uri(uri).body(()).unwrap();
            let Ok(ready) = sender.ready().await else { break };
            sender = ready;
            let Ok((answer, mut sending)) = sender.send_request(request, body == 0) else { break };
            if body > 0 {
                sending.reserve_capacity(body);
                drop(sending.send_data(vec![b' '; body].into(), false));
            }
            requests.push((answer, sending));
        }
        all.push(requests);
    }
    all
}

fn main() {
    let binary = std::env::var("GX_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_gx-portal").to_owned());
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let plain = start(&binary, &folder.path().join("plain"), false);
    let token = Client::signed_in(&plain.address).token;
    std::io::stdout().flush().unwrap();
    runtime.block_on(async {
        watched("nobody", &plain, None).await;
        bodies(&plain, &token).await;
        slow(&plain).await;
        unread(&plain, &token).await;
    });
    drop(plain);
    let data = folder.path().join("tls");
    let tls = start(&binary, &data, true);
    let config = Arc::new(http::trusting_site(&data));
    runtime.block_on(async {
        watched("nobody, over TLS", &tls, Some(&config)).await;
        let held = framed(&tls, &config, 65_535, "/prod-api/logout", LARGE).await;
        watched("4 x 128 streams with bodies of 2 MiB to a public route", &tls, Some(&config)).await;
        drop(held);
        let held = framed(&tls, &config, 65_535, "/prod-api/logout", 15_000).await;
        watched("4 x 128 streams with bodies of 15 KB to a public route", &tls, Some(&config)).await;
        drop(held);
        let front = std::env::var("GX_LARGE").unwrap_or_else(|_| "/".to_owned());
        let held = framed(&tls, &config, 0, &front, 0).await;
        watched("4 x 128 streams that ask for the largest file and open no window", &tls, Some(&config)).await;
        drop(held);
    });
}
