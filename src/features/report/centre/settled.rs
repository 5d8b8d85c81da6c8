//! 核销明细: money put on bills by the day it was put there; behind 本期收回 and 前期预收抵减 of the roll-forward, where money
//! counts once it settles a bill, whenever it came.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::money::{By, InOrder, Shown, counted, page, total};
use super::scope_filter::ScopeFilter;
use super::{Check, Found, Items, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::{Allocation, MoneySource, columns};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::day_number::{FIRST, LAST};
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::{self, NameCache};
use crate::sheet::{Cell, Column};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SettledQuery {
    /// Put on the bill from this day on.
    #[schemars(with = "Option<DateText>", title = "核销日起")]
    pub book_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "核销日止")]
    pub book_to: Option<Date>,
    /// On bills due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// Due on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// Money on a bill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettledRow {
    /// Number of the receipt; 0 for a deposit's money.
    pub receipt_id: u64,
    /// Number of the receipt 收款 as printed, `SK-202401-000001`.
    pub receipt_no: String,
    /// When it was put there.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// Where the money came from.
    pub source_label: &'static str,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen; negative for what was taken back.
    pub amount_fen: i64,
}

pub struct Settled;

impl Report for Settled {
    type Query = SettledQuery;
    type Item = Allocation;
    type Row = SettledRow;
    const SHEET: &'static str = "核销明细";
    const COLUMNS: &'static [Column<SettledRow>] = &[
        Column::new("核销日", 12.0, |row: &SettledRow| Cell::Date(row.book_date)),
        Column::new("来源", 10.0, |row| Cell::Text(row.source_label.into())),
        Column::new("收款编号", 20.0, |row| Cell::Text(row.receipt_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("账单编号", 20.0, |row| Cell::Text(row.bill_no.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("金额（元）", 16.0, |row: &SettledRow| Cell::Decimal(row.amount_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &SettledQuery, wanted: &Wanted<'_>) -> Result<Found<Allocation>> {
        let order = InOrder::of(wanted, &[("bookDate", By::Day), ("dueDate", By::Due), ("amountFen", By::Fen)])?;
        let booked = lens.span(query.book_from, query.book_to)?;
        let due = DateSpan::new(query.due_from.unwrap_or(FIRST), query.due_to.unwrap_or(LAST));
        let mut lines = counted(lens, booked)?;
        lines.days(&columns::DUE, Some(due.from), Some(due.to))?;
        lines.given(&columns::TENANT, query.tenant_id)?;
        let lines = list::evaluated(lens.view, lines)?;
        let (many, fen) = total(lens.view, &lines)?;
        let rows = page(lens.view, &lines, std::iter::empty(), &order, (wanted, many))?;
        let on_bill = |shown| match shown {
            Shown::OnBill(row) => Some(row),
            Shown::Other(_) => None,
        };
        let items = Items::Cut(rows.into_iter().filter_map(on_bill).collect(), many);
        let checks = if booked.is_empty() || due.is_empty() || query.tenant_id.is_some() {
            Vec::new()
        } else {
            vec![Check::fen("核销", fen, Figures::of(lens.view, lens.query)?.settled(due, booked)?)]
        };
        let about = match (query.due_from, query.due_to) {
            (None, None) => format!("核销日 {booked}，截至 {}", lens.as_of),
            (Some(from), None) => format!("核销日 {booked}，应缴日 {from} 及以后，截至 {}", lens.as_of),
            (None, Some(to)) => format!("核销日 {booked}，应缴日 {to} 及以前，截至 {}", lens.as_of),
            (Some(_), Some(_)) => format!("核销日 {booked}，应缴日 {due}，截至 {}", lens.as_of),
        };
        Ok(Found { items, sums: Sums { about, totals: vec![Total::fen("amountFen", "核销", fen)], checks } })
    }

    fn show(_: &View, names: &mut NameCache<'_>, row: Allocation) -> Result<SettledRow> {
        Ok(SettledRow {
            receipt_id: row.receipt_id,
            receipt_no: names.of::<Receipt>(row.receipt_id)?,
            book_date: row.book_date,
            source_label: match row.source {
                MoneySource::Receipt => "收款",
                MoneySource::Credit => "预收款",
                MoneySource::Deposit | MoneySource::Opening => "押金",
            },
            tenant_name: names.of::<Tenant>(row.tenant_id)?,
            party_a_name: names.of::<PartyA>(row.party_a_id)?,
            plate_name: names.of::<Plate>(row.plate_id)?,
            bill_id: row.bill_id,
            bill_no: names.of::<Bill>(row.bill_id)?,
            kind: row.kind,
            due_date: row.due_date,
            amount_fen: row.amount_fen,
        })
    }
}
