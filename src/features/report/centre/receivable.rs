//! 应收明细: bills due in a span as they stood on a day; behind 应收 and 收缴率.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::standing::{Standing, Standings};
use super::stood::{BillSums, By, Item, Stood};
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::{Collection, rate};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::sheet::{Cell, Column};

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

pub struct Receivable;

const SORTS: &[(&str, By)] = &[
    ("dueDate", By::Due),
    ("amountFen", By::Amount),
    ("waivedFen", By::Waived),
    ("collectedFen", By::Collected),
    ("openFen", By::Open),
];

/// The row of a bill.
pub fn shown(names: &mut NameCache<'_>, item: Item) -> Result<BillRow> {
    let Item { bill_id, standing, as_of } = item;
    let bill: Bill = owned::linked(names.view(), bill_id)?;
    let standing = standing.unwrap_or_else(|| Standing::today(&bill));
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

    fn find(lens: &ScopeFilter<'_>, query: &ReceivableQuery, wanted: &Wanted<'_>) -> Result<Found<Item>> {
        let figures = Figures::of(lens.view, lens.query)?;
        let (span, as_of) = (lens.span(query.due_from, query.due_to)?, lens.as_of);
        let standings = Standings::of(lens.view, &figures, span, as_of)?;
        let mut bills = Stood::due(lens, span, &standings)?;
        (bills.waived, bills.open) = (query.waived == Some(1), query.open == Some(1));
        bills.narrow(&query.kind, query.tenant_id, query.key_word.as_deref())?;
        let (items, BillSums { amount, waived, collected, open }) = bills.find(wanted, SORTS)?;
        let mut sum =
            Collection { due_fen: amount, waived_fen: waived, collected_fen: collected, ..Collection::default() };
        sum.net_due_fen = amount - waived;
        let sums = Sums {
            about: format!("应缴日 {span}，截至 {as_of}"),
            totals: vec![
                Total::fen("amountFen", "应收", sum.due_fen),
                Total::fen("waivedFen", "减免", sum.waived_fen),
                Total::fen("netFen", "净应收", sum.net_due_fen),
                Total::fen("collectedFen", "已收", sum.collected_fen),
                Total::fen("openFen", "未缴", open),
                Total::rate("rate", "收缴率", rate(sum.collected_fen, sum.net_due_fen)),
            ],
            checks: checks(&figures, query, span, as_of, &sum)?,
        };
        Ok(Found { items, sums })
    }

    fn show(_: &View, names: &mut NameCache<'_>, item: Item) -> Result<BillRow> {
        shown(names, item)
    }
}
