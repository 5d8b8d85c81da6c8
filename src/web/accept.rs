//! Who may connect, and how long he may take to say what he wants: poem's server has no hook for either, so this stands
//! between its listener and itself.
//!
//! Invariants: at most [`Caps::total`] connections are open, [`Caps::per_address`] of them from one address that is no
//! trusted proxy; a request head that has begun must be complete within [`Caps::head`]. What is refused is closed without
//! an answer.
//!
//! Deliberately absent, because they need a listener of our own: giving way of the longest idle connection when all are
//! taken, a limit for heads of HTTP/2 (whose connections are let through unread), an answer 408.

use std::collections::HashMap;
use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use parking_lot::Mutex;
use poem::http::uri::Scheme;
use poem::listener::Acceptor;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use crate::kernel::ip;

/// How much strangers may take up.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Longest time from the first byte of a request head to its last.
    pub head: Duration,
    /// Connections in all.
    pub total: usize,
    /// Connections of one address.
    pub per_address: usize,
}

impl Caps {
    /// Descriptors that are not connections: store, blobs, files under way.
    const SPARE: u64 = 256;

    /// For as many descriptors as the process may have. An office of 200 people behind one address has six connections
    /// a browser, hence a quarter of a full house for one address; a proxy that is trusted brings everybody.
    pub fn for_descriptors(descriptors: Option<u64>) -> Self {
        let room = descriptors.unwrap_or(u64::MAX).saturating_sub(Self::SPARE).clamp(64, 8_192);
        let total = usize::try_from(room).unwrap_or(64);
        Self { head: Duration::from_secs(12), total, per_address: (total / 4).max(32) }
    }
}

/// Raises the soft limit of descriptors to what the system allows; answers what it is now, if there is a limit.
pub fn raise_descriptors() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // More than this is no use and makes some systems slow.
    let wanted = maximum.unwrap_or(65_536).min(65_536);
    if current.is_some_and(|current| current < wanted) {
        match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
            Ok(()) => return Some(wanted),
            Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
        }
    }
    current
}

/// Open connections by network.
#[derive(Debug, Default)]
struct Open {
    total: AtomicUsize,
    by_network: Mutex<HashMap<String, usize>>,
}

/// A place among the connections; free again when dropped.
#[derive(Debug)]
struct Place {
    open: Arc<Open>,
    network: Option<String>,
}

impl Place {
    /// `None` when there is none. Somebody without `network` counts for the whole only.
    fn take(open: &Arc<Open>, caps: Caps, network: Option<String>) -> Option<Self> {
        if open.total.fetch_add(1, Ordering::Relaxed) >= caps.total {
            open.total.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        // From here on the drop gives the total back.
        let mut place = Self { open: open.clone(), network: None };
        if let Some(network) = network {
            let mut by_network = open.by_network.lock();
            let count = by_network.entry(network.clone()).or_default();
            if *count >= caps.per_address {
                return None;
            }
            *count += 1;
            place.network = Some(network);
        }
        Some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.total.fetch_sub(1, Ordering::Relaxed);
        let Some(network) = &self.network else { return };
        let mut by_network = self.open.by_network.lock();
        if let Some(count) = by_network.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                by_network.remove(network);
            }
        }
    }
}

/// The listener with limits.
pub struct Guarded<A> {
    inner: A,
    caps: Caps,
    trusted: String,
    open: Arc<Open>,
    refused: u64,
    told: Option<Instant>,
}

impl<A> Guarded<A> {
    /// Guards a listener; connections of `trusted` proxies are not limited by address.
    pub fn new(inner: A, caps: Caps, trusted: String) -> Self {
        Self { inner, caps, trusted, open: Arc::default(), refused: 0, told: None }
    }

    /// Once a minute at most: a flood must not fill the log.
    fn tell(&mut self, what: &str) {
        self.refused += 1;
        if self.told.is_none_or(|told| told.elapsed() > Duration::from_secs(60)) {
            tracing::warn!(refused = self.refused, what, "connections refused");
            self.told = Some(Instant::now());
            self.refused = 0;
        }
    }
}

impl<A: Acceptor> Acceptor for Guarded<A> {
    type Io = Timed<A::Io>;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.inner.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(Self::Io, LocalAddr, RemoteAddr, Scheme)> {
        loop {
            let (stream, local, remote, scheme) = match self.inner.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of descriptors: the caller would ask again at once and spin.
                    self.tell(&error.to_string());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let address = remote.as_socket_addr().map(|address| address.ip().to_string()).unwrap_or_default();
            let network = (!ip::in_networks(&self.trusted, &address)).then(|| ip::counted_as(&address));
            match Place::take(&self.open, self.caps, network) {
                Some(place) => return Ok((Timed::new(stream, self.caps.head, place), local, remote, scheme)),
                None => self.tell(&address),
            }
        }
    }
}

/// Where a connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing of the next request has come. A connection that says nothing ends by the server's idle time.
    Waiting,
    /// A head is on its way; whether the line under way is empty so far.
    Head { blank: bool },
    /// The head is there: what follows is a body, and what is sent is the answer.
    Answering,
    /// HTTP/2: frames are not looked into.
    Frames,
}

