//! What the service manager is told (`sd_notify`): ready, reloading, stopping, alive.
//!
//! Invariants: without `NOTIFY_SOCKET` nothing is sent; a manager that does not listen costs nothing and stops nobody. The
//! watchdog is answered by a plain thread, and only while the async runtime comes back within [`RUNTIME`] and the scheduler
//! lives. **A slow disk is no reason to be killed**: a restart would open the same disk. The writer counts only when one
//! batch has taken [`WRITER`].
//!
//! Deliberately absent: a crate for it. The protocol is lines in a datagram.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use crate::app::App;
use crate::error::Result;
use crate::features::monitor::job::board::Board;
use crate::web::signals::{SignalRequest, Signals};

/// How soon the async runtime must come back.
pub const RUNTIME: Duration = Duration::from_secs(10);
/// How long one batch of the writer may take before the process is given up.
pub const WRITER: Duration = Duration::from_secs(600);
/// How much longer the manager waits each time while data are opened, and how often that is said.
const LONGER: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(15));
/// Opening that takes longer than this is given up by the manager's own limit.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The way to the service manager; leads nowhere when there is none.
#[derive(Debug, Default)]
pub struct Manager(Option<UnixDatagram>);

impl Manager {
    /// The manager that started this process, if one wants to be told.
    pub fn of_environment() -> Self {
        let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return Self(None) };
        let name = std::os::unix::ffi::OsStrExt::as_bytes(name.as_os_str());
        let address = match name {
            [b'@', rest @ ..] => SocketAddr::from_abstract_name(rest),
            path => SocketAddr::from_pathname(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(path)),
        };
        let socket = address.and_then(|address| {
            let socket = UnixDatagram::unbound()?;
            socket.connect_addr(&address)?;
            // A manager that does not read holds nobody up.
            socket.set_nonblocking(true)?;
            Ok(socket)
        });
        Self(socket.inspect_err(|error| tracing::warn!(%error, "the service manager can't be told anything")).ok())
    }

    pub fn say(&self, lines: &str) {
        if let Some(socket) = &self.0
            && let Err(error) = socket.send(lines.as_bytes())
        {
            tracing::debug!(%error, "the service manager did not listen");
        }
    }

    /// Asks for more time until the answer is dropped; for opening data, which may have to be brought up to date.
    pub fn extend(self: &Arc<Self>) -> Opening {
        let (end, ended) = mpsc::channel::<()>();
        self.say("STATUS=正在打开数据");
        let manager = self.clone();
        let asking = move || {
            let began = Instant::now();
            while began.elapsed() < LONGEST {
                manager.say(&format!("EXTEND_TIMEOUT_USEC={}", LONGER.0.as_micros()));
                if ended.recv_timeout(LONGER.1) != Err(mpsc::RecvTimeoutError::Timeout) {
                    break;
                }
            }
        };
        let is_listening = self.0.is_some();
        let thread = is_listening.then(|| std::thread::Builder::new().name("opening".into()).spawn(asking));
        Opening { end: Some(end), thread: thread.and_then(Result::ok) }
    }
}

/// Data are being opened; dropping it ends that.
#[derive(Debug)]
pub struct Opening {
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Opening {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// How often the manager wants to hear from this process; `None` when it does not.
fn watched() -> Option<Duration> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let own = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
    number("WATCHDOG_USEC").filter(|microseconds| own && *microseconds > 0).map(Duration::from_micros)
}

/// Why the process should be started again, if it should.
fn given_up(runtime_answers: bool, scheduler_lives: bool, batch: Option<Duration>) -> Option<&'static str> {
    match batch {
        _ if !runtime_answers => Some("异步运行时没有应答"),
        _ if !scheduler_lives => Some("任务调度已停止"),
        Some(taken) if taken >= WRITER => Some("写入长时间没有进展"),
        _ => None,
    }
}

/// Whether the runtime gets to a task in time.
fn answers(runtime: &Handle) -> bool {
    let (come, back) = mpsc::channel();
    runtime.spawn(async move {
        let _ = come.send(());
    });
    back.recv_timeout(RUNTIME).is_ok()
}

/// Answers the watchdog, if there is one, on a thread of its own. Ends with the program.
fn stay_alive(app: &Arc<App>, manager: &Arc<Manager>) {
    let Some(every) = watched() else { return };
    let (app, manager, runtime) = (Arc::downgrade(app), manager.clone(), Handle::current());
    let work = move || {
        let mut told = false;
        while let Some(app) = app.upgrade() {
            // A program that stops has its own limit.
            let stopping = app.events.is_closed();
            let lives = app.state::<Board>().is_ok_and(|board| board.lives());
            let why = given_up(answers(&runtime), lives || stopping, app.store.pulse().busy_for());
            drop(app);
            match why {
                None => {
                    manager.say("WATCHDOG=1");
                    told = false;
                }
                Some(why) if !told => {
                    tracing::error!(why, "the watchdog is not answered any more");
                    manager.say(&format!("STATUS=没有应答看门狗：{why}"));
                    told = true;
                }
                Some(_) => {}
            }
            std::thread::sleep(every / 3);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("watchdog".into()).spawn(work) {
        tracing::error!(%error, "the watchdog can't be answered");
    }
}

/// Tells the manager that everything is up, and what comes later: reloading (SIGHUP), stopping (SIGTERM, SIGINT). Called
/// within the runtime.
pub fn attend(app: &Arc<App>, manager: &Arc<Manager>, url: &str) -> Result<()> {
    let mut signals = Signals::listen()?;
    let running = format!("READY=1\nSTATUS=运行中，{url}");
    manager.say(&running);
    stay_alive(app, manager);
    let (app, manager) = (app.clone(), manager.clone());
    tokio::spawn(async move {
        while signals.next().await == SignalRequest::Reload {
            manager.say("RELOADING=1\nSTATUS=正在重新载入");
            let reloading = app.clone();
            if let Err(error) = tokio::task::spawn_blocking(move || reloading.reloads.run()).await {
                tracing::error!(%error, "reloading failed");
            }
            manager.say(&running);
        }
        manager.say("STOPPING=1\nSTATUS=正在停止");
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_disk_is_no_reason_to_be_killed() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(given_up(true, true, None), None);
        assert_eq!(given_up(true, true, seconds(599)), None);
        assert!(given_up(true, true, seconds(600)).is_some());
        assert!(given_up(false, true, None).is_some() && given_up(true, false, None).is_some());
    }

    #[test]
    fn without_a_manager_nothing_is_sent() {
        let manager = Arc::new(Manager::default());
        manager.say("READY=1");
        drop(manager.extend());
    }
}
