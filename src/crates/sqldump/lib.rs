//! Dumps of MySQL and MariaDB, read row by row and never executed; see README.md.

#![forbid(unsafe_code)]

mod lex;
mod read;
mod source;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// Longest value that is kept; of a longer one only its length is known.
pub const VALUE_LIMIT: usize = 4 << 20;
/// Most bytes of one row; beyond them values are as good as too long.
pub const ROW_LIMIT: usize = 16 << 20;

/// Why a dump cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("读不了文件：{0}")]
    Unreadable(String),
    #[error("文件是空的")]
    Empty,
    #[error("压缩文件不完整，后面的内容缺失")]
    CutPacked,
    #[error("文件不完整：{}，后面的内容缺失", told_place(table, *row))]
    Cut {
        /// The table that was being read, if any.
        table: Option<String>,
        /// The row of it that was begun or would have been next.
        row: u64,
    },
    #[error("第 {line} 行第 {byte} 字节处的内容不是正确的 {charset} 文字")]
    Lossy { charset: &'static str, line: u64, byte: u64 },
    #[error("不支持字符集 {0}，请用 --default-character-set=utf8mb4 重新导出")]
    Charset(String),
    #[error("第 {line} 行第 {byte} 字节处看不懂：{what}")]
    Syntax { line: u64, byte: u64, what: String },
    #[error("数据表 {0} 没有列名：文件中既没有它的 CREATE TABLE，INSERT 中也没有列名，请连同表结构一起导出")]
    NoColumns(String),
    /// The reader's caller wanted no more.
    #[error("{0}")]
    Stopped(String),
}

fn told_place(table: &Option<String>, row: u64) -> String {
    match table {
        Some(table) => format!("在数据表 {table} 第 {row} 行处中断"),
        None => "没有结束标记".to_owned(),
    }
}

pub type Result<T> = std::result::Result<T, Fault>;

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    /// As it is written.
    Number(String),
    Text(String),
    Bytes(Vec<u8>),
    /// The moment at which the statement would have been executed.
    Now,
    /// What the column has when nothing is said.
    Default,
    /// Too long to be kept ([`VALUE_LIMIT`]).
    Long,
}

impl Value {
    fn size(&self) -> usize {
        match self {
            Self::Number(text) | Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Null | Self::Now | Self::Default | Self::Long => 0,
        }
    }

    /// What it says; nothing for what is no text.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Number(text) | Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Self::Null | Self::Now | Self::Default | Self::Long => None,
        }
    }
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// Name of the table, lower case.
    pub table: &'a str,
    /// Names of the columns, lower case.
    pub columns: &'a [String],
    /// As many as columns.
    pub values: &'a [Value],
    /// Which of the table, from 1.
    pub number: u64,
}

impl<'a> Row<'a> {
    /// The value of a column.
    pub fn get(&self, column: &str) -> Option<&'a Value> {
        let place = self.columns.iter().position(|name| name == column)?;
        self.values.get(place)
    }
}

/// What is done with the rows.
pub trait Sink {
    /// Whether the rows of a table are wanted; those of others are only counted.
    fn wants(&mut self, table: &str) -> bool;

    /// A table is made, with its columns in order.
    ///
    /// # Errors
    /// Why nothing more is wanted.
    fn made(&mut self, table: &str, columns: &[String]) -> std::result::Result<(), String>;

    /// A row of a wanted table.
    ///
    /// # Errors
    /// Why nothing more is wanted.
    fn row(&mut self, row: Row<'_>) -> std::result::Result<(), String>;
}

/// What a dump held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows by table.
    pub tables: BTreeMap<String, u64>,
}

/// Reads a dump to its end.
///
/// # Errors
/// [`Fault`]; rows before it were handed over.
pub fn read(file: &Path, sink: &mut dyn Sink) -> Result<Summary> {
    read::Reading::open(file, sink)?.run()
}
