//! The operations on roles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::RoleOut;
use crate::columns::field::whole;
use crate::error::{AppError, Result};
use crate::features::system::grants::{Giver, holds_himself};
use crate::features::system::{dept, user};
use crate::kernel::check;
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::{self as role_columns, BY_KEY, BY_NAME, Role, SUPER_ROLE};
use crate::platform::identity::user::{self as user_columns, BY_ROLE, User};
use crate::records::base::{Base, is_enabled, same_as_read};
use crate::records::list::run::{by_columns, table};
use crate::records::list::{Filter, FilterBuilder, List, ListQuery, NameCache, NoSums, Place, Scoped, Span, every};
use crate::records::status;
use crate::route::{Data, Done, Nothing};
use crate::store::{Reads, id, key};

/// Filters of the role list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListRoles {
    /// Part of the name.
    pub role_name: Option<String>,
    /// Part of the key.
    pub role_key: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<status::Status>,
    /// Creation time.
    #[serde(flatten)]
    pub created: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// The same sentence for a foreign role and one that does not exist.
pub fn not_visible() -> AppError {
    AppError::refused("没有权限访问角色数据！")
}

/// Whether a role shows in the caller's scope: by the departments of its members (contract 3.1).
fn is_visible(view: &View, role: &Role) -> Result<bool> {
    let scope = view.caller.scope();
    if scope.all {
        return Ok(true);
    }
    let mut holders = user::rules::living()?;
    holders.holds(&user_columns::ROLES, &[role.role_id])?;
    let depts = scope.dept_ids.iter().map(|dept_id| whole(*dept_id));
    holders.must(Filter::among(holders.place(&user_columns::DEPT)?, depts));
    if let Some(found) = by_columns(view, table::<User>(view)?, &ListQuery::of(holders, Span::First(0)))? {
        return Ok(found.total > 0);
    }
    let members: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
    Ok(members.iter().any(|user| scope.has_dept(user.dept_id)))
}

/// A role in the caller's scope.
pub fn visible(view: &View, role_id: u64) -> Result<Role> {
    let role: Role = view.tx.get(&id(role_id))?.ok_or_else(not_visible)?;
    if is_visible(view, &role)? { Ok(role) } else { Err(not_visible()) }
}

/// A role the caller may change: visible, not the super administrator's, and one he could have given to everybody who
/// holds it.
fn changeable(view: &View, giver: &Giver, role_id: u64) -> Result<Role> {
    if role_id == SUPER_ROLE {
        return Err(AppError::refused("不允许操作超级管理员角色"));
    }
    let role = visible(view, role_id)?;
    check_reach(view, giver, &role)?;
    Ok(role)
}

/// Refuses a change that would give the caller himself more by a role of his own.
fn must_be_of_others(view: &View, role: &Role, gives: bool) -> Result<()> {
    if gives && holds_himself(view, role.role_id)? {
        let said = format!("不能扩大本人所持角色“{}”的权限，请由其他管理员办理", role.role_name);
        return Err(AppError::refused(said));
    }
    Ok(())
}

/// Gives a role menus that were born in this operation, so that nobody could have held them before.
///
/// # Errors
/// A sentence for a role that the caller may not change.
pub fn give_new(op: &mut Op, role_id: u64, menus: &[u64]) -> Result<()> {
    let view = op.view();
    let giver = Giver::of(&view)?;
    let mut role = changeable(&view, &giver, role_id)?;
    role.menu_ids.extend(menus.iter().filter(|menu| !role.menu_ids.contains(menu)).copied().collect::<Vec<_>>());
    role.base = role.base.clone().changed(op);
    op.put(&role)?;
    Ok(())
}

/// Refuses a role that gives one of its holders more than the caller has.
fn check_reach(view: &View, giver: &Giver, role: &Role) -> Result<()> {
    if giver.may_give_to_holders(view, role)? {
        return Ok(());
    }
    Err(AppError::refused(format!("角色“{}”的权限超出您自己的权限范围，不能操作", role.role_name)))
}

impl Scoped for Role {
    fn restrict_to_visible(view: &View, ask: &mut FilterBuilder<Self>) -> Result<()> {
        if view.caller.scope().all {
            return Ok(());
        }
        let mut seen = Vec::new();
        for role in view.tx.all::<Self>()? {
            if is_visible(view, &role)? {
                seen.push(role.role_id);
            }
        }
        ask.must(Filter::ids(seen));
        Ok(())
    }
}

/// 角色
pub struct Roles;

impl List for Roles {
    type Record = Role;
    type Query = ListRoles;
    type Row = RoleOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/role/list", permission: "system:role:list", export: None, title: super::TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("roleSort", false)];

    fn paging(query: &ListRoles) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListRoles, ask: &mut FilterBuilder<Role>) -> Result<()> {
        ask.word(query.role_name.as_deref(), &[&role_columns::NAME])?;
        ask.word(query.role_key.as_deref(), &[&role_columns::KEY])?;
        ask.several(&role_columns::STATUS, &query.status)?;
        ask.moments(&role_columns::CREATED, query.created.bounds()?)
    }

    fn row(_: &mut NameCache<'_>, record: &Role) -> Result<RoleOut> {
        Ok(RoleOut::from(record))
    }
}

