//! Schema steps: ordered and named, in the same commit as the schema number.
//!
//! Records of an older *version* are read through `upcast` at any time; a *schema step* rewrites
//! what must not stay old. Steps never go through `put`: its difference of old and new keys would
//! see no change and leave new indexes empty. Instead indexes and sums of every table whose description
//! changed are dropped and written again, in the same commit.

use std::collections::BTreeMap;
use std::ops::Bound;

use redb::Database;
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
    /// What it does, inside the one commit of the upgrade.
    pub run: fn(&Batch<'_>) -> Res<()>,
}

/// All steps since the first release; the schema number is how many of them were applied, plus one.
pub const MIGRATIONS: &[Migration] = &[];

/// What the file says about itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Schema {
    /// Number of applied steps plus one.
    pub number: u64,
    /// Product version that wrote it last.
    pub product: String,
    /// Identity of this installation (random, made once).
    pub installation: String,
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

/// Brings a file to this program's schema, or refuses it.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it.
pub(super) fn bring_up_to_date(db: &Database, steps: &[Migration], tables: &[TableInfo]) -> Res<()> {
    let tx = db.begin_write()?;
    let batch = Batch::new(&tx);
    let known = steps.len() as u64 + 1;
    let found = schema(&batch)?;
    let layout: Vec<String> = tables.iter().map(layout_line).collect();
    let number = found.as_ref().map_or(known, |schema| schema.number);
    if number > known {
        return Err(StoreError::Newer { found: number, known });
    }
    let product = env!("CARGO_PKG_VERSION");
    if found.as_ref().is_some_and(|s| s.number == known && s.layout == layout && s.product == product) {
        drop(batch);
        tx.abort()?;
        return Ok(());
    }
    for (step, number) in steps.iter().zip(2_u64..).skip(usize::try_from(number - 1).unwrap_or(usize::MAX)) {
        tracing::info!(step = step.name, number, "applying schema step");
        (step.run)(&batch)?;
    }
    let old = found.as_ref().map(|schema| schema.layout.as_slice()).unwrap_or_default();
    for info in tables.iter().filter(|info| !old.contains(&layout_line(info))) {
        info.rebuild(&batch)?;
    }
    let schema = Schema {
        number: known,
        product: product.to_owned(),
        installation: found.map_or_else(|| hex::encode(rand::random::<[u8; 16]>()), |schema| schema.installation),
        layout,
    };
    batch.insert_raw(Schema::TABLE, schema.id().bytes(), &encode(&schema)?)?;
    batch.finish()?;
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
