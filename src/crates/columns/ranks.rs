//! Places of records in an order, by their numbers: what a list sorts by that points to them.

use std::collections::HashMap;

use super::packed::NONE;

/// Rows of an array for each record that is there, at most: numbers are mostly given one after the other.
const THIN: usize = 4;

/// The place of every record.
#[derive(Debug, Clone)]
pub enum Ranks {
    /// By number; the largest is none.
    Dense(Vec<u32>),
    /// Numbers that lie far from each other.
    Sparse(HashMap<i64, i64>),
}

impl Default for Ranks {
    fn default() -> Self {
        Self::Dense(Vec::new())
    }
}

impl Ranks {
    /// Those of records with their places, [`NONE`] for none.
    pub fn of(ranked: &[(i64, i64)]) -> Self {
        let last = ranked.iter().map(|(id, _)| *id).max().and_then(|last| usize::try_from(last).ok());
        let known = ranked.iter().all(|(id, _)| *id >= 0);
        match last.filter(|last| known && *last < ranked.len().saturating_mul(THIN) + 1_024) {
            None => Self::Sparse(ranked.iter().copied().collect()),
            Some(last) => {
                let mut dense = vec![u32::MAX; last + 1];
                for (id, rank) in ranked {
                    if let Some(place) = usize::try_from(*id).ok().and_then(|id| dense.get_mut(id)) {
                        *place = u32::try_from(*rank).unwrap_or(u32::MAX);
                    }
                }
                Self::Dense(dense)
            }
        }
    }

    /// The place of a record, [`NONE`] when it has none.
    pub fn get(&self, id: i64) -> i64 {
        match self {
            Self::Dense(dense) => {
                let rank = usize::try_from(id).ok().and_then(|id| dense.get(id)).filter(|rank| **rank != u32::MAX);
                rank.map_or(NONE, |rank| i64::from(*rank))
            }
            Self::Sparse(ranks) => ranks.get(&id).copied().unwrap_or(NONE),
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.capacity() * 4,
            Self::Sparse(ranks) => ranks.capacity() * 17,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_numbers_have_the_same_places() {
        for ids in [vec![3, 1, 2, 900], vec![1 << 40, 7, i64::MAX], vec![-5, 3]] {
            let ranked: Vec<(i64, i64)> = ids.iter().zip([4, NONE, 0, 9]).map(|(id, rank)| (*id, rank)).collect();
            let ranks = Ranks::of(&ranked);
            assert!(ranked.iter().all(|(id, rank)| ranks.get(*id) == *rank));
            assert_eq!((ranks.get(5_000), ranks.get(NONE)), (NONE, NONE));
        }
    }
}
