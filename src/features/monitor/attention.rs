//! 需要处理: what an administrator has to see to, as one list for the home page, `health`, 服务监控 and notices.
//!
//! Invariants: what is in the list follows from what is known ([`needs`] is pure); a subject that comes in is told once, and
//! once more when it is well again, also when the program was restarted meanwhile.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::job::outcome::{self, JobOutcome};
use super::job::record::Job;
use super::protect::TOLD_BY_CHECKS;
use super::syslog;
use crate::app::App;
use crate::error::Result;
use crate::features::system::notice::alarm;
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op, View};
use crate::platform::audit::{AuditAction, Entry};
use crate::route::{Data, Nothing};
use crate::store::{Keeping, Key, Reads, Record, Urgency, key};
use crate::tls::fit;
use crate::upkeep::protect;
use crate::upkeep::protect::acts::{self, RepositoryAct, RepositoryCheck};
use crate::upkeep::room::ROOM;

/// A backup of the job that is older has to be seen to, in milliseconds.
const BACKUP_AGE: i64 = 48 * 3_600_000;
const BACKUP: &str = "backup.run";
/// What another look tells is told by it after an hour (`watching/syslog.rs`), ten minutes of which it is not in the list:
/// the end of what was shorter is no news.
const SHORT: i64 = 50 * 60_000;
/// Subjects that other looks tell.
const TOLD: [&str; 2] = ["certificate", "syslog"];

/// A subject that is in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attention {
    pub subject: String,
    /// What people call it.
    pub about: String,
    pub since: Stamp,
}

impl Record for Attention {
    const TABLE: &'static str = "attention";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.subject)
    }
}

/// Something to see to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// Its name among others.
    pub subject: String,
    /// What people call it.
    pub about: String,
    /// What is wrong.
    pub sentence: String,
    /// Where and how to act.
    pub act: &'static str,
    /// The page for it.
    pub page: &'static str,
    /// Since when, where that is known.
    pub since: Option<Stamp>,
}

/// A scheduled job of the program and how it fared.
#[derive(Debug, Clone)]
pub struct Scheduled {
    /// What people call it.
    pub name: String,
    /// Since when it is scheduled; `None` = it is paused or removed.
    pub active_since: Option<Stamp>,
    /// How it fared.
    pub outcome: JobOutcome,
}

/// What the list follows from.
#[derive(Debug, Clone, Default)]
pub struct Known {
    pub now: Stamp,
    pub jobs: Vec<Scheduled>,
    /// Free bytes on the disk of the data.
    pub free: Option<u64>,
    /// Bytes below which ordinary writes are refused.
    pub reserve: u64,
    /// Whether the disk was in the list at the last look: then it has to be somewhat better.
    pub was_low: bool,
    /// What is wrong with the certificate.
    pub certificate: Option<String>,
    /// Names by which people come and that are not in it: subject and sentence of each.
    pub misfits: Vec<(String, String)>,
    /// Whether it is of the site's own authority.
    pub is_site: bool,
    /// What is wrong with the way to the log server.
    pub syslog: Option<String>,
    /// Which repository stays behind.
    pub protection: Option<String>,
    /// Whether ordinary writes wait for a repository that takes the journal.
    pub is_journal_full: bool,
    /// What to do about data that were brought back and write to no repository.
    pub paused: Option<&'static str>,
    /// How the repositories fared when they were verified and drilled.
    pub checks: Vec<RepositoryCheck>,
}

const AT_JOBS: (&str, &str) = ("在“定时任务”查看调度日志，排除原因后再次执行", "/monitor/job");
const AT_SERVER: &str = "/monitor/server";
/// Subject of a host that is not in the certificate, before its name.
const OF_HOST: &str = "certificate:host:";
const AT_PROTECT: &str = "/monitor/protect";
/// A drill that ended well is good for so long, in milliseconds.
const DRILL_AGE: i64 = 40 * 86_400_000;