pub fn options(view: &View, _: Nothing) -> Result<Data<Vec<RoleOut>>> {
    Ok(Data(every::<Roles>(view, &ListRoles::default())?.iter().map(RoleOut::from).collect()))
}

/// Those in the caller's scope that are in use.
pub fn enabled(view: &View) -> Result<Vec<Role>> {
    every::<Roles>(view, &ListRoles { status: vec![status::Status::Normal], ..ListRoles::default() })
}

/// One role.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneRole {
    /// Number of the role 角色.
    pub role_id: u64,
}

pub fn show(view: &View, input: OneRole) -> Result<Data<RoleOut>> {
    Ok(Data(RoleOut::from(&visible(view, input.role_id)?)))
}

/// A role as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RoleInput {
    /// Which; absent for a new one.
    pub role_id: Option<u64>,
    /// Name of the role 角色.
    pub role_name: String,
    /// Name of the role that programs use, unique.
    pub role_key: String,
    /// Place in lists.
    pub role_sort: Option<i64>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Whether the menu tree is linked.
    pub menu_check_strictly: Option<bool>,
    /// Whether the department tree is linked.
    pub dept_check_strictly: Option<bool>,
    /// Checked and half-checked menus.
    pub menu_ids: Option<Vec<u64>>,
    /// "1" to "5".
    pub data_scope: Option<String>,
    /// Departments of scope 2.
    pub dept_ids: Option<Vec<u64>>,
    /// Whether its holders must have a second factor.
    pub second_factor: Option<bool>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

fn check_fields(role: &Role) -> Result<()> {
    check::required("roleName", &role.role_name, "角色名称不能为空")?;
    check::at_most("roleName", &role.role_name, 30, "角色名称长度不能超过30个字符")?;
    check::required("roleKey", &role.role_key, "权限字符不能为空")?;
    check::at_most("roleKey", &role.role_key, 100, "权限字符长度不能超过100个字符")?;
    if role.role_key.split(',').any(|key| key.trim().eq_ignore_ascii_case("admin")) {
        // Clients treat this key as «may everything».
        return Err(AppError::refused("权限字符不能使用 admin").at("roleKey"));
    }
    check::remark(&role.base.remark)
}

fn check_unique(view: &View, role: &Role, verb: &str) -> Result<()> {
    let other = |found: Option<Role>| found.is_some_and(|other| other.role_id != role.role_id);
    if other(view.tx.one(&BY_NAME, &key().str(&role.role_name))?) {
        return Err(AppError::refused(format!("{verb}角色'{}'失败，角色名称已存在", role.role_name)).at("roleName"));
    }
    if other(view.tx.one(&BY_KEY, &key().str(&role.role_key))?) {
        return Err(AppError::refused(format!("{verb}角色'{}'失败，角色权限已存在", role.role_name)).at("roleKey"));
    }
    Ok(())
}

/// Menus that exist, each once; nobody puts in what he does not hold, unless it was there before.
fn checked_menus(view: &View, wanted: Vec<u64>, held: &[u64]) -> Result<Vec<u64>> {
    let mut menus = Vec::with_capacity(wanted.len());
    for menu_id in wanted {
        let menu: Option<Menu> = view.tx.get(&id(menu_id))?;
        let Some(menu) = menu else { return Err(AppError::refused("菜单不存在，请刷新后重试")) };
        if !held.contains(&menu_id) && !view.caller.rights.has_menu(menu_id) {
            return Err(AppError::refused(format!("不能授予自己没有的权限：{}", menu.menu_name)));
        }
        if !menus.contains(&menu_id) {
            menus.push(menu_id);
        }
    }
    Ok(menus)
}

pub fn create(op: &mut Op, input: RoleInput) -> Result<Done> {
    // Own rows until somebody decides: a new role never shows by accident what its maker does not see.
    create_reaching(op, RoleInput { data_scope: Some("5".into()), ..input })
}

/// Makes a role that reaches rows from the start (imports).
pub(super) fn create_reaching(op: &mut Op, input: RoleInput) -> Result<Done> {
    let remark = input.remark.as_deref().unwrap_or_default().trim().to_owned();
    let role_sort = input.role_sort.ok_or_else(|| AppError::refused("显示顺序不能为空").at("roleSort"))?;
    let draft = Role {
        role_id: 0,
        role_name: input.role_name.trim().to_owned(),
        role_key: input.role_key.trim().to_owned(),
        role_sort,
        data_scope: scope_number(input.data_scope.as_deref())?,
        menu_check_strictly: input.menu_check_strictly.unwrap_or(true),
        dept_check_strictly: input.dept_check_strictly.unwrap_or(true),
        enabled: is_enabled(input.status.as_deref()),
        menu_ids: checked_menus(&op.view(), input.menu_ids.unwrap_or_default(), &[])?,
        dept_ids: Vec::new(),
        second_factor: input.second_factor.unwrap_or(false),
        base: Base::made(op, remark),
    };
    check_fields(&draft)?;
    check_unique(&op.view(), &draft, "新增")?;
    check_reach(&op.view(), &Giver::of(&op.view())?, &draft)?;
    let role_id = op.next_id::<Role>()?;
    op.put(&Role { role_id, ..draft })?;
    Ok(Done)
}

