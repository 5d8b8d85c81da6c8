//! Schema steps: ordered and named, in the same commit as the schema number.
//!
//! Records of an older *version* are read through `upcast` at any time; a *schema step* rewrites
//! what must not stay old. Steps never go through `put`: its difference of old and new keys would
//! see no change and leave new indexes empty. Instead indexes and sums of every table whose description
//! changed are dropped and written again, in the same commit; those that it has no more are removed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use redb::{Database, WriteTransaction};
use serde::{Deserialize, Serialize};

use super::error::{Res, StoreError};
use super::key::{Key, key};
use super::record::{Record, TableInfo, encode, entry_key, entry_value};
use super::sum::{Cells, Values, count, encode_cell};
use super::tx::{RawRead, Reads};
use super::writer::Batch;

/// One step of the schema.
pub struct Migration {
    /// Its name, shown to the administrator.
    pub name: &'static str,
    /// What it does to records, inside the one commit of the upgrade; `None` when it only counts, because older records
    /// are read as they are and older programs must not read what is written from now on.
    pub run: Option<fn(&Batch<'_>) -> Res<()>>,
}

/// The program that opens a file.
#[derive(Clone, Copy)]
pub struct Program {
    pub version: &'static str,
    /// The oldest version that may open what this one writes: one that knows every table, field and index. An older one
    /// would drop fields on every rewrite and leave new indexes stale.
    pub min_reader: &'static str,
    /// All steps since the first release; the schema number is how many of them were applied, plus one.
    pub steps: &'static [Migration],
}

impl Program {
    /// For files of one's own that no other program opens.
    pub const NONE: Self = Self { version: "0.0.0", min_reader: "0.0.0", steps: &[] };

    /// The schema number that it writes.
    pub fn number(&self) -> u64 {
        self.steps.len() as u64 + 1
    }

    /// The oldest schema number whose records it reads as they are: no later step rewrites any.
    pub fn oldest_readable(&self) -> u64 {
        self.steps.iter().rposition(|step| step.run.is_some()).map_or(1, |at| at as u64 + 2)
    }

    /// Refuses data that a newer program wrote, whatever holds them: the database, a backup, an archive.
    ///
    /// # Errors
    /// [`StoreError::Newer`].
    pub fn must_read(&self, found: u64, product: &str, min_reader: &str) -> Res<()> {
        let needed = if min_reader.is_empty() { product } else { min_reader };
        let may = needed.is_empty() || version(needed) <= version(self.version);
        if found <= self.number() && may {
            return Ok(());
        }
        Err(StoreError::Newer {
            product: product.to_owned(),
            needed: needed.to_owned(),
            found,
            own: self.version.to_owned(),
            known: self.number(),
        })
    }
}

/// What the file says about itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Schema {
    /// Number of applied steps plus one.
    pub number: u64,
    /// Product version that wrote it last.
    pub product: String,
    /// Identity of this installation (random, made once).
    pub installation: String,
    /// The oldest version that may open it; empty in files from before it was noted, which [`Self::product`] speaks for.
    #[serde(default)]
    pub min_reader: String,
    /// One line a table: name, version, indexes and sums. A difference means «write them again».
    pub layout: Vec<String>,
}

impl Record for Schema {
    const TABLE: &'static str = "schema";
    fn id(&self) -> Key {
        key().str("schema")
    }
}

/// The file's own description.
pub fn schema<T: Reads + ?Sized>(tx: &T) -> Res<Option<Schema>> {
    tx.get(&key().str("schema"))
}

fn layout_line(info: &TableInfo) -> String {
    format!("{} v{} {}", info.name, info.version, (info.indexes)().join(" "))
}

/// Indexes and sums that tables had and have no more. A table that is gone keeps its own: nobody knows what it means.
fn given_up<'a>(old: &'a [String], tables: &[TableInfo]) -> Vec<&'a str> {
    let here: BTreeSet<&str> = tables.iter().flat_map(|info| (info.indexes)()).collect();
    let of_known = old.iter().filter(|line| tables.iter().any(|info| line.split(' ').next() == Some(info.name)));
    of_known.flat_map(|line| line.split(' ').skip(2)).filter(|name| !name.is_empty() && !here.contains(name)).collect()
}

/// A version as it is compared; what is no version is newer than any.
fn version(text: &str) -> [u64; 3] {
    let mut parts = text.split(['-', '+']).next().unwrap_or_default().split('.').map(str::parse);
    std::array::from_fn(|_| match parts.next() {
        Some(Ok(part)) => part,
        _ => u64::MAX,
    })
}

