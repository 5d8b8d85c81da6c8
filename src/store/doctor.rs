//! Checking records, indexes and sums against each other, on a snapshot, beside a running server.

use std::ops::Bound;

use serde::Serialize;

use super::error::{Res, StoreError};
use super::record::{Record, decode, entry_key};
use super::sum::{Cells, Values, decode_cell, fold};
use super::tx::RawRead;

/// Findings beyond this number are counted, not listed.
const LISTED: usize = 50;

/// What the doctor found in one table.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TableReport {
    /// Table name.
    pub table: String,
    /// Records read.
    pub records: u64,
    /// Records that cannot be read (checksum, shape).
    pub damaged: Vec<String>,
    /// Index entries and sums that are missing, superfluous or wrong.
    pub index_faults: Vec<String>,
}

impl TableReport {
    /// Whether there is anything to report.
    pub fn is_clean(&self) -> bool {
        self.damaged.is_empty() && self.index_faults.is_empty()
    }
}

fn note(list: &mut Vec<String>, finding: String) {
    if list.len() < LISTED {
        list.push(finding);
    }
}

/// Reads every record of a table and compares every index and sum with what the records ask for.
pub(super) fn verify_table<R: Record>(tx: &dyn RawRead) -> Res<TableReport> {
    let mut report = TableReport { table: R::TABLE.into(), ..TableReport::default() };
    let mut wanted: Vec<Vec<Vec<u8>>> = R::INDEXES.iter().map(|_| Vec::new()).collect();
    let mut sums: Vec<Cells> = R::SUMS.iter().map(|_| Cells::new()).collect();
    tx.raw_range(R::TABLE, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        match decode::<R>(id, bytes) {
            Ok(record) => {
                report.records += 1;
                let id = record.id();
                for (index, wanted) in R::INDEXES.iter().zip(&mut wanted) {
                    wanted.extend((index.keys)(&record).iter().map(|columns| entry_key(columns, &id)));
                }
                for (sum, cells) in R::SUMS.iter().zip(&mut sums) {
                    fold(cells, sum, &record);
                }
            }
            Err(StoreError::Corrupt { why, .. }) => note(&mut report.damaged, why),
            Err(other) => note(&mut report.damaged, other.to_string()),
        }
        true
    })?;
    for (index, mut wanted) in R::INDEXES.iter().zip(wanted) {
        wanted.sort_unstable();
        // A record that names something twice has one entry for it.
        wanted.dedup();
        let mut next = 0;
        tx.raw_range(index.name, Bound::Unbounded, Bound::Unbounded, false, &mut |entry, _| {
            while next < wanted.len() && wanted[next].as_slice() < entry {
                note(
                    &mut report.index_faults,
                    format!("{}: entry missing: {}", index.name, hex::encode(&wanted[next])),
                );
                next += 1;
            }
            if next < wanted.len() && wanted[next].as_slice() == entry {
                next += 1;
            } else {
                note(&mut report.index_faults, format!("{}: superfluous entry: {}", index.name, hex::encode(entry)));
            }
            true
        })?;
        for missing in wanted.iter().skip(next) {
            note(&mut report.index_faults, format!("{}: entry missing: {}", index.name, hex::encode(missing)));
        }
    }
    for (sum, cells) in R::SUMS.iter().zip(sums) {
        verify_cells(tx, sum.name, cells, &mut report)?;
    }
    Ok(report)
}

/// Compares the stored cells of a sum with what the records add up to.
fn verify_cells(tx: &dyn RawRead, name: &'static str, mut wanted: Cells, report: &mut TableReport) -> Res<()> {
    wanted.retain(|_, values| *values != Values::default());
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, bytes| {
        let place = hex::encode(key);
        match (decode_cell(name, key, bytes), wanted.remove(key)) {
            (Err(_), _) => note(&mut report.index_faults, format!("{name}: sum damaged: {place}")),
            (Ok(found), Some(sum)) if found == sum => {}
            (Ok(found), sum) => {
                let sum = sum.unwrap_or_default();
                note(&mut report.index_faults, format!("{name}: sum {place} is {found:?}, records say {sum:?}"));
            }
        }
        true
    })?;
    for (key, sum) in wanted {
        note(&mut report.index_faults, format!("{name}: sum missing: {} {sum:?}", hex::encode(key)));
    }
    Ok(())
}
