//! Moving in from an installation of the RuoYi family: what its dump says of people, departments, roles, posts, dictionaries,
//! settings and notices, brought into a fresh installation (`import ruoyi`, decisions/0266).
//!
//! Invariants: one operation, all or nothing; a trial runs the same code and keeps nothing; new numbers are given, and every
//! row of the dump that was looked at stands in the report with its new number or with the reason why it was left out.
//!
//! Deliberately absent: merging into an installation that is in use; jobs, generated code and files, which mean something to
//! the old program alone; rights by number, which are those of other pages here.

mod depts;
mod dump;
mod logs;
mod others;
mod people;
mod report;
mod roles;
mod words;

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::dump::{Dump, Line, TAKEN};
use self::logs::SavedLogs;
use self::report::Report;
use crate::app::App;
use crate::error::{AppError, Kind, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{SUPER_USER, User};
use crate::records::base::Base;
use crate::store::{Reads, id};

/// What `import ruoyi` was asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// The dump.
    pub file: PathBuf,
    /// Whether anything is stored.
    pub apply: bool,
    /// Where the report goes; beside the dump when absent.
    pub report: Option<PathBuf>,
    /// Where it goes when nothing can be written beside the dump.
    pub working: PathBuf,
    /// A folder for all other tables as workbooks.
    pub others: Option<PathBuf>,
    /// A file for the old logs; written only with what is stored.
    pub logs: Option<PathBuf>,
}

/// Tables of the business: in a fresh installation they are empty.
pub const BUSINESS: [&str; 13] = [
    "plate",
    "party_a",
    "asset",
    "building",
    "room",
    "cert",
    "tenant",
    "lease",
    "bill",
    "receipt",
    "reg",
    "exposure_entry",
    "wf_instance",
];

const TITLE: &str = "若依数据导入";

/// Numbers of departments and roles that installations are born with end here (`seed`).
const SEED_DEPTS: u64 = 199;
const SEED_ROLES: u64 = 99;

const NO_LOGS: &str = "日志不进入本系统的审计链，可在导入时用 --logs 另存为只读归档文件";

/// Tables that are left out, by the beginning of their names, with the reason.
const LEFT_OUT: [(&str, &str); 10] = [
    ("qrtz_", "定时任务的运行状态只对原程序有意义"),
    ("sys_job", "定时任务调用原程序的代码，请在“定时任务”中按需新建"),
    ("gen_", "代码生成器的配置只对原程序有意义"),
    ("sys_oss", "文件内容不在数据库中，请把需要的文件重新上传"),
    ("sys_oper_log", NO_LOGS),
    ("sys_logininfor", NO_LOGS),
    ("sys_notice_read", "阅读情况从导入后重新记录"),
    ("sys_client", "客户端授权由本系统自己管理"),
    ("sys_tenant", "本系统不分租户"),
    ("sys_social", "第三方登录须由本人重新绑定"),
];

/// What the parts of an import share.
struct Import<'d> {
    dump: &'d Dump,
    now: Stamp,
    report: Report,
    /// Login names here by their old numbers, and by old login names that changed.
    logins: HashMap<String, String>,
    /// Real names by old numbers.
    people: HashMap<String, String>,
    depts: HashMap<String, u64>,
    posts: HashMap<String, u64>,
    roles: HashMap<String, u64>,
}

impl Import<'_> {
    /// Who made and changed a row, as the dump says.
    fn base(&self, line: &Line<'_>) -> Base {
        let who = |column: &str| {
            let text = line.text(column);
            self.logins.get(text).cloned().unwrap_or_else(|| cut(text, 30))
        };
        Base {
            create_by: who("create_by"),
            create_time: line.moment("create_time", self.now).unwrap_or(self.now),
            update_by: who("update_by"),
            update_time: line.moment("update_time", self.now),
            remark: cut(line.text("remark"), 500),
        }
    }
}

