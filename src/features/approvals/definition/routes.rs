//! The calls of those who draw processes.

use super::{catalogue, ops, people, roles, seats, simulate, standard, transfer};
use crate::error::Result;
use crate::op::Op;
use crate::records::list;
use crate::route::{AuditAction, Done, Method, Route, read, read_by, write};

use ops::{LIST, TITLE, VersionInput};

const EDIT: &str = "appr:definition:edit";
const PUBLISH: &str = "appr:definition:publish";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let in_force = |path, run: fn(&mut Op<'_, '_>, VersionInput) -> Result<Done>| {
        write(Method::Post, path, run).perm(PUBLISH).audit(TITLE, AuditAction::Grant).idempotent()
    };
    let mut routes = list::routes::<ops::Definitions>();
    routes.extend(vec![
        read("/appr/binding/list", catalogue::catalogue).perm(LIST).titled("可审批的单据种类"),
        read("/appr/definition/usage", ops::usage).perm(LIST).titled("流程使用情况"),
        read("/appr/definition/check", people::health).perm(LIST).titled("流程体检"),
        read("/appr/definition/presets", standard::presets).perm(LIST).titled("可启用的标准流程"),
        read("/appr/definition/seats", seats::seats).perm(LIST).titled("流程各环节的办理人"),
        read("/appr/definition/roles", roles::lacking).perm(LIST).titled("标准流程缺少的角色"),
        read("/appr/definition/{id}", ops::show).perm(LIST).titled("流程详情"),
        read("/appr/definition/{id}/export", transfer::export).perm(EDIT).titled("导出流程"),
        read_by(Method::Post, "/appr/definition/validate", ops::validate).perm(LIST).titled("检查流程"),
        read_by(Method::Post, "/appr/definition/simulate", simulate::simulate).perm(LIST).titled("流程试运行"),
        write(Method::Post, "/appr/definition", ops::create).perm(EDIT).audit(TITLE, AuditAction::Insert).idempotent(),
        write(Method::Put, "/appr/definition", ops::update).perm(EDIT).audit(TITLE, AuditAction::Update).idempotent(),
        write(Method::Delete, "/appr/definition/{ids}", ops::remove).perm(EDIT).audit(TITLE, AuditAction::Delete),
        write(Method::Post, "/appr/definition/copy", ops::copy)
            .perm(EDIT)
            .audit(TITLE, AuditAction::Insert)
            .idempotent()
            .titled("复制流程"),
        write(Method::Post, "/appr/definition/import", transfer::import)
            .perm(EDIT)
            .audit(TITLE, AuditAction::Insert)
            .idempotent()
            .titled("导入流程"),
        in_force("/appr/definition/publish", ops::publish).titled("发布流程"),
        in_force("/appr/definition/disable", ops::disable).titled("停用流程"),
        write(Method::Post, "/appr/definition/preset", standard::switch)
            .perm(PUBLISH)
            .audit(TITLE, AuditAction::Grant)
            .idempotent()
            .titled("启用标准流程"),
        write(Method::Post, "/appr/definition/roles", roles::make_roles)
            .perm(PUBLISH)
            .audit(TITLE, AuditAction::Insert)
            .idempotent()
            .titled("新增标准流程缺少的角色"),
    ]);
    routes
}
