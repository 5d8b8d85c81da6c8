//! Keeping what an operation on many rows does while it is done.

use super::record::{BatchKind, OF_REGISTER, RegBatch, RowBefore};
use crate::error::Result;
use crate::features::registers::record::RegRow;
use crate::op::Op;
use crate::store::{Reads, Record as _, id};

/// The operation under way.
#[derive(Debug, Clone)]
pub struct Log {
    batch_id: u64,
    made: Vec<u64>,
    changed: u64,
}

impl Log {
    /// The log of an operation that begins.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn begin(op: &mut Op) -> Result<Self> {
        Ok(Self { batch_id: op.next_id::<RegBatch>()?, made: Vec::new(), changed: 0 })
    }

    /// A row was made.
    pub fn made(&mut self, row: &RegRow) {
        self.made.push(row.no());
    }

    /// A row was changed from what it was; `version` is the one it has now.
    ///
    /// # Errors
    /// A store that can't be written.
    pub fn changed(&mut self, op: &mut Op, old: &RegRow, version: u64) -> Result<()> {
        self.changed += 1;
        op.put_quietly(&RowBefore { batch_id: self.batch_id, row: old.clone(), version }).map(drop)
    }

    /// The operation is done; nothing is kept of one that did nothing.
    ///
    /// # Errors
    /// A store that can't be written.
    pub fn end(self, op: &mut Op, register_id: u64, kind: BatchKind) -> Result<()> {
        if self.made.is_empty() && self.changed == 0 {
            return Ok(());
        }
        let batch = RegBatch {
            batch_id: self.batch_id,
            register_id,
            kind,
            user_id: op.caller.user_id(),
            by: op.caller.name(),
            at: op.now,
            made: ranges(self.made),
            changed: self.changed,
            undone: None,
        };
        op.put_quietly(&batch).map(drop)
    }
}

/// Numbers as ranges with both ends.
fn ranges(mut numbers: Vec<u64>) -> Vec<(u64, u64)> {
    numbers.sort_unstable();
    let mut all: Vec<(u64, u64)> = Vec::new();
    for no in numbers {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == no => *last = no,
            _ => all.push((no, no)),
        }
    }
    all
}

/// Drops what an operation kept of rows as they were.
///
/// # Errors
/// A store that can't be written.
pub fn drop_rows(op: &mut Op, batch_id: u64) -> Result<()> {
    let rows: Vec<RowBefore> = op.view().tx.by(&super::record::OF_BATCH, &id(batch_id), false, 0, usize::MAX)?;
    for before in rows {
        op.delete_quietly::<RowBefore>(&before.id())?;
    }
    Ok(())
}

/// Forgets every operation of a register: its rows leave, or a field goes for good with what stood in it.
///
/// # Errors
/// A store that can't be written.
pub fn forget(op: &mut Op, register_id: u64) -> Result<()> {
    let batches: Vec<RegBatch> = op.view().tx.by(&OF_REGISTER, &id(register_id), false, 0, usize::MAX)?;
    for batch in batches {
        drop_rows(op, batch.batch_id)?;
        op.delete_quietly::<RegBatch>(&batch.id())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_become_ranges() {
        assert_eq!(ranges(vec![5, 1, 2, 3, 9, 10]), [(1, 3), (5, 5), (9, 10)]);
        assert_eq!(ranges(Vec::new()), []);
    }
}
