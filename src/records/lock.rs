//! Wrong passwords are counted by login name (unknown names too), so that guessing costs time and a
//! name's existence does not show. The count survives a restart.
//!
//! The lock is one of a name and an address: a stranger who guesses locks himself out, not the person. Whoever comes
//! from many addresses meets the lock of the name alone, at [`EVERYWHERE`] times as many tries.

use serde::{Deserialize, Serialize};

use crate::fault::Outcome;
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::store::{Keeping, Key, Reads, Record, key};

/// Wrong passwords in a row that lock an account.
pub const WRONG_TRIES: Setting<u64> = Setting::number(17, "sys.account.maxRetryCount", 5, 1, 1440)
    .called("账号安全-密码最大错误次数", "连续输错达到此次数后锁定账号");

/// Minutes that it stays locked.
pub const LOCK_MINUTES: Setting<u64> = Setting::number(18, "sys.account.lockMinutes", 10, 1, 1440)
    .called("账号安全-锁定时长（分钟）", "锁定后到期自动解锁");

/// How many addresses' worth of wrong tries lock a name for everybody.
const EVERYWHERE: u64 = 10;
/// Names counted before those that are over are removed.
const MANY: u64 = 10_000;

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
}

impl Record for WrongTries {
    const TABLE: &'static str = "wrong_tries";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.user_name)
    }
}

fn of(view: &View, user_name: &str) -> Outcome<Option<WrongTries>> {
    // Almost always nobody is counted: a list page then costs one look instead of one a row.
    if view.tx.count::<WrongTries>()? == 0 {
        return Ok(None);
    }
    let found: Option<WrongTries> = view.tx.get(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(found.filter(|tries| tries.until > view.now))
}

/// (tries until the lock, minutes of the lock), from the settings.
pub fn limits(view: &View) -> (u64, u64) {
    let settings = &view.app.settings;
    (settings.get(&WRONG_TRIES).max(1), settings.get(&LOCK_MINUTES).max(1))
}

impl WrongTries {
    /// The locks in force: (network, end); no network is the lock for everybody.
    fn locks(&self, most: u64, now: Stamp) -> impl Iterator<Item = (Option<&str>, Stamp)> {
        let everywhere = (self.count >= most.saturating_mul(EVERYWHERE)).then_some((None, self.until));
        let here = self.from.iter().filter(move |tries| tries.count >= most && tries.until > now);
        everywhere.into_iter().chain(here.map(|tries| (Some(tries.network.as_str()), tries.until)))
    }
}

/// Whole minutes until the last lock of a name ends, whatever address it is for; 0 = not locked.
pub fn minutes_left(view: &View, user_name: &str) -> Outcome<u64> {
    let (most, _) = limits(view);
    let tries = of(view, user_name)?;
    let end = tries.iter().flat_map(|tries| tries.locks(most, view.now)).map(|(_, until)| until).max();
    Ok(end.map_or(0, |until| (until.0 - view.now.0).cast_unsigned().div_ceil(60_000)))
}

/// Whether a name is locked for the caller's address.
pub fn is_locked(view: &View, user_name: &str) -> Outcome<bool> {
    let (most, _) = limits(view);
    let network = ip::counted_as(&view.caller.origin.ip);
    let tries = of(view, user_name)?;
    Ok(tries.is_some_and(|tries| tries.locks(most, view.now).any(|(at, _)| at.is_none_or(|at| at == network))))
}

/// Counts a wrong try; answers whether the name is locked now for the caller's address.
pub fn count(op: &mut Op, user_name: &str) -> Outcome<bool> {
    remove_old(op)?;
    let (_, minutes) = limits(&op.view());
    let user_name = user_name.trim().to_lowercase();
    let network = ip::counted_as(&op.caller.origin.ip);
    let until = Stamp(op.now.0 + minutes.cast_signed() * 60_000);
    let mut tries = of(&op.view(), &user_name)?.unwrap_or(WrongTries {
        user_name: user_name.clone(),
        count: 0,
        until,
        from: Vec::new(),
    });
    let now = op.now;
    tries.from.retain(|tries| tries.until > now);
    let before = tries.from.iter().position(|tries| tries.network == network).map(|at| tries.from.swap_remove(at));
    tries.from.push(TriesFrom { network, count: before.map_or(0, |before| before.count) + 1, until });
    tries.count += 1;
    tries.until = until;
    op.put_quietly(&tries)?;
    is_locked(&op.view(), &user_name)
}

/// Wrong tries that are over go when there are many: names of strangers are theirs to invent.
fn remove_old(op: &mut Op) -> Outcome<()> {
    let now = op.now;
    let count = op.view().tx.count::<WrongTries>()?;
    if count < MANY || count % 1_000 != 0 {
        return Ok(());
    }
    let all: Vec<WrongTries> = op.view().tx.all()?;
    for tries in all.iter().filter(|tries| tries.until <= now) {
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
    if tries.from.is_empty() {
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
