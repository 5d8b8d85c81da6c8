//! What requests and answers take up in memory, all connections together.
//!
//! Invariants: request bodies that were read and are not yet worked off stay below [`Caps::bodies`], answers that are made and
//! not yet received below [`Caps::answers`]. When the next byte has no room, the connection that is slowest gives way: of
//! bodies the one with the least rate, of answers the one that has taken nothing for longest. Who has had less than a second is
//! not slow yet; where nobody is slower than who asks, it is he who is refused.
//!
//! Deliberately absent: a share for each person or address. Connections of an address are counted ([`super::lines`]), and of
//! those that are as fast as they can be none has more right than another.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::caps::Caps;
use super::lines::{ConnectionState, Lines, NEW};

/// What is counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bodies,
    Answers,
}

/// The request bodies that are coming in over one connection.
#[derive(Debug, Default)]
struct Receiving {
    count: u32,
    /// Since when there has been at least one, and what has come since.
    since: u64,
    bytes: u64,
}

/// What one connection takes up.
#[derive(Debug, Default)]
pub struct Holder {
    bodies: AtomicU64,
    answers: AtomicU64,
    /// When it last took a piece of an answer.
    took: AtomicU64,
    receiving: Mutex<Receiving>,
    /// What answers held that were handed over and have not gone out.
    going_out: Mutex<Vec<Held>>,
}

impl Holder {
    fn of(&self, kind: Kind) -> &AtomicU64 {
        match kind {
            Kind::Bodies => &self.bodies,
            Kind::Answers => &self.answers,
        }
    }

    /// A request body is waited for.
    pub fn body_begins(&self, now: u64) {
        let mut receiving = self.receiving.lock();
        if receiving.count == 0 {
            *receiving = Receiving { since: now, ..Receiving::default() };
        }
        receiving.count += 1;
    }

    /// So many bytes of one came.
    pub fn body_came(&self, bytes: u64) {
        self.receiving.lock().bytes += bytes;
    }

    /// One is there, or given up.
    pub fn body_ends(&self) {
        let mut receiving = self.receiving.lock();
        receiving.count = receiving.count.saturating_sub(1);
    }

    /// How many request bodies are waited for and how fast they come, in bytes a second; `None` before they had the time.
    pub fn receiving(&self, now: u64) -> Option<(u32, u64)> {
        let receiving = self.receiving.lock();
        let age = now.saturating_sub(receiving.since);
        (receiving.count > 0 && age >= NEW).then(|| (receiving.count, receiving.bytes.saturating_mul(1_000) / age))
    }

    /// A piece of an answer went on its way.
    pub fn takes(&self, now: u64) {
        self.took.store(now, Ordering::Relaxed);
    }

    /// All of an answer was handed over; what it held is counted until it has gone out.
    pub fn goes_out(&self, held: Held) {
        if held.bytes > 0 {
            self.going_out.lock().push(held);
        }
    }

    /// Everything handed over has gone out, or never will.
    pub fn went_out(&self) {
        // Taken out first: what is dropped looks at this line, too.
        let gone = std::mem::take(&mut *self.going_out.lock());
        drop(gone);
    }

    /// How much it is in the way: the less, the sooner it gives way. `None` when it holds nothing or had not the time.
    fn pace(&self, kind: Kind, now: u64) -> Option<u64> {
        if self.of(kind).load(Ordering::Relaxed) == 0 {
            return None;
        }
        match kind {
            Kind::Bodies => self.receiving(now).map(|(_, rate)| rate),
            Kind::Answers => {
                let took = self.took.load(Ordering::Relaxed);
                (now.saturating_sub(took) >= NEW).then_some(took)
            }
        }
    }
}

/// What all connections take up, and what they may.
#[derive(Debug)]
pub struct Totals {
    bodies: AtomicU64,
    answers: AtomicU64,
    most: [u64; 2],
}

impl Totals {
    pub fn of(caps: Caps) -> Self {
        Self { bodies: AtomicU64::new(0), answers: AtomicU64::new(0), most: [caps.bodies, caps.answers] }
    }

    fn at(&self, kind: Kind) -> (&AtomicU64, u64) {
        let [bodies, answers] = self.most;
        match kind {
            Kind::Bodies => (&self.bodies, bodies),
            Kind::Answers => (&self.answers, answers),
        }
    }
}

/// There is no room, and nobody slower to give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Memory of one request or answer; free again when dropped.
#[derive(Debug)]
pub struct Held {
    lines: Arc<Lines>,
    line: Arc<ConnectionState>,
    kind: Kind,
    bytes: u64,
}

impl Held {
    pub fn nothing(lines: &Arc<Lines>, line: &Arc<ConnectionState>, kind: Kind) -> Self {
        Self { lines: lines.clone(), line: line.clone(), kind, bytes: 0 }
    }

