//! The journal under power cuts, kills and a doctor's eyes: base and log give what the store holds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::operation::Switch;
use gx_portal::features::PRODUCT;
use gx_portal::records::number;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::journal::replay::Part;
use gx_portal::store::journal::{self, Mark, Place, Row, State, log};
use gx_portal::store::{FileMedium, Reader, Store, StoreOptions, options};
use rand::RngExt;
use rand::rngs::StdRng;
use redb::ReadableTable as _;

use crate::simdisk::SimDisk;
use crate::support;

type Dump = BTreeMap<String, BTreeMap<Vec<u8>, Vec<u8>>>;

/// All rows that the journal answers for.
pub(super) fn dump(reader: &Reader) -> Dump {
    let left_out = journal::left_out(&PRODUCT.tables());
    let mut tables = Dump::new();
    for name in reader.table_names().expect("names").into_iter().filter(|name| !left_out.contains(name.as_str())) {
        let mut rows = BTreeMap::new();
        let keep = |key: &[u8], value: &[u8]| {
            rows.insert(key.to_vec(), value.to_vec());
            Ok(())
        };
        reader.walk_named(&name, keep).expect("rows");
        if !rows.is_empty() {
            tables.insert(name, rows);
        }
    }
    tables
}

/// Rows at a frame, from which the log goes on.
pub(super) struct Base {
    mark: Mark,
    rows: Dump,
}

impl Base {
    pub(super) fn of(reader: &Reader) -> Self {
        let mark = journal::head(reader).expect("readable").expect("a head").mark;
        Self { mark, rows: dump(reader) }
    }

    /// The rows that base and log give, up to a frame.
    fn replayed(&self, folder: &Path, to: Place) -> Dump {
        let copy = tempfile::tempdir().expect("a folder");
        let medium = Box::new(FileMedium::new(&copy.path().join("gx.redb")));
        let store =
            Store::open(medium, StoreOptions { reserve_bytes: 0, ..options() }, &PRODUCT.tables()).expect("opens");
        let of = |(table, rows): (&String, &BTreeMap<Vec<u8>, Vec<u8>>)| {
            let table: Arc<str> = table.as_str().into();
            let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row {
                table: table.clone(),
                key: key.clone(),
                value: Some(value.clone()),
            };
            rows.iter().map(row).collect::<Vec<_>>()
        };
        store.load_rows(&self.rows.iter().flat_map(of).collect::<Vec<_>>()).expect("loaded");
        store.set_mark(self.mark, State::Restored).expect("marked");
        let mut frames = Vec::new();
        log::walk_all(folder, Some(self.mark.place), &mut |raw| {
            if raw.mark.place <= to {
                frames.push(raw.read()?);
            }
            Ok(true)
        })
        .expect("an unbroken log");
        store.replay(&frames, Part::ALL).expect("replayed");
        let rows = dump(&store.read().expect("readable"));
        store.close();
        rows
    }

    /// Panics unless base and log give the rows of a running program.
    pub(super) fn gives(&self, app: &App, history: &str) {
        app.store.ship_journal().expect("shipped");
        let reader = app.store.read().expect("readable");
        let head = journal::head(&reader).expect("readable").expect("a head");
        assert_eq!(head.mark.place.epoch, self.mark.place.epoch, "{history}: the history was given up");
        let (now, then) = (dump(&reader), self.replayed(&app.paths.journal(), head.mark.place));
        for (table, rows) in &now {
            assert_eq!(then.get(table), Some(rows), "{history}: {table}");
        }
        assert_eq!(now.len(), then.len(), "{history}");
    }
}

/// Tears the newest file of the log as a power cut may: somewhere in what the image's outbox still holds.
pub(super) fn tear(folder: &Path, image: &[u8], random: &mut StdRng) {
    let disk = SimDisk::from_image(image.to_vec(), None);
    let Ok(db) = redb::Database::builder().create_with_backend(disk) else { return };
    let definition = redb::TableDefinition::<&[u8], &[u8]>::new("journal");
    let tx = db.begin_write().expect("a transaction");
    let first = {
        let table = tx.open_table(definition).expect("a table");
        table
            .range::<&[u8]>([0_u8; 14].as_slice()..)
            .expect("readable")
            .next()
            .map(|row| row.expect("a row").0.value().to_vec())
    };
    drop(tx.abort());
    let Some(first) = first else { return };
    let seq = u64::from_be_bytes(first[4..12].try_into().expect("a number"));
    let Some(segment) = log::segments(folder).expect("files").pop() else { return };
    let (mut kept, mut length) = (0, 0);
    log::walk(&segment.path, &mut |raw| {
        length += raw.bytes.len() as u64;
        if raw.mark.place.seq < seq {
            kept = length;
        }
        Ok(true)
    })
    .expect("walked");
    let file = fs::OpenOptions::new().write(true).open(&segment.path).expect("the file");
    file.set_len(random.random_range(kept..=length)).expect("torn");
}

#[test]
fn the_doctor_names_what_is_wrong_with_the_journal() {
    let place = tempfile::tempdir().expect("a folder");
    support::initialise(place.path());
    let app = support::on_disk(place.path());
    let base = Base::of(&app.store.read().expect("readable"));
    for _ in 0..5 {
        support::act(&app, |op| number::draw(op, "SK"));
    }
    base.gives(&app, "five operations");
    let report = || gx_portal::upkeep::doctor::run(&app, "test", false).expect("a report");
    assert_eq!(report()["ok"], true, "{}", report());
    let segment = log::segments(&app.paths.journal()).expect("files").pop().expect("a file");
    let mut bytes = fs::read(&segment.path).expect("read");
    let middle = bytes.len() - 100;
    bytes[middle] ^= 1;
    fs::write(&segment.path, bytes).expect("written");
    let found = report();
    assert_eq!(found["ok"], false);
    assert!(found["faults"].to_string().contains("变更日志有损坏的记录"), "{found}");
    app.store.close();
}

/// Figures by hand: `journal_costs --ignored --nocapture`. The disk answers an fsync after 1 ms, as a good one does.
#[test]
#[ignore = "a measurement"]
fn journal_costs() {
    let first = tempfile::tempdir().expect("a folder");
    support::initialise(first.path());
    let image = fs::read(first.path().join("gx.redb")).expect("a file");
    for delay in [0, 1, 4] {
        for is_on in [true, false, true, false] {
            let place = tempfile::tempdir().expect("a folder");
            let (paths, disk) = (DataPaths::new(place.path()), SimDisk::from_image(image.clone(), None));
            paths.create_folders().expect("folders");
            disk.set_sync_delay(std::time::Duration::from_millis(delay));
            let mut config = support::config(place.path());
            if !is_on {
                config.protect.journal.value = Switch::Off;
            }
            let app = App::with_medium(&PRODUCT, config, paths, Box::new(disk), Clock::system(), None).expect("opens");
            measure(&app, delay, is_on);
            app.store.close();
        }
    }
}

fn measure(app: &Arc<App>, delay: u64, is_on: bool) {
    const COUNT: u64 = 4_000;
    let began = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..COUNT / 4).for_each(|_| drop(support::act(app, |op| number::draw(op, "SK")))));
        }
    });
    let rate = COUNT as f64 / began.elapsed().as_secs_f64();
    app.store.ship_journal().expect("shipped");
    let segments = log::segments(&app.paths.journal()).expect("files");
    let bytes: u64 = segments.iter().map(|found| fs::metadata(&found.path).map_or(0, |found| found.len())).sum();
    println!("fsync {delay} ms, journal {is_on}: {rate:.0} operations/s, {} bytes each", bytes / COUNT);
}
