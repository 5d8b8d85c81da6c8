//! Posts on the wire (contract 3.4).

use schemars::JsonSchema;
use serde::Serialize;

use super::record::Post;
use crate::records::base::{BaseOut, status_text};

/// A post as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the post 岗位.
    pub post_id: u64,
    /// Code of the post, unique.
    pub post_code: String,
    /// Name of the post 岗位.
    pub post_name: String,
    /// Place in lists.
    pub post_sort: i64,
    /// "0" normal, "1" disabled.
    pub status: String,
    /// Whether a user holds it (forms).
    pub flag: bool,
}

impl From<&Post> for PostOut {
    fn from(post: &Post) -> Self {
        Self {
            base: BaseOut::from(&post.base),
            post_id: post.post_id,
            post_code: post.post_code.clone(),
            post_name: post.post_name.clone(),
            post_sort: post.post_sort,
            status: status_text(post.enabled),
            flag: false,
        }
    }
}
