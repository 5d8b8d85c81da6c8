//! The tables that are kept in columns: filled in the background, moved by every commit.
//!
//! Filling: what commits bring meanwhile waits in a queue that begins before the snapshot is opened, and is laid over what
//! was read; a change that the snapshot has already is laid over itself. A panic of the observer or a restored store
//! throws everything away ([`Tables::forget`]); the next list that asks fills it again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::Date;
use parking_lot::{Condvar, Mutex, RwLock};

use super::field::{Origin, Source, day, number_of, walk, whole};
use gx_columns::rows::Filling;

use super::{Columns, Rows, Schema, Snapshot, Value};
use crate::store::{Change, RawRead, Reader, Res};

/// Tables up to this size are filled while their list waits.
const AT_ONCE: u64 = 4_000;
/// Records after which a filling looks at its bounds.
const LOOK: usize = 8_192;

/// A record that changed, or is gone, or can't be read.
enum Delta {
    Put(Vec<Value>),
    Gone,
    Doubtful,
}

/// How far a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nothing is there yet.
    Empty,
    Filling,
    /// Follows the store.
    Ready,
    /// Switched off, or larger than the memory it may use (in bytes, as it was then).
    Off {
        /// What all tables might use together when this one found no room.
        allowed: usize,
    },
}

enum Inner {
    Empty,
    Filling { day: Date, waiting: Vec<(u64, Delta)> },
    Ready { day: Date, rows: Arc<Rows>, filled: Instant, took: Duration },
    Off { allowed: usize },
}

pub struct Table {
    /// Where it comes from.
    pub origin: Arc<dyn Origin>,
    pub schema: Arc<Schema>,
    inner: RwLock<Inner>,
}

/// What the monitor shows of a table.
#[derive(Debug, Clone)]
pub struct Standing {
    pub table: Cow<'static, str>,
    /// How far it is.
    pub state: State,
    /// Rows in columns.
    pub rows: usize,
    /// Bytes in memory.
    pub bytes: usize,
    /// Records that could not be read.
    pub unreadable: usize,
    /// How long ago it was filled.
    pub age: Option<Duration>,
    /// How long that took.
    pub took: Option<Duration>,
}

impl Table {
    /// An empty table.
    pub fn new(origin: Arc<dyn Origin>) -> Self {
        Self { schema: Arc::new(origin.schema()), origin, inner: RwLock::new(Inner::Empty) }
    }

    /// Its columns at this moment; `None` until they are there.
    pub fn columns(&self, today: Date) -> Option<Snapshot> {
        self.turn_day(today);
        let (kinds, rows) = (self.schema.kinds.clone(), self.rows()?);
        let columns = Columns { kinds, rows, today: day(Some(today)) };
        Some(Snapshot { schema: self.schema.clone(), columns })
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.rows().map_or(0, |rows| rows.bytes())
    }

    /// Throws everything away.
    pub fn forget(&self) {
        *self.inner.write() = Inner::Empty;
    }

    /// How far it is.
    pub fn state(&self) -> State {
        match &*self.inner.read() {
            Inner::Empty => State::Empty,
            Inner::Filling { .. } => State::Filling,
            Inner::Ready { .. } => State::Ready,
            Inner::Off { allowed } => State::Off { allowed: *allowed },
        }
    }

    /// What the monitor shows of it, under a name.
    pub fn standing(&self, table: Cow<'static, str>) -> Standing {
        let state = self.state();
        let (rows, filled) = match &*self.inner.read() {
            Inner::Ready { rows, filled, took, .. } => (Some(rows.clone()), Some((*filled, *took))),
            _ => (None, None),
        };
        Standing {
            table,
            state,
            rows: rows.as_ref().map_or(0, |rows| rows.len()),
            bytes: rows.as_ref().map_or(0, |rows| rows.bytes()),
            unreadable: rows.as_ref().map_or(0, |rows| rows.unreadable.len()),
            age: filled.map(|(at, _)| at.elapsed()),
            took: filled.map(|(_, took)| took),
        }
    }

    /// Its rows at this moment, when they are there.
    pub fn rows(&self) -> Option<Arc<Rows>> {
        match &*self.inner.read() {
            Inner::Ready { rows, .. } => Some(rows.clone()),
            _ => None,
        }
    }

