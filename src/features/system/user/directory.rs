//! The person directory: pickers and lookups that everybody signed in may use (contract 2.8).
//!
//! Exempt from data scope, with minimal fields and masked numbers (decisions.md); enabled people only.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phones::{Phones, is_guess};
use super::wire::{PersonOut, Shower};
use crate::fault::{Fault, Outcome};
use crate::features::system::dept;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::platform::identity::role::{BY_KEY, Role};
use crate::platform::identity::user::{BY_ROLE, User};
use crate::records::people;
use crate::route::{Page, RowsAndData};
use crate::store::{Reads, id, key};

/// Filters of the directory.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Directory {
    /// Name, login name, mobile number, pinyin or initials.
    pub key_word: Option<String>,
    /// Part of the login name or name.
    pub user_name: Option<String>,
    /// Part of the mobile number.
    pub phonenumber: Option<String>,
    /// A department with all below it.
    pub dept_id: Option<u64>,
    /// Role id or role key.
    pub role_id: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// GET /system/user/getRealUserList: enabled people, minimal fields, no data scope (decisions.md).
pub fn directory(view: &View, query: Directory) -> Outcome<RowsAndData<PersonOut>> {
    let words: Vec<&str> = [&query.key_word, &query.user_name, &query.phonenumber]
        .into_iter()
        .filter_map(|word| word.as_deref().map(str::trim).filter(|word| !word.is_empty()))
        .collect();
    let depts: Option<Vec<u64>> = match query.dept_id {
        Some(dept_id) => Some(dept::ops::with_descendants(view, dept_id)?.into_iter().collect()),
        None => None,
    };
    let size = usize::try_from(query.paging.size()).unwrap_or(usize::MAX);
    let mut shower = Shower::new(view);
    let mut people = Vec::new();
    let total;
    let phones = Phones::of(view);
    // A few digits find numbers only for who sees them, and the index does not know whose eyes look.
    let guesses = !phones.sees_all() && words.iter().any(|word| is_guess(word));
    if let ([word], false) = (&words[..], guesses) {
        let (_, count) = people::find(view, word, depts.as_deref(), true, 0, 0)?;
        let skip = usize::try_from(query.paging.offset(count)).unwrap_or(usize::MAX);
        let (ids, count) = people::find(view, word, depts.as_deref(), true, skip, size)?;
        total = count;
        for user_id in ids {
            people.extend(view.tx.get::<User>(&id(user_id))?);
        }
    } else {
        let mut rows = Vec::new();
        view.tx.each::<User>(|user| {
            let fits = user.enabled
                && !user.deleted
                && depts.as_ref().is_none_or(|depts| depts.contains(&user.dept_id))
                && words.iter().all(|word| {
                    crate::search::matches(&crate::platform::people::person(&user), word)
                        && phones.finds_by_any(&user, word)
                });
            if fits {
                rows.push(user);
            }
            true
        })?;
        let page = query.paging.cut(rows);
        total = page.total;
        people = page.rows;
    }
    let rows = people.iter().map(|user| shower.person(user)).collect::<Outcome<_>>()?;
    Ok(RowsAndData(Page { rows, total }))
}

/// GET /system/user/selectUserListByRole: enabled holders of a role, given by id or key.
pub fn by_role(view: &View, query: Directory) -> Outcome<RowsAndData<PersonOut>> {
    let wanted = query.role_id.clone().unwrap_or_default();
    let role_id = match wanted.trim().parse::<u64>() {
        Ok(role_id) => Some(role_id),
        Err(_) => view.tx.one(&BY_KEY, &key().str(wanted.trim()))?.map(|role: Role| role.role_id),
    };
    let mut holders: Vec<User> = match role_id {
        Some(role_id) => view.tx.by(&BY_ROLE, &id(role_id), false, 0, usize::MAX)?,
        None => Vec::new(),
    };
    holders.retain(|user| user.enabled);
    let page = query.paging.cut(holders);
    let mut shower = Shower::new(view);
    let rows = page.rows.iter().map(|user| shower.person(user)).collect::<Outcome<_>>()?;
    Ok(RowsAndData(Page { rows, total: page.total }))
}

/// Several ids, as comma text or list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ByIds {
    /// `1,2,3` or `[1,2,3]`
    pub ids: Vec<String>,
}

/// GET /system/user/list/{ids} and its spellings, in the order asked; unknown ids are left out.
pub fn by_ids(view: &View, query: ByIds) -> Outcome<RowsAndData<PersonOut>> {
    let mut shower = Shower::new(view);
    let mut rows = Vec::new();
    for text in &query.ids {
        let user_id: u64 = text.trim().parse().map_err(|_| Fault::refused("参数不正确"))?;
        if let Some(user) = view.tx.get::<User>(&id(user_id))?.filter(|user| !user.deleted) {
            rows.push(shower.person(&user)?);
        }
    }
    let total = rows.len() as u64;
    Ok(RowsAndData(Page { rows, total }))
}
