//! From the agreed rent and its escalation to stages (domain.md 3.3).

use jiff::civil::Date;

use super::terms::{Escalation, EscalationMode, RentBasis, Stage};
use gx_kernel::area::Area;
use gx_kernel::exact::{exact, half_up, per_million};
use gx_kernel::span::{DateSpan, add_months, before};

/// A room's part of a rent agreed by area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// 计租面积
    pub area: Area,
    /// 1/10,000 yuan per square metre and month or day.
    pub price_e4: i64,
}

/// The rent before any escalation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreed {
    /// Fen a month or a year.
    Total(i64),
    /// By area, room by room.
    Rooms(Vec<Priced>),
}

/// Fen a month of rooms at unit prices, rounded once.
pub fn month_rent(rooms: &[Priced]) -> i64 {
    half_up(rooms.iter().map(|room| exact(room.price_e4, 10_000) * exact(room.area.0, 1)).sum())
}

/// 1/10,000 fen a day of rooms at unit prices; exact.
pub fn day_rent(rooms: &[Priced]) -> i64 {
    rooms.iter().map(|room| room.price_e4.saturating_mul(room.area.0)).fold(0, i64::saturating_add)
}

/// Most stages of a lease; a step a month over a century.
const MOST_STAGES: usize = 1_200;

/// Stages of a term. With unit prices a day the prices rise, each rounded to 1/10,000 yuan; otherwise the rent of
/// the month or year rises, each stage rounded to the fen once. A base date before the term begins means that
/// the agreed rent is the one of the base date, and steps passed by then count.
pub fn expand(term: DateSpan, basis: RentBasis, agreed: &Agreed, escalation: Option<&Escalation>) -> Vec<Stage> {
    let starts = step_starts(term, escalation);
    let mut stages: Vec<Stage> = Vec::with_capacity(starts.len());
    for (index, (step, from)) in starts.iter().enumerate() {
        let to = starts.get(index + 1).map_or(term.to, |(_, next)| before(*next));
        stages.push(Stage { span: DateSpan::new(*from, to), rent: rent_at(basis, agreed, escalation, *step) });
    }
    stages
}

/// Number and first day of each step that touches the term.
fn step_starts(term: DateSpan, escalation: Option<&Escalation>) -> Vec<(usize, Date)> {
    let mut starts = vec![(0, term.from)];
    if let Some(rule) = escalation.filter(|rule| rule.mode == EscalationMode::Set && !rule.steps.is_empty()) {
        for (index, step) in rule.steps.iter().enumerate().take_while(|(_, step)| step.from <= term.to) {
            if step.from <= term.from {
                starts[0].0 = index + 1;
            } else {
                starts.push((index + 1, step.from));
            }
        }
        return starts;
    }
    let Some(rule) = escalation.filter(|rule| rule.every_months > 0) else { return starts };
    let base = rule.base_date.unwrap_or(term.from);
    for step in 1..MOST_STAGES {
        if rule.mode == EscalationMode::Set && step > rule.list.len() {
            break;
        }
        let months = i64::from(rule.every_months) * i64::try_from(step).unwrap_or(i64::MAX);
        let from = add_months(base, months);
        if from > term.to {
            break;
        }
        if from <= term.from {
            starts[0].0 = step;
        } else {
            starts.push((step, from));
        }
    }
    starts
}

fn rent_at(basis: RentBasis, agreed: &Agreed, escalation: Option<&Escalation>, step: usize) -> i64 {
    let raised = |first: i64| escalation.map_or(first, |rule| raise(first, rule, step));
    match agreed {
        Agreed::Total(fen) => raised(*fen),
        Agreed::Rooms(rooms) if basis == RentBasis::AreaDay => {
            let rooms: Vec<Priced> =
                rooms.iter().map(|room| Priced { price_e4: raised(room.price_e4), ..*room }).collect();
            day_rent(&rooms)
        }
        Agreed::Rooms(rooms) => raised(month_rent(rooms)),
    }
}

fn raise(first: i64, rule: &Escalation, step: usize) -> i64 {
    let count = i64::try_from(step).unwrap_or(i64::MAX);
    match rule.mode {
        EscalationMode::Set if rule.steps.is_empty() => set(step, |index| rule.list.get(index).copied(), first),
        EscalationMode::Set => set(step, |index| rule.steps.get(index).map(|stage| stage.rent), first),
        EscalationMode::Add => first.saturating_add(rule.value.saturating_mul(count)),
        EscalationMode::Pct if rule.compound => {
            (0..step).fold(first, |rent, _| per_million(rent, rule.value.saturating_add(1_000_000)))
        }
        EscalationMode::Pct => per_million(first, rule.value.saturating_mul(count).saturating_add(1_000_000)),
    }
}

/// The agreed rent of a step; the first rent before any.
fn set(step: usize, rent: impl Fn(usize) -> Option<i64>, first: i64) -> i64 {
    step.checked_sub(1).and_then(rent).unwrap_or(first)
}
