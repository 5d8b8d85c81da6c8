//! Dictionary entries as workbooks: the same columns go out and come in; one file may hold entries of several dictionaries.

use super::data::{self, Entries, EntryInput, ListEntries};
use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::dict::{DATA_BY_VALUE, DictData};
use crate::records::base::{Base, status_text};
use crate::records::exchange::{Column, Exchange, YES_NO};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, key};

type Col = Column<DictData>;

pub static ENTRIES: Exchange<DictData> = Exchange {
    sheet: "字典数据",
    columns: &[
        Col::new("字典编码", 10.0, |entry| Cell::Number(entry.dict_code.cast_signed())).derived(),
        Col::number("字典排序", 10.0, |entry| &mut entry.dict_sort),
        Col::text("字典标签", 18.0, |entry| &mut entry.dict_label).note("必填"),
        Col::text("字典键值", 18.0, |entry| &mut entry.dict_value).note("必填，同一类型内不能重复"),
        Col::text("字典类型", 24.0, |entry| &mut entry.dict_type).note("必填，已有的字典类型"),
        Col::flag("是否默认", 10.0, &YES_NO, |entry| &mut entry.is_default),
        Col::enabled("状态", 8.0, |entry| &mut entry.enabled),
        Col::text("样式", 12.0, |entry| &mut entry.list_class)
            .choices(&["default", "primary", "success", "info", "warning", "danger"]),
        Col::text("备注", 24.0, |entry| &mut entry.base.remark).lines(),
    ],
    needed: &["字典类型", "字典标签", "字典键值"],
    empty: "导入字典数据不能为空！",
    rows: ImportKind { noun: "字典", key: Some(row_key), key_name: "字典类型和键值", name: "字典标签" },
    example: |_| DictData {
        dict_sort: 1,
        dict_label: "男".into(),
        dict_value: "0".into(),
        dict_type: "sys_user_sex".into(),
        list_class: "primary".into(),
        base: Base::remarked("示例行不会被导入"),
        ..blank()
    },
    import,
};

fn blank() -> DictData {
    DictData { enabled: true, ..DictData::default() }
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListEntries) -> Result<Workbook> {
    ENTRIES.export::<Entries>(view, &query, |entry| Ok(entry.clone()))
}

/// Dictionary and value.
fn place(row: &Row) -> (&str, &str) {
    (row.get("字典类型").trim(), row.get("字典键值").trim())
}

fn row_key(row: &Row) -> String {
    match place(row) {
        ("", _) | (_, "") => String::new(),
        (kind, value) => format!("{kind}/{value}"),
    }
}

fn save(op: &mut Op, entry: DictData, is_new: bool) -> Result<()> {
    let form = EntryInput {
        dict_code: (!is_new).then_some(entry.dict_code),
        dict_sort: Some(entry.dict_sort),
        dict_label: entry.dict_label,
        dict_value: entry.dict_value,
        dict_type: entry.dict_type,
        css_class: (!is_new).then_some(entry.css_class),
        list_class: Some(entry.list_class),
        is_default: Some(if entry.is_default { "Y" } else { "N" }.to_owned()),
        status: Some(status_text(entry.enabled)),
        remark: Some(entry.base.remark),
    };
    if is_new { data::create(op, form).map(drop) } else { data::update(op, form).map(drop) }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let known = |view: &View, row: &Row| Ok(view.tx.one(&DATA_BY_VALUE, &key().str(place(row).0).str(place(row).1))?);
    ENTRIES.take_all(op, book, blank, known, |row| format!("字典键值 {} 已存在", place(row).1), save)
}
