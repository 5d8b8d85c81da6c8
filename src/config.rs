//! Start-up configuration: default < file < environment < flag; each value knows its origin.
//!
//! What can be changed while the program runs lives in the configuration page (table `config`); the
//! two sets never overlap, so nobody has to guess which one wins.

pub mod idaas;
pub mod network;
pub mod operation;
pub mod protect;
pub mod syslog;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Serialize;

use crate::error::{AppError, Result};
use crate::kernel::ip;

/// Where a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    Default,
    /// `gx-portal.toml` in the data directory, or the file named by `--config`.
    File,
    /// A `GX_…` variable.
    Environment,
    /// The command line.
    Flag,
}

/// A value and where it came from.
#[derive(Clone, Debug)]
pub struct Setting<T> {
    /// The value in force.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

/// Everything that must be known before the store is opened.
#[derive(Clone, Debug)]
pub struct Config {
    /// Data directory (`--data`, `GX_DATA`).
    pub data: PathBuf,
    /// Address to listen on.
    pub listen: Setting<SocketAddr>,
    /// Addresses whose X-Forwarded-For is believed, `;`-separated CIDR.
    pub trusted_proxies: Setting<String>,
    /// Networks from which holders of administrative rights may sign in, as above; empty = anywhere.
    pub admin_networks: Setting<String>,
    /// Page cache of the store in MiB.
    pub cache_mib: Setting<u64>,
    /// Ordinary writes are refused when the disk has less than this free, in MiB.
    pub reserve_mib: Setting<u64>,
    /// Parallel password hashes (19 MiB of memory each).
    pub password_workers: Setting<u64>,
    /// Largest request body in MiB, except uploads.
    pub body_mib: Setting<u64>,
    /// Log filter, as of the `tracing` crate.
    pub log: Setting<String>,
    /// Connections: how many, and how they are sealed.
    pub network: network::Network,
    /// How it is watched.
    pub operation: operation::Operation,
    /// Continuous protection.
    pub protect: protect::Protect,
    /// Where the audit log is sent to.
    pub syslog: syslog::Syslog,
    /// Single sign-on; `None` = off.
    pub idaas: Option<idaas::Idaas>,
    /// What is not wrong, but should be changed: sentences for the log, `doctor` and the `config` verbs.
    pub warnings: Vec<String>,
    /// The section as it was written, for `config print`; the secret is masked.
    idaas_lines: Vec<(&'static str, String, Origin)>,
}

/// The path under which everything is served (specification, section 2). The front end is built for it, as are cookies
/// and the addresses that providers know, so it is no setting.
pub const BASE: &str = "/gx_portal";

/// An earlier version had a setting `base`, which no other value than the fixed path worked with.
fn refuse_other_base(file: &toml::Table) -> Result<()> {
    let written = file.get("base").map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    for (given, origin) in [(written, Origin::File), (std::env::var("GX_BASE").ok(), Origin::Environment)] {
        if let Some(given) = given.filter(|given| given.trim().trim_matches('/') != BASE.trim_matches('/')) {
            return Err(AppError::refused(format!(
                "配置项 base 已取消（来源：{origin}，值“{given}”）：访问路径固定为 {BASE}；请删除该配置项，并让反向代理转发 {BASE}"
            )));
        }
    }
    Ok(())
}

/// Every key with its default and meaning.
pub fn keys() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    KEYS.iter().chain(network::KEYS).chain(operation::KEYS).chain(protect::KEYS).chain(syslog::KEYS).chain(idaas::KEYS)
}

/// One line of documentation per key: name, default, meaning. `config print` shows them.
const KEYS: &[(&str, &str, &str)] = &[
    ("listen", "127.0.0.1:8080", "监听地址和端口"),
    (
        "trusted_proxies",
        "",
        "可信反向代理地址（CIDR，分号分隔），只采信它们转发的客户端地址；登录限速、锁定和黑名单按该地址计算",
    ),
    ("admin_networks", "", "管理员可以登录的网络（CIDR，分号分隔），空为不限制；紧急时用 gx-portal user admit 放行"),
    ("cache_mib", "12", "数据库页缓存（MiB）"),
    ("reserve_mib", "64", "磁盘剩余空间低于该值（MiB）时停止普通写入"),
    ("password_workers", "2", "同时进行的口令校验数（每个占用约 19 MiB 内存）"),
    ("body_mib", "2", "普通请求体上限（MiB）"),
    ("log", "info", "日志级别"),
];

/// Values given on the command line; `None` falls through to environment, file, default.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// `--config`
    pub file: Option<PathBuf>,
    /// `--listen`
    pub listen: Option<String>,
}

