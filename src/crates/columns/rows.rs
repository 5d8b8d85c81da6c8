//! The rows of a table as columns: chunks in the order of their numbers, copied only while somebody reads them.
//!
//! Invariants: numbers ascend within a chunk and from chunk to chunk; no chunk is empty or longer than [`ROWS`]; every
//! column of a chunk has as many rows as the chunk.

use std::sync::{Arc, OnceLock};

use super::packed::{NONE, Packed};
use super::ranks::Ranks;
use super::texts::{Arena, Dictionary, fold};
use super::{Kind, Value};

/// Rows of a chunk at most.
pub const ROWS: usize = 4096;

/// One column of a chunk.
#[derive(Debug, Clone)]
pub enum Column {
    /// Numbers, or the numbers of names in their dictionary.
    Numbers(Packed),
    /// Texts that mostly differ.
    Texts(Arena),
    /// Several numbers a row.
    Lists(Vec<Box<[i64]>>),
    /// Computed when it is asked for.
    Computed,
}

/// Rows that lie together.
#[derive(Debug, Clone)]
pub struct Chunk {
    /// Numbers of the records, ascending.
    pub ids: Packed,
    /// One for each column of the schema.
    pub columns: Vec<Column>,
}

impl Chunk {
    fn new(kinds: &[Kind]) -> Self {
        let column = |kind: &Kind| match kind {
            Kind::Number | Kind::Name(_) => Column::Numbers(Packed::default()),
            Kind::Text => Column::Texts(Arena::default()),
            Kind::Numbers => Column::Lists(Vec::new()),
            Kind::Computed(_) => Column::Computed,
        };
        Self { ids: Packed::default(), columns: kinds.iter().map(column).collect() }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Where a number is, or where it would be.
    pub(super) fn place(&self, id: i64) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.ids.get(middle).cmp(&id) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }

    fn bytes(&self) -> usize {
        let column = |column: &Column| match column {
            Column::Numbers(packed) => packed.bytes(),
            Column::Texts(arena) => arena.bytes(),
            Column::Lists(lists) => lists.capacity() * 16 + lists.iter().map(|list| list.len() * 8).sum::<usize>(),
            Column::Computed => 0,
        };
        self.ids.bytes() + self.columns.iter().map(column).sum::<usize>()
    }
}

/// A cell as it goes into a chunk.
enum Cell {
    Number(i64),
    Text(String),
    List(Box<[i64]>),
    Nothing,
}

/// All rows of a table at one moment.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// Chunks in the order of their numbers.
    pub chunks: Vec<Arc<Chunk>>,
    /// The dictionary of each column of names; empty ones for the others.
    pub names: Vec<Arc<Dictionary>>,
    /// Records that could not be read.
    pub unreadable: Vec<u64>,
    ranks: Vec<OnceLock<Arc<Ranks>>>,
}

