//! Registers as texts and archives for the family's «preview» and «generate»: nothing is generated, the texts are what a
//! publication would make.

use std::collections::BTreeMap;
use std::io::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::route::{Data, FileReply};
use crate::store::{Reads, key};

use super::super::definition::Definition;
use super::super::published::Seen;
use super::super::record::{BY_CODE, Register};
use super::drafts::{existing, published_of};
use super::family::OneTable;
use super::publish::permissions;

/// GET /tool/gen/preview/{tableId}: the texts that a publication would make.
pub fn preview(view: &View, input: OneTable) -> Result<Data<BTreeMap<String, String>>> {
    let register = existing(view, input.table_id)?;
    let definition = &register.draft;
    let published = published_of(view, &register)?;
    let file = super::super::file::of(view, &register, definition)?;
    let mut texts = BTreeMap::new();
    texts.insert("definition.json".to_owned(), serde_json::to_string_pretty(&file).map_err(AppError::internal)?);
    texts.insert("openapi.json".to_owned(), openapi_of(&register, definition)?);
    texts.insert("菜单与权限.txt".to_owned(), permissions(&register, definition).join("\n"));
    let changes = super::versions::differences(published.as_ref(), definition);
    let changes = if changes.is_empty() { "没有修改".to_owned() } else { changes.join("\n") };
    texts.insert("与已发布版本的差异.txt".to_owned(), changes);
    Ok(Data(texts))
}

fn openapi_of(register: &Register, definition: &Definition) -> Result<String> {
    super::super::openapi::text((&register.code, &definition.name), Seen::by_designer(definition))
}

/// Tables to pack, by `reg_` and code.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NamedTables {
    /// Name of the register as a table, `reg_` and its code.
    pub table_name: String,
    /// Of the query, with commas between.
    pub tables: String,
}

fn named(view: &View, input: &NamedTables) -> Result<Vec<Register>> {
    let all = if input.tables.is_empty() { &input.table_name } else { &input.tables };
    let mut registers = Vec::new();
    for name in all.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let code = name.strip_prefix("reg_").unwrap_or(name);
        let register: Option<Register> = view.tx.one(&BY_CODE, &key().str(code))?;
        registers.push(register.ok_or_else(|| AppError::refused(format!("登记表“{name}”不存在")))?);
    }
    if registers.is_empty() {
        return Err(AppError::refused("请选择登记表"));
    }
    Ok(registers)
}

/// Definition, OpenAPI and import template of registers as one archive.
///
/// # Errors
/// A sentence for a register that is not there.
pub fn pack(view: &View, input: NamedTables) -> Result<(tempfile::TempPath, String)> {
    let registers = named(view, &input)?;
    let path = tempfile::Builder::new()
        .prefix("registers-")
        .suffix(".zip")
        .tempfile_in(view.app.paths.temporary())
        .map_err(|error| AppError::from(crate::store::StoreError::from(error)))?
        .into_temp_path();
    let failed = |error: &dyn std::fmt::Display| AppError::refused("打包失败，请稍后再试").because(error.to_string());
    let file = std::fs::File::create(&path).map_err(|error| failed(&error))?;
    let mut zip = zip::ZipWriter::new(file);
    let options = zip::write::SimpleFileOptions::default();
    for register in &registers {
        let definition: Definition = published_of(view, register)?.unwrap_or_else(|| register.draft.clone());
        let definition_file = super::super::file::of(view, register, &definition)?;
        let texts = [
            ("definition.json", serde_json::to_vec_pretty(&definition_file).map_err(AppError::internal)?),
            ("openapi.json", openapi_of(register, &definition)?.into_bytes()),
        ];
        for (name, text) in texts {
            zip.start_file(format!("{}/{name}", register.code), options).map_err(|error| failed(&error))?;
            zip.write_all(&text).map_err(|error| failed(&error))?;
        }
    }
    zip.finish().map_err(|error| failed(&error))?;
    let name = match registers.as_slice() {
        [one] => format!("{}.zip", one.name),
        _ => "登记表.zip".to_owned(),
    };
    Ok((path, name))
}

/// The archive itself.
///
/// # Errors
/// None.
pub fn packed(_: &mut Op, (path, name): (tempfile::TempPath, String)) -> Result<FileReply> {
    Ok(FileReply {
        path: path.to_path_buf(),
        name,
        content_type: "application/zip",
        inline: false,
        delete_after: Some(std::sync::Arc::new(path)),
    })
}
