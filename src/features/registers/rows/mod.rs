//! The rows of registers: list, card, forms, recycle bin, choices. Addresses are static, their rights come to be with the
//! code in the path.

pub mod group;
pub mod history;
pub mod list;
pub mod meta;
mod open;
pub mod ops;
pub mod read;
pub mod suggest;
pub mod trash;
pub mod unique;
pub mod write;

use crate::records::files::ReferenceKind;
use crate::route::{AuditAction, Method, Route, read as get, write as put};
use crate::store::{Reads, id};

use super::approval::returned;
use super::published::{Published, permission};
use super::record::{ROW_FILES, RegRow, Register, register_of};

/// Files of rows: seen by whoever sees the row.
pub const REFERENCE: ReferenceKind = ReferenceKind {
    name: ROW_FILES,
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        let row: Option<RegRow> = view.tx.get(&id(to.id))?;
        let register: Option<Register> = view.tx.get(&id(register_of(to.id)))?;
        let (Some(row), Some(register)) = (row, register) else { return Ok(false) };
        let name = permission(&register.code, "list");
        if !view.caller.rights.holds(&name) {
            return Ok(false);
        }
        let published = Published::whatever_state(view, register)?;
        let seen = published.seen(view);
        let is_hidden = |no: u16| seen.all() || seen.by_no(no).is_some();
        if row.cells.iter().any(|(no, cell)| !is_hidden(no) && write::holds_file(cell, file.file_id)) {
            return Ok(false);
        }
        let scope = view.caller.rights.scope(Some(&name));
        Ok(published.is_common() || crate::records::owned::is_visible(view, &scope, &row))
    },
};

const TITLE: &str = "登记表数据";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        get("/reg/links/{kind}", meta::link_options).signed_in().titled("可关联的记录"),
        get("/reg/{code}/meta", meta::meta).perm_of("reg:{code}:list").titled("登记表的字段与操作"),
        get("/reg/{code}/list", list::list).perm_of("reg:{code}:list").titled("登记表数据：列表"),
        get("/reg/{code}/deleted", list::deleted).perm_of("reg:{code}:remove").titled("已删除的登记表数据"),
        get("/reg/{code}/group", group::group).perm_of("reg:{code}:list").titled("登记表数据分组汇总"),
        get("/reg/{code}/openapi", super::openapi::document).perm_of("reg:{code}:list").titled("登记表的接口文档"),
        get("/reg/{code}/options", list::options).perm_of("reg:{code}:list").titled("可选的登记表数据"),
        get("/reg/{code}/suggest", suggest::suggest).perm_of("reg:{code}:list").titled("登记表字段的输入提示"),
        get("/reg/{code}/returned/{id}", returned::show).perm_of("reg:{code}:list").titled("被退回的登记表数据"),
        put(Method::Put, "/reg/{code}/returned", returned::put_right)
            .perm_of("reg:{code}:list")
            .audit(TITLE, AuditAction::Update)
            .audit_input(ops::names_only)
            .idempotent()
            .titled("修改被退回的登记表数据"),
        get("/reg/{code}/{id}", read::show).perm_of("reg:{code}:query").titled("登记表数据详情"),
        put(Method::Post, "/reg/{code}/personal", read::personal)
            .perm_of("reg:{code}:pii")
            .audit(TITLE, AuditAction::Other)
            .titled("查看登记表个人信息"),
        put(Method::Post, "/reg/{code}", ops::create)
            .perm_of("reg:{code}:add")
            .audit(TITLE, AuditAction::Insert)
            .audit_input(ops::names_only)
            .idempotent(),
        put(Method::Put, "/reg/{code}", ops::update)
            .perm_of("reg:{code}:edit")
            .audit(TITLE, AuditAction::Update)
            .audit_input(ops::names_only),
        put(Method::Put, "/reg/{code}/batch", ops::batch)
            .perm_of("reg:{code}:edit")
            .audit(TITLE, AuditAction::Update)
            .audit_input(ops::names_only)
            .titled("批量修改登记表数据"),
        put(Method::Put, "/reg/{code}/restore", ops::restore)
            .perm_of("reg:{code}:remove")
            .audit(TITLE, AuditAction::Update)
            .titled("恢复已删除的登记表数据"),
        put(Method::Delete, "/reg/{code}/{ids}", ops::remove)
            .perm_of("reg:{code}:remove")
            .audit(TITLE, AuditAction::Delete),
    ]
}
