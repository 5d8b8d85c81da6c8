//! 欠缴金额统计 (domain.md 4.8): what tenants owe on a day, by age and by tenant, how it came to be, and what units owe the
//! treasury.

use jiff::civil::date;
use schemars::JsonSchema;
use serde::Serialize;

use super::period::{Facts, Period};
use super::remittance::{Remittances, remittances};
use crate::error::Result;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::lease::tenant::record::Tenant;
use crate::op::View;
use crate::records::list::NameCache;
use crate::route::Data;

/// How many tenants are named.
const TOP: usize = 10;

/// Open money of an age.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Age {
    /// Sum in whole fen.
    pub fen: i64,
    /// How many bills it counts.
    pub bills: usize,
}

/// A tenant that owes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Debtor {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// What it is called, for people.
    pub name: String,
    /// Overdue, fen.
    pub fen: i64,
    /// How many bills it counts.
    pub bills: usize,
}

/// From the year's opening to the day of the figures, fen.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Roll {
    /// Owed at the beginning 期初欠缴, in whole fen.
    pub opening_fen: i64,
    /// Later entries and adjustments of earlier periods 往期补记与调整, in whole fen; added.
    pub adjusted_fen: i64,
    /// Net due of the year 本年净应收, in whole fen; added.
    pub net_due_fen: i64,
    /// Collected in the period 本期收回, in whole fen; taken off.
    pub collected_fen: i64,
    /// Paid ahead before 前期预收抵减, in whole fen; taken off.
    pub paid_ahead_fen: i64,
    /// － 当日到期, not yet arrears
    pub due_today_fen: i64,
    /// Owed at the end 期末欠缴, in whole fen.
    pub closing_fen: i64,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArrearsBlock {
    /// The question.
    #[serde(flatten)]
    pub facts: Facts,
    /// Overdue, fen.
    pub arrears_fen: i64,
    /// How many tenants owe something overdue.
    pub tenants: usize,
    /// How many bills are overdue.
    pub bills: usize,
    /// Due on the very day and open, fen.
    pub due_today_fen: i64,
    /// Not yet due, 1-30, 31-60, 61-90, 91-180, 181-365, more than 365 days.
    pub ageing: Vec<Age>,
    /// Within the last one: more than three years, fen.
    pub over_three_years_fen: i64,
    /// Who owes most.
    pub top: Vec<Debtor>,
    /// How it came to be.
    pub roll: Roll,
    /// Whether the roll-forward ends where the ageing does.
    pub agrees: bool,
    /// What units owe the treasury.
    pub remittances: Remittances,
}

/// GET /stat/qianJiao
///
/// # Errors
/// A sentence for a question that makes no sense; a sum that cannot be read.
pub fn block(view: &View, query: ChartQuery) -> Result<Data<ArrearsBlock>> {
    let period = Period::of(view, &query)?;
    let figures = Figures::of(view, &query)?;
    let as_of = period.facts.as_of;
    let (ageing, debtors) = figures.ageing_with_debtors(as_of, TOP)?;
    let rolled = figures.roll_forward(date(as_of.year(), 1, 1), as_of)?;
    let due_today_fen = rolled.closing_fen - ageing.arrears_fen;
    let roll = Roll {
        opening_fen: rolled.opening_fen,
        adjusted_fen: rolled.adjusted_fen,
        net_due_fen: rolled.net_due_fen,
        collected_fen: rolled.collected_fen,
        paid_ahead_fen: rolled.paid_ahead_fen,
        due_today_fen,
        closing_fen: ageing.arrears_fen,
    };
    let moved = roll.opening_fen + roll.adjusted_fen + roll.net_due_fen - roll.collected_fen - roll.paid_ahead_fen;
    let mut names = NameCache::new(view);
    let mut top = Vec::with_capacity(TOP);
    for debtor in debtors {
        let name = names.of::<Tenant>(debtor.tenant_id)?;
        top.push(Debtor { tenant_id: debtor.tenant_id, name, fen: debtor.open_fen, bills: debtor.bills });
    }
    let ages = ageing.buckets_fen.iter().zip(ageing.bucket_bills);
    Ok(Data(ArrearsBlock {
        facts: period.facts,
        arrears_fen: ageing.arrears_fen,
        tenants: ageing.tenants,
        bills: ageing.bills,
        due_today_fen,
        ageing: ages.map(|(fen, bills)| Age { fen: *fen, bills }).collect(),
        over_three_years_fen: ageing.over_three_years_fen,
        top,
        roll,
        agrees: moved == rolled.closing_fen && due_today_fen >= 0,
        remittances: remittances(view, &period, &figures)?,
    }))
}
