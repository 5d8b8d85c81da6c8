//! The end of a lease in money 退租结算 (domain.md 3.6): credit and deposit against open bills, penalty and damage; the
//! rest is paid back. One sheet, one approval.
//!
//! Invariants: each tenant of a lease settles for himself, with his own bills, credit and deposit; one settlement of a lease
//! waits at a time, and another may follow when money that settled it is taken back; what is approved is what was submitted, to the fen; who submits
//! does not approve. What the deposit does not cover of penalty and damage becomes a bill due at once, so that every fen
//! of credit still lies on a bill (I1); unpaid bills stay open as they are.

pub mod approval;
pub mod list;
pub mod ops;
pub mod record;
pub mod sheet;
pub mod steps;

use crate::records::list as listing;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "退租结算";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Settlements>();
    routes.extend(vec![
        read("/fin/settlement/document/{id}", list::show_document).perm("fin:settlement:query").titled("退租结算单"),
        read("/fin/settlement/steps/{id}", steps::show).perm("lease:lease:query").titled("退租办理进度"),
        read("/fin/settlement/{leaseId}", sheet::show).perm("fin:settlement:query").titled("合同的退租结算试算"),
        write(Method::Post, "/fin/settlement", ops::submit)
            .perm("fin:settlement:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/fin/settlement", approval::edit)
            .perm("fin:settlement:add")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/settlement/decide", approval::decide)
            .perm("fin:settlement:approve")
            .audit("退租结算审批", AuditAction::Grant)
            .idempotent(),
    ]);
    routes
}
