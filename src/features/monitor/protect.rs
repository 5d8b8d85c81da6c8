//! 数据保护: how the repositories stand, and what is done with them by a button or a schedule.
//!
//! Deliberately absent: making a repository, because its recovery codes are shown once, at a terminal; restoring.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::config::operation::Switch;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, View};
use crate::platform::protection;
use crate::product::{Job, JobSeed};
use crate::route::{AuditAction, Data, Method, Nothing, Route, Text, in_portions, read};
use crate::store::journal::{self, State};
use crate::upkeep::protect::acts::{self, RepositoryAct, RepositoryCheck};
use crate::upkeep::protect::look::{self, RepositoryOut};
use crate::upkeep::protect::{self, Extent};

/// A night reads one part of so many.
const PARTS: u8 = 7;
const DAY: i64 = 86_400_000;
/// Targets of the two jobs: how they fare is told by what they find, not by their runs.
pub const TOLD_BY_CHECKS: [&str; 2] = [VERIFY.key, DRILL.key];

pub(super) const VERIFY: Job = Job {
    key: "protectVerify.run",
    title: "备份核对",
    about: "重新读取备份仓库七分之一的内容、文件和变更日志，一周核对全部；上次没有通过时核对全部。没有建立备份仓库时什么也不做",
    run: verify,
    protects: true,
    seed: Some(JobSeed { id: 12, name: "备份核对", cron: "0 30 2 * * ?", active: true, remark: "每天 02:30" }),
};

pub(super) const DRILL: Job = Job {
    key: "protectDrill.run",
    title: "恢复演练",
    about: "把备份仓库的最新状态恢复到临时目录，与现用数据逐表核对，报告留在备份仓库中。没有建立备份仓库时什么也不做",
    run: drill,
    protects: true,
    seed: Some(JobSeed {
        id: 13, name: "恢复演练", cron: "0 0 5 ? * SUN", active: true, remark: "每周日 05:00"
    }),
};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let begin = |path, begin, act: RepositoryAct, title| {
        in_portions(Method::Post, path, begin, |_, said: String| Ok(Text(said)))
            .perm("monitor:protect:run")
            .audit(act.title(), AuditAction::Other)
            .titled(title)
    };
    vec![
        read("/monitor/protect", show).perm("monitor:protect:list").titled("数据保护"),
        begin("/monitor/protect/base", begin_base, RepositoryAct::Base, "立即完整备份"),
        begin("/monitor/protect/verify", begin_verify, RepositoryAct::Verify, "立即核对备份"),
        begin("/monitor/protect/drill", begin_drill, RepositoryAct::Drill, "立即演练恢复"),
    ]
}

fn begin_base(app: &Arc<App>, caller: &Arc<Caller>, _: Nothing) -> Result<String> {
    begin(app, caller, RepositoryAct::Base)
}

fn begin_verify(app: &Arc<App>, caller: &Arc<Caller>, _: Nothing) -> Result<String> {
    begin(app, caller, RepositoryAct::Verify)
}

fn begin_drill(app: &Arc<App>, caller: &Arc<Caller>, _: Nothing) -> Result<String> {
    begin(app, caller, RepositoryAct::Drill)
}

fn begin(app: &Arc<App>, caller: &Arc<Caller>, act: RepositoryAct) -> Result<String> {
    // Refused before it begins: the row of the wish is written afterwards.
    if let Some(running) = app.modes.at(app.clock.now()).filter(|running| running.is_read_only()) {
        return Err(running.refusal());
    }
    acts::begin(app, caller, act)?;
    Ok(format!("{}已在后台开始", act.title()))
}

/// How a target fared the last time.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckOut {
    /// What was done.
    pub act: RepositoryAct,
    /// Folder of the repository.
    pub target: String,
    /// The last time: `yyyy-MM-dd HH:mm:ss`; absent: never yet.
    pub at: Option<String>,
    /// Whether it ended well.
    pub ok: bool,
    /// What was found, as a sentence.
    pub sentence: String,
    /// Who asked for it.
    pub by: String,
    /// How long it took.
    pub milliseconds: u64,
}

/// What is being done with the repositories.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningOut {
    /// What people call it.
    pub title: String,
    /// Who asked for it.
    pub by: String,
    /// Since when: `yyyy-MM-dd HH:mm:ss`
    pub since: String,
    /// The target that it is at.
    pub target: String,
    /// Targets that are done.
    pub done: usize,
    /// Targets that there are.
    pub total: usize,
}

/// How the last one since the start of the program ended.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedOut {
    /// When, as `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// Whether it ended well.
    pub ok: bool,
    /// What came of it, as a sentence.
    pub sentence: String,
}

/// The journal of the box.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalOut {
    /// Whether the configuration has it on.
    pub on: bool,
    /// Whether it pauses because there is no room for it.
    pub resting: bool,
    /// Whether ordinary writes wait for a repository that takes it.
    pub full: bool,
    /// Place of the newest operation.
    pub place: String,
    /// Time of the newest operation: `yyyy-MM-dd HH:mm:ss`
    pub newest_at: String,
    /// Size of its files.
    pub bytes: u64,
    /// Size that they may have.
    pub limit: u64,
}

