//! The scheduler: runs jobs when they are due or asked for.
//!
//! Invariants: one thread sleeps until the next due time (or a change of the jobs) and starts runs,
//! each on a thread of its own; a run is written down before it begins and after it ended, so one that
//! a crash cut off is found at the next start; a panic is a failed run; a job never runs twice at once;
//! the time is the program's clock, which tests move. While the portal is closed or read-only jobs rest, but for those that
//! protect the data; what was due meanwhile is met afterwards like a time that was missed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::monitor::job::board::Board;
use crate::features::monitor::job::outcome;
use crate::features::monitor::job::record::{Job, JobDue, JobLog, JobRequest, RunState, UNDER_WAY};
use crate::features::monitor::job::rules;
use crate::features::monitor::job::seed;
use crate::kernel::cron::Cron;
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::platform::audit::{AuditAction, Entry};
use crate::product::AtStart;
use crate::store::{Pending, Reads, Record, Urgency, id, key};

/// How much the threads of jobs stand back when the processors are busy (`nice`).
const STAND_BACK: i32 = 10;
const TITLE: &str = "定时任务";
/// Longest sleep: a corrected machine clock is noticed after this at the latest.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Starts the scheduler thread; it ends with [`Board::stop`].
///
/// # Errors
/// When the store cannot be written or the system gives no thread.
pub fn start(app: &Arc<App>) -> Result<()> {
    prepare(app)?;
    let (app, board) = (app.clone(), app.state::<Board>()?);
    let life = board.begin();
    let run = move || {
        let _life = life;
        let mut rested = false;
        while !board.is_stopping() {
            let seen = board.rings();
            let next = tick(&app).map(|ticked| ticked.next).unwrap_or_else(|fault| {
                tracing::error!(cause = fault.cause, message = %fault.message, "scheduler could not look for jobs");
                None
            });
            let sleep = next.map_or(LONGEST_SLEEP, |next| {
                Duration::from_millis(u64::try_from(next.0 - app.clock.now().0).unwrap_or(0)).min(LONGEST_SLEEP)
            });
            let rests = app.modes.at(app.clock.now()).is_some();
            if rests != rested {
                let what = if rests {
                    "scheduled jobs rest, but for those that protect the data"
                } else {
                    "scheduled jobs go on"
                };
                tracing::info!("{what}");
                rested = rests;
            }
            board.wait(seen, sleep);
        }
    };
    std::thread::Builder::new().name("scheduler".into()).spawn(run).map_err(AppError::internal)?;
    Ok(())
}

