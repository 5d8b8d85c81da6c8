//! Who made and last changed a record: the fields that every administered entity carries. What reads and writes them in
//! an operation is in `records/base.rs`.

use serde::{Deserialize, Serialize};

use crate::kernel::dates::Stamp;

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
