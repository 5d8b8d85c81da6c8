//! Handover of assets between units 移交 (domain.md 2.11 kinds 1 to 3, business.md 2.8): into the register, out of it, and from
//! one party A to another with leases, arrears, deposits and credit.
//!
//! Invariants: nothing moves before the receiving side has confirmed with the signed paper, and then everything in one commit:
//! holdings, lease versions, bills, late fees, credit, deposits and the journals of both units. What is confirmed is what was
//! shown. Sums over both units are the same before and after, on every day. Who wrote or submitted it neither decides nor
//! confirms.

pub mod approval;
mod carry;
pub mod ops;
pub mod plan;
pub mod record;
pub mod show;
mod statement;

use self::record::Handover;
use crate::records::files::ReferenceKind;
use crate::records::history::HistoryKind;
use crate::records::list;
use crate::records::owned::find_through;
use crate::route::{AuditAction, Method, Route, read, read_by, write};

/// What the audit calls operations on handovers.
pub const TITLE: &str = "移交管理";

/// Documents and photos: seen by whoever may see the handover.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "handover",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<Handover>(view, to.id, "asset:handover:query").is_ok())
    },
};

/// The signed paper.
pub const SIGNED: ReferenceKind = ReferenceKind { name: "handover_sign", ..FILES };

pub const HISTORY: HistoryKind =
    HistoryKind::of::<Handover>("handover", "asset:handover:list", show::history_labels::HANDOVER);

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<show::Handovers>();
    routes.extend(vec![
        read("/asset/handover/units", show::units).perm("asset:handover:list").titled("可移交的单位"),
        read("/asset/handover/{id}", show::show).perm("asset:handover:query").titled("移交详情"),
        read_by(Method::Post, "/asset/handover/preview", show::preview).perm("asset:handover:query").titled("移交预览"),
        write(Method::Post, "/asset/handover", ops::create)
            .perm("asset:handover:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/asset/handover", ops::update)
            .perm("asset:handover:edit")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Delete, "/asset/handover/{ids}", ops::remove)
            .perm("asset:handover:remove")
            .audit(TITLE, AuditAction::Delete)
            .idempotent(),
        write(Method::Post, "/asset/handover/confirm", ops::confirm)
            .perm("asset:handover:confirm")
            .audit("移交确认", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/asset/handover/object", ops::object)
            .perm("asset:handover:confirm")
            .audit("移交异议", AuditAction::Update)
            .idempotent(),
    ]);
    routes
}
