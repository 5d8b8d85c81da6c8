//! What the targets of the registry do. Each answers a Chinese sentence.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::app::App;
use crate::fault::{Fault, Outcome};
use crate::features::books::bill;
use crate::features::books::dunning;
use crate::features::books::reconcile;
use crate::features::expo::rectify;
use crate::features::lease::reminder;
use crate::features::monitor::archive;
use crate::features::monitor::job::record::{JobLog, RunState};
use crate::features::monitor::job::targets::BACKUPS_KEPT;
use crate::kernel::dates::Stamp;
use crate::once;
use crate::op::Caller;
use crate::platform::audit::Deed;
use crate::platform::identity::user::User;
use crate::platform::people;
use crate::store::{Reads, id};
use crate::upkeep::{backup, doctor};

/// Scratch files of requests under way are younger.
const SCRATCH_AGE: Duration = Duration::from_secs(86_400);
/// Backups kept when the setting is missing.
const BACKUPS: u64 = 7;
const DAY: i64 = 86_400_000;
const MIB: u64 = 1 << 20;

/// Runs the target of a key.
///
/// # Errors
/// The sentence why it failed; an unknown key.
pub fn run(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    match key {
        "backup.run" => back_up(app, key),
        "sweep.run" => sweep(app, key),
        "auditArchive.run" => archive_audit(app, key),
        "scrub.run" => scrub(app),
        "remind.run" => remind(app, key),
        bill::run::TARGET => bill::run::nightly(app).map(|ended| bill::run::sentence(&ended)),
        reconcile::TARGET => reconcile::run(app),
        "expo.run" => run_exposure(app, key),
        "search.rebuild" => rebuild_search(app),
        #[cfg(feature = "testing")]
        "testing.panic" => panic!("a job of the tests panics"),
        _ => Err(Fault::refused("目标字符串不在白名单内")),
    }
}

fn back_up(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    let folder = app.paths.backups();
    let made = backup::create_by(app, &Arc::new(Caller::job(key)), &folder)?;
    let keep = usize::try_from(app.settings.number(BACKUPS_KEPT, BACKUPS)).unwrap_or(1).max(1);
    let pruned = backup::prune(&folder, keep)?;
    let path = made["backup"].as_str().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let removed = pruned["removed"].as_array().map_or(0, Vec::len);
    let size = made["bytes"].as_u64().unwrap_or(0).div_ceil(MIB);
    Ok(format!("已备份为 {name}，{} 个文件，约 {size} MB；保留最新 {keep} 份，删除 {removed} 份", made["files"]))
}

fn sweep(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    let blobs = doctor::sweep_orphans(app)?;
    let limit = SystemTime::now().checked_sub(SCRATCH_AGE);
    let mut scratch = 0;
    let parts = fs::read_dir(archive::folder(app)).into_iter().flatten().flatten();
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().starts_with(archive::UNFINISHED));
    for entry in fs::read_dir(app.paths.temporary()).map_err(Fault::internal)?.flatten().chain(parts) {
        let changed = entry.metadata().and_then(|metadata| metadata.modified()).ok();
        if changed.is_some() && changed < limit {
            let path = entry.path();
            let gone = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            scratch += u64::from(gone.is_ok());
        }
    }
    let (logs, forms) = (forget_old_runs(app, key)?, once::prune(app, key)?);
    Ok(format!("删除 {blobs} 个无引用的文件、{scratch} 个临时文件、{logs} 条过期的调度日志、{forms} 个过期的表单标识"))
}

fn forget_old_runs(app: &Arc<App>, key: &'static str) -> Outcome<usize> {
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
        app.act(&caller, "调度日志", Deed::Clean, move |op| {
            for job_log_id in old {
                op.delete_quietly::<JobLog>(&id(job_log_id))?;
            }
            Ok(())
        })?;
    }
    Ok(count)
}

fn archive_audit(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    let caller = Arc::new(Caller::job(key));
    let mut message = None;
    while let Some(part) = app.read(&caller, |view| archive::write(view, u64::MAX))? {
        let more = part.more;
        message = Some(app.act(&caller, "操作日志", Deed::Clean, move |op| archive::commit(op, Some(part)))?);
        if !more {
            break;
        }
    }
    Ok(message.unwrap_or_else(|| format!("没有超过 {} 天的日志需要归档", archive::retention_days(app))))
}

fn scrub(app: &Arc<App>) -> Outcome<String> {
    // Rotates both for a daily and for a weekly schedule.
    let days = app.clock.now().0.div_euclid(DAY);
    let slice = u8::try_from((days + days / 7).rem_euclid(7)).unwrap_or(0);
    let found = doctor::scrub(app, slice, 7)?;
    match found.faults.first() {
        None => Ok(format!("核对 {} 条记录、{} 个文件，没有发现问题", found.records, found.files)),
        Some(first) => Err(Fault::refused(format!(
            "发现 {} 处问题：{first}。请运行 gx-portal doctor 查看全部",
            found.faults.len()
        ))),
    }
}

fn remind(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    let caller = Arc::new(Caller::job(key));
    let reminders = app.read(&caller, |view| reminder::prepare(app, view))?;
    let count = app.act(&caller, "合同到期提醒", Deed::Insert, move |op| reminder::publish(op, reminders))?;
    let promises = app.act(&caller, "缴款承诺提醒", Deed::Insert, dunning::reminder::publish)?;
    Ok(match count + promises {
        0 => "没有需要提醒的合同和缴款承诺".to_owned(),
        count => format!("已发送 {count} 条提醒"),
    })
}

fn run_exposure(app: &Arc<App>, key: &'static str) -> Outcome<String> {
    let night = app.act_ahead(&Arc::new(Caller::job(key)), "曝光台", Deed::Update, || Ok(rectify::nightly))?;
    Ok(format!("已整改 {} 条，新增候选 {} 条，撤销候选 {} 条", night.rectified, night.made, night.closed))
}

fn rebuild_search(app: &Arc<App>) -> Outcome<String> {
    let reader = app.store.read()?;
    people::rebuild(&app.people, &reader)?;
    Ok(format!("已重新装入 {} 名人员", reader.count::<User>()?))
}
