//! The cells of a sum in memory: a report reads tens of thousands of them, which a file answers ten times slower.
//!
//! Cells lie packed in chunks, in the order of their keys. Whoever holds a table reads it as it was when he took it: a change
//! copies the chunk that it touches while somebody does.

use std::sync::Arc;

use super::error::Res;
use super::key::{Key, after};
use super::sum::{Numbers, Values, Width, decode_cell, numbers_of, pack, range, values_of};
use super::tx::RawRead;

/// Cells of a chunk at most: looking for one of them is a tenth of a microsecond, and what a chunk costs is four bytes a cell.
const MOST: usize = 48;

/// Cells one after another: length of the key, key, length of the values, values.
#[derive(Debug, Clone, Default)]
struct Chunk {
    first: Vec<u8>,
    cells: usize,
    bytes: Vec<u8>,
}

/// Takes a length and so many bytes off.
fn part<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, after) = rest.split_first()?;
    let (part, after) = after.split_at_checked(usize::from(*length))?;
    *rest = after;
    Some(part)
}

/// Keys and packed values of a chunk.
fn cells(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || Some((part(&mut rest)?, part(&mut rest)?)))
}

impl Chunk {
    fn push(&mut self, key: &[u8], values: &[u8]) {
        if self.cells == 0 {
            self.first = key.to_vec();
        }
        for part in [key, values] {
            // columns are ten of nine bytes at most, values three of ten
            let length = u8::try_from(part.len()).unwrap_or(u8::MAX);
            self.bytes.push(length);
            self.bytes.extend(part.iter().take(usize::from(length)));
        }
        self.cells += 1;
    }

    /// The same with another value of a cell; none takes it out. Two chunks when it has grown too large.
    fn with(&self, key: &[u8], values: Option<&[u8]>) -> Vec<Self> {
        let (mut made, half) = (vec![Self::default()], self.cells.div_ceil(2));
        let split = self.cells >= MOST;
        let mut put = |key: &[u8], values: &[u8]| {
            if split && made.len() == 1 && made.last().is_some_and(|chunk| chunk.cells >= half) {
                made.push(Self::default());
            }
            if let Some(chunk) = made.last_mut() {
                chunk.push(key, values);
            }
        };
        let mut new = values.map(|values| (key, values));
        for (known, kept) in cells(&self.bytes) {
            if let Some((key, values)) = new.take_if(|(key, _)| *key < known) {
                put(key, values);
            }
            if known != key {
                put(known, kept);
            } else if let Some((key, values)) = new.take() {
                put(key, values);
            }
        }
        if let Some((key, values)) = new {
            put(key, values);
        }
        made.retain(|chunk| chunk.cells > 0);
        made
    }
}

/// The cells of a sum.
#[derive(Debug, Clone, Default)]
pub struct SumTable {
    chunks: Vec<Arc<Chunk>>,
}

impl SumTable {
    /// Those of a state of the store.
    ///
    /// # Errors
    /// A damaged cell; a store that can't be read.
    pub fn load(tx: &dyn RawRead, name: &'static str) -> Res<Self> {
        let (mut table, mut chunk) = (Self::default(), Chunk::default());
        range(tx, name, &Key::from_bytes(&[]), &Key::from_bytes(&[]), &mut |key, values| {
            if chunk.cells >= MOST * 3 / 4 {
                table.chunks.push(Arc::new(std::mem::take(&mut chunk)));
            }
            chunk.push(key, &pack(values));
        })?;
        if chunk.cells > 0 {
            table.chunks.push(Arc::new(chunk));
        }
        Ok(table)
    }

    /// Takes a change of a stored cell in; no bytes where it was taken out.
    ///
    /// # Errors
    /// A damaged cell.
    pub fn change(&mut self, name: &str, key: &[u8], stored: Option<&[u8]>) -> Res<()> {
        let values = stored.map(|bytes| decode_cell(name, key, bytes)).transpose()?.map(|values| pack(&values));
        let at = self.chunks.partition_point(|chunk| chunk.first.as_slice() <= key).saturating_sub(1);
        let made = match self.chunks.get(at) {
            Some(chunk) => chunk.with(key, values.as_deref()),
            None => Chunk::default().with(key, values.as_deref()),
        };
        let end = (at + 1).min(self.chunks.len());
        self.chunks.splice(at..end, made.into_iter().map(Arc::new));
        Ok(())
    }

