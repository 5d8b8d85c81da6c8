//! The connections that are open: how many, whose, and what each is doing.
//!
//! Invariants: at most [`Caps::total`] are open, [`Caps::per_address`] of them from one address that is no trusted proxy.
//! When all are taken, the one that has waited longest without a request gives way, one that never asked for anything
//! before one that did; after those the one whose request bodies come in slowest ([`super::memory`] says the same of memory).
//! While each has a request that is worked on, the newcomer is refused.
//!
//! Nobody has a timer of his own: [`Lines::sweep`] walks over all once a second, which costs a tenth of a millisecond for
//! ten thousand.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::caps::Caps;
use super::memory::{Holder, Totals};

/// A moment that is none.
const NEVER: u64 = 0;
/// Who has just come, or has just begun to send or to receive, has not had the time to be slow, in milliseconds.
pub(super) const NEW: u64 = 1_000;

/// This moment of a clock.
fn moment(clock: Instant) -> u64 {
    u64::try_from(clock.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

/// Notes the beginning of what has not begun yet.
fn begin(since: &AtomicU64, now: u64) {
    since.compare_exchange(NEVER, now, Ordering::Relaxed, Ordering::Relaxed).ok();
}

/// What is known of one connection. Moments are milliseconds since the listener began, never [`NEVER`].
#[derive(Debug)]
pub struct ConnectionState {
    clock: Instant,
    /// Since when no request is under way.
    idle: AtomicU64,
    /// Since when a head (or a handshake) is coming in.
    head: AtomicU64,
    /// Since when nothing of an answer has been taken.
    stuck: AtomicU64,
    /// Requests under way: asked for, and not yet answered to the last byte.
    under_way: AtomicU32,
    /// Whether it has ever asked for something.
    has_asked: AtomicBool,
    /// Frames of HTTP/2 come between requests too and begin no head.
    has_frames: AtomicBool,
    /// What its requests and answers take up in memory, and how fast they move.
    pub(super) memory: Holder,
    /// Told to end.
    pub end: Notify,
}

impl ConnectionState {
    fn new(clock: Instant) -> Self {
        let line = Self {
            clock,
            idle: AtomicU64::new(NEVER),
            head: AtomicU64::new(NEVER),
            stuck: AtomicU64::new(NEVER),
            under_way: AtomicU32::new(0),
            has_asked: AtomicBool::new(false),
            has_frames: AtomicBool::new(false),
            memory: Holder::default(),
            end: Notify::new(),
        };
        line.idle.store(line.now(), Ordering::Relaxed);
        line
    }

    /// Milliseconds since the listener began.
    pub(super) fn now(&self) -> u64 {
        moment(self.clock)
    }

    /// How fast its request bodies come in, in bytes a second, if nothing else is under way and they had the time to come.
    fn receives_only(&self, now: u64) -> Option<u64> {
        let (count, rate) = self.memory.receiving(now)?;
        (count >= self.under_way.load(Ordering::Relaxed)).then_some(rate)
    }

    /// Bytes came in.
    pub fn received(&self) {
        let speaks_frames = self.has_frames.load(Ordering::Relaxed) && self.has_asked.load(Ordering::Relaxed);
        if self.under_way.load(Ordering::Relaxed) == 0 && !speaks_frames {
            begin(&self.head, self.now());
        }
    }

    /// Bytes could not go out, or went.
    pub fn sent(&self, went: bool) {
        if went {
            self.stuck.store(NEVER, Ordering::Relaxed);
        } else {
            begin(&self.stuck, self.now());
        }
    }

    /// The handshake begins: it has as long as a head.
    pub fn shakes_hands(&self) {
        self.head.store(self.now(), Ordering::Relaxed);
    }

    /// The handshake is over; `frames` when HTTP/2 was agreed on.
    pub fn begins(&self, frames: bool) {
        self.has_frames.store(frames, Ordering::Relaxed);
        self.head.store(NEVER, Ordering::Relaxed);
    }

    /// Whether it is over its time.
    fn is_late(&self, caps: Caps, now: u64) -> bool {
        let over = |since: u64, limit: std::time::Duration| {
            since != NEVER && u128::from(now.saturating_sub(since)) > limit.as_millis()
        };
        if over(self.stuck.load(Ordering::Relaxed), caps.stuck) {
            return true;
        }
        self.under_way.load(Ordering::Relaxed) == 0
            && (over(self.head.load(Ordering::Relaxed), caps.head)
                || over(self.idle.load(Ordering::Relaxed), caps.idle))
    }
}

/// A request under way; over when dropped.
#[derive(Debug)]
pub struct UnderWay(Arc<ConnectionState>);

impl UnderWay {
    /// Notes that a request has been asked for.
    pub fn begin(line: &Arc<ConnectionState>) -> Self {
        line.under_way.fetch_add(1, Ordering::Relaxed);
        line.head.store(NEVER, Ordering::Relaxed);
        line.has_asked.store(true, Ordering::Relaxed);
        Self(line.clone())
    }

    /// The connection that it came by.
    pub fn line(&self) -> &Arc<ConnectionState> {
        &self.0
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.idle.store(self.0.now(), Ordering::Relaxed);
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    lines: HashMap<u64, Arc<ConnectionState>, foldhash::fast::RandomState>,
    by_network: HashMap<String, usize>,
}

impl Open {
    /// Who has waited longest without a request; who never asked comes before who did.
    fn most_idle(&self, now: u64) -> Option<u64> {
        let of = |line: &ConnectionState| {
            let idle = line.idle.load(Ordering::Relaxed);
            (line.has_asked.load(Ordering::Relaxed) || now.saturating_sub(idle) < NEW, idle)
        };
        let idle = self.lines.iter().filter(|(_, line)| line.under_way.load(Ordering::Relaxed) == 0);
        idle.min_by_key(|(_, line)| of(line)).map(|(number, _)| *number)
    }

    /// Whose request bodies come in slowest.
    fn slowest(&self, now: u64) -> Option<u64> {
        let receiving = self.lines.iter().filter_map(|(number, line)| Some((line.receives_only(now)?, *number)));
        receiving.min().map(|(_, number)| number)
    }
}

/// All that are open.
#[derive(Debug)]
pub struct Lines {
    caps: Caps,
    clock: Instant,
    open: Mutex<Open>,
    /// What all of them take up in memory.
    pub(super) totals: Totals,
}

/// A place among them; free again when dropped.
#[derive(Debug)]
pub struct Place {
    lines: Arc<Lines>,
    number: u64,
    network: Option<String>,
    /// What is known of the connection.
    pub line: Arc<ConnectionState>,
}

impl Lines {
    /// None yet.
    pub fn new(caps: Caps) -> Arc<Self> {
        Self::since(Instant::now(), caps)
    }

    /// None yet, of a listener that began at `clock`.
    pub(super) fn since(clock: Instant, caps: Caps) -> Arc<Self> {
        Arc::new(Self { caps, clock, open: Mutex::default(), totals: Totals::of(caps) })
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open.lock().lines.len()
    }

    /// A place for a newcomer; `None` when there is none. Somebody without `network` counts for the whole only.
    pub fn take(self: &Arc<Self>, network: Option<String>) -> Option<Place> {
        let mut open = self.open.lock();
        if let Some(network) = &network
            && open.by_network.get(network).is_some_and(|count| *count >= self.caps.per_address)
        {
            return None;
        }
        if open.lines.len() >= self.caps.total {
            let number = open.most_idle(self.now()).or_else(|| open.slowest(self.now()))?;
            // It leaves its place at once; its network when its task has ended.
            if let Some(line) = open.lines.remove(&number) {
                line.end.notify_one();
            }
        }
        let line = Arc::new(ConnectionState::new(self.clock));
        open.next += 1;
        let number = open.next;
        open.lines.insert(number, line.clone());
        if let Some(network) = &network {
            *open.by_network.entry(network.clone()).or_default() += 1;
        }
        Some(Place { lines: self.clone(), number, network, line })
    }

    fn now(&self) -> u64 {
        moment(self.clock)
    }

    /// Ends those that are over their time, and of those that wait for their next request all but so many as may keep their
    /// buffers ([`Caps::kept`]).
    pub fn sweep(&self) {
        let now = self.now();
        let open = self.open.lock();
        let mut waiting = Vec::new();
        for line in open.lines.values() {
            if line.is_late(self.caps, now) {
                line.end.notify_one();
            } else if line.under_way.load(Ordering::Relaxed) == 0 && line.has_asked.load(Ordering::Relaxed) {
                waiting.push((line.idle.load(Ordering::Relaxed), line));
            }
        }
        let over = waiting.len().saturating_sub(self.caps.kept);
        if over > 0 {
            waiting.select_nth_unstable_by_key(over - 1, |(since, _)| *since);
            for (_, line) in waiting.iter().take(over) {
                line.end.notify_one();
            }
        }
    }

    /// The open connection of which something is least.
    pub(super) fn least<T: Ord>(&self, of: impl Fn(&ConnectionState) -> Option<T>) -> Option<Arc<ConnectionState>> {
        let open = self.open.lock();
        let some = open.lines.values().filter_map(|line| Some((of(line)?, line)));
        some.min_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, line)| line.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.lines.open.lock();
        open.lines.remove(&self.number);
        let Some(network) = &self.network else { return };
        if let Some(count) = open.by_network.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                open.by_network.remove(network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn caps(total: usize, per_address: usize) -> Caps {
        let long = Duration::from_secs(60);
        Caps { total, per_address, head: long, idle: long, stuck: long, kept: total, bodies: 1_000, answers: 1_000 }
    }

    /// The moment at which a listener began that has been up for a while.
    fn early() -> Instant {
        Instant::now().checked_sub(Duration::from_secs(100)).expect("up for so long")
    }

    #[test]
    fn places_are_counted_by_address_and_in_all_and_come_back() {
        let lines = Lines::new(caps(5, 2));
        let of = |network: &str| lines.take(Some(network.to_owned()));
        let mut held = vec![of("a").unwrap(), of("a").unwrap()];
        assert!(of("a").is_none());
        held.extend([of("b").unwrap(), lines.take(None).unwrap(), lines.take(None).unwrap()]);
        let busy: Vec<_> = held.iter().map(|place| UnderWay::begin(&place.line)).collect();
        assert!(of("c").is_none() && lines.take(None).is_none(), "all taken, and each at work");
        drop(busy);
        held.remove(0);
        held.push(of("a").unwrap());
        drop(held);
        assert_eq!(lines.count(), 0);
        assert!(lines.open.lock().by_network.is_empty());
    }

    #[test]
    fn who_never_asked_gives_way_first_and_then_who_has_waited_longest() {
        let lines = Lines::since(early(), caps(3, 3));
        let take = || lines.take(None).unwrap();
        let (old, young, silent) = (take(), take(), take());
        for (place, since, has_asked) in [(&old, 5, true), (&young, 9, true), (&silent, 20, false)] {
            place.line.has_asked.store(has_asked, Ordering::Relaxed);
            place.line.idle.store(since, Ordering::Relaxed);
        }
        let is_open = |place: &Place| lines.open.lock().lines.contains_key(&place.number);
        let first = take();
        assert!(!is_open(&silent) && is_open(&old) && is_open(&young));
        let second = take();
        assert!(!is_open(&old) && is_open(&young) && is_open(&first), "who has just come is left the time to ask");
        let _busy = [UnderWay::begin(&first.line), UnderWay::begin(&second.line)];
        let _third = take();
        assert!(!is_open(&young) && is_open(&first) && is_open(&second));
    }

    #[test]
    fn a_slow_head_an_idle_line_and_a_stuck_answer_are_late_and_work_is_not() {
        let limit = Duration::from_secs(1);
        let caps = Caps { head: limit, idle: limit * 6, stuck: limit * 3, ..caps(5, 5) };
        let line = Arc::new(ConnectionState::new(Instant::now()));
        let at = |second: u64| line.now() + second * 1_000 + 500;
        assert!(!line.is_late(caps, at(5)) && line.is_late(caps, at(6)), "idle");
        line.received();
        assert!(line.is_late(caps, at(1)), "a head under way has less");
        let work = UnderWay::begin(&line);
        line.received();
        assert!(!line.is_late(caps, at(100)), "a body may take its time");
        line.sent(false);
        assert!(line.is_late(caps, at(3)), "whoever takes nothing of the answer");
        line.sent(true);
        assert!(!line.is_late(caps, at(100)));
        drop(work);
        line.begins(true);
        line.received();
        assert!(!line.is_late(caps, at(5)), "frames between requests begin no head");
    }

    #[test]
    fn when_nobody_waits_the_slowest_body_gives_way_and_work_does_not() {
        let lines = Lines::since(early(), caps(3, 3));
        let take = || lines.take(None);
        let (slow, fast, works) = (take().unwrap(), take().unwrap(), take().unwrap());
        let _requests: Vec<_> = [&slow, &fast, &works].map(|place| UnderWay::begin(&place.line)).into();
        assert!(take().is_none(), "each is at work");
        for (place, bytes) in [(&slow, 5), (&fast, 50_000)] {
            place.line.memory.body_begins(place.line.now() - 10_000);
            place.line.memory.body_came(bytes);
        }
        let first = take().expect("the slow one gives way");
        let is_open = |place: &Place| lines.open.lock().lines.contains_key(&place.number);
        assert!(!is_open(&slow) && is_open(&fast) && is_open(&works));
        let _request = UnderWay::begin(&first.line);
        first.line.memory.body_begins(first.line.now());
        assert!(take().is_some() && !is_open(&fast) && is_open(&first), "who has just begun has not had the time");
        assert!(is_open(&works));
    }

    #[test]
    fn of_those_that_wait_so_many_keep_their_buffers() {
        let caps = Caps { kept: 2, ..caps(9, 9) };
        let lines = Lines::since(early(), caps);
        let places: Vec<_> = (0..5).map(|_| lines.take(None).unwrap()).collect();
        for (at, place) in places.iter().enumerate().take(4) {
            place.line.has_asked.store(true, Ordering::Relaxed);
            let since = place.line.now() - 40_000 + 1_000 * u64::try_from(at).unwrap();
            place.line.idle.store(since, Ordering::Relaxed);
        }
        lines.sweep();
        let told = |place: &Place| futures_util::FutureExt::now_or_never(place.line.end.notified()).is_some();
        assert_eq!(places.iter().map(told).collect::<Vec<_>>(), [true, true, false, false, false]);
    }
}
