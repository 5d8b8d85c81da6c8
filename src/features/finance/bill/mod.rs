//! Bills 账单: generated from leases, issued, adjusted, made void, listed.

pub mod approval;
pub mod columns;
pub mod generate;
pub mod list;
pub mod notice;
pub mod ops;
mod plan;
pub mod post;
pub mod record;
pub mod run;
pub mod standing;

/// What the audit calls operations on bills.
pub const TITLE: &str = "账单管理";
