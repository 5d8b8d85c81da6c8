//! Numbers of a chunk in the fewest bytes that hold them: their distance from a base in one, two or four bytes, or whole.
//!
//! One form serves numbers of records, codes, days, moments, money, areas and flags: within 4,096 neighbouring rows their
//! range is small, whatever they mean. [`NONE`] is stored as the largest distance.

use std::sync::OnceLock;

use super::bits::Bits;
use super::formula::or_nothing;

/// «No value»; smaller than every other, as `None` is smaller than `Some`.
pub const NONE: i64 = i64::MIN;

/// What holds the distances.
#[derive(Debug, Clone)]
enum Cells {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
    Whole(Vec<i64>),
}

/// A column of numbers.
#[derive(Debug, Clone)]
pub struct Packed {
    base: i64,
    // Bounds of what was ever put in since the last packing; `NONE` apart.
    low: i64,
    high: i64,
    has_none: bool,
    cells: Cells,
    // What all distances add up to; forgotten by every change.
    total: OnceLock<u64>,
}

impl Default for Packed {
    fn default() -> Self {
        Self::of(&[])
    }
}

/// A distance in few bytes; the largest is kept for «none».
trait Cell: Copy + PartialEq + Into<i64> + TryFrom<u64> + TryFrom<i64> {
    const NONE: Self;
}

impl Cell for u8 {
    const NONE: Self = Self::MAX;
}

impl Cell for u16 {
    const NONE: Self = Self::MAX;
}

impl Cell for u32 {
    const NONE: Self = Self::MAX;
}

fn narrow<N: Cell>(values: &[i64], base: i64) -> Vec<N> {
    let distance = |value: i64| N::try_from(value.wrapping_sub(base).cast_unsigned()).unwrap_or(N::NONE);
    values.iter().map(|value| if *value == NONE { N::NONE } else { distance(*value) }).collect()
}

fn cell_of<N: Cell>(value: i64, base: i64) -> N {
    if value == NONE { N::NONE } else { N::try_from(value - base).unwrap_or(N::NONE) }
}

fn pick<N: Cell>(cells: &[N], base: i64, bits: &Bits, out: &mut [i64]) {
    bits.each(|row| {
        if let (Some(to), Some(cell)) = (out.get_mut(row), cells.get(row)) {
            *to = if *cell == N::NONE { NONE } else { base + (*cell).into() };
        }
    });
}

fn widen<N: Cell>(cells: &[N], has_none: bool, base: i64, out: &mut [i64]) {
    if has_none {
        for (to, cell) in out.iter_mut().zip(cells) {
            *to = if *cell == N::NONE { NONE } else { base + (*cell).into() };
        }
    } else {
        for (to, cell) in out.iter_mut().zip(cells) {
            *to = base + (*cell).into();
        }
    }
}

/// Adds the numbers to `out`, or takes them off; «none» is nothing.
fn add<N: Cell>(cells: &[N], has_none: bool, base: i64, sign: i64, out: &mut [i64]) {
    if has_none {
        for (to, cell) in out.iter_mut().zip(cells) {
            let value = if *cell == N::NONE { 0 } else { base + (*cell).into() };
            *to = to.wrapping_add(value.wrapping_mul(sign));
        }
    } else if sign > 0 {
        for (to, cell) in out.iter_mut().zip(cells) {
            *to = to.wrapping_add(base + (*cell).into());
        }
    } else {
        for (to, cell) in out.iter_mut().zip(cells) {
            *to = to.wrapping_sub(base + (*cell).into());
        }
    }
}

