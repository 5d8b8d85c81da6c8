//! What every person does with notices: sees those meant for him, reads them.

use std::cmp::Reverse;
use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::admin::existing;
use super::record::{Audience, BY_NOTICE, Notice, NoticeRead};
use super::wire::{self, NoticeOut};
use crate::fault::{Fault, Kind, Outcome};
use crate::features::system::dept;
use crate::kernel::page::Paging;
use crate::kernel::text::{like, like_filter, like_name, mask_phone};
use crate::kernel::tree;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::records::people::own;
use crate::route::{Data, Done, Flat, Page};
use crate::store::{Reads, id, key};

/// The person who looks, as audiences know him.
struct Reader {
    user_id: u64,
    role_ids: Vec<u64>,
    /// His department and everything above it.
    dept_ids: HashSet<u64>,
}

impl Reader {
    fn new(view: &View) -> Outcome<Self> {
        let user = own(view)?;
        let mut dept_ids: HashSet<u64> = tree::ancestors(&dept::ops::links(view)?, user.dept_id).into_iter().collect();
        dept_ids.insert(user.dept_id);
        Ok(Self { user_id: user.user_id, role_ids: user.role_ids, dept_ids })
    }

    fn is_meant(&self, audience: &Audience) -> bool {
        match audience {
            Audience::All => true,
            Audience::Depts(ids) => ids.iter().any(|id| self.dept_ids.contains(id)),
            Audience::Roles(ids) => ids.iter().any(|id| self.role_ids.contains(id)),
            Audience::Users(ids) => ids.contains(&self.user_id),
        }
    }

    fn sees(&self, notice: &Notice, view: &View) -> bool {
        notice.is_open(view.now) && self.is_meant(&notice.audience)
    }
}

fn is_read(view: &View, notice_id: u64) -> Outcome<bool> {
    let key = key().u64(notice_id).u64(view.caller.user_id());
    Ok(view.tx.get::<NoticeRead>(&key)?.is_some())
}

/// Unread notices of the caller.
pub fn unread(view: &View) -> Outcome<u64> {
    let mut count = 0;
    for notice in own_notices(view)? {
        count += u64::from(!is_read(view, notice.notice_id)?);
    }
    Ok(count)
}

/// Open notices meant for the caller: those at the top first, then the newest.
fn own_notices(view: &View) -> Outcome<Vec<Notice>> {
    let reader = Reader::new(view)?;
    let mut notices: Vec<Notice> = view.tx.all()?;
    notices.retain(|notice| reader.sees(notice, view));
    notices.sort_by_key(|notice| Reverse((notice.is_top, notice.since().0, notice.notice_id)));
    Ok(notices)
}

/// Filters of one's own list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListMine {
    /// Part of the title.
    pub notice_title: Option<String>,
    /// "1" 通知, "2" 公告.
    pub notice_type: Option<String>,
    /// "true": only those not read yet.
    pub unread: Option<bool>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// GET /system/notice/mine: the notices meant for the caller.
pub fn mine(view: &View, query: ListMine) -> Outcome<Page<NoticeOut>> {
    let mut rows = Vec::new();
    let kind = query.notice_type.as_deref().filter(|kind| !kind.is_empty());
    for notice in own_notices(view)? {
        let fits = like_filter(&notice.title, query.notice_title.as_deref())
            && kind.is_none_or(|kind| kind == notice.notice_type);
        if !fits {
            continue;
        }
        let read = is_read(view, notice.notice_id)?;
        if !(read && query.unread == Some(true)) {
            rows.push(wire::line(view, &notice, read)?);
        }
    }
    Ok(query.paging.cut(rows))
}

/// How many of the newest.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TopQuery {
    /// 5 unless told, at most 20.
    pub limit: Option<u64>,
}

/// The newest notices and how many are unread.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Top {
    /// The newest.
    pub data: Vec<NoticeOut>,
    /// Unread among all that are open.
    pub unread_count: u64,
}

const USUAL_TOP: u64 = 5;
const MOST_TOP: u64 = 20;

/// GET /system/notice/listTop
pub fn top(view: &View, query: TopQuery) -> Outcome<Flat<Top>> {
    let limit = usize::try_from(query.limit.unwrap_or(USUAL_TOP).clamp(1, MOST_TOP)).unwrap_or(usize::MAX);
    let (mut data, mut unread_count) = (Vec::new(), 0);
    for notice in own_notices(view)? {
        let read = is_read(view, notice.notice_id)?;
        unread_count += u64::from(!read);
        if data.len() < limit {
            data.push(wire::line(view, &notice, read)?);
        }
    }
    Ok(Flat(Top { data, unread_count }))
}

