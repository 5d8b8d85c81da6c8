//! What a change makes of the terms that count (domain.md 2.6): everything that was changed counts from the effective day,
//! charge by charge, and nothing else moves. Pure.
//!
//! Invariant: days before the effective day keep the terms they had, and so do later days in what this change leaves as it
//! was; so a change dated before another one that was approved earlier undoes nothing of it.

use jiff::civil::Date;

use super::record::{LeaseFacts, LeaseVersion};
use super::terms::{agreed, rent_terms};
use crate::features::lease::schedule::terms::{ExtraCharge, PastTerms, RentTerms, Stage, TenantFrom, keyed};
use crate::kernel::span::{DateSpan, after, before};

/// The stages of a version from a day on: the old ones before it, the new ones from it.
fn joined(old: &[Stage], new: &[Stage], from: Date) -> Vec<Stage> {
    let past = old
        .iter()
        .filter(|stage| stage.span.from < from)
        .map(|stage| Stage { span: DateSpan::new(stage.span.from, stage.span.to.min(before(from))), ..*stage });
    let future = new
        .iter()
        .filter(|stage| stage.span.to >= from)
        .map(|stage| Stage { span: DateSpan::new(stage.span.from.max(from), stage.span.to), ..*stage });
    let mut stages: Vec<Stage> = Vec::new();
    for stage in past.chain(future) {
        match stages.last_mut() {
            Some(last) if last.rent == stage.rent => last.span.to = stage.span.to,
            _ => stages.push(stage),
        }
    }
    stages
}

/// Gives the charges of a form the keys of those they stand for: the key they bring, else an equal charge, else one of the
/// same kind; what stands for none gets a key that the lease has never used.
pub fn recognised(terms: &RentTerms, given: &[ExtraCharge]) -> Vec<ExtraCharge> {
    let eras = terms.eras();
    let known = eras.last().map(|(_, now)| now.extra_charges.clone()).unwrap_or_default();
    let used = eras.iter().flat_map(|(_, era)| &era.extra_charges).map(|charge| charge.key).max().unwrap_or(0);
    let mut keys: Vec<Option<u16>> = vec![None; given.len()];
    let mut free = known;
    let same = |one: &ExtraCharge, other: &ExtraCharge| {
        (one.kind, one.month_fen, one.price_e4) == (other.kind, other.month_fen, other.price_e4)
    };
    let by_key = |given: &ExtraCharge, known: &ExtraCharge| given.key == known.key && given.kind == known.kind;
    let by_kind = |given: &ExtraCharge, known: &ExtraCharge| given.key == 0 && given.kind == known.kind;
    let equal = |given: &ExtraCharge, known: &ExtraCharge| given.key == 0 && same(given, known);
    let ways: [&dyn Fn(&ExtraCharge, &ExtraCharge) -> bool; 3] = [&by_key, &equal, &by_kind];
    for way in ways {
        for (charge, key) in given.iter().zip(&mut keys).filter(|(_, key)| key.is_none()) {
            if let Some(place) = free.iter().position(|known| way(charge, known)) {
                *key = Some(free.swap_remove(place).key);
            }
        }
    }
    let mut next = used;
    let mut fresh = || {
        next += 1;
        next
    };
    given
        .iter()
        .zip(keys)
        .map(|(charge, key)| ExtraCharge { key: key.unwrap_or_else(&mut fresh), ..charge.clone() })
        .collect()
}

/// A change of what a contract says from a day on.
pub struct Changed<'a> {
    /// What it said.
    pub old: &'a LeaseFacts,
    /// What it will say; its charges have their keys.
    pub new: &'a LeaseFacts,
    /// First day it counts.
    pub from: Date,
    /// The deposit goes over to a new tenant.
    pub with_deposit: bool,
}

