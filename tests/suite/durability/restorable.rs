//! Every backup that is called good can be restored, whatever was written: by the check that a restore makes, and with
//! indexes and sums written again when only they are wrong. What is wrong is named with the remedy that fits it.

use crate::{e1, support};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::features::PRODUCT;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Reads, Store, id};
use gx_portal::upkeep::{archive, backup, doctor, restore};
use redb::{ReadableTable, TableDefinition};
use serde_json::{Value, json};

use e1::{Town, c1};
use support::{Portal, act};

type Bytes = &'static [u8];

/// A draft that names its room and its tenant twice, as versions before this one let pass.
fn doubled_draft(portal: &Portal) {
    act(&portal.app, |op| {
        let mut lease: Lease = op.view().tx.get(&id(1))?.expect("the draft");
        lease.facts.rooms.push(lease.facts.rooms[0]);
        lease.facts.co_tenants.push(lease.facts.tenant_id);
        op.put(&lease).map(drop)
    });
}

fn town_with_draft() -> Town {
    let town = Town::new();
    town.make("/lease/lease", c1());
    town
}

fn made(app: &Arc<App>, folder: &Path) -> (PathBuf, Value) {
    let made = backup::create(app, "root", folder).expect("a backup is made");
    (PathBuf::from(made["backup"].as_str().expect("its path")), made)
}

fn reopened(folder: &Path) -> Arc<App> {
    support::open(folder, Box::new(FileMedium::new(&DataPaths::new(folder).database())))
}

fn table<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["tables"].as_array().expect("tables").iter().find(|table| table["table"] == name).expect("the table")
}

#[test]
fn a_draft_that_names_its_room_twice_is_no_end_of_backups() {
    let town = town_with_draft();
    doubled_draft(&town.portal);
    let app = &town.portal.app;
    let place = tempfile::tempdir().expect("folder");
    let (path, made) = made(app, place.path());
    assert_eq!(made["mending"], json!([]), "{made}");
    let report = backup::verify(&gx_portal::features::PRODUCT, &path).expect("checked");
    assert!(report.is_good(), "{report:?}");
    let target = place.path().join("restored");
    let restored = restore::restore(&gx_portal::features::PRODUCT, &path, &target, &Clock::system()).expect("restored");
    assert_eq!(restored["mended"], 0);
    let again = doctor::run(&reopened(&target), "root", false).expect("examined");
    assert_eq!(again["ok"], true, "{again}");
    let doubled = table(&again, "lease")["doubled"].clone();
    assert_eq!(doubled, json!(["lease/tenant: 1", "lease/room: 1"]), "the doctor says which record it is");
}

#[test]
fn an_archive_of_an_older_version_with_a_doubled_key_comes_in() {
    let town = town_with_draft();
    doubled_draft(&town.portal);
    let place = tempfile::tempdir().expect("folder");
    let file = place.path().join("old.zip");
    archive::export(&town.portal.app, "root", &file).expect("exported");
    let target = place.path().join("fresh");
    support::initialise_without_people(&target);
    let fresh = reopened(&target);
    archive::import(&fresh, "root", &file).expect("imported");
    let report = doctor::run(&fresh, "root", false).expect("examined");
    assert_eq!(report["ok"], true, "{report}");
    assert_eq!(backup::create(&fresh, "root", &place.path().join("bk")).expect("a backup")["mending"], json!([]));
    let leases: Vec<Lease> = fresh.store.read().expect("snapshot").all().expect("leases");
    assert_eq!(leases[0].facts.rooms.len(), 3, "as it was written");
}

/// Damages what follows from records, past the program: an index entry gone, one too many, one that lies, a sum that lies.
fn spoil(database: &Path) {
    let db = redb::Database::open(database).expect("open");
    let tx = db.begin_write().expect("write");
    {
        let open = |name| tx.open_table(TableDefinition::<Bytes, Bytes>::new(name)).expect("table");
        let first = |table: &redb::Table<'_, Bytes, Bytes>| {
            let (key, value) = table.first().expect("read").expect("an entry");
            (key.value().to_vec(), value.value().to_vec())
        };
        let mut rooms = open("room/asset");
        let (gone, _) = first(&rooms);
        rooms.remove(gone.as_slice()).expect("remove");
        let mut tenants = open("lease/tenant");
        let (mut more, value) = first(&tenants);
        more[0] ^= 1;
        tenants.insert(more.as_slice(), value.as_slice()).expect("insert");
        let mut parties = open("lease/party_a");
        let (lies, _) = first(&parties);
        parties.insert(lies.as_slice(), [0_u8, 3].as_slice()).expect("insert");
        let mut cells = open("bill/sum_months");
        let (cell, _) = first(&cells);
        cells.insert(cell.as_slice(), [1_u8; 12].as_slice()).expect("insert");
    }
    tx.commit().expect("commit");
}

