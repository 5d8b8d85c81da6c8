//! The stored notice, and who has read it.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed, NONE};
use crate::kernel::dates::Stamp;
use crate::records::base::Base;
use crate::records::list::seen_by_all;
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
    #[default]
    All,
    /// People of these departments and those below them.
    Depts(Vec<u64>),
    /// Holders of these roles.
    Roles(Vec<u64>),
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
    pub content: String,
    pub file_ids: Vec<u64>,
    /// Above the others.
    pub is_top: bool,
    /// First moment it is seen; none = from its publication.
    pub publish_at: Option<Stamp>,
    /// Last moment it is seen; none = until withdrawn.
    pub expire_at: Option<Stamp>,
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

impl Audience {
    /// 0 all, 1 departments, 2 roles, 3 people; with their numbers.
    pub fn scope(&self) -> (u8, &[u64]) {
        match self {
            Self::All => (0, &[]),
            Self::Depts(ids) => (1, ids),
            Self::Roles(ids) => (2, ids),
            Self::Users(ids) => (3, ids),
        }
    }
}

fn moment(at: Option<Stamp>) -> i64 {
    at.map_or(NONE, second)
}

pub const TITLE: Field<Notice> = Field::text("noticeTitle", |notice| notice.title.clone());
/// "1" 通知, "2" 公告.
pub const KIND: Field<Notice> = Field::name("noticeType", |notice| notice.notice_type.clone());
/// Draft, published or withdrawn.
pub const STATE: Field<Notice> = Field::number("state", |notice| i64::from(notice.state as u8));
/// Login name of who made it.
pub const MAKER: Field<Notice> = Field::name("createBy", |notice| notice.base.create_by.clone());
/// When it was made.
pub const CREATED: Field<Notice> = Field::number("createTime", |notice| second(notice.base.create_time));
pub const FIRST: Field<Notice> = Field::number("publishAt", |notice| moment(notice.publish_at));
pub const LAST: Field<Notice> = Field::number("expireAt", |notice| moment(notice.expire_at));
/// What kind of audience it has.
pub const SCOPE: Field<Notice> = Field::number("scope", |notice| i64::from(notice.audience.scope().0));
/// Whom of that kind.
pub const NAMED: Field<Notice> =
    Field::numbers("scopeIds", |notice| notice.audience.scope().1.iter().copied().map(whole).collect());

impl Listed for Notice {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("noticeId", |notice| whole(notice.notice_id)),
        TITLE,
        KIND,
        STATE,
        MAKER,
        CREATED,
        FIRST,
        LAST,
        SCOPE,
        NAMED,
        Field::flag("isTop", |notice| i64::from(notice.is_top)),
        Field::number("since", |notice| second(notice.since())),
    ];
    const TITLE: &'static str = "noticeTitle";
}

seen_by_all!(Notice);

/// Somebody has read a notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeRead {
    pub notice_id: u64,
    pub user_id: u64,
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
