//! Leases 租赁合同: who lets which rooms to whom, when and for what.

pub mod contract;
pub mod reminder;
pub mod schedule;
mod telling;
pub mod tenant;

use crate::records::history::HistoryKind;
use crate::route::Route;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    [tenant::routes(), contract::routes()].into_iter().flatten().collect()
}

/// Histories that can be asked for.
pub fn history_kinds() -> Vec<HistoryKind> {
    vec![tenant::HISTORY, contract::HISTORY]
}
