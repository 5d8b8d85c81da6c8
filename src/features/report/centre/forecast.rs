//! 未来12个月租金预测: what the leases will ask for in the months after a day, from the forecasts kept beside them.

use foldhash::HashMap;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::columns::runs::{self, Window};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::lease::contract::dues;
use crate::features::lease::contract::forecast::Forecast;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::report::planned::by_month;
use crate::kernel::day_number::month_no;
use crate::kernel::order::Order;
use crate::kernel::page::Compare;
use crate::kernel::span::add_months;
use crate::op::View;
use crate::records::list::{self, NameCache};
use crate::sheet::{Cell, Column};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ForecastQuery {}

/// A month of a party A and plate.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastRow {
    /// «2024-10»
    pub month: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// Leases that ask for something.
    pub leases: u64,
    /// Rent, fen.
    pub rent_fen: i64,
    /// Other charges, fen.
    pub other_fen: i64,
}

pub struct Forecasts;

/// Sums of a month of a group.
#[derive(Clone, Copy)]
pub struct ForecastSums {
    month: Date,
    party_a_id: u64,
    plate_id: u64,
    leases: i64,
    rent: i64,
    other: i64,
}

/// Months that are foreseen.
const MONTHS: u32 = 12;

fn gather(lens: &ScopeFilter<'_>, first: Date) -> Result<Vec<ForecastSums>> {
    let (mut ask, since) = (lens.forecasts()?, month_no(first));
    ask.within(&dues::LAST, Some(i64::from(since)), None)?;
    let window = Window { from: since, many: MONTHS };
    let mut groups: HashMap<(i64, i64), runs::Sums> = HashMap::default();
    let (fields, lists) = ([dues::PARTY_A, dues::PLATE], [dues::DUES]);
    list::gather_lists::<Forecast>(lens.view, &ask.filters, &fields, &lists, |_, row, lists| {
        let ([party, plate], [list]) = (row, lists) else { return };
        // A lease with several kinds of charges counts once a month.
        groups.entry((*party, *plate)).or_default().add(list, window, BillKind::Rent as u8);
    })?;
    let mut found = Vec::new();
    for ((party, plate), sums) in &groups {
        let months = (0..i64::from(MONTHS)).map(|ahead| add_months(first, ahead));
        let sums = sums.lists.sums().zip(sums.tagged.sums()).zip(sums.others.sums());
        for (month, ((leases, rent), other)) in months.zip(sums) {
            let (party_a_id, plate_id) = (party.cast_unsigned(), plate.cast_unsigned());
            let asked = (leases > 0).then_some(ForecastSums { month, party_a_id, plate_id, leases, rent, other });
            found.extend(asked);
        }
    }
    found.order_by_key(|asked| (asked.month, asked.party_a_id, asked.plate_id));
    Ok(found)
}

impl Report for Forecasts {
    type Query = ForecastQuery;
    type Item = ForecastSums;
    type Row = ForecastRow;
    const SHEET: &'static str = "未来12个月租金预测";
    const SORTS: &'static [(&'static str, Compare<ForecastSums>)] =
        &[("month", |a, b| a.month.cmp(&b.month)), ("rentFen", |a, b| a.rent.cmp(&b.rent))];
    const COLUMNS: &'static [Column<ForecastRow>] = &[
        Column::new("应缴月份", 12.0, |row: &ForecastRow| Cell::Text(row.month.clone())),
        Column::new("甲方", 30.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 14.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("合同数", 10.0, |row| Cell::Number(i64::try_from(row.leases).unwrap_or(i64::MAX))),
        Column::new("租金（元）", 16.0, |row: &ForecastRow| Cell::Decimal(row.rent_fen)).summed(),
        Column::new("其他费用（元）", 16.0, |row: &ForecastRow| Cell::Decimal(row.other_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, _: &ForecastQuery, _: &Wanted<'_>) -> Result<Found<ForecastSums>> {
        let first = add_months(lens.as_of.first_of_month(), 1);
        let last = add_months(first, 11);
        let items = gather(lens, first)?;
        let planned = by_month(lens.view, lens.query, first)?;
        let (rent, other) = planned.iter().fold((0, 0), |(rent, other), of| (rent + of.rent_fen, other + of.other_fen));
        let sum = |of: fn(&ForecastSums) -> i64| items.iter().map(of).sum::<i64>();
        let listed = (sum(|asked| asked.rent), sum(|asked| asked.other));
        let month = |day: Date| day.to_string().chars().take(7).collect::<String>();
        let sums = Sums {
            about: format!("应缴月份 {} 至 {}，按现有合同", month(first), month(last)),
            totals: vec![
                Total::fen("rentFen", "租金", listed.0),
                Total::fen("otherFen", "其他费用", listed.1),
                Total::fen("totalFen", "合计", listed.0 + listed.1),
            ],
            checks: vec![Check::fen("租金", listed.0, rent), Check::fen("其他费用", listed.1, other)],
        };
        Ok(Found::all(items, sums))
    }

    fn show(_: &View, names: &mut NameCache<'_>, asked: ForecastSums) -> Result<ForecastRow> {
        Ok(ForecastRow {
            month: asked.month.to_string().chars().take(7).collect(),
            party_a_name: names.of::<PartyA>(asked.party_a_id)?,
            plate_name: names.of::<Plate>(asked.plate_id)?,
            leases: asked.leases.unsigned_abs(),
            rent_fen: asked.rent,
            other_fen: asked.other,
        })
    }
}
