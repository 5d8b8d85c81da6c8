//! Server-sent events: one open answer a visible browser window.
//!
//! A stream ends when its session does (looked at on every signal and heartbeat), when the client goes
//! away (the body is dropped), when newer streams of the session take its place, or when the program stops. It never prolongs the session.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use poem::http::{StatusCode, header};
use poem::{Body, Response};
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::events::{Listener, Signal};

/// Keeps proxies from closing a quiet stream, and notices clients that vanished.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// How long a browser waits before it connects again.
const RETRY: &str = "retry: 5000\n\n";

struct Open {
    app: Arc<App>,
    listener: Listener,
    greeted: bool,
}

impl Open {
    /// The next piece of the stream; `None` at its end.
    async fn next(&mut self) -> Option<String> {
        if !self.greeted {
            self.greeted = true;
            return Some(RETRY.to_owned());
        }
        let Listener { signals, ended, .. } = &mut self.listener;
        let heard = tokio::select! {
            _ = ended => return None,
            heard = tokio::time::timeout(HEARTBEAT, signals.recv()) => heard,
        };
        if !self.app.session_lives(&self.listener.session) {
            return None;
        }
        match heard {
            Err(_) => Some(": still here\n\n".to_owned()),
            Ok(Ok(signal)) => Some(event(signal)),
            // Some were missed: everything may have changed.
            Ok(Err(RecvError::Lagged(_))) => Some(Signal::ALL.map(event).concat()),
            Ok(Err(RecvError::Closed)) => None,
        }
    }
}

fn event(signal: Signal) -> String {
    format!("event: {}\ndata: 1\n\n", signal.name())
}

fn pieces(open: Open) -> impl Stream<Item = std::io::Result<Bytes>> + Send + 'static {
    stream::unfold(open, |mut open| async move { open.next().await.map(|text| (Ok(Bytes::from(text)), open)) })
}

/// The answer to a browser that listens.
pub fn respond(app: Arc<App>, listener: Listener) -> Response {
    let open = Open { app, listener, greeted: false };
    Response::builder()
        .status(StatusCode::OK)
        .content_type("text/event-stream; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        // nginx would otherwise hold the events back
        .header("x-accel-buffering", "no")
        .body(Body::from_bytes_stream(pieces(open)))
}
