//! The site's own authority: for a network without one.
//!
//! Browsers trust it once its certificate has been handed out (`/gx_portal/ca.crt`, group policy). It can speak for the names
//! it was made for and for private addresses only, so whoever steals its key can pretend to be no bank. Files under
//! `keys/tls`, hence in every backup: after a restore the browsers still know the box.
//!
//! Invariant: authority and certificate are complete or not there; each file is replaced as a whole.

use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints, date_time_ymd,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::names;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::store::directory::{DataPaths, replace_file};

/// The authority's certificate, to be handed out.
pub const AUTHORITY: &str = "ca.crt";
const AUTHORITY_KEY: &str = "ca.key";
/// The certificate that is served, with the authority's after it.
pub const CHAIN: &str = "site.crt";
pub const KEY: &str = "site.key";
const ABOUT: &str = "authority.json";

/// Browsers refuse certificates that live longer (398 days).
const DAYS: i32 = 397;
const YEARS: i16 = 10;

/// Whom the authority may speak for beside its names: addresses that lead nowhere outside.
const PRIVATE: &[(&str, u8)] =
    &[("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("127.0.0.0", 8), ("::1", 128), ("fd00::", 8)];

/// What its own certificate cannot be read for again.
#[derive(Debug, Serialize, Deserialize)]
struct About {
    name: String,
    names: Vec<String>,
    /// Any host below it may get a certificate later, without a new authority on every computer.
    #[serde(default)]
    domain: Option<String>,
    served: Vec<String>,
}

impl About {
    /// Whether the authority may speak for a name: addresses are limited by browsers alone.
    fn may(&self, name: &str) -> bool {
        let below = |domain: &str| name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        name.parse::<IpAddr>().is_ok()
            || self.names.iter().any(|known| known == name)
            || self.domain.as_deref().is_some_and(below)
    }
}

/// Where it lies.
pub fn folder(paths: &DataPaths) -> PathBuf {
    paths.keys().join("tls")
}

/// Whether there is one.
pub fn is_there(paths: &DataPaths) -> bool {
    folder(paths).join(ABOUT).exists()
}

/// The certificate to hand out; `None` without an authority.
pub fn certificate(paths: &DataPaths) -> Option<Vec<u8>> {
    fs::read(folder(paths).join(AUTHORITY)).ok()
}

/// SHA-256 of a certificate as browsers show it; `-` for bytes that are none.
pub fn fingerprint(pem: &[u8]) -> String {
    CertificateDer::from_pem_slice(pem).map_or_else(
        |_| "-".to_owned(),
        |der| Sha256::digest(&der).iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":"),
    )
}

fn failed(error: impl ToString) -> AppError {
    AppError::refused("无法制作证书").because(error)
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_file(path, bytes)
        .map_err(|error| AppError::refused(format!("无法写入 {}，请检查权限和磁盘空间", path.display())).because(error))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| {
        AppError::refused(format!(
            "无法读取 {}；请从备份恢复该文件，或删除整个目录后重新运行 init --tls",
            path.display()
        ))
        .because(error)
    })
}

/// Valid from one date to another, from midnight to midnight UTC.
fn dated(params: &mut CertificateParams, from: Date, until: Date) -> Result<()> {
    let part = |number: i8| u8::try_from(number).map_err(failed);
    params.not_before = date_time_ymd(i32::from(from.year()), part(from.month())?, part(from.day())?);
    params.not_after = date_time_ymd(i32::from(until.year()), part(until.month())?, part(until.day())?);
    Ok(())
}

/// Yesterday: a browser whose clock is slow shall not find the certificate too young.
fn yesterday(now: Stamp) -> Result<Date> {
    now.date().yesterday().map_err(failed)
}

