//! Full copies, verifications and drills: asked for by a schedule, a button or the command line, done in one way.
//!
//! Invariants: one at a time in an installation; each target is tried, whatever happened to the one before; how it fared is
//! stored ([`RepositoryCheck`]), so 需要处理 knows it after a restart and without asking a drive that may hang.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::examine::{Extent, examine};
use super::repository::Repository;
use super::shipper::Shipper;
use super::vault::Vault;
use super::{drill, targets, vault, writing};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op, Who};
use crate::platform::audit::{AuditAction, Entry};
use crate::platform::protection::{Ended, Running};
use crate::store::{Keeping, Key, Pending, RawRead, Reads as _, Record, Urgency, Writer, key};

/// Findings that are stored of a target.
const NAMED: usize = 5;

/// What is done with the repositories, beside bringing them up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RepositoryAct {
    /// A full copy.
    Base,
    /// Everything is read again.
    Verify,
    /// The newest state is restored into scratch space and compared.
    Drill,
}

impl RepositoryAct {
    /// What people call it, in the audit log too.
    pub fn title(self) -> &'static str {
        match self {
            Self::Base => "完整备份",
            Self::Verify => "备份核对",
            Self::Drill => "恢复演练",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Verify => "verify",
            Self::Drill => "drill",
        }
    }
}

/// How a target fared the last time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepositoryCheck {
    pub act: RepositoryAct,
    pub target: String,
    /// Since when it is waited for: the first time that it was known to be due.
    pub since: Stamp,
    /// The last time; `None` = never yet.
    pub at: Option<Stamp>,
    pub is_well: bool,
    /// What was found, in words.
    pub sentence: String,
    /// Since when each time failed.
    pub failing_since: Option<Stamp>,
    pub well_at: Option<Stamp>,
    pub by: String,
    pub milliseconds: u64,
}

impl Record for RepositoryCheck {
    const TABLE: &'static str = "protect_check";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(self.act.name()).str(&self.target)
    }
}

impl RepositoryCheck {
    fn never(act: RepositoryAct, target: &str, now: Stamp) -> Self {
        Self {
            act,
            target: target.to_owned(),
            since: now,
            at: None,
            is_well: true,
            sentence: String::new(),
            failing_since: None,
            well_at: None,
            by: String::new(),
            milliseconds: 0,
        }
    }
}

/// Who asks, as reports name him.
fn asker(caller: &Caller) -> String {
    match &caller.who {
        Who::Job(_) => "定时任务".to_owned(),
        Who::Console(user) => format!("命令行（{user}）"),
        Who::Anonymous | Who::Person { .. } => caller.name(),
    }
}

/// The turn to work with the repositories.
struct Turn {
    app: Arc<App>,
    caller: Arc<Caller>,
    act: RepositoryAct,
    vault: Arc<Vault>,
    ended: Option<(bool, String)>,
}

impl Turn {
    fn take(app: &Arc<App>, caller: &Arc<Caller>, act: RepositoryAct) -> Result<Self> {
        let vault = if act == RepositoryAct::Verify { vault(app)?.0 } else { writing(app)? };
        let running = Running {
            title: act.title(),
            by: asker(caller),
            since: app.clock.now(),
            target: PathBuf::new(),
            done: 0,
            total: targets(app).len(),
        };
        app.protection.begin(running).map_err(|other| {
            AppError::refused(format!(
                "正在进行{}（{}，自 {} 起），请等待结束后再试",
                other.title,
                other.by,
                other.since.to_text()
            ))
        })?;
        Ok(Self { app: app.clone(), caller: caller.clone(), act, vault, ended: None })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let (is_well, sentence) = self.ended.take().unwrap_or_else(|| (false, "中断，原因见服务日志".to_owned()));
        let ended = Ended { title: self.act.title(), at: self.app.clock.now(), is_well, sentence };
        self.app.protection.end(ended);
    }
}

/// Does it and waits: `{ok, targets: [{path, ok, faults, …}], notLogged}`.
///
/// # Errors
/// No repository yet, another one at work; what is wrong with a target is in the answer.
pub fn perform(app: &Arc<App>, caller: &Arc<Caller>, act: RepositoryAct, extent: Extent) -> Result<Value> {
    work(&mut Turn::take(app, caller, act)?, extent)
}