/// At most so many characters of a text.
fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The reason why a row breaks a rule; a failing store ends the import instead.
fn judged<T>(tried: Result<T>) -> Result<std::result::Result<T, String>> {
    match tried {
        Ok(done) => Ok(Ok(done)),
        Err(fault) if fault.kind == Kind::Refused => Ok(Err(fault.message.into_owned())),
        Err(fault) => Err(fault),
    }
}

/// Performs `import ruoyi`; answers `{applied, report, counts, hints, tables, passwords}`.
///
/// # Errors
/// A sentence, and nothing is changed: an installation that is in use, a dump that cannot be read whole, a report that cannot
/// be written.
pub fn perform(app: &Arc<App>, os_user: &str, request: &Request) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "import ruoyi"));
    app.read(&caller, must_be_fresh)?;
    let dump = Arc::new(Dump::read(&request.file, app.clock.now())?);
    let others = match &request.others {
        Some(folder) => others::write(&request.file, folder)?,
        None => 0,
    };
    let place = report_place(request)?;
    let (report, sealed) = match take(app, &caller, &dump, request) {
        Ok(done) => done,
        Err(fault) => {
            drop(std::fs::remove_file(&place));
            return Err(fault);
        }
    };
    let apply = request.apply;
    let written = report.write(&place, apply);
    let mut answer = json!({
        "applied": apply,
        "report": place,
        "counts": report.counts(),
        "hints": report.hints,
        "tables": other_tables(&dump),
        "passwords": report.passwords(),
        "others": others,
        "logs": sealed.map(|sealed| json!({"rows": sealed.rows, "sha256": sealed.sha256, "file": request.logs})),
    });
    if let (Err(fault), Some(fields)) = (written, answer.as_object_mut()) {
        tracing::error!(error = ?fault, place = %place.display(), "the report of an import can't be written");
        fields.insert("notWritten".into(), json!(fault.message));
    }
    if apply {
        tracing::warn!(user = os_user, file = %request.file.display(), "dump of RuoYi imported");
    }
    Ok(answer)
}

/// The operation, with the old logs written before it: its audit row names their checksum.
fn take(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    dump: &Arc<Dump>,
    request: &Request,
) -> Result<(Report, Option<SavedLogs>)> {
    let apply = request.apply;
    let place = request.logs.as_deref().filter(|_| apply);
    let sealed = place.map(|place| logs::write(&request.file, place)).transpose()?;
    let done = app.act_ahead(caller, TITLE, AuditAction::Import, || {
        let (dump, sealed) = (dump.clone(), sealed.clone());
        Ok(move |op: &mut Op<'_, '_>| {
            let report = run(op, &dump, apply)?;
            if let Some(sealed) = sealed {
                op.titled(format!("{TITLE}·旧日志 {} 行，SHA-256 {}", sealed.rows, sealed.sha256));
            }
            Ok(report)
        })
    });
    if let (Err(_), Some(place)) = (&done, place) {
        drop(std::fs::remove_file(place));
    }
    done.map(|report| (report, sealed))
}

/// Tables that were not brought in: `{table, rows, why}`.
fn other_tables(dump: &Dump) -> Vec<Value> {
    let others = dump.counts.iter().filter(|(name, _)| !TAKEN.contains(&name.as_str()));
    let told = |(name, rows): (&String, &u64)| {
        let known = LEFT_OUT.iter().find(|(start, _)| name.starts_with(start));
        json!({"table": name, "rows": rows, "why": known.map(|(_, why)| *why)})
    };
    others.map(told).collect()
}