/// The authority as it signs; its certificate and its issuer's name are of one making.
fn authority(about: &About, now: Stamp) -> Result<CertificateParams> {
    let mut params = CertificateParams::default();
    params.distinguished_name = named(&about.name);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let mut permitted: Vec<GeneralSubtree> = Vec::new();
    for name in &about.names {
        permitted.push(match name.parse::<IpAddr>() {
            Ok(address) => {
                let whole = if address.is_ipv4() { 32 } else { 128 };
                GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, whole))
            }
            Err(_) => GeneralSubtree::DnsName(name.clone()),
        });
    }
    permitted.extend(about.domain.iter().map(|domain| GeneralSubtree::DnsName(domain.clone())));
    for (address, prefix) in PRIVATE {
        let address: IpAddr = address.parse().map_err(failed)?;
        permitted.push(GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, *prefix)));
    }
    params.name_constraints = Some(NameConstraints { permitted_subtrees: permitted, excluded_subtrees: Vec::new() });
    let until = now.date().saturating_add(jiff::Span::new().years(YEARS));
    dated(&mut params, yesterday(now)?, until)?;
    Ok(params)
}

fn named(name: &str) -> DistinguishedName {
    let mut named = DistinguishedName::new();
    named.push(DnType::CommonName, name);
    named
}

/// Makes the authority and its first certificate, for the names given beside those of the box; with a domain, hosts below it may
/// get theirs later.
///
/// # Errors
/// A name that is none, a domain that belongs to others; there is one already; a disk that fails.
pub fn found(paths: &DataPaths, given: &[String], domain: Option<&str>, now: Stamp) -> Result<Vec<String>> {
    if is_there(paths) {
        return Err(AppError::refused("已有站点证书颁发机构；增减主机名请用 gx-portal tls renew --name 主机名"));
    }
    let names = names::of_this_box(given)?;
    let domain = domain.map(names::domain).transpose()?;
    let folder = folder(paths);
    fs::create_dir_all(&folder)
        .map_err(|error| AppError::refused(format!("无法创建目录 {}", folder.display())).because(error))?;
    let first = names.first().map_or("localhost", String::as_str);
    let name = format!("gx-portal {first} {}", now.date());
    let about = About { name, names: names.clone(), domain, served: names.clone() };
    let key = KeyPair::generate().map_err(failed)?;
    let made = authority(&about, now)?.self_signed(&key).map_err(failed)?;
    put(&folder.join(AUTHORITY_KEY), key.serialize_pem().as_bytes())?;
    put(&folder.join(AUTHORITY), made.pem().as_bytes())?;
    issue(&folder, &about, &key, now)?;
    // The last: what an interrupted run left is written over by the next.
    put(&folder.join(ABOUT), serde_json::to_string_pretty(&about).map_err(failed)?.as_bytes())?;
    Ok(names)
}

fn about(folder: &Path) -> Result<About> {
    gx_decode::from_json_text(read(&folder.join(ABOUT))?.as_bytes()).map_err(failed)
}

/// A name or address of the box that its certificate lacks and may have: the host was renamed, or moved to another network.
/// Without the addresses of IPv6, of which some change every day.
pub fn lacking(paths: &DataPaths) -> Option<String> {
    let about = about(&folder(paths)).ok()?;
    let names = names::of_this_box(&about.served).ok()?;
    let lasts = |name: &String| !name.contains(':') && !about.served.contains(name) && about.may(name);
    names.into_iter().find(lasts)
}

/// Makes a new certificate, for the names of the last one and the addresses of today, or for those given beside the box's.
///
/// # Errors
/// No authority; a name that it may not speak for; a disk that fails.
pub fn renew(paths: &DataPaths, given: Option<&[String]>, now: Stamp) -> Result<Vec<String>> {
    let folder = folder(paths);
    if !is_there(paths) {
        return Err(AppError::refused("没有站点证书颁发机构，请先运行 gx-portal init --tls"));
    }
    let mut about = about(&folder)?;
    let asked = given.map_or_else(|| about.served.clone(), <[String]>::to_vec);
    let names = names::of_this_box(&asked)?;
    if given.is_some()
        && let Some(foreign) = names.iter().find(|name| asked.contains(name) && !about.may(name))
    {
        let hosts = about.names.iter().filter(|name| name.parse::<IpAddr>().is_err()).cloned();
        let below = about.domain.iter().map(|domain| format!("{domain} 下的任意主机名"));
        return Err(AppError::refused(format!(
            "颁发机构建立时没有包括“{foreign}”，不能为它签发证书；可用的主机名：{}。需要新的主机名时，\
             请删除 {} 后运行 gx-portal init --tls --name {foreign}，并重新分发颁发机构证书",
            hosts.chain(below).collect::<Vec<_>>().join("、"),
            folder.display()
        )));
    }
    // A host that was renamed keeps the names that browsers were told.
    about.served = names.into_iter().filter(|name| about.may(name)).collect();
    let key = KeyPair::from_pem(&read(&folder.join(AUTHORITY_KEY))?).map_err(failed)?;
    issue(&folder, &about, &key, now)?;
    put(&folder.join(ABOUT), serde_json::to_string_pretty(&about).map_err(failed)?.as_bytes())?;
    Ok(about.served)
}

