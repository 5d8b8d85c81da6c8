//! Which leases there were, are and will be: planned room by room, without touching the store.
//!
//! A unit is one room or a few neighbours. About five in six are let on the reference day; behind some running leases
//! lies an earlier one, some empty units had one, a few have one in preparation (domain.md section 9).

use jiff::civil::Date;

use super::estate::CityRoom;
use super::recipe::Calendar;
use crate::demo::dice::Dice;
use crate::error::Result;
use crate::features::lease::contract::record::{LeaseFacts, LeaseKind, LeaseRoom, LettingMode};
use crate::features::lease::schedule::terms::{
    BillKind, DueKind, DueRule, Escalation, EscalationMode, ExtraCharge, FreeScope, PeriodMode, Proration, RentBasis,
    RentFree,
};
use crate::kernel::area::Area;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, add_days, add_months, before, days_between};

/// Let units of 100,000, spread evenly over the city.
const LET: usize = 83_000;
/// The golden section of 100,000: steps of it fall evenly.
const GOLDEN: usize = 61_803;

/// What becomes of a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// Drafted, no more.
    Draft,
    /// Waiting for approval.
    Submitted,
    /// Waiting for the signature.
    Approved,
    /// Signed; runs, or has run and the rooms came back on its last day.
    Signed,
    /// Signed, ended, and the tenant is still there.
    Holdover,
    /// Signed and ended early, with the last day.
    Terminated(Date),
    /// Signed, and the rent changed from a day on, by so many per mille.
    Raised(Date, i64),
    /// Signed, and the last room was given back on a day.
    RoomReturned(Date),
}

/// A lease to be entered.
#[derive(Debug, Clone)]
pub(super) struct LeasePlan {
    pub(super) facts: LeaseFacts,
    pub(super) fate: Fate,
    /// Place of the tenant among the city's tenants.
    pub(super) tenant: usize,
    /// Place of the party A.
    pub(super) party: usize,
    /// Place among the plans of the lease that this one renews.
    pub(super) renews: Option<usize>,
}

impl LeasePlan {
    /// The day it was drafted.
    pub(super) fn drafted(&self) -> Date {
        add_days(self.facts.start_date, -25)
    }
}

/// Every lease of the city, by the day it was drafted, and the place of the party A of each tenant.
pub(super) struct Plans {
    pub(super) leases: Vec<LeasePlan>,
    pub(super) tenants: Vec<usize>,
}

struct Planner {
    calendar: Calendar,
    leases: Vec<LeasePlan>,
    tenants: Vec<usize>,
    /// Empty units seen so far.
    empty: usize,
}

/// Plans the leases of all rooms.
///
/// # Errors
/// A list of the recipe is empty.
pub(super) fn plan(rooms: &[CityRoom], calendar: Calendar) -> Result<Plans> {
    let mut planner = Planner { calendar, leases: Vec::new(), tenants: Vec::new(), empty: 0 };
    let lettable: Vec<&CityRoom> = rooms.iter().filter(|room| room.lettable).collect();
    let (mut at, mut unit) = (0, 0);
    while at < lettable.len() {
        let mut dice = Dice::of("unit", unit);
        let wanted = dice.weighed(&[(85, 1), (10, 2), (5, 3)])?;
        let neighbours =
            lettable[at..].iter().take(wanted).take_while(|room| room.building_id == lettable[at].building_id);
        let taken = neighbours.count();
        planner.unit(&mut dice, unit, &lettable[at..at + taken])?;
        at += taken;
        unit += 1;
    }
    Ok(sorted(planner))
}

/// By the day of the draft, links kept.
fn sorted(planner: Planner) -> Plans {
    let mut order: Vec<usize> = (0..planner.leases.len()).collect();
    order.order_by_key(|place| (planner.leases[*place].drafted(), *place));
    let mut place_of = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, old)| place_of[*old] = new);
    let moved = |old: &usize| {
        let lease = planner.leases[*old].clone();
        LeasePlan { renews: lease.renews.map(|before| place_of[before]), ..lease }
    };
    Plans { leases: order.iter().map(moved).collect(), tenants: planner.tenants }
}

