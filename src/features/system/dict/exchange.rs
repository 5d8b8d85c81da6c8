//! Dictionary entries as workbooks: the same columns go out and come in; one file may hold entries of several dictionaries.

use super::data::{self, Entries, EntryInput, ListEntries};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::dict::{DATA_BY_VALUE, DictData};
use crate::records::base::{Base, status_text};
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given, number};
use crate::records::list::workbook_of;
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

const YES_NO: [&str; 2] = ["否", "是"];
const CLASSES: [&str; 6] = ["default", "primary", "success", "info", "warning", "danger"];

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// The first column goes out only.
const COLUMNS: &[Column<DictData>] = &[
    Column::new("字典编码", 10.0, |entry: &DictData| Cell::Number(entry.dict_code.cast_signed())),
    Column::new("字典排序", 10.0, |entry| Cell::Number(entry.dict_sort)),
    Column::new("字典标签", 18.0, |entry: &DictData| text(&entry.dict_label)).note("必填"),
    Column::new("字典键值", 18.0, |entry: &DictData| text(&entry.dict_value)).note("必填，同一类型内不能重复"),
    Column::new("字典类型", 24.0, |entry: &DictData| text(&entry.dict_type)).note("必填，已有的字典类型"),
    Column::new("是否默认", 10.0, |entry: &DictData| text(YES_NO[usize::from(entry.is_default)])).choices(&YES_NO),
    Column::new("状态", 8.0, |entry: &DictData| text(STATES[usize::from(!entry.enabled)])).choices(&STATES),
    Column::new("样式", 12.0, |entry: &DictData| text(&entry.list_class)).choices(&CLASSES),
    Column::new("备注", 24.0, |entry: &DictData| text(&entry.base.remark)).lines(),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListEntries) -> Result<Workbook> {
    workbook_of::<Entries, _>(view, &query, "字典数据", COLUMNS, |entry| Ok(entry.clone()))
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let example = DictData {
        dict_code: 0,
        dict_sort: 1,
        dict_label: "男".into(),
        dict_value: "0".into(),
        dict_type: "sys_user_sex".into(),
        css_class: String::new(),
        list_class: "primary".into(),
        is_default: false,
        enabled: true,
        base: Base { remark: "示例行不会被导入".into(), ..Base::default() },
    };
    import::template(view, &COLUMNS[1..], "字典数据", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["字典类型", "字典标签", "字典键值"], "导入字典数据不能为空！")
}

fn input(row: &Row, old: Option<&DictData>) -> Result<EntryInput> {
    let default = usize::from(old.is_some_and(|entry| entry.is_default));
    let disabled = usize::from(old.is_some_and(|entry| !entry.enabled));
    let is_default = choice(row, "是否默认", &YES_NO, default)? == 1;
    Ok(EntryInput {
        dict_code: old.map(|entry| entry.dict_code),
        dict_sort: Some(number(row, "字典排序", old.map_or(0, |entry| entry.dict_sort))?),
        dict_label: given(row, "字典标签", old.map_or("", |entry| &entry.dict_label)),
        dict_value: row.get("字典键值").trim().to_owned(),
        dict_type: row.get("字典类型").trim().to_owned(),
        css_class: old.map(|entry| entry.css_class.clone()),
        list_class: Some(given(row, "样式", old.map_or("", |entry| &entry.list_class))),
        is_default: Some(if is_default { "Y" } else { "N" }.to_owned()),
        status: Some(status_text(choice(row, "状态", &STATES, disabled)? == 0)),
        remark: Some(given(row, "备注", old.map_or("", |entry| &entry.base.remark))),
    })
}

fn is_same(entry: &DictData, input: &EntryInput) -> bool {
    Some(entry.dict_sort) == input.dict_sort
        && entry.dict_label == input.dict_label
        && Some(&entry.list_class) == input.list_class.as_ref()
        && entry.is_default == (input.is_default.as_deref() == Some("Y"))
        && Some(status_text(entry.enabled)) == input.status
        && Some(&entry.base.remark) == input.remark.as_ref()
}

fn take(op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
    let (kind, value) = (row.get("字典类型").trim(), row.get("字典键值").trim());
    let known: Option<DictData> = op.view().tx.one(&DATA_BY_VALUE, &key().str(kind).str(value))?;
    let form = input(row, known.as_ref())?;
    match known {
        None => data::create(op, form).map(|_| Taken::Created),
        Some(entry) if is_same(&entry, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(AppError::refused(format!("字典键值 {value} 已存在"))),
        Some(_) => data::update(op, form).map(|_| Taken::Updated),
    }
}

const KIND: ImportKind = ImportKind {
    noun: "字典",
    key: |row| match (row.get("字典类型").trim(), row.get("字典键值").trim()) {
        ("", _) | (_, "") => String::new(),
        (kind, value) => format!("{kind}/{value}"),
    },
    key_name: "字典类型和键值",
    name: "字典标签",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
