//! Where a verb runs: in the server when one is running, else in this process.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::{Code, Context, Failure, out, owner};
use crate::app::App;
use crate::config::{Config, Flags};
use crate::error::AppError;
use crate::features::PRODUCT;
use crate::platform::people;
use crate::store::StoreError;
use crate::store::directory::{DataPaths, DirectoryLock};
use crate::upkeep::read_only::{self, Copy};
use crate::verb::{Verb, perform};
use crate::web::admin::{Call, send};

/// Longest password read from standard input.
const PASSWORD_LIMIT: u64 = 4_096;

/// Name of the operating-system user, for the audit row.
pub(super) fn os_user() -> String {
    let named = |name: &str| std::env::var(name).ok().filter(|user| !user.is_empty());
    named("SUDO_USER")
        .or_else(|| named("USER"))
        .or_else(|| named("LOGNAME"))
        .unwrap_or_else(|| format!("uid{}", rustix::process::getuid().as_raw()))
}

/// A path that means the same in another process.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|_| Failure::usage(format!("路径“{}”不正确", path.display())))
}

/// The same for what may be a bare name: that stays one when there is no such file.
pub(super) fn absolute_or_name(path: &Path) -> Result<PathBuf, Failure> {
    let is_name = path.components().count() == 1 && !path.exists();
    if is_name { Ok(path.to_path_buf()) } else { absolute(path) }
}

/// The configuration of the context's data directory.
pub(super) fn configuration(context: &Context, flags: Flags) -> Result<Config, Failure> {
    let flags = Flags { file: context.config.clone().or(flags.file), ..flags };
    // A wrong setting is wrong usage: a supervisor tries no further (RestartPreventExitStatus).
    Config::load(&context.data()?, &flags).map_err(|fault| Failure { code: Code::Usage, fault })
}

/// Refuses a directory that is missing, not initialised or in use.
pub(super) fn usable(paths: &DataPaths) -> Result<(), Failure> {
    let shown = paths.root.display();
    if !paths.root.is_dir() {
        return Err(Failure::directory(format!(
            "数据目录 {shown} 不存在，请检查 --data，或运行 gx-portal init --data {shown} 新建"
        )));
    }
    if read_only::is_read_only(&paths.root) {
        return Err(Failure::directory(format!(
            "数据目录 {shown} 所在的文件系统只读，不能写入：请检查磁盘；可以用 doctor、export、backup create 检查和保住数据"
        )));
    }
    owner::may_use(paths)?;
    if !paths.is_initialised() {
        return Err(Failure::directory(format!("数据目录 {shown} 尚未初始化，请先运行 gx-portal init --data {shown}")));
    }
    whole(paths)?;
    free(paths)
}

/// Refuses an empty database file: opening it would silently begin a new installation.
pub(super) fn whole(paths: &DataPaths) -> Result<(), Failure> {
    let database = paths.database();
    if std::fs::metadata(&database).is_ok_and(|metadata| metadata.len() == 0) {
        return Err(Failure::from(AppError::refused(format!(
            "数据库文件 {} 是空的，内容已丢失；请用 gx-portal restore 从备份恢复到新的目录",
            database.display()
        ))));
    }
    Ok(())
}

/// Refuses a directory that another process holds.
pub(super) fn free(paths: &DataPaths) -> Result<(), Failure> {
    let shown = paths.root.display();
    match DirectoryLock::take(paths) {
        Ok(_) => Ok(()),
        Err(StoreError::Locked) => {
            Err(Failure::directory(format!("数据目录 {shown} 正被另一个 gx-portal 进程使用，请等它结束或先停止它")))
        }
        Err(error @ StoreError::Link(_)) => Err(Failure::directory(AppError::from(error).message)),
        Err(error) => Err(Failure::directory(format!("数据目录 {shown} 无法使用，请检查目录的属主和权限（{error}）"))),
    }
}

/// The context of a verb that only reads: where the data directory can't be written and no server answers, a copy of it, which
/// lives as long as the second part.
pub(super) fn to_read(context: &Context) -> Result<(Context, Option<Copy>), Failure> {
    let (data, config) = (context.data()?, context.config.clone());
    if !read_only::is_read_only(&data) || UnixStream::connect(DataPaths::new(&data).socket()).is_ok() {
        return Ok((Context { data: Some(data), config, json: context.json }, None));
    }
    let copy = Copy::of(&data)?;
    if !context.json {
        out::line(format!(
            "提示：数据目录 {} 所在的文件系统只读：用临时副本完成，不记入操作日志；请检查磁盘，并尽快恢复到另一块磁盘",
            data.display()
        ));
    }
    Ok((Context { data: Some(copy.path()), config, json: context.json }, Some(copy)))
}

/// Opens the installation in this process.
pub(super) fn open(context: &Context) -> Result<Arc<App>, Failure> {
    let config = configuration(context, Flags::default())?;
    usable(&DataPaths::new(&config.data))?;
    Ok(App::open(&PRODUCT, config)?)
}

/// Hands the verb to a running server; `None` when there is none.
pub(super) fn try_server(data: &Path, verb: &Verb) -> Option<Result<Value, Failure>> {
    let socket = DataPaths::new(data).socket();
    let call = Call { user: os_user(), verb: verb.clone() };
    send(&socket, &call).map(|answer| answer.map_err(Failure::from))
}

/// Performs a verb, in the server or here.
pub(super) fn run(context: &Context, verb: Verb) -> Result<Value, Failure> {
    if let Some(answer) = try_server(&context.data()?, &verb) {
        return answer;
    }
    let app = open(context)?;
    here(&app, verb)
}

/// Performs a verb in this process and closes the store.
pub(super) fn here(app: &Arc<App>, verb: Verb) -> Result<Value, Failure> {
    if matches!(verb, Verb::UserList { keyword: Some(_) }) {
        let reader = app.store.read().map_err(AppError::from)?;
        people::rebuild(&app.people, &reader).map_err(AppError::from)?;
    }
    let answer = perform(app, &os_user(), verb);
    app.store.close();
    Ok(answer?)
}

/// The first line of standard input, when `wanted`.
pub(super) fn password(wanted: bool) -> Result<Option<String>, Failure> {
    if !wanted {
        return Ok(None);
    }
    let mut text = String::new();
    let read = std::io::stdin().lock().take(PASSWORD_LIMIT).read_to_string(&mut text);
    let line = text.lines().next().unwrap_or_default();
    match read {
        Ok(_) if !line.is_empty() => Ok(Some(line.to_owned())),
        Ok(_) => Err(Failure::usage("标准输入中没有口令，请用管道或重定向传入，例如 < 口令文件")),
        Err(_) => Err(Failure::usage("标准输入中的口令不是有效的文本（UTF-8）")),
    }
}
