//! What the leases will ask for in twelve months, from the forecasts kept beside them.

use jiff::civil::Date;

use crate::error::Result;
use crate::features::finance::figures::load::{ChartQuery, departments};
use crate::features::lease::contract::forecast::{BY_MONTH, Forecast};
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::month_no;
use crate::op::View;
use crate::store::sum::Columns;
use crate::store::{Reads, id, key};

/// Planned for a month, fen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Planned {
    pub rent_fen: i64,
    pub other_fen: i64,
}

impl Planned {
    fn add(&mut self, kind: u8, fen: i64) {
        *(if kind == BillKind::Rent as u8 { &mut self.rent_fen } else { &mut self.other_fen }) += fen;
    }
}

/// Twelve months from that of a day on, as far as the asker sees them.
pub fn by_month(view: &View, query: &ChartQuery, first: Date) -> Result<[Planned; 12]> {
    let first = month_no(first);
    let last = first + 11;
    let mut months = [Planned::default(); 12];
    let fits = |party: u64, plate: u64| {
        (query.party_a_id.is_empty() || query.party_a_id.contains(&party))
            && (query.plate_id.is_empty() || query.plate_id.contains(&plate))
    };
    let scope = view.caller.scope();
    let wanted = departments(view, query)?;
    let in_wanted = |dept: u64| wanted.as_ref().is_none_or(|depts| depts.contains(&dept));
    let at = |month: u32| usize::try_from(month.wrapping_sub(first)).unwrap_or(usize::MAX);
    if scope.own && !scope.all {
        // Whoever sees leases because he made them gets those.
        view.tx.each::<Forecast>(|forecast| {
            let lease: Option<Lease> = view.tx.get(&id(forecast.lease_id)).ok().flatten();
            let seen = scope.has_dept(forecast.dept_id)
                || lease.is_some_and(|lease| lease.owned.creator == view.caller.user_id());
            if seen && in_wanted(forecast.dept_id) && fits(forecast.party_a_id, forecast.plate_id) {
                for due in &forecast.months {
                    if let Some(month) = months.get_mut(at(month_no(due.month))) {
                        month.add(due.kind as u8, due.fen);
                    }
                }
            }
            true
        })?;
        return Ok(months);
    }
    let (low, high) = (key().u16(first.into()), key().u16(last.into()));
    view.tx.sum_range(&BY_MONTH, &low, &high, |columns, values| {
        let mut columns = Columns::of(columns);
        let month = columns.u16();
        let (dept, party, plate, kind) = (columns.short(), columns.short(), columns.short(), columns.u8());
        let seen = scope.has_dept(dept) && in_wanted(dept) && fits(party, plate);
        if let Some(sum) = months.get_mut(at(month)).filter(|_| seen) {
            sum.add(kind, values[0]);
        }
    })?;
    Ok(months)
}
