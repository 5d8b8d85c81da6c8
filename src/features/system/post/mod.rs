//! Posts that users hold (contract 3.4).
//!
//! Invariants: code and name are unique; a post that somebody holds is not removed.

pub mod exchange;
pub mod ops;
pub mod record;
pub mod wire;

use crate::records::export;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "岗位管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Posts>();
    routes.extend(vec![
        read("/system/post/optionselect", ops::options).signed_in().titled("可选的岗位"),
        read("/system/post/{postId}", ops::show).perm("system:post:query").titled("岗位详情"),
        write(Method::Post, "/system/post", ops::create).perm("system:post:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/post", ops::update).perm("system:post:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/system/post/{postIds}", ops::remove)
            .perm("system:post:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/system/post/export", "system:post:export", TITLE, exchange::export));
    routes.extend(exchange::POSTS.routes(
        ["/system/post/importTemplate", "/system/post/importData"],
        "system:post:import",
        TITLE,
    ));
    routes
}
