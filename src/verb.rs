//! Verbs that need the store, as data: performed by the running server when there is one, by this
//! process otherwise, through the same function.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::demo::Size;
use crate::error::{AppError, Result};
use crate::features::approvals::console::{self, FlowVerb};
use crate::features::monitor::bundle;
use crate::features::monitor::health;
use crate::features::monitor::mode::{self, ModeVerb};
use crate::features::monitor::syslog;
use crate::features::portal::idaas::link;
use crate::features::portal::info::ORGANIZATION;
use crate::features::portal::otp::{demand, enter, tokens};
use crate::features::portal::sign_in::{networks, setup};
use crate::features::registers::console::{self as register, RegisterVerb};
use crate::features::system::config::ops as config;
use crate::features::system::ruoyi;
use crate::features::system::seed;
use crate::features::system::user;
use crate::features::system::user::exchange::USERS;
use crate::features::takeover::first_hours;
use crate::kernel::page::Paging;
use crate::kernel::password;
use crate::kernel::password::policy::{Person, Policy};
use crate::op::{Caller, Op};
use crate::platform::audit::AuditAction;
use crate::platform::identity::user::{self as user_record, BY_NAME, User};
use crate::platform::people;
use crate::records::lock;
use crate::route::{Answer, Reply};
use crate::store::{Reads, key};
use crate::upkeep;

/// What is said when a verb panicked.
pub const PANICKED: &str = "程序内部错误，操作已中断；数据库页面可能已损坏，请运行 gx-portal doctor 检查";

/// What can be asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// `user list`
    UserList {
        /// Name, login name, number, pinyin.
        keyword: Option<String>,
    },
    /// `user create`
    UserCreate(NewUser),
    /// `user passwd`
    UserPassword {
        user_name: String,
        /// Password; made when absent.
        password: Option<String>,
    },
    /// `user unlock`
    UserUnlock { user_name: String },
    /// `user admit`
    UserAdmit { user_name: String },
    /// `user unlink`
    UserUnlink { user_name: String },
    /// `user otp-reset`
    UserOtpReset { user_name: String },
    /// `user otp-import`
    UserOtpImport {
        /// File of tokens, one a line.
        file: PathBuf,
        dry_run: bool,
    },
    /// `user otp-assign`
    UserOtpAssign {
        user_name: String,
        /// Serial of the token.
        serial: String,
    },
    /// `user disable`, `user enable`
    UserEnable {
        user_name: String,
        /// Which of the two.
        enabled: bool,
    },
    /// `settings get`
    SettingsGet {
        /// Key, or all.
        key: Option<String>,
    },
    /// `settings set`
    SettingsSet { key: String, value: String },
    /// `import users`
    ImportUsers {
        file: PathBuf,
        /// Change known users.
        update: bool,
        dry_run: bool,
        /// Where to put the result workbook.
        result: Option<PathBuf>,
    },
    /// `import archive`
    ImportArchive {
        /// Archive to read.
        file: PathBuf,
    },
    /// `import ruoyi`
    ImportRuoyi(ruoyi::Request),
    /// `export`
    Export {
        /// Archive to write.
        file: PathBuf,
        /// Whether what is damaged is left out.
        #[serde(default)]
        skip_damaged: bool,
    },
    /// `backup create`
    BackupCreate {
        /// Directory of backups.
        to: PathBuf,
    },
    /// `protect …`
    Protect(ProtectVerb),
    /// `doctor`
    Doctor {
        /// Mend what can be repaired.
        fix: bool,
        /// Leave out the content of uploaded files.
        #[serde(default)]
        quick: bool,
    },
    /// `reindex`
    Reindex,
    /// `flow`
    Flow(FlowVerb),
    /// `register`
    Register(RegisterVerb),
    /// `tls reload`
    TlsReload,
    /// `tls show`, of a server that runs.
    TlsShow,
    /// `support-bundle`
    SupportBundle {
        /// File to write.
        to: PathBuf,
    },
    /// `health`, of a server that runs.
    Health,
    /// `maintenance`
    Mode(ModeVerb),
    /// `syslog resend`
    SyslogResend {
        /// Number of the first row.
        from: u64,
    },
    /// `perms --roles`
    RoleMatrix,
    /// `seed`
    Seed {
        size: Size,
        /// The day the city is looked at; the current one when absent.
        today: Option<jiff::civil::Date>,
        /// Password of everybody; nobody can sign in when absent.
        password: Option<String>,
    },
    /// `init` on a store that exists.
    SetUp {
        /// Login name of the administrator.
        admin: String,
        /// His password; a one-time code for the set-up page is made when absent.
        password: Option<String>,
    },
}

