//! Where the audit log is sent to (`syslog`), and whose certificate is believed there (`syslog_ca`).
//!
//! Invariant: what is not right is refused at start and by `config check`, with the key in the sentence. A slip here would
//! be an audit log that goes nowhere.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, ServerName};

use super::{Origin, Setting, Sources};
use crate::error::{AppError, Result};

const TO: &str = "syslog";
const CA: &str = "syslog_ca";

/// Every key with its default and meaning.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    (
        TO,
        "",
        "审计日志另外发往的集中日志服务器（RFC 5424）：udp://地址:端口、tcp://地址:端口 或 tls://主机名:端口，端口默认 514、601、6514；空为不发送",
    ),
    (CA, "", "syslog 用 tls:// 时只信任的 CA 证书文件（PEM），相对路径从数据目录算起；空为信任操作系统的证书"),
];

/// How the log server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A datagram a message (RFC 5426); nobody says whether it came.
    Udp,
    /// A stream of counted messages (RFC 6587).
    Tcp,
    /// The same, sealed (RFC 5425).
    Tls,
}

impl Transport {
    const ALL: [(Self, &str, u16); 3] = [(Self::Udp, "udp", 514), (Self::Tcp, "tcp", 601), (Self::Tls, "tls", 6514)];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(one, ..)| *one == self).map_or("", |(_, word, _)| word)
    }
}

/// A log server. Its text is the key under which is remembered how far it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// How it is spoken to.
    pub transport: Transport,
    /// Its name or address, without brackets.
    pub host: String,
    pub port: u16,
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{}://{open}{}{close}:{}", self.transport.word(), self.host, self.port)
    }
}

impl Destination {
    /// Reads `tcp://10.0.0.9:601` and the like.
    ///
    /// # Errors
    /// Why it is none, to be said after the name of the key.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let scheme = "应以 udp://、tcp:// 或 tls:// 开头，例如 tcp://10.0.0.9:601";
        let (word, rest) = text.split_once("://").ok_or(scheme)?;
        let (transport, _, usual) = *Transport::ALL.iter().find(|(_, known, _)| *known == word).ok_or(scheme)?;
        let (host, port) = match rest.strip_prefix('[').map(|rest| rest.split_once(']')) {
            Some(Some((host, port))) if host.contains(':') => (host, port),
            Some(_) => return Err("方括号中应是 IPv6 地址，例如 tcp://[fd00::9]:601"),
            None if rest.matches(':').count() > 1 => return Err("IPv6 地址须写在方括号中，例如 tcp://[fd00::9]:601"),
            None => rest.find(':').map_or((rest, ""), |at| rest.split_at(at)),
        };
        let port = match port.strip_prefix(':') {
            Some(digits) => digits.parse().ok().filter(|port| *port > 0).ok_or("端口应是 1 到 65535 的整数")?,
            None if port.is_empty() => usual,
            None => return Err("方括号后面只能是冒号和端口"),
        };
        if host.is_empty() {
            return Err("没有写明主机名或地址");
        }
        // What looks like an address is one: 10.0.0.256 is no host name that anybody meant.
        let numeric = host.contains(':') || host.chars().all(|c| c.is_ascii_digit() || c == '.');
        if numeric && host.parse::<IpAddr>().is_err() {
            return Err("不是正确的 IP 地址");
        }
        if ServerName::try_from(host).is_err() {
            return Err("主机名只能有字母、数字、点和短横线，后面不能再有路径、账号或参数");
        }
        Ok(Self { transport, host: host.to_ascii_lowercase(), port })
    }
}

/// The certificates of a PEM file.
///
/// # Errors
/// A sentence that names the key and the file.
pub fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    authorities(CA, path)
}

/// The certificates of authorities in the PEM file that a key of the configuration names.
///
/// # Errors
/// A sentence that names the key and the file.
pub fn authorities(key: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match read {
        Ok(found) if !found.is_empty() => Ok(found),
        Err(pem::Error::Io(error)) => {
            let shown = path.display();
            Err(AppError::refused(format!("读不到配置项 {key} 的文件 {shown}：{error}")))
        }
        _ => Err(no_certificate(key, path)),
    }
}

