//! Checking records, indexes and sums against each other, on a snapshot, beside a running server.
//!
//! Invariant: entries of an index and cells of a sum are not held, however many they are. They are compared part by part
//! ([`Parts`], [`Added`]); only those of parts that differ are read again, so many at a time.

use std::collections::{HashMap, HashSet};
use std::ops::Bound;

use serde::Serialize;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128_with_seed};

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

/// Entries of an index or cells of a sum that are held at a time, about.
const AT_ONCE: usize = 100_000;

/// Parts that the entries of an index are divided into, by a hash of the key.
const PARTS: usize = 512;

/// What an index holds, in numbers: of each part how many entries, and the sum of their hashes. Where both agree the entries
/// are the same, but by a chance of 2^-128.
struct Parts(Vec<(usize, u128)>);

impl Default for Parts {
    fn default() -> Self {
        Self(vec![(0, 0); PARTS])
    }
}

impl Parts {
    fn part_of(key: &[u8]) -> usize {
        usize::try_from(xxh3_64(key) % PARTS as u64).unwrap_or(0)
    }

    fn add(&mut self, key: &[u8], value: &[u8]) {
        let mut hasher = Xxh3::new();
        hasher.update(key);
        hasher.update(&[0]);
        hasher.update(value);
        if let Some((count, sum)) = self.0.get_mut(Self::part_of(key)) {
            *count += 1;
            *sum = sum.wrapping_add(hasher.digest128());
        }
    }

    /// Parts in which two differ, each with the entries that comparing it takes.
    fn differing(&self, other: &Self) -> Vec<(usize, usize)> {
        let pairs = self.0.iter().zip(&other.0).enumerate();
        pairs.filter(|(_, (own, other))| own != other).map(|(part, (own, other))| (part, own.0.max(other.0))).collect()
    }
}

/// What the cells of a sum hold, in one number for each part: the values, each times a weight of its own that follows from key
/// and place. So what records contribute adds up to the same as the cells that they make, and nothing has to be held to compare
/// the two. Where they agree the cells are the same, but by a chance of 2^-64.
struct Added(Vec<u128>);

impl Default for Added {
    fn default() -> Self {
        Self(vec![0; PARTS])
    }
}

impl Added {
    fn add(&mut self, key: &[u8], values: &Values) {
        let Some(sum) = self.0.get_mut(Parts::part_of(key)) else { return };
        for (place, value) in (1..).zip(values).filter(|(_, value)| **value != 0) {
            let weight = xxh3_128_with_seed(key, place);
            *sum = sum.wrapping_add(weight.wrapping_mul(i128::from(*value).cast_unsigned()));
        }
    }

    /// A cell that can't be read, or says nothing and should not be there: its part is compared cell by cell.
    fn spoil(&mut self, key: &[u8]) {
        self.add(key, &[1, 0, 0]);
    }

    fn differing(&self, other: &Self) -> Vec<usize> {
        let pairs = self.0.iter().zip(&other.0).enumerate();
        pairs.filter(|(_, (own, other))| own != other).map(|(part, _)| part).collect()
    }
}