    /// Visits cells whose keys lie from `low` to those that start with `high`, as [`super::sum::range_of_numbers`] does.
    pub fn range(&self, (low, high): (&Key, &Key), widths: &[Width], visit: &mut dyn FnMut(&Numbers, &Values)) {
        let (low, end) = (low.bytes(), after(high.bytes()));
        let at = self.chunks.partition_point(|chunk| chunk.first.as_slice() <= low).saturating_sub(1);
        for chunk in self.chunks.iter().skip(at) {
            for (key, values) in cells(&chunk.bytes) {
                if key < low {
                    continue;
                }
                if end.as_deref().is_some_and(|end| key >= end) {
                    return;
                }
                visit(&numbers_of(key, widths), &values_of(values).unwrap_or_default());
            }
        }
    }

    /// The key of the first or the last cell.
    pub fn edge(&self, last: bool) -> Option<&[u8]> {
        if last {
            cells(&self.chunks.last()?.bytes).last().map(|(key, _)| key)
        } else {
            Some(&self.chunks.first()?.first)
        }
    }

    /// Whether another one has the same cells; for tests.
    #[cfg(feature = "testing")]
    pub fn is_same(&self, other: &Self) -> bool {
        let all = |table: &Self| {
            let pairs = table.chunks.iter().flat_map(|chunk| cells(&chunk.bytes));
            pairs.map(|(key, values)| (key.to_vec(), values.to_vec())).collect::<Vec<_>>()
        };
        all(self) == all(other)
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.cells).sum()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.first.capacity() + chunk.bytes.capacity() + size_of::<Chunk>() + 24).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::key::key;
    use super::super::sum::encode_cell;
    use super::*;

    /// Numbers that anybody may foresee.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }
    }

    const WIDTHS: [Width; 3] = [Width::Two, Width::Two, Width::Short];

    fn seen(table: &SumTable, low: &Key, high: &Key) -> Vec<(Numbers, Values)> {
        let mut seen = Vec::new();
        table.range((low, high), &WIDTHS, &mut |numbers, values| seen.push((*numbers, *values)));
        seen
    }

    #[test]
    fn a_table_is_what_was_put_into_it() {
        let (mut dice, mut table, mut plain) = (Dice(5), SumTable::default(), BTreeMap::new());
        for step in 0..6_000 {
            let columns = key().u16(dice.below(40)).u16(dice.below(30)).short(dice.below(9) * 100);
            let values = [dice.below(1_000).cast_signed() - 500, 0, 3];
            let stored = (dice.below(4) > 0).then(|| encode_cell("t", columns.bytes(), &values));
            table.change("t", columns.bytes(), stored.as_deref()).unwrap();
            match stored {
                Some(_) => plain.insert(columns.bytes().to_vec(), values),
                None => plain.remove(columns.bytes()),
            };
            if step % 500 == 0 || step == 5_999 {
                assert_eq!(table.cells(), plain.len());
                assert_eq!(table.edge(false), plain.keys().next().map(Vec::as_slice));
                assert_eq!(table.edge(true), plain.keys().next_back().map(Vec::as_slice));
                for (low, high) in [
                    (key(), key()),
                    (key().u16(7), key().u16(7)),
                    (key().u16(7).u16(3), key().u16(7).u16(20)),
                    (key().u16(0), key().u16(39)),
                    (key().u16(50), key().u16(60)),
                ] {
                    let end = after(high.bytes());
                    let within = |key: &[u8]| key >= low.bytes() && end.as_deref().is_none_or(|end| key < end);
                    let wanted: Vec<_> = plain.iter().filter(|(key, _)| within(key)).collect();
                    let wanted: Vec<_> =
                        wanted.into_iter().map(|(key, values)| (numbers_of(key, &WIDTHS), *values)).collect();
                    assert_eq!(seen(&table, &low, &high), wanted);
                }
            }
        }
    }

    #[test]
    fn who_took_a_table_reads_it_as_it_was() {
        let mut table = SumTable::default();
        let stored = encode_cell("t", b"a", &[1, 2, 3]);
        table.change("t", b"a", Some(&stored)).unwrap();
        let taken = table.clone();
        table.change("t", b"a", None).unwrap();
        assert_eq!((taken.cells(), table.cells()), (1, 0));
        assert!(table.change("t", b"b", Some(&stored)).is_err(), "the cell of another key");
        assert!(table.bytes() < 200);
    }
}
