//! The second factor of a person: whether a code is right, setting one up, new recovery codes, removal, reset.

use std::fmt::Write as _;

use super::record::{BY_USER, Otp, OtpRecovery};
use super::tokens;
use crate::error::{AppError, Result};
use crate::kernel::otp;
use crate::kernel::password;
use crate::op::{Op, View};
use crate::platform::identity::user::{FactorReset, LastSignIn, User};
use crate::records::names::person_and_login;
use crate::records::{personal, sessions};
use crate::store::{Reads, Record, id};

/// Recovery codes that one gets.
const CODES: u64 = 10;
/// Letters of a recovery code, five bits each.
const CODE_LETTERS: usize = 10;

/// What was right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// A one-time code.
    Code,
    /// A recovery code; so many are left.
    Recovery { left: usize },
}

/// The factor in force of a person.
pub fn in_force(view: &View, user_id: u64) -> Result<Option<Otp>> {
    let found: Option<Otp> = view.tx.get(&id(user_id))?;
    Ok(found.filter(|otp| otp.confirmed))
}

/// The recovery codes that a person has left.
pub fn recovery(view: &View, user_id: u64) -> Result<Vec<OtpRecovery>> {
    Ok(view.tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?)
}

/// What was typed, without what people put between groups.
pub fn plain(given: &str) -> String {
    let kept = given.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').take(32);
    kept.collect::<String>().to_uppercase()
}

/// The key that a Base32 text stands for.
pub fn key_of(text: &str) -> Result<Vec<u8>> {
    otp::from_base32(text).ok_or_else(|| AppError::internal("a stored key is no Base32"))
}

/// Uses up a code of a person, or one of his recovery codes; `None` when it is neither. Belongs into the transaction that
/// lets him pass: of two answers with one code one is right.
pub fn spend(op: &mut Op, user_id: u64, given: &str) -> Result<Option<Proof>> {
    let Some(found) = in_force(&op.view(), user_id)? else { return Ok(None) };
    let typed = plain(given);
    if typed.len() == CODE_LETTERS {
        let mut codes = recovery(&op.view(), user_id)?;
        let Some(at) = codes.iter().position(|code| password::verify_one_time(&typed, &code.hash)) else {
            return Ok(None);
        };
        op.delete::<OtpRecovery>(&codes.swap_remove(at).id())?;
        return Ok(Some(Proof::Recovery { left: codes.len() }));
    }
    let key = key_of(&personal::open(&op.view(), &found.secret)?)?;
    let Some(last_step) = otp::matched(&key, found.kind(), &typed, op.now.0, found.spent(op.now)) else {
        return Ok(None);
    };
    op.put_quietly(&Otp { last_step, ..found })?;
    Ok(Some(Proof::Code))
}

/// What is said of a wrong code. The server's time is part of it: a box with a wrong clock locks everybody out.
pub fn wrong_code(view: &View, user_id: u64, given: &str) -> Result<AppError> {
    if plain(given).len() != CODE_LETTERS {
        let now = view.now.to_text();
        return Ok(
            AppError::refused(format!("动态口令不正确或已使用，请等待下一个口令（服务器时间 {now}）")).at("code")
        );
    }
    Ok(AppError::refused(match recovery(view, user_id)?.len() {
        0 => "恢复码已全部用完，请联系管理员重置动态口令",
        _ => "恢复码不正确或已使用，每个恢复码只能使用一次",
    })
    .at("code"))
}

/// Gives a person new recovery codes in place of those he has; answers them, as they are to be printed.
pub fn renew_codes(op: &mut Op, user_id: u64) -> Result<Vec<String>> {
    forget_codes(op, user_id)?;
    let mut shown = Vec::new();
    for n in 1..=CODES {
        let code: String = otp::to_base32(&rand::random::<[u8; 7]>()).chars().take(CODE_LETTERS).collect();
        op.put_quietly(&OtpRecovery { user_id, n, hash: password::hash_one_time(&code) })?;
        let mut text = String::with_capacity(CODE_LETTERS + 1);
        let (left, right) = code.split_at(CODE_LETTERS / 2);
        let _ = write!(text, "{left}-{right}");
        shown.push(text);
    }
    Ok(shown)
}

fn forget_codes(op: &mut Op, user_id: u64) -> Result<()> {
    for code in recovery(&op.view(), user_id)? {
        op.delete_quietly::<OtpRecovery>(&code.id())?;
    }
    Ok(())
}

/// Puts a factor in force in place of one that was there. Other sessions of the person end: they began without it.
pub fn put_in_force(op: &mut Op, new: Otp) -> Result<()> {
    let user_id = new.user_id;
    let before: Option<Otp> = op.view().tx.get(&id(user_id))?;
    if let Some(before) = &before
        && before.label != new.label
    {
        tokens::give_back(op, before)?;
    }
    let demanded = before.and_then(|before| before.demanded);
    op.put(&Otp { confirmed: true, since: Some(op.now), demanded, ..new })?;
    Ok(())
}

/// Takes the factor of a person away with all that belongs to it. That he was asked for one stays: his grace is over.
pub fn take_away(op: &mut Op, user_id: u64) -> Result<bool> {
    forget_codes(op, user_id)?;
    let Some(found) = op.view().tx.get::<Otp>(&id(user_id))? else { return Ok(false) };
    tokens::give_back(op, &found)?;
    op.put(&Otp { user_id, demanded: found.demanded, ..Otp::default() })?;
    Ok(found.confirmed)
}

/// Resets the factor of somebody who lost it: he sets up a new one, all his sessions end, and at his next sign-in he reads
/// who did it and when.
///
/// # Errors
/// He has none.
pub fn reset(op: &mut Op, user: &User) -> Result<()> {
    if !take_away(op, user.user_id)? {
        return Err(AppError::refused(format!("用户 {} 没有设置动态口令，不需要重置", user.user_name)));
    }
    sessions::end_all(op, user.user_id, None)?;
    if let Some(last) = op.view().tx.get::<LastSignIn>(&id(user.user_id))? {
        let by = person_and_login(&op.view(), &op.caller.name())?;
        let reset = FactorReset { by, at: op.now };
        op.put_quietly(&LastSignIn { factor_reset: Some(reset), ..last })?;
    }
    Ok(())
}

/// Forgets everything of a person who was removed.
pub fn forget(op: &mut Op, user_id: u64) -> Result<()> {
    take_away(op, user_id)?;
    op.delete::<Otp>(&id(user_id))?;
    Ok(())
}
