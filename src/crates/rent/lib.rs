//! The rent engine: from the terms of a lease to every bill it will ever produce (domain.md 3.1-3.8).
//!
//! Pure: values in, values out; no store, no clock. Invariants, held by property tests:
//! - the lines of a charge cover its term without gap or overlap, rent-free days included;
//! - every period is computed from the contract's anchor, never from the period before it (D6);
//! - amounts are exact fractions until one rounding per rounding group (D7), so parts add up;
//! - the same terms give the same plan, always.
//!
//! Deliberately absent: issued bills and money. What changes for bills already issued is [`change::deltas`].

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

pub mod accrual;
pub mod amount;
pub mod change;
pub mod explain;
pub mod late_fee;
pub mod period;
pub mod plan;
pub mod stage;
pub mod terms;

#[cfg(test)]
mod tests;
