//! The operations on posts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{self, BY_CODE, BY_NAME, Post};
use super::wire::PostOut;
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::platform::identity::user::BY_POST;
use crate::records::base::{Base, is_enabled, same_as_read};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, every};
use crate::records::status::Status;
use crate::route::{Data, Done, Nothing};
use crate::store::{Reads, id, key};

/// Filters of the post list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListPosts {
    /// Part of the code.
    pub post_code: Option<String>,
    /// Part of the name.
    pub post_name: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 岗位
pub struct Posts;

impl List for Posts {
    type Record = Post;
    type Query = ListPosts;
    type Row = PostOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/post/list", permission: "system:post:list", export: None, title: super::TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("postSort", false)];

    fn paging(query: &ListPosts) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListPosts, ask: &mut FilterBuilder<Post>) -> Result<()> {
        ask.word(query.post_code.as_deref(), &[&record::CODE])?;
        ask.word(query.post_name.as_deref(), &[&record::NAME])?;
        ask.several(&record::STATUS, &query.status)
    }

    fn row(_: &mut NameCache<'_>, record: &Post) -> Result<PostOut> {
        Ok(PostOut::from(record))
    }
}

pub fn options(view: &View, _: Nothing) -> Result<Data<Vec<PostOut>>> {
    Ok(Data(every::<Posts>(view, &ListPosts::default())?.iter().map(PostOut::from).collect()))
}

/// One post.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnePost {
    /// Number of the post 岗位.
    pub post_id: u64,
}

fn existing(view: &View, post_id: u64) -> Result<Post> {
    view.tx.get(&id(post_id))?.ok_or_else(|| AppError::refused("岗位不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OnePost) -> Result<Data<PostOut>> {
    Ok(Data(PostOut::from(&existing(view, input.post_id)?)))
}

/// A post as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PostInput {
    /// Which; absent for a new one.
    pub post_id: Option<u64>,
    /// Code of the post, unique.
    pub post_code: String,
    /// Name of the post 岗位.
    pub post_name: String,
    /// Place in lists.
    pub post_sort: Option<i64>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

impl PostInput {
    fn to_post(&self, post_id: u64) -> Result<Post> {
        check::required("postCode", &self.post_code, "岗位编码不能为空")?;
        check::at_most("postCode", &self.post_code, 64, "岗位编码长度不能超过64个字符")?;
        check::required("postName", &self.post_name, "岗位名称不能为空")?;
        check::at_most("postName", &self.post_name, 50, "岗位名称长度不能超过50个字符")?;
        let remark = self.remark.as_deref().unwrap_or_default().trim().to_owned();
        check::remark(&remark)?;
        Ok(Post {
            post_id,
            post_code: self.post_code.trim().to_owned(),
            post_name: self.post_name.trim().to_owned(),
            post_sort: self.post_sort.ok_or_else(|| AppError::refused("显示顺序不能为空").at("postSort"))?,
            enabled: is_enabled(self.status.as_deref()),
            base: Base { remark, ..Base::default() },
        })
    }
}

fn check_unique(view: &View, post: &Post, verb: &str) -> Result<()> {
    let other = |found: Option<Post>| found.is_some_and(|other| other.post_id != post.post_id);
    if other(view.tx.one(&BY_NAME, &key().str(&post.post_name))?) {
        return Err(AppError::refused(format!("{verb}岗位'{}'失败，岗位名称已存在", post.post_name)).at("postName"));
    }
    if other(view.tx.one(&BY_CODE, &key().str(&post.post_code))?) {
        return Err(AppError::refused(format!("{verb}岗位'{}'失败，岗位编码已存在", post.post_name)).at("postCode"));
    }
    Ok(())
}

pub fn create(op: &mut Op, input: PostInput) -> Result<Done> {
    let post = input.to_post(0)?;
    check_unique(&op.view(), &post, "新增")?;
    let post_id = op.next_id::<Post>()?;
    let base = Base::made(op, post.base.remark.clone());
    op.put(&Post { post_id, base, ..post })?;
    Ok(Done)
}

pub fn update(op: &mut Op, input: PostInput) -> Result<Done> {
    let old = existing(&op.view(), input.post_id.unwrap_or(0))?;
    same_as_read(&op.view(), "岗位", &old.post_name, &old.base)?;
    let post = input.to_post(old.post_id)?;
    check_unique(&op.view(), &post, "修改")?;
    let base = Base { remark: post.base.remark.clone(), ..old.base }.changed(op);
    op.put(&Post { base, ..post })?;
    Ok(Done)
}

/// Several posts.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyPosts {
    /// Comma ids of the path.
    pub post_ids: Vec<u64>,
}

/// DELETE /system/post/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyPosts) -> Result<Done> {
    for post_id in input.post_ids {
        let post = existing(&op.view(), post_id)?;
        if op.view().tx.count_by(&BY_POST, &id(post_id))? > 0 {
            return Err(AppError::refused(format!("{}已分配,不能删除", post.post_name)));
        }
        op.delete::<Post>(&id(post_id))?;
    }
    Ok(Done)
}
