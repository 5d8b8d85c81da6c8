//! (in work)
use std::sync::Arc; use serde::{Serialize, Deserialize}; use serde_json::Value; use crate::{app::App, fault::Outcome};
#[derive(Debug, Clone, Copy, Serialize, Deserialize)] pub enum Size { Small, Standard, Stress }
pub fn seed(_: &Arc<App>, _: &str, _: Size) -> Outcome<Value> { Err(crate::fault::Fault::internal("in work")) }
