//! The journal against a model: base and log give the same rows as the store had.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::replay::Part;
use super::*;
use crate::{FileMedium, Index, Key, Reader, Store, StoreOptions, Sum, TableInfo, Urgency, Writer, id, table};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Thing {
    number: u64,
    colour: u64,
    text: String,
}

const BY_COLOUR: Index<Thing> = Index { name: "thing/colour", unique: false, keys: |thing| vec![id(thing.colour)] };
const TOTAL: Sum<Thing> =
    Sum { name: "thing/total", cells: |thing| vec![(id(thing.colour), [1, thing.number.cast_signed(), 0])] };

impl crate::Record for Thing {
    const TABLE: &'static str = "thing";
    const INDEXES: &'static [Index<Self>] = &[BY_COLOUR];
    const SUMS: &'static [Sum<Self>] = &[TOTAL];
    const FILES: Option<fn(&Self) -> Vec<String>> = Some(|thing| vec![format!("file{}", thing.colour)]);
    fn id(&self) -> Key {
        id(self.number)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Visit(u64);

impl crate::Record for Visit {
    const TABLE: &'static str = "visit";
    const JOURNALED: bool = false;
    fn id(&self) -> Key {
        id(self.0)
    }
}

const TABLES: &[TableInfo] = &[table::<Thing>(), table::<Visit>(), table::<crate::Seq>()];

fn options(place: &Path) -> StoreOptions {
    let now = Arc::new(|| 1_700_000_000_000);
    let journal = JournalOptions {
        folder: place.join("journal"),
        now,
        spool_bytes: Arc::new(|| 1 << 30),
        stops: Arc::new(|| false),
    };
    StoreOptions { reserve_bytes: 0, journal: Some(journal), ..StoreOptions::default() }
}

fn store(place: &Path) -> Store {
    open(place, options(place))
}

fn open(place: &Path, options: StoreOptions) -> Store {
    Store::open(Box::new(FileMedium::new(&place.join("gx.redb"))), options, TABLES).unwrap()
}

type Dump = BTreeMap<String, BTreeMap<Vec<u8>, Vec<u8>>>;

fn dump(reader: &Reader) -> Dump {
    let left_out = left_out(TABLES);
    let mut tables = Dump::new();
    for name in reader.table_names().unwrap().into_iter().filter(|name| !left_out.contains(name.as_str())) {
        let mut rows = BTreeMap::new();
        reader
            .walk_named(&name, |key, value| {
                rows.insert(key.to_vec(), value.to_vec());
                Ok(())
            })
            .unwrap();
        if !rows.is_empty() {
            tables.insert(name, rows);
        }
    }
    tables
}

fn rows(dump: &Dump) -> Vec<Row> {
    let of = |(name, rows): (&String, &BTreeMap<Vec<u8>, Vec<u8>>)| {
        let table: Arc<str> = name.as_str().into();
        rows.iter()
            .map(move |(key, value)| Row { table: table.clone(), key: key.clone(), value: Some(value.clone()) })
            .collect::<Vec<_>>()
    };
    dump.iter().flat_map(of).collect()
}

fn frames(place: &Path, after: Option<Place>) -> Res<Vec<Frame>> {
    let mut found = Vec::new();
    log::walk_all(&place.join("journal"), after, &mut |raw| {
        found.push(raw.read()?);
        Ok(true)
    })?;
    Ok(found)
}

fn mark(store: &Store) -> Mark {
    head(&store.read().unwrap()).unwrap().unwrap().mark
}

fn put(store: &Store, number: u64) {
    let text = "x".repeat(usize::try_from(number % 50).unwrap());
    let thing = Thing { number, colour: number % 7, text };
    store.write(move |tx| tx.put(&thing).map(|_| ())).unwrap();
}

/// One random operation; the last number tells a refusal.
fn operation(random: &mut StdRng) -> impl FnOnce(&mut Writer<'_>) -> Result<(), StoreError> + Send + use<> {
    let many = random.random_range(1..12_usize);
    let steps: Vec<(u64, u64, bool)> =
        (0..many).map(|_| (random.random_range(0..300), random.random_range(0..7), random.random_bool(0.2))).collect();
    let (fails, grows) = (random.random_bool(0.1), random.random_bool(0.02));
    move |tx| {
        for (number, colour, is_deleted) in steps {
            if is_deleted {
                tx.delete::<Thing>(&id(number))?;
            } else {
                let text = "y".repeat(if grows { 300_000 } else { usize::try_from(number).unwrap_or(0) });
                tx.put(&Thing { number, colour, text })?;
            }
            tx.put(&Visit(number))?;
        }
        tx.next("thing")?;
        if fails { Err(StoreError::Busy) } else { Ok(()) }
    }
}

#[test]
fn base_and_log_give_the_rows_of_any_point() {
    let place = tempfile::tempdir().unwrap();
    let random = &mut StdRng::seed_from_u64(45);
    let mut points: BTreeMap<Place, (Mark, Dump)> = BTreeMap::new();
    for _life in 0..4 {
        let store = store(place.path());
        for _ in 0..60 {
            let waiting: Vec<_> = (0..random.random_range(1..9))
                .map(|_| {
                    let work = operation(random);
                    store.submit(Urgency::Ordinary, move |batch| batch.attempt(work)).unwrap()
                })
                .collect();
            waiting.into_iter().for_each(|pending| drop(pending.wait()));
            let reader = store.read().unwrap();
            let mark = head(&reader).unwrap().unwrap().mark;
            points.insert(mark.place, (mark, dump(&reader)));
        }
        store.close();
    }
    let all = frames(place.path(), None).unwrap();
    assert_eq!(
        all.iter().map(|frame| frame.mark.place.seq).collect::<Vec<_>>(),
        (1..=all.len() as u64).collect::<Vec<_>>()
    );
    assert!(matches!(all[0].body, Body::Break(_)), "a base is needed first");
    let grouped = |frame: &Frame| matches!(&frame.body, Body::Rows { operations, .. } if operations.len() > 1);
    assert!(all.iter().any(grouped), "operations keep their ends inside a group commit");
    // From several bases, one frame after the other.
    for first in points.values().step_by(points.len() / 3) {
        let copy = tempfile::tempdir().unwrap();
        let store = open(copy.path(), StoreOptions { journal: None, ..options(copy.path()) });
        store.load_rows(&rows(&first.1)).unwrap();
        store.set_mark(first.0, State::Restored).unwrap();
        let mut compared = 0;
        for frame in all.iter().filter(|frame| frame.mark.place > first.0.place) {
            store.replay(std::slice::from_ref(frame), Part::ALL).unwrap();
            if let Some((mark, then)) = points.get(&frame.mark.place) {
                assert_eq!((mark.chain, &dump(&store.read().unwrap())), (frame.mark.chain, then), "{}", mark.place);
                compared += 1;
            }
        }
        assert!(compared > 0);
        let again = store.replay(&all[all.len() - 1..], Part::ALL);
        assert!(again.is_err(), "a frame is replayed once");
        for info in TABLES {
            assert!(info.verify(&store.read().unwrap()).unwrap().is_clean());
        }
    }
    let files =
        |frame: &Frame| matches!(&frame.body, Body::Rows { files, .. } if files.iter().any(|file| file == "file3"));
    assert!(all.iter().any(files), "frames name the files that their records brought");
    let visits = |frame: &Frame| matches!(&frame.body, Body::Rows { operations, .. } if operations.iter().flatten().any(|row| &*row.table == "visit"));
    assert!(!all.iter().any(visits), "what is left out isn't there");
}

#[test]
fn a_torn_tail_is_cut_and_comes_back_from_the_outbox() {
    let place = tempfile::tempdir().unwrap();
    let mut numbers = 0..;
    for torn in [1_u64, 40, 200, 100_000] {
        let store = store(place.path());
        (0..5).for_each(|_| put(&store, numbers.next().unwrap()));
        store.ship_journal().unwrap();
        // What went to the files above is removed by this one, which stays in the outbox.
        put(&store, numbers.next().unwrap());
        let last = mark(&store);
        let waits = store.journal_waiting().unwrap();
        store.close();
        let segment = log::segments(&place.path().join("journal")).unwrap().pop().unwrap();
        let length = std::fs::metadata(&segment.path).unwrap().len();
        let file = std::fs::OpenOptions::new().write(true).open(&segment.path).unwrap();
        file.set_len(length - torn.min(waits)).unwrap();
        let store = self::store(place.path());
        assert_eq!(mark(&store), last, "nothing is begun anew");
        store.ship_journal().unwrap();
        assert_eq!(frames(place.path(), None).unwrap().last().unwrap().mark, last);
        store.close();
    }
}

#[test]
fn a_damaged_frame_is_named() {
    let place = tempfile::tempdir().unwrap();
    let store = store(place.path());
    (0..20).for_each(|number| put(&store, number));
    store.close();
    let segment = log::segments(&place.path().join("journal")).unwrap().pop().unwrap();
    let whole = std::fs::read(&segment.path).unwrap();
    let mut ends = Vec::new();
    log::walk(&segment.path, &mut |raw| {
        ends.push(ends.last().copied().unwrap_or(0) + raw.bytes.len());
        Ok(true)
    })
    .unwrap();
    for at in (4..whole.len() - 1).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&segment.path, &bytes).unwrap();
        let hurt = ends.iter().position(|end| at < *end).unwrap() + 1;
        let error = frames(place.path(), None).unwrap_err().to_string();
        assert!(error.contains(&format!("frame 1-{hurt}:")), "byte {at}: {error}");
    }
}

