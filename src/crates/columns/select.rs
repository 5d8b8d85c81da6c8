//! Rows of an answer in an order: one page of them without sorting the rest, or all.
//!
//! A page near an end is kept in a buffer of twice its reach; chunks are looked at in the order of their least keys, so that
//! most of them are not looked at where keys grow with the numbers of records, as days and numbers of papers do. A page far
//! behind is narrowed down by counting rows in classes of their keys until few enough are left; memory stays the same
//! however far it is, and so does the time, nearly.

use std::cmp::Ordering;

use super::bits::Bits;
use super::chunk_reader::ChunkReader;
use super::packed::NONE;
use super::query::{Answer, By, Columns, Order};
use super::rows::{Chunk, Column, ROWS};
use super::texts::{Arena, beginning};

/// Reach up to which a page is found in one walk.
const NEAR: usize = 16_384;
/// Classes of one narrowing, as a power of two.
const CLASSES: u32 = 13;

/// A row on its way into the order. Keys that go down are turned round, so that all go up: by what is sorted, then by the
/// second thing or the rest of a text's beginning, then by the number of the record.
#[derive(Debug, Clone, Copy)]
struct Hit {
    keys: [i64; 3],
    at: u32,
}

/// Keys within which rows lie, both inclusive, of each level.
type Within = [(i64, i64); 3];

const ANYWHERE: Within = [(i64::MIN, i64::MAX); 3];

/// A chunk with rows of the answer.
struct Part<'a> {
    least: [i64; 3],
    /// Of the first key.
    bounds: (i64, i64),
    /// Of the turned numbers of the records.
    ids: (i64, i64),
    index: usize,
    chunk: &'a Chunk,
    bits: &'a Bits,
}

struct Sorter<'a> {
    columns: &'a Columns,
    answer: &'a Answer,
    order: &'a Order,
}

fn turned(value: i64, down: bool) -> i64 {
    if down { !value } else { value }
}

fn arena(chunk: &Chunk, column: usize) -> Option<&Arena> {
    match chunk.columns.get(column) {
        Some(Column::Texts(arena)) => Some(arena),
        _ => None,
    }
}

impl<'a> Sorter<'a> {
    fn text_column(&self) -> Option<(usize, bool)> {
        match self.order.keys.first() {
            Some((By::Text(at), down)) => Some((*at, *down)),
            _ => None,
        }
    }

