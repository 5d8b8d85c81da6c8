//! Rows of an answer in an order: one page of them without sorting the rest, or all.
//!
//! A page near an end is kept in a buffer of twice its reach. One far behind is narrowed down by counting rows in classes
//! of their keys until few enough are left; memory stays the same however far it is, and so does the time, nearly.

use std::cmp::Ordering;

use super::packed::NONE;
use super::query::{Answer, By, Columns, Order};
use super::rows::{Column, ROWS};
use super::scan::{Lens, count, each};

/// Reach up to which a page is found in one walk.
const NEAR: usize = 16_384;
/// Classes of one narrowing.
const CLASSES: usize = 4096;

/// A row on its way into the order. Keys that go down are turned round, so that all go up.
#[derive(Debug, Clone, Copy)]
struct Hit {
    keys: [i64; 3],
    at: u32,
}

struct Sorter<'a> {
    columns: &'a Columns,
    answer: &'a Answer,
    order: &'a Order,
}

fn turned(value: i64, down: bool) -> i64 {
    if down { !value } else { value }
}

/// The first sixteen bytes of a text as two numbers that compare as they do.
fn prefix(text: &str) -> [i64; 2] {
    let mut bytes = [0_u8; 16];
    bytes.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte);
    let (front, back) = bytes.split_at(8);
    [front, back].map(|part| {
        let number = part.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        (number ^ 1 << 63).cast_signed()
    })
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
        match self.columns.rows.chunks.get(chunk).and_then(|chunk| chunk.columns.get(column)) {
            Some(Column::Texts(arena)) => arena.get(row),
            _ => "",
        }
    }

    fn compare(&self, a: &Hit, b: &Hit) -> Ordering {
        let [first, second, id] = a.keys;
        let [other, next, other_id] = b.keys;
        let near = first.cmp(&other).then(second.cmp(&next));
        let whole = near.then_with(|| match self.text_column() {
            Some((column, false)) => self.text(a.at, column).cmp(self.text(b.at, column)),
            Some((column, true)) => self.text(b.at, column).cmp(self.text(a.at, column)),
            None => Ordering::Equal,
        });
        whole.then(id.cmp(&other_id))
    }

    /// One of the two keys of every row of a chunk.
    fn key(&self, lens: &mut Lens<'_>, chunk: usize, level: usize, out: &mut [i64]) {
        if let Some((column, down)) = self.text_column() {
            let first = u32::try_from(chunk * ROWS).unwrap_or(u32::MAX);
            for (row, key) in (first..).zip(out.iter_mut()) {
                *key = turned(prefix(self.text(row, column))[level.min(1)], down);
            }
            return;
        }
        let Some((by, down)) = self.order.keys.get(level) else { return out.fill(0) };
        let copy = |values: &[i64], of: &dyn Fn(i64) -> i64, out: &mut [i64]| {
            out.iter_mut().zip(values).for_each(|(key, value)| *key = turned(of(*value), *down));
        };
        match by {
            By::Number(at) => copy(lens.numbers(*at), &|value| value, out),
            By::Text(_) => out.fill(0),
            By::Name(at) => {
                let ranks = self.columns.rows.names.get(*at).map(|names| names.ranks()).unwrap_or_default();
                let rank = |name: i64| {
                    let place = usize::try_from(name).ok().and_then(|name| ranks.get(name));
                    place.map_or(NONE, |rank| i64::from(*rank))
                };
                copy(lens.numbers(*at), &rank, out);
            }
            By::Linked(at, ranks) => {
                copy(lens.numbers(*at), &|id| ranks.get(&id).copied().unwrap_or(NONE), out);
            }
        }
    }

    /// Visits all rows of the answer with their keys.
    fn walk(&self, mut visit: impl FnMut(Hit)) {
        let mut lens = Lens::new(self.columns);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (index, (chunk, bits)) in self.columns.rows.chunks.iter().zip(&self.answer.hits).enumerate() {
            if bits.iter().all(|word| *word == 0) {
                continue;
            }
            lens.turn(chunk);
            first.resize(chunk.len(), 0);
            second.resize(chunk.len(), 0);
            self.key(&mut lens, index, 0, &mut first);
            self.key(&mut lens, index, 1, &mut second);
            let ids = lens.ids();
            let of = |values: &[i64], row: usize| values.get(row).copied().unwrap_or(0);
            each(bits, |row| {
                let id = turned(of(ids, row), self.order.ids_down);
                let at = u32::try_from(index * ROWS + row).unwrap_or(u32::MAX);
                visit(Hit { keys: [of(&first, row), of(&second, row), id], at });
            });
        }
    }

    fn near(&self, reach: usize) -> Vec<Hit> {
        let room = (reach * 2).max(1024);
        let mut kept: Vec<Hit> = Vec::new();
        let mut most: Option<i64> = None;
        self.walk(|hit| {
            if most.is_some_and(|most| hit.keys[0] > most) {
                return;
            }
            kept.push(hit);
            if kept.len() >= room {
                kept.select_nth_unstable_by(reach, |a, b| self.compare(a, b));
                kept.truncate(reach);
                most = kept.iter().map(|hit| hit.keys[0]).max();
            }
        });
        kept.sort_unstable_by(|a, b| self.compare(a, b));
        kept
    }

    /// Rows from `offset` on, by narrowing the keys within which they lie.
    fn far(&self, offset: usize, size: usize) -> Vec<Hit> {
        let mut bounds = [(i64::MIN, i64::MAX); 3];
        let (mut before, mut level) = (0, 0);
        let last = offset + size - 1;
        let levels = if self.text_column().is_some() { 2 } else { 3 };
        let mut left = usize::try_from(self.answer.total).unwrap_or(usize::MAX);
        while left > NEAR.max(size * 2) && level < levels {
            let (low, high) = self.tight(&bounds, level);
            if low == high {
                bounds[level] = (low, high);
                level += 1;
                continue;
            }
            let width = (i128::from(high) - i128::from(low)) / CLASSES as i128 + 1;
            let class = |key: i64| usize::try_from((i128::from(key) - i128::from(low)) / width).unwrap_or(0);
            let mut counts = vec![0_usize; CLASSES + 1];
            self.walk(|hit| {
                if lies(&hit, &bounds)
                    && let Some(count) = counts.get_mut(class(hit.keys[level]))
                {
                    *count += 1;
                }
            });
            let (mut first, mut end, mut so_far, mut skipped) = (None, 0, before, before);
            for (at, count) in counts.iter().enumerate() {
                if first.is_none() && so_far + count > offset {
                    first = Some(at);
                    skipped = so_far;
                }
                so_far += count;
                end = at;
                if so_far > last {
                    break;
                }
            }
            // Beyond the largest key lies nothing: the border is cut before it becomes a key again.
            let border = |at: usize| i128::from(low) + width * at as i128;
            let key = |border: i128| i64::try_from(border.min(i128::from(high))).unwrap_or(high);
            let kept = (key(border(first.unwrap_or(0))), key(border(end + 1) - 1));
            let whole = kept == (low, high) && bounds[level] == kept;
            bounds[level] = kept;
            before = skipped;
            left = so_far - skipped;
            if whole {
                break;
            }
        }
        let mut kept = Vec::with_capacity(left);
        self.walk(|hit| {
            if lies(&hit, &bounds) {
                kept.push(hit);
            }
        });
        kept.sort_unstable_by(|a, b| self.compare(a, b));
        kept.into_iter().skip(offset - before).take(size).collect()
    }

    /// The keys of one level that are really there within bounds.
    fn tight(&self, bounds: &[(i64, i64); 3], level: usize) -> (i64, i64) {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        self.walk(|hit| {
            if lies(&hit, bounds) {
                low = low.min(hit.keys[level]);
                high = high.max(hit.keys[level]);
            }
        });
        (low, high.max(low))
    }

    fn id(&self, hit: &Hit) -> u64 {
        turned(hit.keys[2], self.order.ids_down).cast_unsigned()
    }
}

fn lies(hit: &Hit, bounds: &[(i64, i64); 3]) -> bool {
    hit.keys.iter().zip(bounds).all(|(key, (low, high))| low <= key && key <= high)
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
    sorter.walk(|hit| hits.push(hit));
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
        let here = count(bits);
        if seen + here > begin && seen < end {
            let mut at = seen;
            each(bits, |row| {
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
