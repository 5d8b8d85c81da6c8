//! A stored field in words: what a history shows instead of numbers, codes and JSON.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::Result;
use crate::kernel::area::Area;
use crate::kernel::money::{price, yuan_grouped};
use crate::kernel::span::{DateSpan, FOREVER};
use crate::op::View;
use crate::platform::dict::{DATA_BY_TYPE, DictData};
use crate::platform::files::FileInfo;
use crate::records::list::NameCache;
use crate::records::owned::Business;
use crate::store::{Reads, id, key};

/// A value that a newer release writes in another shape, or that was damaged.
const UNREADABLE: &str = "（旧格式，无法显示）";

/// What a history keeps instead of a secret field.
pub const SECRET: &str = "***";
/// What it tells of one: that it changed, and not how.
pub const KEPT: &str = "（内容保密）";

/// What words are made from beside the value itself.
pub struct HistoryLabels<'a> {
    pub view: View<'a>,
    /// Names of linked records.
    pub names: NameCache<'a>,
    /// Number of the record whose history it is.
    pub record_id: u64,
}

/// Words of a value.
type Say = fn(&mut HistoryLabels<'_>, &Value) -> Result<String>;

/// A field of a record that has a history.
pub struct Field {
    /// Its stored name.
    pub name: &'static str,
    /// What people call it; `None` for what tells them nothing.
    pub label: Option<&'static str>,
    say: Say,
}

/// A field that people read.
pub const fn field(name: &'static str, label: &'static str, say: Say) -> Field {
    Field { name, label: Some(label), say }
}

/// A field that tells people nothing.
pub const fn silent(name: &'static str) -> Field {
    Field { name, label: None, say: text }
}

/// Those that every business record has.
pub const COMMON: [Field; 10] = [
    field("dept_id", "管理部门", |labels, value| match value.as_u64() {
        Some(number) => labels.names.dept(number),
        None => Ok(String::new()),
    }),
    field("remark", "备注", text),
    silent("version"),
    silent("authors"),
    silent("creator"),
    silent("create_by"),
    silent("create_time"),
    silent("update_by"),
    silent("update_time"),
    silent("change_id"),
];

/// The words of a field on one side of a change; empty for no value.
///
/// # Errors
/// A linked record that cannot be read.
pub fn describe(labels: &mut HistoryLabels<'_>, field: &Field, side: &Map<String, Value>) -> Result<Option<String>> {
    match side.get(field.name) {
        None => Ok(None),
        Some(Value::Null) => Ok(Some(String::new())),
        Some(Value::String(mask)) if mask == SECRET => Ok(Some(KEPT.to_owned())),
        Some(value) => (field.say)(labels, value).map(Some),
    }
}

/// A value in the type that was stored.
pub fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    gx_decode::from_json(value.clone()).ok()
}

/// The words of a value that was stored as a `T`.
pub fn said<T: DeserializeOwned>(value: &Value, words: impl Fn(T) -> String) -> Result<String> {
    Ok(read(value).map_or_else(|| UNREADABLE.to_owned(), words))
}

/// The label of an enumeration.
pub fn choice<T: DeserializeOwned>(value: &Value, label: fn(T) -> &'static str) -> Result<String> {
    said(value, |one: T| label(one).to_owned())
}

/// Several things, told one after the other.
///
/// # Errors
/// A linked record that cannot be read.
pub fn each<T: DeserializeOwned>(value: &Value, mut words: impl FnMut(T) -> Result<String>) -> Result<String> {
    let Some(list) = read::<Vec<T>>(value) else { return Ok(UNREADABLE.to_owned()) };
    let texts: Vec<String> = list.into_iter().map(&mut words).collect::<Result<_>>()?;
    Ok(texts.join("；"))
}

/// Free text, days and whole numbers as they are.
pub fn text(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    Ok(match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => if *yes { "是" } else { "否" }.to_owned(),
        Value::Null => String::new(),
        Value::Array(_) | Value::Object(_) => UNREADABLE.to_owned(),
    })
}

/// Names in a row.
pub fn texts(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |names: Vec<String>| names.join("、"))
}

pub fn fen(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |fen: i64| format!("{} 元", yuan_grouped(fen)))
}

/// A price in 1/10,000 yuan.
pub fn price_e4(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |e4: i64| format!("{} 元", price(e4)))
}

/// A share in parts per million.
pub fn ppm(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |ppm: i64| format!("{}%", price(ppm)))
}

pub fn area(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |area: Area| format!("{area} ㎡"))
}

/// A number of days.
pub fn days(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, |days: i64| format!("{days} 天"))
}

/// First and last day.
pub fn span(_: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    said(value, span_text)
}

/// `2024-01-01 ~ 2024-12-31`; an open end is none.
pub fn span_text(span: DateSpan) -> String {
    if span.to == FOREVER { format!("{} 起", span.from) } else { format!("{} ~ {}", span.from, span.to) }
}

/// A linked record by the name that people have for it.
pub fn linked<R: Business>(labels: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    match value.as_u64() {
        None => Ok(UNREADABLE.to_owned()),
        Some(0) => Ok(String::new()),
        Some(number) => name_of::<R>(labels, number),
    }
}

/// The name of a linked record, or that it is gone.
pub fn name_of<R: Business>(labels: &mut HistoryLabels<'_>, number: u64) -> Result<String> {
    let name = labels.names.of::<R>(number)?;
    Ok(if name.is_empty() { format!("（已删除的{}）", R::NOUN) } else { name })
}

/// Several linked records.
pub fn linked_all<R: Business>(labels: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    each(value, |number: u64| name_of::<R>(labels, number))
}

/// A person by the login name that a record keeps.
pub fn person(labels: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    match value.as_str() {
        Some(login) => labels.names.person(login),
        None => Ok(UNREADABLE.to_owned()),
    }
}

/// Files by their names.
pub fn files(labels: &mut HistoryLabels<'_>, value: &Value) -> Result<String> {
    each(value, |number: u64| {
        let file: Option<FileInfo> = labels.view.tx.get(&id(number))?;
        Ok(file.map_or_else(|| "（已删除的文件）".to_owned(), |file| file.name))
    })
}

/// An entry of a dictionary by its label.
pub fn entry(labels: &HistoryLabels<'_>, dict_type: &str, value: &Value) -> Result<String> {
    let Some(wanted) = value.as_str() else { return Ok(UNREADABLE.to_owned()) };
    let rows: Vec<DictData> = labels.view.tx.by(&DATA_BY_TYPE, &key().str(dict_type), false, 0, usize::MAX)?;
    let known = rows.into_iter().find(|entry| entry.dict_value == wanted);
    Ok(known.map_or_else(|| wanted.to_owned(), |entry| entry.dict_label))
}