    fn text(&self, at: u32, column: usize) -> &'a str {
        let (chunk, row) = (at as usize / ROWS, at as usize % ROWS);
        let chunk = self.columns.rows.chunks.get(chunk);
        chunk.and_then(|chunk| arena(chunk, column)).map_or("", |arena| arena.get(row))
    }

    fn compare(&self, a: &Hit, b: &Hit) -> Ordering {
        let [first, second, id] = a.keys;
        let [other, next, other_id] = b.keys;
        let near = first.cmp(&other).then(second.cmp(&next));
        let whole = near.then_with(|| match self.text_column() {
            _ if self.is_whole(second) => Ordering::Equal,
            Some((column, false)) => self.text(a.at, column).cmp(self.text(b.at, column)),
            Some((column, true)) => self.text(b.at, column).cmp(self.text(a.at, column)),
            None => Ordering::Equal,
        });
        whole.then(id.cmp(&other_id))
    }

    /// Whether what is sorted by is all in its keys: a text ends within the beginning whose second half is given.
    fn is_whole(&self, second: i64) -> bool {
        // no text holds the sign with which beginnings are filled up
        self.text_column().is_none_or(|(_, down)| turned(second, down) & 0xFF == 0)
    }

    /// The keys of a level of every row of a chunk.
    fn keys(&self, lens: &mut ChunkReader<'_>, chunk: &Chunk, level: usize, out: &mut Vec<i64>) {
        out.resize(chunk.len(), 0);
        if let Some((column, down)) = self.text_column() {
            let Some(arena) = arena(chunk, column) else { return out.fill(0) };
            let (low, high) = arena.bounds();
            if low == high {
                return out.fill(turned(low[level.min(1)], down));
            }
            for (row, key) in out.iter_mut().enumerate() {
                *key = turned(beginning(arena.get(row))[level.min(1)], down);
            }
            return;
        }
        let Some((by, down)) = self.order.keys.get(level) else { return out.fill(0) };
        // All bits are turned round, or none.
        let mask = if *down { -1 } else { 0 };
        match by {
            By::Text(_) => out.fill(0),
            By::Number(at) => {
                out.iter_mut().zip(lens.numbers(*at)).for_each(|(key, value)| *key = value ^ mask);
            }
            By::Name(at) => {
                let ranks = self.columns.rows.names.get(*at).map(|names| names.ranks()).unwrap_or_default();
                for (key, name) in out.iter_mut().zip(lens.numbers(*at)) {
                    let rank = usize::try_from(*name).ok().and_then(|name| ranks.get(name));
                    *key = rank.map_or(NONE, |rank| i64::from(*rank)) ^ mask;
                }
            }
            By::Linked(at, ranks) => {
                out.iter_mut().zip(lens.numbers(*at)).for_each(|(key, id)| *key = ranks.get(*id) ^ mask);
            }
        }
    }

    /// Bounds of the first key of a chunk, as far as they are known without looking at its rows.
    fn bounds(&self, lens: &ChunkReader<'_>, chunk: &Chunk) -> (i64, i64) {
        let (low, high, down) = match self.order.keys.first() {
            Some((By::Number(at), down)) => match lens.bounds(*at) {
                Some((low, high, none)) => (if none { NONE } else { low }, high, *down),
                None => return ANYWHERE[0],
            },
            Some((By::Text(at), down)) => match arena(chunk, *at).map(Arena::bounds) {
                Some(([low, _], [high, _])) => (low, high, *down),
                None => return ANYWHERE[0],
            },
            _ => return ANYWHERE[0],
        };
        if down { (!high, !low) } else { (low, high) }
    }

    /// Keys that none of a chunk's rows lies before.
    fn least(&self, chunk: &Chunk, low: i64) -> [i64; 3] {
        match self.text_column() {
            Some((column, down)) => match arena(chunk, column).map(Arena::bounds) {
                Some((_, [first, second])) if down => [!first, !second, self.ids(chunk).0],
                Some(([first, second], _)) => [first, second, self.ids(chunk).0],
                None => [i64::MIN; 3],
            },
            None if self.order.keys.len() > 1 => [low, i64::MIN, i64::MIN],
            None => [low, 0, self.ids(chunk).0],
        }
    }

    /// Bounds of the turned numbers of a chunk's records.
    fn ids(&self, chunk: &Chunk) -> (i64, i64) {
        let (first, last) = (chunk.ids.get(0), chunk.ids.get(chunk.len().saturating_sub(1)));
        if self.order.ids_down { (!last, !first) } else { (first, last) }
    }

    /// Chunks with rows of the answer, those with the least keys first.
    fn chunks(&self) -> Vec<Part<'a>> {
        let mut lens = ChunkReader::new(self.columns);
        let both = self.columns.rows.chunks.iter().zip(&self.answer.hits).enumerate();
        let there = both.filter(|(_, (_, bits))| !bits.is_empty());
        let mut parts: Vec<Part<'a>> = there
            .map(|(index, (chunk, bits))| {
                lens.turn(index, chunk);
                let bounds = self.bounds(&lens, chunk);
                Part { least: self.least(chunk, bounds.0), bounds, ids: self.ids(chunk), index, chunk, bits }
            })
            .collect();
        parts.sort_unstable_by_key(|part| (part.least, part.index));
        parts
    }

    /// Visits the rows of the answer whose keys lie within bounds. Rows behind the one that a visit answers are left out
    /// from then on.
    fn walk(&self, within: &Within, mut visit: impl FnMut(Hit) -> Option<Hit>) {
        let mut lens = ChunkReader::new(self.columns);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let [(low, high), next, ids] = *within;
        let mut last: Option<Hit> = None;
        let mut behind = [high, i64::MAX, i64::MAX];
        for part in self.chunks() {
            if part.least > behind {
                break;
            }
            if part.bounds.0 > high || part.bounds.1 < low || part.ids.0 > ids.1 || part.ids.1 < ids.0 {
                continue;
            }
            let Part { index, chunk, bits, .. } = part;
            lens.turn(index, chunk);
            self.keys(&mut lens, chunk, 0, &mut first);
            if self.has_second() && self.text_column().is_none() {
                self.keys(&mut lens, chunk, 1, &mut second);
            }
            let mut fits = bits.clone();
            if (low, behind[0]) != ANYWHERE[0] {
                let high = behind[0];
                fits.keep(&first, |key| (key >= low) & (key <= high));
            }
            fits.each(|row| {
                let then = match self.text_column() {
                    Some((column, down)) => {
                        turned(arena(chunk, column).map_or(0, |arena| beginning(arena.get(row))[1]), down)
                    }
                    None => second.get(row).copied().unwrap_or(0),
                };
                let id = turned(chunk.ids.get(row), self.order.ids_down);
                let keys = [first.get(row).copied().unwrap_or(0), then, id];
                if keys > behind || then < next.0 || then > next.1 || id < ids.0 || id > ids.1 {
                    return;
                }
                let at = u32::try_from(index * ROWS + row).unwrap_or(u32::MAX);
                let hit = Hit { keys, at };
                // Long texts with the same beginning differ in what follows, which is compared before their records' numbers.
                if !self.is_whole(then) && last.as_ref().is_some_and(|last| self.compare(&hit, last).is_gt()) {
                    return;
                }
                last = visit(hit).or(last);
                if let Some(Hit { keys: [first, second, id], .. }) = last {
                    behind = [first, second, if self.is_whole(second) { id } else { i64::MAX }];
                }
            });
        }
    }

    fn has_second(&self) -> bool {
        self.text_column().is_some() || self.order.keys.len() > 1
    }

    /// Hands the first keys of all rows of the answer to `count` with how many have them, some of them more than once.
    fn count_first(&self, mut count: impl FnMut(i64, usize)) {
        let mut lens = ChunkReader::new(self.columns);
        let mut keys = Vec::new();
        let both = self.columns.rows.chunks.iter().zip(&self.answer.hits).enumerate();
        for (index, (chunk, bits)) in both.filter(|(_, (_, bits))| !bits.is_empty()) {
            lens.turn(index, chunk);
            if let Some((By::Number(at), down)) = self.order.keys.first() {
                // A column of few values, as days are within a chunk, is counted without unpacking it.
                lens.tally(*at, bits, |value, many| {
                    count(turned(value, *down), usize::try_from(many).unwrap_or(usize::MAX));
                });
                continue;
            }
            self.keys(&mut lens, chunk, 0, &mut keys);
            bits.each(|row| count(keys.get(row).copied().unwrap_or(0), 1));
        }
    }

    fn near(&self, reach: usize) -> Vec<Hit> {
        let room = (reach * 2).max(1024);
        let mut kept: Vec<Hit> = Vec::new();
        self.walk(&ANYWHERE, |hit| {
            kept.push(hit);
            if kept.len() < room {
                return None;
            }
            kept.select_nth_unstable_by(reach, |a, b| self.compare(a, b));
            kept.truncate(reach);
            kept.iter().max_by(|a, b| self.compare(a, b)).copied()
        });
        kept.sort_unstable_by(|a, b| self.compare(a, b));
        kept
    }

    /// Rows from `offset` on, by narrowing the keys within which they lie.
    fn far(&self, offset: usize, size: usize) -> Vec<Hit> {
        let mut within = ANYWHERE;
        let (mut before, mut level) = (0, 0);
        let levels = if self.text_column().is_some() { 2 } else { 3 };
        let there = |level: usize| level != 1 || self.has_second();
        let mut left = usize::try_from(self.answer.total).unwrap_or(usize::MAX);
        while left > NEAR.max(size * 2) && level < levels {
            if !there(level) {
                level += 1;
                continue;
            }
            let (low, high) = self.tight(&within, level);
            if low >= high {
                within[level] = (low, high);
                level += 1;
                continue;
            }
            let width = high.wrapping_sub(low).cast_unsigned();
            let shift = (u64::BITS - width.leading_zeros()).saturating_sub(CLASSES);
            let mut counts = vec![0_usize; 1 << CLASSES];
            let mut count = |key: i64, many: usize| {
                let class = key.wrapping_sub(low).cast_unsigned() >> shift;
                if let Some(count) = usize::try_from(class).ok().and_then(|class| counts.get_mut(class)) {
                    *count += many;
                }
            };
            if within == ANYWHERE {
                self.count_first(count);
            } else {
                self.walk(&within, |hit| {
                    count(hit.keys[level], 1);
                    None
                });
            }
            let (classes, skipped, inside) = wanted(&counts, before, (offset, offset + size));
            let border = |class: usize| low.checked_add_unsigned((class as u64) << shift).unwrap_or(high).min(high);
            let last = (1_u64 << shift) - 1;
            let kept = (border(classes.0), border(classes.1).checked_add_unsigned(last).unwrap_or(high).min(high));
            let whole = kept == within[level];
            within[level] = kept;
            (before, left) = (skipped, inside);
            if whole {
                break;
            }
        }
        let mut kept = Vec::with_capacity(left);
        self.walk(&within, |hit| {
            kept.push(hit);
            None
        });
        kept.sort_unstable_by(|a, b| self.compare(a, b));
        kept.into_iter().skip(offset - before).take(size).collect()
    }

    /// Bounds of the keys of one level: those that chunks tell, else those that are really there.
    fn tight(&self, within: &Within, level: usize) -> (i64, i64) {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let known = |part: &Part<'_>| if level == 0 { part.bounds } else { part.ids };
        if level != 1 && within[level] == ANYWHERE[level] {
            for (least, most) in self.chunks().iter().map(known) {
                (low, high) = (low.min(least), high.max(most));
            }
            if (low, high) != ANYWHERE[level] {
                return (low, high);
            }
            (low, high) = (i64::MAX, i64::MIN);
        }
        self.walk(within, |hit| {
            low = low.min(hit.keys[level]);
            high = high.max(hit.keys[level]);
            None
        });
        (low, high.max(low))
    }

    fn id(&self, hit: &Hit) -> u64 {
        turned(hit.keys[2], self.order.ids_down).cast_unsigned()
    }
}

