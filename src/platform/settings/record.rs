//! Stored settings of the configuration page.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// One setting (参数) that can be changed while the program runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Number, given at creation.
    pub config_id: u64,
    pub config_name: String,
    pub config_key: String,
    /// Value as text.
    pub config_value: String,
    /// Built in: may be changed, never deleted.
    pub is_builtin: bool,
    /// Whether every signed-in person may read it by key (contract 9.2 «info leak by config key»).
    pub is_public: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Setting by key.
pub const BY_KEY: Index<Config> =
    Index { name: "config/key", unique: true, keys: |config| vec![key().str(&config.config_key)] };

impl Record for Config {
    const TABLE: &'static str = "config";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_KEY];
    fn id(&self) -> Key {
        id(self.config_id)
    }
}

pub const NAME: Field<Config> = Field::name("configName", |config| config.config_name.clone());
pub const KEY: Field<Config> = Field::name("configKey", |config| config.config_key.clone());
/// "Y" built in, "N" not.
pub const KIND: Field<Config> = Field::name("configType", |config| config.kind().to_owned());
/// When it was made.
pub const CREATED: Field<Config> = Field::number("createTime", |config| second(config.base.create_time));

impl Listed for Config {
    const FIELDS: &'static [Field<Self>] =
        &[Field::number("configId", |config| whole(config.config_id)), NAME, KEY, KIND, CREATED];
    const TITLE: &'static str = "configName";
}

impl Config {
    /// "Y" built in, "N" not.
    pub fn kind(&self) -> &'static str {
        if self.is_builtin { "Y" } else { "N" }
    }
}
