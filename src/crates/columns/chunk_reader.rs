//! A chunk being looked at: its numbers, unpacked or computed once a question into buffers that stay in the processor's
//! nearest caches, and what can be said of them without looking.

use memchr::memmem;

use super::Kind;
use super::bits::Bits;
use super::formula::{AHEAD, Formula, When, days_past, or_nothing, past_first};
use super::packed::NONE;
use super::query::{Columns, Predicate, Set};
use super::rows::{Chunk, Column};

/// Bounds that hold every number but [`NONE`], and whether that may be there.
pub type Bounds = (i64, i64, bool);

/// Of so many rows one at most is left when they are looked at one by one.
const FEW: usize = 16;
/// The same where nothing but a look at each is asked for.
const PICKED: usize = 8;

/// A chunk being looked at.
pub struct ChunkReader<'a> {
    kinds: &'a [Kind],
    today: i64,
    chunk: Option<&'a Chunk>,
    /// Its place among the chunks.
    place: usize,
    // One for each column, then that of the numbers of the records.
    buffers: Vec<Vec<i64>>,
    fresh: Vec<bool>,
}

impl<'a> ChunkReader<'a> {
    /// Nothing looked at yet.
    pub fn new(columns: &'a Columns) -> Self {
        let many = columns.kinds.len() + 1;
        let (kinds, today) = (&*columns.kinds, columns.today);
        Self { kinds, today, chunk: None, place: 0, buffers: vec![Vec::new(); many], fresh: vec![false; many] }
    }

    /// Another chunk, and its place among all.
    pub fn turn(&mut self, place: usize, chunk: &'a Chunk) {
        (self.chunk, self.place) = (Some(chunk), place);
        self.fresh.fill(false);
    }

