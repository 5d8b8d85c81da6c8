//! Receipts 收款: entered, claimed, spread over bills, taken back.

pub mod approval;
pub mod bank;
mod claimer;
pub mod columns;
pub mod continuity;
pub mod exchange;
mod known;
mod learning;
mod lines;
pub mod list;
pub mod mapping;
pub mod ops;
pub mod preview;
pub mod reallocate;
pub mod record;
mod related;
mod taking;

/// What the audit calls deeds on receipts.
pub const TITLE: &str = "收款登记";