/// `protect …`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProtectVerb {
    Init,
    Base,
    Status,
    Verify,
    Drill,
}

/// What `user create` knows of a new user.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewUser {
    pub user_name: String,
    pub real_name: String,
    pub roles: Vec<String>,
    /// Department by number.
    pub dept: Option<u64>,
    /// Password; made when absent.
    pub password: Option<String>,
}

/// Performs a verb; the result is JSON that `cli` shows to people.
pub fn perform(app: &Arc<App>, os_user: &str, verb: Verb) -> Result<Value> {
    match verb {
        Verb::UserList { keyword } => user_list(app, os_user, keyword),
        Verb::UserCreate(new) => user_create(app, os_user, &new),
        Verb::UserPassword { user_name, password } => user_password(app, os_user, user_name, password),
        Verb::UserUnlock { user_name } => {
            let name = named(app, os_user, &user_name)?.user_name;
            let caller = Arc::new(Caller::console(os_user, "user unlock"));
            app.act(&caller, "账户解锁", AuditAction::Other, move |op| lock::clear(op, &name))?;
            Ok(json!({"userName": user_name, "unlocked": true}))
        }
        Verb::UserAdmit { user_name } => {
            let user_id = named(app, os_user, &user_name)?.user_id;
            let caller = Arc::new(Caller::console(os_user, "user admit"));
            app.act(&caller, "用户管理", AuditAction::Update, move |op| networks::admit(op, user_id))?;
            Ok(json!({"userName": user_name, "minutes": networks::ADMITTED_MINUTES}))
        }
        Verb::UserUnlink { user_name } => {
            let user_id = named(app, os_user, &user_name)?.user_id;
            let caller = Arc::new(Caller::console(os_user, "user unlink"));
            let links = app.act(&caller, "用户管理", AuditAction::Update, move |op| link::forget(op, user_id))?;
            Ok(json!({"userName": user_name, "links": links}))
        }
        Verb::UserOtpReset { user_name } => {
            let user_id = named(app, os_user, &user_name)?.user_id;
            let caller = Arc::new(Caller::console(os_user, "user otp-reset"));
            app.act(&caller, "用户管理", AuditAction::Update, move |op| enter::reset_by_console(op, user_id))?;
            Ok(json!({"userName": user_name}))
        }
        Verb::UserOtpImport { file, dry_run } => otp_import(app, os_user, &file, dry_run),
        Verb::UserOtpAssign { user_name, serial } => {
            let user = named(app, os_user, &user_name)?;
            let caller = Arc::new(Caller::console(os_user, "user otp-assign"));
            let given = serial.clone();
            app.act(&caller, "用户管理", AuditAction::Update, move |op| tokens::assign(op, &user, &given))?;
            Ok(json!({"userName": user_name, "serial": serial}))
        }
        Verb::UserEnable { user_name, enabled } => user_enable(app, os_user, user_name, enabled),
        Verb::SettingsGet { key } => settings_get(app, os_user, key),
        Verb::SettingsSet { key, value } => {
            let caller = Arc::new(Caller::console(os_user, "settings set"));
            let (name, text) = (key.clone(), value.clone());
            app.act(&caller, "参数管理", AuditAction::Update, move |op| config::set(op, &name, &text))?;
            Ok(json!({"key": key, "value": value}))
        }
        Verb::ImportUsers { file, update, dry_run, result } => {
            import_users(app, os_user, &file, update, dry_run, result)
        }
        Verb::ImportArchive { file } => upkeep::archive::import(app, os_user, &file),
        Verb::ImportRuoyi(request) => ruoyi::perform(app, os_user, &request),
        Verb::Export { file, skip_damaged: false } => upkeep::archive::export(app, os_user, &file),
        Verb::Export { file, skip_damaged: true } => upkeep::archive::export_undamaged(app, os_user, &file),
        Verb::BackupCreate { to } => backup(app, os_user, &to),
        Verb::Protect(ProtectVerb::Init) => upkeep::protect::init(app, os_user),
        Verb::Protect(ProtectVerb::Base) => upkeep::protect::base(app, os_user),
        Verb::Protect(ProtectVerb::Status) => upkeep::protect::status(app),
        Verb::Protect(ProtectVerb::Drill) => upkeep::protect::drill(app, os_user),
        Verb::Protect(ProtectVerb::Verify) => upkeep::protect::verify(app, os_user),
        Verb::Doctor { fix, quick: true } => upkeep::doctor::quick(app, os_user, fix),
        Verb::Doctor { fix, quick: false } => upkeep::doctor::run(app, os_user, fix),
        Verb::Flow(verb) => console::perform(app, os_user, verb),
        Verb::Register(verb) => register::perform(app, os_user, &verb),
        Verb::TlsReload => {
            let live = app.tls.get().ok_or_else(|| AppError::refused("服务没有启用加密连接；修改配置后请重启服务"))?;
            serde_json::to_value(live.reload(app.clock.now())?).map_err(AppError::internal)
        }
        Verb::TlsShow => {
            let live = app.tls.get().ok_or_else(|| AppError::refused("服务没有启用加密连接"))?;
            Ok(json!({"misfits": live.misfits(&app.config, app.clock.now())}))
        }
        Verb::SupportBundle { to } => bundle::perform(app, os_user, &to),
        Verb::Health => health::report(app),
        Verb::Mode(verb) => mode::perform(app, os_user, verb),
        Verb::SyslogResend { from } => syslog::resend(app, os_user, from),
        Verb::RoleMatrix => role_matrix(app, os_user),
        Verb::Reindex => {
            let reader = app.store.read()?;
            people::rebuild(&app.people, &reader)?;
            let indexes = upkeep::doctor::rebuild_indexes(app, os_user)?;
            Ok(json!({"indexEntriesOf": indexes, "people": reader.count_by(&user_record::LIVING, &key())?}))
        }
        Verb::Seed { size, today, password } => crate::demo::seed(app, os_user, size, today, password),
        Verb::SetUp { admin, password } => set_up(app, os_user, admin, password),
    }
}

