//! From what a contract says to what the engine computes with.

use super::record::LeaseFacts;
use crate::features::lease::schedule::stage::{Agreed, Priced, expand};
use crate::features::lease::schedule::terms::{RentTerms, keyed};
use crate::kernel::exact::exact;
use crate::kernel::exact::half_up;
use crate::kernel::span::DateSpan;

use crate::features::lease::schedule::terms::RentBasis;

/// The agreed rent before any escalation.
pub fn agreed(facts: &LeaseFacts) -> Agreed {
    if facts.rent_basis.by_area() {
        let priced = facts.rooms.iter().map(|room| Priced { area: room.rent_area_m2, price_e4: room.price_e4 });
        Agreed::Rooms(priced.collect())
    } else {
        Agreed::Total(facts.rent_fen)
    }
}

/// The terms with their stages expanded.
pub fn rent_terms(facts: &LeaseFacts) -> RentTerms {
    let term = DateSpan::new(facts.start_date, facts.end_date);
    RentTerms {
        term,
        billing_cycle: facts.billing_cycle,
        period_mode: facts.period_mode,
        proration: facts.proration,
        rent_basis: facts.rent_basis,
        stages: expand(term, facts.rent_basis, &agreed(facts), facts.escalation.as_ref()),
        rent_free: facts.rent_free.clone(),
        due_rule: facts.due_rule,
        first_due_date: facts.first_due_date,
        issue_lead_days: facts.issue_lead_days,
        extra_charges: keyed(&facts.extra_charges),
        past: Vec::new(),
        tenants: Vec::new(),
        last_chargeable_day: None,
        areas: facts.rooms.iter().map(|room| room.rent_area_m2).collect(),
    }
}

/// The rent of a month of a stage, for comparison with base prices and for lists: a day's rent counts 365/12 times,
/// a year's a twelfth.
pub fn month_equivalent(basis: RentBasis, stage_rent: i64) -> i64 {
    match basis {
        RentBasis::MonthTotal | RentBasis::AreaMonth => stage_rent,
        RentBasis::YearTotal => half_up(exact(stage_rent, 12)),
        RentBasis::AreaDay => half_up(exact(stage_rent, 10_000) * exact(365, 12)),
    }
}
