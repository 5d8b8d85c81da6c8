//! The audit log on a central log server (等保 集中审计): each row as a message of RFC 5424 over UDP, TCP or TLS.
//!
//! The audit log is the spool, so nothing waits in memory and a log server that is down for months loses nothing but what was
//! archived meanwhile, which it is told ([`record`]). Where it goes is start-up configuration (`config/syslog.rs`), not a
//! setting of the page: who may change settings shall not be able to turn his own traces off. What is sent: [`message`]; how,
//! and what syslog can't promise: [`line`], [`sender`].
//!
//! Deliberately absent: several log servers (a collector passes on), certificates of clients, RELP and other receipts, a
//! message for what is no row of the audit log.

pub mod check;
pub mod line;
pub mod message;
pub mod record;
pub mod sender;

use std::sync::Arc;

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

use self::record::Cursor;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, View};
use crate::platform::audit::{AuditAction, AuditHead};
use crate::product::{Memory, Start};
use crate::store::{Change, Reads, Record, key};

/// Rows that wait longer are worth a sentence, in milliseconds.
const LATE: i64 = 10 * 60_000;
/// A gap is shown for so long.
const GAP_SHOWN: i64 = 30 * 86_400_000;

#[derive(Debug, Default)]
struct Live {
    /// Whether there is a line, and since when that is so or not.
    connected: bool,
    since: Stamp,
    /// Why there was none the last time, for people and for the log, and when.
    error: String,
    cause: String,
    error_at: Stamp,
    /// How far it was sent; `None` where no sender runs.
    cursor: Option<Cursor>,
    /// Rows sent since the program started, those that were sent again too.
    total: u64,
}

/// How the sender fares, and what wakes it.
#[derive(Debug, Default)]
pub struct Feed {
    is_on: bool,
    wake: Notify,
    live: Mutex<Live>,
}

impl Memory for Feed {
    const NAME: &'static str = "syslog";
    fn open(start: &Start<'_>) -> Result<Self> {
        Ok(Self { is_on: start.config.syslog.destination.value.is_some(), ..Self::default() })
    }
    fn observe(&self, changes: &[Change]) {
        let concerns = |change: &Change| change.table == AuditHead::TABLE || change.table == Cursor::TABLE;
        if self.is_on && changes.iter().any(concerns) {
            self.wake.notify_one();
        }
    }
}

impl Feed {
    /// Comes back when there may be something to send.
    async fn news(&self) {
        self.wake.notified().await;
    }

    fn connected(&self, now: Stamp) {
        let mut live = self.live.lock();
        if !live.connected || live.since == Stamp(0) {
            tracing::info!("syslog: the log server is connected");
            (live.connected, live.since) = (true, now);
        }
    }

    /// Says so in the log once for each reason, not for each try.
    fn broken(&self, now: Stamp, fault: &AppError) {
        let mut live = self.live.lock();
        let cause = fault.cause.clone().unwrap_or_default();
        if live.connected || live.cause != cause {
            tracing::warn!(cause, "syslog: no line to the log server");
        }
        if live.connected || live.since == Stamp(0) {
            (live.connected, live.since) = (false, now);
        }
        (live.error, live.cause, live.error_at) = (fault.message.to_string(), cause, now);
    }

    fn at(&self, cursor: &Cursor) {
        self.live.lock().cursor = Some(cursor.clone());
    }

    fn sent(&self, cursor: &Cursor, messages: usize) {
        let mut live = self.live.lock();
        live.total += messages as u64;
        live.cursor = Some(cursor.clone());
    }
}

/// How the log server is told of the audit log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SyslogOut")]
pub struct Standing {
    /// The log server.
    pub destination: String,
    /// Whether there is a line to it. Of datagrams nobody knows more than that they can be sent.
    pub connected: bool,
    /// Since when that is so or not; empty = not tried yet.
    pub since: String,
    /// Number of the newest row that was sent.
    pub sent_id: u64,
    /// When it was sent, or the log server was named first.
    pub sent_time: String,
    /// Rows that wait.
    pub waiting: u64,
    /// When the oldest of them was written; empty = none waits.
    pub oldest_time: String,
    /// Why there was no line the last time; empty = there always was.
    pub error: String,
    /// When that was.
    pub error_time: String,
    /// Rows that it never got, in words; empty = none in the last month.
    pub gap: String,
    /// When that was found.
    pub gap_time: String,
    /// Rows sent since the program started.
    #[serde(skip)]
    pub total: u64,
    /// The moment of `sent_time`.
    #[serde(skip)]
    pub sent_at: Stamp,
    /// That of `oldest_time`.
    #[serde(skip)]
    pub oldest: Option<Stamp>,
    /// The error as the log has it.
    #[serde(skip)]
    pub cause: String,
}

