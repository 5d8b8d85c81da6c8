//! Rate limit of failed sign-ins by network address: one password tried on many names meets no lock of a name. In memory: a
//! restart forgets it, the locks of names stay (`records/lock.rs`).
//!
//! Invariants: an attacker can slow down only their own address; an address that many people sign in from has [`MORE`] times
//! the allowance; memory is bounded however many addresses there are: the longest idle network is forgotten first, and none
//! becomes unlimited because others are many.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use parking_lot::Mutex;

use crate::error::{AppError, Result};
use crate::kernel::bucket::{Allowance, Buckets};
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
const MANY: usize = 20_000;
/// So many are forgotten at a time when there is no room: looking for the oldest looks at all.
const FORGOTTEN: usize = MANY / 8;
/// What all addresses from which the owner of a name never signed in have in common, while the name is guessed from many
/// (`records/lock.rs`). Captchas don't hold a script up and addresses are an attacker's to invent: this bounds his
/// guesses, at 28,800 a day.
const SHARED: Allowance = Allowance { burst: 20, per_minute: 20 };
/// How long a slowed address waits before each answer.
pub const DELAY: Duration = Duration::from_millis(if cfg!(feature = "testing") { 20 } else { 2_000 });

/// What an address meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brake {
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
    /// When it last came.
    seen: i64,
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

#[derive(Debug, Default)]
pub struct RateLimit {
    watched: Mutex<HashMap<String, Watch>>,
    /// [`SHARED`] by name.
    shared: Buckets,
    // Names of strangers are not kept.
    hashing: RandomState,
}

impl Memory for RateLimit {
    const NAME: &'static str = "brakes";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

impl RateLimit {
    /// Looks at what is known of a network; what came from no address (tests, the console) is not limited.
    fn with<T>(&self, network: &str, now: Stamp, look: impl FnOnce(&mut Watch) -> T) -> Option<T> {
        if network.is_empty() {
            return None;
        }
        let mut watched = self.watched.lock();
        if watched.len() >= MANY && !watched.contains_key(network) {
            watched.values_mut().for_each(|watch| watch.tidy(now.0));
            watched.retain(|_, watch| watch.matters(now.0));
            if watched.len() >= MANY {
                forget_oldest(&mut watched);
            }
        }
        let watch = watched.entry(network.to_owned()).or_default();
        watch.tidy(now.0);
        watch.seen = now.0;
        Some(look(watch))
    }

