//! Occupancies in columns.

use super::occupancy::Occupancy;
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed};
use crate::kernel::enumeration::Coded;

pub const ROOM: Field<Occupancy> = Field::number("roomId", |row| whole(row.room_id));
/// The lease behind it; 0 for none.
pub const LEASE: Field<Occupancy> = Field::number("leaseId", |row| whole(row.lease_id));
pub const KIND: Field<Occupancy> = Field::number("kind", |row| row.kind.code());
/// Its first day.
pub const FROM: Field<Occupancy> = Field::number("from", |row| day(Some(row.span.from)));
/// Its last day.
pub const TO: Field<Occupancy> = Field::number("to", |row| day(Some(row.span.to)));
/// Whether it was not given back.
pub const ACTIVE: Field<Occupancy> = Field::flag("active", |row| i64::from(row.active));

impl Listed for Occupancy {
    const FIELDS: &'static [Field<Self>] = &[ROOM, LEASE, KIND, FROM, TO, ACTIVE];
}