/// The sum of the distances of some rows, of which there are `many`. Those of all rows are added up once, and where few are
/// left out they are taken off. Else of sixty-four neighbours all are added up, which vector instructions do, and the few that
/// are left out or alone are put right.
fn far<N: Cell + Into<u64>>(cells: &[N], bits: &Bits, many: usize, total: &OnceLock<u64>) -> u64 {
    let all = |cells: &[N]| cells.iter().map(|cell| Into::<u64>::into(*cell)).sum::<u64>();
    let nearly_all = cells.len().saturating_sub(many) * 8 <= cells.len();
    let mut sum = if nearly_all { *total.get_or_init(|| all(cells)) } else { 0 };
    for (word, part) in bits.words().iter().zip(cells.chunks(64)) {
        let mostly = nearly_all || word.count_ones() > 32;
        let mut odd = if mostly { !word } else { *word };
        if mostly && !nearly_all {
            sum += all(part);
        }
        while odd != 0 {
            let cell = part.get(odd.trailing_zeros() as usize).map_or(0, |cell| (*cell).into());
            sum = if mostly { sum - cell } else { sum + cell };
            odd &= odd - 1;
        }
    }
    sum
}

/// Distances up to this are counted in an array of 16 KiB.
const CLASSES: usize = 1 << 10;

/// How many of some rows have which distance; «none» is not among them. Each distance has four counters: neighbours mostly
/// have the same one, and a counter that was just written can be read again only after some cycles.
fn counts<N: Cell + Into<usize>>(cells: &[N], bits: &Bits, classes: usize) -> Vec<u64> {
    let mut lanes = vec![[0_u32; 4]; classes];
    let mut count = |cell: N, lane: usize| {
        if let Some(counter) = lanes.get_mut(Into::<usize>::into(cell)).and_then(|lanes| lanes.get_mut(lane)) {
            *counter += 1;
        }
    };
    if bits.count() == cells.len() {
        let (fours, rest) = cells.as_chunks::<4>();
        for [first, second, third, fourth] in fours {
            count(*first, 0);
            count(*second, 1);
            count(*third, 2);
            count(*fourth, 3);
        }
        rest.iter().for_each(|cell| count(*cell, 0));
    } else {
        bits.each(|row| {
            if let Some(cell) = cells.get(row) {
                count(*cell, row % 4);
            }
        });
    }
    lanes.into_iter().map(|lanes| lanes.into_iter().map(u64::from).sum()).collect()
}

/// Keeps the rows whose distance lies between two.
fn keep<N: Cell + PartialOrd>(cells: &[N], (low, high): (i64, i64), bits: &mut Bits) {
    // The largest distance stands for «none», so what is beyond it fits nothing.
    let most = Into::<i64>::into(N::NONE) - 1;
    match (N::try_from(low.max(0)), N::try_from(high.min(most))) {
        (Ok(low), Ok(high)) if low <= high => bits.keep(cells, |cell| (cell >= low) & (cell <= high)),
        _ => bits.clear(),
    }
}