struct Sources {
    file: toml::Table,
    flags: Vec<(&'static str, String)>,
}

impl Sources {
    fn get<T: FromStr>(&self, key: &'static str) -> Result<Setting<T>> {
        let default = keys().find(|(name, ..)| *name == key).map_or("", |(_, default, _)| *default);
        let environment = std::env::var(format!("GX_{}", key.to_uppercase().replace('.', "_"))).ok();
        let flag = self.flags.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
        let (text, origin) = if let Some(text) = flag {
            (text, Origin::Flag)
        } else if let Some(text) = environment {
            (text, Origin::Environment)
        } else if let Some(value) = self.in_file(key) {
            (value.as_str().map_or_else(|| value.to_string(), str::to_owned), Origin::File)
        } else {
            (default.to_owned(), Origin::Default)
        };
        let value = text.trim().parse().map_err(|_| {
            let text = idaas::shown(key, text.clone());
            AppError::refused(format!("配置项 {key} 的值“{text}”不正确（来源：{origin}）"))
        })?;
        Ok(Setting { value, origin })
    }

    /// A list of networks, checked: a slip in it would open or close the door in silence.
    fn networks(&self, key: &'static str) -> Result<Setting<String>> {
        let setting: Setting<String> = self.get(key)?;
        ip::check_networks(&setting.value)
            .map_err(|why| AppError::refused(format!("配置项 {key} 的值不正确（来源：{}）：{why}", setting.origin)))?;
        Ok(setting)
    }

    /// A value of the file; `section.key` is looked for in its section.
    fn in_file(&self, key: &str) -> Option<&toml::Value> {
        match key.split_once('.') {
            Some((section, key)) => self.file.get(section)?.as_table()?.get(key),
            None => self.file.get(key),
        }
    }
}

/// Files with a secret that others than their owner may read.
fn readable_secrets(data: &Path, named: Option<&Path>, sources: &Sources) -> Result<Vec<String>> {
    use std::os::unix::fs::PermissionsExt;
    let own = named.map_or_else(|| data.join("gx-portal.toml"), Path::to_path_buf);
    let is_secret = |key| sources.in_file(key).and_then(toml::Value::as_str).is_some_and(|text| !text.is_empty());
    let holds_secret = is_secret("idaas.client_secret") || is_secret("metrics_token");
    let secret_file: String = sources.get("idaas.client_secret_file")?.value;
    let files = [holds_secret.then_some(own), (!secret_file.is_empty()).then(|| secret_file.into())];
    let open = files.into_iter().flatten().filter_map(|path| {
        let mode = std::fs::metadata(&path).ok()?.permissions().mode() & 0o777;
        let shown = path.display();
        (mode & 0o077 != 0)
            .then(|| format!("文件 {shown} 中有密钥，本机其他用户也能读取（权限 {mode:o}）；请执行 chmod 600 {shown}"))
    });
    Ok(open.collect())
}

/// The keys of the file as they are written in [`KEYS`].
fn names(file: &toml::Table) -> Vec<String> {
    let mut names = Vec::new();
    for (name, value) in file {
        match value.as_table() {
            Some(section) => names.extend(section.keys().map(|key| format!("{name}.{key}"))),
            None => names.push(name.clone()),
        }
    }
    names
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Default => "默认值",
            Self::File => "配置文件",
            Self::Environment => "环境变量",
            Self::Flag => "命令行",
        })
    }
}

