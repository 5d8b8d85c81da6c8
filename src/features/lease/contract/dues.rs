//! Forecasts in columns: whose they are, and what they ask for, month by month.
//!
//! A lease asks for the same every month or quarter for years, so its months are kept as runs: some five numbers a lease
//! instead of a hundred.

use super::forecast::{DueMonth, Forecast};
use crate::columns::field::whole;
use crate::columns::{Field, Listed, NONE};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::month_no;
use crate::kernel::enumeration::Coded;
use crate::platform::identity::dept::Dept;

/// Department that keeps the lease.
pub const DEPT: Field<Forecast> = Field::link::<Dept>("deptId", "deptName", |forecast| whole(forecast.dept_id));
pub const PARTY_A: Field<Forecast> =
    Field::link::<PartyA>("partyAId", "partyAName", |forecast| whole(forecast.party_a_id));
/// Plate of the lease's first room.
pub const PLATE: Field<Forecast> = Field::link::<Plate>("plateId", "plateName", |forecast| whole(forecast.plate_id));
/// Its months as runs; [`dues`] reads them.
pub const DUES: Field<Forecast> = Field::numbers("dues", |forecast: &Forecast| runs(&forecast.months)).private();

/// Number of the last month in which anything is due: most leases are over, and foresee nothing.
pub const LAST: Field<Forecast> = Field::number("lastMonth", |forecast: &Forecast| {
    forecast.months.iter().map(|due| i64::from(month_no(due.month))).max().unwrap_or(NONE)
})
.private();

impl Listed for Forecast {
    const FIELDS: &'static [Field<Self>] = &[DEPT, PARTY_A, PLATE, LAST, DUES];
}

/// Kinds by their code: a run says its own, and a city has a hundred thousand runs.
const KINDS: [Option<BillKind>; 64] = {
    let (mut kinds, mut at) = ([None; 64], 0);
    while at < BillKind::ALL.len() {
        kinds[BillKind::ALL[at] as usize] = Some(BillKind::ALL[at]);
        at += 1;
    }
    kinds
};

/// What is due in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Number of the month ([`month_no`]).
    pub month: u32,
    pub kind: BillKind,
    /// Fen.
    pub fen: i64,
}

/// The same fen for the same, in equal steps of months; two numbers in the column.
struct Run {
    first: u32,
    // Months from one to the next; 0 while there is but one.
    step: u8,
    many: u16,
    kind: BillKind,
    fen: i64,
}

impl Run {
    /// Whether a later month goes on with it; then it does.
    fn takes(&mut self, month: u32, fen: i64) -> bool {
        let far = month.saturating_sub(self.first);
        let step = if self.many == 1 { u8::try_from(far).unwrap_or(0) } else { self.step };
        if fen != self.fen || step == 0 || self.many == u16::MAX || far != u32::from(step) * u32::from(self.many) {
            return false;
        }
        (self.step, self.many) = (step, self.many + 1);
        true
    }

    fn numbers(&self) -> [i64; 2] {
        let head = i64::from(self.first) << 32 | i64::from(self.step) << 24 | i64::from(self.many) << 8;
        [head | self.kind.code(), self.fen]
    }

    fn of(head: i64, fen: i64) -> Option<Self> {
        let kind = usize::try_from(head & 0xff).ok().and_then(|code| KINDS.get(code)).copied().flatten()?;
        let (first, step) = (u32::try_from(head >> 32).ok()?, u8::try_from(head >> 24 & 0xff).ok()?);
        Some(Self { first, step, many: u16::try_from(head >> 8 & 0xffff).ok()?, kind, fen })
    }

    /// Its months from one to another; of a run of years only those are counted out.
    fn within(self, from: u32, to: u32) -> impl Iterator<Item = Due> {
        let Self { first, step, many, kind, fen } = self;
        let (step, many) = (u32::from(step), u32::from(many));
        let reached = |month: u32| month.saturating_sub(first).checked_div(step);
        // A run of one month has no step.
        let skipped = reached(from.saturating_add(step).saturating_sub(1)).unwrap_or(u32::from(first < from));
        let end = if first > to { 0 } else { reached(to).map_or(many, |last| many.min(last.saturating_add(1))) };
        (skipped..end).map(move |at| Due { month: first + at * step, kind, fen })
    }
}

