//! GET /stat/overview: what a leader has to know of the month so far on one page (people.md 1): due, collected, rate and arrears
//! beside the last month and the same month of last year, which units' arrears moved since the end of last week and why, and
//! who owes most.
//!
//! Invariants: the figures are those of the blocks for the same days; the units' arrears add up to the arrears; a unit's move is
//! what fell due and is open, less what was cleared of the rest.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use schemars::JsonSchema;
use serde::Serialize;

use super::rate::target_rate;
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::figures::ages::PartyAges;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::cells::until;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order as _;
use crate::kernel::span::{DateSpan, add_days, add_months, before};
use crate::op::View;
use crate::records::list::NameCache;
use crate::route::{Data, Nothing};

/// Tenants that are named.
const DEBTORS: usize = 5;

/// What was due in a month up to a day of it, and how much of it came by that day.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthSoFar {
    /// 净应收, in whole fen.
    pub net_due_fen: i64,
    /// 已收 on it, in whole fen.
    pub collected_fen: i64,
    /// 收缴率 in parts of ten thousand; absent when nothing was due.
    pub rate: Option<i64>,
}

/// The arrears of a unit and how they moved.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitMove {
    /// The party A 甲方, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方, as lists show it.
    pub name: String,
    /// Overdue today, in whole fen.
    pub arrears_fen: i64,
    /// More than at the end of last week, in whole fen.
    pub moved_fen: i64,
    /// What fell due since and is open, in whole fen.
    pub fell_due_fen: i64,
    /// What was paid, waived or taken off of what was overdue then, in whole fen.
    pub cleared_fen: i64,
}

/// A tenant that owes much.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BigDebtor {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方 today, whatever bills say.
    pub name: String,
    /// Overdue, in whole fen.
    pub fen: i64,
    /// How many bills it counts.
    pub bills: usize,
}

/// 本月到今天.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "MonthOverview")]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// The day of the figures.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// The last day of last week, which moves are counted from.
    #[schemars(with = "DateText")]
    pub week_end: Date,
    /// This month up to the day.
    pub month: MonthSoFar,
    /// Last month up to the same day of it.
    pub last_month: MonthSoFar,
    /// The same month of last year up to the same day.
    pub last_year: MonthSoFar,
    /// The year up to the day.
    pub year: MonthSoFar,
    /// 收缴率 that is aimed at, in parts of ten thousand.
    pub target_rate: i64,
    /// Overdue today, in whole fen.
    pub arrears_fen: i64,
    /// Overdue at the end of last week, in whole fen.
    pub arrears_then_fen: i64,
    /// Of it overdue for more than 90 days, in whole fen.
    pub over_90_fen: i64,
    /// How many tenants owe something overdue.
    pub tenants: usize,
    /// Units by how much their arrears moved, the largest move first; those without move and arrears are left out.
    pub units: Vec<UnitMove>,
    /// Who owes most.
    pub debtors: Vec<BigDebtor>,
}

pub fn overview(view: &View, _: Nothing) -> Result<Data<Overview>> {
    let query = ChartQuery::default();
    let figures = Figures::of(view, &query)?;
    let today = view.now.date();
    // weeks begin on Monday
    let week_end = add_days(today, -i64::from(today.weekday().to_monday_one_offset()));
    let month =
        |back: i64| so_far(&figures, DateSpan::new(add_months(today.first_of_month(), back), add_months(today, back)));
    // One look at the open bills tells the arrears of units, too.
    let PartyAges { ageing, debtors: owing, overdue, fell_due } = figures.ageing_by_party(today, week_end, DEBTORS)?;
    let mut units = Units::default();
    overdue.into_iter().for_each(|(party, fen)| units.entry(party).or_default().now_fen = fen);
    fell_due.into_iter().for_each(|(party, fen)| units.entry(party).or_default().fell_due_fen = fen);
    let mut arrears_then_fen = 0;
    for (party, fen) in figures.open_by_party(until(before(week_end)), week_end)? {
        arrears_then_fen += fen;
        units.entry(party).or_default().then_fen = fen;
    }
    let mut names = NameCache::new(view);
    let mut debtors = Vec::with_capacity(owing.len());
    for one in owing {
        let name = names.of::<Tenant>(one.tenant_id)?;
        debtors.push(BigDebtor { tenant_id: one.tenant_id, name, fen: one.open_fen, bills: one.bills });
    }
    Ok(Data(Overview {
        as_of: today,
        week_end,
        month: month(0)?,
        last_month: month(-1)?,
        last_year: month(-12)?,
        year: so_far(&figures, DateSpan::new(date(today.year(), 1, 1), today))?,
        target_rate: target_rate(view),
        arrears_fen: ageing.arrears_fen,
        arrears_then_fen,
        over_90_fen: ageing.buckets_fen.iter().skip(4).sum(),
        tenants: ageing.tenants,
        units: moves(units, &mut names)?,
        debtors,
    }))
}

fn so_far(figures: &Figures<'_>, span: DateSpan) -> Result<MonthSoFar> {
    let sum = figures.collection(span, span.to, false)?;
    Ok(MonthSoFar { net_due_fen: sum.net_due_fen, collected_fen: sum.collected_fen, rate: sum.rate })
}

/// What units have open that is overdue, by the unit's number.
type Units = BTreeMap<u64, UnitArrears>;

/// Overdue of a unit, fen.
#[derive(Debug, Clone, Copy, Default)]
struct UnitArrears {
    now_fen: i64,
    /// At the end of last week.
    then_fen: i64,
    /// Of what is open now, due since.
    fell_due_fen: i64,
}

fn moves(units: Units, names: &mut NameCache<'_>) -> Result<Vec<UnitMove>> {
    let mut moves = Vec::new();
    for (party, unit) in units {
        let (arrears_fen, moved_fen) = (unit.now_fen, unit.now_fen - unit.then_fen);
        if arrears_fen != 0 || moved_fen != 0 {
            let cleared_fen = unit.fell_due_fen - moved_fen;
            let (name, fell_due_fen) = (names.of::<PartyA>(party)?, unit.fell_due_fen);
            moves.push(UnitMove { party_a_id: party, name, arrears_fen, moved_fen, fell_due_fen, cleared_fen });
        }
    }
    moves.order_by_key(|unit| (-unit.moved_fen.abs(), unit.party_a_id));
    Ok(moves)
}
