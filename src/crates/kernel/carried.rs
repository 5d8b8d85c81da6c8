//! Files that the program carries as TOML.

use serde::de::DeserializeOwned;

use crate::error::{AppError, Result};

/// What a file says: over a JSON value, so that the types of all files share their reader with records and inputs.
///
/// # Errors
/// A file that is no TOML or has another shape; the tests would have shown it.
pub fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T> {
    let value: serde_json::Value =
        toml::from_str(text).map_err(|error| AppError::internal(format!("{name}: {error}")))?;
    gx_decode::from_json(value).map_err(|error| AppError::internal(format!("{name}: {error}")))
}
