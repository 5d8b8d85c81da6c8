//! Both eras of export (contract 8): GET answers the name of a file to fetch with a ticket, POST
//! streams it. The workbook is written before the transaction; the transaction leaves the audit row.
//!
//! A GET with `background=true` leaves the decision to the server: a short list is written at once as
//! ever, a long one becomes a background task. Clients that do not say so never meet a task.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use crate::app::{Claim, Work};
use crate::error::{AppError, Result};
use crate::op::{Caller, Op, View};
use crate::platform::settings::Setting;
use crate::platform::tasks::Owner;
pub use crate::platform::tasks::Workbook;
use crate::route::{Answer, AuditAction, Draft, FileReply, Method, NoAccess, NoAudit, Reply, Route, Text, prepared};
use crate::sheet::{self, Column, SheetError};
use crate::watch::Watch;

/// Rows from which an export becomes a task of its own.
pub const LONG: Setting<u64> = Setting::number(60, "sys.export.backgroundRows", 5000, 1, 1000000)
    .called("Excel导出-转为后台任务的行数", "页面导出超过此行数时转为后台任务，1 至 1000000");

/// Content type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Sentence for a workbook that could not be written.
pub fn failed(error: impl ToString) -> AppError {
    AppError::refused("导出Excel失败，请联系网站管理员！").because(error)
}

/// An empty file for a workbook in the scratch folder.
pub fn scratch(view: &View) -> Result<TempPath> {
    scratch_named(view, ".xlsx")
}

/// An empty file in the scratch folder whose name ends so.
pub fn scratch_named(view: &View, ending: &str) -> Result<TempPath> {
    tempfile::Builder::new()
        .prefix("export-")
        .suffix(ending)
        .tempfile_in(view.app.paths.temporary())
        .map(tempfile::NamedTempFile::into_temp_path)
        .map_err(|error| AppError::from(crate::store::StoreError::from(error)))
}

/// Why rows were not written to their end.
pub enum Broken {
    /// The workbook can't be written.
    Sheet(SheetError),
    /// The rows ended with a fault.
    Ended(AppError),
}

impl Broken {
    /// What the person is told.
    pub fn fault(self) -> AppError {
        match self {
            Self::Sheet(error) => failed(error),
            Self::Ended(fault) => fault,
        }
    }
}

impl From<SheetError> for Broken {
    fn from(error: SheetError) -> Self {
        Self::Sheet(error)
    }
}

/// Writes rows into a workbook named after its sheet. The upper bound of the iterator counts as the
/// number of rows.
pub fn write<T>(view: &View, sheet: &str, columns: &[Column<T>], rows: impl Iterator<Item = T>) -> Result<Workbook> {
    let total = rows.size_hint().1.unwrap_or(0);
    stream(view, sheet, columns, total, rows.map(Ok))
}

/// The same for rows that are made while they are written: none of them is kept.
pub fn stream<T>(
    view: &View,
    sheet: &str,
    columns: &[Column<T>],
    total: usize,
    rows: impl Iterator<Item = Result<T>>,
) -> Result<Workbook> {
    let watch = view.watch;
    watch.map_or(Ok(()), |watch| watch.begin(sheet, total as u64))?;
    let path = scratch(view)?;
    let rows = rows.map(|row| watch.map_or(Ok(()), Watch::step).and(row).map_err(Broken::Ended));
    sheet::export(&path, columns, sheet, rows).map_err(Broken::fault)?;
    Ok(Workbook { path, name: format!("{sheet}.xlsx") })
}

/// The old form: `msg` is the file name for `/common/download`.
pub fn ticket(op: &mut Op, workbook: Workbook) -> Result<Text> {
    Ok(Text(op.app.tickets.issue(op.caller.user_id(), op.now, &workbook.name, workbook.path)))
}

/// The new form: the workbook itself.
pub fn file(_: &mut Op, workbook: Workbook) -> Result<FileReply> {
    Ok(FileReply {
        path: workbook.path.to_path_buf(),
        name: workbook.name,
        content_type: XLSX,
        inline: false,
        delete_after: Some(std::sync::Arc::new(workbook.path)),
    })
}

