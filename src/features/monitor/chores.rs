//! What the program does by itself whatever the site does with it: backup, sweep, archive of the log, scrub, person index; what it does with repositories is `protect.rs`.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::job::record::{JobLog, RunState};
use super::{archive, protect};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::idempotency;
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::platform::audit::AuditAction;
use crate::platform::identity::user::User;
use crate::platform::people;
use crate::platform::settings::Setting;
use crate::product::{Job, JobSeed};
use crate::store::directory::{is_scratch, remove};
use crate::store::{Reads, id};
use crate::upkeep::{backup, doctor, leftovers, upgrade};

/// Backups that stay.
pub const BACKUPS_KEPT: Setting<u64> = Setting::number(41, "monitor.backup.keep", 7, 1, 1000)
    .called("定时任务-保留备份份数", "定时备份后保留最新的份数，至少 1");

/// Scratch files of requests under way are younger.
const SCRATCH_AGE: Duration = Duration::from_secs(86_400);
const DAY: i64 = 86_400_000;
const MIB: u64 = 1 << 20;

const BACKUP: Job = Job {
    key: "backup.run",
    title: "数据备份",
    about: "在数据目录的 backup 文件夹中做一份完整备份并复核，只保留最新的若干份（参数 monitor.backup.keep）",
    run: back_up,
    protects: true,
    seed: Some(JobSeed { id: 1, name: "每日备份", cron: "0 30 1 * * ?", active: true, remark: "每天 01:30" }),
};

const SWEEP: Job = Job {
    key: "sweep.run",
    title: "清理临时文件",
    about: "删除没有记录引用的上传文件、一天以前的临时文件、中断的备份和恢复留下的副本、一周以前升级时的数据副本、一周以前的表单标识和超过日志保留期的调度日志",
    run: sweep,
    protects: false,
    seed: Some(JobSeed {
        id: 2, name: "清理临时文件", cron: "0 0 3 * * ?", active: true, remark: "每天 03:00"
    }),
};

const ARCHIVE: Job = Job {
    key: "auditArchive.run",
    title: "日志归档",
    about: "把超过保留期（参数 monitor.log.retentionDays，至少 180 天）的操作日志和登录日志归档到文件",
    run: archive_audit,
    protects: false,
    seed: Some(JobSeed { id: 3, name: "日志归档", cron: "0 0 4 ? * SUN", active: true, remark: "每周日 04:00" }),
};

const SCRUB: Job = Job {
    key: "scrub.run",
    title: "数据巡检",
    about: "核对全部记录、索引和日志链，并轮流核对七分之一的上传文件",
    run: scrub,
    protects: true,
    seed: Some(JobSeed {
        id: 4, name: "数据巡检", cron: "0 30 4 ? * SUN", active: true, remark: "每周日 04:30"
    }),
};

const REBUILD: Job = Job {
    key: "search.rebuild",
    title: "重建人员检索",
    about: "重新装入人员检索，不影响正在使用的人",
    run: rebuild_search,
    protects: false,
    seed: Some(JobSeed {
        id: 8,
        name: "重建人员检索",
        cron: "0 0 5 1 * ?",
        active: false,
        remark: "检索结果异常时手动执行",
    }),
};

/// Chores of every installation.
pub const JOBS: &[Job] = &[
    BACKUP,
    SWEEP,
    ARCHIVE,
    SCRUB,
    REBUILD,
    protect::VERIFY,
    protect::DRILL,
    #[cfg(feature = "testing")]
    #[expect(clippy::panic, reason = "what the tests ask of it")]
    Job {
        key: "testing.panic",
        title: "测试",
        about: "",
        run: |_, _| panic!("a job of the tests panics"),
        protects: false,
        seed: None,
    },
];

fn back_up(app: &Arc<App>, key: &'static str) -> Result<String> {
    let folder = app.paths.backups();
    let keep = usize::try_from(app.settings.get(&BACKUPS_KEPT)).unwrap_or(1).max(1);
    let (made, removed) = backup::create_kept(app, &Arc::new(Caller::job(key)), &folder, keep)?;
    let path = made["backup"].as_str().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let size = made["bytes"].as_u64().unwrap_or(0).div_ceil(MIB);
    let note = made["notLogged"].as_str().map(|why| format!("；{why}")).unwrap_or_default();
    Ok(format!("已备份为 {name}，{} 个文件，约 {size} MB；保留最新 {keep} 份，删除 {removed} 份{note}", made["files"]))
}

