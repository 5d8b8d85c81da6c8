//! The login log: who signed in, from where, and why it failed (contract 3.8).
//!
//! Invariants: a view on the rows of kind `SignIn` of the audit chain; read only, archived together
//! with the operation log. Unlocking an account is a route of the sign-in feature.

pub mod ops;

use crate::features::monitor::operlog;
use crate::records::export;
use crate::route::{AuditAction, Method, Route, prepared, read};

const TITLE: &str = "登录日志";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/monitor/logininfor/list", ops::list).perm("monitor:logininfor:list").titled("登录日志：列表"),
        read("/monitor/logininfor/{infoId}", ops::show).perm("monitor:logininfor:query").titled("登录日志详情"),
        prepared(Method::Delete, "/monitor/logininfor/clean", operlog::ops::prepare_clean, operlog::ops::remove)
            .perm("monitor:logininfor:remove")
            .audit(TITLE, AuditAction::Clean)
            .titled("清空登录日志"),
        prepared(Method::Delete, "/monitor/logininfor/{ids}", operlog::ops::prepare_remove, operlog::ops::remove)
            .perm("monitor:logininfor:remove")
            .audit(TITLE, AuditAction::Delete),
    ];
    routes.extend(export::routes(
        "/monitor/logininfor/export",
        "monitor:logininfor:export",
        TITLE,
        ops::prepare_export,
    ));
    routes
}
