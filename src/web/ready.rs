//! `/readyz`: whether the next request would be answered, for load balancers and monitors.
//!
//! Invariants: a stranger learns one word; what is looked at is looked at once a second at most, whoever asks; a probe that
//! does not come back counts as a failure and holds nobody up. `/healthz` says only that the process answers: a full disk is
//! a reason to send nobody here, not to start the program again.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use poem::http::{StatusCode, header};
use poem::{Request, Response};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::app::App;
use crate::features::monitor::health::{LOOKS, Look};

/// An answer that is younger counts.
const FRESH: Duration = Duration::from_secs(1);
/// One thing that was looked at.
#[derive(Debug, Clone, Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    milliseconds: u64,
    /// What is wrong, in words; empty when nothing is.
    message: String,
}

/// Everything that was looked at.
#[derive(Debug, Clone, Serialize)]
struct Standing {
    ready: bool,
    /// `open`, `readonly` or `closed`.
    mode: &'static str,
    checks: Vec<Check>,
}

/// Looks, and remembers what it saw.
pub struct Probe {
    app: Arc<App>,
    seen: Mutex<Option<(Instant, Standing)>>,
}

impl Probe {
    /// One of an application.
    pub fn of(app: &Arc<App>) -> Self {
        Self { app: app.clone(), seen: Mutex::new(None) }
    }

    /// The answer: 200 or 503, with what was looked at for who sits at this machine.
    pub async fn answer(&self, request: &Request) -> Response {
        let standing = self.standing().await;
        let status = if standing.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        let answer = Response::builder().status(status).header(header::CACHE_CONTROL, "no-store");
        match is_here(request).then(|| serde_json::to_string(&standing)) {
            Some(Ok(told)) => answer.content_type("application/json; charset=utf-8").body(told),
            _ => answer.content_type("text/plain").body(if standing.ready { "ready" } else { "not ready" }),
        }
    }

    async fn standing(&self) -> Standing {
        let mut seen = self.seen.lock().await;
        // A stop is told at once: nobody is sent here any more while the last requests are answered.
        let is_stopping = self.app.events.is_closed();
        if let Some((at, standing)) = seen.as_ref()
            && at.elapsed() < FRESH
            && !is_stopping
        {
            return standing.clone();
        }
        let mut checks =
            vec![said("running", Instant::now(), if is_stopping { Err("正在停止".into()) } else { Ok(()) })];
        for look in &LOOKS {
            checks.push(timed(look, self.app.clone()).await);
        }
        let mode = self.app.modes.at(self.app.clock.now()).map_or("open", |running| running.mode.word());
        let standing = Standing { ready: checks.iter().all(|check| check.ok), mode, checks };
        *seen = Some((Instant::now(), standing.clone()));
        standing
    }
}

async fn timed(at: &'static Look, app: Arc<App>) -> Check {
    let began = Instant::now();
    let looking = tokio::task::spawn_blocking(move || (at.look)(&app));
    let outcome = match tokio::time::timeout(at.most, looking).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("{} 秒内没有完成", at.most.as_secs())),
    };
    said(at.name, began, outcome)
}

fn said(name: &'static str, began: Instant, outcome: Result<(), String>) -> Check {
    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Check { name, ok: outcome.is_ok(), milliseconds, message: outcome.err().unwrap_or_default() }
}

/// Whether somebody at this machine asks, and not a proxy on it for somebody else.
fn is_here(request: &Request) -> bool {
    let peer = request.remote_addr().as_socket_addr().map(|address| address.ip());
    let passed_on = ["x-forwarded-for", "forwarded", "x-real-ip"];
    peer.is_some_and(|peer: IpAddr| peer.to_canonical().is_loopback())
        && passed_on.iter().all(|name| request.header(name).is_none_or(str::is_empty))
}