    /// A column of the chunk as it is kept.
    pub fn column(&self, at: usize) -> Option<&'a Column> {
        self.chunk.and_then(|chunk| chunk.columns.get(at))
    }

    /// Numbers of the records.
    pub fn ids(&mut self) -> &[i64] {
        let at = self.kinds.len();
        if let (Some(chunk), Some(false)) = (self.chunk, self.fresh.get(at)) {
            self.fill(at, |_, buffer| chunk.ids.unpack(buffer));
        }
        self.known(at)
    }

    /// Numbers of the records, once [`ChunkReader::ids`] or [`ChunkReader::load`] was asked.
    pub fn known_ids(&self) -> &[i64] {
        self.known(self.kinds.len())
    }

    /// The numbers of a column.
    pub fn numbers(&mut self, at: usize) -> &[i64] {
        if self.fresh.get(at) == Some(&false) {
            let kinds = self.kinds;
            match (kinds.get(at), self.column(at)) {
                (Some(Kind::Computed(formula)), _) => self.compute(at, formula),
                (_, Some(Column::Numbers(packed))) => self.fill(at, |_, buffer| packed.unpack(buffer)),
                _ => self.fill(at, |_, buffer| buffer.fill(NONE)),
            }
        }
        self.known(at)
    }

    /// Numbers of the records and of some columns, in some rows at least: of few rows one by one.
    pub fn load(&mut self, columns: &[usize], bits: &Bits) {
        let (kinds, rows) = (self.kinds, self.chunk.map_or(0, Chunk::len));
        if bits.count() * PICKED > rows {
            self.ids();
            for at in columns {
                self.numbers(*at);
            }
            return;
        }
        let ids = kinds.len();
        for at in columns.iter().copied().chain([ids]).filter(|at| self.fresh.get(*at) == Some(&false)) {
            let mut buffer = self.buffers.get_mut(at).map(std::mem::take).unwrap_or_default();
            buffer.resize(rows, NONE);
            match (self.chunk, kinds.get(at), self.column(at)) {
                (Some(chunk), None, _) => chunk.ids.pick(bits, &mut buffer),
                (_, Some(Kind::Computed(formula)), _) => bits.each(|row| {
                    if let Some(to) = buffer.get_mut(row) {
                        *to = formula.of_row(&|source| self.number(source, row), self.today);
                    }
                }),
                (_, _, Some(Column::Numbers(packed))) => packed.pick(bits, &mut buffer),
                _ => buffer.fill(NONE),
            }
            // not fresh: the other rows hold what was there before
            self.buffers.get_mut(at).into_iter().for_each(|place| std::mem::swap(place, &mut buffer));
        }
    }

    /// The numbers of a row in a column of lists; none of any other column.
    pub fn list(&self, at: usize, row: usize) -> &'a [i64] {
        match self.column(at) {
            Some(Column::Lists(lists)) => lists.get(row).map_or(&[], |list| list),
            _ => &[],
        }
    }

    /// The numbers of a column that [`ChunkReader::numbers`] was asked for since the chunk was turned to, or of those rows that
    /// [`ChunkReader::load`] was.
    pub fn known(&self, at: usize) -> &[i64] {
        self.buffers.get(at).map_or(&[], Vec::as_slice)
    }

    fn fill(&mut self, at: usize, work: impl FnOnce(&mut Self, &mut [i64])) {
        let rows = self.chunk.map_or(0, Chunk::len);
        let mut buffer = self.buffers.get_mut(at).map(std::mem::take).unwrap_or_default();
        buffer.resize(rows, NONE);
        work(self, &mut buffer);
        if let (Some(place), Some(fresh)) = (self.buffers.get_mut(at), self.fresh.get_mut(at)) {
            *place = buffer;
            *fresh = true;
        }
    }

    /// Formulas name columns before their own, so this ends.
    fn compute(&mut self, at: usize, formula: &Formula) {
        let today = self.today;
        self.fill(at, |lens, out| match formula {
            Formula::Sum { when, plus, minus } => lens.add_up(*when, plus, minus, out),
            Formula::Is(when) => match lens.always(when) {
                Some(holds) => out.fill(i64::from(holds)),
                None => {
                    let values = lens.numbers(when.column);
                    out.iter_mut().zip(values).for_each(|(to, value)| *to = i64::from(when.holds(*value)));
                }
            },
            Formula::DaysPast { day, open } => {
                lens.numbers(*day);
                lens.numbers(*open);
                let both = lens.known(*day).iter().zip(lens.known(*open));
                out.iter_mut().zip(both).for_each(|(to, (day, open))| *to = days_past(*day, *open, today));
            }
            Formula::PastFirst { day } => {
                let days = lens.numbers(*day);
                out.iter_mut().zip(days).for_each(|(to, day)| *to = past_first(*day, today));
            }
            Formula::Rows { from, of } => {
                for source in from {
                    lens.numbers(*source);
                }
                let sources: Vec<&[i64]> = from.iter().map(|source| lens.known(*source)).collect();
                let mut row = [NONE; 8];
                for (at, cell) in out.iter_mut().enumerate() {
                    for (to, source) in row.iter_mut().zip(&sources) {
                        *to = source.get(at).copied().unwrap_or(NONE);
                    }
                    *cell = of(row.get(..sources.len()).unwrap_or(&row), today);
                }
            }
        });
    }

    fn add_up(&mut self, when: Option<When>, plus: &[usize], minus: &[usize], out: &mut [i64]) {
        out.fill(0);
        let holds = when.map_or(Some(true), |when| self.always(&when));
        if holds == Some(false) {
            return;
        }
        for (at, minus) in plus.iter().map(|at| (*at, false)).chain(minus.iter().map(|at| (*at, true))) {
            if let Some(Column::Numbers(packed)) = self.column(at) {
                packed.add_to(out, minus);
                continue;
            }
            let sign = if minus { -1 } else { 1 };
            for (to, value) in out.iter_mut().zip(self.numbers(at)) {
                *to = to.wrapping_add(or_nothing(*value).wrapping_mul(sign));
            }
        }
        if let (None, Some(when)) = (holds, when) {
            let mut others = Bits::first(out.len());
            self.narrow_when(&When { not: !when.not, ..when }, &mut others);
            others.each(|row| {
                if let Some(to) = out.get_mut(row) {
                    *to = 0;
                }
            });
        }
    }

    /// Bounds of a column, where they are known without looking at its rows.
    pub fn bounds(&self, at: usize) -> Option<Bounds> {
        let formula = match (self.kinds.get(at)?, self.column(at)?) {
            (Kind::Computed(formula), _) => formula,
            (_, Column::Numbers(packed)) => return Some(packed.bounds()),
            _ => return None,
        };
        match formula {
            Formula::Sum { when: Some(when), .. } if self.always(when) == Some(false) => Some((0, 0, false)),
            Formula::Sum { .. } | Formula::Rows { .. } => None,
            Formula::Is(when) => Some(self.always(when).map_or((0, 1, false), |holds| {
                let holds = i64::from(holds);
                (holds, holds, false)
            })),
            Formula::DaysPast { day, open } => {
                let (least, ..) = self.bounds(*day)?;
                let closed = self.bounds(*open).is_some_and(|(_, most, _)| most <= 0);
                let most = if closed { 0 } else { self.today.saturating_sub(least).max(0) };
                Some((0, most, false))
            }
            Formula::PastFirst { day } => {
                let (least, most, none) = self.bounds(*day)?;
                let (low, high) = if most <= self.today {
                    (self.today - most, self.today.saturating_sub(least))
                } else if least > self.today {
                    (AHEAD + (least - self.today), AHEAD + (most - self.today))
                } else {
                    (0, AHEAD + (most - self.today))
                };
                Some((low, high, none))
            }
        }
    }

    /// Whether a condition holds in every row, or in none, where bounds tell.
    fn always(&self, when: &When) -> Option<bool> {
        let (least, most, none) = self.bounds(when.column)?;
        if when.high < least || when.low > most {
            return Some(when.not);
        }
        (when.low <= least && most <= when.high && !none).then_some(!when.not)
    }

    /// What a column adds up to in some rows; «none» is nothing.
    pub fn sum(&mut self, at: usize, bits: &Bits) -> i128 {
        let kinds = self.kinds;
        match (kinds.get(at), self.column(at)) {
            (Some(Kind::Computed(Formula::Sum { when, plus, minus })), _) if self.fresh.get(at) != Some(&true) => {
                let mut fits = bits.clone();
                if let Some(when) = when {
                    self.narrow_when(when, &mut fits);
                }
                let mut all = |columns: &[usize]| columns.iter().map(|at| self.sum(*at, &fits)).sum::<i128>();
                all(plus) - all(minus)
            }
            (_, Some(Column::Numbers(packed))) => match packed.sum(bits) {
                Some(sum) => sum,
                None => add_up(self.numbers(at), bits),
            },
            _ => add_up(self.numbers(at), bits),
        }
    }

    /// Clears the bits of rows where a condition does not hold.
    fn narrow_when(&mut self, when: &When, bits: &mut Bits) {
        let between = Predicate::Between(when.column, when.low, when.high);
        if when.not {
            self.narrow(&Predicate::Not(Box::new(between)), bits);
        } else {
            self.narrow(&between, bits);
        }
    }

    /// The number of one row, without its column being unpacked.
    fn number(&self, at: usize, row: usize) -> i64 {
        match (self.kinds.get(at), self.column(at)) {
            (Some(Kind::Computed(formula)), _) => formula.of_row(&|source| self.number(source, row), self.today),
            (_, Some(Column::Numbers(packed))) => packed.get(row),
            _ => NONE,
        }
    }

    /// Clears the bits of rows whose number in a column that follows from others doesn't lie between two: by asking those
    /// others, or row by row where few are left. False where the column has to be computed.
    fn narrow_followed(&mut self, at: usize, (low, high): (i64, i64), bits: &mut Bits) -> bool {
        let kinds = self.kinds;
        let (Some(Kind::Computed(formula)), Some(false)) = (kinds.get(at), self.fresh.get(at)) else { return false };
        let fits = |value: i64| value != NONE && low <= value && value <= high;
        match formula {
            Formula::Is(when) => match (fits(0), fits(1)) {
                (false, false) => bits.clear(),
                (false, true) => self.narrow_when(when, bits),
                (true, false) => self.narrow_when(&When { not: !when.not, ..*when }, bits),
                (true, true) => {}
            },
            Formula::DaysPast { day, open } if low > 0 => {
                let days = (self.today.saturating_sub(high), self.today.saturating_sub(low));
                self.narrow(&Predicate::Between(*day, days.0, days.1), bits);
                self.narrow(&Predicate::Between(*open, 1, i64::MAX), bits);
            }
            _ if bits.count() * FEW <= self.chunk.map_or(0, Chunk::len) => {
                let mut others = Bits::default();
                bits.each(|row| {
                    if !fits(self.number(at, row)) {
                        others.set(row);
                    }
                });
                bits.without(&others);
            }
            _ => return false,
        }
        true
    }

    /// Visits the numbers of a column in some rows with how many have them, some of them more than once.
    pub fn tally(&mut self, at: usize, bits: &Bits, mut visit: impl FnMut(i64, u64)) {
        if !self.tally_few(at, bits, &mut visit) {
            let values = self.numbers(at);
            bits.each(|row| visit(values.get(row).copied().unwrap_or(NONE), 1));
        }
    }

    /// The same; false, and nothing is visited, where only a look at each row tells.
    #[must_use]
    pub fn tally_few(&mut self, at: usize, bits: &Bits, mut visit: impl FnMut(i64, u64)) -> bool {
        let kinds = self.kinds;
        if let Some((low, high, false)) = self.bounds(at)
            && low == high
        {
            visit(low, bits.count() as u64);
            return true;
        }
        match (kinds.get(at), self.column(at)) {
            (_, Some(Column::Lists(lists))) => {
                bits.each(|row| lists.get(row).into_iter().flatten().for_each(|value| visit(*value, 1)));
            }
            (Some(Kind::Computed(Formula::Is(when))), _) => {
                let mut fits = bits.clone();
                self.narrow_when(when, &mut fits);
                visit(1, fits.count() as u64);
                visit(0, (bits.count() - fits.count()) as u64);
            }
            (_, Some(Column::Numbers(packed))) => return packed.tally(bits, visit),
            _ => return false,
        }
        true
    }

    /// What a predicate comes to by the bounds of a column alone.
    fn by_bounds(&self, predicate: &Predicate) -> Option<bool> {
        let (least, most, none, whole) = match predicate {
            Predicate::Between(at, low, high) => {
                let (least, most, none) = self.bounds(*at)?;
                if *high < least || *low > most {
                    return Some(false);
                }
                (least, most, none, *low <= least && most <= *high)
            }
            Predicate::Among(at, set) => {
                let numbers = set.numbers();
                let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else { return Some(false) };
                let (least, most, none) = self.bounds(*at)?;
                if (*high < least || *low > most) && !(none && *low == NONE) {
                    return Some(false);
                }
                (least, most, none, least == most && set.has(least))
            }
            Predicate::Ids(set) => {
                let ids = self.chunk.map(|chunk| &chunk.ids)?;
                let (first, last) = (ids.get(0), ids.get(ids.len().checked_sub(1)?));
                let next = set.numbers().partition_point(|number| *number < first);
                return set.numbers().get(next).is_none_or(|number| *number > last).then_some(false);
            }
            _ => return None,
        };
        (whole && !none && least <= most).then_some(true)
    }

    /// Clears the bits of rows that do not fit.
    pub fn narrow(&mut self, predicate: &Predicate, bits: &mut Bits) {
        if bits.is_empty() {
            return;
        }
        match self.by_bounds(predicate) {
            Some(true) => return,
            Some(false) => return bits.clear(),
            None => {}
        }
        match predicate {
            Predicate::Always(true) => {}
            Predicate::Always(false) => bits.clear(),
            Predicate::Ids(set) => self.narrow_ids(set, bits),
            Predicate::Among(at, set) => self.among(*at, set, bits),
            Predicate::Between(at, low, high) if self.narrow_followed(*at, (*low, *high), bits) => {}
            Predicate::Between(at, low, high) => match self.column(*at) {
                Some(Column::Numbers(packed)) => packed.keep((*low, *high), bits),
                _ => bits.keep(self.numbers(*at), |value| (value >= *low) & (value <= *high) & (value != NONE)),
            },
            Predicate::Holds(at, set) => {
                let Some(Column::Lists(lists)) = self.column(*at) else { return bits.clear() };
                let mut fits = Bits::default();
                bits.each(|row| {
                    if lists.get(row).is_some_and(|list| list.iter().any(|number| set.has(*number))) {
                        fits.set(row);
                    }
                });
                *bits = fits;
            }
            Predicate::Has(at, word) => {
                let Some(Column::Texts(arena)) = self.column(*at) else { return bits.clear() };
                let mut fits = Bits::default();
                arena.each_with(&memmem::Finder::new(word), |row| fits.set(row));
                bits.and(&fits);
            }
            Predicate::Not(inner) => {
                let mut fits = bits.clone();
                self.narrow(inner, &mut fits);
                bits.without(&fits);
            }
            Predicate::Any(parts) => {
                let mut fits = Bits::default();
                for part in parts {
                    let mut of_part = bits.clone();
                    self.narrow(part, &mut of_part);
                    fits.or(&of_part);
                }
                *bits = fits;
            }
            Predicate::All(parts) => parts.iter().for_each(|part| self.narrow(part, bits)),
            Predicate::Rows(chunks) => match chunks.get(self.place) {
                Some(found) => bits.and(found),
                None => bits.clear(),
            },
        }
    }

    /// Keeps the rows with some numbers: of few numbers each is looked for, of few rows each is looked at.
    fn narrow_ids(&mut self, set: &Set, bits: &mut Bits) {
        let Some(chunk) = self.chunk.filter(|chunk| !chunk.is_empty()) else { return bits.clear() };
        let rows = chunk.len();
        let within = set.within(chunk.ids.get(0), chunk.ids.get(rows - 1));
        if within.len() * FEW <= rows {
            let mut fits = Bits::default();
            within.iter().filter_map(|id| chunk.place(*id).ok()).for_each(|row| fits.set(row));
            bits.and(&fits);
        } else if bits.count() * FEW <= rows {
            let mut others = Bits::default();
            bits.each(|row| {
                if !set.has(chunk.ids.get(row)) {
                    others.set(row);
                }
            });
            bits.without(&others);
        } else {
            bits.keep(self.ids(), |id| set.has(id));
        }
    }

    fn among(&mut self, at: usize, set: &Set, bits: &mut Bits) {
        match (set.numbers(), self.column(at)) {
            ([one], Some(Column::Numbers(packed))) if *one != NONE => packed.keep((*one, *one), bits),
            ([one], _) if *one != NONE && self.narrow_followed(at, (*one, *one), bits) => {}
            ([one], _) => bits.keep(self.numbers(at), |value| value == *one),
            (_, Some(Column::Numbers(packed))) if packed.keep_if(|value| set.has(value), bits) => {}
            _ => bits.keep(self.numbers(at), |value| set.has(value)),
        }
    }
}

/// The sum of some rows, exactly: halves of numbers are added up apart, so that a chunk of them can't overflow.
fn add_up(values: &[i64], bits: &Bits) -> i128 {
    let (mut high, mut low) = (0_i64, 0_i64);
    bits.each(|row| {
        let value = values.get(row).map_or(0, |value| or_nothing(*value));
        high += value >> 32;
        low += value & 0xFFFF_FFFF;
    });
    (i128::from(high) << 32) + i128::from(low)
}
