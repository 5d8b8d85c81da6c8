//! Writing: one thread, one redb transaction for many operations (group commit).
//!
//! Each operation runs against an overlay of its own over the open transaction. It sees what the
//! operations before it in the batch wrote; when it succeeds its overlay is laid into the
//! transaction, when it fails or panics the overlay is dropped and its neighbours never notice.
//! An answer leaves only after the commit with fsync. While one batch commits, the next queues up,
//! so batching costs a single client nothing.
//!
//! `put` and `delete` are the only code that touches index tables and sums.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use redb::{ReadableTable, ReadableTableMetadata, Table, WriteTransaction};

use super::error::{Res, StoreError};
use super::key::{Key, after};
use super::optimistic::Optimistic;
use super::record::{Record, TableInfo, encode, entry_key, entry_value};
use super::sequence::Seq;
use super::sum::{Values, add, decode_cell, difference, encode_cell};
use super::tx::{Bytes, RawRead, Reads, Visit, definition, walk};

/// What one operation changed: for each table, each key with its new value (`None` = deleted).
pub(super) type Overlay = BTreeMap<&'static str, BTreeMap<Vec<u8>, Option<Vec<u8>>>>;

/// A committed change, told to the observers before the operation is answered.
#[derive(Debug, Clone)]
pub struct Change {
    /// Table of the record (index tables are included; observers look at the tables they know).
    pub table: &'static str,
    pub key: Vec<u8>,
    /// Stored bytes, `None` when deleted.
    pub value: Option<Vec<u8>>,
}

type OpenTable<'t> = Rc<RefCell<Table<'t, Bytes, Bytes>>>;

/// The open transaction of a batch with its tables.
pub struct Batch<'t> {
    tx: &'t WriteTransaction,
    tables: RefCell<HashMap<&'static str, OpenTable<'t>>>,
    changes: RefCell<Vec<Change>>,
    // Where each operation ends in `changes`.
    ends: RefCell<Vec<usize>>,
    // Something was written below the overlay.
    is_raw: Cell<bool>,
    failed: RefCell<Option<StoreError>>,
    // Tables in `changes`.
    written: RefCell<BTreeSet<&'static str>>,
    // What was last committed before it; none where nobody counts.
    since: Option<u64>,
}

/// What a batch did.
pub(super) struct Finished {
    pub changes: Vec<Change>,
    pub ends: Vec<usize>,
    /// Rows were written that `changes` does not name.
    pub is_raw: bool,
}

impl<'t> Batch<'t> {
    pub(super) fn new(tx: &'t WriteTransaction, since: Option<u64>) -> Self {
        Self {
            tx,
            tables: RefCell::default(),
            changes: RefCell::default(),
            ends: RefCell::default(),
            is_raw: Cell::new(false),
            failed: RefCell::default(),
            written: RefCell::default(),
            since,
        }
    }

    fn table(&self, name: &'static str) -> Res<OpenTable<'t>> {
        if let Some(table) = self.tables.borrow().get(name) {
            return Ok(table.clone());
        }
        let table = Rc::new(RefCell::new(self.tx.open_table(definition(name))?));
        self.tables.borrow_mut().insert(name, table.clone());
        Ok(table)
    }

    /// Removes a table with all its entries (index rebuilds); the next entry makes it again.
    pub(super) fn clear(&self, name: &str) -> Res<()> {
        self.is_raw.set(true);
        self.tables.borrow_mut().remove(name);
        self.tx.delete_table(definition(name))?;
        Ok(())
    }

    /// Writes below the overlay; for migrations and index rebuilds only.
    pub(super) fn insert_raw(&self, table: &'static str, key: &[u8], value: &[u8]) -> Res<()> {
        self.is_raw.set(true);
        self.table(table)?.borrow_mut().insert(key, value)?;
        Ok(())
    }

    /// Runs one operation in an overlay of its own and lays it in when the operation succeeds.
    pub fn attempt<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>) -> Result<T, E> {
        if let Some(error) = &*self.failed.borrow() {
            return Err(error.clone().into());
        }
        self.attempt_over(Overlay::new(), work)
    }

