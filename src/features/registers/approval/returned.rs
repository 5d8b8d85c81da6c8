//! A row that came back to who asked for it: seen as it was asked for, and put right.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{AppError, Result};
use crate::features::approvals::instance::FILES_KIND as FILES_OF_PROCESS;
use crate::features::approvals::instance::gate::input_of;
use crate::features::approvals::instance::returned::{self, own};
use crate::op::{Op, View};
use crate::records::files;
use crate::route::{Data, Done};

use super::super::published::{Published, missing};
use super::super::rows::ops::RowInput;
use super::super::rows::read::{OneRow, RegisterRow, Shower};
use super::asked::RowRequest;
use super::{BIZ_TYPE, RowAction, effect, filing};

/// What was asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnedRow {
    /// What was to be done.
    pub deed: RowAction,
    /// The row as it would be.
    pub row: RegisterRow,
    /// Send it back with a change.
    pub version: u64,
}

fn found(view: &View, code: &str, asked: &RowRequest) -> Result<Published> {
    let published = Published::of(view, code)?;
    if published.id() == asked.register_id { Ok(published) } else { Err(missing()) }
}

/// GET /reg/{code}/returned/{id}: by the number of the process.
///
/// # Errors
/// A sentence for what is not the caller's, or does not lie with him.
pub fn show(view: &View, input: OneRow) -> Result<Data<ReturnedRow>> {
    let loaded = own(view, input.id, BIZ_TYPE)?;
    let asked: RowRequest = input_of(&loaded.doc)?;
    let published = found(view, &input.code, &asked)?;
    let row = asked.laid(view, &published)?;
    let row = Shower::new(view, &published).row(&row)?;
    Ok(Data(ReturnedRow { deed: asked.deed, row, version: loaded.state.instance.version }))
}

/// PUT /reg/{code}/returned: `id` and `version` are those of the process. It is submitted again by `/appr/submit`.
///
/// # Errors
/// What the rules of rows say; a sentence when it was changed since it was read, or is no form.
pub fn put_right(op: &mut Op, input: RowInput) -> Result<Done> {
    let loaded = own(&op.view(), input.id.unwrap_or(0), BIZ_TYPE)?;
    returned::same_as_read(&loaded, input.version)?;
    let asked: RowRequest = input_of(&loaded.doc)?;
    if !matches!(asked.deed, RowAction::Create | RowAction::Change) {
        return Err(AppError::refused(format!("{}没有可以修改的内容", asked.deed.label())));
    }
    let published = found(&op.view(), &input.code, &asked)?;
    op.titled(format!("登记表·{}", published.register.name));
    effect::release(op, &asked.holds, loaded.doc.id)?;
    let next = filing::asked_again(op, published, &asked, &input)?;
    op.discard()?;
    let instance_id = loaded.state.instance.instance_id;
    let gone: Vec<u64> = asked.holds.iter().copied().filter(|file| !next.holds.contains(file)).collect();
    files::detach(op, &gone, FILES_OF_PROCESS, instance_id)?;
    files::attach(op, &next.holds, FILES_OF_PROCESS, instance_id)?;
    returned::put_right(op, loaded, &next)?;
    Ok(Done)
}
