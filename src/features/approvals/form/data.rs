//! What somebody entered into a form: checked field by field, and as people read it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::record::{FieldDef, FlowForm, FormKind};
use super::register;
use crate::error::{AppError, Result};
use crate::features::approvals::condition::Val;
use crate::features::approvals::people::{living, name_of};
use crate::kernel::check::{FIRST_DAY, between, last_day};
use crate::kernel::dates::parse_date;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::platform::identity::dept::Dept;
use crate::records::html;
use crate::store::{Reads, id};

/// Most characters of a line, and of a text.
const LINE: i64 = 200;
const TEXT: i64 = 2_000;
/// Largest number of any kind: a hundred million yuan, in fen.
const LARGEST: i64 = 10_000_000_000;
/// Most files of a field.
const MOST_FILES: usize = 20;
/// Most characters of a text with pictures, its markup included.
const MARKUP: i64 = 50_000;
/// Most rows of a table.
const MOST_ROWS: usize = 100;

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The data of a form, each value as its field takes it; what no field asks for is left out.
///
/// # Errors
/// A sentence beside the field that it is about.
pub fn checked(view: &View, form: &FlowForm, data: &Map<String, Value>) -> Result<Map<String, Value>> {
    let mut clean = Map::new();
    for field in form.fields.iter().filter(|field| field.kind != FormKind::Note) {
        let given = data.get(&field.name).unwrap_or(&Value::Null);
        let at = |fault: AppError| fault.at(field.name.clone()).within("data");
        if is_empty(given) {
            if field.required {
                return Err(at(AppError::refused(format!("请填写{}", field.title))));
            }
            continue;
        }
        clean.insert(field.name.clone(), value_of(view, field, given).map_err(at)?);
    }
    Ok(clean)
}

fn value_of(view: &View, field: &FieldDef, given: &Value) -> Result<Value> {
    let wrong = || AppError::refused(format!("{}填写不正确", field.title));
    Ok(match field.kind {
        FormKind::Text => Value::from(words(field, given, LINE)?),
        FormKind::Area => Value::from(words(field, given, TEXT)?),
        FormKind::Html => Value::from(html::clean(&words(field, given, MARKUP)?)),
        FormKind::Int | FormKind::Money | FormKind::Size => {
            let number = given.as_i64().ok_or_else(wrong)?;
            let usual = if field.kind == FormKind::Int { -LARGEST } else { 0 };
            if number < field.least.unwrap_or(usual) || number > field.most.unwrap_or(LARGEST) {
                return Err(AppError::refused(format!("{}超出允许的范围", field.title)));
            }
            Value::from(number)
        }
        FormKind::Date => Value::from(day(view, field, given)?),
        FormKind::Span => {
            let [from, to] = given.as_array().map(Vec::as_slice).unwrap_or_default() else { return Err(wrong()) };
            let (from, to) = (day(view, field, from)?, day(view, field, to)?);
            if to < from {
                return Err(AppError::refused(format!("{}的结束日期不能早于开始日期", field.title)));
            }
            Value::from(vec![from, to])
        }
        FormKind::Bool => Value::from(given.as_bool().ok_or_else(wrong)?),
        FormKind::Choice => Value::from(option(field, given).ok_or_else(wrong)?),
        FormKind::Choices => {
            let places = given.as_array().ok_or_else(wrong)?.iter().map(|one| option(field, one));
            let places: BTreeSet<u64> = places.collect::<Option<_>>().ok_or_else(wrong)?;
            Value::from(places.into_iter().collect::<Vec<_>>())
        }
        FormKind::Person => {
            let person = given.as_u64().ok_or_else(wrong)?;
            let known = living(view, person)?.is_some();
            if !known {
                return Err(AppError::refused(format!("{}：该人员已停用或不存在", field.title)));
            }
            Value::from(person)
        }
        FormKind::Dept => {
            let dept: Option<Dept> = view.tx.get(&id(given.as_u64().ok_or_else(wrong)?))?;
            Value::from(dept.ok_or_else(wrong)?.dept_id)
        }
        FormKind::Asset | FormKind::Room | FormKind::Tenant | FormKind::Lease => {
            let number = given.as_u64().ok_or_else(wrong)?;
            register::named(view, field.kind, number)
                .map_err(|fault| AppError {
                    message: format!("{}：{}", field.title, fault.message).into(), ..fault
                })?;
            Value::from(number)
        }
        FormKind::Files | FormKind::Pictures => {
            let files: Option<Vec<u64>> = given.as_array().ok_or_else(wrong)?.iter().map(Value::as_u64).collect();
            let files = files.filter(|files| files.len() <= MOST_FILES).ok_or_else(wrong)?;
            if field.kind == FormKind::Pictures {
                must_be_pictures(view, field, &files)?;
            }
            Value::from(files)
        }
        FormKind::Table => table(view, field, given)?,
        FormKind::Note => Value::Null,
    })
}

fn words(field: &FieldDef, given: &Value, usual: i64) -> Result<String> {
    let text = given.as_str().ok_or_else(|| AppError::refused(format!("{}填写不正确", field.title)))?.trim();
    let most = field.most.unwrap_or(usual);
    if i64::try_from(text.chars().count()).unwrap_or(i64::MAX) > most {
        return Err(AppError::refused(format!("{}不能超过{most}个字符", field.title)));
    }
    Ok(text.to_owned())
}

fn day(view: &View, field: &FieldDef, given: &Value) -> Result<String> {
    let day = given.as_str().and_then(parse_date);
    let day = day.ok_or_else(|| AppError::refused(format!("{}填写不正确", field.title)))?;
    between(day, FIRST_DAY, last_day(view.now.date()), &field.title)?;
    Ok(day.to_string())
}

