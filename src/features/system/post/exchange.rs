//! Posts as workbooks: the same columns go out and come in (contract 7).

use super::ops::{self, ListPosts, PostInput, Posts};
use super::record::{BY_CODE, Post};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::base::{Base, status_text};
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given, number};
use crate::records::list::workbook_of;
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// The first column goes out only.
const COLUMNS: &[Column<Post>] = &[
    Column::new("岗位序号", 10.0, |post: &Post| Cell::Number(post.post_id.cast_signed())),
    Column::new("岗位编码", 18.0, |post: &Post| text(&post.post_code)).note("必填，不能重复"),
    Column::new("岗位名称", 18.0, |post: &Post| text(&post.post_name)).note("必填，不能重复"),
    Column::new("岗位排序", 10.0, |post| Cell::Number(post.post_sort)),
    Column::new("状态", 8.0, |post: &Post| text(STATES[usize::from(!post.enabled)])).choices(&STATES),
    Column::new("备注", 24.0, |post: &Post| text(&post.base.remark)).lines(),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListPosts) -> Result<Workbook> {
    workbook_of::<Posts, _>(view, &query, "岗位数据", COLUMNS, |post| Ok(post.clone()))
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let example = Post {
        post_id: 0,
        post_code: "director".into(),
        post_name: "科长".into(),
        post_sort: 1,
        enabled: true,
        base: Base { remark: "示例行不会被导入".into(), ..Base::default() },
    };
    import::template(view, &COLUMNS[1..], "岗位数据", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["岗位编码", "岗位名称"], "导入岗位数据不能为空！")
}

fn input(row: &Row, old: Option<&Post>) -> Result<PostInput> {
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

fn take(op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
    let code = row.get("岗位编码").trim();
    let known: Option<Post> = op.view().tx.one(&BY_CODE, &key().str(code))?;
    let form = input(row, known.as_ref())?;
    match known {
        None => ops::create(op, form).map(|_| Taken::Created),
        Some(post) if is_same(&post, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(AppError::refused(format!("岗位编码 {code} 已存在"))),
        Some(_) => ops::update(op, form).map(|_| Taken::Updated),
    }
}

const KIND: ImportKind = ImportKind {
    noun: "岗位",
    key: |row| row.get("岗位编码").trim().to_owned(),
    key_name: "岗位编码",
    name: "岗位名称",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
