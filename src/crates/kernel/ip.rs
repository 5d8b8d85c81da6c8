//! Client addresses: the deny list of the sign-in page (contract 5.2) and trusted networks.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether an address is on a `;`-separated list of exact addresses, networks (`192.0.2.0/24`),
/// `*` wildcards for the parts of an IPv4 address, and `a-b` ranges. An IPv4 address that comes in
/// its IPv6 clothes (`::ffff:192.0.2.1`) counts as the IPv4 address. Items that are none of these
/// deny nobody.
pub fn in_deny_list(list: &str, address: &str) -> bool {
    let client = parse(address);
    let plain = client.map_or_else(|| address.trim().to_owned(), |client| client.to_string());
    list.split([';', '；', '\n']).map(str::trim).filter(|item| !item.is_empty()).any(|item| {
        if let Some((low, high)) = item.split_once('-') {
            client.is_some_and(|client| in_range(low, high, client))
        } else if item.contains('*') {
            let (wanted, given): (Vec<&str>, Vec<&str>) = (item.split('.').collect(), plain.split('.').collect());
            // `192.168.*` means the whole rest.
            wanted.iter().zip(&given).all(|(wanted, given)| *wanted == "*" || wanted == given)
                && (wanted.len() == given.len() || (wanted.last() == Some(&"*") && wanted.len() < given.len()))
        } else {
            client.is_some_and(|client| in_network(item, client))
        }
    })
}

