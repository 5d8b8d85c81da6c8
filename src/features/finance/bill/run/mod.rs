//! Bill runs: every lease is tried once, in portions that are transactions of their own; a lease that refuses is left out
//! with its sentence, and the others are billed.
//!
//! Invariants: a portion counts with its bills in one commit, so a kill loses one portion at most and the next run goes on
//! (running again changes nothing, `generate.rs`). When a portion fails or panics, its leases are tried one by one; a
//! refusal is written down before the run goes on, so a disk that fails ends the run instead of condemning every lease.
//! Leases that refused last time are tried alone from the start. A run that a crash cut off is ended at the next start.

pub mod manual;
pub mod page;
pub mod record;

use std::collections::HashSet;
use std::sync::Arc;

use self::record::{BillRun, UNDER_WAY, Unbilled};
use super::generate::{Generated, generate};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::period::usual_books_from;
use crate::features::finance::receipt::ops::apply_credit;
use crate::features::finance::settlement::ops::finish_later;
use crate::features::lease::contract::plan::tenants;
use crate::features::lease::contract::record::Lease;
use crate::features::monitor::job::record::{JobLog, UNDER_WAY as JOBS};
use crate::kernel::money::yuan_grouped;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::records::owned;
use crate::store::{Pending, Reads, Record, Urgency, Writer, id, key};
use crate::watch::Watch;

/// Target of the job.
pub const TARGET: &str = "bill.generate";
const TITLE: &str = "账单出账";
/// Leases of one transaction.
const CHUNK: usize = 25;
/// Runs that are kept.
const KEPT: u64 = 30;
/// Leases that the job's line in the log names.
const NAMED: usize = 5;
/// Refusals that a run remembers for its answer.
const REMEMBERED: usize = 500;
const NO_BOOKS: &str = "没有设置账务启用日（参数 fin.booksFrom，或甲方管理中的甲方），没有出账";
const CUT: &str = "程序在出账结束之前停止，已开出的账单有效，其余合同在下次出账时补出";

/// A lease that refused in a run.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub lease_no: String,
    pub fault: AppError,
}

/// A run at work.
struct Runner<'a> {
    app: &'a Arc<App>,
    caller: &'a Arc<Caller>,
    watch: Option<&'a Watch>,
    run: BillRun,
    /// Whether the run is a record; a run over named leases is none.
    kept: bool,
    refusals: Vec<Refusal>,
}

/// What came of a run.
pub struct Ended {
    pub run: BillRun,
    /// Leases that refused, the first of them.
    pub refusals: Vec<Refusal>,
}

/// Bills these leases. `kept` runs are shown on the page, with their progress.
///
/// # Errors
/// Why it could not come to its end: a disk that fails, or nobody wants the rest. What was issued stays.
fn go(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    ids: &[u64],
    run: BillRun,
    kept: bool,
    watch: Option<&Watch>,
) -> Result<Ended> {
    let run = BillRun { total: ids.len(), by: caller.name(), begin: app.clock.now(), ..run };
    let run = if kept { keep(app, run)? } else { run };
    let mut runner = Runner { app, caller, watch, run, kept, refusals: Vec::new() };
    let outcome = runner.all(ids);
    if kept {
        let problem = outcome.as_ref().err().map(|fault| fault.message.to_string()).unwrap_or_default();
        runner.run = keep(app, BillRun { end: Some(app.clock.now()), problem, ..runner.run })?;
    }
    outcome.map(|()| Ended { run: runner.run, refusals: runner.refusals })
}

/// Writes a run down; one without a number is given one, and the oldest is forgotten.
fn keep(app: &App, run: BillRun) -> Result<BillRun> {
    app.store.write(move |tx| -> Result<BillRun> {
        let mut run = run;
        if run.run_id == 0 {
            run.run_id = tx.next(BillRun::TABLE)?;
            tx.delete::<BillRun>(&id(run.run_id.saturating_sub(KEPT)))?;
        }
        tx.put(&run)?;
        Ok(run)
    })
}

impl Runner<'_> {
    fn all(&mut self, ids: &[u64]) -> Result<()> {
        if let Some(watch) = self.watch {
            watch.begin(TITLE, ids.len() as u64)?;
        }
        let known = self.app.read(self.caller, |view| Ok(view.tx.all::<Unbilled>()?))?;
        let known: HashSet<u64> = known.into_iter().map(|mark| mark.lease_id).collect();
        let (alone, together): (Vec<u64>, Vec<u64>) = ids.iter().partition(|lease_id| known.contains(lease_id));
        for portion in together.chunks(CHUNK).chain(alone.chunks(1)) {
            self.portion(portion)?;
            for _ in portion {
                self.watch.map_or(Ok(()), Watch::step)?;
            }
        }
        Ok(())
    }

    /// Leases in one transaction, or one by one when that fails.
    fn portion(&mut self, ids: &[u64]) -> Result<()> {
        match (self.bill(ids.to_vec()), ids) {
            (Ok(run), _) => {
                self.run = run;
                Ok(())
            }
            (Err(fault), [lease_id]) => self.refuse(*lease_id, fault),
            (Err(_), _) => ids.chunks(1).try_for_each(|one| self.portion(one)),
        }
    }

    fn bill(&self, ids: Vec<u64>) -> Result<BillRun> {
        let (run, kept) = (self.run.clone(), self.kept);
        self.app.act(self.caller, TITLE, AuditAction::Insert, move |op| {
            let (day, scope) = (op.now.date(), op.caller.scope());
            let mut done = Generated::default();
            for lease_id in &ids {
                let lease: Option<Lease> = op.view().tx.get(&id(*lease_id))?;
                if let Some(lease) = lease.filter(|lease| owned::is_visible(&op.view(), &scope, lease)) {
                    done += one(op, &lease, day)?;
                }
                op.delete_quietly::<Unbilled>(&id(*lease_id))?;
            }
            let run = run.after(ids.len(), done);
            if kept {
                op.put_quietly(&run)?;
            }
            Ok(run)
        })
    }

    /// Leaves a lease out. This is an ordinary write: where it fails the disk does, and the run ends.
    fn refuse(&mut self, lease_id: u64, fault: AppError) -> Result<()> {
        if let Some(cause) = &fault.cause {
            tracing::error!(lease_id, cause, message = %fault.message, "lease could not be billed");
        }
        let lease = self.app.read(self.caller, |view| Ok(view.tx.get::<Lease>(&id(lease_id))?));
        let lease_no = lease.ok().flatten().map_or_else(|| format!("#{lease_id}"), |lease| lease.lease_no);
        let mut run = self.run.clone().after(1, Generated::default());
        run.refused += 1;
        let (now, sentence) = (self.app.clock.now(), fault.message.to_string());
        let (noted, kept) = (run.clone(), self.kept);
        let note = move |tx: &mut Writer<'_>| -> Result<()> {
            let since = tx.get::<Unbilled>(&id(lease_id))?.map_or(now, |mark| mark.since);
            tx.put(&Unbilled { lease_id, sentence, since, at: now })?;
            if kept {
                tx.put(&noted)?;
            }
            Ok(())
        };
        self.app.store.submit(Urgency::Ordinary, move |batch| batch.attempt(note)).map(Pending::wait)??;
        self.run = run;
        if self.refusals.len() < REMEMBERED {
            self.refusals.push(Refusal { lease_no, fault });
        }
        Ok(())
    }
}

