//! What lies between a connection and HTTP: bytes with or without TLS, bodies that come, and answers that go.
//!
//! Where a message begins and ends is the library's business alone: nothing here looks at what the bytes mean.

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
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;

use super::lines::{ConnectionState, UnderWay};
use super::memory::Held;

/// A request body is waited for so long, and a second more for each so many bytes that came: the worst line of an office brings
/// fifty times as much. Only time in which nothing comes counts, so that a slow disk of ours ends nobody's upload.
const BODY_WAIT: Duration = Duration::from_secs(if cfg!(feature = "testing") { 3 } else { 10 });
const BODY_RATE: u64 = 1 << 10;
/// However much came, it is not waited for longer.
const BODY_MOST: Duration = Duration::from_secs(3_600);
/// What still comes when the last answer of a connection is out is read and dropped: so many bytes, for so long. Without it the
/// system would answer them with a reset, and an answer that the client has not read yet would be lost (RFC 9112 9.6).
const LINGER: usize = 1 << 20;
const LINGER_WAIT: Duration = Duration::from_secs(2);
/// An answer is handed on in pieces of this size, in bytes: what HTTP/2 takes of a piece it keeps, read or not.
const PIECE: usize = 16 << 10;
/// So much of a body that nobody wants is read, in bytes, and waited for.
const REST: usize = 64 << 10;
const REST_WAIT: Duration = Duration::from_millis(if cfg!(feature = "testing") { 100 } else { 1_000 });

/// One type for both, so that HTTP is compiled once.
enum Bytewise {
    Plain(TcpStream),
    Sealed(Box<TlsStream<TcpStream>>),
}

/// A connection that tells its [`ConnectionState`] what it does.
pub struct Wire {
    inner: Bytewise,
    line: Arc<ConnectionState>,
}

impl Wire {
    /// One in the clear.
    pub fn plain(stream: TcpStream, line: Arc<ConnectionState>) -> Self {
        Self { inner: Bytewise::Plain(stream), line }
    }

    /// One over TLS.
    pub fn sealed(stream: TlsStream<TcpStream>, line: Arc<ConnectionState>) -> Self {
        Self { inner: Bytewise::Sealed(Box::new(stream)), line }
    }

    /// Ends it after the last answer, in a way in which the other side can still read that.
    ///
    /// # Errors
    /// That of the connection.
    pub async fn leave(mut self) -> io::Result<()> {
        self.shutdown().await?;
        let reading = async {
            let (mut bytes, mut left) = ([0; 4_096], LINGER);
            while left > 0 {
                match self.read(&mut bytes).await {
                    Ok(0) | Err(_) => return,
                    Ok(got) => left = left.saturating_sub(got),
                }
            }
        };
        tokio::time::timeout(LINGER_WAIT, reading).await.ok();
        Ok(())
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.line.memory.went_out();
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
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
        if flushed.is_ready() {
            // Only who has nothing more to write flushes.
            self.line.memory.went_out();
        }
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

/// A request body as it comes in, told to the [`ConnectionState`] for as long as it is not there.
struct Coming {
    inner: BoxBody<Bytes, io::Error>,
    line: Arc<ConnectionState>,
    is_there: bool,
}

impl Coming {
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(cx));
        match &frame {
            Some(Ok(frame)) => self.line.memory.body_came(length(frame)),
            Some(Err(_)) | None => self.ends(),
        }
        if self.inner.is_end_stream() {
            self.ends();
        }
        Poll::Ready(frame)
    }

    fn ends(&mut self) {
        if !std::mem::replace(&mut self.is_there, true) {
            self.line.memory.body_ends();
        }
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.ends();
    }
}

fn length(frame: &Frame<Bytes>) -> u64 {
    frame.data_ref().map_or(0, |data| data.len() as u64)
}