    /// The day that its values are of.
    fn day(&self) -> Option<Date> {
        match &*self.inner.read() {
            Inner::Ready { day, .. } | Inner::Filling { day, .. } => Some(*day),
            Inner::Empty | Inner::Off { .. } => None,
        }
    }

    /// Throws away what is of another day, where days matter; answers whether it did.
    fn turn_day(&self, today: Date) -> bool {
        let turned = self.origin.by_day() && self.day().is_some_and(|day| day != today);
        if turned {
            *self.inner.write() = Inner::Empty;
        }
        turned
    }

    fn delta(&self, change: &Change, day: Date) -> (u64, Delta) {
        let id = number_of(&change.key);
        let delta = match &change.value {
            None => Delta::Gone,
            Some(bytes) => match self.origin.values(&change.key, bytes, day) {
                Ok(values) => Delta::Put(values),
                Err(_) => Delta::Doubtful,
            },
        };
        (id, delta)
    }

    /// Takes changes of its own records in.
    pub fn on_commit(&self, changes: &[&Change]) {
        let Some(day) = self.day() else { return };
        // Decoded before the lock is taken: readers wait for the laying over only.
        let deltas: Vec<(u64, Delta)> = changes.iter().map(|change| self.delta(change, day)).collect();
        match &mut *self.inner.write() {
            Inner::Filling { waiting, .. } => waiting.extend(deltas),
            Inner::Ready { rows, .. } => self.lay(Arc::make_mut(rows), deltas),
            Inner::Empty | Inner::Off { .. } => {}
        }
    }

    fn lay(&self, rows: &mut Rows, deltas: Vec<(u64, Delta)>) {
        for (id, delta) in deltas {
            match delta {
                Delta::Put(values) => rows.put(&self.schema.kinds, whole(id), values),
                Delta::Gone => rows.remove(whole(id)),
                Delta::Doubtful => rows.doubt(id),
            }
        }
    }

    /// Reads a table; `None` when it does not fit into the bytes that are left.
    fn read(&self, reader: &Reader, day: Date, left: usize) -> Res<Option<Rows>> {
        let mut filling = Filling::new(&self.schema.kinds);
        let (mut many, mut fits) = (0_usize, true);
        let visit = &mut |key: &[u8], bytes: &[u8]| {
            let id = number_of(key);
            match self.origin.values(key, bytes, day) {
                Ok(values) => filling.push(whole(id), values),
                Err(error) => {
                    tracing::error!(table = self.origin.table(), id, %error, "a record can't be read; lists leave it out");
                    filling.doubt(id);
                }
            }
            many += 1;
            fits = !many.is_multiple_of(LOOK) || filling.bytes() <= left;
            fits
        };
        walk(&*self.origin, reader, visit)?;
        let rows = filling.done();
        Ok((fits && rows.bytes() <= left).then_some(rows))
    }

    /// Fills it from a snapshot that `open` takes once changes are being kept. `left` are the bytes it may use, of the
    /// `allowed` ones of all tables.
    ///
    /// # Errors
    /// A store that can't be read; the table is empty then.
    pub fn fill(&self, today: Date, (left, allowed): (usize, usize), open: impl FnOnce() -> Res<Reader>) -> Res<()> {
        let began = Instant::now();
        *self.inner.write() = Inner::Filling { day: today, waiting: Vec::new() };
        let read = open().and_then(|reader| self.read(&reader, today, left));
        let mut inner = self.inner.write();
        // Thrown away meanwhile: what was read may be older than what was forgotten for.
        let Inner::Filling { day: today, waiting } = &mut *inner else { return Ok(()) };
        let (day, waiting) = (*today, std::mem::take(waiting));
        match read {
            Ok(Some(mut rows)) => {
                self.lay(&mut rows, waiting);
                *inner = Inner::Ready { day, rows: Arc::new(rows), filled: Instant::now(), took: began.elapsed() };
                Ok(())
            }
            Ok(None) => {
                let table = self.origin.table();
                tracing::warn!(table, "the columns of this table do not fit into the memory set aside for lists");
                *inner = Inner::Off { allowed };
                Ok(())
            }
            Err(error) => {
                *inner = Inner::Empty;
                Err(error)
            }
        }
    }

