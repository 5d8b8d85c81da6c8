//! Texts of columns: those that repeat (names) are kept once in a dictionary, those that mostly differ (numbers of bills)
//! lie behind each other in an arena of their chunk.
//!
//! Both are searched by one walk of `memmem` over an arena. They hold texts in lower case and without control characters,
//! which separate them: a word never reaches over a border.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use memchr::memmem;

use super::Readings;

const BORDER: char = '\u{1}';

/// A text as columns hold and find it.
pub fn folded(text: &str) -> String {
    text.to_lowercase().replace(|c: char| c.is_control(), " ")
}

/// The same of a text that nobody needs any more: most are as they should be.
pub fn fold(text: String) -> String {
    // signs of one byte that stay, and characters of three among which no letter has two cases: Chinese ones
    let stays = |byte: u8| matches!(byte, 0x20..=0x40 | 0x5b..=0x7e | 0x80..=0xbf | 0xe3..=0xe9);
    if text.bytes().all(stays) { text } else { folded(&text) }
}

/// Texts behind each other.
#[derive(Debug, Clone, Default)]
pub struct Arena {
    text: String,
    ends: Vec<u32>,
    // The least and the largest beginning; forgotten by every change.
    bounds: OnceLock<(Beginning, Beginning)>,
}

/// The first sixteen bytes of a text as two numbers that compare as they do.
pub type Beginning = [i64; 2];

/// The beginning of a text.
pub fn beginning(text: &str) -> Beginning {
    let bytes = text.as_bytes();
    let number = |part: [u8; 8]| (u64::from_be_bytes(part) ^ 1 << 63).cast_signed();
    if let Some((front, rest)) = bytes.split_first_chunk::<8>()
        && let Some((back, _)) = rest.split_first_chunk::<8>()
    {
        return [number(*front), number(*back)];
    }
    let mut padded = [[0_u8; 8]; 2];
    padded.as_flattened_mut().iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
    padded.map(number)
}

impl Arena {
    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn start(&self, row: usize) -> usize {
        let before = row.checked_sub(1).and_then(|before| self.ends.get(before));
        before.map_or(0, |end| *end as usize)
    }

    /// The text of a row.
    pub fn get(&self, row: usize) -> &str {
        let end = self.ends.get(row).map_or(0, |end| (*end as usize).saturating_sub(BORDER.len_utf8()));
        self.text.get(self.start(row)..end).unwrap_or_default()
    }

    /// Bounds of the beginnings of all texts.
    pub fn bounds(&self) -> (Beginning, Beginning) {
        *self.bounds.get_or_init(|| {
            let all = (0..self.len()).map(|row| beginning(self.get(row)));
            all.fold(([i64::MAX; 2], [i64::MIN; 2]), |(low, high), text| (low.min(text), high.max(text)))
        })
    }

    /// Appends a folded text.
    pub fn push(&mut self, text: &str) {
        self.bounds.take();
        self.text.push_str(text);
        self.text.push(BORDER);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    fn rebuilt<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut arena = Self::default();
        texts.for_each(|text| arena.push(text));
        arena.shrink();
        arena
    }

    /// Gives back what it does not need.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Puts a row in.
    pub fn insert(&mut self, row: usize, text: &str) {
        if row >= self.len() {
            self.push(text);
            return;
        }
        let all = (0..=self.len()).map(|at| match at.cmp(&row) {
            std::cmp::Ordering::Less => self.get(at),
            std::cmp::Ordering::Equal => text,
            std::cmp::Ordering::Greater => self.get(at - 1),
        });
        *self = Self::rebuilt(all);
    }

    /// Writes a row.
    pub fn set(&mut self, row: usize, text: &str) {
        if self.get(row) != text {
            *self = Self::rebuilt((0..self.len()).map(|at| if at == row { text } else { self.get(at) }));
        }
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: usize) {
        *self = Self::rebuilt((0..self.len()).filter(|at| *at != row).map(|at| self.get(at)));
    }

    /// The rows from `row` on, taken off.
    pub fn split_off(&mut self, row: usize) -> Self {
        let back = Self::rebuilt((row..self.len()).map(|at| self.get(at)));
        *self = Self::rebuilt((0..row.min(self.len())).map(|at| self.get(at)));
        back
    }

    /// Rows whose text holds a word.
    pub fn each_with(&self, finder: &memmem::Finder<'_>, mut found: impl FnMut(usize)) {
        let (mut from, mut next) = (0, 0);
        while let Some(at) = self.text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let at = u32::try_from(from + at).unwrap_or(u32::MAX);
            // Hits ascend, and mostly lie near each other: the step grows until the row is passed.
            let mut step = 1;
            while self.ends.get(next + step).is_some_and(|end| *end <= at) {
                step *= 2;
            }
            let near = self.ends.get(next..(next + step + 1).min(self.len())).unwrap_or_default();
            let row = next + near.partition_point(|end| *end <= at);
            found(row);
            from = self.ends.get(row).map_or(usize::MAX, |end| *end as usize);
            next = row;
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * 4
    }
}

/// Distinct texts by number; the numbers never change and are never given again.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    known: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
    folded: Arena,
    // All readings of each, for a column that is found by them.
    readings: Option<(Readings, Arena)>,
    ranks: OnceLock<Arc<Vec<u32>>>,
}

