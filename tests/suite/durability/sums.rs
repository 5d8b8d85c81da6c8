//! Sums that the store keeps: whatever is written in whatever order, they are the fold over the records; the doctor names
//! a cell that is not, and an older store gets the ones it has not.

use std::collections::BTreeMap;
use std::path::Path;

use gx_portal::store::doctor::TableReport;
use gx_portal::store::sum::Columns;
use gx_portal::store::{
    FileMedium, Key, Reads, Record, Store, StoreError, StoreOptions, Sum, TableInfo, Urgency, id, key, table,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use redb::{ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

/// Something with an amount on a shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Thing {
    no: u64,
    shelf: u64,
    other: u64,
    fen: i64,
}

const BY_SHELF: Sum<Thing> = Sum {
    name: "thing/by_shelf",
    // Twice on the same shelf is one cell.
    cells: |thing| {
        vec![
            (key().u16(thing.shelf).short(thing.no % 2), [thing.fen, 1, 0]),
            (key().u16(thing.other).short(thing.no % 2), [-thing.fen, 0, 1]),
        ]
    },
};

impl Record for Thing {
    const TABLE: &'static str = "thing";
    const SUMS: &'static [Sum<Self>] = &[BY_SHELF];
    fn id(&self) -> Key {
        id(self.no)
    }
}

/// The same record before it had sums.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct OldThing(Thing);

impl Record for OldThing {
    const TABLE: &'static str = "thing";
    fn id(&self) -> Key {
        self.0.id()
    }
}

const TABLES: &[TableInfo] = &[table::<Thing>()];
const OLD: &[TableInfo] = &[table::<OldThing>()];

fn open(path: &Path, tables: &[TableInfo]) -> Store {
    Store::open(Box::new(FileMedium::new(path)), StoreOptions::default(), tables).unwrap()
}

type Model = BTreeMap<u64, Thing>;

fn expected(model: &Model) -> BTreeMap<(u32, u64), [i64; 3]> {
    let mut sums: BTreeMap<(u32, u64), [i64; 3]> = BTreeMap::new();
    for thing in model.values() {
        let at = |shelf: u64| (u32::try_from(shelf).unwrap(), thing.no % 2);
        let cell = sums.entry(at(thing.shelf)).or_default();
        *cell = [cell[0] + thing.fen, cell[1] + 1, cell[2]];
        let cell = sums.entry(at(thing.other)).or_default();
        *cell = [cell[0] - thing.fen, cell[1], cell[2] + 1];
    }
    sums
}

fn found(tx: &impl Reads) -> BTreeMap<(u32, u64), [i64; 3]> {
    let mut sums = BTreeMap::new();
    tx.sum_range(&BY_SHELF, &key(), &key(), |columns, values| {
        let mut columns = Columns::of(columns);
        sums.insert((columns.u16(), columns.short()), *values);
    })
    .unwrap();
    sums
}

fn report(store: &Store) -> TableReport {
    TABLES[0].verify(&store.read().unwrap()).unwrap()
}

fn thing(rng: &mut StdRng) -> Thing {
    let [no, shelf, other] = [30, 6, 6].map(|most| rng.random_range(0..most));
    Thing { no, shelf, other, fen: rng.random_range(-500..500) }
}

/// Some writings in one operation; a few operations fail as a whole.
fn deed(store: &Store, model: &mut Model, rng: &mut StdRng) {
    let fails = rng.random_bool(0.2);
    let mut next = model.clone();
    let mut steps = Vec::new();
    for _ in 0..rng.random_range(1..6) {
        let thing = thing(rng);
        let removes = rng.random_bool(0.3);
        if removes {
            next.remove(&thing.no)
        } else {
            next.insert(thing.no, thing.clone())
        };
        steps.push((removes, thing));
    }
    let within = expected(&next);
    let done = store.write(move |tx| {
        for (removes, thing) in &steps {
            if *removes {
                tx.delete::<Thing>(&thing.id())?
            } else {
                tx.put(thing)?
            };
        }
        assert_eq!(found(tx), within, "inside the operation");
        if fails { Err(StoreError::Busy) } else { Ok(()) }
    });
    assert_eq!(done.is_err(), fails);
    if !fails {
        *model = next;
    }
}

#[test]
fn sums_are_the_fold_over_the_records_whatever_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("s.redb"), TABLES);
    for seed in 0..4 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut model: Model = store.read().unwrap().all::<Thing>().unwrap().into_iter().map(|t| (t.no, t)).collect();
        for _ in 0..100 {
            deed(&store, &mut model, &mut rng);
            assert_eq!(found(&store.read().unwrap()), expected(&model));
        }
        assert!(report(&store).is_clean());
    }
    // The import of an archive empties tables and writes every record again.
    let all: Vec<Thing> = store.read().unwrap().all().unwrap();
    let model: Model = all.iter().map(|thing| (thing.no, thing.clone())).collect();
    store
        .write::<_, StoreError>(move |tx| {
            tx.delete_all(&TABLES[0])?;
            assert_eq!(found(tx), BTreeMap::new());
            all.iter().try_for_each(|thing| (TABLES[0].from_json)(tx, serde_json::to_value(thing).unwrap()))
        })
        .unwrap();
    assert_eq!(found(&store.read().unwrap()), expected(&model));
    assert!(report(&store).is_clean());
}