/// The page.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtectOut {
    /// Whether repositories were made.
    pub made: bool,
    /// What can be returned to, as a sentence.
    pub sentence: String,
    /// What to do about data that were brought back; absent: nothing.
    pub paused: Option<String>,
    /// The data folder, for the commands.
    pub data: String,
    /// Version of the program.
    pub version: String,
    /// The journal of the box.
    pub journal: JournalOut,
    /// The targets; empty before repositories were made.
    pub targets: Vec<RepositoryOut>,
    /// How each fared the last time.
    pub checks: Vec<CheckOut>,
    /// What is being done with them now; absent: nothing.
    pub running: Option<RunningOut>,
    /// What was done last since the program started.
    pub ended: Option<EndedOut>,
}

pub fn show(view: &View, _: Nothing) -> Result<Data<ProtectOut>> {
    let app = view.app;
    let made = protect::is_made(&app.paths);
    let targets = if made { look::look(app, view.tx)? } else { Vec::new() };
    let running = app.protection.running().map(|running| RunningOut {
        title: running.title.to_owned(),
        by: running.by,
        since: running.since.to_text(),
        target: running.target.display().to_string(),
        done: running.done,
        total: running.total,
    });
    let ended = app.protection.ended();
    Ok(Data(ProtectOut {
        made,
        sentence: sentence(made, &targets),
        paused: protect::paused(app).map(str::to_owned),
        data: app.paths.root.display().to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        journal: of_journal(view)?,
        targets,
        checks: acts::checks(app, view.tx)?.into_iter().map(check_out).collect(),
        running,
        ended: ended.map(|ended| EndedOut { at: ended.at.to_text(), ok: ended.is_well, sentence: ended.sentence }),
    }))
}

fn check_out(check: RepositoryCheck) -> CheckOut {
    CheckOut {
        act: check.act,
        target: check.target,
        at: check.at.map(Stamp::to_text),
        ok: check.is_well,
        sentence: check.sentence,
        by: check.by,
        milliseconds: check.milliseconds,
    }
}

/// What can be returned to: that of the target that reaches back furthest among those that can be restored from.
fn sentence(made: bool, targets: &[RepositoryOut]) -> String {
    let reach = targets.iter().filter(|target| target.ok).filter_map(|target| target.windows.first());
    match reach.min_by(|a, b| a.from.cmp(&b.from)) {
        Some(window) => format!("可恢复到 {} 之后的任意一次操作", window.from),
        None if made => "现在不能恢复到任意一次操作：没有可用的备份仓库，或还没有完整备份".to_owned(),
        None => "还没有建立备份仓库：磁盘损坏时只能恢复到最近一次备份".to_owned(),
    }
}

fn of_journal(view: &View) -> Result<JournalOut> {
    let app = view.app;
    let head = journal::head(view.tx)?;
    let granted = || protection::spool_bytes(app.config.protect.spool_mib.value, &app.paths);
    let files = std::fs::read_dir(app.paths.journal()).into_iter().flatten().flatten();
    Ok(JournalOut {
        on: app.config.protect.journal.value == Switch::On,
        resting: head.is_some_and(|head| head.state == State::Resting),
        full: app.store.is_journal_full(),
        place: head.map_or_else(String::new, |head| head.mark.place.to_string()),
        newest_at: head.map_or_else(String::new, |head| Stamp(head.mark.at).to_text()),
        bytes: files.filter_map(|file| Some(file.metadata().ok()?.len())).sum(),
        limit: app.store.journal_limit().unwrap_or_else(granted),
    })
}

/// Why a job has nothing to do.
fn idle(app: &App) -> Option<String> {
    if !protect::is_made(&app.paths) {
        return Some("还没有建立备份仓库，没有执行".to_owned());
    }
    protect::paused(app).map(|why| format!("没有执行：{why}"))
}

fn verify(app: &Arc<App>, key: &'static str) -> Result<String> {
    let checks = acts::checks(app, &app.store.read()?)?;
    let was_well = !checks.iter().any(|check| check.act == RepositoryAct::Verify && !check.is_well);
    let part = u8::try_from(app.clock.now().0.div_euclid(DAY).rem_euclid(i64::from(PARTS))).unwrap_or(0);
    run(app, key, RepositoryAct::Verify, if was_well { Extent::Part(part, PARTS) } else { Extent::All })
}

fn drill(app: &Arc<App>, key: &'static str) -> Result<String> {
    run(app, key, RepositoryAct::Drill, Extent::All)
}

fn run(app: &Arc<App>, key: &'static str, act: RepositoryAct, extent: Extent) -> Result<String> {
    if let Some(why) = idle(app) {
        return Ok(why);
    }
    if let Some(other) = app.protection.running() {
        return Ok(format!("没有执行：正在进行{}（自 {} 起）", other.title, other.since.to_text()));
    }
    let found = acts::perform(app, &Arc::new(Caller::job(key)), act, extent)?;
    let said = app.protection.ended().map(|ended| ended.sentence).unwrap_or_default();
    if found["ok"] == true { Ok(said) } else { Err(AppError::refused(said)) }
}