/// A request body with a least rate. It has a timer only once it has to be waited for.
pub struct Arriving {
    inner: Arc<Mutex<Coming>>,
    came: u64,
    /// How long it was waited for in all, up to the last frame.
    waited: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

/// What of a request body nobody has read yet.
pub struct Rest(Arc<Mutex<Coming>>);

impl Rest {
    /// Reads a small rest before the answer, so that the connection (HTTP/1) or the form (HTTP/2: curl 7.88 takes the end of
    /// a stream for an error) outlives a refusal. Who asked first whether to send it (`expects`) is told by the answer.
    /// `false` when there is more.
    pub async fn drained(self, expects: bool) -> bool {
        let reading = async {
            let mut left = REST;
            while let Some(Ok(frame)) = poll_fn(|cx| self.0.lock().poll_frame(cx)).await {
                left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
                if left == 0 {
                    return;
                }
            }
        };
        if !expects && !self.is_at_its_end() {
            tokio::time::timeout(REST_WAIT, reading).await.ok();
        }
        self.is_at_its_end()
    }

    /// Whether all of it has been read.
    fn is_at_its_end(&self) -> bool {
        self.0.lock().inner.is_end_stream()
    }
}

impl Arriving {
    /// The body of a request, and the hold on what is left of it.
    pub fn new(inner: BoxBody<Bytes, io::Error>, line: Arc<ConnectionState>) -> (Self, Rest) {
        line.memory.body_begins(line.now());
        let inner = Arc::new(Mutex::new(Coming { inner, line, is_there: false }));
        (Self { inner: inner.clone(), came: 0, waited: Duration::ZERO, waiting: None }, Rest(inner))
    }

    /// How long it may be waited for in all, after what came.
    fn patience(&self) -> Duration {
        (BODY_WAIT + Duration::from_secs(self.came / BODY_RATE)).min(BODY_MOST)
    }
}

impl Body for Arriving {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        let polled = this.inner.lock().poll_frame(cx);
        if let Poll::Ready(frame) = polled {
            if let Some((since, _)) = this.waiting.take() {
                this.waited += since.elapsed();
            }
            if let Some(Ok(frame)) = &frame {
                this.came += length(frame);
            }
            return Poll::Ready(frame);
        }
        let left = this.patience().saturating_sub(this.waited);
        let begun = || (Instant::now(), Box::pin(tokio::time::sleep(left)));
        ready!(this.waiting.get_or_insert_with(begun).1.as_mut().poll(cx));
        Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.lock().inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.lock().inner.size_hint()
    }
}

/// An answer under way until its last byte has been handed over, in pieces, its memory counted until that has gone out.
pub struct Leaving {
    inner: BoxBody<Bytes, io::Error>,
    /// What of the last frame is still to be handed over.
    rest: Bytes,
    held: Option<Held>,
    /// Bytes of it that are counted: all at once when its size is known, else frame by frame.
    is_whole: bool,
    line: Arc<ConnectionState>,
    _request: UnderWay,
}

impl Leaving {
    /// The answer to a request, `held` what its known size takes up; `is_shared` when its bytes are there once for everybody.
    pub fn new(inner: BoxBody<Bytes, io::Error>, held: Held, is_shared: bool, request: UnderWay) -> Self {
        let is_whole = is_shared || inner.size_hint().lower() > 0;
        let line = request.line().clone();
        Self { inner, rest: Bytes::new(), held: Some(held), is_whole, line, _request: request }
    }

    /// Counts a frame instead of the one before it.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn counts(&mut self, frame: usize) -> io::Result<()> {
        let Some(held) = self.held.as_mut().filter(|_| !self.is_whole) else { return Ok(()) };
        held.shrink(u64::MAX);
        held.grow(frame as u64).map_err(|_| io::ErrorKind::OutOfMemory.into())
    }
}

impl Body for Leaving {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            match ready!(Pin::new(&mut this.inner).poll_frame(cx)).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => {
                    this.counts(data.len())?;
                    this.rest = data;
                }
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let piece = this.rest.split_to(this.rest.len().min(PIECE));
        this.line.memory.takes(this.line.now());
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.inner.size_hint(), self.rest.len() as u64);
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some(held) = self.held.take() {
            self.line.memory.goes_out(held);
        }
    }
}
