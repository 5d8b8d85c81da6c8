//! Oversight: the audit log. Its pages come with the oversight issue; its rows are written from the
//! first operation on.

pub mod audit;
