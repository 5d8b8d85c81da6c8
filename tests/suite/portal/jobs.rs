//! Scheduled jobs: rules and routes, and the scheduler driven by the clock of the tests.

use crate::support;
use std::sync::Arc;
use std::time::Duration;

use gx_portal::features::monitor::job::board::Board;
use gx_portal::features::monitor::job::record::{JobDue, JobLog, RunState};
use gx_portal::jobs;
use gx_portal::kernel::dates::{Stamp, range_begin};
use gx_portal::store::Reads;
use serde_json::{Value, json};
use support::{Portal, until};

fn board(portal: &Portal) -> Arc<Board> {
    portal.app.state().expect("brought")
}

fn started() -> (Portal, String) {
    let portal = Portal::new();
    jobs::prepare(&portal.app).unwrap();
    let token = portal.admin();
    (portal, token)
}

/// Looks at the jobs and waits for the runs that begin.
fn tick(portal: &Portal) -> (usize, Option<Stamp>) {
    let ticked = jobs::tick(&portal.app).unwrap();
    let count = ticked.runs.len();
    ticked.runs.into_iter().for_each(|run| run.join().unwrap());
    (count, ticked.next)
}

fn move_to(portal: &Portal, moment: &str) {
    let by = range_begin(moment).unwrap().0 - portal.app.clock.now().0;
    portal.app.clock.advance(by);
}

fn logs(portal: &Portal) -> Vec<JobLog> {
    portal.app.store.read().unwrap().all().unwrap()
}

fn job(portal: &Portal, token: &str, name: &str) -> Value {
    portal.get(&format!("/monitor/job/list?jobName={name}"), token)["rows"][0].clone()
}

/// The job of approvals is due every ten minutes, which is beside the point of some tests.
fn without_approvals(portal: &Portal, token: &str) {
    portal.delete(&format!("/monitor/job/{}", job(portal, token, "审批督办")["jobId"]), token);
}

fn form(name: &str, target: &str, cron: &str, misfire: &str) -> Value {
    json!({"jobName": name, "invokeTarget": target, "cronExpression": cron, "misfirePolicy": misfire, "status": "0"})
}

fn active(portal: &Portal, token: &str, name: &str, target: &str, cron: &str, misfire: &str) -> u64 {
    assert_eq!(portal.post("/monitor/job", token, form(name, target, cron, misfire))["code"], 200);
    let job_id = job(portal, token, name)["jobId"].as_u64().unwrap();
    let answer = portal.put("/monitor/job/changeStatus", token, json!({"jobId": job_id, "status": "0"}));
    assert_eq!(answer["code"], 200, "{answer}");
    job_id
}

#[test]
fn a_new_installation_has_its_jobs_once() {
    let (portal, token) = started();
    jobs::prepare(&portal.app).unwrap();
    let list = portal.get("/monitor/job/list", &token);
    assert_eq!(list["total"], 13, "{list}");
    let backup = job(&portal, &token, "每日备份");
    assert_eq!(
        (backup["status"].clone(), backup["nextValidTime"].clone(), backup["cronExpression"].clone()),
        (json!("0"), json!("2024-10-01 01:30:00"), json!("0 30 1 * * ?"))
    );
    let ids: Vec<String> = list["rows"].as_array().unwrap().iter().map(|row| row["jobId"].to_string()).collect();
    assert_eq!(portal.delete(&format!("/monitor/job/{}", ids.join(",")), &token)["code"], 200);
    jobs::prepare(&portal.app).unwrap();
    assert_eq!(portal.get("/monitor/job/list", &token)["total"], 0, "removed jobs stay removed");
}

#[test]
fn forms_get_the_sentences_of_the_contract() {
    let (portal, token) = started();
    for (body, sentence) in [
        (form("", "backup.run", "0 0 1 * * ?", "3"), "任务名称不能为空"),
        (form(&"长".repeat(65), "backup.run", "0 0 1 * * ?", "3"), "任务名称不能超过64个字符"),
        (form("甲", "", "0 0 1 * * ?", "3"), "调用目标字符串不能为空"),
        (form("甲", &"x".repeat(501), "0 0 1 * * ?", "3"), "调用目标字符串长度不能超过500个字符"),
        (form("甲", "backup.run", "", "3"), "Cron执行表达式不能为空"),
        (form("甲", "backup.run", "0 0 25 * * ?", "3"), "新增任务'甲'失败，Cron表达式不正确"),
        (form("甲", "rmi://x", "0 0 1 * * ?", "3"), "新增任务'甲'失败，目标字符串不允许'rmi'调用"),
        (form("甲", "no.such", "0 0 1 * * ?", "3"), "新增任务'甲'失败，目标字符串不在白名单内"),
    ] {
        assert_eq!(portal.post("/monitor/job", &token, body)["msg"], sentence);
    }
    let times = portal.get("/monitor/job/nextTimes?cronExpression=0%200%202%20L%20*%20%3F", &token);
    assert_eq!(times["data"].as_array().unwrap().len(), 5, "{times}");
    assert_eq!(times["data"][0], "2024-10-31 02:00:00");
    let wrong = portal.get("/monitor/job/nextTimes?cronExpression=0%200%2025%20*%20*%20%3F", &token);
    assert_eq!(wrong["msg"], "Cron表达式的“时”字段“25”不正确：超出范围 0-23");
    let never = portal.get("/monitor/job/nextTimes?cronExpression=0%200%200%2030%202%20%3F", &token);
    assert_eq!(never["msg"], "该Cron表达式不会再触发，请修改后重试");
}

