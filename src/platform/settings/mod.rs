//! The settings in memory: what running code asks for; follows the table through the store's observer.

pub mod known;
pub mod record;

pub use known::{Setting, SettingInfo, SettingValue};

use std::collections::HashMap;

use arc_swap::ArcSwap;

use crate::platform::settings::record::Config;
use crate::store::record::decode;
use crate::store::{Change, RawRead, Reads, Record, Res};

/// Key → value of all settings.
#[derive(Debug, Default)]
pub struct Settings {
    values: ArcSwap<HashMap<String, (u64, String)>>,
}

impl Settings {
    /// Loads the table at start.
    pub fn load(&self, tx: &dyn RawRead) -> Res<()> {
        let rows: Vec<Config> = tx.all()?;
        let values = rows.into_iter().map(|row| (row.config_key, (row.config_id, row.config_value))).collect();
        self.values.store(std::sync::Arc::new(values));
        Ok(())
    }

    /// Store observer: follows the table.
    pub fn observe(&self, changes: &[Change]) {
        let mine: Vec<&Change> = changes.iter().filter(|change| change.table == Config::TABLE).collect();
        if mine.is_empty() {
            return;
        }
        let mut values = HashMap::clone(&self.values.load());
        for change in mine {
            let Some(config_id) = crate::store::key::first_u64(&change.key) else { continue };
            values.retain(|_, (id, _)| *id != config_id);
            if let Some(Ok(row)) = change.value.as_deref().map(|bytes| decode::<Config>(&change.key, bytes)) {
                values.insert(row.config_key, (config_id, row.config_value));
            }
        }
        self.values.store(std::sync::Arc::new(values));
    }

    /// The value of a setting; its default when nobody set one, or when what is stored is no such value.
    pub fn get<T: SettingValue>(&self, setting: &Setting<T>) -> T {
        let values = self.values.load();
        let stored = values.get(setting.info.key).and_then(|(_, text)| T::parse(text.trim()));
        stored.unwrap_or_else(|| T::from_default(&setting.info.default))
    }
}
