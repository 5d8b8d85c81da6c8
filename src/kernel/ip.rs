//! Client addresses: the deny list of the sign-in page (contract 5.2) and trusted networks.

use std::net::IpAddr;

/// Whether an address is on a `;`-separated list of exact addresses, `*` wildcards and `a-b` ranges.
pub fn in_deny_list(list: &str, address: &str) -> bool {
    list.split([';', '；', '\n']).map(str::trim).filter(|item| !item.is_empty()).any(|item| {
        if let Some((low, high)) = item.split_once('-') {
            matches!(
                (number(low.trim()), number(high.trim()), number(address)),
                (Some(low), Some(high), Some(address)) if (low..=high).contains(&address)
            )
        } else if item.contains('*') {
            let (wanted, given): (Vec<&str>, Vec<&str>) = (item.split('.').collect(), address.split('.').collect());
            // `192.168.*` means the whole rest.
            wanted.iter().zip(&given).all(|(wanted, given)| *wanted == "*" || wanted == given)
                && (wanted.len() == given.len() || (wanted.last() == Some(&"*") && wanted.len() < given.len()))
        } else {
            match (item.parse::<IpAddr>(), address.parse::<IpAddr>()) {
                (Ok(item), Ok(address)) => item == address,
                _ => item == address,
            }
        }
    })
}

fn number(text: &str) -> Option<u128> {
    match text.parse::<IpAddr>().ok()? {
        IpAddr::V4(address) => Some(u128::from(u32::from(address))),
        IpAddr::V6(address) => Some(u128::from(address)),
    }
}

/// Whether an address lies in one of the `;`-separated networks (`10.0.0.0/8`, or a single address).
pub fn in_networks(networks: &str, address: &str) -> bool {
    let Ok(address) = address.parse::<IpAddr>() else { return false };
    networks.split([';', ',']).map(str::trim).filter(|item| !item.is_empty()).any(|item| {
        let (network, bits) = item.split_once('/').unwrap_or((item, ""));
        let (Ok(network), Some(own)) = (network.parse::<IpAddr>(), number(&address.to_string())) else { return false };
        let width: u32 = if network.is_ipv4() { 32 } else { 128 };
        if network.is_ipv4() != address.is_ipv4() {
            return false;
        }
        let bits = if bits.is_empty() { width } else { bits.parse().unwrap_or(width).min(width) };
        let shift = width - bits;
        let base = number(&network.to_string()).unwrap_or_default();
        shift >= 128 || base >> shift == own >> shift
    })
}

/// Whether an address belongs to a private network (shown as 内网IP).
pub fn is_private(address: &str) -> bool {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => address.is_private() || address.is_loopback() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deny_list_forms() {
        let list = "1.2.3.4; 10.0.*.9;192.168.*;172.16.0.1-172.16.0.9;::1";
        for (address, denied) in [
            ("1.2.3.4", true),
            ("1.2.3.5", false),
            ("10.0.7.9", true),
            ("10.0.7.8", false),
            ("192.168.1.1", true),
            ("172.16.0.5", true),
            ("172.16.0.10", false),
            ("::1", true),
            ("rubbish", false),
        ] {
            assert_eq!(in_deny_list(list, address), denied, "{address}");
        }
        assert!(!in_deny_list("", "1.2.3.4"));
    }

    #[test]
    fn networks() {
        assert!(in_networks("10.0.0.0/8; 127.0.0.1", "10.9.9.9"));
        assert!(in_networks("127.0.0.1", "127.0.0.1"));
        assert!(!in_networks("10.0.0.0/8", "11.0.0.1"));
        assert!(in_networks("0.0.0.0/0", "8.8.8.8"));
        assert!(!in_networks("10.0.0.0/8", "::1"));
    }
}
