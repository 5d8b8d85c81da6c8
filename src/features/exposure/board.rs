//! The board 曝光台 and the report's block (domain.md 4.7): what is published on a day, and how much of it is put right.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::list::day_cell;
use super::record::{EntryState, ExposureEntry, PublishScope, SubjectKind};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::figures::load::{ChartQuery, departments};
use crate::features::finance::figures::rate;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::export;
use crate::records::export::Workbook;
use crate::records::list::{FilterBuilder, NameCache, Scoped, Span, is, matching};
use crate::route::Data;
use crate::sheet::{Cell, Column};

/// An entry on the board.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExposureItem {
    /// The entry 曝光条目 that it is about, by number.
    pub entry_id: u64,
    /// 对象, natural persons masked.
    pub name: String,
    /// Whom the entry is about 曝光对象类型.
    pub kind: SubjectKind,
    /// What people call it.
    pub kind_label: &'static str,
    /// Sum in whole fen.
    pub fen: Option<i64>,
    /// 逾期天数 on the day.
    pub days: Option<i64>,
    /// First day on the board.
    #[schemars(with = "DateText")]
    pub published_at: Date,
    /// Day by which it is to be put right 整改期限.
    #[schemars(with = "Option<DateText>")]
    pub deadline: Option<Date>,
    /// The deadline has passed.
    pub late: bool,
    /// Name of the party A.
    pub party_a_name: String,
    /// Who sees it on the board 公开范围.
    pub scope: PublishScope,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExposureBlock {
    /// Day up to which the figures count.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// How many entries are on the board 曝光中.
    pub open: usize,
    /// How many were put right this year 本年已整改.
    pub rectified_this_year: usize,
    /// 按期整改率 in parts of ten thousand; none before a deadline has passed.
    pub rectify_rate: Option<i64>,
    /// Newest first.
    pub items: Vec<ExposureItem>,
}

/// 按期整改率: of the entries whose deadline has passed by a day, those put right by their deadline. What was taken down
/// was no case, or none any more.
pub fn rectify_rate(entries: &[ExposureEntry], day: Date) -> Option<i64> {
    let (mut due, mut in_time) = (0, 0);
    for entry in entries {
        let Some(deadline) = entry.facts.rectify_deadline else { continue };
        let published = entry.publication().is_some_and(|from| from <= day);
        if !published || deadline >= day || entry.state_on(day) == EntryState::Withdrawn {
            continue;
        }
        due += 1;
        in_time += i64::from(entry.rectified.as_ref().is_some_and(|rectified| rectified.day <= deadline));
    }
    rate(in_time, due)
}

fn item(names: &mut NameCache<'_>, entry: &ExposureEntry, day: Date) -> Result<Option<ExposureItem>> {
    let facts = &entry.facts;
    let Some(published_at) = facts.publish_from.filter(|_| entry.is_shown(day)) else { return Ok(None) };
    let kind = facts.subject.subject_kind;
    Ok(Some(ExposureItem {
        entry_id: entry.entry_id,
        name: entry.display_name.clone(),
        kind,
        kind_label: kind.label(),
        fen: facts.amount_fen,
        days: entry.days_on(day),
        published_at,
        deadline: facts.rectify_deadline,
        late: facts.rectify_deadline.is_some_and(|deadline| deadline < day),
        party_a_name: names.of::<PartyA>(facts.subject.party_a_id)?,
        scope: facts.publish_scope,
    }))
}

fn of_day(view: &View, day: Date, fits: impl FnMut(&ExposureEntry) -> bool) -> Result<ExposureBlock> {
    let mut ask = FilterBuilder::<ExposureEntry>::default();
    ExposureEntry::restrict_to_visible(view, &mut ask)?;
    let mut entries = matching(view, ask, Span::All, false)?;
    entries.retain(fits);
    let mut names = NameCache::new(view);
    let mut items = Vec::new();
    for entry in &entries {
        items.extend(item(&mut names, entry, day)?);
    }
    items.order_by_key(|item| std::cmp::Reverse((item.published_at, item.fen, item.entry_id)));
    let this_year = |entry: &&ExposureEntry| {
        entry.rectified.as_ref().is_some_and(|rectified| rectified.day.year() == day.year() && rectified.day <= day)
    };
    Ok(ExposureBlock {
        as_of: day,
        open: items.len(),
        rectified_this_year: entries.iter().filter(this_year).count(),
        rectify_rate: rectify_rate(&entries, day),
        items,
    })
}

/// GET /stat/baoGuangTai
///
/// # Errors
/// A sentence for a month, year or day that makes no sense.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<ExposureBlock>> {
    let (_, day) = (query.span(view)?, query.day(view));
    if day > view.now.date() {
        return Err(AppError::refused("截至日期不能晚于今天"));
    }
    let below = departments(view, &query)?;
    let shown = of_day(view, day, |entry: &ExposureEntry| {
        let party = entry.facts.subject.party_a_id;
        (query.plate_id.is_empty() || query.plate_id.contains(&entry.plate_id))
            && (query.party_a_id.is_empty() || query.party_a_id.contains(&party))
            && below.as_ref().is_none_or(|below| below.binary_search(&entry.owned.dept_id).is_ok())
    });
    shown.map(Data)
}

/// Filters of the board.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BoardQuery {
    /// Only entries about these 曝光对象类型; absent: all.
    pub subject_kind: Option<SubjectKind>,
    /// Only of this party A 甲方, by number; absent: all.
    pub party_a_id: Option<u64>,
    /// Only of this plate 板块, by number; absent: all.
    pub plate_id: Option<u64>,
    /// Only entries that these see 公开范围; absent: all.
    pub publish_scope: Option<PublishScope>,
}

/// GET /expo/board: what is on the board today.
pub fn board(view: &View, query: BoardQuery) -> Result<Data<ExposureBlock>> {
    let shown = of_day(view, view.now.date(), |entry: &ExposureEntry| {
        let facts = &entry.facts;
        is(query.subject_kind.as_ref(), &facts.subject.subject_kind)
            && query.party_a_id.is_none_or(|wanted| wanted == facts.subject.party_a_id)
            && query.plate_id.is_none_or(|wanted| wanted == entry.plate_id)
            && is(query.publish_scope.as_ref(), &facts.publish_scope)
    });
    shown.map(Data)
}

const COLUMNS: &[Column<ExposureItem>] = &[
    Column::new("对象", 30.0, |row: &ExposureItem| Cell::Text(row.name.clone())),
    Column::new("类型", 12.0, |row| Cell::Text(row.kind_label.into())),
    Column::new("金额（元）", 16.0, |row| row.fen.map_or(Cell::Empty, Cell::Decimal)),
    Column::new("逾期天数", 10.0, |row| row.days.map_or(Cell::Empty, Cell::Number)),
    Column::new("曝光日期", 12.0, |row| day_cell(Some(row.published_at))),
    Column::new("整改期限", 12.0, |row| day_cell(row.deadline)),
    Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
];

/// POST /stat/baoGuangTai/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn prepare_export(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block) = block(view, query)?;
    export::write(view, "曝光台", COLUMNS, block.items.into_iter())
}
