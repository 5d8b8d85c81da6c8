//! Tenants 乙方 (承租人): who rents (domain.md 2.3).
//!
//! Invariants: identity number and phone are sealed at rest and masked in every list; each full view is an operation of
//! its own in the log; an identity number is known once, found by its keyed hash.

pub mod columns;
pub mod exchange;
pub mod find;
pub mod ops;
pub mod record;

use crate::records::history::HistoryKind;
use crate::records::{export, list};
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "乙方管理";

pub const HISTORY: HistoryKind =
    HistoryKind::of::<record::Tenant>("tenant", "lease:tenant:list", super::history_labels::TENANT);

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Tenants>();
    routes.extend(vec![
        read("/lease/tenant/options", find::options).signed_in().titled("可选的乙方"),
        read("/lease/tenant/{id}", ops::show).perm("lease:tenant:query").titled("乙方详情"),
        write(Method::Post, "/lease/tenant", ops::create)
            .perm("lease:tenant:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/lease/tenant", ops::update)
            .perm("lease:tenant:edit")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Put, "/lease/tenant/credit", ops::set_credit)
            .perm("lease:tenant:edit")
            .audit("乙方信用标记", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/tenant/personal", ops::show_personal)
            .perm("lease:tenant:pii")
            .audit("查看乙方证件与电话", AuditAction::Other),
        write(Method::Delete, "/lease/tenant/{ids}", ops::remove)
            .perm("lease:tenant:remove")
            .audit(TITLE, AuditAction::Delete)
            .idempotent(),
    ]);
    routes.extend(export::routes("/lease/tenant/export", "lease:tenant:export", TITLE, exchange::export));
    let [ticket, file, import] = exchange::TENANTS.routes(
        ["/lease/tenant/importTemplate", "/lease/tenant/importData"],
        "lease:tenant:import",
        TITLE,
    );
    routes.extend([ticket, file, import.idempotent()]);
    routes
}
