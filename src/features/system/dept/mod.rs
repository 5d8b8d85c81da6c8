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
use crate::records::import::LARGEST;
use crate::route::{AuditAction, Method, Route, prepared, read, write};

const TITLE: &str = "部门管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
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
        export::offered("/system/dept/export", exchange::prepare_export)
            .perm("system:dept:export")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/system/dept/export", exchange::prepare_export, export::file)
            .perm("system:dept:export")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Get, "/system/dept/importTemplate", exchange::prepare_template, export::ticket)
            .perm("system:dept:import")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/system/dept/importTemplate", exchange::prepare_template, export::file)
            .perm("system:dept:import")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/system/dept/importData", exchange::prepare_import, exchange::import)
            .upload("file", LARGEST)
            .perm("system:dept:import")
            .audit(TITLE, AuditAction::Import),
    ]
}
