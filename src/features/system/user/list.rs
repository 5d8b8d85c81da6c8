//! Users as lists show them: narrowed to whom the caller may see, found by what he may know of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phones::Phones;
use super::wire::{Shower, UserOut};
use crate::columns::field::whole;
use crate::error::Result;
use crate::features::system::dept;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::kernel::page::{Paging, Ranged};
use crate::op::View;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{
    CREATED, DELETED, DEPT, LOGIN, LastSignIn, NAME, NUMBER, PHONE, ROLES, STATUS, User,
};
use crate::records::list::ask::word_of;
use crate::records::list::{Filter, FilterBuilder, List, NameCache, NoSums, Place, Scoped, reached};
use crate::records::people;
use crate::records::status::Status;
use crate::store::Reads as _;

/// Days after which an account that nobody signed in with is looked at.
const IDLE_DAYS: i64 = 90;

numbered! {
    /// What somebody has to see to.
    pub enum UserWatch {
        NoRole = 1 => "没有角色",
        Idle = 2 => "90 天未登录",
    }
}

/// Narrows enabled accounts to what somebody has to see to.
fn watched(view: &View, watch: UserWatch, ask: &mut FilterBuilder<User>) -> Result<()> {
    ask.several(&STATUS, &[Status::Normal])?;
    match watch {
        UserWatch::NoRole => {
            let mut roles = Vec::new();
            view.tx.each::<Role>(|role| {
                roles.push(whole(role.role_id));
                true
            })?;
            ask.must(Filter::Not(Box::new(Filter::holds(ask.place(&ROLES)?, roles))));
        }
        UserWatch::Idle => {
            let since = Stamp(view.now.0 - IDLE_DAYS * 86_400_000);
            let mut seen = Vec::new();
            view.tx.each::<LastSignIn>(|last| {
                seen.extend((last.at >= since).then_some(last.user_id));
                true
            })?;
            ask.must(Filter::Not(Box::new(Filter::ids(seen))));
            ask.moments(&CREATED, (None, Some(since)))?;
        }
    }
    Ok(())
}

/// Filters of the user list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListUsers {
    /// Name, login name, mobile number, pinyin or initials.
    pub key_word: Option<String>,
    /// Part of the login name.
    pub user_name: Option<String>,
    /// Part of the mobile number.
    pub phonenumber: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Departments with all below them.
    pub dept_id: Vec<u64>,
    /// Only of these people 用户, by numbers; absent: all.
    pub user_id: Vec<u64>,
    /// Holders of roles.
    pub role_id: Vec<u64>,
    /// Only what somebody has to see to 关注.
    pub watch: Option<UserWatch>,
    /// Creation time.
    #[serde(flatten)]
    pub created: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

impl Scoped for User {
    fn restrict_to_visible(view: &View, ask: &mut FilterBuilder<Self>) -> Result<()> {
        ask.given(&DELETED, Some(false))?;
        let reached = reached(ask, &view.caller.scope(), &DEPT, (&NUMBER, view.caller.user_id()))?;
        ask.must(reached);
        Ok(())
    }
}

/// People of some departments and those below them.
pub fn below(view: &View, dept_ids: &[u64], ask: &mut FilterBuilder<User>) -> Result<()> {
    if dept_ids.is_empty() {
        return Ok(());
    }
    let mut all = Vec::new();
    for dept_id in dept_ids {
        all.extend(dept::ops::with_descendants(view, *dept_id)?.into_iter().map(whole));
    }
    ask.filters.push((Some(DEPT.name.into()), Filter::among(ask.place(&DEPT)?, all)));
    Ok(())
}

/// People whom a word finds by name, login name, number, pinyin or initials; of a number that is masked for the caller, the
/// whole alone.
pub fn found_by(
    view: &View,
    phones: &Phones,
    word: &str,
    enabled_only: bool,
    ask: &mut FilterBuilder<User>,
) -> Result<()> {
    let (ids, _) = people::find(view, word, None, enabled_only, 0, usize::MAX)?;
    ask.must(Filter::ids(ids));
    // A word without a digit finds no number.
    if !phones.sees_all() && word.bytes().any(|byte| byte.is_ascii_digit()) {
        let mut known = vec![phones.known_by(view, word, ask)?];
        known.extend(ask.has_word(Some(word), &[&LOGIN, &NAME])?);
        ask.must(Filter::Any(known));
    }
    Ok(())
}

/// What the filters of a list of users narrow.
pub fn narrow(view: &View, query: &ListUsers, ask: &mut FilterBuilder<User>) -> Result<()> {
    let phones = Phones::of(view);
    ask.several(&STATUS, &query.status)?;
    ask.several(&NUMBER, &query.user_id)?;
    ask.holds(&ROLES, &query.role_id)?;
    ask.moments(&CREATED, query.created.bounds()?)?;
    below(view, &query.dept_id, ask)?;
    if let Some(watch) = query.watch {
        watched(view, watch, ask)?;
    }
    ask.word(query.user_name.as_deref(), &[&LOGIN])?;
    if let Some(word) = word_of(query.phonenumber.as_deref())? {
        let known = phones.known_by(view, &word, ask)?;
        ask.filters.push((Some(PHONE.name.into()), known));
    }
    match word_of(query.key_word.as_deref())? {
        Some(word) => found_by(view, &phones, &word, false, ask),
        None => Ok(()),
    }
}

/// Rows of users, with what they share looked up once.
pub fn shown(view: &View, users: &[User]) -> Result<Vec<UserOut>> {
    let mut shower = Shower::new(view);
    users.iter().map(|user| shower.row(user)).collect()
}

/// 用户
pub struct Users;

impl List for Users {
    type Record = User;
    type Query = ListUsers;
    type Row = UserOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/user/list", permission: "system:user:list", export: None, title: super::TITLE };
    const ALIASES: &'static [(&'static str, &'static str)] = &[("nickName", "realName")];

    fn paging(query: &ListUsers) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListUsers, ask: &mut FilterBuilder<User>) -> Result<()> {
        narrow(view, query, ask)
    }

    fn row(names: &mut NameCache<'_>, user: &User) -> Result<UserOut> {
        Shower::new(names.view()).row(user)
    }

    fn rows(view: &View, users: &[User]) -> Result<Vec<UserOut>> {
        shown(view, users)
    }
}
