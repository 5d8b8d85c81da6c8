//! Repositories: shipped, damaged, missing, and gone back to at random operations, on a box without keys too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::{Origin, Setting};
use gx_portal::features::PRODUCT;
use gx_portal::kernel::dates::{Stamp, range_begin};
use gx_portal::platform::audit::AuditRow;
use gx_portal::platform::identity::user::{BY_NAME, User};
use gx_portal::platform::session::Session;
use gx_portal::records::number;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Pending, Reads, key};
use gx_portal::upkeep::protect::Goal;
use gx_portal::upkeep::protect::point::{self, Opener};
use gx_portal::upkeep::{backup, doctor, protect, restore};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tempfile::TempDir;

use super::power_cuts::{change, create, submit};
use crate::support;

/// A data directory with repositories beside it.
pub(super) struct Site {
    place: TempDir,
    pub codes: Vec<String>,
}

pub(super) fn open(folder: &Path, targets: &[PathBuf]) -> Arc<App> {
    let mut config = support::config(folder);
    let text: Vec<String> = targets.iter().map(|path| path.display().to_string()).collect();
    config.protect.targets = Setting { value: text.join(";"), origin: Origin::File };
    let paths = DataPaths::new(folder);
    let medium = Box::new(FileMedium::new(&paths.database()));
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").expect("a moment"));
    App::with_medium(&PRODUCT, config, paths, medium, clock, None).expect("opens")
}