impl Rows {
    /// No rows yet.
    pub fn new(kinds: &[Kind]) -> Self {
        let dictionary = |kind: &Kind| match kind {
            Kind::Name(readings) => Dictionary::new(*readings),
            _ => Dictionary::default(),
        };
        Self {
            chunks: Vec::new(),
            names: kinds.iter().map(|kind| Arc::new(dictionary(kind))).collect(),
            unreadable: Vec::new(),
            ranks: kinds.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The chunk that holds a number, or would hold it.
    fn chunk_of(&self, id: i64) -> usize {
        self.chunks.partition_point(|chunk| chunk.ids.get(0) <= id).saturating_sub(1)
    }

    /// Where a record stands: chunk and row.
    pub fn find(&self, id: i64) -> Option<(usize, usize)> {
        let at = self.chunk_of(id);
        self.chunks.get(at).and_then(|chunk| chunk.place(id).ok()).map(|row| (at, row))
    }

    fn cells(&mut self, values: Vec<Value>) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(values.len());
        for (column, value) in values.into_iter().enumerate() {
            cells.push(match value {
                Value::Number(number) => Cell::Number(number),
                Value::Text(text) => Cell::Text(fold(text)),
                Value::Numbers(list) => Cell::List(list.into_boxed_slice()),
                Value::Nothing => Cell::Nothing,
                Value::Name(name) => Cell::Number(self.intern(column, &name)),
            });
        }
        cells
    }

    fn intern(&mut self, column: usize, name: &str) -> i64 {
        let Some(dictionary) = self.names.get_mut(column) else { return NONE };
        let number = match dictionary.number(name) {
            Some(number) => number,
            None => Arc::make_mut(dictionary).intern(name),
        };
        i64::from(number)
    }

    /// Writes a record, new or not.
    pub fn put(&mut self, kinds: &[Kind], id: i64, values: Vec<Value>) {
        let cells = self.cells(values);
        self.forget_ranks();
        self.unreadable.retain(|known| i64::try_from(*known) != Ok(id));
        let mut at = self.chunk_of(id);
        let last = at + 1 >= self.chunks.len();
        let Some(chunk) = self.chunks.get_mut(at) else {
            let mut chunk = Chunk::new(kinds);
            write(&mut chunk, 0, true, id, cells);
            self.chunks.push(Arc::new(chunk));
            return;
        };
        let place = chunk.place(id);
        let full = chunk.len() >= ROWS;
        if place.is_err() && full {
            let back = match place {
                // New records follow each other: the full chunk stays as it is.
                Err(row) if last && row >= ROWS => Chunk::new(kinds),
                _ => split(Arc::make_mut(chunk), ROWS / 2),
            };
            let goes_back = back.is_empty() || back.ids.get(0) <= id;
            self.chunks.insert(at + 1, Arc::new(back));
            at += usize::from(goes_back);
        }
        let Some(chunk) = self.chunks.get_mut(at) else { return };
        match chunk.place(id) {
            Ok(row) => write(Arc::make_mut(chunk), row, false, id, cells),
            Err(row) => write(Arc::make_mut(chunk), row, true, id, cells),
        }
    }

    /// Takes a record out.
    pub fn remove(&mut self, id: i64) {
        self.unreadable.retain(|known| i64::try_from(*known) != Ok(id));
        let Some((at, row)) = self.find(id) else { return };
        self.forget_ranks();
        let Some(chunk) = self.chunks.get_mut(at) else { return };
        let chunk = Arc::make_mut(chunk);
        chunk.ids.remove(row);
        for column in &mut chunk.columns {
            match column {
                Column::Numbers(packed) => packed.remove(row),
                Column::Texts(arena) => arena.remove(row),
                Column::Lists(lists) => drop(lists.remove(row)),
                Column::Computed => {}
            }
        }
        if chunk.is_empty() {
            self.chunks.remove(at);
        }
    }

    /// Says that a record is there and can't be read.
    pub fn doubt(&mut self, id: u64) {
        self.remove(i64::try_from(id).unwrap_or(i64::MAX));
        self.unreadable.push(id);
    }

    fn forget_ranks(&mut self) {
        for ranks in &mut self.ranks {
            if ranks.get().is_some() {
                *ranks = OnceLock::new();
            }
        }
    }

    /// The place of every record in the order of a column of texts, [`NONE`] for an empty one; for lists that link here.
    pub fn ranks(&self, column: usize) -> Arc<Ranks> {
        let Some(slot) = self.ranks.get(column) else { return Arc::default() };
        slot.get_or_init(|| Arc::new(self.ranked(column))).clone()
    }

    fn ranked(&self, column: usize) -> Ranks {
        let mut ranked = Vec::with_capacity(self.len());
        let mut texts: Vec<(&str, i64)> = Vec::new();
        let names = self.names.get(column);
        let order = names.map(|names| names.ranks()).unwrap_or_default();
        for chunk in &self.chunks {
            match chunk.columns.get(column) {
                Some(Column::Numbers(numbers)) => {
                    for row in 0..chunk.len() {
                        let number = numbers.get(row);
                        let named = names.is_some_and(|names| !names.text(number).is_empty());
                        let rank = usize::try_from(number).ok().and_then(|name| order.get(name)).filter(|_| named);
                        ranked.push((chunk.ids.get(row), rank.map_or(NONE, |rank| i64::from(*rank))));
                    }
                }
                Some(Column::Texts(arena)) => {
                    texts.extend((0..chunk.len()).map(|row| (arena.get(row), chunk.ids.get(row))));
                }
                _ => {}
            }
        }
        texts.sort_unstable();
        let (mut rank, mut last) = (-1, None);
        for (text, id) in texts {
            if last != Some(text) {
                rank += 1;
            }
            last = Some(text);
            ranked.push((id, if text.is_empty() { NONE } else { rank }));
        }
        Ranks::of(&ranked)
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        let ranks: usize = self.ranks.iter().filter_map(OnceLock::get).map(|ranks| ranks.bytes()).sum();
        let names: usize = self.names.iter().map(|names| names.bytes()).sum();
        self.chunks.iter().map(|chunk| chunk.bytes()).sum::<usize>() + names + ranks
    }

    /// The values of a row, with names as texts.
    pub fn row(&self, (chunk, row): (usize, usize)) -> Vec<Value> {
        let Some(chunk) = self.chunks.get(chunk) else { return Vec::new() };
        let value = |(at, column): (usize, &Column)| match column {
            Column::Numbers(packed) => match self.names.get(at).filter(|names| !names.is_empty()) {
                Some(names) => Value::Name(names.text(packed.get(row)).to_owned()),
                None => Value::Number(packed.get(row)),
            },
            Column::Texts(arena) => Value::Text(arena.get(row).to_owned()),
            Column::Lists(lists) => Value::Numbers(lists.get(row).map(|list| list.to_vec()).unwrap_or_default()),
            Column::Computed => Value::Nothing,
        };
        chunk.columns.iter().enumerate().map(value).collect()
    }

    /// Numbers of all records, ascending.
    pub fn ids(&self) -> impl Iterator<Item = i64> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.ids.values())
    }
}

