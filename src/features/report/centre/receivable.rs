//! 应收明细: bills due in a span as they stood on a day; behind 应收 and 收缴率.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::standing::{Standing, Standings};
use super::{ByText, Check, Found, Report, Sums, Total, Wanted};
use crate::columns::NONE;
use crate::columns::field::{date_of, day};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::bill::columns;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::{Collection, rate};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Compare;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, NameCache};
use crate::records::owned;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReceivableQuery {
    /// Due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// Due on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// What for; empty for all but deposits.
    pub kind: Vec<u8>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
    /// 1: only bills of which something was waived.
    pub waived: Option<u8>,
    /// 1: only bills that are not paid in full.
    pub open: Option<u8>,
    /// Part of the number, the tenant's name or the rooms.
    pub key_word: Option<String>,
}

/// A bill as it stood.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRow {
    /// Number of the bill, by which other records name it.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// His name when it was issued.
    pub tenant_name: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// Codes of its rooms 房号, with 、 between.
    pub room_text: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: Option<DateSpan>,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// 应收, fen.
    pub amount_fen: i64,
    /// 减免, fen.
    pub waived_fen: i64,
    /// 净应收, fen.
    pub net_fen: i64,
    /// 已收, fen.
    pub collected_fen: i64,
    /// 未缴, fen.
    pub open_fen: i64,
    /// Days overdue on the day; 0 when it is not.
    pub overdue_days: i64,
}

/// A bill as it stood on a day: what a list sorts and adds up. The rest is read for the page.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    pub bill_id: u64,
    /// 应缴日
    pub due_date: Date,
    /// Fen.
    pub amount_fen: i64,
    /// How it stood.
    pub standing: Standing,
    /// The day.
    pub as_of: Date,
}

/// Bills due in a span, as they stood on the day of the lens, in the order of their numbers: from columns, but for those
/// that moved since.
pub fn bills(
    lens: &ScopeFilter<'_>,
    due: DateSpan,
    standings: &Standings<'_>,
    narrow: impl FnOnce(&mut FilterBuilder<Bill>) -> Result<()>,
) -> Result<Vec<Item>> {
    let (view, as_of, mut items, mut moved) = (lens.view, lens.as_of, Vec::new(), Vec::new());
    if due.is_empty() {
        return Ok(items);
    }
    let mut ask = lens.bills()?;
    ask.days(&columns::DUE, Some(due.from), Some(due.to))?;
    ask.days(&columns::BOOK, None, Some(as_of))?;
    let void = ask.place(&columns::VOID)?;
    let later = Filter::Between(void, day(Some(as_of)) + 1, i64::MAX);
    ask.must(Filter::Any(vec![Filter::among(void, vec![NONE]), later]));
    ask.must(Filter::Not(Box::new(Filter::among(ask.place(&columns::KIND)?, vec![BillKind::Deposit.code()]))));
    narrow(&mut ask)?;
    let fields = [columns::DUE, columns::AMOUNT, columns::WAIVED, columns::ALLOCATED, columns::OPEN];
    list::gather::<Bill>(view, &ask.filters, &fields, |bill_id, row| {
        let [due, amount_fen, waived_fen, collected_fen, open] = *row else { return };
        let Some(due_date) = date_of(due) else { return };
        if standings.moved().contains(&bill_id) {
            moved.push(items.len());
        }
        let open_fen = if amount_fen < 0 { 0 } else { open };
        let standing = Standing { waived_fen, collected_fen, open_fen };
        items.push(Item { bill_id, due_date, amount_fen, standing, as_of });
    })?;
    for at in moved {
        let Some(item) = items.get_mut(at) else { continue };
        if let Some(bill) = view.tx.get::<Bill>(&id(item.bill_id))? {
            item.standing = standings.on(&bill)?;
        }
    }
    Ok(items)
}

pub struct Receivable;

/// Texts of bills that reports of them sort by.
pub const TEXTS: &[&str] = &["billNo", "tenantName", "partyAName", "plateName", "roomText", "kind", "period"];

/// Narrows to bills whose number, tenant or rooms hold a word.
pub fn of_word(ask: &mut FilterBuilder<Bill>, word: Option<&str>) -> Result<()> {
    ask.word(word, &[&columns::NO, &columns::TENANT_NAME, &columns::ROOMS])
}

/// The row of a bill.
pub fn shown(names: &mut NameCache<'_>, item: Item) -> Result<BillRow> {
    let Item { bill_id, standing, as_of, .. } = item;
    let bill: Bill = owned::linked(names.view(), bill_id)?;
    let late = standing.open_fen > 0 && bill.due_date < as_of;
    Ok(BillRow {
        bill_id: bill.bill_id,
        tenant_id: bill.tenant_id,
        party_a_name: names.of::<PartyA>(bill.party_a_id)?,
        plate_name: names.of::<Plate>(bill.plate_id)?,
        kind: bill.kind,
        period: bill.period,
        due_date: bill.due_date,
        amount_fen: bill.amount_fen,
        waived_fen: standing.waived_fen,
        net_fen: bill.amount_fen - standing.waived_fen,
        collected_fen: standing.collected_fen,
        open_fen: standing.open_fen,
        overdue_days: if late { days_between(bill.due_date, as_of) } else { 0 },
        bill_no: bill.bill_no,
        tenant_name: bill.tenant_name,
        room_text: bill.room_text,
    })
}

