//! The stored post.

use serde::{Deserialize, Serialize};

use crate::records::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// A post (岗位) that users hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Number, given at creation.
    pub post_id: u64,
    /// Code, unique.
    pub post_code: String,
    /// Name, unique.
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
