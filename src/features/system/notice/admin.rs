//! What those who administer notices do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{self, Audience, BY_NOTICE, Notice, NoticeRead, State};
use super::wire::{self, NoticeInput, NoticeOut};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::records::base::{Base, same_as_read, unchanged_since};
use crate::records::export::Workbook;
use crate::records::files as access;
use crate::records::html;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, workbook_of};
use crate::route::{Done, SUCCESS, Said};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, Record, id};

/// Filters of the administration's list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListNotices {
    /// Part of the title.
    pub notice_title: Option<String>,
    /// "1" 通知, "2" 公告.
    pub notice_type: Vec<String>,
    /// Part of the maker's login name.
    pub create_by: Option<String>,
    /// 0 草稿, 1 已发布, 2 已撤回.
    pub state: Vec<u64>,
    /// Days of creation.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 通知公告
pub struct Notices;

impl List for Notices {
    type Record = Notice;
    type Query = ListNotices;
    type Row = NoticeOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/notice/list", permission: "system:notice:list", export: None, title: super::TITLE };
    const NEWEST: bool = true;

    fn paging(query: &ListNotices) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListNotices, ask: &mut FilterBuilder<Notice>) -> Result<()> {
        ask.word(query.notice_title.as_deref(), &[&record::TITLE])?;
        ask.word(query.create_by.as_deref(), &[&record::MAKER])?;
        ask.named(&record::KIND, &query.notice_type)?;
        ask.several(&record::STATE, &query.state)?;
        ask.moments(&record::CREATED, query.range.bounds()?)
    }

    fn row(names: &mut NameCache<'_>, record: &Notice) -> Result<NoticeOut> {
        let read_count = names.view().tx.count_by(&BY_NOTICE, &id(record.notice_id))?;
        Ok(NoticeOut { read_count: Some(read_count), ..wire::line(names.view(), record, false)? })
    }
}

/// A notice that exists.
pub fn existing(view: &View, notice_id: u64) -> Result<Notice> {
    view.tx.get(&id(notice_id))?.ok_or_else(|| AppError::refused("公告不存在，可能已被删除，请刷新后重试"))
}

/// The moment of publication: now, when it was not published before.
fn published(state: State, before: Option<Stamp>, now: Stamp) -> Option<Stamp> {
    match (state, before) {
        (State::Published, None) => Some(now),
        (_, before) => before,
    }
}

/// Attached files and pictures of the text belong to the notice from now on.
fn take_files(op: &mut Op, notice: &Notice) -> Result<()> {
    let mut ids = notice.file_ids.clone();
    for picture in html::picture_ids(&notice.content) {
        if !ids.contains(&picture) {
            ids.push(picture);
        }
    }
    access::set(op, &ids, super::FILES.name, notice.notice_id)
}

/// Brought by who decides about publications, above this room.
pub struct PublishGate(pub PublishRules);

/// What is asked of him.
pub struct PublishRules {
    /// Whether somebody decides about them now.
    pub needs: fn(&View<'_>) -> Result<bool>,
    /// Whether a notice waits for a decision.
    pub waits: fn(&View<'_>, u64) -> Result<bool>,
    /// Brings a notice, stored as a draft or withdrawn, to who decides; answers the number of the process.
    pub file: fn(&mut Op<'_, '_>, u64) -> Result<u64>,
    /// What is said then.
    pub said: &'static str,
    /// Its process ends with it.
    pub gone: fn(&mut Op<'_, '_>, u64) -> Result<()>,
}

/// What became of a publication.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Publication {
    /// The process that decides about it; none when it was done at once.
    pub instance_id: Option<u64>,
}

/// Files what was kept back, and says so.
fn filed(op: &mut Op, gate: Option<&PublishRules>, notice_id: u64) -> Result<Said<Publication>> {
    match gate {
        Some(gate) => Ok(Said(gate.said, Publication { instance_id: Some((gate.file)(op, notice_id)?) })),
        None => Ok(Said(SUCCESS, Publication::default())),
    }
}

/// Keeps a notice that is to be published back until somebody has decided.
fn held(op: &Op, state: State, before: State) -> Result<Option<&'static PublishRules>> {
    if state != State::Published || before == State::Published {
        return Ok(None);
    }
    for PublishGate(gate) in op.app.product.extensions::<PublishGate>() {
        if (gate.needs)(&op.view())? {
            return Ok(Some(gate));
        }
    }
    Ok(None)
}

