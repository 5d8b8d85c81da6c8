//! `gx-portal`: a back-office portal in one static binary.
pub mod blobs;
pub mod kernel;
pub mod search;
pub mod sheet;
