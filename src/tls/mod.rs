//! What the portal proves itself with over TLS: a certificate in files, or one of the site's own authority.
//!
//! Invariants: what is served was looked at as a whole first (chain, key, dates, names); a new one that is not right is
//! refused with a sentence and the old one stays. A certificate that has run out is served all the same: a warning in each
//! browser is better than a closed door, and the administrator is told before and after.
//!
//! Deliberately absent: TLCP (that is a gateway's matter), certificates of clients, OCSP (an intranet reaches no responder).

pub mod authority;
pub mod certificate;
pub mod fit;
pub mod names;
pub mod probe;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use arc_swap::ArcSwap;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;

use self::certificate::{Certificate, Facts};
use self::fit::Foreign;
use crate::config::Config;
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

    /// Of a whole configuration.
    pub fn of_config(config: &Config) -> Option<Self> {
        let network = &config.network;
        let paths = DataPaths::new(&config.data);
        Self::of(network.tls.value, &network.tls_cert.value, &network.tls_key.value, &paths)
    }

    /// Whether there has to be a certificate: that of the site's authority is made by `init --tls`, perhaps later.
    pub fn is_due(&self) -> bool {
        self.mode == TlsMode::Files || self.chain.exists()
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
    foreign: Foreign,
}

impl Live {
    /// Reads the certificate at start.
    ///
    /// # Errors
    /// A sentence: a file that cannot be read, a key of another certificate, a broken chain, no name.
    pub fn open(source: Source, paths: &DataPaths, now: Stamp) -> Result<Arc<Self>> {
        let served = read(&source, now, true)?;
        Ok(Arc::new(Self {
            source,
            paths: paths.clone(),
            served: ArcSwap::from_pointee(served),
            foreign: Foreign::default(),
        }))
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

    /// What an administrator should know: how near the end is.
    pub fn sentence(&self, now: Stamp) -> Option<String> {
        end_near(&self.served.load().facts, self.is_site(), now)
    }

    /// Somebody who is signed in came by this host, without a proxy between.
    pub fn reached(&self, host: &str, person: u64, now: Stamp) {
        if let Some(host) = names::asked(host) {
            self.foreign.note(&self.served.load().facts, &host, person, now);
        }
    }

    /// Hosts that people came by in numbers and that are not in the certificate, each with a sentence. `before`: those of
    /// the time before this program was started.
    pub fn foreign<'h>(&self, before: impl Iterator<Item = &'h str>, now: Stamp) -> Vec<(String, String)> {
        self.foreign.recall(before, now);
        self.foreign.faults(&self.served.load().facts, true, now)
    }

    /// What does not fit, in sentences: [`fit::fault`], and each host that anybody came by.
    pub fn misfits(&self, config: &Config, now: Stamp) -> Vec<String> {
        let facts = self.facts();
        let hosts = self.foreign.faults(&facts, false, now).into_iter().map(|(_, sentence)| sentence);
        fit::fault(config, &facts).into_iter().chain(hosts).collect()
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

/// What an administrator should know of the certificate: of the one that is served, or else of that of the configuration.
pub fn hints(config: &Config, live: Option<&Live>, now: Stamp) -> Vec<String> {
    let (facts, mut found) = match live {
        Some(live) => (live.facts(), live.misfits(config, now)),
        None => {
            let Some(source) = Source::of_config(config).filter(Source::is_due) else { return Vec::new() };
            let facts = match Certificate::read(&source.chain, &source.key, now) {
                Ok(certificate) => certificate.facts,
                Err(fault) => return vec![fault.message.into_owned()],
            };
            let fault = fit::fault(config, &facts);
            (facts, fault.into_iter().collect())
        }
    };
    found.extend(end_near(&facts, config.network.tls.value == TlsMode::Site, now));
    found.extend(fit::hint(&facts));
    found
}

/// How near the end is. The authority's own is made again in time; when that failed, it is told too.
fn end_near(facts: &Facts, is_site: bool, now: Stamp) -> Option<String> {
    let (left, until) = (facts.days_left(now), facts.not_after.to_text());
    let tell = if is_site { TELL_DAYS / 2 } else { TELL_DAYS };
    match left {
        ..0 => Some(format!("加密连接的证书已于 {until} 过期，浏览器会拒绝访问；请更换证书")),
        _ if left < tell => Some(format!("加密连接的证书将于 {until} 到期（剩余 {left} 天），请及时更换")),
        _ => None,
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
