//! Registers whose rows are about a record of the portal, a room for example, so that its page leads to a new row with the record
//! filled in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::links;
use super::published::Published;
use super::record::{Register, RegisterState};
use super::remind::held::address;
use crate::error::{AppError, Result};
use crate::kernel::order::Order;
use crate::op::View;
use crate::route::{Data, Route, read};
use crate::store::Reads;

/// What rows are to be about.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PointedAt {
    /// Kind of record: `asset`, `room` …
    pub kind: String,
}

/// A register to which the caller may add a row about a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointingRegister {
    /// Code of the register 登记表.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Code of its field that names the record.
    pub field: String,
    /// Where its page is.
    pub path: String,
}

/// GET /reg/links/{kind}/registers: in the order of their names.
///
/// # Errors
/// A kind of record that there is not.
fn registers(view: &View, input: PointedAt) -> Result<Data<Vec<PointingRegister>>> {
    let kind = links::kind(&input.kind).ok_or_else(|| AppError::refused("没有这种关联"))?;
    let mut found = Vec::new();
    for register in view.tx.all::<Register>()?.into_iter().filter(|one| one.state == RegisterState::Published) {
        let published = Published::whatever_state(view, register)?;
        if !published.holds(view, "add") || !published.holds(view, "list") {
            continue;
        }
        let seen = published.seen(view);
        let Some(field) = seen.iter().find(|field| field.link == kind.name && field.insert) else { continue };
        found.push(PointingRegister {
            code: published.register.code.clone(),
            name: published.register.name.clone(),
            field: field.code.clone(),
            path: address(view, published.register.menu_id)?,
        });
    }
    found.order_by_key(|register| register.name.clone());
    Ok(Data(found))
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![read("/reg/links/{kind}/registers", registers).signed_in().titled("可登记某类记录的登记表")]
}
