//! Long tables of a document under decision: the page of a process begins with the first rows, the others come when they are
//! turned to, masked by the same rights of fields.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::detail::{InstanceOut, show};
use crate::error::{AppError, Result};
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::One;
use crate::route::Data;

/// Rows of a table that come with the document.
const FIRST: usize = 200;

fn table<'d>(data: &'d mut Value, path: &str) -> Option<&'d mut Vec<Value>> {
    data.pointer_mut(&format!("/{}", path.replace('.', "/")))?.as_array_mut()
}

fn tables(out: &InstanceOut) -> Vec<String> {
    out.fields.iter().filter(|field| field.kind == "table").map(|field| field.path.clone()).collect()
}

/// GET /appr/instance/{id}: with the first rows of its tables, and how many the longer ones have.
///
/// # Errors
/// R21 for strangers; records that can't be read.
pub fn first(view: &View, input: One) -> Result<Data<InstanceOut>> {
    let Data(mut out) = show(view, input)?;
    let totals = cut(tables(&out), &mut out.data);
    Ok(Data(InstanceOut { totals, ..out }))
}

/// Leaves the first rows of each table; answers how many the longer ones had.
fn cut(paths: Vec<String>, data: &mut Value) -> BTreeMap<String, u64> {
    let mut totals = BTreeMap::new();
    for path in paths {
        if let Some(rows) = table(data, &path).filter(|rows| rows.len() > FIRST) {
            totals.insert(path, u64::try_from(rows.len()).unwrap_or(u64::MAX));
            rows.truncate(FIRST);
        }
    }
    totals
}

/// Which rows.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RowsInput {
    /// Number of the process 审批 that is meant.
    pub id: u64,
    /// Path of the table.
    pub field: String,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Rows of a table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowsOut {
    /// Rows of this page, as the caller may see them.
    #[schemars(with = "Vec<serde_json::Map<String, Value>>")]
    pub rows: Vec<Value>,
    /// Rows of all pages.
    pub total: u64,
}

/// GET /appr/instance/{id}/rows
///
/// # Errors
/// R21 for strangers, and for a table that the caller's node hides.
pub fn rows(view: &View, input: RowsInput) -> Result<Data<RowsOut>> {
    let Data(mut out) = show(view, One { id: input.id })?;
    let known = tables(&out).contains(&input.field);
    let rows = table(&mut out.data, &input.field).filter(|_| known);
    let rows = rows.ok_or_else(|| AppError::refused("该明细不存在或无权查看").at("field"))?;
    let total = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    let (size, page) = (input.paging.size(), input.paging.page_num.unwrap_or(1).max(1));
    let skipped = usize::try_from(size.saturating_mul(page - 1)).unwrap_or(usize::MAX);
    let taken = usize::try_from(size).unwrap_or(usize::MAX);
    let rows = std::mem::take(rows).into_iter().skip(skipped).take(taken).collect();
    Ok(Data(RowsOut { rows, total }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn long_tables_are_cut_and_counted_and_others_are_left_alone() {
        let mut data = json!({"bills": vec![1; 201], "inner": {"rooms": vec![1; 200]}, "no": "JM-1"});
        let paths = ["bills", "inner.rooms", "hidden"].map(str::to_owned).to_vec();
        assert_eq!(cut(paths, &mut data), BTreeMap::from([("bills".to_owned(), 201)]));
        assert_eq!(data, json!({"bills": vec![1; 200], "inner": {"rooms": vec![1; 200]}, "no": "JM-1"}));
    }
}
