//! Signals that the server obeys: stop (SIGTERM, SIGINT) and reload (SIGHUP).
//!
//! Invariant: who tells that the server is ready has begun to hear before; whatever ends a program by default would
//! otherwise cut it off in that moment instead of stopping it.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::error::{AppError, Result};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignalRequest {
    /// Finish what runs and end.
    Stop,
    /// Read certificate and log files again.
    Reload,
}

/// One listener; each hears every signal that comes after it was made.
#[derive(Debug)]
pub struct Signals {
    term: Signal,
    int: Signal,
    hup: Signal,
}

impl Signals {
    /// Begins to hear, within the runtime. An error is the system's refusal to register a handler.
    pub fn listen() -> Result<Self> {
        let open = |kind| signal(kind).map_err(AppError::internal);
        Ok(Self {
            term: open(SignalKind::terminate())?,
            int: open(SignalKind::interrupt())?,
            hup: open(SignalKind::hangup())?,
        })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) -> SignalRequest {
        tokio::select! {
            _ = self.term.recv() => SignalRequest::Stop,
            _ = self.int.recv() => SignalRequest::Stop,
            _ = self.hup.recv() => SignalRequest::Reload,
        }
    }

    /// Waits until the server is asked to stop.
    pub async fn stop(&mut self) {
        while self.next().await != SignalRequest::Stop {}
    }
}
