//! The stored job, its next time, requests to run it, and its runs.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed, NONE};
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::Coded;
use crate::records::base::{Base, status_text};
use crate::records::list::seen_by_all;
use crate::records::status::Status;
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
    pub job_name: String,
    /// DEFAULT or SYSTEM (dictionary sys_job_group).
    pub job_group: String,
    /// Key of the registry.
    pub invoke_target: String,
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

/// Name of a job.
pub const JOB_NAME: Field<Job> = Field::name("jobName", |job| job.job_name.clone());
pub const JOB_GROUP: Field<Job> = Field::name("jobGroup", |job| job.job_group.clone());
/// What it runs.
pub const JOB_TARGET: Field<Job> = Field::name("invokeTarget", |job| job.invoke_target.clone());
/// Whether its schedule counts.
pub const JOB_STATUS: Field<Job> = Field::word("status", Status::WORDS, |job| Status::of(job.active).code());

impl Listed for Job {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("jobId", |job| whole(job.job_id)),
        JOB_NAME,
        JOB_GROUP,
        JOB_TARGET,
        JOB_STATUS,
        Field::name("cronExpression", |job| job.cron_expression.clone()),
        Field::number("createTime", |job| second(job.base.create_time)),
    ];
    const TITLE: &'static str = "jobName";
}

seen_by_all!(Job);

/// When an active job is due. Apart from the job, so that a run is no change of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDue {
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
    Running,
    Done,
    /// Refused, failed or panicked.
    Failed,
    /// The program ended before the run did.
    Interrupted,
}

impl RunState {
    /// Done or under way.
    pub fn is_fine(self) -> bool {
        matches!(self, Self::Running | Self::Done)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "执行中",
            Self::Done => "成功",
            Self::Failed => "失败",
            Self::Interrupted => "中断",
        }
    }
}

/// One run of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLog {
    pub job_log_id: u64,
    pub job_id: u64,
    /// Its name at that time.
    pub job_name: String,
    /// Its group at that time.
    pub job_group: String,
    pub invoke_target: String,
    /// Why it ran: 定时, 手动 (who), 补跑.
    pub cause: String,
    /// How far it came.
    pub state: RunState,
    /// What came of it.
    pub message: String,
    /// Why it failed.
    pub exception: String,
    pub start: Stamp,
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

/// Job of a run.
pub const LOG_JOB: Field<JobLog> = Field::number("jobId", |log| whole(log.job_id));
/// Its name at that time.
pub const LOG_NAME: Field<JobLog> = Field::name("jobName", |log| log.job_name.clone());
/// Its group at that time.
pub const LOG_GROUP: Field<JobLog> = Field::name("jobGroup", |log| log.job_group.clone());
pub const LOG_TARGET: Field<JobLog> = Field::name("invokeTarget", |log| log.invoke_target.clone());
/// "0" done or under way, "1" failed or cut off.
pub const LOG_STATUS: Field<JobLog> = Field::name("status", |log| status_text(log.state.is_fine()));
pub const LOG_START: Field<JobLog> = Field::number("startTime", |log| second(log.start));

impl Listed for JobLog {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("jobLogId", |log| whole(log.job_log_id)),
        LOG_JOB,
        LOG_NAME,
        LOG_GROUP,
        LOG_TARGET,
        LOG_STATUS,
        LOG_START,
        Field::name("state", |log| log.state.word().to_owned()),
        Field::name("cause", |log| log.cause.clone()),
        Field::number("endTime", |log| log.end.map_or(NONE, second)),
    ];
    const TITLE: &'static str = "jobName";
}

seen_by_all!(JobLog);
