//! Posts as workbooks: the same columns go out and come in (contract 7).

use super::ops::{self, ListPosts, PostInput, Posts};
use super::record::{BY_CODE, Post};
use crate::error::Result;
use crate::op::{Op, View};
use crate::records::base::{Base, status_text};
use crate::records::exchange::{Column, Exchange};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, key};

type Col = Column<Post>;

pub static POSTS: Exchange<Post> = Exchange {
    sheet: "岗位数据",
    columns: &[
        Col::new("岗位序号", 10.0, |post| Cell::Number(post.post_id.cast_signed())).derived(),
        Col::text("岗位编码", 18.0, |post| &mut post.post_code).note("必填，不能重复"),
        Col::text("岗位名称", 18.0, |post| &mut post.post_name).note("必填，不能重复"),
        Col::number("岗位排序", 10.0, |post| &mut post.post_sort),
        Col::enabled("状态", 8.0, |post| &mut post.enabled),
        Col::text("备注", 24.0, |post| &mut post.base.remark).lines(),
    ],
    needed: &["岗位编码", "岗位名称"],
    empty: "导入岗位数据不能为空！",
    rows: ImportKind { noun: "岗位", key: None, key_name: "岗位编码", name: "岗位名称" },
    example: |_| Post {
        post_code: "director".into(),
        post_name: "科长".into(),
        post_sort: 1,
        base: Base::remarked("示例行不会被导入"),
        ..blank()
    },
    import,
};

fn blank() -> Post {
    Post { enabled: true, ..Post::default() }
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListPosts) -> Result<Workbook> {
    POSTS.export::<Posts>(view, &query, |post| Ok(post.clone()))
}

fn code(row: &Row) -> &str {
    row.get("岗位编码").trim()
}

fn save(op: &mut Op, post: Post, is_new: bool) -> Result<()> {
    let form = PostInput {
        post_id: (!is_new).then_some(post.post_id),
        post_code: post.post_code,
        post_name: post.post_name,
        post_sort: Some(post.post_sort),
        status: Some(status_text(post.enabled)),
        remark: Some(post.base.remark),
    };
    if is_new { ops::create(op, form).map(drop) } else { ops::update(op, form).map(drop) }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let known = |view: &View, row: &Row| Ok(view.tx.one(&BY_CODE, &key().str(code(row)))?);
    POSTS.take_all(op, book, blank, known, |row| format!("岗位编码 {} 已存在", code(row)), save)
}
