//! Wrong passwords are counted by login name (unknown names too), so that guessing costs time and a
//! name's existence does not show. The count survives a restart.
//!
//! The lock is one of a name and an address: a stranger who guesses locks himself out, not the person. Whoever comes
//! from many addresses meets the lock of the name alone, at [`EVERYWHERE`] times as many tries. In the named profiles each
//! further lock of a day lasts twice as long as the one before (`kernel/password/locking.rs`). Moments are steady ones
//! (`clock.rs`): whoever can set the clock opens no lock and makes none longer.

use serde::{Deserialize, Serialize};

use crate::fault::Outcome;
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::kernel::password::locking::Locking;
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::records::profile::PROFILE;
use crate::store::{Keeping, Key, Reads, Record, key};

/// Wrong passwords in a row that lock an account.
pub const WRONG_TRIES: Setting<u64> = Setting::number(17, "sys.account.maxRetryCount", 5, 1, 1440)
    .called("账号安全-密码最大错误次数", "连续输错达到此次数后锁定账号；口令策略不是 custom 时由口令策略决定");

/// Minutes that it stays locked.
pub const LOCK_MINUTES: Setting<u64> = Setting::number(18, "sys.account.lockMinutes", 10, 1, 1440)
    .called("账号安全-锁定时长（分钟）", "锁定后到期自动解锁；口令策略不是 custom 时由口令策略决定");

/// How many addresses' worth of wrong tries lock a name for everybody.
const EVERYWHERE: u64 = 10;
/// Names counted before those that are over are removed.
const MANY: u64 = 10_000;
/// So long after its end a lock makes the next one longer, in milliseconds.
const REMEMBERED: i64 = 86_400_000;
/// No lock is longer, in milliseconds.
const LONGEST: i64 = 86_400_000;
/// Networks remembered of one name beyond those that count now: they are an attacker's to invent.
const NETWORKS: usize = 200;

/// Wrong tries of a login name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WrongTries {
    /// Login name, lower case.
    pub user_name: String,
    /// How many in a row, from wherever.
    pub count: u64,
    /// When the window ends; each wrong try restarts it.
    pub until: Stamp,
    /// The same by network; empty in records of earlier versions.
    #[serde(default)]
    pub from: Vec<TriesFrom>,
    /// Locks for everybody before, remembered for a day after the last.
    #[serde(default)]
    pub locks: u32,
}

/// Wrong tries of a login name from one network.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TriesFrom {
    /// As `ip::counted_as` writes it.
    pub network: String,
    /// How many in a row.
    pub count: u64,
    /// When the window ends.
    pub until: Stamp,
    /// Locks before, remembered for a day after the last.
    #[serde(default)]
    pub locks: u32,
}

impl Record for WrongTries {
    const TABLE: &'static str = "wrong_tries";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.user_name)
    }
}

/// Whether something lasts until a moment. No lock is longer than a day: an end that is further off was written before the
/// last start by a clock that was wrong.
fn lasts(until: Stamp, now: Stamp) -> bool {
    until > now && until.0 - now.0 <= LONGEST
}

/// Whether a count still matters: in its window, or as a lock that makes the next one longer.
fn matters(until: Stamp, locks: u32, now: Stamp) -> bool {
    lasts(until, now) || (locks > 0 && (0..REMEMBERED).contains(&(now.0 - until.0)))
}

impl WrongTries {
    fn matters(&self, now: Stamp) -> bool {
        matters(self.until, self.locks, now) || self.from.iter().any(|tries| matters(tries.until, tries.locks, now))
    }

    /// The locks in force: network, end, and how many came before; no network is the lock for everybody.
    fn locks(&self, most: u64, now: Stamp) -> impl Iterator<Item = (Option<&str>, Stamp, u32)> {
        let everywhere = (self.count >= most.saturating_mul(EVERYWHERE) && self.until > now)
            .then_some((None, self.until, self.locks));
        let here = self.from.iter().filter(move |tries| tries.count >= most && lasts(tries.until, now));
        everywhere.into_iter().chain(here.map(|tries| (Some(tries.network.as_str()), tries.until, tries.locks)))
    }
}

