//! Oversight: the audit log with its two views (operations, sign-ins), online users, scheduled jobs,
//! the state of the server and of the store.

pub mod archive;
pub mod job;
pub mod logininfor;
pub mod online;
pub mod operlog;
mod scan;
pub mod server;

use crate::kernel::ip;
use crate::route::Route;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    [operlog::routes(), logininfor::routes(), online::routes(), job::routes(), server::routes()]
        .into_iter()
        .flatten()
        .collect()
}

/// Where an address is, as far as can be told without asking anybody (wire `operLocation`).
pub fn place(address: &str) -> &'static str {
    match address {
        "" => "",
        _ if ip::is_private(address) => "内网IP",
        _ => "外网IP",
    }
}
