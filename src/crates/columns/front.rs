//! The first rows of several sources in one order, and one column added up by the numbers in another: for answers that are
//! put together from more than one question.

use super::bits::Bits;
use super::by_number::ByNumber;
use super::chunk_reader::ChunkReader;
use super::packed::NONE;
use super::query::{Columns, Query};
use super::rows::Chunk;

/// What rows are ordered by, the first first: numbers, ascending, and last what names the row.
pub type Keys = [i64; 5];

/// Rows that are kept before those behind the front are thrown out.
const ROOM: usize = 1024;

/// A window of all rows that are put in.
#[derive(Debug)]
pub struct Front {
    begin: usize,
    end: usize,
    room: usize,
    /// All bits of the keys are turned round, or none: a window nearer to the end is found from there.
    mask: i64,
    rows: Vec<Keys>,
    /// The last row of the front so far: what comes behind it is not kept.
    border: Option<Keys>,
}

impl Front {
    /// The rows before `end`, of however many there will be.
    pub fn first(end: usize) -> Self {
        Self::of(0, end, 0)
    }

    /// The rows from `begin` to before `end` of exactly `total` that are going to be put in.
    pub fn window(begin: usize, end: usize, total: usize) -> Self {
        let end = end.min(total);
        match begin {
            _ if begin >= end => Self::of(0, 0, 0),
            _ if total - begin < end => Self::of(total - end, total - begin, -1),
            _ => Self::of(begin, end, 0),
        }
    }

    fn of(begin: usize, end: usize, mask: i64) -> Self {
        Self { begin, end, room: end.saturating_mul(2).max(ROOM), mask, rows: Vec::new(), border: None }
    }

    /// Puts a row in.
    pub fn put(&mut self, keys: Keys) {
        self.keep(keys.map(|key| key ^ self.mask));
    }

    /// Keeps a row, by keys that are turned round already.
    fn keep(&mut self, keys: Keys) {
        if self.end == 0 || self.border.is_some_and(|border| keys >= border) {
            return;
        }
        self.rows.push(keys);
        if self.rows.len() >= self.room {
            let (_, border, _) = self.rows.select_nth_unstable(self.end - 1);
            self.border = Some(*border);
            self.rows.truncate(self.end);
        }
    }

    /// The rows of the window, in their order; those before are not put in order.
    pub fn cut(self) -> Vec<Keys> {
        let begin = self.begin;
        self.cut_from(begin)
    }

    /// The rows that are kept from `begin` on, for a window whose beginning follows from how many there were.
    pub fn cut_from(mut self, begin: usize) -> Vec<Keys> {
        if self.rows.len() > self.end && self.end > 0 {
            self.rows.select_nth_unstable(self.end - 1);
        }
        self.rows.truncate(self.end);
        if begin >= self.rows.len() {
            return Vec::new();
        }
        self.rows.select_nth_unstable(begin);
        let mut page = self.rows.split_off(begin);
        page.sort_unstable();
        if self.mask != 0 {
            page.iter_mut().for_each(|keys| *keys = keys.map(|key| !key));
            page.reverse();
        }
        page
    }

    /// Whether no row whose first key is so large, or larger, is kept.
    fn is_behind(&self, first: i64) -> bool {
        self.border.is_some_and(|border| first > border[0])
    }

    /// Puts the rows of a question in, by the numbers of at most four columns, each upwards or downwards, and then by the
    /// number of the record.
    pub fn fill(&mut self, columns: &Columns, query: &Query, by: &[(usize, bool)]) {
        let turned = |(at, down): &(usize, bool)| (*at, *down != (self.mask != 0));
        let by: &[(usize, bool)] = &by.iter().take(4).map(turned).collect::<Vec<_>>();
        let mut lens = ChunkReader::new(columns);
        // What was written last is at the front of most orders that go down.
        let back = by.first().is_some_and(|(_, down)| *down);
        let many = columns.rows.chunks.len();
        for at in 0..many {
            let place = if back { many - 1 - at } else { at };
            let Some(chunk) = columns.rows.chunks.get(place) else { continue };
            lens.turn(place, chunk);
            if self.is_behind(least(&lens, by)) {
                continue;
            }
            let bits = narrowed(&mut lens, chunk, query);
            if !bits.is_empty() {
                self.take(&mut lens, &bits, by);
            }
        }
    }

