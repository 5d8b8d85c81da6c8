//! Long work beside the writer: laid in exactly when nothing it read has changed, done again otherwise, and others write
//! meanwhile. What follows the store is right again after a panic, and a write that was made is answered as made.

use crate::support;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::time::Duration;

use gx_portal::features::system::config;
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::AuditAction;
use gx_portal::platform::settings::record::Config;
use gx_portal::store::{
    FileMedium, Index, Key, Pending, RawRead, Reads, Record, Store, StoreError, StoreOptions, Sum, TableInfo, Urgency,
    Writer, id, key, table,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::json;

use gx_portal::features::portal::sign_in::SESSIONS_PER_PERSON;
use support::Portal;

/// Something on a shelf, with a label that is unique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Thing {
    no: u64,
    shelf: u64,
    label: String,
}

const BY_SHELF: Index<Thing> =
    Index { name: "thing/shelf", unique: false, keys: |thing| vec![id(thing.shelf), id(thing.shelf)] };
const BY_LABEL: Index<Thing> = Index { name: "thing/label", unique: true, keys: |thing| vec![key().str(&thing.label)] };
const PER_SHELF: Sum<Thing> = Sum { name: "thing/per_shelf", cells: |thing| vec![(key().u16(thing.shelf), [1, 0, 0])] };

impl Record for Thing {
    const TABLE: &'static str = "thing";
    const INDEXES: &'static [Index<Self>] = &[BY_SHELF, BY_LABEL];
    const SUMS: &'static [Sum<Self>] = &[PER_SHELF];
    fn id(&self) -> Key {
        id(self.no)
    }
}

const TABLES: &[TableInfo] = &[table::<Thing>()];

fn store(folder: &tempfile::TempDir) -> Store {
    let medium = Box::new(FileMedium::new(&folder.path().join("gx.redb")));
    Store::open(medium, StoreOptions { reserve_bytes: 0, ..StoreOptions::default() }, TABLES).expect("a store")
}

fn thing(no: u64, shelf: u64) -> Thing {
    Thing { no, shelf, label: format!("thing {no}") }
}

fn put(store: &Store, what: Thing) {
    store.write(move |tx| tx.put(&what).map(drop)).expect("a write");
}