impl Stage {
    /// The stage after these bytes came in.
    fn received(mut self, bytes: &[u8]) -> Self {
        for (at, byte) in bytes.iter().enumerate() {
            self = match (self, byte) {
                // Empty lines before a request are skipped by HTTP.
                (Self::Waiting, b'\r' | b'\n') => Self::Waiting,
                (Self::Waiting, _) if bytes[at..].starts_with(b"PRI * HTTP/2") => Self::Frames,
                (Self::Waiting, _) => Self::Head { blank: false },
                (Self::Head { blank: true }, b'\n') => Self::Answering,
                (Self::Head { .. }, b'\n') => Self::Head { blank: true },
                (Self::Head { blank }, b'\r') => Self::Head { blank },
                (Self::Head { .. }, _) => Self::Head { blank: false },
                (Self::Answering | Self::Frames, _) => return self,
            };
        }
        self
    }

    /// The stage after these bytes went out.
    fn sent(self, bytes: &[u8]) -> Self {
        // «100 Continue» asks for the body that is still to come.
        match self {
            Self::Answering if !bytes.is_empty() && !bytes.starts_with(b"HTTP/1.1 100") => Self::Waiting,
            other => other,
        }
    }
}

/// A connection whose request heads have a time limit.
pub struct Timed<I> {
    inner: I,
    stage: Stage,
    limit: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

impl<I> Timed<I> {
    fn new(inner: I, limit: Duration, place: Place) -> Self {
        Self { inner, stage: Stage::Waiting, limit, deadline: None, _place: place }
    }

    fn enter(&mut self, stage: Stage) {
        let heads = |stage| matches!(stage, Stage::Head { .. });
        if !heads(stage) {
            self.deadline = None;
        } else if !heads(self.stage) {
            self.deadline = Some(Box::pin(tokio::time::sleep(self.limit)));
        }
        self.stage = stage;
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for Timed<I> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buf.filled().len();
        let read = Pin::new(&mut this.inner).poll_read(cx, buf);
        if let Poll::Ready(Ok(())) = &read {
            let stage = this.stage.received(buf.filled().get(before..).unwrap_or_default());
            this.enter(stage);
        }
        // A byte every few seconds does not make it longer.
        if let Some(deadline) = &mut this.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for Timed<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let written = ready!(Pin::new(&mut this.inner).poll_write(cx, bytes))?;
        let stage = this.stage.sent(bytes.get(..written).unwrap_or_default());
        this.enter(stage);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let written = ready!(Pin::new(&mut this.inner).poll_write_vectored(cx, parts))?;
        let first = parts.iter().find(|part| !part.is_empty()).map_or(&[][..], |part| part);
        let stage = this.stage.sent(first.get(..written.min(first.len())).unwrap_or_default());
        this.enter(stage);
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(pieces: &[&str]) -> Stage {
        pieces.iter().fold(Stage::Waiting, |stage, piece| stage.received(piece.as_bytes()))
    }

    #[test]
    fn a_head_ends_with_its_empty_line_wherever_the_pieces_end() {
        let head = Stage::Head { blank: false };
        for (pieces, stage) in [
            (vec![""], Stage::Waiting),
            (vec!["\r\n\r\n\r\n"], Stage::Waiting),
            (vec!["\r\n", "G"], head),
            (vec!["GET / HTTP/1.1\r\nhost: x"], head),
            (vec!["GET / HTTP/1.1\r\nhost: x\r\n"], Stage::Head { blank: true }),
            (vec!["GET / HTTP/1.1\r", "\n\r", "\n"], Stage::Answering),
            (vec!["GET / HTTP/1.1\n", "\n"], Stage::Answering),
            (vec!["POST / HTTP/1.1\r\n\r\nbody\r\n\r\nmore"], Stage::Answering),
            (vec!["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], Stage::Frames),
        ] {
            assert_eq!(after(&pieces), stage, "{pieces:?}");
        }
        assert_eq!(
            Stage::Answering.sent(b"HTTP/1.1 100 Continue\r\n\r\n"),
            Stage::Answering,
            "the body is still to come"
        );
        assert_eq!(Stage::Answering.sent(b"HTTP/1.1 200 OK\r\n"), Stage::Waiting);
        assert_eq!(Stage::Frames.sent(b"x"), Stage::Frames);
        assert_eq!(head.sent(b"x"), head, "an early answer does not end the watch over a slow head");
    }

    #[test]
    fn places_are_counted_by_address_and_in_all_and_come_back() {
        let (open, caps) = (Arc::default(), Caps { head: Duration::ZERO, total: 5, per_address: 2 });
        let of = |network: &str| Place::take(&open, caps, Some(network.to_owned()));
        let mut held = vec![of("a").unwrap(), of("a").unwrap()];
        assert!(of("a").is_none());
        held.push(of("b").unwrap());
        held.extend([Place::take(&open, caps, None).unwrap(), Place::take(&open, caps, None).unwrap()]);
        assert!(of("c").is_none() && Place::take(&open, caps, None).is_none(), "all taken");
        held.remove(0);
        held.push(of("a").unwrap());
        drop(held);
        assert_eq!(open.total.load(Ordering::Relaxed), 0);
        assert!(open.by_network.lock().is_empty());
    }

    #[test]
    fn caps_leave_descriptors_for_everything_else() {
        for (descriptors, total) in [(None, 8_192), (Some(1_024), 768), (Some(65_536), 8_192), (Some(100), 64)] {
            assert_eq!(Caps::for_descriptors(descriptors).total, total, "{descriptors:?}");
        }
    }
}
