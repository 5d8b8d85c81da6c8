//! Asking tenants for their arrears 催缴: who was asked when, by which way, for which bills, and what he promised.
//!
//! Invariants: a record is added and never changed, and goes only within the minute, by its own maker; a printed letter has one, whose number it bears; whether a promise was
//! kept is computed from receipts on every read, so a receipt that is taken back breaks it again.

pub mod list;
pub mod ops;
pub mod promise;
pub mod record;
pub mod reminder;
pub mod undo;

use crate::records::list as listing;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "催缴记录";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Dunnings>();
    routes.extend(vec![
        read("/fin/dunning/{id}", list::show).perm("fin:dunning:query").titled("催缴记录详情"),
        write(Method::Post, "/fin/dunning", ops::create)
            .perm("fin:dunning:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/fin/dunning/undo", undo::undo)
            .perm("fin:dunning:add")
            .audit("撤销催缴记录", AuditAction::Delete)
            .idempotent(),
        write(Method::Post, "/fin/bill/letter", ops::letters)
            .perm("fin:dunning:add")
            .audit("打印催缴函", AuditAction::Insert)
            .idempotent(),
    ]);
    routes
}
