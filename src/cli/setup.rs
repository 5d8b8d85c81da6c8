//! `init`, `config`, `idaas`, `paths`: what happens before a server runs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::args::{ConfigVerb, IdaasVerb, InitArgs};
use super::{Code, Context, Failure, Finding, Ran, logs, out, store, tls, trial};
use crate::app::App;
use crate::clock::Clock;
use crate::config::syslog::{authorities, no_certificate};
use crate::config::{Config, Flags, keys};
use crate::error::AppError;
use crate::features::PRODUCT;
use crate::features::portal::idaas::check;
use crate::store::Store;
use crate::store::directory::{DataPaths, DirectoryLock};
use crate::tls::certificate::{Certificate, are_authorities};
use crate::tls::{Source, authority, hints};
use crate::upkeep::upgrade;
use crate::verb::Verb;

/// What may lie in a directory before it is initialised.
const OURS: [&str; 9] =
    ["LOCK", "blobs", "keys", "backup", "tmp", "gx-portal.toml", "gx.new", "gx.reserve", "lost+found"];

/// `init`: creates the data directory when it is not there, then the first account or a code.
pub(super) fn init(context: &Context, args: InitArgs) -> Ran {
    let data = context.data()?;
    // An installation that works gets its certificate and is left alone otherwise.
    let paths = DataPaths::new(&data);
    let has_authority = authority::folder(&paths).join(authority::CHAIN).exists();
    // Asked again with the same words, because the code has expired: the authority stays, a new code is given.
    let with_tls = args.tls && !(has_authority && args.name.is_empty());
    if with_tls && paths.is_initialised() {
        return tls::add(context, &args.name, args.domain.as_deref());
    }
    let password = store::password(args.admin_password_stdin)?;
    let verb = Verb::SetUp { admin: args.admin, password };
    let mut value = match store::try_server(&data, &verb) {
        Some(answer) => answer?,
        None => {
            let config = store::configuration(context, Flags::default())?;
            create(&paths)?;
            store::here(&App::open(&PRODUCT, config)?, verb)?
        }
    };
    let names = if with_tls { tls::found(context, &args.name, args.domain.as_deref())? } else { Vec::new() };
    if with_tls {
        tls::added(&mut value, &names);
    }
    if context.json {
        out::json(&value);
    } else {
        tell(&value);
        if with_tls {
            tls::tell(&names);
        }
    }
    Ok(Finding::Nothing)
}

fn tell(value: &Value) {
    let data = out::text(value, "data");
    out::line(format!("数据目录已就绪：{data}"));
    let code = out::text(value, "setupCode");
    if code.is_empty() {
        out::line(format!("管理员账号：{}", out::text(value, "admin")));
    } else {
        out::line(format!("一次性初始化代码：{code}"));
        out::line(format!(
            "请在 {} 分钟内打开网页，用该代码创建管理员；过期后重新运行 init 即可",
            out::number(value, "minutes")
        ));
    }
    out::line(format!("启动服务：gx-portal serve --data {data}"));
}

fn create(paths: &DataPaths) -> Result<(), Failure> {
    if !paths.is_initialised() {
        refuse_strangers(&paths.root)?;
    }
    store::whole(paths)?;
    let made = |error: crate::store::StoreError| match error {
        crate::store::StoreError::Link(_) => Failure::directory(AppError::from(error).message),
        error => Failure::directory(format!(
            "无法创建数据目录 {}，请检查上级目录的权限和磁盘空间（{error}）",
            paths.root.display()
        )),
    };
    paths.create_folders().map_err(made)?;
    store::free(paths)?;
    let lock = DirectoryLock::take(paths).map_err(made)?;
    if !paths.is_initialised() {
        Store::create(&paths.database(), crate::store::options(), &PRODUCT.tables()).map_err(made)?;
    }
    drop(lock);
    Ok(())
}

/// A directory with other people's files is left alone.
fn refuse_strangers(root: &Path) -> Result<(), Failure> {
    if root.exists() && !root.is_dir() {
        return Err(Failure::directory(format!("{} 不是目录，请换一个路径", root.display())));
    }
    let Ok(entries) = fs::read_dir(root) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !OURS.contains(&name.as_str()) {
            return Err(Failure::directory(format!(
                "目录 {} 中已有其他文件（{name}），没有做任何改动；请指定一个空目录或不存在的目录",
                root.display()
            )));
        }
    }
    Ok(())
}

