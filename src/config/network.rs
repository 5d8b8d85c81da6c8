//! The part of the configuration that is about connections: how many, and how they are sealed.

use std::net::SocketAddr;
use std::str::FromStr;

use super::operation::Listen;
use super::{Setting, Sources};
use crate::error::{AppError, Result};

/// One line of documentation per key: name, default, meaning.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    ("tls", "off", "加密连接：off 不加密，site 用本站自建的证书（先运行 init --tls），files 用下面两个文件"),
    ("tls_cert", "", "tls = files 时的证书文件（PEM，服务器证书在前，中间证书在后）；相对路径从数据目录算起"),
    ("tls_key", "", "tls = files 时的私钥文件（PEM）"),
    ("redirect_listen", "off", "另外监听的地址，例如 0.0.0.0:80，只把网页请求引到加密地址；off 为不监听"),
    ("hsts_days", "0", "让浏览器在这么多天内只用加密连接访问本站；0 为不要求，tls = site 时不能使用"),
    ("max_connections", "4096", "同时连接数上限；一个网络地址最多占四分之一，可信反向代理除外"),
    ("bodies_mib", "64", "同时在内存中的请求内容合计上限（MiB）；用完时，发送最慢的连接先断开"),
];

/// How connections are sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsMode {
    /// Not at all.
    Off,
    /// By a certificate of the site's own authority.
    Site,
    /// By a certificate in files.
    Files,
}

impl FromStr for TlsMode {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "off" => Ok(Self::Off),
            "site" => Ok(Self::Site),
            "files" => Ok(Self::Files),
            _ => Err(()),
        }
    }
}

impl std::fmt::Display for TlsMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::Site => "site",
            Self::Files => "files",
        })
    }
}

/// What is set about connections.
#[derive(Clone, Debug)]
pub struct Network {
    /// How they are sealed.
    pub tls: Setting<TlsMode>,
    /// PEM file of the certificate chain.
    pub tls_cert: Setting<String>,
    /// PEM file of its key.
    pub tls_key: Setting<String>,
    /// Where requests in the clear are led on from.
    pub redirect_listen: Setting<Listen>,
    /// Days for which browsers shall insist on TLS.
    pub hsts_days: Setting<u64>,
    /// Connections in all.
    pub max_connections: Setting<u64>,
    /// MiB of request bodies in memory, all together.
    pub bodies_mib: Setting<u64>,
}

impl Network {
    pub(super) fn load(sources: &Sources) -> Result<Self> {
        let network = Self {
            tls: sources.get("tls")?,
            tls_cert: sources.get("tls_cert")?,
            tls_key: sources.get("tls_key")?,
            redirect_listen: sources.get("redirect_listen")?,
            hsts_days: sources.get("hsts_days")?,
            max_connections: sources.get("max_connections")?,
            bodies_mib: sources.get("bodies_mib")?,
        };
        network.check()?;
        Ok(network)
    }

    fn check(&self) -> Result<()> {
        let refuse = |text: &'static str| Err(AppError::refused(text));
        let mode = self.tls.value;
        if mode == TlsMode::Files && (self.tls_cert.value.is_empty() || self.tls_key.value.is_empty()) {
            return refuse("配置项 tls = files 需要同时写明 tls_cert 和 tls_key");
        }
        if mode != TlsMode::Files && !(self.tls_cert.value.is_empty() && self.tls_key.value.is_empty()) {
            return refuse("写明了 tls_cert 或 tls_key，但 tls 不是 files；请改为 tls = \"files\"，或删去它们");
        }
        if mode == TlsMode::Off && self.redirect_listen.value.0.is_some() {
            return refuse("redirect_listen 把请求引到加密地址，但 tls = off；请先启用加密连接");
        }
        if self.hsts_days.value > 0 && mode == TlsMode::Off {
            return refuse("hsts_days 只在启用加密连接后有意义；请先设置 tls，或删去 hsts_days");
        }
        if self.hsts_days.value > 0 && mode == TlsMode::Site {
            return refuse("tls = site 时不能使用 hsts_days：重建本站证书后，所有浏览器都会被挡在门外");
        }
        if self.hsts_days.value > 730 {
            return refuse("hsts_days 最多 730 天");
        }
        if !(64..=60_000).contains(&self.max_connections.value) {
            return refuse("max_connections 应在 64 到 60000 之间");
        }
        if !(8..=4_096).contains(&self.bodies_mib.value) {
            return refuse("bodies_mib 应在 8 到 4096 之间");
        }
        Ok(())
    }

    /// What should be said when passwords cross a network readable: neither this program seals the connections nor is it
    /// reached through this machine or a proxy that may.
    pub(super) fn in_the_clear(&self, listen: SocketAddr, proxies: &str) -> Option<String> {
        let is_open = self.tls.value == TlsMode::Off && !listen.ip().is_loopback() && proxies.is_empty();
        is_open.then(|| {
            format!(
                "监听 {listen} 而没有启用加密连接，口令和业务数据以明文经过网络；请运行 gx-portal init --tls 建立本站证书，\
                 或在配置中写明 tls = \"files\"，或只监听 127.0.0.1 并由加密的反向代理转发"
            )
        })
    }

    /// The lines of `config print`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String, super::Origin)> {
        vec![
            ("tls", self.tls.value.to_string(), self.tls.origin),
            ("tls_cert", self.tls_cert.value.clone(), self.tls_cert.origin),
            ("tls_key", self.tls_key.value.clone(), self.tls_key.origin),
            ("redirect_listen", self.redirect_listen.value.to_string(), self.redirect_listen.origin),
            ("hsts_days", self.hsts_days.value.to_string(), self.hsts_days.origin),
            ("max_connections", self.max_connections.value.to_string(), self.max_connections.origin),
            ("bodies_mib", self.bodies_mib.value.to_string(), self.bodies_mib.origin),
        ]
    }
}
