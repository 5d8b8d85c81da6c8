//! Who is at the other end: the client's address behind trusted proxies, and how often it came anonymously.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};

use parking_lot::Mutex;
use poem::http::HeaderMap;

use crate::error::{AppError, Result};
use crate::kernel::bucket::{Allowance, Buckets};
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::route::Meter;

/// Everything that the lines of `X-Forwarded-For` say, as one list: a proxy may add a line of its own instead of going on
/// with the one that is there. What is no text stays as an item that nobody takes for an address.
pub fn forwarded(headers: &HeaderMap) -> String {
    let lines = headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().unwrap_or("?"));
    lines.collect::<Vec<_>>().join(",")
}

/// An item of the list: an address, with the port that some proxies write.
fn hop(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The client's address. `X-Forwarded-For` is read from the right and believed only as far as
/// trusted proxies wrote it; the deny list depends on that.
pub fn client(peer: &str, forwarded: &str, trusted: &str) -> String {
    let mut address = peer.to_owned();
    for item in forwarded.rsplit(',').map(str::trim).filter(|item| !item.is_empty()) {
        let Some(before) = hop(item).filter(|_| ip::in_networks(trusted, &address)) else { break };
        address = before.to_string();
    }
    address
}

/// Anonymous refusals by address and minute: counted, not audited one by one (decisions/0002).
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

/// A window tells at most ten crashes in its life; an address of many windows tells the newest fault first.
const CRASHES_PER_MINUTE: u32 = 10;

/// Limits per address of what strangers may ask for.
///
/// An office of 200 behind one address signs in at half past eight: what succeeds gives its token back, so only slips
/// count, and 60 of them at once (three minutes' worth) are more than 200 people make. A picture is asked for by everybody,
/// at each slip and each reload: six times as many, 360 at once. A guesser is held to 20 passwords a minute.
#[derive(Debug, Default)]
pub struct Meters {
    sign_ins: Buckets,
    pictures: Buckets,
    crashes: Buckets,
}

impl Meters {
    fn of(&self, meter: Meter, per_minute: u64) -> (&Buckets, Allowance) {
        let per_minute = u32::try_from(per_minute).unwrap_or(u32::MAX / 18).min(u32::MAX / 18);
        let (buckets, per_minute) = match meter {
            Meter::SignIn => (&self.sign_ins, per_minute),
            Meter::Picture => (&self.pictures, per_minute * 6),
            Meter::Crash => (&self.crashes, CRASHES_PER_MINUTE),
        };
        (buckets, Allowance { burst: per_minute * 3, per_minute })
    }

    /// Lets a request in, or says when to come again.
    pub fn enter(&self, meter: Meter, address: &str, now: Stamp, per_minute: u64) -> Result<()> {
        if per_minute == 0 && meter != Meter::Crash {
            return Ok(());
        }
        let (buckets, allowance) = self.of(meter, per_minute);
        buckets.take(&ip::counted_as(address), now.0, allowance).map_err(|wait| {
            let seconds = wait.cast_unsigned().div_ceil(1_000);
            let what = match meter {
                Meter::SignIn => "登录失败次数过多",
                Meter::Picture => "获取验证码过于频繁",
                Meter::Crash => "报告页面错误过于频繁",
            };
            AppError::refused(format!("您所在的网络地址{what}，请 {seconds} 秒后再试"))
        })
    }

    /// What succeeded does not count.
    pub fn succeeded(&self, meter: Meter, address: &str, per_minute: u64) {
        if meter == Meter::SignIn && per_minute > 0 {
            let (buckets, allowance) = self.of(meter, per_minute);
            buckets.give_back(&ip::counted_as(address), allowance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_are_believed_only_from_trusted_proxies() {
        for (peer, forwarded, trusted, expected) in [
            ("10.0.0.9", "1.2.3.4", "", "10.0.0.9"),
            ("10.0.0.9", "1.2.3.4", "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", "9.9.9.9, 1.2.3.4", "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", "1.2.3.4, 10.0.0.7", "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", "10.0.0.8, 10.0.0.7", "10.0.0.0/24", "10.0.0.8"),
            ("10.0.0.9", "1.2.3.4:5678", "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", "[2001:db8::1]:443", "10.0.0.0/24", "2001:db8::1"),
            ("::ffff:10.0.0.9", "1.2.3.4", "10.0.0.0/24", "1.2.3.4"),
            ("10.0.0.9", "rubbish", "10.0.0.0/24", "10.0.0.9"),
            ("10.0.0.9", "1.2.3.4, rubbish, 10.0.0.7", "10.0.0.0/24", "10.0.0.7"),
            ("10.0.0.9", " ,, ", "10.0.0.0/24", "10.0.0.9"),
            ("", "1.2.3.4", "10.0.0.0/24", ""),
        ] {
            assert_eq!(client(peer, forwarded, trusted), expected, "{forwarded}");
        }
    }

    #[test]
    fn what_a_client_wrote_stands_left_of_what_its_proxy_added_on_a_line_of_its_own() {
        let mut headers = HeaderMap::new();
        for line in ["6.6.6.6", "1.2.3.4"] {
            headers.append("x-forwarded-for", line.parse().expect("a value"));
        }
        assert_eq!(client("10.0.0.9", &forwarded(&headers), "10.0.0.0/24"), "1.2.3.4");
        headers.append("x-forwarded-for", poem::http::HeaderValue::from_bytes(b"\xff").expect("a value"));
        assert_eq!(client("10.0.0.9", &forwarded(&headers), "10.0.0.0/24"), "10.0.0.9", "no text, no address");
        assert_eq!(forwarded(&HeaderMap::new()), "");
    }
}