#[test]
fn what_no_frame_holds_leaves_a_break() {
    let place = tempfile::tempdir().unwrap();
    let reason =
        |from: Place| match frames(place.path(), Some(from)).unwrap().into_iter().map(|frame| frame.body).next() {
            Some(Body::Break(reason)) => reason,
            other => panic!("{other:?}"),
        };
    let one = store(place.path());
    put(&one, 1);
    let before = mark(&one).place;
    one.submit(Urgency::Ordinary, |batch| -> Res<()> {
        TABLES[0].rebuild(batch)?;
        batch.attempt(|tx| tx.put(&Thing { number: 2, colour: 2, text: String::new() }).map(|_| ()))
    })
    .unwrap()
    .wait()
    .unwrap();
    one.close();
    assert_eq!(reason(before), "records written again");
    let before = mark(&store(place.path())).place;
    let two = open(place.path(), StoreOptions { journal: None, ..options(place.path()) });
    put(&two, 3);
    two.close();
    let old = std::fs::read(place.path().join("gx.redb")).unwrap();
    let three = store(place.path());
    put(&three, 4);
    assert_eq!(mark(&three).place.epoch, 1);
    three.close();
    assert_eq!(reason(before), "journal was switched off");
    // An older file put in place by hand is another history.
    std::fs::write(place.path().join("gx.redb"), old).unwrap();
    let four = store(place.path());
    put(&four, 5);
    let now = mark(&four).place;
    four.ship_journal().unwrap();
    put(&four, 6);
    let last = mark(&four).place;
    four.close();
    assert_eq!(now.epoch, 2);
    assert_eq!(reason(Place { seq: now.seq - 2, ..now }), "journal was switched off");
    // Files that were removed leave a gap: what lies in the database still does not hide it.
    std::fs::remove_dir_all(place.path().join("journal")).unwrap();
    let five = store(place.path());
    put(&five, 7);
    five.close();
    let left = frames(place.path(), Some(last)).unwrap();
    assert!(matches!(&left[0].body, Body::Break(reason) if reason == "history can't be continued"), "{left:?}");
}