fn write(chunk: &mut Chunk, row: usize, new: bool, id: i64, cells: Vec<Cell>) {
    if new {
        chunk.ids.insert(row, id);
    }
    for (column, cell) in chunk.columns.iter_mut().zip(cells) {
        match (column, cell) {
            (Column::Numbers(packed), Cell::Number(number)) if new => packed.insert(row, number),
            (Column::Numbers(packed), Cell::Number(number)) => packed.set(row, number),
            (Column::Texts(arena), Cell::Text(text)) if new => arena.insert(row, &text),
            (Column::Texts(arena), Cell::Text(text)) => arena.set(row, &text),
            (Column::Lists(lists), Cell::List(list)) if new => lists.insert(row, list),
            (Column::Lists(lists), Cell::List(list)) => {
                if let Some(place) = lists.get_mut(row) {
                    *place = list;
                }
            }
            // A value of another kind than its column: fields are declared with both at once, so there is none.
            (Column::Numbers(packed), _) if new => packed.insert(row, NONE),
            (Column::Texts(arena), _) if new => arena.insert(row, ""),
            (Column::Lists(lists), _) if new => lists.insert(row, Box::default()),
            _ => {}
        }
    }
}

fn split(chunk: &mut Chunk, row: usize) -> Chunk {
    let ids = chunk.ids.split_off(row);
    let columns = chunk.columns.iter_mut().map(|column| match column {
        Column::Numbers(packed) => Column::Numbers(packed.split_off(row)),
        Column::Texts(arena) => Column::Texts(arena.split_off(row)),
        Column::Lists(lists) => Column::Lists(lists.split_off(row)),
        Column::Computed => Column::Computed,
    });
    Chunk { ids, columns: columns.collect() }
}

/// Makes rows in the order of their numbers, a chunk at a time: what fills a table from the store.
pub struct Filling {
    rows: Rows,
    ids: Vec<i64>,
    columns: Vec<Gathered>,
}

enum Gathered {
    Numbers(Vec<i64>),
    Texts(Arena),
    Lists(Vec<Box<[i64]>>),
    Computed,
}

impl Filling {
    /// Nothing yet.
    pub fn new(kinds: &[Kind]) -> Self {
        let mut filling = Self { rows: Rows::new(kinds), ids: Vec::new(), columns: Vec::new() };
        filling.begin(&Chunk::new(kinds));
        filling
    }

    fn begin(&mut self, like: &Chunk) {
        let column = |column: &Column| match column {
            Column::Numbers(_) => Gathered::Numbers(Vec::with_capacity(ROWS)),
            Column::Texts(_) => Gathered::Texts(Arena::default()),
            Column::Lists(_) => Gathered::Lists(Vec::new()),
            Column::Computed => Gathered::Computed,
        };
        self.ids = Vec::with_capacity(ROWS);
        self.columns = like.columns.iter().map(column).collect();
    }

    /// The next record.
    pub fn push(&mut self, id: i64, values: Vec<Value>) {
        let cells = self.rows.cells(values);
        self.ids.push(id);
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Gathered::Numbers(numbers), Cell::Number(number)) => numbers.push(number),
                (Gathered::Texts(arena), Cell::Text(text)) => arena.push(&text),
                (Gathered::Lists(lists), Cell::List(list)) => lists.push(list),
                (Gathered::Numbers(numbers), _) => numbers.push(NONE),
                (Gathered::Texts(arena), _) => arena.push(""),
                (Gathered::Lists(lists), _) => lists.push(Box::default()),
                (Gathered::Computed, _) => {}
            }
        }
        if self.ids.len() == ROWS {
            self.close();
        }
    }

    /// A record that can't be read.
    pub fn doubt(&mut self, id: u64) {
        self.rows.unreadable.push(id);
    }

    fn close(&mut self) {
        if self.ids.is_empty() {
            return;
        }
        let columns = std::mem::take(&mut self.columns).into_iter().map(|column| match column {
            Gathered::Numbers(numbers) => Column::Numbers(Packed::of(&numbers)),
            Gathered::Texts(mut arena) => {
                arena.shrink();
                Column::Texts(arena)
            }
            Gathered::Lists(lists) => Column::Lists(lists),
            Gathered::Computed => Column::Computed,
        });
        let chunk = Chunk { ids: Packed::of(&self.ids), columns: columns.collect() };
        self.begin(&chunk);
        self.rows.chunks.push(Arc::new(chunk));
    }

    /// Bytes of what is there so far.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// What was made.
    pub fn done(mut self) -> Rows {
        self.close();
        self.rows
    }
}
