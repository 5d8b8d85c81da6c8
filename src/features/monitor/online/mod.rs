//! Who is signed in, and ending it (contract 3.9).
//!
//! Invariants: a session's id never leaves the server, rows are named by its hash as in the personal
//! centre; an ended session is dead on the next request (the store's observer); the session that asks
//! cannot end itself here; nobody signs off a mightier person.

pub mod ops;

use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "在线用户";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/monitor/online/list", ops::list).perm("monitor:online:list").titled("在线用户：列表"),
        read("/monitor/online/{tokenId}", ops::show).perm("monitor:online:query").titled("在线用户详情"),
        write(Method::Delete, "/monitor/online/batch/{tokenIds}", ops::end)
            .essential()
            .perm("monitor:online:batchLogout")
            .audit(TITLE, AuditAction::ForceOff)
            .titled("批量强制退出在线用户"),
        write(Method::Delete, "/monitor/online/{tokenIds}", ops::end)
            .essential()
            .perm("monitor:online:forceLogout")
            .audit(TITLE, AuditAction::ForceOff)
            .titled("强制退出在线用户"),
    ]
}
