//! 对账中心: the runs of the invariants over the books, kept so that the page shows the last one at once. A run takes as long
//! as the books are large, so it is the job `books.check`: every night, or when somebody asks for it here.
//!
//! Invariants: a run is written when it has ended, whatever it found; one that a crash cut off leaves nothing but its line
//! in the job log. Only the newest runs are kept.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::invariants::{self, Check};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::monitor::job::ops::{OneJob, run_now};
use crate::features::monitor::job::record::{Job, JobLog, JobRequest, UNDER_WAY};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::route::{Data, Nothing, Text};
use crate::store::{Keeping, Key, Reads, Record, id, key};

/// Target of the job.
pub const TARGET: &str = "books.check";
const TITLE: &str = "账目核对";
/// Runs that are kept.
const KEPT: u64 = 30;

/// A run that has ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reconciliation {
    pub run_id: u64,
    /// What started it, as in the job log: 定时, 补跑, 手动（login name）.
    pub cause: String,
    /// When it began.
    pub begin: Stamp,
    /// When it ended.
    pub end: Stamp,
    /// What it found.
    pub checks: Vec<Check>,
}

impl Record for Reconciliation {
    const TABLE: &'static str = "reconciliation";
    const NUMBERED: bool = true;
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.run_id)
    }
}

impl Reconciliation {
    fn differences(&self) -> usize {
        self.checks.iter().map(|check| check.faults.len()).sum()
    }
}

/// How many differences the last run found; none before the first one.
pub(super) fn last_differences(view: &View) -> Result<Option<usize>> {
    Ok(view.tx.all::<Reconciliation>()?.last().map(Reconciliation::differences))
}

/// What started the run that is under way, and when; none when there is none. One that waits for the scheduler counts.
fn under_way(view: &View) -> Result<Option<Running>> {
    let logs: Vec<JobLog> = view.tx.by(&UNDER_WAY, &key(), false, 0, usize::MAX)?;
    if let Some(log) = logs.into_iter().find(|log| log.invoke_target == TARGET) {
        return Ok(Some(Running { cause: log.cause, since: Some(log.start.to_text()) }));
    }
    let Some(job) = job(view)? else { return Ok(None) };
    let request: Option<JobRequest> = view.tx.get(&id(job.job_id))?;
    Ok(request.map(|request| Running { cause: format!("手动（{}）", request.by), since: None }))
}

fn job(view: &View) -> Result<Option<Job>> {
    Ok(view.tx.all::<Job>()?.into_iter().find(|job| job.invoke_target == TARGET))
}

/// Runs every invariant and keeps what came of it: the work of the job.
///
/// # Errors
/// A sentence with the first difference; a record that cannot be read.
pub fn run(app: &Arc<App>) -> Result<String> {
    let (caller, begin) = (Arc::new(Caller::job(TARGET)), app.clock.now());
    let cause = app.read(&caller, under_way)?.map_or_else(|| "定时".to_owned(), |running| running.cause);
    let checks = app.read(&caller, invariants::run)?;
    let count: u64 = checks.iter().map(|check| check.count).sum();
    let (first, number) = (checks.iter().find_map(|check| check.faults.first().cloned()), checks.len());
    app.act(&caller, TITLE, AuditAction::Other, move |op| {
        let run = Reconciliation { run_id: op.next_id::<Reconciliation>()?, cause, begin, end: op.now, checks };
        let old = run.run_id.saturating_sub(KEPT);
        op.put_quietly(&run)?;
        if old > 0 {
            op.delete_quietly::<Reconciliation>(&id(old))?;
        }
        Ok(())
    })?;
    match first {
        None => Ok(format!("核对 {number} 项共 {count} 条记录，账实相符")),
        Some(first) => Err(AppError::refused(format!("账目核对发现差异：{first}。全部差异见对账中心"))),
    }
}

/// A run that has not ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Running {
    /// What started it: the schedule, or a person by name.
    pub cause: String,
    /// Since when; none while it waits for its turn.
    pub since: Option<String>,
}

/// A run on the page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReconcileRun")]
pub struct RunOut {
    /// Number of the run.
    pub run_id: u64,
    /// What started it: the schedule, or a person by name.
    pub cause: String,
    /// When it began, `yyyy-MM-dd HH:mm:ss`.
    pub begin_time: String,
    /// How long it took, ms.
    pub took_ms: i64,
    /// Differences, at most fifty of each invariant.
    pub differences: usize,
}

/// What the page shows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reconciled {
    /// The run under way.
    pub running: Option<Running>,
    /// What the last run found; none before the first.
    pub checks: Option<Vec<Check>>,
    /// The runs that are kept, the last one first.
    pub runs: Vec<RunOut>,
}

pub fn list(view: &View, _: Nothing) -> Result<Data<Reconciled>> {
    let mut kept: Vec<Reconciliation> = view.tx.all()?;
    kept.reverse();
    let out = |run: &Reconciliation| RunOut {
        run_id: run.run_id,
        cause: run.cause.clone(),
        begin_time: run.begin.to_text(),
        took_ms: run.end.0 - run.begin.0,
        differences: run.differences(),
    };
    let runs = kept.iter().map(out).collect();
    let checks = kept.into_iter().next().map(|run| run.checks);
    Ok(Data(Reconciled { running: under_way(view)?, checks, runs }))
}

/// POST /fin/reconcile: asks the scheduler for a run now.
///
/// # Errors
/// A sentence when one is under way, or when an administrator has removed the job.
pub fn ask(op: &mut Op, _: Nothing) -> Result<Text> {
    let Some(job) = job(&op.view())? else {
        return Err(AppError::refused(format!(
            "没有“账目核对”的定时任务，请管理员在定时任务中新增（调用目标 {TARGET}）"
        )));
    };
    if under_way(&op.view())?.is_some() {
        return Err(AppError::refused("账目正在核对，请等待结束后再试"));
    }
    run_now(op, OneJob { job_id: job.job_id })?;
    Ok(Text("已开始核对，可以离开本页，结果会保留在对账中心".into()))
}
