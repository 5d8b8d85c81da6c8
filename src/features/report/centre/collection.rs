//! 收缴率: how much of what fell due came in, by party A, plate and month.

use jiff::civil::{Date, date};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::finance::figures::{Collection, rate};
use crate::kernel::page::Compare;
use crate::kernel::span::{DateSpan, add_months};
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};

/// The question; the year is that of the due dates.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CollectionQuery {
    /// 1: all kinds of income instead of rent alone.
    pub all: Option<u8>,
    /// Months from January to this one.
    pub to_month: Option<i8>,
}

/// A month of a party A and plate.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionRow {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// The plate 板块 that it is about, by number.
    pub plate_id: u64,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// «2024-09»
    pub month: String,
    /// Its sums.
    #[serde(flatten)]
    pub collection: Collection,
    /// 欠缴, fen.
    pub open_fen: i64,
}

impl CollectionQuery {
    /// The months asked for.
    fn span(&self, view: &View, chart: &ChartQuery) -> Result<DateSpan> {
        let asked = chart.span(view)?;
        let Some(month) = self.to_month.filter(|_| chart.month == 0) else { return Ok(asked) };
        let last = ChartQuery { month, ..chart.clone() }.span(view)?;
        Ok(DateSpan::new(asked.from, last.to))
    }

    /// «2024 年», «2024 年 9 月», «2024 年 1–9 月»
    fn period_text(&self, chart: &ChartQuery, year: i16) -> String {
        match (chart.month, self.to_month) {
            (0, None | Some(0)) => format!("{year} 年"),
            (0, Some(month)) => format!("{year} 年 1–{month} 月"),
            (month, _) => format!("{year} 年 {month} 月"),
        }
    }
}

pub struct Collected;

/// Party A, plate, month and its sums.
type Item = (u64, u64, Date, Collection);

fn open_fen(of: &Collection) -> i64 {
    of.net_due_fen - of.collected_fen
}

impl Report for Collected {
    type Query = CollectionQuery;
    type Item = Item;
    type Row = CollectionRow;
    const SHEET: &'static str = "收缴率";
    const SORTS: &'static [(&'static str, Compare<Item>)] = &[
        ("month", |a, b| a.2.cmp(&b.2)),
        ("netDueFen", |a, b| a.3.net_due_fen.cmp(&b.3.net_due_fen)),
        ("openFen", |a, b| open_fen(&a.3).cmp(&open_fen(&b.3))),
        ("rate", |a, b| a.3.rate.cmp(&b.3.rate)),
    ];
    const COLUMNS: &'static [Column<CollectionRow>] = &[
        Column::new("甲方", 30.0, |row: &CollectionRow| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 14.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("应缴月份", 12.0, |row| Cell::Text(row.month.clone())),
        Column::new("应收（元）", 16.0, |row: &CollectionRow| Cell::Decimal(row.collection.due_fen)).summed(),
        Column::new("减免（元）", 14.0, |row: &CollectionRow| Cell::Decimal(row.collection.waived_fen)).summed(),
        Column::new("净应收（元）", 16.0, |row: &CollectionRow| Cell::Decimal(row.collection.net_due_fen)).summed(),
        Column::new("已收（元）", 16.0, |row: &CollectionRow| Cell::Decimal(row.collection.collected_fen)).summed(),
        Column::new("按期收（元）", 16.0, |row: &CollectionRow| Cell::Decimal(row.collection.in_time_fen)).summed(),
        Column::new("未收（元）", 16.0, |row: &CollectionRow| Cell::Decimal(row.open_fen)).summed(),
        Column::new("收缴率（%）", 12.0, |row| row.collection.rate.map_or(Cell::Empty, Cell::Decimal)),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &CollectionQuery, _: &Wanted<'_>) -> Result<Found<Item>> {
        let (as_of, year) = (lens.as_of, lens.year()?);
        let figures = Figures::of(lens.view, lens.query)?;
        let (rent_only, mut items, mut sum) = (query.all != Some(1), Vec::new(), Collection::default());
        let asked = query.span(lens.view, lens.query)?;
        for first in (0..12).map(|month| add_months(date(year, 1, 1), month)) {
            if !asked.contains(first) {
                continue;
            }
            let span = DateSpan::new(first, first.last_of_month());
            if first > as_of {
                break;
            }
            let groups = figures.collections(span, as_of, rent_only, |cell| (cell.party_a_id, cell.plate_id))?;
            for ((party, plate), of) in groups {
                sum.due_fen += of.due_fen;
                sum.waived_fen += of.waived_fen;
                sum.net_due_fen += of.net_due_fen;
                sum.collected_fen += of.collected_fen;
                items.push((party, plate, first, of));
            }
        }
        let whole = figures.collection(asked, as_of, rent_only)?;
        // the statistics report speaks of rent alone
        let (what, rate_name) =
            if rent_only { ("租金", "租金收缴率") } else { ("全部收入", "全部收入收缴率") };
        let sums = Sums {
            about: format!("{} 到期的{what}，截至 {as_of}", query.period_text(lens.query, year)),
            totals: vec![
                Total::fen("dueFen", "应收", sum.due_fen),
                Total::fen("waivedFen", "减免", sum.waived_fen),
                Total::fen("netDueFen", "净应收", sum.net_due_fen),
                Total::fen("collectedFen", "已收", sum.collected_fen),
                Total::rate("rate", rate_name, rate(sum.collected_fen, sum.net_due_fen)),
            ],
            checks: vec![
                Check::fen("净应收", sum.net_due_fen, whole.net_due_fen),
                Check::fen("已收", sum.collected_fen, whole.collected_fen),
            ],
        };
        Ok(Found::all(items, sums))
    }

    fn show(_: &View, names: &mut NameCache<'_>, (party, plate, month, collection): Item) -> Result<CollectionRow> {
        Ok(CollectionRow {
            party_a_id: party,
            plate_id: plate,
            party_a_name: names.of::<PartyA>(party)?,
            plate_name: names.of::<Plate>(plate)?,
            month: month.to_string().chars().take(7).collect(),
            open_fen: open_fen(&collection),
            collection,
        })
    }
}
