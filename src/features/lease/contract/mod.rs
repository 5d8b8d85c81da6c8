//! Leases 租赁合同: drafts, approval, signing, changes, early end (domain.md 2.6, 3.6).
//!
//! Invariants: a room is reserved at submit and let at approval, all rooms of a lease or none; what was approved is
//! an immutable version; the state that follows from the calendar is derived on every read. Approval goes through the
//! process of [`approval::BINDING`] alone.
//!
//! Deliberately absent: issued bills and money; the plan of a lease is computed from its version whenever it is shown.

pub mod approval;
pub mod change;
pub mod change_approval;
pub mod columns;
pub mod decide;
pub mod dues;
pub mod effect;
pub mod exchange;
pub mod forecast;
pub mod guards;
pub mod handover;
pub mod holdover;
pub mod impact;
pub mod list;
pub mod many;
mod newcomer;
pub mod ops;
pub mod passing;
pub mod plan;
pub mod record;
pub mod redate;
pub mod renewal;
pub mod terms;
pub mod wording;

use jiff::civil::Date;

use crate::columns::NONE;
use crate::columns::field::date_of;
use crate::error::Result;
use crate::features::assets::occupancy::{ACTIVE_BY_ROOM, Occupancy, blocked_by};
use crate::features::assets::room::tenancy::{Holder, LeaseState, Stayers};
use crate::op::View;
use crate::records::export;
use crate::records::files::ReferenceKind;
use crate::records::history::HistoryKind;
use crate::records::list::{self as listing, Filter, FilterBuilder};
use crate::records::owned::find_through;
use crate::route::{AuditAction, Method, Route, in_portions, read, read_by, write};
use crate::store::{RawRead, Reads as _, id, key};

const TITLE: &str = "合同台账";

pub const HISTORY: HistoryKind =
    HistoryKind::of::<record::Lease>("lease", "lease:lease:list", super::history_labels::LEASE);

/// What the occupancy of a room must know of the lease behind it.
pub(super) fn holder_of(view: &View, lease_id: u64) -> Result<Option<Holder>> {
    let lease: Option<record::Lease> = view.tx.get(&id(lease_id))?;
    Ok(lease.map(|lease| Holder {
        prev_lease_id: lease.facts.prev_lease_id,
        effective_end: lease.effective_end(),
        is_open: lease.is_open(),
    }))
}

/// Leases that are open although their last day lies before a day; from columns.
pub(super) fn stayers(view: &View, before: Date) -> Result<Stayers> {
    let mut ask = FilterBuilder::<record::Lease>::default();
    ask.several(&columns::RECORD_STATE, &[LeaseState::Signed, LeaseState::Terminated])?;
    ask.must(Filter::among(ask.place(&columns::RETURNED)?, [NONE]));
    ask.days(&columns::CHARGED_UNTIL, None, Some(crate::kernel::span::before(before)))?;
    let mut found = Stayers::default();
    listing::gather(view, &ask.filters, &[columns::CHARGED_UNTIL], |lease_id, row| {
        found.extend(row.first().and_then(|day| date_of(*day)).map(|day| (lease_id, day)));
    })?;
    Ok(found)
}

/// Rooms that are held by leases which are not there, as sentences; for the doctor.
pub fn holding_nothing(tx: &dyn RawRead) -> Result<Vec<String>> {
    let rows: Vec<Occupancy> = tx.by(&ACTIVE_BY_ROOM, &key(), false, 0, usize::MAX)?;
    let mut found = Vec::new();
    for row in rows.iter().filter(|row| row.lease_id > 0) {
        if tx.get::<record::Lease>(&id(row.lease_id))?.is_none() {
            found.push(format!("房间（编号 {}）{}，但合同不存在", row.room_id, blocked_by(row)));
        }
    }
    Ok(found)
}