/// An address as it is compared: IPv4 in IPv6 clothes becomes IPv4.
fn parse(text: &str) -> Option<IpAddr> {
    text.trim().parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

fn in_range(low: &str, high: &str, client: IpAddr) -> bool {
    let (Some(low), Some(high)) = (parse(low), parse(high)) else { return false };
    low.is_ipv4() == client.is_ipv4() && high.is_ipv4() == client.is_ipv4() && (low..=high).contains(&client)
}

/// Whether an address lies in one network or equals one address. A prefix that is no number in
/// range matches nothing: a slip must not open a list of trusted proxies.
fn in_network(item: &str, client: IpAddr) -> bool {
    let (network, bits) = item.split_once('/').map_or((item, None), |(network, bits)| (network, Some(bits)));
    let Some(network) = parse(network) else { return false };
    let bits = bits.map_or(Some(if network.is_ipv4() { 32 } else { 128 }), |bits| bits.trim().parse().ok());
    bits.and_then(|bits| IpNet::new(network, bits).ok()).is_some_and(|network| network.contains(&client))
}

/// Whether an address lies in one of the `;`-separated networks (`10.0.0.0/8`, or a single address).
pub fn in_networks(networks: &str, address: &str) -> bool {
    let Some(client) = parse(address) else { return false };
    let mut items = networks.split([';', ',']).map(str::trim).filter(|item| !item.is_empty());
    items.any(|item| in_network(item, client))
}

/// Checks a list that [`in_networks`] is to read, which would pass over a slip in silence.
///
/// # Errors
/// What is wrong with its first bad item: it is no network, or one that nearly everybody is in.
pub fn check_networks(networks: &str) -> Result<(), String> {
    for item in networks.split([';', ',']).map(str::trim).filter(|item| !item.is_empty()) {
        let (network, bits) = item.split_once('/').map_or((item, None), |(network, bits)| (network, Some(bits)));
        let network = parse(network).ok_or_else(|| format!("“{item}”不是地址或网段，应写作 10.0.0.5 或 10.0.0.0/8"))?;
        // The widest that one house has to itself: 10.0.0.0/8, fc00::/7.
        let (whole, widest) = if network.is_ipv4() { (32, 8) } else { (128, 7) };
        match bits.map_or(Ok(whole), |bits| bits.trim().parse::<u8>()) {
            Ok(bits) if bits > whole => return Err(format!("“{item}”的掩码位数不正确，最大为 {whole}")),
            Ok(bits) if bits < widest => return Err(format!("“{item}”范围过大，几乎任何人都在其中")),
            Ok(_) => {}
            Err(_) => return Err(format!("“{item}”的掩码位数不正确，应写作 10.0.0.0/8")),
        }
    }
    Ok(())
}

/// The network that an address is counted with: itself, or the /64 of IPv6, which one household or machine has to itself.
/// What is no address counts as it is written.
pub fn counted_as(address: &str) -> String {
    match parse(address) {
        Some(IpAddr::V6(address)) => {
            let part = address.segments();
            format!("{:x}:{:x}:{:x}:{:x}::/64", part[0], part[1], part[2], part[3])
        }
        Some(address) => address.to_string(),
        None => address.trim().to_owned(),
    }
}

/// Whether an address belongs to a private network (shown as 内网IP).
pub fn is_private(address: &str) -> bool {
    match parse(address) {
        Some(IpAddr::V4(address)) => address.is_private() || address.is_loopback() || address.is_link_local(),
        Some(IpAddr::V6(address)) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deny_list_forms() {
        let list = "1.2.3.4; 10.0.*.9;192.168.*;172.16.0.1-172.16.0.9;::1;192.0.2.0/24;2001:db8::/32;\
                    203.0.113.7/99;nonsense";
        for (address, denied) in [
            ("1.2.3.4", true),
            ("1.2.3.5", false),
            ("10.0.7.9", true),
            ("10.0.7.8", false),
            ("192.168.1.1", true),
            ("172.16.0.5", true),
            ("172.16.0.10", false),
            ("::1", true),
            ("::ffff:1.2.3.4", true),
            ("::ffff:192.168.1.1", true),
            ("::ffff:1.2.3.5", false),
            ("192.0.2.255", true),
            ("192.0.3.0", false),
            ("2001:db8:5::9", true),
            ("2001:db9::1", false),
            ("::172.16.0.5", false),
            ("203.0.113.7", false),
            ("rubbish", false),
            ("", false),
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
        assert!(in_networks("::/0", "2001:db8::1"));
        assert!(in_networks("10.0.0.0/8", "::ffff:10.1.1.1"));
        assert!(!in_networks("10.0.0.0/8", "::1"));
        assert!(!in_networks("10.0.0.0/x, 10.0.0.0/33", "10.0.0.0"), "a slip trusts nobody");
        assert!(!in_networks("10.0.0.0/8", "rubbish"));
    }

    #[test]
    fn lists_of_networks_are_checked() {
        for good in ["", " ; ", "10.0.0.0/8; 127.0.0.1", "fd00::/8,::1", "::ffff:10.1.1.1", "10.0.0.5/24"] {
            assert_eq!(check_networks(good), Ok(()), "{good}");
        }
        for bad in [
            "0.0.0.0/0",
            "::/0",
            "10.0.0.1; 128.0.0.0/1",
            "2000::/3",
            "10.0.0.0/33",
            "10.0.0.0/x",
            "10.0.0.0/",
            "proxy",
            "10.0.0.*",
            "10.0.0.1-10.0.0.9",
            "10.0.0.1；10.0.0.2",
            "10.0.0.0/-1",
            "::ffff:10.0.0.0/104",
        ] {
            assert!(check_networks(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn addresses_are_counted_by_network() {
        for (address, network) in [
            ("10.1.1.1", "10.1.1.1"),
            ("::ffff:10.1.1.1", "10.1.1.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::ffff", "2001:db8:1:3::/64"),
            ("", ""),
        ] {
            assert_eq!(counted_as(address), network, "{address}");
        }
    }

    #[test]
    fn private_networks() {
        for address in
            ["10.1.1.1", "192.168.0.1", "127.0.0.1", "169.254.1.1", "::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1"]
        {
            assert!(is_private(address), "{address}");
        }
        for address in ["8.8.8.8", "172.32.0.1", "2001:db8::1", "rubbish", ""] {
            assert!(!is_private(address), "{address}");
        }
    }
}