/// The classes in which rows from `offset` to `end` lie, when `before` rows come before the first class; the rows before
/// those classes, and the rows in them.
fn wanted(counts: &[usize], before: usize, (offset, end): (usize, usize)) -> ((usize, usize), usize, usize) {
    let (mut first, mut last, mut so_far, mut skipped) = (None, 0, before, before);
    for (class, count) in counts.iter().enumerate() {
        if first.is_none() && so_far + count > offset {
            first = Some(class);
            skipped = so_far;
        }
        so_far += count;
        last = class;
        if so_far >= end {
            break;
        }
    }
    ((first.unwrap_or(0), last), skipped, so_far - skipped)
}

/// Numbers of the records of a page.
pub fn page(columns: &Columns, answer: &Answer, order: &Order, offset: u64, size: u64) -> Vec<u64> {
    if offset >= answer.total || size == 0 {
        return Vec::new();
    }
    if order.keys.is_empty() {
        return by_id(columns, answer, order.ids_down, offset, size);
    }
    let size = usize::try_from(size.min(answer.total - offset)).unwrap_or(usize::MAX);
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    let sorter = Sorter { columns, answer, order };
    let hits = if offset + size <= NEAR {
        sorter.near(offset + size).into_iter().skip(offset).take(size).collect()
    } else {
        sorter.far(offset, size)
    };
    hits.iter().map(|hit| sorter.id(hit)).collect()
}

