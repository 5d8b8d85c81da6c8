//! Entries as people see them: list with totals, one entry with its bills, workbook.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns;
use super::ops::is_own;
use super::record::{EntryFacts, EntryState, ExposureEntry, PublishScope, Rectified, Rule, SubjectKind};
use crate::columns::Field;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::Room;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::dunning::ops::letters_on_file;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, ListQuery, NameCache, One, Place};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// A bill behind an entry.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen it asked for.
    pub net_fen: i64,
    /// Fen still open.
    pub open_fen: i64,
}

/// An entry on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryOut {
    /// Number of the entry 曝光条目, by which other records name it.
    pub entry_id: u64,
    /// `BG-202401-000001`
    pub entry_no: String,
    /// 对象, natural persons masked.
    pub display_name: String,
    /// What a person wrote; the text and the files come with one entry only.
    #[serde(flatten)]
    pub facts: EntryFacts,
    /// Name of the party A.
    pub party_a_name: String,
    /// Name of the asset.
    pub asset_name: String,
    /// Code of the room.
    pub room_code: String,
    /// The day amount and days are of.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// The rule that found it.
    pub rule: Option<Rule>,
    /// 状态 today.
    pub state: EntryState,
    /// Whether the deadline has passed and it is on the board still.
    pub late: bool,
    /// Whether the asker wrote or submitted it, so that he cannot decide.
    pub own: bool,
    /// Whether the asker submitted it, so that he can take it back.
    pub submitted_by_me: bool,
    /// Who wrote it last.
    pub author: String,
    /// Who submitted it.
    pub submitted_by: String,
    /// When it was submitted, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub submitted_at: String,
    /// Who decided.
    pub decided_by: String,
    /// Opinion of who decided, in words.
    pub comment: String,
    /// When it was taken down.
    #[schemars(with = "Option<DateText>")]
    pub withdrawn: Option<Date>,
    /// Why it was taken down, in words.
    pub withdraw_reason: String,
    /// How it was put right.
    pub rectified: Option<Rectified>,
    /// Letters on file; of arrears, with one entry only.
    pub letters: Option<usize>,
    /// Bills behind it; with one entry only.
    pub bills: Vec<LinkedBill>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn person(view: &View, name: &str) -> Result<String> {
    if name.is_empty() { Ok(String::new()) } else { person_name(view, name) }
}