/// What has to be seen to.
pub fn needs(known: &Known) -> Vec<Need> {
    let jobs = known.jobs.iter().filter(|job| !TOLD_BY_CHECKS.contains(&job.outcome.target.as_str()));
    let mut found: Vec<Need> = jobs.filter_map(|job| of_job(job, known.now)).collect();
    found.extend(of_disk(known));
    let told = |subject: &str, about: &str, sentence: &Option<String>, act| {
        sentence.as_ref().map(|sentence| Need {
            subject: subject.to_owned(),
            about: about.to_owned(),
            sentence: sentence.clone(),
            act,
            page: if subject.starts_with("protection") { AT_PROTECT } else { AT_SERVER },
            since: None,
        })
    };
    let renew = "更换证书文件，或在服务器上运行 gx-portal tls renew";
    found.extend(told("certificate", "加密连接的证书", &known.certificate, renew));
    found.extend(of_names(known));
    let test = "检查日志服务器和网络，在服务器上运行 gx-portal syslog test";
    found.extend(told("syslog", "审计日志转发", &known.syslog, test));
    let look = "检查磁盘的挂载和空间，详情见“数据保护”，或在服务器上运行 gx-portal protect status";
    let full = known
        .is_journal_full
        .then(|| "普通写入已停止：变更日志已达到上限，没有备份仓库接收（protect_on_full = stop_writes）".to_owned());
    found.extend(told("protection:full", "变更日志", &full, look));
    let behind = known.paused.map(str::to_owned).or_else(|| known.protection.clone());
    found.extend(told("protection", "备份仓库", &behind, look));
    found.extend(of_checks(known, RepositoryAct::Verify));
    found.extend(of_checks(known, RepositoryAct::Drill));
    found
}

/// Names that are not in the certificate.
fn of_names(known: &Known) -> impl Iterator<Item = Need> {
    let act = if known.is_site {
        "在服务器上运行 gx-portal tls renew --name 该名称（仍要使用的旧主机名也各写一个 --name），或通知大家改用证书中的地址"
    } else {
        "换上包含该名称的证书，或通知大家改用证书中的地址"
    };
    known.misfits.iter().map(move |(subject, sentence)| Need {
        subject: subject.clone(),
        about: "加密连接的证书与访问地址".to_owned(),
        sentence: sentence.clone(),
        act,
        page: AT_SERVER,
        since: None,
    })
}

/// What the certificate that is served doesn't fit; `before` are the subjects of the last look.
fn misfits(app: &App, before: &BTreeMap<String, Attention>, now: Stamp) -> Vec<(String, String)> {
    let Some(tls) = app.tls.get() else { return Vec::new() };
    let configured = fit::fault(&app.config, &tls.facts());
    let hosts = before.keys().filter_map(|subject| subject.strip_prefix(OF_HOST));
    let named = tls.foreign(hosts, now).into_iter().map(|(host, sentence)| (format!("{OF_HOST}{host}"), sentence));
    configured.map(|sentence| ("certificate:url".to_owned(), sentence)).into_iter().chain(named).collect()
}

/// The repository that fared worst.
fn of_checks(known: &Known, act: RepositoryAct) -> Option<Need> {
    let of_act = || known.checks.iter().filter(|check| check.act == act);
    let failed = of_act().filter_map(|check| Some((check.failing_since?, check))).min_by_key(|(since, _)| *since);
    let late =
        |check: &&RepositoryCheck| act == RepositoryAct::Drill && known.now.0 - waited_since(check).0 > DRILL_AGE;
    let (sentence, since) = if let Some((since, check)) = failed {
        let (title, target, why) = (act.title(), &check.target, check.sentence.trim_end_matches('。'));
        (format!("备份仓库 {target} 的{title}自 {} 起没有通过：{why}", since.to_text()), since)
    } else {
        let check = of_act().filter(late).min_by_key(|check| waited_since(check))?;
        let last = check.well_at.map_or_else(|| "还没有做过".to_owned(), |at| format!("最近一次在 {}", at.to_text()));
        (format!("备份仓库 {} 已超过 40 天没有通过恢复演练（{last}）", check.target), waited_since(check))
    };
    Some(Need {
        subject: if act == RepositoryAct::Verify { "protection:verify" } else { "protection:drill" }.to_owned(),
        about: act.title().to_owned(),
        sentence,
        act: match (act, failed.is_some()) {
            (RepositoryAct::Verify, _) => "检查磁盘，在“数据保护”点“立即完整备份”，再点“立即核对”",
            (_, true) => "在“数据保护”点“立即完整备份”，再点“立即演练”",
            _ => "在“数据保护”点“立即演练”，或在服务器上运行 gx-portal protect drill",
        },
        page: AT_PROTECT,
        since: Some(since),
    })
}