impl Planner {
    fn unit(&mut self, dice: &mut Dice, unit: usize, rooms: &[&CityRoom]) -> Result<()> {
        if unit * GOLDEN % 100_000 < LET {
            let Some((term, months)) = self.running_term(dice)? else { return Ok(()) };
            let fate = self.running_fate(dice, term, rooms.len());
            let tenant = self.tenant(dice, rooms[0].party);
            let before = self.earlier(dice, rooms, term.from, tenant)?;
            let renews = before.filter(|place| self.leases[*place].tenant == tenant);
            return self.push(dice, rooms, term, months, fate, tenant, renews);
        }
        self.empty += 1;
        self.empty_unit(dice, rooms)
    }

    /// A term that holds the reference day, and its months; longer terms are met more often.
    fn running_term(&self, dice: &mut Dice) -> Result<Option<(DateSpan, i64)>> {
        let months = dice.weighed(&[(9, 12), (10, 24), (41, 36), (29, 60), (11, 120)])?;
        let Calendar { today, begin, .. } = self.calendar;
        let most = days_between(begin, today).min(months * 30) - 1;
        let mut from = add_days(today, -dice.between(1, most.max(1)));
        let odd = match dice.below(10) {
            0 => Date::new(from.year(), from.month(), 30).or(Date::new(from.year(), 2, 28)).ok(),
            1 => Date::new(from.year(), 2, dice.between(1, 28).try_into().unwrap_or(1)).ok(),
            _ => None,
        };
        let fits = |day: &Date| *day >= begin && *day < today && add_months(*day, months) > today;
        from = odd.filter(fits).unwrap_or(from);
        let term = DateSpan::new(from, before(add_months(from, months)));
        Ok(fits(&from).then_some((term, months)))
    }

    fn running_fate(&self, dice: &mut Dice, term: DateSpan, rooms: usize) -> Fate {
        let age = days_between(term.from, self.calendar.today);
        let some_day = add_days(term.from, dice.between(90, age.max(91)));
        let first = Date::new(some_day.year(), some_day.month(), 1).unwrap_or(some_day);
        let changes = age > 150 && first > term.from && first < self.calendar.today;
        match dice.below(1_000) {
            0..12 if changes => Fate::Raised(first, dice.between(20, 60)),
            12..60 if changes && rooms > 1 => Fate::RoomReturned(first),
            _ => Fate::Signed,
        }
    }

    /// The lease before a running one, in three of ten cases; half of those were renewed by the same tenant.
    fn earlier(&mut self, dice: &mut Dice, rooms: &[&CityRoom], next: Date, tenant: usize) -> Result<Option<usize>> {
        if !dice.percent(30) {
            return Ok(None);
        }
        let months = dice.weighed(&[(70, 12), (30, 24)])?;
        let renewed = dice.percent(50);
        let end = add_days(next, if renewed { -1 } else { -dice.between(6, 90) });
        let from = add_months(crate::kernel::span::after(end), -months);
        let term = DateSpan::new(from, before(add_months(from, months)));
        if from < self.calendar.begin || term.to >= next {
            return Ok(None);
        }
        let who = if renewed { tenant } else { self.tenant(dice, rooms[0].party) };
        self.push(dice, rooms, term, months, Fate::Signed, who, None)?;
        Ok(Some(self.leases.len() - 1))
    }

    /// What an empty unit has behind or before it.
    fn empty_unit(&mut self, dice: &mut Dice, rooms: &[&CityRoom]) -> Result<()> {
        let today = self.calendar.today;
        let soon = add_days(today, dice.between(10, 40));
        let ahead = match self.empty % 24 {
            1 => Some(Fate::Submitted),
            7 => Some(Fate::Draft),
            13 => Some(Fate::Approved),
            19 => Some(Fate::Signed),
            _ => None,
        };
        if let Some(fate) = ahead {
            let term = DateSpan::new(soon, before(add_months(soon, 36)));
            let tenant = self.tenant(dice, rooms[0].party);
            return self.push(dice, rooms, term, 36, fate, tenant, None);
        }
        let (term, months, fate) = match self.empty {
            2 => (DateSpan::new(add_days(today, -400), add_days(today, -400)), 0, Fate::Signed),
            3 => {
                let from = self.calendar.leap_day();
                (DateSpan::new(from, before(add_months(from, 6))), 6, Fate::Signed)
            }
            4 => (self.ended(today, dice.between(20, 150), 12), 12, Fate::Holdover),
            _ if !dice.percent(60) => return Ok(()),
            _ => {
                let months = dice.weighed(&[(55, 12), (30, 24), (15, 36)])?;
                let gone = dice.between(10, 500);
                match dice.below(100) {
                    0..6 => self.cut_short(dice, add_days(today, -gone)),
                    6..10 => (self.ended(today, gone.min(180), 12), 12, Fate::Holdover),
                    _ => (self.ended(today, gone, months), months, Fate::Signed),
                }
            }
        };
        if term.from < self.calendar.begin || term.to >= today && !matches!(fate, Fate::Terminated(_)) {
            return Ok(());
        }
        let tenant = self.tenant(dice, rooms[0].party);
        self.push(dice, rooms, term, months, fate, tenant, None)
    }