impl Changed<'_> {
    /// The terms after the change.
    pub fn terms(&self, before_it: &RentTerms) -> RentTerms {
        let said = rent_terms(self.new);
        let same_rent = agreed(self.old) == agreed(self.new) && self.old.escalation == self.new.escalation;
        let rent_from = if same_rent { after(before_it.term.to) } else { self.from };
        let mut eras = self.cut(before_it.eras());
        let now = eras.last().map_or_else(|| before_it.clone(), |(_, now)| now.clone());
        for (_, era) in eras.iter_mut().filter(|(span, _)| span.from >= self.from) {
            alter(era, &now, &said);
        }
        let current = eras.pop().map_or_else(|| said.clone(), |(_, era)| era);
        RentTerms {
            term: said.term,
            stages: joined(&before_it.stages, &said.stages, rent_from),
            first_due_date: if self.from <= said.term.from { said.first_due_date } else { before_it.first_due_date },
            last_chargeable_day: before_it.last_chargeable_day,
            past: past(eras, &current),
            tenants: self.tenants(before_it),
            ..current
        }
    }

    /// The eras with a border at the effective day.
    fn cut(&self, eras: Vec<(DateSpan, RentTerms)>) -> Vec<(DateSpan, RentTerms)> {
        let mut cut = Vec::with_capacity(eras.len() + 1);
        for (span, era) in eras {
            if span.from < self.from && self.from <= span.to {
                cut.push((DateSpan::new(span.from, before(self.from)), era.clone()));
                cut.push((DateSpan::new(self.from, span.to), era));
            } else {
                cut.push((span, era));
            }
        }
        cut
    }

    fn tenants(&self, before_it: &RentTerms) -> Vec<TenantFrom> {
        let (old, new) = (self.old.tenant_id, self.new.tenant_id);
        if old == new {
            return before_it.tenants.clone();
        }
        let first = TenantFrom { from: before_it.term.from, tenant_id: old, with_deposit: false };
        let mut tenants = if before_it.tenants.is_empty() { vec![first] } else { before_it.tenants.clone() };
        tenants.retain(|tenant| tenant.from < self.from);
        tenants.push(TenantFrom { from: self.from, tenant_id: new, with_deposit: self.with_deposit });
        tenants
    }
}

/// Puts what was changed, and only that, into the terms of an era.
fn alter(era: &mut RentTerms, now: &RentTerms, said: &RentTerms) {
    fn put<T: PartialEq + Clone>(place: &mut T, now: &T, said: &T) {
        if now != said {
            place.clone_from(said);
        }
    }
    put(&mut era.proration, &now.proration, &said.proration);
    put(&mut era.rent_free, &now.rent_free, &said.rent_free);
    put(&mut era.due_rule, &now.due_rule, &said.due_rule);
    put(&mut era.issue_lead_days, &now.issue_lead_days, &said.issue_lead_days);
    put(&mut era.areas, &now.areas, &said.areas);
    let gone = |charge: &ExtraCharge| !said.extra_charges.iter().any(|other| other.key == charge.key);
    let left = now.extra_charges.iter().filter(|charge| gone(charge));
    let left: Vec<u16> = left.map(|charge| charge.key).collect();
    era.extra_charges.retain(|charge| !left.contains(&charge.key));
    for charge in said.extra_charges.iter().filter(|charge| !now.extra_charges.contains(charge)) {
        era.extra_charges.retain(|known| known.key != charge.key);
        era.extra_charges.push(charge.clone());
    }
}

/// Eras before the current one, neighbours that say the same as one.
fn past(eras: Vec<(DateSpan, RentTerms)>, current: &RentTerms) -> Vec<PastTerms> {
    let kept = |(span, era): (DateSpan, RentTerms)| PastTerms {
        to: span.to,
        proration: era.proration,
        rent_free: era.rent_free,
        due_rule: era.due_rule,
        issue_lead_days: era.issue_lead_days,
        extra_charges: keyed(&era.extra_charges),
        areas: era.areas,
    };
    let of_current = kept((DateSpan::new(current.term.from, Date::MAX), current.clone()));
    let mut past: Vec<PastTerms> = Vec::new();
    for era in eras.into_iter().map(kept) {
        match past.last_mut() {
            Some(last) if PastTerms { to: era.to, ..last.clone() } == era => last.to = era.to,
            _ => past.push(era),
        }
    }
    if past.last().is_some_and(|last| PastTerms { to: of_current.to, ..last.clone() } == of_current) {
        past.pop();
    }
    past
}