fn of(view: &View, user_name: &str) -> Outcome<Option<WrongTries>> {
    // Almost always nobody is counted: a list page then costs one look instead of one a row.
    if view.tx.count::<WrongTries>()? == 0 {
        return Ok(None);
    }
    let found: Option<WrongTries> = view.tx.get(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(found.filter(|tries| tries.matters(view.app.clock.steady())))
}

/// How wrong tries lock here.
pub fn rule(view: &View) -> Locking {
    let settings = &view.app.settings;
    Locking::of(&settings.get(&PROFILE), settings.get(&WRONG_TRIES), settings.get(&LOCK_MINUTES))
}

/// Whole minutes until the last lock of a name ends, whatever address it is for; 0 = not locked.
pub fn minutes_left(view: &View, user_name: &str) -> Outcome<u64> {
    let (most, now) = (rule(view).tries, view.app.clock.steady());
    let tries = of(view, user_name)?;
    let end = tries.iter().flat_map(|tries| tries.locks(most, now)).map(|(_, until, _)| until).max();
    Ok(end.map_or(0, |until| (until.0 - now.0).cast_unsigned().div_ceil(60_000)))
}

/// The lock of a name for the caller's address: how many minutes it lasts in all; `None` without one.
pub fn lock(view: &View, user_name: &str) -> Outcome<Option<u64>> {
    let rule = rule(view);
    let network = ip::counted_as(&view.caller.origin.ip);
    let tries = of(view, user_name)?;
    let locks = tries.iter().flat_map(|tries| tries.locks(rule.tries, view.app.clock.steady()));
    let here = locks.filter(|(at, ..)| at.is_none_or(|at| at == network));
    Ok(here.map(|(.., before)| rule.minutes(before.saturating_sub(1))).max())
}

/// Whether a name is locked for the caller's address.
pub fn is_locked(view: &View, user_name: &str) -> Outcome<bool> {
    Ok(lock(view, user_name)?.is_some())
}

/// Wrong tries of a name in a row from the caller's address.
pub fn tries_here(view: &View, user_name: &str) -> Outcome<u64> {
    let (network, now) = (ip::counted_as(&view.caller.origin.ip), view.app.clock.steady());
    let tries = of(view, user_name)?;
    let here = tries.iter().flat_map(|tries| &tries.from);
    Ok(here.filter(|tries| tries.network == network && lasts(tries.until, now)).map(|tries| tries.count).sum())
}

/// Counts one more in a window, which a lock makes longer: (count, end, locks).
fn more(rule: Locking, most: u64, (count, until, locks): (u64, Stamp, u32), now: Stamp) -> (u64, Stamp, u32) {
    let count = if lasts(until, now) { count + 1 } else { 1 };
    let locks = if count == most { locks.saturating_add(1) } else { locks };
    let minutes = if count >= most { rule.minutes(locks.saturating_sub(1)) } else { rule.first };
    (count, Stamp(now.0 + minutes.cast_signed() * 60_000), locks)
}

/// Counts a wrong try; answers whether the name is locked now for the caller's address.
pub fn count(op: &mut Op, user_name: &str) -> Outcome<bool> {
    remove_old(op)?;
    let (rule, now) = (rule(&op.view()), op.app.clock.steady());
    let user_name = user_name.trim().to_lowercase();
    let network = ip::counted_as(&op.caller.origin.ip);
    let fresh = WrongTries { user_name: user_name.clone(), count: 0, until: now, from: Vec::new(), locks: 0 };
    let mut tries = of(&op.view(), &user_name)?.unwrap_or(fresh);
    tries.from.retain(|tries| matters(tries.until, tries.locks, now));
    let before = tries.from.iter().position(|tries| tries.network == network).map(|at| tries.from.swap_remove(at));
    let before = before.map_or((0, now, 0), |before| (before.count, before.until, before.locks));
    let (count, until, locks) = more(rule, rule.tries, before, now);
    if tries.from.len() >= NETWORKS {
        tries.from.retain(|tries| lasts(tries.until, now));
    }
    tries.from.push(TriesFrom { network, count, until, locks });
    let everywhere = rule.tries.saturating_mul(EVERYWHERE);
    (tries.count, tries.until, tries.locks) = more(rule, everywhere, (tries.count, tries.until, tries.locks), now);
    op.put_quietly(&tries)?;
    is_locked(&op.view(), &user_name)
}

/// Wrong tries that are over go when there are many: names of strangers are theirs to invent.
fn remove_old(op: &mut Op) -> Outcome<()> {
    let now = op.app.clock.steady();
    let count = op.view().tx.count::<WrongTries>()?;
    if count < MANY || count % 1_000 != 0 {
        return Ok(());
    }
    let all: Vec<WrongTries> = op.view().tx.all()?;
    for tries in all.iter().filter(|tries| !tries.matters(now)) {
        op.delete::<WrongTries>(&tries.id())?;
    }
    Ok(())
}

/// Forgets the wrong tries from the address that has just succeeded; those of others still count.
pub fn succeeded(op: &mut Op, user_name: &str) -> Outcome<()> {
    let Some(mut tries) = of(&op.view(), user_name)? else { return Ok(()) };
    let network = ip::counted_as(&op.caller.origin.ip);
    let own: u64 = tries.from.iter().filter(|tries| tries.network == network).map(|tries| tries.count).sum();
    tries.from.retain(|tries| tries.network != network);
    tries.count = tries.count.saturating_sub(own);
    if tries.from.is_empty() && tries.locks == 0 {
        return clear(op, user_name);
    }
    op.put_quietly(&tries)?;
    Ok(())
}

/// Forgets the wrong tries of a name.
pub fn clear(op: &mut Op, user_name: &str) -> Outcome<()> {
    op.delete::<WrongTries>(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(())
}
