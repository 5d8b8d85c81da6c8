//! The operations on the runs of jobs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{self, JobLog, RunState};
use super::wire::JobLogOut;
use crate::error::{AppError, Result};
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::records::export::Workbook;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, workbook_of};
use crate::route::{Data, Done, Nothing, Text};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Filters of the list of runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLogs {
    /// Runs of this job only.
    pub job_id: Vec<u64>,
    /// Part of the job's name.
    pub job_name: Option<String>,
    /// Only jobs of this group, a value of the dictionary sys_job_group; absent: all.
    pub job_group: Vec<String>,
    /// "0" done or under way, "1" failed or cut off.
    pub status: Vec<String>,
    /// Part of the target.
    pub invoke_target: Option<String>,
    /// Range of days.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 调度日志
pub struct Runs;

impl List for Runs {
    type Record = JobLog;
    type Query = ListLogs;
    type Row = JobLogOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/monitor/jobLog/list", permission: "monitor:job:list", export: None, title: super::LOG_TITLE };
    const NEWEST: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("createTime", "startTime")];

    fn paging(query: &ListLogs) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListLogs, ask: &mut FilterBuilder<JobLog>) -> Result<()> {
        ask.several(&record::LOG_JOB, &query.job_id)?;
        ask.word(query.job_name.as_deref(), &[&record::LOG_NAME])?;
        ask.word(query.invoke_target.as_deref(), &[&record::LOG_TARGET])?;
        ask.named(&record::LOG_GROUP, &query.job_group)?;
        ask.named(&record::LOG_STATUS, &query.status)?;
        ask.moments(&record::LOG_START, query.range.bounds()?)
    }

    fn row(_: &mut NameCache<'_>, record: &JobLog) -> Result<JobLogOut> {
        Ok(JobLogOut::from(record))
    }
}

/// One run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneLog {
    /// Number of the run of a job.
    pub job_log_id: u64,
}

fn existing(view: &View, job_log_id: u64) -> Result<JobLog> {
    view.tx.get(&id(job_log_id))?.ok_or_else(|| AppError::refused("调度日志不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneLog) -> Result<Data<JobLogOut>> {
    Ok(Data(JobLogOut::from(&existing(view, input.job_log_id)?)))
}

/// Several runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ManyJobLogs")]
pub struct ManyLogs {
    /// Comma ids of the path.
    pub job_log_ids: Vec<u64>,
}

/// DELETE /monitor/jobLog/{jobLogIds}: all or none.
pub fn remove(op: &mut Op, input: ManyLogs) -> Result<Done> {
    for job_log_id in input.job_log_ids {
        if existing(&op.view(), job_log_id)?.state == RunState::Running {
            return Err(AppError::refused("任务正在执行，其调度日志不能删除"));
        }
        op.delete::<JobLog>(&id(job_log_id))?;
    }
    Ok(Done)
}

/// DELETE /monitor/jobLog/clean: all but the runs under way.
pub fn clean(op: &mut Op, _: Nothing) -> Result<Text> {
    let rows: Vec<JobLog> = op.view().tx.all()?;
    let ended: Vec<u64> = rows.iter().filter(|log| log.state != RunState::Running).map(|log| log.job_log_id).collect();
    for job_log_id in &ended {
        op.delete_quietly::<JobLog>(&id(*job_log_id))?;
    }
    Ok(Text(format!("已清空 {} 条调度日志", ended.len())))
}

/// The family's columns in the family's order, then ours; runs under way and broken off have words of their own.
const COLUMNS: &[Column<JobLog>] = &[
    Column::new("日志序号", 10.0, |log: &JobLog| Cell::Number(log.job_log_id.cast_signed())),
    Column::new("任务名称", 20.0, |log| Cell::Text(log.job_name.clone())),
    Column::new("任务组名", 12.0, |log| Cell::Text(log.job_group.clone())),
    Column::new("调用目标字符串", 24.0, |log| Cell::Text(log.invoke_target.clone())),
    Column::new("日志信息", 50.0, |log| Cell::Text(log.message.clone())),
    Column::new("执行状态", 10.0, |log| {
        Cell::Text(if log.state == RunState::Done { "正常" } else { log.state.word() }.into())
    }),
    Column::new("异常信息", 40.0, |log| Cell::Text(log.exception.clone())),
    Column::new("触发", 16.0, |log| Cell::Text(log.cause.clone())),
    Column::new("开始时间", 20.0, |log| Cell::Text(log.start.to_text())),
    Column::new("结束时间", 20.0, |log| Cell::Text(log.end.map(|end| end.to_text()).unwrap_or_default())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListLogs) -> Result<Workbook> {
    workbook_of::<Runs, _>(view, &query, "调度日志", COLUMNS, |log| Ok(log.clone()))
}