    /// Numbers of records whose rows are not as the store has them; a portion of the truth is in memory at a time.
    fn differing(&self, reader: &Reader, rows: &Rows, day: Date) -> Res<Vec<u64>> {
        let (mut differ, mut truth, mut many, mut after) = (Vec::new(), Filling::new(&self.schema.kinds), 0_usize, -1);
        let visit = &mut |key: &[u8], bytes: &[u8]| {
            let id = whole(number_of(key));
            match self.origin.values(key, bytes, day) {
                Ok(values) => truth.push(id, values),
                Err(_) => truth.doubt(number_of(key)),
            }
            many += 1;
            if many.is_multiple_of(LOOK) {
                let portion = std::mem::replace(&mut truth, Filling::new(&self.schema.kinds)).done();
                differ.extend(differing(rows, &portion, (after, id)));
                after = id;
            }
            true
        };
        walk(&*self.origin, reader, visit)?;
        differ.extend(differing(rows, &truth.done(), (after, i64::MAX)));
        Ok(differ)
    }
}

#[derive(Default)]
pub struct Tables {
    tables: HashMap<&'static str, Table>,
    // In the order in which they are filled.
    order: Vec<&'static str>,
    // One table is filled at a time.
    turn: Mutex<()>,
    // Tables that a list has missed, for whoever fills them in the background.
    missed: Mutex<Vec<&'static str>>,
    bell: Condvar,
}

