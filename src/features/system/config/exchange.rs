//! Settings as workbooks: the same columns go out and come in (contract 7), so that a tuned installation
//! can be told to the next one. Built-in settings keep their keys; values are checked as in the form.

use super::ops::{self, ConfigInput, Configs, ListConfigs};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::settings::record::{BY_KEY, Config};
use crate::records::base::Base;
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, Taken, choice, given};
use crate::records::list::workbook_of;
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, key};

const YES_NO: [&str; 2] = ["否", "是"];

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

/// The first column goes out only.
const COLUMNS: &[Column<Config>] = &[
    Column::new("参数主键", 10.0, |config: &Config| Cell::Number(config.config_id.cast_signed())),
    Column::new("参数名称", 28.0, |config: &Config| text(&config.config_name)).note("必填"),
    Column::new("参数键名", 28.0, |config: &Config| text(&config.config_key)).note("必填，不能重复"),
    Column::new("参数键值", 28.0, |config: &Config| text(&config.config_value)).note("留空时不改变已有的值").lines(),
    Column::new("系统内置", 10.0, |config: &Config| text(YES_NO[usize::from(config.is_builtin)])).choices(&YES_NO),
    Column::new("备注", 36.0, |config: &Config| text(&config.base.remark)).lines(),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListConfigs) -> Result<Workbook> {
    workbook_of::<Configs, _>(view, &query, "参数数据", COLUMNS, |config| Ok(config.clone()))
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let example = Config {
        config_id: 0,
        config_name: "报表抬头".into(),
        config_key: "report.title".into(),
        config_value: "云川市工业和信息化局".into(),
        is_builtin: false,
        is_public: false,
        base: Base { remark: "示例行不会被导入".into(), ..Base::default() },
    };
    import::template(view, &COLUMNS[1..], "参数数据", &example)
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["参数名称", "参数键名", "参数键值"], "导入参数数据不能为空！")
}

fn input(row: &Row, old: Option<&Config>) -> Result<ConfigInput> {
    let builtin = choice(row, "系统内置", &YES_NO, usize::from(old.is_some_and(|config| config.is_builtin)))?;
    Ok(ConfigInput {
        config_id: old.map(|config| config.config_id),
        config_name: given(row, "参数名称", old.map_or("", |config| &config.config_name)),
        config_key: row.get("参数键名").trim().to_owned(),
        config_value: Some(given(row, "参数键值", old.map_or("", |config| &config.config_value))),
        config_type: Some(if builtin == 1 { "Y" } else { "N" }.to_owned()),
        remark: Some(given(row, "备注", old.map_or("", |config| &config.base.remark))),
    })
}

fn is_same(config: &Config, input: &ConfigInput) -> bool {
    config.config_name == input.config_name
        && Some(&config.config_value) == input.config_value.as_ref()
        && (config.is_builtin || input.config_type.as_deref() == Some("N"))
        && Some(&config.base.remark) == input.remark.as_ref()
}

fn take(op: &mut Op, row: &Row, update: bool) -> Result<Taken> {
    let config_key = row.get("参数键名").trim();
    let known: Option<Config> = op.view().tx.one(&BY_KEY, &key().str(config_key))?;
    let form = input(row, known.as_ref())?;
    match known {
        None => ops::create(op, form).map(|_| Taken::Created),
        Some(config) if is_same(&config, &form) => Ok(Taken::Unchanged),
        Some(_) if !update => Err(AppError::refused(format!("参数键名 {config_key} 已存在"))),
        Some(_) => ops::update(op, form).map(|_| Taken::Updated),
    }
}

const KIND: ImportKind = ImportKind {
    noun: "参数",
    key: |row| row.get("参数键名").trim().to_owned(),
    key_name: "参数键名",
    name: "参数名称",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let update = book.update_support;
    import::work(op, book, &KIND, |op, row| take(op, row, update))?.finish(op, None)
}
