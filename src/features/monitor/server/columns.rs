//! What lists keep in memory: how far each table is, what it takes, and filling one again.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::State;
use crate::columns::tables::Standing;
use crate::error::{AppError, Result};
use crate::kernel::enumeration::numbered;
use crate::op::{Op, View};
use crate::records::list::run::MEMORY;
use crate::route::{Data, Nothing, Text};

numbered! {
    /// 列数据状态
    pub enum ColumnState {
        Ready = 1 => "就绪",
        Filling = 2 => "正在装载",
        /// Switched off by a setting.
        Off = 3 => "未启用",
        /// Found no room among the others.
        NoRoom = 4 => "超出内存",
        /// Nobody has asked for it since it was thrown away.
        Waiting = 5 => "待装载",
    }
}

/// The columns of a table.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ColumnTable {
    /// Name of the table.
    pub table: Cow<'static, str>,
    /// How far it is.
    pub state: ColumnState,
    /// Rows in memory.
    pub rows: u64,
    /// Bytes in memory.
    pub bytes: u64,
    /// Records that could not be read.
    pub unreadable: u64,
    /// Seconds since it was filled.
    pub age_seconds: Option<u64>,
    /// Milliseconds that this took.
    pub fill_millis: Option<u64>,
}

/// The columns of all tables.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ColumnTables {
    /// Whether no table is still to be filled: each is ready, switched off or without room.
    pub settled: bool,
    /// Rows of all tables.
    pub rows: u64,
    /// Memory that they take, in bytes.
    pub bytes: u64,
    /// Bytes that they may take together; 0 = switched off.
    pub allowed_bytes: u64,
    /// Records that could not be read.
    pub unreadable: u64,
    /// In the order in which they are filled.
    pub tables: Vec<ColumnTable>,
    /// Columns that a feature keeps for itself, with a memory of their own.
    pub others: Vec<OtherColumns>,
}

/// Columns that a feature keeps for itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherColumns {
    /// What people call them.
    pub title: &'static str,
    /// Memory that they take, in bytes.
    pub bytes: u64,
    /// Bytes that they may take together.
    pub allowed_bytes: u64,
    /// Those that are in memory now.
    pub tables: Vec<ColumnTable>,
}

/// Brought by a feature that keeps columns for itself: what people call them, the bytes they may take, and those that are
/// in memory now.
pub struct Beside(pub fn(&View<'_>) -> Result<(&'static str, u64, Vec<Standing>)>);

impl From<Standing> for ColumnTable {
    fn from(of: Standing) -> Self {
        Self {
            table: of.table,
            state: match of.state {
                State::Ready => ColumnState::Ready,
                State::Filling => ColumnState::Filling,
                State::Off { allowed: 0 } => ColumnState::Off,
                State::Off { .. } => ColumnState::NoRoom,
                State::Empty => ColumnState::Waiting,
            },
            rows: of.rows as u64,
            bytes: of.bytes as u64,
            unreadable: of.unreadable as u64,
            age_seconds: of.age.map(|age| age.as_secs()),
            fill_millis: of.took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

pub fn show(view: &View, _: Nothing) -> Result<Data<ColumnTables>> {
    let tables: Vec<ColumnTable> = view.app.columns.standing().into_iter().map(ColumnTable::from).collect();
    let mut others = Vec::new();
    for Beside(standing) in view.app.product.extensions::<Beside>() {
        let (title, allowed_bytes, tables) = standing(view)?;
        let tables: Vec<ColumnTable> = tables.into_iter().map(ColumnTable::from).collect();
        others.push(OtherColumns { title, bytes: tables.iter().map(|table| table.bytes).sum(), allowed_bytes, tables });
    }
    let under_way = |table: &ColumnTable| matches!(table.state, ColumnState::Filling | ColumnState::Waiting);
    Ok(Data(ColumnTables {
        settled: !tables.iter().any(under_way),
        rows: tables.iter().map(|table| table.rows).sum(),
        bytes: tables.iter().map(|table| table.bytes).sum(),
        allowed_bytes: view.app.settings.get(&MEMORY) << 20,
        unreadable: tables.iter().map(|table| table.unreadable).sum(),
        tables,
        others,
    }))
}

/// A table to fill again.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Refill {
    /// Name of the table.
    pub table: String,
}

/// POST /monitor/cache/columns/{table}: in the background; until it is done lists of the table read record by record.
pub fn refill(op: &mut Op, input: Refill) -> Result<Text> {
    if !op.app.columns.refill(&input.table) {
        return Err(AppError::refused(format!("没有名为 {} 的列数据，请刷新后重试", input.table)));
    }
    Ok(Text(format!("已开始重新装载 {}，装载期间列表逐行读取，会慢一些", input.table)))
}