impl Site {
    pub fn new() -> (Self, Arc<App>) {
        let place = tempfile::tempdir().expect("a folder");
        support::initialise(&place.path().join("a"));
        let app = open(&place.path().join("a"), &[place.path().join("nas"), place.path().join("usb")]);
        let made = protect::init(&app, "test").expect("made");
        let codes = made["codes"].as_array().expect("codes").iter().map(|code| code.as_str().expect("text").to_owned());
        let codes: Vec<String> = codes.collect();
        assert_eq!(codes.len(), 2);
        protect::ship(&app).expect("shipped");
        (Self { place, codes }, app)
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub fn restore(&self, from: &str, goal: Goal, to: &str) -> gx_portal::error::Result<Value> {
        let opener = Opener::Code(&self.codes[1]);
        point::restore(&PRODUCT, &self.at(from), goal, &opener, &self.at(to), "test")
    }
}

/// Users of the operations with the remark that the last one left.
pub(super) fn users(app: &App) -> BTreeMap<String, String> {
    let users: Vec<User> = app.store.read().expect("read").all().expect("users");
    let own = users.into_iter().filter(|user| user.user_name.starts_with("cut"));
    own.map(|user| (user.user_name, user.base.remark)).collect()
}

/// Operations by number: whose user it makes or changes.
pub(super) type Told = BTreeMap<u64, String>;

/// A few operations at once, so that commits hold several.
pub(super) fn burst(app: &Arc<App>, told: &mut Told, random: &mut StdRng) {
    app.clock.advance(random.random_range(1_000..9_000_000));
    let mut waiting = Vec::new();
    for _ in 0..random.random_range(1..6) {
        let number = told.len() as u64 + 1;
        let known: Vec<String> = told.values().cloned().collect();
        let (pending, name) = if known.is_empty() || random.random_bool(0.5) {
            (submit(app, number, move |op| create(op, number)), format!("cut{number}"))
        } else {
            let name = known[random.random_range(0..known.len())].clone();
            let target = name.clone();
            (submit(app, number, move |op| change(op, &target, number)), name)
        };
        told.insert(number, name);
        waiting.push(pending);
    }
    waiting.into_iter().for_each(|pending| pending.and_then(Pending::wait).expect("done"));
}

/// What users were like after the operations whose rows `counts`.
fn model(app: &App, told: &Told, counts: &dyn Fn(&AuditRow) -> bool) -> BTreeMap<String, String> {
    let mut rows: Vec<AuditRow> = app.store.read().expect("read").all().expect("rows");
    rows.retain(|row| row.title == "断电测试" && counts(row));
    let numbers = rows.into_iter().map(|row| row.request_id.parse::<u64>().expect("a number"));
    numbers.map(|number| (told[&number].clone(), number.to_string())).collect()
}

#[test]
fn a_week_is_undone_at_random_operations() {
    let (place, app) = Site::new();
    let random = &mut StdRng::seed_from_u64(45);
    let mut told = Told::new();
    let mut given = BTreeSet::new();
    for round in 0..40 {
        burst(&app, &mut told, random);
        given.insert(support::act(&app, |op| number::draw(op, "SK")));
        if round % 7 == 0 {
            protect::ship(&app).expect("shipped");
        }
        if round == 20 {
            protect::base(&app, "test").expect("a base");
        }
    }
    // A door that is closed at the end.
    let first: User = app.store.read().expect("read").one(&BY_NAME, &key().str("cut1")).expect("read").expect("there");
    let id = first.user_id;
    support::act(&app, move |op| {
        let status = gx_portal::features::system::user::ops::Status { user_id: id, status: "1".into() };
        gx_portal::features::system::user::ops::change_status(op, status).map(|_| ())
    });
    protect::ship(&app).expect("shipped");
    let drilled = protect::drill(&app, "test").expect("a drill");
    assert_eq!(drilled["ok"], true, "{drilled}");
    protect::ship(&app).expect("shipped");
    let rows: Vec<AuditRow> = app.store.read().expect("read").all().expect("rows");
    let own: Vec<&AuditRow> = rows.iter().filter(|row| row.title == "断电测试").collect();
    for round in 0..5 {
        let row = own[random.random_range(1..own.len())];
        let (goal, to) = (Goal::BeforeAudit(row.audit_id), format!("back{round}"));
        let answer = place.restore(if round % 2 == 0 { "nas" } else { "usb" }, goal, &to).expect("restored");
        let listed = answer["undone"].as_array().expect("a list").iter();
        assert!(listed.filter_map(|line| line["number"].as_u64()).any(|number| number == row.audit_id));
        let back = open(&place.at(&to), &[]);
        let before = model(&app, &told, &|other| other.audit_id < row.audit_id);
        assert_eq!(users(&back), before, "before {}", row.audit_id);
        is_settled(&back, &rows);
        let user: Option<User> = back.store.read().expect("read").one(&BY_NAME, &key().str("cut1")).expect("read");
        assert!(user.is_none_or(|user| !user.enabled), "who was shut out stays so");
        let drawn = support::act(&back, |op| number::draw(op, "SK"));
        assert!(!given.contains(&drawn), "{drawn} was given before");
        back.store.close();
    }
    let row = own[own.len() / 2];
    let answer = place.restore("nas", Goal::At(row.at), "at").expect("restored");
    let back = open(&place.at("at"), &[]);
    assert_eq!(users(&back), model(&app, &told, &|other| other.at <= row.at), "{answer}");
    back.store.close();
    let latest = place.restore("usb", Goal::Latest, "latest").expect("restored");
    assert_eq!(latest["undone"].as_array().map(Vec::len), Some(0));
    let back = open(&place.at("latest"), &[]);
    assert_eq!(users(&back), users(&app));
    back.store.close();
    for (goal, why) in [(Goal::BeforeAudit(999_999), "没有第 999999 号操作"), (Goal::At(Stamp(5)), "最早可恢复到")]
    {
        let refused = place.restore("nas", goal, "nothing").expect_err("refused").message;
        assert!(refused.contains(why), "{refused}");
        assert!(!place.at("nothing").exists());
    }
    let wrong = point::restore(&PRODUCT, &place.at("nas"), Goal::Latest, &Opener::Code("7777"), &place.at("x"), "test");
    assert!(wrong.expect_err("refused").message.contains("恢复码抄写有误"));
    app.store.close();
}

/// The whole log is there with a row of the restore, nobody is signed in, the doctor finds nothing.
fn is_settled(back: &Arc<App>, rows: &[AuditRow]) {
    let reader = back.store.read().expect("read");
    let kept: Vec<AuditRow> = reader.all().expect("rows");
    assert_eq!(kept[..rows.len()], *rows, "the log is not turned back");
    assert_eq!(kept.last().map(|row| row.title.as_str()), Some("数据恢复"));
    assert_eq!(reader.count::<Session>().expect("sessions"), 0);
    support::chain_is_whole(back);
    let report = doctor::run(back, "test", false).expect("a report");
    assert_eq!(report["ok"], true, "{report}");
}

#[test]
fn what_did_not_change_is_stored_once_and_damage_is_named() {
    let (place, app) = Site::new();
    let mut told = Told::new();
    let random = &mut StdRng::seed_from_u64(4);
    let size = || -> u64 {
        let packs = fs::read_dir(place.at("nas/packs")).expect("packs").map(|pack| pack.expect("one").metadata());
        packs.map(|found| found.expect("a size").len()).sum()
    };
    let before = size();
    burst(&app, &mut told, random);
    protect::base(&app, "test").expect("a base");
    let grown = size() - before;
    assert!(grown * 4 < before, "{grown} of {before}");
    let verified = protect::verify(&app, "test").expect("a report");
    assert_eq!(verified["ok"], true, "{verified}");
    let rows = users(&app);
    let mut files = Vec::new();
    let mut folders = vec![place.at("nas")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("read") {
            let path = entry.expect("entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|path| !path.ends_with("LOCK") && !path.ends_with("repo.json"));
    files.sort();
    for (round, path) in files.iter().enumerate() {
        let whole = fs::read(path).expect("read");
        let mut bytes = whole.clone();
        let at = random.random_range(0..bytes.len());
        bytes[at] ^= 1 << random.random_range(0..8);
        fs::write(path, bytes).expect("written");
        let verified = protect::verify(&app, "test").expect("a report");
        assert_eq!(verified["ok"], false, "byte {at} of {}", path.display());
        let to = format!("hurt{round}");
        match place.restore("nas", Goal::Latest, &to) {
            Ok(_) => {
                // The list of an older base, or a torn end of the journal: what is left is right, if older.
                let back = open(&place.at(&to), &[]);
                let then = users(&back);
                assert!(then == rows || then.is_empty(), "byte {at} of {}", path.display());
                back.store.close();
            }
            Err(fault) => assert!(!fault.message.is_empty() && !place.at(&to).exists()),
        }
        fs::write(path, whole).expect("mended");
    }
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    // A stored file that rots is stored anew by the next base that somebody asks for.
    let object = files.iter().find(|path| path.starts_with(place.at("nas/objects"))).expect("an object");
    let mut bytes = fs::read(object).expect("read");
    bytes[20] ^= 1;
    fs::write(object, bytes).expect("written");
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], false);
    protect::base(&app, "test").expect("a base");
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    app.store.close();
}

#[test]
fn a_drive_that_is_missing_is_never_made_anew_and_catches_up() {
    let (place, app) = Site::new();
    let mut told = Told::new();
    let random = &mut StdRng::seed_from_u64(5);
    fs::rename(place.at("nas"), place.at("away")).expect("away");
    fs::create_dir(place.at("nas")).expect("an empty mount point");
    burst(&app, &mut told, random);
    let refused = protect::ship(&app).expect_err("refused").message;
    assert!(refused.contains("目标未挂载"), "{refused}");
    assert_eq!(fs::read_dir(place.at("nas")).expect("read").count(), 0);
    let status = protect::status(&app).expect("a status");
    assert_eq!((&status["ok"], &status["targets"][0]["ok"]), (&false.into(), &false.into()), "{status}");
    fs::remove_dir(place.at("nas")).expect("removed");
    fs::rename(place.at("away"), place.at("nas")).expect("back");
    protect::ship(&app).expect("shipped");
    let status = protect::status(&app).expect("a status");
    assert_eq!((&status["ok"], &status["targets"][0]["behind"]), (&true.into(), &0.into()), "{status}");
    // A torn tail, as a network drive leaves it.
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    let journal = fs::read_dir(place.at("nas/journal")).expect("read").map(|file| file.expect("one").path()).max();
    let journal = journal.expect("a file");
    let length = fs::metadata(&journal).expect("found").len();
    fs::OpenOptions::new().write(true).open(&journal).expect("open").set_len(length - 20).expect("torn");
    protect::ship(&app).expect("shipped");
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    place.restore("nas", Goal::Latest, "b").expect("restored");
    let back = open(&place.at("b"), &[]);
    assert_eq!(users(&back), users(&app));
    back.store.close();
    app.store.close();
}

#[test]
fn a_restored_box_goes_on_in_its_repository_in_a_later_epoch() {
    let (place, app) = Site::new();
    let mut told = Told::new();
    let random = &mut StdRng::seed_from_u64(6);
    let made = backup::create(&app, "test", &place.at("bk")).expect("a backup");
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    app.store.close();
    // An older backup beside the same repository: the frames after it are another history.
    let from = PathBuf::from(made["backup"].as_str().expect("a path"));
    restore::restore(&PRODUCT, &from, &place.at("old"), &Clock::system()).expect("restored");
    let old = open(&place.at("old"), &[place.at("nas")]);
    let refused = protect::ship(&old).expect_err("the service of before may run").message;
    assert!(refused.contains("protect init"), "{refused}");
    protect::init(&old, "test").expect("taken over");
    burst(&old, &mut Told::new(), random);
    protect::ship(&old).expect("shipped");
    let verified = protect::verify(&old, "test").expect("a report");
    assert_eq!(verified["ok"], true, "{verified}");
    let status = protect::status(&old).expect("a status");
    assert!(status["journal"].as_str().is_some_and(|place| place.starts_with("2-")), "{status}");
    place.restore("nas", Goal::Latest, "new").expect("restored");
    let back = open(&place.at("new"), &[]);
    assert_eq!(users(&back), users(&old));
    back.store.close();
    // The service of before, which runs on, writes nothing there any more.
    let before = open(&place.at("a"), &[place.at("nas")]);
    burst(&before, &mut told, random);
    let refused = protect::ship(&before).expect_err("refused").message;
    assert!(refused.contains("另一段历史"), "{refused}");
    before.store.close();
    assert_eq!(protect::verify(&old, "test").expect("a report")["ok"], true);
    old.store.close();
}

#[test]
fn missing_frames_are_told_and_never_bridged() {
    let (place, app) = Site::new();
    let (mut told, random) = (Told::new(), &mut StdRng::seed_from_u64(7));
    for _ in 0..6 {
        burst(&app, &mut told, random);
        protect::ship(&app).expect("shipped");
    }
    let rows: Vec<AuditRow> = app.store.read().expect("read").all().expect("rows");
    // A block in the middle rots: what comes before is restored, and it is said that the rest is missing.
    let segment = fs::read_dir(place.at("nas/journal")).expect("read").map(|file| file.expect("one").path()).max();
    let segment = segment.expect("a file");
    let mut bytes = fs::read(&segment).expect("read");
    let middle = bytes.len() * 2 / 3;
    bytes[middle] ^= 1;
    fs::write(&segment, bytes).expect("written");
    for (goal, to) in [(Goal::Latest, "latest"), (Goal::At(rows.last().expect("one").at), "at")] {
        let answer = place.restore("nas", goal, to).expect("restored");
        assert!(answer["notes"].to_string().contains("只能恢复到这一刻"), "{answer}");
        let back = open(&place.at(to), &[]);
        let last = users(&back).into_values().filter_map(|remark| remark.parse::<u64>().ok()).max().unwrap_or(0);
        assert!(last < told.len() as u64);
        let counts = |row: &AuditRow| row.request_id.parse::<u64>().is_ok_and(|number| number <= last);
        assert_eq!(users(&back), model(&app, &told, &counts));
        back.store.close();
    }
    // What the journal of the box still holds makes up for it.
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], false);
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    let drilled = protect::drill(&app, "test").expect("a drill");
    assert_eq!(drilled["ok"], true, "{drilled}");
    protect::ship(&app).expect("shipped");
    let answer = place.restore("nas", Goal::Latest, "whole").expect("restored");
    assert_eq!(answer["notes"].as_array().map(Vec::len), Some(0), "{answer}");
    let back = open(&place.at("whole"), &[]);
    assert_eq!(users(&back), users(&app));
    back.store.close();
    // A copy that lacks a row is noticed.
    let broken = fs::read_dir(place.at("usb/packs")).expect("read").map(|file| file.expect("one").path()).min();
    let broken = broken.expect("a pack");
    let mut bytes = fs::read(&broken).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&broken, bytes).expect("written");
    assert_eq!(protect::drill(&app, "test").expect("a drill")["ok"], false);
    protect::base(&app, "test").expect("a base");
    assert_eq!(protect::drill(&app, "test").expect("a drill")["ok"], true, "a chunk that rots is stored anew");
    app.store.close();
}
