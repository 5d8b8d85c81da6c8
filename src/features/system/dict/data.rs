//! Dictionary entries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::platform::dict::{
    DATA_BY_TYPE, DATA_BY_VALUE, DATA_LABEL, DATA_STATUS, DATA_TYPE, DictData, DictType, TYPE_BY_NAME,
};
use crate::records::base::{Base, BaseOut, is_enabled, same_as_read, status_text};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, seen_by_all};
use crate::records::status::Status;
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// An entry as clients see it; the aliases cover the specification's wording (contract 2.0).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DictEntry")]
pub struct EntryOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number.
    pub dict_code: u64,
    /// The same number.
    pub dict_id: u64,
    /// Place in its dictionary.
    pub dict_sort: i64,
    /// What a person reads.
    pub dict_label: String,
    /// What is stored.
    pub dict_value: String,
    /// The same value.
    pub key: String,
    /// The same label.
    pub value: String,
    /// Type name.
    pub dict_type: String,
    /// CSS class.
    pub css_class: String,
    /// Tag colour.
    pub list_class: String,
    /// "Y" or "N".
    pub is_default: String,
    /// Whether it is the default.
    pub default: bool,
    /// "0" normal, "1" disabled.
    pub status: String,
}

impl From<&DictData> for EntryOut {
    fn from(entry: &DictData) -> Self {
        Self {
            base: BaseOut::from(&entry.base),
            dict_code: entry.dict_code,
            dict_id: entry.dict_code,
            dict_sort: entry.dict_sort,
            dict_label: entry.dict_label.clone(),
            dict_value: entry.dict_value.clone(),
            key: entry.dict_value.clone(),
            value: entry.dict_label.clone(),
            dict_type: entry.dict_type.clone(),
            css_class: entry.css_class.clone(),
            list_class: entry.list_class.clone(),
            is_default: if entry.is_default { "Y".into() } else { "N".into() },
            default: entry.is_default,
            status: status_text(entry.enabled),
        }
    }
}

/// Filters of the entry list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ListDictEntries")]
pub struct ListEntries {
    /// Type name, exactly.
    pub dict_type: Option<String>,
    /// Part of the label.
    pub dict_label: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 字典数据
pub struct Entries;

impl List for Entries {
    type Record = DictData;
    type Query = ListEntries;
    type Row = EntryOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/dict/data/list", permission: "system:dict:list", export: None, title: super::DATA };
    const ORDER: &'static [(&'static str, bool)] = &[("dictType", false), ("dictSort", false)];

    fn paging(query: &ListEntries) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListEntries, ask: &mut FilterBuilder<DictData>) -> Result<()> {
        ask.named(&DATA_TYPE, &query.dict_type)?;
        ask.word(query.dict_label.as_deref(), &[&DATA_LABEL])?;
        ask.several(&DATA_STATUS, &query.status)
    }

    fn row(_: &mut NameCache<'_>, record: &DictData) -> Result<EntryOut> {
        Ok(EntryOut::from(record))
    }
}

seen_by_all!(DictData);

/// A type by name.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OfType {
    /// Type name.
    pub dict_type: String,
}

/// GET /system/dict/data/type/{type}: enabled entries in order, empty for an unknown type.
pub fn by_type(view: &View, input: OfType) -> Result<Data<Vec<EntryOut>>> {
    let rows: Vec<DictData> = view.tx.by(&DATA_BY_TYPE, &key().str(&input.dict_type), false, 0, usize::MAX)?;
    Ok(Data(rows.iter().filter(|entry| entry.enabled).map(EntryOut::from).collect()))
}

/// One entry.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneEntry {
    /// Its number.
    pub dict_code: u64,
}