impl Config {
    /// Reads and checks the whole configuration before anything is started.
    ///
    /// # Errors
    /// A sentence that names the key, the value and where it came from.
    pub fn load(data: &Path, flags: &Flags) -> Result<Self> {
        let file = Self::read_file(data, flags.file.as_deref())?;
        let flags_file = flags.file.clone();
        refuse_other_base(&file)?;
        for key in names(&file).iter().filter(|key| *key != "base") {
            if !keys().any(|(name, ..)| name == key) {
                return Err(AppError::refused(format!("配置文件中有不认识的配置项：{key}")));
            }
        }
        let given = [("listen", &flags.listen)];
        let flags = given.into_iter().filter_map(|(key, value)| value.clone().map(|value| (key, value))).collect();
        let sources = Sources { file, flags };
        let (listen, network) = (sources.get("listen")?, network::Network::load(&sources)?);
        let trusted_proxies = sources.networks("trusted_proxies")?;
        let body_mib: Setting<u64> = sources.get("body_mib")?;
        if !(1..=network.bodies_mib.value).contains(&body_mib.value) {
            return Err(AppError::refused("body_mib 应在 1 到 bodies_mib 之间：单个请求不能超过全部请求的合计上限"));
        }
        let mut warnings = readable_secrets(data, flags_file.as_deref(), &sources)?;
        warnings.extend(network.in_the_clear(listen.value, &trusted_proxies.value));
        Ok(Self {
            data: data.to_path_buf(),
            listen,
            trusted_proxies,
            admin_networks: sources.networks("admin_networks")?,
            cache_mib: sources.get("cache_mib")?,
            reserve_mib: sources.get("reserve_mib")?,
            password_workers: sources.get("password_workers")?,
            body_mib,
            log: sources.get("log")?,
            network,
            operation: operation::Operation::load(&sources)?,
            protect: protect::Protect::load(&sources)?,
            syslog: syslog::Syslog::load(&sources, data)?,
            idaas: idaas::Idaas::load(&sources)?,
            warnings,
            idaas_lines: idaas::KEYS
                .iter()
                .map(|(key, ..)| {
                    let setting: Setting<String> = sources.get(key)?;
                    Ok((*key, idaas::shown(key, setting.value), setting.origin))
                })
                .collect::<Result<_>>()?,
        })
    }

    fn read_file(data: &Path, named: Option<&Path>) -> Result<toml::Table> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => {
                let path = data.join("gx-portal.toml");
                if !path.exists() {
                    return Ok(toml::Table::new());
                }
                path
            }
        };
        let shown = path.display();
        let text = std::fs::read_to_string(&path)
            .map_err(|error| AppError::refused(format!("读不到配置文件 {shown}：{error}")))?;
        text.parse().map_err(|error: toml::de::Error| {
            AppError::refused(format!("配置文件 {shown} 的写法不正确：{}", error.message()))
        })
    }

    /// Every key with its value and origin, for `config print`.
    pub fn lines(&self) -> Vec<(&'static str, String, Origin)> {
        let mut lines = vec![
            ("listen", self.listen.value.to_string(), self.listen.origin),
            ("trusted_proxies", self.trusted_proxies.value.clone(), self.trusted_proxies.origin),
            ("admin_networks", self.admin_networks.value.clone(), self.admin_networks.origin),
            ("cache_mib", self.cache_mib.value.to_string(), self.cache_mib.origin),
            ("reserve_mib", self.reserve_mib.value.to_string(), self.reserve_mib.origin),
            ("password_workers", self.password_workers.value.to_string(), self.password_workers.origin),
            ("body_mib", self.body_mib.value.to_string(), self.body_mib.origin),
            ("log", self.log.value.clone(), self.log.origin),
        ];
        lines.extend(self.network.lines());
        lines.extend(self.operation.lines());
        lines.extend(self.protect.lines());
        lines.extend(self.syslog.lines());
        lines.extend(self.idaas_lines.iter().cloned());
        lines
    }
}