#[test]
fn a_job_is_stored_paused_and_runs_when_it_is_due() {
    let (portal, token) = started();
    without_approvals(&portal, &token);
    assert_eq!(portal.post("/monitor/job", &token, form("装入", "search.rebuild", "0 0 10 * * ?", "3"))["code"], 200);
    let row = job(&portal, &token, "装入");
    assert_eq!((row["status"].clone(), row["concurrent"].clone()), (json!("1"), json!("1")));
    move_to(&portal, "2024-09-30 10:00:00");
    let token = portal.admin();
    assert_eq!(tick(&portal).0, 0, "paused");
    let status = json!({"jobId": row["jobId"], "status": "0"});
    assert_eq!(portal.put("/monitor/job/changeStatus", &token, status)["code"], 200);
    let (count, next) = tick(&portal);
    assert_eq!(count, 0, "not before its next time");
    assert_eq!(next.map(Stamp::to_text).as_deref(), Some("2024-10-01 00:30:00"), "the bill run comes first");
    for name in ["每日备份", "清理临时文件", "合同到期提醒", "每日出账", "账目核对", "曝光台", "登记表清理", "备份核对"]
    {
        portal.delete(&format!("/monitor/job/{}", job(&portal, &token, name)["jobId"]), &token);
    }
    move_to(&portal, "2024-10-01 10:00:00");
    let token = portal.admin();
    assert_eq!(tick(&portal).0, 1);
    assert_eq!(tick(&portal).0, 0, "once");
    let log = portal.get("/monitor/jobLog/list?jobName=装入", &token)["rows"][0].clone();
    assert_eq!(
        (log["status"].clone(), log["state"].clone(), log["cause"].clone()),
        (json!("0"), json!("成功"), json!("定时"))
    );
    let message = log["jobMessage"].as_str().unwrap();
    assert!(message.starts_with("装入 总共耗时：") && message.ends_with("已重新装入 1 名人员"), "{message}");
    let row = portal.last_audit();
    assert_eq!((row.actor.as_str(), row.title.as_str(), row.code), ("job:search.rebuild", "定时任务", 200));
}

#[test]
fn run_now_runs_every_target_and_says_what_it_did() {
    let (portal, token) = started();
    for name in [
        "每日备份",
        "清理临时文件",
        "日志归档",
        "数据巡检",
        "合同到期提醒",
        "每日出账",
        "账目核对",
        "重建人员检索",
        "曝光台",
        "审批督办",
    ] {
        let job_id = job(&portal, &token, name)["jobId"].clone();
        let answer = portal.put("/monitor/job/run", &token, json!({"jobId": job_id, "jobGroup": "SYSTEM"}));
        assert_eq!(answer["msg"], "已开始执行，结果见调度日志");
        let again = portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
        assert_eq!(again["msg"], format!("任务'{name}'正在执行，请等待结束后再试"));
    }
    assert_eq!(tick(&portal).0, 10);
    let runs = logs(&portal);
    for run in &runs {
        assert_eq!(run.state, RunState::Done, "{run:?}");
        assert_eq!(run.cause, "手动（admin）");
        println!("{}", run.message);
    }
    assert!(runs[0].message.contains("已备份为 gx-backup-20240930-090000"), "{}", runs[0].message);
    assert!(portal.folder.path().join("backup/gx-backup-20240930-090000/manifest.json").exists());
    let missing = portal.put("/monitor/job/run", &token, json!({"jobId": 999}));
    assert_eq!(missing["msg"], "任务不存在或已过期！");
    support::chain_is_whole(&portal.app);
}

#[test]
fn backups_are_kept_up_to_the_setting() {
    let (portal, token) = started();
    support::act(&portal.app, |op| gx_portal::features::system::config::ops::set(op, "monitor.backup.keep", "2"));
    let job_id = job(&portal, &token, "每日备份")["jobId"].clone();
    for _ in 0..4 {
        portal.app.clock.advance(1_000);
        portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
        tick(&portal);
    }
    let left = std::fs::read_dir(portal.folder.path().join("backup")).unwrap().count();
    assert_eq!(left, 2);
    assert!(logs(&portal)[3].message.contains("保留最新 2 份，删除 1 份"));
}

#[test]
fn one_job_never_runs_twice_at_once() {
    let (portal, token) = started();
    let job_id = active(&portal, &token, "装入", "search.rebuild", "0/10 * * * * ?", "1");
    assert!(board(&portal).claim(job_id), "as if a run were under way");
    portal.app.clock.advance(10_000);
    assert_eq!(tick(&portal).0, 0);
    let busy = portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
    assert_eq!(busy["msg"], "任务'装入'正在执行，请等待结束后再试");
    assert_eq!(portal.delete(&format!("/monitor/job/{job_id}"), &token)["msg"], "任务'装入'正在执行，不能删除");
    board(&portal).release(job_id);
    assert_eq!(tick(&portal).0, 0, "the time that came meanwhile is left out");
    portal.app.clock.advance(10_000);
    assert_eq!(tick(&portal).0, 1);
}

