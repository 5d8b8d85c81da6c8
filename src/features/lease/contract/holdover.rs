//! What a tenant owes who stays after the end 逾期占用 (domain.md 3.6): month by month, until he returns the rooms or
//! another lease of them begins, a renewal or a stranger's; room by room, in proportion to their areas.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::current_terms;
use super::record::Lease;
use crate::error::Result;
use crate::features::assets::occupancy::{OccupancyKind, of_room};
use crate::features::lease::schedule::change::{Overstay, holdover, last_stage};
use crate::features::lease::schedule::explain::{decimals, proration_text, rent_text};
use crate::kernel::dates::DateText;
use crate::kernel::exact::exact;
use crate::kernel::span::{DateSpan, FOREVER, before};
use crate::op::View;
use crate::records::list::One;
use crate::records::owned;
use crate::route::Data;

/// The charge of one month, with its computation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverstayOut {
    /// Days that are charged for, both included.
    pub span: DateSpan,
    /// `18 / 31`; for a rent by the day only the days.
    pub days: String,
    /// `0.5806`; the days for a rent by the day.
    pub share: String,
    /// Yuan before the rate, not rounded: `16,004.0323`.
    pub rent: String,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// Every month since the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldoverOut {
    /// By month; empty when nobody stayed.
    pub months: Vec<OverstayOut>,
    /// The last chargeable day of the lease.
    #[schemars(with = "DateText")]
    pub ended: Date,
    /// The last day that is owed, when it is known.
    #[schemars(with = "Option<DateText>")]
    pub until: Option<Date>,
    /// Why it is known: `退房` or `续租`; empty while the tenant stays.
    pub until_reason: &'static str,
    /// The last rent: `月租金 25,000.00`.
    pub last_rent: String,
    /// 占用费比例, parts per million of the last rent.
    pub holdover_ppm: u32,
    /// How cut months are counted.
    pub proration: &'static str,
    /// Fen up to today.
    pub total_fen: i64,
    /// Fen that the month which is not over will ask for beside it, if the tenant stays (本期预计).
    pub foreseen_fen: i64,
}

/// The last day on which the tenant who stays on has a room to himself: the day before another lease of it begins. A room is
/// let once a day, so nobody pays for days that are another's.
pub fn taken_on(view: &View, lease: &Lease, room_id: u64) -> Result<Option<Date>> {
    let (end, own) = (lease.effective_end(), lease.lease_id);
    let rows = of_room(view, room_id)?;
    let others = rows.iter().filter(|row| row.kind == OccupancyKind::Lease && row.lease_id != own && row.span.to > end);
    Ok(others.map(|row| before(row.span.from).max(end)).min())
}

/// The rooms' areas by the last day that the tenant has them; [`FOREVER`] while nothing ends it.
fn rooms_until(view: &View, lease: &Lease) -> Result<BTreeMap<Date, i64>> {
    let mut areas: BTreeMap<Date, i64> = BTreeMap::new();
    for room in &lease.facts.rooms {
        let taken = taken_on(view, lease, room.room_id)?;
        let until = [lease.returned_date, taken].into_iter().flatten().min();
        *areas.entry(until.unwrap_or(FOREVER)).or_default() += room.rent_area_m2.0.max(1);
    }
    Ok(areas)
}

/// Months of several groups of rooms as one charge a month.
fn together(groups: Vec<Vec<Overstay>>) -> Vec<Overstay> {
    let mut months: BTreeMap<Date, Overstay> = BTreeMap::new();
    for month in groups.into_iter().flatten() {
        match months.get_mut(&month.cell.from) {
            None => {
                months.insert(month.cell.from, month);
            }
            Some(sum) => {
                sum.owed.to = sum.owed.to.max(month.owed.to);
                sum.rent += month.rent;
                sum.amount_fen += month.amount_fen;
                sum.share = sum.share.zip(month.share).map(|(one, other)| one.max(other));
            }
        }
    }
    months.into_values().collect()
}

fn shown(month: &Overstay) -> OverstayOut {
    let days = month.owed.days();
    OverstayOut {
        span: month.owed,
        days: month.share.map_or_else(|| days.to_string(), |_| format!("{days} / {}", month.cell.days())),
        share: month.share.map_or_else(|| days.to_string(), |share| decimals(share, 4)),
        rent: decimals(month.rent * exact(1, 100), 4),
        amount_fen: month.amount_fen,
    }
}

/// The months that are owed by a day, and the day after which nothing is, with its reason.
pub fn owed(view: &View, lease: &Lease, day: Date) -> Result<(Vec<Overstay>, Option<(Date, &'static str)>)> {
    until(view, lease, day, FOREVER)
}

/// The same, with no day counted after `last`.
fn until(view: &View, lease: &Lease, day: Date, most: Date) -> Result<(Vec<Overstay>, Option<(Date, &'static str)>)> {
    let areas = rooms_until(view, lease)?;
    let last = areas.last_key_value().map(|(until, _)| *until).filter(|until| *until != FOREVER);
    let why = |until: Date| if lease.returned_date == Some(until) { "退房" } else { "续租" };
    let until = last.map(|until| (until, why(until)));
    // A settlement ends nothing here: the days after the end that were owed before it stay owed.
    if !lease.has_bills() {
        return Ok((Vec::new(), until));
    }
    let (terms, whole) = (current_terms(view, lease)?, areas.values().sum::<i64>());
    let of_group = |(until, area): (&Date, &i64)| {
        let ppm = exact(i64::from(lease.facts.holdover_ppm), 1) * exact(*area, whole);
        holdover(&terms, ppm, day, Some(most.min(*until)).filter(|until| *until != FOREVER))
    };
    Ok((together(areas.iter().map(of_group).collect()), until))
}

pub fn of_lease(view: &View, input: One) -> Result<Data<HoldoverOut>> {
    let lease: Lease = owned::find(view, input.id)?;
    let terms = current_terms(view, &lease)?;
    let today = view.now.date();
    let (whole, ended_by) = owed(view, &lease, today)?;
    // What is owed is counted to today; a bill asks for the whole month once it is over.
    let (months, _) = until(view, &lease, today, today)?;
    let sum = |months: &[Overstay]| months.iter().map(|month| month.amount_fen).sum::<i64>();
    Ok(Data(HoldoverOut {
        total_fen: sum(&months),
        foreseen_fen: sum(&whole) - sum(&months),
        months: months.iter().map(shown).collect(),
        ended: terms.chargeable().to,
        until: ended_by.map(|(day, _)| day),
        until_reason: ended_by.map_or("", |(_, reason)| reason),
        last_rent: last_stage(&terms).map(|stage| rent_text(terms.rent_basis, stage.rent)).unwrap_or_default(),
        holdover_ppm: lease.facts.holdover_ppm,
        proration: proration_text(terms.proration),
    }))
}
