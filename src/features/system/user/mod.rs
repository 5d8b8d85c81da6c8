//! Users: who may sign in, where he belongs, what he holds (contract 2.2, 3.2).
//!
//! Invariants: login name, mobile number and mail address are unique among living users; user 1 is
//! touched by nobody; nobody grants more than he holds or changes somebody mightier; disabling,
//! deletion and a new password end the person's sessions in the same commit.

pub mod directory;
pub mod exchange;
pub mod list;
pub mod ops;
pub mod passwords;
pub mod phones;
pub mod rules;
pub mod wire;

use crate::records::{self, export};
use crate::route::{AuditAction, Method, Route, prepared, read, read_by, write};

const TITLE: &str = "用户管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = records::list::routes::<list::Users>();
    routes.extend(vec![
        read("/system/user/deptTree", ops::dept_tree).perm("system:user:list").titled("用户管理的部门树"),
        read("/system/user/getRealUserList", directory::directory).signed_in().titled("通讯录"),
        read("/system/user/selectUserListByRole", directory::by_role).signed_in().titled("按角色读取人员"),
        read("/system/user/list/{ids}", directory::by_ids).signed_in().titled("按编号读取人员"),
        read("/system/user/listByIds", directory::by_ids).signed_in().titled("按编号读取人员（查询参数）"),
        read_by(Method::Post, "/system/user/listByIds", directory::by_ids)
            .signed_in()
            .titled("按编号读取人员（请求体）"),
        read("/system/user/authRole/{userId}", ops::held_roles).perm("system:user:query").titled("用户的角色"),
        write(Method::Put, "/system/user/authRole", ops::grant_roles)
            .perm("system:user:edit")
            .audit(TITLE, AuditAction::Grant)
            .titled("设置用户的角色"),
        read("/system/user/", ops::form).perm("system:user:query").titled("新增用户的表单（末尾带斜线）"),
        read("/system/user", ops::form).perm("system:user:query").titled("新增用户的表单"),
        read("/system/user/{userId}", ops::show).perm("system:user:query").titled("用户详情"),
        prepared(Method::Post, "/system/user", ops::prepare_new, ops::create)
            .hashing()
            .perm("system:user:add")
            .audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/user", ops::update).perm("system:user:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/system/user/{userIds}", ops::remove)
            .perm("system:user:remove")
            .audit(TITLE, AuditAction::Delete),
        prepared(Method::Put, "/system/user/resetPwd", ops::prepare_reset, ops::reset_password)
            .hashing()
            .perm("system:user:resetPwd")
            .audit(TITLE, AuditAction::Update)
            .titled("重置用户的口令"),
        write(Method::Put, "/system/user/changeStatus", ops::change_status)
            .perm("system:user:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("启用或停用用户"),
    ]);
    routes.extend(export::routes("/system/user/export", "system:user:export", TITLE, exchange::export));
    let import = ["/system/user/importTemplate", "/system/user/importData"];
    let [mut ticket, mut file, import] = exchange::USERS.routes(import, "system:user:import", TITLE);
    for template in [&mut ticket, &mut file] {
        template.audit = Some(("用户导入模板", AuditAction::Export));
    }
    routes.extend([ticket, file, import]);
    routes
}
