//! What surrounds the command line: whose the files of a data directory are, and a reader that went away.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use super::cli::Place;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
/// `nobody`, of Debian.
const NOBODY: u32 = 65_534;

fn everything(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("readable").map(|entry| entry.expect("an entry").path());
    let below = |path: std::path::PathBuf| {
        if path.is_dir() { [vec![path.clone()], everything(&path)].concat() } else { vec![path] }
    };
    entries.flat_map(below).collect()
}

/// Played by root alone: nobody else gives files away.
#[test]
fn root_acts_as_the_owner_of_the_data_and_others_are_told_whose_they_are() {
    if !rustix::process::geteuid().is_root() {
        return println!("by root only");
    }
    let place = Place::installed("a");
    let data = place.path("a");
    let program = place.path("gx-portal");
    fs::copy(BINARY, &program).expect("copied");
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("opened");
    open(data.parent().expect("a folder"));
    let give = |path: &Path, to: u32| chown(path, Some(to), Some(to)).expect("given");
    give(&data, NOBODY);
    everything(&data).iter().for_each(|path| give(path, NOBODY));

    place.run(&["user", "create", "lisi", "--name", "李四", "--data", "a"]).expect(0);
    place.run(&["backup", "create", "--to", "a/backup", "--data", "a"]).expect(0);
    for path in everything(&data) {
        assert_eq!(fs::metadata(&path).expect("there").uid(), NOBODY, "{}", path.display());
    }

    let as_somebody = |uid: u32| {
        let data = data.to_str().expect("a path");
        let done = Command::new(&program).args(["doctor", "--data", data]).uid(uid).gid(uid).output().expect("runs");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (code, told) = as_somebody(12_345);
    assert!(code == Some(3) && told.contains("属于用户 nobody，当前用户 uid 12345 无权访问"), "{told}");
    give(&data.join("gx.redb"), 0);
    let (code, told) = as_somebody(NOBODY);
    assert!(code == Some(3) && told.contains("chown -R 65534:65534"), "{told}");
}

#[test]
fn a_closed_pipe_is_no_crash() {
    let place = Place::new();
    let mut child = place.command(&["routes"]).spawn().expect("start");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("wait");
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn what_init_left_when_it_was_cut_short_is_gone_on_with() {
    let place = Place::new();
    for folder in ["blobs", "backup", "keys", "tmp"] {
        fs::create_dir_all(place.path("a").join(folder)).expect("made");
    }
    for file in ["LOCK", "gx.new", "gx.reserve"] {
        fs::write(place.path("a").join(file), b"").expect("written");
    }
    place.run_with(&["init", "--data", "a", "--admin-password-stdin"], "Yunchuan-9527\n").expect(0);
    place.run(&["user", "list", "--data", "a"]).expect(0).says("admin");
}

#[test]
fn a_demonstration_that_was_cut_short_is_not_taken_for_a_whole_one() {
    let place = Place::new();
    place.run_with(&["init", "--data", "a", "--admin-password-stdin"], "Yunchuan-9527\n").expect(0);
    let seed = ["seed", "--data", "a", "--demo", "small"];
    // Before anything is in it, another run begins anew; in the middle of the city it is half of one.
    let cut = |at: &str| place.command(&seed).env("KILL_AT_COMMIT", at).status().expect("runs");
    assert!(!cut("before:user").success());
    assert!(!cut("after:lease:2").success());
    place.run(&seed).expect(1).says("被中断").says("请删除数据目录");
    place.run(&["doctor", "--data", "a", "--quick"]).expect(0).says("演示数据生成时被中断");
}
