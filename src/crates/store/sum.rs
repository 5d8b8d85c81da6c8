//! Sums kept beside the records: derived, moved by `put` and `delete` in the same commit, rebuilt and compared by the
//! doctor. Never a second truth: a sum is a function of the records and nothing else writes its table.
//!
//! A stored cell is `version (1 byte) · checksum (4 bytes, xxh3 over table, key and payload) · payload`, the payload being
//! the values as variable-length integers without trailing zeros. A cell whose values are all zero is not stored.

use std::collections::BTreeMap;
use std::ops::Bound;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::error::{Res, StoreError};
use super::key::{Key, after};
use super::record::Record;
use super::tx::RawRead;

/// How many values a cell has; a sum that needs fewer leaves the rest at zero, which costs no byte.
pub const VALUES: usize = 3;

/// The values of a cell.
pub type Values = [i64; VALUES];

/// Sums as a value: under which columns a record counts, and with which values.
pub struct Sum<R: 'static> {
    /// Name of its table, `<record table>/<purpose>`.
    pub name: &'static str,
    /// What a record contributes; a pure function of the record.
    pub cells: fn(&R) -> Vec<(Key, Values)>,
}

/// Version of the stored shape of a cell.
const VERSION: u8 = 1;
/// Bytes before the payload: version and checksum.
const HEAD: usize = 5;

/// Cells in memory, by key.
pub type Cells = BTreeMap<Vec<u8>, Values>;

/// Adds values to values.
pub fn add(to: &mut Values, values: &Values) {
    for (to, value) in to.iter_mut().zip(values) {
        *to = to.wrapping_add(*value);
    }
}

/// Adds what a record contributes to a cell.
pub fn count(cells: &mut Cells, columns: &Key, values: &Values) {
    add(cells.entry(columns.bytes().to_vec()).or_default(), values);
}

/// What a writing changes: the cells of the new record less those of the old one.
pub(super) fn difference<R: Record>(sum: &Sum<R>, old: Option<&R>, new: Option<&R>) -> Vec<(Key, Values)> {
    let mut moved: Vec<(Key, Values)> = new.map(sum.cells).unwrap_or_default();
    for (columns, values) in old.map(sum.cells).unwrap_or_default() {
        moved.push((columns, values.map(i64::wrapping_neg)));
    }
    moved.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    moved.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            add(&mut kept.1, &next.1);
        }
        same
    });
    moved.retain(|(_, values)| *values != Values::default());
    moved
}

fn damaged(name: &str, key: &[u8]) -> StoreError {
    StoreError::Corrupt { table: name.into(), why: format!("汇总 {} 已损坏", hex::encode(key)) }
}

/// The checksum's seed of a table.
fn seed(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

fn checksum(seed: u64, key: &[u8], payload: &[u8]) -> [u8; 4] {
    let hash = xxh3_64_with_seed(payload, xxh3_64_with_seed(key, seed));
    let [a, b, c, d, ..] = hash.to_be_bytes();
    [a, b, c, d]
}

/// The payload of values.
pub(super) fn pack(values: &Values) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(VALUES * 10);
    let used = values.iter().rposition(|value| *value != 0).map_or(0, |place| place + 1);
    for value in &values[..used] {
        let mut rest = (value << 1 ^ value >> 63).cast_unsigned();
        while rest >= 0x80 {
            bytes.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        bytes.push(rest.to_le_bytes()[0]);
    }
    bytes
}

/// The bytes to store for a cell.
pub(super) fn encode_cell(name: &str, key: &[u8], values: &Values) -> Vec<u8> {
    let mut bytes = vec![VERSION; HEAD];
    bytes.extend(pack(values));
    let sum = checksum(seed(name), key, &bytes[HEAD..]);
    bytes[1..HEAD].copy_from_slice(&sum);
    bytes
}

/// The values of a payload; none when it has no such shape.
pub(super) fn values_of(payload: &[u8]) -> Option<Values> {
    let mut values = Values::default();
    let (mut place, mut rest, mut shift) = (0, 0_u64, 0_u32);
    for byte in payload {
        rest |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            *values.get_mut(place)? = (rest >> 1).cast_signed() ^ -(rest & 1).cast_signed();
            (place, rest, shift) = (place + 1, 0, 0);
        }
    }
    (shift == 0).then_some(values)
}

fn decode_seeded(name: &str, seed: u64, key: &[u8], bytes: &[u8]) -> Res<Values> {
    let (head, payload) = bytes.split_at_checked(HEAD).ok_or_else(|| damaged(name, key))?;
    if head[0] != VERSION || head[1..] != checksum(seed, key, payload) {
        return Err(damaged(name, key));
    }
    values_of(payload).ok_or_else(|| damaged(name, key))
}

/// Reads a cell from its stored bytes.
pub(super) fn decode_cell(name: &str, key: &[u8], bytes: &[u8]) -> Res<Values> {
    decode_seeded(name, seed(name), key, bytes)
}