/// The months of a plan, which stand in their order, as a column keeps them.
fn runs(months: &[DueMonth]) -> Vec<i64> {
    let mut runs: Vec<Run> = Vec::new();
    for due in months {
        let DueMonth { month, kind, fen } = *due;
        let month = month_no(month);
        let last = runs.iter_mut().rev().find(|run| run.kind == kind);
        if !last.is_some_and(|run| run.takes(month, fen)) {
            runs.push(Run { first: month, step: 0, many: 1, kind, fen });
        }
    }
    runs.iter().flat_map(Run::numbers).collect()
}

/// What a list of [`DUES`] holds, kind by kind in the order of the months.
pub fn dues(list: &[i64]) -> impl Iterator<Item = Due> + '_ {
    dues_within(list, 0, u32::MAX)
}

/// The same of the months from one to another.
pub fn dues_within(list: &[i64], from: u32, to: u32) -> impl Iterator<Item = Due> + '_ {
    let run = |pair: &[i64]| match *pair {
        [head, fen] => Run::of(head, fen),
        _ => None,
    };
    list.chunks_exact(2).filter_map(run).flat_map(move |run| run.within(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::span::add_months;
    use jiff::civil::date;

    fn kept(months: &[DueMonth]) -> (usize, Vec<Due>) {
        let list = runs(months);
        let mut dues: Vec<Due> = dues(&list).collect();
        dues.sort_unstable_by_key(|due| (due.month, due.kind));
        (list.len() / 2, dues)
    }

    fn plain(months: &[DueMonth]) -> Vec<Due> {
        months.iter().map(|due| Due { month: month_no(due.month), kind: due.kind, fen: due.fen }).collect()
    }

    #[test]
    fn what_runs_hold_is_the_plan() {
        let mut dice = 5_u64;
        let mut roll = |sides: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % sides
        };
        for _ in 0..2_000 {
            let (mut month, mut months) = (date(2019, 1, 1), Vec::new());
            for _ in 0..roll(30) {
                month = add_months(month, i64::try_from(1 + roll(3)).expect("small"));
                for kind in [BillKind::Rent, BillKind::Property, BillKind::Other] {
                    if roll(3) > 0 {
                        let fen = [100, 100, 100, -7, i64::MAX][usize::try_from(roll(5)).expect("small")];
                        months.push(DueMonth { month, kind, fen });
                    }
                }
            }
            assert_eq!(kept(&months).1, plain(&months), "{months:?}");
            let from = month_no(add_months(date(2019, 1, 1), i64::try_from(roll(70)).expect("small")));
            let to = from + u32::try_from(roll(15)).expect("small");
            let mut within: Vec<Due> = dues_within(&runs(&months), from, to).collect();
            within.sort_unstable_by_key(|due| (due.month, due.kind));
            let expected: Vec<Due> =
                plain(&months).into_iter().filter(|due| (from..=to).contains(&due.month)).collect();
            assert_eq!(within, expected, "{from} to {to} of {months:?}");
        }
    }

    #[test]
    fn three_years_of_equal_months_are_one_run() {
        let of = |step: i64, many: i64| -> Vec<DueMonth> {
            let month = |at: i64| add_months(date(2024, 1, 1), at * step);
            (0..many).map(|at| DueMonth { month: month(at), kind: BillKind::Rent, fen: 100 }).collect()
        };
        for (step, many, runs) in [(1, 36, 1), (3, 12, 1), (12, 20, 1), (300, 3, 3), (255, 2, 1)] {
            let months = of(step, many);
            assert_eq!(kept(&months), (runs, plain(&months)), "{step} {many}");
        }
    }
}