type Work = fn(&mut Writer<'_>) -> Result<u64, StoreError>;

/// Works ahead, lets somebody else write, and lays in; whether it was laid in.
fn beside(store: &Store, work: Work, other: Thing) -> bool {
    let (answer, ahead) = store.optimistic(work).expect("work");
    put(store, other);
    let pending: Pending<Option<u64>, StoreError> =
        store.submit(Urgency::Ordinary, move |batch| batch.apply(ahead, |_| Ok(answer))).expect("queued");
    pending.wait().expect("answered").is_some()
}

#[test]
fn work_is_overtaken_exactly_when_what_it_read_has_changed() {
    let folder = tempfile::tempdir().expect("folder");
    let store = store(&folder);
    for no in 1..=3 {
        put(&store, thing(no, no));
    }
    let table: [(&str, Work, Thing, bool); 7] = [
        ("another record", |tx| tx.put(&thing(101, 9)).map(|_| 0), thing(50, 50), true),
        (
            "the record it read",
            |tx| tx.get::<Thing>(&id(1)).and_then(|_| tx.put(&thing(102, 9))).map(|_| 0),
            thing(1, 8),
            false,
        ),
        (
            "one that it read as absent",
            |tx| tx.get::<Thing>(&id(60)).and_then(|_| tx.put(&thing(103, 9))).map(|_| 0),
            thing(60, 8),
            false,
        ),
        (
            "a new one in a range it read",
            |tx| tx.by(&BY_SHELF, &id(3), false, 0, 9).and_then(|_| tx.put(&thing(104, 9))).map(|_| 0),
            thing(61, 3),
            false,
        ),
        (
            "a new one beside a range it read",
            |tx| tx.by(&BY_SHELF, &id(3), false, 0, 9).and_then(|_| tx.put(&thing(105, 9))).map(|_| 0),
            thing(62, 7),
            true,
        ),
        (
            "the number of all",
            |tx| tx.count::<Thing>().and_then(|_| tx.put(&thing(106, 9))).map(|_| 0),
            thing(63, 7),
            false,
        ),
        ("a cell of a sum it moved", |tx| tx.put(&thing(107, 70)).map(|_| 0), thing(64, 70), false),
    ];
    for (what, work, other, laid_in) in table {
        assert_eq!(beside(&store, work, other), laid_in, "{what}");
    }
    let overtaken = beside(&store, |tx| tx.count::<Thing>(), thing(65, 1));
    assert!(overtaken, "who writes nothing is never overtaken");
    assert!(TABLES[0].verify(&store.read().expect("snapshot")).expect("checked").is_clean());
}

/// Adds a thing to the emptiest of five shelves: what it writes depends on all it reads.
fn add(tx: &mut Writer<'_>, no: u64) -> Result<u64, StoreError> {
    let counts: Vec<u64> = (0..5).map(|shelf| tx.count_by(&BY_SHELF, &id(shelf))).collect::<Result<_, _>>()?;
    let shelf = (0..5).min_by_key(|shelf| counts[*shelf]).unwrap_or(0);
    tx.put(&thing(no, shelf as u64))?;
    Ok(shelf as u64)
}

#[test]
fn many_at_once_ahead_and_inside_end_as_if_one_after_the_other() {
    let folder = tempfile::tempdir().expect("folder");
    let store = Arc::new(store(&folder));
    let overtaken = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for worker in 0..4_u64 {
            let (store, overtaken) = (store.clone(), overtaken.clone());
            scope.spawn(move || {
                let mut random = StdRng::seed_from_u64(worker);
                for round in 0..40 {
                    let no = worker * 1_000 + round;
                    if random.random_bool(0.5) {
                        store.write(move |tx| add(tx, no)).expect("written");
                        continue;
                    }
                    loop {
                        let (answer, ahead) = store.optimistic(|tx| add(tx, no)).expect("work");
                        let laid: Pending<Option<u64>, StoreError> = store
                            .submit(Urgency::Ordinary, move |batch| batch.apply(ahead, |_| Ok(answer)))
                            .expect("queued");
                        if laid.wait().expect("answered").is_some() {
                            break;
                        }
                        overtaken.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let reader = store.read().expect("snapshot");
    for shelf in 0..5 {
        assert_eq!(reader.count_by(&BY_SHELF, &id(shelf)).expect("count"), 32, "shelf {shelf}");
    }
    assert!(TABLES[0].verify(&reader).expect("checked").is_clean());
    assert!(overtaken.load(Ordering::Relaxed) > 0, "some had to be done again, or this test shows nothing");
}

#[test]
fn others_write_while_long_work_goes_on() {
    let portal = Portal::new();
    let caller = Arc::new(Caller::console("test", "long work"));
    let (begun, is_begun) = sync_channel(8);
    let (go_on, may_go_on) = channel::<()>();
    let may_go_on = Arc::new(parking_lot::Mutex::new(may_go_on));
    std::thread::scope(|scope| {
        let long = scope.spawn(|| {
            portal.app.act_ahead(&caller, "长任务", AuditAction::Import, || {
                let (begun, may_go_on) = (begun.clone(), may_go_on.clone());
                Ok(move |op: &mut Op<'_, '_>| {
                    let all: Vec<Config> = op.view().tx.all()?;
                    begun.send(()).expect("heard");
                    may_go_on.lock().recv_timeout(Duration::from_secs(60)).expect("told to go on");
                    Ok(all.len())
                })
            })
        });
        is_begun.recv_timeout(Duration::from_secs(60)).expect("begun");
        let answer = portal.post(
            "/system/post",
            &portal.admin(),
            json!({"postCode": "x", "postName": "新岗位", "postSort": "1", "status": "0"}),
        );
        assert_eq!(answer["code"], 200, "a write in between is done, not queued behind: {answer}");
        go_on.send(()).expect("heard");
        assert!(long.join().expect("ends").expect("done") > 0);
    });
    assert_eq!(portal.last_audit().title, "长任务", "the row of the long work is written when it is laid in");
}

#[test]
fn every_import_and_scan_is_done_beside_the_writer() {
    let routes = gx_portal::features::PRODUCT.routes();
    let inside: Vec<String> = routes
        .iter()
        .filter(|route| {
            let is_import =
                matches!(route.audit, Some((_, AuditAction::Import))) || route.path.ends_with("/importData");
            (is_import || route.path == "/expo/entry/candidates") && !(route.optimistic && route.is_long())
        })
        .map(gx_portal::route::Route::name)
        .collect();
    assert!(inside.is_empty(), "these hold the writer: {inside:?}");
    assert!(routes.iter().filter(|route| route.optimistic).count() >= 15, "the table is not empty");
}

#[test]
fn sign_ins_that_wait_for_the_hasher_take_nobodys_place() {
    let portal = Portal::new();
    let token = portal.admin();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("runtime");
    // Both hashing threads are taken, and more sign-ins wait than operations may run at once.
    let held: Vec<_> = (0..2).map(|_| runtime.block_on(portal.app.hasher.turn("test")).expect("free")).collect();
    std::thread::scope(|scope| {
        let (portal, arrived) = (&portal, Arc::new(AtomicUsize::new(0)));
        let waiting: Vec<_> = (0..90)
            .map(|_| {
                let arrived = arrived.clone();
                scope.spawn(move || {
                    arrived.fetch_add(1, Ordering::Relaxed);
                    portal.sign_in("admin", support::PASSWORD)
                })
            })
            .collect();
        while arrived.load(Ordering::Relaxed) < 90 {
            std::thread::yield_now();
        }
        for _ in 0..200 {
            assert_eq!(portal.get("/getInfo", &token)["code"], 200);
        }
        drop(held);
        let in_time = waiting.into_iter().map(|one| one.join().expect("ends")).filter(|answer| answer["code"] == 200);
        assert!(in_time.count() > 0, "who waited is let in");
    });
}

/// What each follower knows, seen from outside, after it panicked at the very commit that changed it.
#[test]
fn a_panic_of_what_follows_the_store_changes_no_answer_and_leaves_nothing_stale() {
    let portal = Portal::new();
    let admin = portal.admin();
    let names = portal.app.store.followers();
    let platform = ["settings", "mode", "rights", "sessions", "people", "columns", "events"];
    let records = ["number_misses"];
    let door = ["captchas", "browser errors", "brakes", "alarm", "single sign-on"];
    let watched = ["jobs", "unbelieved proxies", "clock", "certificate", "syslog alarm", "syslog", "repositories"];
    let features = ["forms", "vacancy", "late_fees", "sums", "areas"];
    let registers = ["registers", "register reminders"];
    assert_eq!(names, [&platform[..], &records, &door, &watched, &features, &registers].concat());
    for name in names {
        portal.app.store.trip_follower(name);
        let post = format!("岗位{name}");
        let answer = portal.post(
            "/system/post",
            &admin,
            json!({"postCode": name, "postName": post, "postSort": "1", "status": "0"}),
        );
        assert_eq!(answer["code"], 200, "{name}: the write was made and is answered so: {answer}");
    }
    portal.app.store.trip_follower("settings");
    support::act(&portal.app, |op| config::ops::set(op, "sys.session.maxPerUser", "7"));
    assert_eq!(portal.app.settings.get(&SESSIONS_PER_PERSON), 7, "a setting acts although its follower fell");

    let role = portal.role("reader", &["system:post:list"], 1, &[]);
    portal.person("lisi", 103, &[role]);
    let lisi = portal.token("lisi");
    assert_eq!(portal.get("/system/post/list", &lisi)["code"], 200);
    portal.app.store.trip_follower("rights");
    let closed = portal.put("/system/role/changeStatus", &admin, json!({"roleId": role, "status": "1"}));
    assert_eq!(closed["code"], 200);
    assert_eq!(portal.get("/system/post/list", &lisi)["code"], 403, "a right that was taken is gone at once");

    portal.app.store.trip_follower("sessions");
    assert_eq!(portal.post("/logout", &lisi, json!({}))["code"], 200);
    assert_eq!(portal.get("/getInfo", &lisi)["code"], 401, "who signed out is out");

    portal.app.store.trip_follower("people");
    portal.person("wangwu", 103, &[role]);
    let found = portal.get("/system/user/getRealUserList?keyWord=wangwu&pageNum=1&pageSize=9", &admin);
    assert_eq!(found["total"], 1, "{found}");
}

#[test]
fn what_panics_outside_of_its_overlay_is_called_what_it_is() {
    let folder = tempfile::tempdir().expect("folder");
    let store = store(&folder);
    let asked: Pending<(), StoreError> =
        store.submit(Urgency::Ordinary, |_| -> Result<(), StoreError> { panic!("in a test") }).expect("queued");
    assert!(matches!(asked.wait(), Err(StoreError::Panicked(_))));
    put(&store, thing(1, 1));
    let reader = store.read().expect("snapshot");
    assert_eq!(reader.raw_len(Thing::TABLE).expect("length"), 1, "the writer goes on");
    assert_eq!(reader.raw_len(BY_SHELF.name).expect("length"), 1, "named twice, entered once");
}
