//! The listener: who may connect, over what, how long he may take, and how it all ends.
//!
//! Invariants: every limit is here and nowhere else ([`caps::Caps`], the constants below); one connection that hangs costs a
//! few kilobytes and no timer; out of descriptors the listener waits instead of spinning; a stop lets requests under way
//! end. HTTP/2 is spoken over TLS only, where the client asks for it (ALPN) and as long as not too many do.
//!
//! Where a message begins and ends is decided by hyper and nowhere else: a connection is never taken apart between requests
//! (what was left of an unread body was once read as the next request). An answer that is given before the body was read to
//! its end closes the connection, and says so.
//!
//! Deliberately absent: an answer 408 (who does not finish his head is not there to read it), upgrades to other protocols;
//! a refusal of lines that end without a carriage return, which RFC 9112 2.2 lets a server understand and hyper does.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

mod answers;
pub mod caps;
mod lines;
pub mod memory;
mod plain;
mod wire;

use std::fs::File;
use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use gx_kernel::error::{AppError, Result};
use gx_kernel::ip;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::http::{HeaderValue, Version, header};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Body, Endpoint as _, EndpointExt as _, IntoEndpoint, Request, Response};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use self::caps::{Caps, FRAMED, raise_descriptors};
use self::lines::{ConnectionState, Lines, Place, UnderWay};
use self::memory::{Counted, Held, Kind};
use self::wire::{Arriving, Leaving, Rest, Wire};

/// A request head is at most so large, in bytes and in lines.
const HEAD_BYTES: usize = 32 << 10;
const HEAD_LINES: usize = 100;
/// What HTTP/1 keeps of a connection, at most.
const BUFFER: usize = 64 << 10;
/// Requests that one connection of HTTP/2 may have under way, and takings back that are not yet worked off.
const STREAMS: u32 = 128;
const RESETS: usize = 20;
const HEAD_BYTES_H2: u32 = 16 << 10;
/// A client of HTTP/2 that answers no ping in time is gone.
const PING: Duration = Duration::from_secs(20);
/// What HTTP/2 may receive ahead for one request, and four times that for all of a connection. The defaults are a megabyte; at
/// 400 ms there and back this is 160 KB a second.
const WINDOW: u32 = 64 << 10;
/// The first byte of a TLS handshake.
const HANDSHAKE: u8 = 0x16;

/// What the next connection is served with over TLS; HTTP/2 is offered to it if the argument says so.
pub type Tls = Arc<dyn Fn(bool) -> Arc<ServerConfig> + Send + Sync>;

/// What the program says of its connections.
#[derive(Clone)]
pub struct Settings {
    /// Networks of proxies that bring everybody, as [`ip::in_networks`] reads them.
    pub trusted_proxies: String,
    pub max_connections: u64,
    /// Bytes of request bodies in memory, all together.
    pub bodies: u64,
    /// Without it everything is in the clear.
    pub tls: Option<Tls>,
    /// Browsers that came over TLS shall insist on it for so many days; 0 says nothing to them.
    pub hsts_days: u64,
    /// Path of the site, for a request that names none.
    pub home: String,
    /// The answer to what is refused before the site is asked.
    pub refusal: fn(&AppError) -> Response,
}

/// Addresses that are listened on.
pub struct Doors {
    site: TcpListener,
    redirect: Option<TcpListener>,
    /// Where the site is reached.
    pub address: SocketAddr,
}

async fn bind(wanted: SocketAddr, option: &str) -> Result<TcpListener> {
    TcpListener::bind(wanted).await.map_err(|error| {
        AppError::refused(match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("地址 {wanted} 已被占用，请停止占用它的程序，或用{option}换一个端口")
            }
            io::ErrorKind::PermissionDenied => format!("没有权限监听 {wanted}，请换用 1024 以上的端口"),
            _ => format!("无法监听 {wanted}：{error}"),
        })
    })
}

