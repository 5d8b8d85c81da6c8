//! (in work)
use crate::{app::App, fault::Outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Size {
    Small,
    Standard,
    Stress,
}
pub fn seed(_: &Arc<App>, _: &str, _: Size) -> Outcome<Value> {
    Err(crate::fault::Fault::internal("in work"))
}
