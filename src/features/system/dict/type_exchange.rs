//! Dictionary types as workbooks: the same columns go out and come in. Their entries have a workbook of
//! their own, which is imported after this one.

use super::types::{self, ListTypes, TypeInput, Types};
use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::dict::{DictType, TYPE_BY_NAME};
use crate::records::base::{Base, status_text};
use crate::records::exchange::{Column, Exchange};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, key};

type Col = Column<DictType>;

pub static TYPES: Exchange<DictType> = Exchange {
    sheet: "字典类型",
    columns: &[
        Col::new("字典主键", 10.0, |dict| Cell::Number(dict.dict_id.cast_signed())).derived(),
        Col::text("字典名称", 20.0, |dict| &mut dict.dict_name).note("必填"),
        Col::text("字典类型", 24.0, |dict| &mut dict.dict_type).note("必填，小写字母、数字和下划线，不能重复"),
        Col::enabled("状态", 8.0, |dict| &mut dict.enabled),
        Col::text("备注", 24.0, |dict| &mut dict.base.remark).lines(),
    ],
    needed: &["字典名称", "字典类型"],
    empty: "导入字典类型不能为空！",
    rows: ImportKind { noun: "字典类型", key: None, key_name: "字典类型", name: "字典名称" },
    example: |_| DictType {
        dict_name: "合同状态".into(),
        dict_type: "contract_state".into(),
        base: Base::remarked("示例行不会被导入"),
        ..blank()
    },
    import,
};

fn blank() -> DictType {
    DictType { enabled: true, ..DictType::default() }
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListTypes) -> Result<Workbook> {
    TYPES.export::<Types>(view, &query, |dict| Ok(dict.clone()))
}

fn dict_type(row: &Row) -> &str {
    row.get("字典类型").trim()
}

fn save(op: &mut Op, dict: DictType, is_new: bool) -> Result<()> {
    let form = TypeInput {
        dict_id: (!is_new).then_some(dict.dict_id),
        dict_name: dict.dict_name,
        dict_type: dict.dict_type,
        status: Some(status_text(dict.enabled)),
        remark: Some(dict.base.remark),
    };
    if is_new { types::create(op, form).map(drop) } else { types::update(op, form).map(drop) }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let known = |view: &View, row: &Row| Ok(view.tx.one(&TYPE_BY_NAME, &key().str(dict_type(row)))?);
    TYPES.take_all(op, book, blank, known, |row| format!("字典类型 {} 已存在", dict_type(row)), save)
}
