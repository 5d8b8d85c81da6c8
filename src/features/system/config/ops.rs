//! The operations on settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::platform::settings::known::Rule;
use crate::platform::settings::record::{BY_KEY, CREATED, Config, KEY, KIND, NAME};
use crate::records::base::{Base, BaseOut, same_as_read};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, seen_by_all};
use crate::route::{Data, Done, Nothing, Text};
use crate::store::{Reads, id, key};

/// A setting as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the setting 参数.
    pub config_id: u64,
    /// What the setting is called, for people.
    pub config_name: String,
    /// Name that code reads the setting by, unique.
    pub config_key: String,
    /// Value of the setting, as text.
    pub config_value: String,
    /// "Y" built in, "N" not.
    pub config_type: String,
}

impl From<&Config> for ConfigOut {
    fn from(config: &Config) -> Self {
        Self {
            base: BaseOut::from(&config.base),
            config_id: config.config_id,
            config_name: config.config_name.clone(),
            config_key: config.config_key.clone(),
            config_value: config.config_value.clone(),
            config_type: config.kind().into(),
        }
    }
}

/// Filters of the settings list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListConfigs {
    /// Part of the title.
    pub config_name: Option<String>,
    /// Part of the key.
    pub config_key: Option<String>,
    /// "Y" or "N".
    pub config_type: Vec<String>,
    /// Creation time.
    #[serde(flatten)]
    pub created: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 参数
pub struct Configs;

impl List for Configs {
    type Record = Config;
    type Query = ListConfigs;
    type Row = ConfigOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/config/list", permission: "system:config:list", export: None, title: super::TITLE };

    fn paging(query: &ListConfigs) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListConfigs, ask: &mut FilterBuilder<Config>) -> Result<()> {
        ask.word(query.config_name.as_deref(), &[&NAME])?;
        ask.word(query.config_key.as_deref(), &[&KEY])?;
        ask.named(&KIND, &query.config_type)?;
        ask.moments(&CREATED, query.created.bounds()?)
    }

    fn row(_: &mut NameCache<'_>, record: &Config) -> Result<ConfigOut> {
        Ok(ConfigOut::from(record))
    }
}

seen_by_all!(Config);

/// A setting by key.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfKey {
    /// The key, with dots.
    pub config_key: String,
}

/// GET /system/config/configKey/{key}: the value in `msg`, empty when unknown or not public. Who may
/// query settings reads all; who may add users reads the initial password's setting.
pub fn by_key(view: &View, input: OfKey) -> Result<Text> {
    let found: Option<Config> = view.tx.one(&BY_KEY, &key().str(input.config_key.trim()))?;
    let rights = &view.caller.rights;
    let shown = found.filter(|config| {
        config.is_public
            || rights.holds("system:config:query")
            || (config.config_key == "sys.user.initPassword" && rights.holds("system:user:add"))
    });
    Ok(Text(shown.map(|config| config.config_value).unwrap_or_default()))
}

/// DELETE /system/config/refreshCache: the settings in memory follow each commit, so this always holds.
pub fn refresh(_: &mut Op, _: Nothing) -> Result<Done> {
    Ok(Done)
}

/// One setting.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneConfig {
    /// Number of the setting 参数.
    pub config_id: u64,
}

