//! Whether the program can do its work: the looks of `/readyz`, and what `gx-portal health` says in sentences.
//!
//! Invariants: a look takes no longer than it has to and changes nothing; a sentence names what is wrong and what to do.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{metrics, syslog};
use crate::app::App;
use crate::fault::Outcome;
use crate::op::Caller;
use crate::platform::mode::Mode;
use crate::store::{StoreError, Urgency};

/// One thing to look at, with what it is called in words.
pub struct Look {
    /// Its name on the wire.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// How long it may take.
    pub most: Duration,
    /// Looks.
    pub look: fn(&App) -> Result<(), String>,
}

/// Everything that is looked at.
pub const LOOKS: [Look; 3] = [
    // A snapshot, and a look into the folder of files.
    Look { name: "read", title: "读取数据", most: Duration::from_secs(1), look: read },
    // A commit on a slow disk may stand before the turn of the writer.
    Look { name: "write", title: "写入数据", most: Duration::from_secs(5), look: write },
    Look { name: "files", title: "文件目录", most: Duration::from_secs(1), look: files },
];

fn read(app: &App) -> Result<(), String> {
    app.store.read().map(drop).map_err(|error| error.to_string())
}

/// A turn of the writer that writes nothing, refused where ordinary writes are.
fn write(app: &App) -> Result<(), String> {
    let turn = app.store.submit::<(), StoreError>(Urgency::Ordinary, |_| Ok(()));
    turn.map_err(|error| error.to_string())?.wait().map_err(|error| error.to_string())
}

fn files(app: &App) -> Result<(), String> {
    app.blobs.is_writable().map_err(|error| error.to_string())
}

/// A backup of the job that is older is worth a sentence.
const BACKUP_AGE: i64 = 48 * 3_600_000;
const BACKUP: &str = "backup.run";
/// Less than so many times the reserve left is worth a sentence.
const ROOM: u64 = 4;

/// `gx-portal health`: `{ok, findings, facts}`.
///
/// # Errors
/// A store that can't be read at all.
pub fn report(app: &App) -> Outcome<Value> {
    let (mut findings, mut facts) = (Vec::new(), Vec::new());
    for look in &LOOKS {
        let began = Instant::now();
        let outcome = (look.look)(app);
        let took = began.elapsed();
        match outcome {
            Err(why) => findings.push(format!("{}失败：{why}", look.title)),
            Ok(()) if took > look.most => findings.push(format!("{}很慢：{} 毫秒", look.title, took.as_millis())),
            Ok(()) => facts.push(format!("{}正常，{} 毫秒", look.title, took.as_millis())),
        }
    }
    if app.events.is_closed() {
        findings.push("服务正在停止".into());
    }
    match app.modes.at(app.clock.now()) {
        None => facts.push("正常使用".into()),
        Some(running) => facts.push(format!(
            "{}：{}（恢复：gx-portal maintenance off）",
            if running.mode == Mode::Closed { "维护状态" } else { "只读状态" },
            running.text
        )),
    }
    let reserve = app.config.reserve_mib.value << 20;
    if let Some(free) = app.store.free_bytes() {
        let shown = format!("数据磁盘可用 {} MiB", free >> 20);
        match free < reserve.saturating_mul(ROOM) {
            true => findings.push(format!("{shown}，低于 {} MiB 时停止普通写入，请清理或扩容", reserve >> 20)),
            false => facts.push(shown),
        }
    }
    if app.store.reopenings() > 0 {
        findings.push(format!("磁盘出错后重新打开过数据库 {} 次，请检查磁盘和日志", app.store.reopenings()));
    }
    let (now, active) = app.read(&Caller::job("health"), |view| Ok((view.now, metrics::jobs(view)?)))?;
    match active.get(BACKUP) {
        Some(at) if now.0 - at.0 > BACKUP_AGE => {
            findings.push(format!("最近一次定时备份在 {}，请查看“定时任务”中的“每日备份”", at.to_text()));
        }
        Some(at) => facts.push(format!("最近一次定时备份 {}", at.to_text())),
        None => facts.push("还没有做过定时备份".into()),
    }
    if let Some(standing) = app.read(&Caller::job("health"), syslog::standing)? {
        match standing.sentence(now) {
            Some(sentence) => findings.push(sentence),
            None => facts.push(standing.fact()),
        }
    }
    facts.push(format!(
        "在线会话 {} 个，启动以来慢操作 {} 次（最多保留 200 次）",
        app.sessions.count(),
        app.slow.newest().len()
    ));
    Ok(json!({"ok": findings.is_empty(), "findings": findings, "facts": facts}))
}