impl Tables {
    /// Empty tables of these record types, in the order in which they are wanted first.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut all = Self::default();
        let (last, first): (Vec<Source>, Vec<Source>) = sources.into_iter().partition(|source| source.gives_way);
        for source in first.into_iter().chain(last) {
            all.order.push(source.table);
            all.tables.insert(source.table, Table::new(Arc::new(source)));
        }
        all
    }

    /// The table of a record type.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// The columns of a table at this moment; `None` until they are there.
    pub fn columns(&self, name: &str, today: Date) -> Option<Snapshot> {
        self.tables.get(name)?.columns(today)
    }

    /// Throws a table away that is of another day, where days matter; answers whether it did.
    pub fn turn_day(&self, name: &str, today: Date) -> bool {
        self.tables.get(name).is_some_and(|table| table.turn_day(today))
    }

    /// Whether a table is filled last and makes room for others.
    pub fn gives_way(&self, name: &str) -> bool {
        self.tables.get(name).is_some_and(|table| table.origin.gives_way())
    }

    /// Gives back the memory of tables that give way, when all together have become larger than they may.
    pub fn give_way(&self, allowed: usize) {
        for name in self.order.iter().rev() {
            let Some(table) = self.tables.get(name).filter(|table| table.origin.gives_way()) else { continue };
            if table.state() == State::Ready && self.bytes() > allowed {
                tracing::warn!(table = name, "the columns of this table make room for others");
                *table.inner.write() = Inner::Off { allowed };
            }
        }
    }

    /// Names of all tables, in the order in which they are filled.
    pub fn names(&self) -> &[&'static str] {
        &self.order
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> usize {
        self.tables.values().map(Table::bytes).sum()
    }

    /// Takes a commit in.
    pub fn on_commit(&self, changes: &[Change]) {
        let mut by_table: HashMap<&'static str, Vec<&Change>> = HashMap::new();
        for change in changes.iter().filter(|change| self.tables.contains_key(change.table)) {
            by_table.entry(change.table).or_default().push(change);
        }
        for (name, changes) in by_table {
            if let Some(table) = self.tables.get(name) {
                table.on_commit(&changes);
            }
        }
    }

    /// Throws everything away.
    pub fn forget(&self) {
        self.tables.values().for_each(Table::forget);
    }

    /// Throws one table away and asks for it to be filled again; false when there is no such table.
    pub fn refill(&self, name: &str) -> bool {
        let Some(table) = self.tables.get(name) else { return false };
        table.forget();
        self.ask_for(table.origin.table());
        true
    }

    /// Gives a record the values of another one and takes a third out, as a fault of the program would; for tests.
    #[cfg(feature = "testing")]
    pub fn damage(&self, name: &str, (changed, of, gone): (u64, u64, u64)) {
        let Some(table) = self.tables.get(name) else { return };
        if let Inner::Ready { rows, .. } = &mut *table.inner.write() {
            let rows = Arc::make_mut(rows);
            if let Some(place) = rows.find(whole(of)) {
                let values = rows.row(place);
                rows.put(&table.schema.kinds, whole(changed), values);
            }
            rows.remove(whole(gone));
        }
    }

    /// Throws everything away, as after a panic: the next list that asks fills its table again.
    pub fn reload(&self, _: &Reader) -> Res<()> {
        self.forget();
        Ok(())
    }

    /// Whether a table that is not there is worth filling now, and whether its list may wait for it.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn wanted(&self, name: &str, tx: &dyn RawRead, allowed: usize) -> Res<Option<bool>> {
        let Some(table) = self.tables.get(name) else { return Ok(None) };
        match table.state() {
            State::Ready | State::Filling => Ok(None),
            State::Off { allowed: before } if before == allowed => Ok(None),
            State::Empty | State::Off { .. } => Ok(Some(tx.raw_len(table.origin.table())? <= AT_ONCE)),
        }
    }

    /// Gives back the memory of a table that may use none.
    pub fn switch_off(&self, name: &str) {
        if let Some(table) = self.tables.get(name).filter(|table| table.state() != State::Off { allowed: 0 }) {
            *table.inner.write() = Inner::Off { allowed: 0 };
        }
    }

    /// Asks for a table to be filled in the background.
    pub fn ask_for(&self, name: &'static str) {
        let mut missed = self.missed.lock();
        if !missed.contains(&name) {
            missed.push(name);
            self.bell.notify_all();
        }
    }

    /// The next table to be filled; waits for one, at most so long.
    pub fn next_missed(&self, patience: Duration) -> Option<&'static str> {
        let mut missed = self.missed.lock();
        if missed.is_empty() {
            self.bell.wait_for(&mut missed, patience);
        }
        if missed.is_empty() { None } else { Some(missed.remove(0)) }
    }

    /// Fills a table from a snapshot that `open` takes once changes are being kept. `allowed` are the bytes that all
    /// tables may use together; 0 switches them off.
    ///
    /// # Errors
    /// A store that can't be read; the table is empty then.
    pub fn fill(&self, name: &str, today: Date, allowed: usize, open: impl FnOnce() -> Res<Reader>) -> Res<()> {
        let Some(table) = self.tables.get(name) else { return Ok(()) };
        let _turn = self.turn.lock();
        if matches!(table.state(), State::Ready | State::Filling) {
            return Ok(());
        }
        // What gives way is in nobody's way.
        let counts = |other: &&Table| table.origin.gives_way() || !other.origin.gives_way();
        let left = allowed.saturating_sub(self.tables.values().filter(counts).map(Table::bytes).sum());
        if allowed == 0 {
            *table.inner.write() = Inner::Off { allowed };
            return Ok(());
        }
        table.fill(today, (left, allowed), open)?;
        self.give_way(allowed);
        Ok(())
    }

    /// How all tables stand.
    pub fn standing(&self) -> Vec<Standing> {
        let of = |name: &&'static str| self.tables.get(name).map(|table| table.standing(table.origin.table().into()));
        self.order.iter().filter_map(of).collect()
    }

    /// Compares a table with the store; answers numbers of records that differ, at most so many. `open` takes a snapshot:
    /// rows that a commit changes meanwhile are looked at again.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn compare(&self, name: &str, most: usize, open: impl Fn() -> Res<Reader>) -> Res<Vec<u64>> {
        let Some(table) = self.tables.get(name) else { return Ok(Vec::new()) };
        let mut differ: Option<Vec<u64>> = None;
        for _ in 0..3 {
            let (Some(rows), Some(day)) = (table.rows(), table.day()) else { return Ok(Vec::new()) };
            let now = table.differing(&open()?, &rows, day)?;
            differ = Some(match differ {
                None => now,
                Some(before) => before.into_iter().filter(|id| now.contains(id)).collect(),
            });
            if differ.as_ref().is_none_or(Vec::is_empty) {
                break;
            }
        }
        let mut differ = differ.unwrap_or_default();
        differ.truncate(most);
        Ok(differ)
    }
}

/// Numbers of records between two (the first left out) whose rows are not the same in both.
fn differing(one: &Rows, other: &Rows, (after, to): (i64, i64)) -> Vec<u64> {
    let mut ids: Vec<i64> = one.ids().chain(other.ids()).filter(|id| (after + 1..=to).contains(id)).collect();
    ids.sort_unstable();
    ids.dedup();
    let same = |id: &i64| match (one.find(*id), other.find(*id)) {
        (Some(place), Some(same)) => one.row(place) == other.row(same),
        _ => false,
    };
    ids.into_iter().filter(|id| !same(id)).map(i64::cast_unsigned).collect()
}
