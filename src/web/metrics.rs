//! Where the counters can be read: on a port of their own, or at `/metrics` for who knows the token.
//!
//! Invariants: a port that is taken stops nobody (a line in the log); the port answers this one question, reads no more than
//! a head of [`HEAD`] bytes within [`PATIENCE`] and serves [`MOST`] at once; whoever has no token learns nothing.
//!
//! Deliberately absent: the listener of the portal. Who watches must get through when the portal is full.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::http::{StatusCode, header};
use poem::{Request, Response};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::features::monitor::metrics::{CONTENT_TYPE, text};

const HEAD: usize = 8 << 10;
const PATIENCE: Duration = Duration::from_secs(5);
const MOST: usize = 8;
/// After an error of the listener (out of descriptors) it rests so long.
const REST: Duration = Duration::from_millis(200);

/// Listens where the configuration says so; answers the address.
pub fn listen(app: &Arc<App>) -> Option<SocketAddr> {
    let wanted = app.config.operation.metrics_listen.value.0?;
    let bound = std::net::TcpListener::bind(wanted)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .and_then(TcpListener::from_std);
    let listener = match bound {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!("指标地址 {wanted} 无法监听（{error}），本次运行不提供；请检查配置项 metrics_listen");
            return None;
        }
    };
    let address = listener.local_addr().ok();
    tokio::spawn(serve(app.clone(), listener));
    address
}

async fn serve(app: Arc<App>, listener: TcpListener) {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let app = app.clone();
                tokio::spawn(async move {
                    let _place = place;
                    // Who goes away or dawdles is no news.
                    drop(tokio::time::timeout(PATIENCE, answer(&app, stream)).await);
                });
            }
            Err(_) => tokio::time::sleep(REST).await,
        }
    }
}

async fn answer(app: &Arc<App>, mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() >= HEAD || stream.read_buf(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let asked = String::from_utf8_lossy(line);
    let mut words = asked.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, body) = match (method, path.split('?').next()) {
        ("GET", Some("/metrics")) => match describe(app).await {
            Some(body) => ("200 OK", CONTENT_TYPE, body),
            None => ("503 Service Unavailable", "text/plain", "not ready\n".into()),
        },
        _ => ("404 Not Found", "text/plain", "GET /metrics\n".into()),
    };
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

async fn describe(app: &Arc<App>) -> Option<String> {
    let app = app.clone();
    tokio::task::spawn_blocking(move || text(&app)).await.ok()?.ok()
}

/// `GET /metrics` of the portal itself.
pub async fn at_path(app: Arc<App>, request: Request) -> Response {
    let token = &app.config.operation.metrics_token.value;
    let given = request.header(header::AUTHORIZATION).and_then(|header| header.strip_prefix("Bearer "));
    // Compared by hash, so that the time says nothing about the beginning of the token.
    let same = given.is_some_and(|given| Sha256::digest(given.trim()) == Sha256::digest(token));
    if token.is_empty() || !same {
        return Response::builder().status(StatusCode::NOT_FOUND).body("not found");
    }
    match describe(&app).await {
        Some(body) => {
            let answer = Response::builder().content_type(CONTENT_TYPE).header(header::CACHE_CONTROL, "no-store");
            answer.body(body)
        }
        None => Response::builder().status(StatusCode::SERVICE_UNAVAILABLE).body("not ready"),
    }
}