impl Doors {
    /// Binds the address of the site, and the one from which others are led to it over TLS.
    ///
    /// # Errors
    /// A sentence with the address.
    pub async fn open(wanted: SocketAddr, redirect: Option<SocketAddr>) -> Result<Self> {
        let site = bind(wanted, " --listen ").await?;
        let redirect = match redirect {
            Some(wanted) => Some(bind(wanted, "配置项 redirect_listen ").await?),
            None => None,
        };
        let address = site.local_addr().unwrap_or(wanted);
        Ok(Self { site, redirect, address })
    }
}

/// Marks an answer whose bytes are there once for everybody: they are no memory of its own.
#[derive(Clone, Copy, Debug)]
pub struct Shared;

/// How far a stop has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stop {
    Open,
    /// No new connections; requests under way end.
    Closing,
    /// Nothing is waited for.
    Now,
}

/// What all connections share.
struct House {
    site: BoxEndpoint<'static, Response>,
    lines: Arc<Lines>,
    /// Places for those that speak HTTP/2.
    framed: Arc<Semaphore>,
    settings: Settings,
    /// What is told to browsers over TLS.
    insist: Option<HeaderValue>,
    port: u16,
    stop: watch::Receiver<Stop>,
}

/// Serves until `stop`; then requests under way have `patience`.
pub async fn serve(
    doors: Doors,
    site: impl IntoEndpoint<Endpoint: 'static>,
    settings: Settings,
    stop: impl Future<Output = ()>,
    patience: Duration,
) {
    let caps = Caps::of(settings.max_connections, settings.bodies, raise_descriptors());
    let days = settings.hsts_days;
    let (say, stopping) = watch::channel(Stop::Open);
    let house = Arc::new(House {
        site: site.map_to_response().boxed(),
        lines: Lines::new(caps),
        framed: Arc::new(Semaphore::new(FRAMED)),
        settings,
        insist: HeaderValue::from_str(&format!("max-age={}", days * 86_400)).ok().filter(|_| days > 0),
        port: doors.address.port(),
        stop: stopping,
    });
    // Each connection holds a clone: when none is left, all have ended.
    let (held, mut ended) = mpsc::channel::<()>(1);
    tokio::spawn(accept(house.clone(), doors.site, false, held.clone()));
    if let Some(listener) = doors.redirect {
        tokio::spawn(accept(house.clone(), listener, true, held.clone()));
    }
    drop(held);
    let lines = house.lines.clone();
    let sweeping = async {
        let mut tick = tokio::time::interval(Duration::from_secs(1));
        loop {
            tick.tick().await;
            lines.sweep();
        }
    };
    tokio::select! { () = stop => {}, () = sweeping => {} }
    say.send_replace(Stop::Closing);
    if tokio::time::timeout(patience, ended.recv()).await.is_err() {
        tracing::warn!(open = house.lines.count(), "connections are cut off");
        say.send_replace(Stop::Now);
        drop(tokio::time::timeout(Duration::from_secs(1), ended.recv()).await);
    }
}

/// Says once a minute at most what is refused: a flood must not fill the log.
#[derive(Default)]
struct Refusals {
    count: u64,
    told: Option<Instant>,
}

impl Refusals {
    fn tell(&mut self, what: &str) {
        self.count += 1;
        if self.told.is_none_or(|told| told.elapsed() > Duration::from_secs(60)) {
            tracing::warn!(refused = self.count, what, "connections refused");
            self.told = Some(Instant::now());
            self.count = 0;
        }
    }
}

async fn accept(house: Arc<House>, listener: TcpListener, leads_on: bool, held: mpsc::Sender<()>) {
    let mut stop = house.stop.clone();
    let mut refusals = Refusals::default();
    let spare = || File::open("/dev/null").ok();
    let mut kept = spare();
    loop {
        let accepted = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop > Stop::Open) => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of descriptors: with the one kept for this, somebody is turned away instead of being left to wait.
                refusals.tell(&error.to_string());
                drop(kept.take());
                drop(tokio::time::timeout(Duration::from_millis(10), listener.accept()).await);
                tokio::time::sleep(Duration::from_millis(100)).await;
                kept = spare();
                continue;
            }
        };
        let address = peer.ip().to_string();
        let network = (!ip::in_networks(&house.settings.trusted_proxies, &address)).then(|| ip::counted_as(&address));
        match house.lines.take(network) {
            Some(place) => drop(tokio::spawn(attend(house.clone(), stream, peer, place, leads_on, held.clone()))),
            None => refusals.tell(&address),
        }
    }
}

