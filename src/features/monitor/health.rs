//! Whether the program can do its work: the looks of `/readyz`, and what `gx-portal health` says in sentences.
//!
//! Invariants: a look takes no longer than it has to and changes nothing; a sentence names what is wrong and what to do.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::job::outcome;
use super::{attention, syslog};
use crate::app::App;
use crate::error::Result;
use crate::op::Caller;
use crate::platform::mode::Mode;
use crate::store::{StoreError, Urgency};
use crate::upkeep::upgrade;

/// One thing to look at, with what it is called in words.
pub struct Look {
    /// Its name on the wire.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// How long it may take.
    pub most: Duration,
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

/// `gx-portal health`: `{ok, findings, facts, door}`.
///
/// # Errors
/// A store that can't be read at all.
pub fn report(app: &App) -> Result<Value> {
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
    if app.store.reopenings() > 0 {
        findings.push(format!("磁盘出错后重新打开过数据库 {} 次，请检查磁盘和日志", app.store.reopenings()));
    }
    let caller = Caller::job("health");
    let (needs, jobs, standing) =
        app.read(&caller, |view| Ok((attention::list(view)?, outcome::all(view)?, syslog::standing(view)?)))?;
    let is_well = |subject: &str| !needs.iter().any(|need| need.subject == subject);
    if let Some(free) = app.store.free_bytes().filter(|_| is_well("disk")) {
        facts.push(format!("数据磁盘可用 {} MiB", free >> 20));
    }
    if is_well("job:backup.run") {
        facts.push(match jobs.get("backup.run").and_then(|job| job.ended_well) {
            Some(at) => format!("最近一次定时备份 {}", at.to_text()),
            None => "还没有做过定时备份".into(),
        });
    }
    facts.extend(standing.filter(|_| is_well("syslog")).map(|standing| standing.fact()));
    findings.extend(needs.into_iter().map(|need| format!("{}。{}", need.sentence, need.act)));
    facts.push(format!(
        "在线会话 {} 个，启动以来慢操作 {} 次（最多保留 200 次）",
        app.sessions.count(),
        app.slow.newest().len()
    ));
    let copies = upgrade::bytes(&app.paths);
    if copies > 0 {
        facts.push(format!("升级留下的数据副本 {} MiB（gx-portal upgrade status）", copies.div_ceil(1 << 20)));
    }
    Ok(json!({"ok": findings.is_empty(), "findings": findings, "facts": facts, "door": app.door.get()}))
}
