//! Related applications (应用): tiles on the home page, sent as `modules` by getInfo (contract 2.8).
//!
//! Invariants: codes are unique; an address is our own path or http(s), never a script.
//! The order of the tiles is `sort`, then the number.

pub mod ops;
pub mod record;

use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "应用管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Modules>();
    routes.extend(vec![
        read("/system/module/{moduleId}", ops::show).perm("system:module:query").titled("应用详情"),
        write(Method::Post, "/system/module", ops::create).perm("system:module:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/module", ops::update).perm("system:module:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/system/module/{moduleIds}", ops::remove)
            .perm("system:module:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes
}
