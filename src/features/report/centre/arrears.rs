//! 欠缴明细: overdue bills of a day with age and the last time the tenant was asked; behind 欠缴金额统计.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::receivable::{BillRow, shown};
use super::scope_filter::ScopeFilter;
use super::standing::Standings;
use super::stood::{BillSums, By, Item, Stood};
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::finance::dunning::record::{BY_BILL, Dunning};
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::bucket;
use crate::kernel::day_number::FIRST;
use crate::kernel::span::{DateSpan, add_days};
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Names of the buckets.
pub const AGES: [&str; 7] = ["未到期", "1-30 天", "31-60 天", "61-90 天", "91-180 天", "181-365 天", "365 天以上"];

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ArrearsQuery {
    /// Overdue for at least so many days; 0 takes in what is due on the very day.
    pub days_from: Option<i64>,
    /// At most so many.
    pub days_to: Option<i64>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
    /// Part of the number, the tenant's name or the rooms.
    pub key_word: Option<String>,
}

impl ArrearsQuery {
    /// Due days of bills that are overdue for as long as asked.
    fn due(&self, as_of: jiff::civil::Date) -> DateSpan {
        // More than a thousand years is no age of a bill.
        let back = |days: i64| add_days(as_of, -days.clamp(0, 400_000));
        DateSpan::new(self.days_to.map_or(FIRST, |days| back(days).max(FIRST)), back(self.days_from.unwrap_or(1)))
    }
}

/// An overdue bill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArrearsRow {
    /// The overdue bill with its names and figures.
    #[serde(flatten)]
    pub bill: BillRow,
    /// How long it has been overdue 账龄, in words.
    pub age: &'static str,
    /// When the tenant was last asked for it; empty for never.
    pub dunned_on: String,
    /// How the tenant was reminded last, in words.
    pub dunned_by: String,
}

pub struct Arrears;

impl Report for Arrears {
    type Query = ArrearsQuery;
    type Item = Item;
    type Row = ArrearsRow;
    const SHEET: &'static str = "欠缴明细";
    const COLUMNS: &'static [Column<ArrearsRow>] = &[
        Column::new("账单编号", 20.0, |row: &ArrearsRow| Cell::Text(row.bill.bill_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.bill.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.bill.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.bill.plate_name.clone())),
        Column::new("房间", 24.0, |row| Cell::Text(row.bill.room_text.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.bill.kind.label().into())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.bill.due_date)),
        Column::new("净应收（元）", 16.0, |row: &ArrearsRow| Cell::Decimal(row.bill.net_fen)).summed(),
        Column::new("已收（元）", 16.0, |row: &ArrearsRow| Cell::Decimal(row.bill.collected_fen)).summed(),
        Column::new("欠缴（元）", 16.0, |row: &ArrearsRow| Cell::Decimal(row.bill.open_fen)).summed(),
        Column::new("逾期天数", 10.0, |row| Cell::Number(row.bill.overdue_days)),
        Column::new("账龄", 12.0, |row| Cell::Text(row.age.into())),
        Column::new("最近催缴", 12.0, |row| Cell::Text(row.dunned_on.clone())),
        Column::new("催缴方式", 10.0, |row| Cell::Text(row.dunned_by.clone())),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &ArrearsQuery, wanted: &Wanted<'_>) -> Result<Found<Item>> {
        let figures = Figures::of(lens.view, lens.query)?;
        let as_of = lens.as_of;
        let due = query.due(as_of);
        let standings = Standings::of(lens.view, &figures, due, as_of)?;
        let mut bills = Stood::due(lens, due, &standings)?;
        bills.open = true;
        bills.narrow(&[], query.tenant_id, query.key_word.as_deref())?;
        let sorts = [("dueDate", By::Due), ("overdueDays", By::DueDown), ("openFen", By::Open)];
        let (items, BillSums { amount, waived, collected, open }) = bills.find(wanted, &sorts)?;
        let worded = query.key_word.as_deref().is_some_and(|word| !word.trim().is_empty());
        let checks = if worded {
            Vec::new()
        } else {
            vec![Check::fen("欠缴", open, figures.open_within(due, as_of, query.tenant_id)?)]
        };
        let about = match (query.days_from, query.days_to) {
            (None, None) => format!("截至 {as_of}"),
            (from, Some(to)) => format!("逾期 {} 至 {to} 天，截至 {as_of}", from.unwrap_or(1)),
            (Some(from), None) => format!("逾期 {from} 天及以上，截至 {as_of}"),
        };
        let totals = vec![
            Total::fen("netFen", "净应收", amount - waived),
            Total::fen("collectedFen", "已收", collected),
            Total::fen("openFen", "欠缴", open),
        ];
        Ok(Found { items, sums: Sums { about, totals, checks } })
    }

    fn show(view: &View, names: &mut NameCache<'_>, item: Item) -> Result<ArrearsRow> {
        let as_of = item.as_of;
        let bill = shown(names, item)?;
        let asked: Vec<Dunning> = view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
        let last = asked.iter().filter(|dunning| dunning.day <= as_of).max_by_key(|dunning| dunning.day);
        Ok(ArrearsRow {
            age: AGES.get(bucket(bill.overdue_days)).copied().unwrap_or_default(),
            dunned_on: last.map(|dunning| dunning.day.to_string()).unwrap_or_default(),
            dunned_by: last.map(|dunning| dunning.channel.label().to_owned()).unwrap_or_default(),
            bill,
        })
    }
}