/// What is under decision isn't changed.
fn refuse_waiting(op: &Op, notice: &Notice) -> Result<()> {
    for PublishGate(gate) in op.app.product.extensions::<PublishGate>() {
        if (gate.waits)(&op.view(), notice.notice_id)? {
            return Err(AppError::refused(format!("公告“{}”正在审批，请先撤回或等待办结", notice.title)));
        }
    }
    Ok(())
}

/// Publishes a notice that was decided about.
pub fn publish(op: &mut Op, notice_id: u64) -> Result<()> {
    let old = existing(&op.view(), notice_id)?;
    let (published, base) = (Some(op.now), old.base.clone().changed(op));
    op.put(&Notice { state: State::Published, published, base, ..old })?;
    Ok(())
}

/// Stores what a form sends as a new notice.
fn add(op: &mut Op, notice: Notice) -> Result<u64> {
    let notice_id = op.next_id::<Notice>()?;
    let base = Base::made(op, String::new());
    let published = published(notice.state, None, op.now);
    let notice = Notice { notice_id, base, published, ..notice };
    take_files(op, &notice)?;
    op.put(&notice)?;
    Ok(notice_id)
}

/// Stores what a form sends in place of what was there.
fn change(op: &mut Op, old: Notice, notice: Notice) -> Result<u64> {
    let published = published(notice.state, old.published, op.now);
    let base = old.base.changed(op);
    let notice = Notice { notice_id: old.notice_id, base, published, ..notice };
    take_files(op, &notice)?;
    op.put(&notice)?;
    Ok(notice.notice_id)
}

/// Days that a notice of the program itself is shown.
const TOLD_DAYS: i64 = 30;

/// Lines of a reminder; 200 of the longest names still fit a notice.
const MOST_LINES: usize = 200;

/// Tells people something in the name of the program, without anybody's decision; `text` is plain.
pub fn tell(op: &mut Op, people: Vec<u64>, title: &str, text: &str) -> Result<()> {
    publish_own(op, people, title, &format!("<p>{text}</p>"))
}

/// Reminds people of some things in the name of the program: an introduction, a line of markup each, and where those stand
/// for which there is no room.
pub fn remind(
    op: &mut Op,
    people: Vec<u64>,
    title: &str,
    (introduction, lines, page): (&str, &[String], &str),
) -> Result<()> {
    let list: String = lines.iter().take(MOST_LINES).map(|line| format!("<li>{line}</li>")).collect();
    let others = match lines.len().saturating_sub(MOST_LINES) {
        0 => String::new(),
        others => format!("<p>另有 {others} 项，请在“{page}”页面查看。</p>"),
    };
    publish_own(op, people, title, &format!("<p>{introduction}</p><ul>{list}</ul>{others}"))
}

fn publish_own(op: &mut Op, people: Vec<u64>, title: &str, markup: &str) -> Result<()> {
    let notice_id = op.next_id::<Notice>()?;
    let base = Base { create_by: "系统".to_owned(), ..Base::made(op, String::new()) };
    op.put_quietly(&Notice {
        notice_id,
        title: title.to_owned(),
        notice_type: "1".to_owned(),
        content: html::clean(markup),
        file_ids: Vec::new(),
        is_top: false,
        publish_at: None,
        expire_at: Some(Stamp(op.now.0 + TOLD_DAYS * 86_400_000)),
        audience: Audience::Users(people),
        state: State::Published,
        published: Some(op.now),
        base,
    })?;
    Ok(())
}

/// Saves a form, a new notice's where the number is 0, and leaves its publication to the caller.
pub fn keep(op: &mut Op, notice_id: u64, input: &NoticeInput) -> Result<u64> {
    let notice = input.to_notice()?;
    if notice_id == 0 {
        return add(op, Notice { state: State::Draft, ..notice });
    }
    let old = existing(&op.view(), notice_id)?;
    if let Some(since) = &input.filled_from {
        unchanged_since(&op.view(), since, ("公告", &old.title), &old.base)?;
    }
    refuse_waiting(op, &old)?;
    let state = old.state;
    change(op, old, Notice { state, ..notice })
}

