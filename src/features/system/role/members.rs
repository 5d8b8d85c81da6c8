//! Who holds a role (contract 3.1 authUser).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::visible;
use crate::columns::field::whole;
use crate::error::{AppError, Result};
use crate::features::system::grants::Giver;
use crate::features::system::user::list::{ListUsers, narrow, shown};
use crate::features::system::user::rules;
use crate::features::system::user::wire::{Shower, UserOut};
use crate::kernel::order::Order;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::{Role, SUPER_ROLE};
use crate::platform::identity::user::{ROLES, User};
use crate::records::list::{Filter, FilterBuilder, List, NameCache, NoSums, Place};
use crate::route::Done;
use crate::store::Reads;

/// Narrows to whom the filters name; answers the wish that somebody holds the role.
fn holding(view: &View, query: &ListUsers, ask: &mut FilterBuilder<User>) -> Result<Filter> {
    let [role_id] = query.role_id[..] else { return Err(AppError::refused("请选择角色")) };
    visible(view, role_id)?;
    narrow(view, &ListUsers { role_id: Vec::new(), ..query.clone() }, ask)?;
    Ok(Filter::holds(ask.place(&ROLES)?, vec![whole(role_id)]))
}

/// Who holds a role.
pub struct Allocated;

impl List for Allocated {
    type Record = User;
    type Query = ListUsers;
    type Row = UserOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/system/role/authUser/allocatedList",
        permission: "system:role:list",
        export: None,
        title: "角色已有的用户",
    };

    fn paging(query: &ListUsers) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListUsers, ask: &mut FilterBuilder<User>) -> Result<()> {
        let holding = holding(view, query, ask)?;
        ask.must(holding);
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, record: &User) -> Result<UserOut> {
        Shower::new(names.view()).row(record)
    }

    fn rows(view: &View, records: &[User]) -> Result<Vec<UserOut>> {
        shown(view, records)
    }
}

/// Who does not.
pub struct Unallocated;

impl List for Unallocated {
    type Record = User;
    type Query = ListUsers;
    type Row = UserOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/system/role/authUser/unallocatedList",
        permission: "system:role:list",
        export: None,
        title: "角色可添加的用户",
    };

    fn paging(query: &ListUsers) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListUsers, ask: &mut FilterBuilder<User>) -> Result<()> {
        let holding = holding(view, query, ask)?;
        ask.must(Filter::Not(Box::new(holding)));
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, record: &User) -> Result<UserOut> {
        Shower::new(names.view()).row(record)
    }

    fn rows(view: &View, records: &[User]) -> Result<Vec<UserOut>> {
        shown(view, records)
    }
}

/// A role and one or several users.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Members {
    /// The role 角色 that it is about, by number.
    pub role_id: u64,
    /// The person 用户 that it is about, by number.
    pub user_id: Option<u64>,
    /// Several users, comma ids.
    pub user_ids: Vec<u64>,
}

fn change(op: &mut Op, input: &Members, users: &[u64], give: bool) -> Result<Done> {
    if input.role_id == SUPER_ROLE {
        return Err(AppError::refused("不允许操作超级管理员角色"));
    }
    visible(&op.view(), input.role_id)?;
    if users.is_empty() {
        return Err(AppError::refused("请选择用户"));
    }
    // A role may be held by others whom the caller could not give it: what counts is what these people gain or lose.
    let giver = Giver::of(&op.view())?;
    for user_id in users {
        let old = rules::changeable_by(&op.view(), &giver, *user_id)?;
        let mut user = old.clone();
        user.role_ids.retain(|role| *role != input.role_id);
        if give {
            user.role_ids.push(input.role_id);
            user.role_ids.sort_unstable();
            rules::check_roles(&op.view(), &giver, &user, Some(&old))?;
        }
        user.base = user.base.changed(op);
        op.put(&user)?;
    }
    Ok(Done)
}

pub fn cancel(op: &mut Op, input: Members) -> Result<Done> {
    let users: Vec<u64> = input.user_id.into_iter().collect();
    change(op, &input, &users, false)
}

pub fn cancel_all(op: &mut Op, input: Members) -> Result<Done> {
    change(op, &input, &input.user_ids, false)
}

pub fn select_all(op: &mut Op, input: Members) -> Result<Done> {
    change(op, &input, &input.user_ids, true)
}

/// Names of the enabled roles that give a permission, in list order: who to turn to. The one that may do everything is
/// named when no other does: nobody's daily work is the administrator's.
pub fn roles_with(view: &View, permission: &str) -> Result<Vec<String>> {
    let giving = |menu: Menu| (menu.perms == permission).then_some(menu.menu_id);
    let menus: Vec<u64> = view.tx.all::<Menu>()?.into_iter().filter_map(giving).collect();
    let mut roles: Vec<Role> = view.tx.all()?;
    roles.retain(|role| role.enabled && role.menu_ids.iter().any(|menu| menus.contains(menu)));
    if roles.iter().any(|role| role.role_id != SUPER_ROLE) {
        roles.retain(|role| role.role_id != SUPER_ROLE);
    }
    roles.order_by_key(|role| role.role_sort);
    Ok(roles.into_iter().map(|role| role.role_name).collect())
}
