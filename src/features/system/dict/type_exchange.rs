//! Dictionary types as workbooks: the same columns go out and come in. Their entries have a workbook of
//! their own, which is imported after this one.

use super::types::{self, ListTypes, TypeInput, Types};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::dict::{DictType, TYPE_BY_NAME};
use crate::records::base::{Base, status_text};
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken, choice, given};
use crate::records::list::workbook_of;
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// The first column goes out only.
const COLUMNS: &[Column<DictType>] = &[
    Column::new("字典主键", 10.0, |dict: &DictType| Cell::Number(dict.dict_id.cast_signed())),
    Column::new("字典名称", 20.0, |dict: &DictType| text(&dict.dict_name)).note("必填"),
    Column::new("字典类型", 24.0, |dict: &DictType| text(&dict.dict_type))
        .note("必填，小写字母、数字和下划线，不能重复"),
    Column::new("状态", 8.0, |dict: &DictType| text(STATES[usize::from(!dict.enabled)])).choices(&STATES),
    Column::new("备注", 24.0, |dict: &DictType| text(&dict.base.remark)).lines(),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListTypes) -> Result<Workbook> {
    workbook_of::<Types, _>(view, &query, "字典类型", COLUMNS, |dict| Ok(dict.clone()))
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let example = DictType {
        dict_id: 0,
        dict_name: "合同状态".into(),
        dict_type: "contract_state".into(),
        enabled: true,
        base: Base { remark: "示例行不会被导入".into(), ..Base::default() },
    };
    import::template(view, &COLUMNS[1..], "字典类型", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["字典名称", "字典类型"], "导入字典类型不能为空！")
}

fn input(row: &Row, old: Option<&DictType>) -> Result<TypeInput> {
    let disabled = usize::from(old.is_some_and(|dict| !dict.enabled));
    Ok(TypeInput {
        dict_id: old.map(|dict| dict.dict_id),
        dict_name: given(row, "字典名称", old.map_or("", |dict| &dict.dict_name)),
        dict_type: row.get("字典类型").trim().to_owned(),
        status: Some(status_text(choice(row, "状态", &STATES, disabled)? == 0)),
        remark: Some(given(row, "备注", old.map_or("", |dict| &dict.base.remark))),
    })
}

fn is_same(dict: &DictType, input: &TypeInput) -> bool {
    dict.dict_name == input.dict_name
        && Some(status_text(dict.enabled)) == input.status
        && Some(&dict.base.remark) == input.remark.as_ref()
}

fn take(op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
    let kind = row.get("字典类型").trim();
    let known: Option<DictType> = op.view().tx.one(&TYPE_BY_NAME, &key().str(kind))?;
    let form = input(row, known.as_ref())?;
    match known {
        None => types::create(op, form).map(|_| Taken::Created),
        Some(dict) if is_same(&dict, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(AppError::refused(format!("字典类型 {kind} 已存在"))),
        Some(_) => types::update(op, form).map(|_| Taken::Updated),
    }
}

const KIND: ImportKind = ImportKind {
    noun: "字典类型",
    key: |row| row.get("字典类型").trim().to_owned(),
    key_name: "字典类型",
    name: "字典名称",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
