//! 应收明细: bills due in a span as they stood on a day; behind 应收 and 收缴率.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lens::Lens;
use super::standing::{Standing, Standings, in_books};
use super::{Check, Found, Report, Sums, Total};
use crate::fault::Outcome;
use crate::features::books::bill::record::{BY_DUE, Bill, day_key};
use crate::features::books::figures::blocks::Figures;
use crate::features::books::figures::load::ChartQuery;
use crate::features::books::figures::{Collection, rate};
use crate::features::estate::party_a::record::PartyA;
use crate::features::estate::plate::Plate;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::span::{DateSpan, days_between};
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::list::Names;
use crate::sheet::{Cell, Column};
use crate::store::Reads;

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReceivableQuery {
    /// Plates, parties A, department, day.
    #[serde(flatten)]
    pub chart: ChartQuery,
    /// Due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// What for; empty for all but deposits.
    pub kind: Vec<u8>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// 1: only bills of which something was waived.
    pub waived: Option<u8>,
    /// 1: only bills that are not paid in full.
    pub open: Option<u8>,
    /// Part of the number, the tenant's name or the rooms.
    pub key_word: Option<String>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A bill as it stood.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRow {
    /// Number of the record.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// Tenant.
    pub tenant_id: u64,
    /// His name when it was issued.
    pub tenant_name: String,
    /// Party A.
    pub party_a_name: String,
    /// Plate.
    pub plate_name: String,
    /// Codes of the rooms.
    pub room_text: String,
    /// What for.
    pub kind: BillKind,
    /// The days it is for.
    pub period: Option<DateSpan>,
    /// 应缴日
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

/// A bill that was found.
pub struct Item {
    pub bill: Bill,
    pub standing: Standing,
    pub as_of: Date,
}

/// The report.
pub struct Receivable;

/// Whether a bill has the word.
pub fn has_word(bill: &Bill, word: Option<&str>) -> bool {
    word.map(str::trim).filter(|word| !word.is_empty()).is_none_or(|word| {
        [&bill.bill_no, &bill.room_text].into_iter().any(|text| like(text, word)) || like_name(&bill.tenant_name, word)
    })
}

/// The row of a bill.
pub fn shown(names: &mut Names<'_>, item: Item) -> Outcome<BillRow> {
    let Item { bill, standing, as_of } = item;
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
) -> Outcome<Vec<Check>> {
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
    const SORTS: &'static [(&'static str, Compare<Item>)] = &[
        ("billNo", |a, b| a.bill.bill_no.cmp(&b.bill.bill_no)),
        ("dueDate", |a, b| a.bill.due_date.cmp(&b.bill.due_date)),
        ("amountFen", |a, b| a.bill.amount_fen.cmp(&b.bill.amount_fen)),
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

    fn paging(query: &ReceivableQuery) -> &Paging {
        &query.paging
    }

    fn find(view: &View, query: &ReceivableQuery) -> Outcome<Found<Item>> {
        let lens = Lens::of(view, &query.chart)?;
        let figures = Figures::of(view, &query.chart)?;
        let (span, as_of) = (lens.span(query.due_from, query.due_to), lens.as_of);
        let standings = Standings::of(view, &figures, span, as_of)?;
        let (mut items, mut sum, mut open_fen) = (Vec::new(), Collection::default(), 0);
        let bills: Vec<Bill> = if span.is_empty() {
            Vec::new()
        } else {
            view.tx.within(&BY_DUE, &day_key(span.from), &day_key(span.to))?
        };
        for bill in bills {
            let fits = lens.sees_bill(&bill)
                && in_books(&bill, as_of)
                && bill.kind != BillKind::Deposit
                && (query.kind.is_empty() || query.kind.contains(&(bill.kind as u8)))
                && query.tenant_id.is_none_or(|tenant| tenant == bill.tenant_id)
                && has_word(&bill, query.key_word.as_deref());
            if !fits {
                continue;
            }
            let standing = standings.on(&bill)?;
            if query.waived == Some(1) && standing.waived_fen == 0 || query.open == Some(1) && standing.open_fen == 0 {
                continue;
            }
            sum.due_fen += bill.amount_fen;
            sum.waived_fen += standing.waived_fen;
            sum.collected_fen += standing.collected_fen;
            open_fen += standing.open_fen;
            items.push(Item { bill, standing, as_of });
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
        Ok(Found { items, sums })
    }

    fn show(_: &View, names: &mut Names<'_>, item: Item) -> Outcome<BillRow> {
        shown(names, item)
    }
}
