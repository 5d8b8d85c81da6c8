//! What somebody entered into a form: checked field by field, and as people read it.

use serde_json::{Map, Value};

use super::record::{FieldDef, FlowForm, FormKind};
use crate::fault::{Fault, Outcome};
use crate::features::flow::condition::Val;
use crate::features::flow::people::{living, name_of};
use crate::kernel::check::{FIRST_DAY, between, last_day};
use crate::kernel::dates::parse_date;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::store::{Reads, id};

/// Most characters of a line, and of a text.
const LINE: i64 = 200;
const TEXT: i64 = 2_000;
/// Largest number of any kind: a hundred million yuan, in fen.
const LARGEST: i64 = 10_000_000_000;
/// Most files of a field.
const MOST_FILES: usize = 20;

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
pub fn checked(view: &View, form: &FlowForm, data: &Map<String, Value>) -> Outcome<Map<String, Value>> {
    let mut clean = Map::new();
    for field in form.fields.iter().filter(|field| field.kind != FormKind::Note) {
        let given = data.get(&field.name).unwrap_or(&Value::Null);
        let at = |fault: Fault| fault.at(field.name.clone()).within("data");
        if is_empty(given) {
            if field.required {
                return Err(at(Fault::refused(format!("请填写{}", field.title))));
            }
            continue;
        }
        clean.insert(field.name.clone(), value_of(view, field, given).map_err(at)?);
    }
    Ok(clean)
}

fn value_of(view: &View, field: &FieldDef, given: &Value) -> Outcome<Value> {
    let wrong = || Fault::refused(format!("{}填写不正确", field.title));
    Ok(match field.kind {
        FormKind::Text | FormKind::Area => {
            let text = given.as_str().ok_or_else(wrong)?.trim();
            let most = field.most.unwrap_or(if field.kind == FormKind::Text { LINE } else { TEXT });
            if i64::try_from(text.chars().count()).unwrap_or(i64::MAX) > most {
                return Err(Fault::refused(format!("{}不能超过{most}个字符", field.title)));
            }
            Value::from(text)
        }
        FormKind::Int | FormKind::Money | FormKind::Size => {
            let number = given.as_i64().ok_or_else(wrong)?;
            let usual = if field.kind == FormKind::Int { -LARGEST } else { 0 };
            if number < field.least.unwrap_or(usual) || number > field.most.unwrap_or(LARGEST) {
                return Err(Fault::refused(format!("{}超出允许的范围", field.title)));
            }
            Value::from(number)
        }
        FormKind::Date => {
            let day = given.as_str().and_then(parse_date).ok_or_else(wrong)?;
            between(day, FIRST_DAY, last_day(view.now.date()), &field.title)?;
            Value::from(day.to_string())
        }
        FormKind::Bool => Value::from(given.as_bool().ok_or_else(wrong)?),
        FormKind::Choice => {
            let place = given.as_u64().ok_or_else(wrong)?;
            let known = usize::try_from(place).ok().and_then(|place| field.options.get(place));
            known.map(|_| Value::from(place)).ok_or_else(wrong)?
        }
        FormKind::Person => {
            let person = given.as_u64().ok_or_else(wrong)?;
            let known = living(view, person)?.is_some();
            if !known {
                return Err(Fault::refused(format!("{}：该人员已停用或不存在", field.title)));
            }
            Value::from(person)
        }
        FormKind::Dept => {
            let dept: Option<Dept> = view.tx.get(&id(given.as_u64().ok_or_else(wrong)?))?;
            Value::from(dept.ok_or_else(wrong)?.dept_id)
        }
        FormKind::Files => {
            let files: Option<Vec<u64>> = given.as_array().ok_or_else(wrong)?.iter().map(Value::as_u64).collect();
            let files = files.filter(|files| files.len() <= MOST_FILES).ok_or_else(wrong)?;
            Value::from(files)
        }
        FormKind::Note => Value::Null,
    })
}

/// Files that the data names.
pub fn files_in(form: &FlowForm, data: &Map<String, Value>) -> Vec<u64> {
    let of_kind = form.fields.iter().filter(|field| field.kind == FormKind::Files);
    of_kind.filter_map(|field| data.get(&field.name)?.as_array()).flatten().filter_map(Value::as_u64).collect()
}

/// The data as a page shows it: names instead of numbers of people and departments, which stand beside with `Id`.
///
/// # Errors
/// Records that can't be read.
pub fn shown(view: &View, form: &FlowForm, data: &Map<String, Value>) -> Outcome<Map<String, Value>> {
    let mut out = Map::new();
    for field in &form.fields {
        let Some(value) = data.get(&field.name) else { continue };
        let number = value.as_u64().unwrap_or_default();
        let text = match field.kind {
            FormKind::Person => Some(name_of(view, number)),
            FormKind::Dept => {
                let dept: Option<Dept> = view.tx.get(&id(number))?;
                Some(dept.map_or_else(|| format!("部门{number}"), |dept| dept.dept_name))
            }
            FormKind::Size => value.as_i64().map(crate::kernel::money::yuan),
            _ => None,
        };
        match text {
            Some(text) => {
                out.insert(field.name.clone(), Value::from(text));
                out.insert(format!("{}Id", field.name), value.clone());
            }
            None => {
                out.insert(field.name.clone(), value.clone());
            }
        }
    }
    Ok(out)
}

/// A field as conditions see it.
pub fn variable(data: &Map<String, Value>, name: &str) -> Val {
    match data.get(name) {
        Some(Value::Bool(flag)) => Val::Bool(*flag),
        Some(Value::Number(number)) => number.as_i64().map_or(Val::Nothing, Val::Int),
        Some(Value::String(text)) => Val::Text(text.clone()),
        _ => Val::Nothing,
    }
}
