//! 板块对比: the measures of each plate side by side, for a year up to a day.

use jiff::civil::date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::plate::Plate;
use crate::features::finance::figures::Collection;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::report::PlateRent;
use crate::features::report::area::{occupancy_rate, totals_by_plate};
use crate::features::report::area_book::Held;
use crate::kernel::area::Area;
use crate::kernel::page::Compare;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};
use crate::store::Reads;

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PlatesQuery {}

/// A plate.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlateRow {
    /// The plate 板块 that it is about, by number.
    pub plate_id: u64,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// Rent of the year so far: due, waived, collected, rate.
    #[serde(flatten)]
    pub collection: Collection,
    /// 租金实收, fen.
    pub received_fen: i64,
    /// 欠缴, fen.
    pub arrears_fen: i64,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    pub building_m2: Area,
    /// Area in ㎡ with two decimals that may be let 可出租: let and vacant together.
    pub lettable_m2: Area,
    /// Area in ㎡ with two decimals that is let today 已出租.
    pub let_m2: Area,
    /// Area in ㎡ with two decimals that is vacant today 空置.
    pub vacant_m2: Area,
    /// 出租率 in parts of ten thousand.
    pub occupancy: Option<i64>,
}

pub struct Plates;

fn row(plate: &Plate, rent: PlateRent, held: &Held) -> PlateRow {
    let areas = held.rooms;
    PlateRow {
        plate_id: plate.plate_id,
        plate_name: plate.facts.plate_name.clone(),
        collection: rent.collection,
        received_fen: rent.received_fen,
        arrears_fen: rent.arrears_fen,
        building_m2: held.building,
        lettable_m2: areas.lettable(),
        let_m2: areas.let_area_m2,
        vacant_m2: areas.vacant_area_m2,
        occupancy: occupancy_rate(areas.let_area_m2, areas.lettable()),
    }
}

impl Report for Plates {
    type Query = PlatesQuery;
    type Item = PlateRow;
    type Row = PlateRow;
    const SHEET: &'static str = "板块对比";
    const SORTS: &'static [(&'static str, Compare<PlateRow>)] = &[
        ("netDueFen", |a, b| a.collection.net_due_fen.cmp(&b.collection.net_due_fen)),
        ("rate", |a, b| a.collection.rate.cmp(&b.collection.rate)),
        ("arrearsFen", |a, b| a.arrears_fen.cmp(&b.arrears_fen)),
        ("occupancy", |a, b| a.occupancy.cmp(&b.occupancy)),
    ];
    const COLUMNS: &'static [Column<PlateRow>] = &[
        Column::new("板块", 14.0, |row: &PlateRow| Cell::Text(row.plate_name.clone())),
        Column::new("租金应收（元）", 16.0, |row: &PlateRow| Cell::Decimal(row.collection.due_fen)).summed(),
        Column::new("减免（元）", 14.0, |row: &PlateRow| Cell::Decimal(row.collection.waived_fen)).summed(),
        Column::new("净应收（元）", 16.0, |row: &PlateRow| Cell::Decimal(row.collection.net_due_fen)).summed(),
        Column::new("已收（元）", 16.0, |row: &PlateRow| Cell::Decimal(row.collection.collected_fen)).summed(),
        Column::new("收缴率（%）", 12.0, |row| row.collection.rate.map_or(Cell::Empty, Cell::Decimal)),
        Column::new("租金实收（元）", 16.0, |row: &PlateRow| Cell::Decimal(row.received_fen)).summed(),
        Column::new("欠缴（元）", 16.0, |row: &PlateRow| Cell::Decimal(row.arrears_fen)).summed(),
        Column::new("建筑面积（㎡）", 14.0, |row| Cell::Decimal(row.building_m2.0)),
        Column::new("可出租（㎡）", 14.0, |row| Cell::Decimal(row.lettable_m2.0)),
        Column::new("已出租（㎡）", 14.0, |row| Cell::Decimal(row.let_m2.0)),
        Column::new("空置（㎡）", 14.0, |row| Cell::Decimal(row.vacant_m2.0)),
        Column::new("出租率（%）", 12.0, |row| row.occupancy.map_or(Cell::Empty, Cell::Decimal)),
    ];

    fn find(lens: &ScopeFilter<'_>, _: &PlatesQuery, _: &Wanted<'_>) -> Result<Found<PlateRow>> {
        let (as_of, year) = (lens.as_of, lens.year()?);
        let span = DateSpan::new(date(year, 1, 1), date(year, 12, 31).min(as_of));
        let figures = Figures::of(lens.view, lens.query)?;
        let (mut rents, areas) = (figures.rent_by_plate(span, as_of)?, totals_by_plate(lens.view, lens.query)?);
        let plates = lens.view.tx.all::<Plate>()?.into_iter().filter(|plate| lens.sees_plate(plate.plate_id));
        let items: Vec<PlateRow> = plates
            .map(|plate| {
                let held = areas.get(&plate.plate_id).copied().unwrap_or_default();
                row(&plate, rents.remove(&plate.plate_id).unwrap_or_default(), &held)
            })
            .collect();
        let sum = |of: fn(&PlateRow) -> i64| items.iter().map(of).sum::<i64>();
        let (net, collected) = (sum(|row| row.collection.net_due_fen), sum(|row| row.collection.collected_fen));
        let whole = figures.collection(span, as_of, true)?;
        let arrears = sum(|row| row.arrears_fen);
        let sums = Sums {
            about: format!("{year} 年累计，截至 {as_of}"),
            totals: vec![
                Total::fen("netDueFen", "净应收", net),
                Total::fen("collectedFen", "已收", collected),
                Total::rate("rate", "收缴率", crate::features::finance::figures::rate(collected, net)),
                Total::fen("arrearsFen", "欠缴", arrears),
                Total::area("lettableM2", "可出租", sum(|row| row.lettable_m2.0)),
                Total::area("letM2", "已出租", sum(|row| row.let_m2.0)),
            ],
            checks: vec![
                Check::fen("净应收", net, whole.net_due_fen),
                Check::fen("已收", collected, whole.collected_fen),
                Check::fen("欠缴", arrears, figures.arrears(as_of)?),
            ],
        };
        Ok(Found::all(items, sums))
    }

    fn show(_: &View, _: &mut NameCache<'_>, row: PlateRow) -> Result<PlateRow> {
        Ok(row)
    }
}