fn existing(view: &View, dict_code: u64) -> Result<DictData> {
    view.tx.get(&id(dict_code))?.ok_or_else(|| AppError::refused("字典数据不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneEntry) -> Result<Data<EntryOut>> {
    Ok(Data(EntryOut::from(&existing(view, input.dict_code)?)))
}

/// An entry as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "DictEntryInput")]
pub struct EntryInput {
    /// Which; absent for a new one.
    pub dict_code: Option<u64>,
    /// Place in its dictionary.
    pub dict_sort: Option<i64>,
    /// What a person reads.
    pub dict_label: String,
    /// What is stored.
    pub dict_value: String,
    /// Type name.
    pub dict_type: String,
    /// CSS class.
    pub css_class: Option<String>,
    /// Tag colour.
    pub list_class: Option<String>,
    /// "Y" or "N".
    pub is_default: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

impl EntryInput {
    fn to_entry(&self, dict_code: u64) -> Result<DictData> {
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        check::required("dictLabel", &self.dict_label, "字典标签不能为空")?;
        check::at_most("dictLabel", &self.dict_label, 100, "字典标签长度不能超过100个字符")?;
        check::required("dictValue", &self.dict_value, "字典键值不能为空")?;
        check::at_most("dictValue", &self.dict_value, 100, "字典键值长度不能超过100个字符")?;
        check::required("dictType", &self.dict_type, "字典类型不能为空")?;
        check::at_most("dictType", &self.dict_type, 100, "字典类型长度不能超过100个字符")?;
        check::at_most("cssClass", &text(&self.css_class), 100, "样式属性长度不能超过100个字符")?;
        let list_class = text(&self.list_class);
        if !["", "default", "primary", "success", "info", "warning", "danger"].contains(&list_class.as_str()) {
            return Err(AppError::refused("回显样式不正确").at("listClass"));
        }
        check::remark(&text(&self.remark))?;
        Ok(DictData {
            dict_code,
            dict_sort: self.dict_sort.unwrap_or(0),
            dict_label: self.dict_label.trim().to_owned(),
            dict_value: self.dict_value.trim().to_owned(),
            dict_type: self.dict_type.trim().to_owned(),
            css_class: text(&self.css_class),
            list_class,
            is_default: self.is_default.as_deref() == Some("Y"),
            enabled: is_enabled(self.status.as_deref()),
            base: Base { remark: text(&self.remark), ..Base::default() },
        })
    }
}

fn check_place(view: &View, entry: &DictData, verb: &str) -> Result<()> {
    let dict: Option<DictType> = view.tx.one(&TYPE_BY_NAME, &key().str(&entry.dict_type))?;
    if dict.is_none() {
        return Err(AppError::refused(format!("{verb}字典数据失败，字典类型'{}'不存在", entry.dict_type)));
    }
    let other = view.tx.one(&DATA_BY_VALUE, &key().str(&entry.dict_type).str(&entry.dict_value))?;
    if other.is_some_and(|other: DictData| other.dict_code != entry.dict_code) {
        return Err(
            AppError::refused(format!("{verb}字典数据'{}'失败，字典键值已存在", entry.dict_label)).at("dictValue")
        );
    }
    Ok(())
}

pub fn create(op: &mut Op, input: EntryInput) -> Result<Done> {
    let entry = input.to_entry(0)?;
    check_place(&op.view(), &entry, "新增")?;
    let dict_code = op.next_id::<DictData>()?;
    let base = Base::made(op, entry.base.remark.clone());
    op.put(&DictData { dict_code, base, ..entry })?;
    Ok(Done)
}

pub fn update(op: &mut Op, input: EntryInput) -> Result<Done> {
    let old = existing(&op.view(), input.dict_code.unwrap_or(0))?;
    same_as_read(&op.view(), "字典数据", &old.dict_label, &old.base)?;
    let entry = input.to_entry(old.dict_code)?;
    check_place(&op.view(), &entry, "修改")?;
    let base = Base { remark: entry.base.remark.clone(), ..old.base }.changed(op);
    op.put(&DictData { base, ..entry })?;
    Ok(Done)
}

/// Several entries.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyEntries {
    /// Comma ids of the path.
    pub dict_codes: Vec<u64>,
}

/// DELETE /system/dict/data/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyEntries) -> Result<Done> {
    for dict_code in input.dict_codes {
        let entry = existing(&op.view(), dict_code)?;
        let kind: Option<DictType> = op.view().tx.one(&TYPE_BY_NAME, &key().str(&entry.dict_type))?;
        if let Some(kind) = kind {
            let called = format!("字典项“{}”", entry.dict_label);
            super::check_use(&op.view(), &kind, Some(&entry.dict_value), &called)?;
        }
        op.delete::<DictData>(&id(dict_code))?;
    }
    Ok(Done)
}
