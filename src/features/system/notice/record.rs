//! The stored notice, and who has read it.

use serde::{Deserialize, Serialize};

use crate::kernel::dates::Stamp;
use crate::records::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// Whether staff can see a notice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// 草稿
    #[default]
    Draft,
    /// 已发布
    Published,
    /// 已撤回
    Withdrawn,
}

/// For whom a notice is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// Everybody.
    #[default]
    All,
    /// People of these departments and those below them.
    Depts(Vec<u64>),
    /// Holders of these roles.
    Roles(Vec<u64>),
    /// These people.
    Users(Vec<u64>),
}

/// A notice (通知) or an announcement (公告).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// Number, given at creation.
    pub notice_id: u64,
    /// Title, at most 50 characters.
    pub title: String,
    /// "1" 通知, "2" 公告.
    pub notice_type: String,
    /// Cleaned HTML.
    pub content: String,
    /// Attached files.
    pub file_ids: Vec<u64>,
    /// Above the others.
    pub is_top: bool,
    /// First moment it is seen; none = from its publication.
    pub publish_at: Option<Stamp>,
    /// Last moment it is seen; none = until withdrawn.
    pub expire_at: Option<Stamp>,
    /// For whom.
    pub audience: Audience,
    /// Draft, published or withdrawn.
    pub state: State,
    /// When it was published last.
    pub published: Option<Stamp>,
    /// Maker, changer, remark.
    pub base: Base,
}

impl Notice {
    /// The moment that orders notices: when staff could first see it, else when it was made.
    pub fn since(&self) -> Stamp {
        self.publish_at.or(self.published).unwrap_or(self.base.create_time)
    }

    /// Published and within its time.
    pub fn is_open(&self, now: Stamp) -> bool {
        self.state == State::Published
            && self.publish_at.is_none_or(|first| first.0 <= now.0)
            && self.expire_at.is_none_or(|last| now.0 <= last.0)
    }
}

impl Record for Notice {
    const TABLE: &'static str = "notice";
    const NUMBERED: bool = true;
    fn id(&self) -> Key {
        id(self.notice_id)
    }
}

/// Somebody has read a notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeRead {
    /// Which.
    pub notice_id: u64,
    /// Who.
    pub user_id: u64,
    /// When.
    pub read_at: Stamp,
}

/// Readings of a notice, in the order of reading.
pub const BY_NOTICE: Index<NoticeRead> =
    Index { name: "notice_read/notice", unique: false, keys: |read| vec![id(read.notice_id).i64(read.read_at.0)] };

impl Record for NoticeRead {
    const TABLE: &'static str = "notice_read";
    const INDEXES: &'static [Index<Self>] = &[BY_NOTICE];
    fn id(&self) -> Key {
        key().u64(self.notice_id).u64(self.user_id)
    }
}
