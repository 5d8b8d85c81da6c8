//! Roles as workbooks: the same columns go out and come in (contract 7).
//!
//! Rights are not part of the workbook: what a role may do is chosen in its form, where nobody can give
//! what he does not hold and sees what he gives. A role that comes in has none, and reaches its holder's own
//! rows unless the workbook says otherwise; one that is known keeps its rights.

use super::ops::{self, ListRoles, RoleInput, Roles};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::identity::role::{BY_KEY, Role};
use crate::records::base::{Base, status_text};
use crate::records::exchange::{Column, Exchange, YES_NO, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, id, key};

/// Labels of the data scopes (contract 7.1).
const SCOPES: [&str; 5] =
    ["所有数据权限", "自定义数据权限", "本部门数据权限", "本部门及以下数据权限", "仅本人数据权限"];
/// The scope whose departments no workbook names.
const NAMED_DEPARTMENTS: u8 = 2;
/// The scope of a role for which the workbook says nothing.
const OWN_ROWS: u8 = 5;

type Col = Column<Role>;

pub static ROLES: Exchange<Role> = Exchange {
    sheet: "角色数据",
    columns: &[
        Col::new("角色序号", 10.0, |role| Cell::Number(role.role_id.cast_signed())).derived(),
        Col::text("角色名称", 18.0, |role| &mut role.role_name).note("必填，不能重复"),
        Col::text("角色权限", 18.0, |role| &mut role.role_key).note("必填，权限字符，不能重复"),
        Col::number("角色排序", 10.0, |role| &mut role.role_sort),
        Col::new("数据范围", 24.0, |role| text(scope_label(role)))
            .note("留空为仅本人；自定义的部门请在页面中设置")
            .choices(&SCOPES)
            .sets(|cell, role, ()| {
                role.data_scope = u8::try_from(cell.place(&SCOPES)? + 1).map_err(AppError::internal)?;
                Ok(())
            }),
        Col::flag("需要动态口令", 14.0, &YES_NO, |role| &mut role.second_factor),
        Col::enabled("角色状态", 10.0, |role| &mut role.enabled),
        Col::text("备注", 24.0, |role| &mut role.base.remark).lines(),
    ],
    needed: &["角色名称", "角色权限"],
    empty: "导入角色数据不能为空！",
    rows: ImportKind { noun: "角色", key: None, key_name: "角色权限", name: "角色名称" },
    example: |_| Role {
        role_name: "档案管理员".into(),
        role_key: "archivist".into(),
        role_sort: 10,
        data_scope: 3,
        base: Base::remarked("示例行不会被导入；菜单权限请在页面中设置"),
        ..blank()
    },
    import,
};

fn scope_label(role: &Role) -> &'static str {
    SCOPES.get(usize::from(role.data_scope).wrapping_sub(1)).copied().unwrap_or_default()
}

fn blank() -> Role {
    Role { data_scope: OWN_ROWS, enabled: true, ..Role::default() }
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListRoles) -> Result<Workbook> {
    ROLES.export::<Roles>(view, &query, |role| Ok(role.clone()))
}

/// A known role's scope is set by the operation of the form, which asks whether the caller reaches as far himself.
fn save(op: &mut Op, role: Role, is_new: bool) -> Result<()> {
    let form = RoleInput {
        role_id: (!is_new).then_some(role.role_id),
        role_name: role.role_name,
        role_key: role.role_key,
        role_sort: Some(role.role_sort),
        status: Some(status_text(role.enabled)),
        data_scope: Some(role.data_scope.to_string()),
        second_factor: Some(role.second_factor),
        remark: Some(role.base.remark),
        ..RoleInput::default()
    };
    if is_new {
        // A new role has no members yet and shows to nobody with a limited scope, so it is made whole here.
        return ops::create_reaching(op, form).map(drop);
    }
    let before: Option<Role> = op.view().tx.get(&id(role.role_id))?;
    ops::update(op, form.clone())?;
    if before.is_some_and(|before| before.data_scope == role.data_scope) {
        return Ok(());
    }
    if role.data_scope == NAMED_DEPARTMENTS {
        return Err(AppError::refused("自定义数据权限的部门不能导入，请在页面中设置数据权限"));
    }
    ops::data_scope(op, form).map(drop)
}

fn role_key(row: &Row) -> &str {
    row.get("角色权限").trim()
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let known = |view: &View, row: &Row| {
        let known: Option<Role> = view.tx.one(&BY_KEY, &key().str(role_key(row)))?;
        // Of a foreign role a workbook learns no more than a form does: that its key is taken.
        Ok(known.filter(|role| ops::visible(view, role.role_id).is_ok()))
    };
    ROLES.take_all(op, book, blank, known, |row| format!("权限字符 {} 已存在", role_key(row)), save)
}