impl Dictionary {
    /// An empty one, whose texts are found by their readings too.
    pub fn new(readings: Option<Readings>) -> Self {
        Self { readings: readings.map(|readings| (readings, Arena::default())), ..Self::default() }
    }

    /// The number of a text, if it was ever there.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.known.get(text).copied()
    }

    /// The number of a text, new or not.
    pub fn intern(&mut self, text: &str) -> u32 {
        if let Some(number) = self.number(text) {
            return number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let kept: Arc<str> = text.into();
        self.folded.push(&folded(text));
        if let Some((readings, arena)) = &mut self.readings {
            arena.push(&(readings.of)(text).join(BORDER.encode_utf8(&mut [0; 4])));
        }
        self.known.insert(kept.clone(), number);
        self.texts.push(kept);
        self.ranks = OnceLock::new();
        number
    }

    /// The text of a number.
    pub fn text(&self, number: i64) -> &str {
        usize::try_from(number).ok().and_then(|number| self.texts.get(number)).map_or("", |text| text)
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Numbers of the texts that hold a word, or are read so.
    pub fn with(&self, word: &str) -> Vec<i64> {
        let (word, mut found) = (folded(word), Vec::new());
        let finder = memmem::Finder::new(&word);
        self.folded.each_with(&finder, |row| found.push(i64::try_from(row).unwrap_or(i64::MAX)));
        if let Some((_, arena)) = self.readings.as_ref().filter(|(readings, _)| (readings.meant)(&word)) {
            arena.each_with(&finder, |row| found.push(i64::try_from(row).unwrap_or(i64::MAX)));
        }
        found
    }

    /// The place of each text in their order.
    pub fn ranks(&self) -> Arc<Vec<u32>> {
        let made = self.ranks.get_or_init(|| {
            let numbers = 0..u32::try_from(self.len()).unwrap_or(u32::MAX);
            let mut order: Vec<(&str, u32)> =
                numbers.map(|number| (self.folded.get(number as usize), number)).collect();
            order.sort_unstable();
            let mut ranks = vec![0; order.len()];
            let (mut rank, mut last) = (0, None);
            for (text, number) in order {
                if last.is_some_and(|last| last != text) {
                    rank += 1;
                }
                last = Some(text);
                if let Some(place) = ranks.get_mut(number as usize) {
                    *place = rank;
                }
            }
            Arc::new(ranks)
        });
        made.clone()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| text.len() + 16).sum();
        let shared = self.texts.capacity() * 16 + self.known.capacity() * 25;
        let ranks = self.ranks.get().map_or(0, |ranks| ranks.len() * 4);
        texts + shared + self.folded.bytes() + self.readings.as_ref().map_or(0, |(_, arena)| arena.bytes()) + ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_as_it_is_is_what_folding_would_make() {
        for c in (0..=0x2_0000).filter_map(char::from_u32) {
            assert_eq!(fold(format!("甲{c}1")), folded(&format!("甲{c}1")), "{c:?}");
        }
    }

    #[test]
    fn an_arena_is_a_vector_of_texts() {
        let mut arena = Arena::default();
        for text in ["b", "", "账单", "zd-1"] {
            arena.push(text);
        }
        arena.insert(1, "新");
        arena.set(0, "a");
        arena.remove(2);
        let back = arena.split_off(2);
        let all = |arena: &Arena| (0..arena.len()).map(|row| arena.get(row).to_owned()).collect::<Vec<_>>();
        assert_eq!((all(&arena), all(&back)), (vec!["a".into(), "新".into()], vec!["账单".into(), "zd-1".into()]));
    }

    #[test]
    fn a_word_is_found_within_a_text_only() {
        let mut arena = Arena::default();
        ["zd-1", "2 zd", "-1zd-1zd-1"].into_iter().for_each(|text| arena.push(text));
        let rows = |word: &str| {
            let mut rows = Vec::new();
            arena.each_with(&memmem::Finder::new(word), |row| rows.push(row));
            rows
        };
        assert_eq!((rows("zd-1"), rows("12"), rows("zd")), (vec![0, 2], vec![], vec![0, 1, 2]));
    }

    #[test]
    fn names_are_found_as_they_are_written_and_read() {
        let of =
            |text: &str| if text == "云川帆兴" { vec!["yunchuanfanxing".into(), "ycfx".into()] } else { vec![] };
        let mut names = Dictionary::new(Some(Readings { of, meant: |word| word.len() > 1 && word.is_ascii() }));
        for name in ["云川帆兴", "Alpha 商贸", "云川帆兴", ""] {
            names.intern(name);
        }
        assert_eq!(names.len(), 3);
        let found = |word: &str| names.with(word).into_iter().map(|number| names.text(number)).collect::<Vec<_>>();
        assert_eq!(found("ycfx"), ["云川帆兴"]);
        assert_eq!(found("ALPHA"), ["Alpha 商贸"]);
        assert_eq!(found("帆"), ["云川帆兴"]);
        assert!(found("y").is_empty() && found("商贸云").is_empty());
        assert_eq!(*names.ranks(), [2, 1, 0]);
    }
}