/// Walks the cells whose keys lie from `low` to those that start with `high`.
///
/// # Errors
/// A damaged cell.
pub fn range<T: RawRead + ?Sized>(
    tx: &T,
    name: &'static str,
    low: &Key,
    high: &Key,
    visit: &mut dyn FnMut(&[u8], &Values),
) -> Res<()> {
    let mut failure = None;
    let seed = seed(name);
    let end = after(high.bytes());
    let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    tx.raw_range(name, Bound::Included(low.bytes()), end, false, &mut |key, bytes| {
        match decode_seeded(name, seed, key, bytes) {
            Ok(values) => visit(key, &values),
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    })?;
    failure.map_or(Ok(()), Err)
}

/// Columns of a key at most, for those who read them as numbers.
pub const MOST_COLUMNS: usize = 10;

/// The columns of a key in the order they were written; 0 for those that it does not have.
pub type Numbers = [u64; MOST_COLUMNS];

/// How a column was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// In one byte.
    One,
    /// In two.
    Two,
    /// In three.
    Three,
    /// By [`Key::short`].
    Short,
}

/// The columns of a key.
// A report reads tens of thousands of cells: this loop is built for speed, those who ask are not.
pub fn numbers_of(key: &[u8], widths: &[Width]) -> Numbers {
    let (mut numbers, mut rest) = (Numbers::default(), key);
    for (to, width) in numbers.iter_mut().zip(widths) {
        let bytes = match width {
            Width::One => 1,
            Width::Two => 2,
            Width::Three => 3,
            Width::Short => match rest.split_first() {
                Some((bytes, after)) => {
                    rest = after;
                    usize::from(*bytes)
                }
                None => 0,
            },
        };
        let Some((column, after)) = rest.split_at_checked(bytes) else { break };
        *to = column.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        rest = after;
    }
    numbers
}

/// Walks cells as [`range`] does, with the columns of their keys as numbers.
///
/// # Errors
/// A damaged cell.
pub fn range_of_numbers<T: RawRead + ?Sized>(
    tx: &T,
    name: &'static str,
    (low, high): (&Key, &Key),
    widths: &[Width],
    visit: &mut dyn FnMut(&Numbers, &Values),
) -> Res<()> {
    range(tx, name, low, high, &mut |key, values| visit(&numbers_of(key, widths), values))
}

/// Reads the columns of a cell's key again, in the order they were written.
pub struct Columns<'k>(&'k [u8]);

impl<'k> Columns<'k> {
    /// Of a key's bytes.
    pub fn of(key: &'k [u8]) -> Self {
        Self(key)
    }

    fn number(&mut self, bytes: usize) -> u64 {
        let (head, rest) = self.0.split_at_checked(bytes).unwrap_or_default();
        self.0 = rest;
        head.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// A column of one byte; 0 when the key has ended.
    pub fn u8(&mut self) -> u8 {
        self.number(1).to_le_bytes()[0]
    }

    /// A column of two bytes.
    pub fn u16(&mut self) -> u32 {
        u32::try_from(self.number(2)).unwrap_or_default()
    }

    /// A column of three bytes.
    pub fn u24(&mut self) -> u32 {
        u32::try_from(self.number(3)).unwrap_or_default()
    }

    /// A number written by [`Key::short`].
    pub fn short(&mut self) -> u64 {
        let bytes = usize::from(self.u8());
        self.number(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::key;
    use super::*;

    #[test]
    fn cells_keep_their_values() {
        for values in [[0, 0, 0], [1, -1, 0], [i64::MAX, i64::MIN, 7], [0, 0, -64], [63, 64, 8_192]] {
            let bytes = encode_cell("t", b"k", &values);
            assert_eq!(decode_cell("t", b"k", &bytes).unwrap(), values);
            assert!(decode_cell("t", b"l", &bytes).is_err(), "another key");
            assert!(decode_cell("u", b"k", &bytes).is_err(), "another table");
            for place in 0..bytes.len() {
                let mut rotten = bytes.clone();
                rotten[place] ^= 4;
                assert!(decode_cell("t", b"k", &rotten).is_err(), "byte {place} of {values:?}");
            }
        }
    }

    #[test]
    fn columns_come_back_and_sort_like_numbers() {
        let numbers = [0, 1, 255, 256, 70_000, u64::MAX];
        let keys: Vec<Key> = numbers.iter().map(|number| key().u16(7).u24(*number).short(*number).u8(9)).collect();
        for (written, number) in keys.iter().zip(numbers) {
            let mut columns = Columns::of(written.bytes());
            let clipped = u32::try_from(number.min(0xff_ffff)).unwrap();
            assert_eq!((columns.u16(), columns.u24(), columns.short(), columns.u8()), (7, clipped, number, 9));
            assert_eq!(columns.u8(), 0, "the end");
            let widths = [Width::Two, Width::Three, Width::Short, Width::One, Width::Short];
            let same = [7, clipped.into(), number, 9, 0, 0, 0, 0, 0, 0];
            assert_eq!(numbers_of(written.bytes(), &widths), same);
        }
        assert!(keys.is_sorted());
    }
}