    fn ended(&self, today: Date, days_ago: i64, months: i64) -> DateSpan {
        let from = add_months(add_days(today, -days_ago), -months);
        DateSpan::new(from, before(add_months(from, months)))
    }

    /// A lease of three years that ended on a day long before its end.
    fn cut_short(&self, dice: &mut Dice, last: Date) -> (DateSpan, i64, Fate) {
        let from = add_days(last, -dice.between(200, 500));
        (DateSpan::new(from, before(add_months(from, 36))), 36, Fate::Terminated(last))
    }

    /// Mostly somebody new; one in eight already rents from the same unit.
    fn tenant(&mut self, dice: &mut Dice, party: usize) -> usize {
        if dice.percent(12) {
            let from = self.tenants.len().saturating_sub(40);
            let known = self.tenants[from..].iter().position(|other| *other == party);
            if let Some(place) = known {
                return from + place;
            }
        }
        self.tenants.push(party);
        self.tenants.len() - 1
    }

    #[expect(clippy::too_many_arguments, reason = "what a lease is made of, put together in one place")]
    fn push(
        &mut self,
        dice: &mut Dice,
        rooms: &[&CityRoom],
        term: DateSpan,
        months: i64,
        fate: Fate,
        tenant: usize,
        renews: Option<usize>,
    ) -> Result<()> {
        let place = self.leases.len();
        let mut facts = facts(dice, rooms, term, months)?;
        facts.paper_no = format!("云资租〔{}〕{:05}号", term.from.year(), place + 1);
        if renews.is_some() {
            (facts.kind, facts.letting_mode, facts.letting_reason) =
                (LeaseKind::Renewal, LettingMode::Renewal, String::new());
        }
        self.leases.push(LeasePlan { facts, fate, tenant, party: rooms[0].party, renews });
        Ok(())
    }
}

/// The rent before escalation: basis, fen, and each room's price.
fn rent(dice: &mut Dice, rooms: &[&CityRoom]) -> Result<(RentBasis, i64, Vec<LeaseRoom>)> {
    let basis = dice.weighed(&[
        (62, RentBasis::MonthTotal),
        (22, RentBasis::AreaMonth),
        (12, RentBasis::YearTotal),
        (4, RentBasis::AreaDay),
    ])?;
    // Hundredths of a square metre times 1/10,000 yuan, rounded to ten yuan.
    let month: i64 = rooms.iter().map(|room| room.area.0 * room.price_e4 / 10_000).sum::<i64>();
    let month = (month / 1_000 * 1_000).max(10_000);
    let (rent_fen, price) = match basis {
        RentBasis::MonthTotal => (month, 0),
        RentBasis::YearTotal => (month * 12, 0),
        RentBasis::AreaMonth => (0, 365),
        RentBasis::AreaDay => (0, 12),
    };
    let chosen = rooms
        .iter()
        .map(|room| LeaseRoom { room_id: room.room_id, rent_area_m2: room.area, price_e4: room.price_e4 * price / 365 })
        .collect();
    Ok((basis, rent_fen, chosen))
}

