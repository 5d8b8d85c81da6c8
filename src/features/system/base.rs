//! The base fields of every administered entity, and how they look on the wire (contract 1.4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::dates::Stamp;
use crate::op::Op;

/// Who made and last changed a record, and a remark. Stored inside each entity.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// Login name of the maker.
    pub create_by: String,
    /// When it was made.
    pub create_time: Stamp,
    /// Login name of the last changer, empty when never changed.
    pub update_by: String,
    /// When it was last changed.
    pub update_time: Option<Stamp>,
    /// Free text, at most 500 characters.
    pub remark: String,
}

impl Base {
    /// Base fields of a new record.
    pub fn made(op: &Op, remark: String) -> Self {
        Self { create_by: op.caller.name(), create_time: op.now, remark, ..Self::default() }
    }

    /// Base fields of a changed record.
    #[must_use]
    pub fn changed(mut self, op: &Op) -> Self {
        self.update_by = op.caller.name();
        self.update_time = Some(op.now);
        self
    }
}

/// Base fields on the wire; flattened into each entity.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseOut {
    /// Login name of the maker.
    pub create_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub create_time: Option<String>,
    /// Login name of the last changer.
    pub update_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub update_time: Option<String>,
    /// Free text.
    pub remark: String,
}

impl From<&Base> for BaseOut {
    fn from(base: &Base) -> Self {
        Self {
            create_by: base.create_by.clone(),
            create_time: Some(base.create_time.to_text()),
            update_by: base.update_by.clone(),
            update_time: base.update_time.map(|at| at.to_text()),
            remark: base.remark.clone(),
        }
    }
}

/// `status` on the wire: "0" normal, "1" disabled.
pub fn status_text(enabled: bool) -> String {
    if enabled { "0".into() } else { "1".into() }
}

/// Reads a `status`; anything but "1" is normal.
pub fn is_enabled(status: Option<&str>) -> bool {
    status != Some("1")
}
