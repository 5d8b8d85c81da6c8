//! Opening balances 期初余额: what tenants owed, had paid ahead and had left as deposit when these books began.
//!
//! Invariants: a balance is known by party A and the number it had in the system before, so that a workbook that comes in
//! twice counts once; nothing is booked in a closed month; the other side of every journal is [`Account::Opening`], so
//! that no figure takes an opening balance for income or for money of the bank. An opening bill asks for what was still
//! open: money of the time before has no receipt here.
//!
//! [`Account::Opening`]: super::ledger::record::Account::Opening

pub mod begin;
pub mod book;
pub mod exchange;
pub mod record;
pub mod revoke;

use crate::records::export;
use crate::records::import::LARGEST;
use crate::route::{AuditAction, Method, Route, prepared, read, write};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    const TITLE: &str = "期初余额";
    vec![
        read("/fin/opening/list", revoke::list).perm("fin:receipt:reverse").titled("乙方的期初余额"),
        write(Method::Post, "/fin/opening/revoke", revoke::revoke)
            .perm("fin:receipt:reverse")
            .audit("撤销期初余额", AuditAction::Grant)
            .idempotent(),
        prepared(Method::Get, "/fin/opening/importTemplate", exchange::prepare_template, export::ticket)
            .perm("fin:opening:import")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/fin/opening/importTemplate", exchange::prepare_template, export::file)
            .perm("fin:opening:import")
            .audit(TITLE, AuditAction::Export),
        prepared(Method::Post, "/fin/opening/importData", exchange::prepare_import, exchange::import)
            .upload("file", LARGEST)
            .perm("fin:opening:import")
            .audit(TITLE, AuditAction::Import)
            .idempotent(),
    ]
}
