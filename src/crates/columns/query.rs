//! What is asked of columns: which rows, in which order, added up and counted by what.

use std::sync::Arc;

use super::Kind;
use super::bits::Bits;
use super::ranks::Ranks;
use super::rows::Rows;

/// A set of numbers that is asked a million times.
#[derive(Debug, Clone, Default)]
pub struct Set {
    sorted: Vec<i64>,
    // Bits from the first number on, when they lie near enough to each other.
    dense: Vec<u64>,
}

/// Numbers that lie within so many of each other are kept as bits too (512 KiB), and any that take no more room so than one by
/// one.
const DENSE: usize = 1 << 16;

impl Set {
    /// A set of these.
    pub fn of(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::of_list(numbers.into_iter().collect())
    }

    // Apart, because what asks is built small.
    fn of_list(mut sorted: Vec<i64>) -> Self {
        sorted.sort_unstable();
        sorted.dedup();
        let mut dense = Vec::new();
        if let (Some(first), Some(last), true) = (sorted.first(), sorted.last(), sorted.len() > 1)
            && let Some(words) = last.checked_sub(*first).and_then(|width| usize::try_from(width / 64 + 1).ok())
            && words <= DENSE.max(sorted.len())
        {
            dense = vec![0; words];
            for number in &sorted {
                let far = (number - first).cast_unsigned();
                if let Some(word) = dense.get_mut(usize::try_from(far / 64).unwrap_or(usize::MAX)) {
                    *word |= 1 << (far % 64);
                }
            }
        }
        Self { sorted, dense }
    }

    /// Whether a number is in it.
    pub fn has(&self, number: i64) -> bool {
        if self.dense.is_empty() {
            return self.sorted.binary_search(&number).is_ok();
        }
        let far = number.wrapping_sub(self.sorted.first().copied().unwrap_or(0)).cast_unsigned();
        let word = usize::try_from(far / 64).ok().and_then(|at| self.dense.get(at));
        word.is_some_and(|word| word >> (far % 64) & 1 == 1)
    }

    /// Its numbers between two, both inclusive, ascending.
    pub fn within(&self, low: i64, high: i64) -> &[i64] {
        let from = self.sorted.partition_point(|number| *number < low);
        let to = self.sorted.partition_point(|number| *number <= high);
        self.sorted.get(from..to).unwrap_or(&[])
    }

    /// Its numbers, ascending.
    pub fn numbers(&self) -> &[i64] {
        &self.sorted
    }
}

/// Which rows.
#[derive(Debug, Clone)]
pub enum Predicate {
    /// All, or none.
    Always(bool),
    /// Those with these numbers.
    Ids(Arc<Set>),
    /// Whose number in a column is one of these; also of names by their dictionary.
    Among(usize, Arc<Set>),
    /// Whose number in a column lies between two, both inclusive; «none» never does.
    Between(usize, i64, i64),
    /// Whose list in a column has one of these.
    Holds(usize, Arc<Set>),
    /// Whose text in a column holds a folded word.
    Has(usize, String),
    /// Those that do not fit.
    Not(Box<Self>),
    /// Those that fit one.
    Any(Vec<Self>),
    /// Those that fit all.
    All(Vec<Self>),
    /// Those that were found in each chunk of the same table before.
    Rows(Arc<[Bits]>),
}

/// What an order goes by.
#[derive(Debug, Clone)]
pub enum By {
    /// The number in a column.
    Number(usize),
    /// The text in a column of texts.
    Text(usize),
    /// The name in a column of names, by its place in their order.
    Name(usize),
    /// The place of the record that a column points to.
    Linked(usize, Arc<Ranks>),
}

/// An order: by at most two things, then by the number of the record.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// What by, and whether downwards.
    pub keys: Vec<(By, bool)>,
    /// Whether numbers of equal rows go down.
    pub ids_down: bool,
}

/// A question.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// All must hold. One of a column is left out when that is counted.
    pub filters: Vec<(Option<usize>, Predicate)>,
    /// Columns to add up.
    pub sums: Vec<usize>,
    /// Columns to count values of.
    pub facets: Vec<usize>,
}

/// What the whole filter comes to.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// Which rows of each chunk.
    pub hits: Vec<Bits>,
    /// How many.
    pub total: u64,
    /// In the order of [`Query::sums`]; «none» counts as nothing.
    pub sums: Vec<i64>,
    /// In the order of [`Query::facets`]: value and number of rows, in no order.
    pub facets: Vec<Vec<(i64, u64)>>,
}

/// A table at one moment, and a day.
#[derive(Debug, Clone)]
pub struct Columns {
    /// How its columns are kept.
    pub kinds: Arc<[Kind]>,
    /// Its rows.
    pub rows: Arc<Rows>,
    /// Number of today's day, for what depends on it.
    pub today: i64,
}
