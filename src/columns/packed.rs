//! Numbers of a chunk in the fewest bytes that hold them: their distance from a base in one, two or four bytes, or whole.
//!
//! One form serves numbers of records, codes, days, moments, money, areas and flags: within 4,096 neighbouring rows their
//! range is small, whatever they mean. [`NONE`] is stored as the largest distance.

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
}

impl Default for Packed {
    fn default() -> Self {
        Self::of(&[])
    }
}

fn narrow<N: TryFrom<u64> + Copy>(values: &[i64], base: i64, none: N) -> Vec<N> {
    let distance = |value: i64| N::try_from(value.wrapping_sub(base).cast_unsigned()).unwrap_or(none);
    values.iter().map(|value| if *value == NONE { none } else { distance(*value) }).collect()
}

fn widen<N: Copy + PartialEq + Into<i64>>(cells: &[N], none: N, base: i64, out: &mut [i64]) {
    for (to, cell) in out.iter_mut().zip(cells) {
        *to = if *cell == none { NONE } else { base + (*cell).into() };
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
            Cells::One(narrow(values, low, u8::MAX))
        } else if width < i64::from(u16::MAX) {
            Cells::Two(narrow(values, low, u16::MAX))
        } else if width < i64::from(u32::MAX) {
            Cells::Four(narrow(values, low, u32::MAX))
        } else {
            Cells::Whole(values.to_vec())
        };
        Self { base: low, low, high, has_none, cells }
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
        fn far<N: Copy + PartialEq + Into<i64>>(cells: &[N], row: usize, none: N, base: i64) -> i64 {
            cells.get(row).filter(|cell| **cell != none).map_or(NONE, |cell| base + (*cell).into())
        }
        match &self.cells {
            Cells::One(cells) => far(cells, row, u8::MAX, self.base),
            Cells::Two(cells) => far(cells, row, u16::MAX, self.base),
            Cells::Four(cells) => far(cells, row, u32::MAX, self.base),
            Cells::Whole(cells) => cells.get(row).copied().unwrap_or(NONE),
        }
    }

    /// All numbers, into the front of `out`.
    pub fn unpack(&self, out: &mut [i64]) {
        match &self.cells {
            Cells::One(cells) => widen(cells, u8::MAX, self.base, out),
            Cells::Two(cells) => widen(cells, u16::MAX, self.base, out),
            Cells::Four(cells) => widen(cells, u32::MAX, self.base, out),
            Cells::Whole(cells) => {
                for (to, cell) in out.iter_mut().zip(cells) {
                    *to = *cell;
                }
            }
        }
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
            near(&mut self.cells, self.base);
        } else {
            let mut values = self.values();
            plain(&mut values);
            *self = Self::of(&values);
        }
    }

    /// Writes the number of a row.
    pub fn set(&mut self, row: usize, value: i64) {
        fn put<N: Copy + TryFrom<i64>>(cells: &mut [N], row: usize, value: i64, base: i64, none: N) {
            if let Some(cell) = cells.get_mut(row) {
                *cell = if value == NONE { none } else { N::try_from(value - base).unwrap_or(none) };
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
                Cells::One(cells) => put(cells, row, value, base, u8::MAX),
                Cells::Two(cells) => put(cells, row, value, base, u16::MAX),
                Cells::Four(cells) => put(cells, row, value, base, u32::MAX),
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
        fn put<N: Copy + TryFrom<i64>>(cells: &mut Vec<N>, row: usize, value: i64, base: i64, none: N) {
            let cell = if value == NONE { none } else { N::try_from(value - base).unwrap_or(none) };
            cells.insert(row.min(cells.len()), cell);
        }
        self.change(
            value,
            |values| values.insert(row.min(values.len()), value),
            |cells, base| match cells {
                Cells::One(cells) => put(cells, row, value, base, u8::MAX),
                Cells::Two(cells) => put(cells, row, value, base, u16::MAX),
                Cells::Four(cells) => put(cells, row, value, base, u32::MAX),
                Cells::Whole(cells) => cells.insert(row.min(cells.len()), value),
            },
        );
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: usize) {
        if row < self.len() {
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
            let (low, high, none) = packed.bounds();
            assert!(plain.iter().all(|value| if *value == NONE { none } else { (low..=high).contains(value) }));
        }
        assert_eq!(packed.values(), plain);
    }
}
