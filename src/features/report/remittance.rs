//! The second leg, unit to treasury 上缴: a tab of the blocks 欠缴 and 收缴率 (domain.md 4.8, 4.10).

use schemars::JsonSchema;
use serde::Serialize;

use super::period::Period;
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::figures::blocks::Figures;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::NameCache;

/// A party A that must remit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemitItem {
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// What it is called.
    pub name: String,
    /// Should have handed in, fen.
    pub should_fen: i64,
    /// Handed in, fen.
    pub handed_fen: i64,
    /// Owes (negative: ahead), fen.
    pub owed_fen: i64,
    /// Days since the day of its oldest month that is open.
    pub days: i64,
    /// 上缴率 in parts of ten thousand.
    pub rate: Option<i64>,
}

/// A month in which money was collected.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemitMonth {
    /// 1-12
    pub month: i8,
    /// Should be handed in of it, fen.
    pub should_fen: i64,
    /// Was, fen.
    pub handed_fen: i64,
    /// Whether its remittance day has passed for any party A.
    pub due: bool,
}

/// All of them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remittances {
    /// What is to be handed over 应上缴, in whole fen.
    pub should_fen: i64,
    /// What was handed over 已上缴, in whole fen.
    pub handed_fen: i64,
    /// What is still to be handed over 欠上缴, in whole fen.
    pub owed_fen: i64,
    /// Parts of ten thousand.
    pub rate: Option<i64>,
    /// By party A, what is owed most first.
    pub items: Vec<RemitItem>,
    /// By month of the collection.
    pub months: Vec<RemitMonth>,
}

/// What units that must remit owe of the money of the period's year.
pub fn remittances(view: &View, period: &Period, figures: &Figures<'_>) -> Result<Remittances> {
    let (year, as_of) = (period.facts.year, period.facts.as_of);
    let sums = figures.remitted_sums(year, as_of)?;
    let whole = sums.whole();
    let mut names = NameCache::new(view);
    let mut items = Vec::new();
    for party in sums.by_party() {
        items.push(RemitItem {
            party_a_id: party.party_a_id,
            name: names.of::<PartyA>(party.party_a_id)?,
            should_fen: party.remitted.should_fen,
            handed_fen: party.remitted.handed_fen,
            owed_fen: party.remitted.owed_fen,
            days: party.late_days,
            rate: party.remitted.rate,
        });
    }
    items.retain(|item| item.should_fen != 0 || item.handed_fen != 0);
    items.order_by_key(|item| (std::cmp::Reverse(item.owed_fen), item.party_a_id));
    let months = (1..=12).zip(sums.by_month()).map(|(month, of)| RemitMonth {
        month,
        should_fen: of.should_fen,
        handed_fen: of.handed_fen,
        due: of.due,
    });
    Ok(Remittances {
        should_fen: whole.should_fen,
        handed_fen: whole.handed_fen,
        owed_fen: whole.owed_fen,
        rate: whole.rate,
        items,
        months: months.collect(),
    })
}
