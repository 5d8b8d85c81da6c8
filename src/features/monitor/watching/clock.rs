//! Jumps of the machine's clock: logged, in the audit log, and among the warnings of 服务监控.
//!
//! A jump is what the clock of the wall did beyond the one that nobody sets, between two looks; a slow correction by a time
//! server is none. A machine that slept shows as a jump forwards too. At start the newest row of the audit log is compared:
//! a clock that lies behind it was set back, or the machine lost its time while it was off.
//!
//! Invariant: nothing is refused for it. Sessions, locks and factors count by the clock that nobody sets; dates of books are
//! for people to judge, who are told here.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use serde_json::json;

use crate::app::App;
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::platform::audit::{AuditAction, AuditHead, AuditRow, Entry};
use crate::product::{Memory, Start};
use crate::store::{Reads, Urgency, id, key};

/// What is less is a time server's ordinary work, in milliseconds.
const JUMP: i64 = 60_000;
/// Jumps that are shown, and for how long.
const SHOWN: usize = 8;
const SHOWN_FOR: i64 = 7 * 86_400_000;

/// A jump: what the clock said after it, and what it would have said without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Jump {
    to: Stamp,
    from: Stamp,
}

impl Jump {
    fn sentence(self) -> String {
        let seconds = self.to.0.abs_diff(self.from.0) / 1_000;
        let (way, from, to) =
            (if self.to > self.from { "拨快" } else { "拨慢" }, self.from.to_text(), self.to.to_text());
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
        let parts = [(days, "天"), (hours, "小时"), (minutes, "分"), (seconds % 60, "秒")];
        let long: String =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect();
        format!("服务器时钟被{way}了{long}（由 {from} 变为 {to}），请核对服务器时间和时间同步服务")
    }
}

#[derive(Debug, Default)]
struct Seen {
    /// Wall less monotonic at the last look.
    ahead: Option<i64>,
    jumps: VecDeque<Jump>,
}

/// What was seen of the clock since the program started.
#[derive(Debug, Default)]
pub struct Clockwork(Mutex<Seen>);

impl Memory for Clockwork {
    const NAME: &'static str = "clock";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

impl Clockwork {
    /// What an administrator should know.
    pub fn sentences(&self, now: Stamp) -> Vec<String> {
        let recent = |jump: &&Jump| now.0.saturating_sub(jump.to.0) < SHOWN_FOR;
        self.0.lock().jumps.iter().filter(recent).map(|jump| jump.sentence()).collect()
    }

    /// Compares with the last look, or at the first with the newest row of the audit log.
    fn compare(&self, now: Stamp, monotonic: i64, newest: impl FnOnce() -> Result<Stamp>) -> Result<Option<Jump>> {
        let ahead = now.0.saturating_sub(monotonic);
        let mut seen = self.0.lock();
        let expected = match seen.ahead {
            Some(before) => Stamp(monotonic.saturating_add(before)),
            // Time went on while nobody looked: only a step back can be seen.
            None => newest()?.max(now),
        };
        seen.ahead = Some(ahead);
        if now.0.abs_diff(expected.0) <= JUMP.unsigned_abs() {
            return Ok(None);
        }
        let jump = Jump { to: now, from: expected };
        if seen.jumps.len() == SHOWN {
            seen.jumps.pop_front();
        }
        seen.jumps.push_back(jump);
        Ok(Some(jump))
    }
}

pub(super) fn look(app: &Arc<App>) -> Result<()> {
    let newest = || -> Result<Stamp> {
        let tx = app.store.read()?;
        let head: AuditHead = tx.get(&key().str("head"))?.unwrap_or_default();
        let row: Option<AuditRow> = tx.get(&id(head.last))?;
        Ok(row.map_or(Stamp(0), |row| row.at))
    };
    let (now, monotonic) = (app.clock.now(), app.clock.monotonic());
    let Some(jump) = app.state::<Clockwork>()?.compare(now, monotonic, newest)? else { return Ok(()) };
    tracing::warn!(from = jump.from.to_text(), to = jump.to.to_text(), "the clock jumped");
    let input = json!({"from": jump.from.to_text(), "to": jump.to.to_text()});
    let caller = Arc::new(Caller::job("watch.clock"));
    let entry = Entry {
        title: "服务器时钟",
        deed: AuditAction::Other,
        method: "JOB clock".into(),
        input,
        began: Instant::now(),
    };
    // Essential: a portal that is read-only for its full disk notes it too.
    app.submit(&caller, entry, Urgency::Essential, |_| Ok(()))?.wait()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Stamp = Stamp(1_700_000_000_000);

    fn at(seconds: i64) -> Stamp {
        Stamp(NOON.0 + seconds * 1_000)
    }

    #[test]
    fn only_a_step_of_more_than_a_minute_is_a_jump() {
        let clock = Clockwork::default();
        let look = |wall: i64, monotonic: i64| clock.compare(at(wall), monotonic * 1_000, || Ok(NOON)).unwrap();
        assert_eq!(look(5, 0), None, "time went on while nobody looked");
        assert_eq!(look(65, 60), None);
        // A minute that drifted by half a second, again and again, never adds up.
        assert!((2..200).all(|minute| look(minute * 60 + 5 + minute / 2, minute * 60).is_none()));
        let (late, run) = (200 * 60 + 105, 200 * 60);
        let forwards = look(late + 3_661, run).expect("a jump");
        assert!(forwards.sentence().starts_with("服务器时钟被拨快了1小时1分"), "{}", forwards.sentence());
        assert_eq!(look(late + 3_721, run + 60), None, "told once");
        let back = look(late + 3_721 - 86_400, run + 120).expect("a jump back");
        assert!(back.sentence().starts_with("服务器时钟被拨慢了1天1分（由"), "{}", back.sentence());
        assert_eq!(clock.sentences(at(late)).len(), 2);
        assert!(clock.sentences(Stamp(at(late).0 + 8 * 86_400_000)).is_empty(), "after a week it is history");
    }

    #[test]
    fn at_start_a_clock_behind_the_log_was_set_back_and_nothing_overflows() {
        let clock = Clockwork::default();
        assert!(clock.compare(at(-61), 0, || Ok(NOON)).unwrap().is_some());
        for (now, newest) in [(at(-60), NOON), (at(900_000), NOON), (NOON, Stamp(0))] {
            assert_eq!(Clockwork::default().compare(now, 7, || Ok(newest)).unwrap(), None, "{now:?}");
        }
        for end in [i64::MIN, i64::MAX] {
            for _ in 0..20 {
                clock.compare(Stamp(end), -end.saturating_add(1), || Ok(NOON)).unwrap();
                clock.compare(NOON, 0, || Ok(NOON)).unwrap();
            }
        }
        assert!(clock.0.lock().jumps.len() == SHOWN);
    }
}