fn existing(view: &View, config_id: u64) -> Result<Config> {
    view.tx.get(&id(config_id))?.ok_or_else(|| AppError::refused("参数不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneConfig) -> Result<Data<ConfigOut>> {
    Ok(Data(ConfigOut::from(&existing(view, input.config_id)?)))
}

/// A setting as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ConfigInput {
    /// Which; absent for a new one.
    pub config_id: Option<u64>,
    /// What the setting is called, for people.
    pub config_name: String,
    /// Name that code reads the setting by, unique.
    pub config_key: String,
    /// Value of the setting, as text.
    pub config_value: Option<String>,
    /// "Y" or "N".
    pub config_type: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

/// Brought by a feature: refuses a value of a setting (key, value) because of what is in the store already.
pub struct SettingGuard(pub fn(&View<'_>, &str, &str) -> Result<()>);

/// Whether a value suits a setting that code asks for.
fn check_value(view: &View, config: &Config) -> Result<()> {
    let known = view.app.product.settings().into_iter().find(|known| known.key == config.config_key);
    let rule = known.map_or(Rule::Text, |known| known.rule);
    if rule == Rule::Text {
        check::required("configValue", &config.config_value, "参数键值不能为空")?;
    }
    match rule.wanted(&config.config_value) {
        Some(wanted) => {
            Err(AppError::refused(format!("参数“{}”的值应为{wanted}", config.config_name)).at("configValue"))
        }
        None => Ok(()),
    }
}

impl ConfigInput {
    fn to_config(&self, view: &View, old: Option<&Config>) -> Result<Config> {
        check::required("configName", &self.config_name, "参数名称不能为空")?;
        check::at_most("configName", self.config_name.trim(), 100, "参数名称不能超过100个字符")?;
        check::required("configKey", &self.config_key, "参数键名长度不能为空")?;
        check::at_most("configKey", self.config_key.trim(), 100, "参数键名长度不能超过100个字符")?;
        let config_key = self.config_key.trim().to_owned();
        let config_value = self.config_value.as_deref().unwrap_or_default().trim().to_owned();
        check::at_most("configValue", &config_value, 500, "参数键值长度不能超过500个字符")?;
        let remark = self.remark.as_deref().unwrap_or_default().trim().to_owned();
        check::remark(&remark)?;
        let config = Config {
            config_id: old.map_or(0, |old| old.config_id),
            config_name: self.config_name.trim().to_owned(),
            config_key,
            config_value,
            // Built in stays built in: the program asks for these keys.
            is_builtin: old.is_some_and(|old| old.is_builtin) || self.config_type.as_deref() == Some("Y"),
            is_public: old.is_some_and(|old| old.is_public),
            base: Base { remark, ..old.map(|old| old.base.clone()).unwrap_or_default() },
        };
        if old.is_some_and(|old| old.is_builtin && old.config_key != config.config_key) {
            return Err(AppError::refused(format!(
                "内置参数【{}】不能修改键名",
                old.map_or("", |old| &old.config_key)
            )));
        }
        check_value(view, &config)?;
        Ok(config)
    }
}

fn check_unique(view: &View, config: &Config, verb: &str) -> Result<()> {
    let other = view.tx.one(&BY_KEY, &key().str(&config.config_key))?;
    if other.is_some_and(|other| other.config_id != config.config_id) {
        return Err(
            AppError::refused(format!("{verb}参数'{}'失败，参数键名已存在", config.config_name)).at("configKey")
        );
    }
    Ok(())
}

pub fn create(op: &mut Op, input: ConfigInput) -> Result<Done> {
    let config = input.to_config(&op.view(), None)?;
    check_unique(&op.view(), &config, "新增")?;
    let config_id = op.next_id::<Config>()?;
    let base = Base::made(op, config.base.remark.clone());
    op.put(&Config { config_id, base, ..config })?;
    Ok(Done)
}

pub fn update(op: &mut Op, input: ConfigInput) -> Result<Done> {
    let old = existing(&op.view(), input.config_id.unwrap_or(0))?;
    same_as_read(&op.view(), "参数", &old.config_name, &old.base)?;
    let config = input.to_config(&op.view(), Some(&old))?;
    check_unique(&op.view(), &config, "修改")?;
    let (key, value) = (&config.config_key, &config.config_value);
    let mut guards = op.app.product.extensions::<SettingGuard>();
    guards.try_for_each(|SettingGuard(guard)| guard(&op.view(), key, value))?;
    let base = config.base.clone().changed(op);
    op.put(&Config { base, ..config })?;
    Ok(Done)
}

/// Sets a value by key, for the command line; the key must exist.
pub fn set(op: &mut Op, config_key: &str, value: &str) -> Result<Done> {
    let found: Option<Config> = op.view().tx.one(&BY_KEY, &key().str(config_key))?;
    let old = found.ok_or_else(|| AppError::refused(format!("没有名为 {config_key} 的参数")))?;
    let input = ConfigInput {
        config_id: Some(old.config_id),
        config_name: old.config_name.clone(),
        config_key: old.config_key.clone(),
        config_value: Some(value.to_owned()),
        config_type: None,
        remark: Some(old.base.remark),
    };
    update(op, input)
}

/// Several settings.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyConfigs {
    /// Comma ids of the path.
    pub config_ids: Vec<u64>,
}

/// DELETE /system/config/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyConfigs) -> Result<Done> {
    for config_id in input.config_ids {
        let config = existing(&op.view(), config_id)?;
        if config.is_builtin {
            return Err(AppError::refused(format!("内置参数【{}】不能删除 ", config.config_key)));
        }
        op.delete::<Config>(&id(config_id))?;
    }
    Ok(Done)
}
