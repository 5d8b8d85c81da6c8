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
    /// What it does to records, inside the one commit of the upgrade; `None` when it only counts, because older records
    /// are read as they are and older programs must not read what is written from now on.
    pub run: Option<fn(&Batch<'_>) -> Res<()>>,
}

/// All steps since the first release; the schema number is how many of them were applied, plus one.
pub const MIGRATIONS: &[Migration] = &[
    // Programs from before `min_reader` know numbers only.
    Migration { name: "数据注明可打开它的最低程序版本", run: None },
    // A program that knows no stages would take a session of the first factor alone for a whole one.
    Migration { name: "会话分阶段，动态口令，运行模式", run: None },
    // A program that knows no owner of a key that waits would show it to every session of the person.
    Migration { name: "登录过的网络，等待确认的动态口令密钥属于一个会话", run: None },
    // A program that drops who asked for a signature would let others take it back.
    Migration { name: "审批任务注明由谁请求、由谁分派，代理注明由谁设置", run: None },
    // A program that drops the sealed text would take a key that rots for the right one again.
    Migration { name: "个人信息密钥以一段密文核对", run: None },
    Migration { name: "收款单注明哪天知道由谁付款，待认领另计汇总", run: None },
    // A program that knows no records of paid periods could read neither them nor the opening rows that declare them.
    Migration { name: "跨账务启用日的账期登记为启用前已缴", run: None },
    // A program that drops time and balance of lines, or knows none that were left out, would book them again.
    Migration { name: "收款单注明流水的时间和余额，不导入的流水注明原因", run: None },
    // A program that knows no such floor would give numbers of before a restore again.
    Migration { name: "恢复后单据编号的起点，定时任务的成败，需要处理的事项", run: None },
    // A program that drops whether a result is open would hide it, or show one that is hidden.
    Migration { name: "计算字段注明是否公开计算结果", run: None },
    // A program that knows no second title and no open choices would drop them from a design that it saves.
    Migration { name: "登记表的可新增选项、不求和、标题的第二个字段", run: None },
    // A program that drops a rounding would compute other values.
    Migration { name: "登记表的默认排序，计算结果的四舍五入", run: None },
];

/// The oldest version of the program that may open what this one writes: one that knows every table, field and index. An
/// older one would drop fields on every rewrite and leave new indexes stale. `tests/suite/architecture/shapes.rs` holds it and
/// the stored shapes together.
pub const MIN_READER: &str = "0.1.0";

/// The schema number of this program.
pub fn known_number() -> u64 {
    MIGRATIONS.len() as u64 + 1
}

/// The oldest schema number whose records are read as they are: no later step rewrites any.
pub fn oldest_readable_number() -> u64 {
    MIGRATIONS.iter().rposition(|step| step.run.is_some()).map_or(1, |at| at as u64 + 2)
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

/// A version as it is compared; what is no version is newer than any.
fn version(text: &str) -> [u64; 3] {
    let mut parts = text.split(['-', '+']).next().unwrap_or_default().split('.').map(str::parse);
    std::array::from_fn(|_| match parts.next() {
        Some(Ok(part)) => part,
        _ => u64::MAX,
    })
}

/// Refuses data that a newer program wrote, whatever holds them: the database, a backup, an archive.
///
/// # Errors
/// [`StoreError::Newer`].
pub fn must_be_readable(found: u64, known: u64, product: &str, min_reader: &str) -> Res<()> {
    let needed = if min_reader.is_empty() { product } else { min_reader };
    let may = needed.is_empty() || version(needed) <= version(env!("CARGO_PKG_VERSION"));
    if found <= known && may {
        return Ok(());
    }
    Err(StoreError::Newer { product: product.to_owned(), needed: needed.to_owned(), found, known })
}

/// Brings a file to this program's schema, or refuses it. `accepted` is called once it is known to be for this program,
/// before anything is written.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it.
pub(super) fn bring_up_to_date(
    db: &Database,
    steps: &[Migration],
    tables: &[TableInfo],
    accepted: impl FnOnce() -> Res<()>,
) -> Res<()> {
    let tx = db.begin_write()?;
    let batch = Batch::new(&tx);
    let known = steps.len() as u64 + 1;
    let found = schema(&batch)?;
    let layout: Vec<String> = tables.iter().map(layout_line).collect();
    let number = found.as_ref().map_or(known, |schema| schema.number);
    let product = env!("CARGO_PKG_VERSION");
    if let Some(found) = &found {
        must_be_readable(found.number, known, &found.product, &found.min_reader)?;
    }
    accepted()?;
    // Never lowered: what a newer one needs stays in the file when an older one that may open it was here.
    let noted = found.as_ref().map(|schema| schema.min_reader.as_str()).filter(|noted| !noted.is_empty());
    let min_reader = noted.filter(|noted| version(noted) > version(MIN_READER)).unwrap_or(MIN_READER).to_owned();
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
    let schema = Schema {
        number: known,
        product: product.to_owned(),
        installation: found.map_or_else(|| hex::encode(rand::random::<[u8; 16]>()), |schema| schema.installation),
        min_reader,
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
        let own = env!("CARGO_PKG_VERSION");
        for (found, product, min_reader, may) in [
            (1, own, "", true),
            (2, "99.0.0", own, true),
            (2, "99.0.0", "", false),
            (2, own, "99.0.0", false),
            (3, own, own, false),
            (2, own, "nonsense", false),
        ] {
            assert_eq!(must_be_readable(found, 2, product, min_reader).is_ok(), may, "{found} {product} {min_reader}");
        }
    }
}
