//! The stored job, its next time, requests to run it, and its runs.

use serde::{Deserialize, Serialize};

use crate::kernel::dates::Stamp;
use crate::records::base::Base;
use crate::store::{Index, Keeping, Key, Record, id};

/// What happens to a run that was missed while the program was down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Misfire {
    /// "1" 立即执行: every missed run, one after the other (within a limit).
    All,
    /// "2" 执行一次: one run for all of them.
    Once,
    /// "3" 放弃执行: none.
    Skip,
}

/// A scheduled job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Number, given at creation.
    pub job_id: u64,
    /// Name.
    pub job_name: String,
    /// DEFAULT or SYSTEM (dictionary sys_job_group).
    pub job_group: String,
    /// Key of the registry.
    pub invoke_target: String,
    /// When.
    pub cron_expression: String,
    /// What about missed runs.
    pub misfire: Misfire,
    /// Whether the schedule counts; a paused job runs only on request.
    pub active: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

impl Record for Job {
    const TABLE: &'static str = "job";
    const NUMBERED: bool = true;
    fn id(&self) -> Key {
        id(self.job_id)
    }
}

/// When an active job is due. Apart from the job, so that a run is no change of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDue {
    /// Which job.
    pub job_id: u64,
    /// The planned time; `None` = never again.
    pub due: Option<Stamp>,
}

impl Record for JobDue {
    const TABLE: &'static str = "job_due";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.job_id)
    }
}

/// Somebody wants a job to run now; taken away by the scheduler in the commit that starts the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRequest {
    /// Which job.
    pub job_id: u64,
    /// Who wants it.
    pub by: String,
}

impl Record for JobRequest {
    const TABLE: &'static str = "job_request";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.job_id)
    }
}

/// How far a run came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    /// Under way.
    Running,
    /// Ended well.
    Done,
    /// Refused, failed or panicked.
    Failed,
    /// The program ended before the run did.
    Interrupted,
}

/// One run of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLog {
    /// Number.
    pub job_log_id: u64,
    /// Which job.
    pub job_id: u64,
    /// Its name at that time.
    pub job_name: String,
    /// Its group at that time.
    pub job_group: String,
    /// What ran.
    pub invoke_target: String,
    /// Why it ran: 定时, 手动 (who), 补跑.
    pub cause: String,
    /// How far it came.
    pub state: RunState,
    /// What came of it.
    pub message: String,
    /// Why it failed.
    pub exception: String,
    /// Begin.
    pub start: Stamp,
    /// End.
    pub end: Option<Stamp>,
}

/// Runs under way: few, so that a start finds those that were cut off.
pub const UNDER_WAY: Index<JobLog> = Index {
    name: "job_log/under_way",
    unique: false,
    keys: |log| if log.state == RunState::Running { vec![id(log.job_id)] } else { Vec::new() },
};

impl Record for JobLog {
    const TABLE: &'static str = "job_log";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[UNDER_WAY];
    fn id(&self) -> Key {
        id(self.job_log_id)
    }
}