fn named(app: &Arc<App>, os_user: &str, user_name: &str) -> Result<User> {
    let caller = Caller::console(os_user, "user");
    app.read(&caller, |view| {
        let found = view.tx.one(&BY_NAME, &key().str(&user_name.trim().to_lowercase()))?;
        found.ok_or_else(|| AppError::refused(format!("没有登录名为 {user_name} 的用户")))
    })
}

fn user_list(app: &Arc<App>, os_user: &str, keyword: Option<String>) -> Result<Value> {
    let caller = Caller::console(os_user, "user list");
    let query = user::list::ListUsers {
        key_word: keyword,
        paging: Paging { page_size: Some(9_999), ..Paging::default() },
        ..user::list::ListUsers::default()
    };
    let page = app.read(&caller, |view| crate::records::list::page::<user::list::Users>(view, query.clone()))?;
    serde_json::to_value(page.rows).map_err(AppError::internal)
}

fn user_create(app: &Arc<App>, os_user: &str, wanted: &NewUser) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "user create"));
    let new = app.read(&caller, |view| {
        let mut role_ids = Vec::new();
        for role_key in &wanted.roles {
            let found = view.tx.one(&crate::platform::identity::role::BY_KEY, &key().str(role_key))?;
            let role = found.ok_or_else(|| AppError::refused(format!("没有权限字符为 {role_key} 的角色")))?;
            role_ids.push(role.role_id);
        }
        let input = user::ops::UserInput {
            user_name: wanted.user_name.clone(),
            real_name: Some(wanted.real_name.clone()),
            role_ids: Some(role_ids),
            dept_id: wanted.dept,
            password: wanted.password.clone(),
            ..user::ops::UserInput::default()
        };
        user::ops::prepare_new(view, input)
    })?;
    let created = app.act(&caller, "用户管理", AuditAction::Insert, move |op| user::ops::create(op, new))?;
    serde_json::to_value(created.0).map_err(AppError::internal)
}