/// Since when a repository has not been proved by a drill.
fn waited_since(check: &RepositoryCheck) -> Stamp {
    check.well_at.unwrap_or(check.since)
}

fn of_job(job: &Scheduled, now: Stamp) -> Option<Need> {
    let outcome = &job.outcome;
    let is_backup = outcome.target == BACKUP;
    let late = |at: Stamp| is_backup && now.0.saturating_sub(at.0) > BACKUP_AGE;
    let (sentence, since) = if let Some(since) = outcome.failing_since {
        let (name, count, why) = (&job.name, outcome.failures, outcome.why.trim_end_matches('。'));
        (format!("“{name}”自 {} 起失败 {count} 次：{why}", since.to_text()), since)
    } else if let Some(at) = outcome.ended_well.filter(|at| late(*at)) {
        (format!("最近一次定时备份在 {}，请查看“定时任务”中的“{}”", at.to_text(), job.name), at)
    } else {
        let since = job.active_since.filter(|at| outcome.ended_well.is_none() && late(*at))?;
        ("还没有做过定时备份，已超过两天".to_owned(), since)
    };
    Some(Need {
        subject: format!("job:{}", outcome.target),
        about: job.name.clone(),
        sentence,
        act: AT_JOBS.0,
        page: AT_JOBS.1,
        since: Some(since),
    })
}

fn of_disk(known: &Known) -> Option<Need> {
    let free = known.free?;
    let times = if known.was_low { ROOM + 1 } else { ROOM };
    let is_low = free < known.reserve.saturating_mul(times);
    is_low.then(|| Need {
        subject: "disk".to_owned(),
        about: "数据磁盘空间".to_owned(),
        sentence: format!("数据磁盘可用 {} MiB，低于 {} MiB 时停止普通写入", free >> 20, known.reserve >> 20),
        act: "请清理或扩容数据磁盘",
        page: AT_SERVER,
        since: None,
    })
}

/// What is known now, and which subjects were in the list at the last look.
fn known(view: &View) -> Result<(Known, BTreeMap<String, Attention>)> {
    let app = view.app;
    let rows: Vec<Attention> = view.tx.all()?;
    let before: BTreeMap<String, Attention> = rows.into_iter().map(|row| (row.subject.clone(), row)).collect();
    let stored: Vec<Job> = view.tx.all()?;
    let jobs = outcome::all(view)?.into_values().map(|outcome| {
        let mut of_target = stored.iter().filter(|job| job.invoke_target == outcome.target);
        let job = of_target.clone().find(|job| job.active).or_else(|| of_target.next());
        let title = app.product.job(&outcome.target).map(|job| job.title).unwrap_or_default();
        Scheduled {
            name: job.map_or_else(|| title.to_owned(), |job| job.job_name.clone()),
            active_since: job.filter(|job| job.active).map(|job| job.base.create_time),
            outcome,
        }
    });
    let known = Known {
        now: view.now,
        jobs: jobs.collect(),
        free: app.store.free_bytes(),
        reserve: app.config.reserve_mib.value.saturating_mul(1 << 20),
        was_low: before.contains_key("disk"),
        certificate: app.tls.get().and_then(|tls| tls.sentence(view.now)),
        misfits: misfits(app, &before, view.now),
        is_site: app.tls.get().is_some_and(|tls| tls.is_site()),
        protection: app.protection.sentence(view.now),
        is_journal_full: app.store.is_journal_full(),
        paused: protect::paused(app),
        checks: acts::checks(app, view.tx)?,
        syslog: syslog::standing(view)?.and_then(|standing| standing.sentence(view.now)),
    };
    Ok((known, before))
}