fn facts(dice: &mut Dice, rooms: &[&CityRoom], term: DateSpan, months: i64) -> Result<LeaseFacts> {
    let (rent_basis, rent_fen, chosen) = rent(dice, rooms)?;
    let month_fen: i64 = rooms.iter().map(|room| room.area.0 * room.price_e4 / 10_000).sum();
    let letting_mode =
        dice.weighed(&[(82, LettingMode::Public), (15, LettingMode::Negotiated), (3, LettingMode::Other)])?;
    let letting_reason = if letting_mode == LettingMode::Negotiated { "招租两次未成交" } else { "" }.to_owned();
    let billing_cycle = if months == 0 { 0 } else { dice.weighed(&[(35, 1), (45, 3), (10, 6), (10, 12)])? };
    let deposit_months = dice.weighed(&[(20, 1_i64), (50, 2), (30, 3)])?;
    let (kind, n) =
        dice.weighed(&[(60, (DueKind::Advance, 10)), (30, (DueKind::Day, 5)), (10, (DueKind::Arrears, 10))])?;
    Ok(LeaseFacts {
        kind: LeaseKind::New,
        prev_lease_id: 0,
        title: String::new(),
        paper_no: String::new(),
        party_a_id: 0,
        tenant_id: 0,
        co_tenants: Vec::new(),
        rooms: chosen,
        purpose: "生产经营".into(),
        letting_mode,
        letting_reason,
        letting_doc_no: String::new(),
        approval_doc_no: String::new(),
        valuation_no: String::new(),
        start_date: term.from,
        end_date: term.to,
        rent_basis,
        rent_fen,
        billing_cycle,
        period_mode: dice.weighed(&[(70, PeriodMode::Anchored), (30, PeriodMode::Calendar)])?,
        proration: dice.weighed(&[(80, Proration::Actual), (15, Proration::D365), (5, Proration::D30)])?,
        due_rule: DueRule { kind, n },
        first_due_date: (kind == DueKind::Advance).then_some(term.from),
        issue_lead_days: 10,
        rent_free: free(dice, term, months)?,
        escalation: escalation(dice, rent_basis, rent_fen, months)?,
        // Rounded to a hundred yuan.
        deposit_fen: if months == 0 { 0 } else { month_fen * deposit_months / 10_000 * 10_000 },
        deposit_months: 0,
        late_fee_ppm: 500,
        grace_days: 5,
        cap_ppm: 200_000,
        extra_charges: extras(dice, rooms),
        holdover_ppm: 1_000_000,
        renew_priority: dice.percent(30),
        renew_notice_days: 90,
        sublet_allowed: false,
        credit_override: String::new(),
    })
}

fn free(dice: &mut Dice, term: DateSpan, months: i64) -> Result<Vec<RentFree>> {
    let days = dice.weighed(&[(55, 0), (10, 15), (20, 30), (10, 60), (5, 90)])?;
    if days == 0 || months < 12 {
        return Ok(Vec::new());
    }
    let span = DateSpan::new(term.from, add_days(term.from, days - 1));
    Ok(vec![RentFree { span, scope: FreeScope::Rent, reason: "装修期".into() }])
}

fn escalation(dice: &mut Dice, basis: RentBasis, rent_fen: i64, months: i64) -> Result<Option<Escalation>> {
    let fall = dice.weighed(&[(45, 0), (20, 30_000), (25, 50_000), (10, 1)])?;
    if fall == 0 || months <= 12 {
        return Ok(None);
    }
    let yearly =
        |mode, value, list| Escalation { every_months: 12, mode, value, list, compound: true, ..Escalation::default() };
    if fall == 1 && basis == RentBasis::MonthTotal {
        let steps = (1..months / 12).map(|step| rent_fen * (100 + 4 * step) / 100).collect();
        return Ok(Some(yearly(EscalationMode::Set, 0, steps)));
    }
    Ok(Some(yearly(EscalationMode::Pct, if fall == 1 { 40_000 } else { fall }, Vec::new())))
}

/// A property fee on one lease in five.
fn extras(dice: &mut Dice, rooms: &[&CityRoom]) -> Vec<ExtraCharge> {
    let area: Area = rooms.iter().map(|room| room.area).sum();
    if !dice.percent(20) || area.0 > 200_000 {
        return Vec::new();
    }
    vec![ExtraCharge { key: 0, kind: BillKind::Property, month_fen: 0, price_e4: dice.between(15, 30) * 1_000 }]
}
