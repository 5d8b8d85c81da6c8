//! (in work)
use crate::{app::App, fault::Outcome};
use serde_json::Value;
use std::{path::Path, sync::Arc};
pub fn create(_: &Arc<App>, _: &str, _: &Path) -> Outcome<Value> {
    Err(crate::fault::Fault::internal("in work"))
}
