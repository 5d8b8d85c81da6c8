//! Wrong passwords are counted by login name (unknown names too), so that guessing costs time and a
//! name's existence does not show. The count survives a restart.
//!
//! The lock is one of a name and an address: a stranger who guesses locks himself out, not the person. A name that is
//! guessed from many addresses ([`EVERYWHERE`] times as many tries) is not locked, or a few addresses could shut anybody out:
//! from an address with a good sign-in of its owner nothing changes, all others answer a captcha and share so many tries a
//! minute ([`is_guessed_widely`]). Wrong codes of a second factor, which only who knows the password can try, do lock it
//! for the other addresses ([`codes_locked`]). In the named profiles each further lock of a day lasts twice as long as the
//! one before (`kernel/password/locking.rs`). Moments are steady ones (`clock.rs`): whoever can set the clock opens no
//! lock and makes none longer.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::kernel::password::locking::Locking;
use crate::op::{Op, View};
use crate::platform::identity::user::{BY_NAME, LastSignIn, User};
use crate::platform::settings::Setting;
use crate::records::profile::PROFILE;
use crate::store::{Keeping, Key, Reads, Record, id, key};

/// Wrong passwords in a row that lock an account.
pub const WRONG_TRIES: Setting<u64> = Setting::number(17, "sys.account.maxRetryCount", 5, 1, 1440)
    .called("账号安全-密码最大错误次数", "连续输错达到此次数后锁定账号；口令策略不是 custom 时由口令策略决定");

/// Minutes that it stays locked.
pub const LOCK_MINUTES: Setting<u64> = Setting::number(18, "sys.account.lockMinutes", 10, 1, 1440)
    .called("账号安全-锁定时长（分钟）", "锁定后到期自动解锁；口令策略不是 custom 时由口令策略决定");

/// How many addresses' worth of wrong tries make a name one that is guessed widely.
const EVERYWHERE: u64 = 10;
/// Names counted before those that are over are removed.
const MANY: u64 = 10_000;
/// So long after its end a lock makes the next one longer, in milliseconds.
const REMEMBERED: i64 = 86_400_000;
/// No lock is longer, in milliseconds.
const LONGEST: i64 = 86_400_000;
/// Networks remembered of one name: they are an attacker's to invent. The one whose window ends first gives way.
const NETWORKS: usize = 200;

/// What was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    Password,
    /// A code of a second factor, by who knows the password.
    Code,
}

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
    /// How often it was guessed widely before, remembered for a day after the last.
    #[serde(default)]
    pub locks: u32,
    /// Wrong codes among them, from wherever; the network is empty.
    #[serde(default)]
    pub codes: Option<TriesFrom>,
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
        let mut parts = self.from.iter().chain(&self.codes);
        matters(self.until, self.locks, now) || parts.any(|tries| matters(tries.until, tries.locks, now))
    }

    /// The locks in force: network, end, and how many came before.
    fn locks(&self, most: u64, now: Stamp) -> impl Iterator<Item = (&str, Stamp, u32)> {
        let here = self.from.iter().filter(move |tries| tries.count >= most && lasts(tries.until, now));
        here.map(|tries| (tries.network.as_str(), tries.until, tries.locks))
    }
}

