//! What the portal proves itself with over TLS: a certificate in files, or one of the site's own authority.
//!
//! Invariants: what is served was looked at as a whole first (chain, key, dates, names); a new one that is not right is
//! refused with a sentence and the old one stays. A certificate that has run out is served all the same: a warning in each
//! browser is better than a closed door, and the administrator is told before and after.
//!
//! Deliberately absent: TLCP (that is a gateway's matter), certificates of clients, OCSP (an intranet reaches no responder).

pub mod authority;
pub mod certificate;
pub mod names;
pub mod probe;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use arc_swap::ArcSwap;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;

use self::certificate::{Certificate, Facts};
use crate::config::network::TlsMode;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::store::directory::DataPaths;

/// Days before the end on which people are told.
pub const TELL_DAYS: i64 = 30;

/// Where the certificate comes from.
#[derive(Clone, Debug)]
pub struct Source {
    pub mode: TlsMode,
    /// PEM file of the certificate and its intermediates.
    pub chain: PathBuf,
    /// PEM file of its private key.
    pub key: PathBuf,
}

impl Source {
    /// Of a configuration; `None` without TLS.
    pub fn of(mode: TlsMode, chain: &str, key: &str, paths: &DataPaths) -> Option<Self> {
        match mode {
            TlsMode::Off => None,
            TlsMode::Site => {
                let folder = authority::folder(paths);
                Some(Self { mode, chain: folder.join(authority::CHAIN), key: folder.join(authority::KEY) })
            }
            TlsMode::Files => Some(Self { mode, chain: paths.root.join(chain), key: paths.root.join(key) }),
        }
    }

    /// When the files were changed last: another pair of moments means that they are read again.
    fn changed(&self) -> [Option<SystemTime>; 2] {
        [&self.chain, &self.key].map(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok())
    }
}

struct Served {
    /// Offers HTTP/2 and HTTP/1.1.
    config: Arc<ServerConfig>,
    /// The same, but HTTP/1.1 only.
    lean: Arc<ServerConfig>,
    facts: Facts,
    changed: [Option<SystemTime>; 2],
}

/// The certificate that is served now, and the way to the next.
pub struct Live {
    source: Source,
    paths: DataPaths,
    served: ArcSwap<Served>,
}

impl Live {
    /// Reads the certificate at start.
    ///
    /// # Errors
    /// A sentence: a file that cannot be read, a key of another certificate, a broken chain, no name.
    pub fn open(source: Source, paths: &DataPaths, now: Stamp) -> Result<Arc<Self>> {
        let served = read(&source, now, true)?;
        Ok(Arc::new(Self { source, paths: paths.clone(), served: ArcSwap::from_pointee(served) }))
    }

    /// What the next connection is served with; HTTP/2 is offered to it if `framed`.
    pub fn config(&self, framed: bool) -> Arc<ServerConfig> {
        let served = self.served.load();
        if framed { &served.config } else { &served.lean }.clone()
    }

    /// What is served.
    pub fn facts(&self) -> Facts {
        self.served.load().facts.clone()
    }

    /// What an administrator should know: how near the end is. The authority's own is made again in time; when that failed,
    /// it is told too.
    pub fn sentence(&self, now: Stamp) -> Option<String> {
        let Facts { not_after, .. } = self.facts();
        let left = self.facts().days_left(now);
        let until = not_after.to_text();
        let tell = if self.is_site() { TELL_DAYS / 2 } else { TELL_DAYS };
        match left {
            ..0 => Some(format!("加密连接的证书已于 {until} 过期，浏览器会拒绝访问；请更换证书")),
            _ if left < tell => Some(format!("加密连接的证书将于 {until} 到期（剩余 {left} 天），请及时更换")),
            _ => None,
        }
    }

    /// Whether it comes from the site's own authority.
    pub fn is_site(&self) -> bool {
        self.source.mode == TlsMode::Site
    }

    /// Takes the certificate that lies in the files now.
    ///
    /// # Errors
    /// As of [`Live::open`], and a certificate that has run out; the one that is served stays.
    pub fn reload(&self, now: Stamp) -> Result<Facts> {
        let served = read(&self.source, now, false)?;
        let facts = served.facts.clone();
        self.served.store(Arc::new(served));
        tracing::info!(until = facts.not_after.to_text(), "certificate read again");
        Ok(facts)
    }

    /// Once a minute: the authority's own certificate is made again a month before its end and when the box has another name
    /// or address, and files that have changed are read. A refusal is told once for each change.
    pub fn look_after(&self, now: Stamp) {
        let is_due = || self.facts().days_left(now) < TELL_DAYS || authority::lacking(&self.paths).is_some();
        if self.is_site() && is_due() {
            match authority::renew(&self.paths, None, now) {
                Ok(names) => tracing::info!(?names, "certificate made anew"),
                Err(fault) => tracing::warn!(cause = fault.cause, "{}", fault.message),
            }
        }
        let changed = self.source.changed();
        if changed == self.served.load().changed {
            return;
        }
        if let Err(fault) = self.reload(now) {
            tracing::warn!(cause = fault.cause, "新证书没有启用，继续使用原来的证书：{}", fault.message);
            let old = self.served.load();
            let (config, lean, facts) = (old.config.clone(), old.lean.clone(), old.facts.clone());
            self.served.store(Arc::new(Served { config, lean, facts, changed }));
        }
    }
}

fn read(source: &Source, now: Stamp, serves_expired: bool) -> Result<Served> {
    // The moments first: a change between them and the reading is seen at the next look.
    let changed = source.changed();
    let Certificate { key, facts } = Certificate::read(&source.chain, &source.key, now)?;
    if facts.days_left(now) < 0 && !serves_expired {
        return Err(AppError::refused(format!(
            "证书 {} 已于 {} 过期",
            source.chain.display(),
            facts.not_after.to_text()
        )));
    }
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(AppError::internal)?.with_no_client_auth();
    let mut config = builder.with_cert_resolver(Arc::new(rustls::sign::SingleCertAndKey::from(key)));
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    // A browser that comes again within hours is spared the handshake; the keys for it live in memory only.
    config.ticketer = aws_lc_rs::Ticketer::new().map_err(AppError::internal)?;
    let mut lean = config.clone();
    lean.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Served { config: Arc::new(config), lean: Arc::new(lean), facts, changed })
}