    fn attempt_over<T, E: From<StoreError>>(
        &self,
        overlay: Overlay,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (mut work, mut answer) = (Some(work), None);
        self.in_overlay(overlay, &mut |writer| {
            answer = work.take().map(|work| work(writer));
            matches!(answer, Some(Ok(_)))
        })?;
        answer.unwrap_or_else(|| Err(StoreError::Panicked("work without an answer".into()).into()))
    }

    /// Runs work in an overlay and lays that in when the work says so. Compiled once for all operations.
    fn in_overlay(&self, overlay: Overlay, work: &mut dyn FnMut(&mut Writer<'_>) -> bool) -> Res<()> {
        let mut writer = Writer { base: self, overlay, poison: Cell::new(None) };
        match catch_unwind(AssertUnwindSafe(|| work(&mut writer))) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(panic) => return Err(StoreError::Panicked(panic_text(panic.as_ref()))),
        }
        // The transaction is half written when this fails: nobody's changes may be committed.
        self.lay_in(writer.into_overlay()?).inspect_err(|error| self.fail(error))
    }

    /// Lays in what was written ahead, with what `work` adds; `None` when it was overtaken, and nothing is written then.
    pub fn apply<T, E: From<StoreError>>(
        &self,
        ahead: Optimistic,
        work: impl FnOnce(&mut Writer<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        if let Some(error) = &*self.failed.borrow() {
            return Err(error.clone().into());
        }
        if ahead.is_in_conflict(&self.changes.borrow()) {
            return Ok(None);
        }
        self.attempt_over(ahead.overlay, work).map(Some)
    }

    /// Nothing of this batch may be committed any more.
    pub(super) fn fail(&self, error: &StoreError) {
        *self.failed.borrow_mut() = Some(error.clone());
    }

    fn lay_in(&self, overlay: Overlay) -> Res<()> {
        let mut changes = self.changes.borrow_mut();
        for (name, rows) in overlay {
            self.written.borrow_mut().insert(name);
            let table = self.table(name)?;
            let mut table = table.borrow_mut();
            for (key, value) in rows {
                match &value {
                    Some(bytes) => table.insert(key.as_slice(), bytes.as_slice())?,
                    None => table.remove(key.as_slice())?,
                };
                changes.push(Change { table: name, key, value });
            }
        }
        self.ends.borrow_mut().push(changes.len());
        Ok(())
    }

    /// Ends the batch: what changed, or why nothing may be committed.
    pub(super) fn finish(self) -> Res<Finished> {
        match self.failed.into_inner() {
            Some(error) => Err(error),
            None => Ok(Finished {
                changes: self.changes.into_inner(),
                ends: self.ends.into_inner(),
                is_raw: self.is_raw.get(),
            }),
        }
    }
}

pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".into())
}

impl RawRead for Batch<'_> {
    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>> {
        let table = self.table(table)?;
        let table = table.borrow();
        let value = table.get(key)?.map(|value| value.value().to_vec());
        Ok(value)
    }

    fn raw_range(
        &self,
        table: &'static str,
        low: Bound<&[u8]>,
        high: Bound<&[u8]>,
        reverse: bool,
        visit: Visit<'_>,
    ) -> Res<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        walk(&*table, low, high, reverse, visit)
    }

    fn raw_len(&self, table: &'static str) -> Res<u64> {
        Ok(self.table(table)?.borrow().len()?)
    }

    fn shows(&self, tables: &[&'static str]) -> Option<u64> {
        let written = self.written.borrow();
        let wrote = self.is_raw.get() || tables.iter().any(|table| written.contains(table));
        self.since.filter(|_| !wrote)
    }
}

/// The write transaction of one operation.
pub struct Writer<'b> {
    base: &'b dyn RawRead,
    overlay: Overlay,
    // A failed write refuses the commit even when the caller ignores the error.
    poison: Cell<Option<StoreError>>,
}