/// One connection from its first byte to its last.
async fn attend(
    house: Arc<House>,
    stream: TcpStream,
    peer: SocketAddr,
    place: Place,
    leads_on: bool,
    _held: mpsc::Sender<()>,
) {
    let line = place.line.clone();
    let mut stop = house.stop.clone();
    tokio::select! {
        () = line.end.notified() => {}
        _ = stop.wait_for(|stop| *stop == Stop::Now) => {}
        spoken = speak(house, stream, peer, line.clone(), leads_on) => {
            if let Err(error) = spoken {
                tracing::debug!(%error, %peer, "connection ended");
            }
        }
    }
}

/// What an answer needs to know of its connection.
#[derive(Clone)]
struct Ends {
    local: SocketAddr,
    peer: SocketAddr,
    is_sealed: bool,
    leads_on: bool,
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

async fn speak(
    house: Arc<House>,
    stream: TcpStream,
    peer: SocketAddr,
    line: Arc<ConnectionState>,
    leads_on: bool,
) -> Result<(), Failed> {
    stream.set_nodelay(true)?;
    let local = stream.local_addr()?;
    let tls = house.settings.tls.clone().filter(|_| !leads_on);
    if tls.is_some() {
        line.shakes_hands();
    }
    // Who connects and says nothing costs a kilobyte: HTTP and TLS get their buffers when there is something to read.
    let mut first = [0];
    if stream.peek(&mut first).await? == 0 {
        return Ok(());
    }
    let Some(tls) = tls.filter(|_| first == [HANDSHAKE]) else {
        line.received();
        let leads_on = leads_on || house.settings.tls.is_some();
        let ends = Ends { local, peer, is_sealed: false, leads_on };
        return first_version(&house, Wire::plain(stream, line.clone()), &line, ends).await;
    };
    // Taken before the handshake, so that many who come at once don't overtake the count.
    let framed = house.framed.clone().try_acquire_owned().ok();
    let stream = Box::pin(TlsAcceptor::from(tls(framed.is_some())).accept(stream)).await?;
    let speaks_frames = stream.get_ref().1.alpn_protocol() == Some(b"h2");
    line.begins(speaks_frames);
    let ends = Ends { local, peer, is_sealed: true, leads_on };
    let wire = Wire::sealed(stream, line.clone());
    if speaks_frames {
        let spoken = second_version(&house, wire, &line, ends).await;
        drop(framed);
        spoken
    } else {
        drop(framed);
        first_version(&house, wire, &line, ends).await
    }
}

/// Ready when no new requests are wanted.
async fn closing(stop: &mut watch::Receiver<Stop>) {
    drop(stop.wait_for(|stop| *stop > Stop::Open).await);
}

async fn first_version(house: &Arc<House>, wire: Wire, line: &Arc<ConnectionState>, ends: Ends) -> Result<(), Failed> {
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.header_read_timeout(None).max_headers(HEAD_LINES).max_header_size(HEAD_BYTES).max_buf_size(BUFFER);
    let (asked, of) = (house.clone(), line.clone());
    // Boxed: hyper keeps room for one request under way for as long as the connection lasts.
    let service = service_fn(move |request| Box::pin(answer(asked.clone(), of.clone(), ends.clone(), request)));
    let mut speaking = builder.serve_connection(TokioIo::new(wire), service);
    let mut stop = house.stop.clone();
    let stopped = tokio::select! {
        spoken = poll_fn(|cx| speaking.poll_without_shutdown(cx)) => Some(spoken),
        () = closing(&mut stop) => None,
    };
    let spoken = match stopped {
        Some(spoken) => spoken,
        None => {
            Pin::new(&mut speaking).graceful_shutdown();
            poll_fn(|cx| speaking.poll_without_shutdown(cx)).await
        }
    };
    speaking.into_parts().io.into_inner().leave().await?;
    Ok(spoken?)
}

async fn second_version(house: &Arc<House>, wire: Wire, line: &Arc<ConnectionState>, ends: Ends) -> Result<(), Failed> {
    let (asked, line) = (house.clone(), line.clone());
    let service = service_fn(move |request| answer(asked.clone(), line.clone(), ends.clone(), request));
    let mut builder = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).keep_alive_interval(PING).keep_alive_timeout(PING);
    builder
        .max_concurrent_streams(STREAMS)
        .max_pending_accept_reset_streams(RESETS)
        .max_header_list_size(HEAD_BYTES_H2);
    builder.initial_stream_window_size(WINDOW).initial_connection_window_size(WINDOW * 4).max_send_buf_size(BUFFER);
    let mut speaking = Box::pin(builder.serve_connection(TokioIo::new(wire), service));
    let mut stop = house.stop.clone();
    tokio::select! {
        spoken = speaking.as_mut() => return Ok(spoken?),
        () = closing(&mut stop) => speaking.as_mut().graceful_shutdown(),
    }
    Ok(speaking.await?)
}

