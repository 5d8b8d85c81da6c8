//! What must hold for a user, and who may touch whom.

use super::phones::Phones;
use crate::error::{AppError, Result};
use crate::features::system::grants::Giver;
use crate::features::system::role;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::platform::identity::role::{Role, SUPER_ROLE};
use crate::platform::identity::user::{BY_EMAIL, BY_NAME, BY_PHONE, DELETED, SUPER_USER, User};
use crate::records::clashes::Clashes;
use crate::records::list::FilterBuilder;
use crate::store::{Index, Reads, id, key};

/// The same sentence for a foreign user and one that does not exist.
pub fn not_visible() -> AppError {
    AppError::refused("没有权限访问用户数据！")
}

/// Whether a user's row lies in the caller's data scope.
pub fn is_visible(view: &View, user: &User) -> bool {
    let scope = view.caller.scope();
    scope.has_dept(user.dept_id) || (scope.own && user.user_id == view.caller.user_id())
}

/// Everybody who was not deleted, wherever he is.
pub fn living() -> Result<FilterBuilder<User>> {
    let mut ask = FilterBuilder::default();
    ask.given(&DELETED, Some(false))?;
    Ok(ask)
}

/// A living user in the caller's data scope.
pub fn visible(view: &View, user_id: u64) -> Result<User> {
    view.tx.get::<User>(&id(user_id))?.filter(|user| !user.deleted && is_visible(view, user)).ok_or_else(not_visible)
}

/// A user the caller may change: visible, not the super administrator, not mightier than himself.
pub fn changeable(view: &View, user_id: u64) -> Result<User> {
    changeable_by(view, &Giver::of(view)?, user_id)
}

/// The same for one of several users.
pub fn changeable_by(view: &View, giver: &Giver, user_id: u64) -> Result<User> {
    if user_id == SUPER_USER {
        return Err(AppError::refused("不允许操作超级管理员用户"));
    }
    let user = visible(view, user_id)?;
    if giver.is_mightier(view, &user)? {
        return Err(AppError::refused(format!("不能操作权限高于自己的用户：{}", user.real_name)));
    }
    Ok(user)
}

/// Nobody gives himself a role, a department or a post; what he has he may give up.
fn must_not_raise_himself(user: &User, old: &User) -> Result<()> {
    let gains = |new: &[u64], old: &[u64]| new.iter().any(|one| !old.contains(one));
    for (field, raises, what) in [
        ("roleIds", gains(&user.role_ids, &old.role_ids), "角色"),
        ("deptId", user.dept_id != old.dept_id, "部门"),
        ("postIds", gains(&user.post_ids, &old.post_ids), "岗位"),
    ] {
        if raises {
            return Err(AppError::refused(format!("不能为本人调整{what}，请由其他管理员办理")).at(field));
        }
    }
    Ok(())
}

/// Checks what a user is about to hold: roles that are newly given, and those he holds when they come to reach other
/// rows because his department changes. `old` is the user as he was.
pub fn check_roles(view: &View, giver: &Giver, user: &User, old: Option<&User>) -> Result<()> {
    if let Some(old) = old.filter(|old| old.user_id == view.caller.user_id()) {
        must_not_raise_himself(user, old)?;
    }
    for role_id in &user.role_ids {
        let held = old.is_some_and(|old| old.role_ids.contains(role_id));
        if held && old.is_some_and(|old| old.dept_id == user.dept_id) {
            continue;
        }
        if *role_id == SUPER_ROLE {
            return Err(AppError::refused("不允许操作超级管理员角色"));
        }
        let role: Role = view.tx.get(&id(*role_id))?.ok_or_else(role::ops::not_visible)?;
        if giver.may_give(&role, user) {
            continue;
        }
        let name = &role.role_name;
        if !held {
            // A role of others is not named to him either.
            role::ops::visible(view, *role_id)?;
        }
        return Err(AppError::refused(if held {
            format!("调整部门后，角色“{name}”的数据范围将超出您自己的权限范围，请先调整该用户的角色")
        } else {
            format!("不能授予超出自己权限范围的角色：{name}")
        }));
    }
    Ok(())
}