/// Filters of an export, and whether it may become a task.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExportQuery<I> {
    /// Filters of the list.
    #[serde(flatten)]
    pub filters: I,
    /// A long list may become a background task; the answer then has `data.taskId`.
    #[schemars(default)]
    pub background: bool,
}

// By hand, because `flatten` would make the reader of every list's filters a second time.
impl<'de, I: DeserializeOwned> Deserialize<'de> for ExportQuery<I> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut whole = serde_json::Map::deserialize(deserializer)?;
        let background = whole.shift_remove("background").and_then(|asked| asked.as_bool()).unwrap_or_default();
        let filters = gx_decode::from_json(serde_json::Value::Object(whole)).map_err(serde::de::Error::custom)?;
        Ok(Self { filters, background })
    }
}

/// What was made of an export.
pub enum Made {
    Now(Workbook),
    /// A task that begins after the commit.
    Later(Claim),
}

/// Answer of an export that may become a task.
#[derive(Debug)]
pub enum Offered {
    /// The ticket is in `msg`.
    Now(Text),
    /// The task is in `data`.
    Later(Claim),
}

impl Answer for Offered {
    fn reply(self) -> Result<Reply> {
        match self {
            Self::Now(text) => text.reply(),
            Self::Later(claim) => Ok(Reply::Task(claim)),
        }
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        Text::shape(generator)
    }
}

/// Writes the filter of a list into a workbook.
type Prepare<I> = fn(&View<'_>, I) -> Result<Workbook>;
/// The same with its filter, as often as it is asked for.
type Prepared = Box<dyn Fn(&View<'_>) -> Result<Workbook> + Send + Sync>;

/// The GET form of an export: a ticket, or a task when the client allows one and the list is long.
pub fn offered<I>(path: &'static str, prepare: Prepare<I>) -> Draft<(NoAccess, NoAudit)>
where
    I: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static,
{
    prepared(
        Method::Get,
        path,
        move |view: &View<'_>, wanted: ExportQuery<I>| match wanted {
            ExportQuery { filters, background: false } => prepare(view, filters).map(Made::Now),
            ExportQuery { filters, .. } => now_or_later(view, Box::new(move |view| prepare(view, filters.clone()))),
        },
        answered,
    )
}

/// The routes of an export: a ticket or a task, and the file itself.
pub fn routes<I>(
    path: &'static str,
    permission: &'static str,
    title: &'static str,
    prepare: fn(&View<'_>, I) -> Result<Workbook>,
) -> [Route; 2]
where
    I: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static,
{
    [offered(path, prepare), prepared(Method::Post, path, prepare, file)]
        .map(|draft| draft.perm(permission).audit(title, AuditAction::Export))
}

fn answered(op: &mut Op<'_, '_>, made: Made) -> Result<Offered> {
    match made {
        Made::Now(workbook) => ticket(op, workbook).map(Offered::Now),
        Made::Later(claim) => Ok(Offered::Later(claim)),
    }
}

fn now_or_later(view: &View, write: Prepared) -> Result<Made> {
    let most = view.app.settings.get(&LONG).max(1);
    let probe = Watch::up_to(most);
    match write(&view.watched(&probe)) {
        Err(_) if probe.was_long() => {}
        done => return done.map(Made::Now),
    }
    let permission = view.caller.exercised;
    let owner = Owner { user_id: view.caller.user_id(), permission, scope: view.caller.rights.scope(permission) };
    let work = in_background(view.caller.clone(), write);
    let title = format!("{}导出", probe.title().unwrap_or_default());
    let claim = view.app.tasks.claim(owner, &title, view.now, work)?;
    Ok(Made::Later(claim))
}

/// The same work on another thread, with the rights that the person has when it begins.
fn in_background(caller: Caller, write: Prepared) -> Work {
    Box::new(move |app, watch| {
        let rights = app.rights.get(caller.user_id(), || app.store.read())?;
        let rights = rights.filter(|rights| caller.exercised.is_none_or(|permission| rights.holds(permission)));
        let rights = rights.ok_or_else(|| AppError::refused("您已没有导出这些数据的权限"))?;
        let caller = Caller { rights, ..caller };
        app.read(&caller, |view| write(&view.watched(watch)))
    })
}
