//! A backup never takes the room that the writers need, and what was written elsewhere counts as done whatever the disk of
//! the data says.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gx_portal::features::system::config::ops as config;
use gx_portal::op::Caller;
use gx_portal::upkeep;

use super::cli::Place;
use crate::support::{self, Portal};

/// More than any disk has.
const HUGE: &str = "reserve_mib = 1000000000\n";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn leftover(folder: &Path) -> PathBuf {
    let path = folder.join(".unfinished-00000000000000ab");
    fs::create_dir_all(&path).expect("mkdir");
    fs::write(path.join("gx.redb"), "a copy").expect("written");
    path
}

#[test]
fn below_four_reserves_nothing_is_written_and_another_disk_is_as_good_as_ever() {
    let place = Place::installed("a");
    fs::write(place.path("a/gx-portal.toml"), HUGE).expect("written");
    for _ in 0..2 {
        let told = place.run(&["backup", "create", "--data", "a", "--to", "bk"]).expect(1);
        told.says("没有开始备份").says("备份约需").says("4000000000 MiB");
        assert_eq!(names(&place.path("bk")), [] as [&str; 0]);
    }
    // Ordinary writes are refused now: the row in the audit log is none.
    place.run(&["user", "disable", "admin", "--data", "a"]).expect(1);
    place.run(&["export", "all.zip", "--data", "a"]).expect(0).says("归档已写入");
    place.run(&["support-bundle", "--to", "help.zip", "--data", "a"]).expect(0).says("支持包已写入");
    let device = |path: &Path| fs::metadata(path).map(|found| found.dev()).ok();
    let Ok(elsewhere) = tempfile::tempdir_in("/dev/shm") else { return };
    if device(elsewhere.path()) == device(&place.path("a")) {
        println!("no second disk here");
        return;
    }
    let to = elsewhere.path().to_str().expect("UTF-8");
    let told = place.run(&["backup", "create", "--data", "a", "--to", to, "--json"]).expect(0).json();
    assert!(told["notLogged"].is_null() && told["backup"].is_string(), "{told}");
    assert_eq!(names(elsewhere.path()).len(), 1);
}

#[test]
fn what_was_done_is_not_called_a_failure_when_the_log_takes_nothing() {
    let portal = Portal::new();
    let caller = Arc::new(Caller::console("test", "export"));
    assert_eq!(upkeep::noted(&portal.app, &caller, "数据归档"), None);
    assert_eq!(portal.last_audit().title, "数据归档");
    portal.app.store.close();
    let told = upkeep::noted(&portal.app, &caller, "数据归档").expect("nothing can be written");
    assert!(told.starts_with("已完成，但未能记入日志："), "{told}");
}

#[test]
fn the_nightly_backup_makes_room_before_it_begins_and_keeps_the_last() {
    let portal = Portal::new();
    let keep = |portal: &Portal, count: &'static str| {
        support::act(&portal.app, |op| config::set(op, "monitor.backup.keep", count));
    };
    keep(&portal, "3");
    for _ in 0..3 {
        support::run_job(&portal.app, "backup.run").expect("a backup");
        portal.app.clock.advance(1_000);
    }
    let folder = portal.app.paths.backups();
    let left = leftover(&folder);
    keep(&portal, "2");
    let made = support::run_job(&portal.app, "backup.run").expect("a backup");
    assert!(made.contains("保留最新 2 份，删除 3 份"), "{made}");
    assert!(!left.exists() && names(&folder).len() == 2, "{:?}", names(&folder));

    leftover(&folder);
    let data = portal.stopped();
    fs::write(data.path().join("gx-portal.toml"), HUGE).expect("written");
    let portal = Portal::on(data);
    let folder = portal.app.paths.backups();
    let newest = names(&folder).pop().expect("a backup");
    for _ in 0..3 {
        let fault = support::run_job(&portal.app, "backup.run").expect_err("there is no room");
        assert!(fault.message.contains("没有开始备份"), "{fault:?}");
        assert_eq!(names(&folder), [newest.as_str()], "the newest stays, nothing unfinished does");
    }
}

#[test]
fn the_nightly_cleaning_removes_what_killed_backups_left() {
    let portal = Portal::new();
    let left = leftover(&portal.app.paths.backups());
    let told = support::run_job(&portal.app, "sweep.run").expect("cleaned");
    assert!(!left.exists() && told.contains("份中断的备份、恢复和过期的升级留下的副本"), "{told}");
}
