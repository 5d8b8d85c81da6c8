#![doc = include_str!("ARCHITECTURE.md")]
#![cfg_attr(test, allow(clippy::string_slice, reason = "what a test cuts it wrote itself"))]

/// The program as one value: store, blobs, search, settings, clock.
pub mod app;
/// Uploaded files by their hash.
pub mod blobs;
/// The command line: the only place that prints or exits.
pub mod cli;
pub mod clock;
/// What lists filter and sort by, in memory.
pub mod columns;
/// Start-up configuration with the origin of each value.
pub mod config;
/// Deterministic demonstration data.
pub mod demo;
/// Signals to signed-in browsers.
pub mod events;
/// What the product does, one folder a subject.
pub mod features;
/// Operations are done once: the marks of forms that were sent.
pub mod idempotency;
/// Scheduled jobs: the scheduler and what its targets do.
pub mod jobs;
/// What a feature's function gets: a snapshot or a write transaction.
pub mod op;
/// What every operation stands on: identity, session, audit, settings, tasks, tickets.
pub mod platform;
/// What the product is made of: features, and the list of them.
pub mod product;
/// What records of every kind have in common.
pub mod records;
/// Routes as data: access and audit are part of the type.
pub mod route;
/// The person index; the only place that knows tantivy.
pub mod search;
/// The only place that knows redb, with the schema steps of the program's records.
pub mod store;
/// The certificate that the portal proves itself with.
pub mod tls;
/// Other versions of the program, and the way back.
pub mod upgrade;
/// Backups, restores, archives, the doctor: verbs that see the whole store.
pub mod upkeep;
/// What the command line asks of the data, of a server that runs too.
pub mod verb;
/// Progress of long work, and the wish that it end.
pub mod watch;
/// The only place that knows poem.
pub mod web;

pub use gx_kernel as kernel;
pub use gx_kernel::{error, machine};
pub use gx_sheet as sheet;
