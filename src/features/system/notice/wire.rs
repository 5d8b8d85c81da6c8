//! Notices on the wire (contract 3.6; `state`, scope and times are ours).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Audience, Notice, State};
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::dates::{self, Stamp};
use crate::op::View;
use crate::records::base::{Base, BaseOut};
use crate::records::html;
use crate::records::names::person_name;

/// A notice as clients see it.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Name of who made it; `createBy` has the login name.
    pub create_by_name: String,
    /// Number of the notice 公告.
    pub notice_id: u64,
    /// Headline of the notice 标题.
    pub notice_title: String,
    /// "1" 通知, "2" 公告.
    pub notice_type: String,
    /// Cleaned HTML; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice_content: Option<String>,
    /// "0" published, "1" not (decisions/0003).
    pub status: String,
    /// 0 草稿, 1 已发布, 2 已撤回.
    pub state: u8,
    /// Above the others.
    pub is_top: bool,
    /// First moment, `yyyy-MM-dd HH:mm:ss`.
    pub publish_at: Option<String>,
    /// Last moment.
    pub expire_at: Option<String>,
    /// When staff could first see it.
    pub since: String,
    /// 0 all, 1 departments, 2 roles, 3 people.
    pub scope: u8,
    /// Ids of the departments, roles or people.
    pub scope_ids: Vec<u64>,
    /// Attached files, comma-joined ids.
    pub file_ids: String,
    /// Whether the caller has read it.
    pub is_read: bool,
    /// How many have read it (administration only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_count: Option<u64>,
}

/// A notice without its content, as lists have it.
pub fn line(view: &View, notice: &Notice, is_read: bool) -> Result<NoticeOut> {
    let (scope, scope_ids) = notice.audience.scope();
    let files: Vec<String> = notice.file_ids.iter().map(u64::to_string).collect();
    Ok(NoticeOut {
        base: BaseOut::from(&notice.base),
        create_by_name: person_name(view, &notice.base.create_by)?,
        notice_id: notice.notice_id,
        notice_title: notice.title.clone(),
        notice_type: notice.notice_type.clone(),
        notice_content: None,
        status: if notice.state == State::Published { "0".into() } else { "1".into() },
        state: notice.state as u8,
        is_top: notice.is_top,
        publish_at: notice.publish_at.map(Stamp::to_text),
        expire_at: notice.expire_at.map(Stamp::to_text),
        since: notice.since().to_text(),
        scope,
        scope_ids: scope_ids.to_vec(),
        file_ids: files.join(","),
        is_read,
        read_count: None,
    })
}

/// A notice with its content.
pub fn whole(view: &View, notice: &Notice, is_read: bool) -> Result<NoticeOut> {
    Ok(NoticeOut { notice_content: Some(notice.content.clone()), ..line(view, notice, is_read)? })
}

/// A notice as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NoticeInput {
    /// Which; absent for a new one.
    pub notice_id: Option<u64>,
    /// Headline of the notice 标题.
    pub notice_title: String,
    /// "1" 通知, "2" 公告.
    pub notice_type: String,
    /// HTML; cleaned before it is stored.
    pub notice_content: Option<String>,
    /// "0" published, "1" not: the family's spelling of `state`.
    pub status: Option<String>,
    /// 0 草稿, 1 已发布, 2 已撤回.
    pub state: Option<u64>,
    /// Above the others.
    pub is_top: Option<bool>,
    /// First moment.
    pub publish_at: Option<String>,
    /// Last moment; a bare day means its end.
    pub expire_at: Option<String>,
    /// 0 all, 1 departments, 2 roles, 3 people.
    pub scope: Option<u64>,
    /// Ids of the departments, roles or people.
    pub scope_ids: Vec<u64>,
    /// Attached files, comma text or list.
    pub file_ids: Vec<u64>,
    /// `updateTime` of what the form was filled from, where it is saved and sent for approval at once: a notice that somebody
    /// changed since is refused.
    pub filled_from: Option<String>,
}

/// Longest content in characters; pictures are files, not text.
const LONGEST_CONTENT: usize = 200_000;
/// Most departments, roles or people a notice names.
const MOST_NAMED: usize = 2_000;
/// Most files (specification 9: generic uploads).
const MOST_FILES: usize = 100;

/// The state that a number means.
pub fn state_of(number: u64) -> Result<State> {
    match number {
        0 => Ok(State::Draft),
        1 => Ok(State::Published),
        2 => Ok(State::Withdrawn),
        _ => Err(AppError::refused("公告状态不正确")),
    }
}

fn moment(text: Option<&str>, read: fn(&str) -> Option<Stamp>, message: &'static str) -> Result<Option<Stamp>> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => read(text).map(Some).ok_or_else(|| AppError::refused(message)),
    }
}

impl NoticeInput {
    fn wanted_state(&self) -> Result<State> {
        match (self.state, self.status.as_deref()) {
            (Some(number), _) => state_of(number),
            (None, Some("0")) => Ok(State::Published),
            _ => Ok(State::Draft),
        }
    }

    fn audience(&self) -> Result<Audience> {
        let ids = self.scope_ids.clone();
        let some = |ids: Vec<u64>, message| {
            if ids.is_empty() { Err(AppError::refused(message)) } else { Ok(ids) }
        };
        if ids.len() > MOST_NAMED {
            return Err(AppError::refused(format!("接收范围最多选择{MOST_NAMED}项，范围更大时请按部门或角色选择")));
        }
        match self.scope.unwrap_or(0) {
            0 => Ok(Audience::All),
            1 => Ok(Audience::Depts(some(ids, "请选择接收的部门")?)),
            2 => Ok(Audience::Roles(some(ids, "请选择接收的角色")?)),
            3 => Ok(Audience::Users(some(ids, "请选择接收的人员")?)),
            _ => Err(AppError::refused("接收范围不正确").at("scope")),
        }
    }

    /// Checks the fields and makes the record; id and base fields are the caller's.
    pub fn to_notice(&self) -> Result<Notice> {
        let title = self.notice_title.trim();
        check::required("noticeTitle", title, "公告标题不能为空")?;
        check::at_most("noticeTitle", title, 50, "公告标题不能超过50个字符")?;
        check::no_script("noticeTitle", title, "公告标题不能包含脚本字符")?;
        if !matches!(self.notice_type.as_str(), "1" | "2") {
            return Err(AppError::refused("请选择公告类型").at("noticeType"));
        }
        let content = self.notice_content.as_deref().unwrap_or_default();
        check::at_most("noticeContent", content, LONGEST_CONTENT, "公告内容过长，请将图片作为文件上传")?;
        if self.file_ids.len() > MOST_FILES {
            return Err(AppError::refused("附件最多上传100个文件").at("fileIds"));
        }
        let publish_at = moment(self.publish_at.as_deref(), dates::range_begin, "生效时间格式不正确")?;
        let expire_at = moment(self.expire_at.as_deref(), dates::range_end, "失效时间格式不正确")?;
        if let (Some(first), Some(last)) = (publish_at, expire_at)
            && last.0 < first.0
        {
            return Err(AppError::refused("失效时间不能早于生效时间").at("expireAt"));
        }
        Ok(Notice {
            notice_id: 0,
            title: title.to_owned(),
            notice_type: self.notice_type.clone(),
            content: html::clean(content),
            file_ids: self.file_ids.clone(),
            is_top: self.is_top.unwrap_or(false),
            publish_at,
            expire_at,
            audience: self.audience()?,
            state: self.wanted_state()?,
            published: None,
            base: Base::default(),
        })
    }
}