/// Begins it on a thread of its own.
///
/// # Errors
/// No repository yet, another one at work, no thread to be had.
pub fn begin(app: &Arc<App>, caller: &Arc<Caller>, act: RepositoryAct) -> Result<()> {
    let mut turn = Turn::take(app, caller, act)?;
    let run = move || {
        if let Err(fault) = work(&mut turn, Extent::All) {
            tracing::error!(cause = fault.cause, message = %fault.message, "work with repositories failed");
        }
    };
    std::thread::Builder::new().name("protect-act".into()).spawn(run).map(drop).map_err(AppError::internal)
}

fn work(turn: &mut Turn, extent: Extent) -> Result<Value> {
    let (app, act) = (turn.app.clone(), turn.act);
    let by = asker(&turn.caller);
    let (mut found, mut checks, began) = (Vec::new(), Vec::new(), Instant::now());
    for (done, path) in targets(&app).into_iter().enumerate() {
        app.protection.at(&path, done);
        let at = Instant::now();
        let answer = of_target(turn, &path, extent, &by);
        let answer =
            answer.unwrap_or_else(|fault| json!({"path": path, "ok": false, "faults": [fault.message.into_owned()]}));
        checks.push(check(act, &path, &answer, &by, at, app.clock.now()));
        found.push(answer);
    }
    let is_well = checks.iter().all(|check| check.is_well);
    turn.ended = Some((is_well, sentence(act, &checks)));
    let not_logged = note(turn, checks, began);
    Ok(json!({"ok": is_well, "targets": found, "notLogged": not_logged}))
}

fn of_target(turn: &Turn, path: &Path, extent: Extent, by: &str) -> Result<Value> {
    let (app, vault) = (&turn.app, &turn.vault);
    let repository = Repository::open(path, vault.clone())?;
    match turn.act {
        RepositoryAct::Verify => examine(&repository, extent),
        RepositoryAct::Base => {
            let manifest = Shipper::new(repository)?.base_now(app)?;
            Ok(
                json!({"path": path, "ok": true, "base": manifest.place().to_string(), "at": Stamp(manifest.at).to_text(),
                      "bytes": manifest.bytes, "files": manifest.files.len()}),
            )
        }
        RepositoryAct::Drill => {
            let mut shipper = Shipper::new(Repository::open(path, vault.clone())?)?;
            drill::drill(app, &repository, by, &mut || shipper.step(app).map(drop))
        }
    }
}

fn check(act: RepositoryAct, path: &Path, answer: &Value, by: &str, began: Instant, now: Stamp) -> RepositoryCheck {
    let is_well = answer.get("ok") == Some(&json!(true));
    let number = |field: &str| answer.get(field).and_then(Value::as_u64).unwrap_or(0);
    let faults: Vec<&str> =
        answer.get("faults").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let named = faults.iter().take(NAMED).copied().collect::<Vec<_>>().join("；");
    let sentence = match act {
        _ if faults.len() > NAMED => format!("{named}……共 {} 处", faults.len()),
        _ if !is_well => named,
        RepositoryAct::Base => format!("{} MiB，{} 个文件", number("bytes").div_ceil(1 << 20), number("files")),
        RepositoryAct::Verify => {
            format!("核对内容 {} 块、文件 {} 个、变更日志 {} 条", number("chunks"), number("files"), number("frames"))
        }
        RepositoryAct::Drill => format!("{} 条记录、{} 个文件与现用数据一致", number("rows"), number("files")),
    };
    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let target = path.display().to_string();
    RepositoryCheck {
        at: Some(now),
        is_well,
        sentence,
        by: by.to_owned(),
        milliseconds,
        ..RepositoryCheck::never(act, &target, now)
    }
}

fn sentence(act: RepositoryAct, checks: &[RepositoryCheck]) -> String {
    let told =
        checks.iter().map(|check| format!("{}：{}", check.target, check.sentence)).collect::<Vec<_>>().join("；");
    let is_well = checks.iter().all(|check| check.is_well);
    format!("{}{}。{told}", act.title(), if is_well { "已完成" } else { "未通过" })
}

/// What is stored of a time, with the time before; a drill is waited for from now on.
fn stored(tx: &dyn RawRead, check: &RepositoryCheck) -> Result<Vec<RepositoryCheck>> {
    let before: Option<RepositoryCheck> = tx.get(&check.id())?;
    let now = check.at.unwrap_or(check.since);
    let (since, well_at, failing) =
        before.map_or((now, None, None), |before| (before.since, before.well_at, before.failing_since));
    let mut rows = vec![match check.is_well {
        true => RepositoryCheck { since, well_at: Some(now), failing_since: None, ..check.clone() },
        false => RepositoryCheck { since, well_at, failing_since: failing.or(Some(now)), ..check.clone() },
    }];
    let drill = RepositoryCheck::never(RepositoryAct::Drill, &check.target, now);
    if check.act != RepositoryAct::Drill && tx.get::<RepositoryCheck>(&drill.id())?.is_none() {
        rows.push(drill);
    }
    Ok(rows)
}

