//! Stored dictionary types and their entries.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DictType {
    /// Number, given at creation.
    pub dict_id: u64,
    pub dict_name: String,
    /// Name by which pages ask for it, unique.
    pub dict_type: String,
    /// Whether it is in use.
    pub enabled: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Dictionary by its type name.
pub const TYPE_BY_NAME: Index<DictType> =
    Index { name: "dict_type/name", unique: true, keys: |dict| vec![key().str(&dict.dict_type)] };

impl Record for DictType {
    const TABLE: &'static str = "dict_type";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[TYPE_BY_NAME];
    fn id(&self) -> Key {
        id(self.dict_id)
    }
}

/// An entry of a dictionary.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DictData {
    /// Number, given at creation (wire `dictCode`).
    pub dict_code: u64,
    /// Place in its dictionary.
    pub dict_sort: i64,
    /// What a person reads.
    pub dict_label: String,
    /// What is stored.
    pub dict_value: String,
    /// Type name of its dictionary.
    pub dict_type: String,
    /// CSS class of the label.
    pub css_class: String,
    /// Tag colour: default, primary, success, info, warning, danger or empty.
    pub list_class: String,
    /// Whether forms choose it first.
    pub is_default: bool,
    /// Whether it is offered.
    pub enabled: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Entries of a dictionary in order.
pub const DATA_BY_TYPE: Index<DictData> = Index {
    name: "dict_data/type",
    unique: false,
    keys: |entry| vec![key().str(&entry.dict_type).i64(entry.dict_sort)],
};
/// Value within a dictionary.
pub const DATA_BY_VALUE: Index<DictData> = Index {
    name: "dict_data/value",
    unique: true,
    keys: |entry| vec![key().str(&entry.dict_type).str(&entry.dict_value)],
};

impl Record for DictData {
    const TABLE: &'static str = "dict_data";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[DATA_BY_TYPE, DATA_BY_VALUE];
    fn id(&self) -> Key {
        id(self.dict_code)
    }
}

/// Title of a dictionary.
pub const TYPE_TITLE: Field<DictType> = Field::name("dictName", |dict| dict.dict_name.clone());
/// Its type name.
pub const TYPE_NAME: Field<DictType> = Field::name("dictType", |dict| dict.dict_type.clone());
/// Whether it is in use, as lists say it.
pub const TYPE_STATUS: Field<DictType> = Field::word("status", &["0", "1"], |dict| i64::from(!dict.enabled));
/// When it was made.
pub const TYPE_CREATED: Field<DictType> = Field::number("createTime", |dict| second(dict.base.create_time));

impl Listed for DictType {
    const FIELDS: &'static [Field<Self>] =
        &[Field::number("dictId", |dict| whole(dict.dict_id)), TYPE_TITLE, TYPE_NAME, TYPE_STATUS, TYPE_CREATED];
    const TITLE: &'static str = "dictName";
}

/// Dictionary of an entry.
pub const DATA_TYPE: Field<DictData> = Field::name("dictType", |entry| entry.dict_type.clone());
/// What a person reads.
pub const DATA_LABEL: Field<DictData> = Field::name("dictLabel", |entry| entry.dict_label.clone());
/// Whether it is offered, as lists say it.
pub const DATA_STATUS: Field<DictData> = Field::word("status", &["0", "1"], |entry| i64::from(!entry.enabled));

impl Listed for DictData {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("dictCode", |entry| whole(entry.dict_code)),
        DATA_TYPE,
        DATA_LABEL,
        DATA_STATUS,
        Field::number("dictSort", |entry| entry.dict_sort),
        Field::name("dictValue", |entry| entry.dict_value.clone()),
        Field::number("createTime", |entry| second(entry.base.create_time)),
    ];
    const TITLE: &'static str = "dictLabel";
}