fn of(view: &View, user_name: &str) -> Result<Option<WrongTries>> {
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
pub fn minutes_left(view: &View, user_name: &str) -> Result<u64> {
    let (most, now) = (rule(view).tries, view.app.clock.steady());
    let tries = of(view, user_name)?;
    let end = tries.iter().flat_map(|tries| tries.locks(most, now)).map(|(_, until, _)| until).max();
    Ok(end.map_or(0, |until| (until.0 - now.0).cast_unsigned().div_ceil(60_000)))
}

/// The lock of a name for the caller's address: how many minutes it lasts in all; `None` without one.
pub fn lock(view: &View, user_name: &str) -> Result<Option<u64>> {
    let rule = rule(view);
    let network = ip::counted_as(&view.caller.origin.ip);
    let tries = of(view, user_name)?;
    let locks = tries.iter().flat_map(|tries| tries.locks(rule.tries, view.app.clock.steady()));
    let here = locks.filter(|(at, ..)| *at == network);
    Ok(here.map(|(.., before)| rule.minutes(before.saturating_sub(1))).max())
}

/// Whether the owner of a name has lately signed in from the caller's address.
fn is_at_home(view: &View, user_name: &str) -> Result<bool> {
    let user: Option<User> = view.tx.one(&BY_NAME, &key().str(&user_name.trim().to_lowercase()))?;
    let Some(user) = user else { return Ok(false) };
    let last: Option<LastSignIn> = view.tx.get(&id(user.user_id))?;
    let network = ip::counted_as(&view.caller.origin.ip);
    Ok(last.is_some_and(|last| last.knows(&network, view.app.clock.steady())))
}

/// Whether so many wrong passwords of a name came from wherever that who comes from an address that its owner never signed
/// in from has to answer a captcha and shares a few tries a minute with all the others.
pub fn is_guessed_widely(view: &View, user_name: &str) -> Result<bool> {
    let (most, now) = (rule(view).tries.saturating_mul(EVERYWHERE), view.app.clock.steady());
    let widely = of(view, user_name)?.is_some_and(|tries| tries.count >= most && lasts(tries.until, now));
    Ok(widely && !is_at_home(view, user_name)?)
}

/// Whether so many wrong codes of a name came from wherever that none is taken from an address that its owner never signed
/// in from. Whoever gets that far knows the password, so that nobody else can shut its owner out.
pub fn codes_locked(view: &View, user_name: &str) -> Result<bool> {
    let (most, now) = (rule(view).tries.saturating_mul(EVERYWHERE), view.app.clock.steady());
    let codes = of(view, user_name)?.and_then(|tries| tries.codes);
    let locked = codes.is_some_and(|codes| codes.count >= most && lasts(codes.until, now));
    Ok(locked && !is_at_home(view, user_name)?)
}

/// Whether a name is locked for the caller's address.
pub fn is_locked(view: &View, user_name: &str) -> Result<bool> {
    Ok(lock(view, user_name)?.is_some())
}

/// Wrong tries of a name in a row from the caller's address.
pub fn tries_here(view: &View, user_name: &str) -> Result<u64> {
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

impl TriesFrom {
    /// Counts one more.
    fn counted(self, rule: Locking, most: u64, now: Stamp) -> Self {
        let (count, until, locks) = more(rule, most, (self.count, self.until, self.locks), now);
        Self { count, until, locks, ..self }
    }

    fn none_from(network: String, now: Stamp) -> Self {
        Self { network, count: 0, until: now, locks: 0 }
    }
}

/// Counts a wrong try; answers whether the name is locked now for the caller's address.
pub fn count(op: &mut Op, user_name: &str, tried: Tried) -> Result<bool> {
    remove_old(op)?;
    let (rule, now) = (rule(&op.view()), op.app.clock.steady());
    let user_name = user_name.trim().to_lowercase();
    let network = ip::counted_as(&op.caller.origin.ip);
    let fresh =
        WrongTries { user_name: user_name.clone(), count: 0, until: now, from: Vec::new(), locks: 0, codes: None };
    let mut tries = of(&op.view(), &user_name)?.unwrap_or(fresh);
    tries.from.retain(|tries| matters(tries.until, tries.locks, now));
    let before = tries.from.iter().position(|tries| tries.network == network).map(|at| tries.from.swap_remove(at));
    make_room(&mut tries.from, now);
    tries.from.push(before.unwrap_or_else(|| TriesFrom::none_from(network, now)).counted(rule, rule.tries, now));
    let everywhere = rule.tries.saturating_mul(EVERYWHERE);
    if tried == Tried::Code {
        let before = tries.codes.take().filter(|codes| matters(codes.until, codes.locks, now));
        let before = before.unwrap_or_else(|| TriesFrom::none_from(String::new(), now));
        tries.codes = Some(before.counted(rule, everywhere, now));
    }
    (tries.count, tries.until, tries.locks) = more(rule, everywhere, (tries.count, tries.until, tries.locks), now);
    op.put_quietly(&tries)?;
    is_locked(&op.view(), &user_name)
}

/// Room for one more network of a name: what is over goes, then what will be over first.
fn make_room(from: &mut Vec<TriesFrom>, now: Stamp) {
    if from.len() >= NETWORKS {
        from.retain(|tries| lasts(tries.until, now));
    }
    while from.len() >= NETWORKS {
        let first = from.iter().enumerate().min_by_key(|(_, tries)| tries.until).map(|(at, _)| at);
        first.map(|at| from.swap_remove(at));
    }
}

/// Wrong tries that are over go when there are many: names of strangers are theirs to invent.
fn remove_old(op: &mut Op) -> Result<()> {
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
pub fn succeeded(op: &mut Op, user_name: &str) -> Result<()> {
    let Some(mut tries) = of(&op.view(), user_name)? else { return Ok(()) };
    let network = ip::counted_as(&op.caller.origin.ip);
    let own: u64 = tries.from.iter().filter(|tries| tries.network == network).map(|tries| tries.count).sum();
    tries.from.retain(|tries| tries.network != network);
    tries.count = tries.count.saturating_sub(own);
    if tries.from.is_empty() && tries.locks == 0 && tries.codes.is_none() {
        return clear(op, user_name);
    }
    op.put_quietly(&tries)?;
    Ok(())
}

/// Forgets the wrong tries of a name.
pub fn clear(op: &mut Op, user_name: &str) -> Result<()> {
    op.delete::<WrongTries>(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_a_name_are_bounded_and_the_first_to_end_gives_way() {
        let now = Stamp(1_000_000);
        let mut from: Vec<TriesFrom> = Vec::new();
        for number in 0..20_000 {
            make_room(&mut from, now);
            let until = Stamp(now.0 + 1_000 + number);
            from.push(TriesFrom { network: number.to_string(), count: 1, until, locks: 0 });
        }
        assert_eq!(from.len(), NETWORKS);
        assert!(from.iter().all(|tries| tries.until.0 >= now.0 + 1_000 + 20_000 - 200), "the newest stay");
    }
}