async fn answer(
    house: Arc<House>,
    line: Arc<ConnectionState>,
    ends: Ends,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<Leaving>, std::convert::Infallible> {
    let under_way = UnderWay::begin(&line);
    let is_first = request.version() < Version::HTTP_2;
    let expects = request.headers().contains_key(header::EXPECT);
    let (mut response, rest) = if ends.leads_on {
        let port = (ends.local.port() != house.port).then_some(house.port);
        (plain::lead_on(&request, &house.settings.home, port), None)
    } else if let Some(refusal) = answers::of_head(request.version(), request.headers(), house.settings.refusal) {
        (refusal, None)
    } else {
        let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
        let scheme = if ends.is_sealed { Scheme::HTTPS } else { Scheme::HTTP };
        let (local, peer) = (LocalAddr(Addr::SocketAddr(ends.local)), RemoteAddr(Addr::SocketAddr(ends.peer)));
        let counted = Counted::by(&house.lines, &line);
        let (request, rest) = arrived((request, local, peer, scheme).into(), counted, line.clone());
        let mut response = house.site.get_response(request).await;
        // RFC 9112 6.3: it may have carried a length as well, and who stands between may have believed that.
        if is_chunked && is_first {
            answers::close_after(&mut response);
        }
        if let Some(insist) = house.insist.as_ref().filter(|_| ends.is_sealed) {
            response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, insist.clone());
        }
        (response, rest)
    };
    if let Some(rest) = rest
        && !rest.drained(expects).await
        && is_first
    {
        answers::close_after(&mut response);
    }
    Ok(leaving(&house, &line, response, under_way))
}

/// The answer as it goes out, or the refusal when there is no memory for it.
fn leaving(
    house: &House,
    line: &Arc<ConnectionState>,
    response: Response,
    under_way: UnderWay,
) -> hyper::Response<Leaving> {
    let is_shared = response.extensions().get::<Shared>().is_some();
    let apart = |response| hyper::Response::<BoxBody<Bytes, io::Error>>::from(response).into_parts();
    let (mut parts, mut body) = apart(response);
    let mut held = Held::nothing(&house.lines, line, Kind::Answers);
    line.memory.takes(line.now());
    if !is_shared && held.grow(hyper::body::Body::size_hint(&body).lower()).is_err() {
        (parts, body) = apart(answers::no_memory(house.settings.refusal));
    }
    hyper::Response::from_parts(parts, Leaving::new(body, held, is_shared, under_way))
}

/// A body that is waited for has a limit; HTTP/2 says the host in another place. `None` when nothing is to be drained.
fn arrived(mut request: Request, counted: Counted, line: Arc<ConnectionState>) -> (Request, Option<Rest>) {
    let body = BoxBody::from(request.take_body());
    let rest = if hyper::body::Body::is_end_stream(&body) {
        request.set_body(Body::from(body));
        None
    } else {
        let (body, rest) = Arriving::new(body, line);
        request.set_body(Body::from(BoxBody::new(body)));
        Some(rest)
    };
    request.set_data(counted);
    let authority = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    if let Some(authority) = authority.filter(|_| !request.headers().contains_key(header::HOST)) {
        request.headers_mut().insert(header::HOST, authority);
    }
    (request, rest)
}
