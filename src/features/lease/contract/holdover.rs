//! What a tenant owes who stays after the end 逾期占用 (domain.md 3.6): month by month, until he returns the rooms or
//! a renewal takes over.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan::current_terms;
use super::record::{Lease, LeaseState};
use super::renewal;
use crate::fault::Outcome;
use crate::features::business::list::One;
use crate::features::business::owned;
use crate::features::lease::schedule::change::{Overstay, holdover, last_stage};
use crate::features::lease::schedule::explain::{decimals, proration_text, rent_text};
use crate::kernel::dates::DateText;
use crate::kernel::exact::exact;
use crate::kernel::span::{DateSpan, before};
use crate::op::View;
use crate::route::Data;

/// The charge of one month, with its computation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverstayOut {
    /// Days that are owed.
    pub span: DateSpan,
    /// `18 / 31`; for a rent by the day only the days.
    pub days: String,
    /// `0.5806`; the days for a rent by the day.
    pub share: String,
    /// Yuan before the rate, not rounded: `16,004.0323`.
    pub rent: String,
    /// Fen.
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
    /// Fen.
    pub total_fen: i64,
}

/// The last day before renewals that together take all rooms on.
fn taken_on(view: &View, lease: &Lease) -> Outcome<Option<Date>> {
    let mut next = renewal::of_lease(view, lease.lease_id)?;
    next.retain(|other| !matches!(other.state, LeaseState::Draft | LeaseState::Submitted | LeaseState::Void));
    let goes_on = |room_id: u64| next.iter().any(|other| other.facts.rooms.iter().any(|room| room.room_id == room_id));
    let all = lease.facts.rooms.iter().all(|room| goes_on(room.room_id));
    let last = next.iter().map(|other| other.facts.start_date).max();
    Ok(last.filter(|_| all).map(before))
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
///
/// # Errors
/// A record that cannot be read.
pub fn owed(view: &View, lease: &Lease, day: Date) -> Outcome<(Vec<Overstay>, Option<(Date, &'static str)>)> {
    let renewed = taken_on(view, lease)?;
    let until = [lease.returned_date.map(|day| (day, "退房")), renewed.map(|day| (day, "续租"))]
        .into_iter()
        .flatten()
        .min_by_key(|(day, _)| *day);
    if !matches!(lease.state, LeaseState::Signed | LeaseState::Terminated) {
        return Ok((Vec::new(), until));
    }
    let terms = current_terms(view, lease)?;
    Ok((holdover(&terms, i64::from(lease.facts.holdover_ppm), day, until.map(|(day, _)| day)), until))
}

/// GET /lease/lease/{id}/holdover
pub fn of_lease(view: &View, input: One) -> Outcome<Data<HoldoverOut>> {
    let lease: Lease = owned::find(view, input.id)?;
    let terms = current_terms(view, &lease)?;
    let (months, until) = owed(view, &lease, view.now.date())?;
    Ok(Data(HoldoverOut {
        total_fen: months.iter().map(|month| month.amount_fen).sum(),
        months: months.iter().map(shown).collect(),
        ended: terms.chargeable().to,
        until: until.map(|(day, _)| day),
        until_reason: until.map_or("", |(_, reason)| reason),
        last_rent: last_stage(&terms).map(|stage| rent_text(terms.rent_basis, stage.rent)).unwrap_or_default(),
        holdover_ppm: lease.facts.holdover_ppm,
        proration: proration_text(terms.proration),
    }))
}
