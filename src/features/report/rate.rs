//! 租金收缴率统计 (domain.md 4.10, 3.12): how much of what fell due came in, with its variants, by month, plate and party A.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::period::{Facts, Period};
use super::remittance::{Remittances, remittances};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::finance::figures::rankings::Households;
use crate::features::finance::figures::rate;
use crate::features::finance::figures::report::RentRoll;
use crate::kernel::order::Order;
use crate::op::View;
use crate::platform::settings::Setting;
use crate::records::list::NameCache;
use crate::route::Data;

/// Per cent of what is due that a good month collects.
pub const TARGET: Setting<u64> = Setting::number(34, "stat.targetRate", 95, 0, 100)
    .called("统计-收缴率目标（%）", "统计报表中收缴率的目标线，0到100的整数");

/// [`TARGET`] in parts of ten thousand.
pub fn target_rate(view: &View) -> i64 {
    i64::try_from(view.app.settings.get(&TARGET).min(100)).unwrap_or(95) * 100
}

/// A rate in its variants, parts of ten thousand.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variants {
    /// 当期
    pub current: Option<i64>,
    /// 按期
    pub in_time: Option<i64>,
    /// 综合
    pub overall: Option<i64>,
    /// 按户
    pub by_tenants: Option<i64>,
}

/// The variants with what they are of.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rank {
    /// Plate or party A.
    pub id: u64,
    /// What it is called, for people.
    pub name: String,
    /// Rates.
    #[serde(flatten)]
    pub variants: Variants,
}

/// The variants of everything, with 陈欠清收率.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Whole {
    /// Rates.
    #[serde(flatten)]
    pub variants: Variants,
    /// 陈欠清收率
    pub earlier: Option<i64>,
}

/// A month's rate.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateMonth {
    /// 1-12
    pub month: i8,
    /// As of the day of the figures.
    pub now: Option<i64>,
    /// As of the month's end.
    pub at_month_end: Option<i64>,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateBlock {
    /// The question.
    #[serde(flatten)]
    pub facts: Facts,
    /// Net due rent of the year up to the end of the period, fen.
    pub net_due_fen: i64,
    /// Collected on it, fen.
    pub collected_fen: i64,
    /// Waived of it, fen.
    pub waived_fen: i64,
    /// Rates of the year up to the end of the period 本年累计.
    pub variants: Whole,
    /// What is aimed at.
    pub target: i64,
    /// By plate.
    pub plates: Vec<Rank>,
    /// By party A.
    pub parties: Vec<Rank>,
    /// The twelve months of the year.
    pub months: Vec<RateMonth>,
    /// 上缴率
    pub remittances: Remittances,
}

/// GET /stat/shouJiaoLv
///
/// # Errors
/// A sentence for a question that makes no sense; a sum that cannot be read.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<RateBlock>> {
    let period = Period::of(view, &query)?;
    let figures = Figures::of(view, &query)?;
    let (year, as_of) = (period.facts.year, period.facts.as_of);
    let span = period.year_so_far();
    let whole = figures.collection(span, as_of, true)?;
    let rolls = figures.rent_rolls(span, as_of)?;
    let roll: RentRoll = rolls.values().copied().sum();
    let households = figures.household_groups(span, as_of)?;
    let target = target_rate(view);
    let months = (1..=12).zip(figures.month_rates(year, as_of, true)?);
    Ok(Data(RateBlock {
        facts: period.facts,
        net_due_fen: whole.net_due_fen,
        collected_fen: whole.collected_fen,
        waived_fen: whole.waived_fen,
        variants: Whole {
            variants: Variants {
                current: whole.rate,
                in_time: rate(whole.in_time_fen, whole.net_due_fen),
                overall: roll.overall_rate(),
                by_tenants: households.whole.rate,
            },
            earlier: roll.earlier_rate(),
        },
        target,
        plates: ranks::<Plate>(view, &figures, &period, &households.plates, &rolls, true)?,
        parties: ranks::<PartyA>(view, &figures, &period, &households.parties, &rolls, false)?,
        months: months.map(|(month, rate)| RateMonth { month, now: rate.now, at_month_end: rate.then }).collect(),
        remittances: remittances(view, &period, &figures)?,
    }))
}

/// Rates by plate or party A as of the day of the whole, the best first.
fn ranks<R: crate::records::owned::Business>(
    view: &View,
    figures: &Figures<'_>,
    period: &Period,
    households: &BTreeMap<u64, Households>,
    rolls: &BTreeMap<(u64, u64), RentRoll>,
    by_plate: bool,
) -> Result<Vec<Rank>> {
    let (span, as_of) = (period.year_so_far(), period.facts.as_of);
    let sums = if by_plate { figures.by_plate(span, as_of, true)? } else { figures.by_party(span, as_of, true)? };
    let of = |id: u64| -> RentRoll {
        let here = rolls.iter().filter(|(place, _)| id == if by_plate { place.0 } else { place.1 });
        here.map(|(_, roll)| *roll).sum()
    };
    let mut names = NameCache::new(view);
    let mut ranks = Vec::with_capacity(sums.len());
    for (id, sum) in sums {
        ranks.push(Rank {
            id,
            name: names.of::<R>(id)?,
            variants: Variants {
                current: sum.rate,
                in_time: rate(sum.in_time_fen, sum.net_due_fen),
                overall: of(id).overall_rate(),
                by_tenants: households.get(&id).and_then(|count| count.rate),
            },
        });
    }
    ranks.order_by_key(|rank| (std::cmp::Reverse(rank.variants.current), rank.id));
    Ok(ranks)
}
