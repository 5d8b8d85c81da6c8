//! What this box is called: names and addresses that a certificate of its own is made for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::error::{AppError, Result};
use crate::machine::{host_name, proc_text};

/// The addresses of this machine, of loopback too.
pub fn addresses() -> Vec<IpAddr> {
    let mut found = from_trie(&proc_text("self/net/fib_trie"));
    found.extend(from_table(&proc_text("self/net/if_inet6")));
    found.extend([IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]);
    found.sort_unstable();
    found.dedup();
    found
}

/// IPv4: the kernel's table of routes names what is local, each address in the line before «/32 host LOCAL».
fn from_trie(text: &str) -> Vec<IpAddr> {
    let mut found = Vec::new();
    let mut before = "";
    for line in text.lines().map(str::trim) {
        if line == "/32 host LOCAL"
            && let Ok(address) = before.trim_start_matches("|-- ").parse::<Ipv4Addr>()
        {
            found.push(IpAddr::V4(address));
        }
        before = line;
    }
    found
}

/// IPv6: 32 digits at the beginning of each line. Link-local addresses are good within a cable only and left out.
fn from_table(text: &str) -> Vec<IpAddr> {
    let digits = text.lines().filter_map(|line| line.split_whitespace().next());
    let found = digits.filter_map(|digits| u128::from_str_radix(digits, 16).ok()).map(Ipv6Addr::from);
    found.filter(|address| !address.is_unicast_link_local()).map(IpAddr::V6).collect()
}

/// Whether a text may stand for a host: labels of letters, digits and inner hyphens.
fn is_host_name(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (1..=253).contains(&text.len()) && text.split('.').all(is_label) && text.parse::<Ipv4Addr>().is_err()
}

/// The names for a certificate: those given, the host's, its addresses, and those by which it calls itself.
///
/// # Errors
/// A name that is none.
pub fn of_this_box(given: &[String]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for name in given.iter().map(|name| name.trim().to_ascii_lowercase()) {
        if !is_host_name(&name) && name.parse::<IpAddr>().is_err() {
            return Err(AppError::refused(format!("“{name}”不是主机名或地址，例如 gx.example.gov.cn 或 10.1.2.3")));
        }
        all.push(name);
    }
    let host = host_name().to_ascii_lowercase();
    all.extend(is_host_name(&host).then_some(host));
    all.push("localhost".to_owned());
    all.extend(addresses().iter().map(ToString::to_string));
    let mut seen = std::collections::HashSet::new();
    all.retain(|name| seen.insert(name.clone()));
    Ok(all)
}

/// The host of an address bar as a request names it (`gx.example.cn:8443`), in lower case; `None` for what is none, and
/// for the box itself.
pub fn asked(host: &str) -> Option<String> {
    let host = match host.trim().strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => host.trim().split(':').next().unwrap_or_default(),
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_good = match host.parse::<IpAddr>() {
        Ok(address) => !address.is_loopback(),
        Err(_) => is_host_name(&host) && host != "localhost",
    };
    is_good.then_some(host)
}

/// Second labels below which everybody may register a name.
const SHARED: &[&str] = &["ac", "co", "com", "edu", "gov", "mil", "net", "org"];

/// A domain whose hosts an authority may speak for, in lower case.
///
/// # Errors
/// None, or one below which others have theirs (`cn`, `gov.cn`).
pub fn domain(given: &str) -> Result<String> {
    let name = given.trim().trim_start_matches("*.").trim_start_matches('.').to_ascii_lowercase();
    let labels: Vec<&str> = name.split('.').collect();
    let is_shared = match labels.as_slice() {
        [second, top] => top.len() == 2 && SHARED.contains(second),
        [_, ..] if labels.len() > 2 => false,
        _ => true,
    };
    if !is_host_name(&name) || name.parse::<IpAddr>().is_ok() || is_shared {
        return Err(AppError::refused(format!("“{given}”不是本单位的域名，例如 example.gov.cn")));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_the_kernel_writes_them() {
        let trie = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 10.1.2.0\n        /24 link UNICAST\n     |-- 10.1.2.3\n        /32 host LOCAL\n     |-- 10.1.2.255\n        /32 link BROADCAST\n";
        assert_eq!(from_trie(trie), ["10.1.2.3".parse::<IpAddr>().unwrap()]);
        let table = "fe80000000000000b4e8d0fffe3c0001 02 40 20 80     eth0\nfd000000000000000000000000000005 02 40 00 80 eth0\nrubbish\n";
        assert_eq!(from_table(table), ["fd00::5".parse::<IpAddr>().unwrap()]);
        assert!(from_trie("").is_empty() && from_table("").is_empty());
        assert!(addresses().contains(&IpAddr::V4(Ipv4Addr::LOCALHOST)));
    }

    #[test]
    fn a_domain_belongs_to_one_house() {
        for (given, wanted) in [
            ("example.gov.cn", Some("example.gov.cn")),
            ("*.Example.gov.cn", Some("example.gov.cn")),
            (".corp.local", Some("corp.local")),
            ("example.cn", Some("example.cn")),
            ("gov.cn", None),
            ("com.cn", None),
            ("cn", None),
            ("local", None),
            ("10.1.2.3", None),
            ("云川.cn", None),
            ("", None),
        ] {
            assert_eq!(domain(given).ok().as_deref(), wanted, "{given}");
        }
    }

    #[test]
    fn a_request_names_its_host() {
        for (given, wanted) in [
            ("GX.example.cn:8443", Some("gx.example.cn")),
            ("gx.example.cn.", Some("gx.example.cn")),
            ("10.1.2.3:8443", Some("10.1.2.3")),
            ("[fd00::5]:8443", Some("fd00::5")),
            ("[fd00::5]", Some("fd00::5")),
            ("localhost:8443", None),
            ("127.0.0.1", None),
            ("[::1]:8443", None),
            ("[fd00::5", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(asked(given).as_deref(), wanted, "{given}");
        }
    }

    #[test]
    fn names_are_hosts_or_addresses() {
        for (name, good) in [
            ("gx.example.gov.cn", true),
            ("gx", true),
            ("GX-1", true),
            ("10.1.2.3", true),
            ("fd00::5", true),
            ("10.1.2", true),
            ("-gx", false),
            ("gx_1", false),
            ("*.example.cn", false),
            ("资产", false),
            ("a..b", false),
            ("https://gx", false),
            ("", false),
        ] {
            assert_eq!(of_this_box(&[name.to_owned()]).is_ok(), good, "{name}");
        }
        let all = of_this_box(&["gx.example.cn".into(), "GX.example.cn ".into()]).unwrap();
        assert_eq!(all.iter().filter(|name| *name == "gx.example.cn").count(), 1);
        assert!(["localhost", "127.0.0.1", "::1"].iter().all(|name| all.iter().any(|all| all == name)));
    }
}