    /// Takes one of the tries that all strange addresses share on a name.
    ///
    /// # Errors
    /// When there is one again.
    pub fn share(&self, name: &str, now: Stamp) -> Result<()> {
        self.shared.take(&name.trim().to_lowercase(), now.0, SHARED).map_err(|wait| {
            let seconds = wait.cast_unsigned().div_ceil(1_000);
            AppError::refused(format!("该账号正被多处尝试登录，请 {seconds} 秒后再试，或在您平时使用的电脑上登录"))
        })
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
    pub fn is_reported(&self, network: &str, now: Stamp) -> bool {
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

/// Forgets [`FORGOTTEN`] networks: those that came longest ago, and those that are refused last of all.
fn forget_oldest(watched: &mut HashMap<String, Watch>) {
    let age = |watch: &Watch| watch.until.max(watch.seen);
    let mut ages: Vec<i64> = watched.values().map(age).collect();
    if ages.len() <= FORGOTTEN {
        return;
    }
    let (_, limit, _) = ages.select_nth_unstable(FORGOTTEN);
    let (limit, mut left) = (*limit, FORGOTTEN);
    watched.retain(|_, watch| {
        let goes = left > 0 && age(watch) <= limit;
        left -= usize::from(goes);
        !goes
    });
}

/// What somebody at a refused address reads.
pub fn refusal(milliseconds: i64) -> AppError {
    let minutes = milliseconds.cast_unsigned().div_ceil(60_000);
    AppError::refused(format!("您所在的网络地址尝试的账号过多，请 {minutes} 分钟后再试"))
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
        let rate_limit = RateLimit::default();
        for name in 0..NAMES {
            assert_eq!(rate_limit.wrong(AT, &format!("n{name}"), at(0)), Wrong::OnName);
            assert_eq!(rate_limit.wrong(AT, &format!(" N{name}"), at(0)), Wrong::OnName, "the same name");
        }
        assert_eq!(rate_limit.ask(AT, at(0)), Brake::Free);
        assert_eq!(rate_limit.wrong(AT, "another", at(1)), Wrong::Sprays(NAMES + 1));
        assert_eq!(rate_limit.ask(AT, at(1)), Brake::Refused(REFUSED));
        assert_eq!(rate_limit.ask("10.9.8.8", at(1)), Brake::Free);
        assert_eq!(rate_limit.ask(AT, at(32)), Brake::Free, "over");
        assert_eq!(rate_limit.sentences(at(2)).len(), 1);
        assert!(rate_limit.sentences(at(32)).is_empty());
    }

    #[test]
    fn many_wrong_passwords_slow_down_and_are_forgotten() {
        let rate_limit = RateLimit::default();
        for _ in 0..=TRIES {
            assert_eq!(rate_limit.ask(AT, at(0)), Brake::Free);
            rate_limit.wrong(AT, "zhangsan", at(0));
        }
        assert_eq!(rate_limit.ask(AT, at(9)), Brake::Slow);
        assert_eq!(rate_limit.ask(AT, at(10)), Brake::Free);
        assert_eq!(rate_limit.wrong("", "x", at(0)), Wrong::OnName);
    }

    #[test]
    fn an_office_behind_one_address_has_more() {
        let rate_limit = RateLimit::default();
        (0..GOOD).for_each(|_| rate_limit.good(AT, at(0)));
        for name in 0..NAMES * MORE {
            assert_eq!(rate_limit.wrong(AT, &format!("n{name}"), at(60)), Wrong::OnName);
        }
        assert_eq!(rate_limit.wrong(AT, "another", at(60)), Wrong::Sprays(NAMES * MORE + 1));
        assert_eq!(
            rate_limit.ask(AT, at(60)),
            Brake::Refused(REFUSED),
            "its own people too: the captcha does not stop a sprayer"
        );
    }

    #[test]
    fn strangers_fill_no_memory_and_none_is_free_for_being_many() {
        let rate_limit = RateLimit::default();
        for name in 0..=NAMES {
            rate_limit.wrong("sprayer", &format!("n{name}"), at(0));
        }
        for number in 0..MANY + 500 {
            rate_limit.wrong(&format!("a{number}"), "x", Stamp(at(0).0 + 1 + i64::try_from(number).unwrap()));
        }
        let many = rate_limit.watched.lock().len();
        assert!((MANY - FORGOTTEN..=MANY).contains(&many), "{many}");
        assert!(matches!(rate_limit.ask("sprayer", at(1)), Brake::Refused(_)), "who is refused stays so");
        for (network, stays) in [("a0", false), ("a2000", false), ("a3000", true), ("a20499", true)] {
            assert_eq!(rate_limit.watched.lock().contains_key(network), stays, "{network}: the oldest go first");
        }
        for name in 0..=NAMES {
            rate_limit.wrong("late", &format!("n{name}"), at(1));
        }
        assert!(matches!(rate_limit.ask("late", at(1)), Brake::Refused(_)), "a new one is braked like the first");
        assert_eq!(rate_limit.ask("a20499", at(1)), Brake::Free);
        rate_limit.wrong("later", "x", at(50));
        for name in 0..1_000 {
            rate_limit.wrong("later", &format!("n{name}"), at(50));
        }
        assert!(rate_limit.watched.lock()["later"].wrong.len() <= TRIES * MORE + 1);
        assert!(
            rate_limit.is_reported("later", at(20))
                && !rate_limit.is_reported("later", at(20))
                && rate_limit.is_reported("later", at(21))
        );
    }

    #[test]
    fn strange_addresses_share_a_few_tries_of_a_name() {
        let rate_limit = RateLimit::default();
        let tried = |minute: i64| (0..10_000).filter(|_| rate_limit.share(" Admin", at(minute)).is_ok()).count();
        assert_eq!((tried(0), tried(1), tried(2)), (20, 20, 20));
        let refused = rate_limit.share("admin", at(2)).unwrap_err();
        assert_eq!(refused.message, "该账号正被多处尝试登录，请 3 秒后再试，或在您平时使用的电脑上登录");
        assert!(rate_limit.share("other", at(2)).is_ok(), "another name is another matter");
    }
}
