//! A certificate as it lies in files: read and looked at as a whole.

use std::path::Path;
use std::time::Duration;

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::sign::CertifiedKey;
use rustls::{Error as TlsError, InconsistentKeys};
use serde::Serialize;
use webpki::{EndEntityCert, KeyUsage};

use super::names;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;

/// No certificate is valid for so long (9999-12-31T23:59:59Z, in seconds): asked for then, it says when it ends.
const NEVER_VALID: u64 = 253_402_300_799;
const DAY: i64 = 86_400_000;

/// What is known of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// When it ends.
    #[serde(serialize_with = "as_text")]
    pub not_after: Stamp,
    /// The host names it is good for.
    pub names: Vec<String>,
    /// Whether it was signed by somebody of whom its file holds nothing.
    pub is_alone: bool,
    #[serde(skip)]
    leaf: CertificateDer<'static>,
}

fn as_text<S: serde::Serializer>(stamp: &Stamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&stamp.to_text())
}

impl Facts {
    /// Whole days until its end; negative when that is past.
    pub fn days_left(&self, now: Stamp) -> i64 {
        (self.not_after.0 - now.0).div_euclid(DAY)
    }

    /// Whether browsers find a host in it, a name or an address.
    pub fn covers(&self, host: &str) -> bool {
        let leaf = EndEntityCert::try_from(&self.leaf);
        let name = ServerName::try_from(host);
        leaf.is_ok_and(|leaf| name.is_ok_and(|name| leaf.verify_is_valid_for_subject_name(&name).is_ok()))
    }
}

/// A certificate with its key, and what is known of it.
#[derive(Debug)]
pub struct Certificate {
    /// Chain and key.
    pub key: CertifiedKey,
    /// What is known of it.
    pub facts: Facts,
}

impl Certificate {
    /// Reads and looks at it: the key is its own, the chain holds together, it has begun, browsers will find a name in it.
    /// Whether it has run out is for the caller to judge.
    ///
    /// # Errors
    /// A sentence with the file in it.
    pub fn read(chain_file: &Path, key_file: &Path, now: Stamp) -> Result<Self> {
        let shown = chain_file.display();
        let chain = chain(chain_file)?;
        let key = PrivateKeyDer::from_pem_file(key_file).map_err(|error| unreadable("私钥", key_file, &error))?;
        let facts = facts(&chain, now).map_err(|why| AppError::refused(format!("证书 {shown} {why}")))?;
        let key = CertifiedKey::from_der(chain, key, &aws_lc_rs::default_provider()).map_err(|error| {
            let why = match &error {
                TlsError::InconsistentKeys(InconsistentKeys::KeyMismatch) => "与证书不是一对",
                _ => "的格式不受支持",
            };
            AppError::refused(format!("私钥 {} {why}", key_file.display())).because(error)
        })?;
        Ok(Self { key, facts })
    }
}

/// Whether certificates of authorities are some, not only dressed as such.
pub fn are_authorities(found: &[CertificateDer<'_>]) -> bool {
    found.iter().all(|one| webpki::anchor_from_trusted_cert(one).is_ok())
}

fn unreadable(what: &str, path: &Path, error: &pem::Error) -> AppError {
    let shown = path.display();
    let text = match error {
        pem::Error::Io(error) if error.kind() == std::io::ErrorKind::NotFound => format!("{what}文件 {shown} 不存在"),
        pem::Error::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            format!("没有权限读取{what}文件 {shown}")
        }
        pem::Error::NoItemsFound => format!("文件 {shown} 中没有{what}（应为 PEM 格式）"),
        _ => format!("{what}文件 {shown} 不完整或不是 PEM 格式"),
    };
    AppError::refused(text).because(format!("{error:?}"))
}

fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let items = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let chain = items.map_err(|error| unreadable("证书", path, &error))?;
    if chain.is_empty() {
        return Err(unreadable("证书", path, &pem::Error::NoItemsFound));
    }
    Ok(chain)
}

fn moment(stamp: Stamp) -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_millis(u64::try_from(stamp.0).unwrap_or(0)))
}

fn stamp(time: UnixTime) -> Stamp {
    Stamp(i64::try_from(time.as_secs()).unwrap_or(i64::MAX / 1_000).saturating_mul(1_000))
}

/// What the first certificate says, or why it cannot be served, to be said after the name of its file.
fn facts(chain: &[CertificateDer<'_>], now: Stamp) -> Result<Facts, String> {
    let Some((first, above)) = chain.split_first() else { return Err("是空的".into()) };
    let leaf = EndEntityCert::try_from(first).map_err(|error| format!("无法解析（{error}）"))?;
    let ask = |time, anchors: &[_]| {
        let algorithms = webpki::ALL_VERIFICATION_ALGS;
        leaf.verify_for_usage(algorithms, anchors, above, time, KeyUsage::server_auth(), None, None).map(drop)
    };
    let not_after = match ask(UnixTime::since_unix_epoch(Duration::from_secs(NEVER_VALID)), &[]) {
        Err(webpki::Error::CertExpired { not_after, .. }) => stamp(not_after),
        Err(error) => return Err(format!("无法解析（{error}）")),
        Ok(()) => return Err("没有结束日期".into()),
    };
    // An expired chain is still looked at as a chain: as of its last moment.
    let time = moment(Stamp(now.0.min(not_after.0)));
    let anchors = above.last().map(webpki::anchor_from_trusted_cert).transpose();
    let anchors = anchors.map_err(|error| format!("的上级证书无法解析（{error}）"))?;
    match ask(time, anchors.as_slice()) {
        Ok(()) => {}
        Err(webpki::Error::CertNotValidYet { not_before, .. }) => {
            return Err(format!("从 {} 起才有效，请检查证书和服务器时间", stamp(not_before).to_text()));
        }
        Err(webpki::Error::RequiredEkuNotFoundContext(_) | webpki::Error::EmptyEkuExtension) => {
            return Err("不是服务器证书（扩展用途中没有“服务器身份验证”）".into());
        }
        Err(webpki::Error::CaUsedAsEndEntity) => {
            return Err("是颁发机构的证书；文件中第一个应是服务器自己的证书".into());
        }
        // Alone it leads nowhere, as it should.
        Err(webpki::Error::UnknownIssuer) if above.is_empty() => {}
        Err(error) => return Err(format!("的证书链不完整或顺序不对（{error}）")),
    }
    let mut found: Vec<String> = leaf.valid_dns_names().map(str::to_owned).collect();
    let own = names::addresses();
    found.extend(own.iter().filter(|address| covers(&leaf, address)).map(ToString::to_string));
    if found.is_empty() {
        return Err("中没有主机名（SAN），也不含本机地址，浏览器不会接受".into());
    }
    let is_alone = above.is_empty() && leaf.issuer() != leaf.subject();
    Ok(Facts { not_after, names: found, is_alone, leaf: first.clone().into_owned() })
}

fn covers(leaf: &EndEntityCert<'_>, address: &std::net::IpAddr) -> bool {
    leaf.verify_is_valid_for_subject_name(&ServerName::IpAddress((*address).into())).is_ok()
}
