//! Roles by which standard processes find people, and that installations don't begin with.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Result};
use crate::features::approvals::ASSIGN;
use crate::features::system::role::ops::{RoleInput, create as create_role};
use crate::op::{Op, View};
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::Role;
use crate::route::{Data, Done, Nothing};
use crate::store::Reads;

/// Key, name, remark of each.
const ROLES: &[(&str, &str, &str)] = &[
    ("finance_head", "财务负责人", "流程中的财务负责人：收款冲销、反月结"),
    ("office_meeting", "局长办公会", "记录局长办公会的决定，上传签字纪要"),
    ("legal", "法务", "流程中的法务审核"),
    ("flowadmin", "流程管理员", "为找不到办理人的环节分派办理人，不能代替审批"),
];

fn missing_roles(view: &View) -> Result<Vec<&'static (&'static str, &'static str, &'static str)>> {
    let roles: Vec<Role> = view.tx.all()?;
    let there = |wanted: &str| roles.iter().any(|role| role.role_key.split(',').any(|key| key.trim() == wanted));
    Ok(ROLES.iter().filter(|(key, _, _)| !there(key)).collect())
}

/// A role that standard processes ask for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingRole {
    /// Name of the role that programs use, unique.
    pub role_key: String,
    /// Name of the role 角色.
    pub role_name: String,
}

/// GET /appr/definition/roles: roles that are missing.
///
/// # Errors
/// Records that can't be read.
pub fn lacking(view: &View, _: Nothing) -> Result<Data<Vec<MissingRole>>> {
    let rows = missing_roles(view)?.into_iter();
    Ok(Data(rows.map(|(key, name, _)| MissingRole { role_key: (*key).into(), role_name: (*name).into() }).collect()))
}

/// POST /appr/definition/roles: makes the roles that are missing; people are put into them by who manages roles.
///
/// # Errors
/// A sentence when there is none to make, or the caller may not make roles.
pub fn make_roles(op: &mut Op, _: Nothing) -> Result<Done> {
    if !op.caller.rights.holds("system:role:add") {
        return Err(AppError::forbidden());
    }
    let missing = missing_roles(&op.view())?;
    if missing.is_empty() {
        return Err(AppError::refused("标准流程需要的角色都已存在"));
    }
    for (place, (key, name, remark)) in (90_i64..).zip(missing) {
        let menu_ids = if *key == "flowadmin" { assigning(&op.view())? } else { Vec::new() };
        create_role(
            op,
            RoleInput {
                role_name: (*name).into(),
                role_key: (*key).into(),
                role_sort: Some(place),
                menu_ids: Some(menu_ids),
                remark: Some((*remark).into()),
                ..RoleInput::default()
            },
        )?;
    }
    Ok(Done)
}

/// Menus by which somebody assigns, as far as the caller may give them.
fn assigning(view: &View) -> Result<Vec<u64>> {
    let mut menus: Vec<Menu> = view.tx.all()?;
    menus.retain(|menu| (menu.perms == ASSIGN || menu.perms == "appr:manage:list") && menu.enabled);
    Ok(menus.into_iter().map(|menu| menu.menu_id).filter(|menu| view.caller.rights.has_menu(*menu)).collect())
}