/// Brings a file to this program's schema, or refuses it. `accepted` is called once it is known to be for this program,
/// before anything is written; `rewritten` in the commit of what changes.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it.
pub(super) fn bring_up_to_date(
    db: &Database,
    program: &Program,
    tables: &[TableInfo],
    accepted: impl FnOnce() -> Res<()>,
    rewritten: impl FnOnce(&WriteTransaction) -> Res<()>,
) -> Res<()> {
    let tx = db.begin_write()?;
    let batch = Batch::new(&tx, None);
    let known = program.number();
    let found = schema(&batch)?;
    let layout: Vec<String> = tables.iter().map(layout_line).collect();
    let number = found.as_ref().map_or(known, |schema| schema.number);
    let Program { version: product, min_reader: needed, steps } = *program;
    if let Some(found) = &found {
        program.must_read(found.number, &found.product, &found.min_reader)?;
    }
    accepted()?;
    // Never lowered: what a newer one needs stays in the file when an older one that may open it was here.
    let noted = found.as_ref().map(|schema| schema.min_reader.as_str()).filter(|noted| !noted.is_empty());
    let min_reader = noted.filter(|noted| version(noted) > version(needed)).unwrap_or(needed).to_owned();
    let is_current =
        |s: &Schema| s.number == known && s.layout == layout && s.product == product && s.min_reader == min_reader;
    if found.as_ref().is_some_and(is_current) {
        drop(batch);
        tx.abort()?;
        return Ok(());
    }
    for (step, number) in steps.iter().zip(2_u64..).skip(usize::try_from(number - 1).unwrap_or(usize::MAX)) {
        tracing::info!(step = step.name, number, "applying schema step");
        step.run.map_or(Ok(()), |run| run(&batch))?;
    }
    let old = found.as_ref().map(|schema| schema.layout.as_slice()).unwrap_or_default();
    for info in tables.iter().filter(|info| !old.contains(&layout_line(info))) {
        info.rebuild(&batch)?;
    }
    for name in given_up(old, tables) {
        batch.clear(name)?;
    }
    let schema = Schema {
        number: known,
        product: product.to_owned(),
        installation: found.map_or_else(|| hex::encode(rand::random::<[u8; 16]>()), |schema| schema.installation),
        min_reader,
        layout,
    };
    batch.insert_raw(Schema::TABLE, schema.id().bytes(), &encode(&schema)?)?;
    batch.finish()?;
    rewritten(&tx)?;
    tx.commit()?;
    Ok(())
}

/// Rewrites records of older versions and writes all indexes and sums of a table again.
pub(super) fn rebuild_table(info: &TableInfo, batch: &Batch<'_>) -> Res<u64> {
    let (mut read, mut failure, mut renewed) = (0, None, Vec::new());
    let mut entries: BTreeMap<&'static str, Vec<(Vec<u8>, [u8; 2])>> = BTreeMap::new();
    let mut sums: BTreeMap<&'static str, Cells> = BTreeMap::new();
    batch.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
        match (info.derive)(id, bytes) {
            Ok(derived) => {
                read += 1;
                for (index, columns) in &derived.entries {
                    let of_index = entries.entry(index).or_default();
                    of_index.push((entry_key(columns, &derived.id), entry_value(columns)));
                }
                for (sum, columns, values) in &derived.cells {
                    count(sums.entry(sum).or_default(), columns, values);
                }
                renewed.extend(derived.renewed.map(|bytes| (id.to_vec(), bytes)));
            }
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    for (id, bytes) in &renewed {
        batch.insert_raw(info.name, id, bytes)?;
    }
    for name in (info.indexes)() {
        batch.clear(name)?;
    }
    for (index, mut entries) in entries {
        entries.sort_unstable();
        for (entry, value) in entries {
            batch.insert_raw(index, &entry, &value)?;
        }
    }
    for (sum, cells) in sums {
        for (columns, values) in cells.iter().filter(|(_, values)| **values != Values::default()) {
            batch.insert_raw(sum, columns, &encode_cell(sum, columns, values))?;
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number_and_rubbish_is_newer() {
        for (older, newer) in
            [("0.1.0", "0.1.1"), ("0.9.9", "0.10.0"), ("1.2.3", "1.2.x"), ("9.9.9", ""), ("1.0.0", "1.0")]
        {
            assert!(version(older) < version(newer), "{older} {newer}");
        }
        assert_eq!(version("1.2.3-rc1"), version("1.2.3"));
    }

    #[test]
    fn who_may_open_what() {
        const PROGRAM: Program =
            Program { version: "1.2.0", min_reader: "1.0.0", steps: &[Migration { name: "one", run: None }] };
        let own = PROGRAM.version;
        for (found, product, min_reader, may) in [
            (1, own, "", true),
            (2, "99.0.0", own, true),
            (2, "99.0.0", "", false),
            (2, own, "99.0.0", false),
            (3, own, own, false),
            (2, own, "nonsense", false),
        ] {
            assert_eq!(PROGRAM.must_read(found, product, min_reader).is_ok(), may, "{found} {product} {min_reader}");
        }
    }
}
