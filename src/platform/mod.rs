//! What every operation stands on: who somebody is and what he may, his session, the audit log, settings, long tasks,
//! one-time tickets. Below `op` and `route`: nothing here knows an operation, a route or a feature.

pub mod audit;
pub mod base;
pub mod caller;
pub mod dict;
pub mod files;
pub mod identity;
pub mod metrics;
pub mod mode;
pub mod people;
pub mod protection;
pub mod reload;
pub mod seal_check;
pub mod session;
pub mod settings;
pub mod slow;
pub mod tasks;
pub mod tickets;
