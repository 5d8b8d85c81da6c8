//! Departments as workbooks: the tree as paths, `局机关/财务科`, each parent before its children.

use std::collections::HashMap;

use super::ops::{self, DeptInput, ListDepts};
use crate::error::{AppError, Result};
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::platform::identity::dept::{BY_NAME, Dept};
use crate::records::base::status_text;
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given, number};
use crate::records::{export, import};
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, id, key};

/// A department with its path.
struct DeptSheetRow {
    path: String,
    dept: Dept,
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// The same columns go out and come in, so that an export can be changed and imported again.
const COLUMNS: &[Column<DeptSheetRow>] = &[
    Column::new("部门路径", 48.0, |line: &DeptSheetRow| text(&line.path))
        .note("必填，从最上级写起，用 / 分隔；上级须已存在或写在前面"),
    Column::new("显示排序", 10.0, |line| Cell::Number(line.dept.order_num)),
    Column::new("负责人", 14.0, |line| text(&line.dept.leader)),
    Column::new("联系电话", 16.0, |line| text(&line.dept.phone)),
    Column::new("邮箱", 24.0, |line| text(&line.dept.email)),
    Column::new("部门状态", 10.0, |line: &DeptSheetRow| text(STATES[usize::from(!line.dept.enabled)])).choices(&STATES),
];

/// Writes the workbook of the filter, in the caller's scope, parents before children.
pub fn prepare_export(view: &View, query: ListDepts) -> Result<Workbook> {
    let paths = ops::paths(view, Nothing {})?;
    let mut lines: Vec<DeptSheetRow> = ops::matching(view, &query)?
        .into_iter()
        .map(|dept| DeptSheetRow { path: paths.get(&dept.dept_id).cloned().unwrap_or_default(), dept })
        .collect();
    lines.order_by_key(|line| line.path.matches('/').count());
    export::write(view, "部门数据", COLUMNS, lines.into_iter())
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let dept = Dept {
        dept_id: 0,
        parent_id: 0,
        dept_name: String::new(),
        order_num: 1,
        leader: "张三".into(),
        leader_id: 0,
        in_charge_id: 0,
        phone: "13800138000".into(),
        email: "zhangsan@example.cn".into(),
        enabled: true,
        base: crate::records::base::Base::default(),
    };
    let example = DeptSheetRow { path: "示例：云川市工业和信息化局/局机关/档案室".into(), dept };
    import::template(view, COLUMNS, "部门数据", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["部门路径"], "导入部门数据不能为空！")
}

/// A path as people write it, with one kind of stroke and no blanks around it.
fn path_of(row: &Row) -> String {
    row.get("部门路径").split(['/', '／']).map(str::trim).collect::<Vec<_>>().join("/")
}

fn input(row: &Row, name: &str, parent_id: u64, old: Option<&Dept>) -> Result<DeptInput> {
    let disabled = usize::from(old.is_some_and(|dept| !dept.enabled));
    Ok(DeptInput {
        dept_id: old.map(|dept| dept.dept_id),
        parent_id: Some(parent_id),
        dept_name: name.to_owned(),
        order_num: Some(number(row, "显示排序", old.map_or(0, |dept| dept.order_num))?),
        leader: Some(given(row, "负责人", old.map_or("", |dept| &dept.leader))),
        leader_id: None,
        in_charge_id: None,
        phone: Some(given(row, "联系电话", old.map_or("", |dept| &dept.phone))),
        email: Some(given(row, "邮箱", old.map_or("", |dept| &dept.email))),
        status: Some(status_text(choice(row, "部门状态", &STATES, disabled)? == 0)),
    })
}

fn is_same(dept: &Dept, input: &DeptInput) -> bool {
    Some(dept.order_num) == input.order_num
        && Some(&dept.leader) == input.leader.as_ref()
        && Some(&dept.phone) == input.phone.as_ref()
        && Some(&dept.email) == input.email.as_ref()
        && Some(status_text(dept.enabled)) == input.status
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
        let form = input(row, name, parent_id, known.as_ref())?;
        match known {
            Some(dept) if is_same(&dept, &form) => Ok(Taken::Unchanged),
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

const KIND: ImportKind = ImportKind { noun: "部门", key: path_of, key_name: "部门路径", name: "负责人" };

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    let mut paths = Paths(ops::paths(&op.view(), Nothing {})?.into_iter().map(|(id, path)| (path, id)).collect());
    import::work(op, book, &KIND, |op, row| paths.take(op, row, update))?.finish(op, None)
}