    /// Takes so many bytes more.
    ///
    /// # Errors
    /// [`Full`] when there is no room; nothing was taken then.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Full> {
        let (total, most) = self.lines.totals.at(self.kind);
        while total.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) > most {
            total.fetch_sub(bytes, Ordering::Relaxed);
            self.make_room()?;
        }
        self.line.memory.of(self.kind).fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        Ok(())
    }

    /// Gives so many bytes back.
    pub fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        // A connection that gave way has given all back already.
        let held = self.line.memory.of(self.kind);
        let before = held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |held| Some(held.saturating_sub(bytes)));
        let freed = before.unwrap_or_else(|held| held).min(bytes);
        self.lines.totals.at(self.kind).0.fetch_sub(freed, Ordering::Relaxed);
    }

    /// Ends the slowest of all connections that hold something, unless that is its own.
    fn make_room(&self) -> Result<(), Full> {
        let now = self.line.now();
        let slowest = self.lines.least(|line| line.memory.pace(self.kind, now)).ok_or(Full)?;
        if Arc::ptr_eq(&slowest, &self.line) {
            return Err(Full);
        }
        let freed = slowest.memory.of(self.kind).swap(0, Ordering::Relaxed);
        self.lines.totals.at(self.kind).0.fetch_sub(freed, Ordering::Relaxed);
        slowest.end.notify_one();
        tracing::debug!(freed, kind = ?self.kind, "a slow connection gave way");
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

/// Where the memory of a request is counted: what a handler of requests gets to know of its connection.
#[derive(Clone, Debug)]
pub struct Counted {
    lines: Arc<Lines>,
    line: Arc<ConnectionState>,
}

impl Counted {
    /// By one of the open connections.
    pub fn by(lines: &Arc<Lines>, line: &Arc<ConnectionState>) -> Self {
        Self { lines: lines.clone(), line: line.clone() }
    }

    /// Memory for one request body.
    pub fn body(&self) -> Held {
        Held::nothing(&self.lines, &self.line, Kind::Bodies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn lines(most: u64) -> Arc<Lines> {
        let long = Duration::from_secs(60);
        let early = Instant::now().checked_sub(long).expect("up for so long");
        let caps = Caps {
            total: 9,
            per_address: 9,
            head: long,
            idle: long,
            stuck: long,
            kept: 9,
            bodies: most,
            answers: most,
        };
        Lines::since(early, caps)
    }

    fn is_reported(line: &ConnectionState) -> bool {
        futures_util::FutureExt::now_or_never(line.end.notified()).is_some()
    }

    #[test]
    fn what_is_held_is_counted_and_comes_back() {
        let lines = lines(100);
        let place = lines.take(None).unwrap();
        for kind in [Kind::Bodies, Kind::Answers] {
            let mut held = Held::nothing(&lines, &place.line, kind);
            held.grow(60).unwrap();
            assert_eq!(held.grow(41), Err(Full), "{kind:?}");
            held.grow(40).unwrap();
            held.shrink(30);
            held.grow(30).unwrap();
            drop(held);
            assert_eq!(lines.totals.at(kind).0.load(Ordering::Relaxed), 0, "{kind:?}");
        }
    }

    #[test]
    fn the_slowest_body_gives_way_to_who_is_faster_and_to_nobody_else() {
        let lines = lines(100);
        let places: Vec<_> = (0..3).map(|_| lines.take(None).unwrap()).collect();
        let mut held: Vec<_> = places.iter().map(|place| Held::nothing(&lines, &place.line, Kind::Bodies)).collect();
        for (at, bytes) in [(0, 50), (1, 50)] {
            held[at].grow(bytes).unwrap();
        }
        assert_eq!(held[2].grow(10), Err(Full), "nobody has had the time to be slow");
        for (at, bytes) in [(0, 50), (1, 5_000)] {
            let memory = &places[at].line.memory;
            memory.body_begins(places[at].line.now() - 10_000);
            memory.body_came(bytes);
        }
        held[2].grow(10).unwrap();
        assert!(is_reported(&places[0].line) && !is_reported(&places[1].line) && !is_reported(&places[2].line));
        assert_eq!(held[1].grow(45), Err(Full), "nobody who holds something is slower than he");
        // Who gave way gives nothing back twice.
        drop(held);
        assert_eq!(lines.totals.at(Kind::Bodies).0.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn of_answers_the_one_that_has_taken_nothing_for_longest_gives_way() {
        let lines = lines(100);
        let places: Vec<_> = (0..3).map(|_| lines.take(None).unwrap()).collect();
        let mut held: Vec<_> = places.iter().map(|place| Held::nothing(&lines, &place.line, Kind::Answers)).collect();
        for (at, since) in [(0, 5_000), (1, 9_000), (2, 10)] {
            places[at].line.memory.takes(places[at].line.now() - since);
            held[at].grow(30).unwrap();
        }
        held[0].grow(30).unwrap();
        assert!(is_reported(&places[1].line) && !is_reported(&places[0].line), "he has waited longest");
        held[2].grow(30).unwrap();
        assert!(is_reported(&places[0].line) && !is_reported(&places[2].line));
    }
}
