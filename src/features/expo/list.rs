//! Entries as people see them: list with totals, one entry with its bills, workbook.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::is_own;
use super::record::{EntryFacts, EntryState, ExposureEntry, PublishScope, Rectified, Rule, SubjectKind};
use crate::fault::Outcome;
use crate::features::books::bill::record::Bill;
use crate::features::books::dunning::ops::letters_on_file;
use crate::features::estate::asset::record::Asset;
use crate::features::estate::party_a::record::PartyA;
use crate::features::estate::room::record::Room;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::export::Workbook;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::names::person_name;
use crate::records::owned::OwnedOut;
use crate::records::{export, owned};
use crate::route::{Data, SummedPage};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// A bill behind an entry.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedBill {
    /// Which.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// 应缴日
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
    /// Number of the record.
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
    /// When.
    pub submitted_at: String,
    /// Who decided.
    pub decided_by: String,
    /// His opinion.
    pub comment: String,
    /// When it was taken down.
    #[schemars(with = "Option<DateText>")]
    pub withdrawn: Option<Date>,
    /// Why.
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

fn person(view: &View, name: &str) -> Outcome<String> {
    if name.is_empty() { Ok(String::new()) } else { person_name(view, name) }
}

fn out(view: &View, names: &mut Names<'_>, entry: &ExposureEntry) -> Outcome<EntryOut> {
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
    /// 类型
    pub subject_kind: Option<SubjectKind>,
    /// 状态 today.
    pub state: Option<EntryState>,
    /// The rule that found it.
    pub rule: Option<Rule>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// One plate.
    pub plate_id: Option<u64>,
    /// 公开范围
    pub publish_scope: Option<PublishScope>,
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

const SORTS: &[(&str, Compare<ExposureEntry>)] = &[
    ("entryNo", |a, b| a.entry_no.cmp(&b.entry_no)),
    ("amountFen", |a, b| a.facts.amount_fen.cmp(&b.facts.amount_fen)),
    ("overdueDays", |a, b| a.facts.overdue_days.cmp(&b.facts.overdue_days)),
    ("publishFrom", |a, b| a.facts.publish_from.cmp(&b.facts.publish_from)),
    ("rectifyDeadline", |a, b| a.facts.rectify_deadline.cmp(&b.facts.rectify_deadline)),
];

fn rows(view: &View, query: &ListEntries) -> Outcome<Vec<ExposureEntry>> {
    let today = view.now.date();
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let mut found = matching(view, From::All, &query.paging, SORTS, |entry: &ExposureEntry| {
        let (facts, state) = (&entry.facts, entry.state_on(today));
        let published = entry.publication();
        word.is_none_or(|word| like(&entry.entry_no, word) || like_name(&entry.display_name, word))
            && is(query.subject_kind.as_ref(), &facts.subject.subject_kind)
            && is(query.state.as_ref(), &state)
            && query.rule.is_none_or(|rule| entry.rule == Some(rule))
            && query.party_a_id.is_none_or(|wanted| wanted == facts.subject.party_a_id)
            && query.plate_id.is_none_or(|wanted| wanted == entry.plate_id)
            && is(query.publish_scope.as_ref(), &facts.publish_scope)
            && query.from.is_none_or(|from| published.is_some_and(|day| day >= from))
            && query.to.is_none_or(|to| published.is_some_and(|day| day <= to))
            && (!query.late || state == EntryState::Published && facts.rectify_deadline.is_some_and(|day| day < today))
    })?;
    if !query.paging.sorts() {
        found.sort_by_key(|entry| {
            let waits = entry.state != EntryState::Submitted;
            (waits, entry.state_on(today) as u8, std::cmp::Reverse((entry.facts.amount_fen, entry.entry_id)))
        });
    }
    Ok(found)
}

/// Totals over the whole filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntrySums {
    /// Candidates.
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

fn sums(rows: &[ExposureEntry], today: Date) -> EntrySums {
    let mut sums = EntrySums::default();
    for entry in rows {
        match entry.state_on(today) {
            EntryState::Candidate => sums.candidates += 1,
            EntryState::Submitted => sums.waiting += 1,
            EntryState::Published => {
                sums.open += 1;
                sums.open_fen += entry.facts.amount_fen.unwrap_or_default();
                sums.late += usize::from(entry.facts.rectify_deadline.is_some_and(|day| day < today));
            }
            EntryState::Rectified => sums.rectified += 1,
            EntryState::Withdrawn | EntryState::Expired | EntryState::Refused => {}
        }
    }
    sums
}

/// A page of entries with the totals of the filter.
pub type EntryPage = SummedPage<EntryOut, EntrySums>;

/// GET /expo/entry/list
pub fn list(view: &View, query: ListEntries) -> Outcome<EntryPage> {
    let rows = rows(view, &query)?;
    let sums = sums(&rows, view.now.date());
    let (page, mut names) = (query.paging.cut(rows), Names::new(view));
    let rows = page.rows.iter().map(|row| out(view, &mut names, row)).collect::<Outcome<_>>()?;
    Ok(EntryPage { rows, total: page.total, sums })
}

/// GET /expo/entry/{id}
pub fn show(view: &View, input: One) -> Outcome<Data<EntryOut>> {
    let entry: ExposureEntry = owned::find(view, input.id)?;
    let mut shown = out(view, &mut Names::new(view), &entry)?;
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

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListEntries) -> Outcome<Workbook> {
    let mut names = Names::new(view);
    let shown: Vec<EntryOut> =
        rows(view, &query)?.iter().map(|row| out(view, &mut names, row)).collect::<Outcome<_>>()?;
    export::write(view, "曝光条目", COLUMNS, shown.into_iter())
}