/// The first of some parts that are compared together.
fn together(parts: &[(usize, usize)]) -> usize {
    let mut entries = 0;
    let fits = |(_, count): &&(usize, usize)| {
        entries += count;
        entries <= AT_ONCE
    };
    parts.iter().take_while(fits).count().max(1)
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

    /// Whether more findings would change nothing.
    fn is_full(&self) -> bool {
        self.report.index_faults.len() >= LISTED && self.corrections.len() >= self.most
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
    let mut wanted: HashMap<&'static str, Parts> = HashMap::new();
    let mut summed: HashMap<&'static str, Added> = HashMap::new();
    let report = &mut found.report;
    tx.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        match (info.derive)(id, bytes) {
            Ok(derived) => {
                report.records += 1;
                for (index, columns) in &derived.entries {
                    wanted.entry(index).or_default().add(&entry_key(columns, &derived.id), &entry_value(columns));
                }
                for index in &derived.doubled {
                    note(&mut report.doubled, format!("{index}: {}", shown(&derived.id)));
                }
                for (sum, columns, values) in &derived.cells {
                    summed.entry(sum).or_default().add(columns.bytes(), values);
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
        verify_index(info, tx, index, &wanted.remove(index).unwrap_or_default(), &mut found)?;
    }
    for sum in sums {
        verify_sum(info, tx, sum, &summed.remove(sum).unwrap_or_default(), &mut found)?;
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
fn verify_index(info: &TableInfo, tx: &dyn RawRead, name: &'static str, wanted: &Parts, found: &mut Look) -> Res<()> {
    let mut there = Parts::default();
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, value| {
        there.add(key, value);
        true
    })?;
    let differing = wanted.differing(&there);
    let mut left = differing.as_slice();
    while !left.is_empty() && !found.is_full() {
        let (some, rest) = left.split_at(together(left));
        left = rest;
        let parts: HashSet<usize> = some.iter().map(|(part, _)| *part).collect();
        let chosen = |key: &[u8]| parts.contains(&Parts::part_of(key));
        let entries = entries_of(info, tx, name, &chosen)?;
        compare_entries(tx, name, entries, &chosen, found)?;
    }
    Ok(())
}

/// Entries that the records ask for in an index, those that are chosen by their keys.
fn entries_of(
    info: &TableInfo,
    tx: &dyn RawRead,
    name: &'static str,
    chosen: &dyn Fn(&[u8]) -> bool,
) -> Res<Vec<(Vec<u8>, [u8; 2])>> {
    let mut entries = Vec::new();
    tx.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        if let Ok(derived) = (info.derive)(id, bytes) {
            let own = derived.entries.iter().filter(|(index, _)| *index == name);
            let own = own.map(|(_, columns)| (entry_key(columns, &derived.id), entry_value(columns)));
            entries.extend(own.filter(|(key, _)| chosen(key)));
        }
        true
    })?;
    Ok(entries)
}

/// Names what differs between the chosen entries of an index and those that the records ask for.
fn compare_entries(
    tx: &dyn RawRead,
    name: &'static str,
    mut wanted: Vec<(Vec<u8>, [u8; 2])>,
    chosen: &dyn Fn(&[u8]) -> bool,
    found: &mut Look,
) -> Res<()> {
    wanted.sort_unstable();
    let missing = |(entry, value): &(Vec<u8>, [u8; 2])| {
        let text = format!("{name} 缺少索引项 {}", hex::encode(entry));
        (text, (name, entry.clone(), Some(value.to_vec())))
    };
    let mut wanted = wanted.iter().peekable();
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |entry, value| {
        if !chosen(entry) {
            return true;
        }
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

/// Compares the cells of a sum with what the records add up to.
fn verify_sum(info: &TableInfo, tx: &dyn RawRead, name: &'static str, wanted: &Added, found: &mut Look) -> Res<()> {
    let mut there = Added::default();
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, bytes| {
        match decode_cell(name, key, bytes) {
            Ok(values) if values != Values::default() => there.add(key, &values),
            _ => there.spoil(key),
        }
        true
    })?;
    let mut left = wanted.differing(&there);
    while !left.is_empty() && !found.is_full() {
        let (cells, parts) = cells_of(info, tx, name, &left, AT_ONCE)?;
        left.drain(..parts.len());
        compare_cells(tx, name, cells, &|key| parts.contains(&Parts::part_of(key)), found)?;
    }
    Ok(())
}

/// The cells that the records add up to, of as many of the parts, from the first on, as have at most `most` cells; of one at
/// least. Answers which parts these are, too.
fn cells_of(
    info: &TableInfo,
    tx: &dyn RawRead,
    name: &'static str,
    parts: &[usize],
    most: usize,
) -> Res<(Cells, HashSet<usize>)> {
    let mut chosen: HashSet<usize> = parts.iter().copied().collect();
    let mut cells = Cells::new();
    tx.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        let Ok(derived) = (info.derive)(id, bytes) else { return true };
        let own = derived.cells.iter().filter(|(sum, ..)| *sum == name);
        for (_, columns, values) in own.filter(|(_, columns, _)| chosen.contains(&Parts::part_of(columns.bytes()))) {
            count(&mut cells, columns, values);
        }
        while cells.len() > most && chosen.len() > 1 {
            chosen = parts.iter().take(chosen.len() / 2).copied().collect();
            cells.retain(|key, _| chosen.contains(&Parts::part_of(key)));
        }
        true
    })?;
    cells.retain(|_, values| *values != Values::default());
    Ok((cells, chosen))
}

/// Names what differs between the chosen cells of a sum and those that the records add up to.
fn compare_cells(
    tx: &dyn RawRead,
    name: &'static str,
    mut wanted: Cells,
    chosen: &dyn Fn(&[u8]) -> bool,
    look: &mut Look,
) -> Res<()> {
    tx.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, bytes| {
        if !chosen(key) {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use serde::Deserialize;

    use super::*;
    use crate::{FileMedium, Index, Record, Store, StoreOptions, Sum, Urgency, id, table};

    #[derive(Serialize, Deserialize)]
    struct Thing(u64);

    const BY_REST: Index<Thing> = Index { name: "thing/rest", unique: false, keys: |thing| vec![id(thing.0 % 7)] };
    const OF_TEN: Sum<Thing> = Sum {
        name: "thing/ten",
        cells: |thing| vec![(id(thing.0 / 10), [1, thing.0.cast_signed(), 0]), (id(9_999_999), [1, -1, 0])],
    };

    impl Record for Thing {
        const TABLE: &'static str = "thing";
        const INDEXES: &'static [Index<Self>] = &[BY_REST];
        const SUMS: &'static [Sum<Self>] = &[OF_TEN];
        fn id(&self) -> Key {
            id(self.0)
        }
    }

    const TABLES: &[TableInfo] = &[table::<Thing>()];

    fn faults(store: &Store) -> usize {
        TABLES[0].verify(&store.read().expect("readable")).expect("verified").index_faults.len()
    }

    fn things(folder: &tempfile::TempDir) -> Store {
        let medium = Box::new(FileMedium::new(&folder.path().join("gx.redb")));
        let store =
            Store::open(medium, StoreOptions { reserve_bytes: 0, ..StoreOptions::default() }, TABLES).expect("open");
        store.write(|tx| (0..3_000).try_for_each(|number| tx.put(&Thing(number)).map(|_| ()))).expect("written");
        assert_eq!(faults(&store), 0);
        store
    }

    fn hurt(store: &Store, hurt: impl FnOnce(&mut Writer<'_>) + Send + 'static) {
        let work = move |batch: &crate::Batch<'_>| -> Res<()> {
            batch.attempt(|tx| {
                hurt(tx);
                Ok(())
            })
        };
        store.submit(Urgency::Ordinary, work).expect("queued").wait().expect("hurt");
    }

    #[test]
    fn every_cell_that_differs_is_found_and_put_right() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = things(&folder);
        let cell = |ten: u64| (id(ten).bytes().to_vec(), encode_cell(OF_TEN.name, id(ten).bytes(), &[1, 1, 0]));
        let zero = (id(77_777).bytes().to_vec(), encode_cell(OF_TEN.name, id(77_777).bytes(), &Values::default()));
        for damaged in [1_u64, 3, 40] {
            let zero = zero.clone();
            hurt(&store, move |tx| {
                for ten in 0..damaged {
                    let (key, wrong) = if ten % 4 == 3 { cell(ten + 1_000_000) } else { cell(ten * 7) };
                    let value = [None, Some(b"x".to_vec()), Some(wrong.clone()), Some(wrong)];
                    tx.correct(OF_TEN.name, key, value[(ten % 4) as usize].clone());
                }
                tx.correct(OF_TEN.name, zero.0, Some(zero.1));
            });
            assert_eq!(faults(&store), damaged as usize + 1);
            let mended = store.write(|tx| repair_table(&TABLES[0], tx, 1_000)).expect("mended");
            assert_eq!((mended, faults(&store)), (damaged as usize + 1, 0));
        }
    }

    #[test]
    fn a_sum_that_is_gone_is_compared_in_pieces_that_fit() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = things(&folder);
        let reader = store.read().expect("readable");
        let all: Vec<usize> = (0..PARTS).collect();
        let (mut left, mut found, mut looks) = (all.as_slice(), 0, 0);
        while !left.is_empty() {
            let (cells, parts) = cells_of(&TABLES[0], &reader, OF_TEN.name, left, 50).expect("cells");
            assert!(cells.len() <= 50 || parts.len() == 1, "{} of {}", cells.len(), parts.len());
            assert_eq!(parts, left.iter().take(parts.len()).copied().collect());
            left = &left[parts.len()..];
            (found, looks) = (found + cells.len(), looks + 1);
        }
        assert_eq!(found, 301);
        assert!((7..60).contains(&looks), "{looks}");
    }

    #[test]
    fn every_entry_that_differs_is_found_and_put_right() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = things(&folder);
        let random = &mut StdRng::seed_from_u64(7);
        for damaged in [1_usize, 3, 40] {
            let numbers: Vec<(u64, u8)> = (0..damaged as u64).map(|at| (at * 71, random.random_range(0..3))).collect();
            let entry = |number: u64| entry_key(&id(number % 7), &id(number));
            hurt(&store, move |tx| {
                for (number, way) in numbers {
                    match way {
                        0 => tx.correct(BY_REST.name, entry(number), None),
                        1 => tx.correct(BY_REST.name, entry(number), Some(b"xx".to_vec())),
                        _ => tx.correct(BY_REST.name, entry(number + 1_000_000), Some(b"yy".to_vec())),
                    }
                }
            });
            assert_eq!(faults(&store), damaged);
            let mended = store.write(|tx| repair_table(&TABLES[0], tx, 1_000)).expect("mended");
            assert_eq!((mended, faults(&store)), (damaged, 0));
        }
    }

    #[test]
    fn parts_that_are_compared_together_are_never_none() {
        assert_eq!(together(&[(0, AT_ONCE + 1), (1, 1)]), 1);
        assert_eq!(together(&[(0, AT_ONCE - 1), (1, 1), (2, 1)]), 2);
    }
}
