//! Open money by age 账龄, with who owes it.

use std::ops::Range;

use jiff::civil::Date;

use super::blocks::{ByNumber, Figures};
use super::cells::until;
use super::open::{Group, OpenBills, OpenSums};
use super::rankings::{Debtor, Owing, debtors_of};
use super::{AGES, Ageing, bucket};
use crate::columns::ByNumber as Sums;
use crate::columns::field::day;
use crate::columns::spans::span_of;
use crate::error::Result;
use crate::kernel::day_number::{LAST, day_no};

/// Days from which overdue money is counted once more, within the last bucket.
const THREE_YEARS: i64 = 3 * 365;

/// Where ages begin, as columns keep due days, ascending; what is due from the last on is not overdue. `also` is one more.
struct Ages {
    today: i64,
    limits: Vec<i64>,
}

impl Ages {
    fn of(as_of: Date, also: Option<Date>) -> Self {
        let today = day(Some(as_of));
        let mut limits: Vec<i64> = AGES.iter().chain([&THREE_YEARS, &0]).map(|age| today - age).collect();
        limits.extend(also.map(|also| day(Some(also)).min(today)));
        limits.sort_unstable();
        limits.dedup();
        Self { today, limits }
    }

    /// Places of what is overdue, of days from one on.
    fn overdue(&self, since: Option<Date>) -> Range<usize> {
        since.map_or(0, |since| span_of(&self.limits, day(Some(since)).min(self.today)))..self.limits.len()
    }

    /// Age of the youngest of a place.
    fn age(&self, place: usize) -> i64 {
        self.limits.get(place).map_or(0, |next| self.today - next + 1)
    }
}

impl Figures<'_> {
    /// Open money by age on a day, with the bills and tenants that are overdue.
    pub fn ageing(&self, as_of: Date) -> Result<Ageing> {
        Ok(self.ageing_with_debtors(as_of, 0)?.0)
    }

    /// The same with the tenants that owe most: open bills are read once for both.
    pub fn ageing_with_debtors(&self, as_of: Date, most: usize) -> Result<(Ageing, Vec<Debtor>)> {
        let ages = Ages::of(as_of, None);
        let groups = [Group::by_tenant(ages.overdue(None), true)];
        let bills = self.open_bills(until(LAST), as_of)?;
        let sums = bills.sums(&ages.limits, &groups)?;
        self.aged(as_of, &ages, (&bills, &sums), most)
    }

    /// The same, with what is overdue of each party A and how much of it fell due from another day on.
    pub fn ageing_by_party(&self, as_of: Date, since: Date, most: usize) -> Result<PartyAges> {
        let ages = Ages::of(as_of, Some(since));
        let groups = [
            Group::by_tenant(ages.overdue(None), true),
            Group::by_party(ages.overdue(None)),
            Group::by_party(ages.overdue(Some(since))),
        ];
        let bills = self.open_bills(until(LAST), as_of)?;
        let sums = bills.sums(&ages.limits, &groups)?;
        let (ageing, debtors) = self.aged(as_of, &ages, (&bills, &sums), most)?;
        let fen = |group: usize| sums.groups.get(group).map(fen_by_number).unwrap_or_default();
        Ok(PartyAges { ageing, debtors, overdue: fen(1), fell_due: fen(2) })
    }

    /// What open bills come to; the first group is of tenants, of what they owe that is overdue.
    fn aged(
        &self,
        as_of: Date,
        ages: &Ages,
        (bills, sums): (&OpenBills<'_>, &OpenSums),
        most: usize,
    ) -> Result<(Ageing, Vec<Debtor>)> {
        let mut sum = Ageing { credit_fen: self.credit(as_of)?, ..Ageing::default() };
        for (place, span) in sums.spans.iter().enumerate() {
            let age = ages.age(place);
            sum.buckets_fen[bucket(age)] += span.fen;
            sum.bucket_bills[bucket(age)] += span.bills;
            if age > 0 {
                sum.arrears_fen += span.owed_fen;
                sum.bills += span.bills;
                sum.over_three_years_fen += if age > THREE_YEARS { span.owed_fen } else { 0 };
            }
        }
        let Some(owing) = sums.groups.first() else { return Ok((sum, Vec::new())) };
        sum.tenants = owing.many();
        Ok((sum, debtors(bills, as_of, owing, most)?))
    }

    /// Open money by age on a day, tenant by tenant, in no order.
    pub fn ages_by_tenant(&self, as_of: Date) -> Result<impl Iterator<Item = (u64, [i64; 7])> + use<>> {
        let ages = Ages::of(as_of, None);
        let groups: Vec<Group> = (0..=ages.limits.len()).map(|at| Group::by_tenant(at..at + 1, false)).collect();
        let bills = self.open_bills(until(LAST), as_of)?;
        let sums = bills.sums(&ages.limits, &groups)?;
        let mut tenants: ByNumber<[i64; 7]> = ByNumber::default();
        for (place, group) in sums.groups.iter().enumerate() {
            for (tenant_id, fen) in group.pairs() {
                tenants.entry(tenant_id).or_default()[bucket(ages.age(place))] += fen.cast_signed();
            }
        }
        Ok(tenants.into_iter())
    }
}

/// Open money by age, and what parties A have of it that is overdue.
pub struct PartyAges {
    pub ageing: Ageing,
    /// Who owes most.
    pub debtors: Vec<Debtor>,
    /// Fen overdue by party A.
    pub overdue: Vec<(u64, i64)>,
    /// Fen of it that fell due since, by party A.
    pub fell_due: Vec<(u64, i64)>,
}

fn fen_by_number(sums: &Sums) -> Vec<(u64, i64)> {
    sums.pairs().into_iter().map(|(number, fen)| (number, fen.cast_signed())).collect()
}

/// Those that owe most, with the number and the oldest of their bills.
fn debtors(bills: &OpenBills<'_>, as_of: Date, owing: &Sums, most: usize) -> Result<Vec<Debtor>> {
    let tenants: Vec<u64> = owing.largest(most).into_iter().map(|(tenant_id, _)| tenant_id).collect();
    if tenants.is_empty() {
        return Ok(Vec::new());
    }
    let (mut debtors, today): (ByNumber<Owing>, _) = (ByNumber::default(), day_no(as_of));
    bills.each(&tenants, &mut |debt| {
        if debt.open_fen > 0 && debt.cell.due_day() < today {
            debtors.entry(debt.cell.tenant_id).or_default().add(debt);
        }
    })?;
    Ok(debtors_of(debtors, most))
}