/// A lease's bills, then the credit of its tenant on what is due.
fn one(op: &mut Op, lease: &Lease, day: jiff::civil::Date) -> Result<Generated> {
    let done = generate(op, lease, day)?;
    for tenant in tenants(&op.view(), lease)? {
        apply_credit(op, tenant.tenant_id, lease.facts.party_a_id, day)?;
        for held in &lease.held_before {
            apply_credit(op, tenant.tenant_id, held.party_a_id, day)?;
        }
    }
    finish_later(op, lease)?;
    Ok(done)
}

/// The nightly run over every lease.
///
/// # Errors
/// Why it could not come to its end.
pub fn nightly(app: &Arc<App>) -> Result<Ended> {
    let caller = Arc::new(Caller::job(TARGET));
    let cause = app.read(&caller, |view| {
        let logs: Vec<JobLog> = view.tx.by(&JOBS, &key(), false, 0, usize::MAX)?;
        Ok(logs.into_iter().find(|log| log.invoke_target == TARGET).map(|log| log.cause))
    })?;
    let run = BillRun { cause: cause.unwrap_or_else(|| "定时".to_owned()), ..BillRun::default() };
    if !app.read(&caller, books_begin)? {
        let now = app.clock.now();
        let run = BillRun { by: caller.name(), begin: now, end: Some(now), problem: NO_BOOKS.to_owned(), ..run };
        return Ok(Ended { run: keep(app, run)?, refusals: Vec::new() });
    }
    let ids: Vec<u64> = app.read(&caller, |view| {
        let mut ids = Vec::new();
        view.tx.each::<Lease>(|lease| {
            if lease.has_bills() {
                ids.push(lease.lease_id);
            }
            true
        })?;
        Ok(ids)
    })?;
    let ended = go(app, &caller, &ids, run, true, None)?;
    forget_others(app, &caller, &ids)?;
    Ok(ended)
}

/// Whether there is a first day of the books, of all parties A or of one.
fn books_begin(view: &View) -> Result<bool> {
    let mut own = false;
    view.tx.each::<PartyA>(|party| {
        own = party.facts.books_from.is_some();
        !own
    })?;
    Ok(own || usual_books_from(view).is_some())
}

/// Marks of leases that have no bills any more.
fn forget_others(app: &Arc<App>, caller: &Arc<Caller>, ids: &[u64]) -> Result<()> {
    let mut marks = app.read(caller, |view| Ok(view.tx.all::<Unbilled>()?))?;
    let tried: HashSet<u64> = ids.iter().copied().collect();
    marks.retain(|mark| !tried.contains(&mark.lease_id));
    if marks.is_empty() {
        return Ok(());
    }
    app.store.write(move |tx| -> Result<()> {
        marks.iter().try_for_each(|mark| Ok(tx.delete::<Unbilled>(&mark.id()).map(drop)?))
    })
}

/// What the job's line in the log says of a run.
pub fn sentence(ended: &Ended) -> String {
    let run = &ended.run;
    if !run.problem.is_empty() {
        return run.problem.clone();
    }
    let sum = yuan_grouped(run.amount_fen);
    let mut text = format!("开出账单 {} 张、调整 {} 张，合计 {sum} 元", run.issued, run.adjusted);
    if run.refused > 0 {
        text += &format!("；{} 份合同未能出账：", run.refused);
        let told = ended.refusals.iter().take(NAMED);
        text += &told.map(|one| format!("{}（{}）", one.lease_no, one.fault.message)).collect::<Vec<_>>().join("、");
        if run.refused > NAMED {
            text += "等，全部见账单管理";
        }
    }
    text
}

/// Ends the runs that a crash cut off; at the start.
pub fn end_cut_runs(app: &App) -> Result<()> {
    let cut = app.read(&Caller::job(TARGET), |view| Ok(view.tx.by(&UNDER_WAY, &key(), false, 0, usize::MAX)?))?;
    for run in cut {
        keep(app, BillRun { end: Some(app.clock.now()), problem: CUT.to_owned(), ..run })?;
    }
    Ok(())
}
