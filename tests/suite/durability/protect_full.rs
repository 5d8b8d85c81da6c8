//! The journal's files at their limit while every target is away: the oldest go, or ordinary writes wait.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::operation::OnFull;
use gx_portal::config::{Origin, Setting};
use gx_portal::error::Result;
use gx_portal::features::PRODUCT;
use gx_portal::features::monitor::attention;
use gx_portal::kernel::dates::range_begin;
use gx_portal::op::Caller;
use gx_portal::platform::audit::{AuditAction, Entry};
use gx_portal::platform::identity::user::User;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Pending, Reads, Urgency};
use gx_portal::upkeep::protect;
use serde_json::Value;
use tempfile::TempDir;

use crate::support;

/// More than fits into the journal's files of one MiB.
const WRITES: usize = 60;

/// A data directory whose journal may take one MiB, with two targets beside it.
fn site(on_full: OnFull) -> (TempDir, Arc<App>) {
    site_of(on_full, 1)
}

fn site_of(on_full: OnFull, spool_mib: u64) -> (TempDir, Arc<App>) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("a");
    support::initialise(&folder);
    let mut config = support::config(&folder);
    let targets: Vec<String> = ["nas", "usb"].map(|name| place.path().join(name).display().to_string()).to_vec();
    config.protect.targets = Setting { value: targets.join(";"), origin: Origin::File };
    config.protect.spool_mib = Setting { value: spool_mib, origin: Origin::File };
    config.protect.on_full = Setting { value: on_full, origin: Origin::File };
    let paths = DataPaths::new(&folder);
    let medium = Box::new(FileMedium::new(&paths.database()));
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").expect("a moment"));
    let app = App::with_medium(&PRODUCT, config, paths, medium, clock, None).expect("opens");
    (place, app)
}

/// 30 KB that somebody writes, moved into the journal's files.
fn write(app: &Arc<App>, urgency: Urgency, number: usize) -> Result<()> {
    let entry = Entry {
        title: "测试",
        deed: AuditAction::Other,
        method: "test".into(),
        input: Value::Null,
        began: std::time::Instant::now(),
    };
    let caller = Arc::new(Caller::console("test", "test"));
    let pending = app.submit(&caller, entry, urgency, move |op| {
        let mut users: Vec<User> = op.view().tx.all()?;
        let mut user = users.remove(0);
        user.base.remark = format!("{number}{}", "文".repeat(10_000));
        op.put_quietly(&user).map(drop)
    });
    pending.and_then(Pending::wait)?;
    app.store.ship_journal().expect("moved");
    Ok(())
}

fn remark(app: &App) -> String {
    let users: Vec<User> = app.store.read().expect("read").all().expect("users");
    users[0].base.remark.trim_end_matches('文').to_owned()
}

fn hide(place: &TempDir, name: &str) -> (PathBuf, PathBuf) {
    let (at, away) = (place.path().join(name), place.path().join(format!("{name}-away")));
    fs::rename(&at, &away).expect("away");
    (at, away)
}

fn spool(app: &App) -> u64 {
    let files = fs::read_dir(app.paths.journal()).expect("read");
    files.map(|file| file.expect("one").metadata().expect("a size").len()).sum()
}

#[test]
fn a_repository_that_is_made_grants_the_journal_its_room_at_once() {
    let (_place, app) = site_of(OnFull::GoOn, 80);
    assert_eq!(app.store.journal_limit(), Some(64 << 20), "nobody could restore by it");
    protect::init(&app, "test").expect("made");
    assert_eq!(app.store.journal_limit(), Some(80 << 20));
}

#[test]
fn writes_wait_for_a_repository_while_signing_in_and_reading_go_on() {
    let (place, app) = site(OnFull::StopWrites);
    // Without a repository nobody would ever take the journal: nothing stops.
    for number in 0..WRITES {
        write(&app, Urgency::Ordinary, number).expect("no repository yet");
    }
    assert!(spool(&app) < 2 << 20, "{}", spool(&app));
    protect::init(&app, "test").expect("made");
    protect::ship(&app).expect("shipped");
    let targets = [hide(&place, "nas"), hide(&place, "usb")];
    let refused = (0..WRITES).find_map(|number| write(&app, Urgency::Ordinary, number).err()).expect("refused");
    assert!(refused.message.contains("备份仓库没有接收变更日志") && refused.message.contains("protect_on_full"));
    let told = app.read(&Caller::job("test"), attention::list).expect("a list");
    assert!(told.iter().any(|need| need.sentence.contains("普通写入已停止")), "{told:?}");
    write(&app, Urgency::Essential, 777).expect("signing in goes on");
    assert_eq!(remark(&app), "777");
    // One of the two is back: what it takes may go.
    fs::rename(&targets[1].1, &targets[1].0).expect("back");
    let _ = protect::ship(&app);
    protect::base(&app, "test").expect("an answer");
    write(&app, Urgency::Ordinary, 778).expect("writes go on");
    for number in 0..WRITES {
        if write(&app, Urgency::Ordinary, number).is_err() {
            protect::base(&app, "test").expect("an answer");
            write(&app, Urgency::Ordinary, number).expect("writes go on");
        }
    }
    // The other one was away while files went that the first holds: a full copy closes its gap.
    fs::rename(&targets[0].1, &targets[0].0).expect("back");
    protect::ship(&app).expect("shipped");
    let drilled = protect::drill(&app, "test").expect("an answer");
    assert_eq!(drilled["ok"], true, "{drilled}");
    assert_eq!(protect::verify(&app, "test").expect("an answer")["ok"], true);
    app.store.close();
}

#[test]
fn the_oldest_go_and_a_full_copy_closes_the_gap() {
    let (place, app) = site(OnFull::GoOn);
    protect::init(&app, "test").expect("made");
    protect::ship(&app).expect("shipped");
    let targets = [hide(&place, "nas"), hide(&place, "usb")];
    for number in 0..WRITES {
        write(&app, Urgency::Ordinary, number).expect("business goes on");
    }
    assert!(spool(&app) < 2 << 20, "{}", spool(&app));
    for (at, away) in targets {
        fs::rename(away, at).expect("back");
    }
    protect::ship(&app).expect("shipped");
    let drilled = protect::drill(&app, "test").expect("an answer");
    assert_eq!(drilled["ok"], true, "{drilled}");
    let status = protect::status(&app).expect("a status");
    // Before the gap and behind it.
    assert_eq!(status["targets"][0]["windows"].as_array().map(Vec::len), Some(2), "{status}");
    app.store.close();
}