/// The list.
///
/// # Errors
/// A store that cannot be read.
pub fn list(view: &View) -> Result<Vec<Need>> {
    let (known, before) = known(view)?;
    let since = |need: &Need| need.since.or_else(|| before.get(&need.subject).map(|row| row.since)).or(Some(view.now));
    Ok(needs(&known).into_iter().map(|need| Need { since: since(&need), ..need }).collect())
}

/// Something to see to, as the home page shows it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NeedOut {
    /// What it is about, for programs: `disk`, `certificate`, `job:backup` …
    pub subject: String,
    /// What is wrong.
    pub sentence: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub since: String,
    /// What to do.
    pub act: String,
    /// The page for it.
    pub page: String,
}

pub fn show(view: &View, _: Nothing) -> Result<Data<Vec<NeedOut>>> {
    let rows = list(view)?.into_iter().map(|need| NeedOut {
        subject: need.subject,
        sentence: need.sentence,
        since: need.since.map(Stamp::to_text).unwrap_or_default(),
        act: need.act.to_owned(),
        page: need.page.to_owned(),
    });
    Ok(Data(rows.collect()))
}

/// One look: what came into the list or left it since the last one is told and noted.
///
/// # Errors
/// What was to be told could not be written; it is tried again at the next look.
pub fn look(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("watch.attention"));
    let (now, before) = app.read(&caller, |view| {
        let (known, before) = known(view)?;
        Ok((needs(&known), before))
    })?;
    let has_changed = now.iter().any(|need| !before.contains_key(&need.subject))
        || before.keys().any(|subject| !now.iter().any(|need| need.subject == *subject));
    if !has_changed {
        return Ok(());
    }
    let entry = Entry {
        title: "需要处理",
        deed: AuditAction::Other,
        method: "JOB watch.attention".into(),
        input: Value::Null,
        began: Instant::now(),
    };
    // Essential: a disk that is nearly full is the first that has to be told.
    app.submit(&caller, entry, Urgency::Essential, move |op| tell(op, &now))?.wait()
}

