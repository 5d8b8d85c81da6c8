//! Which rows of a chunk: one bit each.

use super::rows::ROWS;

/// One bit a row of a chunk.
#[derive(Debug, Clone)]
pub struct Bits(Box<[u64; ROWS / 64]>);

impl Default for Bits {
    fn default() -> Self {
        Self(Box::new([0; ROWS / 64]))
    }
}

impl Bits {
    /// The first so many rows.
    pub fn first(rows: usize) -> Self {
        let mut bits = Self::default();
        for (at, word) in bits.0.iter_mut().enumerate() {
            let left = rows.saturating_sub(at * 64);
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        bits
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Puts a row in.
    pub fn set(&mut self, row: usize) {
        if let Some(word) = self.0.get_mut(row / 64) {
            *word |= 1 << (row % 64);
        }
    }

    /// Keeps those that the other has too.
    pub fn and(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(word, other)| *word &= other);
    }

    /// Takes those out that the other has.
    pub fn without(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(word, other)| *word &= !other);
    }

    /// Puts those in that the other has.
    pub fn or(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0.iter()).for_each(|(word, other)| *word |= other);
    }

    /// Keeps the rows whose cell passes. Sixty-four answers are gathered as bytes, which vector instructions do, and then
    /// pressed together.
    pub fn keep<T: Copy>(&mut self, cells: &[T], pass: impl Fn(T) -> bool) {
        for (word, part) in self.0.iter_mut().zip(cells.chunks(64)) {
            if *word != 0 {
                let mut flags = [0_u8; 64];
                flags.iter_mut().zip(part).for_each(|(flag, cell)| *flag = u8::from(pass(*cell)));
                *word &= pressed(&flags);
            }
        }
    }

    /// Sixty-four rows each, from the first on.
    pub fn words(&self) -> &[u64] {
        self.0.as_slice()
    }

    /// Visits the rows.
    pub fn each(&self, mut visit: impl FnMut(usize)) {
        for (at, word) in self.0.iter().enumerate() {
            if *word == u64::MAX {
                (at * 64..at * 64 + 64).for_each(&mut visit);
                continue;
            }
            let mut word = *word;
            while word != 0 {
                visit(at * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// Sixty-four bytes of 0 or 1 as bits: a multiplication moves eight of them to the upper byte, each to its place.
fn pressed(flags: &[u8; 64]) -> u64 {
    let eight = |part: &[u8; 8]| u64::from_le_bytes(*part).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (parts, _) = flags.as_chunks::<8>();
    parts.iter().enumerate().fold(0, |word, (at, part)| word | eight(part) << (at * 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_kept_row_by_row() {
        let cells: Vec<i64> = (0..4_000).map(|row| row * 7_919 % 1_013).collect();
        for most in [-1, 0, 3, 500, 2_000] {
            let mut bits = Bits::first(cells.len());
            bits.keep(&cells, |cell| cell <= most);
            let mut rows = Vec::new();
            bits.each(|row| rows.push(row));
            let plain: Vec<usize> = (0..cells.len()).filter(|row| cells[*row] <= most).collect();
            assert_eq!((rows.len(), rows), (bits.count(), plain));
        }
    }
}
