//! What every person does with notices: sees those meant for him, reads them.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::admin::existing;
use super::record::{self, Audience, BY_NOTICE, Notice, NoticeRead, State};
use super::wire::{self, NoticeOut};
use crate::columns::NONE;
use crate::columns::field::{second, whole};
use crate::error::{AppError, Kind, Result};
use crate::features::system::dept;
use crate::kernel::page::Paging;
use crate::kernel::text::mask_phone;
use crate::kernel::tree;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::{LOGIN, NAME, User};
use crate::records::list::run::{find, order_of, table};
use crate::records::list::{self, Filter, FilterBuilder, ListQuery, Span};
use crate::records::people::own;
use crate::route::{Data, Done, Flat, Page};
use crate::store::key::first_u64;
use crate::store::{Key, Reads, Record, id, key};

/// The person who looks, as audiences know him.
struct Reader {
    user_id: u64,
    role_ids: Vec<u64>,
    /// His department and everything above it.
    dept_ids: HashSet<u64>,
}

impl Reader {
    fn new(view: &View) -> Result<Self> {
        let user = own(view)?;
        let mut dept_ids: HashSet<u64> = tree::ancestors(&dept::ops::links(view)?, user.dept_id).into_iter().collect();
        dept_ids.insert(user.dept_id);
        Ok(Self { user_id: user.user_id, role_ids: user.role_ids, dept_ids })
    }

    /// The same as a wish.
    fn meant(&self, ask: &FilterBuilder<Notice>) -> Result<Filter> {
        let (kind, named) = (ask.place(&record::SCOPE)?, ask.place(&record::NAMED)?);
        let one_of =
            |scope: i64, ids: Vec<i64>| Filter::All(vec![Filter::among(kind, vec![scope]), Filter::holds(named, ids)]);
        let depts = self.dept_ids.iter().map(|dept_id| whole(*dept_id)).collect();
        let roles = self.role_ids.iter().map(|role_id| whole(*role_id)).collect();
        let (all, own) = (Filter::among(kind, vec![0]), vec![whole(self.user_id)]);
        Ok(Filter::Any(vec![all, one_of(1, depts), one_of(2, roles), one_of(3, own)]))
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

/// Whether there is a reading; what it says is not looked at.
fn is_read(view: &View, notice_id: u64) -> Result<bool> {
    let key = key().u64(notice_id).u64(view.caller.user_id());
    Ok(view.tx.raw_get(NoticeRead::TABLE, key.bytes())?.is_some())
}

/// Unread notices of the caller.
pub fn unread(view: &View) -> Result<u64> {
    let mut count = 0;
    for notice_id in own_notices(view, &ListMine::default())? {
        count += u64::from(!is_read(view, notice_id)?);
    }
    Ok(count)
}

/// Numbers of the open notices meant for the caller: those at the top first, then the newest.
fn own_notices(view: &View, query: &ListMine) -> Result<Vec<u64>> {
    let mut ask = FilterBuilder::<Notice>::default();
    ask.must(Reader::new(view)?.meant(&ask)?);
    ask.given(&record::STATE, Some(State::Published as u64))?;
    let now = second(view.now);
    let later = Filter::Between(ask.place(&record::FIRST)?, now + 1, i64::MAX);
    let over = Filter::Between(ask.place(&record::LAST)?, NONE + 1, now - 1);
    ask.must(Filter::Not(Box::new(Filter::Any(vec![later, over]))));
    ask.word(query.notice_title.as_deref(), &[&record::TITLE])?;
    ask.named(&record::KIND, &query.notice_type)?;
    let order = order_of(&table::<Notice>(view)?.schema, &Paging::default(), &[("isTop", true), ("since", true)], &[])?;
    let wanted = ListQuery { order, ids_down: true, ..ListQuery::of(ask, Span::All) };
    Ok(find::<Notice>(view, &wanted)?.ids)
}

/// Filters of one's own list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListMine {
    /// Part of the title.
    pub notice_title: Option<String>,
    /// "1" 通知, "2" 公告.
    pub notice_type: Vec<String>,
    /// "true": only those not read yet.
    pub unread: Option<bool>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// GET /system/notice/mine: the notices meant for the caller.
pub fn mine(view: &View, query: ListMine) -> Result<Page<NoticeOut>> {
    let mut ids = Vec::new();
    for notice_id in own_notices(view, &query)? {
        if query.unread != Some(true) || !is_read(view, notice_id)? {
            ids.push(notice_id);
        }
    }
    let page = query.paging.cut(ids);
    Ok(Page { rows: lines(view, &page.rows)?, total: page.total })
}

/// Notices as lists have them.
fn lines(view: &View, ids: &[u64]) -> Result<Vec<NoticeOut>> {
    let mut rows = Vec::with_capacity(ids.len());
    for notice_id in ids {
        if let Some(notice) = view.tx.get::<Notice>(&id(*notice_id))? {
            rows.push(wire::line(view, &notice, is_read(view, *notice_id)?)?);
        }
    }
    Ok(rows)
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
    /// The newest notices.
    pub data: Vec<NoticeOut>,
    /// Unread among all that are open.
    pub unread_count: u64,
}

const USUAL_TOP: u64 = 5;
const MOST_TOP: u64 = 20;

pub fn top(view: &View, query: TopQuery) -> Result<Flat<Top>> {
    let limit = usize::try_from(query.limit.unwrap_or(USUAL_TOP).clamp(1, MOST_TOP)).unwrap_or(usize::MAX);
    let (ids, mut unread_count) = (own_notices(view, &ListMine::default())?, 0);
    for notice_id in &ids {
        unread_count += u64::from(!is_read(view, *notice_id)?);
    }
    Ok(Flat(Top { data: lines(view, ids.get(..limit).unwrap_or(&ids))?, unread_count }))
}

/// One notice.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneNotice {
    /// Number of the notice 公告.
    pub notice_id: u64,
}

/// A notice that the caller may read: one meant for him, or any when he administers notices.
fn readable(view: &View, notice_id: u64) -> Result<Notice> {
    let notice = existing(view, notice_id)?;
    let may = view.caller.rights.holds("system:notice:list") || Reader::new(view)?.sees(&notice, view);
    // Somebody else's notice is as if it were not there.
    if may { Ok(notice) } else { Err(AppError::refused("公告不存在，可能已被删除，请刷新后重试")) }
}

/// Whether the caller may see a file of a notice.
pub fn may_see_file(view: &View, file: &FileInfo) -> Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    match readable(view, to.id) {
        Ok(_) => Ok(true),
        Err(fault) if fault.kind == Kind::Refused => Ok(false),
        Err(fault) => Err(fault),
    }
}

