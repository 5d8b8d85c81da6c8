//! What landed programs wrote (`fixtures/releases`, made by `packaging/keep-release`) is opened by this one with nothing
//! lost, and what a newer program wrote is refused with its file untouched.

use crate::http;
use crate::support;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use gx_portal::app::App;
use gx_portal::config::{Config, Flags};
use gx_portal::features::PRODUCT;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::migrate::{self, MIN_READER, Schema};
use gx_portal::store::{FileMedium, Store};
use gx_portal::upkeep::{archive, doctor};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

/// Moves on with every operation, as that of the export itself.
const MOVING: &str = "tables/audit_head.jsonl";

/// Records of each table in an archive, in its order.
fn tables(file: &Path) -> BTreeMap<String, Vec<Value>> {
    let mut archive = zip::ZipArchive::new(File::open(file).expect("an archive")).expect("a zip");
    let mut found = BTreeMap::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        if name.starts_with("tables/") {
            let lines = BufReader::new(entry).lines();
            let records = lines.map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"));
            found.insert(name, records.collect());
        }
    }
    found
}

/// Whether a record says all that its older self said; fields may have been added.
fn says(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            old.iter().all(|(name, old)| new.get(name).is_some_and(|new| says(new, old)))
        }
        (Value::Array(new), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| says(new, old))
        }
        (new, old) => new == old,
    }
}

fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/releases");
    fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn what_landed_programs_wrote_is_opened_whole() {
    let releases = releases();
    assert!(!releases.is_empty());
    for release in releases {
        let folder = tempfile::tempdir().expect("folder");
        let data = File::open(release.join("data.zip")).expect("a fixture");
        zip::ZipArchive::new(data).expect("a zip").extract(folder.path()).expect("unpacked");
        let app = support::on_disk(folder.path());
        // Years after the tests' usual day, so after whatever day a fixture was written.
        app.clock.advance(3_000 * 86_400_000);
        let health = doctor::run(&app, "test", false).expect("examined");
        assert_eq!(health["ok"], true, "{release:?}: {health}");
        let noted = migrate::schema(&app.store.read().expect("a snapshot")).expect("read").expect("there");
        assert_eq!((noted.min_reader.as_str(), noted.number), (MIN_READER, migrate::known_number()), "taken over");

        let file = folder.path().join("now.zip");
        archive::export(&app, "test", &file).expect("exported");
        let now = tables(&file);
        let kept = tables(&release.join("export.zip"));
        for (name, old) in kept.into_iter().filter(|(name, _)| name != MOVING) {
            let mut records = now.get(&name).unwrap_or_else(|| panic!("{name} is gone")).iter();
            for record in old {
                assert!(records.any(|new| says(new, &record)), "{release:?}: {name} lost {record}");
            }
        }
    }
}

/// Runs the program; what it says when it ends well.
fn done(words: &[&str]) -> String {
    let (code, told) = http::run(env!("CARGO_BIN_EXE_gx-portal"), words, "");
    assert_eq!(code, 0, "{words:?}: {told}");
    told
}

/// Backups and repositories of what landed programs wrote: made by this one, or kept by them, they come back whole.
#[test]
fn what_landed_programs_wrote_comes_back_from_backups_and_repositories() {
    for release in releases() {
        let folder = tempfile::tempdir().expect("folder");
        let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let data = at("data");
        let fixture = File::open(release.join("data.zip")).expect("a fixture");
        zip::ZipArchive::new(fixture).expect("a zip").extract(&data).expect("unpacked");
        let repository = format!("{data}/backup/repo");
        let is_kept = Path::new(&repository).exists();
        if is_kept {
            // As it was written, before this program adds to it.
            done(&["restore", "--from", &repository, "--latest", "--keys", &data, "--data", &at("of-old")]);
        }
        let made = done(&["backup", "create", "--to", &at("bk"), "--data", &data]);
        assert!(made.contains("备份已完成并复核"), "{release:?}: {made}");
        let backup = fs::read_dir(at("bk")).expect("backups").next().expect("one").expect("an entry").path();
        let backup = backup.to_string_lossy();
        done(&["backup", "verify", &backup]);
        done(&["restore", "--from", &backup, "--data", &at("of-backup")]);
        for words in [["protect", "init"], ["protect", "base"], ["protect", "verify"], ["protect", "drill"]] {
            done(&[words[0], words[1], "--data", &data]);
        }
        done(&["restore", "--from", &repository, "--latest", "--keys", &data, "--data", &at("of-repository")]);
        let kept = tables(&release.join("export.zip"));
        for name in ["of-backup", "of-repository", "of-old"].iter().filter(|name| is_kept || **name != "of-old") {
            done(&["doctor", "--data", &at(name)]);
            let file = at(&format!("{name}.zip"));
            done(&["export", &file, "--data", &at(name)]);
            let now = tables(Path::new(&file));
            for (table, old) in kept.iter().filter(|(table, _)| !PASSING.contains(&table.as_str())) {
                let records = now.get(table).unwrap_or_else(|| panic!("{release:?} {name}: {table} is gone"));
                // Of a repository that was kept: the note of its full copy came after it.
                let is_later = |record: &Value| *name == "of-old" && record["path"] == "protect base";
                for record in old.iter().filter(|record| !is_later(record)) {
                    let is_there = records.iter().any(|new| says(new, record));
                    assert!(is_there, "{release:?} {name}: {table} lost {record}");
                }
            }
        }
    }
}

