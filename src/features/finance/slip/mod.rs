//! 收据: the paper that who paid takes with him.
//!
//! Invariants: numbers of a unit run through a year without gaps, and no number is given twice, after a restore neither; money has
//! at most one slip that counts; a slip is never changed: what it says stays as it was handed out, and a wrong one is made void with
//! a reason and kept. Money that is taken back takes its slip with it. Each print is counted, and every one but the first is marked 补打.
//!
//! Deliberately absent: invoices and fiscal receipts 票据, which the treasury's own system numbers.

pub mod lines;
pub mod list;
pub mod ops;
pub mod record;

use crate::records::list as listing;
use crate::route::{AuditAction, Method, Route, read, write};

/// What the audit calls operations on slips.
pub const TITLE: &str = "收据";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Slips>();
    routes.extend(vec![
        read("/fin/slip/{id}", list::show).perm("fin:slip:query").titled("收据详情"),
        write(Method::Post, "/fin/slip", ops::issue)
            .perm("fin:slip:add")
            .audit("开具收据", AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/fin/slip/print", ops::print)
            .perm("fin:slip:add")
            .audit("补打收据", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/slip/void", ops::void)
            .perm("fin:slip:void")
            .audit("作废收据", AuditAction::Delete)
            .idempotent(),
    ]);
    routes
}
