//! What an operation on many rows did, so that it can be undone.

use serde::{Deserialize, Serialize};

use crate::features::registers::record::RegRow;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::store::{Index, Keeping, Key, Record, id};

numbered! {
    /// What was done to many rows at once.
    pub enum BatchKind {
        Import = 1 => "导入",
        Paste = 2 => "粘贴",
        Batch = 3 => "批量修改",
        Cells = 4 => "表格编辑",
    }
}

/// An operation on many rows of a register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegBatch {
    pub batch_id: u64,
    /// Of which register.
    pub register_id: u64,
    /// What was done.
    pub kind: BatchKind,
    /// Who did it.
    pub user_id: u64,
    /// His login name.
    pub by: String,
    pub at: Stamp,
    /// Numbers within the register of the rows it made, as ranges with both ends.
    pub made: Vec<(u64, u64)>,
    /// Rows it changed; what they were stands in [`RowBefore`].
    pub changed: u64,
    /// When it was undone, and by whom (login name).
    pub undone: Option<(Stamp, String)>,
}

impl RegBatch {
    /// Rows it made.
    pub fn made_rows(&self) -> u64 {
        self.made.iter().map(|(first, last)| last - first + 1).sum()
    }
}

/// Operations of a register, oldest first.
pub const OF_REGISTER: Index<RegBatch> =
    Index { name: "reg_batch/register", unique: false, keys: |batch| vec![id(batch.register_id).u64(batch.batch_id)] };

impl Record for RegBatch {
    const TABLE: &'static str = "reg_batch";
    const NUMBERED: bool = true;
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_REGISTER];
    fn id(&self) -> Key {
        id(self.batch_id)
    }
}

/// A row as it was before an operation changed it; sealed values stay sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowBefore {
    pub batch_id: u64,
    pub row: RegRow,
    /// The row's version after the operation: a later one was written by somebody else.
    pub version: u64,
}

/// What an operation changed.
pub const OF_BATCH: Index<RowBefore> =
    Index { name: "reg_before/batch", unique: false, keys: |before| vec![id(before.batch_id)] };

impl Record for RowBefore {
    const TABLE: &'static str = "reg_before";
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_BATCH];
    fn id(&self) -> Key {
        id(self.batch_id).u64(self.row.row_id)
    }
}
