//! 上缴明细: what units owe the treasury, by party A and month of the collection; behind 上缴欠缴 and 上缴率.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::centre::RemittedPlace;
use crate::features::finance::figures::rate;
use crate::kernel::dates::DateText;
use crate::kernel::page::Compare;
use crate::kernel::span::days_between;
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};

/// The question; the year is that of the collection.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RemittanceQuery {}

/// A month of a party A.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemittanceRow {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// «2024-09»
    pub month: String,
    /// Last day to hand it over 应上缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// 应上缴, fen.
    pub should_fen: i64,
    /// 已上缴, fen.
    pub handed_fen: i64,
    /// 欠上缴, fen (negative: ahead).
    pub owed_fen: i64,
    /// Days since the day, while something is owed; 0 otherwise.
    pub late_days: i64,
}

pub struct Remitted;

impl Report for Remitted {
    type Query = RemittanceQuery;
    type Item = (RemittedPlace, Date);
    type Row = RemittanceRow;
    const SHEET: &'static str = "上缴明细";
    const SORTS: &'static [(&'static str, Compare<Self::Item>)] = &[
        ("month", |a, b| a.0.month.cmp(&b.0.month)),
        ("owedFen", |a, b| (a.0.should_fen - a.0.handed_fen).cmp(&(b.0.should_fen - b.0.handed_fen))),
    ];
    const COLUMNS: &'static [Column<RemittanceRow>] = &[
        Column::new("甲方", 30.0, |row: &RemittanceRow| Cell::Text(row.party_a_name.clone())),
        Column::new("收款月份", 12.0, |row| Cell::Text(row.month.clone())),
        Column::new("应上缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("应上缴（元）", 16.0, |row: &RemittanceRow| Cell::Decimal(row.should_fen)).summed(),
        Column::new("已上缴（元）", 16.0, |row: &RemittanceRow| Cell::Decimal(row.handed_fen)).summed(),
        Column::new("欠上缴（元）", 16.0, |row: &RemittanceRow| Cell::Decimal(row.owed_fen)).summed(),
        Column::new("逾期天数", 10.0, |row| Cell::Number(row.late_days)),
    ];

    fn find(lens: &ScopeFilter<'_>, _: &RemittanceQuery, _: &Wanted<'_>) -> Result<Found<Self::Item>> {
        let as_of = lens.as_of;
        let year = lens.year()?;
        let figures = Figures::of(lens.view, lens.query)?;
        let places = figures.remitted_places(year, as_of)?;
        let should: i64 = places.iter().map(|place| place.should_fen).sum();
        let handed: i64 = places.iter().map(|place| place.handed_fen).sum();
        let whole = figures.remitted(year, as_of)?;
        let sums = Sums {
            about: format!("{year} 年收款，截至 {as_of}"),
            totals: vec![
                Total::fen("shouldFen", "应上缴", should),
                Total::fen("handedFen", "已上缴", handed),
                Total::fen("owedFen", "欠上缴", should - handed),
                Total::rate("rate", "上缴率", rate(handed, should)),
            ],
            checks: vec![
                Check::fen("欠上缴", should - handed, whole.owed_fen),
                Check::fen("应上缴", should, whole.should_fen),
                Check::fen("已上缴", handed, whole.handed_fen),
            ],
        };
        Ok(Found::all(places.into_iter().map(|place| (place, as_of)).collect(), sums))
    }

    fn show(_: &View, names: &mut NameCache<'_>, (place, as_of): Self::Item) -> Result<RemittanceRow> {
        let owed_fen = place.should_fen - place.handed_fen;
        Ok(RemittanceRow {
            party_a_id: place.party_a_id,
            party_a_name: names.of::<PartyA>(place.party_a_id)?,
            month: place.month.to_string().chars().take(7).collect(),
            due_date: place.by,
            should_fen: place.should_fen,
            handed_fen: place.handed_fen,
            owed_fen,
            late_days: if owed_fen > 0 { days_between(place.by, as_of).max(0) } else { 0 },
        })
    }
}