fn user_password(app: &Arc<App>, os_user: &str, user_name: String, given: Option<String>) -> Result<Value> {
    let found = named(app, os_user, &user_name)?;
    let shown = if given.is_none() { Some(password::one_time()) } else { None };
    let hash = match (&given, &shown) {
        (Some(given), _) => {
            user::passwords::check(app, given, &found.user_name, &found.real_name)?;
            app.hasher.hash(given)?
        }
        (None, Some(made)) => password::hash_one_time(made),
        (None, None) => return Err(AppError::internal("no password")),
    };
    let caller = Arc::new(Caller::console(os_user, "user passwd"));
    app.act(&caller, "用户管理", AuditAction::Update, move |op| user::ops::set_password(op, found, hash))?;
    Ok(json!({"userName": user_name, "password": shown}))
}

fn user_enable(app: &Arc<App>, os_user: &str, user_name: String, enabled: bool) -> Result<Value> {
    let found = named(app, os_user, &user_name)?;
    let verb = if enabled { "user enable" } else { "user disable" };
    let caller = Arc::new(Caller::console(os_user, verb));
    let status = user::ops::Status { user_id: found.user_id, status: if enabled { "0" } else { "1" }.into() };
    app.act(&caller, "用户管理", AuditAction::Update, move |op| user::ops::change_status(op, status))?;
    Ok(json!({"userName": user_name, "enabled": enabled}))
}

/// Most bytes of a file of tokens.
const TOKEN_FILE: u64 = 4 << 20;

fn otp_import(app: &Arc<App>, os_user: &str, file: &std::path::Path, dry_run: bool) -> Result<Value> {
    let unreadable = |error: std::io::Error| AppError::refused(format!("读不到文件 {}：{error}", file.display()));
    if std::fs::metadata(file).map_err(unreadable)?.len() > TOKEN_FILE {
        return Err(AppError::refused("令牌文件超过 4 MB，请分次导入"));
    }
    let bytes = std::fs::read(file).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| AppError::refused("令牌文件须是 UTF-8 编码的 CSV"))?;
    let caller = Arc::new(Caller::console(os_user, "user otp-import"));
    let count = app.act(&caller, "用户管理", AuditAction::Import, move |op| tokens::import(op, &text, dry_run))?;
    Ok(json!({"tokens": count, "dryRun": dry_run}))
}

fn settings_get(app: &Arc<App>, os_user: &str, wanted: Option<String>) -> Result<Value> {
    let caller = Caller::console(os_user, "settings get");
    let rows = app.read(&caller, |view| Ok(view.tx.all::<crate::platform::settings::record::Config>()?))?;
    let shown: Vec<Value> = rows
        .iter()
        .filter(|row| wanted.as_deref().is_none_or(|wanted| wanted == row.config_key))
        .map(|row| json!({"key": row.config_key, "value": row.config_value, "name": row.config_name}))
        .collect();
    match wanted {
        Some(wanted) if shown.is_empty() => Err(AppError::refused(format!("没有名为 {wanted} 的参数"))),
        _ => Ok(Value::Array(shown)),
    }
}

fn import_users(
    app: &Arc<App>,
    os_user: &str,
    file: &std::path::Path,
    update: bool,
    dry_run: bool,
    result: Option<PathBuf>,
) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "import users"));
    let unreadable = |error: std::io::Error| AppError::refused(format!("读不到文件 {}：{error}", file.display()));
    let size = std::fs::metadata(file).map_err(unreadable)?.len();
    let upload = crate::route::UploadedFile { path: file.to_path_buf(), name: String::new(), size };
    let input = crate::records::import::ImportFile { file: upload, update_support: update, dry_run };
    let answer = app.act_ahead(&caller, "用户管理", AuditAction::Import, || {
        let book = USERS.read(&input)?;
        Ok(move |op: &mut Op<'_, '_>| (USERS.import)(op, book))
    })?;
    let ticket = answer.data.result_file.clone();
    if let (Some(ticket), Some(result)) = (ticket, result) {
        let made = app.tickets.redeem(caller.user_id(), app.clock.now(), &ticket)?;
        std::fs::copy(&**made, &result)
            .map_err(|error| AppError::refused(format!("写不了文件 {}：{error}", result.display())))?;
    }
    match answer.reply()? {
        Reply::Json(bytes) => serde_json::from_slice(&bytes).map_err(AppError::internal),
        Reply::File(_) | Reply::Stored(_) | Reply::Events(_) | Reply::Task(_) | Reply::Redirect(_) => {
            Err(AppError::internal("an import answers neither file nor stream"))
        }
    }
}