/// Checks a department that is newly chosen: it exists and lies in the caller's scope. Only who sees everything may
/// leave somebody without a department, where nobody else would see him.
pub fn check_dept(view: &View, dept_id: u64, held: Option<u64>) -> Result<()> {
    use crate::platform::identity::dept::Dept;
    if held == Some(dept_id) {
        return Ok(());
    }
    let scope = view.caller.scope();
    if dept_id == 0 {
        return if scope.all { Ok(()) } else { Err(AppError::refused("请选择归属部门").at("deptId")) };
    }
    let dept: Option<Dept> = view.tx.get(&id(dept_id))?;
    match dept {
        Some(dept) if scope.has_dept(dept_id) => {
            if dept.enabled {
                Ok(())
            } else {
                Err(AppError::refused("部门已停用，请选择其他部门").at("deptId"))
            }
        }
        _ => Err(AppError::refused("没有权限访问部门数据！")),
    }
}

/// Field rules of a user (contract 2.0, 6.6).
pub fn check_fields(user: &User) -> Result<()> {
    check::required("userName", &user.user_name, "用户账号不能为空")?;
    check::at_most("userName", &user.user_name, 30, "用户账号长度不能超过30个字符")?;
    check::no_script("userName", &user.user_name, "用户账号不能包含脚本字符")?;
    if user.user_name.chars().count() < 2 {
        return Err(AppError::refused("用户账号长度必须介于 2 和 30 之间").at("userName"));
    }
    if user.user_name.chars().any(|c| c.is_whitespace() || c.is_control() || c == '/' || c == ',') {
        return Err(AppError::refused("用户账号不能包含空格、逗号或斜杠").at("userName"));
    }
    check::required("realName", &user.real_name, "用户姓名不能为空")?;
    check::at_most("realName", &user.real_name, 30, "用户昵称长度不能超过30个字符")?;
    check::no_script("realName", &user.real_name, "用户昵称不能包含脚本字符")?;
    check::email("email", &user.email)?;
    check::mobile("phonenumber", &user.phonenumber)?;
    if !matches!(user.sex.as_str(), "0" | "1" | "2") {
        return Err(AppError::refused("用户性别不正确").at("sex"));
    }
    check::remark(&user.base.remark)
}

/// What the number is called that no two users may have.
pub const PHONE: &str = "手机号码";

/// Whether somebody else has a value that belongs to one living user. `verb` is 新增 or 修改.
fn taken(
    view: &View,
    user: &User,
    index: &Index<User>,
    (field, value): (&'static str, &str),
    (verb, what): (&str, &str),
) -> Result<()> {
    if value.is_empty() {
        return Ok(());
    }
    let other = view.tx.one(index, &key().str(&value.to_lowercase()))?;
    if other.is_some_and(|other| other.user_id != user.user_id) {
        return Err(AppError::refused(format!("{verb}用户'{}'失败，{what}已存在", user.user_name)).at(field));
    }
    Ok(())
}

/// The login name belongs to one living user.
///
/// # Errors
/// It is somebody else's.
pub fn check_name(view: &View, user: &User, verb: &str) -> Result<()> {
    taken(view, user, &BY_NAME, ("userName", &user.user_name), (verb, "登录账号"))
}

/// Login name, mobile number and mail address belong to one living user; `old` is the user as he was.
///
/// # Errors
/// One is somebody else's.
pub fn check_unique(op: &mut Op, user: &mut User, old: Option<&User>, verb: &str, clashes: &mut Clashes) -> Result<()> {
    check_name(&op.view(), user, verb)?;
    check_phone(op, user, old, verb, clashes)?;
    taken(&op.view(), user, &BY_EMAIL, ("email", &user.email), (verb, "邮箱账号"))
}

/// The mobile number belongs to one living user; who doesn't see all numbers is told as of anything that he doesn't see, and
/// the number is left out where an import that will be dropped does not look for it.
fn check_phone(op: &mut Op, user: &mut User, old: Option<&User>, verb: &str, clashes: &mut Clashes) -> Result<()> {
    let is_new = old.is_none_or(|old| old.phonenumber != user.phonenumber);
    if user.phonenumber.is_empty() || !is_new {
        return Ok(());
    }
    let sees = Phones::of(&op.view()).sees_all();
    if !sees && !clashes.asks(op, PHONE)? {
        user.phonenumber.clear();
        return Ok(());
    }
    let other = op.view().tx.one(&BY_PHONE, &key().str(&user.phonenumber))?;
    if other.is_none_or(|other| other.user_id == user.user_id) {
        return Ok(());
    }
    if sees {
        return Err(AppError::refused(format!("{verb}用户'{}'失败，{PHONE}已存在", user.user_name)).at("phonenumber"));
    }
    user.phonenumber.clear();
    clashes.note("用户管理", PHONE).map_err(|fault| fault.at("phonenumber"))
}
