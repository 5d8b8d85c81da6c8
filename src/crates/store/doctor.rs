//! Checking records, indexes and sums against each other, on a snapshot, beside a running server.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde::Serialize;

use super::error::{Res, StoreError};
use super::key::Key;
use super::record::{TableInfo, entry_key, entry_value};
use super::sum::{Cells, Values, count, decode_cell, encode_cell};
use super::tx::RawRead;
use super::writer::Writer;

/// Findings beyond this number are counted, not listed.
const LISTED: usize = 50;

/// What the doctor found in one table.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TableReport {
    pub table: String,
    pub records: u64,
    /// Records that cannot be read (checksum, shape).
    pub damaged: Vec<String>,
    /// Index entries and sums that are missing, superfluous or wrong.
    pub index_faults: Vec<String>,
    /// Records that name something twice (`index: number`): whole and usable, but written by a version that let it pass.
    pub doubled: Vec<String>,
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

/// What a derived table must be told to agree with the records: its key, and the value or nothing.
type Correction = (&'static str, Vec<u8>, Option<Vec<u8>>);

/// What one look through a table finds.
#[derive(Default)]
struct Look {
    report: TableReport,
    corrections: Vec<Correction>,
    // Corrections beyond this number are only counted.
    most: usize,
}

impl Look {
    fn fault(&mut self, finding: String, correction: Correction) {
        note(&mut self.report.index_faults, finding);
        if self.corrections.len() < self.most {
            self.corrections.push(correction);
        }
    }
}

/// Reads every record of a table and compares every index and sum with what the records ask for.
pub(super) fn verify_table(info: &TableInfo, tx: &dyn RawRead) -> Res<TableReport> {
    Ok(look(info, tx, 0)?.report)
}

/// Puts index entries and sums of a table right, at most `most` of them; answers how many. A table with a record that
/// cannot be read is left alone: nobody knows what that one would ask for.
pub(super) fn repair_table(info: &TableInfo, tx: &mut Writer<'_>, most: usize) -> Res<usize> {
    let Look { report, corrections, .. } = look(info, tx, most)?;
    if !report.damaged.is_empty() {
        return Ok(0);
    }
    let corrected = corrections.len();
    for (table, key, value) in corrections {
        tx.correct(table, key, value);
    }
    Ok(corrected)
}

fn look(info: &TableInfo, tx: &dyn RawRead, most: usize) -> Res<Look> {
    let mut found =
        Look { report: TableReport { table: info.name.into(), ..TableReport::default() }, most, ..Look::default() };
    let names = (info.indexes)();
    let (indexes, sums) = names.split_at(info.many_indexes.min(names.len()));
    let mut wanted: BTreeMap<&'static str, Vec<(Vec<u8>, [u8; 2])>> = BTreeMap::new();
    let mut summed: BTreeMap<&'static str, Cells> = BTreeMap::new();
    let report = &mut found.report;
    tx.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        match (info.derive)(id, bytes) {
            Ok(derived) => {
                report.records += 1;
                for (index, columns) in &derived.entries {
                    let entries = wanted.entry(index).or_default();
                    entries.push((entry_key(columns, &derived.id), entry_value(columns)));
                }
                for index in &derived.doubled {
                    note(&mut report.doubled, format!("{index}: {}", shown(&derived.id)));
                }
                for (sum, columns, values) in &derived.cells {
                    count(summed.entry(sum).or_default(), columns, values);
                }
            }
            Err(StoreError::Corrupt { why, .. }) => note(&mut report.damaged, why),
            Err(other) => note(&mut report.damaged, other.to_string()),
        }
        true
    })?;
    // Entries of a record that can't be read would be called superfluous.
    if !found.report.damaged.is_empty() {
        return Ok(found);
    }
    for index in indexes {
        verify_index(tx, index, wanted.remove(index).unwrap_or_default(), &mut found)?;
    }
    for sum in sums {
        verify_cells(tx, sum, summed.remove(sum).unwrap_or_default(), &mut found)?;
    }
    Ok(found)
}

/// A number, or the bytes of another key.
fn shown(id: &Key) -> String {
    match (id.bytes().len(), id.first_u64()) {
        (8, Some(number)) => number.to_string(),
        _ => hex::encode(id.bytes()),
    }
}

/// Compares the entries of an index with those that the records ask for.
fn verify_index(
    tx: &dyn RawRead,
    name: &'static str,
    mut wanted: Vec<(Vec<u8>, [u8; 2])>,
    found: &mut Look,
) -> Res<()> {
    wanted.sort_unstable();
    let missing = |(entry, value): &(Vec<u8>, [u8; 2])| {
        let text = format!("{name} 缺少索引项 {}", hex::encode(entry));
        (text, (name, entry.clone(), Some(value.to_vec())))
    };
    let mut wanted = wanted.iter().peekable();
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |entry, value| {
        while let Some(before) = wanted.next_if(|(key, _)| key.as_slice() < entry) {
            let (text, correction) = missing(before);
            found.fault(text, correction);
        }
        match wanted.next_if(|(key, _)| key.as_slice() == entry) {
            Some((_, right)) if right == value => {}
            Some((_, right)) => found.fault(
                format!("{name} 的索引项 {} 已损坏", hex::encode(entry)),
                (name, entry.to_vec(), Some(right.to_vec())),
            ),
            None => {
                found.fault(format!("{name} 有多余的索引项 {}", hex::encode(entry)), (name, entry.to_vec(), None));
            }
        }
        true
    })?;
    for rest in wanted {
        let (text, correction) = missing(rest);
        found.fault(text, correction);
    }
    Ok(())
}

/// Compares the stored cells of a sum with what the records add up to.
fn verify_cells(tx: &dyn RawRead, name: &'static str, mut wanted: Cells, look: &mut Look) -> Res<()> {
    wanted.retain(|_, values| *values != Values::default());
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, bytes| {
        let place = hex::encode(key);
        let right = wanted.remove(key);
        let cell = right.as_ref().map(|sum| encode_cell(name, key, sum));
        match (decode_cell(name, key, bytes), right) {
            (Err(_), _) => look.fault(format!("{name} 的汇总 {place} 已损坏"), (name, key.to_vec(), cell)),
            (Ok(found), Some(sum)) if found == sum => {}
            (Ok(found), sum) => {
                let sum = sum.unwrap_or_default();
                let text = format!("{name} 的汇总 {place} 为 {found:?}，按记录应为 {sum:?}");
                look.fault(text, (name, key.to_vec(), cell));
            }
        }
        true
    })?;
    for (key, sum) in wanted {
        let text = format!("{name} 缺少汇总 {}：{sum:?}", hex::encode(&key));
        let cell = encode_cell(name, &key, &sum);
        look.fault(text, (name, key, Some(cell)));
    }
    Ok(())
}