/// One notice.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneNotice {
    /// Its number.
    pub notice_id: u64,
}

/// A notice that the caller may read: one meant for him, or any when he administers notices.
fn readable(view: &View, notice_id: u64) -> Outcome<Notice> {
    let notice = existing(view, notice_id)?;
    let may = view.caller.rights.holds("system:notice:list") || Reader::new(view)?.sees(&notice, view);
    // Somebody else's notice is as if it were not there.
    if may { Ok(notice) } else { Err(Fault::refused("公告不存在，可能已被删除，请刷新后重试")) }
}

/// Whether the caller may see a file of a notice.
pub fn may_see_file(view: &View, file: &FileInfo) -> Outcome<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    match readable(view, to.id) {
        Ok(_) => Ok(true),
        Err(fault) if fault.kind == Kind::Refused => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// GET /system/notice/{id}
pub fn show(view: &View, input: OneNotice) -> Outcome<Data<NoticeOut>> {
    let notice = readable(view, input.notice_id)?;
    wire::whole(view, &notice, is_read(view, notice.notice_id)?).map(Data)
}

fn note_reading(op: &mut Op, notice_id: u64) -> Outcome<()> {
    if is_read(&op.view(), notice_id)? {
        return Ok(());
    }
    let read = NoticeRead { notice_id, user_id: op.caller.user_id(), read_at: op.now };
    op.put_quietly(&read)?;
    Ok(())
}

/// POST /system/notice/markRead?noticeId=: twice is once.
pub fn mark(op: &mut Op, input: OneNotice) -> Outcome<Done> {
    let notice = readable(&op.view(), input.notice_id)?;
    note_reading(op, notice.notice_id)?;
    Ok(Done)
}

/// Several notices.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyRead {
    /// Comma ids; none = every open notice.
    pub ids: Vec<u64>,
}

/// POST /system/notice/markReadAll?ids=
pub fn mark_all(op: &mut Op, input: ManyRead) -> Outcome<Done> {
    let open = own_notices(&op.view())?;
    for notice in open.iter().filter(|notice| input.ids.is_empty() || input.ids.contains(&notice.notice_id)) {
        note_reading(op, notice.notice_id)?;
    }
    Ok(Done)
}

/// Filters of the readers of a notice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListReaders {
    /// Which notice.
    pub notice_id: u64,
    /// Part of name or login name.
    pub search_value: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Somebody who has read a notice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReaderOut {
    /// Number.
    pub user_id: u64,
    /// Login name.
    pub user_name: String,
    /// Name.
    pub real_name: String,
    /// Name, the family's spelling.
    pub nick_name: String,
    /// Department.
    pub dept_name: String,
    /// Masked mobile number.
    pub phonenumber: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub read_time: String,
}

/// GET /system/notice/readUsers/list: who has read a notice, the latest first.
pub fn readers(view: &View, query: ListReaders) -> Outcome<Page<ReaderOut>> {
    existing(view, query.notice_id)?;
    let word = query.search_value.as_deref().map(str::trim).unwrap_or_default();
    let reads: Vec<NoticeRead> = view.tx.by(&BY_NOTICE, &id(query.notice_id), true, 0, usize::MAX)?;
    let mut found = Vec::new();
    for read in reads {
        let Some(user) = view.tx.get::<User>(&id(read.user_id))? else { continue };
        if word.is_empty() || like_name(&user.real_name, word) || like(&user.user_name, word) {
            found.push((read, user));
        }
    }
    let page = query.paging.cut(found);
    let mut rows = Vec::with_capacity(page.rows.len());
    for (read, user) in page.rows {
        let dept: Option<Dept> = view.tx.get(&id(user.dept_id))?;
        rows.push(ReaderOut {
            user_id: user.user_id,
            user_name: user.user_name,
            real_name: user.real_name.clone(),
            nick_name: user.real_name,
            dept_name: dept.map(|dept| dept.dept_name).unwrap_or_default(),
            phonenumber: mask_phone(&user.phonenumber),
            read_time: read.read_at.to_text(),
        });
    }
    Ok(Page { rows, total: page.total })
}
