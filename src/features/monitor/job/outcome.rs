//! How each built-in job fared, apart from its runs: known for as long as the installation lives, whatever was swept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::{JobLog, RunState};
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::store::{Keeping, Key, Reads, Record, key};

/// How a job fared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOutcome {
    pub target: String,
    /// When it last ended well.
    pub ended_well: Option<Stamp>,
    /// Since when each run failed; `None` while the last one ended well.
    pub failing_since: Option<Stamp>,
    /// Runs that failed since then.
    pub failures: u64,
    /// Runs that ever failed.
    pub failed_total: u64,
    /// Why the last one failed.
    pub why: String,
}

impl Record for JobOutcome {
    const TABLE: &'static str = "job_outcome";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.target)
    }
}

impl JobOutcome {
    /// After one more run that ended at a moment; `why` it failed, if it did.
    pub fn after(self, at: Stamp, why: Option<&str>) -> Self {
        match why {
            None => Self { ended_well: Some(at), failing_since: None, failures: 0, why: String::new(), ..self },
            Some(why) => Self {
                failing_since: self.failing_since.or(Some(at)),
                failures: self.failures.saturating_add(1),
                failed_total: self.failed_total.saturating_add(1),
                why: why.to_owned(),
                ..self
            },
        }
    }
}

/// Notes the end of a run.
///
/// # Errors
/// A record that cannot be written.
pub fn note(op: &mut Op, target: &str, why: Option<&str>) -> Result<()> {
    let known: Option<JobOutcome> = op.view().tx.get(&key().str(target))?;
    let known = known.unwrap_or_else(|| JobOutcome { target: target.to_owned(), ..JobOutcome::default() });
    let now = op.now;
    op.put_quietly(&known.after(now, why))?;
    Ok(())
}

/// Those of the program's jobs, by target; a job that never ran has one that says so.
///
/// # Errors
/// A record that cannot be read.
pub fn all(view: &View) -> Result<BTreeMap<String, JobOutcome>> {
    let jobs = view.app.product.jobs().filter(|job| job.seed.is_some());
    let never = jobs.map(|job| JobOutcome { target: job.key.to_owned(), ..JobOutcome::default() });
    let mut found: BTreeMap<String, JobOutcome> = never.map(|one| (one.target.clone(), one)).collect();
    view.tx.each(|known: JobOutcome| {
        if let Some(one) = found.get_mut(&known.target) {
            *one = known;
        }
        true
    })?;
    Ok(found)
}

/// Whether an installation of before has runs and no outcomes.
///
/// # Errors
/// A store that cannot be read.
pub fn is_due(view: &View) -> Result<bool> {
    Ok(view.tx.count::<JobOutcome>()? == 0 && view.tx.count::<JobLog>()? > 0)
}

/// Notes the outcomes of the runs of before.
///
/// # Errors
/// A record that cannot be read or written.
pub fn adopt(op: &mut Op) -> Result<()> {
    let mut found: BTreeMap<String, JobOutcome> = BTreeMap::new();
    op.view().tx.each(|log: JobLog| {
        let why = match log.state {
            RunState::Done => None,
            RunState::Failed => Some(log.exception.as_str()),
            RunState::Running | RunState::Interrupted => return true,
        };
        let one = found.remove(&log.invoke_target);
        let one = one.unwrap_or_else(|| JobOutcome { target: log.invoke_target.clone(), ..JobOutcome::default() });
        found.insert(log.invoke_target.clone(), one.after(log.end.unwrap_or(log.start), why));
        true
    })?;
    found.into_values().try_for_each(|one| op.put_quietly(&one).map(drop))
}
