//! The operations on jobs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::record::{self, Job, JobDue, JobRequest, Misfire};
use super::rules;
use super::wire::{JobOut, TargetOut};
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::cron::Cron;
use crate::kernel::dates::Stamp;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::base::{Base, is_enabled, same_as_read};
use crate::records::export::Workbook;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, workbook_of};
use crate::records::status::Status;
use crate::route::{Data, Done, Nothing, Text};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Times shown to somebody who writes a cron expression.
const SHOWN_TIMES: usize = 5;

/// Filters of the job list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListJobs {
    /// Part of the name.
    pub job_name: Option<String>,
    /// Only jobs of this group, a value of the dictionary sys_job_group; absent: all.
    pub job_group: Vec<String>,
    /// Only "0" active or "1" paused; absent: both.
    pub status: Vec<Status>,
    /// Part of the target.
    pub invoke_target: Option<String>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

fn out(view: &View, job: &Job) -> Result<JobOut> {
    let title = view.app.product.job(&job.invoke_target).map_or("", |known| known.title);
    Ok(JobOut::at(job, title, view.now, view.app.state::<Board>()?.is_running(job.job_id)))
}

/// 定时任务
pub struct Jobs;

impl List for Jobs {
    type Record = Job;
    type Query = ListJobs;
    type Row = JobOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/monitor/job/list", permission: "monitor:job:list", export: None, title: super::TITLE };

    fn paging(query: &ListJobs) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListJobs, ask: &mut FilterBuilder<Job>) -> Result<()> {
        ask.word(query.job_name.as_deref(), &[&record::JOB_NAME])?;
        ask.word(query.invoke_target.as_deref(), &[&record::JOB_TARGET])?;
        ask.named(&record::JOB_GROUP, &query.job_group)?;
        ask.several(&record::JOB_STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, record: &Job) -> Result<JobOut> {
        out(names.view(), record)
    }
}

/// GET /monitor/job/targets: what a job can do.
pub fn targets(view: &View, _: Nothing) -> Result<Data<Vec<TargetOut>>> {
    let jobs = view.app.product.jobs().filter(|job| job.seed.is_some());
    Ok(Data(jobs.map(|job| TargetOut { invoke_target: job.key, title: job.title, about: job.about }).collect()))
}

/// A cron expression to try.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TryCron {
    /// When it would run, Quartz style with six or seven fields.
    pub cron_expression: String,
}

/// GET /monitor/job/nextTimes: the next five times, or the sentence why not.
pub fn next_times(view: &View, input: TryCron) -> Result<Data<Vec<String>>> {
    let times = Cron::parse(&input.cron_expression)?.times(view.now, SHOWN_TIMES);
    if times.is_empty() {
        return Err(never());
    }
    Ok(Data(times.into_iter().map(Stamp::to_text).collect()))
}

fn never() -> AppError {
    AppError::refused("该Cron表达式不会再触发，请修改后重试")
}

/// One job.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneJob {
    /// Number of the job 定时任务.
    pub job_id: u64,
}

