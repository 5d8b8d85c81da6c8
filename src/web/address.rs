//! Who is at the other end: the client's address behind trusted proxies, and how often it came anonymously.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::kernel::dates::Stamp;
use crate::kernel::ip;

/// The client's address. `X-Forwarded-For` is read from the right and believed only as far as
/// trusted proxies wrote it; the deny list depends on that.
pub fn client(peer: &str, forwarded: Option<&str>, trusted: &str) -> String {
    let mut address = peer.to_owned();
    if trusted.is_empty() {
        return address;
    }
    for hop in forwarded.unwrap_or_default().rsplit(',').map(str::trim).filter(|hop| !hop.is_empty()) {
        if !ip::in_networks(trusted, &address) {
            break;
        }
        if hop.parse::<std::net::IpAddr>().is_err() {
            break;
        }
        hop.clone_into(&mut address);
    }
    address
}

/// Anonymous refusals by address and minute: counted, not audited one by one (decisions.md).
#[derive(Debug, Default)]
pub struct Counter {
    minute: Mutex<(i64, HashMap<String, u32>)>,
}

impl Counter {
    /// Counts one refusal; the counts of a finished minute go to the log.
    pub fn note(&self, ip: &str, now: Stamp) {
        let this = now.0 / 60_000;
        let mut minute = self.minute.lock();
        if minute.0 != this {
            let finished = std::mem::replace(&mut *minute, (this, HashMap::new()));
            for (ip, count) in finished.1 {
                tracing::info!(ip, count, "anonymous requests refused in a minute");
            }
        }
        if minute.1.len() < 10_000 {
            *minute.1.entry(ip.to_owned()).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_are_believed_only_from_trusted_proxies() {
        for (peer, forwarded, trusted, expected) in [
            ("10.0.0.9", Some("1.2.3.4"), "", "10.0.0.9"),
            ("10.0.0.9", Some("1.2.3.4"), "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", Some("9.9.9.9, 1.2.3.4"), "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", Some("1.2.3.4, 10.0.0.7"), "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", Some("rubbish"), "10.0.0.0/24", "10.0.0.9"),
            ("10.0.0.9", None, "10.0.0.0/24", "10.0.0.9"),
        ] {
            assert_eq!(client(peer, forwarded, trusted), expected);
        }
    }
}
