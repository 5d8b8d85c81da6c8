//! Notices and announcements to staff (domain 2.13, contract 3.6).
//!
//! Invariants: content is cleaned on write; a notice is seen by whoever is in its scope, between its
//! first and its last moment, while it is published; a reading is noted once and kept as long as the
//! notice. A draft or withdrawn notice is seen by those who administer notices only.

pub mod admin;
pub mod alarm;
pub mod reading;
pub mod record;
pub mod wire;

use crate::records::export;
use crate::records::files::ReferenceKind;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

/// Files of notices: seen by whoever may read the notice.
pub const FILES: ReferenceKind = ReferenceKind { name: "notice", may_see: reading::may_see_file };

const TITLE: &str = "通知公告";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<admin::Notices>();
    routes.extend(vec![
        read("/system/notice/mine", reading::mine).signed_in().titled("我能看到的公告"),
        read("/system/notice/listTop", reading::top).signed_in().titled("首页公告"),
        read("/system/notice/readUsers/list", reading::readers).perm("system:notice:list").titled("公告的已读人员"),
        read("/system/notice/{noticeId}", reading::show).signed_in().titled("公告详情"),
        write(Method::Post, "/system/notice/markRead", reading::mark)
            .signed_in()
            .audit(TITLE, AuditAction::Other)
            .titled("公告标记为已读"),
        write(Method::Post, "/system/notice/markReadAll", reading::mark_all)
            .signed_in()
            .audit(TITLE, AuditAction::Other)
            .titled("全部公告标记为已读"),
        write(Method::Post, "/system/notice", admin::create)
            .perm("system:notice:add")
            .audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/notice", admin::update)
            .perm("system:notice:edit")
            .audit(TITLE, AuditAction::Update),
        write(Method::Put, "/system/notice/changeState", admin::change_state)
            .perm("system:notice:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("发布或撤回公告"),
        write(Method::Delete, "/system/notice/{noticeIds}", admin::remove)
            .perm("system:notice:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/system/notice/export", "system:notice:export", TITLE, admin::prepare_export));
    routes
}
