//! What is kept of bill runs: the runs themselves, and the leases that could not be billed.

use serde::{Deserialize, Serialize};

use crate::features::finance::bill::generate::Generated;
use crate::kernel::dates::Stamp;
use crate::store::{Index, Keeping, Key, Record, id};

/// A run over the leases, under way or ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillRun {
    pub run_id: u64,
    /// What started it, as in the job log: 定时, 补跑, 手动（login name）.
    pub cause: String,
    /// Whose rights it works with: a login name, or that of the job.
    pub by: String,
    /// When it began.
    pub begin: Stamp,
    /// When it ended; none while it is under way.
    pub end: Option<Stamp>,
    /// Leases it is about.
    pub total: usize,
    /// Leases it has tried.
    pub done: usize,
    pub issued: usize,
    pub adjusted: usize,
    /// Their sum, fen.
    pub amount_fen: i64,
    /// Leases that refused.
    pub refused: usize,
    /// Why it did not come to its end, or did not begin.
    pub problem: String,
}

impl BillRun {
    /// What was issued.
    pub fn generated(&self) -> Generated {
        Generated { issued: self.issued, adjusted: self.adjusted, amount_fen: self.amount_fen }
    }

    /// The run after some more leases.
    #[must_use]
    pub(super) fn after(mut self, leases: usize, done: Generated) -> Self {
        self.done += leases;
        self.issued += done.issued;
        self.adjusted += done.adjusted;
        self.amount_fen += done.amount_fen;
        self
    }
}

/// Runs that have not ended.
pub const UNDER_WAY: Index<BillRun> = Index {
    name: "bill_run/under_way",
    unique: false,
    keys: |run| if run.end.is_none() { vec![id(run.run_id)] } else { Vec::new() },
};

impl Record for BillRun {
    const TABLE: &'static str = "bill_run";
    const NUMBERED: bool = true;
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[UNDER_WAY];
    fn id(&self) -> Key {
        id(self.run_id)
    }
}

/// A lease that refused its bills when it was tried last. The record goes with the first try that succeeds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unbilled {
    pub lease_id: u64,
    pub sentence: String,
    /// Since when it has refused.
    pub since: Stamp,
    /// When it was tried last.
    pub at: Stamp,
}

/// All of them; an index of this name tells the to-do block.
pub const WAITING: Index<Unbilled> =
    Index { name: "unbilled/waiting", unique: false, keys: |mark| vec![id(mark.lease_id)] };

impl Record for Unbilled {
    const TABLE: &'static str = "unbilled";
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[WAITING];
    fn id(&self) -> Key {
        id(self.lease_id)
    }
}