impl Packed {
    /// Packs numbers.
    pub fn of(values: &[i64]) -> Self {
        let told = || values.iter().copied().filter(|value| *value != NONE);
        let (low, high) = (told().min().unwrap_or(0), told().max().unwrap_or(0));
        let has_none = values.contains(&NONE);
        let width = high.checked_sub(low).unwrap_or(i64::MAX);
        let cells = if width < i64::from(u8::MAX) {
            Cells::One(narrow(values, low))
        } else if width < i64::from(u16::MAX) {
            Cells::Two(narrow(values, low))
        } else if width < i64::from(u32::MAX) {
            Cells::Four(narrow(values, low))
        } else {
            Cells::Whole(values.to_vec())
        };
        Self { base: low, low, high, has_none, cells, total: OnceLock::new() }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::One(cells) => cells.len(),
            Cells::Two(cells) => cells.len(),
            Cells::Four(cells) => cells.len(),
            Cells::Whole(cells) => cells.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bounds that hold every number but [`NONE`], and whether that may be there.
    pub fn bounds(&self) -> (i64, i64, bool) {
        (self.low, self.high, self.has_none)
    }

    /// The number of a row.
    pub fn get(&self, row: usize) -> i64 {
        fn far<N: Cell>(cells: &[N], row: usize, base: i64) -> i64 {
            cells.get(row).filter(|cell| **cell != N::NONE).map_or(NONE, |cell| base + (*cell).into())
        }
        match &self.cells {
            Cells::One(cells) => far(cells, row, self.base),
            Cells::Two(cells) => far(cells, row, self.base),
            Cells::Four(cells) => far(cells, row, self.base),
            Cells::Whole(cells) => cells.get(row).copied().unwrap_or(NONE),
        }
    }

    /// All numbers, into the front of `out`.
    pub fn unpack(&self, out: &mut [i64]) {
        match &self.cells {
            Cells::One(cells) => widen(cells, self.has_none, self.base, out),
            Cells::Two(cells) => widen(cells, self.has_none, self.base, out),
            Cells::Four(cells) => widen(cells, self.has_none, self.base, out),
            Cells::Whole(cells) => out.iter_mut().zip(cells).for_each(|(to, cell)| *to = *cell),
        }
    }

    /// The numbers of some rows, each into its place of `out`.
    pub fn pick(&self, bits: &Bits, out: &mut [i64]) {
        match &self.cells {
            Cells::One(cells) => pick(cells, self.base, bits, out),
            Cells::Two(cells) => pick(cells, self.base, bits, out),
            Cells::Four(cells) => pick(cells, self.base, bits, out),
            Cells::Whole(cells) => bits.each(|row| {
                if let (Some(to), Some(cell)) = (out.get_mut(row), cells.get(row)) {
                    *to = *cell;
                }
            }),
        }
    }

    /// Adds all numbers to `out`, or takes them off; «none» is nothing.
    pub fn add_to(&self, out: &mut [i64], minus: bool) {
        let (none, base, sign) = (self.has_none, self.base, if minus { -1 } else { 1 });
        match &self.cells {
            Cells::One(cells) => add(cells, none, base, sign, out),
            Cells::Two(cells) => add(cells, none, base, sign, out),
            Cells::Four(cells) => add(cells, none, base, sign, out),
            Cells::Whole(cells) => {
                for (to, cell) in out.iter_mut().zip(cells) {
                    *to = to.wrapping_add(or_nothing(*cell).wrapping_mul(sign));
                }
            }
        }
    }

    /// What the numbers of some rows add up to, when that needs no look at «none».
    pub fn sum(&self, bits: &Bits) -> Option<i128> {
        if self.has_none {
            return None;
        }
        let many = bits.count();
        let far = match &self.cells {
            Cells::One(cells) => far(cells, bits, many, &self.total),
            Cells::Two(cells) => far(cells, bits, many, &self.total),
            Cells::Four(cells) => far(cells, bits, many, &self.total),
            Cells::Whole(_) => return None,
        };
        Some(i128::from(far) + i128::from(self.base) * many as i128)
    }

    /// How many of some rows have which number, where these are few; false where they are not.
    pub fn tally(&self, bits: &Bits, mut visit: impl FnMut(i64, u64)) -> bool {
        let Some(classes) = usize::try_from(self.high.saturating_sub(self.base)).ok().filter(|most| *most < CLASSES)
        else {
            return false;
        };
        let counts = match &self.cells {
            Cells::One(cells) => counts(cells, bits, classes + 1),
            Cells::Two(cells) => counts(cells, bits, classes + 1),
            Cells::Four(_) | Cells::Whole(_) => return false,
        };
        let mut counted = 0;
        for (value, many) in (self.base..).zip(counts).filter(|(_, many)| *many > 0) {
            counted += many;
            visit(value, many);
        }
        let none = bits.count() as u64 - counted;
        if none > 0 {
            visit(NONE, none);
        }
        true
    }

    /// Keeps the rows whose number lies between two, both inclusive; «none» never does.
    pub fn keep(&self, (low, high): (i64, i64), bits: &mut Bits) {
        let from_base = (low.saturating_sub(self.base), high.saturating_sub(self.base));
        match &self.cells {
            Cells::One(cells) => keep(cells, from_base, bits),
            Cells::Two(cells) => keep(cells, from_base, bits),
            Cells::Four(cells) => keep(cells, from_base, bits),
            Cells::Whole(cells) => bits.keep(cells, |cell| (cell >= low) & (cell <= high) & (cell != NONE)),
        }
    }

    /// The answer to a question about a number for each distance, when there are few of them.
    pub fn keep_if(&self, pass: impl Fn(i64) -> bool, bits: &mut Bits) -> bool {
        let Cells::One(cells) = &self.cells else { return false };
        let mut answers = [false; 256];
        for (far, answer) in (0_u8..=u8::MAX).zip(answers.iter_mut()) {
            *answer = pass(if far == u8::MAX { NONE } else { self.base.saturating_add(i64::from(far)) });
        }
        bits.keep(cells, |cell| answers.get(usize::from(cell)).copied().unwrap_or(false));
        true
    }

    /// All numbers.
    pub fn values(&self) -> Vec<i64> {
        let mut values = vec![0; self.len()];
        self.unpack(&mut values);
        values
    }

    fn fits(&self, value: i64) -> bool {
        let most = match &self.cells {
            Cells::One(_) => i64::from(u8::MAX),
            Cells::Two(_) => i64::from(u16::MAX),
            Cells::Four(_) => i64::from(u32::MAX),
            Cells::Whole(_) => return true,
        };
        value == NONE || value.checked_sub(self.base).is_some_and(|far| (0..most).contains(&far))
    }

    fn change(&mut self, value: i64, plain: impl FnOnce(&mut Vec<i64>), near: impl FnOnce(&mut Cells, i64)) {
        if !self.is_empty() && self.fits(value) {
            if value == NONE {
                self.has_none = true;
            } else {
                (self.low, self.high) = (self.low.min(value), self.high.max(value));
            }
            self.total.take();
            near(&mut self.cells, self.base);
        } else {
            let mut values = self.values();
            plain(&mut values);
            *self = Self::of(&values);
        }
    }

    /// Writes the number of a row.
    pub fn set(&mut self, row: usize, value: i64) {
        fn put<N: Cell>(cells: &mut [N], row: usize, value: i64, base: i64) {
            if let Some(cell) = cells.get_mut(row) {
                *cell = cell_of(value, base);
            }
        }
        self.change(
            value,
            |values| {
                if let Some(cell) = values.get_mut(row) {
                    *cell = value;
                }
            },
            |cells, base| match cells {
                Cells::One(cells) => put(cells, row, value, base),
                Cells::Two(cells) => put(cells, row, value, base),
                Cells::Four(cells) => put(cells, row, value, base),
                Cells::Whole(cells) => {
                    if let Some(cell) = cells.get_mut(row) {
                        *cell = value;
                    }
                }
            },
        );
    }

    /// Puts a row in before `row`.
    pub fn insert(&mut self, row: usize, value: i64) {
        fn put<N: Cell>(cells: &mut Vec<N>, row: usize, value: i64, base: i64) {
            cells.insert(row.min(cells.len()), cell_of(value, base));
        }
        self.change(
            value,
            |values| values.insert(row.min(values.len()), value),
            |cells, base| match cells {
                Cells::One(cells) => put(cells, row, value, base),
                Cells::Two(cells) => put(cells, row, value, base),
                Cells::Four(cells) => put(cells, row, value, base),
                Cells::Whole(cells) => cells.insert(row.min(cells.len()), value),
            },
        );
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: usize) {
        if row < self.len() {
            self.total.take();
            match &mut self.cells {
                Cells::One(cells) => drop(cells.remove(row)),
                Cells::Two(cells) => drop(cells.remove(row)),
                Cells::Four(cells) => drop(cells.remove(row)),
                Cells::Whole(cells) => drop(cells.remove(row)),
            }
        }
    }

    /// The rows from `row` on, taken off.
    pub fn split_off(&mut self, row: usize) -> Self {
        let values = self.values();
        let (front, back) = values.split_at(row.min(values.len()));
        let back = Self::of(back);
        *self = Self::of(front);
        back
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        match &self.cells {
            Cells::One(cells) => cells.capacity(),
            Cells::Two(cells) => cells.capacity() * 2,
            Cells::Four(cells) => cells.capacity() * 4,
            Cells::Whole(cells) => cells.capacity() * 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_goes_in_comes_out_in_every_width() {
        for values in [
            vec![],
            vec![NONE, NONE],
            vec![5, 7, NONE, 260],
            vec![-3, 70_000, NONE],
            vec![i64::MIN + 1, i64::MAX, NONE, 0],
            vec![1 << 40, (1 << 40) + 3],
        ] {
            let packed = Packed::of(&values);
            assert_eq!(packed.values(), values);
            assert_eq!((0..values.len()).map(|row| packed.get(row)).collect::<Vec<_>>(), values);
        }
    }

    #[test]
    fn changes_are_those_of_a_plain_vector() {
        let mut plain: Vec<i64> = Vec::new();
        let mut packed = Packed::default();
        let mut dice = 88_172_645_463_325_252_u64;
        for step in 0..6_000_u64 {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let value = match dice % 7 {
                0 => NONE,
                1 => i64::try_from(step).unwrap_or(0) * 1_000_003,
                2 => -5,
                _ => i64::try_from(dice >> 32).unwrap_or(0) % 200,
            };
            let row = usize::try_from(dice >> 20).unwrap_or(0) % (plain.len() + 1);
            match dice % 5 {
                0 if row < plain.len() => {
                    plain.remove(row);
                    packed.remove(row);
                }
                1 if row < plain.len() => {
                    plain[row] = value;
                    packed.set(row, value);
                }
                4 if plain.len() > 60 => {
                    let back = packed.split_off(row);
                    assert_eq!(back.values(), plain.split_off(row));
                }
                _ => {
                    plain.insert(row, value);
                    packed.insert(row, value);
                }
            }
            let mut bits = Bits::first(plain.len());
            bits.keep(&plain, |value| value % 3 != i64::try_from(step).unwrap_or(0) % 3);
            if let Some(sum) = packed.sum(&bits) {
                let mut wanted = 0_i128;
                bits.each(|row| wanted += i128::from(plain[row]));
                assert_eq!(sum, wanted);
            }
            let mut picked = vec![7; plain.len()];
            packed.pick(&bits, &mut picked);
            let mut wanted = vec![7; plain.len()];
            bits.each(|row| wanted[row] = plain[row]);
            assert_eq!(picked, wanted);
            let (low, high, none) = packed.bounds();
            assert!(plain.iter().all(|value| if *value == NONE { none } else { (low..=high).contains(value) }));
        }
        assert_eq!(packed.values(), plain);
    }

    #[test]
    fn few_numbers_are_counted_without_unpacking_them() {
        let mixed: Vec<i64> = (0..4_000).map(|row| if row % 9 == 0 { NONE } else { 7 + row * 31 % 900 }).collect();
        for (values, few) in [
            (vec![], true),
            (vec![NONE; 5], true),
            (vec![1; 4_096], true),
            (mixed.iter().map(|value| if *value == NONE { NONE } else { value % 3 - 1 }).collect(), true),
            (mixed.clone(), true),
            (mixed.iter().map(|value| if *value == NONE { NONE } else { value * 2 }).collect(), false),
            (vec![i64::MIN + 1, i64::MAX], false),
        ] {
            let packed = Packed::of(&values);
            let whole = Bits::first(values.len());
            let mut part = whole.clone();
            part.keep(&values, |value| value % 2 == 1);
            for bits in [whole, part] {
                let (mut plain, mut found) = (BTreeMap::new(), BTreeMap::new());
                bits.each(|row| *plain.entry(values[row]).or_insert(0) += 1);
                let is_counted = packed.tally(&bits, |value, many| *found.entry(value).or_insert(0) += many);
                assert_eq!(is_counted, few);
                if is_counted {
                    assert_eq!(found, plain);
                }
            }
        }
    }
}
