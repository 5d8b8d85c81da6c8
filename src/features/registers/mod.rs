//! 登记台账: registers that an office defines for itself, mostly from a workbook it already keeps.
//!
//! Invariants: a register is data, a versioned definition and rows in the typed store; nothing is generated, compiled or
//! run. What is published never changes, a field's number is never given twice, no conversion loses a text (原值). Foreign
//! rows are invisible, sealed values leave with `reg:<code>:pii` alone.

pub mod approval;
pub mod cell;
pub mod columns;
pub mod console;
pub mod convert;
pub mod definition;
pub mod design;
pub mod exchange;
pub mod file;
pub mod formula;
pub mod hooks;
pub mod infer;
pub mod invariants;
pub mod kind;
mod known;
pub mod links;
pub mod memory;
pub mod openapi;
pub mod package;
mod pointing;
pub mod published;
pub mod record;
pub mod remind;
pub mod rows;
pub mod settings;
mod today;
pub mod undo;
pub mod value;
pub mod workbooks;
pub mod works;

use std::sync::Arc;

use crate::app::App;
use crate::columns::Source;
use crate::error::Result;
use crate::events::Signal;
use crate::features::monitor::server::columns::Beside;
use crate::features::report::todo::TodoReminders;
use crate::features::system::dict::DictionaryUse;
use crate::features::system::menu::ops::ManagedMenu;
use crate::product::{AtStart, Check, Feature, Job, JobSeed, MemoryInfo};
use crate::records::owned::LinkedBy;
use crate::route::{PermissionOf, Route};
use crate::store::{TableInfo, table};

const TABLES: &[TableInfo] = &[
    table::<record::Register>(),
    table::<record::RegVersion>(),
    table::<record::RegRow>(),
    table::<record::RegBook>(),
    table::<record::RegWork>(),
    table::<undo::record::RegBatch>(),
    table::<undo::record::RowBefore>(),
];

pub const FEATURE: Feature = Feature {
    name: "registers",
    about: "登记台账：登记表的设计、数据、导入导出与归档",
    tables: TABLES,
    routes,
    settings: settings::ALL,
    columns: &[Source::of::<record::Register>()],
    jobs: &[NIGHTLY],
    memory: &[MemoryInfo::of::<memory::Registers>(), MemoryInfo::of::<remind::Reminders>()],
    checks: &[Check::Faults("登记表", invariants::check)],
    signals: &[("reg", Signal::Register), ("menu", Signal::Menu)],
    extensions: &[
        &PermissionOf(memory::permission_of),
        &AtStart(works::run::begin),
        &LinkedBy(hooks::linked_by),
        &DictionaryUse(hooks::dictionary_use),
        &ManagedMenu(hooks::managed_menu),
        &TodoReminders(remind::todo),
        &today::CARD,
        &rows::history::HISTORY,
        &Beside(memory::standing),
        &rows::REFERENCE,
        &workbooks::FILES,
        &approval::DEFINED,
    ],
};

const NIGHTLY: Job = Job {
    key: "register.sweep",
    title: "登记表清理",
    about: "清理上传 7 天后仍没有用于登记表的工作簿，清除回收站中超过保留天数的行，清除 30 天前批量操作的撤销资料",
    run: sweep,
    protects: false,
    seed: Some(JobSeed { id: 11, name: "登记表清理", cron: "0 15 3 * * ?", active: true, remark: "每天 03:15" }),
};

fn sweep(app: &Arc<App>, key: &'static str) -> Result<String> {
    let (books, rows) = (workbooks::ops::sweep(app, key)?, rows::trash::empty(app, key)?);
    let undone = undo::ops::sweep(app, key)?;
    Ok(format!("清理未使用的工作簿 {books} 个，清除回收站中到期的行 {rows} 行，超过撤销期限的操作 {undone} 次"))
}

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = design::routes();
    routes.extend(workbooks::routes());
    routes.extend(exchange::routes());
    routes.extend(pointing::routes());
    routes.extend(rows::routes());
    routes.extend(undo::routes());
    routes
}
