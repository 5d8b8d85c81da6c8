//! The menu tree: directories, pages and buttons with their permissions (contract 3.3, 4).
//!
//! Invariants: a title is unique below its parent; no circle; an entry with children or granted to a
//! role is not removed.

pub mod ops;
pub mod routers;

use crate::platform::session::Stage;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "菜单管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/getRouters", routers::routers).signed_in().at(Stage::Password).titled("当前用户的菜单路由"),
        read("/system/menu/list", ops::list).perm("system:menu:list").titled("菜单管理：列表"),
        read("/system/menu/treeselect", ops::tree).signed_in().titled("菜单树"),
        read("/system/menu/roleMenuTreeselect/{roleId}", ops::role_tree)
            .perm("system:role:query")
            .titled("角色的菜单树"),
        read("/system/menu/{menuId}", ops::show).perm("system:menu:query").titled("菜单详情"),
        write(Method::Post, "/system/menu", ops::create).perm("system:menu:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/menu", ops::update).perm("system:menu:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/system/menu/updateSort", ops::update_sort)
            .perm("system:menu:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("调整菜单顺序"),
        write(Method::Delete, "/system/menu/{menuId}", ops::remove)
            .perm("system:menu:remove")
            .audit(TITLE, AuditAction::Delete),
    ]
}
