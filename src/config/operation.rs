//! How the program is watched while it runs: logs, metrics, what counts as slow.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use super::{Origin, Setting, Sources};
use crate::error::{AppError, Result};

/// Shortest token that opens `/metrics`, in characters: it may be guessed at from anywhere.
const TOKEN: usize = 16;

/// Every key with its default and meaning.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    ("metrics_listen", "off", "指标（Prometheus）的监听地址和端口，例如 127.0.0.1:9180；off 为不监听"),
    ("metrics_token", "", "用令牌从 /metrics 读取指标（Authorization: Bearer 令牌，至少 16 个字符）；空为不提供"),
    ("slow_ms", "500", "超过该时长（毫秒）的请求记入慢操作"),
    ("log_format", "text", "日志格式：text 或 json"),
    ("log_to", "stderr", "日志写到：stderr（由 systemd 收取）或 file（数据目录的 logs 文件夹，自动轮转）"),
];

/// An address to listen on, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listen(pub Option<SocketAddr>);

impl FromStr for Listen {
    type Err = std::net::AddrParseError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "" | "off" => Ok(Self(None)),
            address => address.parse().map(|address| Self(Some(address))),
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(address) => address.fmt(f),
            None => f.write_str("off"),
        }
    }
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal),+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[$each])* $variant),+ }

        impl FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(()),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $word),+ })
            }
        }
    };
}

words! {
    /// How a line of the log is written.
    LogFormat {
        Text = "text",
        Json = "json"
    }
}

words! {
    /// Where lines of the log go.
    LogTo {
        /// Standard error, which the service manager takes.
        Stderr = "stderr",
        /// A file of our own, which turns over by itself.
        File = "file"
    }
}

words! {
    /// Whether something is done.
    Switch {
        On = "on",
        Off = "off"
    }
}

words! {
    /// What happens when the journal's files have reached their limit and no repository takes them.
    OnFull {
        /// The oldest go; a full copy closes the gap later.
        GoOn = "go_on",
        /// Ordinary writes wait.
        StopWrites = "stop_writes"
    }
}

#[derive(Debug, Clone)]
pub struct Operation {
    /// Where metrics are told to whoever comes.
    pub metrics_listen: Setting<Listen>,
    /// What opens `/metrics` elsewhere; empty = nothing.
    pub metrics_token: Setting<String>,
    /// Requests that take longer are remembered, in milliseconds.
    pub slow_ms: Setting<u64>,
    /// How a line of the log is written.
    pub log_format: Setting<LogFormat>,
    /// Where lines of the log go.
    pub log_to: Setting<LogTo>,
}

impl Operation {
    pub(super) fn load(sources: &Sources) -> Result<Self> {
        let metrics_token: Setting<String> = sources.get("metrics_token")?;
        if !metrics_token.value.is_empty() && metrics_token.value.chars().count() < TOKEN {
            return Err(AppError::refused(format!(
                "配置项 metrics_token 太短（来源：{}），至少 {TOKEN} 个字符",
                metrics_token.origin
            )));
        }
        Ok(Self {
            metrics_listen: sources.get("metrics_listen")?,
            metrics_token,
            slow_ms: sources.get("slow_ms")?,
            log_format: sources.get("log_format")?,
            log_to: sources.get("log_to")?,
        })
    }

    /// For `config print`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String, Origin)> {
        let token = if self.metrics_token.value.is_empty() { "" } else { "***" };
        vec![
            ("metrics_listen", self.metrics_listen.value.to_string(), self.metrics_listen.origin),
            ("metrics_token", token.to_owned(), self.metrics_token.origin),
            ("slow_ms", self.slow_ms.value.to_string(), self.slow_ms.origin),
            ("log_format", self.log_format.value.to_string(), self.log_format.origin),
            ("log_to", self.log_to.value.to_string(), self.log_to.origin),
        ]
    }
}
