//! Saved queries 常用查询 of reports as clients from before know them: the views of every list (`portal/views.rs`) with
//! their filter alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::portal::views::{self, SavedView, ViewInput, state_of};
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::list::{Made, One};
use crate::route::{Data, Done};
use crate::store::{Reads, id};

/// Which report.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct OfPage {
    /// Last part of its path.
    pub page: String,
}

/// What a person saves.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SavedInput {
    /// Name of the report, as pages give it.
    pub page: String,
    /// What he calls it.
    #[schemars(title = "查询名称")]
    pub name: String,
    /// The filter as the address has it.
    #[serde(default)]
    pub search: String,
}

/// The same on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedOut {
    /// Number of the saved query.
    pub saved_id: u64,
    /// What he calls it.
    pub name: String,
    /// The filter, as the address of the page has it.
    pub search: String,
}

pub fn list(view: &View, query: OfPage) -> Result<Data<Vec<SavedOut>>> {
    let shown = |saved: SavedView| SavedOut { saved_id: saved.saved_id, search: saved.filter(), name: saved.name };
    Ok(Data(views::own(view, &query.page)?.into_iter().map(shown).collect()))
}

/// POST /report/saved: a name that is there gets the new filter.
///
/// # Errors
/// A sentence for what is too long or too many.
pub fn save(op: &mut Op, input: SavedInput) -> Result<Data<Made>> {
    check::required("name", input.name.trim(), "请输入查询名称")?;
    check::at_most("search", &input.search, 2_000, "查询条件过长，请减少后重试")?;
    let SavedInput { page, name, search } = input;
    let known = views::own(&op.view(), &page)?;
    let role_id = known.iter().find(|saved| saved.name == name.trim()).map_or(0, |saved| saved.role_id);
    views::save(op, ViewInput { view_id: 0, page, name, state: state_of(&search), role_id })
}

/// DELETE /report/saved/{id}
///
/// # Errors
/// The same sentence for a missing one and another person's.
pub fn remove(op: &mut Op, input: One) -> Result<Done> {
    let saved: Option<SavedView> = op.view().tx.get(&id(input.id))?;
    let own = op.caller.user_id();
    match saved.filter(|saved| saved.user_id == own) {
        Some(saved) => op.delete::<SavedView>(&id(saved.saved_id))?,
        None => return Err(AppError::refused("常用查询不存在，可能已被删除，请刷新后重试")),
    };
    Ok(Done)
}
