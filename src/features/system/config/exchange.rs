//! Settings as workbooks: the same columns go out and come in (contract 7), so that a tuned installation
//! can be told to the next one. Built-in settings keep their keys; values are checked as in the form.

use super::ops::{self, ConfigInput, Configs, ListConfigs};
use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::settings::record::{BY_KEY, Config};
use crate::records::base::Base;
use crate::records::exchange::{Column, Exchange, YES_NO};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind};
use crate::sheet::{Cell, Row};
use crate::store::{Reads, key};

type Col = Column<Config>;

pub static CONFIGS: Exchange<Config> = Exchange {
    sheet: "参数数据",
    columns: &[
        Col::new("参数主键", 10.0, |config| Cell::Number(config.config_id.cast_signed())).derived(),
        Col::text("参数名称", 28.0, |config| &mut config.config_name).note("必填"),
        Col::text("参数键名", 28.0, |config| &mut config.config_key).note("必填，不能重复"),
        Col::text("参数键值", 28.0, |config| &mut config.config_value).note("留空时不改变已有的值").lines(),
        // what is built in stays so
        Col::flag("系统内置", 10.0, &YES_NO, |config| &mut config.is_builtin)
            .sets(|cell, config, ()| cell.place(&YES_NO).map(|place| config.is_builtin |= place == 1)),
        Col::text("备注", 36.0, |config| &mut config.base.remark).lines(),
    ],
    needed: &["参数名称", "参数键名", "参数键值"],
    empty: "导入参数数据不能为空！",
    rows: ImportKind { noun: "参数", key: None, key_name: "参数键名", name: "参数名称" },
    example: |_| Config {
        config_name: "报表抬头".into(),
        config_key: "report.title".into(),
        config_value: "云川市工业和信息化局".into(),
        base: Base::remarked("示例行不会被导入"),
        ..Config::default()
    },
    import,
};

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListConfigs) -> Result<Workbook> {
    CONFIGS.export::<Configs>(view, &query, |config| Ok(config.clone()))
}

fn config_key(row: &Row) -> &str {
    row.get("参数键名").trim()
}

fn save(op: &mut Op, config: Config, is_new: bool) -> Result<()> {
    let form = ConfigInput {
        config_id: (!is_new).then_some(config.config_id),
        config_name: config.config_name,
        config_key: config.config_key,
        config_value: Some(config.config_value),
        config_type: Some(if config.is_builtin { "Y" } else { "N" }.to_owned()),
        remark: Some(config.base.remark),
    };
    if is_new { ops::create(op, form).map(drop) } else { ops::update(op, form).map(drop) }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let known = |view: &View, row: &Row| Ok(view.tx.one(&BY_KEY, &key().str(config_key(row)))?);
    CONFIGS.take_all(op, book, Config::default, known, |row| format!("参数键名 {} 已存在", config_key(row)), save)
}
