//! Looking through chunks: which rows fit, how many, what they add up to, how many of each value.

use super::bits::Bits;
use super::by_number::ByNumber;
use super::chunk_reader::ChunkReader;
use super::packed::NONE;
use super::query::{Answer, Columns, Predicate, Query};

/// Counts of one column.
#[derive(Default)]
struct Counts {
    // By value, for the small numbers that most counted columns hold: codes, flags, names, numbers of records.
    small: Vec<u64>,
    // The others: numbers of records of a large city, and «none».
    large: ByNumber,
}

/// Values below this are counted without looking them up: an array of 2 MiB at most.
const SMALL: usize = 1 << 18;

impl Counts {
    fn add(&mut self, value: i64, many: u64) {
        if many == 0 {
            return;
        }
        let Some(place) = usize::try_from(value).ok().filter(|value| *value < SMALL) else {
            *self.large.at(value.cast_unsigned()) += many;
            return;
        };
        if place >= self.small.len() {
            self.small.resize((place + 1).next_power_of_two(), 0);
        }
        if let Some(count) = self.small.get_mut(place) {
            *count += many;
        }
    }

    /// Counts numbers of some rows, which are «none» or lie between two where these are known.
    fn add_rows(&mut self, values: &[i64], bits: &Bits, bounds: Option<(i64, i64)>) {
        let most = bounds.filter(|(low, _)| *low >= 0).and_then(|(_, high)| usize::try_from(high).ok());
        let Some(most) = most.filter(|most| *most < SMALL) else {
            return bits.each(|row| values.get(row).into_iter().for_each(|value| self.add(*value, 1)));
        };
        if most >= self.small.len() {
            self.small.resize((most + 1).next_power_of_two(), 0);
        }
        // Each number has its counter, so nothing else is asked in the loop.
        let (small, mut none) = (self.small.as_mut_slice(), 0);
        let mut count = |value: &i64| match usize::try_from(*value).ok().and_then(|value| small.get_mut(value)) {
            Some(count) => *count += 1,
            None => none += 1,
        };
        if bits.count() == values.len() {
            values.iter().for_each(count);
        } else {
            bits.each(|row| values.get(row).into_iter().for_each(&mut count));
        }
        self.add(NONE, none);
    }

    fn all(self) -> Vec<(i64, u64)> {
        let small = self.small.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let small = small.filter_map(|(value, count)| Some((i64::try_from(value).ok()?, count)));
        let large = self.large.pairs().into_iter().map(|(value, count)| (value.cast_signed(), count));
        small.chain(large).collect()
    }
}

/// The filters of a question, those of counted columns apart: their own count leaves them out.
struct Filters<'a> {
    common: Vec<&'a Predicate>,
    apart: Vec<(usize, &'a Predicate)>,
}

impl<'a> Filters<'a> {
    fn of(query: &'a Query) -> Self {
        let mut filters = Self { common: Vec::new(), apart: Vec::new() };
        for (column, predicate) in &query.filters {
            match column.filter(|column| query.facets.contains(column)) {
                Some(column) => filters.apart.push((column, predicate)),
                None => filters.common.push(predicate),
            }
        }
        filters
    }
}

/// Answers a question over the whole table.
pub fn scan(columns: &Columns, query: &Query) -> Answer {
    let mut lens = ChunkReader::new(columns);
    let mut sums = vec![0_i128; query.sums.len()];
    let mut counts: Vec<Counts> = query.facets.iter().map(|_| Counts::default()).collect();
    let mut answer = Answer { hits: Vec::with_capacity(columns.rows.chunks.len()), ..Answer::default() };
    let filters = Filters::of(query);
    for (place, chunk) in columns.rows.chunks.iter().enumerate() {
        lens.turn(place, chunk);
        let mut base = Bits::first(chunk.len());
        filters.common.iter().for_each(|predicate| lens.narrow(predicate, &mut base));
        let mut bits = base.clone();
        filters.apart.iter().for_each(|(_, predicate)| lens.narrow(predicate, &mut bits));
        for (at, counts) in query.facets.iter().zip(&mut counts) {
            if filters.apart.is_empty() {
                tally(&mut lens, *at, &bits, counts);
                continue;
            }
            let mut of_facet = base.clone();
            for (_, predicate) in filters.apart.iter().filter(|(column, _)| column != at) {
                lens.narrow(predicate, &mut of_facet);
            }
            tally(&mut lens, *at, &of_facet, counts);
        }
        answer.total += bits.count() as u64;
        if !bits.is_empty() {
            query.sums.iter().zip(&mut sums).for_each(|(at, sum)| *sum += lens.sum(*at, &bits));
        }
        answer.hits.push(bits);
    }
    let whole = |sum: i128| i64::try_from(sum).unwrap_or(if sum < 0 { -i64::MAX } else { i64::MAX });
    answer.sums = sums.into_iter().map(whole).collect();
    answer.facets = counts.into_iter().map(Counts::all).collect();
    answer
}

/// Hands the rows of a question to `visit`, chunk by chunk.
pub fn walk(columns: &Columns, query: &Query, mut visit: impl FnMut(&mut ChunkReader<'_>, &Bits)) {
    let mut lens = ChunkReader::new(columns);
    for (place, chunk) in columns.rows.chunks.iter().enumerate() {
        lens.turn(place, chunk);
        let mut bits = Bits::first(chunk.len());
        query.filters.iter().for_each(|(_, predicate)| lens.narrow(predicate, &mut bits));
        if !bits.is_empty() {
            visit(&mut lens, &bits);
        }
    }
}

/// Hands the rows of a question to `visit` one after another: the number of the record, and those of some columns.
// What asks is built small: the loop over the rows stands here.
pub fn rows(columns: &Columns, query: &Query, numbers: &[usize], visit: &mut dyn FnMut(u64, &[i64])) {
    let mut row = vec![NONE; numbers.len()];
    walk(columns, query, |lens, bits| {
        lens.load(numbers, bits);
        let lens = &*lens;
        let (ids, columns) = (lens.known_ids(), numbers.iter().map(|at| lens.known(*at)).collect::<Vec<_>>());
        bits.each(|at| {
            for (to, column) in row.iter_mut().zip(&columns) {
                *to = column.get(at).copied().unwrap_or(NONE);
            }
            visit(ids.get(at).map_or(0, |id| id.cast_unsigned()), &row);
        });
    });
}

/// The largest numbers that fit, at most so many, downwards: chunks before those are not looked at.
pub fn newest_ids(columns: &Columns, query: &Query, most: usize) -> Vec<u64> {
    let (mut lens, mut ids) = (ChunkReader::new(columns), Vec::new());
    for (place, chunk) in columns.rows.chunks.iter().enumerate().rev() {
        lens.turn(place, chunk);
        let mut bits = Bits::first(chunk.len());
        query.filters.iter().for_each(|(_, predicate)| lens.narrow(predicate, &mut bits));
        let mut here = Vec::new();
        bits.each(|row| here.push(chunk.ids.get(row).cast_unsigned()));
        ids.extend(here.into_iter().rev());
        if ids.len() >= most {
            break;
        }
    }
    ids.truncate(most);
    ids
}

fn tally(lens: &mut ChunkReader<'_>, at: usize, bits: &Bits, counts: &mut Counts) {
    if bits.is_empty() || lens.tally_few(at, bits, |value, many| counts.add(value, many)) {
        return;
    }
    let bounds = lens.bounds(at).map(|(low, high, _)| (low, high));
    counts.add_rows(lens.numbers(at), bits, bounds);
}