fn scope_number(text: Option<&str>) -> Result<u8> {
    match text {
        Some(text @ ("1" | "2" | "3" | "4" | "5")) => text.parse().map_err(AppError::internal),
        _ => Err(AppError::refused("数据范围不正确").at("dataScope")),
    }
}

/// PUT /system/role: absent fields stay.
pub fn update(op: &mut Op, input: RoleInput) -> Result<Done> {
    let view = op.view();
    let giver = Giver::of(&view)?;
    let old = changeable(&view, &giver, input.role_id.unwrap_or(0))?;
    same_as_read(&view, "角色", &old.role_name, &old.base)?;
    if old.role_sort != 0 && input.role_sort.is_none() {
        return Err(AppError::refused("显示顺序不能为空").at("roleSort"));
    }
    let menu_ids = match input.menu_ids {
        Some(wanted) => checked_menus(&view, wanted, &old.menu_ids)?,
        None => old.menu_ids.clone(),
    };
    let enabled = input.status.as_deref().map_or(old.enabled, |status| is_enabled(Some(status)));
    let gains = menu_ids.iter().any(|menu| !old.menu_ids.contains(menu));
    must_be_of_others(&view, &old, gains || enabled && !old.enabled || input.role_key.trim() != old.role_key)?;
    let remark = input.remark.map_or_else(|| old.base.remark.clone(), |text| text.trim().to_owned());
    let role = Role {
        role_name: input.role_name.trim().to_owned(),
        role_key: input.role_key.trim().to_owned(),
        role_sort: input.role_sort.unwrap_or(old.role_sort),
        enabled,
        menu_check_strictly: input.menu_check_strictly.unwrap_or(old.menu_check_strictly),
        dept_check_strictly: input.dept_check_strictly.unwrap_or(old.dept_check_strictly),
        menu_ids,
        second_factor: input.second_factor.unwrap_or(old.second_factor),
        base: Base { remark, ..old.base.clone() }.changed(op),
        ..old
    };
    check_fields(&role)?;
    check_unique(&op.view(), &role, "修改")?;
    check_reach(&op.view(), &giver, &role)?;
    op.put(&role)?;
    Ok(Done)
}

pub fn data_scope(op: &mut Op, input: RoleInput) -> Result<Done> {
    let view = op.view();
    let giver = Giver::of(&view)?;
    let old = changeable(&view, &giver, input.role_id.unwrap_or(0))?;
    let data_scope = scope_number(input.data_scope.as_deref())?;
    let dept_ids = if data_scope == 2 { input.dept_ids.unwrap_or_default() } else { Vec::new() };
    for dept_id in dept_ids.iter().filter(|dept| !old.dept_ids.contains(dept)) {
        dept::ops::visible(&view, *dept_id)?;
    }
    must_be_of_others(&view, &old, data_scope != old.data_scope || dept_ids != old.dept_ids)?;
    let role = Role {
        data_scope,
        dept_ids,
        dept_check_strictly: input.dept_check_strictly.unwrap_or(old.dept_check_strictly),
        base: old.base.clone().changed(op),
        ..old
    };
    check_reach(&op.view(), &giver, &role)?;
    op.put(&role)?;
    Ok(Done)
}

/// A role's status.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RoleStatus")]
pub struct Status {
    /// The role 角色 that it is about, by number.
    pub role_id: u64,
    /// "0" normal, "1" disabled.
    pub status: String,
}

pub fn change_status(op: &mut Op, input: Status) -> Result<Done> {
    if !matches!(input.status.as_str(), "0" | "1") {
        return Err(AppError::refused("状态不正确"));
    }
    let old = changeable(&op.view(), &Giver::of(&op.view())?, input.role_id)?;
    let enabled = is_enabled(Some(&input.status));
    must_be_of_others(&op.view(), &old, enabled && !old.enabled)?;
    let role = Role { enabled, base: old.base.clone().changed(op), ..old };
    op.put(&role)?;
    Ok(Done)
}

/// Several roles.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyRoles {
    /// Comma ids of the path.
    pub role_ids: Vec<u64>,
}

/// DELETE /system/role/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyRoles) -> Result<Done> {
    let giver = Giver::of(&op.view())?;
    for role_id in input.role_ids {
        let role = changeable(&op.view(), &giver, role_id)?;
        if op.view().tx.count_by(&BY_ROLE, &id(role_id))? > 0 {
            return Err(AppError::refused(format!("{}已分配,不能删除", role.role_name)));
        }
        op.delete::<Role>(&id(role_id))?;
    }
    Ok(Done)
}