/// A stopped installation with a signed lease and its bills, spoilt.
fn spoilt() -> tempfile::TempDir {
    let (town, _) = Town::e1();
    town.portal.app.store.close();
    let folder = tempfile::tempdir().expect("folder");
    copy_tree(town.portal.folder.path(), folder.path());
    spoil(&DataPaths::new(folder.path()).database());
    folder
}

fn copy_tree(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("folder") {
        let entry = entry.expect("entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("folder");
            copy_tree(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("copied");
        }
    }
}

#[test]
fn a_backup_whose_indexes_are_wrong_says_so_and_is_restored_right() {
    let folder = spoilt();
    let app = reopened(folder.path());
    let place = tempfile::tempdir().expect("folder");
    let (path, made) = made(&app, place.path());
    let named = made["mending"].to_string();
    for name in ["room/asset", "lease", "bill/sum_months"] {
        assert!(named.contains(name), "{name} in {named}");
    }
    let report = backup::verify(&gx_portal::features::PRODUCT, &path).expect("checked");
    assert!(report.is_good() && report.mending.len() == 3, "{report:?}");
    let target = place.path().join("restored");
    assert_eq!(
        restore::restore(&gx_portal::features::PRODUCT, &path, &target, &Clock::system()).expect("restored")["mended"],
        4
    );
    let found = doctor::run(&reopened(&target), "root", false).expect("examined");
    assert_eq!(found["ok"], true, "{found}");
}

#[test]
fn the_doctor_puts_right_what_is_wrong_and_nothing_else_while_others_write() {
    let folder = spoilt();
    let portal = Portal::on(folder);
    let found = doctor::run(&portal.app, "root", false).expect("examined");
    assert_eq!(found["ok"], false);
    assert!(table(&found, "lease")["indexFaults"].to_string().contains("已损坏"), "{found}");
    let admin = portal.admin();
    let (app, rounds) = (portal.app.clone(), 30);
    let fixed = std::thread::scope(|scope| {
        let mending = scope.spawn(move || doctor::run(&app, "root", true).expect("mended"));
        for round in 0..rounds {
            let post = json!({"postCode": format!("p{round}"), "postName": format!("岗位{round}"), "postSort": "1", "status": "0"});
            assert_eq!(portal.post("/system/post", &admin, post)["code"], 200);
        }
        mending.join().expect("ends")
    });
    assert_eq!((&fixed["ok"], &fixed["fixed"]["entriesCorrected"]), (&json!(true), &json!(4)), "{fixed}");
    let again = doctor::run(&portal.app, "root", true).expect("mended");
    assert_eq!(again["fixed"]["entriesCorrected"], 0, "a healthy store is left as it is");
}

#[test]
fn a_record_that_cannot_be_read_is_never_taken_for_a_backup() {
    let town = town_with_draft();
    town.portal.app.store.close();
    let database = DataPaths::new(town.portal.folder.path()).database();
    {
        let db = redb::Database::open(&database).expect("open");
        let tx = db.begin_write().expect("write");
        {
            let mut leases = tx.open_table(TableDefinition::<Bytes, Bytes>::new("lease")).expect("table");
            let (key, mut value) = {
                let (key, value) = leases.first().expect("read").expect("a lease");
                (key.value().to_vec(), value.value().to_vec())
            };
            value[20] ^= 4;
            leases.insert(key.as_slice(), value.as_slice()).expect("insert");
        }
        tx.commit().expect("commit");
    }
    let place = tempfile::tempdir().expect("folder");
    let app = reopened(town.portal.folder.path());
    let refused = backup::create(&app, "root", place.path()).expect_err("refused");
    assert!(refused.cause.unwrap_or_default().contains("lease") || refused.message.contains("lease"));
    assert_eq!(std::fs::read_dir(place.path()).expect("folder").count(), 0, "nothing is left that looks like a backup");
    let fixed = doctor::run(&app, "root", true).expect("examined");
    assert_eq!(fixed["fixed"]["tablesLeftAlone"], json!(["lease"]), "{}", fixed["fixed"]);
}

#[test]
fn every_table_is_mended_from_nothing() {
    // Whatever a table is: with its indexes and sums emptied, mending writes exactly what a rebuild would.
    let folder = spoilt();
    let database = DataPaths::new(folder.path()).database();
    let tables = PRODUCT.tables();
    let names: Vec<&str> = tables.iter().flat_map(|info| (info.indexes)()).collect();
    {
        let db = redb::Database::open(&database).expect("open");
        let tx = db.begin_write().expect("write");
        for name in &names {
            tx.delete_table(TableDefinition::<Bytes, Bytes>::new(name)).expect("deleted");
        }
        tx.commit().expect("commit");
    }
    let store = Store::open(Box::new(FileMedium::new(&database)), gx_portal::store::options(), &tables).expect("open");
    for info in tables.clone() {
        store.write(move |tx| info.repair(tx, usize::MAX)).expect("mended");
    }
    let reader = store.read().expect("snapshot");
    for info in &tables {
        let report = info.verify(&reader).expect("checked");
        assert!(report.is_clean(), "{report:?}");
    }
}