fn existing(view: &View, job_id: u64) -> Result<Job> {
    view.tx.get(&id(job_id))?.ok_or_else(|| AppError::refused("任务不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneJob) -> Result<Data<JobOut>> {
    Ok(Data(out(view, &existing(view, input.job_id)?)?))
}

/// A job as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JobInput {
    /// Which; absent for a new one.
    pub job_id: Option<u64>,
    /// What the job is called.
    pub job_name: String,
    /// Group that the job is listed under, a value of the dictionary sys_job_group.
    pub job_group: Option<String>,
    /// Key of the registry.
    pub invoke_target: String,
    /// When it runs, Quartz style with six or seven fields.
    pub cron_expression: String,
    /// "1" every missed run, "2" one run, "3" none.
    pub misfire_policy: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

impl JobInput {
    /// The job and its schedule.
    fn to_job(&self, view: &View, verb: &str, old: Option<&Job>) -> Result<(Job, Cron)> {
        let (name, target) = (self.job_name.trim(), self.invoke_target.trim());
        let known = view.app.product.job(target).is_some();
        let cron = rules::check(verb, name, target, known, self.cron_expression.trim())?;
        let remark = self.remark.as_deref().unwrap_or_default().trim().to_owned();
        check::remark(&remark)?;
        let group = self.job_group.as_deref().map(str::trim).filter(|group| !group.is_empty()).unwrap_or("DEFAULT");
        check::at_most("jobGroup", group, 64, "任务组名不能超过64个字符")?;
        let job = Job {
            job_id: old.map_or(0, |job| job.job_id),
            job_name: name.to_owned(),
            job_group: group.to_owned(),
            invoke_target: target.to_owned(),
            cron_expression: self.cron_expression.split_whitespace().collect::<Vec<_>>().join(" "),
            misfire: match self.misfire_policy.as_deref() {
                Some("1") => Misfire::All,
                Some("2") => Misfire::Once,
                _ => Misfire::Skip,
            },
            active: old.is_some_and(|job| job.active),
            base: Base { remark, ..old.map(|job| job.base.clone()).unwrap_or_default() },
        };
        Ok((job, cron))
    }
}

pub(super) fn plan(op: &mut Op, job: &Job, cron: &Cron) -> Result<()> {
    let due = if job.active { cron.next(op.now) } else { None };
    if job.active && due.is_none() {
        return Err(never());
    }
    op.put_quietly(&JobDue { job_id: job.job_id, due })?;
    Ok(())
}

/// POST /monitor/job: stored paused, whatever the form says.
pub fn create(op: &mut Op, input: JobInput) -> Result<Done> {
    let (job, cron) = input.to_job(&op.view(), "新增", None)?;
    let job_id = op.next_id::<Job>()?;
    let job = Job { job_id, base: Base::made(op, job.base.remark.clone()), ..job };
    op.put(&job)?;
    plan(op, &job, &cron)?;
    Ok(Done)
}

/// PUT /monitor/job: whether it is active stays (that has a right of its own).
pub fn update(op: &mut Op, input: JobInput) -> Result<Done> {
    let old = existing(&op.view(), input.job_id.unwrap_or(0))?;
    same_as_read(&op.view(), "任务", &old.job_name, &old.base)?;
    let (job, cron) = input.to_job(&op.view(), "修改", Some(&old))?;
    let base = job.base.clone().changed(op);
    let job = Job { base, ..job };
    op.put(&job)?;
    plan(op, &job, &cron)?;
    Ok(Done)
}

/// Pausing or resuming.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JobStatus {
    /// The job 定时任务 that it is about, by number.
    pub job_id: u64,
    /// "0" active, "1" paused.
    pub status: String,
}

pub fn change_status(op: &mut Op, input: JobStatus) -> Result<Done> {
    let old = existing(&op.view(), input.job_id)?;
    let cron = Cron::parse(&old.cron_expression)?;
    let base = old.base.clone().changed(op);
    let job = Job { active: is_enabled(Some(&input.status)), base, ..old };
    op.put(&job)?;
    plan(op, &job, &cron)?;
    Ok(Done)
}

/// PUT /monitor/job/run: leaves a request; the scheduler begins right after the commit.
pub fn run_now(op: &mut Op, input: OneJob) -> Result<Text> {
    let job: Option<Job> = op.view().tx.get(&id(input.job_id))?;
    let job = job.ok_or_else(|| AppError::refused("任务不存在或已过期！"))?;
    let waiting = op.view().tx.get::<JobRequest>(&id(job.job_id))?.is_some();
    if waiting || op.app.state::<Board>()?.is_running(job.job_id) {
        return Err(AppError::refused(format!("任务'{}'正在执行，请等待结束后再试", job.job_name)));
    }
    let by = op.caller.name();
    op.put(&JobRequest { job_id: job.job_id, by })?;
    Ok(Text("已开始执行，结果见调度日志".into()))
}

/// Several jobs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyJobs {
    /// Comma ids of the path.
    pub job_ids: Vec<u64>,
}

/// DELETE /monitor/job/{jobIds}: all or none; the runs stay in the log.
pub fn remove(op: &mut Op, input: ManyJobs) -> Result<Done> {
    for job_id in input.job_ids {
        let job = existing(&op.view(), job_id)?;
        if op.app.state::<Board>()?.is_running(job_id) {
            return Err(AppError::refused(format!("任务'{}'正在执行，不能删除", job.job_name)));
        }
        op.delete::<Job>(&id(job_id))?;
        op.delete_quietly::<JobDue>(&id(job_id))?;
        op.delete_quietly::<JobRequest>(&id(job_id))?;
    }
    Ok(Done)
}

/// The family's columns in the family's order, then ours.
const COLUMNS: &[Column<JobOut>] = &[
    Column::new("任务序号", 10.0, |job: &JobOut| Cell::Number(job.job_id.cast_signed())),
    Column::new("任务名称", 20.0, |job| Cell::Text(job.job_name.clone())),
    Column::new("任务组名", 12.0, |job| Cell::Text(job.job_group.clone())),
    Column::new("调用目标字符串", 24.0, |job| Cell::Text(job.invoke_target.clone())),
    Column::new("执行表达式", 20.0, |job| Cell::Text(job.cron_expression.clone())),
    Column::new("计划策略", 12.0, |job| {
        let text = match job.misfire_policy.as_str() {
            "0" => "默认",
            "1" => "立即触发执行",
            "2" => "触发一次执行",
            _ => "不触发立即执行",
        };
        Cell::Text(text.into())
    }),
    Column::new("并发执行", 10.0, |job| Cell::Text(if job.concurrent == "0" { "允许" } else { "禁止" }.into())),
    Column::new("任务状态", 10.0, |job| Cell::Text(if job.status == "0" { "正常" } else { "暂停" }.into())),
    Column::new("下次执行时间", 20.0, |job| Cell::Text(job.next_valid_time.clone().unwrap_or_default())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListJobs) -> Result<Workbook> {
    workbook_of::<Jobs, _>(view, &query, "定时任务", COLUMNS, |job| out(view, job))
}
