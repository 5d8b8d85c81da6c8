//! The person directory: pickers and lookups that everybody signed in may use (contract 2.8).
//!
//! Exempt from data scope, with minimal fields and masked numbers (decisions/0001); enabled people only.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::list::{below, found_by};
use super::phones::Phones;
use super::rules::living;
use super::wire::{PersonOut, Shower};
use crate::columns::field::whole;
use crate::error::{AppError, Result};
use crate::kernel::page::Paging;
use crate::op::View;
use crate::platform::identity::role::{BY_KEY, Role};
use crate::platform::identity::user::{ROLES, STATUS, User};
use crate::records::list::ask::word_of;
use crate::records::list::{Filter, FilterBuilder, paged};
use crate::records::status::Status;
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

/// GET /system/user/getRealUserList: enabled people, minimal fields, no data scope (decisions/0001).
pub fn directory(view: &View, query: Directory) -> Result<RowsAndData<PersonOut>> {
    let phones = Phones::of(view);
    let mut ask = living()?;
    ask.given(&STATUS, Some(Status::Normal))?;
    below(view, query.dept_id.as_slice(), &mut ask)?;
    for text in [&query.key_word, &query.user_name, &query.phonenumber] {
        if let Some(word) = word_of(text.as_deref())? {
            found_by(view, &phones, &word, true, &mut ask)?;
        }
    }
    page_of(view, ask, &query.paging)
}

fn page_of(view: &View, ask: FilterBuilder<User>, paging: &Paging) -> Result<RowsAndData<PersonOut>> {
    let page = paged(view, ask, paging)?;
    let mut shower = Shower::new(view);
    Ok(RowsAndData(page.try_map(|user| shower.person(&user))?))
}

/// GET /system/user/selectUserListByRole: enabled holders of a role, given by id or key.
pub fn by_role(view: &View, query: Directory) -> Result<RowsAndData<PersonOut>> {
    let wanted = query.role_id.clone().unwrap_or_default();
    let role_id = match wanted.trim().parse::<u64>() {
        Ok(role_id) => Some(role_id),
        Err(_) => view.tx.one(&BY_KEY, &key().str(wanted.trim()))?.map(|role: Role| role.role_id),
    };
    let mut ask = living()?;
    ask.given(&STATUS, Some(Status::Normal))?;
    ask.must(Filter::holds(ask.place(&ROLES)?, role_id.map(whole)));
    page_of(view, ask, &query.paging)
}

/// Several ids, as comma text or list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ByIds {
    /// `1,2,3` or `[1,2,3]`
    pub ids: Vec<String>,
}

/// GET /system/user/list/{ids} and its spellings, in the order asked; unknown ids are left out.
pub fn by_ids(view: &View, query: ByIds) -> Result<RowsAndData<PersonOut>> {
    let mut shower = Shower::new(view);
    let mut rows = Vec::new();
    for text in &query.ids {
        let user_id: u64 = text.trim().parse().map_err(|_| AppError::refused("参数不正确"))?;
        if let Some(user) = view.tx.get::<User>(&id(user_id))?.filter(|user| !user.deleted) {
            rows.push(shower.person(&user)?);
        }
    }
    let total = rows.len() as u64;
    Ok(RowsAndData(Page { rows, total }))
}