/// Scans of leases: seen by whoever may see the lease.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "lease",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<record::Lease>(view, to.id, "lease:lease:query").is_ok())
    },
};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Leases>();
    routes.extend(listing::routes::<list::Expiring>());
    routes.extend(vec![
        read("/lease/lease/options", list::options).signed_in().titled("可选的合同"),
        read("/lease/lease/{id}", ops::show).perm("lease:lease:query").titled("合同详情"),
        read("/lease/lease/{id}/plan", plan::of_lease).perm("lease:lease:query").titled("合同的账单计划"),
        read("/lease/lease/{id}/versions", plan::versions).perm("lease:lease:query").titled("合同的历次条款"),
        read("/lease/lease/{id}/explain", plan::explain_bill)
            .perm("lease:lease:query")
            .titled("计划账单金额的计算过程"),
        read("/lease/lease/{id}/changes", change::list).perm("lease:lease:query").titled("合同的变更"),
        read("/lease/lease/{id}/handovers", handover::list).perm("lease:lease:query").titled("合同的交房退房记录"),
        read("/lease/lease/{id}/holdover", holdover::of_lease)
            .perm("lease:lease:query")
            .titled("合同到期未退的占用情况"),
        read_by(Method::Post, "/lease/lease/preview", plan::preview)
            .perm("lease:lease:query")
            .titled("合同账单计划预览"),
        write(Method::Post, "/lease/lease", ops::create)
            .perm("lease:lease:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/lease/lease", ops::update)
            .perm("lease:lease:edit")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Delete, "/lease/lease/{ids}", ops::remove)
            .perm("lease:lease:remove")
            .audit(TITLE, AuditAction::Delete)
            .idempotent(),
        write(Method::Post, "/lease/lease/submit", ops::submit)
            .perm("lease:lease:edit")
            .audit("合同提交", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/withdraw", ops::withdraw)
            .perm("lease:lease:edit")
            .audit("合同撤回", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/decide", decide::decide_lease)
            .perm("lease:lease:approve")
            .audit("合同审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/lease/lease/sign", ops::sign)
            .perm("lease:lease:edit")
            .audit("合同签订", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/scans", ops::add_scans)
            .perm("lease:lease:edit")
            .audit("补合同扫描件", AuditAction::Update)
            .idempotent(),
        in_portions(Method::Post, "/lease/lease/many", many::write, |_, done| Ok(done))
            .perm("lease:lease:edit")
            .audit("合同批量办理", AuditAction::Update)
            .idempotent(),
        in_portions(Method::Post, "/lease/lease/many/decide", many::judge, |_, done| Ok(done))
            .perm("lease:lease:approve")
            .audit("合同批量审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/lease/lease/cancel", ops::cancel)
            .perm("lease:lease:approve")
            .audit("合同作废", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/redate", redate::redate)
            .perm("lease:lease:approve")
            .audit("合同按变更重新划分", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/handover", handover::hand_over)
            .perm("lease:lease:edit")
            .audit("交房退房", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/change", change::submit)
            .perm("lease:lease:edit")
            .audit("合同变更", AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/lease/lease/change", change_approval::edit)
            .perm("lease:lease:edit")
            .audit("合同变更", AuditAction::Update)
            .idempotent(),
        read_by(Method::Post, "/lease/lease/change/preview", change::preview)
            .perm("lease:lease:query")
            .titled("合同变更预览"),
        read("/lease/lease/change/{id}/effect", change::effect).perm("lease:lease:query").titled("合同变更的影响"),
        write(Method::Post, "/lease/lease/change/withdraw", change_approval::withdraw)
            .perm("lease:lease:edit")
            .audit("合同变更撤回", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/lease/lease/change/decide", change_approval::decide)
            .perm("lease:lease:approve")
            .audit("合同变更审批", AuditAction::Grant)
            .idempotent(),
    ]);
    routes.extend(export::routes("/lease/lease/export", "lease:lease:export", TITLE, exchange::export));
    let [ticket, file, import] = exchange::LEASES.routes(
        ["/lease/lease/importTemplate", "/lease/lease/importData"],
        "lease:lease:import",
        TITLE,
    );
    routes.extend([ticket, file, import.idempotent()]);
    routes
}
