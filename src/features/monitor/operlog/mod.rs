//! The operation log: what was changed, by whom, from what to what (contract 3.7).
//!
//! Invariants: rows are read only; «deleting» archives what is older than the retention and nothing
//! else; every call is a view on the one audit chain.

pub mod ops;
pub mod wire;

use crate::records::export;
use crate::route::{AuditAction, Method, Route, prepared, read};

const TITLE: &str = "操作日志";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/monitor/operlog/list", ops::list).perm("monitor:operlog:list").titled("操作日志：列表"),
        read("/monitor/operlog/verify", ops::verify).perm("monitor:operlog:query").titled("校验操作日志的完整性"),
        read("/monitor/operlog/{operId}", ops::show).perm("monitor:operlog:query").titled("操作日志详情"),
        prepared(Method::Delete, "/monitor/operlog/clean", ops::prepare_clean, ops::remove)
            .perm("monitor:operlog:remove")
            .audit(TITLE, AuditAction::Clean)
            .titled("清空操作日志"),
        prepared(Method::Delete, "/monitor/operlog/{ids}", ops::prepare_remove, ops::remove)
            .perm("monitor:operlog:remove")
            .audit(TITLE, AuditAction::Delete),
    ];
    routes.extend(export::routes("/monitor/operlog/export", "monitor:operlog:export", TITLE, ops::prepare_export));
    routes
}
