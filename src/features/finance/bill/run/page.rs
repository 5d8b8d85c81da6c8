//! What the bill page shows of runs: the one under way, the last one, and the leases that could not be billed.

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{BillRun, UNDER_WAY, Unbilled};
use crate::error::Result;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::route::{Data, Nothing};
use crate::store::{Reads, id, key};

/// The right to issue bills, with which leases that refused are seen.
pub const RIGHT: &str = "fin:bill:generate";
/// Leases that are listed.
const LISTED: usize = 500;

/// A run on the page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BillRun")]
pub struct RunOut {
    /// Number of the run.
    pub run_id: u64,
    /// What started it: the schedule, or a person by name.
    pub cause: String,
    /// When it began, `yyyy-MM-dd HH:mm:ss`.
    pub begin_time: String,
    /// When it ended; none while it is under way.
    pub end_time: Option<String>,
    /// Why it did not come to its end, or did not begin.
    pub problem: String,
    /// How much it is about; only for who sees all leases, and for who started it.
    pub figures: Option<RunFigures>,
}

/// How much a run is about.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunFigures {
    /// How many leases it looks at.
    pub total: usize,
    /// Leases tried so far.
    pub done: usize,
    /// How many bills were issued.
    pub issued: usize,
    /// How many adjustments of earlier bills were issued.
    pub adjusted: usize,
    /// Sum of these bills and adjustments, in whole fen.
    pub amount_fen: i64,
    /// How many leases could not be billed.
    pub refused: usize,
}

/// A lease that could not be billed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnbilledOut {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Why not, as a sentence for people.
    pub sentence: String,
    /// Since when it could not be billed, `yyyy-MM-dd HH:mm:ss`.
    pub since: String,
    /// When it was tried last.
    pub tried: String,
}

/// What the page shows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRuns {
    /// The run under way.
    pub running: Option<RunOut>,
    /// The last run that ended; absent: none yet.
    pub last: Option<RunOut>,
    /// Leases that could not be billed, of those the asker sees.
    pub unbilled: usize,
    /// The first five hundred of them.
    pub leases: Vec<UnbilledOut>,
}

fn out(view: &View, run: BillRun) -> RunOut {
    let open = view.caller.scope().all || run.by == view.caller.name();
    let BillRun { total, done, issued, adjusted, amount_fen, refused, .. } = run;
    RunOut {
        run_id: run.run_id,
        cause: run.cause,
        begin_time: run.begin.to_text(),
        end_time: run.end.map(crate::kernel::dates::Stamp::to_text),
        problem: run.problem,
        figures: open.then_some(RunFigures { total, done, issued, adjusted, amount_fen, refused }),
    }
}

/// Leases that could not be billed and that the asker sees through the right to issue bills.
fn seen(view: &View) -> Result<Vec<(Unbilled, Lease)>> {
    let scope = view.caller.rights.scope(Some(RIGHT));
    let mut seen = Vec::new();
    for mark in view.tx.all::<Unbilled>()? {
        let lease: Option<Lease> = view.tx.get(&id(mark.lease_id))?;
        seen.extend(lease.filter(|lease| is_visible(view, &scope, lease)).map(|lease| (mark, lease)));
    }
    Ok(seen)
}

fn last(view: &View) -> Result<Option<BillRun>> {
    let mut runs: Vec<BillRun> = view.tx.all()?;
    runs.retain(|run| run.end.is_some());
    Ok(runs.pop())
}

pub fn show(view: &View, _: Nothing) -> Result<Data<BillRuns>> {
    let running: Vec<BillRun> = view.tx.by(&UNDER_WAY, &key(), true, 0, 1)?;
    let seen = seen(view)?;
    let (mut names, unbilled) = (NameCache::new(view), seen.len());
    let mut leases = Vec::new();
    for (mark, lease) in seen.into_iter().take(LISTED) {
        leases.push(UnbilledOut {
            lease_id: mark.lease_id,
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            lease_no: lease.lease_no,
            sentence: mark.sentence,
            since: mark.since.to_text(),
            tried: mark.at.to_text(),
        });
    }
    let (running, last) = (running.into_iter().next(), last(view)?);
    let (running, last) = (running.map(|run| out(view, run)), last.map(|run| out(view, run)));
    Ok(Data(BillRuns { running, last, unbilled, leases }))
}

/// For the to-do block: how many leases could not be billed.
pub fn unbilled(view: &View) -> Result<usize> {
    Ok(seen(view)?.len())
}

/// For the to-do block: whether the last run did not come to its end, or had no day to begin with.
pub fn is_unfinished(view: &View) -> Result<bool> {
    Ok(last(view)?.is_some_and(|run| !run.problem.is_empty()))
}