impl<'b> Writer<'b> {
    /// Writes over any state for reading; what it wrote is taken out with [`Writer::into_overlay`].
    pub(super) fn over(base: &'b dyn RawRead) -> Self {
        Self { base, overlay: Overlay::new(), poison: Cell::new(None) }
    }

    /// What was written.
    ///
    /// # Errors
    /// A write that failed, also when its error was ignored.
    pub(super) fn into_overlay(self) -> Res<Overlay> {
        match self.poison.take() {
            Some(error) => Err(error),
            None => Ok(self.overlay),
        }
    }

    fn poisoned<T>(&self, error: StoreError) -> Res<T> {
        self.poison.set(Some(error.clone()));
        Err(error)
    }

    fn set(&mut self, table: &'static str, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.overlay.entry(table).or_default().insert(key, value);
    }

    /// Sets an entry of an index or a cell of a sum to what the records ask for; for the doctor only.
    pub(super) fn correct(&mut self, table: &'static str, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.set(table, key, value);
    }

    /// Drops everything this operation wrote so far.
    pub fn discard(&mut self) {
        self.overlay.clear();
    }

    /// Stores a record with all its indexes and sums; answers what stood there before.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when a unique index already holds its columns for another record; the
    /// operation is then lost as a whole.
    pub fn put<R: Record>(&mut self, record: &R) -> Res<Option<R>> {
        let id = record.id();
        let old: Option<R> = self.get(&id)?;
        for index in R::INDEXES {
            let was = old.as_ref().map(|old| index.columns(old)).unwrap_or_default();
            let now = index.columns(record);
            for columns in was.iter().filter(|columns| !now.contains(columns)) {
                self.set(index.name, entry_key(columns, &id), None);
            }
            for columns in now.iter().filter(|columns| !was.contains(columns)) {
                if index.unique && self.holds(index.name, columns)? {
                    return self.poisoned(StoreError::Taken { index: index.name });
                }
                self.set(index.name, entry_key(columns, &id), Some(entry_value(columns).to_vec()));
            }
        }
        for sum in R::SUMS {
            self.move_cells(sum.name, difference(sum, old.as_ref(), Some(record)))?;
        }
        let bytes = match encode(record) {
            Ok(bytes) => bytes,
            Err(error) => return self.poisoned(error),
        };
        self.set(R::TABLE, id.bytes().to_vec(), Some(bytes));
        Ok(old)
    }

    fn move_cells(&mut self, name: &'static str, moved: Vec<(Key, Values)>) -> Res<()> {
        for (columns, values) in moved {
            let stored = self.raw_get(name, columns.bytes())?;
            let cell = stored.map_or(Ok(Values::default()), |bytes| decode_cell(name, columns.bytes(), &bytes));
            let mut cell = match cell {
                Ok(cell) => cell,
                Err(error) => return self.poisoned(error),
            };
            add(&mut cell, &values);
            let bytes = (cell != Values::default()).then(|| encode_cell(name, columns.bytes(), &cell));
            self.set(name, columns.bytes().to_vec(), bytes);
        }
        Ok(())
    }

    fn holds(&self, index: &'static str, columns: &Key) -> Res<bool> {
        let mut found = false;
        let high = after(columns.bytes());
        let high = high.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.raw_range(index, Bound::Included(columns.bytes()), high, false, &mut |_, _| {
            found = true;
            false
        })?;
        Ok(found)
    }

    /// Removes a record with its index entries, from its sums too; answers what stood there.
    pub fn delete<R: Record>(&mut self, id: &Key) -> Res<Option<R>> {
        let Some(old) = self.get::<R>(id)? else { return Ok(None) };
        for index in R::INDEXES {
            for columns in index.columns(&old) {
                self.set(index.name, entry_key(&columns, id), None);
            }
        }
        for sum in R::SUMS {
            self.move_cells(sum.name, difference(sum, Some(&old), None))?;
        }
        self.set(R::TABLE, id.bytes().to_vec(), None);
        Ok(Some(old))
    }