fn tell(op: &mut Op, needs: &[Need]) -> Result<()> {
    let before: Vec<Attention> = op.view().tx.all()?;
    for need in needs.iter().filter(|need| !before.iter().any(|row| row.subject == need.subject)) {
        let since = need.since.unwrap_or(op.now);
        op.put(&Attention { subject: need.subject.clone(), about: need.about.clone(), since })?;
        if !TOLD.contains(&need.subject.as_str()) {
            alarm::raise(op, &format!("{}需要处理", need.about), &format!("{}。{}。", need.sentence, need.act))?;
        }
    }
    for row in before.iter().filter(|row| !needs.iter().any(|need| need.subject == row.subject)) {
        op.delete::<Attention>(&row.id())?;
        if TOLD.contains(&row.subject.as_str()) && op.now.0.saturating_sub(row.since.0) < SHORT {
            continue;
        }
        let text = format!("“{}”自 {} 起需要处理，现已恢复正常。", row.about, row.since.to_text());
        alarm::end(op, &row.about, &text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Stamp = Stamp(1_800_000_000_000);
    const HOUR: i64 = 3_600_000;

    fn ago(hours: i64) -> Stamp {
        Stamp(NOW.0 - hours * HOUR)
    }

    fn job(target: &str, active_since: Option<Stamp>, outcome: JobOutcome) -> Scheduled {
        let outcome = JobOutcome { target: target.to_owned(), ..outcome };
        Scheduled { name: "每日备份".to_owned(), active_since, outcome }
    }

    #[test]
    fn a_job_is_in_the_list_while_it_fails_and_a_backup_when_it_is_old() {
        let well = |at| JobOutcome { ended_well: Some(at), ..JobOutcome::default() };
        let failing = well(ago(3)).after(ago(2), Some("磁盘空间不足。")).after(ago(1), Some("磁盘空间不足。"));
        assert_eq!((failing.failing_since, failing.failures, failing.failed_total), (Some(ago(2)), 2, 2));
        let again = failing.clone().after(NOW, None);
        assert_eq!((again.failing_since, again.failures, again.failed_total, again.why.as_str()), (None, 0, 2, ""));
        let never = JobOutcome::default;
        for (target, active, outcome, part) in [
            ("scrub.run", None, failing.clone(), Some("失败 2 次：磁盘空间不足")),
            (BACKUP, Some(ago(99)), again, None),
            (BACKUP, Some(ago(99)), well(ago(48)), None),
            (BACKUP, Some(ago(99)), well(ago(49)), Some("最近一次定时备份在")),
            (BACKUP, None, well(ago(49)), Some("最近一次定时备份在")),
            ("scrub.run", Some(ago(999)), well(ago(999)), None),
            (BACKUP, Some(ago(49)), never(), Some("还没有做过定时备份")),
            (BACKUP, Some(ago(2)), never(), None),
            (BACKUP, None, never(), None),
        ] {
            let known = Known { now: NOW, jobs: vec![job(target, active, outcome)], ..Known::default() };
            let found = needs(&known);
            assert_eq!(found.len(), usize::from(part.is_some()), "{target}: {found:?}");
            assert!(part.is_none_or(|part| found[0].sentence.contains(part)), "{found:?}");
        }
    }

    #[test]
    fn repositories_are_told_when_a_check_fails_and_when_no_drill_went_well_for_forty_days() {
        let day = 24;
        let check = |act, since: i64, well_at: Option<i64>, failing: Option<i64>| RepositoryCheck {
            act,
            target: "/mnt/nas".into(),
            since: ago(since * day),
            at: None,
            is_well: failing.is_none(),
            sentence: "文件 ab 缺失或已损坏".into(),
            failing_since: failing.map(|days| ago(days * day)),
            well_at: well_at.map(|days| ago(days * day)),
            by: String::new(),
            milliseconds: 0,
        };
        for (checks, part) in [
            (vec![check(RepositoryAct::Drill, 99, Some(39), None)], None),
            (vec![check(RepositoryAct::Drill, 39, None, None)], None),
            (vec![check(RepositoryAct::Drill, 41, None, None)], Some("还没有做过")),
            (vec![check(RepositoryAct::Drill, 99, Some(41), None)], Some("已超过 40 天")),
            (vec![check(RepositoryAct::Drill, 99, Some(1), Some(0))], Some("恢复演练自")),
            (vec![check(RepositoryAct::Verify, 99, Some(90), None)], None),
            (
                vec![check(RepositoryAct::Verify, 99, Some(3), Some(2)), check(RepositoryAct::Base, 9, None, Some(1))],
                Some("备份核对自"),
            ),
        ] {
            let found = needs(&Known { now: NOW, checks: checks.clone(), ..Known::default() });
            assert_eq!(found.len(), usize::from(part.is_some()), "{checks:?}: {found:?}");
            assert!(part.is_none_or(|part| found[0].sentence.contains(part)), "{found:?}");
            assert!(found.iter().all(|need| need.page == AT_PROTECT));
        }
        // Their jobs say nothing of their own: a repair by hand ends it.
        let failing = JobOutcome::default().after(ago(2), Some("有损坏"));
        let jobs = TOLD_BY_CHECKS.map(|target| job(target, Some(ago(99)), failing.clone())).to_vec();
        assert!(needs(&Known { now: NOW, jobs, ..Known::default() }).is_empty());
    }

    #[test]
    fn a_disk_that_hovers_is_told_once_and_what_others_tell_is_in_the_list() {
        let low = |free: u64, was_low: bool| {
            let known = Known { free: Some(free << 20), reserve: 64 << 20, was_low, ..Known::default() };
            !needs(&known).is_empty()
        };
        assert!(low(255, false) && low(256, true) && low(319, true));
        assert!(!low(256, false) && !low(320, true));
        assert!(needs(&Known { reserve: 64 << 20, ..Known::default() }).is_empty(), "a disk that nobody knows");
        let (certificate, syslog) = (Some("到期".to_owned()), Some("未送达".to_owned()));
        let found = needs(&Known { certificate, syslog, ..Known::default() });
        let subjects: Vec<&str> = found.iter().map(|need| need.subject.as_str()).collect();
        assert_eq!(subjects, TOLD);
    }
}
