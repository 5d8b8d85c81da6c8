//! Reading: an object-safe floor shared by snapshots and write transactions, typed reads on top.
//!
//! Inside a write transaction the same calls see its own changes. A `visit` callback may read other
//! tables, but must not write.

use std::cell::RefCell;
use std::ops::Bound;
use std::rc::Rc;
use std::sync::Arc;

use redb::{
    ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, TableError,
};

use super::error::{Res, StoreError};
use super::handle::Handle;
use super::key::{Key, after};
use super::record::{Index, Record, decode, entry_id};
use super::sequence::Seq;

pub(super) type Bytes = &'static [u8];

pub(super) const fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// Called with key and value; `false` ends the walk.
pub type Visit<'v> = &'v mut dyn FnMut(&[u8], &[u8]) -> bool;

/// Untyped reads of raw bytes.
pub trait RawRead {
    /// The value under a key.
    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>>;
    /// Walks a key range in order, or backwards.
    fn raw_range(
        &self,
        table: &'static str,
        low: Bound<&[u8]>,
        high: Bound<&[u8]>,
        reverse: bool,
        visit: Visit<'_>,
    ) -> Res<()>;
    /// Number of entries of a table.
    fn raw_len(&self, table: &'static str) -> Res<u64>;
    /// Whether it is a committed state; a transaction has writes of its own that nobody else knows.
    fn is_snapshot(&self) -> bool {
        false
    }
    /// After how many commits since the start it was taken ([`super::Store::commits`]); none where that is not known.
    fn commit(&self) -> Option<u64> {
        None
    }
    /// The commit as of which it shows these tables, for who has kept what they hold; none where that is not known, or where it
    /// has writes of its own in one of them. The question counts as reading the whole of each.
    fn shows(&self, _tables: &[&'static str]) -> Option<u64> {
        None
    }
}

/// A snapshot: sees the store as of its opening, whatever is written meanwhile.
pub struct Reader {
    tx: ReadTransaction,
    tables: RefCell<Vec<(&'static str, Option<Rc<ReadOnlyTable<Bytes, Bytes>>>)>>,
    // Keeps the handle open for as long as the snapshot lives, also across a reopening.
    _handle: Arc<Handle>,
    commit: Option<u64>,
}

impl Reader {
    pub(super) fn open(handle: Arc<Handle>) -> Res<Self> {
        let tx = handle.with(|db| Ok(db.begin_read()?))?;
        Ok(Self { tx, tables: RefCell::new(Vec::with_capacity(8)), _handle: handle, commit: None })
    }

    pub(super) fn of_commit(self, commit: Option<u64>) -> Self {
        Self { commit, ..self }
    }

    fn table(&self, name: &'static str) -> Res<Option<Rc<ReadOnlyTable<Bytes, Bytes>>>> {
        if let Some((_, table)) = self.tables.borrow().iter().find(|(n, _)| *n == name) {
            return Ok(table.clone());
        }
        let table = match self.tx.open_table(definition(name)) {
            Ok(table) => Some(Rc::new(table)),
            Err(TableError::TableDoesNotExist(_)) => None,
            Err(error) => return Err(error.into()),
        };
        self.tables.borrow_mut().push((name, table.clone()));
        Ok(table)
    }

    /// Names of all tables in the file, also of those this program does not know.
    pub fn table_names(&self) -> Res<Vec<String>> {
        use redb::TableHandle;
        Ok(self.tx.list_tables()?.map(|handle| handle.name().to_owned()).collect())
    }

    /// Walks a table known by name only (copies hold tables that this program doesn't know, as they are).
    ///
    /// # Errors
    /// Of `visit`, the disk.
    pub fn walk_named(&self, name: &str, mut visit: impl FnMut(&[u8], &[u8]) -> Res<()>) -> Res<()> {
        let table = match self.tx.open_table(definition(name)) {
            Ok(table) => table,
            Err(TableError::TableDoesNotExist(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        for row in table.iter()? {
            let (key, value) = row?;
            visit(key.value(), value.value())?;
        }
        Ok(())
    }
}

/// Walks a redb table; shared by snapshot and write transaction.
pub(super) fn walk<T: ReadableTable<Bytes, Bytes>>(
    table: &T,
    low: Bound<&[u8]>,
    high: Bound<&[u8]>,
    reverse: bool,
    visit: Visit<'_>,
) -> Res<()> {
    let mut rows = table.range::<&[u8]>((low, high))?;
    while let Some(row) = if reverse { rows.next_back() } else { rows.next() } {
        let (key, value) = row?;
        if !visit(key.value(), value.value()) {
            break;
        }
    }
    Ok(())
}

impl RawRead for Reader {
    fn is_snapshot(&self) -> bool {
        true
    }

    fn commit(&self) -> Option<u64> {
        self.commit
    }

    fn shows(&self, _tables: &[&'static str]) -> Option<u64> {
        self.commit
    }

    fn raw_get(&self, table: &'static str, key: &[u8]) -> Res<Option<Vec<u8>>> {
        let Some(table) = self.table(table)? else { return Ok(None) };
        Ok(table.get(key)?.map(|value| value.value().to_vec()))
    }

    fn raw_range(
        &self,
        table: &'static str,
        low: Bound<&[u8]>,
        high: Bound<&[u8]>,
        reverse: bool,
        visit: Visit<'_>,
    ) -> Res<()> {
        let Some(table) = self.table(table)? else { return Ok(()) };
        walk(&*table, low, high, reverse, visit)
    }

    fn raw_len(&self, table: &'static str) -> Res<u64> {
        let Some(table) = self.table(table)? else { return Ok(0) };
        Ok(table.len()?)
    }
}

/// Typed reads, the same in a snapshot and in a write transaction.
pub trait Reads: RawRead {
    /// The record with this id.
    fn get<R: Record>(&self, id: &Key) -> Res<Option<R>> {
        self.raw_get(R::TABLE, id.bytes())?.map(|bytes| decode(id.bytes(), &bytes)).transpose()
    }

    /// Walks all records in id order until `visit` answers `false`.
    fn each<R: Record>(&self, mut visit: impl FnMut(R) -> bool) -> Res<()> {
        let mut failure = None;
        self.raw_range(
            R::TABLE,
            Bound::Unbounded,
            Bound::Unbounded,
            false,
            &mut |id, bytes| match decode(id, bytes) {
                Ok(record) => visit(record),
                Err(error) => {
                    failure = Some(error);
                    false
                }
            },
        )?;
        failure.map_or(Ok(()), Err)
    }

    /// All records, in id order. For tables that stay small (departments, menus, settings).
    fn all<R: Record>(&self) -> Res<Vec<R>> {
        let mut rows = Vec::new();
        self.each(|record| {
            rows.push(record);
            true
        })?;
        Ok(rows)
    }

    /// Number of records.
    fn count<R: Record>(&self) -> Res<u64> {
        self.raw_len(R::TABLE)
    }

    /// Ids under the index columns that start with `prefix`, in index order.
    fn ids_by<R: Record>(
        &self,
        index: &Index<R>,
        prefix: &Key,
        reverse: bool,
        skip: usize,
        take: usize,
    ) -> Res<Vec<Key>> {
        let mut ids = Vec::new();
        let mut seen = 0;
        let mut failure = None;
        if take == 0 {
            return Ok(ids);
        }
        let high = after(prefix.bytes());
        let high = high.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.raw_range(index.name, Bound::Included(prefix.bytes()), high, reverse, &mut |entry, value| {
            seen += 1;
            if seen > skip {
                match entry_id(index.name, entry, value) {
                    Ok(id) => ids.push(Key::from_bytes(id)),
                    Err(error) => failure = Some(error),
                }
            }
            failure.is_none() && ids.len() < take
        })?;
        failure.map_or(Ok(ids), Err)
    }

    /// Records under the index columns that start with `prefix`, in index order. Each record is
    /// checked against the index it was found by, so a damaged index never serves a wrong row.
    fn by<R: Record>(&self, index: &Index<R>, prefix: &Key, reverse: bool, skip: usize, take: usize) -> Res<Vec<R>> {
        let ids = self.ids_by(index, prefix, reverse, skip, take)?;
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            let wrong =
                |why: &str| StoreError::Corrupt { table: R::TABLE.into(), why: format!("{}：{why}", index.name) };
            let record: R = self.get(&id)?.ok_or_else(|| wrong("索引指向不存在的记录"))?;
            if !index.columns(&record).iter().any(|columns| columns.bytes().starts_with(prefix.bytes())) {
                return Err(wrong("entry points at another record"));
            }
            rows.push(record);
        }
        Ok(rows)
    }

    /// Records whose index columns lie from `low` to those that start with `high`, in index order.
    fn within<R: Record>(&self, index: &Index<R>, low: &Key, high: &Key) -> Res<Vec<R>> {
        let mut ids = Vec::new();
        let mut failure = None;
        let end = after(high.bytes());
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.raw_range(index.name, Bound::Included(low.bytes()), end, false, &mut |entry, value| {
            match entry_id(index.name, entry, value) {
                Ok(id) => ids.push(Key::from_bytes(id)),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        let gone = || StoreError::Corrupt {
            table: R::TABLE.into(),
            why: format!("{}：索引指向不存在的记录", index.name),
        };
        ids.iter().map(|id| self.get(id)?.ok_or_else(gone)).collect()
    }

    /// The first record under exactly these columns (unique indexes).
    fn one<R: Record>(&self, index: &Index<R>, columns: &Key) -> Res<Option<R>> {
        Ok(self.by(index, columns, false, 0, 1)?.into_iter().next())
    }

    /// Number of index entries that start with `prefix` (about 75 ns an entry).
    fn count_by<R: Record>(&self, index: &Index<R>, prefix: &Key) -> Res<u64> {
        if prefix.bytes().is_empty() {
            return self.raw_len(index.name);
        }
        let mut n = 0;
        let high = after(prefix.bytes());
        let high = high.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.raw_range(index.name, Bound::Included(prefix.bytes()), high, false, &mut |_, _| {
            n += 1;
            true
        })?;
        Ok(n)
    }

    /// Walks the cells of a sum whose keys lie from `low` to those that start with `high`; the columns are read with
    /// [`super::sum::Columns`].
    fn sum_range<R: Record>(
        &self,
        sum: &super::sum::Sum<R>,
        low: &Key,
        high: &Key,
        mut visit: impl FnMut(&[u8], &super::sum::Values),
    ) -> Res<()> {
        super::sum::range(self, sum.name, low, high, &mut visit)
    }

    /// Last number handed out by a sequence (0 = none yet).
    fn sequence(&self, name: &str) -> Res<u64> {
        Ok(self.get::<Seq>(&super::key::key().str(name))?.map_or(0, |seq| seq.last))
    }
}

impl<T: RawRead + ?Sized> Reads for T {}
