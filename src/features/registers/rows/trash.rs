//! The recycle bin empties itself: what has lain there for `reg.trashDays` goes for good, with its files; its history stays.

use std::sync::Arc;

use crate::app::App;
use crate::error::Result;
use crate::op::{Caller, View};
use crate::platform::audit::AuditAction;
use crate::records::files;
use crate::store::{Reads, Record as _};

use super::super::record::ROW_FILES;
use super::super::record::{RegRow, Register};
use super::super::settings::TRASH_DAYS;
use super::read;

/// Rows of one commit.
const PORTION: usize = 500;
const DAY: i64 = 86_400_000;

/// Rows that have lain long enough, the first of them.
fn overdue(view: &View) -> Result<Vec<RegRow>> {
    let days = i64::try_from(view.app.settings.get(&TRASH_DAYS)).unwrap_or(i64::MAX);
    let before = view.now.0.saturating_sub(days.saturating_mul(DAY));
    let mut rows = Vec::new();
    // What is being archived goes as it was packed.
    for register in view.tx.all::<Register>()?.into_iter().filter(|register| register.lock.is_none()) {
        read::each(view, register.register_id, 0, |row| {
            if row.deleted.as_ref().is_some_and(|(at, _)| at.0 < before) {
                rows.push(row);
            }
            Ok(rows.len() < PORTION)
        })?;
    }
    Ok(rows)
}

/// Empties the bins; answers how many rows went.
///
/// # Errors
/// A failing disk.
pub fn empty(app: &Arc<App>, key: &'static str) -> Result<usize> {
    let caller = Arc::new(Caller::job(key));
    let mut removed = 0;
    while app.read(&caller, |view| Ok(!overdue(view)?.is_empty()))? {
        removed += app.act(&caller, "登记表回收站", AuditAction::Clean, |op| {
            let rows = overdue(&op.view())?;
            for row in &rows {
                files::set(op, &[], ROW_FILES, row.row_id)?;
                op.delete_quietly::<RegRow>(&row.id())?;
            }
            Ok(rows.len())
        })?;
    }
    Ok(removed)
}
