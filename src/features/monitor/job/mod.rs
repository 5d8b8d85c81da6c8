//! Scheduled jobs: what runs when, and what came of it (contract 3.10). The functions themselves and
//! the scheduler are in `crate::jobs`.
//!
//! Invariants: a job names one of the compiled-in targets, nothing is evaluated; a new job is paused;
//! «run now» leaves a request in the store, which the scheduler takes after the commit; one job never
//! runs twice at once.

pub mod board;
pub mod logs;
pub mod ops;
pub mod outcome;
pub mod record;
pub mod rules;
pub mod seed;
pub mod wire;

use crate::records::{export, list};
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "定时任务";
const LOG_TITLE: &str = "调度日志";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = log_routes();
    routes.extend(list::routes::<ops::Jobs>());
    routes.extend([
        read("/monitor/job/targets", ops::targets).perm("monitor:job:list").titled("可调用的任务目标"),
        read("/monitor/job/nextTimes", ops::next_times).perm("monitor:job:list").titled("定时任务的后几次执行时间"),
        read("/monitor/job/{jobId}", ops::show).perm("monitor:job:query").titled("定时任务详情"),
        write(Method::Post, "/monitor/job", ops::create).perm("monitor:job:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/monitor/job", ops::update).perm("monitor:job:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/monitor/job/changeStatus", ops::change_status)
            .perm("monitor:job:changeStatus")
            .audit(TITLE, AuditAction::Update)
            .titled("启用或暂停定时任务"),
        write(Method::Put, "/monitor/job/run", ops::run_now)
            .perm("monitor:job:changeStatus")
            .audit(TITLE, AuditAction::Update)
            .titled("立即执行定时任务"),
        write(Method::Delete, "/monitor/job/{jobIds}", ops::remove)
            .perm("monitor:job:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/monitor/job/export", "monitor:job:export", TITLE, ops::prepare_export));
    routes
}

fn log_routes() -> Vec<Route> {
    let mut routes = list::routes::<logs::Runs>();
    routes.extend(vec![
        read("/monitor/jobLog/{jobLogId}", logs::show).perm("monitor:job:query").titled("调度日志详情"),
        write(Method::Delete, "/monitor/jobLog/clean", logs::clean)
            .perm("monitor:job:remove")
            .audit(LOG_TITLE, AuditAction::Clean)
            .titled("清空调度日志"),
        write(Method::Delete, "/monitor/jobLog/{jobLogIds}", logs::remove)
            .perm("monitor:job:remove")
            .audit("定时任务调度日志", AuditAction::Delete),
    ]);
    routes.extend(export::routes("/monitor/jobLog/export", "monitor:job:export", LOG_TITLE, logs::prepare_export));
    routes
}
