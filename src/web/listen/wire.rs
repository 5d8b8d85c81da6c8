//! What lies between a connection and HTTP: bytes with or without TLS, bodies that come, and answers that go.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;

use super::lines::{Line, UnderWay};

/// A body of which nothing comes for so long is given up.
const BODY_IDLE: Duration = Duration::from_secs(30);
/// So much of a body that nobody wants is read, in bytes, and waited for.
const REST: usize = 64 << 10;
const REST_WAIT: Duration = Duration::from_secs(1);

/// One type for both, so that HTTP is compiled once.
enum Bytewise {
    Plain(TcpStream),
    Sealed(Box<TlsStream<TcpStream>>),
}

/// A connection that tells its [`Line`] what it does.
pub struct Wire {
    inner: Bytewise,
    line: Arc<Line>,
    /// What was read and not yet asked for.
    before: Bytes,
}

impl Wire {
    /// One in the clear.
    pub fn plain(stream: TcpStream, line: Arc<Line>) -> Self {
        Self { inner: Bytewise::Plain(stream), line, before: Bytes::new() }
    }

    /// One over TLS.
    pub fn sealed(stream: TlsStream<TcpStream>, line: Arc<Line>) -> Self {
        Self { inner: Bytewise::Sealed(Box::new(stream)), line, before: Bytes::new() }
    }

    /// Waits for the next byte without a buffer; `false` when the other side has ended. `left` was read and not worked off.
    pub async fn rest(&mut self, left: Bytes) -> io::Result<bool> {
        if !left.is_empty() {
            self.before = left;
            return Ok(true);
        }
        // Nothing is left, but it holds the buffer that it was in.
        drop(left);
        let mut first = [0];
        if self.read(&mut first).await? == 0 {
            return Ok(false);
        }
        self.before = Bytes::copy_from_slice(&first);
        Ok(true)
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if !self.before.is_empty() {
            let size = self.before.len().min(buf.remaining());
            buf.put_slice(&self.before.split_to(size));
            return Poll::Ready(Ok(()));
        }
        let before = buf.filled().len();
        ready!(match &mut self.inner {
            Bytewise::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Bytewise::Sealed(stream) => Pin::new(stream).poll_read(cx, buf),
        })?;
        if buf.filled().len() > before {
            self.line.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = match &mut self.inner {
            Bytewise::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Bytewise::Sealed(stream) => Pin::new(stream).poll_write(cx, bytes),
        };
        self.line.sent(written.is_ready());
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = match &mut self.inner {
            Bytewise::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, parts),
            Bytewise::Sealed(stream) => Pin::new(stream).poll_write_vectored(cx, parts),
        };
        self.line.sent(written.is_ready());
        written
    }

    fn is_write_vectored(&self) -> bool {
        match &self.inner {
            Bytewise::Plain(stream) => stream.is_write_vectored(),
            Bytewise::Sealed(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = match &mut self.inner {
            Bytewise::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Bytewise::Sealed(stream) => Pin::new(stream).poll_flush(cx),
        };
        self.line.sent(flushed.is_ready());
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = match &mut self.inner {
            Bytewise::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Bytewise::Sealed(stream) => Pin::new(stream).poll_shutdown(cx),
        };
        self.line.sent(ended.is_ready());
        ended
    }
}

/// A request body with a limit to how long nothing comes. It has a timer only once it has to be waited for.
pub struct Arriving {
    inner: Arc<Mutex<BoxBody<Bytes, io::Error>>>,
    patience: Option<Pin<Box<Sleep>>>,
}

/// What of a request body nobody has read yet.
pub struct Rest(Arc<Mutex<BoxBody<Bytes, io::Error>>>);

impl Rest {
    /// Reads a small rest before the answer: a client that is answered, or reset, in the middle of its form may never read the
    /// answer (HTTP/1 loses it with the connection, curl 7.88 takes the end of an HTTP/2 stream for an error).
    pub async fn drained(self) {
        let reading = async {
            let mut left = REST;
            while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut *self.0.lock()).poll_frame(cx)).await {
                left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
                if left == 0 {
                    return;
                }
            }
        };
        if !self.0.lock().is_end_stream() {
            tokio::time::timeout(REST_WAIT, reading).await.ok();
        }
    }
}

impl Arriving {
    /// The body of a request, and the hold on what is left of it.
    pub fn new(inner: BoxBody<Bytes, io::Error>) -> (Self, Rest) {
        let inner = Arc::new(Mutex::new(inner));
        (Self { inner: inner.clone(), patience: None }, Rest(inner))
    }
}

impl Body for Arriving {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        let polled = Pin::new(&mut *this.inner.lock()).poll_frame(cx);
        if let Poll::Ready(frame) = polled {
            this.patience = None;
            return Poll::Ready(frame);
        }
        let until = || Box::pin(tokio::time::sleep_until(Instant::now() + BODY_IDLE));
        ready!(this.patience.get_or_insert_with(until).as_mut().poll(cx));
        Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.lock().is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.lock().size_hint()
    }
}

/// An answer under way until its last byte has been handed over.
pub struct Leaving {
    inner: BoxBody<Bytes, io::Error>,
    _request: UnderWay,
}

impl Leaving {
    /// The answer to a request.
    pub fn new(inner: BoxBody<Bytes, io::Error>, request: UnderWay) -> Self {
        Self { inner, _request: request }
    }
}

impl Body for Leaving {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Pin::new(&mut self.inner).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