fn out(view: &View, names: &mut NameCache<'_>, entry: &ExposureEntry) -> Result<EntryOut> {
    let (today, me) = (view.now.date(), view.caller.name());
    let (state, subject) = (entry.state_on(today), entry.facts.subject);
    Ok(EntryOut {
        entry_id: entry.entry_id,
        entry_no: entry.entry_no.clone(),
        display_name: entry.display_name.clone(),
        facts: EntryFacts { facts: String::new(), files: Vec::new(), ..entry.facts.clone() },
        party_a_name: names.of::<PartyA>(subject.party_a_id)?,
        asset_name: names.of::<Asset>(subject.asset_id)?,
        room_code: names.of::<Room>(subject.room_id)?,
        as_of: entry.as_of,
        rule: entry.rule,
        state,
        late: state == EntryState::Published && entry.facts.rectify_deadline.is_some_and(|day| day < today),
        own: is_own(entry, &me),
        submitted_by_me: entry.submitted_by == me,
        author: person(view, &entry.author)?,
        submitted_by: person(view, &entry.submitted_by)?,
        submitted_at: entry.submitted_at.map(Stamp::to_text).unwrap_or_default(),
        decided_by: person(view, &entry.decided_by)?,
        comment: entry.comment.clone(),
        withdrawn: entry.withdrawn,
        withdraw_reason: entry.withdraw_reason.clone(),
        rectified: entry.rectified.clone(),
        letters: None,
        bills: Vec::new(),
        owned: OwnedOut::of(view, &entry.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListEntries {
    /// Part of the number or of the name on the board.
    pub key_word: Option<String>,
    /// Only entries about these 曝光对象类型; absent: all.
    pub subject_kind: Vec<SubjectKind>,
    /// 状态 today.
    pub state: Vec<EntryState>,
    /// The rule that found it.
    pub rule: Vec<Rule>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of these plates 板块, by numbers; absent: all.
    pub plate_id: Vec<u64>,
    /// Only entries that these see 公开范围; absent: all.
    pub publish_scope: Vec<PublishScope>,
    /// Only those on the board whose deadline has passed.
    pub late: bool,
    /// Published from this day on.
    #[schemars(with = "Option<DateText>", title = "曝光日起")]
    pub from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "曝光日止")]
    pub to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Totals over the whole filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntrySums {
    /// How many are candidates that nobody has submitted.
    pub candidates: usize,
    /// Waiting for a decision.
    pub waiting: usize,
    /// On the board.
    pub open: usize,
    /// Fen of those on the board.
    pub open_fen: i64,
    /// On the board with a deadline that has passed.
    pub late: usize,
    /// Put right.
    pub rectified: usize,
}

/// 曝光条目
pub struct Entries;

impl List for Entries {
    type Record = ExposureEntry;
    type Query = ListEntries;
    type Row = EntryOut;
    type Sums = EntrySums;

    const PLACE: Place = Place {
        list: "/expo/entry/list",
        permission: "expo:entry:list",
        export: Some(("/expo/entry/export", "expo:entry:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "曝光条目";
    const COLUMNS: &'static [Column<EntryOut>] = COLUMNS;
    const SUMS: &'static [Field<ExposureEntry>] = &columns::COUNTED;
    const ORDER: &'static [(&'static str, bool)] = &[("stage", false), ("amountFen", true)];
    const NEWEST: bool = true;

    fn paging(query: &ListEntries) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListEntries, ask: &mut FilterBuilder<ExposureEntry>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::NAME])?;
        ask.several(&columns::KIND, &query.subject_kind)?;
        ask.several(&columns::STATE, &query.state)?;
        ask.several(&columns::RULE, &query.rule)?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.several(&columns::PLATE, &query.plate_id)?;
        ask.several(&columns::SCOPE, &query.publish_scope)?;
        ask.days(&columns::PUBLISHED, query.from, query.to)?;
        ask.only(&columns::LATE, query.late)
    }

    fn row(names: &mut NameCache<'_>, entry: &ExposureEntry) -> Result<EntryOut> {
        let view = *names.view();
        out(&view, names, entry)
    }

    fn sums(_: &View, _: &ListQuery, sums: &[i64]) -> Result<EntrySums> {
        let many = |number: i64| usize::try_from(number).unwrap_or_default();
        Ok(match *sums {
            [candidates, waiting, open, open_fen, late, rectified] => EntrySums {
                candidates: many(candidates),
                waiting: many(waiting),
                open: many(open),
                open_fen,
                late: many(late),
                rectified: many(rectified),
            },
            _ => EntrySums::default(),
        })
    }
}

pub fn show(view: &View, input: One) -> Result<Data<EntryOut>> {
    let entry: ExposureEntry = owned::find(view, input.id)?;
    let mut shown = out(view, &mut NameCache::new(view), &entry)?;
    let subject = entry.facts.subject;
    if subject.subject_kind == SubjectKind::Arrears {
        shown.letters = Some(letters_on_file(view, subject.tenant_id)?);
    }
    for bill_id in &entry.bills {
        if let Some(bill) = view.tx.get::<Bill>(&id(*bill_id))? {
            let (net_fen, open_fen) = (bill.net_fen(), bill.outstanding_fen());
            let Bill { bill_id, bill_no, due_date, .. } = bill;
            shown.bills.push(LinkedBill { bill_id, bill_no, due_date, net_fen, open_fen });
        }
    }
    shown.facts = entry.facts;
    Ok(Data(shown))
}

pub(super) fn day_cell(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

const COLUMNS: &[Column<EntryOut>] = &[
    Column::new("曝光编号", 20.0, |row: &EntryOut| Cell::Text(row.entry_no.clone())),
    Column::new("对象", 30.0, |row| Cell::Text(row.display_name.clone())),
    Column::new("类型", 12.0, |row| Cell::Text(row.facts.subject.subject_kind.label().into())),
    Column::new("状态", 10.0, |row| Cell::Text(row.state.label().into())),
    Column::new("金额（元）", 16.0, |row| row.facts.amount_fen.map_or(Cell::Empty, Cell::Decimal)),
    Column::new("逾期天数", 10.0, |row| row.facts.overdue_days.map_or(Cell::Empty, Cell::Number)),
    Column::new("数据日期", 12.0, |row| day_cell(Some(row.as_of))),
    Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
    Column::new("资产", 26.0, |row| Cell::Text(row.asset_name.clone())),
    Column::new("规则", 16.0, |row| Cell::Text(row.rule.map_or("手工", Rule::label).into())),
    Column::new("公开范围", 10.0, |row| Cell::Text(row.facts.publish_scope.label().into())),
    Column::new("曝光日期", 12.0, |row| day_cell(row.facts.publish_from)),
    Column::new("曝光截止日", 12.0, |row| day_cell(row.facts.publish_to)),
    Column::new("整改期限", 12.0, |row| day_cell(row.facts.rectify_deadline)),
    Column::new("整改日期", 12.0, |row| day_cell(row.rectified.as_ref().map(|rectified| rectified.day))),
    Column::new("整改说明", 40.0, |row| {
        Cell::Text(row.rectified.as_ref().map(|rectified| rectified.note.clone()).unwrap_or_default())
    }),
    Column::new("提交人", 12.0, |row| Cell::Text(row.submitted_by.clone())),
    Column::new("审批人", 12.0, |row| Cell::Text(row.decided_by.clone())),
];
