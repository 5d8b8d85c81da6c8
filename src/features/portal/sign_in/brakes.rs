//! Brakes against guessing, by network address (one password tried on many names meets no lock of a name). In memory: a
//! restart forgets them, the locks of names stay.
//!
//! Invariants: nobody who guesses can lock out others than those at his own address; an address that many people sign in
//! from has [`MORE`] times as much; memory is bounded whatever strangers invent.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use parking_lot::Mutex;

use crate::fault::{Fault, Outcome};
use crate::kernel::dates::Stamp;
use crate::product::{Memory, Start};

/// Wrong passwords count for so long, in milliseconds.
const WINDOW: i64 = 10 * 60_000;
/// More wrong passwords in the window slow an address down, and it must answer a captcha.
const TRIES: usize = 20;
/// More names with a wrong password in the window are one who sprays.
const NAMES: usize = 10;
/// So long he is refused, in milliseconds.
pub const REFUSED: i64 = 30 * 60_000;
/// So many good sign-ins in a day are an office behind one address.
const GOOD: usize = 20;
const DAY: i64 = 86_400_000;
/// What an office has more.
const MORE: usize = 4;
/// Addresses remembered.
const MANY: usize = 20_000;
/// How long a slowed address waits before each answer.
pub const DELAY: Duration = Duration::from_millis(if cfg!(feature = "testing") { 20 } else { 2_000 });

/// What an address meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brake {
    /// Nothing.
    Free,
    /// [`DELAY`], and a captcha even where none is asked for.
    Slow,
    /// No sign-in for so many milliseconds.
    Refused(i64),
}

/// What a wrong password means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It counts on its name, too.
    OnName,
    /// It made its address one that sprays; so many names were tried.
    Sprays(usize),
}

#[derive(Debug, Default)]
struct Watch {
    /// Time and hashed name of wrong passwords, oldest first.
    wrong: VecDeque<(i64, u64)>,
    /// The newest good sign-ins.
    good: VecDeque<i64>,
    /// Refused until then.
    until: i64,
    /// How many names it had tried then.
    names: usize,
    /// When an audit row was last written of what it is refused.
    told: i64,
}

impl Watch {
    fn tidy(&mut self, now: i64) {
        self.wrong.retain(|(at, _)| now - at < WINDOW);
        self.good.retain(|at| now - at < DAY);
    }

    fn times(&self) -> usize {
        if self.good.len() >= GOOD { MORE } else { 1 }
    }

    fn names(&self) -> usize {
        self.wrong.iter().map(|(_, name)| name).collect::<HashSet<_>>().len()
    }

    fn matters(&self, now: i64) -> bool {
        self.until > now || !self.wrong.is_empty() || !self.good.is_empty()
    }
}

/// The brakes.
#[derive(Debug, Default)]
pub struct Brakes {
    watched: Mutex<HashMap<String, Watch>>,
    // Names of strangers are not kept.
    hashing: RandomState,
}

impl Memory for Brakes {
    const NAME: &'static str = "brakes";
    fn open(_: &Start<'_>) -> Outcome<Self> {
        Ok(Self::default())
    }
}

impl Brakes {
    /// Looks at what is known of a network; what came from no address (tests, the console) meets no brake.
    fn with<T>(&self, network: &str, now: Stamp, look: impl FnOnce(&mut Watch) -> T) -> Option<T> {
        if network.is_empty() {
            return None;
        }
        let mut watched = self.watched.lock();
        if watched.len() >= MANY && !watched.contains_key(network) {
            watched.values_mut().for_each(|watch| watch.tidy(now.0));
            watched.retain(|_, watch| watch.matters(now.0));
            // Whoever has so many addresses is not held by them: the locks of names and the proof of work of hashing are.
            if watched.len() >= MANY {
                return None;
            }
        }
        let watch = watched.entry(network.to_owned()).or_default();
        watch.tidy(now.0);
        Some(look(watch))
    }

    /// What a network meets now.
    pub fn ask(&self, network: &str, now: Stamp) -> Brake {
        let known = self.watched.lock().contains_key(network);
        let asked = known.then(|| {
            self.with(network, now, |watch| match watch.until - now.0 {
                left if left > 0 => Brake::Refused(left),
                _ if watch.wrong.len() > TRIES * watch.times() => Brake::Slow,
                _ => Brake::Free,
            })
        });
        asked.flatten().unwrap_or(Brake::Free)
    }

    /// Counts a wrong password.
    pub fn wrong(&self, network: &str, name: &str, now: Stamp) -> Wrong {
        let name = self.hashing.hash_one(name.trim().to_lowercase());
        let sprays = self.with(network, now, |watch| {
            if watch.wrong.len() > TRIES * MORE {
                watch.wrong.pop_front();
            }
            watch.wrong.push_back((now.0, name));
            let names = watch.names();
            (names > NAMES * watch.times()).then(|| {
                (watch.until, watch.names) = (now.0 + REFUSED, names);
                names
            })
        });
        sprays.flatten().map_or(Wrong::OnName, Wrong::Sprays)
    }

