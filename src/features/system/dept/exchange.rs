//! Departments as workbooks: the tree as paths, `局机关/财务科`, each parent before its children.

use std::collections::HashMap;

use super::ops::{self, DeptInput, ListDepts};
use crate::error::{AppError, Result};
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::platform::identity::dept::{BY_NAME, Dept};
use crate::records::base::status_text;
use crate::records::exchange::{Column, Exchange, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind, Taken};
use crate::route::Nothing;
use crate::sheet::Row;
use crate::store::{Reads, id, key};

/// A department with its path.
#[derive(Clone, PartialEq)]
pub struct DeptSheetRow {
    path: String,
    dept: Dept,
}

type Col = Column<DeptSheetRow>;

pub static DEPTS: Exchange<DeptSheetRow> = Exchange {
    sheet: "部门数据",
    columns: &[
        Col::new("部门路径", 48.0, |row| text(&row.path)).note("必填，从最上级写起，用 / 分隔；上级须已存在或写在前面"),
        Col::number("显示排序", 10.0, |row| &mut row.dept.order_num),
        Col::text("负责人", 14.0, |row| &mut row.dept.leader),
        Col::text("联系电话", 16.0, |row| &mut row.dept.phone),
        Col::text("邮箱", 24.0, |row| &mut row.dept.email),
        Col::enabled("部门状态", 10.0, |row| &mut row.dept.enabled),
    ],
    needed: &["部门路径"],
    empty: "导入部门数据不能为空！",
    rows: ImportKind { noun: "部门", key: Some(path_of), key_name: "部门路径", name: "负责人" },
    example: |_| DeptSheetRow {
        path: "示例：云川市工业和信息化局/局机关/档案室".into(),
        dept: Dept {
            order_num: 1,
            leader: "张三".into(),
            phone: "13800138000".into(),
            email: "zhangsan@example.cn".into(),
            enabled: true,
            ..Dept::default()
        },
    },
    import,
};

fn blank() -> DeptSheetRow {
    DeptSheetRow { path: String::new(), dept: Dept { enabled: true, ..Dept::default() } }
}

/// Writes the workbook of the filter, in the caller's scope, parents before children.
pub fn export(view: &View, query: ListDepts) -> Result<Workbook> {
    let paths = ops::paths(view, Nothing {})?;
    let mut rows: Vec<DeptSheetRow> = ops::matching(view, &query)?
        .into_iter()
        .map(|dept| DeptSheetRow { path: paths.get(&dept.dept_id).cloned().unwrap_or_default(), dept })
        .collect();
    rows.order_by_key(|row| row.path.matches('/').count());
    DEPTS.write(view, rows.len(), rows.into_iter().map(Ok))
}

/// A path as people write it, with one kind of stroke and no blanks around it.
fn path_of(row: &Row) -> String {
    row.get("部门路径").split(['/', '／']).map(str::trim).collect::<Vec<_>>().join("/")
}

/// Departments by path, those of the file included as they are made.
struct Paths(HashMap<String, u64>);

impl Paths {
    fn take(&mut self, op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
        let path = path_of(row);
        let (above, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let parent_id = match above {
            "" => 0,
            above => *self.0.get(above).ok_or_else(|| AppError::refused(format!("上级部门“{above}”不存在")))?,
        };
        let known: Option<Dept> = match self.0.get(&path) {
            Some(dept_id) => op.view().tx.get(&id(*dept_id))?,
            None => None,
        };
        let dept_id = known.as_ref().map(|dept| dept.dept_id);
        let known = known.map(|dept| DeptSheetRow { path: String::new(), dept });
        let Some(DeptSheetRow { dept, .. }) = DEPTS.changed(row, known, blank)? else { return Ok(Taken::Unchanged) };
        let form = DeptInput {
            dept_id,
            parent_id: Some(parent_id),
            dept_name: name.to_owned(),
            order_num: Some(dept.order_num),
            leader: Some(dept.leader),
            leader_id: None,
            in_charge_id: None,
            phone: Some(dept.phone),
            email: Some(dept.email),
            status: Some(status_text(dept.enabled)),
        };
        match dept_id {
            Some(_) if !update => Err(AppError::refused(format!("部门 {path} 已存在"))),
            Some(_) => ops::update(op, form).map(|_| Taken::Updated),
            None => {
                ops::create(op, form)?;
                let made: Option<Dept> = op.view().tx.one(&BY_NAME, &key().u64(parent_id).str(name))?;
                self.0.extend(made.map(|dept| (path.clone(), dept.dept_id)));
                Ok(Taken::Created)
            }
        }
    }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    let mut paths = Paths(ops::paths(&op.view(), Nothing {})?.into_iter().map(|(id, path)| (path, id)).collect());
    DEPTS.work(op, book, |op, row| paths.take(op, row, update))?.finish(op, None)
}
