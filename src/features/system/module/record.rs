//! The stored application.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::records::base::Base;
use crate::records::list::seen_by_all;
use crate::store::{Index, Key, Record, id, key};

/// A related application on the same host or elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Number, given at creation.
    pub module_id: u64,
    pub code: String,
    pub name: String,
    /// Address: a path of this host or http(s).
    pub url: String,
    /// Icon name, as in menus.
    pub icon: String,
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

pub const CODE: Field<Module> = Field::name("moduleCode", |module| module.code.clone());
pub const NAME: Field<Module> = Field::name("moduleName", |module| module.name.clone());

impl Listed for Module {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("moduleId", |module| whole(module.module_id)),
        CODE,
        NAME,
        Field::name("url", |module| module.url.clone()),
        Field::number("sort", |module| module.sort),
        Field::number("createTime", |module| second(module.base.create_time)),
    ];
    const TITLE: &'static str = "moduleName";
}

seen_by_all!(Module);
