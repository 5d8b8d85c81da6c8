//! Forecasts in columns: whose they are, and what they ask for, month by month.
//!
//! A lease asks for the same every month or quarter for years, so its months are kept as runs: some five numbers a lease
//! instead of a hundred.

use super::forecast::Forecast;
use crate::columns::field::whole;
use crate::columns::{Field, Listed, NONE, runs};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::kernel::day_number::month_no;
use crate::platform::identity::dept::Dept;

/// Department that keeps the lease.
pub const DEPT: Field<Forecast> = Field::link::<Dept>("deptId", "deptName", |forecast| whole(forecast.dept_id));
pub const PARTY_A: Field<Forecast> =
    Field::link::<PartyA>("partyAId", "partyAName", |forecast| whole(forecast.party_a_id));
/// Plate of the lease's first room.
pub const PLATE: Field<Forecast> = Field::link::<Plate>("plateId", "plateName", |forecast| whole(forecast.plate_id));
/// Its months as runs, the code of the kind their tag; [`runs::Sums`] adds them up.
pub const DUES: Field<Forecast> = Field::numbers("dues", |forecast: &Forecast| {
    runs::pack(forecast.months.iter().map(|due| (month_no(due.month), due.kind as u8, due.fen)))
})
.private();

/// Number of the last month in which anything is due: most leases are over, and foresee nothing.
pub const LAST: Field<Forecast> = Field::number("lastMonth", |forecast: &Forecast| {
    forecast.months.iter().map(|due| i64::from(month_no(due.month))).max().unwrap_or(NONE)
})
.private();

impl Listed for Forecast {
    const FIELDS: &'static [Field<Self>] = &[DEPT, PARTY_A, PLATE, LAST, DUES];
}