fn shown(at: Stamp) -> String {
    if at == Stamp(0) { String::new() } else { at.to_text() }
}

/// How it fares; `None` when nothing is to be sent.
///
/// # Errors
/// A store that can't be read.
pub fn standing(view: &View) -> Result<Option<Standing>> {
    let Some(to) = &view.app.config.syslog.destination.value else { return Ok(None) };
    let destination = to.to_string();
    let feed = view.app.state::<Feed>()?;
    let (head, stored) = (record::head(view.tx)?, view.tx.get::<Cursor>(&key().str(&destination))?);
    let live = feed.live.lock();
    let cursor = live.cursor.clone().or(stored).unwrap_or(Cursor { sent: head, ..Cursor::default() });
    let waiting = head.saturating_sub(cursor.sent);
    let oldest = if waiting > 0 { record::oldest(view, cursor.sent)? } else { None };
    let is_recent = view.now.0.saturating_sub(cursor.gap_at.0) < GAP_SHOWN;
    let (gap, gap_time) = if is_recent { (cursor.gap, shown(cursor.gap_at)) } else { Default::default() };
    Ok(Some(Standing {
        destination,
        connected: live.connected,
        since: shown(live.since),
        sent_id: cursor.sent,
        sent_time: shown(cursor.at),
        waiting,
        oldest_time: oldest.map(Stamp::to_text).unwrap_or_default(),
        error: live.error.clone(),
        error_time: shown(live.error_at),
        gap,
        gap_time,
        total: live.total,
        sent_at: cursor.at,
        oldest,
        cause: live.cause.clone(),
    }))
}

impl Standing {
    /// How long the oldest row waits, in milliseconds.
    pub fn late(&self, now: Stamp) -> i64 {
        self.oldest.map_or(0, |oldest| now.0.saturating_sub(oldest.0).max(0))
    }

    /// What an administrator should act on.
    pub fn sentence(&self, now: Stamp) -> Option<String> {
        if self.late(now) <= LATE {
            return None;
        }
        let why = if self.connected || self.error.is_empty() { String::new() } else { format!("（{}）", self.error) };
        Some(format!(
            "审计日志没有送到日志服务器 {}：{} 条等待发送，最早的在 {}{why}；恢复后自动补发",
            self.destination, self.waiting, self.oldest_time
        ))
    }

    /// For who asks how the program is.
    pub fn fact(&self) -> String {
        let state = if self.connected { "已连接" } else { "未连接" };
        format!("审计日志转发 {}：{state}，已发送到第 {} 号，{} 条等待", self.destination, self.sent_id, self.waiting)
    }

    /// For the support bundle, whose reader knows no Chinese.
    pub fn facts(&self) -> Value {
        json!({
            "destination": self.destination, "connected": self.connected, "since": self.since, "sent": self.sent_id,
            "sentAt": self.sent_time, "waiting": self.waiting, "oldest": self.oldest_time, "cause": self.cause,
            "causeAt": self.error_time, "gapAt": self.gap_time,
        })
    }
}

/// Where a log server begins to be told, written down if it is new; `None` when there is none.
fn begin(app: &Arc<App>) -> Result<Option<Cursor>> {
    let Some(to) = &app.config.syslog.destination.value else { return Ok(None) };
    let (destination, now) = (to.to_string(), app.clock.now());
    Ok(Some(app.store.write(move |tx| record::begun(tx, &destination, now))?))
}

/// When the program starts: a log server that is new is told what comes from now on, whether it answers or not.
///
/// # Errors
/// None: a full disk shall keep nobody from starting; the sender tries again.
pub fn at_start(app: &Arc<App>) -> Result<()> {
    if let Err(fault) = begin(app) {
        tracing::warn!(cause = fault.cause, "syslog: the place in the audit log could not be written");
    }
    Ok(())
}

/// `gx-portal syslog resend`: `{destination, rows}`.
///
/// # Errors
/// No log server; a number that no row has, or no longer.
pub fn resend(app: &Arc<App>, os_user: &str, from: u64) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "syslog resend"));
    let to = app.config.syslog.destination.value.as_ref().map(ToString::to_string);
    let to = to.ok_or_else(|| AppError::refused("没有配置日志服务器；在启动配置中写明 syslog 并重启服务后即可使用"))?;
    let destination = to.clone();
    let rows =
        app.act(&caller, "日志转发", AuditAction::Other, move |op| record::resend(op, &destination, from))?;
    Ok(json!({"destination": to, "rows": rows}))
}
