//! The «cache monitor» of old clients, answered with the store and the person index.
//!
//! There is no cache to lose: records are read from the store, derived values follow every commit. So
//! keys and values describe, without secrets, and the clear calls fill the person index again.

use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::machine::{self, size_text};
use super::ops::store_bytes;
use crate::error::{AppError, Result};
use crate::features::portal::own_sessions::key_of;
use crate::op::{Op, View};
use crate::platform::dict::{DictData, DictType};
use crate::platform::identity::user::{LIVING, User};
use crate::platform::people;
use crate::platform::session::Session;
use crate::platform::settings::record::Config;
use crate::records::lock::WrongTries;
use crate::route::{Data, Nothing, Text};
use crate::store::{Reads, id, key};

/// A number with its name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Named {
    /// What it is called, for people.
    pub name: String,
    /// Number.
    pub value: String,
}

/// What old clients show of their cache.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CacheOut {
    /// Names and values as text.
    pub info: std::collections::BTreeMap<&'static str, String>,
    /// Records.
    pub db_size: u64,
    /// Records by table.
    pub command_stats: Vec<Named>,
}

pub fn info(view: &View, _: Nothing) -> Result<Data<CacheOut>> {
    let mut stats = Vec::new();
    let mut size = 0;
    for table in view.app.product.tables() {
        let rows = view.tx.raw_len(table.name)?;
        size += rows;
        stats.push(Named { name: table.name.to_owned(), value: rows.to_string() });
    }
    let (memory, peak) = machine::own_memory();
    let days = machine::own_seconds() / 86_400;
    let info = [
        ("redis_version", format!("gx-portal {}", env!("CARGO_PKG_VERSION"))),
        ("redis_mode", "单机（内嵌存储）".to_owned()),
        ("tcp_port", view.app.config.listen.value.port().to_string()),
        ("connected_clients", view.app.sessions.count().to_string()),
        ("uptime_in_days", days.to_string()),
        ("used_memory", memory.to_string()),
        ("used_memory_human", size_text(memory)),
        ("maxmemory_human", size_text(peak)),
        ("used_cpu_user_children", "0".to_owned()),
        ("aof_enabled", "1".to_owned()),
        ("rdb_last_bgsave_status", "ok".to_owned()),
        ("instantaneous_input_kbps", "0".to_owned()),
        ("instantaneous_output_kbps", "0".to_owned()),
    ];
    Ok(Data(CacheOut { info: info.into_iter().collect(), db_size: size, command_stats: stats }))
}

/// A table of the store.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableOut {
    /// What it is called.
    pub name: &'static str,
    /// How many records it holds.
    pub records: u64,
    /// How many indexes it has.
    pub indexes: usize,
    /// Entries of those.
    pub entries: u64,
    /// Version of the stored shape.
    pub version: u8,
}

/// The store and the person index.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreOut {
    /// Size of the database file.
    pub size: String,
    /// Free space for it.
    pub free: String,
    /// Disk synchronisations since the start.
    pub syncs: u64,
    /// How often the database was opened again after an error of the disk.
    pub reopenings: u64,
    /// Whether the person index is filled.
    pub index_ready: bool,
    /// People in it.
    pub people: u64,
    /// Tables of the store with their sizes.
    pub tables: Vec<TableOut>,
}

pub fn store(view: &View, _: Nothing) -> Result<Data<StoreOut>> {
    let mut tables = Vec::with_capacity(view.app.product.tables().len());
    for table in view.app.product.tables() {
        let indexes = (table.indexes)();
        let mut entries = 0;
        for index in &indexes {
            entries += view.tx.raw_len(index)?;
        }
        let records = view.tx.raw_len(table.name)?;
        tables.push(TableOut { name: table.name, records, indexes: indexes.len(), entries, version: table.version });
    }
    Ok(Data(StoreOut {
        size: size_text(store_bytes(view.app)),
        free: view.app.store.free_bytes().map(size_text).unwrap_or_default(),
        syncs: view.app.store.stats().syncs.load(Ordering::Relaxed),
        reopenings: view.app.store.reopenings(),
        index_ready: view.app.people.ready(),
        people: view.tx.count_by(&LIVING, &key())?,
        tables,
    }))
}