/// What was agreed on a day of something that changes: each version that changed it counts from its effective day.
pub fn agreed_on<T: PartialEq + Clone>(
    versions: &[LeaseVersion],
    day: Date,
    pick: impl Fn(&LeaseFacts) -> T,
) -> Option<T> {
    let (mut found, mut last): (Option<T>, Option<T>) = (None, None);
    for version in versions {
        let value = pick(&version.facts);
        if last.as_ref() != Some(&value) && (found.is_none() || version.effective_date <= day) {
            found = Some(value.clone());
        }
        last = Some(value);
    }
    found
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::features::lease::schedule::plan::plan;
    use crate::features::lease::schedule::terms::BillKind;

    /// Rent 1,000.00, property fee 100.00, by calendar month of 2024.
    fn contract() -> LeaseFacts {
        let mut facts = LeaseFacts::blank(date(2024, 1, 1));
        facts.end_date = date(2024, 12, 31);
        (facts.rent_fen, facts.billing_cycle, facts.tenant_id) = (100_000, 1, 1);
        facts.extra_charges = keyed(&[
            ExtraCharge { key: 0, kind: BillKind::Property, month_fen: 10_000, price_e4: 0 },
            ExtraCharge { key: 0, kind: BillKind::Water, month_fen: 5_000, price_e4: 0 },
        ]);
        facts
    }

    fn changed(terms: &RentTerms, old: &LeaseFacts, new: &LeaseFacts, from: Date) -> RentTerms {
        Changed { old, new, from, with_deposit: false }.terms(terms)
    }

    /// Fen of a charge by month.
    fn months(terms: &RentTerms, line: u16) -> Vec<i64> {
        let bills = plan(terms).expect("a plan");
        bills.iter().filter(|bill| bill.charge_line == line).map(|bill| bill.amount_fen).collect()
    }

    #[test]
    fn a_fee_counts_from_its_day_and_a_charge_keeps_its_key_when_another_goes() {
        let old = contract();
        let mut new = old.clone();
        new.extra_charges[0].month_fen = 15_000;
        let terms = changed(&rent_terms(&old), &old, &new, date(2024, 12, 1));
        assert_eq!(months(&terms, 1), [[10_000; 11].as_slice(), &[15_000]].concat());
        let mut without = new.clone();
        without.extra_charges.remove(0);
        without.extra_charges = recognised(&terms, &without.extra_charges);
        let after_it = changed(&terms, &new, &without, date(2024, 7, 1));
        assert_eq!(months(&after_it, 1), [10_000; 6], "asked until it was dropped");
        assert_eq!(months(&after_it, 2), [5_000; 12], "the other one is untouched");
    }

    #[test]
    fn a_change_dated_before_another_undoes_nothing_of_it() {
        let old = contract();
        let mut dearer = old.clone();
        dearer.rent_fen = 120_000;
        let first = changed(&rent_terms(&old), &old, &dearer, date(2024, 9, 1));
        let mut fee = dearer.clone();
        fee.extra_charges[1].month_fen = 6_000;
        let second = changed(&first, &dearer, &fee, date(2024, 3, 1));
        assert_eq!(months(&second, 0), [[100_000; 8].as_slice(), &[120_000; 4]].concat());
        assert_eq!(months(&second, 2), [[5_000; 2].as_slice(), &[6_000; 10]].concat());
    }

    #[test]
    fn a_change_of_tenant_divides_the_period_at_its_day() {
        let old = contract();
        let mut new = old.clone();
        new.tenant_id = 2;
        let terms = changed(&rent_terms(&old), &old, &new, date(2024, 6, 11));
        let bills = plan(&terms).expect("a plan");
        let june: Vec<(u64, i64, Date)> = bills
            .iter()
            .filter(|bill| bill.charge_line == 0 && bill.period.from.month() == 6)
            .map(|bill| (bill.tenant_id, bill.amount_fen, bill.period.to))
            .collect();
        assert_eq!(june, [(1, 33_333, date(2024, 6, 10)), (2, 66_667, date(2024, 6, 30))]);
        assert!(bills.iter().all(|bill| (bill.tenant_id == 2) == (bill.period.from >= date(2024, 6, 11))));
        assert_eq!(bills.iter().map(|bill| bill.amount_fen).sum::<i64>(), 12 * 115_000);
    }

    #[test]
    fn free_days_and_areas_of_earlier_days_stay() {
        let mut old = contract();
        old.rooms = vec![super::super::record::LeaseRoom {
            room_id: 1,
            rent_area_m2: crate::kernel::area::Area(10_000),
            price_e4: 0,
        }];
        old.extra_charges = keyed(&[ExtraCharge { key: 0, kind: BillKind::Property, month_fen: 0, price_e4: 10_000 }]);
        let mut new = old.clone();
        new.rooms.push(super::super::record::LeaseRoom { room_id: 2, ..new.rooms[0] });
        new.rent_free = vec![crate::features::lease::schedule::terms::RentFree {
            span: DateSpan::new(date(2024, 1, 1), date(2024, 10, 31)),
            scope: crate::features::lease::schedule::terms::FreeScope::Rent,
            reason: String::new(),
        }];
        let terms = changed(&rent_terms(&old), &old, &new, date(2024, 10, 1));
        assert_eq!(months(&terms, 1), [[10_000; 9].as_slice(), &[20_000; 3]].concat());
        assert_eq!(months(&terms, 0), [[100_000; 9].as_slice(), &[0], &[100_000; 2]].concat());
    }

    #[test]
    fn charges_are_recognised_by_key_then_by_what_they_say() {
        let terms = rent_terms(&contract());
        let charge = |key, kind, month_fen| ExtraCharge { key, kind, month_fen, price_e4: 0 };
        let given = [
            charge(0, BillKind::Water, 5_000),
            charge(0, BillKind::Water, 9_000),
            charge(1, BillKind::Property, 1),
            charge(7, BillKind::Other, 1),
        ];
        let keys: Vec<u16> = recognised(&terms, &given).iter().map(|charge| charge.key).collect();
        assert_eq!(keys, [2, 3, 1, 4]);
    }
}
