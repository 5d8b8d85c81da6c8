//! The operations on the runs of jobs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{JobLog, RunState};
use super::wire::{JobLogOut, state_text};
use crate::fault::{Fault, Outcome};
use crate::kernel::page::{Compare, Paging, Ranged, within};
use crate::kernel::text::like_filter;
use crate::op::{Op, View};
use crate::records::base::status_text;
use crate::records::export;
use crate::records::export::Workbook;
use crate::route::{Data, Done, Nothing, Page, Text};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Filters of the list of runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLogs {
    /// Runs of this job only.
    pub job_id: Option<u64>,
    /// Part of the job's name.
    pub job_name: Option<String>,
    /// Group.
    pub job_group: Option<String>,
    /// "0" done or under way, "1" failed or cut off.
    pub status: Option<String>,
    /// Part of the target.
    pub invoke_target: Option<String>,
    /// Range of days.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<JobLog>)] = &[
    ("jobLogId", |a, b| a.job_log_id.cmp(&b.job_log_id)),
    ("jobName", |a, b| a.job_name.cmp(&b.job_name)),
    ("startTime", |a, b| a.start.cmp(&b.start)),
    ("createTime", |a, b| a.start.cmp(&b.start)),
];

fn is_fine(log: &JobLog) -> bool {
    matches!(log.state, RunState::Running | RunState::Done)
}

/// Newest first. The table stays small: the daily sweep removes what is older than the retention.
fn matching(view: &View, query: &ListLogs) -> Outcome<Vec<JobLog>> {
    let bounds = query.range.bounds()?;
    let mut rows: Vec<JobLog> = view.tx.all()?;
    rows.reverse();
    let same = |value: &str, wanted: &Option<String>| {
        wanted.as_deref().is_none_or(|wanted| wanted.is_empty() || wanted == value)
    };
    rows.retain(|log| {
        query.job_id.is_none_or(|job_id| job_id == log.job_id)
            && like_filter(&log.job_name, query.job_name.as_deref())
            && like_filter(&log.invoke_target, query.invoke_target.as_deref())
            && same(&log.job_group, &query.job_group)
            && same(&status_text(is_fine(log)), &query.status)
            && within(log.start, bounds)
    });
    query.paging.sort(&mut rows, SORTS)?;
    Ok(rows)
}

/// GET /monitor/jobLog/list
pub fn list(view: &View, query: ListLogs) -> Outcome<Page<JobLogOut>> {
    Ok(query.paging.cut(matching(view, &query)?).map(|log| JobLogOut::from(&log)))
}

/// One run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneLog {
    /// Its number.
    pub job_log_id: u64,
}

fn existing(view: &View, job_log_id: u64) -> Outcome<JobLog> {
    view.tx.get(&id(job_log_id))?.ok_or_else(|| Fault::refused("调度日志不存在，可能已被删除，请刷新后重试"))
}

/// GET /monitor/jobLog/{jobLogId}
pub fn show(view: &View, input: OneLog) -> Outcome<Data<JobLogOut>> {
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
pub fn remove(op: &mut Op, input: ManyLogs) -> Outcome<Done> {
    for job_log_id in input.job_log_ids {
        if existing(&op.view(), job_log_id)?.state == RunState::Running {
            return Err(Fault::refused("任务正在执行，其调度日志不能删除"));
        }
        op.delete::<JobLog>(&id(job_log_id))?;
    }
    Ok(Done)
}

/// DELETE /monitor/jobLog/clean: all but the runs under way.
pub fn clean(op: &mut Op, _: Nothing) -> Outcome<Text> {
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
        Cell::Text(if log.state == RunState::Done { "正常" } else { state_text(log.state) }.into())
    }),
    Column::new("异常信息", 40.0, |log| Cell::Text(log.exception.clone())),
    Column::new("触发", 16.0, |log| Cell::Text(log.cause.clone())),
    Column::new("开始时间", 20.0, |log| Cell::Text(log.start.to_text())),
    Column::new("结束时间", 20.0, |log| Cell::Text(log.end.map(|end| end.to_text()).unwrap_or_default())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListLogs) -> Outcome<Workbook> {
    export::write(view, "调度日志", COLUMNS, matching(view, &query)?.into_iter())
}
