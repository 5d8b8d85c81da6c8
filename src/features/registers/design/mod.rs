//! Designing registers: drafts, what is wrong with them, publishing, versions, conversions, the answers to the family's
//! generator.

pub mod check;
pub mod consequences;
pub mod drafts;
pub mod family;
pub mod fields;
pub mod pack;
pub mod publish;
pub mod sheets;
pub(super) mod stored;
pub mod versions;

use crate::route::{AuditAction, Method, Route, prepared, read, write};

use super::{file, package};

pub use stored::TITLE;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/reg/design/{id}", drafts::show).perm("tool:gen:query").titled("登记表设计详情"),
        prepared(Method::Post, "/reg/design", drafts::prepare, drafts::create)
            .perm("tool:gen:import")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/reg/design", drafts::update).perm("tool:gen:edit").audit(TITLE, AuditAction::Update),
        read("/reg/design/{id}/check", drafts::check).perm("tool:gen:query").titled("检查登记表设计"),
        read("/reg/design/{id}/versions", drafts::versions).perm("tool:gen:query").titled("登记表的历次定义"),
        write(Method::Put, "/reg/design/{id}/publish", publish::publish)
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Grant)
            .titled("发布登记表"),
        write(Method::Put, "/reg/design/{id}/stop", publish::stop)
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Update)
            .titled("停用登记表"),
        write(Method::Put, "/reg/design/{id}/resume", publish::resume)
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Update)
            .titled("恢复使用登记表"),
        write(Method::Put, "/reg/design/{id}/archive", package::deeds::archive)
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Clean)
            .titled("归档登记表"),
        prepared(Method::Put, "/reg/design/{id}/unarchive", package::back::prepare_own, package::back::bring_own)
            .optimistic()
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Import)
            .titled("恢复已归档的登记表"),
        prepared(Method::Get, "/reg/design/{id}/package", package::deeds::fetch, file::ticket)
            .perm("tool:gen:publish")
            .audit(TITLE, AuditAction::Export)
            .titled("下载登记表归档包"),
        read("/reg/design/{id}/convert/try", fields::attempt).perm("tool:gen:edit").titled("试算字段类型转换"),
        write(Method::Put, "/reg/design/{id}/convert", fields::convert)
            .perm("tool:gen:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("转换字段类型"),
        write(Method::Put, "/reg/design/{id}/field/archive", fields::archive)
            .perm("tool:gen:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("停用字段"),
        write(Method::Put, "/reg/design/{id}/field/restore", fields::restore)
            .perm("tool:gen:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("恢复字段"),
        write(Method::Delete, "/reg/design/{id}/field/{no}", fields::purge)
            .perm("tool:gen:remove")
            .audit(TITLE, AuditAction::Delete)
            .titled("删除字段"),
        prepared(Method::Get, "/reg/design/{id}/export", file::prepare, file::ticket)
            .perm("tool:gen:code")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/reg/design/{id}/export", file::prepare, file::send)
            .sends("application/json")
            .perm("tool:gen:code")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/reg/design/importData", file::opened, file::take)
            .upload("file", package::LARGEST)
            .optimistic()
            .perm("tool:gen:import")
            .audit(TITLE, AuditAction::Import),
        read("/reg/design/{id}/work", fields::work).perm("tool:gen:query").titled("登记表的后台处理进度"),
    ];
    routes.extend(family::routes());
    routes
}
