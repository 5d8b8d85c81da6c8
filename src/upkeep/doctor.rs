//! (in work)
use crate::{app::App, fault::Outcome};
use serde_json::Value;
use std::sync::Arc;
pub fn run(_: &Arc<App>, _: &str, _: bool) -> Outcome<Value> {
    Err(crate::fault::Fault::internal("in work"))
}
pub fn rebuild_indexes(_: &Arc<App>, _: &str) -> Outcome<u64> {
    Err(crate::fault::Fault::internal("in work"))
}