/// Names that old clients know, with what we show under them.
const NAMES: [(&str, &str); 4] = [
    ("login_tokens:", "用户信息"),
    ("sys_config:", "配置信息"),
    ("sys_dict:", "数据字典"),
    ("pwd_err_cnt:", "密码错误次数"),
];

/// A cache, a key or a value.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Name of the cache.
    pub cache_name: String,
    /// Key of the entry, as the list of keys gives it.
    pub cache_key: String,
    /// Value, without secrets.
    pub cache_value: String,
    /// What it is.
    pub remark: String,
}

pub fn names(_: &View, _: Nothing) -> Result<Data<Vec<Entry>>> {
    let entry = |(name, remark): &(&str, &str)| Entry {
        cache_name: (*name).into(),
        remark: (*remark).into(),
        ..Entry::default()
    };
    Ok(Data(NAMES.iter().map(entry).collect()))
}

/// What of which cache.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "WhichCache")]
pub struct Which {
    /// Name of the cache, with or without the colon.
    pub cache_name: String,
    /// Key of the entry, as the list of keys gives it.
    pub cache_key: String,
}

/// Key and description of everything under a name.
fn entries(view: &View, name: &str) -> Result<Vec<(String, String)>> {
    let mut rows: Vec<(String, String)> = match name.trim_end_matches(':') {
        "login_tokens" => {
            let sessions: Vec<Session> = view.tx.all()?;
            let mut rows = Vec::with_capacity(sessions.len());
            for session in sessions {
                let user: Option<User> = view.tx.get(&id(session.user_id))?;
                let who = user.map(|user| user.user_name).unwrap_or_default();
                let text = format!("{who}，{}，登录 {}", session.ip, view.app.clock.shown(session.signed_in).to_text());
                rows.push((key_of(&session.session_id), text));
            }
            rows
        }
        "sys_config" => {
            let rows: Vec<Config> = view.tx.all()?;
            rows.into_iter().map(|row| (row.config_key, "***（在参数设置中查看）".to_owned())).collect()
        }
        "sys_dict" => {
            let data: Vec<DictData> = view.tx.all()?;
            let labels = |kind: &str| {
                let labels: Vec<&str> =
                    data.iter().filter(|row| row.dict_type == kind).map(|row| row.dict_label.as_str()).collect();
                labels.join("、")
            };
            let rows: Vec<DictType> = view.tx.all()?;
            rows.into_iter().map(|row| (row.dict_type.clone(), labels(&row.dict_type))).collect()
        }
        "pwd_err_cnt" => {
            let rows: Vec<WrongTries> = view.tx.all()?;
            rows.into_iter().map(|row| (row.user_name, format!("{} 次", row.count))).collect()
        }
        _ => Vec::new(),
    };
    rows.sort_unstable();
    Ok(rows)
}

fn full_key(name: &str, key: &str) -> String {
    format!("{}:{key}", name.trim_end_matches(':'))
}

pub fn keys(view: &View, input: Which) -> Result<Data<Vec<String>>> {
    let rows = entries(view, &input.cache_name)?;
    Ok(Data(rows.into_iter().map(|(key, _)| full_key(&input.cache_name, &key)).collect()))
}

pub fn value(view: &View, input: Which) -> Result<Data<Entry>> {
    let rows = entries(view, &input.cache_name)?;
    let found = rows
        .into_iter()
        .find(|(key, _)| *key == input.cache_key || full_key(&input.cache_name, key) == input.cache_key);
    let (key, text) = found.ok_or_else(|| AppError::refused("缓存键名不存在，请刷新后重试"))?;
    let remark = NAMES.iter().find(|(name, _)| name.trim_end_matches(':') == input.cache_name.trim_end_matches(':'));
    Ok(Data(Entry {
        cache_name: input.cache_name,
        cache_key: key,
        cache_value: text,
        remark: remark.map(|(_, remark)| (*remark).to_owned()).unwrap_or_default(),
    }))
}

/// DELETE /monitor/cache/clear…: fills the person index again; nothing else is kept outside of the store.
pub fn clear(op: &mut Op, _: Which) -> Result<Text> {
    people::rebuild(&op.app.people, op.view().tx)?;
    Ok(Text("已重建人员检索；会话、参数和字典直接取自存储，无需清理".into()))
}