fn sweep(app: &Arc<App>, key: &'static str) -> Result<String> {
    let blobs = doctor::sweep_orphans(app)?;
    let limit = SystemTime::now().checked_sub(SCRATCH_AGE);
    let mut scratch = 0;
    let parts = fs::read_dir(archive::folder(app)).into_iter().flatten().flatten();
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().starts_with(archive::UNFINISHED));
    let temporary = fs::read_dir(app.paths.temporary()).map_err(AppError::internal)?.flatten();
    for entry in temporary.filter(|entry| is_scratch(&entry.file_name())).chain(parts) {
        let changed = entry.metadata().and_then(|metadata| metadata.modified()).ok();
        if changed.is_some() && changed < limit {
            scratch += u64::from(remove(&entry.path()).is_ok());
        }
    }
    let copies = leftovers::remove(&leftovers::around(&app.paths))?.len()
        + usize::from(upgrade::forget_old(&app.paths, app.clock.now())?);
    let (logs, forms) = (forget_old_runs(app, key)?, idempotency::prune(app, key)?);
    Ok(format!(
        "删除 {blobs} 个无引用的文件、{scratch} 个临时文件、{copies} 份中断的备份、恢复和过期的升级留下的副本、{logs} 条过期的调度日志、{forms} 个过期的表单标识"
    ))
}

fn forget_old_runs(app: &Arc<App>, key: &'static str) -> Result<usize> {
    let days = i64::try_from(archive::retention_days(app)).unwrap_or(i64::MAX / DAY);
    let limit = Stamp(app.clock.now().0.saturating_sub(days.saturating_mul(DAY)));
    let caller = Arc::new(Caller::job(key));
    let old: Vec<u64> = app.read(&caller, |view| {
        let rows: Vec<JobLog> = view.tx.all()?;
        let old = rows.iter().filter(|log| log.state != RunState::Running && log.start < limit);
        Ok(old.map(|log| log.job_log_id).collect())
    })?;
    let count = old.len();
    if count > 0 {
        app.act(&caller, "调度日志", AuditAction::Clean, move |op| {
            for job_log_id in old {
                op.delete_quietly::<JobLog>(&id(job_log_id))?;
            }
            Ok(())
        })?;
    }
    Ok(count)
}

fn archive_audit(app: &Arc<App>, key: &'static str) -> Result<String> {
    let caller = Arc::new(Caller::job(key));
    let mut message = None;
    while let Some(part) = app.read(&caller, |view| archive::write(view, u64::MAX))? {
        let more = part.more;
        message = Some(app.act(&caller, "操作日志", AuditAction::Clean, move |op| archive::commit(op, Some(part)))?);
        if !more {
            break;
        }
    }
    Ok(message.unwrap_or_else(|| format!("没有超过 {} 天的日志需要归档", archive::retention_days(app))))
}

fn scrub(app: &Arc<App>, _: &'static str) -> Result<String> {
    // Rotates both for a daily and for a weekly schedule.
    let days = app.clock.now().0.div_euclid(DAY);
    let slice = u8::try_from((days + days / 7).rem_euclid(7)).unwrap_or(0);
    let found = doctor::scrub(app, slice, 7)?;
    match found.faults.first() {
        None => Ok(format!("核对 {} 条记录、{} 个文件，没有发现问题", found.records, found.files)),
        Some(first) => Err(AppError::refused(format!(
            "发现 {} 处问题：{first}。请运行 gx-portal doctor 查看全部",
            found.faults.len()
        ))),
    }
}

fn rebuild_search(app: &Arc<App>, _: &'static str) -> Result<String> {
    let reader = app.store.read()?;
    people::rebuild(&app.people, &reader)?;
    Ok(format!("已重新装入 {} 名人员", reader.count::<User>()?))
}
