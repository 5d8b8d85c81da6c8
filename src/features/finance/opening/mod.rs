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

use crate::route::{AuditAction, Method, Route, read, write};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    const TITLE: &str = "期初余额";
    let mut routes = vec![
        read("/fin/opening/list", revoke::list).perm("fin:receipt:reverse").titled("乙方的期初余额"),
        write(Method::Post, "/fin/opening/revoke", revoke::revoke)
            .perm("fin:receipt:reverse")
            .audit("撤销期初余额", AuditAction::Grant)
            .idempotent(),
    ];
    let [ticket, file, import] = exchange::OPENINGS.routes(
        ["/fin/opening/importTemplate", "/fin/opening/importData"],
        "fin:opening:import",
        TITLE,
    );
    routes.extend([ticket, file, import.idempotent()]);
    routes
}
