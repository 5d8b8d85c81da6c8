//! Removes files that belonged to nothing for a day. Their content goes with the sweep of blobs.

use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::files::{BY_LOOSE, FileInfo};
use crate::store::{Reads, Record, key};

/// How long a file may belong to nothing, in milliseconds.
pub const PATIENCE: i64 = 24 * 60 * 60 * 1000;
/// Most files of one transaction.
const BATCH: usize = 500;

fn overdue(view: &View) -> Result<Vec<FileInfo>> {
    let mut rows: Vec<FileInfo> = view.tx.by(&BY_LOOSE, &key(), false, 0, BATCH)?;
    rows.retain(|file| file.loose_since.is_some_and(|since| view.now.0 - since.0 > PATIENCE));
    Ok(rows)
}

/// Whether there is anything to do; keeps idle hours without commits.
pub fn is_due(view: &View) -> Result<bool> {
    Ok(!overdue(view)?.is_empty())
}

/// Removes one batch; answers how many.
pub fn run(op: &mut Op) -> Result<usize> {
    let rows = overdue(&op.view())?;
    for file in &rows {
        op.delete::<FileInfo>(&file.id())?;
    }
    Ok(rows.len())
}
