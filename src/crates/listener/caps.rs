//! How many connections, and of whom.
//!
//! Invariants: what the descriptors of the process allow is the upper end, whatever is configured: store, files and answers
//! need some too. What a full house of connections takes has an end of its own ([`FRAMED`]).

use std::time::Duration;

/// So many connections that wait for their next request keep their buffers, 15 KB each in the clear and 24 over TLS (measured
/// 2026-11-27, release build: 10,000 with a request made on each took 172 and 151 MiB at most); those that have waited longest
/// are closed, and a browser opens another when it wants one.
const KEPT: usize = 4_096;
/// So much memory all answers together may take up that are not yet received, in bytes. The allocator keeps as much again of
/// what they needed while they were made.
const ANSWERS: u64 = 32 << 20;

/// So many connections at once may speak HTTP/2; whoever comes later is offered HTTP/1.1. The former keeps 34 KB while it
/// waits (buffers of the `h2` crate that nobody can take away), the latter 15: with 10,000 that all would like HTTP/2 the server
/// takes 185 MiB instead of 335 (`tests/bench/door.rs`; quality.md allows 200). A browser opens one connection with it.
pub const FRAMED: usize = if cfg!(feature = "testing") { 64 } else { 2_048 };

/// How much strangers may take up.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Longest time from the first byte of a request head to its last, and of the handshake before the first.
    pub head: Duration,
    /// A connection without a request under way is closed after so long.
    pub idle: Duration,
    /// An answer of which nothing is taken for so long is given up.
    pub stuck: Duration,
    /// Connections in all.
    pub total: usize,
    /// Connections of one address.
    pub per_address: usize,
    /// Connections that may wait for their next request.
    pub kept: usize,
    /// Bytes of request bodies in memory, all together.
    pub bodies: u64,
    /// Bytes of answers in memory, all together.
    pub answers: u64,
}

impl Caps {
    /// Descriptors that are not connections: store, blobs, files under way.
    const SPARE: u64 = 256;

    /// As many as are wanted and as the descriptors of the process allow. An office of 200 people behind one address has
    /// six connections a browser, hence a quarter of a full house for one address; a proxy that is trusted brings
    /// everybody.
    /// `bodies` is in bytes.
    pub fn of(wanted: u64, bodies: u64, descriptors: Option<u64>) -> Self {
        let room = descriptors.unwrap_or(u64::MAX).saturating_sub(Self::SPARE).max(64);
        let total = usize::try_from(wanted.min(room)).unwrap_or(64);
        Self {
            total,
            per_address: (total / 4).max(32),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            stuck: Duration::from_secs(60),
            kept: KEPT,
            bodies,
            answers: ANSWERS,
        }
    }
}

/// Raises the soft limit of descriptors to what the system allows; answers what it is now, if there is a limit.
pub fn raise_descriptors() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // More than this is no use and makes some systems slow.
    let wanted = maximum.unwrap_or(65_536).min(65_536);
    if current.is_some_and(|current| current < wanted) {
        match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
            Ok(()) => return Some(wanted),
            Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
        }
    }
    current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_leave_descriptors_for_everything_else() {
        for (wanted, descriptors, total) in
            [(4_096, None, 4_096), (4_096, Some(1_024), 768), (20_000, Some(65_536), 20_000), (4_096, Some(100), 64)]
        {
            assert_eq!(Caps::of(wanted, 64 << 20, descriptors).total, total, "{wanted} {descriptors:?}");
        }
    }
}
