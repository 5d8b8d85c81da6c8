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

    /// Which of the months from one on it has: a bit for each of so many, the first the lowest.
    fn months(&self, from: u32, many: u32) -> u32 {
        let (step, end) = (u32::from(self.step).max(1), from.saturating_add(many.min(u32::BITS)));
        // The first of its months that is not before the window, and how many of the window's lie behind it.
        let passed = from.saturating_sub(self.first).div_ceil(step);
        let Some(left) = u32::from(self.many).checked_sub(passed).filter(|left| *left > 0) else { return 0 };
        let first = self.first + passed * step;
        if first >= end {
            return 0;
        }
        let seen = left.min((end - first).div_ceil(step));
        let bits = match step {
            1 => u32::MAX >> (u32::BITS - seen),
            _ => (0..seen).fold(0, |bits, at| bits | 1 << (at * step)),
        };
        bits << (first - from)
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

/// The same fen in some months of a window, for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dues {
    pub kind: BillKind,
    /// Fen a month.
    pub fen: i64,
    /// A bit for each month of the window, the first the lowest.
    pub months: u32,
}

/// What a list of [`DUES`] holds in a window of so many months (32 at most) from one on.
pub fn dues_within(list: &[i64], from: u32, many: u32) -> impl Iterator<Item = Dues> + '_ {
    let run = move |pair: &[i64]| {
        let [head, fen] = *pair else { return None };
        let run = Run::of(head, fen)?;
        let months = run.months(from, many);
        (months != 0).then_some(Dues { kind: run.kind, fen, months })
    };
    list.chunks_exact(2).filter_map(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::span::add_months;
    use jiff::civil::date;

    type Due = (u32, BillKind, i64);

    fn within(months: &[DueMonth], from: u32, many: u32) -> Vec<Due> {
        let list = runs(months);
        let each = |dues: Dues| {
            (0..32).filter(move |at| dues.months >> at & 1 == 1).map(move |at| (from + at, dues.kind, dues.fen))
        };
        let mut found: Vec<Due> = dues_within(&list, from, many).flat_map(each).collect();
        found.sort_unstable();
        found
    }

    fn plain(months: &[DueMonth], from: u32, many: u32) -> Vec<Due> {
        let all = months.iter().map(|due| (month_no(due.month), due.kind, due.fen));
        let mut found: Vec<Due> = all.filter(|due| (from..from + many).contains(&due.0)).collect();
        found.sort_unstable();
        found
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
            let from = month_no(add_months(date(2018, 6, 1), i64::try_from(roll(80)).expect("small")));
            let many = u32::try_from(1 + roll(32)).expect("small");
            assert_eq!(within(&months, from, many), plain(&months, from, many), "{many} from {from} of {months:?}");
        }
    }

    #[test]
    fn three_years_of_equal_months_are_one_run() {
        let of = |step: i64, many: i64| -> Vec<DueMonth> {
            let month = |at: i64| add_months(date(2024, 1, 1), at * step);
            (0..many).map(|at| DueMonth { month: month(at), kind: BillKind::Rent, fen: 100 }).collect()
        };
        for (step, many, expected) in [(1, 36, 1), (3, 12, 1), (12, 20, 1), (300, 3, 3), (255, 2, 1)] {
            let (months, first) = (of(step, many), month_no(date(2024, 1, 1)));
            assert_eq!(runs(&months).len(), 2 * expected, "{step} {many}");
            for from in (0..1_000).map(|at| first - 5 + at) {
                assert_eq!(within(&months, from, 12), plain(&months, from, 12), "{step} {many} from {from}");
            }
        }
    }
}
