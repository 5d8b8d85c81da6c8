//! Waivers 减免 (domain.md 2.9, V24): single, or a batch by rule with a preview of its effect.
//!
//! Invariants: who drafts a waiver does not approve it; on no day is more waived than a bill asks for; the part of a bill
//! already paid becomes the tenant's credit; revoking is a mirror; a correction that leaves a bill asking for less than was
//! waived cuts the waiver by a row of its own.

pub mod approval;
pub mod book;
pub mod columns;
mod list;
mod ops;
pub mod record;
mod rule;

pub use self::approval::{decide, edit};
pub use self::list::{ListWaivers, WaiverOut, Waivers, show};
pub use self::ops::{WaiverInput, revoke, submit};
pub use self::record::{BY_BILL, Moved, WAITING, WaivedBill, WaivedPart, Waiver, WaiverCut, WaiverReason, WaiverState};
pub use self::rule::{WaivedBillOut, WaiverPreview, WaiverRule, preview};

/// What the audit calls operations on waivers.
pub const TITLE: &str = "减免管理";
