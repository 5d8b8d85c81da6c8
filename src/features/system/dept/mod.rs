//! Departments: the organisation tree (contract 2.4).
//!
//! Invariants: a name is unique below its parent; no circle; a department with children or users is
//! not removed; enabling one enables its ancestors. `ancestors` are computed from the links, never
//! taken from a client.

pub mod exchange;
pub mod find;
pub mod ops;
pub mod wire;

use crate::records::export;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "部门管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/system/dept/list", ops::list).perm("system:dept:list").titled("部门管理：列表"),
        read("/system/dept/list/exclude/{deptId}", ops::list_without).perm("system:dept:list").titled("可作上级的部门"),
        read("/system/dept/treeselect", ops::tree).signed_in().titled("部门树"),
        read("/system/dept/roleDeptTreeselect/{roleId}", ops::role_tree)
            .perm("system:role:query")
            .titled("角色的部门树"),
        read("/system/role/deptTree/{roleId}", ops::role_tree)
            .perm("system:role:query")
            .titled("角色的部门树（新版路径）"),
        read("/system/dept/{deptId}", ops::show).perm("system:dept:query").titled("部门详情"),
        write(Method::Post, "/system/dept", ops::create).perm("system:dept:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/dept", ops::update).perm("system:dept:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/system/dept/updateSort", ops::update_sort)
            .perm("system:dept:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("调整部门顺序"),
        write(Method::Delete, "/system/dept/{deptId}", ops::remove)
            .perm("system:dept:remove")
            .audit(TITLE, AuditAction::Delete),
    ];
    routes.extend(export::routes("/system/dept/export", "system:dept:export", TITLE, exchange::export));
    routes.extend(exchange::DEPTS.routes(
        ["/system/dept/importTemplate", "/system/dept/importData"],
        "system:dept:import",
        TITLE,
    ));
    routes
}