/// Of whom a new installation asks a second factor, after the days of grace.
const NEW_DEMAND: &str = "administrators";

/// The rules for passwords that a new installation begins with.
const NEW_PROFILE: &str = "mlps3";

/// A backup; one that lies elsewhere is a step of the first hours.
fn backup(app: &Arc<App>, os_user: &str, to: &Path) -> Result<Value> {
    let made = upkeep::backup::create(app, os_user, to)?;
    if first_hours::is_elsewhere(app, to) {
        let (caller, to) = (Arc::new(Caller::console(os_user, "backup create")), to.to_path_buf());
        // The backup is there whatever becomes of its note.
        if let Err(fault) = app.act(&caller, "备份", AuditAction::Other, move |op| first_hours::note_backup(op, &to))
        {
            tracing::warn!(cause = fault.cause, message = %fault.message, "a backup elsewhere was not noted");
        }
    }
    Ok(made)
}

/// The seed rows when they are missing, then the first account or a new set-up code:
/// `{data, admin}` or `{data, setupCode, minutes}`.
fn set_up(app: &Arc<App>, os_user: &str, admin: String, given: Option<String>) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "init"));
    let (fresh, needed) = app.read(&caller, |view| Ok((seed::is_fresh(view)?, setup::is_needed(view)?)))?;
    let data = app.paths.root.clone();
    if !needed {
        return Err(AppError::refused(format!(
            "数据目录 {} 已初始化并已有账号，没有做任何改动；忘记口令可用 gx-portal user passwd 重设",
            data.display()
        )));
    }
    if let Some(given) = &given {
        let policy = if fresh { Policy::of(NEW_PROFILE, 0, 0) } else { user::passwords::policy(app) };
        policy.check(given, Person { user_name: &admin, real_name: "" })?;
    }
    if fresh {
        app.act(&caller, "系统初始化", AuditAction::Insert, |op| {
            seed::installed(op)?;
            config::set(op, ORGANIZATION.info.key, seed::NEUTRAL)?;
            config::set(op, user::passwords::PROFILE.info.key, NEW_PROFILE)?;
            config::set(op, demand::DEMAND.info.key, NEW_DEMAND).map(drop)
        })?;
    }
    let Some(password) = given else {
        let code = app.act(&caller, "系统初始化", AuditAction::Other, setup::issue)?;
        return Ok(json!({"data": data, "setupCode": code, "minutes": setup::LIFE / 60_000}));
    };
    let hash = app.hasher.hash(&password)?;
    let name = admin.clone();
    app.act(&caller, "系统初始化", AuditAction::Insert, move |op| {
        if !setup::is_needed(&op.view())? {
            return Err(AppError::refused("系统已有账号，没有做任何改动"));
        }
        user::ops::insert_first(op, &name, "超级管理员", hash, true)
    })?;
    Ok(json!({"data": data, "admin": admin}))
}

/// Each permission of the route table with the keys of the enabled roles that hold it.
fn role_matrix(app: &Arc<App>, os_user: &str) -> Result<Value> {
    use crate::platform::identity::menu::Menu;
    use crate::platform::identity::role::Role;
    let caller = Caller::console(os_user, "perms");
    let (roles, menus) = app.read(&caller, |view| Ok((view.tx.all::<Role>()?, view.tx.all::<Menu>()?)))?;
    let holds = |role: &Role, permission: &str| {
        menus.iter().any(|menu| menu.enabled && menu.perms == permission && role.menu_ids.contains(&menu.menu_id))
    };
    let matrix = app.product.permissions().into_keys().map(|permission| {
        let holders = roles.iter().filter(|role| role.enabled && holds(role, permission));
        (permission.to_owned(), json!(holders.map(|role| role.role_key.as_str()).collect::<Vec<_>>()))
    });
    Ok(Value::Object(matrix.collect()))
}
