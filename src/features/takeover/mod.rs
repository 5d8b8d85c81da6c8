//! 上线接收: a unit's own ledger taken over as a whole (business.md 2.1).
//!
//! Invariants: what a ledger comes to is computed from the file each time, and is compared with the ledger's own figures
//! before anybody decides; one person compares, another one receives; openings are computed, never typed; each planned
//! period of a contract that was taken over is paid before, open, billed or to come, and in one hand only. Contracts of a
//! batch are signed as they are: history is not judged again.
//!
//! Deliberately absent: changing a contract that was taken over (that is a change like any other), and bank balances.

mod approval;
pub mod check;
mod contract;
mod faults;
pub mod field;
pub mod first_hours;
mod list;
mod names;
mod opening;
mod ops;
mod places;
mod reading;
mod receive;
pub mod record;
mod scans;
mod sheet;
mod tenants;
pub mod wire;
mod withdraw;
mod words;

use crate::columns::Source;
use crate::error::Result;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::product::{Check, Feature};
use crate::records::files::ReferenceKind;
use crate::records::owned::find_through;
use crate::records::{export, list as listing};
use crate::route::{AuditAction, Method, Route, prepared, read, write};
use crate::store::{TableInfo, table};

/// What the audit calls operations on batches.
pub const TITLE: &str = "上线接收";
/// Largest ledger in bytes.
const LEDGER: u64 = 20 << 20;
/// Largest archive of scans in bytes.
const SCANS: u64 = 500 << 20;

const TABLES: &[TableInfo] = &[
    table::<record::TakeoverBatch>(),
    table::<record::TakeoverColumns>(),
    table::<record::TakeoverLine>(),
    table::<first_hours::StartMark>(),
];

/// Taking units over.
pub const FEATURE: Feature = Feature {
    name: "takeover",
    about: "上线接收：单位自有台账的核对、审批与接收",
    tables: TABLES,
    columns: &[Source::of::<record::TakeoverBatch>()],
    routes,
    checks: &[Check::Faults("上线接收", faults::check)],
    extensions: &[&approval::BINDING, &FILES, &first_hours::CARD],
    ..Feature::EMPTY
};

/// The ledger itself: visible to everyone who may see the batch.
pub const FILES: ReferenceKind = ReferenceKind { name: "takeover", may_see };

fn may_see(view: &View<'_>, file: &FileInfo) -> Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    Ok(find_through::<record::TakeoverBatch>(view, to.id, "lease:takeover:query").is_ok())
}

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Takeovers>();
    routes.extend(vec![
        read("/lease/takeover/{id}", list::show).perm("lease:takeover:query").titled("接收批次详情"),
        read("/lease/takeover/{id}/check", ops::compare)
            .optimistic()
            .perm("lease:takeover:query")
            .titled("接收批次的核对结果"),
        read("/lease/takeover/{id}/result", list::result).perm("lease:takeover:query").titled("接收批次接收的合同"),
        prepared(Method::Post, "/lease/takeover", ops::prepare, ops::create)
            .upload("file", LEDGER)
            .perm("lease:takeover:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/lease/takeover", ops::change)
            .perm("lease:takeover:add")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Delete, "/lease/takeover/{ids}", ops::remove)
            .perm("lease:takeover:add")
            .audit(TITLE, AuditAction::Delete)
            .idempotent(),
        write(Method::Post, "/lease/takeover/submit", ops::submit)
            .optimistic()
            .perm("lease:takeover:add")
            .audit("上线接收提交", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/takeover/recall", ops::recall)
            .perm("lease:takeover:add")
            .audit("上线接收撤回", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/takeover/decide", ops::decide)
            .optimistic()
            .perm("lease:takeover:approve")
            .audit("上线接收审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/lease/takeover/withdraw", ops::take_back)
            .optimistic()
            .perm("lease:takeover:approve")
            .audit("撤销上线接收", AuditAction::Grant)
            .idempotent(),
        prepared(Method::Post, "/lease/takeover/scans", scans::prepare, scans::attach)
            .upload("file", SCANS)
            .perm("lease:takeover:add")
            .audit("接收合同扫描件", AuditAction::Update)
            .idempotent(),
    ]);
    routes.extend(first_hours::routes());
    routes.extend(export::routes("/lease/takeover/{id}/export", "lease:takeover:query", "接收核对表", sheet::compared));
    routes
}
