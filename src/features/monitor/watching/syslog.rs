//! The audit log that does not reach its log server: who looks after the safety gets one notice when rows wait for an hour.
//!
//! Invariant: one notice for each time, after a restart neither a second (its title says since when); that it works again is
//! seen on 服务监控 and needs none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::App;
use crate::error::Result;
use crate::features::monitor::syslog;
use crate::features::system::notice::alarm;
use crate::features::system::notice::record::Notice;
use crate::op::Caller;
use crate::platform::audit::AuditAction;
use crate::product::{Memory, Start};
use crate::store::Reads;

/// Rows that wait so long are worth a notice, in milliseconds.
const HOUR: i64 = 3_600_000;

/// Whether it was told that rows wait.
#[derive(Debug, Default)]
pub struct ToldOfSyslog(AtomicBool);

impl Memory for ToldOfSyslog {
    const NAME: &'static str = "syslog alarm";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

pub(super) fn look(app: &Arc<App>) -> Result<()> {
    let told = app.state::<ToldOfSyslog>()?;
    let caller = Arc::new(Caller::job("watch.syslog"));
    let Some((now, standing)) = app.read(&caller, |view| Ok(syslog::standing(view)?.map(|found| (view.now, found))))?
    else {
        return Ok(());
    };
    if standing.late(now) <= HOUR {
        told.0.store(false, Ordering::Relaxed);
        return Ok(());
    }
    if told.0.load(Ordering::Relaxed) {
        return Ok(());
    }
    let about = format!("审计日志自 {} 起没有送到日志服务器", standing.oldest_time);
    let what = standing.sentence(now).unwrap_or_else(|| about.clone());
    let text = format!(
        "{what}。请检查日志服务器和网络，在服务器上运行 gx-portal syslog test 可得知原因；\
         记录在归档之前（参数 monitor.log.retentionDays，至少 180 天）不会丢失。"
    );
    app.act(&caller, "日志转发提醒", AuditAction::Other, move |op| {
        let title = alarm::title(&about);
        let known: Vec<Notice> = op.view().tx.all()?;
        if known.iter().any(|notice| notice.title == title) {
            op.repeat = true;
            return Ok(());
        }
        alarm::raise(op, &about, &text)
    })?;
    told.0.store(true, Ordering::Relaxed);
    Ok(())
}
