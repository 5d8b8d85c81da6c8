//! Reverse proxies that nobody told this program about: they send on addresses that are not believed, so everybody behind
//! them counts as one address for limits, locks and the deny list.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::error::Result;
use crate::product::{Memory, Start};

/// Peers remembered; a stranger may send the header too, and has many addresses.
const MANY: usize = 8;

/// Peers that sent `X-Forwarded-For` and are not in `trusted_proxies`, with the number of their requests, since the
/// program started.
#[derive(Debug, Default)]
pub struct Unbelieved(Mutex<BTreeMap<String, u64>>);

impl Memory for Unbelieved {
    const NAME: &'static str = "unbelieved proxies";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

impl Unbelieved {
    /// Notes a request; says so in the log when the peer is new.
    pub fn note(&self, peer: &str) {
        let mut peers = self.0.lock();
        if let Some(count) = peers.get_mut(peer) {
            *count += 1;
        } else if peers.len() < MANY {
            peers.insert(peer.to_owned(), 1);
            tracing::warn!("{}", sentence(peer));
        }
    }

    /// What an administrator should know.
    pub fn sentences(&self) -> Vec<String> {
        self.0.lock().iter().map(|(peer, count)| format!("{}（{count} 次请求）", sentence(peer))).collect()
    }
}

fn sentence(peer: &str) -> String {
    format!(
        "{peer} 送来 X-Forwarded-For，但不在可信代理列表 trusted_proxies 中：登录限速、锁定、黑名单和日志都按 {peer} 计算；\
         如果它是反向代理，请把它写入 trusted_proxies 并重启服务"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_peer_is_named_once_and_strangers_fill_no_memory() {
        let seen = Unbelieved::default();
        for _ in 0..3 {
            seen.note("10.0.0.5");
        }
        let said = seen.sentences();
        assert!(said.len() == 1 && said[0].contains("10.0.0.5 送来 X-Forwarded-For") && said[0].contains("3 次请求"));
        for number in 0..1_000 {
            seen.note(&format!("10.1.0.{number}"));
        }
        assert_eq!(seen.sentences().len(), MANY);
    }
}
