//! Which account belongs to an identity: the stored link first, else a configured claim.
//!
//! The first success is remembered, so that a claim that changes at the provider moves nobody into
//! another account. For the same reason an account is never taken over by a second identity of the
//! provider, and the super administrator is nobody's: whoever runs the provider could name himself so.

use serde::{Deserialize, Serialize};

use crate::config::idaas::Match;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::text::mask_phone;
use crate::op::{Op, View};
use crate::platform::identity::user::{BY_NAME, BY_PHONE, SUPER_USER, User};
use crate::store::{Index, Key, Reads, Record, id, key};

/// An identity that was once matched to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdaasLink {
    pub realm: String,
    /// The person's number there.
    pub subject: String,
    /// The account here.
    pub user_id: u64,
    /// When they were matched.
    pub made: Stamp,
}

/// Links by account.
pub const BY_USER: Index<IdaasLink> =
    Index { name: "idaas_link/user", unique: false, keys: |link| vec![id(link.user_id)] };

impl Record for IdaasLink {
    const TABLE: &'static str = "idaas_link";
    const INDEXES: &'static [Index<Self>] = &[BY_USER];
    fn id(&self) -> Key {
        key().str(&self.realm).str(&self.subject)
    }
}

/// Who the provider says it is.
#[derive(Debug, Clone)]
pub struct Identity {
    pub realm: String,
    /// The person's number there.
    pub subject: String,
    /// What the configured claim says, if anything.
    pub claim: Option<String>,
    /// Where signing out at the provider begins; empty when it offers none.
    pub sign_out_url: String,
}

impl Identity {
    /// How the login log names somebody who has no account.
    pub fn shown(&self, matched: Match) -> String {
        let text = match (&self.claim, matched) {
            (Some(phone), Match::Phone) => mask_phone(phone),
            (Some(name), Match::LoginName) => name.clone(),
            (None, _) => self.subject.clone(),
        };
        text.chars().filter(|c| !c.is_control()).take(64).collect()
    }
}

fn unknown(why: &str) -> AppError {
    AppError::refused("用户不存在或未绑定，请联系管理员").because(why)
}

fn enabled(user: User) -> Result<User> {
    if user.enabled { Ok(user) } else { Err(AppError::refused("用户已封禁，请联系管理员")) }
}

/// A mobile number as accounts have it: without country code, blanks and dashes.
fn plain_phone(text: &str) -> String {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let digits = digits.strip_prefix("+86").or_else(|| digits.strip_prefix("0086")).unwrap_or(&digits);
    digits.to_owned()
}

/// The enabled account of an identity, and whether the link is already stored.
pub fn find(view: &View, identity: &Identity, matched: Match) -> Result<(User, bool)> {
    let link: Option<IdaasLink> = view.tx.get(&key().str(&identity.realm).str(&identity.subject))?;
    if let Some(link) = link {
        let user: Option<User> = view.tx.get(&id(link.user_id))?;
        // The link of somebody deleted is void.
        if let Some(user) = user.filter(|user| !user.deleted) {
            return Ok((enabled(user)?, true));
        }
    }
    let claim = identity.claim.as_deref().map(str::trim).filter(|claim| !claim.is_empty());
    let claim = claim.ok_or_else(|| unknown("the identity lacks the configured claim"))?;
    let found: Option<User> = match matched {
        Match::LoginName => view.tx.one(&BY_NAME, &key().str(&claim.to_lowercase()))?,
        Match::Phone => view.tx.one(&BY_PHONE, &key().str(&plain_phone(claim)))?,
    };
    let user = found.ok_or_else(|| unknown("no account fits the claim"))?;
    if user.user_id == SUPER_USER {
        return Err(AppError::refused("超级管理员不能使用统一身份认证，请使用账号密码登录"));
    }
    let others: Vec<IdaasLink> = view.tx.by(&BY_USER, &id(user.user_id), false, 0, usize::MAX)?;
    if others.iter().any(|other| other.realm == identity.realm && other.subject != identity.subject) {
        return Err(AppError::refused("该账号已绑定另一个统一身份，请联系管理员解除绑定"));
    }
    Ok((enabled(user)?, false))
}

/// Remembers whom an identity belongs to.
pub fn remember(op: &mut Op, identity: &Identity, user_id: u64) -> Result<()> {
    let Identity { realm, subject, .. } = identity.clone();
    op.put(&IdaasLink { realm, subject, user_id, made: op.now })?;
    Ok(())
}

/// Removes all links of an account; answers how many there were.
pub fn forget(op: &mut Op, user_id: u64) -> Result<usize> {
    let links: Vec<IdaasLink> = op.view().tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?;
    for link in &links {
        op.delete::<IdaasLink>(&link.id())?;
    }
    Ok(links.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_compared_as_accounts_have_them() {
        for (given, plain) in [
            ("13800138000", "13800138000"),
            ("+86 138-0013-8000", "13800138000"),
            ("008613800138000", "13800138000"),
            ("+1 555", "+1555"),
        ] {
            assert_eq!(plain_phone(given), plain);
        }
    }
}
