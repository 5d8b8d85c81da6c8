//! The stored application.

use serde::{Deserialize, Serialize};

use crate::records::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// A related application on the same host or elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Number, given at creation.
    pub module_id: u64,
    /// Code, unique.
    pub code: String,
    /// Name.
    pub name: String,
    /// Address: a path of this host or http(s).
    pub url: String,
    /// Icon name, as in menus.
    pub icon: String,
    /// Place.
    pub sort: i64,
    /// Base fields; applications of before the first release have none.
    #[serde(default)]
    pub base: Base,
}

/// Applications in order.
pub const BY_SORT: Index<Module> =
    Index { name: "module/sort", unique: false, keys: |module| vec![key().i64(module.sort)] };
/// Application by code.
pub const BY_CODE: Index<Module> =
    Index { name: "module/code", unique: true, keys: |module| vec![key().str(&module.code)] };

impl Record for Module {
    const TABLE: &'static str = "module";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_SORT, BY_CODE];
    fn id(&self) -> Key {
        id(self.module_id)
    }
}