/// What a start does first: gives an installation the jobs it never had, and marks runs that were cut off.
///
/// # Errors
/// When the store cannot be written.
pub fn prepare(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("scheduler"));
    let (due, cut, adopts) = app.read(&caller, |view| {
        Ok((seed::is_due(view)?, view.tx.count_by::<JobLog>(&UNDER_WAY, &key())? > 0, outcome::is_due(view)?))
    })?;
    if adopts {
        app.act(&caller, TITLE, AuditAction::Other, outcome::adopt)?;
    }
    app.product.extensions::<AtStart>().try_for_each(|AtStart(begin)| begin(app))?;
    if due {
        app.act(&caller, TITLE, AuditAction::Insert, seed::bring)?;
    }
    if cut {
        app.act(&caller, TITLE, AuditAction::Other, |op| {
            let cut: Vec<JobLog> = op.view().tx.by(&UNDER_WAY, &key(), false, 0, usize::MAX)?;
            for log in cut {
                let exception = "程序在任务结束之前停止".to_owned();
                op.put(&JobLog { state: RunState::Interrupted, exception, end: Some(op.now), ..log })?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// What a look at the jobs found.
pub struct Ticked {
    /// The runs that were started.
    pub runs: Vec<JoinHandle<()>>,
    /// The next due time.
    pub next: Option<Stamp>,
}

/// One look at the jobs: starts what was asked for or is due.
pub fn tick(app: &Arc<App>) -> Result<Ticked> {
    let caller = Caller::job("scheduler");
    let now = app.clock.now();
    let (jobs, requests): (Vec<(Job, Option<JobDue>)>, Vec<JobRequest>) = app.read(&caller, |view| {
        let jobs: Vec<Job> = view.tx.all()?;
        let jobs = jobs.into_iter().map(|job| Ok((view.tx.get(&id(job.job_id))?, job)));
        let jobs: Result<Vec<_>> = jobs.map(|pair: Result<_>| pair.map(|(due, job)| (job, due))).collect();
        Ok((jobs?, view.tx.all()?))
    })?;
    let mode = app.modes.at(now);
    // A mode may end by itself: what rested is looked at then.
    let mut ticked = Ticked { runs: Vec::new(), next: mode.as_ref().and_then(|running| running.until) };
    for (job, due) in jobs {
        let rests = mode.is_some() && !app.product.job(&job.invoke_target).is_some_and(|target| target.protects);
        // Who may enter a closed portal may start a job there; what is read-only takes nothing from it.
        let asked_in_vain = rests && mode.as_ref().is_some_and(|running| running.is_read_only());
        let mut wanted = requests.iter().filter(|_| !asked_in_vain);
        if let Some(request) = wanted.find(|request| request.job_id == job.job_id) {
            ticked.runs.extend(begin(app, &job, None, 1, format!("手动（{}）", request.by))?);
        }
        let Some(cron) = Cron::parse(&job.cron_expression).ok().filter(|_| job.active && !rests) else { continue };
        let next = scheduled(app, &job, &cron, due.as_ref(), now, &mut ticked.runs)?;
        ticked.next = [ticked.next, next].into_iter().flatten().min();
    }
    Ok(ticked)
}

/// Starts an active job that is due; answers its next time.
fn scheduled(
    app: &Arc<App>,
    job: &Job,
    cron: &Cron,
    due: Option<&JobDue>,
    now: Stamp,
    runs: &mut Vec<JoinHandle<()>>,
) -> Result<Option<Stamp>> {
    let planned = due.map(|due| due.due);
    match planned {
        Some(Some(planned)) if planned > now => return Ok(Some(planned)),
        Some(None) => return Ok(None),
        _ => {}
    }
    let next = JobDue { job_id: job.job_id, due: cron.next(now) };
    let decision = planned.flatten().map(|planned| rules::decide(cron, planned, now, job.misfire));
    match decision.filter(|decision| decision.runs > 0) {
        Some(decision) => {
            let cause = if decision.missed { "补跑" } else { "定时" };
            match begin(app, job, Some(next.clone()), decision.runs, cause.to_owned())? {
                Some(run) => runs.push(run),
                // Still running since last time: this time is left out.
                None => put_due(app, next.clone())?,
            }
        }
        None => put_due(app, next.clone())?,
    }
    Ok(next.due)
}

fn put_due(app: &Arc<App>, due: JobDue) -> Result<()> {
    app.store.write(move |tx| -> Result<()> {
        // A job that was removed meanwhile gets no time again.
        if tx.get::<Job>(&id(due.job_id))?.is_some() {
            tx.put(&due)?;
        }
        Ok(())
    })
}

/// Starts runs of a job on a thread of its own; `None` when it runs already.
fn begin(app: &Arc<App>, job: &Job, due: Option<JobDue>, runs: usize, cause: String) -> Result<Option<JoinHandle<()>>> {
    let board = app.state::<Board>()?;
    if !board.claim(job.job_id) {
        return Ok(None);
    }
    let first = write_begin(app, job, due, &cause).inspect_err(|_| board.release(job.job_id))?;
    let (worker, job, at_work) = (app.clone(), job.clone(), board.clone());
    let job_id = job.job_id;
    let work = move || {
        // People who are at work come first.
        let _ = rustix::process::nice(STAND_BACK);
        run(&worker, first);
        for _ in 1..runs {
            match write_begin(&worker, &job, None, &cause) {
                Ok(log) if !at_work.is_stopping() => run(&worker, log),
                _ => break,
            }
        }
        at_work.release(job_id);
    };
    let spawned = std::thread::Builder::new().name(format!("job-{job_id}")).spawn(work);
    spawned.map(Some).map_err(|error| {
        board.release(job_id);
        AppError::internal(error)
    })
}

/// Writes a run down, takes the request away and sets the next time, in one commit.
fn write_begin(app: &Arc<App>, job: &Job, due: Option<JobDue>, cause: &str) -> Result<JobLog> {
    let log = JobLog {
        job_log_id: 0,
        job_id: job.job_id,
        job_name: job.job_name.clone(),
        job_group: job.job_group.clone(),
        invoke_target: job.invoke_target.clone(),
        cause: cause.to_owned(),
        state: RunState::Running,
        message: "执行中".into(),
        exception: String::new(),
        start: app.clock.now(),
        end: None,
    };
    app.store.write(move |tx| -> Result<JobLog> {
        let log = JobLog { job_log_id: tx.next(JobLog::TABLE)?, ..log };
        tx.put(&log)?;
        tx.delete::<JobRequest>(&id(log.job_id))?;
        if let Some(due) = due {
            tx.put(&due)?;
        }
        Ok(log)
    })
}

/// Does the work and writes down what came of it.
fn run(app: &Arc<App>, log: JobLog) {
    let began = Instant::now();
    let job = app.product.job(&log.invoke_target);
    let key = job.map_or("unknown", |job| job.key);
    let work = job.map_or(unknown as fn(&Arc<App>, &'static str) -> Result<String>, |job| job.run);
    let outcome = catch_unwind(AssertUnwindSafe(|| work(app, key)))
        .unwrap_or_else(|panic| Err(AppError::internal(panic_text(panic.as_ref()))));
    let spent = format!("{} 总共耗时：{}毫秒", log.job_name, began.elapsed().as_millis());
    let log = match &outcome {
        Ok(message) => JobLog { state: RunState::Done, message: format!("{spent}；{message}"), ..log },
        Err(fault) => JobLog {
            state: RunState::Failed,
            message: spent,
            exception: match &fault.cause {
                Some(cause) => format!("{}（{cause}）", fault.message),
                None => fault.message.to_string(),
            },
            ..log
        },
    };
    if let Some(fault) = outcome.as_ref().err() {
        tracing::error!(job = key, cause = fault.cause, message = %fault.message, "job failed");
    }
    let why = outcome.as_ref().err().map(|fault| fault.message.to_string());
    let entry =
        Entry { title: TITLE, deed: AuditAction::Other, method: format!("JOB {key}"), input: Value::Null, began };
    let written = app.submit(&Arc::new(Caller::job(key)), entry, Urgency::Essential, move |op| {
        op.put_quietly(&JobLog { end: Some(op.now), ..log })?;
        outcome::note(op, key, why.as_deref())?;
        if let Err(fault) = outcome {
            op.refuse_but_keep(fault);
        }
        Ok(())
    });
    // The refusal of the job itself comes back here as well; only a lost write is news.
    if let Err(fault) = written.and_then(Pending::wait) {
        tracing::debug!(job = key, message = %fault.message, "job ended with a refusal");
    }
}

fn unknown(_: &Arc<App>, _: &'static str) -> Result<String> {
    Err(AppError::refused("目标字符串不在白名单内"))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into())
}
