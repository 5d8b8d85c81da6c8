//! Jobs and their runs on the wire (contract 3.10).

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Job, JobLog, Misfire};
use crate::kernel::cron::Cron;
use crate::kernel::dates::Stamp;
use crate::records::base::{BaseOut, status_text};

/// A job as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the job 定时任务.
    pub job_id: u64,
    /// What the job is called.
    pub job_name: String,
    /// Group that the job is listed under, a value of the dictionary sys_job_group.
    pub job_group: String,
    /// Key of the registry.
    pub invoke_target: String,
    /// Its Chinese name.
    pub target_title: String,
    /// When it runs, Quartz style with six or seven fields.
    pub cron_expression: String,
    /// "1" every missed run, "2" one run, "3" none.
    pub misfire_policy: String,
    /// Always "1": a job never runs twice at once.
    pub concurrent: String,
    /// "0" active, "1" paused.
    pub status: String,
    /// `yyyy-MM-dd HH:mm:ss`, empty when it never fires again.
    pub next_valid_time: Option<String>,
    /// Whether it runs at this moment.
    pub running: bool,
}

/// `misfirePolicy` on the wire.
pub fn misfire_text(misfire: Misfire) -> &'static str {
    match misfire {
        Misfire::All => "1",
        Misfire::Once => "2",
        Misfire::Skip => "3",
    }
}

impl JobOut {
    /// A job as of a moment, with the title of what it does.
    pub fn at(job: &Job, title: &str, now: Stamp, running: bool) -> Self {
        let next = Cron::parse(&job.cron_expression).ok().and_then(|cron| cron.next(now));
        Self {
            base: BaseOut::from(&job.base),
            job_id: job.job_id,
            job_name: job.job_name.clone(),
            job_group: job.job_group.clone(),
            invoke_target: job.invoke_target.clone(),
            target_title: title.to_owned(),
            cron_expression: job.cron_expression.clone(),
            misfire_policy: misfire_text(job.misfire).into(),
            concurrent: "1".into(),
            status: status_text(job.active),
            next_valid_time: next.map(Stamp::to_text),
            running,
        }
    }
}

/// An entry of the registry.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TargetOut {
    /// What `invokeTarget` says.
    pub invoke_target: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// A run as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobLogOut {
    /// `yyyy-MM-dd HH:mm:ss` of the begin.
    pub create_time: String,
    /// Number of the run of a job.
    pub job_log_id: u64,
    /// The job 定时任务 that it is about, by number.
    pub job_id: u64,
    /// Name of the job.
    pub job_name: String,
    /// Group that the job is listed under, a value of the dictionary sys_job_group.
    pub job_group: String,
    /// What ran.
    pub invoke_target: String,
    /// 定时, 手动 (who), 补跑.
    pub cause: String,
    /// What came of it.
    pub job_message: String,
    /// "0" done or under way, "1" failed or cut off.
    pub status: String,
    /// 执行中, 成功, 失败, 中断.
    pub state: &'static str,
    /// Why it failed.
    pub exception_info: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub start_time: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub end_time: Option<String>,
}

impl From<&JobLog> for JobLogOut {
    fn from(log: &JobLog) -> Self {
        Self {
            create_time: log.start.to_text(),
            job_log_id: log.job_log_id,
            job_id: log.job_id,
            job_name: log.job_name.clone(),
            job_group: log.job_group.clone(),
            invoke_target: log.invoke_target.clone(),
            cause: log.cause.clone(),
            job_message: log.message.clone(),
            status: status_text(log.state.is_fine()),
            state: log.state.word(),
            exception_info: log.exception.clone(),
            start_time: log.start.to_text(),
            end_time: log.end.map(Stamp::to_text),
        }
    }
}