fn checks(
    figures: &Figures<'_>,
    query: &ReceivableQuery,
    span: DateSpan,
    as_of: Date,
    sum: &Collection,
) -> Result<Vec<Check>> {
    // what is paid is left out: there is no figure of the rest alone
    if query.open == Some(1) {
        return Ok(Vec::new());
    }
    if query.tenant_id.is_some() || query.key_word.as_deref().is_some_and(|word| !word.trim().is_empty()) {
        return Ok(Vec::new());
    }
    let mut figure = Collection::default();
    for (kind, of) in figures.collections(span, as_of, false, |cell| cell.kind)? {
        if query.kind.is_empty() || query.kind.contains(&kind) {
            figure.net_due_fen += of.net_due_fen;
            figure.waived_fen += of.waived_fen;
            figure.collected_fen += of.collected_fen;
        }
    }
    let waived = Check::fen("减免", sum.waived_fen, figure.waived_fen);
    if query.waived == Some(1) {
        return Ok(vec![waived]);
    }
    let collected = Check::fen("已收", sum.collected_fen, figure.collected_fen);
    Ok(vec![Check::fen("净应收", sum.net_due_fen, figure.net_due_fen), collected, waived])
}

impl Report for Receivable {
    type Query = ReceivableQuery;
    type Item = Item;
    type Row = BillRow;
    const SHEET: &'static str = "应收明细";
    const ORDER: Compare<Item> = |a, b| (a.due_date, a.bill_id).cmp(&(b.due_date, b.bill_id));
    const SORTS: &'static [(&'static str, Compare<Item>)] = &[
        ("dueDate", |a, b| a.due_date.cmp(&b.due_date)),
        ("amountFen", |a, b| a.amount_fen.cmp(&b.amount_fen)),
        ("waivedFen", |a, b| a.standing.waived_fen.cmp(&b.standing.waived_fen)),
        ("collectedFen", |a, b| a.standing.collected_fen.cmp(&b.standing.collected_fen)),
        ("openFen", |a, b| a.standing.open_fen.cmp(&b.standing.open_fen)),
    ];
    const COLUMNS: &'static [Column<BillRow>] = &[
        Column::new("账单编号", 20.0, |row: &BillRow| Cell::Text(row.bill_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("房间", 24.0, |row| Cell::Text(row.room_text.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("账期", 24.0, |row| Cell::Text(row.period.map(|period| period.to_string()).unwrap_or_default())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("应收（元）", 16.0, |row: &BillRow| Cell::Decimal(row.amount_fen)).summed(),
        Column::new("减免（元）", 14.0, |row: &BillRow| Cell::Decimal(row.waived_fen)).summed(),
        Column::new("净应收（元）", 16.0, |row: &BillRow| Cell::Decimal(row.net_fen)).summed(),
        Column::new("已收（元）", 16.0, |row: &BillRow| Cell::Decimal(row.collected_fen)).summed(),
        Column::new("未缴（元）", 16.0, |row: &BillRow| Cell::Decimal(row.open_fen)).summed(),
        Column::new("逾期天数", 10.0, |row| Cell::Number(row.overdue_days)),
    ];

    const TEXTS: &'static [&'static str] = TEXTS;

    fn number(item: &Item) -> u64 {
        item.bill_id
    }

    fn by_text(view: &View, all: Vec<u64>, by: &ByText<'_>) -> Result<Vec<u64>> {
        by.numbers::<Bill>(view, all)
    }

    fn find(lens: &ScopeFilter<'_>, query: &ReceivableQuery, _: &Wanted<'_>) -> Result<Found<Item>> {
        let figures = Figures::of(lens.view, lens.query)?;
        let (span, as_of) = (lens.span(query.due_from, query.due_to)?, lens.as_of);
        let standings = Standings::of(lens.view, &figures, span, as_of)?;
        let (mut sum, mut open_fen) = (Collection::default(), 0);
        let mut items = bills(lens, span, &standings, |ask| {
            ask.several(&columns::KIND, &query.kind)?;
            ask.given(&columns::TENANT, query.tenant_id)?;
            of_word(ask, query.key_word.as_deref())
        })?;
        items.retain(|Item { standing, .. }| {
            (query.waived != Some(1) || standing.waived_fen != 0) && (query.open != Some(1) || standing.open_fen != 0)
        });
        for item in &items {
            sum.due_fen += item.amount_fen;
            sum.waived_fen += item.standing.waived_fen;
            sum.collected_fen += item.standing.collected_fen;
            open_fen += item.standing.open_fen;
        }
        sum.net_due_fen = sum.due_fen - sum.waived_fen;
        let sums = Sums {
            about: format!("应缴日 {span}，截至 {as_of}"),
            totals: vec![
                Total::fen("amountFen", "应收", sum.due_fen),
                Total::fen("waivedFen", "减免", sum.waived_fen),
                Total::fen("netFen", "净应收", sum.net_due_fen),
                Total::fen("collectedFen", "已收", sum.collected_fen),
                Total::fen("openFen", "未缴", open_fen),
                Total::rate("rate", "收缴率", rate(sum.collected_fen, sum.net_due_fen)),
            ],
            checks: checks(&figures, query, span, as_of, &sum)?,
        };
        Ok(Found::all(items, sums))
    }

    fn show(_: &View, names: &mut NameCache<'_>, item: Item) -> Result<BillRow> {
        shown(names, item)
    }
}
