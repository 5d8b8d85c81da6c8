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
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given, number};
use crate::records::list::workbook_of;
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

/// Labels of the data scopes (contract 7.1).
const SCOPES: [&str; 5] =
    ["所有数据权限", "自定义数据权限", "本部门数据权限", "本部门及以下数据权限", "仅本人数据权限"];
const YES_NO: [&str; 2] = ["否", "是"];
/// The scope whose departments no workbook names.
const NAMED_DEPARTMENTS: usize = 1;
/// The scope of a role for which the workbook says nothing.
const OWN_ROWS: usize = 4;

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

fn scope_place(role: &Role) -> usize {
    usize::from(role.data_scope).wrapping_sub(1)
}

/// The first column goes out only.
const COLUMNS: &[Column<Role>] = &[
    Column::new("角色序号", 10.0, |role: &Role| Cell::Number(role.role_id.cast_signed())),
    Column::new("角色名称", 18.0, |role: &Role| text(&role.role_name)).note("必填，不能重复"),
    Column::new("角色权限", 18.0, |role: &Role| text(&role.role_key)).note("必填，权限字符，不能重复"),
    Column::new("角色排序", 10.0, |role| Cell::Number(role.role_sort)),
    Column::new("数据范围", 24.0, |role: &Role| text(SCOPES.get(scope_place(role)).copied().unwrap_or_default()))
        .note("留空为仅本人；自定义的部门请在页面中设置")
        .choices(&SCOPES),
    Column::new("需要动态口令", 14.0, |role: &Role| text(YES_NO[usize::from(role.second_factor)])).choices(&YES_NO),
    Column::new("角色状态", 10.0, |role: &Role| text(STATES[usize::from(!role.enabled)])).choices(&STATES),
    Column::new("备注", 24.0, |role: &Role| text(&role.base.remark)).lines(),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListRoles) -> Result<Workbook> {
    workbook_of::<Roles, _>(view, &query, "角色数据", COLUMNS, |role| Ok(role.clone()))
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let example = Role {
        role_id: 0,
        role_name: "档案管理员".into(),
        role_key: "archivist".into(),
        role_sort: 10,
        data_scope: 3,
        menu_check_strictly: true,
        dept_check_strictly: true,
        enabled: true,
        menu_ids: Vec::new(),
        dept_ids: Vec::new(),
        second_factor: false,
        base: Base { remark: "示例行不会被导入；菜单权限请在页面中设置".into(), ..Base::default() },
    };
    import::template(view, &COLUMNS[1..], "角色数据", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["角色名称", "角色权限"], "导入角色数据不能为空！")
}

fn input(row: &Row, old: Option<&Role>) -> Result<RoleInput> {
    let disabled = usize::from(old.is_some_and(|role| !role.enabled));
    let factor = choice(row, "需要动态口令", &YES_NO, usize::from(old.is_some_and(|role| role.second_factor)))?;
    let scope = choice(row, "数据范围", &SCOPES, old.map_or(OWN_ROWS, scope_place))?;
    Ok(RoleInput {
        role_id: old.map(|role| role.role_id),
        role_name: given(row, "角色名称", old.map_or("", |role| &role.role_name)),
        role_key: row.get("角色权限").trim().to_owned(),
        role_sort: Some(number(row, "角色排序", old.map_or(0, |role| role.role_sort))?),
        status: Some(status_text(choice(row, "角色状态", &STATES, disabled)? == 0)),
        data_scope: Some((scope + 1).to_string()),
        second_factor: Some(factor == 1),
        remark: Some(given(row, "备注", old.map_or("", |role| &role.base.remark))),
        ..RoleInput::default()
    })
}

fn has_same_scope(role: &Role, input: &RoleInput) -> bool {
    input.data_scope.as_deref() == Some(role.data_scope.to_string().as_str())
}

fn is_same(role: &Role, input: &RoleInput) -> bool {
    role.role_name == input.role_name
        && Some(role.role_sort) == input.role_sort
        && Some(status_text(role.enabled)) == input.status
        && Some(&role.base.remark) == input.remark.as_ref()
        && Some(role.second_factor) == input.second_factor
        && has_same_scope(role, input)
}

/// Sets the scope by the operation of the form, which asks whether the caller reaches as far himself.
fn set_scope(op: &mut Op, role: &Role, form: RoleInput) -> Result<()> {
    if has_same_scope(role, &form) {
        return Ok(());
    }
    if form.data_scope.as_deref() == Some((NAMED_DEPARTMENTS + 1).to_string().as_str()) {
        return Err(AppError::refused("自定义数据权限的部门不能导入，请在页面中设置数据权限"));
    }
    ops::data_scope(op, RoleInput { role_id: Some(role.role_id), ..form }).map(|_| ())
}

fn take(op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
    let role_key = row.get("角色权限").trim();
    let known: Option<Role> = op.view().tx.one(&BY_KEY, &key().str(role_key))?;
    // Of a foreign role a workbook learns no more than a form does: that its key is taken.
    let known = known.filter(|role| ops::visible(&op.view(), role.role_id).is_ok());
    let form = input(row, known.as_ref())?;
    match known {
        Some(role) if is_same(&role, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(AppError::refused(format!("权限字符 {role_key} 已存在"))),
        Some(role) => {
            ops::update(op, form.clone())?;
            set_scope(op, &role, form).map(|()| Taken::Updated)
        }
        None => {
            // A new role has no members yet and shows to nobody with a limited scope, so it is made whole here.
            ops::create_reaching(op, form).map(|_| Taken::Created)
        }
    }
}

const KIND: ImportKind = ImportKind {
    noun: "角色",
    key: |row| row.get("角色权限").trim().to_owned(),
    key_name: "角色权限",
    name: "角色名称",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