    /// Counts somebody who proved who he is.
    pub fn good(&self, network: &str, now: Stamp) {
        self.with(network, now, |watch| {
            if watch.good.len() >= GOOD {
                watch.good.pop_front();
            }
            watch.good.push_back(now.0);
        });
    }

    /// Whether a refusal is to leave an audit row: one a minute and address.
    pub fn is_told(&self, network: &str, now: Stamp) -> bool {
        let due = self.with(network, now, |watch| {
            let due = now.0 - watch.told >= 60_000;
            if due {
                watch.told = now.0;
            }
            due
        });
        due.unwrap_or(true)
    }

    /// Addresses that are refused, for an administrator.
    pub fn sentences(&self, now: Stamp) -> Vec<String> {
        let watched = self.watched.lock();
        let refused = watched.iter().filter(|(_, watch)| watch.until > now.0);
        let mut said: Vec<String> = refused
            .map(|(network, watch)| {
                let minutes = (watch.until - now.0).cast_unsigned().div_ceil(60_000);
                format!("口令喷洒：{network} 在 10 分钟内对 {} 个账号输错密码，{minutes} 分钟内不能登录（确认无误时重启服务即可解除）", watch.names)
            })
            .collect();
        said.sort_unstable();
        said
    }
}

/// What somebody at a refused address reads.
pub fn refusal(milliseconds: i64) -> Fault {
    let minutes = milliseconds.cast_unsigned().div_ceil(60_000);
    Fault::refused(format!("您所在的网络地址尝试的账号过多，请 {minutes} 分钟后再试"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: &str = "10.9.8.7";

    fn at(minutes: i64) -> Stamp {
        Stamp(1_000_000_000 + minutes * 60_000)
    }

    #[test]
    fn a_password_sprayed_over_names_closes_its_address_alone() {
        let brakes = Brakes::default();
        for name in 0..NAMES {
            assert_eq!(brakes.wrong(AT, &format!("n{name}"), at(0)), Wrong::OnName);
            assert_eq!(brakes.wrong(AT, &format!(" N{name}"), at(0)), Wrong::OnName, "the same name");
        }
        assert_eq!(brakes.ask(AT, at(0)), Brake::Free);
        assert_eq!(brakes.wrong(AT, "another", at(1)), Wrong::Sprays(NAMES + 1));
        assert_eq!(brakes.ask(AT, at(1)), Brake::Refused(REFUSED));
        assert_eq!(brakes.ask("10.9.8.8", at(1)), Brake::Free);
        assert_eq!(brakes.ask(AT, at(32)), Brake::Free, "over");
        assert_eq!(brakes.sentences(at(2)).len(), 1);
        assert!(brakes.sentences(at(32)).is_empty());
    }

    #[test]
    fn many_wrong_passwords_slow_down_and_are_forgotten() {
        let brakes = Brakes::default();
        for _ in 0..=TRIES {
            assert_eq!(brakes.ask(AT, at(0)), Brake::Free);
            brakes.wrong(AT, "zhangsan", at(0));
        }
        assert_eq!(brakes.ask(AT, at(9)), Brake::Slow);
        assert_eq!(brakes.ask(AT, at(10)), Brake::Free);
        assert_eq!(brakes.wrong("", "x", at(0)), Wrong::OnName);
    }

    #[test]
    fn an_office_behind_one_address_has_more() {
        let brakes = Brakes::default();
        (0..GOOD).for_each(|_| brakes.good(AT, at(0)));
        for name in 0..NAMES * MORE {
            assert_eq!(brakes.wrong(AT, &format!("n{name}"), at(60)), Wrong::OnName);
        }
        assert_eq!(brakes.wrong(AT, "another", at(60)), Wrong::Sprays(NAMES * MORE + 1));
        assert_eq!(
            brakes.ask(AT, at(60)),
            Brake::Refused(REFUSED),
            "its own people too: the captcha does not stop a sprayer"
        );
    }

    #[test]
    fn strangers_fill_no_memory_and_one_row_a_minute() {
        let brakes = Brakes::default();
        for number in 0..MANY + 500 {
            brakes.wrong(&format!("a{number}"), "x", at(0));
        }
        assert_eq!(brakes.watched.lock().len(), MANY);
        brakes.wrong("later", "x", at(20));
        assert_eq!(brakes.watched.lock().len(), 1, "what is over goes");
        for name in 0..1_000 {
            brakes.wrong("later", &format!("n{name}"), at(20));
        }
        assert!(brakes.watched.lock()["later"].wrong.len() <= TRIES * MORE + 1);
        assert!(brakes.is_told("later", at(20)) && !brakes.is_told("later", at(20)) && brakes.is_told("later", at(21)));
    }
}