    /// The next number of a sequence; gaps appear only when nothing else was kept either.
    pub fn next(&mut self, name: &str) -> Res<u64> {
        let last = self.sequence(name)? + 1;
        self.put(&Seq { name: name.to_owned(), last })?;
        Ok(last)
    }

    /// Raises a sequence to at least `last` (seed rows and imports bring their own numbers).
    pub fn raise(&mut self, name: &str, last: u64) -> Res<()> {
        if self.sequence(name)? < last {
            self.put(&Seq { name: name.to_owned(), last })?;
        }
        Ok(())
    }

    /// Removes every record of a table with its index entries and sums, readable or not. For the import of an
    /// archive into a fresh store; nothing else empties tables.
    pub fn delete_all(&mut self, info: &TableInfo) -> Res<()> {
        for name in (info.indexes)().into_iter().chain([info.name]) {
            let mut keys = Vec::new();
            self.raw_range(name, Bound::Unbounded, Bound::Unbounded, false, &mut |key, _| {
                keys.push(key.to_vec());
                true
            })?;
            for key in keys {
                self.set(name, key, None);
            }
        }
        Ok(())
    }
}

impl RawRead for Writer<'_> {
    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>> {
        match self.overlay.get(table).and_then(|rows| rows.get(key)) {
            Some(value) => Ok(value.clone()),
            None => self.base.raw_get(table, key),
        }
    }

    fn raw_range(
        &self,
        table: &'static str,
        low: Bound<&[u8]>,
        high: Bound<&[u8]>,
        reverse: bool,
        visit: Visit<'_>,
    ) -> Res<()> {
        let Some(rows) = self.overlay.get(table) else {
            return self.base.raw_range(table, low, high, reverse, visit);
        };
        if empty_range(low, high) {
            return Ok(());
        }
        let range = rows.range::<[u8], _>((low, high));
        let mut own: Box<dyn Iterator<Item = (&Vec<u8>, &Option<Vec<u8>>)> + '_> =
            if reverse { Box::new(range.rev()) } else { Box::new(range) };
        let mut next = own.next();
        let mut go_on = true;
        self.base.raw_range(table, low, high, reverse, &mut |key, value| {
            // Own rows that come before the base row.
            while let Some((own_key, own_value)) = next {
                let before = if reverse { own_key.as_slice() > key } else { own_key.as_slice() < key };
                if !before {
                    break;
                }
                if let Some(bytes) = own_value
                    && !visit(own_key, bytes)
                {
                    go_on = false;
                    return false;
                }
                next = own.next();
            }
            go_on = match next {
                Some((own_key, own_value)) if own_key.as_slice() == key => {
                    next = own.next();
                    own_value.as_ref().is_none_or(|bytes| visit(key, bytes))
                }
                _ => visit(key, value),
            };
            go_on
        })?;
        while go_on && let Some((own_key, own_value)) = next {
            if let Some(bytes) = own_value {
                go_on = visit(own_key, bytes);
            }
            next = own.next();
        }
        Ok(())
    }

    fn raw_len(&self, table: &'static str) -> Res<u64> {
        let mut len = self.base.raw_len(table)?;
        for (key, value) in self.overlay.get(table).into_iter().flatten() {
            match (self.base.raw_get(table, key)?.is_some(), value.is_some()) {
                (true, false) => len -= 1,
                (false, true) => len += 1,
                _ => {}
            }
        }
        Ok(len)
    }

    fn shows(&self, tables: &[&'static str]) -> Option<u64> {
        let wrote = tables.iter().any(|table| self.overlay.contains_key(table));
        if wrote { None } else { self.base.shows(tables) }
    }
}

/// `BTreeMap::range` panics on reversed bounds; redb answers an empty range.
fn empty_range(low: Bound<&[u8]>, high: Bound<&[u8]>) -> bool {
    match (low, high) {
        (Bound::Included(a), Bound::Included(b)) => a > b,
        (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b) | Bound::Excluded(b)) => a >= b,
        _ => false,
    }
}