/// `config check`, `config print`.
pub(super) fn config(context: &Context, verb: ConfigVerb) -> Ran {
    let config = store::configuration(context, Flags::default())?;
    let (lines, mut warnings) = (config.lines(), config.warnings.clone());
    if matches!(verb, ConfigVerb::Check) {
        certificates_are_usable(&config).map_err(|failure| Failure { code: Code::Usage, ..failure })?;
        warnings.extend(hints(&config, None, Clock::system().now()));
        logs::checked(&config.log.value).map_err(|fault| Failure { code: Code::Usage, fault })?;
    }
    match verb {
        ConfigVerb::Check if context.json => out::json(&json!({"ok": true, "warnings": warnings})),
        ConfigVerb::Check => out::line("配置正确"),
        ConfigVerb::Print if context.json => {
            let all: serde_json::Map<String, Value> = lines
                .into_iter()
                .map(|(key, value, origin)| (key.to_owned(), json!({"value": value, "origin": origin})))
                .collect();
            out::json(&Value::Object(all));
        }
        ConfigVerb::Print => {
            for (key, value, origin) in lines {
                let meaning = keys().find(|(name, ..)| *name == key).map_or("", |(.., meaning)| *meaning);
                out::line(format!("{key} = {value}    （{origin}；{meaning}）"));
            }
        }
    }
    if !context.json {
        out::hints(&warnings);
    }
    Ok(Finding::Nothing)
}

/// Reads the certificates that the configuration names, as a start would: a file that is none is told before it.
fn certificates_are_usable(config: &Config) -> Result<(), Failure> {
    let now = Clock::system().now();
    if let Some(source) = Source::of_config(config).filter(Source::is_due) {
        let facts = Certificate::read(&source.chain, &source.key, now)?.facts;
        if facts.days_left(now) < 0 {
            let (shown, ended) = (source.chain.display(), facts.not_after.to_text());
            return Err(AppError::refused(format!("证书 {shown} 已于 {ended} 到期，请换上新证书")).into());
        }
    }
    let of_provider = config.idaas.as_ref().and_then(|idaas| idaas.ca_file.as_ref());
    for (key, path) in [("idaas.ca_file", of_provider), ("syslog_ca", config.syslog.ca.value.as_ref())] {
        let Some(path) = path else { continue };
        if !are_authorities(&authorities(key, path)?) {
            return Err(no_certificate(key, path).into());
        }
    }
    Ok(())
}

/// `idaas check`: from this process, because the configuration is tried before the server is restarted.
pub(super) fn idaas(context: &Context, verb: IdaasVerb) -> Ran {
    let IdaasVerb::Check = verb;
    let config = store::configuration(context, Flags::default())?;
    let Some(settings) = &config.idaas else {
        return Err(AppError::refused("没有配置统一身份认证（单点登录）；填写 idaas.issuer 等配置项后即可使用").into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(AppError::internal)?;
    let found = runtime.block_on(check::run(settings, Clock::system().now()))?;
    Ok(trial(context, &found))
}

/// `paths`: the parts of the data directory.
pub(super) fn paths(context: &Context) -> Ran {
    let data = context.data()?;
    let paths = DataPaths::new(&data);
    let parts = [
        ("data", "数据目录", paths.root.clone()),
        ("config", "配置文件", context.config.clone().unwrap_or_else(|| data.join("gx-portal.toml"))),
        ("database", "数据库", paths.database()),
        ("blobs", "上传的文件", paths.blobs()),
        ("keys", "密钥", paths.keys()),
        ("backups", "备份（默认位置）", paths.backups()),
        ("temporary", "临时文件", paths.temporary()),
        ("logs", "日志文件（log_to = file 时）", paths.logs()),
        ("upgrade", "升级前的数据副本", upgrade::folder(&paths)),
        ("socket", "管理接口", paths.socket()),
    ];
    if context.json {
        let all: serde_json::Map<String, Value> =
            parts.into_iter().map(|(name, _, path)| (name.to_owned(), json!(path))).collect();
        out::json(&Value::Object(all));
    } else {
        for (_, name, path) in parts {
            let there = if path.exists() { "" } else { "（不存在）" };
            out::line(format!("{name}：{}{there}", path.display()));
        }
    }
    Ok(Finding::Nothing)
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Self {
        AppError::from(error).into()
    }
}