#[test]
fn a_damaged_head_refuses_nobody() {
    let place = tempfile::tempdir().unwrap();
    let one = store(place.path());
    put(&one, 1);
    one.close();
    let db = redb::Database::create(place.path().join("gx.redb")).unwrap();
    let tx = db.begin_write().unwrap();
    tx.open_table(crate::tx::definition("journal")).unwrap().insert(b"".as_slice(), b"rot".as_slice()).unwrap();
    tx.commit().unwrap();
    drop(db);
    let two = store(place.path());
    put(&two, 2);
    assert_eq!(mark(&two).place.epoch, 2);
    two.close();
    frames(place.path(), None).unwrap();
}

#[test]
fn a_spool_that_is_full_drops_the_oldest_files_and_one_that_is_granted_more_keeps_them_at_once() {
    let place = tempfile::tempdir().unwrap();
    let granted = Arc::new(AtomicU64::new(1));
    let mut options = options(place.path());
    if let Some(journal) = &mut options.journal {
        let granted = granted.clone();
        journal.spool_bytes = Arc::new(move || granted.load(Ordering::Relaxed));
    }
    let store = open(place.path(), options);
    let put = |numbers: std::ops::Range<u64>| {
        for number in numbers {
            let text = "z".repeat(200 << 10);
            store.write(move |tx| tx.put(&Thing { number, colour: 0, text }).map(|_| ())).unwrap();
            store.ship_journal().unwrap();
        }
    };
    let files = || log::segments(&place.path().join("journal")).unwrap().len();
    put(0..5);
    assert_eq!((files(), store.journal_limit()), (2, Some(1)));
    granted.store(1 << 20, Ordering::Relaxed);
    put(5..8);
    assert_eq!((files(), store.journal_limit()), (5, Some(1 << 20)));
    store.close();
}