fn filled(path: &Path, tables: &[TableInfo]) -> Store {
    let store = open(path, tables);
    let mut rng = StdRng::seed_from_u64(9);
    let things: Vec<Thing> = (0..20).map(|no| Thing { no, ..thing(&mut rng) }).collect();
    let sums = tables[0].name == "thing" && !(tables[0].indexes)().is_empty();
    store
        .write::<_, StoreError>(move |tx| {
            for thing in things {
                if sums { tx.put(&thing).map(drop)? } else { tx.put(&OldThing(thing)).map(drop)? }
            }
            Ok(())
        })
        .unwrap();
    store
}

#[test]
fn the_doctor_names_a_wrong_cell_and_writes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.redb");
    let store = filled(&path, TABLES);
    let right = found(&store.read().unwrap());
    store.close();
    drop(store);
    let cells: TableDefinition<&[u8], &[u8]> = TableDefinition::new("thing/by_shelf");
    let (rotten, lost, strange) = (key().u16(0).short(0), key().u16(1).short(1), key().u16(77).short(0));
    {
        let db = redb::Database::open(&path).unwrap();
        let tx = db.begin_write().unwrap();
        {
            let mut table = tx.open_table(cells).unwrap();
            let mut bytes = table.get(rotten.bytes()).unwrap().unwrap().value().to_vec();
            *bytes.last_mut().unwrap() ^= 1;
            table.insert(rotten.bytes(), bytes.as_slice()).unwrap();
            table.remove(lost.bytes()).unwrap();
            table.insert(strange.bytes(), bytes.as_slice()).unwrap();
        }
        tx.commit().unwrap();
    }
    let store = open(&path, TABLES);
    let faults = report(&store).index_faults;
    assert_eq!(faults.len(), 3, "{faults:?}");
    for wrong in [&rotten, &lost, &strange] {
        assert!(faults.iter().any(|fault| fault.contains(&hex::encode(wrong.bytes()))), "{faults:?}");
    }
    let read = store.read().unwrap().sum_range(&BY_SHELF, &key(), &key(), |_, _| {});
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "a damaged cell is an error, never a wrong sum");
    let rebuilt = store
        .submit(Urgency::Essential, |batch| {
            let count = TABLES[0].rebuild(batch)?;
            // What goes below the overlay is committed with a writing.
            batch.attempt(|tx| tx.raise("x", 1))?;
            Ok::<u64, StoreError>(count)
        })
        .unwrap()
        .wait()
        .unwrap();
    assert_eq!(rebuilt, 20);
    assert!(report(&store).is_clean());
    assert_eq!(found(&store.read().unwrap()), right);
}

#[test]
fn an_older_store_gets_the_sums_it_has_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.redb");
    let store = filled(&path, OLD);
    assert_eq!(found(&store.read().unwrap()), BTreeMap::new());
    store.close();
    drop(store);
    let store = open(&path, TABLES);
    let all: Vec<Thing> = store.read().unwrap().all().unwrap();
    let model: Model = all.into_iter().map(|thing| (thing.no, thing)).collect();
    assert_eq!(model.len(), 20);
    assert_eq!(found(&store.read().unwrap()), expected(&model));
    assert!(report(&store).is_clean());
}

#[test]
fn a_store_keeps_nothing_of_a_sum_that_its_table_has_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.redb");
    let store = filled(&path, TABLES);
    let names = |store: &Store| store.read().unwrap().table_names().unwrap();
    let right = found(&store.read().unwrap());
    assert!(names(&store).iter().any(|name| name == BY_SHELF.name));
    store.close();
    let store = open(&path, OLD);
    assert!(!names(&store).iter().any(|name| name == BY_SHELF.name), "{:?}", names(&store));
    assert!(names(&store).iter().any(|name| name == "thing"));
    store.close();
    assert_eq!(found(&open(&path, TABLES).read().unwrap()), right);
}
