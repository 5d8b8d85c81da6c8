//! Posts as workbooks that come in (contract 7); the export is with the operations.

use super::ops::{self, PostInput};
use super::record::{BY_CODE, Post};
use crate::fault::{Fault, Outcome};
use crate::features::system::base::status_text;
use crate::features::system::export::Workbook;
use crate::features::system::import::{
    self, Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given, number,
};
use crate::op::{Op, View};
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

/// The example row of the template.
struct Example;

const TEMPLATE: &[Column<Example>] = &[
    Column::new("岗位编码", 18.0, |_: &Example| Cell::Text("示例：director".into())).note("必填，不能重复"),
    Column::new("岗位名称", 18.0, |_| Cell::Text("科长".into())).note("必填，不能重复"),
    Column::new("岗位排序", 10.0, |_| Cell::Number(1)),
    Column::new("状态", 8.0, |_| Cell::Text("正常".into())).choices(&STATES),
    Column::new("备注", 24.0, |_| Cell::Text("示例行不会被导入".into())),
];

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Outcome<Workbook> {
    import::template(view, TEMPLATE, "岗位数据", &Example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Outcome<Book> {
    import::prepare(&input, &["岗位编码", "岗位名称"], "导入岗位数据不能为空！")
}

fn input(row: &Row, old: Option<&Post>) -> Outcome<PostInput> {
    let disabled = usize::from(old.is_some_and(|post| !post.enabled));
    let enabled = choice(row, "状态", &STATES, disabled)? == 0;
    Ok(PostInput {
        post_id: old.map(|post| post.post_id),
        post_code: row.get("岗位编码").trim().to_owned(),
        post_name: given(row, "岗位名称", old.map_or("", |post| &post.post_name)),
        post_sort: Some(number(row, "岗位排序", old.map_or(0, |post| post.post_sort))?),
        status: Some(status_text(enabled)),
        remark: Some(given(row, "备注", old.map_or("", |post| &post.base.remark))),
    })
}

fn is_same(post: &Post, input: &PostInput) -> bool {
    post.post_name == input.post_name
        && Some(post.post_sort) == input.post_sort
        && Some(status_text(post.enabled)) == input.status
        && Some(&post.base.remark) == input.remark.as_ref()
}

fn take(op: &mut Op, row: &Row, update: bool) -> Outcome<Taken> {
    let code = row.get("岗位编码").trim();
    let known: Option<Post> = op.view().tx.one(&BY_CODE, &key().str(code))?;
    let form = input(row, known.as_ref())?;
    match known {
        None => ops::create(op, form).map(|_| Taken::Created),
        Some(post) if is_same(&post, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(Fault::refused(format!("岗位编码 {code} 已存在"))),
        Some(_) => ops::update(op, form).map(|_| Taken::Updated),
    }
}

const KIND: ImportKind = ImportKind {
    noun: "岗位",
    key: |row| row.get("岗位编码").trim().to_owned(),
    key_name: "岗位编码",
    name: "岗位名称",
};

/// POST /system/post/importData
pub fn import(op: &mut Op, book: Book) -> Outcome<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
