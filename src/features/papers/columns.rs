//! What fills the columns of a form for superiors 报送表, as people decide it.

use std::collections::BTreeMap;

use gx_office::Template;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::form::{is_field, laid};
use super::make::bytes_of;
use super::record::{BY_TEMPLATE, Paper, PaperTemplate, PaperVersion};
use super::template::{checked_fields, version};
use crate::error::{AppError, Result};
use crate::op::Op;
use crate::records::owned;
use crate::route::Done;
use crate::store::{Reads, id};

/// What fills the columns of a form.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FormColumns {
    /// Number of the template 文书模板.
    pub template_id: u64,
    /// The version of the record that was read.
    pub version: Option<u64>,
    /// Fields by the words of their heads, with a format behind a bar; an empty one leaves the column as it is.
    pub columns: BTreeMap<String, String>,
}

/// PUT /paper/template/columns: decides what fills the columns of the newest version. One that papers were made from stays, and
/// a version with the same file follows it.
///
/// # Errors
/// Changed by somebody else meanwhile; no form; a field that its kind doesn't have.
pub fn decide(op: &mut Op, input: FormColumns) -> Result<Done> {
    let old: PaperTemplate = owned::find(&op.view(), input.template_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    let newest = version(&op.view(), old.template_id, old.version_no)?;
    let (Some(mut form), Some(list)) = (newest.form.clone(), old.kind.list()) else {
        return Err(AppError::refused("这个模板的字段写在文件中，没有需要对应的表头"));
    };
    for column in &mut form.columns {
        if let Some(field) = input.columns.get(&column.head) {
            column.field = field.trim().to_owned();
        }
        column.guessed = false;
    }
    let columns = || form.columns.iter().filter(|column| !column.field.is_empty());
    if columns().next().is_none() {
        return Err(AppError::refused("请至少为一个表头选择字段"));
    }
    let wrong = columns().find(|column| !is_field(old.kind, &column.field));
    if let Some(column) = wrong {
        return Err(AppError::refused(format!("表头“{}”不能用“{}”填写，请重新选择", column.head, column.field)));
    }
    let Template::Excel(book) = Template::read(&bytes_of(&op.view(), &newest)?).map_err(AppError::internal)? else {
        return Err(AppError::refused("这个模板的字段写在文件中，没有需要对应的表头"));
    };
    let fields = checked_fields(laid(book, &form, list)?.places(), old.kind)?;
    let made: Vec<Paper> = op.view().tx.by(&BY_TEMPLATE, &id(old.template_id), true, 0, 1)?;
    let is_used = made.first().is_some_and(|paper| paper.version_no == newest.version_no);
    let version_no = newest.version_no + u32::from(is_used);
    let (made_by, made_at) = (op.caller.name(), op.now);
    op.put(&PaperVersion { version_no, fields, form: Some(form), made_by, made_at, ..newest })?;
    owned::update(op, &old, PaperTemplate { version_no, ..old.clone() }, "对应表头")?;
    Ok(Done)
}
