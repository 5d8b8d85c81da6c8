//! Undoing what was done to many rows at once 撤销: an import, a paste, a batch, an edit in the grid.
//!
//! Invariants: one operation undoes one operation; a row that anybody touched since stays as it is and is named; what was made goes
//! into the recycle bin, what was changed is written again as it was, under the rules of today, and both stand in the history.
//! Deliberately absent: undoing an undo (the recycle bin and the history have what it took), operations on single rows, and the
//! first load of a workbook (its register is archived instead).

pub mod log;
pub mod ops;
pub mod record;

use crate::route::{AuditAction, Method, Route, read as get, write as put};

const TITLE: &str = "登记表数据";

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        get("/reg/{code}/batches", ops::list).perm_of("reg:{code}:edit").titled("可撤销的批量操作"),
        get("/reg/{code}/batches/{id}", ops::preview).perm_of("reg:{code}:edit").titled("批量操作详情"),
        put(Method::Put, "/reg/{code}/undo", ops::undo)
            .perm_of("reg:{code}:edit")
            .audit(TITLE, AuditAction::Update)
            .titled("撤销批量操作"),
    ]
}