/// Numbers of all records of an answer.
pub fn whole(columns: &Columns, answer: &Answer, order: &Order) -> Vec<u64> {
    if order.keys.is_empty() {
        return by_id(columns, answer, order.ids_down, 0, answer.total);
    }
    let sorter = Sorter { columns, answer, order };
    let mut hits = Vec::with_capacity(usize::try_from(answer.total).unwrap_or(0));
    sorter.walk(&ANYWHERE, |hit| {
        hits.push(hit);
        None
    });
    hits.sort_unstable_by(|a, b| sorter.compare(a, b));
    hits.iter().map(|hit| sorter.id(hit)).collect()
}

/// In the order of their numbers nothing has to be compared: chunks before the page are counted only.
fn by_id(columns: &Columns, answer: &Answer, down: bool, offset: u64, size: u64) -> Vec<u64> {
    let size = size.min(answer.total.saturating_sub(offset));
    let begin = if down { answer.total - offset - size } else { offset };
    let end = begin + size;
    let (mut seen, mut ids) = (0, Vec::new());
    for (chunk, bits) in columns.rows.chunks.iter().zip(&answer.hits) {
        let here = bits.count() as u64;
        if seen + here > begin && seen < end {
            let mut at = seen;
            bits.each(|row| {
                if at >= begin && at < end {
                    ids.push(chunk.ids.get(row).cast_unsigned());
                }
                at += 1;
            });
        }
        seen += here;
        if seen >= end {
            break;
        }
    }
    if down {
        ids.reverse();
    }
    ids
}
