//! A process as a file: from one installation to another. What the file says and this version doesn't know is refused by
//! name, never dropped.

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ops::insert;
use super::wire::{Drawing, found};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::list::{Made, One};
use crate::route::Data;

/// What the file calls itself.
const FORMAT: &str = "gx-portal-process";
/// The newest shape of the file that this version reads; it writes this one.
const VERSION: u64 = 1;
/// Largest file, in characters.
const MOST: usize = 500_000;

/// A process as a file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ProcessFile {
    /// What it is.
    pub format: String,
    /// Its shape.
    pub format_version: u64,
    /// What the process consists of, as it is drawn.
    #[serde(flatten)]
    pub drawing: Drawing,
}

/// GET /appr/definition/{id}/export
///
/// # Errors
/// A sentence when there is none.
pub fn export(view: &View, input: One) -> Result<Data<ProcessFile>> {
    let drawing = Drawing::of(&found(view, input.id)?);
    Ok(Data(ProcessFile { format: FORMAT.to_owned(), format_version: VERSION, drawing }))
}

/// A file that was read by the browser.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportInput {
    /// The file as text.
    pub content: String,
}

fn wrong(sentence: impl Into<String>) -> AppError {
    AppError::refused(sentence.into()).at("content")
}

/// POST /appr/definition/import: the file becomes a draft, the next version of its process.
///
/// # Errors
/// Sentences for what is no such file, comes from a newer version, or says what this one doesn't know.
pub fn import(op: &mut Op, input: ImportInput) -> Result<Data<Made>> {
    let drawing = parse(&input.content)?;
    insert(op, drawing).map(|id| Data(Made { id })).map_err(|fault| AppError { field: None, ..fault }.at("content"))
}

/// The drawing in a file.
///
/// # Errors
/// See [`import`].
pub fn parse(content: &str) -> Result<Drawing> {
    if content.len() > MOST {
        return Err(wrong("流程文件过大，不能导入"));
    }
    let read: Result<Value, _> = serde_json::from_str(content.trim_start_matches('\u{feff}'));
    let value = read.map_err(|_| wrong("文件不是有效的流程文件（JSON 格式不正确）"))?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(wrong("文件不是流程文件，请选择由“导出”得到的文件"));
    }
    match value.get("formatVersion").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            return Err(wrong(format!("流程文件来自更新的版本（格式 {newer}），本系统只能读取格式 {VERSION}")));
        }
        _ => return Err(wrong("流程文件没有可识别的格式版本，不能导入")),
    }
    let shape = SchemaGenerator::default().into_root_schema_for::<ProcessFile>().to_value();
    let mut unknown = Vec::new();
    strange(&shape, &shape, &value, "", &mut unknown);
    if !unknown.is_empty() {
        unknown.truncate(5);
        return Err(wrong(format!("流程文件包含本系统不认识的内容：{}", unknown.join("、"))));
    }
    let file: ProcessFile =
        gx_decode::from_json(value).map_err(|error| wrong("流程文件内容不正确，不能导入").because(error))?;
    Ok(file.drawing)
}

/// Names in a value that its shape doesn't know.
fn strange(root: &Value, shape: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let target = shape.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
    let shape = target.and_then(|pointer| root.pointer(pointer)).unwrap_or(shape);
    match value {
        Value::Object(fields) => {
            // What is free in form is looked at when it is read.
            let Some(known) = shape.get("properties").and_then(Value::as_object) else { return };
            for (name, inner) in fields {
                let here = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match known.get(name) {
                    Some(shape) => strange(root, shape, inner, &here, found),
                    None => found.push(here),
                }
            }
        }
        Value::Array(items) => {
            let Some(shape) = shape.get("items") else { return };
            for (place, inner) in items.iter().enumerate() {
                strange(root, shape, inner, &format!("{path}[{place}]"), found);
            }
        }
        _ => {}
    }
}