/// What is said of a file without a certificate that can be used.
pub fn no_certificate(key: &str, path: &Path) -> AppError {
    AppError::refused(format!("配置项 {key} 的文件 {} 中没有可用的 PEM 证书", path.display()))
}

#[derive(Clone, Debug)]
pub struct Syslog {
    /// The log server; `None` = the audit log stays at home.
    pub destination: Setting<Option<Destination>>,
    /// The only certificates that are believed, when given.
    pub ca: Setting<Option<PathBuf>>,
}

impl Syslog {
    pub(super) fn load(sources: &Sources, data: &Path) -> Result<Self> {
        let given: Setting<String> = sources.get(TO)?;
        let destination = match given.value.trim() {
            "" => None,
            text => Some(Destination::parse(text).map_err(|why| {
                AppError::refused(format!("配置项 {TO} 的值“{text}”不正确（来源：{}）：{why}", given.origin))
            })?),
        };
        let file: Setting<String> = sources.get(CA)?;
        let ca = (!file.value.trim().is_empty()).then(|| data.join(file.value.trim()));
        if let Some(path) = &ca {
            if destination.as_ref().is_none_or(|to| to.transport != Transport::Tls) {
                return Err(AppError::refused(format!(
                    "写明了 {CA}（来源：{}），但 {TO} 不是 tls://…；请改用 tls://，或删去 {CA}",
                    file.origin
                )));
            }
            certificates(path)?;
        }
        Ok(Self {
            destination: Setting { value: destination, origin: given.origin },
            ca: Setting { value: ca, origin: file.origin },
        })
    }

    /// For `config print`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String, Origin)> {
        let to = self.destination.value.as_ref().map(ToString::to_string).unwrap_or_default();
        let ca = self.ca.value.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        vec![(TO, to, self.destination.origin), (CA, ca, self.ca.origin)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_meant_and_told_back_in_one_way() {
        for (given, meant) in [
            ("udp://10.0.0.9", "udp://10.0.0.9:514"),
            ("tcp://10.0.0.9", "tcp://10.0.0.9:601"),
            ("tls://Log.Example.gov.cn", "tls://log.example.gov.cn:6514"),
            ("tcp://log:10514", "tcp://log:10514"),
            ("tcp://[fd00::9]", "tcp://[fd00::9]:601"),
            ("udp://[::1]:65535", "udp://[::1]:65535"),
        ] {
            let read = Destination::parse(given).expect(given);
            assert_eq!(read.to_string(), meant);
            assert_eq!(Destination::parse(meant), Ok(read), "its own text is read again");
        }
    }

    #[test]
    fn what_is_no_address_says_why() {
        for (given, why) in [
            ("10.0.0.9:514", "开头"),
            ("http://10.0.0.9", "开头"),
            ("TCP://10.0.0.9", "开头"),
            ("tcp://", "没有写明主机名"),
            ("tcp://:601", "没有写明主机名"),
            ("tcp://10.0.0.256", "不是正确的 IP 地址"),
            ("tcp://1.2.3", "不是正确的 IP 地址"),
            ("tcp://10.0.0.9:0", "端口"),
            ("tcp://10.0.0.9:", "端口"),
            ("tcp://10.0.0.9:65536", "端口"),
            ("tcp://10.0.0.9:x", "端口"),
            ("tcp://fd00::9", "方括号"),
            ("tcp://[10.0.0.9]:601", "方括号"),
            ("tcp://[fd00::9:601", "方括号"),
            ("tcp://[fd00::9]601", "冒号和端口"),
            ("tcp://[fd00::zz]", "不是正确的 IP 地址"),
            ("tcp://log.example.cn/path", "主机名只能有"),
            ("tcp://user@log.example.cn", "主机名只能有"),
            ("tls://日志.cn", "主机名只能有"),
            ("tcp://a b", "主机名只能有"),
        ] {
            let said = Destination::parse(given).expect_err(given);
            assert!(said.contains(why), "{given}: {said}");
        }
    }
}