pub fn create(op: &mut Op, input: NoticeInput) -> Result<Said<Publication>> {
    let mut notice = input.to_notice()?;
    let gate = held(op, notice.state, State::Draft)?;
    if gate.is_some() {
        notice.state = State::Draft;
    }
    let notice_id = add(op, notice)?;
    filed(op, gate, notice_id)
}

pub fn update(op: &mut Op, input: NoticeInput) -> Result<Said<Publication>> {
    let old = existing(&op.view(), input.notice_id.unwrap_or(0))?;
    same_as_read(&op.view(), "公告", &old.title, &old.base)?;
    refuse_waiting(op, &old)?;
    let mut notice = input.to_notice()?;
    let gate = held(op, notice.state, old.state)?;
    if gate.is_some() {
        notice.state = old.state;
    }
    let notice_id = change(op, old, notice)?;
    filed(op, gate, notice_id)
}

/// Publication or withdrawal.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StateChange {
    /// The notice 公告 that it is about, by number.
    pub notice_id: u64,
    /// 1 publish, 2 withdraw.
    pub state: u64,
}

/// PUT /system/notice/changeState: a draft is published, a published notice withdrawn and published again.
pub fn change_state(op: &mut Op, input: StateChange) -> Result<Said<Publication>> {
    let old = existing(&op.view(), input.notice_id)?;
    let state = wire::state_of(input.state)?;
    match (old.state, state) {
        (_, State::Draft) => return Err(AppError::refused("已发布过的公告不能改回草稿，可以撤回")),
        (State::Draft, State::Withdrawn) => return Err(AppError::refused("草稿尚未发布，不需要撤回")),
        _ => {}
    }
    refuse_waiting(op, &old)?;
    if let Some(gate) = held(op, state, old.state)? {
        return filed(op, Some(gate), old.notice_id);
    }
    // Published again: its place among the others is that of today.
    let published = if state == State::Published { Some(op.now) } else { old.published };
    let base = old.base.clone().changed(op);
    op.put(&Notice { state, published, base, ..old })?;
    filed(op, None, old.notice_id)
}

/// Several notices.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyNotices {
    /// Comma ids of the path.
    pub notice_ids: Vec<u64>,
}

/// DELETE /system/notice/{ids}: all or none, with their readings.
pub fn remove(op: &mut Op, input: ManyNotices) -> Result<Done> {
    for notice_id in input.notice_ids {
        existing(&op.view(), notice_id)?;
        for PublishGate(gate) in op.app.product.extensions::<PublishGate>() {
            (gate.gone)(op, notice_id)?;
        }
        let reads: Vec<NoticeRead> = op.view().tx.by(&BY_NOTICE, &id(notice_id), false, 0, usize::MAX)?;
        for read in reads {
            op.delete::<NoticeRead>(&read.id())?;
        }
        access::set(op, &[], super::FILES.name, notice_id)?;
        op.delete::<Notice>(&id(notice_id))?;
    }
    Ok(Done)
}

fn state_word(state: State) -> &'static str {
    match state {
        State::Draft => "草稿",
        State::Published => "已发布",
        State::Withdrawn => "已撤回",
    }
}

fn time(stamp: Option<Stamp>) -> Cell {
    Cell::Text(stamp.map(Stamp::to_text).unwrap_or_default())
}

const COLUMNS: &[Column<Notice>] = &[
    Column::new("公告编号", 10.0, |notice: &Notice| Cell::Number(notice.notice_id.cast_signed())),
    Column::new("公告标题", 40.0, |notice| Cell::Text(notice.title.clone())),
    Column::new("公告类型", 10.0, |notice| {
        Cell::Text(if notice.notice_type == "1" { "通知" } else { "公告" }.into())
    }),
    Column::new("状态", 10.0, |notice| Cell::Text(state_word(notice.state).into())),
    Column::new("置顶", 8.0, |notice| Cell::Text(if notice.is_top { "是" } else { "否" }.into())),
    Column::new("发布时间", 20.0, |notice| time(notice.published)),
    Column::new("失效时间", 20.0, |notice| time(notice.expire_at)),
    Column::new("创建者", 14.0, |notice| Cell::Text(notice.base.create_by.clone())),
    Column::new("创建时间", 20.0, |notice| time(Some(notice.base.create_time))),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListNotices) -> Result<Workbook> {
    workbook_of::<Notices, _>(view, &query, "通知公告", COLUMNS, |notice| Ok(notice.clone()))
}