/// The key before the certificate: a reader between the two finds a pair that does not fit, refuses it, and looks again.
fn issue(folder: &Path, about: &About, authority_key: &KeyPair, now: Stamp) -> Result<()> {
    let mut params = CertificateParams::new(about.served.clone()).map_err(failed)?;
    params.distinguished_name = named(about.served.first().map_or("localhost", String::as_str));
    params.is_ca = IsCa::ExplicitNoCa;
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let from = yesterday(now)?;
    dated(&mut params, from, from.saturating_add(jiff::Span::new().days(DAYS)))?;
    let issuer = Issuer::new(authority(about, now)?, authority_key);
    let key = KeyPair::generate().map_err(failed)?;
    let made = params.signed_by(&key, &issuer).map_err(failed)?;
    let chain = made.pem() + &read(&folder.join(AUTHORITY))?;
    put(&folder.join(KEY), key.serialize_pem().as_bytes())?;
    put(&folder.join(CHAIN), chain.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::certificate::Certificate;
    use super::*;

    fn here() -> (tempfile::TempDir, DataPaths) {
        let folder = tempfile::tempdir().unwrap();
        let paths = DataPaths::new(folder.path());
        (folder, paths)
    }

    const DAY: i64 = 86_400_000;
    const NOW: Stamp = Stamp(1_780_000_000_000);

    fn served(paths: &DataPaths, now: Stamp) -> Result<Certificate> {
        Certificate::read(&folder(paths).join(CHAIN), &folder(paths).join(KEY), now)
    }

    #[test]
    fn an_authority_serves_its_names_and_renews_what_ends() {
        let (_folder, paths) = here();
        assert!(renew(&paths, None, NOW).is_err(), "nobody founded it");
        let names = found(&paths, &["gx.example.cn".into(), "203.0.113.7".into()], None, NOW).unwrap();
        assert!(
            found(&paths, &[], None, NOW).unwrap_err().message.contains("tls renew"),
            "a second would orphan the first"
        );
        assert!(names.iter().any(|name| name == "localhost"));
        let first = served(&paths, NOW).unwrap();
        assert!(first.facts.names.contains(&"gx.example.cn".to_owned()), "{:?}", first.facts);
        assert!((395..=396).contains(&first.facts.days_left(NOW)), "{:?}", first.facts);
        let later = Stamp(NOW.0 + 380 * DAY);
        renew(&paths, None, later).unwrap();
        let second = served(&paths, later).unwrap();
        assert!((395..=396).contains(&second.facts.days_left(later)), "made anew, and of the same authority");
        assert!(second.facts.names.contains(&"gx.example.cn".to_owned()));
    }

    #[test]
    fn an_authority_speaks_for_nobody_else() {
        let (_folder, paths) = here();
        found(&paths, &["gx.example.cn".into()], None, NOW).unwrap();
        let fault = renew(&paths, Some(&["bank.example.com".into()]), NOW).unwrap_err();
        assert!(fault.message.contains("“bank.example.com”") && fault.message.contains("gx.example.cn"), "{fault:?}");
        renew(&paths, Some(&["10.9.8.7".into()]), NOW).expect("a private address is within its reach");
        // The certificate itself says so too: what it signed for others would not be believed.
        let mut about: About = serde_json::from_str(&read(&folder(&paths).join(ABOUT)).unwrap()).unwrap();
        about.served = vec!["bank.example.com".into()];
        let key = KeyPair::from_pem(&read(&folder(&paths).join(AUTHORITY_KEY)).unwrap()).unwrap();
        issue(&folder(&paths), &about, &key, NOW).unwrap();
        let fault = served(&paths, NOW).unwrap_err();
        assert!(fault.message.contains("NameConstraintViolation"), "{fault:?}");
    }

    #[test]
    fn hosts_of_the_domain_come_later_without_another_authority() {
        let (_folder, paths) = here();
        found(&paths, &["gx.example.gov.cn".into()], Some("*.Example.gov.cn"), NOW).unwrap();
        let before = certificate(&paths);
        renew(&paths, Some(&["rent.west.example.gov.cn".into(), "example.gov.cn".into()]), NOW).unwrap();
        let names = served(&paths, NOW).expect("a chain that browsers believe").facts.names;
        assert!(names.contains(&"rent.west.example.gov.cn".to_owned()), "{names:?}");
        for foreign in ["badexample.gov.cn", "other.gov.cn"] {
            let fault = renew(&paths, Some(&[foreign.into()]), NOW).unwrap_err();
            assert!(fault.message.contains("example.gov.cn 下的任意主机名"), "{foreign}: {fault:?}");
        }
        assert_eq!(certificate(&paths), before, "what computers were told stays");
        let (_other, other) = here();
        assert!(found(&other, &[], Some("gov.cn"), NOW).unwrap_err().message.contains("“gov.cn”不是本单位的域名"));
        assert!(!is_there(&other), "nothing is half there");
    }

    #[test]
    fn an_address_that_the_box_has_since_is_lacking_until_the_certificate_is_made_again() {
        let (_folder, paths) = here();
        found(&paths, &[], None, NOW).unwrap();
        assert_eq!(lacking(&paths), None);
        let mut about = about(&folder(&paths)).unwrap();
        about.served.retain(|name| name != "127.0.0.1");
        fs::write(folder(&paths).join(ABOUT), serde_json::to_string(&about).unwrap()).unwrap();
        assert_eq!(lacking(&paths).as_deref(), Some("127.0.0.1"));
        renew(&paths, None, NOW).unwrap();
        assert_eq!(lacking(&paths), None);
        assert!(served(&paths, NOW).unwrap().facts.names.contains(&"127.0.0.1".to_owned()));
    }

    #[test]
    fn what_cannot_be_served_says_why() {
        let (_folder, paths) = here();
        found(&paths, &[], None, NOW).unwrap();
        let (chain, key) = (folder(&paths).join(CHAIN), folder(&paths).join(KEY));
        let (whole, own_key) = (fs::read_to_string(&chain).unwrap(), fs::read_to_string(&key).unwrap());
        let authority = fs::read_to_string(folder(&paths).join(AUTHORITY)).unwrap();
        let foreign = KeyPair::generate().unwrap().serialize_pem();
        let (_other_folder, other) = here();
        found(&other, &[], None, NOW).unwrap();
        let other_authority = fs::read_to_string(folder(&other).join(AUTHORITY)).unwrap();
        let leaf = whole.replace(&authority, "");
        for (chain_text, key_text, why) in [
            ("", own_key.as_str(), "中没有证书"),
            ("rubbish", &own_key, "中没有证书"),
            (&whole[..whole.len() / 3], &own_key, "不完整"),
            (&whole, "", "中没有私钥"),
            (&whole, &own_key[..60], "不完整"),
            (&whole, &foreign, "与证书不是一对"),
            (&authority, &own_key, "颁发机构的证书"),
            (&format!("{leaf}{other_authority}"), &own_key, "证书链不完整或顺序不对"),
        ] {
            fs::write(&chain, chain_text).unwrap();
            fs::write(&key, key_text).unwrap();
            let fault = served(&paths, NOW).unwrap_err();
            assert!(fault.message.contains(why), "{why}: {fault:?}");
        }
        fs::write(&chain, &leaf).unwrap();
        fs::write(&key, &own_key).unwrap();
        served(&paths, NOW).expect("without its authority it leads nowhere, and is served");
        let early = served(&paths, Stamp(NOW.0 - 30 * DAY)).unwrap_err();
        assert!(early.message.contains("起才有效"), "{early:?}");
        let late = served(&paths, Stamp(NOW.0 + 900 * DAY)).expect("it is for the caller to judge");
        assert!(late.facts.days_left(Stamp(NOW.0 + 900 * DAY)) < 0);
        fs::remove_file(&key).unwrap();
        assert!(served(&paths, NOW).unwrap_err().message.contains("不存在"));
    }
}
