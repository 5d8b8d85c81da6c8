//! The rules of this installation for passwords, and the former ones that may not come back.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::password::policy::{Person, Policy};
use crate::op::{Op, View};
use crate::platform::identity::user::User;
use crate::platform::settings::Setting;
pub use crate::records::profile::PROFILE;
use crate::store::{Key, Reads, Record, id};

/// Which characters a password must have, 0 to 4 (contract 3.2).
pub const CHARACTERS: Setting<u64> = Setting::number(9, "sys.account.chrtype", 0, 0, 4).called(
    "用户管理-密码字符范围",
    "0 任意字符，1 数字，2 字母，3 字母和数字，4 字母、数字和特殊字符；口令策略不是 custom 时由口令策略决定",
);

/// Days after which a password is old; 0 never.
pub const DAYS: Setting<u64> = Setting::number(8, "sys.account.passwordValidateDays", 0, 0, 364)
    .called("用户管理-账号密码更新周期", "天数，0 不限制，1 至 364 到期提醒修改；口令策略不是 custom 时由口令策略决定");

/// Former passwords kept of a person: what the strictest profile asks for.
const KEPT: usize = 5;
const DAY: i64 = 86_400_000;

/// Former passwords of a person, newest first.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PasswordHistory {
    pub user_id: u64,
    /// Their hashes.
    pub hashes: Vec<String>,
}

impl Record for PasswordHistory {
    const TABLE: &'static str = "password_history";
    const SECRET_FIELDS: &'static [&'static str] = &["hashes"];
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// The rules in force.
pub fn policy(app: &App) -> Policy {
    let days = app.settings.get(&DAYS).cast_signed();
    Policy::of(&app.settings.get(&PROFILE), app.settings.get(&CHARACTERS), days)
}

/// Refuses a password that breaks the rules in force.
///
/// # Errors
/// The rule that it breaks.
pub fn check(app: &App, password: &str, user_name: &str, real_name: &str) -> Result<()> {
    policy(app).check(password, Person { user_name, real_name })
}

/// When a password began to age: that of an account that never chose one, with the account.
pub fn since(user: &User) -> Option<Stamp> {
    Some(user.password_changed.unwrap_or(user.base.create_time))
}

fn is_older(since: Option<Stamp>, days: i64, now: Stamp) -> bool {
    days > 0 && since.is_some_and(|since| now.0 - since.0 > days.saturating_mul(DAY))
}

/// Whether a password must be changed before anything else.
pub fn is_overdue(app: &App, since: Option<Stamp>, now: Stamp) -> bool {
    is_older(since, policy(app).most_days, now)
}

/// Whether its owner is to be reminded of its age.
pub fn is_old(app: &App, since: Option<Stamp>, now: Stamp) -> bool {
    is_older(since, policy(app).reminder_days, now)
}

/// Refuses what its owner may not choose himself now: too soon after the last change, or a former one. Costs a hash for
/// each former password, so it belongs before the transaction.
///
/// # Errors
/// Why not.
pub fn must_be_new(view: &View, user: &User, password: &str) -> Result<()> {
    let policy = policy(view.app);
    let soon = user.password_changed.is_some_and(|changed| view.now.0 - changed.0 < policy.least_days * DAY);
    if soon && !user.must_change_password {
        return Err(AppError::refused(format!(
            "密码修改后 {} 天内不能再次修改；怀疑已泄露时请联系管理员重置",
            policy.least_days
        )));
    }
    let former: Option<PasswordHistory> = view.tx.get(&id(user.user_id))?;
    for hash in former.iter().flat_map(|former| &former.hashes).take(policy.history) {
        if view.app.hasher.verify(password, hash)?.matches {
            return Err(AppError::refused(format!("新密码不能与最近 {} 次用过的密码相同", policy.history)));
        }
    }
    Ok(())
}

/// Keeps the password that a person is about to lose; one that this program made for one use is nobody's to come back to.
pub fn remember(op: &mut Op, user: &User) -> Result<()> {
    if user.must_change_password || user.password_hash.is_empty() {
        return Ok(());
    }
    let found: Option<PasswordHistory> = op.view().tx.get(&id(user.user_id))?;
    let mut hashes = found.map(|found| found.hashes).unwrap_or_default();
    hashes.insert(0, user.password_hash.clone());
    hashes.truncate(KEPT);
    op.put_quietly(&PasswordHistory { user_id: user.user_id, hashes })?;
    Ok(())
}

/// Forgets the former passwords of a person who was removed.
pub fn forget(op: &mut Op, user_id: u64) -> Result<()> {
    op.delete::<PasswordHistory>(&id(user_id))?;
    Ok(())
}
