//! Passwords and codes that are tried, wherever a route takes one: compared in one way, counted in one place.
//!
//! Invariant: a wrong one counts on its address (`rate_limit`), on its name (`records/lock.rs`) and for the notice that its owner
//! gets, whichever route took it; a name that is locked is told so before anything is compared.

use super::rate_limit::{self, RateLimit, Wrong};
use super::{PER_MINUTE, alarm};
use crate::error::{AppError, Result};
use crate::kernel::{check, ip};
use crate::op::{Op, View};
use crate::platform::identity::user::{BY_NAME, LastSignIn, User};
use crate::records::lock::{self, Tried};
use crate::store::{Reads, id, key};

/// Longer passwords are nobody's, and cost no hash.
pub const LONGEST: usize = 128;

/// What is said of a name that is locked.
pub(super) fn locked(view: &View, user_name: &str) -> Result<AppError> {
    let (most, minutes) = (lock::rule(view).tries, lock::lock(view, user_name)?.unwrap_or(1));
    Ok(AppError::refused(format!("密码输入错误{most}次，帐户锁定{minutes}分钟")))
}

/// Refuses a name that is locked for the caller's address.
///
/// # Errors
/// How long it stays so.
pub fn must_be_open(view: &View, user_name: &str) -> Result<()> {
    if lock::is_locked(view, user_name)? { Err(locked(view, user_name)?) } else { Ok(()) }
}

/// Refuses codes of a name that is locked, or whose codes were guessed from many addresses.
///
/// # Errors
/// A sentence.
pub fn must_take_codes(view: &View, user_name: &str) -> Result<()> {
    must_be_open(view, user_name)?;
    if lock::codes_locked(view, user_name)? {
        return Err(AppError::refused(
            "该账号的动态口令输错次数过多，暂不能从这个网络地址登录；请稍后再试，或在您平时使用的电脑上登录并修改密码",
        ));
    }
    Ok(())
}

/// Whether a password that the person who is signed in typed into `field` is his.
///
/// # Errors
/// None was typed, or his name is locked.
pub fn own_password(view: &View, user: &User, field: &'static str, given: &str) -> Result<bool> {
    check::required(field, given, "密码不能为空")?;
    must_be_open(view, &user.user_name)?;
    Ok(given.chars().count() <= LONGEST && view.app.hasher.verify(given, &user.password_hash)?.matches)
}

/// Counts a wrong password or code and answers with `fault`, or with what the count has come to.
pub fn refuse(op: &mut Op, user_name: &str, tried: Tried, fault: AppError) -> Result<()> {
    let fault = wrong(op, user_name, tried, fault)?;
    op.refuse_but_keep(fault);
    Ok(())
}

/// An address that sprays locks no name: its guesses count on itself alone.
fn wrong(op: &mut Op, user_name: &str, tried: Tried, fault: AppError) -> Result<AppError> {
    let from = op.caller.origin.ip.clone();
    if let Some(user) = op.view().tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?
        && let Some(last) = op.view().tx.get::<LastSignIn>(&id(user.user_id))?
    {
        op.put_quietly(&LastSignIn { failures: last.failures.saturating_add(1), failed_ip: from.clone(), ..last })?;
    }
    if op.app.settings.get(&PER_MINUTE) > 0 {
        let wrong = op.app.state::<RateLimit>()?.wrong(&ip::counted_as(&from), user_name, op.app.clock.steady());
        if let Wrong::Sprays(names) = wrong {
            tracing::warn!(
                ip = from,
                names,
                "one address tries passwords on many names; it is refused for half an hour"
            );
            alarm::spraying(op, &from, names)?;
            return Ok(rate_limit::refusal(rate_limit::REFUSED));
        }
    }
    if lock::count(op, user_name, tried)? { locked(&op.view(), user_name) } else { Ok(fault) }
}
