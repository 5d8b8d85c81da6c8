//! Looking through chunks: which rows fit, how many, what they add up to, how many of each value.
//!
//! A chunk's numbers are unpacked once a question into buffers that stay in the processor's nearest cache; predicates are
//! plain loops over them, which the compiler turns into vector instructions.

use std::collections::HashMap;

use memchr::memmem;

use super::packed::NONE;
use super::query::{Answer, Columns, Predicate, Query, Set};
use super::rows::{Chunk, Column, ROWS};
use super::{Kind, Schema};

/// One bit a row of a chunk.
pub type Bits = Box<[u64; ROWS / 64]>;

fn none() -> Bits {
    Box::new([0; ROWS / 64])
}

/// The bits of the rows that a chunk has.
fn all(rows: usize) -> Bits {
    let mut bits = none();
    for (at, word) in bits.iter_mut().enumerate() {
        let left = rows.saturating_sub(at * 64);
        *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
    }
    bits
}

fn is_empty(bits: &Bits) -> bool {
    bits.iter().all(|word| *word == 0)
}

/// Visits the rows whose bit is set.
pub fn each(bits: &Bits, mut visit: impl FnMut(usize)) {
    for (at, word) in bits.iter().enumerate() {
        let mut word = *word;
        while word != 0 {
            visit(at * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// How many bits are set.
pub fn count(bits: &Bits) -> u64 {
    bits.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn keep(values: &[i64], bits: &mut Bits, pass: impl Fn(i64) -> bool) {
    for (word, part) in bits.iter_mut().zip(values.chunks(64)) {
        if *word != 0 {
            let mut fits = 0;
            for (at, value) in part.iter().enumerate() {
                fits |= u64::from(pass(*value)) << at;
            }
            *word &= fits;
        }
    }
}

/// A chunk being looked at.
pub struct Lens<'a> {
    schema: &'a Schema,
    today: i64,
    chunk: Option<&'a Chunk>,
    // One for each column, then that of the numbers of the records.
    buffers: Vec<Vec<i64>>,
    fresh: Vec<bool>,
}

impl<'a> Lens<'a> {
    /// Nothing looked at yet.
    pub fn new(columns: &'a Columns) -> Self {
        let many = columns.schema.columns.len() + 1;
        Self {
            schema: &columns.schema,
            today: columns.today,
            chunk: None,
            buffers: vec![Vec::new(); many],
            fresh: vec![false; many],
        }
    }

    /// The next chunk.
    pub fn turn(&mut self, chunk: &'a Chunk) {
        self.chunk = Some(chunk);
        self.fresh.fill(false);
    }

    /// Numbers of the records.
    pub fn ids(&mut self) -> &[i64] {
        let at = self.schema.columns.len();
        if let (Some(chunk), Some(false)) = (self.chunk, self.fresh.get(at)) {
            self.load(at, |buffer| chunk.ids.unpack(buffer));
        }
        self.buffers.get(at).map_or(&[], Vec::as_slice)
    }

    fn load(&mut self, at: usize, fill: impl FnOnce(&mut [i64])) {
        let rows = self.chunk.map_or(0, Chunk::len);
        if let (Some(buffer), Some(fresh)) = (self.buffers.get_mut(at), self.fresh.get_mut(at)) {
            buffer.resize(rows, NONE);
            fill(buffer);
            *fresh = true;
        }
    }

    /// The numbers of a column.
    pub fn numbers(&mut self, at: usize) -> &[i64] {
        if self.fresh.get(at) == Some(&false) {
            let schema = self.schema;
            match (schema.columns.get(at).map(|info| &info.kind), self.chunk.and_then(|chunk| chunk.columns.get(at))) {
                (Some(Kind::Computed { from, of }), _) => self.compute(at, from, *of),
                (_, Some(Column::Numbers(packed))) => self.load(at, |buffer| packed.unpack(buffer)),
                _ => self.load(at, |buffer| buffer.fill(NONE)),
            }
        }
        self.buffers.get(at).map_or(&[], Vec::as_slice)
    }

    fn compute(&mut self, at: usize, from: &[usize], of: super::Compute) {
        for source in from.iter().filter(|source| **source < at) {
            self.numbers(*source);
        }
        let Some(place) = self.buffers.get_mut(at) else { return };
        let mut out = std::mem::take(place);
        out.resize(self.chunk.map_or(0, Chunk::len), NONE);
        let sources: Vec<&[i64]> =
            from.iter().map(|source| self.buffers.get(*source).map_or(&[][..], Vec::as_slice)).collect();
        let mut row = [NONE; 8];
        for (at, cell) in out.iter_mut().enumerate() {
            for (to, source) in row.iter_mut().zip(&sources) {
                *to = source.get(at).copied().unwrap_or(NONE);
            }
            *cell = of(row.get(..sources.len()).unwrap_or(&row), self.today);
        }
        if let (Some(place), Some(fresh)) = (self.buffers.get_mut(at), self.fresh.get_mut(at)) {
            *place = out;
            *fresh = true;
        }
    }

    fn column(&self, at: usize) -> Option<&'a Column> {
        self.chunk.and_then(|chunk| chunk.columns.get(at))
    }

    /// What a predicate comes to by the bounds of a column alone.
    fn by_bounds(&self, predicate: &Predicate) -> Option<bool> {
        let (at, low, high, whole) = match predicate {
            Predicate::Between(at, low, high) => (*at, *low, *high, true),
            Predicate::Among(at, set) => {
                let numbers = set.numbers();
                let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else { return Some(false) };
                (*at, *low, *high, false)
            }
            _ => return None,
        };
        let Some(Column::Numbers(packed)) = self.column(at) else { return None };
        let (least, most, has_none) = packed.bounds();
        if (high < least || low > most) && !(has_none && low == NONE) {
            return Some(false);
        }
        (whole && low <= least && most <= high && !has_none).then_some(true)
    }

    /// Clears the bits of rows that do not fit.
    pub fn narrow(&mut self, predicate: &Predicate, bits: &mut Bits) {
        if is_empty(bits) {
            return;
        }
        match self.by_bounds(predicate) {
            Some(true) => return,
            Some(false) => {
                bits.fill(0);
                return;
            }
            None => {}
        }
        match predicate {
            Predicate::Always(true) => {}
            Predicate::Always(false) => bits.fill(0),
            Predicate::Ids(set) => among(self.ids(), set, bits),
            Predicate::Among(at, set) => among(self.numbers(*at), set, bits),
            Predicate::Between(at, low, high) => {
                keep(self.numbers(*at), bits, |value| value >= *low && value <= *high && value != NONE);
            }
            Predicate::Holds(at, set) => {
                let Some(Column::Lists(lists)) = self.column(*at) else { return bits.fill(0) };
                let mut fits = none();
                each(bits, |row| {
                    let holds = lists.get(row).is_some_and(|list| list.iter().any(|number| set.has(*number)));
                    set_bit(&mut fits, row, holds);
                });
                *bits = fits;
            }
            Predicate::Has(at, word) => {
                let Some(Column::Texts(arena)) = self.column(*at) else { return bits.fill(0) };
                let mut fits = none();
                arena.each_with(&memmem::Finder::new(word), |row| set_bit(&mut fits, row, true));
                bits.iter_mut().zip(fits.iter()).for_each(|(word, fits)| *word &= fits);
            }
            Predicate::Not(inner) => {
                let mut fits = bits.clone();
                self.narrow(inner, &mut fits);
                bits.iter_mut().zip(fits.iter()).for_each(|(word, fits)| *word &= !fits);
            }
            Predicate::Any(parts) => {
                let mut fits = none();
                for part in parts {
                    let mut of_part = bits.clone();
                    self.narrow(part, &mut of_part);
                    fits.iter_mut().zip(of_part.iter()).for_each(|(word, part)| *word |= part);
                }
                *bits = fits;
            }
            Predicate::All(parts) => parts.iter().for_each(|part| self.narrow(part, bits)),
        }
    }
}

fn among(values: &[i64], set: &Set, bits: &mut Bits) {
    match set.numbers() {
        [one] => keep(values, bits, |value| value == *one),
        _ => keep(values, bits, |value| set.has(value)),
    }
}

fn set_bit(bits: &mut Bits, row: usize, on: bool) {
    if let Some(word) = bits.get_mut(row / 64) {
        *word |= u64::from(on) << (row % 64);
    }
}

/// Counts of one column.
#[derive(Default)]
struct Counts {
    // Most counted columns are codes: small numbers are counted without looking them up.
    small: Vec<u64>,
    large: HashMap<i64, u64>,
}

const SMALL: usize = 1024;

impl Counts {
    fn add(&mut self, value: i64) {
        match usize::try_from(value).ok().filter(|value| *value < SMALL) {
            Some(value) => {
                if self.small.is_empty() {
                    self.small = vec![0; SMALL];
                }
                if let Some(count) = self.small.get_mut(value) {
                    *count += 1;
                }
            }
            None => *self.large.entry(value).or_default() += 1,
        }
    }

    fn all(self) -> Vec<(i64, u64)> {
        let small = self.small.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let small = small.filter_map(|(value, count)| Some((i64::try_from(value).ok()?, count)));
        small.chain(self.large).collect()
    }
}

/// Answers a question over the whole table.
pub fn scan(columns: &Columns, query: &Query) -> Answer {
    let mut lens = Lens::new(columns);
    let mut sums = vec![0_i128; query.sums.len()];
    let mut counts: Vec<Counts> = query.facets.iter().map(|_| Counts::default()).collect();
    let mut answer = Answer { hits: Vec::with_capacity(columns.rows.chunks.len()), ..Answer::default() };
    let counted: Vec<Option<&str>> =
        query.facets.iter().map(|at| columns.schema.columns.get(*at).map(|info| info.name.as_str())).collect();
    // A filter on a counted column is kept apart; the others narrow everything at once.
    let apart = |name: &Option<String>| name.is_some() && counted.contains(&name.as_deref());
    for chunk in &columns.rows.chunks {
        lens.turn(chunk);
        let mut base = all(chunk.len());
        for (_, predicate) in query.filters.iter().filter(|(name, _)| !apart(name)) {
            lens.narrow(predicate, &mut base);
        }
        let mut bits = base.clone();
        for (_, predicate) in query.filters.iter().filter(|(name, _)| apart(name)) {
            lens.narrow(predicate, &mut bits);
        }
        for ((at, name), counts) in query.facets.iter().zip(&counted).zip(&mut counts) {
            let own = |of: &Option<String>| of.as_deref() == *name;
            let of_facet = if query.filters.iter().any(|(of, _)| apart(of)) {
                let mut of_facet = base.clone();
                for (_, predicate) in query.filters.iter().filter(|(of, _)| apart(of) && !own(of)) {
                    lens.narrow(predicate, &mut of_facet);
                }
                of_facet
            } else {
                bits.clone()
            };
            tally(&mut lens, *at, &of_facet, counts);
        }
        answer.total += count(&bits);
        if !is_empty(&bits) {
            for (at, sum) in query.sums.iter().zip(&mut sums) {
                let values = lens.numbers(*at);
                each(&bits, |row| {
                    let value = values.get(row).copied().unwrap_or(NONE);
                    *sum += if value == NONE { 0 } else { i128::from(value) };
                });
            }
        }
        answer.hits.push(bits);
    }
    let whole = |sum: i128| i64::try_from(sum).unwrap_or(if sum < 0 { -i64::MAX } else { i64::MAX });
    answer.sums = sums.into_iter().map(whole).collect();
    answer.facets = counts.into_iter().map(Counts::all).collect();
    answer
}

/// Hands the rows of a question to `visit`, chunk by chunk.
pub fn walk(columns: &Columns, query: &Query, mut visit: impl FnMut(&mut Lens<'_>, &Bits)) {
    let mut lens = Lens::new(columns);
    for chunk in &columns.rows.chunks {
        lens.turn(chunk);
        let mut bits = all(chunk.len());
        for (_, predicate) in &query.filters {
            lens.narrow(predicate, &mut bits);
        }
        if !is_empty(&bits) {
            visit(&mut lens, &bits);
        }
    }
}

/// The largest numbers that fit, at most so many, downwards: chunks before those are not looked at.
pub fn newest_ids(columns: &Columns, query: &Query, most: usize) -> Vec<u64> {
    let (mut lens, mut ids) = (Lens::new(columns), Vec::new());
    for chunk in columns.rows.chunks.iter().rev() {
        lens.turn(chunk);
        let mut bits = all(chunk.len());
        for (_, predicate) in &query.filters {
            lens.narrow(predicate, &mut bits);
        }
        let mut here = Vec::new();
        each(&bits, |row| here.push(chunk.ids.get(row).cast_unsigned()));
        ids.extend(here.into_iter().rev());
        if ids.len() >= most {
            break;
        }
    }
    ids.truncate(most);
    ids
}

fn tally(lens: &mut Lens<'_>, at: usize, bits: &Bits, counts: &mut Counts) {
    if is_empty(bits) {
        return;
    }
    if let Some(Column::Lists(lists)) = lens.column(at) {
        return each(bits, |row| lists.get(row).into_iter().flatten().for_each(|value| counts.add(*value)));
    }
    let values = lens.numbers(at);
    each(bits, |row| counts.add(values.get(row).copied().unwrap_or(NONE)));
}