/// The place of a word of a choice, when it has one.
fn option(field: &FieldDef, given: &Value) -> Option<u64> {
    let place = given.as_u64()?;
    field.options.get(usize::try_from(place).ok()?).map(|_| place)
}

fn must_be_pictures(view: &View, field: &FieldDef, files: &[u64]) -> Result<()> {
    for number in files {
        let file: Option<FileInfo> = view.tx.get(&id(*number))?;
        // One that isn't there is refused when it is attached.
        if file.is_some_and(|file| file.width == 0) {
            return Err(AppError::refused(format!("{}只能上传图片", field.title)));
        }
    }
    Ok(())
}

/// Rows of a table, each cell as its column takes it.
fn table(view: &View, field: &FieldDef, given: &Value) -> Result<Value> {
    let rows = given.as_array().ok_or_else(|| AppError::refused(format!("{}填写不正确", field.title)))?;
    if rows.len() > MOST_ROWS {
        return Err(AppError::refused(format!("{}不能超过{MOST_ROWS}行", field.title)));
    }
    let mut clean = Vec::new();
    for (place, row) in (1..).zip(rows) {
        let at = |fault: AppError| AppError {
            message: format!("{}第 {place} 行：{}", field.title, fault.message).into(),
            ..fault
        };
        let mut cells = Map::new();
        for column in &field.columns {
            let given = row.get(&column.name).unwrap_or(&Value::Null);
            if !is_empty(given) {
                cells.insert(column.name.clone(), value_of(view, column, given).map_err(at)?);
            } else if column.required {
                return Err(at(AppError::refused(format!("请填写{}", column.title))));
            }
        }
        clean.push(Value::Object(cells));
    }
    Ok(Value::from(clean))
}

/// Files that the data names, and pictures in its texts.
pub fn files_in(form: &FlowForm, data: &Map<String, Value>) -> Vec<u64> {
    let mut found = Vec::new();
    for field in &form.fields {
        match (field.kind, data.get(&field.name)) {
            (FormKind::Files | FormKind::Pictures, Some(Value::Array(files))) => {
                found.extend(files.iter().filter_map(Value::as_u64));
            }
            (FormKind::Html, Some(Value::String(text))) => found.extend(html::picture_ids(text)),
            _ => {}
        }
    }
    found
}

/// The data as a page shows it: names instead of numbers of people, departments and records, words instead of places.
///
/// # Errors
/// Records that can't be read.
pub fn shown(view: &View, form: &FlowForm, data: &Map<String, Value>) -> Result<Map<String, Value>> {
    let mut out = Map::new();
    for field in &form.fields {
        if let Some(value) = data.get(&field.name) {
            out.insert(field.name.clone(), shown_value(view, field, value)?);
        }
    }
    Ok(out)
}

fn shown_value(view: &View, field: &FieldDef, value: &Value) -> Result<Value> {
    let number = value.as_u64().unwrap_or_default();
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(match field.kind {
        FormKind::Person => Value::from(name_of(view, number)),
        FormKind::Dept => {
            let dept: Option<Dept> = view.tx.get(&id(number))?;
            Value::from(dept.map_or_else(|| format!("部门{number}"), |dept| dept.dept_name))
        }
        // What was deleted since has no name.
        FormKind::Asset | FormKind::Room | FormKind::Tenant | FormKind::Lease => Value::from(
            register::named(view, field.kind, number).unwrap_or_else(|_| format!("编号 {number}（已不存在）")),
        ),
        FormKind::Size => value.as_i64().map_or(Value::Null, |size| Value::from(crate::kernel::money::yuan(size))),
        FormKind::Span => Value::from(items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" 至 ")),
        FormKind::Choices => {
            let word = |place: &Value| field.options.get(usize::try_from(place.as_u64()?).ok()?).map(String::as_str);
            Value::from(items.iter().filter_map(word).collect::<Vec<_>>().join("、"))
        }
        FormKind::Table => {
            let mut rows = Vec::new();
            for row in items {
                let mut cells = Map::new();
                for column in &field.columns {
                    if let Some(cell) = row.get(&column.name) {
                        cells.insert(column.name.clone(), shown_value(view, column, cell)?);
                    }
                }
                rows.push(Value::Object(cells));
            }
            Value::from(rows)
        }
        _ => value.clone(),
    })
}

/// The variable that a column of a table is added up in: `items_amount` of the column `amount` of `items`.
pub fn sum_name(table: &FieldDef, column: &FieldDef) -> String {
    format!("{}_{}", table.name, column.name)
}

fn sum(form: &FlowForm, data: &Map<String, Value>, name: &str) -> Option<i64> {
    let tables = form.fields.iter().filter(|field| field.kind == FormKind::Table);
    let mut columns = tables.flat_map(|table| table.columns.iter().map(move |column| (table, column)));
    let (table, column) = columns.find(|(table, column)| sum_name(table, column) == name)?;
    let rows = data.get(&table.name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    // A hundred rows of a hundred million: far from the end of the numbers.
    Some(rows.iter().filter_map(|row| row.get(&column.name)?.as_i64()).sum())
}

/// A field, or the sum of a column, as conditions see it.
pub fn variable(form: &FlowForm, data: &Map<String, Value>, name: &str) -> Val {
    match data.get(name) {
        Some(Value::Bool(flag)) => Val::Bool(*flag),
        Some(Value::Number(number)) => number.as_i64().map_or(Val::Nothing, Val::Int),
        Some(Value::String(text)) => Val::Text(text.clone()),
        Some(_) => Val::Nothing,
        None => sum(form, data, name).map_or(Val::Nothing, Val::Int),
    }
}
