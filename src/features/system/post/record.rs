//! The stored post.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::kernel::enumeration::Coded;
use crate::records::base::Base;
use crate::records::list::seen_by_all;
use crate::records::status::Status;
use crate::store::{Index, Key, Record, id, key};

/// A post (岗位) that users hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Number, given at creation.
    pub post_id: u64,
    pub post_code: String,
    pub post_name: String,
    /// Place in lists.
    pub post_sort: i64,
    /// Whether it may be given.
    pub enabled: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Post by code.
pub const BY_CODE: Index<Post> =
    Index { name: "post/code", unique: true, keys: |post| vec![key().str(&post.post_code)] };
/// Post by name.
pub const BY_NAME: Index<Post> =
    Index { name: "post/name", unique: true, keys: |post| vec![key().str(&post.post_name)] };
/// Posts in list order.
pub const BY_SORT: Index<Post> =
    Index { name: "post/sort", unique: false, keys: |post| vec![key().i64(post.post_sort)] };

impl Record for Post {
    const TABLE: &'static str = "post";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_NAME, BY_SORT];
    fn id(&self) -> Key {
        id(self.post_id)
    }
}

pub const CODE: Field<Post> = Field::name("postCode", |post| post.post_code.clone());
pub const NAME: Field<Post> = Field::name("postName", |post| post.post_name.clone());
/// Whether it may be given.
pub const STATUS: Field<Post> = Field::word("status", Status::WORDS, |post| Status::of(post.enabled).code());

impl Listed for Post {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("postId", |post| whole(post.post_id)),
        CODE,
        NAME,
        STATUS,
        Field::number("postSort", |post| post.post_sort),
        Field::number("createTime", |post| second(post.base.create_time)),
    ];
    const TITLE: &'static str = "postName";
}

seen_by_all!(Post);