/// Stores how it fared and leaves an audit row: that of the run when a schedule asked, one of its own otherwise. Answers what
/// to say when that fails.
fn note(turn: &Turn, checks: Vec<RepositoryCheck>, began: Instant) -> Option<String> {
    let (app, caller, act) = (&turn.app, &turn.caller, turn.act);
    let failure = checks.iter().find(|check| !check.is_well);
    let failure = failure.map(|check| AppError::refused(format!("{}：{}", check.target, check.sentence)));
    let rows = move |tx: &dyn RawRead| -> Result<Vec<RepositoryCheck>> {
        Ok(checks.iter().map(|check| stored(tx, check)).collect::<Result<Vec<_>>>()?.concat())
    };
    let written = if matches!(caller.who, Who::Job(_)) {
        app.store.write(move |tx: &mut Writer<'_>| -> Result<()> {
            rows(tx)?.iter().try_for_each(|row| Ok(tx.put(row).map(drop)?))
        })
    } else {
        let method = format!("{} {}", caller.origin.method, caller.origin.path);
        let entry = Entry { title: act.title(), deed: AuditAction::Other, method, input: Value::Null, began };
        let run = move |op: &mut Op<'_, '_>| -> Result<()> {
            rows(op.view().tx)?.iter().try_for_each(|row| op.put_quietly(row).map(drop))?;
            if let Some(failure) = failure {
                op.refuse_but_keep(failure);
            }
            Ok(())
        };
        app.submit(caller, entry, Urgency::Essential, run).and_then(Pending::wait)
    };
    // What was found comes back as the refusal that its row holds; only a lost row is news.
    let lost = written.err().filter(|fault| fault.kind != crate::error::Kind::Refused)?;
    tracing::error!(title = act.title(), cause = lost.cause, message = %lost.message, "done, but not in the audit log");
    Some(format!("已完成，但未能记入日志：{}", lost.message))
}

/// Notes that drills are waited for from now on.
pub(super) fn expect_drills(op: &mut Op<'_, '_>, targets: &[PathBuf]) -> Result<()> {
    for target in targets {
        let drill = RepositoryCheck::never(RepositoryAct::Drill, &target.display().to_string(), op.now);
        if op.view().tx.get::<RepositoryCheck>(&drill.id())?.is_none() {
            op.put_quietly(&drill)?;
        }
    }
    Ok(())
}

/// When something last went well with a target; `None` = never, or not since the start where only that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastWell {
    /// `ship`, `base`, `verify` or `drill`.
    pub kind: &'static str,
    pub target: String,
    pub at: Option<Stamp>,
}

/// When each target was last brought up to date, and when the last full copy, verification and drill went well.
///
/// # Errors
/// A record that can't be read.
pub fn last_well(app: &App, reads: &dyn RawRead) -> Result<Vec<LastWell>> {
    if !super::vault::is_made(&app.paths) {
        return Ok(Vec::new());
    }
    let checks = checks(app, reads)?;
    let mut found = Vec::new();
    for path in targets(app) {
        let (kept, target) = (app.protection.last_kept(&path), path.display().to_string());
        let stored = |act: RepositoryAct| {
            checks.iter().find(|check| check.act == act && check.target == target).and_then(|check| check.well_at)
        };
        // Full copies of the schedule leave no record: the target's own thread knows them.
        let base = stored(RepositoryAct::Base).max(kept.and_then(|kept| kept.base));
        let of = |kind, at| LastWell { kind, target: target.clone(), at };
        found.push(of("ship", kept.map(|kept| kept.at)));
        found.push(of("base", base));
        found.extend([RepositoryAct::Verify, RepositoryAct::Drill].map(|act| of(act.name(), stored(act))));
    }
    Ok(found)
}

/// How the targets of the configuration fared, by act and target; empty while there is no repository.
///
/// # Errors
/// A record that can't be read.
pub fn checks(app: &App, reads: &dyn RawRead) -> Result<Vec<RepositoryCheck>> {
    if !super::vault::is_made(&app.paths) {
        return Ok(Vec::new());
    }
    let known: Vec<String> = targets(app).iter().map(|path| path.display().to_string()).collect();
    let rows: Vec<RepositoryCheck> = reads.all()?;
    Ok(rows.into_iter().filter(|row| known.contains(&row.target)).collect())
}