    fn take(&mut self, lens: &mut ChunkReader<'_>, bits: &Bits, by: &[(usize, bool)]) {
        lens.load(&by.iter().map(|(at, _)| *at).collect::<Vec<_>>(), bits);
        let lens = &*lens;
        // All bits are turned round, or none: what is larger comes first then.
        let columns: Vec<(&[i64], i64)> =
            by.iter().map(|(at, down)| (lens.known(*at), if *down { -1 } else { 0 })).collect();
        let ids = lens.known_ids();
        bits.each(|row| {
            let key = |(values, mask): &(&[i64], i64)| values.get(row).copied().unwrap_or(NONE) ^ mask;
            if columns.first().is_some_and(|first| self.is_behind(key(first))) {
                return;
            }
            let mut keys = [self.mask; 5];
            keys.iter_mut().zip(&columns).for_each(|(to, column)| *to = key(column));
            keys[4] = ids.get(row).copied().unwrap_or(0) ^ self.mask;
            self.keep(keys);
        });
    }
}

/// The least first key that a row of the chunk may have.
fn least(lens: &ChunkReader<'_>, by: &[(usize, bool)]) -> i64 {
    let first = by.first().and_then(|(at, down)| Some((lens.bounds(*at)?, *down)));
    match first {
        Some(((_, high, _), true)) => !high,
        Some(((low, _, false), false)) => low,
        _ => i64::MIN,
    }
}

fn narrowed(lens: &mut ChunkReader<'_>, chunk: &Chunk, query: &Query) -> Bits {
    let mut bits = Bits::first(chunk.len());
    query.filters.iter().for_each(|(_, predicate)| lens.narrow(predicate, &mut bits));
    bits
}

/// Adds a column up by the numbers in another, by those of the records where there is none; or takes it off.
///
/// The values are sums in two's complement: `cast_signed` reads them.
pub fn add_by(
    columns: &Columns,
    query: &Query,
    (key, amount): (Option<usize>, usize),
    minus: bool,
    sums: &mut ByNumber,
) {
    let mut lens = ChunkReader::new(columns);
    let both = [amount, key.unwrap_or(amount)];
    let asked = if key.is_some() { &both[..] } else { &both[..1] };
    for (place, chunk) in columns.rows.chunks.iter().enumerate() {
        lens.turn(place, chunk);
        let bits = narrowed(&mut lens, chunk, query);
        if bits.is_empty() {
            continue;
        }
        lens.load(asked, &bits);
        let keys = key.map_or(lens.known_ids(), |at| lens.known(at));
        let amounts = lens.known(amount);
        let mut adding = sums.adding(minus);
        bits.each(|row| {
            let (Some(key), Some(amount)) = (keys.get(row), amounts.get(row)) else { return };
            adding.add(key.cast_unsigned(), if *amount == NONE { 0 } else { *amount });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_that_of_all_rows_sorted() {
        let mut dice = 88_172_645_463_325_252_u64;
        for (many, range) in [(0_u64, 1), (5, 3), (900, 50), (20_000, 7), (20_000, 1 << 40)] {
            let mut rows = Vec::new();
            for at in 0..many {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                let (first, second) = (dice % range, (dice >> 7) % 5);
                rows.push([first.cast_signed(), second.cast_signed(), 0, 0, at.cast_signed()]);
            }
            let mut sorted = rows.clone();
            sorted.sort_unstable();
            let windows = [(0, 0), (0, 20), (3, 5), (900, 1_020), (15_000, 15_020), (19_990, 20_010), (0, usize::MAX)];
            for (begin, end) in windows {
                let mut front = Front::window(begin, end, rows.len());
                let mut first = Front::first(end);
                rows.iter().for_each(|row| {
                    front.put(*row);
                    first.put(*row);
                });
                let expected: Vec<Keys> = sorted.iter().take(end).skip(begin).copied().collect();
                assert_eq!(front.cut(), expected, "{many} {begin} {end}");
                assert_eq!(first.cut_from(begin), expected, "{many} {begin} {end}");
            }
        }
    }
}
