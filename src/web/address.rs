//! Who is at the other end: the client's address behind trusted proxies, and how often it came anonymously.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::fault::{Fault, Outcome};
use crate::kernel::bucket::{Allowance, Buckets};
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::route::Meter;

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
    told: AtomicBool,
}

impl Counter {
    /// Says once that somebody in between is not believed: limits and locks would take a whole office for one address.
    pub fn look_for_proxy(&self, peer: &str, forwarded: Option<&str>, trusted: &str) {
        let unknown = forwarded.is_some_and(|hops| !hops.trim().is_empty()) && !ip::in_networks(trusted, peer);
        if unknown && !self.told.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                peer,
                "请求带有 X-Forwarded-For，但来源地址不在配置项 trusted_proxies 中：登录限速、锁定和黑名单按该来源地址计算；经反向代理访问的请设置 trusted_proxies"
            );
        }
    }

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
    pub fn enter(&self, meter: Meter, address: &str, now: Stamp, per_minute: u64) -> Outcome<()> {
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
            Fault::refused(format!("您所在的网络地址{what}，请 {seconds} 秒后再试"))
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

    #[test]
    fn a_proxy_that_is_not_trusted_is_told_once() {
        let counter = Counter::default();
        counter.look_for_proxy("10.0.0.9", None, "");
        counter.look_for_proxy("10.0.0.9", Some("1.2.3.4"), "10.0.0.0/24");
        assert!(!counter.told.load(Ordering::Relaxed));
        counter.look_for_proxy("10.0.1.9", Some("1.2.3.4"), "10.0.0.0/24");
        assert!(counter.told.load(Ordering::Relaxed));
    }
}