/// What a restore ends, counts on, or writes again by itself.
const PASSING: [&str; 4] = [MOVING, "tables/sequence.jsonl", "tables/schema.jsonl", "tables/seeded.jsonl"];

/// What the import itself writes, and what belongs to the installation that is filled.
const OF_THE_INSTALLATION: [&str; 5] =
    [MOVING, "tables/audit.jsonl", "tables/schema.jsonl", "tables/sequence.jsonl", "tables/installation.jsonl"];

/// The portable way: the archive of each kept release is taken in by an empty installation (finding O5).
#[test]
fn archives_of_landed_programs_are_taken_in() {
    for release in releases() {
        let folder = tempfile::tempdir().expect("folder");
        support::initialise_without_people(folder.path());
        let app = support::on_disk(folder.path());
        app.clock.advance(3_000 * 86_400_000);
        archive::import(&app, "test", &release.join("export.zip"))
            .unwrap_or_else(|fault| panic!("{release:?}: {fault:?}"));
        let health = doctor::run(&app, "test", false).expect("examined");
        assert_eq!(health["ok"], true, "{release:?}: {health}");
        let file = folder.path().join("now.zip");
        archive::export(&app, "test", &file).expect("exported");
        let now = tables(&file);
        for (name, old) in tables(&release.join("export.zip")) {
            if OF_THE_INSTALLATION.contains(&name.as_str()) {
                continue;
            }
            let records = now.get(&name).unwrap_or_else(|| panic!("{name} is gone"));
            for record in old {
                assert!(records.iter().any(|new| says(new, &record)), "{release:?}: {name} lost {record}");
            }
        }
    }
}

/// Every file below a folder with its hash, but those that only locking and room need.
fn hashes(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut hashes(&path));
        } else if !path.ends_with("LOCK") && !path.ends_with("gx.reserve") {
            let mut bytes = Vec::new();
            File::open(&path).expect("readable").read_to_end(&mut bytes).expect("read");
            found.insert(path, hex::encode(Sha256::digest(&bytes)));
        }
    }
    found
}

/// A data directory whose schema record says what `change` makes of it.
fn written_by_another(change: impl FnOnce(Schema) -> Schema + Send + 'static) -> TempDir {
    let folder = tempfile::tempdir().expect("folder");
    support::initialise(folder.path());
    let medium = Box::new(FileMedium::new(&DataPaths::new(folder.path()).database()));
    let store = Store::open(medium, gx_portal::store::options(), &PRODUCT.tables()).expect("opens");
    store
        .write(move |tx| {
            let found = migrate::schema(tx)?.expect("a schema");
            tx.put(&change(found)).map(|_| ())
        })
        .expect("written");
    store.close();
    folder
}

fn refusal(folder: &Path) -> String {
    let config = Config::load(folder, &Flags::default()).expect("configuration");
    App::open(&PRODUCT, config).map(drop).expect_err("refused").message.into_owned()
}

#[test]
fn data_of_a_newer_program_are_refused_and_stay_as_they_are() {
    let by_version =
        written_by_another(|found| Schema { product: "9.2.1".into(), min_reader: "9.2.0".into(), ..found });
    let by_number = written_by_another(|found| Schema { number: found.number + 1, ..found });
    let before_it_was_noted =
        written_by_another(|found| Schema { product: "9.2.1".into(), min_reader: String::new(), ..found });
    for (folder, named) in
        [(&by_version, "须由 9.2.0 或更新的版本打开"), (&by_number, "数据结构"), (&before_it_was_noted, "9.2.1")]
    {
        let before = hashes(folder.path());
        for _ in 0..2 {
            let said = refusal(folder.path());
            assert!(said.contains(named) && said.contains("数据未作任何改动"), "{said}");
            assert!(said.contains("gx-portal restore --from 备份目录 --data 新目录"), "a command to type: {said}");
            assert_eq!(hashes(folder.path()), before, "untouched");
        }
    }
}

#[test]
fn a_newer_file_that_lost_its_power_is_refused_without_being_repaired() {
    let folder = written_by_another(|found| Schema { min_reader: "9.2.0".into(), ..found });
    let paths = DataPaths::new(folder.path());
    // A mark in redb's header says «not closed»; opening for good would repair and clear it.
    let mut bytes = fs::read(paths.database()).expect("read");
    bytes[9] |= 2;
    fs::write(paths.database(), &bytes).expect("written");
    let before = hashes(folder.path());
    assert!(refusal(folder.path()).contains("9.2.0"));
    assert_eq!(hashes(folder.path()), before, "untouched");
}

#[test]
fn a_program_that_may_read_a_file_takes_nothing_back_of_what_it_needs() {
    let own = env!("CARGO_PKG_VERSION");
    let folder = written_by_another(move |found| Schema { product: "9.2.1".into(), min_reader: own.into(), ..found });
    let app = support::on_disk(folder.path());
    let noted = migrate::schema(&app.store.read().expect("a snapshot")).expect("read").expect("there");
    assert_eq!((noted.product.as_str(), noted.min_reader.as_str()), (own, own));
}
