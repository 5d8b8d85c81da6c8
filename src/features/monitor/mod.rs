//! Oversight: the audit log with its two views (operations, sign-ins), online users, scheduled jobs,
//! the state of the server and of the store.

pub mod archive;
pub mod attention;
pub mod bundle;
pub mod chores;
pub mod crash;
pub mod health;
pub mod job;
mod log_columns;
pub mod logininfor;
pub mod metrics;
pub mod mode;
pub mod online;
pub mod operlog;
pub mod protect;
mod scan;
pub mod server;
pub mod syslog;
pub mod watching;

use crate::columns::Source;
use crate::events::Signal;
use crate::kernel::ip;
use crate::platform::audit::AuditRow;
use crate::platform::mode::Running;
use crate::product::{AtStart, Feature, MemoryInfo, Restored};
use crate::route::Route;
use crate::store::{Record as _, TableInfo, table};
use crate::upkeep::protect::acts::RepositoryCheck;
use crate::upkeep::protect::look::Looks;

const TABLES: &[TableInfo] = &[
    table::<job::record::Job>(),
    table::<job::record::JobDue>(),
    table::<job::record::JobRequest>(),
    table::<job::record::JobLog>(),
    table::<job::outcome::JobOutcome>(),
    table::<attention::Attention>(),
    table::<Running>(),
    table::<syslog::record::Cursor>(),
    table::<RepositoryCheck>(),
];

pub const FEATURE: Feature = Feature {
    name: "monitor",
    about: "系统监控：日志、在线用户、定时任务、服务监控、运行模式、支持包、数据保护",
    tables: TABLES,
    columns: &[
        Source::of::<job::record::JobLog>(),
        Source::of::<job::record::Job>(),
        Source::that_gives_way::<AuditRow>(),
    ],
    routes,
    settings: &[archive::RETENTION.info, chores::BACKUPS_KEPT.info],
    jobs: chores::JOBS,
    signals: &[(Running::TABLE, Signal::Mode)],
    memory: &[
        MemoryInfo::of::<job::board::Board>(),
        MemoryInfo::of::<server::proxies::Unbelieved>(),
        MemoryInfo::of::<watching::clock::Clockwork>(),
        MemoryInfo::of::<watching::certificate::Told>(),
        MemoryInfo::of::<watching::syslog::ToldOfSyslog>(),
        MemoryInfo::of::<syslog::Feed>(),
        MemoryInfo::of::<Looks>(),
    ],
    extensions: &[&AtStart(syslog::at_start), &Restored(syslog::record::after_restore)],
    ..Feature::EMPTY
};

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    [
        operlog::routes(),
        logininfor::routes(),
        online::routes(),
        job::routes(),
        server::routes(),
        mode::routes(),
        crash::routes(),
        bundle::routes(),
        protect::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Where an address is, as far as can be told without asking anybody (wire `operLocation`).
pub fn place(address: &str) -> &'static str {
    match address {
        "" => "",
        _ if ip::is_private(address) => "内网IP",
        _ => "外网IP",
    }
}