fn must_be_fresh(view: &View<'_>) -> Result<()> {
    let refused = |why: String| {
        AppError::refused(format!(
            "{why}，若依数据只能导入全新的数据目录：请先用 gx-portal init --admin-password-stdin 建一个新的数据目录，再导入。没有导入任何内容"
        ))
    };
    let first = view.tx.get::<User>(&id(SUPER_USER))?.filter(|user| !user.deleted);
    if first.is_none() {
        return Err(refused("系统中还没有管理员".into()));
    }
    let users = view.tx.count::<User>()?;
    if users > 1 {
        return Err(refused(format!("系统中已有 {users} 个用户")));
    }
    if let Some(role) = view.tx.all::<Role>()?.iter().find(|role| role.role_id > SEED_ROLES) {
        return Err(refused(format!("系统中已有自建的角色“{}”", role.role_name)));
    }
    if let Some(dept) = view.tx.all::<Dept>()?.iter().find(|dept| dept.dept_id > SEED_DEPTS) {
        return Err(refused(format!("系统中已有自建的部门“{}”", dept.dept_name)));
    }
    for table in view.app.product.tables().iter().filter(|table| BUSINESS.contains(&table.name)) {
        if view.tx.raw_len(table.name)? > 0 {
            return Err(refused("系统中已有业务数据".into()));
        }
    }
    Ok(())
}

/// An empty file for the report that only its owner reads: made before anything is stored, never in place of another.
fn report_place(request: &Request) -> Result<PathBuf> {
    let make = |path: &Path| OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map(drop);
    let exists = |error: &std::io::Error| error.kind() == std::io::ErrorKind::AlreadyExists;
    let failed = |path: &Path, error: &std::io::Error| {
        AppError::refused(format!("写不了导入结果 {}：{error}。没有导入任何内容", path.display()))
    };
    if let Some(path) = &request.report {
        return match make(path) {
            Ok(()) => Ok(path.clone()),
            Err(error) if exists(&error) => Err(AppError::refused(format!(
                "文件 {} 已存在，不会覆盖，请用 --report 换一个名字。没有导入任何内容",
                path.display()
            ))),
            Err(error) => Err(failed(path, &error)),
        };
    }
    let name = request.file.file_name().unwrap_or_default().to_string_lossy();
    let stem = [".gz", ".sql"].iter().fold(&*name, |name, ending| name.strip_suffix(ending).unwrap_or(name));
    let word = if request.apply { "导入结果" } else { "试导结果" };
    let beside = request.file.parent().unwrap_or(&request.working);
    let mut last = None;
    for folder in [beside, &request.working] {
        for number in 1..100 {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!("{stem}-{word}{number}.xlsx"));
            match make(&path) {
                Ok(()) => return Ok(path),
                Err(error) if exists(&error) => {}
                Err(error) => {
                    last = Some(failed(&path, &error));
                    break;
                }
            }
        }
    }
    Err(last.unwrap_or_else(|| AppError::refused("同名的导入结果太多，请用 --report 指定文件。没有导入任何内容")))
}

/// Brings everything in, within one operation.
fn run(op: &mut Op<'_, '_>, dump: &Dump, apply: bool) -> Result<Report> {
    if !apply {
        op.only_try();
    }
    must_be_fresh(&op.view())?;
    let mut import = Import {
        dump,
        now: op.now,
        report: Report::default(),
        logins: HashMap::new(),
        people: HashMap::new(),
        depts: HashMap::new(),
        posts: HashMap::new(),
        roles: HashMap::new(),
    };
    for (table, rows) in &dump.strangers {
        import.report.left("其他租户", ("", table), format!("{rows} 行属于其他租户，没有导入"));
        import.report.hints.push(format!("数据表 {table} 中有 {rows} 行属于其他租户，没有导入"));
    }
    let people = people::chosen(op, &mut import)?;
    depts::bring(op, &mut import)?;
    words::posts(op, &mut import)?;
    words::dictionaries(op, &mut import)?;
    words::settings(op, &mut import)?;
    roles::bring(op, &mut import)?;
    people::bring(op, &mut import, people)?;
    words::notices(op, &mut import)?;
    if !apply {
        op.discard()?;
        op.leaves_nothing();
    }
    Ok(import.report)
}

/// A name that nobody has, with an ending where somebody has it.
fn free_name(wanted: &str, most: usize, taken: &mut HashSet<String>) -> String {
    let mut name = cut(wanted, most);
    let mut number = 2;
    while !taken.insert(name.clone()) {
        let ending = format!("（{number}）");
        name = cut(wanted, most.saturating_sub(ending.chars().count())) + &ending;
        number += 1;
    }
    name
}
