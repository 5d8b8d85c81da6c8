//! The audit log in columns: what both logs filter, sort and count by, some twenty bytes a row. It has by far the most rows, so it
//! gives way: it is filled last, and without it the logs are read backwards as ever (`scan`).

use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::kernel::enumeration::Coded;
use crate::platform::audit::{AuditAction, AuditRow};

/// Whether it is of the log of sign-ins.
pub const SIGN_IN: Field<AuditRow> = Field::flag("signIn", |row| i64::from(row.deed == AuditAction::SignIn as u8));
pub const TITLE: Field<AuditRow> = Field::name("title", |row| row.title.clone());
/// Kind of operation.
pub const DEED: Field<AuditRow> = Field::number("deed", |row| row.deed.code());
/// Login name.
pub const ACTOR: Field<AuditRow> = Field::name("actor", |row| row.actor.clone());
pub const IP: Field<AuditRow> = Field::name("ip", |row| row.ip.clone());
/// Whether it was refused.
pub const REFUSED: Field<AuditRow> = Field::flag("refused", |row| i64::from(row.code != 200));
/// To the millisecond: the order of the log.
pub const AT: Field<AuditRow> = Field::number("at", |row| row.at.0);
/// Milliseconds.
pub const COST: Field<AuditRow> = Field::number("cost", |row| whole(row.cost));

impl Listed for AuditRow {
    const FIELDS: &'static [Field<Self>] = &[SIGN_IN, TITLE, DEED, ACTOR, IP, REFUSED, AT, COST];
}
