//! Receipts 收款: entered, claimed, spread over bills, taken back.

pub mod bank;
pub mod exchange;
pub mod list;
pub mod mapping;
pub mod ops;
pub mod preview;
pub mod reallocate;
pub mod record;
