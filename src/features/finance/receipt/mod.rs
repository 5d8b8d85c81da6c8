//! Receipts 收款: entered, claimed, spread over bills, taken back.

pub mod approval;
pub mod bank;
mod cells;
mod claimer;
pub mod columns;
pub mod continuity;
pub mod exchange;
pub mod facts;
mod known;
mod learning;
pub mod left_out;
mod lines;
pub mod list;
pub mod mapping;
pub mod ops;
pub mod preview;
pub mod reallocate;
pub mod record;
mod related;
pub mod reversals;
pub mod reverse;
mod rows;
mod taking;

/// What the audit calls operations on receipts.
pub const TITLE: &str = "收款登记";
