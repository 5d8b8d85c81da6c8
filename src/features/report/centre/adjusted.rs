//! 往期调整: what came to be asked for, more or less, within a span on bills due before it; behind 往期补记与调整 of the
//! roll-forward. Which bills moved is known from sums; by how much and why is read from their records.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::{Allocation, BY_BILL};
use crate::features::finance::bill::record::{ADJUSTMENTS, Bill, BillSource};
use crate::features::finance::figures::blocks::{AdjustedBy, Figures};
use crate::features::finance::sums::{self, Entry};
use crate::features::finance::waiver::{self, Waiver};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::page::Compare;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AdjustedQuery {
    /// In the books from this day on, of bills due before it.
    #[schemars(with = "Option<DateText>", title = "记账日起")]
    pub book_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "记账日止")]
    pub book_to: Option<Date>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// Something that changed what a bill asks for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustedRow {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// When it changed.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// What happened.
    pub reason_label: &'static str,
    /// Number of the document behind it; empty when the bill itself is.
    pub document_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen; negative when less is asked for.
    pub amount_fen: i64,
}

/// A change of a bill.
pub struct Change {
    bill: Bill,
    at: Date,
    reason: &'static str,
    document_no: String,
    fen: i64,
}

/// The changes of a bill within a span.
struct Changes<'a> {
    bill: &'a Bill,
    span: DateSpan,
    found: Vec<Change>,
}

impl Changes<'_> {
    /// Takes what counts within the span: `fen` says what an entry adds, `reason` why, by whether that is more.
    fn take(&mut self, entries: &[Entry], fen: fn(&Entry) -> i64, reason: [&'static str; 2], document_no: &str) {
        for entry in entries.iter().filter(|entry| entry.bill_id == self.bill.bill_id && self.span.contains(entry.at)) {
            let fen = fen(entry);
            if fen != 0 {
                let reason = reason[usize::from(fen < 0)];
                let document_no = document_no.to_owned();
                self.found.push(Change { bill: self.bill.clone(), at: entry.at, reason, document_no, fen });
            }
        }
    }
}

/// What changed a bill within a span: itself, what adjusts it, what is waived of it, money that lay there before it did. Only
/// what is known to have is looked up.
fn changes(view: &View, bill: &Bill, span: DateSpan, by: AdjustedBy) -> Result<Vec<Change>> {
    let mut changes = Changes { bill, span, found: Vec::new() };
    let number = id(bill.bill_id);
    if by.bills {
        let booked = match bill.source {
            BillSource::Opening => "期初导入",
            BillSource::Adjustment => "调增",
            _ => "补记账单",
        };
        changes.take(&sums::of_bill(bill), |entry| entry.values[1], [booked, "作废"], "");
        let adjusting: Vec<Bill> = view.tx.by(&ADJUSTMENTS, &number, false, 0, usize::MAX)?;
        for other in &adjusting {
            changes.take(&sums::taken_off(other), |entry| entry.values[1], ["调减作废", "调减"], &other.bill_no);
        }
    }
    if by.waivers {
        let waivers: Vec<Waiver> = view.tx.by(&waiver::BY_BILL, &number, false, 0, usize::MAX)?;
        for waiver in &waivers {
            changes.take(&sums::of_waiver(waiver), |entry| -entry.values[0], ["撤销减免", "减免"], &waiver.waiver_no);
        }
    }
    if by.allocations {
        let rows: Vec<Allocation> = view.tx.by(&BY_BILL, &number, false, 0, usize::MAX)?;
        for row in &rows {
            let before = |entry: &Entry| entry.values[0] - entry.values[1];
            changes.take(&sums::of_allocation(row), before, ["入账前已收", "入账前已收抵减"], "");
        }
    }
    Ok(changes.found)
}

pub struct Adjusted;

impl Report for Adjusted {
    type Query = AdjustedQuery;
    type Item = Change;
    type Row = AdjustedRow;
    const SHEET: &'static str = "往期调整";
    const SORTS: &'static [(&'static str, Compare<Change>)] = &[
        ("bookDate", |a, b| a.at.cmp(&b.at)),
        ("dueDate", |a, b| a.bill.due_date.cmp(&b.bill.due_date)),
        ("amountFen", |a, b| a.fen.cmp(&b.fen)),
    ];
    const COLUMNS: &'static [Column<AdjustedRow>] = &[
        Column::new("记账日", 12.0, |row: &AdjustedRow| Cell::Date(row.book_date)),
        Column::new("原因", 14.0, |row| Cell::Text(row.reason_label.into())),
        Column::new("单据编号", 20.0, |row| Cell::Text(row.document_no.clone())),
        Column::new("账单编号", 20.0, |row| Cell::Text(row.bill_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("金额（元）", 16.0, |row: &AdjustedRow| Cell::Decimal(row.amount_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &AdjustedQuery, _: &Wanted<'_>) -> Result<Found<Change>> {
        let span = lens.span(query.book_from, query.book_to)?;
        let figures = Figures::of(lens.view, lens.query)?;
        let mut items = Vec::new();
        for (bill_id, by) in figures.adjusted_bills(span)? {
            let Some(bill) = lens.view.tx.get::<Bill>(&id(bill_id))? else { continue };
            if lens.sees_bill(&bill) && query.tenant_id.is_none_or(|tenant| tenant == bill.tenant_id) {
                items.extend(changes(lens.view, &bill, span, by)?);
            }
        }
        items.order_by_key(|change| std::cmp::Reverse((change.at, change.bill.bill_id)));
        let fen: i64 = items.iter().map(|change| change.fen).sum();
        let checks = match query.tenant_id {
            Some(_) => Vec::new(),
            None => vec![Check::fen("往期补记与调整", fen, figures.adjusted(span)?)],
        };
        let about = format!("记账日 {span}，应缴日早于 {}，截至 {}", span.from, lens.as_of);
        Ok(Found::all(items, Sums { about, totals: vec![Total::fen("amountFen", "调整", fen)], checks }))
    }

    fn show(_: &View, names: &mut NameCache<'_>, change: Change) -> Result<AdjustedRow> {
        let Change { bill, at, reason, document_no, fen } = change;
        Ok(AdjustedRow {
            bill_id: bill.bill_id,
            book_date: at,
            reason_label: reason,
            document_no,
            tenant_name: bill.tenant_name,
            party_a_name: names.of::<PartyA>(bill.party_a_id)?,
            plate_name: names.of::<Plate>(bill.plate_id)?,
            kind: bill.kind,
            due_date: bill.due_date,
            amount_fen: fen,
            bill_no: bill.bill_no,
        })
    }
}
