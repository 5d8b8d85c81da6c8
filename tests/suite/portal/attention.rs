//! 需要处理: a backup or a self-check that fails is told once and shown until it is well again.

use std::collections::BTreeMap;
use std::fs;

use gx_portal::features::monitor::job::outcome::JobOutcome;
use gx_portal::features::monitor::{health, metrics, watching};
use gx_portal::jobs;
use gx_portal::store::{Reads, Record};
use serde_json::{Value, json};

use crate::support::Portal;

const DAY: i64 = 86_400_000;

fn started() -> Portal {
    let portal = Portal::new();
    jobs::prepare(&portal.app).expect("jobs");
    portal
}

fn back_up(portal: &Portal) {
    let admin = portal.admin();
    let job = portal.get("/monitor/job/list?jobName=每日备份", &admin)["rows"][0]["jobId"].clone();
    assert_eq!(portal.put("/monitor/job/run", &admin, json!({"jobId": job}))["code"], 200);
    for run in jobs::tick(&portal.app).expect("ticks").runs {
        run.join().expect("ends");
    }
}

/// No folder for backups can be made while a file has its name.
fn spoil(portal: &Portal) {
    fs::remove_dir_all(portal.app.paths.backups()).expect("removed");
    fs::write(portal.app.paths.backups(), "in the way").expect("written");
}

fn listed(portal: &Portal) -> Vec<String> {
    let answer = portal.get("/monitor/server/attention", &portal.admin());
    assert_eq!(answer["code"], 200, "{answer}");
    let rows = answer["data"].as_array().expect("a list").clone();
    assert!(rows.iter().all(|row| row["since"] != "" && row["act"] != "" && row["page"] != ""), "{rows:?}");
    rows.iter().map(|row| row["sentence"].as_str().expect("a sentence").to_owned()).collect()
}

/// After a look: notices about what came in, and about what is well again.
fn describe(portal: &Portal) -> (usize, usize) {
    watching::look(&portal.app).expect("looked");
    let list = portal.get("/system/notice/list?pageSize=100", &portal.admin())["rows"].to_string();
    (list.matches("需要处理\"").count(), list.matches("已恢复：").count())
}

fn findings(portal: &Portal) -> (bool, String) {
    let report = health::report(&portal.app).expect("a report");
    (report["ok"] == true, report["findings"].to_string())
}

fn series(portal: &Portal) -> BTreeMap<String, f64> {
    let text = metrics::text(&portal.app).expect("told");
    let lines = text.lines().filter_map(|line| line.rsplit_once(' '));
    lines.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
}

const FAILED: &str = r#"gx_job_failed_total{job="backup.run"}"#;
const WELL: &str = r#"gx_job_last_success_timestamp_seconds{job="backup.run"}"#;

#[test]
fn a_failing_backup_is_told_once_and_shown_until_it_is_well() {
    let portal = started();
    assert!(listed(&portal).is_empty() && describe(&portal) == (0, 0) && findings(&portal).0);
    spoil(&portal);
    back_up(&portal);
    assert_eq!(describe(&portal), (1, 0));
    let shown = listed(&portal);
    assert!(shown.len() == 1 && shown[0].contains("“每日备份”自 2024-09-30 09:00:00 起失败 1 次"), "{shown:?}");
    let (ok, said) = findings(&portal);
    assert!(!ok && said.contains(&shown[0]), "{said}");
    let warned = portal.get("/monitor/server", &portal.admin())["data"]["warnings"].to_string();
    assert!(warned.contains("“每日备份”自"), "{warned}");
    assert_eq!((series(&portal)[FAILED], series(&portal)[WELL], series(&portal)["gx_attention"]), (1.0, 0.0, 1.0));

    // The next night, after the log of runs was emptied and the program restarted: still there, told no second time.
    portal.app.clock.advance(DAY);
    back_up(&portal);
    assert_eq!(portal.delete("/monitor/jobLog/clean", &portal.admin())["code"], 200);
    let portal = portal.restarted();
    jobs::prepare(&portal.app).expect("jobs");
    assert_eq!(describe(&portal), (1, 0));
    let shown = listed(&portal);
    assert!(shown[0].contains("“每日备份”自 2024-09-30 09:00:00 起失败 2 次"), "{shown:?}");
    assert_eq!((series(&portal)[FAILED], series(&portal)[WELL]), (2.0, 0.0));

    fs::remove_file(portal.app.paths.backups()).expect("removed");
    back_up(&portal);
    assert_eq!((describe(&portal), describe(&portal)), ((1, 1), (1, 1)));
    assert!(listed(&portal).is_empty() && findings(&portal).0);
    assert!(series(&portal)[FAILED] == 2.0 && series(&portal)[WELL] > 0.0 && series(&portal)["gx_attention"] == 0.0);
    spoil(&portal);
    back_up(&portal);
    assert_eq!(describe(&portal), (2, 1), "bad again is news again");
}

#[test]
fn a_backup_that_never_was_is_told_after_two_days() {
    let portal = started();
    portal.app.clock.advance(2 * DAY);
    assert!(listed(&portal).is_empty());
    portal.app.clock.advance(60_000);
    assert!(listed(&portal)[0].contains("还没有做过定时备份"));
    assert_eq!(describe(&portal), (1, 0));
}

#[test]
fn a_disk_that_is_nearly_full_is_told_although_ordinary_writes_are_refused() {
    let portal = started();
    let data = portal.stopped();
    fs::write(data.path().join("gx-portal.toml"), "reserve_mib = 1000000000\n").expect("written");
    let portal = Portal::on(data);
    assert_eq!(describe(&portal), (1, 0));
    let (ok, said) = findings(&portal);
    assert!(!ok && said.contains("低于 1000000000 MiB 时停止普通写入"), "{said}");
    assert!(listed(&portal)[0].contains("数据磁盘可用"));
    let data = portal.stopped();
    fs::remove_file(data.path().join("gx-portal.toml")).expect("removed");
    assert_eq!(describe(&Portal::on(data)), (1, 1));
}

#[test]
fn who_may_not_look_at_the_server_is_told_nothing() {
    let portal = started();
    portal.person("clerk", 100, &[]);
    let answer: Value = portal.get("/monitor/server/attention", &portal.token("clerk"));
    assert_eq!(answer["code"], 403, "{answer}");
}

#[test]
fn outcomes_of_before_come_from_the_log_of_runs() {
    let portal = started();
    back_up(&portal);
    spoil(&portal);
    back_up(&portal);
    let before: Vec<JobOutcome> = portal.app.store.read().expect("a reader").all().expect("outcomes");
    let stored = before.clone();
    let cleared = portal.app.store.write(move |tx| -> gx_portal::error::Result<()> {
        stored.iter().try_for_each(|one| Ok(tx.delete::<JobOutcome>(&one.id()).map(drop)?))
    });
    cleared.expect("as in an older installation");
    jobs::prepare(&portal.app).expect("jobs");
    let after: Vec<JobOutcome> = portal.app.store.read().expect("a reader").all().expect("outcomes");
    assert_eq!((after.len(), after[0].failures, after[0].ended_well), (1, 1, before[0].ended_well));
}
