//! A logical copy of a snapshot into a new database file. Writers never wait for it.
//!
//! Every value of a table that this program knows is checked against its checksum while it is
//! copied, so a backup of damaged data is refused instead of silently kept.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use redb::Database;

use super::error::{Res, StoreError};
use super::journal;
use super::record::{TableInfo, open_envelope};
use super::tx::{Reader, definition};

/// Rows written to the copy in one transaction.
const CHUNK: usize = 20_000;

/// Copies all tables of the snapshot, but those of the journal, into a new file at `to`; answers the rows of each table.
pub fn copy_snapshot(reader: &Reader, tables: &[TableInfo], to: &Path) -> Res<BTreeMap<String, u64>> {
    let db = Database::builder().set_cache_size(16 << 20).create(to)?;
    let mut counts = BTreeMap::new();
    let mut names = reader.table_names()?;
    names.sort_unstable();
    // A copy that is opened elsewhere begins a history of its own.
    for name in names.into_iter().filter(|name| !journal::is_own(name)) {
        let known = tables.iter().any(|info| info.name == name);
        let mut rows: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let mut count = 0_u64;
        reader.walk_named(&name, |key, value| {
            if known {
                open_envelope(&name, key, value)?;
            }
            rows.push((key.to_vec(), value.to_vec()));
            count += 1;
            if rows.len() >= CHUNK {
                write_chunk(&db, &name, &mut rows)?;
            }
            Ok(())
        })?;
        write_chunk(&db, &name, &mut rows)?;
        counts.insert(name, count);
    }
    drop(db);
    std::fs::File::open(to)?.sync_all()?;
    Ok(counts)
}

fn write_chunk(db: &Database, name: &str, rows: &mut Vec<(Vec<u8>, Vec<u8>)>) -> Res<()> {
    let tx = db.begin_write()?;
    {
        let mut table = tx.open_table(definition(name))?;
        for (key, value) in rows.drain(..) {
            table.insert(key.as_slice(), value.as_slice())?;
        }
    }
    tx.commit()?;
    Ok(())
}

/// Moves the pages of a database file that nobody else has open together and cuts off the rest, in place: each step is a commit, so
/// a cut of power loses nothing. Answers what it takes of the disk before and after, in bytes.
///
/// # Errors
/// A file that can't be opened, a disk that fails.
pub fn compact(path: &Path) -> Res<(u64, u64)> {
    let taken = || std::fs::metadata(path).map(|about| about.blocks() * 512);
    let before = taken()?;
    let mut db = Database::builder().set_cache_size(64 << 20).open(path)?;
    while db.compact().map_err(|error| StoreError::Io(error.to_string()))? {}
    drop(db);
    Ok((before, taken()?))
}

/// Checks the pages of a database file that nobody else has open (a finished backup, a stopped
/// server's store). redb may panic on damaged pages; that too is an answer.
pub fn check_pages(path: &Path) -> Res<()> {
    let path = path.to_path_buf();
    let checked = std::panic::catch_unwind(move || -> Res<bool> {
        let mut db = Database::builder().set_cache_size(16 << 20).open(path)?;
        Ok(db.check_integrity()?)
    });
    match checked {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => Err(StoreError::Foreign("pages had to be repaired".into())),
        Ok(Err(error)) => Err(error),
        Err(panic) => Err(StoreError::Foreign(super::writer::panic_text(panic.as_ref()))),
    }
}