pub fn show(view: &View, input: OneNotice) -> Result<Data<NoticeOut>> {
    let notice = readable(view, input.notice_id)?;
    wire::whole(view, &notice, is_read(view, notice.notice_id)?).map(Data)
}

fn note_reading(op: &mut Op, notice_id: u64) -> Result<()> {
    if is_read(&op.view(), notice_id)? {
        return Ok(());
    }
    let read = NoticeRead { notice_id, user_id: op.caller.user_id(), read_at: op.now };
    op.put_quietly(&read)?;
    Ok(())
}

/// POST /system/notice/markRead?noticeId=: twice is once.
pub fn mark(op: &mut Op, input: OneNotice) -> Result<Done> {
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

pub fn mark_all(op: &mut Op, input: ManyRead) -> Result<Done> {
    let open = own_notices(&op.view(), &ListMine::default())?;
    for notice_id in open.into_iter().filter(|notice_id| input.ids.is_empty() || input.ids.contains(notice_id)) {
        note_reading(op, notice_id)?;
    }
    Ok(Done)
}

/// Filters of the readers of a notice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListReaders {
    /// The notice 公告 that it is asked for, by number.
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
    /// Number of the person 用户.
    pub user_id: u64,
    /// Login name.
    pub user_name: String,
    /// Real name of the person.
    pub real_name: String,
    /// Name, the family's spelling.
    pub nick_name: String,
    /// Name of the department 部门.
    pub dept_name: String,
    /// Masked mobile number.
    pub phonenumber: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub read_time: String,
}

/// Whose reading a key names.
fn reader_of(key: &Key) -> Option<u64> {
    let bytes = key.bytes();
    first_u64(bytes.get(size_of::<u64>()..)?)
}

/// GET /system/notice/readUsers/list: who has read a notice, the latest first.
pub fn readers(view: &View, query: ListReaders) -> Result<Page<ReaderOut>> {
    existing(view, query.notice_id)?;
    // Who has read it stands in the index; only the readings of the page are read.
    let mut reads = view.tx.ids_by(&BY_NOTICE, &id(query.notice_id), true, 0, usize::MAX)?;
    let mut named = FilterBuilder::<User>::default();
    named.word(query.search_value.as_deref(), &[&NAME, &LOGIN])?;
    if !named.filters.is_empty() {
        let known: HashSet<u64> = list::ids(view, named)?.into_iter().collect();
        reads.retain(|key| reader_of(key).is_some_and(|user_id| known.contains(&user_id)));
    }
    let page = query.paging.cut(reads);
    let mut rows = Vec::with_capacity(page.rows.len());
    for key in page.rows {
        let Some(read) = view.tx.get::<NoticeRead>(&key)? else { continue };
        let Some(user) = view.tx.get::<User>(&id(read.user_id))? else { continue };
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
