//! Roles: sets of rights with the rows they reach (contract 3.1, 3.2).
//!
//! Invariants: name and key are unique; role 1 is touched by nobody; a role somebody holds is not
//! removed; nobody puts more into a role than he holds himself, nor changes a role that holds more.

pub mod exchange;
pub mod members;
pub mod ops;
pub mod wire;

use crate::records::export;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "角色管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Roles>();
    routes.extend(list::routes::<members::Allocated>());
    routes.extend(list::routes::<members::Unallocated>());
    routes.extend(vec![
        read("/system/role/optionselect", ops::options).perm("system:role:query").titled("可选的角色"),
        write(Method::Put, "/system/role/authUser/cancel", members::cancel)
            .perm("system:role:edit")
            .audit(TITLE, AuditAction::Grant)
            .titled("取消一个用户的角色"),
        write(Method::Put, "/system/role/authUser/cancelAll", members::cancel_all)
            .perm("system:role:edit")
            .audit(TITLE, AuditAction::Grant)
            .titled("批量取消用户的角色"),
        write(Method::Put, "/system/role/authUser/selectAll", members::select_all)
            .perm("system:role:edit")
            .audit(TITLE, AuditAction::Grant)
            .titled("批量授予用户角色"),
        read("/system/role/{roleId}", ops::show).perm("system:role:query").titled("角色详情"),
        write(Method::Post, "/system/role", ops::create).perm("system:role:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/role", ops::update).perm("system:role:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/system/role/dataScope", ops::data_scope)
            .perm("system:role:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("设置角色的数据范围"),
        write(Method::Put, "/system/role/changeStatus", ops::change_status)
            .perm("system:role:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("启用或停用角色"),
        write(Method::Delete, "/system/role/{roleIds}", ops::remove)
            .perm("system:role:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/system/role/export", "system:role:export", TITLE, exchange::export));
    routes.extend(exchange::ROLES.routes(
        ["/system/role/importTemplate", "/system/role/importData"],
        "system:role:import",
        TITLE,
    ));
    routes
}
