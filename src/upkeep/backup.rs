//! (in work)
use std::{path::Path, sync::Arc}; use serde_json::Value; use crate::{app::App, fault::Outcome};
pub fn create(_: &Arc<App>, _: &str, _: &Path) -> Outcome<Value> { Err(crate::fault::Fault::internal("in work")) }