#[test]
fn a_panic_is_a_failed_run_and_nothing_else() {
    let (portal, token) = started();
    let job_id = active(&portal, &token, "坏", "testing.panic", "0 0 10 * * ?", "3");
    portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
    assert_eq!(tick(&portal).0, 1);
    let log = portal.get("/monitor/jobLog/list?status=1", &token)["rows"][0].clone();
    assert_eq!((log["state"].clone(), log["jobName"].clone()), (json!("失败"), json!("坏")));
    assert!(log["exceptionInfo"].as_str().unwrap().contains("a job of the tests panics"), "{log}");
    let row = portal.last_audit();
    assert_eq!((row.code, row.actor.as_str()), (500, "job:testing.panic"));
    assert!(!board(&portal).is_running(job_id));
    portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
    assert_eq!(tick(&portal).0, 1, "it can run again");
}

#[test]
fn missed_runs_follow_their_policy_and_cut_runs_are_marked() {
    let (portal, token) = started();
    without_approvals(&portal, &token);
    let all = active(&portal, &token, "全部", "search.rebuild", "0 0 * * * ?", "1");
    let once = active(&portal, &token, "一次", "search.rebuild", "0 0 * * * ?", "2");
    let skip = active(&portal, &token, "放弃", "search.rebuild", "0 0 * * * ?", "3");
    // A run that the program did not live to end.
    portal
        .app
        .store
        .write(move |tx| {
            let job_log_id = tx.next("job_log")?;
            tx.put(&JobLog {
                job_log_id,
                job_id: skip,
                job_name: "放弃".into(),
                job_group: "DEFAULT".into(),
                invoke_target: "search.rebuild".into(),
                cause: "定时".into(),
                state: RunState::Running,
                message: "执行中".into(),
                exception: String::new(),
                start: Stamp(0),
                end: None,
            })
            .map(|_| ())
        })
        .unwrap();
    portal.app.clock.advance(3 * 3_600_000 + 1_800_000);
    jobs::prepare(&portal.app).unwrap();
    assert_eq!(tick(&portal).0, 2);
    let runs = logs(&portal);
    let count = |job_id: u64| runs.iter().filter(|run| run.job_id == job_id && run.cause == "补跑").count();
    assert_eq!((count(all), count(once), count(skip)), (3, 1, 0));
    let cut = runs.iter().find(|run| run.job_id == skip).unwrap();
    assert_eq!((cut.state, cut.exception.as_str()), (RunState::Interrupted, "程序在任务结束之前停止"));
    let due: JobDue = portal.app.store.read().unwrap().get(&gx_portal::store::id(skip)).unwrap().unwrap();
    assert_eq!(due.due.map(Stamp::to_text).as_deref(), Some("2024-09-30 13:00:00"));
    let shown = portal.get("/monitor/jobLog/list?status=1", &portal.admin())["rows"][0].clone();
    assert_eq!(shown["state"], "中断");
}

#[test]
fn the_log_is_listed_cleaned_and_exported() {
    let (portal, token) = started();
    let job_id = job(&portal, &token, "重建人员检索")["jobId"].clone();
    for _ in 0..3 {
        portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
        tick(&portal);
        portal.app.clock.advance(1_000);
    }
    let list = portal.get("/monitor/jobLog/list?jobGroup=SYSTEM&invokeTarget=search", &token);
    assert_eq!((list["total"].clone(), list["rows"][0]["jobLogId"].clone()), (json!(3), json!(3)), "newest first");
    assert_eq!(portal.get("/monitor/jobLog/3", &token)["data"]["state"], "成功");
    assert!(portal.get("/monitor/jobLog/export", &token)["msg"].as_str().unwrap().ends_with("_调度日志.xlsx"));
    assert!(portal.get("/monitor/job/export", &token)["msg"].as_str().unwrap().ends_with("_定时任务.xlsx"));
    assert_eq!(portal.delete("/monitor/jobLog/1,2", &token)["code"], 200);
    assert_eq!(portal.delete("/monitor/jobLog/clean", &token)["msg"], "已清空 1 条调度日志");
    assert_eq!(portal.get("/monitor/jobLog/list", &token)["total"], 0);
}

#[test]
fn the_thread_wakes_for_a_request_and_stops() {
    let portal = Portal::new();
    jobs::start(&portal.app).unwrap();
    let token = portal.admin();
    let job_id = job(&portal, &token, "重建人员检索")["jobId"].clone();
    portal.put("/monitor/job/run", &token, json!({"jobId": job_id}));
    until(|| logs(&portal).first().is_some_and(|log| log.state == RunState::Done));
    assert_eq!(board(&portal).stop(Duration::from_secs(60)), 0);
    assert!(!board(&portal).claim(1), "nothing begins after the stop");
}
